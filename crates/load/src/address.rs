//! The address of the server.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

use thiserror::Error;
use tokio::net::{TcpSocket, TcpStream};

/// The address of a server: host and port of a plain HTTP address.
///
/// ```
/// use ennead_load::Address;
/// let address: Address = "http://127.0.0.1:9009/".parse()?;
/// assert_eq!(address.authority(), "127.0.0.1:9009");
/// assert_eq!("http://example.org".parse::<Address>()?.to_string(), "http://example.org:80");
/// # Ok::<(), ennead_load::AddressError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address(String);

/// Text that is not a server address.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    /// It is not an address.
    #[error(
        "{0:?} is not the address of a server: it must be http://HOST:PORT, as in \
         http://127.0.0.1:9009"
    )]
    Text(String),
    /// A server behind TLS.
    #[error(
        "{0:?}: this program speaks plain HTTP, and no https or wss. Reach the server through a \
         tunnel, such as ssh -L 9009:127.0.0.1:9009 HOST, and use http://127.0.0.1:9009"
    )]
    Encrypted(String),
}

impl Address {
    /// Host and port.
    pub fn authority(&self) -> &str {
        &self.0
    }

    /// Whether the server is on this machine, at an IPv4 address.
    pub(crate) fn is_loopback(&self) -> bool {
        self.0.parse::<SocketAddr>().is_ok_and(|address| match address.ip() {
            IpAddr::V4(address) => address.is_loopback() && address != Ipv4Addr::UNSPECIFIED,
            IpAddr::V6(_) => false,
        })
    }

    /// Connects, from a given local address if there is one.
    pub(crate) async fn connect(&self, local: Option<IpAddr>) -> io::Result<TcpStream> {
        let (Some(local), Ok(address)) = (local, self.0.parse()) else {
            return TcpStream::connect(&self.0).await;
        };
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(local, 0))?;
        socket.connect(address).await
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let start = || text.chars().take(80).collect();
        let wrong = || AddressError::Text(start());
        if ["https://", "wss://"].iter().any(|scheme| text.starts_with(scheme)) {
            return Err(AddressError::Encrypted(start()));
        }
        let rest = text.strip_prefix("http://").ok_or_else(wrong)?;
        let authority = rest.strip_suffix('/').unwrap_or(rest);
        let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]_".contains(c);
        if authority.is_empty() || !authority.chars().all(is_plain) {
            return Err(wrong());
        }
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, port),
            _ => (authority, "80"),
        };
        if host.is_empty() || port.parse::<u16>().is_err() {
            return Err(wrong());
        }
        Ok(Address(format!("{host}:{port}")))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}", self.0)
    }
}
