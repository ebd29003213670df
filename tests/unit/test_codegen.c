/* SPDX-License-Identifier: BSD-2-Clause */
/* The generated code by hand-derived expectations; tests/suites/30-agree puts
 * it beside the interpreter. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/codegen.h"
#include "small_model.h"
#include "model/groups.h"

static uint32_t property_at(const struct model *model, enum model_property_kind kind)
{
    for (uint32_t i = 0; i < model->property_count; i++)
        if (model->properties[i].kind == kind)
            return i;
    return MODEL_NO_PROPERTY;
}

/* Fire instance 0 of a rule with this body from a = 1, c[0] = 0 and expect a fault. */
static void expect_fault(const char *body, enum model_property_kind kind, unsigned column)
{
    struct text text = {0};
    text_format(&text,
                "type S: 0..3; var a: S; b: S; c: array[S] of S; m: multiset[1] of S;\n"
                "big: 0..9223372036854775806;\n"
                "function f(x: S): S; begin return f(x); end;\n"
                "function g(x: S): S; begin if x = 0 then return 1; end; end;\n"
                "startstate begin a := 1; c[0] := 0; big := 9223372036854775806; end;\n"
                "rule true ==> begin\n%s\nend;", body);
    struct small_model *s = small_model(text.bytes, NULL);
    small_start(s);
    s->model->expand(&s->x);
    cr_assert_eq(s->violated_count, 1, "%s: %u violations", body, s->violated_count);
    const struct model_property *p = &s->model->properties[s->violated[0]];
    cr_assert_eq(p->kind, kind, "%s: kind %d", body, (int)p->kind);
    cr_assert_eq(s->where[0], MODEL_IN_FIRING);
    if (column)
        cr_assert(p->place.line == 7 && p->place.column == column, "%s: at %u:%u", body, p->place.line, p->place.column);
    cr_assert_eq(s->emitted_count, 0);
    cr_assert_eq(s->x.fired, 1);
    small_free(s);
    text_free(&text);
}

Test(codegen, faults_and_their_places)
{
    expect_fault("a := a + 3;", MODEL_RANGE, 6);
    expect_fault("a := b;", MODEL_UNDEFINED_READ, 6);
    expect_fault("a := c[a + 3];", MODEL_INDEX, 8);
    expect_fault("c[a + 3] := b;", MODEL_INDEX, 3);
    expect_fault("a := a / c[0];", MODEL_DIVISION, 6);
    expect_fault("a := a % c[0];", MODEL_DIVISION, 6);
    expect_fault("big := big + 2;", MODEL_OVERFLOW, 8);
    expect_fault("big := big * 2;", MODEL_OVERFLOW, 8);
    expect_fault("big := 0 - big - 3;", MODEL_OVERFLOW, 8);
    expect_fault("a := 1 << (a * 64);", MODEL_SHIFT, 6);
    expect_fault("while true do a := 1; end;", MODEL_LOOP, 1);
    expect_fault("for i := 0 to 3 by c[0] do a := 1; end;", MODEL_LOOP, 0);
    expect_fault("a := f(a);", MODEL_RECURSION, 0);
    expect_fault("a := g(a);", MODEL_RETURN, 0);
    expect_fault("multisetadd(a, m); multisetadd(a, m);", MODEL_MULTISET, 20);
    expect_fault("assert a = 0;", MODEL_ASSERT, 0);
    expect_fault("error \"no\";", MODEL_ERROR, 0);
}

Test(codegen, instances_go_by_parameter_first_slowest)
{
    struct small_model *s = small_model("var a: 0..9; b: 0..9;\n"
                                        "startstate begin a := 0; b := 0; end;\n"
                                        "rule \"first\" a = 9 ==> begin end;\n"
                                        "ruleset i := 1 to 2; k := 6 to 2 by -2 do rule \"r\" k != 4 ==> begin a := i; b := k; end; end;",
                                        NULL);
    const struct model *m = s->model;
    cr_assert_eq(m->rule_count, 2);
    cr_assert_eq(m->rule_instances, 7);
    cr_assert_eq(m->rules[1].first_instance, 1);
    cr_assert_eq(m->rules[1].parameter_count, 2);
    cr_assert_eq(m->rules[1].parameters[1].step, -2);
    small_start(s);
    m->expand(&s->x);
    static const int64_t expected[][3] = {{1, 1, 6}, {3, 1, 2}, {4, 2, 6}, {6, 2, 2}};
    cr_assert_eq(s->emitted_count, 4);
    for (unsigned i = 0; i < 4; i++) {
        cr_assert_eq((int64_t)s->instances[i], expected[i][0]);
        cr_assert_eq(small_leaf(s, s->emitted[i], 0), expected[i][1]);
        cr_assert_eq(small_leaf(s, s->emitted[i], 1), expected[i][2]);
    }
    small_clear(s);
    m->fire(&s->x, 4);
    cr_assert_eq(s->emitted_count, 1);
    m->fire(&s->x, 5);
    cr_assert_eq(s->emitted_count, 1);
    small_free(s);
}

Test(codegen, a_firing_that_changes_nothing_is_no_progress)
{
    struct small_model *s = small_model("var a: 0..1; startstate begin a := 0; end; rule true ==> begin a := 0; end;", NULL);
    small_start(s);
    s->model->expand(&s->x);
    cr_assert(s->emitted_count == 1 && !s->moved[0] && s->x.fired == 1 && s->x.progressed == 0);
    small_free(s);
}

Test(codegen, assumptions)
{
    struct small_model *s = small_model("var a: 0..9; startstate begin a := 0; end;\n"
                                        "ruleset i := 0 to 3 do rule true ==> begin a := i; assume i != 1; cover i = 1; end; end;\n"
                                        "assume a != 2;", NULL);
    small_start(s);
    s->model->expand(&s->x);
    cr_assert_eq(s->emitted_count, 2, "the local one drops 1, the global one 2");
    cr_assert_eq(s->x.fired, 3, "a target that is refused counts as fired");
    cr_assert_eq(s->x.progressed, 2);
    cr_assert_eq(s->x.covered[property_at(s->model, MODEL_COVER)], 0, "what a dropped firing covers does not count");
    small_free(s);
}

Test(codegen, a_skipped_property_is_as_if_not_written)
{
    struct small_model *s = small_model("var a: 0..1; b: 0..9; startstate begin a := 0; end;\n"
                                        "rule true ==> begin assert a = 1; b := 1; end;\n"
                                        "rule true ==> begin a := 2; b := 2; end;\n", NULL);
    unsigned char *enabled = (unsigned char *)s->x.enabled;
    enabled[property_at(s->model, MODEL_ASSERT)] = 0;
    enabled[property_at(s->model, MODEL_RANGE)] = 0;
    small_start(s);
    s->model->expand(&s->x);
    cr_assert_eq(s->violated_count, 0);
    cr_assert_eq(s->emitted_count, 1, "the assertion passes, the firing out of range is dropped");
    cr_assert_eq(s->x.fired, 1);
    small_free(s);
}

Test(codegen, a_fault_in_a_guard_lies_in_the_state)
{
    struct small_model *s = small_model("var a: 0..1; b: 0..1; startstate begin a := 0; end;\n"
                                        "rule a = 1 & b = 0 ==> begin end; rule b = 0 & a = 1 ==> begin end;", NULL);
    small_start(s);
    s->model->expand(&s->x);
    cr_assert_eq(s->violated_count, 1, "the first guard ends before it reads b");
    cr_assert_eq(s->where[0], MODEL_IN_STATE);
    cr_assert_eq(s->model->properties[s->violated[0]].place.column, 40);
    small_free(s);
}

/* `c[i] = 1` may fail, so `b = 0`, which reads the undefined, must not pass it. */
Test(codegen, hoisting_keeps_the_order_of_faults)
{
    struct small_model *s = small_model("var a: 0..1; b: 0..1; c: array[0..2] of 0..1;\n"
                                        "startstate begin a := 0; for i := 0 to 2 do c[i] := 0; end; end;\n"
                                        "ruleset i: 0..2 do rule c[i] = 1 & b = 0 ==> begin end; rule i = 1 & a = 0 ==> begin a := 1; end; end;", NULL);
    small_start(s);
    s->model->expand(&s->x);
    cr_assert_eq(s->violated_count, 0);
    cr_assert_eq(s->emitted_count, 1);
    small_free(s);
}

Test(codegen, invariants_antecedents_and_covers)
{
    struct small_model *s = small_model("var a: 0..3; startstate begin a := 0; end; rule a < 3 ==> begin a := a + 1; end;\n"
                                        "ruleset i: 0..2 do invariant \"even\" a = i -> i != 2; end;\n"
                                        "invariant \"never\" a = 3 -> true;\n cover \"two\" a = 2; liveness \"l\" a = 3;", NULL);
    const struct model *m = s->model;
    uint32_t even = property_at(m, MODEL_INVARIANT);
    const struct model_property *p = &m->properties[even];
    small_start(s);
    cr_assert(m->check(&s->x));
    cr_assert_eq(s->x.antecedent[even], 1);
    cr_assert_eq(s->x.antecedent[even + 1], 0);
    cr_assert_str_eq(p->name, "even");
    cr_assert(p->has_antecedent && p->instances == 3 && p->parameter_count == 1);
    for (unsigned i = 0; i < 2; i++) {
        m->expand(&s->x);
        small_step(s, 0);
    }
    cr_assert_eq(m->holds(&s->x, property_at(m, MODEL_LIVENESS), 0), 0);
    cr_assert(!m->check(&s->x));
    cr_assert(s->violated_count == 1 && s->violated[0] == even && s->where[0] == MODEL_IN_STATE);
    cr_assert_eq(s->x.covered[property_at(m, MODEL_COVER)], 1);
    small_clear(s);
    m->expand(&s->x);
    small_step(s, 0);
    cr_assert_eq(m->holds(&s->x, property_at(m, MODEL_LIVENESS), 0), 1);
    small_free(s);
}

static int64_t add_and_count(void *host, int64_t *arguments)
{
    int64_t *calls = host;
    ++*calls;
    arguments[1] = arguments[1] == MODEL_UNDEFINED ? 0 : arguments[1] + arguments[0];
    return arguments[0];
}

Test(codegen, externals_are_called_and_checked)
{
    struct small_model *s = small_model("var a: 0..3; b: 0..3;\n"
                                        "external function Host(x: 0..3; var y: 0..3): 0..2;\n"
                                        "startstate begin a := 2; end; rule true ==> begin a := Host(a, b); end;", NULL);
    int64_t calls = 0;
    struct model_external_binding binding = {add_and_count, &calls, 0};
    s->x.bindings = &binding;
    cr_assert_eq(groups_binding(s->model)->external_count, 1);
    cr_assert_str_eq(groups_binding(s->model)->externals[0].signature, "iir");
    small_start(s);
    for (int64_t expected = 0; expected <= 2; expected += 2) {
        s->model->expand(&s->x);
        cr_assert_eq(s->emitted_count, 1);
        cr_assert_eq(small_leaf(s, s->emitted[0], 1), expected);
        small_step(s, 0);
    }
    s->model->expand(&s->x);
    cr_assert(s->violated_count == 1 && s->model->properties[s->violated[0]].kind == MODEL_RANGE, "4 is outside 0..3");
    cr_assert_eq(calls, 3);
    small_free(s);
}

Test(codegen, the_same_model_gives_the_same_text)
{
    const char *model = "type S: scalarset(3); var a: array[S] of 0..3; startstate begin clear a; end;"
                        "ruleset s: S do rule a[s] < 3 ==> begin a[s] := a[s] + 1; end; end;";
    struct text one = {0}, two = {0};
    struct arena *arena = arena_new();
    codegen_program(&one, small_program(arena, model));
    codegen_program(&two, small_program(arena, model));
    cr_assert_str_eq(one.bytes, two.bytes);
    text_free(&one);
    text_free(&two);
    arena_free(arena);
}

/* ---- symmetry, against all renamings ---- */

/* next[i] and who relate elements to each other; mat is a relation; pair joins
 * two scalarsets. */
static const char *const tangled =
    "type P: scalarset(4); D: scalarset(2);\n"
    "var next: array[P] of P; mat: array[P] of array[P] of boolean; pair: array[P] of D; who: P; box: multiset[2] of P;\n"
    "startstate begin end; rule true ==> begin end;";

/* Leaves: next 4, mat 16, pair 4, who 1, box 2 x 2. */
static void rename_tangled(const int64_t *in, int64_t *out, const unsigned *p, const unsigned *d)
{
#define P(v) ((v) == MODEL_UNDEFINED ? (v) : (int64_t)p[v])
    for (unsigned i = 0; i < 4; i++) {
        out[p[i]] = P(in[i]);
        for (unsigned j = 0; j < 4; j++)
            out[4 + 4 * p[i] + p[j]] = in[4 + 4 * i + j];
        out[20 + p[i]] = in[20 + i] == MODEL_UNDEFINED ? in[20 + i] : (int64_t)d[in[20 + i]];
    }
    out[24] = P(in[24]);
    for (unsigned i = 0; i < 2; i++) {
        out[25 + 2 * i] = in[25 + 2 * i];
        out[26 + 2 * i] = P(in[26 + 2 * i]);
    }
#undef P
}

static bool next_permutation(unsigned *p, unsigned n)
{
    unsigned i = n - 1;
    while (i > 0 && p[i - 1] > p[i])
        i--;
    if (i == 0)
        return false;
    unsigned j = n - 1;
    while (p[j] < p[i - 1])
        j--;
    unsigned t = p[i - 1];
    p[i - 1] = p[j], p[j] = t;
    for (j = n - 1; i < j; i++, j--)
        t = p[i], p[i] = p[j], p[j] = t;
    return true;
}

static int64_t random_leaf(unsigned values, unsigned density)
{
    return (unsigned)rand() % 100 < density ? (int64_t)((unsigned)rand() % values) : MODEL_UNDEFINED;
}

static void random_tangled(int64_t *leaves)
{
    unsigned density = (unsigned)rand() % 101;
    for (unsigned i = 0; i < 4; i++) {
        leaves[i] = random_leaf(4, density);
        leaves[20 + i] = random_leaf(2, density);
    }
    for (unsigned i = 0; i < 16; i++)
        leaves[4 + i] = random_leaf(2, rand() % 2 ? density : 0);
    leaves[24] = random_leaf(4, density);
    for (unsigned i = 0; i < 2; i++) {
        leaves[25 + 2 * i] = rand() % 2;
        leaves[26 + 2 * i] = leaves[25 + 2 * i] ? random_leaf(4, 90) : MODEL_UNDEFINED;
    }
}

Test(codegen, orbits_have_one_representative)
{
    struct small_model *s = small_model(tangled, NULL);
    const struct model *m = s->model;
    cr_assert_eq(m->leaf_count, 29);
    cr_assert_eq(m->symmetry->permutation_size, 6);
    size_t bytes = m->packed_words * 8;
    s->x.symmetry = MODEL_SYMMETRY_EXACT;
    srand(7);
    for (unsigned round = 0; round < 400; round++) {
        int64_t leaves[29], image[29];
        uint64_t packed[16], first[16], other[16];
        uint16_t to[6];
        bool in_orbit = false;
        random_tangled(leaves);
        m->encode(leaves, packed);
        m->symmetry->canonicalise(&s->x, packed, first, to);
        unsigned p[4] = {0, 1, 2, 3};
        do {
            for (unsigned swap = 0; swap < 2; swap++) {
                unsigned d[2] = {swap, 1 - swap};
                rename_tangled(leaves, image, p, d);
                m->encode(image, packed);
                m->symmetry->canonicalise(&s->x, packed, other, NULL);
                cr_assert_eq(memcmp(first, other, bytes), 0, "round %u: two representatives", round);
                s->x.symmetry = MODEL_SYMMETRY_OFF;
                m->symmetry->canonicalise(&s->x, packed, packed, NULL);
                s->x.symmetry = MODEL_SYMMETRY_EXACT;
                in_orbit |= memcmp(packed, first, bytes) == 0;
                bool reported = to[4] == d[0] && to[5] == d[1];
                for (unsigned i = 0; i < 4; i++)
                    reported &= to[i] == p[i];
                if (reported)
                    cr_assert_eq(memcmp(packed, first, bytes), 0, "round %u: not the renaming reported", round);
            }
        } while (next_permutation(p, 4));
        cr_assert(in_orbit, "round %u: the representative lies outside the orbit", round);
    }
    small_free(s);
}

/* Every orbit of the small model, counted by brute force over all its states. */
Test(codegen, distinct_orbits_stay_distinct)
{
    struct small_model *s = small_model("type P: scalarset(3); var next: array[P] of P; who: P;\n"
                                        "startstate begin end; rule true ==> begin end;", NULL);
    const struct model *m = s->model;
    s->x.symmetry = MODEL_SYMMETRY_EXACT;
    unsigned representatives = 0, orbits = 0;
    for (unsigned code = 0; code < 256; code++) {
        int64_t leaves[4];
        uint64_t packed[16] = {0}, canonical[16] = {0};
        for (unsigned i = 0; i < 4; i++)
            leaves[i] = (code >> 2 * i & 3) ? (int64_t)(code >> 2 * i & 3) - 1 : MODEL_UNDEFINED;
        m->encode(leaves, packed);
        m->symmetry->canonicalise(&s->x, packed, canonical, NULL);
        representatives += packed[0] == canonical[0];
        unsigned p[3] = {0, 1, 2};
        bool least = true;
        do {
            unsigned image = 0;
            for (unsigned i = 0; i < 4; i++) {
                unsigned value = code >> 2 * i & 3;
                image |= (value ? p[value - 1] + 1 : 0) << 2 * (i < 3 ? p[i] : 3);
            }
            least &= image >= code;
        } while (next_permutation(p, 3));
        orbits += least;
    }
    cr_assert_eq(representatives, orbits);
    small_free(s);
}

Test(codegen, a_multiset_has_no_order)
{
    struct small_model *s = small_model("var m: multiset[3] of 0..4; startstate begin end;\n"
                                        "ruleset i: 0..4 do rule true ==> begin multisetadd(i, m); end; end;\n"
                                        "choose c: m do rule m[c] > 0 ==> begin multisetremove(c, m); end; end;", NULL);
    small_start(s);
    uint64_t both[2];
    for (unsigned order = 0; order < 2; order++) {
        small_start(s);
        s->model->fire(&s->x, order ? 1 : 3);
        small_step(s, 0);
        s->model->fire(&s->x, order ? 3 : 1);
        small_step(s, 0);
        both[order] = s->source[0];
    }
    cr_assert_eq(both[0], both[1]);
    s->model->expand(&s->x);
    cr_assert_eq(s->emitted_count, 5 + 2, "a choose fires once for each element");
    small_free(s);
}
