//! The bytes of finished matches.

use ennead_game::Seat;

use super::head::{
    clock_kind, has_name, read_clock, read_seats, read_version, write_clock, write_seats,
};
use super::reader::{ByteError, ByteReader, put_number, seat_bit};
use crate::{Finished, MatchId, Reason};

/// In the high two bits of the first byte.
const VERSION: u8 = 1;
const RULES: u8 = 0;
const AGREED: u8 = 1;
const ABANDONED: u8 = 2;
const RESIGNED: u8 = 4;
const TIME: u8 = 6;
/// In the first byte: the seats are followed by names.
const NAMED: u8 = 8;
/// The kind of clock is stored above the reason.
const CLOCK_SHIFT: u32 = 4;
/// In place of the kind of clock, which then is the second byte: the match was a fork, and the
/// number of its first choices follows the length.
const FORK: u8 = 3;

/// The bytes of a [`Finished`] match. Most of the creation time comes from the id, and the `listed`
/// flag is stored beside the bytes.
pub trait FinishedBytes: Sized {
    /// Encodes the match under an id.
    ///
    /// # Panics
    /// If a seat is neither the first nor the second.
    fn to_bytes(&self, id: MatchId) -> Vec<u8>;

    /// Decodes a finished match.
    fn from_bytes(id: MatchId, listed: bool, bytes: &[u8]) -> Result<Self, ByteError>;
}

impl FinishedBytes for Finished {
    fn to_bytes(&self, id: MatchId) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(32 + self.record.len());
        let clock = clock_kind(self.clock);
        let kind = self.continues.map_or(clock, |_| FORK) << CLOCK_SHIFT;
        let named = u8::from(has_name(&self.names)) * NAMED;
        bytes.push(VERSION << 6 | kind | named | reason_number(self.reason));
        bytes.extend(self.continues.map(|_| clock));
        write_clock(self.clock, &mut bytes);
        write_seats(&self.seats, &self.names, &mut bytes);
        put_number(self.created.wrapping_sub(id.unix_ms()), &mut bytes);
        put_number(self.ended.wrapping_sub(self.created), &mut bytes);
        if let Some(count) = self.continues {
            put_number(count.into(), &mut bytes);
        }
        bytes.extend(&self.record);
        bytes
    }

    fn from_bytes(id: MatchId, listed: bool, bytes: &[u8]) -> Result<Self, ByteError> {
        let mut reader = ByteReader::new(bytes);
        let first = read_version(VERSION, "finished match", &mut reader)?;
        let reason = read_reason(first & 0x07, &reader)?;
        let is_fork = first >> CLOCK_SHIFT == FORK;
        let clock = if is_fork { reader.byte("the clock")? } else { first >> CLOCK_SHIFT };
        let clock = read_clock(clock, &mut reader)?;
        let (seats, names) = read_seats(first & NAMED != 0, &mut reader)?;
        let created = reader.number("the time")?.wrapping_add(id.unix_ms());
        let ended = reader.number("the length")?.wrapping_add(created);
        let count =
            |reader: &mut ByteReader<'_>| reader.small("the number of choices that it began with");
        let continues = is_fork.then(|| count(&mut reader)).transpose()?;
        Ok(Finished {
            record: reader.rest().to_vec(),
            seats,
            names,
            reason,
            clock,
            created,
            ended,
            listed,
            continues,
        })
    }
}

fn reason_number(reason: Reason) -> u8 {
    match reason {
        Reason::Rules => RULES,
        Reason::Agreed => AGREED,
        Reason::Abandoned => ABANDONED,
        Reason::Resigned(seat) => RESIGNED + seat_bit(seat),
        Reason::Time(seat) => TIME + seat_bit(seat),
    }
}

fn read_reason(number: u8, reader: &ByteReader<'_>) -> Result<Reason, ByteError> {
    let seat = Seat(number & 1);
    Ok(match number {
        RULES => Reason::Rules,
        AGREED => Reason::Agreed,
        ABANDONED => Reason::Abandoned,
        RESIGNED..TIME => Reason::Resigned(seat),
        TIME..=7 => Reason::Time(seat),
        other => return Err(reader.reject(format!("no reason to end has number {other}"))),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Clock, SeatHolder, SeatKey, samples};

    proptest! {
        #[test]
        fn finished_matches_round_trip(id in samples::id(), finished in samples::finished()) {
            let bytes = finished.to_bytes(id);
            prop_assert_eq!(Finished::from_bytes(id, finished.listed, &bytes), Ok(finished));
        }

        #[test]
        fn accepted_bytes_encode_back(
            id in samples::id(),
            bytes in prop::collection::vec(any::<u8>(), 0..64),
        ) {
            let bytes = [&[0x40], &bytes[..]].concat();
            if let Ok(finished) = Finished::from_bytes(id, true, &bytes) {
                prop_assert_eq!(finished.to_bytes(id), bytes);
            }
        }
    }

    #[test]
    fn two_people_add_40_bytes_to_the_record() {
        let id = MatchId::new(1_800_000_000_000, 0);
        let finished = Finished {
            record: vec![],
            seats: [SeatHolder::Person(SeatKey::of(&[1; 16])); 2],
            names: [None, None],
            reason: Reason::Rules,
            clock: Clock::None,
            created: 1_800_000_010_000,
            ended: 1_800_000_070_000,
            listed: true,
            continues: None,
        };
        assert_eq!(finished.to_bytes(id).len(), 40);
    }

    #[test]
    fn invalid_bytes_are_rejected_with_their_offset() {
        let id = MatchId::new(0, 0);
        let refused = |bytes: &[u8]| Finished::from_bytes(id, true, bytes).unwrap_err().to_string();
        assert_eq!(refused(&[]), "byte 0: the finished match is cut off");
        assert_eq!(refused(&[0xc0]), "byte 0: version 3 of a finished match, not 1");
        assert_eq!(refused(&[0x43]), "byte 0: no reason to end has number 3");
        assert_eq!(refused(&[0x48, 1, 1, 0, 0]), "byte 4: names are announced, but there are none");
        assert_eq!(refused(&[0x40, 0]), "byte 2: a key is cut off");
        assert_eq!(refused(&[0x40, 1, 1, 0]), "byte 4: the length is cut off");
    }
}
