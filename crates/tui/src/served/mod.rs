//! A match on a server: what is known of it, and what the person may ask of the server.
//!
//! The connection is the caller's: events arrive through a channel, and actions go to a function.

mod lines;
mod screen;

use std::sync::mpsc::Receiver;

use ennead_game::Seat;

pub(crate) use screen::{ServedReply, ServedScreen};

pub use lines::play_in_lines_on_server;

/// A match on a server as the person may see it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ServedMatch {
    /// The person's seat; none for spectators.
    pub seat: Option<Seat>,
    /// What the person may know, as the game encodes it.
    pub view: Vec<u8>,
    /// The number of choices so far.
    pub ply: u32,
    /// How many forced choices the server has made since the view.
    pub forced: usize,
    /// The seat on the move; none while a seat is open and once the match is over.
    pub turn: Option<Seat>,
    /// A few words for each option of the person's next choice.
    pub labels: Vec<String>,
    /// The view as text.
    pub drawing: String,
    /// One line per move.
    pub log: Vec<String>,
    /// The whole moves, where they are public.
    pub moves: Vec<String>,
    /// The last whole move, as far as the person may know it.
    pub last_move: Option<String>,
    /// What is played, and who plays.
    pub title: String,
    /// The address of the match, for a friend.
    pub link: String,
    /// Whether a seat is open.
    pub is_open: bool,
    /// Whether the game has draws that can be offered.
    pub has_draws: bool,
    /// The seat whose offer of a draw stands.
    pub draw_offer: Option<Seat>,
    /// The seat that asks to take a move back.
    pub takeback: Option<Seat>,
    /// Whether moves are taken back in this match.
    pub has_takebacks: bool,
    /// The seconds left to each seat.
    pub clocks: Option<[f64; 2]>,
    /// How the match has ended, as a sentence.
    pub result: Option<String>,
    /// Whether the opponent waits in a rematch.
    pub has_next: bool,
    /// Whether the match was called off because a move was taken back.
    pub is_continued: bool,
}

impl ServedMatch {
    /// Whether the person chooses next.
    pub fn is_my_turn(&self) -> bool {
        self.turn.is_some() && self.turn == self.seat
    }

    /// The action that makes choices, counted from the view.
    pub fn choose(&self, options: &[u32]) -> ServerAction {
        let options = options.get(self.forced..).unwrap_or_default().to_vec();
        ServerAction::Choose { ply: self.ply, options }
    }

    /// What the opponent waits for an answer to.
    fn wish(&self) -> Option<&'static str> {
        self.seat?;
        let is_theirs = |seat: Option<Seat>| seat.is_some() && seat != self.seat;
        if is_theirs(self.takeback) {
            return Some("The opponent asks to take a move back.");
        }
        is_theirs(self.draw_offer).then_some("The opponent offers a draw.")
    }

    /// What the opponent has declined since an earlier look.
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

    /// The action that declines what the opponent asks for.
    pub(crate) fn decline(&self) -> ServerAction {
        let asks = self.takeback.is_some() && self.takeback != self.seat;
        if asks { ServerAction::DeclineTakeback } else { ServerAction::Decline }
    }

    /// Whose turn it is, what is waited for, or how the match has ended.
    pub(crate) fn status(&self) -> String {
        let clocks = self.clocks.map(clock_text).unwrap_or_default();
        let text = match (&self.result, self.turn) {
            (Some(result), _) if self.is_continued => {
                format!("{result} It goes on in another match.")
            }
            (Some(result), _) if self.has_next => format!("{result} The opponent plays again."),
            (Some(result), _) => result.clone(),
            (None, _) if self.is_open => format!("Waiting for a player: {}", self.link),
            (None, Some(turn)) if self.wish().is_some() => {
                let whose = if Some(turn) == self.seat { "Your turn." } else { "Their turn." };
                format!("{whose} {}", self.wish().unwrap_or_default())
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

/// What the person asks of the server.
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
    /// Declines an offer of a draw.
    Decline,
    /// Plays again with seats exchanged.
    Rematch,
    /// Takes the own last move back, asks the opponent for that, or grants what the opponent asks.
    Takeback,
    /// Declines that a move is taken back.
    DeclineTakeback,
}

/// What the connection reports.
#[derive(Clone, Debug, PartialEq)]
pub enum ServerEvent {
    /// The match has changed.
    Match(Box<ServedMatch>),
    /// Something to say: why an action was refused, or that the connection is lost.
    Say(String),
    /// There is nothing more to come.
    Gone(String),
}

/// A match on a server, and the connection to it.
pub struct ServerLink {
    /// What happens.
    pub events: Receiver<ServerEvent>,
    /// Sends an action; what comes of it is an event.
    pub act: Box<dyn Fn(ServerAction)>,
}
