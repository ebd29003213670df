/* SPDX-License-Identifier: BSD-2-Clause */
#include "must.h"

#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/source.h"

struct line {
    const char *machine, *test;
    unsigned prefetches; /* it shows with so many, or more */
};

struct must {
    struct line *lines;
    unsigned count;
};

/* MACHINE TEST PREFETCHES, separated by tabs. */
static bool read_line(char *text, struct line *line)
{
    char *rest = NULL;
    line->machine = strtok_r(text, "\t", &rest);
    line->test = strtok_r(NULL, "\t", &rest);
    const char *prefetches = strtok_r(NULL, "\t", &rest);
    line->prefetches = prefetches ? (unsigned)strtoul(prefetches, NULL, 10) : 0;
    return prefetches != NULL;
}

struct must *must_open(struct arena *arena, const char *path)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source *source = source_read(arena, diagnostics, path, (struct place){0});
    if (!source)
        return NULL;
    struct must *must = arena_alloc(arena, sizeof *must);
    *must = (struct must){0};
    char *text = arena_text(arena, source->text, source->length), *rest = NULL;
    strtok_r(text, "\n", &rest); /* the columns' names */
    for (char *row = strtok_r(NULL, "\n", &rest); row; row = strtok_r(NULL, "\n", &rest)) {
        struct line line;
        if (*row != '#' && read_line(row, &line))
            ARENA_PUSH(arena, must->lines, must->count, line);
    }
    return must;
}

bool must_show(const struct must *must, const char *machine, const char *test, unsigned prefetches)
{
    for (unsigned i = 0; must && i < must->count; i++)
        if (prefetches >= must->lines[i].prefetches && !strcmp(must->lines[i].machine, machine) &&
            !strcmp(must->lines[i].test, test))
            return true;
    return false;
}
