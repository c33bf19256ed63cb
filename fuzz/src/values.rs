//! Formats, values and options selected by bytes.

use ennead_bits::BitString;
use ennead_game::{AnyGame, Field, FormatInfo, Kind, OptionSpec, Options, Value, Values};
use ennead_kit::{Format, Kit};

use crate::GAMES;

/// The format selected by a byte.
pub(crate) fn chosen_format(byte: u8) -> Format {
    let formats = GAMES.formats();
    formats[usize::from(byte) % formats.len()]
}

/// The format's game or, for records, the game selected by a byte.
pub(crate) fn chosen_game(format: &Format, byte: u8) -> &'static dyn AnyGame {
    let kits: Vec<&Kit> = GAMES.iter().collect();
    format.kit.unwrap_or(kits[usize::from(byte) % kits.len()]).game()
}

/// A value of the format's kind from arbitrary bytes.
pub(crate) fn value_of(kind: Kind, bytes: &[u8]) -> Option<Value> {
    match kind {
        Kind::Integer => {
            let bytes = bytes.get(..16).unwrap_or(bytes);
            Some(Value::Integer(
                bytes.iter().fold(0, |number, byte| number << 8 | u128::from(*byte)),
            ))
        }
        Kind::Bits => {
            let (unused, bytes) = bytes.split_first()?;
            let length = (bytes.len() * 8).checked_sub(usize::from(unused % 8))?;
            BitString::from_bytes(bytes, length).ok().map(Value::Bits)
        }
        Kind::Bytes => Some(Value::Bytes(bytes.to_vec())),
    }
}

/// Options selected by bytes: for each option that the encoder understands, a byte says whether and
/// how it is set.
pub(crate) fn chosen_options(
    game: &dyn AnyGame,
    format: &FormatInfo,
    bytes: &mut impl Iterator<Item = u8>,
) -> Options {
    let specs = format.options.iter().chain(game.setup_options());
    specs.fold(Options::new(), |options, spec| match bytes.next() {
        Some(byte) if byte % 2 == 1 => options.with(spec.name, &chosen_value(spec, byte / 2)),
        _ => options,
    })
}

fn chosen_value(spec: &OptionSpec, byte: u8) -> String {
    match spec.values {
        Values::Words(words) => words[usize::from(byte) % words.len()].to_string(),
        Values::Numbers(low, high) => low.saturating_add(u32::from(byte)).min(high).to_string(),
        Values::Flag => "true".to_string(),
        Values::Text(_) => byte.to_string(),
    }
}

/// No options, and each option with which the format can decode or encode a value. A value may have
/// several encodings (an empty slot as ff or 00, a truncated grid), but only one per set of
/// options.
pub(crate) fn ways(format: &FormatInfo) -> Vec<Options> {
    let mut ways = vec![Options::new()];
    for spec in format.options {
        match spec.values {
            Values::Words(words) => {
                ways.extend(words.iter().map(|word| Options::new().with(spec.name, word)));
            }
            Values::Flag => ways.push(Options::new().with(spec.name, "true")),
            Values::Numbers(..) | Values::Text(_) => {}
        }
    }
    ways
}

/// Checks the invariants of every accepted value: it is its own encoding, and its fields leave no
/// gaps.
pub(crate) fn check_accepted(game: &dyn AnyGame, format: &FormatInfo, value: &Value) {
    let is_kept =
        |way: &Options| game.convert(format.id, format.id, value, way).as_ref().ok() == Some(value);
    assert!(ways(format).iter().any(is_kept), "{} accepts only what it writes", format.id);
    let fields = game.fields(format.id, value).expect("what decodes has fields");
    check_fields(&fields);
}

fn check_fields(fields: &[Field]) {
    let mut at = 0;
    for field in fields {
        assert_eq!(field.bits.start, at, "{} begins where the field before it ends", field.name);
        at = field.bits.end;
    }
}
