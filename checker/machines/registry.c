/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * registry.c - the table of machines, and their models, put together and
 * compiled once.
 */
#include "registry.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/arena.h"
#include "../base/die.h"
#include "../base/here.h"
#include "../base/memory.h"
#include "../cat/library.h"
#include "../codegen/codegen.h"
#include "../base/nearest.h"
#include "../base/renamed.h"
#include "interface.h"
#include "../base/rows.h"

struct built {
    struct built *next;
    const char *key; /* everything that the model depends on */
    const struct machine_variant *machine;
    struct machine_model model;
    const char *error; /* NULL where it was compiled */
};

struct machines {
    struct arena *arena;
    const char *root;
    struct machine_variant *variants;
    unsigned count;
    pthread_mutex_t lock; /* guards `built`, `own` and compiling */
    const struct machine_variant **own; /* users' machines that were asked for: a file is read once */
    unsigned own_count;
    struct built *built;
    bool covers;
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
        bool holds = holds_models(root);
        char *real = holds ? realpath(root, NULL) : NULL;
        if (holds && !real)
            memory_check_errno();
        if (real) {
            root = arena_format(arena, "%s", real);
            free(real);
            return root;
        }
    }
    return NULL;
}

/* ---- the list ---- */

enum list_column { LIST_MACHINE, LIST_VARIANT, LIST_FILE, LIST_DRIVER, LIST_CONSTANTS, LIST_PROMISES, LIST_SOURCE };
static const char *const list_columns[] = {"machine", "variant", "file", "driver", "constants", "promises", "source", NULL};

/* The headers of the files that the list names, each read once. */
struct headers {
    struct file_header {
        const char *path;
        bool right;
        struct machine_header header;
    } *items;
    unsigned count;
};

static const struct file_header *header_of(struct machines *machines, struct diagnostics *diagnostics,
                                           struct headers *headers, const struct cell *file)
{
    for (unsigned i = 0; i < headers->count; i++)
        if (!strcmp(headers->items[i].path, file->text))
            return &headers->items[i];
    struct file_header new = {.path = file->text};
    const char *path = arena_format(machines->arena, "%s/models/%s", machines->root, file->text);
    struct source *source = source_read(machines->arena, diagnostics, path, file->place);
    new.right = source && machine_header_read(&new.header, machines->arena, diagnostics, source);
    ARENA_PUSH(machines->arena, headers->items, headers->count, new);
    return &headers->items[headers->count - 1];
}

/* Every word of `some` is one of `all`. */
static bool are_among(struct arena *arena, const char *some, const char *all)
{
    char *copy = arena_format(arena, "%s", some), *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        char *whole = arena_format(arena, " %s ", all);
        if (!strstr(whole, arena_format(arena, " %s ", word)))
            return false;
    }
    return true;
}

/* The header of a machine of ours and its line in the list must agree: it is an error to edit one alone. */
static void check_promised(struct machines *machines, struct diagnostics *diagnostics, const struct machine_header *header,
                           const struct machine_variant *v)
{
    for (unsigned i = 0; i < header->variant_count; i++)
        if (header->variants[i].promises && are_among(machines->arena, v->promises, header->variants[i].promises))
            return;
    diagnostics_add(diagnostics, SEVERITY_ERROR, v->promises_place,
                    "a machine that is taken by its name is held to this list",
                    "%s promises `%s` here, and its file's header does not", v->name, v->promises);
    for (unsigned i = 0; i < header->variant_count; i++)
        if (header->variants[i].promises)
            diagnostics_add(diagnostics, SEVERITY_NOTE, header->variants[i].promises_place, NULL,
                            "the header promises `%s`", header->variants[i].promises);
}

const char *machines_promised_file(struct arena *arena, const struct machines *machines, const char *machine, const char *model)
{
    const char *slash = strrchr(machine, '/');
    return cat_library_find(arena, machines->root, slash ? arena_text(arena, machine, (size_t)(slash - machine)) : ".", model);
}

/* A promise that nobody can read is none. */
static bool promised_files_are_there(const struct machines *machines, struct diagnostics *diagnostics, const char *machine,
                                     const char *promises, struct place place)
{
    char *words = arena_format(machines->arena, "%s", promises ? promises : ""), *rest = NULL;
    bool there = true;
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (!cat_is_file_name(word) || machines_promised_file(machines->arena, machines, machine, word))
            continue;
        diagnostics_add(diagnostics, SEVERITY_ERROR, place, NULL,
                        "there is no memory model `%s`, beside the machine or in litmus/models", word);
        there = false;
    }
    return there;
}

static void add_row(struct machines *machines, struct diagnostics *diagnostics, struct headers *headers,
                    const struct row *row)
{
    struct arena *arena = machines->arena;
    const struct cell *cells = row->cells;
    const char *driver = cells[LIST_DRIVER].text;
    struct machine_variant v = {
        .machine = cells[LIST_MACHINE].text, .variant = cells[LIST_VARIANT].text,
        .path = arena_format(arena, "%s/models/%s", machines->root, cells[LIST_FILE].text),
        .out_of_order = !strcmp(driver, "window"), .source = cells[LIST_SOURCE].text,
        .promises_place = cells[LIST_PROMISES].place};
    v.name = *v.variant ? arena_format(arena, "%s:%s", v.machine, v.variant) : v.machine;
    v.promises = machine_promises_read(arena, diagnostics, cells[LIST_PROMISES].text, cells[LIST_PROMISES].place);
    promised_files_are_there(machines, diagnostics, v.path, v.promises, v.promises_place);
    bool right = machine_constants_read(&v.set, arena, diagnostics, cells[LIST_CONSTANTS].text, cells[LIST_CONSTANTS].place);
    v.constants = machine_constants_text(arena, &v.set);
    if (!*v.machine)
        diagnostics_add(diagnostics, SEVERITY_ERROR, row->place, NULL, "the machine has no name");
    if (!v.out_of_order && strcmp(driver, "litmus"))
        diagnostics_add(diagnostics, SEVERITY_ERROR, cells[LIST_DRIVER].place, "the drivers are litmus and window",
                        "there is no driver `%s`", driver);
    for (unsigned i = 0; i < machines->count; i++)
        if (!strcmp(machines->variants[i].name, v.name))
            diagnostics_add(diagnostics, SEVERITY_ERROR, row->place, NULL, "the machine `%s` is there twice", v.name);
    const struct file_header *file = header_of(machines, diagnostics, headers, &cells[LIST_FILE]);
    if (file->right && right)
        machine_constants_lie_within(&file->header, diagnostics, &v.set);
    if (file->right && file->header.out_of_order != v.out_of_order)
        diagnostics_add(diagnostics, SEVERITY_ERROR, cells[LIST_DRIVER].place, NULL,
                        "%s has another driver in its file's header", v.name);
    if (file->right && v.promises && strcmp(v.promises, "none"))
        check_promised(machines, diagnostics, &file->header, &v);
    ARENA_PUSH(arena, machines->variants, machines->count, v);
}

const char *const machines_references[] = {"sc", "rc-mca", "rc", NULL};

static void check_references(const struct machines *machines, struct diagnostics *diagnostics, struct place place)
{
    for (int r = 0; machines_references[r]; r++) {
        bool there = false;
        for (unsigned i = 0; i < machines->count; i++)
            there |= !strcmp(machines->variants[i].name, machines_references[r]) && machines->variants[i].out_of_order;
        if (!there)
            diagnostics_add(diagnostics, SEVERITY_ERROR, place, NULL,
                            "the list lacks the reference machine `%s`, with the driver window", machines_references[r]);
    }
}

static bool read_list(struct machines *machines, struct text *error)
{
    const char *path = arena_format(machines->arena, "%s/models/machines.tsv", machines->root);
    struct diagnostics *diagnostics = diagnostics_new(machines->arena);
    struct headers headers = {0};
    struct rows *rows = rows_read(machines->arena, diagnostics, path, list_columns);
    for (unsigned i = 0; rows && i < rows->count; i++)
        add_row(machines, diagnostics, &headers, &rows->rows[i]);
    if (rows)
        check_references(machines, diagnostics, rows->count ? rows->rows[0].place : (struct place){0});
    bool right = !diagnostics_errors(diagnostics);
    if (!right)
        diagnostics_put(diagnostics, error);
    return right;
}

struct machines *machines_open(struct text *error)
{
    struct arena *arena = arena_new();
    const char *root = find_root(arena);
    if (!root) {
        text_put(error, "murrelet: cannot find models/machines.tsv; set MURRELET_SHARE to the folder that holds models/\n");
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

const struct machine_variant *machines_reference(const struct machines *machines, const char *name)
{
    for (unsigned i = 0; i < machines->count; i++)
        if (!strcmp(machines->variants[i].name, name))
            return &machines->variants[i];
    die("the reference machine %s is not in the list", name);
}

static const char *variant_at(const void *machines, unsigned i)
{
    return ((const struct machines *)machines)->variants[i].name;
}

/* A variant by the name that it had once, if there is one such; or NULL. */
static const char *variant_once_called(const struct machines *machines, const char *name)
{
    unsigned from;
    const char *ending;
    for (unsigned number = 0; (ending = renamed_variant(name, number, &from)); number++) {
        for (unsigned i = 0; i < machines->count; i++) {
            const char *now = machines->variants[i].name;
            if (strlen(now) > from && !strncmp(now, name, from) && !strcmp(now + from, ending))
                return now;
        }
    }
    return NULL;
}

const char *machines_nearest(const struct machines *machines, const char *name)
{
    const char *now = variant_once_called(machines, name);
    return now ? now : nearest_of(name, variant_at, machines, machines->count);
}

/* ---- a user's file ---- */

static const char *header_variant_at(const void *header, unsigned i)
{
    return ((const struct machine_header *)header)->variants[i].name;
}

/* The constants of the file and over them those of its variant. */
static struct header_constants laid_over(struct arena *arena, const struct header_constants *whole,
                                         const struct header_constants *variant)
{
    struct header_constants all = {0};
    for (unsigned i = 0; i < whole->count; i++) {
        bool again = false;
        for (unsigned j = 0; j < variant->count; j++)
            again |= !strcmp(whole->items[i].name, variant->items[j].name);
        if (!again)
            ARENA_PUSH(arena, all.items, all.count, whole->items[i]);
    }
    for (unsigned i = 0; i < variant->count; i++)
        ARENA_PUSH(arena, all.items, all.count, variant->items[i]);
    return all;
}

/* A machine's name stands in every table and report: as a terminal may print it. */
static const char *name_own(struct arena *arena, const char *path, const char *variant)
{
    struct text name = {0};
    text_printable(&name, path);
    text_format(&name, *variant ? ":%s" : "%s", variant);
    const char *copy = arena_text(arena, name.bytes, name.length);
    text_free(&name);
    return copy;
}

static struct machine_variant *make_variant(struct machines *machines, const struct machine_header *header,
                                            const struct header_variant *variant, const char *path, const char *real)
{
    struct arena *arena = machines->arena;
    const struct header_variant *whole = machine_header_variant(header, "");
    struct machine_variant *v = arena_alloc(arena, sizeof *v);
    const char *promises = variant->promises ? variant->promises : whole->promises;
    *v = (struct machine_variant){
        .machine = path, .variant = variant->name, .path = real, .own = true, .out_of_order = header->out_of_order,
        .name = name_own(arena, path, variant->name),
        .promises = promises ? promises : "", .source = header->source,
        .promises_place = variant->promises ? variant->promises_place : whole->promises_place};
    if (variant == whole)
        v->set = whole->constants;
    else
        v->set = laid_over(arena, &whole->constants, &variant->constants);
    v->constants = machine_constants_text(arena, &v->set);
    return v;
}

static bool fits_together(struct machines *, const struct machine_header *, const struct machine_variant *, struct text *why);

/* The variant asked for; each of the file's must be a program. */
static const struct machine_variant *choose(struct machines *machines, const struct machine_header *header,
                                            const char *path, const char *real, const char *variant, struct text *why)
{
    const struct machine_variant *chosen = NULL;
    for (unsigned i = 0; i < header->variant_count; i++) {
        const struct machine_variant *v = make_variant(machines, header, &header->variants[i], path, real);
        if (!fits_together(machines, header, v, why))
            return NULL;
        if (!strcmp(v->variant, variant))
            chosen = v;
    }
    if (chosen)
        return chosen;
    const char *near = nearest_of(variant, header_variant_at, header, header->variant_count);
    text_format(why, "murrelet: %s has no variant '%s'", path, variant);
    if (near && *near)
        text_format(why, "; did you mean '%s:%s'?\n", path, near);
    else
        text_put(why, ": its header says which it has\n");
    return NULL;
}

static const struct machine_variant *find_file(struct machines *machines, const char *path, const char *variant,
                                               struct text *why)
{
    struct arena *arena = machines->arena;
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source *source = source_read(arena, diagnostics, path, (struct place){0});
    struct machine_header header;
    char *real = source ? realpath(path, NULL) : NULL;
    if (source && !real)
        memory_check_errno();
    const char *kept = real ? arena_format(arena, "%s", real) : path;
    free(real);
    bool right = source && machine_header_read(&header, arena, diagnostics, source);
    for (unsigned i = 0; right && i < header.variant_count; i++)
        right = promised_files_are_there(machines, diagnostics, kept, header.variants[i].promises,
                                         header.variants[i].promises_place);
    if (!right) {
        diagnostics_put(diagnostics, why);
        return NULL;
    }
    return choose(machines, &header, arena_format(arena, "%s", path), kept, variant, why);
}

/* FILE.m or FILE.m:VARIANT: gives the length of the path, or 0. */
static size_t path_length(const char *name)
{
    if (text_ends_in(name, ".m"))
        return strlen(name);
    const char *colon = strrchr(name, ':');
    return colon && colon - name > 2 && !strncmp(colon - 2, ".m", 2) ? (size_t)(colon - name) : 0;
}

static bool is_own(const struct machine_variant *v, const char *path, const char *variant)
{
    return !strcmp(v->machine, path) && !strcmp(v->variant, variant);
}

const struct machine_variant *machines_find(struct machines *machines, const char *name, struct text *why)
{
    for (unsigned i = 0; i < machines->count; i++)
        if (!strcmp(machines->variants[i].name, name))
            return &machines->variants[i];
    size_t length = path_length(name);
    if (!length) {
        const char *near = machines_nearest(machines, name);
        text_format(why, "murrelet: there is no machine '%s'", name);
        if (strchr(name, '/'))
            text_put(why, "; one of your own is a file whose name ends in .m");
        if (near)
            text_format(why, "; did you mean '%s'?", near);
        text_put(why, near ? " 'murrelet machines' lists them\n" : "; 'murrelet machines' lists them\n");
        return NULL;
    }
    const struct machine_variant *v = NULL;
    pthread_mutex_lock(&machines->lock);
    const char *path = arena_text(machines->arena, name, length), *variant = name[length] ? name + length + 1 : "";
    for (unsigned i = 0; i < machines->own_count && !v; i++)
        if (is_own(machines->own[i], path, variant))
            v = machines->own[i];
    if (!v) {
        v = find_file(machines, path, variant, why);
        if (v)
            ARENA_PUSH(machines->arena, machines->own, machines->own_count, v);
    }
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

struct litmus_sizes machine_least_sizes(void)
{
    struct litmus_sizes sizes = classes[0];
    sizes.components = sizes.words = 1;
    return sizes;
}

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

/* `root` ends in a slash, or is empty. */
static void wrap(const struct machine_variant *v, const struct machine_environment *environment, struct arena *arena,
                 const char *root, struct text *out)
{
    text_include(out, arena_format(arena, "%smodels/lib/orders.m", root));
    text_include(out, arena_format(arena, "%smodels/lib/host.m", root));
    text_include(out, arena_format(arena, "%smodels/lib/%s.m", root, v->out_of_order ? "window" : "litmus"));
    text_include(out, here_below(v->path));
    if (!promises_asked(&environment->promises)) {
        text_include(out, arena_format(arena, "%sinvariants/%s.m", root, environment->invariants));
    } else {
        text_include(out, arena_format(arena, "%smodels/lib/scheduler.m", root));
        progress_put(out, &environment->promises, environment->scheduled, v->out_of_order);
    }
}

struct constants {
    struct constant_override *items;
    unsigned count;
    unsigned driver; /* so many, the first, are the driver's */
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

bool machines_sets(const char *name, size_t length)
{
    static const char *const names[] = {"THREADS", "CUS", "COMPONENTS", "LINES", "WORDS", "VALUES", "LOCALS", "OPERATIONS",
                                        "TAGS", "PREFETCHES", "WARM", "EVICTIONS", "PROGRESS", NULL};
    for (int i = 0; names[i]; i++)
        if (strlen(names[i]) == length && !strncmp(names[i], name, length))
            return true;
    return false;
}

static void add_number(struct arena *arena, struct constants *constants, const char *name, int value)
{
    add_constant(arena, constants, name, arena_format(arena, "%d", value));
}

/* Add the further constants of an environment; these are our own, and so of the right form. */
static void add_listed(struct arena *arena, struct constants *constants, const char *list)
{
    char *copy = arena_format(arena, "%s", list), *rest = NULL;
    for (char *item = strtok_r(copy, " ", &rest); item; item = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(item, '=');
        if (!equals)
            die("a constant of the environment has no value");
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
    static const char *const promised[PROMISE_LEVELS] = {"OF_AGENTS", "OF_GROUPS", "OF_THREADS"};
    for (int i = 0; i < PROMISE_LEVELS && promises_asked(&environment->promises); i++)
        add_number(arena, &constants, promised[i], (int)environment->promises.at[i] - (int)SCHEDULER_FAIR);
    constants.driver = constants.count;
    for (unsigned i = 0; i < v->set.count; i++) {
        struct constant_override item = {
            .name = v->set.items[i].name, .value = v->set.items[i].value, .place = v->set.items[i].place};
        ARENA_PUSH(arena, constants.items, constants.count, item);
    }
    if (environment->constants)
        add_listed(arena, &constants, environment->constants);
    return constants;
}

/* A header must not set the driver's constants, which the test and the command line determine. */
static bool leaves_the_drivers(const struct constants *constants, struct diagnostics *diagnostics,
                               const struct machine_variant *v)
{
    bool right = true;
    for (unsigned i = 0; i < v->set.count; i++)
        for (unsigned d = 0; d < constants->driver; d++)
            if (!strcmp(constants->items[d].name, v->set.items[i].name)) {
                diagnostics_add(diagnostics, SEVERITY_ERROR, v->set.items[i].place, NULL,
                                "the constant `%s` is the driver's, and no machine sets it", v->set.items[i].name);
                right = false;
            }
    return right;
}

struct program *machines_program(const struct machines *machines, const struct machine_variant *v,
                                 const struct machine_environment *environment, const struct litmus_sizes *sizes,
                                 struct arena *arena, struct text *error)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct text wrapper = {0};
    const char *root = here_below(arena_format(arena, "%s/", machines->root));
    wrap(v, environment, arena, root, &wrapper);
    /* The wrapper must not bear the file's own name: a file is included once, and the wrapper would count as that. */
    const char *slash = strrchr(v->name, '/'); /* nor name a folder: what it includes is found from the working directory */
    const char *name = arena_format(arena, "<%s>", slash ? slash + 1 : v->name);
    struct source *source = source_from_text(arena, name, arena_text(arena, wrapper.bytes, wrapper.length));
    source->library = arena_format(arena, "%smodels", root);
    text_free(&wrapper);
    struct program *program = parse_program(arena, diagnostics, source, DIALECT_RUMUR);
    struct constants constants = all_constants(arena, v, environment, sizes);
    if (!diagnostics_errors(diagnostics) && leaves_the_drivers(&constants, diagnostics, v) &&
        interface_check(diagnostics, program, v->name, v->out_of_order) &&
        types_check(arena, diagnostics, program, DIALECT_RUMUR, constants.items, constants.count))
        return program;
    diagnostics_put(diagnostics, error);
    return NULL;
}

static const char *constant_at(const void *program, unsigned i)
{
    const struct decl *decl = ((const struct program *)program)->decls[i];
    return decl->kind == DECL_CONST ? decl->symbol->name : "";
}

/* Check that the constants whose values the header lists exist. */
static bool knows_constants(struct arena *arena, const struct machine_header *header, const struct program *program,
                            struct text *why)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    for (unsigned v = 0; v < header->values_count; v++) {
        bool there = false;
        for (unsigned i = 0; i < program->decl_count; i++)
            there |= !strcmp(constant_at(program, i), header->values[v].name);
        const char *near = nearest_of(header->values[v].name, constant_at, program, program->decl_count);
        if (!there)
            diagnostics_add(diagnostics, SEVERITY_ERROR, header->values[v].place,
                            near && *near ? arena_format(arena, "did you mean `%s`?", near) : NULL,
                            "the model has no constant `%s`", header->values[v].name);
    }
    bool right = !diagnostics_errors(diagnostics);
    diagnostics_put(diagnostics, why);
    return right;
}

/* Check the machine by the front end alone, which is quick and says what is wrong with a constant. */
static bool fits_together(struct machines *machines, const struct machine_header *header, const struct machine_variant *v,
                          struct text *why)
{
    static const struct machine_environment plain = {.invariants = "none"};
    struct litmus_sizes sizes = machine_least_sizes();
    struct arena *arena = arena_new();
    const struct program *program = machines_program(machines, v, &plain, &sizes, arena, why);
    bool fits = program && knows_constants(arena, header, program, why);
    arena_free(arena);
    return fits;
}

static bool build(struct machines *machines, struct machine_model *model, const struct machine_variant *v,
                  const struct machine_environment *environment, const struct compile_options *options,
                  struct text *error)
{
    struct text c = {0};
    model->program = machines_program(machines, v, environment, &model->sizes, model->arena, error);
    if (!model->program)
        return false;
    model->cover = machines->covers ? machine_cover_new(model->arena) : NULL;
    codegen_covered(&c, model->program, model->cover ? &model->cover->points : NULL);
    model->compiled = compile_model(&c, options, error);
    text_free(&c);
    model->model = model->compiled ? compiled_model(model->compiled) : NULL;
    if (model->model)
        model->plan = specialise_plan_new(model->arena, model->model, model->program);
    if (model->model && model->cover)
        machine_cover_open(model->cover, model->arena, model->model);
    return model->model != NULL;
}

const struct machine_model *machines_model(struct machines *machines, const struct machine_variant *v,
                                           const struct machine_environment *environment,
                                           const struct compile_options *options, unsigned size_class,
                                           int components, int words, struct text *error)
{
    char promises[PROMISES_NAME];
    pthread_mutex_lock(&machines->lock);
    const char *key =
        arena_format(machines->arena, "%s|%s|%s|%u|%d|%d|%s|%s|%u|%s|%u|%d|%d|%d|%d|%d", v->path, v->constants,
                     v->out_of_order ? "window" : "litmus", environment->prefetches, environment->warm,
                     environment->evictions, environment->invariants, promises_name(&environment->promises, promises), environment->scheduled,
                     environment->constants ? environment->constants : "", size_class, components, words, options->optimise, options->quickly,
                     machines->covers);
    struct built *b = machines->built;
    while (b && strcmp(b->key, key))
        b = b->next;
    if (!b) {
        b = arena_alloc(machines->arena, sizeof *b);
        b->key = key;
        b->machine = v;
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

/* ---- what searches come to ---- */

void machines_cover(struct machines *machines)
{
    machines->covers = true;
}

void machines_visit_covered(struct machines *machines, machines_visitor *visit, void *data)
{
    unsigned count = 0;
    pthread_mutex_lock(&machines->lock);
    for (const struct built *b = machines->built; b; b = b->next)
        count++;
    for (; count; count--) { /* the last one is the first that was asked for */
        const struct built *b = machines->built;
        for (unsigned i = 1; i < count; i++)
            b = b->next;
        if (!b->error && b->model.cover)
            visit(data, b->machine, &b->model);
    }
    pthread_mutex_unlock(&machines->lock);
}
