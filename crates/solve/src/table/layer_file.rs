//! Files of a layer: ascending keys in blocks, with or without values, and an index.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use ennead_game::Word;

use super::TableError;
use super::block::decode;
use super::codebook::Codebook;
use super::error::io_error;

const MAGIC: [u8; 4] = *b"ENNL";
const END_MAGIC: [u8; 4] = *b"LNNE";
const VERSION: u8 = 1;
/// Bytes of the header before the game and set-up.
const FIXED_HEADER: usize = 20;
const CHECKSUM: usize = 4;
/// Bytes of an index entry beside its key: offset, count and checksum.
const ENTRY_REST: usize = 6 + 2 + CHECKSUM;
/// Bytes at the end: four numbers, checksum and magic number.
const TAIL: usize = 4 * 8 + CHECKSUM + END_MAGIC.len();
/// Number of index entries between two keys that stay in memory.
const FENCE: usize = 128;

/// The contents of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LayerKind {
    /// Keys of positions without values: a layer or a sorted run before evaluation.
    Keys,
    /// Keys and values.
    Table,
}

/// The start of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LayerHeader {
    pub(crate) kind: LayerKind,
    /// Bytes of a key: 8 or 16.
    pub(crate) word: u8,
    pub(crate) layer: u32,
    /// The index of this part, out of `parts`.
    pub(crate) part: u32,
    pub(crate) parts: u32,
    /// Game and set-up, as in the header of a record.
    pub(crate) game: Vec<u8>,
}

impl LayerHeader {
    #[cfg(feature = "distributed")]
    pub(crate) fn new<W: Word>(kind: LayerKind, layer: u32, game: &[u8]) -> Self {
        let word = (W::BITS / u8::BITS) as u8;
        LayerHeader { kind, word, layer, part: 0, parts: 1, game: game.to_vec() }
    }

    #[cfg(feature = "distributed")]
    pub(crate) fn encode(&self) -> Vec<u8> {
        let kind = u8::from(self.kind == LayerKind::Table);
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, kind, self.word, self.game.len() as u8]);
        for number in [self.layer, self.part, self.parts] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(&self.game);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Decodes a header and returns it with its length.
    fn decode(bytes: &[u8]) -> Result<(LayerHeader, usize), String> {
        if bytes.get(..4) != Some(&MAGIC) {
            return Err("not a layer of a table: it does not begin with ENNL".into());
        }
        let fixed = bytes.get(..FIXED_HEADER).ok_or("the header is cut short")?;
        let [version, kind, word, game] = [fixed[4], fixed[5], fixed[6], fixed[7]];
        if version != VERSION {
            return Err(format!("version {version} (byte 4) is not supported: expected {VERSION}"));
        }
        let end = FIXED_HEADER + usize::from(game);
        let all = bytes.get(..end + CHECKSUM).ok_or("the header is cut short")?;
        if crc32fast::hash(&all[..end]).to_le_bytes() != all[end..] {
            return Err("the checksum of the header does not match".into());
        }
        let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|i| fixed[at + i]));
        let kind = match kind {
            0 => LayerKind::Keys,
            1 => LayerKind::Table,
            other => return Err(format!("kind {other} (byte 5) is unknown")),
        };
        let [layer, part, parts] = [number(8), number(12), number(16)];
        let game = all[FIXED_HEADER..end].to_vec();
        Ok((LayerHeader { kind, word, layer, part, parts, game }, end + CHECKSUM))
    }
}

/// One block in the index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayerEntry<W> {
    pub(crate) first: W,
    offset: u64,
    count: u16,
    checksum: u32,
}

impl<W: Word> LayerEntry<W> {
    const KEY: usize = (W::BITS / u8::BITS) as usize;
    const BYTES: usize = Self::KEY + ENTRY_REST;

    #[cfg(feature = "distributed")]
    fn encode(&self, out: &mut Vec<u8>) {
        out.extend(&self.first.wide().to_le_bytes()[..Self::KEY]);
        out.extend(&self.offset.to_le_bytes()[..6]);
        out.extend(self.count.to_le_bytes());
        out.extend(self.checksum.to_le_bytes());
    }

    fn decode(bytes: &[u8]) -> Self {
        let number = |at: usize, length: usize| {
            let digits = bytes[at..at + length].iter().rev();
            digits.fold(0u128, |number, byte| number << 8 | u128::from(*byte))
        };
        LayerEntry {
            first: W::of(number(0, Self::KEY)),
            offset: number(Self::KEY, 6) as u64,
            count: number(Self::KEY + 6, 2) as u16,
            checksum: number(Self::KEY + 8, CHECKSUM) as u32,
        }
    }
}

/// An open file whose header, index and codebook have been verified; each block is verified when it
/// is read.
#[derive(Debug)]
pub(crate) struct LayerFile<W> {
    path: PathBuf,
    file: File,
    pub(crate) header: LayerHeader,
    codebook: Option<Codebook>,
    index_at: u64,
    blocks: u64,
    /// The first key of every [`FENCE`]th block.
    fences: Vec<W>,
}

impl<W: Word> LayerFile<W> {
    /// Opens a file and verifies everything but its blocks.
    pub(crate) fn open(path: &Path) -> Result<Self, TableError> {
        let wrong = |reason: String| TableError::File { path: path.to_path_buf(), reason };
        let mut file = File::open(path).map_err(io_error("open", path))?;
        let length = file.metadata().map_err(io_error("read", path))?.len();
        let mut start = vec![0; (FIXED_HEADER + 255 + CHECKSUM).min(length as usize)];
        file.read_exact(&mut start).map_err(io_error("read", path))?;
        let (header, header_length) = LayerHeader::decode(&start).map_err(wrong)?;
        if usize::from(header.word) != LayerEntry::<W>::KEY {
            return Err(wrong(format!("keys of {} bytes do not fit the game", header.word)));
        }
        let cut = || wrong(format!("{length} bytes: the file is cut short"));
        let tail_at = length.checked_sub(TAIL as u64).ok_or_else(cut)?;
        let mut tail = [0; TAIL];
        file.seek(SeekFrom::Start(tail_at)).map_err(io_error("read", path))?;
        file.read_exact(&mut tail).map_err(io_error("read", path))?;
        let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|i| tail[at * 8 + i]));
        let [index_at, blocks, _, codebook_at] = [0, 1, 2, 3].map(number);
        let index_bytes = blocks.checked_mul(LayerEntry::<W>::BYTES as u64);
        let fits = tail[TAIL - END_MAGIC.len()..] == END_MAGIC
            && index_at >= header_length as u64
            && index_bytes.and_then(|bytes| bytes.checked_add(index_at)) == Some(codebook_at)
            && codebook_at <= tail_at
            && tail_at - codebook_at <= 512;
        if !fits {
            return Err(cut());
        }
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(&start[..header_length]);
        file.seek(SeekFrom::Start(index_at)).map_err(io_error("read", path))?;
        let mut reader = BufReader::new(file);
        let mut fences = Vec::new();
        let mut entry = vec![0; LayerEntry::<W>::BYTES];
        for block in 0..blocks {
            reader.read_exact(&mut entry).map_err(io_error("read", path))?;
            checksum.update(&entry);
            if block.is_multiple_of(FENCE as u64) {
                fences.push(LayerEntry::<W>::decode(&entry).first);
            }
        }
        let mut codebook = vec![0; (tail_at - codebook_at) as usize];
        reader.read_exact(&mut codebook).map_err(io_error("read", path))?;
        checksum.update(&codebook);
        checksum.update(&tail[..4 * 8]);
        if checksum.finalize().to_le_bytes() != tail[4 * 8..4 * 8 + CHECKSUM] {
            return Err(wrong("the checksum of the index does not match: it is damaged".into()));
        }
        let codebook = match header.kind {
            LayerKind::Keys => None,
            LayerKind::Table => Some(
                Codebook::from_bytes(&codebook)
                    .ok_or_else(|| wrong("the codebook of the values is invalid".into()))?,
            ),
        };
        let file = reader.into_inner();
        let path = path.to_path_buf();
        Ok(LayerFile { path, file, header, codebook, index_at, blocks, fences })
    }

    fn wrong(&self, reason: String) -> TableError {
        TableError::File { path: self.path.clone(), reason }
    }

    fn read(&self, buffer: &mut [u8], offset: u64) -> Result<(), TableError> {
        ennead_platform::read_exact_at(&self.file, buffer, offset)
            .map_err(io_error("read", &self.path))
    }

    /// The code of a key's value, if the file contains the key. Takes two positioned reads.
    pub(crate) fn find(&self, key: W) -> Result<Option<u8>, TableError> {
        let Some(fence) = self.fences.partition_point(|first| *first <= key).checked_sub(1) else {
            return Ok(None);
        };
        let start = (fence * FENCE) as u64;
        // One entry more than the fence spans, since a block ends where the next begins.
        let count = (self.blocks - start).min(FENCE as u64 + 1) as usize;
        let mut page = vec![0; count * LayerEntry::<W>::BYTES];
        self.read(&mut page, self.index_at + start * LayerEntry::<W>::BYTES as u64)?;
        let entries: Vec<LayerEntry<W>> =
            page.chunks(LayerEntry::<W>::BYTES).map(LayerEntry::<W>::decode).collect();
        let within = &entries[..count.min(FENCE)];
        let at = within.partition_point(|entry| entry.first <= key).saturating_sub(1);
        let end = entries.get(at + 1).map_or(self.index_at, |next| next.offset);
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        let mut bytes = vec![0; self.block_length(&entries[at], end)?];
        self.read(&mut bytes, entries[at].offset)?;
        self.decode(&entries[at], &bytes, &mut keys, &mut values)?;
        Ok(keys.binary_search(&key).ok().and_then(|at| values.get(at).copied()))
    }

    fn block_length(&self, entry: &LayerEntry<W>, end: u64) -> Result<usize, TableError> {
        let length = end.checked_sub(entry.offset).filter(|length| *length <= 1 << 20);
        length
            .map(|length| length as usize)
            .ok_or_else(|| self.wrong(format!("the block at byte {} is damaged", entry.offset)))
    }

    fn decode(
        &self,
        entry: &LayerEntry<W>,
        bytes: &[u8],
        keys: &mut Vec<W>,
        values: &mut Vec<u8>,
    ) -> Result<(), TableError> {
        let sound = crc32fast::hash(bytes) == entry.checksum;
        let count = usize::from(entry.count);
        sound
            .then(|| decode(bytes, entry.first, count, self.codebook.as_ref(), keys, values))
            .flatten()
            .ok_or_else(|| {
                let end = entry.offset + bytes.len() as u64;
                self.wrong(format!("bytes {} to {end} are damaged: wrong checksum", entry.offset))
            })
    }
}

#[cfg(feature = "distributed")]
pub(crate) use writing::{LayerCursor, LayerWriter, Written, merge_parts};

/// Sequential access, for solving.
#[cfg(feature = "distributed")]
mod writing {
    use std::io::{BufWriter, Write};

    /// Bytes of an index kept in memory; the rest is spilled to a separate file.
    const INDEX: usize = 1 << 18;

    use super::*;
    use crate::table::block::{BLOCK, encode};

    /// Reads a file sequentially, block by block.
    pub(crate) struct LayerCursor<W> {
        file: LayerFile<W>,
        index: BufReader<File>,
        blocks: BufReader<File>,
        entry: Option<LayerEntry<W>>,
        left: u64,
        bytes: Vec<u8>,
    }

    impl<W: Word> LayerCursor<W> {
        pub(crate) fn open(path: &Path) -> Result<Self, TableError> {
            let file = LayerFile::<W>::open(path)?;
            let reader = |offset: u64| {
                let mut reader = File::open(path).map_err(io_error("open", path))?;
                reader.seek(SeekFrom::Start(offset)).map_err(io_error("read", path))?;
                Ok(reader)
            };
            let index = BufReader::new(reader(file.index_at)?);
            let header = file.header.encode().len() as u64;
            let blocks = BufReader::with_capacity(1 << 16, reader(header)?);
            let left = file.blocks;
            let mut cursor = LayerCursor { file, index, blocks, entry: None, left, bytes: vec![] };
            cursor.entry = cursor.next_entry()?;
            Ok(cursor)
        }

        fn next_entry(&mut self) -> Result<Option<LayerEntry<W>>, TableError> {
            if self.left == 0 {
                return Ok(None);
            }
            self.left -= 1;
            let mut entry = vec![0; LayerEntry::<W>::BYTES];
            self.index.read_exact(&mut entry).map_err(io_error("read", &self.file.path))?;
            Ok(Some(LayerEntry::decode(&entry)))
        }

        /// Reads the next block into both lists; returns false at the end.
        pub(crate) fn next(
            &mut self,
            keys: &mut Vec<W>,
            values: &mut Vec<u8>,
        ) -> Result<bool, TableError> {
            keys.clear();
            values.clear();
            let Some(entry) = self.entry else { return Ok(false) };
            self.entry = self.next_entry()?;
            let end = self.entry.map_or(self.file.index_at, |next| next.offset);
            let length = self.file.block_length(&entry, end)?;
            self.bytes.resize(length, 0);
            self.blocks.read_exact(&mut self.bytes).map_err(io_error("read", &self.file.path))?;
            self.file.decode(&entry, &self.bytes, keys, values)?;
            Ok(true)
        }
    }

    /// Writes a file under a temporary name and renames it once it is durable.
    pub(crate) struct LayerWriter<W> {
        path: PathBuf,
        temporary: PathBuf,
        out: BufWriter<File>,
        header: Vec<u8>,
        at: u64,
        codebook: Option<Codebook>,
        granule_shift: u32,
        granule: Option<u64>,
        hasher: blake3::Hasher,
        digests: Vec<(u64, [u8; 32])>,
        keys: Vec<W>,
        values: Vec<u8>,
        bytes: Vec<u8>,
        index: Vec<u8>,
        /// The part of the index that did not fit into memory.
        spilled: Option<File>,
        blocks: u64,
        /// The checksum of the header and the index so far.
        checksum: crc32fast::Hasher,
        count: u64,
    }

    /// Statistics of a written file.
    pub(crate) struct Written {
        /// Bytes of blocks and index.
        pub(crate) content: u64,
        /// Bytes of everything else.
        pub(crate) frame: u64,
        /// The digest of every granule with keys.
        pub(crate) digests: Vec<(u64, [u8; 32])>,
    }

    impl<W: Word> LayerWriter<W> {
        /// Keys are grouped in granules, which share all bits from `granule_shift` up. No block
        /// spans two granules, so the blocks do not depend on which worker has which granule.
        pub(crate) fn create(
            path: &Path,
            header: &LayerHeader,
            granule_shift: u32,
            codebook: Option<Codebook>,
        ) -> Result<Self, TableError> {
            let mut temporary = path.as_os_str().to_owned();
            temporary.push(".tmp");
            let temporary = PathBuf::from(temporary);
            let file = File::create(&temporary).map_err(io_error("create", &temporary))?;
            let mut writer = LayerWriter {
                path: path.to_path_buf(),
                temporary,
                out: BufWriter::with_capacity(1 << 17, file),
                header: header.encode(),
                at: 0,
                codebook,
                granule_shift,
                granule: None,
                hasher: blake3::Hasher::new(),
                digests: Vec::new(),
                keys: Vec::with_capacity(BLOCK),
                values: Vec::with_capacity(BLOCK),
                bytes: Vec::new(),
                index: Vec::new(),
                spilled: None,
                blocks: 0,
                checksum: crc32fast::Hasher::new(),
                count: 0,
            };
            let header = writer.header.clone();
            writer.checksum.update(&header);
            writer.write(&header)?;
            Ok(writer)
        }

        fn write(&mut self, bytes: &[u8]) -> Result<(), TableError> {
            self.out.write_all(bytes).map_err(io_error("write", &self.temporary))?;
            self.at += bytes.len() as u64;
            Ok(())
        }

        fn granule_of(&self, key: W) -> u64 {
            if self.granule_shift < W::BITS { key.bits_from(self.granule_shift) } else { 0 }
        }

        /// Adds a key above all previous ones; `value` is used only with a codebook.
        #[inline]
        pub(crate) fn push(&mut self, key: W, value: u8) -> Result<(), TableError> {
            let granule = self.granule_of(key);
            if self.granule != Some(granule) || self.keys.len() == BLOCK {
                self.flush_block()?;
                self.enter(Some(granule));
            }
            self.keys.push(key);
            self.values.push(value);
            Ok(())
        }

        fn enter(&mut self, granule: Option<u64>) {
            if let Some(done) = self.granule.filter(|_| self.granule != granule) {
                self.digests.push((done, *self.hasher.finalize().as_bytes()));
                self.hasher.reset();
            }
            self.granule = granule;
        }

        fn flush_block(&mut self) -> Result<(), TableError> {
            let Some(first) = self.keys.first().copied() else { return Ok(()) };
            let mut bytes = std::mem::take(&mut self.bytes);
            bytes.clear();
            encode(&self.keys, &self.values, self.codebook.as_ref(), &mut bytes);
            let count = self.keys.len() as u16;
            self.keys.clear();
            self.values.clear();
            self.push_block(first, count, &bytes)?;
            self.bytes = bytes;
            Ok(())
        }

        fn push_block(&mut self, first: W, count: u16, bytes: &[u8]) -> Result<(), TableError> {
            let checksum = crc32fast::hash(bytes);
            let start = self.index.len();
            LayerEntry { first, offset: self.at, count, checksum }.encode(&mut self.index);
            self.checksum.update(&self.index[start..]);
            self.blocks += 1;
            if self.index.len() >= INDEX {
                self.spill_index()?;
            }
            self.hasher.update(&first.wide().to_le_bytes());
            self.hasher.update(&count.to_le_bytes());
            self.hasher.update(bytes);
            self.count += u64::from(count);
            self.write(bytes)
        }

        fn index_path(&self) -> PathBuf {
            let mut path = self.path.as_os_str().to_owned();
            path.push(".index.tmp");
            PathBuf::from(path)
        }

        /// Spills the index so far to a file.
        fn spill_index(&mut self) -> Result<(), TableError> {
            let path = self.index_path();
            let file = match &mut self.spilled {
                Some(file) => file,
                none => {
                    let mut options = File::options();
                    options.read(true).write(true).create(true).truncate(true);
                    none.insert(options.open(&path).map_err(io_error("create", &path))?)
                }
            };
            file.write_all(&self.index).map_err(io_error("write", &path))?;
            self.index.clear();
            Ok(())
        }

        /// Writes the index and returns its length.
        fn write_index(&mut self) -> Result<u64, TableError> {
            let path = self.index_path();
            let mut length = 0;
            if let Some(mut file) = self.spilled.take() {
                file.seek(SeekFrom::Start(0)).map_err(io_error("read", &path))?;
                length = std::io::copy(&mut file, &mut self.out)
                    .map_err(io_error("write", &self.temporary))?;
                std::fs::remove_file(&path).map_err(io_error("remove", &path))?;
            }
            self.at += length;
            let rest = std::mem::take(&mut self.index);
            self.write(&rest)?;
            Ok(length + rest.len() as u64)
        }

        /// Writes the index and codebook, waits until everything is durable, and renames the file.
        pub(crate) fn finish(mut self) -> Result<Written, TableError> {
            self.flush_block()?;
            self.enter(None);
            let codebook = self.codebook.as_ref().map(Codebook::to_bytes).unwrap_or_default();
            let index_at = self.at;
            let index_bytes = self.write_index()?;
            let numbers = [index_at, self.blocks, self.count, index_at + index_bytes];
            let mut tail: Vec<u8> = numbers.into_iter().flat_map(u64::to_le_bytes).collect();
            let mut checksum = self.checksum.clone();
            for part in [&codebook, &tail] {
                checksum.update(part);
            }
            tail.extend(checksum.finalize().to_le_bytes());
            tail.extend(END_MAGIC);
            let frame = (self.header.len() + codebook.len() + tail.len()) as u64;
            for part in [codebook, tail] {
                self.write(&part)?;
            }
            let path = &self.temporary;
            self.out.flush().map_err(io_error("write", path))?;
            self.out.get_ref().sync_all().map_err(io_error("write", path))?;
            std::fs::rename(path, &self.path).map_err(io_error("rename", path))?;
            Ok(Written { content: self.at - frame, frame, digests: self.digests })
        }
    }

    /// Merges the parts of a layer into one file with the same blocks in ascending order.
    pub(crate) fn merge_parts<W: Word>(parts: &[PathBuf], path: &Path) -> Result<(), TableError> {
        let mut cursors = Vec::new();
        for part in parts {
            cursors.push(LayerCursor::<W>::open(part)?);
        }
        let Some(first) = cursors.first() else { return Ok(()) };
        let header = LayerHeader { part: 0, parts: 1, ..first.file.header.clone() };
        let codebook = first.file.codebook.clone();
        let mut writer = LayerWriter::<W>::create(path, &header, W::BITS, codebook)?;
        loop {
            let next = cursors
                .iter()
                .enumerate()
                .filter_map(|(at, cursor)| Some((cursor.entry?.first, at)));
            let Some((_, at)) = next.min() else { break };
            let cursor = &mut cursors[at];
            let Some(entry) = cursor.entry else { break };
            let (mut keys, mut values) = (Vec::new(), Vec::new());
            cursor.next(&mut keys, &mut values)?;
            writer.push_block(entry.first, entry.count, &cursor.bytes)?;
        }
        writer.finish()?;
        Ok(())
    }
}
