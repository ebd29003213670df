/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * frames.c - write and read a file in frames that are hashed.
 *
 * The file: a head; then frames, each a frame_head, its bytes, and the hash of
 * the file's number, the frame_head and the bytes; the last is empty and of
 * FRAMES_END, and nothing follows it.  A frame ends where its part does.
 *
 * A reader goes by offsets through one descriptor, so it is the same file from
 * the verification to the last byte, whatever is put under its name meanwhile;
 * and since each frame is verified again when it is handed out, one that is
 * overwritten meanwhile is refused too.
 */
#include "frames.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

#include "../base/die.h"
#include "../base/hash.h"

#define ORDER UINT32_C(0x01020304) /* reads as another number where bytes lie in another order */
#define NAME_LENGTH 14u            /* of the magic: what is the same in every version */
static const char magic[16] = "murrelet ckpt 3";

struct head {
    char magic[16];
    uint32_t order, word; /* word: bytes of a size_t */
    uint64_t number[2];   /* drawn at random */
    XXH128_canonical_t hash;
};

struct frame_head {
    uint32_t part, length;
    uint64_t sequence, offset;
};

struct frames {
    FILE *to, *stream;
    int file;
    struct head head;
    struct frame_head at;      /* of the frame at work; of a reader, verified */
    uint64_t next, sequence;   /* offset and number of the next frame */
    uint32_t used;             /* bytes of the frame that were filled, or read */
    bool (*stopped)(void *);   /* of a reader; or NULL */
    void *stop_data;
    bool has_left;             /* it was stopped */
    bool has_wrong;
    char wrong[160];
    unsigned char bytes[FRAME_BYTES];
};

static XXH128_canonical_t canonical(XXH128_hash_t hash)
{
    XXH128_canonical_t result;
    XXH128_canonicalFromHash(&result, hash);
    return result;
}

static XXH128_canonical_t head_hash(const struct head *head)
{
    return canonical(XXH3_128bits(head, offsetof(struct head, hash)));
}

static XXH128_canonical_t frame_hash(const struct frames *frames)
{
    struct hash hash = hash_new();
    hash_bytes(hash, frames->head.number, sizeof frames->head.number);
    hash_bytes(hash, &frames->at, sizeof frames->at);
    hash_bytes(hash, frames->bytes, frames->at.length);
    return canonical(hash_end(hash));
}

static struct frames *frames_new(void)
{
    struct frames *frames = calloc(1, sizeof *frames);
    if (!frames)
        die_memory(sizeof *frames);
    frames->file = -1;
    return frames;
}

static const char *part_name(uint32_t part)
{
    static const char *const names[] = {"the head", "what was asked", "the levels", "the counts", "the states", "the end"};
    return part <= FRAMES_END ? names[part] : "no known part";
}

/* ---- writing ---- */

static void write_frame(struct frames *frames)
{
    frames->at.length = frames->used;
    frames->at.sequence = frames->sequence++;
    frames->at.offset = frames->next;
    XXH128_canonical_t hash = frame_hash(frames);
    fwrite(&frames->at, sizeof frames->at, 1, frames->to);
    fwrite(frames->bytes, 1, frames->used, frames->to);
    fwrite(&hash, sizeof hash, 1, frames->to);
    frames->next += sizeof frames->at + frames->used + sizeof hash;
    frames->used = 0;
}

static ssize_t take(void *cookie, const char *bytes, size_t length)
{
    struct frames *frames = cookie;
    for (size_t done = 0; done < length;) {
        size_t share = length - done < FRAME_BYTES - frames->used ? length - done : FRAME_BYTES - frames->used;
        memcpy(frames->bytes + frames->used, bytes + done, share);
        frames->used += (uint32_t)share;
        done += share;
        if (frames->used == FRAME_BYTES)
            write_frame(frames);
    }
    return ferror(frames->to) ? 0 : (ssize_t)length;
}

static void draw_number(struct head *head)
{
    if (getrandom(head->number, sizeof head->number, 0) != (ssize_t)sizeof head->number) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        head->number[0] = (uint64_t)now.tv_sec << 30 ^ (uint64_t)now.tv_nsec;
        head->number[1] = (uint64_t)getpid();
    }
}

struct frames *frames_to(FILE *to)
{
    struct frames *frames = frames_new();
    frames->to = to;
    frames->stream = fopencookie(frames, "w", (cookie_io_functions_t){.write = take});
    if (!frames->stream)
        die_memory(sizeof *frames);
    memcpy(frames->head.magic, magic, sizeof magic);
    frames->head.order = ORDER;
    frames->head.word = sizeof(size_t);
    draw_number(&frames->head);
    frames->head.hash = head_hash(&frames->head);
    fwrite(&frames->head, sizeof frames->head, 1, to);
    frames->next = sizeof frames->head;
    return frames;
}

static void begin_to_write(struct frames *frames, enum frames_part part)
{
    fflush(frames->stream);
    if (frames->used)
        write_frame(frames);
    frames->at.part = part;
    if (part == FRAMES_END)
        write_frame(frames);
}

/* ---- reading ---- */

static bool wrong(struct frames *frames, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool wrong(struct frames *frames, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    if (!frames->has_wrong)
        vsnprintf(frames->wrong, sizeof frames->wrong, format, list);
    va_end(list);
    frames->has_wrong = true;
    return false;
}

/* From the next byte on; what is missing is the file's fault. */
static bool fetch(struct frames *frames, void *bytes, size_t length, uint32_t part)
{
    for (size_t done = 0; done < length;) {
        ssize_t got = pread(frames->file, (char *)bytes + done, length - done, (off_t)(frames->next + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return wrong(frames, "cannot be read: %s", strerror(errno));
        if (got == 0)
            return wrong(frames, "is cut short: it ends at byte %" PRIu64 ", within or after %s", frames->next + done,
                         part_name(part));
        done += (size_t)got;
    }
    frames->next += length;
    return true;
}

static bool damaged(struct frames *frames, uint64_t start, uint32_t part)
{
    return wrong(frames, "is damaged: the bytes from %" PRIu64 " on, in or after %s, are not what was written", start,
                 part_name(part));
}

static bool read_head(struct frames *frames)
{
    struct head *head = &frames->head;
    frames->next = frames->sequence = 0;
    frames->at = (struct frame_head){0};
    frames->used = 0;
    memset(head, 0, sizeof *head);
    ssize_t got = pread(frames->file, head->magic, sizeof head->magic, 0);
    if (got < 0)
        return wrong(frames, "cannot be read: %s", strerror(errno));
    if (memcmp(head->magic, magic, NAME_LENGTH) != 0)
        return wrong(frames, "is no checkpoint");
    if (got > (ssize_t)NAME_LENGTH && head->magic[NAME_LENGTH] != magic[NAME_LENGTH])
        return wrong(frames, "is a checkpoint of format %.1s, and this program reads format %s", head->magic + NAME_LENGTH,
                     magic + NAME_LENGTH);
    if (!fetch(frames, head, sizeof *head, FRAMES_HEAD))
        return false;
    XXH128_canonical_t hash = head_hash(head);
    if (memcmp(&hash, &head->hash, sizeof hash) != 0)
        return damaged(frames, 0, FRAMES_HEAD);
    if (head->order != ORDER || head->word != sizeof(size_t))
        return wrong(frames, "was written on another kind of machine");
    return true;
}

void frames_heed(struct frames *frames, bool (*stopped)(void *), void *data)
{
    frames->stopped = stopped;
    frames->stop_data = data;
}

/* Read the next frame whole and verify it. */
static bool read_frame(struct frames *frames)
{
    if (frames->stopped && frames->stopped(frames->stop_data)) {
        frames->has_left = true;
        return false;
    }
    const uint64_t start = frames->next;
    const uint32_t before = frames->at.part;
    XXH128_canonical_t hash, right;
    struct frame_head at;
    if (!fetch(frames, &at, sizeof at, before))
        return false;
    if (at.length > FRAME_BYTES || at.part > FRAMES_END || at.part < before || at.part > before + 1 ||
        at.sequence != frames->sequence || at.offset != start)
        return damaged(frames, start, before);
    if (!fetch(frames, frames->bytes, at.length, at.part) || !fetch(frames, &hash, sizeof hash, at.part))
        return false;
    frames->at = at;
    right = frame_hash(frames);
    if (memcmp(&hash, &right, sizeof hash) != 0) {
        frames->at.length = 0;
        return damaged(frames, start, before);
    }
    frames->used = 0;
    frames->sequence++;
    return true;
}

static bool nothing_follows(struct frames *frames)
{
    char byte;
    if (frames->at.length != 0)
        return damaged(frames, frames->next, FRAMES_END);
    if (pread(frames->file, &byte, 1, (off_t)frames->next) != 0)
        return wrong(frames, "goes on after its end, at byte %" PRIu64, frames->next);
    return true;
}

bool frames_verify(struct frames *frames)
{
    bool good = read_head(frames);
    while (good && frames->at.part != FRAMES_END)
        good = read_frame(frames);
    return good && nothing_follows(frames) && read_head(frames);
}

/* No more than what is left of the part. */
static ssize_t give(void *cookie, char *bytes, size_t length)
{
    struct frames *frames = cookie;
    size_t done = 0;
    while (done < length && !frames->has_wrong && !frames->has_left) {
        size_t share = frames->at.length - frames->used;
        if (share == 0) {
            uint32_t part = frames->at.part;
            if (read_frame(frames) && frames->at.part != part)
                wrong(frames, "does not hold as much of %s as it should", part_name(part));
            continue;
        }
        if (share > length - done)
            share = length - done;
        memcpy(bytes + done, frames->bytes + frames->used, share);
        frames->used += (uint32_t)share;
        done += share;
    }
    if (!frames->has_wrong && !frames->has_left)
        return (ssize_t)done;
    errno = EIO;
    return -1;
}

struct frames *frames_from(const char *path)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return NULL;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(file);
        errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
        return NULL;
    }
    struct frames *frames = frames_new();
    frames->file = file;
    frames->stream = fopencookie(frames, "r", (cookie_io_functions_t){.read = give});
    if (!frames->stream || setvbuf(frames->stream, NULL, _IONBF, 0) != 0)
        die_memory(sizeof *frames);
    return frames;
}

static void begin_to_read(struct frames *frames, enum frames_part part)
{
    if (frames->used < frames->at.length || (read_frame(frames) && frames->at.part != part))
        wrong(frames, "holds more of %s than it should", part_name(frames->at.part));
}

/* ---- both ---- */

void frames_begin(struct frames *frames, enum frames_part part)
{
    if (frames->to)
        begin_to_write(frames, part);
    else if (!frames->has_wrong)
        begin_to_read(frames, part);
}

FILE *frames_stream(struct frames *frames)
{
    return frames->stream;
}

const char *frames_wrong(const struct frames *frames)
{
    return frames->has_wrong ? frames->wrong : NULL;
}

void frames_free(struct frames *frames)
{
    if (!frames)
        return;
    if (frames->stream)
        fclose(frames->stream);
    if (frames->file >= 0)
        close(frames->file);
    free(frames);
}
