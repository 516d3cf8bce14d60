//! What every call shares: problems, the gate, `ETags`, and a schema that is the same on both engines.

use std::collections::BTreeMap;

use axum::http::{Method, StatusCode, header};
use preau_server::db::Db;
use sqlx::Row as _;

use crate::school::{Engine, School};

both_engines!(the_version_names_product_and_api, |school| {
    let reply = school.visitor().get("/version").await;
    assert_eq!(reply.ok()["product"], "preau");
    assert_eq!(reply.json()["api"], 1);
});

both_engines!(an_unknown_path_and_method_are_problems, |school| {
    school.visitor().get("/nowhere").await.refused(404, "not_found");
    school.visitor().post("/version", serde_json::json!({})).await.refused(405, "method_not_allowed");
});

both_engines!(a_bad_token_is_refused_even_on_public_calls, |school| {
    let mut stranger = school.visitor();
    stranger.token = Some("eyJhbGciOiJub25lIn0.e30.".to_owned());
    stranger.get("/version").await.refused(401, "session_expired");
});

both_engines!(an_unchanged_read_costs_no_transfer, |school| {
    let visitor = school.visitor();
    let first = visitor.get("/version").await;
    let tag = first.headers[header::ETAG].to_str().unwrap().to_owned();
    let again = visitor.send(Method::GET, "/version", None, &[("If-None-Match", &tag)]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert!(again.text().is_empty());
});

/// Columns by table: name, whether it may be null, and its kind in words both engines share.
async fn tables(school: &School) -> BTreeMap<String, Vec<(String, bool, String)>> {
    const SQLITE: &str = "SELECT t.name, c.name, c.\"notnull\" = 0 AND c.pk = 0, upper(c.type)
        FROM sqlite_schema t, pragma_table_info(t.name) c
        WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name <> '_sqlx_migrations'";
    const POSTGRES: &str =
        "SELECT table_name::text, column_name::text, is_nullable = 'YES', upper(data_type::text)
        FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE table_schema = 'public' AND table_name <> '_sqlx_migrations' AND table_type = 'BASE TABLE'";
    let rows: Vec<(String, String, bool, String)> = match &school.app.db {
        Db::Sqlite { read, .. } => {
            let rows = sqlx::query(SQLITE).fetch_all(read).await.unwrap();
            rows.iter().map(|row| (row.get(0), row.get(1), row.get(2), row.get(3))).collect()
        }
        Db::Postgres(pool) => {
            let rows = sqlx::query(POSTGRES).fetch_all(pool).await.unwrap();
            rows.iter().map(|row| (row.get(0), row.get(1), row.get(2), row.get(3))).collect()
        }
    };
    let mut tables = BTreeMap::<String, Vec<(String, bool, String)>>::new();
    for (table, column, nullable, kind) in rows {
        let kind = match kind.as_str() {
            "INTEGER" | "BIGINT" => "number",
            "TIMESTAMP" | "TIMESTAMP WITH TIME ZONE" => "instant",
            "DATE" => "day",
            "BOOLEAN" => "truth",
            "TEXT" => "text",
            other => panic!("{table}.{column} is a {other}"),
        };
        tables.entry(table).or_default().push((column, nullable, kind.to_owned()));
    }
    for columns in tables.values_mut() {
        columns.sort();
    }
    tables
}

#[tokio::test(flavor = "multi_thread")]
async fn both_engines_have_the_same_tables_and_columns() {
    let sqlite = tables(&School::open(Engine::Sqlite, &[]).await).await;
    let postgres = tables(&School::open(Engine::Postgres, &[]).await).await;
    assert!(sqlite.len() > 35);
    assert_eq!(sqlite, postgres);
}
