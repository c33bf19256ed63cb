//! Writes bit fields, most significant bit first.

use crate::{BitString, bytes_for};

/// Writes fields of up to 64 bits, most significant bit first.
///
/// ```
/// use ennead_bits::BitWriter;
/// let mut writer = BitWriter::new();
/// writer.write(0b101, 3);
/// writer.write(0b001111, 6);
/// assert_eq!(writer.bit_len(), 9);
/// assert_eq!(writer.into_bytes(), [0b1010_0111, 0b1000_0000]); // padded with zeros
/// ```
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    bits: usize,
}

impl BitWriter {
    /// Creates an empty writer.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates an empty writer with capacity for `bits` bits.
    pub fn with_capacity(bits: usize) -> Self {
        BitWriter { bytes: Vec::with_capacity(bytes_for(bits)), bits: 0 }
    }

    /// Writes the low `width` bits of `value`.
    ///
    /// # Panics
    /// If `width` is above 64 or `value` does not fit.
    pub fn write(&mut self, value: u64, width: u32) {
        assert!(width <= 64, "a field has at most 64 bits, not {width}");
        assert!(width == 64 || value >> width == 0, "{value} does not fit into {width} bits");
        let mut left = width;
        while left > 0 {
            let used = (self.bits % 8) as u32;
            if used == 0 {
                self.bytes.push(0);
            }
            let now = left.min(8 - used);
            let part = (value >> (left - now)) & (0xff >> (8 - now));
            let last = self.bytes.len() - 1;
            self.bytes[last] |= (part << (8 - used - now)) as u8;
            self.bits += now as usize;
            left -= now;
        }
    }

    /// Writes a field of one bit.
    pub fn write_bit(&mut self, bit: bool) {
        self.write(u64::from(bit), 1);
    }

    /// Number of bits written.
    pub fn bit_len(&self) -> usize {
        self.bits
    }

    /// The bits as bytes, padded with zeros.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The bits as a bit string of exactly the length written.
    pub fn into_bit_string(self) -> BitString {
        BitString::from_parts(self.bytes, self.bits)
    }
}
