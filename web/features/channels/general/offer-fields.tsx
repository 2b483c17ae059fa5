import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { DrawerSection } from '#web/shared/drawer-section.tsx'
import { SwitchField } from '#web/shared/switch-field.tsx'
import type { GroupProps } from './general-fields.ts'

export function OfferFields({ form }: GroupProps) {
  const { errors, disabled } = form.formState
  return (
    <DrawerSection title="What it offers">
      <SwitchField
        control={form.control}
        name="offersAllSkus"
        label="Offer all SKUs"
        hint="Off, only the SKUs that are set to visible in this channel’s listings are offered."
      />
      <Field
        label="Safety buffer"
        hint="Units of each SKU that this channel never sells. The largest of this, the SKU’s and the company’s buffer counts."
        error={errors.safetyBuffer?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('safetyBuffer', { valueAsNumber: true })}
            inputMode="numeric"
            autoComplete="off"
            className="max-w-40"
          />
        )}
      </Field>
      <Field
        label="Product link"
        isOptional
        hint="Where a product stands on the website; {sku} is replaced by its SKU. Meta and Google list only what has a link."
        error={errors.productUrl?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('productUrl')}
            type="url"
            placeholder={disabled ? undefined : 'https://shop.example.com/products/{sku}'}
            autoComplete="off"
          />
        )}
      </Field>
    </DrawerSection>
  )
}
