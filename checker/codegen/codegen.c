/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * codegen.c - the order of the generated file.
 */
#include "codegen.h"

#include <Judy.h>
#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../murphi/frame.h"
#include "codegen_private.h"

static void define_state(struct gen *gen)
{
    const struct program *program = gen->program;
    for (unsigned i = 0; i < program->type_count; i++)
        gen_define_type(gen, type_of(program->types[i]));
    gen_line(gen, "/* The state; `align` makes it a whole number of 8-byte windows. */");
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

static void preamble(struct gen *gen)
{
    text_put(gen->out,
        "#include \"model.h\"\n"
        "#include <string.h>\n\n"
        "#if defined(__GNUC__) || defined(__clang__)\n"
        "#define unlikely(c) __builtin_expect(!!(c), 0)\n"
        "#define cold __attribute__((__cold__, __noinline__, __unused__))\n"
        "#define maybe_unused __attribute__((__unused__))\n"
        "#define noinline __attribute__((__noinline__, __unused__))\n"
        "#else\n"
        "#define unlikely(c) (c)\n"
        "#define cold\n"
        "#define maybe_unused\n"
        "#define noinline\n"
        "#endif\n\n"
        "/* A fault: 0 is none, else 1 + the property that fails, or: */\n"
        "#define FAULT_DROP UINT32_MAX             /* a local assume fails, or there is no such instance */\n"
        "#define FAULT_REFUSED (UINT32_MAX - 1)    /* a global assume fails */\n"
        "#define FAULT_STOPPED (UINT32_MAX - 2)    /* the search stops: nothing of this counts */\n\n");
}

static void arithmetic_helpers(struct gen *gen)
{
    text_put(gen->out,
        "static maybe_unused int add_overflows(int64_t a, int64_t b)\n"
        "{\n"
        "    return b > 0 ? a > INT64_MAX - b : a < INT64_MIN - b;\n"
        "}\n\n"
        "static maybe_unused int subtract_overflows(int64_t a, int64_t b)\n"
        "{\n"
        "    return b < 0 ? a > INT64_MAX + b : a < INT64_MIN + b;\n"
        "}\n\n"
        "static maybe_unused int multiply_overflows(int64_t a, int64_t b)\n"
        "{\n"
        "    if (a == 0 || b == 0)\n"
        "        return 0;\n"
        "    if (a == -1 || b == -1)\n"
        "        return a == INT64_MIN || b == INT64_MIN;\n"
        "    const int64_t r = (int64_t)((uint64_t)a * (uint64_t)b);\n"
        "    return r / b != a;\n"
        "}\n\n"
        "/* How many steps lie between the ends of a loop; its step leads the right way. */\n"
        "static maybe_unused uint64_t loop_last(int64_t from, int64_t to, int64_t by)\n"
        "{\n"
        "    const uint64_t gap = to > from ? (uint64_t)to - (uint64_t)from : (uint64_t)from - (uint64_t)to;\n"
        "    return gap / (by < 0 ? 0 - (uint64_t)by : (uint64_t)by);\n"
        "}\n\n");
}

/* Where guards of what ran before must not be met any more. */
static const char *no_guards(const struct gen *gen)
{
    return gen->has_guards ? "    k->guards = 0;\n" : "";
}

static void work_struct(struct gen *gen)
{
    unsigned covers = 0;
    gen_guards(gen);
    for (unsigned i = 0; i < gen->program->all_property_count; i++) {
        const struct property *p = gen->program->all_properties[i];
        covers += p->local && p->kind == PROPERTY_COVER;
    }
    gen_line(gen, "/* One thread's work place: x->scratch. */");
    gen_line(gen, "struct work {");
    gen->indent++;
    gen_line(gen, "struct state source; /* of x->source, when loaded */");
    gen_line(gen, "struct state target; /* of the firing */");
    gen_line(gen, "uint64_t loaded[%u], packed[%u];", gen->layout->packed_words, gen->layout->packed_words);
    if (gen_is_large(gen))
        gen_line(gen, "uint64_t changed[%u]; /* by word: a bit where packed may differ from loaded */",
                 (gen->layout->packed_words + 63) / 64);
    gen_line(gen, "int is_loaded;");
    gen_line(gen, "int clean;           /* target equals source */");
    gen_line(gen, "uint32_t calls;      /* nested now */");
    gen_line(gen, "uint64_t frames;     /* their bytes */");
    gen_line(gen, "uint32_t turns;      /* of what may take long, since it was last asked whether to stop */");
    gen_line(gen, "int firing;          /* a body runs: covers wait for its end */");
    if (gen_is_ranked(gen)) {
        gen_line(gen, "int is_met;    /* an instance whose guard holds was come to */");
        gen_line(gen, "int is_muted;  /* guards are tested, and nothing is fired */");
        gen_line(gen, "int is_quiet;  /* ... and what fails in one is not reported */");
    }
    if (gen->is_bound) {
        gen_line(gen, "unsigned char *probed; /* what probe() fills, or NULL */");
        gen_line(gen, "int *unknown;          /* ... and what the host says to it */");
    }
    gen_line(gen, "uint64_t instance;");
    gen_line(gen, "uint32_t met_count, met[%u];", covers ? covers : 1);
    gen_symmetry_work(gen);
    gen_guard_work(gen);
    gen->indent--;
    gen_line(gen, "};");
    gen_blank(gen);
}

static void cover_helpers(struct gen *gen)
{
    text_put(gen->out,
        "static cold void cover_met(struct expansion *x, uint32_t property, uint64_t number, enum model_where where,\n"
        "                           uint64_t instance)\n"
        "{\n"
        "    x->covered[property] = 1;\n"
        "    if (x->cover && x->watch_cover && x->watch_cover[property])\n"
        "        x->cover(x, property, number, where, instance);\n"
        "}\n\n"
        "static maybe_unused void cover_state(struct expansion *x, uint32_t property, uint64_t number)\n"
        "{\n"
        "    if (!x->covered[property] || x->cover)\n"
        "        cover_met(x, property, number, MODEL_IN_STATE, MODEL_NO_INSTANCE);\n"
        "}\n\n"
        "static maybe_unused void meet_cover(struct expansion *x, struct work *k, uint32_t property)\n"
        "{\n"
        "    if (!k->firing) {\n"
        "        cover_state(x, property, 0);\n"
        "        return;\n"
        "    }\n"
        "    for (uint32_t i = 0; i < k->met_count; i++)\n"
        "        if (k->met[i] == property)\n"
        "            return;\n"
        "    k->met[k->met_count++] = property;\n"
        "}\n\n"
        "static maybe_unused void report_covers(struct expansion *x, struct work *k)\n"
        "{\n"
        "    for (uint32_t i = 0; i < k->met_count; i++)\n"
        "        if (!x->covered[k->met[i]] || x->cover)\n"
        "            cover_met(x, k->met[i], 0, MODEL_IN_FIRING, k->instance);\n"
        "}\n\n");
}

static void stop_helpers(struct gen *gen)
{
    text_format(gen->out,
        "static int has_stopped(const struct work *k)\n"
        "{\n"
        "    return k->turns >= %uu;\n"
        "}\n\n"
        "/* Once told to stop, it stays so until the next state is loaded. */\n"
        "static cold int ask_stopped(struct expansion *x, struct work *k)\n"
        "{\n"
        "    k->turns = 0;\n"
        "    if (!x->stopped || !x->stopped(x->stop_data))\n"
        "        return 0;\n"
        "    k->turns = %uu;\n"
        "    return 1;\n"
        "}\n\n"
        "/* To be asked on each turn of what may take long. */\n"
        "static maybe_unused int stops(struct expansion *x, struct work *k)\n"
        "{\n"
        "    return unlikely(++k->turns >= %uu) && ask_stopped(x, k);\n"
        "}\n\n",
        GEN_TURNS, GEN_TURNS, GEN_TURNS);
}

static void state_helpers(struct gen *gen)
{
    gen_open(gen, "static struct work *load(struct expansion *x)");
    gen_line(gen, "struct work *const k = x->scratch;");
    gen_line(gen, "k->firing = 0;");
    gen_line(gen, "k->calls = 0;");
    text_put(gen->out, no_guards(gen));
    if (gen->counts_calls)
        gen_line(gen, "k->frames = 0;");
    gen_line(gen, "k->turns = 0;");
    if (gen->is_bound) {
        gen_open(gen, "if (x->narrow)");
        gen_line(gen, "load_narrow(k, x->narrow, x->source);");
        gen_line(gen, "return k;");
        gen_close(gen);
    }
    if (gen_is_large(gen)) { /* it looks itself for what differs */
        gen_line(gen, "load_source(k, x->source);");
    } else {
        gen_open(gen, "if (!k->is_loaded || packed_differ(k->loaded, x->source))");
        gen_line(gen, "load_source(k, x->source);");
        gen_close(gen);
    }
    gen_line(gen, "k->is_loaded = 1;");
    gen_line(gen, "return k;");
    gen_close(gen);
    gen_blank(gen);
    text_format(gen->out,
        "/* Report what failed in the state; 0 where it does not count: then what was\n"
        " * evaluated is as if it had not been there. */\n"
        "static cold int guard_fault(struct expansion *x, uint32_t fault)\n"
        "{\n"
        "%s"
        "    if (fault >= FAULT_STOPPED || !x->enabled[fault - 1]%s)\n"
        "        return 0;\n"
        "    x->violate(x, fault - 1, 0, MODEL_IN_STATE, MODEL_NO_INSTANCE);\n"
        "    return 1;\n"
        "}\n\n", gen->has_guards ? "    ((struct work *)x->scratch)->guards = 0;\n" : "",
        gen_is_ranked(gen) ? " || ((const struct work *)x->scratch)->is_quiet" : "");
}

static void firing_helpers(struct gen *gen)
{
    /* Of small states the engine is never told. */
    const char *untold = gen_is_large(gen) ? "    x->changed = 0;\n" : "";
    text_format(gen->out,
        "/* Whether canonicalising can change a state. */\n"
        "static int has_forms(const struct expansion *x)\n"
        "{\n"
        "    return (ELEMENTS > 0 && x->symmetry != MODEL_SYMMETRY_OFF) || (SORTS_MULTISETS && x->multiset_reduction);\n"
        "}\n\n"
        "/* Pack the target, made canonical; returns whether it differed from the source before that, or -1.\n"
        " * It is progress where that is more than another order of slots. */\n"
        "static int settle(struct expansion *x, struct work *k)\n"
        "{\n"
        "%s%s"
        "    const int moved = has_forms(x) ? states_differ(&k->target, &k->source) : pack_target(x, k);\n"
        "    if (moved > 0)\n"
        "        x->progressed += (uint64_t)differs_sorted(k);\n"
        "    if (!has_forms(x))\n"
        "        return moved;\n"
        "    canonicalise_target(x, k, NULL);\n"
        "    if (unlikely(has_stopped(k)))\n"
        "        return -1;\n"
        "    pack(&k->target, k->packed);\n"
        "    return moved;\n"
        "}\n\n"
        "static maybe_unused void begin_firing(struct work *k, uint64_t instance)\n"
        "{\n"
        "    copy_source(k);\n"
        "%s"
        "    k->firing = 1;\n"
        "    k->instance = instance;\n"
        "    k->met_count = 0;\n"
        "}\n\n"
        "static maybe_unused void count_firing(struct expansion *x, struct work *k, uint32_t rule)\n"
        "{\n"
        "    x->fired++;\n"
        "    x->rule_fired[rule] = 1;\n"
        "    if (unlikely(x->fired_count))\n"
        "        x->fired_count[rule]++;\n"
        "    if (k->met_count)\n"
        "        report_covers(x, k);\n"
        "}\n\n"
        "/* A failing firing counts as progress, so that it is no deadlock as well. */\n"
        "static cold void failed_firing(struct expansion *x, struct work *k, uint32_t rule, uint32_t fault)\n"
        "{\n"
        "    k->firing = 0;\n"
        "    if (fault == FAULT_DROP || fault == FAULT_STOPPED || (fault != FAULT_REFUSED && !x->enabled[fault - 1]))\n"
        "        return;\n"
        "    count_firing(x, k, rule);\n"
        "    x->progressed++;\n"
        "    if (fault != FAULT_REFUSED)\n"
        "        x->violate(x, fault - 1, 0, MODEL_IN_FIRING, k->instance);\n"
        "}\n\n"
        "static noinline void end_firing(struct expansion *x, struct work *k, uint32_t rule, uint64_t instance,\n"
        "                                    uint32_t fault)\n"
        "{\n"
        "%s"
        "    if (!fault)\n"
        "        fault = assumptions(x, k, &k->target);\n"
        "    if (unlikely(fault)) {\n"
        "        failed_firing(x, k, rule, fault);\n"
        "        return;\n"
        "    }\n"
        "    k->firing = 0;\n"
        "    count_firing(x, k, rule);\n"
        "    const int moved = settle(x, k);\n"
        "    if (moved < 0)\n"
        "        return;\n"
        "    x->emit(x, instance, k->packed, moved);\n"
        "}\n\n"
        "static void begin_start(struct work *k, uint64_t instance)\n"
        "{\n"
        "    memset(&k->target, 0, sizeof k->target);\n"
        "    k->clean = 0;\n"
        "%s"
        "    k->firing = 1;\n"
        "    k->calls = 0;\n"
        "    k->frames = 0;\n"
        "    k->turns = 0;\n"
        "    k->instance = instance;\n"
        "    k->met_count = 0;\n"
        "}\n\n"
        "static void end_start(struct expansion *x, struct work *k, uint64_t instance, uint32_t fault)\n"
        "{\n"
        "    if (!fault)\n"
        "        fault = assumptions(x, k, &k->target);\n"
        "    k->firing = 0;\n"
        "    if (fault == FAULT_DROP || fault == FAULT_STOPPED\n"
        "        || (fault && fault != FAULT_REFUSED && !x->enabled[fault - 1]))\n"
        "        return;\n"
        "    report_covers(x, k);\n"
        "    if (fault == FAULT_REFUSED)\n"
        "        return;\n"
        "    if (fault) {\n"
        "        x->violate(x, fault - 1, 0, MODEL_IN_FIRING, instance);\n"
        "        return;\n"
        "    }\n"
        "%s"
        "%s"
        "    if (has_forms(x))\n"
        "        canonicalise_target(x, k, NULL);\n"
        "    if (has_stopped(k))\n"
        "        return;\n"
        "    pack(&k->target, k->packed);\n"
        "    x->emit(x, instance, k->packed, 1);\n"
        "}\n\n",
        untold,
        gen->is_bound ? "    if (x->narrow)\n"
                        "        return pack_narrow(k, x->narrow);\n" : "",
        no_guards(gen), no_guards(gen), no_guards(gen),
        gen->is_bound ? "    if (x->narrow) {\n"
                        "        if (pack_narrow_start(k, x->narrow))\n"
                        "            x->emit(x, instance, k->packed, 1);\n"
                        "        return;\n"
                        "    }\n" : "",
        untold);
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
    gen->counts_calls = frame_counts(program);
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

static void functions(struct gen *gen)
{
    define_state(gen);
    arithmetic_helpers(gen);
    work_struct(gen);
    stop_helpers(gen);
    gen_pack(gen);
    gen_change(gen);
    gen_symmetry(gen);
    cover_helpers(gen);
    state_helpers(gen);
    gen_routines(gen);
    gen_properties(gen);
    firing_helpers(gen);
    gen_rules(gen);
}

void codegen_program(struct text *out, const struct program *program)
{
    struct text code = {0};
    struct gen gen = {.arena = arena_new(), .program = program, .out = &code};
    prepare(&gen);
    functions(&gen);
    gen.out = out;
    gen_line(&gen, "/* Generated by Murrelet from %s. */", program->source ? gen_safe(&gen, program->source->path) : "a model");
    preamble(&gen);
    if (gen.site_count)
        qsort(gen.sites, gen.site_count, sizeof *gen.sites, gen_compare_sites);
    gen_write_site_enum(&gen);
    text_add(out, code.bytes, code.length);
    text_free(&code);
    gen_descriptors(&gen);
    JudyLFreeArray(&gen.site_index, PJE0);
    JudyLFreeArray(&gen.descriptors, PJE0);
    arena_free(gen.arena);
}
