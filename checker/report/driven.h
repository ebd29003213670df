/* SPDX-License-Identifier: BSD-2-Clause */
/* driven.h - of a machine under a driver: what was put together, with sizes and
 * surroundings, at the head of a report. */
#ifndef MURRELET_REPORT_DRIVEN_H
#define MURRELET_REPORT_DRIVEN_H

#include <stdio.h>

#include "../machines/driver.h"

/* `program` is the composed one; NULL where it was not read. */
void driven_text(const struct driven *, const struct program *, FILE *);

#endif
