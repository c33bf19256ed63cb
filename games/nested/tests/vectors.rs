//! Shared vectors, perft and digests, and the vectors of `FORMAT.md`.

use ennead_game::{Game, Options, Setup, Show, perft, play_tally};
use ennead_nested::{Nested, NestedSetup};

/// The lines of a vector file after its header, split at commas.
fn lines(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    text.lines().skip(1).map(|line| line.split(',').collect())
}

fn setup(depth: &str, rules: &str) -> NestedSetup {
    NestedSetup::from_options(&Options::new().with("depth", depth).with("rules", rules)).unwrap()
}

#[test]
fn perft_counts_match() {
    let text = include_str!("../vectors/perft.csv");
    let ours: Vec<_> = lines(text).filter(|line| line[0] == "nested").collect();
    assert_eq!(ours.len(), 8);
    for line in ours {
        let start = Nested::new(&setup(line[1], line[2]));
        assert_eq!(perft(&start, line[3].parse().unwrap()).to_string(), line[4], "{line:?}");
    }
}

#[test]
fn digests_match() {
    let text = include_str!("../vectors/conformance.csv");
    let ours: Vec<_> = lines(text).filter(|line| line[0] == "nested").collect();
    assert_eq!(ours.len(), 1);
    for line in ours {
        let tally = play_tally::<Nested>(&setup(line[1], line[2]), line[3].parse().unwrap());
        let found = [tally.first, tally.second, tally.draw, tally.plies, tally.digest]
            .map(|n| n.to_string());
        assert_eq!(found, line[4..], "{line:?}");
    }
}

#[test]
fn packs_on_the_format_page_match() {
    let page = include_str!("../FORMAT.md");
    let (_, after) = page.split_once("```csv\n").unwrap();
    let (table, _) = after.split_once("```").unwrap();
    let rows: Vec<_> = lines(table).collect();
    assert_eq!(rows.len(), 11);
    for row in rows {
        let options =
            Options::new().with("depth", row[0]).with("first", row[1]).with("rules", row[2]);
        let value = ennead_nested::GAME.game().encode("nested.pack", row[3], &options).unwrap();
        assert_eq!(value.show(Show::Hex), row[4], "{row:?}");
    }
}
