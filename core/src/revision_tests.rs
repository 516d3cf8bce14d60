use super::*;
use fsrs::{FSRSItem, FSRSReview};
use proptest::prelude::*;
use serde_json::json;

const ID: &str = "0193a5f2-7c1e-7abc-8def-0123456789ab";

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn made(reviewed_at: DateTime<Utc>, number: usize, rating: ReviewRating) -> ReviewMade {
    ReviewMade { reviewed_at, client_id: format!("{number:04}"), rating }
}

/// The day on which the crate lets a card come back, asked in another way: for the whole history at once.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a test with sound numbers")]
fn day_of_crate(reviews: &[ReviewMade]) -> NaiveDate {
    let mut last = paris_day(reviews[0].reviewed_at);
    let mut history = Vec::new();
    for review in reviews {
        let day = paris_day(review.reviewed_at);
        let rating = ReviewRating::ALL.iter().position(|one| *one == review.rating).unwrap() + 1;
        let delta_t = u32::try_from((day - last).num_days()).unwrap();
        history.push(FSRSReview { rating: u32::try_from(rating).unwrap(), delta_t });
        last = day;
    }
    if history.last().unwrap().rating == 1 {
        return last;
    }
    let scheduler = FSRS::default();
    let memory = scheduler.memory_state(FSRSItem { reviews: history }, None).unwrap();
    let interval = scheduler.next_interval(Some(memory.stability), 0.9, 3);
    add_days(last, interval.round().max(1.0) as u64)
}

#[test]
fn the_first_review_says_how_long_a_card_is_remembered() {
    let cases = [
        (ReviewRating::Again, "2026-03-02"),
        (ReviewRating::Hard, "2026-03-03"),
        (ReviewRating::Good, "2026-03-04"),
        (ReviewRating::Easy, "2026-03-10"),
    ];
    for (rating, due) in cases {
        let state = replay(&[made(at("2026-03-02T09:00:00Z"), 1, rating)]).unwrap().unwrap();
        assert_eq!((state.due_on, state.reviews), (day(due), 1), "{rating}");
    }
    assert_eq!(replay(&[]), Ok(None));
}

#[test]
fn days_are_those_of_paris() {
    let state = replay(&[made(at("2026-03-02T23:30:00Z"), 1, ReviewRating::Good)]).unwrap().unwrap();
    assert_eq!(state.due_on, day("2026-03-05"));
    let again = replay(&[made(at("2026-03-02T23:30:00Z"), 1, ReviewRating::Again)]).unwrap().unwrap();
    assert_eq!(again.due_on, day("2026-03-03"), "the same day");
}

#[test]
fn reviews_of_one_instant_follow_their_ids() {
    let now = at("2026-03-02T09:00:00Z");
    let (good, again) = (made(now, 1, ReviewRating::Good), made(now, 2, ReviewRating::Again));
    let state = replay(&[again.clone(), good.clone()]).unwrap();
    assert_eq!(state, replay(&[good, again]).unwrap());
    assert_eq!(state.unwrap().due_on, day("2026-03-02"), "the second one was the last");
}

#[test]
fn what_is_missed_again_comes_back_that_day_until_it_is_reviewed() {
    let state = replay(&[made(at("2026-03-02T09:00:00Z"), 1, ReviewRating::Easy)]).unwrap().unwrap();
    let cases = [
        (None, "2026-03-10"),
        (Some("2026-03-01T09:00:00Z"), "2026-03-10"),
        (Some("2026-03-02T09:00:00Z"), "2026-03-10"),
        (Some("2026-03-05T22:59:00Z"), "2026-03-05"),
        (Some("2026-03-05T23:00:00Z"), "2026-03-06"),
        (Some("2026-03-20T09:00:00Z"), "2026-03-10"),
    ];
    for (missed, due) in cases {
        assert_eq!(state.due_on(missed.map(at)), day(due), "{missed:?}");
    }
    assert_eq!(first_day(day("2026-12-31")), day("2027-01-01"));
}

fn parsed(sent: serde_json::Value) -> Result<Vec<NewReview>, Vec<(String, Code)>> {
    let sent: Vec<Review> = serde_json::from_value(sent).unwrap();
    parse_reviews(&sent, at("2026-03-02T09:00:00Z")).map_err(|problem| {
        if problem.fields.is_empty() {
            return vec![(String::new(), problem.code)];
        }
        problem.fields.into_iter().map(|field| (field.name, field.code)).collect()
    })
}

fn review(reviewed_at: &str) -> serde_json::Value {
    json!({ "clientId": ID, "cardId": 7, "rating": "GOOD", "reviewedAt": reviewed_at })
}

#[test]
fn a_review_is_read_or_its_fields_are_named() {
    let one = parsed(json!([review("2026-03-01T10:00:00.1239Z")])).unwrap();
    let made = ReviewMade {
        reviewed_at: at("2026-03-01T10:00:00.123Z"),
        client_id: ID.to_owned(),
        rating: ReviewRating::Good,
    };
    assert_eq!(one, [NewReview { card_id: 7, made }]);
    let faults = |names: &[(&str, Code)]| -> Result<Vec<NewReview>, _> {
        Err(names.iter().map(|(name, code)| ((*name).to_owned(), *code)).collect())
    };
    let required = ["clientId", "cardId", "rating", "reviewedAt"].map(|name| format!("[1].{name}"));
    let required: Vec<_> = required.iter().map(|name| (name.as_str(), Code::Required)).collect();
    assert_eq!(parsed(json!([review("2026-03-01T10:00:00Z"), {}])), faults(&required));
    let wrong =
        json!([{ "clientId": "7", "cardId": 7, "rating": "PERFECT", "reviewedAt": "2026-03-01T10:00:00Z" }]);
    let invalid = [("[0].clientId", Code::InvalidValue), ("[0].rating", Code::InvalidValue)];
    assert_eq!(parsed(wrong), faults(&invalid));
    assert_eq!(parsed(json!([])), faults(&[("", Code::TooFew)]));
    let many: Vec<_> = (0..=MAX_REVIEWS).map(|_| review("2026-03-01T10:00:00Z")).collect();
    assert_eq!(parsed(json!(many)), faults(&[("", Code::TooMany)]));
}

#[test]
fn a_clock_may_be_wrong_a_little_and_a_review_late() {
    let cases = [
        ("2026-03-02T09:05:00Z", Ok("2026-03-02T09:05:00Z")),
        ("2026-03-02T09:05:01Z", Ok("2026-03-02T09:00:00Z")),
        ("2099-01-01T00:00:00Z", Ok("2026-03-02T09:00:00Z")),
        ("2025-12-02T09:00:00Z", Ok("2025-12-02T09:00:00Z")),
        ("2025-12-02T08:59:59Z", Err(vec![("[0].reviewedAt".to_owned(), Code::InvalidDate)])),
    ];
    for (sent, expected) in cases {
        let read = parsed(json!([review(sent)])).map(|all| all[0].made.reviewed_at);
        assert_eq!(read, expected.map(at), "{sent}");
    }
}

#[test]
fn a_word_is_read_or_its_fields_are_named() {
    let parsed = |sent: serde_json::Value| {
        let sent: WordInput = serde_json::from_value(sent).unwrap();
        let named = |problem: Problem| -> Vec<(String, Code)> {
            problem.fields.into_iter().map(|field| (field.name, field.code)).collect()
        };
        sent.parse().map_err(named)
    };
    let word =
        parsed(json!({ "clientId": ID, "lessonId": 3, "front": " ciao ", "back": "salut\r\nbonjour" }));
    let front = "ciao".to_owned();
    let back = "salut\nbonjour".to_owned();
    assert_eq!(word, Ok(Word { client_id: ID.to_owned(), lesson_id: 3, front, back }));
    let bare = parsed(json!({ "clientId": ID, "lessonId": 3, "front": "ciao" })).unwrap();
    assert_eq!(bare.back, "");
    let faults = |names: &[(&str, Code)]| -> Result<Word, _> {
        Err(names.iter().map(|(name, code)| ((*name).to_owned(), *code)).collect())
    };
    let required = ["clientId", "lessonId", "front"].map(|name| (name, Code::Required));
    assert_eq!(parsed(json!({})), faults(&required));
    let long = json!({ "clientId": ID, "lessonId": 3, "front": "a".repeat(201), "back": "b".repeat(501) });
    assert_eq!(parsed(long), faults(&[("front", Code::TooLong), ("back", Code::TooLong)]));
}

fn histories() -> impl Strategy<Value = Vec<ReviewMade>> {
    // Up to three years, with days on which a card comes several times.
    let review = (0_i64..40, 0_i64..24 * 60, 0..ReviewRating::ALL.len());
    prop::collection::vec(review, 1..40).prop_map(|steps| {
        let mut day = at("2026-01-01T00:00:00Z");
        let steps = steps.into_iter().enumerate();
        let mut reviews: Vec<ReviewMade> = steps
            .map(|(number, (days, minutes, rating))| {
                day += TimeDelta::days(if number % 3 == 0 { days } else { 0 });
                made(day + TimeDelta::minutes(minutes), number, ReviewRating::ALL[rating])
            })
            .collect();
        reviews.sort();
        reviews
    })
}

proptest! {
    #[test]
    fn any_order_of_arrival_gives_the_same_state(
        (sorted, shuffled) in histories().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle()))
    ) {
        let state = replay(&sorted).unwrap();
        prop_assert_eq!(state, replay(&shuffled).unwrap());
        prop_assert_eq!(state.map(|state| state.reviews), Some(i64::try_from(sorted.len()).unwrap()));
    }

    #[test]
    fn every_review_leads_to_the_day_of_the_crate(reviews in histories()) {
        for number in 1..=reviews.len() {
            let state = replay(&reviews[..number]).unwrap().unwrap();
            prop_assert_eq!(state.due_on, day_of_crate(&reviews[..number]));
            let reviewed_on = paris_day(state.last_reviewed_at);
            let is_again = reviews[number - 1].rating == ReviewRating::Again;
            prop_assert_eq!(state.due_on == reviewed_on, is_again);
        }
    }
}
