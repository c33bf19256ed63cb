//! `ennead step`: one transition of document 004's machine.

use ennead_game::{GameError, Options, Value, reject};
use ennead_kit::{ArgKind, ArgSpec, Arguments, Command, CommandError, Streams};
use serde_json::{Value as Json, json};

use super::json_flag;
use crate::{Accepting, GAME, Machine, MachineSolver, Mark};

/// The format of the machine's states.
const FORMAT: &str = "ttt.bit";

const EXAMPLES: &str = "\
A token is five bits: the side (16 = X, 0 = O) and the square, 0 (bottom left) to 8 (top right).
A token that the machine does not accept changes nothing, and the reason is printed.

Examples:
  ennead step ttt.bit 12582912 20          X begins in the centre
  ennead step ttt.bit new 0b10100 --reply  and the solver answers
  ennead step ttt.bit 458490811 restart";

pub(super) const COMMAND: Command = Command {
    name: "step",
    about: "Give a machine a token, and see its next state",
    examples: EXAMPLES,
    arguments: &[
        ArgSpec::new(
            "machine",
            ArgKind::Positional { value: "FORMAT", words: &[FORMAT] },
            "The machine, by the format of its states",
        ),
        ArgSpec::new(
            "state",
            ArgKind::Positional { value: "STATE", words: &[] },
            "A state, or new for a new game",
        ),
        ArgSpec::new(
            "token",
            ArgKind::Positional { value: "TOKEN", words: &[] },
            "A token, or restart",
        ),
        ArgSpec::new("player", SIDE, "The player's side in a new game"),
        ArgSpec::new("first", SIDE, "The side that moves first in a new game"),
        ArgSpec::new("reply", ArgKind::Flag, "Let the solver reply if it is its turn"),
        json_flag("Print one JSON object"),
    ],
    run,
};

const SIDE: ArgKind = ArgKind::Option { value: "SIDE", default: Some("X"), words: &["X", "O"] };

fn run(arguments: &Arguments, mut streams: Streams<'_>) -> Result<(), CommandError> {
    let machine = state(arguments)?;
    let (mut next, mut event) = step(machine, arguments.get("token").unwrap_or_default())?;
    let solvers_turn = arguments.has("reply") && next.turn() != next.player();
    if let Some(reply) = MachineSolver::new().reply(next).filter(|_| solvers_turn) {
        event += &format!("; the solver answers with {}", played(reply));
        next = next.step(reply).map_err(|error| reject(error.to_string()))?;
    }
    streams.print(&match arguments.has("json") {
        true => to_json(machine, next, &event).to_string(),
        false => format!("{}\n{event}; {}", next.state(), condition(next)),
    })
}

/// The state given as an argument, or a new game.
fn state(arguments: &Arguments) -> Result<Machine, GameError> {
    let text = arguments.get("state").unwrap_or_default();
    if text == "new" {
        let side = |name| if arguments.get(name) == Some("O") { Mark::O } else { Mark::X };
        return Ok(Machine::new(side("player"), side("first")));
    }
    let value = Value::parse_integer(text)?;
    // Converting a state to its own format validates every field.
    match GAME.game().convert(FORMAT, FORMAT, &value, &Options::new())? {
        Value::Integer(state) => Ok(Machine::from_state(state as u32)?),
        _ => unreachable!("a state is a number"),
    }
}

/// The next state and a description of what happened.
fn step(machine: Machine, token: &str) -> Result<(Machine, String), GameError> {
    if token == "restart" {
        return Ok((machine.restart(), "a new game".into()));
    }
    let Value::Integer(number) = Value::parse_integer(token)? else {
        unreachable!("a number was parsed")
    };
    let Ok(token) = u32::try_from(number) else {
        return Ok((machine, format!("no change: token {number} has more than five bits")));
    };
    Ok(match machine.step(token) {
        Ok(next) => (next, played(token)),
        Err(reason) => (machine, format!("no change: {reason}")),
    })
}

fn played(token: u32) -> String {
    format!("{} on square {}", if token >> 4 == 1 { Mark::X } else { Mark::O }, token & 0xf)
}

fn condition(machine: Machine) -> String {
    match machine.accepting() {
        None => format!("{} is next", machine.turn()),
        Some(Accepting::Won(mark)) => format!("{mark} has won"),
        Some(Accepting::CatsGame) => "nobody can win any more: a draw".into(),
    }
}

fn to_json(before: Machine, after: Machine, event: &str) -> Json {
    let outcome = after.accepting().map(|accepting| match accepting {
        Accepting::Won(mark) => mark.to_string(),
        Accepting::CatsGame => "draw".into(),
    });
    json!({
        "state": after.state(),
        "changed": before != after,
        "event": event,
        "to_move": after.turn().to_string(),
        "outcome": outcome,
    })
}
