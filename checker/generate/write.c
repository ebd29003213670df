/* SPDX-License-Identifier: BSD-2-Clause */
/* write.c - see write.h. */
#include "write.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const scope_names[] = {"wg", "agent", "sys"};

/* ---- names ---- */

static const char *order_name(const struct cycle_event *event, enum access_order order)
{
    static const char *const names[] = {"na", "rlx", NULL, "sc"};
    return order == ACCESS_SYNC ? (event->write ? "rel" : "acq") : names[order];
}

/* The orders of a thread's accesses, and what is between them: rlx-ctrl-rlx, of a thread whose accesses
 * are all alike the order once. */
static void put_thread(struct text *out, const struct decorated *d, unsigned thread)
{
    static const char *const links[] = {"", "ctrl", "data", "far", "fsc"};
    const struct cycle *c = d->cycle;
    unsigned from = c->first[thread], to = c->first[thread + 1];
    bool alike = true;
    for (unsigned i = from; i < to; i++)
        alike &= d->order[i] == d->order[from] && d->link[i] == LINK_NONE && d->order[i] != ACCESS_SYNC;
    for (unsigned i = from; i < (alike ? from + 1 : to); i++) {
        if (i > from)
            text_char(out, '-');
        text_put(out, order_name(&c->events[i], d->order[i]));
        if (d->link[i] != LINK_NONE)
            text_format(out, "-%s", links[d->link[i]]);
    }
}

static unsigned most(const unsigned *list, unsigned count)
{
    unsigned last = 0;
    for (unsigned i = 0; i < count; i++)
        last = list[i] > last ? list[i] : last;
    return last + 1;
}

static void put_tree_name(struct text *out, const struct decorated *d)
{
    unsigned threads = d->cycle->threads, groups = most(d->group, threads), agents = most(d->agent, groups);
    if (groups == 1 || (groups == threads && (agents == 1 || agents == threads))) {
        text_put(out, groups == 1 ? "1wg" : agents == 1 ? "xwg" : "xag");
        return;
    }
    for (unsigned a = 0; a < agents; a++)
        for (unsigned g = 0, first = 1; g < groups; g++) {
            if (d->agent[g] != a)
                continue;
            text_put(out, first ? (a ? "_" : "") : "-");
            first = 0;
            for (unsigned t = 0; t < threads; t++)
                if (d->group[t] == g)
                    text_format(out, "%u", t);
        }
}

void decorated_name(struct text *out, const struct decorated *d)
{
    char edges[8 * CYCLE_EDGES];
    const char *name = cycle_name(d->cycle);
    cycle_spell(d->cycle, edges, (int)sizeof edges, "-");
    text_put(out, name ? name : edges);
    for (unsigned t = 0; t < d->cycle->threads; t++) {
        text_char(out, '+');
        put_thread(out, d, t);
    }
    if (decorated_has_scope(d))
        text_format(out, ".%s", scope_names[d->scope]);
    text_char(out, '.');
    put_tree_name(out, d);
}

/* ---- code ---- */

enum { ROWS = 4 * CYCLE_THREAD_EVENTS + 2, CELL = 40 };

struct code {
    char cells[CYCLE_THREADS][ROWS][CELL];
    unsigned rows[CYCLE_THREADS];
    unsigned loaded[CYCLE_THREADS];
    unsigned target[CYCLE_EDGES]; /* by event: the register that a read loads */
};

__attribute__((format(printf, 3, 4))) static void cell(struct code *code, unsigned thread, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(code->cells[thread][code->rows[thread]++], CELL, format, arguments);
    va_end(arguments);
}

static const char *location(unsigned index)
{
    static const char *const names[] = {"x", "y", "z", "w", "v", "u"};
    return names[index];
}

static void put_annotation(char *out, size_t room, const struct decorated *d, unsigned i)
{
    if (d->order[i] == ACCESS_NA)
        snprintf(out, room, "[na]");
    else
        snprintf(out, room, "[%s,%s]", order_name(&d->cycle->events[i], d->order[i]), scope_names[d->scope]);
}

static void put_access(struct code *code, const struct decorated *d, unsigned i)
{
    const struct cycle_event *e = &d->cycle->events[i];
    char annotation[24];
    put_annotation(annotation, sizeof annotation, d, i);
    if (!e->write) {
        code->target[i] = ++code->loaded[e->thread];
        cell(code, e->thread, "r%s r%u %s", annotation, code->target[i], location(e->location));
    } else if (i > d->cycle->first[e->thread] && d->link[i - 1] == LINK_DATA) {
        unsigned from = code->target[i - 1];
        cell(code, e->thread, "mov r8 (xor r%u r%u)", from, from);
        cell(code, e->thread, "mov r8 (add r8 %d)", e->value);
        cell(code, e->thread, "w%s %s r8", annotation, location(e->location));
    } else {
        cell(code, e->thread, "w%s %s %d", annotation, location(e->location), e->value);
    }
}

static void put_link(struct code *code, const struct decorated *d, unsigned i)
{
    const struct cycle_event *e = &d->cycle->events[i];
    if (d->link[i] == LINK_CTRL) {
        cell(code, e->thread, "mov r9 (neq r%u %d)", code->target[i], e->value);
        cell(code, e->thread, "b[] r9 E%u", e->thread);
    } else if (d->link[i] >= LINK_FENCE_AR) {
        cell(code, e->thread, "f[%s,%s]", d->link[i] == LINK_FENCE_AR ? "ar" : "sc", scope_names[d->scope]);
    }
}

static void make_code(struct code *code, const struct decorated *d)
{
    for (unsigned i = 0; i < d->cycle->count; i++) {
        put_access(code, d, i);
        put_link(code, d, i);
    }
    for (unsigned i = 0; i < d->cycle->count; i++)
        if (d->link[i] == LINK_CTRL)
            cell(code, d->cycle->events[i].thread, "E%u:", d->cycle->events[i].thread);
}

static void put_code(struct text *out, const struct code *code, unsigned threads)
{
    int width[CYCLE_THREADS];
    unsigned rows = 0;
    for (unsigned t = 0; t < threads; t++) {
        width[t] = 2;
        rows = code->rows[t] > rows ? code->rows[t] : rows;
        for (unsigned r = 0; r < code->rows[t]; r++)
            width[t] = (int)strlen(code->cells[t][r]) > width[t] ? (int)strlen(code->cells[t][r]) : width[t];
    }
    for (unsigned t = 0; t < threads; t++)
        text_format(out, " P%-*u %s", width[t] - 1, t, t + 1 < threads ? "|" : ";\n");
    for (unsigned r = 0; r < rows; r++)
        for (unsigned t = 0; t < threads; t++)
            text_format(out, " %-*s %s", width[t], code->cells[t][r], t + 1 < threads ? "|" : ";\n");
}

/* Two threads of a work-group are of two wavefronts. */
static void put_scopes(struct text *out, const struct decorated *d)
{
    unsigned threads = d->cycle->threads, groups = most(d->group, threads), agents = most(d->agent, groups);
    text_put(out, "scopes: (sys");
    for (unsigned a = 0; a < agents; a++) {
        text_put(out, " (agent");
        for (unsigned g = 0; g < groups; g++) {
            if (d->agent[g] != a)
                continue;
            text_put(out, " (wg");
            for (unsigned t = 0; t < threads; t++)
                if (d->group[t] == g)
                    text_format(out, " (wv %u)", t);
            text_char(out, ')');
        }
        text_char(out, ')');
    }
    text_put(out, ")\n");
}

static void put_condition(struct text *out, const struct code *code, const struct cycle *c)
{
    const char *before = "exists (";
    for (unsigned t = 0; t < c->threads; t++)
        for (unsigned i = c->first[t]; i < c->first[t + 1]; i++)
            if (!c->events[i].write) {
                text_format(out, "%s%u:r%u=%d", before, t, code->target[i], c->events[i].value);
                before = " /\\ ";
            }
    for (unsigned l = 0; l < c->locations; l++)
        if (c->twice[l]) {
            text_format(out, "%s[%s]=2", before, location(l));
            before = " /\\ ";
        }
    text_put(out, ")\n");
}

void decorated_write(struct text *out, const struct decorated *d)
{
    struct code code = {0};
    char edges[8 * CYCLE_EDGES];
    cycle_spell(d->cycle, edges, (int)sizeof edges, " ");
    make_code(&code, d);
    text_put(out, "LISA ");
    decorated_name(out, d);
    text_format(out, "\n\"%s\"\n{ }\n", edges);
    put_code(out, &code, d->cycle->threads);
    put_scopes(out, d);
    put_condition(out, &code, d->cycle);
}
