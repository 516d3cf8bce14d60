-- Since when a grant counts: who gets more of a course later was not in the class before. None: since the subscription
-- was made.
ALTER TABLE subscriptions ADD COLUMN granted_at TIMESTAMPTZ;
ALTER TABLE subscription_modules ADD COLUMN added_at TIMESTAMPTZ;
