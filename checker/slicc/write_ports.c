/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_ports.c - message buffers, what is sent and received on them, and the rules of the ports.
 *
 * A buffer from the network that is ordered has a queue for each sender;
 * another one is a multiset.  A buffer within a machine is a queue.  A message
 * put aside by stall_and_wait stands in a queue of its line; woken, it goes
 * before all others of an ordered buffer, and back among those of a multiset.
 */
#include "write_private.h"

/* ---- what buffers there are ---- */

static bool from_network(const struct slicc_decl *buffer)
{
    const char *network = slicc_pair(&buffer->pairs, "network");
    return network && !strcmp(network, "From");
}

static bool to_network(const struct slicc_decl *buffer)
{
    const char *network = slicc_pair(&buffer->pairs, "network");
    return network && !strcmp(network, "To");
}

bool slicc_is_core_queue(const struct slicc_decl *buffer)
{
    return !strcmp(buffer->name.text, "mandatoryQueue");
}

bool slicc_is_ordered(const struct slicc_writer *w, const struct slicc_decl *machine, const struct slicc_decl *buffer)
{
    const char *given = slicc_pair(&buffer->pairs, "ordered");
    const char *full = arena_format(w->arena, "%s.%s", machine->name.text, buffer->name.text);
    bool ordered = !from_network(buffer) || (given && !strcmp(given, "true"));
    for (unsigned i = 0; i < w->options->ordered_count; i++) {
        const char *name = w->options->ordered[i];
        ordered = ordered || !strcmp(name, "all") || !strcmp(name, buffer->name.text) || !strcmp(name, full);
    }
    return ordered;
}

static struct slicc_decl *port_at(const struct slicc_decl *machine, enum slicc_decl_kind kind, unsigned index)
{
    for (unsigned i = 0; i < machine->part_count; i++)
        if (machine->parts[i]->kind == kind && machine->parts[i]->object && !index--)
            return machine->parts[i];
    return NULL;
}

static const struct slicc_type *messages_of(const struct slicc_writer *w, const struct slicc_decl *port)
{
    return slicc_symbols_type(&w->slicc->symbols, port->machine, port->type_name);
}

const struct slicc_type *slicc_received_at(const struct slicc_writer *w, const struct slicc_decl *machine, unsigned index)
{
    const struct slicc_decl *port, *earlier;
    for (unsigned i = 0; (port = port_at(machine, SLICC_DECL_IN_PORT, i)); i++) {
        bool again = false;
        for (unsigned j = 0; j < i && (earlier = port_at(machine, SLICC_DECL_IN_PORT, j)); j++)
            again = again || messages_of(w, earlier) == messages_of(w, port);
        if (!again && !index--)
            return messages_of(w, port);
    }
    return NULL;
}

static bool same_network(const struct slicc_decl *a, const struct slicc_decl *b)
{
    const char *x = slicc_pair(&a->pairs, "virtual_network"), *y = slicc_pair(&b->pairs, "virtual_network");
    return x && y && !strcmp(x, y);
}

/* Whether what is sent on one port can come in on the other. */
static bool leads_to(const struct slicc_writer *w, const struct slicc_decl *out, const struct slicc_decl *in)
{
    return to_network(out->object) && from_network(in->object) && same_network(out->object, in->object) &&
           messages_of(w, out) == messages_of(w, in);
}

/* The types of machines that send to a port, as the index of its queues. */
static const char *sources_of(struct slicc_writer *w, const struct slicc_decl *in)
{
    const char *list = "";
    struct slicc_decl *m;
    const struct slicc_decl *out;
    unsigned count = 0;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++) {
        bool sends = false;
        for (unsigned j = 0; (out = port_at(m, SLICC_DECL_OUT_PORT, j)); j++)
            sends = sends || leads_to(w, out, in);
        if (sends)
            list = arena_format(w->arena, "%s%s%s_id", list, count++ ? ", " : "", m->name.text);
    }
    return count > 1 ? "MachineID" : list;
}

static bool has_queues_by_source(const struct slicc_writer *w, const struct slicc_decl *in)
{
    return from_network(in->object) && slicc_is_ordered(w, in->machine, in->object);
}

static bool is_bag(const struct slicc_writer *w, const struct slicc_decl *in)
{
    return !slicc_is_ordered(w, in->machine, in->object);
}

/* ---- types and variables ---- */

static void write_queue_type(struct slicc_writer *w, const struct slicc_type *type)
{
    const char *t = type->mangled;
    PUT(w, "  %s_queue: record\n    count: 0..QUEUE;\n    entry: array [0..QUEUE - 1] of %s;\n  end;\n\n", t, t);
    slicc_item(w, SLICC_TYPE, arena_format(w->arena, "%s_queue", t));
}

static void write_queue_routines(struct slicc_writer *w, const struct slicc_type *type)
{
    const char *t = type->mangled;
    PUT(w, "procedure %s_put(var q: %s_queue; m: %s);\nbegin\n  if q.count = QUEUE then error \"a queue is full: raise QUEUE\"; end;\n"
           "  q.entry[q.count] := m;\n  q.count := q.count + 1;\nend;\n\n", t, t, t);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "%s_put", t));
    PUT(w, "procedure %s_take(var q: %s_queue);\nbegin\n  for i: 0..QUEUE - 1 do\n    if i + 1 < QUEUE then q.entry[i] := q.entry[i + 1]; end;\n  end;\n"
           "  undefine q.entry[QUEUE - 1];\n  q.count := q.count - 1;\nend;\n\n", t, t);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "%s_take", t));
}

static void each_message_type(struct slicc_writer *w, void (*write)(struct slicc_writer *, const struct slicc_type *))
{
    for (unsigned i = 0; i < w->slicc->symbols.type_count; i++) {
        const struct slicc_type *type = w->slicc->symbols.types[i];
        /* What the protocol declares itself replaces what is built in. */
        bool replaced = type->decl && type->decl->built_in && slicc_symbols_type(&w->slicc->symbols, NULL, type->name) != type;
        if (type->kind == SLICC_TYPE_STRUCT && type->is_message && !replaced)
            write(w, type);
    }
}

void slicc_write_buffer_types(struct slicc_writer *w)
{
    each_message_type(w, write_queue_type);
}

static void write_port_variables(struct slicc_writer *w, struct slicc_decl *port)
{
    const char *machine = port->machine->name.text, *buffer = slicc_name_of(w, port->object), *t = messages_of(w, port)->mangled;
    const char *source = from_network(port->object) ? sources_of(w, port) : "";
    if (!slicc_type_is(slicc_type_of(w, port->object), "MessageBuffer"))
        slicc_refuse(w, port->buffer.place, NULL, "a port of a %s", port->object->type_name);
    if (is_bag(w, port))
        PUT(w, "  %s: array [%s_id] of multiset [QUEUE] of %s;\n", buffer, machine, t);
    else if (*source)
        PUT(w, "  %s: array [%s_id] of array [%s] of %s_queue;\n", buffer, machine, source, t);
    else
        PUT(w, "  %s: array [%s_id] of %s_queue;\n", buffer, machine, t);
    if (!slicc_port_parks(port->machine, port))
        return;
    PUT(w, "  %s_aside: array [%s_id] of array [Addr] of %s_queue;\n", slicc_name_of(w, port), machine, t);
    if (!is_bag(w, port))
        PUT(w, "  %s_woken: array [%s_id] of %s_queue;\n", slicc_name_of(w, port), machine, t);
}

void slicc_write_buffer_variables(struct slicc_writer *w)
{
    struct slicc_decl *m, *port;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        for (unsigned j = 0; (port = port_at(m, SLICC_DECL_IN_PORT, j)); j++)
            write_port_variables(w, port);
}

void slicc_write_buffer_start(struct slicc_writer *w)
{
    struct slicc_decl *m, *port;
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        for (unsigned j = 0; (port = port_at(m, SLICC_DECL_IN_PORT, j)); j++) {
            const char *machine = m->name.text, *name = slicc_name_of(w, port), *buffer = slicc_name_of(w, port->object);
            const char *source = from_network(port->object) ? sources_of(w, port) : "";
            bool parks = slicc_port_parks(m, port);
            if (!is_bag(w, port) && *source)
                PUT(w, "  for self: %s_id; from: %s do %s[self][from].count := 0; end;\n", machine, source, buffer);
            else if (!is_bag(w, port))
                PUT(w, "  for self: %s_id do %s[self].count := 0; end;\n", machine, buffer);
            if (parks)
                PUT(w, "  for self: %s_id; a: Addr do %s_aside[self][a].count := 0; end;\n", machine, name);
            if (parks && !is_bag(w, port))
                PUT(w, "  for self: %s_id do %s_woken[self].count := 0; end;\n", machine, name);
        }
}

const char *slicc_write_buffers_empty(struct slicc_writer *w, struct slicc_decl *m)
{
    const char *text = "true";
    struct slicc_decl *port;
    for (unsigned j = 0; (port = port_at(m, SLICC_DECL_IN_PORT, j)); j++) {
        const char *name = slicc_name_of(w, port), *buffer = slicc_name_of(w, port->object);
        const char *source = from_network(port->object) ? sources_of(w, port) : "";
        bool parks = slicc_port_parks(m, port);
        if (is_bag(w, port))
            text = arena_format(w->arena, "%s & multisetcount(i: %s[self], true) = 0", text, buffer);
        else if (*source)
            text = arena_format(w->arena, "%s & (forall from: %s do %s[self][from].count = 0 end)", text, source, buffer);
        else
            text = arena_format(w->arena, "%s & %s[self].count = 0", text, buffer);
        if (parks)
            text = arena_format(w->arena, "%s & (forall a: Addr do %s_aside[self][a].count = 0 end)", text, name);
        if (parks && !is_bag(w, port))
            text = arena_format(w->arena, "%s & %s_woken[self].count = 0", text, name);
    }
    return text;
}

/* ---- sending ---- */

static bool reads_destination(const struct slicc_type *type)
{
    const struct slicc_decl *field = slicc_part(type->decl, SLICC_DECL_OBJECT, "Destination", NULL);
    return field && field->read_from;
}

static void write_receiver(struct slicc_writer *w, const struct slicc_decl *out, struct slicc_decl *m)
{
    struct slicc_decl *in;
    PUT(w, "  for to_: %s_id do\n    if m.Destination[to_] then\n", m->name.text);
    for (unsigned j = 0; (in = port_at(m, SLICC_DECL_IN_PORT, j)); j++) {
        if (!leads_to(w, out, in))
            continue;
        const char *buffer = slicc_name_of(w, in->object);
        if (reads_destination(messages_of(w, out)))
            PUT(w, "      NetDest_clear(sent.Destination); sent.Destination[to_] := true;\n");
        if (is_bag(w, in))
            PUT(w, "      multisetadd(sent, %s[to_]);\n", buffer);
        else
            PUT(w, "      %s_put(%s[to_][self], sent);\n", messages_of(w, out)->mangled, buffer);
        PUT(w, "    end;\n  end;\n");
        return;
    }
    PUT(w, "      error \"%s: a message to a %s, which has no port for it\";\n    end;\n  end;\n", out->name.text, m->name.text);
}

static bool sends_nothing_twice(struct slicc_writer *w, const struct slicc_decl *out, const struct slicc_decl *m)
{
    const struct slicc_decl *in;
    unsigned count = 0;
    for (unsigned j = 0; (in = port_at(m, SLICC_DECL_IN_PORT, j)); j++)
        count += leads_to(w, out, in);
    if (count > 1)
        slicc_refuse(w, out->name.place, NULL, "'%s', whose messages %s receives on several ports", out->name.text, m->name.text);
    return count <= 1;
}

/* To the network: a copy for each destination. */
static void write_network_send(struct slicc_writer *w, const struct slicc_decl *out)
{
    struct slicc_decl *m;
    const struct slicc_type *type = messages_of(w, out);
    if (!slicc_part(type->decl, SLICC_DECL_OBJECT, "Destination", NULL)) {
        slicc_refuse(w, out->type_place, NULL, "messages of type %s on the network, without a field 'Destination'", type->name);
        return;
    }
    PUT(w, "var sent: %s;\nbegin\n  sent := m;\n  undefine sent.Destination;\n", type->mangled);
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++)
        if (sends_nothing_twice(w, out, m))
            write_receiver(w, out, m);
    PUT(w, "end;\n\n");
}

static void write_send(struct slicc_writer *w, struct slicc_decl *out)
{
    const char *machine = out->machine->name.text, *t = messages_of(w, out)->mangled;
    struct slicc_decl *in = NULL;
    for (unsigned j = 0; (in = port_at(out->machine, SLICC_DECL_IN_PORT, j)) && in->object != out->object; j++)
        ;
    bool internal = in && !from_network(in->object);
    bool memory = !strcmp(out->object->name.text, "requestToMemory") && slicc_uses_memory(out->machine);
    if (!internal && !memory && !to_network(out->object)) {
        if (slicc_acts_on(out->machine, SLICC_STMT_ENQUEUE, out->name.text))
            slicc_refuse(w, out->buffer.place, NULL, "messages sent on '%s', which leads nowhere", out->object->name.text);
        return;
    }
    PUT(w, "procedure send_%s_%s(self: %s_id; m: %s);\n", machine, out->name.text, machine, t);
    if (internal)
        PUT(w, "begin\n  %s_put(%s[self], m);\nend;\n\n", t, slicc_name_of(w, in->object));
    else if (memory)
        PUT(w, "begin\n  MemoryMsg_put(to_memory_%s[self], m);\nend;\n\n", machine);
    else
        write_network_send(w, out);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "send_%s_%s", machine, out->name.text));
}

/* ---- what an action does with its message ---- */

static void write_port_action(struct slicc_writer *w, const char *machine, const char *name, const char *what)
{
    PUT(w, "procedure %s_%s(port: %s_port; var now: %s_context);\nbegin\n"
           "  assert port = now.port \"%s of another port than the one that triggered\";\n"
           "  assert !now.dequeued \"%s after the message was taken\";\n", name, machine, machine, machine, name, name);
    PUT(w, "%send;\n\n", what);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "%s_%s", name, machine));
}

static void write_message_actions(struct slicc_writer *w, const char *machine)
{
    write_port_action(w, machine, "peek", "");
    write_port_action(w, machine, "dequeue", "  now.dequeued := true;\n");
    write_port_action(w, machine, "recycle", "  now.recycled := true;\n");
    PUT(w, "procedure park_%s(port: %s_port; a: Addr; var now: %s_context);\nbegin\n"
           "  assert port = now.port \"stall_and_wait on another port than the one that triggered\";\n"
           "  assert !now.dequeued \"stall_and_wait after the message was taken\";\n"
           "  now.parked := true;\n  now.aside := a;\nend;\n\n", machine, machine, machine);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "park_%s", machine));
    PUT(w, "procedure begin_%s(var now: %s_context);\nbegin\n  now.triggered := false;\n  now.dequeued := false;\n"
           "  now.recycled := false;\n  now.parked := false;\n  now.cache_entry := OOD;\n  now.tbe := OOD;\nend;\n\n",
        machine, machine);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "begin_%s", machine));
}

static void write_wake_port(struct slicc_writer *w, struct slicc_decl *port)
{
    const char *machine = port->machine->name.text, *name = slicc_name_of(w, port), *t = messages_of(w, port)->mangled;
    PUT(w, "procedure wake_%s_%s(self: %s_id; a: Addr);\nbegin\n  while %s_aside[self][a].count > 0 do\n", machine, port->name.text,
        machine, name);
    if (is_bag(w, port))
        PUT(w, "    multisetadd(%s_aside[self][a].entry[0], %s[self]);\n", name, slicc_name_of(w, port->object));
    else
        PUT(w, "    %s_put(%s_woken[self], %s_aside[self][a].entry[0]);\n", t, name, name);
    PUT(w, "    %s_take(%s_aside[self][a]);\n  end;\nend;\n\n", t, name);
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "wake_%s_%s", machine, port->name.text));
}

static void write_wake(struct slicc_writer *w, struct slicc_decl *m)
{
    struct slicc_decl *port;
    for (unsigned j = 0; (port = port_at(m, SLICC_DECL_IN_PORT, j)); j++)
        if (slicc_port_parks(m, port))
            write_wake_port(w, port);
    PUT(w, "procedure wake_%s(self: %s_id; a: Addr);\nbegin\n", m->name.text, m->name.text);
    for (unsigned j = 0; (port = port_at(m, SLICC_DECL_IN_PORT, j)); j++)
        if (slicc_port_parks(m, port))
            PUT(w, "  wake_%s_%s(self, a);\n", m->name.text, port->name.text);
    PUT(w, "end;\n\n");
    slicc_item(w, SLICC_ROUTINE, arena_format(w->arena, "wake_%s", m->name.text));
}

void slicc_write_buffer_routines(struct slicc_writer *w)
{
    struct slicc_decl *m, *out;
    each_message_type(w, write_queue_routines);
    for (unsigned i = 0; (m = slicc_machine_at(w, i)); i++) {
        write_message_actions(w, m->name.text);
        write_wake(w, m);
        for (unsigned j = 0; (out = port_at(m, SLICC_DECL_OUT_PORT, j)); j++)
            write_send(w, out);
    }
}

/* ---- rules ---- */

/* What a rule works on. */
struct received {
    struct slicc_decl *port;
    const char *queue;   /* NULL: element m of the bag */
    const char *label, *extra_guard;
};

/* A victim is chosen where the cache is full, and only there. */
static const char *victim_guard(struct slicc_writer *w)
{
    const char *text = "";
    for (unsigned i = 0; i < w->probed_count; i++) {
        const char *name = slicc_name_of(w, w->probed[i]);
        text = arena_format(w->arena, "%s%s(victim_of_%s = OOD ? %s_way_free(self) : !%s_way_free(self) & %s_has[self][victim_of_%s])",
                            text, i ? " & " : "", name, name, name, name, name);
    }
    return text;
}

static void write_outcome(struct slicc_writer *w, const struct received *r)
{
    const char *t = messages_of(w, r->port)->mangled, *buffer = slicc_name_of(w, r->port->object);
    bool parks = slicc_port_parks(r->port->machine, r->port);
    if (r->queue)
        PUT(w, "    if now.dequeued%s then %s_take(%s); end;\n",
            arena_format(w->arena, "%s | now.recycled", parks ? " | now.parked" : ""), t, r->queue);
    else
        PUT(w, "    if now.dequeued%s then multisetremove(m, %s[self]); end;\n", parks ? " | now.parked" : "", buffer);
    if (r->queue)
        PUT(w, "    if now.recycled then %s_put(%s, now.in_%s); end;\n", t, r->queue, messages_of(w, r->port)->name);
    if (parks)
        PUT(w, "    if now.parked then %s_put(%s_aside[self][now.aside], now.in_%s); end;\n", t, slicc_name_of(w, r->port),
            messages_of(w, r->port)->name);
}

static void write_rule(struct slicc_writer *w, const struct received *r)
{
    const char *machine = r->port->machine->name.text, *type = messages_of(w, r->port)->name;
    const char *buffer = slicc_name_of(w, r->port->object);
    const char *guard = r->queue ? arena_format(w->arena, "%s.count > 0", r->queue) : "";
    if (*r->extra_guard)
        guard = arena_format(w->arena, "%s%s%s", guard, *guard ? " & " : "", r->extra_guard);
    if (w->probed_count)
        guard = arena_format(w->arena, "%s%s%s", guard, *guard ? " & " : "", victim_guard(w));
    PUT(w, "rule \"%s\"\n", r->label);
    if (*guard)
        PUT(w, "%s\n==>\n", guard);
    PUT(w, "var now: %s_context;\nbegin\n  begin_%s(now);\n  now.port := %s_at_%s;\n", machine, machine, machine, r->port->name.text);
    PUT(w, "  now.in_%s := %s;\n", type, r->queue ? arena_format(w->arena, "%s.entry[0]", r->queue)
                                                : arena_format(w->arena, "%s[self][m]", buffer));
    for (unsigned i = 0; i < w->probed_count; i++)
        PUT(w, "  now.victim_of_%s := victim_of_%s;\n", slicc_name_of(w, w->probed[i]), slicc_name_of(w, w->probed[i]));
    PUT(w, "  %s(self, now);\n    if now.triggered then step_%s(self, now); end;\n", slicc_name_of(w, r->port), machine);
    write_outcome(w, r);
    PUT(w, "end;\n");
}

static void write_rules_of(struct slicc_writer *w, struct slicc_decl *port)
{
    const char *machine = port->machine->name.text, *name = slicc_name_of(w, port), *buffer = slicc_name_of(w, port->object);
    const char *source = has_queues_by_source(w, port) ? sources_of(w, port) : "";
    const char *label = arena_format(w->arena, "%s %s", machine, port->name.text);
    bool woken = slicc_port_parks(port->machine, port) && !is_bag(w, port);
    const char *victim = "";
    for (unsigned i = 0; i < w->probed_count; i++)
        victim = arena_format(w->arena, "%s; victim_of_%s: pointer", victim, slicc_name_of(w, w->probed[i]));
    const char *unwoken = woken ? arena_format(w->arena, "%s_woken[self].count = 0", name) : "";
    if (is_bag(w, port)) {
        PUT(w, "ruleset self: %s_id%s do\n  choose m: %s[self] do\n", machine, victim, buffer);
        write_rule(w, &(struct received){port, NULL, label, ""});
        PUT(w, "  end;\nend;\n\n");
    } else {
        PUT(w, "ruleset self: %s_id%s%s%s do\n", machine, *source ? "; from: " : "", source, victim);
        write_rule(w, &(struct received){port, arena_format(w->arena, *source ? "%s[self][from]" : "%s[self]", buffer), label,
                                         unwoken});
        PUT(w, "end;\n\n");
    }
    if (woken) {
        PUT(w, "ruleset self: %s_id%s do\n", machine, victim);
        write_rule(w, &(struct received){port, arena_format(w->arena, "%s_woken[self]", name),
                                         arena_format(w->arena, "%s, woken", label), ""});
        PUT(w, "end;\n\n");
    }
}

void slicc_write_port_rules(struct slicc_writer *w, struct slicc_decl *m)
{
    struct slicc_decl *port;
    for (unsigned j = 0; (port = port_at(m, SLICC_DECL_IN_PORT, j)); j++) {
        if (from_network(port->object) && !*sources_of(w, port))
            continue; /* nobody sends to it */
        slicc_write_in_port(w, port);
        write_rules_of(w, port);
        slicc_item(w, SLICC_RULE, NULL);
    }
}
