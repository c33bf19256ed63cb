//! What a seat may not know cannot be read from any byte sent to it.

use data_encoding::BASE64URL_NOPAD;
use ennead_game::{Options, Random, SplitMix64};
use ennead_server::Config;
use ennead_store::testing::Folder;
use ennead_store::{Beginning, Clock, Entry, Event, Head, MatchId, SeatHolder, SeatKey, Store};

use crate::node::Node;

const CARDS: usize = 54;
const HAND: usize = 6;
const TOKENS: [[u8; 16]; 2] = [[1; 16], [2; 16]];
/// A time at which nothing is due.
const NEVER: u64 = 1 << 52;

/// The cards of a shuffle, from the options that chance took among the remaining ones.
fn cards(options: &[u32]) -> Vec<u32> {
    let mut left: Vec<u32> = (0..CARDS as u32).collect();
    options.iter().map(|option| left.remove(*option as usize)).collect()
}

/// The options that lead to these cards.
fn options(cards: &[u32]) -> Vec<u32> {
    let mut left: Vec<u32> = (0..CARDS as u32).collect();
    let place = |left: &mut Vec<u32>, card: &u32| {
        let at = left.iter().position(|one| one == card).unwrap();
        left.remove(at);
        at as u32
    };
    cards.iter().map(|card| place(&mut left, card)).collect()
}

/// A deal, and the choices of some moves after it.
struct History {
    shuffle: Vec<u32>,
    moves: Vec<[u32; 2]>,
}

fn history(moves: usize, random: &mut SplitMix64) -> History {
    let mut game = ennead_schotten::GAME.game().start(&Options::new()).unwrap();
    game.deal(random);
    let shuffle = game.choices().to_vec();
    let mut made = Vec::new();
    for _ in 0..moves {
        let mut choose = || {
            let option = random.below(game.options().into()) as u32;
            game.play(option).unwrap();
            option
        };
        made.push([choose(), choose()]);
    }
    History { shuffle, moves: made }
}

/// The places of the shuffle that the first player has not seen: the opponent's hand and the deck.
fn hidden(history: &History) -> Vec<usize> {
    let mut hands = [(0..HAND).collect::<Vec<_>>(), (HAND..2 * HAND).collect()];
    let mut deck = 2 * HAND..CARDS;
    for (turn, [slot, _]) in history.moves.iter().enumerate() {
        hands[turn % 2][*slot as usize] = deck.next().unwrap();
    }
    hands[1].iter().copied().chain(deck).collect()
}

/// The same public history with everything that the first player has not seen dealt anew.
fn redealt(history: &History, random: &mut SplitMix64) -> History {
    let mut cards = cards(&history.shuffle);
    let places = hidden(history);
    for at in (1..places.len()).rev() {
        cards.swap(places[at], places[random.below(at as u64 + 1) as usize]);
    }
    History { shuffle: options(&cards), moves: history.moves.clone() }
}

/// A server whose only match has this history.
async fn serve(history: &History) -> (Node, Folder, String) {
    let folder = Folder::new();
    let store = Store::open(&folder.sqlite()).await.unwrap();
    let start = ennead_schotten::GAME.game().start(&Options::new()).unwrap().record();
    let seats = TOKENS.map(|token| SeatHolder::Person(SeatKey::of(&token)));
    let id = MatchId::new(1_800_000_000_000, 7);
    let (names, clock) = ([None, None], Clock::None);
    let head = Head {
        start,
        seats,
        names,
        clock,
        listed: true,
        created: 1_800_000_000_000,
        beginning: Beginning::Fresh,
    };
    let choices =
        [history.shuffle.clone()].into_iter().chain(history.moves.iter().map(|two| two.to_vec()));
    let entries: Vec<Entry> =
        choices.map(|options| Entry { at: 0, event: Event::Choices(options) }).collect();
    store.create(id, &head, &entries, NEVER, None).await.unwrap();
    store.close().await;
    let node = Node::start(&folder.sqlite(), Config::new(String::new())).await;
    (node, folder, id.to_string())
}

/// Everything that is sent to a viewer: a state, the response to a move, the match as JSON,
/// explanations.
async fn all_bytes(node: &Node, id: &str, token: &str, moves: bool) -> Vec<Vec<u8>> {
    let mut client = node.open(id, token).await;
    let mut seen = vec![client.bytes().await];
    for path in ["", "/explain"] {
        let view = node.get(&format!("/api/matches/{id}{path}"), token).await;
        seen.push(view.to_string().into_bytes());
    }
    if moves {
        let ply = ennead_protocol::ServerFrame::decode(&seen[0]).unwrap();
        let ennead_protocol::ServerFrame::State(state) = ply else { panic!("a state") };
        client.choose(state.ply, 2).await;
        seen.push(client.bytes().await);
        client.choose(state.ply, 99).await;
        seen.push(client.bytes().await);
    }
    seen
}

#[tokio::test]
async fn two_deals_that_a_seat_cannot_tell_apart_give_the_same_bytes() {
    let mut random = SplitMix64::new(9);
    for moves in [0, 2, 8, 20] {
        let one = history(moves, &mut random);
        let other = redealt(&one, &mut random);
        assert_ne!(one.shuffle, other.shuffle, "something was dealt anew");
        let (first, _kept, id) = serve(&one).await;
        let (second, _kept_too, _) = serve(&other).await;
        let token = BASE64URL_NOPAD.encode(&TOKENS[0]);
        for (token, play) in [("", false), (token.as_str(), true)] {
            let ours = all_bytes(&first, &id, token, play).await;
            let theirs = all_bytes(&second, &id, token, play).await;
            assert_eq!(ours, theirs, "after {moves} moves, token {token:?}");
        }
        let owner = BASE64URL_NOPAD.encode(&TOKENS[1]);
        let ours = all_bytes(&first, &id, &owner, false).await;
        assert_ne!(
            ours,
            all_bytes(&second, &id, &owner, false).await,
            "the owner of the hand does see it"
        );
        first.stop().await;
        second.stop().await;
    }
}

/// Sends the choice that was made at each past ply, and two others: the responses must not differ.
async fn probe(node: &Node, id: &str, token: &str, made: &[u32], own: impl Fn(usize) -> bool) {
    let mut client = node.open(id, token).await;
    client.state().await;
    for (ply, made) in made.iter().enumerate().filter(|(ply, _)| !own(*ply)) {
        let (mut frames, mut calls) = (Vec::new(), Vec::new());
        for option in [*made, made + 1, CARDS as u32] {
            client.choose(ply as u32, option).await;
            frames.push(client.bytes().await);
            let body = serde_json::json!({ "ply": ply, "options": [option] });
            calls.push(node.call("POST", &format!("/api/matches/{id}/play"), token, &body).await);
        }
        frames.dedup();
        calls.dedup();
        assert_eq!(
            (frames.len(), calls.len()),
            (1, 1),
            "ply {ply}, token {token:?}: {frames:?} {calls:?}"
        );
    }
}

#[tokio::test]
async fn only_the_seat_that_made_a_choice_learns_that_it_was_made() {
    let history = history(4, &mut SplitMix64::new(5));
    let (node, _kept, id) = serve(&history).await;
    let made: Vec<u32> =
        history.shuffle.iter().chain(history.moves.iter().flatten()).copied().collect();
    probe(&node, &id, "", &made, |_| false).await;
    for (seat, token) in TOKENS.iter().enumerate() {
        let own = move |ply: usize| ply >= CARDS && (ply - CARDS) / 2 % 2 == seat;
        probe(&node, &id, &BASE64URL_NOPAD.encode(token), &made, own).await;
    }
    let owner = BASE64URL_NOPAD.encode(&TOKENS[0]);
    let body = serde_json::json!({ "ply": CARDS, "options": history.moves[0] });
    let again = node.post(&format!("/api/matches/{id}/play"), &owner, body).await;
    assert_eq!(again["ply"], made.len(), "a choice of one's own that is sent again is accepted");
    node.stop().await;
}
