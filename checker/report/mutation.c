/* SPDX-License-Identifier: BSD-2-Clause */
/* mutation.c - see mutation.h. */
#include "mutation.h"

#include <string.h>

#include "../base/die.h"
#include "json_parts.h"

enum { SHOWN_BYTES = 100 };

static const enum mutate_verdict verdicts[] = {MUTATE_KILLED, MUTATE_SURVIVED, MUTATE_RAN_OUT, MUTATE_BROKE,
                                               MUTATE_INVALID, MUTATE_SAME, MUTATE_NOT_RUN};
enum { VERDICTS = sizeof verdicts / sizeof verdicts[0] };

static unsigned count_of(const struct mutation *mutation, int operator, enum mutate_verdict verdict)
{
    unsigned count = 0;
    for (unsigned i = 0; i < mutation->count; i++) {
        const struct mutate_result *result = &mutation->results[i];
        count += result->verdict == verdict && (operator < 0 || (int)result->mutant->operator == operator);
    }
    return count;
}

/* ---- text ---- */

static bool begins_character(char c)
{
    return ((unsigned char)c & 0xC0) != 0x80;
}

/* At most SHOWN_BYTES of a line, from `from` on. */
static void put_quoted(struct text *text, const char *line, size_t from)
{
    size_t length = strlen(line), to = length > from + SHOWN_BYTES ? from + SHOWN_BYTES : length;
    while (!begins_character(line[to]))
        to--;
    if (!length)
        text_put(text, "nothing");
    else
        text_format(text, "`%s%.*s%s`", from ? "..." : "", (int)(to - from), line + from, to < length ? "..." : "");
}

/* Where to begin, so that the first difference is seen. */
static size_t shown_from(const char *one, const char *other)
{
    size_t same = 0;
    while (one[same] && one[same] == other[same])
        same++;
    size_t from = same > SHOWN_BYTES / 2 && strlen(one) > SHOWN_BYTES && *other ? same - SHOWN_BYTES / 2 : 0;
    while (!begins_character(one[from]))
        from--;
    return from;
}

void mutation_put_mutant(struct text *text, const struct mutant *mutant)
{
    if (mutant->given) {
        text_printable(text, mutant->given);
        text_put(text, ", in place of ");
        text_printable(text, mutant->file->shown);
        text_char(text, '\n');
        return;
    }
    struct arena *arena = arena_new();
    const char *original = mutant_original(arena, mutant), *changed = mutant_changed(arena, mutant);
    size_t from = shown_from(original, changed);
    mutant_put_where(text, mutant);
    text_put(text, ": ");
    put_quoted(text, original, from);
    text_put(text, " -> ");
    put_quoted(text, changed, from);
    text_char(text, '\n');
    arena_free(arena);
}

static void write_text(struct text *text, FILE *out)
{
    fwrite(text->bytes, 1, text->length, out);
    text_free(text);
}

void mutation_list(const struct mutation *mutation, FILE *out)
{
    for (unsigned i = 0; i < mutation->mutants.count; i++) {
        struct text text = {0};
        mutation_put_mutant(&text, &mutation->mutants.items[i]);
        write_text(&text, out);
    }
    fprintf(out, "%u mutants\n", mutation->mutants.count);
}

void mutation_checks(const struct mutation *mutation, FILE *out)
{
    for (unsigned n = 0; n < mutation->check_count; n++) {
        const struct mutate_check *check = &mutation->checks[mutation->order[n]];
        fprintf(out, "check %u: %s (the original passes in %.1f s)\n", n + 1, check->name, check->seconds);
    }
}

/* The first line in which they differ, of both. */
static void put_line_pair(struct text *text, const char *one, const char *other)
{
    size_t line = 0;
    for (size_t i = 0; one[i] && one[i] == other[i]; i++)
        line = one[i] == '\n' ? i + 1 : line;
    text_format(text, "    %.*s\n", (int)strcspn(one + line, "\n"), one + line);
    text_format(text, "    the original: %.*s\n", (int)strcspn(other + line, "\n"), other + line);
}

/* Of a survivor: whether a check counted other states than of the original. */
static void put_counts_of(struct text *text, const struct mutation *mutation, const struct mutate_result *result)
{
    unsigned tells = mutate_tells(mutation, result);
    if (tells == mutation->check_count) {
        text_put(text, "    with the original's counts\n");
        return;
    }
    if (mutation->check_count > 1)
        text_format(text, "    %s\n", mutation->checks[tells].name);
    put_line_pair(text, result->checks[tells].counts, mutation->checks[tells].counts);
}

/* What decided: the check, where there are several, and its words. */
static void put_why(struct text *text, const struct mutation *mutation, const struct mutate_result *result)
{
    bool by_check = result->decided_by < mutation->check_count;
    if (by_check && mutation->check_count > 1)
        text_format(text, "    %s\n", mutation->checks[result->decided_by].name);
    if (*result->words)
        text_format(text, "    %s\n", result->words);
}

static void put_table(struct text *text, const struct mutation *mutation)
{
    text_format(text, "%-20s", "");
    for (int v = 0; v < VERDICTS - 1; v++)
        text_format(text, " %8s", mutate_verdict_name(verdicts[v]));
    text_char(text, '\n');
    for (int o = 0; o < MUTANT_OPERATORS; o++) {
        unsigned some = 0;
        for (int v = 0; v < VERDICTS - 1; v++)
            some += count_of(mutation, o, verdicts[v]);
        if (!some)
            continue;
        text_format(text, "%-20s", mutant_operator_name((enum mutant_operator)o));
        for (int v = 0; v < VERDICTS - 1; v++)
            text_format(text, " %8u", count_of(mutation, o, verdicts[v]));
        text_char(text, '\n');
    }
}

/* With --all-checks, what each check did with the mutants that were run. */
static void put_columns(struct text *text, const struct mutation *mutation)
{
    for (unsigned n = 0; mutation->all_checks && mutation->check_count > 1 && n < mutation->check_count; n++) {
        unsigned i = mutation->order[n], ends[CHECK_ENDS] = {0};
        for (unsigned r = 0; r < mutation->count; r++)
            ends[mutation->results[r].checks[i].end]++;
        text_format(text, "check %u alone: %u killed, %u survived, %u ran out\n", n + 1,
                    ends[CHECK_KILLS] + ends[CHECK_REFUSES],
                    ends[CHECK_PASSES], ends[CHECK_RAN_OUT]);
    }
}

static void put_counts(struct text *text, const struct mutation *mutation)
{
    unsigned run = 0, counts[MUTATE_VERDICTS];
    for (int v = 0; v < VERDICTS; v++)
        counts[verdicts[v]] = count_of(mutation, -1, verdicts[v]);
    run = counts[MUTATE_KILLED] + counts[MUTATE_SURVIVED] + counts[MUTATE_RAN_OUT] + counts[MUTATE_BROKE];
    text_format(text, "%u mutants run: %u killed, %u survived, %u ran out", run, counts[MUTATE_KILLED],
                counts[MUTATE_SURVIVED], counts[MUTATE_RAN_OUT]);
    if (counts[MUTATE_BROKE])
        text_format(text, ", %u broke the checker", counts[MUTATE_BROKE]);
    text_format(text, "; besides %u invalid, %u the same as the original; of %u that there are\n", counts[MUTATE_INVALID],
                counts[MUTATE_SAME], mutation->mutants.count);
    if (mutation->interrupted)
        text_format(text, "interrupted: %u were begun and not judged\n", counts[MUTATE_NOT_RUN]);
}

void mutation_text(const struct mutation *mutation, bool all, FILE *out)
{
    struct text text = {0};
    for (unsigned i = 0; i < mutation->count; i++) {
        const struct mutate_result *result = &mutation->results[i];
        bool wanted = result->verdict == MUTATE_SURVIVED || result->verdict == MUTATE_RAN_OUT ||
                      result->verdict == MUTATE_BROKE || all;
        if (!wanted || result->verdict == MUTATE_NOT_RUN)
            continue;
        text_format(&text, "%s: ", mutate_verdict_name(result->verdict));
        mutation_put_mutant(&text, result->mutant);
        put_why(&text, mutation, result);
        if (result->verdict == MUTATE_SURVIVED)
            put_counts_of(&text, mutation, result);
    }
    text_put(&text, text.length ? "\n" : "");
    put_table(&text, mutation);
    put_columns(&text, mutation);
    put_counts(&text, mutation);
    write_text(&text, out);
}

/* ---- JSON ---- */

static void set(json_t *object, const char *key, json_t *value)
{
    if (!value || json_object_set_new(object, key, value))
        die("a JSON value for '%s' could not be made", key);
}

static void append(json_t *array, json_t *value)
{
    if (!value || json_array_append_new(array, value))
        die("a JSON array could not be made");
}

static json_t *checks_json(const struct mutation *mutation)
{
    json_t *checks = json_array();
    for (unsigned n = 0; n < mutation->check_count; n++) {
        const struct mutate_check *check = &mutation->checks[mutation->order[n]];
        json_t *object = json_object();
        set(object, "check", json_part_text(check->name));
        set(object, "seconds", json_real(check->seconds));
        set(object, "counts", json_part_text(check->counts));
        append(checks, object);
    }
    return checks;
}

static json_t *ends_json(const struct mutation *mutation, const struct mutate_result *result)
{
    json_t *ends = json_array();
    for (unsigned n = 0; n < mutation->check_count; n++) {
        const struct check_result *check = &result->checks[mutation->order[n]];
        if (check->end == CHECK_NOT_RUN)
            continue;
        json_t *object = json_object();
        set(object, "check", json_part_text(mutation->checks[mutation->order[n]].name));
        set(object, "end", json_part_text(check_end_name(check->end)));
        set(object, "words", json_part_text(check->words));
        if (check->end == CHECK_PASSES)
            set(object, "counts", json_part_text(check->counts));
        set(object, "seconds", json_real(check->seconds));
        append(ends, object);
    }
    return ends;
}

json_t *mutation_mutant_json(const struct mutant *mutant)
{
    struct arena *arena = arena_new();
    json_t *object = json_object();
    set(object, "file", json_part_text(mutant->file->shown));
    if (mutant->given) {
        set(object, "replaced_by", json_part_text(mutant->given));
        arena_free(arena);
        return object;
    }
    set(object, "line", json_integer(place_line(mutant->place)));
    set(object, "column", json_integer(place_column(mutant->place)));
    set(object, "operator", json_part_text(mutant_operator_name(mutant->operator)));
    set(object, "original", json_part_text(mutant_original(arena, mutant)));
    set(object, "mutated", json_part_text(mutant_changed(arena, mutant)));
    arena_free(arena);
    return object;
}

static json_t *result_json(const struct mutation *mutation, const struct mutate_result *result)
{
    json_t *object = mutation_mutant_json(result->mutant);
    set(object, "verdict", json_part_text(mutate_verdict_name(result->verdict)));
    if (*result->words)
        set(object, "words", json_part_text(result->words));
    set(object, "checks", ends_json(mutation, result));
    if (result->verdict == MUTATE_SURVIVED)
        set(object, "same_counts", json_boolean(mutate_tells(mutation, result) == mutation->check_count));
    return object;
}

static json_t *counts_json(const struct mutation *mutation, int operator)
{
    json_t *counts = json_object();
    for (int v = 0; v < VERDICTS; v++)
        set(counts, mutate_verdict_name(verdicts[v]), json_integer(count_of(mutation, operator, verdicts[v])));
    return counts;
}

json_t *mutation_json(const struct mutation *mutation, const char *of)
{
    json_t *object = json_object(), *mutants = json_array(), *operators = json_object();
    set(object, "of", json_part_text(of));
    set(object, "seed", mutation->chosen ? json_integer((json_int_t)mutation->seed) : json_null());
    set(object, "max_seconds", json_real(mutation->max_seconds));
    set(object, "all_checks", json_boolean(mutation->all_checks));
    set(object, "interrupted", json_boolean(mutation->interrupted));
    set(object, "there_are", json_integer(mutation->mutants.count));
    set(object, "counts", counts_json(mutation, -1));
    for (int o = 0; o < MUTANT_OPERATORS; o++)
        set(operators, mutant_operator_name((enum mutant_operator)o), counts_json(mutation, o));
    set(object, "operators", operators);
    set(object, "checks", checks_json(mutation));
    for (unsigned i = 0; i < mutation->count; i++)
        append(mutants, result_json(mutation, &mutation->results[i]));
    set(object, "mutants", mutants);
    return object;
}
