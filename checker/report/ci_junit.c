/* SPDX-License-Identifier: BSD-2-Clause */
/* ci_junit.c - check's report as JUnit's XML. */
#include <inttypes.h>

#include "ci.h"
#include "ci_parts.h"
#include "xml.h"

static void put_end(const json_t *report, const struct ci_case *c, FILE *out)
{
    struct text message = {0}, run = {0};
    if (c->end == CI_FAILED) {
        ci_message(&message, c);
        ci_run(&run, c);
    } else {
        ci_reason(&message, report);
    }
    const char *element = c->end == CI_FAILED ? "failure" : "error";
    fprintf(out, "<%s message=\"", element);
    xml_put(message.bytes, out);
    fputs("\">", out);
    xml_put(run.bytes ? run.bytes : "", out);
    fprintf(out, "</%s>", element);
    text_free(&message);
    text_free(&run);
}

static void put_case(const json_t *report, const struct ci_case *c, FILE *out)
{
    fputs("  <testcase classname=\"", out);
    xml_put(json_part_text_of(report, "model"), out);
    fputs("\" name=\"", out);
    struct text title = {0};
    ci_title(&title, c, "");
    xml_put(title.bytes, out);
    text_free(&title);
    if (c->place) {
        fputs("\" file=\"", out);
        xml_put(json_part_text_of(c->place, "file"), out);
        fprintf(out, "\" line=\"%" JSON_INTEGER_FORMAT, json_integer_value(json_object_get(c->place, "line")));
    }
    fputs("\">", out);
    if (c->end == CI_SKIPPED)
        fputs("<skipped message=\"left out\"/>", out);
    else if (c->end == CI_UNDECIDED)
        fputs("<skipped message=\"not decided: the search ended at a violation\"/>", out);
    else if (c->end != CI_PASSED)
        put_end(report, c, out);
    fputs("</testcase>\n", out);
}

void ci_junit(const json_t *report, FILE *out)
{
    unsigned counts[CI_SKIPPED + 1] = {0}, all = 0;
    struct ci_case c;
    for (size_t i = 0; ci_case(report, i, &c); i++)
        counts[c.end]++, all++;
    fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"murrelet\" tests=\"%u\" errors=\"%u\" failures=\"%u\" skipped=\"%u\" time=\"%.3f\">\n",
            all, counts[CI_INCOMPLETE], counts[CI_FAILED], counts[CI_SKIPPED] + counts[CI_UNDECIDED],
            json_number_value(json_object_get(report, "seconds")));
    for (size_t i = 0; ci_case(report, i, &c); i++)
        put_case(report, &c, out);
    fputs("</testsuite>\n", out);
}
