/* SPDX-License-Identifier: BSD-2-Clause */
#include "report.h"

#include <inttypes.h>

void report_text(const struct report *report, FILE *out)
{
    const struct search_result *result = report->result;
    fprintf(out, "%s: %s\n", report->path, report_verdict_name(result->verdict));
    fprintf(out, "%" PRIu64 " states, %" PRIu64 " rules fired, depth %u, %.2f s\n", result->states,
            result->rules_fired, result->depth, result->seconds);
}
