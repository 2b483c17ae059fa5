-- Sender addresses and alert phones that are set already stay unconfirmed: nobody has proven them.
CREATE TABLE "contact_confirmations" (
	"company_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"secret_hash" text,
	"expires_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "contact_confirmations_pkey" PRIMARY KEY("company_id","kind"),
	CONSTRAINT "contact_confirmations_kind_words" CHECK ("contact_confirmations"."kind" in ('mail_sender', 'alert_phone')),
	CONSTRAINT "contact_confirmations_secret_expires" CHECK ("contact_confirmations"."secret_hash" is null or ("contact_confirmations"."expires_at" is not null and "contact_confirmations"."sent_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "contact_confirmations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_counts" (
	"company_id" uuid NOT NULL,
	"counter" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"alarmed_at_percent" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "message_counts_pkey" PRIMARY KEY("company_id","counter"),
	CONSTRAINT "message_counts_counter_words" CHECK ("message_counts"."counter" in ('sms', 'email', 'sender_link', 'phone_code', 'test_mail')),
	CONSTRAINT "message_counts_count_not_negative" CHECK ("message_counts"."count" >= 0),
	CONSTRAINT "message_counts_refused_not_negative" CHECK ("message_counts"."refused" >= 0)
);
--> statement-breakpoint
ALTER TABLE "message_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sender_addresses" (
	"address" text PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sender_addresses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "daily_texts" integer DEFAULT 2000 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "daily_mails" integer DEFAULT 20000 NOT NULL;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "text_countries" text[] DEFAULT '{"US","CA","PR","MX","BR","GB","IE","FR","BE","NL","DE","AT","CH","SE","ES","PT","IT","PL","AU","NZ","JP","SG","IN","TR","AE","SA","EG","ZA"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "contact_confirmations" ADD CONSTRAINT "contact_confirmations_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_counts" ADD CONSTRAINT "message_counts_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sender_addresses" ADD CONSTRAINT "sender_addresses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_confirmations_target" ON "contact_confirmations" USING btree ("target");--> statement-breakpoint
CREATE UNIQUE INDEX "sender_addresses_company" ON "sender_addresses" USING btree ("company_id");--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_daily_texts_not_negative" CHECK ("companies"."daily_texts" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_daily_mails_not_negative" CHECK ("companies"."daily_mails" >= 0) NOT VALID;--> statement-breakpoint
CREATE POLICY "company" ON "contact_confirmations" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform_window" ON "contact_confirmations" AS PERMISSIVE FOR SELECT TO public USING ((select current_setting('app.scope', true)) = 'platform');--> statement-breakpoint
CREATE POLICY "company" ON "message_counts" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform_window" ON "message_counts" AS PERMISSIVE FOR SELECT TO public USING ((select current_setting('app.scope', true)) = 'platform');--> statement-breakpoint
CREATE POLICY "platform" ON "sender_addresses" AS PERMISSIVE FOR ALL TO public USING ((select current_setting('app.scope', true)) = 'platform') WITH CHECK ((select current_setting('app.scope', true)) = 'platform');--> statement-breakpoint
CREATE POLICY "company" ON "sender_addresses" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));