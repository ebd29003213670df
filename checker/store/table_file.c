/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * table_file.c - the keys of a table that lie in a file.
 *
 * Keys that memory does not hold.  Those of the numbers below `on_disk` lie in a
 * nameless file, each at the offset that it would have in memory, and are read
 * and written by calls, never through a mapping: so what is resident is known
 * exactly, and a full disk is reported before a key is lost.  They are the
 * oldest, and a search asks for few of those.
 *
 * What it does ask for is near what it asked for a moment ago, and so blocks of
 * some keys are kept, each at the place that its number names.  Invariant: what
 * a place holds of the numbers below `on_disk` is what the file holds, unless a
 * key is being written there that no thread can ask for yet.
 */
#include "table_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/scratch_file.h"

#define READ_KEYS 512u        /* that are read or written at once, where there are many */
#define BLOCK_KEYS 32u
#ifndef TABLE_BLOCKS
#define TABLE_BLOCKS 512u
#endif

/* A block that was read a moment ago.  `version` is odd while a thread writes to
 * the rest: one that has made it odd by compare-and-swap.  Readers look at it
 * before and after.  It is raised too when a key of the block is written to the
 * file, so that none puts in what it read before that. */
struct table_block {
    _Alignas(64) _Atomic uint64_t version;
    _Atomic uint64_t tag;      /* number of the first key / BLOCK_KEYS + 1; 0: none */
    _Atomic uint64_t keys[BLOCK_KEYS];
};

bool table_file_open(struct table *table, const char *directory)
{
    table->file = -1;
    if (!directory)
        return true;
    table->file = scratch_open(directory);
    if (table->file >= 0)
        posix_fadvise(table->file, 0, 0, POSIX_FADV_RANDOM); /* a key is no reason to read those after it */
    return table->file >= 0;
}

void table_file_close(struct table *table)
{
    if (table->file >= 0)
        close(table->file);
    free(table->blocks);
}

/* Where there was room before there is room again, on most file systems. */
static void write_again(int file, const unsigned char *bytes, uint64_t count, uint64_t offset)
{
    if (!scratch_write(file, bytes, count, offset))
        die("states that were left to the disk cannot be changed: %s", strerror(errno));
}

static void far_keys(const struct table *table, uint64_t number, size_t count, uint64_t *keys)
{
    unsigned char bytes[READ_KEYS * sizeof(uint64_t)];
    while (count > 0) {
        size_t share = count < READ_KEYS ? count : READ_KEYS;
        scratch_read(table->file, bytes, share * table->key_bytes, number * table->key_bytes);
        for (size_t i = 0; i < share; i++)
            keys[i] = table_unpack(table, bytes + i * table->key_bytes);
        number += share;
        keys += share;
        count -= share;
    }
}

/* --- blocks that were read a moment ago ------------------------------------------- */

static struct table_block *place_of(const struct table *table, uint64_t number)
{
    return &table->blocks[(number / BLOCK_KEYS * UINT64_C(0x9e3779b97f4a7c15) >> 32) * TABLE_BLOCKS >> 32];
}

/* The key, if the place holds its block and nobody writes there.  Each load
 * acquires from the store of it in put_block: who sees anything of what a
 * thread wrote sees the version that it had made odd before. */
static bool known_key(struct table_block *block, uint64_t number, uint64_t version, uint64_t *key)
{
    if (version % 2 || atomic_load_explicit(&block->tag, memory_order_acquire) != number / BLOCK_KEYS + 1)
        return false;
    *key = atomic_load_explicit(&block->keys[number % BLOCK_KEYS], memory_order_acquire);
    return atomic_load_explicit(&block->version, memory_order_relaxed) == version;
}

/* Unless something has been written there since the version was looked at. */
static void put_block(struct table_block *block, uint64_t number, uint64_t version, const uint64_t *keys, unsigned count)
{
    if (version % 2 || !atomic_compare_exchange_strong_explicit(&block->version, &version, version + 1,
                                                                memory_order_acquire, memory_order_relaxed))
        return;
    /* Each releases the odd version to known_key. */
    atomic_store_explicit(&block->tag, number / BLOCK_KEYS + 1, memory_order_release);
    for (unsigned i = 0; i < count; i++)
        atomic_store_explicit(&block->keys[i], keys[i], memory_order_release);
    /* Releases the block to the load of the version in table_far_key. */
    atomic_store_explicit(&block->version, version + 2, memory_order_release);
}

/* The file holds another key: what was read before goes, and is not put in. */
static void forget_block(const struct table *table, uint64_t number)
{
    struct table_block *block = place_of(table, number);
    uint64_t version = atomic_load_explicit(&block->version, memory_order_relaxed);
    do
        version -= version % 2; /* wait for who is writing there */
    while (!atomic_compare_exchange_weak_explicit(&block->version, &version, version + 1, memory_order_acquire,
                                                  memory_order_relaxed));
    /* As in put_block. */
    atomic_store_explicit(&block->tag, 0, memory_order_release);
    atomic_store_explicit(&block->version, version + 2, memory_order_release);
}

uint64_t table_far_key(const struct table *table, uint64_t number)
{
    uint64_t keys[BLOCK_KEYS], key, start = number / BLOCK_KEYS * BLOCK_KEYS;
    unsigned count = table->on_disk - start < BLOCK_KEYS ? (unsigned)(table->on_disk - start) : BLOCK_KEYS;
    struct table_block *block = place_of(table, number);
    /* Acquires the block from put_block; and before the file is read, so that what is
     * written to it afterwards raises the version. */
    uint64_t version = atomic_load_explicit(&block->version, memory_order_acquire);
    if (known_key(block, number, version, &key))
        return key;
    far_keys(table, start, count, keys);
    put_block(block, number, version, keys, count);
    return keys[number - start];
}

void table_set_far_key(const struct table *table, uint64_t number, uint64_t key)
{
    unsigned char bytes[sizeof(uint64_t)];
    table_pack(table, bytes, key);
    write_again(table->file, bytes, table->key_bytes, number * table->key_bytes);
    forget_block(table, number);
}

/* --- several keys ------------------------------------------------------------------- */

/* How many of them lie in the file. */
static size_t far_count(const struct table *table, uint64_t number, size_t count)
{
    return number >= table->on_disk ? 0 : table->on_disk - number < count ? table->on_disk - number : count;
}

void table_keys(const struct table *table, uint64_t number, size_t count, uint64_t *keys)
{
    size_t far = far_count(table, number, count);
    far_keys(table, number, far, keys);
    for (size_t i = far; i < count; i++)
        keys[i] = table_unpack(table, table->keys + (number + i) * table->key_bytes);
}

static void set_far_keys(const struct table *table, uint64_t number, size_t count, const uint64_t *keys)
{
    unsigned char bytes[READ_KEYS * sizeof(uint64_t)];
    while (count > 0) {
        size_t share = count < READ_KEYS ? count : READ_KEYS;
        for (size_t i = 0; i < share; i++)
            table_pack(table, bytes + i * table->key_bytes, keys[i]);
        write_again(table->file, bytes, share * table->key_bytes, number * table->key_bytes);
        for (size_t i = 0; i < share; i += BLOCK_KEYS)
            forget_block(table, number + i);
        forget_block(table, number + share - 1);
        number += share;
        keys += share;
        count -= share;
    }
}

void table_set_keys(struct table *table, uint64_t number, size_t count, const uint64_t *keys)
{
    size_t far = far_count(table, number, count);
    set_far_keys(table, number, far, keys);
    for (size_t i = far; i < count; i++)
        table_pack(table, table->keys + (number + i) * table->key_bytes, keys[i]);
}

void table_drop(const struct table *table, uint64_t start, uint64_t end)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), from = (start + page - 1) / page * page, to = end / page * page;
    if (from < to)
        madvise(table->keys + from, to - from, MADV_DONTNEED);
}

bool table_spill(struct table *table, uint64_t number)
{
    uint64_t start = table->on_disk * table->key_bytes, end = number * table->key_bytes;
    if (number <= table->on_disk)
        return true;
    if (!table->blocks)
        table->blocks = own_lines(TABLE_BLOCKS * sizeof *table->blocks);
    if (table->file < 0 || !scratch_write(table->file, table->keys + start, end - start, start)) {
        table->disk_full = true;
        return false;
    }
    table_drop(table, start - start % (uint64_t)sysconf(_SC_PAGESIZE), end); /* what lies before in that page is in the file */
    if (table->on_disk > 0)
        forget_block(table, table->on_disk - 1); /* of which only a part was read */
    table->on_disk = number;
    return true;
}

/* Others may lie there before long. */
void table_file_shorten(struct table *table, uint64_t number)
{
    for (uint64_t at = number / BLOCK_KEYS * BLOCK_KEYS; at < table->on_disk; at += BLOCK_KEYS)
        forget_block(table, at);
    table->on_disk = number;
}

bool table_file_room(struct table *table, uint64_t keys)
{
    if (keys && posix_fallocate(table->file, 0, (off_t)(keys * table->key_bytes)) != 0)
        table->disk_full = true;
    return !table->disk_full;
}

/* From the last block to the first: what a block is written over was read before. */
void table_file_widen(const struct table *table, const struct table *old)
{
    uint64_t keys[READ_KEYS];
    for (uint64_t end = table->on_disk, start; end > 0; end = start) {
        start = end > READ_KEYS ? end - READ_KEYS : 0;
        far_keys(old, start, end - start, keys);
        set_far_keys(table, start, end - start, keys);
    }
}

bool table_file_copy(const struct table *table, uint64_t most, FILE *to)
{
    unsigned char bytes[READ_KEYS * sizeof(uint64_t)];
    uint64_t count = (table->on_disk < most ? table->on_disk : most) * table->key_bytes;
    for (uint64_t done = 0; done < count;) {
        uint64_t share = count - done < sizeof bytes ? count - done : sizeof bytes;
        scratch_read(table->file, bytes, share, done);
        if (fwrite(bytes, 1, share, to) != share)
            return false;
        done += share;
    }
    return true;
}
