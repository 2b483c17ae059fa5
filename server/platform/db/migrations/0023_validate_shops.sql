-- The wider rules of 0022 hold for every row that was there before.
ALTER TABLE "attention_items" VALIDATE CONSTRAINT "attention_items_code_words";--> statement-breakpoint
ALTER TABLE "channels" VALIDATE CONSTRAINT "channels_type_words";--> statement-breakpoint
ALTER TABLE "listings" VALIDATE CONSTRAINT "listings_sync_status_words";--> statement-breakpoint
ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_channel_hold_words";
