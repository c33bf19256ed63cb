//! Records of two small games: exact bytes, and rejected input.

use ennead_bits::{BitReader, BitWriter};
use ennead_game::{
    Game, Match, OptionSpec, Outcome, PlayError, Random, RecordError, Seat, Setup, SetupError,
    SplitMix64, Turn, Values,
};

/// Take one or two sticks in turn; the player who takes the last one wins.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sticks {
    left: u32,
    mover: Seat,
}

/// The number of sticks, 7 by default.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Heap(u32);

impl Default for Heap {
    fn default() -> Self {
        Heap(7)
    }
}

impl Setup for Heap {
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec {
        name: "heap",
        values: Values::Numbers(1, 1000),
        default: "7",
        help: "how many sticks",
    }];

    fn set(&mut self, _: &str, value: &str) -> Result<(), SetupError> {
        self.0 = value.parse().expect("checked before");
        Ok(())
    }

    fn get(&self, _: &str) -> String {
        self.0.to_string()
    }

    fn write(&self, writer: &mut BitWriter) {
        writer.write(self.0.into(), 10);
    }

    fn read(reader: &mut BitReader<'_>) -> Result<Self, SetupError> {
        match reader.read(10)? {
            heap @ 1..=1000 => Ok(Heap(heap as u32)),
            value => Err(SetupError::Field { field: "heap", value, right: "1 to 1000" }),
        }
    }
}

impl Game for Sticks {
    const ID: &'static str = "sticks";
    const NUMBER: u8 = 14;
    type Setup = Heap;

    fn new(heap: &Heap) -> Self {
        Sticks { left: heap.0, mover: Seat::FIRST }
    }

    fn turn(&self) -> Turn {
        match self.left {
            0 => Turn::Over(Outcome::Win(self.mover.other())),
            _ => Turn::Seat(self.mover),
        }
    }

    fn options(&self) -> u32 {
        self.left.min(2)
    }

    fn choose(&mut self, option: u32) {
        self.left -= option + 1;
        self.mover = self.mover.other();
    }
}

/// Toss a coin until it shows heads: a match of any length with chance choices only.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tosses {
    heads: bool,
}

impl Game for Tosses {
    const ID: &'static str = "tosses";
    const NUMBER: u8 = 255;
    type Setup = ();

    fn new((): &()) -> Self {
        Tosses { heads: false }
    }

    fn turn(&self) -> Turn {
        if self.heads { Turn::Over(Outcome::Draw) } else { Turn::Chance }
    }

    fn options(&self) -> u32 {
        if self.heads { 0 } else { 2 }
    }

    fn choose(&mut self, option: u32) {
        self.heads = option == 1;
    }
}

ennead_game::conformance!(Sticks, [Heap(7), Heap(1), Heap(1000)]);

mod tosses {
    use super::Tosses;
    ennead_game::conformance!(Tosses, [()]);
}

fn message(bytes: &[u8]) -> String {
    Match::<Sticks>::decode(bytes).unwrap_err().to_string()
}

#[test]
fn decode_within_enforces_its_limit() {
    let mut game = Match::<Sticks>::new(Heap::default());
    while !game.is_over() {
        let limit = game.choices().len() as u64;
        assert_eq!(Match::<Sticks>::decode_within(&game.encode(), limit).as_ref(), Ok(&game));
        if let Some(less) = limit.checked_sub(1) {
            let rejection = Match::<Sticks>::decode_within(&game.encode(), less);
            assert_eq!(rejection, Err(RecordError::TooLong { most: less }));
        }
        game.play(0).unwrap();
    }
    assert_eq!(Match::<Sticks>::decode_within(&game.encode(), 7).as_ref(), Ok(&game));
    assert_eq!(
        Match::<Sticks>::decode_within(&game.encode(), 6),
        Err(RecordError::TooLong { most: 6 })
    );
}

#[test]
fn records_have_exact_bytes() {
    let whole = Match::<Sticks>::replay(Heap(7), &[1, 0, 1, 0, 0]).unwrap();
    assert_eq!(whole.encode(), [0x4e, 0b1010_0000]);
    assert_eq!(whole.to_text(), "TqA");
    let part = Match::<Sticks>::replay(Heap(5), &[1]).unwrap();
    assert_eq!(part.encode(), [0x7e, 0b0000_0001, 0b0100_0000, 1, 0b1000_0000]);
    let toss = Match::<Tosses>::replay((), &[0, 0, 1]).unwrap();
    assert_eq!(toss.encode(), [0x4f, 240, 0b0010_0000]);
}

#[test]
fn errors_name_field_and_offset() {
    assert_eq!(message(&[]), "record header: a record has at least one byte");
    assert_eq!(
        message(&[0xce]),
        "record header: this is a value of the format record.model, not of record"
    );
    assert_eq!(message(&[0x41]), "this is a record of game number 1, not of sticks (number 14)");
    assert_eq!(message(&[0x4f]), "record header: the game number is cut off at byte 1");
    assert_eq!(
        message(&[0x4f, 241]),
        "record header: game number 256 is too high: the highest is 255"
    );
    assert_eq!(
        message(&[0x6e, 0]),
        "record header: the set-up is cut short: 10 bit(s) expected at bit 0, but only 8 left \
         (from byte 1)"
    );
    assert_eq!(
        message(&[0x6e, 0, 0]),
        "record header: the set-up's heap cannot be 0: 1 to 1000 (from byte 1)"
    );
    assert_eq!(
        message(&[0x6e, 0b0000_0001, 0b1100_0000]),
        "record header: the set-up from byte 1 is the default one, which a record must omit"
    );
    assert_eq!(
        message(&[0x6e, 0b0000_0001, 0b0100_0001]),
        "record header: the padding after the set-up is not zero (byte 2)"
    );
    for count in [
        &[0x5e][..],
        &[0x5e, 0x80, 0x00],
        &[0x5e, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1],
    ] {
        assert_eq!(
            message(count),
            "record header: the number of choices at byte 1 is cut off, not in its shortest form, \
             or too high"
        );
    }
    assert_eq!(message(&[0x5e, 0x81, 0x80, 0x80, 0x08]), "a record holds at most 16777216 choices");
    assert_eq!(
        message(&[0x4e, 0xa0, 0x00]),
        "record body: 1 byte(s) too many after the last choice, from byte 2"
    );
    assert_eq!(
        message(&[0x4e, 0xa1]),
        "record body: byte 1 is not canonical: the encoder ends these choices with another byte"
    );
    assert_eq!(
        message(&[0x5e, 9, 0]),
        "the header announces 9 choices of an unfinished match, but it is over after 7"
    );
    assert_eq!(
        message(&[0x5e, 4, 0xf0]),
        "the header announces 4 choices of an unfinished match, but it is over after 4"
    );
    assert_eq!(
        Match::<Tosses>::decode(&[0x4f, 240, 0, 0]).unwrap_err().to_string(),
        "record body: the input ends before the last choice (byte 4)"
    );
    assert!(matches!(Match::<Sticks>::from_text("T!"), Err(RecordError::Text(_))));
}

#[test]
fn hostile_headers_cannot_cause_much_work() {
    // The header announces 2^24 choices, but the body has only two bytes: decoding stops there.
    let error = Match::<Tosses>::decode(&[0x5f, 240, 0x80, 0x80, 0x80, 0x08, 0, 0]).unwrap_err();
    assert_eq!(error.to_string(), "record body: the input ends before the last choice (byte 8)");
}

#[test]
fn a_rejected_choice_changes_nothing() {
    let mut game = Match::<Sticks>::new(Heap(1));
    assert_eq!(game.play(1), Err(PlayError::NoSuchOption { option: 1, options: 1 }));
    assert_eq!(
        game.play(1).unwrap_err().to_string(),
        "option 1 does not exist: there are 1, numbered from 0"
    );
    game.play(0).unwrap();
    assert_eq!(
        game.play(0).unwrap_err().to_string(),
        "the game is over: there is nothing to choose"
    );
    assert_eq!(game.choices(), [0]);
    assert_eq!(
        Match::<Sticks>::replay(Heap(2), &[0, 1]),
        Err((1, PlayError::NoSuchOption { option: 1, options: 1 }))
    );
}

#[test]
fn bounded_numbers_are_uniform() {
    let mut random = SplitMix64::new(5);
    let mut counts = [0u32; 7];
    for _ in 0..70_000 {
        counts[random.below(7) as usize] += 1;
    }
    assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    assert_eq!(random.below(1), 0);
}
