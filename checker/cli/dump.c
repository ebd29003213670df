/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dump.c - print what crosses each seam of the pipeline.
 */
#include "dump.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/complain.h"
#include "../base/die.h"
#include "../model/expansion.h"
#include "../murphi/ast_dump.h"
#include "../codegen/codegen.h"
#include "../rewrite/format.h"
#include "../murphi/layout.h"
#include "../murphi/lexer.h"
#include "../model/instance.h"

static void flush(struct text *text)
{
    fwrite(text->bytes, 1, text->length, stderr);
    text_free(text);
}

void dump_tokens(const struct source *source, enum dialect dialect)
{
    struct arena *arena = arena_new();
    lexer_dump(stderr, lexer_read(arena, diagnostics_new(arena), source, dialect));
    arena_free(arena);
}

void dump_tree(const struct program *program)
{
    struct text text = {0};
    ast_dump(&text, program);
    flush(&text);
}

void dump_c(const struct program *program)
{
    struct text c = {0};
    codegen_program(&c, program);
    flush(&c);
}

/* ---- c ---- */

static void put_type(struct text *text, const struct type *type)
{
    if (type->name)
        text_put(text, type->name);
    else
        format_type(text, type);
    if (type_is_scalar(type))
        text_format(text, " = %" PRId64 "..%" PRId64, type->low, type->high);
    else
        text_format(text, ", %u leaves", type->leaves);
}

static void put_rules(struct text *text, const char *what, const struct flat_rule *rules, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        text_format(text, "%s \"%s\": instances %" PRIu64 "..%" PRIu64 "\n", what, rules[i].name,
                    rules[i].first_instance, rules[i].first_instance + rules[i].instances - 1);
}

static void put_symbol(struct text *text, const struct decl *decl)
{
    const struct symbol *symbol = decl->symbol;
    if (decl->kind == DECL_CONST)
        text_format(text, "const %s = %" PRId64 "\n", symbol->name, symbol->value);
    if (decl->kind == DECL_TYPE) {
        text_format(text, "type %s: ", symbol->name);
        put_type(text, type_of(symbol->type));
        text_char(text, '\n');
    }
}

static void put_scalarset(struct text *text, const struct type *type)
{
    text_format(text, "scalarset %s: ", type->name);
    if (type->asymmetry)
        text_format(text, "not shown symmetric: %u:%u: %s\n", place_line(type->asymmetry_place),
                    place_column(type->asymmetry_place), type->asymmetry);
    else if (type->start_asymmetry)
        text_format(text, "symmetric, but for start states: %u:%u: %s\n", place_line(type->start_asymmetry_place),
                    place_column(type->start_asymmetry_place), type->start_asymmetry);
    else
        text_put(text, "symmetric\n");
}

void dump_checked(const struct program *program)
{
    struct text text = {0};
    for (unsigned i = 0; i < program->decl_count; i++)
        put_symbol(&text, program->decls[i]);
    for (unsigned i = 0; i < program->variable_count; i++) {
        text_format(&text, "var %s at leaf %u: ", program->variables[i]->name, program->variables[i]->leaf);
        put_type(&text, type_of(program->variables[i]->type));
        text_char(&text, '\n');
    }
    for (unsigned i = 0; i < program->routine_count; i++)
        text_format(&text, "routine %s:%s%s%s%s\n", program->routines[i]->name,
                    program->routines[i]->reads_state ? " reads" : "",
                    program->routines[i]->writes_state ? " writes" : "",
                    program->routines[i]->recursive ? " recursive" : "", program->routines[i]->used ? "" : " unused");
    for (unsigned i = 0; i < program->scalarset_count; i++)
        put_scalarset(&text, program->scalarsets[i]);
    put_rules(&text, "start state", program->start_states, program->start_state_count);
    put_rules(&text, "rule", program->rules, program->rule_count);
    put_rules(&text, "property", program->properties, program->property_count);
    if (text.length)
        flush(&text);
}

/* ---- l ---- */

void dump_layout(const struct program *program)
{
    struct arena *arena = arena_new();
    const struct layout *layout = layout_new(arena, program);
    complain("state: %" PRIu32 " bytes, %" PRIu32 " bits packed in %" PRIu32 " words\n", layout->state_bytes,
             layout->state_bits, layout->packed_words);
    for (unsigned i = 0, v = 0; i < layout->leaf_count; i++) {
        while (v + 1 < program->variable_count && program->variables[v + 1]->leaf <= i)
            v++;
        const struct layout_leaf *leaf = &layout->leaves[i];
        complain("leaf %u (%s): byte %" PRIu32 ", width %u; bit %" PRIu32 ", %u bits\n", i,
                 program->variables[v]->name, leaf->offset, leaf->width, leaf->bit, leaf->bits);
    }
    arena_free(arena);
}

/* ---- s ---- */

void dump_levels(const struct search_result *result)
{
    for (unsigned i = 0; i < result->level_count; i++)
        complain("level %u: %" PRIu64 " states\n", i, result->level_states[i]);
}

/* ---- y ---- */

/* The successor is made once more, without symmetry, to see what it was. */
struct dump_pairs {
    const struct model *model;
    struct expansion plain; /* symmetry and multiset reduction off */
    uint64_t *raw;
    bool emitted;
};

static void take_raw(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct dump_pairs *pairs = x->engine;
    (void)instance, (void)moved;
    memcpy(pairs->raw, target, pairs->model->packed_words * sizeof *target);
    pairs->emitted = true;
}

static void ignore(struct expansion *x, uint32_t property, uint64_t number, enum model_where where, uint64_t instance)
{
    (void)x, (void)property, (void)number, (void)where, (void)instance;
}

static void *zeroed(size_t bytes)
{
    size_t size = (bytes + 64) / 64 * 64;
    void *block = aligned_alloc(64, size);
    if (!block)
        die_memory(size);
    return memset(block, 0, size);
}

struct dump_pairs *dump_pairs_new(const struct model *model, const struct search_options *options)
{
    struct dump_pairs *pairs = zeroed(sizeof *pairs);
    pairs->model = model;
    pairs->raw = zeroed(model->packed_words * sizeof *pairs->raw);
    expansion_open(&pairs->plain, model, result_settings(options));
    pairs->plain.emit = take_raw;
    pairs->plain.violate = ignore;
    pairs->plain.engine = pairs;
    return pairs;
}

static void put_packed(const struct model *model, const uint64_t *packed)
{
    for (uint32_t i = model->packed_words; i-- > 0;)
        complain("%016" PRIx64, packed[i]);
}

void dump_pairs_edge(void *data, const uint64_t *from, uint64_t instance, const uint64_t *to)
{
    struct dump_pairs *pairs = data;
    const struct model *model = pairs->model;
    pairs->emitted = false;
    pairs->plain.source = from;
    if (from)
        model->fire(&pairs->plain, instance);
    else
        model->start(&pairs->plain, instance);
    if (!pairs->emitted)
        die("a successor that is not there without symmetry");
    const struct model_rule *rule = from ? instance_rule(model->rules, model->rule_count, instance)
                                         : instance_rule(model->start_states, model->start_state_count, instance);
    put_packed(model, pairs->raw);
    fputs(" -> ", stderr);
    put_packed(model, to);
    complain(" %s\n", rule->name);
}

void dump_pairs_free(struct dump_pairs *pairs)
{
    if (!pairs)
        return;
    expansion_close(&pairs->plain);
    free(pairs->raw);
    free(pairs);
}
