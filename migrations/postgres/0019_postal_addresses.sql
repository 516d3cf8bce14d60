-- Where invoices are addressed to. The country stands with the account already.
ALTER TABLE users ADD COLUMN street TEXT;
ALTER TABLE users ADD COLUMN postal_code TEXT;
ALTER TABLE users ADD COLUMN city TEXT;
