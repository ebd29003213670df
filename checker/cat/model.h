/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * model.h - a memory model, ready to be evaluated: every name has its meaning,
 * functions are gone.
 *
 * What the model computes is a list of nodes, each a set of events or a relation
 * between them, made of nodes before it; equal expressions are one node.  The
 * nodes of a `let rec` lie between its variables and the node CAT_FIX that ends it.
 */
#ifndef MURRELET_CAT_MODEL_H
#define MURRELET_CAT_MODEL_H

#include <stdint.h>

#include "../litmus/features.h"
#include "syntax.h"

/* Relations that an execution brings along.  Those before CAT_CHOSEN are chosen;
 * the others follow from the program. */
enum cat_base {
    CAT_RF, CAT_CO, CAT_SYNC_FENCE,
    CAT_READS_ORDER, /* of atomic reads that have one source */
    CAT_CHOSEN,
    CAT_PO = CAT_CHOSEN, CAT_LOC,
    CAT_VLOC,     /* by one address */
    CAT_SYNCBAR,  /* from a barrier to those that wait with it */
    CAT_SSW,      /* the host orders their threads */
    CAT_ID, CAT_INT, CAT_EXT, CAT_ADDR, CAT_DATA, CAT_CTRL, CAT_AMO,
    CAT_SR,       /* both bear a scope, and each one's instance holds both threads */
    CAT_SR_ONE,   /* ... and one's instance holds both */
    CAT_SR_EXACT, /* ... and it is one instance */
    CAT_SAME_WV, CAT_SAME_WG, CAT_SAME_CLUSTER, CAT_SAME_AGENT, CAT_SAME_SYS, /* threads of one instance of a level */
    CAT_NOTHING,  /* of what no test that is read has */
    CAT_BASES
};

enum cat_operator {
    CAT_OF_TAGS,     /* events that bear one of some tags */
    CAT_EVERYTHING,  /* all events */
    CAT_OF_BASE,
    CAT_OF_UNION, CAT_OF_DIFFERENCE, CAT_OF_INTERSECTION, CAT_OF_COMPLEMENT, /* of two sets, or two relations */
    CAT_OF_SEQUENCE, CAT_OF_PRODUCT, CAT_OF_PLUS, CAT_OF_STAR, CAT_OF_OPTION, CAT_OF_INVERSE,
    CAT_OF_IDENTITY, CAT_OF_DOMAIN, CAT_OF_RANGE,
    CAT_VARIABLE,    /* of a let rec: a relation */
    CAT_FIX,         /* the end of one; no value */
};

struct cat_node {
    enum cat_operator operator;
    bool is_set;
    bool varies;     /* it depends on what is chosen */
    bool recurs;     /* while its let rec is read: it depends on a variable of it */
    int left, right; /* nodes; FIX: left is the group */
    uint64_t tags;   /* OF_TAGS */
    enum cat_base base;
};

/* A let rec: its variables are nodes `first` and on. */
struct cat_group {
    unsigned first, count;
    int *bodies; /* by variable */
};

enum { CAT_NOWHERE = -1 /* the node of 0, which is a set and a relation */ };

struct cat_requirement {
    enum cat_check_kind check;
    enum cat_check_use use;
    bool negated;
    int node;
    unsigned upto;    /* the nodes before this one are all that it rests on */
    const char *name; /* of the check, or what it says of which line */
};

struct cat_model {
    const char *path, *title;
    const struct source **sources; /* the file, and what it includes */
    unsigned source_count;
    struct cat_node *nodes;
    unsigned node_count;
    struct cat_group *groups;
    unsigned group_count;
    struct cat_requirement *requirements;
    unsigned requirement_count;
    bool flags;     /* some requirement is a flag */
    bool used[CAT_CHOSEN]; /* what is chosen, and need not be where no one asks */
};

/* Read a model and what it includes: from the folder of the including file, then
 * from `folders`.  NULL, with diagnostics, where something is wrong. */
struct cat_model *cat_model_read(struct arena *, struct diagnostics *, const char *path, const char *const *folders,
                                 unsigned folder_count);

/* The features of tests that the model's text has a meaning for: a set by 1 << FEATURE_... */
unsigned cat_model_features(const struct cat_model *);
/* Whether it has a meaning for all that the test has; if not, an error says what it lacks, and where that is. */
bool cat_model_fits(const struct cat_model *, const struct litmus_test *, struct diagnostics *);

#endif
