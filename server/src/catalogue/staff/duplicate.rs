//! Copies a course as the start of another: its content, without its sales.

use crate::routes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use preau_core::chapter::MAX_TITLE;
use serde_json::json;
use utoipa_axum::router::OpenApiRouter;

use crate::context::AppContext;
use crate::editing::Versioned as _;
use crate::error::Result;
use crate::http::extract::Path;
use crate::write::{Call, Tx, check_version};
use crate::{answer, execute, fetch_all, fetch_scalar};

use super::super::course::EditableCourse;
use super::super::search_text;
use super::super::store::CourseFilter;
use super::store;

pub(super) fn routes() -> OpenApiRouter<AppContext> {
    OpenApiRouter::new().routes(routes!(duplicate_course))
}

/// Copies a course with all its contents as a new draft.
#[utoipa::path(post, path = "/courses/admin/{id}/duplicate", tag = "courses", params(("id" = i64, Path)),
    responses((status = 201, body = EditableCourse), (status = 412)))]
async fn duplicate_course(
    State(app): State<AppContext>,
    call: Call,
    Path(id): Path<i64>,
) -> Result<Response> {
    answer!(&app, &call, StatusCode::CREATED, |tx| {
        let from = EditableCourse::find(tx, &id).await?;
        check_version(&call, from.version(), || json!(from))?;
        let name = copy_name(&from.facts.name);
        let slug = store::free_slug(tx, &name, None).await?;
        tx.public_content_changed();
        let copy = fetch_scalar!(tx, i64, COURSE, id, name, slug, tx.now)?;
        execute!(tx, OBJECTIVES, id, copy, tx.now)?;
        execute!(tx, PREREQUISITES, id, copy, tx.now)?;
        for module in &from.modules {
            let into = fetch_scalar!(tx, i64, MODULE, module.id, copy, tx.now)?;
            chapters(tx, module.id, into).await?;
        }
        search_text::refresh(tx, &CourseFilter::one(copy)).await?;
        let copy = EditableCourse::find(tx, &copy).await?;
        let (new, of) = (copy.facts.id, Some(json!({ "of": id })));
        tx.audit("course.duplicated", EditableCourse::ENTITY, new, of, Some(json!(copy))).await?;
        Ok(copy)
    })
}

/// `Ciao` → `Ciao (copie)`, within the maximum length of a name.
fn copy_name(name: &str) -> String {
    const SUFFIX: &str = " (copie)";
    let base: String = name.chars().take(MAX_TITLE - SUFFIX.len()).collect();
    format!("{}{SUFFIX}", base.trim_end())
}

const COURSE: &str = "
    INSERT INTO courses (name, slug, description, detailed_description, type, price_cents, free, total_hours,
        language_id, level_id, teacher_id, start_date, end_date, capacity, location, schedule, meeting_url,
        selling_points, lang, late_entry, offer_hours, minimum_learners, decision_day, created_at, updated_at)
    SELECT $2, $3, description, detailed_description, type, price_cents, free, total_hours, language_id, level_id,
        teacher_id, start_date, end_date, capacity, location, schedule, meeting_url, selling_points, lang, late_entry,
        offer_hours, minimum_learners, decision_day, $4, $4
    FROM courses WHERE id = $1 RETURNING id";
const OBJECTIVES: &str = "
    INSERT INTO objectives (course_id, description, order_index, created_at, updated_at)
    SELECT $2, description, order_index, $3, $3 FROM objectives WHERE course_id = $1 ORDER BY order_index, id";
const PREREQUISITES: &str = "
    INSERT INTO prerequisites (course_id, description, order_index, created_at, updated_at)
    SELECT $2, description, order_index, $3, $3 FROM prerequisites WHERE course_id = $1 ORDER BY order_index, id";
const MODULE: &str = "
    INSERT INTO modules (course_id, title, description, price_cents, order_index, created_at, updated_at)
    SELECT $2, title, description, price_cents, order_index, $3, $3 FROM modules WHERE id = $1 RETURNING id";
const CHAPTERS: &str = "SELECT id FROM chapters WHERE module_id = $1 ORDER BY order_index, id";
const CHAPTER: &str = "
    INSERT INTO chapters (module_id, title, content, order_index, created_at, updated_at)
    SELECT $2, title, content, order_index, $3, $3 FROM chapters WHERE id = $1 RETURNING id";
const LESSONS: &str = "SELECT id FROM lessons WHERE chapter_id = $1 ORDER BY order_index, id";
const LESSON: &str = "
    INSERT INTO lessons (chapter_id, title, content, order_index, created_at, updated_at)
    SELECT $2, title, content, order_index, $3, $3 FROM lessons WHERE id = $1 RETURNING id";
const RESOURCES: &str = "
    INSERT INTO resources (lesson_id, title, url, type, captions_url, order_index, created_at, updated_at)
    SELECT $2, title, url, type, captions_url, order_index, $3, $3 FROM resources WHERE lesson_id = $1
    ORDER BY order_index, id";
const QUIZZES: &str = "SELECT id FROM quizzes WHERE lesson_id = $1 ORDER BY id";
const QUIZ: &str = "
    INSERT INTO quizzes (lesson_id, instructions, created_at, updated_at)
    SELECT $2, instructions, $3, $3 FROM quizzes WHERE id = $1 RETURNING id";
const QUESTIONS: &str = "
    INSERT INTO quiz_questions (quiz_id, question_text, type_code, options, correct_answer, explanation, media_url,
        transcript, order_index, created_at, updated_at)
    SELECT $2, question_text, type_code, options, correct_answer, explanation, media_url, transcript, order_index,
        $3, $3
    FROM quiz_questions WHERE quiz_id = $1 ORDER BY order_index, id";

async fn chapters(tx: &mut Tx, from: i64, into: i64) -> Result<()> {
    for (chapter,) in fetch_all!(tx, (i64,), CHAPTERS, from)? {
        let copy = fetch_scalar!(tx, i64, CHAPTER, chapter, into, tx.now)?;
        for (lesson,) in fetch_all!(tx, (i64,), LESSONS, chapter)? {
            let copy = fetch_scalar!(tx, i64, LESSON, lesson, copy, tx.now)?;
            execute!(tx, RESOURCES, lesson, copy, tx.now)?;
            quizzes(tx, lesson, copy).await?;
        }
    }
    Ok(())
}

async fn quizzes(tx: &mut Tx, from: i64, into: i64) -> Result<()> {
    for (quiz,) in fetch_all!(tx, (i64,), QUIZZES, from)? {
        let copy = fetch_scalar!(tx, i64, QUIZ, quiz, into, tx.now)?;
        execute!(tx, QUESTIONS, quiz, copy, tx.now)?;
    }
    Ok(())
}
