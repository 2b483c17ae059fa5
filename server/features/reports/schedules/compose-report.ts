import { formatMoney } from '#contract/money.ts'
import { gapsText } from '#contract/order-profit.ts'
import { changeOf, changeText } from '#contract/headline-figures.ts'
import { figures, figureText } from '#contract/report-figures.ts'
import { reportTypeLabels } from '#contract/report-values.ts'
import { daysIn, type Report, type ReportMetric, type ReportRange } from '#contract/reports.ts'
import {
  buttons,
  factsTable,
  paragraphs,
  renderMailLayout,
  renderMailText,
} from '#server/features/notifications/mail/mail-layout.ts'
import { toMailSender } from '#server/features/notifications/senders/mail-sender.ts'
import type { CompanyContext } from '#server/platform/context.ts'
import type { Mail } from '#server/ports/mail.ts'
import { reportFile } from '../export-report.ts'
import { readScopedReport } from '../read-report.ts'
import type { ReadyRun } from './run-queries.ts'

const mostFigures = 4

/** Composes the mail of a run with the report as attachment. */
export async function composeReport(ctx: CompanyContext, run: ReadyRun): Promise<Mail> {
  const { terms, to, reportType: type, format, startDate, endDate } = run
  const scoped = await readScopedReport(ctx, { type, startDate, endDate })
  const { report } = scoped
  const file = await reportFile(ctx, scoped, format)
  const page = mailPage(ctx.publicUrl, run, report)
  const rows = report.metrics.slice(0, mostFigures).map((metric) => figureRow(report, metric))
  const lines = rows.map(({ label, value, note }) => `${label}: ${value}${note ? ` (${note})` : ''}`)
  return {
    ...toMailSender(terms),
    to,
    isToOwnPeople: true,
    subject: page.subject,
    text: renderMailText({ ...page, body: `${page.body}\n\n${lines.join('\n')}` }),
    html: renderMailLayout(page, paragraphs(page.body), factsTable(rows, '0 0 24px'), buttons(page.links)),
    unsubscribeUrl: null,
    attachments: [file],
  }
}

function mailPage(publicUrl: string, { name, terms, audience }: ReadyRun, report: Report) {
  const { companyName } = terms
  const { type, range, timeZone } = report
  const days = formatDays(range)
  const url = new URL('/reports', publicUrl)
  url.search = new URLSearchParams({ type, ...range }).toString()
  const about = `${reportTypeLabels[type]} for ${companyName}, ${days} (${timeZone}). All rows are in the file.`
  return {
    companyName,
    subject: `${name}: ${days}`,
    body: [about, ...unknownText(report), ...otherCurrencyText(report)].join('\n\n'),
    facts: null,
    links: [{ label: 'Open the report', url: url.href }],
    footer: {
      why: `You’re receiving this email because ${companyName} sends this report to ${audience}.`,
      link: { label: 'Change scheduled reports', url: new URL('/reports', publicUrl).href },
    },
  }
}

/** How many orders a profit leaves out, and why. */
function unknownText(report: Report): string[] {
  const text = 'gaps' in report ? gapsText(report.gaps) : null
  return text === null ? [] : [text]
}

const otherCurrencyText = ({ otherCurrencies }: Report): string[] =>
  otherCurrencies.length === 0
    ? []
    : [
        `Not in the totals, because currencies aren’t converted: ${otherCurrencies
          .map(({ currency, orders, revenue }) => `${formatMoney(revenue, currency)} from ${orderCountText(orders)}`)
          .join(', ')}.`,
      ]

const orderCountText = (orders: number) => (orders === 1 ? '1 order' : `${orders} orders`)

function figureRow(report: Report, { figure, value, previous }: ReportMetric) {
  const { label, kind } = figures[figure]
  const days = daysIn(report.range)
  const before = days === 1 ? 'the day before' : `the ${days} days before`
  const change = changeOf(kind, value, previous)
  const was = previous === null ? null : `${figureText(kind, previous, report.currency)} ${before}`
  return {
    label,
    value: figureText(kind, value, report.currency),
    note: was && change !== null ? `${changeText(kind, change)}, ${was}` : was,
  }
}

const day = { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' } as const

const oneDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', ...day })

const severalDays = new Intl.DateTimeFormat('en-US', day)

/** Formats days as "Sunday, Nov 15, 2026" or "Nov 9 – 15, 2026". */
function formatDays({ startDate, endDate }: ReportRange): string {
  const [first, last] = [new Date(startDate), new Date(endDate)]
  return startDate === endDate ? oneDay.format(first) : severalDays.formatRange(first, last).replaceAll(/\s/g, ' ')
}
