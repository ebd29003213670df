/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * types_override.h - constants set from outside, in place of their definitions.
 */
#ifndef MURRELET_TYPES_OVERRIDE_H
#define MURRELET_TYPES_OVERRIDE_H

#include "ast.h"

/* A constant set from outside (--const NAME=VALUE). */
struct constant_override {
    const char *name, *value;    /* value: a decimal or hexadecimal number, or an enum member */
    bool used;                   /* set by types_check; one never used is an error there */
    struct place place;          /* where it was asked for; nowhere: on the command line */
};

#endif
