//! The bytes of heads.

use super::reader::{ByteError, ByteReader, put_names, put_number, read_names};
use crate::{Beginning, Clock, Head, MatchId, PlayerName, SeatHolder, SeatKey};

/// In the high two bits of the first byte.
const VERSION: u8 = 1;
const NO_CLOCK: u8 = 0;
const PER_MOVE: u8 = 1;
const BASE: u8 = 2;
/// In the first byte: the seats are followed by names.
const NAMED: u8 = 0x20;
/// In the first byte: the match is a fork, and the number of its first choices follows the time.
const FORK: u8 = 0x10;
/// In the first byte, besides [`FORK`]: these choices follow their number.
const TEMPLATE: u8 = 0x08;

/// The numbers of a person and of an open seat; a bot's number is its level plus [`BOT`].
const PERSON: u64 = 0;
const OPEN: u64 = 1;
const BOT: u64 = 2;

/// The bytes of a [`Head`]. Most of the creation time comes from the id, and the `listed` flag is
/// stored beside the bytes.
pub trait HeadBytes: Sized {
    /// Encodes the head under an id.
    fn to_bytes(&self, id: MatchId) -> Vec<u8>;

    /// Decodes a head.
    fn from_bytes(id: MatchId, listed: bool, bytes: &[u8]) -> Result<Self, ByteError>;
}

impl HeadBytes for Head {
    fn to_bytes(&self, id: MatchId) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(32);
        let named = u8::from(has_name(&self.names)) * NAMED;
        let beginning = match self.beginning {
            Beginning::Fresh => 0,
            Beginning::Fork(_) => FORK,
            Beginning::Template(_) => FORK | TEMPLATE,
        };
        bytes.push(VERSION << 6 | named | beginning | clock_kind(self.clock));
        write_clock(self.clock, &mut bytes);
        write_seats(&self.seats, &self.names, &mut bytes);
        put_number(self.created.wrapping_sub(id.unix_ms()), &mut bytes);
        write_beginning(&self.beginning, &mut bytes);
        bytes.extend(&self.start);
        bytes
    }

    fn from_bytes(id: MatchId, listed: bool, bytes: &[u8]) -> Result<Self, ByteError> {
        let mut reader = ByteReader::new(bytes);
        let kind = read_version(VERSION, "head", &mut reader)?;
        let clock = read_clock(kind & !(NAMED | FORK | TEMPLATE), &mut reader)?;
        let (seats, names) = read_seats(kind & NAMED != 0, &mut reader)?;
        let created = reader.number("the time")?.wrapping_add(id.unix_ms());
        let beginning = read_beginning(kind & (FORK | TEMPLATE), &mut reader)?;
        let start = reader.rest().to_vec();
        Ok(Head { start, seats, names, clock, listed, created, beginning })
    }
}

fn write_beginning(beginning: &Beginning, bytes: &mut Vec<u8>) {
    if let Some(count) = beginning.continues() {
        put_number(count.into(), bytes);
    }
    if let Beginning::Template(choices) = beginning {
        choices.iter().for_each(|choice| put_number((*choice).into(), bytes));
    }
}

fn read_beginning(flags: u8, reader: &mut ByteReader<'_>) -> Result<Beginning, ByteError> {
    match flags {
        0 => return Ok(Beginning::Fresh),
        TEMPLATE => return Err(reader.reject("choices to begin with, but no fork")),
        _ => {}
    }
    let count = reader.small("the number of choices to begin with")?;
    if flags == FORK {
        return Ok(Beginning::Fork(count));
    }
    let choices = (0..count).map(|_| reader.small("a choice to begin with"));
    Ok(Beginning::Template(choices.collect::<Result<_, _>>()?))
}

/// The two bits that distinguish the kinds of clocks.
pub(super) fn clock_kind(clock: Clock) -> u8 {
    match clock {
        Clock::None => NO_CLOCK,
        Clock::PerMove { .. } => PER_MOVE,
        Clock::Base { .. } => BASE,
    }
}

/// Writes the times of a clock; its kind is stored elsewhere.
pub(super) fn write_clock(clock: Clock, bytes: &mut Vec<u8>) {
    match clock {
        Clock::None => {}
        Clock::PerMove { ms } => put_number(ms.into(), bytes),
        Clock::Base { ms, increment } => {
            put_number(ms.into(), bytes);
            put_number(increment.into(), bytes);
        }
    }
}

pub(super) fn read_clock(kind: u8, reader: &mut ByteReader<'_>) -> Result<Clock, ByteError> {
    Ok(match kind {
        NO_CLOCK => Clock::None,
        PER_MOVE => Clock::PerMove { ms: reader.small("the clock")? },
        BASE => Clock::Base {
            ms: reader.small("the clock")?,
            increment: reader.small("the increment")?,
        },
        other => return Err(reader.reject(format!("no clock has number {other}"))),
    })
}

/// Reads the first byte: checks the version in its high two bits, and returns the low six.
pub(super) fn read_version(
    version: u8,
    what: &str,
    reader: &mut ByteReader<'_>,
) -> Result<u8, ByteError> {
    let first = reader.byte(&format!("the {what}"))?;
    if first >> 6 != version {
        return Err(reader.reject(format!("version {} of a {what}, not {version}", first >> 6)));
    }
    Ok(first & 0x3f)
}

/// Whether any seat has a name; otherwise no names are written.
pub fn has_name(names: &[Option<PlayerName>; 2]) -> bool {
    names.iter().any(Option::is_some)
}

/// Writes the holders of both seats, and their names if there are any.
pub fn write_seats(seats: &[SeatHolder; 2], names: &[Option<PlayerName>; 2], bytes: &mut Vec<u8>) {
    for seat in seats {
        write_seat(seat, bytes);
    }
    if has_name(names) {
        put_names(names, bytes);
    }
}

/// The holders of both seats, and their names.
pub type Seats = ([SeatHolder; 2], [Option<PlayerName>; 2]);

/// Reads the output of [`write_seats`]; `named` says whether names are present.
pub fn read_seats(named: bool, reader: &mut ByteReader<'_>) -> Result<Seats, ByteError> {
    let seats = [read_seat(reader)?, read_seat(reader)?];
    if !named {
        return Ok((seats, [None, None]));
    }
    let names = read_names(reader)?;
    if has_name(&names) {
        return Ok((seats, names));
    }
    Err(reader.reject("names are announced, but there are none"))
}

fn write_seat(seat: &SeatHolder, bytes: &mut Vec<u8>) {
    match seat {
        SeatHolder::Person(key) => {
            put_number(PERSON, bytes);
            bytes.extend(key.to_bytes());
        }
        SeatHolder::Open => put_number(OPEN, bytes),
        SeatHolder::Bot(level) => put_number(BOT + u64::from(*level), bytes),
    }
}

fn read_seat(reader: &mut ByteReader<'_>) -> Result<SeatHolder, ByteError> {
    Ok(match reader.number("a seat")? {
        PERSON => SeatHolder::Person(SeatKey::from_bytes(reader.array("a key")?)),
        OPEN => SeatHolder::Open,
        level => SeatHolder::Bot(bot_level(level, reader)?),
    })
}

/// The level of a bot, from the number of its seat.
fn bot_level(number: u64, reader: &ByteReader<'_>) -> Result<u8, ByteError> {
    let level = number - BOT;
    u8::try_from(level).map_err(|_| reader.reject(format!("no bot has level {level}")))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::samples;

    proptest! {
        #[test]
        fn heads_round_trip(id in samples::id(), head in samples::head()) {
            prop_assert_eq!(Head::from_bytes(id, head.listed, &head.to_bytes(id)), Ok(head));
        }

        #[test]
        fn accepted_bytes_encode_back(
            id in samples::id(),
            bytes in prop::collection::vec(any::<u8>(), 0..64),
        ) {
            let bytes = [&[0x40], &bytes[..]].concat();
            if let Ok(head) = Head::from_bytes(id, true, &bytes) {
                prop_assert_eq!(head.to_bytes(id), bytes);
            }
        }
    }

    #[test]
    fn invalid_bytes_are_rejected_with_their_offset() {
        let id = MatchId::new(0, 0);
        let refused = |bytes: &[u8]| Head::from_bytes(id, true, bytes).unwrap_err().to_string();
        assert_eq!(refused(&[]), "byte 0: the head is cut off");
        assert_eq!(refused(&[0x80]), "byte 0: version 2 of a head, not 1");
        assert_eq!(refused(&[0x43]), "byte 0: no clock has number 3");
        assert_eq!(refused(&[0x41]), "byte 1: the clock is cut off");
        assert_eq!(refused(&[0x40, 0, 1]), "byte 3: a key is cut off");
        assert_eq!(refused(&[0x40, 1, 0x82, 2]), "byte 3: no bot has level 256");
        assert_eq!(refused(&[0x40, 1, 1]), "byte 3: the time is cut off");
    }
}
