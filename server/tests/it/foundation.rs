//! What every call shares: problems, the gate, `ETags`, and a schema that is the same on both engines.

use axum::http::{Method, StatusCode, header};
use preau_server::db::Pools;
use preau_server::db::schema::{self, Tables};

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

async fn tables(school: &School) -> Tables {
    match &school.app.db.pools {
        Pools::Sqlite { read, .. } => {
            let mut conn = read.acquire().await.unwrap();
            schema::of_sqlite(&mut conn).await.unwrap()
        }
        Pools::Postgres(pool) => {
            let mut conn = pool.acquire().await.unwrap();
            schema::of_postgres(&mut conn).await.unwrap()
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn both_engines_have_the_same_tables_and_columns() {
    let sqlite = tables(&School::open(Engine::Sqlite, &[]).await).await;
    let postgres = tables(&School::open(Engine::Postgres, &[]).await).await;
    assert!(sqlite.len() > 35);
    assert_eq!(sqlite, postgres);
}

both_engines!(every_migration_of_the_folder_is_in_the_program, |school| {
    let folder = format!("{}/../migrations/{}", env!("CARGO_MANIFEST_DIR"), school.app.db.engine());
    let files = std::fs::read_dir(folder).unwrap().count();
    assert_eq!(school.app.db.newest_schema(), i64::try_from(files).ok());
    assert_eq!(school.app.db.schema_version().await.unwrap(), school.app.db.newest_schema());
});
