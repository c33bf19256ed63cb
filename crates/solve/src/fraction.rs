//! Small exact fractions.

/// The highest denominator. Two different fractions up to here differ by more than the precision of `f64` between 0 and 1, so
/// that the nearest floats are ordered as the fractions are.
const HIGHEST: u64 = 1 << 26;

/// A fraction from 0 to 1 in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fraction {
    top: u64,
    bottom: u64,
}

impl Fraction {
    pub(crate) const ZERO: Fraction = Fraction { top: 0, bottom: 1 };
    pub(crate) const ONE: Fraction = Fraction { top: 1, bottom: 1 };

    /// The nearest float.
    pub(crate) fn to_f64(self) -> f64 {
        self.top as f64 / self.bottom as f64
    }

    /// The mean of `number` fractions, fewer than 2^32; none if one of them is unknown or a denominator gets too high.
    pub(crate) fn mean(fractions: impl Iterator<Item = Option<Fraction>>, number: u64) -> Option<Fraction> {
        let mut sum = Fraction::ZERO;
        for fraction in fractions {
            sum = sum.plus(fraction?)?;
        }
        // Below 2^26 * 2^32.
        Fraction { top: sum.top, bottom: sum.bottom * number }.reduced()
    }

    /// The sum, which may be above 1 but stays below 2^32: its top is below 2^58.
    fn plus(self, other: Fraction) -> Option<Fraction> {
        if self.bottom == other.bottom {
            return Some(Fraction { top: self.top + other.top, bottom: self.bottom });
        }
        let bottom = self.bottom / greatest_divisor(self.bottom, other.bottom) * other.bottom;
        let top = |part: Fraction| part.top * (bottom / part.bottom);
        (bottom <= HIGHEST).then(|| Fraction { top: top(self) + top(other), bottom })
    }

    fn reduced(self) -> Option<Fraction> {
        let divisor = greatest_divisor(self.top, self.bottom);
        let bottom = self.bottom / divisor;
        (bottom <= HIGHEST).then_some(Fraction { top: self.top / divisor, bottom })
    }
}

fn greatest_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean(fractions: &[(u64, u64)]) -> Option<Fraction> {
        let parts = fractions.iter().map(|(top, bottom)| Some(Fraction { top: *top, bottom: *bottom }));
        Fraction::mean(parts, fractions.len() as u64)
    }

    #[test]
    fn means_are_exact_and_in_lowest_terms() {
        assert_eq!(mean(&[(1, 2), (1, 3), (1, 6), (0, 1)]), Some(Fraction { top: 1, bottom: 4 }));
        assert_eq!(mean(&[(0, 1), (0, 1)]), Some(Fraction::ZERO));
        assert_eq!(mean(&[(1, 1), (1, 1), (1, 1)]), Some(Fraction::ONE));
        assert_eq!(mean(&[(1, HIGHEST), (1, HIGHEST)]), Some(Fraction { top: 1, bottom: HIGHEST }));
    }

    #[test]
    fn high_denominators_and_unknown_parts_have_no_exact_mean() {
        assert_eq!(mean(&[(1, 8_191), (1, 8_209)]), None);
        assert_eq!(mean(&[(1, HIGHEST), (0, 1)]), None);
        assert_eq!(Fraction::mean([Some(Fraction::ONE), None].into_iter(), 2), None);
    }

    #[test]
    fn neighbours_at_the_highest_denominators_are_different_floats() {
        let (one, other) = (
            Fraction { top: HIGHEST - 2, bottom: HIGHEST - 1 },
            Fraction { top: HIGHEST - 1, bottom: HIGHEST },
        );
        assert!(one.to_f64() < other.to_f64());
    }
}
