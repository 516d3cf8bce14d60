//! A filled database of the schema before wards: the migration keeps every row, and what it loosens is loosened.

use std::fs;
use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection};

use crate::school::empty_postgres_database;

const WARDS: &str = "0018_wards.sql";

const FILLED: [&str; 6] = [
    "INSERT INTO users (id, email, first_name, last_name, role, registration_date, created_at, updated_at) VALUES
        (1, 'zoe@example.fr', 'Zoé', 'Martin', 'STUDENT', '2026-03-02', '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z'),
        (2, 'x@deleted.invalid', 'Ancien', 'élève', 'STUDENT', '2026-03-02', '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z')",
    "INSERT INTO sessions (id, user_id, remember_me, created_at, last_used_at, expires_at) VALUES
        (7, 1, TRUE, '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z', '2026-03-09T09:00:00Z')",
    "INSERT INTO languages (id, name, code, created_at, updated_at) VALUES
        (30, 'Latin', 'la', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
    "INSERT INTO levels (id, name, rank, created_at, updated_at) VALUES
        (30, 'Z1', 30, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
    "INSERT INTO courses (id, status, type, name, slug, description, price_cents, total_hours, language_id, level_id, start_date,
        end_date, created_at, updated_at) VALUES (1, 'PUBLISHED', 'ONLINE', 'Latin', 'latin', 'Salve', 100, 30, 30, 30,
        '2026-03-09', '2026-05-30', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
    "INSERT INTO reservations (id, status, course_id, scope, start_date, payer_id, learner_id, payer_email,
        learner_email, hold_until, holds_seat, amount_cents, created_at, updated_at) VALUES
        (5, 'HELD', 1, 'COURSE', '2026-03-09', 1, 1, 'zoe@example.fr', 'zoe@example.fr', '2026-03-02T09:15:00Z',
            TRUE, 100, '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z')",
];

/// What the schema takes afterwards, and what it refuses before and after.
const CONSENT: &str =
    "INSERT INTO consents (reservation_id, kind, given_at) VALUES (5, 'CHILD_DATA', '2026-03-02T09:00:00Z')";
const WARD: &str = "INSERT INTO users (id, guardian_id, first_name, last_name, role, registration_date, created_at,
    updated_at) VALUES (3, 1, 'Léa', 'Martin', 'STUDENT', '2026-03-02', '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z')";
const REFUSED: [&str; 5] = [
    "INSERT INTO users (id, first_name, last_name, role, registration_date, created_at, updated_at) VALUES
        (4, 'Nul', 'Tuteur', 'STUDENT', '2026-03-02', '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z')",
    "INSERT INTO users (id, email, first_name, last_name, role, registration_date, created_at, updated_at) VALUES
        (4, 'zoe@example.fr', 'Autre', 'Zoé', 'STUDENT', '2026-03-02', '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z')",
    "UPDATE users SET password_hash = 'h' WHERE id = 3",
    "INSERT INTO consents (reservation_id, kind, given_at) VALUES (5, 'OTHER', '2026-03-02T09:00:00Z')",
    "INSERT INTO reservations (status, course_id, scope, start_date, payer_email, learner_email, hold_until, holds_seat,
        amount_cents, created_at, updated_at) VALUES ('HELD', 1, 'COURSE', '2026-03-09', 'a@x.fr', 'zoe@example.fr',
        '2026-03-02T09:15:00Z', TRUE, 100, '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z')",
];

/// The text of each step, in order, up to and with this one.
fn steps(engine: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations").join(engine);
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    names.retain(|name| name.to_str().unwrap() <= WARDS);
    assert_eq!(names.last().unwrap().to_str(), Some(WARDS));
    names.iter().map(|name| fs::read_to_string(folder.join(name)).unwrap()).collect()
}

macro_rules! upgraded {
    ($conn:ident, $engine:literal) => {
        let steps = steps($engine);
        let (last, before) = steps.split_last().unwrap();
        for step in before {
            sqlx::raw_sql(AssertSqlSafe(step.clone())).execute(&mut $conn).await.unwrap();
        }
        for statement in FILLED {
            $conn.execute(statement).await.unwrap();
        }
        for statement in [CONSENT, REFUSED[0]] {
            assert!($conn.execute(statement).await.is_err(), "taken before: {statement}");
        }
        let mut tx = $conn.begin().await.unwrap();
        sqlx::raw_sql(AssertSqlSafe(last.clone())).execute(&mut *tx).await.unwrap();
        tx.commit().await.unwrap();
        for statement in [CONSENT, WARD] {
            $conn.execute(statement).await.unwrap();
        }
        for statement in REFUSED {
            assert!($conn.execute(statement).await.is_err(), "taken: {statement}");
        }
        let kept = "SELECT COUNT(*) FROM users u JOIN sessions s ON s.user_id = u.id JOIN reservations r ON r.payer_id = u.id
            WHERE u.email = 'zoe@example.fr' AND r.child_key = '' AND u.guardian_id IS NULL";
        let count: i64 = sqlx::query_scalar(kept).fetch_one(&mut $conn).await.unwrap();
        assert_eq!(count, 1);
    };
}

#[tokio::test(flavor = "multi_thread")]
async fn a_filled_file_learns_of_wards() {
    let folder = tempfile::tempdir().unwrap();
    let options = SqliteConnectOptions::new().filename(folder.path().join("old.db")).create_if_missing(true);
    let mut conn = options.clone().foreign_keys(true).connect().await.unwrap();
    upgraded!(conn, "sqlite");
    let sound: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut conn).await.unwrap();
    assert_eq!(sound, "ok");
    // A connection that was open all the time, and a new one, know the schema alike.
    let mut other = options.connect().await.unwrap();
    let wards: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM users WHERE email IS NULL")
        .fetch_one(&mut other)
        .await
        .unwrap();
    assert_eq!(wards, 1);
    let orphans = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut other).await.unwrap();
    assert!(orphans.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_filled_postgres_learns_of_wards() {
    let mut conn = PgConnection::connect(&empty_postgres_database().await).await.unwrap();
    upgraded!(conn, "postgres");
}
