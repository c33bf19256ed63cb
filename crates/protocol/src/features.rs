//! Optional frames, which a server sends only to clients that support them.

use std::ops::BitOr;

/// The set of optional frames that a client supports, as declared in *open*.
///
/// A server ignores unknown bits, so a client may name features of later versions.
///
/// ```
/// use ennead_protocol::Features;
/// let later = Features::of(0b1000_0001);
/// assert!(later.contains(Features::MOVES));
/// assert!(!Features::NONE.contains(Features::MOVES));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Features(u8);

impl Features {
    /// No optional frames, as in clients of version 0.1.
    pub const NONE: Features = Features(0);
    /// The frame *moves*: the log of the match, move by move.
    pub const MOVES: Features = Features(1);
    /// The frame *takeback*: the pending takeback request.
    pub const TAKEBACKS: Features = Features(2);

    /// The features with these bits.
    pub const fn of(bits: u8) -> Features {
        Features(bits)
    }

    /// The features as bits.
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the set is empty.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains all of these features.
    pub const fn contains(self, features: Features) -> bool {
        self.0 & features.0 == features.0
    }
}

impl BitOr for Features {
    type Output = Features;

    fn bitor(self, other: Features) -> Features {
        Features(self.0 | other.0)
    }
}
