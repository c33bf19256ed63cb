//! Observable differences between two worlds.

use std::fmt;

use ennead_game::Viewer;

/// The bytes shown before and after the first differing one.
const BEFORE: usize = 60;
const AFTER: usize = 100;

/// The first observable difference between two worlds.
#[derive(Debug)]
pub(crate) struct Difference {
    pub(crate) seed: u64,
    pub(crate) step: u64,
    pub(crate) viewer: Viewer,
    /// The call or the message.
    pub(crate) what: String,
    /// The sender, and the bytes sent.
    pub(crate) sent: Option<(String, Vec<u8>)>,
    /// Who can tell the worlds apart.
    pub(crate) listener: String,
    pub(crate) heard: [Vec<u8>; 2],
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { seed, step, viewer, what, sent, listener, heard } = self;
        let [here, there] = heard;
        let at = here.iter().zip(there).take_while(|(one, other)| one == other).count();
        writeln!(
            f,
            "seed {seed}, step {step}: the worlds differ in what {viewer:?} may not know."
        )?;
        match sent {
            Some((who, bytes)) => writeln!(f, "{who} sends {what}:\n  {}", bytes.escape_ascii())?,
            None => writeln!(f, "Nobody sends anything: {what}.")?,
        }
        writeln!(f, "{listener} hears {} or {} bytes,", here.len(), there.len())?;
        writeln!(f, "which differ from byte {at} on:")?;
        for bytes in heard {
            let part = &bytes[at.saturating_sub(BEFORE)..bytes.len().min(at + AFTER)];
            writeln!(f, "  … {} …", part.escape_ascii())?;
        }
        write!(
            f,
            "run it again: SEED={seed} cargo test -p ennead-server --test simulation \
             one_pair_of_worlds -- --nocapture"
        )
    }
}
