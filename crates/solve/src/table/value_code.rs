//! Values in one byte, ordered from worst to best.

use ennead_game::FinalValue;

use crate::SolvedValue;

/// The value of a position for the seat that moves next: losses by their distance, a draw, wins by
/// their distance downwards. A higher code is a better value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ValueCode(pub(crate) u8);

const DRAW: u8 = 127;
const WIN: u8 = 254;
/// The longest distance that a code can hold.
#[cfg(feature = "distributed")]
pub(crate) const MAX_DISTANCE: u32 = 126;

impl ValueCode {
    /// The worst value: every position that is not final has a move at least as good.
    #[cfg(feature = "distributed")]
    pub(crate) const WORST: ValueCode = ValueCode(0);

    pub(crate) const fn of_end(end: FinalValue) -> ValueCode {
        match end {
            FinalValue::Loss => ValueCode(0),
            FinalValue::Draw => ValueCode(DRAW),
            FinalValue::Win => ValueCode(WIN),
        }
    }

    /// The value of a move to a position of this value, for the seat that makes it; `None` if the
    /// distance becomes too long.
    #[cfg(feature = "distributed")]
    #[inline]
    pub(crate) const fn before(self) -> Option<ValueCode> {
        const LONGEST_LOSS: u8 = MAX_DISTANCE as u8;
        const LONGEST_WIN: u8 = WIN - MAX_DISTANCE as u8;
        match self.0 {
            DRAW => Some(self),
            LONGEST_LOSS | LONGEST_WIN => None,
            // A loss in k becomes a win in k + 1.
            code @ ..DRAW => Some(ValueCode(WIN - 1 - code)),
            // A win in k becomes a loss in k + 1.
            code => Some(ValueCode(WIN - code + 1)),
        }
    }

    /// The value of a move to a position of this value, in which the seat that makes it moves
    /// again; `None` if the distance becomes too long.
    #[cfg(feature = "distributed")]
    #[inline]
    pub(crate) const fn before_another(self) -> Option<ValueCode> {
        const LONGEST_LOSS: u8 = MAX_DISTANCE as u8;
        const LONGEST_WIN: u8 = WIN - MAX_DISTANCE as u8;
        match self.0 {
            DRAW => Some(self),
            LONGEST_LOSS | LONGEST_WIN => None,
            code @ ..DRAW => Some(ValueCode(code + 1)),
            code => Some(ValueCode(code - 1)),
        }
    }

    pub(crate) const fn value(self) -> SolvedValue {
        match self.0 {
            DRAW => SolvedValue::Draw,
            code @ ..DRAW => SolvedValue::Loss(code as u32),
            code => SolvedValue::Win(WIN.saturating_sub(code) as u32),
        }
    }
}

#[cfg(all(test, feature = "distributed"))]
mod tests {
    use super::*;

    #[test]
    fn codes_agree_with_values() {
        let ends = [FinalValue::Loss, FinalValue::Draw, FinalValue::Win];
        let values = [SolvedValue::Loss(0), SolvedValue::Draw, SolvedValue::Win(0)];
        assert_eq!(ends.map(|end| ValueCode::of_end(end).value()), values);
        for code in (0..=WIN).map(ValueCode) {
            let value = code.value();
            match code.before() {
                Some(before) => assert_eq!(before.value(), value.before()),
                None => assert_eq!(value.moves(), Some(MAX_DISTANCE)),
            }
            match code.before_another() {
                Some(before) => assert_eq!(before.value(), value.before_another()),
                None => assert_eq!(value.moves(), Some(MAX_DISTANCE)),
            }
            for other in (0..=WIN).map(ValueCode) {
                assert_eq!(code.cmp(&other), value.cmp(&other.value()));
            }
        }
    }
}
