//! Wins, draws and losses, and the difference in strength that they speak for.
//!
//! The two games of a pair depend on each other, so the pair is what is counted: it gives 0 to 4 half points, and the spread of
//! the mean is taken from these five kinds of pairs (the *pentanomial* model). For intervals and tests one more pair is imagined,
//! spread evenly over the five kinds; it keeps a few games that all went alike from looking like certainty.

/// How many standard deviations around the mean hold 95 %.
const SIGMAS: f64 = 1.959_964;
/// The kinds of pairs: 0 to 4 half points for A.
const KINDS: usize = 5;

/// What was scored so far, as A sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games that A has won.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Games that A has lost.
    pub losses: u64,
    /// Pairs in which A got 0, ½, 1, 1½ and 2 points.
    pub pairs: [u64; KINDS],
}

/// A difference in strength on the Elo scale; infinite where one side has not scored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// What fits best.
    pub difference: f64,
    /// The lower end of the interval that holds it 95 times in a hundred.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Score {
    /// Counts a pair, in half points for A: 2 for a win, 1 for a draw.
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

    /// How many games were played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A's share of the points, ½ before any game.
    pub fn share(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// The mean share of a pair and its variance, with the imagined pair.
    pub(super) fn moments(&self) -> (f64, f64) {
        let weight = |kind: usize| self.pairs[kind] as f64 + 1.0 / KINDS as f64;
        let share = |kind: usize| kind as f64 / (KINDS - 1) as f64;
        let total: f64 = (0..KINDS).map(weight).sum();
        let mean = (0..KINDS).map(|kind| weight(kind) * share(kind)).sum::<f64>() / total;
        let variance =
            (0..KINDS).map(|kind| weight(kind) * (share(kind) - mean).powi(2)).sum::<f64>() / total;
        (mean, variance)
    }

    /// How many pairs were played.
    pub fn count_pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The difference in strength, A's minus B's.
    ///
    /// ```
    /// use ennead_bots::arena::Score;
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

/// The difference in strength that gives this share of the points.
fn elo_of(share: f64) -> f64 {
    if share <= 0.0 {
        f64::NEG_INFINITY
    } else if share >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (share / (1.0 - share)).log10()
    }
}

/// The share of the points that a difference in strength gives.
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
    fn certainty_takes_games() {
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
    fn a_pair_that_always_splits_says_more_than_independent_games() {
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
