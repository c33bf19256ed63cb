//! Which options of games and formats serve which purpose.

use ennead_game::{AnyGame, FormatInfo, OptionError, OptionSpec, Options, RECORD, RECORDS};

/// The purpose of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Setting up a game.
    SetUp,
    /// Parsing text and writing a value.
    Encode,
    /// Writing a value.
    Write,
    /// Drawing.
    Draw,
}

/// An option, and the game or format that declares it.
pub type OwnedOption = (&'static str, OptionSpec);

impl Purpose {
    /// The options of a game and of one of its formats that serve this purpose.
    pub fn options(self, game: &dyn AnyGame, format: &FormatInfo) -> Vec<OwnedOption> {
        let of_game = match self {
            Purpose::SetUp => game.setup_options(),
            // Text does not specify the set-up. Formats other than records have options for the
            // parts they need.
            Purpose::Encode if RECORDS.iter().any(|info| info.id == format.id) => {
                game.setup_options()
            }
            Purpose::Encode | Purpose::Write => &[],
            Purpose::Draw => game.draw_options(),
        };
        let of_format = if self == Purpose::SetUp { &[] } else { format.options };
        let own = of_format.iter().map(|spec| (format.id, *spec));
        own.chain(of_game.iter().map(|spec| (game.id(), *spec))).collect()
    }

    /// Rejects options that the game and the format do not have for this purpose.
    pub fn check(
        self,
        options: &Options,
        game: &dyn AnyGame,
        format: &FormatInfo,
    ) -> Result<(), OptionError> {
        let owner = if self == Purpose::SetUp { game.id() } else { format.id };
        let known: Vec<OptionSpec> =
            self.options(game, format).into_iter().map(|(_, spec)| spec).collect();
        options.check(owner, &known)
    }

    /// Rejects options that the game's set-up does not have.
    pub fn check_setup(options: &Options, game: &dyn AnyGame) -> Result<(), OptionError> {
        Purpose::SetUp.check(options, game, &RECORD)
    }
}
