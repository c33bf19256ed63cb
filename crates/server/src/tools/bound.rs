//! What a value cannot be smaller than.

use serde_json::Value as Json;

/// How many values a format has, where somebody has counted them: the tables in `FORMAT.md` of each game.
const COUNTED: [(&str, f64); 6] = [
    ("ttt.tiny", 986_410.0),
    ("ttt.3t", 5_478.0),
    ("ttt.rank", 5_478.0),
    ("ttt.class", 765.0),
    ("ttt.game", 255_168.0),
    ("ttt.line", 549_946.0),
];

/// A packed position at depth 2 is one of at most 11,096^9 * 2 * 10.
const PACKED_GRID: f64 = 11_096.0;

/// The information in a value of a format, in bits, where it is known: that of a match, or log2 of the number of values there are.
pub(crate) fn bound(format: &str, json: &Json) -> Option<f64> {
    let information = json.get("information_bits").and_then(Json::as_f64);
    let counted = || COUNTED.iter().find(|(id, _)| *id == format).map(|(_, count)| count.log2());
    information.or_else(counted).or_else(|| packed(format, json))
}

fn packed(format: &str, json: &Json) -> Option<f64> {
    let flat = format == "nested.pack" && json["depth"] == 2;
    flat.then(|| 9.0 * PACKED_GRID.log2() + (2.0f64 * 10.0).log2())
}
