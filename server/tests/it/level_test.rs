//! The level test: taken by anybody, graded on the server, written by staff.

use axum::http::Method;
use chrono::Duration;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::school::{Client, Reply, School};

const CLIENT_ID: &str = "0193a5f2-7c1e-7abc-8def-0123456789ab";

pub(crate) async fn with_languages(school: &School) -> Client {
    for statement in [
        "DELETE FROM languages",
        "DELETE FROM levels",
        "INSERT INTO languages (id, name, code, created_at, updated_at) VALUES
            (1, 'Italien', 'it', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 'Français', 'fr', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (3, 'Espagnol', 'es', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        "INSERT INTO levels (id, name, rank, created_at, updated_at) VALUES
            (1, 'A1', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 'A2', 2, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (3, 'B1', 3, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
    ] {
        school.sql(statement).await;
    }
    school.account(Role::Editor, "editor@preau.test").await
}

/// One question of each type in the short test, the levels climbing.
fn questions() -> Value {
    let mut questions = json!([
        { "language": "it", "level": "A1", "typeCode": "QCM", "question": "Io ___ di Torino.",
            "options": ["sono", "ho"], "correctAnswer": "sono" },
        { "language": "Italien", "level": "A1", "typeCode": "TRUE_FALSE", "question": "« Ciao » se dit le soir.",
            "correctAnswer": "TRUE" },
        { "language": "ITALIAN", "level": "A2", "typeCode": "TEXT", "question": "Traduisez : un café.",
            "correctAnswer": "un caffè|il caffè" },
        { "language": "italien", "level": "A2", "typeCode": "CLOZE", "question": "{{1}} al {{2}}.",
            "correctAnswer": "[\"siamo|sono\",\"mare\"]" },
        { "language": "IT", "level": "B1", "typeCode": "AUDIO", "question": "Écoutez.", "correctAnswer": "le sette",
            "mediaUrl": "/assets/audio/it-ora.mp3", "transcript": "Sono le sette." },
    ]);
    for question in questions.as_array_mut().unwrap() {
        question["inFixedTest"] = json!(true);
    }
    questions
}

pub(crate) async fn plant(editor: &Client) -> Vec<i64> {
    let made = editor.post("/tests/create", questions()).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json().as_array().unwrap().iter().map(|question| question["id"].as_i64().unwrap()).collect()
}

fn answers(ids: &[i64], given: [Value; 5]) -> Value {
    ids.iter().zip(given).map(|(id, given)| json!({ "questionId": id, "givenAnswer": given })).collect()
}

fn all_right() -> [Value; 5] {
    [json!("sono"), json!("TRUE"), json!("Il caffè."), json!(["sono", "MARE"]), json!("Le  sette !")]
}

/// Every name of every member, however deep.
fn names(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(names).collect(),
        Value::Object(members) => {
            members.iter().flat_map(|(name, member)| [vec![name.clone()], names(member)].concat()).collect()
        }
        _ => Vec::new(),
    }
}

both_engines!(the_public_reads_questions_without_their_answers, |school| {
    let editor = with_languages(&school).await;
    plant(&editor).await;
    let student = school.account(Role::Student, "zoe@preau.test").await;
    for reader in [school.visitor(), student] {
        for path in ["/tests/it", "/tests/it/type/TEXT", "/tests/it/type/AUDIO"] {
            let seen = reader.get(path).await.ok();
            assert!(!seen.as_array().unwrap().is_empty());
            for secret in ["correctAnswer", "level"] {
                assert!(!names(&seen).contains(&secret.to_owned()), "{path} tells {secret}: {seen}");
            }
            assert!(!seen.to_string().contains("caffè"), "{seen}");
        }
    }
    let seen = editor.get("/tests/it").await.ok();
    assert_eq!((&seen[2]["correctAnswer"], &seen[2]["level"]), (&json!("un caffè|il caffè"), &json!("A2")));
    assert_eq!(seen[3]["correctAnswer"], "[\"siamo|sono\",\"mare\"]");
    let heard = school.visitor().get("/tests/it/type/audio").await.ok();
    assert_eq!(heard.as_array().unwrap().len(), 1);
    assert_eq!(
        (&heard[0]["mediaUrl"], &heard[0]["transcript"], &heard[0]["options"], &heard[0]["orderIndex"]),
        (&json!("/assets/audio/it-ora.mp3"), &json!("Sono le sette."), &json!([]), &json!(5))
    );
});

both_engines!(a_language_is_called_by_its_code_or_its_names, |school| {
    let editor = with_languages(&school).await;
    plant(&editor).await;
    let visitor = school.visitor();
    for name in ["it", "IT", "italien", "ITALIEN", "Italian", "ITALIAN", "%20italien"] {
        assert_eq!(visitor.get(&format!("/tests/{name}")).await.ok().as_array().unwrap().len(), 5, "{name}");
    }
    for name in ["fr", "FRANÇAIS", "fran%C3%A7ais", "Francais", "FRENCH", "es", "espagnol"] {
        assert_eq!(visitor.get(&format!("/tests/{name}")).await.ok(), json!([]), "{name}");
    }
    for nowhere in ["/tests/klingon", "/tests/zh", "/tests/it/type/ESSAY", "/tests/klingon/type/TEXT"] {
        visitor.get(nowhere).await.refused(404, "not_found");
    }
    visitor.post("/tests/klingon/submit", json!([])).await.refused(404, "not_found");
    let empty = visitor.post("/tests/fr/submit", json!([])).await.ok();
    let nothing = json!({ "score": 0, "total": 0, "percent": 0, "level": null, "results": [],
        "recommendations": [], "nextLevel": [] });
    assert_eq!(empty, nothing);
});

both_engines!(answers_of_all_types_are_right_nearly_right_or_wrong, |school| {
    let editor = with_languages(&school).await;
    let ids = plant(&editor).await;
    let visitor = school.visitor();
    let outcomes = |result: &Value| -> Vec<String> {
        let results = result["results"].as_array().unwrap();
        let asked: Vec<_> = results.iter().map(|one| one["questionId"].as_i64().unwrap()).collect();
        assert_eq!(asked, ids);
        results.iter().map(|one| one["outcome"].as_str().unwrap().to_owned()).collect()
    };
    let result = visitor.post("/tests/ITALIAN/submit", answers(&ids, all_right())).await.ok();
    assert_eq!(outcomes(&result), ["right"; 5]);
    assert_eq!(
        (&result["score"], &result["total"], &result["percent"], &result["level"]),
        (&json!(5), &json!(5), &json!(100), &json!("B1"))
    );
    assert!(!names(&result).contains(&"correctAnswer".to_owned()));

    let nearly =
        [json!("sono"), json!("false"), json!("un caffe"), json!("[\"siamo\",\"maré\"]"), json!("le otto")];
    let mut sent = answers(&ids, nearly);
    sent.as_array_mut().unwrap().reverse();
    let result = visitor.post("/tests/it/submit", sent).await.ok();
    assert_eq!(outcomes(&result), ["right", "wrong", "nearly", "nearly", "wrong"]);
    assert_eq!(
        (&result["score"], &result["percent"], &result["level"]),
        (&json!(1), &json!(20), &json!("A1")),
        "accents alone wrong score nothing"
    );
    assert_eq!(school.count("SELECT COUNT(*) FROM audit WHERE action NOT LIKE 'test-question.%'").await, 0);
});

both_engines!(every_question_is_answered_once, |school| {
    let editor = with_languages(&school).await;
    let ids = plant(&editor).await;
    let french = json!({ "language": "fr", "typeCode": "TEXT", "question": "?", "correctAnswer": "non" });
    let foreign = editor.post("/tests/create", french).await.ok()["id"].clone();
    let visitor = school.visitor();
    let submit = async |sent: Value| visitor.post("/tests/it/submit", sent).await;

    let mut sent = answers(&ids, all_right());
    sent.as_array_mut().unwrap().truncate(3);
    sent[1]["givenAnswer"] = json!(" ");
    let refused = submit(sent).await.refused(422, "answers_incomplete");
    assert_eq!(refused["message"], "Veuillez répondre à toutes les questions avant de soumettre.");
    assert_eq!(refused["params"]["missing"], json!([ids[1], ids[3], ids[4]]));
    submit(json!([])).await.refused(422, "answers_incomplete");

    let mut half = answers(&ids, all_right());
    half[3]["givenAnswer"] = json!(["sono"]);
    assert_eq!(submit(half).await.refused(422, "answers_incomplete")["params"]["missing"], json!([ids[3]]));

    let mut wrong = answers(&ids, all_right());
    wrong[1]["questionId"] = json!(ids[0]);
    wrong[2]["questionId"] = foreign;
    wrong[4]["givenAnswer"] = json!("x".repeat(1001));
    let reply = submit(wrong).await;
    assert_eq!(reply.field_names(), ["[1].questionId", "[2].questionId", "[4].givenAnswer"]);
    for (sent, name) in [
        (json!([{ "questionId": ids[0] }]), "[0].givenAnswer"),
        (json!([{ "questionId": "1", "givenAnswer": "a" }]), "[0].questionId"),
        (json!([{ "questionId": ids[0], "givenAnswer": 3 }]), "[0].givenAnswer"),
        (json!([{ "questionId": ids[0], "givenAnswer": ["a", null] }]), "[0].givenAnswer"),
    ] {
        let reply = submit(sent).await;
        assert_eq!(
            (reply.status.as_u16(), reply.field_names()),
            (422, vec![name.to_owned()]),
            "{}",
            reply.text()
        );
    }
});

both_engines!(courses_of_the_level_that_can_be_booked_are_recommended, |school| {
    let editor = with_languages(&school).await;
    let ids = plant(&editor).await;
    // Two that fit, the later one first; then one each that is full, a draft, over, too late to begin, of another
    // language, of the level above (two), and of the level below.
    school
        .sql(
            "INSERT INTO courses (id, status, type, name, slug, description, price_cents, total_hours, language_id,
                level_id, start_date, end_date, capacity, seats_taken, created_at, updated_at) VALUES
            (1, 'PUBLISHED', 'ONLINE', 'a', 'a', '…', 9000, 30, 1, 2, '2026-04-09', '2026-09-30', NULL, 9, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (2, 'PUBLISHED', 'IN_PERSON', 'b', 'b', '…', 9000, 30, 1, 2, '2026-03-09', '2026-09-30', 10, 9, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (3, 'PUBLISHED', 'IN_PERSON', 'c', 'c', '…', 9000, 30, 1, 2, '2026-03-09', '2026-09-30', 10, 10, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (4, 'DRAFT', 'ONLINE', 'd', 'd', '…', 9000, 30, 1, 2, '2026-03-09', '2026-09-30', NULL, 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (5, 'PUBLISHED', 'ONLINE', 'e', 'e', '…', 9000, 30, 1, 2, '2026-01-09', '2026-02-28', NULL, 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (6, 'PUBLISHED', 'ONLINE', 'f', 'f', '…', 9000, 30, 1, 2, '2026-01-09', '2026-03-10', NULL, 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (7, 'PUBLISHED', 'ONLINE', 'g', 'g', '…', 9000, 30, 2, 2, '2026-03-09', '2026-09-30', NULL, 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (8, 'PUBLISHED', 'ONLINE', 'h', 'h', '…', 9000, 30, 1, 3, '2026-03-19', '2026-09-30', NULL, 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (9, 'PUBLISHED', 'ONLINE', 'i', 'i', '…', 9000, 30, 1, 3, '2026-03-10', '2026-09-30', NULL, 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z'),
            (10, 'PUBLISHED', 'ONLINE', 'j', 'j', '…', 9000, 30, 1, 1, '2026-03-09', '2026-09-30', NULL, 0, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
        )
        .await;
    let visitor = school.visitor();
    let courses = |list: &Value| -> Vec<i64> {
        list.as_array().unwrap().iter().map(|course| course["id"].as_i64().unwrap()).collect()
    };
    let mut given = all_right();
    given[4] = json!("le otto");
    let result = visitor.post("/tests/it/submit", answers(&ids, given)).await.ok();
    assert_eq!(result["level"], "A2");
    assert_eq!((courses(&result["recommendations"]), courses(&result["nextLevel"])), (vec![2, 1], vec![9]));
    assert_eq!(result["recommendations"][0], visitor.get("/courses/details").await.ok()[2], "as in the list");

    let highest = visitor.post("/tests/it/submit", answers(&ids, all_right())).await.ok();
    assert_eq!(highest["level"], "B1");
    assert_eq!((courses(&highest["recommendations"]), courses(&highest["nextLevel"])), (vec![9, 8], vec![]));

    for id in &ids {
        editor.put(&format!("/tests/{id}/update"), json!({ "level": null })).await.ok();
    }
    let unknown = visitor.post("/tests/it/submit", answers(&ids, all_right())).await.ok();
    assert_eq!((&unknown["level"], &unknown["recommendations"]), (&Value::Null, &json!([])));
});

both_engines!(one_address_hands_in_thirty_tests_in_ten_minutes, |school| {
    let editor = with_languages(&school).await;
    let ids = plant(&editor).await;
    let visitor = school.visitor();
    let submit = async |client: &Client| -> Reply {
        client.post("/tests/it/submit", answers(&ids, all_right())).await
    };
    for _ in 0..30 {
        submit(&visitor).await.ok();
    }
    let refused = submit(&visitor).await;
    refused.refused(429, "too_many_requests");
    assert!(refused.headers.contains_key("retry-after"));
    submit(&school.visitor()).await.ok();
    school.pass(Duration::minutes(10));
    submit(&visitor).await.ok();
});

both_engines!(staff_writes_questions_one_by_one, |school| {
    let editor = with_languages(&school).await;
    let mut sent = questions()[0].clone();
    sent["clientId"] = json!(CLIENT_ID);
    for nobody in [school.visitor(), school.account(Role::Student, "zoe@preau.test").await] {
        assert!([401, 403].contains(&nobody.post("/tests/create", sent.clone()).await.status.as_u16()));
    }
    let first = editor.post("/tests/create", sent.clone()).await;
    let again = editor.post("/tests/create", sent).await;
    assert_eq!((first.status.as_u16(), again.status.as_u16()), (201, 200), "{}", first.text());
    let made = first.json();
    assert_eq!(made, again.json());
    assert_eq!(
        made,
        json!({ "id": made["id"], "version": 1, "language": "it", "level": "A1", "typeCode": "QCM",
            "question": "Io ___ di Torino.", "options": ["sono", "ho"], "correctAnswer": "sono",
            "mediaUrl": null, "transcript": null, "inFixedTest": true, "orderIndex": 1, "lang": null, "translations": [] })
    );
    let (update, delete) = (format!("/tests/{}/update", made["id"]), format!("/tests/{}/delete", made["id"]));
    let changed = editor.put(&update, json!({ "correctAnswer": "ho", "level": null })).await.ok();
    let mut expected = made.clone();
    (expected["correctAnswer"], expected["level"], expected["version"]) =
        (json!("ho"), Value::Null, json!(2));
    assert_eq!(changed, expected);
    let old = [("If-Match", "\"1\"")];
    let stale = editor.send(Method::PUT, &update, Some(json!({ "question": "x" })), &old).await;
    assert_eq!(stale.refused(412, "stale")["current"], changed);
    let written = editor.put(&update, json!({ "typeCode": "TEXT", "language": "French" })).await.ok();
    assert_eq!((&written["options"], &written["language"]), (&json!([]), &json!("fr")));
    editor.send(Method::DELETE, &delete, None, &old).await.refused(412, "stale");
    assert_eq!(editor.delete(&delete).await.status, 204);
    editor.delete(&delete).await.refused(404, "not_found");
    editor.put(&update, json!({})).await.refused(404, "not_found");
    assert_eq!(
        school.count("SELECT COUNT(*) FROM changes WHERE deleted AND entity = 'test-question'").await,
        1
    );
    assert_eq!(school.count("SELECT COUNT(*) FROM audit WHERE entity = 'test-question'").await, 4);
});

both_engines!(many_questions_are_written_together_or_not_at_all, |school| {
    let editor = with_languages(&school).await;
    let mut sent = questions();
    sent[0]["options"] = json!(["sono", "sono", ""]);
    sent[1]["correctAnswer"] = json!("vrai");
    sent[2]["mediaUrl"] = json!("/a.mp3");
    sent[3]["question"] = json!("{{1}} {{3}}");
    sent[4]["mediaUrl"] = json!("javascript:alert(1)");
    let reply = editor.post("/tests/create", sent).await;
    assert_eq!(
        reply.field_names(),
        [
            "[0].options[1]",
            "[0].options[2]",
            "[1].correctAnswer",
            "[2].mediaUrl",
            "[3].question",
            "[4].mediaUrl"
        ]
    );
    let mut elsewhere = questions();
    elsewhere[4]["language"] = json!("klingon");
    let reply = editor.post("/tests/create", elsewhere).await;
    reply.refused(422, "unknown_reference");
    assert_eq!(reply.field_names(), ["[4].language"]);
    assert_eq!(school.count("SELECT COUNT(*) FROM test_questions").await, 0);
    assert_eq!(editor.post("/tests/create", json!(["x"])).await.field_names(), ["[0]"]);
    editor.post("/tests/create", json!([])).await.ok();
    plant(&editor).await;
    assert_eq!(school.count("SELECT MAX(order_index) FROM test_questions").await, 5);
});
