/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * analysis.c - see analysis.h.
 */
#include "analysis.h"

#include <stdlib.h>
#include <string.h>

#include "../base/memory.h"
#include "../litmus/parse.h"
#include "../machines/header.h"
#include "../machines/interface.h"
#include "../murphi/types.h"
#include "../rewrite/lint.h"
#include "setting.h"
#include "uri.h"

/* ---- sources ---- */

static void add_unit(struct analysis *a, const struct source *source, struct place included)
{
    struct unit unit = {.source = source, .path = path_real(a->arena, source->path), .included = included};
    unit.uri = *unit.path == '/' ? uri_of_path(a->arena, unit.path) : unit.path;
    unit.shift = arena_alloc(a->arena, sizeof *unit.shift);
    lines_make(&unit.lines, source->text, source->length);
    ARENA_PUSH(a->arena, a->units, a->unit_count, unit);
}

static void find_units(struct analysis *a, const struct document *document)
{
    for (unsigned i = 0; i < a->program->decl_count; i++) {
        const struct decl *decl = a->program->decls[i];
        if (decl->kind == DECL_INCLUDE && decl->included)
            add_unit(a, decl->included, decl->place);
    }
    for (unsigned i = 0; i < a->unit_count; i++)
        if (!strcmp(a->units[i].path, document->path))
            a->own = &a->units[i];
}

const struct unit *analysis_unit(const struct analysis *a, const struct source *source)
{
    for (unsigned i = 0; source && i < a->unit_count; i++)
        if (a->units[i].source == source)
            return &a->units[i];
    return NULL;
}

bool analysis_reads(const struct analysis *a, const char *path)
{
    for (unsigned i = 0; i < a->unit_count; i++)
        if (!strcmp(a->units[i].path, path))
            return true;
    return false;
}

/* ---- names ---- */

static int compare_uses(const void *a, const void *b)
{
    const struct name_use *left = a, *right = b;
    int c = place_compare(left->place, right->place);
    return c ? c : (int)right->declares - (int)left->declares;
}

/* A name that the checker comes to twice means the same both times. */
static void order_uses(struct name_uses *uses)
{
    unsigned kept = 0;
    if (uses->count)
        qsort(uses->list, uses->count, sizeof *uses->list, compare_uses);
    for (unsigned i = 0; i < uses->count; i++)
        if (!kept || place_compare(uses->list[kept - 1].place, uses->list[i].place) != 0)
            uses->list[kept++] = uses->list[i];
    uses->count = kept;
}

/* ---- making ---- */

static const char *composition(struct arena *arena, const struct setting *setting)
{
    struct text text = {0};
    for (unsigned i = 0; i < setting->count; i++)
        text_include(&text, setting->includes[i]);
    const char *copy = arena_text(arena, text.bytes, text.length);
    text_free(&text);
    return copy;
}

/* A machine's header, and the routines that its driver calls. */
static void check_machine(struct analysis *a)
{
    const struct setting *setting = a->setting;
    struct machine_header header;
    for (unsigned i = 0; setting->machine && i < a->unit_count; i++)
        if (!strcmp(a->units[i].path, setting->machine))
            machine_header_read(&header, a->arena, a->diagnostics, a->units[i].source);
    if (setting->machine)
        interface_check(a->diagnostics, a->program, setting->machine, setting->out_of_order);
}

static void analyse_murphi(struct analysis *a, const struct document *document)
{
    const struct setting *setting = a->setting;
    struct source *source;
    if (setting->count)
        source = source_from_text(a->arena, "<model>", composition(a->arena, setting));
    else
        source = source_from_bytes(a->arena, document->path, document->text.bytes, document->text.length);
    source->library = setting->library;
    a->program = parse_program(a->arena, a->diagnostics, source, DIALECT_RUMUR);
    a->program->uses = &a->uses;
    add_unit(a, source, (struct place){0});
    find_units(a, document);
    a->parsed = !diagnostics_errors(a->diagnostics);
    if (!a->parsed)
        return;
    check_machine(a);
    if (types_check(a->arena, a->diagnostics, a->program, DIALECT_RUMUR, NULL, 0))
        lint_program(a->diagnostics, a->program);
    order_uses(&a->uses);
}

static void analyse_litmus(struct analysis *a, const struct document *document)
{
    struct source *source = source_from_bytes(a->arena, document->path, document->text.bytes, document->text.length);
    add_unit(a, source, (struct place){0});
    a->own = a->units;
    a->test = litmus_parse(a->arena, a->diagnostics, source);
    a->parsed = a->test != NULL;
}

static struct analysis *analyse(const struct document *document, const struct setting *setting)
{
    struct analysis *a = memory_zeroed(1, sizeof *a);
    a->arena = arena_new();
    a->diagnostics = diagnostics_new(a->arena);
    a->setting = setting;
    if (document->language == LANGUAGE_MURPHI)
        analyse_murphi(a, document);
    else if (document->language == LANGUAGE_LITMUS)
        analyse_litmus(a, document);
    return a;
}

void analysis_free(struct analysis *a)
{
    for (unsigned i = 0; i < a->unit_count; i++)
        lines_free(&a->units[i].lines);
    arena_free(a->arena);
    free(a);
}

struct analysis *analysis_anew(const struct document *document)
{
    return analyse(document, document->setting);
}

/* Each setting reads the text again: no more of it in all than this, so that a file of megabytes is answered too. */
enum { READ_AGAIN_MOST = 4 << 20 };

/* Look for the setting: the first without errors, or else the one of fewest. */
static struct analysis *find_setting(struct document *document)
{
    unsigned count;
    struct analysis *best = NULL;
    document->setting_arena = arena_new();
    const struct setting *settings = settings_of(document->setting_arena, document, &count);
    size_t most = READ_AGAIN_MOST / (document->text.length + 1) + 1;
    for (unsigned i = 0; i < count && i < most && !(best && !diagnostics_errors(best->diagnostics)); i++) {
        struct analysis *a = analyse(document, &settings[i]);
        bool better = !best || diagnostics_errors(a->diagnostics) < diagnostics_errors(best->diagnostics);
        struct analysis *worse = better ? best : a;
        best = better ? a : best;
        if (worse)
            analysis_free(worse);
    }
    document->setting = best->setting;
    return best;
}

struct analysis *analysis_of(const struct documents *documents, struct document *document)
{
    if (document->now)
        return document->now;
    documents_stand_in(documents);
    bool search = document->language == LANGUAGE_MURPHI && !document->setting;
    document->now = search ? find_setting(document) : analyse(document, document->setting);
    documents_stand_back();
    document->wrong = diagnostics_errors(document->now->diagnostics) > 0;
    if (document->now->parsed) {
        if (document->good)
            analysis_free(document->good);
        document->good = document->now;
    }
    return document->now;
}

struct analysis *analysis_last_good(const struct documents *documents, struct document *document)
{
    analysis_of(documents, document);
    return document->good;
}

void analysis_forget(struct document *document, bool anew)
{
    if (document->now && document->now != document->good)
        analysis_free(document->now);
    document->now = NULL;
    document->stale = true;
    if (!anew || !document->wrong)
        return;
    if (document->setting_arena)
        arena_free(document->setting_arena);
    document->setting_arena = NULL;
    document->setting = NULL;
}

void analysis_drop(struct document *document)
{
    document->wrong = true;
    analysis_forget(document, true);
    if (document->good)
        analysis_free(document->good);
    document->good = NULL;
}

/* ---- between texts ---- */

/* What two texts begin and end with. */
static void common(const char *a, unsigned a_length, const char *b, unsigned b_length, unsigned *begin, unsigned *end)
{
    unsigned least = a_length < b_length ? a_length : b_length;
    *begin = *end = 0;
    while (*begin < least && a[*begin] == b[*begin])
        ++*begin;
    while (*end < least - *begin && a[a_length - 1 - *end] == b[b_length - 1 - *end])
        ++*end;
}

static const struct shift *shift(const struct unit *unit, const struct document *document)
{
    struct shift *shift = unit->shift;
    if (shift->edition != document->edition)
        common(unit->source->text, unit->source->length, document->lines.text, document->lines.length, &shift->begin, &shift->end);
    shift->edition = document->edition;
    return shift;
}

static bool carry(const struct shift *shift, unsigned from_length, unsigned to_length, unsigned *at)
{
    if (*at <= shift->begin)
        return true;
    bool after = *at >= from_length - shift->end;
    if (after)
        *at = to_length - (from_length - *at);
    return after;
}

bool analysis_to_now(const struct unit *unit, const struct document *document, unsigned *at)
{
    return carry(shift(unit, document), unit->source->length, document->lines.length, at);
}

bool analysis_from_now(const struct unit *unit, const struct document *document, unsigned *at)
{
    return carry(shift(unit, document), document->lines.length, unit->source->length, at);
}

const struct name_use *analysis_use_at(const struct analysis *a, const struct document *document, unsigned at)
{
    const struct name_use *found = NULL;
    if (!a || !a->own || !analysis_from_now(a->own, document, &at))
        return NULL;
    for (unsigned i = 0; i < a->uses.count; i++) {
        const struct name_use *use = &a->uses.list[i];
        if (use->place.source == a->own->source && use->place.start <= at && at <= use->place.end)
            found = use; /* of two that touch, the one that begins there */
    }
    return found;
}
