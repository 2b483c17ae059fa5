CREATE TABLE "sales_slots" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slot" timestamp with time zone NOT NULL,
	"channel_id" uuid,
	"currency" text NOT NULL,
	"orders" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"units" integer DEFAULT 0 NOT NULL,
	"revenue" numeric(16, 2) DEFAULT '0' NOT NULL,
	"discounts" numeric(16, 2) DEFAULT '0' NOT NULL,
	"shipping" numeric(16, 2) DEFAULT '0' NOT NULL,
	"tax" numeric(16, 2) DEFAULT '0' NOT NULL,
	CONSTRAINT "sales_slots_pkey" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "sales_slots" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sku_sales" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"day" date NOT NULL,
	"sku_id" uuid NOT NULL,
	"units" integer NOT NULL,
	CONSTRAINT "sku_sales_pkey" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "sku_sales" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "low_stock_spells" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "low_stock_spells_pkey" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "low_stock_spells" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "report_runs" DROP CONSTRAINT "report_runs_status_words";--> statement-breakpoint
DROP INDEX "orders_customer_id";--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "first_order_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "report_runs" ADD COLUMN "start_date" date NOT NULL;--> statement-breakpoint
ALTER TABLE "report_runs" ADD COLUMN "end_date" date NOT NULL;--> statement-breakpoint
ALTER TABLE "report_runs" ADD COLUMN "recipients" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "report_runs" ADD COLUMN "requested_by" text;--> statement-breakpoint
ALTER TABLE "report_runs" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "scheduled_reports" ADD COLUMN "next_run_zone" text;--> statement-breakpoint
ALTER TABLE "sales_slots" ADD CONSTRAINT "sales_slots_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sku_sales" ADD CONSTRAINT "sku_sales_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "low_stock_spells" ADD CONSTRAINT "low_stock_spells_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "low_stock_spells" ADD CONSTRAINT "low_stock_spells_sku_id_fkey" FOREIGN KEY ("company_id","sku_id") REFERENCES "public"."skus"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sales_slots_slot" ON "sales_slots" USING btree ("company_id","slot");--> statement-breakpoint
CREATE INDEX "sku_sales_day" ON "sku_sales" USING btree ("company_id","day","sku_id","units");--> statement-breakpoint
CREATE INDEX "low_stock_spells_sku_id" ON "low_stock_spells" USING btree ("company_id","sku_id");--> statement-breakpoint
CREATE INDEX "low_stock_spells_ended" ON "low_stock_spells" USING btree ("company_id","ended_at");--> statement-breakpoint
CREATE INDEX "customers_first_order" ON "customers" USING btree ("company_id","first_order_at");--> statement-breakpoint
CREATE INDEX "orders_customer" ON "orders" USING btree ("company_id","customer_id","placed_at","status","currency","total");--> statement-breakpoint
ALTER TABLE "report_runs" ADD CONSTRAINT "report_runs_status_words" CHECK ("report_runs"."status" in ('pending', 'sent', 'failed', 'unsure'));--> statement-breakpoint
CREATE POLICY "company" ON "sales_slots" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "sku_sales" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "low_stock_spells" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
-- What was sold is noted by triggers, as changes to be added up, so that no writer forgets and none waits. Orders are never deleted.
CREATE FUNCTION sales_slot(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00')
$$;--> statement-breakpoint
CREATE FUNCTION note_added_sales() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO sales_slots (company_id, id, slot, channel_id, currency, orders, cancelled, revenue, discounts, shipping, tax)
	SELECT company_id, new_id(), slot, channel_id, currency,
		count(*) FILTER (WHERE counts), count(*) FILTER (WHERE NOT counts),
		coalesce(sum(total) FILTER (WHERE counts), 0), coalesce(sum(discount_amount) FILTER (WHERE counts), 0),
		coalesce(sum(shipping_amount) FILTER (WHERE counts), 0), coalesce(sum(tax_amount) FILTER (WHERE counts), 0)
	FROM (SELECT *, sales_slot(placed_at) AS slot, status <> 'cancelled' AS counts FROM changed) AS o
	GROUP BY company_id, slot, channel_id, currency;
	RETURN NULL;
END
$$;--> statement-breakpoint
-- An order that is cancelled, restored, moved or has another total takes its units along. Rows before and after are grouped, not
-- joined: the plan of a connection's first change, mostly of one order, stays, and would hold each of thousands against each.
CREATE FUNCTION note_moved_sales() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	WITH signed AS (
		SELECT sum(change)::integer AS sign, company_id, id, status <> 'cancelled' AS counts, placed_at, channel_id, currency, total,
			discount_amount, shipping_amount, tax_amount
		FROM (SELECT 1 AS change, * FROM changed UNION ALL SELECT -1, * FROM before) AS o
		GROUP BY company_id, id, counts, placed_at, channel_id, currency, total, discount_amount, shipping_amount, tax_amount
		HAVING sum(change) <> 0
	), lines AS (
		SELECT s.company_id, s.placed_at, s.channel_id, s.currency, i.sku_id, s.sign * i.quantity AS units
		FROM signed s JOIN order_items i ON i.company_id = s.company_id AND i.order_id = s.id
		WHERE s.counts AND i.sku_id IS NOT NULL
	), by_slot AS (
		INSERT INTO sales_slots (company_id, id, slot, channel_id, currency, orders, cancelled, units, revenue, discounts, shipping, tax)
		SELECT company_id, new_id(), slot, channel_id, currency, sum(orders), sum(cancelled), sum(units), sum(revenue),
			sum(discounts), sum(shipping), sum(tax)
		FROM (
			SELECT company_id, sales_slot(placed_at) AS slot, channel_id, currency, sign * counts::int AS orders,
				sign * (NOT counts)::int AS cancelled, 0 AS units, sign * counts::int * total AS revenue,
				sign * counts::int * discount_amount AS discounts, sign * counts::int * shipping_amount AS shipping,
				sign * counts::int * tax_amount AS tax
			FROM signed
			UNION ALL
			SELECT company_id, sales_slot(placed_at), channel_id, currency, 0, 0, units, 0, 0, 0, 0 FROM lines
		) AS changes
		GROUP BY company_id, slot, channel_id, currency
	)
	INSERT INTO sku_sales (company_id, id, day, sku_id, units)
	SELECT company_id, new_id(), (placed_at AT TIME ZONE 'UTC')::date AS day, sku_id, sum(units) FROM lines
	GROUP BY company_id, day, sku_id HAVING sum(units) <> 0;
	RETURN NULL;
END
$$;--> statement-breakpoint
-- Whoever changes lines has locked their order, so that what it is at here is what it stays at.
CREATE FUNCTION note_units(company uuid, of_orders uuid[], skus uuid[], quantities integer[]) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
	WITH lines AS (
		SELECT o.placed_at, o.channel_id, o.currency, l.sku_id, l.quantity
		FROM unnest(of_orders, skus, quantities) AS l(order_id, sku_id, quantity)
		JOIN orders o ON o.company_id = company AND o.id = l.order_id
		WHERE o.status <> 'cancelled'
	), by_slot AS (
		INSERT INTO sales_slots (company_id, id, slot, channel_id, currency, units)
		SELECT company, new_id(), sales_slot(placed_at) AS slot, channel_id, currency, sum(quantity) FROM lines
		GROUP BY slot, channel_id, currency HAVING sum(quantity) <> 0
	)
	INSERT INTO sku_sales (company_id, id, day, sku_id, units)
	SELECT company, new_id(), (placed_at AT TIME ZONE 'UTC')::date AS day, sku_id, sum(quantity) FROM lines
	GROUP BY day, sku_id HAVING sum(quantity) <> 0
$$;--> statement-breakpoint
CREATE FUNCTION note_line_sales() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM note_units(company_id, array_agg(order_id), array_agg(sku_id), array_agg(quantity))
		FROM changed WHERE sku_id IS NOT NULL GROUP BY company_id;
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM note_units(company_id, array_agg(order_id), array_agg(sku_id), array_agg(-quantity))
		FROM before WHERE sku_id IS NOT NULL GROUP BY company_id;
	ELSE
		PERFORM note_units(company_id, array_agg(order_id), array_agg(sku_id), array_agg(units)) FROM (
			SELECT company_id, order_id, sku_id, sum(units)::integer AS units FROM (
				SELECT company_id, order_id, sku_id, quantity AS units FROM changed
				UNION ALL SELECT company_id, order_id, sku_id, -quantity FROM before
			) AS signed
			WHERE sku_id IS NOT NULL GROUP BY company_id, order_id, sku_id HAVING sum(units) <> 0
		) AS moved GROUP BY company_id;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
-- Who is new is asked of all customers at once, so each says when their first order was placed, whatever became of it.
CREATE FUNCTION note_first_orders() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		UPDATE customers c SET first_order_at = f.at FROM (
			SELECT company_id, customer_id, min(placed_at) AS at FROM changed WHERE customer_id IS NOT NULL GROUP BY company_id, customer_id
		) AS f
		WHERE c.company_id = f.company_id AND c.id = f.customer_id AND (c.first_order_at IS NULL OR c.first_order_at > f.at);
	ELSE
		WITH concerned AS (
			SELECT DISTINCT company_id, customer_id FROM (
				SELECT company_id, id, customer_id, placed_at FROM changed
				UNION ALL SELECT company_id, id, customer_id, placed_at FROM before
			) AS o
			GROUP BY company_id, id, customer_id, placed_at HAVING count(*) = 1
		)
		UPDATE customers c SET first_order_at = (
			SELECT min(o.placed_at) FROM orders o WHERE o.company_id = c.company_id AND o.customer_id = c.id
		) FROM concerned f WHERE c.company_id = f.company_id AND c.id = f.customer_id;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER orders_note_first_orders AFTER INSERT ON orders
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_first_orders();--> statement-breakpoint
CREATE TRIGGER orders_note_moved_firsts AFTER UPDATE ON orders
	REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_first_orders();--> statement-breakpoint
CREATE TRIGGER orders_note_added_sales AFTER INSERT ON orders
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_added_sales();--> statement-breakpoint
CREATE TRIGGER orders_note_moved_sales AFTER UPDATE ON orders
	REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_moved_sales();--> statement-breakpoint
CREATE TRIGGER order_items_note_added_sales AFTER INSERT ON order_items
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_line_sales();--> statement-breakpoint
CREATE TRIGGER order_items_note_moved_sales AFTER UPDATE ON order_items
	REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_line_sales();--> statement-breakpoint
CREATE TRIGGER order_items_note_removed_sales AFTER DELETE ON order_items
	REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION note_line_sales();--> statement-breakpoint
-- What was sold before. The triggers' locks keep writers out until this is committed, so that every order is counted once.
ALTER TABLE "order_items" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE FUNCTION recount_sales() RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
	DELETE FROM sales_slots;
	DELETE FROM sku_sales;
	INSERT INTO sales_slots (company_id, id, slot, channel_id, currency, orders, cancelled, units, revenue, discounts, shipping, tax)
	SELECT o.company_id, new_id(), sales_slot(o.placed_at) AS slot, o.channel_id, o.currency,
		count(*) FILTER (WHERE o.status <> 'cancelled'), count(*) FILTER (WHERE o.status = 'cancelled'),
		coalesce(sum(l.units) FILTER (WHERE o.status <> 'cancelled'), 0),
		coalesce(sum(o.total) FILTER (WHERE o.status <> 'cancelled'), 0),
		coalesce(sum(o.discount_amount) FILTER (WHERE o.status <> 'cancelled'), 0),
		coalesce(sum(o.shipping_amount) FILTER (WHERE o.status <> 'cancelled'), 0),
		coalesce(sum(o.tax_amount) FILTER (WHERE o.status <> 'cancelled'), 0)
	FROM orders o LEFT JOIN (
		SELECT company_id, order_id, sum(quantity) AS units FROM order_items WHERE sku_id IS NOT NULL GROUP BY company_id, order_id
	) AS l ON l.company_id = o.company_id AND l.order_id = o.id
	GROUP BY o.company_id, slot, o.channel_id, o.currency;
	INSERT INTO sku_sales (company_id, id, day, sku_id, units)
	SELECT o.company_id, new_id(), (o.placed_at AT TIME ZONE 'UTC')::date AS day, i.sku_id, sum(i.quantity)
	FROM orders o JOIN order_items i ON i.company_id = o.company_id AND i.order_id = o.id
	WHERE o.status <> 'cancelled' AND i.sku_id IS NOT NULL
	GROUP BY o.company_id, day, i.sku_id;
	UPDATE customers c SET first_order_at = f.at FROM (
		SELECT company_id, customer_id, min(placed_at) AS at FROM orders WHERE customer_id IS NOT NULL GROUP BY company_id, customer_id
	) AS f
	WHERE c.company_id = f.company_id AND c.id = f.customer_id AND c.first_order_at IS DISTINCT FROM f.at
$$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION recount_sales FROM PUBLIC;--> statement-breakpoint
ALTER TABLE "orders" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "customers" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
SELECT recount_sales();--> statement-breakpoint
ALTER TABLE "customers" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "orders" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_items" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- When a SKU is no longer low, the time that it was is kept, whoever changed its level.
CREATE FUNCTION keep_low_stock_spell() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO low_stock_spells (company_id, id, sku_id, began_at, ended_at)
		VALUES (OLD.company_id, new_id(), OLD.sku_id, OLD.low_since, greatest(now(), OLD.low_since));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER stock_levels_keep_spells AFTER UPDATE OF low_since ON stock_levels FOR EACH ROW
	WHEN (OLD.low_since IS NOT NULL AND NEW.low_since IS NULL) EXECUTE FUNCTION keep_low_stock_spell();--> statement-breakpoint
-- Two reports go out by themselves in every company, from its first day on.
CREATE FUNCTION add_first_schedules(company uuid) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
	INSERT INTO scheduled_reports (company_id, id, name, report_type, frequency, weekday, time_of_day, audience) VALUES
		(company, new_id(), 'Daily sales summary', 'sales', 'daily', NULL, '09:00', 'finance'),
		(company, new_id(), 'Weekly inventory report', 'inventory', 'weekly', 1, '08:00', 'operations')
$$;--> statement-breakpoint
CREATE FUNCTION add_first_schedules_to_new() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM add_first_schedules(NEW.company_id);
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER company_settings_have_schedules AFTER INSERT ON company_settings
	FOR EACH ROW EXECUTE FUNCTION add_first_schedules_to_new();--> statement-breakpoint
ALTER TABLE "scheduled_reports" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "company_settings" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
SELECT add_first_schedules(company_id) FROM company_settings;--> statement-breakpoint
ALTER TABLE "company_settings" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "scheduled_reports" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Windows for the owner's functions that find SKUs and products, as orders have one.
CREATE POLICY "owner_window" ON "skus" AS PERMISSIVE FOR SELECT TO CURRENT_ROLE USING (true);--> statement-breakpoint
CREATE POLICY "owner_window" ON "products" AS PERMISSIVE FOR SELECT TO CURRENT_ROLE USING (true);--> statement-breakpoint
-- SKUs and products are found by the beginnings of their words: pieces of three letters, by which orders are found, would cost
-- an upload four times as much. Cut, because PostgreSQL keeps no word of more than 2,046 bytes.
CREATE FUNCTION words_of(written text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT array_remove(regexp_split_to_array(lower(left(written, 500)), '[^[:alnum:]]+'), '')
$$;--> statement-breakpoint
-- A single letter begins too many words to be looked for.
CREATE FUNCTION words_sought(sought text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT string_agg('''' || word || ''':*', ' & ')::tsquery
	FROM (SELECT DISTINCT word FROM unnest(words_of(sought)) word WHERE length(word) > 1 LIMIT 8) AS words
$$;--> statement-breakpoint
CREATE FUNCTION pattern_of(sought text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT regexp_replace(sought, '([\\%_])', '\\\1', 'g')
$$;--> statement-breakpoint
-- What was found in several ways counts once.
CREATE FUNCTION how_many(ids uuid[]) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT count(DISTINCT id) FROM unnest(ids) AS id
$$;--> statement-breakpoint
CREATE INDEX "skus_search" ON "skus" USING gin ("company_id",
	array_to_tsvector(words_of("sku" || ' ' || coalesce("asin", '') || ' ' || coalesce("title", '')))) WITH (gin_pending_list_limit = 256);--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("company_id", array_to_tsvector(words_of("title" || ' ' || "brand")))
	WITH (gin_pending_list_limit = 256);--> statement-breakpoint
-- The functions named `…_by_index` may read by these indexes only: a guess that a text is common would have them read everything.
CREATE FUNCTION orders_by_index(company uuid, in_id text, in_name text, in_word text) RETURNS SETOF uuid
LANGUAGE sql STABLE SET enable_seqscan = off SET enable_indexscan = off AS $$
	SELECT o.id FROM orders o
	WHERE o.company_id = company AND (o.external_order_id ILIKE in_id OR o.customer_name ILIKE in_name OR o.customer_name ILIKE in_word)
	LIMIT 2000
$$;--> statement-breakpoint
CREATE FUNCTION skus_by_index(company uuid, sought tsquery) RETURNS SETOF uuid
LANGUAGE sql STABLE SET enable_seqscan = off SET enable_indexscan = off AS $$
	SELECT s.id FROM skus s
	WHERE s.company_id = company
		AND array_to_tsvector(words_of(s.sku || ' ' || coalesce(s.asin, '') || ' ' || coalesce(s.title, ''))) @@ sought
	LIMIT 500
$$;--> statement-breakpoint
CREATE FUNCTION products_by_index(company uuid, sought tsquery) RETURNS SETOF uuid
LANGUAGE sql STABLE SET enable_seqscan = off SET enable_indexscan = off AS $$
	SELECT p.id FROM products p
	WHERE p.company_id = company AND array_to_tsvector(words_of(p.title || ' ' || p.brand)) @@ sought LIMIT 500
$$;--> statement-breakpoint
-- Orders whose number begins with the text, by our own or by the channel's.
CREATE FUNCTION orders_beginning(company uuid, sought text, most integer) RETURNS SETOF orders LANGUAGE sql STABLE AS $$
	SELECT o.* FROM unnest(ARRAY[sought, upper(sought), 'LS-' || sought]) AS typed CROSS JOIN LATERAL (
		SELECT * FROM orders n WHERE n.company_id = company AND n.order_number >= typed ORDER BY n.order_number LIMIT most
	) AS o
	WHERE starts_with(o.order_number, typed)
	UNION ALL
	SELECT o.* FROM channels c CROSS JOIN unnest(ARRAY[sought, upper(sought)]) AS typed CROSS JOIN LATERAL (
		SELECT * FROM orders n WHERE n.company_id = company AND n.channel_id = c.id AND n.external_order_id >= typed
		ORDER BY n.external_order_id LIMIT most
	) AS o
	WHERE c.company_id = company AND starts_with(o.external_order_id, typed)
$$;--> statement-breakpoint
-- The functions below find what belongs to the transaction's own company, whoever asks, best first. What is common shows among
-- the newest; anything else is found by an index.
-- Orders, and for each customer whose name was found the newest order. The index knows no text of fewer than three letters
-- but at the beginnings of words, and no letters beyond ASCII: what has none is looked for in more of the newest instead.
CREATE FUNCTION find_orders(sought text, most integer) RETURNS TABLE (order_ids uuid[], customer_order_ids uuid[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	company uuid := nullif(current_setting('app.company_id', true), '')::uuid;
	inside text := '%' || pattern_of(sought) || '%';
	is_long boolean := sought ~ '[A-Za-z0-9]{3}';
	is_known boolean := is_long OR sought ~ '^[A-Za-z0-9]';
	pattern text := CASE WHEN is_long THEN inside WHEN is_known THEN pattern_of(sought) || '%' END;
	begun uuid[]; named uuid[]; numbered uuid[]; is_exact boolean;
BEGIN
	SELECT coalesce(array_agg(o.id), '{}'), coalesce(bool_or(lower(sought) IN (lower(o.external_order_id), lower(o.order_number))), false)
		INTO begun, is_exact FROM orders_beginning(company, sought, most) o;
	SELECT coalesce(array_agg(n.id) FILTER (WHERE n.customer_name ILIKE inside), '{}'),
		coalesce(array_agg(n.id) FILTER (WHERE n.external_order_id ILIKE inside), '{}')
		INTO named, numbered FROM (
			SELECT o.id, o.external_order_id, o.customer_name FROM orders o WHERE o.company_id = company
			ORDER BY o.placed_at DESC, o.id DESC LIMIT CASE WHEN is_known THEN 2000 ELSE 10000 END
		) AS n;
	IF cardinality(named) < most * 4 AND NOT is_exact THEN
		named := named || ARRAY(SELECT orders_by_index(company, NULL, pattern,
			CASE WHEN is_known AND NOT is_long THEN '% ' || pattern END));
	END IF;
	IF how_many(begun || named || numbered) < most AND NOT is_exact THEN
		numbered := numbered || ARRAY(SELECT orders_by_index(company, pattern, NULL, NULL));
	END IF;
	RETURN QUERY SELECT ARRAY(
		SELECT o.id FROM orders o WHERE o.company_id = company AND o.id = ANY (begun || named || numbered)
		ORDER BY lower(sought) IN (lower(o.external_order_id), lower(o.order_number)) DESC,
			o.id = ANY (begun) OR starts_with(lower(o.external_order_id), lower(sought))
				OR starts_with(lower(coalesce(o.customer_name, '')), lower(sought)) DESC,
			o.placed_at DESC, o.id DESC
		LIMIT most
	), ARRAY(
		SELECT p.id FROM (
			SELECT DISTINCT ON (o.customer_id) o.id, o.placed_at, o.customer_name FROM orders o
			WHERE o.company_id = company AND o.id = ANY (named) AND o.customer_id IS NOT NULL
			ORDER BY o.customer_id, o.placed_at DESC, o.id DESC
		) AS p
		ORDER BY starts_with(lower(p.customer_name), lower(sought)) DESC, p.placed_at DESC, p.id DESC LIMIT most
	);
END
$$;--> statement-breakpoint
CREATE FUNCTION find_products(sought text, most integer) RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	company uuid := nullif(current_setting('app.company_id', true), '')::uuid;
	inside text := '%' || pattern_of(sought) || '%';
	found uuid[] := ARRAY(
		SELECT n.id FROM (
			SELECT p.id, p.title, p.brand FROM products p WHERE p.company_id = company
			ORDER BY p.created_at DESC, p.id DESC LIMIT 1000
		) AS n
		WHERE n.title ILIKE inside OR n.brand ILIKE inside
	);
BEGIN
	IF cardinality(found) < most THEN
		found := found || ARRAY(SELECT products_by_index(company, words_sought(sought)));
	END IF;
	RETURN ARRAY(
		SELECT p.id FROM products p WHERE p.company_id = company AND p.id = ANY (found)
		ORDER BY lower(p.title) = lower(sought) DESC, starts_with(lower(p.title), lower(sought)) DESC, p.title, p.id
		LIMIT most
	);
END
$$;--> statement-breakpoint
-- SKUs without a title of their own bear that of their product, so those of the products that were found are found too.
CREATE FUNCTION find_skus(sought text, of_products uuid[], most integer) RETURNS uuid[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	company uuid := nullif(current_setting('app.company_id', true), '')::uuid;
	inside text := '%' || pattern_of(sought) || '%';
	begun uuid[] := ARRAY(
		SELECT s.id FROM unnest(ARRAY[sought, upper(sought), lower(sought)]) AS typed CROSS JOIN LATERAL (
			SELECT n.id, n.sku FROM skus n WHERE n.company_id = company AND n.sku >= typed ORDER BY n.sku LIMIT most
		) AS s
		WHERE starts_with(s.sku, typed)
		UNION SELECT s.id FROM (
			SELECT n.id, n.asin FROM skus n WHERE n.company_id = company AND n.asin >= upper(sought) ORDER BY n.asin LIMIT most
		) AS s
		WHERE starts_with(s.asin, upper(sought))
	);
	found uuid[] := begun;
BEGIN
	IF cardinality(found) < most THEN
		found := found || ARRAY(
			SELECT n.id FROM (
				SELECT s.id, s.sku, s.asin, s.title FROM skus s WHERE s.company_id = company ORDER BY s.sku LIMIT 1000
			) AS n
			WHERE n.sku ILIKE inside OR n.asin ILIKE inside OR n.title ILIKE inside
		) || ARRAY(
			SELECT s.id FROM skus s WHERE s.company_id = company AND s.product_id = ANY (of_products) ORDER BY s.sku LIMIT most
		);
	END IF;
	IF how_many(found) < most THEN
		found := found || ARRAY(SELECT skus_by_index(company, words_sought(sought)));
	END IF;
	RETURN ARRAY(
		SELECT s.id FROM skus s WHERE s.company_id = company AND s.id = ANY (found)
		ORDER BY lower(sought) IN (lower(s.sku), lower(s.asin)) DESC NULLS LAST, s.id = ANY (begun) DESC,
			starts_with(lower(coalesce(s.title, '')), lower(sought)) DESC, s.sku
		LIMIT most
	);
END
$$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION find_orders, find_products, find_skus FROM PUBLIC;
