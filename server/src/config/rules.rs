//! Rules on combinations of settings.

use super::{Config, Environment, PaymentProvider, Storage};

/// A rule that the settings break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The variables it depends on: it is not checked while one of them is invalid.
    pub settings: &'static [&'static str],
    /// Which setting is wrong, and what to do.
    pub what: String,
}

/// Collects the broken rules.
#[derive(Default)]
struct Rules(Vec<Problem>);

impl Rules {
    fn demand(&mut self, holds: bool, settings: &'static [&'static str], what: &str) {
        if !holds {
            self.0.push(Problem { settings, what: what.to_owned() });
        }
    }
}

impl Config {
    /// Every rule that these settings break; empty when they are fine.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let mut rules = Rules::default();
        match self.environment {
            Environment::Development => rules.demand(
                self.network.addr.ip().is_loopback(),
                &["PREAU_ADDR", "PREAU_ENV"],
                "PREAU_ADDR: in development the school is served on loopback only; set PREAU_ENV=production to open it",
            ),
            Environment::Production => self.production(&mut rules),
        }
        if self.payment.provider == PaymentProvider::Stripe {
            self.stripe(&mut rules);
        }
        if let Some(addr) = self.network.metrics_addr {
            rules.demand(
                addr.ip().is_loopback(),
                &["PREAU_METRICS_ADDR"],
                "PREAU_METRICS_ADDR must be a loopback address, such as 127.0.0.1:9090",
            );
            rules.demand(
                addr != self.network.addr,
                &["PREAU_METRICS_ADDR", "PREAU_ADDR"],
                "PREAU_METRICS_ADDR and PREAU_ADDR are the same; choose another port for one of them",
            );
        }
        rules.0.extend(self.storage.problems());
        rules.0
    }

    fn production(&self, rules: &mut Rules) {
        rules.demand(
            self.network.public_url.is_some(),
            &["PREAU_PUBLIC_URL", "PREAU_ENV"],
            "PREAU_PUBLIC_URL is required in production; set it to the school's address, such as https://ecole.example",
        );
        rules.demand(
            self.payment.provider != PaymentProvider::Sandbox,
            &["PREAU_PAYMENT", "PREAU_ENV"],
            "PREAU_PAYMENT: the sandbox is refused in production; set it to stripe",
        );
        rules.demand(
            !self.demo,
            &["PREAU_DEMO", "PREAU_ENV"],
            "PREAU_DEMO is refused in production; run `preau demo` by name instead",
        );
    }

    fn stripe(&self, rules: &mut Rules) {
        let payment = &self.payment;
        rules.demand(
            payment.stripe_secret_key.is_some(),
            &["STRIPE_SECRET_KEY", "PREAU_PAYMENT"],
            "STRIPE_SECRET_KEY is required with PREAU_PAYMENT=stripe; Stripe's dashboard shows it under API keys",
        );
        rules.demand(
            payment.stripe_publishable_key.is_some(),
            &["STRIPE_PUBLISHABLE_KEY", "PREAU_PAYMENT"],
            "STRIPE_PUBLISHABLE_KEY is required with PREAU_PAYMENT=stripe; Stripe's dashboard shows it under API keys",
        );
        rules.demand(
            payment.stripe_webhook_secret.is_some(),
            &["STRIPE_WEBHOOK_SECRET", "PREAU_PAYMENT"],
            "STRIPE_WEBHOOK_SECRET is required with PREAU_PAYMENT=stripe; Stripe's dashboard shows it under webhooks",
        );
    }
}

impl Storage {
    /// Every rule that these settings break; empty when they are fine.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let mut rules = Rules::default();
        rules.demand(
            self.files.is_none() || self.files_key_id.is_some() == self.files_secret_key.is_some(),
            &["PREAU_FILES", "PREAU_FILES_KEY_ID", "PREAU_FILES_SECRET_KEY"],
            "PREAU_FILES_KEY_ID and PREAU_FILES_SECRET_KEY go together; set both, or neither",
        );
        rules.0
    }
}
