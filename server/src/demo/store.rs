//! SQL that fills an empty school: one row each, with the id that the next rows refer to.

use chrono::{DateTime, Days, NaiveDate, Utc};
use preau_core::comment::signature;
use preau_core::course::{CourseStatus, CourseType};
use preau_core::late_entry::LateEntry;
use preau_core::text::slug;
use serde_json::json;

use crate::catalogue::course::search_text;
use crate::db::Conn;
use crate::error::Result;
use crate::write::Tx;
use crate::{execute, fetch_all, fetch_scalar, translations};

use super::content::{
    Account, Chapter, Course, FaqCategory, FaqEntry, Lesson, Module, Quiz, QuizQuestion, Resource, Teacher,
    TestQuestion, Testimonial,
};

/// Languages, levels and categories of the FAQ stand in every school.
const IS_EMPTY: &str = "
    SELECT (SELECT COUNT(*) FROM users) + (SELECT COUNT(*) FROM courses) + (SELECT COUNT(*) FROM teachers)";

pub(super) async fn is_empty(conn: &mut Conn) -> Result<bool> {
    Ok(fetch_scalar!(conn, i64, IS_EMPTY)? == 0)
}

/// As the school has them.
pub(super) async fn languages(conn: &mut Conn) -> Result<Vec<(i64, String, String)>> {
    fetch_all!(conn, (i64, String, String), "SELECT id, code, name FROM languages")
}

pub(super) async fn levels(conn: &mut Conn) -> Result<Vec<(i64, String)>> {
    fetch_all!(conn, (i64, String), "SELECT id, name FROM levels")
}

const TEACHER: &str = "
    INSERT INTO teachers (first_name, last_name, email, experience_years, bio, languages_taught, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id";

pub(super) async fn teacher(tx: &mut Tx, new: &Teacher) -> Result<i64> {
    let languages = json!(new.languages_taught).to_string();
    let (first, last) = (&new.first_name, &new.last_name);
    fetch_scalar!(
        tx,
        i64,
        TEACHER,
        first,
        last,
        &new.email,
        new.experience_years,
        &new.bio,
        languages,
        tx.now
    )
}

/// What a course refers to.
pub(super) struct CourseContext<'a> {
    pub(super) language: (i64, &'a str),
    pub(super) level_id: i64,
    pub(super) teacher: (i64, String),
    pub(super) start_date: NaiveDate,
    pub(super) end_date: NaiveDate,
    pub(super) decision_day: Option<NaiveDate>,
}

const COURSE: &str = "
    INSERT INTO courses (status, type, name, slug, description, detailed_description, price_cents, free, total_hours,
        language_id, level_id, teacher_id, start_date, end_date, capacity, location, schedule,
        selling_points, search_text, created_at, updated_at, meeting_url, late_entry,
        minimum_learners, decision_day)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20, $21, $22,
        $23, $24)
    RETURNING id";

pub(super) async fn course(tx: &mut Tx, new: &Course, context: &CourseContext<'_>) -> Result<i64> {
    let (language_id, language) = context.language;
    let (teacher_id, teacher) = &context.teacher;
    // A course that is archived by now was on sale before.
    let status = if new.status == CourseStatus::Archived { CourseStatus::Published } else { new.status };
    fetch_scalar!(
        tx,
        i64,
        COURSE,
        status.as_str(),
        new.kind.as_str(),
        &new.name,
        slug(&new.name),
        &new.description,
        &new.detailed_description,
        new.price.0,
        new.free,
        new.total_hours,
        language_id,
        context.level_id,
        *teacher_id,
        context.start_date,
        context.end_date,
        new.capacity,
        new.location.as_deref(),
        new.schedule.as_deref(),
        json!(new.selling_points).to_string(),
        search_text(&new.name, language, &new.level, Some(teacher), &new.description),
        tx.now,
        meeting_url(new),
        new.late_entry.unwrap_or(LateEntry::Full).as_str(),
        new.minimum_learners,
        context.decision_day,
    )
}

/// Where an online course meets: the demo's people never go there.
fn meeting_url(course: &Course) -> Option<String> {
    (course.kind == CourseType::Online).then(|| format!("https://visio.preau.example/{}", slug(&course.name)))
}

const OBJECTIVE: &str = "
    INSERT INTO objectives (course_id, description, order_index, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)";

pub(super) async fn objective(tx: &mut Tx, course_id: i64, order: i64, description: &str) -> Result<u64> {
    execute!(tx, OBJECTIVE, course_id, description, order, tx.now)
}

const PREREQUISITE: &str = "
    INSERT INTO prerequisites (course_id, description, order_index, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)";

pub(super) async fn prerequisite(tx: &mut Tx, course_id: i64, order: i64, description: &str) -> Result<u64> {
    execute!(tx, PREREQUISITE, course_id, description, order, tx.now)
}

const MODULE: &str = "
    INSERT INTO modules (course_id, title, description, price_cents, order_index, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $6) RETURNING id";

pub(super) async fn module(tx: &mut Tx, course_id: i64, order: i64, new: &Module) -> Result<i64> {
    fetch_scalar!(tx, i64, MODULE, course_id, &new.title, &new.description, new.price.0, order, tx.now)
}

const CHAPTER: &str = "
    INSERT INTO chapters (module_id, title, content, order_index, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $5) RETURNING id";

pub(super) async fn chapter(tx: &mut Tx, module_id: i64, order: i64, new: &Chapter) -> Result<i64> {
    fetch_scalar!(tx, i64, CHAPTER, module_id, &new.title, &new.content, order, tx.now)
}

const LESSON: &str = "
    INSERT INTO lessons (chapter_id, title, content, order_index, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $5) RETURNING id";

pub(super) async fn lesson(tx: &mut Tx, chapter_id: i64, order: i64, new: &Lesson) -> Result<i64> {
    fetch_scalar!(tx, i64, LESSON, chapter_id, &new.title, &new.content, order, tx.now)
}

const RESOURCE: &str = "
    INSERT INTO resources (lesson_id, title, url, type, captions_url, order_index, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $7)";

pub(super) async fn resource(tx: &mut Tx, lesson_id: i64, order: i64, new: &Resource) -> Result<u64> {
    let captions = new.captions_url.as_deref();
    execute!(tx, RESOURCE, lesson_id, &new.title, &new.url, &new.kind, captions, order, tx.now)
}

const QUIZ: &str = "
    INSERT INTO quizzes (lesson_id, instructions, created_at, updated_at) VALUES ($1, $2, $3, $3) RETURNING id";

pub(super) async fn quiz(tx: &mut Tx, lesson_id: i64, new: &Quiz) -> Result<i64> {
    fetch_scalar!(tx, i64, QUIZ, lesson_id, &new.instructions, tx.now)
}

const QUIZ_QUESTION: &str = "
    INSERT INTO quiz_questions (quiz_id, question_text, type_code, options, correct_answer, explanation, order_index,
        created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)";

pub(super) async fn quiz_question(tx: &mut Tx, quiz_id: i64, order: i64, new: &QuizQuestion) -> Result<u64> {
    execute!(
        tx,
        QUIZ_QUESTION,
        quiz_id,
        &new.question_text,
        &new.type_code,
        json!(new.options.as_deref().unwrap_or_default()).to_string(),
        &new.correct_answer,
        new.explanation.as_deref(),
        order,
        tx.now,
    )
}

const TEST_QUESTION: &str = "
    INSERT INTO test_questions (language_id, question, type_code, options, correct_answer, media_url, transcript, level,
        translations, in_fixed_test, order_index, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12)";

pub(super) async fn test_question(
    tx: &mut Tx,
    language_id: i64,
    order: i64,
    new: &TestQuestion,
) -> Result<u64> {
    execute!(
        tx,
        TEST_QUESTION,
        language_id,
        &new.question,
        &new.type_code,
        json!(new.options.as_deref().unwrap_or_default()).to_string(),
        &new.correct_answer,
        new.media_url.as_deref(),
        new.transcript.as_deref(),
        new.level.as_deref(),
        translations::to_column(&new.translations),
        new.in_fixed_test,
        order,
        tx.now,
    )
}

const FAQ_CATEGORY: &str = "
    INSERT INTO faq_categories (code, label, position) VALUES ($1, $2, $3)
    ON CONFLICT (code) DO UPDATE SET label = excluded.label, position = excluded.position";

pub(super) async fn faq_category(tx: &mut Tx, new: &FaqCategory) -> Result<u64> {
    execute!(tx, FAQ_CATEGORY, &new.code, &new.label, new.position)
}

const FAQ_ENTRY: &str = "
    INSERT INTO faq_entries (category, question, answer, translations, order_index, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $6)";

pub(super) async fn faq_entry(tx: &mut Tx, category: &str, order: i64, new: &FaqEntry) -> Result<u64> {
    let translations = translations::to_column(&new.translations);
    execute!(tx, FAQ_ENTRY, category, &new.question, &new.answer, translations, order, tx.now)
}

const TESTIMONIAL: &str = "
    INSERT INTO comments (user_id, course_id, signature, message, rating, active, created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, TRUE, $6, $6)";

/// Signed with the first name and an initial, as the public sees an author.
pub(super) async fn testimonial(
    tx: &mut Tx,
    new: &Testimonial,
    author: i64,
    course_id: Option<i64>,
    at: DateTime<Utc>,
) -> Result<u64> {
    let signature = signature(&new.first_name, &new.last_name);
    execute!(tx, TESTIMONIAL, author, course_id, signature, &new.message, new.rating, at)
}

const USER: &str = "
    INSERT INTO users (email, password_hash, first_name, last_name, country, phone_number, dial_code, birth_date, role,
        email_verified_at, registration_date, search_text, created_at, updated_at)
    VALUES ($1, $2, $3, $4, 'France', $5, $6, $7, $8, $9, $10, $11, $9, $9) RETURNING id";

/// Somebody with an account since long before the first course.
pub(super) async fn account(tx: &mut Tx, new: &Account, password_hash: Option<&str>) -> Result<i64> {
    let registered = tx.today.checked_sub_days(Days::new(400)).unwrap_or(tx.today);
    let search = crate::people::accounts::store::search_text(&new.first_name, &new.last_name, &new.email);
    let phone = new.phone_number.as_deref();
    fetch_scalar!(
        tx,
        i64,
        USER,
        &new.email,
        password_hash,
        &new.first_name,
        &new.last_name,
        phone,
        phone.map(|_| "+33"),
        new.birth_date,
        new.role.as_str(),
        super::morning_of(registered),
        registered,
        search,
    )
}

/// Archives a course once its seats are sold.
pub(super) async fn archive(tx: &mut Tx, course_id: i64) -> Result<u64> {
    execute!(tx, "UPDATE courses SET status = 'ARCHIVED' WHERE id = $1", course_id)
}

/// Marks the mails that the purchases queued as sent: nobody of the demo school has a mailbox.
pub(super) async fn mark_mails_sent(tx: &mut Tx) -> Result<u64> {
    execute!(tx, "UPDATE mails SET status = 'SENT', sent_at = created_at")
}

const LINK: &str = "UPDATE teachers SET user_id = $3 WHERE first_name = $1 AND last_name = $2";

/// Makes it the account of the teacher of the same name.
pub(super) async fn link_teacher(tx: &mut Tx, account: &Account, user_id: i64) -> Result<()> {
    execute!(tx, LINK, &account.first_name, &account.last_name, user_id)?;
    Ok(())
}

const CLASS_MESSAGE: &str = "
    INSERT INTO class_messages (course_id, author_id, text, recipients, created_at)
    SELECT $1, $2, $3, COUNT(*), $4 FROM subscriptions WHERE course_id = $1 AND active";

/// What a teacher wrote to a class.
pub(super) async fn class_message(
    tx: &mut Tx,
    course_id: i64,
    author: i64,
    text: &str,
    at: DateTime<Utc>,
) -> Result<u64> {
    execute!(tx, CLASS_MESSAGE, course_id, author, text, at)
}
