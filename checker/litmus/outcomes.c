/* SPDX-License-Identifier: BSD-2-Clause */
/* outcomes.c - see outcomes.h: a Judy array from line to outcome. */
#include "outcomes.h"

#include <Judy.h>
#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "../base/text.h"
#include "print.h"

struct outcomes {
    const struct litmus_test *test;
    Pvoid_t by_line; /* JudySL: to struct outcome * */
    unsigned count;
    uint64_t positive, negative;
};

static void *get(size_t bytes)
{
    return memory_take(bytes);
}

struct outcomes *outcomes_new(const struct litmus_test *test)
{
    struct outcomes *outcomes = get(sizeof *outcomes);

    outcomes->test = test;
    return outcomes;
}

static void free_outcome(void *data, const struct outcome *outcome)
{
    (void)data;
    memory_give((void *)outcome->line);
    memory_give((void *)outcome->values);
    memory_give((void *)outcome);
}

void outcomes_free(struct outcomes *outcomes)
{
    if (!outcomes) {
        return;
    }
    outcomes_visit(outcomes, free_outcome, NULL);
    JudySLFreeArray(&outcomes->by_line, PJE0);
    memory_give(outcomes);
}

/* Observed values as a log has them: `1:r0=1; [x]=2;`. */
static char *line_of(const struct litmus_test *test, const struct litmus_value *values)
{
    struct text text = {0};

    text_put(&text, "");
    for (unsigned i = 0; i < test->watch_count; i++) {
        if (!test->watches[i].observed)
            continue;
        text_put(&text, text.length ? " " : "");
        litmus_print_watch(&text, test, i);
        text_char(&text, '=');
        litmus_print_value(&text, test, values[i]);
        text_char(&text, ';');
    }
    return text.bytes;
}

static struct outcome *make(const struct outcomes *outcomes, char *line, const struct litmus_value *values)
{
    struct outcome *outcome = get(sizeof *outcome);
    size_t bytes = outcomes->test->watch_count * sizeof *values;
    struct litmus_value *copy = get(bytes + 1);

    if (bytes)
        memcpy(copy, values, bytes);
    *outcome = (struct outcome){.line = line, .values = copy};
    outcome->positive = litmus_holds(outcomes->test->condition, values);
    return outcome;
}

void outcomes_add(struct outcomes *outcomes, const struct litmus_value *values, uint64_t count)
{
    const struct litmus_test *test = outcomes->test;
    PWord_t slot;

    if (test->filter && !litmus_holds(test->filter, values))
        return;
    char *line = line_of(test, values);
    JSLI(slot, outcomes->by_line, (const uint8_t *)line);
    if (slot == PJERR)
        die_memory(strlen(line));
    if (!*slot) {
        *slot = (Word_t)make(outcomes, line, values);
        outcomes->count++;
    } else {
        memory_give(line);
    }
    struct outcome *outcome = (struct outcome *)*slot;
    outcome->count += count;
    *(outcome->positive ? &outcomes->positive : &outcomes->negative) += count;
}

bool outcomes_has(const struct outcomes *outcomes, const struct litmus_value *values)
{
    char *line = line_of(outcomes->test, values);
    bool has = outcomes_find(outcomes, line);
    memory_give(line);
    return has;
}

void outcomes_restore(struct outcomes *outcomes, const char *line, uint64_t count, bool positive)
{
    PWord_t slot;
    size_t length = strlen(line);
    JSLI(slot, outcomes->by_line, (const uint8_t *)line);
    if (slot == PJERR)
        die_memory(length);
    if (*slot)
        return;
    struct outcome *outcome = get(sizeof *outcome);
    char *copy = get(length + 1);
    memcpy(copy, line, length);
    *outcome = (struct outcome){.line = copy, .count = count, .positive = positive};
    *slot = (Word_t)outcome;
    outcomes->count++;
    *(positive ? &outcomes->positive : &outcomes->negative) += count;
}

unsigned outcomes_count(const struct outcomes *outcomes)
{
    return outcomes->count;
}

void outcomes_visit(const struct outcomes *outcomes, outcomes_visitor *visit, void *data)
{
    PWord_t slot;
    size_t longest = 1;
    uint8_t *key;

    /* JudySL writes each key back into the buffer that the next is sought from. */
    for (unsigned i = 0; i < outcomes->test->watch_count; i++) {
        const struct litmus_watch *watch = &outcomes->test->watches[i];
        longest += 64 + (watch->thread < 0 ? strlen(outcomes->test->locations[watch->index].name) : 0);
    }
    for (unsigned i = 0; i < outcomes->test->location_count; i++)
        longest += outcomes->test->watch_count * strlen(outcomes->test->locations[i].name);
    key = get(longest);
    JSLF(slot, outcomes->by_line, key);
    while (slot) {
        const struct outcome *outcome = (const struct outcome *)*slot;
        visit(data, outcome);
        JSLN(slot, outcomes->by_line, key);
    }
    memory_give(key);
}

const struct outcome *outcomes_find(const struct outcomes *outcomes, const char *line)
{
    PWord_t slot;

    JSLG(slot, outcomes->by_line, (const uint8_t *)line);
    return slot ? (const struct outcome *)*slot : NULL;
}

struct litmus_tally outcomes_tally(const struct outcomes *outcomes, bool complete)
{
    return (struct litmus_tally){outcomes->positive, outcomes->negative, complete};
}
