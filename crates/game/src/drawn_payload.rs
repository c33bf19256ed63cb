//! The default board payload: a text drawing and the texts of the labels on offer.

use crate::{Focus, GameError, ViewData};

/// Encodes a view's drawing and the text of each label on offer.
///
/// The payload is the length of the drawing (seven bits per byte, low bits first, the high bit set
/// in every byte but the last) and the drawing, then for each label its byte and its text, which is
/// prefixed with its length in the same way. Texts are UTF-8.
pub(crate) fn drawn_payload<D: ViewData>(view: &D, focus: &Focus) -> Result<Vec<u8>, GameError> {
    focus.whole()?;
    let mut payload = Vec::new();
    push_text(&mut payload, &view.draw());
    for label in view.labels().iter() {
        payload.push(label);
        push_text(&mut payload, &view.label_text(label));
    }
    Ok(payload)
}

fn push_text(bytes: &mut Vec<u8>, text: &str) {
    let mut length = text.len();
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend_from_slice(text.as_bytes());
}
