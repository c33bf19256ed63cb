//! Titles, drawings and wording of a game.

use serde_json::Value as Json;

use crate::{GameError, Match, Notation, OptionSpec, Options, Seat, Turn, reject};

/// How a game is presented to people. Everything has a default.
pub trait Presentation: Notation {
    /// The game's title.
    const TITLE: &'static str = Self::ID;

    /// Whether a match can end in a draw, so that players may also agree on one.
    const DRAWS: bool = true;

    /// Options that drawings of this game accept.
    const DRAW_OPTIONS: &'static [OptionSpec] = &[];

    /// A drawing of the whole position; may contain ANSI colours.
    fn draw(&self, _options: &Options) -> Result<String, GameError> {
        Ok(format!("{self:#?}\n"))
    }

    /// The name of a seat, by default player 1 or player 2.
    fn seat_name(seat: Seat) -> String {
        seat.to_string()
    }

    /// Parses the text form of a match: whole moves separated by spaces, and `!N` where chance
    /// takes option N, counted from 0.
    fn parse_match(text: &str, setup: &Self::Setup) -> Result<Match<Self>, GameError> {
        let mut game = Match::new(setup.clone());
        play_moves(&mut game, text)?;
        Ok(game)
    }

    /// Additional JSON fields of a match, besides moves and outcome. By default its text form,
    /// where the moves alone do not determine the choices of chance.
    fn match_json(game: &Match<Self>) -> Vec<(&'static str, Json)> {
        let line = text_of(game);
        if line.contains('!') { vec![("line", line.into())] } else { Vec::new() }
    }
}

/// Makes whole moves, given as text and separated by spaces, with `!N` for option N of chance.
pub fn play_moves<G: Notation>(game: &mut Match<G>, text: &str) -> Result<(), GameError> {
    for (index, word) in text.split_whitespace().enumerate() {
        let number = index + 1;
        let choices =
            choices_of(game, word).map_err(|reason| reject(format!("move {number}: {reason}")))?;
        for option in choices {
            game.play(option).map_err(|error| reject(format!("move {number}: {error}")))?;
        }
    }
    Ok(())
}

/// The choices that one word of a match's text form stands for.
fn choices_of<G: Notation>(game: &Match<G>, word: &str) -> Result<Vec<u32>, String> {
    let position = game.position();
    if position.turn() != Turn::Chance {
        let mv = G::parse_move(word).map_err(|error| error.to_string())?;
        return position.choices_of(&mv).map_err(|error| error.to_string());
    }
    let options = position.options();
    let option = word.strip_prefix('!').and_then(|digits| digits.parse().ok());
    match option.filter(|option| *option < options) {
        Some(option) => Ok(vec![option]),
        None => Err(format!("chance is next: write !0 to !{}, not {word:?}", options - 1)),
    }
}

/// The text form of a match, without a half-made move at its end.
fn text_of<G: Notation>(game: &Match<G>) -> String {
    let mut words = Vec::new();
    each_step(game, |step| {
        words.push(match step {
            Step::Chance(option) => format!("!{option}"),
            Step::Move(_, mv, _) => mv.to_string(),
        });
    });
    words.join(" ")
}

/// The whole moves of a match, without a half-made move at its end.
pub fn moves_of<G: Notation>(game: &Match<G>) -> Vec<G::Move> {
    let mut moves = Vec::new();
    each_move(game, |_, mv, _| moves.push(mv));
    moves
}

/// The whole moves of a match: the number of choices before each, and its number.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn numbered_moves_of<G: Notation>(game: &Match<G>) -> Vec<(usize, u64)> {
    let (mut ply, mut moves) = (0, Vec::new());
    each_step(game, |step| match step {
        Step::Chance(_) => ply += 1,
        Step::Move(_, mv, choices) => {
            moves.push((ply, G::number(&mv)));
            ply += choices.len();
        }
    });
    moves
}

/// Visits the whole moves of a match, each with the position before it and its choices.
fn each_move<G: Notation>(game: &Match<G>, mut visit: impl FnMut(&G, G::Move, &[u32])) {
    each_step(game, |step| {
        if let Step::Move(before, mv, choices) = step {
            visit(before, mv, choices);
        }
    });
}

/// A part of the text form of a match.
pub(crate) enum Step<'a, G: Notation> {
    /// An option chosen by chance.
    Chance(u32),
    /// The position before a whole move, the move, and its choices.
    Move(&'a G, G::Move, &'a [u32]),
}

fn each_step<G: Notation>(game: &Match<G>, visit: impl FnMut(Step<'_, G>)) {
    steps_onwards(&mut G::new(game.setup()), game.choices(), visit);
}

/// Visits the steps that begin at a position, and makes them. Returns the number of choices that
/// they consist of: those of a move that is only half made are left.
pub(crate) fn steps_onwards<G: Notation>(
    position: &mut G,
    choices: &[u32],
    mut visit: impl FnMut(Step<'_, G>),
) -> usize {
    let mut rest = choices;
    while !rest.is_empty() {
        if position.turn() == Turn::Chance {
            visit(Step::Chance(rest[0]));
            position.choose(rest[0]);
            rest = &rest[1..];
            continue;
        }
        let Some((mv, used)) = position.read_move(rest) else { break };
        let (made, after) = rest.split_at(used);
        visit(Step::Move(position, mv, made));
        made.iter().for_each(|option| position.choose(*option));
        rest = after;
    }
    choices.len() - rest.len()
}
