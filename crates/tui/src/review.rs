//! The review of a finished game: the value of every move, computed on a thread.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use ennead_game::{AnyMatch, Seat};
use ennead_search::analysis::{
    AnalysisParams, MISTAKE, ValuedMove, accuracy, analyse, analyse_with,
};
use ennead_search::{Budget, Roster, Tables};

/// The time for a whole game, and the minimum for one move.
const TIME: Duration = Duration::from_secs(3);
const LEAST: Duration = Duration::from_millis(4);
/// The node limit bounds the memory.
const NODES: u64 = 300_000;

/// A review in progress or done.
pub(crate) enum Review {
    Pending(Receiver<Vec<String>>),
    /// One line per move, and the accuracies.
    Done(Vec<String>),
}

impl Review {
    /// Starts to review a match.
    pub(crate) fn start(
        play: Box<dyn AnyMatch>,
        roster: &'static Roster,
        tables: Tables,
    ) -> Review {
        let (sender, lines) = channel();
        thread::spawn(move || {
            let found = review(&*play, roster, &tables);
            // The receiver is gone once the screen is.
            let _ = sender.send(found);
        });
        Review::Pending(lines)
    }

    pub(crate) fn is_pending(&self) -> bool {
        matches!(self, Review::Pending(_))
    }

    /// Takes the result once it is available; returns whether it has just arrived.
    pub(crate) fn poll(&mut self) -> bool {
        let Review::Pending(lines) = self else { return false };
        let lines = match lines.try_recv() {
            Ok(lines) => lines,
            Err(TryRecvError::Empty) => return false,
            Err(TryRecvError::Disconnected) => vec!["The review has failed.".into()],
        };
        *self = Review::Done(lines);
        true
    }

    pub(crate) fn lines(&self) -> &[String] {
        match self {
            Review::Pending(_) => &[],
            Review::Done(lines) => lines,
        }
    }
}

fn review(play: &dyn AnyMatch, roster: &Roster, tables: &Tables) -> Vec<String> {
    let time = (TIME / play.moves().len().max(1) as u32).max(LEAST);
    let params = AnalysisParams {
        roster,
        spec: roster.analyst(),
        seed: 1,
        budget: Budget { time: Some(time), nodes: Some(NODES) },
        threshold: MISTAKE,
    };
    let moves = match tables.of_match(play) {
        Some(table) => analyse_with(play, table.bot(params.seed), params, |_, _| {}),
        None => analyse(play, params, |_, _| {}),
    };
    match moves {
        Ok(moves) => lines(play, &moves),
        Err(error) => vec![error.to_string()],
    }
}

fn lines(play: &dyn AnyMatch, moves: &[ValuedMove]) -> Vec<String> {
    let accuracies = Seat::BOTH.iter().filter_map(|seat| {
        let percent = accuracy(moves, *seat)?;
        Some(format!("{} {percent:.0} %", play.seat_name(*seat)))
    });
    let accuracies: Vec<String> = accuracies.collect();
    let line = |(index, valued): (usize, &ValuedMove)| {
        let name = play.seat_name(valued.seat);
        format!("{:>3}  {name:<8} {:<8} {}", index + 1, valued.text, valued.remark())
    };
    let head = format!("Accuracy: {}", accuracies.join(", "));
    [head, String::new()].into_iter().chain(moves.iter().enumerate().map(line)).collect()
}
