//! The accept loop: HTTP/1 and HTTP/2 on one port, with limits that `axum::serve` does not have.
//!
//! A connection that does not send its request's head in time is closed, connections beyond the limit wait in
//! the system's queue, and at shutdown requests in flight may finish.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

use crate::error::{Error, Result};

/// Timeout for the head of a request, and of an idle keep-alive connection.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// Timeout for requests in flight at shutdown.
const FINISH_TIME: Duration = Duration::from_secs(20);
/// Interval of HTTP/2 keep-alive pings.
const PING_EVERY: Duration = Duration::from_secs(20);
/// Concurrent requests on one HTTP/2 connection.
const STREAMS: u32 = 100;
/// Open files besides connections: the database, and files that are being served.
const OTHER_FILES: u64 = 256;

/// Binds the address to serve on; `setting` is the variable that contains it.
pub async fn bind(addr: SocketAddr, setting: &str) -> Result<TcpListener> {
    use std::io::ErrorKind;
    TcpListener::bind(addr).await.map_err(|error| {
        Error::internal(match error.kind() {
            ErrorKind::AddrInUse => format!(
                "{addr} is in use by another program: stop it or choose another address with {setting} (or another port \
                 with `make run PORT=…`)"
            ),
            ErrorKind::AddrNotAvailable => {
                format!("{addr} is no address of this machine: correct {setting}")
            }
            ErrorKind::PermissionDenied => format!(
                "this program's account may not serve on port {}: choose a port above 1023 with {setting}",
                addr.port()
            ),
            _ => format!("{addr} cannot be served on ({error}): choose another address with {setting}"),
        })
    })
}

/// Serves until `stop`, then lets requests in flight finish.
pub async fn serve(listener: TcpListener, router: Router, max_connections: usize, stop: CancellationToken) {
    raise_open_file_limit(max_connections);
    let http = Arc::new(http());
    let permits = Arc::new(Semaphore::new(max_connections.clamp(1, Semaphore::MAX_PERMITS)));
    let connections = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            () = stop.cancelled() => break,
            accepted = accept(&listener, &permits) => accepted,
        };
        let Some((permit, stream, peer)) = accepted else { continue };
        let (http, router, stop) = (http.clone(), router.clone(), stop.clone());
        connections.spawn(async move {
            connection(&http, stream, peer, router, stop).await;
            drop(permit);
        });
    }
    drop(listener);
    connections.close();
    if tokio::time::timeout(FINISH_TIME, connections.wait()).await.is_err() {
        tracing::warn!(connections = connections.len(), "requests that did not finish in time are dropped");
    }
}

/// Raises the limit of open files, by default often about a thousand: every connection is one.
fn raise_open_file_limit(max_connections: usize) {
    let needed = u64::try_from(max_connections).unwrap_or(u64::MAX).saturating_add(OTHER_FILES);
    match rlimit::increase_nofile_limit(needed) {
        Ok(given) if given < needed => {
            tracing::warn!(given, needed, "the system allows fewer open files than there may be connections");
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "the system does not say how many files may be open"),
    }
}

type ConnectionPermit = tokio::sync::OwnedSemaphorePermit;

async fn accept(
    listener: &TcpListener,
    permits: &Arc<Semaphore>,
) -> Option<(ConnectionPermit, TcpStream, SocketAddr)> {
    let permit = permits.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => Some((permit, stream, peer)),
        Err(error) => {
            // Probably out of file descriptors: let some connections end.
            tracing::warn!(%error, "a connection could not be accepted");
            tokio::time::sleep(Duration::from_millis(200)).await;
            None
        }
    }
}

fn http() -> Builder<TokioExecutor> {
    let mut http = Builder::new(TokioExecutor::new());
    http.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    http.http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS)
        .keep_alive_interval(PING_EVERY)
        .keep_alive_timeout(HEAD_TIME);
    http
}

async fn connection(
    http: &Builder<TokioExecutor>,
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    stop: CancellationToken,
) {
    // Responses are small and complete: waiting to fill a packet only delays them.
    let _ = stream.set_nodelay(true);
    let asked = Arc::new(AtomicBool::new(false));
    let has_asked = asked.clone();
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        has_asked.store(true, Ordering::Relaxed);
        request.extensions_mut().insert(ConnectInfo(peer));
        let router = router.clone();
        async move { Ok::<_, Infallible>(router.oneshot(request).await.unwrap_or_else(|never| match never {})) }
    });
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service));
    let mut first = pin!(tokio::time::sleep(HEAD_TIME));
    let mut waiting = true;
    let mut stopping = false;
    loop {
        tokio::select! {
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection broke");
                }
                return;
            }
            // Hyper's own timeout starts only once it has detected the protocol.
            () = first.as_mut(), if waiting => {
                if !asked.load(Ordering::Relaxed) {
                    return;
                }
                waiting = false;
            }
            () = stop.cancelled(), if !stopping => {
                connection.as_mut().graceful_shutdown();
                stopping = true;
            }
        }
    }
}

/// Resolves at the first SIGTERM or Ctrl-C.
pub async fn asked_to_stop() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            _ = terminate.recv() => Ok(()),
            done = tokio::signal::ctrl_c() => done,
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
