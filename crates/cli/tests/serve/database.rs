//! The contents of a database, read without the server.

use std::collections::HashMap;

use ennead_kit::{Games, Kit};
use ennead_store::Store;

use crate::node::ennead;

/// The built-in games.
static GAMES: Games = Games::new(KITS);
static KITS: &[&Kit] = &[&ennead_ttt::GAME, &ennead_nested::GAME, &ennead_schotten::GAME];

/// Replays every match with `ennead verify`, and returns the last line of its output.
pub(crate) fn verify(url: &str) -> String {
    let output = ennead(&["verify", "--db", url]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.ends_with(", 0 fault(s)\n"), "{text}");
    text
}

/// The choices of every match, by its id.
pub(crate) fn choices(url: &str) -> HashMap<String, Vec<u32>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open_to_read(url).await.unwrap();
        let mut all = HashMap::new();
        let mut after = None;
        loop {
            let page = store.page(after, 1000).await.unwrap();
            let Some((last, _, _)) = page.last() else { break };
            after = Some(*last);
            for (id, stored, _) in page {
                all.insert(id.to_string(), stored.replay(GAMES).unwrap().choices().to_vec());
            }
        }
        all
    })
}
