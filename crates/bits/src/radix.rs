//! Mixed radix: digits with individual radices packed into one number.

use thiserror::Error;

/// A digit that cannot be pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RadixError {
    /// A digit is not below its radix.
    #[error("digit {digit} is not below its radix {radix}")]
    Digit {
        /// The digit.
        digit: u64,
        /// Its radix.
        radix: u64,
    },
    /// The digits need more than 128 bits.
    #[error("the digits need more than 128 bits")]
    Overflow,
}

/// A number in mixed radix, lowest digit first: digits are pushed and pulled in the same order.
///
/// ```
/// use ennead_bits::MixedRadix;
/// let mut number = MixedRadix::new();
/// number.push(3, 9)?;
/// number.push(1, 2)?;
/// number.push(4, 5)?;
/// assert_eq!(number.value(), 3 + 9 * (1 + 2 * 4));
/// assert_eq!(number.count(), 9 * 2 * 5); // so the value is below 90
///
/// let mut rest = number.value();
/// assert_eq!(MixedRadix::pull(&mut rest, 9), 3);
/// assert_eq!(MixedRadix::pull(&mut rest, 2), 1);
/// assert_eq!(MixedRadix::pull(&mut rest, 5), 4);
/// # Ok::<(), ennead_bits::RadixError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MixedRadix {
    value: u128,
    count: u128,
}

impl Default for MixedRadix {
    fn default() -> Self {
        Self::new()
    }
}

impl MixedRadix {
    /// A number without digits: value 0 of 1.
    pub const fn new() -> Self {
        MixedRadix { value: 0, count: 1 }
    }

    /// Pushes a digit above the existing ones.
    pub fn push(&mut self, digit: u64, radix: u64) -> Result<(), RadixError> {
        if digit >= radix {
            return Err(RadixError::Digit { digit, radix });
        }
        let count = self.count.checked_mul(u128::from(radix)).ok_or(RadixError::Overflow)?;
        self.value += self.count * u128::from(digit);
        self.count = count;
        Ok(())
    }

    /// Removes the lowest digit of `value` and returns it.
    ///
    /// # Panics
    /// If `radix` is 0.
    pub fn pull(value: &mut u128, radix: u64) -> u64 {
        let digit = *value % u128::from(radix);
        *value /= u128::from(radix);
        digit as u64
    }

    /// The packed number, always below [`count`](Self::count).
    pub const fn value(&self) -> u128 {
        self.value
    }

    /// The number of values that these radices distinguish: the product of all radices.
    pub const fn count(&self) -> u128 {
        self.count
    }
}
