CREATE TABLE "order_search" (
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"document" text NOT NULL,
	CONSTRAINT "order_search_pkey" PRIMARY KEY("company_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "order_search" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "phone_hash" text;--> statement-breakpoint
ALTER TABLE "order_search" ADD CONSTRAINT "order_search_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_search" ADD CONSTRAINT "order_search_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- allowed: no customer has one yet, so the index is built empty
CREATE INDEX "customers_phone_hash" ON "customers" USING btree ("company_id","phone_hash") WHERE "customers"."phone_hash" is not null;--> statement-breakpoint
CREATE POLICY "company" ON "order_search" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
-- The owner's functions that find orders name the company themselves: row-level security would keep them from the index below.
CREATE POLICY "owner_window" ON "order_search" AS PERMISSIVE FOR SELECT TO CURRENT_ROLE USING (true);--> statement-breakpoint
-- Writes what is searched of these orders, if it has changed. Tracking numbers lose blanks and hyphens, so that they are found as pasted.
CREATE FUNCTION write_order_search(company uuid, of_orders uuid[]) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
	INSERT INTO order_search (company_id, order_id, placed_at, document)
	SELECT o.company_id, o.id, o.placed_at, left(' ' || concat_ws(' ', o.order_number, o.external_order_id, o.external_number,
		o.customer_name, a.postal_code, nullif(replace(a.postal_code, ' ', ''), a.postal_code), lines.words, parcels.numbers), 4000)
	FROM orders o
	LEFT JOIN customer_addresses a ON a.company_id = o.company_id AND a.id = o.shipping_address_id
	CROSS JOIN LATERAL (
		SELECT string_agg(DISTINCT concat_ws(' ', i.sku, i.title), ' ') AS words FROM order_items i
		WHERE i.company_id = o.company_id AND i.order_id = o.id
	) AS lines
	CROSS JOIN LATERAL (
		SELECT string_agg(DISTINCT regexp_replace(p.tracking_number, '[^[:alnum:]]', '', 'g'), ' ') AS numbers
		FROM fulfillments f JOIN packages p ON p.company_id = f.company_id AND p.fulfillment_id = f.id
		WHERE f.company_id = o.company_id AND f.order_id = o.id
	) AS parcels
	WHERE o.company_id = company AND o.id = ANY (of_orders)
	ON CONFLICT (company_id, order_id) DO UPDATE SET placed_at = excluded.placed_at, document = excluded.document
	WHERE (order_search.placed_at, order_search.document) IS DISTINCT FROM (excluded.placed_at, excluded.document)
$$;--> statement-breakpoint
-- Row-level security is forced on the tables' owner too, so each company is named in its turn.
CREATE FUNCTION fill_order_search(changed_since timestamptz) RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE company uuid;
BEGIN
	FOR company IN SELECT id FROM companies LOOP
		PERFORM set_config('app.company_id', company::text, true);
		PERFORM write_order_search(company, ARRAY(
			SELECT o.id FROM orders o WHERE o.company_id = company AND (o.updated_at >= changed_since OR NOT EXISTS (
				SELECT FROM order_search s WHERE s.company_id = company AND s.order_id = o.id
			))
		));
	END LOOP;
	PERFORM set_config('app.company_id', '', true);
END
$$;--> statement-breakpoint
-- Without locks on any other table: people go on working meanwhile. What they change until the triggers are there is written after them.
SELECT fill_order_search('infinity');--> statement-breakpoint
-- What has been written lately waits in a list that every search reads through: a short one.
CREATE INDEX "order_search_document" ON "order_search" USING gin ("company_id","document" gin_trgm_ops)
	WITH (gin_pending_list_limit = 256);--> statement-breakpoint
CREATE FUNCTION note_added_searchable() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_TABLE_NAME = 'orders' THEN
		PERFORM write_order_search(company_id, array_agg(id)) FROM changed GROUP BY company_id;
	ELSE
		PERFORM write_order_search(company_id, array_agg(DISTINCT order_id)) FROM changed GROUP BY company_id;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION note_changed_searchable() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	was record := CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
BEGIN
	CASE TG_TABLE_NAME
		WHEN 'orders' THEN PERFORM write_order_search(was.company_id, ARRAY[was.id]);
		WHEN 'order_items' THEN PERFORM write_order_search(was.company_id, ARRAY[was.order_id]);
		WHEN 'packages' THEN PERFORM write_order_search(was.company_id, ARRAY(
			SELECT f.order_id FROM fulfillments f WHERE f.company_id = was.company_id AND f.id = was.fulfillment_id));
		ELSE PERFORM write_order_search(was.company_id, ARRAY(
			SELECT o.id FROM orders o WHERE o.company_id = was.company_id AND o.shipping_address_id = was.id));
	END CASE;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER orders_searchable_added AFTER INSERT ON orders
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_added_searchable();--> statement-breakpoint
CREATE TRIGGER orders_searchable_changed AFTER UPDATE ON orders FOR EACH ROW
	WHEN ((OLD.order_number, OLD.external_order_id, OLD.external_number, OLD.customer_name, OLD.shipping_address_id, OLD.placed_at)
		IS DISTINCT FROM
		(NEW.order_number, NEW.external_order_id, NEW.external_number, NEW.customer_name, NEW.shipping_address_id, NEW.placed_at))
	EXECUTE FUNCTION note_changed_searchable();--> statement-breakpoint
CREATE TRIGGER order_items_searchable_added AFTER INSERT ON order_items
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_added_searchable();--> statement-breakpoint
CREATE TRIGGER order_items_searchable_changed AFTER UPDATE ON order_items FOR EACH ROW
	WHEN ((OLD.sku, OLD.title) IS DISTINCT FROM (NEW.sku, NEW.title)) EXECUTE FUNCTION note_changed_searchable();--> statement-breakpoint
CREATE TRIGGER order_items_searchable_removed AFTER DELETE ON order_items
	FOR EACH ROW EXECUTE FUNCTION note_changed_searchable();--> statement-breakpoint
CREATE TRIGGER packages_searchable_added AFTER INSERT ON packages FOR EACH ROW
	WHEN (NEW.tracking_number IS NOT NULL) EXECUTE FUNCTION note_changed_searchable();--> statement-breakpoint
CREATE TRIGGER packages_searchable_changed AFTER UPDATE ON packages FOR EACH ROW
	WHEN (OLD.tracking_number IS DISTINCT FROM NEW.tracking_number) EXECUTE FUNCTION note_changed_searchable();--> statement-breakpoint
CREATE TRIGGER addresses_searchable_changed AFTER UPDATE ON customer_addresses FOR EACH ROW
	WHEN (OLD.postal_code IS DISTINCT FROM NEW.postal_code) EXECUTE FUNCTION note_changed_searchable();--> statement-breakpoint
SELECT fill_order_search(now() - interval '10 minutes');--> statement-breakpoint
-- The words of a text as patterns, those first that the index tells apart best; `#1043` and `Cortez,` are sought as 1043 and Cortez.
CREATE FUNCTION order_patterns(sought text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
	SELECT array_agg('%' || pattern_of(word) || '%' ORDER BY length(regexp_replace(word, '[^a-zA-Z0-9]', '', 'g')) DESC, word)
	FROM (
		SELECT DISTINCT coalesce(nullif(rtrim(ltrim(typed, '#'), ',;'), ''), typed) AS word
		FROM regexp_split_to_table(sought, '\s+') AS typed WHERE typed <> ''
	) AS words
$$;--> statement-breakpoint
-- Orders that contain all of the patterns, in any order. The first three are looked up in the index, which is enough to find few.
CREATE FUNCTION orders_containing(company uuid, patterns text[], in_status text, of_channel uuid)
RETURNS TABLE (id uuid, placed_at timestamptz, document text)
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT s.order_id, s.placed_at, s.document FROM order_search s
	WHERE s.company_id = company AND s.document ILIKE patterns[1]
		AND (patterns[2] IS NULL OR s.document ILIKE patterns[2])
		AND (patterns[3] IS NULL OR s.document ILIKE patterns[3])
		AND s.document ILIKE ALL (patterns[4:])
		AND (in_status IS NULL AND of_channel IS NULL OR EXISTS (
			SELECT FROM orders o WHERE o.company_id = company AND o.id = s.order_id
				AND (in_status IS NULL OR o.status = in_status) AND (of_channel IS NULL OR o.channel_id = of_channel)
		));
END;--> statement-breakpoint
-- As before: what is common shows among the newest, anything else is found by the index. Flagged orders are few, so all are read.
-- OFFSET 0: the text of each of the newest is looked up by its key; a plan that reads all texts would look cheaper than it is.
CREATE OR REPLACE FUNCTION search_orders(sought text, in_status text, of_channel uuid, flagged text, before_at timestamptz, before_id uuid,
	most integer, counts boolean) RETURNS TABLE (total bigint, ids uuid[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
	company uuid := nullif(current_setting('app.company_id', true), '')::uuid;
	patterns text[] := order_patterns(sought);
	newest uuid[];
BEGIN
	IF flagged IS NOT NULL THEN
		RETURN QUERY WITH found AS MATERIALIZED (
			SELECT m.id, m.placed_at FROM orders_matching(company, NULL, in_status, of_channel, flagged) m
			CROSS JOIN LATERAL (SELECT s.document FROM order_search s WHERE s.company_id = company AND s.order_id = m.id OFFSET 0) AS s
			WHERE s.document ILIKE ALL (patterns)
		)
		SELECT count(*), ARRAY(
			SELECT f.id FROM found f WHERE before_at IS NULL OR (f.placed_at, f.id) < (before_at, before_id)
			ORDER BY f.placed_at DESC, f.id DESC LIMIT most
		) FROM found;
		RETURN;
	END IF;
	newest := ARRAY(
		SELECT o.id FROM (
			SELECT n.id, n.placed_at FROM orders_matching(company, NULL, in_status, of_channel, NULL) n
			WHERE before_at IS NULL OR (n.placed_at, n.id) < (before_at, before_id)
			ORDER BY n.placed_at DESC, n.id DESC LIMIT most * 4
		) AS o
		CROSS JOIN LATERAL (SELECT s.document FROM order_search s WHERE s.company_id = company AND s.order_id = o.id OFFSET 0) AS s
		WHERE s.document ILIKE ALL (patterns)
		ORDER BY o.placed_at DESC, o.id DESC LIMIT most
	);
	IF cardinality(newest) = most AND counts THEN
		RETURN QUERY SELECT count(*), newest FROM orders_containing(company, patterns, in_status, of_channel);
	ELSIF cardinality(newest) = most THEN
		RETURN QUERY SELECT NULL::bigint, newest;
	ELSE
		RETURN QUERY WITH found AS MATERIALIZED (
			SELECT m.id, m.placed_at FROM orders_containing(company, patterns, in_status, of_channel) m
		)
		SELECT count(*), ARRAY(
			SELECT f.id FROM found f WHERE before_at IS NULL OR (f.placed_at, f.id) < (before_at, before_id)
			ORDER BY f.placed_at DESC, f.id DESC LIMIT most
		) FROM found;
	END IF;
END
$$;--> statement-breakpoint
-- May read by the index only: a guess that a text is common would have it read everything. The index knows no text of fewer than three
-- letters but at the beginnings of words, and no letters beyond ASCII: `looked_up` has the patterns that it knows.
CREATE FUNCTION orders_by_index(company uuid, looked_up text[], patterns text[]) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_seqscan = off SET enable_indexscan = off AS $$
BEGIN
	RETURN QUERY SELECT o.id FROM orders_containing(company, looked_up, NULL, NULL) o WHERE o.document ILIKE ALL (patterns) LIMIT 2000;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION find_orders(sought text, most integer) RETURNS TABLE (order_ids uuid[], customer_order_ids uuid[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
	company uuid := nullif(current_setting('app.company_id', true), '')::uuid;
	patterns text[] := order_patterns(sought);
	number text := coalesce(nullif(ltrim(sought, '#'), ''), sought);
	looked_up text[] := ARRAY(
		SELECT CASE WHEN p ~ '[A-Za-z0-9]{3}' THEN p ELSE '% ' || substr(p, 2) END
		FROM unnest(patterns) WITH ORDINALITY AS words(p, place) WHERE p ~ '[A-Za-z0-9]{3}|^%[A-Za-z0-9]' ORDER BY place
	);
	begun uuid[] := ARRAY(SELECT o.id FROM orders_beginning(company, number, most) o);
	found uuid[] := ARRAY(
		SELECT n.id FROM (
			SELECT o.id FROM orders o WHERE o.company_id = company
			ORDER BY o.placed_at DESC, o.id DESC LIMIT CASE WHEN cardinality(looked_up) > 0 THEN 500 ELSE 10000 END
		) AS n
		CROSS JOIN LATERAL (SELECT s.document FROM order_search s WHERE s.company_id = company AND s.order_id = n.id OFFSET 0) AS s
		WHERE s.document ILIKE ALL (patterns)
	);
BEGIN
	-- Orders whose number begins with the text come first, so enough of them are the answer.
	IF cardinality(found) < most * 4 AND how_many(begun) < most AND cardinality(looked_up) > 0 THEN
		found := found || ARRAY(SELECT orders_by_index(company, looked_up, patterns));
	END IF;
	RETURN QUERY SELECT ARRAY(
		SELECT o.id FROM (SELECT DISTINCT hit FROM unnest(begun || found) AS hit) AS hits
		JOIN orders o ON o.company_id = company AND o.id = hits.hit
		ORDER BY lower(number) IN (lower(o.external_order_id), lower(o.order_number), lower(ltrim(coalesce(o.external_number, ''), '#'))) DESC,
			o.id = ANY (begun) OR starts_with(lower(o.external_order_id), lower(number))
				OR starts_with(lower(ltrim(coalesce(o.external_number, ''), '#')), lower(number))
				OR starts_with(lower(coalesce(o.customer_name, '')), lower(sought)) DESC,
			o.placed_at DESC, o.id DESC
		LIMIT most
	), ARRAY(
		SELECT p.id FROM (
			SELECT DISTINCT ON (o.customer_id) o.id, o.placed_at, o.customer_name FROM unnest(found) AS hit
			JOIN orders o ON o.company_id = company AND o.id = hit
			WHERE o.customer_id IS NOT NULL AND o.customer_name ILIKE ALL (patterns)
			ORDER BY o.customer_id, o.placed_at DESC, o.id DESC
		) AS p
		ORDER BY starts_with(lower(p.customer_name), lower(sought)) DESC, p.placed_at DESC, p.id DESC LIMIT most
	);
END
$$;
--> statement-breakpoint
-- allowed: only the find_orders of before called it
DROP FUNCTION orders_by_index(uuid, text, text, text);--> statement-breakpoint
-- allowed: search_orders and find_orders read order_search instead, also for the release before
DROP INDEX "orders_search";--> statement-breakpoint
-- allowed: search_orders reads order_search instead, also for the release before
DROP INDEX "orders_number_search";
