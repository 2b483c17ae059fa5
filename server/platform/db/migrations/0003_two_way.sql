CREATE TABLE "amazon_listings" (
	"company_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"marketplace_id" text NOT NULL,
	"sku_id" uuid NOT NULL,
	"asin" text,
	"product_type" text,
	"statuses" text[] DEFAULT '{}' NOT NULL,
	"fulfilled_by" text DEFAULT 'merchant' NOT NULL,
	"issues" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"amazon" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"agreed" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"sent" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"changed_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"send_error" text,
	"details_read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "amazon_listings_pkey" PRIMARY KEY("company_id","integration_id","marketplace_id","sku_id"),
	CONSTRAINT "amazon_listings_fulfilled_by_words" CHECK ("amazon_listings"."fulfilled_by" in ('amazon', 'merchant'))
);
--> statement-breakpoint
ALTER TABLE "amazon_listings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "listing_changes" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"marketplace_id" text NOT NULL,
	"field" text NOT NULL,
	"direction" text NOT NULL,
	"ours" text,
	"amazon" text,
	"is_conflict" boolean DEFAULT false NOT NULL,
	"outcome" text DEFAULT 'planned' NOT NULL,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listing_changes_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "listing_changes_field_words" CHECK ("listing_changes"."field" in ('listing', 'title', 'price', 'quantity', 'brand', 'description', 'bulletPoints')),
	CONSTRAINT "listing_changes_direction_words" CHECK ("listing_changes"."direction" in ('to_amazon', 'to_lockstep')),
	CONSTRAINT "listing_changes_outcome_words" CHECK ("listing_changes"."outcome" in ('planned', 'taken', 'sent', 'rejected', 'skipped'))
);
--> statement-breakpoint
ALTER TABLE "listing_changes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "amazon_integrations" ADD COLUMN "sends_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "edited_at" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "skus" ADD COLUMN "edited_at" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "amazon_listings" ADD CONSTRAINT "amazon_listings_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "amazon_listings" ADD CONSTRAINT "amazon_listings_integration_id_fkey" FOREIGN KEY ("company_id","integration_id") REFERENCES "public"."amazon_integrations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "amazon_listings" ADD CONSTRAINT "amazon_listings_sku_id_fkey" FOREIGN KEY ("company_id","sku_id") REFERENCES "public"."skus"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_changes" ADD CONSTRAINT "listing_changes_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_changes" ADD CONSTRAINT "listing_changes_run_id_fkey" FOREIGN KEY ("company_id","run_id") REFERENCES "public"."marketplace_sync_runs"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listing_changes" ADD CONSTRAINT "listing_changes_sku_id_fkey" FOREIGN KEY ("company_id","sku_id") REFERENCES "public"."skus"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "amazon_listings_sku_id" ON "amazon_listings" USING btree ("company_id","sku_id");--> statement-breakpoint
CREATE INDEX "listing_changes_sku_id" ON "listing_changes" USING btree ("company_id","sku_id");--> statement-breakpoint
CREATE INDEX "listing_changes_of_run" ON "listing_changes" USING btree ("company_id","run_id","created_at","id");--> statement-breakpoint
CREATE INDEX "listing_changes_conflicts" ON "listing_changes" USING btree ("company_id","created_at","id") WHERE "listing_changes"."is_conflict";--> statement-breakpoint
CREATE POLICY "company" ON "amazon_listings" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "listing_changes" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE FUNCTION note_sku_edits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.title IS DISTINCT FROM OLD.title THEN NEW.edited_at := NEW.edited_at || jsonb_build_object('title', now()); END IF;
	IF NEW.price IS DISTINCT FROM OLD.price THEN NEW.edited_at := NEW.edited_at || jsonb_build_object('price', now()); END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER skus_note_edits BEFORE UPDATE OF title, price ON skus FOR EACH ROW
	WHEN (NEW.title IS DISTINCT FROM OLD.title OR NEW.price IS DISTINCT FROM OLD.price) EXECUTE FUNCTION note_sku_edits();--> statement-breakpoint
CREATE FUNCTION note_product_edits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.title IS DISTINCT FROM OLD.title THEN NEW.edited_at := NEW.edited_at || jsonb_build_object('title', now()); END IF;
	IF NEW.brand IS DISTINCT FROM OLD.brand THEN NEW.edited_at := NEW.edited_at || jsonb_build_object('brand', now()); END IF;
	IF NEW.description IS DISTINCT FROM OLD.description THEN NEW.edited_at := NEW.edited_at || jsonb_build_object('description', now()); END IF;
	IF NEW.bullet_points IS DISTINCT FROM OLD.bullet_points THEN NEW.edited_at := NEW.edited_at || jsonb_build_object('bulletPoints', now()); END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER products_note_edits BEFORE UPDATE OF title, brand, description, bullet_points ON products FOR EACH ROW
	WHEN (NEW.title IS DISTINCT FROM OLD.title OR NEW.brand IS DISTINCT FROM OLD.brand
		OR NEW.description IS DISTINCT FROM OLD.description OR NEW.bullet_points IS DISTINCT FROM OLD.bullet_points)
	EXECUTE FUNCTION note_product_edits();
