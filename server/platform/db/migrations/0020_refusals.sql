-- How often someone or something was refused. The server creates the rows; nothing has to be filled in.
CREATE TABLE "refusal_counts" (
	"source_type" text NOT NULL,
	"source" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"company_id" uuid,
	"name" text,
	"count" integer NOT NULL,
	"notified_at" timestamp with time zone,
	CONSTRAINT "refusal_counts_pkey" PRIMARY KEY("source_type","source","starts_at"),
	CONSTRAINT "refusal_counts_source_type_words" CHECK ("refusal_counts"."source_type" in ('person', 'key', 'network')),
	CONSTRAINT "refusal_counts_count_not_negative" CHECK ("refusal_counts"."count" >= 0)
);
--> statement-breakpoint
ALTER TABLE "refusal_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "refusal_counts_newest" ON "refusal_counts" USING btree ("starts_at");--> statement-breakpoint
CREATE POLICY "platform" ON "refusal_counts" AS PERMISSIVE FOR ALL TO public USING ((select current_setting('app.scope', true)) = 'platform') WITH CHECK ((select current_setting('app.scope', true)) = 'platform');