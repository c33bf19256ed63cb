//! Type-erased matches.

use std::any::Any;

use serde_json::Value as Json;

use crate::environment::find_move;
use crate::scene::is_turn_of;
use crate::seen_move::seen_moves_of;
use crate::{
    Focus, GameError, LabelSet, Match, MoveLog, Options, PlayError, Presentation, Random, Scene,
    Seat, SeenMove, Setup, Sight, Turn, View, ViewData, Viewer, log_of, moves_of,
};

/// The bytes of a view: the only bytes that may be sent to a viewer.
///
/// A `ViewBytes` can only be built from a position and a viewer, so a whole position or a record
/// cannot be passed off as a view:
///
/// ```compile_fail
/// let record = vec![0x41];
/// let bytes = ennead_game::ViewBytes(record); // the field is private: use `ViewBytes::of`
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ViewBytes(Vec<u8>);

impl ViewBytes {
    /// Encodes what `viewer` may know of a position.
    pub fn of<G: View>(position: &G, viewer: Viewer) -> Self {
        ViewBytes(position.view(viewer).encode())
    }

    /// The encoded view.
    pub fn as_slice(&self) -> &[u8] {
        &self.0
    }
}

/// A type-erased match. Implemented by every [`Match`] of a game with a presentation and views.
pub trait AnyMatch: Any + Send + Sync {
    /// The game's identifier.
    fn game(&self) -> &'static str;
    /// The game's title.
    fn title(&self) -> &'static str;
    /// Whether a match can end in a draw.
    fn draws(&self) -> bool;
    /// The options of the set-up with their values.
    fn setup(&self) -> Vec<(&'static str, String)>;
    /// Who chooses next, or how the match ended.
    fn turn(&self) -> Turn;
    /// The number of options of the next choice.
    fn options(&self) -> u32;
    /// All choices so far.
    fn choices(&self) -> &[u32];
    /// Makes a choice; on error the match is unchanged.
    fn play(&mut self, option: u32) -> Result<(), PlayError>;
    /// Takes back the last choice.
    fn undo(&mut self) -> Option<u32>;
    /// Makes all chance choices up to the next turn of a seat.
    fn deal(&mut self, random: &mut dyn Random);
    /// The choices of a match that deals anew what no viewer may know, if the game implements its
    /// own way to do so; see [`View::redeal`].
    fn redeal(&self, viewers: &[Viewer], random: &mut dyn Random) -> Option<Vec<u32>>;
    /// A viewer's view.
    fn view(&self, viewer: Viewer) -> ViewBytes;
    /// The scene that a viewer's client draws.
    fn scene(&self, viewer: Viewer, focus: &Focus) -> Result<Scene, GameError>;
    /// A short text for each option on offer to a viewer; empty unless it is the viewer's turn.
    fn option_texts(&self, viewer: Viewer) -> Vec<String>;
    /// The option that a label currently stands for, if it is on offer.
    fn label_option(&self, label: u8) -> Option<u32>;
    /// The label of an option of the next choice, if a seat chooses and the option exists.
    fn option_label(&self, option: u32) -> Option<u8>;
    /// A text drawing of what a viewer may know.
    fn draw_view(&self, viewer: Viewer) -> String;
    /// Explanations for a viewer as the game's own JSON object, from what that viewer has seen.
    fn explain(&self, viewer: Viewer) -> Json;
    /// Whether the game has no secrets, so that everybody may see the choices and
    /// [`moves`](Self::moves) while the match goes on.
    fn is_open(&self) -> bool;
    /// What a viewer sees now, to find out later what it can tell of the move that follows; `None`
    /// in an open game.
    fn sight(&self, viewer: Viewer) -> Option<Sight>;
    /// What a viewer can tell of the whole move made since, before chance chooses again.
    fn seen_since(&self, before: &Sight) -> Option<SeenMove>;
    /// One line per whole move, as a viewer sees it.
    fn log(&self, viewer: Viewer) -> Vec<String>;
    /// Brings a log of this match up to date: only moves made since the last call are described.
    fn extend_log(&self, log: &mut MoveLog);
    /// The whole moves so far, as text; none if the viewer cannot tell every one of them.
    fn seen_moves(&self, viewer: Viewer) -> Vec<String>;
    /// The whole moves so far as text, hidden ones included.
    fn moves(&self) -> Vec<String>;
    /// The whole moves so far: the number of choices before each, and its number. Absent from the
    /// browser module, which does not need them.
    #[cfg(not(target_family = "wasm"))]
    fn numbered_moves(&self) -> Vec<(usize, u64)>;
    /// The legal whole moves, as text. Call it only between whole moves.
    fn legal_moves(&self) -> Vec<String>;
    /// The number of legal whole moves, without listing them.
    fn count_moves(&self) -> u64;
    /// The numbers of the legal whole moves, in the order of [`legal_moves`](Self::legal_moves).
    fn legal_numbers(&self) -> Vec<u64>;
    /// The choices that make up a move in this position, or why it cannot be made.
    fn choices_of(&self, text: &str) -> Result<Vec<u32>, GameError>;
    /// The choices that make up the legal move with this number.
    fn choices_of_number(&self, number: u64) -> Result<Vec<u32>, GameError>;
    /// The text of a one-byte move, as document 003 writes moves; `None` if the byte is not a move
    /// or the game has no one-byte moves.
    fn short_move(&self, byte: u8) -> Option<String>;
    /// A drawing of the whole position, secrets included.
    fn draw(&self, options: &Options) -> Result<String, GameError>;
    /// The match as a record, for the store and, once the match is over, for everyone.
    fn record(&self) -> Vec<u8>;
    /// The cost of each choice in bits under the game's newest model: how surprising it is.
    fn surprises(&self) -> Vec<f64>;
    /// The name of a seat.
    fn seat_name(&self, seat: Seat) -> String;
    /// A match with the same set-up before its first choice.
    fn restart(&self) -> Box<dyn AnyMatch>;
    /// Clones the match into a new box.
    fn boxed_clone(&self) -> Box<dyn AnyMatch>;
}

impl<G: Presentation + View> AnyMatch for Match<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn draws(&self) -> bool {
        G::DRAWS
    }

    fn setup(&self) -> Vec<(&'static str, String)> {
        G::Setup::OPTIONS
            .iter()
            .map(|spec| (spec.name, Match::setup(self).get(spec.name)))
            .collect()
    }

    fn turn(&self) -> Turn {
        self.position().turn()
    }

    fn options(&self) -> u32 {
        self.position().options()
    }

    fn choices(&self) -> &[u32] {
        Match::choices(self)
    }

    fn play(&mut self, option: u32) -> Result<(), PlayError> {
        Match::play(self, option)
    }

    fn undo(&mut self) -> Option<u32> {
        Match::undo(self)
    }

    fn deal(&mut self, random: &mut dyn Random) {
        Match::deal(self, random);
    }

    fn redeal(&self, viewers: &[Viewer], random: &mut dyn Random) -> Option<Vec<u32>> {
        G::redeal(self, viewers, random)
    }

    fn view(&self, viewer: Viewer) -> ViewBytes {
        ViewBytes::of(self.position(), viewer)
    }

    fn scene(&self, viewer: Viewer, focus: &Focus) -> Result<Scene, GameError> {
        Scene::of(self.position(), viewer, focus)
    }

    fn option_texts(&self, viewer: Viewer) -> Vec<String> {
        let view = self.position().view(viewer);
        let labels = if is_turn_of(view.turn(), viewer) { view.labels() } else { LabelSet::EMPTY };
        labels.iter().map(|label| view.label_text(label)).collect()
    }

    fn label_option(&self, label: u8) -> Option<u32> {
        self.labels_of_mover().option_of(label)
    }

    fn option_label(&self, option: u32) -> Option<u8> {
        self.labels_of_mover().nth(option)
    }

    fn draw_view(&self, viewer: Viewer) -> String {
        self.position().view(viewer).draw()
    }

    fn explain(&self, viewer: Viewer) -> Json {
        let mut then = G::new(Match::setup(self));
        let mut earlier = Match::choices(self).iter().map(|option| {
            let view = then.view(viewer);
            then.choose(*option);
            view
        });
        self.position().view(viewer).explain(&mut earlier)
    }

    fn is_open(&self) -> bool {
        G::OPEN
    }

    fn sight(&self, viewer: Viewer) -> Option<Sight> {
        Sight::of(self.position(), viewer)
    }

    fn seen_since(&self, before: &Sight) -> Option<SeenMove> {
        before.describe(self.position())
    }

    fn log(&self, viewer: Viewer) -> Vec<String> {
        log_of(self, viewer)
    }

    fn extend_log(&self, log: &mut MoveLog) {
        log.extend(self);
    }

    fn seen_moves(&self, viewer: Viewer) -> Vec<String> {
        seen_moves_of(self, viewer)
    }

    fn moves(&self) -> Vec<String> {
        moves_of(self).iter().map(ToString::to_string).collect()
    }

    #[cfg(not(target_family = "wasm"))]
    fn numbered_moves(&self) -> Vec<(usize, u64)> {
        crate::presentation::numbered_moves_of(self)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.position().moves().iter().map(ToString::to_string).collect()
    }

    fn count_moves(&self) -> u64 {
        self.position().count_moves()
    }

    fn legal_numbers(&self) -> Vec<u64> {
        self.position().moves().iter().map(G::number).collect()
    }

    fn choices_of(&self, text: &str) -> Result<Vec<u32>, GameError> {
        Ok(self.position().choices_of(&G::parse_move(text)?)?)
    }

    fn choices_of_number(&self, number: u64) -> Result<Vec<u32>, GameError> {
        let position = self.position();
        Ok(position.choices_of(&find_move(position, number)?)?)
    }

    fn short_move(&self, byte: u8) -> Option<String> {
        G::short_move(byte)
    }

    fn draw(&self, options: &Options) -> Result<String, GameError> {
        self.position().draw(options)
    }

    fn record(&self) -> Vec<u8> {
        self.encode()
    }

    fn surprises(&self) -> Vec<f64> {
        Match::surprises(self)
    }

    fn seat_name(&self, seat: Seat) -> String {
        G::seat_name(seat)
    }

    fn restart(&self) -> Box<dyn AnyMatch> {
        Box::new(Match::<G>::new(Match::setup(self).clone()))
    }

    fn boxed_clone(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }
}

impl<G: View> Match<G> {
    /// The labels of the next choice, as seen by the seat that makes it.
    fn labels_of_mover(&self) -> LabelSet {
        match self.position().turn() {
            Turn::Seat(seat) => self.position().labels(Viewer::Seat(seat)),
            _ => LabelSet::EMPTY,
        }
    }
}
