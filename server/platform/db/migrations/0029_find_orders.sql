-- The words of a text as patterns, those first that the index tells apart best; `#1043` and `Cortez,` are sought as 1043 and Cortez.
CREATE FUNCTION order_patterns(sought text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
	SELECT array_agg('%' || pattern_of(word) || '%' ORDER BY length(regexp_replace(word, '[^a-zA-Z0-9]', '', 'g')) DESC, word)
	FROM (
		SELECT DISTINCT coalesce(nullif(rtrim(ltrim(typed, '#'), ',;'), ''), typed) AS word
		FROM regexp_split_to_table(sought, '\s+') AS typed WHERE typed <> ''
	) AS words
$$;--> statement-breakpoint
-- Orders that contain all of the patterns, in any order. The first three are looked up in the index, which is enough to find few.
CREATE FUNCTION orders_containing(company uuid, patterns text[], in_status text, of_channel uuid)
RETURNS TABLE (id uuid, placed_at timestamptz, document text)
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT s.order_id, s.placed_at, s.document FROM order_search s
	WHERE s.company_id = company AND s.document ILIKE patterns[1]
		AND (patterns[2] IS NULL OR s.document ILIKE patterns[2])
		AND (patterns[3] IS NULL OR s.document ILIKE patterns[3])
		AND s.document ILIKE ALL (patterns[4:])
		AND (in_status IS NULL AND of_channel IS NULL OR EXISTS (
			SELECT FROM orders o WHERE o.company_id = company AND o.id = s.order_id
				AND (in_status IS NULL OR o.status = in_status) AND (of_channel IS NULL OR o.channel_id = of_channel)
		));
END;--> statement-breakpoint
-- As before: what is common shows among the newest, anything else is found by the index. Flagged orders are few, so all are read.
-- OFFSET 0: the text of each of the newest is looked up by its key; a plan that reads all texts would look cheaper than it is.
CREATE OR REPLACE FUNCTION search_orders(sought text, in_status text, of_channel uuid, flagged text, before_at timestamptz, before_id uuid,
	most integer, counts boolean) RETURNS TABLE (total bigint, ids uuid[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
	company uuid := nullif(current_setting('app.company_id', true), '')::uuid;
	patterns text[] := order_patterns(sought);
	newest uuid[];
BEGIN
	IF flagged IS NOT NULL THEN
		RETURN QUERY WITH found AS MATERIALIZED (
			SELECT m.id, m.placed_at FROM orders_matching(company, NULL, in_status, of_channel, flagged) m
			CROSS JOIN LATERAL (SELECT s.document FROM order_search s WHERE s.company_id = company AND s.order_id = m.id OFFSET 0) AS s
			WHERE s.document ILIKE ALL (patterns)
		)
		SELECT count(*), ARRAY(
			SELECT f.id FROM found f WHERE before_at IS NULL OR (f.placed_at, f.id) < (before_at, before_id)
			ORDER BY f.placed_at DESC, f.id DESC LIMIT most
		) FROM found;
		RETURN;
	END IF;
	newest := ARRAY(
		SELECT o.id FROM (
			SELECT n.id, n.placed_at FROM orders_matching(company, NULL, in_status, of_channel, NULL) n
			WHERE before_at IS NULL OR (n.placed_at, n.id) < (before_at, before_id)
			ORDER BY n.placed_at DESC, n.id DESC LIMIT most * 4
		) AS o
		CROSS JOIN LATERAL (SELECT s.document FROM order_search s WHERE s.company_id = company AND s.order_id = o.id OFFSET 0) AS s
		WHERE s.document ILIKE ALL (patterns)
		ORDER BY o.placed_at DESC, o.id DESC LIMIT most
	);
	IF cardinality(newest) = most AND counts THEN
		RETURN QUERY SELECT count(*), newest FROM orders_containing(company, patterns, in_status, of_channel);
	ELSIF cardinality(newest) = most THEN
		RETURN QUERY SELECT NULL::bigint, newest;
	ELSE
		RETURN QUERY WITH found AS MATERIALIZED (
			SELECT m.id, m.placed_at FROM orders_containing(company, patterns, in_status, of_channel) m
		)
		SELECT count(*), ARRAY(
			SELECT f.id FROM found f WHERE before_at IS NULL OR (f.placed_at, f.id) < (before_at, before_id)
			ORDER BY f.placed_at DESC, f.id DESC LIMIT most
		) FROM found;
	END IF;
END
$$;--> statement-breakpoint
-- May read by the index only: a guess that a text is common would have it read everything. The index knows no text of fewer than three
-- letters but at the beginnings of words, and no letters beyond ASCII: `looked_up` has the patterns that it knows.
CREATE FUNCTION orders_by_index(company uuid, looked_up text[], patterns text[]) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_seqscan = off SET enable_indexscan = off AS $$
BEGIN
	RETURN QUERY SELECT o.id FROM orders_containing(company, looked_up, NULL, NULL) o WHERE o.document ILIKE ALL (patterns) LIMIT 2000;
END
$$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION find_orders(sought text, most integer) RETURNS TABLE (order_ids uuid[], customer_order_ids uuid[])
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET plan_cache_mode = force_custom_plan
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
	company uuid := nullif(current_setting('app.company_id', true), '')::uuid;
	patterns text[] := order_patterns(sought);
	number text := coalesce(nullif(ltrim(sought, '#'), ''), sought);
	looked_up text[] := ARRAY(
		SELECT CASE WHEN p ~ '[A-Za-z0-9]{3}' THEN p ELSE '% ' || substr(p, 2) END
		FROM unnest(patterns) WITH ORDINALITY AS words(p, place) WHERE p ~ '[A-Za-z0-9]{3}|^%[A-Za-z0-9]' ORDER BY place
	);
	begun uuid[] := ARRAY(SELECT o.id FROM orders_beginning(company, number, most) o);
	found uuid[] := ARRAY(
		SELECT n.id FROM (
			SELECT o.id FROM orders o WHERE o.company_id = company
			ORDER BY o.placed_at DESC, o.id DESC LIMIT CASE WHEN cardinality(looked_up) > 0 THEN 500 ELSE 10000 END
		) AS n
		CROSS JOIN LATERAL (SELECT s.document FROM order_search s WHERE s.company_id = company AND s.order_id = n.id OFFSET 0) AS s
		WHERE s.document ILIKE ALL (patterns)
	);
BEGIN
	-- Orders whose number begins with the text come first, so enough of them are the answer.
	IF cardinality(found) < most * 4 AND how_many(begun) < most AND cardinality(looked_up) > 0 THEN
		found := found || ARRAY(SELECT orders_by_index(company, looked_up, patterns));
	END IF;
	RETURN QUERY SELECT ARRAY(
		SELECT o.id FROM (SELECT DISTINCT hit FROM unnest(begun || found) AS hit) AS hits
		JOIN orders o ON o.company_id = company AND o.id = hits.hit
		ORDER BY lower(number) IN (lower(o.external_order_id), lower(o.order_number), lower(ltrim(coalesce(o.external_number, ''), '#'))) DESC,
			o.id = ANY (begun) OR starts_with(lower(o.external_order_id), lower(number))
				OR starts_with(lower(ltrim(coalesce(o.external_number, ''), '#')), lower(number))
				OR starts_with(lower(coalesce(o.customer_name, '')), lower(sought)) DESC,
			o.placed_at DESC, o.id DESC
		LIMIT most
	), ARRAY(
		SELECT p.id FROM (
			SELECT DISTINCT ON (o.customer_id) o.id, o.placed_at, o.customer_name FROM unnest(found) AS hit
			JOIN orders o ON o.company_id = company AND o.id = hit
			WHERE o.customer_id IS NOT NULL AND o.customer_name ILIKE ALL (patterns)
			ORDER BY o.customer_id, o.placed_at DESC, o.id DESC
		) AS p
		ORDER BY starts_with(lower(p.customer_name), lower(sought)) DESC, p.placed_at DESC, p.id DESC LIMIT most
	);
END
$$;--> statement-breakpoint
-- allowed: only the find_orders of before called it
DROP FUNCTION orders_by_index(uuid, text, text, text);
