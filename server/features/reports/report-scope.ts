import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { rangeProblem, type ReportRange } from '#contract/reports.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared } from '#server/platform/db/prepared.ts'
import { type Period, periodOf } from './period.ts'

/** Company, currency, time zone and period of a report. */
export type ReportScope = { companyId: string; currency: string; timeZone: string; period: Period; now: Date }

export async function readReportScope(tx: Tx, ctx: CompanyContext, range: ReportRange): Promise<ReportScope> {
  const problem = rangeProblem(range)
  if (problem) throw new AppError('invalid', `${problem}.`, [{ field: 'endDate', message: problem }])
  const { companyId } = ctx
  const now = ctx.clock.now()
  const settings = await readReportSettings(tx, companyId)
  return { companyId, ...settings, period: periodOf(range, settings.timeZone, now), now }
}

/** The fields that every report has. */
export const reportHead = ({ period, timeZone, currency }: ReportScope) => ({
  range: period.range,
  previous: { ...period.previous.range, isCut: period.previous.isCut },
  timeZone,
  currency,
})

type ReportSettings = { timeZone: string; currency: string }

const readSettingsRow = prepared<ReportSettings>(
  () => sql`select time_zone as "timeZone", currency from company_settings where company_id = ${companyParameter}`,
)

/** The company's time zone and currency. */
export async function readReportSettings(tx: Tx, companyId: string): Promise<ReportSettings> {
  const [settings] = await readSettingsRow(tx, { companyId })
  return settings ?? { timeZone: 'UTC', currency: 'USD' }
}
