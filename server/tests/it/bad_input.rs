//! Bad input of every kind at every call: a problem answer that names the field, never a 5xx, and nothing
//! changed. The calls and their fields come from the API's description.

use std::collections::BTreeMap;

use axum::http::{Method, header};
use preau_core::permission::lookup;
use preau_core::role::Role;
use preau_server::db::Pools;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgPool, SqlitePool};
use tokio::sync::OnceCell;

use crate::document::{Operation, effective, kind, kinds, operations};
use crate::school::{Client, Reply, School};

/// Values of the wrong kind for a field.
fn wrong_kinds(kinds: &[String]) -> Vec<Value> {
    let all = [
        ("string", json!("abc")),
        ("integer", json!(7)),
        ("boolean", json!(true)),
        ("array", json!(["x"])),
        ("object", json!({"x": 1})),
    ];
    let same = |kind: &str, other: &str| kind == other || (kind == "number" && other == "integer");
    let fits = |other: &str| kinds.iter().any(|kind| same(kind, other));
    all.into_iter().filter(|(other, _)| !fits(other)).map(|(_, value)| value).collect()
}

/// Values of the right kind that mean trouble.
fn hostile(kind: &str) -> Vec<Value> {
    match kind {
        "string" => vec![
            json!(""),
            json!("   "),
            json!("2026-02-30"),
            json!("0000-00-00"),
            json!("+999999-01-01"),
            json!("x".repeat(1_000_000)),
            json!("a\u{0}b"),
            json!("a\u{7}b"),
            json!("Jeanne\r\nBcc: victime@exemple.fr"),
            json!("\u{202e}𝕏'\"<script>alert(1)</script>%00"),
            json!("'; DROP TABLE users; --"),
        ],
        "integer" | "number" => vec![
            json!(0),
            json!(-1),
            json!(i64::MAX),
            json!(i64::MIN),
            json!(u64::MAX),
            json!(1e308),
            json!(-1e308),
            json!(0.001),
        ],
        "array" => vec![json!([null]), json!(vec![1; 5_000]), json!([[[[]]]])],
        _ => Vec::new(),
    }
}

/// Calls that take facts from the database and nothing from the body.
const BODY_IGNORED: &[&str] = &["POST /email/admin-notification", "POST /payment/webhook"];

/// Calls of old that send no body, and may.
const BODY_OPTIONAL: &[&str] = &["PATCH /reservations/{id}/cancel", "PATCH /reservations/{id}/confirm"];

#[track_caller]
fn check(operation: &Operation, what: &str, reply: &Reply) {
    let text = reply.text();
    let shown: String = text.chars().take(400).collect();
    let context = format!("{} with {what}: {} {shown}", operation.name(), reply.status);
    assert!(reply.status.as_u16() < 500, "{context}");
    if reply.status.is_client_error() {
        assert_eq!(reply.headers[header::CONTENT_TYPE], "application/problem+json", "{context}");
        let problem = reply.json();
        assert!(problem["code"].is_string() && problem["message"].is_string(), "{context}");
        assert_eq!(problem["status"], reply.status.as_u16(), "{context}");
        assert!(problem["requestId"].is_string(), "{context}");
    }
}

/// Tables that may change with any request: counters and sessions.
const PASSING: &[&str] =
    &["rate_limits", "idempotency_keys", "sessions", "jobs", "_sqlx_migrations", "sqlite_sequence"];

/// Everything that is kept, as one digest per table; counters and sessions may move.
pub(crate) async fn contents(school: &School) -> BTreeMap<String, String> {
    let rows = rows(school).await;
    rows.into_iter().map(|(table, text)| (table, preau_server::clock::sha256_hex(text))).collect()
}

/// Everything that is kept, as one text.
pub(crate) async fn texts(school: &School) -> String {
    rows(school).await.into_iter().map(|(_, text)| text).collect()
}

/// The tables, each with its rows as one text.
async fn rows(school: &School) -> Vec<(String, String)> {
    static QUERIES: [OnceCell<String>; 2] = [const { OnceCell::const_new() }; 2];
    match &school.app.db.pools {
        Pools::Sqlite { read, .. } => {
            let query = QUERIES[0].get_or_init(|| of_all_tables(sqlite_tables(read))).await;
            sqlx::query_as(AssertSqlSafe(query.as_str())).fetch_all(read).await.unwrap()
        }
        Pools::Postgres(pool) => {
            let query = QUERIES[1].get_or_init(|| of_all_tables(postgres_tables(pool))).await;
            sqlx::query_as(AssertSqlSafe(query.as_str())).fetch_all(pool).await.unwrap()
        }
    }
}

/// One query for all tables: the name of each, and its rows as one text.
async fn of_all_tables(tables: impl Future<Output = Vec<(String, String)>>) -> String {
    let kept = tables.await.into_iter().filter(|(table, _)| !PASSING.contains(&table.as_str()));
    let each = kept.map(|(table, text)| format!("SELECT '{table}', COALESCE(({text}), '')"));
    each.collect::<Vec<_>>().join(" UNION ALL ")
}

async fn sqlite_tables(pool: &SqlitePool) -> Vec<(String, String)> {
    let columns = "SELECT m.name, group_concat('quote(\"' || c.name || '\")', '||'',''||')
        FROM sqlite_schema m, pragma_table_info(m.name) c WHERE m.type = 'table' GROUP BY m.name";
    let tables: Vec<(String, String)> = sqlx::query_as(columns).fetch_all(pool).await.unwrap();
    let text = |(table, line)| {
        let lines = format!("SELECT {line} AS line FROM \"{table}\" ORDER BY 1");
        (table, format!("SELECT group_concat(line, char(10)) FROM ({lines})"))
    };
    tables.into_iter().map(text).collect()
}

async fn postgres_tables(pool: &PgPool) -> Vec<(String, String)> {
    let names = "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'";
    let tables: Vec<String> = sqlx::query_scalar(names).fetch_all(pool).await.unwrap();
    let text = |table| {
        let text = format!("SELECT string_agg(t::text, '|' ORDER BY t::text) FROM \"{table}\" t");
        (table, text)
    };
    tables.into_iter().map(text).collect()
}

/// Sends bad requests and watches that the refused ones change nothing.
struct Trial<'s> {
    school: &'s School,
    admin: i64,
    learner: i64,
    before: BTreeMap<String, String>,
}

impl Trial<'_> {
    /// An administrator, or a learner for what only learners may.
    async fn client(&self, operation: &Operation) -> Client {
        let row = lookup(&operation.method, &operation.path).unwrap();
        self.school.sign_in(if row.admin.allows() { self.admin } else { self.learner }).await
    }

    async fn send(
        &mut self,
        operation: &Operation,
        address: &str,
        body: Option<Vec<u8>>,
        what: &str,
    ) -> Reply {
        let method: Method = operation.method.parse().unwrap();
        let reply = self.client(operation).await.send_bytes(method, address, body, &[]).await;
        check(operation, what, &reply);
        if reply.status.is_success() {
            self.before = contents(self.school).await;
        }
        reply
    }

    async fn nothing_changed(&mut self, operation: &Operation) {
        let after = contents(self.school).await;
        assert_eq!(self.before, after, "{} was refused and yet changed something", operation.name());
    }
}

async fn bodies(trial: &mut Trial<'_>, operation: &Operation, address: &str) {
    let Some(sample) = operation.sample() else { return };
    let ignored = BODY_IGNORED.contains(&operation.name().as_str());
    for (what, bytes) in [
        ("nothing", b"".to_vec()),
        ("half a body", b"{\"a\":".to_vec()),
        ("no JSON", b"<xml/>".to_vec()),
        ("bytes that are no text", vec![0xff, 0xfe, 0x00]),
        ("a lone surrogate", b"{\"a\":\"\\ud800\"}".to_vec()),
        ("deep nesting", "[".repeat(100_000).into_bytes()),
        ("the wrong top", b"42".to_vec()),
    ] {
        let reply = trial.send(operation, address, Some(bytes), what).await;
        let taken = ignored || (what == "nothing" && BODY_OPTIONAL.contains(&operation.name().as_str()));
        assert!(taken || reply.status.is_client_error(), "{} took {what}", operation.name());
    }
    for (pointer, member) in members(&operation.body, 0) {
        let name = pointer.trim_start_matches('/').replace('/', ".");
        let wanted = kind(&member);
        let with = |value: Value| {
            let mut body = sample.clone();
            if let Some(place) = body.pointer_mut(&pointer) {
                *place = value;
            }
            serde_json::to_vec(&body).unwrap()
        };
        let wrong: Vec<Vec<u8>> = if wanted.is_empty() {
            Vec::new()
        } else {
            wrong_kinds(&kinds(&member)).into_iter().map(&with).collect()
        };
        let nasty: Vec<Vec<u8>> =
            hostile(&wanted).into_iter().map(&with).chain([with(Value::Null)]).collect();
        for body in wrong {
            let what = format!("`{name}` of a wrong kind: {}", String::from_utf8_lossy(&body));
            let reply = trial.send(operation, address, Some(body), &what).await;
            let named = reply.field_names().iter().any(|field| field.starts_with(&name));
            assert!(
                ignored || (reply.status == 422 && named),
                "{} with {what}: {}",
                operation.name(),
                reply.text()
            );
        }
        for body in nasty {
            let shown: String = String::from_utf8_lossy(&body).chars().take(200).collect();
            trial.send(operation, address, Some(body), &format!("a nasty `{name}`: {shown}")).await;
        }
    }
}

/// Every field of a body with its place, also those inside other fields.
fn members(schema: &Value, depth: usize) -> Vec<(String, Value)> {
    let schema = effective(schema);
    let Some(properties) = schema["properties"].as_object().filter(|_| depth < 3) else { return Vec::new() };
    properties
        .iter()
        .flat_map(|(name, member)| {
            let inner = members(member, depth + 1);
            let inner = inner.into_iter().map(move |(pointer, schema)| (format!("/{name}{pointer}"), schema));
            std::iter::once((format!("/{name}"), member.clone())).chain(inner).collect::<Vec<_>>()
        })
        .collect()
}

async fn addresses(trial: &mut Trial<'_>, operation: &Operation) {
    if operation.method == "GET" && operation.path.contains('{') {
        for bad in [
            "0",
            "-1",
            "9223372036854775807",
            "99999999999999999999",
            "abc",
            "1.5",
            "%00",
            "%ff",
            "1%27--",
            "a%0d%0ab",
        ] {
            let address = operation.fill(|_| bad.to_owned());
            trial.send(operation, &address, None, &address).await;
        }
    }
    let path = operation.fill(|_| "1".to_owned());
    for (name, _) in &operation.query {
        for bad in [
            "",
            "0",
            "-1",
            "99999999999999999999",
            "abc",
            "%00",
            "%ff",
            "2026-02-30",
            "%27%20OR%201",
            "%25_%5C",
        ] {
            let address = format!("{path}?{name}={bad}");
            let body = operation.sample().map(|sample| serde_json::to_vec(&sample).unwrap());
            trial.send(operation, &address, body, &address).await;
        }
    }
}

both_engines!(bad_input_gets_a_problem_and_changes_nothing, |school| {
    preau_server::demo::fill(&school.app).await.unwrap();
    let admin = school.account(Role::Admin, "second-admin@preau.test").await.id();
    let learner = school.account(Role::Student, "learner@preau.test").await.id();
    let mut trial = Trial { school: &school, admin, learner, before: BTreeMap::new() };
    for operation in operations() {
        trial.before = contents(&school).await;
        // Row 1 exists in every table of the demo school; nobody's password is in it.
        let address =
            operation.fill(|name| if name == "email" { "a@b.test".to_owned() } else { "1".to_owned() });
        bodies(&mut trial, &operation, &address).await;
        addresses(&mut trial, &operation).await;
        trial.nothing_changed(&operation).await;
    }
});
