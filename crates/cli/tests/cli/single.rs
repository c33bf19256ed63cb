//! Single inputs: the value on standard output, or an error on standard error.

use crate::binary::{ennead, good, misused, refused, run};
use crate::readme::words;
use ennead_store::testing::skip;
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
    assert_eq!(
        parsed(&["decode", "record", &record, "--json"])["moves"],
        json!(["5", "1", "9", "3", "7"])
    );
    assert_eq!(
        parsed(&["decode", "record", "--as", "base64url", "UQV09g", "--json"])["game"],
        "ttt"
    );
    assert!(
        misused(&["encode", "record", "5"])
            .starts_with("a record belongs to a game: use --game with one of ttt")
    );
    assert!(
        refused(&["decode", "record", "4e"])
            .starts_with("this is not a record of a match: its first byte names game 14")
    );
    assert_eq!(refused(&["decode", "record", ""]), "record header: a record has at least one byte");
}

#[test]
fn converts() {
    assert_eq!(good(&["convert", "--from", "ttt.tiny", "--to", "ttt.3t", "5268016"]), "1255576576");
    assert_eq!(
        good(&["convert", "--from", "ttt.tiny", "--to", "ttt.bit", "--player", "O", "16"]),
        "274432"
    );
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
fn decode_reads_every_notation_that_encode_writes() {
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
fn rejects_bad_input_with_status_1() {
    assert_eq!(
        refused(&["decode", "ttt.3t", "-5"]),
        "\"-5\" is not a whole number: write it in decimal, as 0x… or as 0b…"
    );
    assert!(refused(&["encode", "ttt.3t", "XXX......"]).starts_with("impossible board"));
    assert!(refused(&["encode", "ttt.3t", "-X"]).contains("nine characters"));
    assert!(refused(&["encode", "ttt.3t", "\u{1b}[31m\n"]).lines().count() == 1);
}

#[test]
fn rejects_wrong_usage_with_status_2() {
    assert!(misused(&["decode", "ttt.3", "5"]).contains("a similar value exists: 'ttt.3t'"));
    assert!(misused(&["decode", "chess.fen", "5"]).contains("ttt.tiny, ttt.3t, ttt.bit"));
    assert!(
        misused(&["decode", "ttt.3t", "--jsn", "5"])
            .contains("a similar argument exists: '--json'")
    );
    assert!(
        misused(&["encode", "ttt.3t", "--squares", "1"])
            .starts_with("ttt.3t has no option --squares")
    );
    assert!(
        misused(&["encode", "ttt.bit", "--player", "Z", "1"]).contains("possible values: X, O")
    );
    assert!(misused(&["encode", "ttt.3t"]).contains("<TEXT>"));
    assert!(misused(&["encode", "ttt.3t", "1", "2"]).contains("unexpected argument '2'"));
    assert!(misused(&["perft", "chess", "1"]).contains("[possible values: ttt"));
    assert!(misused(&["perft", "ttt", "-1"]).contains("-1"));
    assert!(misused(&["conformance", "ttt"]).contains("--games"));
    assert!(misused(&["nonsense"]).contains("unrecognized subcommand"));
    assert!(
        misused(&["man", "nonsense"])
            .starts_with("there is no command \"nonsense\": there are serve")
    );
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
    for command in
        ["encode", "decode", "convert", "inspect", "perft", "conformance", "completions", "man"]
    {
        assert!(good(&[command, "--help"]).contains("Example"), "{command}");
        assert!(good(&["man", command]).contains(&format!("ennead\\-{command}")), "{command}");
    }
    assert!(good(&["encode", "--help"]).contains("ttt.bit: the player's side [default: X]"));
    for command in ["play", "arena"] {
        assert!(good(&[command, "--help"]).contains("perfect play"), "{command} has ratings");
    }
}

#[test]
fn the_examples_of_the_help_work() {
    for command in ["encode", "decode", "convert", "inspect", "perft", "conformance"] {
        let help = good(&[command, "--help"]);
        let lines = help.lines().filter_map(|line| line.trim().strip_prefix("ennead "));
        let lines: Vec<&str> = lines.filter(|line| !line.contains('<')).collect();
        assert!(!lines.is_empty(), "{help}");
        for line in lines {
            good(&words(line));
        }
    }
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
fn a_failing_output_is_reported() {
    let full = std::fs::File::options().write(true).open("/dev/full");
    let Ok(full) = full else { return skip("there is no /dev/full") };
    let output = ennead(&["formats"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("error: cannot write: "));
}

#[test]
fn an_empty_board_text_is_rejected() {
    for format in ["ttt.3t", "ttt.bit", "ttt.rank", "ttt.class"] {
        for text in ["", " "] {
            assert!(refused(&["encode", format, text]).contains("a board has nine characters"));
        }
    }
    assert_eq!(good(&["encode", "ttt.line", ""]), "0");
}

#[test]
fn numbers_of_placements_are_digits() {
    for text in ["+1", "01", "0", "x"] {
        let message = format!("placement 1: {text:?} is not a move: 9 squares are free");
        assert!(refused(&["encode", "ttt.tiny", text]).contains(&message));
    }
    assert!(misused(&["perft", "nested", "1", "--depth", "+2"]).contains("--depth cannot be"));
}

#[test]
fn a_hostile_word_is_not_repeated_in_full() {
    assert!(refused(&["encode", "ttt.tiny", &"9".repeat(100_000)]).len() < 200);
}

#[test]
fn perft_deals_as_the_digest_games_do() {
    assert_eq!(good(&["perft", "schotten", "2"]), "2916");
    assert_eq!(good(&["perft", "schotten", "2", "--seed", "1"]), good(&["perft", "schotten", "2"]));
}

#[test]
fn perft_rejects_what_it_cannot_count() {
    assert_eq!(good(&["perft", "nested", "1", "--depth", "20"]), "12157665459056928801");
    for plies in ["1", "2"] {
        let message = refused(&["perft", "nested", plies, "--depth", "1000"]);
        assert!(message.contains("too many to count"), "{message}");
    }
    assert_eq!(good(&["perft", "nested", "0", "--depth", "1000"]), "1");
}

#[test]
fn options_that_do_not_go_together_are_wrong_usage() {
    let open = ["--rules", "open", "--depth", "3"];
    for command in [&["encode", "nested.pack", "5.5.5"][..], &["perft", "nested", "1"]] {
        assert!(misused(&[command, &open].concat()).contains("it is for depth 2 only"));
    }
}

#[test]
fn long_values_are_not_written_in_decimal() {
    let grids = |count: usize| {
        format!("{}{}", "(".repeat(count), ".........".to_string() + &")........".repeat(count))
    };
    assert!(good(&["encode", "nested.grid", &grids(1), "--as", "dec"]).parse::<u128>().is_ok());
    let message = refused(&["encode", "nested.grid", &grids(9000), "--as", "dec"]);
    assert!(message.contains("too many for a decimal number"), "{message}");
}

#[cfg(unix)]
#[test]
fn invalid_utf8_is_rejected() {
    use std::os::unix::ffi::OsStrExt;
    let mut command = ennead(&["decode", "ttt.3t"]);
    let output = command.arg(std::ffi::OsStr::from_bytes(b"\xff")).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "error: the input is not UTF-8\n");
}

#[test]
fn a_token_is_named_as_it_was_given() {
    let step = good(&["step", "ttt.bit", "new", "99999999999"]);
    assert!(step.contains("no change: token 99999999999 has more than five bits"), "{step}");
}

#[test]
fn a_packed_position_is_explained_to_people() {
    let inspection =
        good(&["inspect", "nested.pack", "42000000000000000839a98919ce760065", "--json"]);
    assert!(inspection.contains("O is to move in grid 5."), "{inspection}");
}
