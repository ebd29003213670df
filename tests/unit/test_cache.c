/* SPDX-License-Identifier: BSD-2-Clause */
/* An entry of the cache is all right, or not there. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/cache.h"

#define LENGTH 5000u
#define ENDING ".x"
static char folder[] = "/tmp/murrelet-entries-XXXXXX";
static const XXH128_hash_t key = {0x0123456789abcdef, 0xfedcba9876543210}, other = {1, 2};
static char path[96], before[2 * LENGTH], bytes[LENGTH];
static size_t size;

static void entry_path(char *to, XXH128_hash_t of)
{
    snprintf(to, sizeof path, "%s/%016llx%016llx" ENDING, folder, (unsigned long long)of.high64,
             (unsigned long long)of.low64);
}

static void set_up(void)
{
    cr_assert(mkdtemp(folder));
    srand(5);
    for (unsigned i = 0; i < LENGTH; i++)
        bytes[i] = (char)rand();
    cr_assert(cache_write(folder, key, ENDING, bytes, LENGTH));
    entry_path(path, key);
    FILE *file = fopen(path, "r");
    size = fread(before, 1, sizeof before, file);
    fclose(file);
}

static void tear_down(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

TestSuite(cache, .init = set_up, .fini = tear_down);

static bool reads(XXH128_hash_t of)
{
    struct text text = {0};
    bool good = cache_read(folder, of, ENDING, &text);
    if (good)
        cr_assert(text.length == LENGTH && !memcmp(text.bytes, bytes, LENGTH));
    else
        cr_assert_eq(text.length, 0);
    text_free(&text);
    return good;
}

static void put(const char *content, size_t length)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    cr_assert_eq(write(file, content, length), (ssize_t)length);
    close(file);
}

static unsigned rounds(void)
{
    return getenv("NIGHTLY") && *getenv("NIGHTLY") ? 500 : 40;
}

Test(cache, what_was_written_is_read)
{
    cr_assert(reads(key));
    cr_assert(!reads(other));
}

/* At random, and each bit of the tail. */
Test(cache, no_bit_may_differ)
{
    char damaged[sizeof before];
    size_t tail = size - LENGTH;
    for (size_t i = 0; i < rounds() + tail * 8; i++) {
        size_t bit = i < rounds() ? (size_t)rand() % (size * 8) : LENGTH * 8 + i - rounds();
        memcpy(damaged, before, size);
        damaged[bit / 8] ^= (char)(1 << bit % 8);
        put(damaged, size);
        cr_assert(!reads(key), "bit %zu", bit);
    }
    put(before, size);
    cr_assert(reads(key));
}

Test(cache, no_byte_may_be_missing_or_too_many)
{
    char damaged[sizeof before + 512];
    for (unsigned i = 0; i < rounds(); i++) {
        size_t length = i < 4 ? i : i < 12 ? size - i + 3 : (size_t)rand() % size;
        put(before, length);
        cr_assert(!reads(key), "%zu bytes", length);
        size_t more = 1 + (size_t)rand() % 512;
        memcpy(damaged, before, size);
        memcpy(damaged + size, i % 3 == 0 ? before + size - more % 64 - 1 : bytes, more);
        put(damaged, size + more);
        cr_assert(!reads(key), "%zu bytes more", more);
    }
}

/* Two parts of the same file change places. */
Test(cache, no_parts_may_change_places)
{
    char damaged[sizeof before], part[64];
    for (unsigned i = 0; i < rounds(); i++) {
        size_t length = 1 + (size_t)rand() % 64, a = (size_t)rand() % (size / 2 - 64), b = size / 2 + (size_t)rand() % (size / 2 - 64);
        memcpy(damaged, before, size);
        memcpy(part, damaged + a, length);
        memcpy(damaged + a, damaged + b, length);
        memcpy(damaged + b, part, length);
        if (!memcmp(damaged, before, size))
            continue;
        put(damaged, size);
        cr_assert(!reads(key));
    }
}

Test(cache, an_entry_under_another_name_is_none)
{
    char to[96];
    entry_path(to, other);
    cr_assert_eq(rename(path, to), 0);
    cr_assert(!reads(other));
    cr_assert(cache_write(folder, other, ENDING, bytes, LENGTH));
    cr_assert(reads(other));
}

Test(cache, only_a_file_of_our_own_is_believed)
{
    char to[96];
    cr_assert_eq(chmod(path, 0602), 0);
    cr_assert(!reads(key));
    cr_assert_eq(chmod(path, 0620), 0);
    cr_assert(!reads(key));
    cr_assert_eq(chmod(path, 0644), 0);
    cr_assert(reads(key));
    if (geteuid() == 0) {
        cr_assert_eq(chown(path, 65534, (gid_t)-1), 0);
        cr_assert(!reads(key));
        cr_assert_eq(chown(path, 0, (gid_t)-1), 0);
    }
    snprintf(to, sizeof to, "%s/real", folder);
    cr_assert(rename(path, to) == 0 && symlink(to, path) == 0);
    cr_assert(!reads(key));
    unlink(path);
    cr_assert(mkfifo(path, 0600) == 0 && !reads(key), "and none that hangs");
    unlink(path);
    cr_assert(mkdir(path, 0700) == 0 && !reads(key));
    cr_assert(!cache_write(folder, key, ENDING, bytes, LENGTH), "what is in the way stays");
}

Test(cache, what_is_not_ours_is_replaced_and_not_written_through)
{
    char to[96];
    struct stat status;
    snprintf(to, sizeof to, "%s/real", folder);
    FILE *file = fopen(to, "w");
    fputs("mine", file);
    fclose(file);
    unlink(path);
    cr_assert_eq(symlink(to, path), 0);
    cr_assert(cache_write(folder, key, ENDING, bytes, LENGTH) && reads(key));
    cr_assert(stat(to, &status) == 0 && status.st_size == 4);
    cr_assert_eq(chmod(path, 0666), 0);
    cr_assert(cache_write(folder, key, ENDING, bytes, LENGTH) && reads(key));
    cr_assert(stat(path, &status) == 0 && (status.st_mode & 0777) == 0600);
}

Test(cache, files_that_are_no_entries_are_left_alone)
{
    struct arena *arena = arena_new();
    char to[96];
    snprintf(to, sizeof to, "%s/notes", folder);
    fclose(fopen(to, "w"));
    cr_assert(cache_write(folder, other, ENDING, bytes, LENGTH));
    cache_bound(arena, folder, 1, other, ENDING);
    cr_assert(!reads(key) && reads(other));
    cr_assert_eq(access(to, F_OK), 0);
    arena_free(arena);
}
