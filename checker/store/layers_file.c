/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * layers_file.c - the levels of a search written down, and read back.
 *
 * What is written is a list of the runs, and where they lie; the runs themselves stay
 * in their files, which get a name, by their number, when a list first has them.  Those
 * that the list before had, and this one has not, lose it when this one is safe.
 *
 * A run that is read back is gone through whole, so that nothing of a file is
 * believed that is not as it was written.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "layers.h"
#include "run_code.h"

#define BLOCK_BOUND (UINT32_C(1) << 28) /* no block is longer */

/* ---- names ---- */

/* free() frees it. */
static char *name_of(const char *directory, uint64_t number)
{
    char *name = NULL;
    if (asprintf(&name, "%s/murrelet-%016" PRIx64 ".run", directory, number) < 0)
        die_memory(strlen(directory));
    return name;
}

static bool has_number(const uint64_t *numbers, unsigned count, uint64_t number)
{
    for (unsigned i = 0; i < count; i++)
        if (numbers[i] == number)
            return true;
    return false;
}

static bool give_name(const char *directory, const struct run *run)
{
    char *name = name_of(directory, run->number), file[64];
    snprintf(file, sizeof file, "/proc/self/fd/%d", run->file);
    bool named = fsync(run->file) == 0 && linkat(AT_FDCWD, file, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
    free(name);
    return named;
}

static void take_name(const char *directory, uint64_t number)
{
    char *name = name_of(directory, number);
    unlink(name);
    free(name);
}

static bool sync_names(const char *directory)
{
    int folder = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = folder >= 0 && fsync(folder) == 0;
    if (folder >= 0)
        close(folder);
    return synced;
}

/* The numbers of all runs that have a file. */
static uint64_t *numbers_of(const struct layers *layers, unsigned *count)
{
    unsigned all = 0;
    for (unsigned i = 0; i < layers->count; i++)
        all += layers->layers[i].set.count;
    uint64_t *numbers = memory_zeroed(all, sizeof *numbers);
    *count = 0;
    for (unsigned i = 0; i < layers->count; i++)
        for (unsigned k = 0; k < layers->layers[i].set.count; k++)
            if (layers->layers[i].set.runs[k]->file >= 0)
                numbers[(*count)++] = layers->layers[i].set.runs[k]->number;
    return numbers;
}

bool layers_keep(struct layers *layers)
{
    bool kept = true;
    for (unsigned i = 0; i < layers->count; i++)
        for (unsigned k = 0; k < layers->layers[i].set.count && kept; k++) {
            const struct run *run = layers->layers[i].set.runs[k];
            if (run->file >= 0 && !has_number(layers->kept, layers->kept_count, run->number))
                kept = give_name(layers->directory, run);
        }
    kept = kept && sync_names(layers->directory);
    int error = errno;
    if (!kept)
        layers_kept(layers, false);
    errno = error;
    return kept;
}

void layers_kept(struct layers *layers, bool saved)
{
    unsigned count;
    uint64_t *numbers = numbers_of(layers, &count);
    const uint64_t *stay = saved ? numbers : layers->kept, *go = saved ? layers->kept : numbers;
    unsigned stay_count = saved ? count : layers->kept_count, go_count = saved ? layers->kept_count : count;
    for (unsigned i = 0; i < go_count; i++)
        if (!has_number(stay, stay_count, go[i]))
            take_name(layers->directory, go[i]);
    if (saved) {
        free(layers->kept);
        layers->kept = numbers;
        layers->kept_count = count;
    } else {
        free(numbers);
    }
}

/* ---- the list ---- */

struct listed {
    uint64_t number, count, blocks, bytes;
    uint32_t words, block, depths, inside;
};

static bool write_run(const struct run *run, FILE *to)
{
    const struct listed listed = {
        .number = run->number, .count = run->count, .blocks = run->blocks, .bytes = run_bytes(run), .words = run->shape.words,
        .block = run->shape.block, .depths = run->shape.depths, .inside = run->inside != NULL};
    return fwrite(&listed, sizeof listed, 1, to) == 1 && (!run->inside || fwrite(run->inside, 1, listed.bytes, to) == listed.bytes);
}

bool layers_save(const struct layers *layers, FILE *to)
{
    bool good = fwrite(&layers->count, sizeof layers->count, 1, to) == 1;
    for (unsigned i = 0; i < layers->count && good; i++) {
        const struct layer *layer = &layers->layers[i];
        good = fwrite(&layer->levels, sizeof layer->levels, 1, to) == 1 &&
               fwrite(&layer->set.count, sizeof layer->set.count, 1, to) == 1;
        for (unsigned k = 0; k < layer->set.count && good; k++)
            good = write_run(layer->set.runs[k], to);
    }
    return good;
}

/* ---- reading ---- */

struct reading {
    struct layers *layers;
    const struct pool *pool;
    uint32_t bits;          /* of a key */
    struct text *wrong;
    FILE *from;
    uint64_t space;         /* in the index of the run */
};

/* What is wrong with a file; always false. */
static bool refuse(const struct reading *reading, uint64_t number, const char *what)
{
    char *name = name_of(reading->layers->directory, number);
    text_format(reading->wrong, "the run '%s' %s", name, what);
    free(name);
    return false;
}

static void index_block(struct reading *reading, struct run *run, uint64_t bytes)
{
    size_t words = run->shape.words;
    if (run->blocks + 1 >= reading->space) {
        reading->space = reading->space ? 2 * reading->space : 4;
        run->offsets = realloc(run->offsets, reading->space * sizeof *run->offsets);
        run->firsts = realloc(run->firsts, reading->space * words * sizeof *run->firsts);
        if (!run->offsets || !run->firsts)
            die_memory(reading->space * words * sizeof *run->firsts);
    }
    if (run->blocks == 0)
        run->offsets[0] = 0;
    run->offsets[run->blocks + 1] = run->offsets[run->blocks] + bytes;
    run->blocks++;
}

/* Where the next block ends is in its head, which counts for nothing until its hash was seen to. */
static bool find_block(struct reading *reading, struct run *run, const struct listed *listed)
{
    struct run_block_head head;
    uint64_t from = run->blocks ? run->offsets[run->blocks] : 0, rest = listed->bytes - from;
    if (run->inside)
        memcpy(&head, run->inside, sizeof head);
    else if (pread(run->file, &head, sizeof head, (off_t)from) != (ssize_t)sizeof head)
        return false;
    if (rest < sizeof head || head.bytes > rest - sizeof head || head.bytes + sizeof head > run->shape.block)
        return false;
    index_block(reading, run, sizeof head + head.bytes);
    return true;
}

/* Whether the key comes after the one before, and has no bits that no state has. */
static bool is_next(const struct reading *reading, const uint64_t *key, const uint64_t *before, bool first, uint32_t words)
{
    unsigned over = words * 64 - reading->bits;
    bool fits = over == 0 || over >= 64 || key[words - 1] >> (64 - over) == 0;
    return fits && (first || run_compare(before, key, words) < 0);
}

/* All keys of the last block that was found. */
static bool read_block(const struct reading *reading, struct run *run, struct run_cursor *cursor)
{
    uint32_t words = run->shape.words;
    size_t bytes = words * sizeof *run->last;
    bool good = run_enter(cursor, run->blocks - 1), first = true;
    for (; good && run_next_in_block(cursor); first = false) {
        good = is_next(reading, cursor->key, run->last, run->count == 0, words);
        if (first)
            memcpy(run->firsts + (run->blocks - 1) * words, cursor->key, bytes);
        memcpy(run->last, cursor->key, bytes);
        run->count++;
    }
    return good && !first && !cursor->damaged && cursor->at == cursor->end;
}

static bool go_through(struct reading *reading, struct run *run, const struct listed *listed)
{
    struct run_cursor cursor;
    bool good = true, stopped = false;
    reading->space = 0;
    run_open(&cursor, run);
    for (uint64_t i = 0; i < listed->blocks && good && !stopped; i++) {
        good = find_block(reading, run, listed) && read_block(reading, run, &cursor);
        stopped = pool_stopped(reading->pool);
    }
    run_close(&cursor);
    if (stopped)
        return false;
    good = good && run->count == listed->count && run_bytes(run) == listed->bytes;
    return good || refuse(reading, run->number, "is not as it was written");
}

/* Its one block, or its file. */
static bool open_run(struct reading *reading, struct run *run, const struct listed *listed)
{
    if (listed->inside) {
        run->inside = memory_zeroed(listed->bytes + RUN_BEYOND + run_key_bytes(&run->shape), 1);
        return fread(run->inside, 1, listed->bytes, reading->from) == listed->bytes;
    }
    char *name = name_of(reading->layers->directory, run->number);
    run->file = open(name, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    free(name);
    return run->file >= 0 || refuse(reading, run->number, strerror(errno));
}

static bool fits(const struct reading *reading, const struct listed *listed)
{
    return listed->words == reading->layers->shape.words && listed->block <= BLOCK_BOUND && listed->blocks > 0 &&
           listed->bytes > sizeof(struct run_block_head) && (!listed->inside || (listed->blocks == 1 && listed->bytes <= listed->block));
}

static struct run *read_run(struct reading *reading, uint32_t levels)
{
    struct listed listed;
    if (fread(&listed, sizeof listed, 1, reading->from) != 1 || !fits(reading, &listed))
        return NULL;
    if (levels > 1 && !listed.depths && reading->layers->depths) {
        refuse(reading, listed.number, "has no depths, which a trace needs: it was written with --trace none");
        return NULL;
    }
    struct run *run = memory_zeroed(1, sizeof *run);
    *run = (struct run){.shape = {listed.words, listed.block, listed.depths != 0}, .number = listed.number, .file = -1};
    run->last = memory_zeroed(listed.words, sizeof *run->last);
    if (open_run(reading, run, &listed) && go_through(reading, run, &listed))
        return run;
    run_free(run);
    return NULL;
}

static bool read_layer(struct reading *reading)
{
    struct run_set set = {0};
    uint32_t levels;
    unsigned count;
    if (fread(&levels, sizeof levels, 1, reading->from) != 1 || fread(&count, sizeof count, 1, reading->from) != 1 || levels == 0)
        return false;
    bool good = count > 0;
    for (unsigned i = 0; i < count && good; i++) {
        struct run *run = read_run(reading, levels);
        good = run && (i == 0 || run_compare(set.runs[i - 1]->last, run->firsts, run->shape.words) < 0);
        run_set_add(&set, run);
    }
    if (good)
        layers_add(reading->layers, &set, levels);
    run_set_free(&set);
    return good;
}

bool layers_load(struct layers *layers, uint32_t bits, FILE *from, const struct pool *pool, struct text *wrong)
{
    struct reading reading = {.layers = layers, .pool = pool, .bits = bits, .wrong = wrong, .from = from};
    unsigned count;
    bool good = fread(&count, sizeof count, 1, from) == 1;
    for (unsigned i = 0; i < count && good; i++)
        good = read_layer(&reading);
    if (good)
        layers->kept = numbers_of(layers, &layers->kept_count);
    return good;
}
