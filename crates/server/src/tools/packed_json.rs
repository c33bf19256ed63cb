//! Constant JSON, serialised and compressed once.

use axum::body::Bytes;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::embedded::accepts_gzip;
use crate::gzip::gzip;

pub(super) struct PackedJson {
    plain: Bytes,
    compressed: Bytes,
}

impl PackedJson {
    /// Falls back to an empty response if serialisation fails, which plain data cannot.
    pub(super) fn new(answer: &impl Serialize) -> Self {
        let plain = serde_json::to_vec(answer).unwrap_or_default();
        PackedJson { compressed: gzip(&plain).into(), plain: plain.into() }
    }

    /// The response in an encoding that the client accepts.
    pub(super) fn response(&self, headers: &HeaderMap) -> Response {
        let described = [(CONTENT_TYPE, "application/json"), (VARY, "accept-encoding")];
        match accepts_gzip(headers) {
            true => {
                (described, [(CONTENT_ENCODING, "gzip")], self.compressed.clone()).into_response()
            }
            false => (described, self.plain.clone()).into_response(),
        }
    }
}
