/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cluster_alone.c - see cluster.h: one process, which has nobody to send to.
 *
 * Some programs are started by mpirun though they cannot speak to each other:
 * cluster_is_started() tells, and cluster_open() refuses.
 */
#include "cluster.h"

#include <stdio.h>
#include <stdlib.h>

bool cluster_is_started(void)
{
    const char *size = getenv("OMPI_COMM_WORLD_SIZE");
    return size && atoi(size) > 1;
}

bool cluster_open(void)
{
    if (cluster_is_started())
        fputs("murrelet: this program was built without MPI, and searches with one process ('make MPI=1' builds one with it)\n", stderr);
    return !cluster_is_started();
}

void cluster_close(void)
{
}

unsigned cluster_rank(void)
{
    return 0;
}

unsigned cluster_size(void)
{
    return 1;
}

unsigned cluster_here(void)
{
    return 1;
}

void cluster_begin(size_t space, unsigned most)
{
    (void)space, (void)most;
}

void cluster_end(void)
{
}

struct parcel *cluster_parcel(enum cluster_lane lane)
{
    (void)lane;
    return NULL;
}

void cluster_send(struct parcel *parcel, unsigned to)
{
    (void)parcel, (void)to;
}

bool cluster_has_sent(void)
{
    return true;
}

struct parcel *cluster_receive(enum cluster_lane lane)
{
    (void)lane;
    return NULL;
}

void cluster_drop(struct parcel *parcel)
{
    (void)parcel;
}

void cluster_gather(const uint64_t *mine, size_t count, uint64_t *all)
{
    for (size_t i = 0; i < count; i++)
        all[i] = mine[i];
}

bool cluster_gathered(void)
{
    return true;
}

double cluster_grace(void)
{
    return 1;
}

void cluster_lose(void)
{
}

bool cluster_is_lost(void)
{
    return false;
}
