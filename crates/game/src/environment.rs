//! Games as learning environments: a fixed number of actions, and observations as arrays of bytes.

use crate::{GameError, MoveError, Notation, Random, Seat, View};

/// The highest number of actions of an environment: each position needs a mask of this size.
pub const MAX_ACTIONS: usize = 1 << 18;

/// The spaces of an environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spaces {
    /// The number of actions. An action is the number of a whole move, so some of them may never be
    /// legal.
    pub actions: usize,
    /// The shape of an observation; its first axis holds planes.
    pub shape: Vec<usize>,
    /// What the planes hold, in order.
    pub planes: &'static [&'static str],
}

impl Spaces {
    /// The number of bytes of an observation.
    pub fn observation_len(&self) -> usize {
        self.shape.iter().product()
    }
}

/// A game whose positions can be observed as arrays. Actions are the numbers of whole moves.
///
/// Observations are built from views, so they contain nothing that is hidden from their seat.
pub trait Environment: Notation + View {
    /// The spaces for a set-up; an error if they would be too large.
    fn spaces(setup: &Self::Setup) -> Result<Spaces, GameError>;

    /// Writes what `seat` observes, given its view. Must write every byte of `out`, which is as
    /// long as an observation.
    fn observe(view: &Self::Data, seat: Seat, out: &mut [u8]);

    /// Sets the entries of the legal actions in a mask that is initially all false.
    fn mark_legal(&self, mask: &mut [bool]) {
        for mv in self.moves() {
            if let Some(entry) = mask.get_mut(Self::number(&mv) as usize) {
                *entry = true;
            }
        }
    }

    /// Whether an action is legal.
    fn is_legal(&self, action: u64) -> bool {
        self.moves().iter().any(|mv| Self::number(mv) == action)
    }

    /// Plays the move of a legal action.
    ///
    /// # Panics
    /// If the action is not legal.
    fn act(&mut self, action: u64) {
        let mv = find_move(self, action).expect("the caller has checked that the action is legal");
        self.make(&mv);
    }

    /// A uniformly random legal action. The game must not be over.
    fn sample_action(&self, random: &mut impl Random) -> u64 {
        Self::number(&self.nth_move(random.below(self.count_moves())))
    }
}

/// The legal move with this number.
pub(crate) fn find_move<G: Notation>(position: &G, number: u64) -> Result<G::Move, MoveError> {
    position.moves().into_iter().find(|mv| G::number(mv) == number).ok_or_else(|| {
        MoveError::illegal(format_args!("move number {number}"), "it is not among the legal moves")
    })
}
