-- Reports of profit and best sellers.
-- allowed: the wider rule follows in this migration
ALTER TABLE "scheduled_reports" DROP CONSTRAINT "scheduled_reports_report_type_words";--> statement-breakpoint
ALTER TABLE "scheduled_reports" ADD CONSTRAINT "scheduled_reports_report_type_words" CHECK ("scheduled_reports"."report_type" in ('sales', 'inventory', 'channels', 'customers', 'profit-skus', 'profit-channels', 'profit-orders', 'best-sellers')) NOT VALID;