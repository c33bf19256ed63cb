//! A game in thirty lines: rules, a random match, and its record.
//!
//!     cargo run -p ennead-game --example sticks -- SEED

use ennead_game::{Game, Match, Outcome, Random, Seat, SplitMix64, Turn};

/// Two players take one to three sticks in turn; the player who takes the last one wins.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sticks {
    left: u32,
    mover: Seat,
}

impl Game for Sticks {
    const ID: &'static str = "sticks";
    const NUMBER: u8 = 200;
    type Setup = ();

    fn new(_: &()) -> Self {
        Sticks { left: 21, mover: Seat::FIRST }
    }

    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over(Outcome::Win(self.mover.other())),
            _ => Turn::Seat(self.mover),
        }
    }

    fn options(&self) -> u32 {
        self.left.min(3)
    }

    fn choose(&mut self, option: u32) {
        self.left -= option + 1;
        self.mover = self.mover.other();
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let seed = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let mut random = SplitMix64::new(seed);
    let mut game = Match::<Sticks>::new(());
    while let Turn::Seat(seat) = game.position().turn() {
        let option = random.below(game.position().options().into()) as u32;
        println!("{seat:?} takes {} of {}", option + 1, game.position().left);
        game.play(option)?;
    }
    let record = game.encode();
    println!("{} moves in {} bytes: {record:02x?}", game.choices().len(), record.len());
    assert_eq!(Match::<Sticks>::decode(&record)?.choices(), game.choices());
    Ok(())
}
