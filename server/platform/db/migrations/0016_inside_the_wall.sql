-- session_stamp runs with the rights of the tables' owner, and row-level security is forced on the owner too: unless it is a superuser
-- it saw no session, answered null, and every read fell back to looking the session up.
CREATE POLICY "owner_window" ON "sessions" AS PERMISSIVE FOR SELECT TO CURRENT_ROLE USING (true);--> statement-breakpoint
CREATE POLICY "owner_window" ON "users" AS PERMISSIVE FOR SELECT TO CURRENT_ROLE USING (true);--> statement-breakpoint
CREATE POLICY "owner_window" ON "companies" AS PERMISSIVE FOR SELECT TO CURRENT_ROLE USING (true);--> statement-breakpoint
CREATE POLICY "owner_window" ON "company_settings" AS PERMISSIVE FOR SELECT TO CURRENT_ROLE USING (true);
--> statement-breakpoint
-- Says which companies have written to a number or address, across all of them: for the platform, never inside a company.
CREATE OR REPLACE FUNCTION companies_that_wrote_to(hash text) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	IF current_setting('app.scope', true) IS DISTINCT FROM 'platform' OR coalesce(current_setting('app.company_id', true), '') <> '' THEN
		RAISE insufficient_privilege USING MESSAGE = 'companies_that_wrote_to is for the platform, outside of any company';
	END IF;
	RETURN QUERY
	SELECT n.company_id FROM notifications n WHERE n.recipient_hash = hash
	UNION SELECT o.company_id FROM notification_opt_outs o WHERE o.recipient_hash = hash;
END
$$;--> statement-breakpoint
-- Without pg_temp in the path PostgreSQL looks there first: a temporary table would stand in for ours.
ALTER FUNCTION make_stock_levels SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION note_sku_edits SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION note_product_edits SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION note_offers SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION note_level_offers SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION note_added_sku_offers SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION note_sku_offers SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION note_product_offers SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION orders_by_index SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION skus_by_index SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION products_by_index SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION words_sought SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION pattern_of SET search_path = public, pg_temp;--> statement-breakpoint
ALTER FUNCTION how_many SET search_path = public, pg_temp;--> statement-breakpoint
-- A function with a path of its own is never inlined. Those that run once per row, or are part of a statement's plan, get a body that
-- PostgreSQL parses now (BEGIN ATOMIC, RETURN): its names stand for the same tables and functions in any path.
CREATE OR REPLACE FUNCTION new_id() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE
RETURN encode(
	set_bit(set_bit(overlay(
		uuid_send(gen_random_uuid())
		PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
		FROM 1 FOR 6
	), 52, 1), 53, 1), 'hex')::uuid;--> statement-breakpoint
CREATE OR REPLACE FUNCTION sales_slot(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00');--> statement-breakpoint
CREATE OR REPLACE FUNCTION words_of(written text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN array_remove(regexp_split_to_array(lower(left(written, 500)), '[^[:alnum:]]+'), '');--> statement-breakpoint
-- allowed: only search_orders calls it, which finds the new one in its next statement
DROP FUNCTION orders_matching;--> statement-breakpoint
CREATE FUNCTION orders_matching(company uuid, pattern text, in_status text, of_channel uuid, flagged text)
RETURNS TABLE (id uuid, placed_at timestamptz, external_order_id text, customer_name text)
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT o.id, o.placed_at, o.external_order_id, o.customer_name FROM orders o
	WHERE o.company_id = company
		AND (pattern IS NULL OR o.external_order_id ILIKE pattern OR o.customer_name ILIKE pattern)
		AND (in_status IS NULL OR o.status = in_status)
		AND (of_channel IS NULL OR o.channel_id = of_channel)
		AND (flagged IS DISTINCT FROM 'held' OR o.held_at IS NOT NULL)
		AND (flagged IS DISTINCT FROM 'partial' OR o.partial_reason IS NOT NULL)
		AND (flagged IS DISTINCT FROM 'attention' OR o.id = ANY (ARRAY(
			SELECT a.order_id FROM attention_items a WHERE a.company_id = company AND a.resolved_at IS NULL
		)));
END;--> statement-breakpoint
-- allowed: only find_orders calls it, which finds the new one in its next statement
DROP FUNCTION orders_beginning;--> statement-breakpoint
CREATE FUNCTION orders_beginning(company uuid, sought text, most integer)
RETURNS TABLE (id uuid, order_number text, external_order_id text) LANGUAGE sql STABLE
BEGIN ATOMIC
	SELECT o.id, o.order_number, o.external_order_id
	FROM unnest(ARRAY[sought, upper(sought), 'LS-' || sought]) AS typed CROSS JOIN LATERAL (
		SELECT n.id, n.order_number, n.external_order_id FROM orders n
		WHERE n.company_id = company AND n.order_number >= typed ORDER BY n.order_number LIMIT most
	) AS o
	WHERE starts_with(o.order_number, typed)
	UNION ALL
	SELECT o.id, o.order_number, o.external_order_id
	FROM channels c CROSS JOIN unnest(ARRAY[sought, upper(sought)]) AS typed CROSS JOIN LATERAL (
		SELECT n.id, n.order_number, n.external_order_id FROM orders n
		WHERE n.company_id = company AND n.channel_id = c.id AND n.external_order_id >= typed
		ORDER BY n.external_order_id LIMIT most
	) AS o
	WHERE c.company_id = company AND starts_with(o.external_order_id, typed);
END;
