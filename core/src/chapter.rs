//! Chapters of a module as staff writes them: a title and a plain text that describes them.

use crate::code::Code;
use crate::editing::{Form, place};
use crate::problem::{Fault, Fields};
use crate::text;
use serde::Deserialize;

/// Maximum lengths, in characters, of a chapter's text and of any title in a course.
pub const MAX_CONTENT: usize = 2000;
pub const MAX_TITLE: usize = 200;

/// A chapter as sent by a form. In a change, absent fields stay.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ChapterInput {
    /// The module it belongs to.
    pub course_module_id: Option<i64>,
    /// The same, under the name used when a chapter is read.
    pub module_id: Option<i64>,
    /// At most 200 characters.
    pub title: Option<String>,
    /// Plain text, at most 2000 characters.
    pub content: Option<String>,
    /// Its position in the module; absent: the last.
    pub order_index: Option<i64>,
    /// The client's own id of a new chapter (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A validated chapter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    pub module_id: i64,
    pub title: String,
    pub content: String,
    /// None: the last position.
    pub order_index: Option<i64>,
}

impl Form for ChapterInput {
    type Content = Chapter;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    /// A chapter moved to another module goes to its end.
    fn over(&self, before: Option<&Chapter>, fields: &mut Fields) -> Option<Chapter> {
        let title = self.title.as_ref().or(before.map(|chapter| &chapter.title));
        let title = fields.require("title", title.map(|title| text::required_line(title, MAX_TITLE)));
        let content = self.content.as_ref().or(before.map(|chapter| &chapter.content));
        let content = fields.require("content", content.map(|text| text::required_lines(text, MAX_CONTENT)));
        if fields.any(Code::Required) {
            fields.summarise(Code::ChapterIncomplete);
        }
        let module_id = self.course_module_id.or(self.module_id).or(before.map(|chapter| chapter.module_id));
        let module_id = fields.require("courseModuleId", module_id.map(Ok::<_, Fault>));
        let stayed = before.filter(|chapter| module_id == Some(chapter.module_id));
        let order_index = place(self.order_index, stayed.and_then(|chapter| chapter.order_index), fields);
        Some(Chapter { module_id: module_id?, title: title?, content: content?, order_index })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input() -> ChapterInput {
        ChapterInput {
            course_module_id: Some(1),
            title: Some(" Se présenter ".into()),
            content: Some("Bonjour.\r\nÇa va ?".into()),
            ..ChapterInput::default()
        }
    }

    #[test]
    fn a_chapter_has_a_module_a_title_and_a_text() {
        let chapter = input().create().unwrap().content;
        assert_eq!((chapter.title.as_str(), chapter.content.as_str()), ("Se présenter", "Bonjour.\nÇa va ?"));
        let problem =
            ChapterInput { course_module_id: Some(1), ..ChapterInput::default() }.create().unwrap_err();
        assert_eq!(problem.message, "Veuillez remplir le titre et la description du chapitre.");
        let problem = ChapterInput { course_module_id: None, ..input() }.create().unwrap_err();
        assert_eq!((problem.code, problem.fields[0].name.as_str()), (Code::Required, "courseModuleId"));
        let problem = ChapterInput { content: Some("x".repeat(2001)), ..input() }.create().unwrap_err();
        assert_eq!((problem.code, problem.fields[0].name.as_str()), (Code::TooLong, "content"));
    }

    #[test]
    fn one_that_moves_goes_to_the_end() {
        let before = Chapter { order_index: Some(3), ..input().create().unwrap().content };
        assert_eq!(ChapterInput::default().change(&before).unwrap(), before);
        let moved = ChapterInput { module_id: Some(2), ..ChapterInput::default() }.change(&before).unwrap();
        assert_eq!((moved.module_id, moved.order_index), (2, None));
        let placed =
            ChapterInput { order_index: Some(1), ..ChapterInput::default() }.change(&before).unwrap();
        assert_eq!(placed.order_index, Some(1));
    }
}
