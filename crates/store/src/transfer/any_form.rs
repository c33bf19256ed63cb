//! Archives in either form.

use std::io::{BufRead, Write};

use super::{FileReader, FileWriter, Item, LineReader, LineWriter, TransferError};

/// Writes an archive in either form.
pub enum ArchiveWriter<W> {
    /// A binary file.
    File(FileWriter<W>),
    /// Lines of JSON.
    Lines(LineWriter<W>),
}

impl<W: Write> ArchiveWriter<W> {
    /// Adds a match.
    pub fn write(&mut self, item: &Item) -> Result<(), TransferError> {
        match self {
            ArchiveWriter::File(writer) => writer.write(item),
            ArchiveWriter::Lines(writer) => writer.write(item),
        }
    }

    /// Writes the end of the archive.
    pub fn finish(self) -> Result<W, TransferError> {
        match self {
            ArchiveWriter::File(writer) => writer.finish(),
            ArchiveWriter::Lines(writer) => writer.finish(),
        }
    }
}

/// Reads an archive in either form.
pub enum ArchiveReader<R> {
    /// A binary file.
    File(FileReader<R>),
    /// Lines of JSON.
    Lines(LineReader<R>),
}

impl<R: BufRead> ArchiveReader<R> {
    /// Begins to read; the first byte determines the form.
    pub fn new(mut input: R) -> Result<Self, TransferError> {
        match input.fill_buf()?.first() {
            Some(b'{') => Ok(ArchiveReader::Lines(LineReader::new(input)?)),
            _ => Ok(ArchiveReader::File(FileReader::new(input)?)),
        }
    }

    /// The number of bytes read so far.
    pub fn position(&self) -> u64 {
        match self {
            ArchiveReader::File(reader) => reader.position(),
            ArchiveReader::Lines(reader) => reader.position(),
        }
    }
}

impl<R: BufRead> Iterator for ArchiveReader<R> {
    type Item = Result<Item, TransferError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            ArchiveReader::File(reader) => reader.next(),
            ArchiveReader::Lines(reader) => reader.next(),
        }
    }
}
