//! A server for the pages of one browser: it holds matches in memory and reports what to store.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use data_encoding::BASE64URL_NOPAD;
use ennead_game::{Focus, Random, Seat, SplitMix64, Turn, Viewer};
use ennead_host::bytes::{ByteReader, Item};
use ennead_host::matches::{
    self, CreatedMatch, Hint, HistoryJson, JoinRequest, JoinedSeat, ListRequest, MatchJson,
    MatchList, NewMatch, RecordJson, new_token,
};
use ennead_host::tools;
use ennead_host::{
    Action, Beginning, Clock, DrawOffer, Entry, Failure, Finished, Head, Listing, LiveMatch,
    MatchId, Reason, Running, SeatHolder, Snapshot, Stored, Summary, Takeback, Transition, Wanted,
};
use ennead_kit::Games;
use ennead_protocol::{ClientFrame, Code, Features, ServerFrame, Token};
use ennead_search::puzzle::Puzzles;
use ennead_search::{AnyBot, Budget, Tables, choose_move};
use serde_json::{Value as Json, json};

use super::connection::Connection;
use super::entropy::Entropy;
use crate::Effect;

/// The maximum thinking time of a bot for one move.
const MAX_THINKING: Duration = Duration::from_millis(400);
/// The budget for each choice of a hint, as on a server.
const HINT: Budget = Budget { time: Some(Duration::from_millis(400)), nodes: Some(300_000) };
/// With a clock, a bot spends at most this fraction (1/n) of its remaining time on a move.
const SHARE_OF_CLOCK: u32 = 20;
/// The maximum number of records per import: each is replayed while the pages wait.
const MAX_IMPORT: usize = 10_000;

/// The matches of a browser.
pub struct Local {
    games: Games,
    random: Entropy,
    /// All matches as stored.
    items: BTreeMap<MatchId, Item>,
    /// The matches loaded so far.
    live: HashMap<MatchId, LiveMatch>,
    connections: BTreeMap<u32, Connection>,
    bots: HashMap<(MatchId, Seat), Box<dyn AnyBot>>,
    effects: Vec<Effect>,
    /// The puzzle books that pages have opened, by game.
    books: Vec<(&'static str, Vec<u8>)>,
}

/// The result of an action.
#[derive(PartialEq, Eq)]
enum Done {
    Now,
    /// A duplicate of an earlier action.
    Before,
}

impl Local {
    pub(crate) fn new(games: Games, seed: [u8; 32]) -> Local {
        Local {
            games,
            random: Entropy::new(seed),
            items: BTreeMap::new(),
            live: HashMap::new(),
            connections: BTreeMap::new(),
            bots: HashMap::new(),
            effects: Vec::new(),
            books: Vec::new(),
        }
    }

    pub(crate) fn games(&self) -> Games {
        self.games
    }

    /// Adds a puzzle book: the id of its game, a zero byte, and its bytes. Errors in a book are
    /// reported by the calls that use its puzzles.
    pub(crate) fn add_book(&mut self, input: &[u8]) {
        let Some(end) = input.iter().position(|byte| *byte == 0) else { return };
        let id = std::str::from_utf8(&input[..end]).unwrap_or_default();
        if let Some(kit) = self.games.game(id) {
            self.books.push((kit.id(), input[end + 1..].to_vec()));
        }
    }

    /// The puzzles of a game whose book was added; an error for other games.
    pub(crate) fn puzzles(&self, game: &str) -> Result<Puzzles<'_>, Failure> {
        let puzzles = tools::puzzles_of(self.games, game)?;
        let added = self.books.iter().rfind(|(id, _)| *id == game);
        Ok(added.map_or(puzzles, |(_, book)| Puzzles { book, ..puzzles }))
    }

    pub(crate) fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Adds a stored match and publishes it to its subscribers. Answers like a call.
    pub(crate) fn restore(&mut self, now: u64, bytes: &[u8]) -> (u16, Vec<u8>) {
        match self.try_restore(now, bytes) {
            Ok(()) => (200, b"{}".to_vec()),
            Err(failure) => (failure.code.status(), failure.to_json().to_string().into_bytes()),
        }
    }

    fn try_restore(&mut self, now: u64, bytes: &[u8]) -> Result<(), Failure> {
        let damaged = |error: &dyn std::fmt::Display| Failure::rejected(Code::BadValue, error);
        let mut reader = ByteReader::new(bytes);
        let item = Item::read(&mut reader).map_err(|error| damaged(&error))?;
        if !reader.is_empty() {
            return Err(damaged(&format!("byte {}: the match ends here", reader.position())));
        }
        let id = item.id;
        LiveMatch::of(self.games, id, item.stored.clone())?;
        self.items.insert(id, item);
        self.forget(id);
        self.publish(id, now)
    }

    /// Drops the cached state of a match; the next access replays it from what is stored.
    fn forget(&mut self, id: MatchId) {
        self.live.remove(&id);
        Seat::BOTH.into_iter().for_each(|seat| drop(self.bots.remove(&(id, seat))));
    }

    fn live(&mut self, id: MatchId) -> Result<&mut LiveMatch, Failure> {
        if !self.live.contains_key(&id) {
            let unknown = || Failure::new(Code::UnknownMatch, format!("there is no match {id}"));
            let item = self.items.get(&id).ok_or_else(unknown)?;
            let mut live = LiveMatch::of(self.games, id, item.stored.clone())?;
            if let Some(next) = item.rematch {
                let successor = self.items.get(&next).map(|next| &next.stored);
                if live.follow(next, successor) {
                    self.call_off_forked(&mut live, next)?;
                }
            }
            self.live.insert(id, live);
        }
        let missing = || Failure::new(Code::Internal, "the match is gone");
        self.live.get_mut(&id).ok_or_else(missing)
    }

    /// Calls off a match whose fork lives, at the time when the fork began: versions before 0.3
    /// stored the fork first.
    fn call_off_forked(&mut self, live: &mut LiveMatch, next: MatchId) -> Result<(), Failure> {
        let forked_at = match self.items.get(&next).map(|next| &next.stored) {
            Some(Stored::Running(running)) => running.head.created,
            Some(Stored::Finished(finished)) => finished.created,
            None => live.head.created,
        };
        live.act(&Action::Abandon, None, forked_at, &mut self.random)?;
        if let Some(finished) = live.finished() {
            let stored = Stored::Finished(finished);
            self.keep(Item { id: live.id, stored, rematch: Some(next) });
        }
        Ok(())
    }

    /// The viewer identified by a token. Two people at one device share a token; the view is then
    /// that of the seat to move.
    fn viewer(&mut self, id: MatchId, token: Option<&Token>) -> Result<Viewer, Failure> {
        let live = self.live(id)?;
        let viewer = live.viewer(token)?;
        let is_shared = live.head.seats[0] == live.head.seats[1];
        let mover = live.mover().filter(|_| is_shared && viewer != Viewer::Spectator);
        Ok(mover.map_or(viewer, Viewer::Seat))
    }

    pub(crate) fn create(&mut self, request: NewMatch, now: u64) -> Result<CreatedMatch, Failure> {
        let mut prepared = request.prepare(self.games, now, &mut self.random)?;
        // Nobody can join from outside, so a friend plays on the same device.
        let seats = &mut prepared.head.seats;
        let person = seats.iter().copied().find(|seat| matches!(seat, SeatHolder::Person(_)));
        if let Some(person) = person {
            let open = seats.iter_mut().filter(|seat| **seat == SeatHolder::Open);
            open.for_each(|seat| *seat = person);
            if let Beginning::Template(choices) = &prepared.head.beginning {
                prepared.head.beginning = Beginning::Fork(choices.len() as u32);
            }
        }
        let id = self.add(prepared.head.clone(), &prepared.prefix, now)?;
        Ok(prepared.answer(id))
    }

    /// Adds a match with its first entries; a fork starts with the choices of a prefix.
    fn add(&mut self, head: Head, prefix: &[u32], now: u64) -> Result<MatchId, Failure> {
        let mut id = MatchId::new(now, self.random.next_u64());
        while self.items.contains_key(&id) {
            id = MatchId::new(now, self.random.next_u64());
        }
        let mut live = LiveMatch::new(self.games, id, head.clone())?;
        let entries = live.first_entries(prefix, &mut self.random)?;
        self.live.insert(id, live);
        let stored = Stored::Running(Running { head, entries });
        self.keep(Item { id, stored, rematch: None });
        Ok(id)
    }

    /// Stores a match.
    fn keep(&mut self, item: Item) {
        let mut bytes = Vec::new();
        item.write(&mut bytes);
        self.effects.push(Effect::Store(bytes));
        self.items.insert(item.id, item);
    }

    pub(crate) fn list(&self, request: &ListRequest) -> Result<MatchList, Failure> {
        let query = request.query()?;
        let is_wanted = |item: &&Item| match &item.stored {
            Stored::Finished(finished) => finished.listed && query.listing == Listing::Finished,
            Stored::Running(running) => {
                let phase = if running.is_open() { Listing::Open } else { Listing::Running };
                running.head.listed && query.listing == phase
            }
        };
        let newest = self.items.iter().rev().map(|(_, item)| item);
        let older = newest.filter(|item| query.before.is_none_or(|before| item.id < before));
        let page = older.filter(is_wanted).take(query.limit as usize);
        let summaries: Vec<_> =
            page.filter_map(|item| Some((item.id, self.summary(item)?))).collect();
        Ok(MatchList::of(self.games, &summaries, None, |_| ()))
    }

    /// The summary shown in lists, or `None` if the match cannot be read.
    fn summary(&self, item: &Item) -> Option<Summary> {
        if let Some(live) = self.live.get(&item.id) {
            return Some(live.summary());
        }
        // A match that is only listed is not loaded: its bot would start thinking.
        Some(LiveMatch::of(self.games, item.id, item.stored.clone()).ok()?.summary())
    }

    pub(crate) fn show(
        &mut self,
        id: MatchId,
        token: Option<&Token>,
        now: u64,
    ) -> Result<MatchJson, Failure> {
        let viewer = self.viewer(id, token)?;
        MatchJson::of(self.live(id)?, viewer, now)
    }

    pub(crate) fn record(
        &mut self,
        id: MatchId,
        token: Option<&Token>,
    ) -> Result<RecordJson, Failure> {
        self.viewer(id, token)?;
        matches::record(self.live(id)?)
    }

    pub(crate) fn history(
        &mut self,
        id: MatchId,
        token: Option<&Token>,
    ) -> Result<HistoryJson, Failure> {
        let viewer = self.viewer(id, token)?;
        matches::history(self.live(id)?, viewer)
    }

    pub(crate) fn explain(&mut self, id: MatchId, token: Option<&Token>) -> Result<Json, Failure> {
        let viewer = self.viewer(id, token)?;
        Ok(self.live(id)?.game.explain(viewer))
    }

    pub(crate) fn join(
        &mut self,
        id: MatchId,
        request: &JoinRequest,
        now: u64,
    ) -> Result<JoinedSeat, Failure> {
        let token = new_token(&mut self.random);
        self.act(id, None, &request.action(token)?, now)?;
        JoinedSeat::of(self.live(id)?, &token)
    }

    pub(crate) fn act_as(
        &mut self,
        id: MatchId,
        token: Option<&Token>,
        action: &Action,
        now: u64,
    ) -> Result<(), Failure> {
        let seat = seat_of(self.viewer(id, token)?);
        self.act(id, seat, action, now).map(drop)
    }

    /// Creates the rematch of a finished match, or finds the existing one.
    pub(crate) fn rematch(
        &mut self,
        id: MatchId,
        token: Option<&Token>,
        now: u64,
    ) -> Result<MatchId, Failure> {
        let seat = seat_of(self.viewer(id, token)?);
        let live = self.live(id)?;
        live.check_rematch(seat)?;
        if let Some(next) = live.next {
            return Ok(next);
        }
        let head = live.rematch_head(now);
        let next = self.add(head, &[], now)?;
        self.live(id)?.next = Some(next);
        if let Some(item) = self.items.get(&id).cloned() {
            self.keep(Item { rematch: Some(next), ..item });
        }
        self.publish(id, now)?;
        Ok(next)
    }

    /// Takes back a seat's last move, in a new match that starts with the moves before it. If two
    /// people have a token each, one requests it and the other agrees.
    pub(crate) fn take_back(
        &mut self,
        id: MatchId,
        token: Option<&Token>,
        now: u64,
    ) -> Result<Option<MatchId>, Failure> {
        let seat = seat_of(self.viewer(id, token)?);
        let mut random = SplitMix64::new(self.random.next_u64());
        let live = self.live(id)?;
        if live.next.is_some() {
            return Ok(live.next);
        }
        let Takeback::Fork(head, prefix) = live.take_back(seat, now, &mut random)? else {
            return self.act(id, seat, &Action::AskTakeback, now).map(|_| None);
        };
        // The page stores what one call changes in one transaction.
        let next = self.add(*head, &prefix, now)?;
        let live = self.live(id)?;
        live.act(&Action::Abandon, None, now, &mut random)?;
        live.fork_to(next);
        if let Some(finished) = live.finished() {
            let stored = Stored::Finished(finished);
            self.keep(Item { id, stored, rematch: Some(next) });
        }
        self.publish(id, now)?;
        Ok(Some(next))
    }

    /// A hint for the seat to move.
    pub(crate) fn hint(&mut self, id: MatchId, token: Option<&Token>) -> Result<Hint, Failure> {
        let seat = seat_of(self.viewer(id, token)?);
        let question = self.live(id)?.ask_hint(seat)?;
        matches::hint(self.games, &Tables::default(), question, HINT)
    }

    /// The records of all finished matches, oldest first.
    pub(crate) fn records(&self) -> Json {
        let record = |item: &Item| match &item.stored {
            Stored::Finished(finished) => Some(BASE64URL_NOPAD.encode(&finished.record)),
            Stored::Running(_) => None,
        };
        json!({ "records": self.items.values().filter_map(record).collect::<Vec<_>>() })
    }

    /// Imports records as finished matches, skipping those already present.
    pub(crate) fn import(&mut self, records: &[String], now: u64) -> Result<Json, Failure> {
        if records.len() > MAX_IMPORT {
            let text = format!("{} records, and at most {MAX_IMPORT} at once", records.len());
            return Err(Failure::new(Code::TooLarge, text));
        }
        let mut opened = Vec::new();
        for (line, text) in (1..).zip(records) {
            let request = json!({ "record": text });
            let finished = serde_json::from_value(request)
                .map_err(|error| Failure::rejected(Code::BadRequest, &error))
                .and_then(|request| self.finished(&request, now))
                .map_err(|failure| {
                    let message = format!("record {line}: {}", failure.message);
                    Failure::rejected(failure.code, &message)
                })?;
            opened.push(finished);
        }
        let mut imported = 0;
        for finished in opened {
            let known = |item: &Item| match &item.stored {
                Stored::Finished(old) => old.record == finished.record,
                Stored::Running(_) => false,
            };
            if self.items.values().any(known) {
                continue;
            }
            let id = MatchId::new(now, self.random.next_u64());
            self.keep(Item { id, stored: Stored::Finished(finished), rematch: None });
            imported += 1;
        }
        Ok(json!({ "imported": imported }))
    }

    /// A record as a finished match. If the rules have not ended it, it counts as abandoned.
    fn finished(
        &self,
        request: &ennead_host::tools::RecordRequest,
        now: u64,
    ) -> Result<Finished, Failure> {
        let game = request.open(self.games)?;
        let is_over = matches!(game.turn(), Turn::Over(_));
        Ok(Finished {
            record: game.record(),
            seats: [SeatHolder::Open; 2],
            names: [None, None],
            reason: if is_over { Reason::Rules } else { Reason::Abandoned },
            clock: Clock::None,
            created: now,
            ended: now,
            listed: true,
            continues: None,
        })
    }

    /// Performs an action, stores its transition and publishes it to all subscribers.
    fn act(
        &mut self,
        id: MatchId,
        seat: Option<Seat>,
        action: &Action,
        now: u64,
    ) -> Result<Done, Failure> {
        if self.live(id)?.is_out_of_time(now) && *action != Action::Timeout {
            self.act(id, None, &Action::Timeout, now)?;
        }
        self.live(id)?;
        let Some(live) = self.live.get_mut(&id) else { return Ok(Done::Before) };
        let ply = live.ply();
        let done = live.act(action, seat, now, &mut self.random);
        match done {
            Ok(Transition::Known) => Ok(Done::Before),
            Ok(Transition::Entries(entries)) => {
                self.append(id, entries);
                self.publish(id, now)?;
                Ok(Done::Now)
            }
            Err(failure) => {
                // The first of several choices may have been made already.
                if self.live(id)?.ply() != ply {
                    self.forget(id);
                }
                Err(failure)
            }
        }
    }

    fn append(&mut self, id: MatchId, entries: Vec<Entry>) {
        let finished = self.live.get(&id).and_then(LiveMatch::finished);
        let Some(mut item) = self.items.get(&id).cloned() else { return };
        match (finished, &mut item.stored) {
            (Some(finished), stored) => *stored = Stored::Finished(finished),
            (None, Stored::Running(running)) => running.entries.extend(entries),
            (None, Stored::Finished(_)) => {}
        }
        self.keep(item);
    }

    /// Broadcasts the latest snapshot of a match to its subscribers.
    fn publish(&mut self, id: MatchId, now: u64) -> Result<(), Failure> {
        let subscribers = self.connections.iter().filter(|(_, one)| one.id == id);
        let subscribers: Vec<u32> = subscribers.map(|(number, _)| *number).collect();
        if subscribers.is_empty() {
            return Ok(());
        }
        let wanted = Wanted { spectator: true, log: true };
        let snapshot = Snapshot::of(self.live(id)?, wanted, now)?;
        for number in subscribers {
            let token = self.connections.get(&number).and_then(|connection| connection.token);
            let viewer = self.viewer(id, token.as_ref())?;
            if let Some(connection) = self.connections.get_mut(&number) {
                let frames = connection.frames(&snapshot, viewer);
                frames.into_iter().for_each(|bytes| self.send(number, bytes));
            }
        }
        Ok(())
    }

    fn send(&mut self, connection: u32, bytes: Vec<u8>) {
        self.effects.push(Effect::Frame { connection, bytes });
    }

    /// Handles a client frame.
    pub(crate) fn frame(&mut self, connection: u32, now: u64, bytes: &[u8]) {
        if let Err(failure) = self.try_frame(connection, now, bytes) {
            let frame = ServerFrame::Error { code: failure.code, message: failure.message };
            self.send(connection, frame.encode());
        }
    }

    fn try_frame(&mut self, number: u32, now: u64, bytes: &[u8]) -> Result<(), Failure> {
        let frame = ClientFrame::decode(bytes)
            .map_err(|error| Failure::new(Code::BadFrame, error.to_string()))?;
        if let ClientFrame::Open { id, token, features } = frame {
            return self.open(number, id, token, features, now);
        }
        let closed = || Failure::new(Code::BadFrame, "open a match first");
        let connection = self.connections.get(&number).ok_or_else(closed)?;
        let (id, token) = (connection.id, connection.token);
        let viewer = self.viewer(id, token.as_ref())?;
        if let Some(action) = Action::of_frame(&frame) {
            return match self.act(id, seat_of(viewer), &action, now) {
                Ok(Done::Now) => Ok(()),
                Ok(Done::Before) => self.repeat(number, id, viewer, now),
                Err(failure) if failure.code == Code::Stale => self.repeat(number, id, viewer, now),
                Err(failure) => Err(failure),
            };
        }
        match frame {
            ClientFrame::Rematch => self.rematch(id, token.as_ref(), now).map(drop),
            ClientFrame::Takeback => self.take_back(id, token.as_ref(), now).map(drop),
            ClientFrame::Explain => {
                let live = self.live(id)?;
                let json = live.game.explain(viewer).to_string();
                let frame = ServerFrame::Explanation { ply: live.ply(), json };
                self.send(number, frame.encode());
                Ok(())
            }
            ClientFrame::Look { budget, path } => {
                let live = self.live(id)?;
                let focus = Focus { path, budget: budget as usize };
                let payload = live.scene(viewer, &focus)?.payload().to_vec();
                let frame = ServerFrame::Detail { ply: live.ply(), payload };
                self.send(number, frame.encode());
                Ok(())
            }
            _ => Err(Failure::new(Code::BadFrame, "this frame is not a request")),
        }
    }

    fn open(
        &mut self,
        number: u32,
        id: [u8; 8],
        token: Option<Token>,
        features: Features,
        now: u64,
    ) -> Result<(), Failure> {
        self.connections.remove(&number);
        let unknown = || Failure::new(Code::UnknownMatch, "there is no such match");
        let id = MatchId::from_bytes(id).ok_or_else(unknown)?;
        self.viewer(id, token.as_ref())?;
        self.connections.insert(number, Connection::new(id, token, features));
        self.publish(id, now)
    }

    /// Resends the current snapshot, in answer to a choice that is a duplicate or too late.
    fn repeat(
        &mut self,
        number: u32,
        id: MatchId,
        viewer: Viewer,
        now: u64,
    ) -> Result<(), Failure> {
        let bytes = self.live(id)?.state_frame(viewer, now)?.to_vec();
        self.send(number, bytes);
        Ok(())
    }

    pub(crate) fn close(&mut self, connection: u32) {
        self.connections.remove(&connection);
    }

    fn is_followed(&self, id: MatchId) -> bool {
        self.connections.values().any(|connection| connection.id == id)
    }

    /// Whether the bots of a match may play on: a match between bots needs a spectator.
    fn lets_bots_think(&self, live: &LiveMatch) -> bool {
        live.awaits_bot() && (!live.head.is_between_bots() || self.is_followed(live.id))
    }

    /// Lets one bot make its next decision.
    pub(crate) fn think(&mut self, now: u64) {
        let waiting = self.live.values().filter(|live| self.lets_bots_think(live));
        let Some(id) = waiting.map(|live| live.id).min() else { return };
        if self.try_think(id, now).is_err() {
            // Evict the match, or a bot that cannot move would be asked again and again.
            self.live.remove(&id);
        }
    }

    fn try_think(&mut self, id: MatchId, now: u64) -> Result<(), Failure> {
        let games = self.games;
        let live = self.live(id)?;
        if let Some(seat) = live.bot_offered_draw() {
            let budget = budget(live, seat, now);
            let offer = DrawOffer::new(games, &Tables::default(), &*live.game, seat);
            let action = offer.map_or(Action::Decline, |offer| offer.answer(budget));
            return self.act(id, Some(seat), &action, now).map(drop);
        }
        let Some((seat, level)) = live.bot_to_move() else { return Ok(()) };
        let (ply, budget, game) = (live.ply(), budget(live, seat, now), live.game.boxed_clone());
        let internal = |error: &dyn std::fmt::Display| Failure::rejected(Code::Internal, error);
        let kit = games.game(game.game()).ok_or_else(|| internal(&"the game is gone"))?;
        let kept = self.bots.remove(&(id, seat));
        let seed = self.random.next_u64();
        let fresh = || kit.bots().bot(&format!("level{level}"), seed);
        let mut bot = kept.map_or_else(fresh, Ok).map_err(|error| internal(&error))?;
        let options = choose_move(&mut *bot, &*game, budget).map_err(|error| internal(&error))?;
        self.bots.insert((id, seat), bot);
        self.act(id, Some(seat), &Action::Line { ply, options }, now)?;
        if self.live(id)?.ending.is_some() {
            Seat::BOTH.into_iter().for_each(|seat| drop(self.bots.remove(&(id, seat))));
        }
        Ok(())
    }

    /// Ends matches whose clock has run out, and abandons idle ones.
    pub(crate) fn tick(&mut self, now: u64) {
        let late: Vec<(MatchId, Action)> = self
            .live
            .values()
            .filter(|live| live.ending.is_none())
            .filter_map(|live| match live {
                live if live.is_out_of_time(now) => Some((live.id, Action::Timeout)),
                live if now >= live.idle_until() => Some((live.id, Action::Abandon)),
                _ => None,
            })
            .collect();
        for (id, action) in late {
            if self.act(id, None, &action, now).is_err() {
                self.live.remove(&id);
            }
        }
    }

    /// The milliseconds until a bot or a clock needs a call, or `None` if nothing is pending.
    pub(crate) fn wake(&self, now: u64) -> Option<u32> {
        let running = self.live.values().filter(|live| live.ending.is_none());
        let due = |live: &LiveMatch| match self.lets_bots_think(live) {
            true => Some(now),
            false => (live.head.clock != Clock::None).then(|| live.due(now)),
        };
        let next = running.filter_map(due).min()?;
        Some(u32::try_from(next.saturating_sub(now)).unwrap_or(u32::MAX))
    }
}

fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator => None,
    }
}

/// The budget of a bot's next move.
fn budget(live: &LiveMatch, seat: Seat, now: u64) -> Budget {
    let left = live.time_left(now).map(|left| Duration::from_millis(left[seat.index()]));
    Budget::time(left.map_or(MAX_THINKING, |left| MAX_THINKING.min(left / SHARE_OF_CLOCK)))
}
