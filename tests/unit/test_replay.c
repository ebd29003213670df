/* SPDX-License-Identifier: BSD-2-Clause */
/* Replay must accept the trace that a search found, and no other: each test
 * spoils one thing. */
#include <criterion/criterion.h>
#include <string.h>

#include "base/arena.h"
#include "codegen/codegen.h"
#include "codegen/compile.h"
#include "replay/replay.h"

static const char *const text =
    "var n: 0..9; b: boolean;\n"
    "startstate begin n := 0; end;\n"
    "ruleset k: 1..2 do rule \"up\" n < 6 ==> begin n := n + k; b := n > 3; end; end;\n"
    "rule \"bad\" n = 6 ==> begin n := n + 4; end;\n"
    "rule \"stay\" n = 5 ==> begin end;\n"
    "invariant \"early\" n < 9;\n"
    "assume n != 3;\n"
    "cover \"five\" n = 5;\n";

static struct arena *arena;
static struct program *program;
static struct compiled *compiled;
static const struct model *model;
static struct search_options options;
static struct search_result *result;
static struct violation *violation;
static struct text difference;

static void search(bool object)
{
    arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    program = parse_program(arena, diagnostics, source_from_text(arena, "model.m", text), DIALECT_RUMUR);
    cr_assert(types_check(arena, diagnostics, program, DIALECT_RUMUR, NULL, 0));
    struct text c = {0}, error = {0};
    codegen_program(&c, program);
    compiled = compile_model(&c, &(struct compile_options){.optimise = 0}, &error);
    cr_assert(compiled, "%s", error.bytes);
    model = compiled_model(compiled);
    search_options_default(&options);
    options.threads = 1;
    options.trace = true;
    result = search_run(model, &options);
    cr_assert_eq(result->verdict, VERDICT_VIOLATED);
    violation = &result->violations[0];
    cr_assert_eq(violation->kind, MODEL_RANGE);
    cr_assert_eq(violation->trace.count, 5);
    text_free(&c);
    if (object)
        program = NULL;
}

static void search_program(void)
{
    search(false);
}

static void search_object(void)
{
    search(true);
}

static void release(void)
{
    search_result_free(result);
    compiled_free(compiled);
    arena_free(arena);
    text_free(&difference);
}

static bool verify(void)
{
    text_free(&difference);
    return replay_verify(program, model, &options, violation, &difference);
}

static void refuses(const char *why)
{
    cr_expect_not(verify());
    cr_expect(difference.bytes && strstr(difference.bytes, why), "not for '%s': %s", why,
              difference.bytes ? difference.bytes : "(nothing said)");
}

static void spoil_all(void)
{
    struct trace_step *steps = violation->trace.steps;
    cr_assert(verify(), "%s", difference.bytes);

    int64_t n = steps[1].leaves[0];
    steps[1].leaves[0] = 7;
    refuses("step 1 (rule \"up\" k = 2): n is 7 in the search, 2 in the replay");
    steps[1].leaves[0] = n;

    uint64_t instance = steps[2].instance;
    steps[2].instance = 2; /* bad */
    refuses("step 2 (rule \"bad\")");
    steps[2].instance = instance;

    steps[1].instance = 0; /* up k = 1, and then not to 3 */
    refuses("step 1");
    steps[1].instance = 1;

    violation->in_firing = false;
    steps[4].leaves = steps[3].leaves;
    refuses("step 4");
    violation->in_firing = true;
    steps[4].leaves = NULL;

    violation->trace.count = 4;
    refuses("step 3");
    violation->trace.count = 5;
    cr_expect(verify(), "%s", difference.bytes);
}

Test(replay, accepts_what_was_found_and_nothing_else, .init = search_program, .fini = release)
{
    spoil_all();
    /* Another property than the one that fails. */
    uint32_t property = violation->property;
    for (uint32_t i = 0; i < model->property_count; i++) {
        violation->property = i;
        violation->kind = model->properties[i].kind;
        cr_expect_eq(verify(), i == property, "property %s", model->properties[i].name);
    }
}

Test(replay, accepts_the_same_of_a_shared_object, .init = search_object, .fini = release)
{
    spoil_all();
}

Test(replay, judges_the_last_state, .init = search_program, .fini = release)
{
    /* Up to n = 5, where "stay" changes nothing, "up" does, and the cover holds. */
    struct trace_step *steps = violation->trace.steps;
    int64_t leaves[2];
    violation->in_firing = false;
    violation->trace.count = 4;
    steps[3].instance = 0;
    memcpy(leaves, steps[3].leaves, sizeof leaves);
    steps[3].leaves[0] = 5;
    violation->property = MODEL_NO_PROPERTY;
    violation->kind = MODEL_DEADLOCK;
    refuses("a deadlock in the search, but the replay can fire step 4 (rule \"up\" k = 1)");
    for (uint32_t i = 0; i < model->property_count; i++) {
        violation->property = i;
        violation->kind = model->properties[i].kind;
        if (violation->kind == MODEL_COVER)
            cr_expect(verify(), "%s", difference.bytes);
        if (violation->kind == MODEL_INVARIANT)
            refuses("property \"early\" is true of the state");
    }
    memcpy(steps[3].leaves, leaves, sizeof leaves);
}
