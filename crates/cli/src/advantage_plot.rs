//! The course of a match, as an SVG plot.

use std::fmt::Write;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 100.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 40.0;
const BOTTOM: f64 = 50.0;
/// The approximate number of labels on the axis.
const TICKS: usize = 12;

/// The advantage of the first seat after a move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Point {
    /// From -1 (lost) to 1 (won).
    pub(crate) value: f64,
    /// The tooltip.
    pub(crate) note: String,
    /// Whether the move was a mistake.
    pub(crate) mistake: bool,
}

/// A plot of the advantage over the moves, as SVG.
pub(crate) fn advantage_plot(title: &str, names: [&str; 2], points: &[Point]) -> String {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{0}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"22\" font-size=\"15\">{0}</text>\n",
        escape(title)
    );
    axes(&mut svg, names, points.len());
    let places: Vec<String> = points
        .iter()
        .enumerate()
        .map(|(index, point)| format!("{:.1},{:.1}", x(index + 1, points.len()), y(point.value)))
        .collect();
    let start = format!("{:.1},{:.1}", x(0, points.len()), y(0.0));
    let _ = writeln!(
        svg,
        "<polyline fill=\"none\" stroke=\"#1f5fa8\" stroke-width=\"2\" points=\"{start} {}\"/>",
        places.join(" ")
    );
    for (index, point) in points.iter().enumerate() {
        let (radius, colour) = if point.mistake { (5, "#c62828") } else { (3, "#1f5fa8") };
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"{colour}\">\
             <title>{}</title></circle>",
            x(index + 1, points.len()),
            y(point.value),
            escape(&point.note)
        );
    }
    svg + "</svg>\n"
}

fn axes(svg: &mut String, names: [&str; 2], count: usize) {
    let right = WIDTH - RIGHT;
    for (value, label) in [
        (1.0, format!("{} wins", names[0])),
        (0.0, "even".into()),
        (-1.0, format!("{} wins", names[1])),
    ] {
        let y = y(value);
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#bbb\"/>"
        );
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            y + 4.0,
            escape(&label)
        );
    }
    let floor = HEIGHT - BOTTOM;
    for number in (0..=count).step_by(count.div_ceil(TICKS).max(1)) {
        let x = x(number, count);
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{floor}\" x2=\"{x:.1}\" y2=\"{}\" stroke=\"#888\"/>",
            floor + 4.0
        );
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{number}</text>",
            floor + 18.0
        );
    }
    let middle = (LEFT + right) / 2.0;
    let _ = writeln!(
        svg,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">move</text>",
        HEIGHT - 12.0
    );
    let middle = (TOP + floor) / 2.0;
    let _ = writeln!(
        svg,
        "<text x=\"14\" y=\"{middle}\" text-anchor=\"middle\" \
         transform=\"rotate(-90 14 {middle})\">advantage</text>"
    );
}

fn x(number: usize, count: usize) -> f64 {
    LEFT + (WIDTH - LEFT - RIGHT) * number as f64 / count.max(1) as f64
}

fn y(value: f64) -> f64 {
    TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - value.clamp(-1.0, 1.0)) / 2.0
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
