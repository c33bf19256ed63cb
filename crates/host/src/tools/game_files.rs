//! `GET /games/{id}/{path}`: the web files of a game.

use std::borrow::Cow;

use ennead_kit::{Games, Kit};

use super::icon::generated_icon;

/// The module of a game's web board.
pub(super) const BOARD: &str = "board.js";
/// The style sheet of its board.
pub(super) const STYLE: &str = "board.css";
/// The module that edits values of its formats.
pub(super) const EDITOR: &str = "editor.js";
/// Its icon; every game has one.
pub(super) const ICON: &str = "icon.svg";

/// A web file of a game: one that the game provides, or an icon generated from its title.
pub fn game_file(games: Games, id: &str, path: &str) -> Option<Cow<'static, [u8]>> {
    let kit = games.game(id)?;
    if path == ICON {
        return Some(match kit.icon() {
            Some(icon) => Cow::Borrowed(icon.as_bytes()),
            None => Cow::Owned(generated_icon(kit.id(), kit.game().title()).into_bytes()),
        });
    }
    kit.web().iter().find(|file| file.path == path).map(|file| Cow::Borrowed(file.bytes))
}

/// Whether a game provides a web file.
pub(super) fn has_file(kit: &Kit, path: &str) -> bool {
    kit.web().iter().any(|file| file.path == path)
}

/// The address of a game's web file.
pub(super) fn address(kit: &Kit, path: &str) -> String {
    format!("/games/{}/{path}", kit.id())
}
