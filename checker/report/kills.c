/* SPDX-License-Identifier: BSD-2-Clause */
/* kills.c - see kills.h. */
#include "kills.h"

#include "../base/text.h"
#include "json_parts.h"
#include "mutation.h"

static const char *const names[KILL_VERDICTS] = {"killed", "survived", "ran out", "refused",
                                                 "broke", "invalid", "the same", "not run"};

/* ---- what became of mutants ---- */

enum kill_mark kills_mark(const struct kills *kills, const struct mutate_result *result, unsigned test)
{
    size_t row = (size_t)(result->mutant - kills->mutation->mutants.items);
    return (enum kill_mark)kills->marks[row * kills->test_count + test];
}

static unsigned count_marks(const struct kills *kills, const struct mutate_result *result, enum kill_mark mark)
{
    unsigned count = 0;
    for (unsigned t = 0; t < kills->test_count; t++)
        count += kills_mark(kills, result, t) == mark;
    return count;
}

enum kill_verdict kills_verdict(const struct kills *kills, const struct mutate_result *result)
{
    if (result->verdict == MUTATE_INVALID)
        return KILL_INVALID;
    if (result->verdict == MUTATE_SAME)
        return KILL_SAME;
    if (count_marks(kills, result, KILL_KILLS))
        return KILL_KILLED;
    if (result->verdict == MUTATE_BROKE)
        return KILL_BROKE;
    if (count_marks(kills, result, KILL_REFUSES))
        return KILL_REFUSED;
    unsigned unknown = count_marks(kills, result, KILL_UNKNOWN);
    if (unknown == kills->test_count && result->verdict == MUTATE_NOT_RUN)
        return KILL_NOT_RUN;
    return unknown ? KILL_RAN_OUT : KILL_SURVIVED;
}

unsigned kills_count(const struct kills *kills, enum kill_verdict verdict)
{
    unsigned count = 0;
    for (unsigned i = 0; i < kills->mutation->count; i++)
        count += kills_verdict(kills, &kills->mutation->results[i]) == verdict;
    return count;
}

/* A mutant whose pairs matter to the choice. */
static bool is_run(enum kill_verdict verdict)
{
    return verdict == KILL_KILLED || verdict == KILL_SURVIVED || verdict == KILL_RAN_OUT || verdict == KILL_NOT_RUN;
}

unsigned kills_unknown(const struct kills *kills)
{
    unsigned count = 0;
    for (unsigned i = 0; i < kills->mutation->count; i++)
        if (is_run(kills_verdict(kills, &kills->mutation->results[i])))
            count += count_marks(kills, &kills->mutation->results[i], KILL_UNKNOWN);
    return count;
}

bool kills_smallest(const struct kills *kills)
{
    return !kills->cut && !kills->incomplete && kills->least == kills->chosen_count && !kills_unknown(kills);
}

/* ---- what the chosen tests do ---- */

struct deeds {
    unsigned kills, alone, unknown;
};

static bool is_killed_by_another(const struct kills *kills, const struct mutate_result *result, unsigned test)
{
    for (unsigned c = 0; c < kills->chosen_count; c++)
        if (kills->chosen[c] != test && kills_mark(kills, result, kills->chosen[c]) == KILL_KILLS)
            return true;
    return false;
}

static struct deeds deeds_of(const struct kills *kills, unsigned test)
{
    struct deeds deeds = {0};
    for (unsigned i = 0; i < kills->mutation->count; i++) {
        const struct mutate_result *result = &kills->mutation->results[i];
        enum kill_verdict verdict = kills_verdict(kills, result);
        if (!is_run(verdict))
            continue;
        enum kill_mark mark = kills_mark(kills, result, test);
        deeds.unknown += mark == KILL_UNKNOWN;
        deeds.kills += mark == KILL_KILLS;
        deeds.alone += mark == KILL_KILLS && !is_killed_by_another(kills, result, test);
    }
    return deeds;
}

/* ---- text ---- */

static void put_suite(const struct kills *kills, FILE *out)
{
    unsigned killed = kills_count(kills, KILL_KILLED), unknown = kills_unknown(kills);
    const char *s = kills->chosen_count == 1 ? "" : "s";
    fprintf(out, "%s: %u of %u tests are kept", kills->machine, kills->test_count, kills->made);
    fprintf(out, "; %u broken, %u not judged, %u without an answer\n", kills->broken, kills->free, kills->incomplete);
    if (!killed)
        fprintf(out, "no test is known to kill a mutant\n");
    else if (kills->least < kills->chosen_count)
        fprintf(out, "at most %u, at least %u tests kill the %u mutants that any of these is known to kill\n", kills->chosen_count,
                kills->least, killed);
    else if (kills_smallest(kills))
        fprintf(out, "%u test%s, and no fewer, kill all %u mutants that any of these kills\n", kills->chosen_count, s, killed);
    else
        fprintf(out, "%u test%s, and no fewer, kill the %u mutants that any of these is known to kill\n", kills->chosen_count, s,
                killed);
    if (unknown)
        fprintf(out, "%u pairs of a mutant and a test have no answer, and count as neither\n", unknown);
}

static void put_chosen(const struct kills *kills, FILE *out)
{
    if (kills->chosen_count)
        fprintf(out, "\n   kills    alone  no answer  test\n");
    for (unsigned c = 0; c < kills->chosen_count; c++) {
        struct deeds deeds = deeds_of(kills, kills->chosen[c]);
        fprintf(out, "%8u %8u %10u  %s\n", deeds.kills, deeds.alone, deeds.unknown, kills->tests[kills->chosen[c]]);
    }
}

static void put_others(const struct kills *kills, FILE *out)
{
    struct text text = {0};
    text_put(&text, "\n");
    for (unsigned i = 0; i < kills->mutation->count; i++) {
        const struct mutate_result *result = &kills->mutation->results[i];
        enum kill_verdict verdict = kills_verdict(kills, result);
        if (verdict == KILL_KILLED || verdict == KILL_SAME || verdict == KILL_INVALID)
            continue;
        text_format(&text, "%s: ", names[verdict]);
        mutation_put_mutant(&text, result->mutant);
    }
    if (text.length > 1)
        fwrite(text.bytes, 1, text.length, out);
    text_free(&text);
}

static void put_counts(const struct kills *kills, FILE *out)
{
    unsigned run = 0;
    for (int v = 0; v < KILL_INVALID; v++)
        run += kills_count(kills, (enum kill_verdict)v);
    fprintf(out, "\n%u mutants run: %u killed, %u survived, %u ran out, %u refused", run, kills_count(kills, KILL_KILLED),
            kills_count(kills, KILL_SURVIVED), kills_count(kills, KILL_RAN_OUT), kills_count(kills, KILL_REFUSED));
    if (kills_count(kills, KILL_BROKE))
        fprintf(out, ", %u broke the checker", kills_count(kills, KILL_BROKE));
    fprintf(out, "; besides %u invalid, %u the same as the original; of %u that there are\n", kills_count(kills, KILL_INVALID),
            kills_count(kills, KILL_SAME), kills->mutation->mutants.count);
    if (kills->cut)
        fprintf(out, "not all was looked at: the user, or time, ended it\n");
}

void kills_text(const struct kills *kills, FILE *out)
{
    put_suite(kills, out);
    put_chosen(kills, out);
    put_others(kills, out);
    put_counts(kills, out);
}

/* ---- JSON ---- */

static json_t *tests_json(const struct kills *kills)
{
    json_t *tests = json_object();
    json_part_set(tests, "made", json_integer(kills->made));
    json_part_set(tests, "kept", json_integer(kills->test_count));
    json_part_set(tests, "broken", json_integer(kills->broken));
    json_part_set(tests, "not_judged", json_integer(kills->free));
    json_part_set(tests, "no_answer", json_integer(kills->incomplete));
    return tests;
}

static json_t *suite_json(const struct kills *kills)
{
    json_t *suite = json_object(), *tests = json_array();
    for (unsigned c = 0; c < kills->chosen_count; c++) {
        struct deeds deeds = deeds_of(kills, kills->chosen[c]);
        json_t *test = json_object();
        json_part_set(test, "test", json_part_text(kills->tests[kills->chosen[c]]));
        json_part_set(test, "kills", json_integer(deeds.kills));
        json_part_set(test, "alone", json_integer(deeds.alone));
        json_part_set(test, "no_answer", json_integer(deeds.unknown));
        json_part_append(tests, test);
    }
    json_part_set(suite, "at_most", json_integer(kills->chosen_count));
    json_part_set(suite, "at_least", json_integer(kills->least));
    json_part_set(suite, "smallest", json_boolean(kills_smallest(kills)));
    json_part_set(suite, "tests", tests);
    return suite;
}

static json_t *mutant_json(const struct kills *kills, const struct mutate_result *result)
{
    json_t *object = mutation_mutant_json(result->mutant), *by = json_array();
    enum kill_verdict verdict = kills_verdict(kills, result);
    json_part_set(object, "verdict", json_part_text(names[verdict]));
    if (*result->words && verdict == KILL_INVALID)
        json_part_set(object, "words", json_part_text(result->words));
    for (unsigned c = 0; c < kills->chosen_count; c++)
        if (kills_mark(kills, result, kills->chosen[c]) == KILL_KILLS)
            json_part_append(by, json_part_text(kills->tests[kills->chosen[c]]));
    json_part_set(object, "killed_by", by);
    json_part_set(object, "tests_that_kill", json_integer(count_marks(kills, result, KILL_KILLS)));
    json_part_set(object, "tests_without_answer", json_integer(count_marks(kills, result, KILL_UNKNOWN)));
    return object;
}

json_t *kills_json(const struct kills *kills)
{
    const struct mutation *mutation = kills->mutation;
    json_t *object = json_object(), *counts = json_object(), *mutants = json_array();
    json_part_set(object, "machine", json_part_text(kills->machine));
    json_part_set(object, "vocabulary", kills->vocabulary ? json_part_text(kills->vocabulary) : json_null());
    json_part_set(object, "edges", json_integer(kills->edges));
    json_part_set(object, "threads", json_integer(kills->threads));
    json_part_set(object, "internal", json_boolean(kills->internal));
    json_part_set(object, "seed", mutation->chosen ? json_integer((json_int_t)mutation->seed) : json_null());
    json_part_set(object, "interrupted", json_boolean(kills->cut));
    json_part_set(object, "tests", tests_json(kills));
    json_part_set(object, "suite", suite_json(kills));
    json_part_set(object, "pairs_without_answer", json_integer(kills_unknown(kills)));
    json_part_set(object, "there_are", json_integer(mutation->mutants.count));
    for (int v = 0; v < KILL_VERDICTS; v++)
        json_part_set(counts, names[v], json_integer(kills_count(kills, (enum kill_verdict)v)));
    json_part_set(object, "counts", counts);
    for (unsigned i = 0; i < mutation->count; i++)
        json_part_append(mutants, mutant_json(kills, &mutation->results[i]));
    json_part_set(object, "mutants", mutants);
    return object;
}
