//! Either of the two forms.

use std::io::{BufRead, Write};

use super::{FileReader, FileWriter, Item, LineReader, LineWriter, TransferError};

/// Writes matches in either form.
pub enum Writer<W> {
    /// As a file.
    File(FileWriter<W>),
    /// As lines of JSON.
    Lines(LineWriter<W>),
}

impl<W: Write> Writer<W> {
    /// Adds a match.
    pub fn write(&mut self, item: &Item) -> Result<(), TransferError> {
        match self {
            Writer::File(writer) => writer.write(item),
            Writer::Lines(writer) => writer.write(item),
        }
    }

    /// Adds what stands at the end.
    pub fn finish(self) -> Result<W, TransferError> {
        match self {
            Writer::File(writer) => writer.finish(),
            Writer::Lines(writer) => writer.finish(),
        }
    }
}

/// Reads matches in either form.
pub enum Reader<R> {
    /// From a file.
    File(FileReader<R>),
    /// From lines of JSON.
    Lines(LineReader<R>),
}

impl<R: BufRead> Reader<R> {
    /// Begins to read; the first byte tells the form.
    pub fn new(mut input: R) -> Result<Self, TransferError> {
        match input.fill_buf()?.first() {
            Some(b'{') => Ok(Reader::Lines(LineReader::new(input)?)),
            _ => Ok(Reader::File(FileReader::new(input)?)),
        }
    }

    /// How many bytes were read so far.
    pub fn position(&self) -> u64 {
        match self {
            Reader::File(reader) => reader.position(),
            Reader::Lines(reader) => reader.position(),
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Item, TransferError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Reader::File(reader) => reader.next(),
            Reader::Lines(reader) => reader.next(),
        }
    }
}
