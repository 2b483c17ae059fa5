import { type Control, type FieldPathByValue, type FieldValues, get, useFormState, useWatch } from 'react-hook-form'
import { type AddressInput, needsPostalCode } from '#contract/addresses.ts'
import { t } from '#contract/i18n.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { CountryFields } from './country-fields.tsx'

type AddressFieldsProps<Values extends FieldValues, Output> = {
  control: Control<Values, unknown, Output>
  /** Names of the form's fields. */
  names: Record<keyof AddressInput, FieldPathByValue<Values, string>>
}

/** The fields of a shipping address. */
export function AddressFields<Values extends FieldValues, Output>({
  control,
  names,
}: AddressFieldsProps<Values, Output>) {
  const { errors } = useFormState({ control })
  const country = String(useWatch({ control, name: names.country }))

  function textField(name: keyof AddressInput, label: string, isOptional = false) {
    const { message } = (get(errors, names[name]) as { message?: string } | undefined) ?? {}
    return (
      <Field label={label} isOptional={isOptional} error={message}>
        {(described) => <Input {...described} {...control.register(names[name])} autoComplete="off" />}
      </Field>
    )
  }

  return (
    <div className="grid grid-cols-2 gap-4 [&>:nth-child(-n+3)]:col-span-full">
      {textField('recipientName', t('Recipient'))}
      {textField('line1', t('Street'))}
      {textField('line2', t('Address line 2'), true)}
      {textField('city', t('City'))}
      {textField('postalCode', t('Postal code'), !needsPostalCode(country.trim().toUpperCase()))}
      <CountryFields control={control} country={names.country} state={names.state} />
    </div>
  )
}
