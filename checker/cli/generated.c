/* SPDX-License-Identifier: BSD-2-Clause */
/* generated.c - see generated.h. */
#include "generated.h"

#include "../base/complain.h"
#include "../base/die.h"
#include "../generate/write.h"
#include "../litmus/parse.h"

static const char *const vocabulary_names[] = {"wide", "scoped", "apart", "agent", "mixed", "owned", "warm", "orders", "scopes", "strong", "loads", NULL}; /* as `vocabularies` has them */

const struct option_spec generated_options[] = {
    {.name = "vocabulary", .kind = OPTION_CHOICE, .offset = offsetof(struct generated_arguments, vocabulary),
     .argument = "NAME", .choices = vocabulary_names,
     .help = "wide: every order, read-modify-write, fence, dependency, scope and tree, of two threads with a scope for each access; "
             "scoped: orders, fences and dependencies, one scope for all of a test, every scope tree; apart: the same at "
             "agent scope, work-groups apart; agent: there also read-modify-writes, one-sided fences, communication within a thread and words "
             "in a line; mixed: plain accesses, acquires and releases, also remote ones, each with a scope of its own, every tree; owned: as agent, where a thread stores to a word of its own beside one of its locations, before all else or right before it; warm: as owned, where it loads the location before all else instead; orders: of apart the relaxed, acquire, release and sc accesses alone; scopes: "
             "these with every scope and tree; strong: relaxed and sc accesses, each with a scope of its own, every tree; loads: programs without a store. Default: wide."},
    {.name = "edges", .kind = OPTION_COUNT, .offset = offsetof(struct generated_arguments, edges), .argument = "N",
     .help = "Cycles of at most N edges. Default: 6.", .most = CYCLE_EDGES},
    {.name = "processes", .kind = OPTION_COUNT, .offset = offsetof(struct generated_arguments, threads), .argument = "N",
     .help = "Tests of at most N threads. Default: 4.", .most = CYCLE_THREADS},
    {.name = "internal", .kind = OPTION_FLAG, .offset = offsetof(struct generated_arguments, internal),
     .help = "Communication within a thread too: a read of its own store, a store past its own read."},
    {0},
};

const struct vocabulary *generated_vocabulary(const struct generated_arguments *arguments)
{
    return &vocabularies[arguments->vocabulary];
}

struct cycle_bounds generated_bounds(const struct generated_arguments *arguments)
{
    bool internal = arguments->internal || generated_vocabulary(arguments)->internal;
    return (struct cycle_bounds){(unsigned)arguments->edges, (unsigned)arguments->threads, internal};
}

const struct litmus_test *generated_test(struct arena *arena, const struct decorated *d)
{
    struct text text = {0};
    struct diagnostics *diagnostics = diagnostics_new(arena);
    decorated_write(&text, d);
    const struct litmus_test *test = litmus_parse(arena, diagnostics, source_from_text(arena, "a generated test", text.bytes));
    if (!test || diagnostics_errors(diagnostics)) {
        diagnostics_print(diagnostics, stderr, false);
        die("a generated test is no test:\n%s", text.bytes);
    }
    text_free(&text);
    return test;
}

struct suite_test generated_suite_test(struct arena *arena, const struct decorated *d)
{
    struct suite_test test = {.test = generated_test(arena, d)};
    test.path = arena_format(arena, "%s.litmus", test.test->name);
    test.program = machine_program_new(arena, diagnostics_new(arena), test.test);
    if (!test.program)
        die("%s is no program", test.test->name);
    return test;
}

bool generated_has_room(unsigned count)
{
    if (count < GENERATED_MOST)
        return true;
    complain("murrelet: these are more than %d tests: --vocabulary, --edges, --processes and --minimal make fewer\n", GENERATED_MOST);
    return false;
}
