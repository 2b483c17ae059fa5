CREATE TABLE "order_tags" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text GENERATED ALWAYS AS (lower("name")) STORED,
	"color" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_tags_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "order_tags_name_not_blank" CHECK ("order_tags"."name" ~ '\S'),
	CONSTRAINT "order_tags_color_words" CHECK ("order_tags"."color" in ('gray', 'teal', 'blue', 'green', 'amber', 'red'))
);
--> statement-breakpoint
ALTER TABLE "order_tags" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tagged_orders" (
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	CONSTRAINT "tagged_orders_pkey" PRIMARY KEY("company_id","order_id","tag_id")
);
--> statement-breakpoint
ALTER TABLE "tagged_orders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "order_tags" ADD CONSTRAINT "order_tags_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tagged_orders" ADD CONSTRAINT "tagged_orders_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tagged_orders" ADD CONSTRAINT "tagged_orders_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tagged_orders" ADD CONSTRAINT "tagged_orders_tag_id_fkey" FOREIGN KEY ("company_id","tag_id") REFERENCES "public"."order_tags"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "order_tags_name" ON "order_tags" USING btree ("company_id","name_key");--> statement-breakpoint
CREATE INDEX "tagged_orders_tag" ON "tagged_orders" USING btree ("company_id","tag_id","order_id");--> statement-breakpoint
CREATE POLICY "company" ON "order_tags" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "tagged_orders" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));