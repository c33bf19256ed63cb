//! Schotten Totten: `cargo run --release -p ennead-bench --bin schotten`.

use ennead_bench::{figure, nanos, ratio};
use ennead_game::{Game, Match, Random, Seat, SplitMix64, View, ViewData, Viewer};
use ennead_schotten::formats::matches;
use ennead_schotten::{CARDS, Card, CardSet, Schotten, Strength, Variant, best_reachable};

/// Playouts per second of the peer, a plain simulator with proofs, on comparable hardware.
const PEER_PLAYOUTS: f64 = 158_000.0;
/// The number of matches that the codec figures are based on.
const MATCHES: usize = 2_000;

fn main() {
    playouts();
    proofs();
    let games = random_matches();
    match_format(&games);
    records(&games);
    views(&games);
}

fn playouts() {
    let variant = Variant::default();
    let mut random = SplitMix64::new(1);
    let mut whole = || {
        u64::from(
            Schotten::random_deal(&variant, &mut random).play_out(&mut random).score(Seat::FIRST)
                > 0,
        )
    };
    let whole = nanos(|| (100, (0..100).map(|_| whole()).sum::<u64>()));
    figure("random playout with proofs, whole moves", whole);
    ratio("  against a plain simulator (158,000/s)", whole, 1e9 / PEER_PLAYOUTS);
    let mut random = SplitMix64::new(1);
    let choices = nanos(|| (100, (0..100).map(|_| playout(&mut random)).sum::<u64>()));
    figure("random playout with proofs, choice by choice", choices);
    ratio("  against a plain simulator (158,000/s)", choices, 1e9 / PEER_PLAYOUTS);
    let mut random = SplitMix64::new(1);
    let deal = nanos(|| {
        (
            100,
            (0..100)
                .map(|_| Schotten::random_deal(&variant, &mut random).deck().len())
                .sum::<usize>(),
        )
    });
    figure("  of which the deal", deal);
}

fn playout(random: &mut SplitMix64) -> u64 {
    let mut position = Schotten::new(&Variant::default());
    position.deal(random);
    let mut choices = 0;
    loop {
        match position.options() {
            0 => return choices,
            options => position.choose(random.below(u64::from(options)) as u32),
        }
        choices += 1;
    }
}

/// A complete side, and the opponent's cards at the stone.
struct Claim {
    ours: Strength,
    theirs: Vec<Card>,
    unseen: CardSet,
}

/// All claims that need a proof in a number of random matches.
fn claims() -> Vec<Claim> {
    let mut claims = Vec::new();
    let mut random = SplitMix64::new(3);
    for _ in 0..100 {
        let mut position = Schotten::new(&Variant::default());
        position.deal(&mut random);
        while position.options() > 0 {
            position.choose(random.below(u64::from(position.options())) as u32);
            claims.extend(open_claims(&position));
        }
    }
    claims
}

fn open_claims(position: &Schotten) -> impl Iterator<Item = Claim> {
    let table = position.table();
    let sides = Seat::BOTH.into_iter().flat_map(|seat| (0..9).map(move |stone| (seat, stone)));
    let claim = |(seat, stone): (Seat, usize)| {
        let theirs: Vec<Card> = table.cards(seat.other(), stone).collect();
        let ours = table
            .strength(seat, stone)
            .filter(|_| theirs.len() < 3 && table.owner(stone).is_none())?;
        Some(Claim { ours, theirs, unseen: table.unseen() })
    };
    sides.filter_map(claim).collect::<Vec<_>>().into_iter()
}

/// Tries every possible card until one beats the claim.
fn brute_force(claim: &Claim) -> bool {
    fn can_beat(cards: &mut Vec<Card>, unseen: &[Card], ours: Strength) -> bool {
        if let Ok(three) = <[Card; 3]>::try_from(cards.as_slice()) {
            return Strength::of(three) > ours;
        }
        unseen.iter().enumerate().any(|(index, card)| {
            cards.push(*card);
            let beats = can_beat(cards, &unseen[index + 1..], ours);
            cards.pop();
            beats
        })
    }
    let unseen: Vec<Card> = claim.unseen.iter().collect();
    !can_beat(&mut claim.theirs.clone(), &unseen, claim.ours)
}

fn proof(claim: &Claim) -> bool {
    best_reachable(&claim.theirs, claim.unseen) <= Some(claim.ours)
}

fn proofs() {
    let claims = claims();
    let count = claims.len() as u64;
    assert!(claims.iter().all(|claim| proof(claim) == brute_force(claim)), "both ways agree");
    let ours = nanos(|| (count, claims.iter().filter(|claim| proof(claim)).count()));
    let brute = nanos(|| (count, claims.iter().filter(|claim| brute_force(claim)).count()));
    figure("proof of a claim", ours);
    figure("  by brute force", brute);
    ratio("  against brute force", ours, brute);
}

fn random_matches() -> Vec<Match<Schotten>> {
    let mut random = SplitMix64::new(2);
    let random_match = |_| {
        let mut game = Match::<Schotten>::new(Variant::default());
        game.deal(&mut random);
        while !game.is_over() {
            let option = random.below(u64::from(game.position().options())) as u32;
            game.play(option).expect("the option is one of those there are");
        }
        game
    };
    (0..MATCHES).map(random_match).collect()
}

fn write(game: &Match<Schotten>) -> Vec<u8> {
    matches::write(game, 0xff).expect("a match of the default variant")
}

fn match_format(games: &[Match<Schotten>]) {
    let count = games.len() as u64;
    let values: Vec<Vec<u8>> = games.iter().map(write).collect();
    for (game, value) in games.iter().zip(&values) {
        assert_eq!(&matches::read(value).expect("its own bytes"), game);
    }
    figure(
        "schotten.match: write",
        nanos(|| (count, games.iter().map(|game| write(game).len()).sum::<usize>())),
    );
    let verify = |value: &Vec<u8>| matches::read(value).expect("its own bytes").choices().len();
    figure(
        "schotten.match: read and verify",
        nanos(|| (count, values.iter().map(verify).sum::<usize>())),
    );
    sizes("schotten.match: bytes", values.iter().map(Vec::len));
}

fn records(games: &[Match<Schotten>]) {
    let count = games.len() as u64;
    let values: Vec<Vec<u8>> = games.iter().map(Match::encode).collect();
    for (game, value) in games.iter().zip(&values) {
        assert_eq!(&Match::<Schotten>::decode(value).expect("its own record"), game);
    }
    figure(
        "record: encode",
        nanos(|| (count, games.iter().map(|game| game.encode().len()).sum::<usize>())),
    );
    let decode =
        |value: &Vec<u8>| Match::<Schotten>::decode(value).expect("its own record").choices().len();
    figure("record: decode", nanos(|| (count, values.iter().map(decode).sum::<usize>())));
    sizes("record: bytes, header included", values.iter().map(Vec::len));
    let bound = games.iter().map(|game| game.information() / 8.0).sum::<f64>() / count as f64;
    println!("{:<44} {bound:>12.2} mean", "record: bound, sum of log2 n in bytes");
    let moves = games.iter().map(|game| (game.choices().len() - CARDS) as f64 / 2.0).sum::<f64>();
    let bits: f64 = games.iter().map(Match::information).sum::<f64>() - 237.064 * count as f64;
    println!("{:<44} {:>12.2} bits a move", "record: beyond the shuffle", bits / moves);
}

fn views(games: &[Match<Schotten>]) {
    let positions: Vec<Schotten> = games
        .iter()
        .map(|game| {
            let middle = CARDS + (game.choices().len() - CARDS) / 2;
            let half = Match::<Schotten>::replay(Variant::default(), &game.choices()[..middle]);
            half.expect("part of a legal match").position().clone()
        })
        .collect();
    let viewer = Viewer::Seat(Seat::FIRST);
    let count = positions.len() as u64;
    let encode = |position: &Schotten| position.view(viewer).encode().len();
    figure("view: make and encode", nanos(|| (count, positions.iter().map(encode).sum::<usize>())));
    sizes("view: bytes in the middle of a match", positions.iter().map(encode));
    let mut random = SplitMix64::new(4);
    let views: Vec<_> = positions.iter().map(|position| position.view(viewer)).collect();
    let mut sample =
        || views.iter().map(|view| Schotten::sample(view, &mut random).options()).sum::<u32>();
    figure("view: sample a position", nanos(|| (count, sample())));
}

fn sizes(name: &str, sizes: impl Iterator<Item = usize> + Clone) {
    let mean = sizes.clone().sum::<usize>() as f64 / sizes.clone().count() as f64;
    let most = sizes.max().unwrap_or(0);
    println!("{name:<44} {mean:>12.2} mean {most:>10} most");
}
