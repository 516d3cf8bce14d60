//! Questions and answers of the FAQ as staff writes them. The server has already sanitised the answers.

use crate::code::Code;
use crate::editing::{Form, double_option, order_index, place};
use crate::language::UiLanguage;
use crate::problem::Fields;
use crate::text;
use crate::translation::{self, Sent, Translation};
use serde::{Deserialize, Serialize};

/// Maximum length of a category's label, in characters.
pub const MAX_LABEL: usize = 100;
/// Maximum lengths of a question and of an answer, in characters.
pub const MAX_QUESTION: usize = 300;
pub const MAX_ANSWER: usize = 20_000;

/// An entry as sent by a form. In a change, absent fields stay, and null clears.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FaqInput {
    /// Code of its category.
    pub category: Option<String>,
    pub question: Option<String>,
    /// Rich text.
    pub answer: Option<String>,
    /// Language it is written in, when that is not the school's: `fr`, `en`, `it`, `zh`.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub lang: Option<Option<String>>,
    /// Translations into other languages of the interface. Absent: unchanged; empty: none.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Vec<FaqTranslationInput>>))]
    pub translations: Option<Option<Vec<FaqTranslationInput>>>,
    /// Its position in the category; absent: the last.
    pub order_index: Option<i64>,
    /// The client's own id of a new entry (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// A translation of an entry, as sent by a form.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FaqTranslationInput {
    /// A language other than the entry's: `fr`, `en`, `it`, `zh`.
    pub lang: Option<String>,
    pub question: Option<String>,
    /// Rich text.
    pub answer: Option<String>,
}

/// An entry in another language of the interface.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FaqTranslation {
    pub lang: UiLanguage,
    pub question: String,
    /// Rich text, sanitised.
    pub answer: String,
}

impl Translation for FaqTranslation {
    fn lang(&self) -> UiLanguage {
        self.lang
    }
}

impl Sent for FaqTranslationInput {
    type Checked = FaqTranslation;

    fn lang(&self) -> Option<&str> {
        self.lang.as_deref()
    }

    fn texts(&self, lang: Option<UiLanguage>, fields: &mut Fields) -> Option<FaqTranslation> {
        let (question, answer) = texts(self.question.as_ref(), self.answer.as_ref(), fields);
        Some(FaqTranslation { lang: lang?, question: question?, answer: answer? })
    }
}

/// A question and its answer, in any language.
fn texts(
    question: Option<&String>,
    answer: Option<&String>,
    fields: &mut Fields,
) -> (Option<String>, Option<String>) {
    (
        fields.require("question", question.map(|text| text::required_line(text, MAX_QUESTION))),
        fields.require("answer", answer.map(|text| text::required_rich(text, MAX_ANSWER))),
    )
}

/// A validated entry. The server checks that the category exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faq {
    pub category: String,
    pub question: String,
    pub answer: String,
    pub lang: Option<UiLanguage>,
    pub translations: Vec<FaqTranslation>,
    /// None: the last position.
    pub order_index: Option<i64>,
}

impl Form for FaqInput {
    type Content = Faq;

    fn client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    /// An entry moved to another category goes to its end.
    fn over(&self, before: Option<&Faq>, fields: &mut Fields) -> Option<Faq> {
        let category = self.category.as_ref().or(before.map(|entry| &entry.category));
        let category = fields.require("category", category.map(|code| text::required_line(code, 100)));
        let question = self.question.as_ref().or(before.map(|entry| &entry.question));
        let answer = self.answer.as_ref().or(before.map(|entry| &entry.answer));
        let (question, answer) = texts(question, answer, fields);
        let lang = match &self.lang {
            Some(sent) => {
                let sent = sent.as_deref().filter(|code| !code.is_empty());
                fields.check("lang", sent.map(UiLanguage::parse).transpose())?
            }
            None => before.and_then(|entry| entry.lang),
        };
        // Unchanged translations are not validated again: a client unaware of translations may change the entry's
        // language.
        let translations = match &self.translations {
            Some(sent) => {
                translation::all(sent.as_deref().unwrap_or_default(), lang.unwrap_or_default(), fields)
            }
            None => Some(before.map(|entry| entry.translations.clone()).unwrap_or_default()),
        };
        let stayed = before.filter(|entry| category.as_ref() == Some(&entry.category));
        let order_index = place(self.order_index, stayed.and_then(|entry| entry.order_index), fields);
        let (category, question, answer) = (category?, question?, answer?);
        Some(Faq { category, question, answer, lang, translations: translations?, order_index })
    }
}

/// A category as sent by a form. In a change, absent fields stay.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FaqCategoryInput {
    /// Displayed name, at most 100 characters.
    pub label: Option<String>,
    /// Its position among the categories, from 1; absent for a new category: the last.
    pub position: Option<i64>,
}

/// A validated category. The server checks that its code is free.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaqCategory {
    pub label: String,
    /// None: the last position.
    pub position: Option<i64>,
}

impl FaqCategory {
    /// The code of a new category: `Les tarifs réduits` → `LES_TARIFS_REDUITS`. None for a label without letters.
    pub fn code(&self) -> Option<String> {
        let code = text::slug(&self.label).replace('-', "_").to_uppercase();
        (!code.is_empty()).then_some(code)
    }
}

impl Form for FaqCategoryInput {
    type Content = FaqCategory;

    /// A category is identified by its code.
    fn client_id(&self) -> Option<&str> {
        None
    }

    fn over(&self, before: Option<&FaqCategory>, fields: &mut Fields) -> Option<FaqCategory> {
        let label = self.label.as_ref().or(before.map(|category| &category.label));
        let label = fields.require("label", label.map(|label| text::required_line(label, MAX_LABEL)));
        let position = self.position.map(order_index).transpose();
        let position = fields.check("position", position).flatten();
        let position = position.or(before.and_then(|category| category.position));
        let category = FaqCategory { label: label?, position };
        if before.is_none() && category.code().is_none() {
            fields.refuse("label", Code::InvalidValue);
        }
        Some(category)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input() -> FaqInput {
        FaqInput {
            category: Some("NIVEAU_TEST".into()),
            question: Some(" Comment ? ".into()),
            answer: Some("<p>Ainsi.</p>".into()),
            ..FaqInput::default()
        }
    }

    #[test]
    fn an_entry_has_a_category_a_question_and_an_answer() {
        let entry = input().create().unwrap().content;
        assert_eq!((entry.question.as_str(), entry.order_index), ("Comment ?", None));
        let problem = FaqInput::default().create().unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["category", "question", "answer"]);
    }

    #[test]
    fn each_field_has_its_bounds() {
        type Change = fn(&mut FaqInput);
        let cases: [(Change, &str, Code); 5] = [
            (|entry| entry.answer = Some("<p> </p>".into()), "answer", Code::Required),
            (|entry| entry.question = Some("x".repeat(301)), "question", Code::TooLong),
            (|entry| entry.lang = Some(Some("klingon".into())), "lang", Code::InvalidValue),
            (|entry| entry.order_index = Some(0), "orderIndex", Code::TooSmall),
            (|entry| entry.client_id = Some("1".into()), "clientId", Code::InvalidValue),
        ];
        for (change, name, code) in cases {
            let mut entry = input();
            change(&mut entry);
            let problem = entry.create().unwrap_err();
            assert_eq!((problem.fields[0].name.as_str(), problem.fields[0].code), (name, code));
        }
    }

    #[test]
    fn a_translation_has_the_bounds_of_its_entry() {
        let input = |json: &str| serde_json::from_str::<FaqInput>(json).unwrap();
        let before = input(
            r#"{"category": "A", "question": "b", "answer": "<p>c</p>",
                "translations": [{"lang": "it", "question": " d ", "answer": "<p>e</p>"}]}"#,
        );
        let before = before.create().unwrap().content;
        assert_eq!(before.translations[0].question, "d");
        for (json, expected) in [
            (
                r#"{"translations": [{"lang": "en"}]}"#,
                vec!["translations[0].question", "translations[0].answer"],
            ),
            (
                r#"{"translations": [{"lang": "en", "question": "a", "answer": "<p> </p>"}, {}]}"#,
                vec![
                    "translations[0].answer",
                    "translations[1].lang",
                    "translations[1].question",
                    "translations[1].answer",
                ],
            ),
            (
                r#"{"lang": "en", "translations": [{"lang": "en", "question": "a", "answer": "b"}]}"#,
                vec!["translations[0].lang"],
            ),
        ] {
            let problem = input(json).change(&before).unwrap_err();
            let names: Vec<_> = problem.fields.iter().map(|field| field.name.as_str()).collect();
            assert_eq!(names, expected, "{json}");
        }
        let other = input(r#"{"question": "autre"}"#).change(&before).unwrap();
        assert_eq!(other.translations, before.translations);
        let italian = input(r#"{"lang": "it"}"#).change(&before).unwrap();
        assert_eq!(italian.translations, before.translations, "kept, though nobody is shown it");
        for none in [r#"{"translations": []}"#, r#"{"translations": null}"#] {
            assert_eq!(input(none).change(&before).unwrap().translations, []);
        }
    }

    #[test]
    fn a_category_has_a_label_of_which_its_code_is_made() {
        let input = |json: &str| serde_json::from_str::<FaqCategoryInput>(json).unwrap();
        let made = input(r#"{"label": " Les tarifs réduits ", "position": 7}"#).create().unwrap().content;
        assert_eq!(made.code().as_deref(), Some("LES_TARIFS_REDUITS"));
        assert_eq!(made.position, Some(7));
        assert_eq!(input(r#"{"label": "Tarifs"}"#).change(&made).unwrap().position, Some(7));
        for (json, name, code) in [
            ("{}", "label", Code::Required),
            (r#"{"label": "?"}"#, "label", Code::InvalidValue),
            (r#"{"label": "a", "position": 0}"#, "position", Code::TooSmall),
        ] {
            let problem = input(json).create().unwrap_err();
            assert_eq!((problem.fields[0].name.as_str(), problem.fields[0].code), (name, code), "{json}");
        }
    }

    #[test]
    fn a_change_leaves_what_it_does_not_name() {
        let before =
            Faq { lang: Some(UiLanguage::It), order_index: Some(3), ..input().create().unwrap().content };
        let nothing: FaqInput = serde_json::from_str("{}").unwrap();
        assert_eq!(nothing.change(&before).unwrap(), before);
        let cleared: FaqInput = serde_json::from_str(r#"{"lang": null}"#).unwrap();
        assert_eq!(cleared.change(&before).unwrap().lang, None);
        let moved: FaqInput = serde_json::from_str(r#"{"category": "AUTRES_DEMANDES"}"#).unwrap();
        assert_eq!(moved.change(&before).unwrap().order_index, None, "the last of its new category");
    }
}
