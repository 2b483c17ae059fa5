import { useWatch } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { SettingsSection } from '../settings-section.tsx'
import type { FieldGroupProps } from './notification-fields.ts'

export function QuietHoursFields({ form }: FieldGroupProps) {
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
