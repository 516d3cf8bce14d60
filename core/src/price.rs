//! The price of a selection: lines and their sum, for a learner who may already own part of the course.
//!
//! Prices are decided only here. Clients ask for a quote; an amount that they send is checked against it.

use crate::code::Code;
use crate::keyword::keywords;
use crate::money::Cents;
use crate::problem::{Fault, Fields, Problem};
use serde::Serialize;
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
/// paid course that would cost nothing is refused: only `free` courses are free.
///
/// # Errors
/// `already_subscribed` when all of the course is owned; under `reservedModuleIds`: `unknown_module`, `already_owned`;
/// `nothing_to_pay`; `invalid_amount` for a sum that is too high.
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
        return Err(Code::NothingToPay.into());
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
        }
    }
    fields.finish()
}

fn whole_course(course: &PricedCourse, owned: &BTreeSet<i64>) -> Result<Vec<Line>, Problem> {
    if !course.modules.iter().any(|module| owned.contains(&module.id)) {
        let amount = if course.free { Cents::ZERO } else { course.price };
        return Ok(vec![Line { module_id: None, title: course.title.clone(), amount }]);
    }
    let missing = module_lines(course, |module| !owned.contains(&module.id));
    if missing.is_empty() { Err(Code::AlreadySubscribed.into()) } else { Ok(missing) }
}

fn module_lines(course: &PricedCourse, wanted: impl Fn(&PricedModule) -> bool) -> Vec<Line> {
    let wanted = course.modules.iter().filter(|module| wanted(module));
    wanted
        .map(|module| Line {
            module_id: Some(module.id),
            title: module.title.clone(),
            amount: if course.free { Cents::ZERO } else { module.price },
        })
        .collect()
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
