-- The rule of 0048 holds for every row that was there before.
ALTER TABLE "packages" VALIDATE CONSTRAINT "packages_delivery_source_words";
