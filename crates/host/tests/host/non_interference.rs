//! Non-interference: what a viewer may not know changes no byte that the viewer can obtain.
//!
//! Two worlds have the same public history and differ only in cards that the viewer has not seen.
//! The same random calls go to both, valid and invalid, at past, present and future plies; every
//! response must be identical. `ENNEAD_STEPS` sets the number of calls, for campaigns.

use ennead_game::{Focus, Random, Seat, SplitMix64, Viewer};
use ennead_host::matches::{self, MatchJson, MatchList};
use ennead_host::{
    Action, Beginning, Clock, Entry, Event, Head, LiveMatch, MatchId, Running, SeatHolder, SeatKey,
    Snapshot, Stored, Takeback, Transition, Wanted,
};
use ennead_search::{Budget, Tables};

use crate::{NOW, games, start};

const CARDS: usize = 54;
const HAND: usize = 6;
pub(crate) const TOKENS: [[u8; 16]; 2] = [[1; 16], [2; 16]];
/// Calls per pair of worlds.
pub(crate) const CALLS_PER_DEAL: u64 = 200;

pub(crate) fn steps() -> u64 {
    let given = std::env::var("ENNEAD_STEPS").ok();
    given.and_then(|steps| steps.parse().ok()).unwrap_or(100_000)
}

/// A deal as an ordered list of cards, and the moves after it.
#[derive(Clone)]
struct History {
    cards: Vec<u32>,
    moves: Vec<[u32; 2]>,
}

pub(crate) fn below(random: &mut SplitMix64, n: usize) -> usize {
    random.below(n as u64) as usize
}

fn history(moves: usize, random: &mut SplitMix64) -> History {
    let mut game = start("schotten");
    game.deal(random);
    let mut left: Vec<u32> = (0..CARDS as u32).collect();
    let cards = game.choices().iter().map(|option| left.remove(*option as usize)).collect();
    let mut made = Vec::new();
    while made.len() < moves && game.options() > 0 {
        let mut choose = || {
            let option = random.below(game.options().into()) as u32;
            game.play(option).unwrap();
            option
        };
        made.push([choose(), choose()]);
    }
    History { cards, moves: made }
}

impl History {
    /// The places of the deal that a viewer has not seen: the deck, and the hands of others.
    fn hidden_from(&self, viewer: Viewer) -> Vec<usize> {
        let mut hands = [(0..HAND).collect::<Vec<_>>(), (HAND..2 * HAND).collect()];
        let mut deck = 2 * HAND..CARDS;
        for (turn, [slot, _]) in self.moves.iter().enumerate() {
            let hand = &mut hands[turn % 2];
            match deck.next() {
                Some(card) => hand[*slot as usize] = card,
                None => drop(hand.remove(*slot as usize)),
            }
        }
        let others = Seat::BOTH.into_iter().filter(|seat| viewer != Viewer::Seat(*seat));
        others.flat_map(|seat| hands[seat.index()].clone()).chain(deck).collect()
    }

    /// The same public history with everything that the viewer has not seen dealt anew.
    fn redealt(&self, viewer: Viewer, random: &mut SplitMix64) -> History {
        let (mut other, places) = (self.clone(), self.hidden_from(viewer));
        for at in (1..places.len()).rev() {
            other.cards.swap(places[at], places[below(random, at + 1)]);
        }
        other
    }

    fn choices(&self) -> Vec<u32> {
        let mut left: Vec<u32> = (0..CARDS as u32).collect();
        let deal = self.cards.iter().map(|card| {
            let at = left.iter().position(|one| one == card).unwrap();
            left.remove(at);
            at as u32
        });
        deal.chain(self.moves.iter().flatten().copied()).collect()
    }

    /// The match with this history; `None` if the moves are impossible with these cards.
    fn live(&self) -> Option<LiveMatch> {
        let seats = TOKENS.map(|token| SeatHolder::Person(SeatKey::of(&token)));
        let (start, names) = (start("schotten").record(), [None, None]);
        let head = Head {
            start,
            seats,
            names,
            clock: Clock::None,
            listed: true,
            created: NOW,
            beginning: Beginning::Fresh,
        };
        let choices = self.choices();
        let (deal, moves) = choices.split_at(CARDS);
        let events = [deal].into_iter().chain(moves.chunks(2));
        let entries =
            events.map(|made| Entry { at: 0, event: Event::Choices(made.to_vec()) }).collect();
        let stored = Stored::Running(Running { head, entries });
        LiveMatch::of(games(), MatchId::new(NOW, 1), stored).ok()
    }
}

/// A call of a client.
#[derive(Clone, Debug)]
pub(crate) enum Call {
    Show,
    State,
    Follow,
    Look(Focus),
    Explain,
    Record,
    List,
    Token([u8; 16]),
    Rematch,
    Takeback,
    Hint,
    Act(Action),
}

/// A random call; its arguments are often almost valid.
pub(crate) fn some_call(choices: &[u32], random: &mut SplitMix64) -> Call {
    let path = (0..below(random, 3)).map(|_| random.below(12) as u8).collect();
    match below(random, 28) {
        0 => Call::Show,
        1 => Call::State,
        2 => Call::Follow,
        3 => Call::Look(Focus { path, budget: below(random, 600) }),
        4 => Call::Explain,
        5 => Call::Record,
        6 => Call::List,
        7 => Call::Token([random.below(4) as u8; 16]),
        8 => Call::Rematch,
        9..11 => Call::Takeback,
        11 => Call::Hint,
        _ => Call::Act(some_action(choices, random)),
    }
}

fn some_action(choices: &[u32], random: &mut SplitMix64) -> Action {
    let ply = below(random, choices.len() + 3);
    let count = 1 + below(random, 3);
    let some = |random: &mut SplitMix64| {
        let made = choices.iter().copied().skip(ply).take(count).collect::<Vec<_>>();
        match below(random, 2) {
            // A choice from one of the worlds: a guess that may be right.
            0 if !made.is_empty() => made,
            _ => (0..count).map(|_| random.below(CARDS as u64) as u32).collect(),
        }
    };
    let now = (below(random, 2) == 0).then_some(choices.len());
    let at = now.unwrap_or(ply) as u32;
    match below(random, 8) {
        0..3 => Action::Options { ply: at, options: some(random) },
        3 => Action::Line { ply: at, options: some(random) },
        4 => {
            let labels = some(random).iter().map(|option| *option as u8).collect();
            Action::Labels { ply: at, labels }
        }
        5 => {
            let texts = [format!("{}>{}", random.below(8), random.below(10)), "paper".into()];
            Action::Text { ply: at, text: texts[below(random, 2)].clone() }
        }
        6 => Action::Byte(random.below(256) as u8),
        _ => [Action::Draw, Action::Decline, Action::Accept][below(random, 3)].clone(),
    }
}

/// The response that the client gets, and whether the match has changed.
pub(crate) fn answer(live: &mut LiveMatch, viewer: Viewer, call: &Call) -> (String, bool) {
    let seat = match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator => None,
    };
    let text = match call {
        Call::Show => show(live, viewer),
        Call::State => format!("{:?}", live.state_frame(viewer, NOW)),
        Call::Follow => {
            let snapshot = Snapshot::of(live, Wanted { spectator: true, log: true }, NOW).unwrap();
            format!("{:?} {:?}", snapshot.frame(viewer), snapshot.log(viewer))
        }
        Call::Look(focus) => format!("{:?}", live.scene(viewer, focus)),
        Call::Explain => live.game.explain(viewer).to_string(),
        Call::Record => format!("{:?}", matches::record(live)),
        Call::List => {
            let summary = [(live.id, live.summary())];
            serde_json::to_string(&MatchList::of(games(), &summary, None, |_| {})).unwrap()
        }
        Call::Token(token) => format!("{:?}", live.viewer(Some(token))),
        Call::Rematch => format!("{:?}", live.check_rematch(seat)),
        Call::Takeback => match live.take_back(seat, NOW, &mut SplitMix64::new(5)) {
            // The choices of a fork are stored, and not sent to anyone.
            Ok(Takeback::Fork(head, prefix)) => format!("{head:?} at ply {}", prefix.len()),
            other => format!("{other:?}"),
        },
        Call::Hint => match live.ask_hint(seat) {
            Ok(question) => {
                let budget = Budget { time: None, nodes: Some(40) };
                format!("{:?}", matches::hint(games(), &Tables::default(), question, budget))
            }
            Err(failure) => format!("{failure:?}"),
        },
        Call::Act(action) => return act(live, seat, action),
    };
    (text, false)
}

fn act(live: &mut LiveMatch, seat: Option<Seat>, action: &Action) -> (String, bool) {
    let before = live.entries;
    let done = live.act(action, seat, NOW + 1_000, &mut SplitMix64::new(3));
    let is_entry = matches!(done, Ok(Transition::Entries(_)));
    // The mover may see the card that it draws, so only the spectator's view is compared.
    let public = if is_entry { show(live, Viewer::Spectator) } else { String::new() };
    (format!("{done:?} {public}"), is_entry || live.entries != before)
}

pub(crate) fn show(live: &LiveMatch, viewer: Viewer) -> String {
    let json = MatchJson::of(live, viewer, NOW).unwrap().with_view(live, viewer);
    let past = matches::history(live, viewer).unwrap();
    let preview = matches::Preview::of(live);
    let texts = (serde_json::to_string(&json).unwrap(), serde_json::to_string(&past).unwrap());
    format!("{texts:?} {preview:?}")
}

#[test]
fn what_a_viewer_may_not_know_changes_no_answer() {
    let mut random = SplitMix64::new(12);
    let (mut steps_left, mut differing) = (steps(), 0);
    while steps_left > 0 {
        let viewer = [Viewer::Seat(Seat::FIRST), Viewer::Seat(Seat::SECOND), Viewer::Spectator]
            [below(&mut random, 3)];
        let moves = below(&mut random, 21);
        let one = history(moves, &mut random);
        let other = one.redealt(viewer, &mut random);
        let (Some(mut ours), Some(mut theirs)) = (one.live(), other.live()) else { continue };
        differing += u32::from(one.cards != other.cards);
        let (choices, others) = (one.choices(), other.choices());
        for _ in 0..CALLS_PER_DEAL.min(steps_left) {
            let guess = if below(&mut random, 2) == 0 { &choices } else { &others };
            let call = some_call(guess, &mut random);
            let (here, is_changed) = answer(&mut ours, viewer, &call);
            let (there, is_changed_too) = answer(&mut theirs, viewer, &call);
            assert_eq!(here, there, "{viewer:?} can tell two deals apart by {call:?}");
            steps_left -= 1;
            if is_changed || is_changed_too || ours.ply() as usize != choices.len() {
                (ours, theirs) = (one.live().unwrap(), other.live().unwrap());
            }
        }
    }
    assert!(differing > 0, "something was dealt anew");
}
