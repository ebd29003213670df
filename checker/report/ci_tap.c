/* SPDX-License-Identifier: BSD-2-Clause */
/* ci_tap.c - check's report as the Test Anything Protocol, version 14. */
#include "ci.h"
#include "ci_parts.h"

/* A description in one line: # begins what is none of it. */
static void put_words(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '#' || *text == '\\')
            fputc('\\', out);
        fputc((unsigned char)*text < ' ' || *text == 127 ? ' ' : *text, out);
    }
}

/* Lines of YAML's literal text; the number says how far they are indented beyond the key, for the first may begin with more blanks
 * than those after it. */
static void put_block(const char *key, const char *text, FILE *out)
{
    fprintf(out, "  %s: |2\n    ", key);
    for (; *text && (*text != '\n' || text[1]); text++) {
        fputc((unsigned char)*text < ' ' && *text != '\n' ? ' ' : *text, out);
        if (*text == '\n')
            fputs("    ", out);
    }
    fputc('\n', out);
}

static void put_end(const json_t *report, const struct ci_case *c, FILE *out)
{
    struct text message = {0}, run = {0};
    if (c->end == CI_FAILED)
        ci_message(&message, c);
    else
        ci_reason(&message, report);
    ci_run(&run, c);
    fputs("  ---\n", out);
    put_block("message", message.bytes, out);
    if (run.length)
        put_block("run", run.bytes, out);
    fputs("  ...\n", out);
    text_free(&message);
    text_free(&run);
}

void ci_tap(const json_t *report, FILE *out)
{
    struct ci_case c;
    size_t count = 0;
    while (ci_case(report, count, &c))
        count++;
    fprintf(out, "TAP version 14\n1..%zu\n", count);
    for (size_t i = 0; ci_case(report, i, &c); i++) {
        fprintf(out, "%s %zu - ", c.end == CI_FAILED || c.end == CI_INCOMPLETE ? "not ok" : "ok", i + 1);
        struct text title = {0};
        ci_title(&title, &c, "\"");
        put_words(title.bytes, out);
        text_free(&title);
        fputs(c.end == CI_SKIPPED ? " # SKIP left out\n" : c.end == CI_UNDECIDED ? " # SKIP not decided: the search ended at a violation\n" : "\n", out);
        if (c.end == CI_FAILED || c.end == CI_INCOMPLETE)
            put_end(report, &c, out);
    }
}
