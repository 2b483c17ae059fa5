import type { ComponentProps } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { SkuOutput, SkuValues } from './sku-fields.ts'

export type SkuFormReturn = UseFormReturn<SkuValues, unknown, SkuOutput>

type SkuTextFieldProps = Pick<ComponentProps<typeof Input>, 'inputMode' | 'readOnly' | 'placeholder'> & {
  form: SkuFormReturn
  name: Exclude<keyof SkuValues, 'isActive' | 'isHazmat' | 'weightUnit' | 'dimensionUnit'>
  label: string
  hint?: string | undefined
  isOptional?: boolean
}

export function SkuTextField({ form, name, label, hint, isOptional = true, ...input }: SkuTextFieldProps) {
  return (
    <Field label={label} hint={hint} isOptional={isOptional} error={form.formState.errors[name]?.message}>
      {(control) => <Input {...control} {...input} {...form.register(name)} autoComplete="off" />}
    </Field>
  )
}
