/* SPDX-License-Identifier: BSD-2-Clause */
/* driven.c - see driven.h. */
#include "driven.h"

#include <inttypes.h>
#include <string.h>

/* What stands at the head of each line of constants. */
static const char *const part_words[] = {
    [DRIVER_SIZE] = "sizes", [DRIVER_ENVIRONMENT] = "driver", [DRIVER_MACHINE] = "machine", [DRIVER_INVARIANT] = "asked"};
enum { PARTS = sizeof part_words / sizeof *part_words };


static void put_constants(const struct program *program, enum driver_part part, FILE *out)
{
    enum { WIDTH = 110 };
    int column = 0;
    for (unsigned i = 0; i < program->decl_count; i++) {
        if (program->decls[i]->kind != DECL_CONST || driver_part(program, i) != part)
            continue;
        const struct symbol *symbol = program->decls[i]->symbol;
        if (!column)
            column = fprintf(out, "  %s:", part_words[part]);
        else if (column + (int)strlen(symbol->name) > WIDTH)
            column = fprintf(out, "\n    ") - 1;
        column += fprintf(out, " %s=%" PRId64, symbol->name, symbol->value);
    }
    if (column)
        fputc('\n', out);
}

static void put_files(const struct driver_file *files, unsigned count, FILE *out)
{
    for (unsigned i = 0; i < count; i++)
        fprintf(out, "%s%s", i ? ", " : "", files[i].name);
}

static void put_invariants(const struct driven *driven, FILE *out)
{
    fputs("  invariants: ", out);
    if (!driven->invariant_count)
        fputs("none", out);
    put_files(driven->invariants, driven->invariant_count, out);
    if (driven->by_promise)
        fputs(driven->invariant_count ? " (as the machine promises)" : " (none follows from the machine's header)", out);
    if (driven->left_out_count)
        fprintf(out, "; not under this driver: ");
    put_files(driven->left_out, driven->left_out_count, out);
    fputc('\n', out);
}

/* Both depend on the driver where they are not asked for. */
static void put_judged(const struct search_options *options, FILE *out)
{
    static const char *const deadlocks[] = {
        [DEADLOCK_STUTTERING] = "where nothing leads elsewhere", [DEADLOCK_STUCK] = "where nothing is enabled", [DEADLOCK_OFF] = "off"};
    fprintf(out, "  deadlock: %s; a cover that is not met: %s\n", deadlocks[options->deadlock],
            options->unmet_cover_is_violation ? "a violation" : "reported");
}

void driven_text(const struct report *report, FILE *out)
{
    const struct driven *driven = report->driven;
    const struct program *program = report->program;
    fprintf(out, "%s\n", driven->title);
    for (int part = 0; program && part < PARTS; part++)
        put_constants(program, (enum driver_part)part, out);
    if (driven->numbers)
        fprintf(out, "  types: numbers, so no symmetry; as scalarsets: %s\n", driven->numbers);
    put_invariants(driven, out);
    put_judged(report->options, out);
    fputc('\n', out);
}
