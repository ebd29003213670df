/* SPDX-License-Identifier: BSD-2-Clause */
/* fairness_text.c - fairness in the report that people read. */
#include "fairness.h"

#include "../model/groups.h"
#include "../model/instance.h"
#include "figures.h"

enum { MOST = 20 }; /* instances that are named */

void paper_cycle(const struct paper *paper, const struct trace *trace)
{
    unsigned length = trace->count - 1 - trace->loop;
    fprintf(paper->out, "      The cycle, %u rule%s, again and again:\n", length, length == 1 ? "" : "s");
}

static void put_treated(const struct paper *paper, const struct trace_fair *fair)
{
    if (fair->fires)
        fprintf(paper->out, ": fires in step %u\n", fair->fires);
    else if (fair->never_enabled)
        fputs(": is not enabled\n", paper->out);
    else
        fprintf(paper->out, ": is not enabled %s %u\n", fair->disabled ? "after step" : "in state", fair->disabled);
}

void paper_treatment(const struct paper *paper, const struct trace *trace)
{
    const struct model *model = paper->report->model;
    if (trace->is_lasso && trace->loop + 1 == trace->count)
        fputs("      Nothing leads on: the run stays there for ever.\n", paper->out);
    if (trace->fair_count)
        fputs("      It is fair; in the cycle\n", paper->out);
    for (unsigned i = 0; i < trace->fair_count && i < MOST; i++) {
        uint64_t instance = trace->fair[i].instance;
        const struct model_rule *rule = instance_rule(model->rules, model->rule_count, instance);
        bool strong = groups_fairness(model)->strength[rule - model->rules] == MODEL_STRONGLY_FAIR;
        fprintf(paper->out, "        %sfair rule \"%s\"", strong ? "strongly " : "", rule->name);
        paper_parameters(paper, rule->parameters, rule->parameter_count, instance - rule->first_instance);
        put_treated(paper, &trace->fair[i]);
    }
    if (trace->fair_count > MOST)
        fprintf(paper->out, "        and so are %u more (--json has all)\n", trace->fair_count - MOST);
}

void paper_never_enabled(const struct paper *paper)
{
    const struct model *model = paper->report->model;
    const struct search_result *result = paper->report->result;
    for (uint64_t i = 0; i < result->never_enabled_count && i < MOST; i++) {
        const struct model_rule *rule = instance_rule(model->rules, model->rule_count, result->never_enabled[i]);
        paper_paint(paper, YELLOW, "Fair, and never enabled: ");
        fprintf(paper->out, "rule \"%s\"", rule->name);
        paper_parameters(paper, rule->parameters, rule->parameter_count, result->never_enabled[i] - rule->first_instance);
        fputc('\n', paper->out);
    }
    if (result->never_enabled_count > MOST)
        fprintf(paper->out, "  and %s more (--json has all)\n", figure_count(result->never_enabled_count - MOST).text);
}

/* Returns how many instances are as fair as that. */
static uint64_t put_strength(const struct paper *paper, unsigned char strength, const char *words)
{
    const struct model *model = paper->report->model;
    const unsigned char *by_rule = groups_fairness(model)->strength;
    uint64_t count = 0;
    for (uint32_t r = 0; by_rule && r < model->rule_count; r++) {
        if (by_rule[r] != strength)
            continue;
        if (!count)
            fprintf(paper->out, "  %s:", words);
        fprintf(paper->out, "%s \"%s\"", count ? "," : "", model->rules[r].name);
        count += model->rules[r].instances;
    }
    if (count)
        fprintf(paper->out, "; %s instance%s\n", figure_count(count).text, count == 1 ? "" : "s, each by itself");
    return count;
}

void paper_fairness(const struct paper *paper)
{
    if (!paper->report->result->fairness_known)
        return;
    uint64_t weak = put_strength(paper, MODEL_WEAKLY_FAIR, "weakly fair");
    if (put_strength(paper, MODEL_STRONGLY_FAIR, "strongly fair") + weak == 0)
        fputs("  no rule is fair\n", paper->out);
}
