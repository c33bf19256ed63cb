//! The board payload in four bytes.

use ennead_game::nine::{CELLS, LINES};

use crate::{Mark, Ttt};

/// The board payload: nine squares of two bits from the top left (1 X, 2 O), six zero bits, and a
/// bit for each winning line.
///
/// ```
/// let board: ennead_ttt::Ttt = "XXXOO....".parse()?;
/// let payload = ennead_ttt::payload(&board);
/// assert_eq!(payload, [0b01_01_01_10, 0b10_00_00_00, 0b00_000000, 0b1000_0000]);
/// # Ok::<(), ennead_ttt::BoardTextError>(())
/// ```
pub fn payload(position: &Ttt) -> [u8; 4] {
    let squares = (0..CELLS as u8).fold(0, |squares: u32, square| {
        squares << 2
            | match position.mark_at(square) {
                None => 0,
                Some(Mark::X) => 1,
                Some(Mark::O) => 2,
            }
    });
    let has = |line: u16| position.x & line == line || position.o & line == line;
    let lines = LINES.iter().fold(0, |lines: u32, line| lines << 1 | u32::from(has(*line)));
    (squares << (32 - 2 * CELLS) | lines).to_be_bytes()
}
