/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * host_provenance.c - follow one run, by values that say which store they come
 * from.
 */
#include "host_private.h"

#include "../base/arena.h"
#include "../base/die.h"

/* The value of an operation's write. */
int64_t host_own_value(const struct litmus_host *host, int64_t operation)
{
    return program_pending(host->program) + 1 + operation;
}

/* The operation that wrote a value; -1 for a value of the test's. */
int host_writer_of(const struct litmus_host *host, int64_t value)
{
    return host->provenance && value > program_pending(host->program)
               ? (int)(value - program_pending(host->program) - 1) : -1;
}

/* A value as the test knows it. */
int host_plain_value(const struct litmus_host *host, int64_t value)
{
    int writer = host_writer_of(host, value);
    return writer < 0 ? (int)value : host->provenance->operations[writer].written;
}

void host_provenance_note(struct litmus_host *host, const char *sentence)
{
    if (!host->provenance->trouble)
        host->provenance->trouble = sentence;
}

void host_provenance_read(struct litmus_host *host, int operation, int64_t value)
{
    const struct program_operation *what = &host->operations[operation];
    int writer = host_writer_of(host, value);
    if (writer >= 0 ? host->operations[writer].location != what->location
                    : value != program_initial_value(host->program, what->location))
        host_provenance_note(host, "a load has a value that its location never held");
    host->provenance->operations[operation].source = writer >= 0 ? writer : EVENT_INITIAL;
}

/* What a thread fetched from `index` on was undone. */
void host_provenance_undo(struct litmus_host *host, int thread, unsigned index)
{
    for (uint32_t i = 1; i <= host->operation_count; i++) {
        struct followed *f = &host->provenance->operations[i];
        if (f->thread == thread && f->index >= (int)index) {
            f->source = -1;
            f->performed = false;
        }
    }
}

int host_provenance_operation(const struct litmus_host *host, int thread, int index)
{
    for (uint32_t i = 1; i <= host->operation_count; i++)
        if (host_has_provenance(host, i, thread, index))
            return (int)i;
    die("a completed load of a followed run was never issued");
}

struct litmus_sizes litmus_follow_sizes(const struct machine_program *program, struct litmus_sizes sizes)
{
    sizes.operations = OPERATIONS_MOST;
    sizes.values = program_pending(program) + 1 + OPERATIONS_MOST;
    sizes.locals = LOCALS_MOST;
    return sizes;
}

void litmus_host_follow(struct litmus_host *host)
{
    host->provenance = calloc(1, sizeof *host->provenance);
    if (!host->provenance)
        die_memory(sizeof *host->provenance);
}

/* Under the litmus driver a fence was passed where an access after it was made. */
static bool is_done(const struct litmus_host *host, uint32_t number)
{
    const struct followed *f = &host->provenance->operations[number];
    if (host->operations[number].kind != PROGRAM_FENCE)
        return f->source != -1 || f->place >= 0;
    if (host->out_of_order)
        return f->performed;
    for (uint32_t i = 1; i <= host->operation_count; i++) {
        const struct followed *later = &host->provenance->operations[i];
        if (host->operations[i].kind != PROGRAM_FENCE && later->thread == f->thread && later->index > f->index &&
            is_done(host, i))
            return true;
    }
    return false;
}

/* The number of an operation among those done, by thread and program order. */
static int rank_of(const struct litmus_host *host, uint32_t number)
{
    const struct followed *all = host->provenance->operations, *f = &all[number];
    int rank = 0;
    for (uint32_t i = 1; i <= host->operation_count; i++)
        rank += i != number && is_done(host, i) &&
                (all[i].thread < f->thread || (all[i].thread == f->thread && all[i].index < f->index));
    return rank;
}

static struct litmus_event event_of(const struct litmus_host *host, uint32_t number)
{
    const struct followed *f = &host->provenance->operations[number];
    struct litmus_event event = {.thread = f->thread, .index = f->index, .what = host->operations[number],
                                 .read = -1, .written = -1, .source = f->source, .place = f->place};
    if (f->source == EVENT_INITIAL) {
        event.read = program_initial_value(host->program, event.what.location);
    } else if (f->source >= 0) {
        event.read = host->provenance->operations[f->source].written;
        event.source = rank_of(host, (uint32_t)f->source);
    }
    if (f->place >= 0)
        event.written = f->written;
    return event;
}

struct litmus_event *litmus_host_events(const struct litmus_host *host, struct arena *arena, unsigned *count,
                                        const char **why)
{
    *why = host->provenance->trouble ? host->provenance->trouble : litmus_host_trouble(host);
    if (*why)
        return NULL;
    struct litmus_event *events = arena_alloc(arena, (host->operation_count + 1) * sizeof *events);
    *count = 0;
    for (uint32_t i = 1; i <= host->operation_count; i++) {
        if (!is_done(host, i))
            continue;
        events[rank_of(host, i)] = event_of(host, i);
        ++*count;
    }
    return events;
}
