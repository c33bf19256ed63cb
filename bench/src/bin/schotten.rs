//! Schotten Totten.
use ennead_bench::{figure, ratio, nanos};
use ennead_game::{Game, Random, SplitMix64};
use ennead_schotten::{Schotten, Variant};

/// Playouts a second of the peer, a plain simulator with proofs, on this kind of machine.
const PEER: f64 = 158_000.0;

fn playout(random: &mut SplitMix64) -> u64 {
    let mut position = Schotten::new(&Variant::default());
    position.deal(random);
    let mut choices = 0;
    loop {
        let options = position.options();
        if options == 0 { return choices; }
        position.choose(random.below(u64::from(options)) as u32);
        choices += 1;
    }
}

fn main() {
    let mut random = SplitMix64::new(1);
    let games = nanos(|| { let mut n = 0; for _ in 0..100 { n += playout(&mut random); } (100, n) });
    figure("random playout with proofs", games);
    let deal = nanos(|| { let mut n = 0; for _ in 0..100 { let mut p = Schotten::new(&Variant::default()); n += p.deal(&mut random).len(); } (100, n) });
    figure("deal", deal);
    ratio("  against 158,000/s", games, 1e9 / PEER);
}
