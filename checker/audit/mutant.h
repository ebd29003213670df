/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * mutant.h - single faults in a program's text, and how each is shown.
 *
 * A mutant replaces one run of bytes of one file, and keeps the number of its
 * lines, so that every other place stays where it was.  Faults are made in what
 * a model does: in rules, start states and the routines that these call.  What
 * only a property asks is left alone, and so are conditions that are constant,
 * which choose a variant of the model and are no part of its behaviour.
 */
#ifndef MURRELET_MUTANT_H
#define MURRELET_MUTANT_H

#include "../base/arena.h"
#include "../base/text.h"
#include "../murphi/ast.h"

enum mutant_operator {
    MUTANT_DROP_ASSIGNMENT,
    MUTANT_DROP_STATEMENT,
    MUTANT_DROP_CALL,
    MUTANT_REPEAT_CALL,
    MUTANT_DROP_SEND,
    MUTANT_REPEAT_SEND,
    MUTANT_DROP_RECEIVE,
    MUTANT_SKIP_BRANCH,
    MUTANT_SKIP_RULE,
    MUTANT_NEGATE_CONDITION,
    MUTANT_DROP_CONDITION,
    MUTANT_EXCHANGE_LOGIC,
    MUTANT_COMPARISON,
    MUTANT_ARITHMETIC,
    MUTANT_EXCHANGE_MEMBER,
    MUTANT_OFF_BY_ONE,
    MUTANT_EXCHANGE_QUANTIFIER,
    MUTANT_OPERATORS
};

struct mutant_file {
    const char *path;  /* without links */
    const char *shown; /* from the working directory, where it lies below that */
    const struct source *source;
    bool taken;        /* mutants are made of it */
};

struct mutant {
    enum mutant_operator operator;
    const struct mutant_file *file;
    struct place place;  /* the construct that is wrong */
    unsigned start, end; /* the bytes that are replaced */
    const char *text;    /* by what */
    const char *given;   /* the path of a whole file by the user's hand that is there in place of it; or NULL: it has an operator */
    bool live;           /* of some program that was looked at no constant cuts it off */
};

/* `operators` NULL: all; `takes` says, by the path without links, whether a file is mutated. */
struct mutants {
    struct arena *arena;
    const bool *operators;
    bool (*takes)(void *data, const char *path);
    void *data;
    struct mutant_file **files; /* of all programs that were looked at */
    unsigned file_count;
    struct mutant *items;
    unsigned count;
    unsigned files_given; /* so many, the first, are files by the user's hand */
};

/* By file, place and operator. */
void mutants_sort(struct mutants *);

/* Put a file by the user's hand, `text`, in place of one of the program's before all others, behind those that are there;
 * after mutants_sort. */
void mutants_add_given(struct mutants *, const struct mutant_file *, const char *path, const char *text);

const char *mutant_operator_name(enum mutant_operator);
const char *mutant_operator_meaning(enum mutant_operator);
/* FILE:LINE:COLUMN: KIND, of one that has an operator. */
void mutant_put_where(struct text *, const struct mutant *);
/* Append the whole file as the mutant has it. */
void mutant_put_file(struct text *, const struct mutant *);
/* The text of a place, on one line and without comments. */
const char *mutant_line(struct arena *, struct place);
/* The construct before and after, on one line and without comments. */
const char *mutant_original(struct arena *, const struct mutant *);
const char *mutant_changed(struct arena *, const struct mutant *);
/* Append the mutant as a unified patch, for `patch -p1` where the file is shown from. */
void mutant_put_patch(struct text *, const struct mutant *);

#endif
