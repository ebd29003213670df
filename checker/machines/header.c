/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * header.c - see header.h.  Comments are found as the Murphi
 * lexer finds them, so that a line in a string or in a block comment is none;
 * a value is a list of words that know their places.
 */
#include "header.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../base/text.h"
#include "../base/nearest.h"
#include "../cat/library.h"

const char *const header_models[HEADER_MODELS + 1] = {"sc", "rc-mca", "rc", "rsp", "hrf-indirect-relaxed", "hrf-direct-relaxed",
                                    "hrf-indirect", "hrf-direct", "drf", "drf-relaxed", NULL};

/* The order of the models, as far as there is one: the model on the left obliges
 * to more tests, and allows no more of them.  (hrf-indirect-relaxed does not
 * promise what hrf-indirect does, where an acquire waits for earlier releases.) */
bool suite_implies(const char *a, const char *b)
{
    static const char *const pairs[][2] = {
        {"sc", "rc-mca"}, {"rc-mca", "rc"}, {"sc", "rsp"}, {"sc", "drf"}, {"sc", "drf-relaxed"},
        {"rsp", "hrf-indirect-relaxed"}, {"drf-relaxed", "hrf-indirect-relaxed"},
        {"hrf-indirect-relaxed", "hrf-direct-relaxed"}, {"drf", "hrf-indirect"}, {"hrf-indirect", "hrf-direct"},
    };
    if (!strcmp(a, b))
        return true;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (!strcmp(a, pairs[i][0]) && suite_implies(pairs[i][1], b))
            return true;
    return false;
}

static const char mark[] = "-- machine:";

static const char *const keys[] = {"source",   "lowering", "driver",     "constants", "values",
                                   "promises", "variant",  "invariants", "not"};
enum { KEYS = sizeof keys / sizeof keys[0] };

static const char *nth(const void *names, unsigned i)
{
    return ((const char *const *)names)[i];
}

static const char *near(struct arena *arena, const char *word, const char *const *names, unsigned count,
                        const char *otherwise)
{
    const char *best = nearest_of(word, nth, names, count);
    return best ? arena_format(arena, "did you mean `%s`?", best) : otherwise;
}

/* ---- words ---- */

struct word {
    const char *text;
    struct place place;
};

struct words {
    struct word *items;
    unsigned count, at;
};

/* A comma and a semicolon are words of their own. */
static void add_words(struct words *words, struct arena *arena, const char *text, size_t length, struct place place,
                      bool exact)
{
    for (size_t i = 0; i < length;) {
        size_t start = i;
        if (isspace((unsigned char)text[i])) {
            i++;
            continue;
        }
        if (text[i] == ',' || text[i] == ';')
            i++;
        else
            while (i < length && !isspace((unsigned char)text[i]) && text[i] != ',' && text[i] != ';')
                i++;
        struct word word = {arena_text(arena, text + start, i - start), place};
        if (exact) {
            word.place.start = place.start + (unsigned)start;
            word.place.end = place.start + (unsigned)i;
        }
        ARENA_PUSH(arena, words->items, words->count, word);
    }
}

static const struct word *peek(const struct words *words)
{
    return words->at < words->count ? &words->items[words->at] : NULL;
}

static bool at(const struct words *words, const char *text)
{
    const struct word *word = peek(words);
    return word && !strcmp(word->text, text);
}

/* ---- lists of models and of constants ---- */

static bool is_listed(const char *list, const char *model)
{
    size_t length = strlen(model);
    for (const char *found = list; (found = strstr(found, model)); found += length)
        if ((found == list || found[-1] == ' ') && (!found[length] || found[length] == ' '))
            return true;
    return false;
}

static unsigned model_count(void)
{
    unsigned count = 0;
    while (header_models[count])
        count++;
    return count;
}

bool header_is_reference(const char *model)
{
    for (unsigned i = 0; header_models[i]; i++)
        if (!strcmp(header_models[i], model))
            return true;
    return false;
}

static bool is_model(const char *word)
{
    return header_is_reference(word) || cat_is_file_name(word);
}

static const char *all_models(struct arena *arena)
{
    struct text text = {0};
    text_put(&text, "the reference models are");
    for (unsigned i = 0; header_models[i]; i++)
        text_format(&text, " %s", header_models[i]);
    text_put(&text, ", a file in cat (NAME.cat), or none; prose comes after a `;`");
    const char *all = arena_text(arena, text.bytes, text.length);
    text_free(&text);
    return all;
}

/* promises = "none" | model ("," ? model)* */
static const char *read_models(struct words *words, struct arena *arena, struct diagnostics *diagnostics,
                               struct place place)
{
    const char *list = "";
    bool none = false, comma = false;
    for (; peek(words) && !at(words, ";"); words->at++) {
        const struct word *word = peek(words);
        if (at(words, ",")) {
            if (comma || !*list)
                break;
            comma = true;
            continue;
        }
        if (strcmp(word->text, "none") && !is_model(word->text)) {
            diagnostics_add(diagnostics, SEVERITY_ERROR, word->place,
                            near(arena, word->text, header_models, model_count(), all_models(arena)),
                            "there is no reference model `%s`", word->text);
            return NULL;
        }
        if (none || is_listed(list, word->text) || (!strcmp(word->text, "none") && *list)) {
            diagnostics_add(diagnostics, SEVERITY_ERROR, word->place, NULL,
                            none || !strcmp(word->text, "none") ? "`none` stands alone" : "`%s` is promised twice",
                            word->text);
            return NULL;
        }
        none = !strcmp(word->text, "none");
        comma = false;
        list = arena_format(arena, "%s%s%s", list, *list ? " " : "", word->text);
    }
    if (comma || !*list) {
        const struct word *word = peek(words);
        diagnostics_add(diagnostics, SEVERITY_ERROR, word ? word->place : place, all_models(arena),
                        "a reference model is wanted%s", comma ? " after the comma" : "");
        return NULL;
    }
    return list;
}

static bool is_name(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!isalnum((unsigned char)text[i]) && text[i] != '_')
            return false;
    return length && !isdigit((unsigned char)text[0]);
}

static bool is_number(const char *text)
{
    text += *text == '-';
    size_t length = strspn(text, "0123456789");
    return length && !text[length];
}

static bool read_constant(struct header_constants *constants, struct arena *arena, struct diagnostics *diagnostics,
                          const struct word *word)
{
    const char *equals = strchr(word->text, '=');
    size_t length = equals ? (size_t)(equals - word->text) : 0;
    if (!equals || !is_name(word->text, length) || (!is_number(equals + 1) && !is_name(equals + 1, strlen(equals + 1)))) {
        diagnostics_add(diagnostics, SEVERITY_ERROR, word->place,
                        "the value is a number or an enum's member, without blanks around `=`; prose comes after a `,`",
                        "CONSTANT=VALUE is wanted, not `%s`", word->text);
        return false;
    }
    struct header_constant item = {arena_text(arena, word->text, length), equals + 1, word->place};
    for (unsigned i = 0; i < constants->count; i++)
        if (!strcmp(constants->items[i].name, item.name)) {
            diagnostics_add(diagnostics, SEVERITY_ERROR, word->place, NULL, "the constant `%s` is set twice", item.name);
            return false;
        }
    ARENA_PUSH(arena, constants->items, constants->count, item);
    return true;
}

/* constants = (CONSTANT "=" VALUE)*, up to a comma or semicolon */
static bool read_constants(struct header_constants *constants, struct words *words, struct arena *arena,
                           struct diagnostics *diagnostics)
{
    for (; peek(words) && !at(words, ",") && !at(words, ";"); words->at++)
        if (!read_constant(constants, arena, diagnostics, peek(words)))
            return false;
    return true;
}

const char *machine_promises_read(struct arena *arena, struct diagnostics *diagnostics, const char *text,
                                  struct place place)
{
    struct words words = {0};
    add_words(&words, arena, text, strlen(text), place, true);
    const char *list = read_models(&words, arena, diagnostics, place);
    if (list && peek(&words)) {
        diagnostics_add(diagnostics, SEVERITY_ERROR, peek(&words)->place, NULL, "no prose stands here");
        return NULL;
    }
    return list;
}

bool machine_constants_read(struct header_constants *constants, struct arena *arena, struct diagnostics *diagnostics,
                            const char *text, struct place place)
{
    struct words words = {0};
    add_words(&words, arena, text, strlen(text), place, true);
    if (!read_constants(constants, &words, arena, diagnostics))
        return false;
    if (peek(&words))
        diagnostics_add(diagnostics, SEVERITY_ERROR, peek(&words)->place, NULL, "no prose stands here");
    return !peek(&words);
}

const char *machine_constants_text(struct arena *arena, const struct header_constants *constants)
{
    const char *text = "";
    for (unsigned i = 0; i < constants->count; i++)
        text = arena_format(arena, "%s%s%s=%s", text, i ? " " : "", constants->items[i].name, constants->items[i].value);
    return text;
}

bool machine_constants_lie_within(const struct machine_header *header, struct diagnostics *diagnostics,
                                  const struct header_constants *constants)
{
    bool all = true;
    for (unsigned i = 0; i < constants->count; i++)
        for (unsigned v = 0; v < header->values_count; v++) {
            const struct header_constant *c = &constants->items[i];
            const struct header_values *range = &header->values[v];
            if (strcmp(c->name, range->name) || !is_number(c->value))
                continue;
            errno = 0;
            long long value = strtoll(c->value, NULL, 10);
            if (!errno && value >= range->low && value <= range->high)
                continue;
            diagnostics_add(diagnostics, SEVERITY_ERROR, c->place, NULL, "%s=%s: the values of `%s` are %lld..%lld",
                            c->name, c->value, c->name, range->low, range->high);
            diagnostics_add(diagnostics, SEVERITY_NOTE, range->place, NULL, "they are said here");
            all = false;
        }
    return all;
}

/* ---- one line, with those that continue it ---- */

struct reader {
    struct machine_header *header;
    struct arena *arena;
    struct diagnostics *diagnostics;
    bool source_said, lowering_said, driver_said, constants_said;
    struct place constants_place;
};

static void wrong(struct reader *r, struct place place, const char *hint, const char *message)
{
    diagnostics_add(r->diagnostics, SEVERITY_ERROR, place, hint, "%s", message);
}

static bool say_once(struct reader *r, bool *said, const struct word *key)
{
    if (*said)
        wrong(r, key->place, NULL, arena_format(r->arena, "`%s` is said twice", key->text));
    return !*said && (*said = true);
}

static struct header_variant *variant_named(struct machine_header *header, const char *name)
{
    for (unsigned i = 0; i < header->variant_count; i++)
        if (!strcmp(header->variants[i].name, name))
            return &header->variants[i];
    return NULL;
}

/* promises may speak of a variant that comes below: `place` tells whether it came. */
static struct header_variant *variant_of(struct reader *r, const char *name)
{
    struct header_variant *known = variant_named(r->header, name);
    struct header_variant variant = {.name = name};
    if (!known) {
        ARENA_PUSH(r->arena, r->header->variants, r->header->variant_count, variant);
        known = &r->header->variants[r->header->variant_count - 1];
    }
    return known;
}

static const char *prose(struct arena *arena, const struct words *words)
{
    const char *text = "";
    for (unsigned i = words->at; i < words->count; i++) {
        const char *word = words->items[i].text;
        bool joined = i == words->at || !strcmp(word, ",") || !strcmp(word, ";");
        text = arena_format(arena, "%s%s%s", text, joined ? "" : " ", word);
    }
    return text;
}

static void read_driver(struct reader *r, struct words *words, struct place place)
{
    static const char *const drivers[] = {"litmus", "window"};
    const struct word *word = peek(words);
    if (!word)
        wrong(r, place, NULL, "a driver is wanted, litmus or window");
    else if (strcmp(word->text, "litmus") && strcmp(word->text, "window"))
        wrong(r, word->place, near(r->arena, word->text, drivers, 2, "the drivers are litmus and window"),
              arena_format(r->arena, "there is no driver `%s`", word->text));
    else if (words->at + 1 < words->count && strcmp(words->items[words->at + 1].text, ",") &&
             strcmp(words->items[words->at + 1].text, ";"))
        wrong(r, words->items[words->at + 1].place, NULL, "one driver is wanted; prose comes after a `,`");
    else
        r->header->out_of_order = !strcmp(word->text, "window");
}

/* LOW..HIGH */
static void read_values(struct reader *r, struct words *words, const struct word *name)
{
    struct header_values values = {.name = name->text, .place = name->place};
    const struct word *word = peek(words);
    char *end = NULL;
    bool right = word != NULL && is_name(name->text, strlen(name->text));
    if (right) {
        values.low = strtoll(word->text, &end, 10);
        right = end != word->text && !strncmp(end, "..", 2) && is_number(end + 2);
        values.high = right ? strtoll(end + 2, NULL, 10) : 0;
    }
    bool more = right && words->at + 1 < words->count && strcmp(words->items[words->at + 1].text, ",") &&
                strcmp(words->items[words->at + 1].text, ";");
    if (!right || more || values.low > values.high) {
        wrong(r, word ? word->place : name->place, "for example `-- machine: values LEVELS: 1..3, of caches`",
              "the values of a constant are wanted, LOW..HIGH");
        return;
    }
    for (unsigned i = 0; i < r->header->values_count; i++)
        if (!strcmp(r->header->values[i].name, values.name))
            wrong(r, name->place, NULL, arena_format(r->arena, "the values of `%s` are said twice", values.name));
    ARENA_PUSH(r->arena, r->header->values, r->header->values_count, values);
}

static void read_variant(struct reader *r, struct words *words, const struct word *name)
{
    struct header_variant *variant = variant_of(r, name->text);
    if (variant->place.source) {
        wrong(r, name->place, NULL, arena_format(r->arena, "the variant `%s` is there twice", name->text));
        return;
    }
    variant->place = name->place;
    if (read_constants(&variant->constants, words, r->arena, r->diagnostics) && !variant->constants.count)
        wrong(r, peek(words) ? peek(words)->place : name->place, "prose comes after the constants and a `,`",
              "a variant is made by constants: CONSTANT=VALUE is wanted");
}

static void read_promises(struct reader *r, struct words *words, const char *name, struct place place)
{
    const char *models = read_models(words, r->arena, r->diagnostics, place);
    struct header_variant *variant = variant_of(r, name);
    if (variant->promises)
        wrong(r, place, NULL, "`promises` is said twice");
    variant->promises_place = place;
    variant->promises = models ? models : "";
}

/* invariants = NAME+, then perhaps a semicolon and prose */
static void read_invariants(struct reader *r, struct words *words, const char *name, struct place place)
{
    struct header_names *names = arena_alloc(r->arena, sizeof *names);
    struct header_variant *variant = variant_of(r, name);
    if (variant->invariants)
        wrong(r, place, NULL, "`invariants` is said twice");
    for (; peek(words) && !at(words, ";"); words->at++) {
        struct header_name item = {peek(words)->text, peek(words)->place};
        if (at(words, ","))
            continue;
        ARENA_PUSH(r->arena, names->items, names->count, item);
    }
    if (!names->count)
        wrong(r, place, "`none` is one", "the names of invariants are wanted");
    variant->invariants = names;
    if (!variant->promises_place.source)
        variant->promises_place = place;
}

static void read_refusal(struct reader *r, struct words *words, const struct word *driver)
{
    struct header_refusal refusal = {.driver = driver->text, .why = prose(r->arena, words)};
    if (!*refusal.why)
        wrong(r, driver->place, "for example `-- machine: not endless: its times never come back`",
              "a sentence is wanted that says why not");
    ARENA_PUSH(r->arena, r->header->refusals, r->header->refusal_count, refusal);
}

static void read_all_values(struct reader *r, struct words *range, const struct words *key)
{
    for (unsigned i = 1; i < key->count; i++)
        read_values(r, range, &key->items[i]);
}

static void obey_line(struct reader *r, const char *key, const struct word *first, const struct word *name,
                      struct words *value)
{
    const char *variant = name ? name->text : "";
    struct place place = name ? name->place : first->place;
    if (!strcmp(key, "source") && say_once(r, &r->source_said, first))
        r->header->source = prose(r->arena, value);
    else if (!strcmp(key, "lowering"))
        say_once(r, &r->lowering_said, first);
    else if (!strcmp(key, "driver") && say_once(r, &r->driver_said, first))
        read_driver(r, value, first->place);
    else if (!strcmp(key, "constants") && say_once(r, &r->constants_said, first))
        read_constants(&variant_named(r->header, "")->constants, value, r->arena, r->diagnostics);
    else if (!strcmp(key, "variant"))
        read_variant(r, value, name);
    else if (!strcmp(key, "promises"))
        read_promises(r, value, variant, place);
    else if (!strcmp(key, "invariants"))
        read_invariants(r, value, variant, place);
    else if (!strcmp(key, "not"))
        read_refusal(r, value, name);
}

/* The words after `-- machine:`, up to the colon, are the key and perhaps a name. */
static void read_line(struct reader *r, struct words *key, struct words *value)
{
    const struct word *first = &key->items[0], *name = key->count > 1 ? &key->items[1] : NULL;
    unsigned k = 0;
    while (k < KEYS && strcmp(keys[k], first->text))
        k++;
    if (k == KEYS) {
        wrong(r, first->place, near(r->arena, first->text, keys, KEYS,
                                    "the keys are source, lowering, driver, constants, values, promises, variant, "
                                    "invariants and not"),
              arena_format(r->arena, "there is no key `%s`", first->text));
        return;
    }
    bool may_take = !strcmp(keys[k], "promises") || !strcmp(keys[k], "invariants");
    bool wants = !strcmp(keys[k], "variant") || !strcmp(keys[k], "values") || !strcmp(keys[k], "not");
    bool takes = may_take || wants, several = !strcmp(keys[k], "values");
    if (!several && key->count > (takes ? 2u : 1u))
        wrong(r, key->items[takes ? 2 : 1].place, NULL, arena_format(r->arena, "`:` is wanted after `%s`", first->text));
    else if (wants && !name)
        wrong(r, first->place, NULL, arena_format(r->arena, "a name is wanted after `%s`", first->text));
    else if (several)
        read_all_values(r, value, key);
    else
        obey_line(r, keys[k], first, name, value);
}

/* ---- finding the lines ---- */

/* A comment's line: [start, end) from its `--`, without the end of the line. */
struct comment {
    unsigned start, end;
    bool alone; /* nothing but blanks before it on its line */
};

struct comments {
    struct comment *items;
    unsigned count;
};

static unsigned line_end(const struct source *source, unsigned from)
{
    const char *end = memchr(source->text + from, '\n', source->length - from);
    return end ? (unsigned)(end - source->text) : source->length;
}

static bool is_alone(const struct source *source, unsigned start)
{
    while (start && source->text[start - 1] != '\n')
        if (!isspace((unsigned char)source->text[--start]))
            return false;
    return true;
}

static unsigned string_end(const struct source *source, unsigned from)
{
    unsigned i = from + 1;
    while (i < source->length && source->text[i] != '"' && source->text[i] != '\n')
        i += source->text[i] == '\\' && i + 1 < source->length ? 2 : 1;
    return i + 1;
}

static struct comments find_comments(struct arena *arena, const struct source *source)
{
    struct comments comments = {0};
    for (unsigned i = 0; i < source->length;) {
        const char *text = source->text + i;
        struct comment comment = {.start = i, .alone = true};
        if (*text == '"') {
            i = string_end(source, i);
        } else if (!strncmp(text, "--", 2)) {
            comment.alone = is_alone(source, i);
            comment.end = i = line_end(source, i);
            ARENA_PUSH(arena, comments.items, comments.count, comment);
        } else if (!strncmp(text, "/*", 2)) {
            const char *close = strstr(text + 2, "*/");
            i = close ? (unsigned)(close + 2 - source->text) : source->length;
        } else {
            i++;
        }
    }
    return comments;
}

/* The end of the words up to a colon, or `end`. */
static unsigned colon_in(const struct source *source, unsigned from, unsigned end)
{
    while (from < end && source->text[from] != ':')
        from++;
    return from;
}

static struct words words_between(struct reader *r, const struct source *source, unsigned start, unsigned end)
{
    struct words words = {0};
    add_words(&words, r->arena, source->text + start, end - start, (struct place){source, start, end}, true);
    return words;
}

static bool has_mark(const struct source *source, unsigned start, unsigned end)
{
    return end - start >= strlen(mark) && !strncmp(source->text + start, mark, strlen(mark));
}

/* `--   more`: it goes on with the line above it. */
static bool continues(const struct source *source, const struct comment *above, const struct comment *below)
{
    const char *text = source->text + below->start;
    return below->alone && below->end - below->start > 4 && isspace((unsigned char)text[2]) &&
           isspace((unsigned char)text[3]) && text[2] != '\n' && text[3] != '\n' &&
           line_end(source, above->start) < below->start &&
           line_end(source, line_end(source, above->start) + 1) == line_end(source, below->start);
}

/* What stands right below, a blank off: a word of the same list was meant to belong to it. */
static void check_lost(struct reader *r, const struct source *source, const char *key, const struct comment *above,
                       const struct comment *below)
{
    if (!below->alone || has_mark(source, below->start, below->end) ||
        line_end(source, line_end(source, above->start) + 1) != line_end(source, below->start))
        return;
    struct words words = words_between(r, source, below->start + 2, below->end);
    const struct word *word = peek(&words);
    if (!word)
        return;
    bool lost = !strcmp(key, "promises") ? is_model(word->text)
                : !strcmp(key, "constants") || !strcmp(key, "variant") ? strchr(word->text, '=') != NULL
                                                                       : false;
    if (lost)
        wrong(r, word->place, "a line that continues one begins with `--` and two blanks or more",
              arena_format(r->arena, "this is not read as part of `%s`", key));
}

/* `-- Machine:`, `--machine:`, `-- machines :`, `-- machine promises:` */
static bool is_slip(struct reader *r, const struct source *source, const struct comment *comment)
{
    static const char *const wanted[] = {"machine"};
    unsigned start = comment->start;
    while (start < comment->end && (source->text[start] == '-' || isspace((unsigned char)source->text[start])))
        start++;
    unsigned end = start;
    while (end < comment->end && isalpha((unsigned char)source->text[end]))
        end++;
    if (end - start < 5 || !nearest_of(arena_text(r->arena, source->text + start, end - start), nth, wanted, 1))
        return false;
    unsigned colon = colon_in(source, end, comment->end);
    struct words between = words_between(r, source, end, colon);
    if (colon == comment->end)
        return false;
    if (!between.count)
        return true;
    return between.count <= 2 && nearest_of(between.items[0].text, nth, keys, KEYS);
}

static void refuse_slip(struct reader *r, const struct source *source, const struct comment *comment)
{
    unsigned colon = colon_in(source, comment->start, comment->end);
    wrong(r, (struct place){source, comment->start, colon + 1}, "did you mean `-- machine: KEY: ...`?",
          "this looks like a line of the machine's header, and would not be read as one");
}

/* A line with those that continue it; gives how many comments that are. */
static unsigned read_comment(struct reader *r, const struct source *source, const struct comment *comments,
                             unsigned count)
{
    unsigned start = comments->start + (unsigned)strlen(mark), colon = colon_in(source, start, comments->end), used = 1;
    struct words key = words_between(r, source, start, colon), value = {0};
    if (colon < comments->end)
        value = words_between(r, source, colon + 1, comments->end);
    while (used < count && continues(source, &comments[used - 1], &comments[used]) &&
           !is_slip(r, source, &comments[used])) {
        const struct comment *more = &comments[used++];
        add_words(&value, r->arena, source->text + more->start + 2, more->end - more->start - 2,
                  (struct place){source, more->start + 2, more->end}, true);
    }
    if (!key.count || colon == comments->end) {
        wrong(r, (struct place){source, comments->start, comments->end}, "for example `-- machine: promises: sc`",
              "a key and a colon are wanted after `-- machine:`");
        return used;
    }
    if (used < count)
        check_lost(r, source, key.items[0].text, &comments[used - 1], &comments[used]);
    read_line(r, &key, &value);
    return used;
}

/* A promise of a variant that no line makes, a value of no constant that is set. */
static void check_variants(struct reader *r)
{
    struct machine_header *header = r->header;
    const char *names[header->variant_count + 1];
    unsigned count = 0;
    for (unsigned i = 0; i < header->variant_count; i++)
        if (header->variants[i].place.source)
            names[count++] = header->variants[i].name;
    for (unsigned i = 1; i < header->variant_count; i++)
        if (!header->variants[i].place.source)
            wrong(r, header->variants[i].promises_place,
                  near(r->arena, header->variants[i].name, names, count, "a line `variant NAME: CONSTANT=VALUE` makes one"),
                  arena_format(r->arena, "there is no variant `%s`", header->variants[i].name));
    for (unsigned i = 0; i < header->variant_count; i++)
        machine_constants_lie_within(header, r->diagnostics, &header->variants[i].constants);
}

bool machine_header_read(struct machine_header *header, struct arena *arena, struct diagnostics *diagnostics,
                         const struct source *source)
{
    struct header_variant whole = {.name = ""};
    struct reader r = {.header = header, .arena = arena, .diagnostics = diagnostics};
    int errors = diagnostics_errors(diagnostics);
    *header = (struct machine_header){.source = ""};
    ARENA_PUSH(arena, header->variants, header->variant_count, whole);
    struct comments comments = find_comments(arena, source);
    for (unsigned i = 0; i < comments.count;) {
        const struct comment *comment = &comments.items[i];
        bool marked = has_mark(source, comment->start, comment->end);
        if (marked && comment->alone) {
            i += read_comment(&r, source, comment, comments.count - i);
            continue;
        }
        if (marked)
            wrong(&r, (struct place){source, comment->start, comment->end}, NULL,
                  "a line of the machine's header stands on a line of its own");
        else if (is_slip(&r, source, comment))
            refuse_slip(&r, source, comment);
        i++;
    }
    check_variants(&r);
    return diagnostics_errors(diagnostics) == errors;
}

const struct header_variant *machine_header_variant(const struct machine_header *header, const char *name)
{
    for (unsigned i = 0; i < header->variant_count; i++)
        if (!strcmp(header->variants[i].name, name))
            return &header->variants[i];
    return NULL;
}

/* Whether every constant of `some` is in `all`, with the same value. */
static bool are_set(const struct header_constants *some, const struct header_constants *all)
{
    for (unsigned i = 0; i < some->count; i++) {
        bool set = false;
        for (unsigned j = 0; j < all->count; j++)
            set |= !strcmp(some->items[i].name, all->items[j].name) && !strcmp(some->items[i].value, all->items[j].value);
        if (!set)
            return false;
    }
    return true;
}

const struct header_variant *machine_header_variant_of(const struct machine_header *header,
                                                       const struct header_constants *set)
{
    const struct header_variant *best = &header->variants[0];
    unsigned most = 0;
    for (unsigned i = 1; i < header->variant_count; i++) {
        const struct header_variant *variant = &header->variants[i];
        if (variant->constants.count <= most || !are_set(&variant->constants, set))
            continue;
        best = variant;
        most = variant->constants.count;
    }
    return best;
}
