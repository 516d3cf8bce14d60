//! `preau serve`: starts the school and shuts it down in order.

use std::process::ExitCode;

use axum::body::Body;
use axum::http::Request;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use crate::app;
use crate::clock::Clock;
use crate::config::Config;
use crate::context::AppContext;
use crate::error::Result;
use crate::http::listen;
use crate::mail::worker;
use crate::operations::jobs;
use crate::{demo, logging, metrics, router};

/// The metrics are read by few clients.
const METRICS_CONNECTIONS: usize = 16;

/// Serves until SIGTERM or Ctrl-C.
pub(super) async fn serve(config: Config) -> Result<ExitCode> {
    logging::init(config.environment, &config.log);
    if config.keeps_mails() {
        tracing::warn!("{}", crate::operations::check::NO_SMTP);
    }
    let listener = listen::bind(config.network.addr, "PREAU_ADDR").await?;
    let metrics_listener = match config.network.metrics_addr {
        Some(addr) => Some(listen::bind(addr, "PREAU_METRICS_ADDR").await?),
        None => None,
    };
    let db = super::open_school(&config.storage).await?;
    let app = app::open(config, db, Clock::System).await?;
    if app.config.demo && demo::is_empty(&app).await? {
        super::accounts::print(&demo::fill(&app).await?);
    }

    let stop = stop_when_asked(&app);
    if let Some(listener) = metrics_listener {
        let counts = metrics::install(app.clone())?;
        tokio::spawn(listen::serve(listener, counts, METRICS_CONNECTIONS, stop.clone()));
    }
    let running = jobs::start(&app, &stop);
    running.spawn(worker::run(app.clone(), stop.clone()));
    println!("Préau is open on {}", app.config.public_url());
    let most = app.config.network.max_connections;
    let router = router::router(app.clone());
    // Warms up server-side rendering before the first visitor's request.
    tokio::spawn(router.clone().oneshot(Request::new(Body::empty())));
    listen::serve(listener, router, most, stop).await;
    running.wait().await;
    app.db.close().await;
    Ok(ExitCode::SUCCESS)
}

/// Returns the token that stops all tasks. At the first signal `/readyz` fails immediately, and requests are
/// still served for the shutdown delay, in which load balancers stop sending any; a second signal ends the
/// delay.
fn stop_when_asked(app: &AppContext) -> CancellationToken {
    let stop = CancellationToken::new();
    let (app, on_signal) = (app.clone(), stop.clone());
    tokio::spawn(async move {
        if let Err(error) = listen::asked_to_stop().await {
            tracing::error!(%error, "the system does not tell when to stop");
            return;
        }
        app.stopping.cancel();
        let delay = app.config.shutdown_delay();
        tracing::info!(
            delay = delay.as_secs(),
            "stopping: not ready any more, requests are answered until the delay is over"
        );
        tokio::select! {
            () = tokio::time::sleep(delay) => {}
            _ = listen::asked_to_stop() => {}
        }
        on_signal.cancel();
    });
    stop
}
