//! Tests of the order of sending, and of the effects of responses.

use super::fixtures::{answer, create, delete, done, edit, new, now, queue, row, send, then, update};
use super::kind::Kind;
use super::merge::{Choice, Choices};
use super::operation::{Action, State, Target};
use super::queue::{Answer, Next, Outcome, Queue, Request};
use chrono::TimeDelta;
use serde_json::{Value, json};

#[test]
fn after_a_stop_in_the_middle_the_same_is_sent_with_the_same_key() {
    let mut queue = queue([update("a", Target::Id(7), json!({"title": "1"}))]);
    let first = send(&mut queue);
    let kept = serde_json::to_string(&queue).unwrap();
    let mut woken: Queue = serde_json::from_str(&kept).unwrap();
    woken.recover();
    assert_eq!(send(&mut woken), first);
}

#[test]
fn what_is_on_its_way_while_nobody_sends_is_sent_again_as_it_was() {
    let mut queue = queue([update("a", Target::Id(7), json!({"title": "1"}))]);
    let first = send(&mut queue);
    queue.add(then("b", Target::Id(7), json!({"title": "2"}))).unwrap();
    // The response was received but could not be stored: the disk was full.
    assert_eq!(send(&mut queue), first);
    assert!(queue.operation("a").unwrap().maybe_received);
    answer(&mut queue, &first, done(row(7, 4, "1", "<p>avant</p>")));
    assert_eq!(send(&mut queue).version, Some(4));
}

#[test]
fn a_clock_that_jumps_back_holds_nothing() {
    for held in [Answer::Lost, Answer::Later(None), Answer::Later(TimeDelta::try_hours(9))] {
        let mut queue = queue([update("a", Target::Id(7), json!({"title": "1"}))]);
        let request = send(&mut queue);
        let ahead = now() + TimeDelta::days(400);
        queue.answered(&request.operation, held.clone(), ahead, 0);
        let later = queue.take(ahead);
        assert!(matches!(later, Next::Later(at) if at <= ahead + TimeDelta::minutes(15)), "{later:?}");
        assert_eq!(send(&mut queue), request, "{held:?}");
    }
}

#[test]
fn what_is_lost_again_and_again_while_the_school_is_there_holds_up_nothing_behind_it() {
    let mut queue = queue([
        update("a", Target::Id(7), json!({"title": "1"})),
        update("b", Target::Id(8), json!({"title": "2"})),
    ]);
    for _ in 0..3 {
        let lost = send(&mut queue);
        assert_eq!(lost.operation, "a", "the line may have broken");
        queue.answered("a", Answer::Lost, now(), u32::MAX);
        queue.reached();
    }
    assert_eq!(send(&mut queue).operation, "a");
    queue.answered("a", Answer::Lost, now(), u32::MAX);
    queue.reached();
    assert_eq!(send(&mut queue).operation, "b");
}

#[test]
fn what_stands_under_something_waits_for_its_id() {
    let course = edit(
        "a",
        Kind::Course,
        Action::Create,
        new("c"),
        json!({
            "name": "Italien", "modules": [{"clientId": "m1", "title": "a"}, {"clientId": "m2", "title": "b"}],
        }),
    );
    let chapter =
        edit("b", Kind::Chapter, Action::Create, new("ch"), json!({"courseModuleId": "m2", "title": "b"}));
    let lesson = edit("d", Kind::Lesson, Action::Create, new("l"), json!({"chapterId": "ch", "title": "c"}));
    let order = edit("e", Kind::Lesson, Action::Reorder, new("ch"), json!(["l", 4]));
    // They were added in another order than the one in which they can be sent.
    let mut queue = queue([order, lesson, chapter, course]);
    let mut sent = Vec::new();
    for id in 1.. {
        let Next::Send(request) = queue.take(now()) else { break };
        sent.push((request.kind, request.action, request.target.clone(), request.body.clone()));
        let row = match request.action {
            Action::Reorder => json!([{"id": 3}, {"id": 4}]),
            _ => json!({"id": id, "version": 1, "modules": [{"id": 11}, {"id": 12}]}),
        };
        answer(&mut queue, &request, done(row));
    }
    let expected = [
        (Kind::Course, Action::Create, new("c")),
        (Kind::Chapter, Action::Create, new("ch")),
        (Kind::Lesson, Action::Create, new("l")),
        (Kind::Lesson, Action::Reorder, Target::Id(2)),
    ];
    assert_eq!(
        sent.iter().map(|(kind, action, target, _)| (*kind, *action, target.clone())).collect::<Vec<_>>(),
        expected
    );
    let bodies: Vec<_> = sent.into_iter().map(|(_, _, _, body)| body).collect();
    assert_eq!(bodies[1], json!({"courseModuleId": 12, "title": "b", "clientId": "ch"}));
    assert_eq!((&bodies[2]["chapterId"], &bodies[3]), (&json!(2), &json!([3, 4])));
    assert_eq!((queue.id_of("m1"), queue.id_of("l")), (Some(11), Some(3)));
    assert!(queue.operations().is_empty());
    queue.add(update("f", new("l"), json!({"title": "d"}))).unwrap();
    assert_eq!(send(&mut queue).target, Target::Id(3), "an id that is known already");
}

#[test]
fn a_refusal_marks_one_and_lets_the_others_pass() {
    let mut queue = queue([
        create("a", "x", ""),
        edit("b", Kind::Quiz, Action::Create, new("q"), json!({"lessonId": "x"})),
        update("c", Target::Id(7), json!({"title": "c"})),
    ]);
    let problem = json!({"code": "required", "fields": [{"name": "title", "code": "required"}]});
    let first = send(&mut queue);
    assert_eq!(answer(&mut queue, &first, Answer::Refused(problem.clone())), Outcome::Failed);
    assert_eq!(queue.operation("a").unwrap().state, State::Failed(problem));
    let next = send(&mut queue);
    assert_eq!(next.operation, "c");
    answer(&mut queue, &next, done(row(7, 4, "c", "")));
    assert_eq!(queue.take(now()), Next::Idle);
    // A corrected operation has a new key: under the old one the server has stored its refusal.
    queue.add(then("d", new("x"), json!({"title": "a"}))).unwrap();
    let corrected = send(&mut queue);
    assert_eq!((corrected.operation.as_str(), corrected.action), ("a", Action::Create));
    assert_ne!(corrected.key, first.key);
    answer(&mut queue, &corrected, done(row(9, 1, "a", "")));
    assert_eq!(send(&mut queue).body, json!({"lessonId": 9, "clientId": "q"}));
}

#[test]
fn nobody_signed_in_stops_everything_until_somebody_is() {
    let mut queue = queue([create("a", "x", "1"), create("b", "y", "2")]);
    let first = send(&mut queue);
    assert_eq!(answer(&mut queue, &first, Answer::SignedOut), Outcome::SignIn);
    assert_eq!(queue.take(now()), Next::SignIn);
    queue.signed_in();
    assert_eq!(send(&mut queue).key, first.key);
}

#[test]
fn pauses_grow_for_all_when_nobody_answers_and_for_one_when_the_school_is_busy() {
    let later = |queue: &mut Queue| match queue.take(now()) {
        Next::Later(time) => (time - now()).num_seconds(),
        other => panic!("{other:?}"),
    };
    let mut queue = queue([create("a", "x", "1"), create("b", "y", "2")]);
    for seconds in [1, 2, 4] {
        let request = send(&mut queue);
        answer(&mut queue, &request, Answer::Lost);
        assert_eq!(later(&mut queue), seconds);
        assert!(matches!(queue.clone().take(now() + TimeDelta::seconds(seconds)), Next::Send(_)));
        queue.not_before = None;
    }
    let request = send(&mut queue);
    answer(&mut queue, &request, Answer::Later(Some(TimeDelta::seconds(90))));
    assert_eq!(send(&mut queue).operation, "b", "the other one goes on");
    answer(&mut queue, &Request { operation: "b".to_owned(), ..request }, done(row(8, 1, "2", "")));
    assert_eq!(later(&mut queue), 90);
}

#[test]
fn a_change_of_somebody_else_comes_together_by_itself_or_is_shown() {
    let change = || queue([update("a", Target::Id(7), json!({"title": "moi"}))]);
    let mut queue = change();
    let request = send(&mut queue);
    let theirs = row(7, 5, "avant", "<p>eux</p>");
    assert_eq!(answer(&mut queue, &request, Answer::Stale(theirs)), Outcome::Retry);
    let again = send(&mut queue);
    assert_eq!((again.version, again.body), (Some(5), json!({"title": "moi"})));
    assert_ne!(again.key, request.key);

    let mut queue = change();
    let request = send(&mut queue);
    let same = row(7, 5, "moi", "<p>avant</p>");
    assert_eq!(answer(&mut queue, &request, Answer::Stale(same.clone())), Outcome::Done(same));
    assert_eq!(queue.take(now()), Next::Idle);

    let mut queue = change();
    let request = send(&mut queue);
    assert_eq!(
        answer(&mut queue, &request, Answer::Stale(row(7, 5, "eux", "<p>eux</p>"))),
        Outcome::Conflict
    );
    assert_eq!(queue.take(now()), Next::Idle);
    assert!(queue.holds(Kind::Lesson, &Target::Id(7)));
    let choices = |choice| Choices::from([("title".to_owned(), choice)]);
    queue.resolve("a", &Choices::new(), "n").unwrap_err();
    let lost = queue.resolve("a", &choices(Choice::Mine), "n").unwrap();
    assert_eq!(lost[0].value, "eux");
    let resolved = send(&mut queue);
    assert_eq!((resolved.version, resolved.body), (Some(5), json!({"title": "moi"})));
}

#[test]
fn a_row_that_is_deleted_meanwhile_is_made_anew_or_let_go() {
    let gone = || {
        let mut queue = queue([update("a", Target::Id(7), json!({"title": "moi"}))]);
        let request = send(&mut queue);
        assert_eq!(answer(&mut queue, &request, Answer::Gone), Outcome::Conflict);
        queue
    };
    let choices = |choice| Choices::from([(String::new(), choice)]);
    let mut queue = gone();
    assert_eq!(queue.resolve("a", &choices(Choice::Theirs), "n").unwrap()[0].value["title"], "moi");
    assert!(queue.operations().is_empty());
    let mut queue = gone();
    queue.add(edit("b", Kind::Quiz, Action::Create, new("q"), json!({"lessonId": 7}))).unwrap();
    queue.resolve("a", &choices(Choice::Mine), "n").unwrap();
    let anew = send(&mut queue);
    let expected = json!({"chapterId": 1, "title": "moi", "content": "<p>avant</p>", "clientId": "n"});
    assert_eq!((anew.action, anew.version, anew.body), (Action::Create, None, expected));
    assert_eq!(queue.operation("b").unwrap().payload, json!({"lessonId": "n"}), "it waits for the new one");
}

#[test]
fn a_deletion_asks_before_it_takes_what_somebody_wrote_meanwhile() {
    let mut queue = queue([delete("a", Target::Id(7))]);
    let request = send(&mut queue);
    let raised = row(7, 4, "avant", "<p>avant</p>");
    assert_eq!(
        answer(&mut queue, &request, Answer::Stale(raised)),
        Outcome::Retry,
        "only its number changed"
    );
    let again = send(&mut queue);
    assert_eq!((again.action, again.version), (Action::Delete, Some(4)));
    assert_eq!(
        answer(&mut queue, &again, Answer::Stale(row(7, 5, "eux", "<p>avant</p>"))),
        Outcome::Conflict
    );
    let choices = |choice| Choices::from([(String::new(), choice)]);
    let mut kept = queue.clone();
    kept.resolve("a", &choices(Choice::Theirs), "n").unwrap();
    assert!(kept.operations().is_empty());
    assert_eq!(queue.resolve("a", &choices(Choice::Mine), "n").unwrap()[0].value["title"], "eux");
    let last = send(&mut queue);
    assert_eq!((last.action, last.version), (Action::Delete, Some(5)));
    assert_eq!(answer(&mut queue, &last, Answer::Missing(Value::Null)), Outcome::Done(Value::Null));
}

#[test]
fn an_order_is_made_of_what_is_still_there() {
    let mut order = edit("a", Kind::Lesson, Action::Reorder, Target::Id(1), json!([3, 2, 1]));
    order.base_version = Some(1);
    let mut queue = queue([order]);
    let request = send(&mut queue);
    assert_eq!(answer(&mut queue, &request, Answer::Stale(json!({"id": 1, "version": 2}))), Outcome::Retry);
    let again = send(&mut queue);
    assert_eq!((again.version, &again.body), (Some(2), &json!([3, 2, 1])));
    let unknown =
        json!({"code": "unknown_reference", "fields": [{"name": "[1]", "code": "unknown_reference"}]});
    assert_eq!(answer(&mut queue, &again, Answer::Refused(unknown)), Outcome::Retry);
    let rest = send(&mut queue);
    assert_eq!(rest.body, json!([3, 1]));
    assert_eq!(answer(&mut queue, &rest, Answer::Gone), Outcome::Done(Value::Null));
}

#[test]
fn the_status_says_what_an_answer_is() {
    let problem = |code: &str| json!({ "code": code });
    let seconds = TimeDelta::seconds(9);
    let cases = [
        (201, row(1, 1, "", ""), done(row(1, 1, "", ""))),
        (200, row(1, 1, "", ""), Answer::Done { row: row(1, 1, "", ""), known: true }),
        (204, Value::Null, done(Value::Null)),
        (401, problem("session_expired"), Answer::SignedOut),
        (404, problem("not_found"), Answer::Missing(problem("not_found"))),
        (410, problem("gone"), Answer::Gone),
        (412, json!({"code": "stale", "current": {"id": 1}}), Answer::Stale(json!({"id": 1}))),
        (409, problem("idempotency_in_flight"), Answer::Later(Some(seconds))),
        (409, problem("in_use"), Answer::Refused(problem("in_use"))),
        (403, problem("forbidden"), Answer::Denied(problem("forbidden"))),
        (422, problem("invalid"), Answer::Refused(problem("invalid"))),
        (408, problem("too_slow"), Answer::Later(Some(seconds))),
        (429, problem("too_many_requests"), Answer::Later(Some(seconds))),
        (500, problem("internal"), Answer::Later(Some(seconds))),
        (502, json!("Bad gateway"), Answer::Later(Some(seconds))),
        (403, json!("blocked by a proxy"), Answer::Later(Some(seconds))),
        (404, json!("no such host here"), Answer::Later(Some(seconds))),
        (410, Value::Null, Answer::Later(Some(seconds))),
        (302, Value::Null, Answer::Later(Some(seconds))),
    ];
    for (status, body, expected) in cases {
        assert_eq!(Answer::read(status, body, Some(seconds)), expected, "{status}");
    }
    let mut queue = queue([create("a", "x", "1")]);
    let request = send(&mut queue);
    let page = Answer::read(200, json!("<html>Bienvenue au Wi-Fi de l'hôtel</html>"), None);
    assert_eq!(answer(&mut queue, &request, page.clone()), Outcome::Waits);
    assert_eq!(queue.answered("a", Answer::Gone, now(), 0), None, "an answer nobody waits for");
}
