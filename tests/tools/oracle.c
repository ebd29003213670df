/* SPDX-License-Identifier: BSD-2-Clause */
/* oracle_main.c - the oracle on a file: oracle [stuttering|stuck|off] MODEL.m */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "tools/lib/oracle.h"
#include "report/report.h"

int main(int argc, char **argv)
{
    struct oracle_options options = {.unmet_cover_is_violation = true, .max_states = 1000000};
    if (argc == 3)
        options.deadlock = !strcmp(argv[1], "stuck") ? DEADLOCK_STUCK : !strcmp(argv[1], "off") ? DEADLOCK_OFF : DEADLOCK_STUTTERING;
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source *source = source_read(arena, diagnostics, argv[argc - 1], (struct place){0});
    struct program *program = source ? parse_program(arena, diagnostics, source, DIALECT_RUMUR) : NULL;
    bool good = program && !diagnostics_errors(diagnostics)
             && types_check(arena, diagnostics, program, DIALECT_RUMUR, NULL, 0);
    diagnostics_print(diagnostics, stderr, 0);
    if (!good)
        return 2;
    struct oracle_result result = oracle_check(program, &options);
    if (result.verdict == VERDICT_VIOLATED)
        printf("violated: %s at %u:%u, depth %u: %s\n", result_kind_name(result.kind),
               result.place.source ? place_line(result.place) : 0, result.place.source ? place_column(result.place) : 0,
               result.depth, result.message);
    else
        printf("%s: %llu states, %llu rules fired, depth %u\n", result_verdict_name(result.verdict),
               (unsigned long long)result.states, (unsigned long long)result.fired, result.depth);
    arena_free(arena);
    return (int)result.verdict;
}
