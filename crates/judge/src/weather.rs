//! The periods of faults, during which no deadline applies.

/// Milliseconds since the start of a run.
pub type Ms = u64;

/// A period from one time to another.
pub type Stretch = (Ms, Ms);

/// The faults of a run, and the clock of its database.
pub trait Weather {
    /// The database's clock at a time, as Unix time in milliseconds.
    fn clock(&self, at: Ms) -> u64;

    /// The first time at or after `from` at which the database's clock shows `clock` or more.
    fn when(&self, from: Ms, clock: u64) -> Ms;

    /// When something that takes `grace` in calm weather, and could begin at `from`, must be done:
    /// at the end of the first calm period of that length.
    fn deadline(&self, from: Ms, grace: Ms) -> Ms;

    /// Whether the clocks of all nodes should be right at a time, whatever else may be wrong.
    fn is_settled(&self, at: Ms) -> bool;

    /// Whether there is no fault at any time of a period.
    fn is_calm(&self, from: Ms, to: Ms) -> bool {
        self.deadline(from, to.saturating_sub(from)) <= to
    }
}

/// Merges overlapping periods.
pub fn merge(mut stretches: Vec<Stretch>) -> Vec<Stretch> {
    stretches.sort_unstable();
    let mut merged: Vec<Stretch> = Vec::new();
    for (from, to) in stretches {
        match merged.last_mut().filter(|last| last.1 >= from) {
            Some(last) => last.1 = last.1.max(to),
            None => merged.push((from, to)),
        }
    }
    merged
}

/// The end of the first calm period of a length, at or after `from`.
pub fn calm_after(trouble: &[Stretch], from: Ms, length: Ms) -> Ms {
    let mut start = from;
    for (begins, ends) in trouble {
        if *ends > start && *begins < start + length {
            start = *ends;
        }
    }
    start + length
}
