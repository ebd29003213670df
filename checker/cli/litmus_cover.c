/* SPDX-License-Identifier: BSD-2-Clause */
/* litmus_cover.c - see litmus_cover.h.  A machine is compiled for several sizes: what it came to in any counts. */
#include "litmus_cover.h"

#include <string.h>

#include "../base/complain.h"
#include "../base/die.h"
#include "../report/coverage.h"
#include "../report/json_parts.h"
#include "write.h"

struct covering {
    const struct covered_machine *asked;
    json_t *made;           /* of it; or NULL */
    json_int_t searches;
};

static unsigned char *plain(struct arena *arena, const atomic_uchar *flags, uint32_t count)
{
    unsigned char *copy = arena_alloc(arena, count + 1);
    for (uint32_t i = 0; i < count; i++)
        copy[i] = atomic_load_explicit(&flags[i], memory_order_relaxed);
    return copy;
}

/* Those of the driver ask about final states, and are the searches' own. */
static const unsigned char *covers_met(struct arena *arena, const struct machine_model *m)
{
    unsigned char *met = plain(arena, m->cover->met, m->model->property_count);
    for (uint32_t i = 0; i < m->model->property_count; i++)
        if (!strcmp(m->model->properties[i].name, "witness") || !strcmp(m->model->properties[i].name, "final"))
            met[i] = COVERAGE_LEFT_OUT;
    return met;
}

static json_t *coverage_of(const struct covering *c, const struct machine_model *m, struct arena *arena)
{
    const struct covered covered = {.points = &m->cover->points, .bytes = compiled_covered(m->compiled),
                                    .fired = plain(arena, m->cover->fired, m->model->rule_count),
                                    .met = covers_met(arena, m)};
    return coverage_json(c->asked->machine->name, c->asked->verdict, m->model, &covered);
}

static void add(void *data, const struct machine_variant *machine, const struct machine_model *m)
{
    struct covering *c = data;
    unsigned searches = atomic_load(&m->cover->searches), spoilt = atomic_load(&m->cover->spoilt);
    if (machine != c->asked->machine || !searches)
        return;
    if (spoilt) {
        complain("murrelet: note: what %u searches of %s came to is left out of its coverage: for %u of them the size that it "
                 "was compiled for was too small, and they were made again in a larger one\n", searches, machine->name, spoilt);
        return;
    }
    struct arena *arena = arena_new();
    json_t *own = coverage_of(c, m, arena);
    c->searches += searches;
    if (c->made)
        coverage_join(c->made, own);
    else
        c->made = json_incref(own);
    json_decref(own);
    arena_free(arena);
}

bool litmus_cover_write(struct machines *machines, const struct covered_machine *asked, unsigned count, const char *path)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) {
        struct covering c = {.asked = &asked[i]};
        machines_visit_covered(machines, add, &c);
        if (c.made) {
            json_part_set(c.made, "searches", json_integer(c.searches));
            json_part_append(list, c.made);
        }
    }
    return write_coverage(json_pack("{s:o}", "machines", list), path);
}
