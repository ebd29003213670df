/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * model.h - the model ABI: all that crosses between a model and the engine.
 *
 * A model is compiled from Murphi by the front end, or written by hand in C
 * against this header (docs/model-in-c.md goes through one); the engine sees
 * nothing else of it.  The header is C99 without atomics, 128-bit integers or
 * builtins, so that any compiler that makes a shared object will do, tcc
 * included.
 *
 * Here is the core, which every model has: its state, types, rules and
 * properties, and the functions that expand states.  What only some models
 * have is in groups, each a struct in a header of its own behind a pointer of
 * struct model, which is NULL where the model lacks it:
 *  - model_symmetry.h: scalarsets, multisets, one state for each orbit;
 *  - model_binding.h: routines that a host supplies, and a layout bound to it;
 *  - model_fairness.h: which rules are fair, and formulas of linear temporal logic.
 * The engine is right without any; a group makes a search smaller, or the
 * model usable by a host.  MODEL_ABI covers the groups too: any change of what
 * a model must do or may rely on gives it another number.  (What each rule
 * reads and writes, for partial-order reduction, is not in this version; that will be
 * such a group, model_reduction.h.)
 *
 * Assumptions, for both sides:
 *  - A *packed* state is `packed_words` 64-bit words, at least one.  Bit b of
 *    the state is bit b%64 of word b/64; the bits from `state_bits` up are
 *    zero.  Two states are equal exactly when their words are.
 *  - A state is also a vector of `leaf_count` 64-bit *leaves*: the scalars of
 *    the variables in declaration order, arrays by index, records by field,
 *    and a multiset slot by slot: a leaf 0 or 1 that says whether the slot is
 *    taken, then the leaves of its element.  An undefined leaf is
 *    MODEL_UNDEFINED.  Booleans, enum members and scalarset elements have the
 *    ordinals 0, 1, ...; a union's value is the ordinal within its members
 *    laid end to end; a range has its own value.  Only traces, graphs and the
 *    like look at leaves; a search knows packed states alone.
 *  - Every function here is reentrant: all that changes is in the expansion,
 *    which belongs to one thread.  Nothing here allocates, prints, or exits.
 *    What a function calls back, and in which order, depends on its arguments
 *    and the settings in the expansion alone: traces are found by expanding
 *    states again.
 *  - Rule instances are numbered from 0 in source order of the rules, and
 *    within a rule by its parameters, the first one slowest.  Start state
 *    instances are numbered likewise, on their own.
 *  - Properties are numbered in source order, those that the language implies
 *    (a value out of range, ...) at the place where they can fail included.
 *
 * What the engine does with a model: start() for each start instance; then,
 * for each state that was emitted and is new, check() and expand().  A state
 * from which nothing is fired, or (as the user asks) nothing progresses, is a
 * deadlock.  fire() gives the steps of a trace, and decode() shows them;
 * holds() is asked where there are liveness properties.
 */
#ifndef MURRELET_MODEL_H
#define MURRELET_MODEL_H

#include <stddef.h>
#include <stdint.h>

#define MODEL_ABI 7u
#define MODEL_UNDEFINED INT64_MIN
#define MODEL_NO_INSTANCE UINT64_MAX
#define MODEL_NO_PROPERTY UINT32_MAX

enum model_property_kind {
    MODEL_INVARIANT,
    MODEL_ASSERT,    /* assert within a rule, a function or a property */
    MODEL_ERROR,     /* an error statement */
    MODEL_ASSUME,    /* global or local; never violated, but it can be off */
    MODEL_COVER,     /* global or local */
    MODEL_LIVENESS,
    MODEL_LTL,       /* a formula of linear temporal logic (model_fairness.h) */
    /* The rest are implied by the language, one for each place. */
    MODEL_RANGE,     /* a value outside its type */
    MODEL_INDEX,     /* an index outside its array */
    MODEL_UNDEFINED_READ,
    MODEL_OVERFLOW,  /* 64-bit arithmetic */
    MODEL_DIVISION,  /* by zero */
    MODEL_SHIFT,     /* by a negative number, or by 64 or more */
    MODEL_LOOP,      /* more iterations than the limit */
    MODEL_RECURSION, /* calls deeper than the limit */
    MODEL_MULTISET,  /* adding to a full multiset; naming an element that is gone */
    MODEL_RETURN,    /* a function that ends without a value */
    MODEL_DEADLOCK,  /* never in a model's table: the engine adds it */
    MODEL_PROPERTY_KINDS
};

enum model_type_kind {
    MODEL_TYPE_BOOLEAN,
    MODEL_TYPE_ENUM,
    MODEL_TYPE_RANGE,
    MODEL_TYPE_SCALARSET,
    MODEL_TYPE_UNION,
    MODEL_TYPE_ARRAY,
    MODEL_TYPE_RECORD,
    MODEL_TYPE_MULTISET
};

struct model_type;
struct model_symmetry;
struct model_binding;
struct model_fairness;
struct model_external_binding;
struct model_specialised;

struct model_field {
    const char *name;
    const struct model_type *type;
    uint32_t leaf; /* of the field, relative to the record's first leaf */
};

/* A union's values are those of its parts, laid end to end. */
struct model_part {
    const struct model_type *type; /* an enum or a scalarset */
    int64_t first;                 /* the ordinal, in the union, of its first value */
};

struct model_type {
    enum model_type_kind kind;
    const char *name;      /* as declared; NULL where the type has no name */
    uint32_t leaves;       /* 1 for a scalar */
    int64_t low, high;     /* scalars: the values (ordinals) it can take */
    const char *const *members; /* boolean, enum, union: the names, from low to
                              high (a union's scalarset elements too, as NAME_1,
                              which may be the name of another part's member);
                              NULL for a range or a scalarset */
    uint32_t scalarset;    /* MODEL_TYPE_SCALARSET: index in model_symmetry.scalarsets */
    const struct model_type *index;   /* array: a scalar type */
    const struct model_type *element; /* array, multiset */
    uint32_t slots;        /* array: length; multiset: capacity */
    const struct model_field *fields; /* record */
    uint32_t field_count;
    const struct model_part *parts;   /* union, in the order of `first` */
    uint32_t part_count;
};

struct model_variable {
    const char *name;
    const struct model_type *type;
    uint32_t leaf; /* of the first of its leaves in the state's vector */
};

struct model_place {
    const char *file;
    uint32_t line, column; /* from 1 */
};

/* A parameter takes first, first + step, ... (`count` values).  A `choose`
 * parameter takes the slots of its multiset, and `type` is NULL. */
struct model_parameter {
    const char *name;
    const struct model_type *type;
    int64_t first, step;
    uint64_t count;
};

struct model_rule {
    const char *name; /* as written, or "rule N" / "startstate N" from 1 */
    struct model_place place;
    const struct model_parameter *parameters;
    uint32_t parameter_count;
    uint64_t first_instance, instances; /* instances is the product of counts */
};

struct model_property {
    enum model_property_kind kind;
    const char *name;    /* never NULL: as written, or e.g. "invariant 2" */
    const char *message; /* what a violation says, beyond the name; or NULL */
    struct model_place place;
    int local;           /* inside a transition: holds of a firing, not a state */
    /* Parameters of the rulesets around an invariant, assume, cover or
     * liveness property.  `instances` is 1 where there are none. */
    const struct model_parameter *parameters;
    uint32_t parameter_count;
    uint64_t instances;
    int has_antecedent;  /* an invariant of the form A -> B (quantified or not) */
};

/* For models with the symmetry group; the others leave it alone, and
 * `multiset_reduction` too. */
enum model_symmetry_mode { MODEL_SYMMETRY_OFF, MODEL_SYMMETRY_EXACT, MODEL_SYMMETRY_HEURISTIC };

/* Where a violation lies: in the state that is being expanded (its depth), or
 * in the firing of a rule from it (one deeper; the firing is the last step). */
enum model_where { MODEL_IN_STATE, MODEL_IN_FIRING };

/* One thread's work place.  The engine fills the upper part, zeroed counters
 * included, and keeps it for many calls; the model adds to the counters and
 * calls back.  `scratch` is the model's own: `scratch_bytes` long, 64-byte
 * aligned, zeroed once by the engine when the expansion is made. */
struct expansion {
    const uint64_t *source;       /* the packed state being expanded */
    void *scratch;
    const unsigned char *enabled; /* by property: 0 = skipped, as if not written
                                     (an assertion passes; a failing firing of a
                                     skipped implied property or error statement
                                     is dropped as if it had never been enabled) */
    const struct model_external_binding *bindings; /* binding group: by external; NULL where none */
    const struct model_specialised *specialised;             /* binding group: the model's */
    enum model_symmetry_mode symmetry;
    int multiset_reduction;
    uint64_t loop_limit;          /* iterations of one while loop */
    uint32_t recursion_limit;     /* nested calls */
    uint64_t frame_limit;         /* ... and the bytes of their frames */

    /* A successor or a start state, canonical under `symmetry` and
     * `multiset_reduction`, to be read before emit returns.  `moved` is 0
     * where, before canonicalisation, it equals the source. */
    void (*emit)(struct expansion *, uint64_t instance, const uint64_t *target, int moved);
    /* During emit, where not NULL: a bit for each word of the target, 0 where it
     * equals that of the source. */
    const uint64_t *changed;
    /* A property fails; `property_instance` numbers its parameters (0 where
     * it has none); `instance` is the firing, or MODEL_NO_INSTANCE. */
    void (*violate)(struct expansion *, uint32_t property, uint64_t property_instance,
                    enum model_where, uint64_t instance);
    /* A global cover holds in the source (called only where not NULL and
     * `watch_cover[property]`); local ones say where they were met. */
    void (*cover)(struct expansion *, uint32_t property, uint64_t property_instance,
                  enum model_where, uint64_t instance);
    const unsigned char *watch_cover;
    void *engine;                 /* the engine's own, for its callbacks */
    /* Asked now and then, where not NULL, by what may work for long.  Not 0: the
     * call is to end at once.  What it calls back then still is true, but it is
     * not all; counters are not, and what it returns or gives stands for nothing. */
    int (*stopped)(void *stop_data);
    void *stop_data;
    void (*leave)(struct expansion *); /* the model's */

    /* Counters and marks.  fired: enabled firings, those that end in a failed
     * global assume or in a violation included, those that fail a local
     * assume not.  progressed: those of them that changed the state, by more than
     * the order of slots in multisets that can be reduced (or whose target a
     * global assume refused): stuttering deadlock is none of these,
     * stuck deadlock no firing at all. */
    uint64_t fired, progressed;
    unsigned char *covered;       /* by property: set to 1 when a cover is met */
    unsigned char *antecedent;    /* by property: set to 1 when it held */
    unsigned char *rule_fired;    /* by rule: set to 1 */
    uint64_t *tested_count;       /* by rule, or NULL: guard instances tested */
    uint64_t *fired_count;        /* by rule, or NULL */
};

struct model {
    uint32_t abi; /* MODEL_ABI */
    const char *name;
    uint32_t state_bits, packed_words;
    uint32_t leaf_count;
    const struct model_variable *variables;
    uint32_t variable_count;
    const struct model_rule *start_states;
    uint32_t start_state_count;
    uint64_t start_instances;
    const struct model_rule *rules;
    uint32_t rule_count;
    uint64_t rule_instances;
    const struct model_property *properties;
    uint32_t property_count;
    size_t scratch_bytes;

    /* The groups; NULL: the model has nothing of it. */
    const struct model_symmetry *symmetry; /* model_symmetry.h */
    const struct model_binding *binding;   /* model_binding.h */
    const struct model_fairness *fairness; /* model_fairness.h */

    /* Emit start state `instance` (not emitted: one that an assume refuses).
     * A violation in its body is MODEL_IN_FIRING; `moved` is 1. */
    void (*start)(struct expansion *, uint64_t instance);
    /* Check every enabled property of x->source: a violation or a global
     * cover is reported MODEL_IN_STATE.  Returns 0 when any failed. */
    int (*check)(struct expansion *);
    /* Fire every enabled rule instance of x->source in order, emitting each
     * target that satisfies the global assumes.  An error in a guard is
     * MODEL_IN_STATE.  Properties of the source are not checked here. */
    void (*expand)(struct expansion *);
    /* Fire one rule instance; emits nothing when it is not enabled. */
    void (*fire)(struct expansion *, uint64_t instance);
    /* Whether liveness property `property`, instance `instance`, holds now;
     * -1 where evaluating it fails (then violate was called). */
    int (*holds)(struct expansion *, uint32_t property, uint64_t instance);
    /* The leaves of a packed state, and, of a model whose layout is not specialised
     * (model_binding.h), the packed state of leaves. */
    void (*decode)(const struct model *, const uint64_t *packed, int64_t *leaves);
    void (*encode)(const int64_t *leaves, uint64_t *packed);
    /* Where not NULL, called before the scratch memory is freed. */
    void (*leave)(struct expansion *);
};

/* The one symbol that a model's shared object exports. */
#define MODEL_ENTRY "murrelet_model"
typedef const struct model *model_entry(void);

#endif
