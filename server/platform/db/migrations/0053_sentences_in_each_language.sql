ALTER TABLE "attention_items" ADD COLUMN "sentence" jsonb;--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "sentences" jsonb;