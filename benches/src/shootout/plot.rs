//! The plot of the shoot-out: how small a result each strategy leaves, against how many tests it takes.

use std::path::Path;

use grammarc_runtime::reduce::STRATEGIES;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::Cells;
use super::table::Against;

const SIZE: (u32, u32) = (960, 560);

/// Draws one point for each strategy: geometric means over all cells.
pub(super) fn draw(cells: &Cells, path: &Path) {
    let points: Vec<(&str, Against)> =
        STRATEGIES.iter().enumerate().map(|(place, strategy)| (strategy.name, Against::mean(cells, place))).collect();
    let most = |of: fn(&Against) -> f64| points.iter().map(|(_, it)| of(it)).fold(1.0, f64::max);
    let root = SVGBackend::new(path, SIZE).into_drawing_area();
    root.fill(&WHITE).expect("a file can be written");
    let mut chart = ChartBuilder::on(&root)
        .caption("Bytes left against tests, geometric means; the smallest result of a cell is 1", ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d(
            (points.iter().map(|(_, it)| it.tests).fold(f64::MAX, f64::min) / 1.5..most(|it| it.tests) * 2.0)
                .log_scale(),
            (0.9..most(|it| it.bytes) * 1.2).log_scale(),
        )
        .expect("the area is large enough");
    let axes = chart.configure_mesh().x_desc("tests").y_desc("bytes left, times the smallest").disable_mesh().draw();
    axes.expect("a file can be written");
    for group in groups(points) {
        let is_auto = |name: &str| name == "auto";
        let label: Vec<&str> = group.iter().map(|&(name, _)| name).collect();
        let right = group.iter().map(|(_, it)| it.tests).fold(0.0, f64::max);
        for (place, (name, Against { bytes, tests })) in group.into_iter().enumerate() {
            let (color, size) = if is_auto(name) { (RED, 6) } else { (RGBColor(70, 90, 130), 4) };
            let dot = Circle::new((tests, bytes), size, color.filled());
            chart.draw_series([dot]).expect("a file can be written");
            if place == 0 {
                let style = ("sans-serif", 13).into_font().color(&color).pos(Pos::new(HPos::Left, VPos::Center));
                let text = EmptyElement::at((right, bytes)) + Text::new(label.join(" "), (9, 0), style);
                chart.draw_series([text]).expect("a file can be written");
            }
        }
    }
    root.present().expect("a file can be written");
}

/// Puts together what stands so close that labels would lie one upon another.
fn groups(points: Vec<(&str, Against)>) -> Vec<Vec<(&str, Against)>> {
    let is_close = |one: &Against, other: &Against| {
        (one.bytes / other.bytes).ln().abs() < 0.08 && (one.tests / other.tests).ln().abs() < 0.35
    };
    let mut groups: Vec<Vec<(&str, Against)>> = Vec::new();
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
