/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * progress.c - renew one line on a terminal while a search runs.
 */
#include "progress.h"

#include "figures.h"

void progress_start(struct progress *progress, FILE *terminal, const struct search_options *options)
{
    *progress = (struct progress){.terminal = terminal, .options = options};
}

static double nearer(double left, double other)
{
    return left < 0 || other < left ? other : left;
}

/* Once levels shrink by a factor of r, the rest of the search has about
 * r + r^2 + ... levels of the present size; before that nobody knows. */
static double left_by_levels(const struct progress *progress, const struct search_progress *now, double rate)
{
    if (progress->options->order != SEARCH_BFS || !progress->level_before || rate <= 0)
        return -1;
    double ratio = (double)progress->level / (double)progress->level_before;
    if (ratio >= 0.95)
        return -1;
    double level = (double)progress->level;
    double states = level - (double)now->level_done + level * ratio / (1 - ratio);
    return states > 0 ? states / rate : 0;
}

double progress_left(const struct progress *progress, const struct search_progress *now, double rate)
{
    const struct search_options *options = progress->options;
    double left = left_by_levels(progress, now, rate);
    if (options->max_seconds > 0 && now->seconds < options->max_seconds)
        left = nearer(left, options->max_seconds - now->seconds);
    if (options->max_states > now->states && rate > 0)
        left = nearer(left, (double)(options->max_states - now->states) / rate);
    return left;
}

void progress_show(void *data, const struct search_progress *now)
{
    struct progress *progress = data;
    if (now->depth != progress->depth) {
        progress->level_before = now->depth == progress->depth + 1 ? progress->level : 0;
        progress->depth = now->depth;
    }
    progress->level = now->frontier;
    double elapsed = now->seconds - progress->last_seconds;
    double rate = elapsed > 0 ? (double)(now->states - progress->last_states) / elapsed : 0;
    double average = now->seconds > 0 ? (double)now->states / now->seconds : 0;
    double left = progress_left(progress, now, average);
    progress->last_seconds = now->seconds;
    progress->last_states = now->states;
    fprintf(progress->terminal, "\r\033[K%s states, %s/s, depth %u, frontier %s, %s", figure_count(now->states).text,
            figure_short(rate).text, now->depth, figure_count(now->frontier).text, figure_bytes(now->memory).text);
    if (left >= 0)
        fprintf(progress->terminal, ", about %s left", figure_seconds(left).text);
    fflush(progress->terminal);
    progress->shown = true;
}

void progress_end(struct progress *progress)
{
    if (progress->shown)
        fputs("\r\033[K", progress->terminal);
    fflush(progress->terminal);
    progress->shown = false;
}
