/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * show_svg.c - a trace's chart as a picture that stands by itself.
 *
 * Nobody knows the font that it will be shown in.  So the width of a text is
 * estimated, for a wide font: what is too long is squeezed a little, and cut where that
 * is not enough; the headline goes on in further lines.  What was cut is whole in a
 * <title>.
 */
#include <ctype.h>
#include <string.h>

#include "show.h"
#include "show_parts.h"
#include "xml.h"

enum { LANE = 170, ROW = 56, LEFT = 46, TOP = 66, RIGHT = 30, LABEL = 190, LINE = 16, MOST_LINES = 6 };

static const char style[] =
    "text{font:12px sans-serif;fill:#1c1e21}.b{fill:#fff;stroke:#5d646d}.h{fill:#eef0f2;stroke:#b9bec5}.l{stroke:#c9cdd2}"
    ".m{stroke:#5b3b8c;stroke-width:1.6;fill:none}.mt{fill:#5b3b8c;font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:4px}.s{fill:#5d646d;font-size:11px}.r{font-weight:600}"
    "@media(prefers-color-scheme:dark){svg{background:#16181b}text{fill:#e8e9ea}.b{fill:#16181b;stroke:#a3abb5}.h{fill:#1f2226}"
    ".l{stroke:#3a3f46}.m{stroke:#c4a7f0}.mt{fill:#c4a7f0;stroke:#16181b}.s{fill:#a3abb5}}";

/* Of the firing that fails, where there is one. */
static const char failing_style[] =
    ".f{stroke:#a51818;stroke-width:2;stroke-dasharray:5 3}@media(prefers-color-scheme:dark){.f{stroke:#ff9a8d}}";

static int x_of(int lane)
{
    return LEFT + lane * LANE + LANE / 2;
}

static int width_of(const struct show *s)
{
    return LEFT + (int)s->lane_count * LANE + RIGHT;
}

static int y_of(unsigned step)
{
    return TOP + (int)step * ROW + ROW / 2;
}

/* ---- words ---- */

/* In hundredths of the font's size, of DejaVu Sans in bold. */
static int character_width(unsigned char first)
{
    if (first >= 0x80)
        return first >= 0xf0 ? 140 : first >= 0xe0 ? 105 : 85;
    if (strchr("mwMW@%&", first))
        return 110;
    if (strchr("iljItfr .,:;'|!()[]{}/\\-_\"", first))
        return 52;
    return isupper(first) || strchr("=<>+#~^", first) ? 85 : 72;
}

/* Of what begins the text, how many bytes are at most so wide; *width is how wide they are. */
static size_t fit(const char *text, int size, int room, int *width)
{
    size_t at = 0;
    int hundredths = 0;
    while (text[at]) {
        int more = hundredths + size * character_width((unsigned char)text[at]);
        if (more > 100 * room)
            break;
        hundredths = more;
        do
            at++;
        while (text_continues(text[at]));
    }
    *width = hundredths / 100;
    return at;
}

static int size_of(const char *class)
{
    return *class == 'r' ? 12 : 11;
}

/* A text about x in so much room; where it would need a fourth more than that, it is cut. */
static void put_text(int x, int y, const char *class, const char *text, int room, FILE *out)
{
    int width, size = size_of(class);
    size_t length = fit(text, size, room * 5 / 4, &width);
    bool is_cut = text[length];
    if (is_cut)
        length = fit(text, size, room * 5 / 4 - size, &width);
    fprintf(out, "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"middle\"", class, x, y);
    if (is_cut || width > room)
        fprintf(out, " textLength=\"%d\" lengthAdjust=\"spacingAndGlyphs\"", room);
    fputc('>', out);
    xml_put_bytes(text, length, out);
    fputs(is_cut ? "\xe2\x80\xa6</text>\n" : "</text>\n", out);
}

/* How many bytes are in the first line of the text, where it goes on in others. */
static size_t line_length(const char *text, int room)
{
    int width;
    size_t length = fit(text, size_of("r"), room, &width), blank = length;
    while (text[length] && blank && text[blank] != ' ')
        blank--;
    return text[length] && blank ? blank : length ? length : strlen(text);
}

/* The headline, in as many lines as it needs in the picture's width; how many.  Nothing is written where `out` is NULL. */
static unsigned put_headline(const char *text, int width, FILE *out)
{
    unsigned lines = 0;
    int room = width - 2 * LINE;
    for (; *text || !lines; lines++) {
        size_t length = lines + 1 < MOST_LINES ? line_length(text, room) : strlen(text);
        struct text line = {0};
        text_add(&line, text, length);
        if (out)
            put_text(width / 2, 20 + (int)lines * LINE, "r", line.bytes, room, out);
        text_free(&line);
        text += length;
        text += strspn(text, " ");
    }
    return lines;
}

/* ---- the chart ---- */

static void put_lanes(const struct show *s, int height, FILE *out)
{
    for (unsigned i = 0; i < s->lane_count; i++) {
        int x = x_of((int)i);
        fprintf(out, "<rect class=\"h\" x=\"%d\" y=\"32\" width=\"%d\" height=\"26\" rx=\"5\"/>\n", x - LANE / 2 + 8, LANE - 16);
        put_text(x, 49, "r", show_lane(s, i), LANE - 24, out);
        fprintf(out, "<line class=\"l\" x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n", x, x, TOP, height - 8);
    }
}

static void put_message(const struct show *s, const struct show_message *m, FILE *out)
{
    int from = m->from == SHOW_NOBODY ? m->to : m->from, to = m->to == SHOW_NOBODY ? m->from : m->to;
    bool ends = m->received < s->count;
    if (from == SHOW_NOBODY || m->sent >= s->count)
        return;
    int x1 = x_of(from), y1 = y_of(m->sent) + 18, x2 = x_of(to), y2 = ends ? y_of(m->received) - 20 : y_of(s->count - 1) + 26;
    if (x1 == x2)
        fprintf(out, "<path class=\"m\" d=\"M%d,%d C%d,%d %d,%d %d,%d\" marker-end=\"url(#%s)\"/>\n", x1, y1, x1 + 60, y1, x1 + 60,
                y2, x1 + 4, y2, ends ? "a" : "o");
    else
        fprintf(out, "<line class=\"m\" x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" %smarker-end=\"url(#%s)\"/>\n", x1, y1, x2, y2,
                ends ? "" : "stroke-dasharray=\"2 4\" ", ends ? "a" : "o");
}

/* Above the boxes: `order` among those that one step sends, so that none lies on another. */
static void put_label(const struct show *s, const struct show_message *m, unsigned order, FILE *out)
{
    int from = m->from == SHOW_NOBODY ? m->to : m->from, to = m->to == SHOW_NOBODY ? m->from : m->to;
    if (from == SHOW_NOBODY || m->sent >= s->count)
        return;
    int x1 = x_of(from), y1 = y_of(m->sent) + 18, x2 = x_of(to), share = 3 + (int)order % 3;
    int y2 = m->received < s->count ? y_of(m->received) - 20 : y_of(s->count - 1) + 26;
    int x = x1 + (x2 - x1) * share / 10 + (x1 == x2 ? 48 : 0), half = LABEL / 2 + 4, right = width_of(s) - half;
    put_text(x < half ? half : x > right ? right : x, y1 + (y2 - y1) * share / 10 - 4, "mt", m->text, LABEL, out);
}

static void put_step(const struct show *s, unsigned step, FILE *out)
{
    struct text rule = {0}, changes = {0};
    int x = x_of(step ? (int)show_actor(s, step) : 0), y = y_of(step), wide = step ? LANE - 16 : (int)s->lane_count * LANE - 16;
    int middle = step ? x : LEFT + (int)s->lane_count * LANE / 2;
    show_rule(&rule, s, step);
    bool fails = show_fails(&changes, s, step);
    if (!fails && !show_access(&changes, s, step))
        show_changes(&changes, s, step);
    fprintf(out, "<g><title>%u. ", step);
    xml_put(rule.bytes, out);
    fprintf(out, "</title>\n<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"36\" rx=\"6\"/>\n", fails ? "b f" : "b", middle - wide / 2, y - 18, wide);
    fprintf(out, "<text class=\"s\" x=\"%d\" y=\"%d\" text-anchor=\"end\">%u</text>\n", LEFT - 8, y + 4, step);
    put_text(middle, y - 3, "r", json_string_value(json_object_get(json_array_get(s->steps, step), "rule")), wide - 8, out);
    put_text(middle, y + 12, "s", (step || fails) && changes.bytes ? changes.bytes : "", wide - 8, out);
    fputs("</g>\n", out);
    text_free(&rule);
    text_free(&changes);
}

/* Of a run that goes round: the cycle, on the left, from its last step back to its first. */
static void put_cycle(const struct show *s, FILE *out)
{
    unsigned loop;
    if (!show_goes_round(s, &loop))
        return;
    bool stays = loop + 1 == s->count;
    int top = y_of(stays ? loop : loop + 1), bottom = y_of(s->count - 1) + 12, x = LEFT - 20;
    fprintf(out, "<g class=\"cycle\"><title>%s</title>\n<path class=\"m\" d=\"M%d,%d C6,%d 6,%d %d,%d\" marker-end=\"url(#a)\"/>\n",
            stays ? "nothing leads on: it stays here for ever" : "these steps again and again, for ever", x, bottom, bottom, top - 8, x,
            top - 8);
    fprintf(out, "<text class=\"s\" x=\"4\" y=\"%d\">\xe2\x86\xbb</text></g>\n", (top + bottom) / 2);
}

void show_svg(const json_t *trace, FILE *out)
{
    const struct show s = show_open(trace);
    struct show_message message;
    struct text target = {0};
    show_target(&target, &s);
    const char *words = target.bytes ? target.bytes : "";
    int width = width_of(&s), height = TOP + (int)s.count * ROW + 30, below = (int)(put_headline(words, width, NULL) - 1) * LINE;
    fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" role=\"img\">\n<title>",
            width, height + below, width, height + below);
    xml_put(words, out);
    fprintf(out, "</title>\n<style>%s%s</style>\n", style, show_ends_failing(&s) ? failing_style : "");
    fputs("<defs><marker id=\"a\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
          "<path d=\"M0,0L10,5L0,10z\" fill=\"#7a58b0\"/></marker><marker id=\"o\" viewBox=\"0 0 10 10\" refX=\"5\" refY=\"5\" "
          "markerWidth=\"7\" markerHeight=\"7\"><circle cx=\"5\" cy=\"5\" r=\"4\" fill=\"none\" stroke=\"#7a58b0\"/></marker></defs>\n", out);
    put_headline(words, width, out);
    fprintf(out, "<g transform=\"translate(0 %d)\">\n", below);
    put_lanes(&s, height, out);
    for (unsigned i = 0; show_message(&s, i, &message); i++)
        put_message(&s, &message, out);
    for (unsigned i = 0; i < s.count; i++)
        put_step(&s, i, out);
    for (unsigned i = 0, order = 0, last = s.count; show_message(&s, i, &message); i++) {
        order = message.sent == last ? order + 1 : 0;
        last = message.sent;
        put_label(&s, &message, order, out);
    }
    put_cycle(&s, out);
    fputs("</g>\n</svg>\n", out);
    text_free(&target);
}
