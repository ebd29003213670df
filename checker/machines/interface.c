/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * interface.c - whether a machine has the routines that every driver asks for.
 */
#include "interface.h"

#include <string.h>

#include "../murphi/types.h"

struct interface_routine {
    const char *name, *declaration;
    unsigned parameters;
    bool function;
    enum { BOTH, LITMUS, WINDOW } driver;
};

static const struct interface_routine interface[] = {
    {"MachineStart", "procedure MachineStart()", 0, false, BOTH},
    {"Accepts", "function Accepts(t: thread; o: operation): boolean", 2, true, BOTH},
    {"Issue", "procedure Issue(t: thread; o: operation; g: tag)", 3, false, LITMUS},
    {"AcceptsPrefetch", "function AcceptsPrefetch(c: cu; l: line; w: word): boolean", 3, true, LITMUS},
    {"Prefetch", "procedure Prefetch(c: cu; l: line; w: word)", 3, false, LITMUS},
    {"Unwanted", "procedure Unwanted(c: cu; l: line)", 2, false, LITMUS},
    {"PerformLoad", "procedure PerformLoad(t: thread; o: operation; var v: value)", 3, false, WINDOW},
    {"PerformStore", "procedure PerformStore(t: thread; o: operation)", 2, false, WINDOW},
    {"Unread", "procedure Unread(t: thread; l: line)", 2, false, WINDOW},
    {"Quiescent", "function Quiescent(): boolean", 0, true, BOTH},
    {"FinalValue", "function FinalValue(l: line; w: word): value", 2, true, BOTH},
    {"MayRead", "function MayRead(c: cu; l: line; w: word): boolean", 3, true, LITMUS},
    {"CopyValue", "function CopyValue(c: cu; l: line; w: word): value", 3, true, LITMUS},
    {"MayWrite", "function MayWrite(c: cu; l: line): boolean", 2, true, LITMUS},
    {"Latest", "function Latest(l: line; w: word): value", 2, true, LITMUS},
};

static const struct symbol *find_routine(const struct program *program, const char *name)
{
    for (unsigned i = 0; i < program->decl_count; i++)
        if (program->decls[i]->kind == DECL_ROUTINE && !strcmp(program->decls[i]->symbol->name, name))
            return program->decls[i]->symbol;
    return NULL;
}

static bool is_asked(const struct interface_routine *r, bool out_of_order)
{
    return r->driver == BOTH || (r->driver == WINDOW) == out_of_order;
}

bool interface_check(struct diagnostics *diagnostics, const struct program *program, const char *machine,
                     bool out_of_order)
{
    bool all = true;
    for (size_t i = 0; i < sizeof interface / sizeof interface[0]; i++) {
        const struct interface_routine *r = &interface[i];
        if (!is_asked(r, out_of_order))
            continue;
        const struct symbol *symbol = find_routine(program, r->name);
        if (!symbol) {
            diagnostics_add(diagnostics, SEVERITY_ERROR, (struct place){0}, "models/lib/README.md says what it has to do",
                            "the machine %s lacks '%s'", machine, r->declaration);
            all = false;
        } else if (symbol->routine->parameter_count != r->parameters || (symbol->routine->result != NULL) != r->function) {
            diagnostics_add(diagnostics, SEVERITY_ERROR, symbol->place, NULL,
                            "the machine interface has it as '%s'", r->declaration);
            all = false;
        }
    }
    return all;
}
