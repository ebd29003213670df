/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * program.h - a litmus test as plain data.
 *
 * A parser makes it, whatever the dialect; everything else only reads it.
 * Threads, locations and registers are numbered from 0: locations in order of
 * first appearance, registers of a thread by rising register number.  Labels
 * are resolved: an instruction's `goal` is an index into its thread's
 * instructions, and an index equal to their count is the thread's end.
 */
#ifndef MURRELET_LITMUS_PROGRAM_H
#define MURRELET_LITMUS_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/source.h"

struct arena;

/* Plain, relaxed, ..., and the remote orders of scope promotion. */
enum litmus_order {
    LITMUS_NA, LITMUS_RLX, LITMUS_ACQ, LITMUS_REL, LITMUS_AR, LITMUS_SC,
    LITMUS_RM_ACQ, LITMUS_RM_REL, LITMUS_RM_AR,
    LITMUS_ORDERS
};

/* Work-item, wavefront, work-group, cluster (work-groups of one agent that are near each other), agent (component), system. */
enum litmus_level { LITMUS_WI, LITMUS_WV, LITMUS_WG, LITMUS_CLUSTER, LITMUS_AGENT, LITMUS_SYS, LITMUS_LEVELS };

const char *litmus_order_name(enum litmus_order);
const char *litmus_level_name(enum litmus_level);

/* A number, or the address of a location. */
struct litmus_value {
    int64_t number; /* of an address: how many elements its array has from it on; 0 where it is in none */
    int location;   /* -1 for a number */
};

bool litmus_value_equal(struct litmus_value, struct litmus_value);

/* ---- what dialects say beside order and scope ---- */

/* Marks of accesses, fences and locations; LISA has none of them. */
enum litmus_mark {
    MARK_GENERIC, MARK_SURFACE, MARK_TEXTURE, MARK_CONSTANT, /* PTX: the proxy of an access, or of a proxy fence */
    MARK_ALIAS,                                              /* PTX: a fence between aliases */
    MARK_CLASS_0, MARK_CLASS_1, MARK_CLASS_2, MARK_CLASS_3,  /* Vulkan: the storage class of an access */
    MARK_SEMANTICS_0, MARK_SEMANTICS_1, MARK_SEMANTICS_2, MARK_SEMANTICS_3, /* ... those that an order is about */
    MARK_NONPRIVATE, MARK_AVAILABLE, MARK_VISIBLE,           /* Vulkan: of an access */
    MARK_MAKES_AVAILABLE, MARK_MAKES_VISIBLE,                /* ... of an order */
    MARK_DEVICE_AVAILABLE, MARK_DEVICE_VISIBLE,              /* ... operations of the host */
    MARK_GLOBAL, MARK_LOCAL,                                 /* OpenCL: the region of a location, or of a fence */
    MARK_NOT_ATOMIC,                                         /* OpenCL: a location of no atomic type */
    MARK_ENTRY, MARK_EXIT,                                   /* OpenCL: the two fences of a barrier */
    LITMUS_MARKS
};

#define LITMUS_MARK(mark) (UINT64_C(1) << MARK_##mark)

/* ---- instructions ---- */

enum litmus_operand_kind {
    OPERAND_NONE,
    OPERAND_VALUE,    /* a constant, or a location's address */
    OPERAND_REGISTER, /* index into the thread's registers */
    OPERAND_OLD,      /* in an RMW: what memory held */
};

struct litmus_operand {
    enum litmus_operand_kind kind;
    struct litmus_value value;
    int reg;
};

enum litmus_operator {
    OPERATOR_COPY, /* left */
    OPERATOR_ADD, OPERATOR_SUB, OPERATOR_AND, OPERATOR_OR, OPERATOR_XOR,
    OPERATOR_MUL, OPERATOR_DIV, OPERATOR_MIN, OPERATOR_MAX,
    OPERATOR_EQ, OPERATOR_NE, OPERATOR_LT, OPERATOR_LE, OPERATOR_GT, OPERATOR_GE, /* 1 or 0 */
    OPERATOR_CAS,  /* RMW alone: old = left ? store right : no store */
};

struct litmus_expression {
    enum litmus_operator operator;
    struct litmus_operand left, right;
};

enum litmus_instruction_kind {
    LITMUS_LOAD,   /* target := [address] */
    LITMUS_STORE,  /* [address] := value */
    LITMUS_RMW,    /* target := [address]; [address] := value, in one step */
    LITMUS_FENCE,
    LITMUS_MOVE,   /* target := value */
    LITMUS_BRANCH, /* to goal if value is not 0 */
    LITMUS_JUMP,   /* to goal */
};

#define BARRIER_BY_ID INT64_MIN

/* Where threads wait for each other: those of one instance of the instruction's level. */
struct litmus_barrier {
    int64_t instance;             /* only barriers of one number meet; BARRIER_BY_ID: it names its id alone */
    struct litmus_operand id;     /* ... and of these those with one id; NONE: all */
    struct litmus_operand quorum; /* so many are enough; NONE: all are needed */
    bool arrives;                 /* it does not wait */
};

struct litmus_instruction {
    enum litmus_instruction_kind kind;
    enum litmus_order order; /* LOAD, STORE, RMW, FENCE; of a fence NA where it orders nothing by itself */
    enum litmus_level level; /* of an order other than NA, of an access to be available or visible; LITMUS_SYS else */
    enum litmus_order failing; /* of a compare-and-swap that stores nothing; NA: as `order` */
    uint64_t marks;
    struct litmus_barrier *barrier; /* FENCE, or NULL */
    int target;              /* LOAD, RMW, MOVE: the register, or -1 if the result is dropped */
    struct litmus_operand address;  /* LOAD, STORE, RMW: a location or a register */
    struct litmus_expression value; /* STORE, RMW, MOVE, BRANCH */
    unsigned goal;                  /* BRANCH, JUMP */
    const char *annotations;        /* as written, joined by commas, without blanks; "" if none */
    struct place place;
};

struct litmus_label {
    const char *name;
    unsigned at; /* the instruction that it stands before */
};

struct litmus_register {
    int number;                   /* as in r3 */
    const char *name;             /* C: the variable's; NULL: r and the number */
    struct litmus_value initial;
    bool observed;                /* by the condition or `locations` */
};

/* What a register is called in the test's own words; in `room` where that is r and a number. */
enum { LITMUS_REGISTER_ROOM = 16 };
const char *litmus_register_text(const struct litmus_register *, char room[LITMUS_REGISTER_ROOM]);

struct litmus_thread {
    struct litmus_instruction *code;
    unsigned length;
    struct litmus_label *labels;  /* in program order */
    unsigned label_count;
    struct litmus_register *registers;
    unsigned register_count;
    struct place place;
};

/* The elements of an array are locations that come one after the other, `q[0]`, `q[1]`, ... */
struct litmus_location {
    const char *name;
    const char *array;    /* NULL: it is in none */
    unsigned element, rest; /* rest: how many there are from it on */
    unsigned memory;      /* the location whose memory it is: itself, unless it is an alias */
    unsigned address;     /* the location by whose address it is reached: itself, unless it is that one through another proxy */
    uint64_t marks;
    struct place place;   /* of an alias, where that is said */
    struct litmus_value initial;
    bool observed;
};

/* ---- scopes and layout ---- */

/* group[level] of a thread: two threads share the scope instance of a level
 * if and only if they have the same number there.  The instances form a tree,
 * so sharing one level is sharing all wider ones; group[LITMUS_SYS] may
 * differ too.  The numbers of a level run from 0 in the order of the threads. */
struct litmus_scopes {
    unsigned (*group)[LITMUS_LEVELS]; /* by thread */
    unsigned count[LITMUS_LEVELS];    /* instances of each level */
    bool given;                       /* by the test; else each thread its own work-group on one agent */
};

/* The narrowest level that two threads share; LITMUS_LEVELS if none. */
enum litmus_level litmus_common_level(const struct litmus_scopes *, unsigned a, unsigned b);

/* Which locations share a line, a bank, an epoch band: numbers from 0 in the
 * order of the locations; all different unless a key says otherwise. */
struct litmus_layout {
    unsigned *line, *bank, *band; /* by location */
    bool line_given, bank_given, band_given;
};

/* ---- conditions ---- */

/* Something that a final state has a value for. */
struct litmus_watch {
    int thread;    /* -1: a location */
    int index;     /* of the register within its thread, or of the location */
    bool observed; /* false: only the filter or the outcome asked for reads it */
};

enum litmus_proposition_kind {
    PROPOSITION_TRUE, PROPOSITION_FALSE,
    PROPOSITION_EQUAL,   /* watch = value */
    PROPOSITION_SAME,    /* watch = other watch */
    PROPOSITION_BELOW, PROPOSITION_ABOVE, /* watch < value, watch > value: of numbers */
    PROPOSITION_LESS,    /* watch < other watch: of numbers */
    PROPOSITION_NOT,     /* left */
    PROPOSITION_AND, PROPOSITION_OR, PROPOSITION_IMPLIES,
};

struct litmus_proposition {
    enum litmus_proposition_kind kind;
    bool negated;              /* EQUAL, SAME: written !=; BELOW, ABOVE, LESS: written >=, <= */
    unsigned watch, other;     /* indices into the test's watches */
    struct litmus_value value;
    struct litmus_proposition *left, *right;
    struct place place;
};

enum litmus_quantifier { LITMUS_EXISTS, LITMUS_NOT_EXISTS, LITMUS_FORALL };

/* ---- the test ---- */

struct litmus_info {
    const char *key, *value;
    struct place place; /* of the value */
};

/* Where the text names something: a location (an array by its own name), a register of a thread, a label. */
enum litmus_named { LITMUS_NAMES_LOCATION, LITMUS_NAMES_REGISTER, LITMUS_NAMES_LABEL };

struct litmus_name {
    enum litmus_named what;
    int thread;  /* -1: it is of the whole test */
    int number;  /* of a register; of all else its text tells which it is */
    struct place place;
};

/* An initial value as the test writes it, for the hash. */
struct litmus_initial {
    int thread; /* -1: a location */
    int index;
    struct litmus_value value;
    const char *written; /* the value's text; "0" if none is written */
    const char *type;    /* "int", or NULL if none is written */
};

/* Vulkan: all that one thread does is before all that another does. */
struct litmus_ordered {
    unsigned before, after;
    struct place place;
};

enum litmus_dialect { LITMUS_LISA, LITMUS_PTX, LITMUS_VULKAN, LITMUS_OPENCL, LITMUS_C };

struct litmus_test {
    enum litmus_dialect dialect;
    const struct source *source;
    struct place program; /* between the initial state and the condition */
    const char *name;
    const char *doc; /* the quoted text below the header, or NULL */
    struct litmus_info *info;
    unsigned info_count;
    struct litmus_name *names; /* in the order of the file */
    unsigned name_count;
    struct litmus_initial *initials; /* in the order of the file */
    unsigned initial_count;
    struct litmus_thread *threads;
    unsigned thread_count;
    struct litmus_location *locations;
    unsigned location_count;
    struct litmus_scopes scopes;
    struct litmus_layout layout;
    struct litmus_ordered *ordered;
    unsigned ordered_count;
    /* In the order of a printed state: registers by thread and number, then
     * locations by name. */
    struct litmus_watch *watches;
    unsigned watch_count;
    enum litmus_quantifier quantifier;
    struct litmus_proposition *condition; /* never NULL: none written is `forall (true)` */
    struct litmus_proposition *filter;    /* NULL: none */
    struct litmus_proposition *outcome;   /* asked for beside the condition, or NULL */
};

/* Largest test that is read; the drivers take less. */
enum { LITMUS_MAX_THREADS = 64, LITMUS_MAX_LOCATIONS = 256, LITMUS_MAX_REGISTERS = 256, LITMUS_MAX_CODE = 4096 };
/* A test with more is not made a program that machines run (machine_program.h);
 * the drivers' largest sizes. */
enum { PROGRAM_THREADS = 6, PROGRAM_LOCATIONS = 8, PROGRAM_REGISTERS = 16, PROGRAM_VALUES = 60 };

/* Whether some cluster has several work-groups; where none has, the level says no more than that of work-groups. */
bool litmus_has_clusters(const struct litmus_test *);

/* Whether threads are functions of C: OPENCL or C. */
bool litmus_is_c(const struct litmus_test *);
/* The value of an info key, or NULL. */
const char *litmus_test_info(const struct litmus_test *, const char *key);

#endif
