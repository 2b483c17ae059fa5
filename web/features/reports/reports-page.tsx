import { type SubmitEvent, Suspense, useRef, useState } from 'react'
import { readDay } from '#contract/fields.ts'
import { t } from '#contract/i18n.ts'
import { manualLabel, noChannel } from '#contract/order-numbers.ts'
import { hasOrdersFile, rankings, type Ranking, reportTypeLabels, reportTypes } from '#contract/report-values.ts'
import { rangeProblem, type ReportRange, reportsApi } from '#contract/reports.ts'
import { pathWithQuery } from '#web/lib/api.ts'
import { useChannelChoices } from '#web/shared/channels.tsx'
import { FilesMenu } from '#web/shared/export-menu.tsx'
import { lazyPart } from '#web/shared/lazy-part.tsx'
import { useUrlDetail } from '#web/shared/url-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Select } from '#web/ui/select.tsx'
import { useRefetchReport, useReport } from './api.ts'
import { parseDrillDown } from './drill-down.ts'
import { drillDownParam } from './drill-down-link.tsx'
import { formatDays, quickRanges } from './report-days.ts'
import { ReportView } from './report-view.tsx'
import { ScheduledReports } from './schedules/scheduled-reports.tsx'
import { type ReportChoice, type ReportFilter, useReportFilter } from './use-report-filter.ts'

/** Not in the first load of the reports. */
const DrillDownDrawer = lazyPart(async () => (await import('./drill-down-drawer.tsx')).DrillDownDrawer, {
  overlay: 'drawer',
})

export function ReportsPage() {
  const filter = useReportFilter()
  const { applied, today } = filter
  const query = useReport(applied, today)
  const { id: drillDownKey, close } = useUrlDetail(drillDownParam)
  const drillDown = drillDownKey ? parseDrillDown(drillDownKey, applied, query.data?.report) : null

  return (
    <div className="grid gap-6">
      <PageHeader
        title={t('Reports & Analytics')}
        subtitle={t('Sales, stock and profit, with the orders behind each figure')}
        actions={<ReportExport choice={applied} />}
      />
      <ReportFilters filter={filter} />
      <div onPointerEnter={DrillDownDrawer.preload} onFocus={DrillDownDrawer.preload}>
        <ReportView query={query} />
      </div>
      <ScheduledReports />
      <Suspense>
        {drillDown && (
          <DrillDownDrawer key={drillDownKey} drillDown={drillDown} report={query.data?.report} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}

/** XLSX contains figures, table and orders. Reports of stock and best sellers have no orders. */
function ReportExport({ choice }: { choice: ReportChoice }) {
  const files = [
    { label: t('Workbook (XLSX)'), href: pathWithQuery(reportsApi.export, { ...choice, format: 'xlsx' }) },
    { label: t('Table (CSV)'), href: pathWithQuery(reportsApi.export, { ...choice, format: 'csv', part: 'table' }) },
    { label: t('Orders (CSV)'), href: pathWithQuery(reportsApi.export, { ...choice, format: 'csv', part: 'orders' }) },
  ]
  return (
    <FilesMenu
      endpoint={reportsApi.export}
      what={`${reportTypeLabels[choice.type]}, ${formatDays(choice)}`}
      files={hasOrdersFile(choice.type) ? files : files.slice(0, 2)}
    />
  )
}

const typeOptions = reportTypes.map((type) => ({ value: type, label: reportTypeLabels[type] }))

const dates = [
  { name: 'startDate', label: t('Start date') },
  { name: 'endDate', label: t('End date') },
] as const

/** Type and dates take effect on Apply; a quick range takes effect at once. */
function ReportFilters({ filter: { applied, today, apply } }: { filter: ReportFilter }) {
  const refetch = useRefetchReport()
  const { choice, problems, change, reset, check } = useFilterDraft(applied)
  const form = useRef<HTMLFormElement>(null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = check()
    const wrong = dates.find(({ name }) => found[name])
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name=${wrong.name}]`)?.focus()
    else if (isSameChoice(choice, applied)) refetch()
    else apply({ ...applied, type: choice.type, startDate: choice.startDate, endDate: choice.endDate })
  }

  function applyRange(range: ReportRange) {
    const next = { ...applied, type: choice.type, ...range }
    reset(next)
    apply(next)
  }

  return (
    <Card aria-labelledby="report-filters">
      <CardHeader id="report-filters" title={t('Filters')} />
      <CardBody className="grid gap-4">
        <form
          ref={form}
          noValidate
          onSubmit={submit}
          className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]"
        >
          <div className="sm:col-span-full lg:col-span-1">
            <Field label={t('Report type')}>
              {(control) => (
                <Select
                  {...control}
                  options={typeOptions}
                  value={choice.type}
                  onValueChange={(type) => change({ type })}
                />
              )}
            </Field>
          </div>
          {dates.map(({ name, label }) => (
            <Field key={name} label={label} error={problems[name]}>
              {(control) => (
                <Input
                  {...control}
                  name={name}
                  value={choice[name]}
                  onChange={(event) => change({ [name]: event.target.value })}
                  type="date"
                  max="9999-12-31"
                />
              )}
            </Field>
          ))}
          <Button
            type="submit"
            variant="primary"
            className="sm:col-span-full sm:justify-self-end lg:col-span-1 lg:mt-[1.625rem] lg:self-start"
          >
            {t('Apply Filters')}
          </Button>
        </form>
        {applied.type === 'best-sellers' && <BestSellerFilters applied={applied} apply={apply} />}
        <QuickRanges applied={applied} today={today} onChoose={applyRange} />
      </CardBody>
    </Card>
  )
}

const rankingLabels: Record<Ranking, string> = { units: t('Units sold'), revenue: t('Item revenue') }

const rankingOptions = rankings.map((value) => ({ value, label: rankingLabels[value] }))

/** They take effect at once. */
function BestSellerFilters({ applied, apply }: Pick<ReportFilter, 'applied' | 'apply'>) {
  const channels = useChannelChoices()
  const channelOptions = [
    { value: 'all', label: t('All channels') },
    ...channels,
    { value: noChannel, label: manualLabel },
  ]
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <Field label={t('Channel')}>
        {(control) => (
          <Select
            {...control}
            options={channelOptions}
            value={applied.channelId ?? 'all'}
            onValueChange={(channelId) => apply({ ...applied, channelId: channelId === 'all' ? undefined : channelId })}
          />
        )}
      </Field>
      <Field label={t('Rank by')}>
        {(control) => (
          <Select
            {...control}
            options={rankingOptions}
            value={applied.rankBy ?? 'units'}
            onValueChange={(rankBy) => apply({ ...applied, rankBy })}
          />
        )}
      </Field>
    </div>
  )
}

type QuickRangesProps = { applied: ReportRange; today: string; onChoose: (range: ReportRange) => void }

function QuickRanges({ applied, today, onChoose }: QuickRangesProps) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{t('Quick ranges')}</legend>
      {quickRanges.map(({ label, rangeOn }) => {
        const range = rangeOn(today)
        const isApplied = range.startDate === applied.startDate && range.endDate === applied.endDate
        return (
          <Button
            key={label}
            size="small"
            variant={isApplied ? 'secondary' : 'quiet'}
            aria-pressed={isApplied}
            onClick={() => onChoose(range)}
          >
            {label}
          </Button>
        )
      })}
    </fieldset>
  )
}

/**
 * Draft of the filter. It is reset when another filter is applied, and its errors show only after the first attempt to
 * apply it.
 */
function useFilterDraft(applied: ReportChoice) {
  const initial = { choice: applied, applied, isChecked: false }
  const [draft, setDraft] = useState(initial)
  const isApplied = isSameChoice(draft.applied, applied)
  if (!isApplied) setDraft(initial)
  const { choice, isChecked } = isApplied ? draft : initial
  return {
    choice,
    problems: isChecked ? problemsOf(choice) : noProblems,
    change: (part: Partial<ReportChoice>) => setDraft({ choice: { ...choice, ...part }, applied, isChecked }),
    reset: (next: ReportChoice) => setDraft({ choice: next, applied, isChecked: false }),
    check() {
      setDraft({ choice, applied, isChecked: true })
      return problemsOf(choice)
    },
  }
}

const noProblems = { startDate: undefined, endDate: undefined }

const problemsOf = ({ startDate, endDate }: ReportChoice) => ({
  startDate: startDateProblem(startDate),
  endDate: endDateProblem(endDate, { startDate, endDate }),
})

const isSameChoice = (one: ReportChoice, other: ReportChoice) =>
  one.type === other.type && one.startDate === other.startDate && one.endDate === other.endDate

/** Validation message of a date. Written without zod, because the filters are part of the first load. */
const startDateProblem = (startDate: string): string | undefined =>
  readDay(startDate) ? undefined : t('Choose a start date')

function endDateProblem(endDate: string, { startDate }: ReportRange): string | undefined {
  if (!readDay(endDate)) return t('Choose an end date')
  return readDay(startDate) ? (rangeProblem({ startDate, endDate }) ?? undefined) : undefined
}
