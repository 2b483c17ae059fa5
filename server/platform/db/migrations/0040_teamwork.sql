CREATE TABLE "bell_items" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"order_id" uuid,
	"batch_id" uuid,
	"orders" integer DEFAULT 1 NOT NULL,
	"actor_id" uuid,
	"details" jsonb,
	"occurred_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "bell_items_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "bell_items_kind_words" CHECK ("bell_items"."kind" in ('assigned', 'mentioned', 'noted', 'batch_finished'))
);
--> statement-breakpoint
ALTER TABLE "bell_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_assignments" (
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"assigned_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_assignments_pkey" PRIMARY KEY("company_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "order_assignments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "bell_items" ADD CONSTRAINT "bell_items_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bell_items" ADD CONSTRAINT "bell_items_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bell_items" ADD CONSTRAINT "bell_items_batch_id_fkey" FOREIGN KEY ("company_id","batch_id") REFERENCES "public"."order_batches"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_assignments" ADD CONSTRAINT "order_assignments_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_assignments" ADD CONSTRAINT "order_assignments_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bell_items_order_id" ON "bell_items" USING btree ("company_id","order_id");--> statement-breakpoint
CREATE INDEX "bell_items_batch_id" ON "bell_items" USING btree ("company_id","batch_id");--> statement-breakpoint
CREATE INDEX "bell_items_newest" ON "bell_items" USING btree ("company_id","user_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "bell_items_unread" ON "bell_items" USING btree ("company_id","user_id") WHERE "bell_items"."read_at" is null;--> statement-breakpoint
CREATE INDEX "bell_items_age" ON "bell_items" USING btree ("company_id","occurred_at");--> statement-breakpoint
CREATE INDEX "order_assignments_user" ON "order_assignments" USING btree ("company_id","user_id","order_id");--> statement-breakpoint
CREATE POLICY "company" ON "bell_items" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "order_assignments" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));