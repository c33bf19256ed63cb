//! Servers that cannot start report why.

use std::fs;
use std::net::TcpListener;

use ennead_store::testing::{Folder, PostgresServer};

use crate::node::{Node, ennead};

/// The exit status and message of a server that cannot start.
fn refused(arguments: &[&str]) -> (Option<i32>, String) {
    let folder = Folder::new();
    let mut command = ennead(&["serve"]);
    command.env("ENNEAD_LOG", "error").env("ENNEAD_DATA", folder.path());
    let output = command.args(arguments).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "no greeting");
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), said.strip_prefix("error: ").unwrap_or(&said).trim_end().to_string())
}

const ANY_PORT: [&str; 2] = ["--listen", "127.0.0.1:0"];

#[test]
fn wrong_flags() {
    let (status, said) = refused(&["--listen", "nonsense"]);
    assert_eq!(status, Some(2));
    assert!(
        said.starts_with(
            "invalid value 'nonsense' for '--listen <ADDRESS>': invalid socket address syntax"
        ),
        "{said}"
    );
    let (status, said) = refused(&["--log", "nonsense=nonsense"]);
    assert_eq!(status, Some(2));
    assert!(said.starts_with("--log \"nonsense=nonsense\": "), "{said}");
    for flag in ["--bot-threads", "--drain", "--connections"] {
        let (status, said) = refused(&[flag, "0"]);
        assert_eq!(status, Some(2), "{said}");
        assert!(
            said.starts_with(&format!("invalid value '0' for '{flag} <N>': 0 is not in 1..")),
            "{said}"
        );
    }
}

#[test]
fn short_operator_tokens_are_rejected() {
    let (status, said) =
        refused(&[&ANY_PORT[..], &["--operator-token", "fifteen letters"]].concat());
    let text =
        "the operator's token has 15 character(s) and needs at least 16: it opens every match";
    assert_eq!((status, said.lines().next()), (Some(2), Some(text)));
}

fn refused_database(url: &str) -> String {
    let (status, said) = refused(&[&ANY_PORT[..], &["--db", url]].concat());
    assert_eq!(status, Some(1), "{said}");
    said
}

#[test]
fn invalid_database_urls_are_rejected() {
    let said = refused_database("foo:bar");
    assert_eq!(
        said,
        "foo:…: the database is not available: \"foo\" is not a database: use sqlite:PATH or \
         postgres://…"
    );
    let said = refused_database("sqlite:");
    assert_eq!(
        said,
        "sqlite:: the database is not available: sqlite: needs the path of a file, as in \
         sqlite:/var/lib/ennead.db"
    );
    let folder = Folder::new();
    let file = folder.path().join("matches.db");
    fs::write(
        &file,
        "this is a letter and no database, and it is long enough to be taken for one at first \
         sight",
    )
    .unwrap();
    let said = refused_database(&folder.sqlite());
    assert!(said.ends_with("matches.db: file is not a database"), "{said}");
    assert!(
        fs::read_to_string(file).unwrap().starts_with("this is a letter"),
        "and it stays what it is"
    );
}

#[test]
fn an_occupied_port() {
    let folder = Folder::new();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let (status, said) = refused(&["--listen", &address, "--db", &folder.sqlite()]);
    assert_eq!(status, Some(1));
    assert!(
        said.starts_with(&format!("cannot listen on {address}: Address already in use")),
        "{said}"
    );
    assert!(!folder.path().join("matches.db").exists(), "nothing was made");
}

#[test]
fn a_second_server_on_the_same_file() {
    let folder = Folder::new();
    let node = Node::start(&folder.sqlite());
    let said = refused_database(&folder.sqlite());
    let (file, pid) = (folder.path().join("matches.db"), node.pid().as_raw_nonzero());
    let expected =
        format!("{} is in use by process {pid}; only one can write to it", file.display());
    assert!(said.ends_with(&expected), "{said}");
    assert_eq!(
        node.get("/api/matches?state=open")["matches"],
        serde_json::json!([]),
        "the first is well"
    );
}

/// A password never appears in a message, wherever it is in the URL.
#[test]
fn a_postgres_that_rejects_the_connection() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    for url in [
        format!("postgres://ennead:sesame@127.0.0.1:{port}/matches"),
        format!("postgres://ennead:open@sesame@127.0.0.1:{port}/matches"),
        format!("postgres://ennead@127.0.0.1:{port}/matches?password=sesame"),
        format!("postgres://127.0.0.1:{port}/matches?user=ennead&password=sesame"),
        format!("postgres://ennead:what?sesame@127.0.0.1:{port}/matches"),
        "postgres:sesame".to_string(),
        "postgrs://ennead:sesame@localhost/matches".to_string(),
    ] {
        let said = refused_database(&url);
        assert!(!said.contains("sesame") && !said.contains("what"), "{url}: {said}");
        assert!(said.contains("the database is not available"), "{said}");
    }
    let url = PostgresServer::shared().database();
    let (server, _) = url.rsplit_once('/').unwrap();
    let said = refused_database(&format!("{server}/missing"));
    assert!(said.ends_with("database \"missing\" does not exist (3D000)"), "{said}");
}
