//! The plot of the shoot-out: how small a result each strategy leaves, against how many tests it takes.

use std::io;
use std::path::Path;

use grammarc_benches::plot::Frame;
use plotters::prelude::{Circle, Color, EmptyElement, IntoFont, RED, RGBColor, Text};
use plotters::style::TextStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::table::StrategyMeans;
use super::{Cells, strategies};

/// Draws one point for each strategy: geometric means over all cells.
pub(super) fn draw(cells: &Cells, path: &Path) -> io::Result<()> {
    let points: Vec<(&str, StrategyMeans)> =
        strategies().enumerate().map(|(place, strategy)| (strategy.name, StrategyMeans::mean(cells, place))).collect();
    let most = |of: fn(&StrategyMeans) -> f64| points.iter().map(|(_, it)| of(it)).fold(1.0, f64::max);
    let fewest = points.iter().map(|(_, it)| it.tests).fold(f64::MAX, f64::min);
    let frame = Frame {
        caption: "Bytes left against tests, geometric means; the smallest result of a cell is 1",
        axes: [
            ("tests", fewest / 1.5..most(|it| it.tests) * 2.0),
            ("bytes left, times the smallest", 0.9..most(|it| it.bytes) * 1.2),
        ],
        size: (960, 560),
        right: 0,
    };
    frame.draw(path, |_, chart| {
        for group in groups(points) {
            let label: Vec<&str> = group.iter().map(|&(name, _)| name).collect();
            let right = group.iter().map(|(_, it)| it.tests).fold(0.0, f64::max);
            for (place, (name, StrategyMeans { bytes, tests })) in group.into_iter().enumerate() {
                let (color, size) = if name == "auto" { (RED, 6) } else { (RGBColor(70, 90, 130), 4) };
                let dot = Circle::new((tests, bytes), size, color.filled());
                chart.draw_series([dot]).map_err(io::Error::other)?;
                if place == 0 {
                    let style: TextStyle<'_> = ("sans-serif", 13).into_font().color(&color);
                    let style = style.pos(Pos::new(HPos::Left, VPos::Center));
                    let text = EmptyElement::at((right, bytes)) + Text::new(label.join(" "), (9, 0), style);
                    chart.draw_series([text]).map_err(io::Error::other)?;
                }
            }
        }
        Ok(())
    })
}

/// Groups points that are so close that their labels would overlap.
fn groups(points: Vec<(&str, StrategyMeans)>) -> Vec<Vec<(&str, StrategyMeans)>> {
    let is_close = |one: &StrategyMeans, other: &StrategyMeans| {
        (one.bytes / other.bytes).ln().abs() < 0.08 && (one.tests / other.tests).ln().abs() < 0.35
    };
    let mut groups: Vec<Vec<(&str, StrategyMeans)>> = Vec::new();
    for (name, point) in points {
        let alone = name == "auto";
        let found = groups.iter_mut().find(|group| !alone && group[0].0 != "auto" && is_close(&group[0].1, &point));
        match found {
            Some(group) => group.push((name, point)),
            None => groups.push(vec![(name, point)]),
        }
    }
    groups
}
