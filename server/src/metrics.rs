//! Metrics of the running school for Prometheus: on a separate loopback port, only when one is configured.
//! Labels are routes and kinds, never addresses or people.

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use metrics_process::Collector;

use crate::context::AppContext;
use crate::db::schema_text;
use crate::error::{Error, Result};
use crate::fetch_all;

/// Histogram bounds in seconds, from a cached read to the longest request.
const BUCKETS: &[f64] = &[0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0];
/// Interval in which old samples are dropped.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(30);

/// Whether metrics are served: if not, requests skip the labelling.
static IS_SERVED: AtomicBool = AtomicBool::new(false);

/// The route of a response outside the API, in its extensions: the pattern of a page's address or one of the
/// kinds below. Never user input: labels are stored for as long as the program runs.
#[derive(Clone, Debug)]
pub(crate) struct Route(pub Cow<'static, str>);

impl Route {
    /// A file of the sites, existing or missing.
    pub const ASSET: Self = Self(Cow::Borrowed("asset"));
    /// A page that only the browser can identify.
    pub const PAGE: Self = Self(Cow::Borrowed("page"));
    /// An address without a page.
    pub const NO_PAGE: Self = Self(Cow::Borrowed("page-not-found"));
    /// The dashboard; only the browser distinguishes its pages.
    pub const DASHBOARD: Self = Self(Cow::Borrowed("/dashboard"));
    /// A path under `/api` without a call.
    pub const NO_CALL: Self = Self(Cow::Borrowed("api-not-found"));
}

/// Counts an answered request.
pub fn request(method: &str, route: &str, status: u16, seconds: f64) {
    if !IS_SERVED.load(Ordering::Relaxed) {
        return;
    }
    // A visitor may send any word as a method, and labels are stored for as long as the program runs.
    let known = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
    let method = if known.contains(&method) { method } else { "other" };
    let labels = [("method", method.to_owned()), ("route", route.to_owned()), ("status", status.to_string())];
    counter!("preau_requests_total", &labels).increment(1);
    histogram!("preau_request_seconds", &labels[..2]).record(seconds);
}

/// Counts a finished run of a job.
pub fn job(name: &'static str, went_well: bool, seconds: f64) {
    let result = if went_well { "done" } else { "failed" };
    counter!("preau_jobs_total", "job" => name, "result" => result).increment(1);
    histogram!("preau_job_seconds", "job" => name).record(seconds);
}

/// Starts collecting and returns the router that serves the metrics.
pub fn install(app: AppContext) -> Result<Router> {
    let recorder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), BUCKETS)
        .and_then(PrometheusBuilder::install_recorder)
        .map_err(|error| Error::internal(error.to_string()))?;
    IS_SERVED.store(true, Ordering::Relaxed);
    describe(&app);
    let handle = recorder.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(UPKEEP_INTERVAL).await;
            handle.run_upkeep();
        }
    });
    Ok(Router::new().route("/metrics", get(render)).with_state((app, recorder)))
}

/// Metrics of this process, and the versions of program and database.
fn describe(app: &AppContext) {
    Collector::default().describe();
    // Replaced by the system's own figure, where the program may read it (systemd's `ProcSubset=pid` hides
    // it).
    #[allow(clippy::cast_precision_loss, reason = "seconds since 1970")]
    gauge!("process_start_time_seconds").set(app.clock.now().timestamp() as f64);
    let schema = app.db.newest_schema().map(schema_text).unwrap_or_default();
    let labels = [
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("schema", schema),
        ("engine", app.db.engine().to_owned()),
    ];
    gauge!("preau_build_info", &labels).set(1.0);
}

async fn render(State((app, recorder)): State<(AppContext, PrometheusHandle)>) -> Response {
    if let Err(error) = collect(&app).await {
        tracing::warn!(%error, "the school could not be counted");
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    Collector::default().collect();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], recorder.render()).into_response()
}

const MAILS: &str = "SELECT status, COUNT(*) FROM mails GROUP BY status";
const RESERVATIONS: &str = "SELECT status, COUNT(*) FROM reservations GROUP BY status";
const REFUNDS: &str = "SELECT status, COUNT(*) FROM refunds GROUP BY status";

/// Metrics from the database, the same on every server.
#[allow(clippy::cast_precision_loss, reason = "counts of rows")]
async fn collect(app: &AppContext) -> Result<()> {
    let mut conn = app.db.read().await?;
    for (name, states, sql) in [
        ("preau_mails", ["QUEUED", "SENT", "PARKED"].as_slice(), MAILS),
        ("preau_reservations", &["HELD", "CONFIRMED", "EXPIRED", "CANCELLED"], RESERVATIONS),
        ("preau_refunds", &["PENDING", "DONE", "FAILED"], REFUNDS),
    ] {
        let rows = fetch_all!(conn, (String, i64), sql)?;
        for state in states {
            let count = rows.iter().find(|(status, _)| status == state).map_or(0, |(_, count)| *count);
            gauge!(name, "status" => *state).set(count as f64);
        }
    }
    Ok(())
}
