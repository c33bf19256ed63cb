//! A complete match, running or finished.

use super::reader::{ByteError, ByteReader, put_number};
use super::{EntryBytes, FinishedBytes, HeadBytes};
use crate::{Entry, Finished, Head, MatchId, Running, Stored};

const FINISHED: u8 = 1;
const LISTED: u8 = 2;
const REMATCH: u8 = 4;

/// A match outside a database, for archives and transfers between stores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its id.
    pub id: MatchId,
    /// The match.
    pub stored: Stored,
    /// Its rematch, if any.
    pub rematch: Option<MatchId>,
}

impl Item {
    /// Appends the match's bytes.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let (kind, listed) = match &self.stored {
            Stored::Running(running) => (0, running.head.listed),
            Stored::Finished(finished) => (FINISHED, finished.listed),
        };
        bytes.extend(self.id.to_bytes());
        bytes.push(
            kind | (u8::from(listed) * LISTED) | (u8::from(self.rematch.is_some()) * REMATCH),
        );
        if let Some(rematch) = self.rematch {
            bytes.extend(rematch.to_bytes());
        }
        match &self.stored {
            Stored::Finished(finished) => put_block(&finished.to_bytes(self.id), bytes),
            Stored::Running(running) => {
                put_block(&running.head.to_bytes(self.id), bytes);
                put_number(running.entries.len() as u64, bytes);
                for entry in &running.entries {
                    put_block(&entry.to_bytes(), bytes);
                }
            }
        }
    }

    /// Reads a match and advances the reader past it.
    pub fn read(reader: &mut ByteReader<'_>) -> Result<Self, ByteError> {
        let id = read_id(reader)?;
        let flags = reader.byte("the kind")?;
        if flags > FINISHED | LISTED | REMATCH {
            return Err(reader.reject(format!("no match is of kind {flags}")));
        }
        let listed = flags & LISTED != 0;
        let rematch = if flags & REMATCH != 0 { Some(read_id(reader)?) } else { None };
        let stored = match flags & FINISHED {
            0 => Stored::Running(read_running(reader, id, listed)?),
            _ => Stored::Finished(read_block(reader, "the match", |bytes| {
                Finished::from_bytes(id, listed, bytes)
            })?),
        };
        Ok(Item { id, stored, rematch })
    }
}

fn put_block(block: &[u8], bytes: &mut Vec<u8>) {
    put_number(block.len() as u64, bytes);
    bytes.extend(block);
}

/// Reads a length-prefixed block; offsets in errors count from the start of the whole input.
fn read_block<T>(
    reader: &mut ByteReader<'_>,
    what: &str,
    read: impl FnOnce(&[u8]) -> Result<T, ByteError>,
) -> Result<T, ByteError> {
    let length = reader.number(what)?;
    let block = reader.take(usize::try_from(length).unwrap_or(usize::MAX), what)?;
    let start = reader.position() - block.len();
    read(block).map_err(|error| ByteError { at: error.at + start, what: error.what })
}

fn read_id(reader: &mut ByteReader<'_>) -> Result<MatchId, ByteError> {
    let bytes = reader.array("a match id")?;
    MatchId::from_bytes(bytes).ok_or_else(|| reader.reject("a match id needs 64 bits"))
}

fn read_running(
    reader: &mut ByteReader<'_>,
    id: MatchId,
    listed: bool,
) -> Result<Running, ByteError> {
    let head = read_block(reader, "the head", |bytes| Head::from_bytes(id, listed, bytes))?;
    let mut entries = Vec::new();
    for _ in 0..reader.number("the number of entries")? {
        entries.push(read_block(reader, "an entry", Entry::from_bytes)?);
    }
    Ok(Running { head, entries })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::samples;

    proptest! {
        #[test]
        fn items_round_trip(item in samples::item()) {
            let mut bytes = Vec::new();
            item.write(&mut bytes);
            let mut reader = ByteReader::new(&bytes);
            prop_assert_eq!(Item::read(&mut reader), Ok(item));
            prop_assert!(reader.is_empty());
        }

        #[test]
        fn accepted_bytes_encode_back(bytes in prop::collection::vec(any::<u8>(), 1..99)) {
            let mut bytes = [&[0; 8], &bytes[..]].concat();
            bytes[8] &= 7;
            let mut reader = ByteReader::new(&bytes);
            if let Ok(item) = Item::read(&mut reader) {
                let mut again = Vec::new();
                item.write(&mut again);
                prop_assert_eq!(&again, &bytes[..reader.position()]);
            }
        }
    }
}
