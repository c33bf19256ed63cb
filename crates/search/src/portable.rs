//! A hyperbolic tangent whose last bit is the same on every platform.
//!
//! The standard library leaves `tanh` to the platform, so a search could choose differently in a
//! browser than on a server. This one uses only additions, multiplications and divisions, which
//! IEEE 754 defines exactly; the polynomial is that of fdlibm.

/// The leading bits of ln 2, and the rest.
const LN2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
/// Bits of a number's fraction, and the bias of its exponent.
const FRACTION_BITS: u32 = 52;
const BIAS: i64 = 1023;

/// The hyperbolic tangent.
///
/// ```
/// use ennead_search::portable::tanh;
/// assert_eq!((tanh(0.0), tanh(-99.0)), (0.0, -1.0));
/// assert!((tanh(0.5) - 0.5_f64.tanh()).abs() < 1e-15);
/// ```
pub fn tanh(number: f64) -> f64 {
    /// From here on, the result rounds to 1.
    const FLAT: f64 = 22.0;
    let size = number.abs();
    let tangent = if size >= FLAT { 1.0 } else { 1.0 - 2.0 / (exp(2.0 * size) + 1.0) };
    if number < 0.0 { -tangent } else { tangent }
}

/// The exponential function from 0 to 44.
fn exp(number: f64) -> f64 {
    let power = (number * std::f64::consts::LOG2_E + 0.5) as i64;
    let k = power as f64;
    let (high, low) = (number - k * LN2_HIGH, k * LN2_LOW);
    let r = high - low;
    let t = r * r;
    let c = r - t
        * (1.666_666_666_666_660_2e-1
            + t * (-2.777_777_777_701_559_3e-3
                + t * (6.613_756_321_437_934e-5
                    + t * (-1.653_390_220_546_525_2e-6 + t * 4.138_136_797_057_238_5e-8))));
    let one_plus = 1.0 - ((low - (r * c) / (2.0 - c)) - high);
    one_plus * f64::from_bits(((BIAS + power) as u64) << FRACTION_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tanh_agrees_with_the_platform_to_the_last_bits() {
        for hundredths in 1..3_000 {
            let number = f64::from(hundredths) / 100.0;
            assert!((tanh(number) - number.tanh()).abs() < 1e-15, "tanh {number}");
            assert_eq!(tanh(-number), -tanh(number));
        }
    }

    /// The exact bits that every platform must produce.
    #[test]
    fn tanh_has_pinned_bits() {
        let digest = (0..10_000).fold(0_u64, |digest, number| {
            digest.wrapping_mul(1_000_003) ^ tanh(f64::from(number) / 500.0).to_bits()
        });
        assert_eq!(digest, 5_779_693_420_473_828_251);
    }
}
