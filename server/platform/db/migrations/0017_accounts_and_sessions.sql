-- Accounts end, admins of customers' companies stay in their company, and sessions have an absolute end.

-- allowed: nothing of the release before needs the rule, and no account is without a company from here on
ALTER TABLE "users" DROP CONSTRAINT "users_company_unless_admin";--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "is_provider" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- allowed: one row per open session, written anew in milliseconds
ALTER TABLE "sessions" ADD COLUMN "id" uuid DEFAULT new_id() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "started_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "authenticated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "ip_address" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "provider_session_id" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_active" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "signed_out_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
-- allowed: one row per open session, indexed in milliseconds
CREATE UNIQUE INDEX "sessions_id" ON "sessions" USING btree ("id");--> statement-breakpoint
-- allowed: one row per open session, indexed in milliseconds
CREATE INDEX "sessions_provider" ON "sessions" USING btree ("provider_session_id");--> statement-breakpoint
-- allowed: one row per person, checked in milliseconds
ALTER TABLE "users" ADD CONSTRAINT "users_removed_inactive" CHECK ("users"."removed_at" is null or not "users"."is_active");--> statement-breakpoint
CREATE POLICY "company_insert" ON "users" AS PERMISSIVE FOR INSERT TO public WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company_update" ON "users" AS PERMISSIVE FOR UPDATE TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint

-- Who is provider staff. Until now every admin was: nobody gains access. Admins without a company get the provider's company; where
-- there are none, the company of the first admin is the provider's. Admins of other companies keep their company only.
SELECT set_config('app.scope', 'platform', true), set_config('app.company_id', new_id()::text, true);--> statement-breakpoint
-- allowed: at most one new row
INSERT INTO companies (id, name, is_provider)
SELECT current_setting('app.company_id')::uuid, split_part(email, '@', 2), true
FROM users WHERE company_id IS NULL ORDER BY created_at, id LIMIT 1;--> statement-breakpoint
-- allowed: at most one new row
INSERT INTO company_settings (company_id) SELECT id FROM companies WHERE is_provider;--> statement-breakpoint
-- allowed: the few accounts of provider staff
UPDATE users SET company_id = (SELECT id FROM companies WHERE is_provider) WHERE company_id IS NULL;--> statement-breakpoint
-- allowed: at most one row
UPDATE companies SET is_provider = true WHERE NOT EXISTS (SELECT FROM companies WHERE is_provider)
	AND id = (SELECT company_id FROM users WHERE role = 'admin' ORDER BY created_at, id LIMIT 1);--> statement-breakpoint
SELECT set_config('app.scope', '', true), set_config('app.company_id', '', true);--> statement-breakpoint
-- allowed: one row per person, checked in milliseconds
ALTER TABLE "users" ALTER COLUMN "company_id" SET NOT NULL;--> statement-breakpoint

-- As before, but only provider staff work in a company that they have chosen.
CREATE OR REPLACE FUNCTION session_stamp(of_sid text) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	session record;
	person record;
	company record;
	settings xid;
	chosen_company xid;
	chosen_settings xid;
BEGIN
	SELECT s.xmin, s.user_id, s.sess ->> 'companyId' AS chosen INTO session FROM sessions s WHERE s.sid = of_sid;
	IF NOT FOUND THEN
		RETURN NULL;
	END IF;
	SELECT u.xmin, u.company_id, u.role INTO person FROM users u WHERE u.id = session.user_id;
	SELECT c.xmin, c.is_provider INTO company FROM companies c WHERE c.id = person.company_id;
	SELECT c.xmin INTO settings FROM company_settings c WHERE c.company_id = person.company_id;
	IF person.role = 'admin' AND company.is_provider THEN
		SELECT c.xmin INTO chosen_company FROM companies c WHERE c.id = session.chosen::uuid;
		SELECT c.xmin INTO chosen_settings FROM company_settings c WHERE c.company_id = session.chosen::uuid;
	END IF;
	RETURN format('%s %s %s %s %s %s', session.xmin, person.xmin, company.xmin, settings, chosen_company, chosen_settings);
END
$$;--> statement-breakpoint

-- Ids of removed accounts, whose names the history must not show. Their rows are hidden from a company when they were provider staff.
CREATE FUNCTION removed_accounts() RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
	RETURN QUERY SELECT u.id FROM users u WHERE u.removed_at IS NOT NULL;
END
$$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION removed_accounts FROM PUBLIC;
