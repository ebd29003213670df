/* SPDX-License-Identifier: BSD-2-Clause */
/* library.c - see library.h. */
#include "library.h"

#include <string.h>
#include <unistd.h>

#include "../base/arena.h"

static const char suffix[] = ".cat";

bool cat_is_file_name(const char *word)
{
    size_t length = strlen(word);
    return length >= sizeof suffix && !strcmp(word + length - (sizeof suffix - 1), suffix);
}

const char *cat_model_name(const struct cat_model *model)
{
    const char *slash = strrchr(model->path, '/');
    return slash ? slash + 1 : model->path;
}

bool cat_is_partial(const struct cat_model *model)
{
    return !strncmp(model->title, "PTX", 3);
}

const char *cat_library_find(struct arena *arena, const char *root, const char *near, const char *name)
{
    const char *own = near && *name != '/' ? arena_format(arena, "%s/%s", near, name) : name;
    const char *ours = arena_format(arena, "%s/litmus/models/%s%s", root, name, cat_is_file_name(name) ? "" : suffix);
    if (cat_is_file_name(name) && !access(own, R_OK))
        return own;
    return !strchr(name, '/') && !access(ours, R_OK) ? ours : !access(own, R_OK) ? own : NULL;
}

struct cat_model *cat_library_read(struct arena *arena, struct diagnostics *diagnostics, const char *root, const char *path,
                                   const char *const *folders, unsigned folder_count)
{
    const char **all = NULL;
    unsigned count = 0;
    for (unsigned i = 0; i < folder_count; i++)
        ARENA_PUSH(arena, all, count, folders[i]);
    ARENA_PUSH(arena, all, count, arena_format(arena, "%s/litmus/models", root));
    return cat_model_read(arena, diagnostics, path, all, count);
}
