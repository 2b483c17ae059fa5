import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared } from '#server/platform/db/prepared.ts'

type ReportSettings = { timeZone: string; currency: string }

const readSettingsRow = prepared<ReportSettings>(
  () => sql`select time_zone as "timeZone", currency from company_settings where company_id = ${companyParameter}`,
)

/** In whose days and in what money the company is reported. */
export async function readReportSettings(tx: Tx, companyId: string): Promise<ReportSettings> {
  const [settings] = await readSettingsRow(tx, { companyId })
  return settings ?? { timeZone: 'UTC', currency: 'USD' }
}
