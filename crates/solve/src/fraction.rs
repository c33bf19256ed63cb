//! Small exact fractions.

/// The highest denominator. Fractions up to this limit differ by more than the precision of `f64`
/// between 0 and 1, so their nearest floats are in the same order.
const MAX_DENOMINATOR: u64 = 1 << 26;

/// A fraction from 0 to 1 in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fraction {
    numerator: u64,
    denominator: u64,
}

impl Fraction {
    pub(crate) const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };
    pub(crate) const ONE: Fraction = Fraction { numerator: 1, denominator: 1 };

    /// The nearest float.
    pub(crate) fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The mean of `number` fractions, fewer than 2^32; `None` if one of them is unknown or a
    /// denominator exceeds the limit.
    pub(crate) fn mean(
        fractions: impl Iterator<Item = Option<Fraction>>,
        number: u64,
    ) -> Option<Fraction> {
        let mut sum = Fraction::ZERO;
        for fraction in fractions {
            sum = sum.plus(fraction?)?;
        }
        // Below 2^26 * 2^32.
        Fraction { numerator: sum.numerator, denominator: sum.denominator * number }.reduced()
    }

    /// The sum, which may exceed 1 but stays below 2^32, so that its numerator is below 2^58.
    fn plus(self, other: Fraction) -> Option<Fraction> {
        if self.denominator == other.denominator {
            return Some(Fraction {
                numerator: self.numerator + other.numerator,
                denominator: self.denominator,
            });
        }
        let denominator =
            self.denominator / gcd(self.denominator, other.denominator) * other.denominator;
        let numerator = |part: Fraction| part.numerator * (denominator / part.denominator);
        (denominator <= MAX_DENOMINATOR)
            .then(|| Fraction { numerator: numerator(self) + numerator(other), denominator })
    }

    fn reduced(self) -> Option<Fraction> {
        let divisor = gcd(self.numerator, self.denominator);
        let denominator = self.denominator / divisor;
        (denominator <= MAX_DENOMINATOR)
            .then_some(Fraction { numerator: self.numerator / divisor, denominator })
    }
}

fn gcd(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(fractions: &[(u64, u64)]) -> Option<Fraction> {
        let parts = fractions.iter().map(|(numerator, denominator)| {
            Some(Fraction { numerator: *numerator, denominator: *denominator })
        });
        Fraction::mean(parts, fractions.len() as u64)
    }

    #[test]
    fn means_are_exact_and_in_lowest_terms() {
        assert_eq!(
            mean(&[(1, 2), (1, 3), (1, 6), (0, 1)]),
            Some(Fraction { numerator: 1, denominator: 4 })
        );
        assert_eq!(mean(&[(0, 1), (0, 1)]), Some(Fraction::ZERO));
        assert_eq!(mean(&[(1, 1), (1, 1), (1, 1)]), Some(Fraction::ONE));
        assert_eq!(
            mean(&[(1, MAX_DENOMINATOR), (1, MAX_DENOMINATOR)]),
            Some(Fraction { numerator: 1, denominator: MAX_DENOMINATOR })
        );
    }

    #[test]
    fn high_denominators_and_unknown_parts_have_no_exact_mean() {
        assert_eq!(mean(&[(1, 8_191), (1, 8_209)]), None);
        assert_eq!(mean(&[(1, MAX_DENOMINATOR), (0, 1)]), None);
        assert_eq!(Fraction::mean([Some(Fraction::ONE), None].into_iter(), 2), None);
    }

    #[test]
    fn neighbours_at_the_highest_denominators_are_different_floats() {
        let (one, other) = (
            Fraction { numerator: MAX_DENOMINATOR - 2, denominator: MAX_DENOMINATOR - 1 },
            Fraction { numerator: MAX_DENOMINATOR - 1, denominator: MAX_DENOMINATOR },
        );
        assert!(one.to_f64() < other.to_f64());
    }
}
