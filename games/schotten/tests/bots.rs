//! Requirements for every Schotten Totten bot: legal play, decisions from the view alone, and no
//! obvious mistakes.

use std::time::Duration;

use ennead_game::{Game, Outcome, Random, Seat, SplitMix64, Turn, View, ViewData, Viewer};
use ennead_schotten::{Greedy, InfoSetSearch, level_bot};
use ennead_schotten::{Schotten, SchottenView, Stage, Variant};
use ennead_search::Level;
use ennead_search::{Advice, Bot, Budget, PositionValue};

type Player = Box<dyn Bot<Schotten>>;

fn deal(variant: Variant, random: &mut SplitMix64) -> Schotten {
    let mut position = Schotten::new(&variant);
    position.deal(random);
    position
}

fn mover(position: &Schotten) -> Option<Seat> {
    match position.turn() {
        Turn::Seat(seat) => Some(seat),
        _ => None,
    }
}

fn view(position: &Schotten) -> Option<SchottenView> {
    mover(position).map(|seat| position.view(Viewer::Seat(seat)))
}

/// Plays a whole game, calling `look` before every choice, and returns the winner.
fn play(
    mut position: Schotten,
    players: &mut [Player; 2],
    budget: Budget,
    mut look: impl FnMut(&Schotten, &Advice),
) -> Seat {
    while let Some(seat) = mover(&position) {
        let advice = players[seat.index()].advise(&position.view(Viewer::Seat(seat)), budget);
        look(&position, &advice);
        position.play(advice.option).unwrap();
    }
    match position.outcome() {
        Some(Outcome::Win(seat)) => seat,
        outcome => panic!("a game of Schotten Totten has a winner: {outcome:?}"),
    }
}

/// All positions of a number of fast games in each variant.
fn positions(games: usize, seed: u64) -> Vec<Schotten> {
    let mut random = SplitMix64::new(seed);
    let mut positions = Vec::new();
    for variant in Variant::ALL {
        for _ in 0..games {
            let level = Level::ALL[random.below(4) as usize];
            let mut players: [Player; 2] = [0, 1].map(|_| level_bot(level, random.next_u64()));
            play(deal(variant, &mut random), &mut players, Budget::nodes(1), |position, _| {
                positions.push(position.clone());
            });
        }
    }
    positions
}

fn assert_sound(position: &Schotten, advice: &Advice) {
    assert!(advice.option < position.options(), "{advice:?}");
    assert_eq!(advice.line.first(), Some(&advice.option), "{advice:?}");
    if let Some(first) = advice.opinions.first() {
        assert_eq!((first.option, Some(first.value)), (advice.option, advice.value), "{advice:?}");
    }
    let mut after = position.clone();
    for option in &advice.line {
        after.play(*option).unwrap();
    }
    for opinion in &advice.opinions {
        assert!(opinion.option < position.options(), "{advice:?}");
        match opinion.value {
            PositionValue::Estimate(value) => assert!((-1.0..=1.0).contains(&value)),
            PositionValue::Exact { score, .. } => assert!(score == 1 || score == -1),
        }
    }
}

#[test]
fn every_level_plays_legally_in_every_variant() {
    let mut random = SplitMix64::new(1);
    for variant in Variant::ALL {
        for level in Level::ALL {
            for budget in [Budget::nodes(0), Budget::nodes(1), Budget::nodes(15)] {
                let mut players = [0, 1].map(|_| level_bot(level, random.next_u64()));
                play(deal(variant, &mut random), &mut players, budget, assert_sound);
            }
        }
    }
}

#[test]
fn bots_play_legally_from_any_position() {
    for position in positions(12, 2) {
        let view = view(&position).unwrap();
        assert_sound(&position, &Greedy::new(1).advise(&view, Budget::nodes(1)));
        assert_sound(&position, &InfoSetSearch::new(1).advise(&view, Budget::nodes(1)));
    }
}

#[test]
fn bots_play_legally_with_a_time_budget() {
    for position in positions(1, 3) {
        let budget = Budget::time(Duration::from_millis(1));
        assert_sound(&position, &InfoSetSearch::new(1).advise(&view(&position).unwrap(), budget));
    }
}

#[test]
fn view_seed_and_nodes_determine_the_advice() {
    let mut random = SplitMix64::new(4);
    for position in positions(1, 4) {
        let seat = mover(&position).unwrap();
        let seen = position.view(Viewer::Seat(seat));
        let again = Schotten::sample(&seen, &mut random).view(Viewer::Seat(seat));
        assert_eq!(seen.encode(), again.encode());
        for level in Level::ALL {
            let [first, second] =
                [&seen, &again].map(|seen| level_bot(level, 7).advise(seen, Budget::nodes(24)));
            assert_eq!(first, second, "{level:?}");
        }
    }
}

#[test]
fn search_spends_exactly_its_nodes() {
    let position = deal(Variant::default(), &mut SplitMix64::new(5));
    let advice = InfoSetSearch::new(1).advise(&view(&position).unwrap(), Budget::nodes(100));
    assert_eq!(advice.nodes, 100);
    assert_eq!(advice.opinions.iter().map(|opinion| opinion.visits).sum::<u64>(), 100);
}

#[test]
fn search_keeps_the_stone_of_the_chosen_card() {
    for position in positions(3, 6) {
        let seen = view(&position).unwrap();
        if seen.stage() != Stage::Card {
            continue;
        }
        let players: [Player; 2] = [Box::new(Greedy::new(3)), Box::new(InfoSetSearch::new(3))];
        for mut player in players {
            let advice = player.advise(&seen, Budget::nodes(20));
            let mut after = position.clone();
            after.choose(advice.option);
            let column = player.advise(&view(&after).unwrap(), Budget::nodes(20));
            if let [_, expected] = advice.line[..] {
                assert_eq!(column.option, expected);
            }
        }
    }
}

/// Whether the mover wins once every claim is accepted.
fn wins_at_once(mut position: Schotten, seat: Seat) -> bool {
    while mover(&position) == Some(seat)
        && matches!(view(&position).unwrap().stage(), Stage::Claim(_))
    {
        position.choose(1);
    }
    position.outcome() == Some(Outcome::Win(seat))
}

/// All whole placements and the resulting positions.
fn placements(position: &Schotten) -> Vec<([u32; 2], Schotten)> {
    let mut found = Vec::new();
    for card in 0..position.options() {
        let mut chosen = position.clone();
        chosen.choose(card);
        for column in 0..chosen.options() {
            let mut after = chosen.clone();
            after.choose(column);
            found.push(([card, column], after));
        }
    }
    found
}

#[test]
fn bots_find_a_placement_that_wins_at_once() {
    let mut found = 0;
    for position in positions(40, 8) {
        let seat = mover(&position).unwrap();
        let seen = view(&position).unwrap();
        let wins = |after: &Schotten| wins_at_once(after.clone(), seat);
        if seen.stage() != Stage::Card
            || !placements(&position).iter().any(|(_, after)| wins(after))
        {
            continue;
        }
        found += 1;
        let players: [Player; 2] = [Box::new(Greedy::new(1)), Box::new(InfoSetSearch::new(1))];
        for mut player in players {
            let advice = player.advise(&seen, Budget::nodes(1));
            let mut after = position.clone();
            for option in &advice.line {
                after.choose(*option);
            }
            assert!(wins(&after), "{position:?} {advice:?}");
        }
        let value = InfoSetSearch::new(1).advise(&seen, Budget::nodes(1)).value;
        assert_eq!(value, Some(PositionValue::Exact { score: 1, moves: Some(1) }));
    }
    assert!(found > 50, "{found}");
}

/// The winner under best play, by exhaustive search.
fn minimax(position: &Schotten) -> Seat {
    let Some(seat) = mover(position) else {
        let Some(Outcome::Win(winner)) = position.outcome() else { panic!("no chance, no draws") };
        return winner;
    };
    let wins = |option| {
        let mut after = position.clone();
        after.choose(option);
        minimax(&after) == seat
    };
    if (0..position.options()).any(wins) { seat } else { seat.other() }
}

/// Whether the player to move can win with this move.
fn can_win_now(position: &Schotten) -> bool {
    let Some(seat) = mover(position) else { return false };
    let seen = view(position).unwrap();
    match seen.stage() {
        Stage::Card => {
            placements(position).iter().any(|(_, after)| wins_at_once(after.clone(), seat))
        }
        _ => wins_at_once(position.clone(), seat),
    }
}

#[test]
fn search_finds_the_only_defence_and_proves_endgames() {
    let (mut defences, mut proven) = (0, 0);
    for position in positions(60, 9) {
        let seat = mover(&position).unwrap();
        let seen = view(&position).unwrap();
        let held = seen.hand_size(Seat::FIRST) + seen.hand_size(Seat::SECOND);
        if seen.deck_len() > 0 || held > 6 || seen.stage() != Stage::Card || seen.options() < 2 {
            continue;
        }
        let advice = InfoSetSearch::new(1).advise(&seen, Budget::nodes(50_000));
        let score = if minimax(&position) == seat { 1 } else { -1 };
        let Some(PositionValue::Exact { score: claimed, .. }) = advice.value else {
            panic!("{advice:?}")
        };
        assert_eq!(claimed, score, "{position:?}");
        proven += 1;
        if score == 1 {
            let mut after = position.clone();
            advice.line.iter().for_each(|option| after.choose(*option));
            assert_eq!(minimax(&after), seat, "{position:?} {advice:?}");
            let threats =
                placements(&position).iter().filter(|(_, after)| can_win_now(after)).count();
            defences += usize::from(threats > 0);
        }
    }
    assert!(proven > 40 && defences > 3, "{proven} proven, {defences} defences");
}

#[test]
fn bots_claim_while_cards_are_hidden() {
    let mut asked = 0;
    for position in positions(20, 10) {
        let seen = view(&position).unwrap();
        if matches!(seen.stage(), Stage::Claim(_)) && seen.deck_len() > 0 {
            asked += 1;
            for level in Level::ALL {
                assert_eq!(level_bot(level, 1).advise(&seen, Budget::nodes(1)).option, 1);
            }
        }
    }
    assert!(asked > 50, "{asked}");
}

/// Games of 40 that the first player wins; every deal is played twice, with the seats swapped.
fn wins_of_40(ours: impl Fn(u64) -> Player, theirs: impl Fn(u64) -> Player, nodes: u64) -> u32 {
    let mut wins = 0;
    for pair in 0..20 {
        for seat in Seat::BOTH {
            let position = deal(Variant::default(), &mut SplitMix64::new(pair));
            let mut players = [ours(pair), theirs(pair)];
            if seat == Seat::SECOND {
                players.reverse();
            }
            wins +=
                u32::from(play(position, &mut players, Budget::nodes(nodes), |_, _| {}) == seat);
        }
    }
    wins
}

#[test]
fn each_level_is_stronger_than_the_one_before() {
    for levels in Level::ALL.windows(2).take(3) {
        let wins =
            wins_of_40(|seed| level_bot(levels[1], seed), |seed| level_bot(levels[0], seed), 40);
        assert!(wins > 22, "{:?} wins {wins} of 40 against {:?}", levels[1], levels[0]);
    }
}

/// A plan for the stone behind a card is kept until the next choice, and counts.
#[test]
fn memory_that_is_kept_between_choices_is_counted() {
    let position = deal(Variant::default(), &mut SplitMix64::new(1));
    let mut bot = InfoSetSearch::new(1);
    let before = Bot::<Schotten>::memory(&bot);
    bot.advise(&view(&position).unwrap(), Budget::nodes(100));
    assert!(Bot::<Schotten>::memory(&bot) > before);
}
