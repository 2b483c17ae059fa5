-- Emails about security, written with the audit entry that they are about. Nothing is sent for what happened before.
CREATE TABLE "security_notices" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"former_addresses" text DEFAULT '' NOT NULL,
	"handed_to" text[] DEFAULT '{}' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"outcome" text,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "security_notices_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "security_notices_kind_words" CHECK ("security_notices"."kind" in ('sign_in', 'key', 'sender', 'export', 'account', 'invitation')),
	CONSTRAINT "security_notices_outcome_words" CHECK ("security_notices"."outcome" in ('sent', 'summarized', 'limited', 'failed')),
	CONSTRAINT "security_notices_tries_not_negative" CHECK ("security_notices"."tries" >= 0)
);
--> statement-breakpoint
ALTER TABLE "security_notices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "security_notices" ADD CONSTRAINT "security_notices_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_notices_open" ON "security_notices" USING btree ("created_at","id") WHERE "security_notices"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "security_notices_closed" ON "security_notices" USING btree ("closed_at");--> statement-breakpoint
CREATE POLICY "company" ON "security_notices" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "security_notices" AS PERMISSIVE FOR ALL TO public USING ((select current_setting('app.scope', true)) = 'platform') WITH CHECK ((select current_setting('app.scope', true)) = 'platform');