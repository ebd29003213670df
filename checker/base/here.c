/* SPDX-License-Identifier: BSD-2-Clause */
/* here.c - see here.h. */
#include "here.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"

const char *here_name(struct arena *arena)
{
    char *here = getcwd(NULL, 0);
    const char *name = here ? arena_text(arena, here, strlen(here)) : NULL;
    if (!here)
        memory_check_errno();
    free(here);
    return name;
}

const char *here_below(const char *path)
{
    char *here = getcwd(NULL, 0);
    size_t length = here ? strlen(here) : 0;
    bool below = length && !strncmp(path, here, length) && (!path[length] || path[length] == '/');
    if (!here)
        memory_check_errno();
    free(here);
    return below ? path + length + (path[length] == '/') : path;
}
