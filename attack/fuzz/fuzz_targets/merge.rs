//! Two changes of one course or lesson: whatever somebody typed is in what comes out, or shown as a conflict.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use preau_core::draft::kind::Kind;
use preau_core::draft::merge::{Choice, Choices, Merged, merge};
use preau_core::draft::shape::same_form;
use serde_json::{Value, json};

/// What one side has: numbers below 3 are words that all sides share, the others its own.
#[derive(Arbitrary, Debug)]
struct Side {
    name: u8,
    rows: Vec<(u8, u8)>,
    blocks: Vec<(u8, u8)>,
    points: Vec<u8>,
    /// Anything at all in the place of rich text.
    html: Option<String>,
    gone: bool,
}

#[derive(Arbitrary, Debug)]
struct Case {
    base: Side,
    mine: Side,
    theirs: Side,
    choices: Vec<u8>,
}

fuzz_target!(|case: Case| {
    let fields = Kind::Course.fields();
    let base = course("base", &case.base);
    let [mine, theirs] = [("mine", &case.mine), ("theirs", &case.theirs)]
        .map(|(name, side)| if side.gone { Value::Null } else { course(name, side) });

    let merged = merge(fields, &base, &mine, &theirs);
    let shown = format!("{} {}", merged.value, json!(merged.conflicts));
    let chosen = choices(&merged, &case.choices);
    let resolved = merged.resolve(&chosen).expect("everything was chosen");
    let kept = format!("{} {}", resolved.value, json!(resolved.lost));
    for (name, form) in [("mine", &mine), ("theirs", &theirs)] {
        for word in words_of(name, &form.to_string()) {
            assert!(shown.contains(&word), "{word} is not in {shown}");
            assert!(kept.contains(&word), "{word} is not in {kept}");
        }
    }

    for (mine, theirs) in [(&base, &theirs), (&theirs, &base), (&theirs, &theirs)] {
        let alone = merge(fields, &base, mine, theirs);
        assert!(alone.conflicts.is_empty(), "nobody else changed anything: {:?}", alone.conflicts);
        let other = if mine == &base { theirs } else { mine };
        assert!(
            alone.value.is_null() == other.is_null() && same_form(fields, other, &alone.value),
            "{alone:?}"
        );
    }
});

fn course(name: &str, side: &Side) -> Value {
    let typed = |n: u8, what: &str| match n % 6 {
        n if n < 3 => format!("{what}{n}"),
        n => format!("{name}-{what}-{n}"),
    };
    let mut seen = std::collections::BTreeSet::new();
    let rows = side.rows.iter().take(8).filter(|(id, _)| seen.insert(id % 8));
    let modules: Value =
        rows.map(|(id, title)| json!({"id": id % 8, "title": typed(*title, "t"), "price": 1})).collect();
    let tags = ["p", "h2", "blockquote", "div"];
    let blocks = side.blocks.iter().take(12).map(|(n, tag)| {
        let tag = tags[usize::from(*tag) % tags.len()];
        format!("<{tag}>{}</{tag}>", typed(*n, "p"))
    });
    let text = side.html.clone().unwrap_or_else(|| blocks.collect());
    let points: Vec<String> = side.points.iter().take(8).map(|n| typed(*n, "s")).collect();
    json!({"name": typed(side.name, "n"), "detailedDescription": text, "modules": modules, "sellingPoints": points})
}

fn choices(merged: &Merged, chosen: &[u8]) -> Choices {
    let choice = |n: u8| match n % 4 {
        0 => Choice::Mine,
        1 => Choice::Theirs,
        2 => Choice::Both,
        _ => Choice::Written(json!("x")),
    };
    let chosen = chosen.iter().copied().chain([0]).cycle();
    merged.conflicts.iter().map(|conflict| conflict.path.clone()).zip(chosen.map(choice)).collect()
}

/// The words that only this side has; arbitrary rich text bears none.
fn words_of(name: &str, text: &str) -> Vec<String> {
    let pieces = text.split(['"', '<', '>']);
    pieces
        .filter(|piece| {
            ["n", "t", "p", "s"].iter().any(|what| (3..6).any(|n| *piece == format!("{name}-{what}-{n}")))
        })
        .map(ToOwned::to_owned)
        .collect()
}
