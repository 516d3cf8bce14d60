//! Tests of the database's guarantees.

use chrono::{DateTime, TimeDelta, Utc};
use preau_core::content::ContentKind;
use preau_core::draft::kind::Kind;
use preau_core::draft::merge::{Choice, Choices};
use preau_core::draft::operation::{Action, Edit, State, Target};
use preau_core::draft::queue::{Answer, Next};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::*;

fn now() -> DateTime<Utc> {
    "2026-01-01T10:00:00Z".parse().unwrap()
}

fn open(folder: &TempDir) -> Store {
    Store::open_at(folder.path(), Clock::manual(now())).unwrap().0
}

fn edit(id: &str, target: Target, action: Action, payload: Value) -> Edit {
    let update = action == Action::Update;
    let base = if update { json!({"id": 7, "version": 1, "title": "Avant"}) } else { Value::Null };
    let base_version = update.then_some(1);
    Edit { id: id.to_owned(), kind: Kind::Lesson, action, target, parent: None, payload, base, base_version }
}

fn change(id: i64, version: i64, title: &str) -> Change {
    Change {
        entity: "lesson".to_owned(),
        id: Key::Id(id),
        client_id: None,
        version: Some(version),
        parent_id: Some(Key::Id(3)),
        row: Some(json!({"id": id, "version": version, "title": title})),
        deleted: false,
    }
}

fn title(store: &Store, id: i64) -> Option<String> {
    let row = store.row(ContentKind::Lesson, &Key::Id(id)).unwrap();
    row.map(|row| row.row["title"].as_str().unwrap().to_owned())
}

#[test]
fn the_queue_survives_a_restart_and_unconfirmed_operations_are_resent() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    let new = edit("a", Target::ClientId("own".to_owned()), Action::Create, json!({"title": "Un"}));
    let change = edit("b", Target::Id(7), Action::Update, json!({"title": "Deux"}));
    store.change_queue(|queue| [new, change].map(|edit| queue.add(edit).unwrap())).unwrap();
    let Next::Send(first) = store.change_queue(|queue| queue.take(now())).unwrap() else { panic!() };
    drop(store);
    let store = open(&folder);
    let queue = store.queue().unwrap();
    assert!(queue.operations().iter().all(|operation| operation.state == State::Waiting));
    let Next::Send(again) = store.change_queue(|queue| queue.take(now())).unwrap() else { panic!() };
    assert_eq!((again.key, again.body), (first.key, first.body), "letter by letter");
    let done = Answer::Done { row: json!({"id": 12, "version": 1}), known: false };
    store.change_queue(|queue| queue.answered("a", done, now(), 0)).unwrap();
    drop(store);
    let queue = open(&folder).queue().unwrap();
    assert_eq!(queue.operations().len(), 1);
    assert_eq!(queue.id_of("own"), Some(12));
}

#[test]
fn a_failed_queue_change_is_rolled_back() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    let failed = store.try_change_queue(|queue| {
        queue.add(edit("a", Target::Id(7), Action::Update, json!({"title": "Un"}))).unwrap();
        Err::<(), _>(crate::Error::not_found())
    });
    assert!(failed.is_err());
    assert_eq!(store.queue().unwrap().operations(), []);
}

#[test]
fn changes_of_a_row_with_pending_edits_are_held_back() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    store.apply_page(&[change(7, 1, "Avant"), change(8, 1, "Avant")], "e.2").unwrap();
    store
        .change_queue(|queue| {
            queue.add(edit("a", Target::Id(7), Action::Update, json!({"title": "Moi"}))).unwrap();
        })
        .unwrap();
    store.apply_page(&[change(7, 2, "Eux"), change(8, 2, "Eux")], "e.4").unwrap();
    assert_eq!((title(&store, 7).as_deref(), title(&store, 8).as_deref()), (Some("Avant"), Some("Eux")));
    assert!(store.apply_held_back().unwrap().is_empty());
    assert!(store.discard("a").unwrap());
    assert_eq!(store.apply_held_back().unwrap().into_iter().collect::<Vec<_>>(), ["lesson"]);
    assert_eq!(title(&store, 7).as_deref(), Some("Eux"));
    assert_eq!(store.setting::<String>("cursor").unwrap().as_deref(), Some("e.4"));
    assert_eq!(store.history().unwrap()[0].text, "Moi");
}

#[test]
fn a_fresh_copy_replaces_the_old_one_but_not_rows_with_pending_edits() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    store.apply_page(&[change(7, 5, "Avant"), change(8, 5, "Avant"), change(9, 5, "Avant")], "e.3").unwrap();
    let write = |id: &str, row| edit(id, Target::Id(row), Action::Update, json!({"title": "Moi"}));
    store.change_queue(|queue| [write("a", 7), write("b", 9)].map(|edit| queue.add(edit).unwrap())).unwrap();
    store.begin_fresh_copy().unwrap();
    // Lower versions than before: the school was restored. Lesson 9 no longer exists.
    store.apply_fresh_page(&[change(7, 2, "Restaurée")], "f.1").unwrap();
    drop(store);
    let store = open(&folder);
    assert_eq!(store.fresh_copy_cursor().unwrap().as_deref(), Some("f.1"));
    store.apply_fresh_page(&[change(8, 2, "Restaurée"), change(10, 1, "Neuve")], "f.3").unwrap();
    // An operation that is acknowledged meanwhile goes into both copies.
    let sent = Row { version: 3, ..store.row(ContentKind::Lesson, &Key::Id(8)).unwrap().unwrap() };
    store.put(ContentKind::Lesson, &Row { id: Key::Id(11), ..sent }).unwrap();
    let titles = |store: &Store| [7, 8, 9, 10, 11].map(|id| title(store, id).unwrap_or_default());
    assert_eq!(titles(&store), ["Avant", "Avant", "Avant", "", "Avant"]);
    assert_eq!(store.replace_copy().unwrap().into_iter().collect::<Vec<_>>(), ["lesson"]);
    assert_eq!(titles(&store), ["Avant", "Restaurée", "Avant", "Neuve", "Avant"]);
    assert_eq!(store.setting::<String>("cursor").unwrap().as_deref(), Some("f.3"));
    assert_eq!(store.fresh_copy_cursor().unwrap(), None);
    assert!(store.discard("a").unwrap() && store.discard("b").unwrap());
    store.apply_held_back().unwrap();
    assert_eq!(titles(&store), ["Restaurée", "Restaurée", "", "Neuve", "Avant"]);
}

#[test]
fn older_changes_are_ignored_and_deletions_include_descendants() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    let row = |id, parent, version| Row {
        id: Key::Id(id),
        parent: Some(Key::Id(parent)),
        version,
        client_id: None,
        row: json!({"id": id, "version": version, "title": version.to_string()}),
    };
    store.put(ContentKind::Lesson, &row(7, 3, 5)).unwrap();
    store.apply_page(&[change(7, 4, "alt")], "e.1").unwrap();
    assert_eq!(title(&store, 7).as_deref(), Some("5"));
    store.put(ContentKind::Resource, &row(1, 7, 1)).unwrap();
    assert_eq!(store.rows_under(ContentKind::Resource, &Key::Id(7)).unwrap().len(), 1);
    store.remove(ContentKind::Chapter, &Key::Id(3)).unwrap();
    assert_eq!(store.count().unwrap(), 0);
}

#[test]
fn a_local_id_is_assigned_once() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    let [one, two] = ["a", "b"].map(|own| store.local_id(own).unwrap());
    assert!(one < 0 && two < 0 && one != two);
    drop(store);
    let store = open(&folder);
    assert_eq!((store.local_id("a").unwrap(), store.client_id(two).unwrap().as_deref()), (one, Some("b")));
    assert_eq!(store.client_id(i64::MIN).unwrap(), None);
}

#[test]
fn a_discarded_text_is_in_the_history_for_ninety_days() {
    let folder = TempDir::new().unwrap();
    let clock = Clock::manual(now());
    let (store, _) = Store::open_at(folder.path(), clock.clone()).unwrap();
    let course = json!({"name": "Chinois", "type": "ONLINE", "modules": [{"title": "Les tons", "price": 4}]});
    let mut lost = DiscardedTexts {
        kind: "course".to_owned(),
        title: String::new(),
        why: DiscardReason::NotChosen,
        texts: Vec::new(),
    };
    lost.add("", &course);
    store.store_discarded(&lost).unwrap();
    let texts: Vec<_> = store.history().unwrap().into_iter().map(|past| (past.path, past.text)).collect();
    let expected = [("modules/0/title", "Les tons"), ("name", "Chinois")];
    assert_eq!(texts, expected.map(|(path, text)| (path.to_owned(), text.to_owned())));
    clock.advance(TimeDelta::days(90));
    assert_eq!(store.history().unwrap().len(), 2);
    clock.advance(TimeDelta::seconds(1));
    assert_eq!(store.history().unwrap(), []);
}

fn conflict(store: &Store) {
    store
        .change_queue(|queue| {
            queue.add(edit("a", Target::Id(7), Action::Update, json!({"title": "Moi"}))).unwrap();
            queue.take(now());
            queue.answered("a", Answer::Stale(json!({"id": 7, "version": 2, "title": "Eux"})), now(), 0);
        })
        .unwrap();
}

fn resolve(store: &Store, choice: Choice) {
    let choices: Choices = [("title".to_owned(), choice)].into();
    store
        .resolve_conflict("a", |queue| {
            queue.resolve("a", &choices, "own").unwrap();
            Ok(DiscardedTexts {
                kind: "lesson".to_owned(),
                title: String::new(),
                why: DiscardReason::NotChosen,
                texts: Vec::new(),
            })
        })
        .unwrap();
}

#[test]
fn resolving_a_conflict_can_be_undone_until_it_is_sent() {
    for choice in [Choice::Mine, Choice::Theirs] {
        let folder = TempDir::new().unwrap();
        let store = open(&folder);
        conflict(&store);
        let before = store.queue().unwrap();
        resolve(&store, choice.clone());
        assert_ne!(store.queue().unwrap(), before);
        assert!(store.undo_resolution("a").unwrap());
        assert_eq!(store.queue().unwrap(), before);
        assert!(!store.undo_resolution("a").unwrap(), "once");
    }
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    conflict(&store);
    resolve(&store, Choice::Mine);
    store.change_queue(|queue| queue.take(now())).unwrap();
    assert!(!store.undo_resolution("a").unwrap());
}

#[test]
fn a_draft_survives_a_restart_until_it_is_deleted() {
    let folder = TempDir::new().unwrap();
    let kept =
        open(&folder).store_draft("lesson/7", "/course/modules/1", "Leçon", &json!({"a": [1]})).unwrap();
    let store = open(&folder);
    assert_eq!(store.drafts().unwrap(), std::slice::from_ref(&kept));
    assert_eq!(store.draft("lesson/7").unwrap(), Some(kept));
    store.delete_draft("lesson/7").unwrap();
    assert_eq!(store.drafts().unwrap(), []);
}

#[test]
fn renaming_a_draft_merges_it_with_the_existing_one() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    store.store_draft("lesson/-1", "/a?lesson=-1", "Leçon", &json!(["avant"])).unwrap();
    store.rename_draft("lesson/-1", "lesson/7", "/a?lesson=7").unwrap();
    let moved = store.draft("lesson/7").unwrap().unwrap();
    assert_eq!((moved.place.as_str(), moved.value), ("/a?lesson=7", json!(["avant"])));
    store.store_draft("lesson/-1", "/a?lesson=-1", "Leçon", &json!(["après"])).unwrap();
    store.rename_draft("lesson/-1", "lesson/7", "/a?lesson=7").unwrap();
    assert_eq!(store.draft("lesson/7").unwrap().unwrap().value, json!(["après", "avant"]));
    assert_eq!(store.drafts().unwrap().len(), 1);
}

#[test]
fn responses_are_stored_for_a_week() {
    let folder = TempDir::new().unwrap();
    let clock = Clock::manual(now());
    let (store, _) = Store::open_at(folder.path(), clock.clone()).unwrap();
    store.store_answer("k", 201, "{}").unwrap();
    assert_eq!(store.answer_of("k").unwrap(), Some((201, "{}".to_owned())));
    clock.advance(TimeDelta::days(8));
    store.store_answer("other", 200, "").unwrap();
    assert_eq!(store.answer_of("k").unwrap(), None);
}

#[test]
fn an_unreadable_operation_does_not_affect_others() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    for (id, row) in [("a", 7), ("b", 8), ("c", 9)] {
        let edit = edit(id, Target::Id(row), Action::Update, json!({"title": id}));
        store.change_queue(|queue| queue.add(edit).unwrap()).unwrap();
    }
    store.local_id("own").unwrap();
    let broken = "UPDATE operations SET operation = '{' WHERE place = 1";
    store.lock().connection.execute(broken, []).unwrap();
    drop(store);
    let (store, opened) = Store::open_at(folder.path(), Clock::manual(now())).unwrap();
    assert!(opened.quarantined.is_some_and(|aside| aside.exists()));
    let queue = store.queue().unwrap();
    let ids: Vec<&str> = queue.operations().iter().map(|operation| operation.id.as_str()).collect();
    assert_eq!(ids, ["a", "c"]);
    assert!(store.written_at("c").unwrap().is_some());
    assert_eq!(store.local_id("own").unwrap(), -1);
}

fn found(store: &Store, typed: &str) -> Vec<i64> {
    store.find_lessons(&crate::text_search::SearchTerm::parse(typed).unwrap(), 10).unwrap()
}

fn lesson(id: i64, version: i64, title: &str, content: &str) -> Change {
    let row = json!({"id": id, "version": version, "title": title, "content": content});
    Change { row: Some(row), ..change(id, version, title) }
}

#[test]
fn the_search_index_follows_the_copy() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    let page = [
        lesson(1, 1, "Le marché", "<p>On achète des <strong>pom</strong>mes &amp; du café.</p>"),
        lesson(2, 1, "Les pommes", "<p>学习中文</p>"),
    ];
    store.apply_page(&page, "1").unwrap();
    assert_eq!(found(&store, "pommes"), [2, 1], "the title counts more");
    assert_eq!(found(&store, "cafe marche"), [1]);
    assert_eq!(found(&store, "中文"), [2]);
    assert!(found(&store, "amp").is_empty());
    // Changed, changed by an outdated page, and deleted.
    store.apply_page(&[lesson(1, 3, "Le marché", "<p>Des poires.</p>")], "2").unwrap();
    assert_eq!((found(&store, "pommes"), found(&store, "poires")), (vec![2], vec![1]));
    store.apply_page(&[lesson(1, 2, "Le marché", "<p>Des prunes.</p>")], "3").unwrap();
    assert_eq!((found(&store, "prunes"), found(&store, "poires")), (vec![], vec![1]));
    store.apply_page(&[Change { deleted: true, row: None, ..change(1, 4, "") }], "4").unwrap();
    assert!(found(&store, "poires").is_empty());
    store.remove(ContentKind::Lesson, &Key::Id(2)).unwrap();
    assert!(found(&store, "pommes").is_empty());
    store.apply_page(&page, "5").unwrap();
    store.clear_copy().unwrap();
    assert!(found(&store, "pommes").is_empty());
}

#[test]
fn migrating_a_copy_builds_the_search_index() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("drafts.db");
    let old = Connection::open(&path).unwrap();
    old.execute_batch(include_str!("schema.sql")).unwrap();
    old.pragma_update(None, "user_version", 1).unwrap();
    let row = json!({"id": 7, "version": 1, "title": "Au marché", "content": "<p>Le café.</p>"}).to_string();
    old.execute("INSERT INTO copy (kind, id, version, row) VALUES ('lesson', 7, 1, ?1)", [row]).unwrap();
    drop(old);
    let (store, opened) = Store::open(folder.path()).unwrap();
    assert_eq!(opened.migrated_from, Some(1));
    assert_eq!(found(&store, "cafe"), [7]);
    drop(store);
    assert_eq!(found(&open(&folder), "cafe"), [7]);
}

#[test]
fn the_search_index_follows_direct_sql_changes() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    let page = [lesson(1, 1, "Un", "<p>pommes</p>"), lesson(2, 1, "Deux", "<p>pommes</p>")];
    store.apply_page(&page, "1").unwrap();
    let exchange = "
        CREATE TEMP TABLE next AS SELECT * FROM copy WHERE id = 2;
        DELETE FROM copy;
        INSERT INTO copy SELECT * FROM next";
    store.write(|tx| Ok(tx.execute_batch(exchange)?)).unwrap();
    assert_eq!(found(&store, "pommes"), [2]);
}

#[test]
fn the_parts_of_the_copied_courses_are_counted() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    let row = |entity: &str, id: i64, parent: Option<i64>| Change {
        entity: entity.to_owned(),
        parent_id: parent.map(Key::Id),
        row: Some(json!({"id": id, "version": 1, "name": format!("Cours {id}"), "title": "Un"})),
        ..change(id, 1, "")
    };
    let rows = [
        row("course", 5, None),
        row("course", 6, None),
        row("module", 51, Some(5)),
        row("module", 52, Some(5)),
        row("chapter", 61, Some(51)),
        row("lesson", 71, Some(61)),
        row("lesson", 72, Some(61)),
    ];
    store.apply_page(&rows, "1").unwrap();
    let mut courses = store.offline_courses().unwrap();
    courses.sort_by_key(|course| course.id);
    let counts = |course: &OfflineCourse| (course.modules, course.chapters, course.lessons);
    assert_eq!(courses.iter().map(counts).collect::<Vec<_>>(), [(2, 1, 2), (0, 0, 0)]);
    assert_eq!(courses[0].name, "Cours 5");
    assert_eq!(store.count_of(ContentKind::Lesson).unwrap(), 2);
}

/// Overwrites the first page of the copy, as a failing disk would.
fn damage_copy(folder: &TempDir) {
    let file = folder.path().join("drafts.db");
    let connection = Connection::open(&file).unwrap();
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    let page: u32 = connection
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'copy'", [], |row| row.get(0))
        .unwrap();
    let size: u32 = connection.query_row("PRAGMA page_size", [], |row| row.get(0)).unwrap();
    drop(connection);
    let mut bytes = std::fs::read(&file).unwrap();
    let from = usize::try_from((page - 1) * size).unwrap();
    bytes[from..from + usize::try_from(size).unwrap()].fill(0xEE);
    std::fs::write(&file, bytes).unwrap();
}

#[test]
fn after_a_crash_the_database_is_checked_before_use() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    // A power failure.
    std::mem::forget(store);
    damage_copy(&folder);
    let (_, opened) = Store::open_at(folder.path(), Clock::manual(now())).unwrap();
    assert!(opened.quarantined.is_some());
}

#[test]
fn a_closed_database_is_checked_in_the_background_and_repaired_at_the_next_start() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    let edit = edit("a", Target::Id(7), Action::Update, json!({"title": "Un"}));
    store.change_queue(|queue| queue.add(edit).unwrap()).unwrap();
    store.lock().marker.wait();
    drop(store);
    damage_copy(&folder);
    let (store, opened) = Store::open_at(folder.path(), Clock::manual(now())).unwrap();
    assert_eq!(opened.quarantined, None, "nobody waits for that at the start");
    store.lock().marker.wait();
    drop(store);
    let (store, opened) = Store::open_at(folder.path(), Clock::manual(now())).unwrap();
    assert!(opened.quarantined.is_some());
    assert_eq!(store.queue().unwrap().operations().len(), 1);
    // An intact database is closed properly.
    store.lock().marker.wait();
    drop(store);
    assert!(!integrity::is_present(&folder.path().join("drafts.db")));
}
