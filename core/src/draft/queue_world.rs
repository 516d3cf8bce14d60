//! Property test: two people write offline against one server, with faults of the connection and of the computers.
//! Every text can be found again, nothing is done twice, and in the end nothing is pending.

use super::kind::Kind;
use super::merge::{Choice, Choices, Merged};
use super::operation::{Action, Edit, State, Target};
use super::queue::{Answer, Next, NotAdded, Queue};
use super::school::School;
use chrono::{DateTime, TimeDelta, Utc};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A row as displayed to its writer.
#[derive(Clone)]
struct Form {
    kind: Kind,
    target: Target,
    row: Value,
    version: Option<i64>,
}

struct Editor {
    name: usize,
    queue: Queue,
    forms: Vec<Form>,
    history: Vec<Value>,
    typed: Vec<String>,
    count: usize,
    now: DateTime<Utc>,
}

/// Faults of the connection and of the computer.
#[derive(Debug, Clone, Copy)]
enum Fault {
    None,
    LostBefore,
    LostAfter,
    BusyBefore,
    BusyAfter,
    SignedOut,
    Denied,
    StopBefore,
    StopAfter,
    /// The response is received but cannot be stored: the disk is full.
    Unnoted,
}

#[derive(Debug, Clone)]
enum Step {
    Chapter,
    Lesson(usize),
    Write(usize, u8),
    Delete(usize),
    Order(usize),
    Look(usize),
    Pull,
    Sync(Fault),
    Decide(u8),
    GiveUp,
    Abandon,
}

fn choices(merged: &Merged, random: u8) -> Choices {
    let all = [Choice::Mine, Choice::Theirs, Choice::Both];
    let paths = merged.conflicts.iter().enumerate();
    paths.map(|(n, conflict)| (conflict.path.clone(), all[(usize::from(random) + n) % 3].clone())).collect()
}

impl Editor {
    fn new(name: usize) -> Self {
        let now = "2026-01-01T10:00:00Z".parse().unwrap();
        let (queue, forms, history, typed) = (Queue::default(), Vec::new(), Vec::new(), Vec::new());
        Self { name, queue, forms, history, typed, count: 0, now }
    }

    fn fresh(&mut self, what: &str) -> String {
        self.count += 1;
        format!("{what}{}x{}x", self.name, self.count)
    }

    fn type_mark(&mut self) -> String {
        let mark = self.fresh("mark");
        self.typed.push(mark.clone());
        mark
    }

    fn edit(&mut self, form: &Form, action: Action, payload: Value) -> Result<(), NotAdded> {
        let (base, base_version) = match action {
            Action::Create => (Value::Null, None),
            Action::Update | Action::Delete | Action::Cancel | Action::Reorder => {
                (form.row.clone(), form.version)
            }
        };
        let parent = match &form.row["chapterId"] {
            Value::String(own) => Some(Target::ClientId(own.clone())),
            chapter => chapter.as_i64().map(Target::Id),
        };
        let (id, target) = (self.fresh("op"), form.target.clone());
        let kind = if action == Action::Reorder { Kind::Lesson } else { form.kind };
        let added = self.queue.add(Edit { id, kind, action, target, parent, payload, base, base_version });
        self.history.extend(self.queue.take_superseded().into_iter().map(|operation| operation.payload));
        added
    }

    /// The nth form of this kind.
    fn form(&self, kind: Kind, n: usize) -> Option<usize> {
        let of_kind: Vec<usize> = (0..self.forms.len()).filter(|at| self.forms[*at].kind == kind).collect();
        of_kind.get(n % of_kind.len().max(1)).copied()
    }

    fn step(&mut self, step: &Step, school: &mut School) {
        match step {
            Step::Chapter => self.create(Kind::Chapter, json!({"moduleId": 1})),
            Step::Lesson(n) => {
                let Some(at) = self.form(Kind::Chapter, *n) else { return };
                let chapter = match &self.forms[at].target {
                    Target::Id(id) => json!(id),
                    Target::ClientId(own) | Target::Name(own) => json!(own),
                };
                self.create(Kind::Lesson, json!({ "chapterId": chapter }));
            }
            Step::Write(n, how) => self.write(*n, *how),
            Step::Delete(n) => {
                let Some(at) = self.form(Kind::Lesson, *n).or(self.form(Kind::Chapter, *n)) else { return };
                let form = self.forms.remove(at);
                self.edit(&form, Action::Delete, Value::Null).unwrap();
            }
            Step::Order(n) => {
                let Some(at) = self.form(Kind::Chapter, *n) else { return };
                let lessons = self.forms.iter().rev().filter(|form| form.kind == Kind::Lesson);
                let order = lessons.map(|form| match &form.target {
                    Target::Id(id) => json!(id),
                    Target::ClientId(own) | Target::Name(own) => json!(own),
                });
                let order = order.collect();
                let chapter = self.forms[at].clone();
                self.edit(&chapter, Action::Reorder, order).unwrap();
            }
            Step::Look(n) => self.look(*n),
            Step::Pull => self.pull(school),
            Step::Sync(fault) => self.sync(*fault, school),
            Step::Decide(random) => self.decide(*random),
            Step::GiveUp => self.give_up(),
            Step::Abandon => self.abandon(),
        }
    }

    fn create(&mut self, kind: Kind, mut row: Value) {
        let target = Target::ClientId(self.fresh("own"));
        row["title"] = json!(self.type_mark());
        row["content"] = json!(format!("<p>{}</p>", self.type_mark()));
        let form = Form { kind, target, row: row.clone(), version: None };
        // Nothing is created below a row to be deleted; the form is closed.
        self.edit(&form, Action::Create, row).unwrap();
        self.forms.push(form);
    }

    /// Types into a row: before, after or inside its text, or into its title.
    fn write(&mut self, n: usize, how: u8) {
        let Some(at) = (!self.forms.is_empty()).then(|| n % self.forms.len()) else { return };
        let mark = self.type_mark();
        let mut form = self.forms[at].clone();
        let [content, title] = ["content", "title"].map(|name| form.row[name].as_str().unwrap().to_owned());
        let change = match how % 4 {
            0 => json!({"content": format!("<p>{mark}</p>{content}")}),
            1 => json!({"content": format!("{content}<p>{mark}</p>")}),
            2 => json!({"content": content.replacen("</p>", &format!(" {mark}</p>"), 1)}),
            _ => json!({"title": format!("{title} {mark}")}),
        };
        match self.edit(&form, Action::Update, change.clone()) {
            Ok(()) => form.row.as_object_mut().unwrap().extend(change.as_object().unwrap().clone()),
            Err(NotAdded::ToBeDeleted) => self.history.push(json!(mark)),
            Err(NotAdded::Conflict(merged)) => {
                let resolved = merged.resolve(&choices(&merged, how)).unwrap();
                self.history.push(json!(resolved.lost));
                let chosen = json!({"title": resolved.value["title"], "content": resolved.value["content"]});
                form.row = self.queue.view(form.kind, &form.target).unwrap();
                self.edit(&form, Action::Update, chosen).unwrap();
                form.row = resolved.value;
            }
        }
        self.forms[at] = form;
    }

    /// Fills a form again with the pending state.
    fn look(&mut self, n: usize) {
        let Some(at) = (!self.forms.is_empty()).then(|| n % self.forms.len()) else { return };
        let form = &self.forms[at];
        match self.queue.view(form.kind, &form.target) {
            Some(view) if !view.is_null() => {
                let waiting =
                    |o: &&super::operation::Operation| o.kind == form.kind && o.target == form.target;
                let version = self.queue.operations().iter().find(waiting).and_then(|o| o.base_version);
                self.forms[at].version = version.or(form.version);
                self.forms[at].row = view;
            }
            Some(_) | None => {}
        }
    }

    /// Copies the server's rows, except those with pending edits.
    fn pull(&mut self, school: &School) {
        let queue = self.queue.clone();
        let id_of = |form: &Form| match &form.target {
            Target::Id(id) => Some(*id),
            Target::ClientId(own) | Target::Name(own) => queue.id_of(own),
        };
        self.forms.retain(|form| {
            queue.holds(form.kind, &form.target)
                || id_of(form).is_some_and(|id| school.rows.contains_key(&id))
        });
        for (id, (kind, own, row)) in &school.rows {
            if self.queue.holds(*kind, &Target::Id(*id))
                || self.queue.holds(*kind, &Target::ClientId(own.clone()))
            {
                continue;
            }
            self.forms.retain(|form| id_of(form) != Some(*id));
            let version = row["version"].as_i64();
            self.forms.push(Form { kind: *kind, target: Target::Id(*id), row: row.clone(), version });
        }
    }

    fn sync(&mut self, fault: Fault, school: &mut School) {
        self.now += TimeDelta::hours(1);
        let request = match self.queue.take(self.now) {
            Next::Send(request) => *request,
            Next::SignIn => return self.queue.signed_in(),
            Next::Denied => return self.queue.resume(),
            Next::Idle => return,
            other @ Next::Later(_) => panic!("{other:?}"),
        };
        let arrives = !matches!(
            fault,
            Fault::LostBefore | Fault::StopBefore | Fault::BusyBefore | Fault::SignedOut | Fault::Denied
        );
        let answer = arrives.then(|| school.handle(&request));
        let answer = match (fault, answer) {
            (Fault::None, Some((status, body))) => Answer::read(status, body, None),
            (Fault::SignedOut, _) => Answer::SignedOut,
            (Fault::Denied, _) => Answer::Denied(json!({"code": "forbidden"})),
            (Fault::BusyBefore | Fault::BusyAfter, _) => Answer::Later(None),
            (Fault::StopBefore | Fault::StopAfter, _) => {
                self.queue = serde_json::from_str(&serde_json::to_string(&self.queue).unwrap()).unwrap();
                return self.queue.recover();
            }
            (Fault::Unnoted, _) => return,
            (_, _) => Answer::Lost,
        };
        let outcome = self.queue.answered(&request.operation, answer, self.now, 0);
        assert!(outcome.is_some(), "an answer to nothing");
        self.history.extend(self.queue.take_superseded().into_iter().map(|operation| operation.payload));
    }

    fn decide(&mut self, random: u8) {
        let conflicts = self.queue.operations().iter().filter(|o| matches!(o.state, State::Conflict(_)));
        let Some((id, merged)) = conflicts.map(|o| (o.id.clone(), o.merged().unwrap())).next() else {
            return;
        };
        let own = self.fresh("own");
        let lost = self.queue.resolve(&id, &choices(&merged, random), &own).unwrap();
        self.history.push(json!(lost));
    }

    /// Discards operations at which the server repeatedly fails, whether or not they were received.
    fn abandon(&mut self) {
        let stuck = self.queue.operations().iter().find(|operation| self.queue.may_abandon(&operation.id));
        if let Some(id) = stuck.map(|operation| operation.id.clone()) {
            assert!(self.queue.abandon(&id));
            self.history.extend(self.queue.take_superseded().into_iter().map(|operation| operation.payload));
        }
    }

    /// Discards refused operations.
    fn give_up(&mut self) {
        let refused = self.queue.operations().iter().find(|o| matches!(o.state, State::Failed(_)));
        if let Some(id) = refused.map(|operation| operation.id.clone()) {
            assert!(self.queue.discard(&id));
            self.history.extend(self.queue.take_superseded().into_iter().map(|operation| operation.payload));
        }
    }
}

fn fault() -> impl Strategy<Value = Fault> {
    use Fault::{
        BusyAfter, BusyBefore, Denied, LostAfter, LostBefore, None, SignedOut, StopAfter, StopBefore, Unnoted,
    };
    prop_oneof![
        6 => Just(None), 1 => Just(LostBefore), 1 => Just(LostAfter), 1 => Just(BusyBefore),
        1 => Just(BusyAfter), 1 => Just(SignedOut), 1 => Just(StopBefore), 1 => Just(StopAfter),
        1 => Just(Unnoted), 1 => Just(Denied),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        1 => Just(Step::Chapter),
        2 => (0..8_usize).prop_map(Step::Lesson),
        8 => (0..8_usize, any::<u8>()).prop_map(|(n, how)| Step::Write(n, how)),
        1 => (0..8_usize).prop_map(Step::Delete),
        1 => (0..8_usize).prop_map(Step::Order),
        1 => (0..8_usize).prop_map(Step::Look),
        2 => Just(Step::Pull),
        10 => fault().prop_map(Step::Sync),
        2 => any::<u8>().prop_map(Step::Decide),
        1 => Just(Step::GiveUp),
        2 => Just(Step::Abandon),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn no_text_is_lost_and_nothing_is_done_twice(
        steps in prop::collection::vec((0..2_usize, step()), 1..120),
        end in any::<u8>(),
    ) {
        let mut school = School::default();
        let mut editors = [Editor::new(0), Editor::new(1)];
        for (who, step) in &steps {
            editors[*who].step(step, &mut school);
        }
        for turn in 0..1000 {
            if editors.iter().all(|editor| editor.queue.operations().is_empty()) {
                break;
            }
            let editor = &mut editors[turn % 2];
            for step in [Step::Sync(Fault::None), Step::Decide(end), Step::GiveUp] {
                editor.step(&step, &mut school);
            }
        }
        for editor in &editors {
            prop_assert!(editor.queue.operations().is_empty(), "still waiting: {:?}", editor.queue.operations());
        }
        let once: BTreeSet<&String> = school.done.iter().collect();
        prop_assert_eq!(once.len(), school.done.len(), "done twice: {:?}", school.done);
        let rows: Vec<&Value> = school.rows.values().map(|(_, _, row)| row).chain(school.buried.values()).collect();
        for editor in &editors {
            let kept = format!("{} {}", json!(rows), json!([editors[0].history, editors[1].history]));
            for mark in &editor.typed {
                prop_assert!(kept.contains(mark), "{} is nowhere in {}", mark, kept);
            }
        }
    }
}
