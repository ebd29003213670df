/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser_stmt.c - statements of SLICC.
 */
#include "parser_private.h"

static struct slicc_stmt *parse_stmt(struct slicc_parser *p);

/* "{" {stmt} "}" */
struct slicc_block slicc_parse_block(struct slicc_parser *p)
{
    struct slicc_block block = {0};
    slicc_expect(p, SLICC_OPEN_BRACE, "");
    if (slicc_enter(p))
        while (!p->panic && !slicc_at(p, SLICC_CLOSE_BRACE) && !slicc_at(p, SLICC_END_OF_FILE)) {
            struct slicc_stmt *s = parse_stmt(p);
            ARENA_PUSH(p->arena, block.list, block.count, s);
        }
    slicc_leave(p);
    slicc_expect(p, SLICC_CLOSE_BRACE, "");
    return block;
}

/* "if" "(" expr ")" block ["else" (block | if)] */
static void parse_if(struct slicc_parser *p, struct slicc_stmt *s)
{
    s->kind = SLICC_STMT_IF;
    slicc_expect(p, SLICC_OPEN, " of the condition");
    s->value = slicc_parse_expr(p);
    slicc_expect(p, SLICC_CLOSE, " of the condition");
    s->body = slicc_parse_block(p);
    s->has_otherwise = slicc_take_word(p, "else");
    if (!s->has_otherwise)
        return;
    if (slicc_at_word(p, "if") && slicc_enter(p)) {
        struct slicc_stmt *other = parse_stmt(p);
        ARENA_PUSH(p->arena, s->otherwise.list, s->otherwise.count, other);
        slicc_leave(p);
    } else {
        s->otherwise = slicc_parse_block(p);
    }
}

/* "(" port "," type ... ")" block.  The latency of an enqueue is an expression or a pair. */
static void parse_message(struct slicc_parser *p, struct slicc_stmt *s, bool enqueue)
{
    s->kind = enqueue ? SLICC_STMT_ENQUEUE : SLICC_STMT_PEEK;
    slicc_expect(p, SLICC_OPEN, "");
    s->name = slicc_parse_name(p, "a port");
    slicc_expect(p, SLICC_COMMA, " after the port");
    s->type_name = slicc_parse_type(p);
    for (unsigned i = 0; enqueue && i < 2; i++) /* latency, and whether the FIFO check is passed by */
        if (slicc_at(p, SLICC_COMMA) && slicc_ahead(p, 2)->kind != SLICC_IS && slicc_take(p, SLICC_COMMA)) {
            struct slicc_expr *value = slicc_parse_expr(p);
            s->value = i ? s->value : value;
            s->target = i ? value : NULL;
        }
    s->pairs = slicc_parse_pairs(p);
    slicc_expect(p, SLICC_CLOSE, "");
    s->body = slicc_parse_block(p);
}

/* What is written like a call: NAME "(" [port ["," expr]] ")" ";" */
static void parse_special(struct slicc_parser *p, struct slicc_stmt *s, enum slicc_stmt_kind kind)
{
    s->kind = kind;
    slicc_expect(p, SLICC_OPEN, "");
    if (slicc_at(p, SLICC_WORD))
        s->name = slicc_parse_name(p, "a name");
    if (slicc_take(p, SLICC_COMMA))
        s->value = slicc_parse_expr(p);
    if (kind == SLICC_STMT_DEFER && slicc_take(p, SLICC_COMMA))
        s->target = slicc_parse_expr(p);
    slicc_expect(p, SLICC_CLOSE, "");
    if (kind == SLICC_STMT_DEFER)
        s->body = slicc_parse_block(p);
    else
        slicc_expect(p, SLICC_SEMICOLON, "");
}

static bool parse_by_word(struct slicc_parser *p, struct slicc_stmt *s)
{
    static const struct {
        const char *word;
        enum slicc_stmt_kind kind;
    } specials[] = {
        {"stall_and_wait", SLICC_STMT_STALL_AND_WAIT}, {"wakeup_port", SLICC_STMT_WAKEUP_PORT},
        {"check_allocate", SLICC_STMT_CHECK_ALLOCATE}, {"check_on_cache_probe", SLICC_STMT_CHECK_PROBE},
        {"check_stop_slots", SLICC_STMT_CHECK_STOP_SLOTS}, {"check_next_cycle", SLICC_STMT_CHECK_NEXT_CYCLE},
        {"defer_enqueueing", SLICC_STMT_DEFER},
    };
    if (slicc_take_word(p, "if"))
        parse_if(p, s);
    else if (slicc_at_word(p, "peek") || slicc_at_word(p, "enqueue"))
        parse_message(p, s, slicc_take_word(p, "enqueue") || !slicc_take_word(p, "peek"));
    else if (slicc_take_word(p, "return")) {
        s->kind = SLICC_STMT_RETURN;
        if (!slicc_at(p, SLICC_SEMICOLON))
            s->value = slicc_parse_expr(p);
        slicc_expect(p, SLICC_SEMICOLON, " after the value");
    } else {
        for (unsigned i = 0; i < sizeof specials / sizeof *specials; i++)
            if (slicc_take_word(p, specials[i].word)) {
                parse_special(p, s, specials[i].kind);
                return true;
            }
        return false;
    }
    return true;
}

/* Whether `type ["*"] NAME :=` begins here. */
static bool at_local(const struct slicc_parser *p)
{
    unsigned i = 1;
    if (!slicc_at(p, SLICC_WORD))
        return false;
    while (slicc_ahead(p, i)->kind == SLICC_SCOPE && slicc_ahead(p, i + 1)->kind == SLICC_WORD)
        i += 2;
    i += slicc_ahead(p, i)->kind == SLICC_STAR;
    return slicc_ahead(p, i)->kind == SLICC_WORD;
}

/* type ["*"] NAME [":=" expr] ";" */
static void parse_local(struct slicc_parser *p, struct slicc_stmt *s)
{
    s->kind = SLICC_STMT_LOCAL;
    s->type_name = slicc_parse_type(p);
    slicc_take(p, SLICC_STAR);
    s->name = slicc_parse_name(p, "a variable's name");
    if (slicc_take(p, SLICC_ASSIGN))
        s->value = slicc_parse_expr(p);
    slicc_expect(p, SLICC_SEMICOLON, " after the declaration");
}

/* expr [":=" expr] ";" */
static void parse_simple(struct slicc_parser *p, struct slicc_stmt *s)
{
    s->value = slicc_parse_expr(p);
    if (slicc_take(p, SLICC_ASSIGN)) {
        s->kind = SLICC_STMT_ASSIGN;
        s->target = s->value;
        s->value = slicc_parse_expr(p);
    }
    slicc_expect(p, SLICC_SEMICOLON, " after the statement");
}

static struct slicc_stmt *parse_stmt(struct slicc_parser *p)
{
    struct slicc_stmt *s = arena_alloc(p->arena, sizeof *s);
    unsigned first = p->at;
    s->place = slicc_here(p);
    if (!parse_by_word(p, s)) {
        if (at_local(p))
            parse_local(p, s);
        else
            parse_simple(p, s);
        s->place = slicc_since(p, first);
    }
    return s;
}
