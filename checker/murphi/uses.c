/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * uses.c - see uses.h.
 */
#include "uses.h"

#include <string.h>
#include <strings.h>

#include "../base/arena.h"

/* Where the name stands: parentheses around it are of the expression's place.  False where it is not there.
 * `true`, `false` and `boolean` may be written in any case. */
static bool find_name(struct place *place, const char *name, bool last)
{
    unsigned length = (unsigned)strlen(name);
    const char *text = place->source ? place->source->text : "";
    while (!last && place->start < place->end && strchr("( \t\r\n", text[place->start]))
        place->start++;
    while (last && place->start < place->end && strchr(") \t\r\n", text[place->end - 1]))
        place->end--;
    if (!length || place->end < place->start || place->end - place->start < length)
        return false;
    if (last)
        place->start = place->end - length;
    place->end = place->start + length;
    return !strncasecmp(text + place->start, name, length);
}

static void note(struct arena *arena, const struct program *program, struct place place, bool last, struct name_use use)
{
    const char *name = use.symbol ? use.symbol->name : use.field->name;
    if (!program->uses || !find_name(&place, name, last))
        return;
    use.place = place;
    ARENA_PUSH(arena, program->uses->list, program->uses->count, use);
}

void uses_note(struct arena *arena, const struct program *program, struct place place, bool last, const struct symbol *symbol)
{
    note(arena, program, place, last, (struct name_use){.symbol = symbol});
}

void uses_note_field(struct arena *arena, const struct program *program, struct place place, bool last,
                     const struct field *field)
{
    note(arena, program, place, last, (struct name_use){.field = field});
}

void uses_note_declaration(struct arena *arena, const struct program *program, const struct symbol *symbol)
{
    note(arena, program, symbol->place, false, (struct name_use){.symbol = symbol, .declares = true});
}

void uses_note_field_declaration(struct arena *arena, const struct program *program, const struct field *field)
{
    note(arena, program, field->place, false, (struct name_use){.field = field, .declares = true});
}
