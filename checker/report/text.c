/* SPDX-License-Identifier: BSD-2-Clause */
/* text.c - the report that people read: each violation with its trace, what
 * should make one doubt (rules that never fired, ...), and last the verdict. */
#include "report.h"

#include <inttypes.h>
#include <string.h>

#include "../base/printable.h"
#include "../base/text.h"
#include "../model/groups.h"
#include "driven.h"
#include "estimated.h"
#include "fairness.h"
#include "figures.h"
#include "../model/instance.h"
#include "paper.h"
#include "unfired.h"

/* ---- violations ---- */

/* What an explicit property is; NULL for those that the language implies,
 * whose names say it. */
static const char *kind_words(enum model_property_kind kind)
{
    static const char *const words[MODEL_PROPERTY_KINDS] = {
        [MODEL_INVARIANT] = "invariant",   [MODEL_ASSERT] = "assertion", [MODEL_ERROR] = "error",
        [MODEL_ASSUME] = "assumption",     [MODEL_COVER] = "cover",      [MODEL_LIVENESS] = "liveness property",
        [MODEL_LTL] = "LTL property",
    };
    return words[kind];
}

/* As in: invariant "SWMR" p = 1 (file:line:column): message.  The name is what
 * --only and --skip take. */
static void put_property(const struct paper *paper, uint32_t index, uint64_t instance)
{
    const struct model_property *property = &paper->report->model->properties[index];
    if (kind_words(property->kind))
        fprintf(paper->out, "%s ", kind_words(property->kind));
    fprintf(paper->out, "\"%s\"", property->name);
    if (property->instances > 1)
        paper_parameters(paper, property->parameters, property->parameter_count, instance);
    fputs(" (", paper->out);
    paper_place(paper, &property->place);
    fputc(')', paper->out);
    if (property->message && strcmp(property->message, property->name))
        fprintf(paper->out, ": %s", property->message);
}

static void put_deadlock(const struct paper *paper)
{
    if (paper->report->options->deadlock == DEADLOCK_STUCK)
        fputs("deadlock: no rule is enabled in the last state", paper->out);
    else
        fputs("deadlock: no rule leads from the last state to another", paper->out);
}

static void put_headline(const struct paper *paper, unsigned index)
{
    const struct violation *violation = &paper->report->result->violations[index];
    if (report_is_witness(paper->report, index))
        paper_paint(paper, GREEN, "Witness: ");
    else
        paper_paint(paper, RED, "Violated: ");
    if (violation->kind == MODEL_DEADLOCK)
        put_deadlock(paper);
    else
        put_property(paper, violation->property, violation->property_instance);
    if (violation->kind == MODEL_COVER && !report_is_witness(paper->report, index))
        fputs(", which no reachable state or firing meets", paper->out);
    if (violation->kind == MODEL_LIVENESS)
        fputs(", which no state reachable from the last one satisfies", paper->out);
    if (violation->kind == MODEL_LTL)
        fputs(", which a run breaks that goes on for ever", paper->out);
    fputc('\n', paper->out);
    if (violation->hint)
        fprintf(paper->out, "  %s\n", violation->hint);
}

/* A state that is passed over may lie on a shorter one. */
static bool is_shortest(const struct report *report)
{
    return report->options->order == SEARCH_BFS && !report->result->omissions.lossy;
}

static void put_violation(const struct paper *paper, unsigned index)
{
    const struct violation *violation = &paper->report->result->violations[index];
    put_headline(paper, index);
    if (paper->report->trace != TRACE_NONE && violation->trace.count) {
        bool lasso = violation->trace.is_lasso;
        fprintf(paper->out, "  %s run, %u rule%s after its start state%s:\n",
                is_shortest(paper->report) && !lasso ? "A shortest" : "A", violation->depth, violation->depth == 1 ? "" : "s",
                lasso ? " to where it goes round" : "");
        paper_trace(paper, index);
    } else if (violation->no_trace) {
        fprintf(paper->out, "  No trace: %s.\n", violation->no_trace);
    }
    fputc('\n', paper->out);
}

/* ---- what should make one doubt ---- */

/* One line for all rules that constants switch off: they are no reason to doubt. */
static void put_switched_off(const struct paper *paper)
{
    const struct model *model = paper->report->model;
    unsigned count = 0;
    for (uint32_t i = 0; i < model->rule_count; i++)
        if (unfired_switched_off(paper->report, i)) {
            paper_paint(paper, DIM, count++ ? ", " : "Switched off by constants: ");
            fprintf(paper->out, "rule \"%s\"", model->rules[i].name);
        }
    if (count)
        fputc('\n', paper->out);
}

static void put_unfired(const struct paper *paper)
{
    const struct model *model = paper->report->model;
    for (uint32_t i = 0; i < model->rule_count; i++) {
        if (!unfired_doubtful(paper->report, i))
            continue;
        paper_paint(paper, YELLOW, "Never fired: ");
        fprintf(paper->out, "rule \"%s\" (", model->rules[i].name);
        paper_place(paper, &model->rules[i].place);
        fputs(")\n", paper->out);
    }
    put_switched_off(paper);
}

static void put_doubtful_properties(const struct paper *paper)
{
    const struct report *report = paper->report;
    for (uint32_t i = 0; i < report->model->property_count; i++) {
        const struct model_property *property = &report->model->properties[i];
        const char *doubt = NULL;
        if (report_vacuous(report, i))
            doubt = "Vacuous: ";
        else if (property->kind == MODEL_COVER && report_enabled(report, i) && !report->result->properties[i].met &&
                 report->result->properties[i].verdict != VERDICT_VIOLATED)
            doubt = report->result->verdict == VERDICT_INCOMPLETE ? "Not met so far: " : "Not met: ";
        if (!doubt)
            continue;
        paper_paint(paper, YELLOW, doubt);
        put_property(paper, i, 0);
        fputs(report_vacuous(report, i) ? ", whose antecedent never held\n" : "\n", paper->out);
    }
}

/* Covers and liveness are decided only when all has been visited. */
static bool visited_all(const struct search_result *result)
{
    for (unsigned i = 0; i < result->violation_count; i++)
        if (result->violations[i].kind != MODEL_COVER && result->violations[i].kind != MODEL_LIVENESS &&
            result->violations[i].kind != MODEL_LTL)
            return false;
    return result->verdict != VERDICT_INCOMPLETE;
}

/* After any other violation or a witness the rest was not visited: nothing is doubtful yet. */
static void put_doubts(const struct paper *paper)
{
    const struct report *report = paper->report;
    bool whole = visited_all(report->result);
    if ((report->result->verdict == VERDICT_VIOLATED && !whole) || report->witness)
        return;
    if (whole || report->stats)
        put_unfired(paper);
    paper_never_enabled(paper);
    put_doubtful_properties(paper);
}

/* ---- tables ---- */

static void put_property_line(const struct paper *paper, enum verdict verdict, bool checked)
{
    static const int colours[] = {GREEN, RED, YELLOW};
    char word[16];
    snprintf(word, sizeof word, "  %-11s ", checked ? result_verdict_name(verdict) : "skipped");
    paper_paint(paper, checked ? colours[verdict] : DIM, word);
}

static void put_properties(const struct paper *paper)
{
    const struct report *report = paper->report;
    fputs("Properties:\n", paper->out);
    for (uint32_t i = 0; i < report->model->property_count; i++) {
        const struct property_result *result = &report->result->properties[i];
        bool implied = !kind_words(report->model->properties[i].kind);
        if (report->model->properties[i].kind == MODEL_ASSUME || (implied && result->verdict != VERDICT_VIOLATED))
            continue;
        put_property_line(paper, result->verdict, report_enabled(report, i));
        put_property(paper, i, 0);
        fputc('\n', paper->out);
    }
    put_property_line(paper, report->result->deadlock.verdict, report->options->deadlock != DEADLOCK_OFF);
    fputs("deadlock\n\n", paper->out);
}

static void put_rules(const struct paper *paper)
{
    const struct search_result *result = paper->report->result;
    fprintf(paper->out, "Rules:\n  %15s %15s %15s  rule\n", "guards tested", "fired", "new states");
    for (uint32_t i = 0; i < paper->report->model->rule_count; i++)
        fprintf(paper->out, "  %15s %15s %15s  %s\n", figure_count(result->rules[i].tested).text,
                figure_count(result->rules[i].fired).text, figure_count(result->rules[i].new_states).text,
                paper->report->model->rules[i].name);
    fputc('\n', paper->out);
}

static void put_levels(const struct paper *paper)
{
    fprintf(paper->out, "Levels:\n  %8s %15s\n", "depth", "states");
    for (unsigned i = 0; i < paper->report->result->level_count; i++)
        fprintf(paper->out, "  %8u %15s\n", i, figure_count(paper->report->result->level_states[i]).text);
    fputc('\n', paper->out);
}

/* ---- the verdict ---- */

static void put_verdict(const struct paper *paper)
{
    const struct report *report = paper->report;
    const struct search_result *result = report->result;
    static const int colours[] = {GREEN, RED, YELLOW};
    if (report_is_witness(report, 0)) {
        paper_paint(paper, GREEN, "witness found");
    } else {
        if (report->witness)
            fputs("no witness; ", paper->out);
        paper_paint(paper, colours[result->verdict], result_verdict_name(result->verdict));
    }
    fputs(": ", paper->out);
    printable_put(report->path, paper->out);
    if (result_reason_words(report->result))
        fprintf(paper->out, " (%s)", result_reason_words(report->result));
    fputc('\n', paper->out);
}

/* What would take less memory, or have more, of what was not asked for. */
static void put_advice(const struct paper *paper)
{
    const struct search_options *options = paper->report->options;
    bool levels = options->order == SEARCH_BFS && options->store <= STORE_FLAT;
    fputs("  What may help:", paper->out);
    const char *separator = " ";
#define ADVISE(when, what) \
    if (when) \
        fprintf(paper->out, "%s" what, separator), separator = ", "
    ADVISE(!paper->report->result->exhausted, "more with --memory");
    ADVISE(levels && !options->spill && !options->edge, "--spill DIR");
    ADVISE(options->trace && options->witness == MODEL_NO_PROPERTY, "--trace none");
    ADVISE(options->order == SEARCH_BFS && options->store <= STORE_JUDY, "--store compact (never 'holds')");
    ADVISE(options->threads != 1, "fewer --threads");
    ADVISE(options->order != SEARCH_BFS, "--search bfs");
#undef ADVISE
    fprintf(paper->out, "%s\n", *separator == ' ' ? " a machine with more" : "");
}

/* What was missed is known by its number only, and what lies behind it not at all. */
static void put_omissions(const struct paper *paper)
{
    const struct omissions *omissions = &paper->report->result->omissions;
    bool certain = omissions->probability > 0.99;
    if (omissions->hashes)
        fprintf(paper->out, "  %s of bits, %u of each state, %.3g per cent of them set\n",
                figure_bytes(omissions->array_bytes).text, omissions->hashes, 100 * omissions->filled);
    else
        fprintf(paper->out, "  %u bits kept of each state\n", omissions->hash_bits);
    fprintf(paper->out, "  expected: %.2g states taken for known ones (%.2g of the new), besides what only those lead to; "
                        "any at all: probability %s%.2g\n", omissions->expected, omissions->by_state,
            certain ? "over " : "", certain ? 0.99 : omissions->probability);
}

static void put_waiting(const struct paper *paper)
{
    const struct search_result *result = paper->report->result;
    fprintf(paper->out, "  %s states more were reached and not visited", figure_count(result->waiting).text);
    if (report_stopped_before_level(paper->report))
        fprintf(paper->out, ": level %u, not begun since it would take the count above %s (--max-states)",
                report_next_level(paper->report), figure_count(paper->report->options->max_states).text);
    fputc('\n', paper->out);
}

/* Of a search that was stopped: where another may go on. */
static void put_checkpoint(const struct paper *paper)
{
    fprintf(paper->out, "  checkpoint after %u levels: --resume %s goes on from there\n",
            paper->report->result->checkpoint_levels, paper->report->options->checkpoint);
}

static void put_processes(const struct paper *paper)
{
    const struct search_result *result = paper->report->result;
    uint64_t least = UINT64_MAX, most = 0, parcels = 0, bytes = 0;
    for (unsigned i = 0; i < result->process_count; i++) {
        const struct process_figures *process = &result->processes[i];
        least = process->states < least ? process->states : least;
        most = process->states > most ? process->states : most;
        parcels += process->parcels;
        bytes += process->bytes;
    }
    fprintf(paper->out, "  %u processes of %s to %s states and at most so much memory; %s in %s parcels sent\n", result->process_count,
            figure_count(least).text, figure_count(most).text, figure_bytes(bytes).text, figure_count(parcels).text);
}

static void put_summary(const struct paper *paper)
{
    const struct search_result *result = paper->report->result;
    double rate = result->seconds > 0 ? (double)result->states / result->seconds : 0;
    fprintf(paper->out, "  %s states, %s rules fired, depth %u\n", figure_count(result->states).text,
            figure_count(result->rules_fired).text, result->depth);
    if (result->verdict == VERDICT_INCOMPLETE && result->waiting)
        put_waiting(paper);
    if (result->verdict == VERDICT_INCOMPLETE && result->checkpoint_levels > 0)
        put_checkpoint(paper);
    fprintf(paper->out, "  %s, %s states/s, %s, store %s\n", figure_seconds(result->seconds).text,
            figure_short(rate).text, figure_bytes(result->peak_rss).text, result->store);
    if (result->disk_bytes)
        fprintf(paper->out, "  %s in runs at most, %.1f bytes a state\n", figure_bytes(result->disk_bytes).text,
                (double)result->disk_bytes / (double)(result->states + result->waiting));
    if (result->process_count)
        put_processes(paper);
    if (result->omissions.lossy)
        put_omissions(paper);
}

/* The multisets whose slots kept their order, though reduction was asked for. */
static void put_multisets(const struct paper *paper)
{
    const struct report *report = paper->report;
    const struct model *model = report->model;
    for (uint32_t i = 0; i < groups_symmetry(model)->multiset_count && report->options->order != SEARCH_RANDOM; i++) {
        const struct model_multiset *multiset = &groups_symmetry(model)->multisets[i];
        if (multiset->reduced || !report->options->multiset_reduction)
            continue;
        fprintf(paper->out, "  multiset %s: not reduced", multiset->name);
        if (multiset->reason) {
            fputs(" (", paper->out);
            paper_place(paper, &multiset->place);
            fprintf(paper->out, ": %s)", multiset->reason);
        }
        fputc('\n', paper->out);
    }
}

/* Where it is not simply that all were reduced: what became of each. */
static void put_scalarsets(const struct paper *paper)
{
    const struct report *report = paper->report;
    const struct model *model = report->model;
    bool notable = false;
    for (uint32_t i = 0; i < groups_symmetry(model)->scalarset_count; i++)
        notable |= !groups_symmetry(model)->scalarsets[i].reduced || groups_symmetry(model)->scalarsets[i].start_reason;
    if (!notable || report->options->symmetry == MODEL_SYMMETRY_OFF || report->options->order == SEARCH_RANDOM)
        return;
    for (uint32_t i = 0; i < groups_symmetry(model)->scalarset_count; i++) {
        const struct model_scalarset *set = &groups_symmetry(model)->scalarsets[i];
        const char *why = set->reduced ? set->start_reason : set->reason;
        fprintf(paper->out, "  scalarset %s: %s", set->name, set->reduced ? "reduced" : "not reduced");
        if (set->reduced && why)
            fputs("; start states may tell its elements apart, and the search covers their orbits", paper->out);
        if (why) {
            fputs(" (", paper->out);
            paper_place(paper, set->reduced ? &set->start_place : &set->place);
            fprintf(paper->out, ": %s)", why);
        }
        fputc('\n', paper->out);
    }
}

void report_text_violation(const struct report *report, unsigned index, FILE *out)
{
    struct paper paper = {report, out};
    put_violation(&paper, index);
}

void report_text_trace(const struct report *report, unsigned index, FILE *out)
{
    struct paper paper = {report, out};
    paper_trace(&paper, index);
}

void report_text_statistics(const struct report *report, FILE *out)
{
    struct paper paper = {report, out};
    if (report->result->rules)
        put_rules(&paper);
    if (report->result->level_count)
        put_levels(&paper);
}

void report_text(const struct report *report, FILE *out)
{
    struct paper paper = {report, out};
    if (report->driven && !report->quiet)
        driven_text(report, out);
    for (unsigned i = 0; i < report->result->violation_count; i++)
        put_violation(&paper, i);
    if (!report->quiet) {
        if (report->stats)
            report_text_statistics(report, out);
        if (report->stats || report->properties)
            put_properties(&paper);
        put_doubts(&paper);
    }
    put_verdict(&paper);
    if (!report->quiet) {
        put_summary(&paper);
        if (estimated_wanted(report))
            estimated_text(report, out);
        paper_fairness(&paper);
        put_multisets(&paper);
        put_scalarsets(&paper);
        if (report->result->reason == REASON_MEMORY)
            put_advice(&paper);
    }
}
