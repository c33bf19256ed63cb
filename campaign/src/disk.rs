//! A small disk that can be filled.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The size of the disk in megabytes: enough for a campaign of half an hour.
const MEGABYTES: u32 = 1_500;
/// The sizes of the writes that fill it, largest first.
const CHUNKS: [usize; 3] = [1 << 20, 64 << 10, 1 << 10];

/// A file system in memory, mounted for one campaign.
#[derive(Debug)]
pub(crate) struct Disk {
    place: PathBuf,
}

impl Disk {
    /// Mounts the disk; an error says why that is impossible.
    pub(crate) fn mount(place: PathBuf) -> Result<Disk, String> {
        fs::create_dir_all(&place).map_err(|error| format!("{}: {error}", place.display()))?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={MEGABYTES}m,mode=1777"), "tmpfs"]);
        let done = mount.arg(&place).output().map_err(|error| format!("mount: {error}"))?;
        if !done.status.success() {
            let _ = fs::remove_dir(&place);
            let said = String::from_utf8_lossy(&done.stderr);
            return Err(format!("mounting a small disk needs root: {}", said.trim()));
        }
        Ok(Disk { place })
    }

    /// The mount point.
    pub(crate) fn path(&self) -> &Path {
        &self.place
    }

    fn filler(&self) -> PathBuf {
        self.place.join("filler")
    }

    /// Fills the disk to the last kilobyte.
    pub(crate) fn fill(&self) -> io::Result<()> {
        let mut file = File::create(self.filler())?;
        for chunk in CHUNKS {
            let zeros = vec![0; chunk];
            while file.write_all(&zeros).is_ok() {}
        }
        Ok(())
    }

    /// Frees the space again.
    pub(crate) fn free(&self) {
        let _ = fs::remove_file(self.filler());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.place).status();
        let _ = fs::remove_dir(&self.place);
    }
}
