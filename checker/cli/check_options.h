/* SPDX-License-Identifier: BSD-2-Clause */
/* check_options.h - what murrelet check takes. */
#ifndef MURRELET_CHECK_OPTIONS_H
#define MURRELET_CHECK_OPTIONS_H

#include "../engine/search.h"
#include "compose.h"
#include "load.h"
#include "options.h"

enum { COVERS_VIOLATION, COVERS_REPORT, COVERS_AS_FIT };
enum { SWITCH_ON, SWITCH_OFF };

/* Beyond enum model_symmetry_mode: none was asked for, which is exact for the
 * scalarsets that are shown symmetric. */
/* Beyond enum deadlock_mode: what fits the model. */
enum { DEADLOCK_AS_FITS = DEADLOCK_OFF + 1 };
enum { SYMMETRY_AS_SHOWN = MODEL_SYMMETRY_HEURISTIC + 1 };

struct check_arguments {
    struct language_arguments language;
    struct compile_arguments compile;
    struct compose_arguments compose;
    uint64_t threads, memory, max_depth, max_states, max_errors, seed, walks;
    uint64_t loop_limit, recursion_limit;
    uint64_t hash_bits, bitstate_memory, bitstate_hashes;
    double max_seconds, checkpoint_every;
    int store, symmetry, multiset_reduction, deadlock, covers, search, trace;
    struct option_list only, skip, watch;
    const char *witness, *trace_out, *html, *junit, *sarif, *tap, *markdown, *coverage, *graph, *json;
    const char *checkpoint, *resume, *spill;
    bool stats, properties, quiet, check_symmetry, all, slice, fewest_switches, estimate;
};
#define CHECK_DEFAULTS                                                                                      \
    {.language = LANGUAGE_DEFAULTS, .compile = COMPILE_DEFAULTS, .symmetry = SYMMETRY_AS_SHOWN,             \
     .deadlock = DEADLOCK_AS_FITS, .covers = COVERS_AS_FIT,                                                 \
     .max_errors = 1, .seed = 1, .walks = 1000, .checkpoint_every = 600}

extern const struct option_group check_groups[];

/* What was not asked for and depends on the driver: where stores run out loads alone go on, which is no deadlock; not
 * every size of a machine meets its covers. */
void check_options_fit(struct check_arguments *, const struct driven *);
/* Whether the options go together; says what does not. */
bool check_options_consistent(const struct command *, const struct check_arguments *);
/* As the engine wants them, but for what depends on the model. */
void check_options_search(const struct check_arguments *, struct search_options *);

#endif
