/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pool.c - threads that wait for a job, do it together, and wait again.
 *
 * Jobs are handed out and collected under one lock: it is taken a few times a
 * level, never by the work itself.
 */
#include "pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "die.h"
#include "stack.h"

struct member {
    struct pool *pool;
    unsigned number;
    struct stack_thread thread;
};

struct pool {
    unsigned threads, started; /* started: members 1 .. started-1 have a thread */
    struct member *members;
    pthread_mutex_t lock;      /* guards all below */
    pthread_cond_t work, done;
    unsigned long round;       /* raised by one for each job */
    unsigned wanted, working;  /* members of this round; those (but the caller) not yet through */
    pool_job *job;
    void *data;
    bool waits;                /* the caller is through, and waits for the others */
    int closing;
    bool (*stopped)(void *);   /* changes between jobs only */
    void *stop_data;
};

struct pool *pool_new(unsigned threads)
{
    struct pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        die_memory(sizeof *pool);
    pool->threads = threads ? threads : 1;
    pool->started = 1;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->work, NULL);
    pthread_cond_init(&pool->done, NULL);
    return pool;
}

unsigned pool_threads(const struct pool *pool)
{
    return pool ? pool->threads : 1;
}

void pool_heed(struct pool *pool, bool (*stopped)(void *), void *data)
{
    pool->stopped = stopped;
    pool->stop_data = data;
}

bool pool_stopped(const struct pool *pool)
{
    return pool && pool->stopped && pool->stopped(pool->stop_data);
}

static _Thread_local bool is_member; /* this thread is one that a pool made */

static void *member_main(void *argument)
{
    struct member *self = argument;
    struct pool *pool = self->pool;
    is_member = true;
    unsigned long seen = 0;

    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->closing && (pool->round == seen || self->number >= pool->wanted)) {
            seen = pool->round; /* a round without this member */
            pthread_cond_wait(&pool->work, &pool->lock);
        }
        if (pool->closing)
            break;
        seen = pool->round;
        pool_job *job = pool->job;
        void *data = pool->data;
        unsigned wanted = pool->wanted;
        pthread_mutex_unlock(&pool->lock);
        job(data, self->number, wanted);
        pthread_mutex_lock(&pool->lock);
        if (--pool->working == 0)
            pthread_cond_signal(&pool->done);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Start the threads of members below `members`; returns how many there are,
 * which is fewer where the system refuses more. */
static unsigned start_members(struct pool *pool, unsigned members)
{
    if (!pool->members && members > 1) {
        pool->members = calloc(pool->threads, sizeof *pool->members);
        if (!pool->members)
            die_memory(pool->threads * sizeof *pool->members);
    }
    while (pool->started < members) {
        struct member *member = &pool->members[pool->started];
        member->pool = pool;
        member->number = pool->started;
        if (!stack_start(&member->thread, member_main, member)) {
            pool->threads = pool->started;
            return pool->started;
        }
        pool->started++;
    }
    return members;
}

void pool_run(struct pool *pool, unsigned members, pool_job *job, void *data)
{
    if (members > pool_threads(pool))
        members = pool_threads(pool);
    if (members > 1)
        members = start_members(pool, members);
    if (members > 1) {
        pthread_mutex_lock(&pool->lock);
        pool->job = job;
        pool->data = data;
        pool->wanted = members;
        pool->working = members - 1;
        pool->round++;
        pthread_cond_broadcast(&pool->work);
        pthread_mutex_unlock(&pool->lock);
    }
    job(data, 0, members);
    if (members > 1) {
        pthread_mutex_lock(&pool->lock);
        pool->waits = true;
        while (pool->working > 0)
            pthread_cond_wait(&pool->done, &pool->lock);
        pool->waits = false;
        pool->wanted = 0;
        pthread_mutex_unlock(&pool->lock);
    }
}

bool pool_rest(struct pool *pool)
{
    const struct timespec moment = {.tv_nsec = 5000000};
    for (unsigned i = 0; i < 200; i++) {
        pthread_mutex_lock(&pool->lock);
        bool rests = pool->working == (is_member ? 1u : 0u) && (!is_member || pool->waits);
        pthread_mutex_unlock(&pool->lock);
        if (rests)
            return true;
        nanosleep(&moment, NULL);
    }
    return false;
}

void pool_free(struct pool *pool)
{
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = 1;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 1; i < pool->started; i++)
        stack_join(&pool->members[i].thread);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->work);
    pthread_cond_destroy(&pool->done);
    free(pool->members);
    free(pool);
}
