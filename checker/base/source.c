/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source.c - keep input files, and collect, sort and show what is said about
 * them.
 */
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "die.h"
#include "memory.h"
#include "printable.h"
#include "stop.h"
#include "text.h"

enum {
    SHOWN_ERRORS = 20,
    KEPT_DIAGNOSTICS = 1000, /* of a hopeless input; the rest are only counted */
    TAB_WIDTH = 8,
    SHOWN_WIDTH = 160,       /* of a longer line, a window around the caret */
};

/* A note belongs to the diagnostic that it follows, and sorts with it:
 * `group` is the place of that one, `sequence` the order of arrival. */
struct diagnostic {
    enum severity severity;
    struct place place, group;
    unsigned sequence;
    const char *message, *hint;
};

struct diagnostics {
    struct arena *arena;
    struct diagnostic *list;
    unsigned count;
    int errors, warnings;
    bool quiet;    /* warnings are dropped */
    bool dropping; /* the last diagnostic was dropped, and so are its notes */
};

/* ---- places ---- */

enum { MARKED = 256 }; /* bytes from mark to mark: so a place in a long line costs no more than one in a short line */

unsigned source_line_at(const unsigned *starts, unsigned count, unsigned at)
{
    unsigned low = 0, high = count; /* starts[low] <= at < starts[high] */
    while (high - low > 1) {
        unsigned middle = low + (high - low) / 2;
        if (starts[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* From 1. */
static unsigned line_of(const struct source *source, unsigned at)
{
    return source_line_at(source->lines, source->line_count, at) + 1;
}

static const char *line_start(struct place place)
{
    return place.source->text + place.source->lines[line_of(place.source, place.start) - 1];
}

unsigned place_line(struct place place)
{
    return place.source ? line_of(place.source, place.start) : 0;
}

static unsigned characters(const char *at, const char *end)
{
    unsigned count = 0;
    for (; at < end; at++)
        count += !text_continues(*at);
    return count;
}

/* Of the text before a byte. */
static unsigned characters_before(const struct source *source, const char *end)
{
    unsigned block = (unsigned)(end - source->text) / MARKED;
    return source->marks[block] + characters(source->text + block * MARKED, end);
}

unsigned place_column(struct place place)
{
    if (!place.source)
        return 0;
    const char *start = line_start(place), *end = place.source->text + place.start;
    if (end - start <= MARKED)
        return 1 + characters(start, end);
    return 1 + characters_before(place.source, end) - characters_before(place.source, start);
}

static int order(unsigned long a, unsigned long b)
{
    return (a > b) - (a < b);
}

void place_put(struct text *text, struct place place)
{
    if (place.source)
        text_place(text, place.source->path, place_line(place), place_column(place));
    else
        text_char(text, '?');
}

int place_compare(struct place a, struct place b)
{
    if (a.source != b.source) {
        if (!a.source || !b.source)
            return a.source ? 1 : -1;
        int c = order(a.source->order, b.source->order);
        return c ? c : strcmp(a.source->path, b.source->path);
    }
    int c = order(a.start, b.start);
    return c ? c : order(a.end, b.end);
}

/* ---- collecting ---- */

struct diagnostics *diagnostics_new(struct arena *arena)
{
    struct diagnostics *diagnostics = arena_alloc(arena, sizeof *diagnostics);
    diagnostics->arena = arena;
    return diagnostics;
}

void diagnostics_drop_warnings(struct diagnostics *diagnostics)
{
    diagnostics->quiet = true;
}

static bool said_already(const struct diagnostics *diagnostics, struct place place)
{
    for (unsigned i = 0; i < diagnostics->count; i++) {
        const struct diagnostic *other = &diagnostics->list[i];
        if (other->severity == SEVERITY_ERROR && other->place.source == place.source &&
            other->place.start == place.start)
            return place.source != NULL;
    }
    return false;
}

static bool drop(struct diagnostics *diagnostics, enum severity severity, struct place place)
{
    if (severity == SEVERITY_NOTE)
        return diagnostics->dropping || diagnostics->count >= KEPT_DIAGNOSTICS;
    if (severity == SEVERITY_WARNING && diagnostics->quiet)
        return true;
    if (severity == SEVERITY_ERROR && said_already(diagnostics, place))
        return true;
    diagnostics->errors += severity == SEVERITY_ERROR;
    diagnostics->warnings += severity == SEVERITY_WARNING;
    return diagnostics->count >= KEPT_DIAGNOSTICS;
}

void diagnostics_add(struct diagnostics *diagnostics, enum severity severity, struct place place, const char *hint,
                     const char *format, ...)
{
    va_list list;
    va_start(list, format);
    diagnostics_vadd(diagnostics, severity, place, hint, format, list);
    va_end(list);
}

void diagnostics_vadd(struct diagnostics *diagnostics, enum severity severity, struct place place, const char *hint,
                      const char *format, va_list list)
{
    bool dropped = drop(diagnostics, severity, place);
    if (severity != SEVERITY_NOTE)
        diagnostics->dropping = dropped;
    if (dropped)
        return;
    struct text message = {0};
    text_vformat(&message, format, list);
    bool follows = severity == SEVERITY_NOTE && diagnostics->count;
    struct diagnostic new = {
        .severity = severity,
        .place = place,
        .group = follows ? diagnostics->list[diagnostics->count - 1].group : place,
        .sequence = diagnostics->count,
        .message = arena_text(diagnostics->arena, message.bytes, message.length),
        .hint = hint ? arena_text(diagnostics->arena, hint, strlen(hint)) : NULL,
    };
    text_free(&message);
    ARENA_PUSH(diagnostics->arena, diagnostics->list, diagnostics->count, new);
}

int diagnostics_errors(const struct diagnostics *diagnostics)
{
    return diagnostics->errors;
}

int diagnostics_warnings(const struct diagnostics *diagnostics)
{
    return diagnostics->warnings;
}

/* ---- printing ---- */

/* A line as it will stand on the terminal: tabs expanded, one cell a
 * character, what cannot be shown replaced.  [from, to) are the cells of the
 * span within it, at least one. */
struct shown_line {
    struct text text;
    unsigned *cells; /* byte offset in text of each cell, and of the end */
    unsigned count, from, to;
};

static void add_cell(struct shown_line *shown, struct arena *arena, const char *bytes, size_t length)
{
    ARENA_PUSH(arena, shown->cells, shown->count, (unsigned)shown->text.length);
    text_add(&shown->text, bytes, length);
}

static void add_character(struct shown_line *shown, struct arena *arena, const char *at, unsigned length)
{
    if (*at == '\t')
        do
            add_cell(shown, arena, " ", 1);
        while (shown->count % TAB_WIDTH);
    else if (!length || text_is_control(at, length))
        add_cell(shown, arena, "?", 1);
    else
        add_cell(shown, arena, at, length);
}

static struct shown_line show_line(struct arena *arena, struct place place)
{
    struct shown_line shown = {0};
    const char *text = place.source->text, *end = text + place.source->length;
    const char *at = line_start(place), *stop = memchr(at, '\n', (size_t)(end - at));
    stop = stop ? stop : end;
    if (stop > at && stop[-1] == '\r')
        stop--;
    bool started = false, ended = false;
    while (at < stop) {
        if (!started && at >= text + place.start)
            shown.from = shown.count, started = true;
        if (!ended && at >= text + place.end)
            shown.to = shown.count, ended = true;
        unsigned length = text_character(at, stop);
        add_character(&shown, arena, at, length);
        at += length ? length : 1;
    }
    if (!started)
        shown.from = shown.count;
    if (!ended)
        shown.to = shown.count;
    if (shown.to <= shown.from)
        shown.to = shown.from + 1;
    ARENA_PUSH(arena, shown.cells, shown.count, (unsigned)shown.text.length);
    shown.count--;
    return shown;
}

static void print_line(FILE *out, const char *mark, const char *plain, struct place place)
{
    struct arena *arena = arena_new();
    struct shown_line shown = show_line(arena, place);
    unsigned first = 0, last = shown.count;
    if (last > SHOWN_WIDTH) {
        first = shown.from > SHOWN_WIDTH / 2 ? shown.from - SHOWN_WIDTH / 2 : 0;
        last = first + SHOWN_WIDTH < shown.count ? first + SHOWN_WIDTH : shown.count;
    }
    unsigned to = shown.to > last && last > shown.from ? last : shown.to;
    fprintf(out, "%5u | %s", place_line(place), first ? "..." : "");
    if (shown.count)
        fwrite(shown.text.bytes + shown.cells[first], 1, shown.cells[last] - shown.cells[first], out);
    fprintf(out, "%s\n      | %*s%s^", last < shown.count ? "..." : "", (int)(shown.from - first + (first ? 3 : 0)), "", mark);
    for (unsigned i = shown.from + 1; i < to; i++)
        fputc('~', out);
    fprintf(out, "%s\n", plain);
    text_free(&shown.text);
    arena_free(arena);
}

static void print_one(FILE *out, bool colour, const struct diagnostic *diagnostic)
{
    static const char *const names[] = {"note", "warning", "error"};
    static const char *const colours[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};
    const char *mark = colour ? colours[diagnostic->severity] : "", *bold = colour ? "\033[1m" : "";
    const char *plain = colour ? "\033[0m" : "";
    struct place place = diagnostic->place;
    fputs(bold, out);
    if (place.source)
        printable_place(place.source->path, place_line(place), place_column(place), out);
    else
        fputs("murrelet", out);
    fprintf(out, ": %s%s:%s %s", mark, names[diagnostic->severity], plain, bold);
    printable_put_lines(diagnostic->message, out);
    fprintf(out, "%s\n", plain);
    if (place.source)
        print_line(out, mark, plain, place);
    if (diagnostic->hint)
        fprintf(out, "      = hint: %s\n", diagnostic->hint);
}

static int compare(const void *a, const void *b)
{
    const struct diagnostic *left = a, *right = b;
    int c = place_compare(left->group, right->group);
    return c ? c : order(left->sequence, right->sequence);
}

static void sort(struct diagnostics *diagnostics)
{
    if (diagnostics->count)
        qsort(diagnostics->list, diagnostics->count, sizeof *diagnostics->list, compare);
}

/* The sequence is the order of arrival, and what comes later must not precede what is there. */
void diagnostics_each(struct diagnostics *diagnostics, void (*tell)(void *, const struct said *), void *data)
{
    sort(diagnostics);
    for (unsigned i = 0; i < diagnostics->count; i++) {
        const struct diagnostic *d = &diagnostics->list[i];
        tell(data, &(struct said){d->severity, d->place, d->message, d->hint});
    }
}

void diagnostics_print(struct diagnostics *diagnostics, FILE *out, int colour)
{
    sort(diagnostics);
    int errors = 0;
    for (unsigned i = 0; i < diagnostics->count && errors <= SHOWN_ERRORS; i++) {
        errors += diagnostics->list[i].severity == SEVERITY_ERROR;
        if (errors <= SHOWN_ERRORS)
            print_one(out, colour, &diagnostics->list[i]);
    }
    if (errors > SHOWN_ERRORS)
        fprintf(out, "murrelet: too many errors: the first %d of %d are shown\n", SHOWN_ERRORS, diagnostics->errors);
    diagnostics->list = NULL;
    diagnostics->count = 0;
}

void diagnostics_put(struct diagnostics *diagnostics, struct text *text)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&bytes, &length);
    if (!stream)
        die_memory(0);
    diagnostics_print(diagnostics, stream, 0);
    if (fclose(stream)) /* it grows as it is written */
        die_memory(length);
    text_add(text, bytes, length);
    free(bytes);
}

/* ---- reading ---- */

/* Without a long line nobody asks for them. */
static void set_marks(struct arena *arena, struct source *source)
{
    unsigned longest = source->length - source->lines[source->line_count - 1];
    for (unsigned i = 1; i < source->line_count; i++)
        longest = source->lines[i] - source->lines[i - 1] > longest ? source->lines[i] - source->lines[i - 1] : longest;
    if (longest <= MARKED)
        return;
    unsigned *marks = arena_alloc(arena, (source->length / MARKED + 1) * sizeof *marks);
    marks[0] = 0;
    for (unsigned i = 0; i < source->length / MARKED; i++)
        marks[i + 1] = marks[i] + characters(source->text + i * MARKED, source->text + (i + 1) * MARKED);
    source->marks = marks;
}

static void find_lines(struct arena *arena, struct source *source)
{
    const char *end = source->text + source->length;
    unsigned *lines = NULL;
    ARENA_PUSH(arena, lines, source->line_count, 0);
    for (const char *at = source->text; (at = memchr(at, '\n', (size_t)(end - at))); at++)
        ARENA_PUSH(arena, lines, source->line_count, (unsigned)(at + 1 - source->text));
    source->lines = lines;
}

static struct source *make_source(struct arena *arena, const char *path, const char *text, size_t length)
{
    struct source *source = arena_alloc(arena, sizeof *source);
    source->path = arena_text(arena, path, strlen(path));
    source->text = arena_text(arena, text ? text : "", length);
    source->length = (unsigned)length;
    find_lines(arena, source);
    set_marks(arena, source);
    return source;
}

struct source *source_from_text(struct arena *arena, const char *path, const char *text)
{
    return make_source(arena, path, text, strlen(text));
}

enum { LENGTH_LIMIT = 0x7FFFFFFF };

/* A pipe or a terminal may keep one waiting, and so a stop is heeded between reads.
 * Returns what is wrong, or NULL. */
static const char *read_all(int file, struct text *text)
{
    struct stat status = {.st_size = 0};
    bool waits = !fstat(file, &status) && !S_ISREG(status.st_mode);
    if (waits && S_ISDIR(status.st_mode))
        return "it is a directory";
    if (!waits && status.st_size > 0 && status.st_size < LENGTH_LIMIT)
        text_reserve(text, (size_t)status.st_size);
    char buffer[16 * 1024];
    for (;;) {
        if (waits && !stop_wait(file))
            return "interrupted";
        ssize_t got = read(file, buffer, sizeof buffer);
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return got < 0 ? strerror(errno) : NULL;
        if (text->length + (size_t)got >= LENGTH_LIMIT)
            return "it is too large (2 GiB or more)";
        text_add(text, buffer, (size_t)got);
    }
}

struct source *source_from_bytes(struct arena *arena, const char *path, const char *bytes, size_t length)
{
    return make_source(arena, path, bytes, length);
}

/* What stands in for files: their paths without links, and the texts. */
static struct stand_in {
    struct stand_in *next;
    char *path;
    struct text text;
} *stand_ins;

/* NULL: there is no such file. */
static char *real_path(const char *path)
{
    char *real = realpath(path, NULL);
    if (!real)
        memory_check_errno();
    return real;
}

/* A file that is not there yet is known by its folder and its name, or by what it is called.  For free(). */
static char *without_links(const char *path)
{
    char *real = real_path(path);
    const char *slash = strrchr(path, '/');
    if (real)
        return real;
    struct text text = {0};
    text_add(&text, path, slash ? (size_t)(slash - path) + 1 : 0);
    real = real_path(slash ? text.bytes : ".");
    text_free(&text);
    text = (struct text){0};
    text_put(&text, real ? real : "");
    if (real)
        text_char(&text, '/');
    text_put(&text, real && slash ? slash + 1 : path);
    free(real);
    real = strdup(text.bytes);
    if (!real)
        die_memory(text.length);
    text_free(&text);
    return real;
}

void source_stand_in_too(const char *path, const char *text, size_t length)
{
    struct stand_in *new = memory_zeroed(1, sizeof *new);
    new->path = without_links(path);
    text_add(&new->text, text, length);
    new->next = stand_ins;
    stand_ins = new;
}

void source_stand_in(const char *path, const char *text, size_t length)
{
    while (stand_ins) {
        struct stand_in *first = stand_ins;
        stand_ins = first->next;
        free(first->path);
        text_free(&first->text);
        free(first);
    }
    if (text)
        source_stand_in_too(path, text, length);
}

static const struct stand_in *find_stand_in(const char *path)
{
    if (!stand_ins)
        return NULL;
    char *real = without_links(path);
    const struct stand_in *found = stand_ins;
    while (found && strcmp(found->path, real) != 0)
        found = found->next;
    free(real);
    return found;
}

void source_each_stand_in(void (*visit)(void *, const char *path), void *data)
{
    for (const struct stand_in *s = stand_ins; s; s = s->next)
        visit(data, s->path);
}

bool source_exists(const char *path)
{
    return access(path, F_OK) == 0 || find_stand_in(path);
}

struct source *source_read(struct arena *arena, struct diagnostics *diagnostics, const char *path, struct place from)
{
    bool standard = !strcmp(path, "-");
    const struct stand_in *instead = standard ? NULL : find_stand_in(path);
    if (instead)
        return make_source(arena, path, instead->text.bytes, instead->text.length);
    /* Opening a fifo must not wait for its writer: reading does, and can be stopped. */
    int file = standard ? STDIN_FILENO : open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct text text = {0};
    if (file < 0)
        memory_check_errno();
    const char *wrong = file >= 0 ? read_all(file, &text) : strerror(errno);
    struct source *source = NULL;
    if (wrong)
        diagnostics_add(diagnostics, SEVERITY_ERROR, from, NULL, "cannot read '%s': %s", path, wrong);
    else
        source = make_source(arena, standard ? "<stdin>" : path, text.bytes, text.length);
    if (file >= 0 && !standard)
        close(file);
    text_free(&text);
    return source;
}
