//! `ttt.class`: a position up to symmetry as its place among the 765 classes.
//!
//! A class is named by its canonical position, the symmetric one with the smallest `ttt.3t` value; classes are numbered in
//! ascending order of their canonical position's rank.

use std::sync::LazyLock;

use ennead_bits::bits_for;
use ennead_game::Symmetric;
use thiserror::Error;

use super::rank;
use crate::Ttt;

/// How many classes there are.
pub const CLASSES: u32 = 765;
/// The width of a class's number.
pub const BITS: u32 = bits_for(CLASSES as u64);

/// A number that is no class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("class {0} is out of range: there are {CLASSES} classes, numbered from 0")]
pub struct ClassError(pub u128);

struct Table {
    canonical: Vec<Ttt>,
    class_of_rank: Vec<u16>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let all = rank::all_positions();
    let canonical: Vec<Ttt> = all.iter().filter(|position| position.canonical().1 == 0).copied().collect();
    let class_of = |position: &Ttt| {
        let key = position.canonical().0.key();
        canonical.binary_search_by_key(&key, Symmetric::key).expect("canonical forms are in the list") as u16
    };
    let class_of_rank = all.iter().map(class_of).collect();
    Table { canonical, class_of_rank }
});

/// The class of a position.
pub fn class(position: &Ttt) -> u16 {
    TABLE.class_of_rank[usize::from(rank::rank(position))]
}

/// The canonical position of a class.
pub fn canonical(class: u128) -> Result<Ttt, ClassError> {
    usize::try_from(class).ok().and_then(|index| TABLE.canonical.get(index)).copied().ok_or(ClassError(class))
}
