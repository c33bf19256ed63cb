//! Prints the OpenAPI description of all calls, to be saved as this crate's `openapi.json`:
//!
//! ```text
//! cargo run -p ennead-server --features openapi --example openapi > crates/server/openapi.json
//! ```

fn main() -> serde_json::Result<()> {
    print!("{}", ennead_server::openapi::document()?);
    Ok(())
}
