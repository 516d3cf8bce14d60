//! `preau serve`: from settings to a school that answers, and its orderly end.

use std::process::ExitCode;

use axum::body::Body;
use axum::http::Request;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::mail::worker;
use crate::{demo, jobs, listen, logging, metrics, router};

/// The metrics' readers are few.
const METRICS_CONNECTIONS: usize = 16;

/// Serves until SIGTERM or Ctrl-C.
pub(super) async fn serve(config: Config) -> Result<ExitCode> {
    let problems = config.problems();
    if !problems.is_empty() {
        eprintln!("preau: these settings need another look:\n  - {}", problems.join("\n  - "));
        return Ok(ExitCode::from(2));
    }
    logging::init(config.environment);
    let listener = bind(config.network.addr).await?;
    let db = super::open_school(&config.storage).await?;
    let app = App::new(config, db, Clock::System).await?;
    if app.config.demo && demo::is_empty(&app).await? {
        super::accounts::print(&demo::fill(&app).await?);
    }

    let stop = CancellationToken::new();
    let on_signal = stop.clone();
    tokio::spawn(async move {
        if let Err(error) = listen::asked_to_stop().await {
            tracing::error!(%error, "the system does not tell when to stop");
            return;
        }
        on_signal.cancel();
    });
    if let Some(addr) = app.config.network.metrics_addr {
        let counts = metrics::install(app.clone())?;
        tokio::spawn(listen::serve(bind(addr).await?, counts, METRICS_CONNECTIONS, stop.clone()));
    }
    let running = jobs::start(&app, &stop);
    running.spawn(worker::run(app.clone(), stop.clone()));
    println!("Préau is open on {}", app.config.public_url());
    let most = app.config.network.max_connections;
    let router = router::router(app.clone());
    // The painter reads its program while the first visitor is on the way.
    tokio::spawn(router.clone().oneshot(Request::new(Body::empty())));
    listen::serve(listener, router, most, stop).await;
    running.wait().await;
    app.db.close().await;
    Ok(ExitCode::SUCCESS)
}

async fn bind(addr: std::net::SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(addr).await.map_err(|error| Error::internal(format!("{addr}: {error}")))
}
