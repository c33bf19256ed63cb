//! Engine processes as bots.

use std::collections::VecDeque;

use ennead_game::ViewBytes;

use super::interpreter::{Step, ViewInterpreter};
use super::process::{Deadline, EngineTimeouts, MAX_LINES_PER_ANSWER, Process};
use super::request::{EngineAnswer, PROTOCOL_VERSION, split};
use crate::{Advice, AnyBot, BotError, Budget};

/// A bot that runs an engine process, which speaks the protocol of `BOT-PROTOCOL.md`.
pub(crate) struct EngineBot {
    process: Process,
    timeouts: EngineTimeouts,
    interpreter: &'static dyn ViewInterpreter,
    /// The remaining choices of a whole move, each with the view that it belongs to.
    planned: VecDeque<Step>,
}

impl EngineBot {
    /// Starts the program and exchanges greetings. `game` is the game's identifier followed by its
    /// set-up.
    pub(crate) fn start(
        command: &str,
        seed: u64,
        game: &str,
        interpreter: &'static dyn ViewInterpreter,
        timeouts: EngineTimeouts,
    ) -> Result<Self, BotError> {
        let mut process = Process::start(command, seed)?;
        process.send(format!("ennead {PROTOCOL_VERSION}\n"));
        let greeting = process.line(Deadline::after(timeouts.start))?;
        check_greeting(&greeting).map_err(|reason| process.fail(&reason))?;
        process.send(format!("game {game}\n"));
        Ok(EngineBot { process, timeouts, interpreter, planned: VecDeque::new() })
    }

    fn answer(&mut self, budget: Budget) -> Result<EngineAnswer, BotError> {
        let deadline = Deadline::after(self.timeouts.limit(budget.time));
        for _ in 0..MAX_LINES_PER_ANSWER {
            let line = self.process.line(deadline)?;
            match EngineAnswer::parse(&line) {
                Ok(Some(answer)) => return Ok(answer),
                Ok(None) => {}
                Err(error) => {
                    return Err(self.process.fail(&format!("violates the protocol: {error}")));
                }
            }
        }
        Err(self
            .process
            .fail(&format!("sent more than {MAX_LINES_PER_ANSWER} lines without an answer")))
    }

    /// Returns the first choice of a whole move and stores the others.
    fn begin(&mut self, view: &ViewBytes, text: &str) -> Result<u32, BotError> {
        let steps = self.interpreter.steps(view, text);
        let steps = steps.map_err(|error| {
            self.process.fail(&format!("answered with an illegal move: {error}"))
        })?;
        let mut view = view.clone();
        self.planned.clear();
        for (option, next) in steps {
            self.planned.push_back((option, std::mem::replace(&mut view, next)));
        }
        self.planned
            .pop_front()
            .map(|(option, _)| option)
            .ok_or_else(|| self.process.fail("made no choice"))
    }
}

/// Checks an engine's first line.
fn check_greeting(line: &str) -> Result<(), String> {
    let shown: String = line.chars().take(60).collect();
    let (word, rest) = split(line);
    let version = split(rest).0;
    if word != "ennead" {
        return Err(format!(
            "does not speak the protocol: its first line is {shown:?}, but `ennead \
             {PROTOCOL_VERSION} NAME` was expected"
        ));
    }
    if version.parse() != Ok(PROTOCOL_VERSION) {
        return Err(format!(
            "speaks version {version:?} of the protocol, but version {PROTOCOL_VERSION} was \
             expected"
        ));
    }
    Ok(())
}

impl AnyBot for EngineBot {
    fn advise(&mut self, view: &ViewBytes, budget: Budget) -> Result<Advice, BotError> {
        if let Some((option, _)) = self.planned.pop_front().filter(|(_, expected)| expected == view)
        {
            return Ok(Advice::bare(option));
        }
        self.planned.clear();
        let request = self.interpreter.request(view)?;
        self.process.send(request.to_lines(budget));
        let option = match self.answer(budget)? {
            EngineAnswer::Move(text) => self.begin(view, &text)?,
            EngineAnswer::Option(option) if option < request.options => option,
            EngineAnswer::Option(option) => {
                let reason = format!(
                    "answered with option {option}, but there are only {}",
                    request.options
                );
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_greetings_are_rejected() {
        assert_eq!(check_greeting("ennead 1"), Ok(()));
        assert_eq!(check_greeting("  ennead   1  a name of words "), Ok(()));
        for wrong in
            ["", "ennead", "ennead one", "ennead -1", "ennead 11 x", "enneads 1", "ENNEAD 1"]
        {
            assert!(check_greeting(wrong).is_err(), "{wrong}");
        }
    }
}
