/* SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <criterion/redirect.h>
#include <string.h>

#include "cli/options.h"

enum { APPLE, PEAR };
static const char *const fruits[] = {"apple", "pear", NULL};

struct shared {
    bool loud;
};
struct arguments {
    uint64_t count, bytes;
    double seconds;
    const char *text;
    struct option_list list;
    int fruit;
    struct shared shared;
};
#define AT(field) .offset = offsetof(struct arguments, field)

static const struct option_spec main_table[] = {
    {.name = "count", .letter = 'c', .kind = OPTION_COUNT, AT(count), .argument = "N", .least = 1, .most = 9,
     .help = "How many."},
    {.name = "bytes", .kind = OPTION_BYTES, AT(bytes), .argument = "SIZE", .help = "How much."},
    {.name = "seconds", .kind = OPTION_SECONDS, AT(seconds), .argument = "S", .help = "How long."},
    {.name = "text", .kind = OPTION_TEXT, AT(text), .argument = "T", .help = "What."},
    {.name = "list", .kind = OPTION_LIST, AT(list), .argument = "T", .help = "What else."},
    {.name = "fruit", .kind = OPTION_CHOICE, AT(fruit), .choices = fruits, .help = "Which."},
    {0},
};
static const struct option_spec shared_table[] = {
    {.name = "loud", .kind = OPTION_FLAG, .offset = offsetof(struct shared, loud), .help = "Loud."},
    {0},
};
static const struct option_group groups[] = {
    {"Main", main_table, 0},
    {"Shared", shared_table, offsetof(struct arguments, shared)},
    {0},
};
static const struct command command = {
    .name = "try", .operands = "FILE", .summary = "try it", .description = "Try it out.", .groups = groups};

/* Parse words that end with NULL. */
#define PARSE(arguments, ...) parse_words((arguments), (const char *[]){"try", __VA_ARGS__, NULL})
static char *words[32];
static int parse_words(struct arguments *arguments, const char **given)
{
    int argc = 0;
    for (; given[argc]; argc++)
        words[argc] = (char *)given[argc];
    words[argc] = NULL;
    *arguments = (struct arguments){.fruit = -1};
    return options_parse(&command, arguments, argc, words);
}

Test(options, every_kind)
{
    struct arguments a;
    int first = PARSE(&a, "-c", "3", "--bytes=2K", "model.m", "--seconds", "0.5", "--text", "x y", "--list", "1",
                      "--list=2", "--fruit", "pear", "--loud");
    cr_assert_eq(first, 14);
    cr_assert_str_eq(words[first], "model.m"); /* operands go last */
    cr_assert_eq(a.count, 3);
    cr_assert_eq(a.bytes, 2048);
    cr_assert_eq(a.seconds, 0.5);
    cr_assert_str_eq(a.text, "x y");
    cr_assert_eq(a.list.count, 2);
    cr_assert_str_eq(a.list.items[0], "1");
    cr_assert_str_eq(a.list.items[1], "2");
    cr_assert_eq(a.fruit, PEAR);
    cr_assert(a.shared.loud);
    options_release(&a.list);
}

Test(options, defaults_stay)
{
    struct arguments a;
    cr_assert_eq(PARSE(&a, "model.m"), 1);
    cr_assert_eq(a.fruit, -1);
    cr_assert_not(a.shared.loud);
}

Test(options, sizes)
{
    static const struct {
        const char *text;
        uint64_t bytes;
    } good[] = {{"0", 0}, {"17", 17}, {"4G", 4ull << 30}, {"4g", 4ull << 30}, {"1MiB", 1 << 20}, {"1T", 1ull << 40},
                {"18446744073709551615", UINT64_MAX}};
    struct arguments a;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        cr_assert_gt(PARSE(&a, "--bytes", good[i].text), 0, "%s", good[i].text);
        cr_assert_eq(a.bytes, good[i].bytes, "%s", good[i].text);
    }
}

Test(options, bad_values, .init = cr_redirect_stderr)
{
    static const char *const bad[][2] = {
        {"--count", "0"}, {"--count", "10"}, {"--count", "x"}, {"--count", "-1"}, {"--count", ""}, {"--count", "1x"},
        {"--count", "99999999999999999999"}, {"--bytes", "4X"}, {"--bytes", "99999999999999T"}, {"--bytes", "K"},
        {"--seconds", "-1"}, {"--seconds", "inf"}, {"--seconds", "1s"}, {"--fruit", "plum"}, {"--fruit", "app"},
    };
    struct arguments a;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        int parsed = PARSE(&a, bad[i][0], bad[i][1]);
        cr_assert_lt(parsed, 0, "%s %s", bad[i][0], bad[i][1]);
        cr_assert_eq(options_exit(parsed), 2);
    }
}

Test(options, what_is_wrong_is_said, .init = cr_redirect_stderr)
{
    struct arguments a;
    PARSE(&a, "--conut", "1");
    PARSE(&a, "--loud=1");
    PARSE(&a, "--text");
    PARSE(&a, "--count", "10");
    PARSE(&a, "--fruit", "plum");
    fflush(stderr);
    cr_assert_stderr_eq_str("murrelet try: unknown option '--conut'; did you mean '--count'?\n"
                            "Try 'murrelet try --help'.\n"
                            "murrelet try: option '--loud' takes no argument\n"
                            "Try 'murrelet try --help'.\n"
                            "murrelet try: option '--text' needs an argument\n"
                            "Try 'murrelet try --help'.\n"
                            "murrelet try: --count takes a number from 1 to 9, not '10'\n"
                            "Try 'murrelet try --help'.\n"
                            "murrelet try: --fruit takes apple, pear, not 'plum'\n"
                            "Try 'murrelet try --help'.\n");
}

Test(options, help_names_every_option, .init = cr_redirect_stdout)
{
    struct arguments a;
    int parsed = PARSE(&a, "--help");
    cr_assert_lt(parsed, 0);
    cr_assert_eq(options_exit(parsed), 0);
    fflush(stdout);
    cr_assert_stdout_eq_str("Usage: murrelet try [OPTION]... FILE\n\n"
                            "Try it out.\n\n"
                            "Main:\n"
                            "  -c, --count N\n        How many.\n"
                            "  --bytes SIZE\n        How much.\n"
                            "  --seconds S\n        How long.\n"
                            "  --text T\n        What.\n"
                            "  --list T\n        What else.\n"
                            "  --fruit apple|pear\n        Which.\n\n"
                            "Shared:\n"
                            "  --loud\n        Loud.\n\n"
                            "Help:\n"
                            "  -h, --help\n        Say all this and exit.\n");
}

Test(options, nearest)
{
    static const char *const names[] = {"check", "replay", "step", NULL};
    cr_assert_str_eq(options_nearest("chekc", names), "check");
    cr_assert_str_eq(options_nearest("rpelay", names), "replay");
    cr_assert_null(options_nearest("xyzzy", names));
    cr_assert_null(options_nearest("", names));
}
