/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * estimate.c - how many states there may be in all, from the sizes of the first levels.
 *
 * Levels mostly grow, and then shrink, like a bell: the ratio of a level to the
 * one before it falls, and its logarithm falls about in a line.  The line is
 * fitted through the last quarter of the ratios, the last two fifths and the last three
 * fifths, and each is followed until a level has less than one state.  Where the
 * three sums lie within a factor of 2 their mean is taken, with half and twice of
 * it as the range; where they do not, or the line does not fall, or the sum is
 * many times what was seen, nothing is said.
 */
#include "estimate.h"

#include <math.h>

#define LEAST_LEVELS 10
#define LEAST_RATIOS 4   /* that a line is fitted through */
#define MOST_LEVELS 5000 /* that a line is followed */
#define AGREEMENT 2.0    /* between the sums */
#define HORIZON 5.0      /* times what was seen: farther the line does not reach */
#define HALF_RANGE 2.0

/* ln(level / level before it) at x = 0 is `height`, and `slope` more at each level from there. */
struct line {
    double height, slope;
};

static double logarithm(const uint64_t *levels, unsigned i)
{
    return log((double)levels[i + 1] / (double)levels[i]);
}

/* By least squares, through the last `count` ratios; x = 0 is the first level that is not known. */
static struct line fitted(const uint64_t *levels, unsigned level_count, unsigned count)
{
    unsigned first = level_count - 1 - count;
    double middle = (count - 1) / 2.0, mean = 0, xy = 0, xx = 0;
    for (unsigned i = 0; i < count; i++)
        mean += logarithm(levels, first + i) / count;
    for (unsigned i = 0; i < count; i++) {
        xy += (i - middle) * (logarithm(levels, first + i) - mean);
        xx += (i - middle) * (i - middle);
    }
    return (struct line){.height = mean + xy / xx * (count - middle), .slope = xy / xx};
}

/* The states of the levels to come; infinite where the line does not fall. */
static double followed(struct line line, uint64_t last)
{
    double sum = 0, level = log((double)last);
    if (line.slope >= 0)
        return INFINITY;
    for (unsigned i = 0; i < MOST_LEVELS; i++) {
        level += line.height + line.slope * i;
        if (level < 0)
            return sum;
        sum += exp(level);
    }
    return INFINITY;
}

static unsigned most_of(unsigned left, unsigned right)
{
    return left > right ? left : right;
}

struct estimate estimate_states(const uint64_t *levels, unsigned count)
{
    static const double shares[] = {0.25, 0.4, 0.6};
    double seen = 0, least = INFINITY, most = 0;
    if (count < LEAST_LEVELS)
        return (struct estimate){.none = "there are too few levels yet to see how they grow"};
    for (unsigned i = 0; i < count; i++) {
        if (!levels[i])
            return (struct estimate){.none = "some level holds no state that keeps all properties"};
        seen += (double)levels[i];
    }
    for (unsigned i = 0; i < sizeof shares / sizeof *shares; i++) {
        unsigned through = most_of(LEAST_RATIOS, (unsigned)lround(shares[i] * (count - 1)));
        double sum = seen + followed(fitted(levels, count, through), levels[count - 1]);
        least = fmin(least, sum);
        most = fmax(most, sum);
    }
    double mean = sqrt(least) * sqrt(most);
    if (isinf(most) || most > AGREEMENT * least || mean > HORIZON * seen)
        return (struct estimate){.none = "the levels do not slow down yet as they would towards their end"};
    return (struct estimate){.least = (uint64_t)ceil(fmax(seen, mean / HALF_RANGE)), .most = (uint64_t)(mean * HALF_RANGE)};
}
