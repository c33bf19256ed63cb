//! Local addresses of connections.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use crate::Address;

/// A group of connections: each has its own local addresses, so that per-address limits tell them
/// apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowd {
    Players = 11,
    Watchers = 12,
    Attackers = 13,
}

/// How many connections of a group share an address, if not one: a port can be used only once for
/// each pair of addresses.
pub(crate) const SHARED_BY: usize = 10_000;

impl Crowd {
    /// The local address of the group's member with this number. `None` to let the system choose:
    /// there is more than one only on the server's own machine, and only where all of 127.0.0.0/8
    /// is local.
    pub(crate) fn local(self, server: &Address, number: usize) -> Option<IpAddr> {
        let [high, low] = [number / 250, number % 250].map(|part| part as u8);
        let address = IpAddr::V4(Ipv4Addr::new(127, self as u8, high, low + 1));
        (server.is_loopback() && UdpSocket::bind((address, 0)).is_ok()).then_some(address)
    }
}
