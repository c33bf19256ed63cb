//! Pages and files.

use std::path::Path;

use crate::server;

#[tokio::test]
async fn every_page_is_the_same_file() {
    let server = server().await;
    for path in ["/", "/r", "/r/", "/explore", "/explore/", "/index.html"] {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"));
        assert!(answer.text().to_lowercase().starts_with("<!doctype html>"), "{path}");
    }
}

#[tokio::test]
async fn files_are_revalidated_and_sent_again_after_a_change() {
    let server = server().await;
    let answer = server.get("/").await;
    let tag = answer.header("etag").unwrap();
    assert!(tag.starts_with('"') && tag.ends_with('"'));
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
    let again = server.get_with("/", &format!("if-none-match: \"other\", {tag}\r\n")).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), Some(tag));
    assert_eq!(server.get_with("/", "if-none-match: \"other\"\r\n").await.status, 200);
}

#[tokio::test]
async fn files_are_compressed_for_clients_that_accept_gzip() {
    let server = server().await;
    let plain = server.get("/").await;
    let packed = server.get_with("/", "accept-encoding: br, gzip\r\n").await;
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert_eq!(packed.header("vary"), Some("accept-encoding"));
    assert_ne!(packed.header("etag"), plain.header("etag"));
    let body = &packed.body[10..packed.body.len() - 8];
    assert_eq!(miniz_oxide::inflate::decompress_to_vec(body).unwrap(), plain.body);
    for refusal in ["accept-encoding: gzip;q=0\r\n", "accept-encoding: gzipped\r\n", ""] {
        assert_eq!(
            server.get_with("/", refusal).await.header("content-encoding"),
            None,
            "{refusal}"
        );
    }
}

#[tokio::test]
async fn unknown_paths_are_not_found() {
    let server = server().await;
    let paths = [
        "/nothing",
        "/m",
        "/m/a/b",
        "/api/nothing",
        "/tests/all.js",
        "/node_modules/a/b.js",
        "/package.json",
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/%00",
        "/css/../../Cargo.toml",
    ];
    for path in paths {
        let answer = server.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.error().0, "not_found", "{path}");
    }
    let posted = server.post("/api/nothing", "{}").await;
    assert_eq!((posted.status, posted.error().0.as_str()), (404, "not_found"));
}

#[tokio::test]
async fn browsers_get_a_page_for_unknown_paths() {
    let server = server().await;
    let accept = "accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8\r\nif-none-match: *\r\n";
    for path in ["/nothing", "/m", "/m/", "/m/a/b", "/package.json", "/explore/more"] {
        let answer = server.get_with(path, accept).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert!(answer.text().to_lowercase().starts_with("<!doctype html>"), "{path}");
        assert_eq!(server.get_with(path, "accept: */*\r\n").await.error().0, "not_found", "{path}");
    }
    assert_eq!(server.get_with("/api/nothing", accept).await.error().0, "not_found");
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let server = server().await;
    for path in ["/", "/api/games", "/nothing"] {
        let answer = server.get(path).await;
        assert_eq!(
            answer.header("content-security-policy"),
            Some(
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                 connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
            )
        );
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"));
        assert!(answer.header("permissions-policy").is_some());
    }
}

/// The files below a folder, by the paths that browsers request.
fn files(folder: &Path, path: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = format!("{path}/{}", entry.file_name().into_string().unwrap());
        match entry.file_type().unwrap().is_dir() {
            true => files(&entry.path(), &path, found),
            false => found.push(path),
        }
    }
}

#[tokio::test]
async fn every_file_has_its_type() {
    let server = server().await;
    let mut found = Vec::new();
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    for (folder, path) in [("page", ""), ("css", "/css"), ("js", "/js")] {
        files(&web.join(folder), path, &mut found);
    }
    assert!(found.contains(&"/index.html".to_string()));
    for path in found {
        let kind = match path.rsplit_once('.').map(|(_, extension)| extension) {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("svg") => "image/svg+xml; charset=utf-8",
            _ => continue,
        };
        assert_eq!(server.get(&path).await.header("content-type"), Some(kind), "{path}");
    }
}
