/* SPDX-License-Identifier: BSD-2-Clause */
/* completion.c - see completion.h. */
#include "completion.h"

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

void completion_bash(const struct command *const *commands, FILE *out)
{
    fputs("# SPDX-License-Identifier: BSD-2-Clause\n# bash completion for murrelet: made from its commands by `murrelet help --bash`.\n_murrelet()\n{\n"
          "    local command=${COMP_WORDS[1]} now=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words='' choices=''\n"
          "    COMPREPLY=()\n    case $command in\n", out);
    for (unsigned i = 0; commands[i]; i++)
        put_options(commands[i], out);
    fputs("    esac\n    if [ \"$COMP_CWORD\" = 1 ]; then\n        words='", out);
    for (unsigned i = 0; commands[i]; i++)
        if (!commands[i]->hidden)
            fprintf(out, "%s ", commands[i]->name);
    fputs("help --help --version'\n    fi\n    case $command:$before in\n", out);
    for (unsigned i = 0; commands[i]; i++)
        put_choices(commands[i], out);
    fputs("    esac\n"
          "    if [ -n \"$choices\" ]; then\n        mapfile -t COMPREPLY < <(compgen -W \"$choices\" -- \"$now\")\n"
          "    elif [ \"$COMP_CWORD\" = 1 ] || [[ $now = -* ]]; then\n        mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$now\")\n"
          "    else\n        mapfile -t COMPREPLY < <(compgen -f -- \"$now\")\n    fi\n}\ncomplete -o filenames -F _murrelet murrelet\n", out);
}
