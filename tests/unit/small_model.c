/* SPDX-License-Identifier: BSD-2-Clause */
#include "small_model.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/codegen.h"

static void emit(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct small_model *small = x->engine;
    cr_assert_lt(small->emitted_count, SMALL_EMITTED);
    memcpy(small->emitted[small->emitted_count], target, small->model->packed_words * 8);
    small->instances[small->emitted_count] = instance;
    small->moved[small->emitted_count++] = moved;
}

static void violate(struct expansion *x, uint32_t property, uint64_t number, enum model_where where, uint64_t instance)
{
    struct small_model *small = x->engine;
    (void)number, (void)instance;
    cr_assert_lt(small->violated_count, 64);
    small->violated[small->violated_count] = property;
    small->where[small->violated_count++] = where;
}

struct program *small_program(struct arena *arena, const char *text)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct program *program = parse_program(arena, diagnostics, source_from_text(arena, "small.m", text), DIALECT_RUMUR);
    if (!diagnostics_errors(diagnostics))
        types_check(arena, diagnostics, program, DIALECT_RUMUR, NULL, 0);
    int errors = diagnostics_errors(diagnostics);
    diagnostics_print(diagnostics, stderr, 0);
    cr_assert_eq(errors, 0);
    return program;
}

struct small_model *small_model(const char *text, const struct compile_options *options)
{
    static const struct compile_options plain = {.optimise = 0, .no_cache = true};
    struct small_model *small = calloc(1, sizeof *small);
    small->arena = arena_new();
    small->program = small_program(small->arena, text);
    struct text c = {0}, error = {0};
    codegen_program(&c, small->program);
    small->compiled = compile_model(&c, options ? options : &plain, &error);
    cr_assert(small->compiled, "%s", error.bytes);
    text_free(&c);
    text_free(&error);
    const struct model *model = small->model = compiled_model(small->compiled);
    cr_assert_leq(model->packed_words, 16);
    unsigned char *enabled = malloc(model->property_count + 1);
    memset(enabled, 1, model->property_count + 1);
    small->x = (struct expansion){.source = small->source, .enabled = enabled, .loop_limit = 100, .recursion_limit = 20, .frame_limit = UINT64_MAX,
                                  .emit = emit, .violate = violate, .engine = small, .multiset_reduction = 1};
    small->x.covered = calloc(1, model->property_count + 1);
    small->x.antecedent = calloc(1, model->property_count + 1);
    small->x.rule_fired = calloc(1, model->rule_count + 1);
    small->x.scratch = aligned_alloc(64, (model->scratch_bytes + 63) / 64 * 64);
    memset(small->x.scratch, 0, model->scratch_bytes);
    return small;
}

void small_free(struct small_model *small)
{
    compiled_free(small->compiled);
    arena_free(small->arena);
    free((void *)small->x.enabled);
    free(small->x.covered);
    free(small->x.antecedent);
    free(small->x.rule_fired);
    free(small->x.scratch);
    free(small);
}

void small_clear(struct small_model *small)
{
    small->emitted_count = small->violated_count = 0;
}

void small_start(struct small_model *small)
{
    small_clear(small);
    small->model->start(&small->x, 0);
    cr_assert_eq(small->emitted_count, 1);
    small_step(small, 0);
}

void small_step(struct small_model *small, unsigned emitted)
{
    cr_assert_lt(emitted, small->emitted_count);
    memcpy(small->source, small->emitted[emitted], sizeof small->source);
    small_clear(small);
}

int64_t small_leaf(struct small_model *small, const uint64_t *packed, unsigned leaf)
{
    int64_t leaves[512];
    cr_assert_lt(leaf, small->model->leaf_count);
    cr_assert_leq(small->model->leaf_count, 512);
    small->model->decode(small->model, packed, leaves);
    return leaves[leaf];
}
