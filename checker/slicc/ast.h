/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ast.h - the tree of a protocol in SLICC, and what check.c adds to it.
 *
 * Fields under "checked" are NULL or zero before slicc_check().
 */
#ifndef MURRELET_SLICC_AST_H
#define MURRELET_SLICC_AST_H

#include <stdint.h>

#include "../base/source.h"
#include "lexer.h"

/* A name where it is written. */
struct slicc_name {
    const char *text;
    struct place place;
};

struct slicc_names {
    struct slicc_name *list;
    unsigned count;
};

/* `key = value`, or a text alone (key NULL), behind a comma. */
struct slicc_pair {
    const char *key, *value;
    struct place place;
};

struct slicc_pairs {
    struct slicc_pair *list;
    unsigned count;
};

/* ---- types ---- */

enum slicc_type_kind {
    SLICC_TYPE_UNKNOWN,   /* an error was said: nothing more is */
    SLICC_TYPE_VOID,
    SLICC_TYPE_BOOL,
    SLICC_TYPE_INT,
    SLICC_TYPE_ADDRESS,
    SLICC_TYPE_TIME,      /* Tick, Cycles: dropped */
    SLICC_TYPE_STRING,
    SLICC_TYPE_ENUM,
    SLICC_TYPE_STRUCT,
    SLICC_TYPE_OPAQUE,    /* external, without methods: packets, scalars of statistics */
};

struct slicc_type {
    enum slicc_type_kind kind;
    const char *name;     /* as it is written */
    const char *mangled;  /* with its machine before it, as gem5 names it in C++ */
    struct slicc_decl *decl;    /* NULL for what is built in */
    struct slicc_decl *machine; /* that it belongs to, or NULL */
    bool is_entry;        /* a cache's, a directory's or a TBE table's entry: held by pointer */
    bool is_message;
};

/* ---- expressions ---- */

enum slicc_expr_kind {
    SLICC_EXPR_NUMBER,
    SLICC_EXPR_BOOL,      /* number */
    SLICC_EXPR_TEXT,      /* name */
    SLICC_EXPR_MEMBER_OF_ENUM, /* type_name : name */
    SLICC_EXPR_NAME,
    SLICC_EXPR_CALL,      /* name(arguments) */
    SLICC_EXPR_FIELD,     /* left.name */
    SLICC_EXPR_METHOD,    /* left.name(arguments) */
    SLICC_EXPR_STATIC,    /* type_name::name(arguments) */
    SLICC_EXPR_INDEX,     /* left[arguments]: lookup */
    SLICC_EXPR_NEW,       /* type_name */
    SLICC_EXPR_NOTHING,   /* OOD */
    SLICC_EXPR_VALID,     /* left */
    SLICC_EXPR_INVALID,   /* left */
    SLICC_EXPR_CAST,      /* type_name, left */
    SLICC_EXPR_UNARY,     /* operator left */
    SLICC_EXPR_BINARY,    /* left operator right */
};

struct slicc_expr {
    enum slicc_expr_kind kind;
    struct place place;
    const char *name, *type_name;
    int64_t number;
    enum slicc_token_kind operator;
    struct slicc_expr *left, *right, **arguments;
    unsigned argument_count;
    /* checked */
    const struct slicc_type *type;
    struct slicc_decl *decl;      /* what the name is: a variable, function, field, method, port */
    struct slicc_local *local;    /* or this */
};

/* ---- statements ---- */

enum slicc_stmt_kind {
    SLICC_STMT_EXPR,      /* value */
    SLICC_STMT_ASSIGN,    /* target := value */
    SLICC_STMT_LOCAL,     /* type_name name := value */
    SLICC_STMT_IF,        /* if (value) body else otherwise */
    SLICC_STMT_RETURN,    /* value, or NULL */
    SLICC_STMT_PEEK,      /* peek(name, type_name pairs) body */
    SLICC_STMT_ENQUEUE,   /* enqueue(name, type_name, value) body */
    SLICC_STMT_STALL_AND_WAIT, /* stall_and_wait(name, value) */
    SLICC_STMT_WAKEUP_PORT,    /* wakeup_port(name, value) */
    SLICC_STMT_CHECK_ALLOCATE, /* check_allocate(name) */
    SLICC_STMT_CHECK_PROBE,    /* check_on_cache_probe(name, value) */
    SLICC_STMT_CHECK_STOP_SLOTS,
    SLICC_STMT_CHECK_NEXT_CYCLE,
    SLICC_STMT_DEFER,
};

struct slicc_block {
    struct slicc_stmt **list;
    unsigned count;
};

struct slicc_stmt {
    enum slicc_stmt_kind kind;
    struct place place;
    struct slicc_name name;
    const char *type_name;
    struct slicc_expr *target, *value;
    struct slicc_pairs pairs;
    struct slicc_block body, otherwise;
    bool has_otherwise;
    /* checked */
    struct slicc_decl *port;
    const struct slicc_type *type;
    struct slicc_local *local;
};

/* A local variable, a parameter, or a name that is there without a declaration. */
struct slicc_local {
    const char *name;
    const struct slicc_type *type;
    struct place place;
    bool parameter, implicit, assigned;
    const char *emitted; /* its name in the machine that is written */
};

/* ---- declarations ---- */

enum slicc_decl_kind {
    SLICC_DECL_MACHINE,
    SLICC_DECL_ENUM,
    SLICC_DECL_STATE,     /* state_declaration */
    SLICC_DECL_MEMBER,    /* of an enum; its permission, of a state */
    SLICC_DECL_STRUCT,
    SLICC_DECL_EXTERNAL_TYPE,
    SLICC_DECL_OBJECT,    /* a variable, a machine's parameter, a field */
    SLICC_DECL_FUNCTION,  /* or a method */
    SLICC_DECL_IN_PORT,
    SLICC_DECL_OUT_PORT,
    SLICC_DECL_ACTION,
    SLICC_DECL_TRANSITION,
};

struct slicc_parameter {
    const char *type_name;
    struct slicc_name name; /* "" where only the type is written */
    const struct slicc_type *type; /* checked */
    struct slicc_local *local;
};

struct slicc_decl {
    enum slicc_decl_kind kind;
    struct slicc_name name;
    struct slicc_pairs pairs;
    const char *type_name;        /* of an object, a function's result, a port's messages */
    struct place type_place;
    struct slicc_name buffer;     /* of a port */
    struct slicc_expr *initial;   /* of an object, or NULL */
    bool parameter;               /* OBJECT: of a machine */
    bool pointer;
    struct slicc_parameter *parameters;
    unsigned parameter_count;
    bool has_body;
    struct slicc_block body;
    struct slicc_decl **parts;    /* of a machine, an enum, a structure */
    unsigned part_count;
    const char *permission;       /* of a state */
    struct slicc_names states, events, resources, actions; /* of a transition */
    struct slicc_name next;       /* "" : none; "*" : computed */
    bool built_in;                /* it comes with the reader */
    /* checked */
    struct slicc_decl *machine;   /* that it stands in, or NULL */
    const struct slicc_type *type;/* the type that it declares, or that it has */
    struct slicc_decl *object;    /* the buffer of a port */
    bool dropped;                 /* for statistics, time or functional accesses alone */
    bool used;                    /* a field or a member: some expression names it */
    bool read_from;               /* a field: of a message that was received */
    const char *emitted;          /* its name in the machine that is written, once that is made */
};

struct slicc_protocol {
    struct arena *arena;
    struct diagnostics *diagnostics;
    struct slicc_name name;
    struct slicc_decl **decls;    /* in the order of the files */
    unsigned decl_count;
};

/* The value of a pair, or NULL. */
const char *slicc_pair(const struct slicc_pairs *, const char *key);

#endif
