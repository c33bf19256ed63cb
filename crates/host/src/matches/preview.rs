//! Link previews: what a shared link to a match shows before anyone opens it.

use ennead_game::{Outcome, Seat};

use crate::{LiveMatch, SeatHolder};

/// A title and a description, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preview {
    /// One line.
    pub title: String,
    /// A sentence or two.
    pub description: String,
}

impl Preview {
    /// The preview of a match, from public knowledge only.
    pub fn of(live: &LiveMatch) -> Preview {
        let game = live.game.title();
        let [first, second] = Seat::BOTH.map(|seat| holder(live, seat));
        let moves = live.game.moves().len();
        if live.is_open() {
            return invitation(live);
        }
        if live.ending.is_none() {
            return Preview {
                title: format!("{game}: {first} against {second}"),
                description: "The match is being played. Open the link to watch.".into(),
            };
        }
        let title = match live.outcome() {
            Some(Outcome::Win(Seat::FIRST)) => format!("{game}: {first} beat {second}"),
            Some(Outcome::Win(_)) => format!("{game}: {second} beat {first}"),
            Some(Outcome::Draw) => format!("{game}: {first} and {second} drew"),
            None => format!("{game}: {first} against {second}, called off"),
        };
        let count = if moves == 1 { "1 move".into() } else { format!("{moves} moves") };
        Preview { title, description: format!("A match of {count}, to replay move by move.") }
    }
}

fn invitation(live: &LiveMatch) -> Preview {
    let game = live.game.title();
    let is_open = |seat: &Seat| live.head.seats[seat.index()] == SeatHolder::Open;
    let open = Seat::BOTH.into_iter().find(is_open).unwrap_or(Seat::SECOND);
    let host = holder(live, open.other());
    let order = if open == Seat::FIRST { "You begin" } else { "You move second" };
    Preview {
        title: format!("{host} invites you to {game}"),
        description: format!(
            "{order}.{} Open the link to play; no account is needed.",
            beginning(live)
        ),
    }
}

/// What the match begins with, where that is no fresh deal.
fn beginning(live: &LiveMatch) -> String {
    match live.head.beginning.continues() {
        None | Some(0) => String::new(),
        Some(1) => " It begins after 1 choice of another match.".into(),
        Some(choices) => format!(" It begins after {choices} choices of another match."),
    }
}

/// A person's name, or the kind of holder.
fn holder(live: &LiveMatch, seat: Seat) -> String {
    match (&live.head.names[seat.index()], live.head.seats[seat.index()]) {
        (Some(name), _) => name.to_string(),
        (None, SeatHolder::Bot(level)) => format!("a bot of level {level}"),
        (None, _) => "a player".into(),
    }
}
