/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * host_bind.c - make a host, and bind it to a model.
 *
 * A host is made for one test, placement and layout.  litmus_host_bind() gives the
 * model a C function, or a table of answers, for each external that it declares;
 * number_starts() then numbers the local states in which the threads begin.
 */
#include "host_private.h"

#include "../base/die.h"
#include "../model/groups.h"

static void number_starts(struct litmus_host *host)
{
    host->normalise = host->out_of_order ? host_normalise_window : NULL;
    host->describe = host->out_of_order ? host_describe_window : host_describe_in_order;
    host->new_operation = host_answer_operation;
    host->new_local = host_answer_local;
    host_make_answers(host);
    if (!host->provenance)
        host_answer_operation(host, 0);
    for (int t = 0; t < host->thread_count; t++) {
        struct local_key key;
        memset(&key, 0, sizeof key);
        memset(key.tags, NO_TAG, sizeof key.tags);
        memset(key.results, PROGRAM_UNKNOWN, sizeof key.results);
        int pc, registers[PROGRAM_REGISTERS];
        program_start(host->program, t, &pc, registers);
        host_store_registers(&key, pc, registers);
        host->tables[t].start = host_number_local(host, t, &key);
    }
    host_answer_rest(host);
}

struct litmus_host *litmus_host_new(const struct machine_program *program, const struct litmus_placement *placement,
                                    const struct litmus_sizes *sizes)
{
    struct litmus_host *host = calloc(1, sizeof *host);
    if (!host)
        die_memory(sizeof *host);
    host->program = program;
    host->test = program_test(program);
    host->placement = *placement;
    host->sizes = *sizes;
    if (host->sizes.tags > TAGS)
        die("a model was compiled for %d tags, and a host has %d", sizes->tags, TAGS);
    host->thread_count = (int)host->test->thread_count;
    host->nobody.ended = true;
    host->nobody.free_tag = -1;
    memset(host->nobody.key.tags, NO_TAG, sizeof host->nobody.key.tags);
    host->location_count = (int)host->test->location_count;
    memset(host->location_of, -1, sizeof host->location_of);
    for (int a = 0; a < host->location_count; a++)
        host->location_of[placement->line[a]][placement->word[a]] = a;
    for (int t = 0; t < host->thread_count; t++) {
        for (enum later what = 0; what < LATER_COUNT; what++)
            host->later[what][t] = host_find_future(host, t, what);
    }
    pthread_mutex_init(&host->lock, NULL);
    return host;
}

void litmus_host_free(struct litmus_host *host)
{
    if (!host)
        return;
    for (int t = 0; t < PROGRAM_THREADS; t++) {
        for (int b = 0; b < BLOCKS && host->tables[t].blocks[b]; b++)
            free(host->tables[t].blocks[b]);
        free(host->tables[t].buckets);
        for (enum later what = 0; what < LATER_COUNT; what++)
            free(host->later[what][t]);
    }
    host_free_answers(host);
    free(host->provenance);
    pthread_mutex_destroy(&host->lock);
    free(host);
}

struct model_external_binding litmus_host_external(struct litmus_host *host, const char *name)
{
    for (unsigned e = 0; e < host_external_count; e++) {
        if (strcmp(host_externals[e].name, name))
            continue;
        host->out_of_order |= host_externals[e].window;
        return (struct model_external_binding){.function = host_externals[e].function, .host = host,
                                      .bound = host_bound_of(host, host_externals[e].function)};
    }
    return (struct model_external_binding){0};
}

void litmus_host_start(struct litmus_host *host)
{
    number_starts(host);
}

bool litmus_host_bind(struct litmus_host *host, const struct model *model, struct model_external_binding *bindings,
                      const char **missing)
{
    for (uint32_t i = 0; i < groups_binding(model)->external_count; i++) {
        bindings[i] = litmus_host_external(host, groups_binding(model)->externals[i].name);
        if (!bindings[i].function) {
            *missing = groups_binding(model)->externals[i].name;
            return false;
        }
    }
    litmus_host_start(host);
    for (uint32_t i = 0; i < groups_binding(model)->external_count; i++)
        host_show_answers(host, groups_binding(model)->externals[i].name, &bindings[i]);
    return true;
}

void litmus_host_collect(struct litmus_host *host, litmus_final_function *function, void *data)
{
    host->final = function;
    host->final_data = data;
}

void litmus_host_witness(struct litmus_host *host, litmus_witness_function *function, void *data)
{
    host->witness = function;
    host->witness_data = data;
}

void litmus_host_hb(struct litmus_host *host, struct hb *hb)
{
    host->hb = hb;
}
