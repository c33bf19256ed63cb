//! Games of open information.

use crate::{
    Game, GameError, LabelSet, Match, MoveError, Notation, OptionSpec, Options, Predictor,
    Presentation, Random, Seat, Turn, View, ViewData, ViewError, Viewer,
};

/// A game of open information with a default view: the record of the match so far, the same for
/// every viewer.
///
/// A game that implements [`Game`] and [`Notation`] is complete as `Open<G>`. These views grow with
/// the match, so a game with compact positions may prefer to implement [`View`] itself.
///
/// ```
/// # use ennead_game::{Game, Match, Outcome, Seat, Turn};
/// # #[derive(Clone, Debug, PartialEq, Eq)]
/// # struct Coin(bool);
/// # impl Game for Coin {
/// #     const ID: &'static str = "coin";
/// #     const NUMBER: u8 = 201;
/// #     type Setup = ();
/// #     fn new(_: &()) -> Self { Coin(false) }
/// #     fn turn(&self) -> Turn {
/// #         if self.0 { Turn::Over(Outcome::Draw) } else { Turn::Seat(Seat::FIRST) }
/// #     }
/// #     fn options(&self) -> u32 { if self.0 { 0 } else { 2 } }
/// #     fn choose(&mut self, _: u32) { self.0 = true; }
/// # }
/// use ennead_game::Open;
/// let mut game = Match::<Open<Coin>>::new(());
/// game.play(1)?;
/// assert!(game.is_over());
/// # Ok::<(), ennead_game::PlayError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open<G: Game>(Match<G>);

impl<G: Game> Open<G> {
    /// The position of the wrapped game.
    pub fn position(&self) -> &G {
        self.0.position()
    }
}

impl<G: Game> Game for Open<G> {
    const ID: &'static str = G::ID;
    const NUMBER: u8 = G::NUMBER;
    type Setup = G::Setup;
    const MODEL: u8 = G::MODEL;

    fn new(setup: &G::Setup) -> Self {
        Open(Match::new(setup.clone()))
    }

    fn predictor(setup: &G::Setup, model: u8) -> Option<Box<dyn Predictor<Self>>> {
        Some(Box::new(OpenPredictor(G::predictor(setup, model)?)))
    }

    fn turn(&self) -> Turn {
        self.position().turn()
    }

    fn options(&self) -> u32 {
        self.position().options()
    }

    fn choose(&mut self, option: u32) {
        self.0.push_unchecked(option);
    }
}

/// The predictor of the wrapped game.
struct OpenPredictor<G: Game>(Box<dyn Predictor<G>>);

impl<G: Game> Predictor<Open<G>> for OpenPredictor<G> {
    fn predict(&mut self, position: &Open<G>, shares: &mut [u32]) {
        self.0.predict(position.position(), shares);
    }

    fn note(&mut self, position: &Open<G>, option: u32) {
        self.0.note(position.position(), option);
    }
}

impl<G: Notation> Notation for Open<G> {
    type Move = G::Move;

    fn moves(&self) -> Vec<G::Move> {
        self.position().moves()
    }

    fn number(mv: &G::Move) -> u64 {
        G::number(mv)
    }

    fn parse_move(text: &str) -> Result<G::Move, MoveError> {
        G::parse_move(text)
    }

    fn choices_of(&self, mv: &G::Move) -> Result<Vec<u32>, MoveError> {
        self.position().choices_of(mv)
    }

    fn read_move(&self, choices: &[u32]) -> Option<(G::Move, usize)> {
        self.position().read_move(choices)
    }

    fn short_move(byte: u8) -> Option<String> {
        G::short_move(byte)
    }

    fn count_moves(&self) -> u64 {
        self.position().count_moves()
    }

    fn nth_move(&self, index: u64) -> G::Move {
        self.position().nth_move(index)
    }

    fn count_sequences(&self, plies: u32) -> u64 {
        self.position().count_sequences(plies)
    }
}

impl<G: Presentation> Presentation for Open<G> {
    const TITLE: &'static str = G::TITLE;
    const DRAWS: bool = G::DRAWS;
    const DRAW_OPTIONS: &'static [OptionSpec] = G::DRAW_OPTIONS;

    fn draw(&self, options: &Options) -> Result<String, GameError> {
        self.position().draw(options)
    }

    fn seat_name(seat: Seat) -> String {
        G::seat_name(seat)
    }
}

/// The view of an open game: the match so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenView<G: Game>(Match<G>);

impl<G: Presentation> ViewData for OpenView<G> {
    fn encode(&self) -> Vec<u8> {
        self.0.encode()
    }

    fn decode(bytes: &[u8]) -> Result<Self, ViewError> {
        Match::decode(bytes)
            .map(OpenView)
            .map_err(|error| ViewError { at: 0, reason: error.to_string() })
    }

    fn turn(&self) -> Turn {
        self.0.position().turn()
    }

    fn options(&self) -> u32 {
        self.0.position().options()
    }

    fn label_text(&self, label: u8) -> String {
        match self.0.position().read_move(&[label.into()]) {
            Some((mv, 1)) => mv.to_string(),
            _ => (u32::from(label) + 1).to_string(),
        }
    }

    fn draw(&self) -> String {
        self.0.position().draw(&Options::new()).unwrap_or_default()
    }
}

impl<G: Presentation> View for Open<G> {
    type Data = OpenView<G>;
    const OPEN: bool = true;

    fn view(&self, _: Viewer) -> OpenView<G> {
        OpenView(self.0.clone())
    }

    fn labels(&self, _: Viewer) -> LabelSet {
        LabelSet::first(self.options())
    }

    fn sample(view: &OpenView<G>, _: &mut dyn Random) -> Self {
        Open(view.0.clone())
    }
}
