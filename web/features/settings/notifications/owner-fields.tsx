import { useWatch } from 'react-hook-form'
import { SwitchField } from '#web/shared/switch-field.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { SettingsSection } from '../settings-section.tsx'
import type { FieldGroupProps } from './notification-fields.ts'
import { ServiceNotConfigured } from './service-missing.tsx'

export function OwnerFields({ form, settings }: FieldGroupProps) {
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
