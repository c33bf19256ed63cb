//! `ennead serve`: the server.

use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use data_encoding::BASE64URL_NOPAD;
use ennead_kit::Games;
use ennead_server::{BotConfig, Config, LimitConfig};
use ennead_store::Store;
use tokio::net::{TcpListener, TcpSocket};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::bot_arguments::{table_argument, tables};
use crate::database_arguments;
use crate::failure::{Failure, Status};

/// The listen backlog; the system may have a lower limit.
const WAITING_CONNECTIONS: u32 = 4096;

const EXAMPLES: &str = "\
Examples:
  ennead serve                                       play at http://127.0.0.1:9009
  ennead serve --listen 0.0.0.0:80 --db sqlite:/var/lib/ennead/ennead.db
  ennead serve --db postgres://ennead@localhost/ennead   one of many nodes

Ctrl-C shuts it down: pending work finishes, and clients learn when to reconnect.";

const ABOUT: &str = "\
Serve matches to players, bots and scripts; the page to play on is at the address that it prints";

/// The file in the data folder that holds the operator's token.
pub(crate) const TOKEN_FILE: &str = "operator-token";

pub(crate) fn command(_: Games) -> Command {
    Command::new("serve")
        .about(ABOUT)
        .after_help(EXAMPLES)
        .arg(
            Arg::new("listen")
                .long("listen")
                .value_name("ADDRESS")
                .env("ENNEAD_LISTEN")
                .default_value("127.0.0.1:9009")
                .value_parser(value_parser!(SocketAddr))
                .help("Where to listen; port 0 takes any that is free"),
        )
        .args(database_arguments::arguments())
        .args(text_arguments())
        .args(flag_arguments())
        .args(number_arguments())
        .arg(
            table_argument(
                "A table of 'ennead solve': hints, analyses, reviews and the strongest bot look up \
                 matches of its set-up; may be repeated",
            )
            .env("ENNEAD_TABLES")
            .action(ArgAction::Append)
            .value_delimiter(','),
        )
}

fn text(name: &'static str, value: &'static str, env: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).env(env).help(help)
}

fn number(name: &'static str, env: &'static str, default: u64, help: &str) -> Arg {
    let argument = Arg::new(name).long(name).value_name("N").env(env);
    let argument = argument.help(format!("{help} [default: {default}]"));
    argument.value_parser(value_parser!(u32).range(1..))
}

fn text_arguments() -> [Arg; 5] {
    [
        text(
            "operator-token",
            "TOKEN",
            "ENNEAD_OPERATOR_TOKEN",
            "The password of /operator and /metrics, 16 characters or more [default: made on the \
             first start and kept in the data folder]",
        )
        .hide_env_values(true),
        text(
            "origin",
            "ORIGIN",
            "ENNEAD_ORIGINS",
            "Another origin whose pages may open sockets and change matches, as in \
             https://example.org; may be repeated",
        )
        .action(ArgAction::Append)
        .value_delimiter(','),
        text(
            "max-option",
            "NAME=N",
            "ENNEAD_MAX_OPTIONS",
            "The highest number of a set-up option in new matches, unless from this machine; may \
             be repeated",
        )
        .action(ArgAction::Append)
        .value_delimiter(',')
        .value_parser(max_option)
        .default_value("depth=100"),
        text("log-format", "FORMAT", "ENNEAD_LOG_FORMAT", "How to write the log")
            .value_parser(["text", "json"])
            .default_value("text"),
        text(
            "log",
            "LEVEL",
            "ENNEAD_LOG",
            "What to log: error, warn, info, debug, trace, or a filter as in \
             warn,ennead_server=debug",
        )
        .default_value("info"),
    ]
}

/// Parses `NAME=N`.
fn max_option(text: &str) -> Result<(String, u64), String> {
    let read = || {
        let (name, number) = text.split_once('=')?;
        Some((name.to_string(), number.parse().ok()?)).filter(|(name, _)| !name.is_empty())
    };
    read().ok_or_else(|| "a limit is the name of an option and a number, as in depth=100".into())
}

fn flag_arguments() -> [Arg; 2] {
    let flag = |name: &'static str, env: &'static str, help: &'static str| {
        Arg::new(name).long(name).env(env).action(ArgAction::SetTrue).help(help)
    };
    [
        flag(
            "trust-proxy",
            "ENNEAD_TRUST_PROXY",
            "Take clients' addresses from X-Forwarded-For: only behind a proxy that sets it",
        ),
        flag(
            "limit-loopback",
            "ENNEAD_LIMIT_LOOPBACK",
            "Apply the limits by address to this machine's own addresses, too",
        ),
    ]
}

/// Numeric arguments: name, environment variable, default and help.
fn number_arguments() -> [Arg; 11] {
    let Config { drain, limits, .. } = Config::new(String::new());
    [
        number(
            "bot-threads",
            "ENNEAD_BOT_THREADS",
            bot_threads() as u64,
            "Threads on which bots think; analyses have another one",
        ),
        number(
            "bot-memory",
            "ENNEAD_BOT_MEMORY",
            (BotConfig::default().memory >> 20) as u64,
            "Megabytes that searches kept from move to move may take together",
        ),
        number(
            "drain",
            "ENNEAD_DRAIN",
            drain.as_secs(),
            "Seconds that a shutdown waits for what is under way",
        ),
        number(
            "calls-per-second",
            "ENNEAD_CALLS_PER_SECOND",
            limits.calls_per_second.into(),
            "Calls a second from one address",
        ),
        number(
            "matches-per-minute",
            "ENNEAD_MATCHES_PER_MINUTE",
            limits.matches_per_minute.into(),
            "New matches a minute from one address",
        ),
        number(
            "messages-per-second",
            "ENNEAD_MESSAGES_PER_SECOND",
            limits.messages_per_second.into(),
            "Messages a second on one socket",
        ),
        number(
            "connections-per-address",
            "ENNEAD_CONNECTIONS_PER_ADDRESS",
            limits.connections_per_address as u64,
            "Connections at once from one address",
        ),
        number(
            "connections",
            "ENNEAD_CONNECTIONS",
            limits.connections as u64,
            "Connections at once",
        ),
        number(
            "work-per-second",
            "ENNEAD_WORK_PER_SECOND",
            limits.work_per_second.into(),
            "Milliseconds of computing a second for one address",
        ),
        number(
            "choices",
            "ENNEAD_CHOICES",
            limits.choices.into(),
            "Choices in one match; a longer one is called off",
        ),
        number("matches", "ENNEAD_MATCHES", limits.matches, "Matches in memory at once"),
    ]
}

/// Half of the cores think, the other half serves.
fn bot_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}

pub(crate) fn run(matches: &ArgMatches, games: Games) -> Result<Status, Failure> {
    start_log(matches)?;
    let config = Config { tables: tables(matches, games)?, ..config(matches)? };
    let url = database_arguments::url(matches)?;
    let listen = *matches.get_one::<SocketAddr>("listen").expect("has a default");
    // Every client takes a file descriptor, and most systems default to about a thousand.
    ennead_platform::raise_file_limit();
    // Bots' trees come and go.
    ennead_platform::map_large_blocks();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Service(format!("no threads: {error}")))?;
    runtime.block_on(serve(listen, url, config, games))?;
    Ok(Status::Done)
}

async fn serve(
    listen: SocketAddr,
    url: String,
    config: Config,
    games: Games,
) -> Result<(), Failure> {
    let failed =
        |what: String| move |error: io::Error| Failure::Service(format!("{what}: {error}"));
    let listener = listen_on(listen).map_err(failed(format!("cannot listen on {listen}")))?;
    let address = listener.local_addr().map_err(failed("no address".into()))?;
    let store = Store::open(&url).await;
    let store = store.map_err(|error| Failure::Service(format!("{}: {error}", public(&url))))?;
    let mut out = anstream::stdout();
    let _ = writeln!(
        out,
        "Ennead is ready: open http://{address} to play. Matches are kept in {}.",
        public(&url)
    );
    let _ = out.flush();
    tracing::info!(%address, store = public(&url), "serving");
    let served =
        ennead_server::run(listener, store, config, games, ennead_platform::termination()).await;
    served.map_err(failed("the server failed".into()))
}

/// Opens the port. After a restart all clients return at once, and those that find the backlog full
/// wait for a second, so the backlog is long.
fn listen_on(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // On other systems it would let a second server take the port.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(WAITING_CONNECTIONS)
}

/// A URL without its password, which may be before the host or among the parameters.
fn public(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once(':').filter(|(scheme, _)| *scheme != "sqlite") else {
        return url.to_string();
    };
    let hidden = format!("{scheme}:…");
    let Some(rest) = rest.strip_prefix("//") else { return hidden };
    let (place, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    match place.rsplit('@').next() {
        Some(place) if !parameters.contains('@') => format!("{scheme}://{place}"),
        // The question mark is part of a password.
        _ => hidden,
    }
}

fn start_log(matches: &ArgMatches) -> Result<(), Failure> {
    let given = |name| matches.get_one::<String>(name).expect("has a default").as_str();
    let filter: Targets = given("log")
        .parse()
        .map_err(|error| Failure::Usage(format!("--log {:?}: {error}", given("log"))))?;
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let log = match given("log-format") {
        "json" => lines.json().boxed(),
        _ => lines.with_ansi(io::IsTerminal::is_terminal(&io::stderr())).boxed(),
    };
    let started = tracing_subscriber::registry().with(log.with_filter(filter)).try_init();
    started.map_err(|error| Failure::Service(format!("no log: {error}")))
}

fn config(matches: &ArgMatches) -> Result<Config, Failure> {
    let number = |name: &str| matches.get_one::<u32>(name).copied();
    let mut config = Config::new(operator_token(matches)?);
    config.trust_proxy = matches.get_flag("trust-proxy");
    config.origins = matches.get_many::<String>("origin").into_iter().flatten().cloned().collect();
    config.bot_threads = number("bot-threads").map_or_else(bot_threads, |threads| threads as usize);
    config.bots.memory =
        number("bot-memory").map_or(config.bots.memory, |megabytes| (megabytes as usize) << 20);
    config.drain =
        number("drain").map_or(config.drain, |seconds| Duration::from_secs(seconds.into()));
    config.max_options =
        matches.get_many::<(String, u64)>("max-option").into_iter().flatten().cloned().collect();
    let limits = config.limits;
    let size = |name: &str, default: usize| number(name).map_or(default, |number| number as usize);
    config.limits = LimitConfig {
        calls_per_second: number("calls-per-second").unwrap_or(limits.calls_per_second),
        matches_per_minute: number("matches-per-minute").unwrap_or(limits.matches_per_minute),
        messages_per_second: number("messages-per-second").unwrap_or(limits.messages_per_second),
        connections_per_address: size("connections-per-address", limits.connections_per_address),
        connections: size("connections", limits.connections),
        work_per_second: number("work-per-second").unwrap_or(limits.work_per_second),
        choices: number("choices").unwrap_or(limits.choices),
        matches: number("matches").map_or(limits.matches, u64::from),
        limit_loopback: matches.get_flag("limit-loopback"),
    };
    config.check().map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(config)
}

/// The given token, the one stored in the data folder, or a new one that is stored there.
fn operator_token(matches: &ArgMatches) -> Result<String, Failure> {
    if let Some(token) = matches.get_one::<String>("operator-token") {
        return Ok(token.clone());
    }
    let folder = database_arguments::folder(matches)?;
    let file = folder.join(TOKEN_FILE);
    let failed = |error: io::Error| Failure::Service(format!("{}: {error}", file.display()));
    match std::fs::read_to_string(&file) {
        Ok(token) if !token.trim().is_empty() => return Ok(token.trim().to_string()),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
        _ => {}
    }
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::Service(format!("no random numbers: {error}")))?;
    let token = BASE64URL_NOPAD.encode(&bytes);
    ennead_platform::create_private_folder(&folder).map_err(failed)?;
    ennead_platform::write_private(&file, format!("{token}\n").as_bytes()).map_err(failed)?;
    Ok(token)
}
