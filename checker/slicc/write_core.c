/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_core.c - what is around a protocol: cores, memory, and what is asked of every protocol.
 *
 * A core has at most one request a line and REQUESTS in all.  The value of a
 * store is chosen when it is asked for, and written when the protocol calls
 * writeCallback; a load must return, at its readCallback, the value of the last
 * store that was called back.  Where an address is mapped to one of several copies
 * of a machine, the first request of the line chooses which.
 */
#include "write_private.h"

static bool is_load(const char *request)
{
    return !strcmp(request, "LD") || !strcmp(request, "IFETCH");
}

static bool is_store(const char *request)
{
    return !strcmp(request, "ST") || !strncmp(request, "ATOMIC", 6);
}

/* ---- variables ---- */

static void write_memory_variables(struct slicc_writer *w)
{
    struct slicc_decl *m;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        if (slicc_uses_memory(m))
            PUT(w, "  to_memory_%s: array [%s_id] of MemoryMsg_queue;\n", m->name.text, m->name.text);
    PUT(w, "  memory: array [Addr] of DataBlock;\n");
    slicc_item(w, SLICC_VARIABLE, "memory");
}

void slicc_write_core_variables(struct slicc_writer *w)
{
    struct slicc_decl *m;
    if (w->options->machine) {
        write_memory_variables(w);
        slicc_write_machine_variables(w);
        return;
    }
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++) {
        if (slicc_is_mapped_to(w, m))
            PUT(w, "  home_%s: array [Addr] of %s_id;  -- undefined: the line was not asked for yet\n", m->name.text, m->name.text);
        if (slicc_has_core(m))
            PUT(w, "  core_%s: array [%s_id] of array [Addr] of core_request;  -- undefined: none\n", m->name.text, m->name.text);
    }
    write_memory_variables(w);
    PUT(w, "  latest: array [Addr] of DataBlock;  -- what the last store wrote\n");
    slicc_item(w, SLICC_VARIABLE, "latest");
    PUT(w, "  core_request: record\n    what: RubyRequestType;\n    word: Word;\n    value: Value;\n  end;\n\n");
    slicc_item(w, SLICC_TYPE, "core_request");
}

void slicc_write_core_start(struct slicc_writer *w)
{
    struct slicc_decl *m;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        if (slicc_uses_memory(m))
            PUT(w, "  for self: %s_id do to_memory_%s[self].count := 0; end;\n", m->name.text, m->name.text);
}

/* ---- the calls of the protocol ---- */

static const char *among(struct slicc_writer *w, const char *machine, const char *variable, bool (*is)(const char *))
{
    const char *text = "", *request;
    for (unsigned i = 0; (request = slicc_request_at(w, machine, i)); i++)
        if (is(request))
            text = arena_format(w->arena, "%s%s%s = %s", text, *text ? " | " : "", variable,
                                slicc_request_name(w, request));
    return *text ? text : "false";
}

static bool is_atomic(const char *request)
{
    return !strncmp(request, "ATOMIC", 6);
}

static void write_callbacks(struct slicc_writer *w, const char *machine)
{
    const char *core = arena_format(w->arena, "core_%s[self][a]", machine);
    const char *what = arena_format(w->arena, "%s.what", core);
    const char *compare = arena_format(w->arena, "assert block[%s.word] = latest[a][%s.word] \"a core reads what the last store wrote\"", core, core);
    PUT(w, "procedure readCallback_%s(self: %s_id; a: Addr; block: DataBlock);\nbegin\n"
           "  assert !isundefined(%s) \"readCallback without a request\";\n  assert %s \"readCallback of something else than a load\";\n",
        machine, machine, what, among(w, machine, what, is_load));
    PUT(w, "%s%s  undefine %s;\nend;\n\n", w->options->no_values ? "" : compare, w->options->no_values ? "" : ";\n", core);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "readCallback_%s", machine));
    PUT(w, "procedure writeCallback_%s(self: %s_id; a: Addr; var block: DataBlock);\nbegin\n"
           "  assert !isundefined(%s) \"writeCallback without a request\";\n  assert %s \"writeCallback of something else than a store\";\n",
        machine, machine, what, among(w, machine, what, is_store));
    if (!w->options->no_values && strcmp(among(w, machine, what, is_atomic), "false"))
        PUT(w, "  if %s then %s; end;\n", among(w, machine, what, is_atomic), compare);
    PUT(w, "  block[%s.word] := %s.value;\n%s  undefine %s;\nend;\n\n", core, core,
        w->options->no_values ? "" : arena_format(w->arena, "  latest[a][%s.word] := %s.value;\n", core, core), core);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "writeCallback_%s", machine));
    PUT(w, "function under_way_%s(self: %s_id): int;\nvar n: int;\nbegin\n  n := 0;\n  for a: Addr do\n"
           "    if !isundefined(%s) then n := n + 1; end;\n  end;\n  return n;\nend;\n\n", machine, machine, what);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "under_way_%s", machine));
}

static void write_memory_calls(struct slicc_writer *w, const char *machine)
{
    PUT(w, "procedure queueMemoryRead_%s(self: %s_id; requestor: MachineID; a: Addr);\nvar m: MemoryMsg;\nbegin\n  new_MemoryMsg(m);\n"
           "  m.addr := a;\n  m.Type_ := MemoryRequestType_MEMORY_READ;\n  m.OriginalRequestorMachId := requestor;\n"
           "  MemoryMsg_put(to_memory_%s[self], m);\nend;\n\n", machine, machine, machine);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "queueMemoryRead_%s", machine));
    PUT(w, "procedure queueMemoryWrite_%s(self: %s_id; requestor: MachineID; a: Addr; block: DataBlock);\nvar m: MemoryMsg;\nbegin\n"
           "  new_MemoryMsg(m);\n  m.addr := a;\n  m.Type_ := MemoryRequestType_MEMORY_WB;\n  m.OriginalRequestorMachId := requestor;\n"
           "  m.DataBlk := block;\n  MemoryMsg_put(to_memory_%s[self], m);\nend;\n\n", machine, machine, machine);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "queueMemoryWrite_%s", machine));
}

void slicc_write_core_routines(struct slicc_writer *w)
{
    struct slicc_decl *m;
    if (w->options->machine)
        slicc_write_machine_routines(w);
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++) {
        if (slicc_has_core(m) && !w->options->machine)
            write_callbacks(w, m->name.text);
        if (slicc_uses_memory(m))
            write_memory_calls(w, m->name.text);
    }
}

/* ---- what cores and memory do ---- */

/* The copies that the line may be mapped to: as parameters, as a guard, and as what is then known of the line. */
struct homes {
    const char *parameters, *guard, *known;
};

static struct homes homes_of(struct slicc_writer *w)
{
    struct homes h = {"", "", ""};
    struct slicc_decl *m;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++) {
        const char *name = m->name.text;
        if (!slicc_is_mapped_to(w, m))
            continue;
        h.parameters = arena_format(w->arena, "%s; to_%s: %s_id", h.parameters, name, name);
        h.guard = arena_format(w->arena, "%s & (isundefined(home_%s[a]) | home_%s[a] = to_%s)", h.guard, name, name, name);
        h.known = arena_format(w->arena, "%s    home_%s[a] := to_%s;\n", h.known, name, name);
    }
    return h;
}

static void write_request(struct slicc_writer *w, const struct slicc_decl *m, const char *request)
{
    const char *machine = m->name.text, *type = slicc_request_name(w, request);
    bool store = is_store(request);
    struct homes homes = homes_of(w);
    PUT(w, "ruleset self: %s_id; a: Addr; w: Word%s%s do\n  rule \"%s core %s\"\n"
           "    isundefined(core_%s[self][a].what) & under_way_%s(self) < REQUESTS%s\n  ==>\n  var r: RubyRequest;\n  begin\n%s",
        machine, store ? "; v: Value" : "", homes.parameters, machine, request, machine, machine, homes.guard, homes.known);
    PUT(w, "    core_%s[self][a].what := %s;\n    core_%s[self][a].word := w;\n%s", machine, type, machine,
        store ? arena_format(w->arena, "    core_%s[self][a].value := v;\n", machine) : "");
    PUT(w, "    new_RubyRequest(r);\n    r.LineAddress := a;\n    r.Type_ := %s;\n", type);
    if (slicc_request_has(w, "PhysicalAddress"))
        PUT(w, "    r.PhysicalAddress := a;\n");
    if (store && slicc_request_has(w, "writeMask"))
        PUT(w, "    r.writeMask[w] := true;\n");
    if (store && slicc_request_has(w, "WTData"))
        PUT(w, "    r.WTData[w] := v;\n");
    PUT(w, "    RubyRequest_put(%s_mandatoryQueue[self], r);\n  end;\nend;\n\n", machine);
    slicc_item(w, SLICC_RULE, NULL);
}

static void write_memory_rule(struct slicc_writer *w, const char *machine)
{
    PUT(w, "-- Memory answers its requests one after the other, each at some time.\nruleset self: %s_id do\n  rule \"%s memory\"\n"
           "    to_memory_%s[self].count > 0\n  ==>\n  var m: MemoryMsg;\n  begin\n    m := to_memory_%s[self].entry[0];\n"
           "    MemoryMsg_take(to_memory_%s[self]);\n    if m.Type_ = MemoryRequestType_MEMORY_READ then\n      m.DataBlk := memory[m.addr];\n"
           "    else\n      memory[m.addr] := m.DataBlk;\n      undefine m.DataBlk;\n    end;\n"
           "    MemoryMsg_put(%s_responseFromMemory[self], m);\n  end;\nend;\n\n", machine, machine, machine, machine, machine, machine);
    slicc_item(w, SLICC_RULE, NULL);
}

void slicc_write_core_rules(struct slicc_writer *w)
{
    struct slicc_decl *m;
    const char *request;
    if (w->options->machine)
        slicc_write_machine_rules(w);
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++) {
        for (unsigned j = 0; slicc_has_core(m) && !w->options->machine && (request = slicc_request_at(w, m->name.text, j)); j++)
            write_request(w, m, request);
        if (slicc_uses_memory(m))
            write_memory_rule(w, m->name.text);
    }
}

/* ---- properties ---- */

static bool core_may_read(struct slicc_writer *w, struct slicc_decl *m)
{
    return slicc_has_core(m) && slicc_may_read(w, m);
}

static void write_single_writer(struct slicc_writer *w)
{
    struct slicc_decl *m, *other;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++) {
        if (!core_may_read(w, m))
            continue;
        slicc_write_permissions(w, m);
        for (unsigned j = 0; (other = slicc_machine_at(w, j)); j++)
            if (slicc_may_write(w, m) && core_may_read(w, other))
                PUT(w, "ruleset a: Addr; c: %s_id; d: %s_id do\n  invariant \"%s writes alone: %s\"\n    %smay_write_%s(c, a) -> !may_read_%s(d, a);\nend;\n\n",
                    m->name.text, other->name.text, m->name.text, other->name.text, m == other ? "c != d & " : "", m->name.text,
                    other->name.text);
        slicc_item(w, SLICC_RULE, NULL);
    }
}

void slicc_write_properties(struct slicc_writer *w)
{
    struct slicc_decl *m;
    if (w->options->machine)
        return; /* the invariants of the machine interface ask it */
    if (!w->options->no_single_writer)
        write_single_writer(w);
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        if (slicc_has_core(m)) {
            PUT(w, "ruleset self: %s_id; a: Addr do\n  liveness \"%s core: each request can be answered\"\n    isundefined(core_%s[self][a].what);\nend;\n\n",
                m->name.text, m->name.text, m->name.text);
            slicc_item(w, SLICC_RULE, NULL);
        }
}
