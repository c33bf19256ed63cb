//! The codec of `nested.grid`.

use ennead_bits::BitString;
use ennead_game::{
    Codec, Decoded, Field, FormatInfo, GameError, Kind, OptionSpec, Options, Value, Values, reject,
};
use serde_json::json;

use super::grid::{CELL_BITS, Cell, GRID_BITS, Grid};
use super::grid_write::{grids_in, write};
use crate::content::{AT, Content, at};
use crate::draw::draw_grid;

pub(crate) struct GridCodec;

/// Maximum budget in bytes.
const MAX_BUDGET: u32 = 1 << 26;
const TOLERANT: &str = "tolerant";
const BUDGET: &str = "budget";

static INFO: FormatInfo = FormatInfo {
    id: "nested.grid",
    summary: "grids of any depth and shape, breadth-first, three bits per cell",
    min_bits: GRID_BITS as u64,
    max_bits: None,
    kind: Kind::Bits,
    options: &[
        OptionSpec {
            name: TOLERANT,
            values: Values::Flag,
            default: "false",
            help: "accept a value that is cut off; missing sub-grids are unseen",
        },
        OptionSpec {
            name: BUDGET,
            values: Values::Numbers(4, MAX_BUDGET),
            default: "67108864",
            help: "write at most this many bytes, up to a whole grid",
        },
        AT,
    ],
};

fn budget(options: &Options) -> Result<Option<u64>, GameError> {
    let Some(text) = options.get(BUDGET) else { return Ok(None) };
    let spec =
        INFO.options.iter().find(|spec| spec.name == BUDGET).expect("the format has this option");
    spec.check(text)?;
    Ok(Some(grids_in(text.parse()?)?))
}

/// The bits to display or write.
fn bits(content: &Content, options: &Options) -> Result<BitString, GameError> {
    let most = budget(options)?;
    let at = at(options)?;
    match content {
        Content::Grid(grid) => {
            let grid =
                if options.has(TOLERANT) { grid.clone() } else { grid.clone().complete()? };
            let most = most.map_or(usize::MAX, |most| most as usize);
            Ok(grid.part(&at, most)?.to_bits())
        }
        Content::Match(game) => Ok(write(game.position().grid_at(&at)?, most)?),
        Content::Position(position) => Ok(write(position.grid_at(&at)?, most)?),
    }
}

/// Decodes grids, complete or truncated. Callers that know the options decide whether truncation is
/// allowed.
fn read_tolerant(value: &Value) -> Result<Grid, GameError> {
    match value {
        Value::Bits(bits) => Ok(Grid::read_tolerant(bits)?),
        Value::Bytes(bytes) => Ok(Grid::read_bytes_tolerant(bytes)?),
        Value::Integer(_) => Err(reject(
            "a nested.grid value is a bit string: write it as 0 and 1, 0b… or bytes 0x…",
        )),
    }
}

impl Codec<Content> for GridCodec {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn parse(&self, text: &str, _: &Options) -> Result<Content, GameError> {
        Ok(Content::Grid(text.parse()?))
    }

    fn read(&self, value: &Value) -> Result<Content, GameError> {
        Ok(Content::Grid(read_tolerant(value)?))
    }

    fn write(&self, content: &Content, options: &Options) -> Result<Value, GameError> {
        Ok(Value::Bits(bits(content, options)?))
    }

    fn show(&self, content: &Content, options: &Options) -> Result<Decoded, GameError> {
        let grid = Grid::read_tolerant(&bits(content, options)?)?;
        let json = json!({
            "grid": grid.to_string(),
            "grids": grid.grids(),
            "unseen": grid.missing(),
        });
        let counts = format!("{} grid(s), {} unseen\n", grid.grids(), grid.missing());
        Ok(Decoded { drawing: draw_grid(&grid) + &counts, json })
    }

    fn fields(&self, value: &Value) -> Result<Vec<Field>, GameError> {
        let grid = read_tolerant(value)?;
        let mut fields = Vec::with_capacity(grid.grids() * 9 + 1);
        let mut next = 1;
        for index in 0..grid.grids() {
            for cell in 0..9 {
                let start = index * GRID_BITS + usize::from(cell) * CELL_BITS;
                let name = format!("grid {} cell {}", index + 1, cell + 1);
                let meaning = meaning(grid.cell(index, cell), &mut next, grid.grids());
                fields.push(Field::new(name, start, CELL_BITS, meaning));
            }
        }
        let used = grid.grids() * GRID_BITS;
        if let Value::Bytes(bytes) = value
            && bytes.len() * 8 > used
        {
            fields.push(Field::new("padding", used, bytes.len() * 8 - used, "zero"));
        }
        Ok(fields)
    }
}

/// A description of a cell; `next` counts the sub-grids so far.
fn meaning(cell: Cell, next: &mut usize, grids: usize) -> String {
    match cell {
        Cell::Blank => "blank".to_string(),
        Cell::Decided(result) => result.letter().to_string(),
        Cell::SubGrid => {
            *next += 1;
            if *next <= grids {
                format!("sub-grid: grid {next}")
            } else {
                "missing sub-grid".to_string()
            }
        }
    }
}
