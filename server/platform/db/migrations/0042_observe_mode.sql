CREATE TABLE "observations" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"label" text NOT NULL,
	"order_id" uuid,
	"channel_id" uuid,
	"sku_id" uuid,
	"decision" text DEFAULT 'send' NOT NULL,
	"reason" text,
	"planned" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"actual" jsonb,
	"actual_at" timestamp with time zone,
	"verdict" text DEFAULT 'waiting' NOT NULL,
	CONSTRAINT "observations_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "observations_kind_words" CHECK ("observations"."kind" in ('order', 'cancellation', 'stock', 'channel_message', 'customer_message', 'listing', 'webhook')),
	CONSTRAINT "observations_decision_words" CHECK ("observations"."decision" in ('send', 'keep', 'by_hand', 'none')),
	CONSTRAINT "observations_verdict_words" CHECK ("observations"."verdict" in ('waiting', 'same', 'not_compared', 'not_sent', 'sent_anyway', 'sent_twice', 'not_known', 'shipped_otherwise', 'speed_differs', 'units_differ', 'time_differs', 'shows_more', 'shows_less')),
	CONSTRAINT "observations_subject_not_blank" CHECK ("observations"."subject" ~ '\S'),
	CONSTRAINT "observations_times_positive" CHECK ("observations"."times" > 0)
);
--> statement-breakpoint
ALTER TABLE "observations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD COLUMN "is_foreign" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "amazon_integrations" ADD COLUMN "observed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "observing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_channel_id_fkey" FOREIGN KEY ("company_id","channel_id") REFERENCES "public"."channels"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "observations" ADD CONSTRAINT "observations_sku_id_fkey" FOREIGN KEY ("company_id","sku_id") REFERENCES "public"."skus"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "observations_order_id" ON "observations" USING btree ("company_id","order_id");--> statement-breakpoint
CREATE INDEX "observations_channel_id" ON "observations" USING btree ("company_id","channel_id");--> statement-breakpoint
CREATE INDEX "observations_sku_id" ON "observations" USING btree ("company_id","sku_id");--> statement-breakpoint
CREATE UNIQUE INDEX "observations_subject" ON "observations" USING btree ("company_id","kind","subject");--> statement-breakpoint
CREATE INDEX "observations_newest" ON "observations" USING btree ("company_id","verdict","last_at","id");--> statement-breakpoint
CREATE INDEX "observations_purge" ON "observations" USING btree ("company_id","last_at");--> statement-breakpoint
CREATE POLICY "company" ON "observations" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));