/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * parser.c - parse a whole file: rules, routines, and the files that it includes.
 *
 * A parser by recursive descent; above each function stands the rule of the
 * grammar that it reads.  parser_decl.c, parser_stmt.c and parser_expr.c have the
 * rest of the grammar, parser_error.c what is done at a mistake.
 */
#include "parser.h"

#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>

#include "../base/memory.h"
#include "parser_private.h"

enum { INCLUDE_LIMIT = 64 };

static struct rule *parse_rule(struct parser *);

/* ---- rules ---- */

/* locals = [{section} "begin"] */
static struct decls parse_locals(struct parser *p, bool begin_optional)
{
    struct decls decls = {0};
    while (parser_is_section(peek(p)))
        parse_section(p, &decls, SYMBOL_LOCAL);
    if (at(p, TOKEN_BEGIN))
        mark_here(p, ROLE_START);
    if (!take(p, TOKEN_BEGIN) && decls.count && !begin_optional)
        parser_report(p, NULL, "'begin' after the declarations");
    return decls;
}

static struct rule *new_rule(struct parser *p, enum rule_kind kind)
{
    struct rule *rule = arena_alloc(p->arena, sizeof *rule);
    rule->kind = kind;
    rule->place = here(p);
    return rule;
}

static void parse_code(struct parser *p, struct rule *rule, enum token_kind end, unsigned first)
{
    struct decls decls = parse_locals(p, false);
    rule->decls = decls.list;
    rule->decl_count = decls.count;
    unsigned open = open_body(p, first);
    parse_stmts(p, &rule->body);
    close_body(p, open, true);
    parser_close_block(p, end, first);
}

/* Whether what follows "rule" [STRING] may be a guard. */
static bool at_guard(const struct parser *p)
{
    bool multiset = at(p, TOKEN_MULTISETADD) || at(p, TOKEN_MULTISETREMOVE) || at(p, TOKEN_MULTISETREMOVEPRED);
    return parser_starts_expr(p) && !(multiset && peek_next(p) == TOKEN_OPEN);
}

/* A rule without guard or `begin` whose first statement, an assignment or a
 * call, was read as a guard: go back, for it is a statement. */
static bool was_statement(const struct parser *p, const struct expr *expr)
{
    return (expr->kind == EXPR_CALL && (at(p, TOKEN_SEMICOLON) || parser_ends_block(peek(p)))) ||
           (at(p, TOKEN_ASSIGN) && is_designator(expr));
}

/* guard = expr "==>" */
static void parse_guard(struct parser *p, struct rule *rule)
{
    unsigned first = p->at;
    struct expr *expr = parse_expr(p);
    if (was_statement(p, expr)) {
        p->at = first;
        return;
    }
    mark(p, first, ROLE_BODY);
    if (take(p, TOKEN_ARROW)) {
        rule->guard = expr;
        return;
    }
    parser_expect(p, TOKEN_ARROW, " after the guard");
    parser_recover_to(p, TOKEN_ARROW);
    take(p, TOKEN_ARROW);
}

/* rule = "rule" [STRING] [guard] locals block END(rule)     (CMurphi: "rule" [NUMBER] ...) */
static struct rule *parse_simple_rule(struct parser *p)
{
    struct rule *rule = new_rule(p, RULE_SIMPLE);
    unsigned first = p->at;
    advance(p);
    parser_open_block(p, TOKEN_ENDRULE);
    if (p->dialect == DIALECT_CMURPHI && at(p, TOKEN_NUMBER)) {
        rule->priority = token_at(p, p->at)->number;
        advance(p);
    }
    rule->name = parser_take_name(p);
    rule->place = since(p, first);
    if (at_guard(p))
        parse_guard(p, rule);
    parse_code(p, rule, TOKEN_ENDRULE, first);
    return rule;
}

/* startstate = "startstate" [STRING] locals block END(startstate) */
static struct rule *parse_startstate(struct parser *p)
{
    struct rule *rule = new_rule(p, RULE_STARTSTATE);
    unsigned first = p->at;
    advance(p);
    parser_open_block(p, TOKEN_ENDSTARTSTATE);
    rule->name = parser_take_name(p);
    rule->place = since(p, first);
    parse_code(p, rule, TOKEN_ENDSTARTSTATE, first);
    return rule;
}

/* Skip to the next rule or what may close the construct around. */
static void recover_rule(struct parser *p)
{
    p->panic = false;
    while (!parser_at_rule(p) && !parser_is_end(peek(p)) && !at(p, TOKEN_ENDCHOOSE) && !parser_is_outer(peek(p)))
        advance(p);
}

static void end_rule(struct parser *p)
{
    mark_last(p, ROLE_FINISH);
    if (p->panic)
        recover_rule(p);
    while (take(p, TOKEN_SEMICOLON))
        ;
}

/* rules = {rule [";"]} */
static void parse_rules(struct parser *p, struct rule *outer)
{
    if (p->panic)
        recover_rule(p);
    while (take(p, TOKEN_SEMICOLON))
        ;
    for (;;) {
        if (parser_at_rule(p)) {
            ARENA_PUSH(p->arena, outer->rules, outer->rule_count, parse_rule(p));
            end_rule(p);
        } else if (parser_is_end(peek(p)) || at(p, TOKEN_ENDCHOOSE) || parser_is_outer(peek(p))) {
            return;
        } else {
            parser_report(p, NULL, "a rule, or 'end'");
            recover_rule(p);
        }
    }
}

/* "do" rules `end`, behind what the rule binds, which began with token `first`. */
static struct rule *with_rules(struct parser *p, struct rule *rule, unsigned first, const char *after, enum token_kind end)
{
    rule->place = since(p, first);
    parser_expect_header(p, TOKEN_DO, after);
    unsigned open = open_body(p, first);
    parse_rules(p, rule);
    close_body(p, open, true);
    parser_close_block(p, end, first);
    return rule;
}

/* ruleset = "ruleset" quantifiers "do" rules END(ruleset) */
static struct rule *parse_ruleset(struct parser *p)
{
    struct rule *rule = new_rule(p, RULE_RULESET);
    unsigned first = p->at;
    advance(p);
    parser_open_block(p, TOKEN_ENDRULESET);
    struct quantifiers all = parse_quantifiers(p);
    rule->quantifiers = all.list;
    rule->quantifier_count = all.count;
    return with_rules(p, rule, first, " after the parameters", TOKEN_ENDRULESET);
}

/* choose = "choose" choice "do" rules END(choose) */
static struct rule *parse_choose(struct parser *p)
{
    struct rule *rule = new_rule(p, RULE_CHOOSE);
    unsigned first = p->at;
    advance(p);
    parser_open_block(p, TOKEN_ENDCHOOSE);
    ARENA_PUSH(p->arena, rule->quantifiers, rule->quantifier_count, parse_choice(p));
    return with_rules(p, rule, first, " after the multiset", TOKEN_ENDCHOOSE);
}

/* alias rule = "alias" aliases "do" rules END(alias) */
static struct rule *parse_alias_rule(struct parser *p)
{
    struct rule *rule = new_rule(p, RULE_ALIAS);
    unsigned first = p->at;
    advance(p);
    parser_open_block(p, TOKEN_ENDALIAS);
    struct symbols aliases = parse_aliases(p);
    rule->aliases = aliases.list;
    rule->alias_count = aliases.count;
    return with_rules(p, rule, first, " after the aliases", TOKEN_ENDALIAS);
}

static struct rule *parse_property_rule(struct parser *p)
{
    struct rule *rule = new_rule(p, RULE_PROPERTY);
    rule->property = parser_at_formula(p) ? parse_formula_property(p) : parse_property(p, false);
    rule->place = rule->property->place;
    return rule;
}

static void set_fairness(struct rule *rule, enum fairness fairness)
{
    if (rule->fairness == FAIRNESS_NONE)
        rule->fairness = fairness;
    for (unsigned i = 0; i < rule->rule_count; i++)
        set_fairness(rule->rules[i], fairness);
}

/* fair = ["strong"] "fair" (rule | ruleset) */
static struct rule *parse_fair(struct parser *p)
{
    enum fairness fairness = parser_at_word(p, "strong") ? FAIRNESS_STRONG : FAIRNESS_WEAK;
    if (fairness == FAIRNESS_STRONG)
        advance(p);
    advance(p);
    struct rule *rule = at(p, TOKEN_RULE) ? parse_simple_rule(p) : parse_ruleset(p);
    set_fairness(rule, fairness);
    return rule;
}

/* A rule, start state, property or a construct around them. */
static struct rule *parse_rule(struct parser *p)
{
    struct rule *rule = NULL;
    mark_here(p, ROLE_START);
    if (parser_enter(p))
        switch (peek(p)) {
        case TOKEN_RULE:
            rule = parse_simple_rule(p);
            break;
        case TOKEN_STARTSTATE:
            rule = parse_startstate(p);
            break;
        case TOKEN_RULESET:
            rule = parse_ruleset(p);
            break;
        case TOKEN_ALIAS:
            rule = parse_alias_rule(p);
            break;
        case TOKEN_CHOOSE:
            rule = parse_choose(p);
            break;
        default:
            rule = parser_at_fair(p) ? parse_fair(p) : parse_property_rule(p);
            break;
        }
    else /* the depth limit: get past the word that began it */
        advance(p);
    parser_leave(p);
    return rule ? rule : new_rule(p, RULE_RULESET);
}

/* ---- routines ---- */

/* parameters = {["var"] names ":" type [";"]} */
static void parse_parameters(struct parser *p, struct routine *routine)
{
    unsigned last = p->at;
    while (at(p, TOKEN_VAR) || is_name(peek(p))) {
        if (routine->parameter_count)
            mark(p, last, ROLE_FINISH);
        bool by_reference = take(p, TOKEN_VAR);
        struct symbols names = parse_names(p, SYMBOL_PARAMETER);
        parser_expect(p, TOKEN_COLON, " and a type after the parameter");
        struct type *type = parse_type(p);
        for (unsigned i = 0; i < names.count; i++) {
            names.list[i]->type = type;
            names.list[i]->by_reference = by_reference;
            ARENA_PUSH(p->arena, routine->parameters, routine->parameter_count, names.list[i]);
        }
        last = p->at - 1;
        while (take(p, TOKEN_SEMICOLON))
            ;
    }
}

/* header = NAME "(" parameters ")" [":" type] */
static struct routine *parse_header(struct parser *p)
{
    struct routine *routine = arena_alloc(p->arena, sizeof *routine);
    routine->place = here(p);
    routine->name = parse_name(p, "a name for the routine");
    parser_expect(p, TOKEN_OPEN, " and parameters");
    parse_parameters(p, routine);
    parser_expect(p, TOKEN_CLOSE, " after the parameters");
    if (take(p, TOKEN_COLON))
        routine->result = parse_type(p);
    return routine;
}

static void add_routine(struct parser *p, struct decls *decls, struct routine *routine, struct place place)
{
    struct symbol *symbol = parser_new_symbol(p, SYMBOL_ROUTINE, routine->name, routine->place);
    symbol->routine = routine;
    symbol->type = routine->result;
    parser_add_decl(p, decls, DECL_ROUTINE, place)->symbol = symbol;
}

/* routine = ("function" | "procedure") header [";"] {section} ["begin"] block END(function | procedure) [";"] */
static void parse_routine(struct parser *p, struct decls *decls)
{
    unsigned first = p->at;
    enum token_kind end = at(p, TOKEN_FUNCTION) ? TOKEN_ENDFUNCTION : TOKEN_ENDPROCEDURE;
    mark_here(p, ROLE_START);
    advance(p);
    parser_open_block(p, TOKEN_ENDFUNCTION);
    parser_open_block(p, TOKEN_ENDPROCEDURE);
    struct routine *routine = parse_header(p);
    mark_last(p, ROLE_FINISH);
    if (p->panic)
        parser_recover_to(p, TOKEN_BEGIN);
    while (take(p, TOKEN_SEMICOLON))
        ;
    struct decls locals = parse_locals(p, true);
    routine->decls = locals.list;
    routine->decl_count = locals.count;
    unsigned open = open_body(p, first);
    routine->body = parse_block(p);
    close_body(p, open, true);
    p->open[end == TOKEN_ENDFUNCTION ? TOKEN_ENDPROCEDURE : TOKEN_ENDFUNCTION]--;
    if (at(p, TOKEN_ENDPROCEDURE) || at(p, TOKEN_ENDFUNCTION)) { /* either word, as Rumur */
        mark_here(p, ROLE_START);
        p->open[end]--;
        advance(p);
    } else {
        parser_close_block(p, end, first);
    }
    mark_last(p, ROLE_FINISH);
    add_routine(p, decls, routine, since(p, first));
}

/* external = ("external" ("function" | "procedure") | "externfun" | "externproc") header [STRING] [";"]
 * The string is CMurphi's: the C file that defines it. */
static void parse_external(struct parser *p, struct decls *decls)
{
    unsigned first = p->at;
    mark_here(p, ROLE_START);
    if (at(p, TOKEN_EXTERNAL))
        advance(p);
    advance(p);
    struct routine *routine = parse_header(p);
    routine->external = true;
    parser_take_string(p);
    mark_last(p, ROLE_FINISH);
    add_routine(p, decls, routine, since(p, first));
}

static bool at_external(const struct parser *p)
{
    enum token_kind next = peek_next(p);
    return (at(p, TOKEN_EXTERNAL) && (next == TOKEN_FUNCTION || next == TOKEN_PROCEDURE)) ||
           ((at(p, TOKEN_EXTERNFUN) || at(p, TOKEN_EXTERNPROC)) && is_name(next));
}

/* ---- the program ---- */

static void parse_source(struct parser *, const struct source *, struct decls *);

static const char *relative_path(struct parser *p, const char *path)
{
    const char *from = p->tokens->source->path, *slash = strrchr(from, '/');
    if (*path == '/')
        return path;
    if (!slash)
        return *path == '-' ? arena_format(p->arena, "./%s", path) : path;
    return arena_format(p->arena, "%.*s%s", (int)(slash + 1 - from), from, path);
}

/* What lies beside the file that includes it comes before what the library has. */
static const char *find_include(struct parser *p, const char *path)
{
    const char *beside = relative_path(p, path);
    if (!p->library || *path == '/' || source_exists(beside))
        return beside;
    const char *shared = arena_format(p->arena, "%s/%s", p->library, path);
    return source_exists(shared) ? shared : beside;
}

/* Note a file by what it really is.  False where it was noted before. */
static bool note_path(struct parser *p, const char *path)
{
    char *real = realpath(path, NULL);
    if (!real)
        memory_check_errno();
    const char *canonical = arena_text(p->arena, real ? real : path, strlen(real ? real : path));
    free(real);
    for (unsigned i = 0; i < p->included_count; i++)
        if (!strcmp(p->included[i], canonical))
            return false;
    ARENA_PUSH(p->arena, p->included, p->included_count, canonical);
    return true;
}

static bool readable(struct parser *p, const char *path, struct place place)
{
    struct stat status;
    if (!stat(path, &status) && !S_ISREG(status.st_mode)) {
        parser_refuse(p, place, NULL, "only a regular file can be included");
        return false;
    }
    if (p->include_depth < INCLUDE_LIMIT)
        return true;
    parser_refuse(p, place, NULL, "files include each other too deeply");
    return false;
}

/* include = "include" STRING [";"], once for each file */
static void parse_include(struct parser *p, struct decls *decls)
{
    unsigned first = p->at;
    mark_here(p, ROLE_START);
    advance(p);
    struct place place = here(p);
    const char *path = parser_take_string(p);
    struct decl *decl = parser_add_decl(p, decls, DECL_INCLUDE, since(p, first));
    decl->path = path;
    const char *found = find_include(p, path);
    if (p->alone || !readable(p, found, place) || !note_path(p, found))
        return;
    struct source *source = source_read(p->arena, p->diagnostics, found, place);
    if (!source)
        return;
    source->order = p->sources++;
    decl->included = source;
    p->include_depth++;
    parse_source(p, source, decls);
    p->include_depth--;
}

/* Skip to the next thing that can stand outermost. */
static void recover_outer(struct parser *p)
{
    p->panic = false;
    while (!parser_at_rule(p) && !parser_is_outer(peek(p)) && !at_external(p))
        advance(p);
}

/* CMurphi has no such properties. */
static bool is_rumur_word(const struct parser *p)
{
    const char *word = is_name(peek(p)) ? token_at(p, p->at)->text : "";
    return !strcasecmp(word, "cover") || !strcasecmp(word, "assume") || !strcasecmp(word, "liveness");
}

static const char *misplaced_hint(struct parser *p)
{
    if (parser_is_end(peek(p)))
        return "there is one 'end' too many before this";
    if (is_rumur_word(p))
        return "with --dialect cmurphi this word is a name";
    return NULL;
}

/* program = {section | routine | external | include | rule [";"]} */
static void parse_outer(struct parser *p, struct decls *decls)
{
    unsigned first = p->at;
    if (parser_is_section(peek(p))) {
        parse_section(p, decls, SYMBOL_VARIABLE);
    } else if (at(p, TOKEN_FUNCTION) || at(p, TOKEN_PROCEDURE)) {
        parse_routine(p, decls);
    } else if (at_external(p)) {
        parse_external(p, decls);
    } else if (at(p, TOKEN_INCLUDE) && peek_next(p) == TOKEN_STRING) {
        parse_include(p, decls);
    } else if (parser_at_rule(p)) {
        struct rule *rule = parse_rule(p);
        parser_add_decl(p, decls, DECL_RULE, since(p, first))->rule = rule;
        end_rule(p);
    } else {
        parser_misplaced(p, misplaced_hint(p), "a declaration or a rule");
        advance(p);
        recover_outer(p);
    }
    if (p->panic)
        recover_outer(p);
}

static void parse_tokens(struct parser *p, struct tokens *tokens, struct decls *decls)
{
    p->tokens = tokens;
    p->at = 0;
    for (;;) {
        while (take(p, TOKEN_SEMICOLON))
            ;
        if (at(p, TOKEN_END_OF_FILE))
            return;
        parse_outer(p, decls);
    }
}

static void parse_source(struct parser *p, const struct source *source, struct decls *decls)
{
    const struct tokens *tokens = p->tokens;
    unsigned place = p->at;
    parse_tokens(p, lexer_read(p->arena, p->diagnostics, source, p->dialect), decls);
    p->tokens = tokens;
    p->at = p->gave_up && tokens ? tokens->count - 1 : place;
}

struct program *parse_program(struct arena *arena, struct diagnostics *diagnostics, struct source *source,
                              enum dialect dialect)
{
    struct program *program = arena_alloc(arena, sizeof *program);
    struct parser parser = {
        .arena = arena, .diagnostics = diagnostics, .dialect = dialect, .library = source->library};
    struct decls decls = {0};
    program->source = source;
    source->order = parser.sources++;
    note_path(&parser, source->path);
    parse_source(&parser, source, &decls);
    program->decls = decls.list;
    program->decl_count = decls.count;
    program->keyword_name = parser.keyword_name;
    return program;
}

struct program *parse_file(struct arena *arena, struct diagnostics *diagnostics, struct source *source,
                           enum dialect dialect, struct tokens **tokens)
{
    struct program *program = arena_alloc(arena, sizeof *program);
    struct parser parser = {.arena = arena, .diagnostics = diagnostics, .dialect = dialect, .alone = true};
    struct decls decls = {0};
    program->source = source;
    *tokens = lexer_read(arena, diagnostics, source, dialect);
    (*tokens)->layout = arena_alloc(arena, (*tokens)->count * sizeof *(*tokens)->layout);
    parse_tokens(&parser, *tokens, &decls);
    program->decls = decls.list;
    program->decl_count = decls.count;
    program->keyword_name = parser.keyword_name;
    return program;
}

struct expr *parse_expression(struct arena *arena, struct diagnostics *diagnostics, struct source *source,
                              enum dialect dialect)
{
    int errors = diagnostics_errors(diagnostics);
    struct parser parser = {.arena = arena, .diagnostics = diagnostics, .dialect = dialect};
    parser.tokens = lexer_read(arena, diagnostics, source, dialect);
    struct expr *expr = parse_expr(&parser);
    parser_expect(&parser, TOKEN_END_OF_FILE, " after the expression");
    return diagnostics_errors(diagnostics) > errors ? NULL : expr;
}

void parse_program_formula(struct arena *arena, struct diagnostics *diagnostics, struct program *program,
                           struct source *source, enum dialect dialect)
{
    struct parser parser = {.arena = arena, .diagnostics = diagnostics, .dialect = dialect};
    struct property *property = arena_alloc(arena, sizeof *property);
    parser.tokens = lexer_read(arena, diagnostics, source, dialect);
    property->kind = PROPERTY_LTL;
    property->message = source->text;
    property->formula = parse_formula(&parser);
    property->place = since(&parser, 0);
    parser_expect(&parser, TOKEN_END_OF_FILE, " after the formula");
    struct rule *rule = new_rule(&parser, RULE_PROPERTY);
    rule->property = property;
    rule->place = property->place;
    struct decl *decl = arena_alloc(arena, sizeof *decl);
    decl->kind = DECL_RULE;
    decl->place = rule->place;
    decl->rule = rule;
    ARENA_PUSH(arena, program->decls, program->decl_count, decl);
}
