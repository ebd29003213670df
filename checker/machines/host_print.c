/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * host_print.c - local states and operations in words, for traces.
 */
#include "../litmus/print.h"
#include "host_private.h"

static void print_value(const struct litmus_host *host, struct text *out, int code)
{
    if (code == program_pending(host->program)) {
        text_put(out, "pending");
        return;
    }
    litmus_print_value(out, host->test, program_value(host->program, code));
}

void litmus_host_print_operation(const struct litmus_host *host, struct text *out, int number)
{
    static const char *const names[] = {"r", "w", "rmw", "f"};
    const struct program_operation *o = &host->operations[number];
    text_format(out, "%s[%s", names[o->kind], litmus_order_name(o->order));
    if (o->order != LITMUS_NA)
        text_format(out, ",%s", litmus_level_name(o->level));
    text_put(out, "]");
    if (o->kind != PROGRAM_FENCE)
        text_format(out, " %s", host->test->locations[o->location].name);
    if (o->kind == PROGRAM_STORE || o->kind == PROGRAM_RMW) {
        text_char(out, ' ');
        print_value(host, out, o->value);
    }
}

bool litmus_host_print_value(const struct litmus_host *host, struct text *out, int code)
{
    bool known = code >= 0 && (code < program_value_count(host->program) || code == program_pending(host->program));
    if (known)
        print_value(host, out, code);
    return known;
}

/* Of a thread that runs out of order: what it may perform now. */
static void print_window(const struct litmus_host *host, struct text *out, const struct local_state *state, const char *separator)
{
    const char *word = "may do ";
    text_put(out, separator);
    for (unsigned k = 0; k < PROGRAM_WINDOW; k++) {
        if (!state->slots[k].operation)
            continue;
        text_put(out, word);
        litmus_host_print_operation(host, out, state->slots[k].operation);
        word = " or ";
    }
    if (*word == 'm')
        text_put(out, "waits");
}

/* "r1=1, r2=0, next r[na] y": the registers that the test looks at, and what comes. */
void litmus_host_print_local(const struct litmus_host *host, struct text *out, int thread, int local)
{
    const struct local_state *state = host_state_of(host, thread, local);
    const char *separator = "";
    for (unsigned i = 0; i < host->test->watch_count; i++) {
        const struct litmus_watch *watch = &host->test->watches[i];
        if (watch->thread != thread)
            continue;
        char room[LITMUS_REGISTER_ROOM];
        text_format(out, "%s%s=", separator, litmus_register_text(&host->test->threads[thread].registers[watch->index], room));
        print_value(host, out, state->key.registers[program_watch_register(host->program, i)]);
        separator = ", ";
    }
    if (state->ended) {
        text_format(out, "%sended", separator);
    } else if (state->next) {
        text_format(out, "%snext ", separator);
        litmus_host_print_operation(host, out, state->next);
    } else {
        print_window(host, out, state, separator);
    }
}
