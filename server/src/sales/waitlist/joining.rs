//! Joining a list, and confirming the address of who has no account.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use chrono::NaiveDate;
use preau_core::calendar::parse_date;
use preau_core::code::Code;
use preau_core::course::{Refusal, check_start_date};
use preau_core::email::Email;
use preau_core::letters;
use preau_core::order::MAX_MODULES;
use preau_core::price::quote;
use preau_core::problem::{Fault, Fields, Problem};
use preau_core::text;
use preau_core::waitlist::{EntryStatus, MAX_FIRST_NAME};

use super::mails;
use super::store::{self, NewRow};
use super::view::Joined;
use super::{NewEntry, offers};
use crate::clock::sha256_hex;
use crate::context::AppContext;
use crate::error::{Error, Result};
use crate::http::idempotency::Private;
use crate::http::limits::Limit;
use crate::people::accounts;
use crate::people::accounts::store::Account;
use crate::sales::checkout::course::{self, CourseOnSale};
use crate::sales::checkout::hold::{self, Participant};
use crate::sales::reservations::store as reservations;
use crate::school::networks;
use crate::write::{Call, Tx};
use crate::{answer, change};

/// How often one network address may put somebody on a list.
const JOINS: Limit = Limit::per_minutes(3, 60);
/// How many links one address may get for a course. Further ones are not sent, which the answer does not tell.
const LINKS: Limit = Limit::per_minutes(3, 24 * 60);

/// What is waited for, checked.
struct Wish {
    course_id: i64,
    modules: Vec<i64>,
    start_date: Option<NaiveDate>,
}

/// Who has no account.
struct Visitor {
    first_name: String,
    email: String,
}

pub(super) async fn join(app: &AppContext, call: &Call, input: NewEntry) -> Result<Response> {
    let beneficiary_id = input.beneficiary_id;
    let (wish, visitor) = parse(input, call.caller.user.is_some())?;
    let links = limit(app, call, &wish, visitor.as_ref()).await?;
    let may_send = match &links {
        Some(bucket) => app.check_limit(bucket, LINKS).await.is_ok(),
        None => false,
    };
    let answer = answer!(app, call, StatusCode::CREATED, |tx| {
        match (call.caller.user, &visitor) {
            (Some(user), _) => {
                let (payer, learner) = account_and_learner(tx, user.id, beneficiary_id).await?;
                join_account(tx, &wish, &payer, &learner).await
            }
            (None, Some(visitor)) => join_visitor(tx, call, &wish, visitor, may_send).await,
            (None, None) => Err(Code::Unauthenticated.into()),
        }
    })?;
    if let Some(bucket) = links.filter(|_| may_send) {
        app.limit(&bucket, LINKS).await?;
    }
    app.mail_queued.notify_one();
    Ok(answer)
}

fn parse(input: NewEntry, signed_in: bool) -> Result<(Wish, Option<Visitor>)> {
    let mut fields = Fields::default();
    let course_id = fields.require("courseId", input.course_id.map(Ok::<_, Fault>));
    let modules = input.reserved_module_ids.unwrap_or_default();
    let modules = match modules.len() {
        0..=MAX_MODULES => Ok(modules),
        _ => Err(Fault::new(Code::TooMany).with("max", MAX_MODULES)),
    };
    let modules = fields.check("reservedModuleIds", modules);
    let day = input.requested_start_date.filter(|text| !text.is_empty());
    let start_date = fields.check("requestedStartDate", day.map(|text| parse_date(&text)).transpose());
    let visitor = if signed_in {
        None
    } else {
        let name = |name: String| letters::check(text::required_line(&name, MAX_FIRST_NAME)?, None);
        let name = input.first_name.map(name);
        let first_name = fields.require("firstName", name);
        let email = fields.require("email", input.email.map(|text| Email::parse(&text)));
        first_name
            .zip(email)
            .map(|(first_name, email)| Visitor { first_name, email: email.as_str().to_owned() })
    };
    match (fields.is_empty(), course_id, modules, start_date) {
        (true, Some(course_id), Some(modules), Some(start_date)) => {
            Ok((Wish { course_id, modules, start_date }, visitor))
        }
        _ => Err(fields.into_problem().into()),
    }
}

/// Counts the call; answers under what the mails to a visitor's address about this course are counted.
async fn limit(
    app: &AppContext,
    call: &Call,
    wish: &Wish,
    visitor: Option<&Visitor>,
) -> Result<Option<String>> {
    let own = networks::is_own(&mut app.db.read().await?, &call.caller).await?;
    let bucket = format!("waitlist {}", sha256_hex(call.caller.address()));
    app.limit(&bucket, networks::raised(JOINS, own)).await?;
    let links = |visitor: &Visitor| {
        format!("waitlist mail {}", sha256_hex(format!("{} {}", wish.course_id, visitor.email)))
    };
    Ok(visitor.map(links))
}

/// The account that pays, and the learner: itself, a ward, or somebody it has booked for before.
async fn account_and_learner(
    tx: &mut Tx,
    user_id: i64,
    beneficiary_id: Option<i64>,
) -> Result<(Account, Participant)> {
    let payer = accounts::store::get(tx, user_id).await?;
    let learner = match beneficiary_id.filter(|id| *id != user_id) {
        Some(id) => Participant::known(&crate::sales::checkout::booked_before(tx, user_id, id).await?),
        None => Participant::known(&payer),
    };
    Ok((payer, learner))
}

/// The course, if it is full and can otherwise be reserved, and what is wished for can be bought.
async fn full_course(tx: &mut Tx, wish: &Wish, learner_id: Option<i64>) -> Result<CourseOnSale> {
    let course = course::get(tx, wish.course_id).await?;
    let today = tx.today;
    match course.availability.refusal(today) {
        Some(Refusal::Full) => {}
        Some(Refusal::NotPublished) => return Err(Error::not_found()),
        Some(refusal) => return Err(Problem::from(refusal).into()),
        // A seat that came free goes to who waits first.
        None if course.someone_waits => {}
        None => return Err(Code::SeatsFree.into()),
    }
    if let Some(day) = wish.start_date {
        check_start_date(day, Some(course.end_date), today)
            .map_err(|fault| Problem::field("requestedStartDate", fault))?;
    }
    let (owned, has_seat) = hold::holdings(tx, learner_id, &course, today).await?;
    if has_seat {
        return Err(Code::AlreadySubscribed.into());
    }
    let now = tx.now;
    let priced = course.priced_from(tx, wish.start_date.unwrap_or(today), (today, now)).await?;
    quote(&priced, &wish.modules, &owned)?;
    Ok(course)
}

/// An address that nobody confirmed may be a stranger's: its mails would go to them.
async fn join_account(tx: &mut Tx, wish: &Wish, payer: &Account, learner: &Participant) -> Result<Joined> {
    if !payer.is_verified() {
        return Err(Code::EmailNotVerified.into());
    }
    let course = full_course(tx, wish, learner.id).await?;
    if reservations::held_for(tx, course.id, &learner.email, learner.child.as_str()).await?.is_some() {
        return Err(Code::AlreadyHeld.into());
    }
    let new = NewRow {
        course_id: course.id,
        status: EntryStatus::Waiting,
        modules: &wish.modules,
        start_date: wish.start_date,
        payer_id: Some(payer.id),
        learner_id: learner.id,
        payer_email: payer.address(),
        learner_email: &learner.email,
        child_key: learner.child.as_str(),
        first_name: "",
        language: payer.language().as_str(),
    };
    if let Some(entry) = store::live_for(tx, course.id, learner).await? {
        // Whoever typed the address without an account is in nobody's way.
        if entry.payer_id.is_some() || entry.status != EntryStatus::Unconfirmed {
            return Err(Code::AlreadyWaiting.into());
        }
        store::end(tx, entry.id, EntryStatus::Left).await?;
    }
    let id = store::insert(tx, &new).await?;
    tx.seat_came_free(course.id);
    tx.offer_freed_seats().await?;
    let entry = store::view(tx, id).await?;
    Ok(Joined { status: entry.status, entry: Some(entry) })
}

/// The answer says nothing about the address: whoever has it reads the mail.
async fn join_visitor(
    tx: &mut Tx,
    call: &Call,
    wish: &Wish,
    visitor: &Visitor,
    may_send: bool,
) -> Result<Joined> {
    let course = full_course(tx, wish, None).await?;
    let new = NewRow {
        course_id: course.id,
        status: EntryStatus::Unconfirmed,
        modules: &wish.modules,
        start_date: wish.start_date,
        payer_id: None,
        learner_id: None,
        payer_email: &visitor.email,
        learner_email: &visitor.email,
        child_key: "",
        first_name: &visitor.first_name,
        language: call.language.as_str(),
    };
    let known = store::live_for(tx, course.id, &Participant::named(&visitor.email)).await?;
    let id = match known {
        Some(entry) => {
            if entry.payer_id.is_none() && entry.status == EntryStatus::Unconfirmed {
                store::change_wish(tx, entry.id, &new).await?;
            }
            entry.id
        }
        None => store::insert(tx, &new).await?,
    };
    if may_send {
        let entry = store::get(tx, id).await?;
        mails::queue_confirmation(tx, &entry).await?;
    }
    Ok(Joined { status: EntryStatus::Unconfirmed, entry: None })
}

pub(super) async fn confirm(app: &AppContext, call: &Call, token: Option<String>) -> Result<Response> {
    let token = token.filter(|token| !token.is_empty());
    let token = token.ok_or_else(|| Error::field("token", Code::Required))?;
    let view = change!(app, Some(call), |tx| {
        let entry = store::find_by_token(tx, &token).await?.ok_or_else(Error::not_found)?;
        if entry.status.confirmed() != entry.status {
            let account = match entry.payer_id {
                Some(_) => None,
                // One that is not verified may be a stranger's.
                None => accounts::store::find_by_email(tx, &entry.payer_email)
                    .await?
                    .filter(Account::is_verified)
                    .map(|account| account.id),
            };
            let people = (entry.payer_id.or(account), entry.learner_id.or(account));
            store::confirm(tx, &entry, people).await?;
            offers::offer_free_seats(tx, entry.course_id).await?;
        }
        store::view(tx, entry.id).await
    })?;
    app.mail_queued.notify_one();
    Ok(Private(Json(view)).into_response())
}
