//! The head of a connection's first request.
//!
//! The HTTP library reserves 16 KB per connection as soon as it has read part of a head, so many
//! clients that never finish one would be expensive. Until a head is complete, only its bytes are
//! kept.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, ReadBuf};

/// A longer head is passed to the library, which rejects it.
const MAX_HEAD: usize = 16 << 10;
/// The bytes of a head read at a time; most heads are shorter than two chunks.
const CHUNK: usize = 512;

/// Reads until the head is complete or cannot become valid; `None` if the client leaves before its
/// first byte.
pub(crate) async fn read_head(
    stream: &mut (impl AsyncRead + Unpin),
) -> io::Result<Option<Vec<u8>>> {
    let mut head = Vec::new();
    loop {
        head.reserve_exact(CHUNK);
        let before = head.len();
        if stream.read_buf(&mut head).await? == 0 {
            return Ok((!head.is_empty()).then_some(head));
        }
        // The end marker may have begun in the previous chunk.
        if is_settled(&head[before.saturating_sub(3)..]) || head.len() >= MAX_HEAD {
            return Ok(Some(head));
        }
    }
}

/// Whether a head ends here, or contains a byte that no head has.
fn is_settled(bytes: &[u8]) -> bool {
    let ends = |pair: &[u8]| pair == b"\n\n" || pair == b"\n\r";
    let is_foreign = |byte: &u8| byte.is_ascii_control() && !b"\r\n\t".contains(byte);
    bytes.windows(2).any(ends) || bytes.iter().any(is_foreign)
}

/// A stream whose first bytes have already been read.
pub(crate) struct PrefixedStream<S> {
    /// The bytes already read, and how many of them have been consumed.
    head: Option<(Vec<u8>, usize)>,
    stream: S,
}

impl<S> PrefixedStream<S> {
    pub(crate) fn new(head: Vec<u8>, stream: S) -> Self {
        PrefixedStream { head: Some((head, 0)), stream }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for PrefixedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Some((head, taken)) = &mut self.head else {
            return Pin::new(&mut self.stream).poll_read(context, buffer);
        };
        let length = buffer.remaining().min(head.len() - *taken);
        buffer.put_slice(&head[*taken..*taken + length]);
        *taken += length;
        if *taken == head.len() {
            self.head = None;
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for PrefixedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;

    use super::*;

    async fn head_of(parts: &[&[u8]]) -> Option<Vec<u8>> {
        let (mut near, mut far) = tokio::io::duplex(1 << 20);
        for part in parts {
            far.write_all(part).await.unwrap();
        }
        drop(far);
        read_head(&mut near).await.unwrap()
    }

    #[tokio::test]
    async fn a_head_is_read_to_its_end_and_garbage_is_passed_on() {
        let whole = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n";
        assert_eq!(head_of(&[whole]).await.unwrap(), whole);
        assert_eq!(head_of(&[&whole[..7], &whole[7..]]).await.unwrap(), whole);
        assert_eq!(head_of(&[&whole[..25], b"\n", b"body"]).await.unwrap().len(), 30);
        assert_eq!(head_of(&[]).await, None);
        let long = vec![b'a'; 2 * MAX_HEAD];
        assert!((MAX_HEAD..2 * MAX_HEAD).contains(&head_of(&[&long]).await.unwrap().len()));
        assert!(is_settled(b"\x16\x03\x01") && is_settled(b"\n\r\n") && !is_settled(b"GET /"));
    }

    #[tokio::test]
    async fn bytes_already_read_come_first() {
        let (near, mut far) = tokio::io::duplex(64);
        far.write_all(b"cd").await.unwrap();
        drop(far);
        let mut text = String::new();
        PrefixedStream::new(b"ab".to_vec(), near).read_to_string(&mut text).await.unwrap();
        assert_eq!(text, "abcd");
    }
}
