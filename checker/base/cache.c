/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cache.c - entries that are believed only when all of them is right.
 *
 * An entry is a file: the bytes, then a tail with their length, the key, and a
 * hash of bytes and tail.  It is opened without following a link, must be a
 * regular file of ours that nobody else may write, and is read through that
 * one descriptor; so no exchange of files between the check and the use matters.
 * It is written by base/output.h: synced, then renamed, so runs may share the
 * folder.
 */
#include "cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "arena.h"
#include "hash.h"
#include "output.h"

#define ENTRY_MOST (UINT64_C(1) << 30) /* bytes; nothing that we make is larger */
#define KEY_DIGITS 32u
#define STALE_SECONDS 86400            /* no compilation takes a day */

static const char tail_magic[16] = "murrelet entry 1";

/* All of it is hashed, in this layout, but for the hash. */
struct tail {
    char magic[16];
    uint64_t length;
    XXH128_canonical_t key, hash;
};

static XXH128_canonical_t hash_of(const char *bytes, const struct tail *tail)
{
    XXH128_canonical_t hash;
    struct hash state = hash_new();
    hash_bytes(state, bytes, tail->length);
    hash_bytes(state, tail, offsetof(struct tail, hash));
    XXH128_canonicalFromHash(&hash, hash_end(state));
    return hash;
}

static struct tail tail_of(XXH128_hash_t key, const char *bytes, size_t length)
{
    struct tail tail = {.length = length};
    memcpy(tail.magic, tail_magic, sizeof tail.magic);
    XXH128_canonicalFromHash(&tail.key, key);
    tail.hash = hash_of(bytes, &tail);
    return tail;
}

static const char *entry_path(struct text *path, const char *folder, XXH128_hash_t key, const char *ending)
{
    char digits[HASH_DIGITS];
    hash_print(key, digits);
    text_format(path, "%s/%s%s", folder, digits, ending);
    return path->bytes;
}

/* ---- the folder ---- */

/* Make a folder and those above it. */
static bool make_folders(struct arena *arena, const char *path)
{
    char *copy = arena_text(arena, path, strlen(path));
    for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(copy, 0700) && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return mkdir(copy, 0700) == 0 || errno == EEXIST;
}

static bool is_ours(const struct stat *status)
{
    return status->st_uid == geteuid() && !(status->st_mode & (S_IWGRP | S_IWOTH));
}

const char *cache_folder(struct arena *arena)
{
    const char *base = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"), *folder;
    struct stat status;
    if (base && *base == '/')
        folder = arena_format(arena, "%s/murrelet", base);
    else if (home && *home == '/')
        folder = arena_format(arena, "%s/.cache/murrelet", home);
    else
        return NULL;
    return make_folders(arena, folder) && stat(folder, &status) == 0 && S_ISDIR(status.st_mode) && is_ours(&status)
               ? folder : NULL;
}

/* ---- entries ---- */

static bool read_all(int file, char *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        ssize_t got = read(file, bytes + done, length - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

/* The last bytes are the tail of the others, and of this key. */
static bool is_sound(const char *bytes, size_t length, XXH128_hash_t key)
{
    struct tail tail, right;
    if (length < sizeof tail)
        return false;
    right = tail_of(key, bytes, length - sizeof tail);
    memcpy(&tail, bytes + length - sizeof tail, sizeof tail);
    return memcmp(&tail, &right, sizeof tail) == 0;
}

static bool read_entry(int file, XXH128_hash_t key, struct text *text)
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || !is_ours(&status) || status.st_size <= 0 ||
        (uint64_t)status.st_size > ENTRY_MOST)
        return false;
    size_t length = (size_t)status.st_size;
    char *bytes = malloc(length);
    bool good = bytes && read_all(file, bytes, length) && is_sound(bytes, length, key);
    if (good)
        text_add(text, bytes, length - sizeof(struct tail));
    free(bytes);
    return good;
}

bool cache_read(const char *folder, XXH128_hash_t key, const char *ending, struct text *text)
{
    struct text path = {0};
    int file = open(entry_path(&path, folder, key, ending), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool good = file >= 0 && read_entry(file, key, text);
    if (good)
        futimens(file, NULL); /* the time of its last use: see cache_bound */
    if (file >= 0)
        close(file);
    text_free(&path);
    return good;
}

bool cache_write(const char *folder, XXH128_hash_t key, const char *ending, const char *bytes, size_t length)
{
    struct text path = {0};
    struct tail tail = tail_of(key, bytes, length);
    struct output *output = NULL;
    entry_path(&path, folder, key, ending);
    /* What is there and is wrong would lend its mode or its target. */
    if (unlink(path.bytes) == 0 || errno == ENOENT)
        output = output_begin(path.bytes, OUTPUT_PRIVATE);
    if (output) {
        fwrite(bytes, 1, length, output_stream(output));
        fwrite(&tail, 1, sizeof tail, output_stream(output));
    }
    text_free(&path);
    return output && output_end(output);
}

/* ---- its size ---- */

struct entry {
    char *path;
    uint64_t bytes;
    struct timespec used;
};

static int older_first(const void *a, const void *b)
{
    const struct entry *one = a, *two = b;
    if (one->used.tv_sec != two->used.tv_sec)
        return one->used.tv_sec < two->used.tv_sec ? -1 : 1;
    if (one->used.tv_nsec != two->used.tv_nsec)
        return one->used.tv_nsec < two->used.tv_nsec ? -1 : 1;
    return strcmp(one->path, two->path);
}

void cache_remove_folder(struct arena *arena, const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *file; folder && (file = readdir(folder));)
        if (strcmp(file->d_name, ".") && strcmp(file->d_name, ".."))
            unlink(arena_format(arena, "%s/%s", path, file->d_name));
    if (folder)
        closedir(folder);
    rmdir(path);
}

static bool starts(const char *name, const char *start)
{
    return !strncmp(name, start, strlen(start));
}

/* What a run that was killed left there, too long ago to be at work. */
static bool remove_stale(struct arena *arena, const char *path, const char *name, const struct stat *status)
{
    bool stale = status->st_mtime + STALE_SECONDS < time(NULL);
    if (S_ISDIR(status->st_mode) && starts(name, "work-")) {
        if (stale)
            cache_remove_folder(arena, path);
        return true;
    }
    if (S_ISREG(status->st_mode) && starts(name, ".murrelet-")) {
        if (stale)
            unlink(path);
        return true;
    }
    return false;
}

void cache_bound(struct arena *arena, const char *folder, uint64_t limit, XXH128_hash_t key, const char *ending)
{
    struct text kept = {0};
    struct entry *entries = NULL;
    unsigned count = 0;
    uint64_t total = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *file; dir && (file = readdir(dir));) {
        struct stat st;
        char *path = arena_format(arena, "%s/%s", folder, file->d_name);
        if (lstat(path, &st) || remove_stale(arena, path, file->d_name, &st) || !S_ISREG(st.st_mode) ||
            strspn(file->d_name, "0123456789abcdef") != KEY_DIGITS || file->d_name[KEY_DIGITS] != '.')
            continue;
        struct entry entry = {path, (uint64_t)st.st_size, st.st_mtim};
        total += entry.bytes;
        ARENA_PUSH(arena, entries, count, entry);
    }
    if (dir)
        closedir(dir);
    if (count && total > limit)
        qsort(entries, count, sizeof *entries, older_first);
    entry_path(&kept, folder, key, ending);
    for (unsigned i = 0; i < count && total > limit; i++) {
        if (!strcmp(entries[i].path, kept.bytes))
            continue;
        unlink(entries[i].path);
        total -= entries[i].bytes;
    }
    text_free(&kept);
}
