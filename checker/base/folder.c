/* SPDX-License-Identifier: BSD-2-Clause */
/* folder.c - see folder.h. */
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "arena.h"
#include "memory.h"

/* The folders that contain the current one. */
struct above {
    const struct above *next;
    dev_t device;
    ino_t number;
};

struct walk {
    void (*tell)(void *, const struct folder_entry *);
    void *data;
};

static int compare_names(const void *a, const void *b)
{
    const char *const *one = a, *const *two = b;
    return strcmp(*one, *two);
}

/* What is in a folder, sorted; sets errno where it cannot be read to its end. */
static const char **list(struct arena *arena, const char *path, unsigned *count)
{
    const char **names = NULL;
    *count = 0;
    DIR *folder = opendir(path);
    if (!folder)
        return NULL;
    errno = 0;
    for (struct dirent *file; (file = readdir(folder)); errno = 0)
        if (strcmp(file->d_name, ".") && strcmp(file->d_name, ".."))
            ARENA_PUSH(arena, names, *count, arena_text(arena, file->d_name, strlen(file->d_name)));
    int error = errno;
    closedir(folder);
    if (*count)
        qsort(names, *count, sizeof *names, compare_names);
    errno = error;
    return names;
}

static bool is_above(const struct above *above, const struct stat *status)
{
    for (; above; above = above->next)
        if (above->device == status->st_dev && above->number == status->st_ino)
            return true;
    return false;
}

static void visit(const struct walk *walk, const char *path, const char *name, const struct above *above)
{
    struct stat status;
    struct folder_entry entry = {.path = path, .name = name, .named = !above};
    if (stat(path, &status))
        entry.error = errno;
    entry.regular = !entry.error && S_ISREG(status.st_mode);
    if (entry.error || !S_ISDIR(status.st_mode)) {
        walk->tell(walk->data, &entry);
        return;
    }
    if (is_above(above, &status))
        return;
    struct arena *arena = arena_new();
    struct above here = {above, status.st_dev, status.st_ino};
    unsigned count;
    const char **names = list(arena, path, &count);
    if (errno) {
        memory_check_errno();
        entry.error = errno;
        walk->tell(walk->data, &entry);
    }
    size_t length = strlen(path);
    const char *slash = length && path[length - 1] == '/' ? "" : "/";
    for (unsigned i = 0; i < count; i++)
        visit(walk, arena_format(arena, "%s%s%s", path, slash, names[i]), names[i], &here);
    arena_free(arena);
}

void folder_walk(const char *path, void (*tell)(void *data, const struct folder_entry *), void *data)
{
    struct walk walk = {tell, data};
    visit(&walk, path, path, NULL);
}
