/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * checkpoint.c - a search written down between two levels, and read back.
 *
 * What is saved is marked before each level: counts are copied, and the states
 * of that moment are the first so many.  So a search that was stopped within a
 * level is saved as it was before that level, and the rest of it is done again.
 *
 * The file is written beside its name, synced, and then renamed over it
 * (base/output.h), so that a run which is killed at any moment leaves the last
 * whole one.  Its content is in hashed frames (frames.h): it is verified whole
 * before anything of it is used, and each frame again as it is used.
 *
 * It is for the same program and the same question.  The question is written
 * down as text, a line for each thing that must agree, so that a difference can
 * be named.
 *
 * Several processes write a part each: the first one FILE, the others what it
 * names.  Those come first, under names that no other checkpoint has; when all are
 * whole, FILE is, and with its rename they are the checkpoint.  As many processes
 * read a part each; fewer or more deal the states out anew, level by level.
 *
 * Invariant: a checkpoint that is refused, or finds no room, leaves nothing in
 * the search: no level, no count, nothing found.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "../base/machine.h"
#include "../base/output.h"
#include "../base/text.h"
#include "../model/groups.h"
#include "../store/layers.h"
#include "exchange.h"
#include "frames.h"

#define LEVELS_MOST (UINT32_C(1) << 28)

bool checkpoint_due(const struct search *search)
{
    return exchange_rank(search) == 0 && machine_clock() - search->last_checkpoint >= search->options.checkpoint_seconds;
}

/* --- what must agree ------------------------------------------------------------- */

/* Another build may number rules or pack states otherwise. */
static void put_program(struct text *text)
{
    char buffer[1 << 16];
    size_t length;
    XXH64_hash_t hash = 0;
    FILE *file = fopen("/proc/self/exe", "rbe");
    while (file && (length = fread(buffer, 1, sizeof buffer, file)) > 0)
        hash = XXH3_64bits_withSeed(buffer, length, hash);
    if (file)
        fclose(file);
    text_format(text, "program\t%016llx\n", (unsigned long long)hash);
}

static void put_properties(struct text *text, const struct search *search)
{
    text_put(text, "properties\t");
    for (uint32_t p = 0; p < search->model->property_count; p++)
        text_char(text, search->options.enabled[p] ? '1' : '0');
    text_char(text, '\n');
}

/* Lines of a name, a tab and a value.  What comes first is reported first. */
static void put_question(struct text *text, const struct search *search)
{
    static const char *const symmetries[] = {"off", "exact", "heuristic"}, *const deadlocks[] = {"stuttering", "stuck", "off"};
    const struct model *model = search->model;
    const struct search_options *options = &search->options;
    put_program(text);
    if (options->identity)
        text_put(text, options->identity);
    text_format(text, "shape\t%u %u %u %llu %u %llu %u %u\n", model->abi, model->state_bits, model->packed_words,
                (unsigned long long)model->start_instances, model->rule_count, (unsigned long long)model->rule_instances,
                model->property_count, groups_symmetry(model)->permutation_size);
    text_format(text, "--symmetry\t%s\n", symmetries[options->symmetry]);
    text_format(text, "--multiset-reduction\t%s\n", options->multiset_reduction ? "on" : "off");
    text_format(text, "--deadlock\t%s\n", deadlocks[options->deadlock]);
    put_properties(text, search);
    text_format(text, "--witness\t%s\n",
                options->witness == MODEL_NO_PROPERTY ? "not given" : model->properties[options->witness].name);
    text_format(text, "--loop-limit\t%llu\n", (unsigned long long)options->loop_limit);
    text_format(text, "--recursion-limit\t%u\n", options->recursion_limit);
    text_format(text, "--stats\t%s\n", options->stats ? "given" : "not given");
    text_format(text, "store\t%d\n", (int)options->store);
}

/* The line, cut into name and value; the next line. */
static char *cut_line(char *line, const char **name, const char **value)
{
    char *end = line + strcspn(line, "\n"), *tab;
    if (*end)
        *end++ = 0;
    tab = strchr(line, '\t');
    *name = line;
    *value = tab ? tab + 1 : "";
    if (tab)
        *tab = 0;
    return end;
}

/* What the first line that differs says. */
static void tell_difference(struct search *search, char *theirs, char *ours)
{
    const char *path = search->options.resume, *name, *their_value, *our_name, *our_value;
    char nothing[] = "";
    theirs = theirs ? theirs : nothing;
    do {
        theirs = cut_line(theirs, &name, &their_value);
        ours = cut_line(ours, &our_name, &our_value);
    } while (!strcmp(name, our_name) && !strcmp(their_value, our_value) && (*theirs || *ours));
    if (!strcmp(name, "program"))
        search_trouble(search, "the checkpoint '%s' was written by another build of murrelet", path);
    else if (!strcmp(name, "properties") && !strcmp(our_name, name))
        search_trouble(search, "the checkpoint '%s' is of other properties: --only and --skip must be as they were", path);
    else if (!strncmp(name, "--", 2) && !strcmp(our_name, name))
        search_trouble(search, "the checkpoint '%s' is of other options: %s was '%s', and is '%s'", path, name, their_value,
                       our_value);
    else
        search_trouble(search, "the checkpoint '%s' is of another model", path);
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

/* The levels of a checkpoint, before they are the search's. */
struct levels {
    unsigned count;
    uint32_t part, parts;      /* which one this is of how many; of a search that was alone 0 of 1 */
    uint64_t set;              /* in all parts of one checkpoint the same */
    uint64_t *start, *states, sum;
    double seconds;
};

static void levels_part(struct stream *stream, struct levels *levels)
{
    part(stream, &levels->part, sizeof levels->part, 1);
    part(stream, &levels->parts, sizeof levels->parts, 1);
    part(stream, &levels->set, sizeof levels->set, 1);
    part(stream, &levels->seconds, sizeof levels->seconds, 1);
    part(stream, &levels->count, sizeof levels->count, 1);
    if (!stream->good || levels->count == 0 || levels->count > LEVELS_MOST) {
        stream->good = false;
        return;
    }
    if (!stream->writing) {
        levels->start = memory_zeroed(levels->count + 1, sizeof *levels->start);
        levels->states = memory_zeroed(levels->count, sizeof *levels->states);
    }
    part(stream, levels->start, sizeof *levels->start, levels->count + 1);
    part(stream, levels->states, sizeof *levels->states, levels->count);
    part(stream, &levels->sum, sizeof levels->sum, 1);
}

static void take_levels(struct search *search, struct levels *levels)
{
    struct search_result *result = search->result;
    free(search->level_start);
    free(result->level_states);
    search->level_start = levels->start;
    result->level_states = levels->states;
    levels->start = levels->states = NULL;
    search->levels = search->levels_visited = result->level_count = levels->count;
    search->level = result->depth = levels->count - 1;
    result->states = levels->sum;
    search->seconds_before = levels->seconds;
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

static void clear_counts(struct worker *sum, const struct model *model)
{
    sum->x.fired = 0;
    memset(sum->x.rule_fired, 0, model->rule_count);
    if (sum->new_states) {
        memset(sum->x.tested_count, 0, model->rule_count * sizeof *sum->x.tested_count);
        memset(sum->x.fired_count, 0, model->rule_count * sizeof *sum->x.fired_count);
        memset(sum->new_states, 0, model->rule_count * sizeof *sum->new_states);
    }
    memset(sum->x.covered, 0, model->property_count);
    memset(sum->x.antecedent, 0, model->property_count);
    for (uint32_t p = 0; p <= model->property_count; p++)
        sum->found[p] = DEPTH_NONE;
}

void checkpoint_mark(struct search *search, uint64_t states)
{
    if (!search->mark) {
        search->mark = aligned_alloc(OWN_LINES, sizeof *search->mark);
        if (!search->mark)
            die_memory(sizeof *search->mark);
        worker_init(search->mark, search, 0, MODEL_SYMMETRY_OFF, false);
    }
    clear_counts(search->mark, search->model);
    for (unsigned i = 0; i < search->threads; i++)
        if (search->workers[i].search)
            add_counts(search->mark, &search->workers[i], search->model);
    search->mark_levels = search->levels;
    search->mark_states = states;
}

void checkpoint_done(struct search *search)
{
    if (!search->mark)
        return;
    worker_done(search->mark);
    free(search->mark);
    search->mark = NULL;
}

/* --- writing -------------------------------------------------------------------------- */

/* The file of a part; free() frees it. */
static char *part_path(const char *path, uint64_t set, unsigned part)
{
    char *name = NULL;
    if (part == 0)
        name = strdup(path);
    else if (asprintf(&name, "%s.%08llx.%u", path, (unsigned long long)set, part) < 0)
        name = NULL;
    if (!name)
        die_memory(strlen(path));
    return name;
}

static void write_all(struct search *search, FILE *to, uint64_t set)
{
    struct frames *frames = frames_to(to);
    struct stream stream = {.file = frames_stream(frames), .writing = true, .good = true};
    struct levels levels = {
        .count = search->mark_levels, .start = search->level_start, .states = search->result->level_states,
        .part = exchange_rank(search), .parts = exchange_size(search), .set = set,
        .seconds = search->seconds_before + machine_clock() - search->started};
    struct text question = {0};
    for (unsigned i = 0; i < levels.count; i++)
        levels.sum += levels.states[i];
    put_question(&question, search);
    uint64_t length = question.length;
    frames_begin(frames, FRAMES_QUESTION);
    part(&stream, &length, sizeof length, 1);
    part(&stream, question.bytes, 1, question.length);
    frames_begin(frames, FRAMES_LEVELS);
    levels_part(&stream, &levels);
    frames_begin(frames, FRAMES_COUNTS);
    counts_part(&stream, search, search->mark);
    frames_begin(frames, FRAMES_STATES);
    if (stream.good && search->layers)
        layers_save(search->layers, stream.file);
    else if (stream.good)
        store_save(search->store, search->mark_states, stream.file);
    frames_begin(frames, FRAMES_END);
    frames_free(frames);
    text_free(&question);
}

/* A checkpoint that cannot be written is no reason to stop: it is said in the
 * result, and the one before stays. */
static bool save_part(struct search *search, uint64_t set)
{
    char *path = part_path(search->options.checkpoint, set, exchange_rank(search));
    bool kept = !search->layers || layers_keep(search->layers);
    struct output *output = kept ? output_begin(path, OUTPUT_DURABLE) : NULL;
    if (output)
        write_all(search, output_stream(output), set);
    bool saved = output && output_end(output);
    if (!saved)
        search_trouble(search, "cannot write the checkpoint '%s': %s", path, strerror(errno));
    if (kept && search->layers)
        layers_kept(search->layers, saved);
    free(path);
    return saved;
}

static void remove_part(const char *path, uint64_t set, unsigned which)
{
    char *name = part_path(path, set, which);
    if (which)
        unlink(name);
    free(name);
}

/* Another run's parts have other names. */
static uint64_t new_set(void)
{
    const struct {
        double clock;
        int64_t seconds, process;
    } seed = {machine_clock(), time(NULL), getpid()};
    return XXH3_64bits(&seed, sizeof seed) >> 32 | 1;
}

/* Whether all could; 0 of a process that could not. */
static bool all_did(struct search *search, bool did)
{
    uint64_t failed = !did;
    exchange_agree(search, &failed, 1, 0);
    return !failed && !exchange_is_lost(search);
}

/* FILE names this set now, and that of before is not needed any more. */
static void replace_parts(struct search *search, uint64_t set)
{
    for (unsigned i = 1; exchange_rank(search) == 0 && i < search->parts_count; i++)
        remove_part(search->options.checkpoint, search->parts_set, i);
    search->parts_set = set;
    search->parts_count = exchange_size(search);
}

/* FILE is the last to be written; then what it named before is not needed any more. */
static bool save_parts(struct search *search)
{
    const char *path = search->options.checkpoint;
    bool leads = exchange_leads(search);
    uint64_t set = leads ? new_set() : 0;
    exchange_agree(search, &set, 1, 0);
    bool saved = all_did(search, leads || save_part(search, set)) && all_did(search, !leads || save_part(search, set));
    if (exchange_is_lost(search)) /* it is not known what the first one did */
        return false;
    if (!saved)
        remove_part(path, set, exchange_rank(search));
    if (saved)
        replace_parts(search, set);
    return saved;
}

static bool save_alone(struct search *search)
{
    bool saved = save_part(search, 0);
    if (saved)
        replace_parts(search, 0);
    return saved;
}

void checkpoint_save(struct search *search)
{
    if (search->exchange ? save_parts(search) : save_alone(search))
        search->result->checkpoint_levels = search->mark_levels;
    else
        search_trouble(search, "cannot write the checkpoint '%s': another process cannot write its part", search->options.checkpoint);
    search->last_checkpoint = machine_clock();
}

void checkpoint_save_stopped(struct search *search)
{
    if (search->mark && search->mark_levels > 0 && search->result->reason != REASON_NONE && !exchange_is_lost(search))
        checkpoint_save(search);
}

/* --- reading -------------------------------------------------------------------------- */

static void refuse(struct search *search)
{
    search->result->refused = true;
    search_stop(search, REASON_REFUSED);
}

static bool same_question(struct search *search, struct frames *frames)
{
    struct text ours = {0}, theirs = {0};
    FILE *stream = frames_stream(frames);
    uint64_t length = 0;
    put_question(&ours, search);
    frames_begin(frames, FRAMES_QUESTION);
    if (fread(&length, sizeof length, 1, stream) == 1)
        for (int c; theirs.length < length && (c = getc(stream)) != EOF;)
            text_char(&theirs, (char)c);
    bool same = theirs.length == ours.length && !memcmp(theirs.bytes, ours.bytes, ours.length);
    bool read = !frames_wrong(frames) && search_stopped(search) != STOP_FOR_GOOD; /* else it is cut short */
    if (!same && read)
        tell_difference(search, theirs.bytes, ours.bytes);
    text_free(&ours);
    text_free(&theirs);
    return same;
}

/* A bound on the depth must lie before it. */
static bool within_depth(struct search *search, const struct levels *levels)
{
    uint64_t most = search->options.max_depth;
    if (!most || levels->count <= most)
        return true;
    search_trouble(search, "the checkpoint '%s' goes %u rules deep, and --max-depth is %llu", search->options.resume,
                   levels->count, (unsigned long long)most);
    return false;
}

/* A part that is being read; its states may go to a store of their own. */
struct part {
    char *path;
    struct frames *frames;
    struct levels levels;
    struct worker sum;
    struct store *store;
};

/* What comes before the states.  False, with frames_wrong or the search's trouble: it is refused. */
static bool read_head(struct search *search, struct part *part)
{
    struct stream stream = {.file = frames_stream(part->frames), .good = true};
    if (!same_question(search, part->frames))
        return false;
    frames_begin(part->frames, FRAMES_LEVELS);
    levels_part(&stream, &part->levels);
    if (!stream.good || !within_depth(search, &part->levels))
        return false;
    frames_begin(part->frames, FRAMES_COUNTS);
    counts_part(&stream, search, &part->sum);
    return stream.good;
}

static bool must_leave(void *data)
{
    struct search *search = data;
    return search_limits(&search->workers[0]);
}

/* Of a search whose states are in runs, of which the file has a list. */
static bool load_layers(struct search *search, FILE *stream)
{
    struct text wrong = {0};
    pool_heed(search->pool, must_leave, search);
    bool loaded = layers_load(search->layers, search->model->state_bits, stream, search->pool, &wrong);
    pool_heed(search->pool, NULL, NULL);
    if (wrong.length)
        search_trouble(search, "of the checkpoint '%s' %.*s", search->options.resume, (int)wrong.length, wrong.bytes);
    text_free(&wrong);
    return loaded;
}

/* False, with neither: there is no room. */
static bool read_states(struct search *search, struct part *part, struct store *store)
{
    FILE *stream = frames_stream(part->frames);
    frames_begin(part->frames, FRAMES_STATES);
    errno = 0;
    if (!(search->layers ? load_layers(search, stream) : store_load(store, stream)))
        return false;
    frames_begin(part->frames, FRAMES_END);
    return !frames_wrong(part->frames);
}

static bool is_full(int error)
{
    return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

/* Why it could not be read, if `good` is false. */
static bool explained(struct search *search, const struct part *part, bool good)
{
    int error = errno;
    if (good)
        return true;
    if (search_stopped(search) == STOP_FOR_GOOD) {
        /* It was left in the middle, and what is wrong with it is not known. */
    } else if (frames_wrong(part->frames) || search->result->trouble) {
        if (frames_wrong(part->frames))
            search_trouble(search, "the checkpoint '%s' %s", part->path, frames_wrong(part->frames));
        refuse(search);
    } else {
        search_stop(search, is_full(error) ? REASON_DISK : REASON_MEMORY);
    }
    return false;
}

static bool open_part(struct search *search, struct part *part, uint64_t set, unsigned which)
{
    part->path = part_path(search->options.resume, set, which);
    part->frames = frames_from(part->path);
    if (!part->frames) {
        search_trouble(search, "the checkpoint '%s' cannot be opened: %s", part->path,
                       errno == EINVAL ? "it is no regular file" : strerror(errno));
        refuse(search);
        return false;
    }
    frames_heed(part->frames, must_leave, search);
    worker_init(&part->sum, search, 0, MODEL_SYMMETRY_OFF, false);
    if (!explained(search, part, frames_verify(part->frames) && read_head(search, part)))
        return false;
    if (part->levels.part == which && (which == 0 || part->levels.set == set) && (!search->layers || part->levels.parts == 1))
        return true;
    search_trouble(search, "the checkpoint '%s' is no part of '%s'", part->path, search->options.resume);
    refuse(search);
    return false;
}

static void close_part(struct part *part)
{
    if (part->frames)
        frames_free(part->frames);
    worker_done(&part->sum);
    store_free(part->store);
    free(part->levels.start);
    free(part->levels.states);
    free(part->path);
    *part = (struct part){0};
}

/* Whether all processes could do it, so that all go on alike. */
static bool agreed(struct search *search, bool did)
{
    if (!search->exchange)
        return did;
    did = all_did(search, did) && exchange_goes_on(search);
    search->result->refused |= search->result->reason == REASON_REFUSED;
    return did;
}

/* --- reading: as many parts as there are processes -------------------------------------- */

static bool load_own(struct search *search, struct part *part)
{
    unsigned rank = exchange_rank(search);
    uint64_t set = part->levels.set;
    bool good = true;
    if (rank) {
        close_part(part);
        good = open_part(search, part, set, rank);
    }
    good = agreed(search, good && explained(search, part, read_states(search, part, search->store)));
    if (good) {
        take_levels(search, &part->levels);
        add_counts(&search->workers[0], &part->sum, search->model);
    }
    return good;
}

/* --- reading: other processes than wrote it ----------------------------------------------- */

/* Those parts that are this process's to read, each into a store of its own. */
static bool open_share(struct search *search, struct part *share, uint64_t set, unsigned parts)
{
    for (unsigned i = exchange_rank(search), k = 0; i < parts; i += exchange_size(search), k++) {
        if (!open_part(search, &share[k], set, i))
            return false;
        share[k].store = store_new(&search->store_options);
        errno = ENOMEM;
        if (!explained(search, &share[k], share[k].store && read_states(search, &share[k], share[k].store)))
            return false;
    }
    return true;
}

static bool give(struct worker *worker, const uint64_t *state)
{
    if (worker->search->exchange)
        return exchange_give(worker, state);
    worker_push(worker, 0, state);
    while (worker->waiting >= WORKER_FLUSH_AT && !worker_flush(worker))
        if (!search_grow(worker->search))
            return false;
    return search_goes_on(worker->search);
}

static void give_level(struct worker *worker, struct part *part, unsigned level)
{
    const uint64_t *start = part->levels.start;
    uint64_t end = level < part->levels.count ? start[level + 1] : store_estimate(part->store);
    for (uint64_t number = start[level]; number < end; number++) {
        store_get(store_context(part->store, 0), number, worker->source);
        if (!give(worker, worker->source))
            return;
        search_pace(worker);
    }
}

/* The states of one level go to their owners; false: the search is stopped, of any process. */
static bool deal_level(struct search *search, struct part *share, unsigned count, unsigned level)
{
    struct worker *worker = &search->workers[0];
    worker->source_number = STORE_NONE;
    if (search->exchange)
        exchange_begin(search, (struct exchange_use){.take = exchange_take_states});
    for (unsigned i = 0; i < count; i++)
        if (share[i].store)
            give_level(worker, &share[i], level);
    if (search->exchange)
        exchange_settle(search);
    else
        while (!worker_finish(worker) && search_grow(search))
            ;
    return agreed(search, search_goes_on(search));
}

/* The level after the last one was not visited yet, and is dealt out too. */
static bool deal(struct search *search, struct part *share, unsigned count, struct levels *levels)
{
    for (unsigned level = 0; level <= levels->count; level++) {
        levels->start[level] = store_renumber(search->store, search->pool);
        if (!deal_level(search, share, count, level))
            return false;
    }
    return true;
}

static bool load_dealt(struct search *search, struct part *first)
{
    unsigned parts = first->levels.parts, count = (parts + exchange_size(search) - 1) / exchange_size(search);
    struct part *share = memory_zeroed(count, sizeof *share);
    if (search->exchange && !search->workers[0].away)
        exchange_worker(&search->workers[0]);
    bool good = agreed(search, open_share(search, share, first->levels.set, parts)) && deal(search, share, count, &first->levels);
    for (unsigned i = 0; i < count; i++) {
        if (good && share[i].store)
            add_counts(&search->workers[0], &share[i].sum, search->model);
        close_part(&share[i]);
    }
    if (good)
        take_levels(search, &first->levels);
    return good;
}

/* What is to be removed once it is replaced. */
static void note_set(struct search *search, const struct levels *levels)
{
    if (!search->options.checkpoint || strcmp(search->options.checkpoint, search->options.resume) != 0)
        return;
    search->parts_set = levels->set;
    search->parts_count = levels->parts;
}

bool checkpoint_load(struct search *search)
{
    struct part first = {0};
    bool good = agreed(search, open_part(search, &first, 0, 0));
    if (good) {
        note_set(search, &first.levels);
        good = first.levels.parts == exchange_size(search) || search->layers ? load_own(search, &first) : load_dealt(search, &first);
    }
    close_part(&first);
    return good;
}
