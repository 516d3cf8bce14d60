//! Turns a write into edits for the queue: checked by the school's own rules, against the rows as their
//! writer saw them.

use http::{HeaderMap, StatusCode, header};
use preau_core::code::Code;
use preau_core::draft::check::check;
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::{Action, Edit, Target};
use preau_core::draft::shape::overlay;
use preau_core::json::parse;
use preau_core::level_test::TestAnswerTrial;
use preau_core::problem::{Fields, Problem};
use serde_json::{Value, json};
use uuid::Uuid;

use super::forms::{seats, sent, value_of, whole};
use super::orders::order;
use super::own::only_own;
use super::reads::{missing, parent, target};
use super::references::{self, unused};
use super::routes::{Call, What};
use super::rows::version;
use super::stop::{Stop, Stopped};
use super::told::{again, told, whole_row};
use super::view::{Seen, View};
use crate::answer::{Request, Response, json as answered, nothing};
use crate::clock::new_id;
use crate::error::Result;
use crate::store::Store;

/// Maximum number of rows of one call.
const MOST: usize = 200;

/// The edits of one write: usually one; one for each row where a call writes several.
#[derive(Debug, Clone, PartialEq)]
pub struct Edits {
    pub(super) edits: Vec<Edit>,
    /// Whether the response is a list.
    pub(super) many: bool,
}

/// A write request.
pub(super) struct Write<'w> {
    pub(super) view: View<'w>,
    pub(super) call: &'w Call,
    pub(super) body: Value,
    /// The version that its writer has seen.
    seen: Option<i64>,
    key: Option<String>,
}

pub(super) fn of(store: &Store, call: &Call, request: &Request) -> Result<Result<Edits, Response>> {
    match Write::read(store, call, request).and_then(|write| write.edits()) {
        Ok(edits) => Ok(Ok(edits)),
        Err(stop) => stop.answer().map(Err),
    }
}

impl<'w> Write<'w> {
    fn read(store: &'w Store, call: &'w Call, request: &Request) -> Stopped<Self> {
        let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok()).map(str::trim);
        let key = header("idempotency-key").filter(|key| !key.is_empty()).map(ToOwned::to_owned);
        if let Some((status, text)) = key.as_deref().map(|key| store.answer_of(key)).transpose()?.flatten() {
            return Err(again(status, text).into());
        }
        let text = request.body();
        let body = if text.iter().all(u8::is_ascii_whitespace) {
            Value::Null
        } else {
            serde_json::from_slice(text).map_err(|_| Problem::new(Code::MalformedJson))?
        };
        Ok(Self { view: View::new(store)?, call, body, seen: if_match(request.headers())?, key })
    }

    fn edits(&self) -> Stopped<Edits> {
        let one = |edit| Edits { edits: vec![edit], many: false };
        match self.call.what {
            What::Grade => Err(self.grade()?.into()),
            What::Create if self.body.is_array() && self.call.kind == Kind::TestQuestion => self.many(None),
            What::Create => self.new_row(&self.body, None, self.id()?).map(one),
            What::CreateUnder => {
                let parent = parent(&self.view, self.call)?;
                self.new_row(&self.body, Some(&parent), self.id()?).map(one)
            }
            What::CreateMany => self.many(None),
            What::CreateManyUnder => self.many(Some(&parent(&self.view, self.call)?)),
            What::Update => self.change().map(one),
            What::Delete => self.deletion(&self.row()?, self.id()?, self.seen).map(one),
            What::Clear => {
                let rows = self.view.under(self.call.kind, &parent(&self.view, self.call)?)?;
                if rows.is_empty() {
                    return Err(nothing(StatusCode::NO_CONTENT).into());
                }
                let edits =
                    rows.iter().map(|seen| self.deletion(seen, new_id(), None)).collect::<Stopped<_>>()?;
                Ok(Edits { edits, many: true })
            }
            What::Order => order(self).map(one),
            _ => Err(Stop::missing()),
        }
    }

    /// The operation's id: the page's idempotency key when it is a UUID. A key whose operation is already
    /// pending is answered with its current row.
    pub(super) fn id(&self) -> Stopped<String> {
        let Some(key) = self.key.as_deref().filter(|key| Uuid::parse_str(key).is_ok()) else {
            return Ok(new_id());
        };
        match self.view.queue.operation(key) {
            None => Ok(key.to_owned()),
            Some(waiting) => {
                let edit = Edit {
                    id: key.to_owned(),
                    kind: waiting.kind,
                    action: waiting.action,
                    target: waiting.target.clone(),
                    parent: waiting.parent.clone(),
                    payload: Value::Null,
                    base: Value::Null,
                    base_version: None,
                };
                Err(told(self.view.store, &Edits { edits: vec![edit], many: false })?.into())
            }
        }
    }

    fn grade(&self) -> Stopped<Response> {
        let trial: TestAnswerTrial = parse(self.body.clone())?;
        Ok(answered(StatusCode::OK, &json!({"outcome": trial.grade()?}))?)
    }

    fn new_row(&self, body: &Value, parent: Option<&Target>, id: String) -> Stopped<Edit> {
        let (view, kind) = (&self.view, self.call.kind);
        let mut form = sent(view, kind, body, None)?;
        if let Some(parent) = parent {
            form["courseId"] = value_of(parent);
        }
        if kind == Kind::Course {
            seats(&mut form);
        }
        let own = body.get("clientId").and_then(Value::as_str).map_or_else(new_id, ToOwned::to_owned);
        check(kind, &overlay(&form, &json!({"clientId": own})))?;
        references::check(view, kind, &form, None)?;
        let parent = view.parent_in(kind, &form);
        let (target, base) = (Target::ClientId(own), Value::Null);
        Ok(Edit { id, kind, action: Action::Create, target, parent, payload: form, base, base_version: None })
    }

    /// Several new rows: all or none.
    fn many(&self, parent: Option<&Target>) -> Stopped<Edits> {
        let Some(rows) = self.body.as_array() else { return Err(Problem::new(Code::InvalidType).into()) };
        if rows.len() > MOST {
            return Err(Problem::new(Code::TooMany).with("max", MOST).into());
        }
        let mut id = Some(self.id()?);
        let (mut fields, mut edits) = (Fields::default(), Vec::new());
        for (n, row) in rows.iter().enumerate() {
            match self.new_row(row, parent, id.take().unwrap_or_else(new_id)) {
                Ok(edit) => edits.push(edit),
                Err(Stop::Refused(problem)) => drop(fields.nest::<()>(&format!("[{n}]"), Err(*problem))),
                Err(stop) => return Err(stop),
            }
        }
        fields.finish()?;
        Ok(Edits { edits, many: true })
    }

    /// The row of the request's path.
    fn row(&self) -> Stopped<Seen> {
        let target = target(&self.view, self.call.kind, self.call.name())?;
        Ok(self.view.find(self.call.kind, &target)?.ok_or_else(missing)?)
    }

    fn change(&self) -> Stopped<Edit> {
        let (view, kind, seen) = (&self.view, self.call.kind, self.row()?);
        let (base, base_version) = self.base(&seen, self.seen)?;
        let form = sent(view, kind, &self.body, Some(&base))?;
        let checked = whole(kind, &base, &form);
        check(kind, &checked)?;
        references::check(view, kind, &checked, Some(&seen))?;
        let parent = view.parent_in(kind, &checked);
        let (id, target) = (self.id()?, seen.target);
        Ok(Edit { id, kind, action: Action::Update, target, parent, payload: form, base, base_version })
    }

    fn deletion(&self, seen: &Seen, id: String, if_match: Option<i64>) -> Stopped<Edit> {
        let kind = self.call.kind;
        let (base, base_version) = self.base(seen, if_match)?;
        unused(&self.view, kind, seen)?;
        let parent = self.view.parent_in(kind, &seen.row);
        let (target, payload) = (seen.target.clone(), Value::Null);
        Ok(Edit { id, kind, action: Action::Delete, target, parent, payload, base, base_version })
    }

    /// The row as its writer saw it, and its version.
    fn base(&self, seen: &Seen, if_match: Option<i64>) -> Stopped<(Value, Option<i64>)> {
        let (view, kind) = (&self.view, self.call.kind);
        let mut base = seen.row.clone();
        if kind == Kind::Course {
            for (name, of) in kind.lists() {
                let parts = view.under(*of, &seen.target)?.into_iter().map(|part| {
                    let known = if part.target.client_id().is_some() { "clientId" } else { "id" };
                    overlay(&part.row, &json!({known: value_of(&part.target)}))
                });
                base[*name] = parts.collect();
            }
        }
        as_queued(view, kind, &seen.target, &mut base);
        if seen.target.client_id().is_some() {
            return Ok((base, None));
        }
        let current = || whole_row(view, kind, seen);
        let version = match if_match {
            Some(_) => self.seen_version(kind.as_str(), &seen.target, version(&seen.row), current)?,
            None => version(&seen.row),
        };
        base["version"] = json!(version);
        Ok((base, Some(version)))
    }

    /// The newest version that the writer has seen; refuses a writer who has not seen somebody else's change.
    pub(super) fn seen_version(
        &self,
        kind: &str,
        target: &Target,
        now: i64,
        current: impl FnOnce() -> Result<Value>,
    ) -> Stopped<i64> {
        match self.seen {
            None => Ok(now),
            // The copy may be behind the school's response that the page has.
            Some(seen) if seen >= now => Ok(seen),
            Some(seen) if only_own(self.view.store, kind, target, seen, now)? => Ok(now),
            Some(_) => Err(Stop::stale(&current()?)),
        }
    }
}

/// The writer has seen pending edits: the base has them as the queue stores them, which may differ from the
/// page's form.
fn as_queued(view: &View<'_>, kind: Kind, target: &Target, base: &mut Value) {
    let (Some(Value::Object(queued)), Some(base)) = (view.queue.view(kind, target), base.as_object_mut())
    else {
        return;
    };
    for (name, _) in kind.fields() {
        match queued.get(*name) {
            Some(value) => drop(base.insert((*name).to_owned(), value.clone())),
            None => drop(base.remove(*name)),
        }
    }
}

/// `If-Match: "7"`; `*` and absence match anything.
fn if_match(headers: &HeaderMap) -> Stopped<Option<i64>> {
    let Some(value) = headers.get(header::IF_MATCH) else { return Ok(None) };
    let text = value.to_str().unwrap_or_default().trim();
    if text == "*" {
        return Ok(None);
    }
    let bare = text.trim_start_matches("W/").trim_matches('"');
    bare.parse().map(Some).map_err(|_| Problem::field("If-Match", Code::InvalidValue).into())
}
