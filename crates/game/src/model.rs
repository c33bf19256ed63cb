//! Models of records: the likelihood of each option of a choice.
//!
//! The options of a choice need not be equally likely. A [`Predictor`] follows a match and gives
//! every option a share; the coder spends `log2(sum / share)` bits on the chosen option. A model is
//! frozen as soon as records have been written with it: its number is part of their headers, so the
//! game must predict the same shares forever, on every platform.

use ennead_bits::{ChoiceDecoder, ChoiceEncoder, ChoiceError, Share};

use crate::{Game, Match, Turn};

/// The highest share, chosen so that the sum of a choice's shares fits into 32 bits.
pub const MAX_SHARE: u32 = (1 << 16) - 1;
/// Whether this build includes models. They would push a static site's module over its size limit.
pub(crate) const HAS_MODELS: bool = cfg!(any(feature = "models", not(target_family = "wasm")));
/// Choices among more options than this are not predicted.
const MAX_OPTIONS: usize = 1 << 15;

/// e to the power of -`distance` / 1024, in units of 2^-16; at least 1. For models that weigh
/// options by the exponentials of scores. A negative distance counts as 0.
///
/// ```
/// use ennead_game::exponential;
/// assert_eq!((exponential(0), exponential(1024), exponential(i32::MAX)), (65536, 24109, 1));
/// ```
pub fn exponential(distance: i32) -> u32 {
    EXPONENTIAL[(distance.max(0) as usize >> 4).min(EXPONENTIAL.len() - 1)]
}

/// The natural logarithm of a number in units of 1/1024, off by at most one unit; 0 for 0. For
/// models that use counts.
///
/// ```
/// use ennead_game::logarithm;
/// assert_eq!((logarithm(1), logarithm(2), logarithm(1000)), (0, 709, 7073));
/// ```
pub fn logarithm(number: u32) -> i32 {
    /// The natural logarithm of 2 in units of 2^-20.
    const LN_2: u64 = 726_817;
    const DIGITS: u32 = 12;
    let whole = number.max(1).ilog2();
    let mut binary = u64::from(whole);
    // Each squaring of the fraction yields the next binary digit.
    let mut rest = u64::from(number.max(1)) << (31 - whole);
    for _ in 0..DIGITS {
        rest = (rest * rest) >> 31;
        let digit = rest >> 32;
        rest >>= digit;
        binary = binary << 1 | digit;
    }
    ((binary * LN_2) >> (DIGITS + 20 - 10)) as i32
}

/// Powers of e^(-1/64), rounded down, up to the last one above zero.
static EXPONENTIAL: [u32; 700] = {
    /// e^(-1/64) in units of 2^-62.
    const STEP: u128 = 4_540_188_453_729_421_604;
    let mut table = [0; 700];
    let mut power: u128 = 1 << 62;
    let mut at = 0;
    while at < table.len() {
        table[at] = (power >> 46) as u32 | (power >> 46 == 0) as u32;
        power = (power * STEP) >> 62;
        at += 1;
    }
    table
};

/// Predicts the choices of one match. It is asked before each choice of a seat among several
/// options; chance is uniform by definition and never predicted.
pub trait Predictor<G: Game> {
    /// Writes a share for every option of the next choice. All shares are initially 1, and are
    /// clamped to 1..=[`MAX_SHARE`], so that every legal match can be encoded.
    ///
    /// Use integer arithmetic only: floating point could give other shares on another platform.
    fn predict(&mut self, position: &G, shares: &mut [u32]);

    /// Records a choice that either seat or chance is about to make.
    fn note(&mut self, _position: &G, _option: u32) {}
}

/// The predictor of one match, and the shares of its next choice.
pub(crate) struct Prediction<G: Game> {
    predictor: Option<Box<dyn Predictor<G>>>,
    shares: Vec<u32>,
}

impl<G: Game> Prediction<G> {
    /// Predictions by a model of the game; without a number, all options are equally likely.
    pub(crate) fn new(setup: &G::Setup, model: Option<u8>) -> Self {
        let model = model.filter(|_| HAS_MODELS);
        let predictor = model.and_then(|number| G::predictor(setup, number));
        Prediction { predictor, shares: Vec::new() }
    }

    /// Predicts the next choice; returns whether its options differ in their shares.
    fn predict(&mut self, position: &G) -> bool {
        let options = position.options() as usize;
        let Some(predictor) = &mut self.predictor else { return false };
        let has_model = (2..=MAX_OPTIONS).contains(&options);
        if !has_model || !matches!(position.turn(), Turn::Seat(_)) {
            return false;
        }
        self.shares.clear();
        self.shares.resize(options, 1);
        predictor.predict(position, &mut self.shares);
        self.shares.iter_mut().for_each(|share| *share = (*share).clamp(1, MAX_SHARE));
        true
    }

    fn note(&mut self, position: &G, option: u32) {
        if let Some(predictor) = &mut self.predictor {
            predictor.note(position, option);
        }
    }

    fn share(&self, option: u32) -> Share {
        let (before, rest) = self.shares.split_at(option as usize);
        let (start, size) = (before.iter().sum(), rest[0]);
        Share { start, size, total: start + rest.iter().sum::<u32>() }
    }

    /// The option whose share contains a point.
    fn option_at(&self, point: u32) -> u32 {
        let mut end = 0;
        let passed = self.shares.iter().take_while(|share| {
            end += **share;
            end <= point
        });
        passed.count() as u32
    }

    /// Encodes a choice.
    pub(crate) fn put(&mut self, encoder: &mut ChoiceEncoder, position: &G, option: u32) {
        if self.predict(position) {
            encoder.put_share(self.share(option));
        } else {
            encoder.put(option, position.options());
        }
        self.note(position, option);
    }

    /// Decodes a choice.
    pub(crate) fn take(
        &mut self,
        decoder: &mut ChoiceDecoder<'_>,
        position: &G,
    ) -> Result<u32, ChoiceError> {
        let option = if self.predict(position) {
            let option = self.option_at(decoder.peek(self.shares.iter().sum()));
            decoder.take_share(self.share(option))?;
            option
        } else {
            decoder.take(position.options())?
        };
        self.note(position, option);
        Ok(option)
    }

    /// The cost of a choice in bits.
    fn bits(&mut self, position: &G, option: u32) -> f64 {
        let bits = if self.predict(position) {
            let share = self.share(option);
            f64::from(share.total).log2() - f64::from(share.size).log2()
        } else {
            f64::from(position.options()).log2()
        };
        self.note(position, option);
        bits
    }
}

impl<G: Game> Match<G> {
    /// The cost of each choice in bits under the game's newest model: how surprising it is.
    pub fn surprises(&self) -> Vec<f64> {
        self.surprises_as(G::MODEL)
    }

    /// The same under an older model.
    pub(crate) fn surprises_as(&self, model: u8) -> Vec<f64> {
        let mut prediction = Prediction::new(self.setup(), Some(model));
        let mut position = G::new(self.setup());
        let mut bits = Vec::with_capacity(self.choices().len());
        for option in self.choices() {
            bits.push(prediction.bits(&position, *option));
            position.choose(*option);
        }
        bits
    }

    /// The sum of the [surprises](Self::surprises): the lower bound for the size of a predicted
    /// body.
    pub fn surprise(&self) -> f64 {
        self.surprises().iter().sum()
    }
}
