//! Bots on a dedicated thread, so that the screen responds while they think.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use ennead_game::{AnyMatch, Seat, Turn, Viewer};
use ennead_search::{AnyBot, PositionValue, Roster};

use crate::opponent::{self, Pace};

/// The choices of a whole turn, and the bot's evaluation before the first of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BotTurn {
    pub(crate) choices: Vec<u32>,
    pub(crate) value: Option<PositionValue>,
}

/// A position that a bot is asked about.
pub(crate) struct BotRequest {
    /// Tells the response apart from those to requests that have been given up.
    pub(crate) ticket: u64,
    pub(crate) bots: &'static Roster,
    pub(crate) spec: String,
    pub(crate) seat: Seat,
    pub(crate) play: Box<dyn AnyMatch>,
}

/// What the bot would do, or why it has failed.
pub(crate) struct BotResponse {
    pub(crate) ticket: u64,
    pub(crate) turn: Result<BotTurn, String>,
}

/// A bot, and the length of the match when it was last asked.
struct PooledBot {
    bot: Box<dyn AnyBot>,
    /// An external program follows the match, so it gets forced choices too; a search would find
    /// nothing there.
    is_external: bool,
    choices: usize,
}

/// All choices up to the end of a seat's turn. The bot sees what the seat may know and nothing
/// else.
fn think(
    asked: &mut PooledBot,
    mut play: Box<dyn AnyMatch>,
    seat: Seat,
    pace: Pace,
) -> Result<BotTurn, String> {
    let mut turn = BotTurn { choices: Vec::new(), value: None };
    asked.choices = play.choices().len();
    while play.turn() == Turn::Seat(seat) {
        let option = if play.options() == 1 && !asked.is_external {
            0
        } else {
            let budget = pace(turn.choices.len());
            let advice = asked.bot.advise(&play.view(Viewer::Seat(seat)), budget);
            let advice = advice.map_err(|error| error.to_string())?;
            turn.value = turn.value.or(advice.value);
            advice.option
        };
        play.play(option).map_err(|error| error.to_string())?;
        turn.choices.push(option);
    }
    Ok(turn)
}

/// Bots by game and name, each made when it is first asked.
pub(crate) struct BotPool {
    seed: u64,
    pace: Pace,
    bots: HashMap<(&'static str, String), PooledBot>,
}

impl BotPool {
    pub(crate) fn new(seed: u64, pace: Pace) -> BotPool {
        BotPool { seed, pace, bots: HashMap::new() }
    }

    /// Answers a request. A panic of the bot counts as its failure.
    pub(crate) fn answer(&mut self, request: BotRequest) -> BotResponse {
        let ticket = request.ticket;
        let failed = format!("{} has broken down", request.spec);
        let turn = catch_unwind(AssertUnwindSafe(|| self.turn(request)));
        BotResponse { ticket, turn: turn.unwrap_or(Err(failed)) }
    }

    fn turn(&mut self, request: BotRequest) -> Result<BotTurn, String> {
        let BotRequest { bots, spec, seat, play, .. } = request;
        let key = (play.game(), spec.clone());
        let choices = play.choices().len();
        // A program that has followed another match, or this one further, starts again.
        let is_stale = |asked: &PooledBot| asked.is_external && choices <= asked.choices;
        if self.bots.get(&key).is_none_or(is_stale) {
            let bot = bots.bot_for(&*play, &spec, self.seed).map_err(|error| error.to_string())?;
            let is_external = opponent::is_external(&spec);
            self.bots.insert(key.clone(), PooledBot { bot, is_external, choices });
        }
        let asked = self.bots.get_mut(&key).expect("it was made above");
        think(asked, play, seat, self.pace)
    }
}

/// The thread on which bots think.
pub(crate) struct BotThread {
    requests: Sender<BotRequest>,
    pub(crate) responses: Receiver<BotResponse>,
}

impl BotThread {
    pub(crate) fn start(seed: u64) -> BotThread {
        let (requests, asked) = channel::<BotRequest>();
        let (respond, responses) = channel();
        thread::spawn(move || {
            let mut pool = BotPool::new(seed, opponent::pace);
            while let Ok(request) = asked.recv() {
                if respond.send(pool.answer(request)).is_err() {
                    break;
                }
            }
        });
        BotThread { requests, responses }
    }

    /// Sends a request; the response arrives through `responses`.
    pub(crate) fn ask(&self, request: BotRequest) {
        // The thread ends only after this end of its channels is gone.
        let _ = self.requests.send(request);
    }
}
