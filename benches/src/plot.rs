//! Plots of a page, as SVG. Speeds and sizes differ by orders of magnitude, so their axes are logarithmic.

use std::io;
use std::ops::Range;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::{
    Cartesian2d, ChartBuilder, ChartContext, Circle, Color, DrawingArea, IntoDrawingArea, IntoLogRange, LineSeries,
    LogCoord, PathElement, RGBColor, SVGBackend, ShapeStyle, Text, WHITE,
};

use crate::side_by_side::Race;

/// A plot in a file of its own.
pub struct Plot {
    /// Name of its file, behind the name of the page.
    pub name: &'static str,
    /// Its caption: one sentence.
    pub caption: String,
    /// How it is drawn.
    pub shape: Shape,
}

/// How a plot is drawn.
pub enum Shape {
    /// A row for each input with a dot for each contender, at its speed.
    Dots(Vec<Race>),
    /// One line for each contender.
    Lines {
        /// Labels of the axes, with units.
        axes: [&'static str; 2],
        /// Names and points.
        lines: Vec<(String, Vec<(f64, f64)>)>,
    },
}

/// Colours that can be told apart, also by people who see fewer (Okabe and Ito).
const COLORS: [RGBColor; 8] = [
    RGBColor(0, 0, 0),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(130, 130, 130),
];

/// Width of a plot, in pixels: that of a page of the documentation.
const WIDTH_PIXELS: u32 = 960;
/// Room for the names of contenders, to the right of the axes, in pixels.
const LEGEND_PIXELS: u32 = 230;

/// The whole picture, in pixels.
pub type Canvas<'b> = DrawingArea<SVGBackend<'b>, Shift>;
/// A chart with two logarithmic axes.
pub type LogChart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<LogCoord<f64>, LogCoord<f64>>>;

/// Caption, axes and size of a plot.
pub struct Frame<'a> {
    /// Above it.
    pub caption: &'a str,
    /// Label and range of each axis: x, then y.
    pub axes: [(&'a str, Range<f64>); 2],
    /// Width and height, in pixels.
    pub size: (u32, u32),
    /// Room to the right of the axes, in pixels.
    pub right: u32,
}

impl Frame<'_> {
    /// Draws the frame, and calls `mark` to draw the data.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn draw<F>(&self, path: &Path, mark: F) -> io::Result<()>
    where
        F: FnOnce(&Canvas<'_>, &mut LogChart<'_, '_>) -> io::Result<()>,
    {
        let root = SVGBackend::new(path, self.size).into_drawing_area();
        root.fill(&WHITE).map_err(io::Error::other)?;
        let [(x, xs), (y, ys)] = self.axes.clone();
        let mut builder = ChartBuilder::on(&root);
        builder.caption(self.caption, ("sans-serif", 18)).margin(12).margin_right(12 + self.right);
        let builder = builder.x_label_area_size(44).y_label_area_size(56);
        let mut chart = builder.build_cartesian_2d(xs.log_scale(), ys.log_scale()).map_err(io::Error::other)?;
        chart.configure_mesh().x_desc(x).y_desc(y).disable_mesh().draw().map_err(io::Error::other)?;
        mark(&root, &mut chart)?;
        root.present().map_err(io::Error::other)
    }
}

impl Plot {
    /// Draws the plot into a file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn draw(&self, path: &Path) -> io::Result<()> {
        match &self.shape {
            Shape::Dots(races) => dots(&self.caption, races, path),
            Shape::Lines { axes, lines } => draw_lines(&self.caption, *axes, lines, path),
        }
    }
}

fn dots(caption: &str, races: &[Race], path: &Path) -> io::Result<()> {
    let root = SVGBackend::new(path, (WIDTH_PIXELS, 90 + 34 * races.len() as u32)).into_drawing_area();
    root.fill(&WHITE).map_err(io::Error::other)?;
    let speeds = around(races.iter().flat_map(|race| race.results.iter().map(|it| it.speed)));
    let names: Vec<&str> = races.iter().flat_map(|race| race.results.iter().map(|it| it.name.as_str())).collect();
    let mut kinds: Vec<&str> = Vec::new();
    names.iter().for_each(|name| {
        if !kinds.contains(name) {
            kinds.push(name)
        }
    });
    let mut builder = ChartBuilder::on(&root);
    builder.caption(caption, ("sans-serif", 18)).margin(12).margin_right(12 + LEGEND_PIXELS);
    let builder = builder.x_label_area_size(40).y_label_area_size(190);
    // The first race is at the top.
    let top = races.len() as f64;
    let mut chart = builder.build_cartesian_2d(speeds.clone().log_scale(), 0.0..top).map_err(io::Error::other)?;
    chart.configure_mesh().x_desc("MB/s").disable_mesh().disable_y_axis().draw().map_err(io::Error::other)?;
    for (place, race) in races.iter().enumerate() {
        let height = top - place as f64 - 0.5;
        let rail = PathElement::new(vec![(speeds.start, height), (speeds.end, height)], RGBColor(220, 220, 220));
        chart.draw_series([rail]).map_err(io::Error::other)?;
        for it in &race.results {
            let kind = kinds.iter().position(|name| *name == it.name).unwrap_or(0);
            chart.draw_series([Circle::new((it.speed, height), 5, style(kind))]).map_err(io::Error::other)?;
        }
        let (_, y) = chart.backend_coord(&(speeds.start, height));
        root.draw(&Text::new(race.title.clone(), (14, y - 7), ("sans-serif", 14))).map_err(io::Error::other)?;
    }
    legend(&root, &kinds)?;
    root.present().map_err(io::Error::other)
}

fn draw_lines(caption: &str, axes: [&str; 2], lines: &[(String, Vec<(f64, f64)>)], path: &Path) -> io::Result<()> {
    let points = || lines.iter().flat_map(|(_, points)| points);
    let axes = [(axes[0], around(points().map(|it| it.0))), (axes[1], around(points().map(|it| it.1)))];
    let frame = Frame { caption, axes, size: (WIDTH_PIXELS, 480), right: LEGEND_PIXELS };
    frame.draw(path, |root, chart| {
        for (place, (_, points)) in lines.iter().enumerate() {
            let color = COLORS[place % COLORS.len()];
            let line = LineSeries::new(points.iter().copied(), color.stroke_width(2)).point_size(3);
            chart.draw_series(line).map_err(io::Error::other)?;
        }
        let names: Vec<&str> = lines.iter().map(|(name, _)| name.as_str()).collect();
        legend(root, &names)
    })
}

/// Draws the legend to the right of the axes: the colour of each contender.
fn legend(root: &Canvas<'_>, names: &[&str]) -> io::Result<()> {
    let left = (WIDTH_PIXELS - LEGEND_PIXELS) as i32 + 6;
    for (place, name) in names.iter().enumerate() {
        let height = 52 + 20 * place as i32;
        root.draw(&Circle::new((left, height), 5, style(place))).map_err(io::Error::other)?;
        root.draw(&Text::new(*name, (left + 12, height - 7), ("sans-serif", 14))).map_err(io::Error::other)?;
    }
    Ok(())
}

/// Returns the range of an axis: it includes all numbers, with room at both edges. For example, the speeds 3 and 30 give 2 to 45.
fn around(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let (least, most) = numbers.fold((f64::MAX, f64::MIN_POSITIVE), |(least, most), it| (least.min(it), most.max(it)));
    least.min(most) / 1.5..most * 1.5
}

/// How the marks of a contender look: filled, or rings once all colours are taken.
fn style(place: usize) -> ShapeStyle {
    let color = COLORS[place % COLORS.len()];
    if place < COLORS.len() { color.filled() } else { color.stroke_width(2) }
}
