-- Accounts of the current company whose seller account another company is connected to as well, with the marketplaces that both count.
-- Only accounts that Amazon lets us into: nobody learns of a seller by typing an id. It names no other company.
CREATE FUNCTION shared_seller_accounts() RETURNS TABLE (integration_id uuid, marketplace_ids text[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	RETURN QUERY
	SELECT own.id, array_agg(DISTINCT market.id ORDER BY market.id)
	FROM amazon_integrations own
	JOIN amazon_integrations other ON other.seller_id = own.seller_id AND other.region = own.region
		AND other.company_id <> own.company_id AND other.is_active AND other.disconnected_at IS NULL
	CROSS JOIN LATERAL unnest(own.marketplace_ids) AS market(id)
	WHERE own.company_id = nullif(current_setting('app.company_id', true), '')::uuid
		AND own.is_active AND own.disconnected_at IS NULL AND market.id = ANY (other.marketplace_ids)
	GROUP BY own.id;
END
$$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION shared_seller_accounts FROM PUBLIC;--> statement-breakpoint
CREATE POLICY "owner_window" ON "amazon_integrations" AS PERMISSIVE FOR SELECT TO CURRENT_ROLE USING (true);
