//! A ledger of acknowledged choices, for comparison with the store.

use std::cell::RefCell;
use std::fs::File;
use std::io::{LineWriter, Write};

use ennead_protocol::MatchIdBytes;

use crate::match_seats::id_text;
use crate::socket::SocketTrouble;
use crate::{LoadError, Plan};

/// A file with a line for each acknowledged choice: match id, ply and option, separated by spaces.
/// Each line is written immediately, so that it survives a crash.
pub(crate) struct Ledger(Option<RefCell<LineWriter<File>>>);

impl Ledger {
    pub(crate) fn create(plan: &Plan) -> Result<Self, LoadError> {
        let Some(path) = &plan.ledger else { return Ok(Ledger(None)) };
        let file =
            File::create(path).map_err(|error| LoadError::Ledger { path: path.clone(), error })?;
        Ok(Ledger(Some(RefCell::new(LineWriter::new(file)))))
    }

    /// No ledger.
    pub(crate) fn none() -> Self {
        Ledger(None)
    }

    /// Records a choice.
    pub(crate) fn note(
        &self,
        id: &MatchIdBytes,
        ply: u32,
        option: u32,
    ) -> Result<(), SocketTrouble> {
        let Some(file) = &self.0 else { return Ok(()) };
        writeln!(file.borrow_mut(), "{} {ply} {option}", id_text(id))
            .map_err(|_| SocketTrouble::Ledger)
    }
}
