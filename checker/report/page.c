/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * page.c - see page.h.
 *
 * The page's own text is in page/, as files of their kinds, and part of this program.  The trace
 * goes into it as JSON in which no `<` is left, so that nothing in a model's names can
 * end the element that holds it; the page's script puts them into the document as text.
 */
#include "page.h"

#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"

#define EMBED(name, file)                                   \
    __asm__(".pushsection .rodata\n"                        \
            ".global " #name "\n.hidden " #name "\n"        \
            #name ":\n.incbin \"checker/report/page/" file "\"\n.byte 0\n" \
            ".popsection\n")

extern const char page_html[], page_css[], page_js[];
EMBED(page_html, "page.html");
EMBED(page_css, "page.css");
EMBED(page_js, "page.js");

/* JSON as text of a script element: every `<` is written as an escape, which JSON allows in
 * strings, and elsewhere it has none. */
static void put_trace(const json_t *trace, FILE *out)
{
    char *text = json_dumps(trace, JSON_COMPACT | JSON_PRESERVE_ORDER);
    if (!text)
        die("a trace could not be written as JSON");
    for (const char *at = text; *at; at++)
        if (*at == '<')
            fputs("\\u003c", out);
        else
            fputc(*at, out);
    memory_give(text);
}

void page_write(const json_t *trace, FILE *out)
{
    static const struct { const char *mark, *text; } parts[] = {{"@STYLE@", page_css}, {"@TRACE@", NULL}, {"@SCRIPT@", page_js}};
    const char *at = page_html;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *mark = strstr(at, parts[i].mark);
        if (!mark)
            die("page.html has no %s", parts[i].mark);
        fwrite(at, 1, (size_t)(mark - at), out);
        if (parts[i].text)
            fputs(parts[i].text, out);
        else
            put_trace(trace, out);
        at = mark + strlen(parts[i].mark);
    }
    fputs(at, out);
}
