//! Reads at an offset, without a shared cursor where the system allows it.

use std::fs::File;
use std::io;

/// A file that is read at offsets.
#[derive(Debug)]
pub(crate) struct PositionedFile {
    #[cfg(unix)]
    file: File,
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
}

impl PositionedFile {
    #[cfg(unix)]
    pub(crate) fn new(file: File) -> Self {
        PositionedFile { file }
    }

    #[cfg(unix)]
    pub(crate) fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, buffer, offset)
    }

    #[cfg(not(unix))]
    pub(crate) fn new(file: File) -> Self {
        PositionedFile { file: std::sync::Mutex::new(file) }
    }

    #[cfg(not(unix))]
    pub(crate) fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }
}
