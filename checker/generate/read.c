/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * read.c - see read.h.  The threads of the test are put on those of each cycle in every
 * way; what does not fit is no match, and what does is looked for in the vocabulary.
 */
#include "read.h"

#include <string.h>

#include "code.h"
#include "write.h"

enum { ANY = -1 }; /* of a value: the condition does not say */

/* The numbers that the condition says, by event of the test and by location. */
struct numbers_said {
    int64_t read[CYCLE_EDGES], final[LITMUS_MAX_LOCATIONS];
};

struct match {
    const struct litmus_test *test;
    const struct vocabulary *vocabulary;
    struct decorated_read *out;
    struct code_of_test code;
    struct numbers_said said;
    enum access_layout layout;
    bool odd_update; /* a read-modify-write does what no cycle wants of it */
    bool has_cycle; /* some cycle has these accesses, and the condition says its outcome */
    /* The threads of the test on those of the cycle that is looked at. */
    struct cycle cycle;
    unsigned thread[CYCLE_THREADS];                  /* by thread of the cycle: the test's */
    const struct code_event *events[CYCLE_EDGES];    /* by event of the cycle */
    int location[CYCLE_EDGES];                       /* by location of the cycle: the test's */
    int64_t value[CYCLE_EDGES][3];                   /* by that, and a value of the cycle: the test's */
};

/* ---- the condition ---- */

static const char *read_equality(struct match *m, const struct litmus_proposition *p)
{
    const struct litmus_watch *watch = &m->test->watches[p->watch];
    if (p->negated || p->value.location >= 0)
        return "its condition is no conjunction of numbers";
    if (watch->thread < 0) {
        m->said.final[watch->index] = p->value.number;
        return NULL;
    }
    for (unsigned i = m->code.first[watch->thread]; i < m->code.first[watch->thread + 1]; i++)
        if (m->code.events[i].instruction->kind != LITMUS_STORE && m->code.events[i].instruction->target == watch->index) {
            m->said.read[i] = p->value.number;
            return NULL;
        }
    return "its condition asks for what is computed";
}

static const char *read_proposition(struct match *m, const struct litmus_proposition *p)
{
    if (p->kind == PROPOSITION_AND) {
        const char *why = read_proposition(m, p->left);
        return why ? why : read_proposition(m, p->right);
    }
    return p->kind == PROPOSITION_EQUAL ? read_equality(m, p) : "its condition is no conjunction of numbers";
}

/* Who wrote a number that is read, if one access alone stores it there. */
static int writer_of(const struct match *m, unsigned location, int64_t number)
{
    int writer = -1;
    for (unsigned i = 0; i < m->code.count; i++) {
        const struct code_event *e = &m->code.events[i];
        if (e->instruction->kind == LITMUS_LOAD || e->location != location)
            continue;
        if (!e->stores_number || (e->instruction->kind == LITMUS_RMW && e->instruction->value.operator == OPERATOR_ADD))
            return -1;
        if (e->number == number)
            writer = writer < 0 ? (int)i : -2;
    }
    return writer;
}

/* Whoever reads a number that is stored behind a branch knows what the branch went by. */
static void add_implied(struct match *m)
{
    for (unsigned round = 0; round < m->code.count; round++)
        for (unsigned i = 0; i < m->code.count; i++) {
            const struct code_event *e = &m->code.events[i];
            int writer = m->said.read[i] > 0 ? writer_of(m, e->location, m->said.read[i]) : -1;
            for (unsigned g = writer < 0 ? 0 : m->code.first[m->code.events[writer].thread]; (int)g < writer; g++)
                if (m->code.events[g].dependency == DEPENDS_CTRL && m->said.read[g] == ANY)
                    m->said.read[g] = m->code.events[g].guarded_by;
        }
}

static const char *read_condition(struct match *m)
{
    for (unsigned i = 0; i < CYCLE_EDGES; i++)
        m->said.read[i] = ANY;
    for (unsigned i = 0; i < m->test->location_count; i++)
        m->said.final[i] = ANY;
    if (m->test->quantifier != LITMUS_EXISTS || m->test->filter)
        return "its condition is not `exists`";
    for (unsigned i = 0; i < m->test->location_count; i++)
        if (m->test->locations[i].initial.number || m->test->locations[i].initial.location >= 0)
            return "a location that does not begin with 0";
    const char *why = read_proposition(m, m->test->condition);
    if (!why)
        add_implied(m);
    return why;
}

/* ---- one way to put it on a cycle ---- */

/* The same number wherever the cycle has this value, and no other value's. */
static bool fits_value(struct match *m, unsigned location, int value, int64_t number)
{
    int64_t *values = m->value[location];
    for (int v = 0; v < 3; v++)
        if (v != value && values[v] == number)
            return false;
    if (values[value] == ANY)
        values[value] = number;
    return values[value] == number;
}

static bool fits_location(struct match *m, unsigned of_cycle, unsigned of_test)
{
    for (unsigned l = 0; l < m->cycle.locations; l++)
        if (l != of_cycle && m->location[l] == (int)of_test)
            return false;
    if (m->location[of_cycle] < 0)
        m->location[of_cycle] = (int)of_test;
    return m->location[of_cycle] == (int)of_test;
}

/* How a read-modify-write does what the cycle wants of it; FORMS where it does something else. */
static enum access_form form_of(const struct cycle_event *e, const struct code_event *code)
{
    const struct litmus_expression *value = &code->instruction->value;
    if (code->instruction->kind != LITMUS_RMW)
        return FORM_PLAIN;
    if (!code->stores_number)
        return FORMS;
    if (value->operator == OPERATOR_ADD)
        return code->number == (e->write ? 1 : 0) ? FORM_ADD : FORMS;
    if (value->operator == OPERATOR_COPY)
        return e->write ? FORM_SWAP : FORMS;
    if (!e->write)
        return value->left.value.number > 2 ? FORM_CAS : FORMS;
    return value->left.value.number == e->reads && code->number == e->value ? FORM_CAS : FORMS;
}

static bool fits_event(struct match *m, unsigned i)
{
    const struct cycle_event *e = &m->cycle.events[i];
    const struct code_event *code = m->events[i];
    enum access_form form = form_of(e, code);
    m->odd_update |= form == FORMS;
    if (!fits_location(m, e->location, code->location) || form == FORMS)
        return false;
    if (code->dependency == DEPENDS_CTRL && (e->write || !fits_value(m, e->location, e->value, code->guarded_by)))
        return false;
    if (!e->write) {
        int64_t read = m->said.read[code - m->code.events];
        return code->instruction->kind != LITMUS_STORE && read != ANY && fits_value(m, e->location, e->value, read);
    }
    if (code->instruction->kind == LITMUS_LOAD || !code->stores_number)
        return false;
    if (e->update && (form == FORM_PLAIN || !fits_value(m, e->location, e->reads, m->said.read[code - m->code.events])))
        return false;
    return fits_value(m, e->location, e->value, form == FORM_ADD ? e->value : code->number);
}

static bool fits_accesses(struct match *m)
{
    for (unsigned l = 0; l < CYCLE_EDGES; l++) {
        m->location[l] = -1;
        m->value[l][0] = 0;
        m->value[l][1] = m->value[l][2] = ANY;
    }
    for (unsigned t = 0; t < m->cycle.threads; t++) {
        unsigned from = m->cycle.first[t], at = m->code.first[m->thread[t]];
        if (m->cycle.first[t + 1] - from != m->code.first[m->thread[t] + 1] - at)
            return false;
        for (unsigned i = from; i < m->cycle.first[t + 1]; i++)
            m->events[i] = &m->code.events[at + i - from];
    }
    for (unsigned i = 0; i < m->cycle.count; i++)
        if (!fits_event(m, i))
            return false;
    return true;
}

/* ---- its decorations ---- */

static void number_tree(const struct match *m, struct decorated *d)
{
    const struct litmus_scopes *scopes = &m->test->scopes;
    unsigned groups = 0, agents = 0, group_of[CYCLE_THREADS], agent_of[CYCLE_THREADS];
    for (unsigned t = 0; t < m->cycle.threads; t++) {
        unsigned group = scopes->group[m->thread[t]][LITMUS_WG], agent = scopes->group[m->thread[t]][LITMUS_AGENT], a = 0, g = 0;
        while (a < agents && agent_of[a] != agent)
            a++;
        agent_of[a] = agent;
        agents += a == agents;
        while (g < groups && group_of[g] != group)
            g++;
        group_of[g] = group;
        groups += g == groups;
        d->group[t] = g;
        d->agent[g] = a;
    }
}

/* The lines hold a location each, and a thread's own word at most. */
static bool lines_are_owned(const struct litmus_test *test, const struct code_of_test *code)
{
    for (unsigned a = 0; a < test->location_count; a++)
        for (unsigned b = 0; b < a; b++)
            if (test->layout.line[a] == test->layout.line[b] && code->beside[a] != (int)b && code->beside[b] != (int)a)
                return false;
    return true;
}

/* All locations beside each other in one way, or none but threads' own words. */
static bool read_layout(const struct litmus_test *test, const struct code_of_test *code, enum access_layout *layout)
{
    const struct litmus_layout *given = &test->layout;
    bool apart = !given->band_given && lines_are_owned(test, code);
    *layout = apart ? LAYOUT_APART : given->line_given ? LAYOUT_LINE : given->band_given ? LAYOUT_BAND : LAYOUT_APART;
    if (given->bank_given || (given->line_given && given->band_given))
        return false;
    for (unsigned l = 1; l < test->location_count && *layout != LAYOUT_APART; l++)
        if ((given->line_given ? given->line : given->band)[l])
            return false;
    return true;
}

static void decorate(struct match *m)
{
    struct decorated *d = &m->out->decorated;
    *d = (struct decorated){.cycle = &m->out->cycle, .layout = m->layout};
    m->out->cycle = m->cycle;
    for (unsigned i = 0; i < m->cycle.count; i++) {
        const struct code_event *code = m->events[i];
        d->at[i] = (struct decoration){
            .order = (unsigned char)code->order, .form = (unsigned char)form_of(&m->cycle.events[i], code),
            .scope = code->order == ORDER_NA ? 0 : (unsigned char)code->scope, .dependency = (unsigned char)code->dependency,
            .fence = (unsigned char)code->fence, .fence_scope = (unsigned char)code->fence_scope,
            .prelude = (unsigned char)code->prelude};
    }
    number_tree(m, d);
}

/* The condition says the last value of a location where that tells something, and only there; of what a read-modify-write that
 * writes for the cycle has read, at most what it reads there. */
static bool fits_condition(const struct match *m, const struct decorated *d)
{
    for (unsigned l = 0; l < m->cycle.locations; l++) {
        int64_t final = m->said.final[m->location[l]];
        if (final == ANY ? decorated_final_tells(d, l) : !m->cycle.twice[l] || final != m->value[l][m->cycle.final[l]])
            return false;
    }
    for (unsigned i = 0; i < m->cycle.count; i++) {
        const struct cycle_event *e = &m->cycle.events[i];
        int64_t read = m->said.read[m->events[i] - m->code.events];
        if (read == ANY && decorated_read_tells(d, i))
            return false;
        if (e->write && read != ANY && read != m->value[e->location][e->reads])
            return false;
    }
    return true;
}

/* ---- all ways ---- */

/* Two threads of one wavefront are closer than any scope of a vocabulary. */
static bool is_tree(const struct litmus_test *test)
{
    for (unsigned a = 0; a < test->thread_count; a++)
        for (unsigned b = 0; b < a; b++)
            if (test->scopes.group[a][LITMUS_WV] == test->scopes.group[b][LITMUS_WV] ||
                test->scopes.group[a][LITMUS_SYS] != test->scopes.group[b][LITMUS_SYS])
                return false;
    return true;
}

static bool choose_thread(struct match *m, unsigned at)
{
    if (at == m->cycle.threads) {
        if (!fits_accesses(m))
            return false;
        decorate(m);
        if (!fits_condition(m, &m->out->decorated))
            return false;
        m->has_cycle = true;
        m->out->found = decorated_is_first(&m->out->decorated) && decorated_layer(&m->out->decorated, m->vocabulary);
        return m->out->found;
    }
    for (unsigned t = 0; t < m->test->thread_count; t++) {
        bool used = false;
        for (unsigned before = 0; before < at; before++)
            used |= m->thread[before] == t;
        m->thread[at] = t;
        if (!used && choose_thread(m, at + 1))
            return true;
    }
    return false;
}

static bool visit_cycle(void *data, const struct cycle *cycle)
{
    struct match *m = data;
    m->cycle = *cycle;
    return cycle->count != m->code.count || cycle->threads != m->test->thread_count || !choose_thread(m, 0);
}

void decorated_read(const struct litmus_test *test, const struct vocabulary *vocabulary, const struct cycle_bounds *bounds,
                    struct decorated_read *out)
{
    struct match m = {.test = test, .vocabulary = vocabulary, .out = out};
    *out = (struct decorated_read){0};
    out->reason = code_read(test, &m.code);
    if (!out->reason)
        out->reason = read_condition(&m);
    if (!out->reason && !is_tree(test))
        out->reason = "a scope tree that no vocabulary has";
    if (!out->reason && !read_layout(test, &m.code, &m.layout))
        out->reason = "some of its locations share a line, a bank or a band, and not all";
    if (out->reason)
        return;
    cycles_each(bounds, visit_cycle, &m);
    if (!out->found && m.odd_update && !m.has_cycle)
        out->reason = "its accesses are no critical cycle, or a read-modify-write stores what no vocabulary has";
    else if (!out->found)
        out->reason = m.has_cycle ? "a combination that the vocabulary does not have" : "its accesses are no critical cycle";
}
