import { SwitchField } from '#web/shared/switch-field.tsx'
import { SettingsSection } from '../settings-section.tsx'
import type { FieldGroupProps } from './notification-fields.ts'
import { ServiceNotConfigured } from './service-missing.tsx'

export function CustomerFields({ form: { control }, settings: { mailService } }: FieldGroupProps) {
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
