//! What can be done in a match, checked against its rules and turned into an entry of its log.

use ennead_game::{Seat, Turn};
use ennead_protocol::Code;
use ennead_store::{Entry, Event};

use crate::Failure;
use crate::live::Live;

/// The most choices that one message may make: a nested move has one a level.
const MAX_CHOICES: usize = 1_024;

/// Something that a player, a newcomer or the server wants to do.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Choices by their options, from a ply on.
    Options {
        ply: u32,
        options: Vec<u32>,
    },
    /// Choices by their labels, from a ply on.
    Labels {
        ply: u32,
        labels: Vec<u8>,
    },
    /// A whole move as people write it.
    Text {
        ply: u32,
        text: String,
    },
    /// Document 003's move of one byte.
    Byte(u8),
    Resign,
    Draw,
    Decline,
    /// Agrees to the draw that the opponent offers, and offers none.
    Accept,
    /// Takes an open seat with this token.
    Join {
        seat: Option<Seat>,
        token: [u8; 16],
    },
    /// The clock has run out, if it has.
    Timeout,
    /// Nobody has moved or come for too long.
    Abandon,
}

/// What came of an action.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// An entry that has to be stored before anybody hears of it.
    Entry(Entry),
    /// Nothing new: the choice was made, or the draw was offered, before.
    Known,
}

impl Live {
    /// Does it, as `seat`; the caller stores the entry, or drops this match and asks the store.
    pub(crate) fn act(&mut self, action: &Action, seat: Option<Seat>, now: u64) -> Result<Deed, Failure> {
        let at = self.age(now);
        if let Some(done) = self.known(action, seat) {
            return Ok(done);
        }
        let event = match action {
            Action::Join { seat, token } => self.taken_seat(*seat, token)?,
            Action::Timeout => self.timeout()?,
            Action::Abandon => Event::Abandon,
            _ if self.ending.is_some() => return Err(self.too_late(action)),
            Action::Resign => self.give_up(player(seat)?),
            Action::Draw => self.draw(player(seat)?)?,
            Action::Decline => self.decline(player(seat)?)?,
            Action::Accept => self.accept(player(seat)?)?,
            _ => return self.choice(action, player(seat)?, at),
        };
        let entry = Entry { at, event };
        self.apply(&entry, true).map_err(|reason| Failure::new(Code::Internal, reason))?;
        Ok(Deed::Entry(entry))
    }

    /// A choice or an offer that this seat made before, and now sends again.
    fn known(&self, action: &Action, seat: Option<Seat>) -> Option<Deed> {
        let seat = seat?;
        let known = match action {
            Action::Options { ply, options } => self.has_chosen(seat, *ply, options),
            Action::Draw => self.offer == Some(seat),
            _ => false,
        };
        known.then_some(Deed::Known)
    }

    /// Nothing can be done after the end. Of a choice whose ply is long past, that says less than that it is stale.
    fn too_late(&self, action: &Action) -> Failure {
        let stale = self.check_ply(action).err().filter(|failure| failure.code == Code::Stale);
        stale.unwrap_or_else(|| Failure::new(Code::Over, "the match is over"))
    }

    fn taken_seat(&self, wanted: Option<Seat>, token: &[u8; 16]) -> Result<Event, Failure> {
        if self.ending.is_some() {
            return Err(Failure::new(Code::Over, "the match is over"));
        }
        let seat = self.open_seat(wanted);
        let seat = seat.ok_or_else(|| Failure::new(Code::SeatTaken, "no such seat is open in this match"))?;
        Ok(Live::join(seat, token))
    }

    /// Nobody loses a match in which nobody sat down: it is called off.
    fn give_up(&self, seat: Seat) -> Event {
        if self.is_open() { Event::Abandon } else { Event::Resign(seat) }
    }

    fn timeout(&self) -> Result<Event, Failure> {
        let seat = self.mover().ok_or_else(|| Failure::new(Code::Over, "nobody is on the move"))?;
        Ok(Event::Timeout(seat))
    }

    fn draw(&self, seat: Seat) -> Result<Event, Failure> {
        if !self.has_draws() {
            return Err(Failure::new(Code::NoDraws, "this game has no draws"));
        }
        if self.is_open() {
            return Err(waiting());
        }
        Ok(if self.offer == Some(seat.other()) { Event::Agree } else { Event::Offer(seat) })
    }

    fn decline(&self, seat: Seat) -> Result<Event, Failure> {
        self.check_offered(seat).map(|()| Event::Decline(seat))
    }

    fn accept(&self, seat: Seat) -> Result<Event, Failure> {
        self.check_offered(seat).map(|()| Event::Agree)
    }

    fn check_offered(&self, seat: Seat) -> Result<(), Failure> {
        if self.offer == Some(seat.other()) {
            return Ok(());
        }
        Err(Failure::new(Code::NoDraws, "the opponent offers no draw"))
    }

    fn choice(&mut self, action: &Action, seat: Seat, at: u64) -> Result<Deed, Failure> {
        if self.is_open() {
            return Err(waiting());
        }
        self.check_ply(action)?;
        if self.game.turn() != Turn::Seat(seat) {
            return Err(Failure::new(Code::NotYourTurn, "the opponent is on the move"));
        }
        let before = self.game.choices().len();
        match action {
            Action::Options { options, .. } => self.choose_options(options, seat)?,
            Action::Labels { labels, .. } => self.choose_labels(labels, seat)?,
            Action::Text { text, .. } => self.choose_text(text)?,
            Action::Byte(byte) => self.choose_byte(*byte)?,
            _ => return Err(Failure::new(Code::Internal, "not a choice")),
        }
        self.run_on();
        let options = self.game.choices()[before..].to_vec();
        self.settle_entry(at);
        Ok(Deed::Entry(Entry { at, event: Event::Choices(options) }))
    }

    fn check_ply(&self, action: &Action) -> Result<(), Failure> {
        let (ply, now) = match action {
            Action::Options { ply, .. } | Action::Labels { ply, .. } | Action::Text { ply, .. } => {
                (*ply, self.ply())
            }
            _ => return Ok(()),
        };
        if ply < now {
            return Err(Failure::new(Code::Stale, format!("the match is at ply {now}, not at {ply}")));
        }
        if ply > now {
            return Err(Failure::new(
                Code::BadOption,
                format!("ply {ply} is still to come: the match is at {now}"),
            ));
        }
        Ok(())
    }

    fn choose_options(&mut self, options: &[u32], seat: Seat) -> Result<(), Failure> {
        self.choose_each(options, seat, |_, option| Ok(*option))
    }

    fn choose_labels(&mut self, labels: &[u8], seat: Seat) -> Result<(), Failure> {
        self.choose_each(labels, seat, |live, label| {
            live.game.label_option(*label).ok_or_else(|| {
                Failure::new(Code::BadOption, format!("label {label} is not on offer at ply {}", live.ply()))
            })
        })
    }

    /// Makes choices one after the other; between them, lone ones make themselves.
    fn choose_each<T>(
        &mut self,
        wanted: &[T],
        seat: Seat,
        option: impl Fn(&Live, &T) -> Result<u32, Failure>,
    ) -> Result<(), Failure> {
        if wanted.is_empty() || wanted.len() > MAX_CHOICES {
            return Err(Failure::new(Code::BadFrame, format!("a message makes 1 to {MAX_CHOICES} choices")));
        }
        for (made, wanted) in wanted.iter().enumerate() {
            if made > 0 {
                self.run_on();
            }
            if self.game.turn() != Turn::Seat(seat) {
                return Err(Failure::new(Code::BadOption, "there are choices beyond the end of the turn"));
            }
            let option = option(self, wanted)?;
            self.choose(option, true).map_err(|error| Failure::new(Code::BadOption, error.to_string()))?;
        }
        Ok(())
    }

    /// A whole move; what the server has made of it already must be its beginning.
    fn choose_text(&mut self, text: &str) -> Result<(), Failure> {
        let bad = |reason: String| Failure::new(Code::BadOption, reason);
        let start = self.turn_start().ok_or_else(|| bad("the turn cannot be replayed".into()))?;
        let options = start.choices_of(text).map_err(|refusal| bad(refusal.to_string()))?;
        let made = &self.game.choices()[start.choices().len()..];
        if !options.starts_with(made) {
            return Err(bad(format!("{text:?} does not begin as this move has begun")));
        }
        for option in options.into_iter().skip(made.len()) {
            self.choose(option, true).map_err(|error| bad(error.to_string()))?;
        }
        Ok(())
    }

    fn choose_byte(&mut self, byte: u8) -> Result<(), Failure> {
        if self.game.game() != "schotten" {
            return Err(Failure::new(Code::BadFrame, "moves of one byte belong to Schotten Totten"));
        }
        let text = if byte == 0xff { "pass".to_string() } else { format!("{}>{}", byte >> 4, byte & 15) };
        self.choose_text(&text)
    }
}

fn player(seat: Option<Seat>) -> Result<Seat, Failure> {
    seat.ok_or_else(|| {
        Failure::new(Code::NoSeat, "only a player may do this: the token of a seat is missing")
    })
}

fn waiting() -> Failure {
    Failure::new(Code::Waiting, "a seat is still open: nobody can move yet")
}
