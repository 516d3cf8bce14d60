//! Tests of merging: the cases shared with the sites, rich text, and that no typed text is ever lost.

use super::kind::Kind;
use super::merge::{Choice, Choices, ConflictKind, Merged, Side, merge};
use super::shape::{Fields, Shape, overlay};
use proptest::prelude::*;
use serde_json::{Value, json};

const COURSE: Fields = &[
    ("name", Shape::Whole),
    ("price", Shape::Whole),
    ("languages", Shape::Whole),
    ("modules", Shape::Rows(&[("title", Shape::Whole), ("price", Shape::Whole)])),
];

fn paths(merged: &Merged) -> Vec<&str> {
    merged.conflicts.iter().map(|conflict| conflict.path.as_str()).collect()
}

fn all(merged: &Merged, choice: &Choice) -> Choices {
    merged.conflicts.iter().map(|conflict| (conflict.path.clone(), choice.clone())).collect()
}

#[test]
fn the_cases_that_the_sites_share() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("../../cases/merge.json")).unwrap();
    let base = json!({
        "name": "Lire le journal", "price": 120, "languages": ["fr", "en"],
        "modules": [
            {"id": 1, "title": "Lire vite", "price": 40},
            {"id": 2, "title": "Discuter", "price": 40},
            {"id": 3, "title": "Écrire", "price": 40},
        ],
    });
    for case in cases {
        let [mine, theirs] = ["mine", "theirs"].map(|side| overlay(&base, &case[side]));
        let merged = merge(COURSE, &base, &mine, &theirs);
        assert_eq!(json!(paths(&merged)), case["conflicts"], "{}", case["name"]);
        assert_eq!(merged.value, overlay(&base, &case["merged"]), "{}", case["name"]);
        let given_up = merged.resolve(&all(&merged, &Choice::Theirs)).unwrap().value;
        let expected = case.get("givenUp").unwrap_or(&case["merged"]);
        assert_eq!(given_up, overlay(&base, expected), "{}", case["name"]);
    }
}

fn lesson(content: &str) -> Value {
    json!({"id": 5, "version": 3, "chapterId": 1, "title": "Ciao", "content": content, "orderIndex": 1})
}

fn lessons(base: &str, mine: &str, theirs: &str) -> Merged {
    merge(Kind::Lesson.fields(), &lesson(base), &lesson(mine), &lesson(theirs))
}

#[test]
fn rich_text_comes_together_by_blocks() {
    let base = "<p>a</p><p>b</p><ul><li>c</li></ul>";
    let merged =
        lessons(base, "<p>A</p><p>b</p><ul><li>c</li></ul>", "<p>a</p><p>b</p><ul><li>C</li></ul><p>d</p>");
    assert_eq!(paths(&merged), [""; 0]);
    assert_eq!(merged.value["content"], "<p>A</p><p>b</p><ul><li>C</li></ul><p>d</p>");
    // The editor writes a link in another notation than the server stores: that is not a change.
    let kept = "<p><a href=\"/a\" rel=\"noopener noreferrer\">a</a></p><p>b\u{a0}!</p>";
    let merged = lessons(kept, "<p><a href=\"/a\">a</a></p><p>b&nbsp;!</p>", "<p>x</p><p>b\u{a0}!</p>");
    assert_eq!((paths(&merged), &merged.value["content"]), (vec![], &json!("<p>x</p><p>b\u{a0}!</p>")));
}

#[test]
fn a_disputed_block_is_mine_theirs_both_or_written_anew_and_what_lost_is_kept() {
    let merged = lessons("<p>a</p><p>b</p>", "<p>a</p><p>M</p>", "<p>a</p><p>T</p>");
    let [conflict] = merged.conflicts.as_slice() else { panic!("{:?}", merged.conflicts) };
    assert_eq!((conflict.path.as_str(), conflict.kind), ("content~0", ConflictKind::Text));
    assert_eq!((&conflict.base, &conflict.theirs), (&json!("<p>b</p>"), &json!("<p>T</p>")));
    assert_eq!(merged.resolve(&Choices::new()).unwrap_err().0, ["content~0"]);
    let cases = [
        (Choice::Mine, "<p>a</p><p>M</p>", vec![Side::Theirs]),
        (Choice::Theirs, "<p>a</p><p>T</p>", vec![Side::Mine]),
        (Choice::Both, "<p>a</p><p>T</p><p>M</p>", vec![]),
        (Choice::Written(json!("<p>MT</p>")), "<p>a</p><p>MT</p>", vec![Side::Mine, Side::Theirs]),
    ];
    for (choice, expected, lost) in cases {
        let resolved = merged.resolve(&all(&merged, &choice)).unwrap();
        assert_eq!(resolved.value["content"], expected);
        assert_eq!(resolved.lost.iter().map(|lost| lost.side).collect::<Vec<_>>(), lost, "{choice:?}");
    }
}

#[test]
fn what_the_form_does_not_speak_of_is_the_school_s() {
    let mut theirs = lesson("<p>a</p>");
    theirs["version"] = json!(9);
    theirs["orderIndex"] = json!(4);
    let mine = json!({"title": "Salve"});
    let merged = merge(Kind::Lesson.fields(), &lesson("<p>a</p>"), &mine, &theirs);
    theirs["title"] = json!("Salve");
    assert_eq!((paths(&merged), &merged.value), (vec![], &theirs));
}

#[test]
fn a_thing_that_one_deletes_and_the_other_only_moves_in_its_list_is_gone() {
    let mut moved = lesson("<p>a</p>");
    moved["orderIndex"] = json!(4);
    for (mine, theirs) in [(&Value::Null, &moved), (&moved, &Value::Null)] {
        let merged = merge(Kind::Lesson.fields(), &lesson("<p>a</p>"), mine, theirs);
        assert_eq!((paths(&merged), &merged.value), (vec![], &Value::Null));
    }
}

#[test]
fn a_thing_that_one_deletes_and_the_other_changes_is_a_conflict() {
    let (base, changed) = (lesson("<p>a</p>"), lesson("<p>b</p>"));
    let fields = Kind::Lesson.fields();
    let cases = [
        (&base, &changed, &Value::Null, Some(&changed)),
        (&base, &Value::Null, &changed, Some(&Value::Null)),
        (&base, &base, &Value::Null, None),
        (&base, &Value::Null, &base, None),
        (&base, &Value::Null, &Value::Null, None),
    ];
    for (base, mine, theirs, disputed) in cases {
        let merged = merge(fields, base, mine, theirs);
        assert_eq!(merged.conflicts.first().map(|conflict| &conflict.mine), disputed, "{mine} {theirs}");
        assert_eq!(&merged.value, disputed.unwrap_or(&Value::Null));
    }
    let merged = merge(fields, &base, &Value::Null, &changed);
    assert_eq!(merged.resolve(&all(&merged, &Choice::Both)).unwrap().value, changed);
    let deleted = merged.resolve(&all(&merged, &Choice::Mine)).unwrap();
    assert_eq!((deleted.value.is_null(), &deleted.lost[0].value), (true, &changed));
    // A text that was empty before, and is missing in the other form, is a change like any other.
    let (silent, told) = (json!({"quizId": 1}), json!({"quizId": 1, "explanation": "Ainsi."}));
    assert_eq!(merge(Kind::QuizQuestion.fields(), &silent, &Value::Null, &told).conflicts.len(), 1);
}

#[test]
fn a_course_costs_what_its_modules_cost_together() {
    let course = |first: i64, second: i64, price: f64| {
        json!({"name": "a", "modules": [{"id": 1, "title": "a", "price": first}, {"id": 2, "title": "b", "price": second}],
            "price": price, "sellingPoints": ["un"]})
    };
    let merged =
        merge(Kind::Course.fields(), &course(40, 40, 80.0), &course(50, 40, 90.0), &course(40, 60, 100.0));
    assert_eq!((paths(&merged), merged.value.get("price")), (vec![], None));
    let free = |price| json!({"name": "a", "modules": [], "price": price});
    assert_eq!(paths(&merge(Kind::Course.fields(), &free(1), &free(2), &free(3))), ["price"]);
    assert_eq!(
        paths(&merge(Kind::Course.fields(), &free(40), &free(40), &json!({"modules": [], "price": 40.0}))),
        [""; 0]
    );
}

#[test]
fn lines_and_words_come_together_too() {
    let course = |points: &[&str]| json!({ "sellingPoints": points });
    let merged =
        merge(Kind::Course.fields(), &course(&["a", "b"]), &course(&["a", "M"]), &course(&["T", "a", "b"]));
    assert_eq!((paths(&merged), &merged.value["sellingPoints"]), (vec![], &json!(["T", "a", "M"])));
    let merged = merge(Kind::Course.fields(), &course(&["a"]), &course(&["a", "M"]), &course(&["a", "T"]));
    assert_eq!(paths(&merged), ["sellingPoints~0"]);
    let both = merged.resolve(&all(&merged, &Choice::Both)).unwrap();
    assert_eq!(both.value["sellingPoints"], json!(["a", "T", "M"]));
    let teacher = |codes: &[&str]| json!({ "languagesTaught": codes });
    let merged = merge(
        Kind::Teacher.fields(),
        &teacher(&["fr", "it"]),
        &teacher(&["it", "en"]),
        &teacher(&["fr", "it", "zh"]),
    );
    assert_eq!((paths(&merged), &merged.value["languagesTaught"]), (vec![], &json!(["it", "zh", "en"])));
}

/// A course with some modules and a text with some paragraphs; everything a side types has its mark and is unique.
fn course(side: &str, rows: Vec<(u8, u8)>, blocks: &[u8], name: u8) -> Value {
    let typed = |n: u8, what: &str| if n < 3 { format!("{what}{n}") } else { format!("{side}-{what}-{n}") };
    let mut seen = std::collections::BTreeSet::new();
    let rows = rows.into_iter().filter(|(id, _)| seen.insert(*id));
    let modules: Value =
        rows.map(|(id, title)| json!({"id": id, "title": typed(title, "t"), "price": 1})).collect();
    let text: String =
        blocks.iter().flat_map(|n| ["<p>".to_owned(), typed(*n, "p"), "</p>".to_owned()]).collect();
    json!({"name": typed(name, "n"), "detailedDescription": text, "modules": modules})
}

fn courses(side: &'static str) -> impl Strategy<Value = Value> {
    let rows = prop::collection::vec((0..6_u8, 0..6_u8), 0..6);
    (rows, prop::collection::vec(0..6_u8, 0..6), 0..6_u8)
        .prop_map(move |(rows, blocks, name)| course(side, rows, &blocks, name))
}

fn choice() -> impl Strategy<Value = Choice> {
    prop_oneof![
        Just(Choice::Mine),
        Just(Choice::Theirs),
        Just(Choice::Both),
        Just(Choice::Written(Value::Null)),
        Just(Choice::Written(json!("x"))),
    ]
}

/// The marked texts of a side.
fn marks(side: &str, text: &str) -> Vec<String> {
    let pieces = text.split(['"', '<', '>']);
    pieces.filter(|piece| piece.starts_with(side)).map(ToOwned::to_owned).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn what_anybody_typed_is_in_the_result_or_in_a_conflict(
        base in courses("base"), mine in courses("mine"), theirs in courses("theirs"),
    ) {
        let merged = merge(Kind::Course.fields(), &base, &mine, &theirs);
        let shown = format!("{} {}", merged.value, serde_json::to_string(&merged.conflicts).unwrap());
        for (side, form) in [("mine", &mine), ("theirs", &theirs)] {
            for mark in marks(side, &form.to_string()) {
                prop_assert!(shown.contains(&mark), "{mark} in {shown}");
            }
        }
    }

    #[test]
    fn what_anybody_typed_is_in_the_choice_or_in_what_lost(
        base in courses("base"), mine in courses("mine"), theirs in courses("theirs"),
        chosen in prop::collection::vec(choice(), 16),
    ) {
        let merged = merge(Kind::Course.fields(), &base, &mine, &theirs);
        let choices = paths(&merged).into_iter().map(ToOwned::to_owned).zip(chosen.into_iter().cycle()).collect();
        let resolved = merged.resolve(&choices).unwrap();
        let kept = format!("{} {}", resolved.value, serde_json::to_string(&resolved.lost).unwrap());
        for (side, form) in [("mine", &mine), ("theirs", &theirs)] {
            for mark in marks(side, &form.to_string()) {
                prop_assert!(kept.contains(&mark), "{mark} in {kept}");
            }
        }
    }

    #[test]
    fn one_who_changed_nothing_is_in_nobody_s_way(base in courses("base"), other in courses("other")) {
        let fields = Kind::Course.fields();
        for (mine, theirs) in [(&base, &other), (&other, &base), (&other, &other)] {
            let merged = merge(fields, &base, mine, theirs);
            prop_assert_eq!(paths(&merged), Vec::<&str>::new());
            prop_assert_eq!(&merged.value, &other);
        }
    }

    #[test]
    fn whoever_comes_second_meets_the_same_conflicts(
        base in courses("base"), mine in courses("mine"), theirs in courses("theirs"),
    ) {
        let fields = Kind::Course.fields();
        let (one, other) = (merge(fields, &base, &mine, &theirs), merge(fields, &base, &theirs, &mine));
        let sorted = |merged: &Merged| {
            let mut paths: Vec<String> = merged.conflicts.iter().map(|conflict| conflict.path.clone()).collect();
            paths.sort();
            paths
        };
        prop_assert_eq!(sorted(&one), sorted(&other));
    }
}
