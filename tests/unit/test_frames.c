/* SPDX-License-Identifier: BSD-2-Clause */
/* A framed file is as it was written, or refused. */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/frames.h"

#define STATES 700000u /* bytes: some frames */
static char path[] = "/tmp/murrelet-frames-XXXXXX";
static unsigned char states[STATES];

static void write_file(const char *name, unsigned seed)
{
    FILE *file = fopen(name, "w");
    struct frames *frames = frames_to(file);
    frames_begin(frames, FRAMES_QUESTION);
    fputs("question", frames_stream(frames));
    frames_begin(frames, FRAMES_LEVELS);
    fputs("levels", frames_stream(frames));
    frames_begin(frames, FRAMES_COUNTS);
    fputs("counts", frames_stream(frames));
    frames_begin(frames, FRAMES_STATES);
    for (unsigned i = 0; i < STATES; i++)
        states[i] = (unsigned char)(i * 7 + i / 251 + seed);
    fwrite(states, 1, STATES, frames_stream(frames));
    frames_begin(frames, FRAMES_END);
    frames_free(frames);
    cr_assert_eq(fclose(file), 0);
}

static void set_up(void)
{
    close(mkstemp(path));
    write_file(path, 0);
}

static void tear_down(void)
{
    unlink(path);
}

TestSuite(frames, .init = set_up, .fini = tear_down);

static bool read_part(struct frames *frames, enum frames_part part, const void *expected, size_t length)
{
    char *bytes = malloc(length);
    frames_begin(frames, part);
    bool good = fread(bytes, 1, length, frames_stream(frames)) == length && !memcmp(bytes, expected, length);
    free(bytes);
    return good;
}

static bool read_all(struct frames *frames)
{
    if (!read_part(frames, FRAMES_QUESTION, "question", 8) || !read_part(frames, FRAMES_LEVELS, "levels", 6) ||
        !read_part(frames, FRAMES_COUNTS, "counts", 6) || !read_part(frames, FRAMES_STATES, states, STATES))
        return false;
    frames_begin(frames, FRAMES_END);
    return !frames_wrong(frames);
}

Test(frames, what_was_written_is_read)
{
    struct frames *frames = frames_from(path);
    cr_assert(frames_verify(frames), "%s", frames_wrong(frames));
    cr_assert(read_all(frames), "%s", frames_wrong(frames));
    frames_free(frames);
}

/* Between the verification and the use. */
Test(frames, a_file_that_is_overwritten_meanwhile_is_refused)
{
    struct frames *frames = frames_from(path);
    cr_assert(frames_verify(frames));
    int file = open(path, O_WRONLY);
    cr_assert_eq(pwrite(file, "x", 1, 500000), 1);
    close(file);
    cr_assert(!read_all(frames));
    cr_assert(strstr(frames_wrong(frames), "damaged"), "%s", frames_wrong(frames));
    frames_free(frames);
}

Test(frames, a_file_that_is_replaced_meanwhile_is_read_as_it_was)
{
    char other[64];
    struct frames *frames = frames_from(path);
    cr_assert(frames_verify(frames));
    snprintf(other, sizeof other, "%s.other", path);
    write_file(other, 1);
    cr_assert_eq(rename(other, path), 0);
    for (unsigned i = 0; i < STATES; i++)
        states[i]--;
    cr_assert(read_all(frames), "%s", frames_wrong(frames));
    frames_free(frames);
}

Test(frames, parts_have_the_length_that_they_had)
{
    struct frames *frames = frames_from(path);
    cr_assert(frames_verify(frames));
    cr_assert(!read_part(frames, FRAMES_QUESTION, "question!", 9));
    cr_assert(strstr(frames_wrong(frames), "not hold as much"), "%s", frames_wrong(frames));
    frames_free(frames);
    frames = frames_from(path);
    cr_assert(frames_verify(frames) && read_part(frames, FRAMES_QUESTION, "quest", 5));
    cr_assert(!read_part(frames, FRAMES_LEVELS, "levels", 6));
    cr_assert(strstr(frames_wrong(frames), "holds more"), "%s", frames_wrong(frames));
    frames_free(frames);
}

static bool after_some(void *data)
{
    unsigned *left = data;
    return (*left)-- == 0;
}

/* Wherever it is stopped (before the last frame, which is empty, all was read):
 * it ends, and nothing is said to be wrong with the file. */
Test(frames, reading_is_stopped)
{
    unsigned stopped = 0;
    for (unsigned asked = 0; asked < 20; asked++) {
        struct frames *frames = frames_from(path);
        unsigned left = asked;
        frames_heed(frames, after_some, &left);
        bool good = frames_verify(frames) && read_all(frames);
        cr_assert(good || left > asked, "%u", asked); /* it went below 0 */
        cr_assert(!frames_wrong(frames), "%u: %s", asked, frames_wrong(frames));
        stopped += !good;
        frames_free(frames);
    }
    cr_assert(stopped > 10 && stopped < 20, "%u", stopped);
}

Test(frames, only_regular_files_are_read)
{
    unlink(path);
    cr_assert(!frames_from(path) && errno == ENOENT);
    cr_assert_eq(mkfifo(path, 0600), 0);
    cr_assert(!frames_from(path) && errno == EINVAL);
    cr_assert(!frames_from("/tmp") && errno == EISDIR);
    cr_assert(!frames_from("/dev/zero") && errno == EINVAL);
}

static const char *wrong_with(const char *content, size_t length)
{
    static char why[256];
    FILE *file = fopen(path, "w");
    fwrite(content, 1, length, file);
    fclose(file);
    struct frames *frames = frames_from(path);
    cr_assert(!frames_verify(frames));
    snprintf(why, sizeof why, "%s", frames_wrong(frames));
    frames_free(frames);
    return why;
}

Test(frames, what_is_wrong_is_named)
{
    char before[4096];
    FILE *file = fopen(path, "r");
    cr_assert_eq(fread(before, 1, sizeof before, file), sizeof before);
    fclose(file);
    cr_assert_str_eq(wrong_with("", 0), "is no checkpoint");
    cr_assert_str_eq(wrong_with("var x: 0..3;", 12), "is no checkpoint");
    cr_assert_str_eq(wrong_with("murrelet ckpt 2\0rest", 20),
                     "is a checkpoint of format 2, and this program reads format 3");
    cr_assert(strstr(wrong_with(before, 30), "cut short: it ends at byte 30, within or after the head"), "%s",
              wrong_with(before, 30));
    cr_assert(strstr(wrong_with(before, sizeof before), "cut short: it ends at byte 4096"));
}
