/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * cluster.h - the processes that mpirun started to search together: who they
 * are, parcels from one to another, and what all of them agree on.
 *
 * It is the whole of MPI that the checker sees: only cluster_mpi.c includes its
 * header, and `make MPI=1` takes that in the place of cluster_alone.c, for which
 * there is one process; as there is for a program that was started by itself.
 *
 * One thread of each process calls what is here, but for parcels' contents.
 *
 * Parcels go by lanes.  Those of one lane from one process to another arrive in
 * the order in which they were sent; lanes do not wait for one another.  What is
 * received on a lane waits there until it is taken, and a lane whose receivers
 * are all taken receives no more: so its senders' parcels stay on their way.
 */
#ifndef MURRELET_CLUSTER_H
#define MURRELET_CLUSTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Words are small, and always taken. */
enum cluster_lane { LANE_FORTH, LANE_BACK, LANE_WORDS, CLUSTER_LANES };

#define CLUSTER_WORD 8u /* numbers of a parcel of LANE_WORDS, at most */

struct parcel {
    struct parcel *next;
    unsigned peer;             /* whom it is for, or from */
    enum cluster_lane lane;
    size_t count, space;       /* numbers in it; and for how many there is room */
    size_t taken;              /* for the receiver's use */
    uint64_t data[];
};

/* Whether mpirun, or what does its work, started this process with others. */
bool cluster_is_started(void);
/* Join the others; says on the standard error why it could not, and then is false. */
bool cluster_open(void);
/* Wait for the others, and part; without them where they are lost. */
void cluster_close(void);
unsigned cluster_rank(void);
unsigned cluster_size(void);
/* How many of them run on this machine. */
unsigned cluster_here(void);

/* Parcels from now on have room for so many numbers, the same at every process; `most` of LANE_FORTH may
 * be with their senders. */
void cluster_begin(size_t space, unsigned most);
void cluster_end(void);
/* An empty one to fill; NULL: as many of LANE_FORTH are out as may be. */
struct parcel *cluster_parcel(enum cluster_lane);
/* It is no longer the caller's. */
void cluster_send(struct parcel *, unsigned to);
/* Whether all that was sent has left. */
bool cluster_has_sent(void);
/* The next one that arrived, which cluster_drop() gives back; or NULL. */
struct parcel *cluster_receive(enum cluster_lane);
void cluster_drop(struct parcel *);

/* Every process gives `count` numbers, and learns what all gave, by rank.  It is begun, and then
 * asked for until it is there. */
void cluster_gather(const uint64_t *mine, size_t count, uint64_t *all);
bool cluster_gathered(void);
/* Seconds that there are between a signal to end and one that ends at once. */
double cluster_grace(void);
/* A process is lost, or an error made it so: nothing is sent or received any more. */
void cluster_lose(void);
bool cluster_is_lost(void);

#endif
