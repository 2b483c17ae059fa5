-- Orders are looked up by the shop's number (observe mode): outside a transaction, so that nobody waits for the index.
DROP INDEX CONCURRENTLY IF EXISTS "orders_external_number";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_external_number" ON "orders" USING btree ("company_id","external_number") WHERE "orders"."external_number" is not null;
