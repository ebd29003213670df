/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * graph.c - write each state when it is visited, and what leads on from it.
 *
 * Nothing is kept of a state that was written: its name in the file is its
 * packed form in hexadecimal, or where that has more than 128 bits their hash
 * (XXH3, 128 bits), so that an edge can name a state which comes later.
 *
 * What is violated in a state, and whether an edge is one of the quotient, graph_marks.c
 * finds out of the state anew.
 *
 * Invariant: `state_open` says that the JSON list of a state's edges is open,
 * and `starts_open` that the one of the start states is; `first` says that
 * nothing stands yet in the innermost list that is open.
 */
#include "graph.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>
#include <xxhash.h>

#include "../base/die.h"
#include "../base/text.h"
#include "../model/instance.h"
#include "dot.h"
#include "graph_marks.h"
#include "json_parts.h"
#include "report.h"
#include "../model/value.h"

struct graph {
    const struct model *model;
    struct graph_marks *marks;
    FILE *out;
    bool json, starts_open, state_open, first;
    uint64_t starts, failing; /* in dot, their points */
    int64_t *leaves;
};

enum { NAME_SIZE = 36 };

/* ---- what both forms say ---- */

static void name_of(const struct graph *graph, const uint64_t *packed, char name[NAME_SIZE])
{
    uint32_t words = graph->model->packed_words;
    uint64_t low = words ? packed[0] : 0, high = words > 1 ? packed[1] : 0;
    if (words > 2) {
        XXH128_hash_t hash = XXH3_128bits(packed, words * sizeof *packed);
        low = hash.low64;
        high = hash.high64;
    }
    if (high)
        snprintf(name, NAME_SIZE, "%" PRIx64 "%016" PRIx64, high, low);
    else
        snprintf(name, NAME_SIZE, "%" PRIx64, low);
}

static const struct model_rule *rule_of(const struct graph *graph, bool start, uint64_t instance)
{
    const struct model *model = graph->model;
    return start ? instance_rule(model->start_states, model->start_state_count, instance)
                 : instance_rule(model->rules, model->rule_count, instance);
}

/* Calls `put` with each leaf that is defined and shown. */
static void each_leaf(struct graph *graph, const uint64_t *packed, void *data,
                      void (*put)(void *, const char *path, const char *value))
{
    const struct model *model = graph->model;
    model->decode(model, packed, graph->leaves);
    for (uint32_t leaf = 0; leaf < model->leaf_count; leaf++) {
        struct text path = {0}, value = {0};
        struct value_place place = value_path(&path, model, leaf, graph->leaves);
        value_scalar(&value, place.type, graph->leaves[leaf]);
        if (place.visible && graph->leaves[leaf] != MODEL_UNDEFINED && (place.type || graph->leaves[leaf]))
            put(data, path.bytes, value.bytes);
        text_free(&path);
        text_free(&value);
    }
}

/* ---- dot ---- */

static void dot_text(FILE *out, const char *text)
{
    struct text quoted = {0};
    dot_quote(&quoted, text);
    fputs(quoted.bytes ? quoted.bytes : "", out);
    text_free(&quoted);
}

static void dot_leaf(void *data, const char *path, const char *value)
{
    FILE *out = data;
    dot_text(out, path);
    fputs(" = ", out);
    dot_text(out, value);
    fputs("\\l", out);
}

static void dot_state(struct graph *graph, const uint64_t *packed, const char *name, bool good)
{
    struct text broken = {0};
    if (!good && graph->marks)
        graph_marks_violated(graph->marks, packed, &broken, NULL);
    fprintf(graph->out, "  s%s [%slabel=\"%s\\l", name, good ? "" : "color=red, peripheries=2, ", name);
    if (broken.length) {
        fputs("violates: ", graph->out);
        dot_text(graph->out, broken.bytes);
        fputs("\\l", graph->out);
    }
    text_free(&broken);
    each_leaf(graph, packed, graph->out, dot_leaf);
    fputs("\"];\n", graph->out);
}

static void dot_rule(struct graph *graph, const struct model_rule *rule, uint64_t instance)
{
    struct text text = {0};
    text_put(&text, rule->name);
    if (rule->parameter_count) {
        text_put(&text, "\n");
        value_parameters(&text, rule->parameters, rule->parameter_count, instance - rule->first_instance);
    }
    dot_text(graph->out, text.bytes);
    text_free(&text);
}

/* A firing that fails leads to a point of its own. */
struct dot_failing {
    struct graph *graph;
    const char *from;
};

static void dot_failing(void *data, uint64_t instance, uint32_t property)
{
    const struct dot_failing *f = data;
    FILE *out = f->graph->out;
    fprintf(out, "  fails%" PRIu64 " [shape=point, color=red];\n  s%s -> fails%" PRIu64 " [color=red, style=bold, label=\"",
            f->graph->failing, f->from, f->graph->failing);
    dot_rule(f->graph, rule_of(f->graph, false, instance), instance);
    fputs("\\nviolates: ", out);
    dot_text(out, f->graph->model->properties[property].name);
    fputs("\"];\n", out);
    f->graph->failing++;
}

static void dot_edge(struct graph *graph, const char *from, const char *to, const struct model_rule *rule, uint64_t instance,
                     const char *renamed)
{
    if (from)
        fprintf(graph->out, "  s%s -> s%s [label=\"", from, to);
    else
        fprintf(graph->out, "  start%" PRIu64 " [shape=point];\n  start%" PRIu64 " -> s%s [label=\"", graph->starts,
                graph->starts, to);
    dot_rule(graph, rule, instance);
    if (renamed) {
        fputs("\\n", graph->out);
        dot_text(graph->out, renamed);
    }
    fputs(renamed ? "\", style=dashed];\n" : "\"];\n", graph->out);
}

/* ---- JSON: an element a line ---- */

static void json_element(struct graph *graph)
{
    fputs(graph->first ? "\n" : ",\n", graph->out);
    graph->first = false;
}

static void json_dump(struct graph *graph, json_t *object)
{
    if (!object)
        die("what the graph says cannot be made into JSON");
    json_dumpf(object, graph->out, JSON_COMPACT | JSON_PRESERVE_ORDER);
    json_decref(object);
}

static void json_leaf(void *data, const char *path, const char *value)
{
    json_object_set_new(data, path, json_part_text(value));
}

struct json_failing {
    struct graph *graph;
    json_t *list;
};

static void json_failing(void *data, uint64_t instance, uint32_t property)
{
    const struct json_failing *f = data;
    const struct model_rule *rule = rule_of(f->graph, false, instance);
    struct text text = {0};
    text_put(&text, "");
    value_parameters(&text, rule->parameters, rule->parameter_count, instance - rule->first_instance);
    json_array_append_new(f->list, json_pack("{s:o, s:o, s:o}", "rule", json_part_text(rule->name), "parameters", json_part_text(text.bytes), "violates",
                                             json_part_text(f->graph->model->properties[property].name)));
    text_free(&text);
}

/* Close what stands before a state, and begin the list of states where it has not begun. */
static void json_close(struct graph *graph)
{
    if (graph->state_open)
        fputs("]}", graph->out);
    if (graph->starts_open)
        fputs("\n ],\n \"states\": [", graph->out);
    graph->first = graph->starts_open;
    graph->state_open = graph->starts_open = false;
}

static void json_state(struct graph *graph, const uint64_t *packed, const char *name, bool good)
{
    json_t *state = json_object();
    each_leaf(graph, packed, state, json_leaf);
    json_t *failing = json_array();
    if (good && graph->marks)
        graph_marks_failing(graph->marks, packed, json_failing, &(struct json_failing){graph, failing});
    json_close(graph);
    json_element(graph);
    fprintf(graph->out, "{\"id\":\"%s\",\"state\":", name);
    json_dump(graph, state);
    if (!good) {
        json_t *violated = json_array();
        if (graph->marks)
            graph_marks_violated(graph->marks, packed, NULL, violated);
        fputs(",\"fails\":true,\"violates\":", graph->out);
        json_dump(graph, violated);
    }
    if (json_array_size(failing)) {
        fputs(",\"failing\":", graph->out);
        json_dump(graph, json_incref(failing));
    }
    json_decref(failing);
    fputs(",\"edges\":[", graph->out);
    graph->state_open = graph->first = true;
}

static void json_edge(struct graph *graph, const char *to, const struct model_rule *rule, uint64_t instance, const char *renamed)
{
    struct text text = {0};
    text_put(&text, "");
    value_parameters(&text, rule->parameters, rule->parameter_count, instance - rule->first_instance);
    json_element(graph);
    json_t *edge = json_pack("{s:s, s:o, s:o}", "to", to, "rule", json_part_text(rule->name), "parameters", json_part_text(text.bytes));
    if (renamed)
        json_object_set_new(edge, "quotient", json_part_text(renamed));
    json_dump(graph, edge);
    text_free(&text);
}

/* ---- the whole ---- */

static bool ends_in(const char *path, const char *ending)
{
    const char *dot = strrchr(path, '.');
    return dot && !strcmp(dot, ending);
}

bool graph_name_is_good(const char *path)
{
    return ends_in(path, ".dot") || ends_in(path, ".gv") || ends_in(path, ".json");
}

struct graph *graph_begin(const struct model *model, const struct search_options *options, const char *path, FILE *out)
{
    struct graph *graph = calloc(1, sizeof *graph);
    int64_t *leaves = calloc(model->leaf_count + 1, sizeof *leaves);
    if (!graph || !leaves)
        die_memory(model->leaf_count * sizeof *leaves);
    *graph = (struct graph){.model = model, .out = out, .json = ends_in(path, ".json"), .leaves = leaves,
                            .marks = options ? graph_marks_new(model, options) : NULL};
    graph->starts_open = graph->first = graph->json;
    fputs(graph->json ? "{\n \"starts\": [" : "digraph states {\n  node [shape=box, fontname=monospace];\n", out);
    return graph;
}

bool graph_state(void *data, const uint64_t *packed, bool good)
{
    struct graph *graph = data;
    char name[NAME_SIZE];
    name_of(graph, packed, name);
    (graph->json ? json_state : dot_state)(graph, packed, name, good);
    if (!graph->json && good && graph->marks)
        graph_marks_failing(graph->marks, packed, dot_failing, &(struct dot_failing){graph, name});
    return !ferror(graph->out);
}

void graph_edge(void *data, const uint64_t *from, uint64_t instance, const uint64_t *to)
{
    struct graph *graph = data;
    const struct model_rule *rule = rule_of(graph, !from, instance);
    char source[NAME_SIZE], target[NAME_SIZE];
    name_of(graph, to, target);
    if (from)
        name_of(graph, from, source);
    struct text renamed = {0};
    bool quotient = graph->marks && graph_marks_renamed(graph->marks, from, instance, to, &renamed);
    if (graph->json)
        json_edge(graph, target, rule, instance, quotient ? renamed.bytes : NULL);
    else
        dot_edge(graph, from ? source : NULL, target, rule, instance, quotient ? renamed.bytes : NULL);
    text_free(&renamed);
    graph->starts += !from;
}

void graph_end(struct graph *graph, const struct search_result *result)
{
    const char *verdict = result_verdict_name(result->verdict);
    const char *reason = result->reason == REASON_NONE ? NULL : result_reason_name(result->reason);
    if (!graph->json) {
        fprintf(graph->out, "  // %s%s%s\n}\n", verdict, reason ? ": " : "", reason ? reason : "");
        return;
    }
    json_close(graph);
    fprintf(graph->out, "\n ],\n \"verdict\": \"%s\"", verdict);
    if (reason)
        fprintf(graph->out, ",\n \"reason\": \"%s\"", reason);
    fputs("\n}\n", graph->out);
}

void graph_free(struct graph *graph)
{
    if (graph) {
        graph_marks_free(graph->marks);
        free(graph->leaves);
    }
    free(graph);
}
