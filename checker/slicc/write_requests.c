/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * write_requests.c - what cores ask for, and what of it the protocol reads.
 */
#include "write_private.h"

/* The i-th request of the cores of a machine, or NULL: those that name it, else those that name none, else the usual ones. */
const char *slicc_request_at(const struct slicc_writer *w, const char *machine, unsigned i)
{
    static const char *const usual[] = {"LD", "ST"};
    for (int named = 1; named >= 0; named--) {
        unsigned found = 0;
        for (unsigned j = 0; j < w->options->request_count; j++) {
            const struct slicc_request *r = &w->options->requests[j];
            if (named ? r->machine && !strcmp(r->machine, machine) : !r->machine)
                if (found++ == i)
                    return r->type;
        }
        if (found)
            return NULL;
    }
    return i < 2 ? usual[i] : NULL;
}

static const struct slicc_type *request_type(const struct slicc_writer *w)
{
    return slicc_symbols_type(&w->slicc->symbols, NULL, "RubyRequestType");
}

const char *slicc_request_name(struct slicc_writer *w, const char *request)
{
    return slicc_member_name(w, request_type(w), request);
}

bool slicc_core_asks(const struct slicc_writer *w, const char *machine, const char *request)
{
    const char *asked;
    for (unsigned i = 0; (asked = slicc_request_at(w, machine, i)); i++)
        if (!strcmp(asked, request))
            return true;
    return false;
}

bool slicc_request_has(const struct slicc_writer *w, const char *field)
{
    const struct slicc_type *type = slicc_symbols_type(&w->slicc->symbols, NULL, "RubyRequest");
    const struct slicc_decl *d = slicc_part(type->decl, SLICC_DECL_OBJECT, field, NULL);
    return d && d->used;
}
