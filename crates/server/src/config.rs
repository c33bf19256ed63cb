//! How a server is set up.

use std::time::Duration;

/// Everything about a server but where it listens and what it stores in.
#[derive(Clone, Debug)]
pub struct Config {
    /// Whoever has this token may see the operator's page and the metrics.
    pub operator_token: String,
    /// Take the client's address from the last entry of `X-Forwarded-For`: only behind a proxy that sets it.
    pub trust_proxy: bool,
    /// Origins besides the server's own whose pages may open sockets, as in `https://example.org`.
    pub origins: Vec<String>,
    /// How many threads bots may think on.
    pub bot_threads: usize,
    /// How long a shutdown waits for what is under way.
    pub drain: Duration,
    /// What one client may ask for.
    pub limits: LimitConfig,
}

/// What one client may ask for.
#[derive(Clone, Copy, Debug)]
pub struct LimitConfig {
    /// Calls a second from one address.
    pub calls_per_second: u32,
    /// New matches a minute from one address.
    pub matches_per_minute: u32,
    /// Messages a second on one socket.
    pub messages_per_second: u32,
    /// Connections from one address at once.
    pub connections_per_address: usize,
    /// Connections at once.
    pub connections: usize,
    /// Matches in memory at once.
    pub matches: u64,
    /// Whether addresses of this machine have limits, too. Without them, load tools and tests need no flags.
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
            drain: Duration::from_secs(10),
            limits: LimitConfig::default(),
        }
    }
}
