//! Two bots play a match; each sees only its seat's view.
//!
//!     cargo run -p ennead-search --example duel -- SEED

use ennead_game::{Game, Match, Turn, View, Viewer};
use ennead_search::{Bot, Budget, Mcts, RandomBot};
use ennead_ttt::Ttt;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let (mut searcher, mut guesser) = (Mcts::<Ttt>::new(seed), RandomBot::new(seed));
    let budget = Budget::nodes(1_000);
    let mut game = Match::<Ttt>::new(());
    while let Turn::Seat(seat) = game.position().turn() {
        let view = game.position().view(Viewer::Seat(seat));
        let advice = match seat.index() {
            0 => searcher.advise(&view, budget),
            _ => Bot::<Ttt>::advise(&mut guesser, &view, budget),
        };
        println!("{seat:?} plays square {}, value {:?}", advice.option + 1, advice.value);
        game.play(advice.option)?;
    }
    println!("{:?}", game.position().turn());
    Ok(())
}
