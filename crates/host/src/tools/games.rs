//! `GET /api/games`: the games, their set-ups, bots, boards and help.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ennead_game::{AnyGame, Options, RECORDS, Random, Seat, SplitMix64, Viewer};
use ennead_kit::{Example, ExampleInput, Games, Kit};
use ennead_search::{Level, Roster};
use serde::Serialize;

use super::SetupOption;
use super::game_files::{BOARD, EDITOR, ICON, STYLE, address, has_file};

/// The number of random choices after which a game without a secret counts as open.
const OPEN_AFTER: usize = 200;

/// All games, and what a service offers besides playing them on one device.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameList {
    games: Vec<GameJson>,
    features: &'static [Feature],
}

/// What a service offers besides playing on one device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// Others take open seats by the link of a match.
    Invitations,
    /// Others see listed matches.
    Lobby,
}

impl Feature {
    /// What a server offers.
    pub const ALL: &[Feature] = &[Feature::Invitations, Feature::Lobby];
}

/// A game.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameJson {
    id: &'static str,
    title: &'static str,
    /// The names of the seats.
    seats: [String; 2],
    /// Whether players may agree on a draw.
    draws: bool,
    /// Whether both seats see everything, so that they can share a screen.
    open: bool,
    /// Whether forms select this game until a person chooses another.
    preselected: bool,
    setup: Vec<SetupOption>,
    /// The bots that play it.
    levels: Vec<BotLevel>,
    /// The opponent whose Elo is 0, in words; null if no level has been measured.
    anchor: Option<&'static str>,
    formats: Vec<&'static str>,
    /// How to play, as Markdown; a description of the set-up if the game provides no help.
    help: Cow<'static, str>,
    /// The number of lessons.
    lessons: usize,
    /// The number of puzzles.
    puzzles: usize,
    /// The address of its web board's module; null if the generic board is used.
    board: Option<String>,
    /// The address of its board's style sheet.
    style: Option<String>,
    /// The address of its editor for values.
    editor: Option<String>,
    /// The address of its icon.
    icon: String,
    /// Values to try.
    examples: Vec<ExampleJson>,
}

/// A bot's strength.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BotLevel {
    level: u32,
    about: &'static str,
    /// Elo over the game's `anchor`; null if it has not been measured.
    elo: Option<i32>,
}

/// A value to try, or a text to encode.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExampleJson {
    format: &'static str,
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'static str>,
    /// Options that the encoder needs.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<&'static str, &'static str>,
}

/// Lists all games for a service with these features.
pub fn games(games: Games, features: &'static [Feature]) -> GameList {
    let first = games.iter().find(|kit| kit.is_preselected()).or_else(|| games.iter().next());
    let describe = |kit: &'static Kit| {
        let preselected = first.is_some_and(|first| first.id() == kit.id());
        GameJson { preselected, ..describe(kit) }
    };
    GameList { games: games.iter().map(describe).collect(), features }
}

fn describe(kit: &Kit) -> GameJson {
    let game = kit.game();
    let file = |path: &str| has_file(kit, path).then(|| address(kit, path));
    GameJson {
        id: game.id(),
        title: game.title(),
        seats: game.seat_names(),
        draws: game.draws(),
        open: is_open(game),
        preselected: false,
        setup: game.setup_options().iter().map(|spec| SetupOption::of(kit, spec)).collect(),
        levels: levels(kit.bots()),
        anchor: kit.bots().anchor(),
        formats: game.formats().into_iter().chain(RECORDS).map(|format| format.id).collect(),
        help: kit.help(),
        lessons: kit.lessons().map_or(0, |lessons| lessons.len()),
        puzzles: kit.puzzle_count(),
        board: file(BOARD),
        style: file(STYLE),
        editor: file(EDITOR),
        icon: address(kit, ICON),
        examples: kit.examples().iter().map(ExampleJson::from).collect(),
    }
}

/// Whether both seats see the same throughout a random match of the default set-up. A game may
/// begin without a secret: a choice that is hidden from the other seat is one.
fn is_open(game: &dyn AnyGame) -> bool {
    let Ok(mut play) = game.start(&Options::new()) else { return false };
    let mut random = SplitMix64::new(1);
    loop {
        play.deal(&mut random);
        let [first, second] = Seat::BOTH.map(|seat| play.view(Viewer::Seat(seat)));
        if first != second {
            return false;
        }
        let options = u64::from(play.options());
        if options == 0 || play.choices().len() >= OPEN_AFTER {
            return true;
        }
        let option = random.below(options) as u32;
        if play.play(option).is_err() {
            return false;
        }
    }
}

fn levels(roster: &Roster) -> Vec<BotLevel> {
    let level = |(level, about)| BotLevel { level: level as u32, about, elo: roster.rating(level) };
    bot_levels(roster).map(level).collect()
}

/// The levels of a game's bots, with a one-line description of each.
pub(crate) fn bot_levels(roster: &Roster) -> impl Iterator<Item = (Level, &'static str)> {
    Level::ALL.into_iter().filter_map(|level| {
        let name = format!("level{}", level as u32);
        let bot = roster.bots().iter().find(|bot| bot.name == name)?;
        Some((level, bot.about))
    })
}

impl From<&Example> for ExampleJson {
    fn from(example: &Example) -> Self {
        let (value, text) = match example.input {
            ExampleInput::Value(value) => (Some(value), None),
            ExampleInput::Text(text) => (None, Some(text)),
        };
        ExampleJson {
            format: example.format,
            name: example.name,
            value,
            text,
            options: example.options.iter().copied().collect(),
        }
    }
}
