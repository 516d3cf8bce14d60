//! Tests of discarding operations and their dependents.

use super::fixtures::{answer, create, done, edit, new, now, queue, row, send, then, update, waiting};
use super::kind::Kind;
use super::operation::{Action, Edit, State, Target};
use super::queue::{Answer, Next, Outcome, Queue};
use serde_json::{Value, json};

/// Sends the first ready operation this many times, without a valid response.
fn tried(queue: &mut Queue, times: usize) {
    for _ in 0..times {
        queue.clear_delays();
        let request = send(queue);
        assert_eq!(
            answer(queue, &request, Answer::read(500, json!({"code": "internal"}), None)),
            Outcome::Waits
        );
    }
}

fn chapter() -> Edit {
    edit("a", Kind::Chapter, Action::Create, new("x"), json!({"courseModuleId": 1, "title": "chapitre"}))
}

fn lesson() -> Edit {
    let payload = json!({"chapterId": "x", "title": "leçon"});
    Edit { parent: Some(new("x")), ..edit("b", Kind::Lesson, Action::Create, new("y"), payload) }
}

fn gone(queue: &mut Queue) -> Vec<Value> {
    queue.take_superseded().into_iter().map(|operation| operation.payload["title"].clone()).collect()
}

#[test]
fn what_the_school_fails_at_for_ever_is_given_up_after_three_tries_with_what_depends_on_it() {
    let order = edit("c", Kind::Lesson, Action::Reorder, new("x"), json!(["y"]));
    let mut queue = queue([chapter(), lesson(), order]);
    tried(&mut queue, 2);
    queue.add(Edit { kind: Kind::Chapter, ..then("d", new("x"), json!({"title": "chapitre un"})) }).unwrap();
    assert!(!queue.may_abandon("a") && !queue.abandon("a"), "it may get through yet");
    tried(&mut queue, 1);
    assert!(queue.may_abandon("a") && !queue.discard("a"));
    assert_eq!(queue.dependents("a"), 3);
    assert!(queue.abandon("a"));
    assert_eq!(waiting(&queue), []);
    let gone = gone(&mut queue);
    assert_eq!(gone.len(), 4);
    for title in ["chapitre", "leçon", "chapitre un"] {
        assert!(gone.contains(&json!(title)), "{title} {gone:?}");
    }
}

#[test]
fn what_is_on_its_way_is_not_given_up_however_often_it_was_tried() {
    let mut queue = queue([chapter()]);
    tried(&mut queue, 3);
    queue.clear_delays();
    send(&mut queue);
    assert!(!queue.may_abandon("a") && !queue.abandon("a"));
}

#[test]
fn what_was_written_behind_a_change_that_is_given_up_goes_on_alone() {
    let mut queue = queue([update("a", Target::Id(7), json!({"title": "un"}))]);
    tried(&mut queue, 3);
    queue.add(then("b", Target::Id(7), json!({"content": "<p>deux</p>"}))).unwrap();
    assert_eq!(queue.dependents("a"), 0);
    assert!(queue.abandon("a"));
    assert_eq!(gone(&mut queue), ["un"]);
    let request = send(&mut queue);
    assert_eq!((request.operation.as_str(), &request.body), ("b", &json!({"content": "<p>deux</p>"})));
}

#[test]
fn what_names_a_row_that_was_given_up_says_so_at_once() {
    let teacher = edit("a", Kind::Teacher, Action::Create, new("x"), json!({"lastName": "Bo"}));
    let course =
        edit("b", Kind::Course, Action::Create, new("y"), json!({"name": "Cours", "teacherId": "x"}));
    let mut queue = queue([teacher, course]);
    tried(&mut queue, 3);
    assert!(queue.abandon("a"));
    let State::Failed(problem) = &queue.operation("b").unwrap().state else { panic!("{queue:?}") };
    assert_eq!(problem["fields"][0]["name"], "teacherId");
}

#[test]
fn somebody_who_may_not_write_any_more_fails_nothing_and_all_of_it_waits() {
    for code in ["forbidden", "must_reset_password", "second_factor_missing"] {
        let mut queue = queue([create("a", "x", "un"), update("b", Target::Id(7), json!({"title": "2"}))]);
        let first = send(&mut queue);
        let problem = json!({ "code": code });
        let denied = Answer::read(403, problem.clone(), None);
        assert_eq!(answer(&mut queue, &first, denied), Outcome::Denied);
        assert_eq!((queue.take(now()), queue.denied()), (Next::Denied, Some(&problem)));
        // The network returns, which changes nothing.
        queue.clear_delays();
        assert_eq!(queue.take(now()), Next::Denied);
        assert!(queue.operations().iter().all(|operation| operation.state == State::Waiting));
        queue.resume();
        assert_eq!((send(&mut queue), queue.denied()), (first, None));
    }
    // A response without a code is not from the server.
    assert_eq!(Answer::read(403, Value::Null, None), Answer::Later(None));
}

#[test]
fn everything_that_was_refused_is_tried_again_at_once() {
    let mut queue = queue([create("a", "x", "un"), create("b", "y", "deux")]);
    let mut keys = Vec::new();
    for _ in 0..2 {
        let request = send(&mut queue);
        keys.push(request.key.clone());
        let problem = json!({"code": "unknown_reference"});
        assert_eq!(answer(&mut queue, &request, Answer::read(422, problem, None)), Outcome::Failed);
    }
    assert_eq!(queue.take(now()), Next::Idle);
    queue.retry_all();
    for (id, key) in [("a", &keys[0]), ("b", &keys[1])] {
        let request = send(&mut queue);
        assert_eq!(request.operation, id);
        assert_ne!(request.key, *key, "the school keeps its answer to the first");
        answer(&mut queue, &request, done(row(12, 1, "un", "")));
    }
}
