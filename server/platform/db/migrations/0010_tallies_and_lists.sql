CREATE TABLE "catalogue_tallies" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"products" bigint NOT NULL,
	"active_skus" bigint NOT NULL,
	CONSTRAINT "catalogue_tallies_pkey" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "catalogue_tallies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "catalogue_tallies" ADD CONSTRAINT "catalogue_tallies_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "listing_changes_newest" ON "listing_changes" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "listing_changes_rejected" ON "listing_changes" USING btree ("company_id","created_at","id") WHERE "listing_changes"."outcome" = 'rejected';--> statement-breakpoint
CREATE INDEX "webhook_events_troubled" ON "webhook_events" USING btree ("company_id","channel_id","created_at","id") WHERE "webhook_events"."is_verified" and "webhook_events"."error" is not null;--> statement-breakpoint
CREATE POLICY "company" ON "catalogue_tallies" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
-- How many products and active SKUs there are is noted by triggers. Whoever adds a change takes the company's earlier ones into it,
-- but for those that somebody else is just taking: so they stay few, no writer forgets and none waits.
CREATE FUNCTION tally_catalogue(company uuid, of_products bigint, of_skus bigint) RETURNS void
LANGUAGE sql SET search_path = public, pg_temp AS $$
	WITH taken AS (
		DELETE FROM catalogue_tallies t
		USING (SELECT id FROM catalogue_tallies WHERE company_id = company FOR UPDATE SKIP LOCKED) AS free
		WHERE t.company_id = company AND t.id = free.id
		RETURNING t.products, t.active_skus
	)
	INSERT INTO catalogue_tallies (company_id, id, products, active_skus)
	SELECT company, new_id(), of_products + coalesce(sum(products), 0), of_skus + coalesce(sum(active_skus), 0) FROM taken
$$;--> statement-breakpoint
CREATE FUNCTION tally_products() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM tally_catalogue(company_id, count(*), 0) FROM changed GROUP BY company_id;
	ELSE
		PERFORM tally_catalogue(company_id, -count(*), 0) FROM before GROUP BY company_id;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER products_tally_added AFTER INSERT ON products
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_products();--> statement-breakpoint
CREATE TRIGGER products_tally_removed AFTER DELETE ON products
	REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION tally_products();--> statement-breakpoint
CREATE FUNCTION tally_skus() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		PERFORM tally_catalogue(company_id, 0, count(*)) FROM changed WHERE is_active GROUP BY company_id;
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM tally_catalogue(company_id, 0, -count(*)) FROM before WHERE is_active GROUP BY company_id;
	ELSE
		PERFORM tally_catalogue(company_id, 0, sum(change)) FROM (
			SELECT company_id, 1 AS change FROM changed WHERE is_active
			UNION ALL SELECT company_id, -1 FROM before WHERE is_active
		) AS moved
		GROUP BY company_id HAVING sum(change) <> 0;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER skus_tally_added AFTER INSERT ON skus
	REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_skus();--> statement-breakpoint
CREATE TRIGGER skus_tally_moved AFTER UPDATE ON skus
	REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION tally_skus();--> statement-breakpoint
CREATE TRIGGER skus_tally_removed AFTER DELETE ON skus
	REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION tally_skus();--> statement-breakpoint
-- The triggers' locks keep writers out until this is committed, so that every row is counted once.
INSERT INTO catalogue_tallies (company_id, id, products, active_skus)
	SELECT company_id, new_id(), sum(products), sum(active_skus) FROM (
		SELECT company_id, 1 AS products, 0 AS active_skus FROM products
		UNION ALL SELECT company_id, 0, 1 FROM skus WHERE is_active
	) AS counted
	GROUP BY company_id;
