/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists of edges, in memory and in a file, against what was put in. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

#include "store/edges.h"

#define NONE UINT32_MAX
#define THREADS 3u

/* How many words a state has; one block has none at all, and some lists are long. */
static uint32_t length_of(uint64_t state)
{
    uint32_t by = (uint32_t)(state * 2654435761u) >> 16;
    if (state / EDGES_BLOCK == 4 || by % 5 == 0)
        return NONE;
    return by % 997 == 0 ? 70000 : by % 9;
}

static uint32_t word_of(uint64_t state, uint32_t place)
{
    return (uint32_t)state * 31 + place;
}

struct job {
    struct edges *edges;
    unsigned thread;
    uint64_t states;
    uint64_t wrong;
};

static void *write_lists(void *data)
{
    const struct job *job = data;
    for (uint64_t state = 0; state < job->states; state++) {
        uint32_t length = length_of(state);
        if (state / EDGES_BLOCK % THREADS != job->thread || length == NONE)
            continue;
        uint32_t *list = edges_list(job->edges, job->thread, state, length);
        for (uint32_t i = 0; i < length; i++)
            list[i] = word_of(state, i);
    }
    return NULL;
}

static bool right(const uint32_t *list, uint64_t state, uint64_t states)
{
    uint32_t length = state < states ? length_of(state) : NONE;
    if (!list || length == NONE) /* an empty list before others of its block is as good as none */
        return (!list || list[0] == 0) && (length == NONE || length == 0);
    for (uint32_t i = 0; i < length; i++)
        if (list[1 + i] != word_of(state, i))
            return false;
    return list[0] == length;
}

/* Every thread reads all blocks, the even ones from the last to the first. */
static void *read_lists(void *data)
{
    struct job *job = data;
    uint64_t blocks = (job->states + EDGES_BLOCK - 1) / EDGES_BLOCK;
    edges_lists lists;
    for (uint64_t n = 0; n < blocks; n++) {
        uint64_t block = job->thread % 2 ? n : blocks - 1 - n;
        bool empty = true;
        unsigned writer = edges_read(job->edges, job->thread, block, lists);
        for (uint64_t i = 0; i < EDGES_BLOCK; i++) {
            job->wrong += !right(lists[i], block * EDGES_BLOCK + i, job->states);
            empty &= !lists[i];
        }
        job->wrong += !empty && writer != block % THREADS;
    }
    return NULL;
}

static uint64_t on_all_threads(struct edges *edges, uint64_t states, void *(*work)(void *))
{
    pthread_t threads[THREADS];
    struct job jobs[THREADS];
    uint64_t wrong = 0;
    for (unsigned i = 0; i < THREADS; i++) {
        jobs[i] = (struct job){edges, i, states, 0};
        cr_assert_eq(pthread_create(&threads[i], NULL, work, &jobs[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        wrong += jobs[i].wrong;
    }
    return wrong;
}

static void check(uint64_t states, const char *directory)
{
    struct edges *edges = edges_new(states, THREADS, directory);
    cr_assert(edges);
    on_all_threads(edges, states, write_lists);
    cr_assert(edges_finish(edges));
    cr_assert_eq(on_all_threads(edges, states, read_lists), 0, "%lu states, %s", (unsigned long)states,
                 directory ? "in a file" : "in memory");
    edges_free(edges);
}

Test(edges, come_back_as_they_were)
{
    static const uint64_t states[] = {0, 1, 63, 64, 65, 1000, 20000};
    for (unsigned i = 0; i < sizeof states / sizeof *states; i++) {
        check(states[i], NULL);
        check(states[i], "/tmp");
    }
}

Test(edges, a_full_disk_is_reported)
{
    struct rlimit few = {10000, 10000};
    struct edges *edges = edges_new(20000, THREADS, "/tmp");
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &few), 0);
    on_all_threads(edges, 20000, write_lists);
    cr_assert_not(edges_finish(edges));
    edges_free(edges);
}

Test(edges, no_directory_no_edges)
{
    cr_assert_null(edges_new(1000, THREADS, "/nowhere"));
}
