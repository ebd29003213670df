/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * agree MODEL.m [STATES [CC OPT]] - the generated code against the interpreter.
 *
 * Explores without symmetry, up to STATES states, and lets both fire each rule
 * instance of each state and evaluate each property of it.  They must agree on
 * what is enabled, on each target leaf by leaf, and on each fault's kind and
 * place.  Of models with scalarsets or multisets it also checks, for each
 * state, that canonicalising keeps within the orbit (undoing the renaming it
 * reports) and gives one result for the state and for its images under random
 * renamings.  Prints the counts; exits 1 at the first difference.
 */
#include <Judy.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "codegen/codegen.h"
#include "codegen/compile.h"
#include "interp/interp.h"
#include "model/groups.h"

struct seen {
    uint64_t *states; /* packed, one after the other */
    size_t count, capacity;
    Pvoid_t index;    /* JudyHS */
    const struct model *model;
};

struct outcome {
    int kind;         /* 0 nothing, 1 emitted, 2 violated */
    uint32_t property;
    enum model_where where;
};

static struct seen seen;
static struct outcome outcome;
static uint64_t *target;
static const struct program *program;
static uint64_t compared, canonicalised, emitted;

static void emit(struct expansion *x, uint64_t instance, const uint64_t *packed, int moved)
{
    (void)x, (void)instance, (void)moved;
    outcome.kind = 1;
    memcpy(target, packed, seen.model->packed_words * 8);
    emitted++;
}

static void violate(struct expansion *x, uint32_t property, uint64_t number, enum model_where where, uint64_t instance)
{
    (void)x, (void)number, (void)instance;
    outcome = (struct outcome){2, property, where};
}

static void add(const uint64_t *packed)
{
    size_t bytes = seen.model->packed_words * 8;
    PPvoid_t slot = JudyHSIns(&seen.index, (void *)packed, bytes, NULL);
    if (*slot)
        return;
    *slot = (void *)1;
    if (seen.count == seen.capacity) {
        seen.capacity = seen.capacity ? 2 * seen.capacity : 1024;
        seen.states = realloc(seen.states, seen.capacity * bytes);
    }
    memcpy(seen.states + seen.count++ * seen.model->packed_words, packed, bytes);
}

static void differ(const char *what, uint64_t instance)
{
    printf("differ: %s (instance %llu, state %zu)\n", what, (unsigned long long)instance, seen.count);
    exit(1);
}

static void compare_fault(const struct interp_fault *fault, uint64_t instance)
{
    const struct model_property *p = &seen.model->properties[outcome.property];
    unsigned line = fault->place.source ? place_line(fault->place) : 0;
    unsigned column = fault->place.source ? place_column(fault->place) : 0;
    if (fault->kind == p->kind && p->place.line == line && p->place.column == column)
        return;
    printf("codegen: kind %d at %u:%u (%s); interpreter: kind %d at %u:%u (%s)\n", (int)p->kind, p->place.line,
           p->place.column, p->message ? p->message : p->name, (int)fault->kind, line, column, fault->message);
    differ("the faults", instance);
}

/* Put the model's outcome beside the interpreter's. */
static void compare(struct interp *in, enum interp_status status, const int64_t *leaves, uint64_t instance, bool in_guard)
{
    static int64_t *mine;
    const struct model *model = seen.model;
    mine = realloc(mine, (model->leaf_count + 1) * sizeof *mine);
    compared++;
    if ((status == INTERP_OK) != (outcome.kind == 1) || (status == INTERP_VIOLATED) != (outcome.kind == 2)) {
        printf("codegen: %d, interpreter: %d\n", outcome.kind, (int)status);
        if (status == INTERP_VIOLATED)
            printf("interpreter: %s\n", interp_fault(in)->message);
        if (outcome.kind == 2)
            printf("codegen: %s %s\n", model->properties[outcome.property].name, model->properties[outcome.property].message);
        differ("the outcomes", instance);
    }
    if (status == INTERP_VIOLATED) {
        compare_fault(interp_fault(in), instance);
        if (in_guard != (outcome.where == MODEL_IN_STATE))
            differ("where the fault lies", instance);
    }
    if (status != INTERP_OK)
        return;
    model->decode(model, target, mine);
    for (uint32_t i = 0; i < model->leaf_count; i++)
        if (mine[i] != leaves[i]) {
            printf("leaf %u: codegen %lld, interpreter %lld\n", i, (long long)mine[i], (long long)leaves[i]);
            differ("the targets", instance);
        }
}

/* What becomes of a firing whose target the assumptions see, in their order. */
static enum interp_status assumed(struct interp *in, enum interp_status fired, const int64_t *leaves)
{
    for (unsigned i = 0; fired == INTERP_OK && i < program->property_count; i++) {
        const struct flat_rule *flat = &program->properties[i];
        for (uint64_t n = 0; flat->rule->property->kind == PROPERTY_ASSUME && n < flat->instances; n++) {
            bool holds = true;
            enum interp_status status = interp_property(in, flat, n, leaves, &holds);
            if (status == INTERP_VIOLATED)
                return status;
            if (status == INTERP_OK && !holds)
                return INTERP_DISABLED;
        }
    }
    return fired;
}

/* Which properties fail, or cannot be evaluated: a cover is decided by the
 * first instance that holds. */
static void compare_properties(struct expansion *x, struct interp *in, const int64_t *leaves)
{
    bool good = true;
    for (unsigned i = 0; i < program->property_count; i++) {
        const struct flat_rule *flat = &program->properties[i];
        enum property_kind kind = flat->rule->property->kind;
        bool decided = kind != PROPERTY_INVARIANT && kind != PROPERTY_COVER;
        for (uint64_t n = 0; n < flat->instances && !decided; n++) {
            bool holds = false;
            enum interp_status status = interp_property(in, flat, n, leaves, &holds);
            bool fails = status == INTERP_VIOLATED || (status == INTERP_OK && kind == PROPERTY_INVARIANT && !holds);
            decided = fails || (status == INTERP_OK && kind == PROPERTY_COVER && holds);
            good &= !fails;
        }
    }
    if ((seen.model->check(x) != 0) != good)
        differ("the properties", 0);
}

/* ---- renaming leaves, from the types alone ---- */

static int64_t rename_scalar(const struct type *type, int64_t value, const uint16_t *to, const unsigned *first)
{
    if (value == MODEL_UNDEFINED || (type->kind != TYPE_SCALARSET && type->kind != TYPE_UNION))
        return value;
    if (type->kind == TYPE_SCALARSET)
        return type->asymmetry ? value : to[first[type->scalarset] + (unsigned)value];
    int64_t offset = 0;
    for (unsigned i = 0; i < type->part_count; i++) {
        const struct type *part = type_of(type->parts[i]);
        if (value - offset <= part->high)
            return offset + rename_scalar(part, value - offset, to, first);
        offset += part->high + 1;
    }
    return value;
}

static void rename_leaves(struct type *named, const int64_t *in, int64_t *out, const uint16_t *to, const unsigned *first)
{
    const struct type *type = type_of(named), *element = type_of(type->element);
    switch (type->kind) {
    case TYPE_ARRAY:
        for (unsigned i = 0; i < type->slots; i++) {
            const struct type *index = type_of(type->index);
            size_t j = (size_t)(rename_scalar(index, (int64_t)i + index->low, to, first) - index->low);
            rename_leaves(type->element, in + (size_t)i * element->leaves, out + j * element->leaves, to, first);
        }
        return;
    case TYPE_RECORD:
        for (unsigned i = 0; i < type->field_count; i++)
            rename_leaves(type->fields[i].type, in + type->fields[i].leaf, out + type->fields[i].leaf, to, first);
        return;
    case TYPE_MULTISET:
        for (unsigned i = 0; i < type->slots; i++) {
            size_t at = (size_t)i * (1 + element->leaves);
            out[at] = in[at];
            rename_leaves(type->element, in + at + 1, out + at + 1, to, first);
        }
        return;
    default:
        *out = rename_scalar(type, *in, to, first);
    }
}

static void rename_state(const int64_t *in, int64_t *out, const uint16_t *to, const unsigned *first)
{
    for (unsigned v = 0; v < program->variable_count; v++) {
        const struct symbol *variable = program->variables[v];
        rename_leaves(variable->type, in + variable->leaf, out + variable->leaf, to, first);
    }
}

static void shuffle(uint16_t *to, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        to[i] = (uint16_t)i;
    for (unsigned i = count; i > 1; i--) {
        unsigned j = (unsigned)rand() % i;
        uint16_t t = to[i - 1];
        to[i - 1] = to[j];
        to[j] = t;
    }
}

static void check_canonical(struct expansion *x, const uint64_t *packed, const int64_t *leaves)
{
    const struct model *model = seen.model;
    size_t bytes = model->packed_words * 8;
    uint64_t canonical[model->packed_words], image[model->packed_words], other[model->packed_words];
    uint16_t to[groups_symmetry(model)->permutation_size + 1];
    unsigned first[groups_symmetry(model)->scalarset_count + 1];
    int64_t *renamed = malloc((model->leaf_count + 1) * sizeof *renamed);
    first[0] = 0;
    for (uint32_t i = 0; i < groups_symmetry(model)->scalarset_count; i++)
        first[i + 1] = first[i] + (groups_symmetry(model)->scalarsets[i].reduced ? groups_symmetry(model)->scalarsets[i].size : 0);
    x->symmetry = MODEL_SYMMETRY_EXACT;
    x->multiset_reduction = (groups_symmetry(model)->multiset_count > 0) && rand() % 4;
    groups_canonicalise(model, x, packed, canonical, to);
    rename_state(leaves, renamed, to, first);
    model->encode(renamed, image);
    if ((groups_symmetry(model)->multiset_count > 0)) { /* the order of slots is not told */
        x->symmetry = MODEL_SYMMETRY_OFF;
        groups_canonicalise(model, x, image, image, NULL);
        x->symmetry = MODEL_SYMMETRY_EXACT;
    }
    if (memcmp(image, canonical, bytes))
        differ("the canonical state is not the renaming that was reported", 0);
    for (int n = 0; n < 3; n++) {
        for (uint32_t i = 0; i < groups_symmetry(model)->scalarset_count; i++)
            shuffle(to + first[i], first[i + 1] - first[i]);
        rename_state(leaves, renamed, to, first);
        model->encode(renamed, image);
        groups_canonicalise(model, x, image, other, NULL);
        canonicalised++;
        if (memcmp(other, canonical, bytes))
            differ("two states of one orbit have different representatives", (uint64_t)n);
    }
    x->symmetry = MODEL_SYMMETRY_OFF;
    x->multiset_reduction = 0;
    free(renamed);
}

/* ---- exploring ---- */

static void explore(struct expansion *x, struct interp *in, size_t limit)
{
    const struct model *model = seen.model;
    int64_t *before = malloc((model->leaf_count + 1) * sizeof *before), *after = malloc((model->leaf_count + 1) * sizeof *after);
    bool symmetric = groups_symmetry(model)->scalarset_count || (groups_symmetry(model)->multiset_count > 0);
    for (uint64_t i = 0; i < model->start_instances; i++) {
        outcome.kind = 0;
        model->start(x, i);
        enum interp_status status = interp_start(in, i, after);
        compare(in, assumed(in, status, after), after, i, false);
        if (outcome.kind == 1)
            add(target);
    }
    uint64_t *source = malloc(model->packed_words * 8 + 8), *again = malloc(model->packed_words * 8 + 8);
    for (size_t s = 0; s < seen.count && s < limit; s++) {
        memcpy(source, seen.states + s * model->packed_words, model->packed_words * 8);
        x->source = source;
        model->decode(model, source, before);
        model->encode(before, again);
        if (memcmp(source, again, model->packed_words * 8))
            differ("a state decoded and encoded", 0);
        if (symmetric)
            check_canonical(x, source, before);
        for (uint64_t i = 0; i < model->rule_instances; i++) {
            outcome.kind = 0;
            model->fire(x, i);
            enum interp_status status = interp_fire(in, i, before, after);
            compare(in, assumed(in, status, after), after, i, status == INTERP_VIOLATED && interp_fault(in)->in_guard);
            if (outcome.kind == 1)
                add(target);
        }
        compare_properties(x, in, before);
        uint64_t one_by_one = emitted;
        for (uint64_t i = 0; i < model->rule_instances; i++)
            model->fire(x, i);
        one_by_one = emitted - one_by_one;
        uint64_t at_once = emitted;
        model->expand(x);
        if (emitted - at_once != one_by_one)
            differ("expanding at once and one by one", 0);
    }
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source *source = source_read(arena, diagnostics, argv[1], (struct place){0});
    struct program *p = source ? parse_program(arena, diagnostics, source, DIALECT_RUMUR) : NULL;
    if (p && !diagnostics_errors(diagnostics))
        types_check(arena, diagnostics, p, DIALECT_RUMUR, NULL, 0);
    if (!p || diagnostics_errors(diagnostics)) {
        diagnostics_print(diagnostics, stderr, 0);
        return 2;
    }
    program = p;
    struct text c = {0}, error = {0};
    codegen_program(&c, p);
    struct compile_options options = {.optimise = argc > 4 ? atoi(argv[4]) : 1, .cc = argc > 3 ? argv[3] : NULL, .no_cache = true};
    struct compiled *compiled = compile_model(&c, &options, &error);
    if (!compiled) {
        fprintf(stderr, "%s\n", error.bytes);
        return 1;
    }
    seen.model = compiled_model(compiled);
    const struct model *model = seen.model;
    struct expansion x = {.loop_limit = 10000, .recursion_limit = 1000, .frame_limit = UINT64_MAX, .emit = emit, .violate = violate, .multiset_reduction = (groups_symmetry(model)->multiset_count > 0)};
    unsigned char *ones = malloc(model->property_count + 1);
    memset(ones, 1, model->property_count + 1);
    x.enabled = ones;
    x.covered = calloc(1, model->property_count + 1);
    x.antecedent = calloc(1, model->property_count + 1);
    x.rule_fired = calloc(1, model->rule_count + 1);
    x.scratch = aligned_alloc(64, (model->scratch_bytes + 63) / 64 * 64);
    memset(x.scratch, 0, model->scratch_bytes);
    x.multiset_reduction = 0;
    target = malloc(model->packed_words * 8 + 8);
    struct interp_options interp_options = {.loop_limit = 10000, .recursion_limit = 1000};
    explore(&x, interp_new(p, &interp_options), argc > 2 ? (size_t)atoll(argv[2]) : 2000);
    printf("agree: %zu states, %llu firings and %llu canonical forms compared\n", seen.count, (unsigned long long)compared,
           (unsigned long long)canonicalised);
    return 0;
}
