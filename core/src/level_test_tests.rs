use super::*;

fn input(json: &str) -> TestQuestionInput {
    serde_json::from_str(json).unwrap()
}

fn made() -> TestQuestion {
    let whole = r#"{"language": "Italien", "question": "Io ___", "typeCode": "QCM", "options": ["sono", "ho"],
        "correctAnswer": "sono", "level": "A1", "orderIndex": 3}"#;
    input(whole).create().unwrap().content
}

#[test]
fn a_question_has_a_language_and_may_have_a_level() {
    let question = made();
    assert_eq!((question.language.as_str(), question.level), ("it", Some(LevelCode::A1)));
    let names = |json: &str| {
        let problem = input(json).create().unwrap_err();
        problem.fields.iter().map(|field| (field.name.clone(), field.code)).collect::<Vec<_>>()
    };
    let required = |name: &str| (name.to_owned(), Code::Required);
    assert_eq!(names("{}"), ["language", "question", "typeCode", "correctAnswer"].map(required));
    let wrong =
        r#"{"language": "it", "question": "?", "typeCode": "TEXT", "correctAnswer": "a", "level": "D1"}"#;
    assert_eq!(names(wrong), [("level".to_owned(), Code::InvalidValue)]);
}

#[test]
fn a_change_leaves_what_it_does_not_name() {
    let before = made();
    assert_eq!(input("{}").change(&before).unwrap(), before);
    assert_eq!(input(r#"{"language": "ITALIAN"}"#).change(&before).unwrap(), before);
    assert_eq!(input(r#"{"level": null}"#).change(&before).unwrap().level, None);
    let short = input(r#"{"inFixedTest": true}"#).change(&before).unwrap();
    assert_eq!((before.in_fixed_test, short.in_fixed_test), (false, true));
    assert!(input("{}").change(&short).unwrap().in_fixed_test);
    let moved = input(r#"{"language": "fr"}"#).change(&before).unwrap();
    assert_eq!((moved.language.as_str(), moved.order_index), ("fr", None), "the last of its new test");
    let words = input(r#"{"typeCode": "TEXT", "options": null}"#).change(&before).unwrap();
    assert_eq!((words.question.type_code(), words.question.options().len()), (QuestionType::Text, 0));
}

#[test]
fn a_translation_asks_for_the_same_answer() {
    let gap = r#"{"language": "it", "question": "Complétez : {{1}} al mare.", "typeCode": "CLOZE",
        "correctAnswer": "siamo", "translations": [{"lang": "zh", "question": "填空：{{1}} al mare."}]}"#;
    let before = input(gap).create().unwrap().content;
    let question = |lang: &str, text: &str| {
        format!(r#"{{"translations": [{{"lang": "{lang}", "question": "{text}"}}]}}"#)
    };
    let fault = |json: &str| {
        let problem = input(json).change(&before).unwrap_err();
        (problem.fields[0].name.clone(), problem.fields[0].code)
    };
    let name = |name: &str| format!("translations[0].{name}");
    for (lang, text, field, code) in [
        ("en", "Complete: al mare.", "question", Code::GapsDiffer),
        ("en", "{{1}} {{2}}", "question", Code::GapsDiffer),
        ("en", " ", "question", Code::Required),
        ("fr", "{{1}}", "lang", Code::Duplicate),
        ("de", "{{1}}", "lang", Code::InvalidValue),
    ] {
        assert_eq!(fault(&question(lang, text)), (name(field), code), "{lang} {text}");
    }
    let long = question("en", &"x".repeat(MAX_TEXT + 1));
    assert_eq!(fault(&long), (name("question"), Code::TooLong));
    let both = input(r#"{"question": "{{1}} {{2}}", "correctAnswer": "[\"a\",\"b\"]"}"#);
    let after = both.change(&before).unwrap();
    assert_eq!(after.translations, before.translations, "kept, though it fits no more");
    assert!(before.translations[0].fits(&before.question) && !after.translations[0].fits(&after.question));
    assert_eq!(input(r#"{"translations": []}"#).change(&before).unwrap().translations, []);
}

#[test]
fn an_answer_is_tried_out_before_the_question_is_whole() {
    let outcome = |json: &str| serde_json::from_str::<TestAnswerTrial>(json).unwrap().grade();
    for (json, expected) in [
        (
            r#"{"typeCode": "TEXT", "correctAnswer": "un caffè|il caffè", "givenAnswer": "Il caffè."}"#,
            Outcome::Right,
        ),
        (r#"{"typeCode": "TEXT", "correctAnswer": "un caffè", "givenAnswer": "un caffe"}"#, Outcome::Nearly),
        (r#"{"typeCode": "AUDIO", "correctAnswer": "sette", "givenAnswer": "otto"}"#, Outcome::Wrong),
        (
            r#"{"typeCode": "CLOZE", "question": "{{1}} {{2}}", "correctAnswer": "[\"a\",\"b\"]",
            "givenAnswer": ["a", "B"]}"#,
            Outcome::Right,
        ),
        (
            r#"{"typeCode": "QCM", "options": ["a", "b"], "correctAnswer": "a", "givenAnswer": "b"}"#,
            Outcome::Wrong,
        ),
    ] {
        assert_eq!(outcome(json), Ok(expected), "{json}");
    }
    let names =
        |json: &str| outcome(json).unwrap_err().fields.into_iter().map(|f| f.name).collect::<Vec<_>>();
    assert_eq!(names(r#"{"givenAnswer": "a"}"#), ["typeCode", "correctAnswer"]);
    assert_eq!(names(r#"{"typeCode": "CLOZE", "correctAnswer": "a", "givenAnswer": "a"}"#), ["question"]);
    let long =
        format!(r#"{{"typeCode": "TEXT", "correctAnswer": "a", "givenAnswer": "{}"}}"#, "a".repeat(1001));
    assert_eq!(names(&long), ["givenAnswer"]);
}
