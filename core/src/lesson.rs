//! Lessons of a chapter as staff writes them. The server has already sanitised their content.

use crate::chapter::MAX_TITLE;
use crate::code::Code;
use crate::editing::{Form, place};
use crate::problem::{Fault, Fields};
use crate::text;
use serde::Deserialize;

/// Maximum length of a lesson, in characters, tags included.
pub const MAX_CONTENT: usize = 100_000;

/// A lesson as sent by a form. In a change, absent fields stay.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LessonInput {
    /// The chapter it belongs to.
    pub chapter_id: Option<i64>,
    /// At most 200 characters.
    pub title: Option<String>,
    /// Rich text.
    pub content: Option<String>,
    /// Its position in the chapter; absent: the last.
    pub order_index: Option<i64>,
    /// The client's own id of a new lesson (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A validated lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lesson {
    pub chapter_id: i64,
    pub title: String,
    pub content: String,
    /// None: the last position.
    pub order_index: Option<i64>,
}

impl Form for LessonInput {
    type Content = Lesson;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    /// A lesson moved to another chapter goes to its end.
    fn over(&self, before: Option<&Lesson>, fields: &mut Fields) -> Option<Lesson> {
        let title = self.title.as_ref().or(before.map(|lesson| &lesson.title));
        let title = fields.require("title", title.map(|title| text::required_line(title, MAX_TITLE)));
        let content = self.content.as_ref().or(before.map(|lesson| &lesson.content));
        let content = fields.require("content", content.map(|html| text::required_rich(html, MAX_CONTENT)));
        if fields.any(Code::Required) {
            fields.summarise(Code::LessonIncomplete);
        }
        let chapter_id = self.chapter_id.or(before.map(|lesson| lesson.chapter_id));
        let chapter_id = fields.require("chapterId", chapter_id.map(Ok::<_, Fault>));
        let stayed = before.filter(|lesson| chapter_id == Some(lesson.chapter_id));
        let order_index = place(self.order_index, stayed.and_then(|lesson| lesson.order_index), fields);
        Some(Lesson { chapter_id: chapter_id?, title: title?, content: content?, order_index })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lesson_has_a_chapter_a_title_and_a_content_that_says_something() {
        let input = LessonInput {
            chapter_id: Some(1),
            title: Some("Ciao".into()),
            content: Some("<p>Ciao !</p>".into()),
            ..LessonInput::default()
        };
        assert_eq!(input.create().unwrap().content.order_index, None);
        for silent in ["", "<p> </p>", "<ul><li></li></ul>"] {
            let problem = LessonInput { content: Some(silent.into()), ..input.clone() }.create().unwrap_err();
            assert_eq!(problem.message, "Veuillez remplir le titre et le contenu de la leçon.");
            assert_eq!((problem.fields[0].name.as_str(), problem.fields.len()), ("content", 1));
        }
        let picture = LessonInput { content: Some("<img src=\"/a.png\" alt=\"\">".into()), ..input };
        picture.create().unwrap();
    }

    #[test]
    fn one_that_moves_goes_to_the_end() {
        let before =
            Lesson { chapter_id: 1, title: "a".into(), content: "<p>b</p>".into(), order_index: Some(3) };
        assert_eq!(LessonInput::default().change(&before).unwrap(), before);
        let moved = LessonInput { chapter_id: Some(2), ..LessonInput::default() }.change(&before).unwrap();
        assert_eq!((moved.chapter_id, moved.order_index), (2, None));
    }
}
