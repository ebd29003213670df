/* SPDX-License-Identifier: BSD-2-Clause */
/* cat_dot.c - print the graph of an execution. */
#include "cat_dot.h"

#include "../base/text.h"
#include "../litmus/print.h"
#include "dot.h"

static const char *label_of(struct arena *arena, const struct cat_execution *x, unsigned event)
{
    const struct cat_event *e = &x->events[event];
    struct text text = {0};
    text_put(&text, e->location < 0 ? "F" : e->writes ? "W" : "R");
    if (e->thread >= 0 && e->order != LITMUS_NA)
        text_format(&text, "[%s,%s]", litmus_order_name(e->order), litmus_level_name(e->level));
    if (e->location >= 0) {
        text_format(&text, " %s=", x->test->locations[e->location].name);
        litmus_print_value(&text, x->test, e->value);
    }
    text_put(&text, cat_has(&x->spins, event) ? ", for ever" : "");
    const char *label = arena_format(arena, "%s", text.bytes);
    text_free(&text);
    return label;
}

static void relate(struct dot_graph *g, enum dot_relation relation, const struct cat_relation *r)
{
    for (unsigned i = 0; i < g->count; i++)
        for (unsigned j = 0; j < g->count; j++)
            if (cat_related(r, i, j))
                dot_relate(g, relation, i, j);
}

/* A read is before the writes that come after its source; only the first of them is drawn. */
static struct cat_relation from_reads(const struct cat_evaluation *v)
{
    const struct cat_relation *rf = &v->chosen[CAT_RF].least, *co = &v->chosen[CAT_CO].least;
    unsigned count = v->execution->count;
    struct cat_relation fr = {{{{0}}}};
    for (unsigned w = 0; w < count; w++)
        for (unsigned r = 0; r < count; r++)
            for (unsigned after = 0; cat_related(rf, w, r) && after < count; after++) {
                bool next = cat_related(co, w, after);
                for (unsigned k = 0; next && k < count; k++)
                    next = !(cat_related(co, w, k) && cat_related(co, k, after));
                if (next)
                    cat_relate(&fr, r, after);
            }
    return fr;
}

/* What the flag says is not empty; each pair once, whichever way round it is. */
static void relate_flag(struct dot_graph *g, const struct cat_evaluation *v, const struct cat_requirement *flag)
{
    if (flag->node < 0 || flag->check != CAT_IS_EMPTY || !flag->negated || v->model->nodes[flag->node].is_set)
        return;
    const struct cat_relation *pairs = &v->values[flag->node].least;
    for (unsigned i = 0; i < g->count; i++)
        for (unsigned j = 0; j < g->count; j++)
            if (cat_related(pairs, i, j) && !(j < i && cat_related(pairs, j, i))) {
                dot_relate(g, DOT_RACE, i, j);
                g->events[i].marked = g->events[j].marked = true;
            }
}

void cat_dot(struct text *text, const struct cat_evaluation *v, const char *model)
{
    cat_dot_flag(text, v, NULL, model);
}

void cat_dot_flag(struct text *text, const struct cat_evaluation *v, const struct cat_requirement *flag, const char *model)
{
    const struct cat_execution *x = v->execution;
    struct cat_relation fr = from_reads(v);
    struct arena *arena = arena_new();
    struct dot_graph g = dot_graph_new(arena, x->count);
    g.name = x->test->name;
    g.label = arena_format(arena, "%s, under %s", x->test->name, model);
    g.thread_count = x->test->thread_count;
    for (unsigned i = 0; i < x->count; i++)
        g.events[i] = (struct dot_event){.thread = x->events[i].thread, .label = label_of(arena, x, i)};
    relate(&g, DOT_PO, &x->base[CAT_PO]);
    relate(&g, DOT_RF, &v->chosen[CAT_RF].least);
    relate(&g, DOT_CO, &v->chosen[CAT_CO].least);
    relate(&g, DOT_FR, &fr);
    if (flag)
        relate_flag(&g, v, flag);
    dot_put(text, &g);
    arena_free(arena);
}
