//! Comments (testimonials): validation, signature and visibility.

use crate::code::Code;
use crate::editing::client_id;
use crate::problem::{Fault, Fields, Problem};
use crate::text;
use serde::Deserialize;

/// Minimum and maximum length of a message, in characters.
pub const MIN_MESSAGE: usize = 3;
pub const MAX_MESSAGE: usize = 1000;
/// Valid numbers of stars.
pub const RATINGS: std::ops::RangeInclusive<i64> = 1..=5;

/// A comment as sent by a form. Author, state and dates are set by the server.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CommentInput {
    /// 3 to 1000 characters.
    pub message: Option<String>,
    /// 1 to 5 stars.
    pub rating: Option<i64>,
    /// The course it is about; its subscribers may write one comment each. Cannot be changed later.
    pub course_id: Option<i64>,
    /// The client's own id of a new comment (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A validated comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    pub message: String,
    pub rating: i64,
}

impl CommentInput {
    /// A new comment, with the client's id for it.
    ///
    /// # Errors
    /// One fault per field.
    pub fn create(&self) -> Result<(Comment, Option<String>), Problem> {
        let mut fields = Fields::default();
        let message = fields.require("message", self.message.as_deref().map(message));
        let rating = fields.require("rating", self.rating.map(rating));
        let id = fields.check("clientId", self.client_id.as_deref().map(client_id).transpose());
        let (Some(message), Some(rating), Some(id)) = (message, rating, id) else {
            return Err(fields.into_problem());
        };
        Ok((Comment { message, rating }, id))
    }

    /// The comment after a change: absent fields stay.
    ///
    /// # Errors
    /// One fault per field.
    pub fn change(&self, before: Comment) -> Result<Comment, Problem> {
        let sent = Self {
            message: self.message.clone().or(Some(before.message)),
            rating: self.rating.or(Some(before.rating)),
            ..Self::default()
        };
        sent.create().map(|(comment, _)| comment)
    }
}

fn message(text: &str) -> Result<String, Fault> {
    let text = text::required_lines(text, MAX_MESSAGE).map_err(|fault| match fault.code {
        Code::Required => Code::MessageTooShort.into(),
        _ => fault,
    })?;
    if text.chars().count() < MIN_MESSAGE { Err(Code::MessageTooShort.into()) } else { Ok(text) }
}

fn rating(stars: i64) -> Result<i64, Fault> {
    if RATINGS.contains(&stars) { Ok(stars) } else { Err(Code::RatingOutOfRange.into()) }
}

/// Average stars of `count` comments, with one decimal; none without a comment.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "far fewer than 2^53 stars")]
pub fn average(stars: i64, count: i64) -> Option<f64> {
    (count > 0).then(|| (stars as f64 * 10.0 / count as f64).round() / 10.0)
}

/// An author's public name: `Jeanne M.`
pub fn signature(first_name: &str, last_name: &str) -> String {
    match last_name.trim().chars().next() {
        Some(initial) => format!("{} {initial}.", first_name.trim()),
        None => first_name.trim().to_owned(),
    }
}

/// Whether a comment is public after it was written or changed: immediately when written by staff, otherwise only after
/// moderation; corrections by staff leave it as it was.
pub const fn is_active_after(written_by_staff: bool, before: Option<bool>) -> bool {
    match (written_by_staff, before) {
        (true, None) => true,
        (true, Some(was)) => was,
        (false, _) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input() -> CommentInput {
        CommentInput {
            message: Some(" Très bien.\r\nMerci. ".into()),
            rating: Some(5),
            ..CommentInput::default()
        }
    }

    #[test]
    fn a_comment_has_a_message_and_stars() {
        let (comment, _) = input().create().unwrap();
        assert_eq!(comment, Comment { message: "Très bien.\nMerci.".into(), rating: 5 });
        let problem = CommentInput::default().create().unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["message", "rating"]);
    }

    #[test]
    fn each_field_has_its_bounds() {
        for (text, code) in [
            ("ab", Some(Code::MessageTooShort)),
            ("  ", Some(Code::MessageTooShort)),
            (" a b ", None),
            ("好的！", None),
        ] {
            let made = CommentInput { message: Some(text.into()), ..input() }.create();
            assert_eq!(made.err().map(|problem| problem.code), code, "{text}");
        }
        let long = CommentInput { message: Some("x".repeat(1001)), ..input() };
        assert_eq!(long.create().unwrap_err().code, Code::TooLong);
        for stars in [0, 6, -1, i64::MAX] {
            let problem = CommentInput { rating: Some(stars), ..input() }.create().unwrap_err();
            assert_eq!(problem.message, "La note doit être entre 1 et 5.");
        }
    }

    #[test]
    fn a_change_leaves_what_it_does_not_name() {
        let (before, _) = input().create().unwrap();
        let changed = CommentInput { rating: Some(4), ..CommentInput::default() }.change(before.clone());
        assert_eq!(changed.unwrap(), Comment { rating: 4, ..before });
    }

    #[test]
    fn the_average_has_one_decimal() {
        assert_eq!(average(0, 0), None);
        assert_eq!(average(13, 3), Some(4.3));
        assert_eq!(average(14, 3), Some(4.7));
        assert_eq!(average(5, 1), Some(5.0));
    }

    #[test]
    fn authors_are_a_first_name_and_an_initial() {
        assert_eq!(signature("Jeanne", "Morel"), "Jeanne M.");
        assert_eq!(signature(" Wei ", ""), "Wei");
        assert_eq!(signature("Inès", "Éluard"), "Inès É.");
    }

    #[test]
    fn the_public_sees_what_staff_has_seen() {
        assert!(!is_active_after(false, None));
        assert!(!is_active_after(false, Some(true)));
        assert!(is_active_after(true, None));
        assert!(is_active_after(true, Some(true)));
        assert!(!is_active_after(true, Some(false)));
    }
}
