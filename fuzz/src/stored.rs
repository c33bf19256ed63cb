//! Arbitrary bytes as stored or replicated data: rejected, or the encoding of what they decode to.

use crate::GAMES;
use ennead_store::transfer::{FileReader, FileWriter, LineReader, LineWriter};
use ennead_store::{Entry, EntryBytes, Finished, FinishedBytes, Head, HeadBytes, MatchId, Stored};

pub(crate) fn stored(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    let id = MatchId::new(1_800_000_000_000, 7);
    match kind % 5 {
        0 => {
            if let Ok(entry) = Entry::from_bytes(bytes) {
                assert_eq!(entry.to_bytes(), bytes);
            }
        }
        1 => {
            if let Ok(head) = Head::from_bytes(id, true, bytes) {
                assert_eq!(head.to_bytes(id), bytes);
            }
        }
        2 => {
            if let Ok(finished) = Finished::from_bytes(id, true, bytes) {
                assert_eq!(finished.to_bytes(id), bytes);
                let _ = Stored::Finished(finished).replay(GAMES);
            }
        }
        3 => file(bytes),
        _ => lines(bytes),
    }
}

/// A checksum would reject nearly all mutations, so this fuzzes the content of a block and computes
/// the checksum.
fn file(content: &[u8]) {
    let mut bytes =
        FileWriter::new(Vec::new()).and_then(FileWriter::finish).expect("memory can be written");
    let hash = bytes.split_off(9);
    if !content.is_empty() {
        bytes.extend((content.len() as u32).to_le_bytes());
        bytes.extend(crc32fast::hash(content).to_le_bytes());
        bytes.extend(content);
    }
    bytes.extend(hash);
    for item in FileReader::new(&bytes[..]).expect("the beginning is right") {
        let Ok(item) = item else { return };
        let _ = item.stored.replay(GAMES);
    }
}

fn lines(text: &[u8]) {
    let all = [b"{\"ennead\":\"matches\",\"version\":1}\n", text].concat();
    for item in LineReader::new(&all[..]).expect("the beginning is right") {
        let Ok(item) = item else { return };
        let mut writer = LineWriter::new(GAMES, Vec::new()).expect("memory can be written");
        writer.write(&item).expect("memory can be written");
        let again = writer.finish().expect("memory can be written");
        let read: Vec<_> =
            LineReader::new(&again[..]).expect("it was just written").map(Result::unwrap).collect();
        assert_eq!(read, [item]);
    }
}
