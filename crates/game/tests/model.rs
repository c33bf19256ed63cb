//! Records coded with a model, tested with a small game that has one.

use ennead_bits::{ChoiceEncoder, Share};
use ennead_game::{
    Coding, Game, MAX_SHARE, Match, Outcome, Predictor, Random, RecordError, Seat, SplitMix64, Turn,
};

/// Thirty choices among four options, mostly option 0.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Habit(u32);

impl Game for Habit {
    const ID: &'static str = "habit";
    const NUMBER: u8 = 14;
    type Setup = ();

    fn new((): &()) -> Self {
        Habit(0)
    }

    fn turn(&self) -> Turn {
        if self.0 == 30 { Turn::Over(Outcome::Draw) } else { Turn::Seat(Seat::FIRST) }
    }

    fn options(&self) -> u32 {
        if self.0 == 30 { 0 } else { 4 }
    }

    fn choose(&mut self, _: u32) {
        self.0 += 1;
    }

    fn predictor((): &(), model: u8) -> Option<Box<dyn Predictor<Self>>> {
        (model == 1).then(|| Box::new(Counts([0; 4])) as _)
    }
}

/// Counts past choices. Its shares include some that are out of bounds.
struct Counts([u32; 4]);

impl Predictor<Habit> for Counts {
    fn predict(&mut self, _: &Habit, shares: &mut [u32]) {
        let usual = if self.0[0] > 9 { u32::MAX } else { 4000 + 1000 * self.0[0] };
        shares.copy_from_slice(&[usual, 100 * self.0[1], 0, 50]);
    }

    fn note(&mut self, _: &Habit, option: u32) {
        self.0[option as usize] += 1;
    }
}

ennead_game::conformance!(Habit, [()]);

fn matches() -> impl Iterator<Item = Match<Habit>> {
    let mut random = SplitMix64::new(3);
    (0..400).map(move |number| {
        let length = if number % 3 == 0 { 30 } else { random.below(31) as usize };
        let unusual = random.below(30);
        let choices: Vec<u32> = (0..length)
            .map(|_| if random.below(30) < unusual { random.below(4) as u32 } else { 0 })
            .collect();
        Match::replay((), &choices).expect("every option exists")
    })
}

#[test]
fn expected_matches_are_short_and_none_costs_more_than_a_byte() {
    let usual =
        Match::<Habit>::replay((), &[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
            .unwrap();
    assert!(usual.encode_model().len() < usual.encode().len());
    let [mut predicted, mut uniform] = [0; 2];
    for game in matches() {
        let (record, modelled) = (game.encode(), game.encode_model());
        assert_eq!(Match::decode_model(&modelled).as_ref(), Ok(&game));
        assert!(modelled.len() <= record.len() + 1);
        match Coding::of(&modelled) {
            Ok(Coding::Model { number: 1, predicted: true }) => predicted += 1,
            Ok(Coding::Model { number: 1, predicted: false }) => uniform += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(predicted > 50 && uniform > 50, "{predicted} {uniform}");
}

/// The body of a match as the model predicts it, whether or not that is the shorter one.
fn predicted_body(game: &Match<Habit>) -> Vec<u8> {
    let mut encoder = ChoiceEncoder::new();
    let mut counts = Counts([0; 4]);
    for option in game.choices() {
        let mut shares = [1; 4];
        counts.predict(game.position(), &mut shares);
        let shares = shares.map(|share| share.clamp(1, MAX_SHARE));
        let (start, size) = (shares[..*option as usize].iter().sum(), shares[*option as usize]);
        encoder.put_share(Share { start, size, total: shares.iter().sum() });
        counts.note(game.position(), *option);
    }
    encoder.finish()
}

#[test]
fn the_longer_coding_is_refused() {
    let mut refused = [0; 2];
    for game in matches().filter(Match::is_over) {
        let bodies = [
            [&[0x0e, 1][..], &game.encode_body()].concat(),
            [&[0x8e][..], &predicted_body(&game)].concat(),
        ];
        let predicted = game.encode_model()[0] >> 6 == 2;
        let (shorter, longer) = (usize::from(predicted), usize::from(!predicted));
        assert_eq!(bodies[shorter], game.encode_model());
        let error = Match::<Habit>::decode_model(&bodies[longer]);
        assert_eq!(error, Err(RecordError::NotShortest { predicted: !predicted }));
        refused[longer] += 1;
    }
    assert!(refused.iter().all(|count| *count > 10), "{refused:?}");
}

#[test]
fn headers_name_models_in_their_shortest_form() {
    let message = |bytes: &[u8]| Match::<Habit>::decode_model(bytes).unwrap_err().to_string();
    assert_eq!(message(&[0x0e]), "record header: the number of the model is cut off at byte 1");
    for second in [0x00, 0x80, 0x81, 0x82] {
        let text =
            format!("record header: byte 1 ({second:#04x}) is not a model in its shortest form");
        assert_eq!(message(&[0x0e, second]), text);
    }
    for (number, bytes) in [(2, &[0x0e, 0x02][..]), (2, &[0xce]), (3, &[0x0e, 0x83])] {
        let text = format!("this record needs model {number} of habit; the newest known one is 1");
        assert_eq!(message(bytes), text);
    }
    assert_eq!(
        message(&[0x4e, 0]),
        "record header: this is a value of the format record, not of record.model"
    );
    assert_eq!(
        Match::<Habit>::decode(&[0x8e]).unwrap_err().to_string(),
        "record header: this is a value of the format record.model, not of record"
    );
}

#[test]
fn surprises_are_the_bits_of_the_choices() {
    for game in matches() {
        let bits: f64 = game.surprises().iter().sum();
        assert!(bits >= 0.0 && (bits - game.surprise()).abs() < 1e-9);
        if game.encode_model()[0] >> 6 == 2 {
            let body = game.encode_model().len() - if game.is_over() { 1 } else { 2 };
            assert!((body * 8) as f64 <= bits + 8.0 + 1e-6, "{body} bytes, {bits} bits");
        }
    }
}
