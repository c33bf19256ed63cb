//! An archive as lines of JSON: a header, one line per match, and a trailer with their number.

use std::io::{BufRead, Read, Write};

use ennead_kit::Games;
use serde_json::{Value, json};

use super::json::{from_json, to_json};
use super::{Item, TransferError};

const KIND: &str = "matches";
const VERSION: u64 = 1;
/// The longest line: enough for a match with as many choices as a record can hold.
const MAX_LINE: u64 = 1 << 29;

/// Writes matches as lines of JSON.
pub struct LineWriter<W> {
    games: Games,
    output: W,
    count: u64,
}

impl<W: Write> LineWriter<W> {
    /// Writes the header. The games are needed to write each match's game and moves in readable
    /// form.
    pub fn new(games: Games, mut output: W) -> Result<Self, TransferError> {
        writeln!(output, "{}", json!({ "ennead": KIND, "version": VERSION }))?;
        Ok(LineWriter { games, output, count: 0 })
    }

    /// Adds a match.
    pub fn write(&mut self, item: &Item) -> Result<(), TransferError> {
        self.count += 1;
        Ok(writeln!(self.output, "{}", to_json(self.games, item))?)
    }

    /// Writes the trailer.
    pub fn finish(mut self) -> Result<W, TransferError> {
        writeln!(self.output, "{}", json!({ "end": self.count }))?;
        self.output.flush()?;
        Ok(self.output)
    }
}

/// Reads matches from lines of JSON. The readable fields (game, moves) are ignored.
pub struct LineReader<R> {
    input: R,
    /// The number of the line read last.
    line: u64,
    count: u64,
    at: u64,
    ended: bool,
}

impl<R: BufRead> LineReader<R> {
    /// Reads the header.
    pub fn new(input: R) -> Result<Self, TransferError> {
        let mut reader = LineReader { input, line: 0, count: 0, at: 0, ended: false };
        let first = reader.read_line()?.ok_or_else(|| reader.wrong("the file is empty"))?;
        match (first["ennead"].as_str(), first["version"].as_u64()) {
            (Some(KIND), Some(VERSION)) => Ok(reader),
            (Some(KIND), version) => Err(reader.wrong(format!(
                "version {} of the lines, and this program reads {VERSION}",
                version.unwrap_or_default()
            ))),
            _ => Err(reader.wrong("this is not a file of match lines")),
        }
    }

    /// The number of bytes read so far.
    pub fn position(&self) -> u64 {
        self.at
    }

    fn next_item(&mut self) -> Result<Option<Item>, TransferError> {
        if self.ended {
            return Ok(None);
        }
        let Some(line) = self.read_line()? else {
            self.line += 1;
            return Err(self.wrong("the last line is missing: it says how many matches there are"));
        };
        let Some(end) = line.get("end") else {
            self.count += 1;
            return from_json(&line).map(Some).map_err(|what| self.wrong(what));
        };
        self.ended = true;
        if end.as_u64() != Some(self.count) {
            return Err(self.wrong(format!("there are {} matches, not {end}", self.count)));
        }
        match self.read_line()? {
            None => Ok(None),
            Some(_) => Err(self.wrong("there is data after the end")),
        }
    }

    /// The next non-empty line.
    fn read_line(&mut self) -> Result<Option<Value>, TransferError> {
        loop {
            let mut text = Vec::new();
            let length = (&mut self.input).take(MAX_LINE).read_until(b'\n', &mut text)?;
            if length == 0 {
                return Ok(None);
            }
            self.line += 1;
            self.at += length as u64;
            if length as u64 == MAX_LINE {
                return Err(self.wrong("too long"));
            }
            if !text.trim_ascii().is_empty() {
                return serde_json::from_slice(&text)
                    .map(Some)
                    .map_err(|error| self.wrong(error.to_string()));
            }
        }
    }

    fn wrong(&self, what: impl Into<String>) -> TransferError {
        TransferError::Line { line: self.line, what: what.into() }
    }
}

impl<R: BufRead> Iterator for LineReader<R> {
    type Item = Result<Item, TransferError>;

    /// Returns nothing more after an error.
    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next_item();
        self.ended |= next.is_err();
        next.transpose()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use ennead_host::samples;

    fn read(bytes: &[u8]) -> Result<Vec<Item>, TransferError> {
        LineReader::new(bytes)?.collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn lines_round_trip(items in prop::collection::vec(samples::item(), 0..9)) {
            let mut writer = LineWriter::new(Games::new(&[]), Vec::new()).unwrap();
            for item in &items {
                writer.write(item).unwrap();
            }
            let bytes = writer.finish().unwrap();
            prop_assert_eq!(read(&bytes).unwrap(), items);
            for at in 0..bytes.len() - 1 {
                prop_assert!(read(&bytes[..at]).is_err(), "cut at {}", at);
            }
        }

        #[test]
        fn any_text_is_accepted_or_rejected(text in ".{0,80}") {
            let _ = read(format!("{{\"ennead\":\"matches\",\"version\":1}}\n{text}").as_bytes());
        }
    }

    #[test]
    fn errors_name_the_line() {
        let first = r#"{"ennead":"matches","version":1}"#;
        let text = |lines: &[&str]| read(lines.join("\n").as_bytes()).unwrap_err().to_string();
        assert_eq!(text(&[]), "line 0: the file is empty");
        assert_eq!(text(&["{}"]), "line 1: this is not a file of match lines");
        assert_eq!(
            text(&[r#"{"ennead":"matches","version":7}"#]),
            "line 1: version 7 of the lines, and this program reads 1"
        );
        assert_eq!(
            text(&[first]),
            "line 2: the last line is missing: it says how many matches there are"
        );
        assert_eq!(text(&[first, "{"]), "line 2: EOF while parsing an object at line 1 column 1");
        assert_eq!(text(&[first, "{}"]), "line 2: \"id\" is missing");
        assert_eq!(text(&[first, r#"{"end":5}"#]), "line 2: there are 0 matches, not 5");
        assert_eq!(text(&[first, r#"{"end":0}"#, "{}"]), "line 3: there is data after the end");
        assert!(read(format!("{first}\n\n{{\"end\":0}}\n\n").as_bytes()).unwrap().is_empty());
    }
}
