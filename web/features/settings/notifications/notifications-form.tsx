import { useMemo } from 'react'
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { t } from '#contract/i18n.ts'
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
    draft: 'notification settings',
    saved,
    save: async (output) => toFormValues((await saveNotifications.mutateAsync(output)).notifications),
  })

  return (
    <SettingsForm label={t('Notification settings')} saving={saving} access={access} task={t('change notifications')}>
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
    <SettingsSection title={t('Your alerts')} description={t('What we notify your company about, and where.')}>
      <div className="grid gap-3">
        <SwitchField
          control={control}
          name="ownerSms"
          label={t('SMS for new orders')}
          hint={t('Orders that arrive close together share one text.')}
        />
        <SwitchField
          control={control}
          name="lowStockAlerts"
          label={t('Low stock alerts')}
          hint={t('One email for all SKUs that reached their threshold since the last one.')}
        />
        <SwitchField
          control={control}
          name="failedJobAlerts"
          label={t('Failed job alerts')}
          hint={t('An email when a background job, such as a sync, fails for good.')}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('Alert email')}
          isOptional
          hint={
            company.email
              ? t('If empty, alerts go to the company’s email address.')
              : t('Your company has no email address yet.')
          }
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
          label={t('Alert phone')}
          isOptional
          hint={
            company.phone
              ? t('If empty, texts go to the company’s phone number.')
              : t('Include the country code, such as +1.')
          }
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
        <Alert tone="warning">{t('No phone number for texts yet. Enter an alert phone.')}</Alert>
      )}
      {!smsService.isConfigured && <ServiceNotConfigured method="sms" />}
    </SettingsSection>
  )
}

function CustomerFields({ form: { control }, settings: { mailService } }: FieldGroupProps) {
  return (
    <SettingsSection
      title={t('Your customers')}
      description={t('They’re notified when their order is placed, shipped, delivered or cancelled.')}
    >
      <div className="grid gap-3">
        <SwitchField
          control={control}
          name="customerSms"
          label={t('SMS')}
          hint={t('Customers who reply STOP are unsubscribed.')}
        />
        <SwitchField
          control={control}
          name="customerEmail"
          label={t('Email')}
          hint={t('Every email has an unsubscribe link.')}
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
      title={t('Quiet hours')}
      description={t('No customer SMS during these hours, in the shipping address’s time zone.')}
    >
      <div className="grid grid-cols-2 gap-4 sm:max-w-80">
        <Field label={t('Quiet hours start')} error={errors.quietHoursStart?.message}>
          {(described) => <Input {...described} {...form.register('quietHoursStart')} type="time" />}
        </Field>
        <Field label={t('Quiet hours end')} error={errors.quietHoursEnd?.message}>
          {(described) => <Input {...described} {...form.register('quietHoursEnd')} type="time" />}
        </Field>
      </div>
      <p className="text-sm text-muted">
        {start === end
          ? t('The start and end are the same, so there are no quiet hours.')
          : t(
              'Texts due during quiet hours are sent afterward, unless the order has moved on. Emails and your own alerts are sent right away.',
            )}
      </p>
    </SettingsSection>
  )
}

const missingServices: Record<NotificationMethod, { title: string; consequence: string }> = {
  sms: {
    title: t('The SMS service is not configured'),
    consequence: t(
      'No texts can be sent until your provider sets it up. Unsent texts are listed in the history and can be sent from there.',
    ),
  },
  email: {
    title: t('The email provider is not configured'),
    consequence: t(
      'No emails can be sent until your provider sets it up. Unsent emails are listed in the history and can be sent from there.',
    ),
  },
}

function ServiceNotConfigured({ method }: { method: NotificationMethod }) {
  const { title, consequence } = missingServices[method]
  return (
    <Alert tone="warning" title={title}>
      {consequence}
    </Alert>
  )
}
