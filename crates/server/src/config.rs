//! Configuration of a server.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use ennead_search::Tables;

/// The configuration of a server, except its address and its database.
#[derive(Clone, Debug)]
pub struct Config {
    /// The token for the operator's page and calls and the metrics, of at least
    /// [`MIN_OPERATOR_TOKEN`](Self::MIN_OPERATOR_TOKEN) bytes. Without one, they are closed.
    pub operator_token: String,
    /// Take the client's address from the last entry of `X-Forwarded-For`. Only safe behind a proxy
    /// that sets it.
    pub trust_proxy: bool,
    /// Origins besides the server's own whose pages may open sockets and change
    /// matches, as in `https://example.org`.
    pub origins: Vec<String>,
    /// The number of threads on which bots think. Analyses have another one.
    pub bot_threads: usize,
    /// Configuration of bots.
    pub bots: BotConfig,
    /// How long a shutdown waits for requests in progress.
    pub drain: Duration,
    /// A client that reads nothing of its answer for this long is disconnected.
    pub write_timeout: Duration,
    /// Limits per client and in total.
    pub limits: LimitConfig,
    /// The highest values of numeric set-up options in new matches, by option name: the size of a
    /// board determines its cost. Applies to the same addresses as the other limits.
    pub max_options: Vec<(String, u64)>,
    /// Tables of solved games. Hints, analyses, reviews and the strongest bot look positions up in
    /// them.
    pub tables: Tables,
    /// The machine's clock as Unix time in milliseconds. Tests replace it with an inaccurate one.
    pub wall: fn() -> u64,
    /// Defects to re-introduce, to test the checker of the simulation.
    #[cfg(feature = "simulation")]
    pub defects: crate::simulation::Defects,
}

/// Configuration of bots.
#[derive(Clone, Copy, Debug)]
pub struct BotConfig {
    /// The memory limit in bytes for searches kept between moves.
    pub memory: usize,
    /// The budget of a bot's move or a hint in playouts or nodes, instead of time. Together with a
    /// seed, this makes moves reproducible.
    pub nodes: Option<u64>,
    /// The seed of every bot; by default each bot gets a random seed.
    pub seed: Option<u64>,
    /// The highest number of matches between bots in memory.
    pub matches: usize,
    /// The most of them for one address.
    pub matches_per_address: usize,
}

impl Default for BotConfig {
    fn default() -> Self {
        BotConfig {
            memory: 256 << 20,
            nodes: None,
            seed: None,
            matches: 100,
            matches_per_address: 10,
        }
    }
}

/// Limits per client and in total.
#[derive(Clone, Copy, Debug)]
pub struct LimitConfig {
    /// Calls per second from one address.
    pub calls_per_second: u32,
    /// New matches per minute from one address.
    pub matches_per_minute: u32,
    /// Messages per second on one socket.
    pub messages_per_second: u32,
    /// Simultaneous connections from one address.
    pub connections_per_address: usize,
    /// Simultaneous connections.
    pub connections: usize,
    /// Milliseconds of computing per second for one address: deep boards, replays, long lists.
    pub work_per_second: u32,
    /// Choices in one match; a longer match is called off.
    pub choices: u32,
    /// Matches in memory.
    pub matches: u64,
    /// Whether the limits also apply to loopback addresses. Off by default, so that load tools and
    /// tests need no flags.
    pub limit_loopback: bool,
}

impl Default for LimitConfig {
    fn default() -> Self {
        LimitConfig {
            calls_per_second: 20,
            matches_per_minute: 30,
            messages_per_second: 500,
            connections_per_address: 64,
            connections: 50_000,
            work_per_second: 250,
            choices: 100_000,
            matches: 1_000_000,
            limit_loopback: false,
        }
    }
}

/// Why a server does not start with a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortOperatorToken(usize);

impl fmt::Display for ShortOperatorToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the operator's token has {} character(s) and needs at least {}: it opens every match",
            self.0,
            Config::MIN_OPERATOR_TOKEN
        )
    }
}

impl Error for ShortOperatorToken {}

impl Config {
    /// The length of the shortest operator token. Those that the server makes have 22 characters.
    pub const MIN_OPERATOR_TOKEN: usize = 16;

    /// Checks what a server must not start with.
    ///
    /// ```
    /// use ennead_server::Config;
    /// assert!(Config::new("secret".into()).check().is_err());
    /// assert!(Config::new("16 characters ok".into()).check().is_ok());
    /// ```
    pub fn check(&self) -> Result<(), ShortOperatorToken> {
        match self.operator_token.len() {
            short @ 1..Self::MIN_OPERATOR_TOKEN => Err(ShortOperatorToken(short)),
            _ => Ok(()),
        }
    }

    /// The defaults, with this operator token.
    pub fn new(operator_token: String) -> Self {
        Config {
            operator_token,
            trust_proxy: false,
            origins: Vec::new(),
            bot_threads: 1,
            bots: BotConfig::default(),
            drain: Duration::from_secs(10),
            write_timeout: Duration::from_secs(20),
            limits: LimitConfig::default(),
            max_options: Vec::new(),
            tables: Tables::default(),
            wall: crate::node_clock::wall,
            #[cfg(feature = "simulation")]
            defects: crate::simulation::Defects::default(),
        }
    }
}
