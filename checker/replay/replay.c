/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * replay.c - run a trace again by the interpreter, and compare every state.
 *
 * A trace comes from the search, and so from generated code.  Before it is shown,
 * the interpreter fires the same rule instances; each of its states must equal
 * the search's, and the last step or state must fail in the same way.  Anything
 * else is a fault of ours (exit code 4).
 */
#include "replay.h"

#include <stdlib.h>
#include <string.h>

#include "../base/die.h"
#include "../base/memory.h"
#include "../model/expansion.h"
#include "../interp/interp.h"
#include "../model/groups.h"
#include "../model/instance.h"
#include "../model/value.h"
#include "lasso_check.h"
#include "replay_private.h"

/* Of an interpreter or a model at work. */
static bool ask_stopped(void *data)
{
    struct replay *r = data;
    r->has_stopped |= r->stopped && r->stopped(r->stop_data);
    return r->has_stopped;
}

static int must_stop(void *data)
{
    return ask_stopped(data);
}

/* ---- the program's properties and the model's ---- */

static enum model_property_kind kind_of(enum property_kind kind)
{
    static const enum model_property_kind kinds[] = {
        [PROPERTY_INVARIANT] = MODEL_INVARIANT, [PROPERTY_ASSERT] = MODEL_ASSERT, [PROPERTY_ERROR] = MODEL_ERROR,
        [PROPERTY_ASSUME] = MODEL_ASSUME, [PROPERTY_COVER] = MODEL_COVER, [PROPERTY_LIVENESS] = MODEL_LIVENESS, [PROPERTY_LTL] = MODEL_LTL};
    return kinds[kind];
}

static bool same_place(struct place place, const struct model_place *other)
{
    return place_line(place) == other->line && place_column(place) == other->column
        && (!place.source || !strcmp(place.source->path, other->file));
}

static uint32_t find_property(const struct model *model, enum model_property_kind kind, struct place place)
{
    for (uint32_t i = 0; i < model->property_count; i++)
        if (model->properties[i].kind == kind && same_place(place, &model->properties[i].place))
            return i;
    return MODEL_NO_PROPERTY;
}

static bool is_left_out(const struct model *model, const struct search_options *options, enum model_property_kind kind, struct place place)
{
    const unsigned char *enabled = options->enabled;
    uint32_t property = enabled ? find_property(model, kind, place) : MODEL_NO_PROPERTY;
    return property != MODEL_NO_PROPERTY && !enabled[property];
}

static bool is_skipped(const struct replay *r, enum model_property_kind kind, struct place place)
{
    return is_left_out(r->model, r->options, kind, place);
}

unsigned char *replay_skipped(const struct program *program, const struct model *model, const struct search_options *options)
{
    unsigned char *skipped = memory_zeroed(program->all_property_count, 1);
    for (unsigned i = 0; i < program->all_property_count; i++) {
        const struct property *property = program->all_properties[i];
        skipped[property->id] = is_left_out(model, options, kind_of(property->kind), property->place);
    }
    return skipped;
}

/* ---- what differs ---- */

static void name_step(struct text *text, const struct model *model, unsigned number, uint64_t instance)
{
    const struct model_rule *rule = number ? instance_rule(model->rules, model->rule_count, instance)
                                           : instance_rule(model->start_states, model->start_state_count, instance);
    text_format(text, "step %u (%s \"%s\"", number, number ? "rule" : "start state", rule->name);
    if (rule->parameter_count)
        text_char(text, ' ');
    value_parameters(text, rule->parameters, rule->parameter_count, instance - rule->first_instance);
    text_char(text, ')');
}

static bool differ(struct replay *r, unsigned number, const char *format, ...) __attribute__((format(printf, 3, 4)));
static bool differ(struct replay *r, unsigned number, const char *format, ...)
{
    va_list arguments;
    text_put(r->difference, "the search and the replay differ at ");
    name_step(r->difference, r->model, number, r->violation->trace.steps[number].instance);
    text_put(r->difference, ": ");
    va_start(arguments, format);
    text_vformat(r->difference, format, arguments);
    va_end(arguments);
    return false;
}

static bool compare_states(struct replay *r, unsigned number, const int64_t *ours)
{
    const struct model *model = r->model;
    const int64_t *theirs = r->violation->trace.steps[number].leaves;
    for (uint32_t leaf = 0; leaf < model->leaf_count; leaf++) {
        if (ours[leaf] == theirs[leaf])
            continue;
        struct text path = {0}, a = {0}, b = {0};
        const struct model_type *type = value_path(&path, model, leaf, NULL).type;
        value_scalar(&a, type, theirs[leaf]);
        value_scalar(&b, type, ours[leaf]);
        differ(r, number, "%s is %s in the search, %s in the replay", path.bytes, a.bytes, b.bytes);
        text_free(&path);
        text_free(&a);
        text_free(&b);
        return false;
    }
    return true;
}

static bool differ_fault(struct replay *r, unsigned number)
{
    const struct interp_fault *fault = interp_fault(r->interp);
    struct text where = {0};
    place_put(&where, fault->place);
    differ(r, number, "the replay meets a violation of kind %s at %s (%s)", result_kind_name(fault->kind), where.bytes, fault->message);
    text_free(&where);
    return false;
}

/* ---- the interpreter ---- */

static const struct model_property *expected(const struct replay *r)
{
    return r->violation->property == MODEL_NO_PROPERTY ? NULL : &r->model->properties[r->violation->property];
}

bool replay_is_expected(const struct replay *r)
{
    const struct interp_fault *fault = interp_fault(r->interp);
    const struct model_property *property = expected(r);
    return property && property->kind == fault->kind && same_place(fault->place, &property->place);
}

/* Whether a global property of the program is the one that is violated. */
static bool is_expected_property(const struct replay *r, const struct flat_rule *rule)
{
    const struct model_property *property = expected(r);
    const struct property *own = rule->rule->property;
    return property && kind_of(own->kind) == property->kind && same_place(own->place, &property->place);
}

/* The first instance of a property that does not hold of a state; a property
 * that cannot be evaluated does not hold. */
static bool holds_throughout(struct replay *r, const struct flat_rule *rule, const int64_t *leaves)
{
    for (uint64_t i = 0; i < rule->instances && !r->has_stopped; i++) {
        bool holds = false;
        enum interp_status status = interp_property(r->interp, rule, i, leaves, &holds);
        if (status == INTERP_OK && !holds)
            return false;
        if (status == INTERP_VIOLATED && !is_skipped(r, interp_fault(r->interp)->kind, interp_fault(r->interp)->place))
            return false;
    }
    return true;
}

static bool all_hold(struct replay *r, enum property_kind kind, const int64_t *leaves)
{
    const struct program *program = r->program;
    for (unsigned i = 0; i < program->property_count; i++) {
        const struct property *property = program->properties[i].rule->property;
        if (property->kind == kind && !r->skipped[property->id] && !holds_throughout(r, &program->properties[i], leaves))
            return false;
    }
    return true;
}

/* Whether evaluating an assumption on the state is the violation: the firing
 * that leads to the state is then the one that fails. */
static bool assumption_fails(struct replay *r)
{
    const struct program *program = r->program;
    for (unsigned i = 0; i < program->property_count; i++)
        for (uint64_t j = 0; program->properties[i].rule->property->kind == PROPERTY_ASSUME && j < program->properties[i].instances && !r->has_stopped; j++) {
            bool holds;
            if (interp_property(r->interp, &program->properties[i], j, r->leaves, &holds) == INTERP_VIOLATED && replay_is_expected(r))
                return true;
        }
    return false;
}

enum interp_status replay_step(struct replay *r, unsigned number)
{
    uint64_t instance = r->violation->trace.steps[number].instance;
    return number ? interp_fire(r->interp, instance, r->leaves, r->leaves) : interp_start(r->interp, instance, r->leaves);
}

bool replay_follow(struct replay *r, unsigned first)
{
    const struct trace *trace = &r->violation->trace;
    for (unsigned i = first; i < trace->count; i++) {
        bool last = i + 1 == trace->count;
        enum interp_status status = replay_step(r, i);
        r->met = r->cover && interp_met(r->interp, r->cover);
        if (last && r->violation->in_firing) {
            if (status == INTERP_VIOLATED)
                return replay_is_expected(r) || differ_fault(r, i);
            if (status == INTERP_OK && assumption_fails(r))
                return true;
            return differ(r, i, "the firing fails in the search, %s in the replay",
                          status == INTERP_OK ? "and succeeds" : "and is not enabled");
        }
        if (status == INTERP_VIOLATED)
            return differ_fault(r, i);
        if (status == INTERP_DISABLED)
            return differ(r, i, "the rule is not enabled in the replay");
        if (r->tries)
            memcpy(trace->steps[i].leaves, r->leaves, r->model->leaf_count * sizeof *r->leaves);
        else if (!compare_states(r, i, r->leaves))
            return false;
        if (!all_hold(r, PROPERTY_ASSUME, r->leaves))
            return differ(r, i, "an assumption does not hold of the state in the replay");
        if (!last && !all_hold(r, PROPERTY_INVARIANT, r->leaves))
            return differ(r, i, "an invariant does not hold of the state in the replay");
    }
    return true;
}

static unsigned last_step(const struct replay *r)
{
    return r->violation->trace.count - 1;
}

/* Check that in the last state an invariant or liveness property is false, or a cover true. */
static bool check_global(struct replay *r, const struct flat_rule *rule, bool wanted)
{
    bool holds = !wanted;
    enum interp_status status = interp_property(r->interp, rule, r->violation->property_instance, r->leaves, &holds);
    if (status == INTERP_VIOLATED)
        return differ_fault(r, last_step(r));
    if (holds == wanted)
        return true;
    return differ(r, last_step(r), "property \"%s\" is %s of the state in the replay", expected(r)->name,
                  holds ? "true" : "false");
}

/* Check that evaluating a guard or a property of the last state fails, or meets the cover. */
static bool check_inside(struct replay *r)
{
    const struct program *program = r->program;
    const struct property *cover = r->cover;
    bool holds;
    for (uint64_t i = 0; i < r->model->rule_instances && !r->has_stopped; i++) {
        enum interp_status status = interp_fire(r->interp, i, r->leaves, r->target);
        if (cover ? interp_met(r->interp, cover)
                  : status == INTERP_VIOLATED && interp_fault(r->interp)->in_guard && replay_is_expected(r))
            return true;
    }
    for (unsigned i = 0; i < program->property_count; i++)
        for (uint64_t j = 0; j < program->properties[i].instances && !r->has_stopped; j++) {
            enum interp_status status = interp_property(r->interp, &program->properties[i], j, r->leaves, &holds);
            if (cover ? interp_met(r->interp, cover) : status == INTERP_VIOLATED && replay_is_expected(r))
                return true;
        }
    return differ(r, last_step(r), "no guard or property of the state does in the replay what \"%s\" is about",
                  expected(r)->name);
}

/* Check that the last state is a deadlock: no rule is enabled, or none leads to another state. */
static bool check_deadlock(struct replay *r)
{
    const struct model *model = r->model;
    bool stuck = r->options->deadlock == DEADLOCK_STUCK;
    for (uint64_t i = 0; i < model->rule_instances && !r->has_stopped; i++) {
        enum interp_status status = interp_fire(r->interp, i, r->leaves, r->target);
        if (status == INTERP_DISABLED)
            continue;
        if (status == INTERP_VIOLATED && is_skipped(r, interp_fault(r->interp)->kind, interp_fault(r->interp)->place))
            continue;
        if (status == INTERP_OK && !stuck && interp_same(r->interp, r->leaves, r->target))
            continue;
        text_put(r->difference, "the last state is a deadlock in the search, but the replay can fire ");
        name_step(r->difference, model, r->violation->trace.count, i);
        return false;
    }
    return true;
}

static const struct property *local_cover(const struct replay *r)
{
    const struct program *program = r->program;
    if (!expected(r) || expected(r)->kind != MODEL_COVER || !expected(r)->local)
        return NULL;
    for (unsigned i = 0; i < program->all_property_count; i++) {
        const struct property *property = program->all_properties[i];
        if (property->kind == PROPERTY_COVER && property->local && same_place(property->place, &expected(r)->place))
            return property;
    }
    die("a cover of the model is not in its program");
}

/* ---- a trace that goes round ---- */

static bool leads(void *data, const int64_t *leaves, uint64_t instance)
{
    struct replay *r = data;
    return interp_fire(r->interp, instance, leaves, r->target) == INTERP_OK && all_hold(r, PROPERTY_ASSUME, r->target);
}

static bool conditions(void *data, const struct model_formula *formula, const int64_t *leaves, uint64_t *values)
{
    struct replay *r = data;
    const struct program *program = r->program;
    for (unsigned i = 0; i < program->property_count; i++) {
        const struct formula *own = program->properties[i].rule->property->formula;
        for (unsigned a = 0; own && is_expected_property(r, &program->properties[i]) && a < formula->atom_count; a++) {
            bool holds = false;
            if (own->atoms[a]->condition && interp_atom(r->interp, &program->properties[i], own->atoms[a],
                                                        r->violation->property_instance, leaves, &holds) != INTERP_OK)
                return false;
            *values |= (uint64_t)holds << a;
        }
    }
    return true;
}

static bool check_lasso(struct replay *r)
{
    const struct lasso_asker asker = {.data = r, .leads = leads, .conditions = conditions, .stopped = ask_stopped};
    return lasso_check(r->model, r->violation, &asker, r->difference);
}

bool replay_end(struct replay *r)
{
    const struct program *program = r->program;
    const struct model_property *property = expected(r);
    if (property && property->kind == MODEL_LTL)
        return check_lasso(r);
    if (r->violation->in_firing)
        return true;
    if (!property)
        return check_deadlock(r);
    if (r->cover)
        return r->met || check_inside(r);
    for (unsigned i = 0; i < program->property_count; i++)
        if (is_expected_property(r, &program->properties[i]))
            return check_global(r, &program->properties[i], property->kind == MODEL_COVER);
    return check_inside(r);
}

void replay_open(struct replay *r, bool as_cmurphi)
{
    const struct search_options *options = r->options;
    r->skipped = replay_skipped(r->program, r->model, options);
    struct interp_options interp = {
        .bindings = options->bindings, .loop_limit = options->loop_limit,
        .recursion_limit = options->recursion_limit, .skipped = r->skipped, .as_cmurphi = as_cmurphi,
        .stopped = ask_stopped, .stop_data = r};
    r->interp = interp_new(r->program, &interp);
    r->leaves = memory_zeroed(r->model->leaf_count, sizeof *r->leaves);
    r->target = memory_zeroed(r->model->leaf_count, sizeof *r->target);
    r->cover = local_cover(r);
}

void replay_close(struct replay *r)
{
    interp_free(r->interp);
    free(r->skipped);
    free(r->leaves);
    free(r->target);
}

static bool replay_program(struct replay *r)
{
    replay_open(r, false);
    bool same = replay_follow(r, 0) && replay_end(r);
    replay_close(r);
    return same;
}

/* ---- the other dialect ---- */

/* Whether the last firing, or what is evaluated in the last state, fails as in
 * the trace; the states before are the trace's own. */
static bool end_fails(struct replay *r)
{
    const struct trace *trace = &r->violation->trace;
    unsigned last = last_step(r), before = r->violation->in_firing ? last - 1 : last;
    if (r->violation->in_firing && !last)
        return replay_step(r, 0) == INTERP_VIOLATED || assumption_fails(r);
    memcpy(r->leaves, trace->steps[before].leaves, r->model->leaf_count * sizeof *r->leaves);
    if (!r->violation->in_firing)
        return replay_end(r);
    enum interp_status status = replay_step(r, last);
    return status == INTERP_VIOLATED || (status == INTERP_OK && assumption_fails(r));
}

bool replay_is_dialect(const struct program *program, const struct model *model, const struct search_options *options,
                       const struct violation *violation)
{
    struct text difference = {0};
    struct replay r = {
        .program = program, .model = model, .options = options, .violation = violation, .difference = &difference};
    const bool cover = violation->kind == MODEL_COVER || violation->kind == MODEL_LIVENESS || violation->kind == MODEL_LTL;
    if (!program || program->dialect != DIALECT_RUMUR || !violation->trace.count || violation->kind == MODEL_DEADLOCK || cover)
        return false;
    replay_open(&r, true);
    bool fails = end_fails(&r);
    replay_close(&r);
    text_free(&difference);
    return !fails;
}

/* ---- a model built by hand ---- */

struct firing {
    struct replay *replay;
    struct expansion x;
    uint64_t *source, *target;
    bool emitted, violated, covered;
};

static void on_emit(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct firing *firing = x->engine;
    (void)instance, (void)moved;
    firing->emitted = true;
    memcpy(firing->target, target, firing->replay->model->packed_words * sizeof *target);
}

static void on_violate(struct expansion *x, uint32_t property, uint64_t instance, enum model_where where, uint64_t rule)
{
    struct firing *firing = x->engine;
    const struct violation *violation = firing->replay->violation;
    (void)where, (void)rule;
    firing->violated |= property == violation->property && instance == violation->property_instance;
}

static void on_cover(struct expansion *x, uint32_t property, uint64_t instance, enum model_where where, uint64_t rule)
{
    struct firing *firing = x->engine;
    (void)instance, (void)where, (void)rule;
    firing->covered |= property == firing->replay->violation->property;
}

static void all_enabled(unsigned char *enabled, const struct replay *r)
{
    for (uint32_t i = 0; i < r->model->property_count; i++)
        enabled[i] = !r->options->enabled || r->options->enabled[i];
}

static bool follow_object(struct firing *f)
{
    struct replay *r = f->replay;
    const struct model *model = r->model;
    const struct trace *trace = &r->violation->trace;
    for (unsigned i = 0; i < trace->count; i++) {
        bool fails = i + 1 == trace->count && r->violation->in_firing;
        f->emitted = f->violated = f->covered = false;
        (i ? model->fire : model->start)(&f->x, trace->steps[i].instance);
        if (fails)
            return f->violated || differ(r, i, "the firing does not fail in the replay");
        if (!f->emitted)
            return differ(r, i, "the rule leads nowhere in the replay");
        model->decode(model, f->target, r->leaves);
        if (!compare_states(r, i, r->leaves))
            return false;
        memcpy(f->source, f->target, model->packed_words * sizeof *f->source);
    }
    return true;
}

static bool object_leads(void *data, const int64_t *leaves, uint64_t instance)
{
    struct firing *f = data;
    f->replay->model->encode(leaves, f->source);
    f->emitted = false;
    f->replay->model->fire(&f->x, instance);
    return f->emitted;
}

static bool object_conditions(void *data, const struct model_formula *formula, const int64_t *leaves, uint64_t *values)
{
    struct firing *f = data;
    const struct model *model = f->replay->model;
    uint32_t number = (uint32_t)(formula - groups_fairness(model)->formulas);
    model->encode(leaves, f->source);
    return groups_fairness(model)->atoms(&f->x, number, f->replay->violation->property_instance, values);
}

static bool object_stopped(void *data)
{
    return ask_stopped(((struct firing *)data)->replay);
}

static bool check_object_lasso(struct firing *f)
{
    const struct lasso_asker asker = {
        .data = f, .leads = object_leads, .conditions = object_conditions, .stopped = object_stopped};
    return lasso_check(f->replay->model, f->replay->violation, &asker, f->replay->difference);
}

static bool check_object_end(struct firing *f)
{
    struct replay *r = f->replay;
    const struct model *model = r->model;
    const struct model_property *property = expected(r);
    bool right;
    if (r->violation->in_firing || (property && property->kind == MODEL_COVER && f->covered))
        return true;
    f->x.fired = f->x.progressed = 0;
    if (property && property->kind == MODEL_LTL)
        return check_object_lasso(f);
    if (property && property->kind == MODEL_LIVENESS) {
        right = model->holds(&f->x, r->violation->property, r->violation->property_instance) == 0;
    } else {
        model->check(&f->x);
        model->expand(&f->x);
        if (property)
            right = property->kind == MODEL_COVER ? f->covered : f->violated;
        else
            right = r->options->deadlock == DEADLOCK_STUCK ? f->x.fired == 0 : f->x.progressed == 0;
    }
    return right || differ(r, last_step(r), "the state is in no such violation in the replay");
}

static bool replay_object(struct replay *r)
{
    const struct model *model = r->model;
    unsigned char *enabled = memory_zeroed(model->property_count, 1), *watch = memory_zeroed(model->property_count, 1);
    struct firing f = {.replay = r};
    f.source = memory_zeroed(model->packed_words, sizeof *f.source);
    f.target = memory_zeroed(model->packed_words, sizeof *f.target);
    r->leaves = memory_zeroed(model->leaf_count, sizeof *r->leaves);
    all_enabled(enabled, r);
    memset(watch, 1, model->property_count);
    expansion_open(&f.x, model, result_settings(r->options));
    f.x.source = f.source;
    f.x.enabled = enabled;
    f.x.emit = on_emit;
    f.x.violate = on_violate;
    f.x.cover = on_cover;
    f.x.watch_cover = watch;
    f.x.engine = &f;
    f.x.stopped = must_stop;
    f.x.stop_data = r;
    bool same = follow_object(&f) && check_object_end(&f);
    expansion_close(&f.x);
    free(f.source);
    free(f.target);
    free(r->leaves);
    free(enabled);
    free(watch);
    return same;
}

enum replay_outcome replay_run(const struct program *program, const struct model *model,
                               const struct search_options *options, const struct violation *violation,
                               struct text *error, bool (*stopped)(void *), void *stop_data)
{
    struct replay r = {
        .program = program, .model = model, .options = options, .violation = violation, .difference = error,
        .stopped = stopped, .stop_data = stop_data};
    if (!violation->trace.count)
        return REPLAY_SAME;
    bool same = program ? replay_program(&r) : replay_object(&r);
    return r.has_stopped ? REPLAY_STOPPED : same ? REPLAY_SAME : REPLAY_DIFFERS;
}

bool replay_verify(const struct program *program, const struct model *model, const struct search_options *options,
                   const struct violation *violation, struct text *error)
{
    return replay_run(program, model, options, violation, error, NULL, NULL) == REPLAY_SAME;
}
