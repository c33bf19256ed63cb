//! A match in memory: the fold over its log. It is a cache; the store is authoritative.

use std::sync::{Arc, Mutex, PoisonError};

use ennead_game::{
    AnyMatch, Focus, MoveLog, Outcome, PlayError, Random, Scene, Seat, Turn, Viewer, redeal,
};
use ennead_kit::Games;
use ennead_protocol::Code;
use thiserror::Error;

use crate::clocks::Clocks;
use crate::forced::{count_forced_choices, make_forced_choices};
use crate::last_move::LastMove;
use crate::scene_cache::SceneCache;
use crate::{
    Beginning, Brief, Clock, Entry, Event, Failure, Finished, Head, MatchId, MatchResult, Reason,
    Running, SeatHolder, Stored, Summary,
};

/// Moves are not listed beyond this number of choices.
const MAX_LISTED_CHOICES: usize = 4_000;
/// A match is called off after this time without a move.
const ABANDONED_MS: u64 = 14 * 24 * 3600 * 1000;
/// A match is called off after this time if nobody joins.
const UNJOINED_MS: u64 = 24 * 3600 * 1000;
/// Lease on a bot's turn. The node that computes a bot's move renews it; once it expires, another
/// node takes over.
pub const BOT_LEASE_MS: u64 = 1_500;

/// A match with its seats and clocks.
pub struct LiveMatch {
    /// Its id.
    pub id: MatchId,
    /// The start of its log, with the current holders of the seats.
    pub head: Head,
    /// The match itself.
    pub game: Box<dyn AnyMatch>,
    /// The number of entries in the log. The next entry is appended only if the store still has
    /// this many.
    pub entries: u32,
    /// The seat whose draw offer is pending.
    pub offer: Option<Seat>,
    /// The seat whose takeback request is pending.
    pub takeback_asker: Option<Seat>,
    /// How it ended, once it is over.
    pub ending: Option<Ending>,
    /// The match that follows this one, once there is one: a rematch or a fork.
    pub next: Option<MatchId>,
    /// Whether that is a fork, in which the players keep their seats and what they hide.
    pub(crate) is_forked: bool,
    /// The position to continue from, until it is dealt. It is shown as spectators see it.
    template: Option<Box<dyn AnyMatch>>,
    /// The time of the last entry, in milliseconds since the match was created.
    last_active: u64,
    clocks: Clocks,
    /// The ply at which the current turn began, and the one before it.
    turns: [usize; 2],
    /// The labels of the last move.
    last: LastMove,
    /// The seat behind each choice, `None` for chance. Only that seat may learn that a choice was
    /// already made.
    chosen_by: Vec<Option<Seat>>,
    /// What each seat has asked its opponent since its last own choice.
    asked: [Asked; 2],
    scenes: SceneCache,
    /// The lines of moves so far for each viewer, once somebody has asked for them. In an open
    /// game all viewers read those of a spectator.
    logs: [Mutex<MoveLog>; 3],
}

/// What a seat has asked its opponent since its last own choice. Each may be asked once until then:
/// otherwise a declined request could be repeated forever, one entry of the log each time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Asked {
    /// For a draw.
    pub(crate) draw: bool,
    /// To take a move back.
    pub(crate) takeback: bool,
}

/// How and when a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why it ended.
    pub reason: Reason,
    /// When, as Unix time in milliseconds.
    pub at: u64,
}

/// A stored match that cannot be replayed. The reason may quote secrets, so it belongs in logs, not
/// in responses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the stored match {id} cannot be replayed: {reason}")]
pub struct BrokenMatch {
    /// Its id.
    pub id: MatchId,
    /// Why it cannot be replayed.
    pub reason: String,
}

impl From<BrokenMatch> for Failure {
    fn from(broken: BrokenMatch) -> Failure {
        let message = format!("the stored match {} cannot be replayed", broken.id);
        Failure::new(Code::Internal, message).logged()
    }
}

fn seat_of_turn(turn: Turn) -> Option<Seat> {
    match turn {
        Turn::Seat(seat) => Some(seat),
        _ => None,
    }
}

impl LiveMatch {
    /// A match before its first entry.
    pub fn new(games: Games, id: MatchId, head: Head) -> Result<LiveMatch, BrokenMatch> {
        let game = open(games, id, &head.start)?;
        let mut live = LiveMatch::of_game(id, head, game);
        if let Beginning::Template(choices) = &live.head.beginning {
            let mut template = live.game.boxed_clone();
            for choice in choices {
                let played = template.play(*choice);
                played.map_err(|error| BrokenMatch { id, reason: error.to_string() })?;
            }
            live.template = Some(template);
        }
        Ok(live)
    }

    fn of_game(id: MatchId, head: Head, game: Box<dyn AnyMatch>) -> LiveMatch {
        let (clocks, last) = (Clocks::new(head.clock), LastMove::new(&*game));
        LiveMatch {
            id,
            head,
            game,
            entries: 0,
            offer: None,
            takeback_asker: None,
            ending: None,
            next: None,
            is_forked: false,
            template: None,
            last_active: 0,
            clocks,
            turns: [0; 2],
            last,
            chosen_by: Vec::new(),
            asked: [Asked::default(); 2],
            scenes: SceneCache::default(),
            logs: Viewer::ALL.map(|viewer| Mutex::new(MoveLog::new(viewer))),
        }
    }

    /// Rebuilds a match from the store.
    pub fn of(games: Games, id: MatchId, stored: Stored) -> Result<LiveMatch, BrokenMatch> {
        match stored {
            Stored::Running(running) => LiveMatch::of_running(games, id, running),
            Stored::Finished(finished) => LiveMatch::of_finished(games, id, &finished),
        }
    }

    fn of_running(games: Games, id: MatchId, running: Running) -> Result<LiveMatch, BrokenMatch> {
        let mut live = LiveMatch::new(games, id, running.head)?;
        // As in `first_entries`: if the match begins with a move, its clock runs from the start.
        live.clocks.turn(live.mover(), 0);
        for entry in &running.entries {
            live.apply(entry, false).map_err(|reason| BrokenMatch { id, reason })?;
        }
        live.find_labels();
        Ok(live)
    }

    fn of_finished(
        games: Games,
        id: MatchId,
        finished: &Finished,
    ) -> Result<LiveMatch, BrokenMatch> {
        let game = open(games, id, &finished.record)?;
        let start = game.restart();
        let head = Head {
            start: start.record(),
            seats: finished.seats,
            names: finished.names.clone(),
            clock: finished.clock,
            listed: finished.listed,
            created: finished.created,
            beginning: finished.continues.map_or(Beginning::Fresh, Beginning::Fork),
        };
        let mut live = LiveMatch::of_game(id, head, start);
        live.choose_all(game.choices(), false).map_err(|reason| BrokenMatch { id, reason })?;
        live.ending = Some(Ending { reason: finished.reason, at: finished.ended });
        live.find_labels();
        Ok(live)
    }

    /// The seat to move; `None` while a seat is open and once the match is over.
    pub fn mover(&self) -> Option<Seat> {
        match self.game.turn() {
            Turn::Seat(seat) if self.ending.is_none() && !self.is_open() => Some(seat),
            _ => None,
        }
    }

    /// Whether the match waits for someone to join.
    pub fn is_open(&self) -> bool {
        self.ending.is_none() && self.head.seats.contains(&SeatHolder::Open)
    }

    /// Whether the match waits for its last seat to be taken before it is dealt.
    pub fn awaits_deal(&self) -> bool {
        self.is_open() && (self.template.is_some() || self.game.turn() == Turn::Chance)
    }

    /// The position that the match will continue from, until it is dealt.
    pub(crate) fn template(&self) -> Option<&dyn AnyMatch> {
        self.template.as_deref().filter(|_| self.is_open())
    }

    /// A line per move as a viewer sees it; none once there are too many to list. Only moves since
    /// the last call are read.
    pub fn log(&self, viewer: Viewer) -> Arc<[Arc<str>]> {
        let viewer = if self.game.is_open() { Viewer::Spectator } else { viewer };
        let mut log = self.logs[viewer.index()].lock().unwrap_or_else(PoisonError::into_inner);
        match self.lists_moves() {
            true => self.game.extend_log(&mut log),
            false => log.clear(),
        }
        log.lines()
    }

    /// Whether the match is short enough to list its moves; the record always holds them.
    pub(crate) fn lists_moves(&self) -> bool {
        self.game.choices().len() <= MAX_LISTED_CHOICES
    }

    /// The number of choices made so far.
    pub fn ply(&self) -> u32 {
        self.game.choices().len() as u32
    }

    /// The bot to move: its seat and level.
    pub fn bot_to_move(&self) -> Option<(Seat, u8)> {
        let seat = self.mover()?;
        match self.head.seats[seat.index()] {
            SeatHolder::Bot(level) => Some((seat, level)),
            _ => None,
        }
    }

    /// The bot that must answer a draw offer.
    pub fn bot_offered_draw(&self) -> Option<Seat> {
        let seat = self.offer?.other();
        matches!(self.head.seats[seat.index()], SeatHolder::Bot(_)).then_some(seat)
    }

    /// Whether a bot has to move or answer.
    pub fn awaits_bot(&self) -> bool {
        self.bot_to_move().is_some() || self.bot_offered_draw().is_some()
    }

    /// Milliseconds since the match began; 0 before that.
    pub(crate) fn age(&self, now: u64) -> u64 {
        now.saturating_sub(self.head.created)
    }

    /// Whether the mover has run out of time.
    pub fn is_out_of_time(&self, now: u64) -> bool {
        self.mover().is_some()
            && self.clocks.deadline().is_some_and(|deadline| self.age(now) >= deadline)
    }

    /// The milliseconds left to each seat; `None` without a time limit. Time before the match
    /// begins is added to the mover's.
    pub fn time_left(&self, now: u64) -> Option<[u64; 2]> {
        let mut left = self.clocks.left(self.age(now))?;
        if let Some(mover) = self.mover() {
            left[mover.index()] += self.head.created.saturating_sub(now);
        }
        Some(left)
    }

    /// The next deadline of this match, as Unix time in milliseconds.
    pub fn due(&self, now: u64) -> u64 {
        let bot = if self.needs_bot_lease() { now + BOT_LEASE_MS } else { u64::MAX };
        self.idle_until().min(self.flag_at().unwrap_or(u64::MAX)).min(bot)
    }

    /// When the mover's clock runs out, as Unix time in milliseconds.
    pub fn flag_at(&self) -> Option<u64> {
        self.clocks.deadline().map(|at| self.head.created + at)
    }

    /// Whether the deadline depends on more than idle time, so that each entry moves it.
    pub fn has_moving_deadline(&self) -> bool {
        self.head.clock != Clock::None
            || self.head.seats.iter().any(|seat| matches!(seat, SeatHolder::Bot(_)))
    }

    /// Whether a bot must act in a match with a person. Matches between bots advance only while
    /// somebody watches, so they need no deadline.
    fn needs_bot_lease(&self) -> bool {
        self.awaits_bot() && !self.head.is_between_bots()
    }

    /// When an idle match is called off, as Unix time in milliseconds.
    pub fn idle_until(&self) -> u64 {
        let patience = if self.is_open() { UNJOINED_MS } else { self.last_active + ABANDONED_MS };
        self.head.created + patience
    }

    /// The outcome of a finished match; `None` if it was called off.
    pub fn outcome(&self) -> Option<Outcome> {
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

    /// Applies an entry. `track_labels` is false during a replay, which looks up the labels once at
    /// its end.
    pub(crate) fn apply(&mut self, entry: &Entry, track_labels: bool) -> Result<(), String> {
        match &entry.event {
            Event::Choices(options) => {
                self.template = None;
                self.choose_all(options, track_labels)?;
            }
            Event::Join { seat, key, name } => {
                self.head.seats[seat.index()] = SeatHolder::Person(*key);
                self.head.names[seat.index()] = name.clone();
            }
            Event::Offer(seat) => {
                self.offer = Some(*seat);
                self.asked[seat.index()].draw = true;
            }
            Event::Decline(_) => self.offer = None,
            Event::Resign(seat) => self.end(Reason::Resigned(*seat), entry.at),
            Event::Timeout(seat) => self.end(Reason::Time(*seat), entry.at),
            Event::Agree => self.end(Reason::Agreed, entry.at),
            Event::Abandon => self.end(Reason::Abandoned, entry.at),
            Event::AskTakeback(seat) => {
                self.takeback_asker = Some(*seat);
                self.asked[seat.index()].takeback = true;
            }
            Event::DeclineTakeback(_) => self.takeback_asker = None,
        }
        self.settle_entry(entry.at);
        Ok(())
    }

    /// Updates everything derived from an entry: the count, the clocks, and an end by the rules.
    pub(crate) fn settle_entry(&mut self, at: u64) {
        self.entries += 1;
        self.last_active = at;
        self.scenes.clear();
        if matches!(self.game.turn(), Turn::Over(_)) && self.ending.is_none() {
            self.end(Reason::Rules, at);
        }
        match self.ending.map(|ending| ending.reason) {
            // Nobody moved, so nobody gets an increment.
            Some(reason) if reason != Reason::Rules => self.clocks.stop(at),
            _ => self.clocks.turn(self.mover(), at),
        }
    }

    fn end(&mut self, reason: Reason, at: u64) {
        self.ending = Some(Ending { reason, at: self.head.created + at });
        self.offer = None;
        self.takeback_asker = None;
    }

    fn choose_all(&mut self, options: &[u32], track_labels: bool) -> Result<(), String> {
        for option in options {
            self.choose(*option, track_labels).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Makes one choice.
    pub(crate) fn choose(&mut self, option: u32, track_labels: bool) -> Result<(), PlayError> {
        let before = self.game.turn();
        if track_labels {
            self.last.before_choice(&*self.game, option);
        }
        self.game.play(option)?;
        if track_labels {
            self.last.after_choice(before, &*self.game);
        }
        self.scenes.clear();
        self.takeback_asker = None;
        self.note_choice(seat_of_turn(before));
        if before == Turn::Chance {
            self.turns[0] = self.game.choices().len();
        } else if self.game.turn() != before {
            self.turns = [self.game.choices().len(), self.turns[0]];
            // An offer stands until the opponent moves.
            self.offer = self.offer.filter(|seat| before == Turn::Seat(*seat));
        }
        Ok(())
    }

    /// Remembers whose choice was made. A seat that has chosen may ask its opponent again.
    fn note_choice(&mut self, chooser: Option<Seat>) {
        self.chosen_by.push(chooser);
        if let Some(seat) = chooser {
            self.asked[seat.index()] = Asked::default();
        }
    }

    /// What a seat has asked its opponent since its last own choice.
    pub(crate) fn asked(&self, seat: Seat) -> Asked {
        self.asked[seat.index()]
    }

    /// Deals and makes forced choices until a player has something to decide.
    pub(crate) fn run_on(&mut self, random: &mut dyn Random) {
        if self.game.turn() == Turn::Chance {
            self.deal(random);
        }
        for _ in 0..count_forced_choices(&*self.game) {
            self.last.before_choice(&*self.game, 0);
            let mover = seat_of_turn(self.game.turn());
            // Cannot fail: it succeeded on a copy.
            if self.game.play(0).is_ok() {
                self.note_choice(mover);
            }
        }
    }

    fn deal(&mut self, random: &mut dyn Random) {
        self.game.deal(random);
        self.turns[0] = self.game.choices().len();
        self.chosen_by.resize(self.game.choices().len(), None);
        self.last.begin(&*self.game);
    }

    /// Whether `seat` itself made exactly these choices, starting at `ply`. Nobody else may learn
    /// that, since a choice may be secret.
    pub(crate) fn has_chosen(&self, seat: Seat, ply: u32, options: &[u32]) -> bool {
        let range = (ply as usize)..(ply as usize).saturating_add(options.len());
        let made = self.game.choices().get(range.clone());
        let own = self.chosen_by.get(range).is_some_and(|by| by.iter().all(|by| *by == Some(seat)));
        !options.is_empty() && own && made == Some(options)
    }

    /// The seat that made the last choice; the first seat if there was none.
    pub(crate) fn last_to_choose(&self) -> Seat {
        self.chosen_by.iter().rev().find_map(|by| *by).unwrap_or(Seat::FIRST)
    }

    /// Finds the labels of the last move and of the move in progress after a replay.
    fn find_labels(&mut self) {
        let Some(mut game) = self.at_ply(self.turns[1]) else { return };
        let mut last = LastMove::new(&*game);
        for option in &self.game.choices()[self.turns[1]..] {
            let turn = game.turn();
            last.before_choice(&*game, *option);
            if game.play(*option).is_err() {
                return;
            }
            last.after_choice(turn, &*game);
        }
        self.last = last;
    }

    /// The match at an earlier ply.
    fn at_ply(&self, ply: usize) -> Option<Box<dyn AnyMatch>> {
        let mut game = self.game.restart();
        self.game.choices()[..ply].iter().try_for_each(|option| game.play(*option)).ok()?;
        Some(game)
    }

    /// The match at the start of the current turn, from which whole moves in text form are parsed.
    pub(crate) fn turn_start(&self) -> Option<Box<dyn AnyMatch>> {
        self.at_ply(self.turns[0])
    }

    /// The match at the start of the current turn, if only forced choices were made since then.
    pub(crate) fn before_forced_choices(&self) -> Option<Box<dyn AnyMatch>> {
        if self.turns[0] == self.game.choices().len() {
            return None;
        }
        let start = self.turn_start()?;
        let forced = start.choices().len() + count_forced_choices(&*start);
        (forced == self.game.choices().len()).then_some(start)
    }

    /// The labels of the last whole move, as far as a viewer may know them.
    pub fn last_labels(&self, viewer: Viewer) -> &[u8] {
        self.last.labels(viewer)
    }

    /// A viewer's scene of the part of the board in focus.
    pub fn scene(&self, viewer: Viewer, focus: &Focus) -> Result<Arc<Scene>, Failure> {
        if let Some(known) = self.scenes.get(viewer, focus) {
            return Ok(known);
        }
        let scene = match self.template() {
            Some(template) => template.scene(Viewer::Spectator, focus),
            None => self.game.scene(viewer, focus),
        };
        let scene = scene.map_err(|error| {
            Failure::new(Code::BadFrame, format!("that cannot be looked at: {error}"))
        })?;
        Ok(self.scenes.put(viewer, focus, scene))
    }

    /// The seat that a token holds.
    pub fn seat_of(&self, token: &[u8; 16]) -> Option<Seat> {
        let held = |seat: &Seat| match &self.head.seats[seat.index()] {
            SeatHolder::Person(key) => key.matches(token),
            _ => false,
        };
        Seat::BOTH.into_iter().find(held)
    }

    /// The viewer with a token: its seat, or a spectator if there is no token.
    pub fn viewer(&self, token: Option<&[u8; 16]>) -> Result<Viewer, Failure> {
        let Some(token) = token else { return Ok(Viewer::Spectator) };
        let wrong = || Failure::new(Code::WrongToken, "this token holds no seat of this match");
        self.seat_of(token).map(Viewer::Seat).ok_or_else(wrong)
    }

    /// The stored form of the match, once it is over.
    pub fn finished(&self) -> Option<Finished> {
        let ending = self.ending?;
        Some(Finished {
            record: self.game.record(),
            seats: self.head.seats,
            names: self.head.names.clone(),
            reason: ending.reason,
            clock: self.head.clock,
            created: self.head.created,
            ended: ending.at,
            listed: self.head.listed,
            continues: self.head.beginning.continues(),
        })
    }

    /// The summary of this match for lists.
    pub fn summary(&self) -> Summary {
        Summary {
            start: self.game.restart().record(),
            seats: self.head.seats,
            names: self.head.names.clone(),
            clock: self.head.clock,
            listed: self.head.listed,
            created: self.head.created,
            ply: self.ply(),
            result: self.result(),
            continues: self.head.beginning.continues(),
        }
    }

    /// The facts about a finished match that lists show and that only a replay could recompute.
    pub fn brief(&self) -> Option<Brief> {
        let result = self.result()?;
        Some(Brief { start: self.game.restart().record(), ply: self.ply(), result })
    }

    /// The result of a match that is over.
    pub fn result(&self) -> Option<MatchResult> {
        self.ending?;
        Some(match self.outcome() {
            Some(Outcome::Win(seat)) => MatchResult::Win(seat),
            Some(Outcome::Draw) => MatchResult::Draw,
            None => MatchResult::CalledOff,
        })
    }

    /// Starts a new match: the entries for the choices that it begins with, for its deal, and for
    /// the forced choices that follow. While a seat is open, nothing is dealt: whoever sees a hand
    /// could call the match off and try again.
    pub fn first_entries(
        &mut self,
        prefix: &[u32],
        random: &mut dyn Random,
    ) -> Result<Vec<Entry>, Failure> {
        let options = if self.awaits_deal() { Vec::new() } else { self.dealt(prefix, random)? };
        if options.is_empty() {
            self.clocks.turn(self.mover(), 0);
            return Ok(Vec::new());
        }
        let entry = Entry { at: 0, event: Event::Choices(options) };
        self.apply(&entry, true).map_err(|reason| Failure::rejected(Code::Internal, &reason))?;
        Ok(vec![entry])
    }

    /// The choices of a match that begins with a prefix: those, the deal and forced choices.
    fn dealt(&self, prefix: &[u32], random: &mut dyn Random) -> Result<Vec<u32>, Failure> {
        let mut game = self.game.boxed_clone();
        for option in prefix {
            game.play(*option).map_err(|error| Failure::rejected(Code::BadValue, &error))?;
        }
        game.deal(random);
        make_forced_choices(&mut *game);
        Ok(game.choices().to_vec())
    }

    /// The choices with which the match begins once its last seat is taken. What spectators cannot
    /// see of the position to continue from is dealt anew.
    pub(crate) fn deal_for_all(&self, random: &mut dyn Random) -> Result<Vec<u32>, Failure> {
        let prefix = self.template.as_deref().map(|template| {
            // It was dealt anew when the match was created, and nobody has seen it since.
            redeal(template, &[Viewer::Spectator], random)
                .unwrap_or_else(|| template.choices().to_vec())
        });
        self.dealt(&prefix.unwrap_or_default(), random)
    }

    /// An open seat: the requested one, or any.
    pub(crate) fn open_seat(&self, wanted: Option<Seat>) -> Option<Seat> {
        let is_open = |seat: &Seat| self.head.seats[seat.index()] == SeatHolder::Open;
        let is_wanted = |seat: &Seat| wanted.is_none_or(|wanted| wanted == *seat);
        Seat::BOTH.into_iter().filter(is_wanted).find(is_open)
    }
}

fn open(games: Games, id: MatchId, record: &[u8]) -> Result<Box<dyn AnyMatch>, BrokenMatch> {
    games.open_record(record).map_err(|error| BrokenMatch { id, reason: error.to_string() })
}
