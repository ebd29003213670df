/* SPDX-License-Identifier: BSD-2-Clause */
#include <sys/stat.h>
#include <unistd.h>

#include "syntax.h"

TestSuite(parser, .timeout = 30);

/* ---- trees ---- */

static void expr_in(const char *text, const char *expected, enum dialect dialect)
{
    struct syntax s = syntax_begin();
    struct expr *expr = parse_expression(s.arena, s.diagnostics, syntax_source(&s, text), dialect);
    if (expr)
        ast_dump_expr(&s.text, expr);
    char *said = syntax_said(&s);
    cr_assert_not_null(expr, "'%s' does not parse: %s", text, said);
    cr_assert_str_eq(s.text.bytes, expected, "'%s' is %s", text, s.text.bytes);
    syntax_end(&s);
}

static void expr(const char *text, const char *expected)
{
    expr_in(text, expected, DIALECT_RUMUR);
    if (!strstr(text, "cover"))
        expr_in(text, expected, DIALECT_CMURPHI);
}

static void program_in(const char *text, const char *expected, enum dialect dialect)
{
    struct syntax s = syntax_begin();
    struct program *program = parse_program(s.arena, s.diagnostics, syntax_source(&s, text), dialect);
    ast_dump(&s.text, program);
    int errors = diagnostics_errors(s.diagnostics);
    char *said = syntax_said(&s);
    cr_assert_eq(errors, 0, "'%s' does not parse: %s", text, said);
    cr_assert_str_eq(s.text.bytes ? s.text.bytes : "", expected, "'%s' is %s", text, s.text.bytes);
    syntax_end(&s);
}

static void program(const char *text, const char *expected)
{
    program_in(text, expected, DIALECT_RUMUR);
}

Test(parser, precedence)
{
    expr("a -> b | c", "(-> a (| b c))");
    expr("a | b & c", "(| a (& b c))");
    expr("a & b | c", "(| (& a b) c)");
    expr("a || b && c | d ^ e & f", "(|| a (&& b (| c (^ d (& e f)))))");
    expr("a && b | c", "(&& a (| b c))");
    expr("!a & b", "(& (! a) b)");
    expr("!a = b", "(! (= a b))");
    expr("a = !b & c", "(& (= a (! b)) c)");
    expr("1 + !a = b", "(+ 1 (! (= a b)))");
    expr("a < b << c", "(< a (<< b c))");
    expr("a << b + c", "(<< a (+ b c))");
    expr("a + b * c - d", "(- (+ a (* b c)) d)");
    expr("a - b - c", "(- (- a b) c)");
    expr("a / b % c", "(% (/ a b) c)");
    expr("-a * b", "(* (- a) b)");
    expr("a * -b", "(* a (- b))");
    expr("~a * b", "(* (~ a) b)");
    expr("- -x = +0", "(= (- (- x)) 0)");
    expr("a ? b : c", "(? a b c)");
    expr("a -> b ? c : d -> e", "(? (-> a b) c (-> d e))");
    expr("a ? b ? c : d : e", "(? a (? b c d) e)");
    expr("a ? b : c ? d : e", "(? a b (? c d e))");
    expr("(a = b) = c", "(= (= a b) c)");
    expr("a == b", "(= a b)");
    expr("a ≥ b ∧ ¬c → d ∨ e", "(-> (&& (>= a b) (! c)) (|| d e))");
    expr("a × b ÷ c − d", "(- (/ (* a b) c) d)");
}

Test(parser, primaries)
{
    expr("a.b[c].d[1][2]", "([] ([] (.d ([] (.b a) c)) 1) 2)");
    expr("f()", "(f())");
    expr("f(a, b + 1,)", "(f() a (+ b 1))");
    expr("TRUE & False", "(& true false)");
    expr("forall i: t do a[i] endforall", "(forall (i t) ([] a i))");
    expr("exists i := 0 to n - 1 by 2 do i = x end", "(exists (i 0 (- n 1) 2) (= i x))");
    expr("∀ i: 0..3 do ∃ j: t do i = j end end", "(forall (i (.. 0 3)) (exists (j t) (= i j)))");
    expr("forall i: t; j: u do a end", "(forall (i t) (forall (j u) a))");
    expr("forall i: t: a end", "(forall (i t) a)");
    expr("isundefined(a.b)", "(isundefined (.b a))");
    expr("ismember(a[1], t)", "(ismember ([] a 1) t)");
    expr("multisetcount(i: m.n, m.n[i] = 1)", "(multisetcount (i (.n m)) (= ([] (.n m) i) 1))");
    expr("-9223372036854775808", "-9223372036854775808");
    expr("0x10 + 9223372036854775807", "(+ 16 9223372036854775807)");
}

Test(parser, soft_words_are_names)
{
    expr("choose + include + external + undefined", "(+ (+ (+ choose include) external) undefined)");
    expr("multisetcount + ismember", "(+ multisetcount ismember)");
    program("var choose: t; multiset: 0..1;", "(var choose t)\n(var multiset (.. 0 1))\n");
    program("rule begin multisetadd := 1; choose(x); end", "(rule {(:= multisetadd 1) (call (choose() x))})\n");
}

Test(parser, types)
{
    program("type a: boolean; b: 0..3; c: enum {x, y,}; d: scalarset(3)",
            "(type a boolean)\n(type b (.. 0 3))\n(type c (enum x y))\n(type d (scalarset 3))\n");
    program("type a: array [b] of array [0..n] of c; d: union {a, enum {x}, scalarset(2)};",
            "(type a (array b (array (.. 0 n) c)))\n(type d (union a (enum x) (scalarset 2)))\n");
    program("type a: record x, y: t; z: record end endrecord; b: multiset [n] of t",
            "(type a (record (x t) (y t) (z (record))))\n(type b (multiset n t))\n");
    program("type a: -1..f(2) ? 1 : 2", "(type a (.. (- 1) (? (f() 2) 1 2)))\n");
}

Test(parser, declarations_in_any_order)
{
    program("const a: 1; b: 2 c: 3 var x, y: t : u rule end type t: a const d, e: 1",
            "(const a 1)\n(const b 2)\n(const c 3)\n(var x t)\n(var y t)\n(rule {})\n(type t a)\n"
            "(const d 1)\n(const e d)\n");
    program(";; var a: t;;; startstate end;;", "(var a t)\n(startstate {})\n");
}

Test(parser, joined_names_share_a_type)
{
    struct syntax s = syntax_begin();
    struct program *p = parse_program(s.arena, s.diagnostics, syntax_source(&s, "var a, b: 0..1; c: t; type d, e: t"),
                                      DIALECT_RUMUR);
    cr_assert_eq(p->decl_count, 5);
    cr_assert(p->decls[0]->opens_section && !p->decls[0]->joined);
    cr_assert(!p->decls[1]->opens_section && p->decls[1]->joined);
    cr_assert_eq(p->decls[0]->symbol->type, p->decls[1]->symbol->type);
    cr_assert(!p->decls[2]->joined && p->decls[3]->opens_section);
    cr_assert_str_eq(p->decls[4]->symbol->type->name, "d");
    syntax_end(&s);
}

Test(parser, statements)
{
    program("rule begin x := 1; y.z[2] := a; f(x, y); end", "(rule {(:= x 1) (:= ([] (.z y) 2) a) (call (f() x y))})\n");
    program("rule begin if a then b := 1 elsif c then else d := 2; end; end",
            "(rule {(if a {(:= b 1)} (if c {} (if {(:= d 2)})))})\n");
    program("rule begin switch x case 1, 2: a := 1; b := 2 case y ? 1 : 2: else c := 1 endswitch end",
            "(rule {(switch x (case 1 2 {(:= a 1) (:= b 2)}) (case (? y 1 2) {}) (case {(:= c 1)}))})\n");
    program("rule begin for i: t do f(i) endfor; for i := 1 to 2; j: u do f(j) end; while a do endwhile end",
            "(rule {(for (i t) {(call (f() i))}) (for (i 1 2) {(for (j u) {(call (f() j))})}) (while a {})})\n");
    program("rule begin alias a: x.y; b: 3 do a := b endalias; clear x; undefine y[1]; return; return x end",
            "(rule {(alias (a (.y x)) (b 3) {(:= a b)}) (clear x) (undefine ([] y 1)) (return) (return x)})\n");
    program("rule begin put \"a\\n\"; put x; error \"no\"; assert x; assert \"m\" x; assume x \"m\"; cover x end",
            "(rule {(put \"a\\n\") (put x) (property (error \"no\")) (property (assert x)) (property (assert \"m\" x))"
            " (property (assume \"m\" x)) (property (cover x))})\n");
    program("rule begin multisetadd(x, m); multisetremove(i, m.n); multisetremovepred(i: m, m[i] = 1) end",
            "(rule {(multisetadd m x) (multisetremove (.n m) i) (multisetremovepred (i m) (= ([] m i) 1))})\n");
    program("rule begin ;; x := 1;; end", "(rule {(:= x 1)})\n");
}

Test(parser, rules)
{
    program("rule \"r\" a = 1 ==> var x: t; const c: 1; begin x := c; endrule",
            "(rule \"r\" (= a 1) (var x t) (const c 1) {(:= x c)})\n");
    program("rule a ⇒ end; rule x := 1; end; rule f(x) end rule f(x) ==> end",
            "(rule a {})\n(rule {(:= x 1)})\n(rule {(call (f() x))})\n(rule (f() x) {})\n");
    program("ruleset i: t; j := 0 to 3 do startstate \"s\" begin end; rule end endruleset",
            "(ruleset (i t) (j 0 3) (startstate \"s\" {}) (rule {}))\n");
    program("alias a, b: x[1] do ruleset i: t do invariant a end end",
            "(alias (a ([] x 1)) (b a) (ruleset (i t) (property (invariant a))))\n");
    program("choose i: m do rule m[i] = 1 ==> begin multisetremove(i, m) end endchoose",
            "(choose (i m) (rule (= ([] m i) 1) {(multisetremove m i)}))\n");
    program("invariant \"a\" x invariant x \"a\" assert y; assume x cover \"c\" x liveness y",
            "(property (invariant \"a\" x))\n(property (invariant \"a\" x))\n(property (invariant y))\n"
            "(property (assume x))\n(property (cover \"c\" x))\n(property (liveness y))\n");
}

Test(parser, routines)
{
    program("function f(a, b: t; var c: u): v; var x: t; begin return x endfunction;",
            "(function f (a t) (b t) (var c u) : v (var x t) {(return x)})\n");
    program("procedure p(a: t b: u) end", "(procedure p (a t) (b u) {})\n");
    program("procedure p(); x := 1; end function g(x: t): t; begin return x endprocedure",
            "(procedure p {(:= x 1)})\n(function g (x t) : t {(return x)})\n");
    program("external function f(x: t): u; external procedure p(var x: t);",
            "(external function f (x t) : u)\n(external procedure p (var x t))\n");
    program("externfun f(x: t): u \"f.h\"; externproc p();", "(external function f (x t) : u)\n(external procedure p)\n");
}

Test(parser, cmurphi)
{
    program_in("rule begin x := undefined; end", "(rule {(undefine x)})\n", DIALECT_CMURPHI);
    program_in("rule 0 \"a\" x = 1 ==> end", "(rule \"a\" (= x 1) {})\n", DIALECT_CMURPHI);
    program_in("rule 5 \"a\" x = 1 ==> end", "(rule 5 \"a\" (= x 1) {})\n", DIALECT_CMURPHI);
    program_in("rule 20 x ==> end", "(rule 20 x {})\n", DIALECT_CMURPHI);
    program_in("var cover: t; rule begin cover := 1 end", "(var cover t)\n(rule {(:= cover 1)})\n", DIALECT_CMURPHI);
    program_in("rule begin x := undefined; end", "(rule {(:= x undefined)})\n", DIALECT_RUMUR);
    program_in("rule 5 = x ==> end", "(rule (= 5 x) {})\n", DIALECT_RUMUR);
}

Test(parser, keywords_in_any_case)
{
    program("CONST n: 1; Var X: BOOLEAN; RULE \"r\" X ==> BEGIN X := FALSE END;",
            "(const n 1)\n(var X boolean)\n(rule \"r\" X {(:= X false)})\n");
}

Test(parser, places_span_what_they_name)
{
    struct syntax s = syntax_begin();
    struct source *source = syntax_source(&s, "(a + b) * f(c)");
    struct expr *e = parse_expression(s.arena, s.diagnostics, source, DIALECT_RUMUR);
    cr_assert(e->place.start == 0 && e->place.end == 14);
    cr_assert(e->left->place.start == 0 && e->left->place.end == 7);
    cr_assert(e->right->place.start == 10 && e->right->place.end == 14);
    cr_assert(e->left->parenthesised && !e->parenthesised);
    cr_assert_eq(e->height, 3);
    syntax_end(&s);
}

/* ---- errors ---- */

/* Exactly these errors, in this order; each as "line:column: text". */
static void wrong_in(const char *text, enum dialect dialect, const char *const *expected, unsigned count)
{
    struct syntax s = syntax_begin();
    parse_program(s.arena, s.diagnostics, syntax_source(&s, text), dialect);
    int errors = diagnostics_errors(s.diagnostics);
    char *said = syntax_said(&s);
    const char *at = said;
    for (unsigned i = 0; i < count; i++) {
        at = strstr(at, expected[i]);
        cr_assert_not_null(at, "'%s' is not, or not in its place, in:\n%s", expected[i], said);
    }
    cr_assert_eq(errors, (int)count, "%d errors:\n%s", errors, said);
    syntax_end(&s);
}
#define WRONG_IN(dialect, text, ...) \
    wrong_in(text, dialect, (const char *const[]){__VA_ARGS__}, \
             sizeof(const char *const[]){__VA_ARGS__} / sizeof(const char *))
#define WRONG(text, ...) WRONG_IN(DIALECT_RUMUR, text, __VA_ARGS__)

Test(parser, says_what_was_expected)
{
    WRONG("const N 3;", "1:9: error: expected ':' and a value, found '3'");
    WRONG("var x: ;", "1:8: error: expected a type, found ';'");
    WRONG("var 3x: t; y: u;", "1:5: error: expected a name to declare, found '3'");
    WRONG("var if: t;", "1:5: error: expected a name to declare, found 'if'");
    WRONG("invariant x +;", "1:14: error: expected an expression, found ';'");
    WRONG("invariant a < b < c", "1:17: error: this operator does not chain");
    WRONG("invariant a -> b -> c", "1:18: error: this operator does not chain");
    WRONG("rule begin x = 1 end", "1:14: error: '=' compares");
    WRONG("rule begin (x) := 1 end", "1:12: error: expected a statement");
    WRONG("rule begin f(x) := 1 end", "1:12: error: only a variable");
    WRONG("rule begin x := 1 y := 2 end", "1:19: error: expected ';' after the statement, found 'y'");
    WRONG("rule begin\n  x := 1\n  y := 2\nend", "2:9: error: expected ';' after the statement, found 'y'");
    WRONG("rule x var y: t; y := 1 end", "1:8: error: expected '==>' after the guard, found 'var'",
          "1:18: error: expected 'begin' after the declarations, found 'y'");
    WRONG("rule begin liveness x end", "1:12: error: liveness is a property of the whole model");
    WRONG("var x: real(3, 2); y: t", "1:8: error: real numbers are not supported");
    WRONG("type t: union {0..3, a}", "1:16: error: a union joins enums and scalarsets only");
    WRONG("rule begin error end", "1:18: error: expected a message, as a string");
    WRONG("invariant x = 9223372036854775808", "1:15: error: this number does not fit");
}

static void says_reserved(const char *text, bool expected)
{
    struct syntax s = syntax_begin();
    parse_program(s.arena, s.diagnostics, syntax_source(&s, text), DIALECT_RUMUR);
    char *said = syntax_said(&s);
    cr_assert_eq(strstr(said, "is a reserved word") != NULL, expected, "'%s':\n%s", text, said);
    syntax_end(&s);
}

Test(parser, says_that_a_word_is_reserved)
{
    static const char *const texts[] = {
        "type k: enum { put, get };",                             /* the first member */
        "type k: enum { get, Put };", "type k: enum { get, END, drop };",
        "type r: record a: 0 .. 1; put: 0 .. 3; end;", "var x: 0 .. 1; Put: 0 .. 1;",
        "startstate begin x := 0; end := 1; end;",                 /* the start state ended there */
        "startstate begin x := 0; put := 1; end;",
        "startstate x := Put; end;", "invariant x = End;", "var x: array [Put] of 0 .. 1;",
        "startstate alias end: x do end; end;", "procedure f(End: 0 .. 1); begin end;", "startstate v.Put := 1; end;",
    };
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++)
        says_reserved(texts[i], true);
    static const char *const others[] = {"startstate x := end;", "startstate x := 1; else y := 2; end;", "rule if a = then x := 1; end; end;",
                                         "rule For i: t do IF x = Then END; END; END;", "invariant x = ;", "var 3x: t;"};
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++)
        says_reserved(others[i], false);
}

Test(parser, unclosed_blocks_point_to_their_beginning)
{
    WRONG("rule \"a\" begin x := 1;\nrule \"b\" end", "1:23: error: expected 'end' or 'endrule', found 'rule'");
    WRONG("rule begin if a then b := 1; endfor; end", "1:30: error: expected 'end' or 'endif', found 'endfor'");
    WRONG("rule begin for i: t do if a then b := 1; endfor; end", "1:42: error: expected 'end' or 'endif'");
    WRONG("rule end; end;", "1:11: error: expected a declaration or a rule, found 'end'");
}

Test(parser, goes_on_after_an_error)
{
    WRONG("const N 3;\n"
          "type r: record a: ; b: t end;\n"
          "rule x = ==> begin\n"
          "  y := ;\n"
          "  if a = then y := 1; end;\n"
          "  while x < do y := 1 end;\n"
          "  x := a[1;\n"
          "  for i = 1 do y := 2 end;\n"
          "end;\n"
          "invariant forall i: t do x = end;\n"
          "var z t;\n"
          "invariant a b;",
          "1:9: error", "2:19: error", "3:10: error", "4:8: error", "5:10: error", "6:13: error", "7:11: error",
          "8:9: error", "10:30: error", "11:7: error", "12:13: error");
}

static void gives_up(const char *before, const char *repeated, unsigned times)
{
    struct text text = {0};
    text_put(&text, before);
    for (unsigned i = 0; i < times; i++)
        text_put(&text, repeated);
    struct syntax s = syntax_begin();
    parse_program(s.arena, s.diagnostics, syntax_source(&s, text.bytes), DIALECT_RUMUR);
    cr_assert_geq(diagnostics_errors(s.diagnostics), 1, "%s", repeated);
    cr_assert_leq(diagnostics_errors(s.diagnostics), 101, "%s", repeated);
    syntax_end(&s);
    text_free(&text);
}

Test(parser, depth_is_bounded)
{
    gives_up("invariant ", "(", 100000);
    gives_up("invariant ", "!", 100000);
    gives_up("invariant ", "-", 99999);
    gives_up("invariant a", " & a", 100000);
    gives_up("invariant a", "[a", 100000);
    gives_up("invariant a", ".a", 100000);
    gives_up("invariant ", "a ? ", 100000);
    gives_up("invariant ", "a ? b : ", 100000);
    gives_up("invariant ", "f(", 100000);
    gives_up("invariant ", "forall i: t do ", 100000);
    gives_up("invariant ", "forall i: array [", 100000);
    gives_up("rule begin ", "if a then ", 100000);
    gives_up("rule begin if a then ", "elsif a then ", 100000);
    gives_up("rule begin ", "while a do ", 100000);
    gives_up("rule begin ", "switch a case 1: ", 100000);
    gives_up("", "ruleset i: t do ", 100000);
    gives_up("", "alias a: b do ", 100000);
    gives_up("var x: ", "array [a] of ", 100000);
    gives_up("var x: ", "record a: ", 100000);
    gives_up("", ") ", 100000);
    gives_up("", "end ", 100000);
    gives_up("rule ", "else ", 100000);
}

Test(parser, long_lists_are_no_depth)
{
    struct text text = {0};
    text_put(&text, "rule begin x := 0");
    for (unsigned i = 0; i < 20000; i++)
        text_put(&text, "; f(x, x)");
    text_put(&text, " end");
    struct syntax s = syntax_begin();
    parse_program(s.arena, s.diagnostics, syntax_source(&s, text.bytes), DIALECT_RUMUR);
    cr_assert_eq(diagnostics_errors(s.diagnostics), 0);
    syntax_end(&s);
    text_free(&text);
}

/* ---- includes ---- */

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

static void remove_folder(const char *folder)
{
    char command[200];
    snprintf(command, sizeof command, "rm -r '%s'", folder);
    cr_assert_eq(system(command), 0);
}

Test(parser, includes_once_and_relative_to_the_file)
{
    char folder[] = "/tmp/murrelet-include-XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    char sub[200], main_path[200];
    snprintf(sub, sizeof sub, "%s/sub", folder);
    snprintf(main_path, sizeof main_path, "%s/main.m", folder);
    cr_assert_eq(mkdir(sub, 0700), 0);
    write_file(folder, "main.m", "include \"sub/a.m\"; var x: t; include \"./sub/../b.m\" include \"main.m\"");
    write_file(folder, "sub/a.m", "type t: 0..1; include \"../b.m\"");
    write_file(folder, "b.m", "const n: 1;");
    struct syntax s = syntax_begin();
    struct source *source = source_read(s.arena, s.diagnostics, main_path, (struct place){0});
    struct program *p = parse_program(s.arena, s.diagnostics, source, DIALECT_RUMUR);
    ast_dump(&s.text, p);
    cr_assert_eq(diagnostics_errors(s.diagnostics), 0);
    cr_assert_str_eq(s.text.bytes, "(include \"sub/a.m\")\n(type t (.. 0 1))\n(include \"../b.m\")\n(const n 1)\n"
                                   "(var x t)\n(include \"./sub/../b.m\")\n(include \"main.m\")\n");
    cr_assert_not_null(p->decls[0]->included);
    cr_assert_null(p->decls[5]->included);
    cr_assert_eq(place_compare(p->decls[0]->place, p->decls[1]->place), -1);
    remove_folder(folder);
    syntax_end(&s);
}

Test(parser, says_where_a_missing_include_was_asked_for)
{
    WRONG("include \"/nonexistent.m\"; invariant +", "1:9: error: cannot read '/nonexistent.m'", "1:38: error");
    WRONG("include \"/dev/zero\"", "1:9: error: only a regular file can be included");
    WRONG("rule begin end include \"/tmp\"", "1:24: error: only a regular file can be included");
}

Test(parser, a_file_alone_leaves_includes_alone)
{
    struct syntax s = syntax_begin();
    struct tokens *tokens;
    parse_file(s.arena, s.diagnostics, syntax_source(&s, "include \"/nonexistent.m\""), DIALECT_RUMUR, &tokens);
    cr_assert_eq(diagnostics_errors(s.diagnostics), 0);
    cr_assert_eq(tokens->count, 3);
    syntax_end(&s);
}

/* ---- names ---- */

Test(parser, names_are_printable)
{
    struct syntax s = syntax_begin();
    struct program *program = parse_program(s.arena, s.diagnostics, syntax_source(&s,
        "var x: 0 .. 1;\n"
        "startstate \"s\\nholds: all\" x := 0; end;\n"
        "rule \"a\x1b[31m\" x = 0 ==> x := 1; end;\n"
        "invariant \"in\xc2\x9bv \xc3\xa9 \xff\" x = 0;\n"), DIALECT_RUMUR);
    cr_assert_eq(diagnostics_errors(s.diagnostics), 0);
    cr_assert_str_eq(program->decls[0 + 1]->rule->name, "s\\nholds: all");
    cr_assert_str_eq(program->decls[1 + 1]->rule->name, "a\\x1b[31m");
    cr_assert_str_eq(program->decls[3]->rule->property->message, "in\\xc2\\x9bv \xc3\xa9 \\xff");
    syntax_end(&s);
}
