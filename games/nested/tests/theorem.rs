//! X's strategy under open rules, and the certificate checker.

use std::sync::LazyLock;

use ennead_nested::theorem::{Certificate, CertificateError, Checked, Proof, WalkError, answer};
use ennead_nested::{Flat, Mark, Rules};

const KEPT: &[u8] = include_bytes!("../theorem/open-43.certificate");
/// Bytes before the moves, and after them.
const HEADER: usize = 24;
const DIGEST: usize = 32;

static PROOF: LazyLock<Proof> = LazyLock::new(|| Proof::of_strategy().expect("a winning strategy"));

fn moves() -> Vec<u8> {
    KEPT[HEADER..KEPT.len() - DIGEST].to_vec()
}

#[test]
fn the_strategy_wins_within_43_plies_against_every_reply() {
    assert_eq!(PROOF.plies(), 43);
}

#[test]
fn some_replies_last_43_plies() {
    // O takes the cells around the centre, then those of the last grid, then the least useful ones.
    let mut board = Flat::new(Mark::X, Rules::Open);
    let mut plies = 0;
    let line = [
        (4, 1),
        (4, 2),
        (4, 3),
        (4, 5),
        (4, 6),
        (4, 7),
        (4, 8),
        (4, 0),
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 5),
        (0, 6),
        (0, 7),
        (0, 8),
        (0, 4),
        (8, 1),
        (8, 3),
        (8, 2),
        (8, 7),
        (8, 5),
    ];
    for (grid, cell) in line {
        let (x_grid, x_cell) = answer(&board).expect("an answer");
        board.put(x_grid, x_cell);
        assert!(board.moves().any(|legal| legal == (grid, cell)), "{grid} {cell} in {board:?}");
        board.put(grid, cell);
        plies += 2;
    }
    let (grid, cell) = answer(&board).expect("an answer");
    board.put(grid, cell);
    assert!(board.outcome().is_some());
    assert_eq!(plies + 1, 43);
}

#[test]
fn the_committed_certificate_matches_the_strategy_and_passes() {
    let certificate = Certificate::new(&PROOF).expect("a proof");
    assert!(certificate.bytes() == KEPT, "`ennead theorem --certificate FILE` writes another one");
    let Checked { plies, positions, .. } = Certificate::check(KEPT).expect("a proof");
    assert_eq!((plies, positions), (43, moves().len()));
}

#[test]
fn one_changed_move_is_rejected() {
    let moves = moves();
    for at in [0, 1, 5, 100, moves.len() / 2, moves.len() - 1] {
        for byte in (0..=81).step_by(5).filter(|byte| *byte != moves[at]) {
            let mut changed = moves.clone();
            changed[at] = byte;
            let certificate = Certificate::of_moves(43, &changed);
            assert!(Certificate::check(certificate.bytes()).is_err(), "move {at} as {byte}");
        }
    }
}

#[test]
fn truncated_and_longer_files_are_rejected() {
    for length in (0..KEPT.len()).step_by(97).chain(KEPT.len() - 40..KEPT.len()) {
        let error = Certificate::check(&KEPT[..length]).expect_err("a part");
        let fits = matches!(error, CertificateError::Magic | CertificateError::Length { .. });
        assert!(fits, "{length}: {error}");
    }
    let longer = [KEPT, &[0]].concat();
    assert!(matches!(Certificate::check(&longer), Err(CertificateError::Length { .. })));
}

#[test]
fn flipped_bits_are_rejected() {
    for bit in (0..KEPT.len() * 8).step_by(41) {
        let mut flipped = KEPT.to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(Certificate::check(&flipped).is_err(), "bit {bit}");
    }
}

#[test]
fn wrong_claims_with_a_valid_digest_are_rejected() {
    let check =
        |plies, moves: &[u8]| Certificate::check(Certificate::of_moves(plies, moves).bytes());
    let moves = moves();
    assert!(matches!(check(41, &moves), Err(CertificateError::Extent { .. })));
    let longer = [moves.as_slice(), &[0]].concat();
    assert!(matches!(check(43, &longer), Err(CertificateError::Extent { .. })));
    let missing = CertificateError::Walk(WalkError::Missing { position: 1, ply: 3 });
    assert_eq!(check(1, &moves[..1]), Err(missing));
    assert!(matches!(check(43, &[200]), Err(CertificateError::Walk(WalkError::Illegal { .. }))));
}
