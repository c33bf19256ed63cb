//! When something was wrong, so that nothing had to happen in time.

/// Milliseconds since the start of a run.
pub type Ms = u64;

/// From a time until another.
pub type Stretch = (Ms, Ms);

/// The times of the faults of a run, and the clock that its database shows.
pub trait Weather {
    /// The database's clock at a time, in milliseconds of Unix time.
    fn clock(&self, at: Ms) -> u64;

    /// The first time from `from` on at which the database's clock shows `clock` or more.
    fn when(&self, from: Ms, clock: u64) -> Ms;

    /// When something that takes `grace` without trouble, and could begin at `from`, is over: at
    /// the end of the first quiet stretch of that length.
    fn deadline(&self, from: Ms, grace: Ms) -> Ms;

    /// Whether the clocks of all nodes should be right at a time, whatever else may be wrong.
    fn is_settled(&self, at: Ms) -> bool;

    /// Whether nothing is wrong at any time of a stretch.
    fn is_calm(&self, from: Ms, to: Ms) -> bool {
        self.deadline(from, to.saturating_sub(from)) <= to
    }
}

/// Joins stretches that overlap.
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

/// The end of the first stretch of a length, from `from` on, that is free of trouble.
pub fn calm_after(trouble: &[Stretch], from: Ms, length: Ms) -> Ms {
    let mut start = from;
    for (begins, ends) in trouble {
        if *ends > start && *begins < start + length {
            start = *ends;
        }
    }
    start + length
}
