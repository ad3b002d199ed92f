//! A curve of sizes as an SVG picture: a logarithmic axis of bytes over one of tests or seconds. Each pass has a colour, and a point
//! of the curve shows its values where the pointer is.

use crate::counted::grouped;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 280.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 16.0;
const BOTTOM: f64 = 44.0;

/// The curve ends below one byte for an empty text, because zero has no logarithm.
const NOTHING: f64 = 0.5;

/// Most points that show their values: more would make the page large, and stand on each other.
const MAX_HOVERED: usize = 150;
/// Number of colours; passes beyond them begin with the first one again.
pub(super) const COLOURS: usize = 8;

/// The size that a text had from a place on.
#[derive(Debug, Clone)]
pub(super) struct PlotPoint {
    /// In tests or seconds.
    pub(super) at: f64,
    pub(super) bytes: usize,
    /// The number of the pass that led to it.
    pub(super) pass: usize,
    /// Shown where the pointer is, as HTML.
    pub(super) label: String,
}

/// Draws sizes, in the order of their points. There must be one.
pub(super) fn svg(unit: &str, all: &[PlotPoint]) -> String {
    let points: Vec<(f64, usize)> = all.iter().map(|point| (point.at, point.bytes)).collect();
    let points = &points[..];
    let axes = Axes::new(points);
    let mut out = format!("<svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\n");
    out += &format!("<title>bytes left against {unit}</title>\n");
    for (bytes, label) in axes.rows() {
        let y = axes.y(bytes);
        out += &format!("<path class=\"grid\" d=\"M{LEFT} {y:.1}H{:.1}\"/>", WIDTH - RIGHT);
        out += &format!("<text class=\"row\" x=\"{:.1}\" y=\"{:.1}\">{label}</text>\n", LEFT - 8.0, y + 4.0);
    }
    for (place, label) in axes.columns() {
        let (x, y) = (axes.x(place), HEIGHT - BOTTOM);
        out += &format!("<path class=\"grid\" d=\"M{x:.1} {TOP}V{y:.1}\"/>");
        out += &format!("<text class=\"column\" x=\"{x:.1}\" y=\"{:.1}\">{label}</text>\n", y + 18.0);
    }
    out += &format!(
        "<text class=\"column\" x=\"{:.1}\" y=\"{:.1}\">{unit}</text>\n",
        LEFT.midpoint(WIDTH - RIGHT),
        HEIGHT - 8.0
    );
    let middle = TOP.midpoint(HEIGHT - BOTTOM);
    out += &format!("<text class=\"column\" transform=\"translate(14 {middle:.1})rotate(-90)\">bytes left</text>\n");
    // Each pass draws from the last point before it to its own last point.
    let mut start = 0;
    for run in all.chunk_by(|a, b| a.pass == b.pass) {
        let end = start + run.len();
        let steps = axes.steps(&points[start.saturating_sub(1)..end]);
        out += &format!("<path class=\"curve pass{}\" d=\"{steps}\"/>\n", run[0].pass % COLOURS);
        start = end;
    }
    let step = all.len().div_ceil(MAX_HOVERED).max(1);
    for point in all.iter().rev().step_by(step) {
        let (x, y) = (axes.x(point.at), axes.y(point.bytes));
        out += &format!(
            "<circle class=\"point\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\"><title>{}</title></circle>\n",
            point.label
        );
    }
    out + "</svg>\n"
}

/// The ranges of both axes.
struct Axes {
    /// The last place, in tests or seconds.
    end: f64,
    /// The logarithms of the smallest and the largest size.
    low: f64,
    high: f64,
}

impl Axes {
    fn new(points: &[(f64, usize)]) -> Self {
        let end = points.iter().map(|point| point.0).fold(f64::MIN_POSITIVE, f64::max);
        let logarithms = || points.iter().map(|point| logarithm(point.1));
        let least = logarithms().fold(f64::INFINITY, f64::min);
        let low = if least < 0.0 { least } else { least.floor() };
        let high = logarithms().fold(low + 1.0, f64::max);
        Self { end, low, high }
    }

    fn x(&self, place: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * place / self.end
    }

    fn y(&self, bytes: usize) -> f64 {
        TOP + (HEIGHT - TOP - BOTTOM) * (self.high - logarithm(bytes)) / (self.high - self.low)
    }

    /// Returns the sizes with a grid line: powers of ten, and zero.
    fn rows(&self) -> Vec<(usize, String)> {
        let powers = (0..19).map(|power| 10_usize.pow(power));
        let sizes = std::iter::once(0).chain(powers);
        let shown = sizes.filter(|&bytes| (self.low..=self.high).contains(&logarithm(bytes)));
        shown.map(|bytes| (bytes, grouped(bytes as u64))).collect()
    }

    /// Returns the places with a grid line: at most six, at multiples of 1, 2 or 5 of a power of ten.
    fn columns(&self) -> Vec<(f64, String)> {
        let power = 10_f64.powf((self.end / 6.0).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| self.end / step <= 6.0);
        let step = step.unwrap_or(self.end);
        let digits = (-step.log10()).ceil().clamp(0.0, 9.0) as usize;
        let label = |place: f64| if digits == 0 { grouped(place as u64) } else { format!("{place:.digits$}") };
        let places = (0..=6).map(|number| f64::from(number) * step).filter(|place| *place <= self.end);
        places.map(|place| (place, label(place))).collect()
    }

    /// Returns the path along the sizes. Steps too small to see are left out.
    fn steps(&self, points: &[(f64, usize)]) -> String {
        let mut path = String::new();
        let mut last = (String::new(), String::new());
        for &(place, bytes) in points {
            let (x, y) = (format!("{:.1}", self.x(place)), format!("{:.1}", self.y(bytes)));
            if path.is_empty() {
                path = format!("M{x} {y}");
            } else if x != last.0 || y != last.1 {
                path += &format!("H{x}V{y}");
            }
            last = (x, y);
        }
        path
    }
}

fn logarithm(bytes: usize) -> f64 {
    if bytes == 0 { NOTHING.log10() } else { (bytes as f64).log10() }
}

#[cfg(test)]
mod tests {
    use super::PlotPoint;

    fn svg(unit: &str, points: &[(f64, usize)]) -> String {
        let point = |&(at, bytes): &(f64, usize)| PlotPoint { at, bytes, pass: 0, label: String::new() };
        super::svg(unit, &points.iter().map(point).collect::<Vec<_>>())
    }

    #[test]
    fn a_curve_stays_within_its_axes() {
        let large = 3_000_000_000;
        for points in [
            vec![(0.0, 0)],
            vec![(0.0, 7), (0.0, 7)],
            vec![(0.0, large), (0.000_02, 50), (0.000_3, 0)],
            vec![(0.0, 1000), (1.0, 999), (1e7, 1)],
        ] {
            let picture = svg("tests", &points);
            let path =
                picture.split("class=\"curve pass0\" d=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
            let numbers = path.split(['M', 'H', 'V', ' ']).filter(|number| !number.is_empty());
            assert!(
                numbers.map(|number| number.parse::<f64>().unwrap()).all(|at| (15.0..=620.0).contains(&at)),
                "{path}"
            );
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
        }
        let picture = svg("seconds", &[(0.0, large), (0.3, 20)]);
        assert!(picture.contains(">1,000,000,000</text>") && picture.contains(">0.10</text>"), "{picture}");
    }
}
