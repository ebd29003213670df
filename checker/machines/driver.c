/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * driver.c - put a machine, a driver and invariants together; see driver.h.
 *
 * The text is parsed twice: here, to see whether something observes the machine
 * and that all fits, and by who checks the model.
 */
#include "driver.h"

#include <string.h>
#include <unistd.h>

#include "../base/arena.h"
#include "../base/folder.h"
#include "../base/here.h"
#include "../base/nearest.h"
#include "interface.h"

const char *const driver_names[] = {"free", "endless", NULL};

/* Models that are coherent whatever the program is: of any location all threads see one order of its stores. */
static const char *const coherent_models[] = {"sc", "rc-mca", "rc"};

struct composer {
    struct driven *driven;
    struct arena *arena;
    const struct machines *machines;
    struct diagnostics *diagnostics;
    struct machine_header header;
    const char *root;   /* of the library, with a slash, as someone in the working directory would write it; "" is here */
    const char *path, *folder; /* the machine's file and where it lies, likewise */
    const char *gives;  /* the driver's words */
};

static bool exists(const char *path)
{
    return access(path, R_OK) == 0;
}

static void wrong(struct composer *c, struct place place, const char *hint, const char *message)
{
    diagnostics_add(c->diagnostics, SEVERITY_ERROR, place, hint, "%s", message);
}

static const char *folder_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_text(arena, path, (size_t)(slash - path)) : ".";
}

/* A file is named by its path, and by nothing else. */
static bool is_path(const char *name)
{
    return text_ends_in(name, ".m");
}

/* ---- what a file gives or needs ---- */

/* The words of the line `-- KEY: WORDS`, or "". */
static const char *words_of(struct arena *arena, const struct source *source, const char *key, struct place *place)
{
    const char *mark = arena_format(arena, "-- %s: ", key);
    for (unsigned i = 0; i < source->line_count; i++) {
        unsigned start = source->lines[i], length = (unsigned)strcspn(source->text + start, "\n");
        if (strncmp(source->text + start, mark, strlen(mark)))
            continue;
        *place = (struct place){source, start, start + length};
        return arena_text(arena, source->text + start + strlen(mark), length - strlen(mark));
    }
    *place = (struct place){0};
    return "";
}

static const char *words_of_file(struct composer *c, const char *path, const char *key)
{
    struct diagnostics *unsaid = diagnostics_new(c->arena); /* a file that cannot be read is found out by the parser */
    struct source *source = source_read(c->arena, unsaid, path, (struct place){0});
    struct place place;
    return source ? words_of(c->arena, source, key, &place) : "";
}

static bool has_word(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = words; (at = strstr(at, word)); at += length)
        if ((at == words || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return true;
    return false;
}

/* The first of the words that the driver does not give, or NULL. */
static const char *missing_of(struct composer *c, const char *needs)
{
    char *copy = arena_format(c->arena, "%s", needs), *rest = NULL;
    for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (!has_word(c->gives, word))
            return word;
    return NULL;
}

static const char *need_in_words(struct arena *arena, const char *need)
{
    return !strcmp(need, "named-values") ? "values that name their stores"
           : !strcmp(need, "program")    ? "a litmus test"
                                         : arena_format(arena, "`%s`", need);
}

/* ---- the machine ---- */

static bool read_machine(struct composer *c)
{
    const struct machine_variant *machine = c->driven->machine;
    const char *root = here_below(machines_root(c->machines));
    c->root = *root ? arena_format(c->arena, "%s/", root) : root;
    c->path = machine->own ? machine->machine : here_below(machine->path);
    c->folder = folder_of(c->arena, c->path);
    struct source *source = source_read(c->arena, c->diagnostics, c->path, (struct place){0});
    return source && machine_header_read(&c->header, c->arena, c->diagnostics, source);
}

static const struct header_variant *variant(const struct composer *c)
{
    const struct machine_variant *machine = c->driven->machine;
    return machine->own ? machine_header_variant(&c->header, machine->variant)
                        : machine_header_variant_of(&c->header, &machine->set);
}

static void set_constants(struct composer *c)
{
    const struct header_constants *set = &c->driven->machine->set;
    for (unsigned i = 0; i < set->count; i++) {
        struct constant_override item = {.name = set->items[i].name, .value = set->items[i].value, .place = set->items[i].place};
        ARENA_PUSH(c->arena, c->driven->constants, c->driven->constant_count, item);
    }
}

/* ---- the driver ---- */

static const char *driver_at(const void *names, unsigned i)
{
    return ((const char *const *)names)[i];
}

static void refuse_driver(struct composer *c, const char *name)
{
    if (!strcmp(name, "litmus") || !strcmp(name, "window")) {
        wrong(c, (struct place){0}, arena_format(c->arena, "murrelet litmus --machine %s TEST.litmus", c->driven->machine->name),
              arena_format(c->arena, "the driver `%s` runs litmus tests", name));
        return;
    }
    const char *near = nearest_of(name, driver_at, driver_names, 2);
    wrong(c, (struct place){0},
          near ? arena_format(c->arena, "did you mean `%s`?", near)
               : "free, endless, one beside the machine's file, or a FILE.m of your own",
          arena_format(c->arena, "there is no driver `%s`", name));
}

/* free and endless are the library's; another one is a file, or lies beside the machine's. */
static bool find_driver(struct composer *c, const char *name)
{
    const char *shared = arena_format(c->arena, "%smodels/lib/%s.m", c->root, name);
    const char *beside = arena_format(c->arena, "%s/%s.m", c->folder, name);
    bool known = !strcmp(name, driver_names[0]) || !strcmp(name, driver_names[1]);
    for (unsigned i = 0; i < c->header.refusal_count; i++)
        if (!strcmp(c->header.refusals[i].driver, name)) {
            wrong(c, (struct place){0}, NULL, arena_format(c->arena, "%s does not go with the driver `%s`: %s",
                                                           c->driven->machine->name, name, c->header.refusals[i].why));
            return false;
        }
    const char *path = known ? shared : is_path(name) ? name : beside;
    bool drives = exists(path) && *words_of_file(c, path, "driver");
    if (known ? !exists(path) : is_path(name) ? !exists(path) : !drives) {
        refuse_driver(c, name);
        return false;
    }
    c->driven->driver = (struct driver_file){name, path};
    c->gives = words_of_file(c, path, "gives");
    c->driven->runs_out = has_word(c->gives, "named-values");
    return true;
}

/* ---- invariants ---- */

struct search_names {
    struct arena *arena;
    struct nearest nearest;
};

static void try_name(void *data, const struct folder_entry *entry)
{
    struct search_names *names = data;
    if (entry->regular && text_ends_in(entry->name, ".m"))
        nearest_try(&names->nearest, arena_text(names->arena, entry->name, strlen(entry->name) - 2));
}

static void refuse_invariant(struct composer *c, const char *name, struct place place)
{
    struct search_names names = {c->arena, nearest_start(name)};
    folder_walk(arena_format(c->arena, "%sinvariants", c->root), try_name, &names);
    for (unsigned v = 0; v < c->header.variant_count; v++)
        for (unsigned i = 0; c->header.variants[v].invariants && i < c->header.variants[v].invariants->count; i++)
            if (strcmp(name, c->header.variants[v].invariants->items[i].text))
                nearest_try(&names.nearest, c->header.variants[v].invariants->items[i].text);
    wrong(c, place,
          names.nearest.best ? arena_format(c->arena, "did you mean `%s`?", names.nearest.best)
                             : "those of the library are in invariants/; one of your own is a FILE.m",
          arena_format(c->arena, is_path(name) ? "there is no file `%s`" : "there is no invariant `%s`", name));
}

/* The file of this name beside the machine's, or in a folder around it that is the same protocol's. */
static const char *invariant_beside(struct composer *c, const char *name)
{
    const char *all = arena_format(c->arena, "%smodels", c->root);
    const char *folder = c->folder;
    do {
        const char *path = arena_format(c->arena, "%s/%s.m", folder, name);
        if (exists(path))
            return path;
        folder = folder_of(c->arena, folder);
    } while (!strncmp(folder, all, strlen(all)) && folder[strlen(all)] == '/');
    return NULL;
}

/* FILE.m, or a name: of the protocol, then in invariants/.  NULL where there is none. */
static const char *invariant_path(struct composer *c, const char *name)
{
    if (is_path(name))
        return exists(name) ? name : NULL;
    const char *beside = invariant_beside(c, name);
    const char *shared = arena_format(c->arena, "%sinvariants/%s.m", c->root, name);
    return beside ? beside : exists(shared) ? shared : NULL;
}

static bool add_invariant(struct composer *c, const char *name, struct place place)
{
    struct driven *driven = c->driven;
    const char *path = invariant_path(c, name);
    if (!path) {
        refuse_invariant(c, name, place);
        return false;
    }
    struct driver_file file = {name, path};
    const char *missing = missing_of(c, words_of_file(c, path, "needs"));
    if (!missing)
        ARENA_PUSH(c->arena, driven->invariants, driven->invariant_count, file);
    else if (driven->by_promise)
        ARENA_PUSH(c->arena, driven->left_out, driven->left_out_count, file);
    else
        wrong(c, place, NULL, arena_format(c->arena, "the invariant `%s` needs %s, which the driver `%s` does not give", name,
                                           need_in_words(c->arena, missing), driven->driver.name));
    return !missing || driven->by_promise;
}

static bool add_asked(struct composer *c, const struct driver_request *request)
{
    bool all = true;
    for (unsigned i = 0; i < request->invariant_count; i++) {
        char *copy = arena_format(c->arena, "%s", request->invariants[i]), *rest = NULL;
        for (char *name = strtok_r(copy, ", ", &rest); name; name = strtok_r(NULL, ", ", &rest))
            all &= add_invariant(c, name, (struct place){0});
    }
    return all;
}

static bool add_promised(struct composer *c)
{
    const struct header_variant *own = variant(c);
    const struct header_names *names = own && own->invariants ? own->invariants : c->header.variants[0].invariants;
    bool all = true;
    c->driven->by_promise = true;
    for (unsigned i = 0; names && i < names->count; i++)
        all &= add_invariant(c, names->items[i].text, names->items[i].place);
    return all;
}

static bool promises_coherence(const struct composer *c)
{
    for (size_t i = 0; i < sizeof coherent_models / sizeof *coherent_models; i++)
        if (has_word(c->driven->machine->promises, coherent_models[i]))
            return true;
    return false;
}

/* ---- the text ---- */

/* `observer` is a file of invariants/, or NULL. */
static void write_source(struct composer *c, const char *observer)
{
    struct driven *driven = c->driven;
    struct text text = {0};
    text_include(&text, arena_format(c->arena, "%smodels/lib/orders.m", c->root));
    text_include(&text, driven->driver.path);
    text_include(&text, c->path);
    if (observer)
        text_include(&text, arena_format(c->arena, "%sinvariants/%s.m", c->root, observer));
    for (unsigned i = 0; i < driven->invariant_count; i++)
        text_include(&text, driven->invariants[i].path);
    /* No file bears this name, and it names no folder: what is included is found from the working directory. */
    driven->source = source_from_text(c->arena, "<machine>", arena_text(c->arena, text.bytes, text.length));
    driven->source->library = arena_format(c->arena, "%smodels", c->root);
    text_free(&text);
}

/* The places of a routine's declarations: their number. */
static unsigned count_routine(const struct program *program, const char *name, struct place *last)
{
    unsigned count = 0;
    for (unsigned i = 0; i < program->decl_count; i++)
        if (program->decls[i]->kind == DECL_ROUTINE && !strcmp(program->decls[i]->symbol->name, name)) {
            *last = program->decls[i]->symbol->place;
            count++;
        }
    return count;
}

/* A file that an invariant includes needs it too. */
static bool check_needs(struct composer *c, const struct program *program)
{
    bool all = true;
    for (unsigned i = 0; i < program->decl_count; i++) {
        const struct source *source = program->decls[i]->kind == DECL_INCLUDE ? program->decls[i]->included : NULL;
        struct place place;
        const char *missing = source ? missing_of(c, words_of(c->arena, source, "needs", &place)) : NULL;
        if (missing)
            wrong(c, place, NULL, arena_format(c->arena, "this needs %s, which the driver `%s` does not give",
                                               need_in_words(c->arena, missing), c->driven->driver.name));
        all &= !missing;
    }
    return all;
}

static bool parse(struct composer *c, struct arena *scratch, struct program **program)
{
    struct source *copy = source_from_text(scratch, c->driven->source->path, c->driven->source->text);
    copy->library = c->driven->source->library;
    *program = parse_program(scratch, c->diagnostics, copy, DIALECT_RUMUR);
    return !diagnostics_errors(c->diagnostics);
}

/* The first message of the type checker, or NULL where the program is right. */
static const char *type_error(struct composer *c)
{
    struct arena *scratch = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(scratch);
    struct source *copy = source_from_text(scratch, c->driven->source->path, c->driven->source->text);
    copy->library = c->driven->source->library;
    struct program *program = parse_program(scratch, diagnostics, copy, DIALECT_RUMUR);
    const char *message = NULL;
    if (diagnostics_errors(diagnostics) || !types_fit(scratch, diagnostics, program, DIALECT_RUMUR, c->driven->constants,
                                                      c->driven->constant_count)) {
        struct text text = {0};
        diagnostics_drop_warnings(diagnostics);
        diagnostics_put(diagnostics, &text);
        const char *mark = "error: ", *found = strstr(text.bytes, mark), *first = found ? found + strlen(mark) : text.bytes;
        message = arena_text(c->arena, first, strcspn(first, "\n"));
        text_free(&text);
    }
    arena_free(scratch);
    return message;
}

/* Where the machine is no program with scalarsets, and is one with numbers, take those. */
static void choose_types(struct composer *c, const char *observer)
{
    struct driven *driven = c->driven;
    struct driver_file typed = driven->driver;
    const char *path = arena_format(c->arena, "%smodels/lib/drivers/%s-numbers.m", c->root, typed.name);
    bool library = !strcmp(typed.name, driver_names[0]) || !strcmp(typed.name, driver_names[1]);
    const char *why = library ? type_error(c) : NULL;
    if (!why)
        return;
    driven->driver.path = path;
    write_source(c, observer);
    if (!type_error(c)) {
        driven->numbers = why;
        return;
    }
    driven->driver = typed;
    write_source(c, observer);
}

/* What observes the machine where no invariant that was asked for, or that its header names, does: of its own accord
 * coherence, if it promises that, or else, where values do not name their stores, that no store is lost, which is what the
 * interface says of every machine.  NULL: nothing. */
static const char *observer_of_its_own(const struct composer *c)
{
    if (!c->driven->by_promise)
        return NULL;
    if (!has_word(c->gives, "named-values"))
        return "last-store";
    return promises_coherence(c) ? "coherence" : NULL;
}

/* Whether all fits; something must observe the machine, and not more than one thing. */
static bool fits(struct composer *c)
{
    struct program *program;
    struct place place;
    write_source(c, NULL);
    if (!parse(c, c->arena, &program) || !check_needs(c, program) ||
        !interface_check(c->diagnostics, program, c->driven->machine->name, false))
        return false;
    unsigned observers = count_routine(program, "ObserveStart", &place);
    if (observers > 1)
        wrong(c, place, "a search has one observer: check them one after the other",
              "two of the invariants observe what the machine does");
    const char *own = observers ? NULL : observer_of_its_own(c), *observer = observers || own ? NULL : "none";
    if (observers > 1 || (own && !add_invariant(c, own, (struct place){0})))
        return false;
    write_source(c, observer);
    choose_types(c, observer);
    return true;
}

static const char *title_of(struct arena *arena, const struct driven *driven)
{
    const char *name = driven->driver.name;
    return arena_format(arena, is_path(name) ? "%s under the driver %s" : "%s under the %s driver", driven->machine->name, name);
}

bool driver_compose(struct driven *driven, struct arena *arena, struct machines *machines,
                    const struct driver_request *request, struct text *error)
{
    struct composer c = {.driven = driven, .arena = arena, .machines = machines, .diagnostics = diagnostics_new(arena)};
    *driven = (struct driven){.machine = machines_find(machines, request->machine, error)};
    if (!driven->machine)
        return false;
    set_constants(&c);
    bool good = read_machine(&c) && find_driver(&c, request->driver);
    if (good) {
        driven->title = title_of(arena, driven);
        good = (request->invariant_count ? add_asked(&c, request) : add_promised(&c)) && fits(&c);
    }
    if (!good)
        diagnostics_put(c.diagnostics, error);
    return good;
}

/* ---- constants ---- */

struct constant_override *driver_constants(const struct driven *driven, struct arena *arena,
                                           const struct constant_override *given, unsigned *count)
{
    struct constant_override *all = NULL;
    unsigned given_count = *count;
    *count = 0;
    for (unsigned i = 0; i < driven->constant_count; i++) {
        bool again = false;
        for (unsigned j = 0; j < given_count; j++)
            again |= !strcmp(driven->constants[i].name, given[j].name);
        if (!again)
            ARENA_PUSH(arena, all, *count, driven->constants[i]);
    }
    for (unsigned j = 0; j < given_count; j++)
        ARENA_PUSH(arena, all, *count, given[j]);
    return all;
}

/* Whether two stores may be of one value: each driver is written for one answer. */
static bool is_kind(const char *name)
{
    return !strcmp(name, "NAMED");
}

bool driver_constants_lie_within(const struct driven *driven, struct arena *arena, const struct constant_override *given,
                                 unsigned count, struct text *error)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct machine_header header;
    struct header_constants constants = {0};
    struct source *source = source_read(arena, diagnostics, driven->machine->path, (struct place){0});
    for (unsigned i = 0; i < count; i++) {
        struct header_constant item = {.name = given[i].name, .value = given[i].value, .place = given[i].place};
        ARENA_PUSH(arena, constants.items, constants.count, item);
        if (is_kind(item.name))
            diagnostics_add(diagnostics, SEVERITY_ERROR, item.place, "another driver has other values",
                            "%s says what the values of the driver `%s` are, and is not to be set", item.name, driven->driver.name);
    }
    bool good = !diagnostics_errors(diagnostics) && source && machine_header_read(&header, arena, diagnostics, source) &&
                machine_constants_lie_within(&header, diagnostics, &constants);
    if (!good)
        diagnostics_put(diagnostics, error);
    return good;
}

static bool is_size(const char *name)
{
    static const char *const sizes[] = {"THREADS", "CUS", "COMPONENTS", "LINES", "WORDS", "VALUES", "TAGS", "STORES"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!strcmp(sizes[i], name))
            return true;
    return false;
}

/* The composing text includes the orders, the driver, the machine, and then the invariants. */
enum driver_part driver_part(const struct program *program, unsigned decl)
{
    unsigned includes = 0;
    for (unsigned i = 0; i <= decl; i++)
        includes += program->decls[i]->kind == DECL_INCLUDE && program->decls[i]->place.source == program->source;
    if (includes > 3)
        return DRIVER_INVARIANT;
    if (includes == 3)
        return DRIVER_MACHINE;
    const char *name = program->decls[decl]->symbol->name;
    if (is_kind(name))
        return DRIVER_KIND;
    return is_size(name) ? DRIVER_SIZE : DRIVER_ENVIRONMENT;
}

const char *driver_identity(struct arena *arena, const struct driven *driven)
{
    const char *path = driven->machine->own ? strrchr(driven->machine->path, '/') + 1 : driven->machine->machine;
    const char *text = arena_format(arena, "--machine\t%s:%s\n--driver\t%s\n", path, driven->machine->variant, driven->driver.name);
    for (unsigned i = 0; i < driven->invariant_count; i++)
        text = arena_format(arena, "%s--invariant\t%s\n", text, driven->invariants[i].name);
    return text;
}
