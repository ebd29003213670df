/* SPDX-License-Identifier: BSD-2-Clause */
#include "model_text.h"

#define REST " startstate begin end; rule true ==> begin end;"
#define BODY(declarations, body) declarations " startstate begin " body " end; rule true ==> begin end;"
#define GUARD(declarations, guard) declarations " startstate begin end; rule " guard " ==> begin end;"

struct refusal {
    const char *text, *message;
};

static void refuse_all(const struct refusal *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        model_refuses(list[i].text, list[i].message);
}
#define REFUSE_ALL(list) refuse_all(list, sizeof(list) / sizeof (list)[0])

static const struct symbol *variable(const struct model_text *m, const char *name)
{
    for (unsigned i = 0; i < m->program->variable_count; i++)
        if (!strcmp(m->program->variables[i]->name, name))
            return m->program->variables[i];
    cr_assert_fail("no variable %s", name);
    return NULL;
}

/* ---- names ---- */

Test(types, names_are_case_sensitive_but_true_and_boolean)
{
    model_accepts(BODY("var A: Boolean; a: BOOLEAN;", "A := True; a := FALSE;"));
    model_refuses(BODY("var A: boolean;", "a := true;"), "m:1:34: error: `a` is not declared");
    model_refuses(BODY("var A: boolean;", "a := true;"), "did you mean `A`?");
}

Test(types, declarations_stand_in_any_order)
{
    struct model_text m = model_check("rule p(x) ==> begin end; startstate begin x := N; end; var x: T; type T: 0..N; const N: M + 1; "
                                      "M: 2; function p(y: T): boolean; begin return q(y) end; function q(y: T): boolean; "
                                      "begin return y = x end;");
    cr_expect(m.good, "%s", model_says(&m));
    cr_expect_eq(variable(&m, "x")->type->target->high, 3);
    model_free(&m);
}

Test(types, inner_scopes_shadow_outer_ones)
{
    model_accepts("var a: boolean; startstate begin end; ruleset a: 0..3 do rule a = 1 ==> var a: 4..5; begin a := 4; end; end;");
    model_accepts(BODY("var a: 0..3;", "alias a: a do a := 1; end;"));
    model_accepts("type e: enum {x}; procedure p(x: 0..1; e: 0..2); begin end;" REST);
    model_accepts(BODY("type e: enum {x}; var a: record x: e; e: e end;", "a.x := x;"));
}

Test(types, names_are_declared_once)
{
    static const struct refusal list[] = {
        { "var a: boolean; var a: 0..1;" REST, "1:21: error: `a` is declared already, as a variable" },
        { "var a: boolean; var a: 0..1;" REST, "1:5: note: `a` is declared here" },
        { "type e: enum {x, y}; f: enum {y, z};" REST, "`y` is declared already, as an enum's member" },
        { "procedure p(x: 0..1; x: 0..2); begin end;" REST, "`x` is declared already" },
        { "procedure p(x: 0..1); var x: 0..2; begin end;" REST, "`x` is declared already" },
        { "var a: record x: 0..1; x: 0..2 end;" REST, "this record has a field `x` already" },
    };
    REFUSE_ALL(list);
}

Test(types, slips_get_a_hint)
{
    model_refuses(BODY("var counter: 0..3;", "countre := 1;"), "did you mean `counter`?");
    model_refuses(BODY("var r: record value: 0..3 end;", "r.valeu := 1;"), "did you mean `value`?");
    struct model_text m = model_check(BODY("var counter: 0..3;", "zebra := 1;"));
    cr_expect(!strstr(model_says(&m), "did you mean"));
    model_free(&m);
}

Test(types, kinds_of_names_do_not_mix)
{
    static const struct refusal list[] = {
        { "var a: 0..1; b: a;" REST, "`a` is a variable, not a type" },
        { BODY("type T: 0..1; var a: T;", "a := T;"), "`T` is a type; a value is expected here" },
        { BODY("procedure p(); begin end; var a: 0..1;", "a := p;"), "a call needs parentheses" },
        { BODY("procedure p(); begin end; var a: 0..1;", "a := p();"), "`p` is a procedure: it has no value" },
        { BODY("var a: 0..1;", "a();"), "`a` is a variable; it cannot be called" },
    };
    REFUSE_ALL(list);
}

/* ---- constants ---- */

Test(types, constants_fold)
{
    struct model_text m = model_check("const A: 7; B: -A / 2; C: A % -4; D: A = 7 ? 3 : 1/0; E: ~0; F: 1 << 62; G: -9 >> 1; "
                                      "H: 6 & 3 | 8; I: 6 ^ 3; J: 0x1F; K: true & A > 3; L: false -> 1/0 = 1; var a: 0..1;" REST);
    static const int64_t values[] = { 7, -3, 3, 3, -1, INT64_C(1) << 62, -5, 10, 5, 31, 1, 1 };
    cr_assert(m.good, "%s", model_says(&m));
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        cr_expect_eq(m.program->decls[i]->symbol->value, values[i], "%s", m.program->decls[i]->symbol->name);
    model_free(&m);
}

Test(types, bad_constants)
{
    static const struct refusal list[] = {
        { "const N: 9223372036854775807 + 1;" REST, "1:10: error: this overflows signed 64-bit arithmetic" },
        { "const N: -9223372036854775807 - 2;" REST, "overflows" },
        { "const N: (-9223372036854775807 - 1) / -1;" REST, "overflows" },
        { "const N: 4611686018427387904 * 2;" REST, "overflows" },
        { "const N: 1 / 0;" REST, "1:10: error: this divides by zero" },
        { "const N: 1 % 0;" REST, "this divides by zero" },
        { "const N: 1 << -1;" REST, "shifts by a negative number" },
        { "const N: 1 >> 64;" REST, "64 or more" },
        { "var a: 0..3; const N: a;" REST, "1:23: error: the value of a constant must be a constant" },
        { "const A: B; B: A;" REST, "leads back to itself" },
        { "var n: 0..n;" REST, "defined through itself" },
        { "type T: record a: array [0..1] of T; end;" REST, "leads back to itself" },
        { "const N: true + 1;" REST, "`+` takes numbers; this is boolean" },
    };
    REFUSE_ALL(list);
}

/* Neither the stack nor the time may run out. */
Test(types, long_chains_of_definitions, .timeout = 60)
{
    static const char *const links[] = {"const C%u: C%u;\n", "type C%u: array [boolean] of C%u;\n",
                                        "type C%u: record a: C%u; b: undeclared; end;\n", "type C%u: 0 .. C%u;\n"};
    for (unsigned kind = 0; kind < sizeof links / sizeof *links; kind++) {
        struct text text = {0};
        for (unsigned i = 0; i < 10000; i++)
            text_format(&text, links[kind], i, i + 1);
        struct model_text m = model_check(text.bytes);
        cr_assert(!m.good);
        model_free(&m);
        text_free(&text);
    }
}

Test(types, failing_arithmetic_elsewhere_waits_for_the_run)
{
    model_accepts(BODY("const N: 0; var a: 0..9;", "if N != 0 then a := 10 / N end;"));
}

Test(types, overrides)
{
    static const char text[] = "const N: 3; M: N * 2; B: false; C: y; type e: enum {x, y}; var a: 0..M;" REST;
    struct constant_override good[] = {
        { .name = "N", .value = "0x10" }, { .name = "B", .value = "true" }, { .name = "C", .value = "x" },
    };
    struct model_text m = model_check_with(text, DIALECT_RUMUR, good, 3);
    cr_assert(m.good, "%s", model_says(&m));
    cr_expect_eq(variable(&m, "a")->type->high, 32);
    cr_expect_eq(m.program->decls[2]->symbol->value, 1);
    cr_expect_eq(m.program->decls[3]->symbol->value, 0);
    cr_expect(good[0].used && good[1].used && good[2].used);
    model_free(&m);
}

Test(types, bad_overrides)
{
    static const struct { const char *name, *value, *message; } list[] = {
        { "N", "x", "--const N=x: `N` is an integer, the value is e" },
        { "N", "1z", "--const N=1z: the value must be a number or an enum's member" },
        { "N", "99999999999999999999", "must be a number" },
        { "C", "1", "`C` is e, the value is an integer" },
        { "NN", "1", "the model has no constant `NN`" },
        { "a", "1", "the model has no constant `a`" },
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct constant_override override = { .name = list[i].name, .value = list[i].value };
        struct model_text m = model_check_with("const N: 3; C: y; type e: enum {x, y}; var a: 0..N;" REST, DIALECT_RUMUR, &override, 1);
        cr_expect(!m.good && strstr(model_says(&m), list[i].message), "%s:\n%s", list[i].message, model_says(&m));
        model_free(&m);
    }
}

/* ---- types ---- */

Test(types, layout_of_leaves)
{
    struct model_text m = model_check("type S: scalarset(2); R: record a: 0..1; b: array [S] of boolean; c: 0..1 end; "
                                      "var x: boolean; r: R; m: multiset [3] of R; y: S;" REST);
    cr_assert(m.good, "%s", model_says(&m));
    const struct type *r = type_of(variable(&m, "r")->type), *ms = type_of(variable(&m, "m")->type);
    cr_expect_eq(r->leaves, 4);
    cr_expect_eq(r->fields[1].leaf, 1);
    cr_expect_eq(r->fields[2].leaf, 3);
    cr_expect_eq(ms->leaves, 15);
    cr_expect_eq(variable(&m, "m")->leaf, 5);
    cr_expect_eq(variable(&m, "y")->leaf, 20);
    cr_expect_eq(m.program->leaf_count, 21);
    cr_expect(r->contains_scalarset && ms->contains_scalarset && ms->contains_multiset && !r->contains_multiset);
    cr_expect_eq(m.program->scalarset_count, 1);
    for (unsigned i = 0; i < m.program->type_count; i++)
        cr_expect_eq(m.program->types[i]->id, i);
    model_free(&m);
}

/* A constant that has another name now: an error, and what to write instead.  Where the model has none such, no hint. */
Test(types, renamed_constants)
{
    static const struct { const char *model, *name, *hint; } list[] = {
        { "const STEPS: 0;" REST, "DETAIL", "`DETAIL` is called `STEPS` now" },
        { "const STEPS: 0;" REST, "FOLDED", "`FOLDED=0` is `STEPS=1` now" },
        { "const N: 0;" REST, "DETAIL", NULL },
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct constant_override override = { .name = list[i].name, .value = "1" };
        struct model_text m = model_check_with(list[i].model, DIALECT_RUMUR, &override, 1);
        cr_expect(!m.good && strstr(model_says(&m), "the model has no constant"), "%s", model_says(&m));
        cr_expect(list[i].hint ? strstr(model_says(&m), list[i].hint) != NULL : !strstr(model_says(&m), "now"), "%s",
                  model_says(&m));
        model_free(&m);
    }
}

Test(types, bad_types)
{
    static const struct refusal list[] = {
        { "var a: 3..0;" REST, "1:8: error: the range 3..0 is empty" },
        { "var a: enum {};" REST, "an enum needs at least one member" },
        { "var a: scalarset(0);" REST, "a scalarset has from 1 to 65535 elements, not 0" },
        { "type e: enum {x, y}; var a: x..y;" REST, "the lower bound of a range must be a number; this is e" },
        { "type R: record x: R end;" REST, "leads back to itself" },
        { "type R: array [0..1] of array [0..1] of R;" REST, "leads back to itself" },
        { "var a: array [array [0..1] of boolean] of boolean;" REST, "an array is indexed by a scalar type" },
        { "var a: array [0..100000] of array [0..100000] of boolean;" REST, "holds more than 1048576 scalars" },
        { "var a: 0..9223372036854775807;" REST, "at most 2^63 - 1 values" },
        { "var a: multiset [0] of boolean;" REST, "a multiset holds at least 1 element" },
        { "var a: multiset [2] of multiset [2] of boolean;" REST, "a multiset of multisets is not supported" },
        { "type e: enum {x}; var a: union {e, 0..1};" REST, "a union joins enums and scalarsets only" },
        { "type e: enum {x}; var a: union {e, boolean};" REST, "this is boolean" },
        { "type e: enum {x}; var a: union {e, e};" REST, "e is in this union already" },
        { "type e: enum {x}; u: union {e}; var a: union {u};" REST, "this is u" },
    };
    REFUSE_ALL(list);
}

Test(types, scalarsets_without_a_name_have_no_symmetry)
{
    struct model_text m = model_check(BODY("type S: scalarset(2); var a: scalarset(2); b: array [scalarset(2)] of S; c: union {enum {x}, scalarset(2)};",
                                           "for i: scalarset(2) do a := i; clear a; undefine b[i]; end;"));
    cr_assert(m.good, "%s", model_says(&m));
    cr_expect_eq(m.program->scalarset_count, 2, "S, and the one in the union");
    cr_expect_eq(type_of(variable(&m, "a")->type)->kind, TYPE_RANGE);
    cr_expect(!type_of(variable(&m, "a")->type)->contains_scalarset);
    model_free(&m);
    model_refuses(BODY("type S: scalarset(2); var a: scalarset(2); s: S;", "a := s;"), "the value assigned is S; scalarset(2) is expected");
    model_refuses(BODY("var a: scalarset(2);", "a := 1;"), "the value assigned is an integer; scalarset(2) is expected");
    model_refuses(BODY("var a: scalarset(2); b: scalarset(3);", "a := b;"), "two scalarsets are different types");
}

/* ---- assignment and comparison ---- */

Test(types, ranges_mix_and_the_rest_does_not)
{
    model_accepts(BODY("var a: 0..3; b: -5..10;", "a := b;"));
    model_accepts(BODY("var a: array [0..2] of 0..3; b: array [0..2] of 0..3;", "a := b;"));
    model_accepts(BODY("type e: enum {x, y}; f: e; var a: e; b: f;", "a := b;"));
    static const struct refusal list[] = {
        { BODY("var a: array [0..2] of 0..3; b: array [0..2] of 0..4;", "a := b;"), "one has elements of 0..4, the other of 0..3" },
        { BODY("var a: array [0..2] of 0..3; b: array [1..3] of 0..3;", "a := b;"), "indexed by 1..3, the other by 0..2" },
        { BODY("var a: record x: 0..1 end; b: record z: 0..1 end;", "a := b;"), "field 1 is `z` in one record, `x` in the other" },
        { BODY("type s: scalarset(3); u: scalarset(3); var a: s; b: u;", "a := b;"), "two scalarsets are different types" },
        { BODY("type s: scalarset(3); var a: s;", "a := 1;"), "the value assigned is an integer; s is expected" },
        { BODY("type e: enum {x}; var a: e; b: 0..1;", "b := a;"), "the value assigned is e; 0..1 is expected" },
        { GUARD("type e: enum {x}; f: enum {z}; var a: e;", "a = z"), "e and f cannot be compared" },
        { GUARD("var m: multiset [2] of boolean;", "m = m"), "multisets cannot be compared" },
        { BODY("var a: 0..1;", "a := a = 1 ? true : 3;"), "one outcome is boolean, the other an integer" },
    };
    REFUSE_ALL(list);
}

Test(types, operators_ask_for_their_types)
{
    static const struct refusal list[] = {
        { GUARD("var a: 0..3;", "a"), "a guard is a condition and must be boolean; this is 0..3" },
        { GUARD("var a: boolean;", "a < true"), "`<` takes numbers; this is boolean" },
        { GUARD("type e: enum {x, y}; var a: e;", "a < y"), "`<` takes numbers; this is e" },
        { GUARD("type s: scalarset(3); var a: s;", "a < a"), "the elements of a scalarset have no order" },
        { GUARD("type s: scalarset(3); var a: s;", "a + 1 = 2"), "`+` takes numbers; this is s" },
        { GUARD("var a: 0..3;", "a && 1 = 1"), "`&` takes booleans; this is 0..3" },
        { GUARD("var a: 0..3;", "!a"), "`!` takes booleans" },
        { GUARD("var a: boolean;", "a & 1"), "`&` takes booleans" },
        { BODY("var a: boolean;", "a := a ^ a;"), "`^` takes numbers" },
        { BODY("var a: boolean;", "a := -a;"), "`-` takes numbers" },
    };
    REFUSE_ALL(list);
}

Test(types, ampersand_and_bar_follow_their_operands)
{
    struct model_text m = model_check(GUARD("var a: 0..3;", "(a & 1) = (a | 2) & a = 1"));
    cr_assert(m.good, "%s", model_says(&m));
    const struct expr *guard = m.program->rules[0].rule->guard;
    cr_expect_eq(guard->op, OP_AND);
    cr_expect_eq(guard->left->left->op, OP_BIT_AND);
    cr_expect_eq(guard->left->right->op, OP_BIT_OR);
    model_free(&m);
}

/* ---- unions ---- */

#define UNIONS "type A: enum {a1, a2}; S: scalarset(3); B: enum {b1}; U: union {A, S}; V: union {B, A}; W: union {B}; " \
               "var a: A; b: B; s: S; u: U; v: V; w: W; t: array [U] of boolean;"

Test(types, unions_convert)
{
    struct model_text m = model_check(BODY(UNIONS, "u := a2; v := a2; a := u; s := u; u := v; t[a] := t[s]; "
                                                   "if u = a | a = u | u = v | v = b1 then t[u] := true end; switch u case s: a := a1; case a2: s := s; end;"));
    cr_assert(m.good, "%s", model_says(&m));
    const struct block *body = &m.program->start_states[0].rule->body;
    cr_expect_eq(body->stmts[0]->value->kind, EXPR_CONVERT);
    cr_expect(body->stmts[0]->value->constant);
    cr_expect_eq(body->stmts[0]->value->number, 1);
    cr_expect_eq(body->stmts[1]->value->number, 2, "b1, a1, a2");
    cr_expect_eq(body->stmts[2]->value->kind, EXPR_CONVERT);
    cr_expect_eq(type_of(variable(&m, "u")->type)->high, 4);
    model_free(&m);
}

Test(types, conversions_of_values)
{
    struct model_text m = model_check(BODY(UNIONS, ""));
    const struct type *a = type_of(variable(&m, "a")->type), *s = type_of(variable(&m, "s")->type);
    const struct type *u = type_of(variable(&m, "u")->type), *v = type_of(variable(&m, "v")->type);
    int64_t value;
    cr_expect(types_convert(s, u, 2, &value) && value == 4);
    cr_expect(types_convert(u, s, 4, &value) && value == 2);
    cr_expect(!types_convert(u, s, 1, &value));
    cr_expect(types_convert(u, v, 0, &value) && value == 1);
    cr_expect(!types_convert(u, v, 3, &value));
    cr_expect(types_convert(v, a, 2, &value) && value == 1);
    model_free(&m);
}

Test(types, bad_unions)
{
    static const struct refusal list[] = {
        { BODY(UNIONS, "u := b;"), "the value assigned is B; U is expected" },
        { BODY(UNIONS, "u := 1;"), "the value assigned is an integer; U is expected" },
        { BODY(UNIONS, "u := w;"), "the value assigned is W; U is expected" },
        { GUARD(UNIONS, "u = w"), "U and W cannot be compared" },
        { GUARD(UNIONS, "ismember(u, U)"), "ismember asks about an enum or a scalarset; this is U" },
        { GUARD(UNIONS "var n: 0..3;", "ismember(n, A)"), "ismember takes a value of an enum, a scalarset or a union; this is" },
        { BODY(UNIONS, "switch a case u: a := a1; end;"), "this case is U, more than the A of the switch" },
        { BODY(UNIONS "const C: a1;", "w := C;"), "the value assigned is A; W is expected" },
    };
    REFUSE_ALL(list);
}

/* ---- multisets ---- */

#define MULTISETS "type M: multiset [4] of 0..3; N: multiset [5] of 0..3; var m: M; n: N; k: array [0..1] of M; x: 0..9; "

Test(types, multisets)
{
    struct model_text m = model_check(
        MULTISETS "startstate begin multisetadd(2, m); multisetremovepred(i: k[0], k[0][i] = 1); x := multisetcount(i: m, m[i] = 1); end; "
                  "choose i: m do choose j: m do alias e: m[i] do rule i != j & e = 1 ==> begin m[i] := 3; multisetremove(i, m); end; "
                  "end; end; end; ruleset q: 0..1 do choose i: k[q] do invariant k[q][i] > 0; end; end;");
    cr_assert(m.good, "%s", model_says(&m));
    cr_expect_eq(m.program->rules[0].instances, 16);
    cr_expect_eq(m.program->rules[0].enclosing_count, 3);
    cr_expect_eq(m.program->properties[0].instances, 8);
    model_free(&m);
}

Test(types, bad_multisets)
{
    static const struct refusal list[] = {
        { BODY(MULTISETS, "multisetadd(true, m);"), "the element added is boolean; 0..3 is expected" },
        { BODY(MULTISETS, "multisetadd(1, x);"), "a multiset is expected here; this is 0..9" },
        { BODY(MULTISETS, "m[0] := 1;"), "this is no place in a multiset" },
        { BODY(MULTISETS, "multisetremove(0, m);"), "this is no place in a multiset" },
        { MULTISETS "choose i: m do rule i = 1 ==> begin end; end; startstate begin end;", "`i` stands for a place in a multiset" },
        { MULTISETS "choose i: m do rule n[i] = 1 ==> begin end; end; startstate begin end;", "`i` is a place in M, not in N" },
        { MULTISETS "choose i: m do startstate begin end; end;", "a start state cannot choose from a multiset" },
        { MULTISETS "choose i: x do rule true ==> begin end; end; startstate begin end;", "a multiset is expected here" },
    };
    REFUSE_ALL(list);
}

/* A rule that chooses `i` from m, the part j of k, and `p` from p. */
#define SLOTS "type M: multiset [3] of 0..3; R: record box: M; end; W: 0..1; var m, o: M; k: array [W] of M; r: R; at: W; x: 0..3; " \
    "procedure add(var a: M); begin multisetadd(1, a); end; procedure drop(var a: M); begin multisetremovepred(q: a, a[q] = 1); end; " \
    "procedure look(v: 0..3); begin x := v; end; procedure put_in(var e: 0..3); begin e := 2; drop(m); add(m); end; " \
    "procedure maybe(n: 0..3); begin if n = 0 then return; end; drop(m); maybe(n - 1); add(m); end; " \
    "function free(): boolean; begin drop(m); return true; end; function pure(v: 0..3): boolean; begin return v = 1; end; " \
    "function picky(v: 0..3): boolean; begin assume v = 1; return true; end; external function host(v: 0..3): boolean; " \
    "startstate begin at := 0; end; "
#define CHOSEN(guard, statements) \
    SLOTS "ruleset j: W do choose i: m do choose h: k[j] do rule " guard " ==> begin " statements " end; end; end; end;"

/* How many places show the order of slots, and whether an element may be used
 * that is gone, or of another multiset. */
static void slot_uses(const char *const *models, unsigned count, unsigned uses, bool loose)
{
    for (unsigned i = 0; i < count; i++) {
        struct model_text m = model_check(models[i]);
        cr_assert(m.good, "%s\n%s", models[i], model_says(&m));
        cr_expect_eq(m.program->slot_use_count, uses, "%u uses: %s", m.program->slot_use_count, models[i]);
        cr_expect_eq(m.program->loose_use.source != NULL, loose, "%s", models[i]);
        model_free(&m);
    }
}

Test(types, slots_that_stand_for_elements)
{
    static const char *const list[] = {
        CHOSEN("m[i] = 1 & k[j][h] = 2", "m[i] := 2; multisetremove(i, m);"),
        CHOSEN("true", "multisetadd(1, m); x := m[i]; multisetremove(i, m);"),
        CHOSEN("true", "x := m[i]; multisetremove(i, m); multisetadd(x, m); look(x);"),
        CHOSEN("true", "if x = 1 then multisetremove(i, m); else multisetadd(1, m); x := m[i]; end;"),
        CHOSEN("true", "if x = 1 then multisetremove(i, m); add(m); return; end; x := m[i];"),
        CHOSEN("true", "switch x case 1: drop(m); add(m); error \"no\"; case 2: return; end; x := m[i];"),
        CHOSEN("true", "alias e: m[i]; c: k[j] do look(e); add(c); x := e; drop(c); end;"),
        CHOSEN("true", "add(m); look(m[i]); drop(m); put m[i];"),
        CHOSEN("multisetcount(q: m, m[q] = 1 & q != i & pure(m[q])) = 0", "drop(m); add(m);"),
        CHOSEN("multisetcount(q: k[at], k[at][q] = 1) = 0", "multisetremovepred(q: k[at], pure(k[at][q]));"),
        SLOTS "alias c: k[at] do choose i: c do rule k[at][i] = 1 ==> begin at := 1 - at; multisetremove(i, c); end; end; end;",
        SLOTS "choose i: r.box do rule begin alias b: r do x := b.box[i]; end; end; end;",
        SLOTS "choose i: k[at] do invariant k[at][i] = 1; end; rule begin end;",
    };
    slot_uses(list, sizeof list / sizeof *list, 0, false);
}

Test(types, elements_that_may_be_gone_or_others)
{
    static const char *const list[] = {
        CHOSEN("true", "multisetremove(i, m); multisetadd(1, o); x := m[i];"),
        CHOSEN("true", "multisetremove(i, m); multisetadd(1, m); x := m[i];"),
        CHOSEN("true", "clear m; add(m); multisetremove(i, m);"),
        CHOSEN("true", "m := o; m[i] := 1;"),
        CHOSEN("true", "clear k; for w: W do add(k[w]); end; x := k[j][h];"),
        CHOSEN("true", "for w: W do x := m[i]; drop(m); add(m); end;"),
        CHOSEN("true", "while x = 1 do if m[i] = 1 then multisetremove(i, m); else multisetadd(1, m); end; end;"),
        CHOSEN("true", "if x = 1 then drop(m); end; if x = 2 then add(m); end; assert m[i] = 1;"),
        CHOSEN("true", "switch x case 1: drop(m); case 2: x := 0; else x := 1; end; add(m); look(m[i]);"),
        CHOSEN("true", "maybe(2); x := m[i];"),
        CHOSEN("true", "put_in(m[i]);"),
        CHOSEN("true", "alias e: m[i] do drop(m); add(m); e := 1; end;"),
        CHOSEN("o[i] = 1", ""),
        CHOSEN("i = h", ""),
        CHOSEN("true", "multisetremove(h, k[1 - j]);"),
        CHOSEN("true", "multisetremovepred(q: m, o[q] = 1);"),
        SLOTS "choose i: k[at] do rule begin multisetremove(i, k[at]); end; end;",
        SLOTS "choose i: m do invariant o[i] = 1; end; rule begin end;",
        SLOTS "rule begin alias c: k[at] do at := 0; x := multisetcount(q: c, k[at][q] = 1); end; end;",
    };
    static const char *const both[] = {
        CHOSEN("true", "x := multisetcount(q: o, free());"),
        CHOSEN("true", "x := multisetcount(q: k[at], k[at][q] = 1 & free());"),
    };
    slot_uses(list, sizeof list / sizeof *list, 0, true);
    slot_uses(both, sizeof both / sizeof *both, 1, true);
}

Test(types, slots_whose_order_can_matter)
{
    static const char *const list[] = {
        CHOSEN("true", "x := multisetcount(q: m, picky(m[q]));"),
        CHOSEN("true", "multisetremovepred(q: m, m[q] = 1 & !host(m[q]));"),
        SLOTS "choose i: m do liveness m[i] = 1; end; rule begin end;",
    };
    slot_uses(list, sizeof list / sizeof *list, 1, false);
}

/* Which of m, o, k[0], k[1], r.box keep their order. */
static void keep(const char *model, const char *expected)
{
    struct model_text m = model_check(model);
    char kept[6] = "";
    cr_assert(m.good, "%s\n%s", model, model_says(&m));
    cr_assert_eq(m.program->multiset_count, 5);
    for (unsigned i = 0; i < 5; i++)
        kept[i] = m.program->multisets[i].kept ? 'k' : '-';
    cr_expect_str_eq(kept, expected, "%s, not %s: %s", kept, expected, model);
    model_free(&m);
}

Test(types, multisets_that_keep_their_order)
{
    keep(CHOSEN("true", "multisetremovepred(q: m, host(m[q]));"), "k----");
    keep(CHOSEN("true", "multisetremovepred(q: k[1], host(k[1][q]));"), "---k-");
    keep(CHOSEN("true", "multisetremovepred(q: k[at], host(k[at][q]));"), "--kk-");
    keep(CHOSEN("true", "alias c: r.box do multisetremovepred(q: c, host(c[q])); end;"), "----k");
    keep(CHOSEN("true", "o := m; multisetremovepred(q: m, host(m[q]));"), "kkkkk");
    keep(SLOTS "procedure ask(var a: M); begin multisetremovepred(q: a, host(a[q])); end; rule begin ask(m); end;", "kkkkk");
    keep(SLOTS "choose i: k[0] do liveness k[0][i] = 1; end; rule begin end;", "--k--");
    keep(SLOTS "choose i: m do rule begin multisetremove(i, m); multisetadd(1, m); end; end;", "-----");
}

/* ---- what may be written ---- */

Test(types, read_only)
{
    static const struct refusal list[] = {
        { BODY("const N: 1; var a: 0..3;", "N := 2;"), "`N` is a constant, and cannot be assigned to" },
        { BODY("type e: enum {x};", "x := x;"), "`x` is an enum's member, and cannot be assigned to" },
        { BODY("var a: 0..3;", "for i: 0..3 do i := 2; end;"), "`i` is the parameter of a loop or ruleset" },
        { "procedure p(x: 0..3); begin x := 2; end;" REST, "declare it `var x` to pass it by reference" },
        { "procedure p(x: 0..3); begin clear x; end;" REST, "cannot be cleared" },
        { BODY("var a: 0..3;", "alias q: a + 1 do q := 1; end;"), "it is an alias of a value, not of a variable" },
        { BODY("procedure p(var x: 0..3); begin end; var a: 0..3;", "p(1);"), "this is a value; it cannot be passed by reference" },
        { BODY("procedure p(var x: 0..4); begin end; var a: 0..3;", "p(a);"), "by reference, the types must be the same" },
        { "procedure p(var x: 0..3); begin end; procedure q(y: 0..3); begin p(y); end;" REST, "cannot be passed by reference" },
        { BODY("function f(): 0..3; begin return 1 end;", "f() := 1;"), "error" },
    };
    REFUSE_ALL(list);
    model_accepts(BODY("var a: array [0..1] of 0..3;", "alias q: a[0] do q := 1; end;"));
}

Test(types, guards_and_properties_do_not_write)
{
    static const struct refusal list[] = {
        { GUARD("var a: 0..3; function f(): boolean; begin a := 2; return true; end;", "f()"), "a guard must not change the state, but `f` does" },
        { GUARD("var a: 0..3; function g(): boolean; begin return f(); end; function f(): boolean; begin a := 2; return true; end;", "g()"),
          "a guard must not change the state, but `g` does" },
        { GUARD("var a: 0..3; function f(var x: 0..3): boolean; begin x := 2; return true; end;", "f(a)"),
          "`a` is passed by reference here and written" },
        { "var a: 0..3; function f(): boolean; begin clear a; return true; end; invariant f();" REST, "a property must not change the state" },
        { BODY("var a: 0..3; function f(): boolean; begin a := 1; return true; end;", "assert f();"), "a property must not change" },
    };
    REFUSE_ALL(list);
    model_accepts(GUARD("var a: 0..3; function f(var x: 0..3): boolean; begin return x = 2; end;", "f(a)"));
    model_accepts(GUARD("var a: 0..3; function f(): boolean; var b: 0..1; begin b := 1; return b = a; end;", "f()"));
    model_accepts(BODY("var a: 0..3; function f(): 0..3; begin a := 2; return 1; end;", "a := f();"));
}

/* ---- routines and statements ---- */

Test(types, routines)
{
    static const struct refusal list[] = {
        { BODY("procedure p(x: 0..1); begin end;", "p();"), "`p` takes 1 argument, not 0" },
        { BODY("procedure p(x: 0..1); begin end;", "p(true);"), "the argument `x` is boolean; 0..1 is expected" },
        { "function f(): boolean; begin return 3; end;" REST, "the value returned is an integer; boolean is expected" },
        { "function f(): boolean; begin return; end;" REST, "function `f` returns a value of boolean" },
        { "procedure p(); begin return 3; end;" REST, "a procedure returns no value" },
        { GUARD("", "true") " rule true ==> begin return 1; end;", "a rule returns no value" },
        { "external function f(x: array [0..1] of boolean): boolean;" REST, "an external routine takes scalars only" },
    };
    REFUSE_ALL(list);
}

Test(types, recursion_and_effects_are_found)
{
    struct model_text m = model_check("var a: 0..3; procedure p(); begin q(); end; procedure q(); begin p(); end; procedure r(); begin p(); end; "
                                      "procedure w(var x: 0..3); begin x := 1; end; procedure v(); begin w(a); end; "
                                      "function u(): 0..3; begin return a; end; startstate begin r(); v(); a := u(); end;");
    cr_assert(m.good, "%s", model_says(&m));
    struct routine **r = m.program->routines;
    cr_expect(r[0]->recursive && r[1]->recursive && !r[2]->recursive);
    cr_expect(!r[3]->writes_state && r[4]->writes_state && !r[5]->writes_state && r[5]->reads_state);
    cr_expect(r[0]->used && r[1]->used && r[3]->used);
    model_free(&m);
}

Test(types, statements)
{
    static const struct refusal list[] = {
        { BODY("var a: 0..3;", "if a then end;"), "what follows `if` is a condition and must be boolean; this is 0..3" },
        { BODY("var a: 0..3;", "while a do end;"), "what follows `while`" },
        { BODY("var a: record x: 0..1 end;", "switch a case a: end;"), "switch takes a scalar" },
        { BODY("var a: 0..3;", "switch a case true: end;"), "this case is boolean; 0..3 is expected" },
        { GUARD("var a: record x: 0..3 end;", "isundefined(a)"), "isundefined takes a scalar" },
        { BODY("var a: array [enum {x}] of boolean;", "a[0] := true;"), "the index is an integer; enum {x} is expected" },
        { BODY("var a: 0..3;", "a.b := 1;"), "`.b` needs a record before it; this is 0..3" },
        { BODY("var a: 0..3;", "a[1] := 1;"), "only an array or a multiset can be indexed" },
        { "var a: 0..3; rule true ==> begin end;", "has no start state" },
    };
    REFUSE_ALL(list);
}

/* ---- parameters and instances ---- */

Test(types, instances)
{
    struct model_text m = model_check(
        "type S: scalarset(3); e: enum {x, y, z}; var a: 0..9; startstate begin end; ruleset i: S; j: 0..4 do rule true ==> begin end; "
        "ruleset k := 9 to 0 by -3 do rule \"named\" true ==> begin end; startstate begin end; end; end; rule true ==> begin end; "
        "ruleset i := x to y do invariant true; invariant \"n\" true; liveness a = 1; end; invariant true;");
    cr_assert(m.good, "%s", model_says(&m));
    const struct program *p = m.program;
    cr_expect_eq(p->rule_count, 3);
    cr_expect_eq(p->rules[0].instances, 15);
    cr_expect_eq(p->rules[1].first_instance, 15);
    cr_expect_eq(p->rules[1].instances, 60);
    cr_expect_eq(p->rules[2].first_instance, 75);
    cr_expect_str_eq(p->rules[0].name, "rule 1");
    cr_expect_str_eq(p->rules[1].name, "named");
    cr_expect_str_eq(p->rules[2].name, "rule 3");
    cr_expect_eq(p->start_state_count, 2);
    cr_expect_eq(p->start_states[1].instances, 60);
    cr_expect_str_eq(p->start_states[1].name, "startstate 2");
    cr_expect_eq(p->properties[0].instances, 2);
    cr_expect_str_eq(p->properties[0].name, "invariant 1");
    cr_expect_str_eq(p->properties[1].name, "n");
    cr_expect_str_eq(p->properties[2].name, "liveness 1");
    cr_expect_str_eq(p->properties[3].name, "invariant 3");
    const struct quantifier *k = p->rules[1].enclosing[2].quantifier;
    cr_expect(k->constant && k->first == 9 && k->step == -3 && k->count == 4);
    model_free(&m);
}

Test(types, bad_parameters)
{
    static const struct refusal list[] = {
        { "var a: 0..3; startstate begin end; ruleset i := 0 to a do rule true ==> begin end; end;", "the bounds of a ruleset must be constant" },
        { BODY("var a: 0..3;", "for i := 3 to 1 do end;"), "the loop from 3 to 1 by 1 never gets there" },
        { BODY("var a: 0..3;", "for i := 0 to 3 by 0 do end;"), "a step of 0 never ends" },
        { BODY("type e: enum {x}; var a: 0..3;", "for i := x to 3 do end;"), "one bound is e, the other an integer" },
        { BODY("type s: scalarset(2); var a: s;", "for i := a to a do end;"), "the elements of a scalarset have no order" },
        { BODY("type t: array [0..1] of boolean;", "for i: t do end;"), "a parameter runs over a scalar type" },
        { "var a: 0..3; startstate begin end; ruleset i: 0..4611686018427387903; j: 0..9 do rule true ==> begin end; end;", "more than 2^64 combinations" },
        { "var a: 0..3; startstate begin end; ruleset i: 0..4611686018427387903; j: 0..3 do rule true ==> begin end; end;", "2^6" },
    };
    REFUSE_ALL(list);
}

Test(types, cmurphi_lets_constant_ranges_be_empty)
{
    struct model_text m = model_check_with("var a: 0..3; startstate begin for i := 3 to 1 do a := i; end; end;"
                                           "ruleset i := 3 to 1 do rule true ==> begin end; end;", DIALECT_CMURPHI, NULL, 0);
    cr_assert(m.good, "%s", model_says(&m));
    cr_expect_eq(m.program->rules[0].instances, 0);
    model_free(&m);
}

Test(types, properties_are_numbered_in_source_order)
{
    struct model_text m = model_check("var a: 0..3; invariant a = 1; startstate begin if a = 1 then assert a = 2 else error \"e\" end; "
                                      "switch a case 1: cover a = 3; end; end; function f(): boolean; begin assume true; return true; end; cover a = 1;");
    static const enum property_kind kinds[] = { PROPERTY_INVARIANT, PROPERTY_ASSERT, PROPERTY_ERROR, PROPERTY_COVER, PROPERTY_ASSUME, PROPERTY_COVER };
    cr_assert(m.good, "%s", model_says(&m));
    cr_assert_eq(m.program->all_property_count, 6);
    for (unsigned i = 0; i < 6; i++) {
        cr_expect_eq(m.program->all_properties[i]->kind, kinds[i]);
        cr_expect_eq(m.program->all_properties[i]->id, i);
    }
    model_free(&m);
}

/* ---- expressions of the user's ---- */

Test(types, watched_expressions)
{
    struct model_text m = model_check("type e: enum {x, y}; const N: 2; var a: array [e] of 0..N; function f(k: e): 0..N; begin return a[k] end; "
                                      "procedure w(); begin clear a; end; function g(): boolean; begin w(); return true end;" REST);
    static const struct { const char *text; bool good; } list[] = {
        { "a[x] + N", true }, { "forall i: e do f(i) = 1 end", true }, { "a", true }, { "a[0]", false }, { "b", false }, { "g()", false },
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct diagnostics *d = diagnostics_new(m.arena);
        struct expr *e = parse_expression(m.arena, d, source_from_text(m.arena, "w", list[i].text), DIALECT_RUMUR);
        cr_assert(e);
        cr_expect_eq(types_check_expression(m.arena, d, m.program, DIALECT_RUMUR, e, NULL), list[i].good, "%s", list[i].text);
    }
    model_free(&m);
}

Test(types, watched_names)
{
    struct model_text m = model_check("type p: scalarset(2); q: 0..1; var a: array [p] of q; b: array [q] of q; x: q;" REST);
    struct type *q = m.program->decls[1]->symbol->type;
    const struct shown_names names = {(struct shown_name[]){{"y", q, 1}, {"x", q, 1}}, 2};
    static const struct { const char *text; bool good; } list[] = {
        { "a[p_1]", true }, { "a[p_2] = b[y]", true }, { "p_1 = p_2", true }, { "a[p_3]", false }, { "a[p_0]", false }, { "a[y]", false }, { "b[p_1]", false },
        { "forall p_1: q do b[p_1] = 0 end", true },
    };
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        struct diagnostics *d = diagnostics_new(m.arena);
        struct expr *e = parse_expression(m.arena, d, source_from_text(m.arena, "w", list[i].text), DIALECT_RUMUR);
        cr_assert(e);
        cr_expect_eq(types_check_expression(m.arena, d, m.program, DIALECT_RUMUR, e, &names), list[i].good, "%s", list[i].text);
    }
    struct diagnostics *d = diagnostics_new(m.arena);
    struct expr *own = parse_expression(m.arena, d, source_from_text(m.arena, "w", "x"), DIALECT_RUMUR);
    cr_assert(types_check_expression(m.arena, d, m.program, DIALECT_RUMUR, own, &names));
    cr_expect(own->symbol->kind == SYMBOL_VARIABLE, "what the model means by a name goes before");
    model_free(&m);
}
