/* SPDX-License-Identifier: BSD-2-Clause */
/* Tests of the symmetry analysis: for each construct, what is shown symmetric
 * and what is not. */
#include "model_text.h"

#define MODEL(decls, rule, body) \
    "type S: scalarset(3); T: scalarset(2); E: enum {e1, e2}; U: union {S, E}; R: record n: 0..9; s: S; b: boolean; end;" \
    "var x, y: array [S] of boolean; n: array [S] of 0..9; g: array [T] of 0..9; m: array [S] of array [S] of 0..9; " \
    "r: array [S] of R; one: R; s, s2: S; t: T; u: U; at: array [U] of 0..9; b, b2: boolean; k, k2: 0..9; z: -9..9; " \
    "net: multiset [5] of S; nets: array [S] of multiset [5] of S; " decls \
    "startstate begin end; ruleset p: S; q: T do rule \"r\" " rule " begin " body " end; end; " \
    "procedure nothing(); begin nothing2(); end; procedure nothing2(); begin end; "
#define BODY(body) MODEL("", "true ==> var l, l2: 0..9; ls: S; lr: R; lb: boolean;", body)
#define WITH(decls, body) MODEL(decls, "true ==> var l: 0..9; ls: S; lr: R;", body)

static const struct type *set_of(const struct model_text *m, const char *name)
{
    unsigned i = 0;
    while (i < m->program->scalarset_count && strcmp(m->program->scalarsets[i]->name, name))
        i++;
    cr_assert(i < m->program->scalarset_count, "no scalarset %s", name);
    return m->program->scalarsets[i];
}

/* `why`: a part of the reason, or NULL where it is shown. */
static void expect_set(const char *text, const char *name, const char *why)
{
    struct model_text m = model_check(text);
    cr_assert(m.good, "%s\n%s", text, model_says(&m));
    const char *reason = set_of(&m, name)->asymmetry;
    if (why)
        cr_expect(reason && strstr(reason, why), "%s: %s\n%s", name, reason ? reason : "shown symmetric", text);
    else
        cr_expect(!reason, "%s: %s\n%s", name, reason, text);
    model_free(&m);
}

static void all_shown(const char *const *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        expect_set(list[i], "S", NULL);
        expect_set(list[i], "T", NULL);
    }
}
#define ALL_SHOWN(list) all_shown(list, sizeof list / sizeof *list)

struct refused {
    const char *text, *why;
};

static void none_shown(const struct refused *list, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        expect_set(list[i].text, "S", list[i].why);
        expect_set(list[i].text, "T", NULL);
    }
}
#define NONE_SHOWN(list) none_shown(list, sizeof list / sizeof *list)

Test(symmetry, rounds_with_places_of_their_own)
{
    static const char *const list[] = {
        BODY("for i: S do x[i] := y[i]; n[i] := (n[i] + 1) % 9; end;"),
        BODY("for i: S do x[i] := !x[i]; end; s := p; s := s2;"),
        BODY("for i: S do for j: S do m[i][j] := n[j]; end; end;"),
        BODY("for i: S do for j: S do m[j][i] := 1; m[i][j] := 1; end; end;"),
        BODY("for i: S do m[i][p] := m[i][s]; end;"),
        BODY("for i: S do alias a: r[i]; c: a.n do c := c + 1; a.s := i; end; end;"),
        BODY("for i: S do r[i].n := one.n; undefine r[i].s; end;"),
        BODY("for v: U do at[v] := (at[v] + 1) % 9; end;"),
        BODY("for i: S do for v: E do n[i] := at[v]; end; end;"),
        BODY("for i: S do for h: T do n[i] := n[i] + 1; end; end;"),
        BODY("for i: S do multisetadd(i, nets[i]); multisetremovepred(e: nets[i], nets[i][e] = p); end;"),
        BODY("for i: S do if i = p then n[i] := 3; elsif x[i] then y[i] := false; else undefine y[i]; end; end;"),
        BODY("for i: S do switch n[i] case 1, k: n[i] := 2; case g[q]: y[i] := true; else assert y[i]; end; end;"),
        BODY("for i: S do while n[i] > 0 do n[i] := n[i] - 1; end; end;"),
        WITH("procedure set(var a: 0..9; i: S); begin a := n[i]; end;", "for i: S do set(r[i].n, i); set(m[i][s], i); end;"),
        WITH("function f(i: S): 0..9; var c: 0..9; begin c := n[i]; c := c + 1; return c % 9; end;", "for i: S do m[i][i] := f(i); end;"),
        WITH("procedure set(var a: array [S] of 0..9; i: S); begin a[i] := 1; end;", "for i: S do set(m[p], i); end;"),
    };
    ALL_SHOWN(list);
}

Test(symmetry, rounds_that_meet)
{
    static const struct refused list[] = {
        { BODY("for i: S do s := i; end;"), "different things to `s`" },
        { BODY("for i: S do one.s := i; end;"), "different things to `one`" },
        { BODY("for i: S do m[p][s] := n[i]; end;"), "different things to `m`" },
        { BODY("for i: S do x[i] := x[p]; end;"), "another read it" },
        { BODY("for i: S do x[s] := i = p; end;"), "different things to `x`" },
        { BODY("for i: S do for j: S do m[i][j] := m[j][i]; end; end;"), "another read it" },
        { BODY("for i: S do for j: S do if i != j then m[j][s] := n[i]; end; end; end;"), "different things to `m`" },
        { BODY("for i: S do r[i] := r[s]; end;"), "another read it" },
        { BODY("for i: S do r[i] := one; one.b := x[i]; end;"), "`one`" },
        { BODY("for v: U do u := v; end;"), "loop over `U`" },
        { BODY("for i: S do alias a: one do a.s := i; end; end;"), "different things to `one`" },
        { BODY("for i: S do if multisetcount(e: net, true) < 2 then multisetadd(i, net); end; end;"), "another read it" },
        { BODY("for i: S do multisetremovepred(e: net, net[e] = i); end;"), "`net`" },
        { BODY("for i: S do while k > 0 do k := k - 1; n[i] := 1; end; end;"), "`k`" },
        { BODY("for i: S do switch k case 0: k := 1; n[i] := 1; end; end;"), "another read it" },
        { BODY("for i: S do n[i] := (b ? 1 : 2); b := true; end;"), "another read it" },
        { BODY("for i: S do if isundefined(s) then s := p; n[i] := 1; end; end;"), "another read it" },
        { WITH("procedure set(var a: 0..9; v: 0..9); begin a := v; end;", "for i: S do set(k, n[i]); end;"), "different things to `k`" },
        { WITH("procedure set(i: S); begin s := i; end; procedure via(i: S); begin set(i); end;", "for i: S do via(i); end;"), "`s`" },
        { WITH("procedure both(var a: 0..9; var c: 0..9); begin a := 1; if c = 1 then a := 2; end; end;", "for i: S do both(n[i], n[p]); end;"), "`n`" },
        /* A multiset whose slots keep their order shows in which it was filled. */
        { WITH("function f(v: S): boolean; begin s := v; return true; end;",
               "multisetremovepred(e: net, f(net[e])); for i: S do multisetadd(i, net); end;"), "different things to `net`" },
        { WITH("procedure all(); begin for i: S do s := i; end; end;", "all();"), "`s`" },
        { WITH("function f(): boolean; begin for i: S do s := i; end; return true; end;", "if b & f() then end;"), "`s`" },
    };
    NONE_SHOWN(list);
}

Test(symmetry, what_gathers)
{
    static const char *const shown[] = {
        BODY("k := 0; for i: S do k := k + 1; end;"),
        BODY("for i: S do if x[i] then k := 1 + k + n[i]; end; k2 := k2 - n[i]; end;"),
        BODY("for i: S do z := z - (x[i] ? 1 : 0) - n[i] * 2; end;"),
        BODY("for i: S do m[p][s] := m[p][s] + 1; end;"),
        BODY("b := k = 1; b2 := b; for i: S do b := x[i] | b; b2 := y[i] & x[i] & b2; end;"),
        BODY("b := true; if k = 1 then k := 2; end; for i: S do for j: S do b := m[i][j] = 1 & b; end; if x[i] then b := false; end; end;"),
        BODY("b := false; for i: S do b := b | i = p; if x[i] then b := true; end; end;"),
        BODY("for i: S do b := b | i = p; end;"),
        BODY("for i: S do b := b & b2; end;"),
        BODY("for i: S do if x[i] then k := 3; s := p; undefine u; end; end;"),
        BODY("for i: S do for j: S do if m[i][j] = 1 then k := k + 1; x[j] := true; end; end; end;"),
        BODY("for i: S do multisetadd(i, net); end;"),
        WITH("function f(v: S): boolean; begin s := v; return true; end;",
             "multisetremovepred(e: nets[p], f(nets[p][e])); for i: S do multisetadd(i, net); multisetadd(i, nets[i]); end;"),
        WITH("procedure more(var a: 0..9); begin a := a + 1; end;", "for i: S do more(k); more(k2); end;"),
        WITH("procedure mark(v: 0..9; d: S); begin if n[d] = v then one.s := d; end; end;", "for i: S do if x[i] then mark(1, p); end; end;"),
    };
    static const struct refused refused[] = {
        { BODY("for i: S do k := k + n[i]; k := k - 1; end;"), "add to `k` and take from it" },
        { BODY("for i: S do z := z + (n[i] - 1); end;"), "`z`" },
        { BODY("for i: S do k := k + 1; n[i] := k; end;"), "another read it" },
        { BODY("for i: S do k := k + k2; k2 := k2 + 1; end;"), "another read it" },
        { BODY("for i: S do k := k * 2 + 1; end;"), "`k`" },
        { BODY("for i: S do k := n[i] - k; end;"), "`k`" },
        { BODY("for i: S do b := b | x[i]; end;"), "another would ask may fail" },
        { BODY("for i: S do b := x[i] | b; end;"), "another read it undefined" },
        { BODY("for i: S do b := b | i = p; if x[i] then b := true; end; end;"), "another read it undefined" },
        { BODY("b := true; undefine b; for i: S do b := x[i] | b; end;"), "another read it undefined" },
        { BODY("if k = 1 then b := true; end; for i: S do b := x[i] | b; end;"), "another read it undefined" },
        { BODY("b := true; while k > 0 do for i: S do b := x[i] | b; end; k := k - 1; undefine b; end;"), "another read it undefined" },
        { BODY("for i: S do b := x[i] | b; b := y[i] & b; end;"), "`b`" },
        { BODY("for i: S do b := x[i] | b; if y[i] then b := false; end; end;"), "`b`" },
        { BODY("for i: S do if x[i] then k := 3; else k := 4; end; end;"), "`k`" },
        { BODY("for i: S do if x[i] then s := p; else s := s2; end; end;"), "`s`" },
    };
    ALL_SHOWN(shown);
    NONE_SHOWN(refused);
}

Test(symmetry, scratch)
{
    static const char *const shown[] = {
        BODY("for i: S do l := n[i]; if l > 3 then l := l - 1; end; n[i] := l; end;"),
        BODY("for i: S do ls := i; end; ls := p; s := ls;"),
        BODY("for i: S do lr.n := n[i]; lr.s := i; lr.b := true; r[i] := lr; end;"),
        BODY("for i: S do undefine lr; lr.s := i; r[i] := lr; end;"),
        BODY("for i: S do if x[i] then l := 1; else l := 2; end; n[i] := l; end;"),
        BODY("for i: S do for j: S do l := m[i][j]; m[i][j] := l; end; l2 := 1; n[i] := l2; end;"),
        BODY("for i: S do for j: S do l := 1; end; n[i] := l; end;"),
        BODY("while k > 0 do for i: S do l := n[i]; n[i] := 9 - l; end; k := k - 1; end;"),
        BODY("for i: S do l := 0; for c := 1 to 3 do l := l + c; end; n[i] := l; end;"),
    };
    static const struct refused refused[] = {
        { BODY("for i: S do l := n[i]; end; k := l;"), "may hold what the last round" },
        { BODY("l := 1; for i: S do n[i] := l; l := n[i]; end;"), "another read it" },
        { BODY("for i: S do if x[i] then l := 1; end; n[i] := l; l := 2; end;"), "`l`" },
        { BODY("for i: S do lr.s := i; r[i] := lr; lr.n := n[i]; end;"), "another read it" },
        { BODY("for c := 1 to 2 do for i: S do if c = 2 then n[i] := l; end; end; for i: S do l := n[i]; end; end;"), "may hold" },
        { BODY("for i: S do ls := i; end; if b then ls := p; end; s := ls;"), "may hold" },
        { WITH("procedure keep(var a: S; i: S); begin a := i; end;", "for i: S do keep(ls, i); end; s := ls;"), "may hold" },
        { WITH("procedure use(var a: S); begin s := a; end;", "for i: S do ls := i; end; use(ls);"), "may hold" },
    };
    ALL_SHOWN(shown);
    NONE_SHOWN(refused);
}

Test(symmetry, ends)
{
    static const char *const shown[] = {
        WITH("function any(): boolean; begin for i: S do if x[i] then return true; end; end; return false; end;", "b := any();"),
        WITH("function any(): boolean; var h: boolean; begin for i: S do for j: S do h := m[i][j] = 1; if h then return true; end; end; end; return false; end;", "b := any();"),
        BODY("for i: S do if x[i] then return; end; end; k := 1;"),
        BODY("for i: S do assert x[i]; if y[i] then error \"no\"; end; end;"),
        BODY("for i: S do cover x[i]; end;"),
        BODY("if exists i: S do x[i] & forall j: S do m[i][j] = 1 end end then k := 1; end;"),
    };
    static const struct refused refused[] = {
        { WITH("function any(): S; begin for i: S do if x[i] then return i; end; end; return p2(); end; function p2(): S; begin return s; end;", "s := any();"), "which value" },
        { WITH("function any(): 0..9; begin for i: S do if x[i] then return 1; else return 2; end; end; return 3; end;", "k := any();"), "which value" },
        { BODY("for i: S do if x[i] then return; end; n[i] := 1; end;"), "a return leaves" },
        { BODY("for i: S do if x[i] then return; end; cover y[i]; end;"), "a return leaves" },
        { BODY("for i: S do assume x[i]; end;"), "an assume" },
        { WITH("function f(i: S): boolean; begin n[i] := 1; return true; end;", "if exists i: S do f(i) end then end;"), "it stops at the first" },
        { WITH("function f(i: S): boolean; begin assume x[i]; return true; end;", "if exists i: S do f(i) end then end;"), "it stops at the first" },
        { WITH("procedure down(i: S; c: 0..9); begin if c > 0 then down(i, c - 1); end; s := i; end;", "for i: S do down(i, 3); end;"), "recursive" },
    };
    ALL_SHOWN(shown);
    NONE_SHOWN(refused);
}

Test(symmetry, each_scalarset_on_its_own)
{
    const char *text = BODY("for h: T do t := h; end; for i: S do x[i] := true; end;");
    expect_set(text, "S", NULL);
    expect_set(text, "T", "different things to `t`");
    text = BODY("for i: S do for h: T do k := g[h]; end; end;");
    expect_set(text, "S", "`k`");
    expect_set(text, "T", "`k`");
    text = BODY("for i: S do for h: T do n[i] := g[h]; end; end;");
    expect_set(text, "S", NULL);
    expect_set(text, "T", "`n`");
}

Test(symmetry, what_constants_rule_out)
{
    static const char *const list[] = {
        WITH("const F: false; ", "if F then for i: S do s := i; end; end;"),
        WITH("const F: false; ", "if !F then else for i: S do s := i; end; end; b := F & b;"),
        WITH("const F: 1; ", "switch F case 2: for i: S do s := i; end; end; while F = 2 do for i: S do s := i; end; end;"),
        MODEL("const F: false; ", "F & x[p] ==> ", "for i: S do s := i; end;"),
        MODEL("const F: false; ", "x[p] & F ==> ", "for i: S do s := i; end;"),
    };
    ALL_SHOWN(list);
    struct constant_override flag = {.name = "F", .value = "true"};
    struct model_text m = model_check_with(list[0], DIALECT_RUMUR, &flag, 1);
    cr_assert(m.good);
    cr_expect(set_of(&m, "S")->asymmetry);
    model_free(&m);
    expect_set("type S: scalarset(1); var s: S; startstate begin end; rule true ==> begin for i: S do s := i; end; end;", "S", NULL);
}

Test(symmetry, properties_and_start_states)
{
    const char *loop = "function any(): boolean; var l: S; begin for i: S do l := i; end; return l = s; end;";
    char text[600];
    static const char *const uses[] = {"invariant any();", "assume any();", "cover any();", "liveness any();",
                                       "rule any() ==> begin end;", "ruleset p: S do alias a: any() do rule a ==> begin end; end; end;"};
    for (unsigned i = 0; i < sizeof uses / sizeof *uses; i++) {
        snprintf(text, sizeof text, "type S: scalarset(3); var s: S; startstate begin end; %s %s", loop, uses[i]);
        expect_set(text, "S", "may hold");
    }
    snprintf(text, sizeof text, "type S: scalarset(3); var s: S; startstate begin for i: S do s := i; end; end; rule true ==> begin end;");
    struct model_text m = model_check(text);
    cr_expect(m.good && !set_of(&m, "S")->asymmetry && set_of(&m, "S")->start_asymmetry);
    model_free(&m);
}

Test(symmetry, clear_needs_a_least_value)
{
    static const char *const list[] = {"clear s;", "clear u;", "clear one;", "clear r;", "clear r[p];"};
    char text[3000];
    for (unsigned i = 0; i < sizeof list / sizeof *list; i++) {
        snprintf(text, sizeof text, "%s", BODY("@"));
        char *at = strchr(text, '@');
        char rest[600];
        snprintf(rest, sizeof rest, "%s", at + 1);
        snprintf(at, sizeof text - (size_t)(at - text), "%s%s", list[i], rest);
        model_refuses(text, "`clear` gives the least value");
    }
    model_accepts(BODY("clear net; clear nets; clear x; clear m; clear at; clear one.n;"));
}
