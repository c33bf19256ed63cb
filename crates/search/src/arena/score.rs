//! Scores, and the difference in strength that they imply.
//!
//! The two games of a pair depend on each other, so the unit is the pair: it yields 0 to 4 half
//! points, and the variance is computed over these five outcomes (the *pentanomial* model).
//! Intervals and tests add one virtual pair, spread evenly over the five outcomes, so that a few
//! games with the same result do not look like certainty.

/// Number of standard deviations around the mean that cover 95 %.
const SIGMAS: f64 = 1.959_964;
/// Number of outcomes of a pair: 0 to 4 half points for A.
const KINDS: usize = 5;

/// The score so far, from A's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games won by A.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games lost by A.
    pub losses: u64,
    /// Number of pairs in which A got 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; KINDS],
}

/// A difference in strength on the Elo scale; infinite if one side has not scored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The most likely difference.
    pub difference: f64,
    /// Lower end of the 95 % confidence interval.
    pub low: f64,
    /// Upper end of the 95 % confidence interval.
    pub high: f64,
}

impl Score {
    /// Adds a pair, given A's half points in each game: 2 for a win, 1 for a draw.
    pub fn add(&mut self, points: [u32; 2]) {
        for points in points {
            match points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        self.pairs[(points[0] + points[1]) as usize % KINDS] += 1;
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A's share of the points; ½ before the first game.
    pub fn share(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// Mean and variance of the share of a pair, including the virtual pair.
    pub(super) fn moments(&self) -> (f64, f64) {
        let weight = |kind: usize| self.pairs[kind] as f64 + 1.0 / KINDS as f64;
        let share = |kind: usize| kind as f64 / (KINDS - 1) as f64;
        let total: f64 = (0..KINDS).map(weight).sum();
        let mean = (0..KINDS).map(|kind| weight(kind) * share(kind)).sum::<f64>() / total;
        let variance =
            (0..KINDS).map(|kind| weight(kind) * (share(kind) - mean).powi(2)).sum::<f64>() / total;
        (mean, variance)
    }

    /// Number of pairs.
    pub fn count_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The difference in strength, A minus B.
    ///
    /// ```
    /// use ennead_search::arena::Score;
    /// let mut score = Score::default();
    /// for _ in 0..50 {
    ///     score.add([2, 1]); // a win and a draw
    ///     score.add([2, 0]); // a win and a loss
    /// }
    /// let elo = score.elo();
    /// assert_eq!(elo.difference.round(), 89.0);
    /// assert!(elo.low > 60.0 && elo.high < 120.0);
    /// ```
    pub fn elo(&self) -> Elo {
        let (mean, variance) = self.moments();
        let spread = SIGMAS * (variance / (self.count_pairs() + 1) as f64).sqrt();
        let difference = elo_of(self.share());
        Elo {
            difference,
            low: elo_of(mean - spread).min(difference),
            high: elo_of(mean + spread).max(difference),
        }
    }
}

/// The difference in strength that corresponds to a share of the points.
fn elo_of(share: f64) -> f64 {
    if share <= 0.0 {
        f64::NEG_INFINITY
    } else if share >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (share / (1.0 - share)).log10()
    }
}

/// The share of the points that corresponds to a difference in strength.
pub(super) fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_share_are_inverse() {
        for elo in [-300.0, -5.0, 0.0, 17.5, 600.0] {
            assert!((elo_of(share_of(elo)) - elo).abs() < 1e-9);
        }
    }

    #[test]
    fn the_interval_narrows_with_more_games() {
        let mut score = Score::default();
        let mut last = f64::NEG_INFINITY;
        for pairs in 1..200 {
            score.add([2, 2]);
            let elo = score.elo();
            assert_eq!((elo.difference, elo.high), (f64::INFINITY, f64::INFINITY));
            assert!(elo.low > last, "{pairs}");
            last = elo.low;
        }
        assert!(Score::default().elo().low < -100.0);
    }

    #[test]
    fn pairs_that_always_split_narrow_the_interval() {
        let (mut split, mut mixed) = (Score::default(), Score::default());
        for _ in 0..50 {
            split.add([2, 0]);
            split.add([2, 0]);
            mixed.add([2, 2]);
            mixed.add([0, 0]);
        }
        assert!(split.elo().high < mixed.elo().high / 5.0);
    }
}
