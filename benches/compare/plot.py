"""Draws curves of size over tests as an SVG, in light and dark, with both axes logarithmic."""

import math

WIDTH, HEIGHT = 760, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 110, 20, 50
# Two names are at least so far apart.
LINE_HEIGHT = 15
# Colours that people with a colour blindness can tell apart (Okabe and Ito), readable on white and on black.
COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#8a8a8a", "#b8860b", "#56b4e9")

STYLE = """<style>
text { font: 13px sans-serif; fill: #333 } .axis { stroke: #8888; fill: none } .grid { stroke: #8883; fill: none }
@media (prefers-color-scheme: dark) { text { fill: #ccc } }
</style>"""


def curves(named, label):
    """Returns an SVG with a step curve for each (name, points); a point is (tests, percent of the input left), and `label` stands below the axis of tests."""
    most = max((x for _, points in named for x, _ in points), default=10)
    least = min((y for _, points in named for _, y in points), default=1)
    decades_x, decades_y = max(1, math.ceil(math.log10(most))), max(1, math.ceil(-math.log10(least / 100)))

    def place(point):
        x = LEFT + (WIDTH - LEFT - RIGHT) * math.log10(point[0]) / decades_x
        y = TOP + (HEIGHT - TOP - BOTTOM) * -math.log10(point[1] / 100) / decades_y
        return x, y

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
             "<title>Share of the input that is left, over the number of tests</title>", STYLE]
    for decade in range(decades_x + 1):
        x, _ = place((10**decade, 100))
        parts += [f'<path class="grid" d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}"/>',
                  f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{10**decade:,}</text>']
    for decade in range(decades_y + 1):
        _, y = place((1, 100 / 10**decade))
        parts += [f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>',
                  f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{100 / 10**decade:g} %</text>']
    parts += [f'<path class="axis" d="M{LEFT} {TOP}V{HEIGHT - BOTTOM}H{WIDTH - RIGHT}"/>',
              f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{label}</text>',
              f'<text transform="translate(16 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">left of the input</text>']
    for (name, points), colour in reversed(list(zip(named, COLOURS))):
        width = 3 if name == named[0][0] else 1.7
        parts.append(f'<path d="{path([place(point) for point in points])}" fill="none" stroke="{colour}" stroke-width="{width}"/>')
    parts += labels(named, place)
    return "\n".join(parts + ["</svg>"]) + "\n"


def path(points):
    """Returns a path of steps: a size holds until the next improvement."""
    first, *rest = points
    return f"M{first[0]:.1f} {first[1]:.1f}" + "".join(f"H{x:.1f}V{y:.1f}" for x, y in rest)


def labels(named, place):
    """Writes the names right of the plot, each as near to the end of its curve as the other names allow."""
    ends = sorted(((place(points[-1]), name, colour) for (name, points), colour in zip(named, COLOURS)), key=lambda end: end[0][1])
    heights, lowest = [], TOP
    for (_, y), _, _ in ends:
        heights.append(max(y, lowest))
        lowest = heights[-1] + LINE_HEIGHT
    # Names that would run into the numbers of the axis move up, and push those above them.
    highest = HEIGHT - BOTTOM
    for index in reversed(range(len(heights))):
        heights[index] = min(heights[index], highest)
        highest = heights[index] - LINE_HEIGHT
    parts = []
    for at, ((x, y), name, colour) in zip(heights, ends):
        parts += [f'<path d="M{x:.1f} {y:.1f}L{WIDTH - RIGHT + 6} {at:.1f}" stroke="{colour}" stroke-dasharray="2 3" fill="none"/>',
                  f'<text x="{WIDTH - RIGHT + 10}" y="{at + 4:.1f}" style="fill: {colour}">{name}</text>']
    return parts
