/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * litmus_files.c - find the tests that a command line names, folders searched
 * through.
 */
#include "litmus_files.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../base/complain.h"
#include "../base/folder.h"
#include "../base/memory.h"
#include "../base/text.h"

static void add(struct litmus_files *files, const char *path)
{
    size_t count = files->count;
    files->paths = memory_resize(files->paths, count * sizeof *files->paths, (count + 1) * sizeof *files->paths);
    files->paths[count] = memory_take(strlen(path) + 1);
    strcpy(files->paths[count], path);
    files->count++;
}

struct finding {
    struct litmus_files *files;
    bool failed;
};

static void tell(void *data, const struct folder_entry *entry)
{
    struct finding *finding = data;
    if (entry->error) {
        bool plain = *entry->path && entry->error != ENAMETOOLONG;
        complain(plain ? "murrelet: %s: %s\n" : "murrelet: cannot read '%s': %s\n", entry->path, strerror(entry->error));
        finding->failed = true;
    } else if (entry->named || (entry->regular && text_ends_in(entry->name, ".litmus"))) { /* named: a pipe too, where the shell makes one */
        add(finding->files, entry->path);
    }
}

static bool walk(struct litmus_files *files, const char *path)
{
    unsigned before = files->count;
    struct finding finding = {.files = files};
    folder_walk(path, tell, &finding);
    if (!finding.failed && files->count == before) {
        complain("murrelet: %s: there is no *.litmus file\n", path);
        finding.failed = true;
    }
    return !finding.failed;
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
        memory_give(files->paths[i]);
    memory_give(files->paths);
    *files = (struct litmus_files){0};
}
