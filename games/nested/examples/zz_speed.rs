use ennead_game::Match;
use ennead_nested::Nested;
use std::time::Instant;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let games: Vec<Match<Nested>> = std::fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|l| Match::from_text(l).unwrap())
        .collect();
    let plies: usize = games.iter().map(|g| g.choices().len() / 2).sum();
    let t = Instant::now();
    let records: Vec<Vec<u8>> = games.iter().map(|g| g.encode_model()).collect();
    let e = t.elapsed();
    let t = Instant::now();
    for (r, g) in records.iter().zip(&games) {
        assert_eq!(&Match::<Nested>::decode_model(r).unwrap(), g);
    }
    let d = t.elapsed();
    let bytes: usize = records.iter().map(Vec::len).sum();
    let old: usize = games.iter().map(|g| g.encode().len()).sum();
    let bits: f64 = games.iter().map(|g| g.surprise()).sum();
    println!(
        "{} games {} plies: {:.2} bytes (record {:.2}), {:.3} bits/ply; encode {:.0}/s decode {:.0}/s",
        games.len(),
        plies,
        bytes as f64 / games.len() as f64,
        old as f64 / games.len() as f64,
        bits / plies as f64,
        plies as f64 / e.as_secs_f64(),
        plies as f64 / d.as_secs_f64()
    );
}
