//! Converts forms of the page to the queue's payload: only the fields of the form, rows without an id named
//! by their client id; and the defaults of new rows.

use preau_core::code::Code;
use preau_core::course::CourseType;
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Target;
use preau_core::draft::shape::{Shape, form, key, overlay};
use preau_core::problem::Problem;
use preau_core::taught_language::slug_of;
use preau_core::waitlist::DEFAULT_OFFER_HOURS;
use serde_json::{Map, Value, json};

use super::early_exit::StepResult;
use super::view::View;
use crate::clock::new_id;

/// The fields that null clears; in all others null means unchanged.
const fn clearable(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Language => &["nameEn", "nameIt", "nameZh", "flag"],
        Kind::Level | Kind::Module => &["description"],
        Kind::Teacher => &["bio", "photoUrl"],
        Kind::Course => &[
            "teacherId",
            "capacity",
            "location",
            "schedule",
            "meetingUrl",
            "lang",
            "minimumLearners",
            "decisionDay",
        ],
        Kind::Resource => &["captionsUrl"],
        Kind::QuizQuestion => &["explanation", "mediaUrl", "transcript"],
        Kind::TestQuestion => &["options", "mediaUrl", "transcript", "level", "translations"],
        Kind::Faq => &["lang", "translations"],
        Kind::ClassSession => &["moduleId", "roomId", "meetingUrl", "teacherId", "note"],
        Kind::Objective | Kind::Prerequisite | Kind::Chapter | Kind::Lesson | Kind::Quiz => &[],
    }
}

/// The payload of a form; for a change it may be partial, over `before`.
pub(super) fn payload(
    view: &View<'_>,
    kind: Kind,
    body: &Value,
    before: Option<&Value>,
) -> StepResult<Value> {
    if !body.is_object() {
        return Err(Problem::new(Code::InvalidType).into());
    }
    let Value::Object(mut sent) = form(kind.fields(), body) else { return Ok(json!({})) };
    sent.remove("id");
    sent.remove("clientId");
    sent.retain(|name, value| !value.is_null() || clearable(kind).contains(&name.as_str()));
    // A chapter's module has another field name in responses than in requests.
    if let Some(module) = sent.remove("courseModuleId") {
        sent.insert("moduleId".to_owned(), module);
    }
    for (name, of) in kind.references() {
        if let Some(named) = sent.get(*name).and_then(Value::as_i64)
            && let Some(target) = view.target_of(*of, named)?
        {
            sent.insert((*name).to_owned(), reference_value(&target));
        }
    }
    for (name, of) in kind.lists() {
        let before = before.and_then(|row| row.get(name)?.as_array()).map_or(&[][..], |rows| rows);
        for row in sent.get_mut(*name).and_then(Value::as_array_mut).into_iter().flatten() {
            list_row(view, *of, row, before)?;
        }
    }
    Ok(Value::Object(sent))
}

/// A row of a list in the form: complete, with its id or its client id.
fn list_row(view: &View<'_>, kind: Kind, row: &mut Value, before: &[Value]) -> StepResult<()> {
    let Some(fields) = row.as_object_mut() else { return Ok(()) };
    fields.retain(|name, value| !value.is_null() || clearable(kind).contains(&name.as_str()));
    let named = fields.get("id").and_then(Value::as_i64).map(|id| view.target_of(kind, id)).transpose()?;
    match named.flatten() {
        Some(Target::Id(id)) => drop(fields.insert("id".to_owned(), id.into())),
        Some(Target::ClientId(client_id) | Target::Name(client_id)) => {
            fields.remove("id");
            fields.insert("clientId".to_owned(), client_id.into());
        }
        None => {}
    }
    if fields.contains_key("id") {
        fields.remove("clientId");
    } else if !fields.contains_key("clientId") {
        fields.insert("clientId".to_owned(), new_id().into());
    }
    let known = key(row);
    if let Some(before_row) = before.iter().find(|before_row| key(before_row) == known) {
        let mut whole = overlay(&form(kind.fields(), before_row), row);
        if let Some(whole) = whole.as_object_mut() {
            for place in ["courseId", "orderIndex"] {
                whole.remove(place);
            }
        }
        *row = whole;
    }
    Ok(())
}

/// The value by which a form refers to a row.
pub(super) fn reference_value(target: &Target) -> Value {
    match target {
        Target::Id(id) => json!(id),
        Target::ClientId(text) | Target::Name(text) => json!(text),
    }
}

/// The complete form after a change, for checking.
pub(super) fn complete_form(kind: Kind, before_row: &Value, change: &Value) -> Value {
    let mut whole = overlay(&form(kind.fields(), before_row), change);
    let Some(fields) = whole.as_object_mut() else { return whole };
    // A course's price follows from its modules, unless the change sets it too.
    if kind == Kind::Course && change.get("modules").is_some() && change.get("price").is_none() {
        fields.remove("price");
    }
    if kind == Kind::Resource
        && fields.get("type") != Some(&json!("VIDEO"))
        && change.get("captionsUrl").is_none()
    {
        fields.remove("captionsUrl");
    }
    fields.remove("clientId");
    whole
}

/// The defaults of a new row.
pub(super) fn defaults(kind: Kind) -> Value {
    match kind {
        Kind::Language => json!({"nameEn": null, "nameIt": null, "nameZh": null, "flag": null}),
        Kind::Level | Kind::Module => json!({"description": null}),
        Kind::Teacher => json!({"experienceYears": 0, "bio": null, "photoUrl": null, "languagesTaught": []}),
        Kind::Course => json!({
            "status": "DRAFT", "detailedDescription": "", "price": 0.0, "free": false, "teacherId": null,
            "capacity": null, "seatsTaken": 0, "location": null, "schedule": null, "sellingPoints": [], "lang": null, "lateEntry": "FULL",
            "offerHours": 24, "seatsOffered": 0, "waiting": 0,
            "minimumLearners": null, "decisionDay": null, "startConfirmed": false, "enrolled": 0,
        }),
        Kind::Resource => json!({"captionsUrl": null}),
        Kind::Quiz => json!({"instructions": ""}),
        Kind::QuizQuestion => json!({"options": [], "mediaUrl": null, "transcript": null}),
        Kind::TestQuestion => {
            json!({
                "options": [], "mediaUrl": null, "transcript": null, "level": null, "lang": null, "translations": [],
                "inFixedTest": false,
            })
        }
        Kind::Faq => json!({"lang": null, "translations": []}),
        Kind::ClassSession => json!({
            "seriesId": null, "moduleId": null, "roomId": null, "meetingUrl": null, "status": "PLANNED",
            "reason": null, "note": null, "byHand": false, "hasMarks": false, "sheetClosedAt": null,
        }),
        Kind::Objective | Kind::Prerequisite | Kind::Chapter | Kind::Lesson => json!({}),
    }
}

/// A form applied to a row, as the school would store it.
pub(super) fn apply_form(kind: Kind, row: &Value, form: &Value) -> Value {
    let mut row = overlay(row, form);
    let Some(fields) = row.as_object_mut() else { return row };
    for name in clearable(kind) {
        let blank = fields.get(*name).and_then(Value::as_str).is_some_and(|text| text.trim().is_empty());
        if blank {
            fields.insert((*name).to_owned(), Value::Null);
        }
    }
    if fields.get("translations").is_some_and(Value::is_null) {
        fields.insert("translations".to_owned(), json!([]));
    }
    match kind {
        Kind::Language => {
            lowercase(fields, "code");
            set_slug(fields);
        }
        Kind::Teacher => lowercase(fields, "email"),
        Kind::QuizQuestion | Kind::TestQuestion if fields.get("options").is_none_or(Value::is_null) => {
            fields.insert("options".to_owned(), json!([]));
        }
        Kind::Resource if fields.get("type") != Some(&json!("VIDEO")) => {
            fields.insert("captionsUrl".to_owned(), Value::Null);
        }
        _ => {}
    }
    row
}

/// The number of seats of a new course, and what late entry costs, where the form says nothing.
pub(super) fn set_course_defaults(form: &mut Value) {
    let kind = form.get("type").and_then(Value::as_str).and_then(|kind| kind.parse::<CourseType>().ok());
    let Some(kind) = kind else { return };
    if let (None, Some(seats)) = (form.get("capacity"), kind.default_capacity()) {
        form["capacity"] = json!(seats);
    }
    if form.get("lateEntry").is_none_or(Value::is_null) {
        form["lateEntry"] = json!(kind.default_late_entry());
    }
    if form.get("offerHours").is_none_or(Value::is_null) {
        form["offerHours"] = json!(DEFAULT_OFFER_HOURS);
    }
}

/// The slug of a language, as the school would derive it.
fn set_slug(fields: &mut Map<String, Value>) {
    let text = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default().trim().to_owned();
    let (name, code, given) = (text("name"), text("code"), text("slug"));
    let slug = slug_of(if given.is_empty() { &name } else { &given }, &code);
    fields.insert("slug".to_owned(), slug.into());
}

fn lowercase(fields: &mut Map<String, Value>, name: &str) {
    if let Some(text) = fields.get(name).and_then(Value::as_str).map(|text| text.trim().to_lowercase()) {
        fields.insert(name.to_owned(), text.into());
    }
}

/// Whether a field of the form is a position in an order.
pub(super) fn is_ordered(kind: Kind) -> bool {
    kind.fields().iter().any(|(_, shape)| matches!(shape, Shape::Place))
}
