//! Checks references from and to a row, as far as the copy knows them. Only the school knows sales and files.

use preau_core::code::Code;
use preau_core::course::CourseStatus;
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Target;
use preau_core::draft::shape::key;
use preau_core::problem::{Fields, Problem};
use preau_core::publishing::{Publishing, check_capacity};
use preau_core::text::fold;
use serde_json::{Value, json};

use super::course::cents;
use super::early_exit::StepResult;
use super::languages;
use super::parts::list_name;
use super::session_checks;
use super::timetable::series_of_teacher;
use super::view::{View, ViewRow};

/// Refuses a complete form with invalid references. `before` is the row that it changes.
pub(super) fn check(view: &View<'_>, kind: Kind, form: &Value, before: Option<&ViewRow>) -> StepResult<()> {
    if kind == Kind::ClassSession {
        return session_checks::check(view, form, before);
    }
    let mut fields = Fields::default();
    // A part of a course cannot move to another course.
    if kind.parent() == Some(Kind::Course)
        && let Some(before_row) = before.and_then(|item| view.list_of(kind, &item.row))
    {
        if Some(before_row) != view.list_of(kind, form) {
            fields.refuse("courseId", Code::InvalidValue);
        }
        return Ok(fields.finish()?);
    }
    for (name, of) in kind.references() {
        let named = form.get(*name).filter(|value| !value.is_null());
        let Some(target) = named.and_then(|named| view.reference(named)) else { continue };
        if view.find(*of, &target)?.is_none() {
            // A chapter's module has another field name in requests than in responses.
            let name = if *name == "moduleId" { "courseModuleId" } else { name };
            fields.refuse(name, Code::UnknownReference);
        }
    }
    match kind {
        Kind::Course => check_course(view, form, before, &mut fields)?,
        Kind::Language => {
            let code = form["code"].as_str().unwrap_or_default().trim().to_lowercase();
            check_unique(view, kind, "code", &code, str::to_owned, before, &mut fields)?;
        }
        Kind::Level => {
            let name = fold(form["name"].as_str().unwrap_or_default());
            check_unique(view, kind, "name", &name, fold, before, &mut fields)?;
        }
        Kind::Teacher => check_taught_languages(view, form, &mut fields)?,
        Kind::TestQuestion => {
            let all = view.all(Kind::Language)?;
            let wanted = languages::language_code(form["language"].as_str().unwrap_or_default());
            if languages::find_by_word(&all, &wanted, languages::WORDS).is_none() {
                fields.refuse("language", Code::UnknownReference);
            }
        }
        Kind::Faq => {
            let category = form["category"].as_str().unwrap_or_default().trim().to_owned();
            if !view.parent_exists(kind, &Target::Name(category))? {
                fields.refuse("category", Code::UnknownReference);
            }
        }
        Kind::Module
        | Kind::Objective
        | Kind::Prerequisite
        | Kind::Chapter
        | Kind::Lesson
        | Kind::Resource
        | Kind::Quiz
        | Kind::QuizQuestion
        | Kind::ClassSession => {}
    }
    Ok(fields.finish()?)
}

fn check_course(
    view: &View<'_>,
    form: &Value,
    before: Option<&ViewRow>,
    fields: &mut Fields,
) -> StepResult<()> {
    let Some(before) = before else { return Ok(()) };
    for (name, kind) in Kind::Course.lists() {
        let before_row: Vec<Option<String>> =
            view.children(*kind, &before.target)?.iter().map(|item| key(&item.row)).collect();
        let rows = form.get(list_name(*kind)).and_then(Value::as_array).into_iter().flatten();
        for (n, row) in rows.enumerate().filter(|(_, row)| row.get("id").is_some_and(Value::is_i64)) {
            if !before_row.contains(&key(row)) {
                fields.refuse(format!("{name}[{n}].id"), Code::UnknownReference);
            }
        }
    }
    let taken = before.row.get("seatsTaken").and_then(Value::as_i64).unwrap_or_default();
    fields.check("capacity", check_capacity(form.get("capacity").and_then(Value::as_i64), taken));
    if before.row.get("status") != Some(&json!(CourseStatus::Published)) {
        return Ok(());
    }
    let day = |name: &str| form.get(name).and_then(Value::as_str).and_then(|day| day.parse().ok());
    let modules = form.get("modules").and_then(Value::as_array).map_or(&[][..], |modules| modules);
    let sum = modules.iter().map(|module| cents(module.get("price")).0).sum::<i64>();
    let price = if modules.is_empty() { cents(form.get("price")) } else { preau_core::money::Cents(sum) };
    let ready = Publishing {
        start_date: day("startDate"),
        end_date: day("endDate"),
        has_teacher: form.get("teacherId").is_some_and(|teacher| !teacher.is_null()),
        modules: modules.len(),
        price,
        free: form.get("free") == Some(&json!(true)),
    };
    Ok(ready.check()?)
}

fn check_unique(
    view: &View<'_>,
    kind: Kind,
    field: &str,
    wanted: &str,
    normalise: impl Fn(&str) -> String,
    before: Option<&ViewRow>,
    fields: &mut Fields,
) -> StepResult<()> {
    let this = before.map(|item| &item.target);
    let others = view.all(kind)?;
    let mut others = others.iter().filter(|other| Some(&other.target) != this);
    if others.any(|other| normalise(other.row[field].as_str().unwrap_or_default()) == wanted) {
        fields.refuse(field, Code::Taken);
    }
    Ok(())
}

fn check_taught_languages(view: &View<'_>, form: &Value, fields: &mut Fields) -> StepResult<()> {
    let languages = view.all(Kind::Language)?;
    for (n, code) in form["languagesTaught"].as_array().into_iter().flatten().enumerate() {
        let code = code.as_str().unwrap_or_default().trim().to_lowercase();
        if languages.iter().all(|language| language.row["code"] != json!(code)) {
            fields.refuse(format!("languagesTaught[{n}]"), Code::UnknownReference);
        }
    }
    Ok(())
}

/// Refuses to delete a row that is still referred to; the problem names the kinds and counts.
pub(super) fn check_unused(view: &View<'_>, kind: Kind, item: &ViewRow) -> StepResult<()> {
    if kind == Kind::ClassSession {
        return session_checks::check_deletion(view, &item.row);
    }
    let field = match kind {
        Kind::Language => "languageId",
        Kind::Level => "levelId",
        Kind::Teacher => "teacherId",
        _ => return Ok(()),
    };
    let names =
        |row: &Value| row.get(field).and_then(|named| view.reference(named)).as_ref() == Some(&item.target);
    let mut uses =
        vec![("courses", view.all(Kind::Course)?.iter().filter(|course| names(&course.row)).count())];
    if kind == Kind::Language {
        let code = &item.row["code"];
        let name = Target::Name(code.as_str().unwrap_or_default().to_owned());
        uses.push(("questions", view.children(Kind::TestQuestion, &name)?.len()));
        let taught =
            |row: &Value| row["languagesTaught"].as_array().is_some_and(|codes| codes.contains(code));
        uses.push((
            "teachers",
            view.all(Kind::Teacher)?.iter().filter(|teacher| taught(&teacher.row)).count(),
        ));
    }
    if kind == Kind::Teacher {
        let sessions = view.all(Kind::ClassSession)?.iter().filter(|session| names(&session.row)).count();
        uses.extend([("sessions", sessions), ("series", series_of_teacher(view, &item.target)?)]);
    }
    let count: usize = uses.iter().map(|(_, count)| count).sum();
    if count == 0 {
        return Ok(());
    }
    let problem = Problem::new(Code::InUse).with("count", count);
    Err(uses.iter().fold(problem, |problem, (what, count)| problem.with(what, *count)).into())
}
