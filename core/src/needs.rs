//! A note on what a learner needs, such as a place near the board. It exists only with the learner's consent.

use crate::code::Code;
use crate::problem::{Fields, Problem};
use crate::text;
use serde::Deserialize;

/// Maximum length of the note, in characters.
const MAX_TEXT: usize = 1000;

/// The note as a form sends it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NeedsInput {
    /// Plain text, at most 1000 characters.
    pub text: Option<String>,
    /// That the learner agrees to the note and to who reads it: the administration and the current teacher.
    pub consent: Option<bool>,
}

impl NeedsInput {
    /// The text, with the learner's consent.
    ///
    /// # Errors
    /// `required` and `too_long` under `text`, `needs_consent_required` under `consent`.
    pub fn parse(&self) -> Result<String, Problem> {
        let mut fields = Fields::default();
        let text = self.text.as_deref().map(|text| text::required_lines(text, MAX_TEXT));
        let text = fields.require("text", text);
        if self.consent != Some(true) {
            fields.refuse("consent", Code::NeedsConsentRequired);
        }
        match text {
            Some(text) if fields.is_empty() => Ok(text),
            Some(_) | None => Err(fields.into_problem()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_needs_a_text_and_consent() {
        let input = |text: &str, consent| NeedsInput { text: Some(text.to_owned()), consent };
        assert_eq!(input(" Près du tableau. ", Some(true)).parse().unwrap(), "Près du tableau.");
        let refused = |input: NeedsInput| -> Vec<Code> {
            input.parse().unwrap_err().fields.iter().map(|field| field.code).collect()
        };
        assert_eq!(refused(NeedsInput::default()), [Code::Required, Code::NeedsConsentRequired]);
        assert_eq!(refused(input(" ", Some(true))), [Code::Required]);
        assert_eq!(refused(input("x", Some(false))), [Code::NeedsConsentRequired]);
        assert_eq!(refused(input(&"x".repeat(1001), Some(true))), [Code::TooLong]);
    }
}
