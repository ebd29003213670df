/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * report.c - the names of verdicts, reasons and kinds, and what a report may
 * say of a property.
 */
#include "report.h"

#include <string.h>

#include "../murphi/view.h"

#include "../base/die.h"

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

bool report_has_antecedent(const struct report *report, uint32_t property)
{
    return report->model->properties[property].has_antecedent || report->result->properties[property].has_antecedent;
}

bool report_vacuous(const struct report *report, uint32_t property)
{
    const struct property_result *result = &report->result->properties[property];
    return report_has_antecedent(report, property) && report_enabled(report, property) && !result->antecedent &&
           result->verdict == VERDICT_HOLDS;
}

bool report_is_witness(const struct report *report, unsigned index)
{
    return index == 0 && report->witness && report->result->witness_found;
}

bool report_hides(const struct report *report, uint32_t variable)
{
    const struct view *view = report->program ? report->program->view : NULL;
    return view && variable < report->program->variable_count && view->hidden[variable] != VIEW_SHOWN;
}

bool report_shows(const struct report *report, uint32_t variable)
{
    if (report->only)
        return !strcmp(report->only, report->model->variables[variable].name);
    return report->all || !report_hides(report, variable);
}
