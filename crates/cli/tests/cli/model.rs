//! Records coded with models: committed vectors, and both formats wherever a record is read.

use serde_json::Value as Json;

use crate::binary::{feed, good, refused};

fn parsed(arguments: &[&str]) -> Json {
    serde_json::from_str(&good(arguments)).expect("JSON")
}

/// Matches as `record` and as `record.model` with the newest model of their game, in base64url.
/// Each game tests its own.
const VECTORS: &str = concat!(
    include_str!("../../../../games/ttt/vectors/record.model.1.csv"),
    include_str!("../../../../games/nested/vectors/record.model.2.csv"),
    include_str!("../../../../games/schotten/vectors/record.model.2.csv"),
    include_str!("../../../../games/connect/vectors/record.model.1.csv"),
);

/// The same matches with models that are no longer written.
const OLD_VECTORS: &str = concat!(
    include_str!("../../../../games/nested/vectors/record.model.1.csv"),
    include_str!("../../../../games/schotten/vectors/record.model.1.csv"),
);

fn columns(vectors: &str) -> [String; 2] {
    let column = |at| {
        let fields = vectors.lines().map(|line| line.split(',').nth(at).unwrap());
        fields.fold(String::new(), |all, field| all + field + "\n")
    };
    [column(0), column(1)]
}

#[test]
fn batches_are_converted_both_ways_exactly() {
    let [records, modelled] = columns(VECTORS);
    let [old_records, old_modelled] = columns(OLD_VECTORS);
    let base64url = ["--in", "base64url", "--as", "base64url", "-"];
    for (from, to, given, wanted) in [
        ("record", "record.model", &records, &modelled),
        ("record.model", "record", &modelled, &records),
        ("record.model", "record.model", &modelled, &modelled),
        ("record.model", "record", &old_modelled, &old_records),
    ] {
        let arguments = [&["convert", "--from", from, "--to", to][..], &base64url].concat();
        let run = feed(&arguments, given.as_bytes());
        assert_eq!((run.status, run.out.trim()), (0, wanted.trim()), "{from} to {to}: {}", run.err);
    }
    let length = |text: &str| text.trim().len() * 3 / 4;
    for (record, modelled) in records.lines().zip(modelled.lines()) {
        assert!(length(modelled) <= length(record) + 1, "{record} {modelled}");
    }
}

#[test]
fn records_of_models_are_encoded_decoded_and_inspected() {
    let moves = "5.5 5.1 1.5";
    let modelled = good(&["encode", "record.model", "--game", "nested", moves]);
    let record = good(&["convert", "--from", "record.model", "--to", "record", &modelled]);
    assert_eq!(record, good(&["encode", "record", "--game", "nested", moves]));
    let json = parsed(&["decode", "record.model", &modelled, "--json"]);
    assert_eq!(json["moves"], parsed(&["decode", "record", &record, "--json"])["moves"]);
    assert!(good(&["inspect", "record.model", &modelled]).contains("choices"));
    assert_eq!(
        refused(&["decode", "record", &modelled]),
        "record header: this is a value of the format record.model, not of record"
    );
    assert_eq!(
        refused(&["decode", "record.model", &record]),
        "record header: this is a value of the format record, not of record.model"
    );
}
