//! Two servers of one school sharing its jobs, and one of them killed in the middle of them: the other finishes, every
//! mail leaves once and every seat that was only held is free again.

use std::sync::Arc;
use std::time::Duration;

use reqwest::Method;
use serde_json::json;

use crate::books::{Books, Ledger};
use crate::errands::{bookable_courses, draft};
use crate::is_long;
use crate::postman::Mood;
use crate::school::{Engine, School, run_sql};
use crate::waiting::{until, until_is};
use preau_server::fetch_optional;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_one_is_killed_in_the_middle_of_its_jobs_and_the_other_finishes_them() {
    let rounds = if is_long() { 10 } else { 2 };
    let school = Arc::new(School::open(Engine::Postgres).await);
    let mut books = Books::open(&school).await;
    let ledger = Ledger::default();
    let mut first = school.serve().await;
    let mut left_over = 0;
    for round in 0..rounds {
        let name = name_of_the_only_server(&school).await;
        let mut second = school.serve().await;
        school.postman.mood(Mood::SaysSoAfter(Duration::from_millis(500)));
        work(&school, round).await;
        // The first is at it: with some it has taken, unless the other was quicker every time.
        let taken = format!("SELECT COUNT(*) FROM mails WHERE status = 'QUEUED' AND leased_by = '{name}'");
        let waiting = "SELECT COUNT(*) FROM mails WHERE status = 'QUEUED'";
        until("the first to be at it", || async {
            (school.number(&taken).await > 0 || school.number(waiting).await == 0).then_some(())
        })
        .await;
        first.kill().await;
        books.one_was_killed(&school, &name).await;
        left_over += leases_of_run_out(&school, &name).await;
        school.postman.mood(Mood::Takes);
        let open = "SELECT (SELECT COUNT(*) FROM mails WHERE status = 'QUEUED')
            + (SELECT COUNT(*) FROM reservations WHERE status = 'HELD')";
        until_is("the other to finish", &0, || async {
            school.jobs_are_due().await;
            school.number(open).await
        })
        .await;
        std::mem::swap(&mut first, &mut second);
    }
    let posted = books.close(&school, &ledger).await;
    first.terminate().await;
    println!(
        "chaos: PostgreSQL: of two servers one killed {rounds} times in the middle of its jobs: {} mails, {} of them \
         twice, {left_over} left over and sent by the other",
        posted.mails, posted.twice
    );
}

/// Forty messages to be forwarded, and six seats held by people who went away.
async fn work(school: &School, round: usize) {
    let courses = bookable_courses(&school.visitor(), "?type=ONLINE").await;
    for n in 0..6 {
        let email = format!("lea{round}.{n}@exemple.test");
        school.visitor().post("/checkout", &draft(&courses[n % courses.len()], &email)).await;
    }
    let past = "'2026-01-01T00:00:00Z'";
    school.sql(&format!("UPDATE reservations SET hold_until = {past} WHERE status = 'HELD'")).await;
    let written = (0..40).map(|n| {
        let visitor = school.visitor();
        let message = format!("Bonjour {round}.{n} !");
        let body =
            json!({ "name": "Rosa", "email": "rosa@exemple.test", "message": message, "consent": true });
        async move { visitor.insist(Method::POST, "/contact", Some(&body), Some(&message)).await.ok() }
    });
    futures_util::future::join_all(written).await;
}

/// What the only server of a school calls itself in the database: it runs every job.
pub async fn name_of_the_only_server(school: &School) -> String {
    school.jobs_are_due().await;
    let undone = "SELECT COUNT(*) FROM jobs WHERE last_run_at IS NULL";
    until_is("every job to be run", &0, || school.number(undone)).await;
    let holder = "SELECT leased_by FROM jobs WHERE name = 'clean-up'";
    until("a job to have been run", || async {
        let db = school.db().await;
        let mut conn = db.read().await.unwrap();
        let found = fetch_optional!(conn, (String,), holder).unwrap();
        drop(conn);
        db.close().await;
        found.map(|(name,)| name)
    })
    .await
}

/// What the dead server had taken is due, as it is once its leases have run out; answers how many mails that were.
pub async fn leases_of_run_out(school: &School, dead: &str) -> u64 {
    let db = school.db().await;
    let past = "'2026-01-01T00:00:00Z'";
    run_sql(&db, &format!("UPDATE jobs SET lease_until = {past} WHERE leased_by = '{dead}'")).await;
    let mails =
        format!("UPDATE mails SET next_attempt_at = {past} WHERE status = 'QUEUED' AND leased_by = '{dead}'");
    let mails = run_sql(&db, &mails).await;
    db.close().await;
    mails
}
