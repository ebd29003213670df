/* SPDX-License-Identifier: BSD-2-Clause */
/* kept_parts.h - what is kept, and what of it pairs (kept.c) and models (kept_models.c) share. */
#ifndef MURRELET_SUITE_KEPT_PARTS_H
#define MURRELET_SUITE_KEPT_PARTS_H

#include "kept_file.h"
#include "suite_data.h"

struct kept_column {
    const char *content;    /* identity of the machine's texts, as they were read first; NULL: nothing is kept of it */
    struct kept_file *file;
};

struct kept_cat {
    const struct cat_model *model;
    struct kept_file *file;
};

struct kept {
    struct arena *arena;
    const char *folder;
    const char *tool, *compiler; /* identities */
    bool fresh;
    int error;                   /* errno of what could not be written; 0: all could */
    struct kept_column *columns;
    unsigned column_count;
    const char **tests;          /* by test: the name of its results */
    const char *race_content;    /* as that of a column: what decides races */
    struct kept_file *races;
    struct kept_cat *cat;        /* what models in cat say */
    unsigned cat_count;
};

/* A key that rests on the program and the compiler. */
struct kept_key kept_key_of(const struct kept *, const char *kind);
/* The machine in these surroundings as it is now: its identity, and in the key the names of its files, which reports
 * print.  NULL where it is no program. */
const char *kept_content(const struct kept *, const struct suite *, const struct machine_variant *,
                         const struct machine_environment *, struct kept_key);
/* What could not be made (of a text that is no UTF-8) takes the list with it. */
void kept_append(json_t **list, json_t *one);
/* [[LINE, COUNT, POSITIVE], ...]; NULL where a line is no UTF-8. */
json_t *kept_outcomes(const struct outcomes *);
/* Into outcomes that are empty; false where it is no such list. */
bool kept_restore_outcomes(struct outcomes *, const json_t *);
void kept_note_failure(struct kept *, bool written);

#endif
