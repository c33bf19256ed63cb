//! `POST /api/qr`: a link as a QR code, for a phone to read from a screen.

use std::fmt::Write;

use ennead_protocol::Code;
use qrcodegen::{QrCode, QrCodeEcc};
use serde::{Deserialize, Serialize};

use crate::Failure;

/// The longest text; links to matches are much shorter.
const MAX_BYTES: usize = 300;

/// A text to draw.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct QrRequest {
    /// The text, usually a link; at most 300 bytes.
    text: String,
}

/// A QR code.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QrJson {
    /// Modules per side, without the required quiet zone of four around it.
    size: i32,
    /// The dark modules as an SVG path, one unit each.
    path: String,
}

/// Draws a text as a QR code.
pub fn qr(request: &QrRequest) -> Result<QrJson, Failure> {
    if request.text.is_empty() || request.text.len() > MAX_BYTES {
        let text = format!("a QR code holds 1 to {MAX_BYTES} bytes here");
        return Err(Failure::new(Code::BadRequest, text));
    }
    let code = QrCode::encode_text(&request.text, QrCodeEcc::Medium)
        .map_err(|_| Failure::new(Code::BadRequest, "the text does not fit into a QR code"))?;
    let size = code.size();
    let mut path = String::new();
    for y in 0..size {
        for x in (0..size).filter(|x| code.get_module(*x, y)) {
            let _ = write!(path, "M{x} {y}h1v1h-1z");
        }
    }
    Ok(QrJson { size, path })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_a_code_and_a_long_text_is_rejected() {
        let of = |text: &str| qr(&QrRequest { text: text.into() });
        let code = of("http://127.0.0.1:9009/m/AZ7ZzRtSABc").unwrap();
        assert_eq!(code.size, 29);
        // The finder pattern starts in the corner.
        assert!(code.path.starts_with("M0 0h1v1h-1zM1 0h1v1h-1z"), "{}", code.path);
        assert!(of("").is_err() && of(&"x".repeat(301)).is_err());
    }
}
