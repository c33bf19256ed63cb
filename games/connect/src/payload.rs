//! The board payload, laid out as described in `FORMAT.md`.

use ennead_bits::BitWriter;

use crate::{Connect, Mark};

/// Set in the third byte if stones fall.
const GRAVITY_BIT: u8 = 1 << 7;

/// The board payload: width, height, gravity and line; two bits per cell; one bit per cell that is
/// part of a winning line.
///
/// ```
/// use ennead_connect::{Connect, ConnectSetup, payload};
/// use ennead_game::{Game, Notation};
/// let mut board = Connect::new(&ConnectSetup::new(3, 2, 3, true)?);
/// board.place(&Connect::parse_move("2")?)?;
/// assert_eq!(payload(&board), [3, 2, 0x83, 0b00_00_00_00, 0b01_00_00_00, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn payload(position: &Connect) -> Vec<u8> {
    let setup = position.setup();
    let gravity = if setup.gravity() { GRAVITY_BIT } else { 0 };
    let mut bytes = vec![setup.width(), setup.height(), gravity | setup.line()];
    bytes.extend(cells(position));
    bytes.extend(line(position));
    bytes
}

/// Two bits per cell: 0 empty, 1 X, 2 O.
fn cells(position: &Connect) -> Vec<u8> {
    let mut writer = BitWriter::new();
    for index in 0..position.setup().cells() {
        let code = match position.mark_at(index) {
            None => 0,
            Some(Mark::X) => 1,
            Some(Mark::O) => 2,
        };
        writer.write(code, 2);
    }
    writer.into_bytes()
}

/// One bit per cell: whether it is part of a line of the winner.
fn line(position: &Connect) -> Vec<u8> {
    let won = position.line();
    let mut writer = BitWriter::new();
    for index in 0..position.setup().cells() {
        writer.write_bit(won.contains(&index));
    }
    writer.into_bytes()
}
