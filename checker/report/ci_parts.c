/* SPDX-License-Identifier: BSD-2-Clause */
/* ci_parts.c - see ci_parts.h. */
#include "ci_parts.h"

#include <string.h>

#include "show.h"
#include "show_parts.h"

/* A deadlock has no place. */
static bool is_same(const json_t *property, const json_t *violation)
{
    const json_t *place = json_object_get(property, "place"), *other = json_object_get(violation, "place");
    return !strcmp(json_part_text_of(property, "kind"), json_part_text_of(violation, "kind")) && !strcmp(json_part_text_of(property, "name"), json_part_text_of(violation, "name")) &&
           (place && other ? json_equal(place, other) : place == other);
}

static const json_t *violation_of(const json_t *report, const json_t *property)
{
    size_t i;
    json_t *violation;
    json_array_foreach(json_object_get(report, "violations"), i, violation)
        if (is_same(property, violation))
            return violation;
    return NULL;
}

static enum ci_end end_of(const json_t *report, const char *verdict)
{
    if (!strcmp(verdict, "holds"))
        return CI_PASSED;
    if (!strcmp(verdict, "violated"))
        return CI_FAILED;
    if (!strcmp(verdict, "skipped"))
        return CI_SKIPPED;
    return !strcmp(json_part_text_of(report, "verdict"), "violated") ? CI_UNDECIDED : CI_INCOMPLETE;
}

/* What somebody wrote, a deadlock, or what is violated: a case of its own. */
static bool stands_alone(const json_t *property)
{
    const char *kind = json_part_text_of(property, "kind");
    return show_is_written(kind) || !strcmp(kind, "deadlock") || !strcmp(json_part_text_of(property, "verdict"), "violated");
}

/* All else, as one: it passed where each did that was not left out. */
static bool rest(const json_t *report, struct ci_case *out)
{
    bool some = false, all_skipped = true;
    size_t i;
    json_t *property;
    *out = (struct ci_case){.kind = "implied by the language", .name = "values, indices, arithmetic"};
    json_array_foreach(json_object_get(report, "properties"), i, property) {
        enum ci_end end = end_of(report, json_part_text_of(property, "verdict"));
        if (stands_alone(property))
            continue;
        some = true;
        all_skipped &= end == CI_SKIPPED;
        if (end == CI_INCOMPLETE || end == CI_UNDECIDED)
            out->end = end;
    }
    if (all_skipped)
        out->end = CI_SKIPPED;
    return some;
}

bool ci_case(const json_t *report, size_t index, struct ci_case *out)
{
    size_t i;
    json_t *property;
    json_array_foreach(json_object_get(report, "properties"), i, property) {
        if (!stands_alone(property) || index--)
            continue;
        *out = (struct ci_case){.end = end_of(report, json_part_text_of(property, "verdict")), .kind = json_part_text_of(property, "kind"),
                                .name = json_part_text_of(property, "name"), .place = json_object_get(property, "place"),
                                .violation = violation_of(report, property)};
        return true;
    }
    return index == 0 && rest(report, out);
}

void ci_reason(struct text *out, const json_t *report)
{
    const char *reason = json_part_text_of(report, "reason");
    if (!strcmp(json_part_text_of(report, "verdict"), "violated"))
        text_put(out, "not decided: the search ended at a violation");
    else
        text_format(out, "incomplete: %s", *reason ? reason : "the search ended before");
}

void ci_place(struct text *out, const json_t *place)
{
    text_place(out, json_part_text_of(place, "file"), (unsigned)json_integer_value(json_object_get(place, "line")),
               (unsigned)json_integer_value(json_object_get(place, "column")));
}

void ci_title(struct text *out, const struct ci_case *c, const char *quote)
{
    if (!show_is_written(c->kind))
        text_put(out, c->place ? c->name : c->kind);
    else
        text_format(out, "%s %s%s%s", c->kind, quote, c->name, quote);
}

void ci_message(struct text *out, const struct ci_case *c)
{
    const char *hint = json_part_text_of(c->violation, "hint"), *untraced = json_part_text_of(c->violation, "no_trace");
    if (c->violation)
        show_property(out, c->violation);
    else
        ci_title(out, c, "\"");
    text_put(out, c->violation && !show_is_written(c->kind) ? "" : " is violated");
    if (*untraced)
        text_format(out, "; no run: %s", untraced);
    else if (!c->violation)
        text_put(out, "; no run: the search ended at another violation");
    if (*hint)
        text_format(out, ". %s", hint);
}

/* A run's end: why its cycle is fair, or what decides the property. */
static void put_reasons(struct text *out, const struct show *s)
{
    size_t i;
    json_t *line;
    struct text treated = {0};
    for (unsigned n = 0; show_treated(&treated, s, n); n++) {
        text_format(out, "%s        %s\n", n ? "" : "The cycle is fair:\n", treated.bytes);
        text_free(&treated);
    }
    text_free(&treated);
    json_array_foreach(json_object_get(s->trace, "because"), i, line)
        text_format(out, "%s        %s\n", i ? "" : show_ends_failing(s) ? "It fails, since\n" : "In the last state:\n",
                    json_is_string(line) ? json_string_value(line) : "");
}

void ci_run(struct text *out, const struct ci_case *c)
{
    const json_t *trace = json_object_get(c->violation, "trace");
    const char *why;
    bool round = false;
    if (!trace || !show_is_trace(trace, &why))
        return;
    const struct show s = show_open(trace);
    for (unsigned step = 0; step < s.count; step++) {
        if (show_is_cycle(&s, step) && !round)
            text_put(out, "The cycle, again and again:\n");
        round = show_is_cycle(&s, step);
        text_format(out, "%4u. ", step);
        show_rule(out, &s, step);
        text_put(out, "  ");
        ci_place(out, json_object_get(json_array_get(s.steps, step), "place"));
        text_char(out, '\n');
        struct text changes = {0};
        if (!show_fails(&changes, &s, step))
            show_changes(&changes, &s, step);
        if (changes.length)
            text_format(out, "        %s\n", changes.bytes);
        text_free(&changes);
    }
    put_reasons(out, &s);
}
