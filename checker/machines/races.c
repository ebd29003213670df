/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * races.c - search a test's executions for a heterogeneous race.
 */
#include "races.h"

#include <string.h>

#include "../base/arena.h"
#include "../base/machine.h"
#include "../model/instance.h"
#include "../litmus/print.h"
#include "identity.h"

const char *race_verdict_name(enum race_verdict verdict)
{
    static const char *const names[] = {"race-free", "racy", "no race found"};
    return names[verdict];
}

/* ---- the run to a race, performed again ---- */

/* The search's trace says which thread goes when.  What it did is found by
 * performing the program again, fences too, which are no steps of the search. */
struct replay {
    struct race_result *result;
    const struct machine_program *program;
    struct hb *hb;
    int state;
    int pc[PROGRAM_THREADS], registers[PROGRAM_THREADS][PROGRAM_REGISTERS];
    int memory[PROGRAM_LOCATIONS];
};

static void add_action(struct replay *r, int t, const struct program_operation *o, int read, int written)
{
    static const enum litmus_instruction_kind kinds[] = {LITMUS_LOAD, LITMUS_STORE, LITMUS_RMW, LITMUS_FENCE};
    struct race_action action = {.thread = t, .kind = kinds[o->kind], .order = o->order, .level = o->level,
                                 .location = o->kind == PROGRAM_FENCE ? -1 : o->location};
    action.reads = read >= 0;
    action.writes = written >= 0;
    if (read >= 0)
        action.read = program_value(r->program, read);
    if (written >= 0)
        action.written = program_value(r->program, written);
    ARENA_PUSH(r->result->arena, r->result->actions, r->result->action_count, action);
}

/* The thread's next operation, and what the analysis says of it. */
static void perform(struct replay *r, int t)
{
    struct program_operation o = program_next(r->program, t, r->pc[t], r->registers[t]);
    int read = -1, written = -1;
    if (o.kind == PROGRAM_LOAD || o.kind == PROGRAM_RMW)
        read = r->memory[o.location];
    if (o.kind == PROGRAM_STORE)
        written = o.value;
    if (o.kind == PROGRAM_RMW)
        written = program_rmw(r->program, o.rmw, read, o.value, o.expected);
    add_action(r, t, &o, read, written);
    r->state = hb_step(r->hb, r->state, t, &o, written >= 0);
    if (written >= 0)
        r->memory[o.location] = written;
    program_complete(r->program, t, &r->pc[t], r->registers[t], read);
}

static void pass_fences(struct replay *r, int t)
{
    while (program_next(r->program, t, r->pc[t], r->registers[t]).kind == PROGRAM_FENCE)
        perform(r, t);
}

static int thread_of(const struct model *model, uint64_t instance)
{
    const struct model_rule *rule = instance_rule(model->rules, model->rule_count, instance);
    return (int)((instance - rule->first_instance) / (rule->instances / rule->parameters[0].count));
}

/* The latest access of the record that the last one races with. */
static void find_pair(struct replay *r)
{
    struct race_result *result = r->result;
    struct hb_race race;
    if (!hb_race(r->hb, r->state, &race))
        return;
    result->second = result->action_count - 1;
    for (unsigned i = 0; i < result->second; i++) {
        const struct race_action *x = &result->actions[i];
        if (x->thread == race.thread && x->location == race.location && x->writes == race.writes &&
            (x->order != LITMUS_NA) == race.atomic && (!race.atomic || x->level <= race.level))
            result->first = i;
    }
}

static void replay_race(struct race_result *result, const struct litmus_result *run)
{
    struct replay r = {.result = result, .program = run->program, .hb = run->hb};
    const struct trace *trace = &run->violation->trace;
    r.state = hb_start(r.hb);
    for (unsigned l = 0; l < run->test->location_count; l++)
        r.memory[l] = program_initial_value(r.program, (int)l);
    for (unsigned t = 0; t < run->test->thread_count; t++) {
        program_start(r.program, (int)t, &r.pc[t], r.registers[t]);
        pass_fences(&r, (int)t);
    }
    for (unsigned i = 1; i < trace->count; i++) {
        int t = thread_of(run->model->model, trace->steps[i].instance);
        perform(&r, t);
        if (i + 1 < trace->count)
            pass_fences(&r, t);
    }
    result->interleaved = true;
    find_pair(&r);
}

/* ---- deciding ---- */

bool race_has_remote(const struct litmus_test *test)
{
    for (unsigned t = 0; t < test->thread_count; t++)
        for (unsigned i = 0; i < test->threads[t].length; i++) {
            const struct litmus_instruction *x = &test->threads[t].code[i];
            if (x->kind <= LITMUS_RMW && x->order >= LITMUS_RM_ACQ)
                return true;
        }
    return false;
}

bool race_has_rlx_or_fence(const struct litmus_test *test)
{
    for (unsigned t = 0; t < test->thread_count; t++)
        for (unsigned i = 0; i < test->threads[t].length; i++) {
            const struct litmus_instruction *x = &test->threads[t].code[i];
            if (x->kind == LITMUS_FENCE || (x->kind <= LITMUS_RMW && x->order == LITMUS_RLX))
                return true;
        }
    return false;
}

static void leave_out(struct race_result *result, const char *what)
{
    if (result->exact)
        result->reason = what;
    result->exact = false;
}

static void copy_outcome(void *data, const struct outcome *outcome)
{
    outcomes_add(data, outcome->values, outcome->count);
}

/* As small as the test lets it be, and few sizes. */
static const char *reference_constants(struct arena *arena, const struct machine_program *program,
                                       const struct race_rules *rules)
{
    int threads = (int)program_test(program)->thread_count, lines = (int)program_test(program)->location_count;
    int values = program_value_count(program), views = 1;
    if (rules->model == RACE_HRF_DIRECT)
        views = (int)LITMUS_LEVELS * threads;
    else if (rules->model == RACE_HRF_DIRECT_RELAXED)
        views = threads;
    return arena_format(arena, "THREADS=%d LINES=%d VALUES=%d MODEL=%d LITERAL=%d STRICT=%d WIDE=%d VIEWS=%d", threads,
                        lines < 2 ? 2 : lines, values < 4 ? 4 : values, (int)rules->model, rules->literal,
                        rules->strict, rules->wide, views);
}

static bool search(struct race_result *result, struct machines *machines, const struct machine_program *program,
                   const struct race_options *options, struct text *error)
{
    struct litmus_options run = options->run;
    run.environment = (struct machine_environment){.invariants = options->reference ? "happens-before" : "races"};
    if (options->reference)
        run.environment.constants = reference_constants(result->arena, program, &options->rules);
    run.races = &options->rules;
    run.liveness = run.ends = run.witness = false;
    struct litmus_result *found = litmus_run(machines, machines_reference(machines, "sc"), program, NULL, &run, error);
    if (!found)
        return false;
    result->states = found->states;
    result->searched = identity_program(result->arena, found->model->program, found->machine->constants);
    if (found->violation) {
        result->verdict = RACE_RACY;
        replay_race(result, found);
    } else if (found->trouble) {
        leave_out(result, arena_format(result->arena, "%s", found->trouble));
    } else if (!found->complete) {
        leave_out(result, result_reason_name(found->reason));
    }
    if (options->outcomes)
        outcomes_visit(found->outcomes, copy_outcome, result->outcomes);
    litmus_result_free(found);
    return true;
}

/* The candidates have what the search left of the time. */
static void enumerate(struct race_result *result, const struct race_options *options, double until)
{
    struct candidate_options candidate = {.rules = options->rules, .unroll = options->unroll,
                                          .most = options->max_executions, .until = until};
    struct candidates found = candidates_find(result->arena, result->test, &candidate, result->outcomes);
    result->enumerated = true;
    result->candidates = found.count;
    if (found.racy) {
        result->verdict = RACE_RACY;
        result->actions = found.actions;
        result->action_count = found.action_count;
        result->first = found.first;
        result->second = found.second;
    }
    if (!found.complete)
        leave_out(result, arena_format(result->arena, "candidate executions: %s", found.left_out));
    else if (found.unrolled)
        leave_out(result, arena_format(result->arena, "a loop was unrolled %u time%s", options->unroll,
                                       options->unroll == 1 ? "" : "s"));
}

struct race_result *races_decide(struct machines *machines, const struct machine_program *program,
                                 const struct race_options *options, struct text *error)
{
    double until = options->run.max_seconds > 0 ? machine_clock() + options->run.max_seconds : 0;
    struct arena *arena = arena_new();
    struct race_result *result = arena_alloc(arena, sizeof *result);
    *result = (struct race_result){.arena = arena, .test = program_test(program), .verdict = RACE_FREE, .exact = true};
    if (options->outcomes)
        result->outcomes = outcomes_new(result->test);
    if (!search(result, machines, program, options, error)) {
        race_result_free(result);
        return NULL;
    }
    bool remote = options->rules.model == RACE_RSP && race_has_remote(result->test);
    if (result->verdict != RACE_RACY && race_is_relaxed(options->rules.model)) {
        if (remote && race_has_rlx_or_fence(result->test))
            leave_out(result, "only sequentially consistent executions were searched: remote orders stand beside "
                              "relaxed accesses or fences");
        else if (!remote && candidates_matter(result->test))
            enumerate(result, options, until);
    }
    if (result->verdict == RACE_RACY) {
        result->exact = true;
        result->reason = NULL;
    } else if (!result->exact) {
        result->verdict = RACE_NONE_FOUND;
    }
    return result;
}

void race_result_free(struct race_result *result)
{
    if (!result)
        return;
    outcomes_free(result->outcomes);
    arena_free(result->arena);
}

/* ---- words ---- */

void race_print_action(struct text *out, const struct litmus_test *test, const struct race_action *x)
{
    static const char *const names[] = {"r", "w", "rmw", "f"};
    text_format(out, "P%d: %s[%s", x->thread, names[x->kind], litmus_order_name(x->order));
    if (x->order != LITMUS_NA)
        text_format(out, ",%s", litmus_level_name(x->level));
    text_char(out, ']');
    if (x->location >= 0)
        text_format(out, " %s", test->locations[x->location].name);
    if (x->reads) {
        text_put(out, " = ");
        litmus_print_value(out, test, x->read);
    }
    if (x->writes) {
        text_put(out, " := ");
        litmus_print_value(out, test, x->written);
    }
}

void race_print_execution(struct text *out, const struct race_result *result)
{
    for (unsigned i = 0; i < result->action_count; i++) {
        bool races = i == result->first || i == result->second;
        text_format(out, result->interleaved ? "%4u. " : "      ", i + 1);
        race_print_action(out, result->test, &result->actions[i]);
        text_put(out, races ? "   <-- races\n" : "\n");
    }
}
