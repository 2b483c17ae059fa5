-- What processes share while there is no Redis. It may be lost at any time, so nothing waits for a disk to have it.
CREATE UNLOGGED TABLE "shared_tallies" (
	"ends_at" timestamp with time zone NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "shared_tallies_ends_at_key_pk" PRIMARY KEY("ends_at","key")
);
--> statement-breakpoint
ALTER TABLE "shared_tallies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNLOGGED TABLE "shared_texts" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shared_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNLOGGED TABLE "shared_turns" (
	"key" text PRIMARY KEY NOT NULL,
	"free_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shared_turns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "shared_turns_free" ON "shared_turns" USING btree ("free_at");--> statement-breakpoint
CREATE POLICY "platform" ON "shared_tallies" AS PERMISSIVE FOR ALL TO public USING ((select current_setting('app.scope', true)) = 'platform') WITH CHECK ((select current_setting('app.scope', true)) = 'platform');--> statement-breakpoint
CREATE POLICY "platform" ON "shared_texts" AS PERMISSIVE FOR ALL TO public USING ((select current_setting('app.scope', true)) = 'platform') WITH CHECK ((select current_setting('app.scope', true)) = 'platform');--> statement-breakpoint
CREATE POLICY "platform" ON "shared_turns" AS PERMISSIVE FOR ALL TO public USING ((select current_setting('app.scope', true)) = 'platform') WITH CHECK ((select current_setting('app.scope', true)) = 'platform');