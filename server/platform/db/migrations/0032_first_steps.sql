ALTER TABLE "company_settings" ADD COLUMN "buffer_chosen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "tested_order_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "first_steps_hidden_at" timestamp with time zone;--> statement-breakpoint
-- allowed: one row per company; whoever has orders already is past the first hour
UPDATE "company_settings" s SET "first_steps_hidden_at" = now() WHERE EXISTS (SELECT FROM "orders" o WHERE o.company_id = s.company_id);
