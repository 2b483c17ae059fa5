-- `search_orders` and `find_orders` read order_search instead, also for the release before.
DROP INDEX CONCURRENTLY IF EXISTS "orders_search";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "orders_number_search";
