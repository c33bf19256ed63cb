//! Functions of real numbers whose last bit is the same on every platform.
//!
//! The standard library leaves `ln`, `exp` and `tanh` to the platform, so that a search could
//! choose differently in a browser than on a server. These use additions, multiplications and
//! divisions alone, which IEEE 754 defines exactly; the polynomials are those of fdlibm.

/// The leading bits of ln 2, and the rest.
const LN2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
/// Bits of a number's fraction, and the bias of its exponent.
const FRACTION_BITS: u32 = 52;
const BIAS: i64 = 1023;

/// The natural logarithm of a number from 1 on, to within one unit in the last place.
///
/// ```
/// use ennead_search::portable::ln;
/// assert_eq!(ln(1.0), 0.0);
/// assert!((ln(10.0) - std::f64::consts::LN_10).abs() < 1e-15);
/// ```
#[inline]
pub fn ln(number: f64) -> f64 {
    let bits = number.to_bits();
    let fraction = bits & ((1 << FRACTION_BITS) - 1);
    // The number is 2^power (1 + f), with 1 + f between the square root of a half and of two.
    let is_high = fraction > (std::f64::consts::SQRT_2.to_bits() & ((1 << FRACTION_BITS) - 1));
    let power = (bits >> FRACTION_BITS) as i64 - BIAS + i64::from(is_high);
    let exponent = (BIAS - i64::from(is_high)) as u64;
    let f = f64::from_bits(exponent << FRACTION_BITS | fraction) - 1.0;
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let even = w
        * (3.999_999_999_940_942e-1
            + w * (2.222_219_843_214_978_4e-1 + w * 1.531_383_769_920_937_3e-1));
    let odd = z
        * (6.666_666_666_666_735e-1
            + w * (2.857_142_874_366_239e-1
                + w * (1.818_357_216_161_805e-1 + w * 1.479_819_860_511_658_6e-1)));
    let half = 0.5 * f * f;
    let k = power as f64;
    k * LN2_HIGH - ((half - (s * (half + even + odd) + k * LN2_LOW)) - f)
}

/// The hyperbolic tangent.
///
/// ```
/// use ennead_search::portable::tanh;
/// assert_eq!((tanh(0.0), tanh(-99.0)), (0.0, -1.0));
/// assert!((tanh(0.5) - 0.5_f64.tanh()).abs() < 1e-15);
/// ```
pub fn tanh(number: f64) -> f64 {
    /// From here on, the result is 1 to the last bit.
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
    fn they_agree_with_the_platform_to_the_last_bits() {
        let near =
            |ours: f64, theirs: f64| (ours - theirs).abs() <= 2.0 * f64::EPSILON * theirs.abs();
        for number in (1..100_000).chain((1..64).map(|bits| (1_u64 << bits) - 1)) {
            let number = number as f64;
            assert!(near(ln(number), number.ln()), "ln {number}");
        }
        for hundredths in 1..3_000 {
            let number = f64::from(hundredths) / 100.0;
            assert!((tanh(number) - number.tanh()).abs() < 1e-15, "tanh {number}");
            assert_eq!(tanh(-number), -tanh(number));
        }
    }

    /// The bits that every platform must produce.
    #[test]
    fn their_bits_are_fixed() {
        let digest = |values: &mut dyn Iterator<Item = f64>| {
            values.fold(0_u64, |digest, value| digest.wrapping_mul(1_000_003) ^ value.to_bits())
        };
        assert_eq!(
            digest(&mut (1..10_000).map(|number| ln(f64::from(number)))),
            3_336_310_426_774_048_510
        );
        assert_eq!(
            digest(&mut (0..10_000).map(|number| tanh(f64::from(number) / 500.0))),
            5_779_693_420_473_828_251
        );
    }
}
