-- The wider rule of 0038 holds for every row that was there before.
ALTER TABLE "scheduled_reports" VALIDATE CONSTRAINT "scheduled_reports_report_type_words";
