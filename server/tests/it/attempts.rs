//! The adaptive test: one question after the other, resumed, repeated, compared at night; and who reads attempts.

use std::collections::BTreeMap;

use axum::http::Method;
use chrono::Duration;
use preau_core::role::Role;
use preau_server::{change, execute};
use serde_json::{Value, json};

use crate::content::{fill, id, with_modules};
use crate::learning::give;
use crate::school::{Client, Reply, School};

const LEVELS: [&str; 6] = ["A1", "A2", "B1", "B2", "C1", "C2"];
const PASSWORD: &str = "zebre-volant-7";

/// Questions of every level, answered by their own words; returns the levels by id.
async fn bank(editor: &Client, of_each: usize) -> BTreeMap<i64, usize> {
    let questions: Value = LEVELS
        .iter()
        .flat_map(|level| (0..of_each).map(move |number| (level, number)))
        .map(|(level, number)| {
            json!({ "language": "it", "level": level, "typeCode": "TEXT", "question": format!("{level} {number} ?"),
                "correctAnswer": "giusto" })
        })
        .collect();
    let made = editor.post("/tests/create", questions).await.ok();
    let level = |question: &Value| LEVELS.iter().position(|level| *level == question["level"]).unwrap();
    made.as_array().unwrap().iter().map(|question| (id(question), level(question))).collect()
}

async fn begin(client: &Client) -> Value {
    client.post("/tests/it/attempts", json!({})).await.ok()
}

fn body(state: &Value, token: &Value, given: &Value) -> Value {
    json!({ "token": token, "questionId": state["question"]["id"], "version": state["question"]["version"],
        "givenAnswer": given, "milliseconds": 4200 })
}

async fn send(client: &Client, state: &Value, body: Value) -> Reply {
    client.post(&format!("/attempts/{}/answers", state["id"]), body).await
}

/// Answers until the result, as somebody who knows everything of the lowest `known` levels; returns the state with the result and the
/// questions that were asked.
async fn take(client: &Client, levels: &BTreeMap<i64, usize>, known: usize) -> (Value, Vec<i64>) {
    let mut state = begin(client).await;
    let token = state["token"].clone();
    let mut asked = Vec::new();
    while state["result"].is_null() {
        let told = state.to_string();
        for secret in ["giusto", "correctAnswer", "level", "difficulty", "outcome", "orderIndex", "courses"] {
            assert!(!told.contains(secret), "{told}");
        }
        let question = id(&state["question"]);
        asked.push(question);
        let given = if levels[&question] < known { json!("Giusto !") } else { Value::Null };
        state = send(client, &state, body(&state, &token, &given)).await.ok();
        assert_eq!(state["answered"], asked.len());
    }
    (state, asked)
}

both_engines!(a_visitor_learns_their_level_and_never_what_is_right, |school| {
    let editor = with_modules(&school).await;
    let levels = bank(&editor, 8).await;
    let visitor = school.visitor();
    // Who knows all of B1 and nothing of B2 is between the two.
    for (known, found) in [(0, ["A1", "A1"]), (3, ["B1", "B2"]), (6, ["C2", "C2"])] {
        let (state, asked) = take(&visitor, &levels, known).await;
        let result = &state["result"];
        let level = result["level"].as_str().unwrap();
        assert!(found.contains(&level), "{state}");
        let percent = result["percent"].as_i64().unwrap();
        assert!((40..=100).contains(&percent), "{state}");
        let neighbour = found.into_iter().find(|other| *other != level);
        assert_eq!(result["neighbour"].as_str(), neighbour, "{state}");
        assert!((8..=25).contains(&asked.len()), "{asked:?}");
        let mut different = asked.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), asked.len(), "no question twice");
        let bookable = if level == "A1" { 2 } else { 0 };
        assert_eq!(result["courses"].as_array().unwrap().len(), bookable);
    }
    assert_eq!(begin(&visitor).await["atMost"], 25);
    assert_eq!(school.count("SELECT COUNT(*) FROM test_attempts WHERE user_id IS NOT NULL").await, 0);
    let listed = visitor.get("/tests/it").await.ok();
    assert_eq!(listed, json!([]), "questions of the adaptive test are not listed");
});

both_engines!(a_test_is_offered_with_enough_questions, |school| {
    let editor = with_modules(&school).await;
    let visitor = school.visitor();
    let offer = |adaptive: bool, fixed: usize| json!([{ "language": "it", "fixedQuestions": fixed, "adaptive": adaptive }]);
    assert_eq!(visitor.get("/tests").await.ok(), offer(false, 0));
    visitor.post("/tests/it/attempts", json!({})).await.refused(409, "test_not_offered");
    bank(&editor, 1).await;
    visitor.post("/tests/it/attempts", json!({})).await.refused(409, "test_not_offered");
    let short = json!({ "language": "it", "typeCode": "TRUE_FALSE", "question": "Sì ?", "correctAnswer": "TRUE",
        "level": "A1", "inFixedTest": true });
    assert_eq!(editor.post("/tests/create", json!([short, short])).await.status, 201);
    assert_eq!(visitor.get("/tests").await.ok(), offer(true, 2));
    assert_eq!(visitor.get("/tests/it").await.ok().as_array().unwrap().len(), 2);
    assert_eq!(editor.get("/tests/it").await.ok().as_array().unwrap().len(), 8);
    visitor.post("/tests/klingon/attempts", json!({})).await.refused(404, "not_found");
    let (state, asked) = take(&visitor, &(1..100).map(|id| (id, 0)).collect(), 0).await;
    assert_eq!((asked.len(), &state["result"]["answered"]), (8, &json!(8)), "it ends with its questions");
});

both_engines!(an_answer_counts_once, |school| {
    let editor = with_modules(&school).await;
    let levels = bank(&editor, 4).await;
    let visitor = school.visitor();
    let first = begin(&visitor).await;
    let token = first["token"].clone();
    let answer = body(&first, &token, &json!("giusto"));
    let path = format!("/attempts/{}/answers", first["id"]);
    let (one, other) = tokio::join!(visitor.post(&path, answer.clone()), visitor.post(&path, answer.clone()));
    let (one, other) = (one.ok(), other.ok());
    assert_eq!(one, other);
    assert_eq!((&one["answered"], &one["replaced"], &one["token"]), (&json!(1), &json!(false), &Value::Null));
    let changed = body(&first, &token, &json!("sbagliato"));
    assert_eq!(send(&visitor, &first, changed).await.ok(), one, "an answer is not taken back");
    let right =
        "SELECT COUNT(*) FROM test_answers WHERE outcome = 'right' AND milliseconds = 4200 AND position = 1";
    assert_eq!(school.count(right).await, 1);
    assert_eq!(school.count("SELECT COUNT(*) FROM test_answers").await, 2);

    let (done, asked) = take(&visitor, &levels, 6).await;
    let last = asked.last().unwrap();
    let sent = json!({ "questionId": last, "version": 1, "givenAnswer": null, "milliseconds": 1 });
    send(&visitor, &done, sent).await.refused(404, "not_found");
});

both_engines!(bad_answers_name_their_field_and_are_not_recorded, |school| {
    let editor = with_modules(&school).await;
    bank(&editor, 4).await;
    let visitor = school.visitor();
    let state = begin(&visitor).await;
    let token = state["token"].clone();
    for (change, field) in [
        (json!({ "givenAnswer": "  " }), "givenAnswer"),
        (json!({ "givenAnswer": "a".repeat(1001) }), "givenAnswer"),
        (json!({ "milliseconds": -1 }), "milliseconds"),
    ] {
        let mut sent = body(&state, &token, &json!("giusto"));
        sent.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        assert_eq!(send(&visitor, &state, sent).await.field_names(), [field]);
    }
    let mut silent = body(&state, &token, &Value::Null);
    silent.as_object_mut().unwrap().remove("givenAnswer");
    assert_eq!(send(&visitor, &state, silent).await.field_names(), ["givenAnswer"]);
    for wrong in [Value::Null, json!("nonsense")] {
        let sent = body(&state, &wrong, &json!("giusto"));
        send(&visitor, &state, sent).await.refused(404, "not_found");
    }
    let sent = body(&state, &token, &json!("giusto"));
    visitor.post("/attempts/999/answers", sent).await.refused(404, "not_found");
    assert_eq!(school.count("SELECT COUNT(*) FROM test_answers WHERE outcome IS NOT NULL").await, 0);
});

both_engines!(a_question_that_changes_under_the_hand_is_replaced, |school| {
    let editor = with_modules(&school).await;
    bank(&editor, 4).await;
    let visitor = school.visitor();
    let state = begin(&visitor).await;
    let token = state["token"].clone();
    let question = id(&state["question"]);
    let path = format!("/tests/{question}/update");
    editor.put(&path, json!({ "inFixedTest": true })).await.ok();
    editor.put(&path, json!({ "translations": [{ "lang": "en", "question": "In English?" }] })).await.ok();
    let mut seen = body(&state, &token, &json!("giusto"));
    let next = send(&visitor, &state, seen.clone()).await.ok();
    assert_eq!((&next["answered"], &next["replaced"]), (&json!(1), &json!(false)), "its words are the same");

    let question = id(&next["question"]);
    editor.put(&format!("/tests/{question}/update"), json!({ "question": "Un'altra ?" })).await.ok();
    seen = body(&next, &token, &json!("giusto"));
    let replaced = send(&visitor, &next, seen.clone()).await.ok();
    assert_eq!((&replaced["answered"], &replaced["replaced"]), (&json!(1), &json!(true)));
    let again = send(&visitor, &next, seen).await.ok();
    assert_eq!(again["question"], replaced["question"], "a repeat asks the same");

    let question = id(&replaced["question"]);
    assert_eq!(editor.delete(&format!("/tests/{question}/delete")).await.status, 204);
    let gone = send(&visitor, &replaced, body(&replaced, &token, &json!("giusto"))).await.ok();
    assert_eq!((&gone["answered"], &gone["replaced"]), (&json!(1), &json!(true)));
    assert_ne!(gone["question"]["id"], replaced["question"]["id"]);
    let further = send(&visitor, &gone, body(&gone, &token, &json!("giusto"))).await.ok();
    assert_eq!(further["answered"], 2);
});

both_engines!(an_own_attempt_goes_on_on_another_device, |school| {
    let editor = with_modules(&school).await;
    bank(&editor, 4).await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let lea = school.account(Role::Student, "lea@example.fr").await;
    let begun = zoe.post("/tests/it/attempts", json!({})).await;
    assert_eq!(begun.status, 201);
    let begun = begun.json();
    assert_eq!(begun["token"], Value::Null);
    let state = send(&zoe, &begun, body(&begun, &Value::Null, &json!("giusto"))).await.ok();

    let elsewhere = school.sign_in(zoe.id()).await;
    let resumed = elsewhere.post("/tests/it/attempts", json!({})).await;
    assert_eq!(resumed.status, 200);
    assert_eq!(resumed.json(), state);
    for stranger in [&lea, &school.visitor()] {
        let sent = body(&state, &Value::Null, &json!("giusto"));
        send(stranger, &state, sent).await.refused(404, "not_found");
    }
    let restarted = zoe.post("/tests/it/attempts", json!({ "restart": true })).await;
    assert_eq!(restarted.status, 201);
    assert_ne!(restarted.json()["id"], begun["id"]);
    let sent = body(&state, &Value::Null, &json!("giusto"));
    send(&zoe, &state, sent).await.refused(409, "attempt_abandoned");
    let history = zoe.get("/attempts/me").await.ok();
    let listed: Vec<_> = history["tests"].as_array().unwrap().iter().map(|one| &one["finishedAt"]).collect();
    assert!(listed.len() == 2 && listed[0].is_null() && listed[1].is_string(), "{history}");

    let running = restarted.json();
    send(&zoe, &running, body(&running, &Value::Null, &json!("giusto"))).await.ok();
    let export = zoe.get("/users/me/export").await.ok();
    let answers = &export["attempts"]["testAnswers"];
    let told: Vec<_> = answers.as_array().unwrap().iter().map(|answer| &answer["outcome"]).collect();
    assert_eq!(
        told,
        [&json!("right"), &Value::Null, &Value::Null, &Value::Null],
        "outcomes after the test: {answers}"
    );

    for _ in 0..30 {
        assert_eq!(zoe.post("/tests/it/attempts", json!({})).await.status, 200, "going on is not limited");
    }
    school.pass(Duration::days(31));
    let zoe = school.sign_in(zoe.id()).await;
    send(&zoe, &running, body(&running, &Value::Null, &json!("giusto"))).await.refused(404, "not_found");
    assert_eq!(zoe.post("/tests/it/attempts", json!({})).await.status, 201, "much was learnt in a month");
    school.run_jobs().await;
    let unfinished = "SELECT COUNT(*) FROM test_attempts WHERE finished_at IS NULL";
    assert_eq!(school.count(unfinished).await, 1);
});

both_engines!(a_visitor_s_attempt_leaves_no_trace_unless_it_is_finished, |school| {
    let editor = with_modules(&school).await;
    let levels = bank(&editor, 8).await;
    let visitor = school.visitor();
    let state = begin(&visitor).await;
    let token = state["token"].clone();
    send(&visitor, &state, body(&state, &token, &json!("giusto"))).await.ok();
    take(&visitor, &levels, 6).await;
    assert_eq!(school.count("SELECT COUNT(*) FROM test_answers WHERE given IS NOT NULL").await, 0);
    school.pass(Duration::days(3));
    school.run_jobs().await;
    let left = "SELECT COUNT(*) FROM test_attempts WHERE level = 'C2' AND token_hash IS NULL";
    assert_eq!((school.count("SELECT COUNT(*) FROM test_attempts").await, school.count(left).await), (1, 1));
});

both_engines!(a_test_whose_questions_are_taken_away_has_no_result, |school| {
    let editor = with_modules(&school).await;
    bank(&editor, 2).await;
    let visitor = school.visitor();
    let state = begin(&visitor).await;
    school.sql("DELETE FROM test_questions").await;
    let token = state["token"].clone();
    let sent = body(&state, &token, &json!("giusto"));
    send(&visitor, &state, sent).await.refused(409, "test_not_offered");
    assert_eq!(school.count("SELECT COUNT(*) FROM test_attempts WHERE finished_at IS NOT NULL").await, 0);
});

both_engines!(attempts_are_read_by_their_learner_staff_and_own_teachers, |school| {
    let editor = with_modules(&school).await;
    let levels = bank(&editor, 8).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    take(&zoe, &levels, 6).await;
    let subscription = give(&admin, &zoe, &[11]).await;
    let inside = fill(&editor, 11).await;
    let path = format!("/quizzes/{}/submit?subscriptionId={subscription}", inside.quiz);
    zoe.post(&path, json!([{ "questionId": inside.question, "givenAnswer": "TRUE" }])).await.ok();

    let own = zoe.get("/attempts/me").await.ok();
    assert_eq!((&own["tests"][0]["level"], &own["tests"][0]["language"]), (&json!("C2"), &json!("it")));
    let quiz = &own["quizzes"][0];
    assert_eq!((&quiz["courseName"], &quiz["quizId"]), (&json!("Primi passi"), &json!(inside.quiz)));
    assert_eq!((&quiz["score"], &quiz["total"], &quiz["percent"]), (&json!(1), &json!(1), &json!(100)));
    let path = format!("/attempts?userId={}", zoe.id());
    for staff in [&editor, &admin] {
        assert_eq!(staff.get(&path).await.ok(), own);
    }
    let (teacher, teacher_id) = school.teacher(Role::Teacher, "chiara@ecole.test").await;
    teacher.get(&path).await.refused(404, "not_found");
    school.assign(1, Some(teacher_id)).await;
    let seen = teacher.get(&path).await.ok();
    assert_eq!((&seen["tests"], &seen["quizzes"]), (&own["tests"], &json!([])));
    zoe.get(&path).await.refused(403, "forbidden");
    editor.get("/attempts?userId=999").await.refused(404, "not_found");
    assert_eq!(editor.get("/attempts").await.field_names(), ["userId"]);
    school.sql("UPDATE subscriptions SET access_expires_at = '2026-01-31'").await;
    teacher.get(&path).await.refused(404, "not_found");
});

both_engines!(attempts_are_exported_and_lose_their_name_with_the_account_or_after_two_years, |school| {
    let editor = with_modules(&school).await;
    let levels = bank(&editor, 8).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let mut learners = Vec::new();
    for email in ["zoe@example.fr", "lea@example.fr"] {
        let learner = school.account(Role::Student, email).await;
        take(&learner, &levels, 6).await;
        let subscription = give(&admin, &learner, &[11]).await;
        learners.push((learner, subscription));
    }
    let inside = fill(&editor, 11).await;
    for (learner, subscription) in &learners {
        let path = format!("/quizzes/{}/submit?subscriptionId={subscription}", inside.quiz);
        learner.post(&path, json!([{ "questionId": inside.question, "givenAnswer": "FALSE" }])).await.ok();
    }
    let export = learners[0].0.get("/users/me/export").await.ok();
    assert_eq!(export["attempts"]["tests"][0]["level"], "C2");
    assert_eq!(export["attempts"]["testAnswers"][0]["given"], "\"Giusto !\"");
    assert_eq!(export["attempts"]["quizAnswers"][0]["outcome"], "wrong");

    let zoe = &learners[0].0;
    school.give_password(zoe.id(), PASSWORD).await;
    let right = json!({ "currentPassword": PASSWORD });
    assert_eq!(zoe.send(Method::DELETE, "/users/me", Some(right), &[]).await.status, 204);
    let named = "SELECT (SELECT COUNT(*) FROM test_attempts WHERE user_id IS NOT NULL)
        + (SELECT COUNT(*) FROM quiz_attempts WHERE user_id IS NOT NULL)";
    let typed = "SELECT (SELECT COUNT(DISTINCT attempt_id) FROM test_answers WHERE given IS NOT NULL)
        + (SELECT COUNT(*) FROM quiz_answers WHERE given IS NOT NULL)";
    assert_eq!((school.count(named).await, school.count(typed).await), (2, 2), "those of the other stay");
    let outcomes = "SELECT COUNT(DISTINCT attempt_id) FROM test_answers WHERE outcome IS NOT NULL";
    assert_eq!(school.count(outcomes).await, 2, "questions can still be compared");
    school.pass(Duration::days(729));
    school.run_jobs().await;
    assert_eq!((school.count(named).await, school.count(typed).await), (2, 2));
    school.pass(Duration::days(3));
    school.run_jobs().await;
    assert_eq!((school.count(named).await, school.count(typed).await), (0, 0));
    assert_eq!(school.count(outcomes).await, 2);
});

/// Attempts of learners who know more and more, each answering every question; the able answer the first one wrong.
async fn seed(school: &School, levels: &BTreeMap<i64, usize>) {
    let app = &school.app;
    let misleading = *levels.keys().next().unwrap();
    change!(app, None, |tx| {
        for learner in 0..240_i64 {
            let attempt = "INSERT INTO test_attempts (id, language_id, seed, started_at, finished_at, level)
                VALUES ($1, 1, 0, $2, $2, 'B1')";
            execute!(tx, attempt, learner + 1, tx.now)?;
            for (position, (question, level)) in (1_i64..).zip(levels) {
                // From below A1 to above C2, with an answer in seven by chance.
                let knows = learner * 8 / 240 > i64::try_from(*level).unwrap();
                let is_lucky = (learner * 31 + question * 17) % 7 == 0;
                let right = (knows != is_lucky) != (*question == misleading);
                let answer = "INSERT INTO test_answers (attempt_id, position, question_id, question_version, difficulty,
                        asked_at, answered_at, outcome, milliseconds) VALUES ($1, $2, $3, 1, 0.0, $5, $5, $4, 1)";
                let outcome = if right { "right" } else { "wrong" };
                execute!(tx, answer, learner + 1, position, *question, outcome, tx.now)?;
            }
        }
        Ok(())
    })
    .unwrap();
}

both_engines!(a_question_that_misleads_is_found_at_night, |school| {
    let editor = with_modules(&school).await;
    let levels = bank(&editor, 3).await;
    seed(&school, &levels).await;
    let before = editor.get("/tests/it/statistics").await.ok();
    assert_eq!(
        (&before["attempts"], &before["finished"], &before["fittedAt"]),
        (&json!(240), &json!(240), &Value::Null)
    );
    assert_eq!(
        (&before["items"][0]["asked"], &before["items"][0]["difficulty"]),
        (&json!(240), &Value::Null)
    );

    school.run_jobs().await;
    let found = editor.get("/tests/it/statistics").await.ok();
    assert!(found["fittedAt"].is_string(), "{found}");
    assert_eq!(found["tooFew"], 200);
    let items = found["items"].as_array().unwrap();
    let misleading: Vec<i64> = items
        .iter()
        .filter(|item| item["misleading"] == true)
        .map(|item| item["questionId"].as_i64().unwrap())
        .collect();
    assert_eq!(misleading, [*levels.keys().next().unwrap()], "{found}");
    assert!(items[0]["discrimination"].as_f64().unwrap() < 0.0 && items[0]["difficulty"].is_null());
    let difficulties: Vec<f64> = items[1..].iter().map(|item| item["difficulty"].as_f64().unwrap()).collect();
    assert!(difficulties[0] < *difficulties.last().unwrap(), "{difficulties:?}");
    assert!(items[1..].iter().all(|item| item["discrimination"].as_f64().unwrap() > 0.2), "{found}");
    assert_eq!(items[0]["exposure"], 100);

    // Another text begins anew.
    let changed = items[1]["questionId"].as_i64().unwrap();
    editor.put(&format!("/tests/{changed}/update"), json!({ "question": "Nuova ?" })).await.ok();
    let after = editor.get("/tests/it/statistics").await.ok();
    assert_eq!((&after["items"][1]["asked"], &after["items"][1]["difficulty"]), (&json!(0), &Value::Null));
    assert_eq!(after["items"][2], items[2]);
    school.run_jobs().await;
    assert_eq!(editor.get("/tests/it/statistics").await.ok()["fittedAt"], found["fittedAt"], "once a night");
});
