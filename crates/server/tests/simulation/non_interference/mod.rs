//! Non-interference: what a viewer may not know changes no byte that the viewer can obtain.
//!
//! The claim covers the whole server. Two worlds have the same public history and differ only in
//! cards that a viewer has not seen, in the slots that others hold them in, and in a hidden choice
//! of another game. Each is a real server with its routes, sockets, limits and sweeps, on simulated
//! time and randomness. The same calls and messages go to both, from both seats, spectators,
//! strangers and the operator. A client that knows no more than the viewer must receive the same
//! bytes at the same step on every connection: status, headers, bodies, frames, their number and
//! order, and closed connections.
//!
//! Three things are excluded:
//! - the header `date`, which shows the machine's clock, and the response time;
//! - everything about a match from the step in which it becomes public: when it is over, unless it
//!   was called off for a fork in which two people still hold the same cards;
//! - moves that would show the viewer differing secrets: players may reveal their own.
//!
//! `deal` and `hidden_choices` create the two worlds, `party` defines who is compared, `calls` and
//! `frames` send everything that can be sent, and `world` runs a server.

mod calls;
mod deal;
mod difference;
mod frames;
mod hidden_choices;
mod known;
mod party;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use ennead_game::{Random, Seat, SplitMix64, Viewer};
use ennead_host::{Action, Clock, Entry, Event, MatchId, SeatHolder, SeatKey, Transition};
use ennead_store::memory::MemoryKind;

use calls::{Call, handshake, play_call, some_call, some_poll};
use deal::Deal;
pub(crate) use difference::Difference;
use frames::{frames_in, play_frame, some_message};
use hidden_choices::{hidden_throws, thrower};
use known::Known;
use party::{LINES, Line, PARTIES, Party, Wire, seat_token};
use world::{Heard, Stage, World};

/// Steps per pair of worlds.
pub(crate) const STEPS: u64 = 500;
/// The duration of a step, longer than any response takes.
const MOMENT: Duration = Duration::from_millis(10);
/// The duration of a step in which the server pings its clients.
const WHILE: Duration = Duration::from_secs(45);
/// The time after which every call has been answered, including those that wait.
const POLL: Duration = Duration::from_secs(4);
/// The most moves of a match.
const MAX_MOVES: u64 = 40;

/// Counts of sent and received messages by name.
pub(crate) type Tally = BTreeMap<String, u64>;

/// Two worlds that the viewer cannot tell apart, if the claim holds.
struct Pair {
    seed: u64,
    random: SplitMix64,
    viewer: Viewer,
    worlds: [World; 2],
    known: Known,
    /// The matches that are public in full.
    public: BTreeSet<MatchId>,
    /// The match that each connection is about.
    subjects: [Option<MatchId>; LINES],
    /// The connections whose call is pending.
    waiting: [bool; LINES],
    tally: Tally,
}

/// Runs a pair of worlds; the error is the first observable difference.
pub(crate) fn run(seed: u64) -> Result<Tally, Box<Difference>> {
    let mut pair = Pair::new(seed);
    for step in 0..STEPS {
        pair.step(step)?;
    }
    // Let waiting calls finish first: whether a shutdown overtakes them is up to the scheduler.
    pair.hear(STEPS, None, "time passes", POLL)?;
    pair.worlds.iter().for_each(World::close);
    pair.hear(STEPS + 1, None, "the server shuts down", POLL)?;
    Ok(pair.tally)
}

impl Pair {
    fn new(seed: u64) -> Pair {
        let mut random = SplitMix64::new(seed);
        let viewer = [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Spectator]
            [random.below(3) as usize];
        let stages = stages(viewer, &mut random);
        let kind = [MemoryKind::Single, MemoryKind::Shared][random.below(2) as usize];
        let worlds = [0, 1].map(|world| World::new(&stages, world, kind));
        let known = Known {
            matches: stages.iter().map(|stage| stage.id).collect(),
            plies: stages.iter().map(|stage| stage.deals[0].plies(stage.made)).collect(),
            opened: [None; PARTIES.len()],
            stages,
        };
        // The moves of some deals end the match.
        let is_public = |id: &MatchId| worlds[0].is_public(*id);
        let public = known.matches.iter().copied().filter(is_public).collect();
        Pair {
            seed,
            random,
            viewer,
            worlds,
            known,
            public,
            subjects: [None; LINES],
            waiting: [false; LINES],
            tally: Tally::new(),
        }
    }

    /// One call to both worlds.
    fn step(&mut self, step: u64) -> Result<(), Box<Difference>> {
        if self.random.below(2_000) == 0 {
            return self.hear(step, None, "time passes", WHILE);
        }
        let call = loop {
            let call = self.some_call();
            let is_rare = call.is_drastic() && self.random.below(8) > 0;
            if !is_rare && !self.shows_more(&call) {
                break call;
            }
        };
        *self.tally.entry(call.name.clone()).or_default() += 1;
        self.note(&call);
        self.hear(step, Some(&call), &call.name, MOMENT)
    }

    fn some_call(&mut self) -> Call {
        let chance = self.random.below(100);
        if let Some(call) = (chance < 8).then(|| self.next_move()).flatten() {
            return call;
        }
        let random = &mut self.random;
        let party = match random.below(13) {
            0 => Party::Operator,
            other => PARTIES[other as usize % 4],
        };
        let [poll, socket] = [Wire::Poll, Wire::Socket].map(|wire| Line { party, wire });
        let is_connected = self.worlds[0].is_connected(socket);
        match chance {
            8..11 if !self.waiting[poll.index()] => some_poll(party, &self.known, random),
            0..36 => some_call(party, &self.known, random),
            _ if !is_connected => handshake(party, random),
            _ => some_message(party, &self.known, random),
        }
    }

    /// The next move of a match between two people, as a frame or as a call.
    fn next_move(&mut self) -> Option<Call> {
        let stage = if self.random.below(4) == 0 { THROWN } else { 0 };
        let id = self.known.stages[stage].id;
        let (party, choices) = self.known.next_move(id, &mut self.random)?;
        let has_opened = self.known.opened[party as usize] == Some(id);
        let as_frame = || play_frame(party, &self.known, &choices);
        let frame = if has_opened { as_frame() } else { None };
        frame.or_else(|| play_call(party, id, &choices, &mut self.random))
    }

    /// Whether a call would make a move that shows the viewer different cards in each world: any
    /// move that the two do not have in common. A move that only one of the worlds accepts tells
    /// its player something about the cards; if the viewer can make it, that is a leak to be found.
    fn shows_more(&self, call: &Call) -> bool {
        let (Some(choices), Some(id)) = (&call.choices, call.subject) else { return false };
        let deals = self.known.stages.iter().find(|stage| stage.id == id).map(|one| &one.deals);
        let outcomes = [0, 1].map(|world| {
            let choices = &choices[world];
            let made = choices_after(&self.worlds[world], id, call.line.party, choices)?;
            let is_common = deals.is_some_and(|deals| deals[world].choices.starts_with(&made));
            Some(is_common)
        });
        match outcomes {
            [None, None] | [Some(true), Some(true)] => false,
            [Some(_), Some(_)] => true,
            _ => !call.line.party.knows_no_more_than(self.viewer),
        }
    }

    /// Remembers what a connection is about.
    fn note(&mut self, call: &Call) {
        let Line { party, wire } = call.line;
        self.waiting[call.line.index()] = true;
        if wire != Wire::Socket {
            self.subjects[call.line.index()] = call.subject;
        } else if let Some(id) = call.subject.filter(|id| self.known.matches.contains(id)) {
            self.subjects[call.line.index()] = Some(id);
            self.known.opened[party as usize] = Some(id);
        }
    }

    /// Takes a step in both worlds and compares what clients receive.
    fn hear(
        &mut self,
        step: u64,
        call: Option<&Call>,
        what: &str,
        time: Duration,
    ) -> Result<(), Box<Difference>> {
        let sent = |world: usize| call.map(|call| (call.line, call.bytes[world].as_slice()));
        let seed = self.seed << 16 | step;
        let [one, other] = &mut self.worlds;
        let (here, there) = (one.step(seed, sent(0), time), other.step(seed, sent(1), time));
        if call.is_none_or(Call::may_change_matches) {
            let stories = [0, 1].map(|world| self.story(world));
            if stories[0] != stories[1] {
                return Err(self.differs(
                    step,
                    sent(0),
                    what,
                    None,
                    stories.map(String::into_bytes),
                ));
            }
        }
        for (line, (here, there)) in Line::all().zip(here.into_iter().zip(there)) {
            if here != there && self.is_compared(line) {
                let received = [here, there].map(|heard| to_bytes(&heard));
                return Err(self.differs(step, sent(0), what, Some(line), received));
            }
            self.count(line, &here);
        }
        Ok(())
    }

    /// The public history of a world's matches; also records it.
    fn story(&mut self, world: usize) -> String {
        let ids = self.worlds[world].ids();
        let secret = self.known.stages.iter().map(|stage| stage.id).collect::<Vec<_>>();
        let public = |id: &MatchId| self.public.contains(id) || self.worlds[world].is_public(*id);
        // A deleted match was called off first, and became public then.
        let all = ids.iter().chain(&secret).chain(&self.known.matches).chain(&self.public);
        let public: BTreeSet<MatchId> = all.copied().filter(public).collect();
        let plies = secret.iter().zip(&self.known.plies).map(|(id, known)| {
            self.worlds[world].live(*id).map_or(*known, |live| live.ply() as usize)
        });
        let plies: Vec<usize> = plies.collect();
        let text = format!("at plies {plies:?}, matches {ids:?}, public {public:?}");
        let made = |stage: usize| (plies[stage] - self.known.plies[stage]) as u64;
        let (choices, throws) = (made(0), made(THROWN));
        *self.tally.entry("choices made".into()).or_default() += choices;
        *self.tally.entry("hidden throws made".into()).or_default() += throws;
        (self.known.plies, self.known.matches, self.public) = (plies, ids, public);
        text
    }

    /// Whether the client of this connection must receive the same in both worlds.
    fn is_compared(&self, line: Line) -> bool {
        let subject = self.subjects[line.index()];
        let is_public = subject.is_some_and(|id| self.public.contains(&id));
        line.party.knows_no_more_than(self.viewer) && !is_public
    }

    fn count(&mut self, line: Line, heard: &Heard) {
        if heard.bytes.is_empty() && !heard.is_closed {
            return;
        }
        self.waiting[line.index()] = false;
        if heard.is_closed && line.wire == Wire::Socket {
            self.known.opened[line.party as usize] = None;
        }
        if !self.is_compared(line) {
            return;
        }
        let mut add = |what: String, count: u64| *self.tally.entry(what).or_default() += count;
        add("compared bytes".into(), heard.bytes.len() as u64);
        frames_in(&heard.bytes).into_iter().for_each(|frame| add(format!("hears {frame}"), 1));
        if let Some(status) = heard.bytes.strip_prefix(b"HTTP/1.1 ") {
            add(format!("hears {}", String::from_utf8_lossy(&status[..3])), 1);
        }
    }

    fn differs(
        &self,
        step: u64,
        sent: Option<(Line, &[u8])>,
        what: &str,
        listener: Option<Line>,
        heard: [Vec<u8>; 2],
    ) -> Box<Difference> {
        let sent = sent.map(|(line, bytes)| (format!("{line:?}"), bytes.to_vec()));
        let listener = listener.map_or("the public".into(), |line| format!("{line:?}"));
        let (seed, viewer) = (self.seed, self.viewer);
        Box::new(Difference { seed, step, viewer, what: what.into(), sent, listener, heard })
    }
}

/// The received bytes, with a marker for a closed connection.
fn to_bytes(heard: &Heard) -> Vec<u8> {
    let mut bytes = heard.bytes.clone();
    if heard.is_closed {
        bytes.extend_from_slice(b"[closed]");
    }
    bytes
}

/// The match between two people with hidden choices.
const THROWN: usize = 3;

/// The matches of a pair: one between two people, whose moves continue; one against a bot with the
/// person to move; and one with an open seat. After them, two with hidden choices: one between two
/// people, in which the next choice will be hidden from the viewer; and one against a bot, which
/// has made its hidden choice.
fn stages(viewer: Viewer, random: &mut SplitMix64) -> Vec<Stage> {
    let person = |seat: Seat| SeatHolder::Person(SeatKey::of(&seat_token(seat)));
    let own = if let Viewer::Seat(seat) = viewer { seat } else { Seat::FIRST };
    let with = |other: SeatHolder| {
        let mut seats = [other; 2];
        seats[own.index()] = person(own);
        seats
    };
    let clock = match random.below(3) {
        0 => Clock::Base { ms: 3_600_000, increment: 5_000 },
        _ => Clock::None,
    };
    let turns = 2 * random.below(MAX_MOVES / 2) as usize + own.index();
    let moves = random.below(MAX_MOVES + 1) as usize;
    let made = random.below(moves as u64 + 1) as usize;
    let kinds = [
        (Seat::BOTH.map(person), clock, moves, made),
        (with(SeatHolder::Bot(3)), Clock::None, turns, turns),
        (with(SeatHolder::Open), Clock::None, 0, 0),
    ];
    let stage = |(number, (seats, clock, moves, made)): (usize, _)| {
        let deal = Deal::random(moves, random);
        let made = std::cmp::min(made, deal.moves.len());
        let deals = [deal.clone(), deal.redealt(viewer, random)];
        Stage { id: Stage::id(number as u64), seats, clock, deals, made }
    };
    let mut stages: Vec<Stage> = kinds.into_iter().enumerate().map(stage).collect();
    for (seats, made) in [(Seat::BOTH.map(person), 0), (with(SeatHolder::Bot(3)), 1)] {
        let deals = hidden_throws(thrower(viewer), random);
        let made = deals[0].choices.len() - 1 + made;
        let id = Stage::id(stages.len() as u64);
        stages.push(Stage { id, seats, clock: Clock::None, deals, made });
    }
    stages
}

/// All choices of a match after a party has made some; `None` if it cannot make them.
fn choices_after(world: &World, id: MatchId, party: Party, choices: &Action) -> Option<Vec<u32>> {
    let mut live = world.live(id)?;
    let Viewer::Seat(seat) = live.viewer(party.token().as_ref()).ok()? else { return None };
    let now = live.head.created;
    let done = live.act(choices, Some(seat), now, &mut SplitMix64::new(0)).ok()?;
    let Transition::Entries(entries) = done else { return None };
    let is_made = matches!(entries[..], [Entry { event: Event::Choices(_), .. }]);
    is_made.then(|| live.game.choices().to_vec())
}

#[cfg(test)]
mod tests {
    use super::calls::{MATCH_CALLS, MATCH_PAGES, OTHER_CALLS, SERVER_CALLS, SOCKET};
    use super::frames::{CLIENT_FRAMES, CLOSE_FRAME, MESSAGES, SERVER_FRAMES};
    use super::*;

    /// Runs pairs of worlds until enough steps are taken.
    fn all_are_equal(seeds: std::ops::Range<u64>) -> Tally {
        let mut tally = Tally::new();
        for seed in seeds {
            let counts = run(seed).unwrap_or_else(|difference| panic!("{difference}"));
            counts.into_iter().for_each(|(what, count)| *tally.entry(what).or_default() += count);
        }
        tally
    }

    fn all_calls() -> impl Iterator<Item = (&'static str, &'static str)> {
        let calls = [MATCH_CALLS, MATCH_PAGES, SERVER_CALLS, OTHER_CALLS].concat();
        calls.into_iter().chain([("GET", SOCKET)])
    }

    /// Runs the pair of worlds of the environment variable `SEED`.
    #[test]
    fn one_pair_of_worlds() {
        let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
        println!("{:#?}", all_are_equal(seed..seed + 1));
    }

    /// A new path of the server must be called: add it to `calls.rs`.
    #[test]
    fn every_path_of_the_server_is_called() {
        let world = World::new(&[], 0, MemoryKind::Single);
        let called: BTreeSet<String> = all_calls().map(|(_, path)| path.to_string()).collect();
        assert_eq!(world.paths(), called);
        let described: serde_json::Value =
            serde_json::from_str(ennead_server::openapi::DOCUMENT).unwrap();
        for (path, methods) in described["paths"].as_object().unwrap() {
            for method in methods.as_object().unwrap().keys() {
                let is_called = |(known, at): (&str, &str)| {
                    known.eq_ignore_ascii_case(method) && at == path.as_str()
                };
                assert!(all_calls().any(is_called), "{method} {path}");
            }
        }
    }

    /// Variants of the game with hidden choices that leak them by the text of a move, its label,
    /// the list of moves, the board, the drawing, the explanation, or by declaring the game open.
    #[test]
    fn leaks_of_hidden_choices_are_found() {
        for leak in 0..hidden_choices::LEAKS {
            hidden_choices::plant(leak);
            assert!((0..20).any(|seed| run(seed).is_err()), "leak {leak} is not found");
        }
    }

    mod slow {
        use super::*;

        /// Pairs for 100,000 steps, in two tests, so that two cores share them.
        const PAIRS: u64 = 100_000 / STEPS;

        #[test]
        fn what_a_viewer_may_not_know_changes_no_byte_in_the_first_half() {
            is_claimed_for(0..PAIRS / 2);
        }

        #[test]
        fn what_a_viewer_may_not_know_changes_no_byte_in_the_second_half() {
            is_claimed_for(PAIRS / 2..PAIRS);
        }

        fn is_claimed_for(seeds: std::ops::Range<u64>) {
            let tally = all_are_equal(seeds);
            let calls = all_calls().map(|(method, path)| format!("{method} {path}"));
            let sent = CLIENT_FRAMES.into_iter().chain(MESSAGES).map(str::to_string);
            let heard = SERVER_FRAMES
                .into_iter()
                .chain([CLOSE_FRAME])
                .map(|frame| format!("hears {frame}"));
            let made = ["choices made", "hidden throws made"].map(str::to_string);
            for what in calls.chain(sent).chain(heard).chain(made) {
                let count = tally.get(&what).copied().unwrap_or_default();
                assert!(count > 0, "{what} did not happen: {tally:#?}");
            }
        }
    }
}
