import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import type { PromotionFormReturn } from './promotion-form-props.ts'

type CodeFieldProps = { form: PromotionFormReturn; isLocked: boolean }

export function CodeField({ form, isLocked }: CodeFieldProps) {
  const { code } = form.formState.errors
  if (isLocked) {
    return (
      <Field
        label="Code"
        isOptional
        hint="An order has used this promotion, so its code stays as it is."
        error={code?.message}
      >
        {(control) => <Input {...control} disabled value={form.getValues('code') ?? ''} className="font-mono" />}
      </Field>
    )
  }
  return (
    <Field
      label="Code"
      isOptional
      hint="What customers type; leave empty for automatic promotions"
      error={code?.message}
    >
      {(control) => (
        <Input
          {...control}
          {...form.register('code')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono"
        />
      )}
    </Field>
  )
}
