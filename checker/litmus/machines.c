/* SPDX-License-Identifier: BSD-2-Clause */
#include "machines.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/arena.h"
#include "../base/die.h"
#include "../murphi/codegen.h"
#include "conformance.h"

struct built {
    struct built *next;
    const char *key; /* everything that the model depends on */
    struct machine_model model;
    const char *error; /* NULL where it was compiled */
};

struct machines {
    struct arena *arena;
    const char *root;
    struct machine_variant *variants;
    unsigned count;
    pthread_mutex_t lock; /* guards `built`, `variants` and compiling */
    struct built *built;
};

/* ---- finding the library ---- */

static bool holds_models(const char *root)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/models/machines.tsv", root);
    return length > 0 && (size_t)length < sizeof path && access(path, R_OK) == 0;
}

/* $MURRELET_SHARE, beside the program's folder (a build tree), or under the
 * share/ of where it is installed. */
static const char *find_root(struct arena *arena)
{
    const char *given = getenv("MURRELET_SHARE");
    if (given && *given)
        return holds_models(given) ? arena_format(arena, "%s", given) : NULL;
    char self[4096];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return NULL;
    self[length] = 0;
    char *slash = strrchr(self, '/');
    *slash = 0;
    static const char *const places[] = {"/..", "/../share/murrelet", "/../..", "/../../..", NULL};
    for (int i = 0; places[i]; i++) {
        const char *root = arena_format(arena, "%s%s", self, places[i]);
        char *real = holds_models(root) ? realpath(root, NULL) : NULL;
        if (real) {
            root = arena_format(arena, "%s", real);
            free(real);
            return root;
        }
    }
    return NULL;
}

/* ---- the list ---- */

static char *field(char **line)
{
    char *start = *line, *tab = strchr(start, '\t');
    if (tab) {
        *tab = 0;
        *line = tab + 1;
    } else {
        *line = start + strlen(start);
    }
    return start;
}

static void add_line(struct machines *machines, char *line)
{
    struct arena *arena = machines->arena;
    struct machine_variant v = {0};
    v.machine = field(&line);
    v.variant = field(&line);
    v.path = arena_format(arena, "%s/models/%s", machines->root, field(&line));
    v.windowed = !strcmp(field(&line), "window");
    v.constants = field(&line);
    v.promises = field(&line);
    v.source = field(&line);
    v.name = *v.variant ? arena_format(arena, "%s:%s", v.machine, v.variant) : v.machine;
    ARENA_PUSH(arena, machines->variants, machines->count, v);
}

static bool read_list(struct machines *machines, struct text *error)
{
    const char *path = arena_format(machines->arena, "%s/models/machines.tsv", machines->root);
    struct diagnostics *diagnostics = diagnostics_new(machines->arena);
    struct source *source = source_read(machines->arena, diagnostics, path, (struct place){0});
    if (!source) {
        text_format(error, "cannot read %s", path);
        return false;
    }
    char *text = arena_text(machines->arena, source->text, source->length), *rest = NULL;
    unsigned number = 0;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (number++ > 0 && *line != '#')
            add_line(machines, line);
    return true;
}

struct machines *machines_open(struct text *error)
{
    struct arena *arena = arena_new();
    const char *root = find_root(arena);
    if (!root) {
        text_put(error, "cannot find models/machines.tsv; set MURRELET_SHARE to the folder that holds models/");
        arena_free(arena);
        return NULL;
    }
    struct machines *machines = arena_alloc(arena, sizeof *machines);
    machines->arena = arena;
    machines->root = root;
    pthread_mutex_init(&machines->lock, NULL);
    if (!read_list(machines, error)) {
        machines_close(machines);
        return NULL;
    }
    return machines;
}

void machines_close(struct machines *machines)
{
    if (!machines)
        return;
    for (struct built *b = machines->built; b; b = b->next) {
        compiled_free(b->model.compiled);
        arena_free(b->model.arena);
    }
    pthread_mutex_destroy(&machines->lock);
    arena_free(machines->arena);
}

const char *machines_root(const struct machines *machines)
{
    return machines->root;
}

unsigned machines_count(const struct machines *machines)
{
    return machines->count;
}

const struct machine_variant *machines_at(const struct machines *machines, unsigned index)
{
    return &machines->variants[index];
}

/* A user's file: what it says of itself in `-- machine: KEY: TEXT` comments. */
static const char *header_value(struct machines *machines, const struct source *source, const char *key,
                                const char *otherwise)
{
    const char *mark = arena_format(machines->arena, "-- machine: %s:", key);
    const char *found = strstr(source->text, mark);
    if (!found)
        return otherwise;
    found += strlen(mark);
    found += strspn(found, " \t");
    return arena_text(machines->arena, found, strcspn(found, "\n"));
}

static const struct machine_variant *find_file(struct machines *machines, const char *path)
{
    struct diagnostics *diagnostics = diagnostics_new(machines->arena);
    struct source *source = source_read(machines->arena, diagnostics, path, (struct place){0});
    char *real = source ? realpath(path, NULL) : NULL;
    if (!real)
        return NULL;
    struct machine_variant *v = arena_alloc(machines->arena, sizeof *v);
    v->path = arena_format(machines->arena, "%s", real);
    free(real);
    v->machine = v->name = arena_format(machines->arena, "%s", path);
    v->variant = "";
    v->own = true;
    v->windowed = !strcmp(header_value(machines, source, "driver", "litmus"), "window");
    v->constants = header_value(machines, source, "constants", "");
    v->promises = header_value(machines, source, "promises", "");
    v->source = header_value(machines, source, "source", "");
    return v;
}

const struct machine_variant *machines_find(struct machines *machines, const char *name)
{
    for (unsigned i = 0; i < machines->count; i++)
        if (!strcmp(machines->variants[i].name, name))
            return &machines->variants[i];
    size_t length = strlen(name);
    if (length < 3 || strcmp(name + length - 2, ".m"))
        return NULL;
    pthread_mutex_lock(&machines->lock);
    const struct machine_variant *v = find_file(machines, name);
    pthread_mutex_unlock(&machines->lock);
    return v;
}

/* ---- sizes ---- */

/* Few classes, so that few models are compiled; what a test does not use takes
 * no step, and in the packed state some bits that never change. */
static const struct litmus_sizes classes[MACHINE_SIZE_CLASSES] = {
    {.threads = 2, .cus = 2, .lines = 2, .values = 4, .locals = 128, .operations = 32, .tags = 2},
    {.threads = 4, .cus = 4, .lines = 4, .values = 8, .locals = 4096, .operations = 128, .tags = 2},
    {.threads = PROGRAM_THREADS, .cus = PROGRAM_THREADS, .lines = PROGRAM_LOCATIONS, .values = PROGRAM_VALUES,
     .locals = 65536, .operations = 1024, .tags = 2},
};

unsigned machine_size_class(const struct machine_program *program, const struct litmus_placement *placement,
                            unsigned least)
{
    const struct litmus_test *test = program_test(program);
    unsigned c = least;
    for (; c + 1 < MACHINE_SIZE_CLASSES; c++)
        if ((int)test->thread_count <= classes[c].threads && placement->cus <= classes[c].cus &&
            placement->lines <= classes[c].lines && program_value_count(program) <= classes[c].values)
            break;
    return c;
}

/* ---- putting together and compiling ---- */

static void wrap(const struct machines *machines, const struct machine_variant *v,
                 const struct machine_environment *environment, struct text *out)
{
    const char *root = machines->root;
    text_format(out, "include \"%s/models/lib/orders.m\"\n", root);
    text_format(out, "include \"%s/models/lib/host.m\"\n", root);
    text_format(out, "include \"%s/models/lib/%s.m\"\n", root, v->windowed ? "window" : "litmus");
    text_format(out, "include \"%s\"\n", v->path);
    text_format(out, "include \"%s/invariants/%s.m\"\n", root, environment->invariants);
}

struct constants {
    struct constant_override *items;
    unsigned count;
};

static void add_constant(struct arena *arena, struct constants *constants, const char *name, const char *value)
{
    for (unsigned i = 0; i < constants->count; i++)
        if (!strcmp(constants->items[i].name, name)) {
            constants->items[i].value = value;
            return;
        }
    struct constant_override item = {.name = name, .value = value};
    ARENA_PUSH(arena, constants->items, constants->count, item);
}

static void add_number(struct arena *arena, struct constants *constants, const char *name, int value)
{
    add_constant(arena, constants, name, arena_format(arena, "%d", value));
}

static void add_listed(struct arena *arena, struct constants *constants, const char *list)
{
    char *copy = arena_format(arena, "%s", list), *rest = NULL;
    for (char *item = strtok_r(copy, " ", &rest); item; item = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(item, '=');
        if (!equals)
            continue;
        *equals = 0;
        add_constant(arena, constants, item, equals + 1);
    }
}

static struct constants all_constants(struct arena *arena, const struct machine_variant *v,
                                      const struct machine_environment *environment, const struct litmus_sizes *sizes)
{
    struct constants constants = {0};
    add_number(arena, &constants, "THREADS", sizes->threads);
    add_number(arena, &constants, "CUS", sizes->cus);
    add_number(arena, &constants, "COMPONENTS", sizes->components);
    add_number(arena, &constants, "LINES", sizes->lines);
    add_number(arena, &constants, "WORDS", sizes->words);
    add_number(arena, &constants, "VALUES", sizes->values);
    add_number(arena, &constants, "LOCALS", sizes->locals);
    add_number(arena, &constants, "OPERATIONS", sizes->operations);
    add_number(arena, &constants, "TAGS", sizes->tags);
    add_number(arena, &constants, "PREFETCHES", (int)environment->prefetches);
    add_number(arena, &constants, "WARM", environment->warm);
    add_number(arena, &constants, "EVICTIONS", environment->evictions);
    add_listed(arena, &constants, v->constants);
    if (environment->constants)
        add_listed(arena, &constants, environment->constants);
    return constants;
}

static void keep_diagnostics(struct diagnostics *diagnostics, struct text *error)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&bytes, &length);
    if (!stream)
        die("open_memstream fails");
    diagnostics_print(diagnostics, stream, 0);
    fclose(stream);
    text_add(error, bytes, length);
    free(bytes);
}

struct program *machines_program(const struct machines *machines, const struct machine_variant *v,
                                 const struct machine_environment *environment, const struct litmus_sizes *sizes,
                                 struct arena *arena, struct text *error)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct text wrapper = {0};
    wrap(machines, v, environment, &wrapper);
    /* Not the file's own name: a file is included once, and this would be the first time. */
    const char *name = arena_format(arena, "<%s>", v->name);
    struct source *source = source_from_text(arena, name, arena_text(arena, wrapper.bytes, wrapper.length));
    text_free(&wrapper);
    struct program *program = parse_program(arena, diagnostics, source, DIALECT_RUMUR);
    struct constants constants = all_constants(arena, v, environment, sizes);
    if (!diagnostics_errors(diagnostics) && conformance_routines(diagnostics, program, v) &&
        types_check(arena, diagnostics, program, DIALECT_RUMUR, constants.items, constants.count))
        return program;
    keep_diagnostics(diagnostics, error);
    return NULL;
}

static bool build(struct machines *machines, struct machine_model *model, const struct machine_variant *v,
                  const struct machine_environment *environment, const struct compile_options *options,
                  struct text *error)
{
    struct text c = {0};
    model->program = machines_program(machines, v, environment, &model->sizes, model->arena, error);
    if (!model->program)
        return false;
    codegen_program(&c, model->program);
    model->compiled = compile_model(&c, options, error);
    text_free(&c);
    model->model = model->compiled ? compiled_model(model->compiled) : NULL;
    if (model->model)
        model->plan = narrow_plan_new(model->arena, model->model, model->program);
    return model->model != NULL;
}

const struct machine_model *machines_model(struct machines *machines, const struct machine_variant *v,
                                           const struct machine_environment *environment,
                                           const struct compile_options *options, unsigned size_class,
                                           int components, int words, struct text *error)
{
    pthread_mutex_lock(&machines->lock);
    const char *key =
        arena_format(machines->arena, "%s|%s|%s|%u|%d|%d|%s|%s|%u|%d|%d", v->path, v->constants,
                     v->windowed ? "window" : "litmus", environment->prefetches, environment->warm,
                     environment->evictions, environment->invariants,
                     environment->constants ? environment->constants : "", size_class, components, words);
    struct built *b = machines->built;
    while (b && strcmp(b->key, key))
        b = b->next;
    if (!b) {
        b = arena_alloc(machines->arena, sizeof *b);
        b->key = key;
        b->next = machines->built;
        machines->built = b;
        b->model.arena = arena_new();
        b->model.size_class = size_class;
        b->model.sizes = classes[size_class];
        b->model.sizes.components = components;
        b->model.sizes.words = words;
        struct text why = {0};
        if (!build(machines, &b->model, v, environment, options, &why))
            b->error = arena_text(machines->arena, why.bytes ? why.bytes : "", why.length);
        text_free(&why);
    }
    pthread_mutex_unlock(&machines->lock);
    if (b->error) {
        text_put(error, b->error);
        return NULL;
    }
    return &b->model;
}
