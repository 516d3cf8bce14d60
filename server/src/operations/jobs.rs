//! Recurring jobs: several servers share them by leases in the database, and a killed server loses no work.
//!
//! A job may run twice at the same time when a lease is lost, so every step of it must be idempotent. Jobs
//! are implemented in the modules concerned; after a restore all of them are paused until `preau doctor` ends
//! the pause.

use std::pin::Pin;
use std::time::{Duration, Instant};

use chrono::TimeDelta;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::context::AppContext;
use crate::error::Result;
use crate::restore_mode;
use crate::{change, execute, fetch_optional, metrics};

type Run = fn(AppContext) -> Pin<Box<dyn Future<Output = Result<()>> + Send>>;

/// A recurring task, run by one server at a time.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// Its name in the database, the log and the metrics.
    pub name: &'static str,
    /// Time from the beginning of one run to that of the next.
    pub period: Duration,
    run: Run,
}

macro_rules! job {
    ($name:literal, $period:expr, $run:path) => {
        Job { name: $name, period: $period, run: |app| Box::pin(async move { $run(&app).await }) }
    };
}

/// All jobs.
pub const JOBS: &[Job] = &[
    job!("clean-up", Duration::from_hours(1), crate::operations::clean_up::run),
    job!("sandbox-announcements", Duration::from_secs(20), crate::sales::payment::sandbox::announce_due),
    job!("holds", Duration::from_mins(1), crate::sales::checkout::jobs::run_holds),
    job!("waiting-lists", Duration::from_mins(1), crate::sales::waitlist::jobs::run),
    job!("decisions", Duration::from_mins(10), crate::sales::decisions::jobs::run),
    job!("files", Duration::from_hours(1), crate::files::delete_unused),
    job!("pictures", Duration::from_secs(20), crate::files::rewrite_old),
    job!("course-changes", Duration::from_secs(30), crate::catalogue::change_mails::queue_due),
    job!("session-reminders", Duration::from_mins(10), crate::calendar::queue_due_reminders),
    job!("certificates", Duration::from_hours(1), crate::learning::certificates::issue::run_waiting),
    job!("difficulties", Duration::from_hours(1), crate::learning::level_test::fit_difficulties),
    job!("refunds", Duration::from_mins(1), crate::sales::checkout::jobs::run_refunds),
];

/// A lease expires this long after its last renewal.
const LEASE: TimeDelta = TimeDelta::seconds(30);
const RENEW_EVERY: Duration = Duration::from_secs(10);
/// Times further in the future were written before the clock was set back, and are ignored. Longer than a
/// lease by more than the clocks of two servers differ.
const FURTHEST_AHEAD: TimeDelta = TimeDelta::minutes(2);
/// Interval in which each server checks whether a job is due.
const LOOK_EVERY: Duration = Duration::from_secs(2);

const CLAIM: &str = "
    INSERT INTO jobs (name, lease_until, leased_by, last_run_at) VALUES ($1, $4, $5, $2)
    ON CONFLICT (name) DO UPDATE SET
        lease_until = excluded.lease_until, leased_by = excluded.leased_by, last_run_at = excluded.last_run_at
    WHERE (jobs.lease_until <= $2 OR jobs.lease_until > $6)
        AND (jobs.last_run_at IS NULL OR jobs.last_run_at <= $3 OR jobs.last_run_at > $6)";
const RENEW: &str = "UPDATE jobs SET lease_until = $3 WHERE name = $1 AND leased_by = $2";
const NOT_DUE: &str = "
    SELECT name FROM jobs WHERE name = $1
        AND (lease_until > $2 AND lease_until <= $4 OR last_run_at > $3 AND last_run_at <= $4)";

/// Runs the jobs until `stop`; running ones may finish.
pub fn start(app: &AppContext, stop: &CancellationToken) -> TaskTracker {
    let running = TaskTracker::new();
    for job in JOBS {
        let (app, stop) = (app.clone(), stop.clone());
        running.spawn(async move {
            loop {
                if let Err(error) = run_if_due(&app, job).await {
                    tracing::error!(job = job.name, %error, "a job failed");
                }
                tokio::select! {
                    () = stop.cancelled() => return,
                    () = tokio::time::sleep(LOOK_EVERY.min(job.period)) => {}
                }
            }
        });
    }
    running.close();
    running
}

/// Runs every job once, now, one after the other, for tests.
///
/// # Errors
/// The error of the first job that failed.
pub async fn run_all(app: &AppContext) -> Result<()> {
    for job in JOBS {
        (job.run)(app.clone()).await?;
    }
    Ok(())
}

/// Runs the job if it is due and no other server runs it. Returns whether it ran.
pub async fn run_if_due(app: &AppContext, job: &Job) -> Result<bool> {
    if restore_mode::is_paused(app).await? || !claim(app, job).await? {
        return Ok(false);
    }
    let started = Instant::now();
    // Both are polled concurrently: a renewal on its own could wait for ever for the connection that the job
    // holds.
    let result = tokio::select! {
        result = (job.run)(app.clone()) => result,
        lost = renew_lease(app, job) => {
            lost?;
            tracing::warn!(job = job.name, "another server has taken the job over");
            return Ok(true);
        }
    };
    metrics::job(job.name, result.is_ok(), started.elapsed().as_secs_f64());
    lease(app, job, TimeDelta::zero()).await?;
    result.map(|()| true)
}

/// Renews the lease until another server has it.
async fn renew_lease(app: &AppContext, job: &Job) -> Result<()> {
    loop {
        tokio::time::sleep(RENEW_EVERY).await;
        if lease(app, job, LEASE).await? == 0 {
            return Ok(());
        }
    }
}

async fn claim(app: &AppContext, job: &Job) -> Result<bool> {
    let now = app.clock.now();
    let last = now - TimeDelta::from_std(job.period).unwrap_or(TimeDelta::MAX);
    // Read first, so that waiting servers do not write.
    let mut conn = app.db.read().await?;
    let ahead = now + FURTHEST_AHEAD;
    if fetch_optional!(conn, (String,), NOT_DUE, job.name, now, last, ahead)?.is_some() {
        return Ok(false);
    }
    drop(conn);
    let claimed = change!(app, None, |tx| execute!(
        tx,
        CLAIM,
        job.name,
        now,
        last,
        now + LEASE,
        &app.server_name,
        ahead
    ))?;
    Ok(claimed == 1)
}

async fn lease(app: &AppContext, job: &Job, time: TimeDelta) -> Result<u64> {
    let until = app.clock.now() + time;
    change!(app, None, |tx| execute!(tx, RENEW, job.name, &app.server_name, until))
}
