//! An archive as a binary file: blocks of matches, each with a checksum, and a hash of everything
//! at the end.

use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};

use ennead_host::bytes::ByteReader;

use super::{Item, TransferError};

/// "Ennead matches", and the version.
const MAGIC: [u8; 8] = *b"\x89EnneadM";
const VERSION: u8 = 1;
/// A block is written once it reaches this size; a match is never split.
const BLOCK: usize = 64 << 10;
/// The longest block: enough for a match with as many choices as a record can hold.
const MAX_BLOCK: u32 = 1 << 28;
const HASH: usize = blake3::OUT_LEN;

/// Writes a file of matches.
pub struct FileWriter<W> {
    output: W,
    /// Boxed, since it takes two kilobytes.
    hasher: Box<blake3::Hasher>,
    block: Vec<u8>,
}

impl<W: Write> FileWriter<W> {
    /// Begins a file.
    pub fn new(output: W) -> Result<Self, TransferError> {
        let mut writer = FileWriter { output, hasher: Box::default(), block: Vec::new() };
        writer.put(&MAGIC)?;
        writer.put(&[VERSION])?;
        Ok(writer)
    }

    /// Adds a match.
    pub fn write(&mut self, item: &Item) -> Result<(), TransferError> {
        item.write(&mut self.block);
        if self.block.len() >= BLOCK { self.flush() } else { Ok(()) }
    }

    /// Writes the end of the file. A file without it is recognised as truncated.
    pub fn finish(mut self) -> Result<W, TransferError> {
        if !self.block.is_empty() {
            self.flush()?;
        }
        self.put(&0_u32.to_le_bytes())?;
        let hash = self.hasher.finalize();
        self.output.write_all(hash.as_bytes())?;
        self.output.flush()?;
        Ok(self.output)
    }

    fn flush(&mut self) -> Result<(), TransferError> {
        let block = std::mem::take(&mut self.block);
        let length = u32::try_from(block.len()).ok().filter(|length| *length <= MAX_BLOCK);
        let length =
            length.ok_or_else(|| io::Error::new(ErrorKind::FileTooLarge, "a match is too long"))?;
        self.put(&length.to_le_bytes())?;
        self.put(&crc32fast::hash(&block).to_le_bytes())?;
        self.put(&block)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), TransferError> {
        self.hasher.update(bytes);
        Ok(self.output.write_all(bytes)?)
    }
}

/// Reads a file of matches. Each match comes from a block with a valid checksum; whether the whole
/// file is intact is known only after the last match.
pub struct FileReader<R> {
    input: R,
    /// Boxed, since it takes two kilobytes.
    hasher: Box<blake3::Hasher>,
    /// The number of bytes read so far.
    at: u64,
    items: VecDeque<Item>,
    ended: bool,
}

impl<R: Read> FileReader<R> {
    /// Begins to read a file.
    pub fn new(input: R) -> Result<Self, TransferError> {
        let mut reader = FileReader {
            input,
            hasher: Box::default(),
            at: 0,
            items: VecDeque::new(),
            ended: false,
        };
        if reader.array::<{ MAGIC.len() }>("the beginning").ok() != Some(MAGIC) {
            return damaged(0, "this is not a file of matches");
        }
        match reader.array("the version")? {
            [VERSION] => Ok(reader),
            [other] => damaged(
                8,
                format!("the file is of version {other}, and this program reads {VERSION}"),
            ),
        }
    }

    /// The number of bytes read so far.
    pub fn position(&self) -> u64 {
        self.at
    }

    fn next_item(&mut self) -> Result<Option<Item>, TransferError> {
        while self.items.is_empty() && !self.ended {
            self.read_block()?;
        }
        Ok(self.items.pop_front())
    }

    fn read_block(&mut self) -> Result<(), TransferError> {
        let start = self.at;
        let length = u32::from_le_bytes(self.array("a block")?);
        if length == 0 {
            self.ended = true;
            return self.read_end();
        }
        if length > MAX_BLOCK {
            return damaged(start, format!("a block of {length} bytes, more than {MAX_BLOCK}"));
        }
        let checksum = u32::from_le_bytes(self.array("a block")?);
        let bytes_at = self.at;
        let block = self.take(length, "a block")?;
        if crc32fast::hash(&block) != checksum {
            return damaged(start, format!("the checksum of the block of {length} bytes is wrong"));
        }
        let mut reader = ByteReader::new(&block);
        while !reader.is_empty() {
            let item = Item::read(&mut reader).map_err(|error| TransferError::Damaged {
                at: bytes_at + error.at as u64,
                what: error.what,
            })?;
            self.items.push_back(item);
        }
        Ok(())
    }

    fn read_end(&mut self) -> Result<(), TransferError> {
        let (at, hash) = (self.at, self.hasher.finalize());
        if self.array::<HASH>("the hash")? != *hash.as_bytes() {
            return damaged(at, "the hash of the whole file is wrong");
        }
        let at = self.at;
        match self.input.read(&mut [0])? {
            0 => Ok(()),
            _ => damaged(at, "there is data after the end"),
        }
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], TransferError> {
        let bytes = self.take(N as u32, what)?;
        Ok(std::array::from_fn(|at| bytes[at]))
    }

    /// Reads this many bytes. Memory grows with the input, not with the claimed length.
    fn take(&mut self, count: u32, what: &str) -> Result<Vec<u8>, TransferError> {
        let mut bytes = Vec::new();
        (&mut self.input).take(count.into()).read_to_end(&mut bytes)?;
        self.hasher.update(&bytes);
        self.at += bytes.len() as u64;
        match bytes.len() == count as usize {
            true => Ok(bytes),
            false => damaged(self.at, format!("the file ends in the middle of {what}")),
        }
    }
}

impl<R: Read> Iterator for FileReader<R> {
    type Item = Result<Item, TransferError>;

    /// Returns nothing more after an error.
    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next_item();
        self.ended |= next.is_err();
        next.transpose()
    }
}

fn damaged<T>(at: u64, what: impl Into<String>) -> Result<T, TransferError> {
    Err(TransferError::Damaged { at, what: what.into() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use ennead_host::samples;

    fn written(items: &[Item]) -> Vec<u8> {
        let mut writer = FileWriter::new(Vec::new()).unwrap();
        for item in items {
            writer.write(item).unwrap();
        }
        writer.finish().unwrap()
    }

    fn read(bytes: &[u8]) -> Result<Vec<Item>, TransferError> {
        FileReader::new(bytes)?.collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn files_round_trip(items in prop::collection::vec(samples::item(), 0..20)) {
            prop_assert_eq!(read(&written(&items)).unwrap(), items);
        }

        #[test]
        fn every_changed_or_missing_byte_is_detected(
            items in prop::collection::vec(samples::item(), 0..4),
            bit in 0..8,
        ) {
            let bytes = written(&items);
            for at in 0..bytes.len() {
                let mut changed = bytes.clone();
                changed[at] ^= 1_u8 << bit;
                prop_assert!(read(&changed).is_err(), "byte {} of {}", at, bytes.len());
                prop_assert!(read(&bytes[..at]).is_err());
            }
        }
    }

    #[test]
    fn many_matches_take_many_blocks() {
        let item = proptest_item();
        let items = vec![item; 5000];
        let bytes = written(&items);
        assert!(bytes.len() > 3 * BLOCK);
        assert_eq!(read(&bytes).unwrap(), items);
    }

    fn proptest_item() -> Item {
        use crate::{Clock, Finished, MatchId, Reason, SeatHolder, Stored};
        let finished = Finished {
            record: vec![1; 60],
            seats: [SeatHolder::Bot(1); 2],
            names: [None, None],
            reason: Reason::Rules,
            clock: Clock::None,
            created: 5,
            ended: 9,
            listed: true,
            continues: None,
        };
        Item { id: MatchId::new(0, 1), stored: Stored::Finished(finished), rematch: None }
    }

    #[test]
    fn damage_is_reported_with_its_offset() {
        let bytes = written(&[proptest_item()]);
        let text = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
        assert_eq!(text(b"hello"), "byte 0: this is not a file of matches");
        assert_eq!(
            text(&[&MAGIC[..], &[9]].concat()),
            "byte 8: the file is of version 9, and this program reads 1"
        );
        assert_eq!(text(&bytes[..30]), "byte 30: the file ends in the middle of a block");
        assert_eq!(
            text(&bytes[..bytes.len() - 1]),
            format!("byte {}: the file ends in the middle of the hash", bytes.len() - 1)
        );
        assert_eq!(
            text(&[&bytes[..], &[0]].concat()),
            format!("byte {}: there is data after the end", bytes.len())
        );
        let mut other = bytes.clone();
        other[20] ^= 1;
        let length = bytes.len() - MAGIC.len() - 1 - 8 - 4 - HASH;
        assert_eq!(
            text(&other),
            format!("byte 9: the checksum of the block of {length} bytes is wrong")
        );
        let mut other = bytes.clone();
        *other.last_mut().unwrap() ^= 1;
        assert_eq!(
            text(&other),
            format!("byte {}: the hash of the whole file is wrong", bytes.len() - HASH)
        );
        let mut other = bytes;
        other[12] = 0xff;
        assert!(text(&other).starts_with("byte 9: a block of 42"), "{}", text(&other));
    }
}
