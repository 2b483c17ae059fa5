import { useForm } from 'react-hook-form'
import { reportTypeLabels, reportTypes } from '#contract/report-words.ts'
import type { ReportRange } from '#contract/reports.ts'
import { SelectField } from '#web/shared/select-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#web/ui/card.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useAskAgain } from '../api.ts'
import type { ReportChoice, ReportFilter } from '../use-report-filter.ts'
import { endDateProblem, startDateProblem } from './date-problems.ts'
import { QuickRanges } from './quick-ranges.tsx'

const typeOptions = reportTypes.map((type) => ({ value: type, label: reportTypeLabels[type] }))

/** What is typed counts once it is applied; a quick range is applied at once. */
export function ReportFilters({ filter: { applied, today, apply } }: { filter: ReportFilter }) {
  const askAgain = useAskAgain()
  const form = useForm({ values: applied })
  const { errors } = form.formState
  const submit = form.handleSubmit((choice) => (isSame(choice, applied) ? askAgain() : apply(choice)))

  function applyRange(range: ReportRange) {
    const choice = { type: form.getValues('type'), ...range }
    form.reset(choice)
    apply(choice)
  }

  return (
    <Card aria-labelledby="report-filters">
      <CardHeader id="report-filters" title="Filters" />
      <CardBody className="grid gap-4">
        <form
          noValidate
          onSubmit={(event) => void submit(event)}
          className="grid gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]"
        >
          <div className="sm:col-span-full lg:col-span-1">
            <SelectField control={form.control} name="type" label="Report type" options={typeOptions} />
          </div>
          <Field label="Start date" error={errors.startDate?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register('startDate', { validate: startDateProblem })}
                type="date"
                max="9999-12-31"
              />
            )}
          </Field>
          <Field label="End date" error={errors.endDate?.message}>
            {(control) => (
              <Input
                {...control}
                {...form.register('endDate', { validate: endDateProblem })}
                type="date"
                max="9999-12-31"
              />
            )}
          </Field>
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

const isSame = (one: ReportChoice, other: ReportChoice) =>
  one.type === other.type && one.startDate === other.startDate && one.endDate === other.endDate
