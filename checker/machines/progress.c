/* SPDX-License-Identifier: BSD-2-Clause */
/* progress.c - see progress.h. */
#include "progress.h"

#include <string.h>

enum kind { GOES_ROUND, BY_SCHEDULER, BY_MACHINE, KINDS };

static const struct {
    const char *name;
    enum scheduler_finding finding;
} kinds[KINDS] = {
    [GOES_ROUND] = {"the program ends where every thread goes on", FOUND_ROUND},
    [BY_SCHEDULER] = {"the program ends, whomever the scheduler leaves out", FOUND_SCHEDULER},
    [BY_MACHINE] = {"the program ends, whatever the machine refuses", FOUND_MACHINE},
};

/* Where a thread need not take a step. */
static void put_excuse(struct text *out, enum kind kind, unsigned t)
{
    switch (kind) {
    case GOES_ROUND:
        text_format(out, "HasEnded(%u)", t);
        break;
    case BY_SCHEDULER:
        text_format(out, "!MustGoOn(%u)", t);
        break;
    default:
        text_format(out, "!(MustGoOn(%u) & MayGoOn(%u))", t, t);
    }
}

/* Rule "issue" of the drivers, "perform" of that of the reference machines: the thread is the first parameter.  Machine
 * steps alone go on for ever only while no thread can take one. */
static void put_formula(struct text *out, enum kind kind, unsigned threads, const char *step)
{
    text_format(out, "ltl \"%s\"\n  ([] <> ({ !SomeCanGoOn() } | fires(\"%s\"))", kinds[kind].name, step);
    for (unsigned t = 0; t < threads; t++) {
        text_put(out, "\n   & [] <> ({ ");
        put_excuse(out, kind, t);
        text_format(out, " } | fires(\"%s\", %u))", step, t);
    }
    text_put(out, ")\n  -> <> { AllHaveEnded() };\n");
}

void progress_put(struct text *out, const struct promises *promises, unsigned threads, bool out_of_order)
{
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (!promises_all(promises, SCHEDULER_FAIR) || kind != BY_SCHEDULER) /* which leaves nobody out */
            put_formula(out, (enum kind)kind, threads, out_of_order ? "perform" : "issue");
}

const char *progress_verdict(const char *name)
{
    for (unsigned kind = 0; name && kind < KINDS; kind++)
        if (!strcmp(kinds[kind].name, name))
            return scheduler_findings[kinds[kind].finding];
    return name ? NULL : scheduler_findings[FOUND_ENDS];
}
