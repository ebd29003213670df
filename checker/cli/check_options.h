/* SPDX-License-Identifier: BSD-2-Clause */
/* check_options.h - what murrelet check takes. */
#ifndef MURRELET_CHECK_OPTIONS_H
#define MURRELET_CHECK_OPTIONS_H

#include "../engine/search.h"
#include "load.h"
#include "options.h"

enum { COVERS_VIOLATION, COVERS_REPORT };
enum { SWITCH_ON, SWITCH_OFF };

/* Beyond enum model_symmetry_mode: none was asked for, which is exact for the
 * scalarsets that are shown symmetric. */
enum { SYMMETRY_AS_SHOWN = MODEL_SYMMETRY_HEURISTIC + 1 };

struct check_arguments {
    struct language_arguments language;
    struct compile_arguments compile;
    uint64_t threads, memory, max_depth, max_states, max_errors, seed, walks;
    uint64_t loop_limit, recursion_limit;
    uint64_t hash_bits, bitstate_memory, bitstate_hashes;
    double max_seconds, checkpoint_every;
    int store, symmetry, multiset_reduction, deadlock, covers, search, trace;
    struct option_list only, skip, watch;
    const char *witness, *trace_out, *graph, *json;
    const char *checkpoint, *resume, *spill;
    bool stats, properties, quiet, check_symmetry;
};
#define CHECK_DEFAULTS                                                                                      \
    {.language = LANGUAGE_DEFAULTS, .compile = COMPILE_DEFAULTS, .symmetry = SYMMETRY_AS_SHOWN,             \
     .max_errors = 1, .seed = 1, .walks = 1000, .checkpoint_every = 600}

extern const struct option_group check_groups[];

/* Whether the options go together; says what does not. */
bool check_options_consistent(const struct command *, const struct check_arguments *);
/* As the engine wants them, but for what depends on the model. */
void check_options_search(const struct check_arguments *, struct search_options *);

#endif
