/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * litmus_view.c - see litmus_view.h.
 */
#include "litmus_view.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../litmus/print.h"

/* ---- what stands there ---- */

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static struct place word_at(const struct source *source, unsigned at)
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

/* What a word names; -1: nothing. */
static int location_of(const struct litmus_test *test, struct place word)
{
    for (unsigned i = 0; i < test->location_count; i++)
        if (word_is(word, test->locations[i].name))
            return (int)i;
    return -1;
}

static int register_of(const struct litmus_test *test, struct place word, int *thread)
{
    const char *name = word.source->text + word.start;
    bool named = word.end - word.start >= 2 && *name == 'r' && isdigit((unsigned char)name[1]);
    *thread = named ? thread_of(test, word) : -1;
    for (unsigned i = 0; *thread >= 0 && i < test->threads[*thread].register_count; i++)
        if (test->threads[*thread].registers[i].number == strtol(name + 1, NULL, 10))
            return (int)i;
    return -1;
}

static bool put_location(struct text *text, const struct litmus_test *test, struct place word)
{
    int location = location_of(test, word);
    if (location < 0)
        return false;
    text_format(text, "location %s, ", test->locations[location].name);
    put_initial(text, test, test->locations[location].initial);
    put_threads(text, test, location, "written by ", stores);
    put_threads(text, test, location, "read by ", loads);
    return true;
}

static bool put_register(struct text *text, const struct litmus_test *test, struct place word)
{
    int thread, index = register_of(test, word, &thread);
    if (index < 0)
        return false;
    char room[LITMUS_REGISTER_ROOM];
    text_format(text, "register %s of P%d, ", litmus_register_text(&test->threads[thread].registers[index], room), thread);
    put_initial(text, test, test->threads[thread].registers[index].initial);
    return true;
}

static const struct litmus_name *name_at(const struct litmus_test *test, unsigned at)
{
    for (unsigned i = 0; i < test->name_count; i++)
        if (test->names[i].place.start <= at && at <= test->names[i].place.end)
            return &test->names[i];
    return NULL;
}

bool litmus_view_is_same(const struct litmus_name *a, const struct litmus_name *b)
{
    size_t length = a->place.end - a->place.start;
    return a->what == b->what && a->thread == b->thread &&
           (a->what == LITMUS_NAMES_REGISTER ? a->number == b->number
                                             : length == b->place.end - b->place.start &&
                                                   !memcmp(a->place.source->text + a->place.start, b->place.source->text + b->place.start, length));
}

unsigned litmus_view_places(struct arena *arena, const struct litmus_test *test, unsigned at, struct place **places)
{
    unsigned count = 0;
    *places = NULL;
    const struct litmus_name *asked = name_at(test, at);
    for (unsigned i = 0; asked && i < test->name_count; i++)
        if (litmus_view_is_same(asked, &test->names[i]))
            ARENA_PUSH(arena, *places, count, test->names[i].place);
    return count;
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
    static const char *const words[LITMUS_LEVELS] = {"the work-item", "the wavefront", "the work-group", "the cluster", "the agent", "the whole system"};
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
    struct place word = word_at(test->source, at);
    bool names = name_at(test, at); /* `sys` may be a location, and is a scope elsewhere */
    if (names && word.end > word.start && (put_register(text, test, word) || put_location(text, test, word)))
        return word;
    const struct litmus_instruction *instruction = instruction_at(test, at, &thread, &index);
    if (!instruction)
        return (struct place){0};
    put_instruction(text, test, thread, index);
    return instruction->place;
}
