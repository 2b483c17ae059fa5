import { useWatch } from 'react-hook-form'
import { useNow } from '#web/shared/use-now.ts'
import { ComboboxField } from '#web/shared/combobox-field.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { currencyOptions, timeInZone, timeZoneOptions } from './region-options.ts'
import type { FieldGroupProps } from './system-fields.ts'

export function RegionFields({ form: { control }, saved }: FieldGroupProps) {
  const now = useNow()
  const [timeZone, currency] = useWatch({ control, name: ['timeZone', 'currency'] })
  return (
    <SettingsSection title="Time and money" description="How times and amounts are read and shown.">
      <div className="grid gap-4 sm:grid-cols-2">
        <ComboboxField
          control={control}
          name="timeZone"
          label="Time zone"
          hint={`It is ${timeInZone(now, timeZone)} there now.`}
          options={timeZoneOptions(saved.timeZone)}
        />
        <ComboboxField control={control} name="currency" label="Currency" options={currencyOptions(saved.currency)} />
      </div>
      {currency !== saved.currency && (
        <Alert tone="warning" title="Amounts are not converted">
          Prices and promotions keep their figures and are read as {currency} from then on: 20.00 {saved.currency}{' '}
          becomes 20.00 {currency}. Orders that exist keep their currency.
        </Alert>
      )}
    </SettingsSection>
  )
}
