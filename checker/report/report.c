/* SPDX-License-Identifier: BSD-2-Clause */
#include "report.h"

#include "../base/die.h"

const char *report_verdict_name(enum verdict verdict)
{
    static const char *const names[] = {
        [VERDICT_HOLDS] = "holds", [VERDICT_VIOLATED] = "violated", [VERDICT_INCOMPLETE] = "incomplete"};
    return names[verdict];
}

const char *report_reason_name(enum incomplete_reason reason)
{
    static const char *const names[] = {
        [REASON_NONE] = NULL,         [REASON_LOSSY] = "lossy",   [REASON_SAMPLED] = "sampled",
        [REASON_DEPTH] = "depth",     [REASON_STATES] = "states", [REASON_TIME] = "time",
        [REASON_MEMORY] = "memory",   [REASON_DISK] = "disk",     [REASON_INTERRUPTED] = "interrupted",
        [REASON_OUTPUT] = "output",   [REASON_REFUSED] = "refused"};
    return names[reason];
}

const char *report_kind_name(enum model_property_kind kind)
{
    static const char *const names[MODEL_PROPERTY_KINDS] = {
        [MODEL_INVARIANT] = "invariant",   [MODEL_ASSERT] = "assert",       [MODEL_ERROR] = "error",
        [MODEL_ASSUME] = "assume",         [MODEL_COVER] = "cover",         [MODEL_LIVENESS] = "liveness",
        [MODEL_RANGE] = "range",           [MODEL_INDEX] = "index",         [MODEL_UNDEFINED_READ] = "undefined",
        [MODEL_OVERFLOW] = "overflow",     [MODEL_DIVISION] = "division",   [MODEL_SHIFT] = "shift",
        [MODEL_LOOP] = "loop",             [MODEL_RECURSION] = "recursion", [MODEL_MULTISET] = "multiset",
        [MODEL_RETURN] = "return",         [MODEL_DEADLOCK] = "deadlock"};
    return names[kind];
}

int report_exit_code(const struct report *report)
{
    static const int codes[] = {
        [VERDICT_HOLDS] = EXIT_HOLDS, [VERDICT_VIOLATED] = EXIT_VIOLATED, [VERDICT_INCOMPLETE] = EXIT_INCOMPLETE};
    if (report_is_witness(report, 0))
        return EXIT_HOLDS;
    return codes[report->result->verdict];
}

bool report_stopped_before_level(const struct report *report)
{
    const struct search_result *result = report->result;
    return result->reason == REASON_STATES && result->waiting && report->options->order == SEARCH_BFS;
}

unsigned report_next_level(const struct report *report)
{
    return report->result->states ? report->result->depth + 1 : 0;
}

bool report_enabled(const struct report *report, uint32_t property)
{
    return !report->options->enabled || report->options->enabled[property];
}

bool report_vacuous(const struct report *report, uint32_t property)
{
    const struct property_result *result = &report->result->properties[property];
    return report->model->properties[property].has_antecedent && report_enabled(report, property) &&
           !result->antecedent && result->verdict == VERDICT_HOLDS;
}

bool report_is_witness(const struct report *report, unsigned index)
{
    return index == 0 && report->witness && report->result->witness_found;
}
