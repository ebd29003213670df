/* SPDX-License-Identifier: BSD-2-Clause */
/* test_printed.c - what the cells of published tables say of the next state. */
#include <criterion/criterion.h>

#include "audit/printed.h"

enum { I, V, V_M, S_M, ROWS };
static const char *const rows[ROWS] = {"I", "V", "V_M", "S_M"};

static void expect(const char *text, uint32_t next, bool stays)
{
    struct printed printed = printed_read(text, rows, ROWS);
    cr_expect_eq(printed.next, next, "%s: next %x", text, (unsigned)printed.next);
    cr_expect_eq(printed.stays, stays, "%s: stays %d", text, printed.stays);
}

Test(printed, next_states)
{
    expect("hit", 0, true);
    expect("GETS -> V_M", 1 << V_M, false);
    expect("-> I", 1 << I, false);
    expect("(dirty?) WB; -> I", 1 << I, false);
    expect("store done; (pending 0?) -> V", 1 << V, true);
    expect("(private?) ACK; else: INV -> S_M", 1 << S_M, true);
    expect("DATA; (multiple?) -> V; else: -> I", 1 << V | 1 << I, false);
    expect("reset sharer; (store?) ACK -> V; (atomic?) DATA -> I", 1 << V | 1 << I, false);
    expect("V / LD", 1 << V, false);
    expect("V_M", 1 << V_M, false);
    expect("VALID", 0, true);
    expect("", 0, true);
}

static void expect_case(const char *text, const char *its_case, const char *other, const char *said)
{
    struct arena *arena = arena_new();
    cr_expect_str_eq(printed_case(arena, text, its_case, &other, 1), said, "%s of %s", its_case, text);
    arena_free(arena);
}

Test(printed, cases)
{
    expect_case("(TS==?) ACK; else: DATA; -> V", "TS==", "else", "ACK; -> V");
    expect_case("(TS==?) ACK; else: DATA; -> V", "else", "TS==", "DATA; -> V");
    expect_case("(dirty?) WB; -> I", "else", "dirty", "-> I");
    expect_case("(load?) x; (store/atomic?) y; (pending 0?) -> I", "atomic", "load", "y; (pending 0?) -> I");
    expect_case("(load?) x; (store/atomic?) y; (pending 0?) -> I", "load", "atomic", "x; (pending 0?) -> I");
}
