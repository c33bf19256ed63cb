//! Forks: new matches from the beginning of another one. A takeback is a fork, and so is playing
//! on from a position of a record; the plies of a match itself never decrease.

use ennead_game::{AnyMatch, Random, Seat, Turn, Viewer, redeal};
use ennead_protocol::Code;

use crate::forced::make_forced_choices;
use crate::tools::at_ply;
use crate::{Clock, Entry, Event, Failure, Head, LiveMatch, Reason, SeatHolder};

/// What a seat that wants to take a move back gets.
#[derive(Debug, PartialEq, Eq)]
pub enum Takeback {
    /// A new match: its head, and the choices that it begins with.
    Fork(Box<Head>, Vec<u32>),
    /// The opponent has to be asked.
    Ask,
}

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

    /// Takes a seat's last move back, against a bot or for two people at one device, or with the
    /// consent of the opponent: the seat that asks, or the one that is asked, calls this.
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

    /// The fork that begins before the last move of a seat. The viewers know what they have seen
    /// until then; the rest is dealt anew.
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

    /// The ply before the last move of a seat, in a match in which moves can be taken back.
    fn turn_to_take_back(&self, seat: Seat) -> Result<usize, Failure> {
        if self.head.clock != Clock::None {
            let text = "nothing is taken back in a match with a clock";
            return Err(Failure::new(Code::Forbidden, text));
        }
        let nothing = || Failure::new(Code::BadOption, "there is no move of yours to take back");
        last_turn(&*self.game, seat).ok_or_else(nothing)
    }

    /// Whether everyone may see everything: once it is over, unless it goes on in a fork.
    pub(crate) fn reveals_all(&self) -> bool {
        self.ending.is_some() && !self.is_continued()
    }

    /// Whether the match was called off for a fork in which both players still hold what they held
    /// here.
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

/// The choices that a fork of a match begins with: all, or those up to a ply, with everything dealt
/// anew that none of the viewers has seen until then.
pub(crate) fn fork_prefix(
    game: &dyn AnyMatch,
    ply: Option<usize>,
    viewers: &[Viewer],
    random: &mut dyn Random,
) -> Result<Vec<u32>, Failure> {
    let now = at_ply(game, ply.unwrap_or(game.choices().len()))?;
    if matches!(now.turn(), Turn::Over(_)) {
        return Err(Failure::new(Code::Over, "the match is over there: nobody could play on"));
    }
    redeal(&*now, viewers, random).ok_or_else(|| {
        let text = "this game cannot deal its hidden cards anew, so its matches cannot be continued \
                    from an earlier position";
        Failure::new(Code::Forbidden, text)
    })
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
