use super::*;

fn written(type_code: &str, correct: &str) -> Written {
    Written {
        text: Some(" Pourquoi ? ".into()),
        type_code: Some(type_code.into()),
        correct_answer: Some(correct.into()),
        ..Written::default()
    }
}

fn options(all: &[&str]) -> Vec<String> {
    all.iter().map(|option| (*option).to_owned()).collect()
}

fn one_of_each() -> [Written; 6] {
    let heard = || Written { media_url: Some(Some("/a.mp3".into())), ..written("AUDIO", "sette|7") };
    [
        Written { options: Some(options(&["sono", "ho"])), ..written("QCM", "ho") },
        written("TRUE_FALSE", "FALSE"),
        written("TEXT", "un caffè|il caffè"),
        Written { text: Some("{{1}} e {{2}}".into()), ..written("CLOZE", r#"["a|à","b"]"#) },
        Written { transcript: Some(Some("Sono le\nsette.".into())), ..heard() },
        Written { options: Some(options(&["6", "7"])), correct_answer: Some("7".into()), ..heard() },
    ]
}

fn names(problem: &Problem) -> Vec<(&str, Code)> {
    problem.fields.iter().map(|field| (field.name.as_str(), field.code)).collect()
}

#[test]
fn what_was_read_is_written_back_the_same() {
    for written in one_of_each() {
        let question = written.parse("question").unwrap();
        assert_eq!(Some(question.type_code().as_str()), written.type_code.as_deref());
        assert_eq!(question.correct_answer(), written.correct_answer.clone().unwrap());
        assert_eq!(question.options(), written.options.clone().unwrap_or_default());
        assert_eq!(question.media_url(), written.media_url.clone().flatten().as_deref());
        assert_eq!(question.transcript(), written.transcript.clone().flatten().as_deref());
        let mut fields = Fields::default();
        let unchanged = Written::default().over(Some(&question), "question", &mut fields);
        assert_eq!((unchanged, fields.is_empty()), (Some(question), true), "{written:?}");
    }
}

#[test]
fn what_is_right_can_be_read() {
    let solutions = one_of_each().map(|written| written.parse("question").unwrap().solution());
    assert_eq!(solutions, ["ho", "FALSE", "un caffè", "a / b", "sette", "7"]);
}

#[test]
fn faults_bear_the_name_of_their_field() {
    let [choice, truth, words, gaps, heard, _] = one_of_each();
    let empty = |code: &str| Written { type_code: Some(code.into()), ..Written::default() };
    let cases: [(Written, &[(&str, Code)]); 14] = [
        (
            Written::default(),
            &[
                ("questionText", Code::Required),
                ("typeCode", Code::Required),
                ("correctAnswer", Code::Required),
            ],
        ),
        (
            empty("ESSAY"),
            &[
                ("questionText", Code::Required),
                ("typeCode", Code::InvalidValue),
                ("correctAnswer", Code::Required),
            ],
        ),
        (
            empty("QCM"),
            &[("questionText", Code::Required), ("correctAnswer", Code::Required), ("options", Code::TooFew)],
        ),
        (
            empty("AUDIO"),
            &[
                ("questionText", Code::Required),
                ("correctAnswer", Code::Required),
                ("mediaUrl", Code::Required),
            ],
        ),
        (
            Written { options: Some(options(&["a", "a"])), ..choice.clone() },
            &[("options[1]", Code::Duplicate)],
        ),
        (Written { correct_answer: Some("x".into()), ..choice }, &[("correctAnswer", Code::NotAnOption)]),
        (Written { correct_answer: Some("vrai".into()), ..truth }, &[("correctAnswer", Code::InvalidValue)]),
        (
            Written { options: Some(options(&["a", "b"])), ..words.clone() },
            &[("options", Code::InvalidValue)],
        ),
        (
            Written { media_url: Some(Some("/a.mp3".into())), ..words.clone() },
            &[("mediaUrl", Code::InvalidValue)],
        ),
        (Written { text: Some("x".repeat(MAX_TEXT + 1)), ..words }, &[("questionText", Code::TooLong)]),
        (Written { text: Some("{{2}}".into()), ..gaps.clone() }, &[("questionText", Code::GapsMisnumbered)]),
        (Written { correct_answer: Some("a".into()), ..gaps }, &[("correctAnswer", Code::GapsUnanswered)]),
        (
            Written { media_url: Some(Some("//a.fr/b.mp3".into())), ..heard.clone() },
            &[("mediaUrl", Code::InvalidValue)],
        ),
        (Written { media_url: Some(None), ..heard }, &[("mediaUrl", Code::Required)]),
    ];
    for (written, expected) in cases {
        assert_eq!(names(&written.parse("questionText").unwrap_err()), expected, "{written:?}");
    }
}

#[test]
fn a_change_of_type_forgets_what_the_new_one_has_no_use_for() {
    let [_, _, _, _, _, heard] = one_of_each();
    let before = heard.parse("question").unwrap();
    let mut fields = Fields::default();
    let change = Written { type_code: Some("TEXT".into()), ..Written::default() };
    let after = change.over(Some(&before), "question", &mut fields).unwrap();
    assert_eq!(after.form, Form::Text(Alternatives::parse("7").unwrap()));
    let change = Written { type_code: Some("QCM".into()), ..Written::default() };
    let after = change.over(Some(&before), "question", &mut fields).unwrap();
    assert_eq!((after.options().len(), after.media_url()), (2, None));
    let cleared = Written { options: Some(Vec::new()), ..Written::default() };
    let after = cleared.over(Some(&before), "question", &mut fields).unwrap();
    assert!(matches!(after.form, Form::Audio { heard: Heard::Text(_), .. }));
    assert!(fields.is_empty());
}
