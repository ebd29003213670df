/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_names.c - names in the machine that is written.
 *
 * As in gem5's C++, a machine's things have its name before theirs, and a
 * member of an enumeration that of the enumeration.  A word that Murphi has
 * reserved gets a _ behind it.
 */
#include <stdarg.h>
#include <strings.h>

#include "../murphi/lexer.h"
#include "write_private.h"

void slicc_refuse(struct slicc_writer *w, struct place place, const char *hint, const char *format, ...)
{
    struct text text = {0};
    va_list arguments;
    va_start(arguments, format);
    text_vformat(&text, format, arguments);
    va_end(arguments);
    diagnostics_add(w->diagnostics, SEVERITY_ERROR, place, hint, "not translated: %s", text.bytes ? text.bytes : "");
    text_free(&text);
}

static bool is_reserved(const char *name)
{
    static const char *const words[] = {
#define WORD_TEXT(kind, spelling) spelling,
        LEXER_WORDS(WORD_TEXT, WORD_TEXT)
#undef WORD_TEXT
    };
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcasecmp(words[i], name))
            return true;
    return false;
}

/* A word that can be a name in Murphi. */
static const char *as_name(struct slicc_writer *w, const char *wanted)
{
    if (*wanted == '_' || (*wanted >= '0' && *wanted <= '9'))
        wanted = arena_format(w->arena, "u%s", wanted);
    return is_reserved(wanted) ? arena_format(w->arena, "%s_", wanted) : wanted;
}

static bool is_taken(const char *const *names, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        if (!strcmp(names[i], name))
            return true;
    return false;
}

const char *slicc_global_name(struct slicc_writer *w, const char *wanted)
{
    const char *name = as_name(w, wanted);
    for (unsigned i = 2; is_taken(w->names, w->name_count, name); i++)
        name = arena_format(w->arena, "%s_%u", wanted, i);
    ARENA_PUSH(w->arena, w->names, w->name_count, name);
    return name;
}

const char *slicc_local_name(struct slicc_writer *w, const char *wanted)
{
    const char *name = as_name(w, wanted);
    for (unsigned i = 2; is_taken(w->local_names, w->local_name_count, name) || is_taken(w->names, w->name_count, name); i++)
        name = arena_format(w->arena, "%s_%u", wanted, i);
    ARENA_PUSH(w->arena, w->local_names, w->local_name_count, name);
    return name;
}

const char *slicc_name_of(struct slicc_writer *w, struct slicc_decl *d)
{
    if (!d->emitted)
        d->emitted = slicc_global_name(w, d->machine && d->kind != SLICC_DECL_MACHINE
                                              ? arena_format(w->arena, "%s_%s", d->machine->name.text, d->name.text)
                                              : d->name.text);
    return d->emitted;
}

const char *slicc_type_name(struct slicc_writer *w, const struct slicc_type *type)
{
    switch (type->kind) {
    case SLICC_TYPE_BOOL:
        return "boolean";
    case SLICC_TYPE_INT:
        return "int";
    case SLICC_TYPE_ADDRESS:
        return "Addr";
    case SLICC_TYPE_ENUM:
    case SLICC_TYPE_STRUCT:
        return type->is_entry ? "pointer" : as_name(w, type->mangled);
    case SLICC_TYPE_OPAQUE:
        return type->name;
    default:
        return "int";
    }
}

const char *slicc_member_name(struct slicc_writer *w, const struct slicc_type *type, const char *member)
{
    return arena_format(w->arena, "%s_%s", type->mangled, member);
}

const char *slicc_field_name(struct slicc_writer *w, const struct slicc_decl *field)
{
    return as_name(w, field->name.text);
}

const char *slicc_where(struct slicc_writer *w, struct place place)
{
    if (!place.source)
        return "?";
    const char *slash = strrchr(place.source->path, '/');
    return arena_format(w->arena, "%s:%u", slash ? slash + 1 : place.source->path, place_line(place));
}
