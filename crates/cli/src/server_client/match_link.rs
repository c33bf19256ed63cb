//! Match links: the server, and the id of the match.

use clap::{Arg, ArgMatches, value_parser};
use ennead_host::{MatchId, PlayerName};
use ennead_load::Address;

use crate::failure::Failure;

/// `--server`.
pub(crate) fn server_argument() -> Arg {
    Arg::new("server").long("server").value_name("URL").value_parser(value_parser!(Address))
}

/// `--match`.
pub(crate) fn match_argument() -> Arg {
    Arg::new("match").long("match").value_name("LINK")
}

/// `--name`.
pub(crate) fn name_argument() -> Arg {
    Arg::new("name")
        .long("name")
        .value_name("NAME")
        .value_parser(|text: &str| text.parse::<PlayerName>().map(|name| name.to_string()))
        .help("The name that others see, 1 to 24 characters")
}

/// A match on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MatchLink {
    pub(crate) address: Address,
    pub(crate) id: String,
}

impl MatchLink {
    /// The match given by `--server` and `--match`; `None` without `--match`.
    pub(crate) fn of(matches: &ArgMatches) -> Result<Option<MatchLink>, Failure> {
        let server = matches.get_one::<Address>("server");
        let link = matches.get_one::<String>("match");
        link.map(|link| MatchLink::parse(link, server)).transpose()
    }

    /// A link is an address such as `http://HOST:PORT/m/ID`, a path such as `/m/ID`, or an id.
    fn parse(text: &str, server: Option<&Address>) -> Result<MatchLink, Failure> {
        let wrong =
            |why: String| Failure::Usage(format!("{text:?} is not a link to a match: {why}"));
        let (site, id) = match text.split_once("/m/") {
            Some((site, id)) => (site, id.trim_end_matches('/')),
            None => ("", text),
        };
        let own = match site {
            "" => None,
            site => Some(site.parse::<Address>().map_err(|error| wrong(error.to_string()))?),
        };
        let id: MatchId = id.parse().map_err(|_| {
            wrong("a link ends in /m/ and 11 letters, as the invitation has it".into())
        })?;
        match (own, server) {
            (Some(own), Some(server)) if own != *server => {
                Err(wrong(format!("it is on {own}, and --server says {server}")))
            }
            (Some(address), _) => Ok(MatchLink { address, id: id.to_string() }),
            (None, Some(server)) => Ok(MatchLink { address: server.clone(), id: id.to_string() }),
            (None, None) => Err(wrong("say on which server with --server URL".into())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_in_every_form() {
        let server: Address = "http://127.0.0.1:9009".parse().unwrap();
        let id = MatchId::new(1_800_000_000_000, 7).to_string();
        let wanted = MatchLink { address: server.clone(), id: id.clone() };
        let full = format!("{server}/m/{id}");
        for (text, server) in [
            (full.clone(), None),
            (format!("{full}/"), Some(&server)),
            (format!("/m/{id}"), Some(&server)),
            (id.clone(), Some(&server)),
        ] {
            assert_eq!(MatchLink::parse(&text, server).unwrap(), wanted, "{text}");
        }
        let refusal = |text: &str, server| MatchLink::parse(text, server).unwrap_err().to_string();
        assert!(refusal(&id, None).contains("--server"));
        assert!(refusal("nonsense", Some(&server)).contains("11 letters"));
        assert!(refusal(&format!("https://a/m/{id}"), None).contains("tunnel"));
        let other = "http://127.0.0.1:1".parse().unwrap();
        assert!(refusal(&full, Some(&other)).contains("--server says"));
    }
}
