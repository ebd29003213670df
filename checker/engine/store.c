/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A state becomes a key of at most 8 bytes: itself, the root of its tree, or
 * its hash; the table of keys does the rest.  JudyHS stands beside that road,
 * sharing as little as it can, since it is there to be compared with.
 */
#include "store.h"

#include <Judy.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <xxhash.h>

#include "../base/die.h"
#include "bits.h"
#include "set.h"
#include "table_inline.h"
#include "tree_batch.h"

#define BATCH 64u            /* lookups whose cache misses overlap */
#define AHEAD 16u            /* states that are read at once */
#define PIPELINE 5u          /* batches at work: as many as there are stages */
#define COMPACT_BITS 56u
#define BITSTATE_BYTES (UINT64_C(256) << 20) /* where there is no bound on memory */
#define WINDOW_BYTES (UINT64_C(1) << 40) /* of address space, where --memory sets no bound */
#define LEAST_REGION 4096u
#define NUMBERS_MAX (UINT64_C(0xffffffff) - 1)
#ifndef STORE_RECENT_FROM
#define STORE_RECENT_FROM (1u << 16) /* states from which the recent ones are worth their space */
#endif
#ifndef STORE_RECENT
#define STORE_RECENT (1u << 15)      /* words that the recent states take, for each thread */
#endif
#ifndef RECENT_WORDS
#define RECENT_WORDS 8u              /* states longer than this are remembered, and put in, by their keys */
#endif
#ifndef TREE_RESHAPE
#define TREE_RESHAPE (1u << 12)      /* the first count of states at which the tree is reshaped */
#endif
#define TREE_RESHAPE_LAST (1u << 22) /* and the last: for a while there are two trees */
#define TREE_SAMPLES 4096u

/* The states of one level, by number from `base`, where the store does not have
 * them: full ones of a lossy store, keys of a forgetful exact one. */
struct window {
    uint64_t *states;
    size_t mapped;
    uint64_t base;
};

/* How far a batch of lookups is, after each round: the memory that the next one
 * reads is on its way. */
enum stage {
    BATCH_EMPTY,
    BATCH_CUT,               /* short states of a tree: the lines of their chunks */
    BATCH_HINTED,            /* their chunks */
    BATCH_KEYED,             /* the lines of their keys */
    BATCH_GUESSED,           /* their keys */
};

/* Those from `next` on are not yet put in. */
struct batch {
    enum stage stage;
    unsigned next, count;
    uint64_t keys[BATCH], hashes[BATCH], guesses[BATCH];
    uint32_t places[BATCH];  /* of each, in what was given */
    struct tree_batch *tree; /* of short states */
};

struct store_hand {
    _Alignas(64) struct store *store; /* hands share no cache line */
    struct numbers_hand *numbers;
    struct tree_walker *walker;
    /* States (long ones: keys) that are in the store or in the batch at hand,
     * each at the place that its hash names: most successors were met a moment
     * ago, and end here.  NULL while the store is small. */
    uint64_t *recent;
    uint64_t recent_count;
    unsigned recent_words;
    uint64_t *ahead;         /* short states of a tree, by number: those of [ahead_start, ahead_end) */
    uint64_t ahead_start, ahead_end;
    struct batch single;     /* of a caller who waits for it */
    struct batch batches[PIPELINE]; /* the others; `turn` is the oldest, and empty between two calls */
    unsigned turn;
};

struct store {
    struct store_options options;
    struct table table;      /* numbers by key; unless forgetful */
    struct set set;          /* keys; where forgetful */
    struct bits bits;        /* bitstate */
    unsigned key_bytes, hash_bits; /* hash_bits: of a compact store's keys */
    uint64_t capacity;       /* numbers that there may be of anything */
    struct tree *tree;
    uint64_t reshape_at;
    struct store_hand *hands;
    uint32_t *parents;       /* number + 1, or 0 */
    size_t parents_mapped;
    struct window windows[2]; /* the level being read, the one being filled */
    size_t window_words;     /* of a state in a window */
    uint64_t window_states;  /* that a window has space for */
    Pvoid_t judy;            /* state -> number + 1 */
    uint64_t *judy_states;
    uint64_t judy_count, judy_space;
};

/* As much of *bytes as there is address space for; *bytes becomes what it is. */
static void *reserve_region(size_t *bytes)
{
    for (; *bytes >= LEAST_REGION; *bytes /= 2) {
        void *region = mmap(NULL, *bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (region != MAP_FAILED)
            return region;
    }
    return NULL;
}

static bool reserve_windows(struct store *store)
{
    size_t least = store->options.memory ? store->options.memory : WINDOW_BYTES;
    for (unsigned i = 0; i < 2; i++) {
        struct window *window = &store->windows[i];
        window->mapped = least < LEAST_REGION ? LEAST_REGION : least;
        if (!(window->states = reserve_region(&window->mapped)))
            return false;
        least = window->mapped;
    }
    store->window_words = store_exact(store) ? 1 : store->options.words;
    store->window_states = least / (store->window_words * sizeof(uint64_t));
    return true;
}

static bool make_bits(struct store *store)
{
    const struct store_options *options = &store->options;
    uint64_t bytes = options->array_bytes ? options->array_bytes : options->memory ? options->memory / 4 : BITSTATE_BYTES;
    if (!bits_init(&store->bits, options->threads, bytes, options->hashes ? options->hashes : STORE_HASHES, options->seed))
        return false;
    if (!options->frontier)
        return true;
    if (!reserve_windows(store))
        return false;
    store->bits.limit = store->window_states;
    return true;
}

static bool make_tables(struct store *store)
{
    const struct store_options *options = &store->options;
    unsigned bytes = (options->bits + 7) / 8;
    uint64_t capacity = NUMBERS_MAX;

    if (options->kind == STORE_BITSTATE)
        return make_bits(store);
    if (options->memory && options->memory / 4 < capacity)
        capacity = options->memory / 4; /* a number takes more than that, in the index alone */
    if (capacity < 4096)
        capacity = 4096;
    store->capacity = capacity;
    store->key_bytes = bytes < 8 ? bytes : 8;
    if (options->kind == STORE_COMPACT) { /* a key takes 8 bytes of a set, whatever its width */
        store->hash_bits = options->hash_bits ? options->hash_bits : options->forgetful ? 64 : COMPACT_BITS;
        store->key_bytes = (store->hash_bits + 7) / 8;
    }
    if ((options->kind == STORE_COMPACT || options->forgetful) && options->frontier && !reserve_windows(store))
        return false;
    if (options->kind == STORE_FLAT && bytes > 8) {
        if (!(store->tree = tree_new(bytes, options->threads, capacity, options->spill, NULL, 0, 0)))
            return false;
    }
    if (options->forgetful)
        return set_init(&store->set, options->threads, options->memory);
    if (!(store->tree ? table_init_pairs(&store->table, options->threads, capacity, options->spill)
                      : table_init(&store->table, store->key_bytes, options->threads, capacity, options->spill)))
        return false;
    if (store_keyed(store))
        table_be_lean(&store->table);
    if (options->parents) {
        store->parents_mapped = store->table.capacity * sizeof *store->parents;
        if (!(store->parents = reserve_region(&store->parents_mapped)))
            return false;
        if (store->table.capacity > store->parents_mapped / sizeof *store->parents)
            store->table.capacity = store->parents_mapped / sizeof *store->parents;
    }
    return true;
}

/* In cache lines of its own. */
static void *make_private(size_t bytes)
{
    void *block = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!block)
        die_memory(bytes);
    return block;
}

static void make_tree_batches(struct store_hand *hand)
{
    hand->ahead = make_private(AHEAD * hand->store->options.words * sizeof *hand->ahead);
    hand->single.tree = make_private(sizeof *hand->single.tree);
    for (unsigned i = 0; i < PIPELINE; i++)
        hand->batches[i].tree = make_private(sizeof *hand->batches[i].tree);
}

struct store *store_new(const struct store_options *options)
{
    struct store *store = make_private(sizeof *store);
    memset(store, 0, sizeof *store);
    store->options = *options;
    store->reshape_at = TREE_RESHAPE;
    store->hands = make_private(options->threads * sizeof *store->hands);
    memset(store->hands, 0, options->threads * sizeof *store->hands);
    if (options->kind != STORE_JUDY && !make_tables(store)) {
        store_free(store);
        return NULL;
    }
    for (unsigned i = 0; i < options->threads; i++) {
        struct store_hand *hand = &store->hands[i];
        hand->store = store;
        if (store->options.forgetful && store->set.hands)
            hand->numbers = &store->set.hands[i];
        else if (store->table.hands)
            hand->numbers = &store->table.hands[i];
        if (store->tree) {
            hand->walker = tree_walker(store->tree, i);
            if (!store_keyed(store))
                make_tree_batches(hand);
        }
    }
    return store;
}

void store_free(struct store *store)
{
    if (!store)
        return;
    for (unsigned i = 0; i < store->options.threads; i++) {
        free(store->hands[i].recent);
        free(store->hands[i].ahead);
        free(store->hands[i].single.tree);
        for (unsigned j = 0; j < PIPELINE; j++)
            free(store->hands[i].batches[j].tree);
    }
    free(store->hands);
    tree_free(store->tree);
    table_done(&store->table);
    set_done(&store->set);
    bits_done(&store->bits);
    if (store->parents_mapped)
        munmap(store->parents, store->parents_mapped);
    else
        free(store->parents);
    for (unsigned i = 0; i < 2; i++)
        if (store->windows[i].states)
            munmap(store->windows[i].states, store->windows[i].mapped);
    JudyHSFreeArray(&store->judy, PJE0);
    free(store->judy_states);
    free(store);
}

struct store_hand *store_hand(struct store *store, unsigned thread)
{
    return &store->hands[thread];
}

const char *store_name(const struct store *store)
{
    static const char *const names[] = {"auto", "flat", "judy", "compact", "bitstate"};
    return store->options.kind == STORE_FLAT && store->tree ? "tree" : names[store->options.kind];
}

bool store_exact(const struct store *store)
{
    return store->options.kind != STORE_COMPACT && store->options.kind != STORE_BITSTATE;
}

/* --- JudyHS ------------------------------------------------------------- */

static uint64_t judy_insert(struct store *store, const uint64_t *state)
{
    size_t words = store->options.words;
    PPvoid_t place = JudyHSIns(&store->judy, (void *)(uintptr_t)state, words * sizeof *state, PJE0);
    if (place == PPJERR)
        die_memory(words * sizeof *state);
    Word_t *value = (Word_t *)place;
    if (*value)
        return *value - 1;
    if (store->judy_count == store->judy_space) {
        store->judy_space = store->judy_space ? store->judy_space * 2 : 256;
        store->judy_states = realloc(store->judy_states, store->judy_space * words * sizeof *state);
        if (!store->judy_states)
            die_memory(store->judy_space * words * sizeof *state);
        if (store->options.parents) {
            store->parents = realloc(store->parents, store->judy_space * sizeof *store->parents);
            if (!store->parents)
                die_memory(store->judy_space * sizeof *store->parents);
        }
    }
    memcpy(store->judy_states + store->judy_count * words, state, words * sizeof *state);
    *value = ++store->judy_count;
    return (store->judy_count - 1) | STORE_FRESH;
}

static uint64_t judy_find(const struct store *store, const uint64_t *state)
{
    Word_t *value = (Word_t *)JudyHSGet(store->judy, (void *)(uintptr_t)state,
                                        store->options.words * sizeof *state);
    return value ? *value - 1 : STORE_NONE;
}

/* --- inserting ----------------------------------------------------------- */

bool store_keyed(const struct store *store)
{
    return store->tree && store->options.words > RECENT_WORDS;
}

/* False: a table of the tree must grow. */
static bool key_of(struct store_hand *hand, const uint64_t *state, uint64_t *key)
{
    const struct store *store = hand->store;
    if (store->tree)
        return tree_encode(store->tree, hand->walker, state, key);
    if (store->options.kind == STORE_COMPACT)
        *key = XXH3_64bits_withSeed(state, store->options.words * sizeof *state, store->options.seed) >>
               (64 - store->hash_bits);
    else
        *key = *state;
    return true;
}

static void keep_window_state(struct store *store, uint64_t number, const uint64_t *state)
{
    struct window *window = &store->windows[1];
    uint64_t place = number - window->base;
    if (place >= store->window_states)
        die("the frontier outgrew its address space");
    memcpy(window->states + place * store->window_words, state, store->window_words * sizeof *state);
}

static void remember(struct store *store, uint64_t number, uint64_t key, const uint64_t *state, const uint64_t *parent)
{
    if (store->windows[1].states)
        keep_window_state(store, number, store_exact(store) ? &key : state);
    if (store->parents)
        store->parents[number] = parent ? (uint32_t)(*parent + 1) : 0;
}

static void forget_recent(struct store_hand *hand)
{
    if (hand->recent)
        memset(hand->recent, 0xff, hand->recent_count * hand->recent_words * sizeof *hand->recent);
}

static void start_recent(struct store_hand *hand)
{
    unsigned words = hand->store->options.words;
    hand->recent_words = words <= RECENT_WORDS ? words : 1;
    for (hand->recent_count = 1; hand->recent_count * 2 * hand->recent_words <= STORE_RECENT;)
        hand->recent_count *= 2;
    hand->recent = malloc(hand->recent_count * hand->recent_words * sizeof *hand->recent);
    forget_recent(hand);
}

/* Whether it was met lately; from now on it was.  An empty place is all ones,
 * so a state that ends in such a word is never taken for known. */
static inline bool met_lately(struct store_hand *hand, const uint64_t *item, size_t words)
{
    uint64_t hash = item[0], differs = 0;
    if (!hand->recent || item[words - 1] == UINT64_MAX)
        return false;
    for (size_t i = 1; i < words; i++)
        hash = (hash ^ hash >> 29) * UINT64_C(0x9e3779b97f4a7c15) + item[i];
    uint64_t *place = hand->recent + (table_hash(hash) & (hand->recent_count - 1)) * words;
    for (size_t i = 0; i < words; i++)
        differs |= place[i] ^ item[i];
    if (differs == 0)
        return true;
    for (size_t i = 0; i < words; i++)
        place[i] = item[i];
    return false;
}

/* What is put in: states, or the keys of states. */
struct items {
    const uint64_t *first;
    size_t words;            /* of one */
    bool keys;
};

static void fetch_line(const struct store *store, struct batch *batch, size_t i)
{
    uint64_t hash = batch->hashes[i] = table_hash(batch->keys[i]);
    if (store->options.forgetful)
        set_prefetch(&store->set, hash);
    else
        table_prefetch(&store->table, hash);
}

/* Short states of a tree, without those met lately. */
static void cut_batch(struct store_hand *hand, struct batch *batch, struct items items, size_t count, bool again)
{
    tree_batch_clear(batch->tree);
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = items.first + i * items.words;
        if (!again && met_lately(hand, state, items.words))
            continue;
        tree_batch_add(hand->store->tree, batch->tree, state);
        batch->places[batch->count++] = (uint32_t)i;
    }
    batch->stage = BATCH_CUT;
}

/* What was not met lately begins to wait.  Returns how many of the items were
 * gone through: the rest does not fit the tree. */
static size_t prepare_batch(struct store_hand *hand, struct batch *batch, struct items items, size_t count, bool again)
{
    const struct store *store = hand->store;
    bool by_state = store->options.words <= RECENT_WORDS && !items.keys;
    size_t i;
    batch->next = batch->count = 0;
    if (by_state && store->tree) {
        cut_batch(hand, batch, items, count, again);
        return count;
    }
    batch->stage = BATCH_KEYED;
    for (i = 0; i < count; i++) {
        const uint64_t *item = items.first + i * items.words;
        uint64_t key = *item;
        if (!again && by_state && met_lately(hand, item, items.words))
            continue;
        if (!items.keys && !key_of(hand, item, &key))
            break;
        if (again || by_state || !met_lately(hand, &key, 1)) {
            batch->keys[batch->count] = key;
            batch->places[batch->count] = (uint32_t)i;
            fetch_line(store, batch, batch->count++);
        }
    }
    return i;
}

static bool key_batch(struct store_hand *hand, struct batch *batch)
{
    struct store *store = hand->store;
    if (!tree_batch_roots(store->tree, hand->walker, batch->tree, batch->keys))
        return false;
    for (unsigned i = 0; i < batch->count; i++)
        fetch_line(store, batch, i);
    return true;
}

static void guess_batch(const struct store_hand *hand, struct batch *batch)
{
    const struct store *store = hand->store;
    if (!store->options.forgetful)
        for (unsigned i = batch->next; i < batch->count; i++)
            batch->guesses[i] = table_hint(&store->table, batch->hashes[i]);
}

/* What is known of a batch besides its keys, by place; each may be missing. */
struct particulars {
    struct items items;
    const uint64_t *parents;
    uint64_t *numbers;
};

static bool put_batch_in_set(struct store_hand *hand, struct batch *batch, const struct particulars *of)
{
    struct store *store = hand->store;
    for (; batch->next < batch->count; batch->next++) {
        size_t i = batch->next, place = batch->places[i];
        uint64_t number = set_insert(&store->set, hand->numbers, batch->hashes[i]);
        if (number == SET_FULL)
            return false;
        if (number != SET_KNOWN)
            remember(store, number, batch->keys[i], of ? of->items.first + place * of->items.words : NULL, NULL);
        if (of && of->numbers)
            of->numbers[place] = number == SET_KNOWN ? STORE_MET & ~STORE_FRESH : number | STORE_FRESH;
    }
    return true;
}

static bool put_batch_in_table(struct store_hand *hand, struct batch *batch, const struct particulars *of)
{
    struct store *store = hand->store;
    struct table *table = &store->table;
    for (; batch->next < batch->count; batch->next++) {
        size_t i = batch->next, place = batch->places[i];
        uint64_t number = batch->guesses[i];
        hand->numbers->fresh = false;
        if (number == TABLE_NONE || table_key_inline(table, number) != batch->keys[i])
            number = table_insert_inline(table, hand->numbers, batch->keys[i], batch->hashes[i]);
        if (number == TABLE_FULL)
            return false;
        if (!of)
            continue;
        if (hand->numbers->fresh)
            remember(store, number, batch->keys[i], of->items.first + place * of->items.words,
                     of->parents ? of->parents + place : NULL);
        if (of->numbers)
            of->numbers[place] = number | (hand->numbers->fresh ? STORE_FRESH : 0);
    }
    return true;
}

/* The last round.  False: the store must grow before the rest of the batch. */
static bool put_batch(struct store_hand *hand, struct batch *batch, const struct particulars *of)
{
    return hand->store->options.forgetful ? put_batch_in_set(hand, batch, of) : put_batch_in_table(hand, batch, of);
}

/* One round.  False: the store must grow, and then again. */
static bool advance(struct store_hand *hand, struct batch *batch, const struct particulars *of)
{
    switch (batch->stage) {
    case BATCH_EMPTY:
        return true;
    case BATCH_CUT:
        tree_batch_hint(hand->store->tree, batch->tree);
        batch->stage = BATCH_HINTED;
        return true;
    case BATCH_HINTED:
        if (!key_batch(hand, batch))
            return false;
        batch->stage = BATCH_KEYED;
        return true;
    case BATCH_KEYED:
        guess_batch(hand, batch);
        batch->stage = BATCH_GUESSED;
        return true;
    case BATCH_GUESSED:
        if (!put_batch(hand, batch, of))
            return false;
        batch->stage = BATCH_EMPTY;
        return true;
    }
    return true;
}

static bool advance_to_end(struct store_hand *hand, struct batch *batch, const struct particulars *of)
{
    while (batch->stage != BATCH_EMPTY)
        if (!advance(hand, batch, of))
            return false;
    return true;
}

/* Returns how many of the items were dealt with. */
static size_t insert_batch(struct store_hand *hand, const struct particulars *of, size_t count)
{
    struct batch *batch = &hand->single;
    size_t read = prepare_batch(hand, batch, of->items, count, of->numbers != NULL);
    return advance_to_end(hand, batch, of) ? read : batch->places[batch->next];
}

/* One round of each batch: before its next one others have theirs, and more
 * states are expanded, and so nobody waits for memory. */
static size_t pass_batch(struct store_hand *hand, struct items items, size_t count)
{
    for (unsigned i = 0; i < PIPELINE; i++)
        if (!advance(hand, &hand->batches[(hand->turn + i) % PIPELINE], NULL))
            return 0;
    size_t read = prepare_batch(hand, &hand->batches[hand->turn], items, count, false);
    hand->turn = (hand->turn + 1) % PIPELINE;
    return read;
}

/* The line of each, then its bits. */
static size_t insert_batch_in_bits(struct store_hand *hand, struct items items, size_t count, uint64_t *numbers)
{
    struct store *store = hand->store;
    unsigned thread = (unsigned)(hand - store->hands);
    struct bits_hash hashes[BATCH];
    struct batch *batch = &hand->single; /* its places only */
    size_t waiting = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t *state = items.first + i * items.words;
        if (numbers)
            numbers[i] = STORE_MET & ~STORE_FRESH;
        if (items.words <= RECENT_WORDS && met_lately(hand, state, items.words))
            continue;
        hashes[waiting] = bits_hash(&store->bits, state, items.words);
        bits_prefetch(&store->bits, hashes[waiting]);
        batch->places[waiting++] = (uint32_t)i;
    }
    for (size_t i = 0; i < waiting; i++) {
        size_t place = batch->places[i];
        uint64_t number = bits_insert(&store->bits, thread, hashes[i]);
        if (number == BITS_FULL)
            return place;
        if (number == BITS_KNOWN)
            continue;
        remember(store, number, 0, items.first + place * items.words, NULL);
        if (numbers)
            numbers[place] = number | STORE_FRESH;
    }
    return count;
}

bool store_finish(struct store_hand *hand)
{
    for (unsigned i = 0; i < PIPELINE; i++)
        if (!advance_to_end(hand, &hand->batches[(hand->turn + i) % PIPELINE], NULL))
            return false;
    return true;
}

void store_drop(struct store_hand *hand)
{
    hand->ahead_start = hand->ahead_end = 0;
    for (unsigned i = 0; i < PIPELINE; i++) {
        if (hand->batches[i].stage != BATCH_EMPTY)
            forget_recent(hand);
        hand->batches[i].stage = BATCH_EMPTY;
    }
}

/* Whether what is put in needs more than its key. */
static bool has_particulars(const struct store *store, const uint64_t *numbers)
{
    return numbers || store->parents || store->options.kind == STORE_COMPACT;
}

/* By batches; see store_insert. */
static size_t insert_items(struct store_hand *hand, struct items items, const uint64_t *parents, size_t count,
                           uint64_t *numbers)
{
    struct store *store = hand->store;
    size_t done = 0;
    if (!hand->recent && store_estimate(store) >= STORE_RECENT_FROM)
        start_recent(hand);
    while (done < count) {
        size_t share = count - done < BATCH ? count - done : BATCH;
        struct particulars of = {
            .items = {items.first + done * items.words, items.words, items.keys},
            .parents = parents ? parents + done : NULL,
            .numbers = numbers ? numbers + done : NULL,
        };
        size_t put = store->options.kind == STORE_BITSTATE ? insert_batch_in_bits(hand, of.items, share, of.numbers)
                   : has_particulars(store, numbers)       ? insert_batch(hand, &of, share)
                                                           : pass_batch(hand, of.items, share);
        done += put;
        if (put < share) {
            forget_recent(hand); /* for they may be among those that were not put in */
            break;
        }
    }
    return done;
}

bool store_key(struct store_hand *hand, const uint64_t *state, uint64_t *key)
{
    return key_of(hand, state, key);
}

size_t store_insert_keys(struct store_hand *hand, const uint64_t *keys, const uint64_t *parents, size_t count,
                         uint64_t *numbers)
{
    return insert_items(hand, (struct items){keys, 1, true}, parents, count, numbers);
}

size_t store_insert(struct store_hand *hand, const uint64_t *states, const uint64_t *parents,
                    size_t count, uint64_t *numbers)
{
    struct store *store = hand->store;
    size_t words = store->options.words, done = 0;

    if (store->options.kind == STORE_JUDY) {
        for (; done < count; done++) {
            uint64_t number = judy_insert(store, states + done * words);
            if (store->parents && (number & STORE_FRESH))
                store->parents[number & ~STORE_FRESH] = parents ? (uint32_t)(parents[done] + 1) : 0;
            if (numbers)
                numbers[done] = number;
        }
        return done;
    }
    return insert_items(hand, (struct items){states, words, false}, parents, count, numbers);
}

/* --- reading ------------------------------------------------------------- */

uint64_t store_find(struct store_hand *hand, const uint64_t *state)
{
    const struct store *store = hand->store;
    uint64_t key;
    if (store->options.kind == STORE_JUDY)
        return judy_find(store, state);
    if (store->options.kind == STORE_BITSTATE)
        return bits_find(&store->bits, bits_hash(&store->bits, state, store->options.words)) ? STORE_MET : STORE_NONE;
    if (store->tree) {
        if (!tree_find(store->tree, hand->walker, state, &key))
            return STORE_NONE;
    } else {
        key_of(hand, state, &key);
    }
    if (store->options.forgetful)
        return set_find(&store->set, table_hash(key)) ? STORE_MET : STORE_NONE;
    uint64_t number = table_find(&store->table, key, table_hash(key));
    return number == TABLE_NONE ? STORE_NONE : number;
}

/* The keys of those that have one; the others' numbers are none. */
static void find_keys(struct store_hand *hand, struct batch *batch, const uint64_t *states, size_t count)
{
    const struct store *store = hand->store;
    size_t words = store->options.words;
    uint64_t keys[BATCH];
    if (batch->tree) {
        tree_batch_clear(batch->tree);
        for (size_t i = 0; i < count; i++)
            tree_batch_add(store->tree, batch->tree, states + i * words);
        tree_batch_hint(store->tree, batch->tree);
        tree_batch_find(store->tree, hand->walker, batch->tree, keys);
    } else {
        for (size_t i = 0; i < count; i++)
            if (store->tree ? !tree_find(store->tree, hand->walker, states + i * words, &keys[i])
                            : !key_of(hand, states + i * words, &keys[i]))
                keys[i] = TABLE_NONE;
    }
    batch->next = batch->count = 0;
    for (size_t i = 0; i < count; i++)
        if (!store->tree || keys[i] != TABLE_NONE) {
            batch->keys[batch->count] = keys[i];
            batch->places[batch->count] = (uint32_t)i;
            fetch_line(store, batch, batch->count++);
        }
}

static void find_batch(struct store_hand *hand, const uint64_t *states, size_t count, uint64_t *numbers)
{
    const struct table *table = &hand->store->table;
    struct batch *batch = &hand->single;
    find_keys(hand, batch, states, count);
    guess_batch(hand, batch);
    for (size_t i = 0; i < count; i++)
        numbers[i] = STORE_NONE;
    for (unsigned i = 0; i < batch->count; i++) {
        uint64_t number = batch->guesses[i];
        if (number == TABLE_NONE || table_key_inline(table, number) != batch->keys[i])
            number = table_find(table, batch->keys[i], batch->hashes[i]);
        numbers[batch->places[i]] = number == TABLE_NONE ? STORE_NONE : number;
    }
    batch->stage = BATCH_EMPTY;
}

void store_find_many(struct store_hand *hand, const uint64_t *states, size_t count, uint64_t *numbers)
{
    const struct store *store = hand->store;
    size_t words = store->options.words;
    for (size_t done = 0; done < count;) {
        size_t share = count - done < BATCH ? count - done : BATCH;
        if (store->options.kind == STORE_JUDY || store->options.kind == STORE_BITSTATE || store->options.forgetful)
            for (size_t i = 0; i < share; i++)
                numbers[done + i] = store_find(hand, states + (done + i) * words);
        else
            find_batch(hand, states + done * words, share, numbers + done);
        done += share;
    }
}

static const uint64_t *window_state(const struct store *store, uint64_t number)
{
    const struct window *window = &store->windows[number >= store->windows[1].base];
    return window->states + (number - window->base) * store->window_words;
}

static uint64_t key_by_number(const struct store *store, uint64_t number)
{
    return store->options.forgetful ? *window_state(store, number) : table_key(&store->table, number);
}

void store_get(struct store_hand *hand, uint64_t number, uint64_t *state)
{
    const struct store *store = hand->store;
    size_t words = store->options.words;
    if (store->options.kind == STORE_JUDY)
        memcpy(state, store->judy_states + number * words, words * sizeof *state);
    else if (!store_exact(store))
        memcpy(state, window_state(store, number), words * sizeof *state);
    else if (store->tree)
        tree_decode(store->tree, hand->walker, key_by_number(store, number), state);
    else
        *state = key_by_number(store, number);
}

static void read_ahead(struct store_hand *hand, uint64_t number, uint64_t end)
{
    const struct store *store = hand->store;
    uint64_t roots[AHEAD];
    hand->ahead_start = number;
    hand->ahead_end = end - number < AHEAD ? end : number + AHEAD;
    for (uint64_t i = number; i < hand->ahead_end; i++)
        roots[i - number] = key_by_number(store, i);
    tree_batch_decode(store->tree, roots, (unsigned)(hand->ahead_end - number), hand->ahead);
}

void store_get_next(struct store_hand *hand, uint64_t number, uint64_t end, uint64_t *state)
{
    size_t words = hand->store->options.words;
    if (!hand->ahead) {
        store_get(hand, number, state);
        return;
    }
    if (number < hand->ahead_start || number >= hand->ahead_end)
        read_ahead(hand, number, end);
    memcpy(state, hand->ahead + (number - hand->ahead_start) * words, words * sizeof *state);
}

uint64_t store_parent(const struct store *store, uint64_t number)
{
    return store->parents && store->parents[number] ? store->parents[number] - UINT64_C(1) : STORE_NONE;
}

uint64_t store_estimate(const struct store *store)
{
    return store->options.kind == STORE_JUDY ? store->judy_count
         : store->options.kind == STORE_BITSTATE ? bits_reserved(&store->bits)
         : store->options.forgetful ? set_reserved(&store->set)
                                    : table_reserved(&store->table);
}

/* --- between levels ------------------------------------------------------ */

/* A few thousand states, evenly spread, from the keys or by their numbers. */
static uint64_t *sample_states(struct store *store, const uint64_t *keys, uint64_t count, size_t *samples)
{
    size_t words = store->options.words;
    *samples = count < TREE_SAMPLES ? count : TREE_SAMPLES;
    uint64_t *states = malloc(*samples * words * sizeof *states), step = count / *samples;
    if (!states)
        die_memory(*samples * words * sizeof *states);
    for (size_t i = 0; i < *samples; i++) {
        uint64_t key = keys ? keys[i * step] : table_key(&store->table, i * step);
        tree_decode(store->tree, store->hands[0].walker, key, states + i * words);
    }
    return states;
}

/* The roots in the table, of trees that are as wide as the one at hand. */
static struct table *roots(struct store *store)
{
    return store->options.forgetful ? NULL : &store->table;
}

static bool room_to_reshape(const struct store *store)
{
    return !store->options.memory || store_bytes(store) + tree_bytes(store->tree) <= store->options.memory;
}

static int compare_keys(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

/* In the order of the keys, which is nearly that of arrival: then what is near
 * in the search stays near in the tree. */
static void move_forgetful(struct store *store, struct tree *tree, struct pool *pool, uint64_t *keys, size_t count,
                           uint64_t end)
{
    const struct window *window = &store->windows[1];
    qsort(keys, count, sizeof *keys, compare_keys);
    tree_convert(store->tree, tree, pool, NULL, keys, count);
    for (size_t i = 0; i < count; i++)
        keys[i] = table_hash(keys[i]);
    set_put_all(&store->set, keys, count);
    if (window->states)
        tree_convert(store->tree, tree, pool, NULL, window->states, end - window->base);
}

/* Another tree, of the shape that suits the states so far.  The numbers of
 * the states stay, their keys become roots of the new tree. */
static void reshape_tree(struct store *store, struct pool *pool, uint64_t count)
{
    size_t samples, taken = 0;
    uint64_t *keys = store->options.forgetful ? set_take_all(&store->set, &taken) : NULL;
    for (size_t i = 0; i < taken; i++)
        keys[i] = table_unhash(keys[i]);
    uint64_t *states = sample_states(store, keys, count, &samples);
    struct tree *tree = tree_new((store->options.bits + 7) / 8, store->options.threads, store->capacity,
                                 store->options.spill, states, samples, count);
    if (!tree) { /* no address space for two: the old one will do */
        for (size_t i = 0; i < taken; i++)
            keys[i] = table_hash(keys[i]);
        if (keys)
            set_put_all(&store->set, keys, taken);
    } else {
        if (keys) {
            move_forgetful(store, tree, pool, keys, taken, count);
        } else {
            tree_convert(store->tree, tree, pool, &store->table, NULL, count);
            table_reindex(&store->table, pool);
        }
        tree_free(store->tree);
        store->tree = tree;
        for (unsigned i = 0; i < store->options.threads; i++) {
            store->hands[i].walker = tree_walker(store->tree, i);
            forget_recent(&store->hands[i]);
        }
    }
    free(states);
    free(keys);
}

static void number_moved(void *data, uint64_t from, uint64_t to)
{
    struct store *store = data;
    size_t words = store->window_words;
    if (store->parents)
        store->parents[to] = store->parents[from];
    if (store->windows[1].states) {
        const struct window *window = &store->windows[1];
        memcpy(window->states + (to - window->base) * words, window->states + (from - window->base) * words,
               words * sizeof(uint64_t));
    }
}

uint64_t store_settle(struct store *store, struct pool *pool)
{
    if (store->options.kind == STORE_JUDY)
        return store->judy_count;
    uint64_t count = store->options.kind == STORE_BITSTATE ? bits_settle(&store->bits, number_moved, store)
                   : store->options.forgetful ? set_settle(&store->set, number_moved, store)
                                              : table_settle(&store->table, number_moved, store);
    if (store->tree && count >= store->reshape_at && count <= TREE_RESHAPE_LAST && room_to_reshape(store)) {
        store->reshape_at = count * 8;
        reshape_tree(store, pool, count);
    }
    if (store->windows[1].states) {
        struct window next = store->windows[0];
        uint64_t used = (store->windows[1].base - next.base) * store->window_words * sizeof(uint64_t);
        if (used > (1u << 20))
            madvise(next.states, used, MADV_DONTNEED);
        next.base = count;
        store->windows[0] = store->windows[1];
        store->windows[1] = next;
        store->bits.limit = next.base + store->window_states;
    }
    return count;
}

void store_clear(struct store *store)
{
    bits_clear(&store->bits);
    for (unsigned i = 0; i < store->options.threads; i++)
        forget_recent(&store->hands[i]);
    for (unsigned i = 0; i < 2; i++) {
        store->windows[i].base = 0;
        if (store->windows[i].states)
            madvise(store->windows[i].states, store->windows[i].mapped, MADV_DONTNEED);
    }
    store->bits.limit = store->window_states;
}

/* What of the memory is left for a part that takes so much now; 0: no bound. */
static bool budget_for(const struct store *store, uint64_t bytes, uint64_t *budget)
{
    *budget = store->options.memory;
    if (*budget == 0)
        return true;
    uint64_t rest = store_bytes(store) - bytes;
    if (rest >= *budget)
        return false;
    *budget -= rest;
    return true;
}

static bool grow_table(struct store *store, struct table *table, struct pool *pool)
{
    uint64_t budget;
    unsigned beside = table == &store->table && store->parents ? sizeof *store->parents : 0;
    if (table_reserved(table) < table->limit)
        return true;
    if (!budget_for(store, table_bytes(table) + beside * table_reserved(table), &budget))
        return false;
    return table_grow(table, pool, budget, beside);
}

static bool grow_set(struct store *store, struct pool *pool)
{
    uint64_t budget;
    if (set_reserved(&store->set) < store->set.limit)
        return true;
    return budget_for(store, set_bytes(&store->set), &budget) && set_grow(&store->set, pool, budget);
}

/* A table of the tree. */
static bool grow_tree(struct store *store, struct table *table, struct pool *pool)
{
    uint64_t wider = tree_widening(store->tree, table, roots(store));
    if (table_reserved(table) < table->limit)
        return true;
    if (store->options.memory && wider && store_bytes(store) + wider > store->options.memory)
        return false;
    return tree_widen(store->tree, table, roots(store)) && grow_table(store, table, pool);
}

/* Every table that has handed out its last number. */
bool store_grow(struct store *store, struct pool *pool)
{
    if (store->options.kind == STORE_JUDY)
        return true;
    if (store->windows[1].states && store_estimate(store) - store->windows[1].base >= store->window_states)
        return false;
    if (store->options.kind == STORE_BITSTATE)
        return true;
    for (unsigned i = 0; store->tree && i < TREE_TABLES; i++)
        if (!grow_tree(store, tree_table(store->tree, i), pool))
            return false;
    return store->options.forgetful ? grow_set(store, pool) : grow_table(store, &store->table, pool);
}

bool store_disk_full(const struct store *store)
{
    bool full = store->table.disk_full;
    for (unsigned i = 0; store->tree && i < TREE_TABLES; i++)
        full |= tree_table(store->tree, i)->disk_full;
    return full;
}

void store_spill(struct store *store)
{
    if (!store->options.spill)
        return;
    table_spill(&store->table);
    for (unsigned i = 0; store->tree && i < TREE_TABLES; i++)
        table_spill(tree_table(store->tree, i));
}

uint64_t store_bytes(const struct store *store)
{
    uint64_t bytes, state = store->options.words * sizeof(uint64_t), count = store_estimate(store);
    if (store->options.kind == STORE_JUDY) {
        /* JudyHS does not say what it takes: the key, a value, and some inner nodes. */
        return store->judy_count * (state + 24) + store->judy_space * state;
    }
    bytes = store->options.kind == STORE_BITSTATE ? bits_bytes(&store->bits)
          : store->options.forgetful ? set_bytes(&store->set) : table_bytes(&store->table);
    if (store->tree)
        bytes += tree_bytes(store->tree);
    if (store->parents)
        bytes += count * sizeof *store->parents;
    if (store->windows[1].states)
        bytes += (count - store->windows[0].base) * store->window_words * sizeof(uint64_t);
    return bytes;
}

bool store_save(const struct store *store, FILE *file)
{
    return fwrite(&store->reshape_at, sizeof store->reshape_at, 1, file) == 1 &&
           (!store->tree || tree_save(store->tree, file)) && table_save(&store->table, file);
}

bool store_load(struct store *store, FILE *file)
{
    if (fread(&store->reshape_at, sizeof store->reshape_at, 1, file) != 1)
        return false;
    if (store->tree) {
        tree_free(store->tree);
        store->tree = tree_load((store->options.bits + 7) / 8, store->options.threads, store->capacity,
                                store->options.spill, file);
        if (!store->tree)
            return false;
        for (unsigned i = 0; i < store->options.threads; i++)
            store->hands[i].walker = tree_walker(store->tree, i);
    }
    if (!table_load(&store->table, file))
        return false;
    for (unsigned i = 0; store->tree && i < TREE_TABLES; i++)
        if (!tree_widen(store->tree, tree_table(store->tree, i), &store->table))
            return false;
    return true;
}

/* When i of M hashes are taken, a new state has one of them with probability i / M, and so for
 * each state that is stored, i / (M - i) are not: M ln(M / (M - n)) - n for n of them. */
static double hashes_shared(double count, double values)
{
    double part = count / values;
    return part < 1e-4 ? count * (part / 2 + part * part / 3) : part < 1 ? -values * log1p(-part) - count : HUGE_VAL;
}

void store_omissions(const struct store *store, struct omissions *omissions)
{
    double count = (double)store_estimate(store);
    *omissions = (struct omissions){.lossy = !store_exact(store)};
    if (store->options.kind == STORE_COMPACT) {
        omissions->hash_bits = store->hash_bits;
        omissions->expected = hashes_shared(count, ldexp(1, (int)store->hash_bits));
    } else if (store->options.kind == STORE_BITSTATE) {
        omissions->hashes = store->bits.hashes;
        omissions->array_bytes = bits_bytes(&store->bits);
        omissions->filled = bits_filled(&store->bits);
        omissions->expected = bits_omitted(&store->bits);
    }
    omissions->probability = -expm1(-omissions->expected);
    omissions->by_state = omissions->expected > 0 ? omissions->expected / (count + omissions->expected) : 0;
}

bool store_sound(const struct store *store)
{
    if (store->options.kind == STORE_JUDY)
        return true;
    if (store->options.kind == STORE_BITSTATE)
        return bits_sound(&store->bits);
    for (unsigned i = 0; store->tree && i < TREE_TABLES; i++)
        if (!table_sound(tree_table(store->tree, i)))
            return false;
    return store->options.forgetful ? set_sound(&store->set) : table_sound(&store->table);
}
