//! Playing line by line: moves are typed as text, boards are printed.

use std::io::{BufRead, Read, Write};

use ennead_game::{AnyGame, Random};
use ennead_registry::GAMES;

use crate::bits::RecordSize;
use crate::board::{self, Board};
use crate::opponent::{ADVISER, pace, title};
use crate::session::{Plan, Session};
use crate::source::Source;
use crate::thinker::{Bots, Line, Question};
use crate::{Config, PlayError, words};

/// No line is longer; what is beyond is passed over.
const MAX_LINE: u64 = 8192;

const COMMANDS: &str = "\
hint     what the best bot would play
undo     take your last move back (not where cards are hidden)
resign   give the game up
board    show the board again
help     this list
quit     leave";

/// Plays one game line by line until it is over or the input ends. Boards are in colour (ANSI).
pub fn play_in_lines(
    config: &Config,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), PlayError> {
    let mut source = Source::new(config.seed)?;
    let game: &'static dyn AnyGame = config.game.unwrap_or(GAMES[0]);
    let plan =
        Plan { game, options: config.options.clone(), opponent: config.opponent.clone(), seat: config.seat };
    let bots = Bots::new(source.next_u64(), pace);
    let session = Session::new(plan, &mut source)?;
    let board = board::board(game.id());
    Lines { session, board, source, bots, news: Vec::new(), input, output }.play()
}

/// What a line of input leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Another line for the same position.
    Again,
    /// The position has changed.
    Moved,
    Leave,
}

struct Lines<'a> {
    session: Session,
    board: Box<dyn Board>,
    source: Source,
    bots: Bots,
    news: Vec<String>,
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
}

impl Lines<'_> {
    fn play(&mut self) -> Result<(), PlayError> {
        self.greet()?;
        loop {
            self.let_opponent_move()?;
            self.show()?;
            if self.session.ending().is_some() {
                return self.finish();
            }
            if self.ask()? == Step::Leave {
                return Ok(());
            }
        }
    }

    fn greet(&mut self) -> Result<(), PlayError> {
        let (what, me) = (words::set_up(&self.session), self.session.my_name());
        let opponent = title(&self.session.plan().opponent);
        writeln!(self.output, "{what}: you are {me} against {opponent}.")?;
        writeln!(self.output, "A move is {}; help lists what else there is.", self.board.notation())?;
        Ok(())
    }

    fn line(&mut self, spec: String, hint: bool) -> Result<Line, PlayError> {
        let seat = if hint { self.session.seat() } else { self.session.seat().other() };
        let play = self.session.play().boxed_clone();
        self.bots.answer(Question { ticket: 0, spec, seat, play }).line.map_err(PlayError::Opponent)
    }

    fn let_opponent_move(&mut self) -> Result<(), PlayError> {
        while self.session.is_theirs() {
            let line = self.line(self.session.plan().opponent.clone(), false)?;
            let text = self.session.move_text(&line);
            self.choose(&line.choices)?;
            // In a game with hidden cards the move's own text may tell more than the person may know.
            let text = if self.session.is_hidden() { self.seen_move() } else { text };
            writeln!(self.output, "\nThe opponent plays {text}.")?;
        }
        Ok(())
    }

    fn seen_move(&mut self) -> String {
        self.look();
        self.board.last_move().unwrap_or_else(|| "nothing".into())
    }

    /// Shows the board the match, and keeps what is worth saying until the board is printed.
    fn look(&mut self) {
        board::show(&mut *self.board, &self.session);
        self.news.extend(self.board.news());
    }

    fn choose(&mut self, choices: &[u32]) -> Result<(), PlayError> {
        self.session.choose(choices, &mut self.source).map_err(|error| PlayError::Opponent(error.to_string()))
    }

    fn show(&mut self) -> Result<(), PlayError> {
        self.look();
        for news in self.news.drain(..) {
            writeln!(self.output, "{news}.")?;
        }
        write!(self.output, "\n{}", self.board.text())?;
        Ok(())
    }

    /// Asks until there is a move or the person leaves.
    fn ask(&mut self) -> Result<Step, PlayError> {
        loop {
            write!(self.output, "> ")?;
            self.output.flush()?;
            let Some(line) = self.read_line()? else {
                writeln!(self.output)?;
                return Ok(Step::Leave);
            };
            match self.obey(line.trim())? {
                Step::Again => {}
                step => return Ok(step),
            }
        }
    }

    /// The next line; none at the end of the input.
    fn read_line(&mut self) -> Result<Option<String>, PlayError> {
        let mut line = Vec::new();
        let read =
            (&mut *self.input).take(MAX_LINE).read_until(b'\n', &mut line).map_err(PlayError::Input)?;
        if read as u64 == MAX_LINE && line.last() != Some(&b'\n') {
            self.pass_over_line()?;
        }
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    fn pass_over_line(&mut self) -> Result<(), PlayError> {
        loop {
            let buffer = self.input.fill_buf().map_err(PlayError::Input)?;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() || used == 0 {
                return Ok(());
            }
        }
    }

    fn obey(&mut self, line: &str) -> Result<Step, PlayError> {
        match line {
            "" => return Ok(Step::Again),
            "quit" | "exit" | "q" => return Ok(Step::Leave),
            "help" | "?" => {
                writeln!(self.output, "a move is {}\n{COMMANDS}", self.board.notation())?;
            }
            "board" => return Ok(Step::Moved),
            "hint" => self.hint()?,
            "undo" => return self.undo(),
            "resign" => {
                self.session.resign();
                return Ok(Step::Moved);
            }
            text => return self.make_move(text),
        }
        Ok(Step::Again)
    }

    fn make_move(&mut self, text: &str) -> Result<Step, PlayError> {
        match self.session.play().choices_of(text) {
            Ok(choices) => {
                self.choose(&choices)?;
                Ok(Step::Moved)
            }
            Err(refusal) => {
                let message: String = refusal.to_string().chars().filter(|c| !c.is_control()).collect();
                writeln!(self.output, "{message}")?;
                Ok(Step::Again)
            }
        }
    }

    fn hint(&mut self) -> Result<(), PlayError> {
        let line = self.line(ADVISER.into(), true)?;
        let worth = line.worth.map(|worth| format!(" ({})", words::worth(worth))).unwrap_or_default();
        writeln!(self.output, "{}{worth}", self.session.move_text(&line))?;
        Ok(())
    }

    fn undo(&mut self) -> Result<Step, PlayError> {
        if self.session.undo() {
            return Ok(Step::Moved);
        }
        let hidden = self.session.is_hidden();
        let why = if hidden {
            "nothing can be taken back in a game with hidden cards"
        } else {
            "there is nothing to take back"
        };
        writeln!(self.output, "{why}")?;
        Ok(Step::Again)
    }

    fn finish(&mut self) -> Result<(), PlayError> {
        if let Some(ending) = self.session.ending() {
            writeln!(self.output, "{}", words::ending(ending))?;
        }
        let record = RecordSize::of(&self.session);
        writeln!(self.output, "{}\nrecord: {}", record.text(), record.link)?;
        Ok(())
    }
}
