ALTER TABLE "channels" ADD COLUMN "feed_key" text;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "feed_refused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "public_handles" ADD COLUMN "is_feed_key" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- As in 0007, and a channel's feed key opens inventory.read only: its address lies at merchant centers and in their logs.
CREATE OR REPLACE FUNCTION key_holder(shown text, at timestamptz) RETURNS TABLE (company_id uuid, channel_id uuid, key_id uuid, name text, scopes text[])
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	holder record;
BEGIN
	PERFORM set_config('app.scope', 'platform', true), set_config('app.company_id', '', true);
	SELECT h.company_id, h.channel_id, h.api_key_id, h.is_feed_key INTO holder
	FROM public_handles h JOIN companies c ON c.id = h.company_id AND c.is_active
	WHERE h.handle = shown AND (h.expires_at IS NULL OR h.expires_at > at);
	PERFORM set_config('app.scope', '', true), set_config('app.company_id', coalesce(holder.company_id::text, ''), true);
	RETURN QUERY
	SELECT c.company_id, c.id, c.id, c.name, CASE WHEN holder.is_feed_key THEN ARRAY['inventory.read'] END FROM channels c
	WHERE c.company_id = holder.company_id AND c.id = holder.channel_id AND c.is_active
	UNION ALL
	SELECT k.company_id, NULL, k.id, k.name, k.scopes FROM api_keys k
	WHERE k.company_id = holder.company_id AND k.id = holder.api_key_id AND k.revoked_at IS NULL
		AND (k.expires_at IS NULL OR k.expires_at > at);
	PERFORM set_config('app.company_id', '', true);
END
$$;
