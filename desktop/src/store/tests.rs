//! What the database promises to the rest of the app.

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
fn the_queue_is_as_it_was_left_and_what_was_on_its_way_goes_again() {
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
fn a_change_of_the_queue_that_fails_leaves_it_as_it_was() {
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
fn a_row_with_edits_that_wait_is_left_alone_until_they_are_gone() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    store.take_page(&[change(7, 1, "Avant"), change(8, 1, "Avant")], "e.2").unwrap();
    store
        .change_queue(|queue| {
            queue.add(edit("a", Target::Id(7), Action::Update, json!({"title": "Moi"}))).unwrap();
        })
        .unwrap();
    store.take_page(&[change(7, 2, "Eux"), change(8, 2, "Eux")], "e.4").unwrap();
    assert_eq!((title(&store, 7).as_deref(), title(&store, 8).as_deref()), (Some("Avant"), Some("Eux")));
    assert!(store.take_held_back().unwrap().is_empty());
    assert!(store.give_up("a").unwrap());
    assert_eq!(store.take_held_back().unwrap().into_iter().collect::<Vec<_>>(), ["lesson"]);
    assert_eq!(title(&store, 7).as_deref(), Some("Eux"));
    assert_eq!(store.setting::<String>("cursor").unwrap().as_deref(), Some("e.4"));
    assert_eq!(store.history().unwrap()[0].text, "Moi");
}

#[test]
fn what_is_older_than_the_copy_is_no_news_and_what_is_gone_goes_with_what_stood_under_it() {
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
    store.take_page(&[change(7, 4, "alt")], "e.1").unwrap();
    assert_eq!(title(&store, 7).as_deref(), Some("5"));
    store.put(ContentKind::Resource, &row(1, 7, 1)).unwrap();
    assert_eq!(store.rows_under(ContentKind::Resource, &Key::Id(7)).unwrap().len(), 1);
    store.remove(ContentKind::Chapter, &Key::Id(3)).unwrap();
    assert_eq!(store.count().unwrap(), 0);
}

#[test]
fn a_new_row_has_one_negative_number_for_good() {
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
fn a_text_that_lost_is_found_for_ninety_days() {
    let folder = TempDir::new().unwrap();
    let clock = Clock::manual(now());
    let (store, _) = Store::open_at(folder.path(), clock.clone()).unwrap();
    let course = json!({"name": "Chinois", "type": "ONLINE", "modules": [{"title": "Les tons", "price": 4}]});
    let mut lost =
        Lost { kind: "course".to_owned(), title: String::new(), why: Why::Lost, texts: Vec::new() };
    lost.add("", &course);
    store.keep_lost(&lost).unwrap();
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

fn settle(store: &Store, choice: Choice) {
    let choices: Choices = [("title".to_owned(), choice)].into();
    store
        .settle("a", |queue| {
            queue.resolve("a", &choices, "own").unwrap();
            Ok(Lost { kind: "lesson".to_owned(), title: String::new(), why: Why::Lost, texts: Vec::new() })
        })
        .unwrap();
}

#[test]
fn settling_a_conflict_is_taken_back_until_it_was_sent() {
    for choice in [Choice::Mine, Choice::Theirs] {
        let folder = TempDir::new().unwrap();
        let store = open(&folder);
        conflict(&store);
        let before = store.queue().unwrap();
        settle(&store, choice.clone());
        assert_ne!(store.queue().unwrap(), before);
        assert!(store.unsettle("a").unwrap());
        assert_eq!(store.queue().unwrap(), before);
        assert!(!store.unsettle("a").unwrap(), "once");
    }
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    conflict(&store);
    settle(&store, Choice::Mine);
    store.change_queue(|queue| queue.take(now())).unwrap();
    assert!(!store.unsettle("a").unwrap());
}

#[test]
fn a_draft_is_there_after_a_stop_and_gone_when_it_is_forgotten() {
    let folder = TempDir::new().unwrap();
    let kept =
        open(&folder).keep_draft("lesson/7", "/course/modules/1", "Leçon", &json!({"a": [1]})).unwrap();
    let store = open(&folder);
    assert_eq!(store.drafts().unwrap(), std::slice::from_ref(&kept));
    assert_eq!(store.draft("lesson/7").unwrap(), Some(kept));
    store.forget_draft("lesson/7").unwrap();
    assert_eq!(store.drafts().unwrap(), []);
}

#[test]
fn a_draft_that_gets_another_name_joins_what_is_kept_under_it() {
    let folder = TempDir::new().unwrap();
    let store = open(&folder);
    store.keep_draft("lesson/-1", "/a?lesson=-1", "Leçon", &json!(["avant"])).unwrap();
    store.rename_draft("lesson/-1", "lesson/7", "/a?lesson=7").unwrap();
    let moved = store.draft("lesson/7").unwrap().unwrap();
    assert_eq!((moved.place.as_str(), moved.value), ("/a?lesson=7", json!(["avant"])));
    store.keep_draft("lesson/-1", "/a?lesson=-1", "Leçon", &json!(["après"])).unwrap();
    store.rename_draft("lesson/-1", "lesson/7", "/a?lesson=7").unwrap();
    assert_eq!(store.draft("lesson/7").unwrap().unwrap().value, json!(["après", "avant"]));
    assert_eq!(store.drafts().unwrap().len(), 1);
}

#[test]
fn a_repeat_is_known_for_a_week() {
    let folder = TempDir::new().unwrap();
    let clock = Clock::manual(now());
    let (store, _) = Store::open_at(folder.path(), clock.clone()).unwrap();
    store.keep_answer("k", 201, "{}").unwrap();
    assert_eq!(store.answer_of("k").unwrap(), Some((201, "{}".to_owned())));
    clock.advance(TimeDelta::days(8));
    store.keep_answer("other", 200, "").unwrap();
    assert_eq!(store.answer_of("k").unwrap(), None);
}

#[test]
fn an_operation_that_cannot_be_read_costs_no_other() {
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
