import { sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { rangeProblem, type ReportRange } from '#contract/reports.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { companyParameter, prepared } from '#server/platform/db/prepared.ts'
import { type Period, periodOf } from './period.ts'

/** Whose report it is, in what money, and over which moments. */
export type ReportScope = { companyId: string; currency: string; timeZone: string; period: Period; now: Date }

export async function readReportScope(tx: Tx, ctx: CompanyContext, range: ReportRange): Promise<ReportScope> {
  const problem = rangeProblem(range)
  if (problem) throw new AppError('invalid', `${problem}.`, [{ field: 'endDate', message: problem }])
  const { companyId } = ctx
  const now = ctx.clock.now()
  const settings = await readReportSettings(tx, companyId)
  return { companyId, ...settings, period: periodOf(range, settings.timeZone, now), now }
}

/** What every report says of itself. */
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

/** In whose days and in what money the company is reported. */
export async function readReportSettings(tx: Tx, companyId: string): Promise<ReportSettings> {
  const [settings] = await readSettingsRow(tx, { companyId })
  return settings ?? { timeZone: 'UTC', currency: 'USD' }
}
