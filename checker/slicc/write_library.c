/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_library.c - routines on destinations, masks and blocks, from library.m.
 */
#include "write_private.h"

/* The text of library.m is part of this program. */
extern const char slicc_library_text[];
__asm__(".pushsection .rodata\n"
        ".global slicc_library_text\n"
        ".hidden slicc_library_text\n"
        "slicc_library_text:\n"
        ".incbin \"checker/slicc/library.m\"\n"
        ".byte 0\n"
        ".popsection\n");

/* A routine is what stands from an empty line to the next; its name is the second word, or that of a line behind comments. */
static const char *name_in(struct slicc_writer *w, const char *text)
{
    while (*text == '-')
        text = strchr(text, '\n') + 1;
    const char *start = strchr(text, ' ') + 1;
    return arena_text(w->arena, start, strcspn(start, "("));
}

void slicc_write_library(struct slicc_writer *w)
{
    const char *at = strstr(slicc_library_text, "\n\n") + 2, *stop;
    for (; *at; at = stop) {
        stop = strstr(at, "\n\n");
        stop = stop ? stop + 2 : at + strlen(at);
        const char *routine = arena_text(w->arena, at, (size_t)(stop - at));
        const char *name = name_in(w, routine);
        if (slicc_carries_atomics(w) && !strcmp(name, "DataBlock_atomicPartial"))
            continue; /* a machine for litmus tests has its own */
        text_put(&w->out, routine);
        slicc_item(w, SLICC_ROUTINE, name);
    }
}
