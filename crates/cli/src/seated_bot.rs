//! A bot that plays a seat of a match on a server.

use std::time::Duration;

use clap::ArgMatches;
use ennead_game::Options;
use ennead_kit::{Games, Kit};
use ennead_search::{AnyBot, Budget};
use ennead_tui::{ServedMatch, ServerEvent, ServerLink};
use serde_json::Value as Json;

use crate::bot_arguments::{budget, seed};
use crate::failure::{Failure, Status};
use crate::output;
use crate::server_client::{Calls, Connection, MatchLink, wait_for};

/// The default time per choice.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// With a clock, a bot spends at most this fraction of its remaining time on a choice.
const CLOCK_SHARE: f64 = 1.0 / 20.0;

/// Takes the open seat of a match and plays to the end.
pub(crate) fn run(matches: &ArgMatches, at: &MatchLink, games: Games) -> Result<Status, Failure> {
    let watcher = Calls { at: at.clone(), token: None };
    let shown = wait_for(watcher.show())?;
    let kit = kit_of(&shown, games)?;
    let spec = matches.get_one::<String>("bot").expect("clap has made sure of it");
    // A bot that does not exist or start must not take the seat.
    let start = kit.game().start(&setup(&shown))?;
    let bot = kit.bots().bot_for(&*start, spec, seed(matches))?;
    let name = matches.get_one::<String>("name").map(String::as_str);
    let name = name.or_else(|| spec.split(':').next().filter(|name| !name.is_empty()));
    let calls = wait_for(Calls::join(at, name))?;
    let budget = budget(matches).unwrap_or(Budget::time(DEFAULT_TIME));
    let link = Connection::follow(calls, Duration::ZERO)?;
    let result = SeatedBot { kit, bot, budget, link }.play()?;
    output::print(&format!("{result}\n"))
}

fn kit_of(shown: &Json, games: Games) -> Result<&'static Kit, Failure> {
    let id = shown["game"].as_str().unwrap_or_default();
    games.game(id).ok_or_else(|| Failure::Service(format!("this program has no game {id:?}")))
}

fn setup(shown: &Json) -> Options {
    let given = shown["setup"].as_object().into_iter().flatten();
    given.fold(Options::new(), |options, (name, value)| {
        options.with(name, value.as_str().unwrap_or_default())
    })
}

struct SeatedBot {
    kit: &'static Kit,
    bot: Box<dyn AnyBot>,
    budget: Budget,
    link: ServerLink,
}

impl SeatedBot {
    /// Plays until the match is over; returns how it ended.
    fn play(&mut self) -> Result<String, Failure> {
        // The same state may arrive more than once, but a bot that follows the match must be asked
        // only once.
        let mut answered = None;
        loop {
            let gone = || ServerEvent::Gone("the connection has ended".into());
            match self.link.events.recv().unwrap_or_else(|_| gone()) {
                ServerEvent::Match(served) => {
                    if let Some(result) = served.result {
                        return Ok(result);
                    }
                    if served.is_my_turn() && answered != Some(served.ply) {
                        answered = Some(served.ply);
                        self.choose(&served)?;
                    }
                }
                // A rejected choice may be retried when the match is shown again.
                ServerEvent::Say(text) => {
                    answered = None;
                    eprintln_quietly(&text);
                }
                ServerEvent::Gone(text) => return Err(Failure::Service(text)),
            }
        }
    }

    /// Asks the bot once for each forced choice since the view and once more: a bot is asked about
    /// every choice.
    fn choose(&mut self, served: &ServedMatch) -> Result<(), Failure> {
        let budget = self.budget.and(clock_budget(served));
        let roster = self.kit.bots();
        let wrong = |error| Failure::Service(format!("the server's view: {error}"));
        let mut view = roster.view(&served.view).map_err(wrong)?;
        let mut options = Vec::new();
        while options.len() <= served.forced {
            let advice = self.bot.advise(&view, budget);
            let option = advice.map_err(|error| Failure::Rejected(error.into()))?.option;
            options.push(option);
            if options.len() <= served.forced {
                view = roster.view_after(&view, option).map_err(wrong)?;
            }
        }
        (self.link.act)(served.choose(&options));
        Ok(())
    }
}

/// The budget for a choice that the bot's clock allows.
fn clock_budget(served: &ServedMatch) -> Budget {
    let left = served.seat.and_then(|seat| Some(served.clocks?[seat.index()]));
    let share = left.map(|left| Duration::from_secs_f64((left * CLOCK_SHARE).clamp(0.0, 1e6)));
    Budget { time: share, nodes: None }
}

/// Prints to standard error; a closed one is no reason to stop.
fn eprintln_quietly(text: &str) {
    use std::io::Write;
    let _ = writeln!(anstream::stderr(), "{text}");
}
