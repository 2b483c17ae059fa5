import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { ofCompany, planned } from '#server/platform/db/planned-once.ts'

type ReportSettings = { timeZone: string; currency: string }

const askForSettings = planned<ReportSettings>(
  () => sql`select time_zone as "timeZone", currency from company_settings where company_id = ${ofCompany}`,
)

/** In whose days and in what money the company is reported. */
export async function readReportSettings(tx: Tx, companyId: string): Promise<ReportSettings> {
  const [settings] = await askForSettings(tx, { companyId })
  return settings ?? { timeZone: 'UTC', currency: 'USD' }
}
