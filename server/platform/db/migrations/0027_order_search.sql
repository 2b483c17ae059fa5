CREATE TABLE "order_search" (
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"document" text NOT NULL,
	CONSTRAINT "order_search_pkey" PRIMARY KEY("company_id","order_id")
);--> statement-breakpoint
ALTER TABLE "order_search" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "phone_hash" text;--> statement-breakpoint
ALTER TABLE "order_search" ADD CONSTRAINT "order_search_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_search" ADD CONSTRAINT "order_search_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "company" ON "order_search" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
-- The owner's functions that find orders name the company themselves: row-level security would keep them from the index below.
CREATE POLICY "owner_window" ON "order_search" AS PERMISSIVE FOR SELECT TO CURRENT_ROLE USING (true);--> statement-breakpoint
-- What is searched of these orders. Tracking numbers lose blanks and hyphens, so that they are found as pasted.
CREATE FUNCTION order_documents(company uuid, of_orders uuid[])
RETURNS TABLE (company_id uuid, order_id uuid, placed_at timestamptz, document text) LANGUAGE sql STABLE
BEGIN ATOMIC
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
	WHERE o.company_id = company AND o.id = ANY (of_orders);
END;--> statement-breakpoint
-- Writes it, if it has changed. The rows are locked before it is read, so that of two changes of one order neither is overwritten.
CREATE FUNCTION write_order_search(company uuid, of_orders uuid[]) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
	SELECT count(*) FROM (
		SELECT FROM order_search s WHERE s.company_id = company AND s.order_id = ANY (of_orders) ORDER BY s.order_id FOR UPDATE
	) AS locked;
	INSERT INTO order_search (company_id, order_id, placed_at, document)
	SELECT d.company_id, d.order_id, d.placed_at, d.document FROM order_documents(company, of_orders) d
	ON CONFLICT (company_id, order_id) DO UPDATE SET placed_at = excluded.placed_at, document = excluded.document
	WHERE (order_search.placed_at, order_search.document) IS DISTINCT FROM (excluded.placed_at, excluded.document)
$$;--> statement-breakpoint
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
-- For orders that were there before the triggers. In batches, so that nobody waits for it; what a trigger has written meanwhile is newer.
-- Row-level security is forced on the tables' owner too, so each company is named in its turn, in each transaction.
CREATE PROCEDURE fill_order_search() LANGUAGE plpgsql AS $$
DECLARE
	company uuid;
	batch uuid[];
	last_id uuid;
BEGIN
	FOR company IN SELECT id FROM public.companies LOOP
		last_id := '00000000-0000-0000-0000-000000000000';
		LOOP
			PERFORM pg_catalog.set_config('app.company_id', company::text, true);
			batch := ARRAY(SELECT o.id FROM public.orders o WHERE o.company_id = company AND o.id > last_id ORDER BY o.id LIMIT 1000);
			EXIT WHEN cardinality(batch) = 0;
			INSERT INTO public.order_search (company_id, order_id, placed_at, document)
			SELECT d.company_id, d.order_id, d.placed_at, d.document FROM public.order_documents(company, batch) d
			ON CONFLICT (company_id, order_id) DO NOTHING;
			last_id := batch[cardinality(batch)];
			COMMIT;
		END LOOP;
	END LOOP;
END
$$;
