/* SPDX-License-Identifier: BSD-2-Clause */
/* evaluate.c - the bounds of nodes, one after the other, as far as they may have become others; a let rec until nothing changes. */
#include "evaluate.h"

#include "../base/arena.h"

struct cat_evaluation *cat_evaluation_new(struct arena *arena, const struct cat_model *model)
{
    struct cat_evaluation *v = arena_alloc(arena, sizeof *v);
    v->model = model;
    v->execution = NULL;
    v->values = arena_alloc(arena, (model->node_count + 1) * sizeof *v->values);
    v->notes = arena_alloc(arena, (model->node_count + 1) * sizeof *v->notes);
    v->known = arena_alloc(arena, (model->requirement_count + 1) * sizeof *v->known);
    v->open = arena_alloc(arena, (model->node_count + 1) * sizeof *v->open);
    for (unsigned i = 0; i < model->node_count; i++)
        if (model->nodes[i].operator == CAT_FIX)
            v->notes[model->groups[model->nodes[i].left].first].end = i;
    return v;
}

/* ---- one operator on one bound ---- */

static void sequence(struct cat_relation *out, const struct cat_relation *a, const struct cat_relation *b, unsigned n)
{
    struct cat_relation result;
    for (unsigned i = 0; i < n; i++) {
        struct cat_set row = {{0}};
        for (unsigned w = 0; w < CAT_WORDS; w++)
            for (uint64_t left = a->to[i].word[w]; left; left &= left - 1)
                cat_add(&row, &b->to[w * 64 + (unsigned)__builtin_ctzll(left)]);
        result.to[i] = row;
    }
    memcpy(out->to, result.to, n * sizeof *out->to);
}

static void invert(struct cat_relation *out, const struct cat_relation *a, unsigned n)
{
    memset(out->to, 0, n * sizeof *out->to);
    for (unsigned i = 0; i < n; i++)
        for (unsigned w = 0; w < CAT_WORDS; w++)
            for (uint64_t left = a->to[i].word[w]; left; left &= left - 1)
                cat_relate(out, w * 64 + (unsigned)__builtin_ctzll(left), i);
}

static void product(struct cat_relation *out, const struct cat_set *a, const struct cat_set *b, unsigned n)
{
    static const struct cat_set none;
    for (unsigned i = 0; i < n; i++)
        out->to[i] = cat_has(a, i) ? *b : none;
}

static void identity(struct cat_relation *out, const struct cat_set *a, unsigned n)
{
    memset(out->to, 0, n * sizeof *out->to);
    for (unsigned i = 0; i < n; i++)
        if (cat_has(a, i))
            cat_relate(out, i, i);
}

static void close_with(struct cat_relation *out, const struct cat_relation *a, enum cat_operator operator, unsigned n)
{
    memcpy(out->to, a->to, n * sizeof *out->to);
    if (operator != CAT_OF_OPTION)
        cat_close(out, n);
    for (unsigned i = 0; operator != CAT_OF_PLUS && i < n; i++)
        cat_relate(out, i, i);
}

static void domain(struct cat_set *out, const struct cat_relation *a, unsigned n)
{
    struct cat_set result = {{0}};
    for (unsigned i = 0; i < n; i++)
        if (!cat_none(&a->to[i]))
            cat_put(&result, i);
    *out = result;
}

static void range(struct cat_set *out, const struct cat_relation *a, unsigned n)
{
    struct cat_set result = {{0}};
    for (unsigned i = 0; i < n; i++)
        cat_add(&result, &a->to[i]);
    *out = result;
}

static struct cat_set all_events(unsigned n)
{
    struct cat_set s = {{0}};
    for (unsigned i = 0; i < n; i++)
        cat_put(&s, i);
    return s;
}

/* Row by row: a set is a relation's first row.  Each operator has its loops, since this is where the time goes. */
static void combine(struct cat_relation *out, enum cat_operator operator, const struct cat_relation *a,
                    const struct cat_relation *b, unsigned rows, unsigned n)
{
    struct cat_set all = all_events(n);
#define EACH_WORD(expression)                                                          \
    for (unsigned i = 0; i < rows; i++)                                                \
        for (unsigned w = 0; w < CAT_WORDS; w++)                                       \
            out->to[i].word[w] = (expression)
    switch (operator) {
    case CAT_OF_UNION: EACH_WORD(a->to[i].word[w] | b->to[i].word[w]); break;
    case CAT_OF_INTERSECTION: EACH_WORD(a->to[i].word[w] & b->to[i].word[w]); break;
    case CAT_OF_DIFFERENCE: EACH_WORD(a->to[i].word[w] & ~b->to[i].word[w]); break;
    default: EACH_WORD(all.word[w] & ~a->to[i].word[w]); break;
    }
#undef EACH_WORD
}

/* Of the operators that grow with their operands. */
static void grow(struct cat_relation *out, const struct cat_node *node, const struct cat_relation *a,
                 const struct cat_relation *b, unsigned n)
{
    switch (node->operator) {
    case CAT_OF_UNION: case CAT_OF_INTERSECTION: combine(out, node->operator, a, b, node->is_set ? 1 : n, n); break;
    case CAT_OF_SEQUENCE: sequence(out, a, b, n); break;
    case CAT_OF_PRODUCT: product(out, &a->to[0], &b->to[0], n); break;
    case CAT_OF_PLUS: case CAT_OF_STAR: case CAT_OF_OPTION: close_with(out, a, node->operator, n); break;
    case CAT_OF_INVERSE: invert(out, a, n); break;
    case CAT_OF_IDENTITY: identity(out, &a->to[0], n); break;
    case CAT_OF_DOMAIN: domain(&out->to[0], a, n); break;
    case CAT_OF_RANGE: range(&out->to[0], a, n); break;
    default: break;
    }
}

/* ---- nodes ---- */

static void tagged(struct cat_set *out, const struct cat_execution *x, uint64_t tags)
{
    *out = (struct cat_set){{0}};
    for (unsigned i = 0; i < x->count; i++)
        if (x->events[i].tags & tags)
            cat_put(out, i);
}

static void compute_leaf(struct cat_evaluation *v, const struct cat_node *node, struct cat_bounds *out)
{
    const struct cat_execution *x = v->execution;
    if (node->operator == CAT_OF_TAGS)
        tagged(&out->least.to[0], x, node->tags);
    else if (node->operator == CAT_EVERYTHING)
        out->least.to[0] = all_events(x->count);
    else if (node->base < CAT_CHOSEN) {
        memcpy(out->least.to, v->chosen[node->base].least.to, x->count * sizeof *out->least.to);
        memcpy(out->most.to, v->chosen[node->base].most.to, x->count * sizeof *out->most.to);
        return;
    } else
        out->least = x->base[node->base];
    out->most = out->least;
}

/* What is taken away bounds the other way round: least from most, most from least. */
static void compute(struct cat_evaluation *v, const struct cat_node *node, struct cat_bounds *out)
{
    unsigned n = v->execution->count, rows = node->is_set ? 1 : n;
    if (node->operator <= CAT_OF_BASE) {
        compute_leaf(v, node, out);
        return;
    }
    const struct cat_bounds *a = &v->values[node->left];
    const struct cat_bounds *b = node->right == CAT_NOWHERE ? NULL : &v->values[node->right];
    if (node->operator == CAT_OF_DIFFERENCE) {
        combine(&out->least, node->operator, &a->least, &b->most, rows, n);
        combine(&out->most, node->operator, &a->most, &b->least, rows, n);
    } else if (node->operator == CAT_OF_COMPLEMENT) {
        combine(&out->least, node->operator, &a->most, NULL, rows, n);
        combine(&out->most, node->operator, &a->least, NULL, rows, n);
    } else {
        grow(&out->least, node, &a->least, b ? &b->least : NULL, n);
        if (node->varies)
            grow(&out->most, node, &a->most, b ? &b->most : NULL, n);
        else
            memcpy(out->most.to, out->least.to, rows * sizeof *out->most.to);
    }
}

/* The variables of a let rec take the values of their bodies; whether any changed. */
static bool step(struct cat_evaluation *v, const struct cat_group *g)
{
    size_t size = v->execution->count * sizeof(struct cat_set);
    bool changed = false;
    for (unsigned i = 0; i < g->count; i++) {
        struct cat_bounds *variable = &v->values[g->first + i];
        if (g->bodies[i] == CAT_NOWHERE)
            continue;
        const struct cat_bounds *body = &v->values[g->bodies[i]];
        changed |= memcmp(variable->least.to, body->least.to, size) || memcmp(variable->most.to, body->most.to, size);
        memcpy(variable->least.to, body->least.to, size);
        memcpy(variable->most.to, body->most.to, size);
    }
    return changed;
}

/* The least solution, from below; `end` is the node of the FIX.  Both bounds are
 * least solutions of operators that bound the true one, and so bound its. */
static void solve(struct cat_evaluation *v, const struct cat_group *g, unsigned end)
{
    while (step(v, g))
        for (unsigned i = g->first + g->count; i < end; i++)
            if (v->model->nodes[i].varies && v->model->nodes[i].operator != CAT_FIX)
                compute(v, &v->model->nodes[i], &v->values[i]);
}

static void compute_node(struct cat_evaluation *v, unsigned i)
{
    const struct cat_node *node = &v->model->nodes[i];
    if (node->operator == CAT_VARIABLE)
        memset(&v->values[i], 0, sizeof v->values[i]);
    else if (node->operator == CAT_FIX)
        solve(v, &v->model->groups[node->left], i);
    else
        compute(v, node, &v->values[i]);
}

/* ---- what may have become another ---- */

static bool is_leaf(const struct cat_node *node)
{
    return node->operator <= CAT_OF_BASE;
}

static bool has_changed(const struct cat_evaluation *v, int node, uint64_t since)
{
    return node != CAT_NOWHERE && v->notes[node].changed > since;
}

/* Compute a node where an operand has changed, and a leaf always, and note whether it did. */
static void renew(struct cat_evaluation *v, unsigned i)
{
    const struct cat_node *node = &v->model->nodes[i];
    struct cat_note *note = &v->notes[i];
    struct cat_bounds *value = &v->values[i];
    size_t size = (node->is_set ? 1 : v->execution->count) * sizeof(struct cat_set);
    if (note->computed && !is_leaf(node) && !has_changed(v, node->left, note->computed) && !has_changed(v, node->right, note->computed))
        return;
    compute(v, node, &v->fresh);
    if (!note->computed || memcmp(value->least.to, v->fresh.least.to, size) || memcmp(value->most.to, v->fresh.most.to, size)) {
        memcpy(value->least.to, v->fresh.least.to, size);
        memcpy(value->most.to, v->fresh.most.to, size);
        note->changed = v->now;
    }
    note->computed = v->now;
}

/* Whether something that a let rec takes from outside of it has changed. */
static bool group_is_stale(struct cat_evaluation *v, unsigned first, unsigned end)
{
    uint64_t computed = v->notes[first].computed;
    bool stale = !computed;
    for (unsigned i = first; i < end; i++) {
        const struct cat_node *node = &v->model->nodes[i];
        if (node->operator == CAT_VARIABLE || node->operator == CAT_FIX || !node->varies)
            continue;
        if (is_leaf(node))
            renew(v, i);
        stale |= is_leaf(node) ? v->notes[i].changed > computed
                               : (node->left < (int)first && has_changed(v, node->left, computed)) ||
                                     (node->right < (int)first && has_changed(v, node->right, computed));
    }
    return stale;
}

/* A let rec is computed as a whole, and counts as another then. */
static void renew_group(struct cat_evaluation *v, unsigned first, unsigned end)
{
    if (!group_is_stale(v, first, end))
        return;
    for (unsigned i = first; i <= end; i++) {
        if (v->model->nodes[i].varies)
            compute_node(v, i);
        v->notes[i].computed = v->notes[i].changed = v->now;
    }
}

static void renew_from(struct cat_evaluation *v, unsigned i)
{
    if (v->notes[i].end)
        renew_group(v, i, v->notes[i].end);
    else
        renew(v, i);
}

/* The last node of what begins with this one: a let rec is one thing. */
static unsigned end_of(const struct cat_evaluation *v, unsigned i)
{
    return v->notes[i].end ? v->notes[i].end : i;
}

/* Whether some bounds from one node to another have not met. */
static bool is_open(const struct cat_evaluation *v, unsigned i, unsigned end)
{
    size_t size = v->execution->count * sizeof(struct cat_set);
    for (; i <= end; i++)
        if (v->model->nodes[i].varies &&
            memcmp(v->values[i].least.to, v->values[i].most.to, v->model->nodes[i].is_set ? sizeof(struct cat_set) : size))
            return true;
    return false;
}

/* What is computed once, and what may have to be again. */
static void begin(struct cat_evaluation *v)
{
    v->now = v->open_count = 0;
    for (unsigned i = 0; i < v->model->node_count; i++) {
        v->notes[i].computed = v->notes[i].changed = 0;
        if (!v->model->nodes[i].varies)
            compute_node(v, i);
    }
    for (unsigned i = 0; i < v->model->node_count; i = end_of(v, i) + 1)
        if (v->notes[i].end || v->model->nodes[i].varies)
            v->open[v->open_count++] = i;
    for (unsigned i = 0; i < v->model->requirement_count; i++)
        v->known[i].asked = 0;
}

/* A node whose bounds meet before anything is chosen is as it is whatever will be: most of a large model, on a small test. */
bool cat_evaluation_start(struct cat_evaluation *v, const struct cat_execution *x)
{
    v->execution = x;
    begin(v);
    if (cat_evaluate(v) == CAT_NO)
        return false;
    unsigned kept = 0;
    for (unsigned i = 0; i < v->open_count; i++)
        if (is_open(v, v->open[i], end_of(v, v->open[i])))
            v->open[kept++] = v->open[i];
    v->open_count = kept;
    return true;
}

/* ---- requirements ---- */

static bool satisfies(const struct cat_relation *r, enum cat_check_kind check, bool is_set, unsigned n)
{
    if (check == CAT_IS_EMPTY) {
        for (unsigned i = 0; i < (is_set ? 1 : n); i++)
            if (!cat_none(&r->to[i]))
                return false;
        return true;
    }
    if (check == CAT_IRREFLEXIVE)
        return !cat_reflexive(r, n);
    struct cat_relation closed;
    memcpy(closed.to, r->to, n * sizeof *closed.to);
    cat_close(&closed, n);
    return !cat_reflexive(&closed, n);
}

/* Each check holds of all that is smaller than what it holds of. */
static enum cat_answer answer(const struct cat_evaluation *v, const struct cat_requirement *q)
{
    unsigned n = v->execution->count;
    enum cat_answer yes = q->negated ? CAT_NO : CAT_YES, no = q->negated ? CAT_YES : CAT_NO;
    if (q->node == CAT_NOWHERE)
        return yes;
    const struct cat_bounds *value = &v->values[q->node];
    bool is_set = v->model->nodes[q->node].is_set;
    if (!satisfies(&value->least, q->check, is_set, n))
        return no;
    return !v->model->nodes[q->node].varies || satisfies(&value->most, q->check, is_set, n) ? yes : CAT_OPEN;
}

static enum cat_answer answer_again(struct cat_evaluation *v, unsigned requirement)
{
    const struct cat_requirement *q = &v->model->requirements[requirement];
    struct cat_known *known = &v->known[requirement];
    if (!known->asked || has_changed(v, q->node, known->asked))
        known->answer = answer(v, q);
    known->asked = v->now;
    return known->answer;
}

enum cat_answer cat_evaluate(struct cat_evaluation *v)
{
    enum cat_answer all = CAT_YES;
    unsigned known = 0;
    v->now++;
    for (unsigned i = 0; i < v->model->requirement_count; i++) {
        const struct cat_requirement *q = &v->model->requirements[i];
        for (; known < v->open_count && v->open[known] < q->upto; known++)
            renew_from(v, v->open[known]);
        enum cat_answer one = q->use == CAT_REQUIRE ? answer_again(v, i) : CAT_YES;
        if (one == CAT_NO)
            return CAT_NO;
        all = one < all ? one : all;
    }
    return all;
}

enum cat_answer cat_flag(struct cat_evaluation *v, const struct cat_requirement *q)
{
    enum cat_answer holds = answer(v, q);
    return q->use == CAT_FLAG ? holds : holds == CAT_YES ? CAT_NO : holds == CAT_NO ? CAT_YES : CAT_OPEN;
}
