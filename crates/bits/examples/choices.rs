//! Stores choices among few options and compares their size with the information in them.
//!
//!     cargo run -p ennead-bits --example choices -- 4/9 0/8 5/7

use ennead_bits::{ChoiceDecoder, ChoiceEncoder};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.is_empty() {
        arguments = ["4/9", "0/8", "5/7"].map(String::from).to_vec();
    }
    let choices: Vec<(u32, u32)> =
        arguments.iter().map(|text| parse(text)).collect::<Result<_, _>>()?;

    let mut encoder = ChoiceEncoder::new();
    choices.iter().for_each(|&(option, options)| encoder.put(option, options));
    let bytes = encoder.finish();
    let bound: f64 = choices.iter().map(|&(_, options)| f64::from(options).log2()).sum();
    println!("{} choices, {bound:.2} bits of information, {} bytes", choices.len(), bytes.len());
    println!("{bytes:02x?}");

    let mut decoder = ChoiceDecoder::new(&bytes);
    for (option, options) in choices {
        assert_eq!(decoder.take(options)?, option);
    }
    Ok(decoder.finish()?)
}

/// Reads `4/9`: option 4 of 9, counted from 0.
fn parse(text: &str) -> Result<(u32, u32), String> {
    let choice = text.split_once('/').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    choice
        .filter(|(option, options)| option < options)
        .ok_or_else(|| format!("{text} is not a choice such as 4/9, option 4 of 0 to 8"))
}
