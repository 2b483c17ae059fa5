-- The wider rules of 0026 hold for every row that was there before.
ALTER TABLE "fulfillments" VALIDATE CONSTRAINT "fulfillments_provider_words";--> statement-breakpoint
ALTER TABLE "inventory_snapshots" VALIDATE CONSTRAINT "inventory_snapshots_source_words";--> statement-breakpoint
ALTER TABLE "stock_levels" VALIDATE CONSTRAINT "stock_levels_source_words";--> statement-breakpoint
ALTER TABLE "stock_holds" VALIDATE CONSTRAINT "stock_holds_ending_words";
