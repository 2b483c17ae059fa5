ALTER TABLE "change_set_rows" DROP CONSTRAINT "change_set_rows_resource_words";--> statement-breakpoint
ALTER TABLE "stock_levels" ALTER COLUMN "source" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "stock_levels" ALTER COLUMN "source" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_levels" ALTER COLUMN "read_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "change_set_rows" ADD COLUMN "label" text NOT NULL;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "phase" text;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "rows_done" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "change_sets" ADD COLUMN "rows_total" integer;--> statement-breakpoint
CREATE INDEX "skus_active" ON "skus" USING btree ("company_id","sku","asin","id") WHERE "skus"."is_active";--> statement-breakpoint
CREATE INDEX "skus_inactive" ON "skus" USING btree ("company_id","id") WHERE not "skus"."is_active";--> statement-breakpoint
ALTER TABLE "change_set_rows" ADD CONSTRAINT "change_set_rows_resource_words" CHECK ("change_set_rows"."resource" in ('product', 'sku', 'stock', 'order'));--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_phase_words" CHECK ("change_sets"."phase" in ('reading', 'checking', 'writing'));--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_count_has_source" CHECK (("stock_levels"."source" is null) = ("stock_levels"."read_at" is null));--> statement-breakpoint
CREATE FUNCTION make_stock_levels() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
	INSERT INTO stock_levels (company_id, sku_id) SELECT company_id, id FROM added;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER skus_have_stock_levels AFTER INSERT ON skus
	REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION make_stock_levels();
--> statement-breakpoint
-- UUID version 7, for rows that a statement makes by the thousand; PostgreSQL has its own only from 18 on.
CREATE FUNCTION new_id() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
	SELECT encode(
		set_bit(set_bit(overlay(
			uuid_send(gen_random_uuid())
			PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
			FROM 1 FOR 6
		), 52, 1), 53, 1), 'hex')::uuid
$$;
