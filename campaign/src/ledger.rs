//! A compact ledger of what players sent and what was acknowledged: a campaign has millions of
//! moves.

use ennead_game::Seat;
use ennead_host::MatchId;
use ennead_judge::{HistoryEvent, Ms, What};
use rustc_hash::FxHashMap;

/// A choice in one byte: the option plus one, the seat, and whether it was acknowledged.
const OPTION: u8 = 0x3f;
const SECOND: u8 = 0x40;
const ACKNOWLEDGED: u8 = 0x80;

/// What the players of a match sent and received.
#[derive(Clone, Debug, Default)]
pub(crate) struct Page {
    /// One byte per ply; zero if nothing was sent.
    choices: Vec<u8>,
    next: Option<MatchId>,
}

impl Page {
    /// The option sent at a ply.
    pub(crate) fn sent(&self, ply: u32) -> Option<u32> {
        let choice = self.choices.get(ply as usize)? & OPTION;
        choice.checked_sub(1).map(u32::from)
    }

    /// The events for the judge. Their times are meaningless.
    pub(crate) fn events(&self, id: MatchId, at: Ms) -> Vec<HistoryEvent> {
        let mut events = vec![HistoryEvent { at, what: What::Created { id } }];
        for (ply, choice) in (0..).zip(&self.choices) {
            let Some(option) = (choice & OPTION).checked_sub(1).map(u32::from) else { continue };
            let seat = if choice & SECOND == 0 { Seat::FIRST } else { Seat::SECOND };
            events.push(HistoryEvent { at, what: What::Choice { id, seat, ply, option } });
            if choice & ACKNOWLEDGED != 0 {
                let is_new = true;
                events.push(HistoryEvent {
                    at,
                    what: What::Acknowledged { id, seat, ply, option, is_new },
                });
            }
        }
        if let Some(next) = self.next {
            events.push(HistoryEvent { at, what: What::Rematch { id, next } });
        }
        events
    }
}

/// The ledger of all fast matches.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    pages: FxHashMap<MatchId, Page>,
}

impl Ledger {
    /// Adds a match that the server has confirmed.
    pub(crate) fn open(&mut self, id: MatchId) -> &mut Page {
        self.pages.entry(id).or_default()
    }

    /// Records a choice that is about to be sent.
    pub(crate) fn send(&mut self, id: MatchId, ply: u32, seat: Seat, option: u32) {
        let choices = &mut self.open(id).choices;
        if choices.len() <= ply as usize {
            choices.resize(ply as usize + 1, 0);
        }
        let side = if seat == Seat::FIRST { 0 } else { SECOND };
        choices[ply as usize] |= (option as u8 + 1) & OPTION | side;
    }

    /// Records that the server has acknowledged a choice.
    pub(crate) fn acknowledge(&mut self, id: MatchId, ply: u32) {
        if let Some(choice) = self.open(id).choices.get_mut(ply as usize) {
            *choice |= ACKNOWLEDGED;
        }
    }

    /// Records the rematch of a match.
    pub(crate) fn rematch(&mut self, id: MatchId, next: MatchId) {
        self.open(id).next = Some(next);
        self.open(next);
    }

    /// Removes the page of a match.
    pub(crate) fn take(&mut self, id: MatchId) -> Option<Page> {
        self.pages.remove(&id)
    }

    /// The remaining pages.
    pub(crate) fn rest(self) -> impl Iterator<Item = (MatchId, Page)> {
        self.pages.into_iter()
    }
}
