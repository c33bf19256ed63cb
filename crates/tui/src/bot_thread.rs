//! Bots on a dedicated thread, so that the screen responds while they think.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use ennead_game::{AnyMatch, Seat, Turn, Viewer};
use ennead_search::{AnyBot, PositionValue, Roster};

use crate::opponent::{self, Pace};

/// The choices of a whole turn, and the bot's evaluation before the first of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BotTurn {
    pub(crate) choices: Vec<u32>,
    pub(crate) value: Option<PositionValue>,
}

/// A request to a bot about a position.
pub(crate) struct BotRequest {
    /// Distinguishes the response from those to abandoned requests.
    pub(crate) ticket: u64,
    pub(crate) bots: &'static Roster,
    pub(crate) spec: String,
    pub(crate) seat: Seat,
    pub(crate) play: Box<dyn AnyMatch>,
    /// Whether the person has asked for a hint.
    pub(crate) is_hint: bool,
}

/// A bot's choices, or why it failed.
pub(crate) struct BotResponse {
    pub(crate) ticket: u64,
    pub(crate) turn: Result<BotTurn, String>,
}

/// A bot, and the length of the match when it was last asked.
struct PooledBot {
    bot: Box<dyn AnyBot>,
    /// An external program follows the match, so it is asked about forced choices too; a search
    /// would gain nothing from them.
    is_external: bool,
    choices: usize,
}

/// All choices up to the end of a seat's turn. The bot sees only what the seat may know.
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

/// Bots by game and name, each created when it is first asked.
pub(crate) struct BotPool {
    seed: u64,
    pace: Pace,
    bots: HashMap<(&'static str, String), PooledBot>,
}

impl BotPool {
    pub(crate) fn new(seed: u64, pace: Pace) -> BotPool {
        BotPool { seed, pace, bots: HashMap::new() }
    }

    /// Processes a request. A panic of the bot counts as its failure.
    pub(crate) fn answer(&mut self, request: BotRequest) -> BotResponse {
        let ticket = request.ticket;
        let failed = format!("{} has broken down", request.spec);
        let turn = catch_unwind(AssertUnwindSafe(|| self.turn(request)));
        BotResponse { ticket, turn: turn.unwrap_or(Err(failed)) }
    }

    /// Answers a request once a `beat` is over, or later if the bot thinks longer; a hint as soon
    /// as it is known.
    pub(crate) fn answer_after(&mut self, request: BotRequest, beat: Duration) -> BotResponse {
        let (asked, is_hint) = (Instant::now(), request.is_hint);
        let response = self.answer(request);
        thread::sleep(rest(is_hint, beat, asked.elapsed()));
        response
    }

    fn turn(&mut self, request: BotRequest) -> Result<BotTurn, String> {
        let BotRequest { bots, spec, seat, play, .. } = request;
        let key = (play.game(), spec.clone());
        let choices = play.choices().len();
        // A program that has followed another match, or this one further, is restarted.
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

/// What is left of a beat after thinking for some time.
fn rest(is_hint: bool, beat: Duration, thought: Duration) -> Duration {
    if is_hint { Duration::ZERO } else { beat.saturating_sub(thought) }
}

/// The thread on which bots think.
pub(crate) struct BotThread {
    requests: Sender<BotRequest>,
    pub(crate) responses: Receiver<BotResponse>,
}

impl BotThread {
    /// Starts the thread; see [`BotPool::answer_after`].
    pub(crate) fn start(seed: u64, beat: Duration) -> BotThread {
        let (requests, asked) = channel::<BotRequest>();
        let (respond, responses) = channel();
        thread::spawn(move || {
            let mut pool = BotPool::new(seed, opponent::pace);
            while let Ok(request) = asked.recv() {
                if respond.send(pool.answer_after(request, beat)).is_err() {
                    break;
                }
            }
        });
        BotThread { requests, responses }
    }

    /// Sends a request; the response arrives through `responses`.
    pub(crate) fn ask(&self, request: BotRequest) {
        // The thread ends only after this end of its channels is dropped.
        let _ = self.requests.send(request);
    }
}

#[cfg(test)]
mod tests {
    use ennead_game::Options;

    use super::*;
    use crate::tests::sticks;

    #[test]
    fn a_move_takes_a_beat_and_a_hint_does_not() {
        let [short, beat] = [50, 200].map(Duration::from_millis);
        assert_eq!(rest(false, beat, short), beat - short);
        assert_eq!(rest(false, short, beat), Duration::ZERO);
        assert_eq!(rest(true, beat, short), Duration::ZERO);
    }

    #[test]
    fn the_thread_answers() {
        let game = sticks();
        let play = game.game.start(&Options::new()).unwrap();
        let (spec, seat) = ("random".into(), Seat::FIRST);
        let request = BotRequest { ticket: 1, bots: game.bots, spec, seat, play, is_hint: false };
        let thread = BotThread::start(1, Duration::ZERO);
        thread.ask(request);
        assert!(thread.responses.recv().unwrap().turn.is_ok());
    }
}
