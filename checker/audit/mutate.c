/* SPDX-License-Identifier: BSD-2-Clause */
/* mutate.c - choose mutants, judge each by the checks. */
#include "mutate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/machine.h"
#include "../base/stop.h"
#include "../codegen/codegen.h"
#include "mutant_find.h"

const char *mutate_verdict_name(enum mutate_verdict verdict)
{
    static const char *const names[MUTATE_VERDICTS] = {"not run", "killed", "survived", "ran out",
                                                       "invalid", "the same", "broke"};
    return names[verdict];
}

const char *check_end_name(enum check_end end)
{
    static const char *const names[CHECK_ENDS] = {"not run", "passes", "kills", "ran out", "refuses", "breaks"};
    return names[end];
}

unsigned mutate_count(const struct mutation *mutation, enum mutate_verdict verdict)
{
    unsigned count = 0;
    for (unsigned i = 0; i < mutation->count; i++)
        count += mutation->results[i].verdict == verdict;
    return count;
}

/* ---- whether two programs are the same ---- */

static const char *skip_number(const char *at)
{
    while (isdigit((unsigned char)*at))
        at++;
    return at;
}

/* `, LINE, COLUMN}` after the name of a file: gives where the column begins. */
static const char *column_at(const char *at)
{
    if (strncmp(at, ", ", 2) || !isdigit((unsigned char)at[2]))
        return NULL;
    at = skip_number(at + 2);
    return strncmp(at, ", ", 2) || *skip_number(at + 2) != '}' ? NULL : at + 2;
}

/* Copy a program's C, but for comments and the columns of places: an edit moves what stands behind it. */
static void put_without_columns(struct text *out, const char *at)
{
    while (*at) {
        const char *end = at + 1;
        if (!strncmp(at, "/*", 2)) {
            end = strstr(at, "*/");
            at = end = end ? end + 2 : at + strlen(at);
        } else if (*at == '"') {
            while (*end && *end != '"')
                end += end[0] == '\\' && end[1] ? 2 : 1;
            end += *end == '"';
        }
        text_add(out, at, (size_t)(end - at));
        const char *column = end[-1] == '"' ? column_at(end) : NULL;
        if (column)
            text_add(out, end, (size_t)(column - end));
        at = column ? skip_number(column) : end;
    }
}

/* Two programs whose C is the same do the same. */
static XXH128_hash_t hash_of(const struct program *program)
{
    struct text c = {0}, plain = {0};
    codegen_program(&c, program);
    put_without_columns(&plain, c.bytes);
    XXH128_hash_t hash = XXH3_128bits(plain.bytes, plain.length);
    text_free(&c);
    text_free(&plain);
    return hash;
}

/* ---- finding ---- */

bool mutate_find(struct mutation *mutation, struct text *error)
{
    mutation->mutants.arena = mutation->arena;
    for (unsigned i = 0; i < mutation->root_count; i++) {
        struct mutate_root *root = &mutation->roots[i];
        root->program = root->read(root->data, mutation->arena, error);
        if (!root->program)
            return false;
        if (root->is_mutated)
            mutants_add(&mutation->mutants, root->program);
        root->hash = hash_of(root->program);
    }
    for (unsigned i = 0; i < mutation->root_count; i++)
        mutants_mark(&mutation->mutants, mutation->roots[i].program);
    mutants_sort(&mutation->mutants);
    return true;
}

static const char *first_line(struct arena *arena, const struct text *text)
{
    return text->bytes ? arena_text(arena, text->bytes, strcspn(text->bytes, "\n")) : "";
}

/* Invalid, the same, or neither: then it is still to be run. */
static void look_at(struct mutation *mutation, struct mutate_result *result)
{
    struct text text = {0}, error = {0};
    unsigned same = 0;
    mutant_put_file(&text, result->mutant);
    source_stand_in(result->mutant->file->path, text.bytes, text.length);
    for (unsigned i = 0; i < mutation->root_count && result->verdict == MUTATE_NOT_RUN; i++) {
        struct arena *arena = arena_new();
        const struct program *program = mutation->roots[i].read(mutation->roots[i].data, arena, &error);
        if (!program) {
            result->verdict = MUTATE_INVALID;
            result->words = first_line(mutation->arena, &error);
        } else {
            same += XXH128_isEqual(hash_of(program), mutation->roots[i].hash) != 0;
        }
        arena_free(arena);
    }
    source_stand_in(NULL, NULL, 0);
    if (result->verdict == MUTATE_NOT_RUN && (same == mutation->root_count || !result->mutant->live))
        result->verdict = MUTATE_SAME;
    text_free(&text);
    text_free(&error);
}

/* ---- the original ---- */

/* The processes at work, and which check each is at. */
struct crew {
    struct mutation *mutation;
    struct check_process *processes;
    struct crew_task {
        unsigned check, nth; /* nth: of the mutation's order */
        struct mutate_result *result;
        struct text text;    /* of the mutant */
    } *tasks;
    unsigned next; /* in the order of choice */
    unsigned run;  /* so many were begun */
    const unsigned *choice;
};

static struct crew crew_new(struct mutation *mutation)
{
    unsigned count = mutation->processes;
    struct crew crew = {.mutation = mutation};
    crew.processes = arena_alloc(mutation->arena, count * sizeof *crew.processes);
    crew.tasks = arena_alloc(mutation->arena, count * sizeof *crew.tasks);
    return crew;
}

static bool is_at_work(const struct crew *crew, unsigned i)
{
    return crew->processes[i].pid > 0 || crew->processes[i].wrong;
}

static bool somebody_works(const struct crew *crew)
{
    for (unsigned i = 0; i < crew->mutation->processes; i++)
        if (is_at_work(crew, i))
            return true;
    return false;
}

/* Wait a moment; when the user wishes to end, so do all. */
static void crew_wait(struct crew *crew)
{
    for (unsigned i = 0; stop_asked() && i < crew->mutation->processes; i++)
        check_ask(&crew->processes[i]);
    check_doze(crew->processes, crew->mutation->processes);
}

static void refuse_check(const struct mutation *mutation, const struct mutate_check *check, const struct check_result *result,
                         const struct text *output, struct text *error)
{
    text_format(error, "murrelet: the original does not pass `%s`, which so can kill no mutant: ", check->name);
    if (result->end == CHECK_RAN_OUT)
        text_format(error, "it is incomplete (--max-seconds %g)\n", mutation->max_seconds);
    else
        text_format(error, "%s\n", result->end == CHECK_KILLS ? "it is violated" : check_end_name(result->end));
    text_put(error, output->bytes);
}

/* The checks one after the other on the original: nothing runs beside, so that the times can be compared. */
static bool run_original(struct mutation *mutation, struct mutate_check *check, struct text *error)
{
    struct check_process process;
    struct check_result result = {0};
    struct text output = {0};
    check_start(&process, check, NULL, mutation->max_seconds);
    while (!check_has_ended(&process, mutation->arena, &result, &output)) {
        if (stop_asked())
            check_ask(&process);
        check_doze(&process, 1);
    }
    check->seconds = result.seconds;
    check->counts = result.counts;
    bool passes = result.end == CHECK_PASSES;
    if (!passes && !stop_asked())
        refuse_check(mutation, check, &result, &output, error);
    text_free(&output);
    return passes;
}

static void sort_checks(struct mutation *mutation)
{
    unsigned *order = arena_alloc(mutation->arena, mutation->check_count * sizeof *order);
    for (unsigned i = 0; i < mutation->check_count; i++) {
        unsigned at = i;
        for (; at > 0 && mutation->checks[order[at - 1]].seconds > mutation->checks[i].seconds; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    mutation->order = order;
}

bool mutate_baseline(struct mutation *mutation, struct text *error)
{
    for (unsigned i = 0; i < mutation->check_count; i++)
        if (!run_original(mutation, &mutation->checks[i], error))
            return false;
    sort_checks(mutation);
    return true;
}

/* ---- judging ---- */

/* The verdict, once no check is to come.  A check that refuses what the language
 * takes, and takes the original, has found the fault: a machine that does not
 * keep to its interface, or performs what no run can. */
static void conclude(const struct mutation *mutation, struct mutate_result *result)
{
    static const struct {
        enum check_end end;
        enum mutate_verdict verdict;
    } ranks[] = {{CHECK_BREAKS, MUTATE_BROKE}, {CHECK_KILLS, MUTATE_KILLED}, {CHECK_REFUSES, MUTATE_KILLED},
                 {CHECK_RAN_OUT, MUTATE_RAN_OUT}, {CHECK_PASSES, MUTATE_SURVIVED}};
    for (unsigned r = 0; r < sizeof ranks / sizeof ranks[0]; r++)
        for (unsigned n = 0; n < mutation->check_count; n++) {
            unsigned i = mutation->order[n];
            if (result->checks[i].end != ranks[r].end)
                continue;
            result->verdict = ranks[r].verdict;
            result->words = result->checks[i].words;
            if (result->verdict != MUTATE_SURVIVED)
                result->decided_by = i;
            return;
        }
}

unsigned mutate_tells(const struct mutation *mutation, const struct mutate_result *result)
{
    for (unsigned n = 0; n < mutation->check_count; n++) {
        unsigned i = mutation->order[n];
        if (result->checks[i].end == CHECK_PASSES && strcmp(result->checks[i].counts, mutation->checks[i].counts) != 0)
            return i;
    }
    return mutation->check_count;
}

static bool is_decided(const struct mutation *mutation, enum check_end end)
{
    return end == CHECK_BREAKS || ((end == CHECK_KILLS || end == CHECK_REFUSES) && !mutation->all_checks);
}

static bool is_late(const struct mutation *mutation)
{
    return mutation->until > 0 && machine_clock() > mutation->until;
}

/* A check may take no longer than all may. */
static double seconds_left(const struct mutation *mutation)
{
    double left = mutation->until > 0 ? mutation->until - machine_clock() : mutation->max_seconds;
    return left < mutation->max_seconds ? left : mutation->max_seconds;
}

static void start_check(struct crew *crew, unsigned i)
{
    struct mutation *mutation = crew->mutation;
    struct crew_task *task = &crew->tasks[i];
    const struct mutant *mutant = task->result->mutant;
    const struct check_subject subject = {(unsigned)(mutant - mutation->mutants.items), mutant->file->path, &task->text};
    task->check = mutation->order[task->nth];
    check_start(&crew->processes[i], &mutation->checks[task->check], &subject, seconds_left(mutation));
}

/* Look at mutants until one is to be run; false: there is none, or none more is wanted. */
static bool start_mutant(struct crew *crew, unsigned i)
{
    struct mutation *mutation = crew->mutation;
    struct crew_task *task = &crew->tasks[i];
    while (crew->next < mutation->mutants.count && (!mutation->chosen || crew->run < mutation->chosen) && !stop_asked() &&
           !is_late(mutation)) {
        struct mutate_result *result = &mutation->results[mutation->count++];
        *result = (struct mutate_result){.mutant = &mutation->mutants.items[crew->choice[crew->next++]], .words = "",
                                         .decided_by = mutation->check_count};
        result->checks = arena_alloc(mutation->arena, mutation->check_count * sizeof *result->checks);
        look_at(mutation, result);
        if (result->verdict != MUTATE_NOT_RUN)
            continue;
        crew->run++;
        task->result = result;
        task->nth = 0;
        text_free(&task->text);
        mutant_put_file(&task->text, result->mutant);
        start_check(crew, i);
        return true;
    }
    return false;
}

/* Take the result of a check that has ended, and go on with the next check of the mutant, if any. */
static void go_on(struct crew *crew, unsigned i)
{
    struct mutation *mutation = crew->mutation;
    struct crew_task *task = &crew->tasks[i];
    struct check_result *result = &task->result->checks[task->check];
    struct text output = {0};
    bool ended = check_has_ended(&crew->processes[i], mutation->arena, result, &output);
    text_free(&output);
    if (!ended)
        return;
    crew->processes[i].wrong = NULL;
    if (stop_asked() && result->end == CHECK_RAN_OUT)
        result->end = CHECK_NOT_RUN; /* it had not its time */
    bool decided = is_decided(mutation, result->end);
    if (!decided && !stop_asked() && ++task->nth < mutation->check_count) {
        start_check(crew, i);
        return;
    }
    if (decided || !stop_asked() || result->end == CHECK_KILLS || (task->nth + 1 >= mutation->check_count && result->end))
        conclude(mutation, task->result);
    if (mutation->progress)
        mutation->progress(mutation->progress_data, mutation);
}

/* The order in which mutants are looked at: all as they stand, or, behind those of files, at random. */
static unsigned *choose(struct mutation *mutation)
{
    unsigned count = mutation->mutants.count;
    unsigned *choice = arena_alloc(mutation->arena, (count + 1) * sizeof *choice);
    uint64_t state = mutation->seed;
    for (unsigned i = 0; i < count; i++)
        choice[i] = i;
    for (unsigned i = mutation->mutants.files_given; mutation->chosen && i + 1 < count; i++) {
        uint64_t z = state += 0x9E3779B97F4A7C15; /* splitmix64 */
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        unsigned other = i + (unsigned)((z ^ (z >> 31)) % (count - i)), was = choice[i];
        choice[i] = choice[other];
        choice[other] = was;
    }
    return choice;
}

static int by_mutant(const void *a, const void *b)
{
    const struct mutate_result *left = a, *right = b;
    return (left->mutant > right->mutant) - (left->mutant < right->mutant);
}

void mutate_run(struct mutation *mutation)
{
    struct crew crew = crew_new(mutation);
    crew.choice = choose(mutation);
    mutation->results = arena_alloc(mutation->arena, (mutation->mutants.count + 1) * sizeof *mutation->results);
    for (;;) {
        for (unsigned i = 0; i < mutation->processes; i++) {
            if (is_at_work(&crew, i))
                go_on(&crew, i);
            if (!is_at_work(&crew, i) && !start_mutant(&crew, i))
                continue;
        }
        if (!somebody_works(&crew))
            break;
        crew_wait(&crew);
    }
    for (unsigned i = 0; i < mutation->processes; i++)
        text_free(&crew.tasks[i].text);
    mutation->interrupted = stop_asked() || is_late(mutation);
    if (mutation->count)
        qsort(mutation->results, mutation->count, sizeof *mutation->results, by_mutant);
}
