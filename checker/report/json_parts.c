/* SPDX-License-Identifier: BSD-2-Clause */
/* json_parts.c - see json_parts.h. */
#include "json_parts.h"

#include "../base/die.h"
#include "../litmus/program.h"
#include "../model/instance.h"
#include "../model/value.h"

/* Names in a model may hold any bytes; JSON wants UTF-8. */
json_t *json_part_text(const char *text)
{
    json_t *value = json_string(text);
    if (value)
        return value;
    struct text clean = {0};
    for (; *text; text++)
        text_char(&clean, (unsigned char)*text < 0x80 ? *text : '?');
    value = json_string(clean.bytes);
    text_free(&clean);
    return value;
}

const char *json_part_text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

bool json_part_is(const json_t *value, const char *text)
{
    json_t *own = json_part_text(text);
    bool same = json_equal((json_t *)value, own);
    json_decref(own);
    return same;
}

json_t *json_part_count(uint64_t count)
{
    return json_integer((json_int_t)count);
}

void json_part_set(json_t *object, const char *key, json_t *value)
{
    if (!value || json_object_set_new(object, key, value))
        die("a JSON value for '%s' could not be made", key);
}

void json_part_append(json_t *array, json_t *value)
{
    if (!value || json_array_append_new(array, value))
        die("a JSON array could not be made");
}

json_t *json_part_place(const struct model_place *place)
{
    json_t *object = json_object();
    json_part_set(object, "file", json_part_text(place->file));
    json_part_set(object, "line", json_part_count(place->line));
    json_part_set(object, "column", json_part_count(place->column));
    return object;
}

/* A scalar: null where undefined, a number for a range, true or false, or a
 * name. */
json_t *json_part_scalar(const struct model_type *type, int64_t value)
{
    if (!type)
        return json_boolean(value == 1);
    if (value == MODEL_UNDEFINED)
        return json_null();
    if (type->kind == MODEL_TYPE_BOOLEAN)
        return json_boolean(value != 0);
    if (type->kind == MODEL_TYPE_RANGE)
        return json_integer(value);
    struct text text = {0};
    value_scalar(&text, type, value);
    json_t *name = json_part_text(text.bytes);
    text_free(&text);
    return name;
}

/* By its name, where it has another one than the model's. */
json_t *json_part_scalar_by(const struct value_names *names, const struct model_type *type, int64_t value, int64_t *seen)
{
    struct text name = {0};
    bool named = names && type && value != MODEL_UNDEFINED && names->put(names->data, &name, type, value, seen);
    json_t *json = named ? json_part_text(name.bytes) : json_part_scalar(type, value);
    text_free(&name);
    return json;
}

json_t *json_part_parameters(const struct value_names *names, const struct model_parameter *parameters, uint32_t count,
                             uint64_t number)
{
    json_t *object = json_object();
    int64_t seen = 0;
    for (uint32_t i = 0; i < count; i++) {
        int64_t value = instance_parameter(parameters, count, number, i);
        json_part_set(object, parameters[i].name,
            parameters[i].type ? json_part_scalar_by(names, parameters[i].type, value, &seen) : json_integer(value));
    }
    return object;
}

json_t *json_part_litmus_value(const struct litmus_test *test, struct litmus_value value)
{
    return value.location >= 0 ? json_part_text(test->locations[value.location].name) : json_integer(value.number);
}

/* ---- a machine under a driver ---- */

json_t *json_part_names(const struct driver_file *files, unsigned count)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < count; i++)
        json_part_append(array, json_part_text(files[i].name));
    return array;
}

/* What it takes to put the model together again. */
json_t *json_part_composed(const struct driven *driven)
{
    json_t *object = json_object();
    json_part_set(object, "machine", json_part_text(driven->machine->name));
    json_part_set(object, "driver", json_part_text(driven->driver.name));
    json_part_set(object, "invariants", json_part_names(driven->invariants, driven->invariant_count));
    return object;
}
