/* SPDX-License-Identifier: BSD-2-Clause */
/* page_pack.c - see page_pack.h. */
#include "page_pack.h"

#include "json_parts.h"

struct pack {
    json_t *paths;   /* the list */
    json_t *numbers; /* of each path */
    json_t *state;   /* before the step */
};

/* In the order in which steps first change them: the start state has them in the model's order. */
static void number_paths(struct pack *pack, const json_t *steps)
{
    size_t i;
    json_t *step, *value;
    const char *path;
    json_array_foreach((json_t *)steps, i, step)
        json_object_foreach(json_object_get(step, "changes"), path, value)
            if (!json_object_get(pack->numbers, path)) {
                json_part_set(pack->numbers, path, json_integer((json_int_t)json_array_size(pack->paths)));
                json_part_append(pack->paths, json_string(path));
            }
}

static json_t *runs_of(const struct pack *pack, const json_t *changes)
{
    json_t *runs = json_array(), *run = NULL, *value;
    json_int_t next = -1;
    const char *path;
    json_object_foreach((json_t *)changes, path, value) {
        json_int_t number = json_integer_value(json_object_get(pack->numbers, path));
        if (number != next) {
            run = json_array();
            json_part_append(runs, json_integer(number));
            json_part_append(runs, run);
        }
        json_part_append(run, json_incref(value));
        next = number + 1;
    }
    return runs;
}

/* Whether what stands under `was` is what the steps before made of it; what nothing has set has no value. */
static bool follows(const struct pack *pack, const json_t *changes, const json_t *was)
{
    const char *path;
    json_t *value;
    json_object_foreach((json_t *)changes, path, value) {
        const json_t *said = json_object_get(was, path), *known = json_object_get(pack->state, path);
        if (said ? !known || !json_equal(said, known) : known != NULL)
            return false;
    }
    return true;
}

static json_t *step_of(const struct pack *pack, json_t *step)
{
    const json_t *changes = json_object_get(step, "changes"), *was = json_object_get(step, "was");
    json_t *packed = json_copy(step);
    if (!json_is_object(step) || !json_is_object(changes))
        return packed;
    if (json_is_object(was) && follows(pack, changes, was))
        json_object_del(packed, "was");
    json_part_set(packed, "changes", runs_of(pack, changes));
    json_object_update(pack->state, (json_t *)changes);
    return packed;
}

/* By number, null where there is none. */
static json_t *chart_of(const struct pack *pack, json_t *chart)
{
    json_t *where = json_object_get(chart, "where"), *list = json_array(), *packed = json_copy(chart);
    for (size_t i = 0; i < json_array_size(pack->paths); i++) {
        json_t *lane = json_object_get(where, json_string_value(json_array_get(pack->paths, i)));
        json_part_append(list, lane ? json_incref(lane) : json_null());
    }
    json_part_set(packed, "where", list);
    return packed;
}

json_t *page_pack(const json_t *trace)
{
    struct pack pack = {json_array(), json_object(), json_object()};
    json_t *packed = json_copy((json_t *)trace), *chart = json_object_get(trace, "chart"), *steps = json_array(), *step;
    size_t i;
    number_paths(&pack, json_object_get(trace, "steps"));
    json_array_foreach(json_object_get(trace, "steps"), i, step)
        json_part_append(steps, step_of(&pack, step));
    json_part_set(packed, "steps", steps);
    if (json_is_object(json_object_get(chart, "where")))
        json_part_set(packed, "chart", chart_of(&pack, chart));
    json_part_set(packed, "paths", pack.paths);
    json_decref(pack.numbers);
    json_decref(pack.state);
    return packed;
}
