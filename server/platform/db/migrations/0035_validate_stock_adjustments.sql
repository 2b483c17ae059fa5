-- The wider rules of 0034 hold for every row that was there before.
ALTER TABLE "change_sets" VALIDATE CONSTRAINT "change_sets_kind_words";--> statement-breakpoint
ALTER TABLE "inventory_snapshots" VALIDATE CONSTRAINT "inventory_snapshots_reason_words";--> statement-breakpoint
ALTER TABLE "inventory_snapshots" VALIDATE CONSTRAINT "inventory_snapshots_source_words";--> statement-breakpoint
ALTER TABLE "stock_levels" VALIDATE CONSTRAINT "stock_levels_source_words";
