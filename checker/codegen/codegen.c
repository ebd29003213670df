/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * codegen.c - the order of the generated file: its parts, each of which another
 * file of this folder writes, and the sections of runtime.c that they need.
 */
#include "codegen.h"

#include <Judy.h>
#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../murphi/frame.h"
#include "codegen_private.h"
#include "coverage.h"

static void define_state(struct gen *gen)
{
    const struct program *program = gen->program;
    for (unsigned i = 0; i < program->type_count; i++)
        gen_define_type(gen, type_of(program->types[i]));
    gen_line(gen, "/* The state; `align` makes it a whole number of 8-byte words. */");
    gen_line(gen, "union state_storage;");
    gen_line(gen, "struct state {");
    gen->indent++;
    for (unsigned i = 0; i < program->variable_count; i++) {
        const struct symbol *v = program->variables[i];
        gen_line(gen, "%s m_%s;%s", gen_type(gen, type_of(v->type)), v->name,
                 i == 0 ? arena_format(gen->arena, " /* %s */", gen_where(gen, v->place)) : "");
    }
    uint32_t end = 0;
    if (program->variable_count) {
        unsigned last = program->variable_count - 1;
        end = gen->layout->offsets[last] + layout_size(type_of(program->variables[last]->type));
    }
    if (end < gen->layout->state_bytes)
        gen_line(gen, "uint8_t padding[%u];", gen->layout->state_bytes - end);
    gen->indent--;
    gen_line(gen, "};");
    gen_line(gen, "typedef char state_has_this_size[sizeof(struct state) == %u ? 1 : -1];", gen->layout->state_bytes);
    if (program->variable_count) {
        unsigned last = program->variable_count - 1;
        gen_line(gen, "typedef char state_is_laid_out_so[offsetof(struct state, m_%s) == %u ? 1 : -1];",
                 program->variables[last]->name, gen->layout->offsets[last]);
    }
    gen_blank(gen);
}

static void prepare(struct gen *gen)
{
    const struct program *program = gen->program;
    gen->layout = layout_new(gen->arena, program);
    gen->bindings = arena_alloc(gen->arena, (program->symbol_count + 1) * sizeof *gen->bindings);
    gen->type_done = arena_alloc(gen->arena, (program->type_count + 1) * sizeof *gen->type_done);
    gen->element_base = arena_alloc(gen->arena, (program->scalarset_count + 1) * sizeof *gen->element_base);
    gen->fresh = program->symbol_count;
    for (unsigned i = 0; i < program->scalarset_count; i++) {
        gen->element_base[i] = gen->element_count;
        if (!program->scalarsets[i]->asymmetry)
            gen->element_count += (unsigned)program->scalarsets[i]->high + 1;
    }
    gen->frames = arena_alloc(gen->arena, (program->routine_count + 1) * sizeof *gen->frames);
    gen->counts_calls = frame_counts(program, gen->frames);
    for (unsigned i = 0; i < program->routine_count; i++)
        gen->is_bound |= program->routines[i]->external;
    for (unsigned i = 0; i < program->variable_count; i++)
        gen_bind_place(gen, program->variables[i], arena_format(gen->arena, "s->m_%s", program->variables[i]->name));
    gen->cannot_fail = arena_alloc(gen->arena, program->routine_count + 1);
    gen->costs = arena_alloc(gen->arena, (program->routine_count + 1) * sizeof *gen->costs);
    gen_find_defined(gen);
    gen_find_guards(gen);
    gen_add_explicit(gen);
}

/* What the sections of runtime.c know of the model, besides their flags. */
static void constants(struct gen *gen)
{
    const struct layout *layout = gen->layout;
    unsigned covers = 0;
    for (unsigned i = 0; i < gen->program->all_property_count; i++) {
        const struct property *p = gen->program->all_properties[i];
        covers += p->local && p->kind == PROPERTY_COVER;
    }
    gen_line(gen, "enum { PACKED_WORDS = %u, STATE_WORDS = %u, LEAVES = %u, COVERS = %u, TURNS = %u };", layout->packed_words,
             layout->state_word_count, layout->leaf_count, covers ? covers : 1, GEN_TURNS);
    /* Where the order of slots can matter they are never sorted. */
    gen_line(gen, "enum { ELEMENTS = %u, SCALARSETS = %u, SORTS_MULTISETS = %d };", gen->element_count,
             gen->program->scalarset_count, gen_sorts_multisets(gen));
    gen_blank(gen);
}

static void functions(struct gen *gen)
{
    define_state(gen);
    constants(gen);
    gen_runtime(gen, "arithmetic");
    gen_runtime(gen, "work");
    if (gen_covers(gen))
        gen_runtime(gen, "notes");
    gen_cover_state(gen);
    gen_runtime(gen, "stop");
    gen_pack(gen);
    gen_change(gen);
    gen_symmetry(gen);
    gen_runtime(gen, "covers");
    gen_runtime(gen, "load");
    gen_routines(gen);
    gen_properties(gen);
    gen_runtime(gen, "firing");
    gen_rules(gen);
}

void codegen_program(struct text *out, const struct program *program)
{
    codegen_covered(out, program, NULL);
}

void codegen_covered(struct text *out, const struct program *program, struct coverage *coverage)
{
    struct text code = {0};
    struct gen gen = {.arena = arena_new(), .program = program, .out = &code, .coverage = coverage};
    prepare(&gen);
    functions(&gen);
    gen.out = out;
    gen_line(&gen, "/* Generated by Murrelet from %s. */", program->source ? gen_safe(&gen, program->source->path) : "a model");
    gen_line(&gen, "#include \"model.h\"");
    if (gen.is_bound)
        gen_line(&gen, "#include \"model_binding.h\"");
    if (gen_has_symmetry(&gen))
        gen_line(&gen, "#include \"model_symmetry.h\"");
    if (gen_has_fairness(&gen))
        gen_line(&gen, "#include \"model_fairness.h\"");
    gen_line(&gen, "#include <string.h>");
    gen_blank(&gen);
    gen_runtime(&gen, "macros");
    if (gen.site_count)
        qsort(gen.sites, gen.site_count, sizeof *gen.sites, gen_compare_sites);
    gen_write_site_enum(&gen);
    gen_cover_bytes(&gen, false);
    text_add(out, code.bytes, code.length);
    text_free(&code);
    gen_cover_bytes(&gen, true);
    gen_descriptors(&gen);
    JudyLFreeArray(&gen.site_index, PJE0);
    JudyLFreeArray(&gen.descriptors, PJE0);
    arena_free(gen.arena);
}
