DROP INDEX "promotion_reservations_channel_id";--> statement-breakpoint
DROP INDEX "promotion_redemptions_newest";--> statement-breakpoint
DROP INDEX "promotion_reservations_cart";--> statement-breakpoint
ALTER TABLE "promotion_reservations" ALTER COLUMN "channel_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "promotion_redemptions_by_day" ON "promotion_redemptions" USING btree ("company_id","redeemed_at") WHERE "promotion_redemptions"."released_at" is null;--> statement-breakpoint
CREATE INDEX "promotions_automatic" ON "promotions" USING btree ("company_id","id") WHERE "promotions"."code" is null and "promotions"."is_active";--> statement-breakpoint
CREATE INDEX "promotion_redemptions_newest" ON "promotion_redemptions" USING btree ("company_id","promotion_id","redeemed_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_reservations_cart" ON "promotion_reservations" USING btree ("company_id","channel_id","cart_reference","promotion_id");--> statement-breakpoint
-- Whose key this is, while it, its channel and its company are good. A program that calls shows nothing but its key, and each
-- of its calls begins with this: one statement, which opens the walls one after the other as two transactions would.
CREATE FUNCTION key_holder(shown text, at timestamptz) RETURNS TABLE (company_id uuid, channel_id uuid, key_id uuid, name text, scopes text[])
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	holder record;
BEGIN
	PERFORM set_config('app.scope', 'platform', true), set_config('app.company_id', '', true);
	SELECT h.company_id, h.channel_id, h.api_key_id INTO holder
	FROM public_handles h JOIN companies c ON c.id = h.company_id AND c.is_active
	WHERE h.handle = shown AND (h.expires_at IS NULL OR h.expires_at > at);
	PERFORM set_config('app.scope', '', true), set_config('app.company_id', coalesce(holder.company_id::text, ''), true);
	RETURN QUERY
	SELECT c.company_id, c.id, c.id, c.name, NULL::text[] FROM channels c
	WHERE c.company_id = holder.company_id AND c.id = holder.channel_id AND c.is_active
	UNION ALL
	SELECT k.company_id, NULL, k.id, k.name, k.scopes FROM api_keys k
	WHERE k.company_id = holder.company_id AND k.id = holder.api_key_id AND k.revoked_at IS NULL
		AND (k.expires_at IS NULL OR k.expires_at > at);
	PERFORM set_config('app.company_id', '', true);
END
$$;
