ALTER TABLE "webhook_events" ADD COLUMN "fetch_after" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "fetch_failures" integer DEFAULT 0 NOT NULL;