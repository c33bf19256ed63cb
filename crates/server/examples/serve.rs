//! Serves one game with pages, bots and an SQLite database until Ctrl-C.
//!
//!     cargo run -p ennead-server --example serve

use ennead_kit::{Games, Kit};
use ennead_server::Config;
use ennead_store::Store;
use tokio::net::TcpListener;

static KITS: &[&Kit] = &[&ennead_ttt::GAME];

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let database = std::env::temp_dir().join("ennead-example-server.db");
    let store = Store::open(&format!("sqlite:{}", database.display())).await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}/", listener.local_addr()?);
    let interrupted = async {
        // Without a handler, Ctrl-C ends the process by default.
        let _ = tokio::signal::ctrl_c().await;
    };
    let config = Config::new("the operator's token".into());
    Ok(ennead_server::run(listener, store, config, Games::new(KITS), interrupted).await?)
}
