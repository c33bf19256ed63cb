//! The choice coder: any list of bounded choices in the bits that it needs.
//!
//! It is a range coder over integers. The list so far is an interval inside [0, 1); each choice among
//! `n` narrows it to one of `n` nearly equal parts. The interval is held in a window of 63 bits, so
//! that powers of two divide it without loss and bit 63 is free to catch a carry. Bytes that can no
//! longer change, except by a carry, leave the window at the top.
//!
//! Which bytes stand for the final interval is fixed, so that one list has one encoding: the fewest
//! bytes that name a point of the interval once the bytes already out are kept, and of those the
//! lowest point. That is at most one byte more than the window has pushed out.

use thiserror::Error;

/// The window holds this many bits of the interval.
const WINDOW_BITS: u32 = 63;
/// The whole window, and so the interval before any choice.
const WINDOW: u64 = 1 << WINDOW_BITS;
/// One step of the highest byte of the window. The range is above it whenever a choice begins.
const TOP_BYTE: u64 = WINDOW >> 8;
/// The bits of the window.
const WINDOW_MASK: u64 = WINDOW - 1;

/// Why a byte string is not the encoding of a list of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ChoiceError {
    /// More choices were asked for than the bytes can hold.
    #[error("the choices go on after the last byte (byte {at})")]
    Truncated {
        /// Offset of the first missing byte.
        at: usize,
    },
    /// Bytes are left after the last choice.
    #[error("{extra} byte(s) too many after the last choice, from byte {at}")]
    Trailing {
        /// Offset of the first byte that nothing asked for.
        at: usize,
        /// How many there are.
        extra: usize,
    },
    /// The choices are fine, but an encoder would have written other last bytes.
    #[error("byte {at} is not how these choices end: the encoder writes another ending")]
    NotCanonical {
        /// Offset of the byte that differs.
        at: usize,
    },
}

/// The part of a whole that an option owns when options are not equally likely.
///
/// Shares are integers, never floats, so that every machine agrees on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Sum of the shares of all options before this one.
    pub start: u32,
    /// This option's share, at least 1.
    pub size: u32,
    /// Sum of all shares.
    pub total: u32,
}

/// Writes choices; see the [crate example](crate).
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
    /// An encoder that has written nothing.
    pub fn new() -> Self {
        ChoiceEncoder { out: Vec::new(), low: 0, range: WINDOW }
    }

    /// Writes option `choice` of `n` equally likely ones. A lone option (`n` = 1) costs nothing.
    ///
    /// # Panics
    /// If `choice` is not below `n`.
    pub fn put(&mut self, choice: u32, n: u32) {
        self.put_share(Share { start: choice, size: 1, total: n });
    }

    /// Writes an option by its share: `log2(total / size)` bits.
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

    /// The bytes written so far can still grow by one when the encoder is finished.
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

    /// Adds one to the bytes that have left the window. The interval lies inside [0, 1), so the carry always
    /// stops at some byte.
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

/// Reads choices that a [`ChoiceEncoder`] has written; the reader says among how many each one is.
#[derive(Clone, Debug)]
pub struct ChoiceDecoder<'a> {
    bytes: &'a [u8],
    /// How many bytes have left the window at the top.
    shifted: usize,
    /// The 63 bits of the input from byte `shifted` on, with zeros after its end.
    window: u64,
    /// How far the encoded point lies above the low end of the interval.
    above_low: u64,
    range: u64,
}

impl<'a> ChoiceDecoder<'a> {
    /// A decoder at the start of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = ChoiceDecoder { bytes, shifted: 0, window: 0, above_low: 0, range: WINDOW };
        decoder.window = decoder.window_at(0);
        decoder.above_low = decoder.window;
        decoder
    }

    /// Reads one choice among `n` equally likely options.
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

    /// The point of `0..total` that the input stands at: it lies in the share of the next option. Look the option up and then
    /// call [`take_share`](Self::take_share) with its share.
    ///
    /// # Panics
    /// If `total` is 0.
    pub fn peek(&self, total: u32) -> u32 {
        assert!(total > 0, "a choice has at least one option");
        let unit = self.range / u64::from(total);
        (self.above_low / unit).min(u64::from(total) - 1) as u32
    }

    /// Goes past an option that was looked up with [`peek`](Self::peek).
    ///
    /// # Panics
    /// If the share does not contain the point that `peek` gave.
    pub fn take_share(&mut self, share: Share) -> Result<(), ChoiceError> {
        let point = self.peek(share.total);
        assert!(
            point.checked_sub(share.start).is_some_and(|within| within < share.size),
            "the input stands at {point}, outside {share:?}"
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

    /// Ends the list: every byte must have been needed, and be the one that the encoder writes.
    pub fn finish(self) -> Result<(), ChoiceError> {
        let length = self.bytes.len();
        if length > self.shifted + 1 {
            return Err(ChoiceError::Trailing { at: self.shifted + 1, extra: length - self.shifted - 1 });
        }
        // The interval begins at `window - above_low`; a whole number of windows inside it means that no further byte is needed.
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

    /// Moves the window on by one byte.
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

/// The width of one part. What does not divide goes to the last option, so that no part of the interval is lost.
fn part_width(range: u64, unit: u64, offset: u64, share: Share) -> u64 {
    if share.total - share.start == share.size { range - offset } else { unit * u64::from(share.size) }
}
