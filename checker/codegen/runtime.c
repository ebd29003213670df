/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * runtime.c - the parts of a generated file that are the same for every model.
 *
 * The program carries the text of this file, and runtime_text.c copies it into
 * generated files, section by section: what stands between a line
 * `section NAME` and the line `end`.  A line `#if FLAG`, where FLAG is one of
 * those below, is decided there and then; any other is left to the compiler.
 *
 * What stands outside of the sections is never copied.  It stands in for what
 * the generator writes for a model, so that this file can be compiled by
 * itself, and warnings of compilers see it.  Nothing here is called.
 *
 * A section uses what the sections before it, and the generator, define:
 *  - struct state, the working state, of whole 64-bit words (layout.h);
 *  - pack() and unpack(), between it and a packed state;
 *  - assumptions(), the fault of the first global assume that fails;
 *  - of a model with symmetric scalarsets, rename_state() and what colour.c writes.
 */
#include <string.h>

#include "../model/model_binding.h"
#include "../model/model_symmetry.h"

#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#endif

/* The flags, as in a model that has everything; -DFLAG=0 compiles the other side. */
#ifndef HAS_GUARDS
#define HAS_GUARDS 1       /* an element of a multiset may be gone where it can be named */
#endif
#ifndef COUNTS_CALLS
#define COUNTS_CALLS 1     /* calls may nest as deep as the limit */
#endif
#ifndef IS_BOUND
#define IS_BOUND 1         /* it has externals: a host may specialise its layout */
#endif
#ifndef IS_RANKED
#define IS_RANKED 1        /* some rules go before others */
#endif
#ifndef IS_LARGE
#define IS_LARGE 1         /* only the state words of a state that differ are looked at */
#endif
#ifndef SORTS_MULTISETS
#define SORTS_MULTISETS 1  /* some multiset does not keep the order of its slots */
#endif
#ifndef RENAMES
#define RENAMES 1          /* some scalarset is symmetric */
#endif
#ifndef IS_NOTED
#define IS_NOTED 1         /* what a search comes to is noted (coverage.h) */
#endif

enum { PACKED_WORDS = 70, STATE_WORDS = 80, LEAVES = 90, COVERS = 2, ELEMENTS = 5, SCALARSETS = 2, TURNS = 256 };

struct state {
    uint64_t state_words[STATE_WORDS];
};

enum { NOTED_POINTS = 9, NOTED_PATHS = 2 };
#if IS_NOTED
static unsigned char murrelet_covered[NOTED_POINTS];
#endif

/* section macros */
#if defined(__GNUC__) || defined(__clang__)
#define unlikely(c) __builtin_expect(!!(c), 0)
#define cold __attribute__((__cold__, __noinline__, __unused__))
#define maybe_unused __attribute__((__unused__))
#define noinline __attribute__((__noinline__, __unused__))
#else
#define unlikely(c) (c)
#define cold
#define maybe_unused
#define noinline
#endif

/* A fault: 0 is none, else 1 + the property that fails, or: */
#define FAULT_DROP UINT32_MAX             /* a local assume fails, or there is no such instance */
#define FAULT_REFUSED (UINT32_MAX - 1)    /* a global assume fails */
#define FAULT_STOPPED (UINT32_MAX - 2)    /* the search stops: nothing of this counts */
/* end */

/* section arithmetic */
static maybe_unused int add_overflows(int64_t a, int64_t b)
{
    return b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b;
}

static maybe_unused int subtract_overflows(int64_t a, int64_t b)
{
    return b < 0 ? a > INT64_MAX + b : a < INT64_MIN + b;
}

static maybe_unused int multiply_overflows(int64_t a, int64_t b)
{
    if (a == 0 || b == 0)
        return 0;
    if (a == -1 || b == -1)
        return a == INT64_MIN || b == INT64_MIN;
    const int64_t r = (int64_t)((uint64_t)a * (uint64_t)b);
    return r / b != a;
}

/* How many steps lie between the ends of a loop; its step leads the right way. */
static maybe_unused uint64_t loop_last(int64_t from, int64_t to, int64_t by)
{
    const uint64_t gap = to > from ? (uint64_t)to - (uint64_t)from : (uint64_t)from - (uint64_t)to;
    return gap / (by < 0 ? 0 - (uint64_t)by : (uint64_t)by);
}
/* end */

/* section work */
#if HAS_GUARDS
/* An element that can be named: `gone` is 0 or the number of its loss. */
struct guard {
    struct guard *outer;
    const unsigned char *mark;
    uint64_t gone;
};

static maybe_unused const struct guard no_element;

static maybe_unused void lose(struct guard *guards, uint64_t *losses, const void *first, size_t size)
{
    ++*losses;
    for (struct guard *g = guards; g; g = g->outer)
        if (!g->gone && (uintptr_t)g->mark - (uintptr_t)first < size)
            g->gone = *losses;
}

#endif
#if IS_NOTED
/* A byte for each point: it was come to. */
struct notes {
    uint64_t points[(NOTED_POINTS + 7) / 8];
};
#endif

/* One thread's work place: x->scratch. */
struct work {
#if IS_NOTED
    struct notes of_source; /* before the state, for note_point() */
#endif
    struct state source; /* of x->source, when loaded */
#if IS_NOTED
    struct notes of_target;
#endif
    struct state target; /* of the firing */
    uint64_t loaded[PACKED_WORDS], packed[PACKED_WORDS];
#if IS_LARGE
    uint64_t changed[(PACKED_WORDS + 63) / 64]; /* by word: a bit where packed may differ from loaded */
#endif
    int is_loaded;
    int clean;           /* target equals source */
    uint32_t calls;      /* nested now */
    uint64_t frames;     /* their bytes */
    uint32_t turns;      /* of what may take long, since it was last asked whether to stop */
    int firing;          /* a body runs: covers wait for its end */
#if IS_RANKED
    int is_met;    /* an instance whose guard holds was come to */
    int is_muted;  /* guards are tested, and nothing is fired */
    int is_quiet;  /* ... and what fails in one is not reported */
#endif
#if IS_BOUND
    unsigned char *pruned; /* what prune_guards() fills, or NULL */
    int *unknown;          /* ... and what the host says to it */
#endif
    uint64_t instance;
    uint32_t met_count, met[COVERS];
#if SORTS_MULTISETS
    struct state sorted[2]; /* source and target, for differs_sorted() */
#endif
#if RENAMES
    struct state trial, best; /* of the renamings of target */
    uint64_t best_packed[PACKED_WORDS];
    uint16_t best_to[ELEMENTS];
    unsigned tries;
    unsigned char individualised[ELEMENTS]; /* elements that the search told apart from the rest of their class */
#endif
#if HAS_GUARDS
    struct guard *guards; uint64_t losses; /* those that are live; how often one was lost */
#endif
#if IS_NOTED
    uint64_t codes[NOTED_PATHS]; /* by path: those that are noted */
#endif
};
#if IS_NOTED
typedef char notes_lie_before_the_source[offsetof(struct work, source) == sizeof(struct notes) ? 1 : -1];
typedef char notes_lie_before_the_target[offsetof(struct work, target) - offsetof(struct work, of_target) == sizeof(struct notes) ? 1 : -1];
#endif
/* end */

/* section notes */
#if defined(__GNUC__) && !defined(__TINYC__)
#define set_flag(flag) __atomic_store_n(flag, 1, __ATOMIC_RELAXED)
#else
#define set_flag(flag) (*(flag) = 1)
#endif

#if IS_NOTED
/* To write always costs less than to look first, and nobody else reads it.  What a model's routine works on is the source or
 * the target, and it mostly has no use for k: where the notes lie before either, it need not be given that. */
#define note_point(n) (((unsigned char *)s - sizeof(struct notes))[n] = 1)

/* The codes that a path has in the source, a bit each. */
static inline void note_codes(struct work *k, unsigned path, unsigned first, uint64_t codes)
{
    const struct state *const s = &k->source;
    if (!unlikely(codes & ~k->codes[path]))
        return;
    k->codes[path] |= codes;
    for (unsigned i = 0; i < 64; i++)
        if (codes >> i & 1)
            note_point(first + i);
}

/* That of all work places is written by any of them, and read when they are gone. */
static void leave(struct expansion *x)
{
    const struct work *k = x->scratch;
    const unsigned char *source = (const unsigned char *)&k->of_source, *target = (const unsigned char *)&k->of_target;
    for (unsigned i = 0; i < NOTED_POINTS; i++)
        if (source[i] | target[i])
            set_flag(&murrelet_covered[i]);
}
#endif
/* end */

/* section stop */
static int has_stopped(const struct work *k)
{
    return k->turns >= TURNS;
}

/* Once told to stop, it stays so until the next state is loaded. */
static cold int ask_stopped(struct expansion *x, struct work *k)
{
    k->turns = 0;
    if (!x->stopped || !x->stopped(x->stop_data))
        return 0;
    k->turns = TURNS;
    return 1;
}

/* To be asked on each turn of what may take long. */
static maybe_unused int stops(struct expansion *x, struct work *k)
{
    return unlikely(++k->turns >= TURNS) && ask_stopped(x, k);
}
/* end */

static const struct { uint32_t bit; uint32_t bits; uint32_t offset; int64_t low; } leaf_table[LEAVES];
static const struct { uint32_t offset; uint32_t width; } leaf_places[LEAVES];
static const struct { uint64_t mask; uint32_t bit; } places[STATE_WORDS];
static const uint32_t by_bit[STATE_WORDS], first_place[PACKED_WORDS + 1];

/* section gather */
#if defined(__BMI2__) && defined(__x86_64__) && !defined(__znver1__) && !defined(__znver2__) \
    && !defined(__TINYC__)
#define pext(value, mask) __builtin_ia32_pext_di(value, mask)
#define pdep(value, mask) __builtin_ia32_pdep_di(value, mask)
#elif defined(GATHER_BY_CODE) /* tcc has neither these functions nor the instructions' names: pext and pdep rax, rdi, rsi */
static maybe_unused uint64_t pext(uint64_t value, uint64_t mask)
{
    uint64_t gathered;
    __asm__(".byte 0xc4, 0xe2, 0xc2, 0xf5, 0xc6" : "=a"(gathered) : "D"(value), "S"(mask));
    return gathered;
}
static maybe_unused uint64_t pdep(uint64_t value, uint64_t mask)
{
    uint64_t spread;
    __asm__(".byte 0xc4, 0xe2, 0xc3, 0xf5, 0xc6" : "=a"(spread) : "D"(value), "S"(mask));
    return spread;
}
#define pext pext
#define pdep pdep
#endif
/* end */

#ifdef pext
/* section pack_state_words */
static void pack(const struct state *restrict s, uint64_t *restrict w)
{
    memset(w, 0, PACKED_WORDS * 8);
    for (uint32_t i = 0; i < STATE_WORDS; i++) {
        const uint32_t word = places[i].bit / 64, shift = places[i].bit % 64;
        uint64_t v;
        memcpy(&v, (const unsigned char *)s + 8 * i, 8);
        v = pext(v, places[i].mask);
        w[word] |= v << shift;
        if (shift && v >> (64 - shift))
            w[word + 1] |= v >> (64 - shift);
    }
}

static void unpack(const uint64_t *restrict w, struct state *restrict s)
{
    for (uint32_t i = 0; i < STATE_WORDS; i++) {
        const uint32_t word = places[i].bit / 64, shift = places[i].bit % 64;
        uint64_t v = word < PACKED_WORDS ? w[word] >> shift : 0;
        if (shift && word + 1 < PACKED_WORDS)
            v |= w[word + 1] << (64 - shift);
        v = pdep(v, places[i].mask);
        memcpy((unsigned char *)s + 8 * i, &v, 8);
    }
}
/* end */
#else
/* section pack_leaves */
static void pack(const struct state *restrict s, uint64_t *restrict w)
{
    memset(w, 0, PACKED_WORDS * 8);
    for (uint32_t i = 0; i < LEAVES; i++) {
        const uint32_t word = leaf_table[i].bit / 64, shift = leaf_table[i].bit % 64;
        const unsigned char *b = (const unsigned char *)s + leaf_places[i].offset;
        uint64_t code = 0;
        for (uint32_t j = leaf_places[i].width; j-- > 0;)
            code = code << 8 | b[j];
        w[word] |= code << shift;
        if (shift + leaf_table[i].bits > 64)
            w[word + 1] |= code >> (64 - shift);
    }
}

static void unpack(const uint64_t *restrict w, struct state *restrict s)
{
    memset(s, 0, sizeof *s);
    for (uint32_t i = 0; i < LEAVES; i++) {
        const uint32_t word = leaf_table[i].bit / 64, shift = leaf_table[i].bit % 64;
        unsigned char *b = (unsigned char *)s + leaf_places[i].offset;
        uint64_t code = w[word] >> shift;
        if (shift + leaf_table[i].bits > 64)
            code |= w[word + 1] << (64 - shift);
        code &= UINT64_MAX >> (64 - leaf_table[i].bits);
        for (uint32_t j = 0; j < leaf_places[i].width; j++)
            b[j] = (unsigned char)(code >> 8 * j);
    }
}
/* end */
#endif

/* section gather_by_hand */
#ifndef pext
static uint64_t pext(uint64_t value, uint64_t mask)
{
    uint64_t gathered = 0;
    for (uint64_t bit = 1; mask; bit <<= 1, mask &= mask - 1)
        if (value & mask & (0 - mask))
            gathered |= bit;
    return gathered;
}

static uint64_t pdep(uint64_t value, uint64_t mask)
{
    uint64_t spread = 0;
    for (; mask; value >>= 1, mask &= mask - 1)
        if (value & 1)
            spread |= mask & (0 - mask);
    return spread;
}
#endif
/* end */

/* section leaves */
#if IS_BOUND
static void unpack_state_words(const uint64_t *w, uint64_t *state_words)
{
    struct state s;
    unpack(w, &s);
    memcpy(state_words, &s, sizeof s);
}

static void decode_specialised(const struct model_specialised *n, const uint64_t *w, int64_t *leaves)
{
    memcpy(leaves, n->leaves, sizeof leaf_table / sizeof *leaf_table * sizeof *leaves);
    for (uint32_t j = 0; j < n->live_leaf_count; j++) {
        const uint32_t i = n->live_leaves[j], word = leaf_table[i].offset / 8, within = leaf_table[i].offset % 8 * 8;
        const struct model_state_word *const p = &n->state_words[word];
        const uint64_t v = (n->base[word] & ~p->mask) | pdep(w[p->bit / 64] >> p->bit % 64, p->mask);
        const uint64_t code = v >> within & UINT64_MAX >> (64 - leaf_table[i].bits);
        if (leaf_table[i].low == INT64_MIN)
            leaves[i] = (int64_t)code;
        else
            leaves[i] = code ? (int64_t)(code - 1 + (uint64_t)leaf_table[i].low) : MODEL_UNDEFINED;
    }
}

#endif
static void decode(const struct model *self, const uint64_t *w, int64_t *leaves)
{
#if IS_BOUND
    if (self->binding->specialised) {
        decode_specialised(self->binding->specialised, w, leaves);
        return;
    }
#else
    (void)self;
#endif
    for (uint32_t i = 0; i < LEAVES; i++) {
        const uint32_t word = leaf_table[i].bit / 64, shift = leaf_table[i].bit % 64, bits = leaf_table[i].bits;
        uint64_t code = w[word] >> shift;
        if (shift + bits > 64)
            code |= w[word + 1] << (64 - shift);
        code &= UINT64_MAX >> (64 - bits);
        if (leaf_table[i].low == INT64_MIN)
            leaves[i] = (int64_t)code;
        else
            leaves[i] = code ? (int64_t)(code - 1 + (uint64_t)leaf_table[i].low) : MODEL_UNDEFINED;
    }
}

static void encode(const int64_t *leaves, uint64_t *w)
{
    memset(w, 0, PACKED_WORDS * 8);
    for (uint32_t i = 0; i < LEAVES; i++) {
        const uint32_t word = leaf_table[i].bit / 64, shift = leaf_table[i].bit % 64, bits = leaf_table[i].bits;
        uint64_t code = (uint64_t)leaves[i];
        if (leaf_table[i].low != INT64_MIN)
            code = leaves[i] == MODEL_UNDEFINED ? 0 : code - (uint64_t)leaf_table[i].low + 1;
        w[word] |= code << shift;
        if (shift + bits > 64)
            w[word + 1] |= code >> (64 - shift);
    }
}
/* end */

/* Many bytes at once: a firing leaves most of a large state as it was. */
/* section blocks */
#if defined(__GNUC__) && !defined(__TINYC__)
typedef uint64_t block __attribute__((vector_size(64)));
typedef uint64_t half_block __attribute__((vector_size(32)));
typedef uint64_t quarter_block __attribute__((vector_size(16)));

static inline int blocks_differ(const unsigned char *a, const unsigned char *b, const uint32_t count)
{
    block x, y, d = {0};
    half_block h[2];
    quarter_block q[2];
    for (uint32_t i = 0; i < count; i++) {
        memcpy(&x, a + 64 * i, 64);
        memcpy(&y, b + 64 * i, 64);
        d |= x ^ y;
    }
    memcpy(h, &d, sizeof h);
    h[0] |= h[1];
    memcpy(q, &h[0], sizeof q);
    q[0] |= q[1];
    return (q[0][0] | q[0][1]) != 0;
}

static maybe_unused uint32_t count_differing_words(const uint64_t *a, const uint64_t *b, const uint32_t count)
{
    block x, y, sum = {0};
    uint64_t differing = 0;
    uint32_t i = 0;
    for (; i + 8 <= count; i += 8) {
        memcpy(&x, a + i, 64);
        memcpy(&y, b + i, 64);
        sum -= (block)(x != y);
    }
    for (uint32_t j = 0; j < 8; j++)
        differing += sum[j];
    for (; i < count; i++)
        differing += a[i] != b[i];
    return (uint32_t)differing;
}
#else
static int blocks_differ(const unsigned char *a, const unsigned char *b, const uint32_t count)
{
    uint64_t x, y, d = 0;
    for (uint32_t i = 0; i < 8 * count; i++) {
        memcpy(&x, a + 8 * i, 8);
        memcpy(&y, b + 8 * i, 8);
        d |= x ^ y;
    }
    return d != 0;
}

static maybe_unused uint32_t count_differing_words(const uint64_t *a, const uint64_t *b, const uint32_t count)
{
    uint32_t differing = 0;
    for (uint32_t i = 0; i < count; i++)
        differing += a[i] != b[i];
    return differing;
}
#endif
/* end */

/* Of a small state word by word, in line: most states are few words long. */
/* section compare */
#if IS_LARGE
static int states_differ(const struct state *a, const struct state *b)
{
    return blocks_differ((const unsigned char *)a, (const unsigned char *)b, sizeof *a / 64);
}

#else
static int packed_differ(const uint64_t *a, const uint64_t *b)
{
    uint64_t d = 0;
    for (unsigned i = 0; i < PACKED_WORDS; i++)
        d |= a[i] ^ b[i];
    return d != 0;
}

static int states_differ(const struct state *a, const struct state *b)
{
    const unsigned char *p = (const unsigned char *)a, *q = (const unsigned char *)b;
    uint64_t d = 0, u, v;
    for (unsigned i = 0; i < sizeof *a; i += 8) {
        memcpy(&u, p + i, 8);
        memcpy(&v, q + i, 8);
        d |= u ^ v;
    }
    return d != 0;
}

#endif
/* end */

/* Of a specialised layout (model.h).  Whether the rest of the state is still the
 * base's is seen where target and source are compared, as a whole. */
#if IS_BOUND
/* section specialised */
static void load_specialised(struct work *k, const struct model_specialised *n, const uint64_t *source)
{
    if (!k->is_loaded) {
        memcpy(&k->source, n->base, sizeof k->source);
        memcpy(&k->target, n->base, sizeof k->target);
        k->clean = 1;
    }
    for (uint32_t word = 0; word < n->words; word++) {
        if (k->is_loaded && k->loaded[word] == source[word])
            continue;
        k->loaded[word] = source[word];
        for (uint32_t i = n->first[word]; i < n->first[word + 1]; i++) {
            const struct model_live_word *const p = &n->live[i];
            const uint64_t v = pdep(source[word] >> p->bit % 64, p->mask) | p->fixed;
            memcpy((unsigned char *)&k->source + 8 * p->word, &v, 8);
            if (k->clean)
                memcpy((unsigned char *)&k->target + 8 * p->word, &v, 8);
        }
    }
    k->is_loaded = 1;
}

/* Put the state words from `first` on that differ into the packed target, and make them equal; returns whether
 * some bits that differ have no place there. */
static int pack_differing(struct work *k, const struct model_specialised *n, uint32_t first, uint32_t end)
{
    int lost = 0;
    for (uint32_t i = first; i < end; i++) {
        uint64_t t, s;
        memcpy(&t, (const unsigned char *)&k->target + 8 * i, 8);
        memcpy(&s, (const unsigned char *)&k->source + 8 * i, 8);
        if (t == s)
            continue;
        const struct model_state_word *const p = &n->state_words[i];
        if (unlikely((t ^ s) & ~p->mask)) {
            n->overflow(n->data, i, (t ^ s) & ~p->mask);
            lost = 1;
        }
        k->packed[p->bit / 64] ^= pext(t ^ s, p->mask) << p->bit % 64;
        memcpy((unsigned char *)&k->target + 8 * i, &s, 8);
    }
    return lost;
}

/* Whether the target differs from the source; -1: in what the layout does not hold.  Afterwards it does not. */
static int pack_specialised(struct work *k, const struct model_specialised *n)
{
    const unsigned char *const target = (const unsigned char *)&k->target;
    const unsigned char *const source = (const unsigned char *)&k->source;
    int lost = 0, moved = 0;
    for (uint32_t word = 0; word < n->words; word++)
        k->packed[word] = k->loaded[word];
    for (uint32_t first = 0; first < STATE_WORDS / 32 * 32; first += 32)
        if (blocks_differ(target + 8 * first, source + 8 * first, 4)) {
            for (uint32_t i = first; i < first + 32; i += 8)
                if (blocks_differ(target + 8 * i, source + 8 * i, 1))
                    lost |= pack_differing(k, n, i, i + 8);
            moved = 1;
        }
    if (STATE_WORDS % 32 / 8 && blocks_differ(target + STATE_WORDS / 32 * 256, source + STATE_WORDS / 32 * 256, STATE_WORDS % 32 / 8)) {
        lost |= pack_differing(k, n, STATE_WORDS / 32 * 32, STATE_WORDS / 8 * 8);
        moved = 1;
    }
    for (uint32_t i = STATE_WORDS / 8 * 8; i < STATE_WORDS; i++)
        if (memcmp(target + 8 * i, source + 8 * i, 8)) {
            lost |= pack_differing(k, n, i, i + 1);
            moved = 1;
        }
    k->clean = 1;
    return unlikely(lost) ? -1 : moved;
}

/* 0: there is something in the target that the layout does not hold. */
static cold int pack_specialised_start(struct work *k, const struct model_specialised *n)
{
    memcpy(&k->source, n->base, sizeof k->source);
    memset(k->loaded, 0, sizeof k->loaded);
    for (uint32_t i = 0; i < n->live_count; i++)
        k->loaded[n->live[i].bit / 64] |= pext(n->base[n->live[i].word], n->live[i].mask) << n->live[i].bit % 64;
    k->is_loaded = 1;
    return pack_specialised(k, n) >= 0;
}
/* end */
#endif

#if !IS_LARGE
/* section change_small */
static void load_source(struct work *k, const uint64_t *source)
{
    memcpy(k->loaded, source, sizeof k->loaded);
    unpack(source, &k->source);
}

static maybe_unused void copy_source(struct work *k)
{
#if IS_BOUND
    const int clean = k->clean;
    k->clean = 0;
    if (clean)
        return;
#endif
    memcpy(&k->target, &k->source, sizeof k->target);
}

/* Returns whether the target differs from the source. */
static int pack_target(struct expansion *x, struct work *k)
{
    (void)x;
    pack(&k->target, k->packed);
    return packed_differ(k->packed, k->loaded);
}
/* end */
#endif

#if IS_LARGE
/* section change_large */
/* Unpack the state words from `first` to `last`, as they are packed, of k->loaded. */
static void unpack_places(struct work *k, uint32_t first, uint32_t last)
{
    for (uint32_t place = first; place <= last; place++) {
        const uint32_t i = by_bit[place], word = places[i].bit / 64, shift = places[i].bit % 64;
        uint64_t v = word < PACKED_WORDS ? k->loaded[word] >> shift : 0;
        if (shift && word + 1 < PACKED_WORDS)
            v |= k->loaded[word + 1] << (64 - shift);
        v = pdep(v, places[i].mask);
        memcpy((unsigned char *)&k->source + 8 * i, &v, 8);
        if (k->clean)
            memcpy((unsigned char *)&k->target + 8 * i, &v, 8);
    }
}

static void load_source(struct work *k, const uint64_t *source)
{
    const uint32_t differing = k->is_loaded ? count_differing_words(k->loaded, source, PACKED_WORDS) : PACKED_WORDS;
    if (differing > PACKED_WORDS / 6) {
        memcpy(k->loaded, source, sizeof k->loaded);
        unpack(source, &k->source);
        k->clean = 0;
        return;
    }
    for (uint32_t first = 0; differing && first < PACKED_WORDS; first += 8) {
        const uint32_t end = first + 8 < PACKED_WORDS ? first + 8 : PACKED_WORDS;
        if (end == first + 8 &&
            !blocks_differ((const unsigned char *)(k->loaded + first), (const unsigned char *)(source + first), 1))
            continue;
        for (uint32_t word = first; word < end; word++) {
            if (k->loaded[word] == source[word])
                continue;
            /* A state word that ends in the next word is unpacked with that again. */
            k->loaded[word] = source[word];
            unpack_places(k, first_place[word], first_place[word + 1]);
        }
    }
}

static maybe_unused void copy_source(struct work *k)
{
    if (!k->clean)
        memcpy(&k->target, &k->source, sizeof k->target);
    k->clean = 0;
}

/* Returns whether the target differs from the source; afterwards it does not. */
static int pack_target(struct expansion *x, struct work *k)
{
    unsigned char *const target = (unsigned char *)&k->target;
    const unsigned char *const source = (const unsigned char *)&k->source;
    int any = 0;
    memset(k->changed, 0, sizeof k->changed);
    x->changed = k->changed;
    memcpy(k->packed, k->loaded, sizeof k->packed);
    for (uint32_t first = 0; first < STATE_WORDS; first += 8) {
        if (!blocks_differ(target + 8 * first, source + 8 * first, 1))
            continue;
        any = 1;
        for (uint32_t i = first; i < first + 8; i++) {
            const uint32_t word = places[i].bit / 64, shift = places[i].bit % 64;
            uint64_t t, s;
            memcpy(&t, target + 8 * i, 8);
            memcpy(&s, source + 8 * i, 8);
            if (t == s)
                continue;
            const uint64_t d = pext(t ^ s, places[i].mask);
            k->packed[word] ^= d << shift;
            k->changed[word / 64] |= UINT64_C(1) << word % 64;
            if (shift && d >> (64 - shift)) {
                k->packed[word + 1] ^= d >> (64 - shift);
                k->changed[(word + 1) / 64] |= UINT64_C(1) << (word + 1) % 64;
            }
            memcpy(target + 8 * i, &s, 8);
        }
    }
    k->clean = 1;
    return any;
}
/* end */
#endif

/* section slots */
/* Taken slots first, by their bytes. */
static maybe_unused int slot_before(unsigned taken_a, const void *a, unsigned taken_b, const void *b, size_t size)
{
    return taken_a != taken_b ? taken_a > taken_b : memcmp(a, b, size) < 0;
}
/* end */

static void sort_multisets(struct state *s)
{
    s->state_words[0] = 0;
}

/* section sorted */
/* Whether target and source differ by more than the order of slots. */
static maybe_unused int differs_sorted(struct work *k)
{
#if SORTS_MULTISETS
    memcpy(&k->sorted[0], &k->source, sizeof k->source);
    memcpy(&k->sorted[1], &k->target, sizeof k->target);
    sort_multisets(&k->sorted[0]);
    sort_multisets(&k->sorted[1]);
    return memcmp(&k->sorted[0], &k->sorted[1], sizeof k->target) != 0;
#else
    (void)k;
    return 1;
#endif
}
/* end */

#if RENAMES
/* section mix */
static uint64_t mix(uint64_t a, uint64_t b)
{
    a = (a ^ b * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xd6e8feb86659fd93);
    return a ^ a >> 32;
}
/* end */
#endif

#if RENAMES
enum { HAS_RELATIONS = 1 };
static const unsigned first_element[SCALARSETS + 1] = {0, 2, 5};

static void rename_state(const struct state *s, const uint16_t *to, struct state *t)
{
    t->state_words[to[0]] = s->state_words[0];
}

static int renaming_keeps(const struct state *s, const uint16_t *to)
{
    return s->state_words[to[0]] == s->state_words[0];
}

static void sign_rows(const struct state *s, uint64_t *new)
{
    new[0] = s->state_words[0];
}

static void sign_relations(const struct state *s, const uint64_t *old, uint64_t *new)
{
    new[0] = s->state_words[0] ^ old[0];
}

static int interchangeable_rows(const struct state *s, unsigned scalarset, unsigned e, unsigned f)
{
    return scalarset ? -1 : s->state_words[e] == s->state_words[f];
}

/* section search */
/* How many elements share their colour with one before them. */
static unsigned count_ties(const uint64_t *colour)
{
    unsigned ties = 0;
    for (unsigned k = 0; k < SCALARSETS; k++)
        for (unsigned e = first_element[k]; e < first_element[k + 1]; e++)
            for (unsigned f = first_element[k]; f < e; f++)
                ties += colour[f] == colour[e];
    return ties;
}

/* Each element's place among its scalarset's by colour, then by name. */
static void rank_elements(const uint64_t *colour, uint16_t *rank)
{
    for (unsigned k = 0; k < SCALARSETS; k++) {
        for (unsigned e = first_element[k]; e < first_element[k + 1]; e++) {
            unsigned place = 0;
            for (unsigned f = first_element[k]; f < e; f++) {
                const unsigned before = colour[f] <= colour[e];
                place += before;
                rank[f] = (uint16_t)(rank[f] + !before);
            }
            rank[e] = (uint16_t)place;
        }
    }
}

/* Sign until the colours tell no more elements apart; returns the ties left. */
static unsigned refine(const struct state *s, uint64_t *colour)
{
    unsigned ties = count_ties(colour);
    for (unsigned round = 0; HAS_RELATIONS && ties && round < ELEMENTS; round++) {
        uint64_t next[ELEMENTS];
        for (unsigned e = 0; e < ELEMENTS; e++)
            next[e] = mix(colour[e], 1);
        sign_relations(s, colour, next);
        memcpy(colour, next, sizeof next);
        const unsigned left = count_ties(colour);
        if (left == ties)
            break;
        ties = left;
    }
    return ties;
}

static void normalise(struct expansion *x, struct state *s)
{
    if (SORTS_MULTISETS && x->multiset_reduction)
        sort_multisets(s);
}

/* Keep the state renamed so, if it is the least yet; a first is not compared. */
static void try_renaming(struct expansion *x, struct work *k, const uint16_t *to)
{
    uint64_t packed[sizeof k->packed / 8];
    struct state *const into = k->tries ? &k->trial : &k->best;
    rename_state(&k->target, to, into);
    normalise(x, into);
    if (k->tries++) {
        unsigned i = 0;
        if (k->tries == 2)
            pack(&k->best, k->best_packed);
        pack(&k->trial, packed);
        while (i < sizeof packed / 8 && packed[i] == k->best_packed[i])
            i++;
        if (i == sizeof packed / 8 || packed[i] > k->best_packed[i])
            return;
        memcpy(k->best_packed, packed, sizeof packed);
        memcpy(&k->best, &k->trial, sizeof k->best);
    }
    memcpy(k->best_to, to, sizeof k->best_to);
}

static void same_names(uint16_t *to)
{
    for (unsigned k = 0; k < SCALARSETS; k++)
        for (unsigned e = first_element[k]; e < first_element[k + 1]; e++)
            to[e] = (uint16_t)(e - first_element[k]);
}

/* Whether exchanging two elements leaves the state as it is. */
static int interchangeable(struct expansion *x, struct work *k, unsigned scalarset, unsigned e, unsigned f)
{
    if (stops(x, k))
        return 1;
    const unsigned first = first_element[scalarset];
    const int rows = interchangeable_rows(&k->target, scalarset, e - first, f - first);
    uint16_t to[ELEMENTS];
    if (rows >= 0)
        return rows;
    same_names(to);
    to[e] = (uint16_t)(f - first);
    to[f] = (uint16_t)(e - first);
    if (!SORTS_MULTISETS || !x->multiset_reduction)
        return renaming_keeps(&k->target, to);
    rename_state(&k->target, to, &k->trial);
    normalise(x, &k->trial);
    return memcmp(&k->trial, &k->target, sizeof k->trial) == 0;
}

/* Classes of one colour whose members are all interchangeable stay as they
 * are: any order of them gives one state.  Of the others: an element of the
 * first scalarset that has one, and there of the least colour; else ELEMENTS. */
static unsigned open_class(struct expansion *x, struct work *k, const uint64_t *colour, unsigned *scalarset)
{
    unsigned open = ELEMENTS;
    for (unsigned i = 0; i < SCALARSETS && open == ELEMENTS; i++) {
        for (unsigned e = first_element[i]; e < first_element[i + 1]; e++) {
            int first = 1, tied = 0, all = 1;
            for (unsigned f = first_element[i]; f < e && first; f++)
                first = colour[f] != colour[e];
            for (unsigned f = e + 1; f < first_element[i + 1] && first && all; f++)
                if (colour[f] == colour[e])
                    tied = 1, all = interchangeable(x, k, i, e, f);
            if (first && tied && !all && (open == ELEMENTS || colour[e] < colour[open]))
                open = e, *scalarset = i;
        }
    }
    return open;
}

/* Often all members of a class can be exchanged, if only other elements are
 * with them.  This is found by trying: told apart in two orders that differ by
 * one exchange, they must lead to one state, by renamings that differ by that
 * exchange and by nothing that was told apart before.  A chain of such classes
 * down to a single state makes any other choice of names equivalent.  Whether
 * there is one does not depend on the elements' names, which is why it is all
 * or nothing: or else one orbit could have two representatives. */
static unsigned members_of(const uint64_t *colour, unsigned scalarset, unsigned one, unsigned *members)
{
    unsigned count = 0;
    for (unsigned e = first_element[scalarset]; e < first_element[scalarset + 1]; e++)
        if (colour[e] == colour[one])
            members[count++] = e;
    return count;
}

/* Tell the members of a class apart in their order, but for an exchange of
 * the first with another. */
static void tell_apart(uint64_t *colour, const unsigned *members, unsigned count, unsigned exchanged)
{
    const uint64_t shared = colour[members[0]];
    for (unsigned m = 0; m < count; m++)
        colour[members[m]] = mix(shared, 2 + (m == 0 ? exchanged : m == exchanged ? 0 : m));
}

/* The state and the renaming where each class left is told apart in its order. */
static void descend(struct expansion *x, struct work *k, uint64_t *colour, uint64_t *packed, uint16_t *to)
{
    unsigned scalarset = 0, open, members[ELEMENTS];
    while (refine(&k->target, colour) && (open = open_class(x, k, colour, &scalarset)) != ELEMENTS)
        tell_apart(colour, members, members_of(colour, scalarset, open, members), 0);
    rank_elements(colour, to);
    rename_state(&k->target, to, &k->trial);
    normalise(x, &k->trial);
    pack(&k->trial, packed);
}

/* Whether exchanging any two of the members can be made up for. */
static int is_symmetric(struct expansion *x, struct work *k, const uint64_t *colour, const unsigned *members,
                        unsigned count)
{
    uint64_t apart[ELEMENTS], first[sizeof k->packed / 8], other[sizeof k->packed / 8];
    uint16_t to[ELEMENTS], with[ELEMENTS];
    memcpy(apart, colour, sizeof apart);
    tell_apart(apart, members, count, 0);
    descend(x, k, apart, first, to);
    for (unsigned m = 1; m < count; m++) {
        if (stops(x, k))
            return 0;
        memcpy(apart, colour, sizeof apart);
        tell_apart(apart, members, count, m);
        descend(x, k, apart, other, with);
        if (memcmp(first, other, sizeof first) || with[members[0]] != to[members[m]]
            || with[members[m]] != to[members[0]])
            return 0;
        for (unsigned i = 1; i < count; i++)
            if (i != m && with[members[i]] != to[members[i]])
                return 0;
        for (unsigned e = 0; e < ELEMENTS; e++)
            if (k->individualised[e] && with[e] != to[e])
                return 0;
    }
    return 1;
}

/* Whether a chain of symmetric classes ends in one state: then `colour` tells it. */
static int chain(struct expansion *x, struct work *k, uint64_t *colour)
{
    unsigned char individualised[ELEMENTS];
    unsigned scalarset = 0, open, members[ELEMENTS];
    int symmetric = 1;
    memcpy(individualised, k->individualised, sizeof individualised);
    while (symmetric && refine(&k->target, colour)
           && (open = open_class(x, k, colour, &scalarset)) != ELEMENTS) {
        const unsigned count = members_of(colour, scalarset, open, members);
        symmetric = is_symmetric(x, k, colour, members, count);
        tell_apart(colour, members, count, 0);
        for (unsigned m = 0; m < count; m++)
            k->individualised[members[m]] = 1;
    }
    memcpy(k->individualised, individualised, sizeof individualised);
    return symmetric;
}

static void search(struct expansion *x, struct work *k, uint64_t *colour)
{
    unsigned scalarset = 0, open = ELEMENTS, members[ELEMENTS];
    uint64_t apart[ELEMENTS];
    uint16_t rank[ELEMENTS];
    if (stops(x, k))
        return;
    if (refine(&k->target, colour))
        open = open_class(x, k, colour, &scalarset);
    memcpy(apart, colour, sizeof apart);
    if (open == ELEMENTS || chain(x, k, apart)) {
        rank_elements(apart, rank);
        try_renaming(x, k, rank);
        return;
    }
    /* Of members that are interchangeable by themselves one is enough. */
    const unsigned count = members_of(colour, scalarset, open, members);
    for (unsigned m = 0; m < count; m++) {
        int is_new = 1;
        for (unsigned i = 0; i < m && is_new; i++)
            is_new = !interchangeable(x, k, scalarset, members[m], members[i]);
        if (!is_new)
            continue;
        memcpy(apart, colour, sizeof apart);
        apart[members[m]] = mix(colour[open], 2);
        k->individualised[members[m]] = 1;
        search(x, k, apart);
        k->individualised[members[m]] = 0;
    }
}

/* Heuristic symmetry is sound but not exact: ties go by the elements' names. */
static void canonicalise_target(struct expansion *x, struct work *k, uint16_t *to)
{
    uint64_t colour[ELEMENTS];
    normalise(x, &k->target);
    if (x->symmetry == MODEL_SYMMETRY_OFF) {
        if (to)
            same_names(to);
        return;
    }
    sign_rows(&k->target, colour);
    k->tries = 0;
    if (x->symmetry == MODEL_SYMMETRY_EXACT) {
        search(x, k, colour);
    } else {
        uint16_t rank[ELEMENTS];
        refine(&k->target, colour);
        rank_elements(colour, rank);
        try_renaming(x, k, rank);
    }
    memcpy(&k->target, &k->best, sizeof k->target);
    if (to)
        memcpy(to, k->best_to, sizeof k->best_to);
}
/* end */
#endif

#if !RENAMES
/* section sort_only */
static void canonicalise_target(struct expansion *x, struct work *k, uint16_t *to)
{
    (void)to;
    if (SORTS_MULTISETS && x->multiset_reduction)
        sort_multisets(&k->target);
}
/* end */
#endif

/* section canonicalise */
static void canonicalise(struct expansion *x, const uint64_t *in, uint64_t *out, uint16_t *permutation)
{
#if IS_BOUND
    if (x->specialised) {
        memmove(out, in, x->specialised->words * sizeof *out);
        return;
    }
#endif
    struct work *const k = x->scratch;
    k->clean = 0;
    k->turns = 0;
    unpack(in, &k->target);
    canonicalise_target(x, k, permutation);
    pack(&k->target, out);
}
/* end */

/* section covers */
static cold void cover_met(struct expansion *x, uint32_t property, uint64_t number, enum model_where where,
                           uint64_t instance)
{
    x->covered[property] = 1;
    if (x->cover && x->watch_cover && x->watch_cover[property])
        x->cover(x, property, number, where, instance);
}

static maybe_unused void cover_state(struct expansion *x, uint32_t property, uint64_t number)
{
    if (!x->covered[property] || x->cover)
        cover_met(x, property, number, MODEL_IN_STATE, MODEL_NO_INSTANCE);
}

static maybe_unused void meet_cover(struct expansion *x, struct work *k, uint32_t property)
{
    if (!k->firing) {
        cover_state(x, property, 0);
        return;
    }
    for (uint32_t i = 0; i < k->met_count; i++)
        if (k->met[i] == property)
            return;
    k->met[k->met_count++] = property;
}

static maybe_unused void report_covers(struct expansion *x, struct work *k)
{
    for (uint32_t i = 0; i < k->met_count; i++)
        if (!x->covered[k->met[i]] || x->cover)
            cover_met(x, k->met[i], 0, MODEL_IN_FIRING, k->instance);
}
/* end */

/* section load */
static struct work *load(struct expansion *x)
{
    struct work *const k = x->scratch;
    k->firing = 0;
    k->calls = 0;
#if HAS_GUARDS
    k->guards = 0;
#endif
#if COUNTS_CALLS
    k->frames = 0;
#endif
    k->turns = 0;
#if IS_BOUND
    if (x->specialised) {
        load_specialised(k, x->specialised, x->source);
        return k;
    }
#endif
#if IS_LARGE
    load_source(k, x->source); /* which looks itself for what differs */
#else
    if (!k->is_loaded || packed_differ(k->loaded, x->source))
        load_source(k, x->source);
#endif
    k->is_loaded = 1;
    return k;
}

/* Report what failed in the state; 0 where it does not count: then what was
 * evaluated is as if it had not been there. */
static cold int guard_fault(struct expansion *x, uint32_t fault)
{
#if HAS_GUARDS
    ((struct work *)x->scratch)->guards = 0;
#endif
    if (fault >= FAULT_STOPPED || !x->enabled[fault - 1])
        return 0;
#if IS_RANKED
    if (((const struct work *)x->scratch)->is_quiet)
        return 0;
#endif
    x->violate(x, fault - 1, 0, MODEL_IN_STATE, MODEL_NO_INSTANCE);
    return 1;
}
/* end */

static uint32_t assumptions(struct expansion *x, struct work *k, struct state *s)
{
    return stops(x, k) ? FAULT_STOPPED : (uint32_t)s->state_words[0];
}

/* section firing */
/* Whether canonicalising can change a state. */
static int has_forms(const struct expansion *x)
{
    return (ELEMENTS > 0 && x->symmetry != MODEL_SYMMETRY_OFF) || (SORTS_MULTISETS && x->multiset_reduction);
}

/* Pack the target, made canonical; returns whether it differed from the source before that, or -1.
 * It is progress where that is more than another order of slots. */
static int finish(struct expansion *x, struct work *k)
{
#if IS_LARGE
    x->changed = 0;
#endif
#if IS_BOUND
    if (x->specialised)
        return pack_specialised(k, x->specialised);
#endif
    if (!has_forms(x)) { /* pack_target() leaves a large target as the source is: what differs is asked before */
        const int progress = differs_sorted(k), differs = pack_target(x, k);
        x->progressed += (uint64_t)(differs > 0 && progress);
        return differs;
    }
    const int moved = states_differ(&k->target, &k->source);
    if (moved)
        x->progressed += (uint64_t)differs_sorted(k);
    canonicalise_target(x, k, NULL);
    if (unlikely(has_stopped(k)))
        return -1;
    pack(&k->target, k->packed);
    return moved;
}

static maybe_unused void begin_firing(struct work *k, uint64_t instance)
{
    copy_source(k);
#if HAS_GUARDS
    k->guards = 0;
#endif
    k->firing = 1;
    k->instance = instance;
    k->met_count = 0;
}

static maybe_unused void count_firing(struct expansion *x, struct work *k, uint32_t rule)
{
    x->fired++;
    x->rule_fired[rule] = 1;
    if (unlikely(x->fired_count))
        x->fired_count[rule]++;
    if (k->met_count)
        report_covers(x, k);
}

/* A failing firing counts as progress, so that it is no deadlock as well. */
static cold void failed_firing(struct expansion *x, struct work *k, uint32_t rule, uint32_t fault)
{
    k->firing = 0;
    if (fault == FAULT_DROP || fault == FAULT_STOPPED || (fault != FAULT_REFUSED && !x->enabled[fault - 1]))
        return;
    count_firing(x, k, rule);
    x->progressed++;
    if (fault != FAULT_REFUSED)
        x->violate(x, fault - 1, 0, MODEL_IN_FIRING, k->instance);
}

static noinline void end_firing(struct expansion *x, struct work *k, uint32_t rule, uint64_t instance,
                                    uint32_t fault)
{
#if HAS_GUARDS
    k->guards = 0;
#endif
    if (!fault)
        fault = assumptions(x, k, &k->target);
    if (unlikely(fault)) {
        failed_firing(x, k, rule, fault);
        return;
    }
    k->firing = 0;
    count_firing(x, k, rule);
    const int moved = finish(x, k);
    if (moved < 0)
        return;
    x->emit(x, instance, k->packed, moved);
}

static void begin_start(struct work *k, uint64_t instance)
{
    memset(&k->target, 0, sizeof k->target);
    k->clean = 0;
#if HAS_GUARDS
    k->guards = 0;
#endif
    k->firing = 1;
    k->calls = 0;
    k->frames = 0;
    k->turns = 0;
    k->instance = instance;
    k->met_count = 0;
}

static void end_start(struct expansion *x, struct work *k, uint64_t instance, uint32_t fault)
{
    if (!fault)
        fault = assumptions(x, k, &k->target);
    k->firing = 0;
    if (fault == FAULT_DROP || fault == FAULT_STOPPED
        || (fault && fault != FAULT_REFUSED && !x->enabled[fault - 1]))
        return;
    report_covers(x, k);
    if (fault == FAULT_REFUSED)
        return;
    if (fault) {
        x->violate(x, fault - 1, 0, MODEL_IN_FIRING, instance);
        return;
    }
#if IS_BOUND
    if (x->specialised) {
        if (pack_specialised_start(k, x->specialised))
            x->emit(x, instance, k->packed, 1);
        return;
    }
#endif
#if IS_LARGE
    x->changed = 0;
#endif
    if (has_forms(x))
        canonicalise_target(x, k, NULL);
    if (has_stopped(k))
        return;
    pack(&k->target, k->packed);
    x->emit(x, instance, k->packed, 1);
}
/* end */

#if IS_BOUND
/* section prune_guards */
/* One byte for each choice of a rule's first parameters, as far as there are tables. */
struct prefixes {
    uint32_t first, count; /* its place; how many values the last of them has */
};

static cold void mark_possible(struct work *k, const struct prefixes *tables, unsigned table_count,
                               unsigned depth, uint64_t prefix)
{
    unsigned char *const possible = k->pruned;
    uint64_t at = prefix, count = 1;
    for (unsigned p = depth; p-- > 0; at /= tables[p].count)
        possible[tables[p].first + at] = 1;
    for (unsigned p = depth; p < table_count; p++) {
        prefix *= tables[p].count;
        count *= tables[p].count;
        memset(possible + tables[p].first + prefix, 1, count);
    }
}

/* A guard was tested that hung on what is not known. */
static cold void mark_unknown(struct work *k, const struct prefixes *tables, unsigned table_count,
                              unsigned depth, uint64_t prefix)
{
    if (*k->unknown)
        mark_possible(k, tables, table_count, depth, prefix);
    *k->unknown = 0;
}
/* end */
#endif
