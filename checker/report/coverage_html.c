/* SPDX-License-Identifier: BSD-2-Clause */
/* coverage_html.c - coverage as a page: the model's text, each line marked by what stands in it. */
#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "ci_parts.h"
#include "coverage.h"
#include "xml.h"

static const char head[] =
    "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<title>Coverage</title><style>\n"
    ":root{color-scheme:light dark;--paper:#fcfcfa;--ink:#1c1e21;--soft:#5d646d;--good:#e3f4e6;--part:#fff2c2;--bad:#fde0dd}\n"
    "@media(prefers-color-scheme:dark){:root{--paper:#16181b;--ink:#e8e9ea;--soft:#a3abb5;--good:#17351f;--part:#4a3d10;--bad:#4d2421}}\n"
    "body{margin:16px;background:var(--paper);color:var(--ink);font:14px/1.45 system-ui,sans-serif}\n"
    "h1,h2,td{overflow-wrap:anywhere}h1{font-size:1.5em}\n"
    "pre{margin:0;font:12px/1.5 ui-monospace,monospace;overflow-x:auto;white-space:normal}pre div{white-space:pre;min-width:max-content}\n"
    ".met{background:var(--good)}.part{background:var(--part)}.unmet{background:var(--bad)}.n,.soft{color:var(--soft)}\n"
    "td,th{padding:2px 12px 2px 0;text-align:left;vertical-align:top}\n</style></head><body>\n";

/* What stands in a line: how many points, how many met, and which not. */
struct line {
    unsigned points, met;
    struct text missed;
};

/* Each list whose items have a place, and what names an item. */
static const char *const lists[][2] = {{"rules", "rule"}, {"branches", "branch"}, {"covers", "cover"}};
enum { LISTS = sizeof lists / sizeof *lists };

static void take(struct line *line, const json_t *item, const char *name)
{
    line->points++;
    line->met += json_is_true(json_object_get(item, "met"));
    if (!json_is_true(json_object_get(item, "met")))
        text_format(&line->missed, "%s%s: %s", line->missed.length ? "; " : "", name, json_part_text_of(item, name));
}

static void put_key(struct text *key, const char *file, json_int_t line)
{
    text_format(key, "%" JSON_INTEGER_FORMAT ":%s", line, file);
}

/* The items by file and line: {key: [{name: its name, item: ...}, ...]}. */
static json_t *by_line(const json_t *coverage)
{
    json_t *lines = json_object(), *item;
    size_t i;
    for (unsigned l = 0; l < LISTS; l++)
        json_array_foreach(json_object_get(coverage, lists[l][0]), i, item) {
            const json_t *place = json_object_get(item, "place");
            struct text key = {0};
            put_key(&key, json_part_text_of(place, "file"), json_integer_value(json_object_get(place, "line")));
            if (!json_object_get(lines, key.bytes))
                json_object_set_new(lines, key.bytes, json_array());
            json_array_append_new(json_object_get(lines, key.bytes), json_pack("{s:s, s:O}", "name", lists[l][1], "item", item));
            text_free(&key);
        }
    return lines;
}

static struct line line_of(const json_t *lines, const char *file, unsigned number)
{
    struct line line = {0};
    struct text key = {0};
    size_t i;
    json_t *entry;
    put_key(&key, file, number);
    json_array_foreach(json_object_get(lines, key.bytes), i, entry)
        take(&line, json_object_get(entry, "item"), json_part_text_of(entry, "name"));
    text_free(&key);
    return line;
}

/* Not by colour alone: a mark says it too, and in words what is missing. */
static void put_line(const json_t *lines, const char *file, unsigned number, const char *text, size_t length, FILE *out)
{
    struct line line = line_of(lines, file, number);
    const char *class = !line.points ? "" : line.met == line.points ? "met" : line.met ? "part" : "unmet";
    const char *mark = !line.points ? " " : line.met == line.points ? "&#x2713;" : line.met ? "~" : "&#x2717;";
    fprintf(out, "<div class=\"%s\" title=\"", class);
    xml_put(line.missed.length ? line.missed.bytes : "", out);
    fprintf(out, "\"><span class=\"n\">%5u %s </span>", number, mark);
    xml_put_bytes(text, length, out);
    if (line.missed.length) {
        fputs("  <span class=\"soft\">&#x2190; not: ", out);
        xml_put(line.missed.bytes, out);
        fputs("</span>", out);
    }
    fputs("</div>\n", out);
    text_free(&line.missed);
}

static void put_file(const json_t *lines, const char *file, FILE *out)
{
    struct arena *arena = arena_new();
    const struct source *source = source_read(arena, diagnostics_new(arena), file, (struct place){0});
    fputs("<h2>", out);
    xml_put(file, out);
    fputs("</h2>\n<pre class=\"scrolls\" tabindex=\"0\">\n", out);
    unsigned number = 1;
    for (const char *at = source ? source->text : ""; *at; number++) {
        size_t length = strcspn(at, "\n");
        put_line(lines, file, number, at, length, out);
        at += length + (at[length] == '\n');
    }
    fputs("</pre>\n", out);
    arena_free(arena);
}

static void put_sums(const json_t *coverage, FILE *out)
{
    const char *key;
    json_t *sum;
    fputs("<table><tr><th></th><th>met</th><th>of</th></tr>\n", out);
    json_object_foreach(json_object_get(coverage, "summary"), key, sum)
        fprintf(out, "<tr><td>%s</td><td>%" JSON_INTEGER_FORMAT "</td><td>%" JSON_INTEGER_FORMAT "</td></tr>\n", key,
                json_integer_value(json_object_get(sum, "met")), json_integer_value(json_object_get(sum, "of")));
    fputs("</table>\n", out);
}

static void put_names(const json_t *names, FILE *out)
{
    size_t i;
    json_t *name;
    json_array_foreach(names, i, name) {
        fputs(i ? ", " : "", out);
        xml_put(json_string_value(name), out);
    }
}

static void put_values(const json_t *values, FILE *out)
{
    size_t i;
    json_t *item;
    fputs("<h2>Values</h2>\n<table><tr><th>variable</th><th>in some state</th><th>in none</th></tr>\n", out);
    json_array_foreach(values, i, item) {
        const json_t *unmet = json_object_get(item, "not_met");
        fprintf(out, "<tr class=\"%s\"><td>", json_array_size(unmet) ? "part" : "met");
        xml_put(json_part_text_of(item, "variable"), out);
        fputs("</td><td>", out);
        put_names(json_object_get(item, "met"), out);
        fputs("</td><td>", out);
        put_names(unmet, out);
        fputs("</td></tr>\n", out);
    }
    fputs("</table>\n", out);
}

static void put_one(const json_t *coverage, FILE *out)
{
    json_t *files = json_object(), *lines = by_line(coverage);
    size_t i;
    json_t *item, *unused;
    const char *file;
    for (unsigned l = 0; l < LISTS; l++)
        json_array_foreach(json_object_get(coverage, lists[l][0]), i, item)
            json_object_set_new(files, json_part_text_of(json_object_get(item, "place"), "file"), json_true());
    fputs("<h1>", out);
    xml_put(json_part_text_of(coverage, "model"), out);
    fprintf(out, ": %s</h1>\n", json_part_text_of(coverage, "verdict"));
    put_sums(coverage, out);
    put_values(json_object_get(coverage, "values"), out);
    json_object_foreach(files, file, unused)
        put_file(lines, file, out);
    json_decref(files);
    json_decref(lines);
}

void coverage_html(const json_t *coverage, FILE *out)
{
    const json_t *machines = json_object_get(coverage, "machines");
    size_t i;
    json_t *one;
    fputs(head, out);
    if (!machines)
        put_one(coverage, out);
    json_array_foreach(machines, i, one)
        put_one(one, out);
    fputs("</body></html>\n", out);
}
