/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fair_notes.c - write down what states lead to while they are searched, so that fair_arcs.c need not expand them again.
 *
 * Numbers are noted as successors are put in, by searches of one thread whose store tells them at once, as in onward.c;
 * and by one that has the memory: where it takes more than half of it all, notes are given up, and the search
 * goes on as if there had been none.
 */
#include "fair_labels.h"

static bool may_note(const struct search *search)
{
    const struct search_options *options = &search->options;
    bool tells = options->store == STORE_FLAT || options->store == STORE_VECTORS;
    return FAIR_ARCS == 1 && tells && search->threads == 1 && options->order == SEARCH_BFS && !search->reduces && !options->spill &&
           !options->resume && !search->exchange;
}

static void note(struct worker *worker, size_t count)
{
    struct prover *prover = worker->search->prover;
    if (count == 0 || worker->parents[0] == STORE_NONE)
        return; /* start states, which come alone */
    for (size_t i = 0; i < count; i++) {
        worker->numbers[i] &= ~STORE_NEW;
        worker->instances[i] = label_of(prover, 0, worker->instances[i]);
        note_label(prover, worker->instances[i]);
    }
    arcs_add_many(prover->arcs, 0, worker->parents, worker->numbers, worker->instances, count);
}

static void end_notes(struct search *search)
{
    search->note = NULL;
    search->spare = NULL;
}

static void give_up(struct search *search)
{
    arcs_free(search->prover->arcs);
    search->prover->arcs = NULL;
    end_notes(search);
}

void formulas_begin_notes(struct search *search)
{
    struct prover *prover = search->prover;
    if (!prover || !may_note(search) || !labels_make(prover))
        return;
    prover->arcs = arcs_new(ARCS_BLOCK, labels_most(prover), 1, NULL);
    if (!prover->arcs)
        return;
    search->note = note;
    search->spare = give_up;
}

void formulas_begin_level(struct search *search)
{
    if (search->note)
        arcs_grow(search->prover->arcs, search->level_start[search->level + 1]);
}

bool formulas_take_notes(struct prover *prover)
{
    struct search *search = prover->search;
    if (!search->note)
        return false;
    if (!search_fits(search, prover->need)) {
        give_up(search);
        return false;
    }
    end_notes(search);
    search->result->arcs = "memory";
    return arcs_finish(prover->arcs);
}
