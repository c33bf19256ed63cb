//! The database of a campaign.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ennead_store::testing::{Folder, PostgresServer};

use crate::disk::Disk;
use crate::options::StoreKind;

/// The database, and its disk if that can be filled.
pub(crate) struct Database {
    kind: DatabaseKind,
    disk: Option<Disk>,
}

enum DatabaseKind {
    Sqlite(PathBuf),
    Postgres {
        server: Box<PostgresServer>,
        replica: Option<Box<PostgresServer>>,
        /// The path of the URL: the name of the database.
        name: String,
    },
}

impl Database {
    /// Creates the database, with the content of a fixture if there is one.
    pub(crate) fn create(
        store: StoreKind,
        out: &Path,
        disk: Option<Disk>,
        fixture: Option<&Path>,
    ) -> Result<Database, String> {
        let kind = match store {
            StoreKind::Sqlite => {
                let folder = disk.as_ref().map_or(out, Disk::path);
                let path = folder.join("matches.db");
                for ending in ["", "-wal", "-shm", ".lock"] {
                    let _ = fs::remove_file(folder.join(format!("matches.db{ending}")));
                }
                if let Some(fixture) = fixture {
                    fs::copy(fixture, &path)
                        .map_err(|error| format!("{}: {error}", fixture.display()))?;
                }
                DatabaseKind::Sqlite(path)
            }
            StoreKind::Postgres | StoreKind::Replica => {
                let server = match &disk {
                    Some(disk) => PostgresServer::start_in(Folder::within(disk.path())),
                    None => PostgresServer::start(),
                };
                let url = server.database();
                if let Some(fixture) = fixture {
                    let sql = fs::read_to_string(fixture)
                        .map_err(|error| format!("{}: {error}", fixture.display()))?;
                    server.sql(&url, &sql);
                }
                let name = url.rsplit('/').next().unwrap_or_default().to_string();
                let is_replicated = store == StoreKind::Replica;
                let replica = is_replicated.then(|| Box::new(server.replica(None)));
                DatabaseKind::Postgres { server: Box::new(server), replica, name }
            }
        };
        Ok(Database { kind, disk })
    }

    /// The ports of its servers.
    pub(crate) fn ports(&self) -> Vec<u16> {
        match &self.kind {
            DatabaseKind::Sqlite(_) => Vec::new(),
            DatabaseKind::Postgres { server, replica, .. } => {
                [server.port()].into_iter().chain(replica.as_ref().map(|one| one.port())).collect()
            }
        }
    }

    /// Its URL, with other ports for its servers.
    pub(crate) fn url(&self, ports: &[u16]) -> String {
        match &self.kind {
            DatabaseKind::Sqlite(path) => format!("sqlite:{}", path.display()),
            DatabaseKind::Postgres { name, .. } => {
                let hosts: Vec<_> = ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
                let which = if hosts.len() > 1 { "?target_session_attrs=read-write" } else { "" };
                format!("postgres://ennead@{}/{name}{which}", hosts.join(","))
            }
        }
    }

    /// The disk, if it can be filled.
    pub(crate) fn disk(&self) -> Option<&Disk> {
        self.disk.as_ref()
    }

    /// Restarts the server as after a crash.
    pub(crate) fn restart(&mut self) {
        if let DatabaseKind::Postgres { server, .. } = &mut self.kind {
            server.crash();
            server.resume();
        }
    }

    /// Restarts the server if it has exited.
    pub(crate) fn revive(&mut self) {
        if let DatabaseKind::Postgres { server, .. } = &mut self.kind
            && !server.answers()
        {
            server.crash();
            server.resume();
        }
    }

    /// Kills the server and promotes its replica.
    pub(crate) fn fail_over(&mut self) {
        if let DatabaseKind::Postgres { server, replica: Some(replica), .. } = &mut self.kind {
            server.crash();
            replica.promote();
            std::mem::swap(server, replica);
        }
    }

    /// Creates a new replica, on the port of the server that was lost.
    pub(crate) fn replicate(&mut self) {
        if let DatabaseKind::Postgres { server, replica: Some(replica), .. } = &mut self.kind {
            **replica = server.replica(Some(replica.port()));
        }
    }

    /// Checks that an old program rejects the database, and returns its message.
    pub(crate) fn is_refused_by(&self, old: &Path, out: &Path) -> Result<String, String> {
        let mut command = Command::new("timeout");
        command.arg("20").arg(old).args(["serve", "--listen", "127.0.0.1:0", "--db"]);
        command.arg(self.url(&self.ports()[..self.ports().len().min(1)]));
        command.arg("--data").arg(out.join("old"));
        let ran = command.output().map_err(|error| format!("{}: {error}", old.display()))?;
        let said = String::from_utf8_lossy(&ran.stderr).trim().to_string();
        match ran.status.code() {
            Some(0 | 124) | None => Err(format!("{} accepts a migrated database", old.display())),
            Some(_) => Ok(said),
        }
    }
}
