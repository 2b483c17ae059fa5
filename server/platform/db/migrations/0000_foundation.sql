CREATE TABLE "attention_items" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid,
	"webhook_event_id" uuid,
	"code" text NOT NULL,
	"reason" text NOT NULL,
	"details" jsonb,
	"raised_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolution" text,
	CONSTRAINT "attention_items_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "attention_items_code_words" CHECK ("attention_items"."code" in ('unmapped_sku', 'not_enough_stock', 'bad_address', 'totals_differ', 'discount_differs', 'rejected_by_amazon', 'unfulfillable', 'stuck_in_planning', 'submission_unanswered', 'push_back_failed', 'webhook_not_understood')),
	CONSTRAINT "attention_items_subject" CHECK (num_nonnulls("attention_items"."order_id", "attention_items"."webhook_event_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "attention_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "audit_log" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"actor_type" text NOT NULL,
	"user_id" uuid,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"resource" text NOT NULL,
	"resource_id" text,
	"changes" jsonb,
	"ip_address" text,
	"user_agent" text,
	"request_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_log_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "audit_log_actor_type_words" CHECK ("audit_log"."actor_type" in ('user', 'api_key', 'job', 'webhook', 'system'))
);
--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "change_set_errors" (
	"company_id" uuid NOT NULL,
	"change_set_id" uuid NOT NULL,
	"row_number" integer NOT NULL,
	"column" text NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "change_set_errors_pkey" PRIMARY KEY("company_id","change_set_id","row_number","column")
);
--> statement-breakpoint
ALTER TABLE "change_set_errors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "change_set_rows" (
	"company_id" uuid NOT NULL,
	"change_set_id" uuid NOT NULL,
	"row_number" integer NOT NULL,
	"resource" text NOT NULL,
	"resource_id" uuid NOT NULL,
	"is_new" boolean DEFAULT false NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"undo_outcome" text,
	CONSTRAINT "change_set_rows_pkey" PRIMARY KEY("company_id","change_set_id","row_number","resource"),
	CONSTRAINT "change_set_rows_resource_words" CHECK ("change_set_rows"."resource" in ('product', 'sku', 'order')),
	CONSTRAINT "change_set_rows_undo_outcome_words" CHECK ("change_set_rows"."undo_outcome" in ('undone', 'conflict'))
);
--> statement-breakpoint
ALTER TABLE "change_set_rows" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "change_sets" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"summary" text NOT NULL,
	"file_name" text,
	"file_hash" text,
	"user_id" uuid,
	"actor_name" text NOT NULL,
	"processed" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"undoes" uuid,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"applied_at" timestamp with time zone,
	"undone_at" timestamp with time zone,
	CONSTRAINT "change_sets_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "change_sets_kind_words" CHECK ("change_sets"."kind" in ('upload', 'sheet', 'bulk_action', 'undo')),
	CONSTRAINT "change_sets_status_words" CHECK ("change_sets"."status" in ('draft', 'applied', 'undone', 'failed')),
	CONSTRAINT "change_sets_processed_not_negative" CHECK ("change_sets"."processed" >= 0),
	CONSTRAINT "change_sets_created_not_negative" CHECK ("change_sets"."created" >= 0),
	CONSTRAINT "change_sets_updated_not_negative" CHECK ("change_sets"."updated" >= 0),
	CONSTRAINT "change_sets_failed_not_negative" CHECK ("change_sets"."failed" >= 0)
);
--> statement-breakpoint
ALTER TABLE "change_sets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "products" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"brand" text DEFAULT '' NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"images" text[] DEFAULT '{}' NOT NULL,
	"amazon_images" text[] DEFAULT '{}' NOT NULL,
	"bullet_points" text[] DEFAULT '{}' NOT NULL,
	"search_keywords" text[] DEFAULT '{}' NOT NULL,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"amazon_data" jsonb,
	"is_active" boolean DEFAULT true NOT NULL,
	"last_amazon_sync" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "products_title_not_blank" CHECK ("products"."title" ~ '\S')
);
--> statement-breakpoint
ALTER TABLE "products" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "skus" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sku" text NOT NULL,
	"asin" text,
	"fnsku" text,
	"product_id" uuid NOT NULL,
	"title" text,
	"price" numeric(10, 2),
	"compare_at_price" numeric(10, 2),
	"cost" numeric(10, 2),
	"weight" numeric(8, 3),
	"weight_unit" text DEFAULT 'pounds' NOT NULL,
	"dimensions" jsonb,
	"package_quantity" integer DEFAULT 1 NOT NULL,
	"shipping_template" text,
	"is_hazmat" boolean DEFAULT false NOT NULL,
	"prep_instructions" text,
	"attributes" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"amazon_data" jsonb,
	"is_active" boolean DEFAULT true NOT NULL,
	"last_amazon_sync" timestamp with time zone,
	"stock_holder" text DEFAULT 'merchant' NOT NULL,
	"safety_buffer" integer DEFAULT 0 NOT NULL,
	"missing_on_amazon_since" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "skus_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "skus_weight_unit_words" CHECK ("skus"."weight_unit" in ('pounds', 'ounces', 'kilograms', 'grams')),
	CONSTRAINT "skus_stock_holder_words" CHECK ("skus"."stock_holder" in ('amazon', 'merchant')),
	CONSTRAINT "skus_sku_not_blank" CHECK ("skus"."sku" ~ '\S'),
	CONSTRAINT "skus_package_quantity_positive" CHECK ("skus"."package_quantity" > 0),
	CONSTRAINT "skus_price_not_negative" CHECK ("skus"."price" >= 0),
	CONSTRAINT "skus_compare_at_price_not_negative" CHECK ("skus"."compare_at_price" >= 0),
	CONSTRAINT "skus_cost_not_negative" CHECK ("skus"."cost" >= 0),
	CONSTRAINT "skus_weight_not_negative" CHECK ("skus"."weight" >= 0),
	CONSTRAINT "skus_safety_buffer_not_negative" CHECK ("skus"."safety_buffer" >= 0)
);
--> statement-breakpoint
ALTER TABLE "skus" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "channels" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"type" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"api_key" text,
	"webhook_secret" text,
	"previous_webhook_secret" text,
	"previous_webhook_secret_expires_at" timestamp with time zone,
	"config" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"safety_buffer" integer DEFAULT 0 NOT NULL,
	"poll_cursor" text,
	"last_polled_at" timestamp with time zone,
	"last_synced_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channels_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "channels_type_words" CHECK ("channels"."type" in ('website', 'meta_shops', 'ebay', 'etsy')),
	CONSTRAINT "channels_name_not_blank" CHECK ("channels"."name" ~ '\S'),
	CONSTRAINT "channels_slug_not_blank" CHECK ("channels"."slug" ~ '\S'),
	CONSTRAINT "channels_safety_buffer_not_negative" CHECK ("channels"."safety_buffer" >= 0)
);
--> statement-breakpoint
ALTER TABLE "channels" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "listings" (
	"company_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"external_id" text,
	"title" text,
	"description" text,
	"price" numeric(10, 2),
	"compare_at_price" numeric(10, 2),
	"is_visible" boolean DEFAULT true NOT NULL,
	"last_synced_at" timestamp with time zone,
	"sync_status" text DEFAULT 'pending' NOT NULL,
	"sync_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "listings_pkey" PRIMARY KEY("company_id","channel_id","sku_id"),
	CONSTRAINT "listings_sync_status_words" CHECK ("listings"."sync_status" in ('pending', 'synced', 'failed')),
	CONSTRAINT "listings_price_not_negative" CHECK ("listings"."price" >= 0),
	CONSTRAINT "listings_compare_at_price_not_negative" CHECK ("listings"."compare_at_price" >= 0)
);
--> statement-breakpoint
ALTER TABLE "listings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"phone" text,
	"address" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_name_not_blank" CHECK ("companies"."name" ~ '\S')
);
--> statement-breakpoint
ALTER TABLE "companies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"sess" jsonb NOT NULL,
	"expire" timestamp with time zone NOT NULL,
	"user_id" uuid
);
--> statement-breakpoint
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_key" text GENERATED ALWAYS AS (lower("email")) STORED,
	"first_name" text,
	"last_name" text,
	"profile_image_url" text,
	"company_id" uuid,
	"role" text DEFAULT 'readonly' NOT NULL,
	"oidc_issuer" text,
	"oidc_subject" text,
	"last_seen_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_role_words" CHECK ("users"."role" in ('readonly', 'ops', 'admin')),
	CONSTRAINT "users_email_not_blank" CHECK ("users"."email" ~ '\S'),
	CONSTRAINT "users_company_unless_admin" CHECK ("users"."role" = 'admin' or "users"."company_id" is not null),
	CONSTRAINT "users_oidc_pair" CHECK (num_nonnulls("users"."oidc_issuer", "users"."oidc_subject") in (0, 2))
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "customer_addresses" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"customer_id" uuid NOT NULL,
	"recipient_name" text,
	"line1" text,
	"line2" text,
	"city" text,
	"state" text,
	"postal_code" text,
	"country" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_addresses_pkey" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "customer_addresses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "customers" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text,
	"email_hash" text,
	"first_name" text,
	"last_name" text,
	"phone" text,
	"erased_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customers_pkey" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "customers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fulfillment_items" (
	"company_id" uuid NOT NULL,
	"fulfillment_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"cancelled_quantity" integer DEFAULT 0 NOT NULL,
	"unfulfillable_quantity" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "fulfillment_items_pkey" PRIMARY KEY("company_id","fulfillment_id","order_item_id"),
	CONSTRAINT "fulfillment_items_quantity_positive" CHECK ("fulfillment_items"."quantity" > 0),
	CONSTRAINT "fulfillment_items_cancelled_quantity_not_negative" CHECK ("fulfillment_items"."cancelled_quantity" >= 0),
	CONSTRAINT "fulfillment_items_unfulfillable_quantity_not_negative" CHECK ("fulfillment_items"."unfulfillable_quantity" >= 0)
);
--> statement-breakpoint
ALTER TABLE "fulfillment_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "fulfillments" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"provider" text DEFAULT 'amazon_mcf' NOT NULL,
	"integration_id" uuid,
	"marketplace_id" text,
	"external_fulfillment_id" text,
	"external_status" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"shipping_speed" text DEFAULT 'standard' NOT NULL,
	"estimated_ship_date" timestamp with time zone,
	"estimated_delivery_date" timestamp with time zone,
	"shipping_cost" numeric(10, 2),
	"tracking_numbers" text[] DEFAULT '{}' NOT NULL,
	"carrier" text,
	"submitted_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"cancel_requested_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"error_code" text,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "fulfillments_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "fulfillments_provider_words" CHECK ("fulfillments"."provider" in ('amazon_mcf')),
	CONSTRAINT "fulfillments_status_words" CHECK ("fulfillments"."status" in ('pending', 'submitted', 'received', 'planning', 'processing', 'shipped', 'delivered', 'cancelled', 'unfulfillable')),
	CONSTRAINT "fulfillments_shipping_speed_words" CHECK ("fulfillments"."shipping_speed" in ('standard', 'expedited', 'priority')),
	CONSTRAINT "fulfillments_attempt_positive" CHECK ("fulfillments"."attempt" > 0),
	CONSTRAINT "fulfillments_shipping_cost_not_negative" CHECK ("fulfillments"."shipping_cost" >= 0)
);
--> statement-breakpoint
ALTER TABLE "fulfillments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "package_items" (
	"company_id" uuid NOT NULL,
	"package_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "package_items_pkey" PRIMARY KEY("company_id","package_id","order_item_id"),
	CONSTRAINT "package_items_quantity_positive" CHECK ("package_items"."quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "package_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "packages" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"fulfillment_id" uuid NOT NULL,
	"package_number" text NOT NULL,
	"carrier" text,
	"tracking_number" text,
	"carrier_status" text,
	"estimated_arrival" timestamp with time zone,
	"shipped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"reported_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "packages_pkey" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "packages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "shipment_events" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"fulfillment_id" uuid NOT NULL,
	"package_id" uuid,
	"event_type" text NOT NULL,
	"description" text,
	"location" text,
	"timestamp" timestamp with time zone NOT NULL,
	CONSTRAINT "shipment_events_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "shipment_events_once" UNIQUE NULLS NOT DISTINCT("company_id","fulfillment_id","package_id","event_type","timestamp")
);
--> statement-breakpoint
ALTER TABLE "shipment_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "amazon_integrations" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text NOT NULL,
	"refresh_token" text,
	"access_token" text,
	"access_token_expires_at" timestamp with time zone,
	"seller_id" text,
	"marketplace_ids" text[] DEFAULT '{}' NOT NULL,
	"region" text DEFAULT 'us' NOT NULL,
	"authorization_state" text,
	"authorization_state_expires_at" timestamp with time zone,
	"authorized_at" timestamp with time zone,
	"authorization_error" text,
	"is_active" boolean DEFAULT false NOT NULL,
	"last_synced_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "amazon_integrations_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "amazon_integrations_region_words" CHECK ("amazon_integrations"."region" in ('us', 'eu', 'fe')),
	CONSTRAINT "amazon_integrations_name_not_blank" CHECK ("amazon_integrations"."name" ~ '\S')
);
--> statement-breakpoint
ALTER TABLE "amazon_integrations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "marketplace_sync_runs" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"mode" text NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"rows_read" integer DEFAULT 0 NOT NULL,
	"rows_changed" integer DEFAULT 0 NOT NULL,
	"result" jsonb,
	"error" text,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "marketplace_sync_runs_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "marketplace_sync_runs_kind_words" CHECK ("marketplace_sync_runs"."kind" in ('inventory', 'catalog', 'two_way', 'fulfillment', 'drift')),
	CONSTRAINT "marketplace_sync_runs_mode_words" CHECK ("marketplace_sync_runs"."mode" in ('full', 'delta', 'dry_run')),
	CONSTRAINT "marketplace_sync_runs_status_words" CHECK ("marketplace_sync_runs"."status" in ('running', 'completed', 'failed')),
	CONSTRAINT "marketplace_sync_runs_rows_read_not_negative" CHECK ("marketplace_sync_runs"."rows_read" >= 0),
	CONSTRAINT "marketplace_sync_runs_rows_changed_not_negative" CHECK ("marketplace_sync_runs"."rows_changed" >= 0)
);
--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "marketplace_sync_state" (
	"company_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"marketplace_id" text NOT NULL,
	"kind" text NOT NULL,
	"read_until" timestamp with time zone,
	"last_full_read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "marketplace_sync_state_pkey" PRIMARY KEY("company_id","integration_id","marketplace_id","kind"),
	CONSTRAINT "marketplace_sync_state_kind_words" CHECK ("marketplace_sync_state"."kind" in ('inventory', 'catalog', 'two_way', 'fulfillment', 'drift'))
);
--> statement-breakpoint
ALTER TABLE "marketplace_sync_state" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification_opt_outs" (
	"company_id" uuid NOT NULL,
	"method" text NOT NULL,
	"recipient_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_opt_outs_pkey" PRIMARY KEY("company_id","method","recipient_hash"),
	CONSTRAINT "notification_opt_outs_method_words" CHECK ("notification_opt_outs"."method" in ('sms', 'email'))
);
--> statement-breakpoint
ALTER TABLE "notification_opt_outs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notification_templates" (
	"company_id" uuid NOT NULL,
	"type" text NOT NULL,
	"method" text NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_templates_pkey" PRIMARY KEY("company_id","type","method"),
	CONSTRAINT "notification_templates_type_words" CHECK ("notification_templates"."type" in ('order_placed', 'order_shipped', 'order_delivered', 'order_cancelled', 'stock_alert', 'job_failed', 'review_request')),
	CONSTRAINT "notification_templates_method_words" CHECK ("notification_templates"."method" in ('sms', 'email'))
);
--> statement-breakpoint
ALTER TABLE "notification_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "notifications" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"audience" text NOT NULL,
	"recipient" text NOT NULL,
	"method" text NOT NULL,
	"event_key" text NOT NULL,
	"order_id" uuid,
	"customer_id" uuid,
	"subject" text,
	"message" text NOT NULL,
	"template_data" jsonb,
	"status" text DEFAULT 'pending' NOT NULL,
	"held_until" timestamp with time zone,
	"external_id" text,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempted_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "notifications_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "notifications_type_words" CHECK ("notifications"."type" in ('order_placed', 'order_shipped', 'order_delivered', 'order_cancelled', 'stock_alert', 'job_failed', 'review_request')),
	CONSTRAINT "notifications_audience_words" CHECK ("notifications"."audience" in ('owner', 'customer')),
	CONSTRAINT "notifications_method_words" CHECK ("notifications"."method" in ('sms', 'email')),
	CONSTRAINT "notifications_status_words" CHECK ("notifications"."status" in ('pending', 'held', 'sent', 'failed', 'skipped')),
	CONSTRAINT "notifications_held_has_end" CHECK ("notifications"."status" <> 'held' or "notifications"."held_until" is not null)
);
--> statement-breakpoint
ALTER TABLE "notifications" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_events" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"event" text NOT NULL,
	"description" text NOT NULL,
	"reason" text,
	"actor_type" text NOT NULL,
	"actor_name" text NOT NULL,
	"user_id" uuid,
	"details" jsonb,
	"occurred_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_events_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "order_events_actor_type_words" CHECK ("order_events"."actor_type" in ('user', 'api_key', 'job', 'webhook', 'system'))
);
--> statement-breakpoint
ALTER TABLE "order_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_items" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"sku_id" uuid,
	"external_item_id" text,
	"quantity" integer NOT NULL,
	"unit_price" numeric(10, 2) NOT NULL,
	"total_price" numeric(12, 2) NOT NULL,
	"title" text,
	"sku" text NOT NULL,
	CONSTRAINT "order_items_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "order_items_quantity_positive" CHECK ("order_items"."quantity" > 0),
	CONSTRAINT "order_items_unit_price_not_negative" CHECK ("order_items"."unit_price" >= 0),
	CONSTRAINT "order_items_total_price_not_negative" CHECK ("order_items"."total_price" >= 0)
);
--> statement-breakpoint
ALTER TABLE "order_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "orders" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"order_number" text NOT NULL,
	"channel_id" uuid,
	"external_order_id" text NOT NULL,
	"customer_id" uuid,
	"customer_name" text,
	"shipping_address_id" uuid,
	"status" text DEFAULT 'placed' NOT NULL,
	"subtotal" numeric(12, 2) DEFAULT '0' NOT NULL,
	"tax_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"shipping_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"discount_amount" numeric(12, 2) DEFAULT '0' NOT NULL,
	"total" numeric(12, 2) DEFAULT '0' NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"promotion_summary" jsonb,
	"notes" text,
	"shipping_speed" text DEFAULT 'standard' NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"held_at" timestamp with time zone,
	"hold_reason" text,
	"partial_reason" text,
	"fulfill_after" timestamp with time zone,
	"shipped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"closed_at" timestamp with time zone GENERATED ALWAYS AS (coalesce(delivered_at, cancelled_at)) STORED,
	"review_requested_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "orders_external_order_id" UNIQUE NULLS NOT DISTINCT("company_id","channel_id","external_order_id"),
	CONSTRAINT "orders_status_words" CHECK ("orders"."status" in ('placed', 'acknowledged', 'sent_to_fulfillment', 'shipped', 'delivered', 'cancelled')),
	CONSTRAINT "orders_shipping_speed_words" CHECK ("orders"."shipping_speed" in ('standard', 'expedited', 'priority')),
	CONSTRAINT "orders_order_number_not_blank" CHECK ("orders"."order_number" ~ '\S'),
	CONSTRAINT "orders_external_order_id_not_blank" CHECK ("orders"."external_order_id" ~ '\S'),
	CONSTRAINT "orders_subtotal_not_negative" CHECK ("orders"."subtotal" >= 0),
	CONSTRAINT "orders_tax_amount_not_negative" CHECK ("orders"."tax_amount" >= 0),
	CONSTRAINT "orders_shipping_amount_not_negative" CHECK ("orders"."shipping_amount" >= 0),
	CONSTRAINT "orders_discount_amount_not_negative" CHECK ("orders"."discount_amount" >= 0),
	CONSTRAINT "orders_total_not_negative" CHECK ("orders"."total" >= 0),
	CONSTRAINT "orders_currency_code" CHECK ("orders"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "orders_hold_has_reason" CHECK (("orders"."held_at" is null) = ("orders"."hold_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "orders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "promotion_redemptions" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"promotion_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"discount_amount" numeric(12, 2) NOT NULL,
	"redeemed_at" timestamp with time zone NOT NULL,
	"released_at" timestamp with time zone,
	CONSTRAINT "promotion_redemptions_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "promotion_redemptions_discount_amount_not_negative" CHECK ("promotion_redemptions"."discount_amount" >= 0)
);
--> statement-breakpoint
ALTER TABLE "promotion_redemptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "promotion_reservations" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"promotion_id" uuid NOT NULL,
	"channel_id" uuid,
	"cart_reference" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "promotion_reservations_pkey" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "promotion_reservations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "promotions" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"code" text,
	"code_key" text GENERATED ALWAYS AS (lower("code")) STORED,
	"title" text NOT NULL,
	"description" text,
	"type" text DEFAULT 'percent' NOT NULL,
	"value" numeric(10, 2) DEFAULT '0' NOT NULL,
	"min_subtotal" numeric(12, 2),
	"max_redemptions" integer,
	"redemption_count" integer DEFAULT 0 NOT NULL,
	"channel_ids" uuid[] DEFAULT '{}' NOT NULL,
	"is_stackable" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "promotions_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "promotions_type_words" CHECK ("promotions"."type" in ('percent', 'flat')),
	CONSTRAINT "promotions_title_not_blank" CHECK ("promotions"."title" ~ '\S'),
	CONSTRAINT "promotions_max_redemptions_positive" CHECK ("promotions"."max_redemptions" > 0),
	CONSTRAINT "promotions_value_not_negative" CHECK ("promotions"."value" >= 0),
	CONSTRAINT "promotions_min_subtotal_not_negative" CHECK ("promotions"."min_subtotal" >= 0),
	CONSTRAINT "promotions_redemption_count_not_negative" CHECK ("promotions"."redemption_count" >= 0),
	CONSTRAINT "promotions_percent_at_most_100" CHECK ("promotions"."type" <> 'percent' or "promotions"."value" <= 100),
	CONSTRAINT "promotions_ends_after_start" CHECK ("promotions"."ends_at" > "promotions"."starts_at"),
	CONSTRAINT "promotions_within_limit" CHECK ("promotions"."redemption_count" <= "promotions"."max_redemptions"),
	CONSTRAINT "promotions_code_trimmed" CHECK ("promotions"."code" = btrim("promotions"."code") and "promotions"."code" <> '')
);
--> statement-breakpoint
ALTER TABLE "promotions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "public_handles" (
	"handle" text PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"channel_id" uuid,
	"api_key_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "public_handles_subject" CHECK (num_nonnulls("public_handles"."channel_id", "public_handles"."api_key_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "public_handles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "report_runs" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"scheduled_report_id" uuid NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"error" text,
	"sent_at" timestamp with time zone,
	CONSTRAINT "report_runs_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "report_runs_status_words" CHECK ("report_runs"."status" in ('pending', 'sent', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "report_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "scheduled_reports" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"report_type" text NOT NULL,
	"format" text DEFAULT 'xlsx' NOT NULL,
	"frequency" text NOT NULL,
	"weekday" integer,
	"time_of_day" time(0) NOT NULL,
	"audience" text NOT NULL,
	"recipients" text[] DEFAULT '{}' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"next_run_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scheduled_reports_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "scheduled_reports_report_type_words" CHECK ("scheduled_reports"."report_type" in ('sales', 'inventory', 'channels', 'customers')),
	CONSTRAINT "scheduled_reports_format_words" CHECK ("scheduled_reports"."format" in ('csv', 'xlsx')),
	CONSTRAINT "scheduled_reports_frequency_words" CHECK ("scheduled_reports"."frequency" in ('daily', 'weekly')),
	CONSTRAINT "scheduled_reports_name_not_blank" CHECK ("scheduled_reports"."name" ~ '\S'),
	CONSTRAINT "scheduled_reports_weekday_range" CHECK ("scheduled_reports"."weekday" between 1 and 7),
	CONSTRAINT "scheduled_reports_weekly_has_day" CHECK (("scheduled_reports"."frequency" = 'weekly') = ("scheduled_reports"."weekday" is not null))
);
--> statement-breakpoint
ALTER TABLE "scheduled_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "saved_views" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"filters" jsonb NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "saved_views_name_not_blank" CHECK ("saved_views"."name" ~ '\S')
);
--> statement-breakpoint
ALTER TABLE "saved_views" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "api_keys" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"suffix" text NOT NULL,
	"key_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "api_keys_name_not_blank" CHECK ("api_keys"."name" ~ '\S'),
	CONSTRAINT "api_keys_scopes_words" CHECK ("api_keys"."scopes" <@ array['orders.read', 'orders.write', 'inventory.read', 'promotions.quote']::text[])
);
--> statement-breakpoint
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "company_settings" (
	"company_id" uuid NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"owner_sms" boolean DEFAULT true NOT NULL,
	"low_stock_alerts" boolean DEFAULT true NOT NULL,
	"failed_job_alerts" boolean DEFAULT true NOT NULL,
	"customer_sms" boolean DEFAULT true NOT NULL,
	"customer_email" boolean DEFAULT true NOT NULL,
	"quiet_hours_start" time(0) DEFAULT '22:00' NOT NULL,
	"quiet_hours_end" time(0) DEFAULT '08:00' NOT NULL,
	"mail_sender" text,
	"mail_reply_to" text,
	"session_timeout" text DEFAULT '7d' NOT NULL,
	"audit_logging" boolean DEFAULT true NOT NULL,
	"sync_frequency" text DEFAULT '30min' NOT NULL,
	"automatic_sync" boolean DEFAULT true NOT NULL,
	"low_stock_threshold" integer DEFAULT 10 NOT NULL,
	"safety_buffer" integer DEFAULT 0 NOT NULL,
	"heal_stuck_orders" boolean DEFAULT false NOT NULL,
	"retention_days" integer DEFAULT 30 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "company_settings_pkey" PRIMARY KEY("company_id"),
	CONSTRAINT "company_settings_session_timeout_words" CHECK ("company_settings"."session_timeout" in ('1h', '8h', '1d', '7d')),
	CONSTRAINT "company_settings_sync_frequency_words" CHECK ("company_settings"."sync_frequency" in ('15min', '30min', '1h', '4h')),
	CONSTRAINT "company_settings_time_zone_not_blank" CHECK ("company_settings"."time_zone" ~ '\S'),
	CONSTRAINT "company_settings_low_stock_threshold_not_negative" CHECK ("company_settings"."low_stock_threshold" >= 0),
	CONSTRAINT "company_settings_safety_buffer_not_negative" CHECK ("company_settings"."safety_buffer" >= 0),
	CONSTRAINT "company_settings_currency_code" CHECK ("company_settings"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "company_settings_retention_days_range" CHECK ("company_settings"."retention_days" between 1 and 30)
);
--> statement-breakpoint
ALTER TABLE "company_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "signing_secrets" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "signing_secrets_pkey" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "signing_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "inventory_snapshots" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"source" text DEFAULT 'amazon' NOT NULL,
	"qty_available" integer DEFAULT 0 NOT NULL,
	"qty_reserved" integer DEFAULT 0 NOT NULL,
	"qty_inbound" integer DEFAULT 0 NOT NULL,
	"captured_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inventory_snapshots_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "inventory_snapshots_source_words" CHECK ("inventory_snapshots"."source" in ('amazon', 'sheet', 'upload', 'undo')),
	CONSTRAINT "inventory_snapshots_qty_available_not_negative" CHECK ("inventory_snapshots"."qty_available" >= 0),
	CONSTRAINT "inventory_snapshots_qty_reserved_not_negative" CHECK ("inventory_snapshots"."qty_reserved" >= 0),
	CONSTRAINT "inventory_snapshots_qty_inbound_not_negative" CHECK ("inventory_snapshots"."qty_inbound" >= 0)
);
--> statement-breakpoint
ALTER TABLE "inventory_snapshots" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_holds" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"fulfillment_id" uuid,
	"quantity" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"accepted_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ending" text,
	CONSTRAINT "stock_holds_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "stock_holds_ending_words" CHECK ("stock_holds"."ending" in ('counted_by_amazon', 'cancelled')),
	CONSTRAINT "stock_holds_quantity_positive" CHECK ("stock_holds"."quantity" > 0),
	CONSTRAINT "stock_holds_end_has_cause" CHECK (("stock_holds"."ended_at" is null) = ("stock_holds"."ending" is null))
);
--> statement-breakpoint
ALTER TABLE "stock_holds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_levels" (
	"company_id" uuid NOT NULL,
	"sku_id" uuid NOT NULL,
	"source" text DEFAULT 'amazon' NOT NULL,
	"qty_available" integer DEFAULT 0 NOT NULL,
	"qty_reserved" integer DEFAULT 0 NOT NULL,
	"qty_inbound" integer DEFAULT 0 NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"qty_held" integer DEFAULT 0 NOT NULL,
	"qty_free" integer GENERATED ALWAYS AS (greatest(qty_available - qty_held, 0)) STORED NOT NULL,
	"low_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_levels_pkey" PRIMARY KEY("company_id","sku_id"),
	CONSTRAINT "stock_levels_source_words" CHECK ("stock_levels"."source" in ('amazon', 'sheet', 'upload', 'undo')),
	CONSTRAINT "stock_levels_qty_available_not_negative" CHECK ("stock_levels"."qty_available" >= 0),
	CONSTRAINT "stock_levels_qty_reserved_not_negative" CHECK ("stock_levels"."qty_reserved" >= 0),
	CONSTRAINT "stock_levels_qty_inbound_not_negative" CHECK ("stock_levels"."qty_inbound" >= 0),
	CONSTRAINT "stock_levels_qty_held_not_negative" CHECK ("stock_levels"."qty_held" >= 0)
);
--> statement-breakpoint
ALTER TABLE "stock_levels" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "channel_deliveries" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"order_id" uuid,
	"event_type" text NOT NULL,
	"event_key" text NOT NULL,
	"payload" text NOT NULL,
	"url" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"response_status" integer,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "channel_deliveries_pkey" PRIMARY KEY("company_id","id"),
	CONSTRAINT "channel_deliveries_status_words" CHECK ("channel_deliveries"."status" in ('pending', 'delivered', 'failed')),
	CONSTRAINT "channel_deliveries_attempts_not_negative" CHECK ("channel_deliveries"."attempts" >= 0)
);
--> statement-breakpoint
ALTER TABLE "channel_deliveries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel_id" uuid,
	"delivery_id" text,
	"event_type" text,
	"payload" text NOT NULL,
	"signature" text,
	"is_verified" boolean DEFAULT false NOT NULL,
	"is_processed" boolean DEFAULT false NOT NULL,
	"processed_at" timestamp with time zone,
	"error" text,
	"order_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_events_pkey" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attention_items" ADD CONSTRAINT "attention_items_webhook_event_id_fkey" FOREIGN KEY ("company_id","webhook_event_id") REFERENCES "public"."webhook_events"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_set_errors" ADD CONSTRAINT "change_set_errors_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_set_errors" ADD CONSTRAINT "change_set_errors_change_set_id_fkey" FOREIGN KEY ("company_id","change_set_id") REFERENCES "public"."change_sets"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_set_rows" ADD CONSTRAINT "change_set_rows_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_set_rows" ADD CONSTRAINT "change_set_rows_change_set_id_fkey" FOREIGN KEY ("company_id","change_set_id") REFERENCES "public"."change_sets"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_sets" ADD CONSTRAINT "change_sets_undoes_fkey" FOREIGN KEY ("company_id","undoes") REFERENCES "public"."change_sets"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skus" ADD CONSTRAINT "skus_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "skus" ADD CONSTRAINT "skus_product_id_fkey" FOREIGN KEY ("company_id","product_id") REFERENCES "public"."products"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channels" ADD CONSTRAINT "channels_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_channel_id_fkey" FOREIGN KEY ("company_id","channel_id") REFERENCES "public"."channels"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "listings" ADD CONSTRAINT "listings_sku_id_fkey" FOREIGN KEY ("company_id","sku_id") REFERENCES "public"."skus"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_addresses" ADD CONSTRAINT "customer_addresses_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_addresses" ADD CONSTRAINT "customer_addresses_customer_id_fkey" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customers" ADD CONSTRAINT "customers_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillment_items" ADD CONSTRAINT "fulfillment_items_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillment_items" ADD CONSTRAINT "fulfillment_items_fulfillment_id_fkey" FOREIGN KEY ("company_id","fulfillment_id") REFERENCES "public"."fulfillments"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillment_items" ADD CONSTRAINT "fulfillment_items_order_item_id_fkey" FOREIGN KEY ("company_id","order_item_id") REFERENCES "public"."order_items"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfillments" ADD CONSTRAINT "fulfillments_integration_id_fkey" FOREIGN KEY ("company_id","integration_id") REFERENCES "public"."amazon_integrations"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_items" ADD CONSTRAINT "package_items_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_items" ADD CONSTRAINT "package_items_package_id_fkey" FOREIGN KEY ("company_id","package_id") REFERENCES "public"."packages"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "package_items" ADD CONSTRAINT "package_items_order_item_id_fkey" FOREIGN KEY ("company_id","order_item_id") REFERENCES "public"."order_items"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packages" ADD CONSTRAINT "packages_fulfillment_id_fkey" FOREIGN KEY ("company_id","fulfillment_id") REFERENCES "public"."fulfillments"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_events" ADD CONSTRAINT "shipment_events_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_events" ADD CONSTRAINT "shipment_events_fulfillment_id_fkey" FOREIGN KEY ("company_id","fulfillment_id") REFERENCES "public"."fulfillments"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_events" ADD CONSTRAINT "shipment_events_package_id_fkey" FOREIGN KEY ("company_id","package_id") REFERENCES "public"."packages"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "amazon_integrations" ADD CONSTRAINT "amazon_integrations_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD CONSTRAINT "marketplace_sync_runs_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marketplace_sync_runs" ADD CONSTRAINT "marketplace_sync_runs_integration_id_fkey" FOREIGN KEY ("company_id","integration_id") REFERENCES "public"."amazon_integrations"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marketplace_sync_state" ADD CONSTRAINT "marketplace_sync_state_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marketplace_sync_state" ADD CONSTRAINT "marketplace_sync_state_integration_id_fkey" FOREIGN KEY ("company_id","integration_id") REFERENCES "public"."amazon_integrations"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_opt_outs" ADD CONSTRAINT "notification_opt_outs_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_templates" ADD CONSTRAINT "notification_templates_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_customer_id_fkey" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_sku_id_fkey" FOREIGN KEY ("company_id","sku_id") REFERENCES "public"."skus"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_channel_id_fkey" FOREIGN KEY ("company_id","channel_id") REFERENCES "public"."channels"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_fkey" FOREIGN KEY ("company_id","customer_id") REFERENCES "public"."customers"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shipping_address_id_fkey" FOREIGN KEY ("company_id","shipping_address_id") REFERENCES "public"."customer_addresses"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_redemptions" ADD CONSTRAINT "promotion_redemptions_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_redemptions" ADD CONSTRAINT "promotion_redemptions_promotion_id_fkey" FOREIGN KEY ("company_id","promotion_id") REFERENCES "public"."promotions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_redemptions" ADD CONSTRAINT "promotion_redemptions_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_reservations" ADD CONSTRAINT "promotion_reservations_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_reservations" ADD CONSTRAINT "promotion_reservations_promotion_id_fkey" FOREIGN KEY ("company_id","promotion_id") REFERENCES "public"."promotions"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_reservations" ADD CONSTRAINT "promotion_reservations_channel_id_fkey" FOREIGN KEY ("company_id","channel_id") REFERENCES "public"."channels"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_handles" ADD CONSTRAINT "public_handles_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_handles" ADD CONSTRAINT "public_handles_channel_id_fkey" FOREIGN KEY ("company_id","channel_id") REFERENCES "public"."channels"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_handles" ADD CONSTRAINT "public_handles_api_key_id_fkey" FOREIGN KEY ("company_id","api_key_id") REFERENCES "public"."api_keys"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_runs" ADD CONSTRAINT "report_runs_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_runs" ADD CONSTRAINT "report_runs_scheduled_report_id_fkey" FOREIGN KEY ("company_id","scheduled_report_id") REFERENCES "public"."scheduled_reports"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_reports" ADD CONSTRAINT "scheduled_reports_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "company_settings" ADD CONSTRAINT "company_settings_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_secrets" ADD CONSTRAINT "signing_secrets_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_snapshots" ADD CONSTRAINT "inventory_snapshots_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inventory_snapshots" ADD CONSTRAINT "inventory_snapshots_sku_id_fkey" FOREIGN KEY ("company_id","sku_id") REFERENCES "public"."skus"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_sku_id_fkey" FOREIGN KEY ("company_id","sku_id") REFERENCES "public"."skus"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_order_item_id_fkey" FOREIGN KEY ("company_id","order_item_id") REFERENCES "public"."order_items"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_fulfillment_id_fkey" FOREIGN KEY ("company_id","fulfillment_id") REFERENCES "public"."fulfillments"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_sku_id_fkey" FOREIGN KEY ("company_id","sku_id") REFERENCES "public"."skus"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_deliveries" ADD CONSTRAINT "channel_deliveries_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_deliveries" ADD CONSTRAINT "channel_deliveries_channel_id_fkey" FOREIGN KEY ("company_id","channel_id") REFERENCES "public"."channels"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_deliveries" ADD CONSTRAINT "channel_deliveries_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_company_id_fkey" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_channel_id_fkey" FOREIGN KEY ("company_id","channel_id") REFERENCES "public"."channels"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD CONSTRAINT "webhook_events_order_id_fkey" FOREIGN KEY ("company_id","order_id") REFERENCES "public"."orders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attention_items_order_id" ON "attention_items" USING btree ("company_id","order_id");--> statement-breakpoint
CREATE INDEX "attention_items_webhook_event_id" ON "attention_items" USING btree ("company_id","webhook_event_id");--> statement-breakpoint
CREATE INDEX "attention_items_open" ON "attention_items" USING btree ("company_id","raised_at") WHERE "attention_items"."resolved_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "attention_items_order_once" ON "attention_items" USING btree ("company_id","order_id","code") WHERE "attention_items"."resolved_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "attention_items_webhook_once" ON "attention_items" USING btree ("company_id","webhook_event_id","code") WHERE "attention_items"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_resource" ON "audit_log" USING btree ("company_id","resource","resource_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_log_user" ON "audit_log" USING btree ("company_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "change_set_rows_resource" ON "change_set_rows" USING btree ("company_id","resource","resource_id");--> statement-breakpoint
CREATE INDEX "change_sets_undoes" ON "change_sets" USING btree ("company_id","undoes");--> statement-breakpoint
CREATE INDEX "change_sets_newest" ON "change_sets" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "products_newest" ON "products" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "skus_product_id" ON "skus" USING btree ("company_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "skus_sku" ON "skus" USING btree ("company_id","sku");--> statement-breakpoint
CREATE INDEX "skus_asin" ON "skus" USING btree ("company_id","asin");--> statement-breakpoint
CREATE UNIQUE INDEX "channels_slug" ON "channels" USING btree ("company_id","slug");--> statement-breakpoint
CREATE INDEX "listings_sku_id" ON "listings" USING btree ("company_id","sku_id");--> statement-breakpoint
CREATE UNIQUE INDEX "listings_external_id" ON "listings" USING btree ("company_id","channel_id","external_id");--> statement-breakpoint
CREATE INDEX "listings_unsynced" ON "listings" USING btree ("company_id","channel_id","sync_status") WHERE "listings"."sync_status" <> 'synced';--> statement-breakpoint
CREATE INDEX "companies_newest" ON "companies" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email_key");--> statement-breakpoint
CREATE UNIQUE INDEX "users_oidc" ON "users" USING btree ("oidc_issuer","oidc_subject");--> statement-breakpoint
CREATE INDEX "users_company" ON "users" USING btree ("company_id");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "customer_addresses_customer_id" ON "customer_addresses" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_addresses_default" ON "customer_addresses" USING btree ("company_id","customer_id") WHERE "customer_addresses"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "customers_email_hash" ON "customers" USING btree ("company_id","email_hash");--> statement-breakpoint
CREATE INDEX "fulfillment_items_order_item_id" ON "fulfillment_items" USING btree ("company_id","order_item_id");--> statement-breakpoint
CREATE INDEX "fulfillments_integration_id" ON "fulfillments" USING btree ("company_id","integration_id");--> statement-breakpoint
CREATE UNIQUE INDEX "fulfillments_attempt" ON "fulfillments" USING btree ("company_id","order_id","attempt");--> statement-breakpoint
CREATE UNIQUE INDEX "fulfillments_external_id" ON "fulfillments" USING btree ("company_id","external_fulfillment_id");--> statement-breakpoint
CREATE INDEX "fulfillments_open" ON "fulfillments" USING btree ("company_id","checked_at") WHERE "fulfillments"."status" not in ('delivered', 'cancelled', 'unfulfillable');--> statement-breakpoint
CREATE INDEX "package_items_order_item_id" ON "package_items" USING btree ("company_id","order_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "packages_number" ON "packages" USING btree ("company_id","fulfillment_id","package_number");--> statement-breakpoint
CREATE INDEX "shipment_events_package_id" ON "shipment_events" USING btree ("company_id","package_id");--> statement-breakpoint
CREATE UNIQUE INDEX "amazon_integrations_seller" ON "amazon_integrations" USING btree ("company_id","seller_id","region");--> statement-breakpoint
CREATE UNIQUE INDEX "amazon_integrations_state" ON "amazon_integrations" USING btree ("company_id","authorization_state");--> statement-breakpoint
CREATE INDEX "marketplace_sync_runs_newest" ON "marketplace_sync_runs" USING btree ("company_id","integration_id","kind","started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "marketplace_sync_runs_one_at_a_time" ON "marketplace_sync_runs" USING btree ("company_id","integration_id","kind") WHERE "marketplace_sync_runs"."status" = 'running';--> statement-breakpoint
CREATE INDEX "notifications_order_id" ON "notifications" USING btree ("company_id","order_id");--> statement-breakpoint
CREATE INDEX "notifications_customer_id" ON "notifications" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("company_id","event_key","audience","method");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_held" ON "notifications" USING btree ("company_id","held_until") WHERE "notifications"."status" = 'held';--> statement-breakpoint
CREATE INDEX "order_events_timeline" ON "order_events" USING btree ("company_id","order_id","occurred_at","id");--> statement-breakpoint
CREATE INDEX "order_items_sku_id" ON "order_items" USING btree ("company_id","sku_id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_items_position" ON "order_items" USING btree ("company_id","order_id","position");--> statement-breakpoint
CREATE INDEX "order_items_unmapped" ON "order_items" USING btree ("company_id","sku") WHERE "order_items"."sku_id" is null;--> statement-breakpoint
CREATE INDEX "orders_customer_id" ON "orders" USING btree ("company_id","customer_id");--> statement-breakpoint
CREATE INDEX "orders_shipping_address_id" ON "orders" USING btree ("company_id","shipping_address_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_order_number" ON "orders" USING btree ("company_id","order_number");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("company_id","placed_at","id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("company_id","status","placed_at","id");--> statement-breakpoint
CREATE INDEX "orders_channel" ON "orders" USING btree ("company_id","channel_id","placed_at","id");--> statement-breakpoint
CREATE INDEX "orders_fulfill_after" ON "orders" USING btree ("company_id","fulfill_after") WHERE "orders"."fulfill_after" is not null;--> statement-breakpoint
CREATE INDEX "orders_to_erase" ON "orders" USING btree ("company_id","closed_at") WHERE "orders"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "promotion_redemptions_order_id" ON "promotion_redemptions" USING btree ("company_id","order_id");--> statement-breakpoint
CREATE INDEX "promotion_redemptions_newest" ON "promotion_redemptions" USING btree ("company_id","promotion_id","redeemed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_redemptions_once" ON "promotion_redemptions" USING btree ("company_id","promotion_id","order_id") WHERE "promotion_redemptions"."released_at" is null;--> statement-breakpoint
CREATE INDEX "promotion_reservations_channel_id" ON "promotion_reservations" USING btree ("company_id","channel_id");--> statement-breakpoint
CREATE INDEX "promotion_reservations_live" ON "promotion_reservations" USING btree ("company_id","promotion_id","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "promotion_reservations_cart" ON "promotion_reservations" USING btree ("company_id","promotion_id","cart_reference");--> statement-breakpoint
CREATE UNIQUE INDEX "promotions_code" ON "promotions" USING btree ("company_id","code_key");--> statement-breakpoint
CREATE INDEX "promotions_newest" ON "promotions" USING btree ("company_id","created_at","id");--> statement-breakpoint
CREATE INDEX "public_handles_channel_id" ON "public_handles" USING btree ("company_id","channel_id");--> statement-breakpoint
CREATE INDEX "public_handles_api_key_id" ON "public_handles" USING btree ("company_id","api_key_id");--> statement-breakpoint
CREATE UNIQUE INDEX "report_runs_once" ON "report_runs" USING btree ("company_id","scheduled_report_id","due_at");--> statement-breakpoint
CREATE INDEX "scheduled_reports_due" ON "scheduled_reports" USING btree ("company_id","next_run_at") WHERE "scheduled_reports"."is_active";--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("company_id","screen","user_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("company_id","key_hash");--> statement-breakpoint
CREATE INDEX "inventory_snapshots_history" ON "inventory_snapshots" USING btree ("company_id","sku_id","captured_at");--> statement-breakpoint
CREATE INDEX "stock_holds_sku_id" ON "stock_holds" USING btree ("company_id","sku_id");--> statement-breakpoint
CREATE INDEX "stock_holds_order_item_id" ON "stock_holds" USING btree ("company_id","order_item_id");--> statement-breakpoint
CREATE INDEX "stock_holds_fulfillment_id" ON "stock_holds" USING btree ("company_id","fulfillment_id");--> statement-breakpoint
CREATE INDEX "stock_holds_open" ON "stock_holds" USING btree ("company_id","sku_id") WHERE "stock_holds"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_holds_waiting" ON "stock_holds" USING btree ("company_id","order_item_id") WHERE "stock_holds"."ended_at" is null and "stock_holds"."fulfillment_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_holds_fulfilling" ON "stock_holds" USING btree ("company_id","order_item_id","fulfillment_id") WHERE "stock_holds"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "stock_levels_free" ON "stock_levels" USING btree ("company_id","qty_free","sku_id");--> statement-breakpoint
CREATE INDEX "channel_deliveries_order_id" ON "channel_deliveries" USING btree ("company_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_deliveries_event" ON "channel_deliveries" USING btree ("company_id","channel_id","event_key");--> statement-breakpoint
CREATE INDEX "channel_deliveries_newest" ON "channel_deliveries" USING btree ("company_id","channel_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_events_order_id" ON "webhook_events" USING btree ("company_id","order_id");--> statement-breakpoint
CREATE INDEX "webhook_events_newest" ON "webhook_events" USING btree ("company_id","channel_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_delivery" ON "webhook_events" USING btree ("company_id","channel_id","delivery_id") WHERE "webhook_events"."is_verified";--> statement-breakpoint
CREATE INDEX "webhook_events_waiting" ON "webhook_events" USING btree ("company_id","created_at") WHERE "webhook_events"."is_verified" and not "webhook_events"."is_processed";--> statement-breakpoint
CREATE POLICY "company" ON "attention_items" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "audit_log" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "audit_log" AS PERMISSIVE FOR ALL TO public USING ((select current_setting('app.scope', true)) = 'platform') WITH CHECK ((select current_setting('app.scope', true)) = 'platform');--> statement-breakpoint
CREATE POLICY "company" ON "change_set_errors" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "change_set_rows" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "change_sets" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "products" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "skus" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "channels" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "listings" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "companies" AS PERMISSIVE FOR ALL TO public USING ((select current_setting('app.scope', true)) = 'platform') WITH CHECK ((select current_setting('app.scope', true)) = 'platform');--> statement-breakpoint
CREATE POLICY "company_window" ON "companies" AS PERMISSIVE FOR SELECT TO public USING (id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "sessions" AS PERMISSIVE FOR ALL TO public USING ((select current_setting('app.scope', true)) = 'platform') WITH CHECK ((select current_setting('app.scope', true)) = 'platform');--> statement-breakpoint
CREATE POLICY "platform" ON "users" AS PERMISSIVE FOR ALL TO public USING ((select current_setting('app.scope', true)) = 'platform') WITH CHECK ((select current_setting('app.scope', true)) = 'platform');--> statement-breakpoint
CREATE POLICY "company_window" ON "users" AS PERMISSIVE FOR SELECT TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "customer_addresses" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "customers" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "fulfillment_items" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "fulfillments" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "package_items" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "packages" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "shipment_events" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "amazon_integrations" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "marketplace_sync_runs" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "marketplace_sync_state" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "notification_opt_outs" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "notification_templates" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "notifications" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "order_events" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "order_items" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "orders" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "promotion_redemptions" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "promotion_reservations" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "promotions" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform" ON "public_handles" AS PERMISSIVE FOR ALL TO public USING ((select current_setting('app.scope', true)) = 'platform') WITH CHECK ((select current_setting('app.scope', true)) = 'platform');--> statement-breakpoint
CREATE POLICY "company" ON "public_handles" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "report_runs" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "scheduled_reports" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "saved_views" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "api_keys" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "company_settings" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "platform_window" ON "company_settings" AS PERMISSIVE FOR SELECT TO public USING ((select current_setting('app.scope', true)) = 'platform');--> statement-breakpoint
CREATE POLICY "company" ON "signing_secrets" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "inventory_snapshots" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "stock_holds" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "stock_levels" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "channel_deliveries" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "company" ON "webhook_events" AS PERMISSIVE FOR ALL TO public USING (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid)) WITH CHECK (company_id = (select nullif(current_setting('app.company_id', true), '')::uuid));