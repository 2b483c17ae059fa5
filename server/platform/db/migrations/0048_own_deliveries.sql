-- Who says that a parcel of the seller's own has arrived.
ALTER TABLE "packages" ADD COLUMN "delivery_source" text;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_delivery_source_words" CHECK ("packages"."delivery_source" in ('person', 'assumed', 'taken_back')) NOT VALID;
