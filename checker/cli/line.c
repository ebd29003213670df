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
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "../base/stop.h"
#include "../base/text.h"

enum { EDITED_MOST = 900 }; /* bytes; see finish() */

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
    char **edited;                     /* the line so far, of */
    int *length;                       /* so many bytes */
    bool is_whole, has_ended;          /* the line; the input */
};

static struct line_reader *at_work; /* libedit's callbacks are given nothing that says whose they are */

/* ---- the terminal ---- */

static struct termios as_found; /* how the terminal was */

/* Between two lines libedit leaves the terminal to the system's own editing of lines, which drops what is
 * pasted beyond 4,095 bytes of a line, and shows it in the midst of what a command prints.  So
 * it is taken from there at once: what comes waits until it is read, and is shown then. */
static void hold_terminal(void)
{
    struct termios mode = as_found;
    mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &mode);
}

static void give_terminal_back(void)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &as_found);
}

/* What changes the terminal, with no signal in between.  The first signal gives it back, and the next one ends the process at
 * once: so after the first it is not taken again. */
static void change_terminal(void (*change)(void))
{
    sigset_t signals, before;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigprocmask(SIG_BLOCK, &signals, &before);
    change();
    if (stop_asked())
        give_terminal_back();
    sigprocmask(SIG_SETMASK, &before, NULL);
}

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

static void hold_after_editing(void)
{
    at_work->remove();
    hold_terminal();
}

static void take(char *line)
{
    struct line_reader *r = at_work;
    r->is_whole = true;
    r->has_ended = !line;
    free(r->line);
    r->line = line;
    change_terminal(hold_after_editing);
    if (line && *line && strlen(line) < EDITED_MOST)
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
    int (*begin)(void), *signals = dlsym(r->library, "rl_catch_signals");
    r->edited = dlsym(r->library, "rl_line_buffer");
    r->length = dlsym(r->library, "rl_end");
    if (!attempt || !breaks || !r->edited || !r->length || !find(r, "using_history", &begin) || !find(r, "rl_callback_handler_install", &r->install) ||
        !find(r, "rl_callback_read_char", &r->read_char) || !find(r, "rl_callback_handler_remove", &r->remove) ||
        !find(r, "add_history", &r->remember) || !find(r, "rl_completion_matches", &r->matches))
        return false;
    *attempt = complete;
    *breaks = "";
    if (signals)
        *signals = 0; /* it would take them, on any thread, while another one is in it, and crash there */
    begin();
    return true;
}

/* What is typed is text in UTF-8, whatever the environment says: models are.  In the locale a program begins with, libedit
 * drops all that is not ASCII without a word, and `fire é1` fires the first rule. */
static void read_utf8(void)
{
    if (!setlocale(LC_CTYPE, "C.UTF-8"))
        setlocale(LC_CTYPE, "");
}

static void find_library(struct line_reader *r)
{
    static const char *const names[] = {"libedit.so.2", "libedit.so.0", "libedit.so", NULL};
    for (unsigned i = 0; names[i] && !r->library; i++)
        r->library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (r->library)
        read_utf8(); /* it asks once, when it is set up */
    if (r->library && (tcgetattr(STDIN_FILENO, &as_found) != 0 || !set_up(r))) {
        dlclose(r->library);
        r->library = NULL;
    }
    if (r->library && atexit(give_terminal_back) == 0) {
        stop_undoes(give_terminal_back);
        change_terminal(hold_terminal);
    }
}

/* The rest of a long line, as the terminal gives it.  Of one of more than 1,018 bytes libedit's buffer is elsewhere, but after
 * each character it puts a zero behind the line in the one that it had: who pastes that ends with a damaged heap.  What was
 * pasted while libedit had the terminal has the ends of its lines exchanged, \r for \n. */
static char *finish(struct line_reader *r, bool *stopped)
{
    struct text line = {0};
    int c = EOF;
    text_put(&line, *r->edited);
    change_terminal(hold_after_editing);
    while (!(*stopped = !stop_wait(STDIN_FILENO)) && (c = getchar()) != EOF && c != '\n' && c != '\r')
        text_char(&line, (char)c);
    puts("");
    free(r->line);
    r->line = line.bytes;
    return *stopped || c == EOF ? NULL : r->line;
}

/* Ctrl-D on an empty line is the end.  libedit asks the terminal which character that is, but not one that is held, and then
 * takes it for the first of a line. */
static bool is_end(const struct line_reader *r)
{
    return *r->length == 1 && (*r->edited)[0] == (char)as_found.c_cc[VEOF];
}

/* There is no line. */
static char *leave(void)
{
    change_terminal(hold_after_editing);
    puts("");
    return NULL;
}

static void begin_editing(void)
{
    at_work->install("> ", take);
}

static char *edit(struct line_reader *r, bool *stopped)
{
    r->is_whole = false;
    change_terminal(begin_editing);
    while (!r->is_whole) {
        if (!stop_wait(STDIN_FILENO)) {
            *stopped = true;
            return leave();
        }
        r->read_char();
        if (!r->is_whole && is_end(r))
            return leave();
        if (!r->is_whole && *r->length >= EDITED_MOST)
            return finish(r, stopped);
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
