//! The configuration of a server.

use std::time::Duration;

use ennead_search::Tables;

/// The configuration of a server, except its address and its database.
#[derive(Clone, Debug)]
pub struct Config {
    /// The token for the operator's page and the metrics.
    pub operator_token: String,
    /// Take the client's address from the last entry of `X-Forwarded-For`. Only safe behind a proxy
    /// that sets it.
    pub trust_proxy: bool,
    /// Origins besides the server's own whose pages may open sockets, as in
    /// `https://example.org`.
    pub origins: Vec<String>,
    /// The number of threads for bots and analyses.
    pub bot_threads: usize,
    /// How bots think.
    pub bots: BotConfig,
    /// How long a shutdown waits for requests in progress.
    pub drain: Duration,
    /// Limits per client and in total.
    pub limits: LimitConfig,
    /// The highest numbers of set-up options in new matches, by their names: the size of a board
    /// decides what it costs. They hold for the same addresses as the other limits.
    pub max_options: Vec<(String, u64)>,
    /// Tables of solved games: hints, analyses and reviews of their set-ups look positions up, and
    /// so does the strongest bot.
    pub tables: Tables,
    /// The machine's clock in milliseconds of Unix time. Tests replace it by a wrong one.
    pub wall: fn() -> u64,
    /// Defects that are put back to test the checker of the simulation.
    #[cfg(feature = "simulation")]
    pub defects: crate::simulation::Defects,
}

/// How bots think.
#[derive(Clone, Copy, Debug)]
pub struct BotConfig {
    /// The bytes that searches kept from move to move may take together.
    pub memory: usize,
    /// What a bot may spend on a move, or on a hint, instead of its usual time, in playouts or
    /// nodes: with a seed, its moves are then the same every time.
    pub nodes: Option<u64>,
    /// The seed of every bot; by default each bot gets a random seed.
    pub seed: Option<u64>,
    /// The most matches between bots in memory.
    pub matches: usize,
}

impl Default for BotConfig {
    fn default() -> Self {
        BotConfig { memory: 256 << 20, nodes: None, seed: None, matches: 100 }
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
    /// Choices in one match; a longer one is called off.
    pub choices: u32,
    /// Matches in memory.
    pub matches: u64,
    /// Whether the limits also apply to addresses of this machine. They do not by default, so that
    /// load tools and tests need no flags.
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

impl Config {
    /// The defaults, with an operator's token.
    pub fn new(operator_token: String) -> Self {
        Config {
            operator_token,
            trust_proxy: false,
            origins: Vec::new(),
            bot_threads: 1,
            bots: BotConfig::default(),
            drain: Duration::from_secs(10),
            limits: LimitConfig::default(),
            max_options: Vec::new(),
            tables: Tables::default(),
            wall: crate::node_clock::wall,
            #[cfg(feature = "simulation")]
            defects: crate::simulation::Defects::default(),
        }
    }
}
