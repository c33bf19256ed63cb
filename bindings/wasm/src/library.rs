//! The calls of the npm package: JSON in, JSON out. They are stateless; a match is passed in and
//! out as its record.

use std::collections::BTreeMap;
use std::time::Duration;

use anstream::adapter::strip_str;
use data_encoding::HEXLOWER;
use ennead_game::{
    AnyMatch, GameError, MoveError, OptionError, PlayError, Seat, SetupError, SplitMix64, Turn,
    Value, ValueError, Viewer,
};
use ennead_host::tools::{self, Inspection, Scalar, Walk, outcome_name, to_options};
use ennead_kit::{Format, Kit, Purpose, RecordGameError, UsageError, escape_controls};
use ennead_search::{Budget, RosterError, choose_move};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use crate::GAMES;

/// Maximum number of legal moves listed.
const MAX_MOVES: u64 = 1_000_000;
/// The default budget of a bot.
const DEFAULT_TIME: Duration = Duration::from_millis(200);

type Given = BTreeMap<String, Scalar>;

/// A call of the package.
#[derive(Deserialize)]
#[serde(tag = "call", rename_all = "camelCase", deny_unknown_fields)]
enum Call {
    Games,
    Formats,
    Encode {
        format: String,
        text: String,
        game: Option<String>,
        options: Given,
    },
    Decode {
        format: String,
        value: String,
    },
    Convert {
        from: String,
        to: String,
        value: String,
        options: Given,
    },
    Inspect {
        format: String,
        value: String,
    },
    /// Starts a new match; `state` is the state of chance's generator, in decimal.
    Start {
        game: String,
        setup: Given,
        state: String,
    },
    /// Opens a match from its record, in any notation that the command line accepts.
    Open {
        record: String,
        state: String,
    },
    Play {
        record: String,
        #[serde(rename = "move")]
        text: String,
        state: String,
    },
    Undo {
        record: String,
        state: String,
    },
    LegalMoves {
        record: String,
    },
    View {
        record: String,
        seat: Option<usize>,
    },
    BestMove {
        record: String,
        bot: Option<String>,
        ms: Option<u64>,
        nodes: Option<u64>,
        seed: u64,
    },
}

/// Why a call failed.
enum Failure {
    /// Wrong usage, for which the command line exits with status 2.
    Usage(String),
    /// A rejected value, text or record.
    Input(String),
    /// An illegal move.
    Move(String),
}

/// Performs a call given as JSON: returns `{"done": …}` or `{"failed": {"kind", "message"}}`.
pub fn answer(input: &[u8]) -> Vec<u8> {
    let call = serde_json::from_slice(input)
        .map_err(|error| Failure::Usage(format!("not a call of the package: {error}")));
    let answer = match call.and_then(Call::perform) {
        Ok(done) => json!({ "done": done }),
        Err(failure) => failure.to_json(),
    };
    answer.to_string().into_bytes()
}

impl Call {
    fn perform(self) -> Result<Json, Failure> {
        match self {
            Call::Games => to_json(&tools::games(GAMES, &[])),
            Call::Formats => to_json(&tools::formats(GAMES)),
            Call::Encode { format, text, game, options } => encode(&format, &text, game, &options),
            Call::Decode { format, value } => {
                let (format, value, kit) = read(&format, &value)?;
                let decoded =
                    kit.game().decode(format.info.id, &value, &to_options(&Given::new()))?;
                Ok(decoded.json)
            }
            Call::Convert { from, to, value, options } => convert(&from, &to, &value, &options),
            Call::Inspect { format, value } => {
                let (format, value, kit) = read(&format, &value)?;
                let fields = kit.game().fields(format.info.id, &value)?;
                let inspection = Inspection::new(format.info.id, &value, fields);
                serde_json::from_str(&inspection.to_json()).map_err(|error| broken(&error))
            }
            Call::Start { game, setup, state } => start(&game, &setup, &state),
            Call::Open { record, state } => {
                let format = format_of("record")?;
                let record = format.info.parse_value(&record, None)?.to_bytes();
                let game = GAMES.open_record(&record)?;
                check_whole(&*game)?;
                shown(game, generator(&state)?)
            }
            Call::Play { record, text, state } => play(&record, &text, &state),
            Call::Undo { record, state } => undo(&record, &state),
            Call::LegalMoves { record } => legal_moves(&*open(&record)?),
            Call::View { record, seat } => Ok(view(&*open(&record)?, seat)),
            Call::BestMove { record, bot, ms, nodes, seed } => {
                let budget = match (ms, nodes) {
                    (None, None) => Budget::time(DEFAULT_TIME),
                    _ => Budget { time: ms.map(Duration::from_millis), nodes },
                };
                best_move(&*open(&record)?, bot.as_deref(), budget, seed)
            }
        }
    }
}

fn to_json(answer: &impl serde::Serialize) -> Result<Json, Failure> {
    serde_json::to_value(answer).map_err(|error| broken(&error))
}

fn broken(error: &dyn std::fmt::Display) -> Failure {
    Failure::Input(error.to_string())
}

fn format_of(id: &str) -> Result<Format, Failure> {
    let unknown = || Failure::Usage(format!("there is no format {id:?}: formats() lists them"));
    GAMES.format(id).ok_or_else(unknown)
}

fn game_of(id: &str) -> Result<&'static Kit, Failure> {
    let unknown =
        || Failure::Usage(format!("there is no game {id:?}: there are {}", GAMES.names()));
    GAMES.game(id).ok_or_else(unknown)
}

/// Parses a value of a format, and finds its game.
fn read(format: &str, value: &str) -> Result<(Format, Value, &'static Kit), Failure> {
    let format = format_of(format)?;
    let value = format.info.parse_value(value, None)?;
    let kit = format.game_of(&value, GAMES)?;
    Ok((format, value, kit))
}

/// A value in the command line's notation.
fn written(value: &Value) -> Json {
    Json::String(value.show(value.default_show()))
}

fn encode(
    format: &str,
    text: &str,
    game: Option<String>,
    options: &Given,
) -> Result<Json, Failure> {
    let format = format_of(format)?;
    let named = game.map(|id| game_of(&id)).transpose()?;
    let game = format.game_to_encode(named, GAMES)?.game();
    let options = to_options(options);
    Purpose::Encode.check(&options, game, format.info)?;
    Ok(written(&game.encode(format.info.id, text, &options)?))
}

fn convert(from: &str, to: &str, value: &str, options: &Given) -> Result<Json, Failure> {
    let (from, value, kit) = read(from, value)?;
    let to = format_of(to)?;
    let options = to_options(options);
    to.check_game(kit)?;
    Purpose::Write.check(&options, kit.game(), to.info)?;
    Ok(written(&kit.game().convert(from.info.id, to.info.id, &value, &options)?))
}

/// The generator of chance.
fn generator(state: &str) -> Result<SplitMix64, Failure> {
    let wrong = || Failure::Usage(format!("a seed is a whole number below 2^64, not {state}"));
    state.parse().map(SplitMix64::new).map_err(|_| wrong())
}

/// Opens a match from a record that this package has written.
fn open(record: &str) -> Result<Box<dyn AnyMatch>, Failure> {
    let bytes = HEXLOWER.decode(record.as_bytes()).map_err(|error| broken(&error))?;
    Ok(GAMES.open_record(&bytes)?)
}

/// Everything about a match that is cheap to compute, after chance has made its choices.
fn shown(mut game: Box<dyn AnyMatch>, mut random: SplitMix64) -> Result<Json, Failure> {
    game.deal(&mut random);
    let seat = match game.turn() {
        Turn::Seat(seat) => Some(seat),
        _ => None,
    };
    let setup: serde_json::Map<String, Json> =
        game.setup().into_iter().map(|(name, value)| (name.to_string(), value.into())).collect();
    Ok(json!({
        "game": game.game(),
        "setup": setup,
        "seats": Seat::BOTH.map(|seat| game.seat_name(seat)),
        "seat": seat.map(|seat| seat.0),
        "toMove": seat.map(|seat| game.seat_name(seat)),
        "outcome": outcome_name(&*game),
        "moves": game.moves(),
        "record": HEXLOWER.encode(&game.record()),
        "state": random.state().to_string(),
    }))
}

fn start(game: &str, setup: &Given, state: &str) -> Result<Json, Failure> {
    let kit = game_of(game)?;
    shown(kit.game().start(&to_options(setup))?, generator(state)?)
}

fn play(record: &str, text: &str, state: &str) -> Result<Json, Failure> {
    let mut game = open(record)?;
    for option in game.choices_of(text)? {
        game.play(option)?;
    }
    shown(game, generator(state)?)
}

/// The match without its last move, or null if it has none.
fn undo(record: &str, state: &str) -> Result<Json, Failure> {
    let game = open(record)?;
    let Some(start) = starts(&*game)?.pop() else { return Ok(Json::Null) };
    let mut before = game.restart();
    for option in &game.choices()[..start] {
        before.play(*option)?;
    }
    shown(before, generator(state)?)
}

/// The number of choices before each move.
fn starts(game: &dyn AnyMatch) -> Result<Vec<usize>, Failure> {
    let mut walk = Walk::new(game)?;
    let mut starts = Vec::new();
    loop {
        let start = walk.now().choices().len();
        let Some(made) = walk.step()? else { return Ok(starts) };
        if made.text.is_empty() {
            let text = "the record ends in the middle of a move: a match here has whole moves";
            return Err(Failure::Input(text.into()));
        }
        starts.push(start);
    }
}

fn check_whole(game: &dyn AnyMatch) -> Result<(), Failure> {
    starts(game).map(drop)
}

fn legal_moves(game: &dyn AnyMatch) -> Result<Json, Failure> {
    match game.count_moves() {
        0..=MAX_MOVES => Ok(json!(game.legal_moves())),
        count => Err(Failure::Input(format!(
            "there are {count} legal moves here: at most {MAX_MOVES} are listed"
        ))),
    }
}

/// The view of a seat or of a spectator.
fn view(game: &dyn AnyMatch, seat: Option<usize>) -> Json {
    let seat = seat.and_then(|seat| Seat::BOTH.get(seat).copied());
    let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
    json!({
        "bytes": HEXLOWER.encode(game.view(viewer).as_slice()),
        "drawing": strip_str(&game.draw_view(viewer)).to_string(),
    })
}

fn best_move(
    game: &dyn AnyMatch,
    bot: Option<&str>,
    budget: Budget,
    seed: u64,
) -> Result<Json, Failure> {
    if !matches!(game.turn(), Turn::Seat(_)) {
        return Err(Failure::Move("nobody is to move: there is nothing to choose".into()));
    }
    let roster = game_of(game.game())?.bots();
    let spec = bot.unwrap_or(roster.analyst());
    let mut bot = roster.bot_for(game, spec, seed)?;
    let choices = choose_move(&mut *bot, game, budget).map_err(|error| broken(&error))?;
    let mut next = game.boxed_clone();
    for option in choices {
        next.play(option)?;
    }
    let made = next.moves().pop();
    made.map(Json::String).ok_or_else(|| broken(&format!("the bot {spec:?} made no whole move")))
}

impl Failure {
    fn to_json(&self) -> Json {
        let (kind, message) = match self {
            Failure::Usage(message) => ("usage", message),
            Failure::Input(message) => ("input", message),
            Failure::Move(message) => ("move", message),
        };
        json!({ "failed": { "kind": kind, "message": escape_controls(message) } })
    }
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Self {
        if let Some(SetupError::Option(option)) = error.downcast_ref() {
            return Failure::Usage(option.to_string());
        }
        if error.is::<MoveError>() || error.is::<PlayError>() {
            return Failure::Move(error.to_string());
        }
        Failure::Input(error.to_string())
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        Failure::Move(error.to_string())
    }
}

impl From<OptionError> for Failure {
    fn from(error: OptionError) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<UsageError> for Failure {
    fn from(error: UsageError) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<RosterError> for Failure {
    fn from(error: RosterError) -> Self {
        Failure::Usage(error.to_string())
    }
}

impl From<ValueError> for Failure {
    fn from(error: ValueError) -> Self {
        Failure::Input(error.to_string())
    }
}

impl From<RecordGameError> for Failure {
    fn from(error: RecordGameError) -> Self {
        Failure::Input(error.to_string())
    }
}

impl From<ennead_host::Failure> for Failure {
    fn from(failure: ennead_host::Failure) -> Self {
        Failure::Input(failure.message)
    }
}
