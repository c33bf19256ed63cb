//! The load tool as a separate process.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Stdio};

use serde_json::Value as Json;

use crate::ledger::Ledger;
use crate::node::{ennead, until};

/// Players that keep playing whatever happens to the server.
pub(crate) struct Load {
    child: Child,
    pub(crate) ledger: Ledger,
}

impl Load {
    pub(crate) fn start(address: SocketAddr, ledger: &Path, arguments: &[&str]) -> Load {
        let url = format!("http://{address}");
        let mut command = ennead(&["load", "--url", &url, "--ledger"]);
        command.arg(ledger).args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
        Load { child: command.spawn().unwrap(), ledger: Ledger::at(ledger) }
    }

    /// Waits until more choices are acknowledged.
    pub(crate) fn go_on(&self) {
        let before = self.ledger.size();
        until("the load goes on", || (self.ledger.size() > before).then_some(()));
    }

    /// Kills the load tool at an arbitrary point; its ledger remains.
    pub(crate) fn stop(mut self) -> Ledger {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        Ledger::at(self.ledger.path())
    }

    /// Waits for it to end, and returns its report.
    pub(crate) fn report(mut self) -> (Json, Ledger) {
        let out = self.child.stdout.take().unwrap();
        let report = std::io::read_to_string(out).unwrap();
        assert!(self.child.wait().unwrap().success(), "{report}");
        (serde_json::from_str(&report).unwrap(), Ledger::at(self.ledger.path()))
    }
}

impl Drop for Load {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
