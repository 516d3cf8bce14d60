//! A day in a school: several people run errands side by side until they are told to go home.

use std::sync::Arc;

use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::books::Ledger;
use crate::chance::Chance;
use crate::errands::{Known, Person};
use crate::school::School;
use crate::waiting::until;

/// People at work.
pub struct Day {
    people: Vec<JoinHandle<usize>>,
    over: CancellationToken,
    pub ledger: Arc<Ledger>,
}

impl Day {
    /// Begins one. The school must be served for the moment, and may be killed from then on.
    pub async fn begin(school: &Arc<School>, chance: &Chance, people: u64) -> Self {
        let (over, ledger) = (CancellationToken::new(), Arc::new(Ledger::default()));
        let known = Known::of(school).await;
        let people = (0..people).map(|n| {
            let (school, ledger, over, known) = (school.clone(), ledger.clone(), over.clone(), known.clone());
            let chance = chance.of(n);
            tokio::spawn(async move {
                let mut person = Person::new(&school, &ledger, chance, known, format!("personne {n}"));
                while !over.is_cancelled() {
                    person.run().await;
                }
                person.done
            })
        });
        Self { people: people.collect(), over, ledger }
    }

    /// Waits until the school has answered so many times more, or somebody has given up.
    pub async fn goes_on(&self, answers: usize) {
        let wanted = self.ledger.len() + answers;
        until("the day to go on", || async {
            (self.ledger.len() >= wanted || self.somebody_failed()).then_some(())
        })
        .await;
    }

    /// Whether anybody has given up.
    pub fn somebody_failed(&self) -> bool {
        self.people.iter().any(JoinHandle::is_finished)
    }

    /// Lets everybody finish; answers how many errands were done.
    pub async fn end(self) -> (usize, Arc<Ledger>) {
        self.over.cancel();
        let mut done = 0;
        for person in self.people {
            done += person.await.expect("an errand failed");
        }
        (done, self.ledger)
    }
}

/// So many seats that nobody is turned away but where it is wanted.
pub async fn widen(school: &School) {
    school.sql("UPDATE courses SET capacity = NULL WHERE id % 4 <> 0").await;
}
