//! What a game offers to those who know it only by name.

use serde_json::Value as Json;

use crate::{Codec, Match, Notation, OptionSpec, Options, Refusal, Turn, refuse};

/// A game with its codecs and its drawings.
pub trait Catalog: Notation {
    /// The game's name for people.
    const TITLE: &'static str;
    /// What the game's formats can hold, so that one can be turned into another.
    type Content: 'static;

    /// Every format of the game, but for records, which all games share.
    fn codecs() -> &'static [&'static dyn Codec<Self::Content>];

    /// Options that drawings of this game understand.
    const DRAW_OPTIONS: &'static [OptionSpec] = &[];

    /// What a finished or unfinished match is to the game's formats.
    fn content_of(game: &Match<Self>) -> Self::Content;

    /// The match that a format's content is, where it is one.
    fn match_of(content: &Self::Content) -> Result<Match<Self>, Refusal>;

    /// The position as a drawing for people.
    fn draw(&self, options: &Options) -> Result<String, Refusal>;

    /// Whether a match can end without a winner, so that players may agree on that.
    const DRAWS: bool = true;

    /// How the seat is called: X and O, or player one and two.
    fn seat_name(seat: crate::Seat) -> String {
        seat.to_string()
    }

    /// What a move from here was, as far as everyone may know it; `after` is the position that it led to.
    fn tell_move(&self, mv: &Self::Move, _after: &Self) -> String {
        mv.to_string()
    }

    /// Reads the text form of a match: whole moves separated by spaces.
    fn parse_match(text: &str, setup: &Self::Setup) -> Result<Match<Self>, Refusal> {
        let mut game = Match::new(setup.clone());
        play_moves(&mut game, text)?;
        Ok(game)
    }

    /// What JSON says of a match beyond moves and outcome.
    fn match_json(_game: &Match<Self>) -> Vec<(&'static str, Json)> {
        Vec::new()
    }
}

/// Makes whole moves, written with spaces between them.
pub fn play_moves<G: Notation>(game: &mut Match<G>, text: &str) -> Result<(), Refusal> {
    for (index, word) in text.split_whitespace().enumerate() {
        let number = index + 1;
        let mv = G::parse_move(word).map_err(|error| refuse(format!("move {number}: {error}")))?;
        let choices =
            game.position().choices_of(&mv).map_err(|error| refuse(format!("move {number}: {error}")))?;
        for option in choices {
            game.play(option).map_err(|error| refuse(format!("move {number}: {error}")))?;
        }
    }
    Ok(())
}

/// The whole moves of a match; choices of a move that is only half made are left out.
pub fn moves_of<G: Notation>(game: &Match<G>) -> Vec<G::Move> {
    let mut moves = Vec::new();
    each_move(game, |_, mv, _| moves.push(mv));
    moves
}

/// A line for people about each whole move of a match: who, and what everyone may know of it.
pub fn log_of<G: Catalog>(game: &Match<G>) -> Vec<String> {
    let mut lines = Vec::new();
    each_move(game, |before: &G, mv, choices| {
        let Turn::Seat(seat) = before.turn() else { return };
        let mut after = before.clone();
        choices.iter().for_each(|option| after.choose(*option));
        lines.push(format!("{}: {}", G::seat_name(seat), before.tell_move(&mv, &after)));
    });
    lines
}

/// Goes through the whole moves of a match with the position before each, and its choices.
fn each_move<G: Notation>(game: &Match<G>, mut visit: impl FnMut(&G, G::Move, &[u32])) {
    let mut position = G::new(game.setup());
    let mut rest = game.choices();
    while !rest.is_empty() {
        if position.turn() == Turn::Chance {
            position.choose(rest[0]);
            rest = &rest[1..];
            continue;
        }
        let Some((mv, used)) = position.read_move(rest) else { break };
        let (made, after) = rest.split_at(used);
        visit(&position, mv, made);
        made.iter().for_each(|option| position.choose(*option));
        rest = after;
    }
}
