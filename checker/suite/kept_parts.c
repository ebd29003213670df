/* SPDX-License-Identifier: BSD-2-Clause */
/* kept_parts.c - see kept_parts.h. */
#include "kept_parts.h"

#include <errno.h>

#include "../machines/identity.h"

struct kept_key kept_key_of(const struct kept *kept, const char *kind)
{
    struct kept_key key = kept_key_new(kind);
    kept_key_text(key, kept->tool);
    kept_key_text(key, kept->compiler);
    return key;
}

const char *kept_content(const struct kept *kept, const struct suite *suite, const struct machine_variant *v,
                         const struct machine_environment *environment, struct kept_key key)
{
    struct litmus_sizes sizes = machine_least_sizes();
    struct arena *own = arena_new();
    struct text error = {0};
    const struct program *program = machines_program(suite->machines, v, environment, &sizes, own, &error);
    const char *content = program ? identity_program(kept->arena, program, v->constants) : NULL;
    const struct source *last = NULL;
    for (unsigned i = 0; program && i < program->decl_count; i++) {
        const struct source *source = program->decls[i]->place.source;
        if (source && source != last)
            kept_key_text(key, source->path);
        last = source;
    }
    text_free(&error);
    arena_free(own);
    return content;
}

void kept_note_failure(struct kept *kept, bool written)
{
    if (!written && !kept->error)
        kept->error = errno ? errno : EIO;
}

/* ---- as JSON ---- */

void kept_append(json_t **list, json_t *one)
{
    if (!json_array_append_new(*list, one))
        return;
    json_decref(*list);
    *list = NULL;
}

static void add_outcome(void *data, const struct outcome *outcome)
{
    json_t **list = data;
    kept_append(list, json_pack("[s, I, b]", outcome->line, (json_int_t)outcome->count, (int)outcome->positive));
}

json_t *kept_outcomes(const struct outcomes *outcomes)
{
    json_t *list = json_array();
    outcomes_visit(outcomes, add_outcome, &list);
    return list;
}

bool kept_restore_outcomes(struct outcomes *outcomes, const json_t *list)
{
    size_t index;
    json_t *one;
    json_array_foreach((json_t *)list, index, one) {
        const char *line;
        json_int_t count;
        int positive;
        if (json_unpack(one, "[s, I, b]", &line, &count, &positive) || count <= 0)
            return false;
        outcomes_restore(outcomes, line, (uint64_t)count, positive);
    }
    return json_is_array(list);
}
