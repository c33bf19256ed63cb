//! A cursor over the bytes of a frame.

use ennead_bits::read_number;

use crate::{FrameError, Wrong};

pub(crate) struct FrameReader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> FrameReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        FrameReader { bytes, at: 0 }
    }

    /// The unread bytes.
    pub(crate) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    /// An error about the last byte read.
    pub(crate) fn wrong(&self, wrong: Wrong) -> FrameError {
        FrameError::new(self.at.saturating_sub(1), wrong)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, FrameError> {
        Ok(self.take(1)?[0])
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], FrameError> {
        let rest = self.rest();
        let missing =
            || FrameError::new(self.bytes.len(), Wrong::Cut { wanted: count - rest.len() });
        let taken = rest.get(..count).ok_or_else(missing)?;
        self.at += count;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], FrameError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(crate) fn number(&mut self) -> Result<u32, FrameError> {
        let (number, length) =
            read_number(self.rest()).map_err(|error| FrameError::new(self.at, error.into()))?;
        self.at += length;
        Ok(number)
    }

    /// The rest of the frame, which must not be empty.
    pub(crate) fn some(&mut self, what: &'static str) -> Result<&'a [u8], FrameError> {
        match self.rest() {
            [] => Err(FrameError::new(self.at, Wrong::Nothing(what))),
            rest => self.take(rest.len()),
        }
    }

    /// Numbers up to the end of the frame, at least one.
    pub(crate) fn numbers(&mut self, what: &'static str) -> Result<Vec<u32>, FrameError> {
        if self.rest().is_empty() {
            return Err(FrameError::new(self.at, Wrong::Nothing(what)));
        }
        let mut numbers = Vec::with_capacity(1);
        while !self.rest().is_empty() {
            numbers.push(self.number()?);
        }
        Ok(numbers)
    }

    /// A text of this many bytes of UTF-8.
    pub(crate) fn text(&mut self, length: usize) -> Result<String, FrameError> {
        let start = self.at;
        let text = std::str::from_utf8(self.take(length)?)
            .map_err(|error| FrameError::new(start + error.valid_up_to(), Wrong::Text))?;
        Ok(text.to_string())
    }

    /// Checks that nothing is left.
    pub(crate) fn end(&self) -> Result<(), FrameError> {
        match self.rest().len() {
            0 => Ok(()),
            extra => Err(FrameError::new(self.at, Wrong::Extra(extra))),
        }
    }
}
