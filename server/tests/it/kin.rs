//! What PostgreSQL's distributed kin lack or do otherwise, taken from PostgreSQL: advisory locks, temporary tables, reads
//! that are not serializable, numbers given one after the other.

use std::path::{Path, PathBuf};

use futures_util::future::join_all;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection};

use crate::booking::{CARD_GOOD, Started, courses, draft, sound};
use crate::school::{Engine, School, empty_postgres_database};

/// Words of SQL that no statement of the school's uses.
const LACKING: [&str; 9] = [
    "LISTEN ",
    "NOTIFY ",
    "pg_advisory",
    "pg_try_advisory",
    "FOR UPDATE",
    "FOR SHARE",
    "SKIP LOCKED",
    "LOCK TABLE",
    "TEMPORARY TABLE",
];

fn files_under(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_under(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs" || end == "sql") {
            found.push(path);
        }
    }
}

#[test]
fn no_statement_uses_what_distributed_engines_lack() {
    let mut files = Vec::new();
    for folder in ["src", "../migrations/postgres"] {
        files_under(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut files);
    }
    assert!(files.len() > 200);
    let used = files.iter().flat_map(|file| {
        let text = std::fs::read_to_string(file).unwrap();
        LACKING
            .into_iter()
            .filter(move |word| text.contains(word))
            .map(move |word| format!("{word} in {}", file.display()))
    });
    assert_eq!(used.collect::<Vec<_>>(), [""; 0]);
}

/// An empty database for a role that may take no advisory lock and make no temporary table, and reads serializable.
async fn poorer_database() -> String {
    let url = empty_postgres_database().await;
    let mut conn = PgConnection::connect(&url).await.unwrap();
    let role = format!("plain_{}", std::process::id());
    let locks: Vec<String> = sqlx::query_scalar(
        "SELECT CAST(CAST(oid AS regprocedure) AS TEXT) FROM pg_proc WHERE proname LIKE 'pg%advisory%'",
    )
    .fetch_all(&mut conn)
    .await
    .unwrap();
    assert!(locks.len() > 10);
    for statement in [
        format!("CREATE ROLE {role} LOGIN"),
        format!("ALTER ROLE {role} SET default_transaction_isolation = 'serializable'"),
        format!("GRANT CREATE ON SCHEMA public TO {role}"),
        "REVOKE TEMPORARY ON DATABASE CURRENT FROM PUBLIC"
            .replace("CURRENT", url.rsplit('/').next().unwrap()),
        format!("REVOKE EXECUTE ON FUNCTION {} FROM PUBLIC", locks.join(", ")),
    ] {
        conn.execute(AssertSqlSafe(statement)).await.unwrap();
    }
    let mut url = url::Url::parse(&url).unwrap();
    url.set_username(&role).unwrap();
    url.to_string()
}

/// Numbers are handed out in portions, to each connection its own.
async fn number_in_portions(url: &str) {
    let mut conn = PgConnection::connect(url).await.unwrap();
    let sequences: Vec<String> = sqlx::query_scalar("SELECT CAST(sequencename AS TEXT) FROM pg_sequences")
        .fetch_all(&mut conn)
        .await
        .unwrap();
    assert!(sequences.len() > 20);
    for sequence in sequences {
        conn.execute(AssertSqlSafe(format!("ALTER SEQUENCE {sequence} CACHE 50"))).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seats_and_money_agree_without_what_distributed_engines_lack() {
    let nearby = School::open(Engine::Sqlite, &[]).await;
    let url = poorer_database().await;
    let school = nearby.on_postgres(url.clone(), &[]).await;
    number_in_portions(&url).await;
    let mut conn = PgConnection::connect(&url).await.unwrap();
    for refused in ["SELECT pg_advisory_lock(1)", "CREATE TEMPORARY TABLE t (a INT)"] {
        let why = conn.execute(refused).await.unwrap_err().to_string();
        assert!(why.contains("permission denied"), "{why}");
    }
    let isolation: String = sqlx::query_scalar("SELECT current_setting('transaction_isolation')")
        .fetch_one(&mut conn)
        .await
        .unwrap();
    assert_eq!(isolation, "serializable");

    courses(&school).await;
    // Ten seats, twelve who want one at the same moment.
    let bookings = (0..12).map(async |number| {
        let visitor = school.visitor();
        let held = visitor.post("/checkout", draft(&format!("{number}@example.fr"), &[11])).await;
        if held.status.as_u16() == 409 {
            assert_eq!(held.refused(409, "full")["code"], "full");
            return false;
        }
        let checkout = Started::new(&visitor, &held.ok());
        checkout.pay(CARD_GOOD).await.ok();
        assert_eq!(checkout.complete().await.ok()["reservation"]["status"], "CONFIRMED");
        true
    });
    let booked = join_all(bookings).await;
    assert_eq!(booked.iter().filter(|booked| **booked).count(), 10);
    assert_eq!(school.count("SELECT seats_taken FROM courses WHERE id = 1").await, 10);
    assert_eq!(school.count("SELECT COUNT(*) FROM invoices").await, 10);
    assert_eq!(
        school.count("SELECT MAX(sequence) FROM invoices").await,
        10,
        "invoices are numbered without gaps"
    );
    school.run_jobs().await;
    sound(&school).await;
}
