//! Logarithms that are identical on every platform.

/// The natural logarithm of a number of at least 1.
///
/// Libraries differ in the last digits of `ln`, which could make a search choose another move;
/// sums, products and quotients are exactly the same everywhere.
pub(super) fn natural(number: u32) -> f64 {
    let halvings = number.max(1).ilog2();
    let mantissa = f64::from(number.max(1)) / f64::from(1u32 << halvings);
    // ln m = 2 artanh((m - 1) / (m + 1)), and the argument is below 1/3.
    let ratio = (mantissa - 1.0) / (mantissa + 1.0);
    let square = ratio * ratio;
    let series = (0..9).rev().fold(0.0, |sum, term| sum * square + 1.0 / f64::from(2 * term + 1));
    f64::from(halvings) * std::f64::consts::LN_2 + 2.0 * ratio * series
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn natural_is_close_to_the_logarithm() {
        for number in (1..10_000).chain([u32::MAX, u32::MAX / 3]) {
            assert!((natural(number) - f64::from(number).ln()).abs() < 1e-9, "{number}");
        }
    }
}
