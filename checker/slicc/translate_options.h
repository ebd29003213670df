/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * translate_options.h - how a protocol is translated.
 */
#ifndef MURRELET_SLICC_TRANSLATE_OPTIONS_H
#define MURRELET_SLICC_TRANSLATE_OPTIONS_H

#include <stdbool.h>

struct slicc_copies {
    const char *machine;
    unsigned count; /* 0: the model does without this machine */
};

struct slicc_request {
    const char *machine; /* NULL: of each machine that no other request names */
    const char *type;    /* a member of RubyRequestType */
};

struct slicc_options {
    const struct slicc_copies *copies; /* of machines that are not there: two with a core, else one */
    unsigned copies_count;
    const char *const *ordered;        /* buffers whose messages stay in order; "all": each */
    unsigned ordered_count;
    const struct slicc_request *requests; /* what cores ask for; none of a machine: LD and ST */
    unsigned request_count;
    bool machine;                      /* a machine for litmus tests, and not a model with a driver of its own */
    const char *const *cores;          /* its cores: the machine of the CUs of the first agent, and of the others'; none: the first */
    unsigned core_count;
    const char *const *promises;       /* MODEL, or VARIANT:MODEL */
    unsigned promise_count;
    bool covers;                       /* a cover for each cell */
    bool no_values, no_single_writer;  /* leave out what is checked of every protocol */
};

#endif
