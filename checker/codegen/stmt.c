/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stmt.c - code for statements and routines.
 */
#include "../base/arena.h"
#include "../base/die.h"
#include "codegen_private.h"

static void gen_stmt(struct gen *, const struct stmt *);

void gen_block(struct gen *gen, const struct block *block)
{
    for (unsigned i = 0; i < block->count; i++) {
        gen->rest = (struct stmts){block->stmts + i + 1, block->count - i - 1};
        gen_stmt(gen, block->stmts[i]);
    }
    gen->rest = (struct stmts){0};
}

/* ---- assignment ---- */

static bool is_scalar_expr(const struct expr *e)
{
    const struct type *type = type_of(e->type);
    return !type || type_is_scalar(type);
}

/* The target's address is fixed before the value is computed. */
static void assign(struct gen *gen, const struct stmt *stmt)
{
    const struct type *type = type_of(stmt->target->type);
    struct named named = {0};
    const char *target = gen_place(gen, stmt->target, &named);
    gen_expect_element(gen, &named);
    const char *from = type_is_scalar(type) ? gen_fit(gen, type, gen_scalar(gen, stmt->value), stmt->value->place)
                                            : gen_designator(gen, stmt->value);
    if (gen_calls(stmt->value)) /* which may have taken the element away */
        gen_expect_element(gen, &named);
    if (type_is_scalar(type)) {
        gen_line(gen, "%s = %s;", target, from);
        return;
    }
    /* The two may be one and the same, but never overlap otherwise. */
    gen_line(gen, "memmove(&%s, &%s, %u);", target, from, (unsigned)layout_size(type));
    if (type->contains_multiset)
        gen_lose(gen, target);
}

static void clear(struct gen *gen, const struct stmt *stmt)
{
    const struct type *type = type_of(stmt->target->type);
    const char *target = gen_designator(gen, stmt->target);
    if (type_is_scalar(type))
        gen_line(gen, "%s = 1;", target);
    else
        gen_clear(gen, type, target);
    if (type->contains_multiset)
        gen_lose(gen, target);
}

static void undefine(struct gen *gen, const struct stmt *stmt)
{
    const struct type *type = type_of(stmt->target->type);
    const char *target = gen_designator(gen, stmt->target);
    if (type_is_scalar(type))
        gen_line(gen, "%s = 0;", target);
    else
        gen_line(gen, "memset(&%s, 0, %u);", target, (unsigned)layout_size(type));
    if (type->contains_multiset)
        gen_lose(gen, target);
}

/* ---- control ---- */

static bool stmt_falls_through(const struct stmt *);

/* Whether it has a branch, and whoever comes behind it has taken one. */
static bool branches(struct gen *gen, const struct stmt *stmt)
{
    const struct quantifier *q = stmt->quantifier;
    return stmt->kind == STMT_IF || stmt->kind == STMT_SWITCH ||
           (stmt->kind == STMT_FOR && q->constant && q->count > 0 && !gen_for_is_bound(gen, stmt));
}

/* The statement that branches to which all come who come to the first of these, and do not leave before, or fail; or NULL, also
 * where nobody asks. */
static const struct stmt *first_that_branches(struct gen *gen, struct stmts stmts)
{
    for (unsigned i = 0; gen_covers(gen) && i < stmts.count; i++) {
        if (branches(gen, stmts.list[i]))
            return stmts.list[i];
        if (!stmt_falls_through(stmts.list[i]))
            return NULL;
    }
    return NULL;
}

static const struct stmt *first_of(struct gen *gen, const struct block *block)
{
    return first_that_branches(gen, (struct stmts){block->stmts, block->count});
}

static void branch(struct gen *gen, const struct branch *branch, const struct block *body)
{
    gen_cover(gen, branch);
    gen_cover_within(gen, branch->of, true);
    gen_block(gen, body);
    gen_cover_within(gen, branch->of, false);
}

/* `stmt` is a condition of the statement `of`, or its else; `then` follows the statement, and is come to only from its end. */
static void conditional(struct gen *gen, const struct stmt *stmt, const struct stmt *of, struct stmts then)
{
    if (!stmt->condition) {
        branch(gen, &(struct branch){of, stmt->place, "the else", first_of(gen, &stmt->body)}, &stmt->body);
        return;
    }
    struct value condition = gen_scalar(gen, stmt->condition);
    gen_open(gen, "if (%s)", condition.text);
    branch(gen, &(struct branch){of, stmt->place, "it is true", first_of(gen, &stmt->body)}, &stmt->body);
    gen_close(gen);
    if (!stmt->otherwise && !gen_covers(gen))
        return;
    if (gen_falls_through(&stmt->body))
        then = (struct stmts){0};
    gen_open(gen, "else");
    if (stmt->otherwise)
        conditional(gen, stmt->otherwise, of, then);
    else
        gen_cover(gen, &(struct branch){of, stmt->place, "it is false", first_that_branches(gen, then)});
    gen_close(gen);
}

/* Values are compared from left to right, and not past the one that matches;
 * a case that needs checks of its own opens a block within the last `else`. */
static void switch_on(struct gen *gen, const struct stmt *stmt)
{
    struct stmts then = gen->rest;
    struct value value = gen_scalar(gen, stmt->value);
    const char *on = gen_fresh(gen, "on");
    gen_open(gen, "%s", "");
    gen_line(gen, "const int64_t %s = %s;", on, value.text);
    gen_line(gen, "(void)%s;", on);
    unsigned open = 1;
    for (unsigned i = 0; i < stmt->case_count; i++) {
        const struct switch_case *one = &stmt->cases[i];
        if (one->value_count == 0) {
            branch(gen, &(struct branch){stmt, one->place, "no case", first_of(gen, &one->body)}, &one->body);
            break;
        }
        const char *hit = gen_fresh(gen, "hit");
        gen_line(gen, "int %s = 0;", hit);
        for (unsigned j = 0; j < one->value_count; j++) {
            gen_open(gen, j ? "if (!%s)" : "%.0s", hit);
            gen_line(gen, "%s = %s == %s;", hit, on, gen_scalar(gen, one->values[j]).text);
            gen_close(gen);
        }
        gen_open(gen, "if (%s)", hit);
        branch(gen, &(struct branch){stmt, one->place, "this case", first_of(gen, &one->body)}, &one->body);
        gen_close(gen);
        if (gen_falls_through(&one->body))
            then = (struct stmts){0};
        gen_open(gen, "else");
        open++;
    }
    if (!stmt->case_count || stmt->cases[stmt->case_count - 1].value_count)
        gen_cover(gen, &(struct branch){stmt, stmt->place, NULL, first_that_branches(gen, then)});
    while (open--)
        gen_close(gen);
}

/* A return ends the round, of a loop that asks all, and else the body. */
static void leave(struct gen *gen)
{
    const char *due = gen_due(gen);
    if (due)
        gen_line(gen, "%s", due);
    if (gen->asking)
        gen_line(gen, "returns_%s = 1; goto next_%s;", gen->asking, gen->asking);
    else
        gen_line(gen, "return 0;");
}

static void loop_body(struct gen *gen, const struct stmt *stmt)
{
    gen_cover(gen, &(struct branch){stmt, stmt->place, "the body", first_of(gen, &stmt->body)});
    gen_cover_end(gen, stmt);
    gen_block(gen, &stmt->body);
}

static void loop_that_asks_all(struct gen *gen, const struct stmt *stmt)
{
    const char *outer = gen->asking, *number = arena_format(gen->arena, "%u", gen->fresh++);
    unsigned faults = gen->faults;
    gen_line(gen, "int returns_%s = 0;", number);
    gen_loop(gen, stmt->quantifier, gen_for_bound(gen, stmt));
    unsigned before = gen->faults;
    gen_poll_for(gen, stmt);
    faults += gen->faults - before; /* that one is no fault of the model's */
    gen->asking = number;
    loop_body(gen, stmt);
    gen->asking = outer;
    gen_line(gen, "next_%s:;", number);
    if (gen->faults == faults)
        gen_line(gen, "if (returns_%s) break;", number);
    gen_close(gen);
    gen_open(gen, "if (returns_%s)", number);
    leave(gen);
    gen_close(gen);
}

static void loop_for(struct gen *gen, const struct stmt *stmt)
{
    gen_open(gen, "%s", "");
    if (stmt->quantifier->asks_all) {
        loop_that_asks_all(gen, stmt);
    } else {
        gen_loop(gen, stmt->quantifier, gen_for_bound(gen, stmt));
        gen_poll_for(gen, stmt);
        loop_body(gen, stmt);
        gen_close(gen);
    }
    gen_close(gen);
}

static void loop_while(struct gen *gen, const struct stmt *stmt)
{
    const char *turns = gen_fresh(gen, "turns");
    gen_open(gen, "for (uint64_t %s = 0;; %s++)", turns, turns);
    gen_poll_while(gen);
    struct value condition = gen_scalar(gen, stmt->condition);
    gen_line(gen, "if (!%s)", condition.text);
    gen_line(gen, "    break;");
    gen_fail_if(gen, arena_format(gen->arena, "%s >= x->loop_limit", turns), MODEL_LOOP, stmt->place,
                "more iterations than the limit");
    loop_body(gen, stmt);
    gen_close(gen);
}

static void alias(struct gen *gen, const struct stmt *stmt)
{
    gen_open(gen, "%s", "");
    for (unsigned i = 0; i < stmt->alias_count; i++)
        gen_alias(gen, stmt->aliases[i]);
    gen_block(gen, &stmt->body);
    gen_close(gen);
}

static const struct type *result_type(struct gen *gen)
{
    return gen->routine && gen->routine->result ? type_of(gen->routine->result) : NULL;
}

static void give_back(struct gen *gen, const struct stmt *stmt)
{
    const struct type *type = result_type(gen);
    if (type && stmt->value && type_is_scalar(type)) {
        struct value value = gen_scalar(gen, stmt->value);
        if (value.low < type->low || value.high > type->high) {
            const char *kept = gen_fresh(gen, "t");
            gen_line(gen, "const int64_t %s = %s;", kept, value.text);
            value.text = kept;
            gen_fit(gen, type, value, stmt->value->place);
        }
        gen_line(gen, "*result = %s;", value.text);
    } else if (type && stmt->value) {
        gen_line(gen, "memmove(result, &%s, sizeof *result);", gen_designator(gen, stmt->value));
    }
    leave(gen);
}

/* ---- properties ---- */

static void property(struct gen *gen, const struct stmt *stmt)
{
    const struct property *p = stmt->property;
    const char *name = gen_property(gen, p);
    gen_open(gen, "if (x->enabled[%s])", name);
    struct value condition = gen_scalar(gen, p->condition);
    if (p->kind == PROPERTY_COVER) {
        gen_open(gen, "if (%s)", condition.text);
        gen_line(gen, "meet_cover(x, k, %s);", name);
    } else {
        gen_open(gen, "if (unlikely(!%s))", condition.text);
        gen_fault(gen, p->kind == PROPERTY_ASSUME ? "FAULT_DROP" : arena_format(gen->arena, "1 + %s", name));
    }
    gen_close(gen);
    gen_close(gen);
}

/* ---- output ---- */

/* Silent in a search: a designator, which prints even undefined, is not
 * looked at; what any other expression evaluates can fail. */
static void put(struct gen *gen, const struct stmt *stmt)
{
    if (!stmt->value || stmt->value->designator)
        return;
    bool scalar = is_scalar_expr(stmt->value);
    gen_open(gen, "%s", "");
    gen_line(gen, "(void)%s;", scalar ? gen_scalar(gen, stmt->value).text : gen_designator(gen, stmt->value));
    gen_close(gen);
}

/* ---- multisets ---- */

static void multiset_add(struct gen *gen, const struct stmt *stmt)
{
    const struct type *type = type_of(stmt->target->type), *element = type_of(type->element);
    gen_open(gen, "%s", "");
    const char *value, *slot = gen_fresh(gen, "slot");
    if (type_is_scalar(element)) {
        value = gen_fresh(gen, "added");
        gen_line(gen, "const %s %s = %s;", gen_type(gen, element), value,
                 gen_fit(gen, element, gen_scalar(gen, stmt->value), stmt->value->place));
    } else {
        const char *from = gen_designator(gen, stmt->value);
        value = gen_fresh(gen, "added");
        gen_line(gen, "%s %s;", gen_type(gen, element), value);
        gen_line(gen, "memcpy(&%s, &%s, sizeof %s);", value, from, value);
    }
    const char *multiset = gen_designator(gen, stmt->target);
    gen_line(gen, "unsigned %s = 0;", slot);
    gen_line(gen, "while (%s < %u && %s.taken[%s])", slot, type->slots, multiset, slot);
    gen_line(gen, "    %s++;", slot);
    gen_fail_if(gen, arena_format(gen->arena, "%s == %u", slot, type->slots), MODEL_MULTISET, stmt->place,
                "an element is added to a full multiset");
    gen_line(gen, "%s.taken[%s] = 1;", multiset, slot);
    gen_line(gen, "memcpy(&%s.at[%s], &%s, sizeof %s);", multiset, slot, value, value);
    gen_close(gen);
}

static void empty_slot(struct gen *gen, const char *multiset, const char *slot)
{
    gen_line(gen, "%s.taken[%s] = 0;", multiset, slot);
    gen_line(gen, "memset(&%s.at[%s], 0, sizeof %s.at[0]);", multiset, slot, multiset);
    gen_lose(gen, arena_format(gen->arena, "%s.taken[%s]", multiset, slot));
}

static void multiset_remove(struct gen *gen, const struct stmt *stmt)
{
    gen_open(gen, "%s", "");
    struct value slot = gen_scalar(gen, stmt->value);
    const char *multiset = gen_designator(gen, stmt->target);
    gen_expect_slot(gen, stmt->value, multiset, stmt->place, "an element is removed that is not there");
    empty_slot(gen, multiset, slot.text);
    gen_close(gen);
}

/* The condition sees the multiset as it was before any element went. */
static void multiset_removepred(struct gen *gen, const struct stmt *stmt)
{
    const struct quantifier *q = stmt->quantifier;
    unsigned slots = type_of(q->multiset->type)->slots;
    const char *goes = gen_fresh(gen, "goes"), *i = gen_fresh(gen, "i");
    gen_open(gen, "%s", "");
    const char *multiset = gen_designator(gen, q->multiset);
    gen_line(gen, "unsigned char %s[%u] = {0};", goes, slots);
    gen_loop(gen, q, NULL);
    gen_poll_for(gen, stmt);
    gen_watch(gen, q->symbol);
    struct value condition = gen_scalar(gen, stmt->condition);
    gen_line(gen, "%s[%s] = %s;", goes, gen->bindings[q->symbol->id].text, condition.text);
    gen_release(gen, q->symbol);
    gen_close(gen);
    gen_open(gen, "for (unsigned %s = 0; %s < %u; %s++)", i, i, slots, i);
    gen_open(gen, "if (%s[%s])", goes, i);
    empty_slot(gen, multiset, i);
    gen_close(gen);
    gen_close(gen);
    gen_close(gen);
}

static void gen_stmt(struct gen *gen, const struct stmt *stmt)
{
    switch (stmt->kind) {
    case STMT_ASSIGN:
        assign(gen, stmt);
        return;
    case STMT_IF:
        conditional(gen, stmt, stmt, gen->rest);
        gen_cover_end(gen, stmt);
        return;
    case STMT_SWITCH:
        switch_on(gen, stmt);
        gen_cover_end(gen, stmt);
        return;
    case STMT_FOR:
        loop_for(gen, stmt);
        return;
    case STMT_WHILE:
        loop_while(gen, stmt);
        return;
    case STMT_ALIAS:
        alias(gen, stmt);
        return;
    case STMT_CALL:
        gen_call(gen, stmt->value);
        return;
    case STMT_CLEAR:
        clear(gen, stmt);
        return;
    case STMT_UNDEFINE:
        undefine(gen, stmt);
        return;
    case STMT_PUT:
        put(gen, stmt);
        return;
    case STMT_PROPERTY:
        property(gen, stmt);
        return;
    case STMT_ERROR:
        gen_fault(gen, arena_format(gen->arena, "1 + %s", gen_property(gen, stmt->property)));
        return;
    case STMT_RETURN:
        give_back(gen, stmt);
        return;
    case STMT_MULTISET_ADD:
        multiset_add(gen, stmt);
        return;
    case STMT_MULTISET_REMOVE:
        multiset_remove(gen, stmt);
        return;
    case STMT_MULTISET_REMOVEPRED:
        multiset_removepred(gen, stmt);
        return;
    }
    die("an unknown kind of statement, %d", (int)stmt->kind);
}

/* ---- routines ---- */

/* Local variables start undefined. */
void gen_decls(struct gen *gen, struct decl *const *decls, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (decls[i]->kind != DECL_VARIABLE)
            continue;
        const struct symbol *symbol = decls[i]->symbol;
        const struct type *type = type_of(symbol->type);
        const char *name = arena_format(gen->arena, "%s_%u", symbol->name, symbol->id);
        gen_line(gen, "%s %s;", gen_type(gen, type), name);
        gen_line(gen, "memset(&%s, 0, sizeof %s);", name, name);
        gen_bind_place(gen, symbol, name);
    }
}

static bool stmt_falls_through(const struct stmt *stmt)
{
    switch (stmt->kind) {
    case STMT_RETURN:
    case STMT_ERROR:
        return false;
    case STMT_IF:
        for (const struct stmt *branch = stmt; branch; branch = branch->otherwise) {
            if (gen_falls_through(&branch->body))
                return true;
            if (!branch->condition)
                return false;
        }
        return true;
    case STMT_SWITCH:
        for (unsigned i = 0; i < stmt->case_count; i++)
            if (gen_falls_through(&stmt->cases[i].body))
                return true;
        return stmt->case_count == 0 || stmt->cases[stmt->case_count - 1].value_count != 0;
    case STMT_ALIAS:
        return gen_falls_through(&stmt->body);
    default:
        return true;
    }
}

bool gen_falls_through(const struct block *block)
{
    for (unsigned i = 0; i < block->count; i++)
        if (!stmt_falls_through(block->stmts[i]))
            return false;
    return true;
}

/* Compound arguments by value come as a pointer to the caller's copy. */
static void signature(struct gen *gen, const struct routine *routine, const char *end)
{
    text_format(gen->out, "static maybe_unused uint32_t %s(struct expansion *x, struct work *k, struct state *s",
                gen_routine_name(gen, routine));
    for (unsigned i = 0; i < routine->parameter_count; i++) {
        const struct symbol *parameter = routine->parameters[i];
        const struct type *type = type_of(parameter->type);
        bool pointer = parameter->by_reference || !type_is_scalar(type);
        const char *name = arena_format(gen->arena, "%s_%u", parameter->name, parameter->id);
        text_format(gen->out, ", %s %s%s", gen_type(gen, type), pointer ? "*" : "", name);
        gen_bind_place(gen, parameter, pointer ? arena_format(gen->arena, "(*%s)", name) : name);
        if (!parameter->guarded)
            continue;
        text_format(gen->out, ", const struct guard *guard_%u", parameter->id);
        gen->bindings[parameter->id].guard = arena_format(gen->arena, "guard_%u", parameter->id);
    }
    if (routine->result) {
        const struct type *type = type_of(routine->result);
        text_format(gen->out, ", %s *result", type_is_scalar(type) ? "int64_t" : gen_type(gen, type));
    }
    text_format(gen->out, ")%s", end);
}

static void define_routine(struct gen *gen, const struct routine *routine)
{
    unsigned faults = gen->faults;
    gen->routine = routine;
    gen->fail = "return %s;";
    text_format(gen->out, "/* %s, %s */\n", routine->name, gen_where(gen, routine->place));
    signature(gen, routine, "\n{\n");
    gen->indent = 1;
    gen_line(gen, "(void)x, (void)k, (void)s;");
    for (unsigned i = 0; i < routine->parameter_count; i++)
        gen_line(gen, routine->parameters[i]->guarded ? "(void)%s_%u, (void)guard_%u;" : "(void)%s_%u;",
                 routine->parameters[i]->name, routine->parameters[i]->id, routine->parameters[i]->id);
    gen_poll_routine(gen, routine);
    gen_decls(gen, routine->decls, routine->decl_count);
    gen_block(gen, &routine->body);
    if (routine->result && gen_falls_through(&routine->body))
        gen_fault(gen, arena_format(gen->arena, "1 + %s", gen_site(gen, MODEL_RETURN, routine->place,
                                                                   "a function that ends without a value")));
    else if (gen_falls_through(&routine->body))
        gen_line(gen, "return 0;");
    gen->indent = 0;
    text_put(gen->out, "}\n\n");
    gen->routine = NULL;
    gen->cannot_fail[routine->id] = gen->faults == faults;
}

void gen_routines(struct gen *gen)
{
    for (unsigned i = 0; i < gen->program->routine_count; i++)
        if (!gen->program->routines[i]->external)
            signature(gen, gen->program->routines[i], ";\n");
    gen_blank(gen);
    for (unsigned i = 0; i < gen->program->routine_count; i++)
        if (!gen->program->routines[i]->external)
            define_routine(gen, gen->program->routines[i]);
}
