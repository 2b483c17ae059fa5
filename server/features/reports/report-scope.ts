import { fieldError } from '#contract/errors.ts'
import { asMessage, formatMessage, type Message, say } from '#contract/i18n.ts'
import { daysIn, longestReportDays, rangeProblem, type ReportRange } from '#contract/reports.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/db/client.ts'
import { readCompanyLocale } from '#server/platform/db/company-locale.ts'
import { type Period, periodOf } from './period.ts'

/** Company, currency, time zone and period of a report. */
export type ReportScope = { companyId: string; currency: string; timeZone: string; period: Period; now: Date }

export async function readReportScope(tx: Tx, ctx: CompanyContext, range: ReportRange): Promise<ReportScope> {
  const problem = rangeProblem(range)
  if (problem) {
    const message = withValues(problem, range)
    throw fieldError('endDate', message)
  }
  const { companyId } = ctx
  const now = ctx.clock.now()
  const locale = await readCompanyLocale(tx, companyId)
  return { companyId, ...locale, period: periodOf(range, locale.timeZone, now), now }
}

/** The sentence apart from its values, so that it can be translated. */
function withValues(problem: string, range: ReportRange): Message {
  const days = daysIn(range)
  const tooMany = say('Choose up to {longestReportDays} days (you chose {days})', { longestReportDays, days })
  return problem === formatMessage(tooMany) ? tooMany : asMessage(problem)
}

/** The fields that every report has. */
export const reportHead = ({ period, timeZone, currency }: ReportScope) => ({
  range: period.range,
  previous: { ...period.previous.range, isCut: period.previous.isCut },
  timeZone,
  currency,
})
