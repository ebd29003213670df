/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check.h - whether a protocol's names and types fit together.
 */
#ifndef MURRELET_SLICC_CHECK_H
#define MURRELET_SLICC_CHECK_H

#include "symbols.h"

/* Collect the names, give each expression its type and each name its
 * declaration.  What does not fit is added to the diagnostics. */
void slicc_check(struct slicc_symbols *, struct slicc_protocol *);

#endif
