//! One writing process per database, by whatever name it is opened, and files for their owner only.
#![cfg(unix)]

use std::fs::{self, File, Permissions, TryLockError};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use ennead_store::Store;
use ennead_store::testing::Folder;

use crate::again;
use crate::matches::{NOW, head, id};

const READY: &str = "the database is open";

/// The child process: holds the database open until it is killed.
#[tokio::test]
#[ignore = "started by the tests of other names for a database"]
async fn holder() {
    let store = Store::open(&again::place()).await.unwrap();
    let number = store.counts().await.unwrap().running;
    store.create(id(number + 1), &head(), &[], NOW, None).await.unwrap();
    println!("\n{READY}");
    std::future::pending::<()>().await;
}

/// A process that has a database open for writing. Dropping it kills the process.
struct Holder(Child);

impl Holder {
    /// Opens the path, which may be relative to the folder.
    fn start(folder: &Path, path: &str) -> Holder {
        let [executable, arguments @ ..] = again::arguments("lock::holder");
        let mut child = Command::new(executable)
            .args(arguments)
            .env(again::PLACE, format!("sqlite:{path}"))
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.map_while(Result::ok).any(|line| line == READY), "{path} does not open");
        Holder(child)
    }
}

impl Drop for Holder {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// Why a database does not open for writing.
async fn refusal(path: &Path) -> String {
    let store = Store::open(&format!("sqlite:{}", path.display())).await;
    store.err().unwrap_or_else(|| panic!("{} opens", path.display())).to_string()
}

async fn opens(path: &Path) {
    Store::open(&format!("sqlite:{}", path.display())).await.unwrap().close().await;
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn no_other_path_of_a_database_admits_a_second_process() {
    let folder = Folder::new();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("data")).unwrap();
    symlink("data/matches.db", at("link.db")).unwrap();
    symlink("link.db", at("link to a link.db")).unwrap();
    symlink("data", at("folder")).unwrap();
    let paths = ["data/matches.db", "link.db", "link to a link.db", "folder/matches.db"];
    let first = at(paths[0]).to_str().unwrap().to_string();
    for held in [&paths[..], &[&first, "./data/../link.db"]].concat() {
        let holder = Holder::start(folder.path(), held);
        for path in paths {
            let refusal = refusal(&at(path)).await;
            let expected = format!("is in use by process {}; only one can", holder.0.id());
            assert!(refusal.contains(&expected), "{path} beside {held}: {refusal}");
        }
        // Killed, it leaves its lock files behind, unlocked.
        drop(holder);
        for path in paths {
            opens(&at(path)).await;
        }
    }
    assert!(
        !at("link.db-wal").exists() && fs::symlink_metadata(at("link.db")).unwrap().is_symlink()
    );
}

#[tokio::test]
async fn a_database_with_two_hard_links_is_rejected_by_either() {
    let folder = Folder::new();
    let [one, other] = ["one.db", "other.db"].map(|name| folder.path().join(name));
    let holder = Holder::start(folder.path(), "one.db");
    fs::hard_link(&one, &other).unwrap();
    assert!(refusal(&other).await.contains("is one of 2 names (hard links) of the same file"));
    assert!(refusal(&one).await.contains("is in use by process"));
    drop(holder);
    for path in [&one, &other] {
        assert!(refusal(path).await.contains("is one of 2 names (hard links) of the same file"));
    }
    fs::remove_file(&other).unwrap();
    opens(&one).await;
}

#[tokio::test]
#[cfg(target_os = "linux")]
async fn a_renamed_database_admits_no_second_process() {
    let folder = Folder::new();
    let [one, other] = ["one.db", "other.db"].map(|name| folder.path().join(name));
    let holder = Holder::start(folder.path(), "one.db");
    fs::rename(&one, &other).unwrap();
    let refusal = refusal(&other).await;
    assert!(refusal.contains("is in use by another process, by another name"), "{refusal}");
    drop(holder);
    fs::rename(&other, &one).unwrap();
    opens(&one).await;
}

/// Version 0.2 locks the file beside the path that it was given, and nothing else.
#[tokio::test]
async fn a_process_of_version_0_2_and_this_one_exclude_each_other() {
    let folder = Folder::new();
    let at = |name: &str| folder.path().join(name);
    opens(&at("matches.db")).await;
    symlink("matches.db", at("link.db")).unwrap();
    for name in ["matches.db", "link.db"] {
        let path = at(&format!("{name}.lock"));
        fs::write(&path, "4294967295").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o644)).unwrap();
        let old = File::options().read(true).write(true).open(&path).unwrap();
        old.try_lock().unwrap();
        let refusal = refusal(&at(name)).await;
        assert!(refusal.contains("is in use by process 4294967295"), "{refusal}");
        drop(old);
        let _new = Holder::start(folder.path(), name);
        let old = File::open(&path).unwrap();
        assert!(matches!(old.try_lock(), Err(TryLockError::WouldBlock)), "{name}");
        assert_eq!(mode(&path), 0o600);
    }
}

#[tokio::test]
async fn folders_and_files_are_for_their_owner_only() {
    let folder = Folder::new();
    let made = folder.path().join("a/b");
    let holder = Holder::start(folder.path(), "a/b/matches.db");
    assert_eq!([mode(&folder.path().join("a")), mode(&made)], [0o700; 2]);
    let files: Vec<_> = fs::read_dir(&made).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 4, "{files:?}");
    for file in &files {
        assert_eq!(mode(file), 0o600, "{}", file.display());
    }
    drop(holder);
    // As an earlier version leaves them behind when it is killed.
    fs::set_permissions(&made, Permissions::from_mode(0o755)).unwrap();
    for file in &files {
        fs::set_permissions(file, Permissions::from_mode(0o644)).unwrap();
    }
    let _holder = Holder::start(&made, "matches.db");
    for file in &files {
        assert_eq!(mode(file), 0o600, "{}", file.display());
    }
    assert_eq!(mode(&made), 0o755, "others may use the folder");
}

#[tokio::test]
async fn files_that_are_no_database_keep_their_permissions() {
    let folder = Folder::new();
    let file = folder.path().join("notes");
    fs::write(&file, "These are notes for everybody, and by no means a database.").unwrap();
    fs::set_permissions(&file, Permissions::from_mode(0o644)).unwrap();
    assert!(refusal(&file).await.contains("is not a database"));
    assert_eq!(mode(&file), 0o644);
}
