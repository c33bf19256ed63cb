//! Decodes frames of a client, given in hexadecimal, and prints what they are.
//!
//!     cargo run -p ennead-protocol --example frames -- 0304

use ennead_protocol::ClientFrame;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.is_empty() {
        arguments.push("0304".into());
    }
    for digits in arguments {
        let bytes: Vec<u8> = (0..digits.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(digits.get(at..at + 2).unwrap_or("-"), 16))
            .collect::<Result<_, _>>()?;
        match ClientFrame::decode(&bytes) {
            Ok(frame) => println!("{digits}: {frame:?}"),
            Err(error) => println!("{digits}: rejected: {error}"),
        }
    }
    Ok(())
}
