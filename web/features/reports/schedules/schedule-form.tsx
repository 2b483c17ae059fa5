import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { email } from '#contract/fields.ts'
import { type ReportSchedule, ScheduleInput } from '#contract/report-schedules.ts'
import { reportTypeLabels, reportTypes } from '#contract/report-values.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { FormDialog, type FormDialogControl } from '#web/shared/form-dialog.tsx'
import { SelectField, SwitchField } from '#web/shared/form-fields.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { useFormSaving } from '#web/shared/form-submission.ts'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { useCreateSchedule, useUpdateSchedule } from './api.ts'
import { formatOptions, frequencyOptions, weekdayOptions } from './schedule-labels.ts'

type CreateDialogProps = { fallback: string | null; onClose: () => void }

export function CreateDialog({ fallback, onClose }: CreateDialogProps) {
  const createSchedule = useCreateSchedule()
  return (
    <FormDialog title="New schedule" description="A report that goes out by itself." onClose={onClose}>
      {(dialog) => (
        <ScheduleForm
          defaultValues={emptySchedule}
          fallback={fallback}
          action="Create schedule"
          dialog={dialog}
          save={(schedule) => createSchedule.mutateAsync(schedule)}
          onSaved={onClose}
        />
      )}
    </FormDialog>
  )
}

type EditDialogProps = { schedule: ReportSchedule; onClose: () => void }

export function EditDialog({ schedule, onClose }: EditDialogProps) {
  const updateSchedule = useUpdateSchedule(schedule.id)
  return (
    <FormDialog title="Edit schedule" onClose={onClose}>
      {(dialog) => (
        <ScheduleForm
          defaultValues={toFormValues(schedule)}
          fallback={schedule.fallback}
          action="Save changes"
          dialog={dialog}
          save={(changed) => updateSchedule.mutateAsync(changed)}
          onSaved={onClose}
        />
      )}
    </FormDialog>
  )
}

const typeOptions = reportTypes.map((type) => ({ value: type, label: reportTypeLabels[type] }))

type ScheduleFormProps = {
  defaultValues: ScheduleValues
  /** Address used when there are no recipients; null when it is not known yet. */
  fallback: string | null
  action: string
  dialog: FormDialogControl
  save: (schedule: ScheduleInput) => Promise<unknown>
  onSaved: () => void
}

function ScheduleForm({ defaultValues, fallback, action, dialog, save, onSaved }: ScheduleFormProps) {
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

const { name, reportType, format, frequency, timeOfDay, audience, recipients, isActive } = ScheduleInput.shape

/** E-mail addresses, one per line or separated by commas, semicolons or spaces. */
const addressBox = z
  .string()
  .transform((typed, refinement) => {
    const all = typed.split(/[\s,;]+/).filter(Boolean)
    const bad = all.filter((one) => !email.safeParse(one).success).map((one) => `“${one}”`)
    if (bad.length > 0) refinement.addIssue({ code: 'custom', message: `Not an email address: ${bad.join(', ')}` })
    return all
  })
  .pipe(recipients)

/** Values of the form. The weekday is dropped for a daily schedule. */
const ScheduleFields = z
  .object({
    name,
    reportType,
    format,
    frequency,
    weekday: z.string(),
    timeOfDay,
    audience,
    recipients: addressBox,
    isActive,
  })
  .transform(({ weekday, ...fields }): ScheduleInput => ({
    ...fields,
    weekday: fields.frequency === 'weekly' ? Number(weekday) : null,
  }))

type ScheduleValues = z.input<typeof ScheduleFields>

const emptySchedule: ScheduleValues = {
  name: '',
  reportType: 'sales',
  format: 'xlsx',
  frequency: 'daily',
  weekday: '1',
  timeOfDay: '09:00',
  audience: '',
  recipients: '',
  isActive: true,
}

function toFormValues(schedule: ReportSchedule): ScheduleValues {
  const { name, reportType, format, frequency, weekday, timeOfDay, audience, recipients, isActive } = schedule
  return {
    name,
    reportType,
    format,
    frequency,
    weekday: String(weekday ?? 1),
    timeOfDay,
    audience,
    recipients: recipients.join('\n'),
    isActive,
  }
}
