//! Forks: new matches from the beginning of another one. A takeback is a fork, and so is playing
//! on from a position of a record; the plies of a match itself never decrease.

use ennead_game::{AnyMatch, Random, Seat, Turn, Viewer};
use ennead_protocol::Code;

use crate::forced::make_forced_choices;
use crate::tools::at_ply;
use crate::{Clock, Entry, Event, Failure, Head, LiveMatch, SeatHolder};

impl LiveMatch {
    /// Starts a fork: the entry for its prefix, and for what chance and the rules do then.
    pub fn fork_entries(
        &mut self,
        prefix: &[u32],
        random: &mut dyn Random,
    ) -> Result<Vec<Entry>, Failure> {
        let mut game = self.game.boxed_clone();
        for option in prefix {
            game.play(*option).map_err(|error| Failure::rejected(Code::BadValue, &error))?;
        }
        game.deal(random);
        make_forced_choices(&mut *game);
        let entry = Entry { at: 0, event: Event::Choices(game.choices().to_vec()) };
        self.apply(&entry, true).map_err(|reason| Failure::rejected(Code::Internal, &reason))?;
        Ok(vec![entry])
    }

    /// The head of a match in which a seat's last move is taken back, and the choices that it
    /// begins with.
    pub fn takeback(&self, seat: Option<Seat>, now: u64) -> Result<(Head, Vec<u32>), Failure> {
        let seat =
            seat.ok_or_else(|| Failure::new(Code::NoSeat, "only a player may take a move back"))?;
        if !matches!(self.head.seats[seat.other().index()], SeatHolder::Bot(_)) {
            let text = "moves are taken back in matches against bots only";
            return Err(Failure::new(Code::Forbidden, text));
        }
        if self.head.clock != Clock::None {
            let text = "nothing is taken back in a match with a clock";
            return Err(Failure::new(Code::Forbidden, text));
        }
        let nothing = || Failure::new(Code::BadOption, "there is no move of yours to take back");
        let ply = last_turn(&*self.game, seat).ok_or_else(nothing)?;
        let prefix = fork_prefix(&*self.game, Some(ply))?;
        let start = self.game.restart().record();
        Ok((Head { start, created: now, ..self.head.clone() }, prefix))
    }
}

/// The choices that a fork of a match begins with: all, or those up to a ply.
///
/// A match in which the seats have seen different things cannot be forked: what was seen cannot be
/// unseen.
pub(crate) fn fork_prefix(game: &dyn AnyMatch, ply: Option<usize>) -> Result<Vec<u32>, Failure> {
    let now = at_ply(game, ply.unwrap_or(game.choices().len()))?;
    if matches!(now.turn(), Turn::Over(_)) {
        return Err(Failure::new(Code::Over, "the match is over there: nobody could play on"));
    }
    let [first, second] = Seat::BOTH.map(|seat| now.view(Viewer::Seat(seat)));
    if first != second {
        let text = "a match with hidden cards cannot be continued from an earlier position";
        return Err(Failure::new(Code::Forbidden, text));
    }
    Ok(now.choices().to_vec())
}

/// The ply at which the last turn began in which a seat has made a choice.
fn last_turn(game: &dyn AnyMatch, seat: Seat) -> Option<usize> {
    let mut now = game.restart();
    let mut began = None;
    let mut last = None;
    for option in game.choices() {
        let is_mine = now.turn() == Turn::Seat(seat);
        began = if is_mine { began.or(Some(now.choices().len())) } else { None };
        if is_mine && now.options() > 1 {
            last = began;
        }
        now.play(*option).ok()?;
    }
    last
}
