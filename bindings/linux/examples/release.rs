//! Frees 40 MB and prints the resident memory of the process before and after releasing them.
//!
//! `cargo run -p ennead-linux --example release`

fn main() {
    let mut blocks: Vec<Vec<u8>> = (0..2_000).map(|_| vec![1; 20_000]).collect();
    let last = blocks.pop();
    drop(blocks);
    println!("with the blocks freed:   {}", resident());
    ennead_linux::release_free_memory();
    println!("with them given back:    {}", resident());
    drop(last);
}

/// The resident memory of this process as text, read from `/proc` on Linux.
fn resident() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.map_or("unknown".into(), |line| line.trim().into())
}
