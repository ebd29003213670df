/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * scratch_file.c - make a nameless file, and read and write it whole.
 */
#include "scratch_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "die.h"

/* On a file system without O_TMPFILE. */
static int open_and_unlink(const char *directory)
{
    static const char pattern[] = "/murrelet-XXXXXX";
    size_t length = strlen(directory);
    char *name = malloc(length + sizeof pattern);
    if (!name)
        die_memory(length);
    memcpy(name, directory, length);
    memcpy(name + length, pattern, sizeof pattern);
    int file = mkostemp(name, O_CLOEXEC);
    if (file >= 0)
        unlink(name);
    free(name);
    return file;
}

int scratch_open(const char *directory)
{
    int file = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC | O_NOATIME, 0600);
    return file >= 0 ? file : open_and_unlink(directory);
}

bool scratch_write(int file, const void *bytes, uint64_t count, uint64_t offset)
{
    for (uint64_t done = 0; done < count;) {
        ssize_t written = pwrite(file, (const char *)bytes + done, count - done, (off_t)(offset + done));
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        done += (uint64_t)written;
    }
    return true;
}

bool scratch_try_read(int file, void *bytes, uint64_t count, uint64_t offset)
{
    for (uint64_t done = 0; done < count;) {
        ssize_t got = pread(file, (char *)bytes + done, count - done, (off_t)(offset + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = 0;
        if (got <= 0)
            return false;
        done += (uint64_t)got;
    }
    return true;
}

void scratch_read(int file, void *bytes, uint64_t count, uint64_t offset)
{
    if (!scratch_try_read(file, bytes, count, offset))
        die("what was left to the disk cannot be read back: %s", errno ? strerror(errno) : "the file is short");
}
