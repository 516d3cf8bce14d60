//! The questions of the level test as a file, and an answer tried out while a question is written.

use axum::http::{Method, header};
use preau_core::role::Role;
use serde_json::{Value, json};

use crate::level_test::{plant, with_languages};
use crate::school::{Client, Reply};

const CSV: [(&str, &str); 1] = [("Content-Type", "text/csv; charset=utf-8")];

async fn import(editor: &Client, file: &str, query: &str) -> Reply {
    let path = format!("/tests/import{query}");
    editor.send_bytes(Method::POST, &path, Some(file.as_bytes().to_vec()), &CSV).await
}

fn outcomes(report: &Value) -> Vec<(u64, String)> {
    let lines = report["lines"].as_array().unwrap().iter();
    lines.map(|line| (line["line"].as_u64().unwrap(), line["outcome"].as_str().unwrap().to_owned())).collect()
}

both_engines!(what_is_exported_is_imported_as_it_was, |school| {
    let editor = with_languages(&school).await;
    plant(&editor).await;
    let before = editor.get("/tests/it").await.ok();
    let file = editor.get("/tests/Italien/export").await;
    assert_eq!(file.status, 200);
    assert_eq!(file.headers[header::CONTENT_TYPE], "text/csv; charset=utf-8");
    assert_eq!(file.headers[header::CONTENT_DISPOSITION], "attachment; filename=\"test-it-2026-03-02.csv\"");
    let file = file.text();
    assert!(file.starts_with("\u{feff}id;language;level;typeCode;question;options;"), "{file}");
    assert!(file.contains(";sono|ho;sono;"), "{file}");

    let report = import(&editor, &file, "").await.ok();
    assert_eq!((&report["unchanged"], &report["errors"]), (&json!(5), &json!(0)));
    assert_eq!(editor.get("/tests/it").await.ok(), before, "nothing was touched");

    let without_ids: Vec<String> =
        file.lines().map(|line| line.split_once(';').map_or("", |(_, rest)| rest).to_owned()).collect();
    let report = import(&editor, &without_ids.join("\n"), "").await.ok();
    assert_eq!(report["unchanged"], 5, "identical questions are not doubled: {report}");
    assert_eq!(school.count("SELECT COUNT(*) FROM test_questions").await, 5);

    let edited = file.replace("sono|ho;sono", "sono|ho|è;ho");
    let trial = import(&editor, &edited, "?dryRun=true").await.ok();
    assert_eq!((&trial["dryRun"], &trial["updated"]), (&json!(true), &json!(1)));
    assert_eq!(editor.get("/tests/it").await.ok(), before, "a trial writes nothing");
    let report = import(&editor, &edited, "").await.ok();
    assert_eq!(outcomes(&report)[0], (2, "updated".to_owned()));
    let after = editor.get("/tests/it").await.ok();
    assert_eq!(
        (&after[0]["options"], &after[0]["correctAnswer"], &after[0]["version"]),
        (&json!(["sono", "ho", "è"]), &json!("ho"), &json!(2))
    );
    assert_eq!(&after[1], &before[1]);
    assert_eq!(school.count("SELECT COUNT(*) FROM audit WHERE action = 'test-question.updated'").await, 1);
});

both_engines!(a_file_from_elsewhere_makes_questions, |school| {
    let editor = with_languages(&school).await;
    plant(&editor).await;
    let file = "Language,question,typeCode,correctAnswer,options,level\n\
        Espagnol,¿Qué ___?,QCM,tal,tal|tanto,a1\n\
        fr,La neige est chaude.,TRUE_FALSE,FAUX,,\n\
        ,,,,,\n\
        fr,La neige est chaude.,TRUE_FALSE,FALSE,,\n";
    let report = import(&editor, file, "").await.ok();
    let expected = [(2, "created"), (3, "created"), (5, "unchanged")];
    assert_eq!(outcomes(&report), expected.map(|(line, outcome)| (line, outcome.to_owned())));
    let spanish = editor.get("/tests/es").await.ok();
    assert_eq!(
        (&spanish[0]["options"], &spanish[0]["level"], &spanish[0]["orderIndex"]),
        (&json!(["tal", "tanto"]), &json!("A1"), &json!(1))
    );
    assert_eq!(editor.get("/tests/fr").await.ok()[0]["correctAnswer"], "FALSE");
    let trial =
        import(&editor, "language,question,typeCode,correctAnswer\nfr,b,TEXT,b\n", "?dryRun=true").await.ok();
    assert_eq!(outcomes(&trial), [(2, "created".to_owned())]);
    assert_eq!(school.count("SELECT COUNT(*) FROM test_questions").await, 7);
});

both_engines!(a_file_with_errors_imports_nothing_and_names_its_rows, |school| {
    let editor = with_languages(&school).await;
    let ids = plant(&editor).await;
    let before = editor.get("/tests/it").await.ok();
    let file = format!(
        "id;language;question;typeCode;correctAnswer;options\n\
        ;it;Bene;TEXT;bene;\n\
        ;klingon;;QCM;c;a|b\n\
        {id};it;Nuovo ___;QCM;sono;sono|ho\n\
        {id};it;Encore;QCM;sono;sono|ho\n\
        999;it;Personne;TEXT;a;\n\
        x;it;Bene;ESSAY;a;;de trop\n",
        id = ids[0]
    );
    let trial = import(&editor, &file, "?dryRun=true").await.ok();
    assert_eq!((&trial["errors"], &trial["created"], &trial["updated"]), (&json!(4), &json!(1), &json!(1)));
    let names = |line: usize| -> Vec<&str> {
        let fields = trial["lines"][line]["fields"].as_array().unwrap();
        fields.iter().map(|field| field["name"].as_str().unwrap()).collect()
    };
    assert_eq!(names(1), ["language", "question", "correctAnswer"]);
    assert_eq!((names(3), names(4), names(5)), (vec!["id"], vec!["id"], vec!["cells", "id", "typeCode"]));

    let refused = import(&editor, &file, "").await;
    let problem = refused.refused(422, "import_refused");
    assert_eq!(problem["message"], "Rien n'a été importé : certaines lignes sont à corriger.");
    let refusals = refused.field_names();
    assert!(
        refusals.contains(&"[3].correctAnswer".to_owned()) && refusals.contains(&"[7].typeCode".to_owned()),
        "{refusals:?}"
    );
    assert_eq!(editor.get("/tests/it").await.ok(), before);
    assert_eq!(school.count("SELECT COUNT(*) FROM test_questions").await, 5);
});

both_engines!(what_is_no_file_of_questions_is_refused, |school| {
    let editor = with_languages(&school).await;
    for (file, code) in
        [("", "missing_columns"), ("question;reponse\na;b", "unknown_columns"), ("id;id\n1;1", "duplicate")]
    {
        import(&editor, file, "").await.refused(422, code);
    }
    let many = format!("id\n{}", "1\n".repeat(1001));
    import(&editor, &many, "").await.refused(422, "too_many");
    let latin = b"language;question\nfr;\xe9t\xe9".to_vec();
    editor
        .send_bytes(Method::POST, "/tests/import", Some(latin), &CSV)
        .await
        .refused(422, "file_not_unicode");
    import(&editor, &"x".repeat(3_000_000), "").await.refused(413, "too_large");
    editor.post("/tests/import", json!({})).await.refused(415, "unsupported_media_type");
    import(&editor, "id\n", "?dryRun=perhaps").await.refused(422, "invalid_type");
    let student = school.account(Role::Student, "zoe@preau.test").await;
    import(&student, "id\n", "").await.refused(403, "forbidden");
    import(&school.visitor(), "id\n", "").await.refused(401, "unauthenticated");
    student.get("/tests/it/export").await.refused(403, "forbidden");
    editor.get("/tests/klingon/export").await.refused(404, "not_found");
});

both_engines!(an_answer_is_tried_out_by_staff, |school| {
    let editor = with_languages(&school).await;
    let trial =
        |given: &str| json!({ "typeCode": "TEXT", "correctAnswer": "un caffè", "givenAnswer": given });
    for (given, outcome) in [("Un caffè !", "right"), ("un caffe", "nearly"), ("un tè", "wrong")] {
        assert_eq!(editor.post("/tests/grade", trial(given)).await.ok(), json!({ "outcome": outcome }));
    }
    let half = editor.post("/tests/grade", json!({ "typeCode": "QCM", "givenAnswer": "a" })).await;
    assert_eq!(
        (half.status.as_u16(), half.field_names()),
        (422, vec!["correctAnswer".to_owned(), "options".to_owned()])
    );
    let student = school.account(Role::Student, "zoe@preau.test").await;
    student.post("/tests/grade", trial("a")).await.refused(403, "forbidden");
});
