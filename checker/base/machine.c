/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * machine.c - ask the system for memory, processors and the limits of control
 * groups.
 */
#include "machine.h"

#include <fcntl.h>
#include <stdlib.h>
#include <time.h>
#include <inttypes.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define RSS_SECONDS 0.001 /* so long what was read holds: it takes as long as a small search */

/* The number in a control group's file; UINT64_MAX where there is none
 * (no such file, or "max"). */
static uint64_t read_limit(const char *path)
{
    uint64_t limit;
    FILE *file = fopen(path, "re");
    if (!file)
        return UINT64_MAX;
    if (fscanf(file, "%" SCNu64, &limit) != 1)
        limit = UINT64_MAX;
    fclose(file);
    return limit;
}

/* The least limit from a group up to the root; `group` is cut as we go up. */
static uint64_t least_limit(const char *root, char *group, const char *file)
{
    uint64_t least = UINT64_MAX;
    for (;;) {
        char path[4096];
        if (snprintf(path, sizeof path, "%s%s/%s", root, group, file) < (int)sizeof path) {
            uint64_t limit = read_limit(path);
            if (limit < least)
                least = limit;
        }
        char *slash = strrchr(group, '/');
        if (!slash)
            return least;
        *slash = 0;
    }
}

/* /proc/self/cgroup has lines "0::/group" (version 2) and
 * "4:cpu,memory:/group" (version 1). */
static uint64_t group_limit(void)
{
    uint64_t least = UINT64_MAX;
    char line[2048];
    FILE *file = fopen("/proc/self/cgroup", "re");
    if (!file)
        return least;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        char *controllers = strchr(line, ':');
        char *group = controllers ? strchr(controllers + 1, ':') : NULL;
        uint64_t limit = UINT64_MAX;
        if (!group)
            continue;
        *group++ = 0;
        if (!strncmp(line, "0:", 2))
            limit = least_limit("/sys/fs/cgroup", group, "memory.max");
        else if (strstr(controllers + 1, "memory"))
            limit = least_limit("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
        if (limit < least)
            least = limit;
    }
    fclose(file);
    return least;
}

uint64_t machine_memory(void)
{
    uint64_t ram = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGE_SIZE);
    uint64_t limit = group_limit();
    return limit < ram ? limit : ram;
}

unsigned machine_processors(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return (unsigned)CPU_COUNT(&set);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

double machine_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static uint64_t read_rss(void)
{
    char text[64];
    unsigned long long total = 0, resident = 0;
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0)
        return 0;
    text[length] = 0;
    if (sscanf(text, "%llu %llu", &total, &resident) != 2)
        return 0;
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The time is written after what was read then, so that nobody takes an older one for it. */
uint64_t machine_rss(void)
{
    static _Atomic double read_at = -1;
    static _Atomic uint64_t last;
    double now = machine_clock();
    if (now - read_at >= RSS_SECONDS) {
        last = read_rss();
        read_at = now;
    }
    return last;
}

static uint64_t read_peak_rss(void)
{
    char line[256];
    unsigned long long kilobytes = 0;
    FILE *file = fopen("/proc/self/status", "re");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %llu", &kilobytes) == 1)
            break;
    if (file)
        fclose(file);
    return kilobytes * 1024;
}

/* getrusage's ru_maxrss survives exec: until we have held as much it tells of the program that started us. */
uint64_t machine_peak_rss(void)
{
    static atomic_bool ours;
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    uint64_t told = (uint64_t)usage.ru_maxrss * 1024, read = ours ? told : read_peak_rss();
    ours = read >= told;
    return read;
}
