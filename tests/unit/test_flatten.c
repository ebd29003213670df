/* SPDX-License-Identifier: BSD-2-Clause */
#include "model_text.h"

#include "rewrite/flatten.h"

static const struct flatten_options reduced = {.multiset_reduction = true};

/* The flattened text, to be freed; it must be a model that we accept. */
static char *flatten(const char *model, const struct flatten_options *options)
{
    struct model_text m = model_check(model);
    struct text out = {0};
    cr_assert(m.good, "%s", model_says(&m));
    cr_expect(flatten_program(&out, m.diagnostics, m.program, options), "%s", model_says(&m));
    struct model_text again = model_check(out.bytes);
    cr_expect(again.good, "%s\n%s", out.bytes, model_says(&again));
    model_free(&again);
    model_free(&m);
    return out.bytes;
}

static void contains(const char *model, const struct flatten_options *options, const char *expected)
{
    char *text = flatten(model, options);
    cr_expect(strstr(text, expected), "no '%s' in:\n%s", expected, text);
    free(text);
}

static void refuses(const char *model, enum dialect dialect, const char *message)
{
    struct model_text m = model_check_with(model, dialect, NULL, 0);
    struct text out = {0};
    cr_assert(m.good, "%s", model_says(&m));
    cr_expect(!flatten_program(&out, m.diagnostics, m.program, &reduced), "%s", out.bytes);
    cr_expect(strstr(model_says(&m), message), "should say '%s':\n%s", message, model_says(&m));
    text_free(&out);
    model_free(&m);
}

#define REST " startstate begin end; rule true ==> begin end;"

static void before(const char *text, const char *first, const char *second)
{
    const char *a = strstr(text, first), *b = strstr(text, second);
    cr_expect(a && b && a < b, "'%s' should stand before '%s' in:\n%s", first, second, text);
}

static void contains_in(const char *model, enum dialect dialect, const char *expected)
{
    struct model_text m = model_check_with(model, dialect, NULL, 0);
    struct text out = {0};
    cr_assert(m.good, "%s", model_says(&m));
    cr_expect(flatten_program(&out, m.diagnostics, m.program, &reduced), "%s", model_says(&m));
    cr_expect(strstr(out.bytes, expected), "no '%s' in:\n%s", expected, out.bytes);
    text_free(&out);
    model_free(&m);
}

Test(flatten, priorities_become_guards)
{
    static const char model[] = "var n: 0..3; b: array [0..1] of boolean; startstate begin n := 0; clear b; end; rule 9 n = 1 ==> begin end; "
                                "ruleset i: 0..1; j := 0 to 1 do rule 2 !b[i] & n = j ==> begin b[i] := true; end; end; rule \"urgent\" n = 2 ==> "
                                "begin n := 0; end;";
    contains_in(model, DIALECT_CMURPHI, "rule (n = 1) & !murrelet_outranked_2() ==>");
    contains_in(model, DIALECT_CMURPHI, "rule \"urgent\" n = 2 ==>");
    contains_in(model, DIALECT_CMURPHI, "| (exists i: 0..1 do exists j: 0..1 do (!b[i]) & n = j end end);");
    refuses("var n: 0..3; startstate begin n := 0; end; alias m: n; do rule m = 1 ==> begin end; end; rule 1 n = 0 ==> begin end;",
            DIALECT_CMURPHI, "a rule with a priority before others'");
}

Test(flatten, declarations_stand_before_their_use)
{
    char *text = flatten("startstate begin x := q(x); end; function q(y: T): T; begin return r(y) + N; end; function r(y: T): T; begin "
                         "return y; end; var x: T; const C: e1; type T: 0..M; const N: 1; M: N + 2; type E: enum {e1}; R: record f: E2; end; "
                         "E2: E; var y: R;", &reduced);
    before(text, "N: 1;", "T: 0..3;");
    before(text, "M: 3;", "T: 0..3;");
    before(text, "E: enum {e1};", "C: e1;");
    before(text, "E: enum {e1};", "E2: E;");
    before(text, "E2: E;", "R: record");
    before(text, "R: record", "y: R;");
    before(text, "function r(", "function q(");
    before(text, "function q(", "startstate");
    free(text);
}

Test(flatten, constants_have_their_values)
{
    contains("const N: true ? 0x10 : 2; var a: 0..N;" REST, &reduced, "N: 16;");
    contains("const N: true ? 0x10 : 2; var a: 0..N;" REST, &reduced, "a: 0..16;");
    contains("const B: 1 < 2; var a: boolean; startstate begin a := B; end; rule a ==> begin end;", &reduced, "B: true;");
    struct constant_override override = {.name = "N", .value = "5"};
    struct model_text m = model_check_with("const N: 3; M: N + 1; var a: 0..M;" REST, DIALECT_RUMUR, &override, 1);
    struct text out = {0};
    cr_assert(flatten_program(&out, m.diagnostics, m.program, &reduced));
    cr_expect(strstr(out.bytes, "N: 5;") && strstr(out.bytes, "M: 6;") && strstr(out.bytes, "a: 0..6;"), "%s", out.bytes);
    text_free(&out);
    model_free(&m);
}

Test(flatten, operators_are_plain_and_grouped)
{
    contains("var a: 0..9; startstate begin a := 1; end; rule a ≤ 3 ∧ ¬(a ≠ 2) → a ≥ 1 ==> begin end;", &reduced,
             "rule a <= 3 & (!(a != 2)) -> a >= 1 ==>");
    contains("var a: 0..9; startstate begin a := 2 × (a + 1) - -3; end; rule (a & 1) = 1 ==> begin end;", &reduced, "(2 * (a + 1)) - (-3)");
    contains("var a: 0..9; startstate begin alias b: a do a := b & 1 end; end; rule a = 1 ==> begin end;", &reduced, "(b + 0) & 1");
}

#define UNIONS "type A: enum {a1, a2}; S: scalarset(3); U: union {A, S}; V: union {S, A}; var a: A; s: S; u: U; v: V; "

Test(flatten, unions_are_ranges)
{
    contains(UNIONS REST, &reduced, "U: 0..4;");
    contains(UNIONS REST, &reduced, "-- scalarset S is a range here");
    contains(UNIONS REST, &reduced, "a2: 1;");
    contains(UNIONS "startstate begin u := s; s := u; end; rule u = a2 ==> begin end;", &reduced, "u := s + 2;");
    contains(UNIONS "startstate begin u := s; s := u; end; rule u = a2 ==> begin end;", &reduced, "s := u - 2;");
    contains(UNIONS "startstate begin v := a2; end; rule v = u ==> begin end;", &reduced, "v := 4;");
    contains(UNIONS "startstate begin v := u; end; rule ismember(u, S) ==> begin end;", &reduced, "v := (u <= 1 ? u + 3 : u - 2);");
    contains(UNIONS "startstate begin v := u; end; rule ismember(u, S) ==> begin end;", &reduced, "rule u >= 2 & u <= 4 ==>");
}

#define MULTISET "type E: enum {x, y}; M: multiset [3] of E; var m: M; "

Test(flatten, multisets_are_arrays)
{
    static const char model[] = MULTISET "startstate begin multisetadd(x, m); end; choose i: m do rule m[i] = x ==> begin multisetremove(i, m); "
                                         "return; end; cover m[i] = y; invariant m[i] = x; end; invariant multisetcount(i: m, m[i] = x) < 4;";
    static const char *const sorted[] = {
        "E: 0..1;", "record taken: 0..0; item: E; end;", "ruleset i: 0..2 do", "rule !isundefined(m[i].taken) & (m[i].item = x) ==>",
        "undefine m[i];", "murrelet_finish();\n    return;", "cover \"cover\" (!isundefined(m[i].taken)) & (m[i].item = y);",
        "invariant (!isundefined(m[i].taken)) -> (m[i].item = x);", "(!isundefined(m[2].taken) & (m[2].item = x) ? 1 : 0)",
    };
    for (size_t i = 0; i < sizeof sorted / sizeof sorted[0]; i++)
        contains(model, &reduced, sorted[i]);
    char *slots = flatten(model, &(struct flatten_options){0});
    cr_expect(!strstr(slots, "sort"), "%s", slots);
    cr_expect(strstr(slots, "E: enum {x, y};"), "nothing needs an order: %s", slots);
    free(slots);
}

/* The sum over its slots is no higher than an expression may be. */
Test(flatten, a_large_multiset_is_counted)
{
    contains("var m: multiset [5000] of 0..1; n: 0..5000; startstate begin undefine m; n := 0; end; "
             "rule begin n := multisetcount(e: m, m[e] = 1); end;", &reduced, "(!isundefined(m[4999].taken) & (m[4999].item = 1) ? 1 : 0)");
}

Test(flatten, ranges_of_parameters)
{
    static const char model[] = "type e: enum {x, y, z}; var a: e; n: 0..9; startstate begin for i := x to y do a := i; end; n := 0; end; "
                                "ruleset i := 9 to 1 by -4; j := y to z do rule n < i & a != j ==> begin n := i; end; end;";
    contains(model, &reduced, "e: 0..2;");
    contains(model, &reduced, "for i := x to y do");
    contains(model, &reduced, "ruleset murrelet_i: 0..2; j: 1..2 do");
    contains(model, &reduced, "alias i: 9 + murrelet_i * -4; do");
}

Test(flatten, external_bodies)
{
    static const struct flatten_body bodies[] = {{"f", "begin\n  return x;"}};
    const struct flatten_options options = {.bodies = bodies, .body_count = 1, .multiset_reduction = true};
    static const char model[] = "external function f(x: 0..3): 0..3; var a: 0..3; startstate begin a := f(1); end; rule a = 1 ==> begin end;";
    contains(model, &options, "function f(x: 0..3): 0..3;\nbegin\n  return x;\nend;");
    refuses(model, DIALECT_RUMUR, "m:1:19: error: external `f` has no body in Murphi");
}

Test(flatten, what_has_no_plain_form)
{
    refuses("var m: multiset [2] of 0..1; startstate begin undefine m; end; choose i: m do rule begin multisetremove(i, m); m[i] := 1; end; end;",
            DIALECT_RUMUR, "m:1:114: error: the element may be gone here");
    refuses("var m: array [0..1] of multiset [2] of 0..1; n: 0..1; function f(v: 0..1): boolean; begin n := v; return true; end; "
            "startstate begin undefine m; end; rule begin n := multisetcount(e: m[0], f(m[0][e])) % 2; end;",
            DIALECT_RUMUR, "m:1:190: error: the order of some multisets' slots can matter, and not of others");
    refuses("var m: multiset [2] of 1..2; startstate begin multisetadd(1, m); end; choose m: m do rule begin end; end;", DIALECT_RUMUR,
            "m:1:78: error: `m` hides what a multiset is called by");
    refuses("var m: array [0..1] of multiset [2] of 1..2; startstate begin undefine m; end; ruleset k: 0..1 do choose i: m[k] do "
            "ruleset k: 0..1 do rule k = 0 ==> begin end; end; end; end;", DIALECT_RUMUR, "`k` hides what a multiset is called by");
    refuses("procedure p(); begin q(); end; procedure q(); begin p(); end; startstate begin p(); end; rule true ==> begin end;", DIALECT_RUMUR,
            "call each other");
    refuses("var a: boolean; startstate begin for i := false to true do a := i; end; end; rule a ==> begin end;", DIALECT_RUMUR,
            "a range of booleans has no plain form");
    refuses("var a: 0..3; startstate begin for i := 0 to a by a do a := i; end; end; rule a = 1 ==> begin end;", DIALECT_CMURPHI,
            "a step that is not constant");
}

Test(flatten, strings_are_quoted_again)
{
    contains("startstate \"a \\\"b\\\" \\\\ c\" begin put \"x\\n\"; end; rule true ==> begin end;", &reduced, "startstate \"a \\\"b\\\" \\\\ c\"");
    contains("startstate \"a\" begin put \"x\\n\"; end; rule true ==> begin end;", &reduced, "put \"x\\n\";");
}

Test(flatten, plain_murphi_stays_as_it_is)
{
    static const char model[] = MULTISET UNIONS "startstate begin multisetadd(x, m); u := s; end; choose i: m do rule m[i] = x ==> begin "
                                                "multisetremove(i, m); end; end; rule v = u ==> begin clear m; end;";
    char *once = flatten(model, &reduced), *twice = flatten(once, &reduced), *thrice = flatten(twice, &reduced);
    cr_expect_str_eq(strstr(twice, "\nconst"), strstr(thrice, "\nconst"));
    free(once);
    free(twice);
    free(thrice);
}

/* A plain model with CMurphi's names would be one that nobody reads. */
Test(flatten, a_name_that_is_a_keyword_elsewhere_is_refused)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source *source = source_from_text(arena, "m", "var cover: 0..1; startstate begin cover := 0 end;");
    struct program *program = parse_program(arena, diagnostics, source, DIALECT_CMURPHI);
    struct text flat = {0};
    cr_assert(types_check(arena, diagnostics, program, DIALECT_CMURPHI, NULL, 0));
    cr_assert_not(flatten_program(&flat, diagnostics, program, &(struct flatten_options){0}));
    text_free(&flat);
    arena_free(arena);
}
