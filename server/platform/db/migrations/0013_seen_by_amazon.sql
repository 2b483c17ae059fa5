-- When Amazon last told of a SKU. Until its next sync that is what the SKU itself says, so nothing is filled in here.
ALTER TABLE "stock_levels" ADD COLUMN "seen_at" timestamp with time zone;
