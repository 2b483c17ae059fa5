-- The wider rule of 0036 holds for every row that was there before.
ALTER TABLE "order_batches" VALIDATE CONSTRAINT "order_batches_action_words";
