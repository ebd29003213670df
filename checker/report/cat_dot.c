/* SPDX-License-Identifier: BSD-2-Clause */
/* cat_dot.c - print the graph of an execution. */
#include "cat_dot.h"

#include <inttypes.h>

#include "../base/text.h"

static void put_value(struct text *text, const struct litmus_test *test, struct litmus_value value)
{
    if (value.location >= 0)
        text_put(text, test->locations[value.location].name);
    else
        text_format(text, "%" PRId64, value.number);
}

static void put_event(struct text *text, const struct cat_execution *x, unsigned i)
{
    const struct cat_event *e = &x->events[i];
    text_format(text, "e%u [label=\"%s", i, e->location < 0 ? "F" : e->writes ? "W" : "R");
    if (e->thread >= 0 && e->order != LITMUS_NA)
        text_format(text, "[%s,%s]", litmus_order_name(e->order), litmus_level_name(e->level));
    if (e->location >= 0) {
        text_format(text, " %s=", x->test->locations[e->location].name);
        put_value(text, x->test, e->value);
    }
    text_put(text, "\"];\n");
}

/* Edges that do not follow from two others. */
static void put_steps(struct text *text, const struct cat_relation *r, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < count; j++) {
            bool direct = cat_related(r, i, j);
            for (unsigned k = 0; direct && k < count; k++)
                direct = !(cat_related(r, i, k) && cat_related(r, k, j));
            if (direct)
                text_format(text, "  e%u -> e%u [label=\"%s\"];\n", i, j, name);
        }
}

static void put_threads(struct text *text, const struct cat_execution *x)
{
    for (int t = -1; t < (int)x->test->thread_count; t++) {
        text_format(text, "  subgraph cluster_%d {\n    label=\"", t + 1);
        if (t < 0)
            text_put(text, "initial");
        else
            text_format(text, "P%d", t);
        text_put(text, "\";\n");
        for (unsigned i = 0; i < x->count; i++)
            if (x->events[i].thread == t) {
                text_put(text, "    ");
                put_event(text, x, i);
            }
        text_put(text, "  }\n");
    }
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

void cat_dot(struct text *text, const struct cat_evaluation *v, const char *model)
{
    const struct cat_execution *x = v->execution;
    struct cat_relation fr = from_reads(v);
    text_format(text, "digraph \"%s\" {\n  label=\"%s, under %s\";\n", x->test->name, x->test->name, model);
    put_threads(text, x);
    put_steps(text, &x->base[CAT_PO], x->count, "po");
    put_steps(text, &v->chosen[CAT_RF].least, x->count, "rf");
    put_steps(text, &v->chosen[CAT_CO].least, x->count, "co");
    put_steps(text, &fr, x->count, "fr");
    text_put(text, "}\n");
}
