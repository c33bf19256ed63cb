//! A game that begins without a secret: one seat hides a coin, and the other one guesses its side.

use ennead_game::{
    Game, Match, MoveError, Notation, Outcome, Presentation, Random, RecordOnly, Seat, Turn, View,
    ViewData, ViewError, Viewer,
};
use ennead_host::tools::{Feature, games as list_games};
use ennead_kit::{Games, Kit};
use ennead_search::Roster;
use serde_json::Value as Json;

/// The choices so far; in a view, without those that the viewer may not know.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pennies(Vec<Option<u8>>);

const HIDDEN: u8 = 2;

impl Game for Pennies {
    const ID: &'static str = "pennies";
    const NUMBER: u8 = 212;
    type Setup = ();

    fn new(_: &()) -> Self {
        Pennies(Vec::new())
    }

    fn turn(&self) -> Turn {
        match self.0.as_slice() {
            [] => Turn::Seat(Seat::FIRST),
            [_] => Turn::Seat(Seat::SECOND),
            [coin, guess, ..] if coin == guess => Turn::Over(Outcome::Win(Seat::SECOND)),
            _ => Turn::Over(Outcome::Win(Seat::FIRST)),
        }
    }

    fn options(&self) -> u32 {
        if self.0.len() < 2 { 2 } else { 0 }
    }

    fn choose(&mut self, option: u32) {
        self.0.push(Some(option as u8));
    }
}

impl Notation for Pennies {
    type Move = u32;

    fn moves(&self) -> Vec<u32> {
        (0..Game::options(self)).collect()
    }

    fn number(mv: &u32) -> u64 {
        (*mv).into()
    }

    fn parse_move(text: &str) -> Result<u32, MoveError> {
        text.parse().map_err(|_| MoveError::text(text, "a side is 0 or 1"))
    }

    fn choices_of(&self, mv: &u32) -> Result<Vec<u32>, MoveError> {
        Ok(vec![*mv])
    }

    fn read_move(&self, choices: &[u32]) -> Option<(u32, usize)> {
        Some((*choices.first()?, 1))
    }
}

impl Presentation for Pennies {
    const TITLE: &'static str = "Matching pennies";
}

impl ViewData for Pennies {
    fn encode(&self) -> Vec<u8> {
        self.0.iter().map(|choice| choice.unwrap_or(HIDDEN)).collect()
    }

    fn decode(bytes: &[u8]) -> Result<Self, ViewError> {
        let choice = |byte: &u8| (*byte != HIDDEN).then_some(*byte);
        Ok(Pennies(bytes.iter().map(choice).collect()))
    }

    fn turn(&self) -> Turn {
        Game::turn(self)
    }

    fn options(&self) -> u32 {
        Game::options(self)
    }
}

impl View for Pennies {
    type Data = Pennies;

    fn view(&self, viewer: Viewer) -> Pennies {
        let mut view = self.clone();
        if let ([coin], false) = (view.0.as_mut_slice(), viewer == Viewer::Seat(Seat::FIRST)) {
            *coin = None;
        }
        view
    }

    fn sample(view: &Pennies, random: &mut dyn Random) -> Self {
        let known = |choice: &Option<u8>| choice.or(Some(random.below(2) as u8));
        Pennies(view.0.iter().map(known).collect())
    }

    fn redeal(_: &Match<Self>, _: &[Viewer], _: &mut dyn Random) -> Option<Vec<u32>> {
        None
    }
}

/// Found in a game whose seats shared a screen although one of them had hidden a choice.
#[test]
fn a_game_that_begins_without_a_secret_is_not_open_if_a_choice_is_hidden() {
    static GAME: Kit = Kit::of::<Pennies, RecordOnly>(Roster::of::<Pennies>(&[], ""));
    static GAMES: Games = Games::new(&[&GAME, &ennead_ttt::GAME, &ennead_schotten::GAME]);
    let list = serde_json::to_value(list_games(GAMES, Feature::ALL)).unwrap();
    let open = |at: usize| &list["games"][at]["open"];
    assert_eq!([open(0), open(1), open(2)], [false, true, false].map(Json::from).each_ref());
}
