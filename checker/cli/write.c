/* SPDX-License-Identifier: BSD-2-Clause */
/* write.c - base/output.h with words for the user. */
#include "write.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/memory.h"
#include "../report/coverage.h"
#include "../report/page.h"

static bool unwritten(const char *path)
{
    memory_check_errno();
    complain("murrelet: cannot write '%s': %s\n", strcmp(path, "-") ? path : "the standard output",
             strerror(errno));
    return false;
}

struct output *write_begin(const char *path, enum output_kind kind)
{
    struct output *output = output_begin(path, kind);
    if (!output)
        unwritten(path);
    return output;
}

bool write_end(struct output *output, const char *path)
{
    return output_end(output) || unwritten(path);
}

bool write_text(const struct text *text, const char *path)
{
    struct output *output = write_begin(path, OUTPUT_REPORT);
    if (output && text->bytes)
        fputs(text->bytes, output_stream(output));
    return output && write_end(output, path);
}

static int add(const char *bytes, size_t length, void *text)
{
    text_add(text, bytes, length);
    return 0;
}

/* A piece is a few bytes: to give each to the stream would cost as much as all else. */
static void put_json(const json_t *root, FILE *out)
{
    struct text text = {0};
    json_dump_callback(root, add, &text, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
    text_char(&text, '\n');
    fwrite(text.bytes, 1, text.length, out);
    text_free(&text);
}

bool write_json(json_t *root, const char *path)
{
    struct output *output = write_begin(path, OUTPUT_REPORT);
    bool made = root != NULL;
    if (output && made)
        put_json(root, output_stream(output));
    json_decref(root);
    if (!output)
        return false;
    if (!made)
        output_drop(output);
    return made && write_end(output, path);
}

bool write_form(const json_t *json, const char *path, void (*form)(const json_t *, FILE *))
{
    struct output *output = write_begin(path, OUTPUT_REPORT);
    if (output)
        form(json, output_stream(output));
    return output && write_end(output, path);
}

bool write_page(const json_t *trace, const char *path)
{
    return write_form(trace, path, page_write);
}

void write_no_run(const char *path)
{
    struct stat file;
    if (path && strcmp(path, "-") && !stat(path, &file) && S_ISREG(file.st_mode))
        complain("murrelet: %s is as it was before: there is no run to write\n", path);
}

bool write_coverage(json_t *coverage, const char *path)
{
    if (text_ends_in(path, ".json"))
        return write_json(coverage, path);
    bool written = write_form(coverage, path, text_ends_in(path, ".html") ? coverage_html : coverage_text);
    json_decref(coverage);
    return written;
}

/* Of the first failure: a stream remembers that it failed, and not why. */
static int standard_error;

bool write_standard_flush(void)
{
    errno = 0;
    bool good = fflush(stdout) == 0 && !ferror(stdout);
    if (!good && !standard_error)
        standard_error = errno;
    return good;
}

int write_standard_end(int code)
{
    if (write_standard_flush())
        return code;
    complain("murrelet: the standard output ends early: %s\n",
             standard_error ? strerror(standard_error) : "it could not be written");
    return code == EXIT_HOLDS ? EXIT_BAD_INPUT : code;
}
