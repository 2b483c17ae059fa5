import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import type { ScheduleInput } from '#contract/report-schedules.ts'
import { reportTypeLabels, reportTypes } from '#contract/report-values.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import type { FormDialogControl } from '#web/shared/form-dialog.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { SelectField } from '#web/shared/select-field.tsx'
import { SwitchField } from '#web/shared/switch-field.tsx'
import { useFormSaving } from '#web/shared/use-form-saving.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { ScheduleFields, type ScheduleValues } from './schedule-fields.ts'
import { formatOptions, frequencyOptions, weekdayOptions } from './schedule-words.ts'

const typeOptions = reportTypes.map((type) => ({ value: type, label: reportTypeLabels[type] }))

type ScheduleFormProps = {
  defaultValues: ScheduleValues
  /** Where it goes without recipients; null where that is not known. */
  fallback: string | null
  action: string
  dialog: FormDialogControl
  save: (schedule: ScheduleInput) => Promise<unknown>
  onSaved: () => void
}

export function ScheduleForm({ defaultValues, fallback, action, dialog, save, onSaved }: ScheduleFormProps) {
  const { timeZone } = useCurrentUser()
  const form = useForm<ScheduleValues, unknown, ScheduleInput>({
    resolver: zodResolver(ScheduleFields),
    defaultValues,
  })
  const { errors, isSubmitting } = form.formState
  const frequency = useWatch({ control: form.control, name: 'frequency' })
  const { onSubmit, serverError } = useFormSaving(form, { dialog, save, onSaved })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <Field label="Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField control={form.control} name="reportType" label="Report" options={typeOptions} />
        <SelectField control={form.control} name="format" label="File" options={formatOptions} />
        <SelectField
          control={form.control}
          name="frequency"
          label="How often"
          options={frequencyOptions}
          hint={frequency === 'daily' ? 'Covers the day before.' : 'Covers the seven days before the day it goes out.'}
        />
        {frequency === 'weekly' && (
          <SelectField control={form.control} name="weekday" label="Weekday" options={weekdayOptions} />
        )}
        <Field label="Time" hint={`By the clocks of ${timeZone}.`} error={errors.timeOfDay?.message}>
          {(control) => <Input {...control} {...form.register('timeOfDay')} type="time" />}
        </Field>
      </div>
      <Field label="Audience" hint="Whom it is for, such as finance." error={errors.audience?.message}>
        {(control) => <Input {...control} {...form.register('audience')} autoComplete="off" />}
      </Field>
      <Field
        label="Recipients"
        isOptional
        hint={`Email addresses, one per line. Without any, it goes to ${fallback ?? 'the company’s own address'}.`}
        error={errors.recipients?.message}
      >
        {(control) => <Textarea {...control} {...form.register('recipients')} autoComplete="off" spellCheck={false} />}
      </Field>
      <SwitchField control={form.control} name="isActive" label="Active" hint="A paused one doesn’t go out." />
      <FormFooter action={action} serverError={serverError} isPending={isSubmitting} onCancel={dialog.leave} />
    </form>
  )
}
