/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * memory.c - makes the n-th allocation of a program fail: a library for LD_PRELOAD.
 *
 * Allocations are malloc and its family, anonymous mmap, and pthread_create
 * (whose stack is one), each counted once, from 1, as the program and the
 * libraries that it is linked with ask for them.  In the environment:
 *
 *   INJECT_FAIL=N    the N-th fails
 *   INJECT_ALL=1     and so do all that follow
 *   INJECT_COUNT=F   at its end the program writes to file F how many there were
 *
 * The variables are taken out of the environment, so that no child has them.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* The C library's own, under names that need no search. */
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static void *(*real_mmap)(void *, size_t, int, int, int, off_t);
static int (*real_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
static _Atomic unsigned long count;
static unsigned long fail_at;
static bool fail_all, counting;
static char count_file[4096];

/* Whether this one fails. */
static bool fails(void)
{
    if (!counting)
        return false;
    unsigned long number = atomic_fetch_add(&count, 1) + 1;
    if (!fail_at || number < fail_at || (number > fail_at && !fail_all))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t bytes)
{
    return fails() ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t number, size_t bytes)
{
    return fails() ? NULL : __libc_calloc(number, bytes);
}

void *realloc(void *block, size_t bytes)
{
    return fails() ? NULL : __libc_realloc(block, bytes);
}

void *memalign(size_t alignment, size_t bytes)
{
    return fails() ? NULL : __libc_memalign(alignment, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return memalign(alignment, bytes);
}

int posix_memalign(void **block, size_t alignment, size_t bytes)
{
    void *got = memalign(alignment, bytes);
    if (!got)
        return ENOMEM;
    *block = got;
    return 0;
}

void *mmap(void *address, size_t bytes, int protection, int flags, int file, off_t offset)
{
    if (!real_mmap)
        real_mmap = (void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
    return (flags & MAP_ANONYMOUS) && fails() ? MAP_FAILED
                                               : real_mmap(address, bytes, protection, flags, file, offset);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    return fails() ? EAGAIN : real_create(thread, attributes, start, argument);
}

__attribute__((constructor)) static void begin(void)
{
    const char *fail = getenv("INJECT_FAIL"), *file = getenv("INJECT_COUNT");
    real_mmap = (void *(*)(void *, size_t, int, int, int, off_t))dlsym(RTLD_NEXT, "mmap");
    real_create = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create");
    fail_at = fail ? strtoul(fail, NULL, 10) : 0;
    fail_all = getenv("INJECT_ALL") != NULL;
    if (file)
        snprintf(count_file, sizeof count_file, "%s", file);
    unsetenv("LD_PRELOAD");
    unsetenv("INJECT_FAIL");
    unsetenv("INJECT_ALL");
    unsetenv("INJECT_COUNT");
    counting = true;
}

__attribute__((destructor)) static void finish(void)
{
    counting = false;
    int file = *count_file ? open(count_file, O_WRONLY | O_CREAT | O_TRUNC, 0600) : -1;
    if (file >= 0)
        dprintf(file, "%lu\n", atomic_load(&count));
}
