//! Nested tic-tac-toe: `cargo run --release -p ennead-bench --bin nested`. Speed compared with
//! board-game's ultimate board in the same run, `nested.grid` compared with the figures of document
//! 000, and sizes compared with their lower bounds.

use board_game::board::{Board, BoardMoves};
use board_game::games::sttt::STTTBoard;
use board_game::util::game_stats::perft_naive;
use ennead_bench::{figure, nanos, ratio};
use ennead_game::{Game, Match, Notation, Random, SplitMix64, perft};
use ennead_nested::formats::{grid::Grid, grid_write, pack};
use ennead_nested::{Flat, Mark, Nested, NestedSetup, Rules};
use internal_iterator::InternalIterator;
use rand::RngCore;

/// The random generator used by both implementations.
struct Shared(SplitMix64);

impl RngCore for Shared {
    fn next_u32(&mut self) -> u32 {
        (self.0.next_u64() >> 32) as u32
    }

    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        bytes
            .chunks_mut(8)
            .for_each(|part| part.copy_from_slice(&self.0.next_u64().to_le_bytes()[..part.len()]));
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), rand::Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

fn main() {
    playouts();
    clone_and_play();
    leaves();
    grids();
    sizes();
    record_bits();
}

fn playouts() {
    const GAMES: u64 = 2_000;
    let mut random = SplitMix64::new(1);
    let ours = nanos(|| {
        let ends = (0..GAMES)
            .map(|_| Flat::new(Mark::X, Rules::Both).play_out(&mut random).score(Mark::X.seat()));
        (GAMES, ends.sum::<i32>())
    });
    figure("depth 2 random game, whole moves", ours);
    let setup = NestedSetup::default();
    let by_choices = nanos(|| {
        let ends = (0..GAMES).map(|_| {
            let mut position = Nested::new(&setup);
            loop {
                match position.options() {
                    0 => {
                        break position
                            .outcome()
                            .map_or(0, |outcome| outcome.score(Mark::X.seat()));
                    }
                    n => position
                        .choose(((u128::from(random.next_u64()) * u128::from(n)) >> 64) as u32),
                }
            }
        });
        (GAMES, ends.sum::<i32>())
    });
    figure("depth 2 random game, two choices a move", by_choices);
    let mut shared = Shared(SplitMix64::new(1));
    let peer = nanos(|| {
        let mut moves = 0u64;
        for _ in 0..GAMES {
            let mut board = STTTBoard::default();
            while board.play_random_available_move(&mut shared).is_ok() {
                moves += 1;
            }
        }
        (GAMES, moves)
    });
    figure("board-game: random game", peer);
    ratio("  whole moves against board-game", ours, peer);
    ratio("  choices against board-game", by_choices, peer);
}

/// Plays every move of a mid-game position, each on a copy.
fn clone_and_play() {
    let mut position = Nested::new(&NestedSetup::default());
    let mut board = STTTBoard::default();
    for text in ["5.5", "5.1", "1.5", "5.9", "9.5", "5.2", "2.8", "8.3"] {
        let path: ennead_nested::Path = text.parse().expect("a path");
        position.place(&path).expect("a legal move");
        let [grid, cell] = path.cells() else { unreachable!("two cells") };
        board.play(board_game::games::sttt::Coord::from_oo(*grid, *cell)).expect("a legal move");
    }
    let moves = position.moves();
    let ours = nanos(|| {
        let mut sum = 0;
        for _ in 0..1_000 {
            for path in &moves {
                let mut next = position.clone();
                next.make(path);
                sum += next.options();
                std::hint::black_box(&next);
            }
        }
        (1_000 * moves.len() as u64, sum)
    });
    figure("depth 2 clone and play", ours);
    let flat = *position.as_flat().expect("depth 2");
    let flat_moves: Vec<_> = flat.moves().collect();
    let copied = nanos(|| {
        let mut sum = 0;
        for _ in 0..1_000 {
            for (grid, cell) in &flat_moves {
                let mut next = flat;
                next.put(*grid, *cell);
                sum += next.options();
                std::hint::black_box(&next);
            }
        }
        (1_000 * flat_moves.len() as u64, sum)
    });
    figure("depth 2 clone and play, the board alone", copied);
    let peer_moves: Vec<_> = board.available_moves().expect("not over").collect();
    assert_eq!(peer_moves.len(), moves.len());
    let peer = nanos(|| {
        let mut done = 0;
        for _ in 0..1_000 {
            for mv in &peer_moves {
                let next = board.clone_and_play(*mv).expect("a legal move");
                done += u32::from(next.is_done());
                std::hint::black_box(&next);
            }
        }
        (1_000 * peer_moves.len() as u64, done)
    });
    figure("board-game: clone and play", peer);
    ratio("  against board-game", ours, peer);
    ratio("  the board alone against board-game", copied, peer);
}

fn leaves() {
    const LEAVES: u64 = 473_256;
    let start = Nested::new(&NestedSetup::default());
    let ours = nanos(|| {
        let count = perft(&start, 5);
        assert_eq!(count, LEAVES);
        (count, count)
    });
    figure("perft 5, a leaf", ours);
    let board = STTTBoard::default();
    let peer = nanos(|| {
        let count = perft_naive(&board, 5);
        assert_eq!(count, LEAVES);
        (count, count)
    });
    figure("board-game: perft 5, a leaf", peer);
    ratio("  against board-game", ours, peer);
}

fn grids() {
    let fresh = Nested::new(&NestedSetup::new(5, Mark::X, Rules::Both).expect("a set-up"));
    let write = nanos(|| (1, grid_write::write(fresh.top(), None).expect("small enough")));
    figure("nested.grid, write fresh depth 5", write);
    ratio("  against 102 µs", write, 102_000.0);
    let bits = grid_write::write(fresh.top(), None).expect("small enough");
    let read = nanos(|| (1, Grid::read(&bits).expect("a whole grid")));
    figure("nested.grid, read fresh depth 5", read);
    ratio("  against 1.2 ms", read, 1_200_000.0);
    let deep = Nested::new(&NestedSetup::new(12, Mark::X, Rules::Both).expect("a set-up"));
    let cut = nanos(|| {
        (1, grid_write::write(deep.top(), Some(4096 * 8 / 27)).expect("within the budget"))
    });
    figure("nested.grid, fresh depth 12, 4 KiB", cut);
}

/// Means over all positions of uniformly random games.
fn sizes() {
    for (depth, games) in [(2, 1_000), (3, 60)] {
        let setup = NestedSetup::new(depth, Mark::X, Rules::Both).expect("a set-up");
        let mut random = SplitMix64::new(2);
        let (mut positions, mut grid, mut packed, mut records, mut information, mut moves) =
            (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        let mut most_packed = 0;
        for _ in 0..games {
            let mut game = Match::<Nested>::new(setup);
            while !game.is_over() {
                for _ in 0..depth {
                    let n = game.position().options();
                    game.play(random.below(n.into()) as u32).expect("below the number of options");
                }
                positions += 1.0;
                let bits = grid_write::write(game.position().top(), None).expect("small enough");
                let bytes = pack::write(game.position()).expect("whole moves").len();
                grid += bits.as_bytes().len() as f64;
                packed += bytes as f64;
                most_packed = most_packed.max(bytes);
                moves += 1.0;
            }
            records += game.encode().len() as f64;
            information += game.information() / 8.0;
        }
        let games = f64::from(games);
        println!("depth {depth}: {:.1} moves a game; bytes, mean over positions:", moves / games);
        println!(
            "  nested.grid {:.1}, nested.pack {:.2} (most {most_packed})",
            grid / positions,
            packed / positions
        );
        println!(
            "  record of a whole game {:.2}, bound {:.2}",
            records / games,
            information / games
        );
    }
}

fn record_bits() {
    for depth in [1, 2, 3, 5] {
        let setup = NestedSetup::new(depth, Mark::X, Rules::Both).expect("a set-up");
        let games = [0, 20_000, 1_000, 100, 0, 2][depth as usize];
        let mut random = SplitMix64::new(3);
        let (mut bytes, mut moves) = (0usize, 0usize);
        for _ in 0..games {
            let mut game = Match::<Nested>::new(setup);
            while !game.is_over() {
                let n = game.position().options();
                game.play(random.below(n.into()) as u32).expect("below the number of options");
            }
            bytes += game.encode().len();
            moves += game.choices().len() / depth as usize;
        }
        let bits = bytes as f64 * 8.0 / moves as f64;
        println!("depth {depth}: record {bits:.3} bits a move over {moves} moves (log2 9 = 3.170)");
    }
}
