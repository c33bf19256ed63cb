//! The bytes of log entries.

use ennead_game::Seat;

use super::reader::{ByteError, ByteReader, put_number, read_name, seat_bit};
use crate::{Entry, Event, PlayerName, SeatKey};

const AGREE: u8 = 0;
const ABANDON: u8 = 1;
const OFFER: u8 = 2;
const DECLINE: u8 = 4;
const RESIGN: u8 = 6;
const TIMEOUT: u8 = 8;
const JOIN: u8 = 10;
const CHOICES: u8 = 12;
/// Followed by one of the numbers below, which cannot be choices: a single small choice has a
/// shorter form.
const EXTENDED: u8 = CHOICES;
const ASK_TAKEBACK: u32 = 0;
const DECLINE_TAKEBACK: u32 = 2;
/// From here on, the byte itself is a single choice.
const CHOICE: u8 = 13;
/// The highest choice that fits into one byte.
const MAX_CHOICE: u32 = (u8::MAX - CHOICE) as u32;

/// The bytes of an [`Entry`].
pub trait EntryBytes: Sized {
    /// Encodes the entry.
    ///
    /// # Panics
    /// If a seat is neither the first nor the second.
    fn to_bytes(&self) -> Vec<u8>;

    /// Decodes an entry.
    fn from_bytes(bytes: &[u8]) -> Result<Self, ByteError>;
}

impl EntryBytes for Entry {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(8);
        put_number(self.at, &mut bytes);
        write_event(&self.event, &mut bytes);
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self, ByteError> {
        let mut reader = ByteReader::new(bytes);
        let at = reader.number("the time")?;
        let event = read_event(&mut reader)?;
        reader.finish()?;
        Ok(Entry { at, event })
    }
}

fn write_event(event: &Event, bytes: &mut Vec<u8>) {
    match event {
        Event::Agree => bytes.push(AGREE),
        Event::Abandon => bytes.push(ABANDON),
        Event::Offer(seat) => bytes.push(OFFER + seat_bit(*seat)),
        Event::Decline(seat) => bytes.push(DECLINE + seat_bit(*seat)),
        Event::Resign(seat) => bytes.push(RESIGN + seat_bit(*seat)),
        Event::Timeout(seat) => bytes.push(TIMEOUT + seat_bit(*seat)),
        Event::Join { seat, key, name } => {
            bytes.push(JOIN + seat_bit(*seat));
            bytes.extend(key.to_bytes());
            bytes.extend(name.as_ref().map_or("", PlayerName::as_str).as_bytes());
        }
        Event::Choices(choices) => write_choices(choices, bytes),
        Event::AskTakeback(seat) => write_extended(ASK_TAKEBACK, *seat, bytes),
        Event::DeclineTakeback(seat) => write_extended(DECLINE_TAKEBACK, *seat, bytes),
    }
}

fn read_event(reader: &mut ByteReader<'_>) -> Result<Event, ByteError> {
    let kind = reader.byte("the event")?;
    let seat = Seat(kind & 1);
    Ok(match kind {
        AGREE => Event::Agree,
        ABANDON => Event::Abandon,
        OFFER..DECLINE => Event::Offer(seat),
        DECLINE..RESIGN => Event::Decline(seat),
        RESIGN..TIMEOUT => Event::Resign(seat),
        TIMEOUT..JOIN => Event::Timeout(seat),
        JOIN..CHOICES => read_join(seat, reader)?,
        CHOICES => read_choices(reader)?,
        CHOICE.. => Event::Choices(vec![u32::from(kind - CHOICE)]),
    })
}

fn read_join(seat: Seat, reader: &mut ByteReader<'_>) -> Result<Event, ByteError> {
    let key = SeatKey::from_bytes(reader.array("the key")?);
    let name = match reader.rest() {
        [] => None,
        bytes => Some(read_name(bytes, reader)?),
    };
    Ok(Event::Join { seat, key, name })
}

fn write_choices(choices: &[u32], bytes: &mut Vec<u8>) {
    if let [choice @ 0..=MAX_CHOICE] = choices {
        bytes.push(CHOICE + *choice as u8);
        return;
    }
    bytes.push(CHOICES);
    for choice in choices {
        put_number(u64::from(*choice), bytes);
    }
}

/// Events added later use encodings that no choice uses.
fn write_extended(event: u32, seat: Seat, bytes: &mut Vec<u8>) {
    bytes.push(EXTENDED);
    put_number(u64::from(event) + u64::from(seat_bit(seat)), bytes);
}

fn read_choices(reader: &mut ByteReader<'_>) -> Result<Event, ByteError> {
    let mut choices = Vec::new();
    while !reader.is_empty() {
        choices.push(reader.small("a choice")?);
    }
    match choices[..] {
        [event @ ASK_TAKEBACK..DECLINE_TAKEBACK] => Ok(Event::AskTakeback(Seat(event as u8 & 1))),
        [event @ DECLINE_TAKEBACK..=3] => Ok(Event::DeclineTakeback(Seat(event as u8 & 1))),
        [0..=MAX_CHOICE] => Err(reader.reject("a single choice of one byte is written as such")),
        _ => Ok(Event::Choices(choices)),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::samples;

    proptest! {
        #[test]
        fn entries_round_trip(entry in samples::entry()) {
            prop_assert_eq!(Entry::from_bytes(&entry.to_bytes()), Ok(entry));
        }

        #[test]
        fn accepted_bytes_encode_back(bytes in prop::collection::vec(any::<u8>(), 0..24)) {
            if let Ok(entry) = Entry::from_bytes(&bytes) {
                prop_assert_eq!(entry.to_bytes(), bytes);
            }
        }
    }

    #[test]
    fn a_move_of_a_small_game_is_a_few_bytes() {
        let entry = Entry { at: 60_000, event: Event::Choices(vec![4]) };
        assert_eq!(entry.to_bytes(), [0xe0, 0xd4, 0x03, 17]);
    }

    #[test]
    fn invalid_bytes_are_rejected_with_their_offset() {
        let refused = |bytes: &[u8]| Entry::from_bytes(bytes).unwrap_err().to_string();
        assert_eq!(refused(&[]), "byte 0: the time is cut off");
        assert_eq!(refused(&[0]), "byte 1: the event is cut off");
        assert_eq!(refused(&[0, 10, 1, 2]), "byte 4: the key is cut off");
        assert_eq!(refused(&[0, 0, 0]), "byte 2: 1 byte(s) too many");
        assert_eq!(refused(&[0, 12, 5]), "byte 2: a single choice of one byte is written as such");
        assert_eq!(
            refused(&[0, 12, 5, 0xff, 0xff, 0xff, 0xff, 0x7f]),
            "byte 7: a choice needs more than 32 bits"
        );
    }
}
