/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * resolve.c - from statements to nodes: what each name means where it stands.
 * A later `let` hides an earlier one from there on; a function is written out at
 * each call.
 */
#include "model.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../base/arena.h"
#include "vocabulary.h"

/* What a name stands for, and what was defined before it. */
struct scope {
    const char *name;
    int node;
    const struct cat_binding *function; /* or NULL */
    const struct scope *outer;
};

enum { INCLUDES = 50, CALLS = 50 };

struct resolver {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct cat_model *model;
    const char *const *folders;
    unsigned folder_count;
    const char *included[INCLUDES];
    unsigned included_count, calls;
    const struct scope *scope;
    int open; /* the first variable of the let rec that is being read, or CAT_NOWHERE */
    bool failed;
};

__attribute__((format(printf, 4, 5))) static int fail(struct resolver *r, struct place place, const char *hint,
                                                      const char *format, ...)
{
    va_list arguments;
    char text[300];
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    diagnostics_add(r->diagnostics, SEVERITY_ERROR, place, hint, "%s", text);
    r->failed = true;
    return CAT_NOWHERE;
}

/* ---- nodes ---- */

static const struct cat_node *at(const struct resolver *r, int node)
{
    return &r->model->nodes[node];
}

static int add_node(struct resolver *r, struct cat_node node)
{
    struct cat_model *model = r->model;
    const int operands[] = {node.left, node.right};
    for (unsigned i = 0; i < 2 && node.operator != CAT_FIX; i++)
        if (operands[i] != CAT_NOWHERE) {
            node.varies |= at(r, operands[i])->varies;
            node.recurs |= at(r, operands[i])->recurs;
        }
    for (unsigned i = 0; i < model->node_count && node.operator < CAT_VARIABLE; i++)
        if (!memcmp(&model->nodes[i], &node, sizeof node))
            return (int)i;
    ARENA_PUSH(r->arena, model->nodes, model->node_count, node);
    return (int)model->node_count - 1;
}

/* Every byte of a node is set: nodes are compared as bytes. */
static struct cat_node blank(enum cat_operator operator, bool is_set, int left, int right)
{
    struct cat_node node;
    memset(&node, 0, sizeof node);
    node.operator = operator;
    node.is_set = is_set;
    node.left = left;
    node.right = right;
    return node;
}

static int make(struct resolver *r, enum cat_operator operator, bool is_set, int left, int right)
{
    return add_node(r, blank(operator, is_set, left, right));
}

static int of_base(struct resolver *r, enum cat_base base)
{
    struct cat_node node = blank(CAT_OF_BASE, false, CAT_NOWHERE, CAT_NOWHERE);
    node.base = base;
    node.varies = base < CAT_CHOSEN;
    if (node.varies)
        r->model->used[base] = true;
    return add_node(r, node);
}

static int of_tags(struct resolver *r, uint64_t tags)
{
    struct cat_node node = blank(CAT_OF_TAGS, true, CAT_NOWHERE, CAT_NOWHERE);
    node.tags = tags;
    return add_node(r, node);
}

/* ---- expressions ---- */

static int resolve(struct resolver *r, const struct cat_expression *e);

/* Whether the node is as wanted: `set` or a relation.  0 is both. */
static bool wanted(struct resolver *r, const struct cat_expression *e, int node, bool set)
{
    if (node == CAT_NOWHERE || at(r, node)->is_set == set)
        return true;
    fail(r, e->place, set ? NULL : "[S] is the relation that holds between each element of the set S and itself",
         "this is a %s where a %s is wanted", set ? "relation" : "set", set ? "set" : "relation");
    return false;
}

/* 0 among the operands of an operator that both sets and relations have. */
static int with_nothing(enum cat_expression_kind kind, int left, int right)
{
    if (kind == CAT_UNION)
        return left == CAT_NOWHERE ? right : left;
    return kind == CAT_DIFFERENCE ? left : CAT_NOWHERE;
}

static int resolve_same(struct resolver *r, const struct cat_expression *e)
{
    int left = resolve(r, e->left), right = resolve(r, e->right);
    if (r->failed || left == CAT_NOWHERE || right == CAT_NOWHERE)
        return with_nothing(e->kind, left, right);
    bool set = at(r, left)->is_set;
    if (set != at(r, right)->is_set)
        return fail(r, e->place, NULL, "a set on one side and a relation on the other");
    if (e->kind == CAT_DIFFERENCE && r->open != CAT_NOWHERE && at(r, right)->recurs)
        return fail(r, e->place, NULL, "what is defined by `let rec` is taken away from its own definition");
    return make(r, e->kind == CAT_UNION ? CAT_OF_UNION : e->kind == CAT_DIFFERENCE ? CAT_OF_DIFFERENCE : CAT_OF_INTERSECTION,
                set, left, right);
}

static int resolve_pair(struct resolver *r, const struct cat_expression *e)
{
    bool sets = e->kind == CAT_PRODUCT;
    int left = resolve(r, e->left), right = resolve(r, e->right);
    if (r->failed || !wanted(r, e->left, left, sets) || !wanted(r, e->right, right, sets))
        return CAT_NOWHERE;
    if (left == CAT_NOWHERE || right == CAT_NOWHERE)
        return CAT_NOWHERE;
    return make(r, sets ? CAT_OF_PRODUCT : CAT_OF_SEQUENCE, false, left, right);
}

static int resolve_complement(struct resolver *r, const struct cat_expression *e)
{
    int node = resolve(r, e->left);
    if (r->failed)
        return CAT_NOWHERE;
    if (node == CAT_NOWHERE)
        return fail(r, e->place, "_ is the set of all events, _ * _ the relation of all", "~0 may be a set or a relation");
    if (r->open != CAT_NOWHERE && at(r, node)->recurs)
        return fail(r, e->place, NULL, "the complement of what is defined by `let rec`, in its own definition");
    return make(r, CAT_OF_COMPLEMENT, at(r, node)->is_set, node, CAT_NOWHERE);
}

/* An operator on one node.  Coherence is chosen transitive, so its closure is itself: a closure of what it may be would be
 * more than that, and hide that two writes cannot be ordered. */
static int of_one(struct resolver *r, enum cat_operator operator, int node)
{
    bool coherence = at(r, node)->operator == CAT_OF_BASE && at(r, node)->base == CAT_CO;
    if (coherence && operator == CAT_OF_PLUS)
        return node;
    return make(r, coherence && operator == CAT_OF_STAR ? CAT_OF_OPTION : operator, false, node, CAT_NOWHERE);
}

/* Of one relation, or for [S] of one set. */
static int resolve_single(struct resolver *r, const struct cat_expression *e)
{
    static const enum cat_operator operators[] = {[CAT_PLUS] = CAT_OF_PLUS, [CAT_STAR] = CAT_OF_STAR,
                                                  [CAT_OPTION] = CAT_OF_OPTION, [CAT_INVERSE] = CAT_OF_INVERSE,
                                                  [CAT_IDENTITY] = CAT_OF_IDENTITY};
    int node = resolve(r, e->left);
    if (r->failed || !wanted(r, e->left, node, e->kind == CAT_IDENTITY))
        return CAT_NOWHERE;
    if (node == CAT_NOWHERE)
        return e->kind == CAT_STAR || e->kind == CAT_OPTION ? of_base(r, CAT_ID) : CAT_NOWHERE;
    return of_one(r, operators[e->kind], node);
}

static const struct scope *look_up(const struct resolver *r, const char *name)
{
    const struct scope *s = r->scope;
    while (s && strcmp(s->name, name))
        s = s->outer;
    return s;
}

static int resolve_name(struct resolver *r, const struct cat_expression *e)
{
    const struct scope *s = look_up(r, e->name);
    uint64_t tags = 0;
    enum cat_base base;
    if (s && s->function)
        return fail(r, e->place, NULL, "%s is a function", e->name);
    if (s)
        return s->node;
    if (cat_base_named(e->name, &base))
        return of_base(r, base);
    if (!cat_tags_named(e->name + (*e->name == '\''), &tags))
        diagnostics_add(r->diagnostics, SEVERITY_WARNING, e->place, NULL,
                        "%s is not defined: it is taken for a tag, which no event bears", e->name);
    return of_tags(r, tags);
}

static int call_function(struct resolver *r, const struct cat_expression *e, const struct scope *s)
{
    const struct cat_binding *f = s->function;
    const struct scope *caller = r->scope, *inner = s->outer;
    if (f->parameter_count != e->argument_count)
        return fail(r, e->place, NULL, "%s takes %u argument%s, not %u", e->name, f->parameter_count,
                    f->parameter_count == 1 ? "" : "s", e->argument_count);
    if (++r->calls > CALLS)
        return fail(r, e->place, NULL, "functions call each other too deeply");
    for (unsigned i = 0; i < e->argument_count; i++) {
        struct scope *argument = arena_alloc(r->arena, sizeof *argument);
        *argument = (struct scope){f->parameters[i], resolve(r, e->arguments[i]), NULL, inner};
        inner = argument;
    }
    r->scope = inner;
    int node = r->failed ? CAT_NOWHERE : resolve(r, f->body);
    r->scope = caller;
    r->calls--;
    return node;
}

/* domain, range, toid, fencerel */
static int call_builtin(struct resolver *r, const struct cat_expression *e)
{
    static const char *const names[] = {"domain", "range", "toid", "fencerel"};
    unsigned which = 0;
    while (which < 4 && strcmp(names[which], e->name))
        which++;
    if (which == 4)
        return fail(r, e->place, NULL, "there is no function %s", e->name);
    if (e->argument_count != 1)
        return fail(r, e->place, NULL, "%s takes 1 argument, not %u", e->name, e->argument_count);
    int node = resolve(r, e->arguments[0]);
    if (r->failed || !wanted(r, e->arguments[0], node, which >= 2) || node == CAT_NOWHERE)
        return CAT_NOWHERE;
    if (which < 2)
        return make(r, which ? CAT_OF_RANGE : CAT_OF_DOMAIN, true, node, CAT_NOWHERE);
    int same = make(r, CAT_OF_IDENTITY, false, node, CAT_NOWHERE);
    if (which == 2)
        return same;
    int po = of_base(r, CAT_PO);
    return make(r, CAT_OF_SEQUENCE, false, make(r, CAT_OF_SEQUENCE, false, po, same), po);
}

static int resolve_call(struct resolver *r, const struct cat_expression *e)
{
    const struct scope *s = look_up(r, e->name);
    if (s && !s->function)
        return fail(r, e->place, NULL, "%s is no function", e->name);
    return s ? call_function(r, e, s) : call_builtin(r, e);
}

static int resolve(struct resolver *r, const struct cat_expression *e)
{
    if (r->failed)
        return CAT_NOWHERE;
    switch (e->kind) {
    case CAT_NAME: return resolve_name(r, e);
    case CAT_EMPTY: return CAT_NOWHERE;
    case CAT_ALL: return make(r, CAT_EVERYTHING, true, CAT_NOWHERE, CAT_NOWHERE);
    case CAT_UNION: case CAT_DIFFERENCE: case CAT_INTERSECTION: return resolve_same(r, e);
    case CAT_SEQUENCE: case CAT_PRODUCT: return resolve_pair(r, e);
    case CAT_COMPLEMENT: return resolve_complement(r, e);
    case CAT_PLUS: case CAT_STAR: case CAT_OPTION: case CAT_INVERSE: case CAT_IDENTITY: return resolve_single(r, e);
    case CAT_CALL: return resolve_call(r, e);
    }
    return CAT_NOWHERE;
}

/* ---- statements ---- */

static void define(struct resolver *r, const char *name, int node, const struct cat_binding *function)
{
    struct scope *scope = arena_alloc(r->arena, sizeof *scope);
    *scope = (struct scope){name, node, function, r->scope};
    r->scope = scope;
}

static void add_let(struct resolver *r, const struct cat_statement *s)
{
    int *nodes = arena_alloc(r->arena, s->binding_count * sizeof *nodes);
    for (unsigned i = 0; i < s->binding_count; i++)
        nodes[i] = s->bindings[i].parameters ? CAT_NOWHERE : resolve(r, s->bindings[i].body);
    for (unsigned i = 0; i < s->binding_count && !r->failed; i++)
        define(r, s->bindings[i].name, nodes[i], s->bindings[i].parameters ? &s->bindings[i] : NULL);
}

static void add_let_rec(struct resolver *r, const struct cat_statement *s)
{
    struct cat_group group = {.first = r->model->node_count, .count = s->binding_count};
    group.bodies = arena_alloc(r->arena, s->binding_count * sizeof *group.bodies);
    r->open = (int)group.first;
    for (unsigned i = 0; i < s->binding_count && !r->failed; i++) {
        struct cat_node variable = blank(CAT_VARIABLE, false, CAT_NOWHERE, CAT_NOWHERE);
        if (s->bindings[i].parameters)
            fail(r, s->bindings[i].place, NULL, "a function is not defined by `let rec`");
        variable.varies = variable.recurs = true;
        define(r, s->bindings[i].name, add_node(r, variable), NULL);
    }
    for (unsigned i = 0; i < s->binding_count && !r->failed; i++) {
        group.bodies[i] = resolve(r, s->bindings[i].body);
        if (!r->failed && group.bodies[i] != CAT_NOWHERE && at(r, group.bodies[i])->is_set)
            fail(r, s->bindings[i].place, NULL, "`let rec` defines relations, and this is a set");
    }
    r->open = CAT_NOWHERE;
    for (unsigned i = group.first; i < r->model->node_count; i++)
        r->model->nodes[i].recurs = false; /* known, from here on */
    ARENA_PUSH(r->arena, r->model->groups, r->model->group_count, group);
    struct cat_node end = blank(CAT_FIX, false, (int)r->model->group_count - 1, CAT_NOWHERE);
    end.varies = true;
    add_node(r, end);
}

static void add_check(struct resolver *r, const struct cat_statement *s)
{
    static const char *const names[] = {"acyclic", "irreflexive", "empty"};
    int node = resolve(r, s->expression);
    if (r->failed || (s->check != CAT_IS_EMPTY && !wanted(r, s->expression, node, false)))
        return;
    const char *name = s->name ? s->name : arena_format(r->arena, "%s at line %u", names[s->check], place_line(s->place));
    struct cat_requirement q = {s->check, s->use, s->negated, node, r->model->node_count, name};
    r->model->flags |= s->use != CAT_REQUIRE;
    ARENA_PUSH(r->arena, r->model->requirements, r->model->requirement_count, q);
}

static void add_file(struct resolver *r, const struct source *source);

static const char *find_include(struct resolver *r, const struct cat_statement *s)
{
    const char *from = s->place.source->path, *slash = strrchr(from, '/');
    const char *path = arena_format(r->arena, "%.*s%s", slash ? (int)(slash - from) + 1 : 0, from, s->name);
    for (unsigned i = 0; *s->name != '/' && access(path, R_OK) && i < r->folder_count; i++)
        path = arena_format(r->arena, "%s/%s", r->folders[i], s->name);
    return path;
}

/* A file is included once. */
static void add_include(struct resolver *r, const struct cat_statement *s)
{
    const char *path = find_include(r, s);
    for (unsigned i = 0; i < r->included_count; i++)
        if (!strcmp(r->included[i], path))
            return;
    if (r->included_count == INCLUDES) {
        fail(r, s->place, NULL, "more than %d files are included", INCLUDES);
        return;
    }
    r->included[r->included_count++] = path;
    const struct source *source = source_read(r->arena, r->diagnostics, path, s->place);
    if (source)
        add_file(r, source);
    else
        r->failed = true;
}

static void add_file(struct resolver *r, const struct source *source)
{
    struct cat_file *file = cat_parse(r->arena, r->diagnostics, source);
    ARENA_PUSH(r->arena, r->model->sources, r->model->source_count, source);
    r->failed |= !file;
    if (file && !r->model->title)
        r->model->title = file->title;
    for (unsigned i = 0; !r->failed && i < file->count; i++)
        switch (file->statements[i].kind) {
        case CAT_LET: add_let(r, &file->statements[i]); break;
        case CAT_LET_REC: add_let_rec(r, &file->statements[i]); break;
        case CAT_CHECK: add_check(r, &file->statements[i]); break;
        case CAT_INCLUDE: add_include(r, &file->statements[i]); break;
        }
}

/* What every model may count on, before its first line. */
static const char prelude[] = "let fr = rf^-1 ; co\n"
                              "let po-loc = po & loc\n"
                              "let rmw = amo | lxsx\n"
                              "let rfe = rf & ext let rfi = rf & int let coe = co & ext let coi = co & int\n"
                              "let fre = fr & ext let fri = fr & int\n";

struct cat_model *cat_model_read(struct arena *arena, struct diagnostics *diagnostics, const char *path,
                                 const char *const *folders, unsigned folder_count)
{
    struct resolver r = {.arena = arena, .diagnostics = diagnostics, .folders = folders, .folder_count = folder_count,
                         .open = CAT_NOWHERE};
    r.model = arena_alloc(arena, sizeof *r.model);
    *r.model = (struct cat_model){.path = path, .title = ""};
    const struct source *source = source_read(arena, diagnostics, path, (struct place){0});
    if (!source)
        return NULL;
    add_file(&r, source_from_text(arena, "what every model may use", prelude));
    r.model->title = NULL;
    if (!r.failed)
        add_file(&r, source);
    return r.failed || diagnostics_errors(diagnostics) ? NULL : r.model;
}
