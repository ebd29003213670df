/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * litmus_view.c - see litmus_view.h.
 */
#include "litmus_view.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../litmus/print.h"

/* ---- what stands there ---- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

struct place litmus_view_word(const struct source *source, unsigned at)
{
    unsigned start = at, end = at;
    while (start > 0 && is_word(source->text[start - 1]))
        start--;
    while (end < source->length && is_word(source->text[end]))
        end++;
    return (struct place){source, start, end};
}

static bool word_is(struct place place, const char *name)
{
    return strlen(name) == place.end - place.start && !strncmp(place.source->text + place.start, name, place.end - place.start);
}

static const struct litmus_instruction *instruction_at(const struct litmus_test *test, unsigned at, unsigned *thread,
                                                       unsigned *index)
{
    for (*thread = 0; *thread < test->thread_count; ++*thread)
        for (*index = 0; *index < test->threads[*thread].length; ++*index) {
            const struct litmus_instruction *i = &test->threads[*thread].code[*index];
            if (i->place.start <= at && at <= i->place.end && i->place.source)
                return i;
        }
    return NULL;
}

/* The thread that a register's name belongs to: of the instruction, or as in `1:r0`.  -1: none. */
static int thread_of(const struct litmus_test *test, struct place word)
{
    unsigned thread, index, at = word.start;
    if (instruction_at(test, word.start, &thread, &index))
        return (int)thread;
    const char *text = word.source->text;
    while (at > 0 && (text[at - 1] == '%' || text[at - 1] == ' '))
        at--;
    if (!at || text[at - 1] != ':')
        return -1;
    for (at--; at > 0 && isdigit((unsigned char)text[at - 1]);)
        at--;
    at += text[at] == 'P';
    long number = strtol(text + at, NULL, 10);
    return number >= 0 && number < (long)test->thread_count ? (int)number : -1;
}

/* ---- locations and registers ---- */

static void put_initial(struct text *text, const struct litmus_test *test, struct litmus_value value)
{
    text_put(text, "initially ");
    litmus_print_value(text, test, value);
    text_char(text, '\n');
}

static bool names(const struct litmus_instruction *i, int location)
{
    return i->address.kind == OPERAND_VALUE && i->address.value.location == location;
}

static bool stores(enum litmus_instruction_kind kind)
{
    return kind == LITMUS_STORE || kind == LITMUS_RMW;
}

static bool loads(enum litmus_instruction_kind kind)
{
    return kind == LITMUS_LOAD || kind == LITMUS_RMW;
}

static void put_threads(struct text *text, const struct litmus_test *test, int location, const char *what,
                        bool (*wanted)(enum litmus_instruction_kind))
{
    bool any = false;
    for (unsigned t = 0; t < test->thread_count; t++) {
        bool here = false;
        for (unsigned i = 0; i < test->threads[t].length; i++)
            here |= names(&test->threads[t].code[i], location) && wanted(test->threads[t].code[i].kind);
        if (here)
            text_format(text, "%sP%u", any ? ", " : what, t);
        any |= here;
    }
    text_put(text, any ? "\n" : "");
}

static bool put_location(struct text *text, const struct litmus_test *test, struct place word)
{
    for (unsigned i = 0; i < test->location_count; i++) {
        const struct litmus_location *location = &test->locations[i];
        if (!word_is(word, location->name))
            continue;
        text_format(text, "location %s, ", location->name);
        put_initial(text, test, location->initial);
        put_threads(text, test, (int)i, "written by ", stores);
        put_threads(text, test, (int)i, "read by ", loads);
        return true;
    }
    return false;
}

static bool put_register(struct text *text, const struct litmus_test *test, struct place word)
{
    int thread = thread_of(test, word);
    const char *name = word.source->text + word.start;
    if (thread < 0 || word.end - word.start < 2 || *name != 'r' || !isdigit((unsigned char)name[1]))
        return false;
    long number = strtol(name + 1, NULL, 10);
    const struct litmus_thread *owner = &test->threads[thread];
    for (unsigned i = 0; i < owner->register_count; i++)
        if (owner->registers[i].number == number) {
            text_format(text, "register r%ld of P%d, ", number, thread);
            put_initial(text, test, owner->registers[i].initial);
            return true;
        }
    return false;
}

/* ---- instructions ---- */

static const char *order_words(enum litmus_order order)
{
    static const char *const words[] = {
        [LITMUS_NA] = "plain", [LITMUS_RLX] = "relaxed", [LITMUS_ACQ] = "acquire", [LITMUS_REL] = "release",
        [LITMUS_AR] = "acquire and release", [LITMUS_SC] = "sequentially consistent", [LITMUS_RM_ACQ] = "remote acquire",
        [LITMUS_RM_REL] = "remote release", [LITMUS_RM_AR] = "remote acquire and release",
    };
    return words[order];
}

static const char *level_words(enum litmus_level level)
{
    static const char *const words[] = {"the work-item", "the wavefront", "the work-group", "the agent", "the whole system"};
    return words[level];
}

static const char *kind_words(enum litmus_instruction_kind kind)
{
    static const char *const words[] = {"load", "store", "read-modify-write", "fence", "move", "branch", "jump"};
    return words[kind];
}

static void put_instruction(struct text *text, const struct litmus_test *test, unsigned thread, unsigned index)
{
    const struct litmus_instruction *i = &test->threads[thread].code[index];
    litmus_print_instruction(text, test, thread, index);
    text_format(text, "\nP%u, instruction %u: %s", thread, index + 1, kind_words(i->kind));
    if (i->kind <= LITMUS_FENCE)
        text_format(text, ", %s", order_words(i->order));
    if (i->kind <= LITMUS_FENCE && i->order != LITMUS_NA)
        text_format(text, ", for %s", level_words(i->level));
    text_char(text, '\n');
}

struct place litmus_view_hover(struct text *text, const struct litmus_test *test, unsigned at)
{
    unsigned thread, index;
    struct place word = litmus_view_word(test->source, at);
    if (word.end > word.start && (put_register(text, test, word) || put_location(text, test, word)))
        return word;
    const struct litmus_instruction *instruction = instruction_at(test, at, &thread, &index);
    if (!instruction)
        return (struct place){0};
    put_instruction(text, test, thread, index);
    return instruction->place;
}
