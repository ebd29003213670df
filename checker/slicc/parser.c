/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser.c - SLICC files to a tree: declarations.
 */
#include "parser.h"

#include "parser_private.h"

enum { INCLUDE_LIMIT = 16 /* of files within each other */ };

static struct slicc_decl *new_decl(struct slicc_parser *p, enum slicc_decl_kind kind)
{
    struct slicc_decl *d = arena_alloc(p->arena, sizeof *d);
    d->kind = kind;
    d->name = (struct slicc_name){"", slicc_here(p)};
    return d;
}

static void add_part(struct slicc_parser *p, struct slicc_decl *of, struct slicc_decl *part)
{
    ARENA_PUSH(p->arena, of->parts, of->part_count, part);
}

/* NAME ["," "AccessPermission" ":" NAME] pairs ";" */
static struct slicc_decl *parse_member(struct slicc_parser *p)
{
    struct slicc_decl *d = new_decl(p, SLICC_DECL_MEMBER);
    d->name = slicc_parse_name(p, "a member's name");
    if (slicc_at(p, SLICC_COMMA) && slicc_ahead(p, 1)->kind == SLICC_WORD && slicc_ahead(p, 2)->kind == SLICC_COLON) {
        p->at += 3;
        d->permission = slicc_parse_name(p, "an access permission").text;
    }
    d->pairs = slicc_parse_pairs(p);
    slicc_expect(p, SLICC_SEMICOLON, " after the member");
    return d;
}

/* parameters = [type ["*"] [NAME] [":=" expr] {"," ...}] ")" */
static void parse_parameters(struct slicc_parser *p, struct slicc_decl *d)
{
    while (!p->panic && !slicc_at(p, SLICC_CLOSE)) {
        struct slicc_parameter parameter = {.type_name = slicc_parse_type(p), .name = {"", slicc_here(p)}};
        slicc_take(p, SLICC_STAR);
        if (slicc_at(p, SLICC_WORD))
            parameter.name = slicc_parse_name(p, "a name");
        if (slicc_take(p, SLICC_ASSIGN))
            slicc_parse_expr(p);
        ARENA_PUSH(p->arena, d->parameters, d->parameter_count, parameter);
        if (!slicc_take(p, SLICC_COMMA))
            break;
    }
    slicc_expect(p, SLICC_CLOSE, " after the parameters");
}

/* type ["*"] NAME ([":=" expr] pairs ";" | "(" parameters pairs (";" | block)) */
static struct slicc_decl *parse_object(struct slicc_parser *p)
{
    struct slicc_decl *d = new_decl(p, SLICC_DECL_OBJECT);
    d->type_place = slicc_here(p);
    d->type_name = slicc_parse_type(p);
    d->pointer = slicc_take(p, SLICC_STAR);
    d->name = slicc_parse_name(p, "a name");
    if (slicc_take(p, SLICC_OPEN)) {
        d->kind = SLICC_DECL_FUNCTION;
        parse_parameters(p, d);
    } else if (slicc_take(p, SLICC_ASSIGN)) {
        d->initial = slicc_parse_expr(p);
    }
    d->pairs = slicc_parse_pairs(p);
    d->has_body = d->kind == SLICC_DECL_FUNCTION && slicc_at(p, SLICC_OPEN_BRACE);
    if (d->has_body)
        d->body = slicc_parse_block(p);
    else
        slicc_expect(p, SLICC_SEMICOLON, " after the declaration");
    return d;
}

/* WORD "(" type pairs ")" "{" {member or field} "}" */
static struct slicc_decl *parse_type_decl(struct slicc_parser *p, enum slicc_decl_kind kind)
{
    struct slicc_decl *d = new_decl(p, kind);
    p->at++;
    slicc_expect(p, SLICC_OPEN, "");
    d->name.place = slicc_here(p);
    d->name.text = slicc_parse_type(p);
    d->pairs = slicc_parse_pairs(p);
    slicc_expect(p, SLICC_CLOSE, "");
    if (kind == SLICC_DECL_EXTERNAL_TYPE) {
        slicc_expect(p, SLICC_SEMICOLON, " after the type");
        return d;
    }
    slicc_expect(p, SLICC_OPEN_BRACE, "");
    while (!p->panic && !slicc_at(p, SLICC_CLOSE_BRACE) && !slicc_at(p, SLICC_END_OF_FILE))
        add_part(p, d, kind == SLICC_DECL_STRUCT ? parse_object(p) : parse_member(p));
    slicc_expect(p, SLICC_CLOSE_BRACE, "");
    return d;
}

/* WORD "(" NAME "," type "," NAME pairs ")" (block | ";") */
static struct slicc_decl *parse_port(struct slicc_parser *p, enum slicc_decl_kind kind)
{
    struct slicc_decl *d = new_decl(p, kind);
    p->at++;
    slicc_expect(p, SLICC_OPEN, "");
    d->name = slicc_parse_name(p, "a port's name");
    slicc_expect(p, SLICC_COMMA, " after the port's name");
    d->type_place = slicc_here(p);
    d->type_name = slicc_parse_type(p);
    slicc_expect(p, SLICC_COMMA, " after the type of its messages");
    d->buffer = slicc_parse_name(p, "a message buffer");
    d->pairs = slicc_parse_pairs(p);
    slicc_expect(p, SLICC_CLOSE, "");
    if (kind == SLICC_DECL_IN_PORT)
        d->body = slicc_parse_block(p);
    else
        slicc_expect(p, SLICC_SEMICOLON, " after the port");
    return d;
}

/* "action" "(" NAME pairs ")" block */
static struct slicc_decl *parse_action(struct slicc_parser *p)
{
    struct slicc_decl *d = new_decl(p, SLICC_DECL_ACTION);
    p->at++;
    slicc_expect(p, SLICC_OPEN, "");
    d->name = slicc_parse_name(p, "an action's name");
    d->pairs = slicc_parse_pairs(p);
    slicc_expect(p, SLICC_CLOSE, "");
    d->body = slicc_parse_block(p);
    return d;
}

/* names = NAME | "{" {NAME ["," | ";"]} "}" */
static struct slicc_names parse_names(struct slicc_parser *p, const char *what)
{
    struct slicc_names names = {0};
    bool braces = slicc_take(p, SLICC_OPEN_BRACE);
    while (!p->panic && !(braces && slicc_at(p, SLICC_CLOSE_BRACE))) {
        struct slicc_name name = slicc_parse_name(p, what);
        ARENA_PUSH(p->arena, names.list, names.count, name);
        if (!braces)
            return names;
        if (!slicc_take(p, SLICC_COMMA))
            slicc_take(p, SLICC_SEMICOLON);
    }
    slicc_expect(p, SLICC_CLOSE_BRACE, "");
    return names;
}

/* "transition" "(" names "," names ["," (NAME | "*")] pairs ")" [names] names */
static struct slicc_decl *parse_transition(struct slicc_parser *p)
{
    struct slicc_decl *d = new_decl(p, SLICC_DECL_TRANSITION);
    p->at++;
    slicc_expect(p, SLICC_OPEN, "");
    d->states = parse_names(p, "a state");
    slicc_expect(p, SLICC_COMMA, " after the states");
    d->events = parse_names(p, "an event");
    d->next.text = "";
    bool next = slicc_at(p, SLICC_COMMA) && slicc_ahead(p, 2)->kind != SLICC_IS;
    if (next && slicc_take(p, SLICC_COMMA)) {
        struct place place = slicc_here(p);
        if (slicc_take(p, SLICC_STAR))
            d->next = (struct slicc_name){"*", place};
        else
            d->next = slicc_parse_name(p, "the next state, or '*'");
    }
    d->pairs = slicc_parse_pairs(p);
    slicc_expect(p, SLICC_CLOSE, "");
    d->actions = parse_names(p, "an action");
    if (slicc_at(p, SLICC_OPEN_BRACE)) {
        d->resources = d->actions;
        d->actions = parse_names(p, "an action");
    }
    return d;
}

static struct slicc_decl *parse_decl(struct slicc_parser *p)
{
    if (slicc_ahead(p, 1)->kind == SLICC_OPEN) {
        if (slicc_at_word(p, "enumeration"))
            return parse_type_decl(p, SLICC_DECL_ENUM);
        if (slicc_at_word(p, "state_declaration"))
            return parse_type_decl(p, SLICC_DECL_STATE);
        if (slicc_at_word(p, "structure"))
            return parse_type_decl(p, SLICC_DECL_STRUCT);
        if (slicc_at_word(p, "external_type"))
            return parse_type_decl(p, SLICC_DECL_EXTERNAL_TYPE);
        if (slicc_at_word(p, "in_port"))
            return parse_port(p, SLICC_DECL_IN_PORT);
        if (slicc_at_word(p, "out_port"))
            return parse_port(p, SLICC_DECL_OUT_PORT);
        if (slicc_at_word(p, "action"))
            return parse_action(p);
        if (slicc_at_word(p, "transition"))
            return parse_transition(p);
    }
    return parse_object(p);
}

/* ---- where to go on after an error ---- */

static bool begins_decl(const struct slicc_parser *p)
{
    static const char *const words[] = {"enumeration", "state_declaration", "structure", "external_type", "in_port",
                                        "out_port", "action", "transition", "machine"};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (slicc_at_word(p, words[i]) && slicc_ahead(p, 1)->kind == SLICC_OPEN)
            return true;
    return false;
}

static void recover(struct slicc_parser *p)
{
    p->panic = false;
    p->depth = 0;
    while (!slicc_at(p, SLICC_END_OF_FILE) && !begins_decl(p))
        p->at++;
}

/* ---- machines and files ---- */

/* "machine" "(" "MachineType" ":" NAME pairs ")" [":"] {object} "{" {decl} "}" */
static struct slicc_decl *parse_machine(struct slicc_parser *p)
{
    struct slicc_decl *d = new_decl(p, SLICC_DECL_MACHINE);
    p->at++;
    slicc_expect(p, SLICC_OPEN, "");
    if (!slicc_take_word(p, "MachineType"))
        slicc_fail(p, "'MachineType'");
    slicc_expect(p, SLICC_COLON, " after 'MachineType'");
    d->name = slicc_parse_name(p, "a machine type");
    d->pairs = slicc_parse_pairs(p);
    slicc_expect(p, SLICC_CLOSE, "");
    slicc_take(p, SLICC_COLON);
    while (!p->panic && !slicc_at(p, SLICC_OPEN_BRACE) && !slicc_at(p, SLICC_END_OF_FILE)) {
        struct slicc_decl *parameter = parse_object(p);
        parameter->parameter = true;
        add_part(p, d, parameter);
    }
    slicc_expect(p, SLICC_OPEN_BRACE, "");
    if (p->panic)
        recover(p);
    while (!slicc_at(p, SLICC_CLOSE_BRACE) && !slicc_at(p, SLICC_END_OF_FILE) && !slicc_at_word(p, "machine")) {
        add_part(p, d, parse_decl(p));
        if (p->panic)
            recover(p);
    }
    slicc_expect(p, SLICC_CLOSE_BRACE, " at the end of the machine");
    return d;
}

static void parse_source(struct slicc_protocol *protocol, const struct source *source, bool built_in, unsigned depth);

static void parse_include(struct slicc_protocol *protocol, struct slicc_parser *p, unsigned depth)
{
    struct place place = slicc_here(p);
    const struct slicc_token *token = slicc_ahead(p, 0);
    if (!slicc_take(p, SLICC_STRING))
        slicc_fail(p, "the path of a file");
    slicc_expect(p, SLICC_SEMICOLON, " after the path");
    const char *base = token->text && strrchr(token->text, '/') ? strrchr(token->text, '/') + 1 : token->text;
    if (p->panic || !strncmp(base, "RubySlicc_", 10))
        return;
    const char *slash = strrchr(place.source->path, '/');
    int folder = slash && *token->text != '/' ? (int)(slash + 1 - place.source->path) : 0;
    const char *path = arena_format(p->arena, "%.*s%s", folder, place.source->path, token->text);
    if (depth >= INCLUDE_LIMIT) {
        diagnostics_add(p->diagnostics, SEVERITY_ERROR, place, NULL, "files include each other too deeply");
        return;
    }
    const struct source *source = source_read(p->arena, p->diagnostics, path, place);
    if (source)
        parse_source(protocol, source, false, depth + 1);
}

static void parse_source(struct slicc_protocol *protocol, const struct source *source, bool built_in, unsigned depth)
{
    struct slicc_parser parser = {protocol->arena, protocol->diagnostics, .at = 0}, *p = &parser;
    parser.tokens = slicc_lexer_read(protocol->arena, protocol->diagnostics, source);
    while (!slicc_at(p, SLICC_END_OF_FILE)) {
        unsigned first = p->at;
        bool text = slicc_ahead(p, 1)->kind == SLICC_STRING;
        struct slicc_decl *d = NULL;
        if (text && slicc_take_word(p, "protocol")) {
            protocol->name = (struct slicc_name){slicc_ahead(p, 0)->text, slicc_here(p)};
            p->at++;
            slicc_expect(p, SLICC_SEMICOLON, " after the protocol's name");
        } else if (text && slicc_take_word(p, "include")) {
            parse_include(protocol, p, depth);
        } else if (slicc_at_word(p, "machine") && slicc_ahead(p, 1)->kind == SLICC_OPEN) {
            d = parse_machine(p);
        } else {
            d = parse_decl(p);
        }
        if (d && !p->panic) {
            d->built_in = built_in;
            ARENA_PUSH(protocol->arena, protocol->decls, protocol->decl_count, d);
        }
        if (p->panic) {
            p->at += p->at == first && p->at + 1 < p->tokens.count;
            recover(p);
        }
    }
}

void slicc_parse_source(struct slicc_protocol *protocol, const struct source *source, bool built_in)
{
    parse_source(protocol, source, built_in, 0);
}
