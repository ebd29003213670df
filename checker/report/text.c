/* SPDX-License-Identifier: BSD-2-Clause */
#include "report.h"

#include <inttypes.h>

#include "../base/die.h"

const char *report_verdict_name(enum verdict verdict)
{
    static const char *const names[] = {"holds", "violated", "incomplete"};
    return names[verdict];
}

const char *report_reason_name(enum incomplete_reason reason)
{
    static const char *const names[] = {NULL, "lossy", "sampled", "depth", "states", "time", "memory", "disk",
                                        "interrupted"};
    return names[reason];
}

int report_exit_code(const struct search_result *result)
{
    static const int codes[] = {EXIT_HOLDS, EXIT_VIOLATED, EXIT_INCOMPLETE};
    return codes[result->verdict];
}

void report_text(const struct report *report, FILE *out)
{
    const struct search_result *result = report->result;
    fprintf(out, "%s: %s\n", report->path, report_verdict_name(result->verdict));
    fprintf(out, "%" PRIu64 " states, %" PRIu64 " rules fired, depth %u, %.2f s\n", result->states,
            result->rules_fired, result->depth, result->seconds);
}
