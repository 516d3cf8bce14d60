//! The effects of a decision before it is made: what was typed, checked, and whom it concerns.

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use preau_core::calendar::{add_days, parse_date};
use preau_core::code::Code;
use preau_core::course::{CourseStatus, CourseType, latest_start};
use preau_core::minimum::{Choice, Minimum, NewDates, check_answer_by, moved_price};
use preau_core::money::Cents;
use preau_core::price::{Owned, quote};
use preau_core::problem::{Fault, Fields, Problem};
use preau_core::reservation::{ReservationKind, ReservationStatus};
use preau_core::text;
use serde::Deserialize;

use super::store;
use super::view::{DecidedReservation, DecisionPreview, MovedSession, Outcome, Person, TargetCourse};
use crate::catalogue::course::CourseFacts;
use crate::catalogue::timetable::{self, Move};
use crate::catalogue::{courses, subscribed};
use crate::clock::sha256_hex;
use crate::db::Conn;
use crate::error::{Error, Result};
use crate::fetch_scalar;
use crate::sales::cancellation::{self, AffectedReservation, Scope};
use crate::sales::checkout::course;

/// Maximum length of a reason, in characters.
const MAX_REASON: usize = 1000;

/// A decision as it is sent.
#[derive(Clone, Debug, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DecisionInput {
    choice: Option<Choice>,
    /// The new first day: `yyyy-mm-dd`.
    start_date: Option<String>,
    /// The new last day: `yyyy-mm-dd`.
    end_date: Option<String>,
    /// The next day of decision, when the new start depends on how many enrol: `yyyy-mm-dd`.
    decision_day: Option<String>,
    /// The other course.
    target_course_id: Option<i64>,
    /// The last day on which whoever is asked can answer: `yyyy-mm-dd`.
    answer_by: Option<String>,
    /// Told to whoever is concerned; required when the course is cancelled.
    reason: Option<String>,
    /// That of the preview; absent in a preview.
    pub(super) fingerprint: Option<String>,
}

/// What is decided, checked.
#[derive(Clone, Debug)]
pub(super) enum Decided {
    Confirm,
    NewDates(NewDates),
    OtherCourse { target_id: i64, answer_by: NaiveDate },
    Cancel,
}

impl Decided {
    pub(super) const fn choice(&self) -> Choice {
        match self {
            Self::Confirm => Choice::Confirm,
            Self::NewDates(_) => Choice::NewDates,
            Self::OtherCourse { .. } => Choice::OtherCourse,
            Self::Cancel => Choice::Cancel,
        }
    }

    pub(super) const fn answer_by(&self) -> Option<NaiveDate> {
        match self {
            Self::NewDates(dates) => Some(dates.answer_by),
            Self::OtherCourse { answer_by, .. } => Some(*answer_by),
            Self::Confirm | Self::Cancel => None,
        }
    }
}

fn day(fields: &mut Fields, name: &str, sent: Option<&str>) -> Option<NaiveDate> {
    let sent = sent.map(str::trim).filter(|day| !day.is_empty());
    fields.require(name, sent.map(parse_date))
}

impl DecisionInput {
    /// The reason, cleaned.
    pub(super) fn reason(&self, fields: &mut Fields) -> Option<String> {
        let typed = self.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
        fields.check("reason", typed.map(|reason| text::required_lines(reason, MAX_REASON)).transpose())?
    }

    /// What is decided.
    pub(super) fn decided(&self, today: NaiveDate, fields: &mut Fields) -> Option<Decided> {
        match fields.require("choice", self.choice.map(Ok::<_, Fault>))? {
            Choice::Confirm => Some(Decided::Confirm),
            Choice::Cancel => Some(Decided::Cancel),
            Choice::NewDates => {
                let start = day(fields, "startDate", self.start_date.as_deref());
                let end = day(fields, "endDate", self.end_date.as_deref());
                let answer_by = day(fields, "answerBy", self.answer_by.as_deref());
                let sent = self.decision_day.as_deref().map(str::trim).filter(|day| !day.is_empty());
                let decision_day = fields.check("decisionDay", sent.map(parse_date).transpose())?;
                let dates = NewDates { start: start?, end: end?, decision_day, answer_by: answer_by? };
                dates.check(today, fields);
                Some(Decided::NewDates(dates))
            }
            Choice::OtherCourse => {
                let target_id = fields.require("targetCourseId", self.target_course_id.map(Ok::<_, Fault>));
                let answer_by = day(fields, "answerBy", self.answer_by.as_deref());
                Some(Decided::OtherCourse { target_id: target_id?, answer_by: answer_by? })
            }
        }
    }
}

/// Whether the choice can be made now.
///
/// # Errors
/// `not_decidable`, `course_begun`, `answers_open`.
pub(super) fn check_choice(
    choice: Choice,
    course: &CourseFacts,
    open_answers: i64,
    today: NaiveDate,
) -> Result<(), Problem> {
    let asks = matches!(choice, Choice::NewDates | Choice::OtherCourse);
    let live = course.status == CourseStatus::Published && course.end_date >= today;
    let known = choice == Choice::Confirm && course.start_confirmed;
    if !live || known || course.minimum_learners.is_none() {
        Err(Code::NotDecidable.into())
    } else if asks && course.start_date < today {
        Err(Code::CourseBegun.into())
    } else if choice != Choice::Cancel && open_answers > 0 {
        Err(Code::AnswersOpen.into())
    } else {
        Ok(())
    }
}

/// What becomes of a reservation.
#[derive(Debug)]
pub(super) struct Planned {
    pub(super) row: AffectedReservation,
    pub(super) outcome: Outcome,
    /// In the other course.
    pub(super) new_price: Option<Cents>,
}

/// Everything a decision affects, at this time.
pub(super) struct Plan {
    pub(super) course: CourseFacts,
    pub(super) decided: Decided,
    pub(super) scope: Scope,
    pub(super) planned: Vec<Planned>,
    pub(super) target: Option<TargetCourse>,
    moves: Vec<Move>,
}

impl Plan {
    /// The plan of a decision.
    ///
    /// # Errors
    /// `not_found`; those of [`check_choice`]; faults of the other course and of the answers' last day; `full` when the
    /// other course has fewer seats than are needed; those of [`timetable::moves`].
    pub(super) async fn of(
        conn: &mut Conn,
        course_id: i64,
        decided: Decided,
        (today, now): (NaiveDate, DateTime<Utc>),
    ) -> Result<Self> {
        let course = courses::editable(conn, course_id, today).await?.facts;
        check_choice(decided.choice(), &course, store::open_in(conn, course_id).await?, today)?;
        if !matches!(decided, Decided::Confirm) {
            cancellation::refuse_kept_seats(conn, course_id).await?;
        }
        let scope = Scope::of(conn, course_id).await?;
        let mut plan = Self { course, decided, scope, planned: Vec::new(), target: None, moves: Vec::new() };
        match &plan.decided {
            Decided::NewDates(dates) => {
                let by = dates.shift(plan.course.start_date);
                plan.moves = timetable::moves(conn, course_id, by, (dates.start, dates.end), now).await?;
                plan.spare_offers();
                plan.plan_all(Outcome::Asked);
            }
            Decided::OtherCourse { target_id, answer_by } => {
                let (target_id, answer_by) = (*target_id, *answer_by);
                plan.plan_move(conn, target_id, answer_by, (today, now)).await?;
            }
            Decided::Confirm => plan.plan_all(Outcome::Told),
            Decided::Cancel => plan.plan_all(Outcome::Refunded),
        }
        Ok(plan)
    }

    /// Whoever waited keeps the seat that is offered to them.
    fn spare_offers(&mut self) {
        self.scope.touched.retain(|row| row.kind != ReservationKind::Offer);
    }

    fn plan_all(&mut self, confirmed: Outcome) {
        let planned = self.scope.touched.iter().map(|row| Planned {
            row: row.clone(),
            outcome: if row.status == ReservationStatus::Confirmed { confirmed } else { Outcome::Ended },
            new_price: None,
        });
        self.planned = planned.collect();
    }

    /// Each learner moves once, unless they have a part of the other course; everything else is refunded.
    async fn plan_move(
        &mut self,
        conn: &mut Conn,
        target_id: i64,
        answer_by: NaiveDate,
        (today, now): (NaiveDate, DateTime<Utc>),
    ) -> Result<()> {
        let target = target(conn, &self.course, target_id, (today, now)).await?;
        let tomorrow = add_days(today, 1);
        // Of a course that has begun: as long as one can enter.
        let until =
            if target.start_date > tomorrow { target.start_date } else { latest_start(target.end_date) };
        check_answer_by(answer_by, until, today).map_err(|fault| Error::field("answerBy", fault))?;
        self.plan_all(Outcome::Refunded);
        let mut order: Vec<usize> = (0..self.planned.len()).collect();
        order.sort_by_key(|n| -self.planned[*n].row.left().0);
        let mut moved = HashSet::new();
        for n in order {
            let planned = &mut self.planned[n];
            // Deleted accounts have no name: nobody is left to move.
            let known = planned.outcome == Outcome::Refunded && planned.row.learner_name.is_some();
            let Some(learner) = planned.row.learner_id.filter(|_| known) else {
                continue;
            };
            if moved.contains(&learner)
                || subscribed::to_course(conn, learner, target_id, today).await?.live().is_some()
            {
                continue;
            }
            moved.insert(learner);
            planned.outcome = Outcome::Asked;
            planned.new_price = Some(moved_price(planned.row.left(), target.price));
        }
        if target.seats_left.is_some_and(|left| usize::try_from(left).unwrap_or(0) < moved.len()) {
            return Err(Code::Full.into());
        }
        // Who is asked keeps what was granted until the answer, and gets no mail that it ended.
        self.scope.granted.retain(|granted| !moved.contains(&granted.user_id));
        self.target = Some(target);
        Ok(())
    }

    pub(super) fn with(&self, outcome: Outcome) -> impl Iterator<Item = &Planned> {
        self.planned.iter().filter(move |planned| planned.outcome == outcome)
    }

    /// Changes whenever the effect of the decision would change.
    fn fingerprint(&self) -> String {
        let outcomes: Vec<_> =
            self.planned.iter().map(|one| (one.row.id, one.outcome, one.new_price)).collect();
        let moves: Vec<_> = self.moves.iter().map(|one| (one.session.id, one.new_day)).collect();
        let target = self.target.as_ref();
        let target = target.map(|target| (target.start_date, target.end_date, target.price));
        let text = format!(
            "{} {} {:?} {outcomes:?} {moves:?} {target:?} {}",
            self.scope.fingerprint(),
            self.course.version,
            self.decided,
            self.scope.waiting.len()
        );
        sha256_hex(text)
    }

    /// Refuses when anything has changed since the preview.
    ///
    /// # Errors
    /// `preview_changed`.
    pub(super) fn check_seen(&self, seen: &str) -> Result<(), Problem> {
        if self.fingerprint() == seen { Ok(()) } else { Err(Code::PreviewChanged.into()) }
    }

    /// Everybody who gets a mail, by address.
    fn people(&self) -> usize {
        let closes = matches!(self.decided, Decided::OtherCourse { .. } | Decided::Cancel);
        if closes {
            return self.people_of_closing();
        }
        let confirmed = self.scope.with(ReservationStatus::Confirmed);
        let asked = matches!(self.decided, Decided::NewDates(_));
        let mut people: BTreeSet<&str> = confirmed
            .flat_map(|row| {
                [row.payer_email.as_str()].into_iter().chain((!asked).then_some(row.learner_email.as_str()))
            })
            .collect();
        people.extend(self.scope.granted.iter().map(|granted| granted.email.as_str()));
        people.remove("");
        people.len()
    }

    /// Whoever is asked, and everybody who is told that the course is not given.
    fn people_of_closing(&self) -> usize {
        let asked: HashSet<i64> = self.with(Outcome::Asked).map(|one| one.row.id).collect();
        let ended = self.scope.touched.iter().filter(|row| !asked.contains(&row.id));
        let ended = Scope {
            course: self.scope.course.clone(),
            touched: ended.cloned().collect(),
            granted: self.scope.granted.clone(),
            waiting: self.scope.waiting.clone(),
        };
        let mut people: BTreeSet<String> = cancellation::people(&ended).into_keys().collect();
        people.extend(self.with(Outcome::Asked).map(|one| one.row.payer_email.clone()));
        people.remove("");
        people.len()
    }

    pub(super) fn preview(self) -> DecisionPreview {
        let at_once = |by_hand: bool| {
            let ended = self.with(Outcome::Refunded).filter(|one| one.row.by_hand() == by_hand);
            Cents(ended.map(|one| one.row.left().0).sum())
        };
        let asked =
            |back: fn(&Planned) -> Cents| Cents(self.with(Outcome::Asked).map(|one| back(one).0).sum());
        let closes = matches!(self.decided, Decided::OtherCourse { .. } | Decided::Cancel);
        let (ended, reservations): (Vec<_>, Vec<_>) =
            self.planned.iter().partition(|one| one.outcome == Outcome::Ended);
        let told = matches!(self.decided, Decided::Confirm);
        DecisionPreview {
            course_id: self.course.id,
            course_name: self.course.name.clone(),
            choice: self.decided.choice(),
            fingerprint: self.fingerprint(),
            start_date: self.course.start_date,
            end_date: self.course.end_date,
            enrolled: self.course.enrolled,
            minimum_learners: self.course.minimum_learners,
            refund_now: at_once(false),
            by_hand_now: at_once(true),
            refund_if_all_accept: asked(Planned::refund_if_accepted),
            refund_if_all_refuse: asked(Planned::refund_if_refused),
            people: self.people(),
            waiting: if closes { self.scope.waiting.len() } else { 0 },
            reservations: reservations.into_iter().map(Planned::view).collect(),
            holds: ended.into_iter().filter(|_| !told).map(Planned::view).collect(),
            granted: self
                .scope
                .granted
                .iter()
                .map(|one| Person { name: Some(one.name.clone()), email: Some(one.email.clone()) })
                .collect(),
            moved_sessions: self.moves.iter().filter_map(moved).collect(),
            target: self.target,
        }
    }
}

fn moved(one: &Move) -> Option<MovedSession> {
    (one.session.date != one.new_day).then(|| MovedSession {
        id: one.session.id,
        date: one.session.date,
        new_date: one.new_day,
        start_time: one.session.start_time.clone(),
        closure: one.closure.clone(),
    })
}

impl Planned {
    fn refund_if_accepted(&self) -> Cents {
        Cents(self.row.left().0 - self.new_price.unwrap_or(self.row.left()).0)
    }

    fn refund_if_refused(&self) -> Cents {
        self.row.left()
    }

    fn view(&self) -> DecidedReservation {
        let goes_back = matches!(self.outcome, Outcome::Asked | Outcome::Refunded);
        let back = |amount: Cents| if goes_back { amount } else { Cents::ZERO };
        let row = &self.row;
        DecidedReservation {
            id: row.id,
            payer: Person { name: row.payer_name.clone(), email: Some(row.payer_email.clone()) },
            learner: Person { name: row.learner_name.clone(), email: Some(row.learner_email.clone()) },
            paid: Cents(row.received_cents),
            left: row.left(),
            outcome: self.outcome,
            new_price: self.new_price,
            refund_if_accepted: match self.outcome {
                Outcome::Refunded => row.left(),
                _ => back(self.refund_if_accepted()),
            },
            refund_if_refused: back(self.refund_if_refused()),
            by_hand: row.by_hand(),
        }
    }
}

const EXISTS: &str = "SELECT COUNT(*) FROM courses WHERE id = $1";

/// The other course: on sale in person, in the same language.
///
/// # Errors
/// `target_not_open`.
async fn target(
    conn: &mut Conn,
    from: &CourseFacts,
    id: i64,
    (today, now): (NaiveDate, DateTime<Utc>),
) -> Result<TargetCourse> {
    let refused = || Error::field("targetCourseId", Fault::new(Code::TargetNotOpen));
    if fetch_scalar!(conn, i64, EXISTS, id)? == 0 {
        return Err(refused());
    }
    let facts = courses::editable(conn, id, today).await?.facts;
    let on_sale = course::get(conn, id).await?;
    // A course that is full is refused by its seats, with another code.
    let closed = on_sale.availability.refusal_for_learner(today, true).is_some();
    if closed
        || facts.free
        || id == from.id
        || facts.kind != CourseType::InPerson
        || facts.language_id != from.language_id
    {
        return Err(refused());
    }
    let start = facts.start_date.max(today);
    let priced = on_sale.priced_from(conn, start, (today, now)).await?;
    let price = quote(&priced, &[], &Owned::Nothing).map_err(|_| refused())?.total;
    Ok(TargetCourse {
        id,
        name: facts.name,
        start_date: facts.start_date,
        end_date: facts.end_date,
        price,
        seats_left: facts.seats_left,
    })
}

/// What can be decided about a course now.
pub(super) fn decidable(course: &CourseFacts, open_answers: i64, today: NaiveDate) -> Vec<Choice> {
    let all = [Choice::Confirm, Choice::NewDates, Choice::OtherCourse, Choice::Cancel].into_iter();
    all.filter(|choice| check_choice(*choice, course, open_answers, today).is_ok()).collect()
}

/// Whether a course must be decided about today.
pub(super) fn needs_decision(course: &CourseFacts, minimum: Option<Minimum>, today: NaiveDate) -> bool {
    let live = course.status == CourseStatus::Published && course.end_date >= today;
    let due = |minimum: Minimum| minimum.needs_decision(course.enrolled, course.start_confirmed, today);
    live && minimum.is_some_and(due)
}
