/* SPDX-License-Identifier: BSD-2-Clause */
/* program.c - see program.h. */
#include "program.h"

#include <stdio.h>
#include <string.h>

const char *litmus_order_name(enum litmus_order order)
{
    static const char *const names[LITMUS_ORDERS] = {"na", "rlx", "acq", "rel", "ar", "sc", "rm_acq", "rm_rel", "rm_ar"};

    return names[order];
}

const char *litmus_level_name(enum litmus_level level)
{
    static const char *const names[LITMUS_LEVELS] = {"wi", "wv", "wg", "cluster", "agent", "sys"};

    return names[level];
}

bool litmus_value_equal(struct litmus_value a, struct litmus_value b)
{
    return a.number == b.number && a.location == b.location;
}

enum litmus_level litmus_common_level(const struct litmus_scopes *scopes, unsigned a, unsigned b)
{
    for (enum litmus_level level = LITMUS_WI; level < LITMUS_LEVELS; level++)
        if (scopes->group[a][level] == scopes->group[b][level])
            return level;
    return LITMUS_LEVELS;
}

bool litmus_has_clusters(const struct litmus_test *test)
{
    return test->scopes.count[LITMUS_CLUSTER] != test->scopes.count[LITMUS_WG];
}

const char *litmus_test_info(const struct litmus_test *test, const char *key)
{
    for (unsigned i = 0; i < test->info_count; i++)
        if (strcmp(test->info[i].key, key) == 0)
            return test->info[i].value;
    return NULL;
}

bool litmus_is_c(const struct litmus_test *test)
{
    return test->dialect == LITMUS_OPENCL || test->dialect == LITMUS_C;
}

const char *litmus_register_text(const struct litmus_register *reg, char room[LITMUS_REGISTER_ROOM])
{
    if (reg->name)
        return reg->name;
    snprintf(room, LITMUS_REGISTER_ROOM, "r%d", reg->number);
    return room;
}
