//! A school moves from its file to PostgreSQL: every row of every table, or none.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use axum::http::header;
use chrono::{DateTime, SecondsFormat, Utc};
use preau_core::role::Role;
use preau_server::db::moving::{Moved, move_school, moved_to};
use preau_server::db::{Db, Place};
use preau_server::demo;
use preau_server::error::Result;
use preau_server::operations::doctor;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection, Row as _};

use crate::booking::{CARD_GOOD, booker, start};
use crate::school::{Client, Engine, School, empty_postgres_database};

const PASSWORD: &str = "un-prau-au-soleil";

/// Rows for the tables that the demo school leaves empty, and values that are hard to carry.
const ODD_ROWS: [&str; 59] = [
    "INSERT INTO contact_messages (id, name, email, message, wished_date, created_at) VALUES
        (900, 'Last', 'l@x.fr', 'gone', NULL, '2026-03-02T09:00:00Z')",
    "DELETE FROM contact_messages WHERE id = 900",
    "INSERT INTO contact_messages (id, name, email, message, subject, wished_date, wished_time, handled, created_at) VALUES
        (1, 'Ægir Ðór', 'a@x.fr', 'tab' || char(9) || 'line' || char(10) || 'return' || char(13) || 'end' || char(10) || '\\.' || char(10) || '\\N',
            '', '0001-01-01', NULL, TRUE, '0001-01-01T00:00:00+00:00'),
        (2, '李小龙 👩🏽‍🎓', 'b@x.fr', replace(hex(zeroblob(1000000)), '00', 'é🎓'), '\\N', '9999-12-31', '23:59', FALSE,
            '9999-12-31T23:59:59.999+00:00'),
        (3, 'e' || char(769) || ' ﬁ \"quoted\" ''twice'' %_;--', 'c@x.fr', char(1) || char(127) || char(65534) || ' \\t \\\\ \\x41', NULL,
            '2024-02-29', '', FALSE, '2026-03-29 01:59:59')",
    "INSERT INTO contact_replies (message_id, author_id, text, created_at) VALUES
        (2, 1, 'é' || char(10) || '\\N', '2026-03-02T09:00:00.007Z'), (2, NULL, '', '2026-03-02T09:00:00Z')",
    "INSERT INTO users (id, email, first_name, last_name, role, birth_date, street, postal_code, city, registration_date, created_at, updated_at, deleted_at)
        VALUES (9000000000, 'far@preau.test', '', 'Null', 'STUDENT', '1900-02-28', '3, rue ''Haute''', '', NULL, '2026-03-02',
            '2026-03-02T09:00:00.007+00:00', '2026-03-02T11:00:00.120+02:00', '2026-03-02T09:00:00.5+00:00')",
    "INSERT INTO users (id, email, guardian_id, first_name, last_name, role, registration_date, created_at, updated_at)
        VALUES (4000000000, NULL, 9000000000, 'Sans', 'Adresse', 'STUDENT', '2026-03-02', '2026-03-02T09:00:00Z',
            '2026-03-02T09:00:00Z')",
    "INSERT INTO sessions (id, user_id, remember_me, ip, created_at, last_used_at, expires_at) VALUES
        (77, 9000000000, TRUE, '2001:db8::/64', '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z', '2026-03-09T09:00:00Z')",
    "INSERT INTO refresh_tokens (token_hash, session_id, created_at) VALUES ('h', 77, '2026-03-02T09:00:00.001Z')",
    "INSERT INTO one_time_tokens (token_hash, purpose, user_id, payload, created_at, expires_at) VALUES
        ('t', 'CHANGE_EMAIL', 9000000000, '{\"email\":\"né@x.fr\"}', '2026-03-02T09:00:00Z', '2026-03-02T10:00:00Z')",
    "INSERT INTO second_factors (user_id, secret, created_at, confirmed_at, last_step) VALUES
        (1, 'GEZDGNBVGY3TQOJQ', '2026-03-02T09:00:00Z', NULL, 9223372036854775807)",
    "INSERT INTO recovery_codes (user_id, code_hash, used_at) VALUES (1, 'h', '2026-03-02T09:00:00.5Z')",
    "INSERT INTO sign_in_challenges (challenge_hash, user_id, remember_me, created_at, expires_at) VALUES
        ('c', 1, TRUE, '2026-03-02T09:00:00Z', '2026-03-02T09:05:00Z')",
    "INSERT INTO learner_needs (user_id, text, consented_at) VALUES
        (9000000000, 'é' || char(10) || '\\N', '2026-03-02T09:00:00.007Z')",
    "INSERT INTO teacher_invitations (teacher_id, email, token_hash, created_at, expires_at)
        SELECT MIN(id), 'é@x.fr', NULL, '2026-03-02T09:00:00Z', '2026-03-09T09:00:00Z' FROM teachers",
    "INSERT INTO rooms (id, name, address, seats, note, created_at, updated_at) VALUES
        (905, 'Salle « é »', NULL, 9007199254740993, '', '2026-03-02T09:00:00.007Z', '2026-03-02T09:00:00Z')",
    "INSERT INTO closures (first_day, last_day, label, created_at, updated_at) VALUES
        ('0001-01-01', '9999-12-31', '\\N', '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z')",
    "INSERT INTO session_series (id, course_id, weekdays, start_time, minutes, first_day, count, created_at, updated_at)
        SELECT 907, MIN(id), '[1,4]', '18:30', 90, '2026-03-02', 3, '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z'
        FROM courses",
    "INSERT INTO class_sessions (course_id, series_id, day, start_time, minutes, starts_at, ends_at, room_id, uid,
            created_at, updated_at)
        SELECT MIN(id), 907, '2026-03-02', '18:30', 90, '2026-03-02T17:30:00Z', '2026-03-02T19:00:00.5Z', 905, 'é',
            '2026-03-02T09:00:00Z', '2026-03-02T09:00:00Z' FROM courses",
    "INSERT INTO attendance (id, client_id, session_id, subscription_id, status, minutes, manner, marked_by, marked_at,
            received_at)
        SELECT 9009, 'é', MAX(cs.id), MIN(s.id), 'LATE', 9223372036854775807, 'PAPER', 1, '2026-03-02T09:00:00.007Z',
            '2026-03-02T09:00:00.007Z' FROM class_sessions cs, subscriptions s",
    "INSERT INTO attendance_reasons (attendance_id, reason) VALUES (9009, '\\N')",
    "INSERT INTO session_sheets (session_id, closed_at, closed_by, last_mark_id, hash)
        SELECT MAX(id), '2026-03-02T09:00:00Z', 1, 9009, '' FROM class_sessions",
    "INSERT INTO beneficiaries (user_id, beneficiary_id, created_at) VALUES (1, 9000000000, '2026-03-02T09:00:00Z')",
    "INSERT INTO beneficiary_lookups (user_id, email, expires_at) VALUES (1, 'x@y.fr', '2026-03-02T09:30:00Z')",
    "INSERT INTO rate_limits (bucket, hits, resets_at) VALUES ('b', 9223372036854775807, '2026-03-02T09:30:00Z')",
    "INSERT INTO idempotency_keys (scope, body_hash, claim, claimed_until, status, answer, expires_at) VALUES
        ('s', 'h', 'c', '2026-03-02T09:30:00Z', 201, '{\"a\":[1,null]}', '2026-03-03T09:30:00Z')",
    "INSERT INTO jobs (name, lease_until, leased_by) VALUES ('old', '2026-03-02T09:30:00Z', 'nobody')",
    "INSERT INTO server_state (name, value) VALUES ('note', '')",
    "INSERT INTO webhook_events (provider, event_id, received_at) VALUES ('SANDBOX', 'é', '2026-03-02T09:30:00Z'),
        ('SANDBOX', 'E', '2026-03-02T09:30:00Z'), ('SANDBOX', 'e', '2026-03-02T09:30:00Z'), ('SANDBOX', '', '2026-03-02T09:30:00Z')",
    "INSERT INTO files (id, address, sha256, place, kind, media_type, size, name, created_by, created_at, uploaded_at) VALUES
        (5, '/api/files/x.png', 'x', 'aa/x', 'IMAGE', 'image/png', 1099511627776, 'é\\n.png', 1, '2026-03-02T09:30:00Z', '2026-03-02T09:30:00Z')",
    "INSERT INTO renditions (file_id, width, sha256, place, size) VALUES (5, 480, 'y', 'bb/y', 1099511627776)",
    "INSERT INTO uploads (id, user_id, name, size, received, address, created_at, touched_at) VALUES
        ('u', 1, 'é\\n.mp4', 1073741824, 8388608, NULL, '2026-03-02T09:30:00.007Z', '2026-03-02T09:31:00Z')",
    "INSERT INTO upload_chunks (upload_id, begins, place) VALUES ('u', 0, 'chunks/x')",
    "INSERT INTO paper_logos (url) VALUES ('/api/files/x.png')",
    "INSERT INTO mails (id, kind, fact, recipient, language, params, message_id, status, next_attempt_at, created_at) VALUES
        (4000, 'k', 'f', 'a@x.fr', 'zh', '{\"name\":\"\\u00e9\\\\\"}', 'm', 'PARKED', '2026-03-02T09:30:00Z', '2026-03-02T09:30:00Z')",
    "INSERT INTO consents (reservation_id, kind, page_id, given_at)
        SELECT (SELECT MIN(id) FROM reservations WHERE desk), 'TERMS', MIN(id), '2026-03-02T09:30:00Z' FROM school_pages",
    "INSERT INTO withdrawals (reservation_id, declared_at, outcome, paid_cents, proposed_cents, note)
        SELECT MAX(id), '2026-03-02T09:30:00Z', 'REQUESTED', 0, 0, NULL FROM reservations WHERE status = 'EXPIRED'",
    "UPDATE courses SET selling_points = '[\"é\",\"\\\\\"]' WHERE id = (SELECT MAX(id) FROM courses)",
    "INSERT INTO course_changes (course_id, before, began_at, last_at, due_at) SELECT MIN(id), '{\"schedule\":\"é\\n\"}',
        '2026-03-02T09:30:00.001Z', '2026-03-02T09:31:00Z', '2026-03-02T09:40:00Z' FROM courses",
    "INSERT INTO rooms (id, name, created_at, updated_at) VALUES (900, 'ę', '2026-03-02T09:30:00Z', '2026-03-02T09:30:00Z')",
    "INSERT INTO calendar_tokens (user_id, kind, room_id, token_hash, created_at, read_on) VALUES
        (1, 'OWN', NULL, 'h', '2026-03-02T09:30:00.007Z', NULL), (1, 'ROOM', 900, 'i', '2026-03-02T09:30:00Z', '2026-03-03')",
    "INSERT INTO session_changes (session_id, course_id, before) SELECT 9000000000, MIN(id), '{\"room\":\"é\\n\"}' FROM courses",
    "INSERT INTO class_messages (id, course_id, author_id, text, file_url, created_at) SELECT 900, MIN(id), NULL, 'é' || char(10),
        '/api/files/x.png', '2026-03-02T09:30:00.001Z' FROM courses",
    "INSERT INTO waitlist_entries (id, course_id, position, status, scope, start_date, payer_email, learner_email, first_name,
        language, offered_at, offer_until, created_at, updated_at)
        SELECT 900, MIN(id), 9000000000, 'LAPSED', 'MODULES', '2026-03-05', 'é@x.test', 'é@x.test', 'é' || char(10), 'zh',
        '2026-03-02T09:30:00.001Z', '2026-03-03T09:30:00Z', '2026-03-02T09:30:00Z', '2026-03-02T09:30:00Z' FROM courses",
    "INSERT INTO waitlist_modules (entry_id, module_id) SELECT 900, MIN(id) FROM modules",
    "INSERT INTO waitlist_tokens (token_hash, entry_id) VALUES ('w', 900)",
    "INSERT INTO course_decisions (id, course_id, choice, decided_at, reason, answer_by, old_start_date, old_end_date,
        new_start_date, new_end_date)
        SELECT 900, MIN(id), 'NEW_DATES', '2026-03-02T09:30:00.001Z', 'é' || char(10), '2026-03-05', '2026-03-09',
        '2026-05-30', '2026-04-06', '2026-06-27' FROM courses",
    "INSERT INTO decision_proposals (id, decision_id, reservation_id, status, new_cents, refund_cents, reminded_at,
        answered_at, created_at)
        SELECT 900, 900, MIN(id), 'LAPSED', 9000000000, 0, '2026-03-03T09:30:00Z', '2026-03-06T09:30:00.001Z',
        '2026-03-02T09:30:00Z' FROM reservations",
    "INSERT INTO proposal_tokens (token_hash, proposal_id) VALUES ('p', 900)",
    "UPDATE contact_messages SET class_message_id = 900, teacher_id = (SELECT MIN(id) FROM teachers) WHERE id = 1",
    "UPDATE faq_entries SET translations = '[{\"lang\":\"zh\",\"question\":\"\\u00e9\",\"answer\":\"<p>\\n</p>\"}]'
        WHERE id = (SELECT MIN(id) FROM faq_entries)",
    "DELETE FROM faq_entries WHERE id = (SELECT MAX(id) FROM faq_entries)",
    "INSERT INTO test_attempts (id, language_id, user_id, token_hash, seed, started_at, finished_at, level, ability,
        standard_error, probability)
        SELECT 900, MIN(id), NULL, 'a', -9223372036854775808, '2026-03-02T09:30:00.001Z', '2026-03-02T09:40:00Z', 'B1',
        -1.25, 0.5, 0.75 FROM languages",
    "INSERT INTO test_answers (attempt_id, position, question_id, question_version, difficulty, asked_at, given, outcome)
        VALUES (900, 1, NULL, 1, -0.5, '2026-03-02T09:30:00.001Z', '\"é\\n\"', 'nearly')",
    "INSERT INTO test_item_statistics (question_id, question_version, asked, correct, difficulty, discrimination,
        misleading, fitted_at)
        SELECT MIN(id), 1, 200, 100, 0.25, -0.125, TRUE, '2026-03-02T09:30:00.001Z' FROM test_questions",
    "INSERT INTO quiz_attempts (id, quiz_id, user_id, taken_at, score, total)
        SELECT 900, MIN(id), 9000000000, '2026-03-02T09:30:00.001Z', 0, 1 FROM quizzes",
    "INSERT INTO quiz_answers (attempt_id, position, question_id, question_version, given, outcome)
        SELECT 900, 1, MIN(id), 1, '\"é\\n\"', 'wrong' FROM quiz_questions",
    "INSERT INTO revision_cards (id, user_id, client_id, lesson_id, front, back, created_at, missed_at, due_on,
        last_reviewed_at, reviews, stability, difficulty)
        SELECT 900, 9000000000, 'é', MIN(id), 'é' || char(10), '', '2026-03-02T09:30:00.001Z', NULL, '9999-12-31',
        '2026-03-02T09:30:00.007Z', 9007199254740993, 36500.5, 0.125 FROM lessons",
    "INSERT INTO revision_reviews (card_id, user_id, client_id, rating, reviewed_at, received_at) VALUES
        (900, 9000000000, 'é', 'AGAIN', '2026-03-02T09:30:00.007Z', '2026-03-02T11:00:00.120+02:00')",
    "INSERT INTO levels (id, name, rank, created_at, updated_at) VALUES
        (500, 'C3', -9223372036854775808, '2026-03-02T09:30:00Z', '2026-03-02T09:30:00Z')",
];

/// A demo school in a file, with all that is hard to carry.
async fn full_school() -> School {
    let school = School::open(Engine::Sqlite, &["--demo-password", PASSWORD]).await;
    demo::fill(&school.app).await.unwrap();
    for statement in ODD_ROWS {
        school.sql(statement).await;
    }
    school
}

fn place(school: &School) -> Place {
    Place::File(school.url().into())
}

async fn moving(school: &School, to: &str) -> Result<Moved> {
    move_school(&place(school), to, |_| ()).await
}

async fn refusal(school: &School, to: &str) -> String {
    moving(school, to).await.unwrap_err().to_string()
}

/// Every row of a table, its values as plain text in the order of their columns' names.
type Rows = BTreeMap<String, Vec<Vec<Option<String>>>>;

/// An instant, however it is written, to the microsecond.
fn instant(text: &str) -> String {
    let text = text.replace(' ', "T");
    let zoned = text.ends_with('Z') || text.get(11..).is_some_and(|time| time.contains(['+', '-']));
    // PostgreSQL writes +00, SQLite's own clock nothing.
    let text = match (zoned, text.strip_suffix("+00")) {
        (true, Some(time)) => format!("{time}Z"),
        (true, None) => text,
        (false, _) => format!("{text}Z"),
    };
    text.parse::<DateTime<Utc>>()
        .unwrap_or_else(|_| panic!("{text}"))
        .to_rfc3339_opts(SecondsFormat::Micros, true)
}

/// All that stands in the file, read as the text that is stored.
async fn rows_of_file(file: &Path) -> Rows {
    let mut conn = SqliteConnectOptions::new().filename(file).read_only(true).connect().await.unwrap();
    let columns: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT t.name, c.name, upper(c.type) FROM sqlite_schema t, pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE '_sqlx%' ORDER BY 1, 2",
    )
    .fetch_all(&mut conn)
    .await
    .unwrap();
    let mut rows = Rows::new();
    for table in columns.chunk_by(|one, other| one.0 == other.0) {
        let list: Vec<String> =
            table.iter().map(|(_, name, _)| format!(r#"CAST("{name}" AS TEXT)"#)).collect();
        let query = format!(r#"SELECT {} FROM "{}""#, list.join(", "), table[0].0);
        let found = sqlx::query(AssertSqlSafe(query)).fetch_all(&mut conn).await.unwrap();
        let value = |row: &sqlx::sqlite::SqliteRow, at: usize| {
            let text: Option<String> = row.get(at);
            text.map(|text| if table[at].2 == "TIMESTAMP" { instant(&text) } else { text })
        };
        let found = found.iter().map(|row| (0..table.len()).map(|at| value(row, at)).collect());
        rows.insert(table[0].0.clone(), sorted(found.collect()));
    }
    conn.close().await.unwrap();
    rows
}

/// The same of PostgreSQL.
async fn rows_of_server(url: &str) -> Rows {
    let mut conn = PgConnection::connect(url).await.unwrap();
    let columns: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT CAST(table_name AS TEXT) COLLATE \"C\", CAST(column_name AS TEXT) COLLATE \"C\", CAST(data_type AS TEXT)
         FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
         WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_sqlx_migrations' ORDER BY 1, 2",
    )
    .fetch_all(&mut conn)
    .await
    .unwrap();
    let mut rows = Rows::new();
    for table in columns.chunk_by(|one, other| one.0 == other.0) {
        let list: Vec<String> = table.iter().map(|(_, name, kind)| as_text(name, kind)).collect();
        let query = format!(r#"SELECT {} FROM "{}""#, list.join(", "), table[0].0);
        let found = sqlx::query(AssertSqlSafe(query)).fetch_all(&mut conn).await.unwrap();
        let value = |row: &sqlx::postgres::PgRow, at: usize| {
            let text: Option<String> = row.get(at);
            text.map(|text| if table[at].2.starts_with("timestamp") { instant(&text) } else { text })
        };
        let found = found.iter().map(|row| (0..table.len()).map(|at| value(row, at)).collect());
        rows.insert(table[0].0.clone(), sorted(found.collect()));
    }
    conn.close().await.unwrap();
    rows
}

fn as_text(name: &str, kind: &str) -> String {
    match kind {
        "boolean" => format!(r#"CAST(CAST("{name}" AS INTEGER) AS TEXT)"#),
        _ => format!(r#"CAST("{name}" AS TEXT)"#),
    }
}

fn sorted(mut rows: Vec<Vec<Option<String>>>) -> Vec<Vec<Option<String>>> {
    rows.sort();
    rows
}

fn differences(one: &Rows, other: &Rows) -> Vec<String> {
    assert!(one.keys().eq(other.keys()), "the same tables");
    let mut found = Vec::new();
    for (table, rows) in one {
        let others = &other[table];
        if rows.len() != others.len() {
            found.push(format!("{table}: {} and {} rows", rows.len(), others.len()));
        }
        let differing = rows.iter().zip(others).find(|(row, other)| row != other);
        found.extend(differing.map(|pair| format!("{table}: {pair:.300?}")));
    }
    found
}

/// The school on the server it moved to, at the same moment.
async fn arrived(school: &School, url: &str) -> School {
    school.on_postgres(url.to_owned(), &["--demo-password", PASSWORD]).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_row_arrives_and_numbers_go_on_after_the_last_that_was_given() {
    let school = full_school().await;
    school.app.db.close().await;
    let before = rows_of_file(school.url().as_ref()).await;
    let empty: Vec<_> = before.iter().filter(|(_, rows)| rows.is_empty()).collect();
    assert!(empty.is_empty(), "every table has something to carry: {empty:?}");

    let url = empty_postgres_database().await;
    let moved = moving(&school, &url).await.unwrap();
    let rows: usize = before.values().map(Vec::len).sum();
    assert_eq!((moved.tables, usize::try_from(moved.rows).unwrap()), (before.len(), rows));
    assert_eq!(differences(&before, &rows_of_server(&url).await), [""; 0]);

    let mut file = SqliteConnectOptions::new().filename(school.url()).connect().await.unwrap();
    let last = "SELECT name, seq FROM sqlite_sequence WHERE name NOT LIKE 'sqlite_%'";
    let last: Vec<(String, i64)> = sqlx::query_as(last).fetch_all(&mut file).await.unwrap();
    assert!(last.contains(&("contact_messages".to_owned(), 900)), "also of what is gone");
    let mut server = PgConnection::connect(&url).await.unwrap();
    for (table, last) in last {
        let next = format!("SELECT nextval(pg_get_serial_sequence('{table}', 'id'))");
        let next: i64 = sqlx::query_scalar(AssertSqlSafe(next)).fetch_one(&mut server).await.unwrap();
        assert_eq!(next, last + 1, "{table}");
    }
    let refused = server.execute("UPDATE invoices SET total_cents = 1").await.unwrap_err().to_string();
    assert!(refused.contains("invoices are never changed"), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_school_goes_on_where_it_stopped() {
    let school = full_school().await;
    let session = school.visitor().post("/auth/login", sign_in("admin@preau.test")).await.ok();
    let token = session["accessToken"].as_str().unwrap();
    let admin = holder_of(token, &school);
    let listing = school.visitor().get("/courses").await;
    let cursor = copied(&admin, "").await.1;
    let before = findings(&school).await;
    school.app.db.close().await;
    let url = empty_postgres_database().await;
    moving(&school, &url).await.unwrap();

    let there = arrived(&school, &url).await;
    let admin = holder_of(token, &there);
    assert_eq!(admin.get("/users/me").await.ok()["email"], "admin@preau.test", "who was signed in still is");
    there.visitor().post("/auth/login", sign_in("student@preau.test")).await.ok();
    let tag = listing.headers[header::ETAG].clone();
    assert_eq!(there.visitor().get("/courses").await.headers[header::ETAG], tag, "caches stay good");
    assert_eq!(copied(&admin, &cursor).await.0, 0, "copies elsewhere stay good");
    let question =
        json!({ "category": "AUTRES_DEMANDES", "question": "Et après ?", "answer": "Après aussi." });
    admin.post("/faq", question).await.ok();
    assert_eq!(copied(&admin, &cursor).await.0, 2, "the question, and the category it stands in");

    book(&there).await;
    assert_eq!(findings(&there).await, before, "what was in order is, and nothing else");
}

async fn findings(school: &School) -> Vec<String> {
    let found = doctor::check(&school.app).await.unwrap();
    // Files stand in the data folder, of which each server of a test has its own.
    found.iter().map(ToString::to_string).filter(|finding| !finding.starts_with("file: ")).collect()
}

/// Whoever has this token, at this server.
fn holder_of(token: &str, school: &School) -> Client {
    let mut client = school.visitor();
    client.token = Some(token.to_owned());
    client
}

fn sign_in(email: &str) -> Value {
    json!({ "email": email, "password": PASSWORD })
}

/// How many things changed since `cursor`, and the new cursor.
async fn copied(admin: &Client, cursor: &str) -> (usize, String) {
    let (mut count, mut cursor) = (0, cursor.to_owned());
    loop {
        let page = admin.get(&format!("/changes?limit=500&cursor={cursor}")).await.ok();
        count += page["items"].as_array().unwrap().len();
        page["cursor"].as_str().unwrap().clone_into(&mut cursor);
        if page["more"] == false {
            return (count, cursor);
        }
    }
}

async fn book(school: &School) {
    let courses = school.visitor().get("/courses?type=ONLINE").await.ok();
    let courses = courses.as_array().unwrap();
    let course = courses.iter().find(|one| one["bookable"] == true && one["free"] == false).unwrap();
    let draft = json!({ "courseId": course["id"], "reservedModuleIds": [course["modules"][0]["id"]],
        "requestedStartDate": "2026-03-09", "reservationTarget": "self", "bookerData": booker("zoe@example.fr"),
        "acceptTerms": true, "termsVersion": 1, "requestEarlyStart": true });
    let checkout = start(&school.visitor(), draft).await;
    checkout.pay(CARD_GOOD).await.ok();
    assert_eq!(checkout.complete().await.ok()["reservation"]["status"], "CONFIRMED");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_that_stands_against_a_move_is_said_at_once_and_nothing_is_written() {
    let school = School::open(Engine::Sqlite, &[]).await;
    school.add_user(Role::Admin, "directrice@preau.test").await;
    let fresh = empty_postgres_database().await;
    let in_use = refusal(&school, &fresh).await;
    assert!(in_use.contains("is in use: stop the school first"), "{in_use}");

    school.sql("UPDATE users SET last_name = 'a' || char(0) || 'b', birth_date = '0000-01-01'").await;
    school.app.db.close().await;
    let used = School::open(Engine::Postgres, &[]).await;
    used.add_user(Role::Student, "eleve@preau.test").await;
    let said = refusal(&school, used.url()).await;
    for problem in ["users 1, birth_date: a day outside", "the target is not empty: users (1)"] {
        assert!(said.contains(problem), "{problem}: {said}");
    }
    let nobody = refusal(&school, "postgres://preau:hush@127.0.0.1:1/preau").await;
    assert!(
        nobody.contains("PostgreSQL at 127.0.0.1:1 does not answer") && !nobody.contains("hush"),
        "{nobody}"
    );
    assert!(nobody.contains("users 1, "), "both at once: {nobody}");
    let nonsense = refusal(&school, "mysql://x/y").await;
    assert!(nonsense.contains("must look like postgres://"), "{nonsense}");
    assert!(move_school(&Place::File("/nowhere/preau.db".into()), &fresh, |_| ()).await.is_err());
    assert!(move_school(&Place::Server(fresh.clone()), &fresh, |_| ()).await.is_err());
    assert!(rows_of_server(&fresh).await.is_empty(), "not even tables");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_text_that_postgresql_does_not_keep_is_named_beforehand() {
    let school = School::open(Engine::Sqlite, &[]).await;
    school.add_user(Role::Admin, "directrice@preau.test").await;
    school.sql("UPDATE users SET last_name = 'a' || char(0) || 'b'").await;
    school.app.db.close().await;
    let said = refusal(&school, &empty_postgres_database().await).await;
    assert!(said.contains("users 1, last_name: a text with the letter U+0000"), "{said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_programs_schema_and_other_tables_are_refused() {
    let school = School::open(Engine::Sqlite, &[]).await;
    let fresh = empty_postgres_database().await;
    for (change, said) in [
        (
            "DELETE FROM _sqlx_migrations WHERE version = (SELECT MAX(version) FROM _sqlx_migrations)",
            "run `preau migrate`",
        ),
        (
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
             VALUES (9999, 'later', TRUE, x'00', 0)",
            "take the newer program",
        ),
    ] {
        let other = School::open(Engine::Sqlite, &[]).await;
        other.sql(change).await;
        other.app.db.close().await;
        let refused = refusal(&other, &fresh).await;
        assert!(refused.contains(said), "{refused}");
    }
    school.app.db.close().await;
    let newer = School::open(Engine::Postgres, &[]).await;
    newer
        .sql("INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9999, 'later', TRUE, '', 0)")
        .await;
    let refused = refusal(&school, newer.url()).await;
    assert!(refused.contains("newer than this program"), "{refused}");
    PgConnection::connect(&fresh).await.unwrap().execute("CREATE TABLE theirs (a INT)").await.unwrap();
    let refused = refusal(&school, &fresh).await;
    assert!(refused.contains("tables of something else"), "{refused}");
}

/// The program itself, with the school in `file`.
fn preau(school: &School, arguments: &[&str], crash_at: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_preau"));
    command.args(arguments).env_clear().env("PREAU_CRASH_AT", crash_at);
    command.env("PREAU_DATA_DIR", school.data_dir()).env("DATABASE_URL", format!("sqlite:{}", school.url()));
    command.output().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_is_killed_leaves_an_empty_target_and_is_done_again() {
    let school = full_school().await;
    school.app.db.close().await;
    let before = rows_of_file(school.url().as_ref()).await;
    let url = empty_postgres_database().await;
    let unused = School::open(Engine::Postgres, &[]).await;
    let nothing: BTreeMap<String, usize> = counts(&rows_of_server(unused.url()).await, &["server_keys"]);
    let arguments = ["migrate-data", "--to", &url];
    for step in ["moving.half", "moving.compared", "moving.marked"] {
        let killed = preau(&school, &arguments, step);
        assert_eq!(killed.status.code(), None, "killed at {step}: {killed:?}");
        assert_eq!(counts(&rows_of_server(&url).await, &[]), nothing, "killed at {step}");
    }
    let served = preau(&school, &["migrate"], "");
    let said = String::from_utf8_lossy(&served.stderr);
    assert!(!served.status.success() && said.contains("has moved to"), "never in two places: {said}");

    let done = preau(&school, &arguments, "");
    assert!(done.status.success(), "{done:?}");
    assert!(String::from_utf8_lossy(&done.stdout).contains("DATABASE_URL"), "{done:?}");
    assert_eq!(differences(&before, &rows_of_server(&url).await), [""; 0]);
    let again = preau(&school, &arguments, "");
    assert!(String::from_utf8_lossy(&again.stderr).contains("the target is not empty"), "{again:?}");
    let there = arrived(&school, &url).await;
    assert_eq!(moved_to(&there.app.db).await.unwrap(), None, "where it moved to it is served");
}

/// Rows by table, without those of `but`.
fn counts(rows: &Rows, but: &[&str]) -> BTreeMap<String, usize> {
    let count = |(table, rows): (&String, &Vec<_>)| {
        (table.clone(), if but.contains(&table.as_str()) { 0 } else { rows.len() })
    };
    rows.iter().map(count).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn servers_that_start_together_bring_one_schema_up_to_date() {
    let url = empty_postgres_database().await;
    let start = async || {
        let db = Db::connect_postgres(&url, 2).await.unwrap();
        let done = db.migrate().await;
        let version = db.schema_version().await;
        db.close().await;
        done.map(|()| version.unwrap())
    };
    let versions = futures_util::future::join_all((0..6).map(|_| start())).await;
    let newest = School::open(Engine::Postgres, &[]).await.app.db.newest_schema();
    for version in versions {
        assert_eq!(version.unwrap(), newest);
    }
}
