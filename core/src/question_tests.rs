use super::*;

fn written(type_code: &str, correct: &str) -> QuestionFields {
    QuestionFields {
        text: Some(" Pourquoi ? ".into()),
        type_code: Some(type_code.into()),
        correct_answer: Some(correct.into()),
        ..QuestionFields::default()
    }
}

fn options(all: &[&str]) -> Vec<String> {
    all.iter().map(|option| (*option).to_owned()).collect()
}

fn one_of_each() -> [QuestionFields; 6] {
    let audio_answer =
        || QuestionFields { media_url: Some(Some("/a.mp3".into())), ..written("AUDIO", "sette|7") };
    [
        QuestionFields { options: Some(options(&["sono", "ho"])), ..written("QCM", "ho") },
        written("TRUE_FALSE", "FALSE"),
        written("TEXT", "un caffè|il caffè"),
        QuestionFields { text: Some("{{1}} e {{2}}".into()), ..written("CLOZE", r#"["a|à","b"]"#) },
        QuestionFields { transcript: Some(Some("Sono le\nsette.".into())), ..audio_answer() },
        QuestionFields {
            options: Some(options(&["6", "7"])),
            correct_answer: Some("7".into()),
            ..audio_answer()
        },
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
        let unchanged = QuestionFields::default().over(Some(&question), "question", &mut fields);
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
    let [choice, truth, words, gaps, audio_answer, _] = one_of_each();
    let empty = |code: &str| QuestionFields { type_code: Some(code.into()), ..QuestionFields::default() };
    let cases: [(QuestionFields, &[(&str, Code)]); 14] = [
        (
            QuestionFields::default(),
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
            QuestionFields { options: Some(options(&["a", "a"])), ..choice.clone() },
            &[("options[1]", Code::Duplicate)],
        ),
        (
            QuestionFields { correct_answer: Some("x".into()), ..choice },
            &[("correctAnswer", Code::NotAnOption)],
        ),
        (
            QuestionFields { correct_answer: Some("vrai".into()), ..truth },
            &[("correctAnswer", Code::InvalidValue)],
        ),
        (
            QuestionFields { options: Some(options(&["a", "b"])), ..words.clone() },
            &[("options", Code::InvalidValue)],
        ),
        (
            QuestionFields { media_url: Some(Some("/a.mp3".into())), ..words.clone() },
            &[("mediaUrl", Code::InvalidValue)],
        ),
        (
            QuestionFields { text: Some("x".repeat(MAX_TEXT + 1)), ..words },
            &[("questionText", Code::TooLong)],
        ),
        (
            QuestionFields { text: Some("{{2}}".into()), ..gaps.clone() },
            &[("questionText", Code::GapsMisnumbered)],
        ),
        (
            QuestionFields { correct_answer: Some("a".into()), ..gaps },
            &[("correctAnswer", Code::GapsUnanswered)],
        ),
        (
            QuestionFields { media_url: Some(Some("//a.fr/b.mp3".into())), ..audio_answer.clone() },
            &[("mediaUrl", Code::InvalidValue)],
        ),
        (QuestionFields { media_url: Some(None), ..audio_answer }, &[("mediaUrl", Code::Required)]),
    ];
    for (written, expected) in cases {
        assert_eq!(names(&written.parse("questionText").unwrap_err()), expected, "{written:?}");
    }
}

#[test]
fn a_change_of_type_forgets_what_the_new_one_has_no_use_for() {
    let [_, _, _, _, _, audio_answer] = one_of_each();
    let before = audio_answer.parse("question").unwrap();
    let mut fields = Fields::default();
    let change = QuestionFields { type_code: Some("TEXT".into()), ..QuestionFields::default() };
    let after = change.over(Some(&before), "question", &mut fields).unwrap();
    assert_eq!(after.form, Form::Text(Alternatives::parse("7").unwrap()));
    let change = QuestionFields { type_code: Some("QCM".into()), ..QuestionFields::default() };
    let after = change.over(Some(&before), "question", &mut fields).unwrap();
    assert_eq!((after.options().len(), after.media_url()), (2, None));
    let cleared = QuestionFields { options: Some(Vec::new()), ..QuestionFields::default() };
    let after = cleared.over(Some(&before), "question", &mut fields).unwrap();
    assert!(matches!(after.form, Form::Audio { audio_answer: AudioAnswer::Text(_), .. }));
    assert!(fields.is_empty());
}
