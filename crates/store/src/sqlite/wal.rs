//! Verifies the write-ahead log. SQLite treats the first invalid frame as its end, so damage in the
//! middle would silently lose the changes after it.

use std::fs::File;
use std::io::{BufReader, ErrorKind, Read};
use std::path::Path;

use crate::StoreError;

const HEADER: usize = 32;
const FRAME_HEADER: usize = 24;
/// The first four bytes; the last bit means that checksums are over big-endian numbers.
const MAGIC: u32 = 0x377f_0682;
const MAX_PAGE: u32 = 65_536;

/// The running checksum of the log.
struct Sum {
    is_big_endian: bool,
    sums: [u32; 2],
}

impl Sum {
    fn add(&mut self, bytes: &[u8]) {
        for pair in bytes.chunks_exact(8) {
            let [first, second] = [number(pair, 0), number(pair, 4)]
                .map(|word| if self.is_big_endian { word } else { word.swap_bytes() });
            let [a, b] = &mut self.sums;
            *a = a.wrapping_add(first).wrapping_add(*b);
            *b = b.wrapping_add(second).wrapping_add(*a);
        }
    }
}

fn number(bytes: &[u8], at: usize) -> u32 {
    bytes[at..at + 4].iter().fold(0, |number, byte| number << 8 | u32::from(*byte))
}

/// What is wrong with the log, if anything. There must be no concurrent writer.
pub(super) fn fault(path: &Path) -> Result<Option<String>, StoreError> {
    let failed = |error: std::io::Error| StoreError::Unavailable(error.to_string());
    match File::open(path) {
        Ok(file) => check(BufReader::new(file)).map_err(failed),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(error)),
    }
}

fn check(mut log: impl Read) -> std::io::Result<Option<String>> {
    let mut header = [0; HEADER];
    if !read_whole(&mut log, &mut header)? {
        return Ok(None);
    }
    let (magic, page) = (number(&header, 0), number(&header, 8));
    let mut sum = Sum { is_big_endian: magic & 1 == 1, sums: [0; 2] };
    sum.add(&header[..24]);
    let is_right = magic & !1 == MAGIC & !1
        && page.is_power_of_two()
        && page <= MAX_PAGE
        && sum.sums == [number(&header, 24), number(&header, 28)];
    if !is_right {
        return Ok(Some("the write-ahead log: its header is damaged".into()));
    }
    let salts = [number(&header, 16), number(&header, 20)];
    let (mut frames, mut wrong, mut loses) = (0_u64, None, false);
    let mut frame = vec![0; FRAME_HEADER + page as usize];
    while read_whole(&mut log, &mut frame)? {
        frames += 1;
        sum.add(&frame[..8]);
        sum.add(&frame[FRAME_HEADER..]);
        let is_of_this_log = [number(&frame, 8), number(&frame, 12)] == salts;
        let is_right = is_of_this_log && sum.sums == [number(&frame, 16), number(&frame, 20)];
        loses |= wrong.is_some() && is_of_this_log;
        if !is_right {
            wrong.get_or_insert(frames);
        }
    }
    // Where nothing of this log follows, a killed process was writing the frame and has not
    // acknowledged it, or the frames of an earlier log begin there.
    Ok(wrong.filter(|_| loses).map(|first| {
        format!("the write-ahead log: frame {first} is damaged, and changes after it are lost")
    }))
}

/// Fills a buffer; returns false if the input ends before.
fn read_whole(from: &mut impl Read, buffer: &mut [u8]) -> std::io::Result<bool> {
    match from.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
