/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cluster_mpi.c - see cluster.h: parcels and agreement by MPI.
 *
 * Each lane has a ring of receives that are posted beforehand, from anybody.
 * MPI matches them in the order in which they were posted, and they are looked at
 * in that order; so what one process sends on a lane arrives in order.
 *
 * Nothing blocks: what waits calls again.  An error of MPI, which may be another
 * process's end, loses the cluster, and nothing of MPI is called any more.
 */
#include "cluster.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/memory.h"

#define RECEIVERS 8u      /* of a lane */

struct receiver {
    struct parcel *parcel;     /* that the request fills */
    MPI_Request request;
};

struct sender {
    struct sender *next;
    struct parcel *parcel;
    MPI_Request request;
};

static struct cluster {
    bool is_open, is_begun, is_lost, gathers;
    int rank, size, here;
    MPI_Comm lanes[CLUSTER_LANES], all; /* of their own, so that nothing is mistaken */
    struct receiver receivers[CLUSTER_LANES][RECEIVERS];
    unsigned oldest[CLUSTER_LANES];   /* of the receivers that are posted, or the next to be */
    unsigned unposted[CLUSTER_LANES]; /* the first whose parcel was taken and not dropped yet: so many lie between it and the oldest */
    struct parcel *empty[CLUSTER_LANES]; /* to be filled, or received into */
    struct sender *senders, *idle_senders;
    size_t space;
    unsigned most, out;        /* of LANE_FORTH: parcels that may be filled or on their way, and are */
    MPI_Request gathering;
} cluster = {.size = 1, .here = 1};

static bool good(int code)
{
    if (code != MPI_SUCCESS)
        cluster.is_lost = true;
    return !cluster.is_lost;
}

/* ---- coming and going ---- */

/* Open MPI's mpirun, what else starts by PMIx or PMI (srun, MPICH's mpirun). */
bool cluster_is_started(void)
{
    static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_SIZE"};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const char *size = getenv(sizes[i]);
        if (size && atoi(size) > 1)
            return true;
    }
    const char *tasks = getenv("SLURM_STEP_NUM_TASKS");
    return getenv("PMIX_RANK") && tasks && atoi(tasks) > 1;
}

bool cluster_open(void)
{
    int level;
    if (!cluster_is_started())
        return true;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS || level < MPI_THREAD_FUNNELED) {
        fputs("murrelet: the MPI library cannot be started with threads\n", stderr);
        return false;
    }
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &cluster.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &cluster.size);
    MPI_Comm machine;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &cluster.here);
    MPI_Comm_free(&machine);
    for (unsigned lane = 0; lane < CLUSTER_LANES; lane++)
        MPI_Comm_dup(MPI_COMM_WORLD, &cluster.lanes[lane]);
    MPI_Comm_dup(MPI_COMM_WORLD, &cluster.all);
    cluster.is_open = true;
    return true;
}

static void nap(void)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    nanosleep(&moment, NULL);
}

void cluster_close(void)
{
    MPI_Request request;
    int done = 0;
    if (!cluster.is_open || cluster.is_lost)
        return;
    cluster_end();
    if (!good(MPI_Ibarrier(cluster.all, &request)))
        return;
    while (good(MPI_Test(&request, &done, MPI_STATUS_IGNORE)) && !done)
        nap();
    if (!cluster.is_lost)
        MPI_Finalize();
    cluster.is_open = false;
}

unsigned cluster_rank(void)
{
    return (unsigned)cluster.rank;
}

unsigned cluster_size(void)
{
    return (unsigned)cluster.size;
}

unsigned cluster_here(void)
{
    return (unsigned)cluster.here;
}

/* Open MPI's mpirun gives one second, unless its user says otherwise. */
double cluster_grace(void)
{
    const char *seconds = getenv("OMPI_MCA_odls_base_sigkill_timeout");
    return seconds && atoi(seconds) > 1 ? atoi(seconds) : 1;
}

void cluster_lose(void)
{
    cluster.is_lost = true;
}

bool cluster_is_lost(void)
{
    return cluster.is_lost;
}

/* ---- parcels ---- */

static struct parcel *new_parcel(enum cluster_lane lane)
{
    size_t space = lane == LANE_WORDS ? CLUSTER_WORD : cluster.space;
    struct parcel *parcel = malloc(sizeof *parcel + space * sizeof *parcel->data);
    if (!parcel)
        die_memory(sizeof *parcel + space * sizeof *parcel->data);
    *parcel = (struct parcel){.lane = lane, .space = space};
    return parcel;
}

static struct parcel *take_empty(enum cluster_lane lane)
{
    struct parcel *parcel = cluster.empty[lane];
    if (!parcel)
        return new_parcel(lane);
    cluster.empty[lane] = parcel->next;
    parcel->next = NULL;
    parcel->count = parcel->taken = 0;
    return parcel;
}

static void give_empty(struct parcel *parcel)
{
    parcel->next = cluster.empty[parcel->lane];
    cluster.empty[parcel->lane] = parcel;
}

static void post(enum cluster_lane lane, struct receiver *receiver)
{
    receiver->parcel = take_empty(lane);
    receiver->request = MPI_REQUEST_NULL;
    if (!cluster.is_lost)
        good(MPI_Irecv(receiver->parcel->data, (int)receiver->parcel->space, MPI_UINT64_T, MPI_ANY_SOURCE, 0,
                       cluster.lanes[lane], &receiver->request));
}

void cluster_begin(size_t space, unsigned most)
{
    cluster.space = space;
    cluster.most = most;
    cluster.out = 0;
    cluster.is_begun = true;
    for (unsigned lane = 0; lane < CLUSTER_LANES; lane++) {
        cluster.oldest[lane] = cluster.unposted[lane] = 0;
        for (unsigned i = 0; i < RECEIVERS; i++)
            post(lane, &cluster.receivers[lane][i]);
    }
}

/* Senders whose parcel has left are idle, and their parcels empty. */
static void collect_senders(void)
{
    struct sender **place = &cluster.senders;
    while (*place && !cluster.is_lost) {
        struct sender *sender = *place;
        int done = 0;
        if (!good(MPI_Test(&sender->request, &done, MPI_STATUS_IGNORE)))
            return;
        if (!done) {
            place = &sender->next;
            continue;
        }
        *place = sender->next;
        cluster.out -= sender->parcel->lane == LANE_FORTH;
        give_empty(sender->parcel);
        sender->next = cluster.idle_senders;
        cluster.idle_senders = sender;
    }
}

bool cluster_has_sent(void)
{
    collect_senders();
    return cluster.is_lost || !cluster.senders;
}

struct parcel *cluster_parcel(enum cluster_lane lane)
{
    if (lane == LANE_FORTH && cluster.out >= cluster.most)
        collect_senders();
    if (lane == LANE_FORTH && cluster.out >= cluster.most)
        return NULL;
    cluster.out += lane == LANE_FORTH;
    return take_empty(lane);
}

void cluster_send(struct parcel *parcel, unsigned to)
{
    struct sender *sender = cluster.idle_senders;
    if (cluster.is_lost) {
        cluster.out -= parcel->lane == LANE_FORTH;
        give_empty(parcel);
        return;
    }
    if (sender)
        cluster.idle_senders = sender->next;
    else
        sender = memory_zeroed(1, sizeof *sender);
    sender->parcel = parcel;
    sender->next = cluster.senders;
    cluster.senders = sender;
    good(MPI_Isend(parcel->data, (int)parcel->count, MPI_UINT64_T, (int)to, 0, cluster.lanes[parcel->lane], &sender->request));
}

struct parcel *cluster_receive(enum cluster_lane lane)
{
    struct receiver *receiver = &cluster.receivers[lane][cluster.oldest[lane]];
    MPI_Status status;
    int done = 0, count = 0;
    if (cluster.is_lost || !receiver->parcel || !good(MPI_Test(&receiver->request, &done, &status)) || !done)
        return NULL;
    MPI_Get_count(&status, MPI_UINT64_T, &count);
    struct parcel *parcel = receiver->parcel;
    parcel->peer = (unsigned)status.MPI_SOURCE;
    parcel->count = (size_t)count;
    parcel->taken = 0;
    receiver->parcel = NULL;
    cluster.oldest[lane] = (cluster.oldest[lane] + 1) % RECEIVERS;
    return parcel;
}

void cluster_drop(struct parcel *parcel)
{
    enum cluster_lane lane = parcel->lane;
    give_empty(parcel);
    post(lane, &cluster.receivers[lane][cluster.unposted[lane]]);
    cluster.unposted[lane] = (cluster.unposted[lane] + 1) % RECEIVERS;
}

static void cancel(struct receiver *receiver)
{
    if (receiver->request != MPI_REQUEST_NULL && !cluster.is_lost) {
        MPI_Cancel(&receiver->request);
        MPI_Wait(&receiver->request, MPI_STATUS_IGNORE);
    }
    free(receiver->parcel);
    receiver->parcel = NULL;
}

/* All is settled between the processes; or they are lost, and what MPI may still write to is left. */
void cluster_end(void)
{
    if (!cluster.is_begun || cluster.is_lost)
        return;
    while (!cluster_has_sent())
        nap();
    for (unsigned lane = 0; lane < CLUSTER_LANES && !cluster.is_lost; lane++) {
        for (unsigned i = 0; i < RECEIVERS; i++)
            cancel(&cluster.receivers[lane][i]);
        for (struct parcel *next; cluster.empty[lane]; cluster.empty[lane] = next) {
            next = cluster.empty[lane]->next;
            free(cluster.empty[lane]);
        }
    }
    for (struct sender *next; cluster.idle_senders; cluster.idle_senders = next) {
        next = cluster.idle_senders->next;
        free(cluster.idle_senders);
    }
    cluster.is_begun = false;
}

/* ---- agreement ---- */

void cluster_gather(const uint64_t *mine, size_t count, uint64_t *all)
{
    if (!cluster.is_open) {
        memcpy(all, mine, count * sizeof *mine);
        return;
    }
    if (!cluster.is_lost)
        good(MPI_Iallgather(mine, (int)count, MPI_UINT64_T, all, (int)count, MPI_UINT64_T, cluster.all, &cluster.gathering));
    cluster.gathers = true;
}

bool cluster_gathered(void)
{
    int done = 0;
    if (cluster.is_lost || !cluster.gathers)
        return true;
    if (!good(MPI_Test(&cluster.gathering, &done, MPI_STATUS_IGNORE)) || done)
        cluster.gathers = false;
    return !cluster.gathers;
}
