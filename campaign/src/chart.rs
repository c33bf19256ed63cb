//! A chart of availability over time as SVG: acknowledged moves per slot, and the faults.

use std::fmt::Write;

use crate::fault::Fault;
use crate::world::{SLOT, Strike};

/// The number of slots per row of the chart: one minute.
const SLOTS: usize = 600;
/// Sizes in pixels.
const SLOT_WIDTH: usize = 2;
const HEIGHT: usize = 56;
const GAP: usize = 22;
const LEFT: usize = 60;
const TOP: usize = 66;

/// Draws the chart. The height of a slot is relative to the 99th percentile of all slots.
pub(crate) fn chart(title: &str, slots: &[u32], strikes: &[Strike]) -> String {
    let lines = slots.len().div_ceil(SLOTS).max(1);
    let width = LEFT + SLOTS * SLOT_WIDTH + 20;
    let height = TOP + lines * (HEIGHT + GAP) + 10;
    let full = percentile_99(slots);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"15\">{title}</text>\n\
         <text x=\"{LEFT}\" y=\"38\" fill=\"#555\">Acknowledged moves per {SLOT} ms, a minute a \
         line; the full height is {full}. Marks are faults, from their beginning until all is \
         ready again.</text>\n"
    );
    legend(&mut svg, strikes);
    for line in 0..lines {
        let from = line * SLOTS;
        let part = &slots[from.min(slots.len())..(from + SLOTS).min(slots.len())];
        draw_line(&mut svg, line, part, full, strikes);
    }
    svg.push_str("</svg>\n");
    svg
}

/// The 99th percentile of moves per slot.
fn percentile_99(slots: &[u32]) -> u32 {
    let mut sorted = slots.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() * 99 / 100).copied().unwrap_or(1).max(1)
}

/// The names of the faults in their colours.
fn legend(svg: &mut String, strikes: &[Strike]) {
    let mut x = LEFT;
    for fault in Fault::ALL {
        let count = strikes.iter().filter(|strike| strike.fault == fault).count();
        if count > 0 {
            let text = format!("{} ({count})", fault.name());
            let (colour, after) = (fault.colour(), x + 13);
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"46\" width=\"9\" height=\"9\" fill=\"{colour}\"/>\
                 <text x=\"{after}\" y=\"55\">{text}</text>"
            );
            x += 32 + text.len() * 7;
        }
    }
}

fn draw_line(svg: &mut String, line: usize, slots: &[u32], full: u32, strikes: &[Strike]) {
    let top = TOP + line * (HEIGHT + GAP);
    let base = top + HEIGHT;
    let from_ms = (line * SLOTS) as u64 * SLOT;
    let to_ms = from_ms + SLOTS as u64 * SLOT;
    let x_of = |ms: u64| LEFT as f64 + (ms - from_ms) as f64 / SLOT as f64 * SLOT_WIDTH as f64;
    for strike in strikes.iter().filter(|strike| strike.from < to_ms) {
        let to = strike.to.unwrap_or(strike.from).min(to_ms);
        if to < from_ms {
            continue;
        }
        let x = x_of(strike.from.max(from_ms));
        let wide = (x_of(to) - x).max(1.5);
        let (colour, target) = (strike.fault.colour(), &strike.target);
        let (name, lasted) = (strike.fault.name(), to.saturating_sub(strike.from));
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{}\" width=\"{wide:.1}\" height=\"{}\" fill=\"{colour}\" \
             fill-opacity=\".35\"><title>{name}, {target}, {lasted} ms</title></rect>\
             <rect x=\"{x:.1}\" y=\"{}\" width=\"1.5\" height=\"5\" fill=\"{colour}\"/>",
            top - 2,
            HEIGHT + 2,
            top - 7,
        );
    }
    let mut path = format!("M{LEFT} {base}");
    for (number, moves) in slots.iter().enumerate() {
        let share = f64::from((*moves).min(full)) / f64::from(full);
        let y = base as f64 - share * HEIGHT as f64;
        let x = LEFT + number * SLOT_WIDTH;
        let _ = write!(path, "L{x} {y:.1}h{SLOT_WIDTH}");
    }
    let end = LEFT + slots.len() * SLOT_WIDTH;
    let _ = writeln!(
        svg,
        "<path d=\"{path}L{end} {base}Z\" fill=\"#333\" fill-opacity=\".75\"/>\
         <line x1=\"{LEFT}\" x2=\"{end}\" y1=\"{base}\" y2=\"{base}\" stroke=\"#333\"/>\
         <text x=\"{}\" y=\"{base}\" text-anchor=\"end\" fill=\"#555\">{line} min</text>",
        LEFT - 8
    );
}
