/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * plain.c - a fuzz target without libFuzzer: plain-NAME NUMBER ROUNDS FOUND SEED...
 *
 * The target reads each seed, and then ROUNDS inputs that are made of them, the
 * same for the same NUMBER: by the target's own mutator where it has one, and else byte by byte.  There is
 * neither coverage to lead it nor a sanitizer; it takes no build of its
 * own, and what the target demands is demanded of every input.  An input that ends
 * the process, or takes longer than LIMIT seconds, is left in FOUND.
 * Prints how many inputs were read.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 20000, LIMIT = 20 };

struct seed {
    uint8_t *bytes;
    size_t size;
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) __attribute__((weak));
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

static const char *found;
static uint8_t input[MOST];
static size_t input_size;
static const struct seed *seeds;
static unsigned seed_count;
static uint32_t state;

static uint32_t next_random(uint32_t n)
{
    state = state * 1664525u + 1013904223u;
    return n ? (state >> 8) % n : 0;
}

/* Calls nothing but what a signal handler may. */
static void keep(int number)
{
    static const char said[] = "fuzz: an input ended the process, or took too long\n";
    int file = open(found, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    bool kept = file >= 0 && write(file, input, input_size) == (ssize_t)input_size &&
                write(2, said, sizeof said - 1) > 0;
    _exit(kept ? 128 + number : 127);
}

/* A stretch of some seed in the place of a stretch of the input, either of which may be empty. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
    const struct seed *from = &seeds[next_random(seed_count)];
    size_t at = next_random((uint32_t)size + 1), start = next_random((uint32_t)from->size + 1);
    size_t dropped = next_random(next_random(2) ? 4 : 60), length = next_random(next_random(2) ? 4 : 60);
    if (size && !next_random(3)) {
        data[at % size] ^= (uint8_t)(1u << next_random(8));
        return size;
    }
    if (dropped > size - at)
        dropped = size - at;
    if (length > from->size - start)
        length = from->size - start;
    if (size - dropped + length > most)
        return size;
    memmove(data + at + length, data + at + dropped, size - at - dropped);
    memcpy(data + at, from->bytes + start, length);
    return size - dropped + length;
}

static void mutate(void)
{
    unsigned times = 1 + next_random(4);
    while (times--)
        input_size = LLVMFuzzerCustomMutator ? LLVMFuzzerCustomMutator(input, input_size, MOST, next_random(1u << 24))
                                             : LLVMFuzzerMutate(input, input_size, MOST);
}

static void take(const struct seed *seed)
{
    input_size = seed->size;
    memcpy(input, seed->bytes, seed->size);
}

/* The target's input lies in a block of its own size, as libFuzzer's does. */
static void read_input(void)
{
    uint8_t *own = malloc(input_size + !input_size);
    if (!own)
        exit(4);
    memcpy(own, input, input_size);
    alarm(LIMIT);
    LLVMFuzzerTestOneInput(own, input_size);
    alarm(0);
    free(own);
}

static struct seed read_seed(const char *path)
{
    static uint8_t bytes[MOST];
    FILE *file = fopen(path, "rb");
    struct seed seed = {.size = file ? fread(bytes, 1, sizeof bytes, file) : 0};
    if (!file || ferror(file) || fclose(file) || !(seed.bytes = malloc(seed.size + 1))) {
        perror(path);
        exit(4);
    }
    memcpy(seed.bytes, bytes, seed.size);
    return seed;
}

int main(int argc, char **argv)
{
    static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGALRM};
    if (argc < 5)
        return 2;
    state = (uint32_t)strtoul(argv[1], NULL, 10);
    unsigned long rounds = strtoul(argv[2], NULL, 10);
    found = argv[3];
    seed_count = (unsigned)argc - 4;
    struct seed *read = calloc(seed_count, sizeof *read);
    for (unsigned i = 0; read && i < seed_count; i++)
        read[i] = read_seed(argv[4 + i]);
    seeds = read;
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        signal(deadly[i], keep);
    for (unsigned i = 0; i < seed_count; i++) {
        take(&seeds[i]);
        read_input();
    }
    for (unsigned long i = 0; i < rounds; i++) {
        take(&seeds[next_random(seed_count)]);
        mutate();
        read_input();
    }
    printf("%lu inputs\n", seed_count + rounds);
    return 0;
}
