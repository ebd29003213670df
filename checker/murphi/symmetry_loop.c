/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * symmetry_loop.c - whether the rounds of a loop commute.
 *
 * Two rounds commute where each access of one and each of the other is to
 * different places, or both read, or both do to the place what may be done in
 * any order: write one fixed value; add what is never negative (then the sum
 * is the greatest of the partial sums, and leaves its range in each order or in
 * none); take away so; keep the greatest, or the least (of which one beyond the
 * range is kept in each order or in none); or and and, of what is defined; put
 * an element into a multiset whose slots have no order.
 *
 * A local variable that a round writes before it reads it is its own in that
 * round.  What the last round left in it is spoiled (symmetry_flow.c).
 *
 * A round that returns leaves the others undone, and one whose `assume` fails
 * keeps their faults from showing.
 */
#include "symmetry_private.h"

static bool is_local(const struct access *a)
{
    return a->path.root && a->path.root->kind == SYMBOL_LOCAL;
}

static bool is_private(const struct walk *w, const struct loop *loop, const struct access *a)
{
    const struct symbol *root = a->path.root;
    return root && root->kind != SYMBOL_VARIABLE && w->bound[root->id].frame > loop->frame;
}

static bool is_own(const struct loop *loop, const struct access *a)
{
    return is_local(a) && a->own >= loop->level;
}

/* What reads as well as writes, and reads its own, is as a write. */
static enum access_kind kind_in(const struct loop *loop, const struct access *a)
{
    bool accumulates = a->kind >= ACCESS_IS_ADDED && a->kind <= ACCESS_IS_AND;
    return accumulates && is_own(loop, a) ? ACCESS_IS_WRITE : a->kind;
}

static bool is_read(enum access_kind kind)
{
    return kind == ACCESS_IS_READ || (kind >= ACCESS_IS_ADDED && kind <= ACCESS_IS_AND) || kind == ACCESS_IS_INSERT;
}

static bool same_fixed(const struct walk *w, const struct loop *loop, const struct access *a, const struct access *b)
{
    if (a->fixed != b->fixed)
        return false;
    if (a->fixed != FIXED_VALUE)
        return true;
    bool outer = a->value.known == KNOWN_NUMBER
        || (a->value.known == KNOWN_NAME && w->bound[a->value.symbol->id].since < loop->begun);
    return outer && value_same(a->value, b->value);
}

/* Whether a round turns a truth value the way that `kind` does. */
static bool turns(const struct access *a, enum access_kind kind)
{
    return a->kind == kind
        || (a->kind == ACCESS_IS_FIXED && a->fixed == FIXED_VALUE && a->value.known == KNOWN_NUMBER
            && a->value.number == (kind == ACCESS_IS_OR));
}

/* Where one round may decide and another fail: only if all ask the same, of
 * what is the same in each. */
static bool ask_alike(const struct loop *loop, const struct access *a, const struct access *b)
{
    if (!a->can_fail && !b->can_fail)
        return true;
    return a->kind == b->kind && !place_compare(a->place, b->place) && a->asked_since < loop->begun
        && b->asked_since < loop->begun && a->asked_own < loop->level && b->asked_own < loop->level;
}

/* Where one round may set it and another find it undefined. */
static bool read_alike(const struct loop *loop, const struct access *a, const struct access *b)
{
    bool always = a->kind == b->kind && a->reads_always && b->reads_always;
    bool defined = (a->kind == ACCESS_IS_FIXED || a->defined_since < loop->begun)
        && (b->kind == ACCESS_IS_FIXED || b->defined_since < loop->begun);
    return always || defined;
}

static bool commute(const struct walk *w, const struct loop *loop, const struct access *a, const struct access *b)
{
    enum access_kind k = kind_in(loop, a), l = kind_in(loop, b);
    if (k == ACCESS_IS_READ && l == ACCESS_IS_READ)
        return true;
    if ((k == ACCESS_IS_READ && is_own(loop, a)) || (l == ACCESS_IS_READ && is_own(loop, b)))
        return true;
    if (k == ACCESS_IS_FIXED && l == ACCESS_IS_FIXED)
        return same_fixed(w, loop, a, b);
    if (k == ACCESS_IS_OR || l == ACCESS_IS_OR)
        return turns(a, ACCESS_IS_OR) && turns(b, ACCESS_IS_OR) && ask_alike(loop, a, b) && read_alike(loop, a, b);
    if (k == ACCESS_IS_AND || l == ACCESS_IS_AND)
        return turns(a, ACCESS_IS_AND) && turns(b, ACCESS_IS_AND) && ask_alike(loop, a, b) && read_alike(loop, a, b);
    return k == l && k != ACCESS_IS_WRITE && a->from_undefined == b->from_undefined;
}

static const char *name_of(const struct access *a)
{
    return a->path.root ? a->path.root->name : "the state";
}

static bool is_truth(const struct access *a)
{
    return a->kind == ACCESS_IS_OR || a->kind == ACCESS_IS_AND;
}

static void refuse_pair(struct walk *w, const struct loop *loop, const struct access *a, const struct access *b)
{
    const char *set = symmetry_set_name(loop->quantifier), *name = name_of(a);
    const struct access *at = a->kind == ACCESS_IS_READ ? b : a;
    const char *why;
    if (a->kind == ACCESS_IS_READ || b->kind == ACCESS_IS_READ)
        why = "one round of the loop over `%s` may write `%s` and another read it, so their order shows";
    else if (a->kind >= ACCESS_IS_ADDED && b->kind >= ACCESS_IS_ADDED && a->kind <= ACCESS_IS_TAKEN && b->kind <= ACCESS_IS_TAKEN)
        why = "rounds of the loop over `%s` add to `%s` and take from it, so the order shows in the sums between";
    else if (a->can_fail || b->can_fail)
        why = "in the loop over `%s` one round may decide `%s`, and what another would ask may fail";
    else if (is_truth(a) ? turns(b, a->kind) : is_truth(b) && turns(a, b->kind))
        why = "in the loop over `%s` one round may set `%s`, and another read it undefined";
    else
        why = "rounds of the loop over `%s` may write different things to `%s`, so their order shows";
    symmetry_refuse(w, loop->quantifier->symbol->type, at->place, arena_format(w->results, why, set, name));
}

/* False where the loop is refused. */
static bool check_pair(struct walk *w, const struct loop *loop, const struct access *a, const struct access *b)
{
    if (!path_may_meet(loop, &a->path, &b->path) || commute(w, loop, a, b))
        return true;
    bool reads = is_read(kind_in(loop, a)) || is_read(kind_in(loop, b));
    if (!reads && flow_is_followed(w, &a->path) && flow_is_followed(w, &b->path)) {
        flow_spoil(w, &a->path, loop);
        flow_spoil(w, &b->path, loop);
        return true;
    }
    refuse_pair(w, loop, a, b);
    return false;
}

static bool is_alike(const struct access *a, const struct access *b)
{
    return a->kind == b->kind && a->own == b->own && a->fixed == b->fixed && a->reads_always == b->reads_always
        && a->from_undefined == b->from_undefined        && a->defined_since == b->defined_since && path_same(&a->path, &b->path)
        && !a->can_fail && !b->can_fail && (a->kind != ACCESS_IS_FIXED || a->fixed != FIXED_VALUE || value_same(a->value, b->value));
}

static void check_accesses(struct walk *w, const struct loop *loop)
{
    /* Those that count, writes first; the rest of the list stays as it is. */
    const struct access **list = arena_alloc(w->places, (w->access_count - loop->first + 1) * sizeof *list);
    size_t count = 0, writes = 0;
    for (size_t i = loop->first; i < w->access_count; i++) {
        const struct access *a = &w->accesses[i];
        if (is_private(w, loop, a))
            continue;
        bool known = false;
        for (size_t k = count > 16 ? count - 16 : 0; k < count && !known; k++)
            known = is_alike(list[k], a);
        if (known)
            continue;
        list[count++] = a;
        if (a->kind != ACCESS_IS_READ) {
            list[count - 1] = list[writes];
            list[writes++] = a;
        }
    }
    if (writes && count > PAIR_LIMIT / writes) {
        symmetry_refuse(w, loop->quantifier->symbol->type, loop->place, "the loop has too many accesses to compare them");
        return;
    }
    for (size_t i = 0; i < writes; i++)
        for (size_t k = i; k < count; k++)
            if (!check_pair(w, loop, list[i], list[k]))
                return;
}

void loop_check(struct walk *w, struct loop *loop)
{
    const struct type *type = loop->quantifier->symbol->type;
    const char *set = symmetry_set_name(loop->quantifier);
    unsigned before = w->refusals;
    if (loop->drops)
        symmetry_refuse(w, type, loop->drop_place,
                        arena_format(w->results, "an assume in the loop over `%s` may fail before another round does", set));
    if (loop->returns && loop->returns_differ)
        symmetry_refuse(w, type, loop->return_place,
                        arena_format(w->results, "which value the loop over `%s` returns hangs on the order of its rounds", set));
    else if (loop->returns && !loop->asks_all)
        symmetry_refuse(w, type, loop->return_place,
                        arena_format(w->results, "a return leaves the loop over `%s` while other rounds may have had an effect", set));
    check_accesses(w, loop);
    /* Then its rounds are not each on its own, and it ends as it would. */
    if (w->refusals != before && loop->is_statement && !w->in_start)
        loop->quantifier->asks_all = false;
}
