use super::*;
use proptest::prelude::*;

const PRICE: Cents = Cents(12_000);

fn at(minute: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::minutes(minute)
}

fn reference(name: &str) -> PaymentRef {
    PaymentRef(format!("PAY_REF_{name}"))
}

fn arrival() -> ReceivedPayment {
    ReceivedPayment { payment: reference("1"), amount: PRICE, currency: "eur".into(), refunded: false }
}

fn confirmed_by(name: &str) -> Reservation {
    Reservation::Confirmed { at: at(0), settled: Settled::By(reference(name)) }
}

const ROOM: Class = Class { seat_left: true, learner_covered: false, closed: None };
const CROWD: Class = Class { seat_left: false, ..ROOM };
const COVERED: Class = Class { learner_covered: true, ..ROOM };
const ARCHIVED: Class = Class { closed: Some(Refusal::NotPublished), ..ROOM };

fn held() -> Reservation {
    Reservation::hold(at(0), CARD_HOLD, PRICE)
}

fn expired() -> Reservation {
    Reservation::Expired { at: at(15), amount: PRICE }
}

fn cancelled(settled: Option<Settled>) -> Reservation {
    Reservation::Cancelled { at: at(5), settled }
}

/// Payment `1` is received with the right amount.
fn paid(reservation: &Reservation, class: Class) -> PaymentDecision {
    reservation.paid(&arrival(), class, at(20))
}

/// The event of payment `1` is repeated after its refund.
fn paid_back(reservation: &Reservation, class: Class) -> PaymentDecision {
    let arrival = ReceivedPayment { refunded: true, ..arrival() };
    reservation.paid(&arrival, class, at(20))
}

fn enrolled() -> PaymentDecision {
    PaymentDecision::Enrol(Reservation::Confirmed { at: at(20), settled: Settled::By(reference("1")) })
}

#[test]
fn money_for_a_held_seat_enrols() {
    assert_eq!(paid(&held(), ROOM), enrolled());
    assert_eq!(paid(&held(), CROWD), enrolled(), "the hold has the seat");
    let covered = PaymentDecision::Refund(RefundReason::AlreadyCovered);
    assert_eq!(paid(&held(), COVERED), covered);
    assert_eq!(paid(&held(), ARCHIVED), enrolled(), "it was promised before");
    assert_eq!(paid_back(&held(), ROOM), PaymentDecision::Closed);
}

#[test]
fn late_money_buys_a_seat_if_one_is_left() {
    assert_eq!(paid(&expired(), ROOM), enrolled());
    let no_seat = PaymentDecision::Refund(RefundReason::NoSeatLeft);
    assert_eq!(paid(&expired(), CROWD), no_seat);
    let closed = PaymentDecision::Refund(RefundReason::CourseClosed);
    assert_eq!(paid(&expired(), ARCHIVED), closed);
    assert_eq!(paid_back(&expired(), ROOM), PaymentDecision::Closed, "a seat came late");
}

#[test]
fn money_that_is_not_what_was_asked_goes_back() {
    let less = ReceivedPayment { amount: Cents(1_000), ..arrival() };
    let dollars = ReceivedPayment { currency: "usd".into(), ..arrival() };
    for reservation in [held(), expired()] {
        let wrong_amount = PaymentDecision::Refund(RefundReason::WrongAmount);
        assert_eq!(reservation.paid(&less, ROOM, at(20)), wrong_amount);
        let wrong_currency = PaymentDecision::Refund(RefundReason::WrongCurrency);
        assert_eq!(reservation.paid(&dollars, ROOM, at(20)), wrong_currency);
    }
}

#[test]
fn money_for_a_confirmed_place_is_known_or_goes_back() {
    assert_eq!(paid(&confirmed_by("1"), ROOM), PaymentDecision::Already);
    assert_eq!(paid(&confirmed_by("1"), CROWD), PaymentDecision::Already);
    let second = PaymentDecision::Refund(RefundReason::SecondPayment);
    assert_eq!(paid(&confirmed_by("2"), ROOM), second);
    assert_eq!(paid_back(&confirmed_by("2"), ROOM), PaymentDecision::Closed);
    let gift = Reservation::Confirmed { at: at(0), settled: Settled::Free };
    assert_eq!(paid(&gift, ROOM), second);
}

#[test]
fn money_after_cancelling_goes_back_once() {
    let after = PaymentDecision::Refund(RefundReason::AfterCancellation);
    assert_eq!(paid(&cancelled(None), ROOM), after);
    let by = |name| Some(Settled::By(reference(name)));
    assert_eq!(paid(&cancelled(by("2")), ROOM), after);
    assert_eq!(paid(&cancelled(by("1")), ROOM), PaymentDecision::Closed, "told again");
}

#[test]
fn a_hold_runs_out_and_waits_once_for_a_slow_payment() {
    let expired = |minute| Expiry::Expired(Reservation::Expired { at: at(minute), amount: PRICE });
    let longer = Reservation::Held { until: at(25), amount: PRICE, extended: true };
    let cases = [
        (&held(), 14, false, Expiry::Stays),
        (&held(), 15, false, expired(15)),
        (&held(), 15, true, Expiry::Extended(longer.clone())),
        (&longer, 24, true, Expiry::Stays),
        (&longer, 25, true, expired(25)),
        (&confirmed_by("1"), 99, false, Expiry::Stays),
    ];
    for (reservation, minute, processing, expected) in cases {
        assert_eq!(reservation.expire(at(minute), processing), expected, "{reservation:?} at {minute}");
    }
}

#[test]
fn a_payer_cancels_a_hold_and_an_administrator_a_confirmed_one() {
    let held = Reservation::hold(at(0), DESK_HOLD, PRICE);
    let expired = Reservation::Expired { at: at(0), amount: PRICE };
    let cancelled = Reservation::Cancelled { at: at(0), settled: None };
    let cases = [
        (&held, Canceller::Payer, Ok(at(9))),
        (&held, Canceller::Admin, Ok(at(9))),
        (&confirmed_by("1"), Canceller::Payer, Err(Code::NotCancellable)),
        (&confirmed_by("1"), Canceller::Admin, Ok(at(9))),
        (&expired, Canceller::Payer, Err(Code::Expired)),
        (&cancelled, Canceller::Payer, Ok(at(0))),
    ];
    for (reservation, by, expected) in cases {
        let cancelled_at =
            reservation.clone().cancel(by, at(9)).map_err(|problem| problem.code).map(|state| match state {
                Reservation::Cancelled { at, .. } => at,
                other => panic!("{other:?} is not cancelled"),
            });
        assert_eq!(cancelled_at, expected, "{reservation:?} by {by:?}");
    }
}

#[test]
fn only_a_gift_is_confirmed_without_money() {
    let gift = Reservation::hold(at(0), CARD_HOLD, Cents::ZERO);
    let confirmed = gift.confirm_free(at(1)).unwrap();
    assert_eq!(confirmed.clone().confirm_free(at(2)), Ok(confirmed));
    let sold = Reservation::hold(at(0), CARD_HOLD, PRICE);
    assert_eq!(sold.confirm_free(at(1)).unwrap_err().code, Code::Unpaid);
}

/// Events of a reservation, in any order and number.
#[derive(Debug, Clone)]
enum Event {
    Money { payment: usize, right_amount: bool, class: Class },
    Tick { processing: bool },
    Cancel(Canceller),
}

fn class() -> impl Strategy<Value = Class> {
    let closed = prop::option::weighted(0.1, Just(Refusal::Ended));
    (any::<bool>(), prop::bool::weighted(0.1), closed)
        .prop_map(|(seat_left, learner_covered, closed)| Class { seat_left, learner_covered, closed })
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        4 => (0usize..3, prop::bool::weighted(0.8), class())
            .prop_map(|(payment, right_amount, class)| Event::Money { payment, right_amount, class }),
        2 => any::<bool>().prop_map(|processing| Event::Tick { processing }),
        1 => prop_oneof![Just(Canceller::Payer), Just(Canceller::Admin)].prop_map(Event::Cancel),
    ]
}

proptest! {
    #[test]
    fn no_payment_enrols_twice_or_is_both_honoured_and_refunded(
        events in prop::collection::vec((event(), 1i64..20), 0..40),
    ) {
        let mut state = Reservation::hold(at(0), CARD_HOLD, PRICE);
        let (mut now, mut enrolled, mut refunded) = (0, [0; 3], [0; 3]);
        for (event, minutes) in events {
            now += minutes;
            match event {
                Event::Money { payment, right_amount, class } => {
                    let arrival = ReceivedPayment {
                        payment: reference(&payment.to_string()),
                        amount: if right_amount { PRICE } else { Cents(1) },
                        refunded: refunded[payment] > 0,
                        ..arrival()
                    };
                    match state.paid(&arrival, class, at(now)) {
                        PaymentDecision::Enrol(next) => {
                            enrolled[payment] += 1;
                            state = next;
                        }
                        PaymentDecision::Refund(_) => refunded[payment] += 1,
                        PaymentDecision::Already => prop_assert_eq!(enrolled[payment], 1),
                        PaymentDecision::Closed => prop_assert_eq!(enrolled[payment] + refunded[payment], 1),
                    }
                }
                Event::Tick { processing } => match state.expire(at(now), processing) {
                    Expiry::Stays => {}
                    Expiry::Extended(next) | Expiry::Expired(next) => state = next,
                },
                Event::Cancel(by) => state = state.clone().cancel(by, at(now)).unwrap_or(state),
            }
            prop_assert!(enrolled.iter().sum::<i32>() <= 1, "one reservation, one enrolment");
            for payment in 0..3 {
                prop_assert!(enrolled[payment] + refunded[payment] <= 1, "honoured or refunded, once");
            }
        }
    }
}
