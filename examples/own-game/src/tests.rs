//! The conformance suite, and dice that are rolled again.

use ennead::game::{Match, Seat, SplitMix64, Viewer, redeal};

use crate::liars_dice::LiarsDice;

ennead::game::conformance!(LiarsDice, [()], notation, view);

/// Taking back a bid keeps the player's own dice and the earlier bids.
#[test]
fn unseen_dice_are_rerolled() {
    let mut game = Match::<LiarsDice>::new(());
    game.deal(&mut SplitMix64::new(1));
    [2, 7].into_iter().for_each(|option| game.play(option).unwrap());
    let viewers = [Viewer::Seat(Seat::FIRST), Viewer::Spectator];
    let throw = |seed| redeal(&game, &viewers, &mut SplitMix64::new(seed)).unwrap();
    let throws: Vec<Vec<u32>> = (0..9).map(throw).collect();
    for other in &throws {
        assert_eq!([&other[..5], &other[10..]], [&game.choices()[..5], &game.choices()[10..]]);
    }
    assert!(throws.windows(2).all(|two| two[0][5..10] != two[1][5..10]));
}
