//! The summary of a solved game.

use std::fs;
use std::path::Path;

use serde_json::{Value as Json, json};

use super::TableError;
use super::error::io_error;

/// The file of the summary in a table's directory.
pub(crate) const SUMMARY_FILE: &str = "solution.json";

/// The summary of a solved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSummary(pub(crate) Json);

impl TableSummary {
    /// Reads the summary of a table.
    pub fn read(directory: &Path) -> Result<TableSummary, TableError> {
        let path = directory.join(SUMMARY_FILE);
        let text = fs::read_to_string(&path).map_err(io_error("read", &path))?;
        let wrong = |reason: String| TableError::File { path: path.clone(), reason };
        let json: Json =
            serde_json::from_str(&text).map_err(|error| wrong(format!("not JSON: {error}")))?;
        for key in ["game", "header", "layers", "digest"] {
            if json.get(key).is_none() {
                return Err(wrong(format!("it has no {key:?}")));
            }
        }
        Ok(TableSummary(json))
    }

    /// The summary as JSON.
    pub fn json(&self) -> &Json {
        &self.0
    }

    /// The identifier of the game.
    pub fn game(&self) -> &str {
        self.0["game"].as_str().unwrap_or_default()
    }

    /// Game and set-up as in the header of a record, in hexadecimal.
    pub(crate) fn header(&self) -> &str {
        self.0["header"].as_str().unwrap_or_default()
    }

    /// The digest of the table.
    pub fn digest(&self) -> &str {
        self.0["digest"].as_str().unwrap_or_default()
    }

    /// Number of reachable positions.
    pub fn positions(&self) -> u64 {
        self.0["positions"].as_u64().unwrap_or_default()
    }

    /// The number of plies of the principal line, once it is known.
    #[cfg(feature = "distributed")]
    pub(crate) fn set_plies(&mut self, plies: Option<u32>) {
        self.0["plies"] = json!(plies);
    }

    /// Writes the summary, durably and atomically.
    #[cfg(feature = "distributed")]
    pub(crate) fn write(&self, directory: &Path) -> Result<(), TableError> {
        write_durably(&directory.join(SUMMARY_FILE), &format!("{}\n", self.0))
    }
}

/// Replaces a small file atomically.
#[cfg(feature = "distributed")]
pub(crate) fn write_durably(path: &Path, text: &str) -> Result<(), TableError> {
    use std::io::Write;
    let temporary = path.with_extension("tmp");
    let mut file = fs::File::create(&temporary).map_err(io_error("create", &temporary))?;
    file.write_all(text.as_bytes())
        .and_then(|()| file.sync_all())
        .map_err(io_error("write", &temporary))?;
    fs::rename(&temporary, path).map_err(io_error("rename", &temporary))
}

/// Bytes in hexadecimal.
#[cfg(feature = "distributed")]
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The JSON object of a value: its name, and the plies to the end.
pub(crate) fn value_json(value: &str, plies: Option<u32>) -> Json {
    json!({ "value": value, "plies": plies })
}
