-- Shops connected by their API: credentials, what they sell, orders that they keep back.
CREATE TABLE "channel_connect_attempts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"token_hash" text NOT NULL,
	"site_url" text NOT NULL,
	"name" text NOT NULL,
	"channel_id" uuid,
	"user_id" uuid,
	"status" text DEFAULT 'waiting' NOT NULL,
	"problem" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "channel_connect_attempts_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "channel_connect_attempts_type_words" CHECK ("channel_connect_attempts"."type" in ('shopify', 'woocommerce')),
	CONSTRAINT "channel_connect_attempts_status_words" CHECK ("channel_connect_attempts"."status" in ('waiting', 'connected', 'refused', 'failed'))
);--> statement-breakpoint
ALTER TABLE "channel_connect_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "channel_items" (
	"company_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"refs" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"title" text NOT NULL,
	"variant" text,
	"sku" text,
	"barcode" text,
	"price" numeric(10, 2),
	"currency" text,
	"image_url" text,
	"quantity" integer,
	"obstacle" text,
	"sku_id" uuid,
	"matched_by" text,
	"matched_at" timestamp with time zone,
	"is_ignored" boolean DEFAULT false NOT NULL,
	"suggested_sku_id" uuid,
	"suggestion_evidence" text,
	"unmatched_reason" text,
	"seen_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"confirmed_quantity" integer,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_items_pkey" PRIMARY KEY("company_id","channel_id","external_id"),
	CONSTRAINT "channel_items_matched_by_words" CHECK ("channel_items"."matched_by" in ('sku', 'barcode', 'person')),
	CONSTRAINT "channel_items_external_id_not_blank" CHECK ("channel_items"."external_id" ~ '\S'),
	CONSTRAINT "channel_items_match_is_whole" CHECK (("channel_items"."sku_id" is null) = ("channel_items"."matched_by" is null))
);--> statement-breakpoint
ALTER TABLE "channel_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
-- allowed: the wider rule follows in this migration
ALTER TABLE "attention_items" DROP CONSTRAINT "attention_items_code_words";--> statement-breakpoint
-- allowed: the wider rule follows in this migration
ALTER TABLE "channels" DROP CONSTRAINT "channels_type_words";--> statement-breakpoint
-- allowed: the wider rule follows in this migration
ALTER TABLE "listings" DROP CONSTRAINT "listings_sync_status_words";--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "credentials" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "credentials_expire_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "account_id" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "adapter_state" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "last_heard_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "last_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "webhooks_checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "webhooks_error" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "items_read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "items_cursor" text;--> statement-breakpoint
ALTER TABLE "skus" ADD COLUMN "barcode" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "external_product_id" text;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "properties" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "external_number" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded_amount" numeric(12, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "channel_hold" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "channel_hold_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "channel_held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "hold" jsonb;--> statement-breakpoint
ALTER TABLE "channel_connect_attempts" ADD CONSTRAINT "channel_connect_attempts_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_connect_attempts" ADD CONSTRAINT "channel_connect_attempts_channel_id_fkey" FOREIGN KEY ("company_id","channel_id") REFERENCES "public"."channels"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_items" ADD CONSTRAINT "channel_items_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_items" ADD CONSTRAINT "channel_items_channel_id_fkey" FOREIGN KEY ("company_id","channel_id") REFERENCES "public"."channels"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_items" ADD CONSTRAINT "channel_items_sku_id_fkey" FOREIGN KEY ("company_id","sku_id") REFERENCES "public"."skus"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "channel_connect_attempts_channel_id" ON "channel_connect_attempts" USING btree ("company_id","channel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_connect_attempts_token" ON "channel_connect_attempts" USING btree ("company_id","token_hash");--> statement-breakpoint
CREATE INDEX "channel_items_sku_id" ON "channel_items" USING btree ("company_id","sku_id");--> statement-breakpoint
CREATE INDEX "channel_items_sku_of_channel" ON "channel_items" USING btree ("company_id","channel_id","sku_id");--> statement-breakpoint
CREATE INDEX "channel_items_by_title" ON "channel_items" USING btree ("company_id","channel_id","title","external_id");--> statement-breakpoint
-- allowed: a company has a handful of channels
CREATE UNIQUE INDEX "channels_account" ON "channels" USING btree ("company_id","type","account_id") WHERE "channels"."account_id" is not null;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_code_words" CHECK ("attention_items"."code" in ('unmapped_sku', 'not_enough_stock', 'bad_address', 'totals_differ', 'discount_differs', 'rejected_by_amazon', 'unfulfillable', 'stuck_in_planning', 'submission_unanswered', 'push_back_failed', 'webhook_not_understood', 'cancelled_by_channel', 'changed_after_sending', 'reopened_by_channel', 'shipped_by_channel', 'held_by_channel', 'cancel_refused', 'shipped_partly', 'package_lost')) NOT VALID;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_type_words" CHECK ("channels"."type" in ('website', 'shopify', 'woocommerce', 'meta_shops', 'ebay', 'etsy')) NOT VALID;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_sync_status_words" CHECK ("listings"."sync_status" in ('pending', 'sent', 'synced', 'not_listed', 'failed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_channel_hold_words" CHECK ("orders"."channel_hold" in ('awaiting_payment', 'payment_review', 'fraud_review', 'address', 'on_hold', 'scheduled', 'other')) NOT VALID;--> statement-breakpoint
CREATE POLICY "company" ON "channel_connect_attempts" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "channel_items" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
-- allowed: no order has a number of its channel yet, so the index is built empty
CREATE INDEX "orders_number_search" ON "orders" USING gin ("company_id","external_number" gin_trgm_ops)
	WITH (gin_pending_list_limit = 256) WHERE "external_number" IS NOT NULL;--> statement-breakpoint
-- allowed: no order is kept back by its channel yet, so the index is built empty
CREATE INDEX "orders_held_by_channel" ON "orders" USING btree ("company_id","placed_at","id") WHERE "channel_hold" IS NOT NULL;--> statement-breakpoint
-- allowed: only search_orders calls it, which finds the new one in its next statement
DROP FUNCTION orders_matching;--> statement-breakpoint
CREATE FUNCTION orders_matching(company uuid, pattern text, in_status text, of_channel uuid, flagged text)
RETURNS TABLE (id uuid, placed_at timestamptz, external_order_id text, customer_name text, external_number text)
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT o.id, o.placed_at, o.external_order_id, o.customer_name, o.external_number FROM orders o
	WHERE o.company_id = company
		AND (pattern IS NULL OR o.external_order_id ILIKE pattern OR o.customer_name ILIKE pattern OR o.external_number ILIKE pattern)
		AND (in_status IS NULL OR o.status = in_status)
		AND (of_channel IS NULL OR o.channel_id = of_channel)
		AND (flagged IS DISTINCT FROM 'held' OR o.held_at IS NOT NULL
			OR (o.channel_hold IS NOT NULL AND o.status NOT IN ('cancelled', 'delivered')))
		AND (flagged IS DISTINCT FROM 'partial' OR o.partial_reason IS NOT NULL)
		AND (flagged IS DISTINCT FROM 'attention' OR o.id = ANY (ARRAY(
			SELECT a.order_id FROM attention_items a WHERE a.company_id = company AND a.resolved_at IS NULL
		)));
END;--> statement-breakpoint
CREATE OR REPLACE FUNCTION search_orders(sought text, in_status text, of_channel uuid, flagged text, before_at timestamptz, before_id uuid,
	most integer, counts boolean) RETURNS TABLE (total bigint, ids uuid[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan AS $$
DECLARE
	company uuid := nullif(current_setting('app.company_id', true), '')::uuid;
	pattern text := '%' || regexp_replace(sought, '([\\%_])', '\\\1', 'g') || '%';
	newest uuid[] := ARRAY(
		SELECT o.id FROM (
			SELECT n.id, n.placed_at, n.external_order_id, n.customer_name, n.external_number
			FROM orders_matching(company, NULL, in_status, of_channel, flagged) n
			WHERE before_at IS NULL OR (n.placed_at, n.id) < (before_at, before_id)
			ORDER BY n.placed_at DESC, n.id DESC LIMIT most * 4
		) AS o
		WHERE o.external_order_id ILIKE pattern OR o.customer_name ILIKE pattern OR o.external_number ILIKE pattern
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
$$;
