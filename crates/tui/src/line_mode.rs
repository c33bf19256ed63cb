//! Line mode: moves are typed, boards are printed.

use std::io::{BufRead, Read, Write};
use std::time::Duration;

use ennead_game::{GameError, Question, Random, Viewer};
use ennead_search::puzzle::{Puzzle, Task};

use crate::board::Board;
use crate::bot_thread::{BotPool, BotRequest, BotTurn};
use crate::course::{Course, Feedback};
use crate::encoding::RecordSize;
use crate::entropy::Entropy;
use crate::opponent::{pace, title};
use crate::session::{Session, SessionPlan};
use crate::{ClientError, Config, messages};

/// The longest line in bytes; the rest of a longer one is discarded.
const MAX_LINE: u64 = 8192;

const COMMANDS: &str = "\
hint     what the best bot would play
undo     take your last move back; hidden cards are dealt anew
resign   give the game up
board    show the board again
rules    how to play
help     this list
quit     leave";

/// Plays one game line by line until it is over or the input ends. Boards are in colour (ANSI).
pub fn play_in_lines(
    config: &Config,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), ClientError> {
    let mut entropy = Entropy::new(config.seed)?;
    let game = config.games[config.chosen_game()?];
    let bots = BotPool::new(entropy.next_u64(), pace);
    if let Some(number) = config.puzzle {
        let puzzle = game.puzzles.puzzle(number).map_err(GameError::from)?;
        if let Task::Answer(question) = puzzle.task() {
            return answer_in_lines(&puzzle, question, input, output);
        }
    }
    if config.lessons || config.puzzle.is_some() {
        let mut course = match config.puzzle {
            Some(number) => Course::of_puzzle(game, number)?,
            None => Course::new(game)?,
        };
        let (session, board) = (course.session()?, (game.board)());
        let (remarks, beat) = (Vec::new(), Duration::ZERO);
        let mode = LineMode { session, board, entropy, bots, beat, remarks, input, output };
        return { mode }.learn(course);
    }
    let plan = SessionPlan {
        game,
        options: config.options.clone(),
        opponent: config.opponent.clone(),
        seat: config.seat,
        tables: config.tables.clone(),
    };
    let board = (plan.game.board)();
    let session = Session::new(plan, &mut entropy)?;
    let (remarks, beat) = (Vec::new(), config.beat);
    LineMode { session, board, entropy, bots, beat, remarks, input, output }.play()
}

/// Asks a puzzle's question until it is answered or the input ends.
fn answer_in_lines(
    puzzle: &Puzzle,
    question: &Question,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), ClientError> {
    let seat = Viewer::Seat(puzzle.solver());
    let drawing = question.draw.map(|draw| draw(puzzle.play()));
    write!(output, "{}", drawing.unwrap_or_else(|| puzzle.play().draw_view(seat)))?;
    writeln!(output, "{} {}", question.text, question.note)?;
    writeln!(output, "Name their numbers, as in 1 4; quit leaves.")?;
    let right = puzzle.answer();
    loop {
        write!(output, "> ")?;
        output.flush()?;
        let mut line = Vec::new();
        let read = input.take(MAX_LINE).read_until(b'\n', &mut line).map_err(ClientError::Input)?;
        let text = String::from_utf8_lossy(&line);
        if read == 0 || matches!(text.trim(), "quit" | "exit" | "q") {
            writeln!(output)?;
            return Ok(());
        }
        match parse_items(&text, question.items.len()) {
            None => writeln!(output, "Numbers from 1 to {} are known.", question.items.len())?,
            Some(items) if items == right.items => break,
            Some(_) => writeln!(output, "Not these. Try again.")?,
        }
    }
    writeln!(output, "Solved.")?;
    right.reasons.iter().try_for_each(|reason| writeln!(output, "- {reason}"))?;
    Ok(())
}

/// Parses items by their numbers, counted from 1, into bits.
fn parse_items(text: &str, known: usize) -> Option<u32> {
    let words = text.split([' ', ',']).map(str::trim).filter(|word| !word.is_empty());
    let bit = |word: &str| {
        let number: usize = word.parse().ok()?;
        (1..=known).contains(&number).then(|| 1_u32 << (number - 1))
    };
    words.map(bit).try_fold(0, |items, bit| Some(items | bit?))
}

/// What to do after a line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Read another line for the same position.
    Again,
    /// Print the board, since the position may have changed.
    Moved,
    Leave,
}

struct LineMode<'a> {
    session: Session,
    board: Box<dyn Board>,
    entropy: Entropy,
    bots: BotPool,
    /// How long the opponent's move takes at least.
    beat: Duration,
    /// The board's remarks since it was last printed.
    remarks: Vec<String>,
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
}

impl LineMode<'_> {
    fn play(&mut self) -> Result<(), ClientError> {
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

    /// Goes through lessons until the last one is solved or the user leaves, or solves a puzzle.
    fn learn(&mut self, mut course: Course) -> Result<(), ClientError> {
        writeln!(self.output, "\n{}\n{}", course.heading(), course.text())?;
        loop {
            self.show()?;
            if self.ask()? == Step::Leave {
                return Ok(());
            }
            let feedback = course.judge(self.session.play(), self.session.seat());
            if let Some(Feedback { text, reply }) = feedback {
                writeln!(self.output, "{text}")?;
                if let Some(reply) = reply {
                    self.choose(&reply)?;
                    let answer = self.session.last_move().unwrap_or_default();
                    writeln!(self.output, "The opponent plays {answer}.")?;
                    continue;
                }
                if course.is_solved && !course.advance() {
                    writeln!(self.output, "{}", course.farewell())?;
                    return Ok(());
                }
                writeln!(self.output, "\n{}\n{}", course.heading(), course.text())?;
                self.session = course.session()?;
                self.board = (self.session.plan().game.board)();
            } else if self.session.ending().is_some() {
                self.session = course.session()?;
            }
        }
    }

    fn greet(&mut self) -> Result<(), ClientError> {
        let (what, me) = (messages::title_and_setup(&self.session), self.session.my_name());
        let opponent = title(&self.session.plan().opponent);
        writeln!(self.output, "{what}: you are {me} against {opponent}.")?;
        for meaning in messages::meanings(&self.session) {
            writeln!(self.output, "{meaning}")?;
        }
        writeln!(
            self.output,
            "A move is {}; help lists what else there is.",
            self.board.notation()
        )?;
        Ok(())
    }

    fn bot_turn(&mut self, spec: String, is_hint: bool) -> Result<BotTurn, ClientError> {
        let seat = if is_hint { self.session.seat() } else { self.session.seat().other() };
        let play = self.session.play().boxed_clone();
        let bots = self.session.plan().game.bots;
        let request = BotRequest { ticket: 0, bots, spec, seat, play, is_hint };
        self.bots.answer_after(request, self.beat).turn.map_err(ClientError::Opponent)
    }

    fn let_opponent_move(&mut self) -> Result<(), ClientError> {
        while self.session.is_theirs() {
            let turn = self.bot_turn(self.session.plan().opponent.clone(), false)?;
            let text = self.session.move_text(&turn);
            self.choose(&turn.choices)?;
            // Where moves are hidden, the move's text may tell more than the user may know.
            let text = if self.session.shows_moves() { text } else { self.seen_move() };
            writeln!(self.output, "\nThe opponent plays {text}.")?;
        }
        Ok(())
    }

    fn seen_move(&mut self) -> String {
        self.refresh();
        let seen = self.board.last_move().or_else(|| self.session.last_move());
        seen.unwrap_or_else(|| "nothing".into())
    }

    /// Updates the board and keeps its remark until it is printed.
    fn refresh(&mut self) {
        self.session.show_on(&mut *self.board);
        self.remarks.extend(self.board.remark());
    }

    fn choose(&mut self, choices: &[u32]) -> Result<(), ClientError> {
        let chosen = self.session.choose(choices, &mut self.entropy);
        chosen.map_err(|error| ClientError::Opponent(error.to_string()))
    }

    fn show(&mut self) -> Result<(), ClientError> {
        self.refresh();
        for remark in self.remarks.drain(..) {
            writeln!(self.output, "{remark}.")?;
        }
        let seat = Viewer::Seat(self.session.seat());
        let board = self.board.text().unwrap_or_else(|| self.session.play().draw_view(seat));
        write!(self.output, "\n{board}")?;
        Ok(())
    }

    /// Asks until there is a move or the user leaves.
    fn ask(&mut self) -> Result<Step, ClientError> {
        loop {
            write!(self.output, "> ")?;
            self.output.flush()?;
            let Some(line) = self.read_line()? else {
                writeln!(self.output)?;
                return Ok(Step::Leave);
            };
            match self.handle_line(line.trim())? {
                Step::Again => {}
                step => return Ok(step),
            }
        }
    }

    /// The next line; `None` at the end of the input.
    fn read_line(&mut self) -> Result<Option<String>, ClientError> {
        let mut line = Vec::new();
        let read = (&mut *self.input)
            .take(MAX_LINE)
            .read_until(b'\n', &mut line)
            .map_err(ClientError::Input)?;
        if read as u64 == MAX_LINE && line.last() != Some(&b'\n') {
            self.skip_line()?;
        }
        Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
    }

    fn skip_line(&mut self) -> Result<(), ClientError> {
        loop {
            let buffer = self.input.fill_buf().map_err(ClientError::Input)?;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() || used == 0 {
                return Ok(());
            }
        }
    }

    fn handle_line(&mut self, line: &str) -> Result<Step, ClientError> {
        match line {
            "" => return Ok(Step::Again),
            "quit" | "exit" | "q" => return Ok(Step::Leave),
            "help" | "?" => {
                writeln!(self.output, "a move is {}\n{COMMANDS}", self.board.notation())?;
            }
            "board" => return Ok(Step::Moved),
            "rules" => self.rules()?,
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

    fn make_move(&mut self, text: &str) -> Result<Step, ClientError> {
        let choices = match self.board.read_move(text) {
            Some(Err(why)) => {
                writeln!(self.output, "{why}")?;
                return Ok(Step::Again);
            }
            Some(Ok(text)) => self.session.play().choices_of(&text),
            None => self.session.play().choices_of(text),
        };
        match choices {
            Ok(choices) => {
                self.choose(&choices)?;
                Ok(Step::Moved)
            }
            Err(error) => {
                let text = error.to_string();
                let message: String = text.chars().filter(|c| !c.is_control()).collect();
                writeln!(self.output, "{message}")?;
                Ok(Step::Again)
            }
        }
    }

    fn rules(&mut self) -> Result<(), ClientError> {
        let rules = self.session.plan().game.rules();
        writeln!(self.output, "{}", rules.trim())?;
        Ok(())
    }

    fn hint(&mut self) -> Result<(), ClientError> {
        let turn = self.bot_turn(self.session.adviser(), true)?;
        let value = turn.value.map(|value| format!(" ({})", messages::evaluation(value)));
        let text = self.board.write_move(&self.session.move_text(&turn));
        writeln!(self.output, "{text}{}", value.unwrap_or_default())?;
        Ok(())
    }

    fn undo(&mut self) -> Result<Step, ClientError> {
        let Err(reason) = self.session.undo(&mut self.entropy) else { return Ok(Step::Moved) };
        writeln!(self.output, "{reason}")?;
        Ok(Step::Again)
    }

    fn finish(&mut self) -> Result<(), ClientError> {
        if let Some(ending) = self.session.ending() {
            writeln!(self.output, "{}", messages::ending(ending))?;
        }
        let record = RecordSize::of(&self.session);
        writeln!(self.output, "{}\nrecord: {}", record.text(), record.link)?;
        Ok(())
    }
}
