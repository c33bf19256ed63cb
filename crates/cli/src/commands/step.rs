//! `ennead step`: one transition of document 004's machine.

use clap::{Arg, ArgMatches, Command, builder::PossibleValuesParser};
use ennead_game::{Options, Refusal, Value, refuse};
use ennead_registry::format;
use ennead_ttt::{Accepting, Machine, MachineSolver, Mark};
use serde_json::{Value as Json, json};

use crate::arguments::json_argument;
use crate::failure::{Failure, Status};
use crate::output;

const EXAMPLES: &str = "\
A token is five bits: the side (16 = X, 0 = O) and the square, 0 (bottom left) to 8 (top right).
A token that the machine does not accept changes nothing, and the reason is printed.

Examples:
  ennead step ttt.bit 12582912 20          X begins in the centre
  ennead step ttt.bit new 0b10100 --reply  and the solver answers
  ennead step ttt.bit 458490811 restart";

pub(crate) fn command() -> Command {
    let side = |name: &'static str, help: &'static str| {
        Arg::new(name)
            .long(name)
            .value_name("SIDE")
            .default_value("X")
            .value_parser(PossibleValuesParser::new(["X", "O"]))
            .help(help)
    };
    Command::new("step")
        .about("Give a machine a token, and see its next state")
        .after_help(EXAMPLES)
        .arg(
            Arg::new("machine")
                .value_name("FORMAT")
                .required(true)
                .value_parser(PossibleValuesParser::new(["ttt.bit"]))
                .help("The machine, by the format of its states"),
        )
        .arg(Arg::new("state").value_name("STATE").required(true).help("A state, or new for a new game"))
        .arg(Arg::new("token").value_name("TOKEN").required(true).help("A token, or restart"))
        .arg(side("player", "The player's side in a new game"))
        .arg(side("first", "Who begins a new game"))
        .arg(
            Arg::new("reply")
                .long("reply")
                .action(clap::ArgAction::SetTrue)
                .help("Let the solver answer where it is its turn"),
        )
        .arg(json_argument("Print one JSON object"))
}

pub(crate) fn run(matches: &ArgMatches) -> Result<Status, Failure> {
    let machine = state(matches)?;
    let token = matches.get_one::<String>("token").expect("clap has made sure that the token is given");
    let (mut next, mut event) = step(machine, token)?;
    let solvers_turn = matches.get_flag("reply") && next.turn() != next.player();
    if let Some(reply) = MachineSolver::new().reply(next).filter(|_| solvers_turn) {
        event += &format!("; the solver answers with {}", played(reply));
        next = next.step(reply).map_err(|error| refuse(error.to_string()))?;
    }
    if matches.get_flag("json") {
        return output::print(&to_json(machine, next, &event).to_string());
    }
    output::print(&format!("{}\n{event}; {}", next.state(), condition(next)))
}

/// The state that was given, or a new game.
fn state(matches: &ArgMatches) -> Result<Machine, Refusal> {
    let text = matches.get_one::<String>("state").expect("clap has made sure that the state is given");
    if text == "new" {
        let side = |name| {
            if matches.get_one::<String>(name).is_some_and(|side| side == "O") { Mark::O } else { Mark::X }
        };
        return Ok(Machine::new(side("player"), side("first")));
    }
    let bit = format("ttt.bit").expect("the machine's states have a format");
    let value = bit.info.parse_value(text, None)?;
    let game = bit.game.expect("the format belongs to a game");
    match game.convert(bit.info.id, bit.info.id, &value, &Options::new())? {
        Value::Integer(state) => Ok(Machine::from_state(state as u32)?),
        _ => unreachable!("a state is a number"),
    }
}

/// The next state and what happened.
fn step(machine: Machine, token: &str) -> Result<(Machine, String), Refusal> {
    if token == "restart" {
        return Ok((machine.restart(), "a new game".into()));
    }
    let Value::Integer(number) = Value::parse_integer(token)? else { unreachable!("a number was parsed") };
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
