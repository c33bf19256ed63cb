//! Files that appear under their name only once they are complete, for their owner only.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// A file that is written under a temporary name first. An unfinished one is deleted on drop.
///
/// A device or a pipe cannot have a temporary sibling and is written directly.
pub(crate) struct PartFile {
    path: PathBuf,
    part: Option<PathBuf>,
    file: BufWriter<File>,
}

impl PartFile {
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let is_special = fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
        let part = (!is_special).then(|| {
            let mut part = path.as_os_str().to_owned();
            part.push(".part");
            PathBuf::from(part)
        });
        let file = match &part {
            // Exports of running matches hold hidden cards.
            Some(part) => ennead_platform::create_private(part),
            None => File::options().write(true).open(path),
        };
        let file = BufWriter::new(file.map_err(|error| Self::failure(path, &error))?);
        Ok(PartFile { path: path.to_path_buf(), part, file })
    }

    /// The file to write to.
    pub(crate) fn file(&mut self) -> &mut BufWriter<File> {
        &mut self.file
    }

    /// Syncs the file to disk and gives it its final name.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.complete().map_err(|error| Self::failure(&self.path, &error))
    }

    fn complete(&mut self) -> io::Result<()> {
        io::Write::flush(&mut self.file)?;
        if let Some(part) = &self.part {
            self.file.get_ref().sync_all()?;
            fs::rename(part, &self.path)?;
            self.part = None;
        }
        Ok(())
    }

    /// The failure for an error with a file.
    pub(crate) fn failure(path: &Path, error: &io::Error) -> Failure {
        Failure::Service(format!("{}: {error}", path.display()))
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // It never existed, or is not worth keeping.
            let _ = fs::remove_file(part);
        }
    }
}
