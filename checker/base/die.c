/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * die.c - end the program with one sentence, and exit code 4.
 */
#include "die.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void die(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fflush(stdout);
    fputs("murrelet: internal error: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    exit(EXIT_BUG);
}
