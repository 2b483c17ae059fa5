-- What a channel left out of an order's amounts; null for orders that came before this was noted.
ALTER TABLE "orders" ADD COLUMN "amount_origins" jsonb;
