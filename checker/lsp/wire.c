/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * wire.c - see wire.h.
 */
#include "wire.h"

#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/memory.h"

static const char mark[] = "content-length:";

enum {
    MARK = sizeof mark - 1,
    LINE_LIMIT = 4096, /* of a header line; no line of ours comes near */
    DIGITS_LIMIT = 15,
};

/* ---- bytes ---- */

static bool read_more(struct wire *wire)
{
    char buffer[64 * 1024];
    if (wire->at) {
        memmove(wire->kept.bytes, wire->kept.bytes + wire->at, wire->kept.length - wire->at);
        wire->kept.length -= wire->at;
        wire->at = 0;
    }
    ssize_t got;
    do
        got = wire->ended ? 0 : read(wire->in, buffer, sizeof buffer);
    while (got < 0 && errno == EINTR);
    wire->ended |= got <= 0;
    if (got > 0)
        text_add(&wire->kept, buffer, (size_t)got);
    return got > 0;
}

static size_t kept(const struct wire *wire)
{
    return wire->kept.length - wire->at;
}

bool wire_pending(const struct wire *wire)
{
    struct pollfd file = {.fd = wire->in, .events = POLLIN};
    return kept(wire) || (!wire->ended && poll(&file, 1, 0) > 0);
}

/* ---- headers ---- */

/* The next line and its length, its end included; of a longer one so much as no header has.  NULL at the end of input. */
static const char *next_line(struct wire *wire, size_t *length)
{
    for (;;) {
        const char *start = wire->kept.bytes + wire->at;
        const char *end = kept(wire) ? memchr(start, '\n', kept(wire)) : NULL;
        *length = end ? (size_t)(end + 1 - start) : kept(wire);
        if (end && *length <= LINE_LIMIT)
            return start;
        if (*length > LINE_LIMIT) {
            *length = LINE_LIMIT;
            return start;
        }
        if (!read_more(wire))
            return NULL;
    }
}

static size_t find_mark(const char *line, size_t length)
{
    for (size_t i = 0; i + MARK <= length; i++)
        if (!strncasecmp(line + i, mark, MARK))
            return i;
    return length;
}

/* The number after the mark; false where there is none, or one that no message has. */
static bool read_length(const char *at, const char *end, size_t *value)
{
    unsigned digits = 0;
    *value = 0;
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    for (; at < end && isdigit((unsigned char)*at); at++, digits++)
        if (digits < DIGITS_LIMIT)
            *value = *value * 10 + (size_t)(*at - '0');
    while (at < end && isspace((unsigned char)*at))
        at++;
    return digits && digits <= DIGITS_LIMIT && at == end && end[-1] == '\n';
}

static bool is_blank(const char *line, size_t length)
{
    return (length == 1 && *line == '\n') || (length == 2 && !memcmp(line, "\r\n", 2));
}

static bool is_header(const char *line, size_t length)
{
    return isalpha((unsigned char)*line) && line[length - 1] == '\n' && memchr(line, ':', length);
}

/* Up to the end of a header that says a length; *stray where anything else came before. */
static bool read_header(struct wire *wire, size_t *length, bool *stray)
{
    bool known = false;
    const char *line;
    size_t size;
    while ((line = next_line(wire, &size))) {
        size_t at = find_mark(line, size);
        if (at > 0 && at < size) { /* the line begins there */
            *stray = true;
            wire->at += at;
            continue;
        }
        if (!at) {
            *stray |= known;
            known = read_length(line + MARK, line + size, length);
            *stray |= !known;
        } else if (is_blank(line, size)) {
            wire->at += size;
            if (known)
                return true;
            *stray = true;
            continue;
        } else if (!is_header(line, size)) {
            *stray = true;
        }
        wire->at += line[size - 1] == '\n' ? size : size - MARK; /* what is cut tears no mark */
    }
    return false;
}

static bool skip(struct wire *wire, size_t length)
{
    while (kept(wire) < length) {
        length -= kept(wire);
        wire->at = wire->kept.length;
        if (!read_more(wire))
            return false;
    }
    wire->at += length;
    return true;
}

enum wire_kind wire_read(struct wire *wire, const char **bytes, size_t *length, bool *stray)
{
    *stray = false;
    if (!read_header(wire, length, stray))
        return WIRE_END;
    if (*length > WIRE_LONGEST)
        return skip(wire, *length) ? WIRE_TOO_LONG : WIRE_END;
    while (kept(wire) < *length)
        if (!read_more(wire))
            return WIRE_END;
    *bytes = wire->kept.bytes + wire->at;
    wire->at += *length;
    return WIRE_MESSAGE;
}

void wire_write(struct wire *wire, json_t *message)
{
    char *bytes = json_dumps(message, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_decref(message);
    if (!bytes)
        return;
    fprintf(wire->out, "Content-Length: %zu\r\n\r\n%s", strlen(bytes), bytes);
    wire->failed |= fflush(wire->out) != 0;
    memory_give(bytes);
}

void wire_free(struct wire *wire)
{
    text_free(&wire->kept);
}
