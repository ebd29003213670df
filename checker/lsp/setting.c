/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * setting.c - see setting.h.
 */
#include "setting.h"

#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../murphi/parser.h"
#include "document.h"
#include "nearby.h"

enum { ROOTS_LIMIT = 16, SETTINGS_LIMIT = 80 };

/* Drivers of the library, each with what it needs before it. */
static const struct driver {
    const char *files[3];
    bool out_of_order;
} drivers[] = {
    {{"free"}, false},         {{"drivers/free-numbers"}, false},    {{"endless"}, false},
    {{"drivers/endless-numbers"}, false}, {{"host", "litmus"}, false}, {{"host", "window"}, true},
};
enum { DRIVERS = sizeof drivers / sizeof *drivers };

static const char driver_mark[] = "-- driver:";

struct finder {
    struct arena *arena;
    struct nearby near;
    const char *library; /* <root>/models, or NULL */
    struct setting *list;
    unsigned count;
    const char *roots[ROOTS_LIMIT];
    unsigned root_count;
};

/* ---- what a file is ---- */

static bool rule_starts(const struct rule *rule)
{
    bool starts = rule->kind == RULE_STARTSTATE;
    for (unsigned i = 0; i < rule->rule_count && !starts; i++)
        starts = rule_starts(rule->rules[i]);
    return starts;
}

/* What a file has, with what it includes. */
struct nature {
    bool starts, observes;
};

static struct nature nature_of(const struct finder *f, struct source *source)
{
    struct arena *arena = arena_new();
    struct nature nature = {0};
    source->library = f->library;
    const struct program *p = parse_program(arena, diagnostics_new(arena), source, DIALECT_RUMUR);
    for (unsigned i = 0; i < p->decl_count; i++) {
        const struct decl *decl = p->decls[i];
        nature.starts |= decl->kind == DECL_RULE && decl->rule && rule_starts(decl->rule);
        nature.observes |= decl->kind == DECL_ROUTINE && !strcmp(decl->symbol->name, "ObserveStart");
    }
    arena_free(arena);
    return nature;
}

static struct nature nature_of_file(const struct finder *f, const char *path)
{
    struct source *source = source_read(f->arena, diagnostics_new(f->arena), path, (struct place){0});
    return source ? nature_of(f, source) : (struct nature){0};
}

static bool is_machine(const struct nearby_file *file)
{
    return nearby_has_line(file, "-- machine: source:") || nearby_has_line(file, "-- machine: promises:");
}

/* ---- settings ---- */

static void add(struct finder *f, const char *const *includes, unsigned count, const char *machine, bool out_of_order)
{
    /* What is a model by itself is read as `murrelet check` reads it. */
    struct setting new = {.count = count, .library = count > 1 ? f->library : NULL, .machine = machine, .out_of_order = out_of_order};
    const char **copy = arena_alloc(f->arena, (count + 1) * sizeof *copy);
    for (unsigned i = 0; i < count; i++)
        copy[i] = includes[i];
    new.includes = copy;
    if (f->count < SETTINGS_LIMIT)
        ARENA_PUSH(f->arena, f->list, f->count, new);
}

/* A machine under a driver, observed by nothing unless `part` observes it; `part` may be NULL. */
static void add_machine(struct finder *f, const char *machine, const struct driver *driver, const char *part, bool observed)
{
    const char *includes[8];
    unsigned count = 0;
    includes[count++] = arena_format(f->arena, "%s/lib/orders.m", f->library);
    for (unsigned i = 0; i < 3 && driver->files[i]; i++)
        includes[count++] = *driver->files[i] == '/' ? driver->files[i]
                                                     : arena_format(f->arena, "%s/lib/%s.m", f->library, driver->files[i]);
    includes[count++] = machine;
    if (!observed)
        includes[count++] = arena_format(f->arena, "%s/invariants/none.m", f->near.library);
    if (part)
        includes[count++] = part;
    add(f, includes, count, machine, driver->out_of_order);
}

static bool same_folder(const char *a, const char *b)
{
    const char *x = strrchr(a, '/'), *y = strrchr(b, '/');
    return x && y && x - a == y - b && !strncmp(a, b, (size_t)(x - a));
}

static const char *name_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t length = strlen(name);
    return arena_text(arena, name, length > 2 ? length - 2 : length);
}

/* How likely a part belongs to a machine: the least first.  What is of one protocol alone is often called so. */
static unsigned distance(struct finder *f, const struct nearby_file *machine, const char *part)
{
    const char *name = name_of(f->arena, part), *whose = name_of(f->arena, machine->path);
    size_t length = strlen(whose);
    if (nearby_line_names(machine, "-- machine: invariants", name))
        return 0;
    return same_folder(machine->path, part) || (!strncmp(name, whose, length) && name[length] == '-') ? 1 : 2;
}

/* The library's drivers, and those beside the machine. */
static void add_under_drivers(struct finder *f, const char *machine, const char *part, bool observed)
{
    for (unsigned k = 0; k < DRIVERS; k++)
        add_machine(f, machine, &drivers[k], part, observed);
    for (unsigned i = 0; i < f->near.count; i++) {
        const struct driver own = {{f->near.files[i].path}, false};
        if (same_folder(own.files[0], machine) && nearby_has_line(&f->near.files[i], driver_mark))
            add_machine(f, machine, &own, part, observed);
    }
}

/* With the likeliest machine under each driver, then with the next. */
static void add_part(struct finder *f, const char *part)
{
    bool observes = nature_of_file(f, part).observes;
    for (unsigned d = 0; d < 3; d++)
        for (unsigned i = 0; i < f->near.count; i++)
            if (is_machine(&f->near.files[i]) && distance(f, &f->near.files[i], part) == d)
                add_under_drivers(f, f->near.files[i].path, part, observes);
}

/* A driver of the library, or one that says so; NULL: it is none. */
static const struct driver *driver_of(const struct finder *f, const struct nearby_file *file)
{
    for (unsigned i = 0; i < DRIVERS; i++) {
        const char *name = drivers[i].files[1] ? drivers[i].files[1] : drivers[i].files[0];
        if (!strcmp(file->path, arena_format(f->arena, "%s/lib/%s.m", f->library, name)))
            return &drivers[i];
    }
    if (!nearby_has_line(file, driver_mark))
        return NULL;
    struct driver *own = arena_alloc(f->arena, sizeof *own);
    own->files[0] = file->path;
    return own;
}

static void add_driver(struct finder *f, const struct driver *driver)
{
    for (unsigned i = 0; i < f->near.count; i++)
        if (is_machine(&f->near.files[i]))
            add_machine(f, f->near.files[i].path, driver, NULL, false);
}

static void add_root(struct finder *f, const char *path)
{
    const struct nearby_file *file = nearby_find(&f->near, path);
    const struct driver *driver = f->library && file ? driver_of(f, file) : NULL;
    if (driver)
        add_driver(f, driver);
    else if (nature_of_file(f, path).starts)
        add(f, &path, 1, NULL, false);
    else if (f->library && file && is_machine(file))
        add_under_drivers(f, path, NULL, false);
    else if (f->library && file)
        add_part(f, path);
}

/* ---- who includes it ---- */

static bool includes(const struct nearby_file *file, const char *path)
{
    for (unsigned i = 0; i < file->include_count; i++)
        if (!strcmp(file->includes[i], path))
            return true;
    return false;
}

/* The files that no other includes, on the ways up from this one.  A file that was seen is not gone up from again. */
static void find_roots(struct finder *f, const char *path, bool *seen)
{
    bool included = false;
    for (unsigned i = 0; i < f->near.count; i++) {
        if (!includes(&f->near.files[i], path) || !strcmp(f->near.files[i].path, path))
            continue;
        included = true;
        if (!seen[i]) {
            seen[i] = true;
            find_roots(f, f->near.files[i].path, seen);
        }
    }
    if (!included && f->root_count < ROOTS_LIMIT)
        f->roots[f->root_count++] = path;
}

const struct setting *settings_of(struct arena *arena, const struct document *document, unsigned *count)
{
    struct finder f = {.arena = arena};
    if (document->is_file) {
        nearby_read(&f.near, arena, document->path);
        f.library = f.near.library ? arena_format(arena, "%s/models", f.near.library) : NULL;
    }
    struct source *own = source_from_bytes(arena, document->path, document->text.bytes, document->text.length);
    bool starts = nature_of(&f, own).starts;
    if (starts)
        add(&f, NULL, 0, NULL, false);
    if (document->is_file) {
        bool *seen = arena_alloc(arena, f.near.count + 1);
        find_roots(&f, document->path, seen);
        for (unsigned i = 0; i < f.root_count; i++)
            add_root(&f, f.roots[i]);
    }
    if (!starts)
        add(&f, NULL, 0, NULL, false);
    *count = f.count;
    return f.list;
}
