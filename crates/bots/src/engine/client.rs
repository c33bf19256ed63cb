//! An engine outside of this process as a bot.

use std::collections::VecDeque;

use ennead_game::ViewBytes;

use super::desk::{Desk, Step};
use super::process::{Deadline, MAX_CHATTER, Patience, Process};
use super::question::{Answer, PROTOCOL_VERSION, split};
use crate::{Advice, AnyBot, BotError, Budget};

/// A program that speaks the protocol of `BOT-PROTOCOL.md`.
pub(crate) struct EngineBot {
    process: Process,
    patience: Patience,
    desk: &'static dyn Desk,
    /// Choices of a whole move that were not asked for yet, each with the view that it belongs to.
    planned: VecDeque<Step>,
}

impl EngineBot {
    /// Starts the program and shakes hands. `game` is the game's name and its set-up.
    pub(crate) fn start(
        command: &str,
        game: &str,
        desk: &'static dyn Desk,
        patience: Patience,
    ) -> Result<Self, BotError> {
        let mut process = Process::start(command)?;
        process.send(format!("ennead {PROTOCOL_VERSION}\n"));
        let greeting = process.line(Deadline::after(patience.start))?;
        check_greeting(&greeting).map_err(|reason| process.fail(&reason))?;
        process.send(format!("game {game}\n"));
        Ok(EngineBot { process, patience, desk, planned: VecDeque::new() })
    }

    fn answer(&mut self, budget: Budget) -> Result<Answer, BotError> {
        let deadline = Deadline::after(self.patience.limit(budget.time));
        for _ in 0..MAX_CHATTER {
            let line = self.process.line(deadline)?;
            match Answer::parse(&line) {
                Ok(Some(answer)) => return Ok(answer),
                Ok(None) => {}
                Err(error) => return Err(self.process.fail(&format!("talks nonsense: {error}"))),
            }
        }
        Err(self.process.fail(&format!("is flooding: more than {MAX_CHATTER} lines and no answer")))
    }

    /// The first choice of a whole move; the others are kept until they are asked for.
    fn begin(&mut self, view: &ViewBytes, text: &str) -> Result<u32, BotError> {
        let steps = self.desk.steps(view, text);
        let steps =
            steps.map_err(|error| self.process.fail(&format!("answers with an illegal move: {error}")))?;
        let mut seen = view.clone();
        self.planned.clear();
        for (option, next) in steps {
            self.planned.push_back((option, std::mem::replace(&mut seen, next)));
        }
        self.planned.pop_front().map(|(option, _)| option).ok_or_else(|| self.process.fail("makes no choice"))
    }
}

/// What is wrong with an engine's first line, if anything.
fn check_greeting(line: &str) -> Result<(), String> {
    let shown: String = line.chars().take(60).collect();
    let (word, rest) = split(line);
    let version = split(rest).0;
    if word != "ennead" {
        return Err(format!(
            "does not speak the protocol: its first line is {shown:?}, not `ennead {PROTOCOL_VERSION} NAME`"
        ));
    }
    if version.parse() != Ok(PROTOCOL_VERSION) {
        return Err(format!(
            "speaks version {version:?} of the protocol, this is version {PROTOCOL_VERSION}"
        ));
    }
    Ok(())
}

impl AnyBot for EngineBot {
    fn advise(&mut self, view: &ViewBytes, budget: Budget) -> Result<Advice, BotError> {
        if let Some((option, _)) = self.planned.pop_front().filter(|(_, expected)| expected == view) {
            return Ok(Advice::bare(option));
        }
        self.planned.clear();
        let question = self.desk.question(view)?;
        self.process.send(question.to_lines(budget));
        let option = match self.answer(budget)? {
            Answer::Move(text) => self.begin(view, &text)?,
            Answer::Option(option) if option < question.options => option,
            Answer::Option(option) => {
                let reason = format!("answers with option {option}, but there are only {}", question.options);
                return Err(self.process.fail(&reason));
            }
        };
        Ok(Advice::bare(option))
    }
}

impl Drop for EngineBot {
    fn drop(&mut self) {
        self.process.send("bye\n".into());
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::roster::roster;

    fn start(command: &str) -> Result<EngineBot, BotError> {
        let short = Duration::from_millis(50);
        let patience = Patience { start: short, untimed: short, grace: short };
        EngineBot::start(command, "ttt", roster("ttt").unwrap().desk(), patience)
    }

    #[test]
    fn an_engine_that_never_greets_is_not_waited_for() {
        let error = start("sleep 1000").err().unwrap().to_string();
        assert_eq!(error, "engine \"sleep 1000\" did not answer within 50 ms");
    }

    #[test]
    fn greetings_are_read_with_care() {
        assert_eq!(check_greeting("ennead 1"), Ok(()));
        assert_eq!(check_greeting("  ennead   1  a name of words "), Ok(()));
        for wrong in ["", "ennead", "ennead one", "ennead -1", "ennead 11 x", "enneads 1", "ENNEAD 1"] {
            assert!(check_greeting(wrong).is_err(), "{wrong}");
        }
    }
}
