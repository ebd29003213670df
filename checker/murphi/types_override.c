/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * types_override.c - which constant an override is of, its value, and those that are of none.
 */
#include "types_override.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../base/nearest.h"
#include "../base/renamed.h"
#include "types_compare.h"
#include "types_private.h"

static bool parse_number(const char *text, int64_t *value)
{
    const char *digits = text + (*text == '-');
    bool hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    char *end;
    if (!(hex ? isxdigit((unsigned char)digits[2]) : isdigit((unsigned char)digits[0])))
        return false;
    errno = 0;
    long long number = strtoll(text, &end, hex ? 16 : 10);
    if (errno || *end)
        return false;
    *value = number;
    return true;
}

struct constant_override *types_override_find(struct checker *c, const struct symbol *symbol)
{
    if (scope_find(c->scope, symbol->name) != symbol)
        return NULL; /* a local constant that happens to share the name */
    for (unsigned i = 0; i < c->override_count; i++)
        if (!strcmp(c->overrides[i].name, symbol->name))
            return &c->overrides[i];
    return NULL;
}

/* One that has no place came from the command line. */
static const char *asked(const struct constant_override *override)
{
    return override->place.source ? "" : "--const ";
}

bool types_override_apply(struct checker *c, struct symbol *symbol, const struct constant_override *override)
{
    struct symbol *member = scope_find(c->scope, override->value);
    int64_t value = 0;
    struct type *type;
    if (parse_number(override->value, &value)) {
        type = c->program->integer;
    } else if (member && member->kind == SYMBOL_MEMBER && member->type) {
        type = member->type;
        value = member->value;
    } else {
        types_error(c, override->place, NULL, "%s%s=%s: the value must be a number or an enum's member", asked(override),
                    override->name, override->value);
        return false;
    }
    if (!types_equal(type, symbol->type)) {
        types_error(c, override->place, NULL, "%s%s=%s: `%s` is %s, the value is %s", asked(override), override->name,
                    override->value, symbol->name, types_describe(c, symbol->type), types_describe(c, type));
        return false;
    }
    symbol->value = value;
    return true;
}

static const char *global_constant(const void *program, unsigned i)
{
    const struct decl *decl = ((const struct program *)program)->decls[i];
    return decl->kind == DECL_CONST ? decl->symbol->name : "";
}

static bool has_constant(const struct program *program, const char *name)
{
    for (unsigned i = 0; i < program->decl_count; i++)
        if (!strcmp(global_constant(program, i), name))
            return true;
    return false;
}

/* What was perhaps meant by a constant that the model does not have; NULL: nothing is near. */
static const char *hint_for_constant(const struct checker *c, const char *name)
{
    const char *successor, *renamed = renamed_constant(name, &successor);
    if (renamed && has_constant(c->program, successor))
        return renamed;
    const char *near = nearest_of(name, global_constant, c->program, c->program->decl_count);
    return near && *near ? arena_format(c->arena, "did you mean `%s`?", near) : NULL;
}

/* Whether an earlier override is of the same constant, which then has its value. */
static bool is_second(const struct checker *c, unsigned override)
{
    for (unsigned i = 0; i < override; i++)
        if (!strcmp(c->overrides[i].name, c->overrides[override].name))
            return true;
    return false;
}

void types_override_report(struct checker *c)
{
    for (unsigned i = 0; i < c->override_count; i++) {
        const struct constant_override *o = &c->overrides[i];
        if (is_second(c, i)) {
            types_error(c, o->place, NULL, "%s%s=%s: `%s` is given twice", asked(o), o->name, o->value, o->name);
            continue;
        }
        if (o->used)
            continue;
        types_error(c, o->place, hint_for_constant(c, o->name), "%s%s=%s: the model has no constant `%s`", asked(o),
                    o->name, o->value, o->name);
    }
}
