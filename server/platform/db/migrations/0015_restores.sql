CREATE TABLE "restores" (
	"id" uuid PRIMARY KEY NOT NULL,
	"restored_to" timestamp with time zone NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"reconciled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "restores" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "restores_found" ON "restores" USING btree ("found_at");--> statement-breakpoint
CREATE POLICY "platform" ON "restores" AS PERMISSIVE FOR ALL TO public USING ((select current_setting('app.scope', true)) = 'platform') WITH CHECK ((select current_setting('app.scope', true)) = 'platform');