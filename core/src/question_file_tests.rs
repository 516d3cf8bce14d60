use super::*;
use crate::code::Code;
use crate::editing::Form as _;
use crate::placement::LevelCode;
use crate::spreadsheet::plain;
use proptest::prelude::*;

fn only(file: &str) -> Row {
    let rows = read(file.as_bytes()).unwrap();
    assert_eq!(rows.len(), 1, "{file}");
    rows.into_iter().next().unwrap()
}

fn names(faults: &Fields) -> Vec<(String, Code)> {
    let problem = faults.clone().finish().err();
    problem.into_iter().flat_map(|p| p.fields).map(|field| (field.name, field.code)).collect()
}

#[test]
fn a_row_is_a_question_whatever_stands_between_cells_and_before_them() {
    for file in [
        "language,typeCode,question,options,correctAnswer\nit,QCM,Io ___,sono|ho,sono\n",
        "\u{feff}language;typeCode;question;options;correctAnswer\r\nit;qcm;Io ___;sono | ho;sono\r\n",
        "Correctanswer, OPTIONS ,question,typecode,language,\nsono,sono|ho,Io ___,QCM,Italien,\n,,,,\n",
    ] {
        let row = only(file);
        let made = row.form.create().unwrap().content;
        assert_eq!((row.number, row.id, made.language.as_str()), (2, None, "it"), "{file}");
        assert_eq!(made.question.options(), ["sono", "ho"]);
        assert_eq!((made.level, made.order_index), (None, None));
    }
}

#[test]
fn rows_are_counted_as_a_spreadsheet_does() {
    let file = "language;typeCode;question;correctAnswer\nfr;TEXT;\"deux\nlignes\";a\n;;;\nfr;TEXT;b;b\n";
    let rows = read(file.as_bytes()).unwrap();
    assert_eq!(rows.iter().map(|row| row.number).collect::<Vec<_>>(), [2, 4]);
    assert_eq!(rows[0].form.question.as_deref(), Some("deux\nlignes"));
}

#[test]
fn a_file_that_is_none_of_ours_says_why() {
    let code = |file: &[u8]| read(file).unwrap_err().code;
    assert_eq!(code(b"question;Fran\xe7ais"), Code::FileNotUnicode);
    let unknown = read(b"question;reponse;points").unwrap_err();
    assert_eq!(
        (unknown.code, unknown.params["columns"].as_str()),
        (Code::UnknownColumns, Some("reponse, points"))
    );
    let missing = read(b"question,typeCode\na,TEXT").unwrap_err();
    assert_eq!(missing.params["columns"], "language, correctAnswer");
    assert_eq!(code(b""), Code::MissingColumns);
    assert_eq!(code(b"id,question,question"), Code::Duplicate);
    assert_eq!(read(b"id,level\n"), Ok(vec![]));
    let many = format!("id\n{}", "1\n".repeat(1001));
    assert_eq!(code(many.as_bytes()), Code::TooMany);
    assert_eq!(read(&many.as_bytes()[..many.len() - 2]).unwrap().len(), MAX_ROWS);
}

#[test]
fn cells_that_are_wrong_are_named() {
    let row = only("id;level;inFixedTest;orderIndex\ndouze;a2;peut-être;1,5;de trop\n");
    let expected = [
        ("cells", Code::ExtraCells),
        ("id", Code::InvalidType),
        ("orderIndex", Code::InvalidType),
        ("inFixedTest", Code::InvalidValue),
    ];
    assert_eq!(names(&row.faults), expected.map(|(name, code)| (name.to_owned(), code)));
    let row = only("id;level;transcript;question\n12;a2\n");
    assert_eq!((row.id, row.form.level.clone()), (Some(12), Some(Some("A2".to_owned()))));
    assert_eq!((row.form.transcript, row.form.question), (Some(None), Some(String::new())));
    assert_eq!((row.form.options, row.form.language), (None, None), "what has no column stays");
}

#[test]
fn true_and_false_survive_a_spreadsheet() {
    for (cell, right) in [("VRAI", "TRUE"), ("faux", "FALSE"), ("TRUE", "TRUE"), ("Falso", "FALSE")] {
        let row = only(&format!("id,typeCode,correctAnswer\n1,TRUE_FALSE,{cell}\n"));
        assert_eq!(row.form.correct_answer.as_deref(), Some(right));
    }
    let words = only("id,typeCode,correctAnswer\n1,TEXT,vrai\n");
    assert_eq!(words.form.correct_answer.as_deref(), Some("vrai"));
}

#[test]
fn options_are_told_apart() {
    for (cell, expected) in [
        ("a|b", vec!["a", "b"]),
        (r"a\|b|c", vec!["a|b", "c"]),
        (r"a\\|b", vec![r"a\", "b"]),
        (r"\a|b\", vec![r"\a", r"b\"]),
        ("a||b", vec!["a", "", "b"]),
        (" ", vec![]),
    ] {
        assert_eq!(options(cell), expected, "{cell}");
    }
}

#[test]
fn no_cell_is_a_formula() {
    for text in ["=1+1", "+33", "-1", "@x", "\tx", "'x", "''=x", "'", "＝x"] {
        let cell = harmless(text.to_owned());
        assert!(cell.starts_with('\''), "{cell}");
        assert_eq!(plain(&cell), text);
    }
    for typed in ["'bonjour'", "a=b", "'90"] {
        assert_eq!(plain(typed), typed);
    }
}

/// Characters with a special meaning in CSV, spreadsheets or the options' notation.
fn words() -> impl Strategy<Value = String> {
    prop_oneof![r#"[=+\-@'"|\\;,a-zé ＝]{1,8}"#, r"\PC{1,12}", "[a-z]{1,6}"]
}

fn lines() -> impl Strategy<Value = String> {
    prop_oneof![words(), (words(), words()).prop_map(|(a, b)| format!("{a}\n{b}"))]
}

prop_compose! {
    fn form()(
        kind in prop::sample::select(vec!["QCM", "TEXT", "TRUE_FALSE", "CLOZE", "AUDIO"]),
        chosen in any::<bool>(), truth in any::<bool>(),
        text in lines(), mut options in prop::collection::vec(words(), 2..6),
        transcript in prop::option::of(lines()), level in prop::option::of(prop::sample::select(LevelCode::ALL)),
        place in 1..1000_i64,
    ) -> TestQuestionInput {
        let choice = kind == "QCM" || kind == "AUDIO" && chosen;
        let right = options[0].clone();
        let correct = match kind {
            "TRUE_FALSE" => if truth { "TRUE" } else { "FALSE" }.to_owned(),
            "CLOZE" => serde_json::json!([right]).to_string(),
            _ => right,
        };
        if !choice { options.clear() }
        let audio = kind == "AUDIO";
        TestQuestionInput {
            language: Some("it".into()),
            question: Some(if kind == "CLOZE" { format!("{{{{1}}}} {text}") } else { text }),
            type_code: Some(kind.into()),
            options: Some(Some(options)),
            correct_answer: Some(correct),
            media_url: audio.then(|| Some("/assets/audio/a;b,c.mp3".into())),
            transcript: audio.then_some(transcript),
            level: Some(level.map(|level| level.to_string())),
            translations: None,
            in_fixed_test: Some(truth),
            order_index: Some(place),
            client_id: None,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_was_written_is_read_to_the_letter(forms in prop::collection::vec(form(), 1..5)) {
        let made = forms.iter().filter_map(|form| form.create().ok()).map(|new| new.content);
        let questions: Vec<(i64, TestQuestion)> = (7..).zip(made).collect();
        let file = write(questions.iter().map(|(id, question)| (*id, question))).unwrap();
        for cell in csv::ReaderBuilder::new().delimiter(b';').from_reader(file.as_bytes()).records() {
            for cell in &cell.unwrap() {
                prop_assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{}", cell);
            }
        }
        let rows = read(file.as_bytes()).unwrap();
        prop_assert_eq!(rows.len(), questions.len());
        for (row, (id, question)) in rows.into_iter().zip(&questions) {
            prop_assert!(row.faults.is_empty());
            prop_assert_eq!(row.id, Some(*id));
            prop_assert_eq!(&row.form.create().unwrap().content, question);
            prop_assert_eq!(&row.form.change(question).unwrap(), question);
        }
    }

    #[test]
    fn any_bytes_are_rows_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), text in ".*") {
        let _ = read(&bytes);
        let _ = read(text.as_bytes());
        let _ = read(format!("id;question\n{text}").as_bytes());
    }
}
