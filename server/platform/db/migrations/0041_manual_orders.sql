CREATE TABLE "manual_orders" (
	"company_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"replaces_order_id" uuid,
	"messages_customer" boolean NOT NULL,
	CONSTRAINT "manual_orders_pkey" PRIMARY KEY("company_id","order_id")
);
--> statement-breakpoint
ALTER TABLE "manual_orders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "manual_orders" ADD CONSTRAINT "manual_orders_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_orders" ADD CONSTRAINT "manual_orders_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manual_orders" ADD CONSTRAINT "manual_orders_replaces_order_id_fkey" FOREIGN KEY ("company_id","replaces_order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "manual_orders_replaces_order_id" ON "manual_orders" USING btree ("company_id","replaces_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "manual_orders_request" ON "manual_orders" USING btree ("company_id","request_id");--> statement-breakpoint
CREATE POLICY "company" ON "manual_orders" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));