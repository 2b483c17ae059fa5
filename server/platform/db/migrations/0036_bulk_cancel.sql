-- Several orders can be cancelled at once.
-- allowed: the wider rule follows in this migration
ALTER TABLE "order_batches" DROP CONSTRAINT "order_batches_action_words";--> statement-breakpoint
ALTER TABLE "order_batches" ADD CONSTRAINT "order_batches_action_words" CHECK ("order_batches"."action" in ('acknowledge', 'fulfill', 'hold', 'release', 'cancel')) NOT VALID;
