/* SPDX-License-Identifier: BSD-2-Clause */
/* generate.c - print a random model: generate [-x] SEED; -x with unions and multisets. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/lib/generate.h"

int main(int argc, char **argv)
{
    struct generate_options options = {.liveness = true};
    if (argc == 3 && !strcmp(argv[1], "-x"))
        options.extensions = true;
    else if (argc != 2)
        return fputs("usage: generate [-x] SEED\n", stderr), 2;
    struct text out = {0};
    generate_model(&out, strtoull(argv[argc - 1], NULL, 0), &options);
    fputs(out.bytes, stdout);
    text_free(&out);
    return 0;
}
