/* SPDX-License-Identifier: BSD-2-Clause */
/* step.c - murrelet step: walk through a model by hand. */
#include <errno.h>
#include <signal.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/machine.h"
#include "../base/memory.h"
#include "../base/stop.h"
#include "../interp/interp.h"
#include "../model/instance.h"
#include "../replay/seek.h"
#include "../report/report.h"
#include "../model/value.h"
#include "commands.h"
#include "compose.h"
#include "line.h"
#include "load.h"
#include "select.h"
#include "write.h"

enum { LIST_MAX = 100, UNTIL_MOST = 200000 };

struct step_arguments {
    struct language_arguments language;
    struct compose_arguments compose;
    struct compile_arguments compile;
};

static const struct option_group step_groups[] = {
    {"Machine", compose_options, offsetof(struct step_arguments, compose)},
    {"Language", load_language_options, offsetof(struct step_arguments, language)},
    {"Compilation", load_compile_options, offsetof(struct step_arguments, compile)},
    {0},
};

struct moment {
    uint64_t instance;  /* of the start states for the first, else of the rules */
    int64_t *leaves;
};

struct session {
    struct step_arguments arguments;
    struct loaded loaded;
    const struct model *model;
    struct interp *interp;
    struct moment *moments; /* the run so far; the last is where we are */
    unsigned count, capacity;
    uint64_t *enabled;      /* instances, as last listed */
    size_t enabled_count;
    int64_t *target;
    struct text output;     /* of put statements */
    bool prompts;           /* somebody sits there */
    bool was_cut;           /* the last command was */
};

/* Where it was asked to stop, what was at work is not known, and nothing is
 * said of it but that (see obey_whole). */
static bool must_stop(void *data)
{
    (void)data;
    return stop_asked();
}

/* ---- the run ---- */

static const int64_t *here(const struct session *s)
{
    return s->count ? s->moments[s->count - 1].leaves : NULL;
}

static void cut(struct session *s, unsigned count)
{
    while (s->count > count)
        free(s->moments[--s->count].leaves);
}

static void append(struct session *s, uint64_t instance, const int64_t *leaves)
{
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 64;
        s->moments = realloc(s->moments, s->capacity * sizeof *s->moments);
        if (!s->moments)
            die_memory(s->capacity * sizeof *s->moments);
    }
    struct moment *moment = &s->moments[s->count++];
    moment->instance = instance;
    moment->leaves = memory_zeroed(s->model->leaf_count, sizeof *leaves);
    memcpy(moment->leaves, leaves, s->model->leaf_count * sizeof *leaves);
}

static void on_put(void *data, const char *text)
{
    struct session *s = data;
    text_put(&s->output, text);
}

/* ---- printing ---- */

/* enter p=Process_1 i=2 */
static void put_label(struct text *text, const struct model_rule *rule, uint64_t instance)
{
    text_put(text, rule->name);
    for (uint32_t i = 0; i < rule->parameter_count; i++) {
        text_format(text, " %s=", rule->parameters[i].name);
        value_parameter(text, &rule->parameters[i],
                        instance_parameter(rule->parameters, rule->parameter_count, instance - rule->first_instance, i));
    }
}

static void label_rule(const struct session *s, struct text *text, uint64_t instance)
{
    put_label(text, instance_rule(s->model->rules, s->model->rule_count, instance), instance);
}

static void label_start(const struct session *s, struct text *text, uint64_t instance)
{
    put_label(text, instance_rule(s->model->start_states, s->model->start_state_count, instance), instance);
}

static void print_leaf(const struct session *s, uint32_t leaf, const int64_t *before)
{
    const int64_t *after = here(s);
    struct text text = {0};
    struct value_place place = value_path(&text, s->model, leaf, after);
    if (place.visible && (before ? before[leaf] != after[leaf] : place.type ? after[leaf] != MODEL_UNDEFINED : after[leaf] == 1)) {
        text_put(&text, " := ");
        value_scalar(&text, place.type, after[leaf]);
        printf("    %s\n", text.bytes);
    }
    text_free(&text);
}

/* What changed since `before`; all that is defined where it is NULL. */
static void print_state(const struct session *s, const int64_t *before)
{
    for (uint32_t leaf = 0; leaf < s->model->leaf_count; leaf++)
        print_leaf(s, leaf, before);
}

static void print_output(struct session *s)
{
    for (const char *at = s->output.bytes; at && *at;) {
        size_t length = strcspn(at, "\n");
        printf("    | %.*s\n", (int)length, at);
        at += length + (at[length] == '\n');
    }
    text_free(&s->output);
}

static void print_fault(const struct session *s, const char *what)
{
    const struct interp_fault *fault = interp_fault(s->interp);
    printf("  %s: %s at %s:%u:%u: %s\n", what, result_kind_name(fault->kind),
           fault->place.source ? fault->place.source->path : "?", place_line(fault->place), place_column(fault->place),
           fault->message);
}

/* ---- properties ---- */

/* Tells of each property of this kind that the state fails; their number. */
static unsigned judge(struct session *s, enum property_kind kind, const char *word, const int64_t *leaves)
{
    unsigned failing = 0;
    for (unsigned i = 0; i < s->loaded.program->property_count; i++) {
        const struct flat_rule *rule = &s->loaded.program->properties[i];
        for (uint64_t j = 0; rule->rule->property->kind == kind && j < rule->instances; j++) {
            bool holds = false;
            enum interp_status status = interp_property(s->interp, rule, j, leaves, &holds);
            if (stop_asked())
                return failing;
            if (status == INTERP_OK && holds)
                continue;
            failing++;
            if (status == INTERP_VIOLATED)
                print_fault(s, "violated");
            else
                printf("  %s \"%s\" does not hold\n", word, rule->name);
            break;
        }
    }
    return failing;
}

static bool is_assumed(struct session *s, const int64_t *leaves)
{
    return judge(s, PROPERTY_ASSUME, "assumption", leaves) == 0 && !stop_asked();
}

/* ---- moving ---- */

static void arrive(struct session *s, const int64_t *before)
{
    print_state(s, before);
    print_output(s);
    judge(s, PROPERTY_INVARIANT, "invariant", here(s));
    s->enabled_count = 0;
}

static bool start(struct session *s, uint64_t instance)
{
    enum interp_status status = interp_start(s->interp, instance, s->target);
    struct text label = {0};
    label_start(s, &label, instance);
    printf("start state %s\n", label.bytes);
    text_free(&label);
    if (status == INTERP_VIOLATED)
        print_fault(s, "the start state fails");
    else if (status == INTERP_DISABLED)
        puts("  an assumption refuses it");
    if (status != INTERP_OK || !is_assumed(s, s->target)) {
        print_output(s);
        return false;
    }
    cut(s, 0);
    append(s, instance, s->target);
    arrive(s, NULL);
    return true;
}

static void fire(struct session *s, uint64_t instance)
{
    struct text label = {0};
    label_rule(s, &label, instance);
    printf("%u. %s\n", s->count, label.bytes);
    text_free(&label);
    enum interp_status status = interp_fire(s->interp, instance, here(s), s->target);
    if (status != INTERP_OK || !is_assumed(s, s->target)) {
        if (status == INTERP_VIOLATED)
            print_fault(s, "this firing fails");
        else if (status == INTERP_DISABLED)
            puts("  it is not enabled");
        print_output(s);
        return;
    }
    append(s, instance, s->target);
    arrive(s, s->moments[s->count - 2].leaves);
}

/* False where it was asked to stop: then none are known. */
static bool find_enabled(struct session *s)
{
    s->enabled_count = 0;
    for (uint64_t i = 0; i < s->model->rule_instances && !stop_asked(); i++)
        if (interp_fire(s->interp, i, here(s), s->target) != INTERP_DISABLED)
            s->enabled[s->enabled_count++] = i;
    text_free(&s->output);
    if (stop_asked())
        s->enabled_count = 0;
    return !stop_asked();
}

static void list(struct session *s, bool all)
{
    if (!find_enabled(s))
        return;
    for (size_t i = 0; i < s->enabled_count && (all || i < LIST_MAX); i++) {
        struct text label = {0};
        label_rule(s, &label, s->enabled[i]);
        bool same = interp_fire(s->interp, s->enabled[i], here(s), s->target) == INTERP_OK
                 && interp_same(s->interp, here(s), s->target);
        if (stop_asked()) {
            text_free(&label);
            return;
        }
        printf("%4zu  %s%s\n", i + 1, label.bytes, same ? "  (changes nothing)" : "");
        text_free(&label);
    }
    text_free(&s->output);
    if (!s->enabled_count)
        puts("  no rule is enabled");
    else if (!all && s->enabled_count > LIST_MAX)
        printf("  and %zu more: list all\n", s->enabled_count - LIST_MAX);
}

/* ---- commands ---- */

static bool is_number(const char *text, uint64_t *number)
{
    char *end;
    *number = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end;
}

/* The only enabled instance whose label this is, or begins. */
static bool find_label(struct session *s, const char *text, uint64_t *instance)
{
    size_t found = 0, exact = 0;
    if (!find_enabled(s))
        return false;
    for (size_t i = 0; i < s->enabled_count; i++) {
        struct text label = {0};
        label_rule(s, &label, s->enabled[i]);
        bool same = !strcmp(label.bytes, text);
        if (same || (!exact && !strncmp(label.bytes, text, strlen(text)))) {
            *instance = s->enabled[i];
            found++;
            exact += same;
        }
        text_free(&label);
    }
    if (exact == 1 || found == 1)
        return true;
    printf(found ? "  '%s' is the beginning of several enabled rules; try list\n"
                 : "  no enabled rule begins with '%s'; try list\n", text);
    return false;
}

static void do_fire(struct session *s, const char *argument)
{
    uint64_t number, instance = 0;
    if (!is_number(argument, &number)) {
        if (find_label(s, argument, &instance))
            fire(s, instance);
        return;
    }
    if (!s->enabled_count && !find_enabled(s))
        return;
    if (number < 1 || number > s->enabled_count)
        printf("  there are %zu enabled rules\n", s->enabled_count);
    else
        fire(s, s->enabled[number - 1]);
}

static void do_list(struct session *s, const char *argument)
{
    list(s, !strcmp(argument, "all"));
}

static void do_back(struct session *s, const char *argument)
{
    uint64_t number = 1;
    if (*argument && !is_number(argument, &number)) {
        puts("  back takes a number of steps");
        return;
    }
    cut(s, number < s->count ? s->count - (unsigned)number : 1);
    s->enabled_count = 0;
    printf("at step %u\n", s->count - 1);
    print_state(s, NULL);
}

static void do_start(struct session *s, const char *argument)
{
    uint64_t number = s->moments[0].instance + 1;
    if (*argument && (!is_number(argument, &number) || number < 1 || number > s->model->start_instances))
        printf("  there are %" PRIu64 " start states\n", s->model->start_instances);
    else
        start(s, number - 1);
}

/* An expression over the state that somebody typed; NULL, with what is wrong told, where it is none. */
static struct expr *read_expression(struct session *s, const char *argument)
{
    struct arena *arena = s->loaded.arena;
    struct diagnostics *diagnostics = diagnostics_new(arena); /* its own: what was wrong before is told */
    struct source *source = source_from_text(arena, "print", arena_text(arena, argument, strlen(argument)));
    struct expr *e = parse_expression(arena, diagnostics, source, s->loaded.dialect);
    bool good = e && !diagnostics_errors(diagnostics)
             && types_check_expression(arena, diagnostics, s->loaded.program, s->loaded.dialect, e);
    fflush(stdout);
    diagnostics_print(diagnostics, stderr, load_colour(&s->arguments.language, stderr));
    return good ? e : NULL;
}

static void do_print(struct session *s, const char *argument)
{
    if (!*argument) {
        print_state(s, NULL);
        return;
    }
    struct expr *e = read_expression(s, argument);
    struct text text = {0};
    enum interp_status status = e ? interp_print(s->interp, e, here(s), &text) : INTERP_OK;
    if (e && status == INTERP_OK)
        printf("    %s\n", text.bytes);
    else if (status == INTERP_VIOLATED)
        print_fault(s, "it has no value");
    text_free(&text);
}

static void do_trace(struct session *s, const char *argument)
{
    (void)argument;
    for (unsigned i = 0; i < s->count; i++) {
        struct text label = {0};
        if (i)
            label_rule(s, &label, s->moments[i].instance);
        else
            label_start(s, &label, s->moments[i].instance);
        printf("%4u  %s\n", i, label.bytes);
        text_free(&label);
    }
}

/* Every property of the state, one line each. */
static void do_properties(struct session *s, const char *argument)
{
    static const char *const words[] = {"invariant", "assert", "error", "assume", "cover", "liveness", "ltl"};
    (void)argument;
    for (unsigned i = 0; i < s->loaded.program->property_count; i++) {
        const struct flat_rule *rule = &s->loaded.program->properties[i];
        uint64_t holding = 0;
        if (rule->rule->property->formula) /* of runs, not of a state */
            continue;
        for (uint64_t j = 0; j < rule->instances && !stop_asked(); j++) {
            bool holds = false;
            if (interp_property(s->interp, rule, j, here(s), &holds) == INTERP_OK)
                holding += holds;
        }
        if (stop_asked())
            return;
        printf("    %s \"%s\": holds of %" PRIu64 " of %" PRIu64 "\n", words[rule->rule->property->kind], rule->name, holding,
               rule->instances);
    }
}

static void adopt(struct session *s, const struct violation *violation)
{
    cut(s, 0);
    for (unsigned i = 0; i < violation->trace.count; i++)
        if (violation->trace.steps[i].leaves)
            append(s, violation->trace.steps[i].instance, violation->trace.steps[i].leaves);
    s->enabled_count = 0;
}

/* To the end of a shortest run to a violation, or to a cover. */
static void do_jump(struct session *s, const char *argument)
{
    struct search_options options;
    search_options_default(&options);
    options.symmetry = MODEL_SYMMETRY_EXACT;
    options.trace = true;
    options.memory = machine_memory() / 5 * 4;
    options.unmet_cover_is_violation = false;
    options.interrupt = stop_note();
    if (*argument) {
        options.witness = select_cover(&command_step, s->model, argument);
        if (options.witness == MODEL_NO_PROPERTY)
            return;
    }
    struct search_result *result = search_run(s->model, &options);
    const struct violation *violation = result->violation_count ? &result->violations[0] : NULL;
    if (!violation || !violation->trace.count || !violation->trace.steps[0].leaves) {
        printf("  %s: nothing to jump to\n", result_verdict_name(result->verdict));
    } else {
        adopt(s, violation);
        do_trace(s, "");
        if (violation->in_firing) {
            struct text label = {0};
            label_rule(s, &label, violation->trace.steps[violation->trace.count - 1].instance);
            printf("  the next, %s, fails\n", label.bytes);
            text_free(&label);
        }
        printf("  %s: %s\n", *argument ? "meets" : "violates",
               violation->property == MODEL_NO_PROPERTY ? "deadlock" : s->model->properties[violation->property].name);
        print_state(s, NULL);
    }
    search_result_free(result);
}

static void do_random(struct session *s, const char *argument)
{
    uint64_t steps = 1, random = 0x9e3779b97f4a7c15u * (s->count + 1);
    if (*argument && !is_number(argument, &steps)) {
        puts("  random takes a number of steps");
        return;
    }
    for (; steps; steps--) {
        unsigned before = s->count;
        if (!find_enabled(s))
            return;
        if (!s->enabled_count) {
            puts("  no rule is enabled");
            return;
        }
        random ^= random >> 12, random ^= random << 25, random ^= random >> 27;
        fire(s, s->enabled[random * 0x2545f4914f6cdd1du % s->enabled_count]);
        if (s->count == before || stop_asked())
            return;
    }
}

/* ---- until ---- */

struct until {
    struct session *session;
    const struct expr *condition;
};

static bool is_wanted(void *data, const int64_t *leaves)
{
    const struct until *u = data;
    struct text value = {0};
    bool wanted = interp_print(u->session->interp, u->condition, leaves, &value) == INTERP_OK && !strcmp(value.bytes, "true");
    text_free(&value);
    return wanted;
}

static bool is_allowed(void *data, const int64_t *leaves)
{
    const struct until *u = data;
    const struct program *program = u->session->loaded.program;
    for (unsigned i = 0; i < program->property_count; i++)
        for (uint64_t j = 0; program->properties[i].rule->property->kind == PROPERTY_ASSUME && j < program->properties[i].instances; j++) {
            bool holds = false;
            if (interp_property(u->session->interp, &program->properties[i], j, leaves, &holds) != INTERP_OK || !holds)
                return false;
        }
    return true;
}

/* A shortest way from here to a state in which the condition holds; each step is told as if it were fired by hand. */
static void do_until(struct session *s, const char *argument)
{
    struct until until = {s, *argument ? read_expression(s, argument) : NULL};
    struct seek seek = {.interp = s->interp, .leaves = s->model->leaf_count, .instances = s->model->rule_instances, .most = UNTIL_MOST,
                        .wanted = is_wanted, .allowed = is_allowed, .stopped = must_stop, .data = &until};
    if (!*argument)
        puts("  until takes a condition, as in: until exists p: process do at[p] = inside end");
    if (!until.condition)
        return;
    if (until.condition->type && type_of(until.condition->type)->kind != TYPE_BOOLEAN) {
        puts("  until takes a condition, which is true or false");
        return;
    }
    enum seek_end end = seek_run(&seek, here(s));
    text_free(&s->output);
    for (unsigned i = 0; end == SEEK_FOUND && i < seek.count; i++)
        fire(s, seek.steps[i]);
    if (end == SEEK_NONE)
        printf("  no state that can be reached from here meets it (%" PRIu32 " were looked at)\n", seek.states);
    else if (end == SEEK_TOO_MANY)
        printf("  none of the nearest %" PRIu32 " states meets it\n", seek.states);
    free(seek.steps);
}

/* ---- save ---- */

/* The steps so far as a trace, which claims nothing. */
static void do_save(struct session *s, const char *argument)
{
    struct search_options options;
    struct violation violation = {.kind = MODEL_DEADLOCK, .property = MODEL_NO_PROPERTY, .depth = s->count - 1};
    struct search_result result = {.violations = &violation, .violation_count = 1};
    if (!*argument) {
        puts("  save takes the name of a file");
        return;
    }
    search_options_default(&options);
    violation.trace.steps = memory_zeroed(s->count, sizeof *violation.trace.steps);
    violation.trace.count = s->count;
    for (unsigned i = 0; i < s->count; i++)
        violation.trace.steps[i] = (struct trace_step){.instance = s->moments[i].instance, .leaves = s->moments[i].leaves};
    const struct report report = {
        .path = s->loaded.path, .model = s->model, .program = s->loaded.program, .options = &options, .result = &result,
        .constants = s->loaded.overrides, .constant_count = s->loaded.override_count, .driven = s->loaded.driven,
        .dialect = s->loaded.dialect, .claims_nothing = true};
    if (write_json(report_trace(&report, 0), argument))
        printf("  %u steps in %s\n", s->count - 1, argument);
    free(violation.trace.steps);
}

static void do_help(struct session *s, const char *argument);

static const struct {
    const char *name, *argument, *help;
    void (*run)(struct session *, const char *argument);
} verbs[] = {
    {"list", "[all]", "the rules that are enabled here (an empty line does the same)", do_list},
    {"fire", "N|RULE", "fire the Nth of them, or the one that is named, as in: fire enter p=Process_1", do_fire},
    {"back", "[N]", "go back N steps (1)", do_back},
    {"until", "CONDITION", "go on, by a shortest way, until the condition holds, as in: until turn = 2 & !locked", do_until},
    {"restart", "[N]", "begin again, from start state N", do_start},
    {"print", "[EXPR]", "the state, or the value of an expression", do_print},
    {"trace", "", "the steps so far", do_trace},
    {"properties", "", "which properties hold here", do_properties},
    {"jump", "[COVER]", "search, and go to the end of a shortest run to a violation, or to a cover", do_jump},
    {"save", "FILE", "write the steps so far as a trace, for replay and show", do_save},
    {"random", "[N]", "fire N rules (1) as they come", do_random},
    {"help", "", "this", do_help},
    {"quit", "", "leave", NULL},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static void do_help(struct session *s, const char *argument)
{
    (void)s, (void)argument;
    for (unsigned i = 0; i < VERBS; i++)
        printf("    %-10s %-9s %s\n", verbs[i].name, verbs[i].argument, verbs[i].help);
    puts("    A number alone fires that rule; a word may be shortened.");
}

/* False to leave. */
static bool obey(struct session *s, char *line)
{
    line += strspn(line, " \t");
    size_t length = strlen(line);
    while (length && strchr(" \t\r\n", line[length - 1]))
        line[--length] = 0;
    uint64_t number;
    if (is_number(line, &number)) {
        do_fire(s, line);
        return true;
    }
    size_t word = strcspn(line, " \t");
    const char *argument = line + word + strspn(line + word, " \t");
    if (!word) {
        do_list(s, "");
        return true;
    }
    for (unsigned i = 0; i < VERBS; i++)
        if (!strncmp(verbs[i].name, line, word)) {
            if (!verbs[i].run)
                return false;
            verbs[i].run(s, argument);
            return true;
        }
    printf("  there is no command '%.*s'; try help\n", (int)word, line);
    return true;
}

/* What was cut short says so.  At a prompt the user goes on; a script, and who
 * ends the process, does not. */
static bool obey_whole(struct session *s, char *line)
{
    bool on = obey(s, line);
    if (!stop_asked())
        return on;
    text_free(&s->output);
    puts("  interrupted");
    s->was_cut = true;
    if (!on || !s->prompts || stop_signal() != SIGINT)
        return false;
    stop_take_back();
    return true;
}

static bool start_somewhere(struct session *s)
{
    for (uint64_t i = 0; i < s->model->start_instances && !stop_asked(); i++)
        if (start(s, i)) {
            if (s->model->start_instances > 1)
                printf("  (one of %" PRIu64 " start states: restart N)\n", s->model->start_instances);
            return true;
        }
    puts(stop_asked() ? "interrupted" : "no start state is one to step from");
    return false;
}

/* ---- what may be meant ---- */

static char *copy(const char *format, const char *a, const char *b)
{
    struct text text = {0};
    text_format(&text, format, a, b);
    return text.bytes;
}

/* The commands; then, with `fire`, what is enabled; then what can be printed. */
static char *complete(void *data, unsigned index)
{
    struct session *s = data;
    if (index < VERBS)
        return copy("%s%s", verbs[index].name, *verbs[index].argument ? " " : "");
    index -= VERBS;
    if (!s->enabled_count && !find_enabled(s))
        return NULL;
    if (index < s->enabled_count) {
        struct text label = {0};
        label_rule(s, &label, s->enabled[index]);
        char *line = copy("%s%s", "fire ", label.bytes);
        text_free(&label);
        return line;
    }
    index -= (unsigned)s->enabled_count;
    uint32_t count = s->model->variable_count;
    return index < 2 * count ? copy("%s%s", index < count ? "print " : "until ", s->model->variables[index % count].name) : NULL;
}

static void converse(struct session *s)
{
    struct line_reader *reader = line_open(s->prompts, complete, s);
    bool stopped, on = true;
    while (on) {
        s->was_cut = false;
        char *line = line_read(reader, &stopped);
        on = line && obey_whole(s, line);
    }
    line_close(reader);
}

static int open_session(struct session *s, const char *path)
{
    int code = compose_load(&s->loaded, &s->arguments.language, &s->arguments.compose, path, true);
    if (!code)
        code = load_compile(&s->loaded, &s->arguments.compile);
    if (code)
        return code;
    s->model = compiled_model(s->loaded.compiled);
    struct interp_options options = {.put = on_put, .put_data = s, .stopped = must_stop};
    s->interp = interp_new(s->loaded.program, &options);
    s->enabled = memory_zeroed(s->model->rule_instances, sizeof *s->enabled);
    s->target = memory_zeroed(s->model->leaf_count, sizeof *s->target);
    return 0;
}

static void close_session(struct session *s)
{
    cut(s, 0);
    free(s->moments);
    free(s->enabled);
    free(s->target);
    text_free(&s->output);
    interp_free(s->interp);
    if (s->loaded.arena)
        load_free(&s->loaded);
    options_release(&s->arguments.language.constants);
    options_release(&s->arguments.compose.invariants);
}

static int run_step(int argc, char **argv)
{
    struct session s = {.arguments = {.language = LANGUAGE_DEFAULTS, .compile = COMPILE_DEFAULTS}};
    int first = options_parse(&command_step, &s.arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (!compose_operands(&command_step, &s.arguments.compose, argc - first))
        return EXIT_BAD_INPUT;
    if (first < argc && load_is_object(argv[first]))
        return options_usage(&command_step, "stepping needs a model in Murphi");
    stop_on_signals();
    s.prompts = isatty(STDIN_FILENO);
    int code = open_session(&s, argv[first]);
    if (!code && start_somewhere(&s))
        converse(&s);
    else
        s.was_cut = stop_asked();
    if (!code && s.was_cut)
        code = EXIT_INCOMPLETE;
    close_session(&s);
    return code;
}

const struct command command_step = {
    .name = "step",
    .operands = "MODEL.m|--machine NAME --driver DRIVER",
    .summary = "walk through a model by hand",
    .description =
        "Walk through MODEL.m by hand: see which rules are enabled, fire one, go back, look at the state, jump to a "
        "violation or to a cover. Commands come from the standard input, one a line; 'help' lists them.\n\n"
        "Ctrl-C during a command returns to the prompt, and at the prompt it leaves. Where the commands come from a "
        "file, the first signal leaves, with exit code 3 if it cut a command short. At a terminal lines are edited, with those "
        "before to go back to, and completed by the tab key, where the library libedit is installed.",
    .groups = step_groups,
    .run = run_step,
};
