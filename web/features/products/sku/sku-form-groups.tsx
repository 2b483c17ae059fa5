import type { ReactNode } from 'react'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { SwitchField } from '#web/shared/switch-field.tsx'
import { type SkuFormReturn, SkuTextField } from './sku-text-field.tsx'
import { UnitField } from './unit-field.tsx'

type FieldGroupProps = { form: SkuFormReturn }

export function BasicFields({
  form,
  isCodeLocked,
  hasSwitch,
}: FieldGroupProps & { isCodeLocked: boolean; hasSwitch: boolean }) {
  return (
    <FieldGroup title="Basics">
      <SkuTextField
        form={form}
        name="sku"
        label="SKU"
        isOptional={false}
        readOnly={isCodeLocked}
        hint={isCodeLocked ? 'Amazon knows it by this code, so it can’t be renamed.' : undefined}
      />
      <SkuTextField form={form} name="title" label="Title" hint="Left empty, the product’s title is shown." />
      <SkuTextField
        form={form}
        name="safetyBuffer"
        label="Safety buffer"
        isOptional={false}
        inputMode="numeric"
        hint="Units that are never offered for sale."
      />
      {hasSwitch && <SwitchField control={form.control} name="isActive" label="Active" />}
    </FieldGroup>
  )
}

export function PriceFields({ form }: FieldGroupProps) {
  return (
    <FieldGroup title="Prices">
      <div className="grid gap-4 sm:grid-cols-2">
        <SkuTextField form={form} name="price" label="Price" inputMode="decimal" placeholder="0.00" />
        <SkuTextField
          form={form}
          name="compareAtPrice"
          label="Compare-at price"
          inputMode="decimal"
          placeholder="0.00"
        />
        <SkuTextField form={form} name="cost" label="Cost" inputMode="decimal" placeholder="0.00" />
      </div>
    </FieldGroup>
  )
}

export function PackageFields({ form }: FieldGroupProps) {
  return (
    <FieldGroup title="Package">
      <div className="grid grid-cols-2 gap-4">
        <SkuTextField form={form} name="weight" label="Weight" inputMode="decimal" />
        <UnitField form={form} name="weightUnit" label="Weight unit" />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <SkuTextField form={form} name="length" label="Length" inputMode="decimal" />
        <SkuTextField form={form} name="width" label="Width" inputMode="decimal" />
        <SkuTextField form={form} name="height" label="Height" inputMode="decimal" />
        <UnitField form={form} name="dimensionUnit" label="Size unit" />
      </div>
      <SkuTextField
        form={form}
        name="packageQuantity"
        label="Pack quantity"
        isOptional={false}
        inputMode="numeric"
        hint="How many pieces one unit holds."
      />
    </FieldGroup>
  )
}

export function AmazonFields({ form }: FieldGroupProps) {
  return (
    <FieldGroup title="Amazon & prep">
      <SkuTextField form={form} name="asin" label="ASIN" placeholder="B0C1234567" />
      <SkuTextField form={form} name="shippingTemplate" label="Shipping template" />
      <Field label="Prep instructions" isOptional error={form.formState.errors.prepInstructions?.message}>
        {(control) => <Textarea {...control} {...form.register('prepInstructions')} />}
      </Field>
      <Checkbox {...form.register('isHazmat')} label="Hazmat" hint="Dangerous goods, such as batteries or aerosols." />
    </FieldGroup>
  )
}

function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 w-full border-b pb-1.5 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
