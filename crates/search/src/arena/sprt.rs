//! The sequential probability ratio test, which stops as soon as the games have decided between two
//! differences in strength.
//!
//! It compares the likelihoods of the pairs under both hypotheses, in the normal approximation of
//! the pentanomial model.

use thiserror::Error;

use super::Score;
use super::score::share_of;

/// Two hypotheses and their error rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the first hypothesis.
    pub elo0: f64,
    /// The difference under the second hypothesis.
    pub elo1: f64,
    /// Probability of accepting the second hypothesis if the first is true.
    pub alpha: f64,
    /// Probability of accepting the first hypothesis if the second is true.
    pub beta: f64,
}

/// The verdict of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Undecided: more games are needed.
    GoOn,
    /// The difference is `elo0` rather than `elo1`.
    Elo0,
    /// The difference is `elo1` rather than `elo0`.
    Elo1,
}

/// Hypotheses that cannot be tested.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SprtError {
    /// The differences are not in order or out of range.
    #[error("elo0 must be below elo1, and both between -2000 and 2000")]
    Order,
    /// An error rate is out of range.
    #[error("alpha and beta must be above 0 and below 0.5")]
    Rates,
}

impl Sprt {
    /// Creates a test, or rejects parameters that cannot be decided.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        if !(elo0 < elo1 && elo0 >= -2000.0 && elo1 <= 2000.0) {
            return Err(SprtError::Order);
        }
        if ![alpha, beta].iter().all(|rate| *rate > 0.0 && *rate < 0.5) {
            return Err(SprtError::Rates);
        }
        Ok(Sprt { elo0, elo1, alpha, beta })
    }

    /// The log-likelihood ratio of `elo1` to `elo0`.
    pub fn llr(&self, score: &Score) -> f64 {
        let (mean, variance) = score.moments();
        let (share0, share1) = (share_of(self.elo0), share_of(self.elo1));
        score.count_pairs() as f64 * (share1 - share0) * (2.0 * mean - share0 - share1)
            / (2.0 * variance)
    }

    /// The bounds: `elo0` is accepted at or below the first, `elo1` at or above the second.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The verdict after the games so far.
    pub fn verdict(&self, score: &Score) -> Verdict {
        let (llr, (low, high)) = (self.llr(score), self.bounds());
        if llr <= low {
            Verdict::Elo0
        } else if llr >= high {
            Verdict::Elo1
        } else {
            Verdict::GoOn
        }
    }
}

#[cfg(test)]
mod tests {
    use ennead_game::{Random, SplitMix64};

    use super::*;

    /// Simulates pairs of independent games at a true difference until the test decides.
    fn decide(sprt: &Sprt, elo: f64, random: &mut SplitMix64) -> Verdict {
        let mut score = Score::default();
        let wins = (share_of(elo) * 1e6) as u64;
        let mut game = || if random.below(1_000_000) < wins { 2 } else { 0 };
        for _ in 0..100_000 {
            score.add([game(), game()]);
            let verdict = sprt.verdict(&score);
            if verdict != Verdict::GoOn {
                return verdict;
            }
        }
        Verdict::GoOn
    }

    #[test]
    fn error_rates_are_respected() {
        let sprt = Sprt::new(0.0, 40.0, 0.05, 0.05).unwrap();
        let mut random = SplitMix64::new(5);
        let mut wrong = |elo: f64, right: Verdict| {
            (0..400).filter(|_| decide(&sprt, elo, &mut random) != right).count()
        };
        assert!(wrong(0.0, Verdict::Elo0) <= 32);
        assert!(wrong(40.0, Verdict::Elo1) <= 32);
    }

    #[test]
    fn invalid_tests_are_rejected() {
        assert_eq!(Sprt::new(5.0, 5.0, 0.05, 0.05), Err(SprtError::Order));
        assert_eq!(Sprt::new(f64::NAN, 5.0, 0.05, 0.05), Err(SprtError::Order));
        assert_eq!(Sprt::new(0.0, 5.0, 0.0, 0.05), Err(SprtError::Rates));
        assert_eq!(Sprt::new(0.0, 5.0, 0.05, f64::INFINITY), Err(SprtError::Rates));
    }
}
