/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * exchange.c - see exchange.h.
 *
 * Threads pack what waits into parcels and unpack what came; thread 0 alone
 * calls cluster.h.  Between the two stand three lists under one lock: parcels
 * that are empty, packed, or have come.
 *
 * Memory is bounded: a thread that finds no empty parcel waits for one, and
 * thread 0 takes what comes meanwhile.  Nobody waits for another's store, but by
 * the bound: whoever is growing takes nothing, and then goes on.
 *
 * A phase is settled when everybody has said how many parcels were sent to this
 * process, by lane, and so many have come and were taken.  Those counts are of
 * the whole search, so that what is sent early for the next phase does no harm:
 * it comes in, and lies there until that phase begins.
 *
 * A process that is lost is noticed by those who wait for it in vain after an
 * interruption, which mpirun brings about when a process dies.  From then on
 * nothing is sent, nothing more is waited for, and no level counts any more.
 */
#include "exchange.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>

#include "../base/memory.h"

#define PARCEL_NUMBERS 2048u    /* of a parcel: 16 KiB; more where so few states would not fit */
#define PARCEL_ITEMS 8u
#define PASS_AT 64u             /* items that wait, or states that were visited, between two looks at the parcels */
#define LATELY_BYTES (1u << 19) /* of what was sent lately, a thread */
#define PATIENCE 0.4            /* of the time that there is: how long an interrupted search waits for the others */
#define STATUS_EVERY 0.5
#define NAP_LEAST 20000         /* nanoseconds */
#define NAP_MOST 500000

enum word { WORD_END, WORD_STOP, WORD_STATUS, WORD_FOUND, WORD_DISMISSED };

struct peer {
    uint64_t sent[CLUSTER_LANES], come[CLUSTER_LANES], announced[CLUSTER_LANES], ended[CLUSTER_LANES];
    struct search_progress told;
};

struct exchange {
    struct exchange_use use;
    void (*emit)(struct expansion *, uint64_t instance, const uint64_t *target, int moved);
    unsigned rank, size;
    size_t item_words;         /* now; of a state and what is sent with it */
    uint64_t lately_mask;
    uint64_t phase, last_loud; /* last_loud: the last of the search; those after it are for runs that are shown */
    struct peer *peers;
    struct parcel **answers;   /* by process: LANE_BACK, being filled */
    bool told_stop, stopped;   /* stopped: as agreed */
    atomic_uint through;       /* threads but 0 that are, of this range */
    pthread_mutex_t lock;      /* guards the lists */
    struct parcel *empty, *packed, *come, *taken;
    atomic_uint come_count;    /* a hint for threads */
    struct parcel **come_end;
    uint64_t *gathered;
    size_t gathered_space;
    double interrupted, waits, next_status; /* since when; or 0 */
    uint64_t parcels, bytes;   /* sent on LANE_FORTH and LANE_BACK */
    bool is_answered, is_dismissed;
    uint64_t answer;
    long nap;
};

/* --- whose a state is ---------------------------------------------------------- */

/* Not the bits by which the store finds its slots: a shard would fill a part of them only. */
static uint64_t mix(const uint64_t *state, size_t words)
{
    uint64_t hash = UINT64_C(0x8f3a1c96d24b7e05);
    if (words > 8)
        return XXH3_64bits_withSeed(state, words * sizeof *state, hash);
    for (size_t i = 0; i < words; i++) {
        hash = (hash ^ state[i]) * UINT64_C(0xd6e8feb86659fd93);
        hash ^= hash >> 32;
    }
    hash *= UINT64_C(0xd6e8feb86659fd93);
    return hash ^ hash >> 29;
}

unsigned exchange_rank(const struct search *search)
{
    return search->exchange ? search->exchange->rank : 0;
}

unsigned exchange_size(const struct search *search)
{
    return search->exchange ? search->exchange->size : 1;
}

static unsigned owner_by(const struct exchange *exchange, uint64_t hash)
{
    return (unsigned)(((hash >> 32) * exchange->size) >> 32);
}

unsigned exchange_owner(const struct search *search, const uint64_t *state)
{
    return owner_by(search->exchange, mix(state, search->words));
}

bool exchange_owns(const struct search *search, const uint64_t *state)
{
    return exchange_owner(search, state) == search->exchange->rank;
}

/* --- sending ------------------------------------------------------------------- */

static void more_space(struct away *away, size_t item_words)
{
    away->space = away->space ? 2 * away->space : 2 * PASS_AT;
    away->items = memory_resized(away->items, away->space * item_words, sizeof *away->items);
    away->owners = memory_resized(away->owners, away->space, sizeof *away->owners);
}

static uint64_t *lately(const struct exchange *exchange, const struct away *away, uint64_t hash, size_t words)
{
    return away->lately + (hash & exchange->lately_mask) * words;
}

/* Whether a state need not be sent again. */
static bool remembers(const struct exchange *exchange, const struct away *away)
{
    return !exchange->use.with_parent && away->lately;
}

static void push_away(struct worker *worker, const uint64_t *target, uint64_t hash)
{
    const struct exchange *exchange = worker->search->exchange;
    struct away *away = worker->away;
    size_t words = worker->search->words;
    if (remembers(exchange, away) && !memcmp(lately(exchange, away, hash, words), target, words * sizeof *target))
        return;
    if (away->waiting == away->space)
        more_space(away, words + 1);
    uint64_t *item = away->items + away->waiting * exchange->item_words;
    memcpy(item, target, words * sizeof *target);
    if (exchange->use.with_parent)
        item[words] = worker->source_number;
    away->owners[away->waiting++] = owner_by(exchange, hash);
}

static void route(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct worker *worker = x->engine;
    const struct exchange *exchange = worker->search->exchange;
    uint64_t hash = moved ? mix(target, worker->search->words) : 0;
    if (!moved || owner_by(exchange, hash) == exchange->rank)
        exchange->emit(x, instance, target, moved);
    else if (worker->search->sends)
        push_away(worker, target, hash);
}

void exchange_route(struct search *search)
{
    search->exchange->emit = search->emit;
    search->emit = route;
    for (unsigned i = 0; i < search->threads; i++)
        if (search->workers[i].search) {
            search->workers[i].x.emit = route;
            if (!search->workers[i].away)
                exchange_worker(&search->workers[i]);
        }
}

static struct parcel *pop(struct parcel **list)
{
    struct parcel *parcel = *list;
    if (parcel)
        *list = parcel->next;
    return parcel;
}

static struct parcel *pop_of(struct exchange *exchange, struct parcel **list)
{
    pthread_mutex_lock(&exchange->lock);
    struct parcel *parcel = pop(list);
    pthread_mutex_unlock(&exchange->lock);
    return parcel;
}

static void push_on(struct exchange *exchange, struct parcel **list, struct parcel *parcel)
{
    pthread_mutex_lock(&exchange->lock);
    parcel->next = *list;
    *list = parcel;
    pthread_mutex_unlock(&exchange->lock);
}

/* Each nap is longer than the one before it. */
static void nap(long *last)
{
    const struct timespec moment = {.tv_nsec = *last};
    nanosleep(&moment, NULL);
    *last = *last < NAP_MOST ? 2 * *last : NAP_MOST;
}

static void turn(struct worker *worker);
static void unpack(struct worker *worker);

/* An empty parcel; NULL: there is none for now, and the search is stopped. */
static struct parcel *empty_parcel(struct worker *worker)
{
    struct exchange *exchange = worker->search->exchange;
    long last = NAP_LEAST;
    for (;;) {
        struct parcel *parcel = pop_of(exchange, &exchange->empty);
        if (parcel)
            return parcel;
        if (search_stopped(worker->search) != GO || cluster_is_lost())
            return NULL;
        if (worker->number == 0)
            turn(worker);
        unpack(worker);
        nap(&last);
    }
}

static void packed(struct exchange *exchange, struct parcel *parcel, unsigned peer)
{
    parcel->peer = peer;
    push_on(exchange, &exchange->packed, parcel);
}

/* What waits goes into parcels, by the thread of `by`.  False: the search is stopped, and the rest waits on. */
static bool pack(struct away *away, struct worker *by)
{
    struct exchange *exchange = by->search->exchange;
    size_t words = by->search->words, size = exchange->item_words, i = 0;
    for (; i < away->kept; i++) {
        const uint64_t *item = away->items + i * size;
        struct parcel **open = &away->open[away->owners[i]];
        if (!*open && !(*open = empty_parcel(by)))
            break;
        memcpy((*open)->data + (*open)->count, item, size * sizeof *item);
        (*open)->count += size;
        if (remembers(exchange, away))
            memcpy(lately(exchange, away, mix(item, words), words), item, words * sizeof *item);
        if ((*open)->count + size > (*open)->space) {
            packed(exchange, *open, away->owners[i]);
            *open = NULL;
        }
    }
    size_t left = away->waiting - i;
    memmove(away->items, away->items + i * size, left * size * sizeof *away->items);
    memmove(away->owners, away->owners + i, left * sizeof *away->owners);
    away->waiting -= i;
    away->kept -= i;
    return away->kept == 0;
}

/* --- words --------------------------------------------------------------------- */

static void say(unsigned to, enum word word, uint64_t a, uint64_t b, uint64_t c)
{
    struct parcel *parcel = cluster_parcel(LANE_WORDS);
    parcel->data[0] = word;
    parcel->data[1] = a;
    parcel->data[2] = b;
    parcel->data[3] = c;
    parcel->count = 4;
    cluster_send(parcel, to);
}

static void tell_stop(struct search *search)
{
    struct exchange *exchange = search->exchange;
    if (exchange->told_stop || search_stopped(search) != STOP_FOR_GOOD)
        return;
    exchange->told_stop = true;
    for (unsigned i = 0; i < exchange->size; i++)
        if (i != exchange->rank)
            say(i, WORD_STOP, search->result->reason, exchange->phase, 0);
}

static void tell_status(struct search *search)
{
    struct exchange *exchange = search->exchange;
    if (exchange->rank == 0 || search->silent)
        return;
    double now = machine_clock();
    if (now < exchange->next_status)
        return;
    exchange->next_status = now + STATUS_EVERY;
    struct search_progress own = search_figures(search, now);
    struct parcel *parcel = cluster_parcel(LANE_WORDS);
    const uint64_t words[] = {WORD_STATUS, own.states, own.rules_fired, own.frontier, own.level_done, own.memory};
    memcpy(parcel->data, words, sizeof words);
    parcel->count = sizeof words / sizeof *words;
    cluster_send(parcel, 0);
}

static void hear_status(struct search *search, struct peer *peer, const uint64_t *figures)
{
    const struct search_progress now = {.states = figures[0], .rules_fired = figures[1], .frontier = figures[2],
                                        .level_done = figures[3], .memory = figures[4]};
    search->others.states += now.states - peer->told.states;
    search->others.rules_fired += now.rules_fired - peer->told.rules_fired;
    search->others.frontier += now.frontier - peer->told.frontier;
    search->others.level_done += now.level_done - peer->told.level_done;
    search->others.memory += now.memory - peer->told.memory;
    peer->told = now;
}

static void hear(struct search *search, const struct parcel *parcel)
{
    struct exchange *exchange = search->exchange;
    struct peer *peer = &exchange->peers[parcel->peer];
    const uint64_t *data = parcel->data;
    switch ((enum word)data[0]) {
    case WORD_END:
        peer->announced[data[1]] = data[3];
        peer->ended[data[1]] = data[2];
        break;
    case WORD_STOP: /* of the search, it does not stop what follows */
        if (!search->silent || data[2] > exchange->last_loud)
            search_stop(search, (enum incomplete_reason)data[1]);
        break;
    case WORD_STATUS:
        hear_status(search, peer, data + 1);
        break;
    case WORD_FOUND:
        exchange->answer = data[1];
        exchange->is_answered = true;
        break;
    case WORD_DISMISSED:
        exchange->is_dismissed = true;
        break;
    }
}

/* --- what comes ------------------------------------------------------------------ */

/* A parcel of states or of answers leaves, and is counted. */
static void send_on(struct exchange *exchange, enum cluster_lane lane, struct parcel *parcel, unsigned to)
{
    exchange->peers[to].sent[lane]++;
    exchange->parcels++;
    exchange->bytes += parcel->count * sizeof *parcel->data;
    cluster_send(parcel, to);
}

static void send_packed(struct exchange *exchange)
{
    for (struct parcel *parcel; (parcel = pop_of(exchange, &exchange->packed));)
        send_on(exchange, LANE_FORTH, parcel, parcel->peer);
}

/* As many as thread 0 needs just now, and one for each other thread. */
static void renew_empty(struct search *search)
{
    struct exchange *exchange = search->exchange;
    pthread_mutex_lock(&exchange->lock);
    unsigned there = 0;
    for (const struct parcel *parcel = exchange->empty; parcel; parcel = parcel->next)
        there++;
    for (struct parcel *parcel; there < search->threads && (parcel = cluster_parcel(LANE_FORTH)); there++) {
        parcel->next = exchange->empty;
        exchange->empty = parcel;
    }
    pthread_mutex_unlock(&exchange->lock);
}

static void put_come(struct exchange *exchange, struct parcel *parcel)
{
    parcel->next = NULL;
    pthread_mutex_lock(&exchange->lock);
    *exchange->come_end = parcel;
    exchange->come_end = &parcel->next;
    pthread_mutex_unlock(&exchange->lock);
    atomic_fetch_add_explicit(&exchange->come_count, 1, memory_order_relaxed); /* a hint */
}

static struct parcel *take_come(struct exchange *exchange)
{
    pthread_mutex_lock(&exchange->lock);
    struct parcel *parcel = pop(&exchange->come);
    if (!exchange->come)
        exchange->come_end = &exchange->come;
    pthread_mutex_unlock(&exchange->lock);
    if (parcel)
        atomic_fetch_sub_explicit(&exchange->come_count, 1, memory_order_relaxed);
    return parcel;
}

static void put_back(struct exchange *exchange, struct parcel *parcel)
{
    pthread_mutex_lock(&exchange->lock);
    parcel->next = exchange->come;
    if (!exchange->come)
        exchange->come_end = &parcel->next;
    exchange->come = parcel;
    pthread_mutex_unlock(&exchange->lock);
    atomic_fetch_add_explicit(&exchange->come_count, 1, memory_order_relaxed);
}

/* Take what came; what is stopped for good throws it away.  Leaves where the store must grow. */
static void unpack(struct worker *worker)
{
    struct exchange *exchange = worker->search->exchange;
    if (exchange->use.by_one && worker->number)
        return;
    while (atomic_load_explicit(&exchange->come_count, memory_order_relaxed) && search_stopped(worker->search) != STOP_TO_GROW) {
        struct parcel *parcel = take_come(exchange);
        if (!parcel)
            return;
        if (search_stopped(worker->search) == GO && !exchange->use.take(worker, parcel)) {
            put_back(exchange, parcel);
            return;
        }
        push_on(exchange, &exchange->taken, parcel);
    }
}

static void drop_taken(struct exchange *exchange)
{
    for (struct parcel *parcel; (parcel = pop_of(exchange, &exchange->taken));) {
        exchange->peers[parcel->peer].come[LANE_FORTH]++;
        exchange->nap = NAP_LEAST;
        cluster_drop(parcel);
    }
}

/* What thread 0 has to do with the others, once; takes no item. */
static void turn(struct worker *worker)
{
    struct search *search = worker->search;
    struct exchange *exchange = search->exchange;
    struct parcel *parcel;
    drop_taken(exchange);
    send_packed(exchange);
    while ((parcel = cluster_receive(LANE_WORDS))) {
        hear(search, parcel);
        cluster_drop(parcel);
        exchange->nap = NAP_LEAST;
    }
    while ((parcel = cluster_receive(LANE_FORTH)))
        put_come(exchange, parcel);
    while ((parcel = cluster_receive(LANE_BACK))) {
        exchange->peers[parcel->peer].come[LANE_BACK]++;
        if (exchange->use.answered)
            exchange->use.answered(search, parcel);
        cluster_drop(parcel);
    }
    cluster_has_sent();
    renew_empty(search);
    tell_stop(search);
    tell_status(search);
}

void exchange_pass(struct worker *worker)
{
    struct away *away = worker->away;
    away->kept = away->waiting;
    if (away->kept < PASS_AT && ++away->looked_after < PASS_AT)
        return;
    away->looked_after = 0;
    if (worker->number == 0)
        turn(worker);
    if (away->kept)
        pack(away, worker);
    unpack(worker);
}

void exchange_attend(struct worker *worker, unsigned members)
{
    struct exchange *exchange = worker->search->exchange;
    if (worker->number != 0) {
        atomic_fetch_add_explicit(&exchange->through, 1, memory_order_release); /* with the loop below */
        return;
    }
    while (atomic_load_explicit(&exchange->through, memory_order_acquire) + 1 < members) {
        turn(worker);
        unpack(worker);
        search_tick(worker);
        nap(&exchange->nap);
    }
    atomic_store_explicit(&exchange->through, 0, memory_order_relaxed); /* nobody else is there */
}

/* --- phases ------------------------------------------------------------------------ */

static void begin_wait(struct exchange *exchange)
{
    exchange->nap = NAP_LEAST;
    exchange->waits = machine_clock();
}

/* Wait a moment for the others; once there was an interruption, not for long. */
static void wait_for_others(struct search *search)
{
    struct exchange *exchange = search->exchange;
    search_tick(&search->workers[0]);
    if (search_interrupted(search)) {
        double now = machine_clock();
        if (exchange->interrupted == 0)
            exchange->interrupted = now;
        double most = PATIENCE * cluster_grace();
        if (now - exchange->interrupted > most && now - exchange->waits > most)
            cluster_lose();
    }
    nap(&exchange->nap);
}

static bool is_settled(const struct exchange *exchange, enum cluster_lane lane)
{
    for (unsigned i = 0; i < exchange->size; i++) {
        const struct peer *peer = &exchange->peers[i];
        if (i != exchange->rank && (peer->ended[lane] < exchange->phase || peer->come[lane] < peer->announced[lane]))
            return false;
    }
    return true;
}

static void settle_lane(struct search *search, enum cluster_lane lane)
{
    struct exchange *exchange = search->exchange;
    struct worker *worker = &search->workers[0];
    for (unsigned i = 0; i < exchange->size; i++)
        if (i != exchange->rank)
            say(i, WORD_END, lane, exchange->phase, exchange->peers[i].sent[lane]);
    begin_wait(exchange);
    for (;;) {
        turn(worker);
        unpack(worker);
        if (search_stopped(search) == STOP_TO_GROW)
            search_grow(search);
        drop_taken(exchange);
        if (is_settled(exchange, lane) || cluster_is_lost())
            return;
        if (!atomic_load_explicit(&exchange->come_count, memory_order_relaxed))
            wait_for_others(search);
    }
}

/* All that waits and all that is open leaves.  Of a search that is stopped it is thrown away. */
static void send_rest(struct search *search)
{
    struct exchange *exchange = search->exchange;
    for (unsigned t = 0; t < search->threads; t++) {
        struct away *away = search->workers[t].away;
        if (!away)
            continue;
        while (!pack(away, &search->workers[0]) && search_stopped(search) == STOP_TO_GROW)
            search_grow(search);
        away->waiting = away->kept = 0;
        for (unsigned i = 0; i < exchange->size; i++)
            if (away->open[i]) {
                packed(exchange, away->open[i], i);
                away->open[i] = NULL;
            }
    }
    send_packed(exchange);
}

static void send_answers(struct exchange *exchange)
{
    for (unsigned i = 0; i < exchange->size; i++)
        if (exchange->answers[i]) {
            send_on(exchange, LANE_BACK, exchange->answers[i], i);
            exchange->answers[i] = NULL;
        }
}

void exchange_answer(struct search *search, unsigned to, uint64_t number)
{
    struct exchange *exchange = search->exchange;
    struct parcel *parcel = exchange->answers[to];
    if (!parcel)
        parcel = exchange->answers[to] = cluster_parcel(LANE_BACK);
    parcel->data[parcel->count++] = number;
    if (parcel->count < parcel->space)
        return;
    send_on(exchange, LANE_BACK, parcel, to);
    exchange->answers[to] = NULL;
}

bool exchange_take_states(struct worker *worker, struct parcel *parcel)
{
    size_t words = worker->search->words, count = (parcel->count - parcel->taken) / words;
    size_t done = store_insert(worker->context, parcel->data + parcel->taken, NULL, count, NULL);
    parcel->taken += done * words;
    if (done < count)
        search_stop_to_grow(worker->search);
    return done == count;
}

bool exchange_give(struct worker *worker, const uint64_t *state)
{
    struct search *search = worker->search;
    if (exchange_owns(search, state))
        worker_push(worker, 0, state);
    else
        push_away(worker, state, mix(state, search->words));
    exchange_pass(worker);
    while (search_stopped(search) == STOP_TO_GROW || (worker->waiting >= WORKER_FLUSH_AT && !worker_flush(worker)))
        if (search_stopped(search) == STOP_FOR_GOOD || !search_grow(search))
            return false;
    return search_stopped(search) == GO;
}

void exchange_begin(struct search *search, struct exchange_use use)
{
    struct exchange *exchange = search->exchange;
    exchange->use = use;
    exchange->item_words = search->words + use.with_parent;
    if (!search->silent)
        exchange->last_loud = exchange->phase + 1;
    exchange->phase++;
    exchange->told_stop = false;
    search->sends = true;
}

void exchange_settle(struct search *search)
{
    struct worker *worker = &search->workers[0];
    send_rest(search);
    settle_lane(search, LANE_FORTH);
    if (search->exchange->use.answered) {
        send_answers(search->exchange);
        settle_lane(search, LANE_BACK);
    }
    while (!worker_finish(worker) && search_grow(search))
        ;
    search->sends = false;
}

/* --- agreement ----------------------------------------------------------------------- */

static void fold(const struct exchange *exchange, uint64_t *values, size_t sums, size_t count, size_t stride)
{
    for (size_t k = 0; k < count; k++) {
        values[k] = exchange->gathered[k];
        for (unsigned i = 1; i < exchange->size; i++) {
            uint64_t other = exchange->gathered[i * stride + k];
            values[k] = k < sums ? values[k] + other : other < values[k] ? other : values[k];
        }
    }
}

/* The first process that is stopped says why. */
static void take_stop(struct search *search, size_t stride)
{
    struct exchange *exchange = search->exchange;
    for (unsigned i = 0; i < exchange->size && !exchange->stopped; i++) {
        uint64_t reason = exchange->gathered[i * stride + stride - 1];
        exchange->stopped = reason != 0;
        if (reason == 0)
            continue;
        search_stop(search, (enum incomplete_reason)(reason - 1));
        if (!search->silent)
            search->result->reason = (enum incomplete_reason)(reason - 1);
    }
}

/* What all give is in exchange->gathered, by rank; unless the others are lost. */
static void gather(struct search *search, const uint64_t *mine, size_t stride)
{
    struct exchange *exchange = search->exchange;
    if (exchange->gathered_space < stride * exchange->size) {
        exchange->gathered_space = stride * exchange->size;
        exchange->gathered = memory_resized(exchange->gathered, exchange->gathered_space, sizeof *exchange->gathered);
    }
    cluster_gather(mine, stride, exchange->gathered);
    begin_wait(exchange);
    while (!cluster_gathered()) {
        turn(&search->workers[0]);
        wait_for_others(search);
    }
}

void exchange_agree(struct search *search, uint64_t *values, size_t sums, size_t leasts)
{
    struct exchange *exchange = search->exchange;
    size_t count = sums + leasts, stride = count + 1;
    uint64_t *mine = memory_zeroed(stride, sizeof *mine);
    memcpy(mine, values, count * sizeof *mine);
    mine[count] = search_stopped(search) == STOP_FOR_GOOD ? 1 + (uint64_t)search->result->reason : 0;
    gather(search, mine, stride);
    exchange->stopped = false;
    if (cluster_is_lost()) {
        exchange->stopped = true;
        search_stop(search, REASON_INTERRUPTED);
    } else {
        fold(exchange, values, sums, count, stride);
        take_stop(search, stride);
    }
    free(mine);
}

void exchange_aside(struct search *search)
{
    search->exchange->stopped = false;
}

bool exchange_goes_on(struct search *search)
{
    return search->exchange ? !search->exchange->stopped : search_goes_on(search);
}

bool exchange_is_lost(const struct search *search)
{
    return search->exchange && cluster_is_lost();
}

/* --- one walks ----------------------------------------------------------------------- */

/* A state that is asked for is a parcel of its own. */
uint64_t exchange_ask(struct search *search, const uint64_t *state, uint64_t about)
{
    struct exchange *exchange = search->exchange;
    struct worker *worker = &search->workers[0];
    unsigned owner = exchange_owner(search, state);
    struct parcel *parcel;
    while (!(parcel = empty_parcel(worker)))
        if (search_stopped(search) != GO || cluster_is_lost())
            return STORE_NONE;
    memcpy(parcel->data, state, search->words * sizeof *state);
    parcel->data[search->words] = about;
    parcel->count = search->words + 1;
    exchange->is_answered = false;
    packed(exchange, parcel, owner);
    begin_wait(exchange);
    turn(worker);
    while (!exchange->is_answered && !cluster_is_lost()) {
        wait_for_others(search);
        turn(worker);
    }
    if (!exchange->is_answered)
        search_stop(search, REASON_INTERRUPTED);
    return exchange->is_answered ? exchange->answer : STORE_NONE;
}

bool exchange_leads(const struct search *search)
{
    return search->exchange->rank == 0;
}

void exchange_dismiss(struct search *search)
{
    for (unsigned i = 1; exchange_leads(search) && i < search->exchange->size; i++)
        say(i, WORD_DISMISSED, 0, 0, 0);
}

void exchange_serve(struct search *search, uint64_t (*look_up)(struct search *, const uint64_t *state, uint64_t about))
{
    struct exchange *exchange = search->exchange;
    struct worker *worker = &search->workers[0];
    begin_wait(exchange);
    while (!exchange->is_dismissed && !cluster_is_lost()) {
        turn(worker);
        for (struct parcel *parcel; (parcel = take_come(exchange));) {
            say(parcel->peer, WORD_FOUND, look_up(search, parcel->data, parcel->data[search->words]), 0, 0);
            exchange->peers[parcel->peer].come[LANE_FORTH]++;
            cluster_drop(parcel);
            begin_wait(exchange);
        }
        wait_for_others(search);
    }
    exchange->is_dismissed = false;
}

/* --- the whole ------------------------------------------------------------------------ */

void exchange_figures(struct search *search)
{
    struct exchange *exchange = search->exchange;
    struct search_result *result = search->result;
    uint64_t mine[] = {search->store ? store_estimate(search->store) : 0, machine_peak_rss(), exchange->parcels, exchange->bytes};
    size_t stride = sizeof mine / sizeof *mine;
    gather(search, mine, stride);
    if (cluster_is_lost())
        return;
    result->processes = memory_zeroed(exchange->size, sizeof *result->processes);
    result->process_count = exchange->size;
    for (unsigned i = 0; i < exchange->size; i++) {
        const uint64_t *theirs = exchange->gathered + i * stride;
        result->processes[i] = (struct process_figures){theirs[0], theirs[1], theirs[2], theirs[3]};
        if (theirs[1] > result->peak_rss)
            result->peak_rss = theirs[1];
    }
}

void exchange_new(struct search *search)
{
    if (cluster_size() == 1)
        return;
    size_t words = search->words, space = PARCEL_ITEMS * (words + 1);
    struct exchange *exchange = search->exchange = memory_zeroed(1, sizeof *exchange);
    exchange->rank = cluster_rank();
    exchange->size = cluster_size();
    exchange->peers = memory_zeroed(exchange->size, sizeof *exchange->peers);
    exchange->answers = memory_zeroed(exchange->size, sizeof *exchange->answers);
    exchange->come_end = &exchange->come;
    while ((exchange->lately_mask + 1) * 2 * words * sizeof(uint64_t) <= LATELY_BYTES)
        exchange->lately_mask = 2 * exchange->lately_mask + 1;
    pthread_mutex_init(&exchange->lock, NULL);
    cluster_begin(space > PARCEL_NUMBERS ? space : PARCEL_NUMBERS, (search->threads + 2) * exchange->size + 8);
    renew_empty(search);
}

/* A place holds no state where what lies there belongs elsewhere: so it is with zeros, but at their own place. */
static void hold_nothing(const struct exchange *exchange, const struct away *away, size_t words)
{
    uint64_t *place = lately(exchange, away, mix(away->lately, words), words);
    while (lately(exchange, away, mix(place, words), words) == place)
        ++*place;
}

void exchange_worker(struct worker *worker)
{
    const struct exchange *exchange = worker->search->exchange;
    size_t words = worker->search->words;
    struct away *away = worker->away = memory_zeroed(1, sizeof *away);
    away->open = memory_zeroed(exchange->size, sizeof *away->open);
    if (exchange->lately_mask) {
        away->lately = memory_zeroed((exchange->lately_mask + 1) * words, sizeof *away->lately);
        hold_nothing(exchange, away, words);
    }
}

void exchange_worker_done(struct worker *worker)
{
    struct away *away = worker->away;
    if (!away)
        return;
    free(away->items);
    free(away->owners);
    free(away->open);
    free(away->lately);
    free(away);
    worker->away = NULL;
}

void exchange_free(struct search *search)
{
    struct exchange *exchange = search->exchange;
    if (!exchange)
        return;
    cluster_end();
    for (struct parcel *parcel; (parcel = pop(&exchange->empty));)
        free(parcel);
    pthread_mutex_destroy(&exchange->lock);
    free(exchange->peers);
    free(exchange->answers);
    free(exchange->gathered);
    free(exchange);
    search->exchange = NULL;
}
