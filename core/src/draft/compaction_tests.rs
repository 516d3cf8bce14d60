//! Tests of merging pending edits of one row.

use super::fixtures::{answer, create, delete, done, edit, new, queue, row, send, then, update, waiting};
use super::kind::Kind;
use super::merge::{Choice, Choices};
use super::operation::{Action, Edit, Target};
use super::queue::{Answer, NotAdded, Outcome, Queue};
use serde_json::{Value, json};

#[test]
fn edits_of_one_row_become_one() {
    let title = |text: &str| json!({ "title": text });
    let it = Target::Id(7);
    let cases = [
        (
            vec![create("a", "x", "1"), then("b", new("x"), title("2"))],
            vec![("a", Action::Create, json!("2"))],
        ),
        (vec![create("a", "x", "1"), delete("b", new("x"))], vec![]),
        (
            vec![update("a", it.clone(), title("1")), then("b", it.clone(), title("2"))],
            vec![("a", Action::Update, json!("2"))],
        ),
        (
            vec![update("a", it.clone(), title("1")), delete("b", it.clone())],
            vec![("a", Action::Delete, Value::Null)],
        ),
        (vec![delete("a", it.clone()), delete("b", it.clone())], vec![("a", Action::Delete, Value::Null)]),
        (
            vec![update("a", it.clone(), title("1")), update("b", Target::Id(8), title("2"))],
            vec![("a", Action::Update, json!("1")), ("b", Action::Update, json!("2"))],
        ),
    ];
    for (edits, expected) in cases {
        let expected: Vec<_> = expected.into_iter().map(|(id, a, title)| (id.to_owned(), a, title)).collect();
        assert_eq!(waiting(&queue(edits)), expected);
    }
    let mut queue = queue([delete("a", it.clone())]);
    assert!(matches!(queue.add(then("b", it, title("2"))), Err(NotAdded::ToBeDeleted)));
}

#[test]
fn an_edit_keeps_the_first_base_and_leaves_what_it_does_not_name() {
    let mut later = update("b", Target::Id(7), json!({"content": "<p>b</p>"}));
    later.base_version = Some(9);
    let mut queue = queue([update("a", Target::Id(7), json!({"title": "a"})), later]);
    let request = send(&mut queue);
    assert_eq!((request.version, request.body), (Some(3), json!({"title": "a", "content": "<p>b</p>"})));
}

#[test]
fn what_goes_without_having_been_sent_is_left_for_the_history() {
    let mut under = create("b", "y", "sous");
    under.parent = Some(new("x"));
    let chapter = |id: &str, action| edit(id, Kind::Chapter, action, new("x"), json!({"title": "chapitre"}));
    let mut queue = queue([chapter("a", Action::Create), under, chapter("c", Action::Delete)]);
    assert!(waiting(&queue).is_empty());
    let gone: Vec<_> =
        queue.take_superseded().into_iter().map(|operation| operation.payload["title"].clone()).collect();
    assert_eq!(gone, ["sous", "chapitre"]);
    assert!(queue.take_superseded().is_empty());
}

#[test]
fn what_is_on_its_way_or_may_have_arrived_is_not_touched() {
    let mut queue = queue([update("a", Target::Id(7), json!({"title": "1"}))]);
    let first = send(&mut queue);
    queue.add(then("b", Target::Id(7), json!({"title": "2"}))).unwrap();
    queue.add(then("c", Target::Id(7), json!({"title": "3"}))).unwrap();
    assert!(!queue.discard("a"));
    assert_eq!(answer(&mut queue, &first, Answer::Lost), Outcome::Waits);
    assert!(!queue.discard("a"));
    queue.clear_delays();
    let again = send(&mut queue);
    assert_eq!(again, first, "the very same, with the very same key");
    answer(&mut queue, &again, done(row(7, 4, "1", "<p>avant</p>")));
    let behind = send(&mut queue);
    assert_eq!((behind.version, behind.body), (Some(4), json!({"title": "3"})));
}

#[test]
fn what_is_written_on_while_somebody_must_choose_is_part_of_the_choice() {
    let mut queue = queue([update("a", Target::Id(7), json!({"title": "moi"}))]);
    let request = send(&mut queue);
    answer(&mut queue, &request, Answer::Stale(row(7, 5, "eux", "<p>avant</p>")));
    queue.add(then("b", Target::Id(7), json!({"title": "moi encore"}))).unwrap();
    let conflict = queue.operation("a").unwrap().merged().unwrap().conflicts.remove(0);
    assert_eq!((conflict.mine, conflict.theirs), (json!("moi encore"), json!("eux")));
    let theirs = Choices::from([("title".to_owned(), Choice::Theirs)]);
    assert_eq!(queue.resolve("a", &theirs, "n").unwrap()[0].value, "moi encore");
    assert!(queue.operations().is_empty(), "nothing is left to send");
}

#[test]
fn a_row_deleted_while_its_making_was_on_its_way_goes_or_was_never_made() {
    let made = || {
        let mut queue = queue([create("a", "x", "1")]);
        let request = send(&mut queue);
        queue.add(delete("b", new("x"))).unwrap();
        (queue, request)
    };
    let (mut queue, request) = made();
    answer(&mut queue, &request, done(row(9, 1, "1", "<p>neuf</p>")));
    let deletion = send(&mut queue);
    assert_eq!((deletion.target, deletion.version), (Target::Id(9), Some(1)));
    for refused in [Answer::Refused(json!({"code": "required"})), Answer::Gone] {
        let (mut queue, request) = made();
        assert_eq!(answer(&mut queue, &request, refused), Outcome::Done(Value::Null));
        assert!(queue.operations().is_empty());
        assert_eq!(queue.take_superseded().len(), 1);
    }
}

#[test]
fn a_form_that_was_filled_before_somebody_else_s_change_came_in_does_not_take_it_back() {
    let content = |text: &str| json!({ "content": text });
    let mut queue = queue([update("a", Target::Id(7), content("<p>avant</p><p>moi</p>"))]);
    let request = send(&mut queue);
    answer(&mut queue, &request, Answer::Stale(row(7, 5, "avant", "<p>eux</p><p>avant</p>")));
    // The form still displays the earlier state, and the user continues from there.
    let seen = row(7, 3, "avant", "<p>avant</p><p>moi</p>");
    let on = |text: &str| Edit { base: seen.clone(), ..update("b", Target::Id(7), content(text)) };
    queue.add(on("<p>avant</p><p>moi, encore</p>")).unwrap();
    let view = queue.view(Kind::Lesson, &Target::Id(7)).unwrap();
    assert_eq!(view["content"], "<p>eux</p><p>avant</p><p>moi, encore</p>");
    let before = queue.clone();
    let Err(NotAdded::Conflict(merged)) = queue.add(on("<p>avant</p><p>autre chose</p>")) else {
        panic!("added")
    };
    assert_eq!(merged.conflicts[0].theirs, "<p>moi, encore</p>");
    assert_eq!(queue, before);
}

#[test]
fn a_course_whose_modules_are_written_anew_does_not_keep_the_sum_of_the_old() {
    let course = |id: &str, action, payload| edit(id, Kind::Course, action, new("c"), payload);
    let module = |own: &str, price: i64| json!({"clientId": own, "title": own, "price": price});
    let two = json!([module("m1", 40), module("m2", 50)]);
    let three = json!([module("m1", 40), module("m2", 50), module("m3", 10)]);
    let mut queue =
        queue([course("a", Action::Create, json!({"name": "Italien", "price": 90, "modules": two}))]);
    // The writer saw more fields than the pending operation has: both are merged, and the server computes the sum.
    let seen = json!({"name": "Italien", "description": "", "price": 90, "modules": two});
    let change = json!({"name": "Italien", "description": "", "price": 100, "modules": three});
    queue.add(Edit { base: seen, ..course("b", Action::Update, change) }).unwrap();
    let body = send(&mut queue).body;
    assert_eq!((&body["modules"], body.get("price")), (&three, None));
}

/// The cancellation of a session, and what is written in one.
fn session(id: &str, action: Action, target: Target, payload: Value) -> Edit {
    edit(id, Kind::ClassSession, action, target, payload)
}

#[test]
fn a_cancelled_session_takes_no_other_edits() {
    let it = Target::Id(7);
    let cancel = |id: &str, reason: &str| session(id, Action::Cancel, it.clone(), json!({"reason": reason}));
    let write = |id: &str| session(id, Action::Update, it.clone(), json!({"note": "Apportez un dé."}));
    let sent = |mut queue: Queue| {
        let request = send(&mut queue);
        (request.action, request.body, queue.operations().len())
    };
    let malade = json!({"reason": "Malade"});
    assert_eq!(sent(queue([write("a"), cancel("b", "Malade")])), (Action::Cancel, malade.clone(), 1));
    assert_eq!(sent(queue([cancel("a", "Absente"), cancel("b", "Malade")])), (Action::Cancel, malade, 1));
    let deletion = session("b", Action::Delete, it.clone(), Value::Null);
    assert_eq!(sent(queue([cancel("a", "Malade"), deletion])), (Action::Delete, Value::Null, 1));
    let mut replaced = queue([write("a"), cancel("b", "Malade")]);
    let kept: Vec<Value> =
        replaced.take_superseded().into_iter().map(|operation| operation.payload).collect();
    assert_eq!(kept, [json!({"note": "Apportez un dé."})]);

    let mut disputed = queue([write("a")]);
    let first = send(&mut disputed);
    let theirs = json!({"id": 7, "version": 5, "note": "Apportez une photo."});
    assert_eq!(answer(&mut disputed, &first, Answer::Stale(theirs)), Outcome::Conflict);
    disputed.add(cancel("b", "Malade")).unwrap();
    let request = send(&mut disputed);
    assert_eq!((request.action, request.version), (Action::Cancel, Some(5)));
}

#[test]
fn a_new_session_is_sent_before_its_cancellation() {
    let make = session("a", Action::Create, new("x"), json!({"courseId": 3, "date": "2026-11-26"}));
    let mut cancellation = session("b", Action::Cancel, new("x"), json!({"reason": "Malade"}));
    (cancellation.base, cancellation.base_version) = (Value::Null, None);
    let mut queue = queue([make, cancellation]);
    let first = send(&mut queue);
    assert_eq!((first.action, queue.operations().len()), (Action::Create, 2));
    answer(&mut queue, &first, done(json!({"id": 9, "version": 1, "courseId": 3})));
    let second = send(&mut queue);
    assert_eq!((second.action, second.target, second.version), (Action::Cancel, Target::Id(9), Some(1)));
}

#[test]
fn a_session_stays_cancelled_whatever_somebody_else_made_of_it() {
    let cancel = || session("a", Action::Cancel, Target::Id(7), json!({"reason": "Malade"}));
    let mut moved = queue([cancel()]);
    let first = send(&mut moved);
    let theirs = json!({"id": 7, "version": 5, "date": "2026-12-01"});
    assert_eq!(answer(&mut moved, &first, Answer::Stale(theirs)), Outcome::Retry);
    let again = send(&mut moved);
    assert_eq!((again.version, again.body), (Some(5), json!({"reason": "Malade"})));

    let mut deleted = queue([cancel()]);
    let first = send(&mut deleted);
    answer(&mut deleted, &first, Answer::Gone);
    assert!(deleted.operations().is_empty());
}
