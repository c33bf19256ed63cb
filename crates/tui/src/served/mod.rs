//! A match on a server: its state, and the actions that the user can take.
//!
//! The caller owns the connection: events arrive through a channel, and actions go to a function.

mod lines;
mod screen;

use std::sync::mpsc::Receiver;

use ennead_game::Seat;

pub(crate) use screen::{ServedReply, ServedScreen};

pub use lines::play_in_lines_on_server;

/// A match on a server as the user may see it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServedMatch {
    /// The user's seat; `None` for spectators.
    pub seat: Option<Seat>,
    /// The user's view, in the game's encoding.
    pub view: Vec<u8>,
    /// The number of choices so far.
    pub ply: u32,
    /// The number of forced choices that the server has made since the view.
    pub forced: usize,
    /// The seat to move; `None` while a seat is open and once the match is over.
    pub turn: Option<Seat>,
    /// A short text for each option of the user's next choice.
    pub labels: Vec<String>,
    /// The view as text.
    pub drawing: String,
    /// One line per move.
    pub log: Vec<String>,
    /// The whole moves, where they are public.
    pub moves: Vec<String>,
    /// The last whole move, as far as the user may know it.
    pub last_move: Option<String>,
    /// The game and its players.
    pub title: String,
    /// The address of the match, for sharing.
    pub link: String,
    /// Whether a seat is open.
    pub is_open: bool,
    /// Whether the match is dealt when everybody is here.
    pub awaits_deal: bool,
    /// Whether draws can be offered in this game.
    pub has_draws: bool,
    /// The seat whose draw offer is pending.
    pub draw_offer: Option<Seat>,
    /// The seat whose takeback request is pending.
    pub takeback: Option<Seat>,
    /// Whether moves can be taken back in this match.
    pub has_takebacks: bool,
    /// The seconds left to each seat.
    pub clocks: Option<[f64; 2]>,
    /// The result of the match, as a sentence.
    pub result: Option<String>,
    /// Whether there is a rematch.
    pub has_next: bool,
    /// Whether the match was called off because a move was taken back.
    pub is_continued: bool,
}

impl ServedMatch {
    /// Whether the user chooses next.
    pub fn is_my_turn(&self) -> bool {
        self.turn.is_some() && self.turn == self.seat
    }

    /// The action that makes choices, counted from the view.
    pub fn choose(&self, options: &[u32]) -> ServerAction {
        let options = options.get(self.forced..).unwrap_or_default().to_vec();
        ServerAction::Choose { ply: self.ply, options }
    }

    /// The opponent's pending request, if any.
    fn pending_request(&self) -> Option<&'static str> {
        self.seat?;
        let is_theirs = |seat: Option<Seat>| seat.is_some() && seat != self.seat;
        if is_theirs(self.takeback) {
            return Some("The opponent asks to take a move back.");
        }
        is_theirs(self.draw_offer).then_some("The opponent offers a draw.")
    }

    /// What the opponent has declined since an earlier state.
    pub(crate) fn declined_since(&self, before: &ServedMatch) -> Option<&'static str> {
        let is_same = self.link == before.link && self.ply == before.ply && self.result.is_none();
        let is_gone = |then: Option<Seat>, now: Option<Seat>| {
            is_same && then.is_some() && then == self.seat && now.is_none()
        };
        if is_gone(before.takeback, self.takeback) {
            return Some("The opponent declines the takeback.");
        }
        is_gone(before.draw_offer, self.draw_offer).then_some("The opponent declines the draw.")
    }

    /// The action that declines the opponent's request.
    pub(crate) fn decline(&self) -> ServerAction {
        let asks = self.takeback.is_some() && self.takeback != self.seat;
        if asks { ServerAction::DeclineTakeback } else { ServerAction::Decline }
    }

    /// Whose turn it is, what is pending, or how the match ended.
    pub(crate) fn status(&self) -> String {
        let clocks = self.clocks.map(clock_text).unwrap_or_default();
        let text = match (&self.result, self.turn) {
            (Some(result), _) if self.is_continued => {
                format!("{result} It goes on in another match.")
            }
            (Some(result), _) if self.has_next => format!("{result} The opponent plays again."),
            (Some(result), _) => result.clone(),
            (None, _) if self.is_open && self.awaits_deal => {
                format!("Waiting for a player: {} (dealt when everybody is here)", self.link)
            }
            (None, _) if self.is_open => format!("Waiting for a player: {}", self.link),
            (None, Some(turn)) if self.pending_request().is_some() => {
                let whose = if Some(turn) == self.seat { "Your turn." } else { "Their turn." };
                format!("{whose} {}", self.pending_request().unwrap_or_default())
            }
            (None, _) if self.is_my_turn() => "Your turn.".into(),
            (None, Some(_)) if self.seat.is_some() => "The opponent's turn.".into(),
            (None, _) => "Watching.".into(),
        };
        format!("{text}{clocks}")
    }
}

fn clock_text(seconds: [f64; 2]) -> String {
    let text = seconds.map(|seconds| {
        let seconds = seconds.max(0.0) as u64;
        format!("{}:{:02}", seconds / 60, seconds % 60)
    });
    format!(" ({} and {} left)", text[0], text[1])
}

/// An action of the user on the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerAction {
    /// Makes these choices, in this order.
    Choose {
        /// The ply of the first one.
        ply: u32,
        /// The options.
        options: Vec<u32>,
    },
    /// Makes a whole move.
    Move {
        /// The ply of its first choice.
        ply: u32,
        /// The move.
        text: String,
    },
    /// Resigns, or calls the match off while a seat is open.
    Resign,
    /// Offers a draw, or accepts one.
    Draw,
    /// Declines a draw offer.
    Decline,
    /// Starts a rematch with seats swapped.
    Rematch,
    /// Takes back the user's last move, asks the opponent for that, or grants the opponent's
    /// request.
    Takeback,
    /// Declines the opponent's takeback request.
    DeclineTakeback,
}

/// A report of the connection.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerEvent {
    /// The match has changed.
    Match(Box<ServedMatch>),
    /// A message: why an action was rejected, or that the connection was lost.
    Say(String),
    /// The connection has ended for good.
    Gone(String),
}

/// A match on a server, and the connection to it.
pub struct ServerLink {
    /// The events.
    pub events: Receiver<ServerEvent>,
    /// Sends an action; its outcome is an event.
    pub act: Box<dyn Fn(ServerAction)>,
}
