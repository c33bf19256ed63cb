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

/// All choices up to the end of a seat's turn. The bot is shown what the seat may know and nothing else.
pub(crate) fn think(
    bot: &mut dyn AnyBot,
    mut play: Box<dyn AnyMatch>,
    seat: Seat,
    pace: Pace,
) -> Result<Line, String> {
    let mut line = Line { choices: Vec::new(), worth: None };
    while play.turn() == Turn::Seat(seat) {
        let option = match play.options() {
            1 => 0,
            _ => {
                let advice = bot
                    .advise(&play.view(Viewer::Seat(seat)), pace(line.choices.len()))
                    .map_err(|error| error.to_string())?;
                line.worth = line.worth.or(advice.worth);
                advice.option
            }
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
    known: HashMap<(&'static str, String), Box<dyn AnyBot>>,
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
        if !self.known.contains_key(&key) {
            let bot = opponent::bot(&*play, spec, self.seed).map_err(|error| error.to_string())?;
            self.known.insert(key.clone(), bot);
        }
        let bot = self.known.get_mut(&key).expect("it was made above");
        think(&mut **bot, play, seat, self.pace)
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
