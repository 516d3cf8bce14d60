//! Parts of a course as staff edits them: modules, objectives and prerequisites. Each is sent alone, or in its course's
//! form in a list that replaces the current one.

use crate::chapter::{MAX_CONTENT, MAX_TITLE};
use crate::code::Code;
use crate::editing::{Form, MAX_BATCH, client_id, double_option, place};
use crate::money::Cents;
use crate::problem::{Fault, Fields, Problem};
use crate::text;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Maximum length of an objective or a prerequisite, in characters.
pub const MAX_POINT: usize = 300;

/// A module as sent by a form. In a change, absent fields stay, and null clears.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ModuleInput {
    /// Id of the module, in the form of its course; absent: a new one.
    pub id: Option<i64>,
    /// The course it belongs to; cannot be changed later.
    pub course_id: Option<i64>,
    /// At most 200 characters.
    pub title: Option<String>,
    /// At most 2000 characters.
    #[serde(default, deserialize_with = "double_option")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub description: Option<Option<String>>,
    /// Euros.
    pub price: Option<f64>,
    /// Its position in the course; absent: the last. In the form of its course its position in the list counts.
    pub order_index: Option<i64>,
    /// The client's own id of a new module (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// An objective or a prerequisite as sent by a form. In a change, absent fields stay.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PointInput {
    /// Its id, in the form of its course; absent: a new one.
    pub id: Option<i64>,
    /// The course it belongs to; cannot be changed later.
    pub course_id: Option<i64>,
    /// One line of at most 300 characters.
    pub description: Option<String>,
    /// Its position in the course; absent: the last. In the form of its course its position in the list counts.
    pub order_index: Option<i64>,
    /// The client's own id of a new one (UUID of version 7): a repeated request creates no second one.
    pub client_id: Option<String>,
}

/// Contents of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    pub title: String,
    pub description: Option<String>,
    pub price: Cents,
}

/// A validated part with its course.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InCourse<T> {
    pub course_id: i64,
    /// None: the last position.
    pub order_index: Option<i64>,
    pub contents: T,
}

/// A validated part in its course's new list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part<T> {
    /// None: a new part.
    pub id: Option<i64>,
    /// The client's id of a new part.
    pub client_id: Option<String>,
    pub contents: T,
}

/// Common interface of both inputs.
pub trait PartInput {
    /// Contents of such a part.
    type Contents: Clone;

    fn id(&self) -> Option<i64>;
    fn sent_client_id(&self) -> Option<&str>;
    fn course_id(&self) -> Option<i64>;
    fn order_index(&self) -> Option<i64>;

    /// The values sent, merged over the current ones.
    fn contents(&self, before: Option<&Self::Contents>, fields: &mut Fields) -> Option<Self::Contents>;
}

impl<I: PartInput> Form for I {
    type Content = InCourse<I::Contents>;

    fn client_id(&self) -> Option<&str> {
        self.sent_client_id()
    }

    fn over(&self, before: Option<&Self::Content>, fields: &mut Fields) -> Option<Self::Content> {
        let contents = self.contents(before.map(|part| &part.contents), fields);
        let course_id = self.course_id().or(before.map(|part| part.course_id));
        let course_id = fields.require("courseId", course_id.map(Ok::<_, Fault>));
        if before.is_some_and(|part| course_id != Some(part.course_id)) {
            fields.refuse("courseId", Code::InvalidValue);
        }
        let order_index = place(self.order_index(), before.and_then(|part| part.order_index), fields);
        Some(InCourse { course_id: course_id?, order_index, contents: contents? })
    }
}

/// The new list of a course's parts, in order: those with an id are changed, those without are new, and parts not
/// listed are deleted. Faults are under `name[n]`.
pub(crate) fn parts<I: PartInput>(
    name: &str,
    sent: &[I],
    before: &[Part<I::Contents>],
    fields: &mut Fields,
) -> Vec<Part<I::Contents>> {
    if sent.len() > MAX_BATCH {
        fields.refuse(name, Fault::new(Code::TooMany).with("max", MAX_BATCH));
        return Vec::new();
    }
    let (mut ids, mut client_ids) = (BTreeSet::new(), BTreeSet::new());
    let mut parts = Vec::new();
    for (n, input) in sent.iter().enumerate() {
        let path = format!("{name}[{n}]");
        let Some(part) = fields.nest(&path, part(input, before)) else { continue };
        if part.id.is_some_and(|id| !ids.insert(id)) {
            fields.refuse(format!("{path}.id"), Code::InvalidValue);
        }
        if part.client_id.as_ref().is_some_and(|id| !client_ids.insert(id.clone())) {
            fields.refuse(format!("{path}.clientId"), Code::InvalidValue);
        }
        parts.push(part);
    }
    parts
}

fn part<I: PartInput>(input: &I, before: &[Part<I::Contents>]) -> Result<Part<I::Contents>, Problem> {
    let mut fields = Fields::default();
    let old = before.iter().find(|part| part.id.is_some() && part.id == input.id());
    if input.id().is_some() && old.is_none() {
        fields.refuse("id", Code::UnknownReference);
    }
    let client_id = input.sent_client_id().filter(|_| input.id().is_none()).map(client_id).transpose();
    let client_id = fields.check("clientId", client_id);
    let contents = input.contents(old.map(|part| &part.contents), &mut fields);
    match contents.zip(client_id) {
        Some((contents, client_id)) if fields.is_empty() => Ok(Part { id: input.id(), client_id, contents }),
        Some(_) | None => Err(fields.into_problem()),
    }
}

impl PartInput for ModuleInput {
    type Contents = Module;

    fn id(&self) -> Option<i64> {
        self.id
    }

    fn sent_client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    fn course_id(&self) -> Option<i64> {
        self.course_id
    }

    fn order_index(&self) -> Option<i64> {
        self.order_index
    }

    fn contents(&self, before: Option<&Module>, fields: &mut Fields) -> Option<Module> {
        let title = self.title.as_ref().or(before.map(|module| &module.title));
        let title = title.map(|title| text::line(title, MAX_TITLE)).transpose();
        let title = title.and_then(|title| {
            title.filter(|title| !title.is_empty()).ok_or(Fault::new(Code::ModuleTitleRequired))
        });
        let title = fields.check("title", title);
        let description = match &self.description {
            Some(sent) => sent.as_deref(),
            None => before.and_then(|module| module.description.as_deref()),
        };
        let description = description.map(|text| text::lines(text, MAX_CONTENT)).transpose();
        let description = fields.check("description", description);
        let price = match (self.price, before) {
            (Some(euros), _) => Cents::from_euros(euros),
            (None, Some(module)) => Ok(module.price),
            (None, None) => Err(Code::ModulePriceRequired.into()),
        };
        let price = fields.check("price", price);
        Some(Module {
            title: title?,
            description: description?.filter(|text| !text.is_empty()),
            price: price?,
        })
    }
}

impl PartInput for PointInput {
    type Contents = String;

    fn id(&self) -> Option<i64> {
        self.id
    }

    fn sent_client_id(&self) -> Option<&str> {
        self.client_id.as_deref()
    }

    fn course_id(&self) -> Option<i64> {
        self.course_id
    }

    fn order_index(&self) -> Option<i64> {
        self.order_index
    }

    fn contents(&self, before: Option<&String>, fields: &mut Fields) -> Option<String> {
        let description = self.description.as_ref().or(before);
        fields.require("description", description.map(|text| text::required_line(text, MAX_POINT)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0193a5f2-7c1e-7abc-8def-0123456789ab";

    fn module(title: &str, price: f64) -> ModuleInput {
        ModuleInput { title: Some(title.into()), price: Some(price), ..ModuleInput::default() }
    }

    fn names(problem: &Problem) -> Vec<(&str, Code)> {
        problem.fields.iter().map(|field| (field.name.as_str(), field.code)).collect()
    }

    #[test]
    fn a_module_has_a_title_and_a_price() {
        let input = ModuleInput { course_id: Some(1), ..module(" Saluer ", 12.5) };
        let made = input.create().unwrap().content;
        assert_eq!(made.contents, Module { title: "Saluer".into(), description: None, price: Cents(1250) });
        let nothing = ModuleInput::default().create().unwrap_err();
        let expected = [
            ("title", Code::ModuleTitleRequired),
            ("price", Code::ModulePriceRequired),
            ("courseId", Code::Required),
        ];
        assert_eq!(names(&nothing), expected);
        let wrong = ModuleInput { course_id: Some(1), ..module("a", -0.01) }.create().unwrap_err();
        assert_eq!(wrong.message, "Le prix doit être positif");
        let fine = ModuleInput { course_id: Some(1), ..module("a", 0.001) }.create().unwrap_err();
        assert_eq!(names(&fine), [("price", Code::InvalidAmount)]);
    }

    #[test]
    fn a_part_stays_in_its_course() {
        let before = InCourse { course_id: 1, order_index: Some(2), contents: "Saluer".to_owned() };
        assert_eq!(PointInput::default().change(&before).unwrap(), before);
        let moved = PointInput { course_id: Some(2), ..PointInput::default() }.change(&before).unwrap_err();
        assert_eq!(names(&moved), [("courseId", Code::InvalidValue)]);
        let blank = PointInput { description: Some(" ".into()), ..PointInput::default() };
        assert_eq!(names(&blank.change(&before).unwrap_err()), [("description", Code::Required)]);
    }

    #[test]
    fn a_list_names_what_stays_and_what_is_new() {
        let before = [Part {
            id: Some(7),
            client_id: None,
            contents: Module { title: "a".into(), description: None, price: Cents(100) },
        }];
        let kept = ModuleInput { id: Some(7), price: Some(2.0), ..ModuleInput::default() };
        let new = ModuleInput { client_id: Some(ID.into()), ..module("b", 1.0) };
        let mut fields = Fields::default();
        let list = parts("modules", &[new.clone(), kept.clone()], &before, &mut fields);
        fields.finish().unwrap();
        assert_eq!((list[0].id, list[0].client_id.as_deref()), (None, Some(ID)));
        assert_eq!(
            (list[1].id, list[1].contents.title.as_str(), list[1].contents.price),
            (Some(7), "a", Cents(200))
        );

        let mut fields = Fields::default();
        let stranger = ModuleInput { id: Some(8), ..module("c", 1.0) };
        parts("modules", &[kept.clone(), kept, stranger, new.clone(), new], &before, &mut fields);
        let problem = fields.into_problem();
        let expected = [
            ("modules[1].id", Code::InvalidValue),
            ("modules[2].id", Code::UnknownReference),
            ("modules[4].clientId", Code::InvalidValue),
        ];
        assert_eq!(names(&problem), expected);
    }
}
