-- Changes whenever a row changes that says who is signed in and what for: the versions of all of them, in one word. A session that
-- a process remembers holds for as long as its stamp does. Asked with every read, and so one row after the other: to set up
-- a join of them all takes twice as long.
CREATE FUNCTION session_stamp(of_sid text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	session record;
	person record;
	company xid;
	settings xid;
	chosen_company xid;
	chosen_settings xid;
BEGIN
	SELECT s.xmin, s.user_id, s.sess ->> 'companyId' AS chosen INTO session FROM sessions s WHERE s.sid = of_sid;
	IF NOT FOUND THEN
		RETURN NULL;
	END IF;
	SELECT u.xmin, u.company_id, u.role INTO person FROM users u WHERE u.id = session.user_id;
	SELECT c.xmin INTO company FROM companies c WHERE c.id = person.company_id;
	SELECT c.xmin INTO settings FROM company_settings c WHERE c.company_id = person.company_id;
	IF person.role = 'admin' THEN
		SELECT c.xmin INTO chosen_company FROM companies c WHERE c.id = session.chosen::uuid;
		SELECT c.xmin INTO chosen_settings FROM company_settings c WHERE c.company_id = session.chosen::uuid;
	END IF;
	RETURN format('%s %s %s %s %s %s', session.xmin, person.xmin, company, settings, chosen_company, chosen_settings);
END
$$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION session_stamp FROM PUBLIC;
