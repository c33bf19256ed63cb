//! The command load, as far as it goes without a server.

use std::net::TcpListener;

use crate::binary::{misused, refused};

#[test]
fn wrong_usage() {
    let said = misused(&["load", "--url", "ftp://127.0.0.1:9009"]);
    assert!(said.contains("it is http://HOST:PORT, as in http://127.0.0.1:9009"), "{said}");
    let said = misused(&["load", "--url", "https://127.0.0.1:9009"]);
    assert!(said.contains("this program speaks plain HTTP"), "{said}");
    let said = misused(&["load", "--matches", "0"]);
    assert!(
        said.starts_with("nothing to do: ask for at least one match or one idle socket"),
        "{said}"
    );
    let said = misused(&["load", "--depth", "3"]);
    assert!(said.contains("ttt") && said.contains("depth"), "{said}");
    let said = misused(&["load", "--game", "nested", "--depth", "3", "--rules", "open"]);
    assert!(said.contains("it is for depth 2 only"), "{said}");
}

/// A port that was free a moment ago has no server.
#[test]
fn no_server() {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let said = refused(&["load", "--url", &format!("http://{address}")]);
    assert!(said.starts_with(&format!("cannot set up a match at http://{address}: ")), "{said}");
}
