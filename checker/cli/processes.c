/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * processes.c - see processes.h.
 *
 * What a silent process would have said on the standard error is kept, for it may be
 * the only one that has something to say: that a file is missing on its machine.
 */
#include "processes.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/memory.h"
#include "../engine/cluster.h"

static int kept = -1, spoken = -1; /* descriptors: of what was not said, and of the standard error */

bool processes_leads(void)
{
    return cluster_rank() == 0;
}

static void fall_silent(void)
{
    FILE *file = tmpfile();
    spoken = dup(STDERR_FILENO);
    kept = file ? dup(fileno(file)) : -1;
    if (file)
        fclose(file);
    if (!freopen("/dev/null", "w", stdout) || kept < 0 || spoken < 0)
        die("a process of several cannot be silent");
    dup2(kept, STDERR_FILENO);
}

static void speak(bool of_before)
{
    char buffer[4096];
    ssize_t length;
    if (spoken < 0)
        return;
    fflush(stderr);
    dup2(spoken, STDERR_FILENO);
    lseek(kept, 0, SEEK_SET);
    while (of_before && (length = read(kept, buffer, sizeof buffer)) > 0)
        if (write(STDERR_FILENO, buffer, (size_t)length) < length)
            break;
    close(spoken);
    spoken = -1;
}

bool processes_open(void)
{
    if (!cluster_open())
        return false;
    if (!processes_leads())
        fall_silent();
    return true;
}

int processes_agree(int code)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    unsigned size = cluster_size();
    uint64_t mine = (uint64_t)code, *all = memory_zeroed(size, sizeof *all);
    int most = 0;
    cluster_gather(&mine, 1, all);
    while (!cluster_gathered())
        nanosleep(&moment, NULL);
    for (unsigned i = 0; i < size; i++)
        most = (int)all[i] > most ? (int)all[i] : most;
    if (code && !all[0])
        speak(true);
    free(all);
    return most;
}

void processes_ready(void)
{
    speak(false);
}

int processes_close(int code, bool lost)
{
    if (lost) {
        speak(false);
        complain("murrelet: process %u of %u: others are lost, or do not answer\n", cluster_rank(), cluster_size());
    }
    cluster_close();
    return processes_leads() || lost || code == EXIT_BUG ? code : EXIT_HOLDS;
}
