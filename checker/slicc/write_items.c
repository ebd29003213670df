/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_items.c - the pieces of a model, and which of them it needs.
 */
#include "write_private.h"

void slicc_item(struct slicc_writer *w, enum slicc_section section, const char *name)
{
    struct slicc_item item = {section, name, w->out.bytes ? arena_text(w->arena, w->out.bytes, w->out.length) : "", !name};
    for (unsigned i = 0; name && i < w->item_count; i++)
        if (w->items[i].name && !strcmp(w->items[i].name, name) && *item.text)
            slicc_refuse(w, (struct place){0}, "rename one of them", "two things that the model would both call '%s'", name);
    if (*item.text)
        ARENA_PUSH(w->arena, w->items, w->item_count, item);
    text_free(&w->out);
    w->out = (struct text){0};
}

static bool is_word_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Whether a word is the name of a piece; of an enumeration also a member's. */
static bool names(const struct slicc_item *item, const char *word, size_t length)
{
    size_t own = strlen(item->name);
    return own <= length && !memcmp(item->name, word, own) &&
           (own == length || (item->section == SLICC_ENUM && word[own] == '_'));
}

/* Keep what a piece names.  True: there was something new. */
static bool keep_named(struct slicc_writer *w, const char *text)
{
    bool any = false;
    while (*text) {
        if (text[0] == '-' && text[1] == '-') {
            text += strcspn(text, "\n");
            continue;
        }
        size_t length = 0;
        while (is_word_byte(text[length]))
            length++;
        for (unsigned i = 0; length && i < w->item_count; i++)
            if (!w->items[i].kept && names(&w->items[i], text, length))
                any = w->items[i].kept = true;
        text += length ? length : 1;
    }
    return any;
}

static void keep_needed(struct slicc_writer *w)
{
    bool *followed = arena_alloc(w->arena, w->item_count + 1);
    for (bool more = true; more;) {
        more = false;
        for (unsigned i = 0; i < w->item_count; i++)
            if (w->items[i].kept && !followed[i]) {
                followed[i] = true;
                keep_named(w, w->items[i].text);
                more = true;
            }
    }
}

void slicc_assemble(struct slicc_writer *w, struct text *out)
{
    static const char *const heads[] = {"const\n", "type\n", NULL, "var\n", NULL, NULL};
    keep_needed(w);
    for (int section = SLICC_CONSTANT; section <= SLICC_RULE; section++) {
        bool headed = !heads[section] || section == SLICC_ENUM;
        for (unsigned i = 0; i < w->item_count; i++) {
            const struct slicc_item *item = &w->items[i];
            bool here = section == SLICC_TYPE ? item->section == SLICC_TYPE || item->section == SLICC_ENUM
                                              : section != SLICC_ENUM && (int)item->section == section;
            if (!here || !item->kept)
                continue;
            text_put(out, headed ? "" : heads[section]);
            text_put(out, item->text);
            headed = true;
        }
        text_put(out, "\n");
    }
}
