//! The cache of the catalogue's responses: every write invalidates it, and it contains only public data.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::http::{Method, StatusCode, header};
use preau_core::role::Role;
use preau_server::db::{PUBLIC_TABLES, Pools};
use serde_json::{Value, json};
use tracing::instrument::WithSubscriber as _;

use crate::catalogue::catalogue;
use crate::school::Client;

/// The names of the courses in this client's list.
async fn names(client: &Client) -> Vec<String> {
    let list = client.get("/courses").await.ok();
    list.as_array().unwrap().iter().map(|course| course["name"].as_str().unwrap().to_owned()).collect()
}

both_engines!(a_write_invalidates_cached_responses, |school| {
    catalogue(&school).await;
    let visitor = school.visitor();
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    assert_eq!(names(&visitor).await, ["Ciao", "Primi passi"]);
    assert_eq!(visitor.get("/courses/2/details").await.ok()["seatsLeft"], json!(null));
    assert_eq!(visitor.get("/courses/1/details").await.ok()["seatsLeft"], 1);

    school.sql("UPDATE courses SET seats_taken = 10 WHERE id = 1").await;
    assert_eq!(visitor.get("/courses/1/details").await.ok()["seatsLeft"], 0, "a seat that was taken");
    editor.patch("/courses/admin/2/unpublish", json!(null)).await.ok();
    assert_eq!(names(&visitor).await, ["Primi passi"]);
    visitor.get("/courses/2/details").await.refused(404, "not_found");
    school.sql("UPDATE languages SET name = 'Toscan' WHERE id = 3").await;
    assert_eq!(visitor.get("/courses/1/details").await.ok()["language"], "Toscan");
    school.pass(chrono::TimeDelta::days(100));
    assert_eq!(visitor.get("/courses/1/details").await.ok()["bookable"], false, "over by now");
});

both_engines!(cached_public_responses_are_not_sent_to_signed_in_users, |school| {
    catalogue(&school).await;
    let editor = school.account(Role::Editor, "editor@preau.test").await;
    let visitor = school.visitor();
    assert_eq!(names(&visitor).await.len(), 2);
    assert_eq!(names(&editor).await.len(), 4);
    assert_eq!(names(&visitor).await.len(), 2);
    let online = editor.get("/courses/2/details").await.ok();
    assert_eq!(online["meetingUrl"], "https://meet.example/ciao");
    assert_eq!(visitor.get("/courses/2/details").await.ok()["meetingUrl"], json!(null));
});

both_engines!(a_client_with_the_current_tag_gets_304_from_the_cache, |school| {
    catalogue(&school).await;
    let visitor = school.visitor();
    let compressed = [("Accept-Encoding", "gzip")];
    let first = visitor.send(Method::GET, "/courses", None, &compressed).await;
    let tag = first.headers[header::ETAG].to_str().unwrap().to_owned();
    for _ in 0..2 {
        let again = visitor.send(Method::GET, "/courses", None, &[("If-None-Match", &tag)]).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED);
        assert!(again.bytes().is_empty() && !again.headers.contains_key(header::CONTENT_ENCODING));
        assert_eq!(again.headers[header::ETAG], tag);
    }
    let plain = visitor.get("/courses").await;
    assert!(!plain.headers.contains_key(header::CONTENT_ENCODING), "cached for each encoding");
    assert_eq!(plain.headers[header::CACHE_CONTROL], first.headers[header::CACHE_CONTROL]);
    assert_ne!(plain.headers["x-request-id"], first.headers["x-request-id"]);
    school.sql("UPDATE courses SET name = 'Altro' WHERE id = 2").await;
    let other = visitor.send(Method::GET, "/courses", None, &[("If-None-Match", &tag)]).await;
    assert_eq!(other.status, StatusCode::OK);
});

both_engines!(a_write_of_another_server_is_visible_within_two_seconds, |school| {
    catalogue(&school).await;
    let visitor = school.visitor();
    assert_eq!(names(&visitor).await, ["Ciao", "Primi passi"]);
    // Bypasses the write counter, like a write of another process.
    let write = "UPDATE courses SET name = 'Altro' WHERE id = 2";
    match &school.app.db.pools {
        Pools::Sqlite { write: pool, .. } => drop(sqlx::query(write).execute(pool).await.unwrap()),
        Pools::Postgres(pool) => drop(sqlx::query(write).execute(pool).await.unwrap()),
    }
    let written = Instant::now();
    while names(&visitor).await != ["Altro", "Primi passi"] {
        assert!(written.elapsed() < Duration::from_secs(2), "still the old response");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
});

/// Log lines in memory.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The tables that the logged statements read; lists of values, read by `json_each($1)`, are none.
fn tables_read(log: &Log) -> BTreeSet<String> {
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    let statements = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut tables = BTreeSet::new();
    for statement in statements {
        let sql = statement["fields"]["sql"].as_str().unwrap().to_owned();
        let words: Vec<_> = sql.split_whitespace().collect();
        let read = words.windows(2).filter(|pair| ["FROM", "JOIN"].contains(&pair[0])).map(|pair| pair[1]);
        let named = read.map(|name| name.trim_matches(['(', ')', ','])).filter(|name| !name.contains('('));
        tables.extend(named.map(str::to_owned));
    }
    tables
}

// With debug assertions, as tests have them, a write to one of these tables is refused unless it is announced.
both_engines!(public_tables_are_those_that_cached_responses_read, |school| {
    catalogue(&school).await;
    let admin = school.account(Role::Admin, "ana@preau.test").await;
    admin.put("/pages/cgv", json!({ "html": "<p>Un</p>" })).await.ok();
    school
        .sql(
            "INSERT INTO comments (user_id, course_id, signature, message, rating, active, created_at, updated_at)
            SELECT id, 1, 'Léa', 'Très bien', 5, TRUE, created_at, created_at FROM users",
        )
        .await;
    // While it has known only one subscriber, tracing asks that of the thread which comes to a statement first, and another
    // test's has none.
    let _second = tracing::Dispatch::new(tracing_subscriber::registry());
    let log = Log::default();
    let lines = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .json()
        .with_env_filter("preau::sql=trace")
        .with_writer(move || lines.clone())
        .finish();
    let visitor = school.visitor();
    async {
        for path in [
            "/courses",
            "/courses/details",
            "/courses/summary",
            "/courses/1/details",
            "/courses/2/details",
            "/courses/1/sessions",
            "/comments/course/1",
            "/comments/course/1/rating",
            "/comments",
            "/faq",
            "/faq/categories",
            "/languages",
            "/levels",
            "/pages/cgv",
            "/settings/school",
            "/teachers",
            "/teachers/1",
        ] {
            visitor.get(path).await.ok();
        }
    }
    .with_subscriber(subscriber)
    .await;
    let mut read = tables_read(&log);
    // Its rows only say that rows of the others changed.
    read.remove("changes");
    assert_eq!(read, PUBLIC_TABLES.into_iter().map(str::to_owned).collect());
});
