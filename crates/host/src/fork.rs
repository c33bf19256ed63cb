//! Forks: new matches that continue a prefix of another one. Takebacks are forks, and so is playing
//! on from a position of a record; the ply of a match itself never decreases.

use ennead_game::{AnyMatch, Random, Seat, Turn, Viewer, has_hidden_choice, redeal};
use ennead_protocol::Code;

use crate::forced::make_forced_choices;
use crate::tools::at_ply;
use crate::{Clock, Entry, Event, Failure, Head, LiveMatch, Reason, SeatHolder};

/// The result of requesting a takeback.
#[derive(Debug, PartialEq, Eq)]
pub enum Takeback {
    /// A new match: its head and initial choices.
    Fork(Box<Head>, Vec<u32>),
    /// The opponent has to agree first.
    Ask,
}

impl LiveMatch {
    /// Starts a fork: returns the entries for its prefix and for the chance and forced choices that
    /// follow.
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
        let head = Head { start, created: now, ..self.head.clone() };
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

    /// Whether the match was called off for a fork in which both players still hold their secrets.
    pub(crate) fn is_continued(&self) -> bool {
        let was_called_off = self.ending.is_some_and(|ending| ending.reason == Reason::Abandoned);
        let [first, second] = self.head.seats;
        let is_person = |holder| matches!(holder, SeatHolder::Person(_));
        let are_two = is_person(first) && is_person(second) && first != second;
        let view = |seat| self.game.view(Viewer::Seat(seat));
        let hides = || view(Seat::FIRST) != view(Seat::SECOND);
        was_called_off && self.next.is_some() && are_two && hides()
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
