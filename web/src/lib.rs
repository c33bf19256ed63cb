//! The browser client as embedded files: pages, transport and the generic board.
//!
//! Release builds embed the files. Debug builds read them from disk on every access, so a reload
//! shows changes.
//!
//! ```
//! let page = ennead_web::get("index.html").unwrap();
//! assert_eq!(page.mime, "text/html");
//! assert!(ennead_web::get("Cargo.toml").is_none());
//! ```

mod mime;

use std::borrow::Cow;

use rust_embed::Embed;

pub use mime::mime_of;

/// A file of the client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebAsset {
    /// Its contents.
    pub bytes: Cow<'static, [u8]>,
    /// Its media type, without a character set.
    pub mime: &'static str,
    /// A hash of its contents.
    pub hash: [u8; 32],
}

#[derive(Embed)]
#[folder = "page"]
struct Page;

#[derive(Embed)]
#[folder = "css"]
#[prefix = "css/"]
struct Styles;

#[derive(Embed)]
#[folder = "js"]
#[prefix = "js/"]
struct Scripts;

/// The file at a path, as in `js/main.js`.
pub fn get(path: &str) -> Option<WebAsset> {
    let file = Page::get(path).or_else(|| Styles::get(path)).or_else(|| Scripts::get(path))?;
    let hash = file.metadata.sha256_hash();
    Some(WebAsset { bytes: file.data, mime: mime_of(path), hash })
}

/// The paths of all files.
pub fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Page::iter().chain(Styles::iter()).chain(Scripts::iter())
}
