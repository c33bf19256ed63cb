//! The claims that must hold for every history, one function each.
//!
//! "In time" means: within a limit that begins when the event is due, or when the last fault has
//! healed, so that the whole length of the limit was calm ([`Weather::deadline`]).

use std::collections::{BTreeMap, BTreeSet};

use ennead_game::{AnyMatch, Seat, Turn, Viewer};
use ennead_host::{Ending, Entry, LiveMatch, MatchId, Reason, Running, SeatHolder};
use ennead_kit::Games;
use ennead_protocol::{Code, Status};
use ennead_store::memory::Effect;

use crate::{ConnectionId, HistoryEvent, Ms, StoredChange, Weather, What};

/// Time limits that hold while nothing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The limit for ending a match whose clock has run out.
    pub flag: Ms,
    /// The limit for a bot's move, even if its node died.
    pub bot: Ms,
    /// The limit for a subscriber to receive a change.
    pub snapshot: Ms,
    /// The limit for a response to a request.
    pub answer: Ms,
    /// How much too early a match may end on time: clocks are compared over a network with latency.
    pub clock_error: Ms,
}

impl Default for Limits {
    /// The limits that the server promises. A bot resumes within 2 s, and then thinks.
    fn default() -> Self {
        Limits { flag: 500, bot: 2_500, snapshot: 1_000, answer: 2_000, clock_error: 250 }
    }
}

/// A history, together with the database's account of it.
struct Checker<'a> {
    games: Games,
    weather: &'a dyn Weather,
    limits: Limits,
    events: &'a [HistoryEvent],
    lives: BTreeMap<MatchId, Life>,
    connections: BTreeMap<ConnectionId, Subscription>,
    ends: Ms,
    violations: Vec<String>,
}

/// A match from its creation on.
struct Life {
    states: Vec<State>,
    /// When it got the match that follows it, and its id.
    rematch: Option<(Ms, MatchId)>,
    /// The number of choices that it began with, if it is a fork.
    continues: Option<u32>,
    /// Whether two people hide something from each other in its newest state.
    hides: bool,
    /// The choices of all states; those of one state are a prefix.
    choices: Vec<u32>,
    seats: [SeatHolder; 2],
    /// The record of its start.
    start: Option<Vec<u8>>,
}

/// A match after one of its changes.
struct State {
    /// When the database had it.
    at: Ms,
    ply: u32,
    ending: Option<Ending>,
    /// When the mover's clock runs out, by the database's clock.
    flag_at: Option<u64>,
    awaits_bot: bool,
    is_between_bots: bool,
    is_open: bool,
    /// Whether chance has chosen.
    is_dealt: bool,
    /// Whether it runs, and chance is to choose.
    awaits_chance: bool,
}

/// A connection that follows a match.
struct Subscription {
    id: MatchId,
    viewer: Viewer,
    opened: Ms,
    closed: Ms,
    sent: Vec<Sent>,
}

struct Sent {
    at: Ms,
    ply: u32,
    status: Status,
    board: u64,
    next: Option<MatchId>,
}

impl Sent {
    fn is_over(&self) -> bool {
        matches!(self.status, Status::Over { .. })
    }
}

/// The violations of all claims; empty if they hold.
pub fn check(
    games: Games,
    weather: &dyn Weather,
    limits: Limits,
    events: &[HistoryEvent],
    journal: &BTreeMap<MatchId, Vec<StoredChange>>,
    ends: Ms,
) -> Vec<String> {
    let mut checker = Checker {
        games,
        weather,
        limits,
        events,
        lives: BTreeMap::new(),
        connections: connections(events, ends),
        ends,
        violations: Vec::new(),
    };
    for (id, changes) in journal {
        checker.the_log_of_a_match_is_linear(*id, changes);
    }
    checker.acknowledged_choices_are_kept();
    checker.every_ply_has_one_winner();
    checker.nobody_plays_for_a_person();
    checker.matches_and_rematches_are_kept();
    checker.subscribers_see_one_match();
    checker.flags_fall_in_time_and_never_early();
    checker.bots_move_in_time();
    checker.subscribers_hear_everything_in_time();
    checker.requests_are_answered_in_time();
    checker.memory_is_released();
    checker.a_match_ends_with_its_fork();
    checker.continued_matches_are_private();
    checker.matches_are_dealt_with_their_last_seat();
    checker.violations
}

/// The connections of a history, each until it was closed or its node died.
fn connections(events: &[HistoryEvent], ends: Ms) -> BTreeMap<ConnectionId, Subscription> {
    let mut all: BTreeMap<ConnectionId, Subscription> = BTreeMap::new();
    let mut open: BTreeMap<usize, BTreeSet<ConnectionId>> = BTreeMap::new();
    for HistoryEvent { at, what } in events {
        match what {
            What::Opened { connection, node, id, viewer } => {
                let (id, viewer, sent) = (*id, *viewer, Vec::new());
                let subscription = Subscription { id, viewer, opened: *at, closed: ends, sent };
                all.insert(*connection, subscription);
                open.entry(*node).or_default().insert(*connection);
            }
            What::Sent { connection, ply, status, board, next } => {
                if let Some(subscription) = all.get_mut(connection) {
                    let (ply, status, board, next) = (*ply, *status, *board, *next);
                    subscription.sent.push(Sent { at: *at, ply, status, board, next });
                }
            }
            What::Closed { connection } => {
                if let Some(subscription) = all.get_mut(connection) {
                    subscription.closed = subscription.closed.min(*at);
                }
            }
            What::Died { node } => {
                for connection in open.remove(node).unwrap_or_default() {
                    if let Some(subscription) = all.get_mut(&connection) {
                        subscription.closed = subscription.closed.min(*at);
                    }
                }
            }
            _ => {}
        }
    }
    all
}

impl Checker<'_> {
    fn violation(&mut self, at: Ms, text: &str) {
        self.violations.push(format!("{:.3} s: {text}", at as f64 / 1000.0));
    }

    /// **Plies are linear.** Each change extends the log, the rules accept all of it, and nothing
    /// follows the end.
    fn the_log_of_a_match_is_linear(&mut self, id: MatchId, changes: &[StoredChange]) {
        let mut running: Option<Running> = None;
        let mut life = Life {
            states: Vec::new(),
            rematch: None,
            continues: None,
            hides: false,
            choices: Vec::new(),
            seats: [SeatHolder::Open; 2],
            start: None,
        };
        for StoredChange { at, effect } in changes {
            let stored = match effect {
                Effect::Rematch(next) => {
                    life.rematch = Some((*at, *next));
                    continue;
                }
                Effect::Create(new) => {
                    ennead_host::Stored::Running(running.insert(new.clone()).clone())
                }
                Effect::Append(entries) => match extend(&mut running, entries) {
                    Some(longer) => ennead_host::Stored::Running(longer),
                    None => {
                        return self.violation(*at, &format!("match {id} goes on after its end"));
                    }
                },
                Effect::Finish(finished) => {
                    if running.take().is_none() {
                        return self.violation(*at, &format!("match {id} ends twice"));
                    }
                    ennead_host::Stored::Finished(finished.clone())
                }
            };
            let live = match LiveMatch::of(self.games, id, stored) {
                Ok(live) => live,
                Err(broken) => return self.violation(*at, &broken.to_string()),
            };
            if !live.game.choices().starts_with(&life.choices) {
                return self.violation(*at, &format!("match {id} has lost choices"));
            }
            life.choices = live.game.choices().to_vec();
            life.seats = live.head.seats;
            life.start.get_or_insert_with(|| live.head.start.clone());
            life.continues = live.head.beginning.continues();
            let view = |seat| live.game.view(Viewer::Seat(seat));
            life.hides = are_two_people(life.seats) && view(Seat::FIRST) != view(Seat::SECOND);
            life.states.push(State {
                at: *at,
                is_open: live.is_open(),
                is_dealt: has_dealt(&*live.game),
                awaits_chance: live.ending.is_none() && live.game.turn() == Turn::Chance,
                ply: live.ply(),
                ending: live.ending,
                flag_at: live.flag_at().filter(|_| live.mover().is_some()),
                awaits_bot: live.awaits_bot(),
                is_between_bots: live.head.is_between_bots(),
            });
        }
        self.lives.insert(id, life);
    }

    /// **No acknowledged choice is lost**, and none is acknowledged before it is durable.
    fn acknowledged_choices_are_kept(&mut self) {
        for HistoryEvent { at, what } in self.events {
            let What::Acknowledged { id, ply, option, .. } = what else { continue };
            let kept = self.lives.get(id).is_some_and(|life| {
                let durable = life.states.iter().any(|state| state.at <= *at && state.ply > *ply);
                durable && life.choices.get(*ply as usize) == Some(option)
            });
            if !kept {
                let there = self.lives.get(id).map(|life| life.choices.as_slice());
                let text = format!("match {id}: option {option} at ply {ply} is lost");
                self.violation(*at, &format!("{text}; there is {there:?}"));
            }
        }
    }

    /// **Every ply has one winner**: all acknowledgements for it are of one choice by one seat.
    fn every_ply_has_one_winner(&mut self) {
        let mut winners = BTreeMap::new();
        for HistoryEvent { at, what } in self.events {
            let What::Acknowledged { id, seat, ply, option, .. } = what else { continue };
            let winner = *winners.entry((*id, *ply)).or_insert((*seat, *option));
            if winner != (*seat, *option) {
                self.violation(*at, &format!("match {id}: two choices at ply {ply}"));
            }
        }
    }

    /// **Nothing is duplicated or invented**: a person's choice is one that this person sent for
    /// this ply.
    fn nobody_plays_for_a_person(&mut self) {
        let mut sent = BTreeSet::new();
        for HistoryEvent { what, .. } in self.events {
            if let What::Choice { id, seat, ply, option } = what {
                sent.insert((*id, *seat, *ply, *option));
            }
        }
        let mut made_up = Vec::new();
        for (id, life) in &self.lives {
            for (ply, seat, option) in choices_of_persons(self.games, life) {
                if !sent.contains(&(*id, seat, ply, option)) {
                    made_up.push(format!("match {id}: nobody has sent option {option} at {ply}"));
                }
            }
        }
        made_up.into_iter().for_each(|text| self.violation(self.ends, &text));
    }

    /// **What clients were told exists**: created matches, and one rematch per match.
    fn matches_and_rematches_are_kept(&mut self) {
        for HistoryEvent { at, what } in self.events {
            let (id, next) = match what {
                What::Created { id } => (id, None),
                What::Joined { id, seat } => {
                    let holder = self.lives.get(id).map(|life| life.seats[seat.index()]);
                    if !matches!(holder, Some(SeatHolder::Person(_))) {
                        self.violation(*at, &format!("match {id}: a join is lost"));
                    }
                    continue;
                }
                What::Rematch { id, next } => (id, Some(*next)),
                _ => continue,
            };
            let life = self.lives.get(id);
            let there = life.and_then(|life| life.rematch).map(|(_, next)| next);
            if life.is_none() || (next.is_some() && there != next) {
                self.violation(*at, &format!("match {id} or its rematch is lost"));
            }
        }
    }

    /// **Everybody sees the same match**: one board per ply and viewer, plies that never decrease,
    /// and nothing but the end after the end.
    fn subscribers_see_one_match(&mut self) {
        let mut boards = BTreeMap::new();
        let mut wrong = Vec::new();
        for subscription in self.connections.values() {
            let (id, viewer) = (subscription.id, subscription.viewer);
            for sent in &subscription.sent {
                let place = (id, viewer_number(viewer), sent.ply, sent.is_over());
                if *boards.entry(place).or_insert(sent.board) != sent.board {
                    wrong.push((sent.at, format!("match {id}: two boards at ply {}", sent.ply)));
                }
            }
            for pair in subscription.sent.windows(2) {
                if pair[1].ply < pair[0].ply || (pair[0].is_over() && !pair[1].is_over()) {
                    wrong.push((pair[1].at, format!("match {id} goes back for a subscriber")));
                }
            }
        }
        wrong.into_iter().for_each(|(at, text)| self.violation(at, &text));
    }

    /// **Every match ends within 0.5 s of its clock running out**, and not before, except for the
    /// allowed clock error.
    fn flags_fall_in_time_and_never_early(&mut self) {
        let mut wrong = Vec::new();
        for (id, life) in &self.lives {
            for (number, state) in life.states.iter().enumerate() {
                let Some(flag_at) = state.flag_at else { continue };
                let next = life.states.get(number + 1);
                let over = next.map_or(self.ends, |next| next.at);
                let flag = |state: &&State| {
                    matches!(state.ending, Some(Ending { reason: Reason::Time(_), .. }))
                };
                if next.filter(flag).is_some()
                    && self.weather.is_settled(over)
                    && self.weather.clock(over) + self.limits.clock_error < flag_at
                {
                    let early = flag_at - self.weather.clock(over);
                    wrong.push((over, format!("match {id}: a flag falls {early} ms early")));
                }
                let deadline = self.flag_deadline(state.at, flag_at);
                if over > deadline {
                    let late = over - deadline + self.limits.flag;
                    wrong.push((over, format!("match {id}: a flag is {late} ms late")));
                }
            }
        }
        wrong.into_iter().for_each(|(at, text)| self.violation(at, &text));
    }

    /// The deadline for ending a match whose clock runs out at a time of the database's clock,
    /// which may jump back.
    fn flag_deadline(&self, from: Ms, flag_at: u64) -> Ms {
        let mut from = from;
        loop {
            let due = self.weather.when(from, flag_at);
            let deadline = self.weather.deadline(due, self.limits.flag);
            if deadline >= self.ends || self.weather.clock(deadline) >= flag_at {
                return deadline;
            }
            from = deadline;
        }
    }

    /// **Every bot moves in time**, even if its node has died: in matches with a person always,
    /// between bots while somebody watches.
    fn bots_move_in_time(&mut self) {
        let mut wrong = Vec::new();
        let mut subscriptions: BTreeMap<MatchId, Vec<&Subscription>> = BTreeMap::new();
        for subscription in self.connections.values() {
            subscriptions.entry(subscription.id).or_default().push(subscription);
        }
        for (id, life) in &self.lives {
            for (number, state) in life.states.iter().enumerate() {
                if !state.awaits_bot {
                    continue;
                }
                let over = life.states.get(number + 1).map_or(self.ends, |next| next.at);
                let mut demand = |from: Ms, until: Ms| {
                    let deadline = self.weather.deadline(from, self.limits.bot);
                    if until > deadline && over > deadline {
                        let text = format!(
                            "match {id}: a bot has not moved at ply {} since {from} ms",
                            state.ply
                        );
                        wrong.push((deadline, text));
                    }
                };
                if !state.is_between_bots {
                    demand(state.at, self.ends);
                    continue;
                }
                for subscription in subscriptions.get(id).into_iter().flatten() {
                    demand(state.at.max(subscription.opened), subscription.closed);
                }
            }
        }
        wrong.into_iter().for_each(|(at, text)| self.violation(at, &text));
    }

    /// **Every subscriber on every node receives every change within a second**: moves, the end,
    /// the rematch.
    fn subscribers_hear_everything_in_time(&mut self) {
        let mut wrong = Vec::new();
        for subscription in self.connections.values() {
            let Some(life) = self.lives.get(&subscription.id) else { continue };
            let mut demand = |at: Ms, what: &str, is_sent: &dyn Fn(&Sent) -> bool| {
                let deadline =
                    self.weather.deadline(at.max(subscription.opened), self.limits.snapshot);
                let sent = subscription.sent.iter().take_while(|sent| sent.at <= deadline);
                if subscription.closed > deadline && !sent.into_iter().any(is_sent) {
                    let id = subscription.id;
                    wrong.push((
                        deadline,
                        format!("match {id}: a subscriber has not heard of {what}"),
                    ));
                }
            };
            for state in &life.states {
                let (ply, is_over) = (state.ply, state.ending.is_some());
                let what = if is_over { "the end".into() } else { format!("ply {ply}") };
                demand(state.at, &what, &|sent| sent.ply >= ply && (sent.is_over() || !is_over));
            }
            if let Some((at, next)) = life.rematch {
                demand(at, "the rematch", &|sent| sent.next == Some(next));
            }
        }
        wrong.into_iter().for_each(|(at, text)| self.violation(at, &text));
    }

    /// **Every request is answered**: in time and without a server error while nothing is wrong,
    /// and never with a response that no fault explains.
    fn requests_are_answered_in_time(&mut self) {
        for HistoryEvent { at, what } in self.events {
            let What::Answered { from, failure } = what else { continue };
            let is_calm = self.weather.is_calm(*from, from + self.limits.answer);
            if is_calm && *at > from + self.limits.answer {
                self.violation(*at, &format!("a request of {from} ms was answered late"));
            }
            let is_wrong = match failure {
                Some(Code::StoreUnavailable | Code::StoreFull | Code::TooMany) => is_calm,
                Some(
                    Code::Internal
                    | Code::BadOption
                    | Code::BadFrame
                    | Code::WrongToken
                    | Code::UnknownMatch,
                ) => true,
                _ => false,
            };
            if is_wrong {
                self.violation(*at, &format!("a request of {from} ms failed: {failure:?}"));
            }
        }
    }

    /// **A match and its fork change together**: at most one of them runs.
    fn a_match_ends_with_its_fork(&mut self) {
        let mut wrong = Vec::new();
        for (id, life) in &self.lives {
            let Some((at, next)) = life.rematch else { continue };
            let ends = life.states.iter().find(|state| state.ending.is_some());
            let runs = ends.is_none_or(|end| end.at > at);
            if runs && self.lives.get(&next).is_some_and(|next| next.continues.is_some()) {
                wrong.push((at, format!("match {id} runs beside its fork {next}")));
            }
        }
        wrong.into_iter().for_each(|(at, text)| self.violation(at, &text));
    }

    /// **A match that goes on in a fork is private** as long as the fork hides what it hides,
    /// however it ended.
    fn continued_matches_are_private(&mut self) {
        for HistoryEvent { at, what } in self.events {
            let What::Revealed { id } = what else { continue };
            let mut life = self.lives.get(id);
            while let Some(old) = life.filter(|life| life.hides) {
                let next = old.rematch.filter(|(since, _)| since <= at);
                life = next.and_then(|(_, next)| self.lives.get(&next));
                let goes_on = life.is_some_and(|next| {
                    next.continues.is_some()
                        && !next
                            .states
                            .iter()
                            .any(|state| state.ending.is_some() && state.at <= *at)
                });
                if goes_on {
                    self.violation(*at, &format!("match {id} is public, but its fork goes on"));
                    break;
                }
                life = life.filter(|next| next.continues.is_some());
            }
        }
    }

    /// **A match is dealt when its last seat is taken**: nobody can look at a hand before that, and
    /// nobody waits for the cards afterwards.
    fn matches_are_dealt_with_their_last_seat(&mut self) {
        let mut wrong = Vec::new();
        for (id, life) in &self.lives {
            let mut was_open = false;
            for state in &life.states {
                if state.is_open && state.is_dealt {
                    wrong.push((state.at, format!("match {id} is dealt while a seat is open")));
                }
                let is_taken = was_open && !state.is_open;
                was_open = state.is_open;
                if is_taken && state.awaits_chance {
                    wrong.push((state.at, format!("match {id} is not dealt with its last seat")));
                }
            }
        }
        wrong.into_iter().for_each(|(at, text)| self.violation(at, &text));
    }

    /// **Memory is bounded**: once everybody has left, nodes hold no matches and no limit entries.
    fn memory_is_released(&mut self) {
        for HistoryEvent { at, what } in self.events {
            if let What::Held { node, matches, limits } = what
                && (*matches > 0 || *limits > 0)
            {
                let text = format!("node {node} still holds {matches} matches, {limits} limits");
                self.violation(*at, &text);
            }
        }
    }
}

fn extend(running: &mut Option<Running>, entries: &[Entry]) -> Option<Running> {
    let running = running.as_mut()?;
    running.entries.extend_from_slice(entries);
    Some(running.clone())
}

fn are_two_people(seats: [SeatHolder; 2]) -> bool {
    let [first, second] = seats;
    let is_person = |holder| matches!(holder, SeatHolder::Person(_));
    is_person(first) && is_person(second) && first != second
}

/// Whether chance has chosen in a match.
fn has_dealt(game: &dyn AnyMatch) -> bool {
    let mut now = game.restart();
    game.choices().iter().any(|option| {
        let is_chance = now.turn() == Turn::Chance;
        now.play(*option).is_ok() && is_chance
    })
}

fn viewer_number(viewer: Viewer) -> usize {
    match viewer {
        Viewer::Seat(seat) => seat.index(),
        Viewer::Spectator => 2,
    }
}

/// The choices that people had to make themselves: their ply, seat and option.
fn choices_of_persons(games: Games, life: &Life) -> Vec<(u32, Seat, u32)> {
    let mut found = Vec::new();
    let Some(mut game) = life.start.as_ref().and_then(|record| games.open_record(record).ok())
    else {
        return found;
    };
    let first = life.states.first().map_or(0, |state| state.ply);
    let begun = life.continues.unwrap_or(0).max(first);
    for (ply, option) in (0..).zip(&life.choices) {
        if ply >= begun
            && let Turn::Seat(seat) = game.turn()
            && game.options() > 1
            && matches!(life.seats[seat.index()], SeatHolder::Person(_))
        {
            found.push((ply, seat, *option));
        }
        if game.play(*option).is_err() {
            break;
        }
    }
    found
}
