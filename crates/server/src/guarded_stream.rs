//! A connection that ends when its client stops reading, or never ends a message.

use std::future::Future;
use std::io::{self, ErrorKind, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use ennead_protocol::MAX_CLIENT_FRAME;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// The most bytes that a message on a socket may take with its headers. Its payload is limited by
/// the library, but not its number of fragments, since an empty one adds nothing to it.
const MAX_MESSAGE_BYTES: usize = 4 * MAX_CLIENT_FRAME;

/// Counts the bytes that arrive on a socket between two messages.
#[derive(Default)]
pub(crate) struct MessageMeter {
    /// False until the connection becomes a socket: the library limits heads and bodies of HTTP.
    is_socket: AtomicBool,
    bytes: AtomicUsize,
}

impl MessageMeter {
    /// Counts from now on.
    pub(crate) fn begin(&self) {
        self.is_socket.store(true, Ordering::Relaxed);
    }

    /// The bytes that have arrived since the last message.
    pub(crate) fn take(&self) -> usize {
        self.bytes.swap(0, Ordering::Relaxed)
    }

    fn add(&self, count: usize) -> io::Result<()> {
        if !self.is_socket.load(Ordering::Relaxed) {
            return Ok(());
        }
        let before = self.bytes.fetch_add(count, Ordering::Relaxed);
        match before + count <= MAX_MESSAGE_BYTES {
            true => Ok(()),
            false => Err(io::Error::new(ErrorKind::InvalidData, "the message has no end")),
        }
    }
}

/// Fails a write that makes no progress for a while, and a read of a message without an end.
pub(crate) struct GuardedStream<S> {
    stream: S,
    meter: Arc<MessageMeter>,
    limit: Duration,
    /// Boxed, so that pinning needs no unsafe code; `None` while no write is pending.
    waiting: Option<Pin<Box<Sleep>>>,
}

impl<S> GuardedStream<S> {
    pub(crate) fn new(stream: S, limit: Duration, meter: Arc<MessageMeter>) -> Self {
        GuardedStream { stream, meter, limit, waiting: None }
    }

    fn watch<T>(
        &mut self,
        context: &mut Context<'_>,
        done: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.waiting = None;
            return done;
        }
        let limit = self.limit;
        let waiting = self.waiting.get_or_insert_with(|| Box::pin(sleep(limit)));
        match waiting.as_mut().poll(context) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(()) => {
                // A caller that retries waits again.
                waiting.as_mut().reset(Instant::now() + limit);
                Poll::Ready(Err(io::Error::new(ErrorKind::TimedOut, "the client reads nothing")))
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for GuardedStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        match read {
            Poll::Ready(Ok(())) => Poll::Ready(self.meter.add(buffer.filled().len() - before)),
            other => other,
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for GuardedStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.watch(context, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_flush(context);
        self.watch(context, done)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let done = Pin::new(&mut self.stream).poll_shutdown(context);
        self.watch(context, done)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_nothing_is_disconnected() {
        let (near, _far) = tokio::io::duplex(64);
        let mut near = GuardedStream::new(near, Duration::from_millis(20), Arc::default());
        let error = near.write_all(&[0; 100]).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
    }
}
