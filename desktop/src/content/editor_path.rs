//! The address in the dashboard at which a row is edited, and its title in lists.

use preau_core::class_session::time_text;
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Target;
use serde_json::Value;

use super::sessions::times;
use super::view::View;
use crate::error::Result;
use crate::store::{Store, title_of};

/// The title of a row or form of this kind; empty when it has none yet.
#[must_use]
pub fn title(kind: Kind, row: &Value) -> String {
    let text = match kind {
        Kind::TestQuestion | Kind::Faq => row.get("question").and_then(Value::as_str),
        Kind::QuizQuestion => row.get("questionText").and_then(Value::as_str),
        Kind::Objective | Kind::Prerequisite => row.get("description").and_then(Value::as_str),
        Kind::ClassSession => return session_title(row),
        _ => None,
    };
    text.map(ToOwned::to_owned).or_else(|| title_of(row)).unwrap_or_default()
}

/// `Italien A1, 26/11/2026 18:30`; without the course while only the form is there.
fn session_title(session: &Value) -> String {
    let Some(times) = times(session) else { return String::new() };
    let course = session.get("courseName").and_then(Value::as_str);
    let course = course.map(|name| format!("{name}, ")).unwrap_or_default();
    format!("{course}{} {}", times.day.format("%d/%m/%Y"), time_text(times.start))
}

/// The address in the dashboard at which a row is edited; `parent` is needed for a row that is being deleted.
/// For an order, which is identified by the parent, `target` and `parent` are the same.
pub fn editor_path(store: &Store, kind: Kind, target: &Target, parent: Option<&Target>) -> Result<String> {
    let view = View::new(store)?;
    let target = view.resolve(target);
    if parent.is_some_and(|parent| view.resolve(parent) == target) {
        return match kind.parent() {
            Some(above) => path_of(&view, above, &target, None),
            None => Ok("/faq/list".to_owned()),
        };
    }
    path_of(&view, kind, &target, parent)
}

pub(super) fn path_of(
    view: &View<'_>,
    kind: Kind,
    target: &Target,
    parent: Option<&Target>,
) -> Result<String> {
    Ok(match kind {
        Kind::Language => "/course-metadata?tab=languages".to_owned(),
        Kind::Level => "/course-metadata?tab=levels".to_owned(),
        Kind::Teacher => "/course-metadata?tab=teachers".to_owned(),
        Kind::TestQuestion => match view.row(kind, target)?.and_then(|item| view.list_of(kind, &item.row)) {
            Some(Target::Name(code)) => format!("/test-creator?language={code}"),
            _ => "/test-creator".to_owned(),
        },
        Kind::Faq => match view.row(kind, target)? {
            Some(_) => format!("/faq/edit/{}", view.page_id(target)?),
            None => "/faq/list".to_owned(),
        },
        Kind::Course => match view.row(kind, target)? {
            Some(_) => format!("/course/edit/{}", view.page_id(target)?),
            None => "/course/list".to_owned(),
        },
        Kind::Module | Kind::Objective | Kind::Prerequisite => {
            let course = view.course_of(kind, target)?.or(parent.map(|parent| view.resolve(parent)));
            match course {
                Some(course) => format!("/course/edit/{}", view.page_id(&course)?),
                None => "/course/list".to_owned(),
            }
        }
        Kind::ClassSession => {
            match view.course_of(kind, target)?.or(parent.map(|parent| view.resolve(parent))) {
                Some(course) => format!("/course/sessions/{}", view.page_id(&course)?),
                None => "/timetable/calendar".to_owned(),
            }
        }
        Kind::Chapter | Kind::Lesson | Kind::Resource | Kind::Quiz | Kind::QuizQuestion => {
            course_editor_path(view, kind, target, parent)?
        }
    })
}

/// The address of the course editor, open at the chapter or lesson.
fn course_editor_path(
    view: &View<'_>,
    kind: Kind,
    target: &Target,
    parent: Option<&Target>,
) -> Result<String> {
    let mut query = Vec::new();
    let (mut kind, mut target, mut given) = (kind, target.clone(), parent);
    while kind != Kind::Course {
        let named = match kind {
            Kind::Module | Kind::Chapter | Kind::Lesson => Some(kind),
            _ => None,
        };
        if let Some(named) =
            named.filter(|_| given.is_none() || view.row(kind, &target).is_ok_and(|row| row.is_some()))
        {
            query.push(format!("{named}={}", view.page_id(&target)?));
        }
        let above = view.parent_of(kind, &target)?.or(given.take().map(|parent| view.resolve(parent)));
        let (Some(above), Some(of)) = (above, kind.parent()) else {
            return Ok("/academic-content".to_owned());
        };
        (kind, target) = (of, above);
    }
    query.reverse();
    let query = query.join("&");
    let mark = if query.is_empty() { "" } else { "?" };
    Ok(format!("/course/modules/{}{mark}{query}", view.page_id(&target)?))
}
