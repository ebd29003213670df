/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * host_window.c - the window driver: a thread's operations are performed out
 * of order.
 */
#include "host_private.h"

struct window {
    struct program_entry entries[PROGRAM_WINDOW];
    unsigned count;
};

static bool acquire_side(const struct program_operation *o)
{
    switch (o->order) {
    case LITMUS_ACQ: case LITMUS_AR: case LITMUS_RM_ACQ: case LITMUS_RM_AR: return true;
    case LITMUS_SC: return true; /* no access is made after an sc store until it is performed */
    default: return false;
    }
}

static bool release_side(const struct program_operation *o)
{
    switch (o->order) {
    case LITMUS_REL: case LITMUS_AR: case LITMUS_RM_REL: case LITMUS_RM_AR: return true;
    case LITMUS_SC: return o->kind != PROGRAM_LOAD;
    default: return false;
    }
}

static bool reads_memory(const struct program_entry *e)
{
    return !e->branch && (e->operation.kind == PROGRAM_LOAD || e->operation.kind == PROGRAM_RMW);
}

static bool writes_memory(const struct program_entry *e)
{
    return !e->branch && (e->operation.kind == PROGRAM_STORE || e->operation.kind == PROGRAM_RMW);
}

static bool is_access(const struct program_entry *e)
{
    return !e->branch && e->operation.kind != PROGRAM_FENCE;
}

static bool same_location(const struct program_entry *a, const struct program_entry *b)
{
    return is_access(a) && is_access(b) && a->located && b->located &&
           a->operation.location == b->operation.location;
}

/* A load whose value may come from the thread's own store before that is
 * performed. */
static bool may_forward(const struct program_entry *e)
{
    return e->operation.kind == PROGRAM_LOAD && !acquire_side(&e->operation);
}

/* The latest earlier entry that is not performed and is at the location of
 * entry k; -1 for none. */
static int latest_same(const struct window *w, uint32_t performed, unsigned k)
{
    for (int j = (int)k - 1; j >= 0; j--)
        if (!(performed >> j & 1) && same_location(&w->entries[j], &w->entries[k]))
            return j;
    return -1;
}

/* Whether a read that is performed took its value from a store that is not. */
static bool forwarded_from_pending(const struct window *w, uint32_t performed, unsigned j)
{
    return (performed >> j & 1) && reads_memory(&w->entries[j]) && latest_same(w, performed, j) >= 0;
}

/* Whether entry j, not performed, holds back entry k, later in program order. */
static bool holds_back(const struct program_entry *j, const struct program_entry *k)
{
    if (j->branch)
        return writes_memory(k); /* called only while its register is unknown */
    const struct program_operation *a = &j->operation, *b = &k->operation;
    if (a->kind == PROGRAM_FENCE) {
        if (acquire_side(a))
            return true;
        return writes_memory(k);
    }
    if (acquire_side(a))
        return true;
    if (b->kind == PROGRAM_FENCE) {
        if (release_side(b))
            return true;
        return reads_memory(j); /* f[acq] */
    }
    if (release_side(b))
        return true;
    if (b->order == LITMUS_SC && writes_memory(j))
        return true;
    if (writes_memory(k) && !j->located)
        return true;
    return same_location(j, k);
}

/* Whether entry k may be performed now.  `source`: the store that it takes its value
 * from before that is performed, or -1. */
static bool may_perform(const struct window *w, uint32_t performed, unsigned k, int *source)
{
    const struct program_entry *e = &w->entries[k];
    *source = -1;
    if ((performed >> k & 1) || e->branch)
        return false;
    if (is_access(e) && (!e->located || !e->valued))
        return false;
    int same = is_access(e) ? latest_same(w, performed, k) : -1;
    bool forwards = same >= 0 && may_forward(e) && w->entries[same].operation.kind == PROGRAM_STORE;
    if (forwards && !w->entries[same].valued)
        return false;
    for (unsigned j = 0; j < k; j++) {
        const struct program_entry *before = &w->entries[j];
        bool fence_waits = e->operation.kind == PROGRAM_FENCE && acquire_side(&e->operation);
        if (fence_waits && forwarded_from_pending(w, performed, j))
            return false;
        if ((performed >> j & 1) || (before->branch && before->taken != PROGRAM_UNKNOWN))
            continue;
        if (forwards && same_location(before, e) && !acquire_side(&before->operation))
            continue;
        if (holds_back(before, e))
            return false;
    }
    if (forwards)
        *source = same;
    return true;
}

/* How many releases entry k would go ahead of. */
static unsigned passed_releases(const struct window *w, uint32_t performed, unsigned k)
{
    unsigned count = 0;
    for (unsigned j = 0; j < k; j++)
        count += !(performed >> j & 1) && writes_memory(&w->entries[j]) && release_side(&w->entries[j].operation);
    return count;
}

static struct slot_answer judge_slot(struct litmus_host *host, int thread, const struct local_key *key,
                                     const struct window *w, unsigned k)
{
    int source;
    if (!may_perform(w, key->performed, k, &source))
        return (struct slot_answer){0, -1, 0};
    struct slot_answer answer = {host_number_operation(host, w->entries[k].operation, thread, key->past + (int)k), -1,
                                 (uint16_t)passed_releases(w, key->performed, k)};
    if (source >= 0)
        answer.forwarded = (int16_t)w->entries[source].operation.value;
    if (source >= 0 && host->provenance)
        answer.forwarded = (int16_t)host_own_value(
            host, host_number_operation(host, w->entries[source].operation, thread, key->past + source));
    return answer;
}

static void fetch(const struct litmus_host *host, int thread, const struct local_key *key, struct window *w)
{
    int pc, registers[PROGRAM_REGISTERS], results[PROGRAM_WINDOW];
    host_load_registers(key, &pc, registers);
    for (int i = 0; i < PROGRAM_WINDOW; i++)
        results[i] = key->results[i];
    w->count = program_window(host->program, thread, pc, registers, results, w->entries, PROGRAM_WINDOW);
}

/* A load that went ahead of an earlier access whose location was not known,
 * and turns out to be the same: it and all behind it are fetched again. */
static unsigned first_overtaken(const struct window *w, const struct local_key *key)
{
    for (unsigned k = 0; k < w->count; k++) {
        if (!(key->performed >> k & 1) || !reads_memory(&w->entries[k]))
            continue;
        int j = latest_same(w, key->performed, k);
        if (j < 0)
            continue;
        const struct program_entry *source = &w->entries[j];
        bool forwarded = source->operation.kind == PROGRAM_STORE && source->valued && may_forward(&w->entries[k]) &&
                         source->operation.value == key->results[k];
        if (!forwarded)
            return k;
    }
    return w->count;
}

static void squash(struct litmus_host *host, int thread, struct local_key *key, unsigned from)
{
    if (host->provenance)
        host_provenance_undo(host, thread, key->past + from);
    for (unsigned i = from; i < PROGRAM_WINDOW; i++)
        key->results[i] = PROGRAM_UNKNOWN;
    key->performed = (uint16_t)(key->performed & ((1u << from) - 1));
}

/* The first branch that was guessed and resolved otherwise. */
static unsigned first_wrong_guess(const struct window *w, const struct local_key *key)
{
    for (unsigned k = 0; k < w->count; k++) {
        const struct program_entry *e = &w->entries[k];
        if (e->branch && e->taken != PROGRAM_UNKNOWN && key->results[k] != PROGRAM_UNKNOWN &&
            key->results[k] != e->taken)
            return k;
    }
    return w->count;
}

/* Retire what is finished at the head. */
static bool retire(const struct litmus_host *host, int thread, const struct window *w, struct local_key *key)
{
    unsigned finished = 0;
    int results[PROGRAM_WINDOW];
    for (; finished < w->count; finished++) {
        const struct program_entry *e = &w->entries[finished];
        if (e->branch ? e->taken == PROGRAM_UNKNOWN : !(key->performed >> finished & 1))
            break;
        results[finished] = e->branch ? e->taken : key->results[finished];
    }
    if (!finished)
        return false;
    int pc, registers[PROGRAM_REGISTERS];
    host_load_registers(key, &pc, registers);
    program_retire(host->program, thread, &pc, registers, results, finished);
    host_store_registers(key, pc, registers);
    memmove(key->results, key->results + finished, PROGRAM_WINDOW - finished);
    memset(key->results + PROGRAM_WINDOW - finished, PROGRAM_UNKNOWN, finished);
    key->performed = (uint16_t)(key->performed >> finished);
    if (host->provenance)
        key->past = (uint16_t)(key->past + finished);
    return true;
}

/* Bring a key to its canonical form: drop what a wrong guess or an overtaken
 * access let in, forget guesses that came true, retire what is finished. */
void host_normalise_window(struct litmus_host *host, int thread, struct local_key *key)
{
    for (;;) {
        struct window w;
        fetch(host, thread, key, &w);
        squash(host, thread, key, w.count);
        unsigned wrong = first_wrong_guess(&w, key), overtaken = first_overtaken(&w, key);
        unsigned from = wrong < overtaken ? wrong : overtaken;
        if (from < w.count) {
            squash(host, thread, key, from);
            continue;
        }
        for (unsigned k = 0; k < w.count; k++)
            if (w.entries[k].branch && w.entries[k].taken != PROGRAM_UNKNOWN)
                key->results[k] = PROGRAM_UNKNOWN;
        if (!retire(host, thread, &w, key))
            return;
    }
}

static bool ends_in_open_branch(const struct window *w, const struct local_key *key)
{
    if (w->count == 0 || w->count == PROGRAM_WINDOW)
        return false;
    const struct program_entry *last = &w->entries[w->count - 1];
    return last->branch && last->taken == PROGRAM_UNKNOWN && key->results[w->count - 1] == PROGRAM_UNKNOWN;
}

/* Whether the guess lets something be performed now, be it by further guesses.  One
 * that does not may as well be made later, or never: what stands before the branch
 * depends on no guess, and what is performed of that lets the thread guess again. */
static bool guess_helps(const struct litmus_host *host, int thread, struct local_key key, unsigned branch, bool taken)
{
    struct window w;
    int source;
    key.results[branch] = taken;
    fetch(host, thread, &key, &w);
    for (unsigned k = branch + 1; k < w.count; k++)
        if (may_perform(&w, key.performed, k, &source))
            return true;
    return ends_in_open_branch(&w, &key) && (guess_helps(host, thread, key, w.count - 1, true) ||
                                             guess_helps(host, thread, key, w.count - 1, false));
}

void host_describe_window(struct litmus_host *host, int thread, struct local_state *state)
{
    struct window w;
    fetch(host, thread, &state->key, &w);
    for (unsigned k = 0; k < PROGRAM_WINDOW; k++)
        state->slots[k] = k < w.count ? judge_slot(host, thread, &state->key, &w, k) : (struct slot_answer){0, -1, 0};
    state->ended = w.count == 0;
    for (int taken = 0; taken <= 1; taken++)
        state->may_guess[taken] = ends_in_open_branch(&w, &state->key) &&
                                  guess_helps(host, thread, state->key, w.count - 1, taken);
}

void host_window_guess(struct litmus_host *host, int thread, struct local_key *key, bool taken)
{
    struct window w;
    fetch(host, thread, key, &w);
    key->results[w.count - 1] = taken;
}
