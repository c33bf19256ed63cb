//! The bytes of a match's auxiliary columns: its current seats, and the brief of a finished match.
//! Each is sealed with its own checksum.

use ennead_game::Seat;
use ennead_host::bytes::{
    ByteError, ByteReader, has_name, put_number, read_seats, seal, unseal, write_seats,
};

use crate::{Brief, Entry, Event, Head, MatchId, MatchResult, Seating, StoreError};

/// The auxiliary columns of a new running match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AuxiliaryColumns {
    pub(crate) wake: u64,
    pub(crate) open: bool,
    /// The current seats, if they differ from those of the head.
    pub(crate) seats: Option<Vec<u8>>,
}

impl AuxiliaryColumns {
    pub(crate) fn of(id: MatchId, head: &Head, now: &Seating, wake: u64) -> Self {
        let changed = now.seats != head.seats || now.names != head.names;
        AuxiliaryColumns { wake, open: now.is_open(), seats: changed.then(|| now.to_sealed(id)) }
    }
}

const DRAW: u8 = 2;
const CALLED_OFF: u8 = 3;

impl Seating {
    /// The seats of a match after these entries.
    pub(crate) fn after(head: &Head, entries: &[Entry]) -> Self {
        let mut names = head.names.clone();
        for entry in entries {
            if let Event::Join { seat, name, .. } = &entry.event
                && let Some(place) = names.get_mut(seat.index())
            {
                place.clone_from(name);
            }
        }
        Seating { seats: head.seats_after(entries), names }
    }

    /// The sealed bytes.
    pub(crate) fn to_sealed(&self, id: MatchId) -> Vec<u8> {
        let mut bytes = vec![u8::from(has_name(&self.names))];
        write_seats(&self.seats, &self.names, &mut bytes);
        seal(id, bytes)
    }

    pub(crate) fn from_sealed(id: MatchId, sealed: &[u8]) -> Result<Self, StoreError> {
        read_sealed(id, "seats", sealed, |reader| {
            let named = match reader.byte("the seats")? {
                named @ 0..=1 => named == 1,
                other => return Err(reader.reject(format!("{other} is neither 0 nor 1"))),
            };
            let (seats, names) = read_seats(named, reader)?;
            reader.finish()?;
            Ok(Seating { seats, names })
        })
    }
}

/// The sealed bytes of a brief.
pub(crate) fn seal_brief(id: MatchId, brief: &Brief) -> Vec<u8> {
    let mut bytes = vec![match brief.result {
        MatchResult::Win(seat) => seat.0,
        MatchResult::Draw => DRAW,
        MatchResult::CalledOff => CALLED_OFF,
    }];
    put_number(brief.ply.into(), &mut bytes);
    bytes.extend(&brief.start);
    seal(id, bytes)
}

pub(crate) fn unseal_brief(id: MatchId, sealed: &[u8]) -> Result<Brief, StoreError> {
    read_sealed(id, "summary", sealed, |reader| {
        let result = match reader.byte("the result")? {
            seat @ 0..=1 => MatchResult::Win(Seat(seat)),
            DRAW => MatchResult::Draw,
            CALLED_OFF => MatchResult::CalledOff,
            other => return Err(reader.reject(format!("no result has number {other}"))),
        };
        let ply = reader.small("the ply")?;
        Ok(Brief { start: reader.rest().to_vec(), ply, result })
    })
}

fn read_sealed<T>(
    id: MatchId,
    what: &str,
    sealed: &[u8],
    read: impl FnOnce(&mut ByteReader<'_>) -> Result<T, ByteError>,
) -> Result<T, StoreError> {
    let damage = |why: String| StoreError::Corrupt(format!("match {id}, {what}: {why}"));
    let bytes = unseal(id, sealed).ok_or_else(|| damage("its checksum is wrong".into()))?;
    read(&mut ByteReader::new(bytes)).map_err(|error| damage(error.to_string()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use ennead_host::samples;

    proptest! {
        #[test]
        fn sealed_columns_round_trip_and_damage_is_detected(
            id in samples::id(),
            head in samples::head(),
            ply: u32,
            at in 0_usize..200,
        ) {
            let seating = Seating { seats: head.seats, names: head.names };
            let mut sealed = seating.to_sealed(id);
            prop_assert_eq!(Seating::from_sealed(id, &sealed), Ok(seating));
            let brief = Brief { start: head.start, ply, result: MatchResult::Win(Seat::SECOND) };
            prop_assert_eq!(unseal_brief(id, &seal_brief(id, &brief)), Ok(brief));
            let at = at % sealed.len();
            sealed[at] ^= 0x10;
            prop_assert!(Seating::from_sealed(id, &sealed).is_err());
        }
    }
}
