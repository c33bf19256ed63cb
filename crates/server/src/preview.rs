//! The pages of matches and puzzles, with a title and a description for previews of shared links.

use std::net::SocketAddr;

use axum::Router;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use ennead_host::matches::{Preview, parse_id};
use ennead_host::tools::puzzle_preview;
use ennead_web::WebAsset;

use crate::app::App;
use crate::call_failure::not_found;
use crate::client::work_for;
use crate::embedded::{PAGE, page_response};

/// The pages of matches. Apart from these and the pages of puzzles, every page is the same for
/// everyone.
const PAGES: [&str; 4] = ["/m/{id}", "/m/{id}/", "/r/{id}", "/r/{id}/"];
/// The pages of puzzles: the daily one, and each by its number.
const PUZZLES: [&str; 4] =
    ["/puzzle/{game}", "/puzzle/{game}/", "/puzzle/{game}/{number}", "/puzzle/{game}/{number}/"];
/// The text that the preview replaces.
const TITLE: &str = "<title>Ennead</title>";

pub(crate) fn routes() -> Router<App> {
    let page = || get(page).fallback(|| async { not_found() });
    let router = PAGES.into_iter().fold(Router::new(), |router, path| router.route(path, page()));
    let puzzle = || get(puzzle_page).fallback(|| async { not_found() });
    PUZZLES.into_iter().fold(router, |router, path| router.route(path, puzzle()))
}

async fn puzzle_page(
    State(app): State<App>,
    Path(path): Path<Vec<String>>,
    headers: HeaderMap,
) -> Response {
    let number = path.get(1).map(|number| number.parse().unwrap_or_default());
    let game = path.first().map_or("", String::as_str);
    previewed(puzzle_preview(app.manager.games, game, number), &headers)
}

async fn page(
    State(app): State<App>,
    peer: ConnectInfo<SocketAddr>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Response {
    let client = app.client(peer, &headers);
    // Over the limit, serve the page without a preview.
    let may_ask = app.limits.call(client).is_ok() && app.limits.work(client).is_ok();
    let preview = if may_ask { work_for(Some(client), find(&app, &id)).await } else { None };
    previewed(preview, &headers)
}

fn previewed(preview: Option<Preview>, headers: &HeaderMap) -> Response {
    let file = ennead_web::get(PAGE).map(|file| match preview {
        Some(preview) => with_preview(&file, &preview),
        None => file,
    });
    page_response(file, headers)
}

async fn find(app: &App, id: &str) -> Option<Preview> {
    let cached = app.manager.fresh_match(parse_id(id).ok()?).await.ok()?;
    let guard = app.manager.lock(&cached).await.ok()?;
    Some(app.manager.compute(&cached, guard, |live| Preview::of(live)).await.ok()?.1)
}

fn with_preview(file: &WebAsset, preview: &Preview) -> WebAsset {
    let page = String::from_utf8_lossy(&file.bytes);
    let (title, description) = (escape(&preview.title), escape(&preview.description));
    let tags = format!(
        "<title>{title}</title>\n<meta property=\"og:site_name\" content=\"Ennead\">\n\
         <meta property=\"og:type\" content=\"website\">\n\
         <meta property=\"og:title\" content=\"{title}\">\n\
         <meta property=\"og:description\" content=\"{description}\">"
    );
    let bytes = page.replacen(TITLE, &tags, 1).into_bytes();
    let hash = *blake3::hash(&bytes).as_bytes();
    WebAsset { bytes: bytes.into(), hash, mime: file.mime }
}

/// Escapes a name, so that it cannot end an attribute or begin an element.
fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        let file = ennead_web::get(PAGE).unwrap();
        let preview = Preview {
            title: "\"><script>alert(1)</script> invites you".into(),
            description: "it's & more".into(),
        };
        let page = with_preview(&file, &preview).bytes;
        let page = String::from_utf8(page.into_owned()).unwrap();
        assert!(!page.contains("<script>alert"), "{page}");
        assert!(page.contains("&quot;&gt;&lt;script&gt;alert(1)"), "{page}");
        assert!(page.contains("it&#39;s &amp; more"), "{page}");
    }
}
