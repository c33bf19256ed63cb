//! `ennead best`: the moves of a position with their values, and the engine's choice.

use std::time::Duration;

use clap::{ArgMatches, Command};
use ennead_game::{AnyMatch, Seat, SplitMix64, Turn, Viewer, reject};
use ennead_host::make_forced_choices;
use ennead_kit::{Games, Kit};
use ennead_search::analysis::{negated, value_text};
use ennead_search::{Advice, AnyBot, BotError, Budget, Opinion, PositionValue, choose_move};
use serde_json::{Value as Json, json};

use crate::arguments::{game_argument, input_argument, input_of, json_argument, set_up_game};
use crate::bot_arguments::{bot_argument, budget, budget_arguments, seed};
use crate::examples::Examples;
use crate::failure::{Failure, Status};
use crate::game_options::{self, Purpose};
use crate::{game_command, output};

const LONG_ABOUT: &str = "\
List the moves of a position with their values for the player on the move, and the engine's choice.

A game that is solved as a whole gives exact values. Elsewhere a bot searches: a value that it has \
proven is named (win, draw, loss), and an estimate is a number from -1 (lost) to +1 (won). Where \
cards are hidden, the bot knows what the player on the move sees.";

/// The name of this command, and of the one that a solved game provides.
const NAME: &str = "best";
/// The default budget.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub(crate) fn command(games: Games) -> Command {
    let examples = Examples::new(games)
        .game(0, |game| format!("ennead best {game} '' --nodes 1000 --json"))
        .game(1, |game| format!("ennead best {game} '' --ms 500"));
    let position = "The moves that lead to the position, separated by spaces; a solved game may \
                    take a board as well";
    let command = Command::new(NAME)
        .about("List the moves of a position with their values, and the engine's choice")
        .long_about(LONG_ABOUT)
        .after_help(examples.text())
        .arg(game_argument(games).required(true))
        .arg(input_argument("board", "POSITION", position))
        .arg(bot_argument("bot", "Who searches [default: the strongest bot of the game]"))
        .args(budget_arguments())
        .arg(json_argument("Print one JSON object"));
    game_options::add(command, Purpose::SetUp, games)
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    let (kit, options) = set_up_game(matches, games)?;
    let asks_for_search = matches.contains_id("bot") || budget(matches).is_some();
    if let Some(solved) = kit.commands().iter().find(|command| command.name == NAME)
        && !asks_for_search
    {
        return game_command::run(solved, matches);
    }
    let mut game = kit.game().start(&options)?;
    play_text(&mut *game, input_of(matches, "board")?, seed(matches))?;
    make_forced_choices(&mut *game);
    let Turn::Seat(seat) = game.turn() else {
        return print_end(&*game, matches);
    };
    let search = Search::of(kit, &*game, seat, matches)?;
    match matches.get_flag("json") {
        true => output::print(&search.to_json().to_string()),
        false => output::draw(&search.to_text()),
    }
}

fn print_end(game: &dyn AnyMatch, matches: &ArgMatches) -> Result<Status, Failure> {
    let outcome = ennead_host::tools::outcome_name(game);
    if matches.get_flag("json") {
        let json = json!({"game": game.game(), "outcome": outcome, "moves": [], "engine": null});
        return output::print(&json.to_string());
    }
    output::draw(&game.draw_view(Viewer::Spectator))
}

/// Plays moves separated by spaces; chance follows from the seed.
fn play_text(game: &mut dyn AnyMatch, text: &str, seed: u64) -> Result<(), Failure> {
    let mut random = SplitMix64::new(seed);
    game.deal(&mut random);
    for (at, text) in text.split_whitespace().enumerate() {
        let failed = |reason: String| reject(format!("move {}: {reason}", at + 1));
        let choices = game.choices_of(text).map_err(|error| failed(error.to_string()))?;
        for option in choices {
            game.play(option).map_err(|error| failed(error.to_string()))?;
        }
        game.deal(&mut random);
    }
    Ok(())
}

/// A bot's evaluation of a position.
struct Search<'a> {
    game: &'a dyn AnyMatch,
    seat: Seat,
    bot: &'a str,
    advice: Advice,
    /// The options with their values, best first.
    opinions: Vec<Opinion>,
    /// The whole move that the bot makes.
    choice: String,
}

impl<'a> Search<'a> {
    fn of(
        kit: &'static Kit,
        game: &'a dyn AnyMatch,
        seat: Seat,
        matches: &'a ArgMatches,
    ) -> Result<Self, Failure> {
        let spec = matches.get_one::<String>("bot").map_or(kit.bots().analyst(), String::as_str);
        let budget = budget(matches).unwrap_or(Budget::time(DEFAULT_TIME));
        let mut bot = kit.bots().bot_for(game, spec, seed(matches))?;
        let rejected = |error: BotError| Failure::Rejected(error.into());
        let advice = bot.advise(&game.view(Viewer::Seat(seat)), budget).map_err(rejected)?;
        let mut after = game.boxed_clone();
        let choices = match whole_move(game, &advice.line) {
            Some(choices) => choices,
            None => choose_move(&mut *bot, game, budget).map_err(rejected)?,
        };
        for option in choices {
            after.play(option).map_err(|error| Failure::Rejected(error.into()))?;
        }
        let choice = after.moves().pop().unwrap_or_default();
        let opinions = all_opinions(&mut *bot, game, seat, &advice, budget).map_err(rejected)?;
        Ok(Search { game, seat, bot: spec, advice, opinions, choice })
    }

    /// A readable option: the whole move, if it takes a single choice.
    fn name(&self, option: u32) -> String {
        let mut after = self.game.boxed_clone();
        let before = after.moves().len();
        let moves = after.play(option).map(|()| after.moves()).unwrap_or_default();
        match moves.len() > before {
            true => moves.into_iter().next_back().unwrap_or_default(),
            false => {
                let texts = self.game.option_texts(Viewer::Seat(self.seat));
                texts.into_iter().nth(option as usize).unwrap_or_else(|| option.to_string())
            }
        }
    }

    fn to_json(&self) -> Json {
        let of_move = |opinion: &Opinion| {
            let mut json = value_json(Some(opinion.value));
            json["move"] = self.name(opinion.option).into();
            json["visits"] = opinion.visits.into();
            json
        };
        let mut json = value_json(self.advice.value);
        json["game"] = self.game.game().into();
        json["seat"] = self.game.seat_name(self.seat).into();
        json["moves"] = self.opinions.iter().map(of_move).collect();
        json["engine"] = self.choice.as_str().into();
        json["bot"] = self.bot.into();
        json["nodes"] = self.advice.nodes.into();
        json["method"] = "search".into();
        json
    }

    fn to_text(&self) -> String {
        let mut text = self.game.draw_view(Viewer::Seat(self.seat));
        let value = self.advice.value.map_or("no value".into(), value_text);
        let kind = match self.advice.value {
            Some(PositionValue::Exact { .. }) => "proven",
            _ => "an estimate",
        };
        text += &format!(
            "\n{} to move: {value}, {kind} by {} after {} nodes\n\n",
            self.game.seat_name(self.seat),
            self.bot,
            self.advice.nodes
        );
        for opinion in &self.opinions {
            let mark =
                if opinion.option == self.advice.option { "  <- the engine's choice" } else { "" };
            let (name, value) = (self.name(opinion.option), value_text(opinion.value));
            let visits = match opinion.visits {
                0 => String::new(),
                visits => format!("{visits} visits"),
            };
            text += format!("  {name:<10} {value:<6} {visits:>17}{mark}").trim_end();
            text.push('\n');
        }
        text + &format!("\nbest: {}\n", self.choice)
    }
}

/// The bot's opinions and, where all viewers see the same, its evaluation of the positions after
/// the remaining options.
fn all_opinions(
    bot: &mut dyn AnyBot,
    game: &dyn AnyMatch,
    seat: Seat,
    advice: &Advice,
    budget: Budget,
) -> Result<Vec<Opinion>, BotError> {
    let visited = advice.opinions.iter().filter(|o| o.visits > 0 || is_proven(o.value));
    let mut opinions: Vec<Opinion> = visited.copied().collect();
    let [first, second, spectator] = Viewer::ALL.map(|viewer| game.view(viewer));
    if first == second && second == spectator {
        let share = Budget {
            time: budget.time.map(|time| time / game.options()),
            nodes: budget.nodes.map(|nodes| (nodes / u64::from(game.options())).max(1)),
        };
        for option in 0..game.options() {
            let is_known = opinions.iter().any(|opinion| opinion.option == option);
            if !is_known && let Some(value) = value_after(bot, game, seat, option, share)? {
                let value = at_most(advice.value, value);
                opinions.push(Opinion { option, visits: 0, value });
            }
        }
    }
    let is_choice = |opinion: &Opinion| opinion.option == advice.option;
    opinions.sort_by(|a, b| {
        is_choice(b).cmp(&is_choice(a)).then(b.value.number().total_cmp(&a.value.number()))
    });
    Ok(opinions)
}

/// The value of an option that the whole search did not choose. An estimate by a shorter search
/// cannot outweigh that decision.
fn at_most(chosen: Option<PositionValue>, value: PositionValue) -> PositionValue {
    match (chosen, value) {
        (Some(chosen), PositionValue::Estimate(estimate)) => {
            PositionValue::Estimate(estimate.min(chosen.number()))
        }
        _ => value,
    }
}

fn is_proven(value: PositionValue) -> bool {
    matches!(value, PositionValue::Exact { .. })
}

/// The value of an option for the seat, from the bot's evaluation of the position after it.
fn value_after(
    bot: &mut dyn AnyBot,
    game: &dyn AnyMatch,
    seat: Seat,
    option: u32,
    budget: Budget,
) -> Result<Option<PositionValue>, BotError> {
    let mut after = game.boxed_clone();
    let played = after.play(option);
    played.map_err(|error| BotError::Engine(error.to_string()))?;
    make_forced_choices(&mut *after);
    Ok(match after.turn() {
        Turn::Over(outcome) => {
            Some(PositionValue::Exact { score: outcome.score(seat), moves: Some(1) })
        }
        Turn::Chance => None,
        Turn::Seat(next) => {
            let value = bot.advise(&after.view(Viewer::Seat(next)), budget)?.value;
            value.map(|value| if next == seat { value } else { negated(value) })
        }
    })
}

/// The choices of the move at the start of a bot's line, if the line reaches its end.
fn whole_move(game: &dyn AnyMatch, line: &[u32]) -> Option<Vec<u32>> {
    let mut after = game.boxed_clone();
    let before = after.moves().len();
    for (at, option) in line.iter().enumerate() {
        after.play(*option).ok()?;
        if after.moves().len() > before {
            return Some(line[..=at].to_vec());
        }
    }
    None
}

/// A value in words if it is proven, otherwise as a number.
fn value_json(value: Option<PositionValue>) -> Json {
    match value {
        Some(PositionValue::Estimate(value)) => json!({"value": null, "estimate": value}),
        Some(PositionValue::Exact { score, moves }) => {
            let word = match score {
                1.. => "win",
                0 => "draw",
                _ => "loss",
            };
            json!({"value": word, "in_moves": moves})
        }
        None => json!({"value": null}),
    }
}
