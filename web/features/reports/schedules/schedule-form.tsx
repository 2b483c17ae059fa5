import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { email } from '#contract/fields.ts'
import { t } from '#contract/i18n.ts'
import { type ReportSchedule, ScheduleInput } from '#contract/report-schedules.ts'
import { reportTypeLabels, reportTypes } from '#contract/report-values.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { DraftNotice } from '#web/shared/drafts.tsx'
import { FormDialog, type FormDialogControl } from '#web/shared/form-dialog.tsx'
import { SelectField, SwitchField } from '#web/shared/form-fields.tsx'
import { FormFooter } from '#web/shared/form-footer.tsx'
import { useFormSaving } from '#web/shared/form-submission.ts'
import { Field, Input, Textarea } from '#web/ui/field.tsx'
import { timeZoneLabel } from '../report-days.ts'
import { useCreateSchedule, useUpdateSchedule } from './api.ts'
import { formatOptions, frequencyOptions, weekdayOptions } from './schedule-labels.ts'

type CreateDialogProps = { fallback: string | null; onClose: () => void }

export function CreateDialog({ fallback, onClose }: CreateDialogProps) {
  const createSchedule = useCreateSchedule()
  return (
    <FormDialog
      title={t('New schedule')}
      description={t('A report that is emailed automatically.')}
      draft="schedule"
      onClose={onClose}
    >
      {(dialog) => (
        <ScheduleForm
          defaultValues={emptySchedule}
          fallback={fallback}
          action={t('Create schedule')}
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
    <FormDialog title={t('Edit schedule')} draft={`schedule ${schedule.id}`} onClose={onClose}>
      {(dialog) => (
        <ScheduleForm
          defaultValues={toFormValues(schedule)}
          fallback={schedule.fallback}
          action={t('Save changes')}
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
  const { onSubmit, serverError, draft } = useFormSaving(form, { dialog, save, onSaved })

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <DraftNotice draft={draft} />
      <Field label={t('Name')} error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField control={form.control} name="reportType" label={t('Report')} options={typeOptions} />
        <SelectField control={form.control} name="format" label={t('File')} options={formatOptions} />
        <SelectField
          control={form.control}
          name="frequency"
          label={t('How often')}
          options={frequencyOptions}
          hint={frequency === 'daily' ? t('Covers the previous day.') : t('Covers the seven days before it is sent.')}
        />
        {frequency === 'weekly' && (
          <SelectField control={form.control} name="weekday" label={t('Weekday')} options={weekdayOptions} />
        )}
        <Field label={t('Time')} hint={timeZoneLabel(timeZone)} error={errors.timeOfDay?.message}>
          {(control) => <Input {...control} {...form.register('timeOfDay')} type="time" />}
        </Field>
      </div>
      <Field label={t('Audience')} hint={t('Who it is for, such as finance.')} error={errors.audience?.message}>
        {(control) => <Input {...control} {...form.register('audience')} autoComplete="off" />}
      </Field>
      <Field
        label={t('Recipients')}
        isOptional
        hint={
          fallback === null
            ? t('Email addresses, one per line. If empty, reports go to the company’s address.')
            : t('Email addresses, one per line. If empty, reports go to {fallback}.', { fallback })
        }
        error={errors.recipients?.message}
      >
        {(control) => <Textarea {...control} {...form.register('recipients')} autoComplete="off" spellCheck={false} />}
      </Field>
      <SwitchField control={form.control} name="isActive" label={t('Active')} hint={t('Paused reports aren’t sent.')} />
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
    if (bad.length > 0)
      refinement.addIssue({ code: 'custom', message: t('Not an email address: {bad}', { bad: bad.join(', ') }) })
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
