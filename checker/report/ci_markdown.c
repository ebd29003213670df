/* SPDX-License-Identifier: BSD-2-Clause */
/* ci_markdown.c - check's report as Markdown, such as a service shows of a job. */
#include <string.h>

#include "ci.h"
#include "ci_parts.h"
#include "figures.h"
#include "markdown.h"

static void put_run(const struct ci_case *c, FILE *out)
{
    struct text run = {0}, message = {0};
    ci_run(&run, c);
    ci_message(&message, c);
    fputs("\n", out);
    markdown_put(message.bytes, out);
    fputs(message.bytes[message.length - 1] == '.' ? "\n" : ".\n", out);
    if (run.length) {
        fputs("\n<details><summary>The run</summary>\n<pre>\n", out);
        for (const char *at = run.bytes; *at; at++)
            if (strchr("<>&", *at))
                fprintf(out, "&#%d;", *at);
            else if (*at == '\n' && at[1] == '\n')
                continue;
            else
                fputc((unsigned char)*at < ' ' && *at != '\n' ? ' ' : *at, out);
        fputs("</pre></details>\n", out);
    }
    text_free(&run);
    text_free(&message);
}

void ci_markdown(const json_t *report, FILE *out)
{
    static const char *const words[] = {"holds", "**violated**", "incomplete", "not decided", "left out"};
    struct ci_case c;
    fputs("# ", out);
    markdown_put(json_part_text_of(report, "model"), out);
    fprintf(out, ": %s\n\n", json_part_text_of(report, "verdict"));
    fprintf(out, "%s states, depth %" JSON_INTEGER_FORMAT ", %s.\n\n",
            figure_count((uint64_t)json_integer_value(json_object_get(report, "states"))).text,
            json_integer_value(json_object_get(report, "depth")), figure_seconds(json_number_value(json_object_get(report, "seconds"))).text);
    fputs("| property | | where |\n|---|---|---|\n", out);
    for (size_t i = 0; ci_case(report, i, &c); i++) {
        struct text place = {0}, title = {0};
        if (c.place)
            ci_place(&place, c.place);
        fputs("| ", out);
        ci_title(&title, &c, "");
        markdown_put(title.bytes, out);
        text_free(&title);
        fprintf(out, " | %s | ", words[c.end]);
        markdown_put(place.bytes ? place.bytes : "", out);
        fputs(" |\n", out);
        text_free(&place);
    }
    for (size_t i = 0; ci_case(report, i, &c); i++)
        if (c.end == CI_FAILED)
            put_run(&c, out);
}
