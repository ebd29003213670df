/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * known.c - follow, along a sequentially consistent run, who knows of which
 * access.
 *
 * The area of a state, as it is stored: a header (struct stored), the set of
 * records that are present, then the known set of each of these.  A known set
 * has a bit for each pair of a view and an element.  A view is what happens-
 * before is closed over on its own: a scope instance in hrf-direct, a thread
 * in hrf-direct-relaxed; the other models have one view.
 *
 * Elements, for a record R of thread t:
 *   A(b)            R happens before the next action of b (and of t itself)
 *   L(l, a, level)  R happens before a release of a on l at that level
 *   F(a, level)     R happens before a release fence of a, which waits for a's
 *                   later atomic writes
 *   Q(b, a, la, ly) b has read, with an atomic at level ly, after a release of
 *                   a at level la that covers R; waits for an acquire fence of b
 *
 * Invariant: a record is the latest access of its thread, location and class.
 * What happens before it, or is compared with it, holds of the earlier ones.
 */
#include "known.h"

#include <Judy.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"

const char *const race_model_names[] = {"drf", "hrf-direct", "hrf-indirect", "hrf-direct-relaxed",
                                        "hrf-indirect-relaxed", "rsp", NULL};

enum {
    T = PROGRAM_THREADS, L = PROGRAM_LOCATIONS,
    STATES_MOST = 1 << 22, /* as many as invariants/races.m has names for */
    NO_RECORD = -1,
};

/* What a record is of. */
struct class {
    int8_t location, thread;
    bool atomic, writes, remote;
    uint8_t level; /* 0 unless atomic */
};

struct view {
    int level;      /* hrf-direct: of the scope instance */
    unsigned group; /* of the scope instance; or the thread */
};

/* The last release on a location, and the record that it made; rsp alone. */
struct last_release {
    int8_t thread, level; /* thread -1: none */
    int16_t record;       /* or NO_RECORD */
};

/* Compared as bytes: zeroed first. */
struct stored {
    struct last_release last[L];
    uint32_t pending[L];  /* remote releases: a bit for each thread and level */
    int32_t race;         /* the record that the last access races with, or NO_RECORD */
};

struct known {
    struct race_rules rules;
    const struct machine_program *program;
    const struct litmus_test *test;
    int threads, locations;
    enum litmus_level common[T][T];
    struct class *classes;
    int record_count;
    int record_of[L][T][2][2][2][LITMUS_LEVELS]; /* atomic, writes, remote, level */
    struct view views[T * LITMUS_LEVELS];
    int view_count;
    int elements;
    int a[T], l[L][T][LITMUS_LEVELS], f[T][LITMUS_LEVELS], q[T][T][LITMUS_LEVELS][LITMUS_LEVELS];
    size_t present_words, set_words;

    pthread_mutex_t lock;   /* guards all below */
    Pvoid_t numbers;        /* JudyHS: area -> number + 1 */
    unsigned char **areas;  /* by number */
    size_t *lengths;
    unsigned count, room;
    /* the state at work */
    struct stored header;
    uint64_t *present, *sets;
    unsigned char *packed;
};

bool race_is_relaxed(enum race_model model)
{
    return model == RACE_HRF_DIRECT_RELAXED || model == RACE_HRF_INDIRECT_RELAXED || model == RACE_RSP;
}

/* ---- the model's definitions ---- */

static bool inclusive(const struct known *k, int a, int la, int b, int lb)
{
    int common = (int)k->common[a][b], least = la < lb ? la : lb, most = la < lb ? lb : la;
    return common <= (k->rules.literal ? most : least);
}

static bool exact(const struct known *k, int a, int la, int b, int lb)
{
    return la == lb && (int)k->common[a][b] <= la;
}

/* Whether a release of a and an acquire of b make an edge. */
static bool matches(const struct known *k, int a, int la, int b, int lb)
{
    switch (k->rules.model) {
    case RACE_DRF: return true;
    case RACE_HRF_DIRECT: case RACE_HRF_INDIRECT: return exact(k, a, la, b, lb);
    default: return inclusive(k, a, la, b, lb);
    }
}

static bool in_view(const struct known *k, const struct view *view, int thread, int level)
{
    if (k->rules.model == RACE_HRF_DIRECT && k->rules.wide)
        return view->level == LITMUS_SYS && view->group == 0;
    if (k->rules.model == RACE_HRF_DIRECT)
        return view->level == level && k->test->scopes.group[thread][level] == view->group;
    if (k->rules.model == RACE_HRF_DIRECT_RELAXED)
        return (int)k->common[thread][view->group] <= level;
    return true;
}

static bool within_target(const struct known *k, const struct class *remote, const struct class *other)
{
    return remote->remote && (int)k->common[remote->thread][other->thread] <= remote->level;
}

static bool conflicts(const struct known *k, const struct class *e, const struct class *f)
{
    if (e->location != f->location || e->thread == f->thread || !(e->writes || f->writes))
        return false;
    if (!e->atomic || !f->atomic)
        return true;
    switch (k->rules.model) {
    case RACE_DRF: return false;
    case RACE_HRF_DIRECT: case RACE_HRF_INDIRECT: return !exact(k, e->thread, e->level, f->thread, f->level);
    case RACE_RSP:
        if (!k->rules.strict && (within_target(k, e, f) || within_target(k, f, e)))
            return false;
        break;
    default: break;
    }
    return !inclusive(k, e->thread, e->level, f->thread, f->level);
}

/* ---- what an operation is to the model ---- */

struct action {
    int thread, location;
    bool atomic, reads, writes, fence, acquires, releases, remote;
    int level;
};

static struct action action_of(const struct known *k, int thread, const struct program_operation *o, bool writes)
{
    struct action action = {.thread = thread, .location = o->location, .level = (int)o->level};
    action.fence = o->kind == PROGRAM_FENCE;
    action.reads = o->kind == PROGRAM_LOAD || o->kind == PROGRAM_RMW;
    action.writes = o->kind == PROGRAM_STORE || (o->kind == PROGRAM_RMW && writes);
    action.atomic = o->order != LITMUS_NA;
    enum litmus_order order = o->order;
    bool remote = order == LITMUS_RM_ACQ || order == LITMUS_RM_REL || order == LITMUS_RM_AR;
    action.acquires = (order == LITMUS_ACQ || order == LITMUS_AR || order == LITMUS_SC || order == LITMUS_RM_ACQ ||
                       order == LITMUS_RM_AR) && (action.fence || action.reads);
    action.releases = (order == LITMUS_REL || order == LITMUS_AR || order == LITMUS_SC || order == LITMUS_RM_REL ||
                       order == LITMUS_RM_AR) && (action.fence || action.writes);
    action.remote = remote && k->rules.model == RACE_RSP;
    if (k->rules.model == RACE_DRF || k->rules.wide || !action.atomic)
        action.level = action.atomic ? LITMUS_SYS : 0;
    return action;
}

/* ---- numbering, when the test is loaded ---- */

/* What the instructions of the test can do, as sets of levels. */
struct survey {
    unsigned access[L][T][2][2]; /* atomic accesses: writes, remote */
    bool plain[L][T][2];         /* writes */
    unsigned releases[L][T];     /* release patterns on the location */
    unsigned fences[T];          /* release fences */
    unsigned reads[T];           /* atomic reads by threads that have acquire fences */
    unsigned remote_reach[L];    /* levels that a remote operation promotes to */
};

static void survey_access(const struct known *k, struct survey *s, int t, const struct litmus_instruction *i, int l)
{
    struct program_operation o = {.order = i->order, .level = i->level, .location = l};
    o.kind = i->kind == LITMUS_LOAD ? PROGRAM_LOAD : i->kind == LITMUS_STORE ? PROGRAM_STORE : PROGRAM_RMW;
    for (int writes = 0; writes < 2; writes++) {
        struct action x = action_of(k, t, &o, writes);
        unsigned bit = 1u << x.level;
        if (!x.atomic) {
            s->plain[l][t][x.writes] = true;
            continue;
        }
        s->access[l][t][x.writes][x.remote] |= bit;
        if (x.reads)
            s->reads[t] |= bit;
        if (x.releases)
            s->releases[l][t] |= bit;
        if (x.remote)
            s->remote_reach[l] |= bit;
    }
}

static void survey_thread(const struct known *k, struct survey *s, int t)
{
    const struct litmus_thread *code = &k->test->threads[t];
    for (unsigned pc = 0; pc < code->length; pc++) {
        const struct litmus_instruction *i = &code->code[pc];
        if (i->kind == LITMUS_FENCE) {
            struct action x = action_of(k, t, &(struct program_operation){.kind = PROGRAM_FENCE, .order = i->order,
                                                                          .level = i->level}, false);
            if (x.releases)
                s->fences[t] |= 1u << x.level;
        } else if (i->kind <= LITMUS_RMW) {
            bool known = i->address.kind == OPERAND_VALUE;
            for (int l = 0; l < k->locations; l++)
                if (!known || i->address.value.location == l)
                    survey_access(k, s, t, i, l);
        }
    }
}

static bool has_acquire_fence(const struct known *k, int t)
{
    const struct litmus_thread *code = &k->test->threads[t];
    for (unsigned pc = 0; pc < code->length; pc++)
        if (code->code[pc].kind == LITMUS_FENCE && code->code[pc].order != LITMUS_REL)
            return true;
    return false;
}

/* Every level that an atomic of the location may be promoted to, and those
 * that a fence makes of a write's. */
static void widen_survey(const struct known *k, struct survey *s)
{
    for (int l = 0; l < k->locations; l++) {
        for (int t = 0; t < k->threads; t++) {
            unsigned writes = s->access[l][t][1][0] | s->access[l][t][1][1];
            for (int f = 0; f < LITMUS_LEVELS; f++)
                for (int w = 0; w < LITMUS_LEVELS; w++)
                    if ((s->fences[t] >> f & 1) && (writes >> w & 1))
                        s->releases[l][t] |= 1u << (f < w ? f : w);
            for (int i = 0; i < 4; i++)
                if (s->access[l][t][i / 2][i % 2])
                    s->access[l][t][i / 2][i % 2] |= s->remote_reach[l];
            if (s->releases[l][t])
                s->releases[l][t] |= s->remote_reach[l];
        }
    }
    for (int t = 0; t < k->threads; t++) {
        for (int l = 0; l < k->locations; l++)
            if (s->reads[t])
                s->reads[t] |= s->remote_reach[l];
        if (!has_acquire_fence(k, t))
            s->reads[t] = 0;
    }
}

static void number_record(struct known *k, struct class class)
{
    k->classes = realloc(k->classes, ((size_t)k->record_count + 1) * sizeof *k->classes);
    if (!k->classes)
        die_memory(sizeof *k->classes);
    k->record_of[class.location][class.thread][class.atomic][class.writes][class.remote][class.level] =
        k->record_count;
    k->classes[k->record_count++] = class;
}

static void number_records(struct known *k, const struct survey *s)
{
    for (int l = 0; l < k->locations; l++)
        for (int t = 0; t < k->threads; t++)
            for (int writes = 0; writes < 2; writes++) {
                if (s->plain[l][t][writes])
                    number_record(k, (struct class){(int8_t)l, (int8_t)t, false, writes, false, 0});
                for (int remote = 0; remote < 2; remote++)
                    for (int level = 0; level < LITMUS_LEVELS; level++)
                        if (s->access[l][t][writes][remote] >> level & 1)
                            number_record(k, (struct class){(int8_t)l, (int8_t)t, true, writes, remote, (uint8_t)level});
            }
}

static void number_elements(struct known *k, const struct survey *s)
{
    unsigned levels[T] = {0}; /* of a thread's releases, wherever */
    for (int t = 0; t < k->threads; t++)
        k->a[t] = k->elements++;
    for (int l = 0; l < k->locations; l++)
        for (int t = 0; t < k->threads; t++)
            for (int level = 0; level < LITMUS_LEVELS; level++)
                if (s->releases[l][t] >> level & 1) {
                    k->l[l][t][level] = k->elements++;
                    levels[t] |= 1u << level;
                }
    for (int t = 0; t < k->threads; t++)
        for (int level = 0; level < LITMUS_LEVELS; level++)
            if (s->fences[t] >> level & 1)
                k->f[t][level] = k->elements++;
    for (int b = 0; b < k->threads; b++)
        for (int t = 0; t < k->threads; t++)
            for (int la = 0; la < LITMUS_LEVELS; la++)
                for (int ly = 0; ly < LITMUS_LEVELS; ly++)
                    if ((levels[t] >> la & 1) && (s->reads[b] >> ly & 1))
                        k->q[b][t][la][ly] = k->elements++;
}

static void number_views(struct known *k)
{
    if (k->rules.model == RACE_HRF_DIRECT) {
        for (int level = 0; level < LITMUS_LEVELS; level++)
            for (unsigned g = 0; g < k->test->scopes.count[level]; g++)
                k->views[k->view_count++] = (struct view){level, g};
    } else if (k->rules.model == RACE_HRF_DIRECT_RELAXED) {
        for (int t = 0; t < k->threads; t++)
            k->views[k->view_count++] = (struct view){0, (unsigned)t};
    } else {
        k->view_count = 1;
    }
}

struct known *known_new(const struct machine_program *program, const struct race_rules *rules)
{
    struct known *k = calloc(1, sizeof *k);
    if (!k)
        die_memory(sizeof *k);
    k->program = program;
    k->test = program_test(program);
    k->rules = *rules;
    k->threads = (int)k->test->thread_count;
    k->locations = (int)k->test->location_count;
    for (int a = 0; a < k->threads; a++)
        for (int b = 0; b < k->threads; b++) {
            enum litmus_level common = litmus_common_level(&k->test->scopes, (unsigned)a, (unsigned)b);
            k->common[a][b] = a == b ? LITMUS_WI : rules->wide && common > LITMUS_SYS ? LITMUS_SYS : common;
        }
    memset(k->record_of, -1, sizeof k->record_of);
    memset(k->l, -1, sizeof k->l);
    memset(k->f, -1, sizeof k->f);
    memset(k->q, -1, sizeof k->q);
    struct survey survey = {0};
    for (int t = 0; t < k->threads; t++)
        survey_thread(k, &survey, t);
    widen_survey(k, &survey);
    number_records(k, &survey);
    number_elements(k, &survey);
    number_views(k);
    k->present_words = ((size_t)k->record_count + 63) / 64;
    k->set_words = ((size_t)k->view_count * (size_t)k->elements + 63) / 64;
    size_t words = k->present_words + (size_t)k->record_count * k->set_words;
    k->present = calloc(words + 1, 8);
    k->packed = malloc(sizeof k->header + 8 * words + 8);
    if (!k->present || !k->packed)
        die_memory(8 * words);
    k->sets = k->present + k->present_words;
    pthread_mutex_init(&k->lock, NULL);
    return k;
}

void known_free(struct known *k)
{
    if (!k)
        return;
    JudyHSFreeArray(&k->numbers, PJE0);
    for (unsigned i = 0; i < k->count; i++)
        free(k->areas[i]);
    free(k->areas);
    free(k->lengths);
    free(k->classes);
    free(k->present);
    free(k->packed);
    pthread_mutex_destroy(&k->lock);
    free(k);
}

/* ---- the state at work ---- */

static bool present(const struct known *k, int r)
{
    return k->present[r / 64] >> (r % 64) & 1;
}

static uint64_t *set_of(struct known *k, int r)
{
    return k->sets + (size_t)r * k->set_words;
}

static bool holds(struct known *k, int r, int view, int element)
{
    size_t bit = (size_t)view * (size_t)k->elements + (size_t)element;
    return set_of(k, r)[bit / 64] >> (bit % 64) & 1;
}

static void add(struct known *k, int r, int view, int element)
{
    if (element < 0)
        die("the race analysis met an element that the test was not surveyed for");
    size_t bit = (size_t)view * (size_t)k->elements + (size_t)element;
    set_of(k, r)[bit / 64] |= UINT64_C(1) << (bit % 64);
}

static void put_in(struct known *k, int r)
{
    k->present[r / 64] |= UINT64_C(1) << (r % 64);
    memset(set_of(k, r), 0, 8 * k->set_words);
}

static void take_out(struct known *k, int r)
{
    k->present[r / 64] &= ~(UINT64_C(1) << (r % 64));
}

static size_t pack(struct known *k)
{
    unsigned char *out = k->packed;
    memcpy(out, &k->header, sizeof k->header);
    out += sizeof k->header;
    memcpy(out, k->present, 8 * k->present_words);
    out += 8 * k->present_words;
    for (int r = 0; r < k->record_count; r++)
        if (present(k, r)) {
            memcpy(out, set_of(k, r), 8 * k->set_words);
            out += 8 * k->set_words;
        }
    return (size_t)(out - k->packed);
}

static void unpack(struct known *k, int state)
{
    const unsigned char *in = k->areas[state];
    memcpy(&k->header, in, sizeof k->header);
    in += sizeof k->header;
    memcpy(k->present, in, 8 * k->present_words);
    in += 8 * k->present_words;
    for (int r = 0; r < k->record_count; r++)
        if (present(k, r)) {
            memcpy(set_of(k, r), in, 8 * k->set_words);
            in += 8 * k->set_words;
        }
}

static int number(struct known *k)
{
    size_t length = pack(k);
    PWord_t slot;
    JHSI(slot, k->numbers, k->packed, length);
    if (slot == PJERR)
        die_memory(length);
    if (*slot)
        return (int)*slot - 1;
    if (k->count == STATES_MOST)
        return -1;
    if (k->count == k->room) {
        k->room = k->room ? 2 * k->room : 64;
        k->areas = realloc(k->areas, k->room * sizeof *k->areas);
        k->lengths = realloc(k->lengths, k->room * sizeof *k->lengths);
        if (!k->areas || !k->lengths)
            die_memory(k->room * sizeof *k->areas);
    }
    unsigned char *copy = malloc(length);
    if (!copy)
        die_memory(length);
    memcpy(copy, k->packed, length);
    k->areas[k->count] = copy;
    k->lengths[k->count] = length;
    *slot = ++k->count;
    return (int)k->count - 1;
}

/* ---- what an action does ---- */

static bool sees(const struct known *k, int view, int thread, int level)
{
    return in_view(k, &k->views[view], thread, level);
}

static void acquire_fence(struct known *k, const struct action *x)
{
    for (int r = 0; r < k->record_count; r++)
        for (int v = 0; present(k, r) && v < k->view_count; v++)
            for (int a = 0; a < k->threads; a++)
                for (int la = 0; la < LITMUS_LEVELS; la++)
                    for (int ly = 0; ly < LITMUS_LEVELS; ly++) {
                        int q = k->q[x->thread][a][la][ly], level = ly < x->level ? ly : x->level;
                        if (q >= 0 && holds(k, r, v, q) && matches(k, a, la, x->thread, level) &&
                            sees(k, v, x->thread, level))
                            add(k, r, v, k->a[x->thread]);
                    }
}

static void release_fence(struct known *k, const struct action *x)
{
    for (int r = 0; r < k->record_count; r++)
        for (int v = 0; present(k, r) && v < k->view_count; v++)
            if (holds(k, r, v, k->a[x->thread]))
                add(k, r, v, k->f[x->thread][x->level]);
}

/* The record of the last release, as promoted: it is another class now.  Where
 * there is one of that class, both are known where both were. */
static void promote_record(struct known *k, struct last_release *last, int level)
{
    if (last->record == NO_RECORD || k->classes[last->record].level >= level)
        return;
    const struct class *c = &k->classes[last->record];
    int to = k->record_of[c->location][c->thread][1][c->writes][c->remote][level];
    if (to < 0)
        die("the race analysis met a record that the test was not surveyed for");
    if (present(k, to)) {
        for (size_t w = 0; w < k->set_words; w++)
            set_of(k, to)[w] &= set_of(k, last->record)[w];
    } else {
        put_in(k, to);
        memcpy(set_of(k, to), set_of(k, last->record), 8 * k->set_words);
    }
    take_out(k, last->record);
    last->record = (int16_t)to;
}

/* A remote acquire promotes the last release of the location. */
static void promote_release(struct known *k, const struct action *x)
{
    struct last_release *last = &k->header.last[x->location];
    if (last->thread < 0 || last->level >= x->level || (int)k->common[last->thread][x->thread] > x->level)
        return;
    for (int r = 0; r < k->record_count; r++)
        if (present(k, r) && holds(k, r, 0, k->l[x->location][last->thread][last->level]))
            add(k, r, 0, k->l[x->location][last->thread][x->level]);
    promote_record(k, last, x->level);
    last->level = (int8_t)x->level;
}

/* Remote releases that waited for the location's next acquire promote it. */
static int promoted_acquire(struct known *k, const struct action *x)
{
    int level = x->level;
    uint32_t *pending = &k->header.pending[x->location];
    for (int a = 0; a < k->threads; a++)
        for (int lp = 0; lp < LITMUS_LEVELS; lp++)
            if ((*pending >> (a * LITMUS_LEVELS + lp) & 1) && level < lp && (int)k->common[a][x->thread] <= lp)
                level = lp;
    *pending = 0;
    return level;
}

/* What earlier releases on the location tell a read at `level`. */
static void hear(struct known *k, const struct action *x, int level)
{
    for (int r = 0; r < k->record_count; r++)
        for (int v = 0; present(k, r) && v < k->view_count; v++)
            for (int a = 0; a < k->threads; a++)
                for (int la = 0; la < LITMUS_LEVELS; la++) {
                    int l = k->l[x->location][a][la];
                    if (l < 0 || !holds(k, r, v, l))
                        continue;
                    if (x->acquires && matches(k, a, la, x->thread, level) && sees(k, v, x->thread, level))
                        add(k, r, v, k->a[x->thread]);
                    if (k->q[x->thread][a][la][level] >= 0)
                        add(k, r, v, k->q[x->thread][a][la][level]);
                }
}

static void tell(struct known *k, const struct action *x)
{
    for (int r = 0; r < k->record_count; r++)
        for (int v = 0; present(k, r) && v < k->view_count; v++) {
            if (x->releases && holds(k, r, v, k->a[x->thread]) && sees(k, v, x->thread, x->level))
                add(k, r, v, k->l[x->location][x->thread][x->level]);
            for (int lf = 0; lf < LITMUS_LEVELS; lf++) {
                int f = k->f[x->thread][lf], level = lf < x->level ? lf : x->level;
                if (f >= 0 && holds(k, r, v, f) && sees(k, v, x->thread, level))
                    add(k, r, v, k->l[x->location][x->thread][level]);
            }
        }
}

static bool known_to(struct known *k, int r, int thread)
{
    for (int v = 0; v < k->view_count; v++)
        if (holds(k, r, v, k->a[thread]))
            return true;
    return false;
}

/* The first record that the access races with, or NO_RECORD. */
static int find_race(struct known *k, const struct class *access)
{
    for (int r = 0; r < k->record_count; r++)
        if (present(k, r) && conflicts(k, &k->classes[r], access) && !known_to(k, r, access->thread))
            return r;
    return NO_RECORD;
}

static int access_level(struct known *k, const struct action *x)
{
    int level = x->level;
    if (!x->atomic || !x->reads)
        return level;
    if (x->acquires && k->rules.model == RACE_RSP) {
        if (x->remote)
            promote_release(k, x);
        level = promoted_acquire(k, x);
    }
    hear(k, x, level);
    /* The hardware performs a promoted RMW at its own scope all the same. */
    return x->writes ? x->level : level;
}

static void perform(struct known *k, const struct action *x)
{
    int level = access_level(k, x);
    int r = k->record_of[x->location][x->thread][x->atomic][x->writes][x->remote][x->atomic ? level : 0];
    if (r < 0)
        die("the race analysis met an access that the test was not surveyed for");
    k->header.race = find_race(k, &k->classes[r]);
    if (k->header.race != NO_RECORD)
        return;
    put_in(k, r);
    for (int v = 0; v < k->view_count; v++)
        add(k, r, v, k->a[x->thread]);
    struct last_release *last = &k->header.last[x->location];
    if (last->record == r && !x->releases)
        last->record = NO_RECORD;
    if (x->atomic && x->writes)
        tell(k, x);
    if (x->releases && k->rules.model == RACE_RSP) {
        *last = (struct last_release){(int8_t)x->thread, (int8_t)x->level, (int16_t)r};
        if (x->remote)
            k->header.pending[x->location] |= 1u << (x->thread * LITMUS_LEVELS + x->level);
    }
}

/* ---- what others call ---- */

int known_start(struct known *k)
{
    pthread_mutex_lock(&k->lock);
    memset(&k->header, 0, sizeof k->header);
    memset(k->present, 0, 8 * k->present_words);
    for (int l = 0; l < L; l++)
        k->header.last[l] = (struct last_release){-1, 0, NO_RECORD};
    k->header.race = NO_RECORD;
    int state = number(k);
    pthread_mutex_unlock(&k->lock);
    return state;
}

int known_step(struct known *k, int state, int thread, const struct program_operation *operation, bool writes)
{
    struct action x = action_of(k, thread, operation, writes);
    pthread_mutex_lock(&k->lock);
    unpack(k, state);
    if (k->header.race == NO_RECORD) {
        if (!x.fence)
            perform(k, &x);
        if (x.fence && x.acquires)
            acquire_fence(k, &x);
        if (x.fence && x.releases)
            release_fence(k, &x);
        state = number(k);
    }
    pthread_mutex_unlock(&k->lock);
    return state;
}

bool known_race(struct known *k, int state, struct known_race *race)
{
    struct stored header;
    pthread_mutex_lock(&k->lock);
    memcpy(&header, k->areas[state], sizeof header);
    pthread_mutex_unlock(&k->lock);
    if (header.race == NO_RECORD)
        return false;
    const struct class *c = &k->classes[header.race];
    if (race)
        *race = (struct known_race){c->thread, c->location, c->atomic, c->writes, (enum litmus_level)c->level};
    return true;
}

unsigned known_bits(const struct known *k)
{
    return (unsigned)(k->record_count * (1 + k->view_count * k->elements));
}

unsigned known_count(const struct known *k)
{
    return k->count;
}
