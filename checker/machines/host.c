/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * host.c - answer what a machine's model asks about a test, and number what it
 * is told.
 *
 * Local states.  Under the litmus driver a local state is (pc, registers, what
 * each tag will write); under the window driver it is (pc, registers of the
 * oldest unfinished instruction, what is known of the window's entries).
 *
 * Invariant: a numbered local state never changes; the table of a thread's
 * states grows by blocks that never move, so a reader needs no lock.  A number
 * reaches another thread only through the search's own store, whose insertion
 * orders the state's content before it; `transition` memo cells are the only
 * words written after, and are released and acquired here.
 */
#include "host.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "../base/arena.h"
#include "../base/die.h"
#include "../base/text.h"
#include "../axioms/known.h"

enum {
    TAGS = 4,              /* the most that a model may be compiled for */
    BLOCK = 256,           /* local states a block */
    BLOCKS = 1024,
    LOCALS_MOST = BLOCK * BLOCKS,
    OPERATIONS_MOST = 4096,
    NO_TARGET = -1,        /* a tag in use whose result nobody reads */
    NO_TAG = -2,           /* a tag not in use */
    EXTERNALS_MOST = 64,
};

/* What identifies a local state; compared as bytes, so fully zeroed first. */
struct local_key {
    int16_t pc;
    int8_t registers[PROGRAM_REGISTERS]; /* value codes, pending included */
    int8_t tags[TAGS];                   /* litmus driver: NO_TAG, NO_TARGET or a register */
    int8_t results[PROGRAM_WINDOW];      /* window driver: PROGRAM_UNKNOWN or what was read */
    uint16_t performed;                  /* window driver: entries that are */
    /* Following a run, else 0: operations issued, or entries retired; and which
     * of the thread's operations a tag belongs to. */
    uint16_t past;
    uint16_t tag_index[TAGS];
};

struct slot_answer {
    uint16_t operation; /* 0: may not be performed */
    int16_t forwarded;  /* a value code, or -1 */
};

struct local_state {
    struct local_key key;
    uint32_t next_same_hash;
    bool ended;
    /* litmus driver */
    uint16_t next;      /* operation, 0 for none */
    int8_t free_tag;
    _Atomic int32_t issued;                                  /* memo: local state + 1 */
    _Atomic int32_t completed[TAGS][PROGRAM_VALUES];         /* memo, by tag and value */
    /* window driver */
    bool may_guess;
    struct slot_answer slots[PROGRAM_WINDOW];
};

struct thread_table {
    struct local_state *blocks[BLOCKS];
    uint32_t count;
    uint32_t *buckets; /* local state + 1 */
    uint32_t bucket_count;
    int start;
};

/* By operation number: whose it is, and what became of it. */
struct followed {
    int thread, index, written, source, place; /* as in litmus_event; source: an operation */
    bool performed;                            /* window driver: and not undone */
};

struct following {
    struct followed operations[OPERATIONS_MOST];
    int stores[PROGRAM_LOCATIONS]; /* placed so far */
    const char *trouble;
};

/* The answers to one external, for the generated code to read (model.h).  A row
 * is filled before its number reaches a state. */
struct answers {
    int32_t *cells; /* NULL: the function is called */
    uint32_t sizes[3];
};

struct litmus_host {
    const struct machine_program *program;
    const struct litmus_test *test;
    struct litmus_placement placement;
    struct litmus_sizes sizes;
    bool windowed;
    int thread_count, location_count;
    int location_of[PROGRAM_LOCATIONS][PROGRAM_LOCATIONS]; /* [line][word], or -1 */
    pthread_mutex_t lock; /* guards numbering, and the final functions' calls */
    struct thread_table tables[PROGRAM_THREADS];
    uint8_t *wants[PROGRAM_THREADS];   /* by pc: the lines that may be read from there on, as a set */
    uint8_t *touches[PROGRAM_THREADS]; /* the same for accesses of any kind */
    uint8_t *changes[PROGRAM_THREADS]; /* the same for stores and RMWs */
    uint8_t *synchronises[PROGRAM_THREADS]; /* the same for loads with an order above relaxed */
    struct program_operation operations[OPERATIONS_MOST]; /* from 1 */
    uint32_t operation_count;
    struct following *following; /* or NULL */
    _Atomic(const char *) trouble;
    litmus_final_function *final;
    void *final_data;
    litmus_witness_function *witness;
    void *witness_data;
    struct known *known;
    struct answers answers[EXTERNALS_MOST];
};

/* The outcome that a thread of the search is telling; HostFinal and
 * HostWitness end it.  The model tells it within one call of check(). */
static _Thread_local struct {
    int locations[PROGRAM_LOCATIONS];
    int locals[PROGRAM_THREADS];
} telling;

static void answer_operation(struct litmus_host *, uint32_t number);
static void answer_local(struct litmus_host *, int thread, uint32_t number);

/* ---- numbering ---- */

static void trouble(struct litmus_host *host, const char *sentence)
{
    const char *none = NULL;
    atomic_compare_exchange_strong_explicit(&host->trouble, &none, sentence, memory_order_relaxed,
                                            memory_order_relaxed);
}

const char *litmus_host_trouble(const struct litmus_host *host)
{
    return atomic_load_explicit(&host->trouble, memory_order_relaxed);
}

static struct local_state *state_of(const struct litmus_host *host, int64_t thread, int64_t local)
{
    return &host->tables[thread].blocks[local / BLOCK][local % BLOCK];
}

static bool same_operation(const struct program_operation *a, const struct program_operation *b)
{
    return a->kind == b->kind && a->order == b->order && a->level == b->level && a->location == b->location &&
           a->value == b->value && a->expected == b->expected && a->rmw == b->rmw;
}

static bool is_followed(const struct litmus_host *host, uint32_t number, int thread, int index)
{
    const struct followed *f = &host->following->operations[number];
    return f->thread == thread && f->index == index;
}

/* Under the lock.  0 where there are too many (and a trouble is noted).  Which
 * operation of its thread it is counts only while a run is followed. */
static uint16_t number_operation(struct litmus_host *host, struct program_operation operation, int thread, int index)
{
    if (operation.kind == PROGRAM_END || operation.kind == PROGRAM_STALL)
        return 0;
    for (uint32_t i = 1; i <= host->operation_count; i++)
        if (same_operation(&host->operations[i], &operation) &&
            (!host->following || is_followed(host, i, thread, index)))
            return (uint16_t)i;
    if ((int)host->operation_count + 1 >= host->sizes.operations || host->operation_count + 1 >= OPERATIONS_MOST) {
        trouble(host, "the test has more different operations than the model was compiled for");
        return 0;
    }
    host->operations[++host->operation_count] = operation;
    if (host->following)
        host->following->operations[host->operation_count] = (struct followed){
            .thread = thread, .index = index, .source = -1, .place = -1,
            .written = operation.kind == PROGRAM_STORE ? operation.value : -1};
    answer_operation(host, host->operation_count);
    return (uint16_t)host->operation_count;
}

/* ---- following a run: values that say which store they come from ---- */

/* The value of an operation's write. */
static int64_t own_value(const struct litmus_host *host, int64_t operation)
{
    return program_pending(host->program) + 1 + operation;
}

/* The operation that wrote a value; -1 for a value of the test's. */
static int writer_of(const struct litmus_host *host, int64_t value)
{
    return host->following && value > program_pending(host->program)
               ? (int)(value - program_pending(host->program) - 1) : -1;
}

/* A value as the test knows it. */
static int plain_value(const struct litmus_host *host, int64_t value)
{
    int writer = writer_of(host, value);
    return writer < 0 ? (int)value : host->following->operations[writer].written;
}

static void note(struct litmus_host *host, const char *sentence)
{
    if (!host->following->trouble)
        host->following->trouble = sentence;
}

static void follow_read(struct litmus_host *host, int operation, int64_t value)
{
    const struct program_operation *what = &host->operations[operation];
    int writer = writer_of(host, value);
    if (writer >= 0 ? host->operations[writer].location != what->location
                    : value != program_initial_value(host->program, what->location))
        note(host, "a load has a value that its location never held");
    host->following->operations[operation].source = writer >= 0 ? writer : EVENT_INITIAL;
}

/* What a thread fetched from `index` on was undone. */
static void follow_undo(struct litmus_host *host, int thread, unsigned index)
{
    for (uint32_t i = 1; i <= host->operation_count; i++) {
        struct followed *f = &host->following->operations[i];
        if (f->thread == thread && f->index >= (int)index) {
            f->source = -1;
            f->performed = false;
        }
    }
}

static int followed_operation(const struct litmus_host *host, int thread, int index)
{
    for (uint32_t i = 1; i <= host->operation_count; i++)
        if (is_followed(host, i, thread, index))
            return (int)i;
    die("a completed load of a followed run was never issued");
}

static void load_registers(const struct local_key *key, int *pc, int *registers)
{
    *pc = key->pc;
    for (int r = 0; r < PROGRAM_REGISTERS; r++)
        registers[r] = key->registers[r];
}

static void store_registers(struct local_key *key, int pc, const int *registers)
{
    key->pc = (int16_t)pc;
    for (int r = 0; r < PROGRAM_REGISTERS; r++)
        key->registers[r] = (int8_t)registers[r];
}

/* ---- the litmus driver: issue in program order ---- */

static void describe_in_order(struct litmus_host *host, int thread, struct local_state *state)
{
    int pc, registers[PROGRAM_REGISTERS];
    load_registers(&state->key, &pc, registers);
    struct program_operation next = program_next(host->program, thread, pc, registers);
    bool outstanding = false;
    state->free_tag = -1;
    for (int g = host->sizes.tags - 1; g >= 0; g--) {
        if (state->key.tags[g] == NO_TAG)
            state->free_tag = (int8_t)g;
        else
            outstanding = true;
    }
    state->ended = next.kind == PROGRAM_END && !outstanding;
    bool reads = next.kind == PROGRAM_LOAD || next.kind == PROGRAM_RMW;
    bool waits = reads && (state->free_tag < 0 ||
                           (next.target >= 0 && registers[next.target] == program_pending(host->program)));
    state->next = waits ? 0 : number_operation(host, next, thread, state->key.past);
}

/* ---- the window driver: perform out of order ---- */

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

static struct slot_answer judge_slot(struct litmus_host *host, int thread, const struct local_key *key,
                                     const struct window *w, unsigned k)
{
    uint32_t performed = key->performed;
    const struct slot_answer no = {0, -1};
    const struct program_entry *e = &w->entries[k];
    if ((performed >> k & 1) || e->branch)
        return no;
    if (is_access(e) && (!e->located || !e->valued))
        return no;
    int source = is_access(e) ? latest_same(w, performed, k) : -1;
    bool forwards = source >= 0 && may_forward(e) && w->entries[source].operation.kind == PROGRAM_STORE;
    if (forwards && !w->entries[source].valued)
        return no;
    for (unsigned j = 0; j < k; j++) {
        const struct program_entry *before = &w->entries[j];
        bool fence_waits = e->operation.kind == PROGRAM_FENCE && acquire_side(&e->operation);
        if (fence_waits && forwarded_from_pending(w, performed, j))
            return no;
        if ((performed >> j & 1) || (before->branch && before->taken != PROGRAM_UNKNOWN))
            continue;
        if (forwards && same_location(before, e) && !acquire_side(&before->operation))
            continue;
        if (holds_back(before, e))
            return no;
    }
    struct slot_answer answer = {number_operation(host, e->operation, thread, key->past + (int)k), -1};
    if (forwards)
        answer.forwarded = (int16_t)w->entries[source].operation.value;
    if (forwards && host->following)
        answer.forwarded = (int16_t)own_value(
            host, number_operation(host, w->entries[source].operation, thread, key->past + source));
    return answer;
}

static void fetch(const struct litmus_host *host, int thread, const struct local_key *key, struct window *w)
{
    int pc, registers[PROGRAM_REGISTERS], results[PROGRAM_WINDOW];
    load_registers(key, &pc, registers);
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
    if (host->following)
        follow_undo(host, thread, key->past + from);
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
    load_registers(key, &pc, registers);
    program_retire(host->program, thread, &pc, registers, results, finished);
    store_registers(key, pc, registers);
    memmove(key->results, key->results + finished, PROGRAM_WINDOW - finished);
    memset(key->results + PROGRAM_WINDOW - finished, PROGRAM_UNKNOWN, finished);
    key->performed = (uint16_t)(key->performed >> finished);
    if (host->following)
        key->past = (uint16_t)(key->past + finished);
    return true;
}

/* Bring a key to its canonical form: drop what a wrong guess or an overtaken
 * access let in, forget guesses that came true, retire what is finished. */
static void normalise_window(struct litmus_host *host, int thread, struct local_key *key)
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

static void describe_window(struct litmus_host *host, int thread, struct local_state *state)
{
    struct window w;
    fetch(host, thread, &state->key, &w);
    for (unsigned k = 0; k < PROGRAM_WINDOW; k++)
        state->slots[k] = k < w.count ? judge_slot(host, thread, &state->key, &w, k) : (struct slot_answer){0, -1};
    state->ended = w.count == 0;
    state->may_guess = false;
    if (w.count > 0 && w.count < PROGRAM_WINDOW) {
        const struct program_entry *last = &w.entries[w.count - 1];
        state->may_guess = last->branch && last->taken == PROGRAM_UNKNOWN &&
                           state->key.results[w.count - 1] == PROGRAM_UNKNOWN;
    }
}

/* ---- the table of local states ---- */

static void grow_buckets(struct thread_table *table)
{
    uint32_t count = table->bucket_count ? 2 * table->bucket_count : 64;
    uint32_t *buckets = calloc(count, sizeof *buckets);
    if (!buckets)
        die_memory(count * sizeof *buckets);
    for (uint32_t i = 0; i < table->count; i++) {
        struct local_state *state = &table->blocks[i / BLOCK][i % BLOCK];
        uint32_t *bucket = &buckets[XXH3_64bits(&state->key, sizeof state->key) & (count - 1)];
        state->next_same_hash = *bucket;
        *bucket = i + 1;
    }
    free(table->buckets);
    table->buckets = buckets;
    table->bucket_count = count;
}

/* Under the lock. */
static int number_local(struct litmus_host *host, int thread, const struct local_key *key)
{
    struct thread_table *table = &host->tables[thread];
    if (table->count >= table->bucket_count)
        grow_buckets(table);
    uint32_t *bucket = &table->buckets[XXH3_64bits(key, sizeof *key) & (table->bucket_count - 1)];
    for (uint32_t i = *bucket; i; i = state_of(host, thread, i - 1)->next_same_hash)
        if (!memcmp(&state_of(host, thread, i - 1)->key, key, sizeof *key))
            return (int)i - 1;
    if ((int)table->count >= host->sizes.locals || table->count >= LOCALS_MOST) {
        trouble(host, "a thread of the test has more local states than the model was compiled for");
        return 0;
    }
    uint32_t number = table->count;
    if (!table->blocks[number / BLOCK]) {
        table->blocks[number / BLOCK] = calloc(BLOCK, sizeof(struct local_state));
        if (!table->blocks[number / BLOCK])
            die_memory(BLOCK * sizeof(struct local_state));
    }
    struct local_state *state = state_of(host, thread, number);
    state->key = *key;
    if (host->windowed)
        describe_window(host, thread, state);
    else
        describe_in_order(host, thread, state);
    state->next_same_hash = *bucket;
    *bucket = number + 1;
    table->count++;
    answer_local(host, thread, number);
    return (int)number;
}

static int locked_number(struct litmus_host *host, int thread, struct local_key *key)
{
    if (host->windowed)
        normalise_window(host, thread, key);
    pthread_mutex_lock(&host->lock);
    int number = number_local(host, thread, key);
    pthread_mutex_unlock(&host->lock);
    return number;
}

/* ---- what the model asks ---- */

static int64_t host_start(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return a[0] < host->thread_count ? host->tables[a[0]].start : 0;
}

static int64_t host_ended(void *data, int64_t *a)
{
    return state_of(data, a[0], a[1])->ended;
}

static int64_t host_outstanding(void *data, int64_t *a)
{
    const struct local_key *key = &state_of(data, a[0], a[1])->key;
    for (int g = 0; g < TAGS; g++)
        if (key->tags[g] != NO_TAG)
            return 1;
    return 0;
}

static int64_t host_next(void *data, int64_t *a)
{
    return state_of(data, a[0], a[1])->next;
}

static int64_t host_tag(void *data, int64_t *a)
{
    int tag = state_of(data, a[0], a[1])->free_tag;
    return tag < 0 ? 0 : tag;
}

/* The memo cells: a release store that makes the numbered state's content
 * visible to the acquire load of whoever uses the number. */
static int64_t host_issue(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    struct local_state *state = state_of(host, a[0], a[1]);
    int32_t memo = atomic_load_explicit(&state->issued, memory_order_acquire);
    if (memo)
        return memo - 1;
    struct local_key key = state->key;
    int pc, registers[PROGRAM_REGISTERS];
    load_registers(&key, &pc, registers);
    struct program_operation next = program_next(host->program, (int)a[0], pc, registers);
    program_issue(host->program, (int)a[0], &pc, registers);
    store_registers(&key, pc, registers);
    if (next.kind == PROGRAM_LOAD || next.kind == PROGRAM_RMW)
        key.tags[state->free_tag] = next.target >= 0 ? (int8_t)next.target : NO_TARGET;
    if (host->following && (next.kind == PROGRAM_LOAD || next.kind == PROGRAM_RMW))
        key.tag_index[state->free_tag] = key.past;
    if (host->following)
        key.past++;
    int number = locked_number(host, (int)a[0], &key);
    atomic_store_explicit(&state->issued, number + 1, memory_order_release);
    return number;
}

static int64_t host_complete(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    struct local_state *state = state_of(host, a[0], a[1]);
    int64_t tag = a[2], value = plain_value(host, a[3]);
    if (state->key.tags[tag] == NO_TAG) {
        trouble(host, "the machine completed a load that was not outstanding");
        return a[1];
    }
    if (host->following)
        follow_read(host, followed_operation(host, (int)a[0], state->key.tag_index[tag]), a[3]);
    _Atomic int32_t *cell = &state->completed[tag][value];
    int32_t memo = atomic_load_explicit(cell, memory_order_acquire);
    if (memo)
        return memo - 1;
    struct local_key key = state->key;
    int pc, registers[PROGRAM_REGISTERS];
    load_registers(&key, &pc, registers);
    if (key.tags[tag] >= 0) {
        program_bind(host->program, (int)a[0], &pc, registers, key.tags[tag], (int)value);
        store_registers(&key, pc, registers);
    }
    key.tags[tag] = NO_TAG;
    key.tag_index[tag] = 0;
    int number = locked_number(host, (int)a[0], &key);
    atomic_store_explicit(cell, number + 1, memory_order_release);
    return number;
}

static int64_t host_slot(void *data, int64_t *a)
{
    return state_of(data, a[0], a[1])->slots[a[2]].operation;
}

static int64_t host_forwards(void *data, int64_t *a)
{
    return state_of(data, a[0], a[1])->slots[a[2]].forwarded >= 0;
}

static int64_t host_forwarded(void *data, int64_t *a)
{
    int value = state_of(data, a[0], a[1])->slots[a[2]].forwarded;
    return value < 0 ? 0 : value;
}

static int64_t perform(struct litmus_host *host, int64_t *a, int result)
{
    struct local_key key = state_of(host, a[0], a[1])->key;
    if (host->following)
        host->following->operations[state_of(host, a[0], a[1])->slots[a[2]].operation].performed = true;
    key.performed = (uint16_t)(key.performed | 1u << a[2]);
    key.results[a[2]] = (int8_t)result;
    return locked_number(host, (int)a[0], &key);
}

static int64_t host_perform(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    if (host->following)
        follow_read(host, state_of(host, a[0], a[1])->slots[a[2]].operation, a[3]);
    return perform(host, a, plain_value(host, a[3]));
}

static int64_t host_performed(void *data, int64_t *a)
{
    return perform(data, a, 0);
}

static int64_t host_may_guess(void *data, int64_t *a)
{
    return state_of(data, a[0], a[1])->may_guess;
}

static int64_t host_guess(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    struct local_key key = state_of(host, a[0], a[1])->key;
    struct window w;
    fetch(host, (int)a[0], &key, &w);
    key.results[w.count - 1] = a[2] != 0;
    return locked_number(host, (int)a[0], &key);
}

static const struct program_operation *operation_of(struct litmus_host *host, int64_t number)
{
    return &host->operations[number];
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
    return o->order == LITMUS_NA ? LITMUS_WI : (int64_t)o->level; /* WORK_ITEM ... SYSTEM in both */
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
    const struct litmus_host *host = data;
    return host->following ? own_value(host, a[0]) : host->operations[a[0]].value;
}

static int rmw_result(struct litmus_host *host, int64_t *a)
{
    const struct program_operation *o = operation_of(host, a[0]);
    int result = program_rmw(host->program, o->rmw, plain_value(host, a[1]), o->value, o->expected);
    if (result == -2)
        trouble(host, "the machine performed an access that no run of the test can perform");
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
    if (!host->following || result < 0)
        return result < 0 ? a[1] : result;
    host->following->operations[a[0]].written = result;
    return own_value(host, a[0]);
}

static int64_t host_cu(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return a[0] < host->thread_count ? host->placement.cu[a[0]] : 0;
}

static int64_t host_group(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return a[0] < host->thread_count ? (int64_t)host->test->scopes.group[a[0]][LITMUS_WG] : 0;
}

static int64_t host_component(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return a[0] < host->placement.cus ? host->placement.component[a[0]] : 0;
}

static int location_at(const struct litmus_host *host, int64_t line, int64_t word)
{
    return line < PROGRAM_LOCATIONS && word < PROGRAM_LOCATIONS ? host->location_of[line][word] : -1;
}

static int64_t host_initial(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    int location = location_at(host, a[0], a[1]);
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
    return location_at(data, a[0], a[1]) >= 0;
}

/* The first line of the epoch band of the line.  A line is in the band of its
 * first location. */
static int64_t host_band(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    const unsigned *bands = host->test->layout.band;
    int of = location_at(host, a[0], 0);
    for (int64_t line = 0; of >= 0 && line < a[0]; line++) {
        int location = location_at(host, line, 0);
        if (location >= 0 && bands[location] == bands[of])
            return line;
    }
    return a[0];
}

/* Whether the thread may yet issue a read of the line. */
static int64_t host_wants(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return host->wants[a[0]][state_of(host, a[0], a[1])->key.pc] >> a[2] & 1;
}

/* Whether the thread may yet issue any access to the line. */
static int64_t host_touches(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return host->touches[a[0]][state_of(host, a[0], a[1])->key.pc] >> a[2] & 1;
}

/* Whether the thread may yet issue a store or an RMW to the line. */
static int64_t host_changes(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return host->changes[a[0]][state_of(host, a[0], a[1])->key.pc] >> a[2] & 1;
}

/* Whether the thread may yet issue a load of the line with an order above relaxed. */
static int64_t host_synchronises(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return host->synchronises[a[0]][state_of(host, a[0], a[1])->key.pc] >> a[2] & 1;
}

static int64_t host_final_value(void *data, int64_t *a)
{
    int location = location_at(data, a[0], a[1]);
    if (location >= 0)
        telling.locations[location] = plain_value(data, a[2]);
    return 0;
}

static int64_t host_final_thread(void *data, int64_t *a)
{
    (void)data;
    telling.locals[a[0]] = (int)a[1];
    return 0;
}

static void told_values(const struct litmus_host *host, int *values)
{
    for (unsigned i = 0; i < host->test->watch_count; i++) {
        const struct litmus_watch *watch = &host->test->watches[i];
        if (watch->thread < 0)
            values[i] = telling.locations[watch->index];
        else
            values[i] = state_of(host, watch->thread, telling.locals[watch->thread])
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
    told_values(host, values);
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
    told_values(host, values);
    pthread_mutex_lock(&host->lock);
    bool holds = host->witness(host->witness_data, values);
    pthread_mutex_unlock(&host->lock);
    return holds;
}

static int64_t known_answer(struct litmus_host *host, int state)
{
    if (state >= 0)
        return state;
    trouble(host, "the race analysis has more states than invariants/races.m has names for");
    return 0;
}

static int64_t host_known_start(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    (void)a;
    return host->known ? known_answer(host, known_start(host->known)) : 0;
}

static int64_t host_known_step(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    if (!host->known)
        return 0;
    return known_answer(host, known_step(host->known, (int)a[0], (int)a[1], operation_of(host, a[2]), a[3] != 0));
}

static int64_t host_known_race(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    return host->known && known_race(host->known, (int)a[0], NULL);
}

/* A store takes its place in the order of its location. */
static int64_t host_observe_store(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    if (!host->following)
        return 0;
    int writer = writer_of(host, a[3]), location = location_at(host, a[1], a[2]);
    struct followed *f = writer < 0 ? NULL : &host->following->operations[writer];
    if (!f || f->thread != a[0] || f->place >= 0 || host->operations[writer].location != location)
        note(host, "a store took its place whose value or thread is not that of one issued");
    else
        f->place = host->following->stores[location]++;
    return 0;
}

static int64_t host_common(void *data, int64_t *a)
{
    struct litmus_host *host = data;
    if (a[0] >= host->thread_count || a[1] >= host->thread_count)
        return LITMUS_LEVELS;
    return (int64_t)litmus_common_level(&host->test->scopes, (unsigned)a[0], (unsigned)a[1]);
}

/* ---- making and binding ---- */

/* `domain`: the arguments' types, where the answer is a table: t a thread, c a
 * CU, n a line, w a word, and, by rows that are filled as they are numbered, l
 * a local state and o an operation.  NULL: the answer is not known beforehand,
 * or something is told. */
static const struct {
    const char *name;
    model_external_function *function;
    bool window; /* asked by the window driver alone */
    const char *domain;
} externals[] = {
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
    {"HostPerform", host_perform, true, NULL},
    {"HostPerformed", host_performed, true, NULL},
    {"HostMayGuess", host_may_guess, true, NULL},
    {"HostGuess", host_guess, true, NULL},
    {"HostKind", host_kind, false, "o"},
    {"HostOrder", host_order, false, "o"},
    {"HostScope", host_scope, false, "o"},
    {"HostLine", host_line, false, "o"},
    {"HostWord", host_word, false, "o"},
    {"HostStored", host_stored, false, "o"},
    {"HostWrites", host_writes, false, NULL},
    {"HostResult", host_result, false, NULL},
    {"HostCu", host_cu, false, "t"},
    {"HostGroup", host_group, false, "t"},
    {"HostComponent", host_component, false, "c"},
    {"HostInitial", host_initial, false, "nw"},
    {"HostUsedThread", host_used_thread, false, "t"},
    {"HostUsedCu", host_used_cu, false, "c"},
    {"HostUsedWord", host_used_word, false, "nw"},
    {"HostBand", host_band, false, "n"},
    {"HostWants", host_wants, false, "tln"},
    {"HostTouches", host_touches, false, "tln"},
    {"HostChanges", host_changes, false, "tln"},
    {"HostSynchronises", host_synchronises, false, "tln"},
    {"HostFinalValue", host_final_value, false, NULL},
    {"HostFinalThread", host_final_thread, false, NULL},
    {"HostFinal", host_final, false, NULL},
    {"HostWitness", host_witness, false, NULL},
    {"HostCommon", host_common, false, NULL},
    {"HostKnownStart", host_known_start, false, NULL},
    {"HostKnownStep", host_known_step, false, NULL},
    {"HostKnownRace", host_known_race, false, NULL},
    {"HostObserveStore", host_observe_store, false, NULL},
};

enum { EXTERNAL_COUNT = sizeof externals / sizeof externals[0] };
_Static_assert((int)EXTERNAL_COUNT <= (int)EXTERNALS_MOST, "a host has a table for each external");

/* ---- answers as tables ---- */

static uint32_t domain_size(const struct litmus_host *host, char domain)
{
    const struct litmus_sizes *sizes = &host->sizes;
    int size = domain == 't' ? sizes->threads : domain == 'c' ? sizes->cus : domain == 'n' ? sizes->lines
             : domain == 'w' ? sizes->words : domain == 'l' ? sizes->locals : sizes->operations;
    return (uint32_t)size;
}

/* Ask for all arguments from position `at` on, those before it being given; a
 * position that is `fixed` keeps what it has. */
static void answer_from(struct litmus_host *host, unsigned external, int64_t *arguments, unsigned at, unsigned fixed)
{
    struct answers *answers = &host->answers[external];
    if (!externals[external].domain[at]) {
        int64_t asked[3] = {arguments[0], arguments[1], arguments[2]};
        uint64_t index = ((uint64_t)arguments[0] * answers->sizes[1] + (uint64_t)arguments[1]) * answers->sizes[2] +
                         (uint64_t)arguments[2];
        answers->cells[index] = (int32_t)externals[external].function(host, asked);
    } else if (fixed >> at & 1) {
        answer_from(host, external, arguments, at + 1, fixed);
    } else {
        for (uint32_t i = 0; i < answers->sizes[at]; i++) {
            arguments[at] = i;
            answer_from(host, external, arguments, at + 1, fixed);
        }
    }
}

static bool answers_with(const struct litmus_host *host, unsigned external, const char *domain)
{
    return host->answers[external].cells && !strncmp(externals[external].domain, domain, strlen(domain));
}

static void answer_operation(struct litmus_host *host, uint32_t number)
{
    for (unsigned e = 0; e < EXTERNAL_COUNT; e++)
        if (answers_with(host, e, "o"))
            answer_from(host, e, (int64_t[3]){number}, 0, 1);
}

static void answer_local(struct litmus_host *host, int thread, uint32_t number)
{
    for (unsigned e = 0; e < EXTERNAL_COUNT; e++)
        if (answers_with(host, e, "tl"))
            answer_from(host, e, (int64_t[3]){thread, number}, 0, 3);
}

/* A run that is followed has numbers beyond any table, and is interpreted. */
static void make_answers(struct litmus_host *host)
{
    if (host->following)
        return;
    for (unsigned e = 0; e < EXTERNAL_COUNT; e++) {
        const char *domain = externals[e].domain;
        struct answers *answers = &host->answers[e];
        uint64_t count = 1;
        if (!domain)
            continue;
        for (unsigned i = 0; i < 3; i++) {
            answers->sizes[i] = i < strlen(domain) ? domain_size(host, domain[i]) : 1;
            count *= answers->sizes[i];
        }
        answers->cells = calloc(count, sizeof *answers->cells);
        if (!answers->cells)
            die_memory(count * sizeof *answers->cells);
    }
}

/* What does not hang on local states and operations, once the starts have numbers. */
static void answer_rest(struct litmus_host *host)
{
    for (unsigned e = 0; e < EXTERNAL_COUNT; e++)
        if (host->answers[e].cells && !strpbrk(externals[e].domain, "lo"))
            answer_from(host, e, (int64_t[3]){0}, 0, 0);
}

enum access { READS = 1, CHANGES = 2, SYNCHRONISES = 4 }; /* an RMW does the first two */

/* The lines to which one instruction may do any of `kinds`. */
static unsigned lines_of(const struct litmus_host *host, const struct litmus_instruction *instruction,
                         unsigned kinds)
{
    unsigned does = 0;
    if (instruction->kind == LITMUS_LOAD || instruction->kind == LITMUS_RMW)
        does |= READS;
    if (instruction->kind == LITMUS_STORE || instruction->kind == LITMUS_RMW)
        does |= CHANGES;
    if (instruction->kind == LITMUS_LOAD && instruction->order != LITMUS_NA && instruction->order != LITMUS_RLX)
        does |= SYNCHRONISES;
    if (!(does & kinds))
        return 0;
    if (instruction->address.kind == OPERAND_VALUE)
        return 1u << host->placement.line[instruction->address.value.location];
    return (1u << PROGRAM_LOCATIONS) - 1;
}

/* What the instructions from each pc on may do: from the end backwards, until
 * loops add nothing. */
static uint8_t *find_future(const struct litmus_host *host, int thread, unsigned kinds)
{
    const struct litmus_thread *code = &host->test->threads[thread];
    uint8_t *future = calloc(code->length + 1, 1);
    if (!future)
        die_memory(code->length + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned pc = code->length; pc-- > 0;) {
            const struct litmus_instruction *instruction = &code->code[pc];
            unsigned set = lines_of(host, instruction, kinds);
            if (instruction->kind != LITMUS_JUMP)
                set |= future[pc + 1];
            if (instruction->kind == LITMUS_JUMP || instruction->kind == LITMUS_BRANCH)
                set |= future[instruction->goal];
            changed |= set != future[pc];
            future[pc] = (uint8_t)set;
        }
    }
    return future;
}

static void number_starts(struct litmus_host *host)
{
    make_answers(host);
    if (!host->following)
        answer_operation(host, 0);
    for (int t = 0; t < host->thread_count; t++) {
        struct local_key key;
        memset(&key, 0, sizeof key);
        memset(key.tags, NO_TAG, sizeof key.tags);
        memset(key.results, PROGRAM_UNKNOWN, sizeof key.results);
        int pc, registers[PROGRAM_REGISTERS];
        program_start(host->program, t, &pc, registers);
        store_registers(&key, pc, registers);
        host->tables[t].start = locked_number(host, t, &key);
    }
    answer_rest(host);
}

struct litmus_host *litmus_host_new(const struct machine_program *program, const struct litmus_placement *placement,
                                    const struct litmus_sizes *sizes)
{
    struct litmus_host *host = calloc(1, sizeof *host);
    if (!host)
        die_memory(sizeof *host);
    host->program = program;
    host->test = program_test(program);
    host->placement = *placement;
    host->sizes = *sizes;
    if (host->sizes.tags > TAGS)
        die("a model was compiled for %d tags, and a host has %d", sizes->tags, TAGS);
    host->thread_count = (int)host->test->thread_count;
    host->location_count = (int)host->test->location_count;
    memset(host->location_of, -1, sizeof host->location_of);
    for (int a = 0; a < host->location_count; a++)
        host->location_of[placement->line[a]][placement->word[a]] = a;
    for (int t = 0; t < host->thread_count; t++) {
        host->wants[t] = find_future(host, t, READS);
        host->touches[t] = find_future(host, t, READS | CHANGES);
        host->changes[t] = find_future(host, t, CHANGES);
        host->synchronises[t] = find_future(host, t, SYNCHRONISES);
    }
    pthread_mutex_init(&host->lock, NULL);
    return host;
}

void litmus_host_free(struct litmus_host *host)
{
    if (!host)
        return;
    for (int t = 0; t < PROGRAM_THREADS; t++) {
        for (int b = 0; b < BLOCKS; b++)
            free(host->tables[t].blocks[b]);
        free(host->tables[t].buckets);
        free(host->wants[t]);
        free(host->touches[t]);
        free(host->changes[t]);
        free(host->synchronises[t]);
    }
    for (unsigned e = 0; e < EXTERNAL_COUNT; e++)
        free(host->answers[e].cells);
    free(host->following);
    pthread_mutex_destroy(&host->lock);
    free(host);
}

/* Where a predicate ends that lets the model's loops end (model.h); 0 for others. */
static int64_t bound_of(const struct litmus_host *host, model_external_function *function)
{
    return function == host_used_thread ? host->thread_count
           : function == host_used_cu   ? host->placement.cus
           : function == host_used_word ? host->placement.lines
                                        : 0;
}

struct model_binding litmus_host_external(struct litmus_host *host, const char *name)
{
    for (int e = 0; e < EXTERNAL_COUNT; e++) {
        if (strcmp(externals[e].name, name))
            continue;
        host->windowed |= externals[e].window;
        return (struct model_binding){.function = externals[e].function, .host = host,
                                      .bound = bound_of(host, externals[e].function)};
    }
    return (struct model_binding){0};
}

void litmus_host_start(struct litmus_host *host)
{
    number_starts(host);
}

static void show_answers(const struct litmus_host *host, const char *name, struct model_binding *binding)
{
    for (unsigned e = 0; e < EXTERNAL_COUNT; e++) {
        if (strcmp(externals[e].name, name))
            continue;
        binding->answers = host->answers[e].cells;
        binding->second = host->answers[e].sizes[1];
        binding->third = host->answers[e].sizes[2];
    }
}

bool litmus_host_bind(struct litmus_host *host, const struct model *model, struct model_binding *bindings,
                      const char **missing)
{
    for (uint32_t i = 0; i < model->external_count; i++) {
        bindings[i] = litmus_host_external(host, model->externals[i].name);
        if (!bindings[i].function) {
            *missing = model->externals[i].name;
            return false;
        }
    }
    litmus_host_start(host);
    for (uint32_t i = 0; i < model->external_count; i++)
        show_answers(host, model->externals[i].name, &bindings[i]);
    return true;
}

void litmus_host_collect(struct litmus_host *host, litmus_final_function *function, void *data)
{
    host->final = function;
    host->final_data = data;
}

void litmus_host_witness(struct litmus_host *host, litmus_witness_function *function, void *data)
{
    host->witness = function;
    host->witness_data = data;
}

void litmus_host_known(struct litmus_host *host, struct known *known)
{
    host->known = known;
}

/* ---- following a run ---- */

struct litmus_sizes litmus_follow_sizes(const struct machine_program *program, struct litmus_sizes sizes)
{
    sizes.operations = OPERATIONS_MOST;
    sizes.values = program_pending(program) + 1 + OPERATIONS_MOST;
    sizes.locals = LOCALS_MOST;
    return sizes;
}

void litmus_host_follow(struct litmus_host *host)
{
    host->following = calloc(1, sizeof *host->following);
    if (!host->following)
        die_memory(sizeof *host->following);
}

/* Under the litmus driver a fence was passed where an access after it was made. */
static bool is_done(const struct litmus_host *host, uint32_t number)
{
    const struct followed *f = &host->following->operations[number];
    if (host->operations[number].kind != PROGRAM_FENCE)
        return f->source != -1 || f->place >= 0;
    if (host->windowed)
        return f->performed;
    for (uint32_t i = 1; i <= host->operation_count; i++) {
        const struct followed *later = &host->following->operations[i];
        if (host->operations[i].kind != PROGRAM_FENCE && later->thread == f->thread && later->index > f->index &&
            is_done(host, i))
            return true;
    }
    return false;
}

/* The number of an operation among those done, by thread and program order. */
static int rank_of(const struct litmus_host *host, uint32_t number)
{
    const struct followed *all = host->following->operations, *f = &all[number];
    int rank = 0;
    for (uint32_t i = 1; i <= host->operation_count; i++)
        rank += i != number && is_done(host, i) &&
                (all[i].thread < f->thread || (all[i].thread == f->thread && all[i].index < f->index));
    return rank;
}

static struct litmus_event event_of(const struct litmus_host *host, uint32_t number)
{
    const struct followed *f = &host->following->operations[number];
    struct litmus_event event = {.thread = f->thread, .index = f->index, .what = host->operations[number],
                                 .read = -1, .written = -1, .source = f->source, .place = f->place};
    if (f->source == EVENT_INITIAL) {
        event.read = program_initial_value(host->program, event.what.location);
    } else if (f->source >= 0) {
        event.read = host->following->operations[f->source].written;
        event.source = rank_of(host, (uint32_t)f->source);
    }
    if (f->place >= 0)
        event.written = f->written;
    return event;
}

struct litmus_event *litmus_host_events(const struct litmus_host *host, struct arena *arena, unsigned *count,
                                        const char **why)
{
    *why = host->following->trouble ? host->following->trouble : litmus_host_trouble(host);
    if (*why)
        return NULL;
    struct litmus_event *events = arena_alloc(arena, (host->operation_count + 1) * sizeof *events);
    *count = 0;
    for (uint32_t i = 1; i <= host->operation_count; i++) {
        if (!is_done(host, i))
            continue;
        events[rank_of(host, i)] = event_of(host, i);
        ++*count;
    }
    return events;
}

/* ---- words for traces ---- */

static void print_value(const struct litmus_host *host, struct text *out, int code)
{
    if (code == program_pending(host->program)) {
        text_put(out, "pending");
        return;
    }
    struct litmus_value value = program_value(host->program, code);
    if (value.location >= 0)
        text_put(out, host->test->locations[value.location].name);
    else
        text_format(out, "%lld", (long long)value.number);
}

void litmus_host_print_operation(const struct litmus_host *host, struct text *out, int number)
{
    static const char *const names[] = {"r", "w", "rmw", "f"};
    const struct program_operation *o = &host->operations[number];
    text_format(out, "%s[%s", names[o->kind], litmus_order_name(o->order));
    if (o->order != LITMUS_NA)
        text_format(out, ",%s", litmus_level_name(o->level));
    text_put(out, "]");
    if (o->kind != PROGRAM_FENCE)
        text_format(out, " %s", host->test->locations[o->location].name);
    if (o->kind == PROGRAM_STORE || o->kind == PROGRAM_RMW) {
        text_char(out, ' ');
        print_value(host, out, o->value);
    }
}

void litmus_host_print_local(const struct litmus_host *host, struct text *out, int thread, int local)
{
    if (thread >= host->thread_count) {
        text_put(out, "unused");
        return;
    }
    const struct local_state *state = state_of(host, thread, local);
    text_format(out, "P%d:", thread);
    for (unsigned i = 0; i < host->test->watch_count; i++) {
        const struct litmus_watch *watch = &host->test->watches[i];
        if (watch->thread != thread)
            continue;
        text_format(out, " r%d=", host->test->threads[thread].registers[watch->index].number);
        print_value(host, out, state->key.registers[program_watch_register(host->program, i)]);
    }
    if (state->ended) {
        text_put(out, " ended");
    } else if (state->next) {
        text_put(out, " next ");
        litmus_host_print_operation(host, out, state->next);
    }
}
