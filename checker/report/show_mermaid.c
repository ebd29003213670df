/* SPDX-License-Identifier: BSD-2-Clause */
/* show_mermaid.c - a trace's chart as a sequence diagram of Mermaid. */
#include <ctype.h>
#include <string.h>

#include "show.h"
#include "show_parts.h"

/* Mermaid takes what has a meaning to it as #CODE;. */
static void put_words(const char *text, FILE *out)
{
    for (; *text; text++)
        if ((unsigned char)*text >= 128 || isalnum((unsigned char)*text) || strchr(" _-+=.,()[]{}/*|!'", *text))
            fputc(*text, out);
        else
            fprintf(out, "#%d;", (unsigned char)*text < ' ' ? ' ' : (unsigned char)*text);
}

static void put_message(const struct show *s, const struct show_message *m, FILE *out)
{
    int from = m->from == SHOW_NOBODY ? m->to : m->from, to = m->to == SHOW_NOBODY ? m->from : m->to;
    if (from == SHOW_NOBODY)
        return;
    bool ends = m->received < s->count;
    fprintf(out, "  L%d%sL%d: ", from, ends ? "-)" : "-x", to);
    put_words(m->text, out);
    fprintf(out, ends ? " (sent in %u)\n" : " (sent in %u, on its way at the end)\n", m->sent);
}

static void put_stay(const struct show *s, FILE *out)
{
    fprintf(out, "  Note over L0,L%u: nothing leads on: it stays here for ever\n", s->lane_count - 1);
}

static void put_step(const struct show *s, unsigned step, FILE *out)
{
    struct text rule = {0};
    struct show_message message;
    show_rule(&rule, s, step);
    text_put(&rule, json_is_true(json_object_get(json_array_get(s->steps, step), "fails")) ? ": " : "");
    show_fails(&rule, s, step);
    for (unsigned i = 0; show_message(s, i, &message); i++)
        if (message.received == step)
            put_message(s, &message, out);
    if (step)
        fprintf(out, "  Note over L%u: %u. ", show_actor(s, step), step);
    else
        fprintf(out, "  Note over L0,L%u: ", s->lane_count - 1);
    put_words(rule.bytes, out);
    fputc('\n', out);
    text_free(&rule);
}

void show_mermaid(const json_t *trace, FILE *out)
{
    const struct show s = show_open(trace);
    struct show_message message;
    struct text target = {0};
    fputs("sequenceDiagram\n", out);
    for (unsigned i = 0; i < s.lane_count; i++) {
        fprintf(out, "  participant L%u as ", i);
        put_words(show_lane(&s, i), out);
        fputc('\n', out);
    }
    unsigned loop;
    bool round = show_goes_round(&s, &loop);
    for (unsigned i = 0; i < s.count; i++) {
        if (round && i == loop + 1)
            fputs("  loop again and again, for ever\n", out);
        put_step(&s, i, out);
    }
    if (round && loop + 1 < s.count)
        fputs("  end\n", out);
    else if (round)
        put_stay(&s, out);
    for (unsigned i = 0; show_message(&s, i, &message); i++)
        if (message.received == s.count)
            put_message(&s, &message, out);
    show_target(&target, &s);
    fprintf(out, "  Note over L0,L%u: ", s.lane_count - 1);
    put_words(target.bytes ? target.bytes : "", out);
    fputc('\n', out);
    text_free(&target);
}
