//! The client's pages, and the web files of the games.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH,
    VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use data_encoding::HEXLOWER;
use ennead_host::tools::game_file;
use ennead_kit::Games;
use ennead_web::{WebAsset, mime_of};

use crate::CallFailure;
use crate::call_failure::not_found;
use crate::gzip::gzip;

/// The single page that renders all others.
pub(crate) const PAGE: &str = "index.html";
/// The number of bytes of a file's hash in its entity tag.
const TAG_BYTES: usize = 12;

/// The state of the routes.
#[derive(Clone)]
struct Files {
    games: Games,
    compressed: Compressed,
}

/// The compressed form of each file, created on the first request. The key is the file's hash, so
/// an entry is never outdated.
#[derive(Clone, Default)]
struct Compressed(Arc<Mutex<HashMap<[u8; 32], Bytes>>>);

impl Compressed {
    fn of(&self, file: &WebAsset) -> Bytes {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        files.entry(file.hash).or_insert_with(|| gzip(&file.bytes).into()).clone()
    }
}

/// The paths of pages, each with and without a trailing slash. Pages of matches and puzzles are in
/// `preview`.
const PAGES: [&str; 7] =
    ["/", "/r", "/r/", "/explore", "/explore/", "/learn/{game}", "/learn/{game}/"];

/// The pages and their files, and the web files of the games. Every other path is `not_found`,
/// which browsers display as a page.
pub fn routes<S: Clone + Send + Sync + 'static>(games: Games) -> Router<S> {
    let page = || get(page).fallback(nothing);
    let router = PAGES.into_iter().fold(Router::new(), |router, path| router.route(path, page()));
    router
        .route("/games/{id}/{*path}", get(file_of_game).fallback(nothing))
        .route("/{*path}", get(file).fallback(nothing))
        .with_state(Files { games, compressed: Compressed::default() })
}

async fn page(State(files): State<Files>, headers: HeaderMap) -> Response {
    serve(PAGE, ennead_web::get(PAGE), &files, &headers)
}

/// The response with a page generated for one path.
pub(crate) fn page_response(file: Option<WebAsset>, headers: &HeaderMap) -> Response {
    match file {
        // Generated on each request, so its compressed form is not worth caching.
        Some(file) => answer(file, &Compressed::default(), headers),
        None => not_found().into_response(),
    }
}

async fn file(
    State(files): State<Files>,
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Response {
    serve(&path, ennead_web::get(&path), &files, &headers)
}

async fn file_of_game(
    State(files): State<Files>,
    Path((id, path)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    let file = game_file(files.games, &id, &path).map(|bytes| {
        let hash = *blake3::hash(&bytes).as_bytes();
        WebAsset { bytes, mime: mime_of(&path), hash }
    });
    serve(&path, file, &files, &headers)
}

async fn nothing() -> CallFailure {
    not_found()
}

fn serve(path: &str, file: Option<WebAsset>, files: &Files, headers: &HeaderMap) -> Response {
    match file {
        Some(file) => answer(file, &files.compressed, headers),
        None if accepts_page(path, headers) => not_found_page(),
        None => not_found().into_response(),
    }
}

/// Whether a person opened the address in a browser and expects a page rather than JSON.
fn accepts_page(path: &str, headers: &HeaderMap) -> bool {
    let is_html =
        |kind: &str| kind.split(';').next().is_some_and(|kind| kind.trim() == "text/html");
    !path.starts_with("api/") && words(headers, ACCEPT).any(is_html)
}

/// The page whose script reports that nothing exists at this address.
fn not_found_page() -> Response {
    let Some(file) = ennead_web::get(PAGE) else { return not_found().into_response() };
    let described = [
        (CONTENT_TYPE, content_type(&file)),
        (CACHE_CONTROL, "no-cache".into()),
        (VARY, "accept".into()),
    ];
    (StatusCode::NOT_FOUND, described, to_bytes(file.bytes)).into_response()
}

fn answer(file: WebAsset, compressed: &Compressed, headers: &HeaderMap) -> Response {
    let is_gzipped = is_text(&file) && accepts_gzip(headers);
    let tag = tag(&file, is_gzipped);
    // File names do not depend on their contents, so browsers must revalidate each time.
    let common =
        [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".into()), (VARY, "accept-encoding".into())];
    if has_current(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let described = (common, [(CONTENT_TYPE, content_type(&file))]);
    if is_gzipped {
        return (described, [(CONTENT_ENCODING, "gzip")], compressed.of(&file)).into_response();
    }
    (described, to_bytes(file.bytes)).into_response()
}

fn to_bytes(bytes: Cow<'static, [u8]>) -> Bytes {
    match bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

/// A strong entity tag: the two forms of a file differ in their bytes, and therefore in their tags.
fn tag(file: &WebAsset, is_gzipped: bool) -> String {
    let hash = HEXLOWER.encode(&file.hash[..TAG_BYTES]);
    format!("\"{hash}{}\"", if is_gzipped { "-gz" } else { "" })
}

fn content_type(file: &WebAsset) -> String {
    let mime = file.mime;
    if is_text(file) { format!("{mime}; charset=utf-8") } else { mime.to_string() }
}

fn is_text(file: &WebAsset) -> bool {
    let mime = file.mime;
    mime.starts_with("text/") || mime.ends_with("json") || mime.ends_with("+xml")
}

/// Whether the client already has the current bytes.
fn has_current(headers: &HeaderMap, tag: &str) -> bool {
    words(headers, IF_NONE_MATCH).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

pub(crate) fn accepts_gzip(headers: &HeaderMap) -> bool {
    words(headers, ACCEPT_ENCODING).any(|offer| {
        let mut parts = offer.split(';').map(str::trim);
        let named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
        named
            && !parts.any(|weight| weight.strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0)))
    })
}

/// The items of a list header.
fn words(headers: &HeaderMap, name: axum::http::HeaderName) -> impl Iterator<Item = &str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}
