//! What was acknowledged to players, compared with what is stored.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The acknowledged choices of a run of the load tool.
pub(crate) struct Ledger(PathBuf);

impl Ledger {
    pub(crate) fn at(path: &Path) -> Ledger {
        Ledger(path.to_path_buf())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The number of bytes acknowledged so far.
    pub(crate) fn size(&self) -> u64 {
        fs::metadata(&self.0).map_or(0, |file| file.len())
    }

    /// The acknowledged options, by match and ply.
    fn promises(&self) -> HashMap<(String, usize), u32> {
        let mut promises = HashMap::new();
        for line in fs::read_to_string(&self.0).unwrap().lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let [id, ply, option] = words[..] else { panic!("{line}") };
            let (ply, option) = (ply.parse().unwrap(), option.parse().unwrap());
            assert_eq!(
                promises.insert((id.to_string(), ply), option),
                None,
                "acknowledged twice: {line}"
            );
        }
        promises
    }

    /// Checks that every acknowledged choice is stored where it was made; returns their number.
    pub(crate) fn check_kept(&self, stored: &HashMap<String, Vec<u32>>) -> usize {
        let promises = self.promises();
        for ((id, ply), option) in &promises {
            let choices = stored.get(id).unwrap_or_else(|| panic!("match {id} is gone"));
            assert_eq!(choices.get(*ply), Some(option), "match {id}, ply {ply}: {choices:?}");
        }
        promises.len()
    }

    /// Checks that nothing is stored twice. An unacknowledged choice may be stored if the server
    /// went down just then, but only one per match and interruption. Only for games in which the
    /// server makes no choices itself.
    pub(crate) fn check_nothing_else(
        &self,
        stored: &HashMap<String, Vec<u32>>,
        interruptions: usize,
    ) {
        let promises = self.promises();
        for (id, choices) in stored {
            let promised =
                (0..choices.len()).filter(|ply| promises.contains_key(&(id.clone(), *ply)));
            let unheard = choices.len() - promised.count();
            assert!(unheard <= interruptions, "match {id}: {unheard} choices that nobody knows of");
        }
    }
}
