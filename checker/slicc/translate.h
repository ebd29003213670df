/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * translate.h - a checked protocol as a Murphi model that can be searched.
 */
#ifndef MURRELET_SLICC_TRANSLATE_H
#define MURRELET_SLICC_TRANSLATE_H

#include "slicc.h"
#include "translate_options.h"

/* Append the model in the canonical layout.  False, with errors added, where
 * something cannot be translated. */
bool slicc_translate(struct text *, struct slicc *, const struct slicc_options *);

#endif
