//! Bots on a thread of their own, so that the screen stays alive while they think.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use ennead_bots::{AnyBot, Worth};
use ennead_game::{AnyMatch, Seat, Turn, Viewer};

use crate::opponent::{self, Pace};

/// The choices of a whole turn, and what the bot thinks of the first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) choices: Vec<u32>,
    pub(crate) worth: Option<Worth>,
}

/// What a bot is asked.
pub(crate) struct Question {
    /// Tells the answer apart from those to questions that nobody asks any more.
    pub(crate) ticket: u64,
    pub(crate) spec: String,
    pub(crate) seat: Seat,
    pub(crate) play: Box<dyn AnyMatch>,
}

/// What it answers.
pub(crate) struct Answer {
    pub(crate) ticket: u64,
    pub(crate) line: Result<Line, String>,
}

/// A bot and how far the match was when it was last asked.
struct Asked {
    bot: Box<dyn AnyBot>,
    /// Whether it hears of choices among one option: a search has nothing to find there, a program outside follows the match.
    hears_all: bool,
    choices: usize,
}

/// All choices up to the end of a seat's turn. The bot is shown what the seat may know and nothing else.
fn think(asked: &mut Asked, mut play: Box<dyn AnyMatch>, seat: Seat, pace: Pace) -> Result<Line, String> {
    let mut line = Line { choices: Vec::new(), worth: None };
    asked.choices = play.choices().len();
    while play.turn() == Turn::Seat(seat) {
        let option = if play.options() == 1 && !asked.hears_all {
            0
        } else {
            let budget = pace(line.choices.len());
            let advice = asked.bot.advise(&play.view(Viewer::Seat(seat)), budget);
            let advice = advice.map_err(|error| error.to_string())?;
            line.worth = line.worth.or(advice.worth);
            advice.option
        };
        play.play(option).map_err(|error| error.to_string())?;
        line.choices.push(option);
    }
    Ok(line)
}

/// Bots by game and name, each made when it is first asked.
pub(crate) struct Bots {
    seed: u64,
    pace: Pace,
    known: HashMap<(&'static str, String), Asked>,
}

impl Bots {
    pub(crate) fn new(seed: u64, pace: Pace) -> Bots {
        Bots { seed, pace, known: HashMap::new() }
    }

    /// Answers a question; a bot that panics has failed, and that is all.
    pub(crate) fn answer(&mut self, question: Question) -> Answer {
        let Question { ticket, spec, seat, play } = question;
        let line = catch_unwind(AssertUnwindSafe(|| self.line(&spec, seat, play)));
        Answer { ticket, line: line.unwrap_or_else(|_| Err(format!("{spec} has broken down"))) }
    }

    fn line(&mut self, spec: &str, seat: Seat, play: Box<dyn AnyMatch>) -> Result<Line, String> {
        let key = (play.game(), spec.to_string());
        let choices = play.choices().len();
        // A program that has followed another match, or this one further, begins anew.
        let stale = |asked: &Asked| asked.hears_all && choices <= asked.choices;
        if self.known.get(&key).is_none_or(stale) {
            let bot = opponent::bot(&*play, spec, self.seed).map_err(|error| error.to_string())?;
            self.known.insert(key.clone(), Asked { bot, hears_all: opponent::is_outside(spec), choices });
        }
        let asked = self.known.get_mut(&key).expect("it was made above");
        think(asked, play, seat, self.pace)
    }
}

/// The thread.
pub(crate) struct Thinker {
    questions: Sender<Question>,
    pub(crate) answers: Receiver<Answer>,
}

impl Thinker {
    pub(crate) fn start(seed: u64) -> Thinker {
        let (questions, asked) = channel::<Question>();
        let (answer, answers) = channel();
        thread::spawn(move || {
            let mut bots = Bots::new(seed, opponent::pace);
            while let Ok(question) = asked.recv() {
                if answer.send(bots.answer(question)).is_err() {
                    break;
                }
            }
        });
        Thinker { questions, answers }
    }

    /// Asks; the answer comes through `answers`.
    pub(crate) fn ask(&self, question: Question) {
        // The thread ends only after this end of its channels is gone.
        let _ = self.questions.send(question);
    }
}
