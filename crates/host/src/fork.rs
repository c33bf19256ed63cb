//! Forks: new matches that continue a prefix of another one. Takebacks are forks, and so is playing
//! on from a position of a record; the ply of a match itself never decreases.

use ennead_game::{AnyMatch, Random, Seat, Turn, Viewer, has_hidden_choice, redeal};
use ennead_protocol::Code;

use crate::tools::at_ply;
use crate::{Beginning, Clock, Failure, Head, LiveMatch, MatchId, Reason, SeatHolder, Stored};

/// The result of requesting a takeback.
#[derive(Debug, PartialEq, Eq)]
pub enum Takeback {
    /// A new match: its head and initial choices.
    Fork(Box<Head>, Vec<u32>),
    /// The opponent has to agree first.
    Ask,
}

impl LiveMatch {
    /// Takes back a seat's last move, against a bot, between two people at one device, or with the
    /// opponent's consent. Both the request and the consent call this.
    pub fn take_back(
        &self,
        seat: Option<Seat>,
        now: u64,
        random: &mut dyn Random,
    ) -> Result<Takeback, Failure> {
        let seat =
            seat.ok_or_else(|| Failure::new(Code::NoSeat, "only a player may take a move back"))?;
        let opponent = self.head.seats[seat.other().index()];
        let own = Viewer::Seat(seat);
        if matches!(opponent, SeatHolder::Bot(_)) {
            return self.fork_before(seat, &[own, Viewer::Spectator], now, random);
        }
        let both = Seat::BOTH.map(Viewer::Seat);
        if opponent == self.head.seats[seat.index()] {
            return self.fork_before(self.last_to_choose(), &both, now, random);
        }
        match self.takeback_asker {
            Some(asker) if asker == seat.other() && self.ending.is_none() => {
                self.fork_before(asker, &both, now, random)
            }
            _ => self.check_takeback(seat).map(|()| Takeback::Ask),
        }
    }

    /// Whether a seat may ask its opponent for a takeback.
    pub(crate) fn check_takeback(&self, seat: Seat) -> Result<(), Failure> {
        if self.ending.is_some() {
            return Err(Failure::new(Code::Over, "the match is over"));
        }
        if self.is_open() {
            return Err(Failure::new(Code::Waiting, "a seat is still open: nobody has moved"));
        }
        self.turn_to_take_back(seat).map(drop)
    }

    /// The fork that begins before a seat's last move. Viewers keep what they had seen by then; the
    /// rest is dealt anew.
    fn fork_before(
        &self,
        seat: Seat,
        viewers: &[Viewer],
        now: u64,
        random: &mut dyn Random,
    ) -> Result<Takeback, Failure> {
        let ply = self.turn_to_take_back(seat)?;
        let prefix = fork_prefix(&*self.game, Some(ply), viewers, random)?;
        let start = self.game.restart().record();
        let beginning = Beginning::Fork(prefix.len() as u32);
        let head = Head { start, created: now, beginning, ..self.head.clone() };
        Ok(Takeback::Fork(Box::new(head), prefix))
    }

    /// The ply before a seat's last move, if moves of this match can be taken back.
    fn turn_to_take_back(&self, seat: Seat) -> Result<usize, Failure> {
        if self.head.clock != Clock::None {
            let text = "moves cannot be taken back in a match with a clock";
            return Err(Failure::new(Code::Forbidden, text));
        }
        let nothing = || Failure::new(Code::BadOption, "you have no move to take back");
        let ply = last_turn(&*self.game, seat).ok_or_else(nothing)?;
        self.check_hides_nothing(seat, ply).map(|()| ply)
    }

    /// Refuses a takeback that would keep a choice which the asker could not tell at that ply, and
    /// may have seen since.
    fn check_hides_nothing(&self, seat: Seat, ply: usize) -> Result<(), Failure> {
        let [first, second] = self.head.seats;
        let is_hidden = |game| has_hidden_choice(game, Viewer::Seat(seat));
        if first != second && is_hidden(&*at_ply(&*self.game, ply)?) {
            let text = "the new match would keep a choice of your opponent that was hidden from \
                        you, so this move cannot be taken back";
            return Err(Failure::new(Code::Forbidden, text));
        }
        Ok(())
    }

    /// Whether the match is public in full: once it is over, unless a fork continues it.
    pub(crate) fn reveals_all(&self) -> bool {
        self.ending.is_some() && !self.is_continued()
    }

    /// Notes the match that follows this one. What it is follows from how it is stored: versions
    /// before 0.3 did not mark forks, but a fork keeps the holders of the seats, while a rematch
    /// swaps them. If it cannot be read, whatever it may hide stays hidden.
    ///
    /// Returns whether this match has to be called off: it should have ended with its fork, which
    /// versions before 0.3 stored first.
    pub fn follow(&mut self, next: MatchId, stored: Option<&Stored>) -> bool {
        let is_fork = stored.map(|stored| match stored {
            Stored::Running(running) => {
                running.head.beginning.continues().is_some() || running.seats() == self.head.seats
            }
            Stored::Finished(finished) => {
                finished.continues.is_some() || finished.seats == self.head.seats
            }
        });
        let runs = self.ending.is_none();
        if !runs || is_fork == Some(true) {
            self.next = Some(next);
            self.is_forked = is_fork.unwrap_or(true);
        }
        runs && self.is_forked
    }

    /// Notes that this match goes on in a fork.
    pub fn fork_to(&mut self, next: MatchId) {
        self.next = Some(next);
        self.is_forked = true;
    }

    /// Whether a fork continues the match in which both players still hold their secrets. How this
    /// match ended does not matter.
    pub(crate) fn is_continued(&self) -> bool {
        let [first, second] = self.head.seats;
        let is_person = |holder| matches!(holder, SeatHolder::Person(_));
        let are_two = is_person(first) && is_person(second) && first != second;
        let view = |seat| self.game.view(Viewer::Seat(seat));
        // The end by the rules may show what the fork, which began before, still hides.
        let hides = || {
            let reason = self.ending.map(|ending| ending.reason);
            reason == Some(Reason::Rules) || view(Seat::FIRST) != view(Seat::SECOND)
        };
        self.next.is_some() && self.is_forked && are_two && hides()
    }
}

/// The initial choices of a fork: all of them, or those up to a ply, with everything dealt anew
/// that none of the viewers had seen by then.
pub(crate) fn fork_prefix(
    game: &dyn AnyMatch,
    ply: Option<usize>,
    viewers: &[Viewer],
    random: &mut dyn Random,
) -> Result<Vec<u32>, Failure> {
    let now = at_ply(game, ply.unwrap_or(game.choices().len()))?;
    if matches!(now.turn(), Turn::Over(_)) {
        return Err(Failure::new(
            Code::Over,
            "the match is over at this ply, so it cannot be continued",
        ));
    }
    redeal(&*now, viewers, random).ok_or_else(|| {
        let text = "this game cannot deal its hidden cards anew, so its matches cannot be \
                    continued from an earlier position";
        Failure::new(Code::Forbidden, text)
    })
}

/// Whether a fork with an open seat has to wait for its deal: where chance has a part in it, or the
/// seats see different things. Refuses a hidden choice of a seat, which no deal changes.
pub(crate) fn needs_deal(game: &dyn AnyMatch, prefix: &[u32]) -> Result<bool, Failure> {
    let (mut now, mut has_chance) = (game.restart(), false);
    for option in prefix {
        has_chance |= now.turn() == Turn::Chance;
        now.play(*option).map_err(|error| Failure::rejected(Code::BadValue, &error))?;
    }
    let view = |viewer| now.view(viewer);
    let public = view(Viewer::Spectator);
    let hides = Seat::BOTH.into_iter().any(|seat| view(Viewer::Seat(seat)) != public);
    if has_hidden_choice(&*now, Viewer::Spectator) {
        let text = "a seat has made a choice here that is still hidden: it cannot be dealt anew, \
                    so nobody can take a seat from here";
        return Err(Failure::new(Code::Forbidden, text));
    }
    Ok(has_chance || hides || now.turn() == Turn::Chance)
}

/// The ply at which the last turn in which a seat made a choice began.
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
