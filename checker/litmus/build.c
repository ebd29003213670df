/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * build.c - make a test of what a dialect's parser reads.
 *
 * The parsers call build_...() for names, threads, loops, scopes and layout; at
 * the end registers and locations are put in their final order.  See build.h.
 */
#include "build.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/memory.h"

void build_error(struct builder *builder, struct place place, const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    diagnostics_vadd(builder->diagnostics, SEVERITY_ERROR, place, hint, format, arguments);
    va_end(arguments);
}

/* ---- names ---- */

void build_name(const struct builder *builder, enum litmus_named what, int thread, int64_t number, struct place place)
{
    struct litmus_name name = {.what = what, .thread = thread, .number = (int)number, .place = place};

    if (place.source != builder->test->source || (what == LITMUS_NAMES_REGISTER && number >= BUILD_TEMPORARY_REGISTER))
        return;
    name.place.start += place.source->text[place.start] == '%';
    ARENA_PUSH(builder->arena, builder->test->names, builder->test->name_count, name);
}

int build_location(struct builder *builder, const char *name, unsigned length, struct place place)
{
    struct litmus_test *test = builder->test;

    build_name(builder, LITMUS_NAMES_LOCATION, -1, 0, place);
    for (unsigned i = 0; i < test->location_count; i++)
        if (strlen(test->locations[i].name) == length && memcmp(test->locations[i].name, name, length) == 0)
            return (int)i;
    if (test->location_count == LITMUS_MAX_LOCATIONS) {
        build_error(builder, place, NULL, "a test has at most %d locations", LITMUS_MAX_LOCATIONS);
        return -1;
    }
    struct litmus_location location = {.name = arena_text(builder->arena, name, length), .initial = {0, -1}, .place = place};
    location.memory = location.address = test->location_count;
    ARENA_PUSH(builder->arena, test->locations, test->location_count, location);
    return (int)test->location_count - 1;
}

int build_register(struct builder *builder, unsigned thread, int64_t number, struct place place)
{
    if (thread >= builder->test->thread_count) {
        build_error(builder, place, NULL, "the test has no processor P%u", thread);
        return -1;
    }
    struct litmus_thread *owner = &builder->test->threads[thread];
    build_name(builder, LITMUS_NAMES_REGISTER, (int)thread, number, place);
    for (unsigned i = 0; i < owner->register_count; i++)
        if (owner->registers[i].number == number)
            return (int)i;
    if (owner->register_count == LITMUS_MAX_REGISTERS || number > 999999) {
        build_error(builder, place, NULL, "a thread has at most %d registers, up to r999999", LITMUS_MAX_REGISTERS);
        return -1;
    }
    struct litmus_register new = {.number = (int)number, .initial = {0, -1}};
    ARENA_PUSH(builder->arena, owner->registers, owner->register_count, new);
    return (int)owner->register_count - 1;
}

static bool is_register_named(const struct litmus_register *reg, const struct litmus_token *name)
{
    int64_t number;

    if (reg->name)
        return strlen(reg->name) == name->length && !memcmp(reg->name, name->text, name->length);
    return build_register_name(name, &number) && number == reg->number;
}

int build_find_named_register(const struct builder *builder, unsigned thread, const struct litmus_token *name)
{
    const struct litmus_thread *owner = &builder->test->threads[thread];

    for (unsigned i = 0; i < owner->register_count; i++)
        if (is_register_named(&owner->registers[i], name) && owner->registers[i].number < BUILD_TEMPORARY_REGISTER) {
            build_name(builder, LITMUS_NAMES_REGISTER, (int)thread, owner->registers[i].number, name->place);
            return (int)i;
        }
    return -1;
}

int build_named_register(struct builder *builder, unsigned thread, const struct litmus_token *name)
{
    int64_t number;

    if (build_register_name(name, &number) && number < BUILD_NAMED_REGISTER)
        return build_register(builder, thread, number, name->place);
    number = BUILD_NAMED_REGISTER + (thread < builder->test->thread_count ? builder->test->threads[thread].register_count : 0);
    int index = build_register(builder, thread, number, name->place);
    if (index >= 0)
        builder->test->threads[thread].registers[index].name = arena_text(builder->arena, name->text, name->length);
    return index;
}

int build_watch(struct builder *builder, int thread, int index, bool observed)
{
    struct litmus_test *test = builder->test;

    for (unsigned i = 0; i < test->watch_count; i++) {
        if (test->watches[i].thread == thread && test->watches[i].index == index) {
            test->watches[i].observed |= observed;
            return (int)i;
        }
    }
    struct litmus_watch watch = {thread, index, observed};
    ARENA_PUSH(builder->arena, test->watches, test->watch_count, watch);
    return (int)test->watch_count - 1;
}

/* letter digits; numbers beyond nine digits are no register's */
static bool lettered_number(const char *text, unsigned length, char letter, int64_t *number)
{
    if (length < 2 || length > 10 || text[0] != letter)
        return false;
    *number = 0;
    for (unsigned i = 1; i < length; i++) {
        if (!isdigit((unsigned char)text[i]))
            return false;
        *number = *number * 10 + (text[i] - '0');
    }
    return true;
}

bool build_lettered_name(const struct litmus_token *token, char letter, int64_t *number)
{
    return token->kind == TOKEN_NAME && lettered_number(token->text, token->length, letter, number);
}

bool build_register_name(const struct litmus_token *token, int64_t *number)
{
    unsigned skip = token->kind == TOKEN_NAME && token->length && token->text[0] == '%';

    return token->kind == TOKEN_NAME && lettered_number(token->text + skip, token->length - skip, 'r', number);
}

bool build_processor_name(const struct litmus_token *token, int64_t *number)
{
    return build_lettered_name(token, 'P', number);
}

/* ---- threads ---- */

void build_threads(struct builder *builder, unsigned count)
{
    builder->test->threads = arena_alloc(builder->arena, count * sizeof *builder->test->threads);
    builder->test->thread_count = count;
    builder->test->scopes.group = arena_alloc(builder->arena, count * sizeof *builder->test->scopes.group);
}

struct litmus_instruction *build_instruction(struct builder *builder, unsigned thread,
                                             enum litmus_instruction_kind kind, struct place place)
{
    struct litmus_thread *owner = &builder->test->threads[thread];

    if (owner->length == LITMUS_MAX_CODE) {
        build_error(builder, place, NULL, "a thread has at most %d instructions", LITMUS_MAX_CODE);
        return NULL;
    }
    struct litmus_instruction new = {.kind = kind, .level = LITMUS_SYS, .target = -1, .annotations = "", .place = place};
    ARENA_PUSH(builder->arena, owner->code, owner->length, new);
    return &owner->code[owner->length - 1];
}

static const struct litmus_label *find_label(const struct litmus_thread *thread, const char *name)
{
    for (unsigned i = 0; i < thread->label_count; i++)
        if (strcmp(thread->labels[i].name, name) == 0)
            return &thread->labels[i];
    return NULL;
}

/* Where it is written: what a loop of C needs has labels that nobody wrote. */
static void name_label(const struct builder *builder, unsigned thread, const struct litmus_token *token)
{
    struct place place = token->place;
    bool shared = builder->test->dialect == LITMUS_LISA;

    if (place.source && place.end - place.start == token->length && !memcmp(place.source->text + place.start, token->text, token->length))
        build_name(builder, LITMUS_NAMES_LABEL, shared ? -1 : (int)thread, 0, place);
}

void build_label(struct builder *builder, unsigned thread, const struct litmus_token *token)
{
    struct litmus_thread *owner = &builder->test->threads[thread];
    struct litmus_label label = {arena_text(builder->arena, token->text, token->length), owner->length};

    bool shared = builder->test->dialect == LITMUS_LISA;
    name_label(builder, thread, token);
    for (unsigned i = 0; i < builder->test->thread_count; i++)
        if ((shared || i == thread) && find_label(&builder->test->threads[i], label.name))
            build_error(builder, token->place, shared ? "labels are shared by all threads" : NULL, "label %s is already defined in P%u",
                        label.name, i);
    if (owner->label_count == LITMUS_MAX_CODE)
        build_error(builder, token->place, NULL, "a thread has at most %d labels", LITMUS_MAX_CODE);
    else
        ARENA_PUSH(builder->arena, owner->labels, owner->label_count, label);
}

void build_goal_of(struct builder *builder, unsigned thread, const struct litmus_instruction *instruction,
                   const struct litmus_token *token)
{
    struct build_goal goal = {.thread = thread, .label = arena_text(builder->arena, token->text, token->length)};

    goal.instruction = (unsigned)(instruction - builder->test->threads[thread].code);
    goal.place = token->place;
    name_label(builder, thread, token);
    ARENA_PUSH(builder->arena, builder->goals, builder->goal_count, goal);
}

static void resolve_goal(struct builder *builder, const struct build_goal *goal)
{
    struct litmus_test *test = builder->test;
    const struct litmus_label *label = find_label(&test->threads[goal->thread], goal->label);

    if (label) {
        test->threads[goal->thread].code[goal->instruction].goal = label->at;
        return;
    }
    for (unsigned i = 0; i < test->thread_count; i++) {
        if (find_label(&test->threads[i], goal->label)) {
            build_error(builder, goal->place, NULL, "label %s belongs to P%u: a branch stays in its thread", goal->label, i);
            return;
        }
    }
    build_error(builder, goal->place, NULL, "label %s is not defined", goal->label);
}

/* In PTX each thread has labels of its own; printed as LISA they need names of
 * their own. */
static void separate_labels(struct builder *builder)
{
    struct litmus_test *test = builder->test;
    for (unsigned t = 1; t < test->thread_count; t++)
        for (unsigned i = 0; i < test->threads[t].label_count; i++) {
            struct litmus_label *label = &test->threads[t].labels[i];
            bool taken = false;
            for (unsigned u = 0; u < t && !taken; u++)
                taken = find_label(&test->threads[u], label->name) != NULL;
            if (taken)
                label->name = arena_format(builder->arena, "%s-P%u", label->name, t);
        }
}

/* ---- loops ---- */

static bool is_access(const struct litmus_instruction *instruction)
{
    return instruction->kind == LITMUS_LOAD || instruction->kind == LITMUS_STORE || instruction->kind == LITMUS_RMW;
}

/* The instructions after `at`, at most two; `length` is the thread's end. */
static unsigned successors(const struct litmus_thread *thread, unsigned at, unsigned next[2])
{
    const struct litmus_instruction *instruction = &thread->code[at];
    unsigned count = 0;

    if (instruction->kind != LITMUS_JUMP)
        next[count++] = at + 1;
    if (instruction->kind == LITMUS_JUMP || instruction->kind == LITMUS_BRANCH)
        next[count++] = instruction->goal;
    return count;
}

/* A cycle of instructions none of which is an access: depth-first search over
 * the others.  Such a loop never yields, so no machine could run it. */
static void refuse_idle_loops(struct builder *builder, unsigned number)
{
    const struct litmus_thread *thread = &builder->test->threads[number];
    enum { NEW, OPEN, DONE };
    unsigned char *colour = memory_take(thread->length + 1);
    unsigned *stack = memory_take((thread->length + 1) * sizeof *stack);
    unsigned *taken = memory_take((thread->length + 1) * sizeof *taken);
    bool found = false;

    for (unsigned root = 0; root < thread->length && !found; root++) {
        unsigned depth = 0;
        if (colour[root] != NEW || is_access(&thread->code[root]))
            continue;
        stack[depth++] = root;
        colour[root] = OPEN;
        while (depth && !found) {
            unsigned at = stack[depth - 1], next[2], count = successors(thread, at, next);
            if (taken[at] == count) {
                colour[at] = DONE;
                depth--;
                continue;
            }
            unsigned to = next[taken[at]++];
            if (to >= thread->length || is_access(&thread->code[to]) || colour[to] == DONE)
                continue;
            if (colour[to] == OPEN) {
                found = true;
                build_error(builder, thread->code[at].place, "no other thread can end it",
                            "this loop of P%u has no memory access", number);
            } else {
                colour[to] = OPEN;
                stack[depth++] = to;
            }
        }
    }
    memory_give(colour);
    memory_give(stack);
    memory_give(taken);
}

/* ---- scopes and layout ---- */

/* Without a tree each thread is a work-group of one agent. */
static void default_scopes(struct litmus_test *test)
{
    for (unsigned i = 0; i < test->thread_count; i++)
        for (unsigned level = 0; level < LITMUS_LEVELS; level++)
            test->scopes.group[i][level] = level >= LITMUS_AGENT ? 0 : i;
}

/* Number the groups of every level from 0 in the order of the threads. */
static void number_scopes(struct litmus_test *test)
{
    unsigned old[LITMUS_MAX_THREADS];

    for (unsigned level = 0; level < LITMUS_LEVELS; level++) {
        unsigned count = 0;
        for (unsigned i = 0; i < test->thread_count; i++) {
            unsigned same = 0;
            while (same < count && old[same] != test->scopes.group[i][level])
                same++;
            if (same == count)
                old[count++] = test->scopes.group[i][level];
            test->scopes.group[i][level] = same;
        }
        test->scopes.count[level] = count;
    }
}

static unsigned *apart(struct arena *arena, unsigned count)
{
    unsigned *of = arena_alloc(arena, (count + 1) * sizeof *of);

    for (unsigned i = 0; i < count; i++)
        of[i] = i;
    return of;
}

static void join(unsigned *of, unsigned count, unsigned a, unsigned b)
{
    unsigned from = of[a], to = of[b];

    for (unsigned i = 0; i < count; i++)
        if (of[i] == from)
            of[i] = to;
}

static void number_layout(unsigned *of, unsigned count)
{
    unsigned old[LITMUS_MAX_LOCATIONS], seen = 0;

    for (unsigned i = 0; i < count; i++) {
        unsigned same = 0;
        while (same < seen && old[same] != of[i])
            same++;
        if (same == seen)
            old[seen++] = of[i];
        of[i] = same;
    }
}

/* `x,y` or `x,y z,w`: each group of a key's value shares one number. */
static void join_groups(struct builder *builder, const struct litmus_info *info, unsigned *of)
{
    struct litmus_test *test = builder->test;
    struct place nowhere = {builder->source, 0, 0};
    int before = -1;

    for (const char *at = info->value; *at;) {
        size_t gap = strspn(at, ", \t\r;");
        if (!memchr(at, ',', gap))
            before = -1;
        at += gap;
        size_t length = strcspn(at, ", \t\r;");
        int location = -1;
        for (unsigned i = 0; i < test->location_count; i++)
            if (strlen(test->locations[i].name) == length && memcmp(test->locations[i].name, at, length) == 0)
                location = (int)i;
        if (length && location < 0) {
            build_error(builder, nowhere, NULL, "key %s names %.*s, which is no location of the test", info->key, (int)length, at);
            return;
        }
        unsigned start = info->place.start + (unsigned)(at - info->value);
        if (length)
            build_name(builder, LITMUS_NAMES_LOCATION, -1, 0, (struct place){builder->source, start, start + (unsigned)strcspn(at, "[, \t\r;")});
        if (length && before >= 0)
            join(of, test->location_count, (unsigned)location, (unsigned)before);
        before = location;
        at += length;
    }
}

static unsigned *layout_of(struct builder *builder, const char *key, const unsigned *with, bool *given)
{
    struct litmus_test *test = builder->test;
    unsigned *of = apart(builder->arena, test->location_count);

    for (unsigned i = 0; with && i < test->location_count; i++)
        for (unsigned j = 0; j < i; j++)
            if (with[i] == with[j])
                join(of, test->location_count, i, j);
    for (unsigned i = 0; i < test->info_count; i++) {
        if (strcmp(test->info[i].key, key) == 0) {
            join_groups(builder, &test->info[i], of);
            *given = true;
        }
    }
    number_layout(of, test->location_count);
    return of;
}

/* Words of one line share its bank and its band. */
static void lay_out(struct builder *builder)
{
    struct litmus_layout *layout = &builder->test->layout;

    layout->line = layout_of(builder, "Line", NULL, &layout->line_given);
    layout->bank = layout_of(builder, "Bank", layout->line, &layout->bank_given);
    layout->band = layout_of(builder, "Band", layout->line, &layout->band_given);
}

/* ---- final order ---- */

static void move_operand(struct litmus_operand *operand, const unsigned *place_of)
{
    if (operand->kind == OPERAND_REGISTER)
        operand->reg = (int)place_of[operand->reg];
}

static void order_registers(struct litmus_test *test, unsigned number)
{
    struct litmus_thread *thread = &test->threads[number];
    unsigned place_of[LITMUS_MAX_REGISTERS];
    struct litmus_register sorted[LITMUS_MAX_REGISTERS];

    for (unsigned i = 0; i < thread->register_count; i++) {
        place_of[i] = 0;
        for (unsigned j = 0; j < thread->register_count; j++)
            place_of[i] += thread->registers[j].number < thread->registers[i].number;
        sorted[place_of[i]] = thread->registers[i];
    }
    for (unsigned i = 0; i < thread->register_count; i++)
        thread->registers[i] = sorted[i];
    for (unsigned i = 0; i < thread->length; i++) {
        struct litmus_instruction *instruction = &thread->code[i];
        if (instruction->target >= 0)
            instruction->target = (int)place_of[instruction->target];
        move_operand(&instruction->address, place_of);
        move_operand(&instruction->value.left, place_of);
        move_operand(&instruction->value.right, place_of);
        if (instruction->barrier) {
            move_operand(&instruction->barrier->id, place_of);
            move_operand(&instruction->barrier->quorum, place_of);
        }
    }
    for (unsigned i = 0; i < test->initial_count; i++)
        if (test->initials[i].thread == (int)number)
            test->initials[i].index = (int)place_of[test->initials[i].index];
    for (unsigned i = 0; i < test->watch_count; i++)
        if (test->watches[i].thread == (int)number)
            test->watches[i].index = (int)place_of[test->watches[i].index];
}

/* Registers by thread and number, then locations by name. */
static bool watch_before(const struct litmus_test *test, const struct litmus_watch *a, const struct litmus_watch *b)
{
    if (a->thread < 0 || b->thread < 0) {
        if (a->thread >= 0 || b->thread >= 0)
            return a->thread >= 0;
        return strcmp(test->locations[a->index].name, test->locations[b->index].name) < 0;
    }
    return a->thread != b->thread ? a->thread < b->thread : a->index < b->index;
}

static void move_proposition(struct litmus_proposition *proposition, const unsigned *place_of)
{
    if (!proposition)
        return;
    switch (proposition->kind) {
    case PROPOSITION_SAME: case PROPOSITION_LESS:
        proposition->other = place_of[proposition->other];
        proposition->watch = place_of[proposition->watch];
        break;
    case PROPOSITION_EQUAL: case PROPOSITION_BELOW: case PROPOSITION_ABOVE:
        proposition->watch = place_of[proposition->watch];
        break;
    case PROPOSITION_TRUE: case PROPOSITION_FALSE: case PROPOSITION_NOT:
    case PROPOSITION_AND: case PROPOSITION_OR: case PROPOSITION_IMPLIES:
        break;
    }
    move_proposition(proposition->left, place_of);
    move_proposition(proposition->right, place_of);
}

static void order_watches(struct arena *arena, struct litmus_test *test)
{
    unsigned *place_of = arena_alloc(arena, (test->watch_count + 1) * sizeof *place_of);
    struct litmus_watch *sorted = arena_alloc(arena, (test->watch_count + 1) * sizeof *sorted);

    for (unsigned i = 0; i < test->watch_count; i++) {
        for (unsigned j = 0; j < test->watch_count; j++)
            place_of[i] += watch_before(test, &test->watches[j], &test->watches[i]);
        sorted[place_of[i]] = test->watches[i];
    }
    for (unsigned i = 0; i < test->watch_count; i++) {
        const struct litmus_watch *watch = &sorted[i];
        test->watches[i] = *watch;
        if (watch->observed && watch->thread < 0)
            test->locations[watch->index].observed = true;
        else if (watch->observed)
            test->threads[watch->thread].registers[watch->index].observed = true;
    }
    move_proposition(test->condition, place_of);
    move_proposition(test->filter, place_of);
    move_proposition(test->outcome, place_of);
}

void build_renumber(struct arena *arena, struct litmus_test *test)
{
    for (unsigned i = 0; i < test->thread_count; i++)
        order_registers(test, i);
    order_watches(arena, test);
}

static int name_before(const void *a, const void *b)
{
    return place_compare(((const struct litmus_name *)a)->place, ((const struct litmus_name *)b)->place);
}

/* A place that was read twice, as one that begins several elements is, has one name. */
static void order_names(struct litmus_test *test)
{
    unsigned kept = 0;

    if (test->name_count)
        qsort(test->names, test->name_count, sizeof *test->names, name_before);
    for (unsigned i = 0; i < test->name_count; i++)
        if (!kept || test->names[kept - 1].place.start != test->names[i].place.start)
            test->names[kept++] = test->names[i];
    test->name_count = kept;
}

void build_finish(struct builder *builder)
{
    struct litmus_test *test = builder->test;

    for (unsigned i = 0; i < builder->goal_count; i++)
        resolve_goal(builder, &builder->goals[i]);
    separate_labels(builder);
    for (unsigned i = 0; i < test->thread_count; i++)
        refuse_idle_loops(builder, i);
    if (!test->scopes.given)
        default_scopes(test);
    number_scopes(test);
    lay_out(builder);
    order_names(test);
    build_renumber(builder->arena, test);
}
