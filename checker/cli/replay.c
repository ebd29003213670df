/* SPDX-License-Identifier: BSD-2-Clause */
/* replay.c - murrelet replay: run a trace from a file again.
 *
 * A step is found by its rule's name and parameters, so that a trace outlives
 * changes of the model that leave its rules in place. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../base/memory.h"
#include "../base/printable.h"
#include "../base/stop.h"
#include "../model/expansion.h"
#include "../interp/interp.h"
#include "../model/groups.h"
#include "../report/content.h"
#include "../model/instance.h"
#include "../replay/replay.h"
#include "../report/json_parts.h"
#include "../report/report.h"
#include "../model/value.h"
#include "commands.h"
#include "compose.h"
#include "litmus_again.h"
#include "load.h"

struct replay_arguments {
    struct language_arguments language;
    struct compile_arguments compile;
    const char *model;
    bool all;
    int trace;
};
#define AT(field) .offset = offsetof(struct replay_arguments, field)

static const char *const trace_modes[] = {"diff", "full", "none", NULL};

static const struct option_spec replay_table[] = {
    {.name = "model", .kind = OPTION_TEXT, AT(model), .argument = "MODEL.m",
     .help = "Replay in this model. Default: the one that the trace names."},
    {.name = "all", .kind = OPTION_FLAG, AT(all),
     .help = "Show what is a ghost, or the driver's own, too (lines '-- show:' of the model say what is)."},
    {.name = "trace", .kind = OPTION_CHOICE, AT(trace), .choices = trace_modes,
     .help = "Print the steps by what each one changes (default), with the full state after each, or not at all."},
    {0},
};

static const struct option_group replay_groups[] = {
    {NULL, replay_table, 0},
    {"Language", load_language_options, offsetof(struct replay_arguments, language)},
    {"Compilation", load_compile_options, offsetof(struct replay_arguments, compile)},
    {0},
};

struct replaying {
    struct replay_arguments arguments;
    const char *path;                  /* of the trace */
    struct arena *arena;
    json_t *file, *object;             /* as read; the trace within it */
    json_t *steps, *target;            /* target: the violation or witness */
    bool is_witness;
    bool constants_given;              /* on the command line */
    bool edited;                       /* the trace is not as it was written */
    bool unchanged;                    /* the model and its constants are those that the trace was made with */
    struct loaded loaded;
    struct litmus_again again;         /* of a run of a litmus test */
    const struct value_names *names;   /* or NULL */
    const struct model *model;
    json_t *leaves;                    /* path of a leaf -> its number */
    struct search_options options;
    unsigned char *enabled;
    struct trace trace;
    struct violation violation;
};

/* ---- the file ---- */

static bool refuse(const struct replaying *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(const struct replaying *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    complain("murrelet: %s: ", r->path);
    printable_vformat(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return false;
}

static bool is_step(const json_t *step)
{
    const json_t *parameters = json_object_get(step, "parameters"), *changes = json_object_get(step, "changes");
    return json_is_string(json_object_get(step, "rule")) && (!parameters || json_is_object(parameters))
        && (!changes || json_is_object(changes));
}

/* A trace alone, or the report that holds one. */
static bool read_trace(struct replaying *r)
{
    json_error_t error;
    errno = 0;
    r->file = !strcmp(r->path, "-") ? json_loadf(stdin, 0, &error) : json_load_file(r->path, 0, &error);
    if (!r->file)
        memory_check_errno();
    if (!r->file)
        return error.line > 0 ? refuse(r, "line %d: %s", error.line, error.text) : refuse(r, "%s", error.text);
    json_t *inner = json_object_get(r->file, "trace");
    r->object = json_object_get(r->file, "steps") || !inner ? r->file : inner;
    r->steps = json_object_get(r->object, "steps");
    if (!json_is_array(r->steps) || !json_array_size(r->steps))
        return refuse(r, "this is no trace: it has no 'steps'");
    for (size_t i = 0; i < json_array_size(r->steps); i++)
        if (!is_step(json_array_get(r->steps, i)))
            return refuse(r, "step %zu is not {rule, parameters, changes}", i);
    r->target = json_object_get(r->object, "violation");
    r->is_witness = !r->target && json_object_get(r->object, "witness");
    if (r->is_witness)
        r->target = json_object_get(r->object, "witness");
    if (r->target && !json_is_string(json_object_get(r->target, "kind")))
        return refuse(r, "its violation has no 'kind'");
    if (!r->target && json_object_get(r->object, "content_hash") && !json_is_true(json_object_get(r->object, "run")))
        return refuse(r, "a trace that check wrote names a violation or a witness, and this one does not");
    return true;
}

/* The constants that the trace was made with, as --const takes them; those of
 * the command line come after, and win. */
static bool take_constants(struct replaying *r)
{
    json_t *constants = json_object_get(r->object, "constants"), *value;
    const char *name;
    if (constants && !json_is_object(constants))
        return refuse(r, "its 'constants' are no object");
    struct option_list *list = &r->arguments.language.constants;
    r->constants_given = list->count > 0;
    if (list->count || !constants || !json_object_size(constants))
        return true;
    list->items = calloc(json_object_size(constants), sizeof *list->items);
    if (!list->items)
        die_memory(json_object_size(constants) * sizeof *list->items);
    json_object_foreach(constants, name, value)
    {
        struct text item = {0};
        if (!json_is_string(value) && !json_is_integer(value))
            return refuse(r, "constant '%s' has no value", name);
        text_format(&item, "%s=", name);
        if (json_is_string(value))
            text_put(&item, json_string_value(value));
        else
            text_format(&item, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        list->items[list->count++] = arena_text(r->arena, item.bytes, item.length);
        text_free(&item);
    }
    return true;
}

/* What check's options added to the model. */
static bool take_texts(struct replaying *r, const char *key, struct option_list *list)
{
    json_t *texts = json_object_get(r->object, key);
    if (texts && !json_is_array(texts))
        return refuse(r, "its '%s' is no list", key);
    list->items = arena_alloc(r->arena, (json_array_size(texts) + 1) * sizeof *list->items);
    for (size_t i = 0; i < json_array_size(texts); i++) {
        list->items[list->count] = json_string_value(json_array_get(texts, i));
        if (!list->items[list->count++])
            return refuse(r, "its '%s' names what is no text", key);
    }
    return true;
}

static bool take_progress(struct replaying *r)
{
    struct language_arguments *language = &r->arguments.language;
    return take_texts(r, "ltl", &language->formulas) && take_texts(r, "fair", &language->fair) &&
           take_texts(r, "strong_fair", &language->strong);
}

/* Where the run goes round; false: it says so, and not where. */
static bool take_loop(struct replaying *r)
{
    json_t *loop = json_object_get(r->target, "loop");
    r->trace.is_lasso = loop != NULL;
    r->trace.loop = (unsigned)json_integer_value(loop);
    return !loop || (json_is_integer(loop) && json_integer_value(loop) >= 0 &&
                     (size_t)json_integer_value(loop) < json_array_size(r->steps)) ||
           refuse(r, "its 'loop' is none of its steps");
}

static bool take_dialect(struct replaying *r)
{
    json_t *dialect = json_object_get(r->object, "dialect");
    if (!dialect)
        return true;
    if (!json_is_string(dialect))
        return refuse(r, "its 'dialect' is no text");
    if (!strcmp(json_string_value(dialect), "cmurphi"))
        r->arguments.language.dialect = DIALECT_CMURPHI;
    else if (strcmp(json_string_value(dialect), "rumur"))
        return refuse(r, "there is no dialect '%s'", json_string_value(dialect));
    return true;
}

/* Limits that the run did not set are the usual ones. */
static uint64_t limit(const struct replaying *r, const char *name, uint64_t usual)
{
    json_int_t given = json_integer_value(json_object_get(r->object, name));
    return given > 0 ? (uint64_t)given : usual;
}

static bool take_options(struct replaying *r)
{
    static const char *const names[] = {"stuttering", "stuck", "off"};
    json_t *deadlock = json_object_get(r->object, "deadlock");
    search_options_default(&r->options);
    r->options.loop_limit = limit(r, "loop_limit", INTERP_LOOP_LIMIT);
    r->options.recursion_limit = (uint32_t)limit(r, "recursion_limit", INTERP_RECURSION_LIMIT);
    for (int i = 0; i < 3; i++)
        if (json_is_string(deadlock) && !strcmp(json_string_value(deadlock), names[i])) {
            r->options.deadlock = (enum deadlock_mode)i;
            return true;
        }
    return !deadlock || refuse(r, "its 'deadlock' is none of stuttering, stuck, off");
}

/* ---- the model ---- */

static void compare_content(struct replaying *r, const char *path)
{
    json_t *hash = json_object_get(r->object, "content_hash");
    struct content_hash own = r->loaded.program ? content_of_program(r->loaded.program) : content_of_file(path);
    if (!json_is_string(hash))
        return;
    if (strcmp(json_string_value(hash), own.text))
        complain("murrelet: note: %s is not as it was when the trace was made\n", path);
    else
        r->unchanged = !r->constants_given;
}

/* One that was written by hand has no hash. */
static void compare_trace(struct replaying *r)
{
    json_t *hash = json_object_get(r->object, "trace_hash");
    struct content_hash own = content_of_trace(r->object);
    r->edited = hash && (!json_is_string(hash) || strcmp(json_string_value(hash), own.text) != 0);
}

/* What the trace says of a machine under a driver; *compose is then filled.  False: it is not as check wrote it. */
static bool take_composition(struct replaying *r, struct compose_arguments *compose)
{
    json_t *composition = json_object_get(r->object, "composition"), *names = json_object_get(composition, "invariants");
    size_t count = json_array_size(names);
    if (!composition || r->arguments.model)
        return true;
    compose->machine = json_string_value(json_object_get(composition, "machine"));
    compose->driver = json_string_value(json_object_get(composition, "driver"));
    compose->invariants.items = arena_alloc(r->arena, (count + 1) * sizeof *compose->invariants.items);
    compose->invariants.items[0] = "none";
    compose->invariants.count = count ? (unsigned)count : 1;
    for (size_t i = 0; i < count; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        if (!name)
            return refuse(r, "its 'composition' names an invariant that is no text");
        compose->invariants.items[i] = name;
    }
    return (compose->machine && compose->driver) || refuse(r, "its 'composition' is not {machine, driver, invariants}");
}

static int load_test(struct replaying *r)
{
    int code = litmus_again_open(&r->again, json_object_get(r->object, "test"), &r->arguments.compile);
    if (code)
        return code;
    struct litmus_result *result = r->again.result;
    r->loaded = (struct loaded){.path = r->again.title, .program = result->model->program, .dialect = DIALECT_RUMUR};
    r->names = &r->again.names;
    r->model = result->model->model;
    r->options = result->search_options;
    compare_content(r, r->loaded.path);
    return 0;
}

static int load_model(struct replaying *r)
{
    if (json_object_get(r->object, "test") && !r->arguments.model)
        return load_test(r);
    json_t *named = json_object_get(r->object, "model");
    const char *path = r->arguments.model ? r->arguments.model : json_string_value(named);
    struct compose_arguments compose = {0};
    if (!take_composition(r, &compose))
        return EXIT_BAD_INPUT;
    if (!path)
        return refuse(r, "it names no model; give one with --model"), EXIT_BAD_INPUT;
    int code = 0;
    r->arguments.language.warn = WARN_NONE;
    if (!compose.machine && load_is_object(path))
        r->loaded = (struct loaded){.path = path, .arena = arena_new()};
    else
        code = compose_load(&r->loaded, &r->arguments.language, &compose, path, true);
    if (!code) {
        compare_content(r, path);
        code = load_compile(&r->loaded, &r->arguments.compile);
    }
    if (code)
        return code;
    r->model = compiled_model(r->loaded.compiled);
    if (!groups_binding(r->model)->external_count)
        return 0;
    complain("murrelet: nothing supplies the external routine '%s'\n", groups_binding(r->model)->externals[0].name);
    return EXIT_BAD_INPUT;
}

/* ---- a JSON value against one of the model's ---- */

static bool same_value(const json_t *json, const struct model_type *type, int64_t value)
{
    if (json_is_integer(json))
        return (!type || type->kind == MODEL_TYPE_RANGE) && json_integer_value(json) == value;
    if (!type || json_is_null(json))
        return json_is_null(json) ? value == MODEL_UNDEFINED : json_is_boolean(json) && json_is_true(json) == (value == 1);
    if (value == MODEL_UNDEFINED)
        return false;
    struct text text = {0};
    value_scalar(&text, type, value);
    const char *word = json_is_boolean(json) ? (json_is_true(json) ? "true" : "false") : json_string_value(json);
    bool same = word && !strcmp(word, text.bytes);
    text_free(&text);
    return same;
}

/* The same by the name that the value has here; `seen` goes on to what comes behind it. */
static bool same_name(const struct replaying *r, const json_t *json, const struct model_type *type, int64_t value, int64_t *seen)
{
    struct text name = {0};
    int64_t behind = *seen;
    bool named = r->names && type && value != MODEL_UNDEFINED && r->names->put(r->names->data, &name, type, value, &behind);
    bool same = named ? json_is_string(json) && !strcmp(json_string_value(json), name.bytes) : same_value(json, type, value);
    text_free(&name);
    if (same)
        *seen = behind;
    return same;
}

/* Which of its values a parameter has; its count where it has none such. */
static uint64_t find_value(const struct replaying *r, const struct model_parameter *parameter, const json_t *json, int64_t *seen)
{
    if (json_is_integer(json) && parameter->step && !r->names) {
        int64_t value = json_integer_value(json);
        for (uint64_t i = 0; i < parameter->count && i < 1u << 20; i++)
            if ((int64_t)((uint64_t)parameter->first + i * (uint64_t)parameter->step) == value)
                return i;
        return parameter->count;
    }
    for (uint64_t i = 0; i < parameter->count && (i % 65536 || !stop_asked()); i++)
        if (same_name(r, json, parameter->type, (int64_t)((uint64_t)parameter->first + i * (uint64_t)parameter->step), seen))
            return i;
    return parameter->count;
}

/* The instance by its parameters, within the rule; false where none fits. */
static bool find_number(const struct replaying *r, const struct model_parameter *parameters, uint32_t count, const json_t *values, uint64_t *number)
{
    int64_t seen = 0;
    *number = 0;
    if (json_object_size(values) != count)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t at = find_value(r, &parameters[i], json_object_get(values, parameters[i].name), &seen);
        if (at == parameters[i].count)
            return false;
        *number = *number * parameters[i].count + at;
    }
    return true;
}

/* Several rules may share a name: the one at the trace's own instance wins. */
static bool find_instance(const struct replaying *r, const struct model_rule *rules, uint32_t count, const json_t *step, uint64_t *instance)
{
    const json_t *hint = json_object_get(step, "instance");
    bool found = false;
    uint64_t number;
    for (uint32_t i = 0; i < count; i++) {
        if (!json_part_is(json_object_get(step, "rule"), rules[i].name)
            || !find_number(r, rules[i].parameters, rules[i].parameter_count, json_object_get(step, "parameters"), &number))
            continue;
        bool own = json_is_integer(hint) && (uint64_t)json_integer_value(hint) == rules[i].first_instance + number;
        if (!found || own)
            *instance = rules[i].first_instance + number;
        found = true;
    }
    return found;
}

/* ---- the run ---- */

static void map_leaves(struct replaying *r)
{
    r->leaves = json_object();
    for (uint32_t leaf = 0; leaf < r->model->leaf_count; leaf++) {
        struct text path = {0};
        value_path_by(&path, r->names, r->model, leaf, NULL);
        json_object_set_new(r->leaves, path.bytes, json_integer(leaf));
        text_free(&path);
    }
}

/* What the trace says that a step changes, against what it did. */
static bool same_changes(const struct replaying *r, size_t number, const json_t *step, const int64_t *leaves, struct text *why)
{
    const char *path;
    json_t *value;
    json_object_foreach(json_object_get(step, "changes"), path, value)
    {
        json_t *leaf = json_object_get(r->leaves, path);
        struct text scratch = {0};
        uint32_t at = leaf ? (uint32_t)json_integer_value(leaf) : 0;
        struct value_place place = {0};
        if (leaf)
            place = value_path_by(&scratch, r->names, r->model, at, NULL);
        text_free(&scratch);
        if (leaf && same_name(r, value, place.type, leaves[at], &place.seen))
            continue;
        text_format(why, "after step %zu %s is ", number, path);
        if (leaf)
            value_leaf_by(why, r->names, r->model, at, leaves[at]);
        else
            text_put(why, "no longer there");
        return false;
    }
    return true;
}

struct firing {
    const struct replaying *replaying;
    struct expansion x;
    uint64_t *source, *target;
    bool emitted, failed;
};

static void on_emit(struct expansion *x, uint64_t instance, const uint64_t *target, int moved)
{
    struct firing *firing = x->engine;
    (void)instance, (void)moved;
    firing->emitted = true;
    memcpy(firing->target, target, firing->replaying->model->packed_words * sizeof *target);
}

static void on_violate(struct expansion *x, uint32_t property, uint64_t number, enum model_where where, uint64_t instance)
{
    struct firing *firing = x->engine;
    (void)property, (void)number, (void)instance;
    firing->failed |= where == MODEL_IN_FIRING;
}

static int must_stop(void *data)
{
    (void)data;
    return stop_asked();
}

static bool wishes_to_end(void *data)
{
    (void)data;
    return stop_asked();
}

static void open_firing(struct firing *f, const struct replaying *r)
{
    const struct model *model = r->model;
    *f = (struct firing){.replaying = r};
    f->source = memory_zeroed(model->packed_words, sizeof *f->source);
    f->target = memory_zeroed(model->packed_words, sizeof *f->target);
    expansion_open(&f->x, model, result_settings(&r->options));
    f->x.source = f->source;
    f->x.enabled = r->enabled;
    f->x.emit = on_emit;
    f->x.violate = on_violate;
    f->x.engine = f;
    f->x.stopped = must_stop;
}

static void close_firing(struct firing *f)
{
    expansion_close(&f->x);
    free(f->source);
    free(f->target);
}

/* Fire one step; false, with the reason, where it does not go as it went. */
static bool take_step(struct replaying *r, struct firing *f, size_t number, struct text *why)
{
    const struct model *model = r->model;
    json_t *step = json_array_get(r->steps, number);
    const char *name = json_string_value(json_object_get(step, "rule"));
    struct trace_step *out = &r->trace.steps[number];
    bool last = number + 1 == json_array_size(r->steps);
    if (!(number ? find_instance(r, model->rules, model->rule_count, step, &out->instance)
                 : find_instance(r, model->start_states, model->start_state_count, step, &out->instance))) {
        text_format(why, "there is no %s \"%s\" with the parameters of step %zu", number ? "rule" : "start state", name, number);
        return false;
    }
    f->emitted = f->failed = false;
    (number ? model->fire : model->start)(&f->x, out->instance);
    if (stop_asked())
        return false;
    r->trace.count = (unsigned)number + 1;
    if (f->failed && last && json_is_true(json_object_get(step, "fails"))) {
        r->violation.in_firing = true;
        return true;
    }
    if (!f->emitted) {
        text_format(why, f->failed ? "step %zu, \"%s\", fails" : "step %zu, \"%s\", is not enabled", number, name);
        r->trace.count = (unsigned)number;
        return false;
    }
    memcpy(f->source, f->target, model->packed_words * sizeof *f->source);
    out->leaves = memory_zeroed(model->leaf_count, sizeof *out->leaves);
    model->decode(model, f->source, out->leaves);
    return same_changes(r, number, step, out->leaves, why);
}

static bool follow(struct replaying *r, struct text *why)
{
    size_t count = json_array_size(r->steps);
    struct firing firing;
    bool good = true;
    r->trace.steps = memory_zeroed(count, sizeof *r->trace.steps);
    open_firing(&firing, r);
    for (size_t i = 0; good && i < count; i++)
        good = take_step(r, &firing, i, why);
    close_firing(&firing);
    return good;
}

/* ---- what the trace is about ---- */

static bool is_target(const struct replaying *r, const struct model_property *property)
{
    const json_t *name = json_object_get(r->target, "name");
    return !strcmp(result_kind_name(property->kind), json_string_value(json_object_get(r->target, "kind")))
        && (!json_is_string(name) || json_part_is(name, property->name));
}

/* Implied properties of one kind share a name; the place tells them apart,
 * while it stays. */
static uint32_t find_property(const struct replaying *r)
{
    json_t *place = json_object_get(r->target, "place");
    uint32_t found = MODEL_NO_PROPERTY;
    for (uint32_t i = 0; i < r->model->property_count; i++) {
        const struct model_property *property = &r->model->properties[i];
        if (!is_target(r, property))
            continue;
        bool same = property->place.line == json_integer_value(json_object_get(place, "line"))
                 && property->place.column == json_integer_value(json_object_get(place, "column"));
        if (found == MODEL_NO_PROPERTY || same)
            found = i;
    }
    return found;
}

/* Whether the run left a property out. */
static bool is_left_out(const struct replaying *r, const char *property)
{
    size_t i;
    json_t *name;
    json_array_foreach(json_object_get(r->object, "skipped"), i, name)
        if (json_part_is(name, property))
            return true;
    return false;
}

/* What was checked on the way is checked again, and what was left out is not. */
static bool set_target(struct replaying *r)
{
    struct violation *violation = &r->violation;
    const char *kind = json_string_value(json_object_get(r->target, "kind"));
    r->enabled = memory_zeroed(r->model->property_count, 1);
    for (uint32_t i = 0; i < r->model->property_count; i++)
        r->enabled[i] = !is_left_out(r, r->model->properties[i].name);
    r->options.enabled = r->enabled;
    violation->property = MODEL_NO_PROPERTY;
    violation->kind = MODEL_DEADLOCK;
    if (!r->target || !strcmp(kind, result_kind_name(MODEL_DEADLOCK)))
        return true;
    violation->property = find_property(r);
    if (violation->property == MODEL_NO_PROPERTY)
        return false;
    const struct model_property *property = &r->model->properties[violation->property];
    violation->kind = property->kind;
    r->enabled[violation->property] = 1;
    return find_number(r, property->parameters, property->parameter_count, json_object_get(r->target, "parameters"),
                       &violation->property_instance)
        || !property->parameter_count;
}

static void print(struct replaying *r)
{
    struct search_result result = {.verdict = VERDICT_VIOLATED, .violations = &r->violation, .violation_count = 1,
                                   .witness_found = r->is_witness};
    struct report report = {
        .path = r->loaded.path, .model = r->model, .program = r->loaded.program, .options = &r->options,
        .result = &result, .dialect = r->loaded.dialect, .trace = (enum trace_mode)r->arguments.trace,
        .names = r->names, .all = r->arguments.all, .claims_nothing = !r->target, .witness = r->is_witness ? json_string_value(json_object_get(r->target, "name")) : NULL,
        .colour = load_colour(&r->arguments.language, stdout)};
    r->violation.trace = r->trace;
    r->violation.depth = r->trace.is_lasso ? r->trace.loop : r->trace.count ? r->trace.count - 1 : 0;
    if (r->target)
        report_text_violation(&report, 0, stdout);
    else if (report.trace != TRACE_NONE)
        report_text_trace(&report, 0, stdout);
}

/* The exit code: as check's, of the run that the trace tells. */
static int replay(struct replaying *r)
{
    struct text why = {0};
    bool same = set_target(r), followed = same && follow(r, &why);
    if (!same)
        text_put(&why, "the model has no such property");
    if (followed && r->target) {
        r->violation.trace = r->trace;
        r->violation.depth = r->trace.count - 1;
        same = replay_run(r->loaded.program, r->model, &r->options, &r->violation, &why, wishes_to_end, NULL) == REPLAY_SAME;
    }
    if (stop_asked()) { /* whatever came of it may be of a step that was cut short */
        printable_format(stdout, "incomplete: %s: interrupted after %u of %zu steps\n", r->loaded.path, r->trace.count,
                         json_array_size(r->steps));
        text_free(&why);
        return EXIT_INCOMPLETE;
    }
    if (followed && same)
        print(r);
    bool reproduced = followed && same;
    if (!reproduced && (r->unchanged || r->edited)) { /* so the trace must have changed */
        refuse(r, r->edited ? "it is not as it was written, and %s does not take these steps: %s"
                            : "%s is as it was when the trace was made, and does not take these steps: %s",
               r->loaded.path, why.bytes);
        text_free(&why);
        return EXIT_BAD_INPUT;
    }
    if (reproduced)
        printable_format(stdout, "%s: %s\n", r->target ? "reproduced" : "replayed", r->loaded.path);
    else
        printable_format(stdout, "not reproduced: %s: %s\n", r->loaded.path, why.bytes);
    text_free(&why);
    if (!r->target)
        return reproduced ? EXIT_HOLDS : EXIT_VIOLATED;
    return reproduced == r->is_witness ? EXIT_HOLDS : EXIT_VIOLATED;
}

static void release(struct replaying *r)
{
    for (unsigned i = 0; r->trace.steps && i < json_array_size(r->steps); i++)
        free(r->trace.steps[i].leaves);
    free(r->trace.steps);
    free(r->enabled);
    json_decref(r->leaves);
    json_decref(r->file);
    if (r->loaded.arena)
        load_free(&r->loaded);
    litmus_again_close(&r->again);
    arena_free(r->arena);
    options_release(&r->arguments.language.constants);
}

static int run_replay(int argc, char **argv)
{
    struct replaying r = {.arguments = {.language = LANGUAGE_DEFAULTS, .compile = COMPILE_DEFAULTS}};
    r.arguments.compile.optimise = 0;
    int first = options_parse(&command_replay, &r.arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (argc - first != 1)
        return options_usage(&command_replay, "one trace is wanted, %d were given", argc - first);
    r.path = argv[first];
    r.arena = arena_new();
    int code = EXIT_BAD_INPUT;
    bool read = read_trace(&r);
    if (read)
        compare_trace(&r);
    stop_on_signals(); /* until here there is nothing that a signal could cut short */
    if (read && take_constants(&r) && take_progress(&r) && take_loop(&r) && take_dialect(&r) && take_options(&r))
        code = load_model(&r);
    if (!code && r.model) {
        map_leaves(&r);
        code = replay(&r);
    }
    release(&r);
    return code;
}

static const struct option_absence replay_absent[] = {
    {"html svg mermaid text itf dot",
     "'murrelet show TRACE.json' draws what the file has"},
    {"slice fewest-switches watch stats trace-out json",
     "the run is the one in the file; what finds runs ('murrelet check', 'murrelet litmus') has "
     "this option"},
    {0},
};

const struct command command_replay = {
    .name = "replay",
    .operands = "TRACE.json",
    .summary = "run a trace from a file again",
    .description =
        "Run the trace in TRACE.json (from check's --trace-out, or a report from --json) again, step by step, and say "
        "whether the violation at its end comes out once more. The model may have changed since: a step is found by "
        "its rule's name and parameters.\n\n"
        "The exit code is 1 where the violation is reproduced, and 0 where it is not, or where the trace is a witness "
        "that is. A violation of liveness is reproduced as far as its state goes. A trace that is not reproduced though "
        "its model and constants are as they were, or that is not as it was written, is refused (exit code 2). One that is interrupted is "
        "incomplete (exit code 3).",
    .groups = replay_groups,
    .absent = replay_absent,
    .run = run_replay,
};
