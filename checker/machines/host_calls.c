/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * host_calls.c - what a machine's model asks about the test, and what it
 * tells.
 */
#include "host_private.h"

#include "../axioms/hb.h"

/* The outcome that a thread of the search is telling; HostFinal and
 * HostWitness end it.  The model tells it within one call of check(). */
static _Thread_local struct {
    int locations[PROGRAM_LOCATIONS];
    int locals[PROGRAM_THREADS];
} telling;

static int64_t host_start(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return host_below(a[0], host->thread_count) ? host->tables[a[0]].start : 0;
}

static int64_t host_ended(void *data, int64_t *a)
{
    return host_state_of(data, a[0], a[1])->ended;
}

static int64_t host_outstanding(void *data, int64_t *a)
{
    const struct local_key *key = &host_state_of(data, a[0], a[1])->key;
    for (int g = 0; g < TAGS; g++)
        if (key->tags[g] != NO_TAG)
            return 1;
    return 0;
}

static int64_t host_next(void *data, int64_t *a)
{
    return host_state_of(data, a[0], a[1])->next;
}

static int64_t host_tag(void *data, int64_t *a)
{
    int tag = host_state_of(data, a[0], a[1])->free_tag;
    return tag < 0 ? 0 : tag;
}

/* The memo cells: a release store that makes the numbered state's content
 * visible to the acquire load of whoever uses the number. */
static int64_t host_issue(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    struct local_state *state = host_state_of(host, a[0], a[1]);
    int32_t memo = atomic_load_explicit(&state->issued, memory_order_acquire);
    if (memo)
        return memo - 1;
    if (!state->next) {
        host_note_trouble(host, "the machine issued an operation where a thread has none to issue");
        return host_below(a[1], LOCALS_MOST) ? a[1] : 0;
    }
    struct local_key key = state->key;
    int pc, registers[PROGRAM_REGISTERS];
    host_load_registers(&key, &pc, registers);
    struct program_operation next = program_next(host->program, (int)a[0], pc, registers);
    program_issue(host->program, (int)a[0], &pc, registers);
    host_store_registers(&key, pc, registers);
    if (next.kind == PROGRAM_LOAD || next.kind == PROGRAM_RMW)
        key.tags[state->free_tag] = next.target >= 0 ? (int8_t)next.target : NO_TARGET;
    if (host->provenance && (next.kind == PROGRAM_LOAD || next.kind == PROGRAM_RMW))
        key.tag_index[state->free_tag] = key.past;
    if (host->provenance)
        key.past++;
    int number = host_number_local(host, (int)a[0], &key);
    atomic_store_explicit(&state->issued, number + 1, memory_order_release);
    return number;
}

static int64_t host_complete(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    struct local_state *state = host_state_of(host, a[0], a[1]);
    int64_t tag = a[2], value = host_plain_value(host, a[3]);
    if (a[3] < 0 || !host_below(value, PROGRAM_VALUES)) {
        host_note_trouble(host, "the machine completed a load with no value of the test");
        return a[1];
    }
    if (!host_below(tag, TAGS) || state->key.tags[tag] == NO_TAG) {
        host_note_trouble(host, "the machine completed a load that was not outstanding");
        return a[1];
    }
    if (host->provenance)
        host_provenance_read(host, host_provenance_operation(host, (int)a[0], state->key.tag_index[tag]), a[3]);
    _Atomic int32_t *cell = &state->completed[tag][value];
    int32_t memo = atomic_load_explicit(cell, memory_order_acquire);
    if (memo)
        return memo - 1;
    struct local_key key = state->key;
    int pc, registers[PROGRAM_REGISTERS];
    host_load_registers(&key, &pc, registers);
    if (key.tags[tag] >= 0) {
        program_bind(host->program, (int)a[0], &pc, registers, key.tags[tag], (int)value);
        host_store_registers(&key, pc, registers);
    }
    key.tags[tag] = NO_TAG;
    key.tag_index[tag] = 0;
    int number = host_number_local(host, (int)a[0], &key);
    atomic_store_explicit(cell, number + 1, memory_order_release);
    return number;
}

static int64_t host_slot(void *data, int64_t *a)
{
    return host_state_of(data, a[0], a[1])->slots[a[2]].operation;
}

static int64_t host_forwards(void *data, int64_t *a)
{
    return host_state_of(data, a[0], a[1])->slots[a[2]].forwarded >= 0;
}

static int64_t host_forwarded(void *data, int64_t *a)
{
    int value = host_state_of(data, a[0], a[1])->slots[a[2]].forwarded;
    return value < 0 ? 0 : value;
}

static int64_t host_passed(void *data, int64_t *a)
{
    return host_state_of(data, a[0], a[1])->slots[a[2]].passed;
}

static int64_t perform(struct litmus_host *host, int64_t *a, int result)
{
    struct local_key key = host_state_of(host, a[0], a[1])->key;
    if (host->provenance)
        host->provenance->operations[host_state_of(host, a[0], a[1])->slots[a[2]].operation].performed = true;
    key.performed = (uint16_t)(key.performed | 1u << a[2]);
    key.results[a[2]] = (int8_t)result;
    return host_number_local(host, (int)a[0], &key);
}

static int64_t host_perform(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    if (host->provenance)
        host_provenance_read(host, host_state_of(host, a[0], a[1])->slots[a[2]].operation, a[3]);
    return perform(host, a, host_plain_value(host, a[3]));
}

static int64_t host_performed(void *data, int64_t *a)
{
    return perform(data, a, 0);
}

static int64_t host_may_guess(void *data, int64_t *a)
{
    return host_state_of(data, a[0], a[1])->may_guess[a[2] != 0];
}

static int64_t host_guess(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    struct local_key key = host_state_of(host, a[0], a[1])->key;
    host_window_guess(host, (int)a[0], &key, a[2] != 0);
    return host_number_local(host, (int)a[0], &key);
}

static const struct program_operation *operation_of(struct litmus_host *host, int64_t number)
{
    return &host->operations[host_below(number, OPERATIONS_MOST) ? number : 0];
}

static int64_t host_kind(void *data, int64_t *a)
{
    return (int64_t)operation_of(data, a[0])->kind; /* LOAD, STORE, RMW, FENCE in both */
}

static int64_t host_order(void *data, int64_t *a)
{
    return (int64_t)operation_of(data, a[0])->order; /* PLAIN ... REMOTE_ACQ_REL in both */
}

static int64_t host_scope(void *data, int64_t *a)
{
    const struct program_operation *o = operation_of(data, a[0]);
    static const int64_t scopes[LITMUS_LEVELS] = {0, 1, 2, 3, 3, 4}; /* WORK_ITEM ... SYSTEM; a cluster is COMPONENT */
    return scopes[o->order == LITMUS_NA ? LITMUS_WI : o->level];
}

static int64_t host_cluster_scope(void *data, int64_t *a)
{
    const struct program_operation *o = operation_of(data, a[0]);
    return o->order != LITMUS_NA && o->level == LITMUS_CLUSTER;
}

static int64_t host_returns(void *data, int64_t *a)
{
    return operation_of(data, a[0])->target >= 0;
}

static int64_t host_line(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    const struct program_operation *o = operation_of(host, a[0]);
    return o->kind == PROGRAM_FENCE ? 0 : host->placement.line[o->location];
}

static int64_t host_word(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    const struct program_operation *o = operation_of(host, a[0]);
    return o->kind == PROGRAM_FENCE ? 0 : host->placement.word[o->location];
}

static int64_t host_stored(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return host->provenance ? host_own_value(host, a[0]) : operation_of(host, a[0])->value;
}

static int rmw_result(struct litmus_host *host, int64_t *a)
{
    const struct program_operation *o = operation_of(host, a[0]);
    int result = program_rmw(host->program, o->rmw, host_plain_value(host, a[1]), o->value, o->expected);
    if (result == -2)
        host_note_trouble(host, "the machine performed an access that no run of the test can perform");
    return result;
}

static int64_t host_writes(void *data, int64_t *a)
{
    return rmw_result(data, a) >= 0;
}

static int64_t host_result(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    int result = rmw_result(host, a);
    if (!host->provenance || result < 0)
        return result >= 0 ? result : a[1] < 0 ? 0 : a[1];
    host->provenance->operations[a[0]].written = result;
    return host_own_value(host, a[0]);
}

static int64_t host_cu(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return host_below(a[0], host->thread_count) ? host->placement.cu[a[0]] : 0;
}

static int64_t host_group(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return host_below(a[0], host->thread_count) ? (int64_t)host->test->scopes.group[a[0]][LITMUS_WG] : 0;
}

static int64_t host_cluster(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return host_below(a[0], host->thread_count) ? (int64_t)host->test->scopes.group[a[0]][LITMUS_CLUSTER] : 0;
}

static int64_t host_component(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return host_below(a[0], host->placement.cus) ? host->placement.component[a[0]] : 0;
}

static int64_t host_initial(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    int location = host_location_at(host, a[0], a[1]);
    return location < 0 ? 0 : program_initial_value(host->program, location);
}

static int64_t host_used_thread(void *data, int64_t *a)
{
    return a[0] < ((struct litmus_host *)data)->thread_count;
}

static int64_t host_used_cu(void *data, int64_t *a)
{
    return a[0] < ((struct litmus_host *)data)->placement.cus;
}

static int64_t host_used_word(void *data, int64_t *a)
{
    return host_location_at(data, a[0], a[1]) >= 0;
}

/* The first line of the epoch band of the line.  A line is in the band of its
 * first location. */
static int64_t host_band(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    const unsigned *bands = host->test->layout.band;
    int of = host_location_at(host, a[0], 0);
    if (!host_below(a[0], host->sizes.lines)) /* the result is taken as it is, and must be a line */
        return 0;
    for (int64_t line = 0; of >= 0 && line < a[0]; line++) {
        int location = host_location_at(host, line, 0);
        if (location >= 0 && bands[location] == bands[of])
            return line;
    }
    return a[0];
}

/* Whether the thread may yet do that, to the line where it is done to one, by the place in its program. */
static bool is_later(const struct litmus_host *host, enum later what, const int64_t *a)
{
    int64_t line = what == ORDERS_LATER ? 0 : a[2];
    return host_below(a[0], host->thread_count) && host_below(line, PROGRAM_LOCATIONS) &&
           host->later[what][a[0]][host_state_of(host, a[0], a[1])->key.pc] >> line & 1;
}

static int64_t host_reads_later(void *data, int64_t *a) { return is_later(data, READS_LATER, a); }
static int64_t host_writes_later(void *data, int64_t *a) { return is_later(data, WRITES_LATER, a); }
static int64_t host_accesses_later(void *data, int64_t *a) { return is_later(data, ACCESSES_LATER, a); }
static int64_t host_loads_later(void *data, int64_t *a) { return is_later(data, LOADS_LATER, a); }
static int64_t host_relaxed_loads_later(void *data, int64_t *a) { return is_later(data, RELAXED_LOADS_LATER, a); }
static int64_t host_synchronises(void *data, int64_t *a) { return is_later(data, SYNCHRONISES, a); }
static int64_t host_orders_later(void *data, int64_t *a) { return is_later(data, ORDERS_LATER, a); }

static int64_t host_final_value(void *data, int64_t *a)
{
    int location = host_location_at(data, a[0], a[1]);
    if (location >= 0)
        telling.locations[location] = host_plain_value(data, a[2]);
    return 0;
}

static int64_t host_final_thread(void *data, int64_t *a)
{
    (void)data;
    telling.locals[a[0]] = (int)a[1];
    return 0;
}

static void reported_values(const struct litmus_host *host, int *values)
{
    for (unsigned i = 0; i < host->test->watch_count; i++) {
        const struct litmus_watch *watch = &host->test->watches[i];
        if (watch->thread < 0)
            values[i] = telling.locations[watch->index];
        else
            values[i] = host_state_of(host, watch->thread, telling.locals[watch->thread])
                            ->key.registers[program_watch_register(host->program, i)];
    }
}

static int64_t host_final(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    (void)a;
    if (!host->final)
        return 1;
    int values[host->test->watch_count + 1];
    reported_values(host, values);
    pthread_mutex_lock(&host->lock);
    host->final(host->final_data, values);
    pthread_mutex_unlock(&host->lock);
    return 1;
}

static int64_t host_witness(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    (void)a;
    if (!host->witness)
        return 0;
    int values[host->test->watch_count + 1];
    reported_values(host, values);
    pthread_mutex_lock(&host->lock);
    bool holds = host->witness(host->witness_data, values);
    pthread_mutex_unlock(&host->lock);
    return holds;
}

static int64_t hb_answer(struct litmus_host *host, int state)
{
    if (state >= 0)
        return state;
    host_note_trouble(host, "the race analysis has more states than invariants/races.m has names for");
    return 0;
}

static int64_t host_races_start(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    (void)a;
    return host->hb ? hb_answer(host, hb_start(host->hb)) : 0;
}

static int64_t host_races_step(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    if (!host->hb)
        return 0;
    return hb_answer(host, hb_step(host->hb, (int)a[0], (int)a[1], operation_of(host, a[2]), a[3] != 0));
}

static int64_t host_has_race(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return host->hb && hb_race(host->hb, (int)a[0], NULL);
}

/* A store takes its place in the order of its location. */
static int64_t host_observe_store(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    if (!host->provenance)
        return 0;
    int writer = host_writer_of(host, a[3]), location = host_location_at(host, a[1], a[2]);
    struct followed *f = writer < 0 ? NULL : &host->provenance->operations[writer];
    if (!f || f->thread != a[0] || f->place >= 0 || host->operations[writer].location != location)
        host_provenance_note(host, "a store took its place whose value or thread is not that of one issued");
    else
        f->place = host->provenance->stores[location]++;
    return 0;
}

static int64_t host_common(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    if (!host_below(a[0], host->thread_count) || !host_below(a[1], host->thread_count))
        return LITMUS_LEVELS;
    return (int64_t)litmus_common_level(&host->test->scopes, (unsigned)a[0], (unsigned)a[1]);
}

const struct host_external host_externals[] = {
    {"HostStart", host_start, false, "t"},
    {"HostEnded", host_ended, false, "tl"},
    {"HostOutstanding", host_outstanding, false, "tl"},
    {"HostNext", host_next, false, "tl"},
    {"HostTag", host_tag, false, "tl"},
    {"HostIssue", host_issue, false, NULL},
    {"HostComplete", host_complete, false, NULL},
    {"HostSlot", host_slot, true, NULL},
    {"HostForwards", host_forwards, true, NULL},
    {"HostForwarded", host_forwarded, true, NULL},
    {"HostPassed", host_passed, true, NULL},
    {"HostPerform", host_perform, true, NULL},
    {"HostPerformed", host_performed, true, NULL},
    {"HostMayGuess", host_may_guess, true, NULL},
    {"HostGuess", host_guess, true, NULL},
    {"HostKind", host_kind, false, "o"},
    {"HostOrder", host_order, false, "o"},
    {"HostScope", host_scope, false, "o"},
    {"HostClusterScope", host_cluster_scope, false, "o"},
    {"HostReturns", host_returns, false, "o"},
    {"HostLine", host_line, false, "o"},
    {"HostWord", host_word, false, "o"},
    {"HostStored", host_stored, false, "o"},
    {"HostWrites", host_writes, false, NULL},
    {"HostResult", host_result, false, NULL},
    {"HostCu", host_cu, false, "t"},
    {"HostGroup", host_group, false, "t"},
    {"HostCluster", host_cluster, false, "t"},
    {"HostComponent", host_component, false, "c"},
    {"HostInitial", host_initial, false, "nw"},
    {"HostUsedThread", host_used_thread, false, "t"},
    {"HostUsedCu", host_used_cu, false, "c"},
    {"HostUsedWord", host_used_word, false, "nw"},
    {"HostBand", host_band, false, "n"},
    {"HostReadsLater", host_reads_later, false, "tln"},
    {"HostAccessesLater", host_accesses_later, false, "tln"},
    {"HostWritesLater", host_writes_later, false, "tln"},
    {"HostSynchronises", host_synchronises, false, "tln"},
    {"HostOrdersLater", host_orders_later, false, "tl"},
    {"HostLoadsLater", host_loads_later, false, "tln"},
    {"HostRelaxedLoadsLater", host_relaxed_loads_later, false, "tln"},
    {"HostFinalValue", host_final_value, false, NULL},
    {"HostFinalThread", host_final_thread, false, NULL},
    {"HostFinal", host_final, false, NULL},
    {"HostWitness", host_witness, false, NULL},
    {"HostCommon", host_common, false, NULL},
    {"HostRacesStart", host_races_start, false, NULL},
    {"HostRacesStep", host_races_step, false, NULL},
    {"HostHasRace", host_has_race, false, NULL},
    {"HostObserveStore", host_observe_store, false, NULL},
};

const unsigned host_external_count = sizeof host_externals / sizeof host_externals[0];

_Static_assert(sizeof host_externals / sizeof host_externals[0] <= EXTERNALS_MOST, "a host has a table for each external");

int64_t host_bound_of(const struct litmus_host *host, model_external_function *function)
{
    return function == host_used_thread ? host->thread_count
           : function == host_used_cu   ? host->placement.cus
           : function == host_used_word ? host->placement.lines
                                        : 0;
}
