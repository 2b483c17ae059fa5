CREATE TABLE "order_batch_items" (
	"company_id" uuid NOT NULL,
	"batch_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"message" text,
	"fulfillment_id" uuid,
	CONSTRAINT "order_batch_items_pkey" PRIMARY KEY("company_id","batch_id","order_id"),
	CONSTRAINT "order_batch_items_outcome_words" CHECK ("order_batch_items"."outcome" in ('waiting', 'sending', 'done', 'refused'))
);
--> statement-breakpoint
ALTER TABLE "order_batch_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_batches" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"action" text NOT NULL,
	"reason" text,
	"shipping_speed" text,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "order_batches_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "order_batches_action_words" CHECK ("order_batches"."action" in ('acknowledge', 'fulfill', 'hold', 'release')),
	CONSTRAINT "order_batches_shipping_speed_words" CHECK ("order_batches"."shipping_speed" in ('standard', 'expedited', 'priority'))
);
--> statement-breakpoint
ALTER TABLE "order_batches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_tallies" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid,
	"status" text NOT NULL,
	"change" bigint NOT NULL,
	CONSTRAINT "order_tallies_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "order_tallies_status_words" CHECK ("order_tallies"."status" in ('placed', 'acknowledged', 'sent_to_fulfillment', 'shipped', 'delivered', 'cancelled'))
);
--> statement-breakpoint
ALTER TABLE "order_tallies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "attention_items" DROP CONSTRAINT "attention_items_code_words";--> statement-breakpoint
DROP INDEX "fulfillments_open";--> statement-breakpoint
ALTER TABLE "fulfillments" ADD COLUMN "is_bulk" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD COLUMN "cancel_purpose" text;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD COLUMN "cancel_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD COLUMN "resend_speed" text;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD COLUMN "next_check_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "amazon_integrations" ADD COLUMN "fulfillments_read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "channel_address_hash" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "restored_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_batch_items" ADD CONSTRAINT "order_batch_items_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_batch_items" ADD CONSTRAINT "order_batch_items_batch_id_fkey" FOREIGN KEY ("company_id","batch_id") REFERENCES "public"."order_batches"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_batch_items" ADD CONSTRAINT "order_batch_items_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_batch_items" ADD CONSTRAINT "order_batch_items_fulfillment_id_fkey" FOREIGN KEY ("company_id","fulfillment_id") REFERENCES "public"."fulfillments"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_batches" ADD CONSTRAINT "order_batches_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_tallies" ADD CONSTRAINT "order_tallies_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_batch_items_order_id" ON "order_batch_items" USING btree ("company_id","order_id");--> statement-breakpoint
CREATE INDEX "order_batch_items_fulfillment_id" ON "order_batch_items" USING btree ("company_id","fulfillment_id");--> statement-breakpoint
CREATE INDEX "order_batches_open" ON "order_batches" USING btree ("company_id","started_at") WHERE "order_batches"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "fulfillments_due" ON "fulfillments" USING btree ("company_id","next_check_at") WHERE "fulfillments"."next_check_at" is not null;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_code_words" CHECK ("attention_items"."code" in ('unmapped_sku', 'not_enough_stock', 'bad_address', 'totals_differ', 'discount_differs', 'rejected_by_amazon', 'unfulfillable', 'stuck_in_planning', 'submission_unanswered', 'push_back_failed', 'webhook_not_understood', 'cancelled_by_channel', 'changed_after_sending', 'reopened_by_channel', 'shipped_by_channel', 'cancel_refused', 'shipped_partly', 'package_lost'));--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_cancel_purpose_words" CHECK ("fulfillments"."cancel_purpose" in ('cancel_order', 'send_again'));--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_resend_speed_words" CHECK ("fulfillments"."resend_speed" in ('standard', 'expedited', 'priority'));--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_cancel_has_purpose" CHECK (("fulfillments"."cancel_requested_at" is null) = ("fulfillments"."cancel_purpose" is null));--> statement-breakpoint
CREATE POLICY "company" ON "order_batch_items" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "order_batches" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "order_tallies" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));