CALL fill_order_search();--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "order_search_document";--> statement-breakpoint
-- What has been written lately waits in a list that every search reads through: a short one.
CREATE INDEX CONCURRENTLY "order_search_document" ON "order_search" USING gin ("company_id","document" gin_trgm_ops)
	WITH (gin_pending_list_limit = 256);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "customers_phone_hash";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "customers_phone_hash" ON "customers" USING btree ("company_id","phone_hash") WHERE "customers"."phone_hash" is not null;
