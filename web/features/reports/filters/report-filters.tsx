import { type SubmitEvent, useRef } from 'react'
import { reportTypeLabels, reportTypes } from '#contract/report-values.ts'
import type { ReportRange } from '#contract/reports.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { useRefetchReport } from '../api.ts'
import type { ReportFilter } from '../use-report-filter.ts'
import { QuickRanges } from './quick-ranges.tsx'
import { isSameChoice, useFilterDraft } from './use-choice.ts'

const typeOptions = reportTypes.map((type) => ({ value: type, label: reportTypeLabels[type] }))
const dates = [
  { name: 'startDate', label: 'Start date' },
  { name: 'endDate', label: 'End date' },
] as const

/** What is typed counts once it is applied; a quick range is applied at once. */
export function ReportFilters({ filter: { applied, today, apply } }: { filter: ReportFilter }) {
  const askAgain = useRefetchReport()
  const { choice, problems, change, begin, check } = useFilterDraft(applied)
  const form = useRef<HTMLFormElement>(null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const found = check()
    const wrong = dates.find(({ name }) => found[name])
    if (wrong) form.current?.querySelector<HTMLInputElement>(`[name=${wrong.name}]`)?.focus()
    else if (isSameChoice(choice, applied)) askAgain()
    else apply(choice)
  }

  function applyRange(range: ReportRange) {
    begin({ type: choice.type, ...range })
    apply({ type: choice.type, ...range })
  }

  return (
    <Card aria-labelledby="report-filters">
      <CardHeader id="report-filters" title="Filters" />
      <CardBody className="grid gap-4">
        <form
          ref={form}
          noValidate
          onSubmit={submit}
          className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]"
        >
          <div className="sm:col-span-full lg:col-span-1">
            <Field label="Report type">
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
            Apply Filters
          </Button>
        </form>
        <QuickRanges applied={applied} today={today} onChoose={applyRange} />
      </CardBody>
    </Card>
  )
}
