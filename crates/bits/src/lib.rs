//! Bit strings, bit fields, mixed radix and the choice coder: the basis of every Ennead format.
//!
//! - [`BitString`] is a string of bits of any length, most significant bit first.
//! - [`BitReader`] and [`BitWriter`] read and write fields of up to 64 bits.
//! - [`write_number`] and [`read_number`] store whole numbers in one, two or five bytes.
//! - [`MixedRadix`] packs digits of different radices into one number without loss.
//! - [`ChoiceEncoder`] and [`ChoiceDecoder`] store a list of bounded choices in the sum of their
//!   `log2 n` bits, rounded up to a byte.
//!
//! The crate performs no I/O and reads neither a clock nor a source of randomness.
//!
//! ```
//! use ennead_bits::{ChoiceDecoder, ChoiceEncoder};
//!
//! let mut encoder = ChoiceEncoder::new();
//! encoder.put(4, 9); // option 4 of 9
//! encoder.put(0, 8);
//! encoder.put(5, 7);
//! let bytes = encoder.finish();
//! assert_eq!(bytes, [0x74, 0x52]); // log2(9 * 8 * 7) = 8.98 bits
//!
//! let mut decoder = ChoiceDecoder::new(&bytes);
//! assert_eq!(decoder.take(9)?, 4);
//! assert_eq!(decoder.take(8)?, 0);
//! assert_eq!(decoder.take(7)?, 5);
//! decoder.finish()?;
//! # Ok::<(), ennead_bits::ChoiceError>(())
//! ```

mod choice;
mod number;
mod radix;
mod reader;
mod string;
mod writer;

pub use choice::{ChoiceDecoder, ChoiceEncoder, ChoiceError, Share};
pub use number::{NumberError, begins_number, read_number, write_number};
pub use radix::{MixedRadix, RadixError};
pub use reader::{BitReader, ReadError};
pub use string::{BitString, BitStringError};
pub use writer::BitWriter;

/// The number of bytes that hold `bits` bits.
///
/// ```
/// assert_eq!(ennead_bits::bytes_for(27), 4);
/// ```
pub const fn bytes_for(bits: usize) -> usize {
    bits.div_ceil(8)
}

/// The number of bits that distinguish `count` things: `ceil(log2 count)`, and 0 for fewer than
/// two.
///
/// ```
/// use ennead_bits::bits_for;
/// assert_eq!(bits_for(5_478), 13);
/// assert_eq!(bits_for(1), 0);
/// assert_eq!(bits_for(256), 8);
/// ```
pub const fn bits_for(count: u64) -> u32 {
    if count < 2 { 0 } else { u64::BITS - (count - 1).leading_zeros() }
}
