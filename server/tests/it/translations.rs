//! Questions of the FAQ and of the level tests in the language of their readers: where nobody has translated them, as
//! they were written.

use axum::http::Method;
use axum::http::header::ETAG;
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::level_test::{plant, with_languages};
use crate::school::{Client, School};

const CATEGORY: &str = "AUTRES_DEMANDES";

fn entry() -> Value {
    json!({ "category": CATEGORY, "question": "Et le parking ?", "answer": "<p>Devant.</p>", "translations": [
        { "lang": "en", "question": "Is there parking?", "answer": "<p onclick=\"x()\">In <em>front</em>.</p>" },
        { "lang": "zh", "question": "有停车位吗？", "answer": "<p>门前有。</p>" },
    ] })
}

async fn written(school: &School) -> (Client, String) {
    let editor = school.account(Role::Editor, "e@preau.test").await;
    let made = editor.post("/faq", entry()).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let path = format!("/faq/{}", made.json()["id"]);
    (editor, path)
}

/// The only entry, as it is read at an address.
async fn read(reader: &Client, path: &str) -> Value {
    let entries = reader.get(path).await.ok();
    assert_eq!(entries.as_array().unwrap().len(), 1, "{entries}");
    entries[0].clone()
}

fn names(value: &Value) -> Vec<String> {
    value.as_object().unwrap().keys().cloned().collect()
}

both_engines!(an_entry_is_read_in_the_language_of_its_reader, |school| {
    let (editor, path) = written(&school).await;
    let visitor = school.visitor();
    let category = format!("/faq/category/{CATEGORY}");
    for list in ["/faq", category.as_str()] {
        let whole = read(&visitor, list).await;
        assert_eq!((&whole["question"], &whole["lang"]), (&json!("Et le parking ?"), &Value::Null));
        assert_eq!(whole["translations"][0]["answer"], "<p>In <em>front</em>.</p>", "cleaned");
        let english = read(&visitor, &format!("{list}?lang=en-GB")).await;
        assert_eq!(
            (&english["question"], &english["answer"], &english["lang"]),
            (&json!("Is there parking?"), &json!("<p>In <em>front</em>.</p>"), &json!("en"))
        );
        for (lang, told) in [("it", Value::Null), ("fr", Value::Null), ("zh", json!("zh"))] {
            let entry = read(&visitor, &format!("{list}?lang={lang}")).await;
            assert_eq!(entry["lang"], told, "{lang}");
            assert_eq!(entry["question"] == whole["question"], told.is_null(), "{lang}");
            assert!(!names(&entry).contains(&"translations".to_owned()));
        }
        let wrong = visitor.get(&format!("{list}?lang=klingon")).await;
        assert_eq!((wrong.status.as_u16(), wrong.field_names()), (422, vec!["lang".to_owned()]));
    }
    let french = json!([{ "lang": "fr", "question": "En français ?", "answer": "<p>Oui.</p>" }]);
    editor.put(&path, json!({ "lang": "it", "translations": french })).await.ok();
    for (lang, question, told) in
        [("fr", "En français ?", "fr"), ("it", "Et le parking ?", "it"), ("en", "Et le parking ?", "it")]
    {
        let entry = read(&visitor, &format!("/faq?lang={lang}")).await;
        assert_eq!((&entry["question"], &entry["lang"]), (&json!(question), &json!(told)), "{lang}");
    }
});

both_engines!(an_answer_in_a_language_changes_with_its_translation, |school| {
    let (editor, path) = written(&school).await;
    let visitor = school.visitor();
    let tag = async |lang: &str| visitor.get(&format!("/faq?lang={lang}")).await.headers[ETAG].clone();
    let (english, french) = (tag("en").await, tag("fr").await);
    let known = [("If-None-Match", english.to_str().unwrap())];
    assert_eq!(visitor.send(Method::GET, "/faq?lang=en", None, &known).await.status, 304);
    let mut changed = entry()["translations"].clone();
    changed[0]["question"] = json!("Where can I park?");
    editor.put(&path, json!({ "translations": changed })).await.ok();
    assert_eq!(visitor.send(Method::GET, "/faq?lang=en", None, &known).await.status, 200);
    assert_eq!(read(&visitor, "/faq?lang=en").await["question"], "Where can I park?");
    assert_ne!(french, tag("fr").await, "the entry has a new version");
});

both_engines!(translations_stay_until_they_are_written, |school| {
    let (editor, path) = written(&school).await;
    let of = async || read(&editor, "/faq").await;
    let before = of().await;
    let changed = editor.put(&path, json!({ "question": "Où se garer ?" })).await.ok();
    assert_eq!((&changed["translations"], &changed["version"]), (&before["translations"], &json!(2)));
    let stale = [("If-Match", "\"1\"")];
    let late = editor.send(Method::PUT, &path, Some(json!({ "translations": [] })), &stale).await;
    assert_eq!(late.refused(412, "stale")["current"]["translations"], before["translations"]);

    let one = json!([before["translations"][1]]);
    let fewer = editor.put(&path, json!({ "translations": one })).await.ok();
    assert_eq!((&fewer["translations"], &fewer["version"]), (&one, &json!(3)));
    let noted = editor.get("/audit?action=faq.updated").await.ok();
    assert_eq!(noted["items"][0]["before"]["translations"], before["translations"]);
    assert_eq!(noted["items"][0]["after"]["translations"], one);
    let copied = editor.get("/changes?limit=500").await.ok();
    let copied = copied["items"].as_array().unwrap().iter().find(|change| change["entity"] == "faq").unwrap();
    assert_eq!(copied["row"]["translations"], one);

    for none in [json!([]), Value::Null] {
        editor.put(&path, json!({ "translations": one })).await.ok();
        let without = editor.put(&path, json!({ "translations": none })).await.ok();
        assert_eq!(without["translations"], json!([]));
    }
    assert_eq!(editor.delete(&path).await.status, 204);
    assert_eq!(school.visitor().get("/faq?lang=en").await.ok(), json!([]));
});

both_engines!(what_is_wrong_in_a_translation_is_named_and_changes_nothing, |school| {
    let (editor, path) = written(&school).await;
    let before = read(&editor, "/faq").await;
    let file = format!("<p><img src=\"/api/files/{}.png\" alt=\"\"></p>", "0123456789abcdef".repeat(4));
    let one = |lang: &str, question: &str, answer: &str| json!([{ "lang": lang, "question": question, "answer": answer }]);
    let cases = [
        (one("fr", "a", "b"), vec!["translations[0].lang"]),
        (one("klingon", "a", "b"), vec!["translations[0].lang"]),
        (one("en", "", "<script>x</script>"), vec!["translations[0].question", "translations[0].answer"]),
        (one("en", &"x".repeat(301), "b"), vec!["translations[0].question"]),
        (one("en", "a", &"x".repeat(20_001)), vec!["translations[0].answer"]),
        (json!([entry()["translations"][0], entry()["translations"][0]]), vec!["translations[1].lang"]),
        (json!([{}]), vec!["translations[0].lang", "translations[0].question", "translations[0].answer"]),
        (json!([{ "lang": "en", "question": 1 }]), vec!["translations[0].question"]),
        (one("en", "a", &file), vec!["translations[0].answer"]),
    ];
    for (translations, expected) in cases {
        let refused = editor.put(&path, json!({ "question": "x", "translations": translations })).await;
        assert_eq!(
            (refused.status.as_u16(), refused.field_names()),
            (422, expected.iter().map(ToString::to_string).collect())
        );
    }
    assert_eq!(read(&editor, "/faq").await, before);
});

both_engines!(a_file_that_only_a_translation_names_is_used, |school| {
    written(&school).await;
    school
        .sql(
            "INSERT INTO files (address, sha256, place, kind, media_type, size, name, created_by, created_at, uploaded_at)
            SELECT '/api/files/x.png', 'x', 'aa/x', 'IMAGE', 'image/png', 1, 'x.png', MIN(id), '2026-03-02T09:30:00Z',
                '2026-03-02T09:30:00Z' FROM users",
        )
        .await;
    const USES: &str = "SELECT COUNT(*) FROM file_uses WHERE address = '/api/files/x.png'";
    assert_eq!(school.count(USES).await, 0);
    school
        .sql("UPDATE faq_entries SET translations = '[{\"answer\":\"<img src=\\\"/api/files/x.png\\\">\"}]'")
        .await;
    assert_eq!(school.count(USES).await, 1);
});

/// The cloze of the planted test, asked in Chinese too.
async fn asked_in_chinese(editor: &Client, id: i64) -> Value {
    let translations = json!([{ "lang": "zh", "question": "填空：{{1}} al {{2}}." }]);
    editor.put(&format!("/tests/{id}/update"), json!({ "translations": translations })).await.ok();
    translations
}

both_engines!(a_test_asks_in_the_language_of_its_reader, |school| {
    let editor = with_languages(&school).await;
    let ids = plant(&editor).await;
    let translations = asked_in_chinese(&editor, ids[3]).await;
    let visitor = school.visitor();
    for (list, at) in [("/tests/it", 3), ("/tests/it/type/CLOZE", 0)] {
        assert_eq!(editor.get(list).await.ok()[at]["translations"], translations);
        let whole = visitor.get(list).await.ok()[at].clone();
        assert_eq!((&whole["question"], &whole["lang"]), (&json!("{{1}} al {{2}}."), &Value::Null));
        assert!(!names(&whole).contains(&"translations".to_owned()), "for staff only");
        let chinese = visitor.get(&format!("{list}?lang=zh")).await.ok()[at].clone();
        assert_eq!((&chinese["question"], &chinese["lang"]), (&json!("填空：{{1}} al {{2}}."), &json!("zh")));
        assert_eq!(chinese["version"], whole["version"]);
        for secret in ["correctAnswer", "level", "translations"] {
            assert!(!names(&chinese).contains(&secret.to_owned()), "{secret}");
        }
        assert_eq!(visitor.get(&format!("{list}?lang=en")).await.ok()[at], whole, "as it was written");
        assert_eq!(visitor.get(&format!("{list}?lang=xx")).await.field_names(), ["lang"]);
        let staff = editor.get(&format!("{list}?lang=zh")).await.ok()[at].clone();
        assert_eq!(staff["correctAnswer"], "[\"siamo|sono\",\"mare\"]");
    }
    let given =
        [json!("sono"), json!("TRUE"), json!("un caffè"), json!(["siamo", "mare"]), json!("le sette")];
    let answers: Value =
        ids.iter().zip(given).map(|(id, given)| json!({ "questionId": id, "givenAnswer": given })).collect();
    assert_eq!(visitor.post("/tests/it/submit", answers).await.ok()["score"], 5);
});

both_engines!(a_translated_question_keeps_its_gaps, |school| {
    let editor = with_languages(&school).await;
    let ids = plant(&editor).await;
    let translations = asked_in_chinese(&editor, ids[3]).await;
    let path = format!("/tests/{}/update", ids[3]);
    let one =
        |lang: &str, question: &str| json!({ "translations": [{ "lang": lang, "question": question }] });
    for (body, field) in [
        (one("en", "Complete: al {{1}}."), "translations[0].question"),
        (one("en", ""), "translations[0].question"),
        (one("fr", "{{1}} {{2}}"), "translations[0].lang"),
    ] {
        let refused = editor.put(&path, body).await;
        assert_eq!((refused.status.as_u16(), refused.field_names()), (422, vec![field.to_owned()]));
    }
    let new = json!([{ "language": "it", "typeCode": "TEXT", "question": "a", "correctAnswer": "b", "translations": [{}] }]);
    assert_eq!(
        editor.post("/tests/create", new).await.field_names(),
        ["[0].translations[0].lang", "[0].translations[0].question"]
    );

    // Written by a program that knows no translations.
    let other = json!({ "question": "{{1}} al mare.", "correctAnswer": "siamo" });
    let after = editor.put(&path, other).await.ok();
    assert_eq!(after["translations"], translations);
    let visitor = school.visitor();
    let asked = visitor.get("/tests/it?lang=zh").await.ok()[3].clone();
    assert_eq!(
        (&asked["question"], &asked["lang"]),
        (&json!("{{1}} al mare."), &Value::Null),
        "it fits no more"
    );
    let none = editor.put(&path, json!({ "translations": [] })).await.ok();
    assert_eq!(none["translations"], json!([]));
});

both_engines!(a_file_of_questions_leaves_their_translations, |school| {
    let editor = with_languages(&school).await;
    let ids = plant(&editor).await;
    let translations = asked_in_chinese(&editor, ids[3]).await;
    let file = editor.get("/tests/it/export").await.text();
    assert!(!file.contains('填'), "{file}");
    let edited = file.replace(" al {{2}}.", " in {{2}}.");
    let csv = [("Content-Type", "text/csv; charset=utf-8")];
    let report = editor.send_bytes(Method::POST, "/tests/import", Some(edited.into_bytes()), &csv).await.ok();
    assert_eq!((&report["updated"], &report["unchanged"]), (&json!(1), &json!(4)));
    let after = editor.get("/tests/it").await.ok()[3].clone();
    assert_eq!((&after["question"], &after["translations"]), (&json!("{{1}} in {{2}}."), &translations));
});
