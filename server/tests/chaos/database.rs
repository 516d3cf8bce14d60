//! PostgreSQL failing under work: connections cut, the server stopped and started, changes that collide. Requests
//! succeed or are answered with an error, nothing is half done, and the school recovers by itself.

use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::json;

use crate::books::{Books, Ledger};
use crate::chance::Chance;
use crate::day::{Day, widen};
use crate::errands::{bookable_courses, draft, good_card};
use crate::is_long;
use crate::postgres::Cluster;
use crate::school::{Engine, School, run_sql};
use crate::server::readiness;

/// Until a visitor's message is taken again; far longer than it takes.
const RECOVERS_WITHIN: Duration = Duration::from_secs(15);

/// How long it takes until something can be written.
async fn recovery(school: &School) -> Duration {
    let began = Instant::now();
    let body =
        json!({ "name": "Rosa", "email": "rosa@exemple.test", "message": "Bonjour !", "consent": true });
    school.visitor().insist(Method::POST, "/contact", Some(&body), None).await.ok();
    let took = began.elapsed();
    assert!(took < RECOVERS_WITHIN, "{took:?}");
    took
}

const CUT: &str = "
    SELECT COUNT(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_cut_again_and_again_cost_errors_and_nothing_else() {
    let times = if is_long() { 150 } else { 10 };
    let mut chance = Chance::new();
    let school = Arc::new(School::open(Engine::Postgres).await);
    widen(&school).await;
    let mut books = Books::open(&school).await;
    let mut server = school.serve().await;
    let day = Day::begin(&school, &chance, 3).await;
    let mut cut = 0;
    for _ in 0..times {
        day.goes_on(1).await;
        tokio::time::sleep(chance.pause(200)).await;
        cut += school.number(CUT).await;
    }
    let took = recovery(&school).await;
    let (errands, ledger) = day.end().await;
    // What a cut kept from being noted is done when its lease is over, as after a kill.
    books.look(&school, &ledger).await;
    school.leases_run_out().await;
    let posted = books.close(&school, &ledger).await;
    server.terminate().await;
    println!(
        "chaos: PostgreSQL: {cut} connections cut in {times} goes, {errands} errands, writing again after {took:.1?}; \
         {} mails, {} of them twice",
        posted.mails, posted.twice
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_server_that_stops_is_waited_for() {
    let rounds = if is_long() { 6 } else { 2 };
    let chance = Chance::new();
    let cluster = Cluster::open().await;
    let folder = tempfile::tempdir().unwrap();
    let school = Arc::new(School::of(Engine::Postgres, folder, Some(cluster.url())).await);
    widen(&school).await;
    let mut books = Books::open(&school).await;
    let mut server = school.serve().await;
    let day = Day::begin(&school, &chance, 2).await;
    let mut slowest = Duration::ZERO;
    for round in 0..rounds {
        // Somebody is at something.
        day.goes_on(4).await;
        cluster.stop(if round % 2 == 0 { "fast" } else { "immediate" }).await;
        let began = Instant::now();
        let (status, said) = readiness(&server.url).await;
        assert_eq!((status, said.as_str()), (503, "the database does not answer\n"));
        assert!(
            began.elapsed() < Duration::from_secs(10),
            "whoever asks is told in time: {:?}",
            began.elapsed()
        );
        assert!(server.is_running());
        cluster.start().await;
        slowest = slowest.max(recovery(&school).await);
    }
    let (errands, ledger) = day.end().await;
    books.look(&school, &ledger).await;
    school.leases_run_out().await;
    let posted = books.close(&school, &ledger).await;
    server.terminate().await;
    println!(
        "chaos: PostgreSQL: stopped and started {rounds} times, {errands} errands, writing again within {slowest:.1?}; \
         {} mails, {} of them twice",
        posted.mails, posted.twice
    );
}

/// Rows whose writing collides three times in ten, at the statement or only at the end of the change.
const COLLISIONS: &[&str] = &[
    "CREATE SEQUENCE collisions",
    "CREATE FUNCTION collide() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF random() < 0.3 THEN
            PERFORM nextval('collisions');
            RAISE EXCEPTION 'made to collide' USING ERRCODE = '40001';
        END IF;
        RETURN NULL;
    END $$",
    "CREATE TRIGGER collides AFTER INSERT OR UPDATE ON reservations FOR EACH ROW EXECUTE FUNCTION collide()",
    "CREATE TRIGGER collides AFTER INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION collide()",
    "CREATE TRIGGER collides AFTER INSERT OR DELETE ON faq_entries FOR EACH ROW EXECUTE FUNCTION collide()",
    "CREATE CONSTRAINT TRIGGER collides_late AFTER INSERT OR UPDATE ON payments DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION collide()",
    "CREATE CONSTRAINT TRIGGER collides_late AFTER INSERT ON contact_messages DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION collide()",
    "CREATE CONSTRAINT TRIGGER collides_late AFTER INSERT OR UPDATE ON jobs DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION collide()",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_that_collide_are_made_again_without_anybody_seeing_it() {
    let chance = Chance::new();
    let school = Arc::new(School::open(Engine::Postgres).await);
    widen(&school).await;
    let mut books = Books::open(&school).await;
    let db = school.db().await;
    for statement in COLLISIONS {
        run_sql(&db, statement).await;
    }
    db.close().await;
    let mut server = school.serve().await;
    let day = Day::begin(&school, &chance, 3).await;
    let wanted = if is_long() { 600 } else { 60 };
    day.goes_on(wanted).await;
    let (errands, ledger) = day.end().await;
    let failed = server.log().matches("request failed").count();
    assert_eq!(failed, 0, "{}", server.log());
    let collided = school.number("SELECT last_value FROM collisions").await;
    // What this test arranges by itself nobody would make again.
    school.sql("DROP FUNCTION collide CASCADE").await;
    let posted = books.close(&school, &ledger).await;
    assert_eq!(posted.twice, 0);
    server.terminate().await;
    println!("chaos: PostgreSQL: {collided} changes made to collide, {errands} errands, no request failed");
}

/// Longer than a change is repeated: only when there is time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_that_always_collides_is_given_up_whole() {
    if !is_long() {
        return;
    }
    let school = School::open(Engine::Postgres).await;
    let mut books = Books::open(&school).await;
    let mut server = school.serve().await;
    let db = school.db().await;
    run_sql(
        &db,
        &COLLISIONS[1].replace("random() < 0.3", "TRUE").replace("PERFORM nextval('collisions');", ""),
    )
    .await;
    let visitor = school.visitor();
    let course = bookable_courses(&visitor, "?language=Italien&type=IN_PERSON").await.remove(0);
    let checkout = visitor.post("/checkout", &draft(&course, "zoe@exemple.test")).await;
    run_sql(
        &db,
        "CREATE TRIGGER collides AFTER INSERT ON subscriptions FOR EACH ROW EXECUTE FUNCTION collide()",
    )
    .await;
    visitor.post("/payment/sandbox/confirm", &good_card(&checkout)).await;
    let path = format!("/checkout/{}/complete", checkout["reservationId"]);
    let token = json!({ "checkoutToken": checkout["checkoutToken"] });
    let reply = visitor.call(Method::POST, &path, Some(&token), None).await.unwrap();
    assert_eq!((reply.status, reply.code()), (503, "unavailable"));
    let half = "SELECT COUNT(*) FROM reservations WHERE payer_email = 'zoe@exemple.test' AND confirmed_at IS NOT NULL";
    assert_eq!(school.number(half).await, 0);
    run_sql(&db, "DROP TRIGGER collides ON subscriptions").await;
    db.close().await;
    let done = visitor.insist(Method::POST, &path, Some(&token), None).await.ok();
    assert_eq!(done["reservation"]["status"], "CONFIRMED");
    books.close(&school, &Ledger::default()).await;
    server.terminate().await;
    println!(
        "chaos: PostgreSQL: a change that always collides is given up whole (503) and done once it no longer does"
    );
}
