/* SPDX-License-Identifier: BSD-2-Clause */
/* parse_vulkan.h - the program of a Vulkan test, as Dartagnan writes it. */
#ifndef MURRELET_LITMUS_PARSE_VULKAN_H
#define MURRELET_LITMUS_PARSE_VULKAN_H

#include "build.h"

/* The program lies at bytes [from, to); before it may stand `{ ssw 0 1; }`. */
void parse_vulkan_program(struct builder *, unsigned from, unsigned to);

#endif
