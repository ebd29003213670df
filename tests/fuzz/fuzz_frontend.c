/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * fuzz_frontend.c - libFuzzer over the whole front end.
 *
 * Whatever bytes come in: nothing may crash, hang or offend a sanitizer, and
 *  - what parses has a layout, the layout's own layout is itself, and its tree
 *    is the tree of the original;
 *  - what checks can be warned of, flattened and turned into C;
 *  - what is flattened is read back and checks again;
 *  - the interpreter starts it and fires rules.
 * An input of odd length is read as CMurphi reads it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "murphi/ast_dump.h"
#include "codegen/codegen.h"
#include "rewrite/flatten.h"
#include "rewrite/format.h"
#include "rewrite/lint.h"
#include "interp/interp.h"
#include "murphi/lexer.h"
#include "murphi/types.h"
#include "tools/lib/generate.h"

enum { INPUT_LIMIT = 64 * 1024, LEAF_LIMIT = 4096, FIRED_RULES = 64, STEP_LIMIT = 200000 };

/* No file is there, so that an include leads nowhere. */
static const char path[] = "/nonexistent/fuzz.m";

static void demand(int truth, const char *what, const char *shown)
{
    if (truth)
        return;
    fprintf(stderr, "fuzz: %s:\n%s\n", what, shown ? shown : "");
    abort();
}

static void print_quietly(struct diagnostics *diagnostics)
{
    static FILE *nowhere;
    if (!nowhere)
        nowhere = fopen("/dev/null", "w");
    diagnostics_print(diagnostics, nowhere, 1);
}

/* ---- layout ---- */

static void dump_file(struct text *out, const char *text, enum dialect dialect)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct tokens *tokens;
    struct source *source = source_from_text(arena, path, text);
    ast_dump(out, parse_file(arena, diagnostics, source, dialect, &tokens));
    demand(!diagnostics_errors(diagnostics), "the layout does not parse", text);
    text_char(out, '\n');
    arena_free(arena);
}

static void check_layout(const char *input, enum dialect dialect)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct text once = {0}, twice = {0}, before = {0}, after = {0};
    if (!format_source(&once, diagnostics, source_from_text(arena, path, input), dialect)) {
        text_char(&once, '\n');
        once.bytes[--once.length] = 0;
        demand(!format_source(&twice, diagnostics, source_from_text(arena, path, once.bytes), dialect),
               "the layout has no layout", once.bytes);
        text_char(&twice, '\n');
        twice.bytes[--twice.length] = 0;
        demand(!strcmp(once.bytes, twice.bytes), "the layout changes the second time", twice.bytes);
        dump_file(&before, input, dialect);
        dump_file(&after, once.bytes, dialect);
        demand(!strcmp(before.bytes, after.bytes), "the layout has another tree", once.bytes);
    }
    print_quietly(diagnostics);
    text_free(&once);
    text_free(&twice);
    text_free(&before);
    text_free(&after);
    arena_free(arena);
}

/* ---- meaning ---- */

static void check_flattened(const struct text *flat)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct source *source = source_from_text(arena, "flat.m", flat->bytes ? flat->bytes : "");
    struct program *program = parse_program(arena, diagnostics, source, DIALECT_RUMUR);
    if (!diagnostics_errors(diagnostics))
        types_check(arena, diagnostics, program, DIALECT_RUMUR, NULL, 0);
    if (diagnostics_errors(diagnostics))
        diagnostics_print(diagnostics, stderr, 0);
    demand(!diagnostics_errors(diagnostics), "what was flattened does not check", flat->bytes);
    arena_free(arena);
}

static void flatten(const struct program *program)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct text flat = {0};
    struct flatten_options options = {.multiset_reduction = true};
    if (flatten_program(&flat, diagnostics, program, &options))
        check_flattened(&flat);
    print_quietly(diagnostics);
    text_free(&flat);
    arena_free(arena);
}

static void generate(const struct program *program)
{
    struct text c = {0};
    if (program->leaf_count <= LEAF_LIMIT) /* the text grows with the state */
        codegen_program(&c, program);
    text_free(&c);
}

static int64_t no_host(void *host, int64_t *arguments)
{
    (void)host, (void)arguments;
    return 0;
}

static void interpret(const struct program *program)
{
    struct model_external_binding bindings[16];
    for (unsigned i = 0; i < 16; i++)
        bindings[i] = (struct model_external_binding){no_host, NULL};
    unsigned externals = 0;
    for (unsigned i = 0; i < program->routine_count; i++)
        externals += program->routines[i]->external;
    if (program->leaf_count > LEAF_LIMIT || !program->start_state_count || externals > 16)
        return;
    struct interp_options options = {.bindings = bindings, .loop_limit = 100, .recursion_limit = 20,
                                     .step_limit = STEP_LIMIT};
    struct interp *interp = interp_new(program, &options);
    int64_t *state = calloc(program->leaf_count + 1, sizeof *state);
    int64_t *next = calloc(program->leaf_count + 1, sizeof *next);
    if (interp_start(interp, 0, state) == INTERP_OK)
        for (unsigned i = 0; i < program->rule_count && i < FIRED_RULES; i++)
            for (uint64_t j = 0; j < program->rules[i].instances && j < 4; j++)
                if (interp_fire(interp, program->rules[i].first_instance + j, state, next) == INTERP_OK)
                    memcpy(state, next, program->leaf_count * sizeof *state);
    free(state);
    free(next);
    interp_free(interp);
}

static void check_meaning(const char *input, enum dialect dialect)
{
    struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct program *program = parse_program(arena, diagnostics, source_from_text(arena, path, input), dialect);
    if (!diagnostics_errors(diagnostics) && types_check(arena, diagnostics, program, dialect, NULL, 0)) {
        lint_program(diagnostics, program);
        flatten(program);
        generate(program);
        interpret(program);
    }
    print_quietly(diagnostics);
    arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > INPUT_LIMIT)
        return 0;
    enum dialect dialect = size % 2 ? DIALECT_CMURPHI : DIALECT_RUMUR;
    char *input = malloc(size + 1);
    memcpy(input, data, size);
    input[size] = 0;
    check_layout(input, dialect);
    check_meaning(input, dialect);
    free(input);
    return 0;
}

/* ---- mutation by tokens ---- */

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

static unsigned next_random(unsigned *seed, unsigned n)
{
    *seed = *seed * 1664525u + 1013904223u;
    return n ? (*seed >> 8) % n : 0;
}

/* Put tokens [from, from + length) of the input in the place of [to, to +
 * dropped): a move, a copy, a deletion, or the like. */
static void splice(struct text *out, const char *input, const struct tokens *tokens, unsigned *seed)
{
    unsigned count = tokens->count - 1; /* without the end of the file */
    unsigned from = next_random(seed, count), to = next_random(seed, count);
    unsigned length = next_random(seed, 4) ? next_random(seed, 4) : next_random(seed, 40);
    unsigned dropped = next_random(seed, 4) ? next_random(seed, 4) : next_random(seed, 40);
    unsigned last = from + length < count ? from + length : count;
    unsigned rest = to + dropped < count ? to + dropped : count;
    text_add(out, input, tokens->list[to].start);
    if (last > from) {
        text_char(out, ' ');
        text_add(out, input + tokens->list[from].start, tokens->list[last - 1].end - tokens->list[from].start);
    }
    text_char(out, ' ');
    text_put(out, input + (rest < count ? tokens->list[rest].start : tokens->list[count - 1].end));
}

static void replace_by_word(struct text *out, const char *input, const struct tokens *tokens, unsigned *seed)
{
    unsigned at = next_random(seed, tokens->count - 1);
    enum token_kind kind = (enum token_kind)(TOKEN_STRING + 1 + next_random(seed, TOKEN_KINDS - TOKEN_STRING - 1));
    text_add(out, input, tokens->list[at].start);
    text_format(out, " %s ", token_spelling(kind));
    text_put(out, input + (next_random(seed, 2) ? tokens->list[at].end : tokens->list[at].start));
}

/* Names, numbers, and operators of one precedence. */
static unsigned class_of(enum token_kind kind)
{
    switch (kind) {
    case TOKEN_PLUS:
    case TOKEN_MINUS:
    case TOKEN_STAR:
    case TOKEN_SLASH:
    case TOKEN_PERCENT:
    case TOKEN_SHIFT_LEFT:
    case TOKEN_SHIFT_RIGHT:
        return TOKEN_PLUS;
    case TOKEN_LESS:
    case TOKEN_LESS_EQUAL:
    case TOKEN_GREATER:
    case TOKEN_GREATER_EQUAL:
    case TOKEN_EQUAL:
    case TOKEN_NOT_EQUAL:
        return TOKEN_LESS;
    case TOKEN_AMPERSAND:
    case TOKEN_PIPE:
    case TOKEN_AND:
    case TOKEN_OR:
    case TOKEN_IMPLIES:
        return TOKEN_AND;
    default:
        return kind;
    }
}

static const char *odd_number(unsigned *seed)
{
    static const char *const numbers[] = {"0", "1", "-1", "2", "63", "64", "255", "65536", "4294967296",
                                          "9223372036854775807", "(-9223372036854775808)", "0x7fffffff", "010"};
    return numbers[next_random(seed, sizeof numbers / sizeof *numbers)];
}

/* Put a token of the same class in the place of one: what checked before
 * often checks still. */
static void replace_alike(struct text *out, const char *input, const struct tokens *tokens, unsigned *seed)
{
    unsigned count = tokens->count - 1, at = next_random(seed, count), from = next_random(seed, count);
    const struct token *old = &tokens->list[at], *new = old;
    for (unsigned i = 0; i < count && (new == old || class_of(new->kind) != class_of(old->kind)); i++)
        new = &tokens->list[(from + i) % count];
    text_add(out, input, old->start);
    if (old->kind == TOKEN_NUMBER && next_random(seed, 2))
        text_put(out, odd_number(seed));
    else if (class_of(new->kind) == class_of(old->kind))
        text_add(out, input + new->start, new->end - new->start);
    text_put(out, input + old->end);
}

static void mutate(struct text *out, const char *input, const struct tokens *tokens, unsigned *seed)
{
    switch (next_random(seed, 8)) {
    case 0:
        replace_by_word(out, input, tokens, seed);
        return;
    case 1:
    case 2:
        splice(out, input, tokens, seed);
        return;
    default:
        replace_alike(out, input, tokens, seed);
        return;
    }
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    if (next_random(&seed, 3) == 0)
        return LLVMFuzzerMutate(data, size, most);
    struct arena *arena = arena_new();
    char *input = arena_text(arena, (const char *)data, size);
    struct text out = {0};
    struct tokens *tokens =
        lexer_read(arena, diagnostics_new(arena), source_from_text(arena, path, input), DIALECT_RUMUR);
    struct generate_options options = {.liveness = true, .extensions = next_random(&seed, 2)};
    if (tokens->count <= 1 || !next_random(&seed, 50))
        generate_model(&out, seed, &options);
    else
        mutate(&out, input, tokens, &seed);
    size_t length = out.length < most ? out.length : most;
    if (length)
        memcpy(data, out.bytes, length);
    text_free(&out);
    arena_free(arena);
    return length ? length : LLVMFuzzerMutate(data, size, most);
}
