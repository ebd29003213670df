/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * operator.c - one function for all operators: the analysis of a test and its
 * runs compute alike.
 */
#include "operator.h"

/* A number is added to an address in an array; beyond the array there is no address. */
static bool add_to_address(struct litmus_value address, struct litmus_value number, struct litmus_value *result)
{
    int64_t n = number.number;

    *result = operator_is_zero(number) ? address
            : n > 0 && n < address.number ? (struct litmus_value){address.number - n, address.location + (int)n} : operator_number(0);
    return operator_is_zero(number) || (number.location < 0 && address.number > 0);
}

/* By 0 it is 0, as no test may rest on; the least number by -1 is itself. */
static int64_t quotient(int64_t a, int64_t b)
{
    return b == 0 ? 0 : b == -1 ? (int64_t)-(uint64_t)a : a / b;
}

bool operator_apply(enum litmus_operator operator, struct litmus_value a, struct litmus_value b,
                    struct litmus_value *result)
{
    uint64_t x = (uint64_t)a.number, y = (uint64_t)b.number;
    bool numbers = a.location < 0 && b.location < 0;

    switch (operator) {
    case OPERATOR_COPY: *result = a; return true;
    case OPERATOR_EQ: *result = operator_number(litmus_value_equal(a, b)); return true;
    case OPERATOR_NE: *result = operator_number(!litmus_value_equal(a, b)); return true;
    case OPERATOR_ADD:
        if (!numbers)
            return a.location >= 0 ? add_to_address(a, b, result) : add_to_address(b, a, result);
        *result = operator_number((int64_t)(x + y));
        return true;
    case OPERATOR_SUB:
    case OPERATOR_XOR:
        *result = numbers ? operator_number((int64_t)(operator == OPERATOR_SUB ? x - y : x ^ y)) : operator_number(0);
        return numbers || litmus_value_equal(a, b);
    case OPERATOR_AND: *result = numbers ? operator_number((int64_t)(x & y)) : a; return numbers || litmus_value_equal(a, b);
    case OPERATOR_OR: *result = numbers ? operator_number((int64_t)(x | y)) : a; return numbers || litmus_value_equal(a, b);
    case OPERATOR_MUL: *result = operator_number((int64_t)(x * y)); return numbers;
    case OPERATOR_DIV: *result = operator_number(quotient(a.number, b.number)); return numbers;
    case OPERATOR_MIN: *result = a.number < b.number ? a : b; return numbers;
    case OPERATOR_MAX: *result = a.number < b.number ? b : a; return numbers;
    case OPERATOR_LT: *result = operator_number(a.number < b.number); return numbers;
    case OPERATOR_LE: *result = operator_number(a.number <= b.number); return numbers;
    case OPERATOR_GT: *result = operator_number(a.number > b.number); return numbers;
    case OPERATOR_GE: *result = operator_number(a.number >= b.number); return numbers;
    case OPERATOR_CAS: break;
    }
    return false;
}
