/* SPDX-License-Identifier: BSD-2-Clause */
/* paper.c - see paper.h. */
#include "paper.h"

#include <inttypes.h>

#include "../model/value.h"

void paper_paint(const struct paper *paper, int colour, const char *text)
{
    if (paper->report->colour)
        fprintf(paper->out, "\033[%dm%s\033[0m", colour, text);
    else
        fputs(text, paper->out);
}

void paper_place(const struct paper *paper, const struct model_place *place)
{
    struct text text = {0};
    text_place(&text, place->file, place->line, place->column);
    paper_paint(paper, DIM, text.bytes);
    text_free(&text);
}

void paper_parameters(const struct paper *paper, const struct model_parameter *parameters, uint32_t count,
                      uint64_t number)
{
    struct text text = {0};
    value_parameters_by(&text, paper->report->names, parameters, count, number);
    if (text.length)
        fprintf(paper->out, " %s", text.bytes);
    text_free(&text);
}
