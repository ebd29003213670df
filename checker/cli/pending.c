/* SPDX-License-Identifier: BSD-2-Clause */
/* pending.c - weak stands-in for the stages that are not here yet, so that the
 * program links.  Each goes when its stage lands; then so does this file. */
#include "../base/die.h"
#include "../engine/search.h"
#include "../murphi/codegen.h"
#include "../murphi/compile.h"

#define PENDING __attribute__((weak))

PENDING struct program *parse_program(struct arena *a, struct diagnostics *d, struct source *s, enum dialect l)
{
    (void)a, (void)d, (void)s, (void)l;
    die("this build has no parser");
}

PENDING bool types_check(struct arena *a, struct diagnostics *d, struct program *p, enum dialect l,
                         struct constant_override *o, unsigned n)
{
    (void)a, (void)d, (void)p, (void)l, (void)o, (void)n;
    die("this build has no type checker");
}

PENDING void lint_program(struct diagnostics *d, struct program *p)
{
    (void)d, (void)p;
}

PENDING void codegen_program(struct text *t, const struct program *p)
{
    (void)t, (void)p;
    die("this build has no code generator");
}

PENDING struct compiled *compile_model(const struct text *t, const struct compile_options *o, struct text *e)
{
    (void)t, (void)o, (void)e;
    die("this build cannot compile");
}

PENDING struct compiled *compile_load(const char *p, struct text *e)
{
    (void)p, (void)e;
    die("this build cannot load a model");
}

PENDING const struct model *compiled_model(const struct compiled *c)
{
    (void)c;
    return NULL;
}

PENDING void compiled_free(struct compiled *c)
{
    (void)c;
}

PENDING void search_options_default(struct search_options *o)
{
    (void)o;
    die("this build has no engine");
}

PENDING struct search_result *search_run(const struct model *m, const struct search_options *o)
{
    (void)m, (void)o;
    die("this build has no engine");
}

PENDING void search_result_free(struct search_result *r)
{
    (void)r;
}
