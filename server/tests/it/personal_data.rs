//! Every column that refers to a person has its place: it is exported, erased with the account, or deleted when it is old.

use std::collections::BTreeSet;

use preau_server::db::Pools;
use sqlx::Row as _;

const EXPORT: &str = include_str!("../../src/people/accounts/store/export.rs");
const ERASURE: &str = include_str!("../../src/operations/account_deletion/store.rs");
const RETENTION: &str = include_str!("../../src/operations/clean_up.rs");

/// References that none of the three names, and why: the account they lead to is emptied.
const KEPT: &[(&str, &str)] = &[
    ("attendance.marked_by", "the evidence of attendance; who marked is nobody once the account is emptied"),
    ("audit.user_id", "the audit log"),
    ("course_decisions.decided_by", "who decided is nobody once the account is emptied"),
    ("files.created_by", "whose file it was"),
    ("recovery_codes.user_id", "erased by `second_factor::store::REMOVE`"),
    ("refunds.settled_by", "the bookkeeping"),
    ("school_pages.created_by", "versions of a page"),
    ("session_sheets.closed_by", "the evidence of attendance"),
    ("teachers.user_id", "the link ends with the account: `unlink_teacher`"),
    ("uploads.user_id", "files on their way, deleted after a day by `files::uploads`"),
    ("withdrawals.decided_by", "the bookkeeping"),
];

both_engines!(every_reference_to_a_person_is_exported_erased_or_deleted_in_time, |school| {
    let references: Vec<(String, String)> = match &school.app.db.pools {
        Pools::Sqlite { read, .. } => {
            let sql = "SELECT t.name, f.\"from\" FROM sqlite_schema t, pragma_foreign_key_list(t.name) f
                WHERE t.type = 'table' AND f.\"table\" = 'users'";
            let rows = sqlx::query(sql).fetch_all(read).await.unwrap();
            rows.iter().map(|row| (row.get(0), row.get(1))).collect()
        }
        Pools::Postgres(pool) => {
            let sql = "SELECT c.conrelid::regclass::text, a.attname::text FROM pg_constraint c
                JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
                WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass";
            let rows = sqlx::query(sql).fetch_all(pool).await.unwrap();
            rows.iter().map(|row| (row.get(0), row.get(1))).collect()
        }
    };
    assert!(references.len() > 20, "{references:?}");
    let kept: BTreeSet<&str> = KEPT.iter().map(|(column, _)| *column).collect();
    let words = |text: &str| -> BTreeSet<String> {
        text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').map(ToOwned::to_owned).collect()
    };
    let known: BTreeSet<String> = [EXPORT, ERASURE, RETENTION].iter().flat_map(|text| words(text)).collect();
    let mut unknown = BTreeSet::new();
    for (table, column) in &references {
        let name = format!("{table}.{column}");
        let named = known.contains(table) && known.contains(column);
        if !named && !kept.contains(name.as_str()) {
            unknown.insert(name);
        }
    }
    assert_eq!(unknown, BTreeSet::new(), "say in export, erasure or retention what becomes of them");
});
