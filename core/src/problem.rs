//! The result of a broken rule: a code, its French message, its parameters and the fields concerned.
//!
//! A [`Fault`] is one broken rule about one value; [`Fields`] collects the faults of a form, so that all are reported
//! at once; a [`Problem`] is the whole response. HTTP statuses are assigned by the server.

use crate::code::{Code, Kind};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Parameters of a fault by name: `min`, `max`, `missing`… Money is a number of euros, as everywhere in JSON.
pub type Params = BTreeMap<&'static str, Value>;

/// One broken rule about one value.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}", render(*code, params))]
pub struct Fault {
    pub code: Code,
    pub params: Params,
}

impl Fault {
    /// A fault without parameters.
    pub const fn new(code: Code) -> Self {
        Self { code, params: Params::new() }
    }

    /// The same fault with one more parameter.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.params.insert(name, value.into());
        self
    }
}

impl From<Code> for Fault {
    fn from(code: Code) -> Self {
        Self::new(code)
    }
}

/// A field of a form that must be corrected. `name` is a path: `bookerData.email`, `[3].title`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldError {
    pub name: String,
    pub code: Code,
    pub message: String,
    #[serde(skip_serializing_if = "Params::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = std::collections::HashMap<String, Value>))]
    pub params: Params,
}

/// The answer to a request that broke a rule.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    pub code: Code,
    /// French, the text of the specification where one exists.
    pub message: String,
    pub params: Params,
    pub fields: Vec<FieldError>,
}

impl Problem {
    /// A problem without a field.
    pub fn new(code: Code) -> Self {
        Fault::new(code).into()
    }

    /// The same problem with one more parameter, which its message may name.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.params.insert(name, value.into());
        self.message = render(self.code, &self.params);
        self
    }

    /// A problem of one field.
    pub fn field(name: impl Into<String>, fault: impl Into<Fault>) -> Self {
        let mut fields = Fields::default();
        fields.refuse(name, fault);
        fields.into_problem()
    }

    /// The kind of its code.
    pub const fn kind(&self) -> Kind {
        self.code.kind()
    }
}

impl From<Fault> for Problem {
    fn from(Fault { code, params }: Fault) -> Self {
        Self { code, message: render(code, &params), params, fields: Vec::new() }
    }
}

impl From<Code> for Problem {
    fn from(code: Code) -> Self {
        Self::new(code)
    }
}

/// Collects the faults of a form; keeps the first [`Fields::MOST`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fields {
    errors: Vec<FieldError>,
    summary: Option<Code>,
}

impl Fields {
    /// Maximum number of faults reported at once.
    pub const MOST: usize = 20;
    /// Maximum length of a field's name in a report, in bytes; names may come from the caller.
    pub const LONGEST_NAME: usize = 200;

    /// The value; on a fault none, and the fault is added under `name`.
    pub fn check<T, E: Into<Fault>>(&mut self, name: impl Into<String>, value: Result<T, E>) -> Option<T> {
        match value {
            Ok(value) => Some(value),
            Err(fault) => {
                self.refuse(name, fault);
                None
            }
        }
    }

    /// The value of a required field: an absent one is a fault too.
    pub fn require<T, E: Into<Fault>>(
        &mut self,
        name: impl Into<String>,
        value: Option<Result<T, E>>,
    ) -> Option<T> {
        self.check(name, value.map_or(Err(Code::Required.into()), |value| value.map_err(Into::into)))
    }

    /// Adds the faults of a part of the form under `prefix`: `bookerData` + `email` → `bookerData.email`. The part's
    /// summary becomes the form's, unless it has one.
    pub fn nest<T>(&mut self, prefix: &str, part: Result<T, Problem>) -> Option<T> {
        let problem = match part {
            Ok(value) => return Some(value),
            Err(problem) => problem,
        };
        if problem.fields.is_empty() {
            self.refuse(prefix, Fault { code: problem.code, params: problem.params });
            return None;
        }
        if problem.fields.iter().all(|field| field.code != problem.code) && problem.code != Code::Invalid {
            self.summary.get_or_insert(problem.code);
        }
        for field in problem.fields {
            let dot = if field.name.starts_with('[') { "" } else { "." };
            self.note(FieldError { name: format!("{prefix}{dot}{}", field.name), ..field });
        }
        None
    }

    /// Adds a fault.
    pub fn refuse(&mut self, name: impl Into<String>, fault: impl Into<Fault>) {
        let Fault { code, params } = fault.into();
        self.note(FieldError { name: name.into(), code, message: render(code, &params), params });
    }

    fn note(&mut self, mut error: FieldError) {
        if self.errors.len() < Self::MOST {
            let end = error.name.floor_char_boundary(Self::LONGEST_NAME);
            error.name.truncate(end);
            self.errors.push(error);
        }
    }

    /// Sets the code and message of the whole, instead of the default of [`Self::into_problem`].
    pub fn summarise(&mut self, code: Code) {
        self.summary = Some(code);
    }

    /// Whether there is no fault.
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// Whether there is a fault with this code.
    pub fn any(&self, code: Code) -> bool {
        self.errors.iter().any(|error| error.code == code)
    }

    /// Succeeds when there is no fault.
    ///
    /// # Errors
    /// All faults, as one problem.
    pub fn finish(self) -> Result<(), Problem> {
        if self.errors.is_empty() { Ok(()) } else { Err(self.into_problem()) }
    }

    /// The problem of the whole form: with the summary if there is one, else the code that all fields share, else
    /// `invalid`.
    pub fn into_problem(self) -> Problem {
        let common = match self.errors.split_first() {
            Some((first, rest)) if rest.iter().all(|other| other.message == first.message) => {
                Some((first.code, first.params.clone()))
            }
            Some(_) | None => None,
        };
        let (code, params) = match (self.summary, common) {
            (Some(code), _) => (code, Params::new()),
            (None, Some(common)) => common,
            (None, None) => (Code::Invalid, Params::new()),
        };
        Problem { code, message: render(code, &params), params, fields: self.errors }
    }
}

/// The French message with its parameters inserted.
fn render(code: Code, params: &Params) -> String {
    params.iter().fold(code.french().to_owned(), |message, (name, value)| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        message.replace(&format!("{{{name}}}"), &text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::email::Email;

    #[test]
    fn a_form_gets_all_its_errors_at_once() {
        let mut fields = Fields::default();
        let name: Option<&str> = fields.require::<&str, Fault>("name", None);
        fields.refuse("title", Fault::new(Code::TooLong).with("max", 100));
        assert_eq!(name, None);
        let problem = fields.finish().unwrap_err();
        assert_eq!(problem.code, Code::Invalid);
        assert_eq!(problem.fields.len(), 2);
        assert_eq!(problem.fields[1].message, "Au plus 100 caractères sont acceptés.");
    }

    #[test]
    fn a_single_fault_speaks_for_the_whole() {
        let problem = Problem::field("email", Code::InvalidEmail);
        assert_eq!((problem.code, problem.message.as_str()), (Code::InvalidEmail, "Adresse email invalide."));
    }

    #[test]
    fn a_part_keeps_its_summary_and_gets_its_path() {
        let mut part = Fields::default();
        part.refuse("email", Code::Required);
        part.summarise(Code::BookerIncomplete);
        let mut whole = Fields::default();
        whole.nest::<()>("bookerData", part.finish());
        whole.refuse("requestedStartDate", Code::StartDatePast);
        let problem = whole.into_problem();
        assert_eq!(problem.code, Code::BookerIncomplete);
        assert_eq!(problem.fields[0].name, "bookerData.email");
    }

    #[test]
    fn a_form_gets_its_faults_with_the_names_of_their_fields() {
        let parse = |email: &str| {
            let mut fields = Fields::default();
            let email = fields.check("email", Email::parse(email));
            let Some(email) = email else { return Err(fields.into_problem()) };
            fields.finish()?;
            Ok(email)
        };
        assert_eq!(parse("nobody").unwrap_err().fields[0].name, "email");
        assert!(parse("jeanne@exemple.test").is_ok());
    }
}
