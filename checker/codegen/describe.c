/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * describe.c - the tables by which a model describes itself (model.h).
 */
#include "codegen_private.h"

#include <Judy.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/die.h"

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
/* Descriptors that a type's own refers to, by number. */
struct components {
    unsigned index, element, *fields, *parts;
};

static unsigned describe(struct gen *gen, const struct type *type);

static struct components describe_components(struct gen *gen, const struct type *type)
{
    struct components c = {0};
    if (type->kind == TYPE_ARRAY)
        c.index = describe(gen, type_of(type->index));
    if (type->kind == TYPE_ARRAY || type->kind == TYPE_MULTISET)
        c.element = describe(gen, type_of(type->element));
    if (type->kind == TYPE_RECORD) {
        c.fields = arena_alloc(gen->arena, (type->field_count + 1) * sizeof *c.fields);
        for (unsigned i = 0; i < type->field_count; i++)
            c.fields[i] = describe(gen, type_of(type->fields[i].type));
    }
    if (type->kind == TYPE_UNION) {
        c.parts = arena_alloc(gen->arena, (type->part_count + 1) * sizeof *c.parts);
        for (unsigned i = 0; i < type->part_count; i++)
            c.parts[i] = describe(gen, type_of(type->parts[i]));
    }
    return c;
}

static bool has_members(const struct type *type)
{
    return type->kind == TYPE_BOOLEAN || type->kind == TYPE_ENUM || type->kind == TYPE_UNION;
}

/* The tables that descriptor `number` points to. */
static void list_components(struct gen *gen, const struct type *type, const struct components *c, unsigned number)
{
    if (has_members(type)) {
        text_format(gen->out, "static const char *const members_%u[] = {", number);
        list_members(gen, type);
        text_put(gen->out, "};\n");
    }
    if (type->kind == TYPE_RECORD && type->field_count) {
        text_format(gen->out, "static const struct model_field fields_%u[] = {", number);
        for (unsigned i = 0; i < type->field_count; i++)
            text_format(gen->out, "{%s, &type_%u, %u}, ", gen_c_string(gen, type->fields[i].name), c->fields[i],
                        type->fields[i].leaf);
        text_put(gen->out, "};\n");
    }
    if (type->kind == TYPE_UNION)
        list_parts(gen, type, c->parts, number);
}

static void put_descriptor(struct gen *gen, const struct type *type, const struct components *c, unsigned number)
{
    text_format(gen->out, "static const struct model_type type_%u = {\n    .kind = MODEL_TYPE_%s, .name = %s, .leaves = %u,",
                number, type_kind_name(type->kind), gen_c_string(gen, type->name), type->leaves);
    if (type_is_scalar(type))
        text_format(gen->out, " .low = %s, .high = %s,", gen_literal(gen, type->low), gen_literal(gen, type->high));
    if (has_members(type))
        text_format(gen->out, " .members = members_%u,", number);
    if (type->kind == TYPE_SCALARSET)
        text_format(gen->out, " .scalarset = %d,", type->scalarset);
    if (type->kind == TYPE_ARRAY)
        text_format(gen->out, " .index = &type_%u,", c->index);
    if (type->kind == TYPE_ARRAY || type->kind == TYPE_MULTISET)
        text_format(gen->out, " .element = &type_%u, .slots = %u,", c->element, type->slots);
    if (type->kind == TYPE_RECORD && type->field_count)
        text_format(gen->out, " .fields = fields_%u, .field_count = %u,", number, type->field_count);
    if (type->kind == TYPE_UNION)
        text_format(gen->out, " .parts = parts_%u, .part_count = %u,", number, type->part_count);
    text_put(gen->out, "\n};\n");
}

/* The number of the type's descriptor, which is written when it is first asked for. */
static unsigned describe(struct gen *gen, const struct type *type)
{
    PPvoid_t slot = JudyLIns(&gen->descriptors, (Word_t)type, NULL);
    if (slot == PPJERR)
        die_memory(sizeof type);
    Word_t *known = (Word_t *)slot;
    if (*known)
        return (unsigned)*known - 1;
    struct components components = describe_components(gen, type);
    unsigned number = gen->descriptor_count++;
    *(Word_t *)JudyLIns(&gen->descriptors, (Word_t)type, NULL) = number + 1;
    list_components(gen, type, &components, number);
    put_descriptor(gen, type, &components, number);
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
}

static const char *signature_of(struct gen *gen, const struct routine *routine)
{
    char *text = arena_alloc(gen->arena, routine->parameter_count + 2);
    text[0] = routine->result ? 'i' : 'v';
    for (unsigned i = 0; i < routine->parameter_count; i++)
        text[i + 1] = routine->parameters[i]->by_reference ? 'r' : 'i';
    return text;
}

/* Returns how many there are. */
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
    text_put(gen->out, "};\n\n");
    return count;
}

static bool is_arrow(const struct expr *e)
{
    while (e->kind == EXPR_FORALL && !e->constant)
        e = e->left;
    return e->kind == EXPR_BINARY && e->op == OP_IMPLIES && !e->constant;
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
                    site->kind == MODEL_UNDEFINED_READ ? "UNDEFINED_READ" : gen_site_names[site->kind],
                    gen_c_string(gen, gen_site_title(gen, site, kinds)), gen_c_string(gen, message), c_place(gen, site->place),
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

/* Returns how many there are. */
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

static void describe_scalarsets(struct gen *gen)
{
    const struct program *program = gen->program;
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

/* ---- the model, and its groups ---- */

static void symmetry_group(struct gen *gen)
{
    describe_scalarsets(gen);
    unsigned multisets = describe_multisets(gen);
    gen_line(gen, "static const struct model_symmetry symmetry_group = {");
    gen->indent++;
    gen_line(gen, ".scalarsets = scalarset_table, .scalarset_count = %u, .permutation_size = %u,",
             gen->program->scalarset_count, gen->element_count);
    gen_line(gen, ".multisets = multiset_table, .multiset_count = %u,", multisets);
    gen_line(gen, ".canonicalise = canonicalise,");
    gen->indent--;
    gen_line(gen, "};");
    gen_blank(gen);
}

static void binding_group(struct gen *gen)
{
    unsigned externals = describe_externals(gen);
    gen_line(gen, "static const struct model_binding binding_group = {");
    gen->indent++;
    gen_line(gen, ".externals = external_table, .external_count = %u,", externals);
    gen_line(gen, ".unpack = unpack_state_words, .prune_guards = prune_guards, .possible_bytes = %u,", gen->possible_bytes);
    gen->indent--;
    gen_line(gen, "};");
    gen_blank(gen);
}

static void model_struct(struct gen *gen)
{
    const struct program *p = gen->program;
    gen_line(gen, "static const struct model model = {");
    gen->indent++;
    gen_line(gen, ".abi = MODEL_ABI,");
    gen_line(gen, ".name = %s,", gen_c_string(gen, p->source ? p->source->path : "model"));
    gen_line(gen, ".state_bits = %u, .packed_words = %u, .leaf_count = %u,", gen->layout->state_bits,
             gen->layout->packed_words, gen->layout->leaf_count);
    gen_line(gen, ".variables = variable_table, .variable_count = %u,", p->variable_count);
    gen_line(gen, ".start_states = start_table, .start_state_count = %u, .start_instances = %llu,", p->start_state_count,
             (unsigned long long)instances(p->start_states, p->start_state_count));
    gen_line(gen, ".rules = rule_table, .rule_count = %u, .rule_instances = %llu,", p->rule_count,
             (unsigned long long)instances(p->rules, p->rule_count));
    gen_line(gen, ".properties = property_table, .property_count = %u,", gen->site_count);
    gen_line(gen, ".scratch_bytes = sizeof(struct work),");
    gen_line(gen, ".start = start, .check = check, .expand = expand, .fire = fire,");
    gen_line(gen, ".holds = holds, .decode = decode, .encode = encode,");
    if (gen_covers(gen))
        gen_line(gen, ".leave = leave,");
    if (gen_has_symmetry(gen))
        gen_line(gen, ".symmetry = &symmetry_group,");
    if (gen->is_bound)
        gen_line(gen, ".binding = &binding_group,");
    if (gen_has_fairness(gen))
        gen_line(gen, ".fairness = &fairness_group,");
    gen->indent--;
    gen_line(gen, "};");
    gen_blank(gen);
    text_put(gen->out,
        "#if defined(__GNUC__) && !defined(__TINYC__)\n__attribute__((visibility(\"default\")))\n#endif\n"
        "const struct model *murrelet_model(void);\n"
        "const struct model *murrelet_model(void)\n{\n    return &model;\n}\n");
}

void gen_descriptors(struct gen *gen)
{
    describe_variables(gen);
    describe_rules(gen, gen->program->start_states, gen->program->start_state_count, "start");
    describe_rules(gen, gen->program->rules, gen->program->rule_count, "rule");
    describe_properties(gen);
    if (gen_has_symmetry(gen))
        symmetry_group(gen);
    if (gen->is_bound)
        binding_group(gen);
    if (gen_has_fairness(gen))
        gen_fairness_group(gen);
    model_struct(gen);
}
