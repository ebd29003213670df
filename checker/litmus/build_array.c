/* SPDX-License-Identifier: BSD-2-Clause */
/* build_array.c - arrays of locations, and addresses that an access computes. */
#include <string.h>

#include "../base/arena.h"
#include "build.h"

static bool is_named(const char *text, const struct litmus_token *name)
{
    return text && strlen(text) == name->length && memcmp(text, name->text, name->length) == 0;
}

bool build_array(struct builder *builder, const struct litmus_token *name, int64_t size)
{
    struct litmus_test *test = builder->test;
    const char *array = arena_text(builder->arena, name->text, name->length);

    for (unsigned i = 0; i < test->location_count; i++)
        if (is_named(test->locations[i].name, name) || is_named(test->locations[i].array, name)) {
            build_error(builder, name->place, "an array is declared before anything names it", "`%s` is a location already", array);
            return false;
        }
    if (size < 1 || size > LITMUS_MAX_LOCATIONS) {
        build_error(builder, name->place, NULL, "an array has 1 to %d elements", LITMUS_MAX_LOCATIONS);
        return false;
    }
    for (unsigned i = 0; i < size; i++) {
        const char *element = arena_format(builder->arena, "%s[%u]", array, i);
        int location = build_location(builder, element, (unsigned)strlen(element), name->place);
        if (location < 0)
            return false;
        test->locations[location].array = array;
        test->locations[location].element = i;
        test->locations[location].rest = (unsigned)size - i;
    }
    return true;
}

static int find_element(const struct litmus_test *test, const struct litmus_token *name, int64_t number)
{
    for (unsigned i = 0; i < test->location_count; i++)
        if (is_named(test->locations[i].array, name) && test->locations[i].element == number)
            return (int)i;
    return -1;
}

int build_location_name(struct builder *builder, struct litmus_lexer *lexer)
{
    const struct litmus_token name = lexer->token;
    struct litmus_lexer ahead = *lexer;
    int location = find_element(builder->test, &name, 0);

    build_name(builder, LITMUS_NAMES_LOCATION, -1, 0, name.place);
    litmus_lexer_next(&ahead);
    bool element = litmus_lexer_take(&ahead, '[') && ahead.token.kind == TOKEN_NUMBER;
    litmus_lexer_next(lexer);
    if (!element)
        return location >= 0 ? location : build_location(builder, name.text, name.length, name.place);
    *lexer = ahead;
    if (location < 0) {
        build_error(builder, name.place, "in the initial state: q[3]={0,0,0};", "this is no array");
        return -1;
    }
    location = find_element(builder->test, &name, lexer->token.number);
    if (location < 0)
        build_error(builder, lexer->token.place, NULL, "the array has no such element");
    litmus_lexer_next(lexer);
    return litmus_lexer_expect(lexer, ']', "`]`") ? location : -1;
}

struct litmus_value build_address(const struct builder *builder, int location)
{
    return (struct litmus_value){location >= 0 ? builder->test->locations[location].rest : 0, location};
}

int build_address_register(struct builder *builder, unsigned thread)
{
    struct litmus_thread *owner = &builder->test->threads[thread];

    for (unsigned i = 0; i < owner->register_count; i++)
        if (owner->registers[i].number == BUILD_ADDRESS_REGISTER)
            return (int)i;
    struct litmus_register new = {.number = BUILD_ADDRESS_REGISTER, .initial = {0, -1}};
    ARENA_PUSH(builder->arena, owner->registers, owner->register_count, new);
    return (int)owner->register_count - 1;
}

int build_nested_register(struct builder *builder, unsigned thread)
{
    struct litmus_thread *owner = &builder->test->threads[thread];
    struct litmus_register new = {.number = BUILD_ADDRESS_REGISTER + 1, .initial = {0, -1}};

    if (owner->register_count == LITMUS_MAX_REGISTERS) {
        build_error(builder, owner->place, NULL, "a thread has at most %d registers", LITMUS_MAX_REGISTERS);
        return -1;
    }
    for (unsigned i = 0; i < owner->register_count; i++)
        if (owner->registers[i].number >= new.number)
            new.number = owner->registers[i].number + 1;
    ARENA_PUSH(builder->arena, owner->registers, owner->register_count, new);
    return (int)owner->register_count - 1;
}
