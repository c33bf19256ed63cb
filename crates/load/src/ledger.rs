//! Every choice that the server has acknowledged, for comparison with what it has stored.

use std::cell::RefCell;
use std::fs::File;
use std::io::{LineWriter, Write};

use ennead_protocol::MatchId;

use crate::socket::Trouble;
use crate::table::id_text;
use crate::{LoadError, Plan};

/// A file with a line for each acknowledged choice: match id, ply and option, with spaces. Each line is written at once, so
/// that it is there whatever happens next.
pub(crate) struct Ledger(Option<RefCell<LineWriter<File>>>);

impl Ledger {
    pub(crate) fn create(plan: &Plan) -> Result<Self, LoadError> {
        let Some(path) = &plan.ledger else { return Ok(Ledger(None)) };
        let file = File::create(path).map_err(|error| LoadError::Ledger { path: path.clone(), error })?;
        Ok(Ledger(Some(RefCell::new(LineWriter::new(file)))))
    }

    /// Notes a choice.
    pub(crate) fn note(&self, id: &MatchId, ply: u32, option: u32) -> Result<(), Trouble> {
        let Some(file) = &self.0 else { return Ok(()) };
        writeln!(file.borrow_mut(), "{} {ply} {option}", id_text(id)).map_err(|_| Trouble::Ledger)
    }
}
