/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hb.c - follow, along a sequentially consistent run, which accesses happen
 * before what.
 *
 * A state of the analysis is stored as a header (struct stored), the set of
 * records that are present, and for each of these its happens-before set.  This
 * set has a bit for each pair of a view and an element.  Within each view
 * happens-before is closed on its own: a view is a scope instance in hrf-direct,
 * and a thread in hrf-direct-relaxed; the other models have one view.
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
 * What happens before it, or is compared with it, holds of the earlier ones.  A remote
 * acquire promotes the last release on its location alone, so that this is of a class of
 * its own where there is one: the earlier ones stay what they are.
 */
#include "hb.h"

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
    bool last;     /* the last release on the location, where it may be promoted */
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
    uint64_t pending[L];  /* remote releases: a bit for each thread and level */
    int32_t race;         /* the record that the last access races with, or NO_RECORD */
};

struct hb {
    struct race_rules rules;
    const struct machine_program *program;
    const struct litmus_test *test;
    int threads, locations;
    enum litmus_level common[T][T];
    struct class *classes;
    int record_count;
    int record_of[L][T][2][2][2][2][LITMUS_LEVELS]; /* atomic, writes, remote, last, level */
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

static bool inclusive(const struct hb *hb, int a, int la, int b, int lb)
{
    int common = (int)hb->common[a][b], least = la < lb ? la : lb, most = la < lb ? lb : la;
    return common <= (hb->rules.literal ? most : least);
}

static bool exact(const struct hb *hb, int a, int la, int b, int lb)
{
    return la == lb && (int)hb->common[a][b] <= la;
}

/* Whether a release of a and an acquire of b make an edge. */
static bool matches(const struct hb *hb, int a, int la, int b, int lb)
{
    switch (hb->rules.model) {
    case RACE_DRF: return true;
    case RACE_HRF_DIRECT: case RACE_HRF_INDIRECT: return exact(hb, a, la, b, lb);
    default: return inclusive(hb, a, la, b, lb);
    }
}

static bool in_view(const struct hb *hb, const struct view *view, int thread, int level)
{
    if (hb->rules.model == RACE_HRF_DIRECT && hb->rules.wide)
        return view->level == LITMUS_SYS && view->group == 0;
    if (hb->rules.model == RACE_HRF_DIRECT)
        return view->level == level && hb->test->scopes.group[thread][level] == view->group;
    if (hb->rules.model == RACE_HRF_DIRECT_RELAXED)
        return (int)hb->common[thread][view->group] <= level;
    return true;
}

static bool within_target(const struct hb *hb, const struct class *remote, const struct class *other)
{
    return remote->remote && (int)hb->common[remote->thread][other->thread] <= remote->level;
}

static bool conflicts(const struct hb *hb, const struct class *e, const struct class *f)
{
    if (e->location != f->location || e->thread == f->thread || !(e->writes || f->writes))
        return false;
    if (!e->atomic || !f->atomic)
        return true;
    switch (hb->rules.model) {
    case RACE_DRF: return false;
    case RACE_HRF_DIRECT: case RACE_HRF_INDIRECT: return !exact(hb, e->thread, e->level, f->thread, f->level);
    case RACE_RSP:
        if (!hb->rules.strict && (within_target(hb, e, f) || within_target(hb, f, e)))
            return false;
        break;
    default: break;
    }
    return !inclusive(hb, e->thread, e->level, f->thread, f->level);
}

/* ---- what an operation is to the model ---- */

struct action {
    int thread, location;
    bool atomic, reads, writes, fence, acquires, releases, remote;
    int level;
};

static struct action action_of(const struct hb *hb, int thread, const struct program_operation *o, bool writes)
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
    action.remote = remote && hb->rules.model == RACE_RSP;
    if (hb->rules.model == RACE_DRF || hb->rules.wide || !action.atomic)
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

static void survey_access(const struct hb *hb, struct survey *s, int t, const struct litmus_instruction *i, int l)
{
    struct program_operation o = {.order = i->order, .level = i->level, .location = l};
    o.kind = i->kind == LITMUS_LOAD ? PROGRAM_LOAD : i->kind == LITMUS_STORE ? PROGRAM_STORE : PROGRAM_RMW;
    for (int writes = 0; writes < 2; writes++) {
        struct action x = action_of(hb, t, &o, writes);
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

static void survey_thread(const struct hb *hb, struct survey *s, int t)
{
    const struct litmus_thread *code = &hb->test->threads[t];
    for (unsigned pc = 0; pc < code->length; pc++) {
        const struct litmus_instruction *i = &code->code[pc];
        if (i->kind == LITMUS_FENCE) {
            struct action x = action_of(hb, t, &(struct program_operation){.kind = PROGRAM_FENCE, .order = i->order,
                                                                          .level = i->level}, false);
            if (x.releases)
                s->fences[t] |= 1u << x.level;
        } else if (i->kind <= LITMUS_RMW) {
            bool known = i->address.kind == OPERAND_VALUE;
            for (int l = 0; l < hb->locations; l++)
                if (!known || i->address.value.location == l)
                    survey_access(hb, s, t, i, l);
        }
    }
}

static bool has_acquire_fence(const struct hb *hb, int t)
{
    const struct litmus_thread *code = &hb->test->threads[t];
    for (unsigned pc = 0; pc < code->length; pc++)
        if (code->code[pc].kind == LITMUS_FENCE && code->code[pc].order != LITMUS_REL)
            return true;
    return false;
}

/* Every level that an atomic of the location may be promoted to, and those
 * that a fence makes of a write's. */
static void widen_survey(const struct hb *hb, struct survey *s)
{
    for (int l = 0; l < hb->locations; l++) {
        for (int t = 0; t < hb->threads; t++) {
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
    for (int t = 0; t < hb->threads; t++) {
        for (int l = 0; l < hb->locations; l++)
            if (s->reads[t])
                s->reads[t] |= s->remote_reach[l];
        if (!has_acquire_fence(hb, t))
            s->reads[t] = 0;
    }
}

static void number_record(struct hb *hb, struct class class)
{
    hb->classes = realloc(hb->classes, ((size_t)hb->record_count + 1) * sizeof *hb->classes);
    if (!hb->classes)
        die_memory(sizeof *hb->classes);
    hb->record_of[class.location][class.thread][class.atomic][class.writes][class.remote][class.last][class.level] =
        hb->record_count;
    hb->classes[hb->record_count++] = class;
}

static void number_atomics(struct hb *hb, const struct survey *s, struct class class)
{
    bool promoted = class.writes && s->remote_reach[class.location] && s->releases[class.location][class.thread];
    for (int level = 0; level < LITMUS_LEVELS; level++)
        for (int last = 0; last <= promoted; last++)
            if (s->access[class.location][class.thread][class.writes][class.remote] >> level & 1) {
                class.last = last;
                class.level = (uint8_t)level;
                number_record(hb, class);
            }
}

static void number_records(struct hb *hb, const struct survey *s)
{
    for (int l = 0; l < hb->locations; l++)
        for (int t = 0; t < hb->threads; t++)
            for (int writes = 0; writes < 2; writes++) {
                struct class class = {.location = (int8_t)l, .thread = (int8_t)t, .writes = writes};
                if (s->plain[l][t][writes])
                    number_record(hb, class);
                class.atomic = true;
                number_atomics(hb, s, class);
                class.remote = true;
                number_atomics(hb, s, class);
            }
}

static void number_elements(struct hb *hb, const struct survey *s)
{
    unsigned levels[T] = {0}; /* of a thread's releases, wherever */
    for (int t = 0; t < hb->threads; t++)
        hb->a[t] = hb->elements++;
    for (int l = 0; l < hb->locations; l++)
        for (int t = 0; t < hb->threads; t++)
            for (int level = 0; level < LITMUS_LEVELS; level++)
                if (s->releases[l][t] >> level & 1) {
                    hb->l[l][t][level] = hb->elements++;
                    levels[t] |= 1u << level;
                }
    for (int t = 0; t < hb->threads; t++)
        for (int level = 0; level < LITMUS_LEVELS; level++)
            if (s->fences[t] >> level & 1)
                hb->f[t][level] = hb->elements++;
    for (int b = 0; b < hb->threads; b++)
        for (int t = 0; t < hb->threads; t++)
            for (int la = 0; la < LITMUS_LEVELS; la++)
                for (int ly = 0; ly < LITMUS_LEVELS; ly++)
                    if ((levels[t] >> la & 1) && (s->reads[b] >> ly & 1))
                        hb->q[b][t][la][ly] = hb->elements++;
}

static void number_views(struct hb *hb)
{
    if (hb->rules.model == RACE_HRF_DIRECT) {
        for (int level = 0; level < LITMUS_LEVELS; level++)
            for (unsigned g = 0; g < hb->test->scopes.count[level]; g++)
                hb->views[hb->view_count++] = (struct view){level, g};
    } else if (hb->rules.model == RACE_HRF_DIRECT_RELAXED) {
        for (int t = 0; t < hb->threads; t++)
            hb->views[hb->view_count++] = (struct view){0, (unsigned)t};
    } else {
        hb->view_count = 1;
    }
}

struct hb *hb_new(const struct machine_program *program, const struct race_rules *rules)
{
    struct hb *hb = calloc(1, sizeof *hb);
    if (!hb)
        die_memory(sizeof *hb);
    hb->program = program;
    hb->test = program_test(program);
    hb->rules = *rules;
    hb->threads = (int)hb->test->thread_count;
    hb->locations = (int)hb->test->location_count;
    for (int a = 0; a < hb->threads; a++)
        for (int b = 0; b < hb->threads; b++) {
            enum litmus_level common = litmus_common_level(&hb->test->scopes, (unsigned)a, (unsigned)b);
            hb->common[a][b] = a == b ? LITMUS_WI : rules->wide && common > LITMUS_SYS ? LITMUS_SYS : common;
        }
    memset(hb->record_of, -1, sizeof hb->record_of);
    memset(hb->l, -1, sizeof hb->l);
    memset(hb->f, -1, sizeof hb->f);
    memset(hb->q, -1, sizeof hb->q);
    struct survey survey = {0};
    for (int t = 0; t < hb->threads; t++)
        survey_thread(hb, &survey, t);
    widen_survey(hb, &survey);
    number_records(hb, &survey);
    number_elements(hb, &survey);
    number_views(hb);
    hb->present_words = ((size_t)hb->record_count + 63) / 64;
    hb->set_words = ((size_t)hb->view_count * (size_t)hb->elements + 63) / 64;
    size_t words = hb->present_words + (size_t)hb->record_count * hb->set_words;
    hb->present = calloc(words + 1, 8);
    hb->packed = malloc(sizeof hb->header + 8 * words + 8);
    if (!hb->present || !hb->packed)
        die_memory(8 * words);
    hb->sets = hb->present + hb->present_words;
    pthread_mutex_init(&hb->lock, NULL);
    return hb;
}

void hb_free(struct hb *hb)
{
    if (!hb)
        return;
    JudyHSFreeArray(&hb->numbers, PJE0);
    for (unsigned i = 0; i < hb->count; i++)
        free(hb->areas[i]);
    free(hb->areas);
    free(hb->lengths);
    free(hb->classes);
    free(hb->present);
    free(hb->packed);
    pthread_mutex_destroy(&hb->lock);
    free(hb);
}

/* ---- the state at work ---- */

static bool present(const struct hb *hb, int r)
{
    return hb->present[r / 64] >> (r % 64) & 1;
}

static uint64_t *set_of(struct hb *hb, int r)
{
    return hb->sets + (size_t)r * hb->set_words;
}

static bool holds(struct hb *hb, int r, int view, int element)
{
    size_t bit = (size_t)view * (size_t)hb->elements + (size_t)element;
    return set_of(hb, r)[bit / 64] >> (bit % 64) & 1;
}

static void add(struct hb *hb, int r, int view, int element)
{
    if (element < 0)
        die("the race analysis met an element that the test was not surveyed for");
    size_t bit = (size_t)view * (size_t)hb->elements + (size_t)element;
    set_of(hb, r)[bit / 64] |= UINT64_C(1) << (bit % 64);
}

static void put_in(struct hb *hb, int r)
{
    hb->present[r / 64] |= UINT64_C(1) << (r % 64);
    memset(set_of(hb, r), 0, 8 * hb->set_words);
}

static void take_out(struct hb *hb, int r)
{
    hb->present[r / 64] &= ~(UINT64_C(1) << (r % 64));
}

static size_t pack(struct hb *hb)
{
    unsigned char *out = hb->packed;
    memcpy(out, &hb->header, sizeof hb->header);
    out += sizeof hb->header;
    memcpy(out, hb->present, 8 * hb->present_words);
    out += 8 * hb->present_words;
    for (int r = 0; r < hb->record_count; r++)
        if (present(hb, r)) {
            memcpy(out, set_of(hb, r), 8 * hb->set_words);
            out += 8 * hb->set_words;
        }
    return (size_t)(out - hb->packed);
}

static void unpack(struct hb *hb, int state)
{
    const unsigned char *in = hb->areas[state];
    memcpy(&hb->header, in, sizeof hb->header);
    in += sizeof hb->header;
    memcpy(hb->present, in, 8 * hb->present_words);
    in += 8 * hb->present_words;
    for (int r = 0; r < hb->record_count; r++)
        if (present(hb, r)) {
            memcpy(set_of(hb, r), in, 8 * hb->set_words);
            in += 8 * hb->set_words;
        }
}

static int number(struct hb *hb)
{
    size_t length = pack(hb);
    PWord_t slot;
    JHSI(slot, hb->numbers, hb->packed, length);
    if (slot == PJERR)
        die_memory(length);
    if (*slot)
        return (int)*slot - 1;
    if (hb->count == STATES_MOST)
        return -1;
    if (hb->count == hb->room) {
        hb->room = hb->room ? 2 * hb->room : 64;
        hb->areas = realloc(hb->areas, hb->room * sizeof *hb->areas);
        hb->lengths = realloc(hb->lengths, hb->room * sizeof *hb->lengths);
        if (!hb->areas || !hb->lengths)
            die_memory(hb->room * sizeof *hb->areas);
    }
    unsigned char *copy = malloc(length);
    if (!copy)
        die_memory(length);
    memcpy(copy, hb->packed, length);
    hb->areas[hb->count] = copy;
    hb->lengths[hb->count] = length;
    *slot = ++hb->count;
    return (int)hb->count - 1;
}

/* ---- what an action does ---- */

static bool sees(const struct hb *hb, int view, int thread, int level)
{
    return in_view(hb, &hb->views[view], thread, level);
}

static void acquire_fence(struct hb *hb, const struct action *x)
{
    for (int r = 0; r < hb->record_count; r++)
        for (int v = 0; present(hb, r) && v < hb->view_count; v++)
            for (int a = 0; a < hb->threads; a++)
                for (int la = 0; la < LITMUS_LEVELS; la++)
                    for (int ly = 0; ly < LITMUS_LEVELS; ly++) {
                        int q = hb->q[x->thread][a][la][ly], level = ly < x->level ? ly : x->level;
                        if (q >= 0 && holds(hb, r, v, q) && matches(hb, a, la, x->thread, level) &&
                            sees(hb, v, x->thread, level))
                            add(hb, r, v, hb->a[x->thread]);
                    }
}

static void release_fence(struct hb *hb, const struct action *x)
{
    for (int r = 0; r < hb->record_count; r++)
        for (int v = 0; present(hb, r) && v < hb->view_count; v++)
            if (holds(hb, r, v, hb->a[x->thread]))
                add(hb, r, v, hb->f[x->thread][x->level]);
}

/* A record comes to another class.  If there is a record of that class already, the new
 * one happens before what both happened before. */
static int reclassify(struct hb *hb, int r, bool last, int level)
{
    const struct class *c = &hb->classes[r];
    int to = hb->record_of[c->location][c->thread][1][c->writes][c->remote][last][level];
    if (to < 0)
        die("the race analysis met a record that the test was not surveyed for");
    if (present(hb, to)) {
        for (size_t w = 0; w < hb->set_words; w++)
            set_of(hb, to)[w] &= set_of(hb, r)[w];
    } else {
        put_in(hb, to);
        memcpy(set_of(hb, to), set_of(hb, r), 8 * hb->set_words);
    }
    take_out(hb, r);
    return to;
}

static void promote_record(struct hb *hb, struct last_release *last, int level)
{
    if (last->record != NO_RECORD && hb->classes[last->record].level < level)
        last->record = (int16_t)reclassify(hb, last->record, true, level);
}

/* Another release comes: what was the last one is an access as any other. */
static void retire_record(struct hb *hb, struct last_release *last)
{
    if (last->record != NO_RECORD)
        reclassify(hb, last->record, false, hb->classes[last->record].level);
    last->record = NO_RECORD;
}

/* A remote acquire promotes the last release of the location. */
static void promote_release(struct hb *hb, const struct action *x)
{
    struct last_release *last = &hb->header.last[x->location];
    if (last->thread < 0 || last->level >= x->level || (int)hb->common[last->thread][x->thread] > x->level)
        return;
    for (int r = 0; r < hb->record_count; r++)
        if (present(hb, r) && holds(hb, r, 0, hb->l[x->location][last->thread][last->level]))
            add(hb, r, 0, hb->l[x->location][last->thread][x->level]);
    promote_record(hb, last, x->level);
    last->level = (int8_t)x->level;
}

/* Remote releases that waited for the location's next acquire promote it. */
static int promoted_acquire(struct hb *hb, const struct action *x)
{
    int level = x->level;
    uint64_t *pending = &hb->header.pending[x->location];
    for (int a = 0; a < hb->threads; a++)
        for (int lp = 0; lp < LITMUS_LEVELS; lp++)
            if ((*pending >> (a * LITMUS_LEVELS + lp) & 1) && level < lp && (int)hb->common[a][x->thread] <= lp)
                level = lp;
    *pending = 0;
    return level;
}

/* A read at `level` synchronises with earlier releases of its location. */
static void synchronise_read(struct hb *hb, const struct action *x, int level)
{
    for (int r = 0; r < hb->record_count; r++)
        for (int v = 0; present(hb, r) && v < hb->view_count; v++)
            for (int a = 0; a < hb->threads; a++)
                for (int la = 0; la < LITMUS_LEVELS; la++) {
                    int l = hb->l[x->location][a][la];
                    if (l < 0 || !holds(hb, r, v, l))
                        continue;
                    if (x->acquires && matches(hb, a, la, x->thread, level) && sees(hb, v, x->thread, level))
                        add(hb, r, v, hb->a[x->thread]);
                    if (hb->q[x->thread][a][la][level] >= 0)
                        add(hb, r, v, hb->q[x->thread][a][la][level]);
                }
}

/* A write releases what happens before it, and what the fences before it wait for. */
static void synchronise_write(struct hb *hb, const struct action *x)
{
    for (int r = 0; r < hb->record_count; r++)
        for (int v = 0; present(hb, r) && v < hb->view_count; v++) {
            if (x->releases && holds(hb, r, v, hb->a[x->thread]) && sees(hb, v, x->thread, x->level))
                add(hb, r, v, hb->l[x->location][x->thread][x->level]);
            for (int lf = 0; lf < LITMUS_LEVELS; lf++) {
                int f = hb->f[x->thread][lf], level = lf < x->level ? lf : x->level;
                if (f >= 0 && holds(hb, r, v, f) && sees(hb, v, x->thread, level))
                    add(hb, r, v, hb->l[x->location][x->thread][level]);
            }
        }
}

static bool happens_before(struct hb *hb, int r, int thread)
{
    for (int v = 0; v < hb->view_count; v++)
        if (holds(hb, r, v, hb->a[thread]))
            return true;
    return false;
}

/* The first record that the access races with, or NO_RECORD. */
static int find_race(struct hb *hb, const struct class *access)
{
    for (int r = 0; r < hb->record_count; r++)
        if (present(hb, r) && conflicts(hb, &hb->classes[r], access) && !happens_before(hb, r, access->thread))
            return r;
    return NO_RECORD;
}

static int access_level(struct hb *hb, const struct action *x)
{
    int level = x->level;
    if (!x->atomic || !x->reads)
        return level;
    if (x->acquires && hb->rules.model == RACE_RSP) {
        if (x->remote)
            promote_release(hb, x);
        level = promoted_acquire(hb, x);
    }
    synchronise_read(hb, x, level);
    /* The hardware performs a promoted RMW at its own scope all the same. */
    return x->writes ? x->level : level;
}

static void perform(struct hb *hb, const struct action *x)
{
    int level = access_level(hb, x);
    int (*records)[LITMUS_LEVELS] = hb->record_of[x->location][x->thread][x->atomic][x->writes][x->remote];
    bool last = hb->rules.model == RACE_RSP && x->releases;
    bool promotable = last && records[1][level] >= 0;
    int r = records[promotable][x->atomic ? level : 0];
    if (r < 0)
        die("the race analysis met an access that the test was not surveyed for");
    hb->header.race = find_race(hb, &hb->classes[r]);
    if (hb->header.race != NO_RECORD)
        return;
    if (last)
        retire_record(hb, &hb->header.last[x->location]);
    put_in(hb, r);
    for (int v = 0; v < hb->view_count; v++)
        add(hb, r, v, hb->a[x->thread]);
    if (x->atomic && x->writes)
        synchronise_write(hb, x);
    if (last) {
        hb->header.last[x->location] =
            (struct last_release){(int8_t)x->thread, (int8_t)x->level, promotable ? (int16_t)r : NO_RECORD};
        if (x->remote)
            hb->header.pending[x->location] |= UINT64_C(1) << (x->thread * LITMUS_LEVELS + x->level);
    }
}

/* ---- what others call ---- */

int hb_start(struct hb *hb)
{
    pthread_mutex_lock(&hb->lock);
    memset(&hb->header, 0, sizeof hb->header);
    memset(hb->present, 0, 8 * hb->present_words);
    for (int l = 0; l < L; l++)
        hb->header.last[l] = (struct last_release){-1, 0, NO_RECORD};
    hb->header.race = NO_RECORD;
    int state = number(hb);
    pthread_mutex_unlock(&hb->lock);
    return state;
}

int hb_step(struct hb *hb, int state, int thread, const struct program_operation *operation, bool writes)
{
    struct action x = action_of(hb, thread, operation, writes);
    pthread_mutex_lock(&hb->lock);
    unpack(hb, state);
    if (hb->header.race == NO_RECORD) {
        if (!x.fence)
            perform(hb, &x);
        if (x.fence && x.acquires)
            acquire_fence(hb, &x);
        if (x.fence && x.releases)
            release_fence(hb, &x);
        state = number(hb);
    }
    pthread_mutex_unlock(&hb->lock);
    return state;
}

bool hb_race(struct hb *hb, int state, struct hb_race *race)
{
    struct stored header;
    pthread_mutex_lock(&hb->lock);
    memcpy(&header, hb->areas[state], sizeof header);
    pthread_mutex_unlock(&hb->lock);
    if (header.race == NO_RECORD)
        return false;
    const struct class *c = &hb->classes[header.race];
    if (race)
        *race = (struct hb_race){c->thread, c->location, c->atomic, c->writes, (enum litmus_level)c->level};
    return true;
}

unsigned hb_bits(const struct hb *hb)
{
    return (unsigned)(hb->record_count * (1 + hb->view_count * hb->elements));
}

unsigned hb_count(const struct hb *hb)
{
    return hb->count;
}
