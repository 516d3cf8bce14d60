//! Keeping the school running: copies, the doctor, shared jobs, and an accept loop that nobody can clog.

use std::time::Duration as StdDuration;

use axum::Router;
use axum::routing::get;
use chrono::Duration;
use preau_server::db::{Db, Place, Pools, backup};
use preau_server::http::listen;
use preau_server::one_time_tokens;
use preau_server::operations::doctor;
use preau_server::operations::jobs;
use preau_server::{restore_mode, router};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;

use crate::school::{Engine, School};

async fn findings(school: &School) -> Vec<String> {
    doctor::check(&school.app).await.unwrap().iter().map(ToString::to_string).collect()
}

both_engines!(a_copy_of_a_running_school_restores_into_an_empty_place_with_jobs_paused, |school| {
    school.add_user(preau_core::role::Role::Admin, "directrice@preau.test").await;
    let (place, fresh) = match school.engine {
        Engine::Sqlite => {
            let place = Place::File(school.url().into());
            (place, Place::File(school.data_dir().join("restored.db")))
        }
        Engine::Postgres => {
            let fresh = crate::school::empty_postgres_database().await;
            (Place::Server(school.url().to_owned()), Place::Server(fresh))
        }
    };
    let file = school.data_dir().join("copy");
    backup::backup(&place, &file).await.unwrap();
    assert!(backup::backup(&place, &file).await.is_err(), "a copy is never written over");
    assert!(backup::restore(&place, &file).await.is_err(), "a school in use is never written over");

    backup::restore(&fresh, &file).await.unwrap();
    let url = match fresh {
        Place::File(file) => file.display().to_string(),
        Place::Server(url) => url,
    };
    let copy = school.elsewhere(url).await;
    restore_mode::begin(&copy.app.db, &copy.app.clock).await.unwrap();
    assert_eq!(copy.count("SELECT COUNT(*) FROM users").await, 1);
    assert!(!jobs::run_if_due(&copy.app, &jobs::JOBS[0]).await.unwrap(), "jobs wait for the doctor");
    restore_mode::end(&copy.app).await.unwrap();
    assert!(jobs::run_if_due(&copy.app, &jobs::JOBS[0]).await.unwrap());
});

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_made_and_restored_with_the_password_of_the_address() {
    const PASSWORD: &str = "p@ss:w/rd +%é";
    let school = School::open(Engine::Postgres, &[]).await;
    school.sql("CREATE ROLE locked LOGIN SUPERUSER PASSWORD 'p@ss:w/rd +%é'").await;
    let place = |url: &str, password: &str| {
        let mut url: url::Url = url.parse().unwrap();
        url.set_username("locked").unwrap();
        url.set_password(Some(&password.replace('%', "%25"))).unwrap();
        Place::Server(url.to_string())
    };
    let file = school.data_dir().join("copy");
    let refused = backup::backup(&place(school.url(), "wrong"), &file).await.unwrap_err().to_string();
    assert!(!refused.contains("wrong") && !file.exists(), "{refused}");
    backup::backup(&place(school.url(), PASSWORD), &file).await.unwrap();
    let fresh = crate::school::empty_postgres_database().await;
    backup::restore(&place(&fresh, PASSWORD), &file).await.unwrap();
    assert_eq!(school.elsewhere(fresh).await.count("SELECT COUNT(*) FROM users").await, 0);
}

both_engines!(after_a_restore_nobody_comes_in_by_what_the_copy_holds, |school| {
    let student = school.account(preau_core::role::Role::Student, "eleve@preau.test").await;
    let app = &school.app;
    let link = preau_server::change!(app, None, |tx| {
        one_time_tokens::create(tx, one_time_tokens::Purpose::ResetPassword, student.id(), None).await
    })
    .unwrap();
    restore_mode::begin(&app.db, &app.clock).await.unwrap();
    let copy = school.twin().await;
    let mut stale = copy.visitor();
    stale.token = student.token.clone();
    stale.get("/users/me").await.refused(401, "session_expired");
    // The number of the session is given again.
    let again = copy.sign_in(student.id()).await;
    copy.sql("UPDATE sessions SET ended_at = NULL").await;
    again.get("/users/me").await.ok();
    stale.get("/users/me").await.refused(401, "session_expired");
    let path = format!("/users/{}/reset-password", student.id());
    let reset = serde_json::json!({ "token": link, "newPassword": "zebre-bleu-7" });
    copy.visitor().put(&path, reset).await.refused(401, "invalid_token");
});

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_copy_is_refused_and_leaves_nothing_behind() {
    let school = School::open(Engine::Sqlite, &[]).await;
    let file = school.data_dir().join("copy");
    std::fs::write(&file, b"SQLite format 3\0 and then nonsense").unwrap();
    let fresh = school.data_dir().join("restored.db");
    assert!(backup::restore(&Place::File(fresh.clone()), &file).await.is_err());
    assert!(!fresh.exists());
    assert!(!school.data_dir().join("restored.db.part").exists());
}

/// A connection that is closed a moment later would share its index with the database that is put in the place of its file.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn closed_connections_to_sqlite_have_nothing_open() {
    for _ in 0..8 {
        let folder = tempfile::tempdir().unwrap();
        let db = Db::open_sqlite(&folder.path().join("closed.db")).await.unwrap();
        db.migrate().await.unwrap();
        // It knows the tables now, of which SQLite has no statistics.
        db.schema().await.unwrap();
        let Pools::Sqlite { read, write } = &db.pools else { panic!("SQLite") };
        write.close().await;
        read.close().await;
        let open =
            std::fs::read_dir("/proc/self/fd").unwrap().filter_map(|it| it.unwrap().path().read_link().ok());
        let left: Vec<_> = open.filter(|path| path.starts_with(folder.path())).collect();
        assert_eq!(left, Vec::<std::path::PathBuf>::new());
    }
}

both_engines!(two_servers_share_a_job_and_a_killed_one_loses_its_lease, |school| {
    let twin = school.twin().await;
    let job = &jobs::JOBS[0];
    let (one, other) = tokio::join!(jobs::run_if_due(&school.app, job), jobs::run_if_due(&twin.app, job));
    assert_eq!(u8::from(one.unwrap()) + u8::from(other.unwrap()), 1, "one of two runs it");
    assert!(!jobs::run_if_due(&twin.app, job).await.unwrap(), "not due again before its period is over");

    school.pass(Duration::from_std(job.period).unwrap());
    school.sql("UPDATE jobs SET leased_by = 'killed', lease_until = '2026-03-02T10:00:20+00:00'").await;
    assert!(!jobs::run_if_due(&twin.app, job).await.unwrap(), "it may still be at it");
    school.pass(Duration::minutes(1));
    assert!(jobs::run_if_due(&twin.app, job).await.unwrap(), "the lease of a killed server ends");
});

both_engines!(old_sessions_and_kept_answers_are_forgotten, |school| {
    school.account(preau_core::role::Role::Student, "eleve@preau.test").await;
    school.app.limit("a bucket", preau_server::http::limits::Limit::per_minutes(3, 15)).await.unwrap();
    jobs::run_all(&school.app).await.unwrap();
    assert_eq!(school.count("SELECT COUNT(*) FROM sessions").await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM rate_limits").await, 1);
    school.pass(Duration::days(31));
    jobs::run_all(&school.app).await.unwrap();
    assert_eq!(
        school.count("SELECT COUNT(*) FROM sessions").await,
        1,
        "where one signed in is known for longer"
    );
    assert_eq!(school.count("SELECT COUNT(*) FROM rate_limits").await, 0);
    school.pass(Duration::days(60));
    jobs::run_all(&school.app).await.unwrap();
    assert_eq!(school.count("SELECT COUNT(*) FROM sessions").await, 0);
});

/// A course with a confirmed, paid reservation and its subscription, as checkout leaves them.
async fn enrolled(school: &School) {
    for statement in [
        "DELETE FROM languages",
        "DELETE FROM levels",
        "INSERT INTO languages (id, name, code, created_at, updated_at)
         VALUES (1, 'Italien', 'it', '2026-03-01T09:00:00+00:00', '2026-03-01T09:00:00+00:00')",
        "INSERT INTO levels (id, name, rank, created_at, updated_at)
         VALUES (1, 'A1', 1, '2026-03-01T09:00:00+00:00', '2026-03-01T09:00:00+00:00')",
        "INSERT INTO courses (id, status, type, name, slug, description, price_cents, total_hours, language_id, level_id,
             start_date, end_date, capacity, seats_taken, created_at, updated_at)
         VALUES (1, 'PUBLISHED', 'IN_PERSON', 'Primi passi', 'primi-passi', '', 12000, 20, 1, 1,
             '2026-03-10', '2026-06-10', 10, 1, '2026-03-01T09:00:00+00:00', '2026-03-01T09:00:00+00:00')",
        "INSERT INTO users (id, email, first_name, last_name, role, registration_date, created_at, updated_at)
         VALUES (1, 'eleve@preau.test', 'Jeanne', 'Morel', 'STUDENT', '2026-03-01', '2026-03-01T09:00:00+00:00', '2026-03-01T09:00:00+00:00')",
        "INSERT INTO reservations (id, status, course_id, scope, start_date, payer_id, learner_id, payer_email, learner_email,
             hold_until, holds_seat, amount_cents, confirmed_at, confirmed_by, payment_id, created_at, updated_at)
         VALUES (1, 'CONFIRMED', 1, 'COURSE', '2026-03-10', 1, 1, 'eleve@preau.test', 'eleve@preau.test',
             '2026-03-01T09:15:00+00:00', FALSE, 12000, '2026-03-01T09:05:00+00:00', 'CARD', 1, '2026-03-01T09:00:00+00:00', '2026-03-01T09:05:00+00:00')",
        "INSERT INTO payments (id, reservation_id, provider, provider_id, payment_ref, amount_cents, status, received_cents,
             paid_at, created_at, updated_at)
         VALUES (1, 1, 'DESK', NULL, 'PAY_REF_1', 12000, 'PAID', 12000, '2026-03-01T09:05:00+00:00', '2026-03-01T09:00:00+00:00', '2026-03-01T09:05:00+00:00')",
        "INSERT INTO subscriptions (id, user_id, course_id, scope, subscription_date, access_expires_at, created_at, updated_at)
         VALUES (1, 1, 1, 'COURSE', '2026-03-01', '2026-09-01', '2026-03-01T09:05:00+00:00', '2026-03-01T09:05:00+00:00')",
        "INSERT INTO subscription_reservations (reservation_id, subscription_id, scope) VALUES (1, 1, 'COURSE')",
    ] {
        school.sql(statement).await;
    }
}

both_engines!(the_doctor_finds_nothing_in_a_school_in_order, |school| {
    enrolled(&school).await;
    assert_eq!(findings(&school).await, Vec::<String>::new());
});

both_engines!(the_doctor_says_in_words_what_is_not_in_order, |school| {
    enrolled(&school).await;
    for (damage, mend, said) in [
        ("UPDATE courses SET seats_taken = 2", "UPDATE courses SET seats_taken = 1", "seats taken differ"),
        (
            "UPDATE reservations SET holds_seat = TRUE",
            "UPDATE reservations SET holds_seat = FALSE",
            "keep a seat",
        ),
        (
            "UPDATE reservations SET confirmed_at = NULL",
            "UPDATE reservations SET confirmed_at = '2026-03-01T09:05:00+00:00'",
            "neither a place nor all the money back",
        ),
        (
            "UPDATE payments SET received_cents = 100",
            "UPDATE payments SET received_cents = 12000",
            "nobody paid for",
        ),
        (
            "DELETE FROM subscription_reservations",
            "INSERT INTO subscription_reservations (reservation_id, subscription_id, scope) VALUES (1, 1, 'COURSE')",
            "without a subscription",
        ),
        (
            "INSERT INTO refunds (payment_id, reservation_id, amount_cents, reason, status, next_attempt_at, created_at)
             VALUES (1, 1, 12001, 'CANCELLED', 'DONE', '2026-03-01T09:05:00+00:00', '2026-03-01T09:05:00+00:00')",
            "DELETE FROM refunds",
            "more was given back than received",
        ),
        (
            "INSERT INTO audit (at, action, entity, entity_id)
             VALUES ('2026-03-01T09:05:00+00:00', 'reservation.confirmed', 'reservation', 1)",
            "DELETE FROM audit",
            "without the mail",
        ),
    ] {
        school.sql(damage).await;
        let found = findings(&school).await;
        assert!(found.iter().any(|line| line.contains(said)), "{damage}: {found:?}");
        school.sql(mend).await;
    }
    assert_eq!(findings(&school).await, Vec::<String>::new());
});

fn slow_and_quick() -> Router {
    let slow = get(|| async {
        tokio::time::sleep(StdDuration::from_millis(600)).await;
        "late"
    });
    Router::new().route("/slow", slow).route("/quick", get(|| async { "quick" }))
}

/// A server with one slow and one quick route, and what stops it.
async fn listening() -> (std::net::SocketAddr, CancellationToken, tokio::task::JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let stop = CancellationToken::new();
    (addr, stop.clone(), tokio::spawn(listen::serve(listener, slow_and_quick(), 2, stop)))
}

async fn ask(addr: std::net::SocketAddr, path: &str) -> String {
    let mut stream = TcpStream::connect(addr).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nHost: school\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn looking_at_the_wrong_place_makes_no_database_there() {
    let school = School::open(Engine::Sqlite, &[]).await;
    let file = school.data_dir().join("typo.db");
    let mut storage = school.app.config.storage.clone();
    storage.database_url = Some(format!("sqlite:{}", file.display()).as_str().into());
    let error = Db::open_existing(&storage).await.err().unwrap().to_string();
    assert!(error.contains("there is no database") && error.contains("typo.db"), "{error}");
    assert!(!file.exists());
    storage.database_url = Some(format!("sqlite:{}", school.url()).as_str().into());
    Db::open_existing(&storage).await.unwrap().close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_stops_finishes_what_it_was_asked() {
    let (addr, stop, served) = listening().await;
    let idle = TcpStream::connect(addr).await.unwrap();
    let waiting = tokio::spawn(async move { ask(addr, "/slow").await });
    tokio::time::sleep(StdDuration::from_millis(200)).await;
    drop(idle);
    stop.cancel();
    assert!(waiting.await.unwrap().ends_with("late"));
    tokio::time::timeout(StdDuration::from_secs(5), served).await.unwrap().unwrap();
    assert!(TcpStream::connect(addr).await.is_err(), "nobody is let in any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_too_long_is_told_so_in_words() {
    let limit = axum::middleware::from_fn_with_state(StdDuration::from_millis(200), router::time_limit);
    let router = slow_and_quick().layer(limit);
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    tokio::spawn(listen::serve(listener, router, 2, CancellationToken::new()));
    assert!(ask(addr, "/quick").await.ends_with("quick"));
    let answer = ask(addr, "/slow").await;
    for said in ["HTTP/1.1 408", "application/problem+json", "\"code\":\"too_slow\""] {
        assert!(answer.contains(said), "{said}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn silent_connections_are_dropped_and_those_who_wait_are_served() {
    let (addr, _stop, _served) = listening().await;
    let mut silent = TcpStream::connect(addr).await.unwrap();
    let mut halting = TcpStream::connect(addr).await.unwrap();
    halting.write_all(b"GET /quick HT").await.unwrap();
    // Both places are taken; the third waits until one is given up.
    let waited = tokio::time::timeout(StdDuration::from_secs(15), ask(addr, "/quick")).await.unwrap();
    assert!(waited.ends_with("quick"));
    for stream in [&mut silent, &mut halting] {
        let mut rest = Vec::new();
        tokio::time::timeout(StdDuration::from_secs(5), stream.read_to_end(&mut rest))
            .await
            .unwrap()
            .unwrap();
    }
}
