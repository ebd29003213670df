/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * result.c - the default options, the names by which a result is reported, and how
 * it is freed.
 */
#include "result.h"

#include <stdlib.h>

const char *result_verdict_name(enum verdict verdict)
{
    static const char *const names[] = {
        [VERDICT_HOLDS] = "holds", [VERDICT_VIOLATED] = "violated", [VERDICT_INCOMPLETE] = "incomplete"};
    return names[verdict];
}

const char *result_reason_name(enum incomplete_reason reason)
{
    static const char *const names[] = {
        [REASON_NONE] = NULL,         [REASON_LOSSY] = "lossy",   [REASON_SAMPLED] = "sampled",
        [REASON_DEPTH] = "depth",     [REASON_STATES] = "states", [REASON_TIME] = "time",
        [REASON_MEMORY] = "memory",   [REASON_DISK] = "disk",     [REASON_INTERRUPTED] = "interrupted",
        [REASON_OUTPUT] = "output",   [REASON_REFUSED] = "refused"};
    return names[reason];
}

const char *result_reason_words(const struct search_result *result)
{
    switch (result->reason) {
    case REASON_NONE: return NULL;
    case REASON_LOSSY:
        return result->omissions.hashes ? "the store keeps bits of hashes only" : "the store keeps hashes only";
    case REASON_SAMPLED: return "random walks do not visit every state";
    case REASON_DEPTH: return "the depth limit was reached";
    case REASON_STATES: return "the limit of states was reached";
    case REASON_TIME: return "the time limit was reached";
    case REASON_MEMORY: return result->exhausted ? "memory ran out" : "the memory limit was reached";
    case REASON_DISK: return "the disk is full";
    case REASON_INTERRUPTED: return "interrupted";
    case REASON_OUTPUT: return "the graph cannot be written";
    case REASON_REFUSED: return "the checkpoint was refused";
    }
    return NULL;
}

const char *result_kind_name(enum model_property_kind kind)
{
    static const char *const names[MODEL_PROPERTY_KINDS] = {
        [MODEL_INVARIANT] = "invariant",   [MODEL_ASSERT] = "assert",       [MODEL_ERROR] = "error",
        [MODEL_ASSUME] = "assume",         [MODEL_COVER] = "cover",         [MODEL_LIVENESS] = "liveness", [MODEL_LTL] = "ltl",
        [MODEL_RANGE] = "range",           [MODEL_INDEX] = "index",         [MODEL_UNDEFINED_READ] = "undefined",
        [MODEL_OVERFLOW] = "overflow",     [MODEL_DIVISION] = "division",   [MODEL_SHIFT] = "shift",
        [MODEL_LOOP] = "loop",             [MODEL_RECURSION] = "recursion", [MODEL_MULTISET] = "multiset",
        [MODEL_RETURN] = "return",         [MODEL_DEADLOCK] = "deadlock"};
    return names[kind];
}

struct expansion_settings result_settings(const struct search_options *options)
{
    return (struct expansion_settings){
        .enabled = options->enabled, .bindings = options->bindings,
        .loop_limit = options->loop_limit, .recursion_limit = options->recursion_limit,
    };
}

void search_options_default(struct search_options *options)
{
    *options = (struct search_options){
        .loop_limit = DEFAULT_LOOP_LIMIT, .recursion_limit = DEFAULT_RECURSION_LIMIT,
        .store = STORE_AUTO, .order = SEARCH_BFS, .symmetry = MODEL_SYMMETRY_EXACT, .multiset_reduction = true,
        .deadlock = DEADLOCK_STUTTERING, .unmet_cover_is_violation = true, .witness = MODEL_NO_PROPERTY,
        .max_errors = 1, .walks = 1000, .trace = true,
    };
}

void trace_free(struct trace *trace)
{
    for (unsigned i = 0; i < trace->count; i++) {
        free(trace->steps[i].leaves);
        free(trace->steps[i].needed);
    }
    free(trace->steps);
    free(trace->fair);
    *trace = (struct trace){0};
}

void search_result_free(struct search_result *result)
{
    if (!result)
        return;
    for (unsigned i = 0; i < result->violation_count; i++)
        trace_free(&result->violations[i].trace);
    free(result->violations);
    free(result->properties);
    free(result->rule_fired);
    free(result->rules);
    free(result->level_states);
    free(result->trouble);
    free(result->never_enabled);
    free(result->processes);
    free(result);
}
