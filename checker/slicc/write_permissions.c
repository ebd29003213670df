/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_permissions.c - who may read or write a line: the permissions of its states.
 */
#include "write_private.h"

/* getState for a line of which no step works. */
static const char *state_of(struct slicc_writer *w, struct slicc_decl *m)
{
    struct slicc_decl *d = slicc_part(m, SLICC_DECL_FUNCTION, "getState", NULL);
    const char *text = d && d->has_body ? arena_format(w->arena, "%s(self", slicc_name_of(w, d)) : NULL;
    for (unsigned i = 0; text && i < d->parameter_count; i++) {
        const struct slicc_type *type = d->parameters[i].type;
        text = arena_format(w->arena, "%s, %s", text,
                            type->kind == SLICC_TYPE_ADDRESS ? "a" : arena_format(w->arena, "%s_of(self, a)", type->mangled));
    }
    return text ? arena_format(w->arena, "%s)", text) : NULL;
}

/* The pointer to a line's entry, in whichever table has it. */
static void write_pointer_of(struct slicc_writer *w, struct slicc_decl *m, const struct slicc_type *entry)
{
    PUT(w, "function %s_of(self: %s_id; a: Addr): pointer;\nbegin\n", entry->mangled, m->name.text);
    for (unsigned i = 0; i < m->part_count; i++)
        if (slicc_is_table(w, m->parts[i]) && slicc_table_entry(w, m->parts[i]) == entry)
            PUT(w, "  if %s_has[self][a] then return a; end;\n", slicc_name_of(w, m->parts[i]));
    PUT(w, "  return OOD;\nend;\n\n");
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "%s_of", entry->mangled));
}

static void write_permission(struct slicc_writer *w, struct slicc_decl *m, const char *state, const char *routine, bool read)
{
    const struct slicc_decl *states = slicc_part(m, SLICC_DECL_STATE, "State", NULL);
    const char *list = "";
    for (unsigned i = 0; i < states->part_count; i++) {
        const char *permission = states->parts[i]->permission ? states->parts[i]->permission : "";
        if (!strcmp(permission, "Read_Write") || (read && !strcmp(permission, "Read_Only")))
            list = arena_format(w->arena, "%s%s%s", list, *list ? ", " : "",
                                slicc_member_name(w, states->type, states->parts[i]->name.text));
    }
    PUT(w, "function %s_%s(self: %s_id; a: Addr): boolean;\nbegin\n", routine, m->name.text, m->name.text);
    if (*list)
        PUT(w, "  switch %s\n    case %s: return true;\n    else return false;\n  end;\nend;\n\n", state, list);
    else
        PUT(w, "  return false;\nend;\n\n");
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "%s_%s", routine, m->name.text));
}

static bool has_permission(struct slicc_writer *w, struct slicc_decl *m, const char *permission)
{
    const struct slicc_decl *states = slicc_part(m, SLICC_DECL_STATE, "State", NULL);
    bool any = false;
    for (unsigned i = 0; states && i < states->part_count; i++)
        any = any || (states->parts[i]->permission && !strcmp(states->parts[i]->permission, permission));
    return any && state_of(w, m);
}

bool slicc_may_write(struct slicc_writer *w, struct slicc_decl *m)
{
    return has_permission(w, m, "Read_Write");
}

bool slicc_may_read(struct slicc_writer *w, struct slicc_decl *m)
{
    return slicc_may_write(w, m) || has_permission(w, m, "Read_Only");
}

void slicc_write_permissions(struct slicc_writer *w, struct slicc_decl *m)
{
    const struct slicc_type *entry;
    for (unsigned j = 0; (entry = slicc_entry_at(w, m, j)); j++)
        write_pointer_of(w, m, entry);
    write_permission(w, m, state_of(w, m), "may_write", false);
    write_permission(w, m, state_of(w, m), "may_read", true);
}
