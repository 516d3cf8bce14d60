//! Whatever staff asks and people answer: what is right counts as right, and nothing brings the school down.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use preau_core::grading::{Answer, Given, Outcome, grade, is_answered, mark, score};
use preau_core::question::{Form, Heard, Question, Written};

#[derive(Arbitrary, Debug)]
struct Case {
    kind: u8,
    text: String,
    options: Vec<String>,
    right: String,
    gaps: Vec<String>,
    given: String,
    each: Vec<String>,
}

fuzz_target!(|case: Case| {
    let Some(question) = question(&case) else { return };
    for answer in right_answers(&question) {
        assert_eq!(grade(&question, &answer), Outcome::Right, "{question:?} {answer:?}");
    }
    let given = [Given::One(case.given.clone()), Given::Each(case.each.clone())];
    for answer in &given {
        let outcome = grade(&question, answer);
        assert_eq!(grade(&question, answer), outcome, "graded alike each time");
        let answers = [Answer { question_id: 7, given_answer: answer.clone() }];
        if let Ok(marked) = mark(&[(7, question.clone())], &answers) {
            assert!(is_answered(&question, answer), "nothing is marked that was not answered");
            assert_eq!(marked, [(7, outcome)]);
            let (right, percent) = score([outcome]);
            assert_eq!((right, percent), if outcome == Outcome::Right { (1, 100) } else { (0, 0) });
        }
    }
    again(&question);
});

fn question(case: &Case) -> Option<Question> {
    let kinds = ["QCM", "TRUE_FALSE", "TEXT", "CLOZE", "AUDIO"];
    let kind = kinds[usize::from(case.kind) % kinds.len()];
    let gaps = case.gaps.iter().take(4);
    let text = match kind {
        "CLOZE" => (1..=gaps.len()).map(|gap| format!("{} {{{{{gap}}}}}", case.text)).collect(),
        _ => case.text.clone(),
    };
    let right = match kind {
        "CLOZE" => serde_json::json!(gaps.collect::<Vec<_>>()).to_string(),
        "QCM" => case.options.first().unwrap_or(&case.right).clone(),
        _ => case.right.clone(),
    };
    let written = Written {
        text: Some(text),
        type_code: Some(kind.to_owned()),
        options: matches!(kind, "QCM" | "AUDIO").then(|| case.options.clone()),
        correct_answer: Some(right),
        media_url: (kind == "AUDIO").then(|| Some("/assets/audio/a.mp3".to_owned())),
        transcript: None,
    };
    written.parse("question").ok()
}

/// Every answer that staff says is right.
fn right_answers(question: &Question) -> Vec<Given> {
    match &question.form {
        Form::Choice(choice) | Form::Audio { heard: Heard::Choice(choice), .. } => {
            vec![Given::One(choice.right().to_owned())]
        }
        Form::TrueFalse(_) => vec![Given::One(question.solution())],
        Form::Text(words) | Form::Audio { heard: Heard::Text(words), .. } => {
            words.iter().map(|word| Given::One(word.to_owned())).collect()
        }
        Form::Cloze(gaps) => vec![Given::Each(gaps.iter().map(|words| words.first().to_owned()).collect())],
    }
}

/// What was read from a form and written back makes the same question.
fn again(question: &Question) {
    let options = question.options().to_vec();
    let written = Written {
        text: Some(question.text.clone()),
        type_code: Some(question.type_code().to_string()),
        options: (!options.is_empty()).then_some(options),
        correct_answer: Some(question.correct_answer()),
        media_url: question.media_url().map(|url| Some(url.to_owned())),
        transcript: None,
    };
    assert_eq!(written.parse("question").as_ref(), Ok(question));
}
