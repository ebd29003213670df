/* SPDX-License-Identifier: BSD-2-Clause */
#include "syntax.h"

TestSuite(format, .timeout = 20);

/* ---- sources ---- */

static char *format(const char *text)
{
    struct syntax s = syntax_begin();
    struct text out = {0};
    int failed = format_source(&out, s.diagnostics, syntax_source(&s, text), DIALECT_RUMUR);
    char *said = syntax_said(&s);
    cr_assert_eq(failed, 0, "'%s' does not parse: %s", text, said);
    syntax_end(&s);
    text_char(&out, 0);
    return out.bytes;
}

/* The layout of `text` is `expected`, and so is its own. */
static void lays_out(const char *text, const char *expected)
{
    char *once = format(text), *twice = format(once);
    cr_assert_str_eq(once, expected, "got:\n%s\nexpected:\n%s", once, expected);
    cr_assert_str_eq(twice, once, "a second time:\n%s\nfirst:\n%s", twice, once);
    free(once);
    free(twice);
}

Test(format, sections_and_types)
{
    lays_out("CONST a:1;b :2\nTYPE t:0..3; u:0 ..a-1; Var x,y:T;\n"
             "z:array[t] of  ARRAY [ 0..2 ] OF boolean; m:multiset[3] of t; e:enum{p,q}; s:scalarset( 3 )",
             "const\n  a: 1;\n  b: 2;\ntype\n  t: 0..3;\n  u: 0 .. a - 1;\nvar\n  x, y: T;\n"
             "  z: array [t] of array [0..2] of boolean;\n  m: multiset [3] of t;\n  e: enum { p, q };\n"
             "  s: scalarset(3);\n");
    lays_out("var x:t;", "var x: t;\n");
    lays_out("var r:record a:t;b:t end;\n s: record\n a:t end", "var\n  r: record a: t; b: t; end;\n"
                                                               "  s: record\n    a: t;\n  end;\n");
    lays_out("type e: enum {a, -- one\n b, c}", "type\n  e: enum {\n    a,  -- one\n    b, c\n  };\n");
}

Test(format, statements)
{
    lays_out("rule \"r\"  x=1==>begin if a then b:=1 elsif c then else d:=2 end;\nfor i:t do f( i ) end; end",
             "rule \"r\" x = 1 ==>\nbegin\n  if a then b := 1; elsif c then else d := 2; end;\n"
             "  for i: t do f(i); end;\nend;\n");
    lays_out("rule begin\nswitch x case 1,2:a:=1 case 3:\na:=2;b:=3 else clear x end end",
             "rule\nbegin\n  switch x\n    case 1, 2: a := 1;\n    case 3:\n      a := 2;\n      b := 3;\n"
             "    else clear x;\n  end;\nend;\n");
    lays_out("rule begin\nalias a:x; b:y do while p do\nq:=1;;; end; end end",
             "rule\nbegin\n  alias a: x; b: y do\n    while p do\n      q := 1;\n    end;\n  end;\nend;\n");
    lays_out("rule begin if a then b:=1; else b:=2; end end", "rule\nbegin\n  if a then b := 1; else b := 2; end;\nend;\n");
    lays_out("rule begin\nif a then b:=1; else\nb:=2; end end",
             "rule\nbegin\n  if a then\n    b := 1;\n  else\n    b := 2;\n  end;\nend;\n");
}

Test(format, rules)
{
    lays_out("rule \"r\"\nx=1&\ny=2 ==> var z:t; begin z:=1; x:=z end",
             "rule \"r\"\n  x = 1 &\n  y = 2\n==>\nvar z: t;\nbegin\n  z := 1;\n  x := z;\nend;\n");
    lays_out("ruleset i:t;j:u do startstate \"s\" begin x:=1; end\n\n\n\nrule a==>begin end end",
             "ruleset i: t; j: u do\n  startstate \"s\" begin x := 1; end;\n\n  rule a ==> begin end;\nend;\n");
    lays_out("invariant \"i\"\nforall i:t do\na[i]\n->b end", "invariant \"i\"\n  forall i: t do\n    a[i]\n    -> b\n  end;\n");
    lays_out("choose i:m do rule begin multisetremove( i,m ) end end",
             "choose i: m do\n  rule begin multisetremove(i, m); end;\nend;\n");
}

Test(format, routines)
{
    lays_out("function f(a:t;var b:u):v;begin return a=b end",
             "function f(a: t; var b: u): v; begin return a = b; end;\n");
    lays_out("procedure p();\nvar x:t; y:t;\nbegin x:=y;y:=x end;\nexternal function g(x:t):u",
             "procedure p();\nvar\n  x: t;\n  y: t;\nbegin\n  x := y;\n  y := x;\nend;\nexternal function g(x: t): u;\n");
    lays_out("include \"a.m\" ; include \"b.m\"", "include \"a.m\"\ninclude \"b.m\"\n");
}

Test(format, operators)
{
    lays_out("invariant - -x=~ y&! b", "invariant - -x = ~y & !b;\n");
    lays_out("invariant a?b:c->d||e==f", "invariant a ? b : c -> d || e == f;\n");
    lays_out("invariant ∀ i:0..3 do x≤+ 1∧¬a end", "invariant ∀ i: 0..3 do x ≤ +1 ∧ ¬a end;\n");
    lays_out("invariant isundefined ( a . b [ 1 ] )&f ( x,y )", "invariant isundefined(a.b[1]) & f(x, y);\n");
    lays_out("invariant (a)&( b )", "invariant (a) & (b);\n");
    lays_out("rule begin x := a*\n(b+\nc) end", "rule\nbegin\n  x := a *\n      (b +\n          c);\nend;\n");
}

Test(format, comments)
{
    lays_out("-- head  \n\n\n/* two\n  lines */ const a:1 -- one\n;bb:2; -- two\n -- alone\n\n c:3 /* in */ ; -- end",
             "-- head\n\n/* two\n  lines */\nconst\n  a: 1;   -- one\n  bb: 2;  -- two\n  -- alone\n\n  c: 3;  /* in */ -- end\n");
    lays_out("var /* in */ x : /* type */ t;\n", "var  /* in */\n  x: /* type */ t;\n");
    lays_out("rule begin\nx:=1; -- a\n-- b\nend", "rule\nbegin\n  x := 1;  -- a\n  -- b\nend;\n");
    lays_out("rule begin if a then x:=1;\n-- of else\nelse\n-- empty\nend end",
             "rule\nbegin\n  if a then\n    x := 1;\n  -- of else\n  else\n    -- empty\n  end;\nend;\n");
    lays_out("var x: t;     -- one\n              -- more\n    yy: t; -- two",
             "var\n  x: t;   -- one\n          -- more\n  yy: t;  -- two\n");
    lays_out("invariant a & -- first\n b", "invariant a &  -- first\n    b;\n");
    lays_out("-- only", "-- only\n");
    lays_out("", "");
}

Test(format, semicolons_have_no_role)
{
    lays_out("procedure p(); x:=1; y:=1 end;\nconst\n;\n-- c\nrule begin ;x:=1 end",
             "procedure p();\n  x := 1;\n  y := 1;\nend;\nconst\n-- c\nrule begin x := 1; end;\n");
    lays_out("function f():t;var x:t; return x end", "function f(): t;\nvar x: t;\n  return x;\nend;\n");
    lays_out("type r:record end", "type r: record end;\n");
}

Test(format, blank_lines)
{
    lays_out("\n\nconst\n\na:1;\n\n\n\nb:2;\n\n\nrule begin\n\nx:=1;\n\n\ny:=1;\n\nend",
             "const\n  a: 1;\n\n  b: 2;\n\nrule\nbegin\n  x := 1;\n\n  y := 1;\nend;\n");
}

Test(format, line_ends)
{
    lays_out("const a:1; -- x\r\n/* y\r\nz */\r\n", "const a: 1;  -- x\n/* y\nz */\n");
}

Test(format, refuses_what_does_not_parse)
{
    struct syntax s = syntax_begin();
    cr_assert_neq(format_source(&s.text, s.diagnostics, syntax_source(&s, "rule begin x := end"), DIALECT_RUMUR), 0);
    cr_assert_eq(s.text.length, 0);
    cr_assert_eq(diagnostics_errors(s.diagnostics), 1);
    syntax_end(&s);
}

/* ---- expressions ---- */

static void prints(const char *text, const char *expected)
{
    struct syntax s = syntax_begin();
    struct expr *expr = parse_expression(s.arena, s.diagnostics, syntax_source(&s, text), DIALECT_RUMUR);
    cr_assert_not_null(expr, "%s", text);
    format_expr(&s.text, expr);
    cr_assert_str_eq(s.text.bytes, expected, "%s gives %s", text, s.text.bytes);
    syntax_end(&s);
}

Test(format, prints_expressions)
{
    prints("a≥1∧b", "a >= 1 & b");
    prints("a && b | c", "a & (b | c)");
    prints("a | b & c ^ d", "a | b & c ^ d");
    prints("!a = b", "!(a = b)");
    prints("!!a", "!!a");
    prints("- -x", "-(-x)");
    prints("~-x * -y", "~(-x) * -y");
    prints("a ? b : c ? d : e", "a ? b : (c ? d : e)");
    prints("(a - b) - (c - d)", "(a - b) - (c - d)");
    prints("forall i := 0 to n by 2 do a[i].b = f(x,y) end", "forall i := 0 to n by 2 do a[i].b = f(x, y) end");
    prints("exists i: array [0..1] of record x: t end do isundefined(i[0].x) end",
           "exists i: array [0..1] of record x: t; end do isundefined(i[0].x) end");
    prints("multisetcount(i: m, m[i] = 1) + (ismember(x, union { t, enum { a, b } }) ? 1 : 0)",
           "multisetcount(i: m, m[i] = 1) + (ismember(x, union { t, enum { a, b } }) ? 1 : 0)");
    prints("-9223372036854775808 - 1", "-9223372036854775808 - 1");
}

/* Random trees, built without the author's parentheses: what is printed must
 * parse to the tree that it was printed from. */
static unsigned random_below(uint64_t *state, unsigned n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33) % n;
}

static struct expr *random_expr(struct arena *arena, uint64_t *state, unsigned depth)
{
    struct expr *expr = arena_alloc(arena, sizeof *expr);
    unsigned kind = depth ? random_below(state, 8) : random_below(state, 2);
    if (kind < 2) {
        expr->kind = kind ? EXPR_NAME : EXPR_NUMBER;
        expr->name = "a";
        expr->number = random_below(state, 10);
        return expr;
    }
    expr->kind = kind == 2 ? EXPR_CONDITIONAL : kind == 3 ? EXPR_UNARY : EXPR_BINARY;
    if (kind == 2)
        expr->condition = random_expr(arena, state, depth - 1);
    expr->left = random_expr(arena, state, depth - 1);
    if (kind != 3)
        expr->right = random_expr(arena, state, depth - 1);
    expr->op = kind == 3 ? (enum op)random_below(state, OP_COMPLEMENT + 1)
                         : (enum op)(OP_IMPLIES + random_below(state, OP_MODULO - OP_IMPLIES + 1));
    return expr;
}

Test(format, what_is_printed_parses_to_the_same_tree)
{
    uint64_t state = 1;
    for (unsigned i = 0; i < 5000; i++) {
        struct syntax s = syntax_begin();
        struct text before = {0}, after = {0};
        struct expr *tree = random_expr(s.arena, &state, 5);
        format_expr(&s.text, tree);
        struct expr *again = parse_expression(s.arena, s.diagnostics, syntax_source(&s, s.text.bytes), DIALECT_RUMUR);
        cr_assert_not_null(again, "%s", s.text.bytes);
        ast_dump_expr(&before, tree);
        ast_dump_expr(&after, again);
        cr_assert_str_eq(before.bytes, after.bytes, "%s", s.text.bytes);
        text_free(&before);
        text_free(&after);
        syntax_end(&s);
    }
}
