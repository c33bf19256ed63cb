//! `ennead tiny`: document 001's dialogue.

use std::io::{self, BufRead, IsTerminal, Write};

use clap::{ArgMatches, Command};
use ennead_game::Value;
use ennead_ttt::History;
use ennead_ttt::formats::tiny;

use crate::failure::{Failure, Status};
use crate::output::printable;

const MENU: &str = "\
A whole game of tic-tac-toe in at most 23 bits
  1. Decode a number
  2. Encode a game
  3. Exit";
const ENCODE: &str =
    "The game, up to nine numbers with spaces between them, each counted among the squares still free:";
const DECODE: &str = "The number:";

/// No answer is longer; what is beyond is passed over.
const MAX_ANSWER: u64 = 4096;

pub(crate) fn command() -> Command {
    Command::new("tiny")
        .about("Encode and decode games of tic-tac-toe in a dialogue")
        .after_help("Example:\n  printf '2\\n1 4 5 3 2 3 2 1 1\\n3\\n' | ennead tiny")
}

pub(crate) fn run(_: &ArgMatches) -> Result<Status, Failure> {
    let echo = !io::stdin().is_terminal();
    Dialogue { input: io::stdin().lock(), output: io::stdout().lock(), echo }.menu()
}

/// A talk about games, on a terminal or through a pipe.
struct Dialogue<R, W> {
    input: R,
    output: W,
    /// Whether answers are shown, since nobody has typed them where they could be seen.
    echo: bool,
}

impl<R: BufRead, W: Write> Dialogue<R, W> {
    fn menu(&mut self) -> Result<Status, Failure> {
        self.say(MENU)?;
        while let Some(answer) = self.ask("Your choice:")? {
            match answer.as_str() {
                "1" => self.until_understood(DECODE, decode)?,
                "2" => self.until_understood(ENCODE, encode)?,
                "3" => break,
                _ => {
                    self.say(&format!("{:?} is not on the menu: choose 1, 2 or 3.", printable(&answer)))?;
                    continue;
                }
            }
            self.say(MENU)?;
        }
        Ok(Status::Done)
    }

    /// Asks until the answer makes sense or the input ends.
    fn until_understood(
        &mut self,
        question: &str,
        understand: fn(&str) -> Result<String, String>,
    ) -> Result<(), Failure> {
        while let Some(answer) = self.ask(question)? {
            match understand(&answer) {
                Ok(reply) => return self.say(&reply),
                Err(reason) => {
                    self.say(&format!("That cannot be: {}. Please try again.", printable(&reason)))?;
                }
            }
        }
        Ok(())
    }

    /// The answer without spaces around it; none at the end of the input.
    fn ask(&mut self, question: &str) -> Result<Option<String>, Failure> {
        write!(self.output, "{question} ").and_then(|()| self.output.flush()).map_err(Failure::Output)?;
        let Some(line) = self.read_line().map_err(Failure::Input)? else {
            self.say("")?;
            return Ok(None);
        };
        let answer = String::from_utf8_lossy(&line).trim().to_string();
        if self.echo {
            self.say(&printable(&answer))?;
        }
        Ok(Some(answer))
    }

    /// A line, or as much of it as an answer can be long.
    fn read_line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let input = &mut self.input;
        if io::Read::take(&mut *input, MAX_ANSWER).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
        }
        Ok(Some(line))
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.output, "{text}").map_err(Failure::Output)
    }
}

fn encode(text: &str) -> Result<String, String> {
    let history = History::parse_relative(text).map_err(|error| error.to_string())?;
    let value = tiny::encode(&history);
    let bits = u32::BITS - value.leading_zeros();
    Ok(format!("Encoded: {value}\nIn binary: {value:b} ({bits} bits)\n\n{}", rows(&history)))
}

fn decode(text: &str) -> Result<String, String> {
    let Value::Integer(number) = Value::parse_integer(text).map_err(|error| error.to_string())? else {
        unreachable!("a number was parsed")
    };
    let value = u32::try_from(number).map_err(|_| format!("{number} has more than 23 bits"))?;
    let history = tiny::decode(value).map_err(|error| error.to_string())?;
    let numbers: Vec<String> = history.relative().map(|number| number.to_string()).collect();
    Ok(format!("Game: {}\nSquares: {history}\n\n{}", numbers.join(" "), rows(&history)))
}

/// The board as three rows of marks with spaces between them.
fn rows(history: &History) -> String {
    let board: Vec<String> = history.board_text().chars().map(String::from).collect();
    board.chunks(3).map(|row| row.join(" ") + "\n").collect()
}
