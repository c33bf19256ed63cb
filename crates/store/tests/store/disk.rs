//! Full and read-only disks.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use ennead_store::testing::{Folder, skip};
use ennead_store::{Entry, Event, Store, StoreError, Stored};

use crate::again;
use crate::matches::{NOW, append, choice, head, id, running};

/// Runs a test in a private file system, which exists for one process only. Not every machine
/// allows that.
fn confine(prepare: &str, test: &str, folder: &Folder) {
    let wrapper = ["unshare", "-rm"];
    let possible = Command::new(wrapper[0]).args([wrapper[1], "true"]).output();
    if !possible.is_ok_and(|output| output.status.success()) {
        return skip("unshare -rm is not permitted here");
    }
    let place = folder.path().to_str().unwrap();
    let output = again::in_shell(&wrapper, &prepare.replace("PLACE", place), test, place);
    succeeded(&output);
}

fn succeeded(output: &std::process::Output) {
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
    assert!(text(&output.stdout).contains("1 passed"), "{}", text(&output.stdout));
}

fn much(number: u32) -> Entry {
    Entry { at: number.into(), event: Event::Choices((0..5_000).collect()) }
}

/// Writes until the store rejects it; returns the number of acknowledged entries and the error.
async fn fill(store: &Store) -> (u32, StoreError) {
    for number in 0..10_000 {
        if let Err(error) = store.append(append(id(1), number, much(number))).await {
            return (number, error);
        }
    }
    panic!("the disk is not full");
}

/// Uses up the remaining space with small writes, and returns the error.
async fn fill_up(store: &Store) -> StoreError {
    for _ in 0..10_000 {
        if let Err(error) = store.ready().await {
            return error;
        }
    }
    panic!("the disk is not full");
}

async fn entries(store: &Store) -> u32 {
    let Ok(Some(Stored::Running(found))) = store.load(id(1)).await else {
        panic!("the match is not there")
    };
    for (number, entry) in (0..).zip(&found.entries) {
        assert_eq!(*entry, much(number));
    }
    found.entries.len() as u32
}

/// Runs in a file system of 4 MiB.
#[tokio::test]
#[ignore = "started by a_full_disk_rejects_writes_until_there_is_space"]
async fn on_a_small_disk() {
    let place = PathBuf::from(again::place());
    let url = format!("sqlite:{}/matches.db", place.display());
    let store = Store::open(&url).await.unwrap();
    store.create(id(1), &head(), &[], NOW, None).await.unwrap();
    let ballast = place.join("ballast");
    fs::write(&ballast, vec![0; 1 << 20]).unwrap();
    let (written, error) = fill(&store).await;
    assert_eq!(error, StoreError::Full("database or disk is full".into()));
    assert!(written > 0);
    assert_eq!(fill_up(&store).await, error);
    assert_eq!(store.create(id(2), &head(), &[], NOW, None).await, Err(error));
    // Reads still work, and nothing is lost.
    assert_eq!(entries(&store).await, written);
    assert_eq!(store.load(id(2)).await, Ok(None));
    assert_eq!(store.faults().await, Ok(vec![]));
    // With some space freed, so do writes.
    fs::remove_file(ballast).unwrap();
    assert_eq!(store.ready().await, Ok(()));
    assert_eq!(store.append(append(id(1), written, much(written))).await, Ok(()));
    assert_eq!(entries(&store).await, written + 1);
    store.close().await;
    let store = Store::open(&url).await.unwrap();
    assert_eq!(entries(&store).await, written + 1);
    assert_eq!(store.faults().await, Ok(vec![]));
}

#[test]
fn a_full_disk_rejects_writes_until_there_is_space() {
    let prepare = "mount -t tmpfs -o size=4m tmpfs PLACE";
    confine(prepare, "disk::on_a_small_disk", &Folder::new());
}

/// Runs with files limited to 1 MiB: not quite a full disk, but available everywhere.
#[tokio::test]
#[ignore = "started by a_file_that_may_not_grow_rejects_writes"]
async fn with_small_files() {
    let store = Store::open(&again::place()).await.unwrap();
    store.create(id(1), &head(), &[], NOW, None).await.unwrap();
    let (written, error) = fill(&store).await;
    assert!(matches!(error, StoreError::Unavailable(_) | StoreError::Full(_)), "{error:?}");
    assert_eq!(fill_up(&store).await, error);
    assert_eq!(entries(&store).await, written);
    println!("\n{written} were written");
}

#[tokio::test]
async fn a_file_that_may_not_grow_rejects_writes() {
    let folder = Folder::new();
    let prepare = "trap '' XFSZ && ulimit -f 1024";
    let output = again::in_shell(&["env"], prepare, "disk::with_small_files", &folder.sqlite());
    succeeded(&output);
    let text = String::from_utf8(output.stdout).unwrap();
    let written = text
        .lines()
        .find_map(|line| line.split_once(" were written")?.0.parse::<u32>().ok())
        .unwrap();
    let store = Store::open(&folder.sqlite()).await.unwrap();
    assert_eq!(entries(&store).await, written);
    assert_eq!(store.faults().await, Ok(vec![]));
    assert_eq!(store.append(append(id(1), written, much(written))).await, Ok(()));
}

/// Checks that a read-only store can still be read.
async fn check_read_only(folder: &Path, reason: &str) {
    let store = Store::open(&format!("sqlite:{}/matches.db", folder.display())).await.unwrap();
    let refused = Err(StoreError::ReadOnly(reason.into()));
    assert_eq!(store.append(append(id(1), 0, choice(0, 0))).await, refused);
    assert_eq!(store.ready().await, refused);
    assert_eq!(store.load(id(1)).await, Ok(Some(running(head(), vec![]))));
    assert_eq!(store.faults().await, Ok(vec![]));
}

async fn make(folder: &Path) {
    let store = Store::open(&format!("sqlite:{}/matches.db", folder.display())).await.unwrap();
    store.create(id(1), &head(), &[], NOW, None).await.unwrap();
    store.close().await;
}

#[tokio::test]
#[ignore = "started by a_read_only_disk_can_be_read"]
async fn on_a_read_only_disk() {
    let place = PathBuf::from(again::place());
    make(&place).await;
    let remount = |how: &str| {
        let output = Command::new("mount").args(["-o", how]).arg(&place).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    };
    remount("remount,ro");
    check_read_only(&place, "Read-only file system (os error 30)").await;
    remount("remount,rw");
    let store = Store::open(&format!("sqlite:{}/matches.db", place.display())).await.unwrap();
    assert_eq!(store.append(append(id(1), 0, choice(0, 0))).await, Ok(()));
}

#[test]
fn a_read_only_disk_can_be_read() {
    let prepare = "mount -t tmpfs -o size=4m tmpfs PLACE";
    confine(prepare, "disk::on_a_read_only_disk", &Folder::new());
}

#[tokio::test]
#[cfg(unix)]
async fn a_read_only_folder_can_be_read() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = Folder::new();
    make(folder.path()).await;
    if fs::metadata(folder.path()).unwrap().uid() == 0 {
        return skip("root may write everywhere");
    }
    for (path, mode) in [("matches.db", 0o444), ("matches.db.lock", 0o444), ("", 0o555)] {
        fs::set_permissions(folder.path().join(path), fs::Permissions::from_mode(mode)).unwrap();
    }
    check_read_only(folder.path(), "Permission denied (os error 13)").await;
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
}
