//! Inactivity timeout of requests: the school is waited for as long as data flows, however slowly, in either
//! direction.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use tokio::time::Instant;

/// Assumed minimum speed of a connection, in bytes per second. Sent data may still be in the system's
/// buffers, where its progress is invisible: the timeout is extended by the time that they need at this
/// speed.
const MIN_SPEED: u32 = 2_000;
/// Maximum bytes that the system buffers on a connection of that speed.
const MAX_BUFFERED: usize = 512 * 1024;
/// Bytes in which a body is handed over.
const CHUNK: usize = 16 * 1024;

/// The time of the last activity, and the timeout.
#[derive(Debug)]
pub(super) struct ActivityTimeout {
    timeout: Duration,
    deadline: Mutex<Instant>,
}

/// No data flowed for too long.
#[derive(Debug)]
pub(super) struct Inactive;

impl ActivityTimeout {
    pub(super) fn new(timeout: Duration) -> Arc<Self> {
        Arc::new(Self { timeout, deadline: Mutex::new(Instant::now() + timeout) })
    }

    /// Data of the response was received.
    pub(super) fn reset(&self) {
        self.extend(Duration::ZERO);
    }

    /// This many bytes of the body were handed over in total.
    fn record_sent(&self, bytes: usize) {
        let buffered = u32::try_from(bytes.min(MAX_BUFFERED)).unwrap_or(u32::MAX);
        let arriving = Duration::from_secs(1) * buffered / MIN_SPEED;
        self.extend(arriving);
    }

    fn extend(&self, longer: Duration) {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) =
            Instant::now() + self.timeout + longer;
    }

    fn deadline(&self) -> Instant {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a future while data flows.
    pub(super) async fn run<T>(&self, work: impl Future<Output = T>) -> Result<T, Inactive> {
        let mut work = pin!(work);
        loop {
            let deadline = self.deadline();
            match tokio::time::timeout_at(deadline, &mut work).await {
                Ok(done) => return Ok(done),
                Err(_) if self.deadline() > Instant::now() => {}
                Err(_) => return Err(Inactive),
            }
        }
    }
}

/// A callback for the number of bytes of a body that were handed over.
#[derive(Clone)]
pub struct OnSent(Arc<dyn Fn(u64) + Send + Sync>);

impl OnSent {
    pub fn new(callback: impl Fn(u64) + Send + Sync + 'static) -> Self {
        Self(Arc::new(callback))
    }
}

impl std::fmt::Debug for OnSent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OnSent").finish_non_exhaustive()
    }
}

/// A request body that reports its progress. Its length is known beforehand.
pub(super) struct MonitoredBody {
    rest: Bytes,
    sent: usize,
    activity: Arc<ActivityTimeout>,
    on_sent: Option<OnSent>,
}

impl MonitoredBody {
    pub(super) const fn new(body: Bytes, activity: Arc<ActivityTimeout>, on_sent: Option<OnSent>) -> Self {
        Self { rest: body, sent: 0, activity, on_sent }
    }
}

impl Body for MonitoredBody {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        if self.rest.is_empty() {
            return Poll::Ready(None);
        }
        let length = self.rest.len().min(CHUNK);
        let piece = self.rest.split_to(length);
        self.sent += length;
        self.activity.record_sent(self.sent);
        if let Some(OnSent(callback)) = &self.on_sent {
            callback(u64::try_from(self.sent).unwrap_or(u64::MAX));
        }
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(u64::try_from(self.rest.len()).unwrap_or(u64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_inactivity_times_out() {
        let activity = ActivityTimeout::new(Duration::from_millis(500));
        let work = async {
            for _ in 0..20 {
                tokio::time::sleep(Duration::from_millis(50)).await;
                activity.reset();
            }
        };
        assert!(activity.run(work).await.is_ok(), "twice as long as nothing may move");
        assert!(activity.run(std::future::pending::<()>()).await.is_err());
    }

    #[tokio::test]
    async fn buffered_body_bytes_extend_the_timeout() {
        let timeout = Duration::from_secs(10);
        let activity = ActivityTimeout::new(timeout);
        let mut body = MonitoredBody::new(Bytes::from(vec![7; 150_000]), Arc::clone(&activity), None);
        assert_eq!(body.size_hint().exact(), Some(150_000));
        let mut sent = 0;
        while let Some(Ok(frame)) = std::future::poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
            sent += frame.into_data().map_or(0, |data| data.len());
        }
        assert_eq!(sent, 150_000);
        let left = activity.deadline() - Instant::now();
        assert!(
            left > timeout + Duration::from_mins(1) && left <= timeout + Duration::from_secs(75),
            "{left:?}"
        );
        activity.reset();
        assert!(activity.deadline() - Instant::now() <= timeout);
    }
}
