/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_stmt.c - statements, and the routines that they make: functions, actions, ports.
 *
 * The variables of a routine stand before its body in Murphi, so the body is
 * written first.
 */
#include "write_private.h"

#define BODY(writer, ...) text_format(&(writer)->body, __VA_ARGS__)

static const char *at_port(struct slicc_writer *w, const char *port)
{
    return arena_format(w->arena, "%s_at_%s", w->machine->name.text, port);
}

static void declare(struct slicc_writer *w, struct slicc_local *local, const char *wanted)
{
    local->emitted = slicc_local_name(w, wanted);
    ARENA_PUSH(w->arena, w->locals, w->local_count, local);
}

/* ---- calls as statements ---- */

/* trigger(event, address, entry, tbe): noted, for the rule to do the step. */
static void write_trigger(struct slicc_writer *w, const struct slicc_expr *e)
{
    BODY(w, "now.triggered := true;\nnow.event := %s;\nnow.address := %s;\n", slicc_write_expr(w, e->arguments[0]),
         slicc_write_expr(w, e->arguments[1]));
    for (unsigned i = 2; i < e->argument_count; i++) {
        const struct slicc_expr *a = e->arguments[i];
        bool tbe = slicc_type_is(a->type, "TBE") || (i == 3 && a->kind == SLICC_EXPR_NOTHING);
        BODY(w, "now.%s := %s;\n", tbe ? "tbe" : "cache_entry", slicc_write_expr(w, a));
    }
    BODY(w, "return;\n");
}

/* A text within a text: Murphi's and SLICC's escapes are not the same. */
static const char *plain(struct slicc_writer *w, const char *text)
{
    char *copy = arena_text(w->arena, text, strlen(text));
    for (char *c = copy; *c; c++)
        *c = *c == '"' || *c == '\\' || *c < ' ' ? ' ' : *c;
    return copy;
}

static void write_expr_stmt(struct slicc_writer *w, const struct slicc_stmt *s)
{
    const struct slicc_expr *e = s->value;
    if (e->kind == SLICC_EXPR_CALL && !strcmp(e->name, "trigger"))
        write_trigger(w, e);
    else if (e->kind == SLICC_EXPR_CALL && !strcmp(e->name, "assert"))
        /* Not Murphi's assert: what is asked may allocate an entry. */
        BODY(w, "if !(%s) then error \"assert (%s)\"; end;\n", slicc_write_expr(w, e->arguments[0]), slicc_where(w, e->place));
    else if (e->kind == SLICC_EXPR_CALL && !strcmp(e->name, "error"))
        BODY(w, "error \"%s (%s)\";\n", plain(w, e->arguments[0]->name), slicc_where(w, e->place));
    else
        text_put(&w->body, slicc_write_call(w, e));
}

/* ---- assignments ---- */

/* Whether a time is computed by taking a message: that stays. */
static bool takes_message(const struct slicc_expr *e)
{
    return e->kind == SLICC_EXPR_METHOD && !strcmp(e->name, "dequeue");
}

static void write_assign(struct slicc_writer *w, const struct slicc_stmt *s)
{
    const struct slicc_expr *target = s->target;
    if (slicc_type_dropped(target->type)) {
        if (takes_message(s->value))
            text_put(&w->body, slicc_write_call(w, s->value));
        return;
    }
    const char *value = slicc_write_expr(w, s->value);
    if (target->kind == SLICC_EXPR_NAME && !target->local && target->decl && target->decl->parameter)
        slicc_refuse(w, target->place, NULL, "an assignment to the machine's parameter '%s'", target->name);
    if (target->kind == SLICC_EXPR_NAME && target->local && target->local->implicit && strcmp(target->name, "out_msg"))
        slicc_refuse(w, target->place, NULL, "an assignment to '%s'", target->name);
    BODY(w, "%s := %s;\n", slicc_write_expr(w, target), value);
}

static void write_local(struct slicc_writer *w, const struct slicc_stmt *s)
{
    if (slicc_type_dropped(s->type)) {
        if (s->value && takes_message(s->value))
            text_put(&w->body, slicc_write_call(w, s->value));
        return;
    }
    const char *value = s->value ? slicc_write_expr(w, s->value) : NULL;
    declare(w, s->local, s->name.text);
    if (value)
        BODY(w, "%s := %s;\n", s->local->emitted, value);
    else
        text_put(&w->body, slicc_initial(w, s->type, NULL, s->local->emitted));
}

/* ---- the rest ---- */

static void write_if(struct slicc_writer *w, const struct slicc_stmt *s)
{
    const char *condition = slicc_write_expr(w, s->value);
    if (!strcmp(condition, "true")) { /* a port that is asked whether it has the message that it works on */
        slicc_write_block(w, &s->body);
        return;
    }
    BODY(w, "if %s then\n", condition);
    slicc_write_block(w, &s->body);
    const struct slicc_stmt *other = s;
    while (other->has_otherwise && other->otherwise.count == 1 && other->otherwise.list[0]->kind == SLICC_STMT_IF) {
        other = other->otherwise.list[0];
        BODY(w, "elsif %s then\n", slicc_write_expr(w, other->value));
        slicc_write_block(w, &other->body);
    }
    if (other->has_otherwise) {
        BODY(w, "else\n");
        slicc_write_block(w, &other->otherwise);
    }
    BODY(w, "end;\n");
}

/* In an action, the message is that of the port that triggered: it must be this one. */
static void write_peek(struct slicc_writer *w, const struct slicc_stmt *s)
{
    if (w->unit->kind == SLICC_DECL_ACTION)
        BODY(w, "peek_%s(%s, now);\n", w->machine->name.text, at_port(w, s->name.text));
    else if (w->unit != s->port)
        slicc_refuse(w, s->place, NULL, "a peek of '%s' in %s", s->name.text,
                     w->unit->kind == SLICC_DECL_IN_PORT ? "the code of another port" : "a function");
    slicc_write_block(w, &s->body);
}

/* A port at which no action puts anything aside has nothing to wake. */
static void write_park(struct slicc_writer *w, const struct slicc_stmt *s)
{
    const char *machine = w->machine->name.text, *address = slicc_write_expr(w, s->value);
    bool wakes = s->kind == SLICC_STMT_WAKEUP_PORT;
    if (w->unit->kind != SLICC_DECL_ACTION)
        slicc_refuse(w, s->place, NULL, "a '%s' outside of an action", wakes ? "wakeup_port" : "stall_and_wait");
    else if (!wakes)
        BODY(w, "park_%s(%s, %s, now);\n", machine, at_port(w, s->name.text), address);
    else if (slicc_port_parks(w->machine, s->port))
        BODY(w, "wake_%s_%s(self, %s);\n", machine, s->name.text, address);
}

static void write_enqueue(struct slicc_writer *w, const struct slicc_stmt *s)
{
    if (w->unit->kind != SLICC_DECL_ACTION)
        slicc_refuse(w, s->place, NULL, "an enqueue outside of an action");
    declare(w, s->local, "out_msg");
    text_put(&w->body, slicc_initial(w, s->type, NULL, s->local->emitted));
    slicc_write_block(w, &s->body);
    BODY(w, "send_%s_%s(self, %s);\n", w->machine->name.text, s->name.text, s->local->emitted);
}

static void write_stmt(struct slicc_writer *w, const struct slicc_stmt *s)
{
    switch (s->kind) {
    case SLICC_STMT_EXPR:
        write_expr_stmt(w, s);
        break;
    case SLICC_STMT_ASSIGN:
        write_assign(w, s);
        break;
    case SLICC_STMT_LOCAL:
        write_local(w, s);
        break;
    case SLICC_STMT_IF:
        write_if(w, s);
        break;
    case SLICC_STMT_RETURN:
        if (s->value)
            BODY(w, "return %s;\n", slicc_write_expr(w, s->value));
        else
            BODY(w, "return;\n");
        break;
    case SLICC_STMT_PEEK:
        write_peek(w, s);
        break;
    case SLICC_STMT_ENQUEUE:
        write_enqueue(w, s);
        break;
    case SLICC_STMT_STALL_AND_WAIT:
    case SLICC_STMT_WAKEUP_PORT:
        write_park(w, s);
        break;
    case SLICC_STMT_CHECK_ALLOCATE: /* a table of TBEs has a place for each line */
    case SLICC_STMT_CHECK_PROBE:    /* no line is locked by a core */
        break;
    case SLICC_STMT_CHECK_STOP_SLOTS:
        slicc_refuse(w, s->place, NULL, "'check_stop_slots'");
        break;
    case SLICC_STMT_CHECK_NEXT_CYCLE:
        slicc_refuse(w, s->place, NULL, "'check_next_cycle'");
        break;
    case SLICC_STMT_DEFER:
        slicc_refuse(w, s->place, NULL, "'defer_enqueueing'");
        break;
    }
}

void slicc_write_block(struct slicc_writer *w, const struct slicc_block *block)
{
    for (unsigned i = 0; i < block->count; i++)
        write_stmt(w, block->list[i]);
}

/* ---- routines ---- */

static void begin(struct slicc_writer *w, struct slicc_decl *unit)
{
    w->unit = unit;
    w->machine = unit->machine;
    w->local_name_count = w->local_count = 0;
    slicc_local_name(w, "self");
    slicc_local_name(w, "now");
}

/* The head that was written is followed by the variables and the body. */
static void finish(struct slicc_writer *w)
{
    for (unsigned i = 0; i < w->local_count; i++)
        PUT(w, "%s%s: %s;\n", i ? "  " : "var ", w->locals[i]->emitted, slicc_type_name(w, w->locals[i]->type));
    PUT(w, "begin\n%send;\n\n", w->body.bytes ? w->body.bytes : "");
    text_free(&w->body);
    w->body = (struct text){0};
}

/* A parameter that is assigned to is copied to a variable: Murphi's are for reading. */
static void copy_parameters(struct slicc_writer *w, struct slicc_decl *d)
{
    for (unsigned i = 0; i < d->parameter_count; i++) {
        struct slicc_local *local = d->parameters[i].local;
        if (!local->assigned || slicc_type_dropped(local->type))
            continue;
        const char *given = local->emitted;
        declare(w, local, local->name);
        BODY(w, "%s := %s;\n", local->emitted, given);
    }
}

void slicc_write_function(struct slicc_writer *w, struct slicc_decl *d)
{
    const char *by_ref = slicc_pair(&d->pairs, "return_by_ref");
    if (!d->has_body || d->dropped || d->built_in || (by_ref && !strcmp(by_ref, "yes")))
        return;
    begin(w, d);
    const struct slicc_type *result = slicc_symbols_type(&w->slicc->symbols, d->machine, d->type_name);
    bool function = result->kind != SLICC_TYPE_VOID;
    PUT(w, "-- %s\n%s %s(", slicc_where(w, d->name.place), function ? "function" : "procedure", slicc_name_of(w, d));
    if (d->machine)
        PUT(w, "self: %s_id", d->machine->name.text);
    bool any = d->machine != NULL;
    for (unsigned i = 0; i < d->parameter_count; i++) {
        struct slicc_parameter *p = &d->parameters[i];
        p->local->emitted = slicc_local_name(w, *p->name.text ? p->name.text : "unnamed");
        if (slicc_type_dropped(p->type))
            continue;
        PUT(w, "%s%s: %s", any ? "; " : "", p->local->emitted, slicc_type_name(w, p->type));
        any = true;
    }
    PUT(w, ")%s%s;\n", function ? ": " : "", function ? slicc_type_name(w, result) : "");
    if (function && slicc_type_dropped(result))
        slicc_refuse(w, d->type_place, NULL, "a function with a result of type %s", result->name);
    copy_parameters(w, d);
    slicc_write_block(w, &d->body);
    finish(w);
    slicc_item(w, SLICC_ROUTINE, slicc_name_of(w, d));
}

void slicc_write_action(struct slicc_writer *w, struct slicc_decl *d)
{
    begin(w, d);
    PUT(w, "-- %s\nprocedure %s(self: %s_id; var now: %s_context);\n", slicc_where(w, d->name.place), slicc_name_of(w, d),
        w->machine->name.text, w->machine->name.text);
    slicc_write_block(w, &d->body);
    finish(w);
    slicc_item(w, SLICC_ROUTINE, slicc_name_of(w, d));
}

void slicc_write_in_port(struct slicc_writer *w, struct slicc_decl *d)
{
    begin(w, d);
    w->probed = NULL;
    w->probed_count = 0;
    PUT(w, "-- %s\nprocedure %s(self: %s_id; var now: %s_context);\n", slicc_where(w, d->name.place), slicc_name_of(w, d),
        w->machine->name.text, w->machine->name.text);
    slicc_write_block(w, &d->body);
    finish(w);
    slicc_item(w, SLICC_ROUTINE, slicc_name_of(w, d));
}
