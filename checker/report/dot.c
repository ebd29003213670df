/* SPDX-License-Identifier: BSD-2-Clause */
/* dot.c - see dot.h. */
#include "dot.h"

#include <ctype.h>
#include <string.h>

struct dot_graph dot_graph_new(struct arena *arena, unsigned count)
{
    struct dot_graph g = {.count = count};
    g.events = arena_alloc(arena, (count + 1) * sizeof *g.events);
    for (unsigned r = 0; r < DOT_RELATIONS; r++)
        g.related[r] = arena_alloc(arena, (size_t)count * count + 1);
    return g;
}

void dot_relate(struct dot_graph *g, enum dot_relation relation, unsigned from, unsigned to)
{
    g->related[relation][(size_t)from * g->count + to] = 1;
}

bool dot_related(const struct dot_graph *g, enum dot_relation relation, unsigned from, unsigned to)
{
    return g->related[relation][(size_t)from * g->count + to] != 0;
}

void dot_quote(struct text *text, const char *words)
{
    const char *end = words + strlen(words);
    unsigned length;
    for (; words < end; words += length ? length : 1) {
        length = text_character(words, end);
        if (*words == '"' || *words == '\\')
            text_char(text, '\\');
        if (length > 1)
            text_add(text, words, length);
        else if (*words == '&' && (isalpha((unsigned char)words[1]) || words[1] == '#'))
            text_put(text, "&amp;"); /* dot reads &lt; as HTML does */
        else
            text_char(text, !length ? '?' : (unsigned char)*words < ' ' && *words != '\n' ? ' ' : *words);
    }
}

/* Whether it follows from two others. */
static bool follows(const struct dot_graph *g, enum dot_relation relation, unsigned from, unsigned to)
{
    for (unsigned k = 0; k < g->count; k++)
        if (dot_related(g, relation, from, k) && dot_related(g, relation, k, to))
            return true;
    return false;
}

static void put_relation(struct text *text, const struct dot_graph *g, enum dot_relation relation)
{
    static const char *const looks[] = {"label=\"po\"", "label=\"rf\", color=red, fontcolor=red",
                                        "label=\"co\", color=blue, fontcolor=blue",
                                        "label=\"fr\", color=darkorange, fontcolor=darkorange",
                                        "label=\"race\", dir=both, style=dashed"};
    for (unsigned i = 0; i < g->count; i++)
        for (unsigned j = 0; j < g->count; j++) {
            unsigned char how = g->related[relation][(size_t)i * g->count + j];
            if (how && (how > 1 || !follows(g, relation, i, j)))
                text_format(text, "  e%u -> e%u [%s%s];\n", i, j, looks[relation], how > 1 ? ", penwidth=3" : "");
        }
}

static bool has_events(const struct dot_graph *g, int thread)
{
    for (unsigned i = 0; i < g->count; i++)
        if (g->events[i].thread == thread)
            return true;
    return false;
}

static void put_thread(struct text *text, const struct dot_graph *g, int thread)
{
    text_format(text, "  subgraph cluster_%d {\n    label=\"", thread + 1);
    if (thread < 0)
        text_put(text, "initial");
    else
        text_format(text, "P%d", thread);
    text_put(text, "\";\n");
    for (unsigned i = 0; i < g->count; i++) {
        if (g->events[i].thread != thread)
            continue;
        text_format(text, "    e%u [label=\"", i);
        dot_quote(text, g->events[i].label);
        text_format(text, "\"%s];\n", g->events[i].marked ? ", penwidth=3" : "");
    }
    text_put(text, "  }\n");
}

void dot_put(struct text *text, const struct dot_graph *g)
{
    text_put(text, "digraph \"");
    dot_quote(text, g->name);
    text_put(text, "\" {\n  label=\"");
    dot_quote(text, g->label);
    text_put(text, "\";\n");
    for (int t = -1; t < (int)g->thread_count; t++)
        if (has_events(g, t))
            put_thread(text, g, t);
    for (unsigned r = 0; r < DOT_RELATIONS; r++)
        put_relation(text, g, (enum dot_relation)r);
    text_put(text, "}\n");
}
