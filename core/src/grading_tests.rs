use super::*;
use crate::question::{QuestionFields, QuestionType};
use proptest::prelude::*;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    language: String,
    type_code: QuestionType,
    text: String,
    #[serde(default)]
    options: Vec<String>,
    correct_answer: String,
    answers: Vec<Graded>,
}

#[derive(Deserialize)]
struct Graded {
    given: Given,
    outcome: Outcome,
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("../cases/grading.json")).unwrap()
}

fn question(case: &Case) -> Question {
    let media = (case.type_code == QuestionType::Audio).then(|| Some("/a.mp3".to_owned()));
    let written = QuestionFields {
        text: Some(case.text.clone()),
        type_code: Some(case.type_code.to_string()),
        options: Some(case.options.clone()),
        correct_answer: Some(case.correct_answer.clone()),
        media_url: media,
        transcript: None,
    };
    written.parse("text").unwrap()
}

fn words(correct: &str) -> Question {
    Question { text: "?".into(), form: Form::Text(Alternatives::parse(correct).unwrap()) }
}

fn one(text: impl Into<String>) -> Given {
    Given::One(text.into())
}

#[test]
fn answers_are_graded_as_the_table_says() {
    let mut wrong = Vec::new();
    for case in cases() {
        let question = question(&case);
        for Graded { given, outcome } in &case.answers {
            let graded = grade(&question, given);
            if graded != *outcome {
                wrong.push(format!("{} to {}: {graded}, not {outcome}", json(given), case.correct_answer));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn json(given: &Given) -> String {
    match given {
        Given::One(text) => format!("{text:?}"),
        Given::Each(texts) => format!("{texts:?}"),
    }
}

#[test]
fn the_table_covers_every_language_and_type() {
    let mut counts = BTreeMap::new();
    for case in cases() {
        *counts.entry((case.language, case.type_code)).or_insert(0) += case.answers.len();
    }
    for language in ["fr", "en", "it", "zh"] {
        for type_code in QuestionType::ALL {
            let count = counts.get(&(language.to_owned(), *type_code)).copied().unwrap_or(0);
            let least = if *type_code == QuestionType::Text { 30 } else { 10 };
            assert!(count >= least, "{language} {type_code}: {count}");
        }
    }
    assert!(counts.values().sum::<usize>() >= 300);
}

#[test]
fn what_is_right_is_right() {
    for case in cases() {
        let question = question(&case);
        let given = match &question.form {
            Form::Cloze(gaps) => Given::Each(gaps.iter().map(|words| words.first().to_owned()).collect()),
            _ => one(question.solution()),
        };
        assert_eq!(grade(&question, &given), Outcome::Right, "{}", case.correct_answer);
    }
}

fn answer(question_id: i64, text: &str) -> Answer {
    Answer { question_id, given_answer: one(text) }
}

#[test]
fn each_question_is_answered_once() {
    let questions = [(7, words("sì")), (3, words("no")), (5, words("forse"))];
    let all = [answer(3, "no"), answer(5, "mai"), answer(7, "si")];
    let marks = mark(&questions, &all).unwrap();
    assert_eq!(marks, [(7, Outcome::Nearly), (3, Outcome::Right), (5, Outcome::Wrong)]);
    let problem = mark(&questions, &[answer(3, "no"), answer(7, " \u{a0}")]).unwrap_err();
    assert_eq!(
        (problem.code, &problem.params["missing"]),
        (Code::AnswersIncomplete, &serde_json::json!([7, 5]))
    );
    let long = "a".repeat(MAX_GIVEN + 1);
    let problem = mark(&questions, &[answer(3, "no"), answer(9, "a"), answer(3, &long)]).unwrap_err();
    let names: Vec<_> = problem.fields.iter().map(|field| (field.name.as_str(), field.code)).collect();
    assert_eq!(
        names,
        [
            ("[1].questionId", Code::UnknownReference),
            ("[2].questionId", Code::Duplicate),
            ("[2].givenAnswer", Code::TooLong),
        ]
    );
    assert_eq!(mark(&questions, &vec![answer(3, "no"); MAX_ANSWERS + 1]).unwrap_err().code, Code::TooMany);
    assert_eq!(mark(&[], &[]), Ok(Vec::new()));
}

#[test]
fn a_gap_left_empty_is_a_question_left_out() {
    let written = QuestionFields {
        text: Some("{{1}} {{2}}".into()),
        type_code: Some("CLOZE".into()),
        correct_answer: Some(r#"["a","b"]"#.into()),
        ..QuestionFields::default()
    };
    let questions = [(1, written.parse("text").unwrap())];
    for given in [one("a"), one(r#"["a",""]"#), Given::Each(vec!["a".into()]), Given::Each(Vec::new())] {
        let problem = mark(&questions, &[Answer { question_id: 1, given_answer: given }]).unwrap_err();
        assert_eq!(problem.code, Code::AnswersIncomplete);
    }
    let whole = Answer { question_id: 1, given_answer: one(r#"["a","b"]"#) };
    assert_eq!(mark(&questions, &[whole]), Ok(vec![(1, Outcome::Right)]));
}

#[test]
fn the_score_counts_what_is_right() {
    use Outcome::{Nearly, Right, Wrong};
    let cases = [
        (vec![], (0, 0)),
        (vec![Right], (1, 100)),
        (vec![Right, Nearly, Wrong], (1, 33)),
        (vec![Nearly], (0, 0)),
    ];
    for (outcomes, expected) in cases {
        assert_eq!(score(outcomes), expected);
    }
}

/// A sentence as a learner of one of the four languages may write it.
const SENTENCE: &str = "[a-zA-Zàâçéèêëîïôùûüœìòāǎīǐǒūǔǚ你好吗是的'’ -]{0,12}[a-zéèùà好]";
const ACCENTED: &str = "[a-z' ]{0,8}[àâçéèêëîïôùûìòāǎīǐǒūǔǚ][a-zàéù ]{0,8}";

fn without_accents(text: &str) -> String {
    text.nfd().filter(|c| !unicode_normalization::char::is_combining_mark(*c)).collect()
}

proptest! {
    #[test]
    fn each_alternative_is_right(all in prop::collection::vec(any::<String>(), 1..5)) {
        if let Ok(alternatives) = Alternatives::parse(&all.join("|")) {
            let question = Question { text: "?".into(), form: Form::Text(alternatives.clone()) };
            for text in alternatives.iter() {
                prop_assert_eq!(grade(&question, &one(text)), Outcome::Right, "{:?}", text);
            }
        }
    }

    #[test]
    fn case_outer_spaces_and_the_final_stop_tell_nothing(
        right in SENTENCE, given in SENTENCE, before in "[ \u{a0}\u{202f}\u{3000}]{0,2}", stop in "[.!?。！？…]?"
    ) {
        let question = words(&right);
        let outcome = grade(&question, &one(given.as_str()));
        for changed in [
            format!("{before}{given}"),
            format!("{given}{before}"),
            format!("{given}{stop}"),
            given.to_uppercase(),
            given.to_lowercase(),
        ] {
            prop_assert_eq!(grade(&question, &one(changed.as_str())), outcome, "{:?}", changed);
        }
        prop_assert_eq!(grade(&question, &one(right.as_str())), Outcome::Right);
    }

    #[test]
    fn without_its_accents_an_answer_is_never_right(right in ACCENTED) {
        prop_assert_eq!(grade(&words(&right), &one(without_accents(&right))), Outcome::Nearly);
    }

    #[test]
    fn any_text_is_graded(right in any::<String>(), given in any::<String>(), more in any::<Vec<String>>()) {
        for case in cases() {
            let question = question(&case);
            let _ = grade(&question, &one(given.as_str()));
            let _ = grade(&question, &Given::Each(more.clone()));
        }
        if let Ok(alternatives) = Alternatives::parse(&right) {
            let question = Question { text: "?".into(), form: Form::Text(alternatives) };
            let _ = grade(&question, &one(given.as_str()));
        }
        let _ = crate::answer::count_gaps(&given);
    }
}
