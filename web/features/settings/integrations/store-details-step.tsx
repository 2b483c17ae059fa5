import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { StoreDetails } from '#contract/marketplace.ts'
import { regionOptions } from '#web/shared/region-options.ts'
import { SelectField } from '#web/shared/select-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

type StoreDetailsStepProps = {
  details: StoreDetails
  isKnownStore: boolean
  onNext: (details: StoreDetails) => void
  onCancel: () => void
}

export function StoreDetailsStep({ details, isKnownStore, onNext, onCancel }: StoreDetailsStepProps) {
  const form = useForm({ resolver: zodResolver(StoreDetails), defaultValues: details })
  const { errors } = form.formState
  const submit = form.handleSubmit(onNext)

  return (
    <form noValidate aria-labelledby="store-heading" onSubmit={(event) => void submit(event)} className="grid gap-4">
      <h3 id="store-heading" className="text-lg font-semibold">
        Store Details
      </h3>
      <Field label="Store name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <Field
        label="Seller ID"
        hint={
          isKnownStore
            ? 'Another seller ID or region adds a second account; this one stays.'
            : 'Seller Central shows it under Account Info, as Merchant Token.'
        }
        error={errors.sellerId?.message}
      >
        {(control) => <Input {...control} {...form.register('sellerId')} autoComplete="off" spellCheck={false} />}
      </Field>
      <SelectField control={form.control} name="region" label="Primary region" options={regionOptions} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          Next: Authorize
        </Button>
      </DialogActions>
    </form>
  )
}
