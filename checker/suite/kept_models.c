/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * kept_models.c - what models say of tests, kept as the results of pairs are (kept.h).
 *
 * Races are decided by a search of a machine of ours, so what is kept rests on its
 * texts, those that observe it, and the compiler.  A model in cat rests on its own
 * texts alone.  What a bound left open is not kept.
 */
#include "kept_models.h"

#include <string.h>

#include "../machines/identity.h"
#include "kept_parts.h"

static void open_races(struct kept *kept, const struct suite *suite)
{
    static const struct machine_environment observed = {.invariants = "races"};
    struct kept_key key = kept_key_of(kept, "races 1");
    kept->race_content = kept_content(kept, suite, machines_reference(suite->machines, "sc"), &observed, key);
    kept_key_text(key, kept->race_content);
    XXH128_hash_t hash = kept_key_end(key);
    if (kept->race_content)
        kept->races = kept_file_open(kept->arena, kept->folder, hash, kept->fresh);
}

void kept_models_open(struct kept *kept, const struct suite *suite)
{
    open_races(kept, suite);
}

static void close(struct kept *kept, struct kept_file *file)
{
    if (file)
        kept_note_failure(kept, kept_file_write(file));
    kept_file_free(file);
}

void kept_models_close(struct kept *kept)
{
    close(kept, kept->races);
    for (unsigned i = 0; i < kept->cat_count; i++)
        close(kept, kept->cat[i].file);
}

/* ---- races ---- */

static const char *race_name(const struct kept *kept, struct arena *arena, unsigned test, int place)
{
    return arena_format(arena, "%d %s", place, kept->tests[test]);
}

static struct race_result *restore_race(const struct litmus_test *test, const json_t *kept)
{
    int racy;
    json_t *outcomes;
    if (json_unpack((json_t *)kept, "{s:b, s:o}", "racy", &racy, "outcomes", &outcomes))
        return NULL;
    struct arena *arena = arena_new();
    struct race_result *result = arena_alloc(arena, sizeof *result);
    *result = (struct race_result){.arena = arena, .test = test, .verdict = racy ? RACE_RACY : RACE_FREE, .exact = true,
                                   .outcomes = outcomes_new(test)};
    if (kept_restore_outcomes(result->outcomes, outcomes))
        return result;
    race_result_free(result);
    return NULL;
}

struct race_result *kept_race(const struct suite *suite, unsigned test, int place)
{
    const struct kept *kept = suite->kept;
    if (!kept || !kept->races)
        return NULL;
    struct arena *arena = arena_new();
    const json_t *result = kept_file_find(kept->races, race_name(kept, arena, test, place));
    arena_free(arena);
    return result ? restore_race(suite->tests[test].test, result) : NULL;
}

void kept_put_race(const struct suite *suite, unsigned test, int place, const struct race_result *result)
{
    const struct kept *kept = suite->kept;
    if (!kept || !kept->races || !result || !result->exact || !result->searched || strcmp(result->searched, kept->race_content))
        return;
    struct arena *arena = arena_new();
    json_t *outcomes = kept_outcomes(result->outcomes);
    if (outcomes)
        kept_file_put(kept->races, race_name(kept, arena, test, place), NULL,
                      json_pack("{s:b, s:o}", "racy", (int)(result->verdict == RACE_RACY), "outcomes", outcomes));
    arena_free(arena);
}

/* ---- cat ---- */

/* Each is opened when it is first asked for. */
static struct kept_file *file_of(struct kept *kept, const struct cat_model *model)
{
    for (unsigned i = 0; i < kept->cat_count; i++)
        if (kept->cat[i].model == model)
            return kept->cat[i].file;
    struct kept_key key = kept_key_of(kept, "cat 1");
    kept_key_text(key, identity_cat(kept->arena, model));
    struct kept_file *file = kept_file_open(kept->arena, kept->folder, kept_key_end(key), kept->fresh);
    ARENA_PUSH(kept->arena, kept->cat, kept->cat_count, ((struct kept_cat){model, file}));
    return file;
}

bool kept_cat(const struct suite *suite, const struct cat_model *model, unsigned test, struct outcomes *allowed, const char **flag)
{
    struct kept *kept = suite->kept;
    const json_t *result = kept ? kept_file_find(file_of(kept, model), kept->tests[test]) : NULL;
    const char *raised = NULL;
    json_t *outcomes;
    if (!result || json_unpack((json_t *)result, "{s?s, s:o}", "flag", &raised, "outcomes", &outcomes) ||
        !kept_restore_outcomes(allowed, outcomes))
        return false;
    *flag = raised ? arena_format(suite->arena, "%s", raised) : NULL;
    return true;
}

void kept_put_cat(const struct suite *suite, const struct cat_model *model, unsigned test, const struct outcomes *allowed, const char *flag)
{
    struct kept *kept = suite->kept;
    json_t *outcomes = kept ? kept_outcomes(allowed) : NULL;
    if (outcomes)
        kept_file_put(file_of(kept, model), kept->tests[test], NULL, json_pack("{s:s*, s:o}", "flag", flag, "outcomes", outcomes));
}
