//! The file of solved values: round trips, damage and error messages.

mod common;

use common::{Heap, Row, Sticks, solved, ttt};
use ennead_game::{Random, SplitMix64, Symmetric};
use ennead_solve::Solution;
use ennead_ttt::Ttt;

fn error<G: Symmetric>(bytes: &[u8]) -> String {
    Solution::<G>::load(bytes).expect_err("damaged").to_string()
}

/// Replaces the checksum by the correct one, so that other checks have to detect the damage.
fn fix_checksum(bytes: &mut [u8]) {
    let at = bytes.len() - 4;
    let sum = crc32fast::hash(&bytes[..at]);
    bytes[at..].copy_from_slice(&sum.to_be_bytes());
}

/// The error for a file with one byte changed and a correct checksum.
fn error_with(bytes: &[u8], at: usize, byte: u8) -> String {
    let mut changed = bytes.to_vec();
    changed[at] = byte;
    fix_checksum(&mut changed);
    error::<Ttt>(&changed)
}

fn round_trips<G: Symmetric>(setup: &G::Setup) {
    let solution = solved::<G>(setup);
    let bytes = solution.save();
    let loaded = Solution::<G>::load(&bytes).expect("its own file");
    assert_eq!(loaded, solution);
    assert_eq!(loaded.save(), bytes);
}

#[test]
fn files_round_trip() {
    round_trips::<Ttt>(&());
    round_trips::<Row>(&());
    round_trips::<Sticks>(&Heap::default());
    round_trips::<Sticks>(&Heap { sticks: 255, last_loses: true });
}

#[test]
fn format_page_contains_the_vector() {
    let bytes = ttt().save();
    let hex =
        |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
    let vector = format!("\n    {}\n    {}\n", hex(&bytes[..16]), hex(&bytes[bytes.len() - 5..]));
    assert!(include_str!("../FORMAT.md").contains(&vector), "{vector}");
}

#[test]
fn the_file_contains_the_set_up() {
    let heap = Heap { sticks: 12, last_loses: true };
    let bytes = solved::<Sticks>(&heap).save();
    assert_eq!(Solution::<Sticks>::load(&bytes).expect("its own file").graph().setup(), &heap);
}

#[test]
fn every_flipped_bit_is_rejected_with_any_checksum() {
    let bytes = ttt().save();
    for bit in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(Solution::<Ttt>::load(&flipped).is_err(), "bit {bit}");
        if bit / 8 < bytes.len() - 4 {
            fix_checksum(&mut flipped);
            assert!(Solution::<Ttt>::load(&flipped).is_err(), "bit {bit}, sealed");
        }
    }
}

#[test]
fn every_changed_byte_is_rejected() {
    let bytes = ttt().save();
    for at in 0..bytes.len() {
        for change in 1..=255 {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            assert!(Solution::<Ttt>::load(&changed).is_err(), "byte {at} xor {change}");
        }
    }
}

#[test]
fn every_truncation_is_rejected() {
    let bytes = ttt().save();
    for length in 0..bytes.len() {
        let message = error::<Ttt>(&bytes[..length]);
        let right = match length {
            0..5 => format!(
                "cut short: no room for magic number and version (bytes 0 to 4) in {length} byte(s)"
            ),
            5 => "a record has at least one byte (counted from byte 5)".into(),
            6..10 => {
                format!(
                    "cut short: no room for the number of nodes (bytes 6 to 9) in {length} byte(s)"
                )
            }
            10..14 => {
                format!(
                    "cut short: no room for the longest line (bytes 10 to 13) in {length} byte(s)"
                )
            }
            _ => format!(
                "cut short: no room for values and checksum (bytes 14 to 400) in {length} byte(s)"
            ),
        };
        assert_eq!(message, right);
    }
}

#[test]
fn errors_name_the_byte_and_the_reason() {
    let bytes = ttt().save();
    assert_eq!(
        error_with(&bytes, 2, b'M'),
        "not a file of solved values: byte 2 is 0x4d, but such a file begins with ENNV"
    );
    assert_eq!(error_with(&bytes, 4, 9), "version 9 (byte 4) is not supported: expected version 1");
    assert_eq!(
        error_with(&bytes, 5, 0xc1),
        "this is a value of the format record.model, not of record (counted from byte 5)"
    );
    assert_eq!(
        error_with(&bytes, 5, 0x42),
        "game number 2 (byte 5) is not ttt, which has number 1"
    );
    assert_eq!(
        error_with(&bytes, 5, 0x51),
        "byte 5 marks an unfinished match, but the file holds values, not a match"
    );
    assert_eq!(
        error_with(&bytes, 10, 0xff),
        "cut short: no room for values and checksum (bytes 14 to 3173) in 401 byte(s)"
    );
    assert_eq!(
        error_with(&bytes, 13, 6),
        "a longest line of 6 (byte 10), but the longest line of the game has 5"
    );
    assert_eq!(
        error_with(&bytes, 14, bytes[14] ^ 0x10),
        "node 0 (from byte 14) has code 1, but its value is 0: draw"
    );
    assert_eq!(
        error_with(&bytes, 396, bytes[396] | 1),
        "the padding after the values is not zero (byte 396)"
    );
    assert_eq!(error::<Ttt>(&[&bytes[..], b"!?"].concat()), "2 byte(s) too many from byte 401");
}

#[test]
fn a_wrong_checksum_is_reported_with_the_right_one() {
    let mut bytes = ttt().save();
    let right = u32::from_be_bytes(bytes[397..].try_into().expect("four bytes"));
    bytes[400] ^= 1;
    assert_eq!(
        error::<Ttt>(&bytes),
        format!(
            "checksum {:#010x} (byte 397) does not match the bytes before it: {right:#010x}",
            right ^ 1
        )
    );
}

#[test]
fn a_wrong_number_of_nodes_is_rejected() {
    // 764 and 766 codes take 382 and 383 bytes.
    let bytes = ttt().save();
    let mut fewer = [&bytes[..396], &bytes[397..]].concat();
    fewer[9] = 0xfc;
    fix_checksum(&mut fewer);
    assert_eq!(error::<Ttt>(&fewer), "764 nodes (byte 6), but the game has more than 764");
    assert_eq!(error_with(&bytes, 9, 0xfe), "766 nodes (byte 6), but the game has 765");
}

#[test]
fn values_of_another_game_are_rejected() {
    let bytes = solved::<Row>(&()).save();
    assert_eq!(error::<Ttt>(&bytes), "game number 201 (byte 5) is not ttt, which has number 1");
}

#[test]
fn random_bytes_are_rejected() {
    let mut random = SplitMix64::new(3);
    let start = ttt().save();
    for number in 0..20_000 {
        let mut bytes: Vec<u8> = (0..random.below(60)).map(|_| random.next_u64() as u8).collect();
        let kept = (number % 15).min(bytes.len());
        bytes[..kept].copy_from_slice(&start[..kept]);
        assert!(Solution::<Ttt>::load(&bytes).is_err());
        assert!(Solution::<Sticks>::load(&bytes).is_err());
    }
}
