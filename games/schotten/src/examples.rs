//! Example values for each format.

use ennead_kit::{Example, ExampleInput};

/// A row of a table without cards.
macro_rules! empty_row {
    () => {
        "- - - - - - - - -"
    };
}

/// A table without cards.
macro_rules! empty_table {
    () => {
        concat!(
            empty_row!(),
            " / ",
            empty_row!(),
            " / ",
            empty_row!(),
            " / ",
            empty_row!(),
            " / ",
            empty_row!(),
            " / ",
            empty_row!()
        )
    };
}

/// The table of a match half-way through.
macro_rules! table {
    () => {
        "- - - - green2 - - - - / - - - - yellow8 - - - - / blue6 cyan5 - - red4 red3 - - grey8 / \
         - blue5 green4 yellow2 red6 yellow6 grey9 - - / - cyan4 - - - - - - - / - - - - - - - - -"
    };
}

/// The 42 cards that remain after dealing twelve.
macro_rules! rest_of_deck {
    () => {
        "yellow5 cyan1 red6 green2 grey7 blue3 cyan8 yellow4 green9 red5 green1 grey6 blue2 cyan7 \
         yellow3 green8 red4 blue9 grey5 blue1 cyan6 yellow2 green7 red3 blue8 grey4 yellow9 cyan5 \
         yellow1 green6 red2 blue7 grey3 yellow8 cyan4 red9 green5 red1 blue6 grey2 yellow7 cyan3"
    };
}

/// All 54 cards, shuffled.
macro_rules! deck {
    () => {
        concat!(
            "red8 green4 grey9 blue5 grey1 yellow6 cyan2 red7 green3 grey8 blue4 cyan9 ",
            rest_of_deck!()
        )
    };
}

/// Examples, most of them taken from the documents that describe the formats.
pub(crate) const EXAMPLES: &[Example] = &[
    value("schotten.card", "cyan 2", "52"),
    text("schotten.card", "red 7, as text", "red7"),
    value("schotten.hand", "a full hand", "121117294157"),
    text("schotten.hand", "two cards left", "red2 - - yellow9 - -"),
    text("schotten.board", "mid-match", table!()),
    text("schotten.board", "the empty table", empty_table!()),
    value("schotten.move", "slot 1 to column 3", "13"),
    value("schotten.move", "a pass", "ff"),
    text("schotten.move", "as text", "5>8"),
    text("schotten.deck", "five cards", "yellow5 cyan1 red6 green2 grey7"),
    text("schotten.deck", "a whole shuffle", deck!()),
    text(
        "schotten.turn",
        "the first turn",
        concat!(
            "cyan2 red7 green3 grey8 blue4 cyan9; ",
            empty_table!(),
            "; red8 green4 grey9 blue5 grey1 yellow6; ",
            rest_of_deck!(),
            "; 2>4"
        ),
    ),
    text("schotten.match", "two turns", concat!(deck!(), ": 0>4 3>4")),
    text("schotten.match", "six turns", concat!(deck!(), ": 0>4 3>4 1>0 5>8 2>4 0>4")),
    text(
        "schotten.view",
        "what the next player is sent",
        concat!(table!(), "; red1 red2 yellow9 - blue1 cyan9"),
    ),
    value(
        "record",
        "a match of Schotten Totten",
        concat!(
            "4395900fc39900791b4f025025c4a9f929505aaeb0d599df1b96e0891ea1fab321a06d4a0aa6b871",
            "f322daa9a5b18abc32d080a0dd749fbab7aafaf4bbb929"
        ),
    ),
];

const fn value(format: &'static str, name: &'static str, value: &'static str) -> Example {
    Example { format, name, input: ExampleInput::Value(value), options: &[] }
}

const fn text(format: &'static str, name: &'static str, text: &'static str) -> Example {
    Example { format, name, input: ExampleInput::Text(text), options: &[] }
}
