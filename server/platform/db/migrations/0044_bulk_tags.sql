-- Several orders can be tagged and assigned at once, also all that match a filter.
-- allowed: the wider rule follows in this migration
ALTER TABLE "order_batches" DROP CONSTRAINT "order_batches_action_words";--> statement-breakpoint
ALTER TABLE "order_batches" ADD COLUMN "add_tag_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_batches" ADD COLUMN "remove_tag_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "order_batches" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "order_batches" ADD CONSTRAINT "order_batches_action_words" CHECK ("order_batches"."action" in ('acknowledge', 'fulfill', 'hold', 'release', 'cancel', 'tag', 'assign')) NOT VALID;
