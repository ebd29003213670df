/* SPDX-License-Identifier: BSD-2-Clause */
#include "model_text.h"
#include "rewrite/lint.h"

#define END " rule true ==> begin end;"

/* The warnings of a model that is accepted contain this text, and are this many. */
static void warns(const char *text, int count, const char *message)
{
    struct model_text m = model_check(text);
    cr_assert(m.good, "%s\n%s", text, model_says(&m));
    lint_program(m.diagnostics, m.program);
    cr_expect_eq(diagnostics_warnings(m.diagnostics), count, "%s", text);
    cr_expect(strstr(model_says(&m), message), "should say '%s':\n%s\n%s", message, text, model_says(&m));
    model_free(&m);
}

static void quiet(const char *text)
{
    warns(text, 0, "");
}

Test(lint, variables)
{
    quiet("var a: boolean; startstate begin a := true; end; rule a ==> begin end;");
    warns("var a: boolean; startstate begin a := true; end;" END, 1, "m:1:5: warning: variable `a` is written and never read");
    warns("var a: boolean; startstate begin end; rule a ==> begin end;", 1, "`a` is read and never written");
    warns("var a: boolean; startstate begin end;" END, 1, "`a` is never used");
    warns("var a: boolean; startstate var b: boolean; begin b := a; a := true; end;" END, 1, "`b` is written and never read");
}

Test(lint, reference_parameters_carry_reads_and_writes)
{
    static const char write[] = "var a: boolean; procedure p(var x: boolean); begin x := true; end; startstate begin p(a); end;";
    warns(write, 2, "variable `a` is written and never read");
    quiet("var a: boolean; procedure p(var x: boolean); begin x := true; end; startstate begin p(a); end; rule a ==> begin end;");
    quiet("var a: boolean; external procedure p(var x: boolean); startstate begin p(a); end;" END);
}

Test(lint, unused_declarations)
{
    warns("type T: 0..1; startstate begin end;" END, 1, "type `T` is never used");
    quiet("type T: enum {x, y}; const C: x; startstate begin end; rule C = y ==> begin end;");
    warns("const N: 1; startstate begin end;" END, 1, "constant `N` is never used");
    warns("procedure p(); begin end; startstate begin end;" END, 1, "procedure `p` is never called");
}

Test(lint, constant_conditions)
{
    quiet("startstate begin end; rule true ==> begin end;");
    warns("startstate begin end; rule false ==> begin end;", 1, "m:1:28: warning: this guard is always false");
    warns("startstate begin end; rule 1 < 2 ==> begin end;", 1, "this guard is always true");
    quiet("const OFF: false; N: 3; startstate begin end; rule OFF ==> begin end; rule N > 4 ==> begin end;");
    warns("startstate begin if 1 = 2 then return; end; end;" END, 1, "this condition is always false");
    quiet("startstate begin while true do return; end; end;" END);
    warns("startstate begin end; invariant false;" END, 1, "this property is always false");
}

Test(lint, comparisons_that_the_type_decides)
{
    warns("var a: 0..3; startstate begin a := 1; end; rule a < 4 ==> begin end;", 1, "this is always true: the type is 0..3");
    warns("var a: 0..3; startstate begin a := 1; end; rule -1 >= a ==> begin end;", 1, "this is always false: the type is 0..3");
    quiet("const N: 3; var a: 0..N; startstate begin a := 1; end; rule a <= 3 ==> begin end;");
    quiet("var a: 0..3; startstate begin a := 1; end; rule a < 3 ==> begin end;");
    warns("var a: 0..3; startstate begin a := 1; end; rule a = a ==> begin end;", 1, "both sides are the same");
}

Test(lint, values_that_never_fit)
{
    warns("var a: 0..3; startstate begin a := 4; end; rule a = 1 ==> begin end;", 1, "the value assigned, 4, is outside 0..3");
    warns("var a: array [0..3] of boolean; startstate begin a[4] := true; end; rule a[1] ==> begin end;", 1, "this index, 4, is outside 0..3");
    warns("var a: 0..3; procedure p(x: 0..3); begin a := x; end; startstate begin p(-1); end; rule a = 1 ==> begin end;", 1, "this argument, -1,");
    quiet("const N: 4; var a: 0..3; startstate begin if N < 4 then a := N; end; end; rule a = 1 ==> begin end;");
}

Test(lint, hidden_parameters)
{
    warns("var a: 0..3; startstate begin a := 0; end; ruleset i: 0..3 do rule i = a ==> begin for i: 0..3 do a := i; end; end; end;", 1,
          "m:1:88: warning: `i` hides another `i` around it");
    warns("var a: 0..3; startstate begin a := 0; end; ruleset i: 0..3 do rule i = a ==> var i: 0..1; begin i := 1; a := i; end; end;", 1,
          "m:1:52: note: this one is hidden");
    quiet("var a: 0..3; startstate begin for i: 0..3 do a := i; end; for i: 0..3 do a := i; end; end; rule a = 1 ==> begin end;");
}

Test(lint, parameters_that_do_nothing)
{
    warns("startstate begin end; ruleset i: 0..3 do rule true ==> begin end; end;", 1, "parameter `i` is never used");
    warns("var a: 0..3; startstate begin a := 1; end; rule exists i: 0..3 do a = 1 end ==> begin end;", 1, "`i` is never used");
    quiet("var a: 0..3; startstate begin for i: 0..2 do a := 1; end; end; rule a = 1 ==> begin end;");
    quiet("var m: multiset [2] of boolean; startstate begin multisetadd(true, m); end; rule multisetcount(i: m, true) = 1 ==> begin end;");
    warns("var a: 0..3; startstate begin a := 1; end; rule exists i: 0..3 do a = i -> a > 1 end ==> begin end;", 1,
          "this holds as soon as one `i` fails what stands before `->`");
}

Test(lint, code_that_never_runs)
{
    warns("startstate begin return; put \"x\"; end;" END, 1, "m:1:26: warning: this never runs");
    warns("startstate begin error \"e\"; put \"x\"; end;" END, 1, "this never runs");
    warns("var a: 0..3; startstate begin a := 1; switch a case 1: a := 2; case 0, 1: a := 3; end; end;" END, 1,
          "this value has a case already");
    warns("var a: 0..3; startstate begin a := 1; a := a; end;" END, 1, "this assigns a variable to itself");
}

Test(lint, missing_returns)
{
    static const char use[] = " var a: 0..3; startstate begin a := f(1); end; rule a = 1 ==> begin end;";
    char text[512];
    static const struct { const char *body; int count; } list[] = {
        { "return 1;", 0 }, { "if x = 1 then return 1; end;", 1 }, { "if x = 1 then return 1; else return 2; end;", 0 },
        { "if x = 1 then return 1; elsif x = 2 then return 2; end;", 1 }, { "for i: 0..3 do if i = x then return i; end; end;", 1 },
        { "for i: 0..3 do if i = x then return i; end; end; error \"none\";", 0 }, { "while true do return 1; end;", 0 },
        { "switch x case 0, 1: return 1; case 2: return 2; case 3: return 1; end;", 0 },
        { "switch x case 0, 1: return 1; else return 2; end;", 0 }, { "switch x case 0, 1: return 1; end;", 1 },
        { "alias y: x do return y; end;", 0 }, { "assert false;", 0 },
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        snprintf(text, sizeof text, "function f(x: 0..3): 0..3; begin %s end;%s", list[i].body, use);
        warns(text, list[i].count, list[i].count ? "function `f` can end without returning a value" : "");
    }
}

Test(lint, included_files_may_offer_more_than_is_used)
{
    struct model_text m = model_check("startstate begin end;" END);
    /* What lies in another source than the model's is a library's. */
    struct source *other = source_from_text(m.arena, "library", "type T: 0..1;");
    struct program *library = parse_program(m.arena, m.diagnostics, other, DIALECT_RUMUR);
    cr_assert_eq(library->decl_count, 1);
    ARENA_PUSH(m.arena, m.program->decls, m.program->decl_count, library->decls[0]);
    lint_program(m.diagnostics, m.program);
    cr_expect_eq(diagnostics_warnings(m.diagnostics), 0, "%s", model_says(&m));
    model_free(&m);
}
