/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * describe_fairness.c - the tables of a model's fairness group
 * (model_fairness.h): which rules are fair, and its formulas.
 */
#include "codegen_private.h"

#include "../base/arena.h"
#include "../base/die.h"

static const char *op_name(enum formula_op op)
{
    static const char *const names[] = {
        [FORMULA_TRUE] = "TRUE",             [FORMULA_FALSE] = "FALSE",   [FORMULA_ATOM] = "ATOM",
        [FORMULA_NOT] = "NOT",               [FORMULA_NEXT] = "NEXT",     [FORMULA_ALWAYS] = "ALWAYS",
        [FORMULA_EVENTUALLY] = "EVENTUALLY", [FORMULA_AND] = "AND",       [FORMULA_OR] = "OR",
        [FORMULA_IMPLIES] = "IMPLIES",       [FORMULA_UNTIL] = "UNTIL",   [FORMULA_RELEASE] = "RELEASE",
        [FORMULA_EQUIVALENT] = "EQUIVALENT", [FORMULA_WITHIN] = "WITHIN",
    };
    return names[op];
}

/* Which of the property's parameters a name is. */
static unsigned parameter_number(const struct flat_rule *property, const struct symbol *symbol)
{
    unsigned number = 0;
    for (unsigned i = 0; i < property->enclosing_count; i++) {
        const struct quantifier *q = property->enclosing[i].quantifier;
        if (q && q->symbol == symbol)
            return number;
        number += q != NULL;
    }
    die("what `fires` names is no parameter of its property");
}

/* fires_N_I and arguments_N_I, of atom I of formula N. */
static void describe_atom(struct gen *gen, const struct flat_rule *property, const struct atom *atom, unsigned number, unsigned i)
{
    if (atom->condition)
        return;
    text_format(gen->out, "static const uint32_t fires_%u_%u[] = {", number, i);
    for (unsigned k = 0; k < atom->rule_count; k++)
        text_format(gen->out, "%u, ", atom->rules[k]);
    text_put(gen->out, "};\n");
    if (atom->argument_count == 0)
        return;
    text_format(gen->out, "static const struct model_fires_argument arguments_%u_%u[] = {", number, i);
    for (unsigned k = 0; k < atom->argument_count; k++) {
        const struct expr *e = atom->arguments[k];
        if (e->constant)
            text_format(gen->out, "{0, %s}, ", gen_literal(gen, e->number));
        else
            text_format(gen->out, "{1, %u}, ", parameter_number(property, e->symbol));
    }
    text_put(gen->out, "};\n");
}

static void list_atoms(struct gen *gen, const struct formula *formula, unsigned number)
{
    text_format(gen->out, "static const struct model_atom atoms_%u[] = {\n", number);
    for (unsigned i = 0; i < formula->atom_count; i++) {
        const struct atom *atom = formula->atoms[i];
        const char *text = arena_text(gen->arena, atom->place.source->text + atom->place.start, atom->place.end - atom->place.start);
        text_format(gen->out, "    {%s, ", gen_c_string(gen, text));
        if (atom->condition)
            text_put(gen->out, "NULL, 0, NULL, 0},\n");
        else if (atom->argument_count == 0)
            text_format(gen->out, "fires_%u_%u, %u, NULL, 0},\n", number, i, atom->rule_count);
        else
            text_format(gen->out, "fires_%u_%u, %u, arguments_%u_%u, %u},\n", number, i, atom->rule_count, number, i,
                        atom->argument_count);
    }
    text_put(gen->out, formula->atom_count ? "};\n" : "    {NULL, NULL, 0, NULL, 0}\n};\n");
}

static void describe_formula(struct gen *gen, const struct flat_rule *property, unsigned number)
{
    const struct formula *formula = property->rule->property->formula;
    for (unsigned i = 0; i < formula->atom_count; i++)
        describe_atom(gen, property, formula->atoms[i], number, i);
    list_atoms(gen, formula, number);
    text_format(gen->out, "static const struct model_formula_node nodes_%u[] = {\n", number);
    for (unsigned i = 0; i < formula->count; i++)
        text_format(gen->out, "    {MODEL_FORMULA_%s, %u, %u, %u},\n", op_name(formula->nodes[i].op), formula->nodes[i].left,
                    formula->nodes[i].right, formula->nodes[i].bound);
    text_put(gen->out, "};\n");
}

/* The property's number in the model's table, which is sorted by now. */
static unsigned property_number(const struct gen *gen, const struct property *property)
{
    unsigned number = 0;
    while (gen->sites[number].property != property)
        number++;
    return number;
}

/* Returns how many there are. */
static unsigned describe_formulas(struct gen *gen)
{
    const struct program *p = gen->program;
    unsigned count = 0;
    for (unsigned i = 0; i < p->property_count; i++)
        if (p->properties[i].rule->property->formula)
            describe_formula(gen, &p->properties[i], count++);
    if (count == 0)
        return 0;
    count = 0;
    text_put(gen->out, "static const struct model_formula formula_table[] = {\n");
    for (unsigned i = 0; i < p->property_count; i++) {
        const struct formula *formula = p->properties[i].rule->property->formula;
        if (!formula)
            continue;
        text_format(gen->out, "    {%u, nodes_%u, %u, atoms_%u, %u},\n", property_number(gen, p->properties[i].rule->property), count,
                    formula->count, count, formula->atom_count);
        count++;
    }
    text_put(gen->out, "};\n\n");
    return count;
}

void gen_fairness_group(struct gen *gen)
{
    const struct program *p = gen->program;
    unsigned formulas = describe_formulas(gen);
    text_put(gen->out, "static const unsigned char strength_table[] = {");
    for (unsigned i = 0; i < p->rule_count; i++)
        text_format(gen->out, "%d, ", (int)p->rules[i].rule->fairness);
    text_put(gen->out, p->rule_count ? "};\n" : "0};\n");
    gen_line(gen, "static const struct model_fairness fairness_group = {");
    gen->indent++;
    gen_line(gen, ".strength = strength_table,");
    if (formulas)
        gen_line(gen, ".formulas = formula_table, .formula_count = %u, .atoms = atoms,", formulas);
    gen->indent--;
    gen_line(gen, "};");
    gen_blank(gen);
}
