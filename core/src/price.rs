//! The price of a selection: lines and their sum, for a learner who may already own part of the course.
//!
//! Prices are decided only here. Clients ask for a quote; an amount that they send is checked against it.

use crate::code::Code;
use crate::keyword::keywords;
use crate::late_entry::{Entry, Sessions};
use crate::money::Cents;
use crate::problem::{Fault, Fields, Problem};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

keywords! {
    /// Extent of a purchase: the whole course including modules added later, or named modules.
    Scope {
        Course = "COURSE",
        Modules = "MODULES",
    }
}

/// A course with its prices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricedCourse {
    pub title: String,
    pub price: Cents,
    /// Free of charge: every line costs nothing.
    pub free: bool,
    /// Its sessions, where whoever enters late pays those that are left; none where everybody pays the whole price.
    pub entry: Option<Entry>,
    /// In order.
    pub modules: Vec<PricedModule>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PricedModule {
    pub id: i64,
    pub title: String,
    pub price: Cents,
}

/// What the learner's live subscription to the course covers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Owned {
    #[default]
    Nothing,
    Course,
    Modules(BTreeSet<i64>),
}

/// One paid item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// None: the course as a whole.
    pub module_id: Option<i64>,
    pub title: String,
    pub amount: Cents,
    /// Why it costs that.
    pub reason: PriceReason,
    /// What the amount was computed from, when it is not the whole price.
    pub facts: Option<PriceFacts>,
}

keywords! {
    /// Why a line costs what it costs.
    PriceReason {
        Free = "FREE",
        FullPrice = "FULL_PRICE",
        /// Only the sessions that are left are paid.
        LateEntry = "LATE_ENTRY",
    }
}

/// What the price of a late entry was computed from: `full × sessionsLeft ÷ sessions`, or the sum of its modules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PriceFacts {
    /// The whole price in euros.
    pub full: Cents,
    /// The day from which sessions count as left.
    pub from: NaiveDate,
    /// Sessions that are not cancelled.
    pub sessions: i64,
    pub sessions_left: i64,
    /// The parts of a whole course; empty for a module, and for a course without modules.
    pub modules: Vec<ModulePrice>,
}

/// What a module costs within a whole course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ModulePrice {
    pub module_id: i64,
    pub title: String,
    /// The whole price in euros.
    pub full: Cents,
    pub amount: Cents,
    /// None: it has no sessions and costs its whole price.
    pub sessions: Option<i64>,
    pub sessions_left: Option<i64>,
}

impl Line {
    /// A line at its whole price.
    pub const fn whole(module_id: Option<i64>, title: String, amount: Cents) -> Self {
        Self { module_id, title, amount, reason: PriceReason::FullPrice, facts: None }
    }
}

impl PricedCourse {
    /// The sessions by which a module is priced; none for its whole price.
    fn sessions_of(&self, module: &PricedModule) -> Option<Sessions> {
        self.entry.as_ref().filter(|_| !self.free)?.of_module(module.id)
    }

    /// What a module costs whoever enters now.
    fn amount_of(&self, module: &PricedModule) -> Cents {
        self.sessions_of(module).map_or(module.price, |sessions| sessions.share(module.price))
    }

    fn line(
        &self,
        module_id: Option<i64>,
        title: &str,
        prices: (Cents, Cents),
        facts: impl FnOnce(&Entry) -> PriceFacts,
    ) -> Line {
        let (full, amount) = prices;
        let title = title.to_owned();
        if self.free {
            return Line { reason: PriceReason::Free, ..Line::whole(module_id, title, Cents::ZERO) };
        }
        match self.entry.as_ref().filter(|_| amount < full) {
            Some(entry) => {
                Line { module_id, title, amount, reason: PriceReason::LateEntry, facts: Some(facts(entry)) }
            }
            None => Line::whole(module_id, title, amount),
        }
    }

    fn module_line(&self, module: &PricedModule) -> Line {
        let sessions = self.sessions_of(module).unwrap_or_default();
        self.line(Some(module.id), &module.title, (module.price, self.amount_of(module)), |entry| {
            PriceFacts {
                full: module.price,
                from: entry.from,
                sessions: sessions.total,
                sessions_left: sessions.left,
                modules: Vec::new(),
            }
        })
    }

    /// The whole course: the sum of its modules.
    fn course_line(&self) -> Line {
        let sessions = self.entry.as_ref().and_then(Entry::of_course).unwrap_or_default();
        let amount = if self.modules.is_empty() {
            sessions.share(self.price)
        } else {
            let paid = Cents::checked_sum(self.modules.iter().map(|module| self.amount_of(module)));
            let full = Cents::checked_sum(self.modules.iter().map(|module| module.price));
            // A price that is not the sum of the modules is nobody's reduction.
            if paid == full { self.price } else { paid.unwrap_or(self.price) }
        };
        self.line(None, &self.title, (self.price, amount), |entry| PriceFacts {
            full: self.price,
            from: entry.from,
            sessions: sessions.total,
            sessions_left: sessions.left,
            modules: self.modules.iter().map(|module| self.module_price(module)).collect(),
        })
    }

    fn module_price(&self, module: &PricedModule) -> ModulePrice {
        let sessions = self.sessions_of(module);
        ModulePrice {
            module_id: module.id,
            title: module.title.clone(),
            full: module.price,
            amount: self.amount_of(module),
            sessions: sessions.map(|sessions| sessions.total),
            sessions_left: sessions.map(|sessions| sessions.left),
        }
    }
}

/// What is held, and what it costs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    pub scope: Scope,
    pub lines: Vec<Line>,
    pub total: Cents,
}

/// The price of a selection of modules; an empty selection is the whole course. A module named twice counts once; lines
/// are in the course's order, not the selection's.
///
/// The whole course costs the course's price, or the sum of the missing modules when some are owned. A selection of a
/// paid course that would cost nothing is refused: only `free` courses are free. Who enters late pays the share of the
/// sessions that are left, by module; a module whose sessions are all over costs nothing in the whole course, and cannot
/// be chosen.
///
/// # Errors
/// `already_subscribed` when all of the course is owned; under `reservedModuleIds`: `unknown_module`, `already_owned`,
/// `module_over`; `sessions_over`; `nothing_to_pay`; `invalid_amount` for a sum that is too high.
pub fn quote(course: &PricedCourse, selection: &[i64], owned: &Owned) -> Result<Quote, Problem> {
    let nothing = BTreeSet::new();
    let owned = match owned {
        Owned::Course => return Err(Code::AlreadySubscribed.into()),
        Owned::Modules(modules) => modules,
        Owned::Nothing => &nothing,
    };
    check_selection(course, selection, owned)?;
    let (scope, lines) = if selection.is_empty() {
        (Scope::Course, whole_course(course, owned)?)
    } else {
        (Scope::Modules, module_lines(course, |module| selection.contains(&module.id)))
    };
    let total = Cents::checked_sum(lines.iter().map(|line| line.amount))
        .filter(|total| *total <= Cents::MAX)
        .ok_or(Code::InvalidAmount)?;
    if total.is_zero() && !course.free {
        let over = lines.iter().any(|line| line.reason == PriceReason::LateEntry);
        return Err(if over { Code::SessionsOver } else { Code::NothingToPay }.into());
    }
    Ok(Quote { scope, lines, total })
}

/// Checks the amount that a client sent with a payment.
///
/// # Errors
/// `amount_mismatch` with the right amount, in euros, when it differs.
pub fn check_claim(claim: Cents, total: Cents) -> Result<(), Problem> {
    if claim == total {
        Ok(())
    } else {
        Err(Problem::new(Code::AmountMismatch).with("amount", total.to_euros()))
    }
}

/// The price of a course with modules: their sum.
///
/// # Errors
/// `invalid_amount` for a sum above [`Cents::MAX`].
pub fn course_price(modules: impl IntoIterator<Item = Cents>) -> Result<Cents, Fault> {
    Cents::checked_sum(modules).filter(|total| *total <= Cents::MAX).ok_or(Fault::new(Code::InvalidAmount))
}

fn check_selection(course: &PricedCourse, selection: &[i64], owned: &BTreeSet<i64>) -> Result<(), Problem> {
    let mut fields = Fields::default();
    for (i, id) in selection.iter().enumerate() {
        let name = format!("reservedModuleIds[{i}]");
        let Some(module) = course.modules.iter().find(|module| module.id == *id) else {
            fields.refuse(name, Fault::new(Code::UnknownModule).with("id", *id));
            continue;
        };
        if owned.contains(id) {
            let named = Fault::new(Code::AlreadyOwned).with("id", *id).with("title", module.title.as_str());
            fields.refuse(name, named);
        } else if course.sessions_of(module).is_some_and(|sessions| sessions.left == 0) {
            fields.refuse(
                name,
                Fault::new(Code::ModuleOver).with("id", *id).with("title", module.title.as_str()),
            );
        }
    }
    fields.finish()
}

fn whole_course(course: &PricedCourse, owned: &BTreeSet<i64>) -> Result<Vec<Line>, Problem> {
    if !course.modules.iter().any(|module| owned.contains(&module.id)) {
        return Ok(vec![course.course_line()]);
    }
    let missing = module_lines(course, |module| !owned.contains(&module.id));
    if missing.is_empty() { Err(Code::AlreadySubscribed.into()) } else { Ok(missing) }
}

fn module_lines(course: &PricedCourse, wanted: impl Fn(&PricedModule) -> bool) -> Vec<Line> {
    course.modules.iter().filter(|module| wanted(module)).map(|module| course.module_line(module)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn course(price: i64, modules: &[i64]) -> PricedCourse {
        let modules = modules.iter().zip(1..);
        PricedCourse {
            title: "Italien A1".into(),
            price: Cents(price),
            free: false,
            entry: None,
            modules: modules
                .map(|(price, id)| PricedModule { id, title: format!("Module {id}"), price: Cents(*price) })
                .collect(),
        }
    }

    /// Scope, module ids (0: the course) and total in cents.
    type Priced = (Scope, &'static [i64], i64);

    fn owning(ids: &[i64]) -> Owned {
        Owned::Modules(ids.iter().copied().collect())
    }

    #[test]
    fn a_selection_has_one_price() {
        let italian = course(12_000, &[4_000, 5_000, 3_000, 0]);
        let cases: [(&[i64], Owned, Result<Priced, Code>); 13] = [
            (&[], Owned::Nothing, Ok((Scope::Course, &[0], 12_000))),
            (&[2], Owned::Nothing, Ok((Scope::Modules, &[2], 5_000))),
            (&[3, 1], Owned::Nothing, Ok((Scope::Modules, &[1, 3], 7_000))),
            (&[3, 3, 3], Owned::Nothing, Ok((Scope::Modules, &[3], 3_000))),
            (&[1, 2, 3, 4], Owned::Nothing, Ok((Scope::Modules, &[1, 2, 3, 4], 12_000))),
            (&[9], Owned::Nothing, Err(Code::UnknownModule)),
            (&[4], Owned::Nothing, Err(Code::NothingToPay)),
            (&[], Owned::Course, Err(Code::AlreadySubscribed)),
            (&[1], Owned::Course, Err(Code::AlreadySubscribed)),
            (&[1], owning(&[1]), Err(Code::AlreadyOwned)),
            (&[2], owning(&[1]), Ok((Scope::Modules, &[2], 5_000))),
            (&[], owning(&[1]), Ok((Scope::Course, &[2, 3, 4], 8_000))),
            (&[], owning(&[1, 2, 3, 4]), Err(Code::AlreadySubscribed)),
        ];
        for (selection, owned, expected) in cases {
            let quoted = quote(&italian, selection, &owned).map_err(|problem| problem.code);
            let shown = quoted.map(|quote| {
                let ids: Vec<_> = quote.lines.iter().map(|line| line.module_id.unwrap_or(0)).collect();
                (quote.scope, ids, quote.total.0)
            });
            let expected = expected.map(|(scope, ids, total)| (scope, ids.to_vec(), total));
            assert_eq!(shown, expected, "{selection:?} {owned:?}");
        }
    }

    #[test]
    fn the_running_sum_on_screen_is_the_price() {
        #[derive(Debug, serde::Deserialize)]
        struct Case {
            price: Cents,
            modules: Vec<Cents>,
            selection: Vec<i64>,
            total: Cents,
        }
        let cases: Vec<Case> = serde_json::from_str(include_str!("../cases/selection.json")).unwrap();
        for case in cases {
            let prices: Vec<_> = case.modules.iter().map(|price| price.0).collect();
            let chosen: Vec<_> = case.selection.iter().map(|place| place + 1).collect();
            let quote = quote(&course(case.price.0, &prices), &chosen, &Owned::Nothing);
            assert_eq!(quote.map(|quote| quote.total), Ok(case.total), "{case:?}");
        }
    }

    #[test]
    fn a_free_course_costs_nothing_and_says_so() {
        let free = PricedCourse { free: true, ..course(12_000, &[4_000]) };
        for selection in [&[][..], &[1]] {
            let quote = quote(&free, selection, &Owned::Nothing).unwrap();
            assert_eq!((quote.total, quote.lines[0].amount), (Cents::ZERO, Cents::ZERO));
        }
    }

    /// Entered on a day, with these sessions: module (0: none), all, left.
    fn late(priced: PricedCourse, sessions: &[(i64, i64, i64)]) -> PricedCourse {
        let of = |(module, total, left): &(i64, i64, i64)| {
            (Some(*module).filter(|id| *id != 0), Sessions { total: *total, left: *left })
        };
        let from = crate::calendar::parse_date("2026-12-03").unwrap();
        PricedCourse { entry: Some(Entry::new(from, sessions.iter().map(of))), ..priced }
    }

    /// Sessions, selection, amounts of the lines.
    type Late = (&'static [(i64, i64, i64)], &'static [i64], Result<&'static [i64], Code>);

    #[test]
    fn who_enters_late_pays_what_is_left() {
        let italian = course(12_000, &[4_000, 5_000, 3_000]);
        let cases: [Late; 11] = [
            // No session is held yet, or none is planned.
            (&[(0, 20, 20)], &[], Ok(&[12_000])),
            (&[], &[2], Ok(&[5_000])),
            // No session names a module: the ratio of the course applies to all.
            (&[(0, 20, 7)], &[], Ok(&[4_200])),
            (&[(0, 20, 7)], &[2, 3], Ok(&[1_750, 1_050])),
            (&[(0, 3, 1)], &[], Ok(&[4_000])),
            // Sessions name modules: 4000 × 0 ÷ 8 + 5000 × 3 ÷ 9 + 3000.
            (&[(1, 8, 0), (2, 9, 3)], &[], Ok(&[4_667])),
            (&[(1, 8, 0), (2, 9, 3), (0, 5, 1)], &[2, 3], Ok(&[1_667, 3_000])),
            (&[(1, 8, 0), (2, 9, 3)], &[1], Err(Code::ModuleOver)),
            (&[(1, 8, 0), (2, 9, 3)], &[1, 2], Err(Code::ModuleOver)),
            // Everything is over.
            (&[(0, 20, 0)], &[], Err(Code::SessionsOver)),
            (&[(0, 20, 0)], &[3], Err(Code::ModuleOver)),
        ];
        for (sessions, selection, expected) in cases {
            let quoted = quote(&late(italian.clone(), sessions), selection, &Owned::Nothing);
            let amounts =
                quoted.map(|quote| quote.lines.iter().map(|line| line.amount.0).collect::<Vec<_>>());
            assert_eq!(
                amounts.map_err(|problem| problem.code),
                expected.map(<[i64]>::to_vec),
                "{sessions:?} {selection:?}"
            );
        }
        let bare = late(course(9_900, &[]), &[(0, 12, 5)]);
        assert_eq!(quote(&bare, &[], &Owned::Nothing).unwrap().total, Cents(4_125));
        let free = PricedCourse { free: true, ..late(italian, &[(0, 20, 7)]) };
        let line = &quote(&free, &[], &Owned::Nothing).unwrap().lines[0];
        assert_eq!((line.amount, line.reason, &line.facts), (Cents::ZERO, PriceReason::Free, &None));
    }

    #[test]
    fn a_line_says_what_its_price_was_computed_from() {
        let italian = late(course(12_000, &[4_000, 5_000, 3_000]), &[(1, 8, 0), (2, 9, 3)]);
        let whole = &quote(&italian, &[], &Owned::Nothing).unwrap().lines[0];
        let facts = whole.facts.as_ref().unwrap();
        assert_eq!(
            (whole.reason, facts.full, facts.sessions, facts.sessions_left),
            (PriceReason::LateEntry, Cents(12_000), 17, 3)
        );
        let shown = |module: &ModulePrice| {
            (module.full.0, module.amount.0, module.sessions.zip(module.sessions_left))
        };
        let modules: Vec<_> = facts.modules.iter().map(shown).collect();
        assert_eq!(modules, [(4_000, 0, Some((8, 0))), (5_000, 1_667, Some((9, 3))), (3_000, 3_000, None)]);
        let third = &quote(&italian, &[3], &Owned::Nothing).unwrap().lines[0];
        assert_eq!((third.reason, &third.facts), (PriceReason::FullPrice, &None));
        let text = serde_json::to_string(facts).unwrap();
        assert_eq!(&serde_json::from_str::<PriceFacts>(&text).unwrap(), facts);
    }

    #[test]
    fn each_wrong_module_is_named() {
        let problem = quote(&course(100, &[50, 50]), &[1, 7, 8], &owning(&[1])).unwrap_err();
        let names: Vec<_> = problem.fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!(names, ["reservedModuleIds[0]", "reservedModuleIds[1]", "reservedModuleIds[2]"]);
        assert_eq!(problem.fields[0].code, Code::AlreadyOwned);
    }

    #[test]
    fn a_wrong_claim_learns_the_right_amount() {
        assert_eq!(check_claim(Cents(1_000), Cents(1_000)), Ok(()));
        let problem = check_claim(Cents(1_000), Cents(12_050)).unwrap_err();
        assert_eq!((problem.code, problem.params["amount"].as_f64()), (Code::AmountMismatch, Some(120.5)));
    }

    proptest! {
        #[test]
        fn the_total_is_the_sum_of_the_lines(
            prices in proptest::collection::vec(1i64..100_000, 1..8),
            chosen in proptest::collection::vec(1i64..10, 0..8),
            owned in proptest::collection::btree_set(1i64..10, 0..4),
        ) {
            let priced = course(prices.iter().sum(), &prices);
            if let Ok(quote) = quote(&priced, &chosen, &Owned::Modules(owned.clone())) {
                prop_assert_eq!(Some(quote.total), Cents::checked_sum(quote.lines.iter().map(|line| line.amount)));
                prop_assert!(quote.total > Cents::ZERO && quote.total <= priced.price);
                prop_assert!(quote.lines.iter().filter_map(|line| line.module_id).all(|id| !owned.contains(&id)));
            }
        }

        #[test]
        fn a_whole_course_is_the_sum_of_its_modules_on_every_day(
            prices in proptest::collection::vec(1i64..100_000, 1..8),
            sessions in proptest::collection::vec((0i64..8, 1i64..40, 0i64..40), 0..8),
        ) {
            let sessions: Vec<_> = sessions.iter().map(|(module, total, left)| (*module, *total, *left.min(total))).collect();
            let priced = late(course(prices.iter().sum(), &prices), &sessions);
            let modules: i64 = priced.modules.iter().map(|module| priced.amount_of(module).0).sum();
            match quote(&priced, &[], &Owned::Nothing) {
                Ok(whole) => prop_assert_eq!(whole.total.0, modules),
                Err(problem) => prop_assert_eq!((problem.code, modules), (Code::SessionsOver, 0)),
            }
        }

        #[test]
        fn buying_piece_by_piece_costs_what_the_whole_costs(
            prices in proptest::collection::vec(1i64..100_000, 2..8),
            first in 1i64..3,
        ) {
            let priced = course(prices.iter().sum(), &prices);
            let part = quote(&priced, &[first], &Owned::Nothing).unwrap();
            let rest = quote(&priced, &[], &owning(&[first])).unwrap();
            prop_assert_eq!(part.total.0 + rest.total.0, priced.price.0);
        }
    }
}
