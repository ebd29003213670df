/* SPDX-License-Identifier: BSD-2-Clause */
/* ci_sarif.c - check's report as SARIF 2.1.0: results at their places, with the run as a code flow. */
#include <ctype.h>
#include <string.h>

#include "ci.h"
#include "ci_parts.h"
#include "show.h"
#include "show_parts.h"

/* A path as a relative reference or a file: what is no character of one is written as %XX. */
static json_t *uri_of(const char *path)
{
    struct text uri = {0};
    text_put(&uri, *path == '/' ? "file://" : "");
    for (; *path; path++)
        if ((unsigned char)*path < 0x80 && (isalnum((unsigned char)*path) || strchr("/._-~", *path)))
            text_char(&uri, *path);
        else
            text_format(&uri, "%%%02X", (unsigned char)*path);
    json_t *json = json_part_text(uri.bytes ? uri.bytes : "");
    text_free(&uri);
    return json;
}

/* In a message {0} is a place for an argument: a brace that is none stands twice (section 3.11.5). */
static json_t *message_of(const char *text)
{
    struct text words = {0};
    for (; *text; text++) {
        if (*text == '{' || *text == '}')
            text_char(&words, *text);
        text_char(&words, *text);
    }
    json_t *message = json_pack("{s:o}", "text", json_part_text(words.bytes ? words.bytes : ""));
    text_free(&words);
    return message;
}

static json_t *location_of(const json_t *place, const char *message)
{
    json_t *location = json_pack(
        "{s:{s:{s:o}, s:{s:I, s:I}}}", "physicalLocation", "artifactLocation", "uri", uri_of(json_part_text_of(place, "file")), "region", "startLine",
        json_integer_value(json_object_get(place, "line")), "startColumn", json_integer_value(json_object_get(place, "column")));
    if (message)
        json_part_set(location, "message", message_of(message));
    return location;
}

/* A step's rule, parameters and what it changes. */
static json_t *flow_location(const struct show *s, unsigned step)
{
    struct text words = {0}, changes = {0};
    show_rule(&words, s, step);
    if (!show_fails(&changes, s, step))
        show_changes(&changes, s, step);
    if (changes.length)
        text_format(&words, ": %s", changes.bytes);
    json_t *location = json_pack("{s:o, s:i}", "location", location_of(json_object_get(json_array_get(s->steps, step), "place"), words.bytes),
                                 "executionOrder", (int)step + 1);
    text_free(&words);
    text_free(&changes);
    return location;
}

/* Where a run goes round, that the format has no word for: in words, and the executionOrder of the first location of the cycle, or, of a run
 * that ends, of its last one. */
static void set_round(json_t *flow, const struct show *s, unsigned loop)
{
    bool ends = loop + 1 == s->count;
    struct text words = {0};
    if (ends)
        text_put(&words, "After its last location nothing leads on, for ever.");
    else
        text_format(&words, "After its last location the run goes on at location %u again, for ever.", loop + 2);
    json_part_set(flow, "message", message_of(words.bytes));
    json_part_set(flow, "properties", json_pack("{s:i}", "loop", (int)(ends ? loop + 1 : loop + 2)));
    text_free(&words);
}

static json_t *flow_of(const struct show *s)
{
    json_t *locations = json_array(), *flow = json_pack("{s:[{s:o}]}", "threadFlows", "locations", locations);
    unsigned loop;
    for (unsigned i = 0; i < s->count; i++)
        json_part_append(locations, flow_location(s, i));
    if (show_goes_round(s, &loop))
        set_round(flow, s, loop);
    return json_pack("[o]", flow);
}

/* A formula of the command line stands in no file. */
static bool is_in_file(const json_t *place)
{
    return place && strncmp(json_part_text_of(place, "file"), "--", 2) != 0;
}

/* Where it shows: the property's place, or, where that is in no file, that of the last rule. */
static void set_places(json_t *result, const struct ci_case *c, const struct show *s)
{
    const json_t *last = s ? json_object_get(json_array_get(s->steps, s->count - 1), "place") : NULL;
    const json_t *at = is_in_file(c->place) ? c->place : last;
    if (at)
        json_part_set(result, "locations", json_pack("[o]", location_of(at, NULL)));
    if (last && at != last)
        json_part_set(result, "relatedLocations", json_pack("[o]", location_of(last, "the rule that fires last")));
}

static json_t *result_of(const struct ci_case *c, int rule)
{
    const json_t *trace = json_object_get(c->violation, "trace");
    struct text message = {0};
    const char *why;
    ci_message(&message, c);
    json_t *result = json_pack("{s:o, s:i, s:s, s:o}", "ruleId", json_part_text(c->name), "ruleIndex", rule, "level", "error", "message",
                               message_of(message.bytes));
    text_free(&message);
    bool shown = trace && show_is_trace(trace, &why);
    const struct show s = shown ? show_open(trace) : (struct show){0};
    set_places(result, c, shown ? &s : NULL);
    if (shown)
        json_part_set(result, "codeFlows", flow_of(&s));
    return result;
}

static json_t *rule_of(const struct ci_case *c)
{
    struct text words = {0};
    ci_title(&words, c, "");
    json_t *rule = json_pack("{s:o, s:o}", "id", json_part_text(c->name), "shortDescription", message_of(words.bytes));
    text_free(&words);
    return rule;
}

/* A search that was not complete is no result, and must not look like one that found nothing. */
static json_t *invocation_of(const json_t *report)
{
    json_t *invocation = json_pack("{s:b}", "executionSuccessful", 1);
    struct text reason = {0};
    if (!strcmp(json_part_text_of(report, "verdict"), "incomplete")) {
        ci_reason(&reason, report);
        json_part_set(invocation, "toolExecutionNotifications", json_pack("[{s:s, s:o}]", "level", "warning", "message", message_of(reason.bytes)));
    }
    text_free(&reason);
    return invocation;
}

json_t *ci_sarif(const json_t *report)
{
    json_t *rules = json_array(), *results = json_array();
    struct ci_case c;
    for (size_t i = 0; ci_case(report, i, &c); i++) {
        json_part_append(rules, rule_of(&c));
        if (c.end == CI_FAILED)
            json_part_append(results, result_of(&c, (int)i));
    }
    json_t *driver = json_pack("{s:s, s:o}", "name", "murrelet", "rules", rules);
    json_t *run = json_pack("{s:{s:o}, s:[o], s:s, s:o}", "tool", "driver", driver, "invocations", invocation_of(report), "columnKind",
                            "unicodeCodePoints", "results", results);
    return json_pack("{s:s, s:s, s:[o]}", "$schema", "https://json.schemastore.org/sarif-2.1.0.json", "version", "2.1.0", "runs", run);
}
