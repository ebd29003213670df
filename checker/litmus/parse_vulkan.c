/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parse_vulkan.c - the instructions of a Vulkan test, as Dartagnan's suite writes it:
 *
 *     access = ("st" | "ld") (".nonpriv" | ".av" scope | ".vis" scope)? "." class semantics
 *            | ("st" | "ld" | "rmw") ".atom" order? "." scope "." class semantics ("." operation)?
 *     fence  = ("membar" | "cbar") "." order "." scope semantics
 *            | "cbar" "." scope semantics | "avdevice" | "visdevice"
 *
 * An atomic access is not private, and available or visible at its scope.  A
 * subgroup is a wavefront here, a queue family an agent, the device the system.
 * Semantics are of an order: a barrier without one has none, whatever it names.
 */
#include "parse_vulkan.h"

#include "../base/arena.h"
#include "columns.h"

static const struct columns_word orders[] = {{"acq", LITMUS_ACQ}, {"rel", LITMUS_REL}, {"acq_rel", LITMUS_AR}, {0}};
static const struct columns_word scopes[] = {{"sg", LITMUS_WV}, {"wg", LITMUS_WG}, {"qf", LITMUS_AGENT}, {"dv", LITMUS_SYS}, {0}};
static const struct columns_word places[] = {{"sg", LITMUS_WV}, {"wg", LITMUS_WG}, {"qf", LITMUS_AGENT}, {0}};
static const struct columns_word classes[] = {{"sc0", MARK_CLASS_0}, {"sc1", MARK_CLASS_1}, {"sc2", MARK_CLASS_2},
                                              {"sc3", MARK_CLASS_3}, {0}};
static const struct columns_word semantics[] = {{"semsc0", MARK_SEMANTICS_0}, {"semsc1", MARK_SEMANTICS_1},
                                                {"semsc2", MARK_SEMANTICS_2}, {"semsc3", MARK_SEMANTICS_3},
                                                {"semav", MARK_MAKES_AVAILABLE}, {"semvis", MARK_MAKES_VISIBLE}, {0}};
static const struct columns_word operations[] = {{"av", MARK_AVAILABLE}, {"vis", MARK_VISIBLE}, {0}};
static const struct columns_word nonprivate[] = {{"nonpriv", MARK_NONPRIVATE}, {0}};
static const struct columns_word atomic[] = {{"atom", 1}, {0}};
static const struct columns_word of_device[] = {{"avdevice", MARK_DEVICE_AVAILABLE}, {"visdevice", MARK_DEVICE_VISIBLE}, {0}};

/* What LISA would say, and behind it the name as it stands. */
static void annotate(struct columns *c, const struct mnemonic *name, struct litmus_instruction *into)
{
    struct arena *arena = c->builder->arena;
    const char *order = litmus_order_name(into->order);

    if (into->order != LITMUS_NA)
        order = arena_format(arena, "%s,%s", order, litmus_level_name(into->level));
    into->annotations = arena_format(arena, "%s,%.*s", order, (int)name->length, name->text);
}

/* The order that stands at word *at, which must fit; relaxed where none does. */
static bool read_order(const struct mnemonic *name, unsigned *at, struct litmus_instruction *into)
{
    int order = columns_word(name, *at, orders);

    into->order = order < 0 ? LITMUS_RLX : (enum litmus_order)order;
    *at += order >= 0;
    return !(into->kind == LITMUS_LOAD && order >= 0 && order != LITMUS_ACQ) &&
           !(into->kind == LITMUS_STORE && order >= 0 && order != LITMUS_REL);
}

static bool read_scope(const struct mnemonic *name, unsigned *at, struct litmus_instruction *into)
{
    int scope = columns_word(name, (*at)++, scopes);

    if (scope >= 0)
        into->level = (enum litmus_level)scope;
    return scope >= 0;
}

static bool read_class(const struct mnemonic *name, unsigned *at, struct litmus_instruction *into)
{
    int class = columns_word(name, (*at)++, classes);

    if (class >= 0)
        into->marks |= UINT64_C(1) << class;
    return class >= 0;
}

static void read_semantics(const struct mnemonic *name, unsigned *at, struct litmus_instruction *into)
{
    for (int mark; (mark = columns_word(name, *at, semantics)) >= 0; (*at)++)
        into->marks |= UINT64_C(1) << mark;
}

/* ".atom" order? scope class */
static bool read_atomic(const struct mnemonic *name, unsigned *at, struct litmus_instruction *into)
{
    ++*at;
    if (!read_order(name, at, into) || !read_scope(name, at, into) || !read_class(name, at, into))
        return false;
    into->marks |= LITMUS_MARK(NONPRIVATE);
    into->marks |= into->kind == LITMUS_LOAD ? 0 : LITMUS_MARK(AVAILABLE);
    into->marks |= into->kind == LITMUS_STORE ? 0 : LITMUS_MARK(VISIBLE);
    return true;
}

/* (".nonpriv" | ".av" scope | ".vis" scope)? class */
static bool read_plain(const struct mnemonic *name, unsigned *at, struct litmus_instruction *into)
{
    int operation = columns_word(name, *at, operations);

    if (columns_word(name, *at, nonprivate) >= 0) {
        into->marks |= LITMUS_MARK(NONPRIVATE);
        ++*at;
    } else if (operation >= 0) {
        if (operation != (into->kind == LITMUS_STORE ? MARK_AVAILABLE : MARK_VISIBLE))
            return false;
        into->marks |= LITMUS_MARK(NONPRIVATE) | UINT64_C(1) << operation;
        ++*at;
        if (!read_scope(name, at, into))
            return false;
    }
    return read_class(name, at, into);
}

static bool read_access(struct columns *c, const struct mnemonic *name, unsigned *at, struct litmus_instruction *into)
{
    *at = 1;
    if (!(columns_word(name, 1, atomic) > 0 ? read_atomic(name, at, into) : read_plain(name, at, into)))
        return columns_refuse(c, name);
    uint64_t marks = into->marks;
    read_semantics(name, at, into);
    if (into->order == LITMUS_NA || into->order == LITMUS_RLX) /* without an order they are about nothing */
        into->marks = marks;
    annotate(c, name, into);
    return true;
}

static bool read_store(struct columns *c, const struct mnemonic *name)
{
    struct litmus_instruction *store = columns_instruction(c, name, LITMUS_STORE);
    unsigned at;

    return store && read_access(c, name, &at, store) && (at == name->count || columns_refuse(c, name)) &&
           columns_location(c, &store->address) && columns_comma(c) && columns_value(c, &store->value.left);
}

/* A bare `ld` is a move. */
static bool read_load(struct columns *c, const struct mnemonic *name)
{
    struct litmus_instruction *load = columns_instruction(c, name, LITMUS_LOAD);
    unsigned at = 1;

    if (!load || (name->count > 1 && (!read_access(c, name, &at, load) || at != name->count)))
        return columns_refuse(c, name);
    return columns_loaded(c, load) && (load->kind == LITMUS_MOVE || name->count > 1 || columns_refuse(c, name));
}

/* "rmw" ".atom" ... ("." operation)? reg "," location "," value ("," value)? */
static bool read_rmw(struct columns *c, const struct mnemonic *name)
{
    struct litmus_instruction *rmw = columns_instruction(c, name, LITMUS_RMW);
    unsigned at;

    if (!rmw || columns_word(name, 1, atomic) < 0)
        return columns_refuse(c, name);
    if (!read_access(c, name, &at, rmw))
        return false;
    int operator = columns_word(name, at, columns_operators);
    rmw->value.operator = operator < 0 ? OPERATOR_COPY : (enum litmus_operator)operator;
    if (at + (operator >= 0) != name->count)
        return columns_refuse(c, name);
    return columns_register(c, &rmw->target) && columns_comma(c) && columns_location(c, &rmw->address) &&
           columns_comma(c) && columns_stored(c, rmw);
}

/* order scope semantics, at word 1 of the name, and no more. */
static bool read_fence_order(struct columns *c, const struct mnemonic *name, struct litmus_instruction *fence)
{
    unsigned at = 1;

    if (!read_order(name, &at, fence) || at == 1 || !read_scope(name, &at, fence))
        return columns_refuse(c, name);
    read_semantics(name, &at, fence);
    if (at != name->count)
        return columns_refuse(c, name);
    annotate(c, name, fence);
    return true;
}

static bool read_membar(struct columns *c, const struct mnemonic *name)
{
    struct litmus_instruction *fence = columns_instruction(c, name, LITMUS_FENCE);

    return fence && read_fence_order(c, name, fence);
}

/* ("cbar" scope semantics | "cbar" order scope semantics) barrier */
static bool read_cbar(struct columns *c, const struct mnemonic *name)
{
    struct litmus_instruction *fence = columns_instruction(c, name, LITMUS_FENCE);
    unsigned at = 1;

    if (!fence || (columns_word(name, 1, orders) >= 0 && !read_fence_order(c, name, fence)))
        return false;
    if (fence->order == LITMUS_NA) {
        if (!read_scope(name, &at, fence))
            return columns_refuse(c, name);
        read_semantics(name, &at, fence);
        if (at != name->count)
            return columns_refuse(c, name);
        fence->marks = 0;
        fence->annotations = arena_text(c->builder->arena, name->text, name->length);
    }
    return columns_barrier(c, fence, false);
}

static bool read_of_device(struct columns *c, const struct mnemonic *name)
{
    struct litmus_instruction *fence = columns_instruction(c, name, LITMUS_FENCE);

    if (!fence || name->count != 1)
        return columns_refuse(c, name);
    fence->marks = UINT64_C(1) << columns_word(name, 0, of_device);
    fence->annotations = arena_text(c->builder->arena, name->text, name->length);
    return true;
}

static const struct columns_form forms[] = {{"st", read_store}, {"ld", read_load}, {"rmw", read_rmw}, {"membar", read_membar},
                                            {"cbar", read_cbar}, {"avdevice", read_of_device}, {"visdevice", read_of_device},
                                            COLUMNS_FORMS, {0}};

/* ---- what the host orders ---- */

static bool read_ordered_thread(struct builder *builder, struct litmus_lexer *lexer, unsigned *thread)
{
    int64_t number = lexer->token.number;

    if (lexer->token.kind != TOKEN_NUMBER && !build_processor_name(&lexer->token, &number)) {
        litmus_lexer_wanted(lexer, "a processor's number");
        return false;
    }
    if (number < 0 || number >= builder->test->thread_count) {
        build_error(builder, lexer->token.place, NULL, "the test has no processor P%lld", (long long)number);
        return false;
    }
    *thread = (unsigned)number;
    litmus_lexer_next(lexer);
    return true;
}

/* ordered = "{" ("ssw" thread thread ";"?)* "}" */
static bool read_ordered(struct builder *builder, struct litmus_lexer *lexer)
{
    while (!litmus_lexer_take(lexer, '}')) {
        struct litmus_ordered ordered = {.place = lexer->token.place};
        if (litmus_lexer_take(lexer, ';'))
            continue;
        if (!litmus_lexer_is(lexer, "ssw")) {
            litmus_lexer_wanted(lexer, "`ssw` and two processors, or `}`");
            return false;
        }
        litmus_lexer_next(lexer);
        if (!read_ordered_thread(builder, lexer, &ordered.before) || !read_ordered_thread(builder, lexer, &ordered.after))
            return false;
        ARENA_PUSH(builder->arena, builder->test->ordered, builder->test->ordered_count, ordered);
    }
    return true;
}

void parse_vulkan_program(struct builder *builder, unsigned from, unsigned to)
{
    static const struct columns_dialect dialect = {
        .known = "known are ld, st, rmw, membar, cbar, avdevice, visdevice, add and its like, goto, beq and its like",
        .forms = forms, .place = places};
    struct litmus_lexer lexer;

    litmus_lexer_start(&lexer, builder->source, builder->diagnostics, LEXIS_PTX, from, to);
    while (litmus_lexer_take(&lexer, ';'))
        ;
    if (litmus_lexer_take(&lexer, '{')) {
        if (!read_ordered(builder, &lexer))
            return;
        from = lexer.token.place.start;
    }
    columns_parse(builder, &dialect, from, to);
}
