-- How many orders stand where is noted by triggers, as changes to be added up, so that no writer forgets and none waits.
CREATE FUNCTION tally_orders() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO order_tallies (company_id, id, channel_id, status, change)
		SELECT company_id, new_id(), channel_id, status, count(*) FROM changed GROUP BY company_id, channel_id, status;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO order_tallies (company_id, id, channel_id, status, change)
		SELECT company_id, new_id(), channel_id, status, -count(*) FROM before GROUP BY company_id, channel_id, status;
	ELSE
		INSERT INTO order_tallies (company_id, id, channel_id, status, change)
		SELECT company_id, new_id(), channel_id, status, sum(change) FROM (
			SELECT company_id, channel_id, status, 1 AS change FROM changed
			UNION ALL SELECT company_id, channel_id, status, -1 FROM before
		) AS moved
		GROUP BY company_id, channel_id, status HAVING sum(change) <> 0;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER orders_tally_added AFTER INSERT ON orders
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_orders();--> statement-breakpoint
CREATE TRIGGER orders_tally_moved AFTER UPDATE ON orders
	REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_orders();--> statement-breakpoint
CREATE TRIGGER orders_tally_removed AFTER DELETE ON orders
	REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION tally_orders();--> statement-breakpoint
-- A window for the tables' owner, whose functions name the company themselves: without it the wall would keep them from
-- the index below, as it keeps everybody else from it.
CREATE POLICY "owner_window" ON "orders" AS PERMISSIVE FOR SELECT TO CURRENT_ROLE USING (true);--> statement-breakpoint
-- The triggers' locks keep writers out until this is committed, so that every order is counted once.
ALTER TABLE "order_tallies" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO order_tallies (company_id, id, channel_id, status, change)
	SELECT company_id, new_id(), channel_id, status, count(*) FROM orders GROUP BY company_id, channel_id, status;--> statement-breakpoint
ALTER TABLE "order_tallies" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "orders_held" ON "orders" USING btree ("company_id","placed_at","id") WHERE "held_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_partial" ON "orders" USING btree ("company_id","placed_at","id") WHERE "partial_reason" IS NOT NULL;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
-- What has been written lately waits in a list that every search reads through: a short one.
CREATE INDEX "orders_search" ON "orders" USING gin ("company_id","external_order_id" gin_trgm_ops,"customer_name" gin_trgm_ops)
	WITH (gin_pending_list_limit = 256);--> statement-breakpoint
-- A part of the statements of search_orders, which PostgreSQL puts in its place there; where an argument is null, anything goes.
CREATE FUNCTION orders_matching(company uuid, pattern text, in_status text, of_channel uuid, flagged text) RETURNS SETOF orders
LANGUAGE sql STABLE PARALLEL SAFE AS $$
	SELECT * FROM orders o
	WHERE o.company_id = company
		AND (pattern IS NULL OR o.external_order_id ILIKE pattern OR o.customer_name ILIKE pattern)
		AND (in_status IS NULL OR o.status = in_status)
		AND (of_channel IS NULL OR o.channel_id = of_channel)
		AND (flagged IS DISTINCT FROM 'held' OR o.held_at IS NOT NULL)
		AND (flagged IS DISTINCT FROM 'partial' OR o.partial_reason IS NOT NULL)
		AND (flagged IS DISTINCT FROM 'attention' OR o.id = ANY (ARRAY(
			SELECT a.order_id FROM attention_items a WHERE a.company_id = company AND a.resolved_at IS NULL
		)))
$$;--> statement-breakpoint
-- The newest orders that contain a text, and how many there are in all; of the transaction's own company, whoever asks.
-- What is common shows among the newest; anything else is found by the index, for which each text is planned anew.
CREATE FUNCTION search_orders(sought text, in_status text, of_channel uuid, flagged text, before_at timestamptz, before_id uuid,
	most integer, counts boolean) RETURNS TABLE (total bigint, ids uuid[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
	company uuid := nullif(current_setting('app.company_id', true), '')::uuid;
	pattern text := '%' || regexp_replace(sought, '([\\%_])', '\\\1', 'g') || '%';
	newest uuid[] := ARRAY(
		SELECT o.id FROM (
			SELECT n.id, n.placed_at, n.external_order_id, n.customer_name
			FROM orders_matching(company, NULL, in_status, of_channel, flagged) n
			WHERE before_at IS NULL OR (n.placed_at, n.id) < (before_at, before_id)
			ORDER BY n.placed_at DESC, n.id DESC LIMIT most * 4
		) AS o
		WHERE o.external_order_id ILIKE pattern OR o.customer_name ILIKE pattern
		ORDER BY o.placed_at DESC, o.id DESC LIMIT most
	);
BEGIN
	IF cardinality(newest) < most THEN
		RETURN QUERY WITH found AS MATERIALIZED (
			SELECT m.id, m.placed_at FROM orders_matching(company, pattern, in_status, of_channel, flagged) m
		)
		SELECT count(*), ARRAY(
			SELECT f.id FROM found f WHERE before_at IS NULL OR (f.placed_at, f.id) < (before_at, before_id)
			ORDER BY f.placed_at DESC, f.id DESC LIMIT most
		) FROM found;
	ELSIF counts THEN
		RETURN QUERY SELECT count(*), newest FROM orders_matching(company, pattern, in_status, of_channel, flagged);
	ELSE
		RETURN QUERY SELECT NULL::bigint, newest;
	END IF;
END
$$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION search_orders FROM PUBLIC;
