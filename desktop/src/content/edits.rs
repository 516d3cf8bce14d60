//! Turns a write into edits for the queue: checked by the school's own rules, against the rows as their
//! writer saw them.

use http::{HeaderMap, StatusCode, header};
use preau_core::class_session::reason;
use preau_core::code::Code;
use preau_core::draft::check::check;
use preau_core::draft::kind::Kind;
use preau_core::draft::operation::{Action, Edit, Target};
use preau_core::draft::shape::overlay;
use preau_core::json::parse;
use preau_core::level_test::TestAnswerTrial;
use preau_core::problem::{Fields, Problem};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::early_exit::{EarlyExit, StepResult};
use super::forms::{complete_form, payload, reference_value, set_course_defaults};
use super::orders::reorder;
use super::own_versions::are_own_writes;
use super::reads::{not_found, parent, target};
use super::references::{self, check_unused};
use super::routes::{Call, Endpoint};
use super::rows::version;
use super::session_checks::{is_cancelled, refuse_marked};
use super::view::{View, ViewRow};
use super::write_response::{full_row, repeated_response, write_response};
use crate::answer::{Request, Response, json as answered, nothing};
use crate::clock::new_id;
use crate::error::Result;
use crate::store::Store;

/// Maximum number of rows of one call.
const MAX_ROWS: usize = 200;

/// The edits of one write: usually one; one for each row where a call writes several.
#[derive(Debug, Clone, PartialEq)]
pub struct Edits {
    pub(super) edits: Vec<Edit>,
    /// Whether the response is a list.
    pub(super) is_list: bool,
}

/// The cancellation of a session.
#[derive(Debug, Deserialize)]
struct Cancellation {
    reason: Option<String>,
}

/// A write request.
pub(super) struct Write<'w> {
    pub(super) view: View<'w>,
    pub(super) call: &'w Call,
    pub(super) body: Value,
    /// The version that its writer has seen.
    if_match: Option<i64>,
    key: Option<String>,
}

pub(super) fn from_request(store: &Store, call: &Call, request: &Request) -> Result<Result<Edits, Response>> {
    match Write::read(store, call, request).and_then(|write| write.edits()) {
        Ok(edits) => Ok(Ok(edits)),
        Err(stop) => stop.answer().map(Err),
    }
}

impl<'w> Write<'w> {
    fn read(store: &'w Store, call: &'w Call, request: &Request) -> StepResult<Self> {
        let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok()).map(str::trim);
        let key = header("idempotency-key").filter(|key| !key.is_empty()).map(ToOwned::to_owned);
        if let Some((status, text)) = key.as_deref().map(|key| store.answer_of(key)).transpose()?.flatten() {
            return Err(repeated_response(status, text).into());
        }
        let text = request.body();
        let body = if text.iter().all(u8::is_ascii_whitespace) {
            Value::Null
        } else {
            serde_json::from_slice(text).map_err(|_| Problem::new(Code::MalformedJson))?
        };
        Ok(Self { view: View::new(store)?, call, body, if_match: if_match(request.headers())?, key })
    }

    fn edits(&self) -> StepResult<Edits> {
        let one = |edit| Edits { edits: vec![edit], is_list: false };
        match self.call.endpoint {
            Endpoint::Grade => Err(self.grade()?.into()),
            Endpoint::Create if self.body.is_array() && self.call.kind == Kind::TestQuestion => {
                self.new_rows(None)
            }
            Endpoint::Create => self.new_row(&self.body, None, self.id()?).map(one),
            Endpoint::CreateUnder => {
                let parent = parent(&self.view, self.call)?;
                self.new_row(&self.body, Some(&parent), self.id()?).map(one)
            }
            Endpoint::CreateMany => self.new_rows(None),
            Endpoint::CreateManyUnder => self.new_rows(Some(&parent(&self.view, self.call)?)),
            Endpoint::Update => self.update().map(one),
            Endpoint::Delete => self.deletion(&self.row()?, self.id()?, self.if_match).map(one),
            Endpoint::Clear => {
                let rows = self.view.children(self.call.kind, &parent(&self.view, self.call)?)?;
                if rows.is_empty() {
                    return Err(nothing(StatusCode::NO_CONTENT).into());
                }
                let edits =
                    rows.iter().map(|item| self.deletion(item, new_id(), None)).collect::<StepResult<_>>()?;
                Ok(Edits { edits, is_list: true })
            }
            Endpoint::Order => reorder(self).map(one),
            Endpoint::Cancel => self.cancellation().map(one),
            _ => Err(EarlyExit::not_found()),
        }
    }

    /// The operation's id: the page's idempotency key when it is a UUID. A key whose operation is already
    /// pending is answered with its current row.
    pub(super) fn id(&self) -> StepResult<String> {
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
                Err(write_response(self.view.store, &Edits { edits: vec![edit], is_list: false })?.into())
            }
        }
    }

    fn grade(&self) -> StepResult<Response> {
        let trial: TestAnswerTrial = parse(self.body.clone())?;
        Ok(answered(StatusCode::OK, &json!({"outcome": trial.grade()?}))?)
    }

    fn new_row(&self, body: &Value, parent: Option<&Target>, id: String) -> StepResult<Edit> {
        let (view, kind) = (&self.view, self.call.kind);
        let mut form = payload(view, kind, body, None)?;
        if let Some(parent) = parent {
            form["courseId"] = reference_value(parent);
        }
        if kind == Kind::Course {
            set_course_defaults(&mut form);
        }
        let client_id = body.get("clientId").and_then(Value::as_str).map_or_else(new_id, ToOwned::to_owned);
        check(kind, &overlay(&form, &json!({"clientId": client_id})))?;
        references::check(view, kind, &form, None)?;
        let parent = view.operation_parent(kind, &form);
        let (target, base) = (Target::ClientId(client_id), Value::Null);
        Ok(Edit { id, kind, action: Action::Create, target, parent, payload: form, base, base_version: None })
    }

    /// Several new rows: all or none.
    fn new_rows(&self, parent: Option<&Target>) -> StepResult<Edits> {
        let Some(rows) = self.body.as_array() else { return Err(Problem::new(Code::InvalidType).into()) };
        if rows.len() > MAX_ROWS {
            return Err(Problem::new(Code::TooMany).with("max", MAX_ROWS).into());
        }
        let mut id = Some(self.id()?);
        let (mut fields, mut edits) = (Fields::default(), Vec::new());
        for (n, row) in rows.iter().enumerate() {
            match self.new_row(row, parent, id.take().unwrap_or_else(new_id)) {
                Ok(edit) => edits.push(edit),
                Err(EarlyExit::Refused(problem)) => drop(fields.nest::<()>(&format!("[{n}]"), Err(*problem))),
                Err(stop) => return Err(stop),
            }
        }
        fields.finish()?;
        Ok(Edits { edits, is_list: true })
    }

    /// The row of the request's path.
    fn row(&self) -> StepResult<ViewRow> {
        let target = target(&self.view, self.call.kind, self.call.name())?;
        Ok(self.view.find(self.call.kind, &target)?.ok_or_else(not_found)?)
    }

    fn update(&self) -> StepResult<Edit> {
        let (view, kind, item) = (&self.view, self.call.kind, self.row()?);
        let (base, base_version) = self.base(&item, self.if_match)?;
        let form = payload(view, kind, &self.body, Some(&base))?;
        let checked = complete_form(kind, &base, &form);
        check(kind, &checked)?;
        references::check(view, kind, &checked, Some(&item))?;
        let parent = view.operation_parent(kind, &checked);
        let (id, target) = (self.id()?, item.target);
        Ok(Edit { id, kind, action: Action::Update, target, parent, payload: form, base, base_version })
    }

    fn deletion(&self, item: &ViewRow, id: String, if_match: Option<i64>) -> StepResult<Edit> {
        let kind = self.call.kind;
        let (base, base_version) = self.base(item, if_match)?;
        check_unused(&self.view, kind, item)?;
        let parent = self.view.operation_parent(kind, &item.row);
        let (target, payload) = (item.target.clone(), Value::Null);
        Ok(Edit { id, kind, action: Action::Delete, target, parent, payload, base, base_version })
    }

    fn cancellation(&self) -> StepResult<Edit> {
        let kind = self.call.kind;
        let sent: Cancellation = parse(self.body.clone())?;
        let reason = reason(sent.reason.as_deref()).map_err(|fault| Problem::field("reason", fault))?;
        let item = self.row()?;
        let (base, base_version) = self.base(&item, self.if_match)?;
        if is_cancelled(&item.row) {
            return Err(answered(StatusCode::OK, &full_row(&self.view, kind, &item)?)?.into());
        }
        refuse_marked(&item.row)?;
        let parent = self.view.operation_parent(kind, &item.row);
        let (id, action, target, payload) =
            (self.id()?, Action::Cancel, item.target, json!({ "reason": reason }));
        Ok(Edit { id, kind, action, target, parent, payload, base, base_version })
    }

    /// The row as its writer saw it, and its version.
    fn base(&self, item: &ViewRow, if_match: Option<i64>) -> StepResult<(Value, Option<i64>)> {
        let (view, kind) = (&self.view, self.call.kind);
        let mut base = item.row.clone();
        if kind == Kind::Course {
            for (name, of) in kind.lists() {
                let parts = view.children(*of, &item.target)?.into_iter().map(|part| {
                    let known = if part.target.client_id().is_some() { "clientId" } else { "id" };
                    overlay(&part.row, &json!({known: reference_value(&part.target)}))
                });
                base[*name] = parts.collect();
            }
        }
        as_queued(view, kind, &item.target, &mut base);
        if item.target.client_id().is_some() {
            return Ok((base, None));
        }
        let current = || full_row(view, kind, item);
        let version = match if_match {
            Some(_) => self.seen_version(kind.as_str(), &item.target, version(&item.row), current)?,
            None => version(&item.row),
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
    ) -> StepResult<i64> {
        match self.if_match {
            None => Ok(now),
            // The copy may be behind the school's response that the page has.
            Some(version) if version >= now => Ok(version),
            Some(version) if are_own_writes(self.view.store, kind, target, version, now)? => Ok(now),
            Some(_) => Err(EarlyExit::stale(&current()?)),
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
fn if_match(headers: &HeaderMap) -> StepResult<Option<i64>> {
    let Some(value) = headers.get(header::IF_MATCH) else { return Ok(None) };
    let text = value.to_str().unwrap_or_default().trim();
    if text == "*" {
        return Ok(None);
    }
    let bare = text.trim_start_matches("W/").trim_matches('"');
    bare.parse().map(Some).map_err(|_| Problem::field("If-Match", Code::InvalidValue).into())
}
