//! The server killed at any moment, again and again, under people who go on: whatever it had begun is finished by the
//! next one, once.

use std::sync::Arc;

use crate::books::Books;
use crate::chance::Chance;
use crate::day::{Day, widen};
use crate::is_long;
use crate::school::{Engine, School};

on_both_engines! {
    killed_at_any_moment_the_school_keeps_its_word => killed_at_any_moment;
}

async fn killed_at_any_moment(engine: Engine) {
    let kills = if is_long() { 200 } else { 8 };
    let mut chance = Chance::new();
    let school = Arc::new(School::open(engine).await);
    widen(&school).await;
    let mut books = Books::open(&school).await;
    let mut server = school.serve().await;
    let day = Day::begin(&school, &chance, 4).await;
    let mut looks = 0;
    for kill in 0..kills {
        day.goes_on(usize::try_from(chance.below(10)).unwrap()).await;
        tokio::time::sleep(chance.pause(300)).await;
        server.kill().await;
        // Now and then the next server finds everything as it was left.
        if kill % 2 == 0 || kill + 1 == kills {
            books.look(&school, &day.ledger).await;
            school.leases_run_out().await;
            looks += 1;
        }
        server = school.spawn_with(&[], &[]);
        // Or is killed before it answers anybody; not after the last look, which has to know every mail on its way.
        if kill + 1 < kills && chance.one_in(4) {
            tokio::time::sleep(chance.pause(400)).await;
            server.kill().await;
            server = school.spawn_with(&[], &[]);
        }
        server.ready().await;
        if day.somebody_failed() {
            break;
        }
    }
    let (errands, ledger) = day.end().await;
    let posted = books.close(&school, &ledger).await;
    server.terminate().await;
    println!(
        "chaos: {engine:?}: {kills} kills at any moment, {errands} errands, the books looked at {looks} times in \
         between; {} mails, {} of them twice (killed between the mail server's yes and its note)",
        posted.mails, posted.twice
    );
}
