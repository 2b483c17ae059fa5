-- Orders sent in part are part of the work of today, and few.
DROP INDEX CONCURRENTLY IF EXISTS "orders_partial";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "orders_partial" ON "orders" USING btree ("company_id","placed_at") WHERE "orders"."partial_reason" is not null;
