//! What every school begins with, and how staff goes on from there: languages, levels, categories of the FAQ.

use axum::http::Method;
use preau_core::role::Role;
use preau_server::db::{Db, Pools};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use crate::school::{Engine, empty_postgres_database};

fn texts(rows: &Value, name: &str) -> Vec<String> {
    rows.as_array().unwrap().iter().map(|row| row[name].as_str().unwrap().to_owned()).collect()
}

both_engines!(a_new_school_has_languages_levels_and_categories, |school| {
    let visitor = school.visitor();
    let languages = visitor.get("/languages").await.ok();
    assert_eq!(texts(&languages, "name"), ["Français", "Anglais", "Italien", "Chinois"]);
    assert_eq!(texts(&languages, "slug"), ["francais", "anglais", "italien", "chinois"]);
    assert_eq!(texts(&languages, "nameZh"), ["法语", "英语", "意大利语", "中文"]);
    assert_eq!(texts(&visitor.get("/levels").await.ok(), "name"), ["A1", "A2", "B1", "B2", "C1", "C2"]);
    let categories = visitor.get("/faq/categories").await.ok();
    assert_eq!(categories.as_array().unwrap().len(), 6);
    for code in ["EVENEMENTS_COMMUNAUTE", "AUTRES_DEMANDES"] {
        assert!(texts(&categories, "code").contains(&code.to_owned()), "{code}");
    }
    let editor = school.account(Role::Editor, "e@example.fr").await;
    let entry = json!({ "category": "AUTRES_DEMANDES", "question": "Où ?", "answer": "<p>Ici.</p>" });
    editor.post("/faq", entry).await.ok();
    let (items, _) = crate::changes::copy(&editor, "", 100).await;
    assert_eq!(items.len(), 4 + 6 + 6 + 1, "the desktop app copies them too");
});

both_engines!(a_language_that_the_school_adds_is_found_by_each_of_its_words, |school| {
    let editor = school.account(Role::Editor, "e@example.fr").await;
    let sent = json!({ "name": "Espagnol", "nameEn": "Spanish", "nameIt": "Spagnolo", "nameZh": "西班牙语", "code": "es" });
    let made = editor.post("/languages", sent).await.ok();
    assert_eq!((&made["slug"], &made["orderIndex"]), (&json!("espagnol"), &json!(5)));
    for word in ["es", "ESPAGNOL", "spanish", "Spagnolo", "西班牙语"] {
        assert_eq!(school.visitor().get(&format!("/tests/{word}")).await.ok(), json!([]), "{word}");
        school.visitor().get(&format!("/courses?language={word}")).await.ok();
    }
    let path = format!("/languages/{}", made["id"]);
    let first = json!({ "orderIndex": 1, "slug": "Castillan", "nameZh": null });
    let changed = editor.put(&path, first).await.ok();
    assert_eq!((&changed["slug"], &changed["nameZh"]), (&json!("castillan"), &Value::Null));
    let names = texts(&school.visitor().get("/languages").await.ok(), "name");
    assert_eq!(names, ["Français", "Espagnol", "Anglais", "Italien", "Chinois"]);

    let taken = editor.put(&path, json!({ "slug": "english" })).await;
    taken.refused(409, "taken");
    assert_eq!(taken.field_names(), ["slug"]);
    let wrong = json!({ "name": "X", "nameEn": "x".repeat(101), "code": "de", "slug": "?", "orderIndex": 0 });
    assert_eq!(editor.post("/languages", wrong).await.field_names(), ["nameEn", "orderIndex", "slug"]);
    assert_eq!(editor.get(&path).await.ok(), changed, "what was refused changed nothing");
});

both_engines!(categories_of_the_faq_are_made_renamed_put_in_order_and_deleted, |school| {
    let editor = school.account(Role::Editor, "e@example.fr").await;
    let student = school.account(Role::Student, "s@example.fr").await;
    let label = json!({ "label": "Les tarifs réduits" });
    student.post("/faq/categories", label.clone()).await.refused(403, "forbidden");
    let made = editor.post("/faq/categories", label.clone()).await;
    assert_eq!(made.status, 201);
    let expected = json!({ "code": "LES_TARIFS_REDUITS", "label": "Les tarifs réduits", "position": 7, "version": 1,
        "entries": 0 });
    assert_eq!(made.json(), expected);
    let again = editor.post("/faq/categories", label).await;
    again.refused(409, "taken");
    assert_eq!(again.field_names(), ["label"]);
    let wrong = editor.post("/faq/categories", json!({ "label": "…", "position": 0 })).await;
    assert_eq!(wrong.field_names(), ["position", "label"]);

    let path = "/faq/categories/LES_TARIFS_REDUITS";
    let changed = editor.put(path, json!({ "label": "Payer moins", "position": 1 })).await.ok();
    assert_eq!((&changed["code"], &changed["version"]), (&json!("LES_TARIFS_REDUITS"), &json!(2)));
    let listed = school.visitor().get("/faq/categories").await.ok();
    assert!(texts(&listed, "label")[..2].contains(&"Payer moins".to_owned()), "{listed}");
    let old = [("If-Match", "\"1\"")];
    let stale = editor.send(Method::PUT, path, Some(json!({ "label": "x" })), &old).await;
    assert_eq!(stale.refused(412, "stale")["current"]["label"], "Payer moins");

    let entry =
        json!({ "category": "LES_TARIFS_REDUITS", "question": "Étudiants ?", "answer": "<p>Oui.</p>" });
    let entry = editor.post("/faq", entry).await.ok();
    let used = editor.delete(path).await.refused(409, "in_use");
    assert_eq!(used["params"]["entries"], 1, "{used}");
    editor.delete(&format!("/faq/{}", entry["id"])).await;
    assert_eq!(editor.delete(path).await.status, 204);
    editor.put(path, json!({ "label": "x" })).await.refused(404, "not_found");
    assert_eq!(school.count("SELECT COUNT(*) FROM audit WHERE entity = 'faq-category'").await, 3);
});

/// The steps before the one that seeds.
const STEPS_BEFORE: [&str; 16] = [
    "0001_school",
    "0002_learning",
    "0003_chapter_completions",
    "0004_journal",
    "0005_school",
    "0006_invoices",
    "0007_withdrawals",
    "0008_files",
    "0009_certificates",
    "0010_logo",
    "0011_stranded_refunds",
    "0012_changes",
    "0013_listing",
    "0014_second_factor",
    "0015_pictures",
    "0016_own_networks",
];
/// A school of that time: with languages and a level of its own, without categories of the FAQ.
const ROWS: &str = "
    INSERT INTO languages (id, name, code, created_at, updated_at) VALUES
        (7, 'Italiano', 'it', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
        (9, 'Espagnol', 'es', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
    INSERT INTO levels (id, name, rank, created_at, updated_at)
        VALUES (1, 'Débutant', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
    INSERT INTO courses (id, status, type, name, slug, description, price_cents, total_hours, language_id, level_id,
            start_date, end_date, created_at, updated_at)
        VALUES (1, 'PUBLISHED', 'ONLINE', 'Primi passi', 'primi-passi', '', 9000, 20, 7, 1, '2026-03-01', '2026-09-01',
            '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');";
const AFTER: [(&str, i64); 6] = [
    ("SELECT COUNT(*) FROM languages", 2),
    ("SELECT COUNT(*) FROM languages WHERE name = 'Italiano' AND slug = 'italien' AND order_index = 7", 1),
    ("SELECT COUNT(*) FROM languages WHERE code = 'es' AND slug IS NULL AND name_en IS NULL", 1),
    ("SELECT COUNT(*) FROM levels", 1),
    ("SELECT COUNT(*) FROM faq_categories", 6),
    ("SELECT COUNT(*) FROM school WHERE guide_put_away", 1),
];

async fn script(db: &Db, sql: &str) {
    let sql = sqlx::raw_sql(AssertSqlSafe(sql.to_owned()));
    match &db.pools {
        Pools::Sqlite { write, .. } => sql.execute(write).await.map(drop),
        Pools::Postgres(pool) => sql.execute(pool).await.map(drop),
    }
    .unwrap();
}

async fn counted(db: &Db, query: &'static str) -> i64 {
    match &db.pools {
        Pools::Sqlite { write, .. } => sqlx::query_scalar(query).fetch_one(write).await,
        Pools::Postgres(pool) => sqlx::query_scalar(query).fetch_one(pool).await,
    }
    .unwrap()
}

/// A filled school of before takes the step that seeds.
async fn upgraded(engine: Engine) {
    let folder = tempfile::tempdir().unwrap();
    let (db, steps) = match engine {
        Engine::Sqlite => (Db::open_sqlite(&folder.path().join("old.db")).await.unwrap(), "sqlite"),
        Engine::Postgres => {
            (Db::connect_postgres(&empty_postgres_database().await, 2).await.unwrap(), "postgres")
        }
    };
    let step = |name: &str| {
        let path = format!("{}/../migrations/{steps}/{name}.sql", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    };
    for name in STEPS_BEFORE {
        script(&db, &step(name)).await;
    }
    script(&db, ROWS).await;
    script(&db, &step("0017_reference_data")).await;
    for (query, expected) in AFTER {
        assert_eq!(counted(&db, query).await, expected, "{query}");
    }
    db.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_school_that_has_its_own_rows_keeps_them_on_sqlite() {
    upgraded(Engine::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_school_that_has_its_own_rows_keeps_them_on_postgres() {
    upgraded(Engine::Postgres).await;
}
