//! Media types.

/// The media type of a file by its extension, without a character set.
///
/// ```
/// assert_eq!(ennead_web::mime_of("js/main.js"), "text/javascript");
/// assert_eq!(ennead_web::mime_of("unknown"), "application/octet-stream");
/// ```
pub fn mime_of(path: &str) -> &'static str {
    match path.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "css" => "text/css",
        "html" => "text/html",
        "ico" => "image/x-icon",
        "js" | "mjs" => "text/javascript",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}
