/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * printed.c - read a published cell as far as it speaks of the next state.
 *
 * Between semicolons a cell has parts, and a part is for one case where it begins
 * with a condition in parentheses, or with `else:`.  A part without one is for all cases.
 */
#include "printed.h"

#include <string.h>

#include "../base/text.h"

struct parts {
    unsigned cases, leading; /* parts for one case; those of them that lead to a state */
    bool otherwise;          /* one begins with `else:` */
    bool always;             /* a part for all cases leads to a state */
};

static int row_named(const char *const *rows, unsigned count, const char *at)
{
    size_t length = strcspn(at, " ,;/)");
    for (unsigned i = 0; i < count; i++)
        if (strlen(rows[i]) == length && !strncmp(rows[i], at, length))
            return (int)i;
    return -1;
}

/* The row after `->` in a part, or the one that the cell begins with; -1: none. */
static int next_in(const char *part, size_t length, bool first, const char *const *rows, unsigned count)
{
    for (size_t i = 0; i + 2 < length; i++)
        if (part[i] == '-' && part[i + 1] == '>')
            return row_named(rows, count, part + i + 2 + strspn(part + i + 2, " "));
    return first ? row_named(rows, count, part) : -1;
}

static void read_part(struct printed *printed, struct parts *parts, const char *part, int row)
{
    bool otherwise = !strncmp(part, "else:", 5), one_case = otherwise || *part == '(';
    parts->cases += one_case;
    parts->leading += one_case && row >= 0;
    parts->otherwise |= otherwise;
    parts->always |= !one_case && row >= 0;
    if (row >= 0)
        printed->next |= UINT32_C(1) << row;
}

struct printed printed_read(const char *text, const char *const *rows, unsigned row_count)
{
    struct printed printed = {0};
    struct parts parts = {0};
    for (const char *part = text; *part;) {
        part += strspn(part, " ;");
        size_t length = strcspn(part, ";");
        read_part(&printed, &parts, part, next_in(part, length, part == text, rows, row_count));
        part += length;
    }
    /* Two conditions that both lead on are taken for all cases that there are. */
    bool all_lead = parts.leading && parts.leading == parts.cases && (parts.otherwise || parts.cases > 1);
    printed.stays = !parts.always && !all_lead;
    return printed;
}

/* ---- cases ---- */

/* Whether "(store/atomic?) ..." is for the case "store". */
static bool is_for(const char *part, const char *its_case)
{
    size_t length = strlen(its_case);
    for (const char *at = part + 1; *part == '(' && *at && *at != ')'; at += strcspn(at, "/)")) {
        at += *at == '/';
        if (!strncmp(at, its_case, length) && strchr("/?)", at[length]) && at[length])
            return true;
    }
    return false;
}

static bool is_for_any(const char *part, const char *const *cases, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (is_for(part, cases[i]))
            return true;
    return false;
}

/* The part without its condition, where it is of the case; as it is, where it is of no case; else NULL. */
static const char *in_case(const char *part, const char *its_case, const char *const *cases, unsigned count)
{
    bool of_else = !strncmp(part, "else:", 5);
    if (of_else)
        return !strcmp(its_case, "else") ? part + 5 : NULL;
    if (is_for(part, its_case))
        return part + strcspn(part, ")") + 1;
    return is_for_any(part, cases, count) ? NULL : part;
}

const char *printed_case(struct arena *arena, const char *text, const char *its_case, const char *const *cases, unsigned case_count)
{
    struct text out = {0};
    for (const char *part = text; *part;) {
        part += strspn(part, " ;");
        size_t length = strcspn(part, ";");
        const char *kept = in_case(part, its_case, cases, case_count);
        if (kept) {
            kept += strspn(kept, " ");
            text_put(&out, out.length ? "; " : "");
            text_add(&out, kept, (size_t)(part + length - kept));
        }
        part += length;
    }
    const char *said = arena_format(arena, "%s", out.bytes ? out.bytes : "");
    text_free(&out);
    return said;
}
