/* SPDX-License-Identifier: BSD-2-Clause */
/* origin.c - see origin.h. */
#include "origin.h"
#include "../report/json_parts.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/complain.h"
#include "../base/memory.h"
#include "../base/printable.h"
#include "../machines/identity.h"
#include "../suite/suite_cat.h"
#include "commands.h"

/* The path without links, or NULL where there is none. */
static char *real_path(const char *path)
{
    char *real = realpath(path, NULL);
    if (!real)
        memory_check_errno();
    return real;
}

/* A path as someone in the working directory would write it, where it lies below. */
static const char *shown(struct arena *arena, const char *path)
{
    char *real = real_path(path), *here = real_path(".");
    size_t length = here ? strlen(here) : 0;
    const char *result = path;
    if (real && here && !strcmp(real, here))
        result = ".";
    else if (real && here && !strncmp(real, here, length) && real[length] == '/')
        result = arena_format(arena, "%s", real + length + 1);
    else if (real)
        result = arena_format(arena, "%s", real);
    free(real);
    free(here);
    return result;
}

static const char *part(struct arena *arena, const struct machines *machines, const char *name)
{
    return shown(arena, arena_format(arena, "%s/%s", machines_root(machines), name));
}

/* The nearest folder from the working directory up that has models; NULL if none. */
static const char *tree_here(struct arena *arena)
{
    char *here = real_path(".");
    const char *found = NULL;
    while (here && *here && !found) {
        if (!access(arena_format(arena, "%s/models/machines.tsv", here), F_OK))
            found = arena_format(arena, "%s", here);
        *strrchr(here, '/') = 0;
    }
    free(here);
    return found;
}

/* Who names the tree in MURRELET_SHARE knows which it is. */
void origin_warn(const struct machines *machines)
{
    const char *share = getenv("MURRELET_SHARE");
    if (share && *share)
        return;
    struct arena *arena = arena_new();
    const char *here = tree_here(arena);
    char *root = real_path(machines_root(machines));
    if (here && root && strcmp(here, root))
        complain("murrelet: warning: models and tests are those of %s, not of %s, where you are; "
                 "MURRELET_SHARE=%s takes those\n", shown(arena, root), here, here);
    free(root);
    arena_free(arena);
}

void origin_print(FILE *out, const struct machines *machines, bool tests)
{
    struct arena *arena = arena_new();
    printable_format(out, "Models from %s", part(arena, machines, "models"));
    if (tests)
        printable_format(out, ", tests from %s", part(arena, machines, "litmus"));
    fputc('\n', out);
    arena_free(arena);
}

static void set(json_t *object, const char *key, const char *value)
{
    if (value)
        json_object_set_new(object, key, json_part_text(value));
}

json_t *origin_json(const struct machines *machines, bool tests)
{
    struct arena *arena = arena_new();
    json_t *tool = json_object(), *library = json_object();
    set(tool, "version", MURRELET_VERSION);
    set(tool, "hash", identity_tool(arena));
    set(library, "models", part(arena, machines, "models"));
    set(library, "tests", tests ? part(arena, machines, "litmus") : NULL);
    arena_free(arena);
    return json_pack("{s:o, s:o}", "tool", tool, "library", library);
}

void origin_add_suite(json_t *origin, const struct suite *suite)
{
    json_t *machines = json_array(), *tests = json_array(), *models = json_array();
    struct arena *arena = arena_new();
    for (unsigned c = 0; c < suite->column_count; c++) {
        json_t *machine = json_object();
        set(machine, "machine", suite->columns[c]->name);
        set(machine, "file", shown(arena, suite->columns[c]->path));
        set(machine, "hash", identity_machine(arena, suite->machines, suite->columns[c]));
        json_array_append_new(machines, machine);
    }
    for (unsigned t = 0; t < suite->test_count; t++) {
        json_t *test = json_object();
        set(test, "test", suite->tests[t].test->name);
        set(test, "file", shown(arena, suite->tests[t].path));
        set(test, "hash", identity_test(arena, suite->tests[t].test));
        json_array_append_new(tests, test);
    }
    for (unsigned m = 0; m < suite->cat_count; m++) {
        const struct cat_model *cat = suite_cat_model(suite, (int)m);
        json_t *model = json_object();
        set(model, "file", shown(arena, cat->path));
        set(model, "hash", identity_cat(arena, cat));
        json_array_append_new(models, model);
    }
    arena_free(arena);
    if (suite->cat_count)
        json_object_set(origin, "memory_models", models);
    json_decref(models);
    json_object_set_new(origin, "machines", machines);
    json_object_set_new(origin, "tests", tests);
}
