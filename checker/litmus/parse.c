/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parse.c - the parts of a litmus file that all dialects share:
 *
 *     file = header info* "{" init "}" program constraint?
 *
 * The file is split into these parts before anything in them is read, as herd7
 * does: the program ends at the first of a fixed set of words.
 */
#include "parse.h"

#include <ctype.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/text.h"
#include "parse_lisa.h"
#include "parse_opencl.h"
#include "parse_ptx.h"
#include "parse_vulkan.h"

struct parts {
    unsigned info;         /* after the header */
    unsigned init, init_end;
    unsigned program, program_end;
    unsigned thread_count; /* C: of the program */
    unsigned constraint, constraint_end;
};

static struct place place_at(const struct builder *builder, unsigned from, unsigned to)
{
    return (struct place){builder->source, from, to};
}

static bool starts(const struct source *source, unsigned at, const char *word)
{
    return strncmp(source->text + at, word, strlen(word)) == 0;
}

/* ---- header ---- */

static unsigned skip_blanks(const struct source *source, unsigned at)
{
    while (source->text[at] == ' ' || source->text[at] == '\t' || source->text[at] == '\r')
        at++;
    return at;
}

/* "LISA" | "Bell" | "PTX" | "VULKAN" | "OPENCL" | "C" */
static bool read_dialect(struct builder *builder, unsigned *at)
{
    static const struct {
        const char *word;
        enum litmus_dialect dialect;
    } words[] = {{"LISA", LITMUS_LISA}, {"Bell", LITMUS_LISA}, {"PTX", LITMUS_PTX}, {"ptx", LITMUS_PTX},
                 {"VULKAN", LITMUS_VULKAN}, {"Vulkan", LITMUS_VULKAN}, {"vulkan", LITMUS_VULKAN},
                 {"OPENCL", LITMUS_OPENCL}, {"OpenCL", LITMUS_OPENCL}, {"opencl", LITMUS_OPENCL}, {"C", LITMUS_C}};
    const struct source *source = builder->source;

    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        unsigned length = (unsigned)strlen(words[i].word);
        if (!starts(source, *at, words[i].word) || !strchr(" \t", source->text[*at + length]) || !source->text[*at + length])
            continue;
        builder->test->dialect = words[i].dialect;
        if (i == 1)
            diagnostics_add(builder->diagnostics, SEVERITY_WARNING, place_at(builder, *at, *at + length), NULL,
                            "Bell is the old name of LISA");
        *at += length;
        return true;
    }
    unsigned end = *at;
    while (isalnum((unsigned char)source->text[end]) || source->text[end] == '_')
        end++;
    build_error(builder, place_at(builder, *at, end), "known are `LISA NAME`, `PTX NAME`, `VULKAN NAME`, `OPENCL NAME` and `C NAME`",
                "a litmus test begins with its language and its name");
    return false;
}

static const char *base_name(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');

    return arena_text(arena, slash ? slash + 1 : path, strlen(slash ? slash + 1 : path));
}

static const char *without_suffix(struct arena *arena, const char *name)
{
    return arena_text(arena, name, strlen(name) - (text_ends_in(name, ".litmus") ? strlen(".litmus") : 0));
}

/* header = dialect testname ("(" texname ")")? ("\n"? '"' doc '"')? ";"? */
static bool read_header(struct builder *builder, unsigned *at)
{
    const struct source *source = builder->source;
    unsigned start;

    *at = litmus_skip_blank(source, 0, source->length, NULL);
    if (!read_dialect(builder, at))
        return false;
    start = *at = skip_blanks(source, *at);
    const char *signs = litmus_is_c(builder->test) ? "_/.+-[]:|," : "_/.+-[]:"; /* of a name */
    while (isalnum((unsigned char)source->text[*at]) || (source->text[*at] && strchr(signs, source->text[*at])))
        (*at)++;
    if (*at == start) {
        build_error(builder, place_at(builder, start, start + 1), NULL, "expected the test's name");
        return false;
    }
    const char *name = arena_text(builder->arena, source->text + start, *at - start);
    if (strcmp(name, "--") == 0)
        name = base_name(builder->arena, source->path);
    builder->test->name = without_suffix(builder->arena, name);

    unsigned after = skip_blanks(source, *at);
    if (source->text[after] == '(' && source->text[after + 1] != '*') {
        while (source->text[after] && source->text[after] != ')' && source->text[after] != '\n')
            after++;
        *at = after += source->text[after] == ')';
        after = skip_blanks(source, after);
    }
    if (source->text[after] == '\n')
        after = skip_blanks(source, after + 1);
    if (source->text[after] == '"') {
        const char *close = strchr(source->text + after + 1, '"');
        if (!close) {
            build_error(builder, place_at(builder, after, after + 1), NULL, "this text is not closed");
            return false;
        }
        unsigned end = (unsigned)(close - source->text);
        builder->test->doc = arena_text(builder->arena, source->text + after + 1, end - after - 1);
        *at = skip_blanks(source, end + 1);
    }
    return true;
}

/* info = key blank* "=" rest of line; other text is skipped. */
static void read_info_line(struct builder *builder, unsigned at, unsigned end)
{
    const char *text = builder->source->text;
    unsigned start = at;

    if (!isalpha((unsigned char)text[at]))
        return;
    while (at < end && (isalnum((unsigned char)text[at]) || strchr("_/.-", text[at])))
        at++;
    unsigned key_end = at;
    at = skip_blanks(builder->source, at);
    if (at >= end || text[at] != '=')
        return;
    at = skip_blanks(builder->source, at + 1);
    while (end > at && isspace((unsigned char)text[end - 1]))
        end--;
    struct litmus_info info = {arena_text(builder->arena, text + start, key_end - start),
                               arena_text(builder->arena, text + at, end > at ? end - at : 0), place_at(builder, at, end)};
    ARENA_PUSH(builder->arena, builder->test->info, builder->test->info_count, info);
}

static bool read_info(struct builder *builder, unsigned at, unsigned *brace)
{
    const struct source *source = builder->source;

    for (;;) {
        at = litmus_skip_blank(source, at, source->length, NULL);
        if (at >= source->length) {
            build_error(builder, place_at(builder, at, at), NULL, "expected `{` and the initial state");
            return false;
        }
        unsigned end = at;
        while (source->text[end] && source->text[end] != '\n' && source->text[end] != '{')
            end++;
        if (source->text[at] != '{')
            read_info_line(builder, at, end);
        at = end;
        if (source->text[at] == '{') {
            *brace = at;
            return true;
        }
    }
}

/* ---- parts ---- */

/* The brace that closes the one at `at`; 0 if there is none. */
static unsigned closing_brace(const struct source *source, unsigned at)
{
    unsigned depth = 0;

    while ((at = litmus_skip_blank(source, at, source->length, NULL)) < source->length) {
        depth += source->text[at] == '{';
        if (source->text[at] == '}' && --depth == 0)
            return at;
        at++;
    }
    return 0;
}

static bool word_byte(char byte)
{
    return isalnum((unsigned char)byte) || byte == '_';
}

/* The first word at which the program ends, or the end of the file. */
static unsigned program_end(const struct source *source, unsigned at)
{
    static const char *const words[] = {"exists", "forall", "final", "locations", "filter", "observed", "Observed", "cases"};

    while ((at = litmus_skip_blank(source, at, source->length, NULL)) < source->length) {
        unsigned end = at;
        while (word_byte(source->text[end]))
            end++;
        for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
            if (end - at == strlen(words[i]) && starts(source, at, words[i]))
                return at;
        if (source->text[at] == '~') {
            unsigned next = litmus_skip_blank(source, at + 1, source->length, NULL);
            if (starts(source, next, "exists") && !word_byte(source->text[next + 6]))
                return at;
        }
        at = end > at ? end : at + 1;
    }
    return source->length;
}

static bool split(struct builder *builder, struct parts *parts)
{
    const struct source *source = builder->source;
    unsigned brace;

    if (strlen(source->text) != source->length) {
        unsigned zero = (unsigned)strlen(source->text);
        build_error(builder, place_at(builder, zero, zero + 1), NULL, "a zero byte is not text");
        return false;
    }
    if (!read_header(builder, &parts->info) || !read_info(builder, parts->info, &brace))
        return false;
    parts->init = brace + 1;
    parts->init_end = closing_brace(source, brace);
    if (!parts->init_end) {
        build_error(builder, place_at(builder, brace, brace + 1), NULL, "this brace is not closed");
        return false;
    }
    parts->program = parts->init_end + 1;
    if (litmus_is_c(builder->test))
        parts->thread_count = parse_opencl_extent(source, parts->program, &parts->program_end);
    else
        parts->program_end = program_end(source, parts->program);
    parts->constraint = parts->program_end;
    const char *end = strstr(source->text + parts->constraint, "<<");
    parts->constraint_end = end ? (unsigned)(end - source->text) : source->length;
    return true;
}

/* How many threads the head of the program names; *place is where. */
static unsigned count_in_head(struct builder *builder, unsigned at, unsigned end, struct place *place)
{
    const struct source *source = builder->source;
    unsigned count = 1;

    while ((at = litmus_skip_blank(source, at, end, NULL)) < end && source->text[at] == ';')
        at++;
    if (at < end && source->text[at] == '{') /* what Vulkan's host orders */
        at = closing_brace(source, at) + 1;
    *place = place_at(builder, at, at);
    while ((at = litmus_skip_blank(source, at, end, NULL)) < end && source->text[at] != ';') {
        count += source->text[at] == '|';
        at++;
    }
    return count;
}

/* Make the threads, so that the initial state can be read first: it stands first, and numbers the locations. */
static bool make_threads(struct builder *builder, const struct parts *parts)
{
    struct place place = place_at(builder, parts->program, parts->program);
    unsigned count = litmus_is_c(builder->test) ? parts->thread_count : count_in_head(builder, parts->program, parts->program_end, &place);

    if (count > LITMUS_MAX_THREADS) {
        build_error(builder, place, NULL, "a test has at most %d threads", LITMUS_MAX_THREADS);
        return false;
    }
    build_threads(builder, count);
    return true;
}

/* ---- initial state ---- */

static enum litmus_lexis state_lexis(const struct litmus_test *test)
{
    return test->dialect == LITMUS_PTX || test->dialect == LITMUS_VULKAN ? LEXIS_PTX : LEXIS_STATE;
}

/* ---- aliases ---- */

/* The proxy by which an alias is reached; a Vulkan alias has none, and is another reference. */
static bool read_alias_proxy(struct builder *builder, struct litmus_lexer *lexer, bool *same_address)
{
    static const char *const proxies[] = {"generic", "surface", "texture", "constant"};

    *same_address = false;
    if (!litmus_lexer_take(lexer, '@'))
        return true;
    for (unsigned i = 0; i < sizeof proxies / sizeof *proxies; i++)
        if (litmus_lexer_is(lexer, proxies[i])) {
            *same_address = i > 0;
            litmus_lexer_next(lexer);
            return true;
        }
    build_error(builder, lexer->token.place, "generic, surface, texture or constant", "there is no such proxy");
    return false;
}

static bool is_alias(const struct builder *builder, const struct litmus_lexer *lexer)
{
    struct litmus_lexer ahead = *lexer;

    if ((builder->test->dialect != LITMUS_PTX && builder->test->dialect != LITMUS_VULKAN) || lexer->token.kind != TOKEN_NAME)
        return false;
    litmus_lexer_next(&ahead);
    return litmus_lexer_at(&ahead, '@') || litmus_lexer_is(&ahead, "aliases");
}

/* alias = NAME ("@" proxy)? "aliases" NAME */
static bool read_alias(struct builder *builder, struct litmus_lexer *lexer)
{
    struct litmus_test *test = builder->test;
    struct place place = lexer->token.place;
    unsigned known = test->location_count;
    int alias = build_location_name(builder, lexer);
    bool same_address;

    if (alias < 0 || !read_alias_proxy(builder, lexer, &same_address))
        return false;
    if (!litmus_lexer_is(lexer, "aliases")) {
        litmus_lexer_wanted(lexer, "`aliases` and a location");
        return false;
    }
    if ((unsigned)alias < known) {
        build_error(builder, place, "an alias is declared before anything else names it", "this is a location already");
        return false;
    }
    litmus_lexer_next(lexer);
    if (lexer->token.kind != TOKEN_NAME) {
        litmus_lexer_wanted(lexer, "a location");
        return false;
    }
    int of = build_location_name(builder, lexer);
    if (of < 0)
        return false;
    struct litmus_location *location = &test->locations[alias];
    location->memory = test->locations[of].memory;
    location->address = same_address ? test->locations[of].address : (unsigned)alias;
    location->initial = test->locations[of].initial;
    location->place = place;
    return true;
}

/* A type before a location: one or more names; only the last is the location. */
static const char *read_type(struct builder *builder, struct litmus_lexer *lexer)
{
    struct litmus_lexer ahead = *lexer;
    const char *type = NULL;

    if (lexer->token.kind != TOKEN_NAME)
        return NULL;
    for (;;) {
        litmus_lexer_next(&ahead);
        if (ahead.token.kind != TOKEN_NAME && ahead.token.kind != TOKEN_NUMBER && !litmus_lexer_at(&ahead, '*') &&
            !litmus_lexer_at(&ahead, '['))
            return type;
        if (litmus_lexer_at(&ahead, '[')) { /* a name before `[`: an array, or a type before [x] */
            struct litmus_lexer inside = ahead;
            litmus_lexer_next(&inside);
            if (inside.token.kind != TOKEN_NAME)
                return type;
        }
        type = arena_format(builder->arena, "%s%s%.*s", type ? type : "", type ? " " : "", (int)lexer->token.length,
                            lexer->token.text);
        *lexer = ahead;
        if (lexer->token.kind != TOKEN_NAME)
            return type;
    }
}

static bool read_initial_value(struct builder *builder, struct litmus_lexer *lexer, struct litmus_initial *initial)
{
    if (lexer->token.kind == TOKEN_NUMBER) {
        initial->value.number = lexer->token.number;
        initial->written = arena_text(builder->arena, lexer->token.text, lexer->token.length);
        litmus_lexer_next(lexer);
    } else {
        litmus_lexer_take(lexer, '&');
        if (lexer->token.kind != TOKEN_NAME) {
            litmus_lexer_wanted(lexer, "a number or a location");
            return false;
        }
        initial->value = build_address(builder, build_location_name(builder, lexer));
        if (initial->value.location < 0)
            return false;
        initial->written = builder->test->locations[initial->value.location].name;
    }
    if (litmus_lexer_at(lexer, ':')) {
        build_error(builder, lexer->token.place, NULL, "this form of initial value is not supported");
        return false;
    }
    return true;
}

/* Whether there is a declaration: NAME "[" NUMBER "]" with no value, or with values in braces. */
static bool is_array(const struct builder *builder, const struct litmus_lexer *lexer)
{
    struct litmus_lexer ahead = *lexer;

    if ((builder->test->dialect != LITMUS_LISA && !litmus_is_c(builder->test)) || lexer->token.kind != TOKEN_NAME)
        return false;
    litmus_lexer_next(&ahead);
    if (!litmus_lexer_take(&ahead, '[') || ahead.token.kind != TOKEN_NUMBER)
        return false;
    litmus_lexer_next(&ahead);
    if (!litmus_lexer_take(&ahead, ']'))
        return false;
    if (ahead.token.kind != TOKEN_EQUAL)
        return true;
    litmus_lexer_next(&ahead);
    return litmus_lexer_at(&ahead, '{');
}

static bool read_element(struct builder *builder, struct litmus_lexer *lexer, int location, const char *type)
{
    struct litmus_test *test = builder->test;
    struct litmus_initial initial = {.thread = -1, .index = location, .value = {0, -1}, .written = "0", .type = type};

    if (lexer->token.kind != TOKEN_END && !litmus_lexer_at(lexer, ';') && !read_initial_value(builder, lexer, &initial))
        return false;
    ARENA_PUSH(builder->arena, test->initials, test->initial_count, initial);
    test->locations[location].initial = initial.value;
    return true;
}

/* array = NAME "[" NUMBER "]" ("=" "{" value ("," value)* "}")? */
static bool read_array(struct builder *builder, struct litmus_lexer *lexer, const char *type)
{
    const struct litmus_token name = lexer->token;
    unsigned first = builder->test->location_count;

    litmus_lexer_next(lexer);
    litmus_lexer_next(lexer);
    int64_t size = lexer->token.number;
    litmus_lexer_next(lexer);
    litmus_lexer_next(lexer);
    if (!build_array(builder, &name, size))
        return false;
    bool values = lexer->token.kind == TOKEN_EQUAL;
    if (values)
        litmus_lexer_next(lexer);
    if (values && !litmus_lexer_expect(lexer, '{', "`{`"))
        return false;
    for (unsigned i = 0; i < size; i++) {
        if (values && i > 0 && !litmus_lexer_expect(lexer, ',', "`,` and a value for each element"))
            return false;
        if (!read_element(builder, lexer, (int)(first + i), type))
            return false;
    }
    return !values || litmus_lexer_expect(lexer, '}', "`}`");
}

/* item = alias | array | type? name ("=" value)? */
static bool read_item(struct builder *builder, struct litmus_lexer *lexer)
{
    struct litmus_initial initial = {.value = {0, -1}, .written = "0"};
    struct litmus_test *test = builder->test;

    if (is_alias(builder, lexer))
        return read_alias(builder, lexer);
    initial.type = read_type(builder, lexer);
    struct place place = lexer->token.place;
    if (litmus_lexer_at(lexer, '*')) {
        build_error(builder, place, NULL, "pointers in the initial state are not supported; write 0:r1=x for an address");
        return false;
    }
    if (is_array(builder, lexer))
        return read_array(builder, lexer, initial.type);
    if (!build_state_name(builder, lexer, &initial.thread, &initial.index))
        return false;
    place.end = lexer->token.place.start;
    if (lexer->token.kind == TOKEN_EQUAL) {
        litmus_lexer_next(lexer);
        if (!read_initial_value(builder, lexer, &initial))
            return false;
    }
    for (unsigned i = 0; i < test->initial_count; i++) {
        if (test->initials[i].thread == initial.thread && test->initials[i].index == initial.index) {
            build_error(builder, place, NULL, "this is given an initial value twice");
            return false;
        }
    }
    ARENA_PUSH(builder->arena, test->initials, test->initial_count, initial);
    if (initial.thread < 0)
        test->locations[initial.index].initial = initial.value;
    else
        test->threads[initial.thread].registers[initial.index].initial = initial.value;
    return true;
}

/* init = (item? (";" item?)*)? */
static void read_init(struct builder *builder, unsigned from, unsigned to)
{
    struct litmus_lexer lexer;

    litmus_lexer_start(&lexer, builder->source, builder->diagnostics, state_lexis(builder->test), from, to);
    while (lexer.token.kind != TOKEN_END) {
        if (litmus_lexer_take(&lexer, ';'))
            continue;
        if (!read_item(builder, &lexer))
            return;
        if (lexer.token.kind != TOKEN_END && !litmus_lexer_expect(&lexer, ';', "`;`"))
            return;
    }
}

/* ---- constraint ---- */

/* locations = "locations" "[" (name type? ";")* "]" */
static bool read_locations(struct builder *builder, struct litmus_lexer *lexer)
{
    litmus_lexer_next(lexer);
    if (!litmus_lexer_expect(lexer, '[', "`[`"))
        return false;
    while (!litmus_lexer_take(lexer, ']')) {
        int thread, index;
        if (litmus_lexer_take(lexer, ';'))
            continue;
        if (!build_state_name(builder, lexer, &thread, &index))
            return false;
        build_watch(builder, thread, index, true);
        while (lexer->token.kind == TOKEN_NAME) /* a type */
            litmus_lexer_next(lexer);
        if (litmus_lexer_at(lexer, '*') || litmus_lexer_at(lexer, '[')) {
            build_error(builder, lexer->token.place, NULL, "arrays and pointers are not supported");
            return false;
        }
        if (!litmus_lexer_at(lexer, ']') && !litmus_lexer_expect(lexer, ';', "`;` or `]`"))
            return false;
    }
    return true;
}

/* The quantifier that stands next; false if none does. */
static bool read_quantifier(struct litmus_lexer *lexer, enum litmus_quantifier *quantifier)
{
    struct litmus_lexer ahead = *lexer;
    bool negated = litmus_lexer_take(&ahead, '~');

    if (litmus_lexer_is(&ahead, "exists"))
        *quantifier = negated ? LITMUS_NOT_EXISTS : LITMUS_EXISTS;
    else if (!negated && litmus_lexer_is(&ahead, "final"))
        *quantifier = LITMUS_EXISTS;
    else if (!negated && litmus_lexer_is(&ahead, "forall"))
        *quantifier = LITMUS_FORALL;
    else
        return false;
    litmus_lexer_next(&ahead);
    *lexer = ahead;
    return true;
}

static bool refuse_constraint_word(struct builder *builder, struct litmus_lexer *lexer)
{
    static const char *const words[] = {"observed", "Observed", "cases", "with"};

    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        if (litmus_lexer_is(lexer, words[i])) {
            build_error(builder, lexer->token.place, NULL, "`%s` is not supported", words[i]);
            return true;
        }
    }
    return false;
}

/* constraint = locations? ("filter" proposition)? (quantifier? proposition ";"?)? */
static void read_constraint(struct builder *builder, unsigned from, unsigned to)
{
    struct litmus_test *test = builder->test;
    struct litmus_lexer lexer;

    test->quantifier = LITMUS_EXISTS;
    litmus_lexer_start(&lexer, builder->source, builder->diagnostics, state_lexis(test), from, to);
    if (litmus_lexer_is(&lexer, "locations") && !read_locations(builder, &lexer))
        return;
    if (litmus_lexer_is(&lexer, "filter")) {
        litmus_lexer_next(&lexer);
        test->filter = build_proposition(builder, &lexer, false);
        if (!test->filter)
            return;
        litmus_lexer_take(&lexer, ';');
    }
    if (read_quantifier(&lexer, &test->quantifier) || litmus_lexer_at(&lexer, '(')) {
        test->condition = build_proposition(builder, &lexer, true);
        if (!test->condition)
            return;
        litmus_lexer_take(&lexer, ';');
    }
    if (!refuse_constraint_word(builder, &lexer) && lexer.token.kind != TOKEN_END)
        litmus_lexer_wanted(&lexer, "the end of the test");
}

/* Whether the test gives the register a value. */
static bool has_value(const struct litmus_test *test, int thread, int reg)
{
    const struct litmus_thread *code = &test->threads[thread];
    for (unsigned i = 0; i < code->length; i++)
        if ((code->code[i].kind == LITMUS_LOAD || code->code[i].kind == LITMUS_RMW || code->code[i].kind == LITMUS_MOVE) &&
            code->code[i].target == reg)
            return true;
    for (unsigned i = 0; i < test->initial_count; i++)
        if (test->initials[i].thread == thread && test->initials[i].index == reg)
            return true;
    return false;
}

/* Of the watches from `from` on. */
static void warn_of_strange_registers(struct builder *builder, unsigned from, struct place place)
{
    const struct litmus_test *test = builder->test;
    for (unsigned i = from; i < test->watch_count; i++) {
        const struct litmus_watch *watch = &test->watches[i];
        const struct litmus_register *reg = watch->thread >= 0 ? &test->threads[watch->thread].registers[watch->index] : NULL;
        char room[LITMUS_REGISTER_ROOM];
        if (reg && reg->initial.location < 0 && !has_value(test, watch->thread, watch->index))
            diagnostics_add(builder->diagnostics, SEVERITY_WARNING, place, NULL,
                            "register %d:%s is in the condition alone: it is always 0", watch->thread, litmus_register_text(reg, room));
    }
}

static void warn_of_strange_locations(struct builder *builder, unsigned known, struct place place)
{
    for (unsigned i = known; i < builder->test->location_count; i++)
        diagnostics_add(builder->diagnostics, SEVERITY_WARNING, place, NULL,
                        "location %s is in the condition alone: it is always 0", builder->test->locations[i].name);
}

/* A name that only the condition has is most likely a slip, and makes a Never
 * that means nothing. */
static void warn_of_strangers(struct builder *builder, unsigned known, struct place place)
{
    warn_of_strange_registers(builder, 0, place);
    warn_of_strange_locations(builder, known, place);
}

/* ---- entry ---- */

static void default_condition(struct builder *builder)
{
    struct litmus_test *test = builder->test;

    if (test->condition)
        return;
    test->condition = arena_alloc(builder->arena, sizeof *test->condition);
    test->condition->kind = PROPOSITION_TRUE;
    test->quantifier = LITMUS_FORALL;
}

static void read_program(struct builder *builder, const struct parts *parts)
{
    switch (builder->test->dialect) {
    case LITMUS_LISA: parse_lisa_program(builder, parts->program, parts->program_end); break;
    case LITMUS_PTX: parse_ptx_program(builder, parts->program, parts->program_end); break;
    case LITMUS_VULKAN: parse_vulkan_program(builder, parts->program, parts->program_end); break;
    case LITMUS_OPENCL: case LITMUS_C: parse_opencl_program(builder, parts->program, parts->program_end); break;
    }
}

struct litmus_test *litmus_parse(struct arena *arena, struct diagnostics *diagnostics, const struct source *source)
{
    struct builder builder = {.arena = arena, .diagnostics = diagnostics, .source = source};
    struct parts parts = {0};
    int errors = diagnostics_errors(diagnostics);

    builder.test = arena_alloc(arena, sizeof *builder.test);
    builder.test->source = source;
    if (!split(&builder, &parts) || !make_threads(&builder, &parts))
        return NULL;
    builder.test->program = place_at(&builder, parts.program, parts.program_end);
    read_init(&builder, parts.init, parts.init_end);
    read_program(&builder, &parts);
    unsigned known = builder.test->location_count;
    read_constraint(&builder, parts.constraint, parts.constraint_end);
    warn_of_strangers(&builder, known, place_at(&builder, parts.constraint, parts.constraint));
    default_condition(&builder);
    if (diagnostics_errors(diagnostics) > errors)
        return NULL;
    build_finish(&builder);
    return diagnostics_errors(diagnostics) > errors ? NULL : builder.test;
}

bool litmus_parse_outcome(struct arena *arena, struct diagnostics *diagnostics, struct litmus_test *test,
                          const struct source *source)
{
    struct builder builder = {.arena = arena, .diagnostics = diagnostics, .source = source, .test = test};
    struct litmus_lexer lexer;
    int errors = diagnostics_errors(diagnostics);
    unsigned known = test->watch_count, locations = test->location_count;

    litmus_lexer_start(&lexer, source, diagnostics, state_lexis(test), 0, source->length);
    test->outcome = build_proposition(&builder, &lexer, false);
    if (test->outcome && lexer.token.kind != TOKEN_END)
        litmus_lexer_wanted(&lexer, "the end of the outcome");
    if (diagnostics_errors(diagnostics) > errors) {
        test->outcome = NULL;
        return false;
    }
    struct place start = place_at(&builder, 0, 0);
    warn_of_strange_registers(&builder, known, start);
    warn_of_strange_locations(&builder, locations, start);
    build_renumber(arena, test);
    return true;
}
