/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * codegen.c - the order of the generated file, its types, its properties and
 * its descriptors.
 *
 * The driver: the order of the generated file, its types, its table of
 * properties, and the descriptors that the ABI asks for.
 */
#include "codegen.h"

#include <Judy.h>
#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/die.h"
#include "codegen_private.h"
#include "../murphi/frame.h"

/* ---- writing ---- */

static void indented(struct gen *gen, const char *format, va_list list)
{
    text_format(gen->out, "%*s", 4 * gen->indent, "");
    text_vformat(gen->out, format, list);
}

void gen_line(struct gen *gen, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    indented(gen, format, list);
    va_end(list);
    text_char(gen->out, '\n');
}

/* A block; outside functions the brace stands on its own line. */
void gen_open(struct gen *gen, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    size_t before = gen->out->length;
    indented(gen, format, list);
    va_end(list);
    bool bare = gen->out->length == before + 4 * (size_t)gen->indent;
    text_put(gen->out, gen->indent == 0 ? "\n{\n" : bare ? "{\n" : " {\n");
    gen->indent++;
}

void gen_close(struct gen *gen)
{
    gen->indent--;
    gen_line(gen, "}");
}

void gen_blank(struct gen *gen)
{
    text_char(gen->out, '\n');
}

const char *gen_fresh(struct gen *gen, const char *stem)
{
    return arena_format(gen->arena, "%s_%u", stem, gen->fresh++);
}

const char *gen_c_string(struct gen *gen, const char *string)
{
    if (!string)
        return "NULL";
    struct text text = {0};
    text_char(&text, '"');
    for (const unsigned char *c = (const unsigned char *)string; *c; c++) {
        if (*c == '"' || *c == '\\')
            text_format(&text, "\\%c", *c);
        else if (*c < 32 || *c > 126 || *c == '?')
            text_format(&text, "\\%03o", *c);
        else
            text_char(&text, (char)*c);
    }
    text_char(&text, '"');
    const char *copy = arena_text(gen->arena, text.bytes, text.length);
    text_free(&text);
    return copy;
}

const char *gen_safe(struct gen *gen, const char *string)
{
    char *copy = arena_text(gen->arena, string, strlen(string));
    for (char *c = copy; *c; c++)
        if (*c == '*' || *c == '\\' || *c == '?' || (unsigned char)*c < 32)
            *c = ' ';
    return copy;
}

const char *gen_where(struct gen *gen, struct place place)
{
    if (!place.source)
        return "?";
    return arena_format(gen->arena, "%s:%u", gen_safe(gen, place.source->path), place_line(place));
}

/* ---- properties and the places that can fail ---- */

static const char *const site_names[MODEL_PROPERTY_KINDS] = {
    [MODEL_INVARIANT] = "INVARIANT", [MODEL_ASSERT] = "ASSERT", [MODEL_ERROR] = "ERROR", [MODEL_ASSUME] = "ASSUME",
    [MODEL_COVER] = "COVER", [MODEL_LIVENESS] = "LIVENESS", [MODEL_RANGE] = "RANGE", [MODEL_INDEX] = "INDEX",
    [MODEL_UNDEFINED_READ] = "UNDEFINED", [MODEL_OVERFLOW] = "OVERFLOW", [MODEL_DIVISION] = "DIVISION",
    [MODEL_SHIFT] = "SHIFT", [MODEL_LOOP] = "LOOP", [MODEL_RECURSION] = "RECURSION", [MODEL_MULTISET] = "MULTISET",
    [MODEL_RETURN] = "RETURN", [MODEL_DEADLOCK] = "DEADLOCK",
};

static const char *const kind_words[MODEL_PROPERTY_KINDS] = {
    [MODEL_ASSERT] = "assertion", [MODEL_ERROR] = "error", [MODEL_ASSUME] = "assumption", [MODEL_COVER] = "cover",
    [MODEL_RANGE] = "range", [MODEL_INDEX] = "index", [MODEL_UNDEFINED_READ] = "undefined value",
    [MODEL_OVERFLOW] = "overflow", [MODEL_DIVISION] = "division", [MODEL_SHIFT] = "shift", [MODEL_LOOP] = "loop",
    [MODEL_RECURSION] = "recursion", [MODEL_MULTISET] = "multiset", [MODEL_RETURN] = "return",
};

static unsigned add_site(struct gen *gen, struct site site)
{
    unsigned order = site.place.source ? site.place.source->order : 0;
    const char *name = arena_format(gen->arena, "%s_%u_%u", site_names[site.kind],
                                    site.place.source ? place_line(site.place) : 0,
                                    site.place.source ? place_column(site.place) : 0);
    site.name = order ? arena_format(gen->arena, "%s_F%u", name, order) : name;
    ARENA_PUSH(gen->arena, gen->sites, gen->site_count, site);
    return gen->site_count - 1;
}

const char *gen_site(struct gen *gen, enum model_property_kind kind, struct place place, const char *message)
{
    unsigned order = place.source ? place.source->order : 0;
    Word_t key = (Word_t)kind << 59 | (Word_t)(order & 0x7ffffff) << 32 | place.start;
    PPvoid_t slot = JudyLIns(&gen->site_index, key, NULL);
    if (slot == PPJERR)
        die_memory(sizeof key);
    Word_t *number = (Word_t *)slot;
    if (!*number)
        *number = 1 + add_site(gen, (struct site){.kind = kind, .place = place, .message = message});
    return gen->sites[*number - 1].name;
}

static enum model_property_kind property_kind(enum property_kind kind)
{
    static const enum model_property_kind kinds[] = {
        [PROPERTY_INVARIANT] = MODEL_INVARIANT, [PROPERTY_ASSERT] = MODEL_ASSERT, [PROPERTY_ERROR] = MODEL_ERROR,
        [PROPERTY_ASSUME] = MODEL_ASSUME, [PROPERTY_COVER] = MODEL_COVER, [PROPERTY_LIVENESS] = MODEL_LIVENESS};
    return kinds[kind];
}

const char *gen_property(struct gen *gen, const struct property *property)
{
    return gen->sites[gen->explicit_sites[property->id] - 1].name;
}

static const struct flat_rule *global_of(const struct program *program, const struct property *property)
{
    for (unsigned i = 0; i < program->property_count; i++)
        if (program->properties[i].rule->property == property)
            return &program->properties[i];
    return NULL;
}

static void add_explicit(struct gen *gen)
{
    const struct program *program = gen->program;
    gen->explicit_sites = arena_alloc(gen->arena, (program->all_property_count + 1) * sizeof *gen->explicit_sites);
    for (unsigned i = 0; i < program->all_property_count; i++) {
        const struct property *p = program->all_properties[i];
        struct site site = {.kind = property_kind(p->kind), .place = p->place, .property = p};
        site.global = p->local ? NULL : global_of(program, p);
        gen->explicit_sites[p->id] = 1 + add_site(gen, site);
    }
}

void gen_fault(struct gen *gen, const char *fault)
{
    gen->faults++;
    text_format(gen->out, "%*s", 4 * gen->indent, "");
    text_format(gen->out, gen->fail, fault);
    text_char(gen->out, '\n');
}

void gen_fail_if(struct gen *gen, const char *condition, enum model_property_kind kind, struct place place, const char *message)
{
    gen_line(gen, "if (unlikely(%s))", condition);
    gen->indent++;
    gen_fault(gen, arena_format(gen->arena, "1 + %s", gen_site(gen, kind, place, message)));
    gen->indent--;
}

/* ---- types ---- */

/* The first of the types that are built the same. */
static const struct type *representative(struct gen *gen, const struct type *type)
{
    const struct program *program = gen->program;
    for (unsigned i = 0; i < type->id && i < program->type_count; i++)
        if (program->types[i]->kind == type->kind && types_equal(type_of(program->types[i]), type))
            return program->types[i];
    return type;
}

const char *gen_type(struct gen *gen, const struct type *type)
{
    if (type_is_scalar(type)) {
        unsigned width = layout_width(type);
        return width == 1 ? "uint8_t" : width == 2 ? "uint16_t" : width == 4 ? "uint32_t" : "uint64_t";
    }
    type = representative(gen, type);
    const char *stem = type->name                     ? type->name
                       : type->kind == TYPE_RECORD    ? "record"
                       : type->kind == TYPE_ARRAY     ? "array"
                                                      : "multiset";
    return arena_format(gen->arena, "struct %s_%u", stem, type->id);
}

static void define_parts(struct gen *gen, const struct type *type)
{
    if (type->kind != TYPE_RECORD) {
        gen_define_type(gen, type_of(type->element));
        return;
    }
    for (unsigned i = 0; i < type->field_count; i++)
        gen_define_type(gen, type_of(type->fields[i].type));
}

static void define_struct(struct gen *gen, const struct type *type)
{
    gen_line(gen, "%s {", gen_type(gen, type));
    gen->indent++;
    if (type->kind == TYPE_RECORD) {
        for (unsigned i = 0; i < type->field_count; i++)
            gen_line(gen, "%s m_%s;", gen_type(gen, type_of(type->fields[i].type)), type->fields[i].name);
        if (!type->field_count)
            gen_line(gen, "uint8_t nothing;");
    } else {
        gen_line(gen, "%s at[%u];", gen_type(gen, type_of(type->element)), type->slots);
        if (type->kind == TYPE_MULTISET)
            gen_line(gen, "uint8_t taken[%u];", type->slots);
    }
    gen->indent--;
    gen_line(gen, "};");
}

/* Least values everywhere; multisets empty. */
static void define_clear(struct gen *gen, const struct type *type)
{
    gen_open(gen, "static maybe_unused void clear_%u(%s *v)", type->id, gen_type(gen, type));
    if (type->kind == TYPE_MULTISET) {
        gen_line(gen, "memset(v, 0, sizeof *v);");
    } else if (type->kind == TYPE_ARRAY) {
        const struct type *element = type_of(type->element);
        gen_line(gen, "for (unsigned i = 0; i < %u; i++)", type->slots);
        if (type_is_scalar(element))
            gen_line(gen, "    v->at[i] = 1;");
        else
            gen_line(gen, "    clear_%u(&v->at[i]);", representative(gen, element)->id);
    } else {
        gen_line(gen, "(void)v;");
        for (unsigned i = 0; i < type->field_count; i++) {
            const struct type *field = type_of(type->fields[i].type);
            if (type_is_scalar(field))
                gen_line(gen, "v->m_%s = 1;", type->fields[i].name);
            else
                gen_line(gen, "clear_%u(&v->m_%s);", representative(gen, field)->id, type->fields[i].name);
        }
    }
    gen_close(gen);
    gen_blank(gen);
}

void gen_define_type(struct gen *gen, const struct type *type)
{
    if (type_is_scalar(type))
        return;
    type = representative(gen, type);
    if (gen->type_done[type->id])
        return;
    gen->type_done[type->id] = true;
    define_parts(gen, type);
    define_struct(gen, type);
    define_clear(gen, type);
}

void gen_clear(struct gen *gen, const struct type *type, const char *target)
{
    gen_line(gen, "clear_%u(&%s);", representative(gen, type)->id, target);
}

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

/* ---- what every model's code shares ---- */

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

/* ---- descriptors ---- */

static const char *element_name(struct gen *gen, const struct type *scalarset, int64_t ordinal)
{
    return arena_format(gen->arena, "%s_%lld", scalarset->name ? scalarset->name : "scalarset", (long long)ordinal + 1);
}

static const char *member_name(struct gen *gen, const struct type *type, int64_t ordinal)
{
    if (type->kind == TYPE_SCALARSET)
        return element_name(gen, type, ordinal);
    return type->kind == TYPE_BOOLEAN ? (ordinal ? "true" : "false") : type->members[ordinal]->name;
}

/* An index of an array, from 0, as it is written. */
static const char *index_name(struct gen *gen, const struct type *array, unsigned at)
{
    const struct type *index = type_of(array->index);
    int64_t value = index->low + at;
    for (unsigned i = 0; index->kind == TYPE_UNION && i < index->part_count; i++) {
        const struct type *part = type_of(index->parts[i]);
        if (value <= part->high)
            return member_name(gen, part, value);
        value -= part->high + 1;
    }
    return index->kind == TYPE_RANGE ? arena_format(gen->arena, "%lld", (long long)value) : member_name(gen, index, value);
}

/* Whether element `ordinal` of a part shares its name with a member of another part. */
static bool shares_name(const struct type *whole, unsigned number, int64_t ordinal, const char *name)
{
    const struct type *part = type_of(whole->parts[number]);
    for (unsigned i = 0; i < whole->part_count; i++) {
        const struct type *other = type_of(whole->parts[i]);
        if (other->kind == TYPE_SCALARSET && i != number && ordinal <= other->high && !strcmp(other->name, part->name))
            return true;
        for (unsigned k = 0; other->kind == TYPE_ENUM && k < other->member_count; k++)
            if (!strcmp(other->members[k]->name, name))
                return true;
    }
    return false;
}

/* Within a union no two values have one name: an element of its part N that
 * shares its name with another part's member is called NAME#N. */
static void list_part(struct gen *gen, const struct type *whole, unsigned number)
{
    const struct type *part = type_of(whole->parts[number]);
    for (int64_t k = 0; k <= part->high; k++) {
        const char *name = member_name(gen, part, k);
        if (part->kind == TYPE_SCALARSET && shares_name(whole, number, k, name))
            name = arena_format(gen->arena, "%s#%u", name, number + 1);
        text_format(gen->out, "%s, ", gen_c_string(gen, name));
    }
}

static void list_members(struct gen *gen, const struct type *type)
{
    if (type->kind == TYPE_UNION) {
        for (unsigned i = 0; i < type->part_count; i++)
            list_part(gen, type, i);
        return;
    }
    for (int64_t i = 0; i <= type->high; i++)
        text_format(gen->out, "%s, ", gen_c_string(gen, member_name(gen, type, i)));
}

/* By part: its descriptor, and the ordinal where it begins. */
static void list_parts(struct gen *gen, const struct type *type, const unsigned *parts, unsigned number)
{
    int64_t first = 0;
    text_format(gen->out, "static const struct model_part parts_%u[] = {", number);
    for (unsigned i = 0; i < type->part_count; i++) {
        text_format(gen->out, "{&type_%u, %lld}, ", parts[i], (long long)first);
        first += type_of(type->parts[i])->high + 1;
    }
    text_put(gen->out, "};\n");
}

static const char *type_kind_name(enum type_kind kind)
{
    static const char *const names[] = {
        [TYPE_BOOLEAN] = "BOOLEAN", [TYPE_ENUM] = "ENUM", [TYPE_RANGE] = "RANGE", [TYPE_SCALARSET] = "SCALARSET",
        [TYPE_UNION] = "UNION", [TYPE_ARRAY] = "ARRAY", [TYPE_RECORD] = "RECORD", [TYPE_MULTISET] = "MULTISET"};
    return names[kind];
}

/* The number of a type's descriptor, which is written on first use. */
static unsigned describe(struct gen *gen, const struct type *type)
{
    PPvoid_t slot = JudyLIns(&gen->descriptors, (Word_t)type, NULL);
    if (slot == PPJERR)
        die_memory(sizeof type);
    Word_t *known = (Word_t *)slot;
    if (*known)
        return (unsigned)*known - 1;
    unsigned index = 0, element = 0, *fields = NULL, *parts = NULL;
    if (type->kind == TYPE_ARRAY)
        index = describe(gen, type_of(type->index));
    if (type->kind == TYPE_ARRAY || type->kind == TYPE_MULTISET)
        element = describe(gen, type_of(type->element));
    if (type->kind == TYPE_RECORD) {
        fields = arena_alloc(gen->arena, (type->field_count + 1) * sizeof *fields);
        for (unsigned i = 0; i < type->field_count; i++)
            fields[i] = describe(gen, type_of(type->fields[i].type));
    }
    if (type->kind == TYPE_UNION) {
        parts = arena_alloc(gen->arena, (type->part_count + 1) * sizeof *parts);
        for (unsigned i = 0; i < type->part_count; i++)
            parts[i] = describe(gen, type_of(type->parts[i]));
    }
    unsigned number = gen->descriptor_count++;
    *(Word_t *)JudyLIns(&gen->descriptors, (Word_t)type, NULL) = number + 1;
    bool named = type->kind == TYPE_BOOLEAN || type->kind == TYPE_ENUM || type->kind == TYPE_UNION;
    if (named) {
        text_format(gen->out, "static const char *const members_%u[] = {", number);
        list_members(gen, type);
        text_put(gen->out, "};\n");
    }
    if (type->kind == TYPE_RECORD && type->field_count) {
        text_format(gen->out, "static const struct model_field fields_%u[] = {", number);
        for (unsigned i = 0; i < type->field_count; i++)
            text_format(gen->out, "{%s, &type_%u, %u}, ", gen_c_string(gen, type->fields[i].name), fields[i],
                        type->fields[i].leaf);
        text_put(gen->out, "};\n");
    }
    if (type->kind == TYPE_UNION)
        list_parts(gen, type, parts, number);
    text_format(gen->out, "static const struct model_type type_%u = {\n    .kind = MODEL_TYPE_%s, .name = %s, .leaves = %u,",
                number, type_kind_name(type->kind), gen_c_string(gen, type->name), type->leaves);
    if (type_is_scalar(type))
        text_format(gen->out, " .low = %s, .high = %s,", gen_literal(gen, type->low), gen_literal(gen, type->high));
    if (named)
        text_format(gen->out, " .members = members_%u,", number);
    if (type->kind == TYPE_SCALARSET)
        text_format(gen->out, " .scalarset = %d,", type->scalarset);
    if (type->kind == TYPE_ARRAY)
        text_format(gen->out, " .index = &type_%u,", index);
    if (type->kind == TYPE_ARRAY || type->kind == TYPE_MULTISET)
        text_format(gen->out, " .element = &type_%u, .slots = %u,", element, type->slots);
    if (type->kind == TYPE_RECORD && type->field_count)
        text_format(gen->out, " .fields = fields_%u, .field_count = %u,", number, type->field_count);
    if (type->kind == TYPE_UNION)
        text_format(gen->out, " .parts = parts_%u, .part_count = %u,", number, type->part_count);
    text_put(gen->out, "\n};\n");
    return number;
}

static const char *c_place(struct gen *gen, struct place place)
{
    if (!place.source)
        return "{\"\", 1, 1}";
    return arena_format(gen->arena, "{%s, %u, %u}", gen_c_string(gen, place.source->path), place_line(place),
                        place_column(place));
}

/* parameters_STEM_N; returns how many. */
static unsigned describe_parameters(struct gen *gen, const struct flat_rule *flat, const char *stem, unsigned number)
{
    struct text list = {0};
    unsigned count = 0;
    for (unsigned i = 0; i < flat->enclosing_count; i++) {
        const struct quantifier *q = flat->enclosing[i].quantifier;
        if (flat->enclosing[i].kind == RULE_ALIAS)
            continue;
        if (q->multiset) {
            text_format(&list, "{%s, NULL, 0, 1, %u}, ", gen_c_string(gen, q->symbol->name),
                        type_of(q->multiset->type)->slots);
        } else {
            const struct type *type = type_of(q->type ? q->type : q->symbol->type);
            text_format(&list, "{%s, &type_%u, %s, %s, %llu}, ", gen_c_string(gen, q->symbol->name),
                        describe(gen, type), gen_literal(gen, q->first), gen_literal(gen, q->step),
                        (unsigned long long)q->count);
        }
        count++;
    }
    if (count)
        text_format(gen->out, "static const struct model_parameter parameters_%s_%u[] = {%s};\n", stem, number, list.bytes);
    text_free(&list);
    return count;
}

static void describe_rules(struct gen *gen, const struct flat_rule *rules, unsigned count, const char *stem)
{
    unsigned *parameters = arena_alloc(gen->arena, (count + 1) * sizeof *parameters);
    for (unsigned i = 0; i < count; i++)
        parameters[i] = describe_parameters(gen, &rules[i], stem, i);
    text_format(gen->out, "static const struct model_rule %s_table[%u] = {\n", stem, count ? count : 1);
    for (unsigned i = 0; i < count; i++) {
        text_format(gen->out, "    {%s, %s, ", gen_c_string(gen, rules[i].name), c_place(gen, rules[i].rule->place));
        text_format(gen->out, parameters[i] ? "parameters_%s_%u" : "NULL", stem, i);
        text_format(gen->out, ", %u, %llu, %llu},\n", parameters[i], (unsigned long long)rules[i].first_instance,
                    (unsigned long long)rules[i].instances);
    }
    if (!count)
        text_put(gen->out, "    {NULL, {\"\", 1, 1}, NULL, 0, 0, 0}\n");
    text_put(gen->out, "};\n\n");
}

static void describe_variables(struct gen *gen)
{
    const struct program *program = gen->program;
    unsigned *types = arena_alloc(gen->arena, (program->variable_count + 1) * sizeof *types);
    for (unsigned i = 0; i < program->variable_count; i++)
        types[i] = describe(gen, type_of(program->variables[i]->type));
    text_format(gen->out, "static const struct model_variable variable_table[%u] = {\n",
                program->variable_count ? program->variable_count : 1);
    for (unsigned i = 0; i < program->variable_count; i++)
        text_format(gen->out, "    {%s, &type_%u, %u},\n", gen_c_string(gen, program->variables[i]->name), types[i],
                    program->variables[i]->leaf);
    if (!program->variable_count)
        text_put(gen->out, "    {NULL, NULL, 0}\n");
    text_put(gen->out, "};\n\n");
    text_format(gen->out, "static const struct model_scalarset scalarset_table[%u] = {\n",
                program->scalarset_count ? program->scalarset_count : 1);
    for (unsigned i = 0; i < program->scalarset_count; i++) {
        const struct type *type = program->scalarsets[i];
        text_format(gen->out, "    {%s, %lld, %d, %s, %s, ", gen_c_string(gen, type->name ? type->name : "scalarset"),
                    (long long)type->high + 1, !type->asymmetry, gen_c_string(gen, type->asymmetry),
                    c_place(gen, type->asymmetry_place));
        text_format(gen->out, "%s, %s},\n", gen_c_string(gen, type->start_asymmetry),
                    c_place(gen, type->start_asymmetry_place));
    }
    if (!program->scalarset_count)
        text_put(gen->out, "    {NULL, 0, 0, NULL, {\"\", 1, 1}, NULL, {\"\", 1, 1}}\n");
    text_put(gen->out, "};\n\n");
}

static const char *signature_of(struct gen *gen, const struct routine *routine)
{
    char *text = arena_alloc(gen->arena, routine->parameter_count + 2);
    text[0] = routine->result ? 'i' : 'v';
    for (unsigned i = 0; i < routine->parameter_count; i++)
        text[i + 1] = routine->parameters[i]->by_reference ? 'r' : 'i';
    return text;
}

static unsigned describe_externals(struct gen *gen)
{
    unsigned count = 0;
    text_put(gen->out, "static const struct model_external external_table[] = {\n");
    for (unsigned i = 0; i < gen->program->routine_count; i++) {
        const struct routine *routine = gen->program->routines[i];
        if (!routine->external)
            continue;
        text_format(gen->out, "    {%s, \"%s\", %s},\n", gen_c_string(gen, routine->name), signature_of(gen, routine),
                    c_place(gen, routine->place));
        count++;
    }
    if (!count)
        text_put(gen->out, "    {NULL, NULL, {\"\", 1, 1}}\n");
    text_put(gen->out, "};\n\n");
    return count;
}

static bool is_arrow(const struct expr *e)
{
    while (e->kind == EXPR_FORALL && !e->constant)
        e = e->left;
    return e->kind == EXPR_BINARY && e->op == OP_IMPLIES && !e->constant;
}

static const char *site_title(struct gen *gen, const struct site *site, const unsigned *kinds)
{
    if (site->global)
        return site->global->name;
    if (site->property && site->property->message)
        return site->property->message;
    if (site->property)
        return arena_format(gen->arena, "%s %u", kind_words[site->kind], kinds[site->kind]);
    return arena_format(gen->arena, "%s at %u:%u", kind_words[site->kind], site->place.source ? place_line(site->place) : 0,
                        site->place.source ? place_column(site->place) : 0);
}

static int compare_sites(const void *a, const void *b)
{
    const struct site *one = a, *two = b;
    int order = one->place.source && two->place.source ? place_compare(one->place, two->place) : 0;
    return order ? order : (int)one->kind - (int)two->kind;
}

/* The enumerators stand at the head of the file, the table at its end. */
static void write_site_enum(struct gen *gen)
{
    text_put(gen->out, "/* The properties, by kind, line and column. */\nenum {\n");
    for (unsigned i = 0; i < gen->site_count; i++)
        text_format(gen->out, "    %s = %u,\n", gen->sites[i].name, i);
    text_put(gen->out, "    PROPERTIES\n};\n\n");
}

static void describe_properties(struct gen *gen)
{
    unsigned kinds[MODEL_PROPERTY_KINDS] = {0};
    unsigned *parameters = arena_alloc(gen->arena, (gen->site_count + 1) * sizeof *parameters);
    for (unsigned i = 0; i < gen->site_count; i++)
        if (gen->sites[i].global)
            parameters[i] = describe_parameters(gen, gen->sites[i].global, "property", i);
    text_format(gen->out, "static const struct model_property property_table[%u] = {\n", gen->site_count ? gen->site_count : 1);
    for (unsigned i = 0; i < gen->site_count; i++) {
        const struct site *site = &gen->sites[i];
        const struct property *p = site->property;
        kinds[site->kind] += p && p->local;
        const char *message = p ? p->message : site->message;
        text_format(gen->out, "    {MODEL_%s, %s, %s, %s, %d, ",
                    site->kind == MODEL_UNDEFINED_READ ? "UNDEFINED_READ" : site_names[site->kind],
                    gen_c_string(gen, site_title(gen, site, kinds)), gen_c_string(gen, message), c_place(gen, site->place),
                    !site->global);
        text_format(gen->out, parameters[i] ? "parameters_property_%u" : "NULL", i);
        text_format(gen->out, ", %u, %llu, %d},\n", parameters[i],
                    (unsigned long long)(site->global ? site->global->instances : 1),
                    site->kind == MODEL_INVARIANT && p && is_arrow(p->condition));
    }
    if (!gen->site_count)
        text_put(gen->out, "    {MODEL_ERROR, NULL, NULL, {\"\", 1, 1}, 0, NULL, 0, 0, 0}\n");
    text_put(gen->out, "};\n\n");
}

static uint64_t instances(const struct flat_rule *rules, unsigned count)
{
    return count ? rules[count - 1].first_instance + rules[count - 1].instances : 0;
}

static void model_struct(struct gen *gen, unsigned externals, unsigned multisets)
{
    const struct program *p = gen->program;
    gen_line(gen, "static const struct model model = {");
    gen->indent++;
    gen_line(gen, ".abi = MODEL_ABI,");
    gen_line(gen, ".name = %s,", gen_c_string(gen, p->source ? p->source->path : "model"));
    gen_line(gen, ".state_bits = %u, .packed_words = %u, .leaf_count = %u,", gen->layout->state_bits,
             gen->layout->packed_words, gen->layout->leaf_count);
    gen_line(gen, ".variables = variable_table, .variable_count = %u,", p->variable_count);
    gen_line(gen, ".scalarsets = scalarset_table, .scalarset_count = %u, .permutation_size = %u,", p->scalarset_count,
             gen->element_count);
    gen_line(gen, ".multisets = multiset_table, .multiset_count = %u,", multisets);
    gen_line(gen, ".start_states = start_table, .start_state_count = %u, .start_instances = %llu,", p->start_state_count,
             (unsigned long long)instances(p->start_states, p->start_state_count));
    gen_line(gen, ".rules = rule_table, .rule_count = %u, .rule_instances = %llu,", p->rule_count,
             (unsigned long long)instances(p->rules, p->rule_count));
    gen_line(gen, ".properties = property_table, .property_count = %u,", gen->site_count);
    gen_line(gen, ".externals = external_table, .external_count = %u,", externals);
    gen_line(gen, ".scratch_bytes = sizeof(struct work),");
    gen_line(gen, ".start = start, .check = check, .expand = expand, .fire = fire,");
    gen_line(gen, ".canonicalise = canonicalise, .holds = holds, .decode = decode, .encode = encode,");
    if (gen->is_bound)
        gen_line(gen, ".unpack = unpack_windows, .probe = probe, .possible_bytes = %u,", gen->possible_bytes);
    gen->indent--;
    gen_line(gen, "};");
    gen_blank(gen);
    text_put(gen->out,
        "#if defined(__GNUC__) && !defined(__TINYC__)\n__attribute__((visibility(\"default\")))\n#endif\n"
        "const struct model *murrelet_model(void);\n"
        "const struct model *murrelet_model(void)\n{\n    return &model;\n}\n");
}

/* Those of a value of the state as one where all that it holds have one fate,
 * and by index or field where not; returns how many. */
static unsigned describe_multisets_in(struct gen *gen, const struct type *type, unsigned leaf, const char *path)
{
    const struct slot_use *kept;
    unsigned count = 0;
    type = type_of((struct type *)type);
    if (!type->contains_multiset)
        return 0;
    const struct type *element = type_of(type->element);
    if (type->kind == TYPE_RECORD) {
        for (unsigned i = 0; i < type->field_count; i++)
            count += describe_multisets_in(gen, type->fields[i].type, leaf + type->fields[i].leaf,
                                           arena_format(gen->arena, "%s.%s", path, type->fields[i].name));
        return count;
    }
    bool one = gen_multisets_alike(gen, type, leaf, &kept);
    if (type->kind == TYPE_ARRAY && one)
        return describe_multisets_in(gen, element, leaf, arena_format(gen->arena, "%s[]", path));
    for (unsigned i = 0; type->kind == TYPE_ARRAY && i < type->slots; i++)
        count += describe_multisets_in(gen, element, leaf + i * element->leaves,
                                       arena_format(gen->arena, "%s[%s]", path, index_name(gen, type, i)));
    if (type->kind == TYPE_ARRAY)
        return count;
    text_format(gen->out, "    {%s, %d, %s, %s},\n", gen_c_string(gen, path), !kept, gen_c_string(gen, kept ? kept->why : NULL),
                c_place(gen, kept ? kept->place : (struct place){0}));
    return 1;
}

static unsigned describe_multisets(struct gen *gen)
{
    unsigned count = 0;
    text_put(gen->out, "static const struct model_multiset multiset_table[] = {\n");
    for (unsigned i = 0; i < gen->program->variable_count; i++) {
        const struct symbol *v = gen->program->variables[i];
        count += describe_multisets_in(gen, v->type, v->leaf, v->name);
    }
    if (!count)
        text_put(gen->out, "    {NULL, 0, NULL, {\"\", 1, 1}},\n");
    text_put(gen->out, "};\n\n");
    return count;
}

static void descriptors(struct gen *gen)
{
    describe_variables(gen);
    describe_rules(gen, gen->program->start_states, gen->program->start_state_count, "start");
    describe_rules(gen, gen->program->rules, gen->program->rule_count, "rule");
    describe_properties(gen);
    unsigned multisets = describe_multisets(gen);
    model_struct(gen, describe_externals(gen), multisets);
}

/* ---- the whole ---- */

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
    add_explicit(gen);
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
        qsort(gen.sites, gen.site_count, sizeof *gen.sites, compare_sites);
    write_site_enum(&gen);
    text_add(out, code.bytes, code.length);
    text_free(&code);
    descriptors(&gen);
    JudyLFreeArray(&gen.site_index, PJE0);
    JudyLFreeArray(&gen.descriptors, PJE0);
    arena_free(gen.arena);
}
