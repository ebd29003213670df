/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * again.h - some of a suite's tests once more on a machine whose text is another one now.
 *
 * What models say of the tests, and what the reference machines show, is that of the suite that
 * has run: neither hangs on the machine.  The machine is judged by what it promised then.
 */
#ifndef MURRELET_SUITE_AGAIN_H
#define MURRELET_SUITE_AGAIN_H

#include "suite_data.h"

/* Run and judge, in `again`, the tests of these numbers on the machine in place of the column's.  Both suites share what
 * they hold: `original` must live as long, and only one of the two is to be released. */
void suite_run_again(struct suite *again, const struct suite *original, const struct suite_options *, struct machines *,
                     const struct machine_variant *, unsigned column, const unsigned *tests, unsigned count);

#endif
