/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * select.c - turn the names of --only and --skip into a set of properties.
 */
#include "select.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"

/* Say that there is no such name, and what may have been meant. */
static void say_unknown(const struct command *command, const struct model *model, const char *name, bool covers)
{
    const char **names = memory_zeroed(model->property_count + 2, sizeof *names);
    unsigned count = 0;
    for (uint32_t i = 0; i < model->property_count; i++)
        if (!covers || model->properties[i].kind == MODEL_COVER)
            names[count++] = model->properties[i].name;
    if (!covers)
        names[count++] = "deadlock";
    const char *nearest = options_nearest(name, names), *what = covers ? "cover" : "property";
    if (nearest)
        options_usage(command, "no %s has the name '%s'; did you mean '%s'?", what, name, nearest);
    else
        options_usage(command, "no %s has the name '%s' ('murrelet rules' lists them)", what, name);
    free(names);
}

/* Set the mark of every property of this name; false where there is none. */
static bool mark(const struct model *model, const char *name, unsigned char *marks, bool *deadlock, bool value)
{
    bool found = !strcmp(name, "deadlock");
    if (found)
        *deadlock = value;
    for (uint32_t i = 0; i < model->property_count; i++)
        if (!strcmp(model->properties[i].name, name)) {
            marks[i] = value;
            found = true;
        }
    return found;
}

static bool mark_all(const struct command *command, const struct model *model, const struct option_list *names,
                     struct selection *selection, bool value)
{
    for (unsigned i = 0; i < names->count; i++)
        if (!mark(model, names->items[i], selection->enabled, &selection->deadlock, value)) {
            say_unknown(command, model, names->items[i], false);
            return false;
        }
    return true;
}

bool select_properties(const struct command *command, const struct model *model, const struct option_list *only,
                       const struct option_list *skip, struct selection *selection)
{
    *selection = (struct selection){.deadlock = true};
    if (!only->count && !skip->count)
        return true;
    selection->enabled = memory_zeroed(model->property_count + 1, 1);
    selection->deadlock = !only->count;
    for (uint32_t i = 0; i < model->property_count; i++)
        selection->enabled[i] = !only->count || model->properties[i].kind == MODEL_ASSUME;
    return mark_all(command, model, only, selection, true) && mark_all(command, model, skip, selection, false);
}

uint32_t select_cover(const struct command *command, const struct model *model, const char *name)
{
    for (uint32_t i = 0; i < model->property_count; i++)
        if (model->properties[i].kind == MODEL_COVER && !strcmp(model->properties[i].name, name))
            return i;
    say_unknown(command, model, name, true);
    return MODEL_NO_PROPERTY;
}

bool select_splits_faults(const struct model *model, const struct selection *selection)
{
    bool skipped = false, checked = false;
    for (uint32_t i = 0; selection->enabled && i < model->property_count; i++) {
        enum model_property_kind kind = model->properties[i].kind;
        bool drops = kind == MODEL_ERROR || kind >= MODEL_RANGE; /* an assertion that is skipped passes */
        skipped |= drops && !selection->enabled[i];
        checked |= (drops || kind == MODEL_ASSERT) && selection->enabled[i];
    }
    return skipped && checked;
}

void select_free(struct selection *selection)
{
    free(selection->enabled);
    *selection = (struct selection){0};
}
