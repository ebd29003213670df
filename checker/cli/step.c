/* SPDX-License-Identifier: BSD-2-Clause */
/* step.c - murrelet step: walk through a model, or a litmus test on a machine, by hand. */
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../base/die.h"
#include "../base/machine.h"
#include "../base/printable.h"
#include "../base/stop.h"
#include "../machines/test_names.h"
#include "../replay/seek.h"
#include "commands.h"
#include "line.h"
#include "select.h"
#include "step_session.h"
#include "write.h"

enum { LIST_MAX = 100, UNTIL_MOST = 200000 };

static const struct option_spec show_options[] = {
    {.name = "all", .kind = OPTION_FLAG, .offset = offsetof(struct step_arguments, all),
     .help = "Show what is a ghost, or the driver's own, too (lines '-- show:' of the model say what is)."},
    {0},
};

static const struct option_group step_groups[] = {
    {NULL, show_options, 0},
    {"Machine", compose_options, offsetof(struct step_arguments, compose)},
    {"Litmus test", step_test_options, offsetof(struct step_arguments, test)},
    {"Language", load_language_options, offsetof(struct step_arguments, language)},
    {"Compilation", load_compile_options, offsetof(struct step_arguments, compile)},
    {0},
};

static bool must_stop(void *data)
{
    (void)data;
    return stop_asked();
}

/* ---- printing ---- */

static void print_output(struct session *s)
{
    for (const char *at = s->output.bytes; at && *at;) {
        size_t length = strcspn(at, "\n");
        fputs("    | ", stdout);
        printable_put_bytes(at, length, stdout);
        putchar('\n');
        at += length + (at[length] == '\n');
    }
    text_free(&s->output);
}

/* The state, lane by lane. */
static void print_state(const struct session *s)
{
    report_text_state(&s->report, 0, session_count(s) - 1, stdout);
}

/* Of a final state of a litmus test: its outcome. */
static void print_outcome(struct session *s)
{
    struct text text = {0};
    if (s->test.result && step_test_outcome(&s->test, s->interp, session_here(s), &text))
        printf("  final: %s\n", text.bytes);
    text_free(&text);
}

static void print_fault(const struct session *s, const char *what)
{
    const struct interp_fault *fault = interp_fault(s->interp);
    struct text where = {0};
    place_put(&where, fault->place);
    printf("  %s: %s at %s: %s\n", what, result_kind_name(fault->kind), where.bytes, fault->message);
    text_free(&where);
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

/* Show the last step. */
static void arrive(struct session *s)
{
    report_text_changes(&s->report, 0, session_count(s) - 1, stdout);
    print_output(s);
    judge(s, PROPERTY_INVARIANT, "invariant", session_here(s));
    print_outcome(s);
}

static bool start(struct session *s, uint64_t instance)
{
    enum interp_status status = interp_start(s->interp, instance, s->target);
    struct text label = {0};
    session_label_start(s, &label, instance);
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
    session_cut(s, 0);
    session_append(s, instance, s->target);
    arrive(s);
    return true;
}

static void fire(struct session *s, uint64_t instance)
{
    struct text label = {0};
    session_label(s, &label, instance);
    printf("%u. %s\n", session_count(s), label.bytes);
    text_free(&label);
    enum interp_status status = interp_fire(s->interp, instance, session_here(s), s->target);
    if (status != INTERP_OK || !is_assumed(s, s->target)) {
        if (status == INTERP_VIOLATED)
            print_fault(s, "this firing fails");
        else if (status == INTERP_DISABLED)
            puts("  it is not enabled");
        print_output(s);
        return;
    }
    session_append(s, instance, s->target);
    arrive(s);
}

static void list(struct session *s, bool all)
{
    if (!session_find_enabled(s))
        return;
    for (size_t i = 0; i < s->enabled_count && (all || i < LIST_MAX); i++) {
        struct text label = {0};
        session_label(s, &label, s->enabled[i]);
        bool same = interp_fire(s->interp, s->enabled[i], session_here(s), s->target) == INTERP_OK
                 && interp_same(s->interp, session_here(s), s->target);
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

/* Without what tells how a trace writes a step, `rule "enter" p = p_1, q = p_2`, from how it is listed, `enter p=p_1 q=p_2`. */
static void squeeze(struct text *out, const char *text)
{
    text_put(out, "");
    for (text += strncmp(text, "rule \"", 6) ? 0 : 5; *text; text++)
        if (!strchr(" ,\"", *text))
            text_char(out, *text);
}

/* How many enabled instances have a label that this is, or else begins; the last of them. */
static size_t count_labels(struct session *s, const char *text, bool squeezed, uint64_t *instance)
{
    size_t found = 0, exact = 0;
    for (size_t i = 0; i < s->enabled_count; i++) {
        struct text label = {0}, squeezed_label = {0};
        session_label(s, &label, s->enabled[i]);
        squeeze(&squeezed_label, label.bytes);
        const char *name = squeezed ? squeezed_label.bytes : label.bytes;
        bool same = !strcmp(name, text);
        if (same || (!exact && !strncmp(name, text, strlen(text)))) {
            *instance = s->enabled[i];
            found++;
            exact += same;
        }
        text_free(&label);
        text_free(&squeezed_label);
    }
    return exact == 1 ? 1 : found;
}

/* The only enabled instance whose label this is, or begins. */
static bool find_label(struct session *s, const char *text, uint64_t *instance)
{
    struct text squeezed = {0};
    if (!session_find_enabled(s))
        return false;
    squeeze(&squeezed, text);
    size_t found = count_labels(s, text, false, instance);
    if (!found && squeezed.length)
        found = count_labels(s, squeezed.bytes, true, instance);
    text_free(&squeezed);
    if (found == 1)
        return true;
    printable_format(stdout, found ? "  '%s' is the beginning of several enabled rules; try list\n"
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
    if (!s->enabled_count && !session_find_enabled(s))
        return;
    if (number < 1 || number > s->enabled_count)
        printf(s->enabled_count == 1 ? "  there is %zu enabled rule\n" : "  there are %zu enabled rules\n", s->enabled_count);
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
    session_cut(s, number < session_count(s) ? session_count(s) - (unsigned)number : 1);
    printf("at step %u\n", session_count(s) - 1);
    print_state(s);
}

static void do_start(struct session *s, const char *argument)
{
    uint64_t number = s->violation.trace.steps[0].instance + 1;
    if (*argument && (!is_number(argument, &number) || number < 1 || number > s->model->start_instances))
        printf("  there are %" PRIu64 " start states\n", s->model->start_instances);
    else
        start(s, number - 1);
}

/* An expression over the state that somebody typed to a command; NULL, with what is wrong told, where it is none. */
static struct expr *read_expression(struct session *s, const char *command, const char *argument)
{
    struct arena *arena = s->loaded.arena;
    struct diagnostics *diagnostics = diagnostics_new(arena); /* its own: what was wrong before is told */
    struct source *source = source_from_text(arena, command, arena_text(arena, argument, strlen(argument)));
    struct expr *e = parse_expression(arena, diagnostics, source, s->loaded.dialect);
    struct shown_names names = s->test.result ? test_names_shown(arena, s->test.result) : (struct shown_names){0};
    bool good = e && !diagnostics_errors(diagnostics)
             && types_check_expression(arena, diagnostics, s->loaded.program, s->loaded.dialect, e, &names);
    fflush(stdout);
    diagnostics_print(diagnostics, stderr, load_colour(&s->arguments.language, stderr));
    return good ? e : NULL;
}

/* A part of the state, cache[c_1].state; what completes names leaves blanks before the brackets. */
static bool print_part(struct session *s, const char *argument)
{
    struct text part = {0};
    for (text_put(&part, ""); *argument; argument++)
        if (*argument != ' ')
            text_char(&part, *argument);
    bool found = report_text_part(&s->report, 0, session_count(s) - 1, part.bytes, stdout);
    text_free(&part);
    return found;
}

static void do_print(struct session *s, const char *argument)
{
    if (!*argument) {
        print_state(s);
        return;
    }
    if (print_part(s, argument))
        return;
    struct expr *e = read_expression(s, "print", argument);
    struct text text = {0};
    enum interp_status status = e ? interp_print(s->interp, e, session_here(s), &text) : INTERP_OK;
    if (e && status == INTERP_OK)
        printf("    %s\n", text.bytes);
    else if (status == INTERP_VIOLATED)
        print_fault(s, "it has no value");
    text_free(&text);
}

static void do_trace(struct session *s, const char *argument)
{
    (void)argument;
    for (unsigned i = 0; i < session_count(s); i++) {
        struct text label = {0};
        if (i)
            session_label(s, &label, s->violation.trace.steps[i].instance);
        else
            session_label_start(s, &label, s->violation.trace.steps[i].instance);
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
            if (interp_property(s->interp, rule, j, session_here(s), &holds) == INTERP_OK)
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
    session_cut(s, 0);
    for (unsigned i = 0; i < violation->trace.count; i++)
        if (violation->trace.steps[i].leaves)
            session_append(s, violation->trace.steps[i].instance, violation->trace.steps[i].leaves);
}

static struct search_options search_of(struct session *s, const char *cover)
{
    struct search_options options = s->options;
    options.trace = true;
    options.memory = machine_memory() / 5 * 4;
    options.unmet_cover_is_violation = false;
    options.interrupt = stop_note();
    if (s->test.result)
        options.enabled = litmus_enabled(s->loaded.arena, s->model, !*cover, false, !strcmp(cover, "witness"));
    else
        options.symmetry = MODEL_SYMMETRY_EXACT;
    return options;
}

/* To the end of a shortest run to a violation, or to a cover. */
/* Of a run that breaks a formula: where it goes round. */
static void print_round(const struct trace *run)
{
    if (run->is_lasso && run->loop == run->count - 1)
        puts("  nothing leads on: it stays there for ever");
    else if (run->is_lasso)
        printf("  after step %u it goes on as after step %u, for ever\n", run->count - 1, run->loop);
}

static void do_jump(struct session *s, const char *argument)
{
    struct search_options options = search_of(s, argument);
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
            session_label(s, &label, violation->trace.steps[violation->trace.count - 1].instance);
            printf("  the next, %s, fails\n", label.bytes);
            text_free(&label);
        }
        printf("  %s: %s\n", *argument ? "meets" : "violates",
               violation->property == MODEL_NO_PROPERTY ? "deadlock" : s->model->properties[violation->property].name);
        print_round(&violation->trace);
        print_state(s);
        print_outcome(s);
    }
    search_result_free(result);
}

static void do_random(struct session *s, const char *argument)
{
    uint64_t steps = 1, random = 0x9e3779b97f4a7c15u * (session_count(s) + 1);
    if (*argument && !is_number(argument, &steps)) {
        puts("  random takes a number of steps");
        return;
    }
    for (; steps; steps--) {
        unsigned before = session_count(s);
        if (!session_find_enabled(s))
            return;
        if (!s->enabled_count) {
            puts("  no rule is enabled");
            return;
        }
        random ^= random >> 12, random ^= random << 25, random ^= random >> 27;
        fire(s, s->enabled[random * 0x2545f4914f6cdd1du % s->enabled_count]);
        if (session_count(s) == before || stop_asked())
            return;
    }
}

/* ---- until ---- */

struct until {
    struct session *session;
    const struct expr *condition; /* or NULL: */
    const struct flat_rule *cover;
    uint32_t without_value; /* states in which the condition has none */
};

static bool meets(struct session *s, const struct flat_rule *cover, const int64_t *leaves)
{
    bool holds = false;
    for (uint64_t i = 0; i < cover->instances && !holds; i++)
        if (interp_property(s->interp, cover, i, leaves, &holds) != INTERP_OK)
            holds = false;
    return holds;
}

static bool is_wanted(void *data, const int64_t *leaves)
{
    struct until *u = data;
    struct text value = {0};
    if (u->cover)
        return meets(u->session, u->cover, leaves);
    enum interp_status status = interp_print(u->session->interp, u->condition, leaves, &value);
    bool wanted = status == INTERP_OK && !strcmp(value.bytes, "true");
    u->without_value += status == INTERP_VIOLATED;
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

static const struct flat_rule *find_cover(const struct session *s, const char *name)
{
    const struct program *program = s->loaded.program;
    for (unsigned i = 0; i < program->property_count; i++)
        if (program->properties[i].rule->property->kind == PROPERTY_COVER && !strcmp(program->properties[i].name, name))
            return &program->properties[i];
    return NULL;
}

/* The cover of this name, or the condition; false, with why, where it is neither. */
static bool read_until(struct until *until, struct session *s, const char *argument)
{
    *until = (struct until){.session = s};
    if (!*argument) {
        puts("  until takes a condition, as in: until exists p: process do at[p] = inside end");
        return false;
    }
    until->cover = find_cover(s, argument);
    until->condition = until->cover ? NULL : read_expression(s, "until", argument);
    if (!until->condition && !until->cover && s->test.result)
        puts("  a condition in the test's own words, such as 1:r1=1, is given with --outcome; then 'until witness' goes there");
    if (!until->condition)
        return until->cover;
    if (!until->condition->type || type_of(until->condition->type)->kind == TYPE_BOOLEAN)
        return true;
    puts("  until takes a condition, which is true or false");
    return false;
}

/* Why the condition was not met, where more can be said of it. */
static void explain_until(struct until *until, const int64_t *here)
{
    uint32_t without_value = until->without_value;
    if (is_wanted(until, here))
        puts("  (here it is met: 'until' goes on to another state)");
    else if (until->condition && until->condition->constant)
        puts("  (it is false in every state, since it names no variable; a name such as x of a location, or P0, is an index)");
    if (without_value)
        printf("  in %" PRIu32 " of them it has no value\n", without_value);
}

/* A shortest way from here to a state in which the condition holds; each step is told as if it were fired by hand. */
static void do_until(struct session *s, const char *argument)
{
    struct until until;
    struct seek seek = {.interp = s->interp, .leaves = s->model->leaf_count, .instances = s->model->rule_instances, .most = UNTIL_MOST,
                        .wanted = is_wanted, .allowed = is_allowed, .stopped = must_stop, .data = &until};
    if (!read_until(&until, s, argument))
        return;
    enum seek_end end = seek_run(&seek, session_here(s));
    text_free(&s->output);
    for (unsigned i = 0; end == SEEK_FOUND && i < seek.count; i++)
        fire(s, seek.steps[i]);
    if (end == SEEK_NONE)
        printf("  no state that can be reached from here meets it (%" PRIu32 " were looked at)\n", seek.states);
    else if (end == SEEK_TOO_MANY)
        printf("  none of the nearest %" PRIu32 " states meets it\n", seek.states);
    if (end == SEEK_NONE || end == SEEK_TOO_MANY)
        explain_until(&until, session_here(s));
    free(seek.steps);
}

/* ---- save ---- */

/* The steps so far as a trace, which claims nothing. */
static void do_save(struct session *s, const char *argument)
{
    if (!*argument)
        puts("  save takes the name of a file");
    else if (write_json(report_trace(&s->report, 0), argument))
        printable_format(stdout, "  %u steps in %s\n", session_count(s) - 1, argument);
}

static void do_help(struct session *s, const char *argument);

static const struct {
    const char *name, *argument, *help;
    void (*run)(struct session *, const char *argument);
} verbs[] = {
    {"list", "[all]", "the rules enabled here (so does an empty line)", do_list},
    {"fire", "N|RULE", "the Nth, or the one named: fire enter p=Process_1", do_fire},
    {"back", "[N]", "go back N steps (1)", do_back},
    {"until", "CONDITION", "go on by a shortest way, also to a cover: until x = 2", do_until},
    {"restart", "[N]", "begin again, from start state N", do_start},
    {"print", "[PART|EXPR]", "the state, a part such as cache[c1], or an expression", do_print},
    {"trace", "", "the steps so far", do_trace},
    {"properties", "", "which properties hold here", do_properties},
    {"jump", "[COVER]", "to the end of a shortest run to a violation, or cover", do_jump},
    {"save", "FILE", "the steps so far as a trace, for replay and show", do_save},
    {"random", "[N]", "fire N rules (1) as they come", do_random},
    {"help", "", "this", do_help},
    {"quit", "", "leave", NULL},
};
enum { VERBS = sizeof verbs / sizeof *verbs };

static void do_help(struct session *s, const char *argument)
{
    (void)s, (void)argument;
    for (unsigned i = 0; i < VERBS; i++)
        printf("    %-10s %-11s %s\n", verbs[i].name, verbs[i].argument, verbs[i].help);
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
    printable_format(stdout, "  there is no command '%.*s'; try help\n", (int)word, line);
    return true;
}

/* Where the machine that was compiled is too small for the test, or has done what no machine may: from then on nothing of the
 * walk is to be believed. */
static void warn_of_size(struct session *s)
{
    const char *trouble = s->test.result && !s->has_warned ? litmus_host_trouble(s->test.result->host) : NULL;
    if (!trouble)
        return;
    printf("  what comes from here on cannot be believed: %s", trouble);
    if (s->test.result->model->size_class + 1 < MACHINE_SIZE_CLASSES)
        printf("; try --size %u", s->test.result->model->size_class + 1);
    puts("");
    s->has_warned = true;
}

/* What was cut short says so.  At a prompt the user goes on; a script, and who
 * ends the process, does not. */
static bool obey_whole(struct session *s, char *line)
{
    bool on = obey(s, line);
    warn_of_size(s);
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

/* A line for a variable or a cover: each has two. */
static char *complete_name(const struct session *s, unsigned index)
{
    uint32_t variables = s->model->variable_count;
    if (index < 2 * variables)
        return copy("%s%s", index < variables ? "print " : "until ", s->model->variables[index % variables].name);
    index -= 2 * variables;
    for (uint32_t i = 0; i < s->model->property_count; i++) {
        if (s->model->properties[i].kind != MODEL_COVER || s->model->properties[i].local)
            continue;
        if (index < 2)
            return copy("%s%s", index ? "jump " : "until ", s->model->properties[i].name);
        index -= 2;
    }
    return NULL;
}

/* The commands; then, with `fire`, what is enabled; then what can be printed, or gone to. */
static char *complete(void *data, unsigned index)
{
    struct session *s = data;
    if (index < VERBS)
        return copy("%s%s", verbs[index].name, *verbs[index].argument ? " " : "");
    index -= VERBS;
    if (!s->enabled_count && !session_find_enabled(s))
        return NULL;
    if (index < s->enabled_count) {
        struct text label = {0};
        session_label(s, &label, s->enabled[index]);
        char *line = copy("%s%s", "fire ", label.bytes);
        text_free(&label);
        return line;
    }
    return complete_name(s, index - (unsigned)s->enabled_count);
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

/* A machine with a test; else as every command that takes a model. */
static bool operands_are_right(const struct step_arguments *a, int count, char **operands)
{
    bool is_test = count && text_ends_in(operands[0], ".litmus");
    if (a->compose.machine && !a->compose.driver && !a->compose.invariants.count && count == 1 && is_test)
        return true;
    if (a->compose.machine && !a->compose.driver && !count)
        return options_usage(&command_step, "--machine wants a litmus test, or a --driver: free or endless"), false;
    if (!a->compose.machine && is_test)
        return options_usage(&command_step, "a litmus test goes with --machine, which runs it"), false;
    if (a->test.at || a->test.outcome || a->test.warm || a->test.evictions || a->test.size)
        return options_usage(&command_step, "--at, --outcome, --warm, --evictions and --size go with a litmus test"), false;
    return compose_operands(&command_step, &a->compose, count);
}

static int run_step(int argc, char **argv)
{
    struct session s = {.arguments = {.language = LANGUAGE_DEFAULTS, .compile = COMPILE_DEFAULTS, .test = STEP_TEST_DEFAULTS}};
    int first = options_parse(&command_step, &s.arguments, argc, argv);
    if (first < 0)
        return options_exit(first);
    if (!operands_are_right(&s.arguments, argc - first, argv + first))
        return EXIT_BAD_INPUT;
    if (first < argc && load_is_object(argv[first]))
        return options_usage(&command_step, "stepping needs a model in Murphi");
    stop_on_signals();
    s.prompts = isatty(STDIN_FILENO);
    int code = session_open(&s, first < argc ? argv[first] : NULL);
    if (!code && start_somewhere(&s))
        converse(&s);
    else
        s.was_cut = stop_asked();
    if (!code && s.was_cut)
        code = EXIT_INCOMPLETE;
    session_close(&s);
    return code;
}

static const struct option_absence step_absent[] = {
    {"html svg mermaid text itf dot trace-out json",
     "'save FILE' at the prompt writes the steps so far, and 'murrelet show FILE' draws them"},
    {"slice fewest-switches",
     "a walk by hand is as it was made; 'murrelet check' and 'murrelet litmus' find runs"},
    {"trace watch",
     "'trace' at the prompt prints the steps so far, 'print EXPR' an expression"},
    {0},
};

const struct command command_step = {
    .name = "step",
    .operands = "MODEL.m|--machine NAME --driver DRIVER|--machine NAME TEST.litmus",
    .summary = "walk through a model, or a litmus test on a machine, by hand",
    .description =
        "Walk through MODEL.m by hand: see which rules are enabled, fire one, go back, look at the state, jump to a "
        "violation or to a cover. Of a litmus test the threads and values are named as in the test, final states tell their "
        "outcome, and 'until witness' goes on to one in which the condition holds. Commands come from the standard input, one a line; 'help' lists them.\n\n"
        "Ctrl-C during a command returns to the prompt, and at the prompt it leaves. Where the commands come from a "
        "file, the first signal leaves, with exit code 3 if it cut a command short. At a terminal lines are edited, with those "
        "before to go back to, and completed by the tab key, where the library libedit is installed.",
    .groups = step_groups,
    .absent = step_absent,
    .run = run_step,
};
