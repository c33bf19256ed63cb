//! Every way for a match to end, found among random matches and verified.

use ennead_game::{Game, Match, Notation, Seat, SplitMix64, Turn, moves_of, suite::random_match};
use ennead_schotten::formats::matches;
use ennead_schotten::{Action, Move, Schotten, Variant};

/// The position before the last move, and the match.
fn ending(variant: Variant, seed: u64) -> (Schotten, Match<Schotten>) {
    let game = random_match::<Schotten>(&variant, &mut SplitMix64::new(seed), usize::MAX);
    let mut rest = game.choices();
    let mut position = Schotten::new(&variant);
    for option in &rest[..54] {
        position.choose(*option);
    }
    rest = &rest[54..];
    loop {
        let (_, used) = position.read_move(rest).expect("whole moves");
        if used == rest.len() {
            return (position, game);
        }
        for option in &rest[..used] {
            position.choose(*option);
        }
        rest = &rest[used..];
    }
}

/// The first random match of a variant with a given kind of ending.
fn find(
    variant: Variant,
    wanted: impl Fn(&Schotten, &Match<Schotten>) -> bool,
) -> (Schotten, Match<Schotten>) {
    (0..60_000)
        .map(|seed| ending(variant, seed))
        .find(|(before, game)| wanted(before, game))
        .expect("one of many random matches ends like this")
}

fn winner(game: &Match<Schotten>) -> Seat {
    Seat::BOTH
        .into_iter()
        .find(|seat| game.position().table().has_won(*seat))
        .expect("a finished match has a winner")
}

fn stones(game: &Match<Schotten>) -> Vec<usize> {
    game.position().table().stones_of(winner(game)).collect()
}

fn three_adjacent(stones: &[usize]) -> bool {
    stones.windows(3).any(|three| three[0] + 2 == three[2])
}

/// Stones that the last move won.
fn won_last(before: &Schotten, game: &Match<Schotten>) -> Vec<usize> {
    stones(game).into_iter().filter(|stone| before.table().owner(*stone).is_none()).collect()
}

fn round_trips(game: &Match<Schotten>) {
    let bytes = matches::write(game, 0xff).expect("a match");
    assert_eq!(&matches::read(&bytes).expect("its own bytes"), game);
    assert_eq!(&Match::decode(&game.encode()).expect("its own record"), game);
}

#[test]
fn five_stones() {
    let (_, game) = find(Variant::default(), |_, game| !three_adjacent(&stones(game)));
    assert!(stones(&game).len() >= 5);
    round_trips(&game);
}

#[test]
fn three_in_a_row() {
    let (_, game) = find(Variant::default(), |_, game| stones(game).len() == 3);
    assert!(three_adjacent(&stones(&game)));
    round_trips(&game);
}

/// The winning stone is claimed although the opponent's side is not complete.
#[test]
fn by_proof() {
    let (_, game) = find(Variant::default(), |before, game| {
        let other = winner(game).other();
        won_last(before, game).iter().any(|stone| game.position().table().count(other, *stone) < 3)
    });
    round_trips(&game);
}

/// A winner does not draw, so the slot of the last card stays empty although the deck is not.
#[test]
fn before_drawing() {
    let (before, game) = find(Variant::default(), |before, _| before.deck().len() > 3);
    assert_eq!(game.position().deck().len(), before.deck().len());
    assert_eq!(game.position().hand(winner(&game)).iter().flatten().count(), 5);
    round_trips(&game);
}

#[test]
fn at_the_last_card() {
    let (before, game) = find(Variant::default(), |_, game| {
        Seat::BOTH.iter().all(|seat| game.position().hand(*seat).iter().all(Option::is_none))
    });
    assert!(before.deck().is_empty());
    round_trips(&game);
}

/// Claims are also made in passes: a match with passes, and one won by a pass.
#[test]
fn after_passes() {
    let (_, game) = find(Variant::default(), |_, game| {
        let moves = moves_of(game);
        moves.contains(&Move::PASS) && moves.last() != Some(&Move::PASS)
    });
    round_trips(&game);
    let (before, game) =
        find(Variant::default(), |_, game| moves_of(game).last() == Some(&Move::PASS));
    assert_eq!(before.moves(), [Move::PASS]);
    assert_eq!(before.options(), 1);
    round_trips(&game);
}

/// Even with manual claims, a pass claims automatically; the match might otherwise never end.
#[test]
fn forced_claims() {
    let (before, game) =
        find(Variant::ALL[1], |_, game| moves_of(game).last() == Some(&Move::PASS));
    assert!(!won_last(&before, &game).is_empty());
}

/// Experts win at the start of a turn, without placing a card.
#[test]
fn at_the_start_of_a_turn() {
    let (_, game) = find(Variant::ALL[3], |_, game| {
        moves_of(game).last().is_some_and(|mv| mv.action() == Action::Win)
    });
    let last = *moves_of(&game).last().expect("a move");
    assert!(last.to_string().starts_with('!'));
    assert_eq!(Schotten::number(&last) & 0xff, 0xfe);
    // Automatic claims at the start of a turn belong to the opponent's preceding move, so the
    // winner did not move last.
    let (before, game) =
        find(Variant::ALL[2], |before, game| before.turn() != Turn::Seat(winner(game)));
    assert_eq!(before.turn(), Turn::Seat(winner(&game).other()));
}
