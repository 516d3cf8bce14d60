//! Checks a session as the school does, as far as the copy knows: what it refers to, its room, its teacher and the dates
//! of its course. The school decides when the change is sent.

use preau_core::calendar::parse_date;
use preau_core::clash::{OtherSession, outside, taken};
use preau_core::code::Code;
use preau_core::course::CourseStatus;
use preau_core::draft::kind::Kind;
use preau_core::problem::{Fields, Problem};
use serde_json::{Value, json};

use super::early_exit::StepResult;
use super::sessions::{Sessions, named, times};
use super::view::{View, ViewRow};

/// Refuses a complete form of a session. `before` is the row that it changes.
pub(super) fn check(view: &View<'_>, form: &Value, before: Option<&ViewRow>) -> StepResult<()> {
    if let Some(before) = before {
        check_change(view, form, before)?;
    }
    let sessions = Sessions::new(view)?;
    check_references(&sessions, form)?;
    check_free(&sessions, form, before)?;
    check_dates(&sessions, form, before)
}

fn check_change(view: &View<'_>, form: &Value, before: &ViewRow) -> StepResult<()> {
    if named(view, form, "courseId") != named(view, &before.row, "courseId") {
        return Err(Problem::field("courseId", Code::InvalidValue).into());
    }
    if is_cancelled(&before.row) {
        return Err(Problem::new(Code::SessionCancelled).into());
    }
    let moved = times(form) != times(&before.row)
        || named(view, form, "moduleId") != named(view, &before.row, "moduleId");
    if moved { refuse_marked(&before.row) } else { Ok(()) }
}

/// Refuses to move, cancel or delete a session whose roll was called, where that is known.
pub(super) fn refuse_marked(session: &Value) -> StepResult<()> {
    if session["hasMarks"] == true { Err(Problem::new(Code::SessionMarked).into()) } else { Ok(()) }
}

pub(super) fn is_cancelled(session: &Value) -> bool {
    session["status"] == "CANCELLED"
}

/// Refuses to delete a session that has begun.
pub(super) fn check_deletion(view: &View<'_>, session: &Value) -> StepResult<()> {
    if times(session).is_some_and(|times| times.starts_at() <= view.now) {
        return Err(Problem::new(Code::SessionPast).into());
    }
    refuse_marked(session)
}

fn check_references(sessions: &Sessions<'_>, form: &Value) -> StepResult<()> {
    let view = sessions.view;
    let mut fields = Fields::default();
    let course = named(view, form, "courseId");
    let known = course.as_ref().map(|course| view.find(Kind::Course, course)).transpose()?.flatten();
    if known.is_none() {
        fields.refuse("courseId", Code::UnknownReference);
    }
    if let Some(module) = named(view, form, "moduleId") {
        let modules = match (&course, known) {
            (Some(course), Some(_)) => view.children(Kind::Module, course)?,
            _ => Vec::new(),
        };
        if modules.iter().all(|item| item.target != module) {
            fields.refuse("moduleId", Code::UnknownReference);
        }
    }
    if form.get("roomId").is_some_and(Value::is_number) && sessions.room(form).is_none() {
        fields.refuse("roomId", Code::UnknownReference);
    }
    if let Some(teacher) = named(view, form, "teacherId")
        && view.find(Kind::Teacher, &teacher)?.is_none()
    {
        fields.refuse("teacherId", Code::UnknownReference);
    }
    Ok(fields.finish()?)
}

/// Whether a session keeps its room and its teacher: one to come of an archived course does not.
fn takes_place(sessions: &Sessions<'_>, session: &Value) -> StepResult<bool> {
    let archived = sessions.course(session)?.row["status"] == json!(CourseStatus::Archived);
    let begun = times(session).is_some_and(|times| times.starts_at() <= sessions.view.now);
    Ok(!is_cancelled(session) && (!archived || begun))
}

fn check_free(sessions: &Sessions<'_>, form: &Value, before: Option<&ViewRow>) -> StepResult<()> {
    let Some(wanted) = sessions.occupation(form)?.filter(|it| (it.room_id, it.teacher_id) != (None, None))
    else {
        return Ok(());
    };
    if !takes_place(sessions, form)? {
        return Ok(());
    }
    let mut others = sessions.view.all(Kind::ClassSession)?;
    others.retain(|other| Some(&other.target) != before.map(|before| &before.target));
    others.sort_by_key(|other| times(&other.row).map(|times| times.starts_at()));
    for other in others {
        let Some(code) = sessions.occupation(&other.row)?.and_then(|place| wanted.clash(&place)) else {
            continue;
        };
        if takes_place(sessions, &other.row)? {
            return Err(taken(code, &other_session(sessions, &other)?).into());
        }
    }
    Ok(())
}

fn other_session(sessions: &Sessions<'_>, item: &ViewRow) -> StepResult<OtherSession> {
    let row = sessions.page_row(item)?;
    let number = |name: &str| row[name].as_i64().unwrap_or_default();
    let text = |name: &str| row[name].as_str().map(ToOwned::to_owned);
    Ok(OtherSession {
        id: number("id"),
        course_id: number("courseId"),
        course_name: text("courseName").unwrap_or_default(),
        date: times(&row).map(|times| times.day).unwrap_or_default(),
        start_time: text("startTime").unwrap_or_default(),
        minutes: number("minutes"),
        room_name: text("roomName"),
        teacher_name: text("teacherName"),
    })
}

/// One that lies outside of the course's dates already may stay where it is.
fn check_dates(sessions: &Sessions<'_>, form: &Value, before: Option<&ViewRow>) -> StepResult<()> {
    let day = |row: &Value| times(row).map(|times| times.day);
    let moved = day(form).filter(|moved| before.is_none_or(|before| day(&before.row) != Some(*moved)));
    let course = sessions.course(form)?;
    let date = |name: &str| parse_date(course.row[name].as_str().unwrap_or_default()).ok();
    let (Some(moved), Some(first), Some(last)) = (moved, date("startDate"), date("endDate")) else {
        return Ok(());
    };
    if form["extendCourse"] == true || (first..=last).contains(&moved) {
        return Ok(());
    }
    Err(outside(first, last).into())
}
