import { useMemo } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { NotificationMethod } from '#contract/notification-values.ts'
import { allows } from '#contract/roles.ts'
import { type CompanySettings, type NotificationSettings, settingsApi } from '#contract/settings.ts'
import { useCurrentUser } from '#web/lib/session.tsx'
import { lazyResolver } from '#web/shared/form-submission.ts'
import { SwitchField } from '#web/shared/form-fields.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Field, Input } from '#web/ui/field.tsx'
import { useSaveNotifications } from '../api.ts'
import { SettingsForm, useSettingsForm } from '../settings-form.tsx'
import { SettingsSection } from '../settings-section.tsx'

const { access } = settingsApi.saveNotifications

const resolver = lazyResolver(async () => (await import('../form-resolvers.ts')).notificationsResolver)

export function NotificationsForm({ settings }: { settings: CompanySettings }) {
  const { role } = useCurrentUser()
  const saved = useMemo(() => toFormValues(settings.notifications), [settings.notifications])
  const saveNotifications = useSaveNotifications()
  const form: NotificationsFormState = useForm({
    resolver,
    defaultValues: saved,
    disabled: !allows(access, role),
  })
  const saving = useSettingsForm(form, {
    saved,
    save: async (output) => toFormValues((await saveNotifications.mutateAsync(output)).notifications),
  })

  return (
    <SettingsForm label="Notification settings" saving={saving} access={access} task="change notifications">
      <OwnerFields form={form} settings={settings} />
      <CustomerFields form={form} settings={settings} />
      <QuietHoursFields form={form} settings={settings} />
    </SettingsForm>
  )
}

type NotificationValues = z.input<typeof NotificationSettings>

type NotificationsFormState = UseFormReturn<NotificationValues, unknown, NotificationSettings>

type FieldGroupProps = { form: NotificationsFormState; settings: CompanySettings }

/** Inputs hold empty strings instead of null. */
const toFormValues = (saved: NotificationSettings): NotificationValues => ({
  ...saved,
  alertEmail: saved.alertEmail ?? '',
  alertPhone: saved.alertPhone ?? '',
})

function OwnerFields({ form, settings }: FieldGroupProps) {
  const { control } = form
  const { errors, disabled } = form.formState
  const { company, smsService } = settings
  const [ownerSms, alertPhone] = useWatch({ control, name: ['ownerSms', 'alertPhone'] })
  const hasNoNumber = ownerSms && !alertPhone && !company.phone
  return (
    <SettingsSection title="Your alerts" description="What your company is told, and where.">
      <div className="grid gap-3">
        <SwitchField
          control={control}
          name="ownerSms"
          label="SMS for new orders"
          hint="Orders that arrive close together are one text."
        />
        <SwitchField
          control={control}
          name="lowStockAlerts"
          label="Low stock alerts"
          hint="One mail for all SKUs that have fallen to their threshold since the last one."
        />
        <SwitchField
          control={control}
          name="failedJobAlerts"
          label="Failed job alerts"
          hint="A mail when background work, such as a sync, has failed for good."
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Alert email"
          isOptional
          hint={company.email ? 'Left empty, alerts go to the company’s address.' : 'Your company has no address yet.'}
          error={errors.alertEmail?.message}
        >
          {(described) => (
            <Input
              {...described}
              {...form.register('alertEmail')}
              type="email"
              placeholder={company.email ?? undefined}
              autoComplete="off"
            />
          )}
        </Field>
        <Field
          label="Alert phone"
          isOptional
          hint={company.phone ? 'Left empty, texts go to the company’s number.' : 'With country code, such as +1.'}
          error={errors.alertPhone?.message}
        >
          {(described) => (
            <Input
              {...described}
              {...form.register('alertPhone')}
              type="tel"
              placeholder={company.phone ?? (disabled ? undefined : '+1 206 555 0100')}
              autoComplete="off"
            />
          )}
        </Field>
      </div>
      {hasNoNumber && smsService.isConfigured && (
        <Alert tone="warning">There is no number to send texts to. Enter one as alert phone.</Alert>
      )}
      {!smsService.isConfigured && <ServiceNotConfigured method="sms" />}
    </SettingsSection>
  )
}

function CustomerFields({ form: { control }, settings: { mailService } }: FieldGroupProps) {
  return (
    <SettingsSection
      title="Your customers"
      description="They hear of their order when it is placed, shipped, delivered or cancelled."
    >
      <div className="grid gap-3">
        <SwitchField
          control={control}
          name="customerSms"
          label="SMS"
          hint="Who answers STOP gets no more texts from you."
        />
        <SwitchField
          control={control}
          name="customerEmail"
          label="Email"
          hint="Each mail has a link by which customers opt out."
        />
      </div>
      {!mailService.isConfigured && <ServiceNotConfigured method="email" />}
    </SettingsSection>
  )
}

function QuietHoursFields({ form }: FieldGroupProps) {
  const { errors } = form.formState
  const [start, end] = useWatch({ control: form.control, name: ['quietHoursStart', 'quietHoursEnd'] })
  return (
    <SettingsSection
      title="Quiet hours"
      description="No customer SMS in this time. It is the customer’s own time, by where the order ships to."
    >
      <div className="grid grid-cols-2 gap-4 sm:max-w-80">
        <Field label="Quiet hours start" error={errors.quietHoursStart?.message}>
          {(described) => <Input {...described} {...form.register('quietHoursStart')} type="time" />}
        </Field>
        <Field label="Quiet hours end" error={errors.quietHoursEnd?.message}>
          {(described) => <Input {...described} {...form.register('quietHoursEnd')} type="time" />}
        </Field>
      </div>
      <p className="text-sm text-muted">
        {start === end
          ? 'Start and end are the same, so there are no quiet hours.'
          : 'A text that falls into them goes out when they end, unless the order has moved on by then. Mails and your own alerts are not held.'}
      </p>
    </SettingsSection>
  )
}

const missingServices: Record<NotificationMethod, { title: string; what: string }> = {
  sms: { title: 'The SMS service is not configured', what: 'No text can be sent' },
  email: { title: 'The email provider is not configured', what: 'No mail can be sent' },
}

function ServiceNotConfigured({ method }: { method: NotificationMethod }) {
  const { title, what } = missingServices[method]
  return (
    <Alert tone="warning" title={title}>
      {what} until whoever runs Lockstep for you sets it up. What could not be sent stands in the history and can be
      sent again from there.
    </Alert>
  )
}
