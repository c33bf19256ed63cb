//! The variants: who decides on claims, and when claims are made.

use ennead_bits::{BitReader, BitWriter};
use ennead_game::{Meaning, OptionSpec, Setup, SetupError, Values};

/// Who decides on claims.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Claims {
    /// Every claimable stone is claimed.
    #[default]
    Auto,
    /// The player decides on each claimable stone, except in a pass.
    Manual,
}

/// When claims are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Timing {
    /// After placing a card and before drawing.
    #[default]
    After,
    /// Only at the start of a turn: the expert variant.
    Start,
}

/// The set-up of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Variant {
    /// Who decides on claims.
    pub claims: Claims,
    /// When they are made.
    pub timing: Timing,
}

impl Variant {
    /// All four variants, the default first.
    pub const ALL: [Variant; 4] = [
        Variant { claims: Claims::Auto, timing: Timing::After },
        Variant { claims: Claims::Manual, timing: Timing::After },
        Variant { claims: Claims::Auto, timing: Timing::Start },
        Variant { claims: Claims::Manual, timing: Timing::Start },
    ];
    /// The width of a variant's number in headers and views.
    const BITS: u32 = 2;

    /// The index of the variant in [`ALL`](Self::ALL).
    pub(crate) fn number(self) -> usize {
        self.claims as usize | (self.timing as usize) << 1
    }
}

const CLAIMS: [&str; 2] = ["auto", "manual"];
const TIMINGS: [&str; 2] = ["after", "start"];

const CLAIM_MEANINGS: [Meaning; 2] = [
    Meaning { title: "Automatic", about: "Every stone that may be claimed is claimed at once." },
    Meaning { title: "By hand", about: "You are asked about each stone that you may claim." },
];
const TIMING_MEANINGS: [Meaning; 2] = [
    Meaning { title: "After a card", about: "Stones are claimed after a card is laid." },
    Meaning {
        title: "Start of a turn",
        about: "Stones are claimed only at the start of a turn, before a card is laid: for \
            experts.",
    },
];

impl Setup for Variant {
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "claims",
            values: Values::Words(&CLAIMS),
            default: CLAIMS[0],
            help: "claim every stone that may be claimed, or ask the player for each",
        },
        OptionSpec {
            name: "timing",
            values: Values::Words(&TIMINGS),
            default: TIMINGS[0],
            help: "claim after placing a card, or only at the start of the turn (experts)",
        },
    ];

    fn meanings(option: &str) -> &'static [Meaning] {
        if option == "claims" { &CLAIM_MEANINGS } else { &TIMING_MEANINGS }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SetupError> {
        match name {
            "claims" => {
                self.claims = if value == CLAIMS[0] { Claims::Auto } else { Claims::Manual }
            }
            _ => self.timing = if value == TIMINGS[0] { Timing::After } else { Timing::Start },
        }
        Ok(())
    }

    fn get(&self, name: &str) -> String {
        match name {
            "claims" => CLAIMS[self.claims as usize].to_string(),
            _ => TIMINGS[self.timing as usize].to_string(),
        }
    }

    fn write(&self, writer: &mut BitWriter) {
        writer.write(self.number() as u64, Self::BITS);
    }

    fn read(reader: &mut BitReader<'_>) -> Result<Self, SetupError> {
        Ok(Variant::ALL[reader.read(Self::BITS)? as usize])
    }
}
