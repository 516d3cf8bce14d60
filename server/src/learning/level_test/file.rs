//! Export and import of the level test's questions as a spreadsheet file.
//!
//! A row with an `id` changes that question; one without creates a question, unless the same one exists. Either all
//! rows are written or none, and each is reported.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use preau_core::code::Code;
use preau_core::editing::{Form as _, New};
use preau_core::level_test;
use preau_core::problem::{FieldError, Fields, Problem};
use preau_core::question_file::{self, Row};
use preau_core::spreadsheet::ImportOutcome;
use serde::{Deserialize, Serialize};

use super::store::Selection;
use super::{TestQuestion, language, store};
use crate::catalogue::languages;
use crate::change;
use crate::context::AppContext;
use crate::db::Conn;
use crate::editing::{self, Content as _};
use crate::error::{Error, Result};
use crate::http::extract::{Csv, Path, Query};
use crate::write::{Call, Tx, json_response, store_response};

/// How a file is read.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct ImportQuery {
    /// Writes nothing and only returns the report.
    dry_run: Option<bool>,
}

/// Report of an import, row by row.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TestImport {
    /// Nothing was written.
    pub dry_run: bool,
    pub created: usize,
    pub updated: usize,
    pub unchanged: usize,
    /// Number of rows with errors; if there are any, nothing is written.
    pub errors: usize,
    pub lines: Vec<TestImportLine>,
}

/// Result of one row.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct TestImportLine {
    /// Its row number in a spreadsheet.
    pub line: usize,
    pub outcome: ImportOutcome,
    /// The question's text, to identify the row.
    pub question: String,
    /// Its errors.
    pub fields: Vec<FieldError>,
}

/// The questions of a language as a file: UTF-8, semicolons, the columns that an import reads. Options have the form
/// `a|b`; a cell that would be a formula starts with an apostrophe. Translations are not included: an import leaves
/// those of the questions it changes unchanged.
#[utoipa::path(get, path = "/tests/{language}/export", tag = "tests", params(("language" = String, Path)),
    responses((status = 200, description = "The file.", body = String, content_type = "text/csv")))]
pub(super) async fn export_test_questions(
    State(app): State<AppContext>,
    Path(wanted): Path<String>,
) -> Result<Response> {
    let mut conn = app.db.read().await?;
    let language = language(&mut conn, &wanted).await?;
    let asked =
        store::list(&mut conn, Selection { language_id: Some(language.id), ..Selection::default() }).await?;
    let questions = asked.iter().map(|one| Ok((one.id, one.checked()?))).collect::<Result<Vec<_>>>()?;
    let file = question_file::write(questions.iter().map(|(id, question)| (*id, question)))?;
    let name = format!("attachment; filename=\"test-{}-{}.csv\"", language.code, app.clock.today());
    let headers =
        [(header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, file).into_response())
}

/// Imports a file of questions, with commas or semicolons. Columns are named as in the export, in any order; `language`
/// is a code or a name. A row with an `id` changes that question; one without creates a question, unless the same one
/// exists. If there is any error nothing is written: `fields` are named by their rows, `[12].question`.
#[utoipa::path(post, path = "/tests/import", tag = "tests", params(ImportQuery),
    request_body(content = String, content_type = "text/csv"), responses((status = 200, body = TestImport)))]
pub(super) async fn import_test_questions(
    State(app): State<AppContext>,
    call: Call,
    Query(query): Query<ImportQuery>,
    Csv(file): Csv,
) -> Result<Response> {
    let rows = question_file::read(&file)?;
    if query.dry_run == Some(true) {
        let mut conn = app.db.read().await?;
        let plan = plan(&mut conn, &rows).await?;
        return Ok(axum::Json(report(&plan, true)).into_response());
    }
    let text = change!(app, Some(&call), |tx| {
        let plan = plan(tx, &rows).await?;
        refuse_errors(&plan)?;
        for (_, step) in &plan {
            apply(tx, step).await?;
        }
        store_response(tx, &call, axum::http::StatusCode::OK, &report(&plan, false)).await
    })?;
    Ok(json_response(axum::http::StatusCode::OK, text))
}

/// The effect of a row.
enum RowChange {
    Create(level_test::TestQuestion),
    Update(Box<TestQuestion>, level_test::TestQuestion),
    Unchanged,
    Refused(Vec<FieldError>),
}

impl RowChange {
    fn outcome(&self) -> ImportOutcome {
        match self {
            Self::Create(_) => ImportOutcome::Created,
            Self::Update(..) => ImportOutcome::Updated,
            Self::Unchanged => ImportOutcome::Unchanged,
            Self::Refused(_) => ImportOutcome::Refused,
        }
    }
}

async fn plan<'r>(conn: &mut Conn, rows: &'r [Row]) -> Result<Vec<(&'r Row, RowChange)>> {
    let taught = languages::all(conn).await?;
    let present = store::list(conn, Selection::default()).await?;
    let mut known = present.iter().map(TestQuestion::checked).collect::<Result<Vec<_>>>()?;
    let mut steps = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let mut faults = row.faults.clone();
        let mut form = row.form.clone();
        if let Some(name) = form.language.as_deref().filter(|name| !name.trim().is_empty()) {
            match languages::lookup_in(&taught, name) {
                Some(language) => form.language = Some(language.code.clone()),
                None => faults.refuse("language", Code::UnknownReference),
            }
        }
        let before = row.id.and_then(|id| present.iter().find(|question| question.id == id));
        if row.id.is_some() && before.is_none() {
            faults.refuse("id", Code::UnknownReference);
        }
        if row.id.is_some() && rows[..place].iter().any(|other| other.id == row.id) {
            faults.refuse("id", Code::Duplicate);
        }
        let before_content = before.map(TestQuestion::checked).transpose()?;
        let content = form.over(before_content.as_ref(), &mut faults);
        let step = match (faults.finish(), content) {
            (Err(problem), _) => RowChange::Refused(problem.fields),
            (Ok(()), None) => return Err(Error::internal("a row is neither right nor wrong")),
            (Ok(()), Some(content)) => match (before, before_content) {
                (Some(_), Some(old)) if old == content => RowChange::Unchanged,
                (Some(before), Some(_)) => RowChange::Update(Box::new(before.clone()), content),
                _ if known.iter().any(|other| same(other, &content)) => RowChange::Unchanged,
                _ => {
                    known.push(content.clone());
                    RowChange::Create(content)
                }
            },
        };
        steps.push((row, step));
    }
    Ok(steps)
}

/// Whether two questions are the same, regardless of their position in the test.
fn same(one: &level_test::TestQuestion, other: &level_test::TestQuestion) -> bool {
    (&one.language, &one.question, one.level) == (&other.language, &other.question, other.level)
}

fn refuse_errors(plan: &[(&Row, RowChange)]) -> Result<()> {
    let mut fields = Fields::default();
    fields.summarise(Code::ImportRefused);
    for (row, step) in plan {
        if let RowChange::Refused(faults) = step {
            let problem = Problem { fields: faults.clone(), ..Problem::new(Code::Invalid) };
            fields.nest::<()>(&format!("[{}]", row.number), Err(problem));
        }
    }
    Ok(fields.finish()?)
}

async fn apply(tx: &mut Tx, step: &RowChange) -> Result<()> {
    match step {
        RowChange::Create(content) => {
            let new = New { content: content.clone(), client_id: None };
            editing::create_row::<TestQuestion>(tx, &new).await?;
        }
        RowChange::Update(before, content) => {
            editing::update_row::<TestQuestion>(tx, before.id, before, content).await?;
        }
        RowChange::Unchanged | RowChange::Refused(_) => {}
    }
    Ok(())
}

fn report(plan: &[(&Row, RowChange)], dry_run: bool) -> TestImport {
    let count = |outcome: ImportOutcome| plan.iter().filter(|(_, step)| step.outcome() == outcome).count();
    let line = |(row, step): &(&Row, RowChange)| TestImportLine {
        line: row.number,
        outcome: step.outcome(),
        question: match step {
            RowChange::Create(content) | RowChange::Update(_, content) => content.question.text.clone(),
            RowChange::Unchanged | RowChange::Refused(_) => row.form.question.clone().unwrap_or_default(),
        },
        fields: if let RowChange::Refused(faults) = step { faults.clone() } else { Vec::new() },
    };
    TestImport {
        dry_run,
        created: count(ImportOutcome::Created),
        updated: count(ImportOutcome::Updated),
        unchanged: count(ImportOutcome::Unchanged),
        errors: count(ImportOutcome::Refused),
        lines: plan.iter().map(line).collect(),
    }
}
