//! Tic-tac-toe is solved: the perfect bot never loses, and the search's proofs are correct.

mod common;

use std::collections::HashSet;
use std::sync::Arc;

use common::ask;
use ennead_game::{Game, Outcome, Seat, Turn, View, Viewer};
use ennead_nested::{Mark, Nested, NestedSetup, Rules};
use ennead_search::{Bot, Budget, Mcts, PerfectBot, PositionValue};
use ennead_solve::{DEFAULT_LIMIT, Solution, SolvedValue};
use ennead_ttt::Ttt;

fn solution() -> Arc<Solution<Ttt>> {
    Arc::new(Solution::solve(&(), DEFAULT_LIMIT).expect("tic-tac-toe is small"))
}

fn score(value: SolvedValue) -> i32 {
    match value {
        SolvedValue::Loss(_) => -1,
        SolvedValue::Draw => 0,
        SolvedValue::Win(_) => 1,
    }
}

/// Plays every line in which the bot has one seat and the other seat tries every option. Returns
/// the number of finished games.
fn play_all<G: View>(bot: &mut impl Bot<G>, seat: Seat, position: &G, losses: &mut u32) -> u32 {
    match position.turn() {
        Turn::Over(outcome) => {
            *losses += u32::from(outcome == Outcome::Win(seat.other()));
            1
        }
        Turn::Seat(turn) if turn == seat => {
            let advice = bot.advise(&position.view(Viewer::Seat(seat)), Budget::nodes(1));
            play_all(bot, seat, &after(position, advice.option), losses)
        }
        _ => (0..position.options())
            .map(|option| play_all(bot, seat, &after(position, option), losses))
            .sum(),
    }
}

fn after<G: Game>(position: &G, option: u32) -> G {
    let mut next = position.clone();
    next.play(option).expect("legal");
    next
}

#[test]
fn perfect_bot_never_loses_from_either_seat() {
    let solution = solution();
    for seed in 0..10 {
        for seat in Seat::BOTH {
            let mut losses = 0;
            let mut bot = PerfectBot::new(solution.clone(), seed);
            let games = play_all(&mut bot, seat, &Ttt::new(&()), &mut losses);
            assert!(games > 10);
            assert_eq!(losses, 0);
        }
    }
}

#[test]
fn perfect_bot_plays_nested_games_of_depth_one() {
    for rules in [Rules::Both, Rules::Classic, Rules::Count] {
        let setup = NestedSetup::new(1, Mark::O, rules).expect("depth 1");
        let mut bot = PerfectBot::<Nested>::solve(&setup, 1).expect("depth 1 is small");
        for seat in Seat::BOTH {
            let mut losses = 0;
            play_all(&mut bot, seat, &Nested::new(&setup), &mut losses);
            assert_eq!(losses, 0);
        }
    }
}

/// All reachable positions that are not over.
fn positions() -> Vec<Ttt> {
    let mut seen = HashSet::new();
    let mut todo = vec![Ttt::new(&())];
    while let Some(position) = todo.pop() {
        if position.outcome().is_none() && seen.insert(position.to_string()) {
            todo.extend((0..position.options()).map(|option| after(&position, option)));
        }
    }
    seen.iter().map(|text| text.parse().expect("a board")).collect()
}

#[test]
fn evaluations_equal_the_solution() {
    let solution = solution();
    let mut bot = PerfectBot::new(solution.clone(), 1);
    for position in positions() {
        let advice = ask(&mut bot, &position, Budget::nodes(1));
        if position.options() == 1 {
            continue;
        }
        let value = solution.value(&position).expect("reachable");
        assert_eq!(
            advice.value,
            Some(PositionValue::Exact { score: score(value), moves: value.moves() })
        );
        assert_eq!(advice.opinions.len() as u32, position.options());
        for opinion in &advice.opinions {
            let value =
                solution.value(&after(&position, opinion.option)).expect("reachable").before();
            assert_eq!(
                opinion.value,
                PositionValue::Exact { score: score(value), moves: value.moves() }
            );
        }
    }
}

#[test]
fn proofs_of_the_search_are_correct() {
    let solution = solution();
    let mut bot = Mcts::<Ttt>::new(1);
    let mut proven = 0;
    for position in positions() {
        if position.options() == 1 {
            continue;
        }
        let advice = ask(&mut bot, &position, Budget::nodes(3000));
        let value = score(solution.value(&position).expect("reachable"));
        if let Some(PositionValue::Exact { score, .. }) = advice.value {
            assert_eq!(score, value, "{position}");
            proven += 1;
            let reached = score_after(&solution, &position, advice.option);
            assert_eq!(reached, value, "{position} {advice:?}");
        }
        for opinion in &advice.opinions {
            if let PositionValue::Exact { score, .. } = opinion.value {
                assert_eq!(
                    score,
                    score_after(&solution, &position, opinion.option),
                    "{position} {opinion:?}"
                );
            }
        }
    }
    assert!(proven > 3000, "only {proven} positions were proven");
}

fn score_after(solution: &Solution<Ttt>, position: &Ttt, option: u32) -> i32 {
    -score(solution.value(&after(position, option)).expect("reachable"))
}

mod puzzles {
    use ennead_game::{Options, PuzzleEntry};
    use ennead_search::Roster;
    use ennead_search::puzzle::{GenerateJob, MoveVerdict, Puzzles, Task, generate, verify};

    type Game = (Puzzles<'static>, &'static Roster);

    fn ttt() -> Game {
        (ennead_ttt::GAME.puzzles_in(&[]), ennead_ttt::GAME.bots())
    }

    fn schotten() -> Game {
        (ennead_schotten::GAME.puzzles_in(&[]), ennead_schotten::GAME.bots())
    }

    fn job((puzzles, roster): Game, threads: usize) -> GenerateJob<'static> {
        let setup = Options::new();
        GenerateJob { puzzles, roster, setup, count: 8, most_bytes: 255, seed: 5, threads }
    }

    #[test]
    fn puzzles_do_not_depend_on_the_number_of_threads() {
        for game in [ttt(), schotten()] {
            let one = generate(&job(game, 1), |_| {}).unwrap();
            let mut seen = 0;
            let more = generate(&job(game, 3), |found| seen = found).unwrap();
            assert_eq!((one, seen), (more, 8));
        }
    }

    #[test]
    fn games_without_puzzles_say_so() {
        let none = ttt().0;
        assert_eq!(none.puzzle(1).err().unwrap().to_string(), "ttt has no puzzles");
        let hidden = Puzzles { question: None, ..schotten().0 };
        let job = GenerateJob { puzzles: hidden, ..job(schotten(), 1) };
        let error = generate(&job, |_| {}).unwrap_err().to_string();
        assert!(error.starts_with("schotten asks no question, and with chance"), "{error}");
    }

    #[test]
    fn too_few_positions_are_an_error_and_not_a_hang() {
        let job = GenerateJob { most_bytes: 1, count: 1, ..job(ttt(), 2) };
        let error = generate(&job, |_| {}).unwrap_err().to_string();
        assert_eq!(error, "2000 attempts found only 0 puzzles: request fewer");
    }

    /// Tic-tac-toe after these squares.
    fn position(squares: &[&str]) -> PuzzleEntry {
        let mut play = ennead_ttt::GAME.game().start(&Options::new()).unwrap();
        for square in squares {
            let choices = play.choices_of(square).unwrap();
            choices.into_iter().for_each(|option| play.play(option).unwrap());
        }
        PuzzleEntry { moves: 2, difficulty: 1, position: play.record() }
    }

    #[test]
    fn invalid_puzzles_are_rejected_with_the_reason() {
        let puzzles = ennead_ttt::GAME.puzzles();
        let says = |entry: &PuzzleEntry| verify(puzzles, entry).unwrap_err().to_string();
        // Two first moves fork, a line can be completed at once, and nothing wins.
        assert!(says(&position(&["1", "2", "5", "9"])).starts_with("2 first moves win in time"));
        let open = position(&["1", "4", "2", "5"]);
        assert_eq!(says(&open), "it is won in 1 moves, not in 2");
        assert_eq!(says(&position(&[])), "there is no win in 2 moves");
        let harder = PuzzleEntry { moves: 1, difficulty: 3, ..open };
        assert!(says(&harder).contains("has difficulty 1, not 3"));
        let question = PuzzleEntry { moves: 0, ..position(&[]) };
        assert_eq!(says(&question), "ttt asks no question");
    }

    #[test]
    fn every_defence_is_beaten_and_a_wrong_move_fails() {
        let puzzles = ennead_nested::GAME.puzzles();
        for number in 1..=20 {
            let puzzle = puzzles.puzzle(number).unwrap();
            let Task::Win(moves) = puzzle.task() else { panic!("a win") };
            let solution = puzzle.solution();
            assert_eq!(
                solution.moves().len() - puzzle.play().moves().len(),
                2 * moves as usize - 1,
                "puzzle {number}: the defence lasts as long as it can"
            );
            let judged = puzzle.play().legal_moves().into_iter().map(|text| {
                let mut after = puzzle.play().boxed_clone();
                let choices = after.choices_of(&text).unwrap();
                choices.into_iter().for_each(|option| after.play(option).unwrap());
                puzzle.judge(&*after, moves - 1)
            });
            let good = judged.filter(|verdict| *verdict != MoveVerdict::Failed).count();
            assert_eq!(good, 1, "puzzle {number}");
        }
    }
}
