//! A finished match as bytes.

use ennead_game::Seat;

use crate::bytes::{ByteError, Reader, put_number, seat_bit};
use crate::head_bytes::read_version;
use crate::{Clock, Finished, MatchId, Reason, SeatHolder};

/// In the high two bits of the first byte.
const VERSION: u8 = 1;
const RULES: u8 = 0;
const AGREED: u8 = 1;
const ABANDONED: u8 = 2;
const RESIGNED: u8 = 4;
const TIME: u8 = 6;
/// The clock's kind stands above the reason.
const CLOCK_SHIFT: u32 = 4;

impl Finished {
    /// The match's bytes under an id, which says most of the time; whether the match is listed stands beside them.
    ///
    /// # Panics
    /// If a seat is neither the first nor the second.
    pub fn to_bytes(&self, id: MatchId) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(32 + self.record.len());
        bytes.push(VERSION << 6 | self.clock.kind() << CLOCK_SHIFT | self.reason.number());
        self.clock.write(&mut bytes);
        for seat in &self.seats {
            seat.write(&mut bytes);
        }
        put_number(self.created.wrapping_sub(id.unix_ms()), &mut bytes);
        put_number(self.ended.wrapping_sub(self.created), &mut bytes);
        bytes.extend(&self.record);
        bytes
    }

    /// Reads a finished match.
    pub fn from_bytes(id: MatchId, listed: bool, bytes: &[u8]) -> Result<Self, ByteError> {
        let mut reader = Reader::new(bytes);
        let first = read_version(VERSION, "finished match", &mut reader)?;
        let reason = Reason::read(first & 0x0f, &reader)?;
        let clock = Clock::read(first >> CLOCK_SHIFT, &mut reader)?;
        let seats = [SeatHolder::read(&mut reader)?, SeatHolder::read(&mut reader)?];
        let created = reader.number("the time")?.wrapping_add(id.unix_ms());
        let ended = reader.number("the length")?.wrapping_add(created);
        Ok(Finished { record: reader.rest().to_vec(), seats, reason, clock, created, ended, listed })
    }
}

impl Reason {
    fn number(self) -> u8 {
        match self {
            Reason::Rules => RULES,
            Reason::Agreed => AGREED,
            Reason::Abandoned => ABANDONED,
            Reason::Resigned(seat) => RESIGNED + seat_bit(seat),
            Reason::Time(seat) => TIME + seat_bit(seat),
        }
    }

    fn read(number: u8, reader: &Reader<'_>) -> Result<Self, ByteError> {
        let seat = Seat(number & 1);
        Ok(match number {
            RULES => Reason::Rules,
            AGREED => Reason::Agreed,
            ABANDONED => Reason::Abandoned,
            RESIGNED..TIME => Reason::Resigned(seat),
            TIME..=7 => Reason::Time(seat),
            other => return Err(reader.refuse(format!("no reason to end has number {other}"))),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Key, samples};

    proptest! {
        #[test]
        fn finished_matches_come_back(id in samples::id(), finished in samples::finished()) {
            let bytes = finished.to_bytes(id);
            prop_assert_eq!(Finished::from_bytes(id, finished.listed, &bytes), Ok(finished));
        }

        #[test]
        fn what_reads_is_what_is_written(id in samples::id(), bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            let bytes = [&[0x40], &bytes[..]].concat();
            if let Ok(finished) = Finished::from_bytes(id, true, &bytes) {
                prop_assert_eq!(finished.to_bytes(id), bytes);
            }
        }
    }

    #[test]
    fn two_people_cost_40_bytes_beside_the_record() {
        let id = MatchId::new(1_800_000_000_000, 0);
        let finished = Finished {
            record: vec![],
            seats: [SeatHolder::Person(Key::of(&[1; 16])); 2],
            reason: Reason::Rules,
            clock: Clock::None,
            created: 1_800_000_010_000,
            ended: 1_800_000_070_000,
            listed: true,
        };
        assert_eq!(finished.to_bytes(id).len(), 40);
    }

    #[test]
    fn other_bytes_are_refused_with_their_place() {
        let id = MatchId::new(0, 0);
        let refused = |bytes: &[u8]| Finished::from_bytes(id, true, bytes).unwrap_err().to_string();
        assert_eq!(refused(&[]), "byte 0: the finished match is cut off");
        assert_eq!(refused(&[0xc0]), "byte 0: version 3 of a finished match, not 1");
        assert_eq!(refused(&[0x43]), "byte 0: no reason to end has number 3");
        assert_eq!(refused(&[0x48]), "byte 0: no reason to end has number 8");
        assert_eq!(refused(&[0x40, 0]), "byte 2: a key is cut off");
        assert_eq!(refused(&[0x40, 1, 1, 0]), "byte 4: the length is cut off");
    }
}
