/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fuzz_slicc.c - libFuzzer over the reader of SLICC.
 *
 * Whatever bytes come in: nothing may crash, hang or offend a sanitizer; a
 * protocol that is refused says why, and what is written of one that is not is
 * Murphi that parses (slicc_translate looks itself).
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/text.h"
#include "slicc/translate.h"

enum { INPUT_LIMIT = 20 * 1024 };

static void demand(int truth, const char *what)
{
    if (truth)
        return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* No other file is to be read. */
    if (size > INPUT_LIMIT || (size && memmem(data, size, "include", 7)))
        return 0;
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct text model = {0}, said = {0};
    struct slicc slicc;
    slicc_begin(&slicc, arena, diagnostics);
    slicc_read(&slicc, source_from_bytes(arena, "fuzz.sm", (const char *)data, size));
    bool good = slicc_end(&slicc) && slicc_translate(&model, &slicc, &(struct slicc_options){.covers = true});
    demand(good == !diagnostics_errors(diagnostics), "refused without a reason, or taken in spite of one");
    demand(!good || model.length, "nothing was written");
    diagnostics_put(diagnostics, &said);
    text_free(&said);
    text_free(&model);
    arena_free(arena);
    return 0;
}
