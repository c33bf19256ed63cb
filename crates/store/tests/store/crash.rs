//! A process killed while writing: everything it has acknowledged is stored exactly once, and a
//! match and its fork change together.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use ennead_game::{Options, Random, SplitMix64, Turn};
use ennead_store::testing::Folder;
use ennead_store::{
    Append, Beginning, Change, Commit, Entry, Event, Finished, Head, MatchId, Reason, Running,
    Store, Stored, Successor,
};

use crate::again;
use crate::matches::{NOW, due, finished, games, head};

const KILLS: u64 = 12;
const PLAYERS: u64 = 16;

/// The child process: plays every match in the store, and prints a line for each change once it is
/// stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "started by acknowledged_entries_survive_a_kill"]
async fn writer() {
    let place = again::place();
    let (url, seed) = place.split_once('#').unwrap();
    let seed: u64 = seed.parse().unwrap();
    let store = Store::open(url).await.unwrap();
    let unfinished = due(&store, u64::MAX, u32::MAX).await.unwrap();
    let players = (0..PLAYERS).map(|player| {
        let goes_on = unfinished.iter().copied().find(|id| id.as_u64() % PLAYERS == player);
        tokio::spawn(play_for_ever(store.clone(), player, goes_on, seed))
    });
    for player in players.collect::<Vec<_>>() {
        player.await.unwrap();
    }
}

async fn play_for_ever(store: Store, player: u64, mut goes_on: Option<MatchId>, seed: u64) {
    let mut random = SplitMix64::new(seed << 8 | player);
    loop {
        let id = match goes_on.take() {
            Some(id) => id,
            None => begin(&store, player, &mut random).await,
        };
        goes_on = play(&store, id, player, &mut random).await;
    }
}

fn new_id(player: u64, random: &mut SplitMix64) -> MatchId {
    MatchId::new(NOW, random.below(1 << 31) * PLAYERS + player)
}

async fn begin(store: &Store, player: u64, random: &mut SplitMix64) -> MatchId {
    let start = ennead_ttt::GAME.game().start(&Options::new()).unwrap().record();
    let id = new_id(player, random);
    let head = Head { start, ..head() };
    store.create(id, &head, &[], NOW, None).await.unwrap()
}

/// Plays a match to its end, or to a takeback; returns the fork.
async fn play(store: &Store, id: MatchId, player: u64, random: &mut SplitMix64) -> Option<MatchId> {
    let Ok(Some(Stored::Running(running))) = store.load(id).await else {
        panic!("{id} does not run")
    };
    let mut game = running.replay(games()).unwrap();
    let mut number = running.entries.len() as u32;
    while !matches!(game.turn(), Turn::Over(_)) {
        if number > 0 && random.below(8) == 0 {
            let record = game.record();
            let finished = Finished { record, reason: Reason::Abandoned, ..finished() };
            game.undo();
            let choices = game.choices().to_vec();
            let fork = new_id(player, random);
            let beginning = Beginning::Fork(choices.len() as u32);
            let head = Head { beginning, ..running.head };
            let entries = vec![Entry { at: 0, event: Event::Choices(choices) }];
            let next = Some(Successor { id: fork, head, entries, wake: NOW });
            let change = Change::Finish { finished, brief: None };
            store.commit(Commit { id, number, change, next }).await.unwrap();
            say(&format!("{id} end"));
            return Some(fork);
        }
        let ply = game.choices().len();
        let choice = random.below(game.options().into()) as u32;
        game.play(choice).unwrap();
        let entry = Entry { at: number.into(), event: Event::Choices(vec![choice]) };
        store.append(Append { id, number, entry, wake: None, seating: None }).await.unwrap();
        say(&format!("{id} {ply} {choice}"));
        number += 1;
    }
    let end = Finished { record: game.record(), reason: Reason::Rules, ..finished() };
    store.finish(id, number, &end, None).await.unwrap();
    say(&format!("{id} end"));
    None
}

/// Prints and flushes one complete line.
fn say(line: &str) {
    let mut output = std::io::stdout().lock();
    output.write_all(format!("{line}\n").as_bytes()).and_then(|()| output.flush()).unwrap();
}

/// The acknowledged part of a match.
#[derive(Default)]
struct Acknowledged {
    choices: BTreeMap<u32, u32>,
    ended: bool,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acknowledged_entries_survive_a_kill() {
    let folder = Folder::new();
    let mut acknowledged = BTreeMap::new();
    for round in 0..KILLS {
        let lines = run_and_kill(&folder.sqlite(), round);
        for line in &lines {
            note(line, &mut acknowledged);
        }
        check(&folder.sqlite(), &acknowledged).await;
    }
    assert!(acknowledged.len() as u64 > PLAYERS, "{} matches were played", acknowledged.len());
}

/// Lets the process write for a while, kills it, and returns everything it printed.
fn run_and_kill(url: &str, round: u64) -> Vec<String> {
    let [executable, arguments @ ..] = again::arguments("crash::writer");
    let mut child = Command::new(executable)
        .args(arguments)
        .env(again::PLACE, format!("{url}#{round}"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let count = SplitMix64::new(round).below(400) as usize + 20;
    let mut said: Vec<String> = lines.by_ref().take(count).map(Result::unwrap).collect();
    child.kill().unwrap();
    // Lines printed before the kill count, too; the last one may be cut off.
    said.extend(lines.map_while(Result::ok).filter(|line| !line.is_empty()));
    child.wait().unwrap();
    said
}

fn note(line: &str, acknowledged: &mut BTreeMap<MatchId, Acknowledged>) {
    let words: Vec<&str> = line.split(' ').collect();
    let (Ok(id), true) = (words[0].parse(), words.len() > 1) else { return };
    let acknowledged: &mut Acknowledged = acknowledged.entry(id).or_default();
    match words[1..] {
        ["end"] => acknowledged.ended = true,
        [number, choice] => {
            let (Ok(number), Ok(choice)) = (number.parse(), choice.parse()) else { return };
            let before = acknowledged.choices.insert(number, choice);
            assert_eq!(before, None, "{id}: entry {number} was stored twice");
        }
        _ => {}
    }
}

async fn check(url: &str, acknowledged: &BTreeMap<MatchId, Acknowledged>) {
    let store = Store::open(url).await.unwrap();
    assert_eq!(store.faults().await, Ok(vec![]));
    let (mut forks, mut linked) = (BTreeSet::new(), BTreeSet::new());
    for (id, stored, next) in store.page(None, u32::MAX).await.unwrap() {
        stored.replay(games()).unwrap();
        let is_over = matches!(stored, Stored::Finished(_));
        assert!(next.is_none() || is_over, "{id} runs beside its fork");
        linked.extend(next);
        let Stored::Running(Running { head, .. }) = stored else { continue };
        forks.extend(head.beginning.continues().map(|_| id));
    }
    assert!(forks.is_subset(&linked), "a fork that nothing leads to");
    for (id, acknowledged) in acknowledged {
        let stored = store.load(*id).await.unwrap().expect("an acknowledged match is there");
        let choices = stored.replay(games()).unwrap().choices().to_vec();
        for (number, choice) in &acknowledged.choices {
            assert_eq!(choices.get(*number as usize), Some(choice), "{id}, entry {number}");
        }
        // At most one entry of a match was in flight when the process was killed.
        assert!(choices.len() <= acknowledged.choices.len() + KILLS as usize);
        assert!(
            !acknowledged.ended || !matches!(stored, Stored::Running(Running { .. })),
            "{id} has ended"
        );
    }
    store.close().await;
}
