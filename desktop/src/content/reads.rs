//! Reads of content, with the same responses as the school's.

use http::StatusCode;
use preau_core::code::Code;
use preau_core::content::ContentKind;
use preau_core::course::{CourseStatus, CourseType};
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Target;
use preau_core::problem::Problem;
use preau_core::question::QuestionType;
use preau_core::text::fold;
use serde_json::{Value, json};

use super::course::{Courses, Form};
use super::filter::{Query, courses, paged};
use super::languages::{WORDS, named};
use super::routes::{Call, What};
use super::rows::{all, shown};
use super::view::{Seen, View};
use crate::answer::{Response, json as answered};
use crate::error::{Error, Result};
use crate::store::{Key, Store};

pub(super) fn answer(store: &Store, call: &Call, query: Option<&str>) -> Result<Response> {
    let view = View::new(store)?;
    answered(StatusCode::OK, &value(&view, call, &Query::read(query))?)
}

fn value(view: &View<'_>, call: &Call, query: &Query) -> Result<Value> {
    match call.what {
        What::Courses => courses(&Courses::new(view)?, query),
        What::Details => course(view, call, Form::Whole),
        What::LanguageDetails => language_details(view),
        What::FaqCategories => categories(view),
        What::All if call.kind == Kind::Faq => {
            paged(query, &entries(view)?, |seen| shown(view, Kind::Faq, seen))
        }
        What::All => all(view, call.kind, &sorted(view, call.kind)?),
        What::Under => all(view, call.kind, &under(view, call)?),
        What::One if call.kind == Kind::Course => course(view, call, Form::Editable),
        What::One => {
            let target = target(view, call.kind, call.name())?;
            let seen = view.find(call.kind, &target)?.ok_or_else(missing)?;
            shown(view, call.kind, &seen)
        }
        What::By(field) => {
            let wanted = fold(call.name());
            let rows = sorted(view, call.kind)?;
            let says = |seen: &&Seen| match seen.row.get(field) {
                Some(Value::String(text)) => fold(text) == wanted,
                Some(number) => wanted.parse().is_ok_and(|wanted: i64| number.as_i64() == Some(wanted)),
                None => false,
            };
            shown(view, call.kind, rows.iter().find(says).ok_or_else(missing)?)
        }
        What::Test | What::TestOfType => test(view, call),
        _ => Err(missing()),
    }
}

pub(super) fn missing() -> Error {
    Problem::new(Code::NotFound).into()
}

/// The row of an id in a path.
pub(super) fn target(view: &View<'_>, kind: Kind, number: &str) -> Result<Target> {
    let id: i64 = number.parse().map_err(|_| missing())?;
    view.named(kind, id)?.ok_or_else(missing)
}

fn course(view: &View<'_>, call: &Call, form: Form) -> Result<Value> {
    let seen = view.find(Kind::Course, &target(view, Kind::Course, call.name())?)?.ok_or_else(missing)?;
    Courses::new(view)?.shown(&seen, form)
}

/// The parent of a call's rows; fails when it does not exist.
pub(super) fn parent(view: &View<'_>, call: &Call) -> Result<Target> {
    let parent = match call.kind.parent() {
        Some(above) => target(view, above, call.name())?,
        None => Target::Name(call.name().to_owned()),
    };
    if view.stands(call.kind, &parent)? { Ok(parent) } else { Err(missing()) }
}

fn under(view: &View<'_>, call: &Call) -> Result<Vec<Seen>> {
    view.under(call.kind, &parent(view, call)?)
}

/// Every row of a kind, in the order of its list.
fn sorted(view: &View<'_>, kind: Kind) -> Result<Vec<Seen>> {
    let mut rows = view.all(kind)?;
    let text =
        |seen: &Seen, name: &str| seen.row.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    match kind {
        Kind::Language => {
            // A new row without a position is the last.
            rows.sort_by_key(|seen| seen.row.get("orderIndex").and_then(Value::as_i64).unwrap_or(i64::MAX));
            for (place, seen) in (1_i64..).zip(&mut rows) {
                if seen.row.get("orderIndex").is_none_or(Value::is_null) {
                    seen.row["orderIndex"] = json!(place);
                }
            }
        }
        Kind::Level => {
            rows.sort_by_key(|seen| seen.row.get("rank").and_then(Value::as_i64).unwrap_or_default());
        }
        Kind::Teacher => rows.sort_by_cached_key(|seen| (text(seen, "lastName"), text(seen, "firstName"))),
        _ => {}
    }
    Ok(rows)
}

fn language_details(view: &View<'_>) -> Result<Value> {
    let courses = view.all(Kind::Course)?;
    let details = sorted(view, Kind::Language)?.into_iter().map(|seen| {
        let mut row = shown(view, Kind::Language, &seen)?;
        for (name, kind) in [("onlineCourses", CourseType::Online), ("inPersonCourses", CourseType::InPerson)]
        {
            let counts = |course: &&Seen| {
                course.row["status"] == json!(CourseStatus::Published)
                    && course.row["type"] == json!(kind)
                    && view.reference(&course.row["languageId"]).as_ref() == Some(&seen.target)
            };
            row[name] = json!(courses.iter().filter(counts).count());
        }
        Ok(row)
    });
    details.collect()
}

fn categories_in_order(view: &View<'_>) -> Result<Vec<(String, Value)>> {
    let rows = view.store.rows(ContentKind::FaqCategory)?.into_iter();
    let mut rows: Vec<(String, Value)> = rows
        .filter_map(|row| match row.id {
            Key::Code(code) => Some((code, row.row)),
            Key::Id(_) => None,
        })
        .collect();
    rows.sort_by_key(|(code, row)| (row["position"].as_i64().unwrap_or_default(), code.clone()));
    Ok(rows)
}

fn categories(view: &View<'_>) -> Result<Value> {
    let counted = categories_in_order(view)?.into_iter().map(|(code, mut row)| {
        row["entries"] = json!(view.under(Kind::Faq, &Target::Name(code))?.len());
        Ok(row)
    });
    counted.collect()
}

/// Every question with its answer, by category and in order.
fn entries(view: &View<'_>) -> Result<Vec<Seen>> {
    let mut entries = Vec::new();
    for (code, _) in categories_in_order(view)? {
        entries.extend(view.under(Kind::Faq, &Target::Name(code))?);
    }
    Ok(entries)
}

fn test(view: &View<'_>, call: &Call) -> Result<Value> {
    let languages = view.all(Kind::Language)?;
    let language = named(&languages, call.name(), WORDS).ok_or_else(missing)?;
    let code = language.row.get("code").and_then(Value::as_str).unwrap_or_default();
    let mut questions = view.under(Kind::TestQuestion, &Target::Name(code.to_owned()))?;
    if let Some(kind) = call.names.get(1) {
        let kind: QuestionType = kind.to_uppercase().parse().map_err(|_| missing())?;
        questions.retain(|seen| seen.row["typeCode"] == json!(kind));
    }
    all(view, Kind::TestQuestion, &questions)
}
