/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * estimated.c - how large a whole search may be, and whether memory and disk will do.
 *
 * What a state takes is taken to stay what it was so far.  With --spill the index stays in memory,
 * at INDEX bytes a state (docs/limits.md), and the rest goes to the disk.
 */
#include "estimated.h"

#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "../base/memory.h"
#include "../engine/estimate.h"
#include "figures.h"
#include "json_parts.h"

#define INDEX 7u
#define FEW_STATES 100000u /* the program itself takes as much as these */

/* Of one thing that states take: bytes, and how many of them there are. */
struct room {
    const char *what;
    uint64_t least, most, there;
};

struct estimated {
    struct estimate states;
    double least_seconds, most_seconds;
    struct room rooms[2];
    unsigned room_count;
};

bool estimated_wanted(const struct report *report)
{
    return report->estimate && report->result->verdict == VERDICT_INCOMPLETE && !report->result->refused;
}

static struct estimate estimate_of(const struct search_result *result)
{
    unsigned whole = result->whole_levels;
    uint64_t *levels = memory_zeroed(whole + 1, sizeof *levels);
    if (whole)
        memcpy(levels, result->level_states, whole * sizeof *levels);
    levels[whole] = result->next_level;
    struct estimate estimate = estimate_states(levels, whole + (result->next_level > 0));
    free(levels);
    return estimate;
}

static void add_room(struct estimated *e, const char *what, double bytes_each, uint64_t there)
{
    e->rooms[e->room_count++] = (struct room){what, (uint64_t)((double)e->states.least * bytes_each),
                                              (uint64_t)((double)e->states.most * bytes_each), there};
}

static void add_disk(struct estimated *e, const char *folder, double bytes_each)
{
    struct statvfs status;
    if (statvfs(folder, &status) == 0)
        add_room(e, "disk", bytes_each, (uint64_t)status.f_bavail * status.f_frsize);
}

static void add_rooms(struct estimated *e, const struct report *report)
{
    const struct search_result *result = report->result;
    const struct search_options *options = report->options;
    uint64_t stored = result->states + result->waiting;
    double each = stored ? (double)result->peak_rss / (double)stored : 0;
    if (stored < FEW_STATES)
        return;
    if (options->store == STORE_RUNS) { /* memory is sized by what there is */
        add_disk(e, options->spill, (double)result->disk_bytes / (double)stored);
        return;
    }
    if (!options->spill) {
        add_room(e, "memory", each, options->memory);
        return;
    }
    add_room(e, "memory", INDEX < each ? INDEX : each, options->memory);
    if (result->peak_rss < options->memory / 10 * 9) /* beyond that states are on the disk already, and take no memory */
        add_disk(e, options->spill, each);
}

static struct estimated estimated(const struct report *report)
{
    const struct search_result *result = report->result;
    struct estimated e = {.states = estimate_of(result)};
    if (e.states.none)
        return e;
    double each = result->states ? result->seconds / (double)result->states : 0;
    e.least_seconds = (double)e.states.least * each;
    e.most_seconds = (double)e.states.most * each;
    add_rooms(&e, report);
    return e;
}

static const char *words_for(const struct room *room)
{
    return room->most <= room->there ? "will do" : room->least > room->there ? "will not do" : "may not do";
}

void estimated_text(const struct report *report, FILE *out)
{
    struct estimated e = estimated(report);
    if (e.states.none) {
        fprintf(out, "  no estimate: %s\n", e.states.none);
        return;
    }
    fprintf(out, "  estimate: %s to %s states in all, in %s to %s\n", figure_short((double)e.states.least).text,
            figure_short((double)e.states.most).text, figure_seconds(e.least_seconds).text, figure_seconds(e.most_seconds).text);
    for (unsigned i = 0; i < e.room_count; i++)
        fprintf(out, "  %s of %s for them: %s to %s, so it %s\n", figure_bytes(e.rooms[i].there).text, e.rooms[i].what,
                figure_bytes(e.rooms[i].least).text, figure_bytes(e.rooms[i].most).text, words_for(&e.rooms[i]));
}

json_t *estimated_json(const struct report *report)
{
    struct estimated e = estimated(report);
    json_t *object = json_object();
    if (e.states.none) {
        json_part_set(object, "none", json_part_text(e.states.none));
        return object;
    }
    json_part_set(object, "least_states", json_part_count(e.states.least));
    json_part_set(object, "most_states", json_part_count(e.states.most));
    json_part_set(object, "least_seconds", json_real(e.least_seconds));
    json_part_set(object, "most_seconds", json_real(e.most_seconds));
    for (unsigned i = 0; i < e.room_count; i++) {
        json_t *room = json_object();
        json_part_set(room, "least_bytes", json_part_count(e.rooms[i].least));
        json_part_set(room, "most_bytes", json_part_count(e.rooms[i].most));
        json_part_set(room, "there_bytes", json_part_count(e.rooms[i].there));
        json_part_set(object, e.rooms[i].what, room);
    }
    return object;
}
