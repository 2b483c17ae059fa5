import { useWatch } from 'react-hook-form'
import { type SyncFrequency, syncFrequencies } from '#contract/settings-values.ts'
import { SelectField } from '#web/shared/select-field.tsx'
import { SwitchField } from '#web/shared/switch-field.tsx'
import { SettingsSection } from '../settings-section.tsx'
import type { FieldGroupProps } from './system-fields.ts'

const frequencyLabels: Record<SyncFrequency, string> = {
  '15min': 'Every 15 minutes',
  '30min': 'Every 30 minutes',
  '1h': 'Every hour',
  '4h': 'Every 4 hours',
}
const frequencyOptions = syncFrequencies.map((value) => ({ value, label: frequencyLabels[value] }))

export function SyncFields({ form: { control } }: FieldGroupProps) {
  const isAutomatic = useWatch({ control, name: 'automaticSync' })
  return (
    <SettingsSection title="Sync" description="How Lockstep keeps up with Amazon.">
      <SwitchField
        control={control}
        name="automaticSync"
        label="Automatic sync"
        hint={
          isAutomatic
            ? 'Stock and catalog are synced by themselves.'
            : 'Stock and catalog are synced only when somebody presses a sync button.'
        }
      />
      <div className="sm:max-w-64">
        <SelectField control={control} name="syncFrequency" label="Sync frequency" options={frequencyOptions} />
      </div>
    </SettingsSection>
  )
}
