//! Revision: which cards come when, reviews that arrive late, twice and in any order, words, and what a class misses.

use axum::http::Method;
use chrono::{DateTime, Duration, Utc};
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::content::{Filled, fill, id, with_modules};
use crate::learning::give;
use crate::school::{Client, Reply, School};

const PASSWORD: &str = "zebre-volant-7";
const REVIEWS: &str = "SELECT COUNT(*) FROM revision_reviews";
const CARDS: &str = "SELECT COUNT(*) FROM revision_cards";

pub(crate) fn uuid(number: usize) -> String {
    format!("0193a5f2-7c1e-7abc-8def-{number:012x}")
}

pub(crate) fn review(number: usize, card: i64, rating: &str, at: DateTime<Utc>) -> Value {
    json!({ "clientId": uuid(number), "cardId": card, "rating": rating, "reviewedAt": at })
}

/// A school with a filled module, its editor and its administrator.
async fn taught(school: &School) -> (Client, Client, Filled) {
    let editor = with_modules(school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let inside = fill(&editor, 11).await;
    (editor, admin, inside)
}

async fn learner(school: &School, admin: &Client, name: &str) -> (Client, i64) {
    let learner = school.account(Role::Student, &format!("{name}@example.fr")).await;
    let subscription = give(admin, &learner, &[11]).await;
    (learner, subscription)
}

/// Answers the quiz, whose statement is true.
async fn answer(learner: &Client, inside: &Filled, subscription: i64, given: &str) {
    let path = format!("/quizzes/{}/submit?subscriptionId={subscription}", inside.quiz);
    learner.post(&path, json!([{ "questionId": inside.question, "givenAnswer": given }])).await.ok();
}

pub(crate) async fn add_word(learner: &Client, number: usize, lesson: i64) -> Reply {
    let word = json!({ "clientId": uuid(number), "lessonId": lesson, "front": format!("parola {number}"), "back": "mot" });
    learner.post("/revision/cards", word).await
}

async fn due(learner: &Client) -> Value {
    learner.get("/revision/due").await.ok()
}

async fn send(learner: &Client, reviews: &[Value]) -> Value {
    learner.post("/revision/reviews", json!(reviews)).await.ok()
}

/// The next day, signed in again.
async fn tomorrow(school: &School, learner: &Client) -> Client {
    school.pass(Duration::days(1));
    school.sign_in(learner.id()).await
}

both_engines!(a_wrong_answer_comes_back_the_next_day, |school| {
    let (editor, admin, inside) = taught(&school).await;
    let (zoe, subscription) = learner(&school, &admin, "zoe").await;
    let nothing = json!({ "today": "2026-03-02", "most": 20, "due": 0, "reviewedToday": 0, "nextOn": null, "total": 0,
        "cards": [] });
    assert_eq!(due(&zoe).await, nothing);
    answer(&zoe, &inside, subscription, "TRUE").await;
    let tried = json!([{ "questionId": inside.question, "givenAnswer": "FALSE" }]);
    editor.post(&format!("/quizzes/{}/submit", inside.quiz), tried).await.ok();
    assert_eq!(school.count(CARDS).await, 0, "nothing of what was right, nor of who only tries it");
    answer(&zoe, &inside, subscription, "FALSE").await;
    let told = due(&zoe).await;
    assert_eq!(json!([told["total"], told["due"], told["nextOn"]]), json!([1, 0, "2026-03-03"]));

    let zoe = tomorrow(&school, &zoe).await;
    let told = due(&zoe).await;
    let card = id(&told["cards"][0]);
    let expected = json!([{ "id": card, "kind": "QUESTION", "courseId": 1, "courseName": "Primi passi",
        "languageCode": "it", "lessonId": inside.lesson, "lessonTitle": "Ciao", "dueOn": "2026-03-03",
        "front": "« Salve » est poli.", "back": "TRUE", "explanation": "Un salut neutre.", "typeCode": "TRUE_FALSE",
        "options": [], "mediaUrl": null, "mediaLink": null, "transcript": null }]);
    assert_eq!((&told["cards"], &told["due"]), (&expected, &json!(1)));
    let now = school.app.clock.now();
    let outcome = send(&zoe, &[review(1, card, "GOOD", now)]).await;
    let counted = json!([{ "clientId": uuid(1), "cardId": card, "counted": true, "dueOn": "2026-03-05" }]);
    assert_eq!(outcome, counted);
    let told = due(&zoe).await;
    let numbers = json!([told["due"], told["reviewedToday"], told["nextOn"], told["cards"]]);
    assert_eq!(numbers, json!([0, 1, "2026-03-05", []]));
});

both_engines!(what_is_missed_again_comes_back_that_day, |school| {
    let (_, admin, inside) = taught(&school).await;
    let (zoe, subscription) = learner(&school, &admin, "zoe").await;
    answer(&zoe, &inside, subscription, "FALSE").await;
    let zoe = tomorrow(&school, &zoe).await;
    let card = id(&due(&zoe).await["cards"][0]);
    let morning = school.app.clock.now();
    let outcome = send(&zoe, &[review(1, card, "EASY", morning)]).await;
    assert_eq!(outcome[0]["dueOn"], "2026-03-11");
    school.pass(Duration::minutes(1));
    answer(&zoe, &inside, subscription, "FALSE").await;
    assert_eq!(due(&zoe).await["due"], 1);
    assert_eq!(
        (school.count(CARDS).await, school.count(REVIEWS).await),
        (1, 1),
        "the same card, without a review"
    );
    let late = review(2, card, "EASY", morning - Duration::hours(1));
    assert_eq!(send(&zoe, &[late]).await[0]["dueOn"], "2026-03-03", "one made before says nothing of it");
    school.pass(Duration::minutes(1));
    let again = review(3, card, "AGAIN", school.app.clock.now());
    assert_eq!(send(&zoe, &[again]).await[0]["dueOn"], "2026-03-03", "what was not known comes again");
    let told = due(&zoe).await;
    assert_eq!(json!([told["due"], told["reviewedToday"], told["cards"][0]["id"]]), json!([1, 0, card]));
    school.pass(Duration::minutes(1));
    let good = review(4, card, "GOOD", school.app.clock.now());
    assert_ne!(send(&zoe, &[good]).await[0]["dueOn"], "2026-03-03");
});

both_engines!(a_review_counts_once_in_whatever_order_it_arrives, |school| {
    let (_, admin, inside) = taught(&school).await;
    let mut learners = Vec::new();
    for name in ["zoe", "lea"] {
        let (learner, subscription) = learner(&school, &admin, name).await;
        answer(&learner, &inside, subscription, "FALSE").await;
        learners.push(learner);
    }
    school.pass(Duration::days(20));
    let zoe = school.sign_in(learners[0].id()).await;
    let lea = school.sign_in(learners[1].id()).await;
    let now = school.app.clock.now();
    let (hers, other) = (id(&due(&zoe).await["cards"][0]), id(&due(&lea).await["cards"][0]));
    let made = [(19, "HARD"), (17, "GOOD"), (12, "AGAIN"), (12, "GOOD"), (3, "GOOD")];
    let reviews = |card: i64| -> Vec<Value> {
        let numbered = made.iter().enumerate();
        numbered
            .map(|(number, (days, rating))| review(number, card, rating, now - Duration::days(*days)))
            .collect()
    };
    let all = send(&zoe, &reviews(hers)).await;
    assert_eq!(send(&zoe, &reviews(hers)).await, all, "sent again it is the same");
    let mut last = Value::Null;
    for one in reviews(other).iter().rev() {
        let (first, again) =
            tokio::join!(send(&lea, std::slice::from_ref(one)), send(&lea, std::slice::from_ref(one)));
        assert_eq!(first, again);
        last = first[0]["dueOn"].clone();
    }
    assert_eq!(last, all[4]["dueOn"]);
    assert!(
        all.as_array().unwrap().iter().all(|one| one["dueOn"] == last && one["counted"] == true),
        "{all}"
    );
    assert_eq!(school.count(REVIEWS).await, 10);
    let states =
        "SELECT COUNT(DISTINCT stability) + COUNT(DISTINCT difficulty) FROM revision_cards WHERE reviews = 5";
    assert_eq!(school.count(states).await, 2);

    let changed = review(4, hers, "AGAIN", now);
    assert_eq!(send(&zoe, &[changed]).await, json!([all[4]]), "what is known is not changed");
    let foreign = send(&zoe, &[review(7, other, "GOOD", now), review(8, 999, "GOOD", now)]).await;
    for (outcome, card) in foreign.as_array().unwrap().iter().zip([other, 999]) {
        let gone = json!([outcome["cardId"], outcome["counted"], outcome["dueOn"]]);
        assert_eq!(gone, json!([card, false, null]));
    }
    assert_eq!(school.count(REVIEWS).await, 10);
});

both_engines!(bad_reviews_name_their_fields, |school| {
    let (_, admin, inside) = taught(&school).await;
    let (zoe, _) = learner(&school, &admin, "zoe").await;
    let card = id(&add_word(&zoe, 1, inside.lesson).await.ok());
    let now = school.app.clock.now();
    let post = async |reviews: Value| zoe.post("/revision/reviews", reviews).await;
    post(json!([])).await.refused(422, "too_few");
    let many: Vec<Value> = (0..201).map(|number| review(number, card, "GOOD", now)).collect();
    post(json!(many)).await.refused(422, "too_many");
    let old = review(2, card, "GOOD", now - Duration::days(91));
    let fine = review(3, card, "GOOD", now);
    assert_eq!(post(json!([fine, old])).await.field_names(), ["[1].reviewedAt"]);
    assert_eq!(post(json!([review(2, card, "SO_SO", now)])).await.field_names(), ["[0].rating"]);
    assert_eq!(school.count(REVIEWS).await, 0, "all or none");
    let ahead = send(&zoe, &[review(2, card, "GOOD", now + Duration::days(400))]).await;
    assert_eq!(ahead[0]["dueOn"], "2026-03-04", "a wrong clock counts as now");
});

both_engines!(twenty_cards_a_day_the_oldest_first, |school| {
    let (_, admin, inside) = taught(&school).await;
    let (zoe, _) = learner(&school, &admin, "zoe").await;
    for number in 0..25 {
        assert_eq!(add_word(&zoe, number, inside.lesson).await.status, 201);
    }
    school.sql("UPDATE revision_cards SET due_on = '2026-03-01'").await;
    school.sql("UPDATE revision_cards SET due_on = '2026-02-28' WHERE front = 'parola 24'").await;
    let told = due(&zoe).await;
    let cards: Vec<i64> = told["cards"].as_array().unwrap().iter().map(id).collect();
    assert_eq!((cards.len(), &told["due"], &told["total"]), (20, &json!(25), &json!(25)));
    let first = &told["cards"][0];
    assert_eq!(
        (&first["front"], &first["back"], &first["kind"]),
        (&json!("parola 24"), &json!("mot"), &json!("WORD"))
    );
    let now = school.app.clock.now();
    let rate = |from: usize, to: usize, rating: &str| -> Vec<Value> {
        (from..to).map(|number| review(100 + number, cards[number], rating, now)).collect()
    };
    send(&zoe, &[rate(0, 3, "GOOD"), rate(3, 4, "AGAIN")].concat()).await;
    let told = due(&zoe).await;
    let left = told["cards"].as_array().unwrap();
    assert_eq!((left.len(), &told["due"], &told["reviewedToday"]), (17, &json!(22), &json!(3)));
    assert!(left.iter().any(|card| card["id"] == cards[3]), "what was not known comes again: {told}");
    send(&zoe, &rate(4, 20, "EASY")).await;
    send(&zoe, &[review(200, cards[3], "GOOD", now)]).await;
    let told = due(&zoe).await;
    let numbers = json!([told["due"], told["reviewedToday"], told["cards"], told["nextOn"]]);
    assert_eq!(numbers, json!([5, 20, [], "2026-03-03"]), "the others wait for tomorrow");
    let zoe = tomorrow(&school, &zoe).await;
    let told = due(&zoe).await;
    let numbers = json!([told["due"], told["reviewedToday"]]);
    assert_eq!(numbers, json!([6, 0]), "with the one that was not known at first");
});

both_engines!(cards_are_of_lessons_that_may_be_read_today, |school| {
    let (editor, admin, inside) = taught(&school).await;
    let outside = fill(&editor, 12).await;
    let (zoe, subscription) = learner(&school, &admin, "zoe").await;
    answer(&zoe, &inside, subscription, "FALSE").await;
    let word = id(&add_word(&zoe, 1, inside.lesson).await.ok());
    add_word(&zoe, 2, outside.lesson).await.refused(404, "not_found");
    add_word(&zoe, 2, 999).await.refused(404, "not_found");
    add_word(&school.visitor(), 2, inside.lesson).await.refused(401, "unauthenticated");
    let told = due(&zoe).await;
    assert_eq!(json!([told["total"], told["due"]]), json!([2, 1]));
    school.sql("UPDATE subscriptions SET access_expires_at = '2026-03-01'").await;
    let told = due(&zoe).await;
    assert_eq!(json!([told["total"], told["due"], told["nextOn"], told["cards"]]), json!([0, 0, null, []]));
    add_word(&zoe, 3, inside.lesson).await.refused(403, "access_ended");
    let late = review(1, word, "GOOD", school.app.clock.now());
    assert_eq!(send(&zoe, &[late]).await[0]["counted"], true, "what was made before is kept");
    school.sql("UPDATE subscriptions SET access_expires_at = '2026-05-30'").await;
    assert_eq!(due(&zoe).await["total"], 2, "they are there again");

    let (teacher, teacher_id) = school.teacher(Role::Teacher, "chiara@ecole.test").await;
    add_word(&teacher, 1, inside.lesson).await.refused(404, "not_found");
    school.assign(1, Some(teacher_id)).await;
    assert_eq!(add_word(&teacher, 1, inside.lesson).await.status, 201);
    assert_eq!(json!([due(&teacher).await["total"], due(&editor).await["total"]]), json!([1, 0]));
});

both_engines!(a_word_is_kept_once_and_deleted_with_its_reviews, |school| {
    let (_, admin, inside) = taught(&school).await;
    let (zoe, subscription) = learner(&school, &admin, "zoe").await;
    let (lea, _) = learner(&school, &admin, "lea").await;
    let made = add_word(&zoe, 1, inside.lesson).await;
    let again = add_word(&zoe, 1, inside.lesson).await;
    assert_eq!((made.status.as_u16(), again.status.as_u16()), (201, 200));
    assert_eq!(made.json(), again.json());
    let card = made.json();
    let shown = json!([card["kind"], card["front"], card["dueOn"], card["typeCode"], card["options"]]);
    assert_eq!(shown, json!(["WORD", "parola 1", "2026-03-02", null, []]));
    assert_eq!(due(&zoe).await["cards"], json!([card]));
    let empty =
        json!({ "clientId": uuid(2), "lessonId": inside.lesson, "front": " ", "back": "b".repeat(501) });
    assert_eq!(zoe.post("/revision/cards", empty).await.field_names(), ["front", "back"]);

    let now = school.app.clock.now();
    send(&zoe, &[review(1, id(&card), "GOOD", now)]).await;
    let path = format!("/revision/cards/{}", card["id"]);
    lea.delete(&path).await.refused(404, "not_found");
    assert_eq!(zoe.delete(&path).await.status, 204);
    zoe.delete(&path).await.refused(404, "not_found");
    assert_eq!((school.count(CARDS).await, school.count(REVIEWS).await), (0, 0));
    let gone = send(&zoe, &[review(1, id(&card), "GOOD", now)]).await;
    assert_eq!(json!([gone[0]["counted"], gone[0]["dueOn"]]), json!([false, null]));

    answer(&zoe, &inside, subscription, "FALSE").await;
    let question = format!("/revision/cards/{}", school.count("SELECT MAX(id) FROM revision_cards").await);
    assert_eq!(zoe.delete(&question).await.status, 204);
    answer(&zoe, &inside, subscription, "FALSE").await;
    assert_eq!(due(&zoe).await["total"], 1, "the next wrong answer brings it back");
});

const WORDS: &str = "
    WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 1999)
    INSERT INTO revision_cards (user_id, client_id, lesson_id, front, back, created_at, due_on)
    SELECT (SELECT MIN(user_id) FROM revision_cards), 'w' || CAST(x AS TEXT), (SELECT MIN(id) FROM lessons), 'a', '',
        '2026-03-02T09:00:00Z', '2026-03-02' FROM n";

both_engines!(two_thousand_words_are_enough, |school| {
    let (_, admin, inside) = taught(&school).await;
    let (zoe, _) = learner(&school, &admin, "zoe").await;
    assert_eq!(add_word(&zoe, 1, inside.lesson).await.status, 201);
    school.sql(WORDS).await;
    let refused = add_word(&zoe, 2, inside.lesson).await.refused(422, "too_many");
    assert_eq!(refused["params"]["max"], 2000);
    assert_eq!(add_word(&zoe, 1, inside.lesson).await.status, 200, "one that there is stays");
    assert_eq!(due(&zoe).await["total"], 2000);
});

both_engines!(a_class_sees_what_it_misses_and_nobody_in_it, |school| {
    let (editor, admin, inside) = taught(&school).await;
    let path = "/courses/1/missed";
    let mut learners = Vec::new();
    for name in ["zoe", "lea", "tom", "nina"] {
        learners.push(learner(&school, &admin, name).await);
    }
    let answers = async |number: usize, given: &str| {
        let (learner, subscription) = &learners[number];
        answer(learner, &inside, *subscription, given).await;
    };
    for number in 0..2 {
        answers(number, "FALSE").await;
        answers(number, "FALSE").await;
    }
    assert_eq!(editor.get(path).await.ok(), json!([]), "two could be recognised");
    answers(2, "FALSE").await;
    let missed = |answered: i64, missed: i64| {
        json!([{ "questionId": inside.question, "question": "« Salve » est poli.", "lessonId": inside.lesson,
            "lessonTitle": "Ciao", "answered": answered, "missed": missed }])
    };
    assert_eq!(editor.get(path).await.ok(), missed(3, 3));
    answers(3, "TRUE").await;
    answers(1, "TRUE").await;
    assert_eq!(admin.get(path).await.ok(), missed(4, 2), "the latest answer of each counts");

    let (teacher, teacher_id) = school.teacher(Role::Teacher, "chiara@ecole.test").await;
    teacher.get(path).await.refused(404, "not_found");
    school.assign(1, Some(teacher_id)).await;
    assert_eq!(teacher.get(path).await.ok(), missed(4, 2));
    learners[0].0.get(path).await.refused(403, "forbidden");
    editor.get("/courses/999/missed").await.refused(404, "not_found");
    assert_eq!(editor.get("/courses/2/missed").await.ok(), json!([]));
    answers(0, "TRUE").await;
    answers(2, "TRUE").await;
    assert_eq!(editor.get(path).await.ok(), json!([]), "what everybody knows by now is not listed");
});

both_engines!(cards_are_exported_and_go_with_the_account, |school| {
    let (_, admin, inside) = taught(&school).await;
    for name in ["zoe", "lea"] {
        let (learner, subscription) = learner(&school, &admin, name).await;
        answer(&learner, &inside, subscription, "FALSE").await;
        let card = id(&add_word(&learner, 1, inside.lesson).await.ok());
        send(&learner, &[review(1, card, "HARD", school.app.clock.now())]).await;
    }
    let zoe = school.sign_in(school.count("SELECT id FROM users WHERE email = 'zoe@example.fr'").await).await;
    let held = zoe.get("/users/me/export").await.ok()["revision"].clone();
    let cards = &held["cards"];
    let told = json!([cards[0]["question"], cards[1]["word"], cards[1]["meaning"], cards[1]["dueOn"]]);
    assert_eq!(told, json!(["« Salve » est poli.", "parola 1", "mot", "2026-03-03"]));
    let reviews = held["reviews"].as_array().unwrap();
    assert_eq!((reviews.len(), &reviews[0]["rating"]), (1, &json!("HARD")));
    assert_eq!(reviews[0]["reviewedAt"], "2026-03-02T09:00:00.000Z");

    school.give_password(zoe.id(), PASSWORD).await;
    let right = json!({ "currentPassword": PASSWORD });
    assert_eq!(zoe.send(Method::DELETE, "/users/me", Some(right), &[]).await.status, 204);
    assert_eq!((school.count(CARDS).await, school.count(REVIEWS).await), (2, 1), "those of the other stay");
});

both_engines!(cards_are_deleted_two_years_after_the_last_access, |school| {
    let (_, admin, inside) = taught(&school).await;
    let mut cards = Vec::new();
    for name in ["zoe", "lea"] {
        let (learner, _) = learner(&school, &admin, name).await;
        let card = id(&add_word(&learner, 1, inside.lesson).await.ok());
        cards.push((learner.id(), card));
    }
    school.sql("UPDATE subscriptions SET access_expires_at = '2026-03-31'").await;
    school.pass(Duration::days(400));
    let (lea, card) = cards[1];
    let lea = school.sign_in(lea).await;
    assert_eq!(send(&lea, &[review(1, card, "GOOD", school.app.clock.now())]).await[0]["counted"], true);
    school.pass(Duration::days(359));
    school.run_jobs().await;
    assert_eq!(school.count(CARDS).await, 2, "it is the 30 March 2028");
    school.pass(Duration::days(1));
    school.run_jobs().await;
    assert_eq!(
        (school.count(CARDS).await, school.count(REVIEWS).await),
        (1, 1),
        "who still revises keeps the cards"
    );
});
