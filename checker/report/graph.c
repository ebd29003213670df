/* SPDX-License-Identifier: BSD-2-Clause */
/* Invariant: node i's packed state is at states + i * words, and the map from
 * packed states to numbers holds exactly the nodes. */
#include "graph.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <Judy.h>
#include <jansson.h>

#include "../base/die.h"
#include "../base/text.h"
#include "instance.h"
#include "value.h"

struct edge {
    uint32_t from, to; /* `from` is START for an edge to a start state */
    uint64_t instance;
};
#define START UINT32_MAX

struct graph {
    const struct model *model;
    atomic_bool *interrupt;
    Pvoid_t numbers; /* JudyHS: packed state to number */
    uint64_t *states;
    uint32_t count, capacity;
    struct edge *edges;
    size_t edge_count, edge_capacity;
    bool too_large;
};

struct graph *graph_new(const struct model *model, atomic_bool *interrupt)
{
    struct graph *graph = calloc(1, sizeof *graph);
    if (!graph)
        die_memory(sizeof *graph);
    graph->model = model;
    graph->interrupt = interrupt;
    return graph;
}

static void *grow(void *array, size_t *capacity, size_t size)
{
    *capacity = *capacity ? 2 * *capacity : 64;
    array = realloc(array, *capacity * size);
    if (!array)
        die_memory(*capacity * size);
    return array;
}

static uint32_t add_node(struct graph *graph, const uint64_t *packed)
{
    size_t words = graph->model->packed_words;
    if (graph->count == graph->capacity) {
        size_t capacity = graph->capacity;
        graph->states = grow(graph->states, &capacity, words * sizeof *packed);
        graph->capacity = (uint32_t)capacity;
    }
    memcpy(graph->states + graph->count * words, packed, words * sizeof *packed);
    return graph->count++;
}

/* The number of a state, a new one when it is new. */
static uint32_t number_of(struct graph *graph, const uint64_t *packed)
{
    PPvoid_t slot = JudyHSIns(&graph->numbers, (void *)(uintptr_t)packed,
                              graph->model->packed_words * sizeof *packed, NULL);
    if (slot == PPJERR)
        die_memory(graph->model->packed_words * sizeof *packed);
    Word_t *number = (Word_t *)slot;
    if (*number == 0)
        *number = (Word_t)add_node(graph, packed) + 1;
    return (uint32_t)(*number - 1);
}

void graph_edge(void *data, const uint64_t *from, uint64_t instance, const uint64_t *to)
{
    struct graph *graph = data;
    if (graph->too_large)
        return;
    if (graph->edge_count == graph->edge_capacity)
        graph->edges = grow(graph->edges, &graph->edge_capacity, sizeof *graph->edges);
    uint32_t source = from ? number_of(graph, from) : START;
    graph->edges[graph->edge_count++] = (struct edge){source, number_of(graph, to), instance};
    if (graph->count > GRAPH_STATES_MAX) {
        graph->too_large = true;
        atomic_store_explicit(graph->interrupt, true, memory_order_relaxed);
    }
}

bool graph_too_large(const struct graph *graph)
{
    return graph->too_large;
}

static const struct model_rule *rule_of(const struct graph *graph, const struct edge *edge)
{
    const struct model *model = graph->model;
    return edge->from == START ? instance_rule(model->start_states, model->start_state_count, edge->instance)
                               : instance_rule(model->rules, model->rule_count, edge->instance);
}

static void decode(const struct graph *graph, uint32_t node, int64_t *leaves)
{
    graph->model->decode(graph->model, graph->states + (size_t)node * graph->model->packed_words, leaves);
}

/* ---- dot ---- */

static void dot_text(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void dot_node(const struct graph *graph, uint32_t node, int64_t *leaves, FILE *out)
{
    decode(graph, node, leaves);
    fprintf(out, "  s%" PRIu32 " [label=\"%" PRIu32 "\\l", node, node);
    for (uint32_t leaf = 0; leaf < graph->model->leaf_count; leaf++) {
        struct text text = {0};
        struct value_place place = value_path(&text, graph->model, leaf, leaves);
        text_put(&text, " = ");
        value_scalar(&text, place.type, leaves[leaf]);
        if (place.visible && leaves[leaf] != MODEL_UNDEFINED && (place.type || leaves[leaf])) {
            dot_text(out, text.bytes);
            fputs("\\l", out);
        }
        text_free(&text);
    }
    fputs("\"];\n", out);
}

static void dot_edge(const struct graph *graph, const struct edge *edge, size_t number, FILE *out)
{
    const struct model_rule *rule = rule_of(graph, edge);
    struct text text = {0};
    text_put(&text, rule->name);
    if (rule->parameter_count) {
        text_put(&text, "\n");
        value_parameters(&text, rule->parameters, rule->parameter_count, edge->instance - rule->first_instance);
    }
    if (edge->from == START)
        fprintf(out, "  start%zu [shape=point];\n  start%zu -> s%" PRIu32 " [label=\"", number, number, edge->to);
    else
        fprintf(out, "  s%" PRIu32 " -> s%" PRIu32 " [label=\"", edge->from, edge->to);
    dot_text(out, text.bytes);
    fputs("\"];\n", out);
    text_free(&text);
}

static void write_dot(const struct graph *graph, int64_t *leaves, FILE *out)
{
    fputs("digraph states {\n  node [shape=box, fontname=monospace];\n", out);
    for (uint32_t i = 0; i < graph->count; i++)
        dot_node(graph, i, leaves, out);
    for (size_t i = 0; i < graph->edge_count; i++)
        dot_edge(graph, &graph->edges[i], i, out);
    fputs("}\n", out);
}

/* ---- JSON ---- */

static json_t *json_node(const struct graph *graph, uint32_t node, int64_t *leaves)
{
    json_t *state = json_object();
    decode(graph, node, leaves);
    for (uint32_t leaf = 0; leaf < graph->model->leaf_count; leaf++) {
        struct text path = {0}, value = {0};
        struct value_place place = value_path(&path, graph->model, leaf, leaves);
        value_scalar(&value, place.type, leaves[leaf]);
        if (place.visible && leaves[leaf] != MODEL_UNDEFINED && (place.type || leaves[leaf]))
            json_object_set_new(state, path.bytes, json_string(value.bytes));
        text_free(&path);
        text_free(&value);
    }
    return json_pack("{s:I, s:o}", "id", (json_int_t)node, "state", state);
}

static json_t *json_edge(const struct graph *graph, const struct edge *edge)
{
    const struct model_rule *rule = rule_of(graph, edge);
    struct text text = {0};
    value_parameters(&text, rule->parameters, rule->parameter_count, edge->instance - rule->first_instance);
    json_t *object = json_pack("{s:o, s:I, s:s, s:s}", "from",
                               edge->from == START ? json_null() : json_integer(edge->from), "to",
                               (json_int_t)edge->to, "rule", rule->name, "parameters", text.bytes ? text.bytes : "");
    text_free(&text);
    return object;
}

static void write_json(const struct graph *graph, int64_t *leaves, FILE *out)
{
    json_t *states = json_array(), *edges = json_array();
    for (uint32_t i = 0; i < graph->count; i++)
        json_array_append_new(states, json_node(graph, i, leaves));
    for (size_t i = 0; i < graph->edge_count; i++)
        json_array_append_new(edges, json_edge(graph, &graph->edges[i]));
    json_t *object = json_pack("{s:o, s:o}", "states", states, "edges", edges);
    if (!object)
        die("the graph cannot be made into JSON");
    json_dumpf(object, out, JSON_INDENT(1));
    fputc('\n', out);
    json_decref(object);
}

static bool ends_in(const char *path, const char *ending)
{
    const char *dot = strrchr(path, '.');
    return dot && !strcmp(dot, ending);
}

bool graph_name_is_good(const char *path)
{
    return ends_in(path, ".dot") || ends_in(path, ".gv") || ends_in(path, ".json");
}

void graph_write(const struct graph *graph, const char *path, FILE *out)
{
    int64_t *leaves = calloc(graph->model->leaf_count + 1, sizeof *leaves);
    if (!leaves)
        die_memory(graph->model->leaf_count * sizeof *leaves);
    if (ends_in(path, ".json"))
        write_json(graph, leaves, out);
    else
        write_dot(graph, leaves, out);
    free(leaves);
}

void graph_free(struct graph *graph)
{
    if (!graph)
        return;
    JudyHSFreeArray(&graph->numbers, NULL);
    free(graph->states);
    free(graph->edges);
    free(graph);
}
