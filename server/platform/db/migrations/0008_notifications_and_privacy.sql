CREATE TABLE "audit_chain" (
	"company_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"entry_id" uuid NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "audit_chain_pkey" PRIMARY KEY("company_id","seq")
);
--> statement-breakpoint
ALTER TABLE "audit_chain" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "alerts_told" (
	"company_id" uuid NOT NULL,
	"type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"notification_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alerts_told_pkey" PRIMARY KEY("company_id","type","subject_id","since"),
	CONSTRAINT "alerts_told_type_words" CHECK ("alerts_told"."type" in ('order_placed', 'order_shipped', 'order_delivered', 'order_cancelled', 'stock_alert', 'job_failed', 'review_request'))
);
--> statement-breakpoint
ALTER TABLE "alerts_told" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "vault_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vault_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "notifications_held";--> statement-breakpoint
ALTER TABLE "notification_templates" ADD COLUMN "audience" text DEFAULT 'customer' NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "recipient_hash" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "due_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "resend_of" uuid;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "is_master" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "alert_email" text;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "alert_phone" text;--> statement-breakpoint
ALTER TABLE "company_settings" ADD COLUMN "mail_sender_name" text;--> statement-breakpoint
ALTER TABLE "alerts_told" ADD CONSTRAINT "alerts_told_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts_told" ADD CONSTRAINT "alerts_told_notification_id_fkey" FOREIGN KEY ("company_id","notification_id") REFERENCES "public"."notifications"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_chain_entry" ON "audit_chain" USING btree ("company_id","entry_id");--> statement-breakpoint
CREATE INDEX "alerts_told_notification_id" ON "alerts_told" USING btree ("company_id","notification_id");--> statement-breakpoint
CREATE INDEX "notification_opt_outs_recipient" ON "notification_opt_outs" USING btree ("recipient_hash","company_id");--> statement-breakpoint
CREATE INDEX "notifications_type" ON "notifications" USING btree ("company_id","type","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unsent" ON "notifications" USING btree ("company_id","status","created_at","id") WHERE "notifications"."status" <> 'sent';--> statement-breakpoint
CREATE INDEX "notifications_own" ON "notifications" USING btree ("company_id","created_at","id") WHERE "notifications"."audience" = 'owner';--> statement-breakpoint
CREATE INDEX "notifications_due" ON "notifications" USING btree ("company_id","due_at") WHERE "notifications"."status" in ('pending', 'held');--> statement-breakpoint
CREATE INDEX "notifications_recipient" ON "notifications" USING btree ("recipient_hash","company_id");--> statement-breakpoint
CREATE INDEX "notifications_to_erase" ON "notifications" USING btree ("company_id","created_at") WHERE "notifications"."recipient" <> '';--> statement-breakpoint
CREATE INDEX "webhook_events_to_erase" ON "webhook_events" USING btree ("company_id","created_at") WHERE "webhook_events"."payload" <> '';--> statement-breakpoint
CREATE INDEX "channel_deliveries_to_erase" ON "channel_deliveries" USING btree ("company_id","created_at") WHERE "channel_deliveries"."payload" <> '';--> statement-breakpoint
CREATE INDEX "orders_placed_by_id" ON "orders" USING btree ("company_id","id","placed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_master" ON "api_keys" USING btree ("company_id") WHERE "api_keys"."is_master" and "api_keys"."replaced_at" is null and "api_keys"."revoked_at" is null;--> statement-breakpoint
ALTER TABLE "notification_templates" DROP CONSTRAINT "notification_templates_pkey";
--> statement-breakpoint
ALTER TABLE "notification_templates" ADD CONSTRAINT "notification_templates_pkey" PRIMARY KEY("company_id","audience","type","method");--> statement-breakpoint
ALTER TABLE "notification_templates" ADD CONSTRAINT "notification_templates_audience_words" CHECK ("notification_templates"."audience" in ('owner', 'customer'));--> statement-breakpoint
CREATE POLICY "company" ON "audit_chain" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "audit_chain" AS PERMISSIVE FOR ALL TO public USING ((select current_setting('app.scope', true)) = 'platform') WITH CHECK ((select current_setting('app.scope', true)) = 'platform');--> statement-breakpoint
CREATE POLICY "company" ON "alerts_told" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "vault_secrets" AS PERMISSIVE FOR ALL TO public USING ((select current_setting('app.scope', true)) = 'platform') WITH CHECK ((select current_setting('app.scope', true)) = 'platform');--> statement-breakpoint
-- Nobody waits any more for what was written before messages were sent at all.
ALTER TABLE "notifications" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "notifications" SET "status" = 'skipped', "error" = 'Written before messages were sent' WHERE "status" IN ('pending', 'held');--> statement-breakpoint
ALTER TABLE "notifications" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Whoever answers STOP or START names a number; the function says who has written to it, or knows that it wants nothing.
CREATE POLICY "owner_window" ON "notifications" AS PERMISSIVE FOR SELECT TO CURRENT_ROLE USING (true);--> statement-breakpoint
CREATE POLICY "owner_window" ON "notification_opt_outs" AS PERMISSIVE FOR SELECT TO CURRENT_ROLE USING (true);--> statement-breakpoint
CREATE FUNCTION companies_that_wrote_to(hash text) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT company_id FROM notifications WHERE recipient_hash = hash
	UNION SELECT company_id FROM notification_opt_outs WHERE recipient_hash = hash
$$;--> statement-breakpoint
REVOKE EXECUTE ON FUNCTION companies_that_wrote_to FROM PUBLIC;--> statement-breakpoint
-- Every column counts, and the hash of the entry before. A text that depends on nothing but the values.
CREATE FUNCTION audit_entry_hash(before text, e audit_log) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
	SELECT encode(sha256(convert_to(before || jsonb_build_array(e.company_id, e.id, e.actor_type, e.user_id, e.actor_name, e.action,
		e.resource, e.resource_id, e.changes, e.ip_address, e.user_agent, e.request_id, extract(epoch FROM e.created_at))::text, 'UTF8')), 'hex')
$$;--> statement-breakpoint
-- Runs when the entry's transaction commits: two at once wait for each other as short as can be, and no lock is taken after this one.
CREATE FUNCTION chain_audit_entry() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	last record;
BEGIN
	PERFORM pg_advisory_xact_lock(hashtextextended('audit_chain ' || NEW.company_id, 0));
	SELECT c.seq, c.hash INTO last FROM audit_chain c WHERE c.company_id = NEW.company_id ORDER BY c.seq DESC LIMIT 1;
	INSERT INTO audit_chain (company_id, seq, entry_id, hash)
		VALUES (NEW.company_id, coalesce(last.seq, 0) + 1, NEW.id, audit_entry_hash(coalesce(last.hash, ''), NEW));
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "audit_log_chained" AFTER INSERT ON "audit_log"
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();--> statement-breakpoint
-- What was written before gets its place too, oldest first. The trigger's lock keeps writers out until this is committed.
ALTER TABLE "audit_log" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
DO $$
DECLARE
	e audit_log;
	company uuid;
	place bigint;
	before text;
BEGIN
	FOR e IN SELECT * FROM audit_log ORDER BY company_id, created_at, id LOOP
		IF company IS DISTINCT FROM e.company_id THEN
			company := e.company_id;
			place := 0;
			before := '';
		END IF;
		place := place + 1;
		before := audit_entry_hash(before, e);
		INSERT INTO audit_chain (company_id, seq, entry_id, hash) VALUES (company, place, e.id, before);
	END LOOP;
END
$$;--> statement-breakpoint
ALTER TABLE "audit_log" FORCE ROW LEVEL SECURITY;
