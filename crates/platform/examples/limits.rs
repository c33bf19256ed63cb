//! Prints what the system grants and what this process takes.
//!
//!     cargo run -p ennead-platform --example limits

fn main() {
    let shown = |number: Option<u64>| number.map_or("unknown".into(), |number| number.to_string());
    println!("open files, at most: {}", shown(ennead_platform::file_limit()));
    ennead_platform::raise_file_limit();
    println!("after raising it:    {}", shown(ennead_platform::file_limit()));
    let memory = ennead_platform::resident_memory(std::process::id());
    println!("resident bytes:      {}", shown(memory));
    match ennead_platform::data_folder() {
        Some(folder) => println!("data of the user:    {}", folder.display()),
        None => println!("the environment names no folder for the user's data"),
    }
}
