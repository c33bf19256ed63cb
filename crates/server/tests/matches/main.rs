//! Matches over real sockets and real databases.

mod attacks;
mod bots;
#[path = "../support/brittle.rs"]
mod brittle;
mod calls;
mod client;
mod clocks;
mod cross_site;
mod ends;
#[path = "../support/games.rs"]
mod games;
mod hidden;
mod hostile;
mod node;
mod panics;
mod share;
mod sockets;

/// Runs each test over SQLite and over PostgreSQL.
macro_rules! over_both_stores {
    ($($(#[$meta:meta])* async fn $name:ident($node:ident: &Node) $body:block)*) => {
        $(
            $(#[$meta])*
            async fn $name($node: &crate::node::Node) $body
        )*

        mod sqlite {
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $name() {
                    let node = crate::node::Node::sqlite().await;
                    super::$name(&node).await;
                    node.stop().await;
                }
            )*
        }

        /// One after another, since each test process has to start its database.
        #[cfg(unix)]
        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn postgres() {
            $(
                let node = crate::node::Node::postgres().await;
                $name(&node).await;
                node.stop().await;
            )*
        }
    };
}

pub(crate) use over_both_stores;
