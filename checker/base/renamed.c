/* SPDX-License-Identifier: BSD-2-Clause */
/* renamed.c - see renamed.h. */
#include "renamed.h"

#include <stddef.h>
#include <string.h>

static const struct { const char *name, *successor, *hint; } constants[] = {
    { "DETAIL", "STEPS", "`DETAIL` is called `STEPS` now" },
    { "FOLDED", "STEPS", "`FOLDED=0` is `STEPS=1` now, and `FOLDED=1` is `STEPS=0`" },
};

static const struct { const char *ending, *successor; } variants[] = {
    { "detail", "cells" },
    { "detail", "steps" },
    { "unfolded", "steps" },
};

const char *renamed_constant(const char *name, const char **successor)
{
    for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++) {
        if (!strcmp(constants[i].name, name)) {
            *successor = constants[i].successor;
            return constants[i].hint;
        }
    }
    return NULL;
}

/* Whether `name` ends in `ending`, after a colon or a dash. */
static int ends_in(const char *name, const char *ending)
{
    size_t length = strlen(name), end = strlen(ending);
    return length > end && !strcmp(name + length - end, ending) && strchr(":-", name[length - end - 1]);
}

const char *renamed_variant(const char *name, unsigned number, unsigned *from)
{
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++) {
        if (ends_in(name, variants[i].ending) && !number--) {
            *from = (unsigned)(strlen(name) - strlen(variants[i].ending));
            return variants[i].successor;
        }
    }
    return NULL;
}
