/* SPDX-License-Identifier: BSD-2-Clause */
#include "litmus_files.h"

#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/die.h"

static bool is_litmus(const char *name)
{
    size_t length = strlen(name);
    return length > 7 && !strcmp(name + length - 7, ".litmus");
}

static void add(struct litmus_files *files, const char *path)
{
    char **paths = realloc(files->paths, (files->count + 1) * sizeof *paths);
    char *copy = strdup(path);
    if (!paths || !copy)
        die_memory(strlen(path));
    files->paths = paths;
    files->paths[files->count++] = copy;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Why a symbolic link leads nowhere: to nothing, or round in a circle. */
static int link_error(const char *path)
{
    struct stat status;
    return stat(path, &status) ? errno : ENOENT;
}

static bool walk(struct litmus_files *files, char *path)
{
    char *roots[] = {path, NULL};
    unsigned before = files->count;
    FTS *tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
    if (!tree && errno == ENOMEM)
        die_memory(sizeof roots);
    if (!tree) { /* a name that is empty, or longer than one may be */
        fprintf(stderr, "murrelet: cannot read '%s': %s\n", path, strerror(errno));
        return false;
    }
    bool ok = true;
    for (FTSENT *entry; (entry = fts_read(tree));) {
        bool named = entry->fts_level == 0;
        if (entry->fts_info == FTS_NS || entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR ||
            entry->fts_info == FTS_SLNONE) {
            fprintf(stderr, "murrelet: %s: %s\n", entry->fts_path,
                    strerror(entry->fts_info == FTS_SLNONE ? link_error(entry->fts_path) : entry->fts_errno));
            ok = false;
        } else if ((entry->fts_info == FTS_F && (named || is_litmus(entry->fts_name))) ||
                   (entry->fts_info == FTS_DEFAULT && named)) { /* a pipe, where the shell makes one */
            add(files, entry->fts_path);
        }
    }
    fts_close(tree);
    if (ok && files->count == before) {
        fprintf(stderr, "murrelet: %s: there is no *.litmus file\n", path);
        ok = false;
    }
    return ok;
}

bool litmus_files_find(struct litmus_files *files, int argc, char **argv)
{
    bool ok = true;
    for (int i = 0; i < argc; i++)
        ok &= walk(files, argv[i]);
    return ok;
}

void litmus_files_free(struct litmus_files *files)
{
    for (unsigned i = 0; i < files->count; i++)
        free(files->paths[i]);
    free(files->paths);
    *files = (struct litmus_files){0};
}
