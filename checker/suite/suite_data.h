/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * suite_data.h - a suite as data: its tests, its columns (machines), its cells.
 *
 * suite.c fills the cells, suite_races.c what race models say of the tests,
 * suite_cat.c what models in cat do, judge.c what follows; reports read all.
 */
#ifndef MURRELET_SUITE_DATA_H
#define MURRELET_SUITE_DATA_H

#include <jansson.h>

#include "expected.h"
#include "../machines/activity.h"
#include "../base/machine.h"
#include "../machines/races.h"
#include "must.h"
#include "../machines/run.h"

struct json_t;

enum suite_judgement {
    SUITE_FREE,       /* the machine promises nothing of this test */
    SUITE_KEPT,
    SUITE_BROKEN,
    SUITE_INCOMPLETE, /* nothing broken was seen, but not everything was */
};

struct suite_test {
    const char *path;
    const struct litmus_test *test;
    const struct machine_program *program;
    const struct litmus_test *origin;   /* of a regrouped one: the test as written; else NULL */
    struct race_result *races[RACE_MODELS + 1]; /* decided when first asked for; the last is for drf-relaxed */
};

struct suite_cell {
    unsigned machine, test;
    struct outcomes *outcomes;   /* NULL until it has run */
    bool complete;
    struct litmus_tally tally;
    uint64_t states;             /* of all placements */
    unsigned depth;              /* of the deepest */
    unsigned placements;         /* and layouts, and environments: how many runs */
    double seconds;
    bool taken;                  /* from an earlier run, which had the same to do (resume.h) */
    bool kept;                   /* so too, by itself (kept.h) */
    bool elsewhere;              /* another part of the pairs (--shard) has it: it is not run, judged or reported */
    bool awaits;                 /* what judges it is in another part, and nothing else is missing */
    json_t *record;              /* of a part: all that was found, to be put together with the others (kept_parts.h); or NULL */
    const char *left_out;        /* where incomplete: what, in one clause */
    bool cut;                    /* incomplete by time, memory or a signal, and not by a bound on states */
    const char *violation;       /* a property of the machine that fails, or NULL */
    bool refused;                /* the machine stopped with an error "refused: ...": it has no such operation */
    const char *error;           /* the pair could not be run at all, or NULL */
    enum suite_judgement judgement;
    bool obliged;                /* some promise, or what the machine has to show, asks something of the test */
    atomic_bool done;            /* it has run: set last, for suite_give_up */
    const struct suite_seen *seen; /* where each outcome was first seen (breach.h) */
    const char *broken_by;       /* broken: the outcome; "": any that meets the condition; NULL: it is no outcome */
    const char *why;             /* broken: which promise and by what; refused: the machine's words; incomplete: what its model leaves open */
    const char *unjudged;        /* not obliged: why not; else NULL */
};

/* A column, added up.  What was kept and broken was judged; what is free was not. */
struct suite_count {
    unsigned kept, broken, free, incomplete;
    unsigned obliged;            /* judged, or incomplete where there was something to judge */
    unsigned runs;               /* searches, over all places */
    uint64_t states;
};

/* What a race model asks of a machine that promises it, for one test. */
enum obligation {
    OBLIGES_NOTHING, /* the test is outside the model's language */
    OBLIGES_RACY,    /* nothing either: it has a race */
    OBLIGES_SOME,    /* no race was found, but something was left out: the condition alone is judged */
    OBLIGES,         /* race-free: the machine's outcomes are within what the model allows */
    OBLIGES_UNDECIDED, /* the suite was stopped before that was found out */
};

/* A model by which a machine is judged. */
struct suite_promise {
    const char *model;           /* as it was written */
    int cat;                     /* of a model in cat its place in the suite's list; else -1 */
};

struct suite_promises {
    struct suite_promise *items;
    unsigned count;
};

struct suite;
struct suite_cat;
struct kept;
struct suite_options {
    struct litmus_options run;   /* for each pair; one search thread */
    enum litmus_placement_set placements;
    enum litmus_layout_set layouts;
    uint64_t pair_states;        /* of a pair, all its runs together, which share them; 0: no bound */
    bool warm_too;               /* each pair once more, with warm caches and no later prefetch */
    const char *shard;           /* which part of the pairs this is, "2/4"; NULL: all */
    unsigned part, parts;        /* the same as numbers; 0: all */
    bool merges;                 /* nothing is run: what `take` does not know is incomplete */
    bool allow_incomplete;       /* what is incomplete is left out of the verdict */
    const char *shown;           /* further options of the commands that show runs, " --slice"; or NULL */
    unsigned threads;            /* pairs at once */
    bool keep;                   /* results for later runs, and take those of earlier ones (kept.h) */
    bool fresh;                  /* but take none */
    double total_seconds;        /* for all of it; 0: no bound */
    /* Fills a cell from what is known, in place of running it; NULL: none is.
     * From any thread, one call at a time. */
    bool (*take)(void *, const struct suite *, struct suite_cell *);
    void *take_data;
    json_t *resumed;             /* what is reported of that in JSON, or NULL */
    json_t **runs;               /* by cell: the run that breaks it, for the page; or NULL */
    struct json_t *origin;       /* what was run: its members go into the JSON report; or NULL */
    void (*progress)(void *, unsigned done, unsigned total); /* from any thread, one call at a time; may be NULL */
    void *progress_data;
};

struct suite {
    struct arena *arena;
    struct machines *machines;
    const struct machine_variant **columns;
    unsigned column_count;
    const bool *asked;           /* by column; one that nobody asked for only judges others */
    struct suite_promises *promises; /* by column */
    bool judged_by_others;       /* columns that were asked for: not by what they promise */
    struct suite_cat **cat;      /* memory models in cat */
    unsigned cat_count;
    struct suite_test *tests;
    unsigned test_count;
    bool tests_named;            /* by the caller; else they are the library's */
    struct suite_cell *cells;    /* [column * test_count + test] */
    struct activity **activity;  /* by column: of all its searches, but of pairs that were taken over by --resume */
    bool given_up;               /* nothing is searched any more */
    struct must *must;           /* what machines have to show */
    struct compile_options compile; /* for deciding races */
    const struct expected *expected; /* what is recorded of races, to be compared */
    atomic_bool *interrupt;      /* of the run */
    double until;                /* by machine_clock; 0: no bound */
    unsigned not_run, taken;     /* pairs */
    unsigned from_kept;          /* so many too */
    struct kept *kept;           /* while it runs; or NULL */
    int keep_error;              /* errno of what could not be kept; 0: all could */
    const char **contradictions; /* sentences: where the library's record says something else */
    unsigned contradiction_count;
};

/* The constants that were set of a column's machine; one that only judges others keeps its own. */
static inline const char *suite_constants(const struct suite *suite, const struct suite_options *options, unsigned column)
{
    return suite->asked[column] ? options->run.environment.constants : NULL;
}

static inline struct suite_cell *suite_cell(const struct suite *suite, unsigned column, unsigned test)
{
    return &suite->cells[column * suite->test_count + test];
}

#endif
