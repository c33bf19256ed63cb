//! A match as the server holds it: the fold over its entries. A cache; the store is the truth.

use ennead_game::{AnyMatch, Look, Options, Outcome, Seat, Turn, Viewer};
use ennead_protocol::Code;
use ennead_store::{Entry, Event, Finished, Head, Key, MatchId, Reason, Running, SeatHolder, Stored};

use crate::Failure;
use crate::clocks::Clocks;
use crate::entropy::Entropy;
use crate::lone::lone_choices;

/// A match that nobody moves in is called off after so long.
const ABANDONED_MS: u64 = 14 * 24 * 3600 * 1000;
/// A match that nobody joins is called off after so long.
const LONELY_MS: u64 = 24 * 3600 * 1000;
/// How long a node may think for a bot before another one does.
const BOT_LEASE_MS: u64 = 15_000;

/// A match, its seats and clocks.
pub(crate) struct Live {
    pub(crate) id: MatchId,
    pub(crate) head: Head,
    pub(crate) game: Box<dyn AnyMatch>,
    /// How many entries the log has: what the next one is compared and set with.
    pub(crate) entries: u32,
    /// When the store wakes this match, in milliseconds since 1970.
    pub(crate) wake: u64,
    /// When something happened last, in milliseconds since it was made.
    active: u64,
    pub(crate) clocks: Clocks,
    pub(crate) offer: Option<Seat>,
    pub(crate) ending: Option<Ending>,
    pub(crate) next: Option<MatchId>,
    /// The ply at which this turn began, and the one before it.
    turns: [usize; 2],
    /// Labels of the last whole move, and of the one that is being made.
    last: Vec<u8>,
    begun: Vec<u8>,
    /// The seat behind each choice, none for chance: only that seat may learn that a choice was already made.
    chosen_by: Vec<Option<Seat>>,
}

/// How and when a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) reason: Reason,
    pub(crate) at: u64,
}

pub(crate) fn corrupt(id: MatchId, reason: impl std::fmt::Display) -> Failure {
    tracing::error!(%id, %reason, "a stored match cannot be replayed");
    Failure::new(Code::Internal, format!("the stored match {id} cannot be replayed"))
}

/// A match from its record, whatever its game.
pub(crate) fn open_record(record: &[u8]) -> Result<Box<dyn AnyMatch>, String> {
    let number = ennead_game::Header::game_number(record).map_err(|error| error.to_string())?;
    let game =
        ennead_registry::game_numbered(number).ok_or_else(|| format!("game number {number} is not known"))?;
    game.open(record).map_err(|refusal| refusal.to_string())
}

/// The match before its first choice.
pub(crate) fn restart(game: &dyn AnyMatch) -> Option<Box<dyn AnyMatch>> {
    let setup = game.setup();
    let options = setup.iter().fold(Options::new(), |options, (name, value)| options.with(name, value));
    ennead_registry::game(game.game())?.start(&options).ok()
}

fn seat_on(turn: Turn) -> Option<Seat> {
    match turn {
        Turn::Seat(seat) => Some(seat),
        _ => None,
    }
}

impl Live {
    /// A match before its first entry.
    pub(crate) fn new(id: MatchId, head: Head) -> Result<Live, Failure> {
        let game = open_record(&head.start).map_err(|reason| corrupt(id, reason))?;
        let clocks = Clocks::new(head.clock);
        Ok(Live {
            id,
            head,
            game,
            entries: 0,
            wake: u64::MAX,
            active: 0,
            clocks,
            offer: None,
            ending: None,
            next: None,
            turns: [0; 2],
            last: Vec::new(),
            begun: Vec::new(),
            chosen_by: Vec::new(),
        })
    }

    /// The match that the store holds.
    pub(crate) fn of(id: MatchId, stored: Stored) -> Result<Live, Failure> {
        match stored {
            Stored::Running(running) => Live::replay(id, running),
            Stored::Finished(finished) => Live::over(id, &finished),
        }
    }

    fn replay(id: MatchId, running: Running) -> Result<Live, Failure> {
        let mut live = Live::new(id, running.head)?;
        for entry in &running.entries {
            live.apply(entry, false).map_err(|reason| corrupt(id, reason))?;
        }
        if live.entries == 0 {
            live.clocks.turn(live.mover(), 0);
        }
        live.find_labels();
        Ok(live)
    }

    fn over(id: MatchId, finished: &Finished) -> Result<Live, Failure> {
        let game = open_record(&finished.record).map_err(|reason| corrupt(id, reason))?;
        let start = restart(&*game).ok_or_else(|| corrupt(id, "its set-up does not start"))?;
        let head = Head {
            start: start.record(),
            seats: finished.seats,
            clock: finished.clock,
            listed: finished.listed,
            created: finished.created,
        };
        let mut live = Live::new(id, head)?;
        live.choose_all(game.choices(), false).map_err(|reason| corrupt(id, reason))?;
        live.ending = Some(Ending { reason: finished.reason, at: finished.ended });
        live.find_labels();
        Ok(live)
    }

    /// The seat on the move; none while a seat is open and once the match is over.
    pub(crate) fn mover(&self) -> Option<Seat> {
        match self.game.turn() {
            Turn::Seat(seat) if self.ending.is_none() && !self.is_open() => Some(seat),
            _ => None,
        }
    }

    /// Whether a seat waits for someone.
    pub(crate) fn is_open(&self) -> bool {
        self.ending.is_none() && self.head.seats.contains(&SeatHolder::Open)
    }

    pub(crate) fn ply(&self) -> u32 {
        self.game.choices().len() as u32
    }

    /// The level of the bot on the move.
    pub(crate) fn bot(&self) -> Option<(Seat, u8)> {
        let seat = self.mover()?;
        match self.head.seats[seat.index()] {
            SeatHolder::Bot(level) => Some((seat, level)),
            _ => None,
        }
    }

    /// The bot that is offered a draw.
    pub(crate) fn bot_asked(&self) -> Option<Seat> {
        let seat = self.offer?.other();
        matches!(self.head.seats[seat.index()], SeatHolder::Bot(_)).then_some(seat)
    }

    /// Whether a bot has something to do.
    pub(crate) fn awaits_bot(&self) -> bool {
        self.bot().is_some() || self.bot_asked().is_some()
    }

    /// Milliseconds since the match was made; none have passed before it begins.
    pub(crate) fn age(&self, now: u64) -> u64 {
        now.saturating_sub(self.head.created)
    }

    /// Whether the seat on the move has run out of time.
    pub(crate) fn is_out_of_time(&self, now: u64) -> bool {
        self.mover().is_some() && self.clocks.deadline().is_some_and(|deadline| self.age(now) >= deadline)
    }

    /// The milliseconds left to both; none without clocks. Before the match begins, that time is the mover's as well.
    pub(crate) fn time_left(&self, now: u64) -> Option<[u64; 2]> {
        let mut left = self.clocks.left(self.age(now))?;
        if let Some(mover) = self.mover() {
            left[mover.index()] += self.head.created.saturating_sub(now);
        }
        Some(left)
    }

    /// When somebody has to look at this match again, in milliseconds since 1970.
    pub(crate) fn due(&self, now: u64) -> u64 {
        let idle = self.idle_until();
        let clock = self.clocks.deadline().map_or(idle, |at| self.head.created + at);
        let bot = if self.awaits_bot() { now + BOT_LEASE_MS } else { idle };
        idle.min(clock).min(bot)
    }

    /// The outcome, if there is one: a match may be called off.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        match self.ending?.reason {
            Reason::Rules => match self.game.turn() {
                Turn::Over(outcome) => Some(outcome),
                _ => None,
            },
            Reason::Resigned(seat) | Reason::Time(seat) => Some(Outcome::Win(seat.other())),
            Reason::Agreed => Some(Outcome::Draw),
            Reason::Abandoned => None,
        }
    }

    /// Makes an entry part of the match. `live` is false when an old one is replayed, whose labels nobody asks for.
    pub(crate) fn apply(&mut self, entry: &Entry, live: bool) -> Result<(), String> {
        match &entry.event {
            Event::Choices(options) => self.choose_all(options, live)?,
            Event::Join { seat, key } => self.head.seats[seat.index()] = SeatHolder::Person(*key),
            Event::Offer(seat) => self.offer = Some(*seat),
            Event::Decline(_) => self.offer = None,
            Event::Resign(seat) => self.end(Reason::Resigned(*seat), entry.at),
            Event::Timeout(seat) => self.end(Reason::Time(*seat), entry.at),
            Event::Agree => self.end(Reason::Agreed, entry.at),
            Event::Abandon => self.end(Reason::Abandoned, entry.at),
        }
        self.settle_entry(entry.at);
        Ok(())
    }

    /// What follows from every entry: its number, the clocks, an end by the rules.
    pub(crate) fn settle_entry(&mut self, at: u64) {
        self.entries += 1;
        self.active = at;
        if matches!(self.game.turn(), Turn::Over(_)) && self.ending.is_none() {
            self.end(Reason::Rules, at);
        }
        self.clocks.turn(self.mover(), at);
    }

    fn end(&mut self, reason: Reason, at: u64) {
        self.ending = Some(Ending { reason, at: self.head.created + at });
        self.offer = None;
    }

    fn choose_all(&mut self, options: &[u32], live: bool) -> Result<(), String> {
        for option in options {
            self.choose(*option, live).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Makes one choice, and remembers its label.
    pub(crate) fn choose(&mut self, option: u32, live: bool) -> Result<(), ennead_game::PlayError> {
        let before = self.game.turn();
        let label = if live { self.label(option) } else { None };
        self.game.play(option)?;
        self.chosen_by.push(seat_on(before));
        self.begun.extend(label);
        if self.game.turn() != before {
            self.last = std::mem::take(&mut self.begun);
            self.turns = [self.game.choices().len(), self.turns[0]];
            // An offer holds until the other side moves.
            self.offer = self.offer.filter(|seat| before == Turn::Seat(*seat));
        }
        Ok(())
    }

    /// Deals and makes lone choices until somebody has something to decide.
    pub(crate) fn run_on(&mut self) {
        if self.game.turn() == Turn::Chance {
            self.deal();
        }
        for _ in 0..lone_choices(&*self.game) {
            let label = self.label(0);
            // It was made on a copy already.
            let mover = seat_on(self.game.turn());
            if self.game.play(0).is_ok() {
                self.chosen_by.push(mover);
            }
            self.begun.extend(label);
        }
    }

    fn deal(&mut self) {
        self.game.deal(&mut Entropy);
        self.turns[0] = self.game.choices().len();
        self.chosen_by.resize(self.game.choices().len(), None);
    }

    /// Whether `seat` itself made exactly these choices from a ply on. Nobody else may learn that, since a choice may be secret.
    pub(crate) fn has_chosen(&self, seat: Seat, ply: u32, options: &[u32]) -> bool {
        let range = (ply as usize)..(ply as usize).saturating_add(options.len());
        let made = self.game.choices().get(range.clone());
        let own = self.chosen_by.get(range).is_some_and(|by| by.iter().all(|by| *by == Some(seat)));
        !options.is_empty() && own && made == Some(options)
    }

    /// What an option of the seat on the move stands for, where everyone may know.
    fn label(&self, option: u32) -> Option<u8> {
        let Turn::Seat(_) = self.game.turn() else { return None };
        if !self.game.shows_moves() {
            return None;
        }
        self.game.option_label(option)
    }

    /// Finds the labels of the last move and of the one begun, after a replay that did not.
    fn find_labels(&mut self) {
        let [turn, before] = self.turns;
        let Some(mut game) = self.at_ply(before).filter(|game| game.shows_moves()) else { return };
        for option in &self.game.choices()[before..] {
            let labels = if game.choices().len() < turn { &mut self.last } else { &mut self.begun };
            labels.extend(game.option_label(*option).filter(|_| matches!(game.turn(), Turn::Seat(_))));
            if game.play(*option).is_err() {
                return;
            }
        }
    }

    /// The match as it was at an earlier ply.
    fn at_ply(&self, ply: usize) -> Option<Box<dyn AnyMatch>> {
        let mut game = restart(&*self.game)?;
        self.game.choices()[..ply].iter().try_for_each(|option| game.play(*option)).ok()?;
        Some(game)
    }

    /// The match as it was when this turn began: moves in text are whole moves from there.
    pub(crate) fn turn_start(&self) -> Option<Box<dyn AnyMatch>> {
        self.at_ply(self.turns[0])
    }

    /// Labels of the last whole move.
    pub(crate) fn last(&self) -> &[u8] {
        &self.last
    }

    /// What a viewer may see, near what it looks at.
    pub(crate) fn scene(&self, viewer: Viewer, look: &Look) -> Result<ennead_game::Scene, Failure> {
        self.game
            .scene(viewer, look)
            .map_err(|refusal| Failure::new(Code::BadFrame, format!("that cannot be looked at: {refusal}")))
    }

    /// Whether the game has draws, so that players may agree on one.
    pub(crate) fn has_draws(&self) -> bool {
        ennead_registry::game(self.game.game()).is_some_and(ennead_game::AnyGame::draws)
    }

    /// The seat that a token holds.
    pub(crate) fn seat_of(&self, token: &[u8; 16]) -> Option<Seat> {
        let held = |seat: &Seat| matches!(&self.head.seats[seat.index()], SeatHolder::Person(key) if key.matches(token));
        Seat::BOTH.into_iter().find(held)
    }

    /// The match as it is stored once it is over.
    pub(crate) fn finished(&self) -> Option<Finished> {
        let ending = self.ending?;
        Some(Finished {
            record: self.game.record(),
            seats: self.head.seats,
            reason: ending.reason,
            clock: self.head.clock,
            created: self.head.created,
            ended: ending.at,
            listed: self.head.listed,
        })
    }

    /// The entries of a new match: its deal and the lone choices that begin it.
    pub(crate) fn first_entries(&mut self) -> Vec<Entry> {
        self.run_on();
        let options = self.game.choices().to_vec();
        if options.is_empty() {
            self.clocks.turn(self.mover(), 0);
            return Vec::new();
        }
        self.settle_entry(0);
        vec![Entry { at: 0, event: Event::Choices(options) }]
    }

    /// When a match in which nothing happens is called off, in milliseconds since 1970.
    pub(crate) fn idle_until(&self) -> u64 {
        self.head.created + if self.is_open() { LONELY_MS } else { self.active + ABANDONED_MS }
    }

    /// An open seat: the wanted one, or any.
    pub(crate) fn open_seat(&self, wanted: Option<Seat>) -> Option<Seat> {
        let open = |seat: &Seat| self.head.seats[seat.index()] == SeatHolder::Open;
        Seat::BOTH.into_iter().filter(|seat| wanted.is_none_or(|wanted| wanted == *seat)).find(open)
    }

    /// The entry that takes an open seat.
    pub(crate) fn join(seat: Seat, token: &[u8; 16]) -> Event {
        Event::Join { seat, key: Key::of(token) }
    }
}
