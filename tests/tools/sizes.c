/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sizes [-p PREFETCHES] [-e] [-r RUNS] [-w] TEST MACHINE... - what it costs a
 * test that a machine was compiled for more than it has.
 *
 * A line for each machine: at the least size that holds the test and at the
 * largest, the states, the words of a packed state, and the least processor
 * time of RUNS (by turns, so that what else the computer does falls on both),
 * in microseconds; and the ratio of the two times.  -w: layouts are not
 * specialised.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/source.h"
#include "litmus/parse.h"
#include "machines/run.h"

struct figures {
    uint64_t states;
    uint32_t words;
    double seconds;
};

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "sizes: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

static void run(struct figures *figures, struct machines *machines, const struct machine_variant *machine,
                const struct machine_program *program, struct litmus_options options, unsigned least_size)
{
    struct text error = {0};
    options.least_size = least_size;
    double start = now();
    struct litmus_result *result = litmus_run(machines, machine, program, NULL, &options, &error);
    double seconds = now() - start;
    if (!result)
        fail(machine->name, error.bytes);
    if (!result->complete || (figures->states && figures->states != result->states))
        fail(machine->name, "the runs differ");
    if (!figures->states || seconds < figures->seconds)
        figures->seconds = seconds;
    figures->states = result->states;
    figures->words = result->searched->packed_words;
    litmus_result_free(result);
}

static void measure(struct machines *machines, const struct machine_variant *machine,
                    const struct machine_program *program, const struct litmus_options *options, unsigned runs)
{
    struct figures own = {0}, largest = {0};
    for (unsigned i = 0; i < runs; i++) {
        run(&own, machines, machine, program, *options, 0);
        run(&largest, machines, machine, program, *options, MACHINE_SIZE_CLASSES - 1);
    }
    printf("%s\t%llu\t%u\t%.0f\t%llu\t%u\t%.0f\t%.2f\n", machine->name, (unsigned long long)own.states, own.words,
           own.seconds * 1e6, (unsigned long long)largest.states, largest.words, largest.seconds * 1e6,
           largest.seconds / own.seconds);
    fflush(stdout);
}

static struct machine_program *read_test(struct arena *arena, const char *path)
{
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source *source = source_read(arena, diagnostics, path, (struct place){0});
    struct litmus_test *test = source ? litmus_parse(arena, diagnostics, source) : NULL;
    struct machine_program *program = test ? machine_program_new(arena, diagnostics, test) : NULL;
    if (!program)
        fail(path, "cannot be read");
    return program;
}

int main(int argc, char **argv)
{
    struct litmus_options options = {.environment = {.prefetches = 1, .invariants = "none"},
                                     .compile = {.optimise = -1}, .liveness = true};
    unsigned runs = 10;
    int option;
    while ((option = getopt(argc, argv, "p:er:w")) != -1) {
        switch (option) {
        case 'p': options.environment.prefetches = (unsigned)strtoul(optarg, NULL, 10); break;
        case 'e': options.environment.evictions = true; break;
        case 'r': runs = (unsigned)strtoul(optarg, NULL, 10); break;
        case 'w': options.wide = true; break;
        default: return 2;
        }
    }
    if (argc - optind < 2 || !runs)
        fail("usage", "sizes [-p PREFETCHES] [-e] [-r RUNS] [-w] TEST MACHINE...");
    struct text error = {0};
    struct machines *machines = machines_open(&error);
    if (!machines)
        fail("machines", error.bytes);
    struct arena *arena = arena_new();
    const struct machine_program *program = read_test(arena, argv[optind]);
    for (int i = optind + 1; i < argc; i++) {
        const struct machine_variant *machine = machines_find(machines, argv[i], &error);
        if (!machine)
            fail(argv[i], error.bytes);
        measure(machines, machine, program, &options, runs);
    }
    arena_free(arena);
    machines_close(machines);
    return 0;
}
