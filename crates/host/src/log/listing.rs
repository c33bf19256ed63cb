//! The phases of a match, by which lists group matches.

/// The phase of the matches in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Matches with an open seat.
    Open,
    /// Matches that are being played.
    Running,
    /// Matches that are over.
    Finished,
}

impl Listing {
    /// All phases, in their order.
    pub const ALL: [Listing; 3] = [Listing::Open, Listing::Running, Listing::Finished];

    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Listing::Open => "open",
            Listing::Running => "running",
            Listing::Finished => "finished",
        }
    }

    /// The phase with a name.
    ///
    /// ```
    /// use ennead_host::Listing;
    /// assert_eq!(Listing::of("running"), Some(Listing::Running));
    /// assert_eq!(Listing::of("asleep"), None);
    /// ```
    pub fn of(name: &str) -> Option<Listing> {
        Listing::ALL.into_iter().find(|listing| listing.name() == name)
    }
}
