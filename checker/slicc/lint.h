/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * lint.h - what is legal in a checked protocol, and almost surely a mistake.
 */
#ifndef MURRELET_SLICC_LINT_H
#define MURRELET_SLICC_LINT_H

#include "symbols.h"

/* Warn of transitions that leave a state without waking what was put aside in
 * it; of actions that use another port's message than the one that triggered;
 * of messages used after they were taken; of tables that nothing is ever taken
 * out of; of ports that put aside and share a rank. */
void slicc_lint(const struct slicc_symbols *);

#endif
