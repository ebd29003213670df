/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * output.c - write a file beside its name, and rename it when it is whole.
 *
 * Where the file system can, the file has no name before output_end: a run
 * that is killed leaves nothing behind.  Elsewhere it is `.murrelet-PID-N` in
 * the same directory.
 *
 * Invariant: `target` is NULL where nothing is renamed; `beside` is the name
 * of a file that exists and is ours to remove, or NULL.
 */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory.h"
#include "text.h"

#define LINKS_MOST 40u
#define BUFFER_BYTES (1u << 16)

struct output {
    FILE *stream;
    int file;          /* -1: the stream is a standard one */
    int error;         /* the first errno; nothing is written after it */
    bool durable;
    mode_t new_mode;
    struct text target, beside;
};

/* ---- the stream ---- */

/* stdio forgets why a write failed long before the end: so it is kept here. */
static ssize_t write_some(void *cookie, const char *bytes, size_t length)
{
    struct output *output = cookie;
    for (size_t done = 0; done < length && !output->error;) {
        ssize_t written = write(output->file, bytes + done, length - done);
        if (written < 0 && errno != EINTR)
            output->error = errno;
        else if (written > 0)
            done += (size_t)written;
    }
    return output->error ? 0 : (ssize_t)length;
}

static bool open_stream(struct output *output)
{
    output->stream = fopencookie(output, "w", (cookie_io_functions_t){.write = write_some});
    return output->stream && setvbuf(output->stream, NULL, _IOFBF, BUFFER_BYTES) == 0;
}

/* ---- where it goes ---- */

static void set_directory(struct text *directory, const char *path)
{
    const char *slash = strrchr(path, '/');
    text_free(directory);
    if (slash)
        text_add(directory, path, (size_t)(slash - path) + 1);
    else
        text_put(directory, "./");
}

/* What the name stands for, links followed, whether or not it is there. */
static bool follow_links(struct text *path)
{
    char link[PATH_MAX];
    for (unsigned i = 0; i < LINKS_MOST; i++) {
        ssize_t length = readlink(path->bytes, link, sizeof link);
        if (length < 0)
            return true;
        struct text next = {0};
        if (link[0] != '/')
            set_directory(&next, path->bytes);
        text_add(&next, link, (size_t)length);
        text_free(path);
        *path = next;
    }
    errno = ELOOP;
    return false;
}

static bool leads_to(int file, const struct stat *status)
{
    struct stat other;
    return fstat(file, &other) == 0 && other.st_dev == status->st_dev && other.st_ino == status->st_ino;
}

/* The N of /dev/fd/N, or -1. */
static int named_descriptor(const char *path)
{
    static const char *const folders[] = {"/dev/fd/", "/proc/self/fd/"};
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) {
        size_t length = strlen(folders[i]);
        char *end;
        if (strncmp(path, folders[i], length) != 0 || path[length] < '0' || path[length] > '9')
            continue;
        long number = strtol(path + length, &end, 10);
        if (*end == 0 && number <= INT_MAX)
            return (int)number;
    }
    return -1;
}

/* A name in the directory of the target that nothing has. */
static void next_beside(struct output *output)
{
    static _Atomic unsigned count; /* only distinct: relaxed */
    set_directory(&output->beside, output->target.bytes);
    text_format(&output->beside, ".murrelet-%ld-%u", (long)getpid(),
                atomic_fetch_add_explicit(&count, 1, memory_order_relaxed));
}

static bool open_nameless(struct output *output, mode_t mode)
{
    struct text directory = {0};
    if (access("/proc/self/fd", X_OK) == 0) { /* by which it gets its name */
        set_directory(&directory, output->target.bytes);
        output->file = open(directory.bytes, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
    }
    text_free(&directory);
    return output->file >= 0;
}

static bool open_beside(struct output *output, mode_t mode)
{
    do {
        next_beside(output);
        output->file = open(output->beside.bytes, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    } while (output->file < 0 && errno == EEXIST);
    if (output->file < 0)
        text_free(&output->beside);
    return output->file >= 0;
}

static void remove_beside(struct output *output)
{
    if (output->beside.bytes)
        unlink(output->beside.bytes);
    text_free(&output->beside);
}

/* As the file that it is to replace. */
static bool take_after(const struct output *output, const struct stat *before)
{
    struct stat own;
    if (fstat(output->file, &own) != 0)
        return false;
    if ((own.st_uid != before->st_uid || own.st_gid != before->st_gid) &&
        fchown(output->file, before->st_uid, before->st_gid) != 0)
        return false;
    return fchmod(output->file, before->st_mode & 07777) == 0;
}

static bool open_in_place(struct output *output, const char *path)
{
    text_free(&output->target);
    output->file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, output->new_mode);
    return output->file >= 0;
}

static bool open_to_replace(struct output *output, const char *path, const struct stat *before)
{
    if (before && faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
        return false; /* a rename would not ask */
    text_put(&output->target, path);
    if (!follow_links(&output->target))
        return false;
    mode_t mode = before ? 0600 : output->new_mode;
    if (!open_nameless(output, mode) && !open_beside(output, mode))
        return before && (errno == EACCES || errno == EPERM || errno == EROFS) && open_in_place(output, path);
    if (!before || take_after(output, before))
        return true;
    close(output->file);
    remove_beside(output);
    return open_in_place(output, path);
}

static bool open_path(struct output *output, const char *path)
{
    struct stat status;
    int named = named_descriptor(path);
    bool there = stat(path, &status) == 0;
    if (!strcmp(path, "-") || (there && leads_to(STDOUT_FILENO, &status)))
        output->stream = stdout;
    else if (there && leads_to(STDERR_FILENO, &status))
        output->stream = stderr;
    else if (named >= 0)
        output->file = fcntl(named, F_DUPFD_CLOEXEC, 3);
    else if (there && !S_ISREG(status.st_mode))
        return open_in_place(output, path);
    else
        return open_to_replace(output, path, there ? &status : NULL);
    return output->stream || output->file >= 0;
}

/* ---- from begin to end ---- */

static void release(struct output *output)
{
    remove_beside(output);
    text_free(&output->target);
    memory_give(output);
}

struct output *output_begin(const char *path, enum output_kind kind)
{
    struct output *output = memory_take(sizeof *output);
    output->file = -1;
    output->durable = kind != OUTPUT_REPORT;
    output->new_mode = kind == OUTPUT_PRIVATE ? 0600 : 0666;
    if (open_path(output, path) && (output->stream || open_stream(output)))
        return output;
    int error = errno;
    if (output->file >= 0)
        close(output->file);
    release(output);
    errno = error;
    return NULL;
}

FILE *output_stream(struct output *output)
{
    return output->stream;
}

bool output_is_live(const struct output *output)
{
    return !output->target.bytes;
}

static void note(struct output *output, bool failed)
{
    if (failed && !output->error)
        output->error = errno ? errno : EIO;
}

/* A nameless file gets a name, which is not yet its own. */
static bool give_name(struct output *output)
{
    char own[64];
    if (output->beside.bytes)
        return true;
    snprintf(own, sizeof own, "/proc/self/fd/%d", output->file);
    for (;;) {
        next_beside(output);
        if (linkat(AT_FDCWD, own, AT_FDCWD, output->beside.bytes, AT_SYMLINK_FOLLOW) == 0)
            return true;
        if (errno != EEXIST) {
            text_free(&output->beside);
            return false;
        }
    }
}

static void empty_what_failed(const struct output *output)
{
    struct stat status;
    if (output->error && !output->target.bytes && fstat(output->file, &status) == 0 && S_ISREG(status.st_mode) &&
        ftruncate(output->file, 0) != 0)
        return; /* nothing is left that could be done about it */
}

static void end_file(struct output *output)
{
    note(output, fclose(output->stream) != 0);
    /* What cannot be synced, as a pipe, says EINVAL. */
    if (output->durable && !output->error)
        note(output, fsync(output->file) != 0 && errno != EINVAL && errno != EROFS);
    if (output->target.bytes && !output->error)
        note(output, !give_name(output));
    empty_what_failed(output);
    note(output, close(output->file) != 0); /* some file systems say only now that there is no room */
    if (!output->target.bytes || output->error)
        return;
    note(output, rename(output->beside.bytes, output->target.bytes) != 0);
    if (!output->error)
        text_free(&output->beside);
}

bool output_end(struct output *output)
{
    errno = 0;
    if (output->file >= 0)
        end_file(output);
    else
        note(output, fflush(output->stream) != 0 || ferror(output->stream));
    int error = output->error;
    release(output);
    errno = error;
    return !error;
}

void output_drop(struct output *output)
{
    if (output->file >= 0) {
        if (!output->error)
            output->error = ECANCELED; /* so that what is buffered goes nowhere */
        fclose(output->stream);
        empty_what_failed(output);
        close(output->file);
    }
    release(output);
}
