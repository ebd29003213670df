/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * host_answers.c - answers that are known beforehand, as tables that generated
 * code reads.
 *
 * A row is filled before its number reaches a state: at the start, or under the
 * lock when a local state or an operation is numbered.  A machine that makes up a
 * number reads 0, which is of every type: the generated code does not look again.
 */
#include "host_private.h"

#include "../base/die.h"

enum { CELLS_SMALL = 16 * 1024, CELLS_MOST = 4 * 1024 * 1024 };

static uint32_t domain_size(const struct litmus_host *host, char domain)
{
    const struct litmus_sizes *sizes = &host->sizes;
    int size = domain == 't' ? sizes->threads : domain == 'c' ? sizes->cus : domain == 'n' ? sizes->lines
             : domain == 'w' ? sizes->words : domain == 'l' ? sizes->locals : sizes->operations;
    return (uint32_t)size;
}

/* Ask for all arguments from position `at` on, those before it being given; a
 * position that is `fixed` keeps what it has. */
static void answer_from(struct litmus_host *host, unsigned external, int64_t *arguments, unsigned at, unsigned fixed)
{
    struct answers *answers = &host->answers[external];
    if (!host_externals[external].domain[at]) {
        int64_t asked[3] = {arguments[0], arguments[1], arguments[2]};
        uint64_t index = ((uint64_t)arguments[0] * answers->sizes[1] + (uint64_t)arguments[1]) * answers->sizes[2] +
                         (uint64_t)arguments[2];
        answers->cells[index] = (int32_t)host_externals[external].function(host, asked);
    } else if (fixed >> at & 1) {
        answer_from(host, external, arguments, at + 1, fixed);
    } else {
        for (uint32_t i = 0; i < answers->sizes[at]; i++) {
            arguments[at] = i;
            answer_from(host, external, arguments, at + 1, fixed);
        }
    }
}

static bool answers_with(const struct litmus_host *host, unsigned external, const char *domain)
{
    return host->answers[external].cells && !strncmp(host_externals[external].domain, domain, strlen(domain));
}

void host_answer_operation(struct litmus_host *host, uint32_t number)
{
    for (unsigned e = 0; e < host_external_count; e++)
        if (answers_with(host, e, "o"))
            answer_from(host, e, (int64_t[3]){number}, 0, 1);
}

void host_answer_local(struct litmus_host *host, int thread, uint32_t number)
{
    for (unsigned e = 0; e < host_external_count; e++)
        if (answers_with(host, e, "tl"))
            answer_from(host, e, (int64_t[3]){thread, number}, 0, 3);
}

/* A run that is followed has numbers beyond any table, and is interpreted. */
void host_make_answers(struct litmus_host *host)
{
    if (host->provenance)
        return;
    for (unsigned e = 0; e < host_external_count; e++) {
        const char *domain = host_externals[e].domain;
        struct answers *answers = &host->answers[e];
        uint64_t count = 1;
        if (!domain)
            continue;
        for (unsigned i = 0; i < 3; i++) {
            answers->sizes[i] = i < strlen(domain) ? domain_size(host, domain[i]) : 1;
            count *= answers->sizes[i];
        }
        if (count > CELLS_MOST)
            continue;
        answers->cells = calloc(count, sizeof *answers->cells);
        if (!answers->cells && count <= CELLS_SMALL) /* where a large one has no room, the function is called */
            die_memory(count * sizeof *answers->cells);
    }
}

void host_free_answers(struct litmus_host *host)
{
    for (unsigned e = 0; e < host_external_count; e++)
        free(host->answers[e].cells);
}

/* What does not hang on local states and operations, once the starts have numbers. */
void host_answer_rest(struct litmus_host *host)
{
    for (unsigned e = 0; e < host_external_count; e++)
        if (host->answers[e].cells && !strpbrk(host_externals[e].domain, "lo"))
            answer_from(host, e, (int64_t[3]){0}, 0, 0);
}

void host_show_answers(const struct litmus_host *host, const char *name, struct model_external_binding *binding)
{
    for (unsigned e = 0; e < host_external_count; e++) {
        if (strcmp(host_externals[e].name, name))
            continue;
        binding->answers = host->answers[e].cells;
        binding->second = host->answers[e].sizes[1];
        binding->third = host->answers[e].sizes[2];
    }
}
