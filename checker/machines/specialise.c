/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * specialise.c - specialise a machine's layout to one test.
 *
 * specialise_model() finds which bits of the working state can change in this test
 * (they *live*), packs only these, and has the model find the rule instances that
 * are possible at all.  specialise.h says what happens when the guess is wrong.
 */
#include "specialise.h"

#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/die.h"
#include "../engine/result.h"
#include "../model/expansion.h"
#include "../model/groups.h"
#include "../murphi/layout.h"

/* The host gives out these numbers as they come up; a test that needs more of them is rare. */
enum { LOCALS = 1023, OPERATIONS = 127 };

static int least(int a, int b)
{
    return a < b ? a : b;
}

static struct litmus_sizes sizes_used(const struct machine_program *program, const struct litmus_placement *placement,
                                      const struct litmus_sizes *compiled)
{
    struct litmus_sizes used = *compiled;
    used.threads = least(used.threads, (int)program_test(program)->thread_count);
    used.cus = least(used.cus, placement->cus);
    used.lines = least(used.lines, placement->lines);
    used.values = least(used.values, program_value_count(program));
    used.locals = least(used.locals, LOCALS);
    used.operations = least(used.operations, OPERATIONS);
    return used;
}

/* ---- what is whole ---- */

/* The types of the variables as a tree, in which an array has one child: its
 * nodes are numbered in preorder. */
struct specialise_plan {
    const struct model *model;
    const struct program *program;
    const struct layout *layout;
    atomic_bool *whole; /* by node: an array all of whose elements live, a scalar all of whose bits do */
};

static unsigned node_count(const struct type *type)
{
    unsigned count = 1;
    if (type->kind == TYPE_RECORD)
        for (unsigned i = 0; i < type->field_count; i++)
            count += node_count(type_of(type->fields[i].type));
    else if (!type_is_scalar(type))
        count += node_count(type_of(type->element));
    return count;
}

struct specialise_plan *specialise_plan_new(struct arena *arena, const struct model *model, const struct program *program)
{
    struct specialise_plan *plan = arena_alloc(arena, sizeof *plan);
    *plan = (struct specialise_plan){.model = model, .program = program, .layout = layout_new(arena, program)};
    unsigned nodes = 1;
    for (unsigned i = 0; i < program->variable_count; i++)
        nodes += node_count(type_of(program->variables[i]->type));
    plan->whole = arena_alloc(arena, nodes * sizeof *plan->whole);
    for (unsigned i = 0; i < nodes; i++)
        atomic_init(&plan->whole[i], false);
    return plan;
}

static bool is_whole(const struct specialise_plan *plan, unsigned node)
{
    return atomic_load_explicit(&plan->whole[node], memory_order_relaxed);
}

/* ---- the start state ---- */

struct start {
    const struct model *model;
    uint64_t *packed;
    bool found;
};

static void keep(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct start *start = x->engine;
    (void)instance, (void)moved;
    memcpy(start->packed, target, start->model->packed_words * sizeof *target);
    start->found = true;
}

static void ignore(struct expansion *x, uint32_t property, uint64_t number, enum model_where where, uint64_t instance)
{
    (void)x, (void)property, (void)number, (void)where, (void)instance;
}

/* An expansion of the model as compiled, for what is computed before a search. */
static void open_expansion(struct expansion *x, struct arena *arena, const struct model *model,
                           const struct model_external_binding *bindings)
{
    unsigned char *enabled = arena_alloc(arena, model->property_count + 1);
    memset(enabled, 1, model->property_count);
    struct search_options options;
    search_options_default(&options);
    options.enabled = enabled;
    options.bindings = bindings;
    expansion_open(x, model, result_settings(&options));
    x->emit = keep;
    x->violate = ignore;
}

/* The first start state; NULL where there is none. */
static const uint64_t *first_start(struct arena *arena, const struct model *model, struct expansion *x)
{
    struct start start = {.model = model, .packed = arena_alloc(arena, (model->packed_words + 1) * sizeof(uint64_t))};
    x->engine = &start;
    for (uint64_t i = 0; i < model->start_instances && !start.found; i++)
        model->start(x, i);
    return start.found ? start.packed : NULL;
}

/* ---- which bits live ---- */

struct specialising {
    struct arena *arena;
    struct specialise_plan *plan;
    const struct layout *layout;
    struct litmus_sizes used;
    unsigned leaf; /* the next one */
    struct model_state_word *state_words;
    uint64_t *base;
    uint32_t *live_leaves;
    uint32_t live_leaf_count;
    atomic_bool *overflowed;
};

/* How many values of a type the test uses. */
static uint64_t used_of(const struct specialising *n, const struct type *type)
{
    const struct litmus_sizes *s = &n->used;
    const struct {
        const char *name;
        int count;
    } known[] = {{"thread", s->threads}, {"group", s->threads}, {"cu", s->cus}, {"component", s->components},
                 {"line", s->lines}, {"word", s->words}, {"value", s->values}, {"local", s->locals},
                 {"operation", s->operations}, {"tag", s->tags}};
    uint64_t all = layout_codes(type);
    if (type->kind != TYPE_RANGE || type->low != 0 || !type->name)
        return all;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(type->name, known[i].name))
            return (uint64_t)known[i].count < all ? (uint64_t)known[i].count : all;
    return all;
}

static unsigned bits_of(uint64_t codes)
{
    return codes ? 64 - (unsigned)__builtin_clzll(codes) : 0;
}

static uint64_t mask_of(unsigned bits)
{
    return bits ? UINT64_MAX >> (64 - bits) : 0;
}

static uint64_t live_mask(const struct specialising *n, const struct type *type, unsigned node)
{
    return mask_of(bits_of(is_whole(n->plan, node) ? layout_codes(type) : used_of(n, type)));
}

static unsigned live_elements(const struct specialising *n, const struct type *array, unsigned node)
{
    uint64_t used = is_whole(n->plan, node) ? array->slots : used_of(n, type_of(array->index));
    return used < array->slots ? (unsigned)used : array->slots;
}

/* Mark the bits of one value that live; its leaves come in the order of the ABI. */
static void place_value(struct specialising *n, const struct type *type, unsigned node)
{
    if (type_is_scalar(type)) {
        const struct layout_leaf *leaf = &n->layout->leaves[n->leaf];
        n->state_words[leaf->offset / 8].mask |= live_mask(n, type, node) << leaf->offset % 8 * 8;
        n->live_leaves[n->live_leaf_count++] = n->leaf++;
    } else if (type->kind == TYPE_RECORD) {
        node++;
        for (unsigned i = 0; i < type->field_count; i++) {
            const struct type *field = type_of(type->fields[i].type);
            place_value(n, field, node);
            node += node_count(field);
        }
    } else {
        const struct type *element = type_of(type->element);
        unsigned live = live_elements(n, type, node);
        for (unsigned i = 0; i < live; i++)
            place_value(n, element, node + 1);
        n->leaf += (type->slots - live) * element->leaves;
    }
}

/* Leaf `leaf` of a value changed although it does not live: make the arrays and scalars whole that exclude it. */
static void widen(const struct specialising *n, const struct type *type, unsigned node, unsigned leaf)
{
    bool dead = false;
    while (!type_is_scalar(type)) {
        if (type->kind == TYPE_RECORD) {
            node++;
            unsigned i = 0;
            for (; leaf >= type_of(type->fields[i].type)->leaves; i++) {
                leaf -= type_of(type->fields[i].type)->leaves;
                node += node_count(type_of(type->fields[i].type));
            }
            type = type_of(type->fields[i].type);
            continue;
        }
        const struct type *element = type_of(type->element);
        if (leaf / element->leaves >= live_elements(n, type, node)) {
            atomic_store_explicit(&n->plan->whole[node], true, memory_order_relaxed);
            dead = true;
        }
        leaf %= element->leaves;
        type = element;
        node++;
    }
    if (!dead)
        atomic_store_explicit(&n->plan->whole[node], true, memory_order_relaxed);
}

/* The model calls this, in any thread of a search, when bits change that do not live. */
static void overflow(void *data, uint32_t word, uint64_t bits)
{
    const struct specialising *n = data;
    const struct program *program = n->plan->program;
    for (unsigned i = 0; i < n->layout->leaf_count; i++) {
        const struct layout_leaf *leaf = &n->layout->leaves[i];
        if (leaf->offset / 8 != word || !(bits >> leaf->offset % 8 * 8 & mask_of(leaf->bits)))
            continue;
        unsigned node = 0, variable = 0;
        for (; variable + 1 < program->variable_count && program->variables[variable + 1]->leaf <= i; variable++)
            node += node_count(type_of(program->variables[variable]->type));
        widen(n, type_of(program->variables[variable]->type), node, i - program->variables[variable]->leaf);
    }
    atomic_store_explicit(n->overflowed, true, memory_order_relaxed);
}

/* ---- the packed state ---- */

/* Each state word goes into the first packed word that has room; returns how many packed words. */
static uint32_t place_state_words(struct specialising *n)
{
    uint32_t words = 0;
    unsigned *taken = arena_alloc(n->arena, (n->layout->state_word_count + 1) * sizeof *taken);
    for (unsigned i = 0; i < n->layout->state_word_count; i++) {
        struct model_state_word *state_word = &n->state_words[n->layout->state_words_by_bit[i]];
        unsigned bits = (unsigned)__builtin_popcountll(state_word->mask);
        if (!bits)
            continue;
        uint32_t word = words > 8 ? words - 8 : 0;
        while (word < words && taken[word] + bits > 64)
            word++;
        words = word == words ? words + 1 : words;
        state_word->bit = 64 * word + taken[word];
        taken[word] += bits;
    }
    return words;
}

static void list_live(struct specialising *n, struct model_specialised *specialised)
{
    uint32_t *first = arena_alloc(n->arena, (specialised->words + 2) * sizeof *first);
    for (unsigned i = 0; i < n->layout->state_word_count; i++)
        if (n->state_words[i].mask)
            first[n->state_words[i].bit / 64 + 2]++;
    for (uint32_t word = 2; word < specialised->words + 2; word++)
        first[word] += first[word - 1];
    specialised->live_count = first[specialised->words + 1];
    struct model_live_word *live = arena_alloc(n->arena, (specialised->live_count + 1) * sizeof *live);
    for (unsigned i = 0; i < n->layout->state_word_count; i++) {
        const struct model_state_word *w = &n->state_words[i];
        if (w->mask)
            live[first[w->bit / 64 + 1]++] =
                (struct model_live_word){.mask = w->mask, .fixed = n->base[i] & ~w->mask, .word = i, .bit = w->bit};
    }
    specialised->first = first;
    specialised->live = live;
}

/* The binding of an external while the model prunes guards.  If an argument is undefined,
 * the answer is unknown, and so is every answer after it. */
struct prune_binding {
    struct model_external_binding real;
    const char *signature;
    int *unknown;
};

static int64_t ask(void *data, int64_t *arguments)
{
    const struct prune_binding *binding = data;
    for (unsigned i = 0; binding->signature[i + 1]; i++)
        if (arguments[i] == MODEL_UNDEFINED)
            *binding->unknown = 1;
    return *binding->unknown ? 0 : binding->real.function(binding->real.host, arguments);
}

static const struct model_external_binding *prune_bindings(struct arena *arena, const struct model *model,
                                                  const struct model_external_binding *real, int *unknown)
{
    struct model_external_binding *bindings = arena_alloc(arena, (groups_binding(model)->external_count + 1) * sizeof *bindings);
    struct prune_binding *hosts = arena_alloc(arena, (groups_binding(model)->external_count + 1) * sizeof *hosts);
    for (uint32_t i = 0; i < groups_binding(model)->external_count; i++) {
        hosts[i] = (struct prune_binding){real[i], groups_binding(model)->externals[i].signature, unknown};
        bindings[i] = (struct model_external_binding){.function = ask, .host = &hosts[i], .bound = real[i].bound};
    }
    return bindings;
}

/* Find the rule instances that can be enabled at all.  Guards are evaluated on a state in
 * which everything that lives is undefined: a guard that is false there, without
 * failing, is false in every state. */
static const unsigned char *possible_instances(const struct specialising *n, struct expansion *x)
{
    const struct model *model = n->plan->model;
    uint64_t *state_words = arena_alloc(n->arena, n->layout->state_word_count * sizeof *state_words);
    unsigned char *possible = arena_alloc(n->arena, groups_binding(model)->possible_bytes + 1);
    memcpy(state_words, n->base, n->layout->state_word_count * sizeof *state_words);
    for (uint32_t i = 0; i < n->live_leaf_count; i++) {
        const struct layout_leaf *leaf = &n->layout->leaves[n->live_leaves[i]];
        state_words[leaf->offset / 8] &= ~(mask_of(leaf->bits) << leaf->offset % 8 * 8);
    }
    int unknown = 0;
    x->bindings = prune_bindings(n->arena, model, x->bindings, &unknown);
    groups_binding(model)->prune_guards(x, state_words, possible, &unknown);
    return possible;
}

/* Which bits live, and where they are packed; false where nothing is gained. */
static bool fill(struct specialising *n, struct model_specialised *specialised, struct expansion *x)
{
    const struct model *model = n->plan->model;
    const uint64_t *start = first_start(n->arena, model, x);
    if (!start)
        return false;
    int64_t *leaves = arena_alloc(n->arena, (model->leaf_count + 1) * sizeof *leaves);
    groups_binding(model)->unpack(start, n->base);
    model->decode(model, start, leaves);
    for (unsigned i = 0, node = 0; i < n->plan->program->variable_count; i++) {
        const struct type *type = type_of(n->plan->program->variables[i]->type);
        place_value(n, type, node);
        node += node_count(type);
    }
    *specialised = (struct model_specialised){
        .words = place_state_words(n), .state_words = n->state_words, .base = n->base, .leaves = leaves,
        .live_leaves = n->live_leaves, .live_leaf_count = n->live_leaf_count, .overflow = overflow, .data = n};
    if (specialised->words >= model->packed_words || specialised->words == 0)
        return false;
    list_live(n, specialised);
    specialised->possible = possible_instances(n, x);
    return true;
}

const struct model *specialise_model(struct arena *arena, struct specialise_plan *plan, const struct machine_program *program,
                                 const struct litmus_placement *placement, const struct litmus_sizes *compiled,
                                 const struct model_external_binding *bindings, atomic_bool *overflowed)
{
    const struct model *model = plan->model;
    const struct layout *layout = plan->layout;
    if (!groups_binding(model)->unpack || groups_symmetry(model)->multiset_count || groups_symmetry(model)->scalarset_count)
        return model;
    struct specialising *n = arena_alloc(arena, sizeof *n);
    *n = (struct specialising){.arena = arena, .plan = plan, .layout = layout, .overflowed = overflowed,
                            .used = sizes_used(program, placement, compiled)};
    n->state_words = arena_alloc(arena, layout->state_word_count * sizeof *n->state_words);
    n->base = arena_alloc(arena, layout->state_word_count * sizeof *n->base);
    n->live_leaves = arena_alloc(arena, (model->leaf_count + 1) * sizeof *n->live_leaves);
    struct model_specialised *specialised = arena_alloc(arena, sizeof *specialised);
    struct expansion x;
    open_expansion(&x, arena, model, bindings);
    bool narrower = fill(n, specialised, &x);
    expansion_close(&x);
    if (!narrower)
        return model;
    struct model_binding *binding = arena_alloc(arena, sizeof *binding);
    *binding = *model->binding;
    binding->specialised = specialised;
    struct model *copy = arena_alloc(arena, sizeof *copy);
    *copy = *model;
    copy->binding = binding;
    copy->packed_words = specialised->words;
    copy->state_bits = 64 * specialised->words;
    return copy;
}
