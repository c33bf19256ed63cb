//! One input: the value on standard output, or an error on standard error.

use crate::binary::{ennead, good, misused, refused, run};
use serde_json::{Value as Json, json};

fn parsed(arguments: &[&str]) -> Json {
    serde_json::from_str(&good(arguments)).unwrap()
}

#[test]
fn encodes() {
    assert_eq!(good(&["encode", "ttt.3t", "........."]), "2147484159");
    assert_eq!(good(&["encode", "ttt.3t", ".........", "--as", "hex"]), "0x800001ff");
    assert_eq!(good(&["encode", "ttt.tiny", "1 4 5 3 2 3 2 1 1"]), "4310116");
    assert_eq!(good(&["encode", "ttt.tiny", "--squares", "1 5 7 4 3 8 6 2 9"]), "4310116");
    assert_eq!(good(&["encode", "ttt.tiny", ""]), "1");
    assert_eq!(good(&["encode", "ttt.bit", "--player", "O", "1"]), "274432");
}

#[test]
fn decodes_as_json() {
    let decoded = parsed(&["decode", "--json", "ttt.tiny", "4310116"]);
    assert_eq!(decoded["squares"], json!([1, 5, 7, 4, 3, 8, 6, 2, 9]));
    assert_eq!(decoded["relative"], json!([1, 4, 5, 3, 2, 3, 2, 1, 1]));
    assert_eq!(decoded["over_at"], 8);
    assert_eq!(parsed(&["decode", "ttt.3t", "0x800001FF", "--json"])["to_move"], "X");
}

#[test]
fn draws() {
    let drawing = good(&["decode", "ttt.3t", "2348810495"]);
    assert!(drawing.starts_with(" X │ 2 │ 3"), "{drawing}");
}

#[test]
fn records_name_their_game() {
    let record = good(&["encode", "record", "--game", "ttt", "5 1 9 3 7"]);
    assert_eq!(record, "510574f6");
    assert_eq!(parsed(&["decode", "record", &record, "--json"])["moves"], json!(["5", "1", "9", "3", "7"]));
    assert_eq!(parsed(&["decode", "record", "--as", "base64url", "UQV09g", "--json"])["game"], "ttt");
    assert!(
        misused(&["encode", "record", "5"])
            .starts_with("a record is of some game: say --game and one of ttt")
    );
    assert!(refused(&["decode", "record", "4e"]).starts_with("record header: no game has number 14"));
    assert_eq!(refused(&["decode", "record", ""]), "record header: a record has at least one byte");
}

#[test]
fn converts() {
    assert_eq!(good(&["convert", "--from", "ttt.tiny", "--to", "ttt.3t", "5268016"]), "1255576576");
    assert_eq!(good(&["convert", "--from", "ttt.tiny", "--to", "ttt.bit", "--player", "O", "16"]), "274432");
    let tiny = good(&["encode", "ttt.tiny", "--squares", "5 1 9 3 7"]);
    assert_eq!(
        good(&["convert", "--from", "record", "--in", "base64url", "--to", "ttt.tiny", "UQV09g"]),
        tiny
    );
    assert_eq!(
        refused(&["convert", "--from", "ttt.3t", "--to", "ttt.tiny", "2147484159"]),
        "a position does not say in which order its marks were placed"
    );
    let illegal = refused(&["convert", "--from", "ttt.tiny", "--to", "record", "4310116"]);
    assert!(illegal.starts_with("not a legal game"), "{illegal}");
}

#[test]
fn what_encode_writes_decode_reads_in_every_way() {
    for (format, game, text) in
        [("ttt.tiny", "ttt", "3 2 6"), ("ttt.3t", "ttt", "1 5"), ("record", "ttt", "5 1 9")]
    {
        for way in ["hex", "bin", "base64url"] {
            let value = good(&["encode", format, "--game", game, text, "--as", way]);
            let usual = good(&["encode", format, "--game", game, text]);
            assert_eq!(
                good(&["decode", format, &value, "--as", way, "--json"]),
                good(&["decode", format, &usual, "--json"])
            );
        }
    }
}

#[test]
fn refuses_bad_input_with_status_1() {
    assert_eq!(
        refused(&["decode", "ttt.3t", "-5"]),
        "\"-5\" is not a whole number: write it in decimal, as 0x… or as 0b…"
    );
    assert!(refused(&["encode", "ttt.3t", "XXX......"]).starts_with("impossible board"));
    assert!(refused(&["encode", "ttt.3t", "-X"]).contains("nine characters"));
    assert!(refused(&["encode", "ttt.3t", "\u{1b}[31m\n"]).lines().count() == 1);
}

#[test]
fn refuses_wrong_usage_with_status_2() {
    assert!(misused(&["decode", "ttt.3", "5"]).contains("a similar value exists: 'ttt.3t'"));
    assert!(misused(&["decode", "chess.fen", "5"]).contains("ttt.tiny, ttt.3t, ttt.bit"));
    assert!(misused(&["decode", "ttt.3t", "--jsn", "5"]).contains("a similar argument exists: '--json'"));
    assert!(misused(&["encode", "ttt.3t", "--squares", "1"]).starts_with("ttt.3t has no option --squares"));
    assert!(misused(&["encode", "ttt.bit", "--player", "Z", "1"]).contains("possible values: X, O"));
    assert!(misused(&["encode", "ttt.3t"]).contains("<TEXT>"));
    assert!(misused(&["encode", "ttt.3t", "1", "2"]).contains("unexpected argument '2'"));
    assert!(misused(&["perft", "chess", "1"]).contains("[possible values: ttt"));
    assert!(misused(&["perft", "ttt", "-1"]).contains("-1"));
    assert!(misused(&["conformance", "ttt"]).contains("--games"));
    assert!(misused(&["nonsense"]).contains("unrecognized subcommand"));
    assert!(misused(&["man", "nonsense"]).starts_with("there is no command \"nonsense\": there are formats"));
}

#[test]
fn counts_and_plays() {
    assert_eq!(good(&["perft", "ttt", "9"]), "127872");
    assert_eq!(good(&["perft", "ttt", "4000000000"]), "0");
    assert_eq!(
        good(&["conformance", "ttt", "--games", "1000"]),
        r#"{"x":602,"o":281,"draw":117,"plies":7641,"digest":101119366008119764}"#
    );
}

#[test]
fn lists_formats() {
    let formats = parsed(&["formats", "--json"]);
    let formats = formats.as_array().unwrap();
    for format in formats {
        for key in ["id", "game", "summary", "min_bits", "max_bits"] {
            assert!(format.get(key).is_some(), "{format} has no {key}");
        }
    }
    let record = formats.iter().find(|format| format["id"] == "record").unwrap();
    assert_eq!((&record["max_bits"], &record["game"]), (&Json::Null, &Json::Null));
    let table = good(&["formats"]);
    let line = table.lines().find(|line| line.contains("ttt.3t")).unwrap();
    assert!(line.contains(" 32 bits  integer  a position"), "{line}");
}

#[test]
fn helps() {
    assert!(good(&[]).contains("Usage: ennead [COMMAND]"));
    assert_eq!(good(&["--version"]), concat!("ennead ", env!("CARGO_PKG_VERSION")));
    for command in ["encode", "decode", "convert", "inspect", "perft", "conformance", "completions", "man"] {
        assert!(good(&[command, "--help"]).contains("Example"), "{command}");
        assert!(good(&["man", command]).contains(&format!("ennead\\-{command}")), "{command}");
    }
    assert!(good(&["encode", "--help"]).contains("ttt.bit: the player's side [default: X]"));
}

#[test]
fn writes_completions_and_pages() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = good(&["completions", shell]);
        assert!(script.contains("ttt.tiny") && script.contains("player"), "{shell}");
    }
    let dir = std::env::temp_dir().join(format!("ennead-man-{}", std::process::id()));
    assert_eq!(run(&["man", "--dir", dir.to_str().unwrap()]).status, 0);
    assert!(dir.join("ennead.1").exists() && dir.join("ennead-encode.1").exists());
    std::fs::remove_dir_all(dir).unwrap();
}

#[test]
fn a_failing_output_is_told() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let Ok(full) = full else { return };
    let output = ennead(&["formats"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: cannot write: "));
}
