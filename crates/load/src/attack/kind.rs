//! The attacks and their names.

/// An attack on a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// Creates and watches costly matches between the strongest bots.
    BotMatches,
    /// Requests lists of costly matches.
    Lists,
    /// Looks at parts of a costly board 500 times a second on each socket.
    Looks,
    /// Opens a costly match 500 times a second on each socket.
    Opens,
    /// Resigns and requests rematches.
    Rematches,
    /// Holds as many connections as it gets, each with half a request.
    Connections,
    /// Requests the server's readiness, which writes to its database.
    Readiness,
    /// Requests large responses and reads none of them.
    Unread,
    /// Requests reviews and analyses of costly matches.
    Studies,
    /// Connects and disconnects.
    Floods,
    /// Sends bytes that are neither HTTP nor a frame.
    Garbage,
}

impl Attack {
    /// All of them.
    pub const ALL: [Attack; 11] = [
        Attack::BotMatches,
        Attack::Lists,
        Attack::Looks,
        Attack::Opens,
        Attack::Rematches,
        Attack::Connections,
        Attack::Readiness,
        Attack::Unread,
        Attack::Studies,
        Attack::Floods,
        Attack::Garbage,
    ];

    /// Its name, for commands and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Attack::BotMatches => "bot-matches",
            Attack::Lists => "lists",
            Attack::Looks => "looks",
            Attack::Opens => "opens",
            Attack::Rematches => "rematches",
            Attack::Connections => "connections",
            Attack::Readiness => "readiness",
            Attack::Unread => "unread",
            Attack::Studies => "studies",
            Attack::Floods => "floods",
            Attack::Garbage => "garbage",
        }
    }

    /// The attack with this name.
    ///
    /// ```
    /// use ennead_load::Attack;
    /// assert_eq!(Attack::named("looks"), Some(Attack::Looks));
    /// assert!(Attack::ALL.iter().all(|attack| Attack::named(attack.name()) == Some(*attack)));
    /// ```
    pub fn named(name: &str) -> Option<Attack> {
        Attack::ALL.into_iter().find(|attack| attack.name() == name)
    }
}
