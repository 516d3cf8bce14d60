//! A learner who revises for thirty days on two devices, whose network breaks at any moment: no review is lost, none counts
//! twice, and every card comes back on the day of the scheduler.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, Duration, NaiveDate, Utc};
use fsrs::{FSRS, FSRSItem, FSRSReview};
use preau_core::calendar::paris_day;
use preau_core::role::Role;
use preau_server::fetch_all;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::{Value, json};

use crate::content::{fill, id, with_modules};
use crate::learning::give;
use crate::revision::{add_word, review, uuid};
use crate::school::{Client, School};

const RATINGS: [&str; 4] = ["AGAIN", "HARD", "GOOD", "EASY"];
const WORDS: usize = 15;

/// A device with the cards it read last, and the reviews that it does not know to have arrived.
#[derive(Default)]
struct Device {
    cards: Vec<i64>,
    queue: Vec<Value>,
}

/// When a review was made, its id and its rating from 1 to 4.
type Made = (DateTime<Utc>, String, u32);

/// Two devices of one learner, and all reviews that were made on them, by card.
struct Month<'s> {
    school: &'s School,
    learner: i64,
    chance: StdRng,
    devices: [Device; 2],
    made: BTreeMap<i64, Vec<Made>>,
    reviews: usize,
}

impl Month<'_> {
    /// A sitting with a device: cards are read if there is a network, some are revised, and the queue is sent.
    async fn sitting(&mut self, device: usize) {
        let client = self.school.sign_in(self.learner).await;
        if self.chance.random_range(0..3) > 0 {
            let due = client.get("/revision/due").await.ok();
            self.devices[device].cards = due["cards"].as_array().unwrap().iter().map(id).collect();
        }
        for card in self.devices[device].cards.clone() {
            if self.chance.random_range(0..5) > 0 {
                self.revise(device, card);
            }
        }
        for _ in 0..self.chance.random_range(0..4) {
            self.send(&client, device).await;
        }
    }

    fn revise(&mut self, device: usize, card: i64) {
        self.school.pass(Duration::milliseconds(self.chance.random_range(0..20_000)));
        // The clocks of devices differ.
        let at =
            self.school.app.clock.now() + Duration::milliseconds(self.chance.random_range(-120_000..120_000));
        let rating = self.chance.random_range(0..RATINGS.len());
        self.reviews += 1;
        self.devices[device].queue.push(review(self.reviews, card, RATINGS[rating], at));
        let rating = u32::try_from(rating).unwrap() + 1;
        self.made.entry(card).or_default().push((at, uuid(self.reviews), rating));
    }

    /// Sends some of the queue in any order: the network breaks before, afterwards, or not at all.
    async fn send(&mut self, client: &Client, device: usize) {
        let breaks = self.chance.random_range(0..3);
        let mut sent = self.devices[device].queue.clone();
        if sent.is_empty() || breaks == 0 {
            return;
        }
        sent.sort_by_cached_key(|_| self.chance.random::<u32>());
        sent.truncate(self.chance.random_range(1..=sent.len().min(200)));
        let outcomes = client.post("/revision/reviews", json!(sent)).await.ok();
        let outcomes = outcomes.as_array().unwrap();
        assert_eq!(outcomes.len(), sent.len());
        for (outcome, review) in outcomes.iter().zip(&sent) {
            let told = (&outcome["clientId"], &outcome["cardId"], &outcome["counted"]);
            assert_eq!(told, (&review["clientId"], &review["cardId"], &json!(true)));
        }
        if breaks == 1 {
            self.devices[device].queue.retain(|review| !sent.contains(review));
        }
    }

    /// Everything arrives in the end.
    async fn end(&mut self) {
        let client = self.school.sign_in(self.learner).await;
        while let Some(device) = (0..2).find(|device| !self.devices[*device].queue.is_empty()) {
            self.send(&client, device).await;
        }
    }
}

/// The day on which the crate lets a card come back after these reviews.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a test with sound numbers")]
fn day_of_crate(made: &[Made]) -> NaiveDate {
    let mut made = made.to_vec();
    made.sort();
    let mut last = paris_day(made[0].0);
    let mut reviews = Vec::new();
    for (at, _, rating) in made {
        let day = paris_day(at);
        reviews.push(FSRSReview { rating, delta_t: u32::try_from((day - last).num_days()).unwrap() });
        last = day;
    }
    if reviews.last().unwrap().rating == 1 {
        return last;
    }
    let scheduler = FSRS::default();
    let memory = scheduler.memory_state(FSRSItem { reviews }, None).unwrap();
    let interval = scheduler.next_interval(Some(memory.stability), 0.9, 3);
    last + Days::new(interval.round().max(1.0) as u64)
}

async fn thirty_days(school: &School, seed: u64) {
    let editor = with_modules(school).await;
    let admin = school.account(Role::Admin, "admin@preau.test").await;
    let zoe = school.account(Role::Student, "zoe@example.fr").await;
    give(&admin, &zoe, &[11]).await;
    let lesson = fill(&editor, 11).await.lesson;
    for word in 0..WORDS {
        assert_eq!(add_word(&zoe, word, lesson).await.status, 201);
    }
    let chance = StdRng::seed_from_u64(seed);
    let devices = [Device::default(), Device::default()];
    let mut month = Month { school, learner: zoe.id(), chance, devices, made: BTreeMap::new(), reviews: 0 };
    for day in 1..=30 {
        for device in 0..2 {
            if month.chance.random_range(0..4) > 0 {
                month.sitting(device).await;
            }
        }
        let tomorrow = crate::school::monday_morning() + Duration::days(day);
        school.pass(tomorrow - school.app.clock.now());
    }
    month.end().await;

    assert!(month.reviews > 30, "{}", month.reviews);
    let mut conn = school.app.db.read().await.unwrap();
    let cards = "SELECT id, due_on, reviews FROM revision_cards WHERE reviews > 0 ORDER BY id";
    let cards = fetch_all!(conn, (i64, NaiveDate, i64), cards).unwrap();
    let expected: Vec<(i64, NaiveDate, i64)> = month
        .made
        .iter()
        .map(|(card, made)| (*card, day_of_crate(made), i64::try_from(made.len()).unwrap()))
        .collect();
    assert_eq!(cards, expected, "PREAU_SEED={seed}");
    drop(conn);
    let kept = school.count("SELECT COUNT(*) FROM revision_reviews").await;
    assert_eq!(usize::try_from(kept).unwrap(), month.reviews, "PREAU_SEED={seed}");
}

both_engines!(thirty_days_on_two_devices_without_a_good_network_lose_nothing, |school| {
    let seed = std::env::var("PREAU_SEED").ok().and_then(|text| text.parse().ok());
    let seed = seed.unwrap_or_else(|| u64::from(u32::from_le_bytes(preau_server::clock::Ids.random_bytes())));
    println!("PREAU_SEED={seed} repeats this");
    thirty_days(&school, seed).await;
});
