/* SPDX-License-Identifier: BSD-2-Clause */
/* generate.c - print a random model: generate [-x] [-f | -t | -k SHAPE] SEED;
 * -x: with unions and multisets; -f: loops that take no order; -t: or some;
 * -k: of this shape alone. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/lib/generate.h"

int main(int argc, char **argv)
{
    struct generate_options options = {.liveness = true};
    int letter;
    while ((letter = getopt(argc, argv, "xftk:")) != -1) {
        if (letter == '?')
            return 2;
        options.extensions |= letter == 'x';
        options.order = letter == 'f' ? ORDER_FREE : letter == 'x' ? options.order : ORDER_TAKEN;
        if (letter == 'k')
            options.shape = atoi(optarg);
    }
    if (argc != optind + 1)
        return fputs("usage: generate [-x] [-f | -t | -k SHAPE] SEED\n", stderr), 2;
    struct text out = {0};
    generate_model(&out, strtoull(argv[optind], NULL, 0), &options);
    fputs(out.bytes, stdout);
    text_free(&out);
    return 0;
}
