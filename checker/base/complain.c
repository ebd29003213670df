/* SPDX-License-Identifier: BSD-2-Clause */
/* complain.c - see complain.h. */
#include "complain.h"

#include <stdarg.h>

#include "printable.h"

void complain_lines(const char *lines)
{
    if (lines)
        printable_put_lines(lines, stderr);
}

void complain(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    printable_vformat(stderr, format, list);
    va_end(list);
}
