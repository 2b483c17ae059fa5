CREATE TABLE "offer_changes" (
	"company_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"retry_at" timestamp with time zone,
	CONSTRAINT "offer_changes_pkey" PRIMARY KEY("company_id","channel_id","sku_id")
);
--> statement-breakpoint
ALTER TABLE "offer_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_numbers" (
	"company_id" uuid NOT NULL,
	"last" bigint NOT NULL,
	CONSTRAINT "order_numbers_pkey" PRIMARY KEY("company_id")
);
--> statement-breakpoint
ALTER TABLE "order_numbers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "attention_items" DROP CONSTRAINT "attention_items_code_words";--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "access_token" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "access_error" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "is_pushed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "pushing_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "listings" ALTER COLUMN "is_visible" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "listings" ALTER COLUMN "is_visible" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "listings" ADD COLUMN "sent_offer" text;--> statement-breakpoint
ALTER TABLE "customer_addresses" ADD COLUMN "address_hash" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "channel_updated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channel_deliveries" ADD COLUMN "next_attempt_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "source" text DEFAULT 'webhook' NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "external_order_id" text;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "event_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offer_changes" ADD CONSTRAINT "offer_changes_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_changes" ADD CONSTRAINT "offer_changes_channel_id_fkey" FOREIGN KEY ("company_id","channel_id") REFERENCES "public"."channels"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_changes" ADD CONSTRAINT "offer_changes_sku_id_fkey" FOREIGN KEY ("company_id","sku_id") REFERENCES "public"."skus"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_numbers" ADD CONSTRAINT "order_numbers_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_changes_sku_id" ON "offer_changes" USING btree ("company_id","sku_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_addresses_hash" ON "customer_addresses" USING btree ("company_id","customer_id","address_hash");--> statement-breakpoint
CREATE INDEX "channel_deliveries_due" ON "channel_deliveries" USING btree ("company_id","next_attempt_at") WHERE "channel_deliveries"."next_attempt_at" is not null;--> statement-breakpoint
DROP INDEX "listings_external_id";--> statement-breakpoint
CREATE INDEX "offer_changes_newest" ON "offer_changes" USING btree ("company_id","channel_id","changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "listings_external_id" ON "listings" USING btree ("company_id","channel_id","external_id") WHERE "listings"."external_id" is not null;--> statement-breakpoint
DROP INDEX "webhook_events_waiting";--> statement-breakpoint
CREATE INDEX "webhook_events_refused" ON "webhook_events" USING btree ("company_id","channel_id","created_at","id") WHERE not "webhook_events"."is_verified";--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("company_id","created_at") WHERE "webhook_events"."is_verified" and not "webhook_events"."is_processed" and "webhook_events"."error" is null;--> statement-breakpoint
CREATE INDEX "webhook_events_order" ON "webhook_events" USING btree ("company_id","channel_id","external_order_id");--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_code_words" CHECK ("attention_items"."code" in ('unmapped_sku', 'not_enough_stock', 'bad_address', 'totals_differ', 'discount_differs', 'rejected_by_amazon', 'unfulfillable', 'stuck_in_planning', 'submission_unanswered', 'push_back_failed', 'webhook_not_understood', 'cancelled_by_channel', 'changed_after_sending', 'reopened_by_channel'));--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_source_words" CHECK ("webhook_events"."source" in ('webhook', 'api', 'poll'));--> statement-breakpoint
CREATE POLICY "company" ON "offer_changes" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "order_numbers" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
-- Whoever changes what a channel offers, the channels that are told of it are told: by triggers, so that no writer forgets.
CREATE FUNCTION note_offers(company uuid, changed uuid[]) RETURNS void LANGUAGE sql SET search_path = public AS $$
	INSERT INTO offer_changes (company_id, channel_id, sku_id, changed_at)
	SELECT company, c.id, s.id, clock_timestamp() FROM (SELECT DISTINCT unnest(changed) AS id) AS s
	CROSS JOIN channels c WHERE c.company_id = company AND c.is_pushed
	ORDER BY s.id, c.id
	ON CONFLICT (company_id, channel_id, sku_id) DO UPDATE SET changed_at = excluded.changed_at, retry_at = NULL
$$;--> statement-breakpoint
CREATE FUNCTION note_level_offers() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
	company uuid := (SELECT company_id FROM changed LIMIT 1);
BEGIN
	IF EXISTS (SELECT FROM channels c WHERE c.company_id = company AND c.is_pushed) THEN
		PERFORM note_offers(company, ARRAY(SELECT n.sku_id FROM changed n
			JOIN before b ON b.company_id = n.company_id AND b.sku_id = n.sku_id WHERE n.qty_free <> b.qty_free));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER stock_levels_note_offers AFTER UPDATE ON stock_levels
	REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_level_offers();--> statement-breakpoint
CREATE FUNCTION note_added_sku_offers() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
	company uuid := (SELECT company_id FROM changed LIMIT 1);
BEGIN
	IF EXISTS (SELECT FROM channels c WHERE c.company_id = company AND c.is_pushed) THEN
		PERFORM note_offers(company, ARRAY(SELECT id FROM changed));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER skus_note_added_offers AFTER INSERT ON skus
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_added_sku_offers();--> statement-breakpoint
CREATE FUNCTION note_sku_offers() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
	company uuid := (SELECT company_id FROM changed LIMIT 1);
BEGIN
	IF EXISTS (SELECT FROM channels c WHERE c.company_id = company AND c.is_pushed) THEN
		PERFORM note_offers(company, ARRAY(SELECT n.id FROM changed n
			JOIN before b ON b.company_id = n.company_id AND b.id = n.id
			WHERE (n.sku, n.title, n.price, n.compare_at_price, n.is_active, n.safety_buffer)
				IS DISTINCT FROM (b.sku, b.title, b.price, b.compare_at_price, b.is_active, b.safety_buffer)));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER skus_note_offers AFTER UPDATE ON skus
	REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_sku_offers();--> statement-breakpoint
CREATE FUNCTION note_product_offers() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
	company uuid := (SELECT company_id FROM changed LIMIT 1);
BEGIN
	IF EXISTS (SELECT FROM channels c WHERE c.company_id = company AND c.is_pushed) THEN
		PERFORM note_offers(company, ARRAY(SELECT s.id FROM changed n
			JOIN before b ON b.company_id = n.company_id AND b.id = n.id
			JOIN skus s ON s.company_id = n.company_id AND s.product_id = n.id
			WHERE (n.title, n.description, n.brand, n.category, n.images)
				IS DISTINCT FROM (b.title, b.description, b.brand, b.category, b.images)));
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER products_note_offers AFTER UPDATE ON products
	REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_product_offers();
