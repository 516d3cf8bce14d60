-- Failed because its provider is no longer in use: it was not refused, and whether the money went back there before is
-- for an ADMIN to look up. Tried anew it is the same request.
ALTER TABLE refunds ADD COLUMN stranded BOOLEAN NOT NULL DEFAULT FALSE;
