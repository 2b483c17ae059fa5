-- Parcels that the seller ships himself.
-- allowed: the wider rule follows in this migration
ALTER TABLE "fulfillments" DROP CONSTRAINT "fulfillments_provider_words";--> statement-breakpoint
-- allowed: the wider rule follows in this migration
ALTER TABLE "inventory_snapshots" DROP CONSTRAINT "inventory_snapshots_source_words";--> statement-breakpoint
-- allowed: the wider rule follows in this migration
ALTER TABLE "stock_holds" DROP CONSTRAINT "stock_holds_ending_words";--> statement-breakpoint
-- allowed: the wider rule follows in this migration
ALTER TABLE "stock_levels" DROP CONSTRAINT "stock_levels_source_words";--> statement-breakpoint
ALTER TABLE "packages" ADD COLUMN "tracking_url" text;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_provider_words" CHECK ("fulfillments"."provider" in ('amazon_mcf', 'seller')) NOT VALID;--> statement-breakpoint
ALTER TABLE "inventory_snapshots" ADD CONSTRAINT "inventory_snapshots_source_words" CHECK ("inventory_snapshots"."source" in ('amazon', 'sheet', 'upload', 'undo', 'shipment')) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_ending_words" CHECK ("stock_holds"."ending" in ('counted_by_amazon', 'shipped_by_seller', 'cancelled')) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_source_words" CHECK ("stock_levels"."source" in ('amazon', 'sheet', 'upload', 'undo', 'shipment')) NOT VALID;
