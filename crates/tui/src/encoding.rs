//! The match in the formats that can represent it.

use ennead_game::{AnyGame, Field, Options, RECORD, RECORDS, Show, Value};

use crate::session::Session;

/// A position or match in one format.
pub(crate) struct Encoding {
    pub(crate) format: &'static str,
    /// All bits, as 0 and 1.
    pub(crate) bits: String,
    pub(crate) fields: Vec<Field>,
}

impl Encoding {
    fn new(game: &dyn AnyGame, format: &'static str, value: &Value) -> Option<Encoding> {
        let fields = game.fields(format, value).ok()?;
        let bits = bits_of(value, fields.iter().map(|field| field.bits.end).max().unwrap_or(0));
        Some(Encoding { format, bits, fields })
    }

    /// The bits of a field.
    pub(crate) fn bits_of(&self, field: &Field) -> &str {
        self.bits.get(field.bits.clone()).unwrap_or_default()
    }
}

/// A value as 0 and 1; a number is padded to the width of its fields.
fn bits_of(value: &Value, width: usize) -> String {
    match value {
        Value::Integer(number) => format!("{number:0width$b}"),
        _ => value.show(Show::Bin),
    }
}

/// The match in every format that can represent it. While it hides something, only the board's
/// account of the user's own view: `public` has formats and texts.
pub(crate) fn encodings(session: &Session, public: Vec<(&'static str, String)>) -> Vec<Encoding> {
    let game = session.plan().game.game;
    if !session.is_open() {
        return public
            .into_iter()
            .filter_map(|(format, text)| {
                let value = game.encode(format, &text, &Options::new()).ok()?;
                Encoding::new(game, format, &value)
            })
            .collect();
    }
    let record = Value::Bytes(session.play().record());
    let formats = game.formats().into_iter().chain(RECORDS).map(|info| info.id);
    formats
        .filter_map(|format| {
            let value = game.convert(RECORD.id, format, &record, &Options::new()).ok()?;
            Encoding::new(game, format, &value)
        })
        .collect()
}

/// The record as a link, its size, and the information in the choices, which bounds the size of any
/// encoding.
pub(crate) struct RecordSize {
    pub(crate) link: String,
    pub(crate) bytes: usize,
    pub(crate) bound: f64,
}

impl RecordSize {
    pub(crate) fn of(session: &Session) -> RecordSize {
        let record = session.play().record();
        let bytes = record.len();
        let value = Value::Bytes(record);
        let bound = session.plan().game.game.bound(RECORD.id, &value).unwrap_or_default();
        RecordSize { link: value.show(Show::Base64url), bytes, bound }
    }

    /// The sizes as a sentence.
    pub(crate) fn text(&self) -> String {
        let RecordSize { bytes, bound, .. } = self;
        format!(
            "The record has {bytes} bytes ({} bits); the choices hold {bound:.1} bits.",
            bytes * 8
        )
    }
}
