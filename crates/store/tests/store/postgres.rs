//! PostgreSQL specifics, and the suite over PostgreSQL.
//!
//! Tests that can share a server are in one function, since starting a server takes longer than
//! most tests.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use ennead_store::testing::PostgresServer;
use ennead_store::{Finished, MatchId, Store, StoreError, Stored};
use tokio::sync::broadcast::Receiver;
use tokio::time::timeout;

use crate::matches::{NOW, append, choice, finished, head, id, running};
use crate::suite;

type Case = (&'static str, fn(String) -> Pin<Box<dyn Future<Output = ()> + Send>>);

macro_rules! cases {
    ($($case:ident)*) => {
        const CASES: &[Case] = &[
            $((stringify!($case), |url| Box::pin(suite::$case(url))),)*
        ];
    };
}

suite::each_case!(cases);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_whole_suite() {
    let server = PostgresServer::start();
    for (name, case) in CASES {
        eprintln!("{name}");
        case(server.database()).await;
    }
}

async fn two_nodes(url: &str) -> [Store; 2] {
    let (one, two) = tokio::join!(Store::open(url), Store::open(url));
    [one.unwrap(), two.unwrap()]
}

/// A generous time limit for something that must happen.
async fn soon<T>(future: impl Future<Output = T>) -> T {
    timeout(Duration::from_secs(60), future).await.expect("it happens within a minute")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_nodes_share_one_database() {
    let server = PostgresServer::start();
    nodes_that_start_at_once_make_the_tables_once(&server).await;
    one_node_wins(&server.database()).await;
    changes_are_hinted_at(&server.database()).await;
    hints_pass_each_other(&server.database()).await;
    a_database_that_cannot_be_written(&server).await;
    commits_are_durable_whatever_the_database_settings(&server).await;
    older_and_newer_tables(&server).await;
    addresses_that_lead_nowhere(&server).await;
}

async fn nodes_that_start_at_once_make_the_tables_once(server: &PostgresServer) {
    let url = server.database();
    let opening: Vec<_> = (0..8)
        .map(|_| {
            tokio::spawn({
                let url = url.clone();
                async move { Store::open(&url).await }
            })
        })
        .collect();
    for node in opening {
        assert_eq!(node.await.unwrap().unwrap().ready().await, Ok(()));
    }
}

async fn one_node_wins(url: &str) {
    let nodes = two_nodes(url).await;
    for number in 0..50 {
        let id = id(number);
        nodes[0].create(id, &head(), &[], NOW, None).await.unwrap();
        let (one, two) = tokio::join!(
            nodes[0].append(append(id, 0, choice(1, 1))),
            nodes[1].append(append(id, 0, choice(2, 2)))
        );
        let winner = match (one, two) {
            (Ok(()), Err(StoreError::Conflict)) => choice(1, 1),
            (Err(StoreError::Conflict), Ok(())) => choice(2, 2),
            other => panic!("{other:?}"),
        };
        let expected = Ok(Some(running(head(), vec![winner])));
        assert_eq!(nodes[0].load(id).await, expected);
        assert_eq!(nodes[1].load(id).await, expected);
    }
}

async fn changes_are_hinted_at(url: &str) {
    let [one, two] = two_nodes(url).await;
    let (mut own, mut others) = (one.hints(), two.hints());
    one.create(id(1), &head(), &[], NOW, None).await.unwrap();
    one.create(id(2), &head(), &[], NOW, None).await.unwrap();
    // A listener may not be ready yet, so the hint is repeated until it arrives.
    let told = async |by: &Store, id: MatchId, listener: &mut Receiver<MatchId>| {
        for number in 0.. {
            by.append(append(id, number, choice(0, 0))).await.unwrap();
            if let Ok(hint) = timeout(Duration::from_millis(100), listener.recv()).await {
                assert_eq!(hint, Ok(id));
                return number + 1;
            }
        }
        unreachable!("it is repeated until it arrives")
    };
    soon(told(&one, id(1), &mut others)).await;
    let number = soon(told(&two, id(2), &mut own)).await;
    two.finish(id(2), number, &finished(), None).await.unwrap();
    assert_eq!(soon(own.recv()).await, Ok(id(2)));
    two.create(id(3), &head(), &[], NOW, Some(id(2))).await.unwrap();
    assert_eq!(soon(own.recv()).await, Ok(id(2)));
    while let Ok(hint) = own.try_recv() {
        assert_eq!(hint, id(2), "a node gets no hints about its own changes");
    }
}

/// A node that waited for the response to its own hint used to stop reading, so the response queued
/// up behind the hints of others: both nodes waited forever.
async fn hints_pass_each_other(url: &str) {
    let nodes = two_nodes(url).await;
    let mut heard = [nodes[1].hints(), nodes[0].hints()];
    for number in [1, 2] {
        nodes[0].create(id(number), &head(), &[], NOW, None).await.unwrap();
    }
    let change = async |node: usize, from: u32, to: u32| {
        for number in from..to {
            let changed = append(id(node as u64 + 1), number, choice(0, 0));
            nodes[node].append(changed).await.unwrap();
        }
    };
    tokio::join!(change(0, 0, 100), change(1, 0, 100));
    for (node, heard) in heard.iter_mut().enumerate() {
        while heard.try_recv().is_ok() {}
        change(node, 100, 101).await;
        assert_eq!(soon(heard.recv()).await, Ok(id(node as u64 + 1)));
    }
}

async fn a_database_that_cannot_be_written(server: &PostgresServer) {
    let url = server.database();
    let store = Store::open(&url).await.unwrap();
    store.create(id(1), &head(), &[], NOW, None).await.unwrap();
    store.close().await;
    let name = url.rsplit('/').next().unwrap();
    server.sql(&url, &format!("ALTER DATABASE {name} SET default_transaction_read_only = on"));
    let store = Store::open(&url).await.unwrap();
    let refused = store.append(append(id(1), 0, choice(0, 0))).await;
    let text = "cannot execute INSERT in a read-only transaction (25006)";
    assert_eq!(refused, Err(StoreError::ReadOnly(text.into())));
    assert!(matches!(store.ready().await, Err(StoreError::ReadOnly(_))));
    assert_eq!(store.load(id(1)).await, Ok(Some(running(head(), vec![]))));
    store.close().await;
    let elsewhere = url.replace(name, "postgres");
    server.sql(&elsewhere, &format!("ALTER DATABASE {name} RESET default_transaction_read_only"));
    let store = Store::open(&url).await.unwrap();
    assert_eq!(store.append(append(id(1), 0, choice(0, 0))).await, Ok(()));
}

/// Durability is enforced even if the database is configured for less.
async fn commits_are_durable_whatever_the_database_settings(server: &PostgresServer) {
    let url = server.database();
    Store::open(&url).await.unwrap().close().await;
    let name = url.rsplit('/').next().unwrap();
    server.sql(&url, &format!("ALTER DATABASE {name} SET synchronous_commit = off"));
    server.sql(
        &url,
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             IF current_setting('synchronous_commit') = 'off' THEN RAISE 'not durable'; END IF;
             RETURN NEW;
         END $$;
         CREATE TRIGGER refuse BEFORE INSERT ON ennead.running
             FOR EACH ROW EXECUTE FUNCTION refuse()",
    );
    let store = Store::open(&url).await.unwrap();
    assert_eq!(store.create(id(1), &head(), &[], NOW, None).await, Ok(id(1)));
}

async fn older_and_newer_tables(server: &PostgresServer) {
    let url = server.database();
    Store::open(&url).await.unwrap().close().await;
    let older = "DROP TABLE ennead.rematches; UPDATE ennead.version SET version = 1;
        ALTER TABLE ennead.running DROP COLUMN seats, DROP COLUMN sum;
        ALTER TABLE ennead.log DROP COLUMN ply, DROP COLUMN sum;
        ALTER TABLE ennead.finished DROP COLUMN brief, DROP COLUMN sum;
        ALTER TABLE ennead.unlisted DROP COLUMN brief, DROP COLUMN sum";
    server.sql(&url, older);
    let error = Store::open_to_read(&url).await.err().unwrap().to_string();
    assert!(
        error.contains("its tables are of version 1, and this program reads version 3"),
        "{error}"
    );
    let store = Store::open(&url).await.unwrap();
    assert_eq!(store.rematch(id(1)).await, Ok(None));
    server.sql(&url, "UPDATE ennead.version SET version = 99");
    let error = Store::open(&url).await.err().unwrap().to_string();
    assert_eq!(
        error,
        "the database is not available: its tables are of version 99, \
         made by a newer program; this one knows up to 3"
    );
}

async fn addresses_that_lead_nowhere(server: &PostgresServer) {
    let refused = async |url: &str| Store::open(url).await.err().unwrap().to_string();
    let missing = format!("postgres://ennead@127.0.0.1:{}/nowhere", server.port());
    assert_eq!(
        refused(&missing).await,
        "the database is not available: database \"nowhere\" does not exist (3D000)"
    );
    let text = refused("postgres://me:secret@[bad").await;
    assert!(
        text.contains("not a URL of the form postgres://") && !text.contains("secret"),
        "{text}"
    );
    assert!(refused("postgres://me@127.0.0.1:1/x").await.contains("error connecting to server"));
}

/// The error for an unusable URL.
async fn refused(url: &str) -> String {
    Store::open(url).await.err().unwrap().to_string()
}

/// `sslmode` and `sslrootcert` mean the same as in other programs.
#[tokio::test]
async fn connections_are_encrypted_as_the_url_requires() {
    let server = PostgresServer::start();
    let url = server.database();
    let with = |parameters: &str| format!("{url}?{parameters}");
    let error = refused(&with("sslmode=require")).await;
    assert!(error.contains("server does not support TLS"), "{error}");
    Store::open(&with("sslmode=prefer")).await.unwrap().close().await;

    let certificate = server.enable_tls(&url);
    let encrypted = async |url: &str| {
        let store = Store::open(url).await.unwrap();
        store.create(id(1), &head(), &[], NOW, None).await.unwrap();
        let count = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
            WHERE application_name = 'ennead' AND datname = current_database() AND ssl";
        let encrypted = server.sql(url.split('?').next().unwrap(), count);
        store.delete(id(1)).await.unwrap();
        store.close().await;
        encrypted != "0"
    };
    assert!(encrypted(&url).await, "encryption is preferred");
    assert!(!encrypted(&with("sslmode=disable")).await);
    assert!(encrypted(&with("sslmode=require")).await);
    let roots = format!("sslrootcert={}", certificate.display());
    assert!(encrypted(&with(&format!("sslmode=verify-full&{roots}"))).await);

    // The certificate is for the address, not for the name.
    let named = url.replace("127.0.0.1", "localhost");
    assert!(encrypted(&format!("{named}?sslmode=verify-ca&{roots}")).await);
    let error = refused(&format!("{named}?sslmode=verify-full&{roots}")).await;
    assert!(error.contains("not valid for name"), "{error}");
    // No other certificate has signed it.
    let other = server.other_certificate();
    for mode in ["require", "verify-ca", "verify-full"] {
        let error =
            refused(&with(&format!("sslmode={mode}&sslrootcert={}", other.display()))).await;
        assert!(error.contains("UnknownIssuer"), "{mode}: {error}");
    }
    let error = refused(&with("sslmode=verify-full&sslrootcert=/nowhere")).await;
    assert!(error.contains("sslrootcert /nowhere: "), "{error}");
    let error = refused(&with("sslmode=maybe")).await;
    assert!(error.contains("sslmode is one of disable, prefer, require"), "{error}");
}

/// Plays matches until it is stopped, and returns what was acknowledged.
async fn play(
    store: Store,
    player: u64,
    stop: Arc<AtomicBool>,
    played: Arc<AtomicUsize>,
) -> Vec<(MatchId, u32)> {
    let mut acknowledged = vec![];
    for round in 0.. {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let id = id(player << 20 | round);
        soon(store.create(id, &head(), &[], NOW, None)).await.unwrap();
        for number in 0..9 {
            soon(store.append(append(id, number, choice(number.into(), player as u32))))
                .await
                .unwrap();
        }
        if round % 2 == 1 {
            soon(store.finish(id, 9, &Finished { ended: NOW + round, ..finished() }, None))
                .await
                .unwrap();
        }
        acknowledged.push((id, player as u32));
        played.fetch_add(1, Ordering::Relaxed);
    }
    acknowledged
}

/// Every call succeeds although the database goes away meanwhile, and everything is stored exactly
/// once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn play_survives_cut_connections_and_database_restarts() {
    let mut server = PostgresServer::start();
    let url = server.database();
    let nodes = two_nodes(&url).await;
    let (stop, played) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let start = |player: u64| {
        let node = nodes[player as usize % 2].clone();
        tokio::spawn(play(node, player, stop.clone(), played.clone()))
    };
    let players: Vec<_> = (0..8).map(start).collect();
    let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
               WHERE pid <> pg_backend_pid() AND datname = current_database()";
    for round in 0..6 {
        // Play has gone on since the last disturbance.
        let wanted = played.load(Ordering::Relaxed) + players.len();
        while played.load(Ordering::Relaxed) < wanted {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        match round {
            2 => {
                server.stop();
                server.resume();
            }
            4 => {
                server.crash();
                server.resume();
            }
            _ => drop(server.sql(&url, cut)),
        }
    }
    stop.store(true, Ordering::Relaxed);
    let mut matches = 0;
    for player in players {
        for (id, player) in player.await.unwrap() {
            matches += 1;
            match soon(nodes[0].load(id)).await.unwrap().expect("what was acknowledged is there") {
                Stored::Running(found) => {
                    let wanted: Vec<_> = (0..9).map(|number| choice(number, player)).collect();
                    assert_eq!(found.entries, wanted);
                }
                Stored::Finished(found) => assert_eq!(found.record, finished().record),
            }
        }
    }
    assert!(matches > 8, "{matches} matches were played");
    assert_eq!(nodes[0].faults().await, Ok(vec![]));
}
