//! Many environments of one game, stepped together.

use std::any::Any;
use std::marker::PhantomData;

use crate::{
    AnyMatch, Environment, GameError, Match, Options, Random, Seat, Spaces, SplitMix64, Turn,
    Viewer, reject, setup_of,
};

/// Where a batch writes its results: one row per environment in each array.
pub struct Arrays<'a> {
    /// Observations of the seats to move.
    pub observations: &'a mut [u8],
    /// Masks of the legal actions.
    pub legal: &'a mut [bool],
    /// The reward of the seat that acted: 1 for a win, -1 for a loss, and 0 otherwise.
    pub rewards: &'a mut [f32],
    /// Whether the action ended its match, so that the observation is of a new one.
    pub terminations: &'a mut [bool],
    /// The seat that acted.
    pub acted: &'a mut [u8],
    /// The seat to move.
    pub to_move: &'a mut [u8],
}

/// The environment of a type-erased game.
pub trait AnyEnvironment: Sync {
    /// The spaces for a set-up.
    fn spaces(&self, options: &Options) -> Result<Spaces, GameError>;

    /// Creates `count` environments with consecutive indices from `first`. All randomness in an
    /// environment follows from its index and the seed of [`AnyBatch::reset`], which must be called
    /// before the first step.
    fn batch(
        &self,
        options: &Options,
        first: u64,
        count: usize,
    ) -> Result<Box<dyn AnyBatch>, GameError>;

    /// Writes what a seat observes of a match of this game.
    fn observe(&self, game: &dyn AnyMatch, seat: Seat, out: &mut [u8]) -> Result<(), GameError>;
}

/// Environments of a type-erased game. A match that ends is followed by a new one.
pub trait AnyBatch: Send + Sync {
    /// Begins new matches; with a seed, all randomness restarts from it.
    fn reset(&mut self, seed: Option<u64>, arrays: &mut Arrays<'_>);

    /// The index of the first illegal action, if there is one.
    fn first_illegal(&self, actions: &[i64]) -> Option<usize>;

    /// Plays one legal action in each environment.
    fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>);

    /// Draws a uniformly random legal action for each environment.
    fn sample(&mut self, actions: &mut [i64]);
}

/// Implements [`AnyEnvironment`] for a game.
pub struct EnvironmentOf<G>(PhantomData<fn() -> G>);

impl<G> EnvironmentOf<G> {
    /// Creates the type-erased environment.
    pub const fn new() -> Self {
        EnvironmentOf(PhantomData)
    }
}

impl<G> Default for EnvironmentOf<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Environment> AnyEnvironment for EnvironmentOf<G> {
    fn spaces(&self, options: &Options) -> Result<Spaces, GameError> {
        G::spaces(&setup_of::<G>(options)?)
    }

    fn batch(
        &self,
        options: &Options,
        first: u64,
        count: usize,
    ) -> Result<Box<dyn AnyBatch>, GameError> {
        let setup = setup_of::<G>(options)?;
        let spaces = G::spaces(&setup)?;
        let slot = Slot { position: G::new(&setup), random: SplitMix64::new(0) };
        Ok(Box::new(Batch { setup, spaces, first, slots: vec![slot; count] }))
    }

    fn observe(&self, game: &dyn AnyMatch, seat: Seat, out: &mut [u8]) -> Result<(), GameError> {
        let game: &dyn Any = game;
        let game = game
            .downcast_ref::<Match<G>>()
            .ok_or_else(|| reject(format!("the match is not one of {}", G::ID)))?;
        G::observe(&game.position().view(Viewer::Seat(seat)), seat, out);
        Ok(())
    }
}

/// One environment: a position and its random generator.
#[derive(Clone)]
struct Slot<G> {
    position: G,
    random: SplitMix64,
}

struct Batch<G: Environment> {
    setup: G::Setup,
    spaces: Spaces,
    first: u64,
    slots: Vec<Slot<G>>,
}

/// The generator of one environment. The initial states are mixed; otherwise the generators of
/// neighbours would be a few steps apart in one sequence.
fn generator(seed: u64, index: u64) -> SplitMix64 {
    let mixed = SplitMix64::new(seed).next_u64().wrapping_add(index);
    SplitMix64::new(SplitMix64::new(mixed).next_u64())
}

impl<G: Environment> Slot<G> {
    /// Begins a match.
    fn begin(&mut self, setup: &G::Setup) {
        self.position = G::new(setup);
        self.position.deal(&mut self.random);
    }

    /// Plays an action and the chance choices after it; returns the reward if the match ended.
    fn act(&mut self, action: i64, seat: Seat) -> Option<f32> {
        self.position.act(action as u64);
        if self.position.turn() == Turn::Chance {
            self.position.deal(&mut self.random);
        }
        self.position.outcome().map(|outcome| outcome.score(seat) as f32)
    }

    fn seat(&self) -> Seat {
        match self.position.turn() {
            Turn::Seat(seat) => seat,
            _ => Seat::FIRST,
        }
    }
}

impl<G: Environment> Batch<G> {
    /// Writes the observation, the mask and the seat to move of one environment.
    fn show(&self, index: usize, arrays: &mut Arrays<'_>) {
        let slot = &self.slots[index];
        let (seat, length) = (slot.seat(), self.spaces.observation_len());
        let view = slot.position.view(Viewer::Seat(seat));
        G::observe(&view, seat, &mut arrays.observations[index * length..][..length]);
        let mask = &mut arrays.legal[index * self.spaces.actions..][..self.spaces.actions];
        mask.fill(false);
        slot.position.mark_legal(mask);
        arrays.to_move[index] = seat.0;
    }
}

impl<G: Environment> AnyBatch for Batch<G> {
    fn reset(&mut self, seed: Option<u64>, arrays: &mut Arrays<'_>) {
        for index in 0..self.slots.len() {
            let slot = &mut self.slots[index];
            if let Some(seed) = seed {
                slot.random = generator(seed, self.first + index as u64);
            }
            slot.begin(&self.setup);
            self.show(index, arrays);
        }
    }

    fn first_illegal(&self, actions: &[i64]) -> Option<usize> {
        let is_legal = |(slot, action): (&Slot<G>, &i64)| {
            u64::try_from(*action).is_ok_and(|action| slot.position.is_legal(action))
        };
        self.slots.iter().zip(actions).position(|pair| !is_legal(pair))
    }

    fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>) {
        for (index, action) in actions.iter().enumerate() {
            let slot = &mut self.slots[index];
            let seat = slot.seat();
            let reward = slot.act(*action, seat);
            if reward.is_some() {
                slot.begin(&self.setup);
            }
            arrays.acted[index] = seat.0;
            arrays.rewards[index] = reward.unwrap_or(0.0);
            arrays.terminations[index] = reward.is_some();
            self.show(index, arrays);
        }
    }

    fn sample(&mut self, actions: &mut [i64]) {
        for (slot, action) in self.slots.iter_mut().zip(actions) {
            *action = slot.position.sample_action(&mut slot.random) as i64;
        }
    }
}
