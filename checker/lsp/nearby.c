/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * nearby.c - see nearby.h.
 */
#include "nearby.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/arena.h"
#include "../base/memory.h"
#include "../base/source.h"
#include "../base/text.h"
#include "../machines/registry.h"
#include "uri.h"

enum { FILES_LIMIT = 2000, ENTRIES_LIMIT = 20000, BYTES_LIMIT = 1 << 20 };

/* ---- files ---- */

const struct nearby_file *nearby_find(const struct nearby *n, const char *path)
{
    for (unsigned i = 0; i < n->count; i++)
        if (!strcmp(n->files[i].path, path))
            return &n->files[i];
    return NULL;
}

static const char *folder_of(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    return arena_text(arena, path, slash ? (size_t)(slash - path) : 0);
}

/* The next line that begins with these words, behind them; NULL: there is none. */
static const char *next_line(const char *text, const char *begin)
{
    size_t length = strlen(begin);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        const char *word = line + strspn(line, " \t");
        if (!strncmp(word, begin, length))
            return word + length;
        if (!*line)
            break;
    }
    return NULL;
}

bool nearby_has_line(const struct nearby_file *file, const char *begin)
{
    return next_line(file->text, begin) != NULL;
}

static bool has_word(const char *line, const char *word)
{
    size_t length = strlen(word), end = strcspn(line, "\n");
    for (size_t i = 0; i + length <= end; i++)
        if (!strncmp(line + i, word, length) && (i == 0 || isspace((unsigned char)line[i - 1])) &&
            (i + length == end || isspace((unsigned char)line[i + length])))
            return true;
    return false;
}

bool nearby_line_names(const struct nearby_file *file, const char *begin, const char *word)
{
    for (const char *line = file->text; (line = next_line(line, begin));)
        if (has_word(line, word))
            return true;
    return false;
}

static void find_includes(struct nearby *n, struct nearby_file *file)
{
    for (const char *line = file->text; (line = next_line(line, "include \""));) {
        size_t length = strcspn(line, "\"\n");
        const char *name = arena_text(n->arena, line, length);
        const char *beside = *name == '/' ? name : arena_format(n->arena, "%s/%s", folder_of(n->arena, file->path), name);
        if (!source_exists(beside) && n->library)
            beside = arena_format(n->arena, "%s/models/%s", n->library, name);
        const char *path = path_real(n->arena, beside);
        ARENA_PUSH(n->arena, file->includes, file->include_count, path);
    }
}

static void add_file(struct nearby *n, const char *path)
{
    struct stat status;
    struct nearby_file file = {.path = path_real(n->arena, path)};
    bool there = stat(path, &status) == 0, readable = there && S_ISREG(status.st_mode) && status.st_size < BYTES_LIMIT;
    if ((!readable && (there || !source_exists(path))) || n->count >= FILES_LIMIT || nearby_find(n, file.path))
        return;
    struct source *source = source_read(n->arena, diagnostics_new(n->arena), path, (struct place){0});
    if (!source)
        return;
    file.text = source->text;
    find_includes(n, &file);
    ARENA_PUSH(n->arena, n->files, n->count, file);
}

/* ---- folders ---- */

/* Entries of the folder: first its files; then, `depth` levels down, its folders. */
static void add_folder(struct nearby *n, const char *folder, unsigned depth)
{
    DIR *directory = opendir(folder);
    if (!directory) {
        memory_check_errno();
        return;
    }
    const struct dirent *entry;
    unsigned entries = 0, folder_count = 0;
    const char **folders = NULL;
    while (entries++ < ENTRIES_LIMIT && (entry = readdir(directory))) {
        const char *path = arena_format(n->arena, "%s/%s", folder, entry->d_name);
        if (text_ends_in(entry->d_name, ".m"))
            add_file(n, path);
        else if (depth && *entry->d_name != '.' && (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN))
            ARENA_PUSH(n->arena, folders, folder_count, path);
    }
    closedir(directory);
    for (unsigned i = 0; i < folder_count && n->count < FILES_LIMIT; i++)
        add_folder(n, folders[i], depth - 1);
}

static bool holds_library(struct arena *arena, const char *folder)
{
    return source_exists(arena_format(arena, "%s/models/lib/orders.m", folder));
}

static const char *find_library(struct arena *arena, const char *path)
{
    for (const char *folder = folder_of(arena, path); *folder; folder = folder_of(arena, folder))
        if (holds_library(arena, folder))
            return folder;
    struct text unsaid = {0};
    struct machines *machines = machines_open(&unsaid);
    const char *root = machines ? arena_format(arena, "%s", machines_root(machines)) : NULL;
    if (machines)
        machines_close(machines);
    text_free(&unsaid);
    return root;
}

static bool is_within(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return *folder && !strncmp(path, folder, length) && path[length] == '/';
}

/* A text that is open and was never saved is in no folder yet. */
static void add_open(void *data, const char *path)
{
    struct nearby *n = data;
    if (text_ends_in(path, ".m") && is_within(path, n->around))
        add_file(n, path);
}

static int by_path(const void *a, const void *b)
{
    return strcmp(((const struct nearby_file *)a)->path, ((const struct nearby_file *)b)->path);
}

void nearby_read(struct nearby *n, struct arena *arena, const char *path)
{
    *n = (struct nearby){.arena = arena, .library = find_library(arena, path)};
    const char *folder = folder_of(arena, path), *around = folder_of(arena, folder);
    add_folder(n, folder, 1);
    if (*around)
        add_folder(n, around, 1);
    if (n->library) {
        add_folder(n, arena_format(arena, "%s/models", n->library), 2);
        add_folder(n, arena_format(arena, "%s/invariants", n->library), 1);
    }
    n->around = *around ? around : folder;
    source_each_stand_in(add_open, n);
    if (n->count)
        qsort(n->files, n->count, sizeof *n->files, by_path);
}
