/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_base.c - what all parts of the check use: errors, types by name, local variables.
 */
#include <stdarg.h>

#include "check_private.h"

void slicc_wrong(struct slicc_checker *c, struct place place, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    diagnostics_vadd(c->diagnostics, SEVERITY_ERROR, place, hint, format, arguments);
    va_end(arguments);
}

const struct slicc_type *slicc_need_type(struct slicc_checker *c, const char *name, struct place place)
{
    const struct slicc_type *type = slicc_symbols_type(c->symbols, c->machine, name);
    if (!type)
        slicc_wrong(c, place, slicc_symbols_hint(c->symbols, c->machine, SLICC_DECL_STRUCT, name), "there is no type '%s'", name);
    return type ? type : c->symbols->unknown;
}

struct slicc_local *slicc_add_local(struct slicc_checker *c, const char *name, const struct slicc_type *type, struct place place)
{
    struct slicc_local *local = arena_alloc(c->arena, sizeof *local);
    local->name = name;
    local->type = type;
    local->place = place;
    ARENA_PUSH(c->arena, c->locals, c->local_count, local);
    return local;
}
