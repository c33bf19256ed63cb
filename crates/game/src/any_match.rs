//! A match of a game that is known only by name.

use crate::labels::labels_in;
use crate::scene::is_turn_of;
use crate::{
    Catalog, Explanation, Look, Match, Options, PlayError, Random, Refusal, Scene, Seat, Seen, Setup, Turn,
    View, Viewer, label_at, log_of, moves_of, option_of,
};

/// The bytes of a view: all that may ever be sent to whoever looks at a match.
///
/// They come from a position and a viewer and from nothing else, so that a whole position or a record cannot be taken for a view:
///
/// ```compile_fail
/// let record = vec![0x41];
/// let bytes = ennead_game::ViewBytes(record); // the field is private: only `ViewBytes::of` fills it
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ViewBytes(Vec<u8>);

impl ViewBytes {
    /// What `viewer` may know of a position.
    pub fn of<G: View>(position: &G, viewer: Viewer) -> Self {
        ViewBytes(position.view(viewer).encode())
    }

    /// The bytes.
    pub fn as_slice(&self) -> &[u8] {
        &self.0
    }
}

/// A match of a game that is known only by name; every [`Match`] of a game with a catalog and views is one.
pub trait AnyMatch: Send + Sync {
    /// The game's name.
    fn game(&self) -> &'static str;
    /// The options of the set-up and their values.
    fn setup(&self) -> Vec<(&'static str, String)>;
    /// Who chooses next, or how the match ended.
    fn turn(&self) -> Turn;
    /// Among how many options.
    fn options(&self) -> u32;
    /// All choices so far.
    fn choices(&self) -> &[u32];
    /// Makes a choice, or changes nothing.
    fn play(&mut self, option: u32) -> Result<(), PlayError>;
    /// Takes the last choice back.
    fn undo(&mut self) -> Option<u32>;
    /// Makes every chance choice up to the next turn of a seat.
    fn deal(&mut self, random: &mut dyn Random);
    /// What a viewer may know.
    fn view(&self, viewer: Viewer) -> ViewBytes;
    /// What a viewer's client needs to draw the position.
    fn scene(&self, viewer: Viewer, look: &Look) -> Result<Scene, Refusal>;
    /// A few words for each option on offer to a viewer; none unless it is the viewer's turn.
    fn option_texts(&self, viewer: Viewer) -> Vec<String>;
    /// The option that a label stands for now, if it is on offer.
    fn label_option(&self, label: u8) -> Option<u32>;
    /// The label of an option of the next choice, if there is such an option and a seat chooses.
    fn option_label(&self, option: u32) -> Option<u8>;
    /// What a viewer may know, drawn with letters.
    fn draw_view(&self, viewer: Viewer) -> String;
    /// What there is to explain to a viewer, from public knowledge only.
    fn explain(&self, viewer: Viewer) -> Vec<Explanation>;
    /// Whether everyone may see [`moves`](Self::moves) and the labels of choices while the match goes on.
    fn shows_moves(&self) -> bool;
    /// A line for people about each whole move, public knowledge only.
    fn log(&self) -> Vec<String>;
    /// The whole moves so far, as text.
    fn moves(&self) -> Vec<String>;
    /// The legal whole moves, as text; only where no move is half made.
    fn legal_moves(&self) -> Vec<String>;
    /// The choices that a move makes here, or why it cannot be made.
    fn choices_of(&self, text: &str) -> Result<Vec<u32>, Refusal>;
    /// The position for people who may see all of it.
    fn draw(&self, options: &Options) -> Result<String, Refusal>;
    /// The match as a record: for the store and, once it is over, for everyone.
    fn record(&self) -> Vec<u8>;
    /// What the seat is called.
    fn seat_name(&self, seat: Seat) -> String;
    /// The same match once more.
    fn boxed_clone(&self) -> Box<dyn AnyMatch>;
}

impl<G: Catalog + View> AnyMatch for Match<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn setup(&self) -> Vec<(&'static str, String)> {
        G::Setup::OPTIONS.iter().map(|spec| (spec.name, Match::setup(self).get(spec.name))).collect()
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

    fn view(&self, viewer: Viewer) -> ViewBytes {
        ViewBytes::of(self.position(), viewer)
    }

    fn scene(&self, viewer: Viewer, look: &Look) -> Result<Scene, Refusal> {
        Scene::of(self.position(), viewer, look)
    }

    fn option_texts(&self, viewer: Viewer) -> Vec<String> {
        let seen = self.position().view(viewer);
        let labels = if is_turn_of(seen.turn(), viewer) { seen.labels() } else { 0 };
        labels_in(labels).map(|label| seen.label_text(label)).collect()
    }

    fn label_option(&self, label: u8) -> Option<u32> {
        option_of(self.labels_of_mover(), label)
    }

    fn option_label(&self, option: u32) -> Option<u8> {
        label_at(self.labels_of_mover(), option)
    }

    fn draw_view(&self, viewer: Viewer) -> String {
        self.position().view(viewer).draw()
    }

    fn explain(&self, viewer: Viewer) -> Vec<Explanation> {
        G::explain_match(self, viewer)
    }

    fn shows_moves(&self) -> bool {
        G::SHOWS_MOVES
    }

    fn log(&self) -> Vec<String> {
        log_of(self)
    }

    fn moves(&self) -> Vec<String> {
        moves_of(self).iter().map(ToString::to_string).collect()
    }

    fn legal_moves(&self) -> Vec<String> {
        self.position().moves().iter().map(ToString::to_string).collect()
    }

    fn choices_of(&self, text: &str) -> Result<Vec<u32>, Refusal> {
        Ok(self.position().choices_of(&G::parse_move(text)?)?)
    }

    fn draw(&self, options: &Options) -> Result<String, Refusal> {
        self.position().draw(options)
    }

    fn record(&self) -> Vec<u8> {
        self.encode()
    }

    fn seat_name(&self, seat: Seat) -> String {
        G::seat_name(seat)
    }

    fn boxed_clone(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }
}

impl<G: View> Match<G> {
    /// The labels of the next choice as the seat that makes it sees them.
    fn labels_of_mover(&self) -> u64 {
        match self.position().turn() {
            Turn::Seat(seat) => self.position().labels(Viewer::Seat(seat)),
            _ => 0,
        }
    }
}
