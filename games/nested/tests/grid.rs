//! `nested.grid`: the document's example, shared vectors, truncation, text and errors.

use ennead_bits::BitString;
use ennead_game::{AnyGame, Erased, Game, Options, Random, SplitMix64, Value};
use ennead_nested::formats::grid::Grid;
use ennead_nested::formats::grid_write::{self, grids_in};
use ennead_nested::{Mark, Nested, NestedSetup, Path, Rules, draw_grid};

const NESTED: Erased<Nested, ennead_nested::Formats> = Erased::new();

/// The example of document 000, level by level.
const EXAMPLE: &str = "001100100001100010010100001\
    000000000000000000000000100000010000000000001000010000000000000001000000000000000\
    000000001000000000000000000001010000000001001000010000";
const EXAMPLE_TEXT: &str = "O(........(OX..OO.X.))(.X...O.X.)O(...O.....)XX(..O......)O";

fn bits(text: &str) -> BitString {
    text.parse().unwrap()
}

fn error_of(text: &str) -> String {
    Grid::read(&bits(text)).unwrap_err().to_string()
}

#[test]
fn examples_of_the_document_match() {
    let simple: Grid = ".XO.OBOX.".parse().unwrap();
    assert_eq!(simple.to_bits().to_string(), "000010001000001011001010000");
    let example = Grid::read(&bits(EXAMPLE)).unwrap();
    assert_eq!(EXAMPLE.len(), 162);
    assert_eq!(example.grids(), 6);
    assert_eq!(example.to_string(), EXAMPLE_TEXT);
    assert_eq!(EXAMPLE_TEXT.parse::<Grid>().unwrap().to_bits(), bits(EXAMPLE));
}

#[test]
fn shared_vectors_match() {
    let text = include_str!("../vectors/grid.csv");
    let lines: Vec<_> = text.lines().skip(1).collect();
    assert_eq!(lines.len(), 8);
    for line in lines {
        let [text, zeros_and_ones, hex] = line.split(',').collect::<Vec<_>>().try_into().unwrap();
        let grid: Grid = text.parse().unwrap();
        assert_eq!(grid.to_bits().to_string(), zeros_and_ones);
        let bytes = Value::parse_bytes(hex).unwrap().to_bytes();
        assert_eq!(grid.to_bits().as_bytes(), bytes);
        assert_eq!(Grid::read(&bits(zeros_and_ones)).unwrap().to_string(), text);
        assert_eq!(Grid::read_bytes_tolerant(&bytes).unwrap(), grid);
    }
}

#[test]
fn missing_sub_grids_are_unseen() {
    let whole = Grid::read(&bits(EXAMPLE)).unwrap();
    let cuts = [
        (1, 4, "4 sub-grids are missing", "O??O?XX?O"),
        (2, 4, "4 sub-grids are missing", "O(........?)?O?XX?O"),
        (5, 1, "1 sub-grid is missing", "O(........?)(.X...O.X.)O(...O.....)XX(..O......)O"),
    ];
    for (grids, missing, message, text) in cuts {
        let cut = bits(&EXAMPLE[..grids * 27]);
        assert_eq!(Grid::read(&cut).unwrap_err().to_string(), message);
        let tolerant = Grid::read_tolerant(&cut).unwrap();
        assert_eq!((tolerant.grids(), tolerant.missing()), (grids, missing));
        assert_eq!(tolerant.to_string(), text);
        assert_eq!(text.parse::<Grid>().unwrap(), tolerant);
        assert_eq!(tolerant.to_bits(), cut);
        assert_eq!(whole.part(&Path::TOP, grids).unwrap(), tolerant);
    }
}

#[test]
fn invalid_bits_are_rejected() {
    assert_eq!(error_of(""), "a grid takes at least 27 bits, but the value is empty");
    assert_eq!(error_of("0000"), "4 bits are not a whole number of grids of 27 bits");
    for code in ["101", "110", "111"] {
        let wrong = format!("000{code}{}", "000".repeat(7));
        let message = format!(
            "cell 2 of grid 1 (bit 3) is {code}: a cell is 000 (blank), 001 (O), 010 (X), 011 \
             (both) or 100 (sub-grid)"
        );
        assert_eq!(error_of(&wrong), message);
    }
    let extra = "0".repeat(81);
    assert_eq!(
        error_of(&extra),
        "2 grid(s) too many, from bit 27: the preceding cells have 1 grid(s)"
    );
    assert!(Grid::read_tolerant(&bits(&extra)).is_err());
    let bytes = |bytes: &[u8]| Grid::read_bytes_tolerant(bytes).unwrap_err().to_string();
    assert_eq!(bytes(&[]), "a grid takes at least 27 bits, but the value is empty");
    assert_eq!(
        bytes(&[0; 5]),
        "5 byte(s) are not a whole number of grids: 1, 2, 3 grids take 4, 7, 11 bytes"
    );
    assert_eq!(bytes(&[0, 0, 0, 1]), "the padding after bit 27 is not zero");
}

#[test]
fn invalid_text_is_rejected() {
    let error_of = |text: &str| text.parse::<Grid>().unwrap_err().to_string();
    assert_eq!(error_of(""), "the grid that ends at character 1 has 0 cell(s): a grid has nine");
    assert_eq!(
        error_of("........"),
        "the grid that ends at character 8 has 8 cell(s): a grid has nine"
    );
    assert_eq!(
        error_of(".........."),
        "character 10 is the tenth cell of its grid: a grid has nine"
    );
    assert_eq!(error_of("(X)"), "the grid that ends at character 3 has 1 cell(s): a grid has nine");
    assert_eq!(error_of(".)"), "character 2 closes a sub-grid that was not opened");
    assert_eq!(error_of("(((("), "the text ends inside 4 sub-grid(s) that are not closed");
    let what = "a cell is . O X B, a sub-grid in parentheses or ? for an unseen sub-grid";
    assert_eq!(error_of("..é"), format!("character 3 is 'é': {what}"));
    assert_eq!(
        error_of("?(.........)......."),
        "an unseen sub-grid precedes one that is present in breadth-first order: only the last \
         ones can be cut off"
    );
}

#[test]
fn a_hundred_thousand_levels_do_not_overflow_the_stack() {
    const LEVELS: usize = 100_000;
    let text = format!("{}.........{}", "........(".repeat(LEVELS), ")".repeat(LEVELS));
    let grid: Grid = text.parse().unwrap();
    assert_eq!(grid.grids(), LEVELS + 1);
    assert_eq!(grid.to_string(), text);
    let again = Grid::read(&grid.to_bits()).unwrap();
    assert_eq!(again, grid.clone());
    assert!(draw_grid(&again).contains('+'));
    assert_eq!(
        NESTED.fields("nested.grid", &Value::Bits(grid.to_bits())).unwrap().len(),
        (LEVELS + 1) * 9
    );
    assert!("(".repeat(LEVELS).parse::<Grid>().is_err());
    assert!(")".repeat(LEVELS).parse::<Grid>().is_err());
}

#[test]
fn damaged_bits_are_rejected_or_another_value() {
    let mut random = SplitMix64::new(4);
    for _ in 0..2_000 {
        let mut text = EXAMPLE.as_bytes().to_vec();
        text.truncate(27 * (1 + random.below(6) as usize));
        let at = random.below(text.len() as u64) as usize;
        text[at] ^= 1;
        let damaged = bits(std::str::from_utf8(&text).unwrap());
        if let Ok(grid) = Grid::read_tolerant(&damaged) {
            assert_eq!(grid.to_bits(), damaged);
            assert_eq!(grid.to_string().parse::<Grid>().unwrap(), grid);
            draw_grid(&grid);
        }
    }
}

fn fresh(depth: u32) -> Nested {
    Nested::new(&NestedSetup::new(depth, Mark::X, Rules::Both).unwrap())
}

#[test]
fn fresh_grids_have_the_expected_size() {
    for (depth, size) in [(1, 27), (2, 270), (3, 2457), (4, 22140)] {
        assert_eq!(grid_write::write(fresh(depth).top(), None).unwrap().len(), size);
    }
}

#[test]
fn budgets_end_after_a_whole_grid() {
    let mut position = fresh(4);
    position.place(&"5.1.9.2".parse().unwrap()).unwrap();
    let whole = grid_write::write(position.top(), None).unwrap().to_string();
    for budget in [4, 5, 7, 100, 1_000, 2_767, 2_768, 5_000] {
        let part = grid_write::write(position.top(), Some(grids_in(budget).unwrap())).unwrap();
        assert!(part.as_bytes().len() as u64 <= budget);
        assert!(whole.starts_with(&part.to_string()));
        assert_eq!(part.len() / 27, (whole.len() / 27).min(budget as usize * 8 / 27));
    }
    assert_eq!(
        grids_in(3).unwrap_err().to_string(),
        "a budget of 3 byte(s) is too small: one grid takes 4"
    );
}

#[test]
fn deep_grids_are_written_up_to_the_budget() {
    let mut position = fresh(12);
    let part = grid_write::write(position.top(), Some(grids_in(4096).unwrap())).unwrap();
    assert_eq!(part.len(), 1213 * 27);
    let message =
        "the grid has more than 16777216 grids: give a budget of bytes, or start at a sub-grid";
    assert_eq!(grid_write::write(position.top(), None).unwrap_err().to_string(), message);
    position.place(&"1.2.3.4.5.6.7.8.9.1.2.3".parse().unwrap()).unwrap();
    let below = position.grid_at(&"1.2.3.4.5.6.7.8.9.1".parse().unwrap()).unwrap();
    let text = Grid::read(&grid_write::write(below, None).unwrap()).unwrap().to_string();
    assert!(text.starts_with("(.........)(..X......)(.........)"), "{text}");
    let deepest = fresh(1000);
    assert_eq!(grid_write::write(deepest.top(), Some(100)).unwrap().len(), 2700);
    assert!(grid_write::write(deepest.top(), None).is_err());
}

#[test]
fn codec_encodes_decodes_and_converts() {
    let options = Options::new();
    let tolerant = Options::new().with("tolerant", "true");
    let value = NESTED.encode("nested.grid", EXAMPLE_TEXT, &options).unwrap();
    assert_eq!(value, Value::Bits(bits(EXAMPLE)));
    let shown = NESTED.decode("nested.grid", &value, &options).unwrap();
    assert_eq!(
        shown.json.to_string(),
        format!(r#"{{"grid":"{EXAMPLE_TEXT}","grids":6,"unseen":0}}"#)
    );
    let cut = Value::Bits(bits(&EXAMPLE[..81]));
    let error = NESTED.decode("nested.grid", &cut, &options).unwrap_err();
    assert_eq!(error.to_string(), "3 sub-grids are missing");
    assert_eq!(NESTED.decode("nested.grid", &cut, &tolerant).unwrap().json["unseen"], 3);
    assert_eq!(
        NESTED.encode("nested.grid", "?........", &options).unwrap_err().to_string(),
        "1 sub-grid is missing"
    );

    let at = Options::new().with("at", "2.9");
    let part = NESTED.convert("nested.grid", "nested.grid", &value, &at).unwrap();
    assert_eq!(part, NESTED.encode("nested.grid", "OX..OO.X.", &options).unwrap());
    let nowhere = Options::new().with("at", "1");
    let error = NESTED.convert("nested.grid", "nested.grid", &value, &nowhere).unwrap_err();
    assert_eq!(error.to_string(), "there is no sub-grid at 1");
    let budget = Options::new().with("budget", "7");
    assert_eq!(
        NESTED.encode("nested.grid", EXAMPLE_TEXT, &budget).unwrap(),
        Value::Bits(bits(&EXAMPLE[..54]))
    );
    let budget = Options::new().with("budget", "3");
    let error = NESTED.encode("nested.grid", EXAMPLE_TEXT, &budget).unwrap_err();
    assert_eq!(error.to_string(), "--budget cannot be \"3\": it is a number from 4 to 67108864");

    let fields =
        NESTED.fields("nested.grid", &Value::Bytes(bits(EXAMPLE).as_bytes().to_vec())).unwrap();
    assert_eq!(fields.len(), 6 * 9 + 1);
    assert_eq!(fields[1].meaning, "sub-grid: grid 2");
    assert_eq!(fields[54].name, "padding");
}
