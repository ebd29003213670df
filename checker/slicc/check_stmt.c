/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * check_stmt.c - statements of SLICC: their types, and the ports that they name.
 */
#include "check_private.h"

static struct slicc_decl *need_port(struct slicc_checker *c, struct slicc_name name, enum slicc_decl_kind kind)
{
    struct slicc_decl *port = slicc_symbols_find(c->symbols, c->machine, kind, name.text, NULL);
    if (!port)
        slicc_wrong(c, name.place, slicc_symbols_hint(c->symbols, c->machine, kind, name.text), "there is no %s '%s'",
                    kind == SLICC_DECL_IN_PORT ? "in_port" : "out_port", name.text);
    return port;
}

/* peek and enqueue: within their bodies there is a message. */
static void check_message(struct slicc_checker *c, struct slicc_stmt *s)
{
    bool enqueue = s->kind == SLICC_STMT_ENQUEUE;
    s->port = need_port(c, s->name, enqueue ? SLICC_DECL_OUT_PORT : SLICC_DECL_IN_PORT);
    s->type = slicc_need_type(c, s->type_name, s->place);
    if (s->port && strcmp(s->port->type_name, s->type_name) && s->type->kind != SLICC_TYPE_UNKNOWN && !enqueue)
        slicc_wrong(c, s->place, NULL, "the port '%s' has messages of type %s", s->name.text, s->port->type_name);
    if (s->value) /* neither is translated; both are checked */
        slicc_check_value(c, s->value, c->symbols->time);
    if (enqueue && s->target)
        slicc_check_value(c, s->target, c->symbols->boolean);
    unsigned before = c->local_count;
    s->local = slicc_add_local(c, enqueue ? "out_msg" : "in_msg", s->type, s->place);
    s->local->implicit = true;
    slicc_check_block(c, &s->body);
    c->local_count = before;
}

static void check_assign(struct slicc_checker *c, struct slicc_stmt *s)
{
    slicc_check_expr(c, s->target);
    struct slicc_expr *target = s->target;
    if (target->kind == SLICC_EXPR_NAME && target->local)
        target->local->assigned = true;
    const struct slicc_expr *whole = target;
    while (whole->kind == SLICC_EXPR_FIELD)
        whole = whole->left;
    if (whole != target && whole->kind == SLICC_EXPR_NAME && !strcmp(whole->name, "in_msg"))
        slicc_wrong(c, target->place, NULL, "a message that is received cannot be changed");
    if (target->kind != SLICC_EXPR_NAME && target->kind != SLICC_EXPR_FIELD)
        slicc_wrong(c, target->place, NULL, "only variables and fields can be assigned to");
    slicc_check_value(c, s->value, target->type);
}

static void check_return(struct slicc_checker *c, struct slicc_stmt *s)
{
    const struct slicc_type *wanted = c->symbols->void_type;
    if (c->unit->kind == SLICC_DECL_FUNCTION)
        wanted = slicc_need_type(c, c->unit->type_name, c->unit->type_place);
    if (s->value && wanted->kind == SLICC_TYPE_VOID)
        slicc_wrong(c, s->place, NULL, "nothing is returned here");
    else if (!s->value && wanted->kind != SLICC_TYPE_VOID)
        slicc_wrong(c, s->place, NULL, "a value of type %s is returned here", wanted->name);
    if (s->value)
        slicc_check_value(c, s->value, wanted);
}

static void check_local(struct slicc_checker *c, struct slicc_stmt *s)
{
    for (unsigned i = c->block; i < c->local_count; i++)
        if (!strcmp(c->locals[i]->name, s->name.text))
            slicc_wrong(c, s->name.place, NULL, "'%s' is declared twice in this block", s->name.text);
    s->type = slicc_need_type(c, s->type_name, s->place);
    if (s->value)
        slicc_check_value(c, s->value, s->type);
    s->local = slicc_add_local(c, s->name.text, s->type, s->name.place);
}

static void check_stmt(struct slicc_checker *c, struct slicc_stmt *s)
{
    unsigned before = c->local_count;
    switch (s->kind) {
    case SLICC_STMT_EXPR:
        slicc_check_expr(c, s->value);
        break;
    case SLICC_STMT_ASSIGN:
        check_assign(c, s);
        break;
    case SLICC_STMT_LOCAL:
        check_local(c, s);
        return;
    case SLICC_STMT_IF:
        slicc_check_value(c, s->value, c->symbols->boolean);
        slicc_check_block(c, &s->body);
        slicc_check_block(c, &s->otherwise);
        break;
    case SLICC_STMT_RETURN:
        check_return(c, s);
        break;
    case SLICC_STMT_PEEK:
    case SLICC_STMT_ENQUEUE:
        check_message(c, s);
        break;
    case SLICC_STMT_STALL_AND_WAIT:
    case SLICC_STMT_WAKEUP_PORT:
    case SLICC_STMT_CHECK_PROBE:
        s->port = need_port(c, s->name, SLICC_DECL_IN_PORT);
        if (s->value)
            slicc_check_value(c, s->value, c->symbols->address);
        else
            slicc_wrong(c, s->place, NULL, "an address is wanted behind the port");
        break;
    case SLICC_STMT_CHECK_ALLOCATE:
    case SLICC_STMT_CHECK_STOP_SLOTS:
    case SLICC_STMT_CHECK_NEXT_CYCLE:
    case SLICC_STMT_DEFER:
        break;
    }
    c->local_count = before;
}

void slicc_check_block(struct slicc_checker *c, struct slicc_block *block)
{
    unsigned before = c->local_count, around = c->block;
    c->block = before;
    for (unsigned i = 0; i < block->count; i++)
        check_stmt(c, block->list[i]);
    c->local_count = before;
    c->block = around;
}
