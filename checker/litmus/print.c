/* SPDX-License-Identifier: BSD-2-Clause */
/* print.c - see print.h. */
#include "print.h"

#include <inttypes.h>
#include <md5.h>
#include <stdlib.h>
#include <string.h>

#include "../base/arena.h"
#include "../base/memory.h"
#include "../base/text.h"
#include "build.h"

/* ---- instructions ---- */

/* A label's name as the printer wants it: the test's own, or L00, L01, ... in
 * alphabetical order of the test's. */
enum labels { LABELS_OWN, LABELS_NUMBERED };

static void print_label(struct text *text, const struct litmus_test *test, enum labels labels, const struct litmus_label *label)
{
    unsigned rank = 0;

    if (labels == LABELS_OWN) {
        text_put(text, label->name);
        return;
    }
    for (unsigned i = 0; i < test->thread_count; i++)
        for (unsigned k = 0; k < test->threads[i].label_count; k++)
            rank += strcmp(test->threads[i].labels[k].name, label->name) < 0;
    text_format(text, "L%02u", rank);
}

static void print_goal(struct text *text, const struct litmus_test *test, unsigned thread, enum labels labels, unsigned goal)
{
    const struct litmus_thread *owner = &test->threads[thread];

    for (unsigned i = 0; i < owner->label_count; i++) {
        if (owner->labels[i].at == goal) {
            print_label(text, test, labels, &owner->labels[i]);
            return;
        }
    }
}

void litmus_print_value(struct text *text, const struct litmus_test *test, struct litmus_value value)
{
    if (value.location >= 0)
        text_put(text, test->locations[value.location].name);
    else
        text_format(text, "%" PRId64, value.number);
}

static const char *operator_name(enum litmus_operator operator)
{
    switch (operator) {
    case OPERATOR_COPY: return "";
    case OPERATOR_ADD: return "add";
    case OPERATOR_SUB: return "sub";
    case OPERATOR_AND: return "and";
    case OPERATOR_OR: return "or";
    case OPERATOR_XOR: return "xor";
    case OPERATOR_MUL: return "mul";
    case OPERATOR_DIV: return "div";
    case OPERATOR_MIN: return "min";
    case OPERATOR_MAX: return "max";
    case OPERATOR_EQ: return "eq";
    case OPERATOR_NE: return "neq";
    case OPERATOR_LT: return "lt";
    case OPERATOR_LE: return "le";
    case OPERATOR_GT: return "gt";
    case OPERATOR_GE: return "ge";
    case OPERATOR_CAS: return "cas";
    }
    return "";
}

static void print_operand(struct text *text, const struct litmus_test *test, unsigned thread, const struct litmus_operand *operand,
                          int old);

/* A register that no test can name stands for the operation that is moved to it. */
static void print_register(struct text *text, const struct litmus_test *test, unsigned thread, int reg)
{
    const struct litmus_thread *owner = &test->threads[thread];

    for (unsigned i = 0; owner->registers[reg].number > BUILD_ADDRESS_REGISTER && i < owner->length; i++) {
        const struct litmus_instruction *move = &owner->code[i];
        if (move->kind != LITMUS_MOVE || move->target != reg)
            continue;
        text_format(text, "(%s ", operator_name(move->value.operator));
        print_operand(text, test, thread, &move->value.left, -1);
        text_char(text, ' ');
        print_operand(text, test, thread, &move->value.right, -1);
        text_char(text, ')');
        return;
    }
    text_format(text, "r%d", owner->registers[reg].number);
}

static void print_operand(struct text *text, const struct litmus_test *test, unsigned thread, const struct litmus_operand *operand,
                          int old)
{
    switch (operand->kind) {
    case OPERAND_NONE: break;
    case OPERAND_VALUE: litmus_print_value(text, test, operand->value); break;
    case OPERAND_REGISTER: print_register(text, test, thread, operand->reg); break;
    case OPERAND_OLD:
        if (old >= 0)
            text_format(text, "r%d", test->threads[thread].registers[old].number);
        else
            text_put(text, "r_old");
        break;
    }
}

static void print_expression(struct text *text, const struct litmus_test *test, unsigned thread,
                             const struct litmus_instruction *instruction)
{
    const struct litmus_expression *expression = &instruction->value;
    int old = instruction->target;

    if (expression->operator == OPERATOR_COPY) {
        print_operand(text, test, thread, &expression->left, old);
        return;
    }
    text_format(text, "(%s ", operator_name(expression->operator));
    print_operand(text, test, thread, &expression->left, old);
    text_char(text, ' ');
    print_operand(text, test, thread, &expression->right, old);
    text_char(text, ')');
}

static void print_target(struct text *text, const struct litmus_test *test, unsigned thread, int target)
{
    if (target >= 0)
        text_format(text, "r%d", test->threads[thread].registers[target].number);
    else
        text_put(text, "r_");
}

/* The address that an access computes is in the move before it. */
static void print_address(struct text *text, const struct litmus_test *test, unsigned thread, unsigned at)
{
    const struct litmus_thread *owner = &test->threads[thread];
    const struct litmus_operand *address = &owner->code[at].address;

    if (address->kind == OPERAND_REGISTER && owner->registers[address->reg].number == BUILD_ADDRESS_REGISTER) {
        print_operand(text, test, thread, &owner->code[at - 1].value.left, -1);
        text_char(text, '+');
        address = &owner->code[at - 1].value.right;
    }
    print_operand(text, test, thread, address, -1);
}

static bool is_printed(const struct litmus_thread *thread, unsigned at)
{
    const struct litmus_instruction *i = &thread->code[at];
    return i->kind != LITMUS_MOVE || i->target < 0 || thread->registers[i->target].number < BUILD_ADDRESS_REGISTER;
}

static void print_instruction(struct text *text, const struct litmus_test *test, unsigned thread, unsigned at, enum labels labels)
{
    static const char *const names[] = {"r", "w", "rmw", "f", "mov", "b", "b"};
    const struct litmus_instruction *instruction = &test->threads[thread].code[at];

    text_put(text, names[instruction->kind]);
    if (instruction->kind != LITMUS_MOVE)
        text_format(text, "[%s]", instruction->annotations);
    if (instruction->kind == LITMUS_FENCE)
        return;
    text_char(text, ' ');
    switch (instruction->kind) {
    case LITMUS_LOAD:
        print_target(text, test, thread, instruction->target);
        text_char(text, ' ');
        print_address(text, test, thread, at);
        break;
    case LITMUS_STORE:
        print_address(text, test, thread, at);
        text_char(text, ' ');
        print_expression(text, test, thread, instruction);
        break;
    case LITMUS_RMW:
        print_target(text, test, thread, instruction->target);
        text_char(text, ' ');
        print_expression(text, test, thread, instruction);
        text_char(text, ' ');
        print_address(text, test, thread, at);
        break;
    case LITMUS_MOVE:
        print_target(text, test, thread, instruction->target);
        text_char(text, ' ');
        print_expression(text, test, thread, instruction);
        break;
    case LITMUS_BRANCH:
        print_expression(text, test, thread, instruction);
        text_char(text, ' ');
        print_goal(text, test, thread, labels, instruction->goal);
        break;
    case LITMUS_JUMP:
        print_goal(text, test, thread, labels, instruction->goal);
        break;
    case LITMUS_FENCE:
        break;
    }
}

void litmus_print_instruction(struct text *text, const struct litmus_test *test, unsigned thread, unsigned at)
{
    print_instruction(text, test, thread, at, LABELS_OWN);
}

/* ---- the code as a table ---- */

/* The entries of one column: labels and instructions, each on its own row. */
struct column {
    struct text *cells;
    unsigned count;
    size_t width;
};

static void column_fill(struct column *column, const struct litmus_test *test, unsigned thread, enum labels labels)
{
    const struct litmus_thread *owner = &test->threads[thread];
    unsigned label = 0;

    column->cells = memory_take((owner->length + owner->label_count + 1) * sizeof *column->cells);
    for (unsigned at = 0; at <= owner->length; at++) {
        for (; label < owner->label_count && owner->labels[label].at == at; label++) {
            print_label(&column->cells[column->count], test, labels, &owner->labels[label]);
            text_char(&column->cells[column->count++], ':');
        }
        if (at < owner->length && is_printed(owner, at))
            print_instruction(&column->cells[column->count++], test, thread, at, labels);
    }
    for (unsigned i = 0; i < column->count; i++)
        if (column->cells[i].length > column->width)
            column->width = column->cells[i].length;
}

static void print_code(struct text *text, const struct litmus_test *test, enum labels labels, bool head)
{
    struct column columns[LITMUS_MAX_THREADS] = {0};
    unsigned rows = 0;

    for (unsigned i = 0; i < test->thread_count; i++) {
        column_fill(&columns[i], test, i, labels);
        if (columns[i].count > rows)
            rows = columns[i].count;
        if (head && columns[i].width < 3)
            columns[i].width = 3;
    }
    for (unsigned i = 0; head && i < test->thread_count; i++)
        text_format(text, "%s P%-*u ", i ? "|" : "", (int)columns[i].width - 1, i);
    if (head)
        text_put(text, ";\n");
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned i = 0; i < test->thread_count; i++)
            text_format(text, "%s %-*s ", i ? "|" : "", (int)columns[i].width,
                        row < columns[i].count ? columns[i].cells[row].bytes : "");
        text_put(text, ";\n");
    }
    for (unsigned i = 0; i < test->thread_count; i++) {
        for (unsigned k = 0; k < columns[i].count; k++)
            text_free(&columns[i].cells[k]);
        memory_give(columns[i].cells);
    }
}

/* ---- conditions ---- */

/* Where herd7 prints parentheses: fewer than its grammar needs nowhere, and
 * around `=>` under the others although that binds tighter. */
static bool needs_parentheses(enum litmus_proposition_kind parent, enum litmus_proposition_kind child, bool left)
{
    switch (parent) {
    case PROPOSITION_OR: return child == PROPOSITION_IMPLIES;
    case PROPOSITION_AND: return child == PROPOSITION_OR || child == PROPOSITION_IMPLIES;
    case PROPOSITION_IMPLIES: return child == PROPOSITION_OR || child == PROPOSITION_AND || (left && child == PROPOSITION_IMPLIES);
    default: return false;
    }
}

static void print_watch(struct text *text, const struct litmus_test *test, const struct litmus_watch *watch)
{
    char room[LITMUS_REGISTER_ROOM];

    if (watch->thread < 0)
        text_format(text, "[%s]", test->locations[watch->index].name);
    else
        text_format(text, "%d:%s", watch->thread, litmus_register_text(&test->threads[watch->thread].registers[watch->index], room));
}

void litmus_print_watch(struct text *text, const struct litmus_test *test, unsigned watch)
{
    print_watch(text, test, &test->watches[watch]);
}

static void print_within(struct text *text, const struct litmus_test *test, enum litmus_proposition_kind parent,
                         const struct litmus_proposition *child, bool left)
{
    bool parentheses = needs_parentheses(parent, child->kind, left);

    if (parentheses)
        text_char(text, '(');
    litmus_print_proposition(text, test, child);
    if (parentheses)
        text_char(text, ')');
}

static void print_binary(struct text *text, const struct litmus_test *test, const struct litmus_proposition *proposition,
                         const char *operator)
{
    print_within(text, test, proposition->kind, proposition->left, true);
    text_put(text, operator);
    print_within(text, test, proposition->kind, proposition->right, false);
}

static const char *comparison_of(const struct litmus_proposition *p)
{
    switch (p->kind) {
    case PROPOSITION_BELOW: case PROPOSITION_LESS: return p->negated ? ">=" : "<";
    case PROPOSITION_ABOVE: return p->negated ? "<=" : ">";
    default: return p->negated ? "!=" : "=";
    }
}

void litmus_print_proposition(struct text *text, const struct litmus_test *test, const struct litmus_proposition *proposition)
{
    switch (proposition->kind) {
    case PROPOSITION_TRUE: text_put(text, "true"); break;
    case PROPOSITION_FALSE: text_put(text, "false"); break;
    case PROPOSITION_EQUAL:
    case PROPOSITION_BELOW:
    case PROPOSITION_ABOVE:
        litmus_print_watch(text, test, proposition->watch);
        text_put(text, comparison_of(proposition));
        litmus_print_value(text, test, proposition->value);
        break;
    case PROPOSITION_SAME:
    case PROPOSITION_LESS:
        litmus_print_watch(text, test, proposition->watch);
        text_put(text, comparison_of(proposition));
        litmus_print_watch(text, test, proposition->other);
        break;
    case PROPOSITION_NOT:
        text_put(text, "not (");
        litmus_print_proposition(text, test, proposition->left);
        text_char(text, ')');
        break;
    case PROPOSITION_OR: print_binary(text, test, proposition, " \\/ "); break;
    case PROPOSITION_AND: print_binary(text, test, proposition, " /\\ "); break;
    case PROPOSITION_IMPLIES: print_binary(text, test, proposition, " => "); break;
    }
}

void litmus_print_quantifier(struct text *text, enum litmus_quantifier quantifier)
{
    static const char *const names[] = {"exists", "~exists", "forall"};

    text_put(text, names[quantifier]);
}

/* ---- the whole test ---- */

/* The level below; clusters are written where one has several work-groups. */
static int level_below(const struct litmus_test *test, int level)
{
    return level - 1 == LITMUS_CLUSTER && !litmus_has_clusters(test) ? LITMUS_WG : level - 1;
}

/* One instance of `level` with the threads that share `thread`'s; a level
 * whose only child has the same threads is written all the same. */
static void print_scope(struct text *text, const struct litmus_test *test, unsigned thread, int level)
{
    const struct litmus_scopes *scopes = &test->scopes;
    bool done[LITMUS_MAX_THREADS] = {false};
    int below = level_below(test, level);

    text_format(text, "(%s", litmus_level_name((enum litmus_level)level));
    for (unsigned i = 0; i < test->thread_count; i++) {
        if (scopes->group[i][level] != scopes->group[thread][level] || done[i])
            continue;
        if (level == LITMUS_WI) {
            text_format(text, " %u", i);
            continue;
        }
        for (unsigned k = i; k < test->thread_count; k++)
            done[k] = done[k] || scopes->group[k][below] == scopes->group[i][below];
        text_char(text, ' ');
        print_scope(text, test, i, below);
    }
    text_char(text, ')');
}

void litmus_print_scopes(struct text *text, const struct litmus_test *test)
{
    bool done[LITMUS_MAX_THREADS] = {false};

    for (unsigned i = 0; i < test->thread_count; i++) {
        if (done[test->scopes.group[i][LITMUS_SYS]])
            continue;
        if (i > 0)
            text_char(text, ' ');
        print_scope(text, test, i, LITMUS_SYS);
        done[test->scopes.group[i][LITMUS_SYS]] = true;
    }
}

static void print_initial(struct text *text, const struct litmus_test *test, const struct litmus_initial *initial, bool written)
{
    if (initial->type)
        text_format(text, "%s ", initial->type);
    if (initial->thread < 0)
        text_format(text, "%s=", test->locations[initial->index].name);
    else
        text_format(text, "%d:r%d=", initial->thread, test->threads[initial->thread].registers[initial->index].number);
    if (written)
        text_put(text, initial->written);
    else
        litmus_print_value(text, test, initial->value);
}

/* The elements of an array come one after the other; returns the last one. */
static unsigned print_array(struct text *text, const struct litmus_test *test, unsigned first)
{
    const struct litmus_initial *initial = &test->initials[first];
    const struct litmus_location *location = &test->locations[initial->index];

    text_format(text, "%s%s%s[%u]={", initial->type ? initial->type : "", initial->type ? " " : "", location->array, location->rest);
    for (unsigned i = 0; i < location->rest; i++) {
        text_put(text, i ? "," : "");
        litmus_print_value(text, test, test->initials[first + i].value);
    }
    text_put(text, "}");
    return first + location->rest - 1;
}

/* Names of the locations of a condition have dots and dollars, those of the
 * program have not; all are printed as they are. */
static void print_lisa(struct text *text, const struct litmus_test *test)
{
    text_format(text, "LISA %s\n", test->name);
    if (test->doc)
        text_format(text, "\"%s\"\n", test->doc);
    for (unsigned i = 0; i < test->info_count; i++)
        text_format(text, "%s=%s\n", test->info[i].key, test->info[i].value);
    text_put(text, "{ ");
    for (unsigned i = 0; i < test->initial_count; i++) {
        if (test->initials[i].thread < 0 && test->locations[test->initials[i].index].array)
            i = print_array(text, test, i);
        else
            print_initial(text, test, &test->initials[i], false);
        text_put(text, "; ");
    }
    text_put(text, "}\n");
    print_code(text, test, LABELS_OWN, true);
    text_put(text, "scopes: ");
    litmus_print_scopes(text, test);
    text_put(text, "\nlocations [");
    for (unsigned i = 0; i < test->watch_count; i++) {
        if (!test->watches[i].observed)
            continue;
        litmus_print_watch(text, test, i);
        text_put(text, "; ");
    }
    text_put(text, "]\n");
    if (test->filter) {
        text_put(text, "filter (");
        litmus_print_proposition(text, test, test->filter);
        text_put(text, ")\n");
    }
    litmus_print_quantifier(text, test->quantifier);
    text_put(text, " (");
    litmus_print_proposition(text, test, test->condition);
    text_put(text, ")\n");
}

/* The test as LISA can name it: registers have numbers alone. */
static struct litmus_test *without_names(struct arena *arena, const struct litmus_test *test)
{
    struct litmus_test *copy = arena_alloc(arena, sizeof *copy);

    *copy = *test;
    copy->threads = arena_alloc(arena, (test->thread_count + 1) * sizeof *copy->threads);
    for (unsigned t = 0; t < test->thread_count; t++) {
        struct litmus_thread *thread = &copy->threads[t];
        *thread = test->threads[t];
        thread->registers = arena_alloc(arena, (thread->register_count + 1) * sizeof *thread->registers);
        for (unsigned r = 0; r < thread->register_count; r++) {
            thread->registers[r] = test->threads[t].registers[r];
            thread->registers[r].name = NULL;
        }
    }
    return copy;
}

void litmus_print(struct text *text, const struct litmus_test *test)
{
    struct arena *arena = arena_new();

    print_lisa(text, without_names(arena, test));
    arena_free(arena);
}

/* ---- hash ---- */

static void digest(const struct text *text, uint8_t out[MD5_DIGEST_LENGTH])
{
    MD5_CTX context;

    MD5Init(&context);
    if (text->length)
        MD5Update(&context, (const uint8_t *)text->bytes, text->length);
    MD5Final(out, &context);
}

/* Registers by processor, then by name as text; then locations by name. */
static int compare_named(const struct litmus_test *test, int thread_a, int index_a, int thread_b, int index_b)
{
    char a[16], b[16];

    if (thread_a < 0 && thread_b < 0)
        return strcmp(test->locations[index_a].name, test->locations[index_b].name);
    if (thread_a < 0 || thread_b < 0)
        return thread_a < 0 ? 1 : -1;
    if (thread_a != thread_b)
        return thread_a - thread_b;
    snprintf(a, sizeof a, "%d", test->threads[thread_a].registers[index_a].number);
    snprintf(b, sizeof b, "%d", test->threads[thread_b].registers[index_b].number);
    return strcmp(a, b);
}

static void print_initials_sorted(struct text *text, const struct litmus_test *test)
{
    for (unsigned rank = 0; rank < test->initial_count; rank++) {
        for (unsigned i = 0; i < test->initial_count; i++) {
            unsigned before = 0;
            for (unsigned k = 0; k < test->initial_count; k++)
                before += compare_named(test, test->initials[k].thread, test->initials[k].index, test->initials[i].thread,
                                        test->initials[i].index) < 0;
            if (before == rank) {
                text_put(text, rank ? "; " : "");
                print_initial(text, test, &test->initials[i], true);
            }
        }
    }
}

static void print_observed_sorted(struct text *text, const struct litmus_test *test)
{
    const struct litmus_watch *watch = test->watches;
    unsigned printed = 0;

    for (unsigned rank = 0; rank < test->watch_count; rank++) {
        for (unsigned i = 0; i < test->watch_count; i++) {
            unsigned before = 0;
            for (unsigned k = 0; k < test->watch_count; k++)
                before += compare_named(test, watch[k].thread, watch[k].index, watch[i].thread, watch[i].index) < 0;
            if (before != rank || !watch[i].observed)
                continue;
            text_put(text, printed++ ? "; " : "");
            if (watch[i].thread < 0)
                text_put(text, test->locations[watch[i].index].name);
            else
                print_watch(text, test, &watch[i]);
        }
    }
}

/* The three keys of `info` that count. */
static void print_hashed_info(struct text *text, const struct litmus_test *test)
{
    static const char *const keys[] = {"MemoryType", "MT", "CacheType"};

    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *value = litmus_test_info(test, keys[i]);
        if (value)
            text_format(text, "%s=%s", keys[i], value);
    }
}

void litmus_hash(const struct litmus_test *test, char hash[33])
{
    struct text part[4] = {{0}}, whole = {0};
    uint8_t out[MD5_DIGEST_LENGTH];
    const char *given = litmus_test_info(test, "Hash");

    if (given && strlen(given) == 32) {
        memcpy(hash, given, 33);
        return;
    }
    print_hashed_info(&part[0], test);
    print_initials_sorted(&part[1], test);
    print_code(&part[2], test, LABELS_NUMBERED, false);
    print_observed_sorted(&part[3], test);
    for (unsigned i = 0; i < 4; i++) {
        digest(&part[i], out);
        if (i > 0 || part[i].length) /* without such keys, not even the digest of nothing */
            text_add(&whole, (const char *)out, sizeof out);
        text_free(&part[i]);
    }
    digest(&whole, out);
    text_free(&whole);
    for (unsigned i = 0; i < sizeof out; i++)
        snprintf(hash + 2 * i, 3, "%02x", out[i]);
}
