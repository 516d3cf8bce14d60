//! The clock jumping under a running school: back by an hour, on by a day, back again. Bookings go on, holds end, jobs
//! run, and nothing is sent twice. The school runs inside the test here, for its clock is moved by hand.

use chrono::{DateTime, Duration, Utc};
use clap::Parser as _;
use preau_server::clock::Clock;
use preau_server::config::Config;
use preau_server::context::AppContext;
use preau_server::db::Db;
use preau_server::http::listen;
use preau_server::mail::worker;
use preau_server::operations::jobs;
use preau_server::router;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::books::{Books, Ledger};
use crate::caller::Caller;
use crate::day::widen;
use crate::errands::{bookable_courses, draft, good_card};
use crate::postman::Mood;
use crate::school::{ADMIN, Engine, OFFICE, School};
use crate::waiting::{until, until_is};

on_both_engines! {
    a_clock_that_jumps_breaks_no_hold_no_job_and_no_mail => jumps;
}

#[derive(clap::Parser)]
struct Settings {
    #[command(flatten)]
    config: Config,
}

/// The school, served from inside the test.
struct Inside {
    app: AppContext,
    stop: CancellationToken,
    running: TaskTracker,
}

impl Inside {
    async fn serve(school: &School) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        school.address.set(&format!("http://{}", listener.local_addr().unwrap()));
        let (data, smtp) = (school.folder.path().to_str().unwrap(), school.postman.url());
        let flags = [
            "--data-dir",
            data,
            "--smtp-url",
            &smtp,
            "--trusted-proxies",
            "127.0.0.1/32",
            "--mail-admin",
            OFFICE,
        ];
        let flags = std::iter::once("preau").chain(flags);
        let config = Settings::parse_from(flags).config;
        let db = match school.settings.iter().find(|(name, _)| name == "DATABASE_URL") {
            Some((_, url)) => Db::connect_postgres(url, 8).await.unwrap(),
            None => school.db().await,
        };
        let app = preau_server::app::open(config, db, Clock::manual(Clock::System.now())).await.unwrap();
        let stop = CancellationToken::new();
        let running = jobs::start(&app, &stop);
        running.spawn(worker::run(app.clone(), stop.clone()));
        running.spawn(listen::serve(listener, router::router(app.clone()), 100, stop.clone()));
        Self { app, stop, running }
    }

    async fn end(self) {
        self.stop.cancel();
        self.running.wait().await;
        self.app.db.close().await;
    }

    /// The jobs of every minute have run by the clock as it stands now, and every mail has left.
    async fn is_at_work(&self, school: &School) {
        // The school's clock stands still unless it is moved: a minute goes by.
        self.app.clock.advance(Duration::seconds(61));
        let now = self.app.clock.now();
        let (from, to) =
            ((now - Duration::seconds(30)).to_rfc3339(), (now + Duration::seconds(1)).to_rfc3339());
        let just_run = format!(
            "SELECT COUNT(*) FROM jobs WHERE name IN ('holds', 'refunds', 'sandbox-announcements')
                AND last_run_at > '{from}' AND last_run_at < '{to}'"
        );
        until_is("the jobs to run", &3, || school.number(&just_run)).await;
        let waiting = "SELECT COUNT(*) FROM mails WHERE status = 'QUEUED'";
        until_is("the mails to leave", &0, || school.number(waiting)).await;
    }
}

/// A visitor and what they book.
async fn visitor_with_draft(school: &School, email: &str) -> (Caller, Value) {
    let visitor = school.visitor();
    let course = bookable_courses(&visitor, "").await.remove(0);
    (visitor, draft(&course, email))
}

/// A visitor books and is enrolled; answers their reservation. The seat is held for a quarter of an hour by the clock as it stands.
async fn book(school: &School, clock: &Clock, email: &str) -> i64 {
    let (visitor, body) = visitor_with_draft(school, email).await;
    let checkout = visitor.post("/checkout", &body).await;
    let expires: DateTime<Utc> = checkout["expiresAt"].as_str().unwrap().parse().unwrap();
    assert_eq!(expires - clock.now(), Duration::minutes(15));
    visitor.post("/payment/sandbox/confirm", &good_card(&checkout)).await;
    let path = format!("/checkout/{}/complete", checkout["reservationId"]);
    let done = visitor.post(&path, &json!({ "checkoutToken": checkout["checkoutToken"] })).await;
    assert_eq!(done["reservation"]["status"], "CONFIRMED");
    done["reservation"]["id"].as_i64().unwrap()
}

/// A mail that could not leave, and waits for its next try.
async fn delayed_mail(school: &School) {
    school.postman.mood(Mood::RefusesForNow);
    let body =
        json!({ "name": "Rosa", "email": "rosa@exemple.test", "message": "Bonjour !", "consent": true });
    school.visitor().post("/contact", &body).await;
    let tried =
        "SELECT COUNT(*) FROM mails WHERE status = 'QUEUED' AND leased_by IS NULL AND last_error IS NOT NULL";
    until("the mail to have been tried", || async { (school.number(tried).await > 0).then_some(()) }).await;
    school.postman.mood(Mood::Takes);
}

const PENDING: &str = "SELECT COUNT(*) FROM refunds WHERE status = 'PENDING'";

/// By how much the clock jumps, and how many seats are still held afterwards by those who went away.
const JUMPS: [(Duration, i64); 5] = [
    (Duration::zero(), 1),
    (Duration::hours(-1), 2),
    (Duration::days(1), 0),
    (Duration::days(-1), 1),
    (Duration::hours(1), 0),
];

async fn jumps(engine: Engine) {
    let school = School::open(engine).await;
    let mut books = Books::open(&school).await;
    widen(&school).await;
    let inside = Inside::serve(&school).await;
    let clock = inside.app.clock.clone();
    let held = "SELECT COUNT(*) FROM reservations WHERE status = 'HELD' AND payer_email LIKE 'lea%'";
    let mut booked = Vec::new();
    for (n, (jump, holds_left)) in JUMPS.into_iter().enumerate() {
        delayed_mail(&school).await;
        if let Some(id) = booked.pop() {
            let admin = school.person(ADMIN).await;
            admin
                .insist(Method::PATCH, &format!("/reservations/{id}/cancel"), Some(&json!({})), None)
                .await
                .ok();
        }
        clock.advance(jump);
        booked.push(book(&school, &clock, &format!("zoe{n}@exemple.test")).await);
        inside.is_at_work(&school).await;
        // A refund may wait for an hour that comes again; not for a day.
        if jump.abs() != Duration::hours(1) {
            until_is("refunds to be made", &0, || school.number(PENDING)).await;
        }
        if jump <= Duration::zero() {
            // Somebody begins and goes away.
            let (visitor, body) = visitor_with_draft(&school, &format!("lea{n}@exemple.test")).await;
            visitor.insist(Method::POST, "/checkout", Some(&body), Some("lea")).await.ok();
        }
        until_is(&format!("holds after a jump by {jump}"), &holds_left, || school.number(held)).await;
    }
    let posted = books.close(&school, &Ledger::default()).await;
    assert_eq!(posted.twice, 0);
    inside.end().await;
    println!(
        "chaos: {engine:?}: the clock jumped by -1 h, +24 h, -24 h and +1 h: 5 bookings, {} mails, none twice",
        posted.mails
    );
}
