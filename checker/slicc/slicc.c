/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * slicc.c - the stages of reading a protocol: built-in declarations, files, check.
 */
#include "slicc.h"

#include <string.h>

#include "../base/arena.h"
#include "builtin.h"
#include "check.h"
#include "lint.h"
#include "parser.h"

void slicc_begin(struct slicc *s, struct arena *arena, struct diagnostics *diagnostics)
{
    *s = (struct slicc){.protocol = {.arena = arena, .diagnostics = diagnostics}};
    slicc_parse_source(&s->protocol, source_from_text(arena, "builtin.sm", slicc_builtin_text), true);
}

void slicc_read(struct slicc *s, const struct source *source)
{
    slicc_parse_source(&s->protocol, source, false);
}

bool slicc_end(struct slicc *s)
{
    /* A name that is missing because its declaration has an error would be said as well. */
    if (diagnostics_errors(s->protocol.diagnostics))
        return false;
    slicc_check(&s->symbols, &s->protocol);
    if (!diagnostics_errors(s->protocol.diagnostics))
        slicc_lint(&s->symbols);
    return !diagnostics_errors(s->protocol.diagnostics);
}

static void count_part(struct slicc_counts *counts, const struct slicc_decl *d)
{
    switch (d->kind) {
    case SLICC_DECL_STATE:
        counts->states += d->part_count;
        break;
    case SLICC_DECL_ENUM:
        counts->events += slicc_type_is(d->type, "Event") ? d->part_count : 0;
        break;
    case SLICC_DECL_ACTION:
        counts->actions++;
        break;
    case SLICC_DECL_TRANSITION:
        counts->pairs += d->states.count * d->events.count;
        break;
    case SLICC_DECL_IN_PORT:
        counts->in_ports++;
        break;
    case SLICC_DECL_OUT_PORT:
        counts->out_ports++;
        break;
    case SLICC_DECL_FUNCTION:
        counts->functions += d->has_body;
        break;
    default:
        break;
    }
}

struct slicc_counts slicc_count(const struct slicc_protocol *protocol)
{
    struct slicc_counts counts = {0};
    for (unsigned i = 0; i < protocol->decl_count; i++) {
        const struct slicc_decl *d = protocol->decls[i];
        counts.machines += d->kind == SLICC_DECL_MACHINE;
        for (unsigned j = 0; d->kind == SLICC_DECL_MACHINE && j < d->part_count; j++)
            count_part(&counts, d->parts[j]);
    }
    return counts;
}

static bool has_port_on(const struct slicc_decl *machine, const char *buffer)
{
    for (unsigned i = 0; i < machine->part_count; i++)
        if (machine->parts[i]->kind == SLICC_DECL_IN_PORT && !strcmp(machine->parts[i]->buffer.text, buffer))
            return true;
    return false;
}

bool slicc_receives_on(const struct slicc *s, const char *name)
{
    const char *dot = strchr(name, '.');
    for (unsigned i = 0; i < s->protocol.decl_count; i++) {
        const struct slicc_decl *d = s->protocol.decls[i];
        size_t length = strlen(d->name.text ? d->name.text : "");
        bool named = !dot || (length == (size_t)(dot - name) && !strncmp(d->name.text, name, length));
        if (d->kind == SLICC_DECL_MACHINE && named && has_port_on(d, dot ? dot + 1 : name))
            return true;
    }
    return false;
}
