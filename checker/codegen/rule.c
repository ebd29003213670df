/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rule.c - code for rules, start states and global properties.
 *
 * Rule N becomes four C functions.  body_N runs the body on a copy of the state;
 * fire_N calls it, and gives the outcome to the engine; rule_N goes through all
 * instances of the rule in a state; one_N fires a single instance by its number.
 * A conjunct of the guard is tested in the outermost loop that binds the names
 * which it mentions, unless that would change what is evaluated or which failure
 * comes first.
 */
#include <string.h>

#include "../base/arena.h"
#include "codegen_private.h"

/* A parameter of a rule or property, as the ABI numbers it. */
struct parameter {
    const struct quantifier *quantifier;
    const char *name; /* in C */
    int64_t first, step;
    uint64_t count, stride;
};

struct parameters {
    struct parameter *list;
    unsigned count;
};

static struct parameters parameters_of(struct gen *gen, const struct flat_rule *flat)
{
    struct parameters all = {0};
    for (unsigned i = 0; i < flat->enclosing_count; i++) {
        const struct quantifier *q = flat->enclosing[i].quantifier;
        if (flat->enclosing[i].kind == RULE_ALIAS)
            continue;
        struct parameter one = {.quantifier = q, .first = q->first, .step = q->step, .count = q->count};
        one.name = arena_format(gen->arena, "%s_%u", q->symbol->name, q->symbol->id);
        if (q->multiset) {
            one.first = 0;
            one.step = 1;
            one.count = type_of(q->multiset->type)->slots;
        }
        ARENA_PUSH(gen->arena, all.list, all.count, one);
    }
    uint64_t stride = 1;
    for (unsigned i = all.count; i-- > 0;) {
        all.list[i].stride = stride;
        stride *= all.list[i].count;
    }
    return all;
}

static void bind_parameters(struct gen *gen, struct parameters all)
{
    for (unsigned i = 0; i < all.count; i++) {
        const struct parameter *p = &all.list[i];
        int64_t last = (int64_t)((uint64_t)p->first + (p->count ? p->count - 1 : 0) * (uint64_t)p->step);
        gen_bind_value(gen, p->quantifier->symbol, p->name, p->first < last ? p->first : last,
                       p->first < last ? last : p->first);
    }
}

/* ", const int64_t i_3": the parameters in a C signature. */
static const char *declared(struct gen *gen, struct parameters all)
{
    const char *text = "";
    for (unsigned i = 0; i < all.count; i++)
        text = arena_format(gen->arena, "%s, const int64_t %s", text, all.list[i].name);
    return text;
}

static const char *passed(struct gen *gen, struct parameters all)
{
    const char *text = "";
    for (unsigned i = 0; i < all.count; i++)
        text = arena_format(gen->arena, "%s, %s", text, all.list[i].name);
    return text;
}

/* The number of an instance from its parameters. */
static const char *instance_of(struct gen *gen, uint64_t first, struct parameters all)
{
    const char *text = arena_format(gen->arena, "%llu", (unsigned long long)first);
    for (unsigned i = 0; i < all.count; i++) {
        const struct parameter *p = &all.list[i];
        const char *value = p->first ? arena_format(gen->arena, "(%s - %s)", p->name, gen_literal(gen, p->first)) : p->name;
        if (p->step != 1)
            value = arena_format(gen->arena, "(%s / %s)", value, gen_literal(gen, p->step));
        text = p->stride == 1 ? arena_format(gen->arena, "%s + (uint64_t)%s", text, value)
                              : arena_format(gen->arena, "%s + (uint64_t)%s * %llu", text, value,
                                             (unsigned long long)p->stride);
    }
    return text;
}

/* The parameters from an instance's number, counted from 0 in its rule. */
static void decode_instance(struct gen *gen, struct parameters all)
{
    for (unsigned i = 0; i < all.count; i++) {
        const struct parameter *p = &all.list[i];
        gen_line(gen, "const int64_t %s = (int64_t)(%lluu + instance / %lluu %% %lluu * %lluu);", p->name,
                 (unsigned long long)p->first, (unsigned long long)p->stride,
                 (unsigned long long)(p->count ? p->count : 1), (unsigned long long)p->step);
    }
}

/* Bind what encloses a rule, its parameters being known; `in_body`: elements may
 * go while they can be named. */
static void enter(struct gen *gen, const struct flat_rule *flat, bool choose, bool in_body)
{
    for (unsigned i = 0; i < flat->enclosing_count; i++) {
        const struct enclosing *around = &flat->enclosing[i];
        if (around->kind == RULE_ALIAS) {
            gen_alias(gen, around->alias);
        } else if (around->kind == RULE_CHOOSE) {
            const struct symbol *slot = around->quantifier->symbol;
            if (!choose && !slot->strays && !slot->guarded)
                continue;
            const char *multiset = gen_designator(gen, around->quantifier->multiset);
            gen_bind_multiset(gen, slot, multiset);
            if (in_body)
                gen_watch(gen, slot);
            if (!choose)
                continue;
            gen_open(gen, "if (!%s.taken[%s])", multiset, gen->bindings[slot->id].text);
            gen_line(gen, "return FAULT_DROP;");
            gen_close(gen);
        }
    }
}

static uint64_t instances_of(struct parameters all)
{
    return all.count ? all.list[0].stride * all.list[0].count : 1;
}

/* ---- bodies ---- */

static void body(struct gen *gen, const struct flat_rule *flat, struct parameters all, const char *name)
{
    gen_open(gen, "static uint32_t %s(struct expansion *x, struct work *k, struct state *s%s)", name, declared(gen, all));
    gen_line(gen, "(void)x, (void)k, (void)s;");
    for (unsigned i = 0; i < all.count; i++)
        gen_line(gen, "(void)%s;", all.list[i].name);
    gen->fail = "return %s;";
    bind_parameters(gen, all);
    enter(gen, flat, flat->rule->kind == RULE_STARTSTATE, true);
    gen_decls(gen, flat->rule->decls, flat->rule->decl_count);
    gen_block(gen, &flat->rule->body);
    if (gen_falls_through(&flat->rule->body))
        gen_line(gen, "return 0;");
    gen_close(gen);
    gen_blank(gen);
}

/* ---- guards, hoisted ---- */

struct conjunct {
    const struct expr *expr;
    unsigned level;  /* of the loop it is tested in: 0 outside all */
    bool cannot_fail;
};

struct guard {
    struct conjunct *list;
    unsigned count;
};

static void split(struct gen *gen, struct guard *guard, const struct expr *e)
{
    if (e->kind == EXPR_BINARY && e->op == OP_AND && !e->constant) {
        split(gen, guard, e->left);
        split(gen, guard, e->right);
        return;
    }
    ARENA_PUSH(gen->arena, guard->list, guard->count, ((struct conjunct){.expr = e}));
}

/* Where the enclosing constructs bind a symbol: 1 + its place, or 0. */
static unsigned bound_at(const struct flat_rule *flat, const struct symbol *symbol)
{
    for (unsigned i = flat->enclosing_count; i-- > 0;) {
        const struct enclosing *around = &flat->enclosing[i];
        if ((around->kind == RULE_ALIAS ? around->alias : around->quantifier->symbol) == symbol)
            return i + 1;
    }
    return 0;
}

static unsigned deepest(const struct flat_rule *flat, const struct expr *e)
{
    if (!e)
        return 0;
    unsigned level = 0;
#define DEEPER(call) do { unsigned l_ = (call); level = l_ > level ? l_ : level; } while (0)
    if (e->kind == EXPR_NAME && e->symbol)
        DEEPER(bound_at(flat, e->symbol));
    DEEPER(deepest(flat, e->left));
    DEEPER(deepest(flat, e->right));
    DEEPER(deepest(flat, e->condition));
    for (unsigned i = 0; i < e->argument_count; i++)
        DEEPER(deepest(flat, e->arguments[i]));
    if (e->quantifier) {
        DEEPER(deepest(flat, e->quantifier->from));
        DEEPER(deepest(flat, e->quantifier->to));
        DEEPER(deepest(flat, e->quantifier->by));
        DEEPER(deepest(flat, e->quantifier->multiset));
    }
#undef DEEPER
    return level;
}

/* The innermost construct that a conjunct must stay within if it may fail: a choose
 * may have no instance at all, and an alias may fail before the conjunct does. */
static unsigned barrier(struct gen *gen, const struct flat_rule *flat)
{
    unsigned level = 0;
    for (unsigned i = 0; i < flat->enclosing_count; i++) {
        const struct enclosing *around = &flat->enclosing[i];
        if (around->kind == RULE_CHOOSE || (around->kind == RULE_ALIAS && !gen_cannot_fail(gen, around->alias->expr)))
            level = i + 1;
    }
    return level;
}

/* A conjunct that cannot fail may be tested before others that cannot.  One that can
 * fail is tested after all that stand before it. */
static struct guard plan(struct gen *gen, const struct flat_rule *flat)
{
    struct guard guard = {0};
    if (!flat->rule->guard)
        return guard;
    split(gen, &guard, flat->rule->guard);
    unsigned furthest = 0, failing = barrier(gen, flat);
    for (unsigned i = 0; i < guard.count; i++) {
        struct conjunct *one = &guard.list[i];
        unsigned own = deepest(flat, one->expr);
        one->cannot_fail = gen_cannot_fail(gen, one->expr);
        unsigned behind = one->cannot_fail || furthest < failing ? failing : furthest;
        one->level = own > behind ? own : behind;
        furthest = one->level > furthest ? one->level : furthest;
        if (!one->cannot_fail && one->level > failing)
            failing = one->level;
    }
    return guard;
}

/* ---- walking the instances ---- */

struct walk {
    struct gen *gen;
    const struct flat_rule *flat;
    struct parameters all;
    struct guard guard;
    unsigned number;
    const unsigned char *possible; /* by instance, or NULL */
    bool never;                    /* no instance is possible */
    bool tables[64];               /* by parameter: there is a table up to it */
    uint32_t pruned[64];           /* by parameter, while there are tables of model_specialised.possible: where they begin */
    unsigned pruned_count;
    unsigned depth;                /* parameters whose loops are open */
};

/* ---- instances that are possible ---- */

/* Whether an instance that begins with the values of the first `count` parameters is possible. */
static unsigned char *possible_prefixes(const struct walk *walk, unsigned count, uint64_t *size)
{
    uint64_t stride = count ? walk->all.list[count - 1].stride : instances_of(walk->all);
    *size = instances_of(walk->all) / stride;
    unsigned char *table = arena_alloc(walk->gen->arena, *size);
    for (uint64_t i = 0; i < instances_of(walk->all); i++)
        table[i / stride] |= walk->possible[i];
    return table;
}

/* Tables for those parameters that decide more than the ones before them. */
static void possible_tables(struct walk *walk)
{
    struct gen *gen = walk->gen;
    uint64_t before_size, size;
    const unsigned char *before = possible_prefixes(walk, 0, &before_size);
    walk->never = !before[0];
    for (unsigned p = 0; p < walk->all.count && p < 64; p++) {
        const unsigned char *table = possible_prefixes(walk, p + 1, &size);
        for (uint64_t i = 0; i < size; i++)
            walk->tables[p] |= !table[i] && before[i / walk->all.list[p].count];
        before = table;
        if (!walk->tables[p])
            continue;
        gen_line(gen, "/* By %u parameter%s: whether the guard can hold in any state. */", p + 1, p ? "s" : "");
        text_format(gen->out, "static const unsigned char possible_%u_%u[] = {", walk->number, p);
        for (uint64_t i = 0; i < size; i++)
            text_format(gen->out, "%s%u,", i % 40 ? "" : "\n    ", table[i]);
        text_put(gen->out, "\n};\n");
    }
}

/* The number of the first `count` parameters, from `first`. */
static const char *prefix_of(const struct walk *walk, uint64_t first, unsigned count)
{
    struct parameter list[64];
    struct parameters prefix = {list, count};
    for (unsigned i = 0; i < count; i++) {
        list[i] = walk->all.list[i];
        list[i].stride /= walk->all.list[count - 1].stride;
    }
    return instance_of(walk->gen, first, prefix);
}

static void test_possible(struct walk *walk, unsigned parameter, const char *skip)
{
    struct gen *gen = walk->gen;
    if (parameter < walk->pruned_count) {
        gen_line(gen, "if (possible && !possible[%s])", prefix_of(walk, walk->pruned[parameter], parameter + 1));
        gen_line(gen, "    %s", skip);
    }
    if (parameter >= 64 || !walk->tables[parameter])
        return;
    gen_line(gen, "if (!possible_%u_%u[%s])", walk->number, parameter, prefix_of(walk, 0, parameter + 1));
    gen_line(gen, "    %s", skip);
}

/* ---- instances that are possible where a host specialised the layout ---- */

enum { MOST_PREFIXES = 4096 };

/* A table for each parameter, by it and those before it, while they are small. */
static void prune_tables(struct walk *walk)
{
    struct gen *gen = walk->gen;
    if (!gen->is_bound || walk->never || !gen_can_prune(walk->flat))
        return;
    text_format(gen->out, "static const struct prefixes pruned_%u[] = {", walk->number);
    for (unsigned p = 0; p < walk->all.count && p < 64; p++) {
        uint64_t size = instances_of(walk->all) / walk->all.list[p].stride;
        if (size > MOST_PREFIXES)
            break;
        text_format(gen->out, "{%u, %llu}, ", gen->possible_bytes, (unsigned long long)walk->all.list[p].count);
        walk->pruned[walk->pruned_count++] = gen->possible_bytes;
        gen->possible_bytes += (uint32_t)size;
    }
    text_put(gen->out, walk->pruned_count ? "};\n" : "{0, 0}};\n");
}

/* The call that notes, while pruning, that an instance which begins with the
 * parameters that are bound may be enabled. */
static const char *mark(struct walk *walk, const char *function)
{
    struct gen *gen = walk->gen;
    unsigned depth = walk->depth < walk->pruned_count ? walk->depth : walk->pruned_count;
    return arena_format(gen->arena, "%s(k, pruned_%u, %u, %u, %s)", function, walk->number,
                        walk->pruned_count, depth, prefix_of(walk, 0, depth));
}

static void prune_rules(struct gen *gen)
{
    gen_open(gen, "static void prune_guards(struct expansion *x, const uint64_t *state_words, unsigned char *possible, int *unknown)");
    gen_line(gen, "struct work *const k = x->scratch;");
    gen_line(gen, "memcpy(&k->source, state_words, sizeof k->source);");
    gen_line(gen, "memset(possible, 0, %u);", gen->possible_bytes);
    gen_line(gen, "k->is_loaded = k->clean = k->firing = 0;");
    gen_line(gen, "k->calls = 0;");
    gen_line(gen, "k->frames = 0;");
    gen_line(gen, "k->pruned = possible;");
    gen_line(gen, "k->unknown = unknown;");
    gen_line(gen, "*unknown = 0;");
    for (unsigned i = 0; i < gen->program->rule_count; i++)
        gen_line(gen, "rule_%u(x, k);", i);
    gen_line(gen, "k->pruned = NULL;");
    gen_close(gen);
    gen_blank(gen);
}

static void test_level(struct walk *walk, unsigned level, const char *skip)
{
    struct gen *gen = walk->gen;
    gen->fail = walk->pruned_count
                    ? arena_format(gen->arena, "{ if (pruning) %s; else guard_fault(x, %%s); %s }", mark(walk, "mark_possible"), skip)
                    : arena_format(gen->arena, "{ guard_fault(x, %%s); %s }", skip);
    for (unsigned i = 0; i < walk->guard.count; i++)
        if (walk->guard.list[i].level == level)
            gen_unless(gen, walk->guard.list[i].expr, skip);
}

/* Write the loops from `level` inwards.  `skip` is the C statement that leaves the current turn. */
static void nest(struct walk *walk, unsigned level, const char *skip);

/* Inside all loops: the instance fires, or, while guards are pruned, is possible. */
static void innermost(struct walk *walk, const char *skip)
{
    struct gen *gen = walk->gen;
    if (walk->pruned_count) {
        gen_open(gen, "if (unlikely(pruning))");
        gen_line(gen, "%s;", mark(walk, "mark_possible"));
        gen_line(gen, "%s", skip);
        gen_close(gen);
    }
    gen_line(gen, "fire_%u(x, k, %s%s);", walk->number, instance_of(gen, walk->flat->first_instance, walk->all),
             passed(gen, walk->all));
}

/* A loop over one parameter.  Its label is written only where something jumps to it. */
static void nest_loop(struct walk *walk, unsigned level)
{
    struct gen *gen = walk->gen;
    const struct enclosing *around = &walk->flat->enclosing[level];
    gen_loop(gen, around->quantifier, NULL);
    if (gen_is_long(gen, walk->flat, level)) { /* while guards are pruned no loop may stop early */
        gen->polls++;
        gen_line(gen, walk->pruned_count ? "if (!pruning && stops(x, k))" : "if (stops(x, k))");
        gen_line(gen, "    return;");
    }
    const char *label = gen_fresh(gen, "next");
    struct text *outer = gen->out, inner = {0};
    gen->out = &inner;
    test_possible(walk, walk->depth++, arena_format(gen->arena, "goto %s;", label));
    nest(walk, level + 1, arena_format(gen->arena, "goto %s;", label));
    const char *unknown = walk->pruned_count ? mark(walk, "mark_unknown") : NULL;
    walk->depth--;
    gen->out = outer;
    text_add(gen->out, inner.bytes, inner.length);
    if (inner.bytes && strstr(inner.bytes, arena_format(gen->arena, "goto %s;", label)))
        text_format(gen->out, "%*s%s:;\n", 4 * (gen->indent - 1), "", label);
    if (unknown) {
        gen_line(gen, "if (unlikely(pruning))");
        gen_line(gen, "    %s;", unknown);
    }
    text_free(&inner);
    gen_close(gen);
}

static void nest(struct walk *walk, unsigned level, const char *skip)
{
    test_level(walk, level, skip);
    if (level == walk->flat->enclosing_count) {
        innermost(walk, skip);
    } else if (walk->flat->enclosing[level].kind == RULE_ALIAS) {
        gen_alias(walk->gen, walk->flat->enclosing[level].alias);
        nest(walk, level + 1, skip);
    } else {
        nest_loop(walk, level);
    }
}

static void all_instances(struct gen *gen, const struct flat_rule *flat, struct parameters all, unsigned number)
{
    struct walk walk = {.gen = gen, .flat = flat, .all = all, .number = number};
    walk.possible = instances_of(all) ? gen_possible(gen, flat) : NULL;
    if (walk.possible)
        possible_tables(&walk);
    prune_tables(&walk);
    gen_open(gen, "static void rule_%u(struct expansion *x, struct work *k)", number);
    gen_line(gen, "struct state *const s = &k->source;");
    gen_line(gen, "(void)s;");
    if (walk.pruned_count) {
        gen_line(gen, "const unsigned char *const possible = x->specialised ? x->specialised->possible : NULL;");
        gen_line(gen, "const int pruning = k->pruned != NULL;");
    } else if (gen->is_bound) {
        gen_line(gen, "if (k->pruned)");
        gen_line(gen, "    return;");
    }
    gen_line(gen, "if (x->tested_count)");
    gen_line(gen, "    x->tested_count[%u] += %llu;", number, (unsigned long long)instances_of(all));
    if (instances_of(all) && !walk.never) {
        bind_parameters(gen, all);
        for (unsigned i = 0; i < flat->enclosing_count; i++)
            if (flat->enclosing[i].kind == RULE_ALIAS && !gen->bindings[flat->enclosing[i].alias->id].text)
                gen_bind_place(gen, flat->enclosing[i].alias, "alias");
        walk.guard = plan(gen, flat);
        nest(&walk, 0, walk.pruned_count ? "goto done;" : "return;");
        if (walk.pruned_count) {
            text_put(gen->out, "done:;\n");
            gen_line(gen, "if (unlikely(pruning))");
            gen_line(gen, "    %s;", mark(&walk, "mark_unknown"));
        }
    }
    gen_close(gen);
    gen_blank(gen);
}

/* One instance, by its number in its rule. */
static void one_instance(struct gen *gen, const struct flat_rule *flat, struct parameters all, unsigned number)
{
    gen_open(gen, "static cold uint32_t guard_%u(struct expansion *x, struct work *k, struct state *s%s)", number,
             declared(gen, all));
    gen_line(gen, "(void)x, (void)k, (void)s;");
    for (unsigned i = 0; i < all.count; i++)
        gen_line(gen, "(void)%s;", all.list[i].name);
    gen->fail = "return %s;";
    bind_parameters(gen, all);
    enter(gen, flat, true, false);
    if (flat->rule->guard)
        gen_unless(gen, flat->rule->guard, "return FAULT_DROP;");
    gen_line(gen, "return 0;");
    gen_close(gen);
    gen_blank(gen);
    gen_open(gen, "static cold void one_%u(struct expansion *x, struct work *k, uint64_t instance)", number);
    decode_instance(gen, all);
    gen_line(gen, "const uint32_t fault = guard_%u(x, k, &k->source%s);", number, passed(gen, all));
    gen_line(gen, "if (fault)");
    gen_line(gen, "    guard_fault(x, fault);");
    gen_line(gen, "else");
    gen_line(gen, "    fire_%u(x, k, instance + %lluu%s);", number, (unsigned long long)flat->first_instance,
             passed(gen, all));
    gen_close(gen);
    gen_blank(gen);
}

static void rule(struct gen *gen, const struct flat_rule *flat, unsigned number)
{
    struct parameters all = parameters_of(gen, flat);
    gen_line(gen, "/* %s, %s */", gen_safe(gen, flat->name), gen_where(gen, flat->rule->place));
    body(gen, flat, all, arena_format(gen->arena, "body_%u", number));
    gen_open(gen, "static void fire_%u(struct expansion *x, struct work *k, const uint64_t instance%s)", number,
             declared(gen, all));
    if (gen_is_ranked(gen)) {
        gen_line(gen, "k->is_met = 1;");
        gen_line(gen, "if (k->is_muted)");
        gen_line(gen, "    return;");
    }
    gen_line(gen, "begin_firing(k, instance);");
    gen_line(gen, "end_firing(x, k, %u, instance, body_%u(x, k, &k->target%s));", number, number, passed(gen, all));
    gen_close(gen);
    gen_blank(gen);
    one_instance(gen, flat, all, number);
    all_instances(gen, flat, all, number);
}

/* ---- priorities ---- */

/* Of the instances whose guards hold, those of the least rank fire.  The guards
 * of the others are tested all the same: what fails in one counts. */

/* Where some may take long, `stopped` leaves: what is not tested outranks nothing yet. */
static void rules_of_rank(struct gen *gen, unsigned rank, const char *stopped)
{
    const bool all_long = gen_rules_are_long(gen);
    for (unsigned i = 0; i < gen->program->rule_count; i++) {
        if (gen->program->rules[i].rank != rank)
            continue;
        gen_line(gen, "rule_%u(x, k);", i);
        if (!gen->polls && !all_long)
            continue;
        gen_line(gen, "if (%s)", all_long ? "stops(x, k)" : "unlikely(has_stopped(k))");
        gen_line(gen, "    %s", stopped);
    }
}

static void expand_by_rank(struct gen *gen)
{
    gen_line(gen, "k->is_met = k->is_muted = 0;");
    for (unsigned rank = 0; rank < gen->program->rank_count; rank++) {
        if (rank)
            gen_line(gen, "k->is_muted = k->is_met;");
        rules_of_rank(gen, rank, "return;");
    }
    gen_line(gen, "k->is_muted = 0;");
}

static void outranked_function(struct gen *gen)
{
    gen_open(gen, "static cold int outranked(struct expansion *x, struct work *k, unsigned rank)");
    gen_line(gen, "k->is_met = 0;");
    gen_line(gen, "k->is_muted = k->is_quiet = 1;");
    for (unsigned rank = 0; rank + 1 < gen->program->rank_count; rank++) {
        gen_open(gen, "if (rank > %u && !k->is_met)", rank);
        rules_of_rank(gen, rank, "return k->is_quiet = 0, 1;");
        gen_close(gen);
    }
    gen_line(gen, "k->is_muted = k->is_quiet = 0;");
    gen_line(gen, "return k->is_met;");
    gen_close(gen);
    gen_blank(gen);
}

/* ---- dispatch by instance number ---- */

static void dispatch_rules(struct gen *gen)
{
    const struct program *program = gen->program;
    gen_open(gen, "static void expand(struct expansion *x)");
    gen_line(gen, "struct work *const k = load(x);");
    gen_line(gen, "(void)k;");
    if (gen_covers(gen))
        gen_line(gen, "note_values(k, &k->source);");
    if (gen_is_ranked(gen))
        expand_by_rank(gen);
    else
        rules_of_rank(gen, 0, "return;");
    gen_close(gen);
    gen_blank(gen);
    if (gen_is_ranked(gen))
        outranked_function(gen);
    gen_open(gen, "static void fire(struct expansion *x, uint64_t instance)");
    gen_line(gen, "struct work *const k = load(x);");
    gen_line(gen, "(void)k, (void)instance;");
    for (unsigned i = 0; i < program->rule_count; i++) {
        const struct flat_rule *flat = &program->rules[i];
        if (flat->rank)
            gen_line(gen, "if (instance - %lluu < %lluu && (k->is_muted = outranked(x, k, %u), 1))",
                     (unsigned long long)flat->first_instance, (unsigned long long)flat->instances, flat->rank);
        else
            gen_line(gen, "if (instance - %lluu < %lluu)", (unsigned long long)flat->first_instance,
                     (unsigned long long)flat->instances);
        gen_line(gen, "    one_%u(x, k, instance - %lluu);", i, (unsigned long long)flat->first_instance);
    }
    if (gen_is_ranked(gen))
        gen_line(gen, "k->is_muted = 0;");
    gen_close(gen);
    gen_blank(gen);
}

static void start_states(struct gen *gen)
{
    const struct program *program = gen->program;
    for (unsigned i = 0; i < program->start_state_count; i++) {
        const struct flat_rule *flat = &program->start_states[i];
        struct parameters all = parameters_of(gen, flat);
        gen_line(gen, "/* %s, %s */", gen_safe(gen, flat->name), gen_where(gen, flat->rule->place));
        body(gen, flat, all, arena_format(gen->arena, "start_body_%u", i));
        gen_open(gen, "static cold uint32_t start_%u(struct expansion *x, struct work *k, uint64_t instance)", i);
        gen_line(gen, "(void)instance;");
        decode_instance(gen, all);
        gen_line(gen, "return start_body_%u(x, k, &k->target%s);", i, passed(gen, all));
        gen_close(gen);
        gen_blank(gen);
    }
    gen_open(gen, "static void start(struct expansion *x, uint64_t instance)");
    gen_line(gen, "struct work *const k = x->scratch;");
    gen_line(gen, "uint32_t fault = FAULT_DROP;");
    gen_line(gen, "begin_start(k, instance);");
    for (unsigned i = 0; i < program->start_state_count; i++) {
        const struct flat_rule *flat = &program->start_states[i];
        gen_line(gen, "if (instance - %lluu < %lluu)", (unsigned long long)flat->first_instance,
                 (unsigned long long)flat->instances);
        gen_line(gen, "    fault = start_%u(x, k, instance - %lluu);", i, (unsigned long long)flat->first_instance);
    }
    gen_line(gen, "end_start(x, k, instance, fault);");
    gen_close(gen);
    gen_blank(gen);
}

void gen_rules(struct gen *gen)
{
    if (gen->is_bound)
        gen_runtime(gen, "prune_guards");
    for (unsigned i = 0; i < gen->program->rule_count; i++)
        rule(gen, &gen->program->rules[i], i);
    dispatch_rules(gen);
    if (gen->is_bound)
        prune_rules(gen);
    start_states(gen);
}

/* ---- global properties ---- */

static bool is_arrow(const struct expr *e)
{
    while (e->kind == EXPR_FORALL && !e->constant)
        e = e->left;
    return e->kind == EXPR_BINARY && e->op == OP_IMPLIES && !e->constant;
}

/* The conditions among a formula's atoms, each as a bit. */
static void conditions(struct gen *gen, const struct formula *formula)
{
    gen_line(gen, "*values = 0;");
    for (unsigned i = 0; i < formula->atom_count; i++)
        if (formula->atoms[i]->condition) {
            struct value value = gen_scalar(gen, formula->atoms[i]->condition);
            gen_line(gen, "*values |= (uint64_t)(%s) << %u;", value.text, i);
        }
}

/* property_N says whether one instance holds in s; of a formula, which of its conditions do. */
static void property_value(struct gen *gen, const struct flat_rule *flat, struct parameters all, unsigned number)
{
    const struct property *p = flat->rule->property;
    gen_line(gen, "/* %s, %s */", gen_safe(gen, flat->name), gen_where(gen, flat->rule->place));
    gen_open(gen, "static uint32_t property_%u(struct expansion *x, struct work *k, struct state *s%s, %s)", number,
             declared(gen, all), p->formula ? "uint64_t *values" : "int *holds");
    gen_line(gen, "(void)x, (void)k, (void)s;");
    for (unsigned i = 0; i < all.count; i++)
        gen_line(gen, "(void)%s;", all.list[i].name);
    if (gen->has_guards)
        gen_line(gen, "k->guards = 0;");
    gen->fail = "return %s;";
    bind_parameters(gen, all);
    enter(gen, flat, true, false);
    if (p->formula) {
        conditions(gen, p->formula);
    } else {
        if (p->kind == PROPERTY_INVARIANT && is_arrow(p->condition))
            gen->antecedent = gen_property(gen, p);
        struct value value = gen_scalar(gen, p->condition);
        gen->antecedent = NULL;
        gen_line(gen, "*holds = %s;", value.text);
    }
    gen_line(gen, "return 0;");
    gen_close(gen);
    gen_blank(gen);
}

/* Opens a loop for each parameter; `stopped` leaves them where they may take long. */
static void open_loops(struct gen *gen, const struct flat_rule *flat, struct parameters all, const char *stopped)
{
    const bool is_long = all.count && gen_is_long(gen, flat, 0);
    for (unsigned i = 0; i < all.count; i++) {
        const struct parameter *p = &all.list[i];
        const char *n = gen_fresh(gen, "n");
        gen_open(gen, "for (uint64_t %s = 0; %s < %lluu; %s++)", n, n, (unsigned long long)p->count, n);
        gen_line(gen, "const int64_t %s = (int64_t)(%lluu + %s * %lluu);", p->name, (unsigned long long)p->first, n,
                 (unsigned long long)p->step);
        if (!is_long)
            continue;
        gen->polls++;
        gen_line(gen, "if (stops(x, k))");
        gen_line(gen, "    %s", stopped);
    }
}

static void close_loops(struct gen *gen, struct parameters all)
{
    for (unsigned i = 0; i < all.count; i++)
        gen_close(gen);
}

/* check_N goes through the instances in a state, up to the first that decides.
 * Where evaluating a cover can fail, all are evaluated, as in Rumur: whether
 * one fails must not hang on whether an earlier one is met. */
static void property_check(struct gen *gen, const struct flat_rule *flat, struct parameters all, unsigned number)
{
    const struct property *p = flat->rule->property;
    const char *name = gen_property(gen, p);
    bool cover = p->kind == PROPERTY_COVER, all_of_them = cover && !gen_cannot_fail(gen, p->condition);
    gen_open(gen, "static int check_%u(struct expansion *x, struct work *k, struct state *s)", number);
    gen_line(gen, "if (!x->enabled[%s])", name);
    gen_line(gen, "    return 1;");
    if (all_of_them)
        gen_line(gen, "int met = 0;");
    open_loops(gen, flat, all, "return 0;");
    gen_line(gen, "int holds = 0;");
    gen_line(gen, "const uint32_t fault = property_%u(x, k, s%s, &holds);", number, passed(gen, all));
    gen_open(gen, "if (unlikely(fault))");
    gen_line(gen, "if (guard_fault(x, fault))");
    gen_line(gen, "    return 0;");
    gen_close(gen);
    gen_open(gen, all_of_them ? "else if (holds && !met)" : cover ? "else if (holds)" : "else if (unlikely(!holds))");
    const char *instance = instance_of(gen, 0, all);
    if (cover) {
        gen_line(gen, "cover_state(x, %s, %s);", name, instance);
        gen_line(gen, all_of_them ? "met = 1;" : "return 1;");
    } else {
        gen_line(gen, "x->violate(x, %s, %s, MODEL_IN_STATE, MODEL_NO_INSTANCE);", name, instance);
        gen_line(gen, "return 0;");
    }
    gen_close(gen);
    close_loops(gen, all);
    gen_line(gen, "return 1;");
    gen_close(gen);
    gen_blank(gen);
}

/* assume_N: 0, FAULT_REFUSED, or what failed in evaluating it, of no instance
 * that is refused: which comes first must not matter. */
static void property_assume(struct gen *gen, const struct flat_rule *flat, struct parameters all, unsigned number)
{
    gen_open(gen, "static uint32_t assume_%u(struct expansion *x, struct work *k, struct state *s)", number);
    gen_line(gen, "if (!x->enabled[%s])", gen_property(gen, flat->rule->property));
    gen_line(gen, "    return 0;");
    gen_line(gen, "uint32_t failed = 0;");
    open_loops(gen, flat, all, "return FAULT_STOPPED;");
    gen_line(gen, "int holds = 1;");
    gen_line(gen, "const uint32_t fault = property_%u(x, k, s%s, &holds);", number, passed(gen, all));
    gen_line(gen, "if (fault && fault != FAULT_DROP && !failed)");
    gen_line(gen, "    failed = fault;");
    gen_line(gen, "if (!fault && !holds)");
    gen_line(gen, "    return FAULT_REFUSED;");
    close_loops(gen, all);
    gen_line(gen, "return failed;");
    gen_close(gen);
    gen_blank(gen);
}

static void check_function(struct gen *gen)
{
    gen_open(gen, "static int check(struct expansion *x)");
    gen_line(gen, "struct work *const k = load(x);");
    gen_line(gen, "int good = 1;");
    gen_line(gen, "(void)k;");
    for (unsigned i = 0; i < gen->program->property_count; i++) {
        enum property_kind kind = gen->program->properties[i].rule->property->kind;
        if (kind != PROPERTY_ASSUME && kind != PROPERTY_LIVENESS && kind != PROPERTY_LTL)
            gen_line(gen, "good &= check_%u(x, k, &k->source);", i);
    }
    gen_line(gen, "return good;");
    gen_close(gen);
    gen_blank(gen);
}

static void holds_function(struct gen *gen)
{
    gen_open(gen, "static int holds(struct expansion *x, uint32_t property, uint64_t instance)");
    gen_line(gen, "struct work *const k = load(x);");
    gen_line(gen, "int holds = 1;");
    gen_line(gen, "(void)k, (void)instance, (void)holds;");
    gen_open(gen, "switch (property)");
    for (unsigned i = 0; i < gen->program->property_count; i++) {
        const struct flat_rule *flat = &gen->program->properties[i];
        if (flat->rule->property->kind != PROPERTY_LIVENESS)
            continue;
        struct parameters all = parameters_of(gen, flat);
        gen_open(gen, "case %s:", gen_property(gen, flat->rule->property));
        decode_instance(gen, all);
        gen_line(gen, "const uint32_t fault = property_%u(x, k, &k->source%s, &holds);", i, passed(gen, all));
        gen_line(gen, "if (fault && (fault == FAULT_STOPPED || guard_fault(x, fault)))");
        gen_line(gen, "    return -1;");
        gen_line(gen, "return holds;");
        gen_close(gen);
    }
    gen_open(gen, "default:");
    gen_line(gen, "return 1;");
    gen_close(gen);
    gen_close(gen);
    gen_close(gen);
    gen_blank(gen);
}

static void atoms_function(struct gen *gen)
{
    unsigned number = 0;
    gen_open(gen, "static int atoms(struct expansion *x, uint32_t formula, uint64_t instance, uint64_t *values)");
    gen_line(gen, "struct work *const k = load(x);");
    gen_line(gen, "uint32_t fault = 0;");
    gen_line(gen, "(void)instance;");
    gen_open(gen, "switch (formula)");
    for (unsigned i = 0; i < gen->program->property_count; i++) {
        const struct flat_rule *flat = &gen->program->properties[i];
        if (!flat->rule->property->formula)
            continue;
        struct parameters all = parameters_of(gen, flat);
        gen_open(gen, "case %u:", number++);
        decode_instance(gen, all);
        gen_line(gen, "fault = property_%u(x, k, &k->source%s, values);", i, passed(gen, all));
        gen_line(gen, "break;");
        gen_close(gen);
    }
    gen_close(gen);
    gen_line(gen, "return !(fault && (fault == FAULT_STOPPED || guard_fault(x, fault)));");
    gen_close(gen);
    gen_blank(gen);
}

/* The assumes come before the rules' code, which calls them. */
void gen_properties(struct gen *gen)
{
    const struct program *program = gen->program;
    for (unsigned i = 0; i < program->property_count; i++) {
        const struct flat_rule *flat = &program->properties[i];
        struct parameters all = parameters_of(gen, flat);
        property_value(gen, flat, all, i);
        if (flat->rule->property->kind == PROPERTY_ASSUME)
            property_assume(gen, flat, all, i);
        else if (flat->rule->property->kind != PROPERTY_LIVENESS && !flat->rule->property->formula)
            property_check(gen, flat, all, i);
    }
    gen_open(gen, "static uint32_t assumptions(struct expansion *x, struct work *k, struct state *s)");
    gen_line(gen, "uint32_t fault = 0;");
    gen_line(gen, "(void)x, (void)k, (void)s;");
    for (unsigned i = 0; i < program->property_count; i++) {
        if (program->properties[i].rule->property->kind != PROPERTY_ASSUME)
            continue;
        gen_line(gen, "if (!fault)");
        gen_line(gen, "    fault = assume_%u(x, k, s);", i);
    }
    gen_line(gen, "return fault;");
    gen_close(gen);
    gen_blank(gen);
    check_function(gen);
    holds_function(gen);
    if (gen_has_formulas(gen))
        atoms_function(gen);
}
