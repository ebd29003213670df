/* SPDX-License-Identifier: BSD-2-Clause */
/* completion.c - see completion.h. */
#include "completion.h"

#include <string.h>

static void put_words(const char *const *words, FILE *out)
{
    for (unsigned i = 0; words[i]; i++)
        fprintf(out, "%s%s", i ? " " : "", words[i]);
}

static void put_options(const struct command *command, FILE *out)
{
    fprintf(out, "    %s) words='--help", command->name);
    for (const struct option_group *group = command->groups; group && group->options; group++)
        for (const struct option_spec *o = group->options; o->name; o++)
            fprintf(out, " --%s", o->name);
    fputs("' ;;\n", out);
}

static void put_choices(const struct command *command, FILE *out)
{
    for (const struct option_group *group = command->groups; group && group->options; group++)
        for (const struct option_spec *o = group->options; o->name; o++) {
            if (!o->choices)
                continue;
            fprintf(out, "    %s:--%s) choices='", command->name, o->name);
            put_words(o->choices, out);
            fputs("' ;;\n", out);
        }
}

/* Options whose values the program itself lists, or that stand in a list here; files may be named beside them. */
static const struct {
    const char *option, *names;
} listed[] = {
    {"machine", "machines"}, {"driver", "'free endless'"},
};

static void put_listed(const struct command *command, FILE *out)
{
    for (const struct option_group *group = command->groups; group && group->options; group++)
        for (const struct option_spec *o = group->options; o->name; o++)
            for (size_t i = 0; i < sizeof listed / sizeof *listed; i++) {
                if (strcmp(o->name, listed[i].option))
                    continue;
                fprintf(out, "    %s:--%s", command->name, o->name);
                if (o->letter)
                    fprintf(out, " | %s:-%c", command->name, o->letter);
                fprintf(out, ") names=%s ;;\n", listed[i].names);
            }
}

/* By what an operand is, the files that are one: of a folder any. */
static void put_files(const struct command *command, FILE *out)
{
    static const struct {
        const char *in, *ends;
    } kinds[] = {{".litmus", ".litmus"}, {".m", ".m"}, {".json", ".json"}};
    const char *between = "";
    fprintf(out, "    %s) ends='", command->name);
    for (size_t i = 0; command->operands && i < sizeof kinds / sizeof *kinds; i++)
        if (strstr(command->operands, kinds[i].in)) {
            fprintf(out, "%s%s", between, kinds[i].ends);
            between = " ";
        }
    fputs("'", out);
    if (command->operands && (!strncmp(command->operands, "MACHINE", strlen("MACHINE")) || !strcmp(command->operands, "A B")))
        fputs(" operands=machines", out);
    fputs(" ;;\n", out);
}

static const char head[] =
    "# SPDX-License-Identifier: BSD-2-Clause\n"
    "# bash completion for murrelet: made from its commands by `murrelet help --bash`.\n"
    "\n"
    "# Files that end so, and folders.\n"
    "_murrelet_files()\n"
    "{\n"
    "    local end\n"
    "    for end in $ends; do\n"
    "        compgen -f -X \"!*$end\" -- \"$now\"\n"
    "    done\n"
    "    if [ -n \"$ends\" ]; then compgen -d -- \"$now\"; else compgen -f -- \"$now\"; fi\n"
    "}\n"
    "\n"
    "# Machines and their variants, which the program lists; bash breaks words at a colon, and takes what stands behind it.\n"
    "_murrelet_names()\n"
    "{\n"
    "    local list=$names\n"
    "    if [ \"$names\" = machines ]; then list=$(\"${COMP_WORDS[0]}\" machines 2>/dev/null | awk 'NR > 1 && /^[^ ]/ { print $1 }'); fi\n"
    "    compgen -W \"$list\" -- \"$whole\"\n"
    "}\n"
    "\n"
    "_murrelet()\n"
    "{\n"
    "    local command=${COMP_WORDS[1]} now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words='' choices='' names='' operands='' ends='' whole\n"
    "    whole=$now\n"
    "    if [ \"$now\" = : ] && [ \"$COMP_CWORD\" -gt 2 ]; then\n"
    "        whole=$before: now='' before=${COMP_WORDS[COMP_CWORD-2]}\n"
    "    elif [ \"$before\" = : ] && [ \"$COMP_CWORD\" -gt 3 ]; then\n"
    "        whole=${COMP_WORDS[COMP_CWORD-2]}:$now before=${COMP_WORDS[COMP_CWORD-3]}\n"
    "    fi\n"
    "    COMPREPLY=()\n";

static const char tail[] =
    "    if [ -n \"$choices\" ]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$choices\" -- \"$now\")\n"
    "    elif [ \"$COMP_CWORD\" = 1 ] || [[ $now = -* ]]; then\n"
    "        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$now\")\n"
    "    else\n"
    "        if [[ $before = -* ]]; then ends=''; else names=${names:-$operands}; fi\n"
    "        if [ -n \"$names\" ]; then\n"
    "            mapfile -t COMPREPLY < <(_murrelet_names)\n"
    "            ends=${ends:-.m}\n"
    "            if [ ${#COMPREPLY[@]} -gt 0 ]; then compopt +o filenames 2>/dev/null; fi\n"
    "        fi\n"
    "        if [ ${#COMPREPLY[@]} = 0 ]; then mapfile -t COMPREPLY < <(_murrelet_files); fi\n"
    "        if [ \"$whole\" != \"$now\" ]; then COMPREPLY=(\"${COMPREPLY[@]#\"${whole%\"$now\"}\"}\"); fi\n"
    "    fi\n"
    "}\n"
    "complete -o filenames -F _murrelet murrelet\n";

void completion_bash(const struct command *const *commands, FILE *out)
{
    fputs(head, out);
    fputs("    case $command in\n", out);
    for (unsigned i = 0; commands[i]; i++)
        put_options(commands[i], out);
    fputs("    esac\n    if [ \"$COMP_CWORD\" = 1 ]; then\n        words='", out);
    for (unsigned i = 0; commands[i]; i++)
        if (!commands[i]->hidden)
            fprintf(out, "%s ", commands[i]->name);
    fputs("help --help --version'\n    fi\n    case $command:$before in\n", out);
    for (unsigned i = 0; commands[i]; i++)
        put_choices(commands[i], out);
    for (unsigned i = 0; commands[i]; i++)
        put_listed(commands[i], out);
    fputs("    machines:--check) names=machines ;;\n    esac\n    case $command in\n", out);
    for (unsigned i = 0; commands[i]; i++)
        put_files(commands[i], out);
    fputs("    esac\n", out);
    fputs(tail, out);
}
