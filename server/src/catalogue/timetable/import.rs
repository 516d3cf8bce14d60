//! Import of a timetable from a spreadsheet file. Rows are written like single sessions, all or none; a dry run writes them
//! too, and takes everything back.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use chrono::NaiveDate;
use preau_core::class_session::{self, ClassSessionInput, SessionWarning, time_text};
use preau_core::code::Code;
use preau_core::editing::{Form as _, New};
use preau_core::problem::{FieldError, Fields, Problem};
use preau_core::series::{DaysOff, Skip};
use preau_core::spreadsheet::ImportOutcome;
use preau_core::text::fold;
use preau_core::timetable_file::{self, Row};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::db::{Conn, Filter};
use crate::editing;
use crate::error::{Error, Result};
use crate::http::extract::{Csv, Query};
use crate::routes;
use crate::write::{Call, Tx, json_response, store_response};
use crate::{change, fetch_all};

use super::closures::days_off;
use super::rooms;
use super::session::ClassSession;
use super::store;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(import_class_sessions))
}

/// How a file is read.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct ImportQuery {
    /// Writes nothing and only returns the report.
    dry_run: Option<bool>,
}

/// Report of an import, row by row.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimetableImport {
    /// Nothing was written.
    pub dry_run: bool,
    pub created: usize,
    /// Number of rows whose session is there already.
    pub unchanged: usize,
    /// Number of rows with errors; if there are any, nothing is written.
    pub errors: usize,
    pub lines: Vec<TimetableImportLine>,
}

/// Result of one row.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimetableImportLine {
    /// Its row number in a spreadsheet.
    pub line: usize,
    /// `created`, `unchanged` or `error`.
    pub outcome: ImportOutcome,
    /// As the file names it.
    pub course: String,
    pub date: Option<NaiveDate>,
    /// Local: `18:30`.
    pub start_time: Option<String>,
    pub minutes: Option<i64>,
    /// As the file names it; null: online.
    pub room: Option<String>,
    /// As the file names them; null: the course's.
    pub teacher: Option<String>,
    /// What is odd about it, and yet allowed.
    pub warnings: Vec<SessionWarning>,
    /// Why a rule would have no session on its day.
    pub skipped: Option<Skip>,
    /// Its errors, under the names of the columns.
    pub fields: Vec<FieldError>,
}

/// Imports a timetable: a CSV file of sessions, with commas or semicolons. Columns are `course` (name or last part of the
/// page's address), `date`, `startTime`, `minutes`, `room`, `teacher`, `module`, `meetingUrl`, `note`, or their French
/// names, in any order; the last five may be missing. A session that the course has at that time already is left as it
/// is, and refused when the row says something else or when it was cancelled. If there is any error nothing is written: `fields` are named by
/// their rows, `[12].room`.
#[utoipa::path(post, path = "/class-sessions/import", tag = "timetable", params(ImportQuery),
    request_body(content = String, content_type = "text/csv"), responses((status = 200, body = TimetableImport)))]
async fn import_class_sessions(
    State(app): State<AppContext>,
    call: Call,
    Query(query): Query<ImportQuery>,
    Csv(file): Csv,
) -> Result<Response> {
    let rows = timetable_file::read(&file)?;
    let dry_run = query.dry_run == Some(true);
    let mut tried = None;
    let written = change!(app, Some(&call), |tx| {
        let report = TimetableImport::of(write_rows(tx, &rows).await?, dry_run);
        if dry_run {
            tried = Some(report);
            // Takes everything back.
            return Err(Code::ImportRefused.into());
        }
        report.refuse_errors()?;
        store_response(tx, &call, StatusCode::OK, &report).await
    });
    match tried {
        Some(report) => Ok(axum::Json(report).into_response()),
        None => Ok(json_response(StatusCode::OK, written?)),
    }
}

impl TimetableImport {
    fn of(lines: Vec<TimetableImportLine>, dry_run: bool) -> Self {
        let count = |outcome| lines.iter().filter(|line| line.outcome == outcome).count();
        Self {
            dry_run,
            created: count(ImportOutcome::Created),
            unchanged: count(ImportOutcome::Unchanged),
            errors: count(ImportOutcome::Refused),
            lines,
        }
    }

    fn refuse_errors(&self) -> Result<()> {
        let mut fields = Fields::default();
        fields.summarise(Code::ImportRefused);
        for line in self.lines.iter().filter(|line| line.outcome == ImportOutcome::Refused) {
            let problem = Problem { fields: line.fields.clone(), ..Problem::new(Code::Invalid) };
            fields.nest::<()>(&format!("[{}]", line.line), Err(problem));
        }
        Ok(fields.finish()?)
    }
}

/// Writes the rows that can be written; answers what became of each.
async fn write_rows(tx: &mut Tx, rows: &[Row]) -> Result<Vec<TimetableImportLine>> {
    let names = Names::read(tx).await?;
    let mut lines = Vec::new();
    for row in rows {
        let mut line = TimetableImportLine::of(row, &names.off);
        match names.session(row) {
            Err(problem) => line.refuse(problem),
            Ok(content) => match there(tx, &content).await? {
                Some(session) => line.compare(&session, &content),
                None => line.create(tx, content).await?,
            },
        }
        lines.push(line);
    }
    Ok(lines)
}

/// The session of the course, or of this module of it, at that time: the planned one, else one that was cancelled.
async fn there(tx: &mut Tx, session: &class_session::ClassSession) -> Result<Option<ClassSession>> {
    let then = Filter::new()
        .with("s.course_id = $1", session.course_id)
        .with("s.starts_at = $1", session.times.starts_at());
    let mut found = store::sessions(tx, &then).await?;
    found.retain(|other| other.module_id == session.module_id);
    found.sort_by_key(ClassSession::is_cancelled);
    Ok(found.into_iter().next())
}

/// Refuses what a row says otherwise than the session that is there; of it, only an empty room says something.
fn differences(there: &ClassSession, wanted: &class_session::ClassSession) -> Fields {
    let says = |wanted: &Option<String>, there: &Option<String>| wanted.is_some() && wanted != there;
    let mut fields = Fields::default();
    if there.is_cancelled() {
        fields.refuse("date", Code::SessionCancelled);
        return fields;
    }
    for (column, differs) in [
        ("minutes", there.minutes != wanted.times.minutes),
        ("room", there.room_id != wanted.room_id),
        ("teacher", there.teacher_id != wanted.teacher.id(there.teacher_id)),
        ("meetingUrl", says(&wanted.meeting_url, &there.meeting_url)),
        ("note", says(&wanted.note, &there.note)),
    ] {
        if differs {
            fields.refuse(column, Code::SessionDiffers);
        }
    }
    fields
}

impl TimetableImportLine {
    fn of(row: &Row, off: &DaysOff) -> Self {
        Self {
            line: row.number,
            outcome: ImportOutcome::Created,
            course: row.course.clone(),
            date: row.date,
            start_time: row.start.map(time_text),
            minutes: row.minutes,
            room: row.room.clone(),
            teacher: row.teacher.clone(),
            warnings: Vec::new(),
            skipped: row.date.and_then(|day| off.skip(day)),
            fields: Vec::new(),
        }
    }

    async fn create(&mut self, tx: &mut Tx, content: class_session::ClassSession) -> Result<()> {
        let new = New { content, client_id: None };
        match editing::create_row::<ClassSession>(tx, &new).await {
            Ok((_, session)) => self.warnings = session.warnings,
            Err(Error::Rule(problem)) => self.refuse(problem),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// With the session that is there already: nothing is to be written, or it is another one.
    fn compare(&mut self, there: &ClassSession, wanted: &class_session::ClassSession) {
        self.outcome = ImportOutcome::Unchanged;
        if let Err(problem) = differences(there, wanted).finish() {
            self.refuse(problem);
        }
    }

    /// Names the column of a problem that has none.
    fn refuse(&mut self, problem: Problem) {
        self.outcome = ImportOutcome::Refused;
        let column = match problem.code {
            Code::RoomTaken => "room",
            Code::TeacherTaken => "teacher",
            Code::OutsideCourseDates => "date",
            _ => "course",
        };
        self.fields = problem.fields;
        if self.fields.is_empty() {
            let Problem { code, message, params, .. } = problem;
            self.fields.push(FieldError { name: column.to_owned(), code, message, params });
        }
    }
}

/// What rows may refer to.
struct Names {
    /// Id, name, slug and whether it is archived.
    courses: Vec<(i64, String, String, bool)>,
    /// Id, course and title.
    modules: Vec<(i64, i64, String)>,
    rooms: Vec<(i64, String)>,
    teachers: Vec<(i64, String)>,
    off: DaysOff,
}

const COURSES: &str = "
    SELECT id, name, slug, CASE WHEN status = 'ARCHIVED' THEN TRUE ELSE FALSE END FROM courses ORDER BY id";
const MODULES: &str = "SELECT id, course_id, title FROM modules ORDER BY id";
const TEACHERS: &str = "SELECT id, first_name || ' ' || last_name FROM teachers ORDER BY id";

impl Names {
    async fn read(conn: &mut Conn) -> Result<Self> {
        Ok(Self {
            courses: fetch_all!(conn, (i64, String, String, bool), COURSES)?,
            modules: fetch_all!(conn, (i64, i64, String), MODULES)?,
            rooms: rooms::all(conn).await?.into_iter().map(|room| (room.id, room.name)).collect(),
            teachers: fetch_all!(conn, (i64, String), TEACHERS)?,
            off: days_off(conn).await?,
        })
    }

    /// The session of a row.
    fn session(&self, row: &Row) -> std::result::Result<class_session::ClassSession, Problem> {
        let mut faults = row.faults.clone();
        let course_id = self.course(&row.course);
        if course_id.is_none() && !row.course.is_empty() {
            faults.refuse("course", Code::UnknownReference);
        }
        let mut found = |column: &str, name: &Option<String>, among: &[(i64, String)]| {
            let id = name.as_ref().and_then(|name| only(name, among.iter().map(|(id, name)| (*id, name))));
            if name.is_some() && id.is_none() {
                faults.refuse(column, Code::UnknownReference);
            }
            id
        };
        let room_id = found("room", &row.room, &self.rooms);
        let teacher_id = found("teacher", &row.teacher, &self.teachers);
        let of_course = self.modules.iter().filter(|module| Some(module.1) == course_id);
        let modules: Vec<_> = of_course.map(|(id, _, title)| (*id, title.clone())).collect();
        let module_id = found("module", &row.module, &modules);
        let form = ClassSessionInput {
            course_id,
            module_id: Some(module_id),
            date: row.date.map(|day| day.to_string()),
            start_time: row.start.map(time_text),
            minutes: row.minutes,
            room_id: Some(room_id),
            meeting_url: Some(row.meeting_url.clone()),
            teacher_id: teacher_id.map(Some),
            note: Some(row.note.clone()),
            ..ClassSessionInput::default()
        };
        faults.finish()?;
        Ok(form.create()?.content)
    }

    /// By the last part of its address, else by its name; archived courses only when no other has it.
    fn course(&self, name: &str) -> Option<i64> {
        let slug = self.courses.iter().find(|(_, _, slug, _)| slug == name).map(|course| course.0);
        let named = |archived: bool| {
            let courses = self.courses.iter().filter(|course| course.3 == archived);
            only(name, courses.map(|(id, name, ..)| (*id, name)))
        };
        slug.or_else(|| named(false)).or_else(|| named(true))
    }
}

/// The one of this name, regardless of case and accents; none when several have it.
fn only<'n>(name: &str, among: impl Iterator<Item = (i64, &'n String)>) -> Option<i64> {
    let wanted = fold(name);
    let mut found = among.filter(|(_, name)| fold(name) == wanted);
    let first = found.next()?;
    found.next().is_none().then_some(first.0)
}
