//! The pages, which are part of the program.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use data_encoding::HEXLOWER;
use ennead_protocol::Code;
use rust_embed::{Embed, EmbeddedFile};

use crate::Failure;
use crate::gzip::gzip;

/// All that the browser may ask for. Debug builds read the files anew each time, so that a reload shows what was changed.
#[derive(Embed)]
#[folder = "../../web"]
#[exclude = "test"]
#[exclude = ".*"]
#[exclude = "tests/*"]
#[exclude = "node_modules/*"]
#[exclude = "screenshots/*"]
#[exclude = "package*.json"]
#[exclude = "tsconfig*.json"]
struct Web;

/// The one page that draws all others.
const PAGE: &str = "index.html";
/// How much of a file's hash tells it from its earlier versions.
const TAG_BYTES: usize = 12;

/// The packed form of each file, made when it is first asked for. Its key is the file's hash, so that it is never an old one.
#[derive(Clone, Default)]
struct Packed(Arc<Mutex<HashMap<[u8; 32], Bytes>>>);

impl Packed {
    fn of(&self, file: &EmbeddedFile) -> Bytes {
        let mut packed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        packed.entry(file.metadata.sha256_hash()).or_insert_with(|| gzip(&file.data).into()).clone()
    }
}

/// The addresses of pages, each with and without a slash at its end.
const PAGES: [&str; 9] =
    ["/", "/m/{id}", "/m/{id}/", "/r", "/r/", "/r/{id}", "/r/{id}/", "/explore", "/explore/"];

/// The pages and the files that they need; every other path is `not_found`, which a browser shows as a page.
pub fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let page = || get(page).fallback(nothing);
    let router = PAGES.into_iter().fold(Router::new(), |router, path| router.route(path, page()));
    router.route("/{*path}", get(file).fallback(nothing)).with_state(Packed::default())
}

async fn page(State(packed): State<Packed>, headers: HeaderMap) -> Response {
    serve(PAGE, &packed, &headers)
}

async fn file(State(packed): State<Packed>, Path(path): Path<String>, headers: HeaderMap) -> Response {
    serve(&path, &packed, &headers)
}

async fn nothing() -> Failure {
    not_found()
}

fn not_found() -> Failure {
    Failure::new(Code::NotFound, "there is no such page or call")
}

fn serve(path: &str, packed: &Packed, headers: &HeaderMap) -> Response {
    match Web::get(path) {
        Some(file) => answer(&file, packed, headers),
        None if is_for_reading(path, headers) => lost_page(),
        None => not_found().into_response(),
    }
}

/// Whether somebody has gone there with a browser, who would make little of JSON.
fn is_for_reading(path: &str, headers: &HeaderMap) -> bool {
    let is_html = |kind: &str| kind.split(';').next().is_some_and(|kind| kind.trim() == "text/html");
    !path.starts_with("api/") && words(headers, ACCEPT).any(is_html)
}

/// The page, which says itself that there is nothing at its address.
fn lost_page() -> Response {
    let Some(file) = Web::get(PAGE) else { return not_found().into_response() };
    let described =
        [(CONTENT_TYPE, content_type(&file)), (CACHE_CONTROL, "no-cache".into()), (VARY, "accept".into())];
    (StatusCode::NOT_FOUND, described, Bytes::copy_from_slice(&file.data)).into_response()
}

fn answer(file: &EmbeddedFile, packed: &Packed, headers: &HeaderMap) -> Response {
    let gzipped = is_text(file) && accepts_gzip(headers);
    let tag = tag(file, gzipped);
    // Names do not change with what the files say, so browsers ask each time and are told that nothing has changed.
    let common = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".into()), (VARY, "accept-encoding".into())];
    if has_current(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let described = (common, [(CONTENT_TYPE, content_type(file))]);
    if gzipped {
        return (described, [(CONTENT_ENCODING, "gzip")], packed.of(file)).into_response();
    }
    (described, Bytes::copy_from_slice(&file.data)).into_response()
}

/// Two forms of a file differ in their bytes, and so in their strong tags.
fn tag(file: &EmbeddedFile, gzipped: bool) -> String {
    let hash = HEXLOWER.encode(&file.metadata.sha256_hash()[..TAG_BYTES]);
    format!("\"{hash}{}\"", if gzipped { "-gz" } else { "" })
}

fn content_type(file: &EmbeddedFile) -> String {
    let kind = file.metadata.mimetype();
    if is_text(file) { format!("{kind}; charset=utf-8") } else { kind.to_string() }
}

/// All of our files but pictures made of dots.
fn is_text(file: &EmbeddedFile) -> bool {
    let kind = file.metadata.mimetype();
    kind.starts_with("text/") || kind.ends_with("json") || kind.ends_with("+xml")
}

/// Whether the client has these bytes already.
fn has_current(headers: &HeaderMap, tag: &str) -> bool {
    words(headers, IF_NONE_MATCH).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    words(headers, ACCEPT_ENCODING).any(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        named && !parts.any(|weight| weight.strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0)))
    })
}

/// The words of a header that is a list.
fn words(headers: &HeaderMap, name: axum::http::HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}
