//! `ennead tiny`: the interactive dialogue of document 001.

use std::io::{self, BufRead, Write};

use ennead_game::Value;
use ennead_kit::{Arguments, Command, CommandError, Streams, escape_controls};

use crate::History;
use crate::formats::tiny;

const MENU: &str = "\
A whole game of tic-tac-toe in at most 23 bits
  1. Decode a number
  2. Encode a game
  3. Exit";
const ENCODE: &str = "The game, up to nine numbers with spaces between them, each counted among \
                      the squares still free:";
const DECODE: &str = "The number:";

/// Maximum length of an answer in bytes. The rest of a longer line is skipped.
const MAX_ANSWER: u64 = 4096;

pub(super) const COMMAND: Command = Command {
    name: "tiny",
    about: "Encode and decode games of tic-tac-toe in a dialogue",
    examples: "Example:\n  printf '2\\n1 4 5 3 2 3 2 1 1\\n3\\n' | ennead tiny",
    arguments: &[],
    run,
};

fn run(_: &Arguments, streams: Streams<'_>) -> Result<(), CommandError> {
    Dialogue(streams).menu()
}

/// An interactive dialogue, on a terminal or through a pipe.
struct Dialogue<'a>(Streams<'a>);

impl Dialogue<'_> {
    fn menu(&mut self) -> Result<(), CommandError> {
        self.say(MENU)?;
        while let Some(answer) = self.ask("Your choice:")? {
            match answer.as_str() {
                "1" => self.until_understood(DECODE, decode)?,
                "2" => self.until_understood(ENCODE, encode)?,
                "3" => break,
                _ => {
                    self.say(&format!(
                        "{:?} is not on the menu: choose 1, 2 or 3.",
                        escape_controls(&answer)
                    ))?;
                    continue;
                }
            }
            self.say(MENU)?;
        }
        Ok(())
    }

    /// Repeats the question until the answer is valid or the input ends.
    fn until_understood(
        &mut self,
        question: &str,
        understand: fn(&str) -> Result<String, String>,
    ) -> Result<(), CommandError> {
        while let Some(answer) = self.ask(question)? {
            match understand(&answer) {
                Ok(reply) => return self.say(&reply),
                Err(reason) => {
                    self.say(&format!(
                        "That cannot be: {}. Please try again.",
                        escape_controls(&reason)
                    ))?;
                }
            }
        }
        Ok(())
    }

    /// The trimmed answer, or `None` at the end of the input.
    fn ask(&mut self, question: &str) -> Result<Option<String>, CommandError> {
        let output = &mut self.0.output;
        write!(output, "{question} ")
            .and_then(|()| output.flush())
            .map_err(CommandError::Output)?;
        let Some(line) = self.read_line().map_err(CommandError::Input)? else {
            self.say("")?;
            return Ok(None);
        };
        let answer = String::from_utf8_lossy(&line).trim().to_string();
        // A terminal echoes its input; a pipe does not.
        if !self.0.is_interactive {
            self.say(&escape_controls(&answer))?;
        }
        Ok(Some(answer))
    }

    /// Reads a line, truncated to [`MAX_ANSWER`] bytes.
    fn read_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let input = &mut self.0.input;
        if io::Read::take(&mut **input, MAX_ANSWER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
        }
        Ok(Some(line))
    }

    fn say(&mut self, text: &str) -> Result<(), CommandError> {
        writeln!(self.0.output, "{text}").map_err(CommandError::Output)
    }
}

fn encode(text: &str) -> Result<String, String> {
    let history = History::parse_relative(text).map_err(|error| error.to_string())?;
    let value = tiny::encode(&history);
    let bits = u32::BITS - value.leading_zeros();
    Ok(format!("Encoded: {value}\nIn binary: {value:b} ({bits} bits)\n\n{}", rows(&history)))
}

fn decode(text: &str) -> Result<String, String> {
    let Value::Integer(number) = Value::parse_integer(text).map_err(|error| error.to_string())?
    else {
        unreachable!("a number was parsed")
    };
    let value = u32::try_from(number).map_err(|_| format!("{number} has more than 23 bits"))?;
    let history = tiny::decode(value).map_err(|error| error.to_string())?;
    let numbers: Vec<String> = history.relative().map(|number| number.to_string()).collect();
    Ok(format!("Game: {}\nSquares: {history}\n\n{}", numbers.join(" "), rows(&history)))
}

/// The board as three rows of marks separated by spaces.
fn rows(history: &History) -> String {
    let board: Vec<String> = history.board_text().chars().map(String::from).collect();
    board.chunks(3).map(|row| row.join(" ") + "\n").collect()
}
