/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * element.c - checks that a name which stands for an element of a multiset is
 * used for that element only.
 *
 * An element may be removed while a name for it is in scope (types_slot.c finds
 * these names).  Such a name has a *guard*: a C structure in the scope that binds
 * the name, in a list of all guards that are live.  Code that takes an element
 * out of its slot goes through the list and marks the guards of that slot.  So
 * a guard tells an element from another one that came into its slot later.  A
 * reference into an element has the guard of the name that it was made by; a
 * call passes the guard beside the reference.
 *
 * A guard lives in the stack frame that made it: whoever begins a firing, or
 * goes on after a fault, empties the list.
 */
#include "../base/arena.h"
#include "codegen_private.h"

void gen_find_guards(struct gen *gen)
{
    gen->has_guards = gen->program->guards;
}

static struct binding *binding_of(struct gen *gen, const struct symbol *symbol)
{
    return &gen->bindings[symbol->id];
}

bool gen_is_slot(const struct expr *e)
{
    return e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_QUANTIFIER && e->symbol->quantifier
        && e->symbol->quantifier->multiset;
}

bool gen_calls(const struct expr *e)
{
    if (!e)
        return false;
    if (e->kind == EXPR_CALL)
        return true;
    for (unsigned i = 0; i < e->argument_count; i++)
        if (gen_calls(e->arguments[i]))
            return true;
    const struct quantifier *q = e->quantifier;
    return gen_calls(e->condition) || gen_calls(e->left) || gen_calls(e->right)
        || (q && (gen_calls(q->from) || gen_calls(q->to) || gen_calls(q->by) || gen_calls(q->multiset)));
}

/* ---- binding ---- */

void gen_bind_multiset(struct gen *gen, const struct symbol *slot, const char *multiset)
{
    binding_of(gen, slot)->multiset = multiset;
}

void gen_watch(struct gen *gen, const struct symbol *slot)
{
    struct binding *b = binding_of(gen, slot);
    if (!slot->guarded)
        return;
    const char *guard = gen_fresh(gen, "guard");
    gen_line(gen, "struct guard %s = {k->guards, &%s.taken[%s], 0};", guard, b->multiset, b->text);
    gen_line(gen, "k->guards = &%s;", guard);
    b->guard = arena_format(gen->arena, "(&%s)", guard);
}

void gen_release(struct gen *gen, const struct symbol *slot)
{
    struct binding *b = binding_of(gen, slot);
    if (b->guard)
        gen_line(gen, "k->guards = %s->outer;", b->guard);
    b->guard = NULL;
}

void gen_lose(struct gen *gen, const char *place)
{
    if (gen->has_guards)
        gen_line(gen, "lose(k->guards, &k->losses, &%s, sizeof %s);", place, place);
}

/* ---- checks ---- */

static const char *text_of(struct gen *gen, const struct expr *e)
{
    const struct source *source = e->place.source;
    if (!source || e->place.end <= e->place.start || e->place.end > source->length || e->place.end - e->place.start > 60)
        return "an element";
    return arena_format(gen->arena, "%.*s", (int)(e->place.end - e->place.start), source->text + e->place.start);
}

static const struct symbol *symbol_of(const struct named *named)
{
    return named->name->kind == EXPR_INDEX ? named->name->right->symbol : named->name->symbol;
}

const char *gen_guard_of(struct gen *gen, const struct named *named)
{
    return named->name ? binding_of(gen, symbol_of(named))->guard : NULL;
}

/* "A || B", where either may be missing. */
static const char *either(struct gen *gen, const char *a, const char *b)
{
    return a && b ? arena_format(gen->arena, "%s || %s", a, b) : a ? a : b;
}

/* Outside of its scope, on trial, a parameter has no multiset yet. */
static const char *is_other(struct gen *gen, const struct binding *b, const char *multiset)
{
    return arena_format(gen->arena, "&%s != &%s", multiset, b->multiset ? b->multiset : multiset);
}

static const char *is_gone(struct gen *gen, const struct binding *b)
{
    return b->guard ? arena_format(gen->arena, "%s->gone", b->guard) : NULL;
}

void gen_expect_element(struct gen *gen, const struct named *named)
{
    const struct expr *e = named->name;
    if (!e)
        return;
    const struct binding *b = binding_of(gen, symbol_of(named));
    const char *other = e->stray ? is_other(gen, b, named->multiset) : NULL, *wrong = either(gen, other, is_gone(gen, b));
    const char *why = other ? "%s is used, where %s stands for an element of another multiset, or for one that is gone"
                            : "%s is used, and its element is gone";
    if (wrong)
        gen_fail_if(gen, wrong, MODEL_MULTISET, e->place, arena_format(gen->arena, why, text_of(gen, e), symbol_of(named)->name));
}

void gen_expect_slot(struct gen *gen, const struct expr *slot, const char *multiset, struct place place, const char *message)
{
    const struct binding *b = binding_of(gen, slot->symbol);
    const char *wrong = either(gen, slot->stray ? is_other(gen, b, multiset) : NULL, is_gone(gen, b));
    if (wrong)
        gen_fail_if(gen, wrong, MODEL_MULTISET, place, message);
}

/* Two that are lost with one loss were one. */
struct value gen_same_element(struct gen *gen, const struct expr *e)
{
    const struct binding *a = binding_of(gen, e->left->symbol), *b = binding_of(gen, e->right->symbol);
    const char *text = arena_format(gen->arena, "%s == %s", a->text, b->text);
    if (e->stray && a->multiset && b->multiset)
        text = arena_format(gen->arena, "&%s.taken[%s] == &%s.taken[%s]", a->multiset, a->text, b->multiset, b->text);
    if (a->guard || b->guard)
        text = arena_format(gen->arena, "%s && %s == %s", text, a->guard ? is_gone(gen, a) : "0", b->guard ? is_gone(gen, b) : "0");
    const char *name = gen_fresh(gen, "same");
    gen_line(gen, "const int %s = %s;", name, text);
    return (struct value){arena_format(gen->arena, e->op == OP_EQUAL ? "%s" : "(!%s)", name), 0, 1};
}
