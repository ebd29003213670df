/* SPDX-License-Identifier: BSD-2-Clause */
/* The interpreter's interface: what fires, what fails and where, what is
 * printed.  What programs mean is tested by the cases, and against Rumur. */
#include <criterion/criterion.h>
#include <string.h>

#include "base/arena.h"
#include "interp/interp.h"

static struct arena *arena;
static struct program *program;
static struct interp *interp;
static struct text output;
static int64_t state[64], next[64];

static void on_put(void *data, const char *text)
{
    text_put(data, text);
}

static void load_with(const char *text, struct interp_options options)
{
    arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    program = parse_program(arena, diagnostics, source_from_text(arena, "model.m", text), DIALECT_RUMUR);
    bool good = !diagnostics_errors(diagnostics) && types_check(arena, diagnostics, program, DIALECT_RUMUR, NULL, 0);
    if (!good)
        diagnostics_print(diagnostics, stderr, 0);
    cr_assert(good);
    cr_assert_leq(program->leaf_count, 64);
    options.put = on_put;
    options.put_data = &output;
    interp = interp_new(program, &options);
}

static void load(const char *text)
{
    load_with(text, (struct interp_options){0});
}

static void unload(void)
{
    interp_free(interp);
    text_free(&output);
    arena_free(arena);
}

static void fails(enum model_property_kind kind, unsigned line, unsigned column)
{
    const struct interp_fault *fault = interp_fault(interp);
    cr_expect_eq(fault->kind, kind, "kind %d: %s", (int)fault->kind, fault->message);
    cr_expect_eq(place_line(fault->place), line, "line %u", place_line(fault->place));
    cr_expect_eq(place_column(fault->place), column, "column %u", place_column(fault->place));
}

static void prints(const char *text, const char *expected)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct expr *e = parse_expression(arena, diagnostics, source_from_text(arena, "expression", text), DIALECT_RUMUR);
    cr_assert(e && types_check_expression(arena, diagnostics, program, DIALECT_RUMUR, e, NULL));
    struct text out = {0};
    cr_assert_eq(interp_print(interp, e, state, &out), INTERP_OK);
    cr_expect_str_eq(out.bytes, expected);
    text_free(&out);
}

Test(interp, fires_what_is_enabled, .fini = unload)
{
    load("var n: 0..3;\n"
         "startstate begin n := 1; end;\n"
         "ruleset i: 0..2 do rule n < i ==> begin n := i; end; end;\n");
    cr_assert_eq(interp_start(interp, 0, state), INTERP_OK);
    cr_expect_eq(state[0], 1);
    cr_expect_eq(interp_fire(interp, 0, state, next), INTERP_DISABLED);
    cr_expect_eq(interp_fire(interp, 1, state, next), INTERP_DISABLED);
    cr_expect_eq(interp_fire(interp, 2, state, next), INTERP_OK);
    cr_expect_eq(next[0], 2);
    cr_expect(interp_enabled(interp, 2, state));
    cr_expect_not(interp_enabled(interp, 2, next));
    cr_expect_eq(state[0], 1);
    cr_expect_eq(interp_fire(interp, 2, state, state), INTERP_OK);
    cr_expect_eq(state[0], 2);
}

Test(interp, begins_undefined, .fini = unload)
{
    load("var n: 0..3; m: multiset [1] of boolean; a: array [boolean] of record b: boolean; end;\n"
         "startstate begin end;\n");
    memset(state, 7, sizeof state);
    cr_assert_eq(interp_start(interp, 0, state), INTERP_OK);
    int64_t expected[] = {MODEL_UNDEFINED, 0, MODEL_UNDEFINED, MODEL_UNDEFINED, MODEL_UNDEFINED};
    cr_expect_arr_eq(state, expected, sizeof expected);
}

Test(interp, tells_guard_from_body, .fini = unload)
{
    load("var n, m: 0..3; a: array [0..1] of boolean;\n"
         "startstate begin n := 2; end;\n"
         "rule a[n] ==> begin n := 0; end;\n"
         "rule begin n := 3; n := n + 1; end;\n"
         "rule begin assert m = 0; end;\n");
    interp_start(interp, 0, state);
    cr_expect_eq(interp_fire(interp, 0, state, next), INTERP_VIOLATED);
    fails(MODEL_INDEX, 3, 8);
    cr_expect(interp_fault(interp)->in_guard);
    cr_expect(interp_enabled(interp, 0, state));
    cr_expect_eq(interp_fire(interp, 1, state, next), INTERP_VIOLATED);
    fails(MODEL_RANGE, 4, 25);
    cr_expect_not(interp_fault(interp)->in_guard);
    cr_expect_eq(interp_fire(interp, 2, state, next), INTERP_VIOLATED);
    fails(MODEL_UNDEFINED_READ, 5, 19);
    cr_expect_null(interp_fault(interp)->property);
}

Test(interp, names_the_property, .fini = unload)
{
    load("var n: 0..3;\n"
         "startstate begin n := 0; end;\n"
         "rule begin assert \"first\" n = 1; end;\n"
         "rule begin error \"second\"; end;\n"
         "invariant n = 0;\n");
    interp_start(interp, 0, state);
    cr_expect_eq(interp_fire(interp, 0, state, next), INTERP_VIOLATED);
    cr_expect_str_eq(interp_fault(interp)->property->message, "first");
    cr_expect_eq(interp_fault(interp)->kind, MODEL_ASSERT);
    cr_expect_eq(interp_fire(interp, 1, state, next), INTERP_VIOLATED);
    cr_expect_str_eq(interp_fault(interp)->property->message, "second");
    cr_expect_eq(interp_fault(interp)->kind, MODEL_ERROR);
    bool holds = false;
    cr_expect_eq(interp_property(interp, &program->properties[0], 0, state, &holds), INTERP_OK);
    cr_expect(holds);
    state[0] = 2;
    cr_expect_eq(interp_property(interp, &program->properties[0], 0, state, &holds), INTERP_OK);
    cr_expect_not(holds);
}

Test(interp, skips_properties, .fini = unload)
{
    unsigned char skipped[] = {1, 1, 0};
    load_with("var n: 0..3;\n"
              "startstate begin n := 0; end;\n"
              "rule begin assert n = 1; assume 1 / n = 1; cover n = 0; n := 2; end;\n",
              (struct interp_options){.skipped = skipped});
    interp_start(interp, 0, state);
    cr_expect_eq(interp_fire(interp, 0, state, next), INTERP_OK);
    cr_expect_eq(next[0], 2);
    cr_expect(interp_met(interp, program->all_properties[2]));
    cr_expect_eq(interp_fire(interp, 0, next, next), INTERP_OK);
    cr_expect_not(interp_met(interp, program->all_properties[2]));
}

Test(interp, drops_what_an_assumption_fails, .fini = unload)
{
    load("var n: 0..3; m: multiset [2] of boolean;\n"
         "startstate begin n := 0; multisetadd(true, m); end;\n"
         "rule begin n := 1; assume n = 0; end;\n"
         "choose i: m do rule begin multisetremove(i, m); end; end;\n");
    interp_start(interp, 0, state);
    cr_expect_eq(interp_fire(interp, 0, state, next), INTERP_DISABLED);
    cr_expect_eq(interp_fire(interp, 1, state, next), INTERP_OK);
    cr_expect_eq(next[1], 0);
    cr_expect_eq(interp_fire(interp, 2, state, next), INTERP_DISABLED);
}

Test(interp, keeps_to_its_limits, .fini = unload)
{
    load_with("var n: 0..99;\n"
              "function f(k: 0..99): 0..99; begin if k = 0 then return 0; end; return f(k - 1); end;\n"
              "startstate begin n := 0; end;\n"
              "ruleset k: 0..9 do rule begin n := f(k); end; end;\n"
              "ruleset k: 0..9 do rule begin n := k; while n > 0 do n := n - 1; end; end; end;\n",
              (struct interp_options){.loop_limit = 5, .recursion_limit = 5});
    interp_start(interp, 0, state);
    cr_expect_eq(interp_fire(interp, 4, state, next), INTERP_OK);
    cr_expect_eq(interp_fire(interp, 5, state, next), INTERP_VIOLATED);
    fails(MODEL_RECURSION, 2, 72);
    cr_expect_eq(interp_fire(interp, 10 + 5, state, next), INTERP_OK);
    cr_expect_eq(interp_fire(interp, 10 + 6, state, next), INTERP_VIOLATED);
    fails(MODEL_LOOP, 5, 39);
    /* It is as new after a violation. */
    cr_expect_eq(interp_fire(interp, 4, state, next), INTERP_OK);
    cr_expect_eq(next[0], 0);
}

Test(interp, prints_values, .fini = unload)
{
    load("type e: enum { A, B }; s: scalarset(3); u: union { e, s };\n"
         "var x: e; p: s; y, z: u; r: record n: 0..3; b: boolean; end; a: array [e] of 0..3;\n"
         "  m: multiset [3] of 0..9; none: record k: 0..1; end;\n"
         "startstate begin x := B; p := first(); y := A; z := first(); r.n := 2; a[B] := 1;\n"
         "  multisetadd(7, m); multisetadd(5, m); multisetremovepred(i: m, m[i] = 7); multisetadd(6, m); end;\n"
         "function first(): s; begin for i: s do return i; end; end;\n");
    cr_assert_eq(interp_start(interp, 0, state), INTERP_OK);
    prints("x", "B");
    prints("p", "s_1");
    prints("y", "A");
    prints("z", "s_1");
    prints("r", "{n: 2, b: Undefined}");
    prints("a", "[Undefined, 1]");
    prints("m", "{6, 5}");
    prints("none", "{k: Undefined}");
    prints("r.n * 2 + 1", "5");
    prints("z = p", "true");
    prints("isundefined(r.b)", "true");
    prints("multisetcount(i: m, m[i] > 5)", "1");
}

Test(interp, puts_variables_by_name, .fini = unload)
{
    load("type r: record a: 0..3; end;\n"
         "var n: 0..3; x: r;\n"
         "startstate begin n := 2; put \"n is \"; put n + 1; put \"\\n\"; put n; put x; end;\n");
    cr_assert_eq(interp_start(interp, 0, state), INTERP_OK);
    cr_expect_str_eq(output.bytes, "n is 3\nn:2\nx:{a: Undefined}\n");
}

static int64_t add_up(void *host, int64_t *arguments)
{
    *(int64_t *)host += 1;
    arguments[2] = arguments[0] + arguments[1];
    return arguments[2];
}

Test(interp, calls_the_host, .fini = unload)
{
    int64_t calls = 0;
    struct model_external_binding binding = {add_up, &calls, 0};
    load_with("var n, m: 0..9;\n"
              "external function add(a: 0..9; b: 0..9; var c: 0..9): 0..9;\n"
              "startstate begin n := 3; m := add(n, 2, n); end;\n"
              "rule begin m := add(n, 5, m); end;\n",
              (struct interp_options){.bindings = &binding});
    cr_assert_eq(interp_start(interp, 0, state), INTERP_OK);
    cr_expect_eq(state[0], 5);
    cr_expect_eq(state[1], 5);
    cr_expect_eq(interp_fire(interp, 0, state, next), INTERP_VIOLATED);
    fails(MODEL_RANGE, 4, 17);
    cr_expect_eq(calls, 2);
}
