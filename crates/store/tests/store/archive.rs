//! Archives of matches of real games.

use ennead_store::Stored;
use ennead_store::transfer::{Item, LineReader, LineWriter};
use serde_json::{Value as Json, json};

use crate::matches::{finished, games, id};

#[test]
fn lines_include_the_readable_game_and_moves() {
    let game = ennead_ttt::GAME.game();
    let record = game.encode("record", "5 1 9 2 3 6 7", &Default::default()).unwrap().to_bytes();
    let finished = ennead_store::Finished { record, ..finished() };
    let item = Item { id: id(1), stored: Stored::Finished(finished), rematch: None };
    let mut writer = LineWriter::new(games(), Vec::new()).unwrap();
    writer.write(&item).unwrap();
    let bytes = writer.finish().unwrap();
    let line = bytes.split(|byte| *byte == b'\n').nth(1).unwrap();
    let line: Json = serde_json::from_slice(line).unwrap();
    assert_eq!(line["game"], "ttt");
    assert_eq!(line["moves"], json!(["5", "1", "9", "2", "3", "6", "7"]));
    let read: Vec<Item> = LineReader::new(&bytes[..]).unwrap().collect::<Result<_, _>>().unwrap();
    assert_eq!(read, [item]);
}
