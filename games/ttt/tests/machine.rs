//! The machine of document 004, compared with a slow and simple implementation.

use std::collections::{HashMap, HashSet};

use ennead_ttt::{Accepting, Machine, MachineError, MachineSolver, Mark, Rejection};

/// The machine as the document describes it, on a plain array. It shares no logic with the crate.
#[derive(Clone, PartialEq)]
struct Oracle {
    squares: [Option<Mark>; 9],
    count: u32,
    player: Mark,
    turn: Mark,
}

const COMBINATIONS: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [6, 4, 2]];

impl Oracle {
    fn new(player: Mark, first: Mark) -> Self {
        Oracle { squares: [None; 9], count: 0, player, turn: first }
    }

    fn marker(&self, combination: usize) -> bool {
        let marks = COMBINATIONS[combination].map(|square| self.squares[square]);
        self.count >= 5 && marks.contains(&Some(Mark::X)) && marks.contains(&Some(Mark::O))
    }

    fn winner(&self) -> Option<Mark> {
        COMBINATIONS.iter().find_map(|combination| {
            let first = self.squares[combination[0]]?;
            combination.iter().all(|square| self.squares[*square] == Some(first)).then_some(first)
        })
    }

    fn over(&self) -> bool {
        self.winner().is_some() || (0..8).all(|combination| self.marker(combination))
    }

    fn state(&self) -> u32 {
        let mut state = 0;
        for (square, mark) in self.squares.iter().enumerate() {
            state += match mark {
                Some(Mark::X) => 3u32,
                Some(Mark::O) => 2,
                None => 0,
            } * 4u32.pow(square as u32);
        }
        state += self.count * (1 << 18);
        state += u32::from(self.player == Mark::X) * (1 << 22);
        state += u32::from(self.turn == Mark::X) * (1 << 23);
        (0..8).fold(state, |state, combination| {
            state + (u32::from(self.marker(combination)) << (24 + combination))
        })
    }

    fn step(&self, token: u32) -> Option<Self> {
        let side = if token >= 16 { Mark::X } else { Mark::O };
        let square = (token % 16) as usize;
        if token > 31
            || self.over()
            || side != self.turn
            || square > 8
            || self.squares[square].is_some()
        {
            return None;
        }
        let mut next = self.clone();
        next.squares[square] = Some(side);
        next.count += 1;
        next.turn = side.other();
        Some(next)
    }
}

fn all_starts() -> [(Mark, Mark); 4] {
    [(Mark::X, Mark::X), (Mark::X, Mark::O), (Mark::O, Mark::X), (Mark::O, Mark::O)]
}

#[test]
fn every_transition_of_every_reachable_state_matches() {
    let mut seen: HashMap<u32, Oracle> = HashMap::new();
    let mut waiting: Vec<(Machine, Oracle)> = all_starts()
        .map(|(player, first)| (Machine::new(player, first), Oracle::new(player, first)))
        .into();
    let mut transitions = 0u32;
    while let Some((machine, oracle)) = waiting.pop() {
        assert_eq!(machine.state(), oracle.state());
        assert_eq!(Machine::from_state(machine.state()), Ok(machine));
        assert_eq!(machine.accepting().is_some(), oracle.over());
        if let Some(Accepting::Won(mark)) = machine.accepting() {
            assert_eq!(oracle.winner(), Some(mark));
        }
        if seen.insert(machine.state(), oracle.clone()).is_some() {
            continue;
        }
        for token in 0..40 {
            match (machine.step(token), oracle.step(token)) {
                (Ok(next), Some(expected)) => {
                    transitions += 1;
                    waiting.push((next, expected));
                }
                (Err(reason), None) => assert_reason(&oracle, token, reason),
                (got, wanted) => {
                    panic!(
                        "{:#x} with {token}: {got:?}, oracle {}",
                        machine.state(),
                        wanted.is_some()
                    )
                }
            }
        }
    }
    assert_eq!(transitions, 64_508);
}

fn assert_reason(oracle: &Oracle, token: u32, reason: Rejection) {
    let side = if token & 16 != 0 { Mark::X } else { Mark::O };
    match reason {
        Rejection::Wide(wide) => assert!(wide == token && token > 31),
        Rejection::Accepting(_) => assert!(oracle.over()),
        Rejection::WrongSide(wrong) => assert!(wrong == side && side != oracle.turn),
        Rejection::NoSuchSquare(square) => assert!(u32::from(square) == token % 16 && square > 8),
        Rejection::Taken { square, by } => {
            assert_eq!(oracle.squares[usize::from(square)], Some(by));
        }
    }
}

#[test]
fn neighbours_of_valid_states_are_valid_or_rejected() {
    let mut valid = HashSet::new();
    let mut waiting: Vec<Machine> =
        all_starts().map(|(player, first)| Machine::new(player, first)).into();
    while let Some(machine) = waiting.pop() {
        if valid.insert(machine.state()) {
            waiting.extend((0..32).filter_map(|token| machine.step(token).ok()));
        }
    }
    for state in &valid {
        for bit in 0..32 {
            let other = state ^ 1 << bit;
            if let Ok(machine) = Machine::from_state(other) {
                // Boards filled up after the machine's draw are valid states that no token reaches.
                assert!(valid.contains(&other) || machine.moves() > 5, "{other:#x}");
            }
        }
    }
}

#[test]
fn solver_never_loses_against_any_play() {
    fn play(machine: Machine, solver: &mut MachineSolver, seen: &mut HashSet<Machine>) {
        if !seen.insert(machine) {
            return;
        }
        if let Some(accepting) = machine.accepting() {
            assert_ne!(accepting, Accepting::Won(machine.player()), "the player has won");
            assert_eq!(solver.reply(machine), None);
        } else if machine.turn() == machine.player() {
            for next in (0..32).filter_map(|token| machine.step(token).ok()) {
                play(next, solver, seen);
            }
        } else {
            let token = solver.reply(machine).expect("the game goes on");
            play(machine.step(token).expect("the solver plays legal tokens"), solver, seen);
        }
    }
    let mut solver = MachineSolver::new();
    for (player, first) in all_starts() {
        play(Machine::new(player, first), &mut solver, &mut HashSet::new());
    }
}

#[test]
fn new_and_restart_set_player_and_first_side() {
    assert_eq!(Machine::INITIAL.state(), 0);
    assert_eq!(Machine::new(Mark::O, Mark::O), Machine::INITIAL);
    assert_eq!(Machine::new(Mark::X, Mark::X).state(), 0xc0_0000);
    for (player, first) in all_starts() {
        let start = Machine::new(player, first);
        let side = u32::from(first == Mark::X) << 4;
        let one = start.step(side | 4).unwrap();
        let two = one.step((side ^ 16) | 2).unwrap();
        assert_eq!((one.restart(), two.restart()), (start, start));
    }
}

#[test]
fn every_inconsistent_field_is_named() {
    let good = 0x1B54_03BB;
    let message = |state: u32| Machine::from_state(state).unwrap_err().to_string();
    assert!(Machine::from_state(good).is_ok());
    assert_eq!(
        message(good | 1 << 10),
        "square 5 (bits 10–11) is 01, which is not a code: 00 is empty, 10 is O, 11 is X"
    );
    assert_eq!(
        message(0x00c0_003f | 3 << 18),
        "impossible board: 3 X and 0 O, but the sides move in turn"
    );
    assert_eq!(
        message(good ^ 1 << 18),
        "field count (bits 18–21) is inconsistent: it is 4, but there are 5 marks"
    );
    assert_eq!(
        message(good ^ 1 << 23),
        "field turn (bit 23) is inconsistent: it is X, but with 3 X and 2 O it is O's turn"
    );
    assert_eq!(
        message(good ^ 1 << 24),
        "field graves (bits 24–31) is inconsistent: marker 1 (bit 24) is 0, but its combination \
         holds an X and an O"
    );
    assert_eq!(
        message(good ^ 1 << 26),
        "field graves (bits 24–31) is inconsistent: marker 3 (bit 26) is 1, but its combination \
         does not hold both an X and an O"
    );
    assert_eq!(
        message(1 << 24),
        "field graves (bits 24–31) is inconsistent: marker 1 (bit 24) is 1, but markers are set \
         only from the fifth move on"
    );
    assert_eq!(Machine::from_state(1 << 22), Ok(Machine::new(Mark::X, Mark::O)));
    assert!(matches!(Machine::from_state(u32::MAX), Err(MachineError::Counts { x: 9, o: 0 })));
}

#[test]
fn rejections_name_the_reason() {
    let start = Machine::new(Mark::X, Mark::X);
    let one = start.step(16).unwrap();
    let message = |machine: Machine, token| machine.step(token).unwrap_err().to_string();
    assert_eq!(message(start, 0), "it is X's turn, not O's");
    assert_eq!(
        message(start, 25),
        "there is no square 9: squares are 0 (bottom left) to 8 (top right)"
    );
    assert_eq!(message(one, 0), "square 0 is taken by X");
    assert_eq!(
        message(one, 99),
        "token 99 has more than five bits: bit 4 is the side (1 = X), bits 3 to 0 the square"
    );
    let won = [16, 3, 17, 4, 18].into_iter().try_fold(start, Machine::step).unwrap();
    assert_eq!(message(won, 5), "the game is over: X has won");
}
