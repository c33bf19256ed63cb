//! Lists the files of the browser client with their types and sizes.
//!
//!     cargo run -p ennead-web --example files

fn main() {
    let mut total = 0;
    for path in ennead_web::paths() {
        let Some(file) = ennead_web::get(&path) else { continue };
        println!("{:>8}  {:<24} {path}", file.bytes.len(), file.mime);
        total += file.bytes.len();
    }
    println!("{total:>8}  bytes in all");
}
