//! `ttt.class`: a position up to symmetry, as an index among the 765 classes.
//!
//! The canonical position of a class is the one with the smallest `ttt.3t` value. Classes are in
//! ascending order of the rank of their canonical positions.

use std::sync::LazyLock;

use ennead_bits::bits_for;
use ennead_game::Symmetric;
use thiserror::Error;

use super::rank;
use crate::Ttt;

/// Number of classes.
pub const CLASSES: u32 = 765;
/// Width of a value in bits.
pub const BITS: u32 = bits_for(CLASSES as u64);

/// A number that is not a valid class index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("class {0} is out of range: there are {CLASSES} classes, numbered from 0")]
pub struct ClassError(pub u128);

struct ClassTable {
    canonical: Vec<Ttt>,
    class_of_rank: Vec<u16>,
}

static TABLE: LazyLock<ClassTable> = LazyLock::new(|| {
    let all = rank::all_positions();
    let canonical: Vec<Ttt> =
        all.iter().filter(|position| position.canonical().1 == 0).copied().collect();
    let class_of = |position: &Ttt| {
        let key = position.canonical().0.key();
        canonical
            .binary_search_by_key(&key, Symmetric::key)
            .expect("canonical forms are in the list") as u16
    };
    let class_of_rank = all.iter().map(class_of).collect();
    ClassTable { canonical, class_of_rank }
});

/// The class of a position.
pub fn class(position: &Ttt) -> u16 {
    TABLE.class_of_rank[usize::from(rank::rank(position))]
}

/// The canonical position of a class.
pub fn canonical(class: u128) -> Result<Ttt, ClassError> {
    usize::try_from(class)
        .ok()
        .and_then(|index| TABLE.canonical.get(index))
        .copied()
        .ok_or(ClassError(class))
}
