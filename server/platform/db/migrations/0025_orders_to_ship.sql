-- Searches know the flag "to_ship" too: something is to be sent, and nobody holds the order.
CREATE OR REPLACE FUNCTION orders_matching(company uuid, pattern text, in_status text, of_channel uuid, flagged text)
RETURNS TABLE (id uuid, placed_at timestamptz, external_order_id text, customer_name text, external_number text)
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT o.id, o.placed_at, o.external_order_id, o.customer_name, o.external_number FROM orders o
	WHERE o.company_id = company
		AND (pattern IS NULL OR o.external_order_id ILIKE pattern OR o.customer_name ILIKE pattern OR o.external_number ILIKE pattern)
		AND (in_status IS NULL OR o.status = in_status)
		AND (of_channel IS NULL OR o.channel_id = of_channel)
		AND (flagged IS DISTINCT FROM 'to_ship' OR (
			(o.status IN ('placed', 'acknowledged') OR (o.partial_reason IS NOT NULL AND o.status IN ('sent_to_fulfillment', 'shipped')))
			AND o.held_at IS NULL AND o.channel_hold IS NULL
		))
		AND (flagged IS DISTINCT FROM 'held' OR o.held_at IS NOT NULL
			OR (o.channel_hold IS NOT NULL AND o.status NOT IN ('cancelled', 'delivered')))
		AND (flagged IS DISTINCT FROM 'partial' OR o.partial_reason IS NOT NULL)
		AND (flagged IS DISTINCT FROM 'attention' OR o.id = ANY (ARRAY(
			SELECT a.order_id FROM attention_items a WHERE a.company_id = company AND a.resolved_at IS NULL
		)));
END;
