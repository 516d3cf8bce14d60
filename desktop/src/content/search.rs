//! Full-text search of lessons: in the copy, and in pending edits.

use preau_core::draft::kind::Kind;
use preau_core::draft::operation::Target;
use preau_core::text::plain;
use serde::Serialize;
use serde_json::Value;

use super::editor_path::path_of;
use super::view::{View, ViewRow};
use crate::error::Result;
use crate::store::Store;
use crate::text_search::SearchTerm;

/// Length of an excerpt in characters.
const EXCERPT: usize = 120;
/// Factor by which more lessons are looked up than requested: some may be deleted, or about to be.
const OVERFETCH: usize = 4;

/// A lesson that contains all words of a search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundLesson {
    /// Its address in the dashboard.
    pub place: String,
    pub title: String,
    pub course: String,
    pub chapter: String,
    /// Where it stands in its text, as that was written.
    pub excerpt: String,
}

/// The lessons with these words, `limit` at most: first those with pending edits, then those with all words in
/// the title, then the others.
pub fn lessons(store: &Store, term: &SearchTerm, limit: usize) -> Result<Vec<FoundLesson>> {
    let view = View::new(store)?;
    let written = view.edited_lessons(term)?;
    let edited: Vec<Target> = view.writes(Kind::Lesson).map(|(target, _)| target).collect();
    let mut found = Vec::new();
    for lesson in written {
        found.extend(found_lesson(&view, &lesson, term)?);
    }
    for id in store.find_lessons(term, limit * OVERFETCH + edited.len())? {
        if found.len() >= limit {
            break;
        }
        let target = Target::Id(id);
        if edited.contains(&target) {
            continue;
        }
        if let Some(lesson) = view.row(Kind::Lesson, &target)? {
            found.extend(found_lesson(&view, &lesson, term)?);
        }
    }
    found.truncate(limit);
    Ok(found)
}

impl View<'_> {
    /// The lessons whose pending edits contain these words; the latest edit first.
    fn edited_lessons(&self, term: &SearchTerm) -> Result<Vec<ViewRow>> {
        let mut lessons: Vec<ViewRow> = Vec::new();
        for (target, _) in self.writes(Kind::Lesson) {
            lessons.retain(|item| item.target != target);
            let Some(lesson) = self.row(Kind::Lesson, &target)? else { continue };
            let text = |name: &str| lesson.row.get(name).and_then(Value::as_str).unwrap_or_default();
            if term.matches(&[text("title"), &plain(text("content"))]) {
                lessons.insert(0, lesson);
            }
        }
        Ok(lessons)
    }
}

/// A lesson as a search result; nothing when its parent no longer exists.
fn found_lesson(view: &View<'_>, lesson: &ViewRow, term: &SearchTerm) -> Result<Option<FoundLesson>> {
    let text = |row: &Value, name: &str| row.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let Some(chapter) = parent_row(view, Kind::Lesson, lesson)? else { return Ok(None) };
    let Some(module) = view.parent_of(Kind::Chapter, &chapter.target)? else { return Ok(None) };
    let Some(course) = view.course_of(Kind::Module, &module)? else { return Ok(None) };
    let modules = view.parts(Kind::Module, &course)?;
    let Some(course) = view.row(Kind::Course, &course)? else { return Ok(None) };
    if modules.iter().all(|item| item.target != module) {
        return Ok(None);
    }
    Ok(Some(FoundLesson {
        place: path_of(view, Kind::Lesson, &lesson.target, None)?,
        title: text(&lesson.row, "title"),
        course: text(&course.row, "name"),
        chapter: text(&chapter.row, "title"),
        excerpt: term.excerpt(&plain(&text(&lesson.row, "content")), EXCERPT),
    }))
}

/// The parent row.
fn parent_row(view: &View<'_>, kind: Kind, item: &ViewRow) -> Result<Option<ViewRow>> {
    let (Some(above), Some(target)) = (kind.parent(), view.list_of(kind, &item.row)) else { return Ok(None) };
    view.row(above, &target)
}

#[cfg(test)]
mod tests {
    use http::StatusCode;
    use serde_json::json;

    use super::super::fixtures::{School, done, lesson_as, lesson_changed, school};
    use super::*;

    fn found(school: &School, typed: &str) -> Vec<String> {
        let found = lessons(&school.store, &SearchTerm::parse(typed).unwrap(), 5).unwrap();
        found.into_iter().map(|lesson| lesson.title).collect()
    }

    #[test]
    fn a_found_lesson_has_its_editor_path() {
        let school = school();
        school.take(&[lesson_changed(4, "Au marché")]);
        let term = SearchTerm::parse("marche texte").unwrap();
        let expected = FoundLesson {
            place: "/course/modules/5?module=51&chapter=61&lesson=71".to_owned(),
            title: "Au marché".to_owned(),
            course: "Italien A1".to_owned(),
            chapter: "Un".to_owned(),
            excerpt: "Texte.".to_owned(),
        };
        assert_eq!(lessons(&school.store, &term, 5).unwrap(), [expected]);
        assert_eq!(found(&school, "texte").len(), 3);
    }

    #[test]
    fn pending_edits_are_searched() {
        let school = school();
        assert_eq!(
            school.put("/chapter-lessons/71", 3, json!({"content": "<p>Crème.</p>"})).0,
            StatusCode::OK
        );
        let new = json!({"chapterId": 61, "title": "Neuve", "content": "<p>Une crème.</p>"});
        let id = school.post("/chapter-lessons", new)["id"].clone();
        assert_eq!(found(&school, "creme"), ["Neuve", "Leçon 71"]);
        let place = lessons(&school.store, &SearchTerm::parse("neuve").unwrap(), 5).unwrap();
        assert_eq!(place[0].place, format!("/course/modules/5?module=51&chapter=61&lesson={id}"));
        // The words before the edit no longer match.
        assert_eq!(found(&school, "texte"), ["Leçon 73", "Leçon 72"]);
        // Once acknowledged, it is found in the copy, and only once.
        let request = school.next();
        school.answered(&request, done(lesson_as(4, "Leçon 71")));
        let mut changed = lesson_changed(4, "Leçon 71");
        changed["row"]["content"] = json!("<p>Crème.</p>");
        school.take(&[changed]);
        assert_eq!(found(&school, "creme"), ["Neuve", "Leçon 71"]);
        school.delete("/chapter-lessons/72");
        assert_eq!(found(&school, "texte"), ["Leçon 73"]);
    }

    #[test]
    fn lessons_of_a_deleted_chapter_are_not_found() {
        let school = school();
        school.delete("/chapters/61");
        assert!(found(&school, "texte").is_empty());
    }
}
