//! Solving tic-tac-toe: `cargo run --release -p ennead-bench --bin solve`.

use ennead_bench::{figure, nanos};
use ennead_game::SplitMix64;
use ennead_solve::{DEFAULT_LIMIT, Graph, Solution, SolvedValue};
use ennead_ttt::Ttt;
use ennead_ttt::formats::rank::all_positions;

fn main() {
    let solve = || Solution::<Ttt>::solve(&(), DEFAULT_LIMIT).expect("tic-tac-toe is small");
    let solution = solve();
    assert_eq!(solution.graph().len(), 765);
    assert_eq!(solution.value(&Ttt::EMPTY), Some(SolvedValue::Draw));

    figure("solve from nothing", nanos(|| (1, solve())));
    figure("  of this, the graph", nanos(|| (1, Graph::<Ttt>::build(&(), DEFAULT_LIMIT))));
    let file = solution.save();
    figure("save", nanos(|| (1, solution.save())));
    figure("load and verify", nanos(|| (1, Solution::<Ttt>::load(&file))));

    let boards = all_positions();
    let count = boards.len() as u64;
    let wins = || {
        boards
            .iter()
            .filter(|board| matches!(solution.value(board), Some(SolvedValue::Win(_))))
            .count()
    };
    figure("value of a board", nanos(|| (count, wins())));
    let mut random = SplitMix64::new(1);
    let mut choices =
        || boards.iter().filter_map(|board| solution.choose(board, &mut random)).sum::<u32>();
    figure("engine's choice on a board", nanos(|| (count, choices())));
}
