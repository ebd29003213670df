/* SPDX-License-Identifier: BSD-2-Clause */
/* rules.c - murrelet rules: what there is to fire and to check. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>

#include "../base/die.h"
#include "../base/printable.h"
#include "../rewrite/format.h"
#include "../report/figures.h"
#include "commands.h"
#include "compose.h"
#include "load.h"

struct rules_arguments {
    struct language_arguments language;
    struct compose_arguments compose;
};

static const struct option_group rules_groups[] = {
    {"Machine", compose_options, offsetof(struct rules_arguments, compose)},
    {"Language", load_language_options, offsetof(struct rules_arguments, language)},
    {0},
};

static void put_place(struct place place)
{
    struct text text = {0};
    place_put(&text, place);
    printf("  (%s)\n", text.bytes);
    text_free(&text);
}

/* "for p: process", outermost first. */
static void put_enclosing(const struct flat_rule *flat)
{
    for (unsigned i = 0; i < flat->enclosing_count; i++) {
        const struct enclosing *around = &flat->enclosing[i];
        struct text text = {0};
        if (around->kind == RULE_ALIAS) {
            text_format(&text, "alias %s: ", around->alias->name);
            format_expr(&text, around->alias->expr);
        } else {
            format_quantifier(&text, around->quantifier);
        }
        printf("    for %s\n", text.bytes);
        text_free(&text);
    }
}

static void put_expr(const char *word, const struct expr *expr)
{
    struct text text = {0};
    format_expr(&text, expr);
    printf("    %s %s\n", word, text.bytes);
    text_free(&text);
}

static void put_rule(const struct flat_rule *flat)
{
    bool start = flat->rule->kind == RULE_STARTSTATE;
    const char *fair = flat->rule->fairness == FAIRNESS_STRONG ? "strong fair " : flat->rule->fairness == FAIRNESS_WEAK ? "fair " : "";
    printf("%s%s \"%s\"  x%s", fair, start ? "startstate" : "rule", flat->name, figure_count(flat->instances).text);
    put_place(flat->rule->place);
    put_enclosing(flat);
    if (flat->rule->guard)
        put_expr("when", flat->rule->guard);
}

/* As it is written, its name included, on one line. */
static void put_formula(struct place place)
{
    struct text text = {0};
    for (unsigned i = place.start; i < place.end; i++) {
        bool space = isspace((unsigned char)place.source->text[i]);
        if (!space || !isspace((unsigned char)place.source->text[i - 1]))
            text_char(&text, space ? ' ' : place.source->text[i]);
    }
    fputs("    that ", stdout);
    printable_put(text.bytes, stdout);
    putchar('\n');
    text_free(&text);
}

static const char *kind_word(enum property_kind kind)
{
    static const char *const words[] = {"invariant", "assert", "error", "assume", "cover", "liveness", "ltl"};
    return words[kind];
}

static void put_property(const struct flat_rule *flat)
{
    printf("%s \"%s\"  x%s", kind_word(flat->rule->property->kind), flat->name, figure_count(flat->instances).text);
    put_place(flat->rule->place);
    put_enclosing(flat);
    if (flat->rule->property->formula)
        put_formula(flat->rule->property->place);
    else
        put_expr("that", flat->rule->property->condition);
}

/* How many, and of how many instances. */
static void put_total(const char *one, const char *many, const struct flat_rule *rules, unsigned count)
{
    uint64_t instances = 0;
    for (unsigned i = 0; i < count; i++)
        instances += rules[i].instances;
    printf("%u %s, %s instance%s\n", count, count == 1 ? one : many, figure_count(instances).text,
           instances == 1 ? "" : "s");
}

static void put_program(const struct program *program)
{
    for (unsigned i = 0; i < program->start_state_count; i++)
        put_rule(&program->start_states[i]);
    for (unsigned i = 0; i < program->rule_count; i++)
        put_rule(&program->rules[i]);
    for (unsigned i = 0; i < program->property_count; i++)
        put_property(&program->properties[i]);
    putchar('\n');
    put_total("start state", "start states", program->start_states, program->start_state_count);
    put_total("rule", "rules", program->rules, program->rule_count);
    put_total("property", "properties", program->properties, program->property_count);
}

static int run_rules(int argc, char **argv)
{
    struct rules_arguments arguments = {.language = LANGUAGE_DEFAULTS};
    int first = options_parse(&command_rules, &arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (!compose_operands(&command_rules, &arguments.compose, argc - first))
        return EXIT_BAD_INPUT;
    struct loaded loaded = {0};
    int code = compose_load(&loaded, &arguments.language, &arguments.compose, argv[first], false);
    if (!code)
        put_program(loaded.program);
    load_free(&loaded);
    options_release(&arguments.language.constants);
    options_release(&arguments.compose.invariants);
    return code;
}

const struct command command_rules = {
    .name = "rules",
    .operands = "MODEL.m|--machine NAME --driver DRIVER",
    .summary = "list a model's rules and properties, with guards and instances",
    .description = "List the start states, rules and global properties of MODEL.m in source order, each with the "
                   "rulesets around it, its guard, and the number of its instances.",
    .groups = rules_groups,
    .run = run_rules,
};
