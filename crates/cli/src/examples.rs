//! Examples for help texts, taken from the games that the program knows.

use ennead_game::{AnyMatch, Options, RECORD, Show, SplitMix64, Value, Values};
use ennead_kit::{Example, ExampleInput, Games, Kit};

/// The number of choices in an example match.
const CHOICES: usize = 5;

/// The examples of one command.
pub(crate) struct Examples {
    games: Games,
    lines: Vec<String>,
}

impl Examples {
    pub(crate) fn new(games: Games) -> Self {
        Examples { games, lines: Vec::new() }
    }

    /// Adds a line.
    pub(crate) fn line(mut self, line: impl Into<String>) -> Self {
        self.lines.push(line.into());
        self
    }

    /// Adds a line about the game at this index of the list, if there are that many.
    pub(crate) fn game(self, place: usize, line: impl Fn(&'static str) -> String) -> Self {
        match self.games.iter().nth(place) {
            Some(kit) => self.line(line(kit.id())),
            None => self,
        }
    }

    /// Adds a line about the first value of each format, up to `most` lines.
    pub(crate) fn values(
        self,
        most: usize,
        line: impl Fn(&'static str, &'static str) -> String,
    ) -> Self {
        let lines: Vec<String> = first_of_each_format(values(self.games))
            .into_iter()
            .take(most)
            .map(|(_, example, value)| line(example.format, value))
            .collect();
        lines.into_iter().fold(self, Examples::line)
    }

    /// Adds a line about the first value that can also be a record.
    pub(crate) fn convertible(self, line: impl Fn(&'static str, &'static str) -> String) -> Self {
        let found = values(self.games).find(|found| is_convertible(*found));
        match found {
            Some((_, example, value)) => self.line(line(example.format, value)),
            None => self,
        }
    }

    /// Adds a line about the first text of each format, with its options, up to `most` lines.
    pub(crate) fn texts(self, most: usize, line: impl Fn(&str, &str) -> String) -> Self {
        let lines: Vec<String> = first_of_each_format(texts(self.games))
            .into_iter()
            .take(most)
            .map(|(kit, example, text)| {
                line(&format!("{}{}", example.format, options(kit, example)), &quoted(text))
            })
            .collect();
        lines.into_iter().fold(self, Examples::line)
    }

    /// Adds a line about the moves of a match, if the first game begins without chance.
    pub(crate) fn moves(self, line: impl Fn(&'static str, &str) -> String) -> Self {
        match self.games.iter().next().and_then(short_match) {
            Some(play) if play.choices().len() == CHOICES => {
                let moves = quoted(&play.moves().join(" "));
                self.line(line(play.game(), &moves))
            }
            _ => self,
        }
    }

    /// Adds a line about a record, if there is a game.
    pub(crate) fn record(self, line: impl Fn(&Value) -> String) -> Self {
        match self.games.iter().next().and_then(short_match) {
            Some(play) => self.line(line(&Value::Bytes(play.record()))),
            None => self,
        }
    }

    /// The examples with their heading.
    pub(crate) fn text(self) -> String {
        let heading = if self.lines.len() == 1 { "Example:" } else { "Examples:" };
        self.lines.iter().fold(heading.to_string(), |text, line| format!("{text}\n  {line}"))
    }
}

/// An overview of the program in four lines.
pub(crate) fn overview(games: Games) -> String {
    let mut lines = vec![("ennead formats".to_string(), "what there is")];
    if let Some((kit, example, text)) = texts(games).next() {
        let options = options(kit, example);
        let line = format!("ennead encode {}{options} {}", example.format, quoted(text));
        lines.push((line, example.name));
    }
    match values(games).next() {
        Some((_, example, value)) => {
            lines.extend(["decode", "inspect"].map(|command| {
                (format!("ennead {command} {} {value}", example.format), example.name)
            }));
        }
        None => lines.extend(games.iter().next().and_then(short_match).map(|play| {
            let record = hex(&Value::Bytes(play.record()));
            (format!("ennead decode record {record}"), "a match as a drawing")
        })),
    }
    let width = lines.iter().map(|(line, _)| line.chars().count()).max().unwrap_or(0);
    let described = lines.into_iter().map(|(line, about)| format!("{line:<width$}  {about}"));
    described.fold(Examples::new(games), Examples::line).text()
}

type Found = (&'static Kit, &'static Example, &'static str);

fn values(games: Games) -> impl Iterator<Item = Found> {
    all(games).filter_map(|(kit, example)| match example.input {
        ExampleInput::Value(value) => Some((kit, example, value)),
        ExampleInput::Text(_) => None,
    })
}

fn texts(games: Games) -> impl Iterator<Item = Found> {
    all(games).filter_map(|(kit, example)| match example.input {
        ExampleInput::Text(text) => Some((kit, example, text)),
        ExampleInput::Value(_) => None,
    })
}

fn all(games: Games) -> impl Iterator<Item = (&'static Kit, &'static Example)> {
    games.iter().flat_map(|kit| kit.examples().iter().map(move |example| (kit, example)))
}

fn first_of_each_format(examples: impl Iterator<Item = Found>) -> Vec<Found> {
    let mut first: Vec<Found> = Vec::new();
    for found in examples {
        if first.iter().all(|(_, known, _)| known.format != found.1.format) {
            first.push(found);
        }
    }
    first
}

fn is_convertible((kit, example, value): Found) -> bool {
    let formats = kit.game().formats();
    let Some(info) = formats.iter().find(|info| info.id == example.format) else { return false };
    let convert = |value| kit.game().convert(info.id, RECORD.id, &value, &Options::new());
    info.parse_value(value, None).is_ok_and(|value| convert(value).is_ok())
}

/// The options of an example as arguments; a record also needs its game.
fn options(kit: &Kit, example: &Example) -> String {
    let formats = kit.game().formats();
    let specs = formats.iter().filter(|info| info.id == example.format).flat_map(|i| i.options);
    let flags: Vec<&str> =
        specs.filter(|spec| spec.values == Values::Flag).map(|spec| spec.name).collect();
    let option = |(name, value): &(&str, &str)| match flags.contains(name) {
        true => format!(" --{name}"),
        false => format!(" --{name} {value}"),
    };
    let game = match example.format == RECORD.id {
        true => format!(" --game {}", kit.id()),
        false => String::new(),
    };
    example.options.iter().map(option).fold(game, |all, option| all + &option)
}

/// A text quoted as one shell argument.
fn quoted(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-+=:,/".contains(letter);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_string(),
        false => format!("'{text}'"),
    }
}

/// A match of a few choices after the deal.
fn short_match(kit: &'static Kit) -> Option<Box<dyn AnyMatch>> {
    let mut play = kit.game().start(&Options::new()).ok()?;
    play.deal(&mut SplitMix64::new(1));
    let dealt = play.choices().len();
    while play.choices().len() < dealt + CHOICES && play.options() > 0 {
        // From the middle, so that the record is not all zeros.
        play.play(play.options() / 2).ok()?;
        play.deal(&mut SplitMix64::new(2));
    }
    Some(play)
}

/// A record as in links.
pub(crate) fn link(record: &Value) -> String {
    record.show(Show::Base64url)
}

/// A record in its usual notation.
pub(crate) fn hex(record: &Value) -> String {
    record.show(record.default_show())
}
