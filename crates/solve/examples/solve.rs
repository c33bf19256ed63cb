//! Solves tic-tac-toe and prints the value of each first move.
//!
//!     cargo run -p ennead-solve --example solve

use ennead_solve::{DEFAULT_LIMIT, Solution};
use ennead_ttt::Ttt;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let solution = Solution::<Ttt>::solve(&(), DEFAULT_LIMIT)?;
    println!("{} positions up to symmetry", solution.graph().len());
    for (option, value) in solution.moves(&Ttt::EMPTY).expect("the first position is reachable") {
        println!("square {}: {value:?}", option + 1);
    }
    Ok(())
}
