CREATE TABLE "stock_differences" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"here_available" integer,
	"here_reserved" integer,
	"here_inbound" integer,
	"amazon_available" integer,
	"amazon_reserved" integer,
	"amazon_inbound" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_differences_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "stock_differences_cause_words" CHECK ("stock_differences"."cause" in ('changed_since', 'missed', 'typed_here', 'missing_on_amazon', 'new_on_amazon'))
);
--> statement-breakpoint
ALTER TABLE "stock_differences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sync_schedules" (
	"company_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_schedules_pkey" PRIMARY KEY("company_id","integration_id","kind"),
	CONSTRAINT "sync_schedules_kind_words" CHECK ("sync_schedules"."kind" in ('inventory', 'catalog', 'two_way', 'fulfillment', 'drift'))
);
--> statement-breakpoint
ALTER TABLE "sync_schedules" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "skus" ADD COLUMN "amazon_integration_id" uuid;--> statement-breakpoint
ALTER TABLE "skus" ADD COLUMN "amazon_marketplace_id" text;--> statement-breakpoint
ALTER TABLE "amazon_integrations" ADD COLUMN "disconnected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD COLUMN "rows_created" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD COLUMN "rows_missing" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD COLUMN "rows_elsewhere" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD COLUMN "differences" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD COLUMN "requested_by" text DEFAULT 'Lockstep' NOT NULL;--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD COLUMN "job_id" uuid;--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD COLUMN "checkpoint" jsonb;--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_differences" ADD CONSTRAINT "stock_differences_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_differences" ADD CONSTRAINT "stock_differences_run_id_fkey" FOREIGN KEY ("company_id","run_id") REFERENCES "public"."marketplace_sync_runs"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_differences" ADD CONSTRAINT "stock_differences_sku_id_fkey" FOREIGN KEY ("company_id","sku_id") REFERENCES "public"."skus"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_schedules" ADD CONSTRAINT "sync_schedules_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_schedules" ADD CONSTRAINT "sync_schedules_integration_id_fkey" FOREIGN KEY ("company_id","integration_id") REFERENCES "public"."amazon_integrations"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_differences_sku_id" ON "stock_differences" USING btree ("company_id","sku_id");--> statement-breakpoint
CREATE INDEX "stock_differences_of_run" ON "stock_differences" USING btree ("company_id","run_id","sku_id");--> statement-breakpoint
CREATE INDEX "sync_schedules_due" ON "sync_schedules" USING btree ("due_at");--> statement-breakpoint
ALTER TABLE "skus" ADD CONSTRAINT "skus_amazon_integration_id_fkey" FOREIGN KEY ("company_id","amazon_integration_id") REFERENCES "public"."amazon_integrations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "skus_amazon_integration_id" ON "skus" USING btree ("company_id","amazon_integration_id");--> statement-breakpoint
CREATE INDEX "marketplace_sync_runs_latest" ON "marketplace_sync_runs" USING btree ("company_id","started_at","id");--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD CONSTRAINT "marketplace_sync_runs_rows_created_not_negative" CHECK ("marketplace_sync_runs"."rows_created" >= 0);--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD CONSTRAINT "marketplace_sync_runs_rows_missing_not_negative" CHECK ("marketplace_sync_runs"."rows_missing" >= 0);--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD CONSTRAINT "marketplace_sync_runs_rows_elsewhere_not_negative" CHECK ("marketplace_sync_runs"."rows_elsewhere" >= 0);--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD CONSTRAINT "marketplace_sync_runs_differences_not_negative" CHECK ("marketplace_sync_runs"."differences" >= 0);--> statement-breakpoint
CREATE POLICY "company" ON "stock_differences" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "sync_schedules" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform_window" ON "sync_schedules" AS PERMISSIVE FOR SELECT TO public USING ((select current_setting('app.scope', true)) = 'platform');
