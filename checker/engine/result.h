/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * result.h - what a search is asked, and what it answers: options, results,
 * and the names of verdicts, reasons and kinds of properties.
 */
#ifndef MURRELET_RESULT_H
#define MURRELET_RESULT_H

#include <stdatomic.h>
#include <limits.h>
#include <stdbool.h>

#include "../model/expansion.h"
#include "../model/model.h"
#include "../store/kind.h"

enum verdict { VERDICT_HOLDS, VERDICT_VIOLATED, VERDICT_INCOMPLETE };
/* Why a search was not complete: the first that applied. */
enum incomplete_reason {
    REASON_NONE, REASON_LOSSY, REASON_SAMPLED, REASON_DEPTH, REASON_STATES,
    REASON_TIME, REASON_MEMORY, REASON_DISK, REASON_INTERRUPTED, REASON_OUTPUT,
    REASON_REFUSED /* see search_result.refused */
};
enum search_order { SEARCH_BFS, SEARCH_DFS, SEARCH_RANDOM };
enum deadlock_mode { DEADLOCK_STUTTERING, DEADLOCK_STUCK, DEADLOCK_OFF };

struct search_progress {
    uint64_t states, rules_fired, frontier, level_done; /* of `frontier`, how many */
    unsigned depth;
    double seconds;
    uint64_t memory; /* bytes resident */
};

struct search;

struct search_options {
    unsigned threads;              /* 0: all processors */
    enum store_kind store;
    enum search_order order;
    enum model_symmetry_mode symmetry;
    bool multiset_reduction;
    enum deadlock_mode deadlock;
    bool unmet_cover_is_violation;
    const unsigned char *enabled;  /* by property; NULL: all */
    uint32_t witness;              /* a cover to find a run to, or MODEL_NO_PROPERTY */
    uint64_t max_states, max_depth; /* 0: none; breadth first, a level that would pass max_states is not begun */
    double max_seconds;            /* 0: none */
    uint64_t memory;               /* bytes; 0: none */
    unsigned max_errors;           /* distinct violations to collect; at least 1 */
    bool formulas_in_turn;         /* the first formula that fails is the violation, however deep; those after it are not decided */
    uint64_t seed;                 /* SEARCH_RANDOM; lossy stores: of the hashes */
    uint64_t walks;                /* SEARCH_RANDOM */
    unsigned hash_bits;            /* STORE_COMPACT; 0: 56, or 64 where that costs nothing */
    unsigned hashes;               /* STORE_BITSTATE: bits of a state, up to 7; 0: 3 */
    uint64_t array_bytes;          /* STORE_BITSTATE: of the bits; 0: a quarter of `memory` */
    uint64_t loop_limit;           /* 0: the default */
    uint32_t recursion_limit;
    bool trace;                    /* keep what a trace needs */
    bool stats;
    /* Who acts in a step, as a number; where it is there, a trace is one of the shortest in which that changes least often.
     * `after` is NULL where the firing fails. */
    int (*actor)(void *, const int64_t *start, const int64_t *before, uint64_t instance, const int64_t *after);
    void *actor_data;
    const struct model_external_binding *bindings;
    atomic_bool *interrupt;        /* set by a signal handler; may be NULL */
    atomic_bool *abandon;          /* the same, set by the model's host: the result will be thrown away */
    void (*progress)(void *, const struct search_progress *); /* about once a second; may be NULL */
    void *progress_data;
    /* Called once for each stored state in which a global cover with
     * watch_cover set holds; from any thread, one call at a time. */
    const unsigned char *watch_cover;
    void (*covered)(void *, uint32_t property, const uint64_t *packed, unsigned depth);
    void *covered_data;
    /* Called once, when no state is visited for the first time any more: what
     * evaluates states from then on (liveness, traces) has seen them before.
     * May be NULL. */
    void (*explored)(void *);
    void *explored_data;
    /* Breadth-first searches on the flat store only: */
    const char *checkpoint;        /* a file to write between levels, or NULL */
    double checkpoint_seconds;     /* how often, at most */
    const char *resume;            /* such a file, to go on from; or NULL */
    const char *identity;          /* of the model: what a checkpoint must match; may be NULL */
    const char *spill;             /* a directory for what memory does not hold; or NULL */
    struct search **running;       /* where the search at work is to be found, for search_so_far; or NULL */
    /* One thread: each state that is visited, whether it is good (it violates
     * nothing and is no deadlock), and then, of a good one, what leads on from it.
     * From NULL: to a start state.  `state` may be NULL; it returns false where
     * what is reported to it cannot be written: then the search stops. */
    bool (*state)(void *, const uint64_t *packed, bool good);
    void (*edge)(void *, const uint64_t *from, uint64_t instance, const uint64_t *to);
    void *edge_data;
};

struct trace_step {
    uint64_t instance;             /* of the start states for step 0, else of the rules */
    int64_t *leaves;               /* the state after it; NULL where the firing failed */
    unsigned char *needed;         /* of a slice (replay/slice.h), by leaf: the violation needs that the step changes it;
                                      NULL: that is not known */
};
/* What became of a trace that was to be cut down to what its violation depends on (replay/slice.h). */
struct trace_slice {
    bool is_made;
    unsigned whole;                /* steps of the run that it is of, the start state not counted */
    bool is_minimal;               /* no single step can be left out; else there was not the time to make sure */
    const char *none;              /* why there is none, a clause; or NULL */
};

/* Why a cycle is fair to an instance of a fair rule: the first step of the cycle that fires it,
 * or else the first state of the cycle, by the step before it, in which it is not enabled; or
 * of a strongly fair one neither: it is enabled nowhere. */
struct trace_fair {
    uint64_t instance;
    unsigned fires, disabled;      /* steps; 0 and TRACE_ENABLED where there is none */
    bool never_enabled;            /* in the cycle */
};
#define TRACE_ENABLED UINT_MAX
struct trace {
    struct trace_step *steps;
    unsigned count;                /* steps, the start state included */
    bool is_lasso;                 /* of a formula: after its last step it goes on as it did after step `loop`, for ever;
                                      where that is the last one, nothing fires any more */
    unsigned loop;
    struct trace_fair *fair;       /* by instance of fair rules, in order */
    unsigned fair_count;
};

struct violation {
    enum model_property_kind kind;
    uint32_t property;             /* MODEL_NO_PROPERTY for a deadlock */
    uint64_t property_instance;
    unsigned depth;                /* rules fired after the start state */
    bool in_firing;                /* the last step is the firing that fails */
    struct trace trace;            /* count 0 where none was kept, or for an unmet cover */
    const char *no_trace;          /* why one that was asked for is missing: a sentence; or NULL */
    const char *hint;              /* what the user may want instead: a sentence; the caller's to set; or NULL */
    bool is_other;                 /* the search found `sought`, and in the run this one comes first (trace.c) */
    uint32_t sought;
    bool fewest_switches;          /* of all shortest runs it is one with the fewest changes of who acts: so many */
    unsigned switches;
    struct trace_slice slice;      /* of the trace, where one was asked for */
};

struct property_result {
    enum verdict verdict;
    uint64_t met;                  /* cover: 1 when met */
    bool antecedent;               /* an invariant's antecedent, or a formula's, held somewhere */
    bool has_antecedent;           /* a formula's was asked for */
};

struct rule_statistics {
    uint64_t tested, fired, new_states;
};

/* Of one process of several (cluster.h). */
struct process_figures {
    uint64_t states;               /* stored */
    uint64_t peak_rss;
    uint64_t parcels, bytes;       /* sent to others */
};

struct search_result {
    enum verdict verdict;
    enum incomplete_reason reason;
    bool exhausted;                /* with REASON_MEMORY: there was none left; else a limit was reached */
    uint64_t states, rules_fired;  /* states visited that violate nothing; firings from them */
    uint64_t waiting;              /* states that were reached and not visited; of a random search none */
    unsigned depth;                /* of the deepest state visited */
    double seconds;
    uint64_t peak_rss;             /* of several processes: of the one that held most */
    struct omissions omissions;
    const char *store;             /* the one that was used */
    uint64_t disk_bytes;           /* STORE_RUNS: the most that it had on the disk at once */
    struct violation *violations;
    unsigned violation_count;
    struct property_result *properties; /* by property */
    struct property_result deadlock;
    unsigned char *rule_fired;     /* by rule */
    struct rule_statistics *rules; /* with stats, else NULL */
    uint64_t *level_states;        /* by depth */
    unsigned level_count;
    unsigned whole_levels;         /* breadth first: so many of them, from the first on, were visited whole */
    uint64_t next_level;           /* ... and the states of the level after them, all of which are known; 0: there is none */
    unsigned checkpoint_levels;    /* whole levels in the checkpoint that was written last; 0: none was */
    bool witness_found;            /* then violations[0] holds the run */
    bool fairness_known;           /* the formulas were decided, or some: what follows is of every reachable state */
    const char *arcs;              /* what each state leads to was written down in "memory", on the "disk", "nowhere": found again */
    uint64_t *never_enabled;       /* instances of fair rules, in order: no state enables them */
    uint64_t never_enabled_count;
    struct process_figures *processes; /* by rank, where there are several and none is lost */
    unsigned process_count;
    bool lost;                     /* some process is: the counts are those of the levels that all have visited whole */
    bool refused;                  /* nothing was searched: a checkpoint is not of this search; `trouble` says why */
    char *trouble;                 /* a file that could not be used, and why: a sentence; or NULL */
};

/* Names as JSON has them, and the schema lists them. */
const char *result_verdict_name(enum verdict);
const char *result_reason_name(enum incomplete_reason);
const char *result_reason_words(const struct search_result *); /* in a clause; NULL of a complete search */
const char *result_kind_name(enum model_property_kind);

/* What 0 stands for. */
#define DEFAULT_LOOP_LIMIT 1000u
#define DEFAULT_RECURSION_LIMIT 1000u

void search_options_default(struct search_options *);
/* formulas.c: whether symmetry may stay on where formulas are decided, and multiset reduction. */
bool formulas_allow_symmetry(const struct model *);
bool formulas_allow_multisets(const struct model *);
void search_result_free(struct search_result *);
void trace_free(struct trace *);

/* What the options say to every expansion. */
struct expansion_settings result_settings(const struct search_options *);

#endif
