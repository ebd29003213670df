/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * page.c - see page.h.
 *
 * The page's own text is in page/, as files of their kinds, and part of this program.  The trace
 * goes into it as JSON in which no `<` is left, so that nothing in a model's names can
 * end the element that holds it; the page's script puts them into the document as text.
 */
#include "page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "page_pack.h"

#define EMBED(name, file)                                   \
    __asm__(".pushsection .rodata\n"                        \
            ".global " #name "\n.hidden " #name "\n"        \
            #name ":\n.incbin \"checker/report/page/" file "\"\n.byte 0\n" \
            ".popsection\n")

extern const char page_html[], page_css[], page_js[], matrix_html[], matrix_css[], matrix_js[];
EMBED(page_html, "page.html");
EMBED(page_css, "page.css");
EMBED(page_js, "page.js");
EMBED(matrix_html, "matrix.html");
EMBED(matrix_css, "matrix.css");
EMBED(matrix_js, "matrix.js");

/* JSON as text of a script element: every `<` is written as an escape, which JSON allows in
 * strings, and elsewhere it has none. */
static void put_json(const json_t *trace, FILE *out)
{
    char *text = json_dumps(trace, JSON_COMPACT | JSON_PRESERVE_ORDER);
    if (!text)
        die("a page's data could not be written as JSON");
    for (const char *at = text; *at; at++)
        if (*at == '<')
            fputs("\\u003c", out);
        else
            fputc(*at, out);
    memory_give(text);
}

/* The text, with what its marks stand for; without data the mark of the data stays. */
static void fill(const char *text, const char *style, const char *more, const char *script, const json_t *data, FILE *out)
{
    static const char *const marks[] = {"@STYLE@", "@TRACE@", "@SCRIPT@"};
    for (unsigned i = 0; i < 3; i++) {
        const char *mark = strstr(text, marks[i]);
        if (!mark)
            die("a page has no %s", marks[i]);
        fwrite(text, 1, (size_t)(mark - text), out);
        if (i == 1 && data)
            put_json(data, out);
        else if (i == 1)
            fputs(marks[i], out);
        else
            fprintf(out, "%s%s", i ? script : style, i ? "" : more);
        text = mark + strlen(marks[i]);
    }
    fputs(text, out);
}

void page_write(const json_t *trace, FILE *out)
{
    json_t *packed = page_pack(trace);
    fill(page_html, page_css, "", page_js, packed, out);
    json_decref(packed);
}

/* The page of a run, into which the script of the matrix puts runs. */
static json_t *page_of_runs(void)
{
    char *bytes = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&bytes, &size);
    if (!stream)
        die_memory(sizeof *stream);
    fill(page_html, page_css, "", page_js, NULL, stream);
    if (fclose(stream))
        die_memory(size);
    json_t *text = json_string(bytes);
    free(bytes);
    return text;
}

void page_matrix(json_t *matrix, FILE *out)
{
    json_t *cell;
    size_t i;
    json_array_foreach(json_object_get(matrix, "cells"), i, cell)
        if (json_object_get(cell, "run")) {
            json_object_set_new(matrix, "page", page_of_runs());
            break;
        }
    fill(matrix_html, page_css, matrix_css, matrix_js, matrix, out);
}
