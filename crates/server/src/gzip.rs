//! Gzip compression.

/// The highest level: each file is compressed only once.
const LEVEL: u8 = 9;
/// Deflate, no name, no time, unknown system (RFC 1952).
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255];

/// Compresses bytes to the gzip format.
pub(crate) fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut file = HEADER.to_vec();
    file.extend(miniz_oxide::deflate::compress_to_vec(bytes, LEVEL));
    file.extend(crc32fast::hash(bytes).to_le_bytes());
    file.extend((bytes.len() as u32).to_le_bytes());
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_output_unpacks() {
        for bytes in [&b""[..], b"a", &b"nine ".repeat(1000)] {
            let file = gzip(bytes);
            let (header, rest) = file.split_at(HEADER.len());
            let (body, sums) = rest.split_at(rest.len() - 8);
            assert_eq!(header, HEADER);
            assert_eq!(miniz_oxide::inflate::decompress_to_vec(body).unwrap(), bytes);
            assert_eq!(sums[..4], crc32fast::hash(bytes).to_le_bytes());
            assert_eq!(sums[4..], (bytes.len() as u32).to_le_bytes());
        }
    }
}
