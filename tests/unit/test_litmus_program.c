/* SPDX-License-Identifier: BSD-2-Clause */
#include "litmus_text.h"

TestSuite(litmus_program, .timeout = 20);

struct running {
    struct litmus_text text;
    struct machine_program *program;
    int pc[PROGRAM_THREADS], registers[PROGRAM_THREADS][PROGRAM_REGISTERS];
};

static struct running begin(const char *text)
{
    struct running r = {.text = litmus_accepts(text)};
    r.program = machine_program_new(r.text.arena, r.text.diagnostics, r.text.test);
    cr_assert_not_null(r.program, "refused: %s", litmus_says(&r.text));
    for (unsigned t = 0; t < r.text.test->thread_count; t++)
        program_start(r.program, (int)t, &r.pc[t], r.registers[t]);
    return r;
}

static struct program_operation at(const struct running *r, int t)
{
    return program_next(r->program, t, r->pc[t], r->registers[t]);
}

static void complete(struct running *r, int t, int value)
{
    program_complete(r->program, t, &r->pc[t], r->registers[t], value);
}

static void refuses(const char *text, const char *words)
{
    struct litmus_text t = litmus_accepts(text);
    cr_expect_null(machine_program_new(t.arena, t.diagnostics, t.test));
    cr_expect(strstr(litmus_says(&t), words), "not '%s': %s", words, litmus_says(&t));
    litmus_free(&t);
}

/* ---- values ---- */

Test(litmus_program, values_are_codes)
{
    struct running r = begin("LISA t\n{ x=-4; p=x; }\n P0 ;\n w[na] x 7 ;\n r[na] r1 p ;\nscopes: (wg 0)\nexists (0:r1=x)\n");
    cr_expect_eq(program_value_count(r.program), 4);
    cr_expect_eq(program_value(r.program, 0).number, 0, "0 is always code 0");
    cr_expect_eq(program_value(r.program, 1).number, 7);
    cr_expect_eq(program_value(r.program, 2).number, -4);
    cr_expect_eq(program_value(r.program, 3).location, 0);
    cr_expect_eq(program_initial_value(r.program, 0), 2);
    cr_expect_eq(program_initial_value(r.program, 1), 3);
    cr_expect_eq(program_code(r.program, (struct litmus_value){5, -1}), -1);
    litmus_free(&r.text);
}

/* An address in an array and a number: the element so far on; beyond the array none, and the thread stands still. */
Test(litmus_program, addresses_in_an_array)
{
    struct running r = begin("LISA t\n{ q[3]={0,1,0}; i=2; 0:r5=q[1]; }\n P0 ;\n r[na] r1 i ;\n r[na] r2 q[r1] ;\n r[na] r3 r5+1 ;\n r[na] r4 r5+r1 ;\n"
                             "scopes: (wg 0)\nexists (0:r2=1 /\\ 0:r3=1 /\\ 0:r4=1)\n");
    complete(&r, 0, program_code(r.program, (struct litmus_value){2, -1}));
    cr_expect_eq(at(&r, 0).location, 2);
    complete(&r, 0, 0);
    cr_expect_eq(at(&r, 0).location, 2);
    complete(&r, 0, 0);
    cr_expect_eq(at(&r, 0).kind, PROGRAM_STALL);
    litmus_free(&r.text);
}

Test(litmus_program, increments_are_bounded_by_the_stores)
{
    struct running r = begin("LISA t\n{ x=0; }\n P0 | P1 ;\n rmw[rlx,wg] r1 (add r1 1) x | r[na] r1 x ;\n | mov r2 (add r1 1) ;\n | w[na] x r2 ;\n"
                             "scopes: (wg 0 1)\nexists (x=2)\n");
    cr_expect_geq(program_value_count(r.program), 3);
    cr_expect_leq(program_value_count(r.program), 4);
    cr_expect_eq(program_rmw(r.program, PROGRAM_ADD, 1, 1, 0), 2);
    cr_expect_eq(program_rmw(r.program, PROGRAM_ADD, 3, 1, 0), -2, "no run can hold 4");
    litmus_free(&r.text);
}

/* Counters side by side: each is bounded by its own increments. */
Test(litmus_program, increments_are_bounded_by_the_stores_of_their_location)
{
    struct running r = begin("LISA t\n{ x=0; y=0; z=0; }\n P0 | P1 ;\n"
                             " rmw[rlx,wg] r1 (add r1 1) x | rmw[rlx,wg] r1 (add r1 1) x ;\n"
                             " rmw[rlx,wg] r2 (add r2 1) y | rmw[rlx,wg] r2 (add r2 1) y ;\n"
                             " rmw[rlx,wg] r3 (add r3 1) z | rmw[rlx,wg] r3 (add r3 1) z ;\n"
                             "scopes: (wg 0 1)\nexists (x=2 /\\ y=2 /\\ z=2)\n");
    cr_expect_leq(program_value_count(r.program), 4);
    litmus_free(&r.text);
}

static void has_value(const struct running *r, int number)
{
    cr_expect_geq(program_code(r->program, (struct litmus_value){number, -1}), 0, "%d occurs", number);
}

/* One location's value is computed from another's, and that one's from it: 0 1 2 3 4. */
Test(litmus_program, a_chain_goes_from_one_location_to_another_and_back)
{
    struct running r = begin("LISA t\n{ x=0; y=0; }\n P0 | P1 ;\n r[na] r1 x | r[na] r1 y ;\n mov r3 (add r1 1) | mov r3 (add r1 1) ;\n w[na] y r3 | w[na] x r3 ;\n"
                             " r[na] r2 x | r[na] r2 y ;\n mov r4 (add r2 1) | mov r4 (add r2 1) ;\n w[na] y r4 | w[na] x r4 ;\n"
                             "scopes: (wg 0 1)\nexists (x=4)\n");
    for (int n = 1; n <= 4; n++)
        has_value(&r, n);
    litmus_free(&r.text);
}

/* What x may hold hangs on no other location; whether its store runs does. */
Test(litmus_program, a_store_that_another_location_lets_run)
{
    struct running r = begin("LISA t\n{ a=0; x=0; b=0; c=0; }\n P0 | P1 ;\n r[na] r1 a | rmw[rlx,wg] r5 (add r5 1) c ;\n"
                             " mov r9 (neq r1 8) | r[na] r2 c ;\n b[] r9 E | mov r2 (add r2 3) ;\n"
                             " rmw[rlx,wg] r2 (add r2 40) x | w[na] b r2 ;\n E: | r[na] r3 b ;\n"
                             " | mov r3 (add r3 4) ;\n | w[na] a r3 ;\n"
                             "scopes: (wg 0 1)\nexists (x=40)\n");
    has_value(&r, 8);
    has_value(&r, 40);
    litmus_free(&r.text);
}

/* A counter that has a bound stands beside a loop that computes what settles. */
Test(litmus_program, a_loop_that_settles_leaves_a_counter_its_bound)
{
    struct running r = begin("LISA t\n{ x=0; y=0; }\n P0 ;\n rmw[rlx,wg] r1 (add r1 1) x ;\n L: rmw[rlx,wg] r2 (xor r2 1) y ;\n b[] r2 L ;\n"
                             "scopes: (wg 0)\nexists (x=1)\n");
    cr_expect_leq(program_value_count(r.program), 3);
    litmus_free(&r.text);
}

/* An atomic that waits for a counter, and leaves it as it is. */
Test(litmus_program, a_loop_that_stores_what_it_finds_leaves_a_counter_its_bound)
{
    struct running r = begin("LISA t\n{ x=0; }\n P0 | P1 ;\n rmw[rlx,wg] r1 (add r1 1) x | L: rmw[rlx,wg] r2 (add r2 0) x ;\n"
                             " | mov r9 (neq r2 1) ;\n | b[] r9 L ;\n"
                             "scopes: (wg 0 1)\nexists (x=1)\n");
    cr_expect_leq(program_value_count(r.program), 3);
    litmus_free(&r.text);
}

Test(litmus_program, a_spin_lock_is_bounded)
{
    struct running r = begin("LISA t\n{ l=0; x=0; }\n P0 ;\n L: rmw[acq,wg] r8 1 l ;\n mov r9 (neq r8 0) ;\n b[] r9 L ;\n r[na] r1 x ;\n mov r2 (add r1 1) ;\n w[na] x r2 ;\n w[rel,wg] l 0 ;\n"
                             "scopes: (wg 0)\nexists (x=1)\n");
    cr_expect_leq(program_value_count(r.program), 3);
    litmus_free(&r.text);
}

Test(litmus_program, refuses_what_has_no_bound)
{
    refuses("LISA t\n{ x=0; }\n P0 ;\n L: rmw[rlx,wg] r1 (add r1 1) x ;\n b[] r1 L ;\nscopes: (wg 0)\n", "too many values");
    refuses("LISA t\n{ x=0; }\n P0 ;\n L: r[na] r1 x ;\n mov r2 (add r2 1) ;\n b[] r1 L ;\n w[na] x r2 ;\nscopes: (wg 0)\n", "too many values");
    refuses("LISA t\n{ x=0; p=x; }\n P0 ;\n r[na] r1 p ;\n mov r2 (add r1 1) ;\n w[na] x r2 ;\nscopes: (wg 0)\n", "computes with an address");
    refuses("LISA t\n{ a=0; b=0; c=0; d=0; e=0; g=0; h=0; i=0; j=0; }\n P0 ;\n w[na] a 1 ;\nscopes: (wg 0)\n", "at most 8 locations");
}

/* ---- running in order ---- */

Test(litmus_program, runs_local_instructions_at_once)
{
    struct running r = begin("LISA t\n{ x=0; }\n P0 | P1 ;\n mov r1 1 | w[na] x 1 ;\n L: r[acq,wg] r2 x | ;\n mov r9 (neq r2 1) | ;\n b[] r9 L | ;\n w[rel,agent] x r1 | ;\n mov r3 5 | ;\nscopes: (wg 0 1)\nexists (0:r3=5)\n");
    struct program_operation o = at(&r, 0);
    cr_expect(o.kind == PROGRAM_LOAD && o.order == LITMUS_ACQ && o.level == LITMUS_WG && o.location == 0);
    complete(&r, 0, 0);
    cr_expect_eq(at(&r, 0).kind, PROGRAM_LOAD, "0 loops");
    complete(&r, 0, 1);
    o = at(&r, 0);
    cr_expect(o.kind == PROGRAM_STORE && o.value == 1 && o.level == LITMUS_AGENT);
    complete(&r, 0, 0);
    cr_expect_eq(at(&r, 0).kind, PROGRAM_END);
    cr_expect_eq(program_value(r.program, r.registers[0][program_watch_register(r.program, 0)]).number, 5);
    litmus_free(&r.text);
}

Test(litmus_program, dead_registers_are_zero)
{
    struct running a = begin("LISA t\n{ x=0; y=0; }\n P0 ;\n r[na] r1 x ;\n w[na] y r1 ;\n w[na] x 1 ;\nscopes: (wg 0)\nexists (x=1)\n");
    complete(&a, 0, 1);
    cr_expect_eq(a.registers[0][0], 1, "it is still to be stored");
    complete(&a, 0, 0);
    cr_expect_eq(a.registers[0][0], 0, "nobody reads it any more");
    litmus_free(&a.text);
}

Test(litmus_program, results_that_nobody_reads_have_no_target)
{
    struct running r = begin("LISA t\n{ x=0; }\n P0 ;\n r[na] r1 x ;\n r[na] r1 x ;\nscopes: (wg 0)\nexists (0:r1=1)\n");
    cr_expect_eq(at(&r, 0).target, -1, "the second load overwrites it");
    complete(&r, 0, 1);
    cr_expect_eq(at(&r, 0).target, 0);
    cr_expect_eq(r.registers[0][0], 0);
    litmus_free(&r.text);
}

Test(litmus_program, a_pending_register_stalls_what_reads_it)
{
    struct running r = begin("LISA t\n{ x=1; y=0; }\n P0 ;\n r[na] r1 x ;\n w[na] y 1 ;\n mov r2 (add r1 1) ;\n w[na] y r2 ;\nscopes: (wg 0)\nexists (y=1)\n");
    int target = at(&r, 0).target;
    program_issue(r.program, 0, &r.pc[0], r.registers[0]);
    cr_expect_eq(r.registers[0][target], program_pending(r.program));
    cr_expect_eq(at(&r, 0).kind, PROGRAM_STORE, "a later store goes ahead");
    program_issue(r.program, 0, &r.pc[0], r.registers[0]);
    cr_expect_eq(at(&r, 0).kind, PROGRAM_STALL);
    program_bind(r.program, 0, &r.pc[0], r.registers[0], target, 1);
    cr_expect(at(&r, 0).kind == PROGRAM_STORE && at(&r, 0).value == 2);
    litmus_free(&r.text);
}

Test(litmus_program, read_modify_writes)
{
    struct running r = begin("LISA t\n{ a=0; b=0; c=0; d=0; e=3; g=1; }\n P0 ;\n rmw[rlx,wg] r1 (add r1 2) a ;\n rmw[rlx,wg] r2 (add 1 r1) b ;\n rmw[rlx,wg] r3 (cas 2 3) c ;\n rmw[rlx,wg] r4 (eq r4 3) d ;\n rmw[rlx,wg] r5 r5 e ;\n rmw[rlx,wg] r6 (add r6 r6) g ;\nscopes: (wg 0)\nexists (0:r1=1)\n");
    struct program_operation o = at(&r, 0);
    cr_expect(o.rmw == PROGRAM_ADD && o.value == 2);
    complete(&r, 0, 0);
    o = at(&r, 0);
    cr_expect(o.rmw == PROGRAM_EXCHANGE && o.value == 1, "the target is not in it: 1 + r1");
    complete(&r, 0, 0);
    o = at(&r, 0);
    cr_expect(o.rmw == PROGRAM_CAS && o.expected == 2 && o.value == 3);
    cr_expect_eq(program_rmw(r.program, o.rmw, 2, o.value, o.expected), 3);
    cr_expect_eq(program_rmw(r.program, o.rmw, 1, o.value, o.expected), -1);
    complete(&r, 0, 0);
    o = at(&r, 0);
    cr_expect_eq(program_rmw(r.program, o.rmw, 3, o.value, o.expected), 1);
    cr_expect_eq(program_rmw(r.program, o.rmw, 2, o.value, o.expected), 0);
    complete(&r, 0, 0);
    o = at(&r, 0);
    cr_expect_eq(program_rmw(r.program, o.rmw, 3, o.value, o.expected), 3, "what it held");
    complete(&r, 0, 0);
    o = at(&r, 0);
    cr_expect_eq(program_rmw(r.program, o.rmw, 1, o.value, o.expected), 2);
    litmus_free(&r.text);
}

Test(litmus_program, an_address_in_a_register)
{
    struct running r = begin("LISA t\n{ x=0; p=x; }\n P0 ;\n r[na] r1 p ;\n w[na] r1 1 ;\nscopes: (wg 0)\nexists (x=1)\n");
    complete(&r, 0, program_code(r.program, (struct litmus_value){0, 0}));
    cr_expect(at(&r, 0).kind == PROGRAM_STORE && at(&r, 0).location == 0);
    litmus_free(&r.text);
}

/* ---- windows ---- */

static const char window_test[] =
    "LISA t\n{ x=1; y=0; }\n P0 ;\n r[acq,wg] r1 x ;\n mov r9 (neq r1 1) ;\n b[] r9 E ;\n mov r2 (add r1 1) ;\n w[na] y r2 ;\n E: ;\n r[na] r3 y ;\nscopes: (wg 0)\nexists (0:r3=1)\n";

static void unknown(int *results)
{
    for (int i = 0; i < PROGRAM_WINDOW; i++)
        results[i] = PROGRAM_UNKNOWN;
}

Test(litmus_program, a_window_ends_at_a_branch_without_a_guess)
{
    struct running r = begin(window_test);
    struct program_entry e[PROGRAM_WINDOW];
    int results[PROGRAM_WINDOW];
    unknown(results);
    cr_assert_eq(program_window(r.program, 0, r.pc[0], r.registers[0], results, e, PROGRAM_WINDOW), 2);
    cr_expect(!e[0].branch && e[0].located && e[0].operation.order == LITMUS_ACQ);
    cr_expect(e[1].branch && e[1].taken == PROGRAM_UNKNOWN && e[1].value_from == 1);
    results[1] = 0;
    cr_assert_eq(program_window(r.program, 0, r.pc[0], r.registers[0], results, e, PROGRAM_WINDOW), 4);
    cr_expect(e[2].operation.kind == PROGRAM_STORE && !e[2].valued && e[2].value_from == 1 && e[2].control_from == 2);
    results[1] = 1;
    cr_assert_eq(program_window(r.program, 0, r.pc[0], r.registers[0], results, e, PROGRAM_WINDOW), 3);
    cr_expect_eq(e[2].operation.kind, PROGRAM_LOAD);
    results[0] = 1; /* now the guess is wrong */
    cr_assert_eq(program_window(r.program, 0, r.pc[0], r.registers[0], results, e, PROGRAM_WINDOW), 2);
    cr_expect_eq(e[1].taken, 0);
    litmus_free(&r.text);
}

Test(litmus_program, retiring_is_running)
{
    struct running r = begin(window_test), s = begin(window_test);
    struct program_entry e[PROGRAM_WINDOW];
    int results[PROGRAM_WINDOW];
    unknown(results);
    results[0] = 1;
    cr_assert_eq(program_window(r.program, 0, r.pc[0], r.registers[0], results, e, PROGRAM_WINDOW), 4);
    cr_expect(e[2].valued && e[2].operation.value == 2);
    results[1] = 0;
    program_retire(r.program, 0, &r.pc[0], r.registers[0], results, 2);
    complete(&s, 0, 1);
    cr_expect_eq(r.pc[0], s.pc[0]);
    cr_expect_arr_eq(r.registers[0], s.registers[0], sizeof r.registers[0]);
    litmus_free(&r.text);
    litmus_free(&s.text);
}
