//! Actions: checked against the rules and turned into log entries.

use std::cmp::Ordering;

use ennead_game::{Random, Seat, Turn};
use ennead_protocol::{ClientFrame, Code};

use crate::{Entry, Event, Failure, LiveMatch, PlayerName, Reason, SeatKey};

/// The most choices in one message; a move on a nested board has one per level.
const MAX_CHOICES: usize = 1_024;

/// A request by a player, a newcomer or the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Makes choices by their options.
    Options {
        /// The ply of the first choice.
        ply: u32,
        /// The options.
        options: Vec<u32>,
    },
    /// Makes exactly these choices, including forced ones: a bot's whole move.
    Line {
        /// The ply of the first choice.
        ply: u32,
        /// The options.
        options: Vec<u32>,
    },
    /// Makes choices by their labels.
    Labels {
        /// The ply of the first choice.
        ply: u32,
        /// The labels.
        labels: Vec<u8>,
    },
    /// Makes a whole move in the game's notation.
    Text {
        /// The ply of the move's first choice.
        ply: u32,
        /// The move.
        text: String,
    },
    /// Makes a one-byte move, as document 003 writes moves.
    Byte(u8),
    /// Resigns.
    Resign,
    /// Offers a draw, or accepts the opponent's offer.
    Draw,
    /// Declines the opponent's draw offer.
    Decline,
    /// Accepts the opponent's draw offer, without making one.
    Accept,
    /// Asks the opponent for a takeback.
    AskTakeback,
    /// Declines the opponent's takeback request.
    DeclineTakeback,
    /// Takes an open seat.
    Join {
        /// The seat; any open one if `None`.
        seat: Option<Seat>,
        /// The token that holds the seat from now on.
        token: [u8; 16],
        /// The player's name, if given.
        name: Option<PlayerName>,
    },
    /// Ends the match because the mover's clock has run out.
    Timeout,
    /// Calls the match off because it was idle for too long.
    Abandon,
}

impl Action {
    /// The action that a frame requests; `None` for frames that change no match.
    pub fn of_frame(frame: &ClientFrame) -> Option<Action> {
        Some(match frame {
            ClientFrame::Choice { ply, options } => {
                Action::Options { ply: *ply, options: options.clone() }
            }
            ClientFrame::Labels { ply, labels } => {
                Action::Labels { ply: *ply, labels: labels.clone() }
            }
            ClientFrame::Move003(byte) => Action::Byte(*byte),
            ClientFrame::Resign => Action::Resign,
            ClientFrame::Draw => Action::Draw,
            ClientFrame::Decline => Action::Decline,
            ClientFrame::DeclineTakeback => Action::DeclineTakeback,
            ClientFrame::Open { .. }
            | ClientFrame::Rematch
            | ClientFrame::Takeback
            | ClientFrame::Look { .. }
            | ClientFrame::Explain => return None,
        })
    }
}

/// The effect of an action.
#[derive(Debug, PartialEq, Eq)]
pub enum Transition {
    /// Entries that must be durable, all in one transaction, before they are published.
    Entries(Vec<Entry>),
    /// A repeated choice, offer or end: nothing changes.
    Known,
}

impl LiveMatch {
    /// Performs an action as `seat`. The caller must persist the entries, or else drop this match
    /// and reload it from the store. A failure after the first of several choices leaves the match
    /// changed: compare [`ply`](LiveMatch::ply), and drop the match in that case too.
    pub fn act(
        &mut self,
        action: &Action,
        seat: Option<Seat>,
        now: u64,
        random: &mut dyn Random,
    ) -> Result<Transition, Failure> {
        let at = self.age(now);
        if let Some(done) = self.known(action, seat) {
            return Ok(done);
        }
        let event = match action {
            Action::Join { seat, token, name } => self.join(*seat, token, name.clone())?,
            Action::Timeout => self.timeout()?,
            Action::Abandon => Event::Abandon,
            _ if self.ending.is_some() => return Err(self.too_late(action)),
            Action::Resign => self.resign(player(seat)?),
            Action::Draw => self.draw(player(seat)?)?,
            Action::Decline => self.decline(player(seat)?)?,
            Action::Accept => self.accept(player(seat)?)?,
            Action::AskTakeback => self.ask_takeback(player(seat)?)?,
            Action::DeclineTakeback => self.decline_takeback(player(seat)?)?,
            _ => return self.make_choices(action, player(seat)?, at, random),
        };
        let was_undealt = self.awaits_deal();
        let mut entries = vec![self.perform(at, event)?];
        if was_undealt && self.ending.is_none() && !self.is_open() {
            let dealt = self.deal_for_all(random)?;
            entries.push(self.perform(at, Event::Choices(dealt))?);
        }
        Ok(Transition::Entries(entries))
    }

    fn perform(&mut self, at: u64, event: Event) -> Result<Entry, Failure> {
        let entry = Entry { at, event };
        self.apply(&entry, true).map_err(|reason| Failure::new(Code::Internal, reason))?;
        Ok(entry)
    }

    /// Recognises a choice or an offer that this seat has already made and now repeats, and an end
    /// of a match that is over.
    fn known(&self, action: &Action, seat: Option<Seat>) -> Option<Transition> {
        let reason = self.ending.map(|ending| ending.reason);
        let known = match action {
            Action::Options { ply, options } | Action::Line { ply, options } => {
                self.has_chosen(seat?, *ply, options)
            }
            Action::Draw => self.offer == Some(seat?),
            Action::AskTakeback => self.takeback_asker == Some(seat?),
            Action::Timeout | Action::Abandon => reason.is_some(),
            Action::Resign => reason == Some(Reason::Resigned(seat?)),
            _ => false,
        };
        known.then_some(Transition::Known)
    }

    /// The failure of an action after the end. For a choice at an earlier ply, `stale` is more
    /// informative.
    fn too_late(&self, action: &Action) -> Failure {
        let stale = self.check_ply(action).err().filter(|failure| failure.code == Code::Stale);
        stale.unwrap_or_else(|| Failure::new(Code::Over, "the match is over"))
    }

    fn join(
        &self,
        wanted: Option<Seat>,
        token: &[u8; 16],
        name: Option<PlayerName>,
    ) -> Result<Event, Failure> {
        if self.ending.is_some() {
            return Err(Failure::new(Code::Over, "the match is over"));
        }
        let taken = || Failure::new(Code::SeatTaken, "no such seat is open in this match");
        let seat = self.open_seat(wanted).ok_or_else(taken)?;
        Ok(Event::Join { seat, key: SeatKey::of(token), name })
    }

    /// With a seat still open, resigning calls the match off instead of losing it.
    fn resign(&self, seat: Seat) -> Event {
        if self.is_open() { Event::Abandon } else { Event::Resign(seat) }
    }

    fn timeout(&self) -> Result<Event, Failure> {
        let seat = self.mover().ok_or_else(|| Failure::new(Code::Over, "nobody is on the move"))?;
        Ok(Event::Timeout(seat))
    }

    fn draw(&self, seat: Seat) -> Result<Event, Failure> {
        if !self.game.draws() {
            return Err(Failure::new(Code::NoDraws, "this game has no draws"));
        }
        if self.is_open() {
            return Err(waiting());
        }
        if self.offer == Some(seat.other()) {
            return Ok(Event::Agree);
        }
        if self.asked(seat).draw {
            let text = "you have offered a draw since your last move: move before you offer again";
            return Err(Failure::new(Code::NoDraws, text));
        }
        Ok(Event::Offer(seat))
    }

    fn decline(&self, seat: Seat) -> Result<Event, Failure> {
        self.check_offered(seat).map(|()| Event::Decline(seat))
    }

    fn accept(&self, seat: Seat) -> Result<Event, Failure> {
        self.check_offered(seat).map(|()| Event::Agree)
    }

    fn ask_takeback(&self, seat: Seat) -> Result<Event, Failure> {
        self.check_takeback(seat)?;
        if self.asked(seat).takeback {
            let text =
                "you have asked for a takeback since your last move: move before you ask again";
            return Err(Failure::new(Code::BadOption, text));
        }
        Ok(Event::AskTakeback(seat))
    }

    fn decline_takeback(&self, seat: Seat) -> Result<Event, Failure> {
        if self.takeback_asker == Some(seat.other()) {
            return Ok(Event::DeclineTakeback(seat));
        }
        Err(Failure::new(Code::BadOption, "the opponent does not ask for a takeback"))
    }

    fn check_offered(&self, seat: Seat) -> Result<(), Failure> {
        if self.offer == Some(seat.other()) {
            return Ok(());
        }
        Err(Failure::new(Code::NoDraws, "the opponent offers no draw"))
    }

    fn make_choices(
        &mut self,
        action: &Action,
        seat: Seat,
        at: u64,
        random: &mut dyn Random,
    ) -> Result<Transition, Failure> {
        if self.is_open() {
            return Err(waiting());
        }
        self.check_ply(action)?;
        if self.game.turn() != Turn::Seat(seat) {
            return Err(Failure::new(Code::NotYourTurn, "the opponent is on the move"));
        }
        let before = self.game.choices().len();
        match action {
            Action::Options { options, .. } => self.choose_options(options, seat, random)?,
            Action::Line { options, .. } => self.choose_line(options, seat)?,
            Action::Labels { labels, .. } => self.choose_labels(labels, seat, random)?,
            Action::Text { text, .. } => self.choose_text(text)?,
            Action::Byte(byte) => self.choose_byte(*byte)?,
            _ => return Err(Failure::new(Code::Internal, "not a choice")),
        }
        self.run_on(random);
        let options = self.game.choices()[before..].to_vec();
        self.settle_entry(at);
        Ok(Transition::Entries(vec![Entry { at, event: Event::Choices(options) }]))
    }

    fn check_ply(&self, action: &Action) -> Result<(), Failure> {
        let ply = match action {
            Action::Options { ply, .. }
            | Action::Line { ply, .. }
            | Action::Labels { ply, .. }
            | Action::Text { ply, .. } => *ply,
            _ => return Ok(()),
        };
        let now = self.ply();
        match ply.cmp(&now) {
            Ordering::Equal => Ok(()),
            Ordering::Less => {
                Err(Failure::new(Code::Stale, format!("the match is at ply {now}, not at {ply}")))
            }
            Ordering::Greater => Err(Failure::new(
                Code::BadOption,
                format!("ply {ply} is still to come: the match is at {now}"),
            )),
        }
    }

    fn choose_line(&mut self, options: &[u32], seat: Seat) -> Result<(), Failure> {
        if options.is_empty() {
            return Err(Failure::new(Code::BadOption, "a move makes at least one choice"));
        }
        for option in options {
            if self.game.turn() != Turn::Seat(seat) {
                let text = "there are choices beyond the end of the turn";
                return Err(Failure::new(Code::BadOption, text));
            }
            let chosen = self.choose(*option, true);
            chosen.map_err(|error| Failure::new(Code::BadOption, error.to_string()))?;
        }
        Ok(())
    }

    fn choose_options(
        &mut self,
        options: &[u32],
        seat: Seat,
        random: &mut dyn Random,
    ) -> Result<(), Failure> {
        self.choose_each(options, seat, random, |_, option| Ok(*option))
    }

    fn choose_labels(
        &mut self,
        labels: &[u8],
        seat: Seat,
        random: &mut dyn Random,
    ) -> Result<(), Failure> {
        self.choose_each(labels, seat, random, |live, label| {
            live.game.label_option(*label).ok_or_else(|| {
                Failure::new(
                    Code::BadOption,
                    format!("label {label} is not on offer at ply {}", live.ply()),
                )
            })
        })
    }

    /// Makes choices one by one, and the forced ones between them.
    fn choose_each<T>(
        &mut self,
        wanted: &[T],
        seat: Seat,
        random: &mut dyn Random,
        option: impl Fn(&LiveMatch, &T) -> Result<u32, Failure>,
    ) -> Result<(), Failure> {
        if wanted.is_empty() || wanted.len() > MAX_CHOICES {
            return Err(Failure::new(
                Code::BadFrame,
                format!("a message makes 1 to {MAX_CHOICES} choices"),
            ));
        }
        for (made, wanted) in wanted.iter().enumerate() {
            if made > 0 {
                self.run_on(random);
            }
            if self.game.turn() != Turn::Seat(seat) {
                return Err(Failure::new(
                    Code::BadOption,
                    "there are choices beyond the end of the turn",
                ));
            }
            let option = option(self, wanted)?;
            self.choose(option, true)
                .map_err(|error| Failure::new(Code::BadOption, error.to_string()))?;
        }
        Ok(())
    }

    /// Makes a whole move. Forced choices that were already made must be its beginning.
    fn choose_text(&mut self, text: &str) -> Result<(), Failure> {
        let bad = |reason: String| Failure::new(Code::BadOption, reason);
        let start = self.turn_start().ok_or_else(|| bad("the turn cannot be replayed".into()))?;
        let options = start.choices_of(text).map_err(|error| bad(error.to_string()))?;
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
        let none = || Failure::new(Code::BadFrame, "this game has no one-byte moves");
        self.choose_text(&self.game.short_move(byte).ok_or_else(none)?)
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
