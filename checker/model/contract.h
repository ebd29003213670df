/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * contract.h - whether a model that somebody else compiled keeps to model.h, as
 * far as its tables show.
 */
#ifndef MURRELET_CONTRACT_H
#define MURRELET_CONTRACT_H

#include <stdbool.h>

#include "../base/text.h"
#include "model.h"

/* Of a model of this version.  False: `breach` says what is wrong, as a clause. */
bool contract_kept(const struct model *, struct text *breach);

#endif
