/* SPDX-License-Identifier: BSD-2-Clause */
/* page_pack.h - a trace as a page carries it: the same in fewer bytes.
 *
 * A path such as "cache[c_1].state" is written once, in the list `paths`; steps and
 * lanes have its number.  The changes of a step are a list of runs: a number, then
 * the values of the paths from that number on.  What a value was is left out where
 * the steps before tell it, and so is the lane of what no step changes.
 * page/page.js undoes it. */
#ifndef MURRELET_PAGE_PACK_H
#define MURRELET_PAGE_PACK_H

#include <jansson.h>

/* A new reference; what has not the form of a trace stays as it is. */
json_t *page_pack(const json_t *trace);

#endif
