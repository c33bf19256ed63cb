//! What players sent and what was acknowledged, in few bytes: a campaign has millions of moves.

use ennead_game::Seat;
use ennead_host::MatchId;
use ennead_judge::{Event, Ms, What};
use rustc_hash::FxHashMap;

/// A choice in a byte: the option plus one, the seat, and whether it was acknowledged.
const OPTION: u8 = 0x3f;
const SECOND: u8 = 0x40;
const ACKNOWLEDGED: u8 = 0x80;

/// What the players of a match sent, and heard.
#[derive(Clone, Debug, Default)]
pub(crate) struct Page {
    /// One byte per ply; zero where nothing was sent.
    choices: Vec<u8>,
    next: Option<MatchId>,
}

impl Page {
    /// What was sent at a ply.
    pub(crate) fn sent(&self, ply: u32) -> Option<u32> {
        let choice = self.choices.get(ply as usize)? & OPTION;
        choice.checked_sub(1).map(u32::from)
    }

    /// The events for the judge. Their times say nothing.
    pub(crate) fn events(&self, id: MatchId, at: Ms) -> Vec<Event> {
        let mut events = vec![Event { at, what: What::Created { id } }];
        for (ply, choice) in (0..).zip(&self.choices) {
            let Some(option) = (choice & OPTION).checked_sub(1).map(u32::from) else { continue };
            let seat = if choice & SECOND == 0 { Seat::FIRST } else { Seat::SECOND };
            events.push(Event { at, what: What::Choice { id, seat, ply, option } });
            if choice & ACKNOWLEDGED != 0 {
                let is_new = true;
                events
                    .push(Event { at, what: What::Acknowledged { id, seat, ply, option, is_new } });
            }
        }
        if let Some(next) = self.next {
            events.push(Event { at, what: What::Rematch { id, next } });
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
    /// A match that exists, as the server has said.
    pub(crate) fn open(&mut self, id: MatchId) -> &mut Page {
        self.pages.entry(id).or_default()
    }

    /// A choice that is about to be sent.
    pub(crate) fn send(&mut self, id: MatchId, ply: u32, seat: Seat, option: u32) {
        let choices = &mut self.open(id).choices;
        if choices.len() <= ply as usize {
            choices.resize(ply as usize + 1, 0);
        }
        let side = if seat == Seat::FIRST { 0 } else { SECOND };
        choices[ply as usize] |= (option as u8 + 1) & OPTION | side;
    }

    /// A choice that the server has acknowledged.
    pub(crate) fn acknowledge(&mut self, id: MatchId, ply: u32) {
        if let Some(choice) = self.open(id).choices.get_mut(ply as usize) {
            *choice |= ACKNOWLEDGED;
        }
    }

    /// The rematch of a match.
    pub(crate) fn rematch(&mut self, id: MatchId, next: MatchId) {
        self.open(id).next = Some(next);
        self.open(next);
    }

    /// Takes out the page of a match.
    pub(crate) fn take(&mut self, id: MatchId) -> Option<Page> {
        self.pages.remove(&id)
    }

    /// What is left.
    pub(crate) fn rest(self) -> impl Iterator<Item = (MatchId, Page)> {
        self.pages.into_iter()
    }
}
