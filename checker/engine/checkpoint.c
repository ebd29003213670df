/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A search written down between two levels, and read back.
 *
 * The file is written beside its name, synced, and then renamed over it, so
 * that a run which is killed at any moment leaves the last whole one.  It is
 * made for the same program on the same kind of machine: what must agree (the
 * model, and the options that name another question) is hashed into its head.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "../base/die.h"
#include "../base/output.h"
#include "explore.h"

static const char magic[16] = "murrelet ckpt 2";

bool checkpoint_due(const struct search *search)
{
    return search_clock() - search->last_checkpoint >= search->options.checkpoint_seconds;
}

/* --- what must agree ------------------------------------------------------------- */

static uint64_t identity(const struct search *search)
{
    const struct model *model = search->model;
    const struct search_options *options = &search->options;
    uint64_t words[] = {
        model->abi, model->state_bits, model->packed_words, model->start_instances, model->rule_count,
        model->rule_instances, model->property_count, model->permutation_size, (uint64_t)options->symmetry,
        options->multiset_reduction, (uint64_t)options->deadlock, options->witness, options->loop_limit,
        options->recursion_limit, options->stats, options->store,
    };
    uint64_t hash = XXH3_64bits(words, sizeof words);
    hash = XXH3_64bits_withSeed(options->enabled, model->property_count, hash);
    if (options->identity)
        hash = XXH3_64bits_withSeed(options->identity, strlen(options->identity), hash);
    return hash;
}

/* --- the parts --------------------------------------------------------------------- */

/* Every part is written and read by one function, so that they cannot differ. */
struct stream {
    FILE *file;
    bool writing, good;
};

static void part(struct stream *stream, void *data, size_t size, size_t count)
{
    if (stream->good && count > 0)
        stream->good = (stream->writing ? fwrite(data, size, count, stream->file)
                                        : fread(data, size, count, stream->file)) == count;
}

static void *grown(void *block, size_t count, size_t size)
{
    block = realloc(block, (count + 1) * size);
    if (!block)
        die_memory(count * size);
    return block;
}

static void levels_part(struct stream *stream, struct search *search)
{
    struct search_result *result = search->result;
    part(stream, &search->levels, sizeof search->levels, 1);
    if (!stream->good || search->levels > 1u << 28) {
        stream->good = false;
        return;
    }
    if (!stream->writing) {
        search->level_start = grown(search->level_start, search->levels + 1, sizeof *search->level_start);
        result->level_states = grown(result->level_states, search->levels, sizeof *result->level_states);
        search->levels_visited = result->level_count = search->levels;
        search->level = result->depth = search->levels - 1;
    }
    part(stream, search->level_start, sizeof *search->level_start, search->levels + 1);
    part(stream, result->level_states, sizeof *result->level_states, search->levels);
    part(stream, &result->states, sizeof result->states, 1);
}

/* What the workers have counted, as the first one's. */
static void counts_part(struct stream *stream, struct search *search, struct worker *sum)
{
    const struct model *model = search->model;
    part(stream, &sum->x.fired, sizeof sum->x.fired, 1);
    part(stream, sum->x.rule_fired, 1, model->rule_count);
    part(stream, sum->x.covered, 1, model->property_count);
    part(stream, sum->x.antecedent, 1, model->property_count);
    part(stream, sum->found, sizeof *sum->found, model->property_count + 1);
    if (search->options.stats) {
        part(stream, sum->x.tested_count, sizeof *sum->x.tested_count, model->rule_count);
        part(stream, sum->x.fired_count, sizeof *sum->x.fired_count, model->rule_count);
        part(stream, sum->new_states, sizeof *sum->new_states, model->rule_count);
    }
}

static void add_counts(struct worker *sum, const struct worker *worker, const struct model *model)
{
    sum->x.fired += worker->x.fired;
    for (uint32_t r = 0; r < model->rule_count; r++) {
        sum->x.rule_fired[r] |= worker->x.rule_fired[r];
        if (sum->new_states) {
            sum->x.tested_count[r] += worker->x.tested_count[r];
            sum->x.fired_count[r] += worker->x.fired_count[r];
            sum->new_states[r] += worker->new_states[r];
        }
    }
    for (uint32_t p = 0; p < model->property_count; p++) {
        sum->x.covered[p] |= worker->x.covered[p];
        sum->x.antecedent[p] |= worker->x.antecedent[p];
    }
    for (uint32_t p = 0; p <= model->property_count; p++)
        if (worker->found[p] < sum->found[p])
            sum->found[p] = worker->found[p];
}

static void head_part(struct stream *stream, struct search *search, double *seconds)
{
    char mark[sizeof magic];
    uint64_t expected = identity(search), same = expected;
    memcpy(mark, magic, sizeof magic);
    part(stream, mark, 1, sizeof mark);
    part(stream, &same, sizeof same, 1);
    part(stream, seconds, sizeof *seconds, 1);
    if (!stream->good || memcmp(mark, magic, sizeof magic) != 0) {
        search_trouble(search, "the checkpoint cannot be read, or is no checkpoint");
        stream->good = false;
    } else if (same != expected) {
        search_trouble(search, "the checkpoint is of another model, or of other options");
        stream->good = false;
    }
}

/* --- writing and reading -------------------------------------------------------------- */

static bool write_all(struct search *search, FILE *file)
{
    struct stream stream = {.file = file, .writing = true, .good = true};
    double seconds = search->seconds_before + search_clock() - search->started;
    struct worker sum;
    worker_init(&sum, search, 0, MODEL_SYMMETRY_OFF, false);
    for (unsigned i = 0; i < search->threads; i++)
        if (search->workers[i].search)
            add_counts(&sum, &search->workers[i], search->model);
    head_part(&stream, search, &seconds);
    levels_part(&stream, search);
    counts_part(&stream, search, &sum);
    worker_done(&sum);
    return stream.good && store_save(search->store, file);
}

/* A checkpoint that cannot be written is no reason to stop: it is said in the
 * result, and the one before stays. */
void checkpoint_save(struct search *search)
{
    const char *path = search->options.checkpoint;
    struct output *output = output_begin(path, OUTPUT_DURABLE);
    if (output)
        write_all(search, output_stream(output));
    if (!output || !output_end(output))
        search_trouble(search, "cannot write the checkpoint '%s': %s", path, strerror(errno));
    search->last_checkpoint = search_clock();
}

bool checkpoint_load(struct search *search)
{
    FILE *file = fopen(search->options.resume, "rbe");
    if (!file) {
        search_trouble(search, "the checkpoint cannot be opened");
        search_stop(search, REASON_DISK);
        return false;
    }
    struct stream stream = {.file = file, .good = true};
    head_part(&stream, search, &search->seconds_before);
    levels_part(&stream, search);
    counts_part(&stream, search, &search->workers[0]);
    bool good = stream.good && store_load(search->store, file);
    fclose(file);
    if (!good) {
        if (!search->result->trouble)
            search_trouble(search, "the checkpoint is cut short, or does not fit in memory");
        search->levels = 0;
        search_stop(search, REASON_DISK);
    }
    return good;
}
