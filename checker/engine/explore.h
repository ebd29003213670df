/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * explore.h - what the parts of a search share: the search itself, and a
 * worker for each thread.  For the engine's own files only.
 *
 * A search goes: search.c sets up; bfs.c, disk.c, dfs.c or walk.c visits states and
 * notes, by property, the least depth at which it failed; liveness.c decides
 * the liveness properties of a complete search, formulas.c those in linear
 * temporal logic; trace.c then finds the run to
 * each violation that is to be shown (where the store keeps too little for
 * that, retrace.c searches again); verdict.c sums up.
 */
#ifndef MURRELET_EXPLORE_H
#define MURRELET_EXPLORE_H

#include <pthread.h>

#include "../base/lines.h"
#include "../base/machine.h"
#include "../base/pool.h"
#include "result.h"
#include "../store/store.h"

#define DEPTH_NONE UINT32_MAX
#define WORKER_FLUSH_AT 64u /* successors to put in at once */

#ifndef SEARCH_ALONE
#define SEARCH_ALONE 256u    /* states for which no other thread is worth waking */
#endif

enum stop { GO, STOP_TO_GROW, STOP_FOR_GOOD };

/* The part that one thread has of a search.  While threads run it is the thread's own; thread 0 reads `shown_fired`
 * and `shown_states`. */
struct worker {
    _Alignas(OWN_LINES) struct search *search;
    unsigned number;
    struct store_context *context;
    struct expansion x;       /* x.engine is this worker */
    uint64_t *source;         /* the state that is being visited, and its number */
    uint64_t source_number;
    uint64_t next, end;       /* the rest of the stretch of numbers that it visits */
    uint64_t window, window_end; /* range.c: the rest of the window that the thread took of the range */
    unsigned owners_done;     /* range.c: owners all of whose windows are taken, as a count */

    /* Successors that wait to be put in the store; `waiting` counts them.  Those from
     * index `kept` on belong to the state that is being visited, and may yet be dropped. */
    uint64_t *targets, *parents, *instances; /* targets: states, or their keys if search->by_key */
    uint64_t *numbers;        /* with stats: the number that the store gave to each target */
    size_t waiting, kept, space;
    bool no_room;             /* the keys of some successors could not be found: the store must grow */

    bool state_fails;         /* set by violate(): the state violates a property */
    bool firing_fails;        /* or a firing from it does */
    bool beyond;              /* at the depth bound: a successor would be a new state */
    bool abandoned;           /* the model was told in the midst of a call to stop: the result of the call does not count */
    double next_memory;       /* when to look at the memory again */
    unsigned pace, until_limits; /* states between two looks at the limits; until the next */
    double last_limits;
    uint64_t states;          /* how many were visited that violate nothing */
    uint32_t *found;          /* by property (deadlock is the last): the least depth at which it failed */
    uint64_t *found_at;       /* by property: a state that fails at that depth, or a firing of which fails */
    uint64_t *new_states;     /* by rule, with stats */
    uint64_t *counts;         /* by rule, with stats: tested and fired before the current state */
    _Atomic uint64_t shown_fired; /* x.fired a moment ago, for thread 0 to show */
    _Atomic uint64_t shown_states;
    struct step *step;        /* walk.c */
    bool hit;                 /* trace.c: the current state leads to the violation that is sought */
    struct away *away;        /* exchange.h: what is for other processes; NULL where there are none */
};

/* What a thread has for the other processes: what waits, and parcels that are being filled. */
struct away {
    uint64_t *items;           /* a state each, and after it what the phase asked for */
    uint32_t *owners;
    size_t waiting, kept, space; /* as the worker's own */
    struct parcel **open;      /* by process; or NULL */
    uint64_t *lately;          /* states that were sent a moment ago, each at the place that its hash names; or NULL */
    unsigned looked_after;     /* visits since the thread last looked at what came */
};

/* Each owner of numbers has a cursor over the current range; see range.c. */
struct cursor {
    _Alignas(OWN_LINES) _Atomic uint64_t at; /* where the next window starts */
};

struct range_bounds {
    uint64_t start, end, window;
    uint64_t states;           /* that the tasks stand for; or 0 */
    unsigned owners;
    struct cursor *cursors;    /* by owner */
};

/* Levels are ranges of numbers: level k is [level_start[k], level_start[k+1]). */
struct search {
    const struct model *model;
    struct search_options options; /* with the defaults filled in */
    struct search_result *result;
    struct pool *pool;
    struct store *store;
    struct store_options store_options;
    struct worker *workers;
    unsigned threads;
    /* The callbacks of every worker's expansion; and, in `watch`, the covers that are
     * to be reported. */
    void (*emit)(struct expansion *, uint64_t instance, const uint64_t *target, int moved);
    void (*violate)(struct expansion *, uint32_t property, uint64_t property_instance,
                    enum model_where, uint64_t instance);
    void (*cover)(struct expansion *, uint32_t property, uint64_t property_instance,
                  enum model_where, uint64_t instance);
    bool (*flush)(struct worker *); /* called for waiting targets at the end of a range */
    unsigned char *watch;
    bool watches;              /* any cover at all */
    bool reduces;              /* symmetry or multisets: the canonical form of a state may differ from it */
    bool by_key;               /* successors wait by their keys */
    size_t words;

    uint64_t *level_start;
    unsigned levels;           /* how many were begun; level_start has one entry more */
    unsigned levels_visited;   /* how many were visited whole */
    unsigned level;            /* the current one */
    bool last_level;           /* the current level is at the depth bound: successors are looked up, not stored */
    bool notes_onward;         /* onward.c */
    uint32_t *onward;          /* by state: the number + 1 of a successor, or 0 */
    uint64_t onward_space;
    void (*note)(struct worker *, size_t); /* called as the first so many that wait have numbers, which it may use up; or NULL */
    void (*spare)(struct search *);        /* then gives up what that takes: memory is short */
    uint64_t agreed_fired;     /* with other processes: by all, in the levels that all have visited */
    uint64_t visited;          /* states of earlier levels that violate nothing */
    uint32_t *found;           /* the least of all workers' */
    uint64_t *found_at;

    struct range_bounds range;
    _Alignas(OWN_LINES) _Atomic int stop;        /* enum stop; why is in result->reason */
    unsigned char *decided;    /* by liveness property: the search for it came to its end */
    bool holds_fails;          /* evaluating a liveness property failed somewhere */
    bool summed;               /* the workers' counts and what they found are in the result */
    bool visited_all;          /* once summed: every state was visited, and nothing fails */
    bool silent;               /* while a trace is sought: no progress is shown, and a stop is not noted as the reason of the result */
    double deadline;           /* by machine_clock; 0: none */
    bool aside;                /* search_aside() was called */
    bool heeded;               /* an interruption has ended the search, and does not end what follows as well */
    /* With --checkpoint: the search as it was before the current level. */
    struct worker *mark;       /* the counts of each worker; NULL before the first mark */
    unsigned mark_levels;
    uint64_t parts_set;        /* with other processes: of the checkpoint that was written last, or read; or 0 */
    unsigned parts_count;
    uint64_t mark_states;      /* stored */
    struct tracer *tracer;     /* while trace.c is at work */
    struct retracer *retracer; /* while retrace.c is */
    struct stack *stack;       /* dfs.c */
    struct decider *decider;   /* liveness.c */
    struct prover *prover;     /* formulas.c */
    struct walks *walks;       /* walk.c */
    struct disk *disk;         /* disk.c; then there is no store: */
    struct layers *layers;     /* the states by level */
    void (*seek)(struct worker *, const uint64_t *state); /* called at the depth bound with what may be new; NULL: the store is asked */
    struct exchange *exchange; /* with the other processes; NULL: there are none */
    bool sends;                /* successors that belong to others are sent to them */
    struct search_progress others; /* what they last told of themselves, in all */
    pthread_mutex_t callback;  /* `covered` is called by one thread at a time */
    double started, next_progress, last_checkpoint;
    double seconds_before;     /* of the runs that a checkpoint carries on */
    uint64_t base_rss;
};

/* limits.c */
/* Called by thread 0 now and then: shows progress, looks for an interruption and at the limits. */
void search_tick(struct worker *);
/* Any thread: the last two only.  Whether the search is to stop for good. */
bool search_limits(struct worker *);
/* The same, by a thread once a state: some look at the clock now and then, as
 * often as fits what a state takes. */
void search_look(struct worker *);
/* Whether the user, or who started the program, wishes it to end; a search that has heeded that is asked no more. */
bool search_interrupted(const struct search *);
/* The same, or that its time is over; for what takes long between ranges (pool_heed). */
bool search_must_leave(const struct search *);
/* What this process has done so far, to show. */
struct search_progress search_figures(const struct search *, double now);
/* What follows is reported, and not searched: a limit that ended the search
 * is past, and there is a moment left. */
void search_aside(struct search *);
/* Why a trace is missing that was sought until the search had to stop. */
const char *search_no_time(const struct search *);
void search_stop(struct search *, enum incomplete_reason);
/* Say in the result which file could not be used, and why; what was said first stays. */
void search_trouble(struct search *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Ask all threads to stop, so that the store may grow. */
void search_stop_to_grow(struct search *);
/* After all have stopped to grow: true, and they may go on. */
bool search_grow(struct search *);
/* Between ranges, by the thread that is alone: whether the search is not stopped
 * for good.  What was stopped to grow grows here: the limit may be found
 * where no range runs, and a search that ended for it would end without a reason. */
bool search_goes_on(struct search *);
/* With --spill, when all have stopped: states leave the memory, until so many
 * bytes may be taken beside the store; false: they cannot. */
bool search_make_room(struct search *, uint64_t bytes);
/* Whether so many bytes may be taken; and whether they may once states have left the memory. */
bool search_fits(const struct search *, uint64_t bytes);
bool search_room_for(struct search *, uint64_t bytes);
static inline void search_pace(struct worker *worker)
{
    if (worker->until_limits-- == 0)
        search_look(worker);
}
static inline enum stop search_stopped(struct search *search)
{
    /* A hint to leave; what it refers to is read after pool_run: relaxed. */
    return (enum stop)atomic_load_explicit(&search->stop, memory_order_relaxed);
}

/* worker.c */
void worker_init(struct worker *, struct search *, unsigned number, enum model_symmetry_mode, bool multiset_reduction);
void worker_done(struct worker *);
/* How every worker's expansion is reduced from now on; those that did not run yet are made. */
void search_set_symmetry(struct search *, enum model_symmetry_mode, bool multiset_reduction);
/* Set emit, violate and cover (which is left out where no cover is watched). */
void search_callbacks(struct search *,
                      void (*emit)(struct expansion *, uint64_t, const uint64_t *, int),
                      void (*violate)(struct expansion *, uint32_t, uint64_t, enum model_where, uint64_t),
                      void (*cover)(struct expansion *, uint32_t, uint64_t, enum model_where, uint64_t));
/* Put the waiting successors in the store; false: it must grow (stop is set). */
bool worker_flush(struct worker *);
/* The same, and nothing is on its way any longer; false likewise. */
bool worker_finish(struct worker *);
/* With stats: count by rule which of the first `count` waiting were new. */
void worker_count_new(struct worker *, size_t count);
void worker_push(struct worker *, uint64_t instance, const uint64_t *target);
/* The same where search->by_key; sets no_room. */
void worker_push_key(struct worker *, uint64_t instance, const uint64_t *target);
bool deadlocked(const struct worker *, uint64_t fired_before, uint64_t progressed_before);

/* findings.c */
/* Of two violations: the order in which they are shown. */
int findings_compare(const void *left, const void *right);
bool findings_added(const struct search *, uint32_t property);
/* A violation for each property that failed, as many as are asked for. */
void findings_collect(struct search *);
void search_add_violation(struct search *, struct violation);
void search_merge_found(struct search *);
/* How deep a state is, by its number. */
unsigned search_depth_of(const struct search *, uint64_t number);
static inline unsigned deadlock_index(const struct search *search)
{
    return search->model->property_count;
}
static inline void note_found(struct worker *worker, uint32_t property, unsigned depth)
{
    if (depth < worker->found[property]) {
        worker->found[property] = depth;
        worker->found_at[property] = worker->source_number;
    }
}

/* verdict.c */
void verdict_merge(struct search *, const struct worker *); /* counts and marks */
/* The verdict of each property and of the whole; `visited`: all states were. */
void verdict_conclude(struct search *, bool visited);

/* range.c */
/* Run `visit` on each of the states' numbers [start, end), until stopped; in
 * parallel where there are at least `alone` of them. */
void search_range(struct search *, uint64_t start, uint64_t end, uint64_t alone,
                  void (*visit)(struct worker *, uint64_t number));
/* The same on 0 .. count - 1, which are not states, in this order. */
void search_tasks(struct search *, uint64_t count, uint64_t alone, void (*visit)(struct worker *, uint64_t task));

/* onward.c */
/* Whether the search has a use for one successor of each state, and learns their numbers. */
bool onward_wanted(const struct search *);
void onward_begin_level(struct search *);
/* The first `count` of those that wait have their numbers. */
void onward_note(struct worker *, size_t count);
/* The number of the successor that was kept of a state, or STORE_NONE. */
uint64_t onward_from(const struct search *, uint64_t number);

/* fair_notes.c: by search->note, where it can. */
void formulas_begin_notes(struct search *);
void formulas_begin_level(struct search *);

/* visit.c */
void visit_starts(struct search *, void (*put)(struct worker *)); /* put: those that wait, in the store */
void visit_callbacks(struct search *);
/* Check and expand the worker's source, which lies at search->level.  True
 * where it violates nothing: then what it leads to waits, from `kept` on. */
bool visit_source(struct worker *);

/* checkpoint.c: between levels.  Loading says in result->trouble why it failed. */
bool checkpoint_due(const struct search *);
/* Before a level, with `states` in the store: what is saved from now on. */
void checkpoint_mark(struct search *, uint64_t states);
void checkpoint_save(struct search *);
/* When the search was stopped: what was marked last is saved, and said in the result. */
void checkpoint_save_stopped(struct search *);
void checkpoint_done(struct search *);
bool checkpoint_load(struct search *);

/* bfs.c */
void bfs_run(struct search *);
/* What every search by levels does: the next level, of these numbers of states; once it is visited; and whether the search
 * may end: as many properties have failed, at this depth or above, as the user asked for, or the witness has been found. */
void bfs_begin_level(struct search *, uint64_t start, uint64_t end);
void bfs_end_level(struct search *);
bool bfs_enough(const struct search *);
/* disk.c: by levels as well, with the states in sorted runs on the disk. */
bool disk_new(struct search *); /* false, with errno: no address space */
void disk_free(struct search *);
void disk_run(struct search *);
/* dfs.c */
void dfs_run(struct search *);
/* walk.c: fills result->violations too. */
void walk_run(struct search *);
/* liveness.c: decide the liveness properties of a complete search; notes
 * those that fail, and adds their violations, traces included. */
void liveness_run(struct search *);
/* formulas.c: likewise the properties in linear temporal logic. */
void formulas_open(struct search *); /* before the search begins */
void formulas_run(struct search *);
void formulas_close(struct search *);
/* Whether any is enabled; `enabled` NULL: all are. */
bool formulas_wanted(const struct model *, const unsigned char *enabled);
/* trace.c: fill in the violation's trace; its property and depth are known. */
void trace_find(struct search *, struct violation *);
/* Likewise, to one of the states of level `depth` that `marks` (a bit by
 * number, with the shallower levels' clear) has; `last` receives the last
 * state of the run, which symmetry has not changed. */
void trace_to_marks(struct search *, struct violation *, _Atomic uint64_t *marks, uint64_t *last);
/* Likewise, by the remembered parents of found_at. */
void trace_by_parents(struct search *, struct violation *, uint64_t *last);
/* Likewise, along `length` states as the search had them: those before the
 * firing that fails, or up to the state that does. */
void trace_by_states(struct search *, struct violation *, const uint64_t *states, unsigned length);
/* retrace.c: fill in the violations' traces, and their depths, by a second
 * search; or say why there is none. */
void retrace(struct search *, struct violation *, unsigned count);

#endif
