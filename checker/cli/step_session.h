/* SPDX-License-Identifier: BSD-2-Clause */
/* step_session.h - what somebody who walks through a model by hand has before them: the model, or a litmus test on a
 * machine, and the run so far. */
#ifndef MURRELET_STEP_SESSION_H
#define MURRELET_STEP_SESSION_H

#include "../report/report.h"
#include "compose.h"
#include "step_test.h"

struct step_arguments {
    struct language_arguments language;
    struct compose_arguments compose;
    struct compile_arguments compile;
    struct step_test_arguments test;
    bool all;
};

struct session {
    struct step_arguments arguments;
    struct loaded loaded;
    struct step_test test;        /* its result is NULL for a model */
    const struct model *model;
    struct interp *interp;
    struct search_options options; /* of the run that is saved */
    struct violation violation;   /* which claims nothing: its trace is the run so far, and the last step is where we are */
    struct search_result result;
    struct report report;         /* of that */
    unsigned capacity;
    uint64_t *enabled;            /* instances, as last listed */
    size_t enabled_count;
    int64_t *target;
    struct text output;           /* of put statements */
    bool prompts;                 /* somebody sits there */
    bool was_cut;                 /* the last command was */
    bool has_warned;              /* that the model is too small for the test */
};

/* An exit code: 0, or with what is wrong on stderr.  To be closed in either case. */
int session_open(struct session *, const char *path);
void session_close(struct session *);

/* The steps so far, the start state included, and the leaves of the last one. */
static inline unsigned session_count(const struct session *s)
{
    return s->violation.trace.count;
}
const int64_t *session_here(const struct session *);
/* Keep so many of the steps. */
void session_cut(struct session *, unsigned count);
void session_append(struct session *, uint64_t instance, const int64_t *leaves);
/* Find what is enabled; false where it was asked to stop: then none is known. */
bool session_find_enabled(struct session *);

/* Append "enter p=Process_1 i=2": of an instance of the rules, or of the start states. */
void session_label(const struct session *, struct text *, uint64_t instance);
void session_label_start(const struct session *, struct text *, uint64_t instance);

#endif
