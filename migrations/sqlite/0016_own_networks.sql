-- The school's own networks, a JSON list: a class that signs in from one of them is no attack.
ALTER TABLE school ADD COLUMN own_networks TEXT NOT NULL DEFAULT '[]';
