/* SPDX-License-Identifier: BSD-2-Clause */
#include "litmus_text.h"

TestSuite(litmus_parse, .timeout = 20);

/* ---- header, info, initial state ---- */

Test(litmus_parse, reads_a_header)
{
    struct litmus_text t = litmus_accepts("LISA A+b.litmus (tex)\n\"two\nlines\"\nCom=Rf  \nLine = x,y\nnoise here\n(* { *)\n{ x=3; int y=-2; 0:r7=x; [z]=0x10; w; }\n"
                                          " P0 ;\n r[na] r7 y ;\nscopes: (wg 0)\nexists (z=16)\n");
    cr_expect_str_eq(t.test->name, "A+b");
    cr_expect_str_eq(t.test->doc, "two\nlines");
    cr_expect_str_eq(litmus_test_info(t.test, "Com"), "Rf");
    cr_expect_eq(t.test->location_count, 4);
    cr_expect_str_eq(t.test->locations[0].name, "x");
    cr_expect_eq(t.test->locations[0].initial.number, 3);
    cr_expect_eq(t.test->locations[1].initial.number, -2);
    cr_expect_eq(t.test->locations[2].initial.number, 16);
    cr_expect_eq(t.test->threads[0].registers[0].initial.location, 0);
    cr_expect_eq(t.test->layout.line[0], t.test->layout.line[1]);
    cr_expect_eq(t.test->layout.bank[0], t.test->layout.bank[1], "words of a line share its bank");
    cr_expect_neq(t.test->layout.line[0], t.test->layout.line[2]);
    litmus_free(&t);
}

Test(litmus_parse, takes_the_name_from_the_file)
{
    struct litmus_text t = litmus_accepts("LISA --\n{ }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\n");
    cr_expect_str_eq(t.test->name, "t");
    cr_expect_eq(t.test->quantifier, LITMUS_FORALL, "no condition is forall (true)");
    cr_expect_eq(t.test->condition->kind, PROPOSITION_TRUE);
    cr_expect_eq(t.test->threads[0].code[0].order, LITMUS_NA, "no brackets are a plain access");
    litmus_free(&t);
}

/* What a condition becomes, printed. */
static void condition_is(const char *condition, const char *printed)
{
    char *text = NULL;
    cr_assert_neq(asprintf(&text, "LISA t\n{ x=0; y=0; }\n P0 ;\n r r1 x ;\n w y 1 ;\nscopes: (wg 0)\n%s\n", condition), -1);
    struct litmus_text t = litmus_accepts(text);
    struct text shown = {0};
    litmus_print_quantifier(&shown, t.test->quantifier);
    text_put(&shown, " ");
    litmus_print_proposition(&shown, t.test, t.test->condition);
    cr_expect_str_eq(shown.bytes, printed, "%s is %s, not %s", condition, shown.bytes, printed);
    text_free(&shown);
    litmus_free(&t);
    free(text);
}

Test(litmus_parse, constants_on_either_side)
{
    condition_is("exists 0==0", "exists true");
    condition_is("exists (0==0)", "exists true");
    condition_is("forall (1=2)", "forall false");
    condition_is("~exists (1!=2 /\\ 2<>2)", "~exists true /\\ false");
    condition_is("exists (-1 = -1)", "exists true");
    condition_is("exists (1 == 0:r1)", "exists 0:r1=1");
    condition_is("exists (1 != x)", "exists [x]!=1");
    condition_is("exists (0 = [y])", "exists [y]=0");
    condition_is("exists (x == [y])", "exists [x]=[y]");
    condition_is("exists (0:r1 = x)", "exists 0:r1=x");
    condition_is("exists (&x = 0:r1)", "exists 0:r1=x");
    condition_is("exists (&x = &x /\\ &x = y)", "exists true /\\ false");
    condition_is("exists (1 = 1 \\/ 0:r1 = 2)", "exists true \\/ 0:r1=2");
    litmus_refuses("LISA t\n{ x=0; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\nexists (0 < 1)\n", "6:11", "= and != only");
    litmus_refuses("LISA t\n{ x=0; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\nexists (0 =)\n", "6:12", "a location or a register");
    litmus_refuses("LISA t\n{ x=0; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\nexists (0)\n", "6:10", "`=` or `!=`");
}

Test(litmus_parse, groups_of_a_layout_key)
{
    struct litmus_text t = litmus_accepts("LISA t\nBank=a,b c,d\nLine=b, c\n{ a=0; b=0; c=0; d=0; e=0; }\n P0 ;\n w e 1 ;\nscopes: (wg 0)\n");
    const unsigned *bank = t.test->layout.bank, *line = t.test->layout.line;
    cr_expect(bank[0] == bank[1] && bank[1] == bank[2] && bank[2] == bank[3], "one line joins the two banks");
    cr_expect_neq(bank[4], bank[0]);
    cr_expect(line[1] == line[2] && line[0] != line[1]);
    cr_expect(t.test->layout.bank_given && !t.test->layout.band_given);
    litmus_free(&t);
}

Test(litmus_parse, refuses_bad_beginnings)
{
    litmus_refuses("AArch64 x\n{ }\n", "1:1", "begins with its language");
    litmus_refuses("LISA t\n P0 ;\n", "3:1", "expected `{`");
    litmus_refuses("LISA t\n{ x=0;\n P0 ;\n", "2:1", "not closed");
    litmus_refuses("LISA t\n\"open\n{ }\n", "2:1", "not closed");
    litmus_refuses("LISA t\n{ x=0; x=1; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\n", "2:8", "twice");
    litmus_refuses("LISA t\n{ x[0]; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\n", "2:3", "1 to 256 elements");
    litmus_refuses("LISA t\n{ x=1; x[2]; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\n", "2:8", "a location already");
    litmus_refuses("LISA t\n{ x[2]={1}; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\n", "2:10", "a value for each element");
    litmus_refuses("LISA t\n{ x[2]={1,2,3}; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\n", "2:12", "expected `}`");
    litmus_refuses("LISA t\n{ x[2]; x[0]=1; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\n", "2:9", "twice");
    litmus_refuses("LISA t\n{ int *x=0; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\n", "2:7", "pointers");
    litmus_refuses("LISA t\n{ 2:r0=1; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\n", "2:3", "no processor P2");
    litmus_refuses("LISA t\nLine=x,q\n{ x=0; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\n", "1:1", "q, which is no location");
    litmus_refuses("LISA t\n{ x=0; }\n P0 ;\n w x 99999999999999999999 ;\nscopes: (wg 0)\n", "4:6", "too large");
    litmus_refuses("LISA t\n{ x=9223372036854775808; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\n", "2:5", "too large");
    litmus_refuses("LISA t\n{ x=-9223372036854775809; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\n", "2:5", "too large");
    litmus_refuses("LISA t\n{ x=0x10000000000000000; }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\n", "2:5", "too large");
}

/* ---- program ---- */

Test(litmus_parse, reads_every_instruction)
{
    struct litmus_text t = litmus_accepts(
        "LISA t\n{ x=0; p=x; }\n P0 ;\n r[acq,cta] r2 x ;\n w[rel,gpu] x r2 ;\n w[] x -3 ;\n rmw[ar,sys] r3 (add r3 1) x ;\n"
        " rmw[rlx,wg] r3 7 x ;\n rmw[sc] r3 (cas 0 r2) x ;\n f[ar,agent] ;\n mov r1 (neq r2 1) ;\n r[na] r4 r3 ;\n L: b[] r1 E ;\n"
        " w[na] f 1 ;\n b[] L ;\n E: ;\nscopes: (wg 0)\nexists (0:r1=1)\n");
    const struct litmus_instruction *code = t.test->threads[0].code;
    cr_expect_eq(t.test->threads[0].length, 12);
    cr_expect(code[0].kind == LITMUS_LOAD && code[0].order == LITMUS_ACQ && code[0].level == LITMUS_WG);
    cr_expect(code[1].kind == LITMUS_STORE && code[1].level == LITMUS_AGENT && code[1].value.left.kind == OPERAND_REGISTER);
    cr_expect_eq(code[2].value.left.value.number, -3);
    cr_expect(code[3].kind == LITMUS_RMW && code[3].value.operator == OPERATOR_ADD && code[3].value.left.kind == OPERAND_OLD);
    cr_expect(code[4].value.operator == OPERATOR_COPY && code[4].value.left.value.number == 7);
    cr_expect(code[5].value.operator == OPERATOR_CAS && code[5].level == LITMUS_SYS, "an atomic's scope is sys by default");
    cr_expect(code[8].address.kind == OPERAND_REGISTER);
    cr_expect(code[9].kind == LITMUS_BRANCH && code[9].goal == 12);
    cr_expect(code[11].kind == LITMUS_JUMP && code[11].goal == 9);
    cr_expect_str_eq(t.test->locations[2].name, "f", "r, w, b and f can be locations");
    cr_expect_eq(t.test->threads[0].registers[1].number, 2, "registers by rising number");
    litmus_free(&t);
}

Test(litmus_parse, refuses_what_has_no_meaning_here)
{
    litmus_refuses(ONE_THREAD("r[na] r1 x+1"), "4:12", "an offset to what is no array");
    litmus_refuses(ONE_THREAD("r[na] r1 x[r2]"), "4:12", "an offset to what is no array");
    litmus_refuses(ONE_THREAD("f[sc] {a} {b}"), "4:8", "sets of labels");
    litmus_refuses(ONE_THREAD("r[na] %a x"), "4:8", "symbolic register");
    litmus_refuses(ONE_THREAD("call[f]"), "4:2", "`call`");
    litmus_refuses(ONE_THREAD("&meta"), "4:2", "meta-variable");
    litmus_refuses(ONE_THREAD("codevar: w x 1"), "4:2", "`codevar`");
    litmus_refuses(ONE_THREAD("w[na] x y"), "4:10", "expected a register or a number");
    litmus_refuses(ONE_THREAD("w[na] x 0xG"), "4:11", "expected");
    litmus_refuses(ONE_THREAD("mov r1 (cas 0 1)"), "4:10", "in an rmw only");
    litmus_refuses(ONE_THREAD("st x 1"), "4:2", "expected an instruction");
    litmus_refuses(ONE_THREAD("w[na] x 1 2"), "4:12", "expected `|` or `;`");
    litmus_refuses(ONE_THREAD("r[na] r1 mov"), "4:11", "expected a location");
    litmus_refuses("LISA t\n{ }\n P0 ;\n w x 1 ;\nlevels: a\nscopes: (wg 0)\n", "5:1", "`levels:`");
    litmus_refuses("LISA t\n{ }\n P0:a ;\n w x 1 ;\nscopes: (wg 0)\n", "3:4", "annotation of a processor");
    litmus_refuses("LISA t\n{ }\n P1 ;\n w x 1 ;\nscopes: (wg 0)\n", "3:2", "in order: here P0");
}

Test(litmus_parse, checks_orders_and_scopes)
{
    litmus_refuses(ONE_THREAD("r[rel,wg] r1 x"), "4:3", "a load cannot be rel");
    litmus_refuses(ONE_THREAD("w[acq,wg] x 1"), "4:3", "a store cannot be acq");
    litmus_refuses(ONE_THREAD("w[rm_ar,wg] x 1"), "4:3", "a store cannot be rm_ar");
    litmus_refuses(ONE_THREAD("f[rlx,wg]"), "4:3", "a fence cannot be rlx");
    litmus_refuses(ONE_THREAD("rmw[] r1 1 x"), "4:5", "needs an order");
    litmus_refuses(ONE_THREAD("f"), "4:4", "needs an order");
    litmus_refuses(ONE_THREAD("w[na,wg] x 1"), "4:3", "no scope");
    litmus_refuses(ONE_THREAD("w[wg,rel] x 1"), "4:7", "order stands before");
    litmus_refuses(ONE_THREAD("w[rel,foo] x 1"), "4:8", "no order or scope");
    litmus_refuses(ONE_THREAD("L: r[na] r1 x ;\n b[rlx] L"), "5:3", "a branch has no order");
}

Test(litmus_parse, checks_rows)
{
    litmus_refuses("LISA t\n{ }\n P0 | P1 ;\n w x 1 ;\nscopes: (wg 0 1)\n", "4:8", "fewer cells");
    litmus_refuses("LISA t\n{ }\n P0 ;\n w x 1 | w x 2 ;\nscopes: (wg 0)\n", "4:10", "more cells");
    struct litmus_text t = litmus_read("LISA t\n{ }\n P0 | P1 ;\n w 1 x | q x 1 ;\n w x | ;\nscopes: (wg 0 1)\n");
    cr_expect_eq(diagnostics_errors(t.diagnostics), 3, "one error a cell:\n%s", litmus_says(&t));
    litmus_free(&t);
}

Test(litmus_parse, checks_labels_and_loops)
{
    litmus_refuses("LISA t\n{ }\n P0 | P1 ;\n L: w x 1 | L: w x 2 ;\nscopes: (wg 0 1)\n", "4:13", "already defined in P0");
    litmus_refuses("LISA t\n{ }\n P0 | P1 ;\n L: w x 1 | b[] L ;\nscopes: (wg 0 1)\n", "4:17", "stays in its thread");
    litmus_refuses(ONE_THREAD("b[] M"), "4:6", "not defined");
    litmus_refuses(ONE_THREAD("L: mov r1 (add r1 1) ;\n b[] L"), "5:2", "no memory access");
    litmus_refuses(ONE_THREAD("L: f[sc,wg] ;\n b[] r1 L"), "5:2", "no memory access");
    struct litmus_text t = litmus_accepts(ONE_THREAD("L: r[na] r1 x ;\n b[] r1 L"));
    litmus_free(&t);
}

Test(litmus_parse, skips_comments)
{
    struct litmus_text t = litmus_accepts("LISA t (* no header's *)\n{ x=0; (* a (* b *) exists *) }\n P0 ;\n w x (* | *) 1 ;\nscopes: (wg 0)\nexists (x=1) << rest");
    cr_expect_eq(t.test->thread_count, 1);
    litmus_free(&t);
    litmus_refuses("LISA t\n{ x=0; }\n P0 ;\n w x 1 ; (* open\nexists (x=1)\n", "4:10", "not closed");
}

/* ---- scopes ---- */

static void expect_level(const struct litmus_text *t, unsigned a, unsigned b, enum litmus_level level)
{
    cr_expect_eq(litmus_common_level(&t->test->scopes, a, b), level, "P%u and P%u share %d", a, b,
                 litmus_common_level(&t->test->scopes, a, b));
}

static enum litmus_level level_of(const char *tree)
{
    struct arena *arena = arena_new();
    struct litmus_text t = litmus_accepts(arena_format(arena, TWO_THREADS "%s\nexists (x=0)\n", tree));
    enum litmus_level level = litmus_common_level(&t.test->scopes, 0, 1);
    litmus_free(&t);
    arena_free(arena);
    return level;
}

Test(litmus_parse, completes_scope_trees)
{
    cr_expect_eq(level_of("scopes: (sys (agent (wg P0 P1)))"), LITMUS_WG);
    cr_expect_eq(level_of("scopes: (sys (wg 0) (wg 1))"), LITMUS_SYS, "a level that is skipped is made for each child");
    cr_expect_eq(level_of("scopes: (wg 0) (wg 1)"), LITMUS_SYS);
    cr_expect_eq(level_of("scopes: (agent (wv 0 1))"), LITMUS_WV);
    cr_expect_eq(level_of("scopes: (sys 0 1)"), LITMUS_SYS);
    cr_expect_eq(level_of("scopes: (sys (agent (cluster (wg 0) (wg 1))))"), LITMUS_CLUSTER);
    cr_expect_eq(level_of("scopes: (sys (agent (cluster (wg 0)) (cluster (wg 1))))"), LITMUS_AGENT);
    cr_expect_eq(level_of("scopes: (agent (wg 0) (wg 1))"), LITMUS_AGENT);
    cr_expect_eq(level_of("scopes: (sys (agent 0)) (sys (agent 1))"), LITMUS_LEVELS);
    cr_expect_eq(level_of("scopes: (system (gpu (cta 0 1)))"), LITMUS_WG, "other names for the levels");
}

Test(litmus_parse, default_scopes)
{
    struct litmus_text t = litmus_accepts(TWO_THREADS "exists (x=0)\n");
    expect_level(&t, 0, 1, LITMUS_AGENT);
    expect_level(&t, 1, 1, LITMUS_WI);
    cr_expect(!t.test->scopes.given);
    cr_expect_eq(diagnostics_warnings(t.diagnostics), 1);
    litmus_free(&t);
}

Test(litmus_parse, checks_scope_trees)
{
    litmus_refuses(TWO_THREADS "scopes: (wg 0)\n", "5:9", "P1 is missing");
    litmus_refuses(TWO_THREADS "scopes: (wg 0 0 1)\n", "5:15", "twice");
    litmus_refuses(TWO_THREADS "scopes: (wg 0 2)\n", "5:15", "no processor P2");
    litmus_refuses(TWO_THREADS "scopes: (wg (agent 0 1))\n", "5:14", "agent cannot stand inside wg");
    litmus_refuses(TWO_THREADS "scopes: (wi 0 1)\n", "5:10", "a work-item is one processor");
    litmus_refuses(TWO_THREADS "scopes: (foo 0 1)\n", "5:10", "expected a scope");
    litmus_refuses(TWO_THREADS "scopes: (wg 0 1)\nscopes: (wg 0 1)\n", "6:1", "twice");
}

/* ---- conditions ---- */

static char *shown(struct litmus_text *t, const struct litmus_proposition *proposition)
{
    struct text text = {0};
    litmus_print_proposition(&text, t->test, proposition);
    char *copy = arena_text(t->arena, text.bytes, text.length);
    text_free(&text);
    return copy;
}

static void expect_condition(const char *written, const char *printed)
{
    struct arena *arena = arena_new();
    struct litmus_text t = litmus_accepts(arena_format(arena, TWO_THREADS "scopes: (wg 0 1)\n%s\n", written));
    cr_expect_str_eq(shown(&t, t.test->condition), printed);
    litmus_free(&t);
    arena_free(arena);
}

Test(litmus_parse, precedence_of_conditions)
{
    expect_condition("exists (x=1 /\\ y=1 => x=2)", "[x]=1 /\\ ([y]=1 => [x]=2)");
    expect_condition("exists (x=1 \\/ y=1 /\\ x=2)", "[x]=1 \\/ [y]=1 /\\ [x]=2");
    expect_condition("exists (x=1 \\/ (y=1 => x=2) \\/ x=3)", "[x]=1 \\/ ([y]=1 => [x]=2) \\/ [x]=3");
    expect_condition("exists ((x=1 \\/ y=1) /\\ x=2)", "([x]=1 \\/ [y]=1) /\\ [x]=2");
    expect_condition("exists (x=1 => y=1 => x=2)", "[x]=1 => [y]=1 => [x]=2");
    expect_condition("exists ((x=1 => y=1) => x=2)", "([x]=1 => [y]=1) => [x]=2");
    expect_condition("exists not x=1 /\\ ~(y=2)", "not ([x]=1) /\\ not ([y]=2)");
    expect_condition("final P1:r1 == 0x10 /\\ [y] <> -1", "1:r1=16 /\\ [y]!=-1");
    expect_condition("exists 1:r1=-9223372036854775808 /\\ [y]=0xffffffffffffffff", "1:r1=-9223372036854775808 /\\ [y]=-1");
    expect_condition("forall (1:r1=x \\/ x = 1:r1 \\/ true)", "1:r1=x \\/ [x]=1:r1 \\/ true");
    expect_condition("locations [x; 1:r1 int;]\n(x=1)", "[x]=1");
}

Test(litmus_parse, quantifiers_filters_and_watches)
{
    struct litmus_text t = litmus_accepts(TWO_THREADS "scopes: (wg 0 1)\nlocations [y;]\nfilter (x=1)\n~ exists (1:r1=1)\n");
    cr_expect_eq(t.test->quantifier, LITMUS_NOT_EXISTS);
    cr_assert_eq(t.test->watch_count, 3);
    cr_expect(t.test->watches[0].thread == 1 && t.test->watches[0].observed, "registers come first");
    cr_expect(!t.test->watches[1].observed, "the filter observes nothing: x");
    cr_expect(t.test->watches[2].observed, "a listed location: y");
    litmus_free(&t);
}

Test(litmus_parse, refuses_conditions)
{
#define WITH(condition) TWO_THREADS "scopes: (wg 0 1)\n" condition "\n"
    litmus_refuses(WITH("exists (x<1)"), "6:10", "with = and != only");
    litmus_refuses(WITH("exists (x>=1)"), "6:10", "with = and != only");
    litmus_refuses(WITH("exists (x=1"), "7:1", "expected `)`");
    litmus_refuses(WITH("exists (7:r1=1)"), "6:9", "no processor P7");
    litmus_refuses(WITH("exists (x=1) with a"), "6:14", "`with`");
    litmus_refuses(WITH("observed [x;]"), "6:1", "`observed`");
    litmus_refuses(WITH("exists ( *x=1)"), "6:10", "dereferenced");
    litmus_refuses(WITH("locations [x[3];]"), "6:12", "this is no array");
}

Test(litmus_parse, warns_of_a_location_in_the_condition_alone)
{
    struct litmus_text t = litmus_accepts(TWO_THREADS "scopes: (wg 0 1)\nexists (xx=1)\n");
    cr_expect(strstr(litmus_says(&t), "location xx is in the condition alone"), "%s", litmus_says(&t));
    litmus_free(&t);
}

Test(litmus_parse, outcome_asked_for)
{
    struct litmus_text t = litmus_accepts(TWO_THREADS "scopes: (wg 0 1)\nexists (x=1)\n");
    cr_assert(litmus_parse_outcome(t.arena, t.diagnostics, t.test, source_from_text(t.arena, "o", "1:r1=1 /\\ y=0")));
    cr_expect_str_eq(shown(&t, t.test->outcome), "1:r1=1 /\\ [y]=0");
    cr_expect_str_eq(shown(&t, t.test->condition), "[x]=1", "what was there before is renumbered");
    cr_expect_not(litmus_parse_outcome(t.arena, t.diagnostics, t.test, source_from_text(t.arena, "o", "1:r1")));
    litmus_free(&t);
}

/* ---- PTX ---- */

#define PTX(cells) "PTX t\n{ x=0; P0:r0=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n " cells " ;\nexists (P0:r0 == 0)\n"

Test(litmus_parse, reads_ptx)
{
    struct litmus_text t = litmus_accepts(
        "PTX t\n\"doc\"\n{ x=0; y=0; P0:%r0=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 1 | P2@cta 0,gpu 0 ;\n"
        " st.weak x, 1 | ld.acquire.gpu r0, y | fence.sc.sys ;\n atom.acq_rel.cta.plus %r0, x, 1 | bne r0, 1, LC00 | fence.acq_rel.gpu ;\n"
        " atom.relaxed.gpu.cas r1, x, 0, 1 | ld.weak r1, 5 | red.release.sys.add y, 2 ;\n atom.acquire.sys.exch r2, y, r1 | LC00: | goto LC01 ;\n"
        " | add r2, r1, 1 | LC01: ;\n~exists (P0:r0 == 1 /\\ 1:r0 != 0)\n");
    const struct litmus_instruction *p0 = t.test->threads[0].code, *p1 = t.test->threads[1].code, *p2 = t.test->threads[2].code;
    expect_level(&t, 0, 1, LITMUS_SYS);
    expect_level(&t, 0, 2, LITMUS_WG);
    cr_expect(p0[0].kind == LITMUS_STORE && p0[0].order == LITMUS_NA);
    cr_expect(p0[1].order == LITMUS_AR && p0[1].level == LITMUS_WG && p0[1].value.left.kind == OPERAND_OLD);
    cr_expect(p0[2].value.operator == OPERATOR_CAS && p0[2].order == LITMUS_RLX && p0[2].level == LITMUS_AGENT);
    cr_expect(p0[3].value.operator == OPERATOR_COPY && p0[3].value.left.kind == OPERAND_REGISTER);
    cr_expect(p1[0].order == LITMUS_ACQ && p1[1].kind == LITMUS_BRANCH && p1[1].value.operator == OPERATOR_NE && p1[1].goal == 3);
    cr_expect(p1[2].kind == LITMUS_MOVE && p1[2].value.left.value.number == 5);
    cr_expect(p2[0].kind == LITMUS_FENCE && p2[0].order == LITMUS_SC && p2[0].level == LITMUS_SYS);
    cr_expect(p2[2].kind == LITMUS_RMW && p2[2].target == -1);
    cr_expect_eq(t.test->quantifier, LITMUS_NOT_EXISTS);
    litmus_free(&t);
}

Test(litmus_parse, takes_a_bare_ptx_access_for_weak)
{
    struct litmus_text t = litmus_accepts(PTX("ld r0, x | ld r1, 2 ;\n st x, 1 | st x, r1"));
    const struct litmus_instruction *p0 = t.test->threads[0].code, *p1 = t.test->threads[1].code;
    cr_expect(p0[0].kind == LITMUS_LOAD && p0[0].order == LITMUS_NA && p0[1].kind == LITMUS_STORE && p0[1].order == LITMUS_NA);
    cr_expect(p1[0].kind == LITMUS_MOVE && p1[0].value.left.value.number == 2 && p1[1].order == LITMUS_NA);
    litmus_free(&t);
}

/* Labels are a thread's own in PTX, and all threads' in LISA. */
Test(litmus_parse, separates_ptx_labels)
{
    struct litmus_text t = litmus_accepts(PTX("LC00: | LC00: ;\n ld.acquire.gpu r0, x | ld.weak r1, 1 ;\n bne r0, 1, LC00 | ld.acquire.gpu r0, x ;\n | bne r0, 1, LC00"));
    cr_expect_eq(t.test->threads[0].code[1].goal, 0);
    cr_expect_eq(t.test->threads[1].code[2].goal, 0);
    cr_expect_str_eq(t.test->threads[0].labels[0].name, "LC00");
    cr_expect_str_eq(t.test->threads[1].labels[0].name, "LC00-P1");
    litmus_free(&t);
    litmus_refuses(PTX("LC00: | ;\n LC00: |"), "5:2", "label LC00 is already defined in P0");
}

Test(litmus_parse, refuses_ptx_without_meaning)
{
    litmus_refuses(PTX("ld.sc.gpu r0, x |"), "4:2", "`ld.sc.gpu` has no meaning here");
    litmus_refuses(PTX("ld.release.gpu r0, x |"), "4:2", "has no meaning here");
    litmus_refuses(PTX("ld.acquire r0, x |"), "4:2", "has no meaning here");
    litmus_refuses(PTX("fence |"), "4:2", "has no meaning here");
    litmus_refuses(PTX("atom r0, x, 1 |"), "4:2", "has no meaning here");
    litmus_refuses(PTX("ld.weak.gpu r0, x |"), "4:2", "has no meaning here");
    litmus_refuses(PTX("cold.sc r0, x |"), "4:2", "`cold.sc` has no meaning here");
    litmus_refuses(PTX("fence.proxy.alia |"), "4:2", "has no meaning here");
    litmus_refuses(PTX("bar.gpu.sync 0 |"), "4:2", "has no meaning here");
    litmus_refuses(PTX("atom.relaxed.gpu.nand r0, x, 2 |"), "4:2", "has no meaning here");
    litmus_refuses(PTX("atom.relaxed.gpu.cas.b32 r0, x, 0, 1 |"), "4:2", "has no meaning here");
    litmus_refuses("PTX t\n{ y @ magic aliases x; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\n", "2:7", "no such proxy");
    litmus_refuses("PTX t\n{ }\n P0 ;\n st.weak x, 1 ;\n", "3:5", "expected `@` and the processor's place");
}

/* ---- printing ---- */

Test(litmus_parse, printing_and_reading_again_is_the_same)
{
    struct litmus_text t = litmus_accepts(
        "LISA t\n\"d\"\nLine=x,y\n{ x=0; int y=1; q[2]={0,3}; 1:r3=x; }\n P0 | P1 | P2 ;\n L: r[acq,wg] r1 q[r5] | rmw[rm_ar,agent] r2 (cas 0 1) y | w[na] x 1 ;\n"
        " mov r9 (neq (add r1 (mul 0x2 r5)) 1) | w[na] r3 2 | E: ;\n b[] r9 L | F: | ;\nscopes: (sys (agent (wg 0 1))) (sys (wv 2))\nlocations [x;]\nfilter (not y=3 \\/ x=0)\n~exists (0:r1=1 => 1:r2=x)\n");
    struct text once = {0}, twice = {0};
    litmus_print(&once, t.test);
    struct litmus_text again = litmus_accepts(once.bytes);
    litmus_print(&twice, again.test);
    cr_expect_str_eq(once.bytes, twice.bytes);
    text_free(&once);
    text_free(&twice);
    litmus_free(&again);
    litmus_free(&t);
}

/* Where an access computes its address, a move that no text shows does it before. */
Test(litmus_parse, arrays)
{
    struct litmus_text t = litmus_accepts("LISA t\n{ int q[3]={0,-1,q[1]}; x=0; 0:r7=q[2]; }\n P0 ;\n L: r[na] r1 q[r2] ;\n w[na] r7+r1 1 ;\n r[na] r3 q ;\n"
                                          " rmw[rlx,wg] r4 (add r4 1) q[1] ;\n w[na] q+1 2 ;\nscopes: (wg 0)\nexists (q[2]=q /\\ 0:r4=&q[1])\n");
    const struct litmus_thread *thread = &t.test->threads[0];
    struct text text = {0};
    cr_assert_eq(t.test->location_count, 4);
    cr_expect_str_eq(t.test->locations[2].name, "q[2]");
    cr_expect_eq(t.test->locations[1].initial.number, -1);
    cr_expect_eq(t.test->locations[2].initial.location, 1);
    cr_assert_eq(thread->length, 8);
    cr_expect_eq(thread->labels[0].at, 0);
    cr_expect_eq(thread->code[0].kind, LITMUS_MOVE);
    cr_expect_eq(thread->code[0].value.left.value.location, 0);
    cr_expect_eq(thread->code[1].kind, LITMUS_LOAD);
    cr_expect_eq(thread->code[1].address.reg, thread->code[0].target);
    cr_expect_eq(thread->code[4].address.value.location, 0, "q alone is its first element");
    cr_expect_eq(thread->code[5].address.value.location, 1);
    litmus_print(&text, t.test);
    cr_expect(strstr(text.bytes, "int q[3]={0,-1,q[1]};"), "%s", text.bytes);
    cr_expect(strstr(text.bytes, "r[na] r1 q[0]+r2") && strstr(text.bytes, "w[na] r7+r1 1") && !strstr(text.bytes, "r1000000"), "%s", text.bytes);
    text_free(&text);
    litmus_free(&t);
}

static void expect_hash(const char *text, const char *expected)
{
    char hash[33];
    struct litmus_text t = litmus_accepts(text);
    litmus_hash(t.test, hash);
    cr_expect_str_eq(hash, expected);
    litmus_free(&t);
}

/* The digests that herd7 gives these tests of its tutorial. */
Test(litmus_parse, hashes_as_herd7)
{
    expect_hash("LISA R\n{ x=0; y=0; }\n P0 | P1 ;\n w[] x 1 | w[] y 2 ;\n w[] y 1 | r[] r0 x ;\nexists (y=2 /\\ 1:r0=0)\n",
                "5c227a48826ad898661ce6089d41dc73");
    expect_hash("LISA mp\n{ x = 0; y = 0; }\n P0 | P1 ;\n w x 1 | r[] r1 y ;\n w[] y 1 | r r2 x ;\nscopes: (wg 0) (wg 1)\nexists (1:r2=0 /\\ 1:r1=1)\n",
                "d059a26b49e206a092c06368826b2dd8");
    expect_hash("LISA t\nHash=0123456789abcdef0123456789abcdef\n{ }\n P0 ;\n w x 1 ;\nscopes: (wg 0)\n", "0123456789abcdef0123456789abcdef");
}

/* ---- OpenCL C ---- */

Test(litmus_parse, reads_opencl)
{
    struct litmus_text t = litmus_accepts(
        "OPENCL t[wg]-x||1,2\n(* a URL: http://x *)\n{ [x]=1; }\n"
        "P0@wg 0, dev 0 (global atomic_int *x, volatile local int* y) { // exists\n"
        "  int r7 = *y, seen;\n  B12: barrier(CLK_LOCAL_MEM_FENCE);\n  seen = atomic_fetch_sub_explicit(x, r7 - 1, memory_order_acq_rel, memory_scope_work_group);\n}\n"
        "P1@wg 0, dev 1 (global int *x) { if (*x != 2) *x = 2; }\nexists (0:seen=1 /\\ 0:r7=0 /\\ 0:y=0)\n");
    const struct litmus_instruction *p0 = t.test->threads[0].code;
    const struct litmus_register *registers = t.test->threads[0].registers;
    cr_expect_str_eq(t.test->name, "t[wg]-x||1,2");
    expect_level(&t, 0, 1, LITMUS_SYS);
    cr_expect(p0[0].kind == LITMUS_LOAD && p0[0].order == LITMUS_NA && registers[p0[0].target].number == 7);
    cr_expect(p0[1].barrier && p0[1].barrier->instance == 12 && p0[1].marks == (LITMUS_MARK(LOCAL) | LITMUS_MARK(ENTRY)));
    cr_expect(p0[2].kind == LITMUS_FENCE && !p0[2].barrier && p0[2].marks == (LITMUS_MARK(LOCAL) | LITMUS_MARK(EXIT)));
    cr_expect(p0[4].kind == LITMUS_RMW && p0[4].order == LITMUS_AR && p0[4].level == LITMUS_WG && p0[4].value.operator == OPERATOR_SUB);
    cr_expect_str_eq(registers[p0[4].target].name, "seen");
    cr_expect_eq(t.test->locations[0].marks, LITMUS_MARK(GLOBAL));
    cr_expect_eq(t.test->locations[1].marks, LITMUS_MARK(LOCAL) | LITMUS_MARK(NOT_ATOMIC));
    cr_expect(t.test->threads[1].code[1].kind == LITMUS_BRANCH && t.test->threads[1].code[1].goal == 3);
    litmus_free(&t);
}
