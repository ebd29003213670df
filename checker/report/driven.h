/* SPDX-License-Identifier: BSD-2-Clause */
/* driven.h - of a machine under a driver: what was put together, with sizes and
 * surroundings, at the head of a report. */
#ifndef MURRELET_REPORT_DRIVEN_H
#define MURRELET_REPORT_DRIVEN_H

#include <stdio.h>

#include "report.h"

/* Of a report of a machine. */
void driven_text(const struct report *, FILE *);

#endif
