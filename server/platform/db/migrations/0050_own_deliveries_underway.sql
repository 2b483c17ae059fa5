-- Parcels of sellers' own that are on their way are few.
DROP INDEX CONCURRENTLY IF EXISTS "fulfillments_own_underway";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "fulfillments_own_underway" ON "fulfillments" USING btree ("company_id") WHERE "fulfillments"."provider" = 'seller' and "fulfillments"."status" = 'shipped';
