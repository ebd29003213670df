/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_machine.c - cores for litmus tests: the machine interface of models/lib/README.md, in the protocol's own terms.
 *
 * Each CU has a core, which asks as a thread issues an access: one request a
 * line, with its data where the protocol takes some from it.  What the thread
 * waits for is answered at readCallback or writeCallback; orders wait as
 * models/lib/waits.m says.  Behind a coalescer a store is over at its
 * writeCompleteCallback, where the protocol has one, and what acquires goes on
 * to ask for a REPLACEMENT of each line that the core's caches have.
 */
#include "../base/text.h"
#include "walk.h"
#include "write_private.h"

static bool is_coalescer(const struct slicc_writer *w, const struct slicc_decl *m)
{
    for (unsigned i = 0; i < m->part_count; i++) {
        const struct slicc_type *type = m->parts[i]->kind == SLICC_DECL_OBJECT ? slicc_type_of(w, m->parts[i]) : NULL;
        if (type && (slicc_type_is(type, "GPUCoalescer") || slicc_type_is(type, "VIPERCoalescer")))
            return true;
    }
    return false;
}

/* The core that waits in this way, or NULL. */
static struct slicc_decl *coalescer_at(const struct slicc_writer *w, unsigned agent)
{
    struct slicc_decl *m = slicc_core_at(w, agent);
    return m && is_coalescer(w, m) ? m : NULL;
}

bool slicc_has_coalescer(const struct slicc_writer *w)
{
    return w->options->machine && (coalescer_at(w, 0) || coalescer_at(w, 1));
}

/* Whether the protocol calls a method of a built-in structure. */
static bool calls(const struct slicc_writer *w, const char *structure, const char *method)
{
    const struct slicc_type *type = slicc_symbols_type(&w->slicc->symbols, NULL, structure);
    for (unsigned i = 0; i < type->decl->part_count; i++)
        if (type->decl->parts[i]->used && !strcmp(type->decl->parts[i]->name.text, method))
            return true;
    return false;
}

bool slicc_carries_atomics(const struct slicc_writer *w)
{
    return w->options->machine && calls(w, "DataBlock", "atomicPartial");
}

static bool completes_writes(const struct slicc_writer *w)
{
    return calls(w, "GPUCoalescer", "writeCompleteCallback") || calls(w, "VIPERCoalescer", "writeCompleteCallback");
}

struct search {
    const char *field;
    bool found;
};

static void look_for_field(void *data, const struct slicc_expr *e)
{
    struct search *search = data;
    search->found = search->found || (e->kind == SLICC_EXPR_FIELD && !strcmp(e->name, search->field));
}

/* Whether the machine takes the data of a store from its request. */
static bool takes_data(const struct slicc_decl *m)
{
    struct search search = {"WTData", false};
    struct slicc_walk walk = {NULL, look_for_field, &search};
    for (unsigned i = 0; i < m->part_count; i++)
        slicc_walk_block(&walk, &m->parts[i]->body);
    return search.found;
}

/* What a read-modify-write is asked as, or NULL: the protocol is given stores with their data, and no operation. */
static const char *atomic_of(const struct slicc_writer *w, const struct slicc_decl *m)
{
    static const char *const atomics[] = {"ATOMIC", "ATOMIC_RETURN", "ATOMIC_NO_RETURN"};
    for (unsigned i = 0; i < sizeof atomics / sizeof *atomics; i++)
        if (slicc_core_asks(w, m->name.text, atomics[i]))
            return atomics[i];
    return takes_data(m) ? NULL : "ST";
}

/* The entry of a line, its field of data, and the field that masks it, or NULL. */
struct copy {
    const struct slicc_type *entry;
    const char *data, *mask;
};

static const char *field_of(struct slicc_writer *w, const struct slicc_type *entry, const char *type)
{
    for (unsigned i = 0; i < entry->decl->part_count; i++)
        if (entry->decl->parts[i]->kind == SLICC_DECL_OBJECT && slicc_type_is(slicc_type_of(w, entry->decl->parts[i]), type))
            return slicc_field_name(w, entry->decl->parts[i]);
    return NULL;
}

static struct copy copy_of(struct slicc_writer *w, const struct slicc_decl *m)
{
    const struct slicc_type *entry;
    for (unsigned i = 0; (entry = slicc_entry_at(w, m, i)); i++)
        if (strcmp(entry->name, "TBE") && field_of(w, entry, "DataBlock"))
            return (struct copy){entry, field_of(w, entry, "DataBlock"), field_of(w, entry, "WriteMask")};
    return (struct copy){0};
}

/* ---- names ---- */

void slicc_reserve_machine_names(struct slicc_writer *w)
{
    static const char *const names[] = {
        "thread", "cu", "group", "component", "line", "word", "value", "operation", "tag", "local", "threads", "prefetches",
        "THREADS", "CUS", "COMPONENTS", "LINES", "WORDS", "VALUES", "TAGS", "STORES", "OPERATIONS", "LOCALS", "PREFETCHES",
        "EVICTIONS", "OUTSTANDING", "pending", "barrier", "Issued", "Answered", "Held", "Accepts", "Issue", "Complete", "Prefetch",
        "Kind", "Order", "Scope", "Stored", "Writes", "Result", "Returns", "LOAD", "STORE", "RMW", "FENCE", "Latest", "Wanted",
    };
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        slicc_global_name(w, names[i]);
}

/* ---- the head ---- */

static bool has_cache(const struct slicc_writer *w)
{
    struct slicc_decl *m;
    bool any = false;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        for (unsigned j = 0; j < m->part_count; j++)
            any = any || (slicc_is_table(w, m->parts[j]) && slicc_type_is(slicc_type_of(w, m->parts[j]), "CacheMemory"));
    return any;
}

static void write_promises(const struct slicc_writer *w, struct text *out, const char *variant)
{
    const char *models = "";
    for (unsigned i = 0; i < w->options->promise_count; i++) {
        const char *promise = w->options->promises[i], *colon = strchr(promise, ':');
        size_t length = colon ? (size_t)(colon - promise) : 0;
        if (length == strlen(variant) && !strncmp(promise, variant, length))
            models = arena_format(w->arena, "%s %s", models, colon ? colon + 1 : promise);
    }
    if (*variant && *models)
        text_format(out, "-- machine: promises %s:%s\n", variant, models);
    else if (!*variant)
        text_format(out, "-- machine: promises:%s\n", *models ? models : " none");
}

void slicc_write_machine_head(struct slicc_writer *w, struct text *out)
{
    bool coalescer = slicc_has_coalescer(w);
    const char *name = w->slicc->protocol.name.text;
    text_format(out, "--\n-- machine: source: %s, in SLICC\n", name ? name : "a protocol");
    write_promises(w, out, "");
    text_put(out, coalescer ? "-- machine: lowering: models/lib/waits.m; an acquire then invalidates the L1\n"
                            : "-- machine: lowering: models/lib/waits.m, and with BLOCKING nothing but one access of a thread at a time\n");
    text_put(out, "-- machine: values BLOCKING: 0..1\n");
    if (!coalescer) {
        text_put(out, "-- machine: variant overlapping: BLOCKING=0, a thread goes on before its access is answered\n");
        write_promises(w, out, "overlapping");
    }
    if (has_cache(w)) {
        text_put(out, "-- machine: values WAYS: 1..64\n-- machine: variant one-way: WAYS=1\n");
        write_promises(w, out, "one-way");
    }
    text_put(out, "\ninclude \"lib/waits.m\"\n");
}

/* ---- variables ---- */

void slicc_write_machine_variables(struct slicc_writer *w)
{
    struct slicc_decl *m;
    PUT(w, "  core_request: record\n    what: RubyRequestType;\n    binds: boolean;  -- false: a prefetch, which nobody issued\n"
           "    asker: thread;\n    asked: operation;\n    answer: tag;\n  end;\n\n");
    slicc_item(w, SLICC_TYPE, "core_request");
    for (unsigned i = 0; (m = slicc_core_at(w, i)); i++)
        PUT(w, "  core_%s: array [%s_id] of array [Addr] of core_request;  -- undefined: none\n", m->name.text, m->name.text);
    PUT(w, "  latest: array [Addr] of array [Word] of Value;  -- what was stored last\n");
    for (unsigned i = 0; slicc_has_coalescer(w) && i < 2; i++)
        if ((m = coalescer_at(w, i)))
            PUT(w, "  flush_%s: array [%s_id] of record\n    left: 0..LINES;  -- of what was asked for\n    who: thread;  -- undefined: none\n  end;\n",
                m->name.text, m->name.text);
    if (slicc_has_coalescer(w))
        PUT(w, "  acquiring: array [thread] of boolean;  -- its CU's copies are to go\n");
    slicc_item(w, SLICC_VARIABLE, NULL);
}

void slicc_write_machine_start(struct slicc_writer *w)
{
    struct slicc_decl *m;
    PUT(w, "  WaitsStart();\n  for a: Addr; w: Word do\n    memory[a][w] := Initial(a, w);\n    latest[a][w] := Initial(a, w);\n  end;\n");
    for (unsigned i = 0; i < 2; i++)
        if ((m = coalescer_at(w, i)))
            PUT(w, "  for self: %s_id do flush_%s[self].left := 0; end;\n", m->name.text, m->name.text);
    if (slicc_has_coalescer(w))
        PUT(w, "  for t: thread do acquiring[t] := false; end;\n");
}

/* ---- what a core asks ---- */

/* One field of the request, where the protocol reads it. */
static void write_field(struct slicc_writer *w, const char *field, const char *statement)
{
    if (slicc_request_has(w, field))
        PUT(w, "  %s;\n", statement);
}

static void write_ask(struct slicc_writer *w, const struct slicc_decl *m)
{
    const char *name = m->name.text, *atomic = atomic_of(w, m);
    PUT(w, "procedure ask_%s(self: %s_id; t: thread; o: operation; g: tag);\nvar r: RubyRequest;\nbegin\n", name, name);
    if (!atomic)
        PUT(w, "  if Kind(o) = RMW then error \"refused: a read-modify-write, for which --request names no ATOMIC\"; end;\n");
    PUT(w, "  new_RubyRequest(r);\n  r.LineAddress := LineOf(o);\n  switch Kind(o)\n    case LOAD: r.Type_ := %s;\n    case STORE: r.Type_ := %s;\n"
           "    else r.Type_ := %s;\n  end;\n", slicc_request_name(w, "LD"), slicc_request_name(w, "ST"), slicc_request_name(w, atomic ? atomic : "ST"));
    write_field(w, "PhysicalAddress", "r.PhysicalAddress := LineOf(o)");
    write_field(w, "writeMask", "if Kind(o) != LOAD then r.writeMask[WordOf(o)] := true; end");
    write_field(w, "WTData", "if Kind(o) = STORE then r.WTData[WordOf(o)] := Stored(o); end");
    if (slicc_carries_atomics(w))
        write_field(w, "WTData", "if Kind(o) = RMW then r.WTData[WordOf(o)] := VALUES + o; end");
    write_field(w, "instSeqNum", "r.instSeqNum := t");
    write_field(w, "isGLCSet", "r.isGLCSet := Order(o) != PLAIN");
    write_field(w, "isSLCSet", "r.isSLCSet := Order(o) != PLAIN & Scope(o) = SYSTEM");
    PUT(w, "  alias core: core_%s[self][LineOf(o)] do\n    core.what := r.Type_;\n    core.binds := true;\n    core.asker := t;\n"
           "    core.asked := o;\n    if Kind(o) != STORE then core.answer := g; end;\n  end;\n"
           "  RubyRequest_put(%s_mandatoryQueue[self], r);\nend;\n\n", name, name);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "ask_%s", name));
}

static void write_prefetch(struct slicc_writer *w, const struct slicc_decl *m)
{
    const char *name = m->name.text;
    PUT(w, "procedure prefetch_%s(self: %s_id; a: Addr);\nvar r: RubyRequest;\nbegin\n  new_RubyRequest(r);\n  r.LineAddress := a;\n"
           "  r.Type_ := %s;\n", name, name, slicc_request_name(w, "LD"));
    write_field(w, "PhysicalAddress", "r.PhysicalAddress := a");
    PUT(w, "  core_%s[self][a].what := r.Type_;\n  core_%s[self][a].binds := false;\n  RubyRequest_put(%s_mandatoryQueue[self], r);\nend;\n\n",
        name, name, name);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "prefetch_%s", name));
}

/* ---- what the protocol answers ---- */

static void write_callback_head(struct slicc_writer *w, const char *method, const char *machine, const char *parameter, const char *is)
{
    PUT(w, "procedure %s_%s(self: %s_id; a: Addr; %s: DataBlock);\nvar core: core_request;\nvar old: Value;\nbegin\n"
           "  core := core_%s[self][a];\n  assert !isundefined(core.what) \"%s without a request\";\n"
           "  assert %s \"%s of something else\";\n  undefine core_%s[self][a];\n",
        method, machine, machine, parameter, machine, method, is, method, machine);
}

/* The access of core.asker is over; what acquires holds its thread until its copies are gone. */
static void write_over(struct slicc_writer *w, const struct slicc_decl *m)
{
    if (is_coalescer(w, m))
        PUT(w, "  if Acquires(core.asked) then acquiring[core.asker] := true; end;\n");
    PUT(w, "  Answered(core.asker);\n");
}

static void write_read_callback(struct slicc_writer *w, const struct slicc_decl *m)
{
    const char *name = m->name.text;
    write_callback_head(w, "readCallback", name, "block", arena_format(w->arena, "core.what = %s", slicc_request_name(w, "LD")));
    PUT(w, "  if core.binds then\n");
    PUT(w, "    old := block[WordOf(core.asked)];\n");
    write_over(w, m);
    PUT(w, "    Complete(core.asker, core.answer, old);\n    PassFences(core.asker);\n  end;\nend;\n\n");
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "readCallback_%s", name));
}

/* A store and an atomic; `var block`, since the protocol's copy takes the value where it is here that it is written. */
static void write_write_callback(struct slicc_writer *w, const struct slicc_decl *m, const char *method, const char *parameter)
{
    const char *name = m->name.text;
    bool completes = is_coalescer(w, m) && completes_writes(w);
    write_callback_head(w, method, name, parameter, arena_format(w->arena, "core.what != %s", slicc_request_name(w, "LD")));
    PUT(w, "  if Kind(core.asked) = STORE then\n    block[WordOf(core.asked)] := Stored(core.asked);\n");
    if (completes)
        PUT(w, "    unfinished_%s[self][a][core.asker] := core.asked;\n", name);
    else {
        PUT(w, "    StoreInOrder(core.asker, a, WordOf(core.asked), Stored(core.asked));\n");
        write_over(w, m);
        PUT(w, "    PassFences(core.asker);\n");
    }
    PUT(w, "  else\n    old := block[WordOf(core.asked)];\n    if Writes(core.asked, old) then\n      block[WordOf(core.asked)] := Result(core.asked, old);\n"
           "      StoreInOrder(core.asker, a, WordOf(core.asked), Result(core.asked, old));\n    end;\n");
    write_over(w, m);
    PUT(w, "    Complete(core.asker, core.answer, old);\n    PassFences(core.asker);\n  end;\nend;\n\n");
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "%s_%s", method, name));
}

static void write_store_in_order(struct slicc_writer *w)
{
    PUT(w, "procedure StoreInOrder(t: thread; a: Addr; w: Word; v: Value);\nbegin\n  latest[a][w] := v;\n  ObserveStore(t, a, w, v);\nend;\n\n");
    slicc_item(w, SLICC_ROUTINE, "StoreInOrder");
}

/* An atomic is done where the data is: y has its operation behind the values. */
static void write_atomic(struct slicc_writer *w)
{
    PUT(w, "procedure DataBlock_atomicPartial(var x: DataBlock; y: DataBlock; mask: WriteMask);\nvar old: Value;\nvar o: operation;\nbegin\n"
           "  for w: Word do\n    if mask[w] then\n      assert y[w] >= VALUES \"an atomic without its operation\";\n      o := y[w] - VALUES;\n"
           "      old := x[w];\n      if Writes(o, old) then x[w] := Result(o, old); end;\n    end;\n  end;\nend;\n\n");
    slicc_item(w, SLICC_ROUTINE, "DataBlock_atomicPartial");
}

/* ---- behind a coalescer ---- */

static void write_flush(struct slicc_writer *w, struct slicc_decl *m)
{
    const char *name = m->name.text, *has = "false";
    for (unsigned i = 0; i < m->part_count; i++)
        if (slicc_is_table(w, m->parts[i]) && slicc_type_is(slicc_type_of(w, m->parts[i]), "CacheMemory"))
            has = arena_format(w->arena, "%s | %s_has[self][a]", has, slicc_name_of(w, m->parts[i]));
    PUT(w, "procedure acquired_%s(self: %s_id);\nvar t: thread;\nbegin\n  t := flush_%s[self].who;\n  undefine flush_%s[self].who;\n"
           "  acquiring[t] := false;\n  SettleWaits(t);\n  PassFences(t);\nend;\n\n", name, name, name, name);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "acquired_%s", name));
    PUT(w, "-- A REPLACEMENT of each line that is here.\nprocedure flush_of_%s(self: %s_id; t: thread);\nvar r: RubyRequest;\nbegin\n"
           "  flush_%s[self].who := t;\n  for a: Addr do\n    if %s then\n      new_RubyRequest(r);\n      r.LineAddress := a;\n      r.Type_ := %s;\n",
        name, name, name, has, slicc_request_name(w, "REPLACEMENT"));
    PUT(w, "      RubyRequest_put(%s_mandatoryQueue[self], r);\n      flush_%s[self].left := flush_%s[self].left + 1;\n    end;\n  end;\n"
           "  if flush_%s[self].left = 0 then acquired_%s(self); end;\nend;\n\n", name, name, name, name, name);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "flush_of_%s", name));
    PUT(w, "procedure invTCPCallback_%s(self: %s_id; a: Addr);\nbegin\n  assert flush_%s[self].left > 0 \"invTCPCallback without a request\";\n"
           "  flush_%s[self].left := flush_%s[self].left - 1;\n  if flush_%s[self].left = 0 then acquired_%s(self); end;\nend;\n\n",
        name, name, name, name, name, name, name);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "invTCPCallback_%s", name));
}

static void write_complete(struct slicc_writer *w, const struct slicc_decl *m)
{
    const char *name = m->name.text;
    if (!completes_writes(w))
        return;
    PUT(w, "  unfinished_%s: array [%s_id] of array [Addr] of array [thread] of operation;  -- stores that were called back\n", name, name);
    slicc_item(w, SLICC_VARIABLE, arena_format(w->arena, "unfinished_%s", name));
    PUT(w, "procedure writeCompleteCallback_%s(self: %s_id; a: Addr; t: thread);\nvar o: operation;\nbegin\n"
           "  assert !isundefined(unfinished_%s[self][a][t]) \"writeCompleteCallback without a store\";\n  o := unfinished_%s[self][a][t];\n"
           "  undefine unfinished_%s[self][a][t];\n  StoreInOrder(t, a, WordOf(o), Stored(o));\n  Answered(t);\n  PassFences(t);\nend;\n\n",
        name, name, name, name, name);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "writeCompleteCallback_%s", name));
}

/* ---- what a driver asks ---- */

/* A statement for the core that the CU has: of the first agent, or of the others. */
static void by_agent(struct slicc_writer *w, const char *cu, const char *(*text)(struct slicc_writer *, struct slicc_decl *, const char *self))
{
    struct slicc_decl *first = slicc_core_at(w, 0), *second = slicc_core_at(w, 1);
    if (second)
        PUT(w, "  if ComponentOf(%s) = 0 then\n", cu);
    PUT(w, "%s", text(w, first, arena_format(w->arena, "%s_1 + %s", first->name.text, cu)));
    if (second)
        PUT(w, "  else\n%s  end;\n", text(w, second, arena_format(w->arena, "%s_1 + %s", second->name.text, cu)));
}

static const char *text_accepts(struct slicc_writer *w, struct slicc_decl *m, const char *self)
{
    return arena_format(w->arena, "  return isundefined(core_%s[%s][LineOf(o)].what) & (BLOCKING = 0 | pending[t] = 0);\n", m->name.text, self);
}

static const char *text_issue(struct slicc_writer *w, struct slicc_decl *m, const char *self)
{
    return arena_format(w->arena, "  ask_%s(%s, t, o, g);\n", m->name.text, self);
}

static const char *text_fence(struct slicc_writer *w, struct slicc_decl *m, const char *self)
{
    (void)self;
    (void)w;
    return is_coalescer(w, m) ? "  if Acquires(o) then acquiring[t] := true; barrier[t] := true; end;\n" : "";
}

static const char *text_may_read(struct slicc_writer *w, struct slicc_decl *m, const char *self)
{
    struct copy copy = copy_of(w, m);
    if (!copy.entry || !slicc_may_read(w, m))
        return "  return false;\n";
    return arena_format(w->arena, "  return may_read_%s(%s, l) & %s_of(%s, l) != OOD;\n", m->name.text, self, copy.entry->mangled, self);
}

static const char *text_may_write(struct slicc_writer *w, struct slicc_decl *m, const char *self)
{
    return slicc_may_write(w, m) ? arena_format(w->arena, "  return may_write_%s(%s, l);\n", m->name.text, self) : "  return false;\n";
}

static const char *text_copy(struct slicc_writer *w, struct slicc_decl *m, const char *self)
{
    struct copy copy = copy_of(w, m);
    if (!copy.entry || !slicc_may_read(w, m))
        return "  error \"no copy can be read\";\n";
    return arena_format(w->arena, "  return %s_at[%s][l].%s[w];\n", copy.entry->mangled, self, copy.data);
}

static const char *text_accepts_prefetch(struct slicc_writer *w, struct slicc_decl *m, const char *self)
{
    if (!copy_of(w, m).entry || !slicc_may_read(w, m))
        return "  return false;\n";
    return arena_format(w->arena, "  return Wanted(c, l) & isundefined(core_%s[%s][l].what) & !MayRead(c, l, w);\n", m->name.text, self);
}

static const char *text_prefetch(struct slicc_writer *w, struct slicc_decl *m, const char *self)
{
    return arena_format(w->arena, "  prefetch_%s(%s, l);\n", m->name.text, self);
}

static void write_issue(struct slicc_writer *w)
{
    PUT(w, "function Held(t: thread): boolean;\nbegin\n  return %s;\nend;\n\n", slicc_has_coalescer(w) ? "acquiring[t]" : "false");
    PUT(w, "function AcceptsAccess(t: thread; o: operation): boolean;\nbegin\n");
    by_agent(w, "CuOf(t)", text_accepts);
    PUT(w, "end;\n\nfunction Accepts(t: thread; o: operation): boolean;\nbegin\n"
           "  return FencesAllow(t, o) & (Kind(o) = FENCE ? true : AcceptsAccess(t, o));\nend;\n\n"
           "procedure Issue(t: thread; o: operation; g: tag);\nbegin\n  if Kind(o) = FENCE then\n");
    if (slicc_has_coalescer(w))
        by_agent(w, "CuOf(t)", text_fence);
    PUT(w, "    return;\n  end;\n  Issued(t, o);\n");
    by_agent(w, "CuOf(t)", text_issue);
    PUT(w, "end;\n\n");
    slicc_item(w, SLICC_ROUTINE, NULL);
}

static void write_prefetches(struct slicc_writer *w)
{
    PUT(w, "function AcceptsPrefetch(c: cu; l: line; w: word): boolean;\nbegin\n");
    by_agent(w, "c", text_accepts_prefetch);
    PUT(w, "end;\n\nprocedure Prefetch(c: cu; l: line; w: word);\nbegin\n");
    by_agent(w, "c", text_prefetch);
    PUT(w, "end;\n\nprocedure Unwanted(c: cu; l: line);\nbegin\n  PrefetchesOfWanted(c);\nend;\n\n");
    slicc_item(w, SLICC_ROUTINE, NULL);
}

static void write_quiescent(struct slicc_writer *w)
{
    struct slicc_decl *m;
    PUT(w, "function Quiescent(): boolean;\nbegin\n  return true");
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++) {
        PUT(w, "\n & (forall self: %s_id do %s", m->name.text, slicc_write_buffers_empty(w, m));
        if (slicc_has_core(m))
            PUT(w, " & (forall a: Addr do isundefined(core_%s[self][a].what) end)", m->name.text);
        if (slicc_uses_memory(m))
            PUT(w, " & to_memory_%s[self].count = 0", m->name.text);
        PUT(w, " end)");
    }
    PUT(w, "%s;\nend;\n\n", slicc_has_coalescer(w) ? "\n & (forall t: thread do pending[t] = 0 & !acquiring[t] end)" : "");
    slicc_item(w, SLICC_ROUTINE, NULL);
}

/* What a location ends with: in who may write the line, in the order of the files; by its mask, if it has one; else in memory. */
static void write_final_value(struct slicc_writer *w)
{
    struct slicc_decl *m;
    PUT(w, "function FinalValue(l: line; w: word): value;\nvar p: pointer;\nbegin\n");
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++) {
        struct copy copy = copy_of(w, m);
        if (!copy.entry || !slicc_may_write(w, m))
            continue;
        const char *name = copy.entry->mangled;
        PUT(w, "  for self: %s_id do\n    p := %s_of(self, l);\n    if may_write_%s(self, l) & p != OOD then\n", m->name.text, name,
            m->name.text);
        if (copy.mask)
            PUT(w, "      if %s_at[self][p].%s[w] then return %s_at[self][p].%s[w]; end;\n", name, copy.mask, name, copy.data);
        else
            PUT(w, "      return %s_at[self][p].%s[w];\n", name, copy.data);
        PUT(w, "    end;\n  end;\n");
    }
    PUT(w, "  return memory[l][w];\nend;\n\n");
    slicc_item(w, SLICC_ROUTINE, NULL);
}

static void write_seen(struct slicc_writer *w)
{
    PUT(w, "function MayRead(c: cu; l: line; w: word): boolean;\nbegin\n");
    by_agent(w, "c", text_may_read);
    PUT(w, "end;\n\nfunction CopyValue(c: cu; l: line; w: word): value;\nbegin\n");
    by_agent(w, "c", text_copy);
    PUT(w, "end;\n\nfunction MayWrite(c: cu; l: line): boolean;\nbegin\n");
    by_agent(w, "c", text_may_write);
    PUT(w, "end;\n\nfunction Latest(l: line; w: word): value;\nbegin\n  return latest[l][w];\nend;\n\n");
    slicc_item(w, SLICC_ROUTINE, NULL);
}

static void write_core(struct slicc_writer *w, struct slicc_decl *m)
{
    write_ask(w, m);
    write_prefetch(w, m);
    write_read_callback(w, m);
    write_write_callback(w, m, "writeCallback", "var block");
    if (!is_coalescer(w, m))
        return;
    write_write_callback(w, m, "atomicCallback", "var block");
    write_complete(w, m);
    write_flush(w, m);
}

void slicc_write_machine_routines(struct slicc_writer *w)
{
    struct slicc_decl *m;
    write_store_in_order(w);
    if (slicc_carries_atomics(w))
        write_atomic(w);
    for (unsigned i = 0; (m = slicc_core_at(w, i)); i++)
        write_core(w, m);
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        slicc_write_permissions(w, m);
    write_issue(w);
    write_prefetches(w);
    write_quiescent(w);
    write_final_value(w);
    write_seen(w);
}

/* ---- rules ---- */

void slicc_write_machine_rules(struct slicc_writer *w)
{
    struct slicc_decl *m;
    for (unsigned i = 0; i < 2; i++) {
        if (!(m = coalescer_at(w, i)))
            continue;
        const char *name = m->name.text;
        const char *here = !slicc_core_at(w, 1) ? "" : i ? " & ComponentOf(CuOf(t)) != 0" : " & ComponentOf(CuOf(t)) = 0";
        PUT(w, "-- One thread of a CU at a time.\nruleset t: thread do\n  rule \"%s invalidates\"\n"
               "    acquiring[t]%s & isundefined(flush_%s[%s_1 + CuOf(t)].who)\n  ==>\n  begin\n    flush_of_%s(%s_1 + CuOf(t), t);\n  end;\nend;\n\n",
            name, here, name, name, name, name);
        slicc_item(w, SLICC_RULE, NULL);
    }
}
