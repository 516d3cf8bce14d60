//! Every schema the school ever had, with data in it, brought up to date by the program: no row is lost or changed,
//! the doctor finds nothing, and the school sells.
//!
//! The data is a day's work on the newest schema, taken back to what each older one could hold.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use preau_server::db::{Db, Pools};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use sqlx::migrate::Migrator;
use tokio::process::Command;

use crate::books::Books;
use crate::chance::Chance;
use crate::day::{Day, widen};
use crate::errands::{bookable_courses, draft, good_card};
use crate::is_long;
use crate::postgres;
use crate::school::{ADMIN, Engine, School, run_sql};
use crate::server::must_run;

on_both_engines! {
    every_earlier_schema_is_brought_up_to_date_with_all_its_rows => every_earlier_schema;
}

/// Nobody reads them any more: what they said stands in `changes`.
const DROPPED: &[&str] = &["tombstones"];
/// What a migration writes of content is noted there, so that copies of it follow.
const NOTED: &[&str] = &["changes", "change_counter"];

async fn every_earlier_schema(engine: Engine) {
    let source = days_work(engine).await;
    let files = migrations(engine);
    let mut filled = BTreeSet::new();
    let mut versions = Vec::new();
    // In a hurry some are left out where they cost most: both engines' schemas are the same.
    for version in
        (1..files.len()).filter(|version| is_long() || engine == Engine::Sqlite || version % 5 == 1)
    {
        versions.push(version);
        let old = old_school(engine, &files[..version], &source).await;
        let db = old.db().await;
        let before = rows(&db).await;
        db.close().await;
        filled
            .extend(before.iter().filter(|(_, rows)| !rows.is_empty()).map(|((table, _), _)| table.clone()));
        must_run(&["migrate"], &old.settings).await;
        let db = old.db().await;
        let tables = tables(&db).await;
        for ((table, columns), rows) in &before {
            if DROPPED.contains(&table.as_str()) {
                continue;
            }
            assert!(tables.contains(table), "{table} is gone after version {version}");
            let after = rows_of(&db, table, columns).await;
            if NOTED.contains(&table.as_str()) {
                assert!(after.len() >= rows.len(), "{table} after version {version}");
                continue;
            }
            assert_eq!(&after, rows, "{table} after version {version}");
        }
        db.close().await;
        old.is_sound().await;
        if is_long() || version == 1 {
            sells(&old).await;
        }
    }
    let source = source.db().await;
    let empty: Vec<String> =
        tables(&source).await.into_iter().filter(|table| !filled.contains(table)).collect();
    source.close().await;
    println!(
        "chaos: {engine:?}: {} earlier schemas brought up to date with the rows of {} tables; without rows: {empty:?}",
        versions.len(),
        filled.len()
    );
}

/// Of tables that no errand fills.
const MORE: &[&str] = &[
    "INSERT INTO beneficiaries (user_id, beneficiary_id, created_at)
        SELECT MIN(id), MAX(id), '2026-03-01T09:00:00Z' FROM users",
    "INSERT INTO beneficiary_lookups (user_id, email, expires_at)
        SELECT MIN(id), 'lea@exemple.test', '2026-03-01T09:00:00Z' FROM users",
    "INSERT INTO paper_logos (url) SELECT address FROM files",
    "INSERT INTO server_state (name, value) VALUES ('known', 'é')",
    // Those of before stated hours, and their schemas asked for them.
    "UPDATE certificates SET hours = 24 WHERE hours IS NULL",
    // Nor was there a role for who only teaches: an editor may teach too.
    "UPDATE users SET role = 'EDITOR' WHERE role = 'TEACHER'",
];

/// A school in which much has happened, at rest.
async fn days_work(engine: Engine) -> School {
    let school = Arc::new(School::open(engine).await);
    widen(&school).await;
    let mut books = Books::open(&school).await;
    let mut server = school.serve().await;
    upload_logo(&school).await;
    let day = Day::begin(&school, &Chance::new(), 3).await;
    day.goes_on(60).await;
    let (_, ledger) = day.end().await;
    books.close(&school, &ledger).await;
    for statement in MORE {
        school.sql(statement).await;
    }
    server.terminate().await;
    Arc::into_inner(school).unwrap()
}

async fn upload_logo(school: &School) {
    let admin = school.person(ADMIN).await;
    let url = format!("{}/api/files?name=logo.png", school.address.get());
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let logo = include_bytes!("../it/logos/logo.png").as_slice();
    let request =
        http.post(url).bearer_auth(admin.token.unwrap()).header("content-type", "image/png").body(logo);
    assert_eq!(request.send().await.unwrap().status().as_u16(), 201);
}

/// The files of this engine's migrations, the oldest first.
fn migrations(engine: Engine) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations");
    let folder = folder.join(if engine == Engine::Sqlite { "sqlite" } else { "postgres" });
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

/// A school as it stood after these migrations, with what of `source` it could hold.
async fn old_school(engine: Engine, migrations: &[PathBuf], source: &School) -> School {
    let folder = tempfile::tempdir().unwrap();
    let database = match engine {
        Engine::Sqlite => None,
        Engine::Postgres => Some(postgres::empty_database().await),
    };
    let school = School::of(engine, folder, database).await;
    let kept =
        Command::new("cp").arg("-r").arg(source.file("files")).arg(school.folder.path()).status().await;
    assert!(kept.unwrap().success());
    let files = tempfile::tempdir().unwrap();
    for file in migrations {
        std::fs::copy(file, files.path().join(file.file_name().unwrap())).unwrap();
    }
    let migrator = Migrator::new(files.path()).await.unwrap();
    let db = school.db().await;
    match &db.pools {
        Pools::Sqlite { write, .. } => migrator.run(write).await.unwrap(),
        Pools::Postgres(pool) => migrator.run(pool).await.unwrap(),
    }
    match engine {
        Engine::Sqlite => fill_sqlite(&db, &source.file("preau.db")).await,
        Engine::Postgres => {
            let source = source.db().await;
            fill_postgres(&db, &source).await;
            source.close().await;
        }
    }
    db.close().await;
    school
}

async fn fill_sqlite(db: &Db, source: &Path) {
    run_sql(db, &format!("ATTACH '{}' AS source", source.display())).await;
    run_sql(db, "PRAGMA foreign_keys = OFF").await;
    // What triggers did stands in the rows already.
    let triggers = names(db, "SELECT sql FROM main.sqlite_schema WHERE type = 'trigger'").await;
    for name in names(db, "SELECT name FROM main.sqlite_schema WHERE type = 'trigger'").await {
        run_sql(db, &format!("DROP TRIGGER main.{name}")).await;
    }
    for table in tables(db).await {
        let both = format!(
            "SELECT i.name FROM pragma_table_info('{table}', 'main') i
             JOIN pragma_table_info('{table}', 'source') n USING (name)"
        );
        let columns = list(&names(db, &both).await);
        if !columns.is_empty() {
            run_sql(db, &format!("DELETE FROM main.{table}")).await;
            run_sql(
                db,
                &format!("INSERT INTO main.{table} ({columns}) SELECT {columns} FROM source.{table}"),
            )
            .await;
        }
    }
    run_sql(db, "DETACH source").await;
    for trigger in triggers {
        run_sql(db, &trigger).await;
    }
}

/// In the order of tables' names: nothing looks whether what is referred to is there already.
async fn fill_postgres(db: &Db, source: &Db) {
    run_sql(db, "SET session_replication_role = replica").await;
    let known = tables(source).await;
    for table in tables(db).await.into_iter().filter(|table| known.contains(table)) {
        let (mut both, new) = (columns(db, &table).await, columns(source, &table).await);
        both.retain(|column| new.contains(column));
        let columns = list(&both);
        let rows = format!("SELECT COALESCE(json_agg(t), '[]')::text FROM {table} t");
        let rows = names(source, &rows).await.remove(0);
        run_sql(db, &format!("DELETE FROM {table}")).await;
        let insert = format!(
            "INSERT INTO {table} ({columns})
             SELECT {columns} FROM json_populate_recordset(NULL::{table}, $rows${rows}$rows$)"
        );
        run_sql(db, &insert).await;
        count_on(db, &table).await;
    }
}

/// The next id is one that was never given.
async fn count_on(db: &Db, table: &str) {
    let counted = format!(
        "SELECT column_name::text FROM information_schema.columns WHERE table_schema = 'public'
         AND table_name = '{table}' AND is_identity = 'YES'"
    );
    for id in names(db, &counted).await {
        let next = format!(
            "SELECT setval(pg_get_serial_sequence('{table}', '{id}'), (SELECT MAX({id}) FROM {table}))"
        );
        run_sql(db, &next).await;
    }
}

/// The first column of what is asked for.
async fn names(db: &Db, sql: &str) -> Vec<String> {
    let sql = AssertSqlSafe(sql.to_owned());
    match &db.pools {
        // What is attached is known to this connection only.
        Pools::Sqlite { write, .. } => sqlx::query_scalar(sql).fetch_all(write).await.unwrap(),
        Pools::Postgres(pool) => sqlx::query_scalar(sql).fetch_all(pool).await.unwrap(),
    }
}

async fn tables(db: &Db) -> Vec<String> {
    names(
        db,
        match &db.pools {
            Pools::Sqlite { .. } => {
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
                 AND name <> '_sqlx_migrations' ORDER BY name"
            }
            Pools::Postgres(_) => {
                "SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'
                 AND table_type = 'BASE TABLE' AND table_name <> '_sqlx_migrations' ORDER BY table_name"
            }
        },
    )
    .await
}

async fn columns(db: &Db, table: &str) -> Vec<String> {
    let sql = match &db.pools {
        Pools::Sqlite { .. } => format!("SELECT name FROM pragma_table_info('{table}')"),
        Pools::Postgres(_) => format!(
            "SELECT column_name::text FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '{table}'
             ORDER BY ordinal_position"
        ),
    };
    names(db, &sql).await
}

type Table = (String, Vec<String>);

/// All rows of all tables, with the columns they have now.
async fn rows(db: &Db) -> BTreeMap<Table, Vec<String>> {
    let mut all = BTreeMap::new();
    for table in tables(db).await {
        let columns = columns(db, &table).await;
        let rows = rows_of(db, &table, &columns).await;
        all.insert((table, columns), rows);
    }
    all
}

/// Each row as one text of these columns.
async fn rows_of(db: &Db, table: &str, columns: &[String]) -> Vec<String> {
    let array = if matches!(db.pools, Pools::Sqlite { .. }) { "json_array" } else { "json_build_array" };
    let columns = list(columns);
    names(db, &format!("SELECT CAST({array}({columns}) AS TEXT) AS line FROM {table} ORDER BY 1")).await
}

/// Columns in quotes, for some have names that mean something in SQL.
fn list(columns: &[String]) -> String {
    columns.iter().map(|column| format!("\"{column}\"")).collect::<Vec<_>>().join(", ")
}

/// A visitor buys a place, and has it.
async fn sells(school: &School) {
    let mut server = school.serve().await;
    let visitor = school.visitor();
    let course = bookable_courses(&visitor, "?language=Italien&type=IN_PERSON").await.remove(0);
    let mut body = draft(&course, "zoe@exemple.test");
    if school.number("SELECT COUNT(*) FROM school_pages WHERE kind = 'TERMS'").await == 0 {
        body["termsVersion"] = Value::Null;
    }
    let checkout = visitor.post("/checkout", &body).await;
    visitor.post("/payment/sandbox/confirm", &good_card(&checkout)).await;
    let path = format!("/checkout/{}/complete", checkout["reservationId"]);
    let done = visitor.post(&path, &json!({ "checkoutToken": checkout["checkoutToken"] })).await;
    assert_eq!(done["reservation"]["status"], "CONFIRMED");
    server.terminate().await;
    school.is_sound().await;
}
