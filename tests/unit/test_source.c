/* SPDX-License-Identifier: BSD-2-Clause */
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "syntax.h"

TestSuite(source, .timeout = 20);

static struct place place_at(const struct source *source, const char *what)
{
    const char *at = strstr(source->text, what);
    cr_assert_not_null(at);
    unsigned start = (unsigned)(at - source->text);
    return (struct place){source, start, start + (unsigned)strlen(what)};
}

static void says(struct syntax *s, const char *expected)
{
    char *said = syntax_said(s);
    cr_assert_str_eq(said, expected);
}

Test(source, counts_lines_and_characters)
{
    struct syntax s = syntax_begin();
    struct source *source = syntax_source(&s, "one\n\ttwo ≤ drei\n\nvier");
    cr_assert_eq(place_line(place_at(source, "one")), 1);
    cr_assert_eq(place_column(place_at(source, "one")), 1);
    cr_assert_eq(place_line(place_at(source, "drei")), 2);
    cr_assert_eq(place_column(place_at(source, "drei")), 8); /* a tab is one character, and so is ≤ */
    cr_assert_eq(place_line(place_at(source, "vier")), 4);
    cr_assert_eq(place_line((struct place){0}), 0);
    syntax_end(&s);
}

/* Each of them counted from the line's start would be 4 * 10^10 steps, some 20 seconds. */
Test(source, a_long_line_costs_no_more_than_short_ones)
{
    enum { COUNT = 200000 };
    struct syntax s = syntax_begin();
    struct text text = {0};
    text_put(&text, "first\n");
    for (unsigned i = 0; i < COUNT; i++)
        text_put(&text, i % 5 ? "a" : "\u2264");
    struct source *source = syntax_source(&s, text.bytes);
    unsigned at = 6, wrong = 0;
    clock_t begun = clock();
    for (unsigned i = 0; i < COUNT; i++) {
        wrong += place_column((struct place){source, at, at + 1}) != i + 1;
        at += i % 5 ? 1 : 3;
    }
    cr_assert_eq(wrong, 0, "%u columns are wrong", wrong);
    cr_assert_eq(at, text.length);
    cr_assert_eq(place_column((struct place){source, at, at}), COUNT + 1);
    cr_assert_lt((double)(clock() - begun) / CLOCKS_PER_SEC, 2);
    text_free(&text);
    syntax_end(&s);
}

Test(source, shows_the_line_with_a_caret)
{
    struct syntax s = syntax_begin();
    struct source *source = syntax_source(&s, "a\n\tx ≤ yy;\n");
    diagnostics_add(s.diagnostics, SEVERITY_ERROR, place_at(source, "yy"), "a hint", "wrong: %d", 7);
    cr_assert_eq(diagnostics_errors(s.diagnostics), 1);
    says(&s, "test.m:2:6: error: wrong: 7\n"
             "    2 |         x ≤ yy;\n"
             "      |             ^~\n"
             "      = hint: a hint\n");
    cr_assert_eq(diagnostics_errors(s.diagnostics), 1, "printing forgets the texts, not the count");
    says(&s, "");
    syntax_end(&s);
}

Test(source, underlines_the_first_line_of_a_span)
{
    struct syntax s = syntax_begin();
    struct source *source = syntax_source(&s, "if a\nthen");
    diagnostics_add(s.diagnostics, SEVERITY_WARNING, (struct place){source, 0, 9}, NULL, "long");
    diagnostics_add(s.diagnostics, SEVERITY_ERROR, (struct place){source, 9, 9}, NULL, "at the end");
    says(&s, "test.m:1:1: warning: long\n    1 | if a\n      | ^~~~\n"
             "test.m:2:5: error: at the end\n    2 | then\n      |     ^\n");
    syntax_end(&s);
}

Test(source, sorts_and_keeps_notes_with_what_they_explain)
{
    struct syntax s = syntax_begin();
    struct source *source = syntax_source(&s, "aa bb");
    diagnostics_add(s.diagnostics, SEVERITY_ERROR, place_at(source, "bb"), NULL, "second");
    diagnostics_add(s.diagnostics, SEVERITY_NOTE, place_at(source, "aa"), NULL, "its note");
    diagnostics_add(s.diagnostics, SEVERITY_ERROR, place_at(source, "aa"), NULL, "first");
    diagnostics_add(s.diagnostics, SEVERITY_ERROR, place_at(source, "bb"), NULL, "again");
    diagnostics_add(s.diagnostics, SEVERITY_NOTE, place_at(source, "bb"), NULL, "dropped with it");
    cr_assert_eq(diagnostics_errors(s.diagnostics), 2);
    char *said = syntax_said(&s);
    cr_assert_not_null(strstr(said, "first"));
    size_t first = (size_t)(strstr(said, "first") - said), second = (size_t)(strstr(said, "second") - said);
    cr_assert_lt(first, second);
    cr_assert_lt(second, (size_t)(strstr(said, "its note") - said));
    cr_assert_null(strstr(said, "again"));
    cr_assert_null(strstr(said, "dropped"));
    syntax_end(&s);
}

Test(source, shows_twenty_errors_at_most)
{
    struct syntax s = syntax_begin();
    struct source *source = syntax_source(&s, "0123456789012345678901234567890123456789");
    for (unsigned i = 0; i < 30; i++)
        diagnostics_add(s.diagnostics, SEVERITY_ERROR, (struct place){source, i, i + 1}, NULL, "number %u.", i);
    char *said = syntax_said(&s);
    cr_assert_not_null(strstr(said, "number 19."));
    cr_assert_null(strstr(said, "number 20."));
    cr_assert_not_null(strstr(said, "20 of 30"));
    syntax_end(&s);
}

Test(source, cuts_long_lines_and_replaces_what_cannot_be_shown)
{
    struct syntax s = syntax_begin();
    char *long_line = malloc(5001);
    memset(long_line, 'x', 5000);
    long_line[5000] = 0;
    long_line[4000] = '\x01';
    struct source *source = syntax_source(&s, long_line);
    diagnostics_add(s.diagnostics, SEVERITY_ERROR, (struct place){source, 4000, 4001}, NULL, "here");
    char *said = syntax_said(&s);
    cr_assert_lt(strlen(said), 600);
    cr_assert_not_null(strstr(said, "x?x"));
    free(long_line);
    syntax_end(&s);
}

Test(source, says_what_it_cannot_read)
{
    struct syntax s = syntax_begin();
    cr_assert_null(source_read(s.arena, s.diagnostics, "/nonexistent/x.m", (struct place){0}));
    cr_assert_null(source_read(s.arena, s.diagnostics, "/", (struct place){0}));
    says(&s, "murrelet: error: cannot read '/nonexistent/x.m': No such file or directory\n"
             "murrelet: error: cannot read '/': it is a directory\n");
    syntax_end(&s);
}

Test(source, reads_a_file_as_it_is)
{
    char path[] = "/tmp/murrelet-source-XXXXXX";
    int file = mkstemp(path);
    cr_assert(file >= 0 && write(file, "a\0b\n", 4) == 4);
    close(file);
    struct syntax s = syntax_begin();
    struct source *source = source_read(s.arena, s.diagnostics, path, (struct place){0});
    cr_assert_not_null(source);
    cr_assert_eq(source->length, 4);
    cr_assert_eq(memcmp(source->text, "a\0b\n", 5), 0);
    unlink(path);
    syntax_end(&s);
}
