//! The store: durable appends per second, and the size of finished matches on disk.
//!
//!   cargo run --release -p ennead-bench --bin store                          all of it with SQLite
//!   cargo run --release -p ennead-bench --bin store appends postgres://…     one part (appends,
//!   ttt, schotten) in an empty database

use std::error::Error;
use std::time::{Duration, Instant};
use std::{env, fs, process};

use ennead_game::{AnyMatch, Options, Random, SplitMix64, Turn};
use ennead_kit::{Games, Kit};
use ennead_store::{
    Append, Beginning, Brief, Clock, Entry, Event, Finished, Head, MatchId, MatchResult, Reason,
    SeatHolder, SeatKey, Store,
};
use tokio::task::JoinSet;

static GAMES: Games = Games::new(KITS);
static KITS: &[&Kit] = &[&ennead_ttt::GAME, &ennead_nested::GAME, &ennead_schotten::GAME];

const NOW: u64 = 1_800_000_000_000;
const SECONDS: u64 = 5;
const IN_FLIGHT: u64 = 256;
const MATCHES: u64 = 100_000;

type Failure = Box<dyn Error + Send + Sync>;

fn main() -> Result<(), Failure> {
    let folder = env::temp_dir().join(format!("ennead-bench-{}", process::id()));
    let mut arguments = env::args().skip(1);
    let result = tokio::runtime::Runtime::new()?.block_on(async {
        match (arguments.next(), arguments.next()) {
            (Some(part), Some(url)) => measure(&part, &url).await,
            _ => {
                for part in ["appends", "ttt", "schotten"] {
                    measure(part, &format!("sqlite:{}/{part}.db", folder.display())).await?;
                }
                Ok(())
            }
        }
    });
    let _ = fs::remove_dir_all(folder);
    result
}

async fn measure(part: &str, url: &str) -> Result<(), Failure> {
    match part {
        "appends" => appends(url).await,
        game => size(game, url).await,
    }
}

fn start(game: &str) -> Result<Box<dyn AnyMatch>, Failure> {
    GAMES.game(game).ok_or("no such game")?.game().start(&Options::new())
}

fn head(game: &str) -> Result<Head, Failure> {
    let seats = [1, 2].map(|token| SeatHolder::Person(SeatKey::of(&[token; 16])));
    let (names, clock) = ([None, None], Clock::None);
    Ok(Head {
        start: start(game)?.record(),
        seats,
        names,
        clock,
        listed: true,
        created: NOW,
        beginning: Beginning::Fresh,
    })
}

/// Measures appends, each durable before the next one of its match.
async fn appends(url: &str) -> Result<(), Failure> {
    let store = Store::open(url).await?;
    let head = head("ttt")?;
    let (began, used) = (Instant::now(), processor_seconds());
    let mut players = JoinSet::new();
    for player in 0..IN_FLIGHT {
        players.spawn(append_for_a_while(store.clone(), head.clone(), player, began));
    }
    let mut count = 0;
    while let Some(player) = players.join_next().await {
        count += player??;
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("{IN_FLIGHT} appends in flight {:>26.0} appends/s", count as f64 / seconds);
    if let Some(commits) = store.commits() {
        println!("{:>46.0} commits/s", commits as f64 / seconds);
    }
    if let (Some(before), Some(after)) = (used, processor_seconds()) {
        println!(
            "processor {:>37.2} cores, this program and the store together",
            (after - before) / seconds
        );
    }
    store.close().await;
    Ok(())
}

async fn append_for_a_while(
    store: Store,
    head: Head,
    player: u64,
    began: Instant,
) -> Result<u64, Failure> {
    let mut count = 0;
    for round in 0.. {
        let id = MatchId::new(NOW, SplitMix64::new(player << 32 | round).next_u64());
        store.create(id, &head, &[], NOW, None).await?;
        for number in 0..100 {
            if began.elapsed() > Duration::from_secs(SECONDS) {
                return Ok(count);
            }
            let entry = Entry { at: u64::from(number) * 900, event: Event::Choices(vec![4]) };
            store.append(Append { id, number, entry, wake: None, seating: None }).await?;
            count += 1;
        }
    }
    Ok(count)
}

/// The CPU time of this process so far, where the system reports it.
fn processor_seconds() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/stat").ok()?;
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    Some(ticks / 100.0)
}

/// Stores many concurrent random matches, with ids at a rate of 4,000 per second, and prints the
/// size of the database.
async fn size(game: &str, url: &str) -> Result<(), Failure> {
    let store = Store::open(url).await?;
    let mut players = JoinSet::new();
    for player in 0..IN_FLIGHT {
        players.spawn(play(store.clone(), head(game)?, player));
    }
    let mut bytes = 0;
    while let Some(player) = players.join_next().await {
        bytes += player??;
    }
    store.close().await;
    println!("{game}: {MATCHES} matches, records of {:.1} bytes", bytes as f64 / MATCHES as f64);
    if let Some(path) = url.strip_prefix("sqlite:") {
        let size = fs::metadata(path)?.len();
        println!(
            "{game}: {:>28.1} bytes a match on disk ({size} bytes in all)",
            size as f64 / MATCHES as f64
        );
    }
    Ok(())
}

async fn play(store: Store, head: Head, player: u64) -> Result<u64, Failure> {
    let mut bytes = 0;
    for number in (player..MATCHES).step_by(IN_FLIGHT as usize) {
        let mut random = SplitMix64::new(number);
        let created = NOW + number / 4;
        let id = MatchId::new(created, random.next_u64());
        let record = random_match(&head.start, &mut random)?;
        bytes += record.len() as u64;
        let keys = [random.next_u64(), random.next_u64()];
        let seats = keys.map(|key| SeatHolder::Person(SeatKey::of(&u128::from(key).to_le_bytes())));
        store.create(id, &Head { created, seats, ..head.clone() }, &[], NOW, None).await?;
        let entry = Entry { at: 10, event: Event::Choices(vec![0]) };
        store.append(Append { id, number: 0, entry, wake: None, seating: None }).await?;
        let ended = created + 20_000 + random.below(600_000);
        let (reason, clock) = (Reason::Rules, Clock::None);
        let names = [None, None];
        let (start, result) = (head.start.clone(), MatchResult::Draw);
        let brief = Brief { start, ply: 9, result };
        let finished = Finished {
            record,
            seats,
            names,
            reason,
            clock,
            created,
            ended,
            listed: true,
            continues: None,
        };
        store.finish(id, 1, &finished, Some(&brief)).await?;
    }
    Ok(bytes)
}

fn random_match(start: &[u8], random: &mut SplitMix64) -> Result<Vec<u8>, Failure> {
    let mut game = GAMES.open_record(start)?;
    while !matches!(game.turn(), Turn::Over(_)) {
        let option = random.below(game.options().into()) as u32;
        game.play(option)?;
    }
    Ok(game.record())
}
