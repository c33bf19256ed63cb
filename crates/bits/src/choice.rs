//! The choice coder: a range coder for lists of bounded choices.
//!
//! The list so far is an interval inside [0, 1); each choice among `n` options narrows it to one of
//! `n` nearly equal parts. The interval is held in a 63-bit window, so that powers of two divide it
//! without loss and bit 63 is free to catch a carry. Bytes that only a carry can still change leave
//! the window at the top.
//!
//! The encoding is canonical. Of all byte strings that extend the bytes already written and name a
//! point of the final interval, the encoder picks the shortest, and of those the one with the
//! lowest point. Finishing adds at most one byte.

use thiserror::Error;

/// Width of the window in bits.
const WINDOW_BITS: u32 = 63;
/// Size of the whole window: the initial range.
const WINDOW: u64 = 1 << WINDOW_BITS;
/// Weight of the window's highest byte. The range is above it at the start of every choice.
const TOP_BYTE: u64 = WINDOW >> 8;
const WINDOW_MASK: u64 = WINDOW - 1;

/// A byte string that does not encode a list of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ChoiceError {
    /// The bytes end before the last choice.
    #[error("the input ends before the last choice (byte {at})")]
    Truncated {
        /// Offset of the first missing byte.
        at: usize,
    },
    /// Bytes follow the last choice.
    #[error("{extra} byte(s) too many after the last choice, from byte {at}")]
    Trailing {
        /// Offset of the first superfluous byte.
        at: usize,
        /// Number of superfluous bytes.
        extra: usize,
    },
    /// The choices decode, but the encoder would have ended the list with other bytes.
    #[error("byte {at} is not canonical: the encoder ends these choices with another byte")]
    NotCanonical {
        /// Offset of the byte that differs.
        at: usize,
    },
}

/// An option's share of a total, for options that are not equally likely.
///
/// Shares are integers rather than floats, so that every platform computes the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Sum of the shares of all preceding options.
    pub start: u32,
    /// This option's share, at least 1.
    pub size: u32,
    /// Sum of all shares.
    pub total: u32,
}

/// Encodes choices; see the [crate example](crate).
#[derive(Clone, Debug)]
pub struct ChoiceEncoder {
    out: Vec<u8>,
    low: u64,
    range: u64,
}

impl Default for ChoiceEncoder {
    fn default() -> Self {
        Self::new()
    }
}

impl ChoiceEncoder {
    /// Creates an encoder for an empty list.
    pub fn new() -> Self {
        ChoiceEncoder { out: Vec::new(), low: 0, range: WINDOW }
    }

    /// Encodes option `choice` of `n` equally likely options. A forced choice (`n` = 1) costs
    /// nothing.
    ///
    /// # Panics
    /// If `choice` is not below `n`.
    pub fn put(&mut self, choice: u32, n: u32) {
        self.put_share(Share { start: choice, size: 1, total: n });
    }

    /// Encodes an option by its share, in `log2(total / size)` bits.
    ///
    /// ```
    /// use ennead_bits::{ChoiceEncoder, Share};
    /// let mut encoder = ChoiceEncoder::new();
    /// for _ in 0..100 {
    ///     encoder.put_share(Share { start: 1, size: 99, total: 100 }); // 0.0145 bits each
    /// }
    /// assert_eq!(encoder.finish().len(), 1);
    /// ```
    ///
    /// # Panics
    /// If the share is empty or does not fit into its total.
    pub fn put_share(&mut self, share: Share) {
        let end = u64::from(share.start) + u64::from(share.size);
        assert!(
            share.size > 0 && end <= u64::from(share.total),
            "a choice must be one of its options: {share:?}"
        );
        let unit = self.range / u64::from(share.total);
        let offset = unit * u64::from(share.start);
        self.low += offset;
        self.range = part_width(self.range, unit, offset, share);
        if self.low >= WINDOW {
            self.carry();
        }
        while self.range <= TOP_BYTE {
            self.out.push((self.low / TOP_BYTE) as u8);
            self.low = (self.low << 8) & WINDOW_MASK;
            self.range <<= 8;
        }
    }

    /// Number of bytes written so far; finishing may add one more.
    pub fn byte_len(&self) -> usize {
        self.out.len()
    }

    /// Ends the list and returns its bytes.
    pub fn finish(mut self) -> Vec<u8> {
        if self.low == 0 {
            return self.out;
        }
        if self.low + self.range > WINDOW {
            self.carry();
            return self.out;
        }
        self.out.push(self.low.div_ceil(TOP_BYTE) as u8);
        self.out
    }

    /// Adds one to the bytes that have left the window. The carry always stops at some byte,
    /// because the interval stays inside [0, 1).
    fn carry(&mut self) {
        self.low &= WINDOW_MASK;
        for byte in self.out.iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                return;
            }
        }
    }
}

/// Decodes the output of a [`ChoiceEncoder`]. The caller supplies the number of options of each
/// choice.
#[derive(Clone, Debug)]
pub struct ChoiceDecoder<'a> {
    bytes: &'a [u8],
    /// Number of bytes that have left the window at the top.
    shifted: usize,
    /// The 63 bits of the input from byte `shifted` on, zero-extended past its end.
    window: u64,
    /// Distance of the encoded point from the low end of the interval.
    above_low: u64,
    range: u64,
}

impl<'a> ChoiceDecoder<'a> {
    /// Creates a decoder at the start of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder =
            ChoiceDecoder { bytes, shifted: 0, window: 0, above_low: 0, range: WINDOW };
        decoder.window = decoder.window_at(0);
        decoder.above_low = decoder.window;
        decoder
    }

    /// Decodes one choice among `n` equally likely options.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn take(&mut self, n: u32) -> Result<u32, ChoiceError> {
        assert!(n > 0, "a choice has at least one option");
        let unit = self.range / u64::from(n);
        let start = (self.above_low / unit).min(u64::from(n) - 1) as u32;
        let share = Share { start, size: 1, total: n };
        self.narrow(unit, share)?;
        Ok(start)
    }

    /// The point of `0..total` that the input encodes, which falls into the share of the next
    /// option. Look up that option, then consume it with [`take_share`](Self::take_share).
    ///
    /// # Panics
    /// If `total` is 0.
    pub fn peek(&self, total: u32) -> u32 {
        assert!(total > 0, "a choice has at least one option");
        let unit = self.range / u64::from(total);
        (self.above_low / unit).min(u64::from(total) - 1) as u32
    }

    /// Consumes an option that was found with [`peek`](Self::peek).
    ///
    /// # Panics
    /// If the share does not contain the point that `peek` returned.
    pub fn take_share(&mut self, share: Share) -> Result<(), ChoiceError> {
        let point = self.peek(share.total);
        assert!(
            point.checked_sub(share.start).is_some_and(|within| within < share.size),
            "the input encodes point {point}, outside {share:?}"
        );
        self.narrow(self.range / u64::from(share.total), share)
    }

    fn narrow(&mut self, unit: u64, share: Share) -> Result<(), ChoiceError> {
        let offset = unit * u64::from(share.start);
        self.above_low -= offset;
        self.range = part_width(self.range, unit, offset, share);
        while self.range <= TOP_BYTE {
            self.shift()?;
        }
        Ok(())
    }

    /// Ends the list. Checks that every byte was needed and is the one that the encoder writes.
    pub fn finish(self) -> Result<(), ChoiceError> {
        let length = self.bytes.len();
        if length > self.shifted + 1 {
            return Err(ChoiceError::Trailing {
                at: self.shifted + 1,
                extra: length - self.shifted - 1,
            });
        }
        // The interval begins at `window - above_low`. If it contains a multiple of the window
        // size, no further byte is needed.
        let starts_below_zero_point = self.window <= self.above_low;
        let reaches_next = self.window - self.above_low.min(self.window) + self.range > WINDOW;
        let canonical = if starts_below_zero_point {
            length == self.shifted
        } else if reaches_next {
            false
        } else {
            length == self.shifted + 1 && self.above_low < TOP_BYTE
        };
        if canonical {
            Ok(())
        } else if length > self.shifted && starts_below_zero_point {
            Err(ChoiceError::Trailing { at: self.shifted, extra: 1 })
        } else {
            Err(ChoiceError::NotCanonical { at: length.saturating_sub(1) })
        }
    }

    /// Advances the window by one byte.
    fn shift(&mut self) -> Result<(), ChoiceError> {
        if self.shifted == self.bytes.len() {
            return Err(ChoiceError::Truncated { at: self.shifted });
        }
        self.shifted += 1;
        let next = self.window_at(self.shifted);
        let entered = next & 0xff;
        self.window = next;
        self.above_low = (self.above_low << 8) | entered;
        self.range <<= 8;
        Ok(())
    }

    fn window_at(&self, start: usize) -> u64 {
        let mut eight = [0; 8];
        let rest = self.bytes.get(start..).unwrap_or_default();
        let count = rest.len().min(8);
        eight[..count].copy_from_slice(&rest[..count]);
        u64::from_be_bytes(eight) >> (u64::BITS - WINDOW_BITS)
    }
}

/// The width of one part. The last option also gets the remainder of the division, so that no part
/// of the interval is lost.
fn part_width(range: u64, unit: u64, offset: u64, share: Share) -> u64 {
    if share.total - share.start == share.size {
        range - offset
    } else {
        unit * u64::from(share.size)
    }
}
