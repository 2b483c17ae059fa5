CREATE TABLE "stored_images" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid,
	"content_type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stored_images_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "stored_images_content_type_words" CHECK ("stored_images"."content_type" in ('image/png', 'image/jpeg', 'image/webp'))
);
--> statement-breakpoint
ALTER TABLE "stored_images" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "shown_address" text;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "brand_color" text;--> statement-breakpoint
ALTER TABLE "stored_images" ADD CONSTRAINT "stored_images_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_images" ADD CONSTRAINT "stored_images_product_id_fkey" FOREIGN KEY ("company_id","product_id") REFERENCES "public"."products"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stored_images_product" ON "stored_images" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "stored_images_logo" ON "stored_images" USING btree ("company_id") WHERE "stored_images"."product_id" is null;--> statement-breakpoint
CREATE POLICY "company" ON "stored_images" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));