/* SPDX-License-Identifier: BSD-2-Clause */
/* choose.c - see choose.h. */
#include "choose.h"

#include "probe.h"
#include "sources.h"

/* Where so many are open, reads whose values are or sources and pairs of writes, going through them takes longer than probing each first. */
enum { VALUES_TO_PROBE = 8, CHOICES_TO_PROBE = 12, EVALUATIONS_TO_PROBE = 300 };

/* ---- what the model says ---- */

/* Whether it is a flag that may be raised, and was not yet. */
static bool not_raised(const struct searcher *s, unsigned requirement)
{
    return s->flags && s->model->requirements[requirement].use != CAT_REQUIRE && !s->result->raised[requirement];
}

/* Whether what is said of flags can still change. */
static bool flags_open(struct searcher *s)
{
    for (unsigned i = 0; i < s->model->requirement_count; i++)
        if (not_raised(s, i) && cat_flag(s->evaluation, &s->model->requirements[i]) != CAT_NO)
            return true;
    return false;
}

bool choose_all_raised(const struct searcher *s)
{
    for (unsigned i = 0; i < s->model->requirement_count; i++)
        if (not_raised(s, i))
            return false;
    return true;
}

/* Note the flag, if the execution raises it. */
static void try_flag(struct searcher *s, unsigned requirement)
{
    const struct cat_requirement *flag = &s->model->requirements[requirement];
    s->result->raised[requirement] = cat_flag(s->evaluation, flag) == CAT_YES;
    if (s->result->raised[requirement] && s->options->flagged)
        s->options->flagged(s->options->flagged_data, s->evaluation, flag);
}

static void accept(struct searcher *s)
{
    s->result->accepted++;
    s->accept(s);
    s->found = true;
    for (unsigned i = 0; i < s->model->requirement_count; i++)
        if (not_raised(s, i))
            try_flag(s, i);
}

/* Whether a flag that this branch may raise is neither raised nor refused by what is chosen. */
static bool undecided(struct searcher *s)
{
    for (unsigned i = 0; i < s->model->requirement_count; i++)
        if (not_raised(s, i) && cat_flag(s->evaluation, &s->model->requirements[i]) == CAT_OPEN)
            return true;
    return false;
}

/* How long an event goes on happening: a write that does so longer is before none that does so less. */
static unsigned lasts(const struct cat_execution *x, unsigned event)
{
    return cat_has(&x->spins, event) ? 2 : cat_has(&x->rounds, event) ? 1 : 0;
}

/* Whether each read that happens for ever has its source: what that is rules orders out, whatever the model says. */
static bool settled(const struct searcher *s)
{
    for (unsigned r = 0; r < s->execution->count; r++)
        if (lasts(s->execution, r) && sources_count(s, r) > 1)
            return false;
    return true;
}

/* Whether what happens for ever, where memory changes, is related as it was the first time: so it can be once more. */
static bool is_as_before(const struct searcher *s)
{
    const struct cat_execution *x = s->execution;
    const struct cat_relation *rf = &s->evaluation->chosen[CAT_RF].least, *co = &s->evaluation->chosen[CAT_CO].least;
    for (unsigned a = 0; a < x->count; a++)
        for (unsigned b = 0; b < x->count; b++) {
            if (x->twin[a] == a || x->twin[b] == b)
                continue;
            if (cat_related(rf, a, b) != cat_related(rf, x->twin[a], x->twin[b]))
                return false;
            if (cat_related(co, a, b) && cat_related(co, x->twin[b], x->twin[a]))
                return false;
        }
    return true;
}

/* Ask the model about all that may come of what is chosen.  False: there is no
 * need to go on from here. */
static bool goes_on(struct searcher *s)
{
    enum cat_answer answer = searcher_ask(s);
    if (answer == CAT_NO)
        return false;
    if (s->found && !flags_open(s))
        return false;
    if (answer == CAT_OPEN || undecided(s) || !settled(s))
        return true;
    if (!is_as_before(s))
        return false;
    accept(s);
    return false;
}

/* ---- orders ---- */

static void choose_orders(struct searcher *s);

/* Go on with one more decision; what was chosen is as before when it returns. */
static void decide(struct searcher *s, enum cat_base base, bool put, unsigned a, unsigned b)
{
    enum cat_order_kind kind = base == CAT_SYNC_FENCE ? CAT_EACH : base == CAT_CO ? searcher_coherence(s, a, b) : CAT_TOTAL;
    struct cat_bounds *chosen = &s->evaluation->chosen[base], saved = *chosen;
    unsigned count = s->execution->count;
    if (put ? cat_order_put(chosen, kind, count, a, b) : cat_order_refuse(chosen, kind, count, a, b))
        if (goes_on(s))
            choose_orders(s);
    *chosen = saved;
}

static void choose_orders(struct searcher *s)
{
    static const enum cat_base orders[] = {CAT_SYNC_FENCE, CAT_CO, CAT_READS_ORDER};
    unsigned a, b, count = s->execution->count;
    if (effort_ended(&s->effort) || (s->found && choose_all_raised(s)))
        return;
    for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++)
        if ((orders[i] == CAT_CO || s->model->used[orders[i]]) && cat_order_open(&s->evaluation->chosen[orders[i]], count, &a, &b)) {
            decide(s, orders[i], true, a, b);
            decide(s, orders[i], false, a, b);
            return;
        }
    /* All is chosen, and the bounds have met. */
}

/* ---- the order of reads ---- */

static bool may_be_ordered(const struct cat_event *e, const struct cat_event *f)
{
    return e->reads && f->reads && e->location == f->location && e->order != LITMUS_NA && f->order != LITMUS_NA &&
           (e->open || f->open || litmus_value_equal(e->value, f->value));
}

/* Before sources are known: reads that can have one. */
static void begin_reads(struct searcher *s)
{
    const struct cat_execution *x = s->execution;
    struct cat_bounds *reads = &s->evaluation->chosen[CAT_READS_ORDER];
    *reads = (struct cat_bounds){{{{{0}}}}, {{{{0}}}}};
    for (unsigned a = 0; s->model->used[CAT_READS_ORDER] && a < x->count; a++)
        for (unsigned b = 0; b < x->count; b++)
            if (a != b && may_be_ordered(&x->events[a], &x->events[b]))
                cat_relate(&reads->most, a, b);
}

/* Now that they are: reads of one write alone, and those of a thread as it performs them. */
static void bound_reads(struct searcher *s)
{
    const struct cat_execution *x = s->execution;
    struct cat_bounds *reads = &s->evaluation->chosen[CAT_READS_ORDER];
    struct cat_relation one_source = {{{{0}}}};
    for (unsigned w = 0; w < x->count; w++)
        for (unsigned a = 0; a < x->count; a++)
            if (cat_related(&s->evaluation->chosen[CAT_RF].least, w, a))
                one_source.to[a] = s->evaluation->chosen[CAT_RF].least.to[w];
    for (unsigned a = 0; a < x->count; a++)
        for (unsigned b = 0; b < x->count; b++)
            if (!cat_related(&one_source, a, b))
                cat_unrelate(&reads->most, a, b);
    for (unsigned a = 0; a < x->count; a++)
        for (unsigned b = a + 1; b < x->count; b++)
            if (cat_related(&reads->most, a, b) && cat_related(&x->base[CAT_PO], a, b))
                cat_order_put(reads, CAT_TOTAL, x->count, a, b);
}

static void choose_all_orders(struct searcher *s)
{
    struct cat_bounds *reads = &s->evaluation->chosen[CAT_READS_ORDER], saved;
    if (!s->model->used[CAT_READS_ORDER]) {
        choose_orders(s);
        return;
    }
    saved = *reads;
    bound_reads(s);
    if (goes_on(s))
        choose_orders(s);
    *reads = saved;
}

/* ---- sources ---- */

/* The read with the fewest writes that may be its source and more than one; CAT_EVENTS: none. */
static unsigned open_read(const struct searcher *s)
{
    unsigned best = CAT_EVENTS, fewest = CAT_EVENTS + 1;
    for (unsigned r = 0; r < s->execution->count; r++) {
        unsigned sources = sources_count(s, r);
        if (sources > 1 && sources < fewest) {
            best = r;
            fewest = sources;
        }
    }
    return best;
}

/* Where the search has become long, what a choice leaves to the others is found out before the next.  False: nothing. */
static bool leaves_some(struct searcher *s)
{
    return s->result->evaluations - s->began < EVALUATIONS_TO_PROBE || (probe_orders(s) && probe_sources(s) && goes_on(s));
}

static void choose_sources(struct searcher *s)
{
    const struct sources_saved saved = sources_save(s);
    unsigned read = open_read(s);
    if (effort_ended(&s->effort) || (s->found && choose_all_raised(s)))
        return;
    if (read == CAT_EVENTS) {
        choose_all_orders(s);
        return;
    }
    for (unsigned w = sources_next(s, read, 0); w < CAT_EVENTS; w = sources_next(s, read, w + 1)) {
        if (sources_put(s, w, read) && goes_on(s) && leaves_some(s))
            choose_sources(s);
        sources_restore(s, &saved);
    }
}

/* What may be of rf, once orders have begun: writes of the value that is read, or of any where that is open.  False: a read has none. */
static bool begin_sources(struct searcher *s)
{
    const struct cat_execution *x = s->execution;
    struct cat_bounds *rf = &s->evaluation->chosen[CAT_RF];
    *rf = (struct cat_bounds){{{{{0}}}}, {{{{0}}}}};
    for (unsigned r = 0; r < x->count; r++) {
        unsigned sources = 0, last = 0;
        if (!x->events[r].reads)
            continue;
        for (unsigned w = 0; w < x->count; w++)
            if (x->events[w].writes && x->events[w].location == x->events[r].location &&
                (x->events[r].open || litmus_value_equal(x->events[w].value, x->events[r].value))) {
                cat_relate(&rf->most, w, r);
                last = w;
                sources++;
            }
        if (!sources)
            return false;
        if (sources == 1 && !sources_put(s, last, r))
            return false;
    }
    return true;
}

/* ---- values ---- */

static struct litmus_value value_of(const struct searcher *s, unsigned event)
{
    return s->execution->events[event].value;
}

/* How many values the writes have that may be the source of `read`. */
static unsigned values_of(const struct searcher *s, unsigned read)
{
    struct litmus_value values[CAT_EVENTS];
    unsigned count = 0;
    for (unsigned w = sources_next(s, read, 0); w < CAT_EVENTS; w = sources_next(s, read, w + 1)) {
        unsigned i = 0;
        while (i < count && !litmus_value_equal(values[i], value_of(s, w)))
            i++;
        if (i == count)
            values[count++] = value_of(s, w);
    }
    return count;
}

/* The read that is asked for with the fewest values, and more than one; CAT_EVENTS: none.  `many`: so many there are. */
static unsigned open_value(const struct searcher *s, unsigned *many)
{
    unsigned best = CAT_EVENTS, fewest = CAT_EVENTS + 1;
    *many = 0;
    for (unsigned r = 0; r < s->execution->count; r++) {
        unsigned count = cat_has(&s->asked, r) ? values_of(s, r) : 0;
        *many += count > 1;
        if (count > 1 && count < fewest) {
            best = r;
            fewest = count;
        }
    }
    return best;
}

/* The read sees a write of this value.  False: it cannot be. */
static bool put_value(struct searcher *s, unsigned read, struct litmus_value value)
{
    struct cat_bounds *rf = &s->evaluation->chosen[CAT_RF];
    unsigned sources = 0, last = 0;
    for (unsigned w = sources_next(s, read, 0); w < CAT_EVENTS; w = sources_next(s, read, w + 1)) {
        if (!litmus_value_equal(value_of(s, w), value)) {
            cat_unrelate(&rf->most, w, read);
            continue;
        }
        last = w;
        sources++;
    }
    return sources != 1 || sources_put(s, last, read);
}

static void choose_next_value(struct searcher *s, void (*with)(struct searcher *))
{
    const struct sources_saved saved = sources_save(s);
    unsigned many, read = open_value(s, &many);
    if (read == CAT_EVENTS) {
        for (unsigned r = 0; r < s->execution->count; r++)
            if (cat_has(&s->asked, r))
                s->execution->events[r].value = value_of(s, sources_next(s, r, 0));
        with(s);
        return;
    }
    for (unsigned w = sources_next(s, read, 0); w < CAT_EVENTS && !effort_ended(&s->effort); w = sources_next(s, read, w + 1)) {
        bool again = false; /* a value that was chosen already */
        for (unsigned v = sources_next(s, read, 0); v < w; v = sources_next(s, read, v + 1))
            again |= litmus_value_equal(value_of(s, v), value_of(s, w));
        /* The last is asked about with what follows. */
        if (!again && put_value(s, read, value_of(s, w)) && (many == 1 || !probe_refutes(s)))
            choose_next_value(s, with);
        sources_restore(s, &saved);
    }
}

void choose_values(struct searcher *s, void (*with)(struct searcher *))
{
    const struct sources_saved saved = sources_save(s);
    unsigned many;
    open_value(s, &many);
    if (many < VALUES_TO_PROBE || probe_sources(s))
        choose_next_value(s, with);
    sources_restore(s, &saved);
}

/* ---- what is chosen, to begin with ---- */

static void begin_orders(struct searcher *s)
{
    const struct cat_execution *x = s->execution;
    struct cat_bounds *co = &s->evaluation->chosen[CAT_CO], *fences = &s->evaluation->chosen[CAT_SYNC_FENCE];
    *co = *fences = (struct cat_bounds){{{{{0}}}}, {{{{0}}}}};
    for (unsigned a = 0; a < x->count; a++)
        for (unsigned b = 0; b < x->count; b++) {
            const struct cat_event *e = &x->events[a], *f = &x->events[b];
            if (a != b && sources_is_write_to(e, f->location) && f->writes && f->thread >= 0 &&
                lasts(x, a) <= lasts(x, b)) {
                cat_relate(&co->most, a, b);
                if (e->thread < 0)
                    cat_relate(&co->least, a, b);
            }
            bool pair = e->location < 0 && f->location < 0 && e->order == LITMUS_SC && f->order == LITMUS_SC;
            if (pair && a != b && cat_related(&x->base[CAT_SR], a, b))
                cat_relate(&fences->most, a, b);
        }
}

/* Whether the model refuses all that may come of it that neither write is before the other. */
static bool wants_ordered(struct searcher *s, unsigned a, unsigned b)
{
    struct cat_bounds *co = &s->evaluation->chosen[CAT_CO], saved = *co;
    cat_unrelate(&co->most, a, b);
    cat_unrelate(&co->most, b, a);
    bool refutes = probe_refutes(s);
    *co = saved;
    return refutes;
}

/* A partial order may be total in part, and those pairs need not be tried unordered again and again. */
static void find_ordered(struct searcher *s)
{
    const struct cat_bounds *co = &s->evaluation->chosen[CAT_CO];
    for (unsigned a = 0; s->options->partial && a < s->execution->count; a++)
        for (unsigned b = a + 1; b < s->execution->count; b++)
            if (cat_related(&co->most, a, b) && cat_related(&co->most, b, a) && wants_ordered(s, a, b)) {
                cat_relate(&s->ordered, a, b);
                cat_relate(&s->ordered, b, a);
            }
}

bool choose_begin(struct searcher *s)
{
    s->ordered = (struct cat_relation){{{{0}}}};
    begin_orders(s);
    begin_reads(s);
    if (!begin_sources(s) || !cat_evaluation_start(s->evaluation, s->execution))
        return false;
    find_ordered(s);
    return true;
}

/* Reads with more than one source, and pairs of writes that are not ordered. */
static unsigned open_choices(const struct searcher *s)
{
    const struct cat_bounds *co = &s->evaluation->chosen[CAT_CO];
    unsigned count = 0;
    for (unsigned e = 0; e < s->execution->count; e++) {
        count += sources_count(s, e) > 1;
        for (unsigned w = 0; w < CAT_WORDS; w++)
            count += (unsigned)__builtin_popcountll(co->most.to[e].word[w] & ~co->least.to[e].word[w]);
    }
    return count;
}

void choose_rest(struct searcher *s)
{
    const struct sources_saved saved = sources_save(s);
    s->found = false;
    s->began = s->result->evaluations;
    if (!goes_on(s))
        return;
    if (open_choices(s) < CHOICES_TO_PROBE || (probe_sources(s) && probe_orders(s) && goes_on(s)))
        choose_sources(s);
    sources_restore(s, &saved);
}

/* ---- barriers ---- */

void choose_members(struct searcher *s, unsigned meeting, void (*with)(struct searcher *))
{
    struct cat_relation *syncbar = &s->execution->base[CAT_SYNCBAR];
    if (meeting == s->meetings->count) {
        with(s);
        return;
    }
    const struct cat_meeting *m = &s->meetings->of[meeting];
    uint64_t all = m->count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << m->count) - 1;
    unsigned least = m->waits && m->quorum && m->quorum < m->count ? m->quorum : m->count;
    for (uint64_t members = all;; members--) {
        struct cat_relation saved = *syncbar;
        if ((unsigned)__builtin_popcountll(members) >= least) {
            cat_barriers_join(s->execution, m, members);
            choose_members(s, meeting + 1, with);
        }
        *syncbar = saved;
        if (least == m->count || !members || effort_ended(&s->effort))
            return;
    }
}
