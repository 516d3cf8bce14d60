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

use super::course::{Courses, Detail};
use super::filter::{Query, courses, paged};
use super::languages::{WORDS, find_by_word};
use super::routes::{Call, Endpoint};
use super::rows::{page_row, page_rows};
use super::sessions::Sessions;
use super::timetable;
use super::view::{View, ViewRow};
use crate::answer::{Response, json as answered};
use crate::error::{Error, Result};
use crate::store::{Key, Store};

pub(super) fn answer(store: &Store, call: &Call, query: Option<&str>) -> Result<Response> {
    let view = View::new(store)?;
    answered(StatusCode::OK, &value(&view, call, &Query::read(query))?)
}

fn value(view: &View<'_>, call: &Call, query: &Query) -> Result<Value> {
    match call.endpoint {
        Endpoint::Courses => courses(&Courses::new(view)?, query),
        Endpoint::Details => course(view, call, Detail::Full),
        Endpoint::LanguageDetails => language_details(view),
        Endpoint::FaqCategories => categories(view),
        Endpoint::All if call.kind == Kind::Faq => {
            paged(query, &entries(view)?, |item| page_row(view, Kind::Faq, item))
        }
        Endpoint::All => page_rows(view, call.kind, &sorted(view, call.kind)?),
        Endpoint::Under => page_rows(view, call.kind, &under(view, call)?),
        Endpoint::One if call.kind == Kind::Course => course(view, call, Detail::Editable),
        Endpoint::One => {
            let target = target(view, call.kind, call.name())?;
            let item = view.find(call.kind, &target)?.ok_or_else(not_found)?;
            page_row(view, call.kind, &item)
        }
        Endpoint::By(field) => {
            let wanted = fold(call.name());
            let rows = sorted(view, call.kind)?;
            let says = |item: &&ViewRow| match item.row.get(field) {
                Some(Value::String(text)) => fold(text) == wanted,
                Some(number) => wanted.parse().is_ok_and(|wanted: i64| number.as_i64() == Some(wanted)),
                None => false,
            };
            page_row(view, call.kind, rows.iter().find(says).ok_or_else(not_found)?)
        }
        Endpoint::Test | Endpoint::TestOfType => test(view, call),
        Endpoint::Sessions => Sessions::new(view)?.list(query),
        Endpoint::Rooms => timetable::rooms(view),
        Endpoint::Closures => timetable::closures(view),
        Endpoint::Series => timetable::series(view, call.name()),
        _ => Err(not_found()),
    }
}

pub(super) fn not_found() -> Error {
    Problem::new(Code::NotFound).into()
}

/// The row of an id in a path.
pub(super) fn target(view: &View<'_>, kind: Kind, number: &str) -> Result<Target> {
    let id: i64 = number.parse().map_err(|_| not_found())?;
    view.target_of(kind, id)?.ok_or_else(not_found)
}

fn course(view: &View<'_>, call: &Call, detail: Detail) -> Result<Value> {
    let item = view.find(Kind::Course, &target(view, Kind::Course, call.name())?)?.ok_or_else(not_found)?;
    Courses::new(view)?.page_row(&item, detail)
}

/// The parent of a call's rows; fails when it does not exist.
pub(super) fn parent(view: &View<'_>, call: &Call) -> Result<Target> {
    let parent = match call.kind.parent() {
        Some(above) => target(view, above, call.name())?,
        None => Target::Name(call.name().to_owned()),
    };
    if view.parent_exists(call.kind, &parent)? { Ok(parent) } else { Err(not_found()) }
}

fn under(view: &View<'_>, call: &Call) -> Result<Vec<ViewRow>> {
    view.children(call.kind, &parent(view, call)?)
}

/// Every row of a kind, in the order of its list.
fn sorted(view: &View<'_>, kind: Kind) -> Result<Vec<ViewRow>> {
    let mut rows = view.all(kind)?;
    let text = |item: &ViewRow, name: &str| {
        item.row.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    match kind {
        Kind::Language => {
            // A new row without a position is the last.
            rows.sort_by_key(|item| item.row.get("orderIndex").and_then(Value::as_i64).unwrap_or(i64::MAX));
            for (place, item) in (1_i64..).zip(&mut rows) {
                if item.row.get("orderIndex").is_none_or(Value::is_null) {
                    item.row["orderIndex"] = json!(place);
                }
            }
        }
        Kind::Level => {
            rows.sort_by_key(|item| item.row.get("rank").and_then(Value::as_i64).unwrap_or_default());
        }
        Kind::Teacher => rows.sort_by_cached_key(|item| (text(item, "lastName"), text(item, "firstName"))),
        _ => {}
    }
    Ok(rows)
}

fn language_details(view: &View<'_>) -> Result<Value> {
    let courses = view.all(Kind::Course)?;
    let details = sorted(view, Kind::Language)?.into_iter().map(|item| {
        let mut row = page_row(view, Kind::Language, &item)?;
        for (name, kind) in [("onlineCourses", CourseType::Online), ("inPersonCourses", CourseType::InPerson)]
        {
            let counts = |course: &&ViewRow| {
                course.row["status"] == json!(CourseStatus::Published)
                    && course.row["type"] == json!(kind)
                    && view.reference(&course.row["languageId"]).as_ref() == Some(&item.target)
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
        row["entries"] = json!(view.children(Kind::Faq, &Target::Name(code))?.len());
        Ok(row)
    });
    counted.collect()
}

/// Every question with its answer, by category and in order.
fn entries(view: &View<'_>) -> Result<Vec<ViewRow>> {
    let mut entries = Vec::new();
    for (code, _) in categories_in_order(view)? {
        entries.extend(view.children(Kind::Faq, &Target::Name(code))?);
    }
    Ok(entries)
}

fn test(view: &View<'_>, call: &Call) -> Result<Value> {
    let languages = view.all(Kind::Language)?;
    let language = find_by_word(&languages, call.name(), WORDS).ok_or_else(not_found)?;
    let code = language.row.get("code").and_then(Value::as_str).unwrap_or_default();
    let mut questions = view.children(Kind::TestQuestion, &Target::Name(code.to_owned()))?;
    if let Some(kind) = call.names.get(1) {
        let kind: QuestionType = kind.to_uppercase().parse().map_err(|_| not_found())?;
        questions.retain(|item| item.row["typeCode"] == json!(kind));
    }
    page_rows(view, Kind::TestQuestion, &questions)
}
