//! Answering a quiz: what is hidden before, what is told after, and through which subscription.

use preau_core::role::Role;
use serde_json::{Value, json};

use crate::content::{fill, id, with_modules};
use crate::learning::give;
use crate::school::Client;

/// A quiz with a question of every type; answers the ids of the quiz and of its questions.
async fn quiz(editor: &Client, lesson: i64) -> (i64, Vec<i64>) {
    let quiz =
        id(&editor.post("/quizzes", json!({ "lessonId": lesson, "instructions": "Écoutez." })).await.ok());
    let questions = json!([
        { "quizId": quiz, "questionText": "À 9 heures ?", "typeCode": "QCM", "options": ["Ciao", "Buongiorno"],
          "correctAnswer": "Buongiorno", "explanation": "On vouvoie." },
        { "quizId": quiz, "questionText": "« Salve » est poli.", "typeCode": "TRUE_FALSE", "correctAnswer": "TRUE" },
        { "quizId": quiz, "questionText": "« Pourquoi ? »", "typeCode": "TEXT", "correctAnswer": "perché|perché mai" },
        { "quizId": quiz, "questionText": "Io {{1}}, tu {{2}}.", "typeCode": "CLOZE",
          "correctAnswer": "[\"sono\",\"sei\"]" },
        { "quizId": quiz, "questionText": "Qu'entendez-vous ?", "typeCode": "AUDIO", "correctAnswer": "treno",
          "mediaUrl": "/assets/audio/treno.mp3", "transcript": "Il treno parte." },
    ]);
    let made = editor.post("/questions/batch", questions).await.ok();
    (quiz, made.as_array().unwrap().iter().map(id).collect())
}

fn answers(questions: &[i64], given: &[Value]) -> Value {
    let pairs = questions.iter().zip(given);
    pairs.map(|(id, given)| json!({ "questionId": id, "givenAnswer": given })).collect()
}

/// Every name of a field, however deep.
fn names(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                found.push(name.clone());
                names(member, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| names(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

both_engines!(what_is_right_is_hidden_until_it_was_answered, |school| {
    let editor = with_modules(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    give(&admin, &zoe, &[11]).await;
    let lesson = fill(&editor, 11).await.lesson;
    let (quiz, questions) = quiz(&editor, lesson).await;
    for path in
        [format!("/quizzes/lesson/{lesson}"), format!("/quizzes/{quiz}"), format!("/questions/quiz/{quiz}")]
    {
        for (client, told) in [(&zoe, false), (&editor, true), (&admin, true)] {
            let answer = client.get(&path).await.ok();
            let mut found = Vec::new();
            names(&answer, &mut found);
            assert!(found.contains(&"questionText".to_owned()), "{path}: {answer}");
            for secret in ["correctAnswer", "explanation"] {
                assert_eq!(found.contains(&secret.to_owned()), told, "{path}: {answer}");
            }
        }
    }
    let seen = zoe.get(&format!("/quizzes/{quiz}")).await.ok();
    assert_eq!(seen["instructions"], "Écoutez.");
    let order: Vec<i64> = seen["questions"].as_array().unwrap().iter().map(id).collect();
    assert_eq!(order, questions);
    let heard = &seen["questions"][4];
    assert_eq!(
        (&heard["mediaUrl"], &heard["transcript"], &heard["options"]),
        (&json!("/assets/audio/treno.mp3"), &json!("Il treno parte."), &json!([]))
    );
});

both_engines!(answers_are_corrected_and_kept_and_complete_nothing, |school| {
    let editor = with_modules(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let subscription = give(&admin, &zoe, &[11]).await;
    let (quiz, questions) = quiz(&editor, fill(&editor, 11).await.lesson).await;
    let path = format!("/quizzes/{quiz}/submit?subscriptionId={subscription}");
    let given =
        [json!("Buongiorno"), json!("FALSE"), json!("Perche"), json!(["Sono", "sei."]), json!(" TRENO ")];
    let result = zoe.post(&path, answers(&questions, &given)).await.ok();
    assert_eq!(json!([result["score"], result["total"], result["percent"]]), json!([3, 5, 60]));
    let told: Vec<_> = result["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["outcome"].as_str().unwrap(), one["correctAnswer"].as_str().unwrap()))
        .collect();
    assert_eq!(
        told,
        [
            ("right", "Buongiorno"),
            ("wrong", "TRUE"),
            ("nearly", "perché"),
            ("right", "sono / sei"),
            ("right", "treno"),
        ]
    );
    let first = &result["results"][0];
    assert_eq!((&first["questionId"], &first["explanation"]), (&json!(questions[0]), &json!("On vouvoie.")));
    assert_eq!(result["results"][1]["explanation"], Value::Null);
    assert_eq!(school.count("SELECT COUNT(*) FROM lesson_views").await, 0);
    assert_eq!(zoe.get(&format!("/subscriptions/{subscription}")).await.ok()["progressionPercentage"], 0);

    let kept = "SELECT COUNT(*) FROM quiz_answers a JOIN quiz_attempts t ON t.id = a.attempt_id
        WHERE t.score = 3 AND t.total = 5 AND a.given IS NOT NULL";
    assert_eq!(school.count(kept).await, 5);

    let incomplete = zoe.post(&path, answers(&questions[..3], &given)).await;
    let problem = incomplete.refused(422, "answers_incomplete");
    assert_eq!(problem["message"], "Veuillez répondre à toutes les questions avant de soumettre.");
    assert_eq!(problem["params"]["missing"], json!(questions[3..]));
    let foreign = json!([{ "questionId": 999, "givenAnswer": "x" }]);
    assert_eq!(zoe.post(&path, foreign).await.field_names(), ["[0].questionId"]);
    let mut twice = answers(&questions, &given);
    twice[1]["questionId"] = json!(questions[0]);
    assert_eq!(zoe.post(&path, twice).await.field_names(), ["[1].questionId"]);
    assert_eq!(school.count("SELECT COUNT(*) FROM quiz_attempts").await, 1, "what is refused is not kept");
});

both_engines!(a_quiz_is_answered_through_one_s_own_live_subscription, |school| {
    let editor = with_modules(&school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    let lea = school.account(Role::Student, "lea@example.fr").await;
    let (hers, other) = (give(&admin, &zoe, &[11]).await, give(&admin, &lea, &[]).await);
    let (inside, outside) = (fill(&editor, 11).await, fill(&editor, 12).await);
    let sent = answers(&[inside.question], &[json!("TRUE")]);
    let path = |quiz: i64, query: &str| format!("/quizzes/{quiz}/submit{query}");
    let through = |subscription: i64| format!("?subscriptionId={subscription}");

    school
        .visitor()
        .post(&path(inside.quiz, &through(hers)), sent.clone())
        .await
        .refused(401, "unauthenticated");
    assert_eq!(zoe.post(&path(inside.quiz, ""), sent.clone()).await.field_names(), ["subscriptionId"]);
    zoe.post(&path(inside.quiz, &through(other)), sent.clone()).await.refused(404, "not_found");
    zoe.post(&path(outside.quiz, &through(hers)), sent.clone()).await.refused(404, "not_found");
    zoe.post(&path(999, &through(hers)), sent.clone()).await.refused(404, "not_found");
    assert_eq!(zoe.post(&path(inside.quiz, &through(hers)), sent.clone()).await.ok()["percent"], 100);
    for staff in [&editor, &admin] {
        assert_eq!(staff.post(&path(inside.quiz, ""), sent.clone()).await.ok()["score"], 1);
        staff.post(&path(999, ""), sent.clone()).await.refused(404, "not_found");
    }
    school.sql("UPDATE subscriptions SET access_expires_at = '2026-03-01'").await;
    let refused = zoe.post(&path(inside.quiz, &through(hers)), sent).await.refused(403, "access_ended");
    assert_eq!(refused["params"]["on"], "2026-03-01");
});

both_engines!(a_question_keeps_what_its_type_needs, |school| {
    let editor = with_modules(&school).await;
    let filled = fill(&editor, 11).await;
    let path = format!("/questions/{}", filled.question);
    let before = editor.get(&format!("/questions/quiz/{}", filled.quiz)).await.ok();
    for (sent, field) in [
        (json!({ "correctAnswer": "PEUT-ÊTRE" }), "correctAnswer"),
        (json!({ "typeCode": "ESSAY" }), "typeCode"),
        (json!({ "typeCode": "QCM", "correctAnswer": "a" }), "options"),
        (json!({ "typeCode": "AUDIO", "correctAnswer": "a" }), "mediaUrl"),
        (json!({ "typeCode": "AUDIO", "correctAnswer": "a", "mediaUrl": "javascript:x()" }), "mediaUrl"),
        (json!({ "typeCode": "CLOZE", "correctAnswer": "[\"a\"]" }), "questionText"),
        (json!({ "questionText": "" }), "questionText"),
        (json!({ "explanation": "x".repeat(2001) }), "explanation"),
    ] {
        let refused = editor.put(&path, sent.clone()).await;
        assert_eq!(refused.field_names(), [field], "{sent}: {}", refused.text());
    }
    assert_eq!(editor.get(&format!("/questions/quiz/{}", filled.quiz)).await.ok(), before, "nothing changed");
    let sent =
        json!({ "typeCode": "QCM", "options": ["oui", "non"], "correctAnswer": "oui", "explanation": null });
    let changed = editor.put(&path, sent).await.ok();
    assert_eq!((&changed["options"], changed.get("explanation")), (&json!(["oui", "non"]), None));
});
