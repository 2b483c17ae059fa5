import { SettingsSection } from '../settings-section.tsx'
import type { FieldGroupProps } from './system-fields.ts'
import { UnitsField } from './units-field.tsx'

export function StockFields({ form }: FieldGroupProps) {
  return (
    <SettingsSection title="Stock" description="What holds for every SKU.">
      <div className="grid gap-4 sm:grid-cols-2">
        <UnitsField
          form={form}
          name="lowStockThreshold"
          label="Default low stock threshold"
          hint="At this many units or fewer, a SKU is low on stock."
        />
        <UnitsField
          form={form}
          name="safetyBuffer"
          label="Safety buffer"
          hint="Units of each SKU that no channel sells. The largest of this, the SKU’s and the channel’s buffer counts."
        />
      </div>
    </SettingsSection>
  )
}
