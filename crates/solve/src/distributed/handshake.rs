//! The handshake by which the processes of a cluster recognise each other.
//!
//! ```text
//! connector -> acceptor   hello: magic, fingerprint, process, nonce
//! acceptor -> connector   hello, proof of the secret over both hellos
//! connector -> acceptor   proof
//! acceptor -> connector   proof
//! ```
//!
//! A proof is a keyed BLAKE3 hash over its step and both hellos. The nonces are fresh in every
//! handshake, so no recorded message is of any use, and the hellos contain the options of the solve
//! and both process numbers, so a proof holds for these two alone.

use std::fmt;

use thiserror::Error;

use super::SolveError;

/// Bytes of a hello.
pub(super) const HELLO: usize = 56;
/// Bytes of a proof.
pub(super) const PROOF: usize = blake3::OUT_LEN;
/// The first bytes of a hello; the last one is the version of the handshake.
const MAGIC: [u8; 8] = *b"ENNSOLV1";
/// The context of the key, so that the secret may serve other purposes as well.
const CONTEXT: &str = "ennead solve 2026-11 handshake of processes";

/// The secret that the processes of a cluster share.
#[derive(Clone, PartialEq, Eq)]
pub struct ClusterSecret([u8; blake3::KEY_LEN]);

/// A secret that is easy to guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the secret has {0} byte(s), but needs at least {least}: \
     head -c 32 /dev/urandom | base64 prints a good one",
    least = ClusterSecret::LEAST
)]
pub struct ShortSecretError(usize);

impl ClusterSecret {
    /// The fewest bytes of a secret.
    pub const LEAST: usize = 16;

    /// Creates a secret from bytes; line ends and spaces around them do not count.
    ///
    /// ```
    /// use ennead_solve::distributed::ClusterSecret;
    /// assert_eq!(
    ///     ClusterSecret::new(b"0123456789abcdef\n"),
    ///     ClusterSecret::new(b"0123456789abcdef")
    /// );
    /// assert!(ClusterSecret::new(b"guess me\n").is_err());
    /// ```
    pub fn new(secret: &[u8]) -> Result<Self, ShortSecretError> {
        let secret = secret.trim_ascii();
        if secret.len() < Self::LEAST {
            return Err(ShortSecretError(secret.len()));
        }
        Ok(ClusterSecret(blake3::derive_key(CONTEXT, secret)))
    }

    /// The key of processes without a secret, which anybody on their machine can compute.
    pub(super) fn absent() -> Self {
        ClusterSecret(blake3::derive_key(CONTEXT, b""))
    }

    fn proof(&self, step: Step, connector: &Hello, acceptor: &Hello) -> blake3::Hash {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(&[step as u8]).update(&connector.0).update(&acceptor.0);
        hasher.finalize()
    }
}

impl fmt::Debug for ClusterSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClusterSecret(..)")
    }
}

/// Who proves the secret, and when.
#[derive(Clone, Copy)]
enum Step {
    Answer = 1,
    Confirm = 2,
    Welcome = 3,
}

/// The first message of a process.
#[derive(Clone)]
pub(super) struct Hello([u8; HELLO]);

impl Hello {
    /// A hello with a fresh nonce.
    pub(super) fn new(fingerprint: u64, process: usize) -> Result<Self, SolveError> {
        let mut bytes = [0; HELLO];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..16].copy_from_slice(&fingerprint.to_le_bytes());
        bytes[16..24].copy_from_slice(&(process as u64).to_le_bytes());
        getrandom::fill(&mut bytes[24..])
            .map_err(|error| SolveError::Cluster(format!("no random numbers: {error}")))?;
        Ok(Hello(bytes))
    }

    /// A received hello; `None` if it is none of this version.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let bytes: [u8; HELLO] = bytes.try_into().ok()?;
        bytes.starts_with(&MAGIC).then_some(Hello(bytes))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn number(&self, at: usize) -> u64 {
        u64::from_le_bytes(std::array::from_fn(|byte| self.0[at + byte]))
    }

    /// The number of the process that claims to send it.
    pub(super) fn process(&self) -> usize {
        usize::try_from(self.number(16)).unwrap_or(usize::MAX)
    }

    /// Whether the process that sent it solves the same with the same options.
    pub(super) fn fits(&self, fingerprint: u64, process: usize) -> bool {
        self.number(8) == fingerprint && self.process() == process
    }
}

/// A handshake after both hellos are known. Proofs are compared in constant time.
pub(super) struct Handshake<'a> {
    secret: &'a ClusterSecret,
    connector: Hello,
    acceptor: Hello,
}

impl<'a> Handshake<'a> {
    pub(super) fn new(secret: &'a ClusterSecret, connector: Hello, acceptor: Hello) -> Self {
        Handshake { secret, connector, acceptor }
    }

    /// The acceptor's first message: its hello and its proof.
    pub(super) fn answer(&self) -> [u8; HELLO + PROOF] {
        let mut bytes = [0; HELLO + PROOF];
        bytes[..HELLO].copy_from_slice(&self.acceptor.0);
        bytes[HELLO..].copy_from_slice(self.proof(Step::Answer).as_bytes());
        bytes
    }

    /// Whether the acceptor knows the secret.
    pub(super) fn is_answer(&self, proof: [u8; PROOF]) -> bool {
        self.proof(Step::Answer) == proof
    }

    /// The connector's proof.
    pub(super) fn confirmation(&self) -> [u8; PROOF] {
        *self.proof(Step::Confirm).as_bytes()
    }

    /// Whether the connector knows the secret.
    pub(super) fn is_confirmation(&self, proof: [u8; PROOF]) -> bool {
        self.proof(Step::Confirm) == proof
    }

    /// The acceptor's last message: the connection stands.
    pub(super) fn welcome(&self) -> [u8; PROOF] {
        *self.proof(Step::Welcome).as_bytes()
    }

    /// Whether the acceptor has accepted the connection.
    pub(super) fn is_welcome(&self, proof: [u8; PROOF]) -> bool {
        self.proof(Step::Welcome) == proof
    }

    fn proof(&self, step: Step) -> blake3::Hash {
        self.secret.proof(step, &self.connector, &self.acceptor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_hold_for_one_handshake_and_one_step() {
        let secret = ClusterSecret::new(b"a secret of enough bytes").unwrap();
        let hello = |process| Hello::new(7, process).unwrap();
        let one = Handshake::new(&secret, hello(1), hello(0));
        assert!(one.is_confirmation(one.confirmation()) && one.is_welcome(one.welcome()));
        let answer = one.answer();
        let proof: [u8; PROOF] = std::array::from_fn(|at| answer[HELLO + at]);
        assert!(one.is_answer(proof));
        // Neither another step nor another handshake of the same processes accepts it.
        assert!(!one.is_confirmation(proof) && !one.is_welcome(one.confirmation()));
        let other = Handshake::new(&secret, hello(1), hello(0));
        assert!(!other.is_answer(proof) && !other.is_confirmation(one.confirmation()));
        let stranger = ClusterSecret::absent();
        let forged = Handshake::new(&stranger, one.connector.clone(), one.acceptor.clone());
        assert!(!one.is_confirmation(forged.confirmation()));
    }

    #[test]
    fn secrets_are_not_printed() {
        let secret = ClusterSecret::new(b"a secret of enough bytes").unwrap();
        assert_eq!(format!("{secret:?}"), "ClusterSecret(..)");
    }
}
