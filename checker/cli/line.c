/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * line.c - see line.h.
 *
 * libedit's interface for callbacks is used, which is given a character when there is
 * one: between two of them a signal is seen.  It has one conversation a process.
 */
#include "line.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "../base/stop.h"

typedef void handler(char *);
typedef char **completer(const char *, int, int);

struct line_reader {
    bool terminal;
    char *(*complete)(void *, unsigned);
    void *data;
    char *line;
    size_t size;
    void *library;                     /* or NULL */
    void (*install)(const char *, handler *);
    void (*read_char)(void);
    void (*remove)(void);
    int (*remember)(const char *);
    char **(*matches)(const char *, char *(*)(const char *, int));
    bool is_whole, has_ended;          /* the line; the input */
};

static struct line_reader *at_work; /* libedit's callbacks are given nothing that says whose they are */

/* ---- libedit ---- */

static char *next_match(const char *begun, int again)
{
    static unsigned index;
    char *line;
    index = again ? index : 0;
    while ((line = at_work->complete(at_work->data, index++)))
        if (!strncmp(line, begun, strlen(begun)))
            return line;
        else
            free(line);
    return NULL;
}

static char **complete(const char *begun, int start, int end)
{
    (void)start, (void)end;
    return at_work->matches(begun, next_match);
}

static void take(char *line)
{
    struct line_reader *r = at_work;
    r->is_whole = true;
    r->has_ended = !line;
    free(r->line);
    r->line = line;
    r->remove();
    if (line && *line)
        r->remember(line);
}

/* A function of the library; its address is no object's, so it is copied as bytes. */
static bool find(struct line_reader *r, const char *name, void *function)
{
    void *address = dlsym(r->library, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

/* A whole line is one word to be completed; where nothing fits, no file names are offered. */
static bool set_up(struct line_reader *r)
{
    completer **attempt = dlsym(r->library, "rl_attempted_completion_function");
    const char **breaks = dlsym(r->library, "rl_basic_word_break_characters");
    int (*begin)(void);
    if (!attempt || !breaks || !find(r, "using_history", &begin) || !find(r, "rl_callback_handler_install", &r->install) ||
        !find(r, "rl_callback_read_char", &r->read_char) || !find(r, "rl_callback_handler_remove", &r->remove) ||
        !find(r, "add_history", &r->remember) || !find(r, "rl_completion_matches", &r->matches))
        return false;
    *attempt = complete;
    *breaks = "";
    begin();
    return true;
}

static void find_library(struct line_reader *r)
{
    static const char *const names[] = {"libedit.so.2", "libedit.so.0", "libedit.so", NULL};
    for (unsigned i = 0; names[i] && !r->library; i++)
        r->library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (r->library && !set_up(r)) {
        dlclose(r->library);
        r->library = NULL;
    }
}

static char *edit(struct line_reader *r, bool *stopped)
{
    r->is_whole = false;
    r->install("> ", take);
    while (!r->is_whole) {
        if (!stop_wait(STDIN_FILENO)) {
            *stopped = true;
            r->remove();
            puts("");
            return NULL;
        }
        r->read_char();
    }
    return r->has_ended ? NULL : r->line;
}

/* ---- the whole ---- */

struct line_reader *line_open(bool terminal, char *(*complete_with)(void *, unsigned), void *data)
{
    struct line_reader *r = calloc(1, sizeof *r);
    if (!r)
        die_memory(sizeof *r);
    *r = (struct line_reader){.terminal = terminal, .complete = complete_with, .data = data};
    setvbuf(stdin, NULL, _IONBF, 0); /* what waits is where stop_wait looks */
    if (terminal && isatty(STDOUT_FILENO))
        find_library(r);
    at_work = r;
    return r;
}

char *line_read(struct line_reader *r, bool *stopped)
{
    *stopped = false;
    if (r->library) {
        fflush(stdout);
        return edit(r, stopped);
    }
    if (r->terminal)
        fputs("> ", stdout);
    fflush(stdout);
    errno = 0;
    if (!stop_wait(STDIN_FILENO)) {
        *stopped = true;
        puts("");
        return NULL;
    }
    if (getline(&r->line, &r->size, stdin) >= 0)
        return r->line;
    memory_check_errno();
    return NULL;
}

void line_close(struct line_reader *r)
{
    at_work = NULL;
    free(r->line);
    free(r);
}
