/* SPDX-License-Identifier: BSD-2-Clause */
/* write.c - see write.h. */
#include "write.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char *const scope_names[] = {"wg", "agent", "sys"};
static const char *const order_names[] = {"na", "rlx", "acq", "rel", "ar", "sc", "rm_acq", "rm_rel", "rm_ar"};
static const char *const fence_names[] = {"", "acq", "rel", "ar", "sc"};

/* ---- names ---- */

/* The scope that all of it has, or NULL: it has none, or several. */
static const char *only_scope(const struct decorated *d)
{
    struct scope_slot slots[SCOPE_SLOTS];
    struct decorated read = *d;
    unsigned count = decorated_slots(d, slots);
    for (unsigned i = 1; i < count; i++)
        if (*decorated_scope(&read, slots[i]) != *decorated_scope(&read, slots[0]))
            return NULL;
    return count ? scope_names[*decorated_scope(&read, slots[0])] : NULL;
}

/* casrel, or casrelwg where the scopes of the test differ; owncasrel, latecasrel or warmcasrel with a prelude. */
static void put_word(struct text *out, const struct decoration *at, bool scoped)
{
    static const char *const forms[] = {"", "add", "swp", "cas"}, *const preludes[] = {"", "own", "late", "warm"};
    text_format(out, "%s%s%s%s", preludes[at->prelude], forms[at->form], order_names[at->order],
                scoped && at->order != ORDER_NA ? scope_names[at->scope] : "");
}

static void put_between(struct text *out, const struct decoration *at, bool scoped)
{
    static const char *const dependencies[] = {"", "-ctrl", "-data", "-addr"};
    static const char *const fences[] = {"", "-facq", "-frel", "-far", "-fsc"};
    text_format(out, "%s%s%s", fences[at->fence], scoped && at->fence ? scope_names[at->fence_scope] : "",
                dependencies[at->dependency]);
}

static bool says_the_same(const struct decoration *a, const struct decoration *b)
{
    return a->order == b->order && a->form == b->form && a->scope == b->scope && a->prelude == b->prelude && !b->dependency && !b->fence;
}

/* The orders of a thread's accesses, and what is between them: rlx-ctrl-rlx; of a thread whose accesses
 * are all alike, and neither acquire nor release, the word once. */
static void put_thread(struct text *out, const struct decorated *d, unsigned thread, bool scoped)
{
    const struct cycle *c = d->cycle;
    unsigned from = c->first[thread], to = c->first[thread + 1], order = d->at[from].order;
    bool alike = order == ORDER_NA || order == ORDER_RLX || order == ORDER_SC;
    for (unsigned i = from; i < to; i++)
        alike &= says_the_same(&d->at[from], &d->at[i]);
    for (unsigned i = from; i < (alike ? from + 1 : to); i++) {
        if (i > from)
            text_char(out, '-');
        put_word(out, &d->at[i], scoped);
        put_between(out, &d->at[i], scoped);
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
    static const char *const layouts[] = {"", ".line", ".band"};
    const char *name = cycle_name(d->cycle), *scope = only_scope(d);
    struct scope_slot slots[SCOPE_SLOTS];
    bool scoped = !scope && decorated_slots(d, slots);
    cycle_spell(d->cycle, edges, (int)sizeof edges, "-");
    text_put(out, name ? name : edges);
    for (unsigned t = 0; t < d->cycle->threads; t++) {
        text_char(out, '+');
        put_thread(out, d, t, scoped);
    }
    if (scope)
        text_format(out, ".%s", scope);
    text_put(out, layouts[d->layout]);
    text_char(out, '.');
    put_tree_name(out, d);
}

/* ---- code ---- */

enum { ROWS = 8 * CYCLE_THREAD_EVENTS + 2, CELL = 48 };

struct code {
    char cells[CYCLE_THREADS][ROWS][CELL];
    unsigned rows[CYCLE_THREADS];
    unsigned loaded[CYCLE_THREADS];
    unsigned target[CYCLE_EDGES]; /* by event: the register that what it reads goes to */
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

/* Of an access: the word beside its location that its thread alone stores to. */
static const char *own_word(unsigned event)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f"};
    return names[event];
}

/* An address depends by the number of an element: the location is an array of one. */
static bool is_array(const struct decorated *d, unsigned location)
{
    for (unsigned i = 0; i + 1 < d->cycle->count; i++)
        if (d->at[i].dependency == DEPENDS_ADDR && d->cycle->events[i + 1].location == location)
            return true;
    return false;
}

static enum access_dependency depends(const struct decorated *d, unsigned i)
{
    return i > d->cycle->first[d->cycle->events[i].thread] ? (enum access_dependency)d->at[i - 1].dependency : DEPENDS_NOT;
}

/* What a read-modify-write stores, of what it held in `target`. */
static void put_update(char *out, size_t room, const struct decorated *d, unsigned i, unsigned target)
{
    const struct cycle_event *e = &d->cycle->events[i];
    bool data = depends(d, i) == DEPENDS_DATA;
    char value[16];
    snprintf(value, sizeof value, "%d", e->value);
    switch ((enum access_form)d->at[i].form) {
    case FORM_ADD: snprintf(out, room, "(add r%u %s)", target, !e->write ? "0" : data ? "r8" : "1"); break;
    case FORM_CAS: snprintf(out, room, e->write ? "(cas %d %s)" : "(cas 9 9)", e->reads, data ? "r8" : value); break;
    default: snprintf(out, room, "%s", data ? "r8" : value); break;
    }
}

static void put_dependent(struct code *code, const struct decorated *d, unsigned i)
{
    const struct cycle_event *e = &d->cycle->events[i];
    enum access_dependency dependency = depends(d, i);
    if (dependency != DEPENDS_DATA && dependency != DEPENDS_ADDR)
        return;
    unsigned from = code->target[i - 1];
    cell(code, e->thread, "mov r8 (xor r%u r%u)", from, from);
    if (dependency == DEPENDS_DATA)
        cell(code, e->thread, "mov r8 (add r8 %d)", d->at[i].form == FORM_ADD ? 1 : e->value);
}

static void put_access(struct code *code, const struct decorated *d, unsigned i)
{
    const struct cycle_event *e = &d->cycle->events[i];
    const struct decoration *at = &d->at[i];
    char annotation[24], place[8], update[24];
    snprintf(annotation, sizeof annotation, at->order == ORDER_NA ? "%s" : "%s,%s", order_names[at->order], scope_names[at->scope]);
    snprintf(place, sizeof place, "%s%s", location(e->location), depends(d, i) == DEPENDS_ADDR ? "[r8]" : "");
    put_dependent(code, d, i);
    if (!e->write || at->form != FORM_PLAIN)
        code->target[i] = ++code->loaded[e->thread];
    if (at->form != FORM_PLAIN) {
        put_update(update, sizeof update, d, i, code->target[i]);
        cell(code, e->thread, "rmw[%s] r%u %s %s", annotation, code->target[i], update, place);
    } else if (!e->write) {
        cell(code, e->thread, "r[%s] r%u %s", annotation, code->target[i], place);
    } else if (depends(d, i) == DEPENDS_DATA) {
        cell(code, e->thread, "w[%s] %s r8", annotation, place);
    } else {
        cell(code, e->thread, "w[%s] %s %d", annotation, place, e->value);
    }
}

static void put_link(struct code *code, const struct decorated *d, unsigned i)
{
    const struct cycle_event *e = &d->cycle->events[i];
    const struct decoration *at = &d->at[i];
    if (at->fence != FENCE_NONE)
        cell(code, e->thread, "f[%s,%s]", fence_names[at->fence], scope_names[at->fence_scope]);
    if (at->dependency == DEPENDS_CTRL) {
        cell(code, e->thread, "mov r9 (neq r%u %d)", code->target[i], e->value);
        cell(code, e->thread, "b[] r9 E%u", e->thread);
    }
}

/* A copy is loaded as the access is done, but relaxed: it is no race where that is none. */
static void put_prelude(struct code *code, const struct decorated *d, unsigned i)
{
    const struct decoration *at = &d->at[i];
    unsigned thread = d->cycle->events[i].thread, place = d->cycle->events[i].location;
    if (at->prelude != PRELUDE_WARM)
        cell(code, thread, "w[na] %s 1", own_word(i));
    else if (at->order == ORDER_NA)
        cell(code, thread, "r[na] r7 %s", location(place));
    else
        cell(code, thread, "r[rlx,%s] r7 %s", scope_names[at->scope], location(place));
}

static void make_code(struct code *code, const struct decorated *d)
{
    for (unsigned i = 0; i < d->cycle->count; i++)
        if (d->at[i].prelude == PRELUDE_OWN || d->at[i].prelude == PRELUDE_WARM)
            put_prelude(code, d, i);
    for (unsigned i = 0; i < d->cycle->count; i++) {
        if (d->at[i].prelude == PRELUDE_LATE)
            put_prelude(code, d, i);
        put_access(code, d, i);
        put_link(code, d, i);
    }
    for (unsigned i = 0; i < d->cycle->count; i++)
        if (d->at[i].dependency == DEPENDS_CTRL)
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

/* Of two additions to a location either may come first, where a cycle has them in an order, and a compare-and-swap that is to
 * come first may fail behind the other: then what they read tells it. */
bool decorated_read_tells(const struct decorated *d, unsigned i)
{
    const struct cycle_event *events = d->cycle->events;
    if (!events[i].write || events[i].update || !d->cycle->twice[events[i].location])
        return events[i].update || !events[i].write;
    if (d->at[i].form == FORM_CAS && events[i].value == 1)
        return true;
    for (unsigned j = 0; j < d->cycle->count; j++)
        if (j != i && events[j].location == events[i].location && events[j].write && d->at[j].form == FORM_ADD)
            return d->at[i].form == FORM_ADD;
    return false;
}

/* A location's last value tells the order of its two writes; it goes without saying where the second can only store 2 behind
 * the first, and is read. */
bool decorated_final_tells(const struct decorated *d, unsigned location)
{
    const struct cycle_event *events = d->cycle->events;
    bool follows = false, read = false, additions = false;
    for (unsigned i = 0; i < d->cycle->count; i++) {
        bool here = events[i].location == location;
        follows |= here && events[i].write && events[i].value == 2 && (d->at[i].form == FORM_ADD || d->at[i].form == FORM_CAS);
        read |= here && !events[i].write && events[i].value == 2;
        additions |= here && events[i].write && events[i].value == 1 && d->at[i].form == FORM_ADD;
    }
    return d->cycle->twice[location] && !(follows && read && !additions);
}

static void put_condition(struct text *out, const struct code *code, const struct decorated *d)
{
    const struct cycle *c = d->cycle;
    const char *before = "exists (";
    for (unsigned t = 0; t < c->threads; t++)
        for (unsigned i = c->first[t]; i < c->first[t + 1]; i++)
            if (decorated_read_tells(d, i)) {
                text_format(out, "%s%u:r%u=%d", before, t, code->target[i],
                            c->events[i].write ? c->events[i].reads : c->events[i].value);
                before = " /\\ ";
            }
    for (unsigned l = 0; l < c->locations; l++)
        if (decorated_final_tells(d, l)) {
            text_format(out, is_array(d, l) ? "%s%s[0]=%d" : "%s[%s]=%d", before, location(l), c->final[l]);
            before = " /\\ ";
        }
    text_put(out, ")\n");
}

/* Which of them are beside each other: all, or none but threads' own words. */
static void put_layout(struct text *out, const struct decorated *d)
{
    const char *before = "Line=";
    for (unsigned i = 0; i < d->cycle->count; i++)
        if (d->at[i].prelude == PRELUDE_OWN || d->at[i].prelude == PRELUDE_LATE) {
            text_format(out, "%s%s,%s", before, own_word(i), location(d->cycle->events[i].location));
            before = " ";
        }
    text_put(out, *before == ' ' ? "\n" : "");
    for (unsigned l = 0; d->layout != LAYOUT_APART && l < d->cycle->locations; l++)
        text_format(out, "%s%s", l ? "," : d->layout == LAYOUT_LINE ? "Line=" : "Band=", location(l));
    text_put(out, d->layout != LAYOUT_APART ? "\n" : "");
}

/* What the locations hold at the start, where they are not 0 and alone. */
static void put_initial(struct text *out, const struct decorated *d)
{
    text_put(out, "{ ");
    for (unsigned l = 0; l < d->cycle->locations; l++)
        if (is_array(d, l))
            text_format(out, "%s[1]={0}; ", location(l));
    text_put(out, "}\n");
}

void decorated_write(struct text *out, const struct decorated *d)
{
    struct code code = {0};
    char edges[8 * CYCLE_EDGES];
    cycle_spell(d->cycle, edges, (int)sizeof edges, " ");
    make_code(&code, d);
    text_put(out, "LISA ");
    decorated_name(out, d);
    text_format(out, "\n\"%s\"\n", edges);
    put_layout(out, d);
    put_initial(out, d);
    put_code(out, &code, d->cycle->threads);
    put_scopes(out, d);
    put_condition(out, &code, d);
}
