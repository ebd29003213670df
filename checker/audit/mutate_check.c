/* SPDX-License-Identifier: BSD-2-Clause */
/* mutate_check.c - see mutate_check.h. */
#include "mutate_check.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/machine.h"
#include "../base/source.h"
#include "../base/stop.h"

#define GRACE_SECONDS 2 /* between asking a check to end and making it */
#define DOZE_MILLISECONDS 50

enum { MOST_POLLED = 64 };

/* ---- the process ---- */

/* It ends with the one that started it, and Ctrl-C is that one's to pass on. */
static void detach(int output)
{
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(nothing, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(output, STDERR_FILENO);
    stop_take_back();
}

static _Noreturn void run(const struct mutate_check *check, const struct check_subject *subject, int output)
{
    detach(output);
    if (subject)
        source_stand_in(subject->path, subject->text->bytes, subject->text->length);
    int code = check->judge && subject ? check->judge(check->data, subject->mutant) : check->run(check->argc, check->argv);
    if (fflush(stdout) != 0)
        code = EXIT_BUG;
    /* Whoever was stopped before the input was there cannot call it bad. */
    _exit(code == EXIT_BAD_INPUT && stop_asked() ? EXIT_INCOMPLETE : code);
}

void check_start(struct check_process *process, const struct mutate_check *check, const struct check_subject *subject,
                 double max_seconds)
{
    *process = (struct check_process){.ended = -1, .started = machine_clock()};
    process->until = process->started + max_seconds;
    process->output = memfd_create("check", MFD_CLOEXEC);
    fflush(stdout); /* or the copy would write it once more */
    process->pid = process->output >= 0 ? fork() : -1;
    if (process->pid == 0)
        run(check, subject, process->output);
    if (process->pid < 0) {
        process->wrong = strerror(errno);
        return;
    }
    setpgid(process->pid, process->pid); /* whoever of the two comes first */
    process->ended = pidfd_open(process->pid, 0);
}

static void send(const struct check_process *process, int number)
{
    if (process->pid > 0)
        kill(-process->pid, number);
}

void check_ask(struct check_process *process)
{
    if (!process->was_asked)
        send(process, SIGINT);
    process->was_asked = true;
}

static void hurry(struct check_process *process)
{
    double now = machine_clock();
    if (now > process->until)
        check_ask(process);
    if (now > process->until + GRACE_SECONDS && !process->was_killed) {
        send(process, SIGKILL);
        process->was_killed = true;
    }
}

void check_doze(struct check_process *processes, unsigned count)
{
    struct pollfd ends[MOST_POLLED];
    unsigned polled = 0;
    for (unsigned i = 0; i < count && polled < MOST_POLLED; i++)
        if (processes[i].pid > 0 && processes[i].ended >= 0)
            ends[polled++] = (struct pollfd){.fd = processes[i].ended, .events = POLLIN};
    poll(ends, polled, DOZE_MILLISECONDS);
}

/* ---- what came of it ---- */

static enum check_end end_of(const struct check_process *process, int status)
{
    static const enum check_end ends[] = {[EXIT_HOLDS] = CHECK_PASSES, [EXIT_VIOLATED] = CHECK_KILLS,
                                          [EXIT_BAD_INPUT] = CHECK_REFUSES, [EXIT_INCOMPLETE] = CHECK_RAN_OUT};
    if (WIFEXITED(status))
        return WEXITSTATUS(status) < EXIT_BUG ? ends[WEXITSTATUS(status)] : CHECK_BREAKS;
    /* By us; or by the system, which is short of memory. */
    return process->was_asked || WTERMSIG(status) == SIGKILL ? CHECK_RAN_OUT : CHECK_BREAKS;
}

static void read_output(struct check_process *process, struct text *output)
{
    char buffer[4096];
    ssize_t got;
    lseek(process->output, 0, SEEK_SET);
    while ((got = read(process->output, buffer, sizeof buffer)) > 0)
        text_add(output, buffer, (size_t)got);
    text_put(output, "");
}

/* The first line that begins so, or "". */
static const char *line_with(struct arena *arena, const char *output, const char *start)
{
    for (const char *line = output; line && *line; line = strchr(line, '\n'), line += line != NULL)
        if (!strncmp(line, start, strlen(start)))
            return arena_text(arena, line, strcspn(line, "\n"));
    return "";
}

/* Whether a line says how much was searched, as `check` and `suite` put it. */
static bool is_count(const char *line, size_t length)
{
    bool of_check = memmem(line, length, " states, ", 9) && memmem(line, length, " rules fired", 12);
    bool of_suite = memmem(line, length, " kept ", 6) && memmem(line, length, " states", 7);
    return of_check || of_suite;
}

/* The lines that say how much was searched. */
static const char *counts_in(struct arena *arena, const char *output)
{
    struct text counts = {0};
    text_put(&counts, "");
    for (const char *line = output; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t length = strcspn(line, "\n"), margin = strspn(line, " ");
        if (is_count(line, length))
            text_format(&counts, "%s%.*s", counts.length ? "\n" : "", (int)(length - margin), line + margin);
    }
    const char *kept = arena_text(arena, counts.bytes, counts.length);
    text_free(&counts);
    return kept;
}

/* What the checker said last, or how it ended. */
static const char *failure(struct arena *arena, int status, const char *output)
{
    const char *said = line_with(arena, output, "murrelet: internal error");
    if (*said)
        return said;
    if (WIFSIGNALED(status))
        return arena_format(arena, "signal %d: %s", WTERMSIG(status), strsignal(WTERMSIG(status)));
    return arena_format(arena, "exit code %d", WEXITSTATUS(status));
}

static const char *words_of(struct arena *arena, const struct check_process *process, enum check_end end, int status,
                            const char *output)
{
    const char *words = "";
    if (end == CHECK_KILLS) {
        words = line_with(arena, output, "Violated: ");
        return *words ? words : line_with(arena, output, "broken ");
    }
    if (end == CHECK_RAN_OUT)
        words = process->was_asked ? "no end in its time" : line_with(arena, output, "incomplete");
    if (end == CHECK_BREAKS)
        words = failure(arena, status, output);
    return end == CHECK_REFUSES ? line_with(arena, output, "") : words;
}

bool check_has_ended(struct check_process *process, struct arena *arena, struct check_result *result, struct text *output)
{
    int status = 0;
    if (process->wrong) {
        *result = (struct check_result){.end = CHECK_BREAKS, .words = process->wrong, .counts = ""};
        text_put(output, process->wrong);
        return true;
    }
    pid_t ended = waitpid(process->pid, &status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) {
        hurry(process);
        return false;
    }
    if (ended < 0)
        die("a check's process cannot be waited for: %s", strerror(errno));
    send(process, SIGKILL); /* a compiler that it left */
    read_output(process, output);
    result->end = end_of(process, status);
    result->seconds = machine_clock() - process->started;
    result->words = words_of(arena, process, result->end, status, output->bytes);
    result->counts = result->end == CHECK_PASSES ? counts_in(arena, output->bytes) : "";
    close(process->output);
    if (process->ended >= 0)
        close(process->ended);
    process->pid = 0;
    return true;
}
