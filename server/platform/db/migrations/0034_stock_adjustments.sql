-- The quantity of one SKU, typed with a reason.
-- allowed: the wider rule follows in this migration
ALTER TABLE "change_sets" DROP CONSTRAINT "change_sets_kind_words";--> statement-breakpoint
-- allowed: the wider rule follows in this migration
ALTER TABLE "inventory_snapshots" DROP CONSTRAINT "inventory_snapshots_source_words";--> statement-breakpoint
-- allowed: the wider rule follows in this migration
ALTER TABLE "stock_levels" DROP CONSTRAINT "stock_levels_source_words";--> statement-breakpoint
ALTER TABLE "inventory_snapshots" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "inventory_snapshots" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_kind_words" CHECK ("change_sets"."kind" in ('upload', 'sheet', 'bulk_action', 'undo', 'adjustment')) NOT VALID;--> statement-breakpoint
ALTER TABLE "inventory_snapshots" ADD CONSTRAINT "inventory_snapshots_reason_words" CHECK ("inventory_snapshots"."reason" in ('counted', 'received', 'returned', 'damaged', 'lost', 'correction', 'other')) NOT VALID;--> statement-breakpoint
ALTER TABLE "inventory_snapshots" ADD CONSTRAINT "inventory_snapshots_source_words" CHECK ("inventory_snapshots"."source" in ('amazon', 'sheet', 'upload', 'undo', 'shipment', 'adjustment')) NOT VALID;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_source_words" CHECK ("stock_levels"."source" in ('amazon', 'sheet', 'upload', 'undo', 'shipment', 'adjustment')) NOT VALID;
